"""Deals: every piece once, equal colors apart, the same for the same seed, and soon done."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import deal as dealing
from core.board import Board
from core.deal import SplitMix64, deal, shuffled
from core.errors import DealError

DATA = Path(__file__).parent / "data"

LAYOUTS = {
    "nine": (Board.build("square", size=9), 9),
    "thirteen": (Board.build("square", size=13), 13),
    "hexagon": (Board.build("hexagon", size=8), 13),
}
"""Board and number of colors, with as many pieces of each color as there are colors."""

seeds = st.integers(0, 2**64 - 1)


def clashes(board: Board, layout: dict[str, int]) -> list[str]:
    """The cells that have a neighbor of their own color."""
    return [
        cell
        for cell, color in layout.items()
        if any(layout.get(other) == color for other in board.neighbors_of(cell))
    ]


def everywhere(board: Board) -> range:
    """All cells, in order."""
    return range(len(board.cells))


def test_the_generator_is_splitmix64() -> None:
    """Source: Rosetta Code, Pseudo-random numbers/Splitmix64."""
    rng = SplitMix64(1234567)
    assert [rng.next() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_seeds_count_modulo_2_to_the_64th() -> None:
    assert SplitMix64(2**64 + 5).next() == SplitMix64(5).next()
    assert SplitMix64(-1).next() == SplitMix64(2**64 - 1).next()


@settings(deadline=None)
@given(seeds, st.integers(1, 2**64))
def test_a_number_below_a_limit_is_below_it(seed: int, limit: int) -> None:
    assert 0 <= SplitMix64(seed).below(limit) < limit


def test_numbers_that_would_favor_some_are_passed_over() -> None:
    """Of 2**64 numbers the last quarter cannot be shared out among 3 * 2**62."""
    limit = 3 * 2**62
    stream = SplitMix64(3)
    fair = [number for number in (stream.next() for _ in range(40)) if number < limit]
    rng = SplitMix64(3)
    assert len(fair) < 40
    assert [rng.below(limit) for _ in fair] == fair


@pytest.mark.parametrize("limit", [0, -1, 2**64 + 1])
def test_a_limit_that_cannot_be_is_refused(limit: int) -> None:
    with pytest.raises(ValueError, match="expected a limit from 1"):
        SplitMix64(0).below(limit)


@settings(deadline=None)
@given(seeds, st.lists(st.integers()))
def test_a_shuffle_keeps_every_item(seed: int, items: list[int]) -> None:
    assert Counter(shuffled(items, SplitMix64(seed))) == Counter(items)


def test_all_orders_are_about_equally_likely() -> None:
    rng = SplitMix64(0)
    orders = Counter(tuple(shuffled("abcd", rng)) for _ in range(24 * 200))
    assert len(orders) == 24
    assert max(orders.values()) < 2 * min(orders.values())


def test_a_shuffle_runs_from_the_last_place_down() -> None:
    rng = SplitMix64(7)
    draws = [SplitMix64.below(rng, limit) for limit in (4, 3, 2)]
    expected = list("abcd")
    expected[3], expected[draws[0]] = expected[draws[0]], expected[3]
    expected[2], expected[draws[1]] = expected[draws[1]], expected[2]
    expected[1], expected[draws[2]] = expected[draws[2]], expected[1]
    assert shuffled("abcd", SplitMix64(7)) == expected


@pytest.mark.parametrize("layout", LAYOUTS)
@settings(max_examples=20, deadline=None)
@given(seed=seeds)
def test_a_deal_uses_every_piece_and_keeps_colors_apart(layout: str, seed: int) -> None:
    board, colors = LAYOUTS[layout]
    dealt = deal(board, everywhere(board), colors, colors, True, seed)
    assert tuple(dealt) == board.cells
    assert Counter(dealt.values()) == dict.fromkeys(range(colors), colors)
    assert clashes(board, dealt) == []


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_deal_needs_few_swaps(layout: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board, colors = LAYOUTS[layout]
    monkeypatch.setattr(dealing, "_SWAPS", len(board.cells))
    for seed in range(30):
        assert deal(board, everywhere(board), colors, colors, True, seed)


def test_a_seed_always_gives_the_same_deal() -> None:
    board = Board.build("square", size=3)
    dealt = deal(board, everywhere(board), 3, 3, True, 7)
    assert tuple(dealt) == board.cells
    assert tuple(dealt.values()) == (0, 1, 0, 1, 2, 1, 2, 0, 2)


def test_different_seeds_give_different_deals() -> None:
    board = Board.build("square", size=9)
    deals = {tuple(deal(board, everywhere(board), 9, 9, True, seed).values()) for seed in range(20)}
    assert len(deals) == 20


def test_without_apart_a_deal_is_a_plain_shuffle() -> None:
    board = Board.build("square", size=3)
    colors = shuffled([0, 0, 0, 1, 1, 1, 2, 2, 2], SplitMix64(11))
    assert list(deal(board, everywhere(board), 3, 3, False, 11).values()) == colors


def test_only_the_given_cells_get_pieces() -> None:
    board = Board.build("square", size=4)
    cells = [board.index[name] for name in ("a1", "b1", "c3", "d4")]
    assert set(deal(board, cells, 2, 2, False, 1)) == {"a1", "b1", "c3", "d4"}


def test_with_fewer_pieces_than_cells_some_stay_empty() -> None:
    board = Board.build("square", size=4)
    dealt = deal(board, everywhere(board), 2, 3, True, 5)
    assert Counter(dealt.values()) == {0: 3, 1: 3}
    assert clashes(board, dealt) == []


def test_a_deal_that_leaves_one_choice_only_is_found() -> None:
    board = Board.build("square", size=6)
    dealt = deal(board, everywhere(board), 2, 18, True, 2)
    assert {cell for cell, color in dealt.items() if color == dealt["a1"]} == set(
        board.names(board.phase(0))
    )


def test_more_pieces_than_cells_are_refused() -> None:
    board = Board.build("square", size=8)
    with pytest.raises(
        DealError, match="9 colors of 9 pieces are 81 pieces, but there are only 64 cells"
    ):
        deal(board, everywhere(board), 9, 9, True, 0)


def test_too_many_of_a_color_are_refused() -> None:
    board = Board.build("square", size=4)
    with pytest.raises(
        DealError, match=r"9 pieces of a color cannot be kept apart on 16 cells; .* at most 8"
    ):
        deal(board, everywhere(board), 1, 9, True, 0)


def test_a_search_that_finds_nothing_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two colors cannot fill a hexagon of three cells a side: three cells touch one another."""
    monkeypatch.setattr(dealing, "_SWAPS", 50)
    board = Board.build("hexagon", size=3)
    cells = [board.index[name] for name in ("a1", "a2", "b2", "b1", "c1", "c2")]
    with pytest.raises(DealError, match="no way was found to deal 3 pieces of each color"):
        deal(board, cells, 2, 3, True, 0)


def test_stored_layouts_obey_what_deals_obey() -> None:
    for layout in json.loads((DATA / "nibble_perft.json").read_text()):
        board, colors = LAYOUTS[layout["game"].partition(":")[2]]
        assert clashes(board, layout["deal"]) == []
        assert Counter(layout["deal"].values()) == dict.fromkeys(range(colors), colors)
