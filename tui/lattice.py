"""Where cells and labels of a board stand beside each other, and how all of it is turned.

Places are (x, y) in half cells to the right and rows down. Square cells keep their grid under
quarter turns and mirrors, which makes eight ways to look at a board. A lattice of bricks keeps it
under sixth turns and mirrors, because each brick touches six others as a hexagon does: twelve ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from core.board import Row
from tui.picture import Note, Picture


class Facing(NamedTuple):
    """A way to look at a board."""

    mirrored: bool = False
    """Whether left and right are changed for each other."""
    angle: int = 0
    """Degrees by which it is turned after that, clockwise."""

    def flipped(self) -> Facing:
        """What is seen in a mirror beside the board: left and right changed after the turning."""
        return Facing(not self.mirrored, -self.angle % 360)


def facings(picture: Picture) -> tuple[Facing, ...]:
    """All ways to look at a board, rising; each is turned a little from the one before."""
    angles = range(0, 360, 60 if picture.bricks else 90)
    return tuple(Facing(mirrored, angle) for mirrored in (False, True) for angle in angles)


def turned(picture: Picture, facing: Facing) -> Picture:
    """The same board seen in another way; cells keep their names, and labels go with them."""
    if facing == Facing() or not picture.rows:
        return picture
    if picture.bricks:
        rows, notes = _turned_bricks(picture.rows, notes_of(picture), facing)
        return replace(picture, rows=rows, notes=notes)
    rows, columns = _turned_squares(picture.rows, picture.columns, facing)
    return replace(picture, rows=rows, columns=columns)


def notes_of(picture: Picture) -> tuple[Note, ...]:
    """Where the labels of bricks stand, in the order of reading.

    Untouched boards have the label of a row at its left end. What the cells of a slanting line have
    in common in their names is at its lower end: the line goes on to the row below by half a cell,
    to the left or to the right as its lowest cells do.
    """
    if picture.notes:
        return picture.notes
    beside = [Note(row.offset - 2, y, row.label) for y, row in enumerate(picture.rows)]
    places = _places(picture.rows)
    lowest: dict[str, tuple[int, int]] = {}
    slant = 1
    for cell, (x, y) in places.items():
        label = picture.rows[y].label
        text = cell.removeprefix(label) if label.isalpha() else cell[: -len(label)]
        if text in lowest and abs(x - lowest[text][0]) == 1:
            slant = x - lowest[text][0]
        lowest[text] = (x, y)
    cells = set(places.values())
    below = [Note(x + slant, y + 1, text) for text, (x, y) in lowest.items()]
    return (*beside, *(note for note in below if (note.x, note.y) not in cells))


def _places(rows: Sequence[Row]) -> dict[str, tuple[int, int]]:
    """Where each cell stands, in the order of reading."""
    return {
        cell: (row.offset + 2 * place, y)
        for y, row in enumerate(rows)
        for place, cell in enumerate(row.cells)
        if cell is not None
    }


@lru_cache(64)
def _turned_squares(
    rows: tuple[Row, ...], columns: tuple[str, ...], facing: Facing
) -> tuple[tuple[Row, ...], tuple[str, ...]]:
    """Rows and columns of square cells, turned by quarters."""
    width = max(len(row.cells) for row in rows)
    grid = [(*row.cells, *[None] * (width - len(row.cells))) for row in rows]
    left = tuple(row.label for row in rows)
    if facing.mirrored:
        grid = [row[::-1] for row in grid]
        columns = columns[::-1]
    for _ in range(facing.angle // 90):
        grid = list(zip(*reversed(grid), strict=True))
        left, columns = columns, left[::-1]
    return tuple(Row(label, 0, row) for label, row in zip(left, grid, strict=True)), columns


@lru_cache(64)
def _turned_bricks(
    rows: tuple[Row, ...], notes: tuple[Note, ...], facing: Facing
) -> tuple[tuple[Row, ...], tuple[Note, ...]]:
    """Rows and notes of bricks, turned by sixths."""
    places = _places(rows)
    # Places of a lattice have an even sum, or all an odd one.
    odd = sum(next(iter(places.values()))) % 2

    def seen(x: int, y: int) -> tuple[int, int]:
        x += odd
        if facing.mirrored:
            x = -x
        for _ in range(facing.angle // 60):
            x, y = (x - 3 * y) // 2, (x + y) // 2
        return x, y

    found = {seen(*place): cell for cell, place in places.items()}
    left = min(x for x, _ in found)
    top = min(y for _, y in found)
    lines: list[Row] = []
    for y in range(top, max(y for _, y in found) + 1):
        across = [x for x, other in found if other == y]
        cells = tuple(found.get((x, y)) for x in range(min(across), max(across) + 1, 2))
        lines.append(Row("", min(across) - left, cells))
    moved = (seen(note.x, note.y) for note in notes)
    return tuple(lines), tuple(
        Note(x - left, y - top, note.text) for (x, y), note in zip(moved, notes, strict=True)
    )
