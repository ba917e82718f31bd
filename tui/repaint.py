"""Repaints that send no more than what has changed.

Textual sends a changed place of a widget together with all that is left of it (the line "TODO:
crop to x extents" in its compositor): on a colored board that is most of a row for every move of
the cursor, about 900 bytes at 80x24. And whenever a widget grows by a line it sends the whole
screen, about 20,000. A `Frame` remembers what the terminal shows and sends the cells that differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.control import Control
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

Cell = tuple[str, Style | None]
"""What one column of a line shows; the second column of a wide character shows ""."""

NEAR = 4
"""Columns between two changes that are cheaper to send again than to jump over."""


class Frame:
    """What the terminal shows, as far as it is known."""

    def __init__(self) -> None:
        """Nothing is known."""
        self._rows: dict[int, list[Cell | None]] = {}
        self._size = (0, 0)

    def forget(self) -> None:
        """The terminal may show anything: it was resized, or used by another program."""
        self._rows.clear()

    def difference(self, renderable: RenderableType | None) -> RenderableType | None:
        """The same repaint without what the terminal shows already; for `App._display`."""
        if isinstance(renderable, ChopsUpdate | LayoutUpdate):
            return Difference(self, renderable)
        return renderable

    def written(self, update: ChopsUpdate | LayoutUpdate, console: Console) -> str:
        """What to write for a repaint; it counts as shown from now on."""
        if isinstance(update, LayoutUpdate) and tuple(update.region.size) != self._size:
            self.forget()
            self._size = (update.region.width, update.region.height)
        return "".join(
            part
            for x, y, strip in _places(update)
            for part in self._changes(x, y, _cells(strip), console)
        )

    def _changes(self, x: int, y: int, cells: list[Cell], console: Console) -> Iterator[str]:
        """What to write for a stretch of a line, from column `x` on."""
        row = self._rows.setdefault(y, [])
        row.extend([None] * (x + len(cells) - len(row)))
        changed = [place for place, cell in enumerate(cells) if row[x + place] != cell]
        row[x : x + len(cells)] = cells
        for first, last in _runs(changed):
            while cells[first][0] == "" and first:
                first -= 1
            yield Control.move_to(x + first, y).segment.text
            yield Strip(_segments(cells[first : last + 1])).render(console)


@dataclass(frozen=True, slots=True)
class Difference(CompositorUpdate):
    """A repaint that is compared with what is shown at the moment of writing."""

    frame: Frame
    update: ChopsUpdate | LayoutUpdate

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """All of it, for those who want the segments."""
        yield from self.update.__rich_console__(console, options)

    def render_segments(self, console: Console) -> str:
        """What to write to the terminal."""
        return self.frame.written(self.update, console)


def _places(update: ChopsUpdate | LayoutUpdate) -> Iterator[tuple[int, int, Strip]]:
    """Column, line and content of everything in a repaint."""
    if isinstance(update, LayoutUpdate):
        for y, strips in enumerate(update.strips, update.region.y):
            yield update.region.x, y, Strip.join(strips)
        return
    for y, left, right in update.spans:
        for end, (start, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if strip is None or start >= right or end <= left:
                continue
            first, last = max(start, left), min(end, right)
            yield first, y, strip.crop(first - start, last - start)


def _cells(strip: Strip) -> list[Cell]:
    cells: list[Cell] = []
    for text, style, _ in strip:
        for character in text:
            width = 1 if character.isascii() else cell_len(character)
            if width == 0 and cells:
                before, look = cells[-1]
                cells[-1] = (before + character, look)
            else:
                cells.append((character, style))
                cells.extend([("", style)] * (width - 1))
    return cells


def _runs(places: list[int]) -> Iterator[tuple[int, int]]:
    """First and last of each stretch of places, near ones taken together."""
    first: int | None = None
    last = 0
    for place in places:
        if first is None:
            first = place
        elif place - last > NEAR:
            yield first, last
            first = place
        last = place
    if first is not None:
        yield first, last


def _segments(cells: list[Cell]) -> list[Segment]:
    return [
        Segment("".join(text for text, _ in run), style)
        for style, run in groupby(cells, lambda cell: cell[1])
    ]
