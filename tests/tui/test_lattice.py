"""A board may be looked at from all sides: cells keep their names, and are where they are seen."""

from __future__ import annotations

from itertools import product
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.board import Board as Cells
from tests.tui.boards import SHAPES, BoardApp
from tui.lattice import Facing, facings, turned
from tui.picture import Picture
from tui.plan import Plan, Scale, plan_of, scales
from tui.widgets.board import Board, Direction

SMALL, MIDDLE = Scale(2, 1), Scale(4, 2)
PICTURES = {name: Picture.of(cells) for name, cells in SHAPES.items()}
SEEN = [(shape, facing) for shape, picture in PICTURES.items() for facing in facings(picture)]
"""Every shape from every side."""
AHEAD: dict[Direction, tuple[int, int]] = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}


def named(value: object) -> str:
    if isinstance(value, Facing):
        return f"{value.angle}{' mirrored' if value.mirrored else ''}"
    return str(value)


@st.composite
def boards(draw: st.DrawFn) -> Cells:
    """Boards of any shape that are not too large."""
    shape = draw(st.sampled_from(("square", "rectangle", "hexagon", "rhombus", "triangle", "rows")))
    size = st.integers(1, 6)
    match shape:
        case "rectangle":
            return Cells.build(shape, width=draw(size), height=draw(size))
        case "rows":
            return Cells.build(shape, rows=draw(st.lists(size, min_size=1, max_size=5)))
        case _:
            return Cells.build(shape, size=draw(size))


def shape_of(plan: Plan) -> tuple[object, ...]:
    return plan.width, plan.height, plan.places, plan.labels


@settings(deadline=None)
@given(boards(), st.sampled_from((SMALL, MIDDLE)))
def test_a_board_that_is_turned_all_the_way_round_is_as_before(cells, scale):
    picture = Picture.of(cells)
    angle = facings(picture)[1].angle
    seen = picture
    for _ in range(360 // angle):
        seen = turned(seen, Facing(angle=angle))
    assert shape_of(plan_of(seen, scale)) == shape_of(plan_of(picture, scale))
    seen = turned(turned(picture, Facing(mirrored=True)), Facing(mirrored=True))
    assert shape_of(plan_of(seen, scale)) == shape_of(plan_of(picture, scale))


@settings(deadline=None)
@given(boards(), st.data())
def test_turning_a_turned_board_is_one_turning(cells, data):
    picture = Picture.of(cells)
    first, then = (data.draw(st.sampled_from(facings(picture))) for _ in range(2))
    sense = -1 if then.mirrored else 1
    angle = (then.angle + sense * first.angle) % 360
    both = Facing(first.mirrored != then.mirrored, angle)
    seen = turned(turned(picture, first), then)
    assert shape_of(plan_of(seen, SMALL)) == shape_of(plan_of(turned(picture, both), SMALL))


@settings(deadline=None)
@given(boards(), st.data())
def test_flipping_changes_left_and_right(cells, data):
    picture = Picture.of(cells)
    facing = data.draw(st.sampled_from(facings(picture)))
    before, after = (turned(picture, each) for each in (facing, facing.flipped()))
    assert after.cells == tuple(
        cell for row in before.rows for cell in reversed(row.cells) if cell is not None
    )


@pytest.mark.parametrize(("shape", "facing"), SEEN, ids=named)
def test_the_cells_that_touch_are_the_neighbors_from_every_side(shape, facing):
    cells = SHAPES[shape]
    plan = plan_of(turned(PICTURES[shape], facing), SMALL)
    for cell, (left, top) in plan.places.items():
        rim = [(left - 1, top), (left + 2, top)]
        rim += [(left + x, top + y) for x, y in product((0, 1), (-1, 1))]
        touched = {plan.cell_at(*place) for place in rim} - {None}
        assert touched == set(cells.neighbors_of(cell))


@pytest.mark.parametrize(("shape", "facing"), SEEN, ids=named)
def test_every_character_of_a_turned_cell_leads_back_to_it(shape, facing):
    picture = turned(PICTURES[shape], facing)
    for scale in scales(picture):
        plan = plan_of(picture, scale)
        assert set(plan.places) == set(SHAPES[shape].cells)
        for cell, (left, top) in plan.places.items():
            corners = product((left, left + scale.width - 1), (top, top + scale.height - 1))
            assert {plan.cell_at(*corner) for corner in corners} == {cell}
            area = plan.area(cell)
            assert area[0] >= 0
            assert area[0] + area[2] <= plan.width


@pytest.mark.parametrize(
    ("shape", "facing"), [seen for seen in SEEN if seen[0] != "holes"], ids=named
)
def test_labels_of_a_turned_board_are_beside_the_cells_that_they_name(shape, facing):
    plan = plan_of(turned(PICTURES[shape], facing), MIDDLE)
    for label in plan.labels:
        assert 0 <= label.x <= plan.width - len(label.text)
        assert 0 <= label.y < plan.height
        taken = range(label.x, label.x + len(label.text))
        assert {plan.cell_at(x, label.y) for x in taken} == {None}
        near = product(range(label.x - 4, label.x + 7), range(label.y - 2, label.y + 3))
        cells = [cell for place in near if (cell := plan.cell_at(*place)) is not None]
        assert any(cell.startswith(label.text) or cell.endswith(label.text) for cell in cells), (
            label
        )


@pytest.mark.parametrize("shape", SHAPES)
async def test_the_cursor_goes_where_the_keys_point_on_the_screen(shape):
    app = BoardApp(PICTURES[shape])
    async with app.run_test():
        board = app.query_one(Board)
        for facing in facings(PICTURES[shape]):
            picture = board.picture = turned(PICTURES[shape], facing)
            plan = plan_of(picture, SMALL)
            some = picture.cells[:: 1 + len(picture.cells) // 12]
            for cell, direction in product(some, get_args(Direction)):
                board.cursor = cell
                board.move(direction)
                if board.cursor != cell:
                    (x, y), (after_x, after_y) = plan.places[cell], plan.places[board.cursor]
                    across, down = AHEAD[direction]
                    assert down == (after_y > y) - (after_y < y)
                    assert across in (0, (after_x > x) - (after_x < x))


@pytest.mark.parametrize("facing", facings(PICTURES["hexagon"]), ids=named)
async def test_a_click_picks_the_cell_that_is_seen_there(facing):
    picture = PICTURES["hexagon"]
    app = BoardApp(picture)
    async with app.run_test(size=(80, 24)) as pilot:
        board = app.query_one(Board)
        board.cursor = "b2"
        board.picture = turned(picture, facing)
        await pilot.pause()
        assert board.cursor == "b2"
        for cell in ("a1", "d4", "g4"):
            await pilot.click(Board, offset=board._plan.glyph(cell))
        await pilot.pause()
    assert [cell for heard, cell in app.heard if heard == "picked"] == ["a1", "d4", "g4"]
