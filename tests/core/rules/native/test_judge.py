"""What positions look worth is the same in Python and in native code, for every game learned."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from core import catalog
from core.bots.symmetry import orbits, symmetries
from core.rules.evaluation import Evaluation, Features
from core.rules.game import Game, Position
from core.rules.native.engine import Native

GAMES = [
    "reversi:6x6",
    "oust:size-4",
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
    features = Features(game.machine, orbits(game, symmetries(game)), 3)
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


@pytest.mark.parametrize("name", GAMES)
def test_both_back_ends_judge_alike_to_the_last_bit(
    name: str, native: Callable[[Game], Native]
) -> None:
    game = catalog.load(name)
    evaluation = random_evaluation(game)
    seen = set()
    for position in positions(game, 3):
        tree = native(game).tree(8, 1, evaluation)
        tree.begin(position.state)
        if tree.proven:
            continue  # it has looked no further than to the win
        for branch in tree.branches():
            after = position.play(game.step(branch.code))
            if after.mover is None:
                assert branch.certain
                continue
            worth = evaluation.worth(after.state, len(after.codes))
            expected = worth if after.side(0) == 0 else 1 - worth
            assert branch.worth == (expected if position.mover == 0 else 1 - expected)
            seen.add(branch.worth)
    assert len(seen) > 10
