"""Wins within a turn: native code finds what Python finds."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from core import catalog
from core.bots.model import Model
from core.bots.native import NativeTactics
from core.bots.tactics import Tactics
from core.rules.game import Game, Position
from core.rules.native.engine import Native
from tests.gamedefs.test_library import SINGLE

GAMES = list({one.split(":")[0]: one for one in SINGLE}.values())
"""Each game once."""
PLENTY = 1_000_000
LAST = 6
"""Positions at the end of a random game that are looked at."""
LONG = 400


def never() -> bool:
    return False


def ending(game: Game, seed: int) -> list[Position]:
    """The last positions of a random game in which somebody is to move."""
    rng = random.Random(seed)
    positions = [game.start(seed=seed)]
    while positions[-1].mover is not None and len(positions) < LONG:
        positions.append(positions[-1].play(rng.choice(positions[-1].steps)))
    return [each for each in positions if each.mover is not None][-LAST:]


def places(game: Game, position: Position, engine: Native, most: int) -> tuple[object, object]:
    """What Python finds, given so many steps to look at, and what native code finds."""
    slow = Tactics(Model(game), never, most)
    fast = NativeTactics(Model(game), never, engine, PLENTY)
    return slow.winning_place(position.state), fast.winning_place(position.state)


@pytest.mark.parametrize("name", GAMES)
def test_the_first_of_the_shortest_wins_is_found(
    name: str, native: Callable[[Game], Native]
) -> None:
    game = catalog.load(name)
    for position in ending(game, 1):
        slow, fast = places(game, position, native(game), 3_000)
        # Python may have given up before; what it finds is the first all the same.
        assert fast == slow or slow is None


@pytest.mark.parametrize("name", ["oust:size-4+no-pie", "nibble"])
def test_wins_of_several_steps_are_found(name: str, native: Callable[[Game], Native]) -> None:
    game = catalog.load(name)
    found = 0
    for seed in range(30):
        for position in ending(game, seed):
            slow, fast = places(game, position, native(game), PLENTY)
            assert fast == slow
            if fast is not None:
                won = position.play(position.steps[fast])
                found += won.mover is not None
    assert found > 0


def test_a_win_in_one_step_is_seen_when_there_is_no_time(native: Callable[[Game], Native]) -> None:
    game = catalog.load("gomoku")
    last = ending(game, 1)[-1]
    won = [n for n, step in enumerate(last.steps) if last.play(step).outcome is not None]
    assert won
    hurried = NativeTactics(Model(game), lambda: True, native(game))
    assert hurried.winning_place(last.state) == won[0]
