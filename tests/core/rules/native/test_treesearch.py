"""The search is right wherever it says that it is certain, and the same wherever it runs."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import pytest

from core import catalog
from core.language.load import load_text
from core.rules.game import Game, Position
from core.rules.native.engine import Branch, Native, Tree
from core.rules.native.treesearch import CHILD, CODE, NODES, ROOT
from tests.core.rules.trios import SPREAD

LINE = """\
format: 1
game: made
players: [red, blue]
board: {shape: rectangle, width: 4, height: 3}
pieces: {stone: }
moves:
  drop: {place: stone, at: "empty - shift(empty, N)"}
end:
  three: {when: "line(mine, here) >= 3", win: mover}
  full: {when: none(empty), draw: true}
"""
PIE = """\
format: 1
game: made
players: [red, blue]
board: {shape: rhombus, size: 3}
pieces: {stone: }
moves: {place: {place: stone, at: empty}}
turn: {swap: true}
end:
  red: {when: "connects(own(red), side(N), side(S))", win: red}
  blue: {when: "connects(own(blue), side(E), side(W))", win: blue}
"""
AGAIN = """\
format: 1
game: made
players: [red, blue]
board: {shape: rectangle, width: 4, height: 2}
pieces: {stone: }
setup:
  - {place: stone, owner: red, at: cells("a1 b2")}
  - {place: stone, owner: blue, at: cells("d1 c2")}
moves:
  walk: {move: stone, dirs: [N, S, E, W], next: [{when: some(here & row(2)), go: more}]}
  more: {stage: more, move: stone, from: mine & row(1), dirs: [E, W]}
stages: {more: {stop: true}}
turn: {no_moves: lose, repeat: forbid}
end:
  over: {when: count(mine & column(1)) + count(mine & column(4)) == 3, win: mover}
  long: {when: turn > 4, draw: true}
