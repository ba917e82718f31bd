"""Where everything of a board is drawn: cells, their letters, labels; and the way back.

A terminal character is about twice as high as wide, so a cell of 2w x w characters is square. Rows
of hexagonal cells are drawn like a brick wall, each row half a brick beside the next: every brick
touches exactly six others, which are its neighbors. A brick is an even number of characters wide,
so that half of it is a whole number.

All places are (x, y) in characters from the top left corner of the widget.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from tui.lattice import notes_of
from tui.picture import Picture, Shape


class Scale(NamedTuple):
    """How many characters a cell takes."""

    width: int
    height: int

    @property
    def middle(self) -> tuple[int, int]:
        """Where in a cell its letter stands, from the top left.

        A bracket goes on each side of it: in cells two characters wide these are the gaps to the
        neighbors.
        """
        return (self.width - 1) // 2, (self.height - 1) // 2

    def __str__(self) -> str:
        """As it is written: 4x2."""
        return f"{self.width}x{self.height}"


_EVEN = tuple(Scale(2 * high, high) for high in (24, 20, 16, 12, 10, 8, 6, 5, 4, 3, 2, 1))
"""Sizes at which cells are as wide as high, the largest first."""
SQUARE_SCALES = (*_EVEN[:-1], Scale(3, 1), _EVEN[-1])
"""Sizes of square cells, the largest first."""
_FLAT = (Scale(6, 2), Scale(4, 1))
"""Bricks so flat that diagonals are hard to follow; only drawn when asked for."""
BRICK_SCALES = (*_EVEN[:-2], _FLAT[0], _EVEN[-2], _FLAT[1], _EVEN[-1])
"""Sizes of hexagonal cells, the largest first."""
_LARGEST = 3
"""Lines of a cell beyond which it only grows by itself where there are `_VAST` lines."""
_SIDEWAYS = ((-1, 0), (1, 0), (0, -1), (0, 1))
_VAST = 41
"""More than a window of 40 lines has; over SSH every line of a cell costs."""


@dataclass(frozen=True, slots=True)
class Label:
    """A letter or number beside the board."""

    x: int
    y: int
    text: str


@dataclass(frozen=True, slots=True)
class Plan:
    """Where everything of a board is drawn at one scale."""

    scale: Scale
    width: int
    """Of the whole drawing with its labels."""
    height: int
    places: Mapping[str, tuple[int, int]]
    """Top left corner of each cell, in the order of reading."""
    labels: tuple[Label, ...]
    lines: tuple[tuple[str, ...], ...]
    """The cells that each line of characters crosses, from the left."""
    ways: Mapping[str, frozenset[tuple[int, int]]] = field(default_factory=dict)
    """Where the neighbors of each square cell are, as steps right and down; empty for bricks."""

    def glyph(self, cell: str) -> tuple[int, int]:
        """Where the letter of a cell stands."""
        x, y = self.places[cell]
        right, down = self.scale.middle
        return x + right, y + down

    def strokes(self, cell: str, y: int) -> Iterator[tuple[int, str]]:
        """Places and characters, on line y, of lines from a cell's letter to its neighbors.

        None in cells one line high, where there is no room for those up and down.
        """
        if self.scale.height < 2:
            return
        ways, left = self.ways.get(cell, ()), self.places[cell][0]
        middle, line = self.glyph(cell)
        if y == line:
            for x in range(left, left + self.scale.width):
                if x != middle and (-1 if x < middle else 1, 0) in ways:
                    yield x, "-"
        elif (0, -1 if y < line else 1) in ways:
            yield middle, "|"

    def area(self, cell: str) -> tuple[int, int, int, int]:
        """What a cell and its brackets may change: left, top, width and height."""
        x, y = self.places[cell]
        left = min(x, self.glyph(cell)[0] - 1)
        return left, y, x - left + self.scale.width, self.scale.height

    def cell_at(self, x: int, y: int) -> str | None:
        """The cell drawn there; None beside the cells."""
        if not 0 <= y < len(self.lines):
            return None
        for cell in self.lines[y]:
            left = self.places[cell][0]
            if left <= x < left + self.scale.width:
                return cell
        return None


def scales(picture: Picture) -> tuple[Scale, ...]:
    """The scales a board can be drawn at, the largest first."""
    return BRICK_SCALES if picture.bricks else SQUARE_SCALES


def fitting(picture: Picture, width: int, height: int) -> Plan:
    """The largest plan of good proportions that fits; where none does, the smallest there is."""
    tallest = _LARGEST if height < _VAST else height
    wanted = [scale for scale in scales(picture) if scale not in _FLAT]
    for scale in wanted:
        if scale.height <= tallest:
            plan = plan_of(picture, scale)
            if plan.width <= width and plan.height <= height:
                return plan
    return plan_of(picture, wanted[-1])


def plan_of(picture: Picture, scale: Scale) -> Plan:
    """The plan of a board at one scale."""
    return _plan_of(picture.shape, scale)


@lru_cache(maxsize=128)  # more than the scales and facings of a board: every drawing asks again
def _plan_of(shape: Shape, scale: Scale) -> Plan:
    picture = Picture(*shape)
    return _brick_plan(picture, scale) if picture.bricks else _square_plan(picture, scale)


def _square_plan(picture: Picture, scale: Scale) -> Plan:
    """Numbers on the left, letters on the side of row 1."""
    left = max(len(row.label) for row in picture.rows) + 1
    letters_above = len(picture.rows) > 1 and picture.rows[0].label == "1"
    top = 1 if letters_above else 0
    right, down = scale.middle
    places = {}
    grid = {}
    labels = []
    for number, row in enumerate(picture.rows):
        y = top + number * scale.height
        labels.append(Label(left - 1 - len(row.label), y + down, row.label))
        for place, cell in enumerate(row.cells):
            if cell is not None:
                places[cell] = (left + place * scale.width, y)
                grid[place, number] = cell
    ways = {
        cell: frozenset((right, down) for right, down in _SIDEWAYS if (x + right, y + down) in grid)
        for (x, y), cell in grid.items()
    }
    height = len(picture.rows) * scale.height
    letters_at = 0 if letters_above else height
    for place, letters in enumerate(picture.columns):
        labels.append(Label(left + place * scale.width + right, letters_at, letters))
    cells = max(len(row.cells) for row in picture.rows)
    plan = _plan(scale, left + cells * scale.width, height + 1, places, labels)
    return replace(plan, ways=ways)


def _brick_plan(picture: Picture, scale: Scale) -> Plan:
    """Letters and numbers at the ends of the lines of cells that they are common to.

    Above and below all cells they take one line of characters, whatever the height of a cell.
    """
    half = scale.width // 2
    right, down = scale.middle
    rows = len(picture.rows)
    notes = notes_of(picture)
    spots = {
        (row.offset + 2 * place, y): cell
        for y, row in enumerate(picture.rows)
        for place, cell in enumerate(row.cells)
        if cell is not None
    }
    top = 1 if any(note.y < 0 for note in notes) else 0
    bottom = 1 if any(note.y >= rows for note in notes) else 0
    labels = []
    for x, y, text in notes:
        # Left of a cell a label ends beside it; elsewhere it begins where a letter would stand.
        at = (x + 2) * half - 1 - len(text) if (x + 2, y) in spots else x * half + right
        line = 0 if y < 0 else top + y * scale.height + (down if y < rows else 0)
        labels.append(Label(at, line, text))
    # The leftmost cell needs a column for its bracket.
    left = -min(-1, *(label.x for label in labels))
    places = {cell: (left + x * half, top + y * scale.height) for (x, y), cell in spots.items()}
    labels = [Label(left + label.x, label.y, label.text) for label in labels]
    width = max(x + scale.width for x, _ in places.values())
    return _plan(scale, width, top + rows * scale.height + bottom, places, labels)


def _plan(
    scale: Scale,
    width: int,
    height: int,
    places: Mapping[str, tuple[int, int]],
    labels: list[Label],
) -> Plan:
    lines: list[list[str]] = [[] for _ in range(height)]
    for cell, (_, top) in places.items():
        for y in range(top, top + scale.height):
            lines[y].append(cell)
    shown = _apart(label for label in labels if not _touches(label, lines, places, scale))
    widest = max([width, *(label.x + len(label.text) for label in shown)])
    return Plan(scale, widest, height, places, shown, tuple(map(tuple, lines)))


def _touches(
    label: Label,
    lines: Sequence[Sequence[str]],
    places: Mapping[str, tuple[int, int]],
    scale: Scale,
) -> bool:
    """Whether a label would stand on a cell."""
    end = label.x + len(label.text)
    lefts = (places[cell][0] for cell in lines[label.y])
    return any(left < end and label.x < left + scale.width for left in lefts)


def _apart(labels: Iterable[Label]) -> tuple[Label, ...]:
    """The labels without those that would touch another before them."""
    shown: list[Label] = []
    ends: dict[int, int] = {}
    for label in sorted(labels, key=lambda label: (label.y, label.x)):
        if label.x > ends.get(label.y, -1):
            shown.append(label)
            ends[label.y] = label.x + len(label.text)
    return tuple(shown)
