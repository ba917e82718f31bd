"""The board is drawn right at every size, tells where it was clicked, and redraws only changes."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import Any, get_args
from unicodedata import east_asian_width

import pytest
from textual.geometry import Offset, Region

from core.board import Board as Cells
from tests.tui.boards import (
    DRAWINGS,
    SHAPES,
    BoardApp,
    every_mark,
    lettered,
    lines,
    many_colors,
    plan,
    two_sides,
)
from tests.tui.snapshots import shoot
from tui.drawing import text_of
from tui.glyphs import ASCII, LETTERS, SIDES, UNICODE
from tui.lattice import Facing, turned
from tui.picture import Picture, Spot
from tui.plan import Scale, fitting, plan_of
from tui.screenshot import rows_of
from tui.widgets.board import Board, Direction

SQUARE = Cells.build("square", size=4)
HEXAGON = Cells.build("hexagon", size=3)
UNEQUAL = Cells.build("hexagon", sides=[3, 3, 5])
WIDE, MIDDLE, FLAT, SLIM, SMALL = (Scale(6, 3), Scale(4, 2), Scale(4, 1), Scale(3, 1), Scale(2, 1))

GAME = lettered(SQUARE, "X . . O", ". X O .", ". O X .", "X . . .")


def drawn(picture: Picture, scale: Scale, cursor: str = "") -> str:
    """The board in plain characters, below an empty line so that it can be read in a test."""
    return "\n" + text_of(plan_of(picture, scale), picture, cursor)


def test_square_cells_two_wide():
    assert drawn(GAME, SMALL, "b3") == (
        """
4 X . . O
3 .[X]O .
2 . O X .
1 X . . .
  a b c d
"""
    )


def test_square_cells_three_wide():
    assert drawn(GAME, SLIM, "b3") == (
        """
4  X  .  .  O
3  . [X] O  .
2  .  O  X  .
1  X  .  .  .
   a  b  c  d
"""
    )


def test_square_cells_four_wide_and_two_high():
    assert drawn(GAME, MIDDLE, "b3") == (
        """
4  X   .   .   O

3  .  [X]  O   .

2  .   O   X   .

1  X   .   .   .

   a   b   c   d
"""
    )


def test_square_cells_six_wide_and_three_high():
    picture = lettered(Cells.build("square", size=2), "X .", ". O")
    assert drawn(picture, WIDE, "a1") == (
        """

2   X     .


1  [.]    O

    a     b
"""
    )


def test_row_1_at_the_top_has_the_letters_above_it():
    picture = lettered(SHAPES["labels at the top"], "X . .", ". O .", ". . .")
    assert drawn(picture, SMALL) == (
        """
  a b c
1 X . .
2 . O .
3 . . .
"""
    )


def test_holes_are_left_blank():
    assert drawn(Picture.of(SHAPES["holes"]), SMALL) == (
        """
5 .   .
4 . . .
3   . .
2     .
1 . . .
  a b c
"""
    )


def test_hexagonal_cells_two_wide():
    picture = lettered(HEXAGON, "X . .", ". O . .", ". X . . .", "O . . X", ". . O")
    assert drawn(picture, SMALL, "c3") == (
        """
  e X . .
 d . O . .
c . X[.]. .
 b O . . X 5
  a . . O 4
     1 2 3
"""
    )


def test_hexagonal_cells_four_wide_and_two_high():
    picture = lettered(HEXAGON, "X . .", ". O . .", ". X . . .", "O . . X", ". . O")
    assert drawn(picture, MIDDLE, "c3") == (
        """
    e  X   .   .

  d  .   O   .   .

c  .   X  [.]  .   .

  b  O   .   .   X   5

    a  .   .   O   4

         1   2   3
"""
    )


def test_a_hexagon_with_unequal_sides():
    assert drawn(Picture.of(UNEQUAL), FLAT) == (
        """
    e  .   .   .   .   .
  d  .   .   .   .   .   .
