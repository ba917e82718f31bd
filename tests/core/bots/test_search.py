"""Bots see what wins or loses at once, are the same every time, and are better than chance."""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Iterator
from itertools import count, islice, pairwise

import pytest

from core import catalog
from core.bots.bot import LEVELS, TOLD, Level, level
from core.bots.search import TreeSearch, _Search
from core.errors import GameError
from core.rules import evaluation
from core.rules.game import Position, Step

GAMES = ("nibble", "oust:size-4", "reversi:6x6", "rive:size-3")
SHARP = ("nibble", "oust:size-4", "reversi:6x6")
"""Games in which random play comes to wins in one step; Rive's last step is the only one."""
QUICK = Level(1, "quick", 30, 60.0)


def go_on() -> bool:
    return False


def random_positions(name: str, last: int = 1_000) -> Iterator[Position]:
    """The last positions of random games, one game after the other, without end."""
    game = catalog.load(name)
    rng = random.Random(f"positions of {name}")
    for seed in count():
        position = game.start(seed=seed)
        positions = deque[Position](maxlen=last)
        while position.mover is not None:
            positions.append(position)
            position = position.play(rng.choice(position.steps))
        yield from positions


def wins(position: Position) -> set[Step]:
    """The steps with which the mover wins at once."""
    return {step for step in position.steps if has_won(position, step)}


def has_won(position: Position, step: Step) -> bool:
    outcome = position.play(step).outcome
    return outcome is not None and outcome.winner == position.mover


def loses(position: Position, step: Step) -> bool:
    """Whether the other side wins at once after a step, by one of its own or without."""
    after = position.play(step)
    if after.outcome is not None:
        return after.outcome.winner not in (None, position.mover)
    return after.mover != position.mover and bool(wins(after))


def with_a_win(name: str) -> Iterator[Position]:
    return (
        position for position in random_positions(name, 15) if is_open(wins(position), position)
    )


def with_a_trap(name: str) -> Iterator[Position]:
    for position in random_positions(name, 15):
        if not wins(position):
            bad = {step for step in position.steps if loses(position, step)}
            if is_open(bad, position):
                yield position


def is_open(chosen: set[Step], position: Position) -> bool:
    """Whether some but not all steps are among these."""
    return 0 < len(chosen) < len(position.steps)


@pytest.mark.parametrize("name", SHARP)
def test_a_win_at_once_is_played(name):
    for seed, position in enumerate(islice(with_a_win(name), 5)):
        choice = TreeSearch(QUICK).choose(position, seed, go_on)
        assert choice.step in wins(position)
        assert choice.value == 1


@pytest.mark.parametrize("name", SHARP)
def test_a_step_that_loses_at_once_is_avoided(name):
    for seed, position in enumerate(islice(with_a_trap(name), 5)):
        choice = TreeSearch(QUICK).choose(position, seed, go_on)
        assert not loses(position, choice.step)


@pytest.mark.parametrize("name", SHARP)
def test_a_bot_without_time_still_sees_what_wins_or_loses_at_once(name):
    winning, losing = next(with_a_win(name)), next(with_a_trap(name))
    assert TreeSearch(QUICK).choose(winning, 1, lambda: True).step in wins(winning)
    assert not loses(losing, TreeSearch(QUICK).choose(losing, 1, lambda: True).step)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_choice(name):
    position = next(islice(random_positions(name), 5, None))
    choices = [TreeSearch(QUICK).choose(position, 3, go_on) for _ in range(2)]
    assert choices[0] == choices[1]


