"""What positions look worth is the same in Python and in native code, for every game learned."""

from __future__ import annotations

import random
import struct
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from core import catalog
from core.bots.symmetry import orbits, symmetries
from core.rules import evaluation
from core.rules.evaluation import Evaluation, Features
from core.rules.game import Game, Position
from core.rules.native.engine import Native
from core.rules.native.treesearch import (
    BEST,
    CHILD,
    EDGE,
    FIRST,
    HEAD,
    NODES,
    PROVEN,
    TOTALS,
    TRIES,
    VISITS,
    WIDTH,
    WORTH,
)

GAMES = [
    "reversi:6x6",
    "oust:size-4",
    "oust:square-11",
    "rive:size-3+pie",
    "nibble",
    "dots-and-boxes:3x3",
    "amazons",
    "breakthrough",
    "go",
    "fox-and-hounds",
]


def random_evaluation(game: Game, seed: int = 5) -> Evaluation:
    rng = random.Random(seed)
    features = Features(game.machine, orbits(game, symmetries(game)), 3, grouped=True)
    rows = [[rng.randrange(-300, 300) for _ in features.names] for _ in range(3)]
    return Evaluation(features, tuple(map(tuple, rows)))


def positions(game: Game, seed: int, steps: int = 40) -> Iterator[Position]:
    rng = random.Random(seed)
    position = game.start(seed=seed)
    for _ in range(steps):
        if position.mover is None:
            return
        yield position
        position = position.play(rng.choice(position.steps))


def blind(known: Evaluation, word: str) -> Evaluation:
    """The evaluation with no weight on what is called by a name that begins with a word."""
    seen = [not name.startswith(word) for name in known.features.names]
    rows = (tuple(map(int.__mul__, row, seen)) for row in known.weights)
    return replace(known, weights=tuple(rows))


@pytest.mark.parametrize("counted", [True, False], ids=["steps", "no steps"])
@pytest.mark.parametrize("name", GAMES)
def test_both_back_ends_judge_alike_to_the_last_bit(
    name: str, counted: bool, native: Callable[[Game], Native]
) -> None:
    """Where steps have no weight they are not all counted; who must pass is known all the same."""
    game = catalog.load(name)
    known = random_evaluation(game)
    if not counted:
        known = blind(known, "steps ")
    assert known.counts_steps == counted
    seen = set()
    for position in positions(game, 3):
        tree = native(game).tree(8, 1, known)
        tree.begin(position.state)
        if tree.proven:
            continue  # it has looked no further than to the win
        for branch in tree.branches():
            after = position.play(game.step(branch.code))
            if after.mover is None:
                assert branch.certain
                continue
            worth = known.worth(after.state, len(after.codes))
            expected = worth if after.side(0) == 0 else 1 - worth
            assert branch.worth == (expected if position.mover == 0 else 1 - expected)
            seen.add(branch.worth)
    assert len(seen) > 10


def real(words: Any, place: int) -> float:
    """The number with a point that stands in a word."""
    return float(struct.unpack("d", struct.pack("q", words[place]))[0])


@pytest.mark.parametrize("name", ["reversi:6x6", "oust:size-4", "breakthrough"])
def test_a_node_is_worth_the_mean_and_its_best_step(
    name: str, native: Callable[[Game], Native]
) -> None:
    game = catalog.load(name)
    code = native(game)
    tree = code.tree(2_000, 1, random_evaluation(game))
    tree.begin(game.start(seed=1).state)
    tree.grow(2_000)
    words, arena = tree._words, tree._arena
    nodes = [HEAD + number * arena.node for number in range(words[NODES])]

    def edges(node: int) -> list[int]:
        first = words[node + FIRST]
        return [tree._first_edge + (first + n) * EDGE for n in range(words[node + WIDTH])]

    ways = Counter(words[edge + CHILD] for node in nodes for edge in edges(node))
    told = 0
    for node in nodes:
        if words[node + PROVEN] or not any(words[edge + TRIES] for edge in edges(node)):
            continue
        most = max(real(words, edge + WORTH) for edge in edges(node))
        if most == pytest.approx(0.5):
            continue  # whose step it is cannot be told
        is_first = real(words, node + BEST) == pytest.approx(most)
        assert is_first or real(words, node + BEST) == pytest.approx(1 - most)
        for edge in edges(node):
            child = nodes[words[edge + CHILD]]
            if ways[words[edge + CHILD]] > 1 or not words[edge + TRIES] or words[child + PROVEN]:
                continue  # it may have been visited since by another way
            mean = real(words, child + TOTALS) / words[child + VISITS]
            worth = (1 - evaluation.BEST) * mean + evaluation.BEST * real(words, child + BEST)
            assert real(words, edge + WORTH) == pytest.approx(worth if is_first else 1 - worth)
            told += words[child + VISITS] > 1
    assert told > 10