c  .   .   .   .   .   .   .
  b  .   .   .   .   .   .   7
    a  .   .   .   .   .   6
         1   2   3   4   5
"""
    )


def test_a_rhombus_has_its_letters_at_the_ends_of_its_slanting_columns():
    assert drawn(Picture.of(SHAPES["rhombus"]), SMALL, "b2") == (
        """
4 . . . .
 3 . . . .
  2 .[.]. .
   1 . . . .
      a b c d
"""
    )


def test_a_triangle():
    assert drawn(Picture.of(SHAPES["triangle"]), SMALL) == (
        """
   d .
  c . .
 b . . .
a . . . .
 1 2 3 4
"""
    )


def test_the_other_side_sees_the_board_turned():
    assert drawn(turned(GAME, Facing(angle=180)), SMALL, "b3") == (
        """
  d c b a
1 . . . X
2 . X O .
3 . O[X].
4 O . . X
"""
    )


def test_labels_that_would_touch_are_left_out():
    text = drawn(Picture.of(Cells.build("hexagon", size=11)), SMALL)
    assert text.splitlines()[-1].split() == [*map(str, range(1, 11)), "11"][:10]


@pytest.mark.parametrize(
    ("cells", "width", "height", "expected"),
    [
        (Cells.build("square", size=13), 80, 20, (SLIM, 42, 14)),
        (Cells.build("square", size=13), 40, 20, (SMALL, 29, 14)),
        (Cells.build("square", size=13), 120, 36, (MIDDLE, 55, 27)),
        (Cells.build("square", size=8), 80, 20, (MIDDLE, 34, 17)),
        (Cells.build("square", size=8), 120, 36, (WIDE, 50, 25)),
        (Cells.build("square", size=9), 120, 36, (WIDE, 56, 28)),
        (Cells.build("hexagon", size=8), 80, 20, (SMALL, 33, 16)),
        (Cells.build("hexagon", size=8), 120, 36, (MIDDLE, 63, 31)),
        (Cells.build("hexagon", size=5), 80, 20, (MIDDLE, 38, 19)),
        (Cells.build("square", size=13), 10, 10, (SMALL, 29, 14)),
    ],
    ids=[
        "13 at 80x24",
        "13 at 40x24",
        "13 at 120x40",
        "8 at 80x24",
        "8 at 120x40",
        "9 at 120x40",
        "hexagon 8 at 80x24",
        "hexagon 8 at 120x40",
        "hexagon 5 at 80x24",
        "no room",
    ],
)
def test_the_largest_scale_of_good_proportions_is_taken(cells, width, height, expected):
    plan = fitting(Picture.of(cells), width, height)
    assert (plan.scale, plan.width, plan.height) == expected


def test_flat_bricks_are_drawn_only_when_asked_for():
    assert fitting(Picture.of(Cells.build("hexagon", size=8)), 70, 20).scale == SMALL


MARKED = {
    "empty": Spot(),
    "piece": Spot("M", "#8700ff"),
    "last": Spot("M", "#8700ff", marks=frozenset({"last"})),
    "last, empty": Spot(marks=frozenset({"last"})),
    "chosen": Spot("M", "#8700ff", marks=frozenset({"chosen"})),
    "target": Spot(marks=frozenset({"target"})),
    "capture": Spot("M", "#8700ff", marks=frozenset({"capture"})),
    "last, open": Spot(marks=frozenset({"last", "target"})),
}


@pytest.mark.parametrize(
    ("mark", "expected"),
    [
        ("empty", " . "),
        ("piece", " M "),
        ("last", "(M)"),
        ("last, empty", "(.)"),
        ("chosen", "<M>"),
        ("target", " + "),
        ("capture", " M*"),
        ("last, open", "(+)"),
    ],
)
@pytest.mark.parametrize("scale", [WIDE, MIDDLE, SLIM, SMALL], ids=str)
def test_a_mark_is_drawn_with_characters(scale, mark, expected):
    assert around(Picture.of(SQUARE, {"b2": MARKED[mark]}), scale, "b2") == expected


@pytest.mark.parametrize("mark", MARKED)
@pytest.mark.parametrize("scale", [WIDE, MIDDLE, SLIM, SMALL], ids=str)
def test_the_cursor_is_drawn_over_every_mark(scale, mark):
    text = around(Picture.of(SQUARE, {"b2": MARKED[mark]}), scale, "b2", cursor="b2")
    assert re.fullmatch(r"\[[.M+]\]", text)


def test_every_cell_can_be_told_apart_without_color():
    scales = (WIDE, MIDDLE, SLIM, SMALL)
    for scale in scales:
        looks = [around(Picture.of(SQUARE, {"b2": spot}), scale, "b2") for spot in MARKED.values()]
        assert len(set(looks)) == len(MARKED)


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        ("a1 last, b1 last", "(.(.)."),
        ("a1 last, b1 chosen", "(.<.>."),
        ("a1 chosen, b1 last", "<.>.)."),
        ("a1 last, b1 cursor", "(.[.]."),
        ("a1 chosen, b1 cursor", "<.[.]."),
        ("b1 cursor, c1 chosen", " .[.].>"),
        ("b1 cursor, c1 last", " .[.].)"),
        ("b1 chosen, c1 last", " .<.>.)"),
    ],
)
def test_in_narrow_cells_the_stronger_mark_has_the_gap(marks, expected):
    picture = Picture.of(SQUARE)
    cursor = ""
    for cell, mark in re.findall(r"(\w+) (\w+)", marks):
        if mark == "cursor":
            cursor = cell
        else:
            picture = picture.marked(mark, cell)
    line = drawn(picture, SMALL, cursor).splitlines()[4]
    assert line[1:].startswith(expected)


def test_a_star_gives_way_to_a_bracket():
    picture = lettered(SQUARE, ". . . .", ". . . .", ". . . .", "X O . .").marked("capture", "a1")
    assert drawn(picture, SMALL).splitlines()[4] == "1 X*O . ."
    assert drawn(picture, SMALL, "b1").splitlines()[4] == "1 X[O]. ."


def inked(picture: Picture, scale: Scale, cursor: str = "", **look: Any) -> list[str]:
    """The characters of a board in full color, line by line."""
    plan = plan_of(picture, scale)
    return ["".join(part.text for part in line) for line in lines(plan, picture, cursor, **look)]


def test_lines_cross_where_cells_are_and_end_at_pieces_holes_and_edges():
    holes = replace(lettered(SHAPES["holes"], "X .", ". . .", ". .", "O", ". . ."), lined=True)
    text = "\n".join(line.rstrip() for line in inked(holes, MIDDLE, "c3", ascii=True))
    assert "\n" + text + "\n" == (
        """
