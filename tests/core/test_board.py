"""Boards: their cells, names, neighbors, sides and drawing, for every shape."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.board import Board, column_letters
from core.errors import BoardError

DATA = Path(__file__).parent / "data"

BOARDS = {
    "nibble:nine": Board.build("square", size=9),
    "nibble:thirteen": Board.build("square", size=13),
    "nibble:hexagon": Board.build("hexagon", size=8),
    "rive:medium": Board.build("hexagon", sides=[3, 3, 5]),
    "rive:size-3": Board.build("hexagon", size=3),
    "rive:size-4": Board.build("hexagon", size=4),
    "oust:size-3+no-pie": Board.build("hexagon", size=3),
    "oust:size-7+no-pie": Board.build("hexagon", size=7),
    "oust:square-11+no-pie": Board.build("square", size=11),
    "reversi:8x8": Board.build("square", size=8, labels="top"),
}
"""The boards that recorded games and layouts are played on."""

STEPS = {
    False: {
        "N": (0, 1),
        "NE": (2, 1),
        "E": (2, 0),
        "SE": (2, -1),
        "S": (0, -1),
        "SW": (-2, -1),
        "W": (-2, 0),
        "NW": (-2, 1),
    },
    True: {"NE": (1, 1), "E": (2, 0), "SE": (1, -1), "SW": (-1, -1), "W": (-2, 0), "NW": (-1, 1)},
}
"""For hexagonal cells and others: direction -> half cells to the right, rows up."""

OPPOSITE = {
    "N": "S",
    "NE": "SW",
    "E": "W",
    "SE": "NW",
    "S": "N",
    "SW": "NE",
    "W": "E",
    "NW": "SE",
}


def shapes() -> st.SearchStrategy[dict[str, Any]]:
    """Keys of any board, of every shape and up to about a hundred cells."""
    small = st.integers(1, 7)
    labels = st.sampled_from(["bottom", "top"])
    drawings = st.integers(1, 7).flatmap(
        lambda width: st.lists(
            st.text(".#", min_size=width, max_size=width), min_size=1, max_size=7
        )
    )
    return st.one_of(
        st.fixed_dictionaries({"shape": st.just("square"), "size": small}),
        st.fixed_dictionaries({"shape": st.just("rectangle"), "width": small, "height": small}),
        st.fixed_dictionaries({"shape": st.just("hexagon"), "size": small}),
        st.fixed_dictionaries(
            {"shape": st.just("hexagon"), "sides": st.tuples(small, small, small)}
        ).filter(lambda keys: keys["sides"][1] <= keys["sides"][0] + keys["sides"][2] - 1),
        st.fixed_dictionaries({"shape": st.just("rhombus"), "size": small}),
        st.fixed_dictionaries({"shape": st.just("triangle"), "size": small}),
        st.fixed_dictionaries(
            {"shape": st.just("rows"), "rows": st.lists(small, min_size=1, max_size=7)}
        ),
        st.fixed_dictionaries(
            {"shape": st.just("mask"), "mask": drawings.map("\n".join).filter(lambda s: "." in s)}
        ),
    ).flatmap(
        lambda keys: st.fixed_dictionaries(
            {
                **{key: st.just(value) for key, value in keys.items()},
                "labels": labels,
                "adjacency": st.sampled_from(["orthogonal", "all"]),
            }
        )
    )


many = settings(max_examples=60, deadline=None)
boards = shapes().map(lambda keys: Board.build(**keys))


def drawn(board: Board) -> dict[str, tuple[int, int]]:
    """Where each cell is drawn: half cells from the left, rows from the bottom."""
    return {
        name: (row.offset + 2 * place, up)
        for up, row in enumerate(reversed(board.rows))
        for place, name in enumerate(row.cells)
        if name is not None
    }


def shifted(board: Board, cells: int, direction: str) -> int:
    """A set moved one step, as the engine does it."""
    shift = board.shifts[direction]
    return (cells << shift if shift > 0 else cells >> -shift) & board.full


def named(board: Board, cells: int) -> set[str]:
    """The names of a set."""
    return set(board.names(cells))


@many
@given(boards)
def test_a_step_in_any_direction_goes_where_it_goes_on_the_screen(board: Board) -> None:
    places = drawn(board)
    at = {place: name for name, place in places.items()}
    for direction, (right, up) in STEPS[board.bricks].items():
        for name, (x, y) in places.items():
            target = at.get((x + right, y + up))
            expected = {target} if target else set()
            assert named(board, shifted(board, board.mask([name]), direction)) == expected


@many
@given(boards)
def test_steps_of_the_whole_board_there_and_back_lose_only_cells_of_the_rim(board: Board) -> None:
    for direction, back in OPPOSITE.items():
        if direction in board.directions:
            there = shifted(board, board.full, direction)
            again = shifted(board, shifted(board, board.full, back), direction)
            assert again == there


@many
@given(boards)
def test_neighbors_are_the_cells_one_step_away_clockwise(board: Board) -> None:
    for name in board.cells:
        expected = [
            next(iter(board.names(cells)))
            for direction in board.adjacency
            if (cells := shifted(board, board.mask([name]), direction))
        ]
        assert list(board.neighbors_of(name)) == expected


@many
@given(boards)
def test_neighbors_are_mutual_and_never_the_cell_itself(board: Board) -> None:
    for place, neighbors in enumerate(board.neighbors):
        assert place not in neighbors
        assert len(set(neighbors)) == len(neighbors)
        assert all(place in board.neighbors[other] for other in neighbors)


@many
@given(boards)
def test_each_cell_has_one_name_one_bit_and_one_place(board: Board) -> None:
    assert len(set(board.cells)) == len(board.cells) == len(set(board.bits))
    assert list(board.bits) == sorted(board.bits)
    assert board.index == {name: place for place, name in enumerate(board.cells)}
    assert [board.cell(bit) for bit in board.bits] == list(board.cells)
    assert board.full == sum(1 << bit for bit in board.bits)
    assert max(board.bits) // board.stride < len(board.rows)
    assert set(drawn(board)) == set(board.cells)


@many
@given(boards, st.data())
def test_names_and_sets_go_both_ways(board: Board, data: st.DataObject) -> None:
    chosen = data.draw(st.sets(st.sampled_from(board.cells)))
    cells = board.mask(chosen)
    assert cells.bit_count() == len(chosen)
    assert board.names(cells) == tuple(name for name in board.cells if name in chosen)


@many
@given(boards)
def test_the_last_column_of_bits_is_padding(board: Board) -> None:
    assert all(bit % board.stride != board.stride - 1 for bit in board.bits)


@many
@given(boards)
def test_rows_and_columns_share_the_cells_out(board: Board) -> None:
    for lines in (
        [board.row(number) for number in range(1, 100)],
        [board.column(number) for number in range(1, 100)],
        [board.phase(number) for number in range(4)],
    ):
        assert sum(lines) == board.full
        assert sum(line.bit_count() for line in lines) == len(board.cells)
    assert board.row(0) == board.column(0) == board.phase(-1) == 0


@many
@given(boards, st.data())
def test_the_rows_of_a_set_are_the_rows_of_its_cells(board: Board, data: st.DataObject) -> None:
    names = data.draw(st.sets(st.sampled_from(board.cells)))
    rows = [board.row(number) for number in range(1, 20)]
    columns = [board.column(number) for number in range(1, 20)]
    cells = board.mask(names)
    assert board.row_of(cells) == sum(row for row in rows if row & cells)
    assert board.column_of(cells) == sum(column for column in columns if column & cells)


@many
@given(boards)
def test_neighbors_across_a_side_never_share_a_phase(board: Board) -> None:
    for number in range(3):
        phase = board.phase(number)
        assert not any(shifted(board, phase, step) & phase for step in board.orthogonal)


@many
@given(boards)
def test_the_edge_is_where_a_neighbor_is_missing(board: Board) -> None:
    expected = {
        name
        for name in board.cells
        if any(not shifted(board, board.mask([name]), step) for step in board.adjacency)
    }
    assert named(board, board.edge) == expected


@many
@given(boards)
def test_sides_and_corners_lie_on_the_edge_and_the_center_is_somewhere(board: Board) -> None:
    assert board.corners & ~board.edge == 0
    assert all(side for side in board.sides.values())
    assert all(side & ~board.edge == 0 for side in board.sides.values())
    assert board.center
    assert board.center & ~board.full == 0


@many
@given(shapes())
def test_the_same_keys_give_the_same_board(keys: dict[str, Any]) -> None:
    board = Board.build(**keys)
    assert board == Board.build(**keys)
    assert hash(board) == hash(Board.build(**keys))
    assert pickle.loads(pickle.dumps(board)) == board


@many
@given(shapes())
def test_labels_turn_names_but_not_the_picture(keys: dict[str, Any]) -> None:
    bottom = Board.build(**{**keys, "labels": "bottom"})
    top = Board.build(**{**keys, "labels": "top"})
    assert set(drawn(bottom).values()) == set(drawn(top).values())
    assert [row.label for row in bottom.rows] == [row.label for row in reversed(top.rows)]
    for marks in ("edge", "corners", "center"):
        where = {drawn(bottom)[name] for name in bottom.names(getattr(bottom, marks))}
        assert {drawn(top)[name] for name in top.names(getattr(top, marks))} == where
    for side in bottom.sides:
        where = {drawn(bottom)[name] for name in bottom.names(bottom.sides[side])}
        assert {drawn(top)[name] for name in top.names(top.sides[side])} == where


@pytest.mark.parametrize("size", [1, 2, 3, 8, 12])
def test_a_hexagon_has_3n_n_minus_1_plus_1_cells(size: int) -> None:
    board = Board.build("hexagon", size=size)
    assert len(board.cells) == 3 * size * (size - 1) + 1
    assert board.stride == 2 * size
    assert len(board.rows) == 2 * size - 1


@pytest.mark.parametrize(
    ("sides", "lengths"),
    [
        ((3, 3, 5), [5, 6, 7, 6, 5]),
        ((2, 4, 3), [3, 4, 3, 2, 1]),
        ((4, 2, 3), [3, 4, 5, 6, 5]),
        ((1, 1, 4), [4]),
        ((4, 4, 4), [4, 5, 6, 7, 6, 5, 4]),
    ],
)
def test_a_hexagon_of_unequal_sides_grows_and_shrinks(
    sides: tuple[int, int, int], lengths: list[int]
) -> None:
    board = Board.build("hexagon", sides=sides)
    assert [len(row.cells) for row in reversed(board.rows)] == lengths


def test_equal_sides_are_a_size() -> None:
    assert Board.build("hexagon", sides=[4, 4, 4]) == Board.build("hexagon", size=4)


def test_sides_go_before_a_size() -> None:
    assert Board.build("hexagon", size=4, sides=[3, 3, 5]) == Board.build(
        "hexagon", sides=[3, 3, 5]
    )


@pytest.mark.parametrize(
    ("keys", "count"),
    [
        ({"shape": "square", "size": 13}, 169),
        ({"shape": "rectangle", "width": 7, "height": 6}, 42),
        ({"shape": "rhombus", "size": 11}, 121),
        ({"shape": "triangle", "size": 11}, 66),
        ({"shape": "rows", "rows": [1, 3, 5, 7]}, 16),
        ({"shape": "mask", "mask": "..#\n...\n"}, 5),
    ],
    ids=lambda value: value["shape"] if isinstance(value, dict) else str(value),
)
def test_cells_are_counted(keys: dict[str, Any], count: int) -> None:
    assert len(Board.build(**keys).cells) == count


def test_a_square_board_is_lettered_along_and_numbered_from_the_bottom() -> None:
    board = Board.build("square", size=3)
    assert board.cells == ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
    assert board.columns == ("a", "b", "c")
    assert [row.label for row in board.rows] == ["3", "2", "1"]
    assert board.rows[0].cells == ("a3", "b3", "c3")


def test_labels_at_the_top_put_a1_at_the_top_left() -> None:
    board = Board.build("square", size=3, labels="top")
    assert [row.label for row in board.rows] == ["1", "2", "3"]
    assert board.rows[0].cells == ("a1", "b1", "c1")
    assert board.neighbors_of("b2") == ("b1", "c2", "b3", "a2")
    assert board.names(board.sides["N"]) == ("a1", "b1", "c1")


def test_a_hexagon_is_lettered_up_and_numbered_along() -> None:
    board = Board.build("hexagon", size=2)
    assert board.cells == ("a1", "a2", "b1", "b2", "b3", "c1", "c2")
    assert [(row.label, row.offset) for row in board.rows] == [("c", 1), ("b", 0), ("a", 1)]
    assert board.columns == ()
    assert board.neighbors_of("b2") == ("c2", "b3", "a2", "a1", "b1", "c1")


def test_a_rhombus_is_lettered_along_and_its_rows_slip_to_the_right() -> None:
    board = Board.build("rhombus", size=3, labels="top")
    assert [(row.label, row.offset, row.cells) for row in board.rows] == [
        ("1", 0, ("a1", "b1", "c1")),
        ("2", 1, ("a2", "b2", "c2")),
        ("3", 2, ("a3", "b3", "c3")),
    ]
    assert board.neighbors_of("b2") == ("c1", "c2", "b3", "a3", "a2", "b1")
    assert board.stride == 4


def test_a_triangle_stands_on_its_longest_row() -> None:
    board = Board.build("triangle", size=3)
    assert [(row.label, row.offset, row.cells) for row in board.rows] == [
        ("c", 2, ("c1",)),
        ("b", 1, ("b1", "b2")),
        ("a", 0, ("a1", "a2", "a3")),
    ]


def test_rows_of_bricks_never_stand_straight_above_each_other() -> None:
    board = Board.build("rows", rows=[1, 3, 5, 7])
    assert [(row.label, row.offset, len(row.cells)) for row in board.rows] == [
        ("d", 0, 7),
        ("c", 1, 5),
        ("b", 4, 3),
        ("a", 5, 1),
    ]


def test_rows_that_differ_by_one_are_a_hexagon() -> None:
    rows = Board.build("rows", rows=[5, 6, 7, 6, 5])
    hexagon = Board.build("hexagon", sides=[3, 3, 5])
    assert (rows.rows, rows.bits, rows.neighbors) == (hexagon.rows, hexagon.bits, hexagon.neighbors)


def test_a_mask_is_a_drawing_with_its_top_row_first() -> None:
    board = Board.build("mask", mask="\n  . . #\n  . # .\n")
    assert board.cells == ("a1", "c1", "a2", "b2")
    assert [row.cells for row in board.rows] == [("a2", "b2", None), ("a1", None, "c1")]
    assert board.columns == ("a", "b", "c")
    assert board.neighbors_of("a2") == ("b2", "a1")
    assert board.neighbors_of("c1") == ()


def test_diagonal_neighbors_are_there_when_asked_for() -> None:
    board = Board.build("square", size=3, adjacency="all")
    assert board.neighbors_of("b2") == ("b3", "c3", "c2", "c1", "b1", "a1", "a2", "a3")
    assert board.adjacency == board.directions
    assert board.orthogonal == ("N", "E", "S", "W")
    assert board.diagonal == ("NE", "SE", "SW", "NW")


def test_hexagonal_cells_have_six_directions_all_orthogonal() -> None:
    board = Board.build("hexagon", size=3, adjacency="all")
    assert board.directions == ("NE", "E", "SE", "SW", "W", "NW")
    assert board.orthogonal == board.adjacency == board.directions
    assert board.diagonal == ()


def ends(board: Board) -> Iterator[tuple[str, str]]:
    """Every side with the cells it begins and ends with in the order of cells."""
    for side, cells in board.sides.items():
        names = board.names(cells)
        yield side, f"{names[0]}-{names[-1]} {len(names)}"


@pytest.mark.parametrize(
    ("keys", "sides"),
    [
        (
            {"shape": "square", "size": 4},
            {"N": "a4-d4 4", "E": "d1-d4 4", "S": "a1-d1 4", "W": "a1-a4 4"},
        ),
        (
            {"shape": "rectangle", "width": 3, "height": 2},
            {"N": "a2-c2 3", "E": "c1-c2 2", "S": "a1-c1 3", "W": "a1-a2 2"},
        ),
        (
            {"shape": "rhombus", "size": 4},
            {"N": "a4-d4 4", "E": "d1-d4 4", "S": "a1-d1 4", "W": "a1-a4 4"},
        ),
        (
            {"shape": "hexagon", "sides": [3, 3, 5]},
            {
                "N": "e1-e5 5",
                "NE": "c7-e5 3",
                "SE": "a5-c7 3",
                "S": "a1-a5 5",
                "SW": "a1-c1 3",
                "NW": "c1-e1 3",
            },
        ),
        (
            {"shape": "triangle", "size": 4},
            {"S": "a1-a4 4", "W": "a1-d1 4", "E": "a4-d1 4"},
        ),
        (
            {"shape": "rows", "rows": [2, 3]},
            {"N": "b1-b3 3", "E": "a2-b3 2", "S": "a1-a2 2", "W": "a1-b1 2"},
        ),
        (
            {"shape": "mask", "mask": "#.#\n...\n#.#"},
            {"N": "b3-b3 1", "E": "c2-c2 1", "S": "b1-b1 1", "W": "a2-a2 1"},
        ),
    ],
    ids=lambda value: value.get("shape") if isinstance(value, dict) else None,
)
def test_sides_are_named_as_seen_and_hold_their_corners(
    keys: dict[str, Any], sides: dict[str, str]
) -> None:
    assert dict(ends(Board.build(**keys))) == sides
    assert list(Board.build(**keys).sides) == list(sides)


@pytest.mark.parametrize(
    ("keys", "corners"),
    [
        ({"shape": "square", "size": 4}, "a1 d1 a4 d4"),
        ({"shape": "square", "size": 4, "adjacency": "all"}, "a1 d1 a4 d4"),
        ({"shape": "rhombus", "size": 4}, "a1 d1 a4 d4"),
        ({"shape": "hexagon", "size": 4}, "a1 a4 d1 d7 g1 g4"),
        ({"shape": "hexagon", "sides": [3, 3, 5]}, "a1 a5 c1 c7 e1 e5"),
        ({"shape": "triangle", "size": 4}, "a1 a4 d1"),
        ({"shape": "mask", "mask": "#.#\n...\n#.#"}, "b1 a2 c2 b3"),
    ],
    ids=str,
)
def test_corners_are_where_two_sides_meet(keys: dict[str, Any], corners: str) -> None:
    board = Board.build(**keys)
    assert board.names(board.corners) == tuple(corners.split())


@pytest.mark.parametrize(
    ("keys", "center"),
    [
        ({"shape": "square", "size": 3}, "b2"),
        ({"shape": "square", "size": 8, "labels": "top"}, "d4 e4 d5 e5"),
        ({"shape": "rectangle", "width": 7, "height": 6}, "d3 d4"),
        ({"shape": "hexagon", "size": 5}, "e5"),
        ({"shape": "hexagon", "sides": [3, 3, 5]}, "c4"),
        ({"shape": "hexagon", "sides": [3, 3, 4]}, "c3 c4"),
        ({"shape": "rhombus", "size": 11}, "f6"),
        ({"shape": "rhombus", "size": 4}, "b2 c3"),
        ({"shape": "triangle", "size": 3}, "a2 b1 b2"),
        ({"shape": "triangle", "size": 4}, "b2"),
        ({"shape": "mask", "mask": "...\n.#.\n..."}, "b1 a2 c2 b3"),
    ],
    ids=str,
)
def test_the_center_is_what_lies_nearest_to_the_middle(keys: dict[str, Any], center: str) -> None:
    board = Board.build(**keys)
    assert board.names(board.center) == tuple(center.split())


def test_white_begins_on_d4_and_e5_counted_from_the_top() -> None:
    board = Board.build("square", size=8, labels="top")
    assert board.names(board.center & board.phase(1)) == ("d4", "e5")
    assert board.names(board.center & board.phase(0)) == ("e4", "d5")


@pytest.mark.parametrize(
    ("keys", "cell"),
    [
        ({"shape": "square", "size": 5}, "a1"),
        ({"shape": "square", "size": 4, "labels": "top"}, "a4"),
        ({"shape": "hexagon", "size": 5}, "a1"),
        ({"shape": "rhombus", "size": 5, "labels": "top"}, "a5"),
    ],
    ids=str,
)
def test_phase_0_holds_the_cell_at_the_bottom_left(keys: dict[str, Any], cell: str) -> None:
    board = Board.build(**keys)
    assert cell in named(board, board.phase(0))


def test_rows_and_columns_count_from_1() -> None:
    board = Board.build("square", size=3)
    assert board.names(board.row(1)) == ("a1", "b1", "c1")
    assert board.names(board.column(3)) == ("c1", "c2", "c3")
    assert board.row(4) == board.column(4) == 0


def test_a_row_of_lettered_rows_is_counted_by_its_letter() -> None:
    board = Board.build("rows", rows=[1, 3, 5, 7])
    assert board.names(board.row(2)) == ("b1", "b2", "b3")
    assert board.names(board.row_of(board.mask(["b2"]))) == ("b1", "b2", "b3")
    assert board.names(board.column(3)) == ("b3", "c3", "d3")


@pytest.mark.parametrize(
    ("place", "letters"), [(0, "a"), (25, "z"), (26, "aa"), (27, "ab"), (51, "az"), (52, "ba")]
)
def test_after_z_comes_aa(place: int, letters: str) -> None:
    assert column_letters(place) == letters


def test_wide_boards_have_unambiguous_names() -> None:
    board = Board.build("rectangle", width=30, height=12)
    assert board.columns[25:28] == ("z", "aa", "ab")
    assert board.cells[29] == "ad1"


@pytest.mark.parametrize("path", sorted(DATA.glob("*.jsonl")), ids=lambda path: path.stem)
def test_recorded_games_name_cells_of_their_boards(path: Path) -> None:
    games = [json.loads(line) for line in path.read_text().splitlines()]
    for game in games:
        names = set(BOARDS[game["game"]].cells)
        tokens = {token for _, token, _ in game.get("steps", [])}
        tokens |= {token for _, _, legal in game.get("steps", []) for token in legal or []}
        tokens |= {token for _, taken, legal in game.get("turns", []) for token in taken + legal}
        assert {token.removeprefix("-") for token in tokens} - {"pass"} <= names
        assert set(game.get("deal", names)) == names


def test_dealt_layouts_cover_their_boards() -> None:
    for layout in json.loads((DATA / "nibble_perft.json").read_text()):
        assert set(layout["deal"]) == set(BOARDS[layout["game"]].cells)


@pytest.mark.parametrize(
    ("keys", "key", "text"),
    [
        ({"shape": "ring"}, "shape", "expected one of square, rectangle, hexagon, rhombus"),
        ({"shape": "hexagon"}, "size", "a hexagon board needs 'size'"),
        ({"shape": "square"}, "size", "a square board needs 'size'"),
        ({"shape": "rectangle", "width": 3}, "height", "a rectangle board needs 'height'"),
        ({"shape": "rows"}, "rows", "a rows board needs 'rows'"),
        ({"shape": "mask"}, "mask", "a mask board needs 'mask'"),
        ({"shape": "square", "size": 3, "width": 3}, "width", "'width' does not go with a square"),
        ({"shape": "square", "size": 0}, "size", "expected a whole number from 1 to 64, got 0"),
        ({"shape": "hexagon", "size": 65}, "size", "from 1 to 64, got 65"),
        ({"shape": "hexagon", "sides": [3, 3]}, "sides", "expected 3 whole numbers, got 2"),
        ({"shape": "hexagon", "sides": [3, 0, 5]}, "sides", "from 1 to 64, got 0"),
        (
            {"shape": "hexagon", "sides": [2, 6, 3]},
            "sides",
            "rows shrink from 4 cells over 6 rows, which leaves none in the last",
        ),
        ({"shape": "rows", "rows": []}, "rows", "expected from 1 to 64 whole numbers, got 0"),
        ({"shape": "rows", "rows": [3, -1]}, "rows", "from 1 to 64, got -1"),
        ({"shape": "mask", "mask": "#"}, "mask", "the drawing has no cell"),
        ({"shape": "mask", "mask": ".x"}, "mask", "expected '.' or '#', got 'x' in line 1"),
        (
            {"shape": "mask", "mask": "...\n.."},
            "mask",
            "line 2 has 2 places, but the first has 3",
        ),
        (
            {"shape": "square", "size": 3, "adjacency": "al"},
            "adjacency",
            "expected one of orthogonal, all, got 'al'",
        ),
        (
            {"shape": "square", "size": 3, "labels": "left"},
            "labels",
            "expected one of bottom, top, got 'left'",
        ),
    ],
    ids=str,
)
def test_a_board_that_cannot_be_names_the_key_at_fault(
    keys: dict[str, Any], key: str, text: str
) -> None:
    with pytest.raises(BoardError) as caught:
        Board.build(**keys)
    assert caught.value.key == key
    assert text in str(caught.value)


def test_a_cell_that_is_not_there_is_named() -> None:
    board = Board.build("square", size=7)
    with pytest.raises(BoardError, match="no cell 'h8' on this board"):
        board.mask(["a1", "h8"])
    with pytest.raises(BoardError, match="no cell 'a0' on this board"):
        board.neighbors_of("a0")
