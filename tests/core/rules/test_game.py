"""The Python interface: what a position says, and how seats, sides, deals and turns behave."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import catalog
from core.errors import DealError, PositionError
from core.rules.game import Outcome, Piece

SPARSE = """\
format: 1
game: sparse
board: {shape: square, size: 4}
pieces: {block: {owner: none, colors: 2, copies: 3}}
setup:
  - {deal: block, at: "board - row(1)"}
moves: {take: {take: block, at: occupied, into: hand}}
turn: {no_moves: draw}
"""


def test_after_a_swap_the_second_seat_has_the_first_stone_and_the_first_seat_moves() -> None:
    position = catalog.load("oust:size-4").start().play("d4")
    assert [step.token for step in position.steps if step.verb == "swap"] == ["swap"]
    swapped = position.play("swap")
    assert swapped.pieces == {"d4": Piece(owner=1, kind="stone", color=None, side=0)}
    assert swapped.mover == 0
    assert (swapped.side(0), swapped.side(1)) == (1, 0)
    assert all(step.verb != "swap" for step in swapped.steps)


def test_a_swapped_winner_is_the_seat_and_not_the_side() -> None:
    position = catalog.load("rive:size-3+pie").start().play("c3").play("swap")
    while position.steps:
        position = position.play(position.steps[0])
    assert position.scores is not None
    best = max((0, 1), key=lambda seat: position.scores[seat])
    assert position.outcome == Outcome(best, "full")


def test_a_turn_of_several_steps_says_what_may_and_must_follow() -> None:
    game = catalog.load("nibble:nine")
    position = game.start(seed=1)
    assert (position.may_stop, position.must_go_on, position.step) == (False, False, 0)
    begun = position.play(position.steps[0])
    assert (begun.mover, begun.stage, begun.step) == (0, "more", 1)
    assert (begun.may_stop, begun.must_go_on) == (True, False)
    assert begun.prompt == "take another G block, or finish"
    ended = begun.play("stop")
    assert (ended.mover, ended.stage, ended.step, ended.turn) == (1, "start", 0, 2)


def test_a_merge_must_be_shrunk_before_anything_else() -> None:
    position = catalog.load("rive:size-3").start()
    while position.stage != "shrink":
        position = position.play(position.steps[-1])
    assert position.must_go_on
    assert not position.may_stop
    assert {step.verb for step in position.steps} == {"take"}
    left = position.prompt.removeprefix("remove ").removesuffix(" more from the merged group")
    assert int(left) >= 1


def test_what_is_taken_into_the_hand_is_counted_by_color() -> None:
    position = catalog.load("nibble:nine").start(seed=3)
    cell = position.steps[0].cells[0]
    color = position.pieces[cell].color
    assert color is not None
    after = position.play(position.steps[0])
    assert after.held(0)[color] == 1
    assert sum(after.held(0)) == 1
    assert sum(after.held(1)) == 0
    assert cell not in after.pieces


def test_how_far_a_seat_is_comes_from_the_definition() -> None:
    position = catalog.load("nibble:thirteen").start(seed=3)
    measures = position.progress(0)
    assert [(one.name, one.have, one.need) for one in measures] == [
        ("majorities", 0, 7),
        ("all_of_one", 0, 13),
        ("three_in_row", 0, 3),
    ]
    assert position.marks == (7, 10, 13)


def test_equal_positions_are_one_value_whatever_the_order_of_steps() -> None:
    game = catalog.load("nibble:nine")
    orders = [
        (start.play(one).play(two.token), start.play(two).play(one.token))
        for start in (game.start(seed=seed) for seed in range(30))
        for one in start.steps
        for two in start.steps
        if not start.play(one).why_not(two.token) and start.play(one).mover == 0
    ]
    assert orders
    for one, other in orders:
        assert one == other
        assert len({one, other}) == 1


@pytest.mark.parametrize(
    ("deal", "words"),
    [
        ({"z9": 0}, "no cell 'z9' on this board"),
        ({"a2": 7}, "a2: colors run from 0 to 1, not 7"),
        ({"a1": 0}, "nothing is dealt onto a1"),
        ({"a2": 0}, "color 0 has 3 pieces, not 1"),
    ],
)
def test_a_deal_that_does_not_fit_is_refused(tmp_path: Path, deal, words: str) -> None:
    file = tmp_path / "sparse.yaml"
    file.write_text(SPARSE, "utf-8")
    with pytest.raises(DealError, match=words):
        catalog.load(str(file)).start(deal=deal)


def test_a_deal_may_leave_cells_empty(tmp_path: Path) -> None:
    file = tmp_path / "sparse.yaml"
    file.write_text(SPARSE, "utf-8")
    pieces = catalog.load(str(file)).start(seed=4).pieces
    assert len(pieces) == 6
    assert not [cell for cell in pieces if cell.endswith("1")]


def test_nothing_is_dealt_in_a_game_that_starts_from_a_fixed_position() -> None:
    with pytest.raises(DealError, match="starts from a fixed position"):
        catalog.load("reversi").start(deal={"a1": 0})


@pytest.mark.parametrize("held", ["13", "-1"])
def test_nobody_holds_more_of_a_color_than_the_board_has_cells(tmp_path: Path, held: str) -> None:
    file = tmp_path / "sparse.yaml"
    file.write_text(SPARSE.replace("size: 4", "size: 3"), "utf-8")
    game = catalog.load(str(file))
    assert game.position("AAA/BBB/3 first start 0 - 9.0/0.0 turn=1").held(0) == (9, 0)
    with pytest.raises(PositionError, match="0 to 9 of a color"):
        game.position(f"AAA/BBB/3 first start 0 - {held}.0/0.0 turn=1")


def test_a_forced_pass_is_a_step_like_any_other() -> None:
    position = catalog.load("reversi:8x8").start()
    for token in [
        "e6",
        "f6",
        "c4",
        "c5",
        "c6",
        "d6",
        "g7",
        "f4",
        "g4",
        "g6",
        "e7",
        "h8",
        "h6",
        "g5",
        "g8",
        "f8",
    ]:
        position = position.play(token)
    assert [step.token for step in position.steps] == ["pass"]
    assert position.prompt == "nothing can be turned over; you must pass"
    assert position.play("pass").mover == 1


def test_a_piece_that_players_own_may_lie_there_for_nobody_from_the_start(tmp_path: Path) -> None:
    file = tmp_path / "neutral.yaml"
    file.write_text(
        "format: 1\n"
        "game: neutral\n"
        "board: {shape: square, size: 2}\n"
        "pieces: {stone: }\n"
        'setup: [{place: stone, owner: neutral, at: cells("a1")}]\n'
        "moves: {place: {place: stone, at: adjacent(neutral)}}\n"
        "turn: {no_moves: lose}\n",
        "utf-8",
    )
    start = catalog.load(str(file)).start()
    assert start.pieces == {"a1": Piece(owner=None, kind="stone", color=None, side=None)}
    assert [step.token for step in start.steps] == ["b1", "a2"]


def test_positions_that_go_on_alike_have_one_key_whatever_the_order_of_steps() -> None:
    """An end rule that looks at the cell just played must not keep that cell for ever."""
    start = catalog.load("connect-four").start()
    keys = set()
    for order in (("a1", "b1", "c1"), ("c1", "b1", "a1")):
        position = start
        for token in order:
            position = position.play(token)
        keys.add(position.merge_key)
    assert len(keys) == 1
