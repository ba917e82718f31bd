"""What the board widget is given: the cells, what stands on them, and what is worth noting.

A picture is a value. It knows neither a game nor a terminal, so a widget can compare the old one
with the new and draw only what differs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from core.board import Board, Row

Side = int
"""A side of the game, counted from 0 in order of play."""

Mark = Literal["last", "hint", "chosen", "target", "capture"]
"""Something worth noting about a cell.

- "last": the last turn went here, or took what stood here;
- "hint": the best step goes here, a bot says;
- "chosen": part of the move being made;
- "target": may be picked, and is empty;
- "capture": may be picked, and is occupied.
"""


@dataclass(frozen=True, slots=True)
class Spot:
    """One cell as it looks. The default is an empty cell without marks."""

    glyph: str = ""
    """The letter of the piece, one ASCII character; "" is an empty cell."""
    fill: str | None = None
    """Color of the piece, `#rrggbb`; None draws its letter on the board."""
    side: Side | None = None
    """Whose piece it is; None is nobody's, or no piece."""
    marks: frozenset[Mark] = frozenset()


EMPTY = Spot()


class Note(NamedTuple):
    """A label beside bricks."""

    x: int
    """Half cells to the right of where the row with offset 0 begins."""
    y: int
    """Rows down from the top row."""
    text: str


Shape = tuple[tuple[Row, ...], tuple[str, ...], bool, tuple[Note, ...]]
"""The first fields of a `Picture`, in their order: rows, columns, bricks and notes."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A whole board as it looks."""

    rows: tuple[Row, ...]
    """The top row first."""
    columns: tuple[str, ...] = ()
    """Letters of the columns from the left; () for bricks."""
    bricks: bool = False
    """Whether rows are shifted by half cells, as hexagonal cells are."""
    notes: tuple[Note, ...] = ()
    """Labels of bricks; () has them at the usual places. See `tui.lattice.notes_of`."""
    spots: Mapping[str, Spot] = field(default_factory=dict)
    """What is on each cell; a cell that is missing here is empty and unmarked."""
    ground: str | None = None
    """Color of the empty board, `#rrggbb`; None leaves the choice to the palette."""
    fills: frozenset[str] = frozenset()
    """All colors that pieces of the game can have, so that the colors of board and cursor, which
    are chosen to go with them, stay the same during play. Empty: those that are on the board."""
    lined: bool = False
    """Whether cells are points where lines cross, not squares; only where they are no bricks."""

    @classmethod
    def of(
        cls,
        board: Board,
        spots: Mapping[str, Spot] | None = None,
        ground: str | None = None,
        fills: Iterable[str] = (),
        lined: bool = False,
    ) -> Picture:
        """The picture of these pieces on a board."""
        shape = (board.rows, board.columns, board.bricks)
        return cls(*shape, (), dict(spots or {}), ground, frozenset(fills), lined)

    @property
    def cells(self) -> tuple[str, ...]:
        """All cells as read: the top row first, each from left to right."""
        return tuple(cell for row in self.rows for cell in row.cells if cell is not None)

    def spot(self, cell: str) -> Spot:
        """What is on a cell."""
        return self.spots.get(cell, EMPTY)

    def marked(self, mark: Mark, *cells: str) -> Picture:
        """The same picture with a mark added to these cells."""
        spots = dict(self.spots)
        for cell in cells:
            spot = self.spot(cell)
            spots[cell] = replace(spot, marks=spot.marks | {mark})
        return replace(self, spots=spots)

    @property
    def shape(self) -> Shape:
        """Which cells are where, whatever is on them."""
        return self.rows, self.columns, self.bricks, self.notes

    def has_shape_of(self, other: Picture) -> bool:
        """Whether both show the same cells in the same places."""
        return self.shape == other.shape

    def changed(self, other: Picture) -> tuple[str, ...]:
        """The cells that look otherwise in `other`, a picture of the same shape, as read."""
        return tuple(cell for cell in self.cells if self.spot(cell) != other.spot(cell))
