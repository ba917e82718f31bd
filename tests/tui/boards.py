"""Made-up boards, pictures of them, and an app that shows one."""

from __future__ import annotations

from typing import Any

from rich.segment import Segment
from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from core.board import Board as Cells
from core.deal import SplitMix64
from tui import palette
from tui.drawing import draw, look_at
from tui.glyphs import LETTERS
from tui.picture import Picture, Spot
from tui.plan import Plan, Scale, plan_of, scales
from tui.sheet import Sheet
from tui.widgets.board import Board

SHAPES = {
    "square": Cells.build("square", size=5),
    "labels at the top": Cells.build("square", size=3, labels="top"),
    "rectangle": Cells.build("rectangle", width=7, height=2),
    "holes": Cells.build("mask", mask=".#.\n...\n#..\n##.\n..."),
    "hexagon": Cells.build("hexagon", size=4),
    "unequal hexagon": Cells.build("hexagon", sides=[3, 3, 5]),
    "rhombus": Cells.build("rhombus", size=4),
    "triangle": Cells.build("triangle", size=4),
    "rows": Cells.build("rows", rows=[3, 4, 3, 2]),
    "large square": Cells.build("square", size=28),
    "one cell": Cells.build("hexagon", size=1),
}

DRAWINGS: list[tuple[str, Scale]] = [
    (shape, scale) for shape, board in SHAPES.items() for scale in scales(Picture.of(board))
]
"""Every shape at every scale."""


def many_colors(cells: Cells) -> Picture:
    """A board with pieces of thirteen colors here and there."""
    chance = SplitMix64(13)
    kinds = [chance.below(18) for _ in cells.cells]
    spots = {
        cell: Spot(LETTERS[kind], palette.ON_DARK[kind])
        for cell, kind in zip(cells.cells, kinds, strict=True)
        if kind < 13
    }
    return Picture.of(cells, spots, fills=palette.ON_DARK)


def two_sides(cells: Cells, first: str, second: str, ground: str | None = None) -> Picture:
    """A board with pieces of two sides here and there."""
    fills = (first, second)
    chance = SplitMix64(2)
    sides = [chance.below(7) for _ in cells.cells]
    spots = {
        cell: Spot("XO"[side % 2], fills[side % 2], side % 2)
        for cell, side in zip(cells.cells, sides, strict=True)
        if side < 4
    }
    return Picture.of(cells, spots, ground, fills)


def lettered(cells: Cells, *rows: str) -> Picture:
    """A board with the pieces of a drawing: rows from the top, cells divided by blanks."""
    picture = Picture.of(cells)
    letters = [letter for row in rows for letter in row.split()]
    spots = {
        cell: Spot(letter, palette.SIDES[letter == "O"], int(letter == "O"))
        for cell, letter in zip(picture.cells, letters, strict=True)
        if letter != "."
    }
    return Picture.of(cells, spots)


def every_mark(picture: Picture) -> Picture:
    """The picture with each mark on some occupied and some empty cell."""
    cells = picture.cells
    pieces = [cell for cell in cells if picture.spot(cell).glyph]
    gaps = [cell for cell in cells if not picture.spot(cell).glyph]
    middle = len(pieces) // 2
    picture = picture.marked("last", pieces[middle + 3], gaps[0])
    picture = picture.marked("chosen", pieces[middle - 3])
    picture = picture.marked("target", *gaps[5:12])
    return picture.marked("capture", *pieces[middle + 5 : middle + 12])


def lines(plan: Plan, picture: Picture, cursor: str = "", **look: Any) -> list[list[Segment]]:
    """A board as the widget draws it."""
    return [draw(plan, picture, y, cursor, look_at(picture, **look)) for y in range(plan.height)]


def plan(shape: str, scale: Scale) -> Plan:
    """The plan of an empty board."""
    return plan_of(Picture.of(SHAPES[shape]), scale)


class BoardApp(App[None]):
    """A board with something beside it."""

    CSS = """
    Horizontal { height: 1fr; }
    #beside { width: 1fr; padding: 0 2; }
    """

    def __init__(self, picture: Picture, **look: Any) -> None:
        super().__init__(ansi_color=look.get("color_mode") in ("16", "none"))
        self.stylesheet = Sheet(variables=self.get_css_variables())
        self._board = Board(picture, **look)
        self.heard: list[tuple[str, str]] = []
        """Where the cursor went, and what was picked: the word for it, and the cell."""

    def compose(self) -> ComposeResult:
        yield Static("a board")
        with Horizontal():
            yield self._board
            yield Static("beside", id="beside")

    def on_mount(self) -> None:
        self.watch(self._board, "cursor", self._hear_of_cursor, init=False)

    def _hear_of_cursor(self, cell: str) -> None:
        self.heard.append(("moved", cell))

    def on_board_picked(self, event: Board.Picked) -> None:
        self.heard.append(("picked", event.cell))
