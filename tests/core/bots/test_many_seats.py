"""Bots at a table of three and four: each seat plays for itself, and what is proven is right."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from core import catalog
from core.bots.bot import Level
from core.bots.model import Model
from core.bots.search import TreeSearch
from core.rules.game import Game, Position, Step
from tests.core.rules.trios import CLAIMS, GATHER, MARCH, SPREAD, game

QUICK = Level(1, "quick", 60, 60.0)
LONG = Level(1, "long", 4_000, 60.0)
GAMES = {
    "spread": game(SPREAD),
    "spread four": game(SPREAD, "four"),
    "march": game(MARCH),
    "claims": game(CLAIMS),
    "gather": game(GATHER),
    "rolit": catalog.load("rolit"),
}
Share = tuple[float, ...]


def go_on() -> bool:
    return False


def line(rules: Game, seed: int) -> list[Position]:
    """A random game, its end included."""
    rng = random.Random(seed)
    positions = [rules.start(seed=seed)]
    while positions[-1].steps:
        positions.append(positions[-1].play(rng.choice(positions[-1].steps)))
    return positions


def shares(position: Position) -> Share:
    """What each seat has of a finished game."""
    outcome = position.outcome
    assert outcome is not None
    seats = range(position.game.sides)
    winners = outcome.shared if outcome.winner is None else (outcome.winner,)
    return tuple(
        1 / (len(winners) or len(seats)) if seat in winners or not winners else 0.0
        for seat in seats
    )


@cache
def solved(position: Position) -> Share:
    """What each seat has with best play of all; the mean where the mover may as well do either."""
    if position.mover is None:
        return shares(position)
    values = [solved(position.play(step)) for step in position.steps]
    most = max(value[position.mover] for value in values)
    alike = [value for value in values if value[position.mover] > most - 1e-9]
    return tuple(sum(parts) / len(alike) for parts in zip(*alike, strict=True))


def late(name: str, games: int, before_end: int) -> Iterator[Position]:
    """Positions of random games so many steps before the end, where there is a choice."""
    for seed in range(games):
        positions = line(GAMES[name], seed)
        if len(positions) > before_end and len(positions[-1 - before_end].steps) > 1:
            yield positions[-1 - before_end]


def wins(position: Position) -> set[Step]:
    """The steps with which the mover wins at once, alone."""
    return {step for step in position.steps if won_by(position.play(step)) == position.mover}


def won_by(position: Position) -> int | None:
    return None if position.outcome is None else position.outcome.winner


@pytest.mark.parametrize("name", GAMES)
def test_a_finished_game_is_worth_one_in_all(name):
    rules = GAMES[name]
    model = Model(rules)
    for seed in range(20):
        end = line(rules, seed)[-1]
        assert model.result(end.state) == pytest.approx(shares(end))
        assert sum(model.result(end.state)) == pytest.approx(1)
        assert model.winner(end.state) == won_by(end)


@pytest.mark.parametrize("name", ["spread", "spread four", "claims", "rolit"])
def test_a_game_cut_short_is_worth_more_to_whoever_is_ahead(name):
    rules = GAMES[name]
    model = Model(rules)
    for position in line(rules, 4):
        values = model._promise(position.state)
        assert sum(values) == pytest.approx(1)
        assert position.scores is not None
        ahead = [score == max(position.scores) for score in position.scores]
        fair = 1 / rules.sides
        assert [value >= fair - 1e-9 for value in values] == ahead
        assert all(0 < value < 1 for value in values)


@pytest.mark.parametrize(
    ("name", "before_end"), [("spread", 5), ("spread four", 5), ("march", 2), ("gather", 3)]
)
def test_what_is_searched_to_the_end_is_worth_what_it_is_worth(name, before_end):
    """A second search, through everything, gives the same value, and the step has it."""
    seen = 0
    for seed, position in enumerate(late(name, 12, before_end)):
        choice = TreeSearch(LONG).choose(position, seed, go_on)
        if choice.simulations == LONG.simulations:
            continue  # not searched to the end
        seen += 1
        assert position.mover is not None
        best = solved(position)[position.mover]
        assert choice.value == pytest.approx(best)
        assert solved(position.play(choice.step))[position.mover] == pytest.approx(best)
    assert seen >= 5


@pytest.mark.parametrize("name", ["march", "claims", "gather"])
def test_a_win_at_once_is_played(name):
    winning = [position for position in late(name, 60, 1) if wins(position)]
    assert winning
    for seed, position in enumerate(winning[:6]):
        choice = TreeSearch(QUICK).choose(position, seed, go_on)
        assert choice.step in wins(position)
        assert choice.value == 1


def test_a_step_after_which_the_next_wins_at_once_is_avoided():
    avoided = 0
    for seed, position in enumerate(late("march", 120, 2)):
        bad = {step for step in position.steps if wins(position.play(step))}
        if wins(position) or not 0 < len(bad) < len(position.steps):
            continue
        choice = TreeSearch(QUICK).choose(position, seed, go_on)
        if choice.value:  # else every other step is as bad, a turn later
            avoided += 1
            assert choice.step not in bad
    assert avoided >= 5


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_choice(name):
    position = line(GAMES[name], 2)[2]
    choices = [TreeSearch(QUICK).choose(position, 3, go_on) for _ in range(2)]
    assert choices[0] == choices[1]
    assert 0 <= choices[0].value <= 1


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_that_may_not_think_at_all_still_steps(name):
    position = line(GAMES[name], 1)[0]
    assert TreeSearch(QUICK).choose(position, 1, lambda: True).step in position.steps


def test_a_few_simulations_beat_two_who_play_at_random():
    """Chance alone would give a third of 15 games."""
    rules = GAMES["spread"]
    share = 0.0
    for seed in range(15):
        rng = random.Random(seed)
        position = rules.start()
        while position.mover is not None:
            step = rng.choice(position.steps)
            if position.mover == seed % 3:
                step = TreeSearch(QUICK).choose(position, seed, go_on).step
            position = position.play(step)
        share += shares(position)[seed % 3]
    assert share >= 10
