"""Native code plays every game exactly as Python does."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from core import catalog
from core.language.load import load_text
from core.rules.chance import Chance
from core.rules.game import Game
from core.rules.native.agreement import disagreement
from core.rules.native.compiler import SWITCH
from core.rules.native.engine import Native
from core.rules.rewrite import REWRITES
from tests.gamedefs.test_library import PAIRED, SINGLE
from tests.gamedefs.test_perft import LAYOUTS, ROWS

SLOW = {"go:size-19", "go:size-13", "gonnect:size-15"}
"""Games in which each step carries along all boards that have been."""
SOME_PAIRED = list({one.split(":")[0]: one for one in PAIRED}.values())
"""One of each game."""
CHOICES = [frozenset(), *(REWRITES - {one} for one in sorted(REWRITES))]


@pytest.mark.parametrize("name", [*SINGLE, *SOME_PAIRED])
def test_every_game_and_variant(name: str, native: Callable[[Game], Native]) -> None:
    game = catalog.load(name)
    steps, games = (30, 1) if name.split("+")[0] in SLOW else (80, 2)
    start = game.start(seed=3).state
    assert disagreement(game.machine, native(game), start, 3, steps, games) == ""


@pytest.mark.parametrize("name", ["reversi:6x6", "oust:size-3", "rive:size-3", "nibble:nine"])
def test_optimised_code(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SWITCH, raising=False)
    game = catalog.load(name)
    full = Native(game.machine, tmp_path)
    assert full.library.wait(60)
    assert full.library.tier == "full"
    assert disagreement(game.machine, full, game.start(seed=3).state, 3) == ""
    cached = Native(game.machine, tmp_path)
    assert cached.library.tier == "cached"
    assert disagreement(game.machine, cached, game.start(seed=4).state, 4) == ""


@pytest.mark.parametrize(("name", "depth", "leaves"), ROWS)
def test_steps_are_as_many_as_others_count(
    name: str, depth: int, leaves: int, native: Callable[[Game], Native]
) -> None:
    game = catalog.load(name)
    assert native(game).perft(game.start().state, depth) == leaves


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda one: str(one["game"]))
def test_leaves_below_a_given_deal(layout: dict, native: Callable[[Game], Native]) -> None:
    game = catalog.load(layout["game"])
    start = game.start(deal=layout["deal"])
    assert native(game).perft(start.state, 3) == game.perft(start, 3)


@pytest.mark.parametrize("rewrites", CHOICES, ids=lambda one: "+".join(sorted(one)) or "none")
@pytest.mark.parametrize(
    "name", ["nibble:hexagon", "rive:medium", "oust:size-4", "reversi:6x6", "nogo:size-5"]
)
def test_rewrites_change_nothing(name: str, rewrites: frozenset[str], kept: Path) -> None:
    plain = catalog.load(name)
    game = Game(plain.definition, rewrites)
    start = game.start(seed=5).state
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(SWITCH, "quick")
        native = Native(game.machine, kept)
    assert disagreement(game.machine, native, start, 5, 60, 1) == ""
    rng = random.Random(6)
    state = start
    for _ in range(60):
        settled, codes = native.settle(state)
        assert plain.machine.settle(state) == (settled, codes)
        if not codes:
            break
        after = native.play(settled, rng.choice(codes))
        assert isinstance(after, tuple)
        state = after


PLAIN = """\
format: 1
game: made
board: {{shape: {board}}}
pieces: {{stone: }}
moves:
  place: {{place: stone, at: empty, if: '{condition}'}}
turn: {{no_moves: lose}}
"""


@pytest.mark.parametrize(
    ("board", "condition"),
    [
        ("square, size: 4", "not any(a in adjacent(here) where any(b in a & mine where some(b)))"),
        ("square, size: 4", "none(g in groups(mine) where all(h in groups(g) where count(h) > 2))"),
        ("rectangle, width: 64, height: 1", "none(seen(here, N) | ray(here, S))"),
        ("rectangle, width: 1, height: 1", "count(s in sides where some(s)) == 4"),
        ("rectangle, width: 1, height: 1", "max(sizes(sides)) == 1"),
        ("square, size: 3", "count(groups(mine, W)) == count(groups(mine, E | W))"),
        ("square, size: 3", "none(ring(here, count(mine) - 9))"),
        ("square, size: 3", "sum(n for n in sizes(sides)) == 12"),
    ],
    ids=[
        "loop in loop",
        "groups in groups",
        "one row",
        "one cell",
        "sizes",
        "both ways",
        "no ring",
        "sum",
    ],
)
def test_conditions_that_are_rare(
    board: str, condition: str, native: Callable[[Game], Native]
) -> None:
    game = Game(load_text(PLAIN.format(board=board, condition=condition), "made.yaml"))
    assert game.start().steps, "it holds at the start"
    assert disagreement(game.machine, native(game), game.start().state, steps=60, games=3) == ""


@pytest.mark.parametrize(
    "board",
    [
        "square, size: 4",
        "square, size: 8",
        "square, size: 15",
        "hexagon, size: 4",
        "triangle, size: 7",
        "rectangle, width: 64, height: 1",
        "rectangle, width: 1, height: 64",
        "rectangle, width: 64, height: 3",
        "rectangle, width: 3, height: 20",
    ],
)
@pytest.mark.parametrize("line", ["line(mine | here, here)", "1 + line(mine, here, {one})"])
def test_lines_through_one_cell(board: str, line: str, native: Callable[[Game], Native]) -> None:
    text = PLAIN.format(board=board, condition="CONDITION")
    one = "N" if "width: 1," in board else "E"
    text = text.replace("CONDITION", line.format(one=one) + " <= 1 + count(enemy) % 4")
    game = Game(load_text(text, "made.yaml"))
    assert disagreement(game.machine, native(game), game.start().state, 5, 90, 3) == ""


def test_a_requirement_on_the_cell_that_the_step_fills(native: Callable[[Game], Native]) -> None:
    """What blocks the sides of the cell depends on the cell itself."""
    text = PLAIN.format(board="hexagon, size: 3", condition="open_run(here) >= 2")
    text = text.replace("if: 'open_run(here) >= 2'", "then: [{require: 'open_run(here) >= 2'}]")
    game = Game(load_text(text, "made.yaml"))
    assert len(game.start().steps) == 19
    assert disagreement(game.machine, native(game), game.start().state, steps=60, games=3) == ""


HANDS = """\
format: 1
game: made
board: {{shape: square, size: 8}}
pieces: {{gem: {{owner: none, colors: {colors}, copies: {copies}}}}}
setup: [{{deal: gem, at: board}}]
moves:
  take: {{take: gem, at: occupied, into: hand}}
