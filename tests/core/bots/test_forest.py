"""What a bot that is given time has found out is gone on with, and put together, correctly."""

from __future__ import annotations

import pytest

from core import catalog
from core.bots.bot import level, strength
from core.bots.forest import Forest
from core.bots.search import TreeSearch
from core.bots.thinker import WorkerThinker
from core.errors import GameError
from core.rules.game import Position
from core.rules.native.engine import Branch

GAMES = ["reversi:6x6", "nibble", "oust:size-4", "tic-tac-toe"]


def never() -> bool:
    return False


def told(branches: list[Branch]) -> list[tuple[int, int, float, bool]]:
    return sorted((one.code, one.tries, one.worth, one.certain) for one in branches)


def after_best(forest: Forest, position: Position) -> Position:
    best = max(forest.branches(), key=lambda one: one.tries)
    return position.play(position.game.step(best.code))


@pytest.mark.parametrize("name", GAMES)
def test_a_pruned_tree_knows_what_lay_below_its_root(name: str) -> None:
    """All of it: the steps of the root, and those of every position that can be gone on to."""
    game = catalog.load(name)
    position = game.start(seed=3)
    tree = game.native.engine.tree(20_000, 1)
    tree.begin(position.state)
    tree.grow(4_000)
    for turn in range(3):
        best = max(tree.branches(), key=lambda one: one.tries)
        position = position.play(game.step(best.code))
        assert tree.begin(position.state), "nothing is known of the step that was tried most"
        known, line, used = told(tree.branches()), tree.line(), tree.filled
        kept = tree.pruned(turn)
        assert told(kept.branches()) == known
        assert kept.line() == line
        assert kept.filled < used
        tree = kept
        assert tree.begin(position.state)
        if tree.proven:
            break
        before = sum(one.tries for one in tree.branches())
        made = tree.grow(500)
        assert sum(one.tries for one in tree.branches()) == before + made


@pytest.mark.parametrize("name", GAMES)
def test_a_forest_goes_on_from_step_to_step_and_begins_anew_in_another_match(name: str) -> None:
    game = catalog.load(name)
    forest, position = Forest(2), game.start(seed=1)
    forest.begin(position, 50_000, 1, judges=True)
    assert not any(one.tries for one in forest.branches())
    forest.grow(2_000, never)
    assert forest.proven or forest.made == 4_000
    if forest.proven:
        return
    assert sum(one.tries for one in forest.branches()) == 4_000
    position = after_best(forest, position)
    forest.begin(position, 50_000, 2, judges=True)
    assert forest.made == 0
    assert sum(one.tries for one in forest.branches()) > 100
    other = catalog.load("hex:size-5").start()
    forest.begin(other, 1_000, 1, judges=True)
    assert not any(one.tries for one in forest.branches())
    assert {one.code for one in forest.branches()} == set(other.codes)


def test_what_one_tree_has_proven_counts() -> None:
    game = catalog.load("tic-tac-toe")
    position = game.start().play("a1").play("b1").play("a2").play("c3")
    forest = Forest(3)
    forest.begin(position, 1_000, 1, judges=True)
    forest.grow(1_000, never)
    assert forest.proven
    best = max(forest.branches(), key=lambda one: (one.certain, one.worth))
    assert game.step(best.code).token == "a3"
    assert (best.certain, best.worth) == (True, 1.0)


def test_a_level_does_not_depend_on_what_was_thought_before() -> None:
    """Only a bot that is given time goes on with what it knows."""
    position = catalog.load("reversi:6x6").start()
    search = TreeSearch(strength("medium"))
    first = search.choose(position, 1, never)
    assert search.choose(position, 1, never) == first


async def test_a_worker_thinks_for_a_time_and_on_while_others_move() -> None:
    worker = WorkerThinker()
    position = catalog.load("reversi:6x6").start()
    await worker.think(position, 1, seed=1)
    for number in range(3):
        choice = await worker.think(position, "time:0.2s+ponder", seed=number)
        position = position.play(choice.step)
        position = position.play(position.steps[0])
    assert choice.simulations > 0
    assert (await worker.think(position, 2, seed=1)).simulations in (0, level(2).simulations)
    await worker.close()


@pytest.mark.parametrize("word", ["time:2s", "time:0.5s", "time:90s+ponder", 3])
def test_a_level_is_read_as_it_is_told(word: int | str) -> None:
    assert strength(word).word == word


@pytest.mark.parametrize("word", ["time:0s", "time:9999s", "time:s", "2s+", "0", "9", ""])
def test_what_is_no_level_is_refused(word: str) -> None:
    with pytest.raises(GameError, match="is no level"):
        strength(word)
