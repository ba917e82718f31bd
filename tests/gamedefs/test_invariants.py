"""What always holds: in every game, and in the four whose rules are known here a second time."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import catalog
from core.catalog import load
from core.errors import IllegalStep
from core.rules.game import Game, Position
from tests.gamedefs.reference import Nibble, Reversi, Rive, groups, model, touched

LONG = 5_000
"""Steps by which any game played at random is over."""
ENOUGH = 80
"""Steps after which a game is left when every position of it is looked at closely."""


def ids() -> list[str]:
    """The games that `reference` models, with their defaults and with each other variant."""
    found = []
    for name in ("nibble", "oust", "reversi", "rive"):
        found.append(name)
        for variant in catalog.definition(name).variants:
            if not variant.default:
                found.append(f"{name}:{variant.id}")
    return found


GAMES = ids()
COMPARED = [
    "oust:size-3+no-pie",
    "oust:size-3",
    "oust:size-5",
    "oust:square-11",
    "rive:size-3",
    "rive:medium",
    "rive:size-4",
    "nibble:nine",
    "nibble:thirteen",
    "nibble:hexagon",
    "reversi:6x6",
    "reversi:8x8",
    "reversi:6x6+anti",
    "reversi:10x10",
]

seeds = st.integers(0, 2**32 - 1)
few = settings(max_examples=2, deadline=None)
some = settings(max_examples=6, deadline=None)


def played(game: Game, seed: int, length: int = LONG) -> list[Position]:
    """The positions of a game played at random, the first and the last among them."""
    rng = random.Random(seed)
    position = game.start(seed=seed)
    line = [position]
    while position.steps and len(line) <= length:
        position = position.play(rng.choice(position.steps))
        line.append(position)
    return line


def tokens(position: Position) -> list[str]:
    """The legal steps as text, sorted."""
    return sorted(str(step) for step in position.steps)


def owners(position: Position) -> dict[str, int | None]:
    """Whose piece is on each cell."""
    return {cell: piece.owner for cell, piece in position.pieces.items()}


def colors(position: Position) -> dict[str, int | None]:
    """The color of the piece on each cell."""
    return {cell: piece.color for cell, piece in position.pieces.items()}


@pytest.mark.parametrize("game", GAMES)
@few
@given(seed=seeds)
def test_random_play_ends_with_an_outcome(game: str, seed: int) -> None:
    *_, end = played(load(game), seed)
    assert end.steps == ()
    assert end.mover is None
    assert end.outcome is not None
    assert end.outcome.winner in (None, 0, 1)
    assert end.outcome.reason


@pytest.mark.parametrize("game", GAMES)
@few
@given(seed=seeds)
def test_someone_is_to_move_as_long_as_there_are_steps(game: str, seed: int) -> None:
    for position in played(load(game), seed, ENOUGH):
        assert (position.mover in (0, 1)) == bool(position.steps)
        assert (position.outcome is None) == bool(position.steps)


@pytest.mark.parametrize("game", GAMES)
@few
@given(seed=seeds)
def test_no_two_legal_steps_are_written_alike(game: str, seed: int) -> None:
    for position in played(load(game), seed, ENOUGH):
        assert len({step.token for step in position.steps}) == len(position.steps)


@pytest.mark.parametrize("game", GAMES)
@few
@given(seed=seeds)
def test_steps_are_clicked_on_cells_of_the_board(game: str, seed: int) -> None:
    cells = set(load(game).cells)
    for position in played(load(game), seed, ENOUGH):
        assert position.pieces.keys() <= cells
        for step in position.steps:
            assert set(step.cells) <= cells
            assert str(step) == step.token
            assert bool(step.cells) == (step.verb not in ("pass", "swap", "stop"))


@pytest.mark.parametrize("game", GAMES)
@few
@given(seed=seeds)
def test_a_position_survives_being_written_down(game: str, seed: int) -> None:
    for position in played(load(game), seed, ENOUGH):
        again = load(game).position(str(position))
        assert again == position
        assert hash(again) == hash(position)
        assert str(again) == str(position)
        assert again.steps == position.steps
        assert again.outcome == position.outcome
        assert again.pieces == position.pieces


@pytest.mark.parametrize("game", GAMES)
@few
@given(seed=seeds)
def test_a_step_changes_another_position_not_this_one(game: str, seed: int) -> None:
    for before, after in pairwise(played(load(game), seed, ENOUGH)):
        assert before != after
        assert str(before) != str(after)
        text = str(before)
        before.play(before.steps[0])
        assert str(before) == text


@pytest.mark.parametrize("game", GAMES)
@few
@given(seed=seeds)
def test_a_game_replays_from_its_own_tokens(game: str, seed: int) -> None:
    rng = random.Random(seed)
    position = load(game).start(seed=seed)
    line = []
    while position.steps and len(line) < LONG:
        line.append(str(rng.choice(position.steps)))
        position = position.play(line[-1])
    again = load(game).start(seed=seed)
    for token in line:
        again = again.play(token)
    assert again == position
    assert again.outcome == position.outcome


@pytest.mark.parametrize("game", GAMES)
@few
@given(seed=seeds)
def test_what_is_not_listed_is_refused_with_a_reason(game: str, seed: int) -> None:
    for position in played(load(game), seed, 25):
        legal = {step.token for step in position.steps}
        assert not any(position.why_not(token) for token in legal)
        for token in ["", "z99", "-z99", "pass", "stop", "swap", *load(game).cells[:3]]:
            if token not in legal:
                assert position.why_not(token)
                with pytest.raises(IllegalStep):
                    position.play(token)


@pytest.mark.parametrize("game", GAMES)
@few
@given(seed=seeds)
def test_a_turn_is_stopped_or_goes_on_in_mid_turn_only(game: str, seed: int) -> None:
    for before, after in pairwise(played(load(game), seed, ENOUGH)):
        assert before.may_stop == ("stop" in tokens(before))
        assert not (before.may_stop and before.must_go_on)
        if before.step == 0:
            assert not before.may_stop
            assert not before.must_go_on
        if after.outcome is None:
            assert after.step in (0, before.step + 1)
            assert after.turn == before.turn + (after.step == 0)
            assert (after.mover == before.mover) == (after.step > 0)


@pytest.mark.parametrize("game", GAMES)
def test_a_start_is_the_same_every_time(game: str) -> None:
    first = load(game).start(seed=3)
    assert first == load(game).start(seed=3)
    assert hash(first) == hash(load(game).start(seed=3))
    assert first != "start"
    assert (first != load(game).start(seed=4)) == load(game).random


@pytest.mark.parametrize("game", COMPARED)
@some
@given(seed=seeds)
def test_a_plain_version_of_the_rules_agrees_at_every_step(game: str, seed: int) -> None:
    rng = random.Random(seed)
    position = load(game).start(seed=seed)
    plain = model(game, colors(position))
    while position.steps:
        assert plain.mover == position.mover
        assert tokens(position) == plain.tokens()
        token = rng.choice(tokens(position))
        plain.play(token)
        position = position.play(token)
        if isinstance(plain, Nibble):
            assert colors(position) == plain.blocks
            assert [list(position.held(seat)) for seat in (0, 1)] == plain.held
        else:
            assert owners(position) == plain.stones
    assert plain.mover is None
    assert position.outcome is not None
    assert position.outcome.winner == plain.winner
    if isinstance(plain, Nibble):
        assert position.outcome.reason == plain.reason


@pytest.mark.parametrize("game", COMPARED)
def test_cells_touch_as_on_a_drawing_of_the_board(game: str) -> None:
    around = model(game, dict.fromkeys(load(game).cells, 0)).around
    if isinstance(model(game, dict.fromkeys(load(game).cells, 0)), Reversi):
        around = {cell: sides[::2] for cell, sides in around.items()}
    assert around.keys() == set(load(game).cells)
    for cell, sides in around.items():
        assert set(load(game).neighbors(cell)) == set(sides) - {None}


OUST_GAMES = ["oust:size-3+no-pie", "oust:size-4", "oust:size-7+no-pie", "oust:square-11+no-pie"]


@pytest.mark.parametrize("game", OUST_GAMES)
@some
@given(seed=seeds)
def test_oust_of_two_touching_enemy_groups_one_is_a_single_stone(game: str, seed: int) -> None:
    around = model(game).around
    for position in played(load(game), seed):
        held = owners(position)
        black = groups(around, (cell for cell in held if held[cell] == 0))
        white = groups(around, (cell for cell in held if held[cell] == 1))
        for group in black:
            for other in touched(around, white, group):
                assert 1 in (len(group), len(other))


@pytest.mark.parametrize("game", OUST_GAMES)
@some
@given(seed=seeds)
def test_oust_is_won_by_a_capture_that_leaves_no_enemy(game: str, seed: int) -> None:
    before, end = played(load(game), seed)[-2:]
    assert end.outcome is not None
    assert end.outcome.reason == "ousted"
    assert end.outcome.winner == before.mover
    assert set(owners(end).values()) == {end.outcome.winner}
    assert len(end.pieces) <= len(before.pieces)


@pytest.mark.parametrize("game", OUST_GAMES)
@some
@given(seed=seeds)
def test_oust_a_turn_goes_on_after_a_capture_only(game: str, seed: int) -> None:
    for before, after in pairwise(played(load(game), seed)):
        if after.step:
            assert len(after.pieces) <= len(before.pieces)


RIVE_GAMES = ["rive:size-3", "rive:medium", "rive:size-4"]


@pytest.mark.parametrize("game", RIVE_GAMES)
@few
@given(seed=seeds)
def test_rive_a_shrink_leaves_one_group_a_stone_larger_than_the_largest(
    game: str, seed: int
) -> None:
    around = model(game).around
    line = played(load(game), seed)
    for before, after in pairwise(line):
        if before.stage != "shrink" and after.stage == "shrink":
            (pivot,) = after.pieces.keys() - before.pieces.keys()
            merged = touched(around, groups(around, before.pieces), {pivot})
            shrunk = next(later for later in line[line.index(after) :] if later.stage != "shrink")
            cluster = next(part for part in groups(around, shrunk.pieces) if pivot in part)
            assert len(merged) > 1
            assert len(cluster) == max(map(len, merged)) + 1
            assert pivot in shrunk.pieces


@pytest.mark.parametrize("game", RIVE_GAMES)
@few
@given(seed=seeds)
def test_rive_every_removal_leaves_as_many_groups_as_before(game: str, seed: int) -> None:
    around = model(game).around
    for before, after in pairwise(played(load(game), seed)):
        if before.stage == "shrink":
            assert len(groups(around, after.pieces)) == len(groups(around, before.pieces))
            assert len(after.pieces) == len(before.pieces) - 1
            assert after.mover == before.mover


@pytest.mark.parametrize("game", RIVE_GAMES)
@few
@given(seed=seeds)
def test_rive_ends_on_a_full_board_and_is_never_drawn(game: str, seed: int) -> None:
    *_, end = played(load(game), seed)
    assert end.pieces.keys() == set(load(game).cells)
    counts = Counter(owners(end).values())
    assert end.scores == ((counts[0],), (counts[1],))
    assert end.outcome is not None
    assert end.outcome.winner == max(counts, key=counts.__getitem__)


@pytest.mark.parametrize("game", RIVE_GAMES)
@few
@given(seed=seeds)
def test_rive_a_stone_goes_where_the_group_beside_it_is_smallest(game: str, seed: int) -> None:
    around = model(game).around
    for position in played(load(game), seed):
        if position.stage != "shrink" and position.steps:
            parts = groups(around, position.pieces)
            beside = {
                cell: max(map(len, touched(around, parts, {cell})), default=0)
                for cell in around.keys() - position.pieces.keys()
            }
            least = min(beside.values())
            assert tokens(position) == sorted(c for c, size in beside.items() if size == least)


NIBBLE_GAMES = ["nibble:nine", "nibble:thirteen", "nibble:hexagon"]


@pytest.mark.parametrize("game", NIBBLE_GAMES)
@few
@given(seed=seeds)
def test_nibble_the_blocks_stay_in_one_piece_and_none_is_lost(game: str, seed: int) -> None:
    around = model(game, dict.fromkeys(load(game).cells, 0)).around
    start, *line = played(load(game), seed)
    every = Counter(colors(start).values())
    for position in line:
        assert len(groups(around, position.pieces)) <= 1
        held = Counter(colors(position).values())
        for seat in (0, 1):
            held.update(dict(enumerate(position.held(seat))))
        assert held == every


@pytest.mark.parametrize("game", NIBBLE_GAMES)
@few
@given(seed=seeds)
def test_nibble_a_turn_begins_with_a_take_and_keeps_to_its_color(game: str, seed: int) -> None:
    for before, after in pairwise(played(load(game), seed)):
        legal = {colors(before)[step.cells[0]] for step in before.steps if step.cells}
        if before.step == 0:
            assert legal
            assert not before.may_stop
        else:
            assert len(legal) == 1
            assert before.may_stop
        if after.step > 1:
            gone = before.pieces.keys() - after.pieces.keys()
            assert {colors(before)[cell] for cell in gone} == legal


@pytest.mark.parametrize("game", NIBBLE_GAMES)
@few
@given(seed=seeds)
def test_nibble_only_the_mover_wins_at_once(game: str, seed: int) -> None:
    before, end = played(load(game), seed)[-2:]
    assert end.outcome is not None
    assert end.outcome.reason in ("all_of_one", "three_in_row", "bare")
    if end.outcome.reason != "bare":
        assert end.outcome.winner == before.mover
    else:
        assert end.pieces == {}


@pytest.mark.parametrize("game", NIBBLE_GAMES)
@few
@given(seed=seeds)
def test_nibble_no_equal_colors_touch_at_the_start(game: str, seed: int) -> None:
    start = load(game).start(seed=seed)
    layout = colors(start)
    for cell, color in layout.items():
        assert color not in {layout[other] for other in load(game).neighbors(cell)}


REVERSI_GAMES = ["reversi:6x6", "reversi:8x8", "reversi:10x10", "reversi:8x8+anti"]


@pytest.mark.parametrize("game", REVERSI_GAMES)
@some
@given(seed=seeds)
def test_reversi_a_move_adds_one_disc_and_turns_what_it_brackets(game: str, seed: int) -> None:
    plain = model(game)
    assert isinstance(plain, Reversi)
    for before, after in pairwise(played(load(game), seed)):
        (new, *others) = sorted(after.pieces.keys() - before.pieces.keys()) or [None]
        if new is None:
            assert tokens(before) == ["pass"]
            assert after.pieces == before.pieces
            continue
        assert others == []
        turned = {cell for cell in before.pieces if owners(before)[cell] != owners(after)[cell]}
        assert before.mover is not None
        plain.stones = {cell: seat for cell, seat in owners(before).items() if seat is not None}
        assert turned == plain.flipped(new, before.mover)
        assert turned
        assert {owners(after)[cell] for cell in turned | {new}} == {before.mover}


@pytest.mark.parametrize("game", REVERSI_GAMES)
@some
@given(seed=seeds)
def test_reversi_ends_when_neither_can_turn_a_disc(game: str, seed: int) -> None:
    *line, end = played(load(game), seed)
    plain = model(game)
    assert isinstance(plain, Reversi)
    plain.stones = {cell: seat for cell, seat in owners(end).items() if seat is not None}
    assert not any(
        plain.flipped(cell, seat)
        for cell in plain.around.keys() - end.pieces.keys()
        for seat in (0, 1)
    )
    assert end.outcome is not None
    assert end.outcome.reason == "blocked"
    assert all(before.step == 0 for before in line)


@pytest.mark.parametrize("game", REVERSI_GAMES)
@some
@given(seed=seeds)
def test_reversi_scores_count_discs(game: str, seed: int) -> None:
    for position in played(load(game), seed):
        held = list(owners(position).values())
        assert position.scores == ((held.count(0),), (held.count(1),))


def test_the_plain_rive_never_lets_the_placed_stone_be_removed() -> None:
    """Without it no connected set of the target size remains, so no rule need forbid it."""
    rng = random.Random(1)
    for _ in range(20):
        plain = model("rive:size-3")
        assert isinstance(plain, Rive)
        while legal := plain.tokens():
            assert f"-{plain.pivot}" not in legal
            plain.play(rng.choice(legal))


def test_an_opening_stone_wins_nothing() -> None:
    after = load("oust:size-3+no-pie").start().play("c3")
    assert after.outcome is None
    assert after.mover == 1


def test_a_swap_hands_the_first_stone_over() -> None:
    before = load("oust:size-3").start().play("c3")
    assert "swap" in tokens(before)
    after = before.play("swap")
    assert owners(before) == {"c3": 0}
    assert owners(after) == {"c3": 1}
    assert after.mover == 0
    assert "swap" not in tokens(after)
    assert [after.side(seat) for seat in (0, 1)] == [1, 0]
    assert "swap" not in tokens(before.play("a1"))
