"""Repaints that send no more than what has changed.

Textual sends a changed place of a widget together with all that is left of it (the line "TODO:
crop to x extents" in its compositor): on a colored board that is most of a row for every move of
the cursor, about 900 bytes at 80x24. And whenever a widget grows by a line it sends the whole
screen, about 20,000. A `Frame` remembers what the terminal shows and sends the cells that differ.

Between two runs of one style Textual resets everything and begins anew, which is most of what a
colored board costs. Here only what changes of a style is sent, and for a blank only its background.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.control import Control
from rich.style import Style
from textual._compositor import ChopsUpdate, Compositor, CompositorUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from tui.lines import printable

Cell = tuple[str, Style | None]
"""What one column of a line shows; the second column of a wide character shows ""."""


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
        pen = _Pen(console._color_system or ColorSystem.TRUECOLOR)
        for x, y, strip in _places(update):
            self._change(x, y, _cells(strip), pen)
        return pen.finished()

    def _change(self, x: int, y: int, cells: list[Cell], pen: _Pen) -> None:
        """Write what differs in a stretch of a line, from column `x` on."""
        row = self._rows.setdefault(y, [])
        row.extend([None] * (x + len(cells) - len(row)))
        changed = [place for place, cell in enumerate(cells) if row[x + place] != cell]
        row[x : x + len(cells)] = cells
        after: int | None = None
        for place in changed:
            if after is not None and place < after:
                continue
            # A wide character is written whole.
            while place and cells[place][0] == "":
                place -= 1
            if after is None:
                pen.move(x + place, y)
            elif place > after:
                pen.skip(cells[after:place])
            end = place + 1
            while end < len(cells) and cells[end][0] == "":
                end += 1
            pen.write(cells[place])
            after = end


class _Pen:
    """Writes characters with as few codes between them as will do."""

    def __init__(self, colors: ColorSystem) -> None:
        self._colors = colors
        self._look = self._wanted = _PLAIN
        self._style: Style | None = None
        self._parts: list[str] = []

    def move(self, x: int, y: int) -> None:
        self._parts.append(Control.move_to(x, y).segment.text)

    def skip(self, cells: list[Cell]) -> None:
        """Go on to the right: over cells that are shown already, or by showing them again."""
        jump = f"\x1b[{len(cells)}C"
        again = _Pen(self._colors)
        again._look = self._look
        for cell in cells:
            again.write(cell)
        if again._look == self._look and len("".join(again._parts)) < len(jump):
            self._parts += again._parts
        else:
            self._parts.append(jump)

    def write(self, cell: Cell) -> None:
        text, style = cell
        if style is not self._style:
            self._style, self._wanted = style, _look(style, self._colors) if style else _PLAIN
        wanted = self._wanted
        if text.isspace() and not wanted.flags & _SEEN and not self._look.flags & _SEEN:
            if wanted.back == self._look.back:
                wanted = self._look
            else:
                wanted = self._look._replace(back=wanted.back)
        if wanted != self._look:
            self._parts.append(f"\x1b[{';'.join(_codes(self._look, wanted))}m")
            self._look = wanted
        self._parts.append(text)

    def finished(self) -> str:
        """Everything written; the next writer finds no style."""
        if self._look != _PLAIN:
            self._parts.append("\x1b[0m")
        return "".join(self._parts)


class _Look(NamedTuple):
    """A style as the terminal is told it."""

    front: str
    back: str
    flags: frozenset[str]


_PLAIN = _Look("39", "49", frozenset())
_FLAGS = {
    "bold": "1",
    "dim": "2",
    "italic": "3",
    "underline": "4",
    "blink": "5",
    "reverse": "7",
    "strike": "9",
}
"""Attribute of a style -> its code."""
_SEEN = frozenset(_FLAGS[name] for name in ("underline", "reverse", "strike"))
"""Codes of what can be seen on a blank."""


@lru_cache(1024)
def _look(style: Style, colors: ColorSystem) -> _Look:
    def code(color: Color | None, usual: str, is_front: bool) -> str:
        if color is None or color.is_default:
            return usual
        return ";".join(color.downgrade(colors).get_ansi_codes(is_front))

    return _Look(
        code(style.color, _PLAIN.front, True),
        code(style.bgcolor, _PLAIN.back, False),
        frozenset(number for name, number in _FLAGS.items() if getattr(style, name)),
    )


def _codes(now: _Look, wanted: _Look) -> Iterator[str]:
    """What turns one look into another."""
    lost = now.flags - wanted.flags
    if lost == {_FLAGS["bold"]} and _FLAGS["dim"] not in now.flags:
        yield "22"
    elif lost:
        yield "0"
        now = _PLAIN
    yield from sorted(wanted.flags - now.flags)
    if wanted.front != now.front:
        yield wanted.front
    if wanted.back != now.back:
        yield wanted.back


class Sparing(Compositor):
    """Textual's compositor, which asks widgets for nothing but what is to be painted.

    Textual's own has every widget on the screen draw itself whole for the change of one cell, those
    under another too, and then uses the part that it needs.
    """

    _wanted: Sequence[Region] = ()
    """What is to be painted, while a part of the screen is."""

    def render_partial_update(self) -> ChopsUpdate | None:
        """What has changed."""
        screen = self.size.region
        self._wanted = [region.intersection(screen) for region in self._dirty_regions]
        try:
            return super().render_partial_update()
        finally:
            self._wanted = ()

    def _get_renders(
        self, crop: Region | None = None
    ) -> Iterator[tuple[Region, Region, list[Strip]]]:
        """Each widget's region, the part of it that is seen and wanted, and what is there."""
        left = self._wanted or [crop or self.size.region]
        for widget, (region, clip) in self.visible_widgets.items():  # from front to back
            seen = region.intersection(clip)
            parts = [seen.intersection(one) for one in left if seen.overlaps(one)]
            if not parts:
                continue
            rows = Region.from_union(parts)
            shown = Region(seen.x, rows.y, seen.width, rows.height)
            yield region, shown, widget.render_lines(shown.translate(-region.offset))
            left = [one for one in left if not seen.contains_region(one)]
            if not left:
                return


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
    """What each column shows. Whoever drew it, nothing that steers a terminal is among it."""
    cells: list[Cell] = []
    for text, style, _ in strip:
        blank = _blank(style) if style else None
        for character in text if text.isprintable() else printable(text):
            width = 1 if character.isascii() else cell_len(character)
            if width == 0 and cells:
                before, look = cells[-1]
                cells[-1] = (before + character, look)
            else:
                cells.append((character, blank if character == " " else style))
                cells.extend([("", style)] * (width - 1))
    return cells


@lru_cache(1024)
def _blank(style: Style) -> Style:
    """As much of a style as can be seen on a blank."""
    if style.underline or style.reverse or style.strike:
        return style
    return Style(bgcolor=style.bgcolor)