turn: {{no_moves: end}}
score: '{score}'
end:
  first: {{when: '{end}', win: mover, immediate: true}}
  bare: {{when: none(occupied), win: most}}
"""


@pytest.mark.parametrize(
    ("colors", "score", "end"),
    [
        (5, "count(c in colors where held(c) > 2)", "all(c in colors where held(c) >= 4)"),
        (9, "run(c in colors where 2 <= held(c))", "run(c in colors where held(c) != 1) >= 5"),
        (13, "run(c in colors where not held(c) == 1)", "run(c in colors where held(c) > 0) > 6"),
        (17, "count(c in colors where held(c) == 0 or held(c) == 2)", "none(occupied)"),
        (64, "count(c in colors where held(c) < 1)", "run(c in colors where held(c) == 1) >= 64"),
        (64, "run(c in colors where held(c) >= 1)", "run(c in colors where held(c) == 1) >= 7"),
        (3, "count(c in colors where held(c) < 40000)", "any(c in colors where held(c) > 40000)"),
        (4, "count(c in colors where held(c) > 0 - 2)", "none(c in colors where held(c) < 9)"),
        (2, "max(held(c) for c in colors)", "any(c in colors where held(c) > count(occupied))"),
    ],
)
def test_what_is_held_of_each_color(
    colors: int, score: str, end: str, native: Callable[[Game], Native]
) -> None:
    copies = 64 // colors
    text = HANDS.format(colors=colors, copies=copies, score=score, end=end)
    game = Game(load_text(text, "made.yaml"))
    assert disagreement(game.machine, native(game), game.start(seed=4).state, 4, 150, 4) == ""


def test_several_pieces_that_come_into_a_hand_at_once(native: Callable[[Game], Native]) -> None:
    text = HANDS.format(
        colors=5, copies=12, score="sum(held(c) for c in colors)", end="none(occupied)"
    )
    text = text.replace("into: hand}", "into: hand, then: [{remove: adjacent(here), into: hand}]}")
    game = Game(load_text(text, "made.yaml"))
    assert disagreement(game.machine, native(game), game.start(seed=1).state, 1, 60, 4) == ""


@pytest.mark.parametrize("name", ["reversi:6x6+anti", "oust:size-4", "nibble:nine"])
def test_a_drawn_step_is_any_legal_step_alike(name: str, native: Callable[[Game], Native]) -> None:
    """Chi-square over single drawn steps from positions of a random game.

    They are drawn from the states before these have come to rest: a turn that can only end does.
    """
    game = catalog.load(name)
    code = native(game)
    rng, chance = random.Random(11), Chance(12)
    state = game.start(seed=2).state
    statistic, freedom, ended = 0.0, 0, 0
    for _ in range(12):
        for _ in range(3):
            state, codes = code.settle(state)
            if codes:
                after = code.play(state, rng.choice(codes))
                assert isinstance(after, tuple)
                state = after
        loose = state
        state, codes = code.settle(state)
        if len(codes) < 2:
            continue
        ended += loose != state
        ways: dict[object, int] = {}
        for one in codes:
            after = code.play(state, one)
            ways[after] = ways.get(after, 0) + 1
        draws = 40 * len(codes)
        counts = dict.fromkeys(ways, 0)
        for _ in range(draws):
            last = code.playouts(loose, 1, chance, most=1).last
            assert last in counts, "a drawn step is not legal"
            counts[last] += 1
        for after, seen in counts.items():
            expected = draws * ways[after] / len(codes)
            statistic += (seen - expected) ** 2 / expected
        freedom += len(counts) - 1
    assert freedom > 20
    assert ended or not name.startswith("nibble")
    # Within six standard deviations of what a fair draw gives.
    assert statistic < freedom + 6 * (2 * freedom) ** 0.5
