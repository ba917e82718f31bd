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
        ("breakthrough", (), "a1", "a1: no piece can go from a1"),
        ("nibble:nine", (), "a1", "a1: that step is written -a1"),
        (
            "nibble:nine",
            (),
            "e5",
            "e5: a block must stand at a corner, and the blocks that stay must be one piece",
        ),
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


def test_a_block_of_another_color_is_refused_with_what_holds_for_all_of_a_turn() -> None:
    position = played("nibble:nine", seed=1)
    first = position.steps[0]
    after = position.play(first)
    tint = position.pieces[first.cells[0]].color
    other = next(cell for cell, piece in after.pieces.items() if piece.color != tint)
    assert after.why_not(f"-{other}").startswith(f"-{other}: the blocks of a turn are of one color")


SMALL = """
format: 1
game: small
board: {shape: square, size: 4}
pieces: {PIECES}
setup: [{place: stone, owner: first, at: cells("a1")}]
turn: {no_moves: draw}
"""


@pytest.fixture
def small(tmp_path):
    """Makes the first position of a game of these moves, with a stone of the mover's on a1."""

    def make(moves: str, pieces: str = "stone: "):
        file = tmp_path / "small.yaml"
        file.write_text(f"{SMALL.replace('PIECES', pieces)}{moves}\n")
        return catalog.load(str(file)).start()

    return make


@pytest.mark.parametrize(
    ("action", "wrong", "words"),
    [
        ("place: stone, at: adjacent(mine), because: keep together", "d4", "d4: keep together"),
        (
            "place: stone, at: adjacent(mine)",
            "d4",
            "d4: you may not go on at d4: only at adjacent(mine); go on or put",
        ),
        ("move: stone, from: mine - corners, because: it is held", "a1-a2", "a1-a2: it is held"),
        (
            "move: stone, from: mine - corners",
            "a1-a2",
            "a1-a2: you may not go on from a1: only from mine - corners; put",
        ),
        ("move: stone, to: corners, because: to a corner only", "a1-a2", "a1-a2: to a corner only"),
        ("move: stone, to: corners", "a1-a2", "a1-a2: no piece can go from a1 to a2"),
        (
            "select: any, at: occupied - corners",
            "a1",
            "a1: you may not go on at a1: only at occupied - corners; put",
        ),
        (
            "place: stone, at: adjacent(mine), if: turn > 2, because: too early",
            "d4",
            "d4: too early",
        ),
        (
            "place: stone, at: adjacent(mine), if: turn > 2, because: too early",
            "a2",
            "a2: too early",
        ),
    ],
)
def test_because_is_told_for_whichever_condition_of_its_action_forbids(
    small, action, wrong, words
) -> None:
    position = small(f"moves: {{go_on: {{{action}}}, put: {{place: stone, sign: P, at: row(3)}}}}")
    assert position.why_not(wrong) == words


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("c3", "c3: that step is written Bc3 or Wc3"),
        ("Qc3", "Qc3: that step is written Bc3 or Wc3"),
        ("a1", "a1: a1 is not empty"),
        ("Ba1", "Ba1: a1 is not empty"),
        ("Qa1", "Qa1: not now; black or white"),
    ],
)
def test_a_sign_that_was_left_out_is_asked_for(small, wrong, words) -> None:
    position = small("moves: {black: {place: stone, sign: B}, white: {place: stone, sign: W}}")
    assert position.why_not(wrong) == words


def test_a_piece_of_another_type_is_told_by_its_type(small) -> None:
    position = small("moves: {walk: {move: king}, put: {place: stone}}", pieces="stone: , king: ")
    assert position.why_not("a1-a2") == "a1-a2: a1 holds no king"


def test_a_move_without_its_sign_is_told_its_sign() -> None:
    position = played("fanorona")
    signed = next(step for step in position.steps if step.token[0] in "AW")
    assert position.why_not("-".join(signed.cells)).endswith(
        " or ".join(step.token for step in position.steps if step.cells == signed.cells)
    )


@pytest.mark.parametrize(
    ("tokens", "named"),
    [((), "d3, f3, f5"), (("d3", "c5", "c4", "f5"), "d2, b3, c3 and 3 more")],
)
def test_a_step_that_another_kind_goes_before_is_refused_with_the_first_of_those(
    tokens, named
) -> None:
    position = played("rolit", *tokens)
    assert position.why_not("c6") == f"c6: you must trap balls of other colors first: {named}"


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
