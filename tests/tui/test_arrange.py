"""The board goes before the panels, at any size of the window."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import catalog
from core.board import Board as Cells
from tests.tui.houses import begun, played, table
from tui.arrange import GAP, MARGIN, NARROWEST, arrange, chrome, has_room, sizes
from tui.lattice import facings, turned
from tui.picture import Picture
from tui.plan import Scale, fitting, plan_of
from tui.screens.page import SMALLEST
from tui.widgets.board import Board

BOARDS = {
    name: Picture.of(catalog.load(name).board)
    for name in ("oust", "hex", "reversi", "nibble:thirteen", "nibble:hexagon", "amazons")
}
FLAT = (Scale(4, 1), Scale(6, 2))
"""Bricks at which a hexagon is far from regular."""


def square(size: int) -> Picture:
    return Picture.of(Cells.build("square", size=size))


def hexagon(size: int) -> Picture:
    return Picture.of(Cells.build("hexagon", size=size))


@pytest.mark.parametrize(
    ("picture", "scale", "footprint"),
    [
        (square(8), Scale(4, 2), (34, 17)),
        (square(8), Scale(6, 3), (50, 25)),
        (square(9), Scale(4, 2), (38, 19)),
        (square(9), Scale(6, 3), (56, 28)),
        (square(13), Scale(2, 1), (29, 14)),
        (square(13), Scale(3, 1), (42, 14)),
        (square(13), Scale(4, 2), (55, 27)),
        (hexagon(8), Scale(2, 1), (33, 16)),
        (hexagon(8), Scale(4, 1), (63, 16)),
        (hexagon(8), Scale(4, 2), (63, 31)),
        (hexagon(5), Scale(4, 2), (39, 19)),
    ],
)
def test_boards_take_the_room_that_was_worked_out(picture, scale, footprint):
    """By hand: cells and labels; brackets need at most a column more."""
    plan = plan_of(picture, scale)
    assert plan.height == footprint[1]
    assert footprint[0] - 1 <= plan.width <= footprint[0]


WINDOWS = st.tuples(st.integers(SMALLEST[0], 500), st.integers(SMALLEST[1], 200))


@settings(deadline=None)
@given(st.sampled_from(sorted(BOARDS)), WINDOWS, st.booleans(), st.data())
def test_everything_is_in_the_window_and_the_board_goes_first(name, window, focus, data):
    columns, rows = window
    usual = BOARDS[name]
    picture = turned(usual, data.draw(st.sampled_from(facings(usual))))
    place = arrange(columns, rows, picture, focus=focus, tables=((30, 5), (20, 4)))
    room = rows - chrome(rows)
    smallest = plan_of(picture, Scale(2, 1))
    if smallest.width < columns and smallest.height <= room:
        assert place.board.width + MARGIN <= columns
        assert place.board.height <= room
    assert place.board.scale not in FLAT
    assert place.panel == 0 or place.panel >= NARROWEST
    if place.panel:
        assert place.board.width + MARGIN + GAP + place.panel <= columns
    if focus:
        assert place.panel == 0


@settings(deadline=None)
@given(st.sampled_from(sorted(BOARDS)), WINDOWS, st.integers(0, 80), st.integers(0, 40))
def test_a_larger_window_never_has_a_smaller_board(name, window, wider, higher):
    picture = BOARDS[name]
    columns, rows = window
    before = fitting(picture, columns, rows)
    after = fitting(picture, columns + wider, rows + higher)
    assert after.scale.height >= before.scale.height


@settings(deadline=None)
@given(st.integers(2, 12), st.integers(41, 195), st.booleans())
def test_in_a_large_window_a_board_is_no_stamp(size, rows, bricks):
    """Width is no matter here: its height is at least half of the window's."""
    picture = hexagon(size) if bricks else square(size)
    plan = fitting(picture, 1000, rows)
    assert plan.height > min(rows / 2, 24 * len(picture.rows))
    assert plan.scale.width == 2 * plan.scale.height


@settings(deadline=None)
@given(st.sampled_from(sorted(BOARDS)), WINDOWS)
def test_all_sizes_that_fit_can_be_chosen_and_are_kept(name, window):
    picture = BOARDS[name]
    for scale in sizes(*window, picture):
        assert arrange(*window, picture, scale=scale).board.scale == scale


@settings(deadline=None)
@given(st.sampled_from(sorted(BOARDS)), WINDOWS)
def test_there_is_room_where_there_is_at_some_size(name, window):
    assert has_room(*window, BOARDS[name]) == bool(sizes(*window, BOARDS[name]))


@pytest.mark.parametrize("size", [(500, 200), (300, 24), (36, 150), (37, 20), (2, 2), (1, 1)])
@pytest.mark.parametrize("name", ["nibble:thirteen", "hex"])
async def test_a_window_may_have_any_size(tmp_path, name, size):
    app = table(tmp_path, played(begun(name), 20))
    async with app.run_test(size=size) as pilot:
        await pilot.press("r", "f", "question_mark", "q", "f", "h")
        board = app.screen.query_one(Board)
        if size == (500, 200):
            assert board.scale.height > 6
            assert app.screen.query_one("#panel").size.width > 50
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert board.size.height <= 19