@pytest.mark.parametrize("native", [True, False], ids=["native", "python"])
@pytest.mark.parametrize("name", GAMES)
def test_what_is_thought_of_the_best_steps_is_told(name, native):
    search = TreeSearch(level(2), native)
    for seed, position in enumerate(islice(random_positions(name), 0, 40, 7)):
        choice = search.choose(position, seed, go_on)
        tokens = [thought.token for thought in choice.thoughts]
        assert len(tokens) == len(set(tokens)) <= TOLD
        assert {step.token for step in position.steps}.issuperset(tokens)
        if choice.simulations == level(2).simulations:
            assert len(tokens) > 1
        if tokens:
            assert (tokens[0], choice.line[0]) == (choice.step.token,) * 2
            assert choice.thoughts[0].value == choice.value
        for token in choice.line:
            position = position.play(token)  # raises IllegalStep


def test_other_seeds_give_other_choices():
    start = catalog.load("oust:size-4").start()
    assert len({TreeSearch(QUICK).choose(start, seed, go_on).step for seed in range(6)}) > 1


@pytest.mark.parametrize("name", GAMES)
def test_thinking_stops_when_told(name):
    """Each call of `stopped` and the end come soon after the last."""
    position = next(islice(random_positions(name), 3, None))
    assert position.game.native is not None  # compiled before it counts
    times = [time.process_time()]

    def stopped() -> bool:
        times.append(time.process_time())
        return len(times) > 40

    choice = TreeSearch(LEVELS[-1]).choose(position, 1, stopped)
    times.append(time.process_time())
    assert choice.step in position.steps
    assert max(after - before for before, after in pairwise(times)) < 0.5


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_that_may_not_think_at_all_still_steps(name):
    position = next(random_positions(name))
    assert TreeSearch(QUICK).choose(position, 1, lambda: True).step in position.steps


def test_the_only_step_is_made_without_thinking():
    position = next(p for p in random_positions("reversi:6x6") if len(p.steps) == 1)
    choice = TreeSearch(QUICK).choose(position, 1, go_on)
    assert (choice.step, choice.simulations) == (position.steps[0], 0)


def test_a_level_bounds_the_simulations():
    start = catalog.load("reversi:6x6").start()
    assert TreeSearch(QUICK).choose(start, 1, go_on).simulations == QUICK.simulations


@pytest.mark.parametrize("bots_seat", [0, 1])
def test_a_few_simulations_beat_random_play(bots_seat):
    """Of 10 games random play wins at most one; chance would let it win 5."""
    game = catalog.load("reversi:6x6")
    bot = TreeSearch(Level(1, "some", 100, 60.0))
    lost = 0
    for seed in range(10):
        rng = random.Random(seed)
        position = game.start()
        while position.mover is not None:
            if position.mover == bots_seat:
                step = bot.choose(position, rng.randrange(1 << 30), go_on).step
            else:
                step = rng.choice(position.steps)
            position = position.play(step)
        assert position.outcome is not None
        lost += position.outcome.winner == 1 - bots_seat
    assert lost <= 1


def test_levels_are_told_apart_by_number():
    assert [known.name for known in LEVELS] == [
        "beginner",
        "novice",
        "easy",
        "medium",
        "strong",
        "hard",
        "expert",
        "master",
    ]
    assert level(2) is LEVELS[1]
    with pytest.raises(GameError, match="levels 1 to 8, not 0"):
        level(0)


@pytest.mark.parametrize("name", ["reversi:6x6", "oust:size-5", "breakthrough"])
def test_a_judged_position_is_worth_the_mean_and_its_best_step(name):
    position = catalog.load(name).start(seed=1)
    judging = Level(4, "", 120, 60.0, judges=True)
    search = _Search(position, judging, random.Random(1), go_on)
    search.best_place()
    root = search.root
    assert root.mover is not None
    assert root.looks is not None
    assert root.visits == 120
    tried = {place: root.children[place].worth(root.mover) for place in root.tries}
    best = max({**root.looks, **tried}.values())
    mean = root.total / root.visits if root.mover == 0 else 1 - root.total / root.visits
    share = evaluation.BEST
    assert 0 < share < 1
    assert best != mean
    assert root.worth(root.mover) == pytest.approx((1 - share) * mean + share * best)