"""
TRIO = """\
format: 1
game: made
players: [red, blue, green]
board: {shape: rectangle, width: 3, height: 1}
pieces: {stone: }
moves: {place: {place: stone, at: empty}}
end: {full: {when: none(empty), draw: true}}
"""
CLOSING = (
    AGAIN.replace("more: {stop: true}", "more: {}")
    .replace(
        "over: {when: count(mine & column(1)) + count(mine & column(4)) == 3",
        "over: {when: none(mine)",
    )
    .replace("turn > 4", "turn > 6")
)
"""Turns that end by themselves where no step is left, which makes a board to be remembered."""
FILES = {"line": LINE, "pie": PIE, "again": AGAIN}
WHOLE = ["tic-tac-toe", "tic-tac-toe:misere", "nim:classic", "nim:classic+misere", "chomp:5x4"]
WHOLE += ["hexapawn", "notakto:one"]
ENDINGS = ["hex:size-5", "reversi:6x6", "reversi:6x6+anti", "dots-and-boxes:2x2"]
FREE = 6
"""Empty cells of an ending."""
GROWTH = 100_000


@cache
def game_of(name: str) -> Game:
    return Game(load_text(FILES[name], "made.yaml")) if name in FILES else catalog.load(name)


def grown(code: Native, position: Position, simulations: int = GROWTH, seed: int = 1) -> Tree:
    tree = code.tree(simulations, seed)
    tree.begin(position.state)
    tree.grow(simulations)
    return tree


def worth(position: Position, known: dict[Position, float]) -> float:
    """What a position of a game for two is worth to seat 0, by looking at everything below."""
    if position not in known:
        if position.outcome is not None:
            winner = position.outcome.winner
            known[position] = 0.5 if winner is None else 1.0 - winner
        else:
            best = max if position.mover == 0 else min
            known[position] = best(worth(position.play(step), known) for step in position.steps)
    return known[position]


def to_mover(position: Position, value: float) -> float:
    return value if position.mover == 0 else 1 - value


def agrees(tree: Tree, position: Position, known: dict[Position, float]) -> None:
    """Whatever is certain is so, and what is proven is the best there is."""
    certain = {one.code: one.worth for one in tree.branches() if one.certain}
    for code, said in certain.items():
        after = position.play(position.game.step(code))
        assert said == to_mover(position, worth(after, known))
    if tree.proven:
        assert max(certain.values()) == to_mover(position, worth(position, known))


@pytest.mark.parametrize("name", [*WHOLE, *FILES])
def test_small_games_are_solved(name: str, native: Callable[[Game], Native]) -> None:
    game = game_of(name)
    start, known = game.start(), dict[Position, float]()
    tree = grown(native(game), start)
    assert tree.proven
    agrees(tree, start, known)
    rng = random.Random(4)
    for seed in range(6):
        position = start
        for _ in range(rng.randrange(1, 6)):
            if position.steps:
                position = position.play(rng.choice(position.steps))
        if position.steps:
            agrees(grown(native(game), position, 30, seed), position, known)
            tree = grown(native(game), position, GROWTH, seed)
            assert tree.proven
            agrees(tree, position, known)


@pytest.mark.parametrize("name", ENDINGS)
def test_endings_are_solved(name: str, native: Callable[[Game], Native]) -> None:
    game = game_of(name)
    rng, known, solved = random.Random(7), dict[Position, float](), 0
    for seed in range(12):
        position = game.start()
        while position.steps and empty(position) > FREE:
            position = position.play(rng.choice(position.steps))
        if position.steps:
            tree = grown(native(game), position, 30_000, seed)
            agrees(tree, position, known)
            solved += tree.proven
    assert solved >= 2


def empty(position: Position) -> int:
    """How many cells have no piece."""
    return len(position.game.cells) - position.game.machine.occupied(position.state).bit_count()


def wins_at_once(position: Position) -> bool:
    """Whether a step of the side to move ends the game in its favor, with no turn between."""
    machine, seat = position.game.machine, position.mover
    winner = position.game.layout.place["winner"]
    for step in position.steps:
        after = machine.play(position.state, step.code)
        assert isinstance(after, tuple)
        outcome = position.play(step).outcome
        if outcome and outcome.winner == seat and after[winner] >= 0:
            return True
    return False


@pytest.mark.parametrize("name", catalog.names())
def test_a_win_at_once_is_found(name: str, native: Callable[[Game], Native]) -> None:
    game = catalog.load(name)
    code, rng = native(game), random.Random(2)
    for seed in range(3):
        history = [game.start(seed=seed)]
        while history[-1].steps and len(history) < 400:
            history.append(history[-1].play(rng.choice(history[-1].steps)))
        for position in history[-4:]:
            if position.steps and wins_at_once(position):
                tree = code.tree(100, 1)
                tree.begin(position.state)
                assert tree.proven
                best = max(tree.branches(), key=lambda one: (one.certain, one.worth))
                assert (best.certain, best.worth) == (True, 1.0)
                after = position.play(game.step(best.code))
                assert after.outcome is not None
                assert after.outcome.winner == position.mover


@pytest.mark.parametrize("name", ["reversi:6x6", "oust:size-4", "nibble:nine", "go", "rolit:four"])
def test_the_same_seed_grows_the_same_tree(name: str, native: Callable[[Game], Native]) -> None:
    game = catalog.load(name)
    code, start = native(game), game.start(seed=1)
    trees = [grown(code, start, 300, seed) for seed in (5, 5, 6)]
    branches = [tree.branches() for tree in trees]
    assert branches[0] == branches[1] != branches[2]
    assert trees[0].line() == trees[1].line()
    parts = code.tree(300, 5)
    parts.begin(start.state)
    for _ in range(30):
        parts.grow(10)
    assert parts.branches() == branches[0]
    assert parts.simulations == 300


def test_positions_reached_in_different_orders_are_one(native: Callable[[Game], Native]) -> None:
    game = game_of("tic-tac-toe")
    tree = grown(native(game), game.start())
    machine = game.machine
    found, border = set(), [game.start().state]
    while border:
        state, codes = machine.settle(border.pop())
        for code in codes:
            after = machine.play(state, code)
            assert isinstance(after, tuple)
            if machine.merge_key(after) not in found:
                found.add(machine.merge_key(after))
                border.append(after)
    assert tree.proven
    assert tree._words[NODES] <= len(found) + 1


@pytest.mark.parametrize("name", ["reversi:6x6", "rive:size-3", "oust:size-4"])
def test_what_is_known_of_a_step_is_kept_when_it_is_made(
    name: str, native: Callable[[Game], Native]
) -> None:
    game = catalog.load(name)
    start = game.start(seed=1)
    tree = grown(native(game), start, 2_000)
    best = max(tree.branches(), key=lambda one: one.tries)
    nodes = tree._words[NODES]
    tree.begin(start.play(game.step(best.code)).state)
    assert tree._words[NODES] <= nodes + len(tree.branches()), "a new root was made"
    assert sum(one.tries for one in tree.branches()) >= best.tries // 2


def test_every_node_has_the_steps_that_are_legal_on_its_path(
    native: Callable[[Game], Native],
) -> None:
    """Boards that occurred are those of the path, also where a turn has ended by itself."""
    game = Game(load_text(CLOSING, "made.yaml"))
    looked = closed = 0
    for seed in range(4):
        tree = grown(native(game), game.start(), 4_000, seed)
        waiting = [(tree._words[ROOT], game.start())]
        while waiting:
            node, position = waiting.pop()
            edges = tree._edges_of(node)
            if not edges:
                continue
            looked += 1
            codes = sorted(tree._words[at + CODE] for at in edges)
            assert codes == sorted(position.codes)
            for at in edges:
                child = tree._words[at + CHILD]
                if child >= 0:
                    after = position.play(game.step(tree._words[at + CODE]))
                    raw = game.machine.play(position.state, tree._words[at + CODE])
                    assert isinstance(raw, tuple)
                    closed += raw[game.layout.place["turn"]] != after.turn
                    waiting.append((child, after))
    assert looked > 1_000
    assert closed > 100


def test_a_draw_is_worth_a_share_to_each(native: Callable[[Game], Native]) -> None:
    two = game_of("tic-tac-toe")
    assert max(one.worth for one in grown(native(two), two.start()).branches()) == 0.5
    three = Game(load_text(TRIO, "made.yaml"))
    tree = grown(native(three), three.start())
    assert tree.proven
    assert {one.worth for one in tree.branches()} == {1 / 3}


def test_three_share_what_they_share(native: Callable[[Game], Native]) -> None:
    """The last step of a game for three is worth to its mover what the outcome gives it."""
    game = Game(load_text(SPREAD, "made.yaml"))
    rng, seen = random.Random(3), set()
    for seed in range(60):
        position = before = game.start()
        while position.steps:
            before, position = position, position.play(rng.choice(position.steps))
        tree = grown(native(game), before, 300, seed)
        for branch in tree.branches():
            after = before.play(game.step(branch.code))
            if branch.certain and after.outcome:
                assert branch.worth == share(after, before.mover)
                seen.add(branch.worth)
    assert {0.0, 1.0} < seen


def share(position: Position, seat: int | None) -> float:
    outcome = position.outcome
    assert outcome is not None
    if outcome.winner is not None:
        return float(outcome.winner == seat)
    won = outcome.shared or tuple(range(position.game.sides))
    return 1 / len(won) if seat in won else 0.0


def test_every_try_is_counted(native: Callable[[Game], Native]) -> None:
    game = catalog.load("reversi:6x6")
    branches: list[Branch] = grown(native(game), game.start(), 500).branches()
    assert sum(one.tries for one in branches) == 500
    assert all(0 <= one.worth <= 1 for one in branches)
