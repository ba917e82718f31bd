"""What groups would outgrow is what the rules of a game of such captures allow."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import catalog
from core.rules import grouping
from core.rules.evaluation import Features, groupable
from core.rules.game import Game, Position

GAME = catalog.load("oust:size-4")


def counted(game: Game, position: Position) -> dict[str, int]:
    features = Features(game.machine, (), 1, grouped=True)
    counts = features.counts(position.state, len(position.codes))
    return dict(zip(features.names, counts, strict=True))


@given(st.integers(0, 2**32), st.integers(0, 40))
def test_a_side_outgrows_where_it_captures(seed: int, steps: int) -> None:
    """In Oust a stone beside one's own must capture, so the legal steps tell where that is."""
    rng = random.Random(seed)
    position = GAME.start(seed=seed)
    for _ in range(steps):
        if position.mover is None:
            return
        position = position.play(rng.choice(position.steps))
    if position.mover is None:
        return
    place = GAME.layout.place
    mover = position.state[place["mover"]]
    theirs = place[f"own{1 - mover}"]
    taken = []
    for step in position.steps:
        if step.token != "swap":
            after = position.play(step).state
            taken.append((position.state[theirs] & ~after[theirs]).bit_count())
    sign = 1 - 2 * mover
    found = counted(GAME, position)
    assert found["outgrows to move"] == sign * sum(map(bool, taken))
    assert found["outgrown to move"] == sign * max(taken, default=0)


def test_groups_are_counted_by_size() -> None:
    """Of three and one against one of two, far enough apart on a board of one row."""
    near = lambda cells: cells << 1 | cells >> 1  # noqa: E731
    one, other, empty = 0b0000_1011_1000, 0b0000_0000_0011, 0b1111_0100_0100
    found = dict(zip(grouping.NAMES, grouping.compared(one, other, empty, 0, near), strict=True))
    assert found["groups"] == 2 - 1
    assert found["largest group"] == 3 - 2
    assert found["squares of groups"] == 9 + 1 - 4
    assert found["outgrows"] == found["outgrows to move"] == 1  # between the groups of both
    assert found["outgrown"] == found["outgrown to move"] == 2


@pytest.mark.parametrize(
    ("name", "told"), [("oust", True), ("rive", True), ("go", False), ("reversi", False)]
)
def test_groups_count_where_the_rules_ask_for_their_size(name: str, told: bool) -> None:
    game = catalog.load(name)
    assert groupable(game.machine) == told
    names = Features(game.machine, (), 1, grouped=True).names
    assert set(grouping.NAMES).issubset(names) == told
    assert not set(grouping.NAMES).intersection(Features(game.machine, (), 1).names)
