"""Boards are turned and mirrored onto themselves; the rules say what of it a game allows."""

from __future__ import annotations

import pytest

from core import catalog
from core.bots.symmetry import images, orbits, symmetries


@pytest.mark.parametrize(
    ("name", "count"),
    [("reversi:6x6", 8), ("connect-four", 4), ("rive:size-3", 12), ("hex:size-5", 4), ("y", 6)],
)
def test_a_board_has_the_symmetries_of_its_shape(name: str, count: int) -> None:
    """A square 8, a rectangle 4, a hexagon 12, a rhombus 4, a triangle 6."""
    board = catalog.load(name).board
    found = list(images(board))
    assert len(found) == count
    assert found[0] == {bit: bit for bit in board.bits}
    near = {
        (bit, board.bits[other])
        for bit, others in zip(board.bits, board.neighbors, strict=True)
        for other in others
    }
    for image in found:
        assert sorted(image.values()) == sorted(board.bits)
        assert {(image[one], image[other]) for one, other in near} == near


def cells(name: str) -> list[tuple[set[str], set[str]]]:
    game = catalog.load(name)
    found = orbits(game, symmetries(game))
    return [tuple(set(game.board.names(one)) for one in orbit.cells) for orbit in found]


def test_cells_that_rules_do_not_tell_apart_count_alike() -> None:
    found = cells("tic-tac-toe")
    assert sorted(map(len, (mine for mine, _ in found))) == [1, 4, 4]
    assert all(mine == theirs for mine, theirs in found)


def test_sides_that_run_against_each_other_see_mirrored_cells() -> None:
    """A pawn's rows count from its own side, and left is as good as right."""
    found = cells("hexapawn")
    assert ({"a1", "c1"}, {"a3", "c3"}) in found
    assert ({"b2"}, {"b2"}) in found


def test_sides_that_play_otherwise_share_no_cells() -> None:
    found = cells("fox-and-hounds")
    assert all(bool(mine) != bool(theirs) for mine, theirs in found)


def test_sides_with_goals_across_each_other_see_cells_turned() -> None:
    """Between top and bottom is for one what between left and right is for the other."""
    game = catalog.load("hex:size-5")
    ways = symmetries(game)
    assert sum(way.swaps for way in ways) == sum(not way.swaps for way in ways) == 2
