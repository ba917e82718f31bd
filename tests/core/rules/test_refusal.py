"""An illegal step is refused in words that name what forbids it."""

from __future__ import annotations

import random

import pytest

from core import catalog
from core.errors import IllegalStep


def played(name: str, *tokens: str, seed: int = 0):
    position = catalog.load(name).start(seed=seed)
    for token in tokens:
        position = position.play(token)
    return position


@pytest.mark.parametrize(
    ("name", "tokens", "wrong", "words"),
    [
        (
            "oust:size-4+no-pie",
            ("e4", "c4", "c2", "c3", "b5"),
            "d4",
            "d4: every touched enemy group must be smaller than your new group",
        ),
        (
            "oust:size-4+no-pie",
            ("d4", "a1"),
            "d5",
            "d5: a stone that joins your own must bring them into touch with an enemy group",
        ),
        ("oust:size-4+no-pie", ("d4",), "d4", "d4: d4 is not empty"),
        (
            "oust:size-4+no-pie",
            (),
            "z9",
            "no cell 'z9' on this board; cells run from a1 to g4",
        ),
        ("oust:size-4+no-pie", (), "pass", "you may not pass now"),
        ("oust:size-4", (), "swap", "sides cannot be swapped now"),
        ("oust:size-4", (), "stop", "the turn cannot be ended now"),
        ("oust:size-4", (), "hello there", "'hello there' is no step; place a stone"),
        ("oust:size-4", (), "-d4", "-d4: not now; place a stone"),
        (
            "rive:size-3",
            ("c3",),
            "c4",
            "c4: a stone goes only where the largest group it touches is smallest,"
            " over the whole board",
        ),
        (
            "reversi:8x8",
            (),
            "a1",
            "a1: a disc must bracket at least one enemy disc in a straight line",
        ),
        (
            "reversi:8x8",
            (),
            "c5",
            "c5: a disc must bracket at least one enemy disc in a straight line",
        ),
        ("breakthrough", (), "a8-a7", "a8-a7: a8 holds no piece of yours"),
        ("breakthrough", (), "a4-a5", "a4-a5: a4 is empty"),
        ("breakthrough", (), "a2-a4", "a2-a4: no piece can go from a2 to a4"),
        ("nibble:nine", (), "a1", "a1: that step is written -a1"),
        ("nibble:nine", (), "e5", "e5: not now; take a corner block of any color"),
        (
            "nibble:nine",
            (),
            "-e5",
            "-e5: a block must stand at a corner, and the blocks that stay must be one piece",
        ),
    ],
)
def test_the_clause_that_forbids_a_step_is_named(name, tokens, wrong, words) -> None:
    position = played(name, *tokens)
    with pytest.raises(IllegalStep) as refused:
        position.play(wrong)
    assert str(refused.value) == words
    assert position.why_not(wrong) == words


def test_a_legal_step_has_no_reason_against_it() -> None:
    position = played("reversi:8x8")
    assert [position.why_not(step.token) for step in position.steps] == ["", "", "", ""]


def test_nothing_may_be_done_once_the_game_is_over() -> None:
    position = played("reversi:8x8", *["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"])
    assert position.outcome is not None
    assert position.why_not("a1") == "the game is over"


def test_a_block_of_another_color_is_refused_with_what_may_be_done() -> None:
    position = played("nibble:nine", seed=1)
    first = position.steps[0]
    after = position.play(first)
    tint = position.pieces[first.cells[0]].color
    other = next(cell for cell, piece in after.pieces.items() if piece.color != tint)
    assert f"-{other}: {other} is not among: of(tint); take another" in after.why_not(f"-{other}")


@pytest.mark.parametrize("name", ["nibble:hexagon", "rive:medium", "oust:size-5", "reversi:8x8"])
def test_every_cell_is_either_legal_or_has_a_reason(name: str) -> None:
    rng = random.Random(4)
    position = catalog.load(name).start(seed=1)
    for _ in range(40):
        legal = {step.token for step in position.steps}
        for cell in position.game.cells:
            for token in (cell, f"-{cell}"):
                assert (position.why_not(token) == "") == (token in legal)
        if not position.steps:
            break
        position = position.play(rng.choice(position.steps))
