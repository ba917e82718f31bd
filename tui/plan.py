"""Where everything of a board is drawn: cells, their letters, labels; and the way back.

A terminal character is about twice as high as wide, so a cell of 2w x w characters is square. Rows
of hexagonal cells are drawn like a brick wall, each row half a brick beside the next: every brick
touches exactly six others, which are its neighbors. A brick is an even number of characters wide,
so that half of it is a whole number.

All places are (x, y) in characters from the top left corner of the widget.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tui.picture import Picture


class Scale(NamedTuple):
    """How many characters a cell takes."""

    width: int
    height: int

    def __str__(self) -> str:
        """As it is written: 4x2."""
        return f"{self.width}x{self.height}"


SQUARE_SCALES = (Scale(6, 3), Scale(4, 2), Scale(3, 1), Scale(2, 1))
"""Sizes of square cells, the largest first."""
BRICK_SCALES = (Scale(6, 3), Scale(4, 2), Scale(4, 1), Scale(2, 1))
"""Sizes of hexagonal cells, the largest first."""
_STRETCHED = Scale(4, 1)
"""Bricks so flat that diagonals are hard to follow; only drawn when asked for."""

_GLYPH_AT = {
    Scale(6, 3): (2, 1),
    Scale(4, 2): (1, 0),
    Scale(4, 1): (1, 0),
    Scale(3, 1): (1, 0),
    Scale(2, 1): (0, 0),
}
"""Where in a cell its letter stands. A bracket goes on each side of it: in cells two characters
wide these are the gaps to the neighbors."""


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

    def glyph(self, cell: str) -> tuple[int, int]:
        """Where the letter of a cell stands."""
        x, y = self.places[cell]
        right, down = _GLYPH_AT[self.scale]
        return x + right, y + down

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
    plans = [plan_of(picture, scale) for scale in scales(picture) if scale != _STRETCHED]
    for plan in plans:
        if plan.width <= width and plan.height <= height:
            return plan
    return plans[-1]


def plan_of(picture: Picture, scale: Scale) -> Plan:
    """The plan of a board at one scale."""
    return _brick_plan(picture, scale) if picture.bricks else _square_plan(picture, scale)


def _square_plan(picture: Picture, scale: Scale) -> Plan:
    """Numbers on the left, letters on the side of row 1."""
    left = max(len(row.label) for row in picture.rows) + 1
    letters_above = len(picture.rows) > 1 and picture.rows[0].label == "1"
    top = 1 if letters_above else 0
    right, down = _GLYPH_AT[scale]
    places = {}
    labels = []
    for number, row in enumerate(picture.rows):
        y = top + number * scale.height
        labels.append(Label(left - 1 - len(row.label), y + down, row.label))
        for place, cell in enumerate(row.cells):
            if cell is not None:
                places[cell] = (left + place * scale.width, y)
    height = len(picture.rows) * scale.height
    letters_at = 0 if letters_above else height
    for place, letters in enumerate(picture.columns):
        labels.append(Label(left + place * scale.width + right, letters_at, letters))
    cells = max(len(row.cells) for row in picture.rows)
    return _plan(scale, left + cells * scale.width, height + 1, places, labels)


def _brick_plan(picture: Picture, scale: Scale) -> Plan:
    """Letters at the left end of each row, numbers at the lower end of each slanting line."""
    half = scale.width // 2
    down = _GLYPH_AT[scale][1]
    left = max(len(row.label) + 1 - row.offset * half for row in picture.rows)
    places = {}
    labels = []
    for number, row in enumerate(picture.rows):
        start = left + row.offset * half
        y = number * scale.height
        labels.append(Label(start - 1 - len(row.label), y + down, row.label))
        for place, cell in enumerate(row.cells):
            if cell is not None:
                places[cell] = (start + place * scale.width, y)
    labels += _slanting_labels(picture, scale, places)
    height = len(picture.rows) * scale.height + 1
    width = max(x + scale.width for x, _ in places.values())
    return _plan(scale, width, height, places, labels)


def _slanting_labels(
    picture: Picture, scale: Scale, places: Mapping[str, tuple[int, int]]
) -> list[Label]:
    """What the cells of a slanting line have in common in their names, at its lower end.

    The line through a row's cells goes on to the row below by half a cell: to the left or to the
    right, as most of its cells do.
    """
    half = scale.width // 2
    right, down = _GLYPH_AT[scale]
    lowest: dict[str, tuple[int, int]] = {}
    steps: list[int] = []
    for row in picture.rows:
        for cell in row.cells:
            if cell is None:
                continue
            x, y = places[cell]
            text = cell.removeprefix(row.label) if row.label.isalpha() else cell[: -len(row.label)]
            if text in lowest:
                steps.append(x - lowest[text][0])
            lowest[text] = (x, y)
    slants = (step for step in reversed(steps) if abs(step) == half)
    slant = next(slants, half)
    ends = {(x, y) for x, y in places.values()}
    labels = []
    for text, (x, y) in lowest.items():
        end = (x + slant, y + scale.height)
        last = end[1] // scale.height >= len(picture.rows)
        line = end[1] + (0 if last else down)
        if end not in ends:
            labels.append(Label(end[0] + right, line, text))
    return labels


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
    shown = _apart(labels)
    widest = max([width, *(label.x + len(label.text) for label in shown)])
    return Plan(scale, widest, height, places, shown, tuple(map(tuple, lines)))


def _apart(labels: list[Label]) -> tuple[Label, ...]:
    """The labels without those that would touch another before them."""
    shown: list[Label] = []
    ends: dict[int, int] = {}
    for label in sorted(labels, key=lambda label: (label.y, label.x)):
        if label.x > ends.get(label.y, -1):
            shown.append(label)
            ends[label.y] = label.x + len(label.text)
    return tuple(shown)
