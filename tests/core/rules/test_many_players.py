"""Games for three and more agree with plain versions of their rules, and say who shares a win."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import PositionError
from core.rules.game import Game, Outcome, Position
from core.rules.trial import try_out
from tests.core.language.texts import small
from tests.core.rules.trios import (
    CLAIMS,
    GATHER,
    MARCH,
    SPREAD,
    Claims,
    Gather,
    March,
    Spread,
    Trio,
    game,
)

Plain = Callable[[Position], Trio]

GAMES: dict[str, tuple[Game, Plain]] = {
    "spread": (game(SPREAD), lambda _: Spread()),
    "spread few": (game(SPREAD, "few"), lambda _: Spread("few")),
    "spread green": (game(SPREAD, "green"), lambda _: Spread("green")),
    "spread mover": (game(SPREAD, "mover"), lambda _: Spread("mover")),
    "spread four": (game(SPREAD, "four"), lambda _: Spread(seats=4)),
    "march": (game(MARCH), lambda _: March()),
    "claims": (game(CLAIMS), lambda _: Claims()),
    "gather": (game(GATHER), lambda start: Gather(colors(start))),
}


def colors(position: Position) -> dict[str, int]:
    return {cell: piece.color or 0 for cell, piece in position.pieces.items()}


def tokens(position: Position) -> list[str]:
    return sorted(step.token for step in position.steps)


def line(name: str, seed: int) -> Iterator[tuple[Position, Trio]]:
    """The positions of a random game with the plain version beside them, up to the end."""
    rules, plain = GAMES[name]
    rng = random.Random(seed)
    position = rules.start(seed=seed)
    book = plain(position)
    yield position, book
    while position.steps:
        token = rng.choice(tokens(position))
        position = position.play(token)
        book.play(token)
        yield position, book


def ends(name: str, games: int) -> list[Outcome]:
    """How so many random games end."""
    found = []
    for seed in range(games):
        *_, (last, _) = line(name, seed)
        assert last.outcome is not None
        found.append(last.outcome)
    return found


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 1 << 40))
def test_a_plain_version_of_the_rules_agrees_at_every_step(name: str, seed: int) -> None:
    for position, book in line(name, seed):
        if book.won is None:
            assert position.outcome is None
            assert position.mover == book.mover
            assert tokens(position) == sorted(book.tokens())
        else:
            assert position.mover is None
            assert position.outcome is not None
            alone = book.won[0] if len(book.won) == 1 else None
            shared = book.won if len(book.won) > 1 else ()
            assert position.outcome == Outcome(alone, book.reason, shared)
        owners = {cell: piece.owner for cell, piece in position.pieces.items()}
        if isinstance(book, Gather):
            assert colors(position) == book.left
            assert [list(position.held(seat)) for seat in range(3)] == book.held
        else:
            assert owners == {book.board[point]: seat for point, seat in book.on.items()}
        scores = book.scores()
        assert position.scores == (scores if scores is None else tuple(scores))


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 1 << 40))
def test_any_position_reads_as_it_is_written(name: str, seed: int) -> None:
    rules = GAMES[name][0]
    for position, _ in line(name, seed):
        again = rules.position(str(position))
        assert again == position
        assert (tokens(again), again.outcome) == (tokens(position), position.outcome)


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_wrong_with_random_games(name: str) -> None:
    trial = try_out(GAMES[name][0], 20)
    assert trial.findings == ()
    assert len(trial.wins) == GAMES[name][0].sides


@pytest.mark.parametrize("name", GAMES)
def test_steps_that_are_counted_are_steps_that_are_made(name: str) -> None:
    rules = GAMES[name][0]
    start = rules.start()

    def leaves(position: Position, depth: int) -> int:
        if not depth or not position.steps:
            return 1
        return sum(leaves(position.play(step), depth - 1) for step in position.steps)

    assert rules.perft(start, 4) == leaves(start, 4)


@pytest.mark.parametrize("name", GAMES)
def test_a_random_game_played_out_ends_as_one_played_step_by_step_can(name: str) -> None:
    rules = GAMES[name][0]
    reasons = {outcome.reason for outcome in ends(name, 60)}
    for seed in range(20):
        last, over = rules.playout(rules.start(seed=seed), seed)
        assert over
        assert last.outcome is not None
        assert last.outcome.reason in reasons


def test_everybody_moves_in_turn() -> None:
    movers = [position.mover for position, _ in line("spread four", 1)]
    assert movers[:9] == [0, 1, 2, 3, 0, 1, 2, 3, 0]


def test_who_has_nothing_left_passes_while_the_others_play_on() -> None:
    """A player is wiped out in some games, and then passes at every turn."""
    passed = Counter(
        position.mover
        for seed in range(60)
        for position, _ in line("spread", seed)
        if tokens(position) == ["pass"] and len(position.pieces) < 16
    )
    assert set(passed) == {0, 1, 2}


def test_all_ways_of_ending_are_seen() -> None:
    assert {one.reason for one in ends("claims", 150)} == {"passed", "ahead"}
    assert {one.reason for one in ends("gather", 150)} == {"alone", "rival", "bare"}
    march = {one.reason for one in ends("march", 300)}
    assert march >= {"arrived", "no_red", "no_green", "no_blue"}


def test_those_whom_a_loser_leaves_share_the_win() -> None:
    lost = {one.reason: one for one in ends("march", 300) if one.reason.startswith("no_")}
    assert lost["no_red"] == Outcome(None, "no_red", (1, 2))
    assert lost["no_green"] == Outcome(None, "no_green", (0, 2))
    assert lost["no_blue"] == Outcome(None, "no_blue", (0, 1))


def test_who_is_stuck_may_lose_and_the_others_share_the_win() -> None:
    text = small(
        players="[red, green, blue]",
        board="{shape: square, size: 2}",
        turn="{no_moves: lose}",
        moves='\n  place: {place: stone, at: cells("a1 b2") & empty}',
    )
    position = game(text).start().play("a1").play("b2")
    assert position.outcome == Outcome(None, "no_moves", (0, 1))
    assert str(position).endswith("over=red+green:no_moves")


def test_those_who_share_the_best_score_share_the_win() -> None:
    shared = {one.shared for one in ends("spread", 300)}
    assert shared > {(), (0, 1), (0, 2), (1, 2)} - {()}


def test_a_score_that_all_share_is_a_draw() -> None:
    position = game(CLAIMS).start()
    for _ in range(3):
        position = position.play("pass")
    assert position.outcome == Outcome(None, "passed")
    assert "over=nobody:passed" in str(position)


def test_a_tie_goes_to_the_one_it_is_given_to_only_if_among_the_best() -> None:
    by_score = [one for one in ends("spread green", 300) if one.reason == "stuck"]
    assert all(1 not in one.shared for one in by_score)
    assert any(one.shared == (0, 2) for one in by_score)


def test_a_game_for_eight_takes_turns_and_writes_eight_letters() -> None:
    names = ["ann", "bob", "cem", "dan", "eve", "fay", "gus", "hal"]
    rules = game(small(players=f"[{', '.join(names)}]"))
    position = rules.start()
    for number, cell in enumerate(rules.cells[:8]):
        assert position.mover == number
        position = position.play(cell)
    assert position.mover == 0
    assert [piece.owner for piece in position.pieces.values()] == list(range(8))
    assert str(position).startswith("5/5/5/VUT2/XOYZW ann start 0 ")
    assert rules.position(str(position)) == position


@pytest.mark.parametrize("over", ["red+nobody", "green+red", "red+red", "red+green+blue", "white"])
def test_a_win_is_written_in_one_way_only(over: str) -> None:
    rules = game(CLAIMS)
    text = f"{rules.start()},over={over}:passed"
    with pytest.raises(PositionError, match="over: expected "):
        rules.position(text)