5  X       .
           |
4  .---.---.
       |   |
3      .--[.]

2          O

1  .---.---.

   a   b   c
"""
    )


@pytest.mark.parametrize("facing", [Facing(), Facing(True), Facing(False, 90), Facing(True, 180)])
@pytest.mark.parametrize(("shape", "scale"), DRAWINGS)
def test_lines_fill_blanks_between_neighbors_alone(shape, scale, facing):
    picture = turned(Picture.of(SHAPES[shape]), facing)
    plan = plan_of(picture, scale)
    without, within = inked(picture, scale), inked(replace(picture, lined=True), scale)
    strokes = {
        (x, y): character
        for y, line in enumerate(within)
        for x, character in enumerate(line)
        if character != without[y][x]
    }
    assert all(without[y][x] == " " for x, y in strokes)
    if picture.bricks or scale.height < 2:
        assert not strokes
    glyphs = {plan.glyph(cell) for cell in picture.cells}
    across, down = scale
    told = set()
    for x, y in glyphs:
        for stroke, between, neighbor in (
            ("-", [(x + n, y) for n in range(1, across)], (x + across, y)),
            ("|", [(x, y + n) for n in range(1, down)], (x, y + down)),
        ):
            if strokes and neighbor in glyphs:
                assert all(strokes[place] == stroke for place in between)
                told |= set(between)
    assert told == set(strokes)


@pytest.mark.parametrize("mode", ["16", "none"])
def test_lines_that_could_not_be_faint_are_not_drawn(mode):
    picture = replace(GAME, lined=True)
    assert inked(picture, WIDE, color_mode=mode) == inked(GAME, WIDE, color_mode=mode)


def around(picture: Picture, scale: Scale, cell: str, cursor: str = "") -> str:
    """The letter of a cell with what stands on both sides of it."""
    plan = plan_of(picture, scale)
    x, y = plan.glyph(cell)
    return text_of(plan, picture, cursor).splitlines()[y].ljust(plan.width)[x - 1 : x + 2]


@pytest.mark.parametrize(("shape", "scale"), DRAWINGS, ids=str)
def test_every_character_of_a_cell_leads_back_to_it(shape, scale):
    plan_ = plan(shape, scale)
    for cell, (left, top) in plan_.places.items():
        for right, down in product(range(scale.width), range(scale.height)):
            assert plan_.cell_at(left + right, top + down) == cell


@pytest.mark.parametrize(("shape", "scale"), DRAWINGS, ids=str)
def test_no_other_character_leads_to_a_cell(shape, scale):
    plan_ = plan(shape, scale)
    everywhere = product(range(-2, plan_.width + 2), range(-2, plan_.height + 2))
    hits = [cell for x, y in everywhere if (cell := plan_.cell_at(x, y)) is not None]
    assert len(hits) == len(SHAPES[shape].cells) * scale.width * scale.height


@pytest.mark.parametrize(("shape", "scale"), DRAWINGS, ids=str)
def test_everything_lies_inside_the_plan_and_no_label_on_a_cell(shape, scale):
    plan_ = plan(shape, scale)
    for cell in SHAPES[shape].cells:
        left, top, width, height = plan_.area(cell)
        assert left >= 0
        assert left + width <= plan_.width
        assert top + height <= plan_.height
    for label in plan_.labels:
        assert 0 <= label.x <= plan_.width - len(label.text)
        assert 0 <= label.y < plan_.height
        assert {plan_.cell_at(label.x + place, label.y) for place in range(len(label.text))} == {
            None
        }


@pytest.mark.parametrize("scale", [WIDE, MIDDLE, FLAT, SMALL], ids=str)
def test_a_brick_touches_the_six_neighbors_and_no_other(scale):
    cells = SHAPES["hexagon"]
    plan_ = plan("hexagon", scale)
    for cell, (left, top) in plan_.places.items():
        rim = [
            *((left - 1, top), (left + scale.width, top)),
            *((left + x, top - 1) for x in range(scale.width)),
            *((left + x, top + scale.height) for x in range(scale.width)),
        ]
        touched = {plan_.cell_at(*place) for place in rim} - {None}
        assert touched == set(cells.neighbors_of(cell))


@pytest.mark.parametrize(("shape", "scale"), DRAWINGS, ids=str)
def test_no_color_is_sent_without_color(shape, scale):
    picture = many_colors(SHAPES[shape])
    styles = styles_of(lines(plan_of(picture, scale), picture, "", color_mode="none"))
    assert all(style.color is None and style.bgcolor is None for style in styles)


def test_sixteen_colors_are_names_on_the_default_background():
    picture = every_mark(many_colors(Cells.build("hexagon", size=8)))
    styles = styles_of(lines(plan_of(picture, SMALL), picture, "h7", color_mode="16"))
    assert all(style.bgcolor is None for style in styles)
    assert {style.color.name for style in styles if style.color} <= {
        *("red", "yellow", "green", "cyan", "bright_blue", "magenta")
    }


@pytest.mark.parametrize("color_mode", ["full", "256", "16", "none"])
def test_ascii_is_ascii(color_mode):
    picture = every_mark(many_colors(Cells.build("square", size=13)))
    look = {"color_mode": color_mode, "ascii": True}
    parts = [part.text for line in lines(plan_of(picture, SMALL), picture, **look) for part in line]
    assert "".join(parts).isascii()


def test_every_character_has_the_same_width_everywhere():
    characters = {*LETTERS, *SIDES}
    for glyphs in (ASCII, UNICODE):
        characters |= {glyphs.empty, glyphs.target, glyphs.capture}
        characters |= {*glyphs.cursor, *glyphs.chosen, *glyphs.last}
    assert {east_asian_width(character) for character in characters} <= {"N", "Na"}


def styles_of(drawing):
    return {segment.style for line in drawing for segment in line}


async def test_the_cursor_starts_in_the_middle_and_reaches_every_cell():
    app = BoardApp(Picture.of(HEXAGON))
    async with app.run_test():
        board = app.query_one(Board)
        assert board.cursor == "c3"


@pytest.mark.parametrize("shape", SHAPES)
async def test_the_cursor_reaches_every_cell(shape):
    app = BoardApp(Picture.of(SHAPES[shape]))
    async with app.run_test():
        board = app.query_one(Board)
        reached = {board.cursor}
        frontier = [board.cursor]
        while frontier:
            cell = frontier.pop()
            after = {landing(board, cell, direction) for direction in get_args(Direction)}
            frontier += after - reached
            reached |= after
    assert reached == set(SHAPES[shape].cells)


def landing(board: Board, cell: str, *directions: Direction) -> str:
    """Where the cursor is after these moves from a cell."""
    board.cursor = cell
    for direction in directions:
        board.move(direction)
    return board.cursor


@pytest.mark.parametrize(
    ("shape", "start", "moves", "end"),
    [
        ("square", "c3", "N", "c4"),
        ("square", "c3", "SE", "d2"),
        ("square", "a1", "W", "a1"),
        ("square", "a1", "SW", "a1"),
        ("labels at the top", "b2", "N", "b1"),
        ("hexagon", "d4", "E", "d5"),
        ("hexagon", "d4", "NE", "e4"),
        ("hexagon", "d4", "NW", "e3"),
        ("hexagon", "d4", "SE", "c4"),
        ("hexagon", "d4", "SW", "c3"),
        ("hexagon", "d4", "N", "e3"),
        ("hexagon", "d4", "N N", "f3"),
        ("hexagon", "d4", "N N N", "g2"),
        ("hexagon", "d4", "N N S S", "d4"),
        ("hexagon", "d7", "N", "e6"),
        ("hexagon", "d7", "N N N", "g4"),
        ("hexagon", "d7", "N N N S S S", "d7"),
        ("hexagon", "d1", "NW", "d1"),
        ("rhombus", "a1", "N N N", "b4"),
        ("holes", "a5", "E", "c5"),
        ("holes", "a5", "S S S", "c2"),
        ("holes", "a5", "S S S S", "a1"),
    ],
)
async def test_the_cursor_goes_to_the_nearest_cell(shape, start, moves, end):
    app = BoardApp(Picture.of(SHAPES[shape]))
    async with app.run_test():
        assert landing(app.query_one(Board), start, *moves.split()) == end


async def test_the_board_says_where_the_cursor_has_gone_and_what_was_picked():
    app = BoardApp(GAME)
    async with app.run_test() as pilot:
        board = app.query_one(Board)
        board.cursor = "a1"
        board.move("E")
        board.move("S")
        board.pick()
        await pilot.pause()
    assert app.heard == [("moved", "a1"), ("moved", "b1"), ("picked", "b1")]


async def test_a_click_moves_the_cursor_and_picks():
    app = BoardApp(GAME)
    async with app.run_test() as pilot:
        board = app.query_one(Board)
        await pilot.click(Board, offset=plan_of(GAME, WIDE).glyph("d4"))
        await pilot.pause()
        assert board.cursor == "d4"
    assert app.heard == [("moved", "d4"), ("picked", "d4")]


async def test_a_click_on_a_label_is_nothing():
    app = BoardApp(GAME)
    async with app.run_test() as pilot:
        await pilot.click(Board, offset=(0, 1))
        await pilot.pause()
    assert app.heard == []


async def test_the_cursor_stays_on_the_board():
    app = BoardApp(GAME)
    async with app.run_test():
        board = app.query_one(Board)
        board.cursor = "d4"
        board.cursor = "z99"
        assert board.cursor == "d4"


@pytest.mark.parametrize("scale", [MIDDLE, SMALL], ids=str)
async def test_a_move_of_the_cursor_redraws_two_cells(monkeypatch, scale):
    app = BoardApp(GAME)
    async with app.run_test() as pilot:
        board = app.query_one(Board)
        board.scale = scale
        board.cursor = "b2"
        await pilot.pause()
        redrawn = spy(monkeypatch, board)
        board.move("E")
        plan_ = plan_of(GAME, scale)
        assert redrawn == [(Region(*plan_.area("b2")), Region(*plan_.area("c2")))]


async def test_a_new_picture_redraws_the_cells_that_differ(monkeypatch):
    app = BoardApp(GAME)
    async with app.run_test() as pilot:
        board = app.query_one(Board)
        await pilot.pause()
        redrawn = spy(monkeypatch, board)
        board.picture = GAME.marked("last", "a1").marked("target", "d1")
        board.picture = GAME.marked("last", "a1").marked("target", "d1")
        plan_ = plan_of(GAME, WIDE)
        assert redrawn == [(Region(*plan_.area("a1")), Region(*plan_.area("d1")))]


async def test_another_board_takes_the_place_of_the_old_one():
    app = BoardApp(GAME)
    async with app.run_test(size=(80, 24)) as pilot:
        board = app.query_one(Board)
        board.cursor = "d4"
        board.picture = Picture.of(Cells.build("hexagon", size=8))
        await pilot.pause()
        assert board.cursor == "d4"
        assert board.size == (33, 16)
        board.picture = Picture.of(HEXAGON)
        await pilot.pause()
        assert board.cursor == "d4"
        board.picture = Picture.of(Cells.build("square", size=3))
        await pilot.pause()
        assert board.cursor == "b2"
        assert ("moved", "b2") in app.heard


async def test_cells_grow_and_shrink_with_the_window_and_on_demand():
    app = BoardApp(Picture.of(Cells.build("square", size=13)))
    async with app.run_test(size=(120, 40)) as pilot:
        board = app.query_one(Board)
        assert board.size == (55, 27)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert board.size == (42, 14)
        board.scale = SMALL
        await pilot.pause()
        assert board.size == (29, 14)
        board.scale = None
        await pilot.pause()
        assert board.size == (42, 14)
        await pilot.resize_terminal(36, 20)
        await pilot.pause()
        assert board.size == (29, 14)


async def test_a_size_that_is_imposed_is_filled_as_far_as_it_goes():
    app = BoardApp(Picture.of(Cells.build("square", size=8)))
    async with app.run_test(size=(120, 40)) as pilot:
        board = app.query_one(Board)
        board.styles.width = 40
        board.styles.height = 20
        await pilot.pause()
        assert board.size == (40, 20)
        await pilot.click(Board, offset=plan_of(board.picture, MIDDLE).glyph("h1"))
        await pilot.pause()
        assert board.cursor == "h1"


async def test_the_terminals_cursor_is_on_the_cell():
    app = BoardApp(GAME)
    async with app.run_test() as pilot:
        board = app.query_one(Board)
        board.cursor = "d4"
        await pilot.pause()
        x, y = plan_of(GAME, WIDE).glyph("d4")
        assert board.cursor_place == board.region.offset + Offset(x, y)


async def test_the_screen_shows_what_was_drawn():
    app = BoardApp(GAME, ascii=True)
    async with app.run_test(size=(60, 24)) as pilot:
        board = app.query_one(Board)
        board.scale = SMALL
        board.cursor = "b3"
        await pilot.pause()
        shown = ["".join(part.text for part in line) for line in rows_of(pilot.app)]
    assert [line[:10].rstrip() for line in shown[1:6]] == drawn(GAME, SMALL, "b3").split("\n")[1:6]


async def test_the_whole_screen_is_without_color_when_the_terminal_is(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    app = BoardApp(every_mark(many_colors(Cells.build("square", size=9))), color_mode="none")
    async with app.run_test(size=(80, 24)) as pilot:
        styles = styles_of(rows_of(pilot.app)) - {None}
    assert all(style.color is None or style.color.is_default for style in styles)
    assert all(style.bgcolor is None or style.bgcolor.is_default for style in styles)


def spy(monkeypatch: pytest.MonkeyPatch, board: Board) -> list[tuple[Region, ...]]:
    """What the board is told to redraw from now on; () is everything."""
    calls: list[tuple[Region, ...]] = []
    monkeypatch.setattr(board, "refresh", lambda *regions, **_: calls.append(regions))
    return calls


THIRTEEN_HEXAGON = every_mark(many_colors(Cells.build("hexagon", size=8)))
THIRTEEN_SQUARE = every_mark(many_colors(Cells.build("square", size=13)))
RED_AND_BLUE = every_mark(two_sides(Cells.build("hexagon", size=7), "#cc2222", "#1f3fa8"))
BLACK_AND_WHITE = every_mark(two_sides(UNEQUAL, "#111111", "#eeeeee"))
ON_GREEN = every_mark(
    two_sides(Cells.build("square", size=8, labels="top"), "#111111", "#f5f5f5", "#2e8b57")
)
RHOMBUS = every_mark(two_sides(Cells.build("rhombus", size=11), *("#d75f5f", "#5f87d7")))


@pytest.mark.parametrize(
    ("name", "picture", "size", "look"),
    [
        ("board-hexagon-120x40", THIRTEEN_HEXAGON, (120, 40), {}),
        ("board-hexagon-80x24", THIRTEEN_HEXAGON, (80, 24), {}),
        ("board-hexagon-80x24-16", THIRTEEN_HEXAGON, (80, 24), {"color_mode": "16"}),
        ("board-hexagon-80x24-none", THIRTEEN_HEXAGON, (80, 24), {"color_mode": "none"}),
        ("board-square-120x40", THIRTEEN_SQUARE, (120, 40), {}),
        ("board-square-80x24", THIRTEEN_SQUARE, (80, 24), {}),
        ("board-square-80x24-ascii", THIRTEEN_SQUARE, (80, 24), {"ascii": True}),
        ("board-square-60x24-none", THIRTEEN_SQUARE, (60, 24), {"color_mode": "none"}),
        ("board-two-sides-120x40", RED_AND_BLUE, (120, 40), {}),
        ("board-two-sides-80x24-16", RED_AND_BLUE, (80, 24), {"color_mode": "16"}),
        ("board-unequal-80x24", BLACK_AND_WHITE, (80, 24), {}),
        ("board-labels-top-120x40", ON_GREEN, (120, 40), {}),
        ("board-labels-top-80x24", ON_GREEN, (80, 24), {}),
        ("board-rhombus-80x24", RHOMBUS, (80, 24), {}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_a_board_looks_as_it_should(snapshot, name, picture, size, look):
    async with BoardApp(picture, **look).run_test(size=size) as pilot:
        await shoot(pilot, snapshot, name)
