"""Rewrites change how fast the rules are, never what they say."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from core import catalog
from core.rules.game import Game
from core.rules.rewrite import REWRITES

GAMES = (
    "nibble:nine",
    "nibble:hexagon",
    "rive:medium",
    "rive:size-4+pie",
    "oust:size-4",
    "oust:square-11+no-pie",
    "reversi:8x8",
    "reversi:6x6+anti",
)
CHOICES = [
    frozenset(),
    *(frozenset({one}) for one in sorted(REWRITES)),
    *(REWRITES - {one} for one in sorted(REWRITES)),
]


@pytest.mark.parametrize("rewrites", CHOICES, ids=lambda one: "+".join(sorted(one)) or "none")
@pytest.mark.parametrize("name", GAMES)
def test_steps_and_states_are_the_same_with_and_without(
    name: str, rewrites: frozenset[str]
) -> None:
    plain = catalog.load(name)
    other = Game(plain.definition, rewrites)
    rng = random.Random(len(rewrites))
    position, twin = plain.start(seed=5), other.start(seed=5)
    for _ in range(60):
        assert position.codes == twin.codes
        assert position.state == twin.state
        if not position.steps:
            break
        step = rng.choice(position.steps)
        position, twin = position.play(step), twin.play(step.token)


@pytest.mark.parametrize("name", sorted(set(GAMES) - {"oust:square-11+no-pie"}))
def test_a_drawn_step_is_any_legal_step_alike(name: str) -> None:
    """Chi-square over single drawn steps from positions of a random game."""
    game = catalog.load(name)
    rng = random.Random(11)
    position = game.start(seed=2)
    statistic, freedom = 0.0, 0
    for _ in range(12):
        for _ in range(3):
            if position.steps:
                position = position.play(rng.choice(position.steps))
        if len(position.codes) < 2:
            continue
        counts = dict.fromkeys(_after_each_step(position), 0)
        draws = 40 * len(position.codes)
        for seed in range(draws):
            drawn, _ = game.playout(position, seed, most=1)
            assert drawn in counts, "a drawn step is not legal"
            counts[drawn] += 1
        ways = _after_each_step(position)
        for after, seen in counts.items():
            expected = draws * ways[after] / len(position.codes)
            statistic += (seen - expected) ** 2 / expected
        freedom += len(counts) - 1
    # Within six standard deviations of what a fair draw gives.
    assert statistic < freedom + 6 * (2 * freedom) ** 0.5


def _after_each_step(position):
    """Position after a step -> number of steps that lead to it."""
    ways = {}
    for step in position.steps:
        after = position.play(step)
        ways[after] = ways.get(after, 0) + 1
    return ways


@pytest.mark.parametrize("name", GAMES)
def test_playouts_end_where_the_rules_end(name: str) -> None:
    game = catalog.load(name)
    for seed in range(5):
        last, over = game.playout(game.start(seed=seed), seed)
        assert over
        assert last.outcome is not None
        assert last.steps == ()


def test_the_order_of_steps_is_by_action_then_by_cell() -> None:
    game = catalog.load("oust:size-4+no-pie")
    rng = random.Random(3)
    position = game.start()
    actions = [action.name for action in game.definition.actions]
    while position.steps:
        keys = [
            (actions.index(step.action), [game.cells.index(cell) for cell in step.cells])
            for step in position.steps
            if step.cells
        ]
        assert all(one < two for one, two in pairwise(keys))
        position = position.play(rng.choice(position.steps))
