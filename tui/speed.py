"""How fast games are played without a screen: random games, perft and search, by both back ends.

Ratios are to what is installed of two programs on the same machine, in the same run: OpenSpiel and
a library of Rust; they are for measuring, and nothing else uses them.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from core import catalog
from core.errors import GameError
from core.rules.chance import Chance
from core.rules.game import Game
from core.rules.native.compiler import NativeError, unavailable
from core.rules.native.engine import Native

SPAN = 0.15
"""Seconds that each measurement goes on."""
ROUNDS = 16
"""How often each is made, in turn with the others; the best counts, since a busy machine only makes
it slower."""
LEAVES = 100_000
"""Leaves that a count needs to say how fast counting is."""
SIMULATIONS = 20_000

HEAD = (
    f"{'game':<24}{'native/s':>10}{'Python/s':>10}{'ratio':>7}{'steps/s':>12}{'perft/s':>14}"
    f"{'search/s':>10}{'quick ms':>10}{'full ms':>9}{'kept ms':>9}"
)


def rates(*works: Callable[[], int]) -> list[float]:
    """How much each of `works` does a second; called, it does some and gives how much."""
    best = [0.0] * len(works)
    for _ in range(ROUNDS):
        for index, work in enumerate(works):
            done, begin = 0, time.perf_counter()
            while (seconds := time.perf_counter() - begin) < SPAN:
                done += work()
            best[index] = max(best[index], done / seconds)
    return best


def report(games: Sequence[str], against: Sequence[str] = ()) -> Iterator[str]:
    """The measurements, a line each, as they are made.

    Args:
        games: Names of games.
        against: What to compare with, see `compared`: "GAME=PROGRAM:THEIRS", or without "GAME="
            what to compare the first of them with.

    Raises:
        GameError: There is no game of one of these names, or nothing to compare it with.
    """
    if trouble := unavailable():
        yield f"no native code: {trouble}"
        return
    yield f"random games a second, on one core; best of {ROUNDS}"
    yield HEAD
    for name in games:
        yield row(catalog.load(name))
    for other in against:
        name, _, program = other.rpartition("=")
        yield compared(catalog.load(name or games[0]), program)


def row(game: Game) -> str:
    """The line of one game."""
    with tempfile.TemporaryDirectory() as folder:
        quick, full, kept, native = _compiled(game, Path(folder) / "native")
        if native is None:
            return f"{game.id:<24} plays in Python only"
        start = game.start(seed=1).state
        chance = Chance(1)

        def search() -> int:
            tree = native.tree(SIMULATIONS, 1)
            tree.begin(start)
            return tree.grow(2_000)

        natively, python, counted, searched = rates(
            lambda: native.playouts(start, 50, chance).games,
            lambda: _one_in_python(game, chance),
            _counting(native, start),
            search,
        )
        per_game = native.playouts(start, 200, chance)
        length = per_game.steps / per_game.games
        return (
            f"{game.id:<24}{natively:>10,.0f}{python:>10,.0f}{natively / python:>7,.0f}"
            f"{natively * length:>12,.0f}{counted:>14,.0f}{searched:>10,.0f}"
            f"{quick:>10.0f}{full:>9.0f}{kept:>9.1f}"
        )


def _one_in_python(game: Game, chance: Chance) -> int:
    game.machine.playout(game.start(seed=1).state, chance, 10_000)
    return 1


def _counting(native: Native, state: tuple[Any, ...]) -> Callable[[], int]:
    """Counts leaves, at the first depth that has enough of them."""
    depth = 1
    while depth < 12 and native.perft(state, depth) < LEAVES:
        depth += 1
    return lambda: native.perft(state, depth)


def _compiled(game: Game, folder: Path) -> tuple[float, float, float, Native | None]:
    """Milliseconds until a game can be played, until it is optimised, and when it was kept."""
    try:
        begin = time.perf_counter()
        native = Native(game.machine, folder)
        quick = time.perf_counter()
        native.library.wait()
        full = time.perf_counter()
        native = Native(game.machine, folder)
        kept = time.perf_counter()
    except NativeError:
        return 0.0, 0.0, 0.0, None
    return (quick - begin) * 1000, (full - begin) * 1000, (kept - full) * 1000, native


def compared(game: Game, other: str) -> str:
    """How many times as fast a game is as it is in another program.

    Args:
        game: A game that the other program plays too, on a board of the same size.
        other: "openspiel:GAME" in that program's words, or "rust:MODULE" for a module of Rust
            with the `Board` and `MctsSearch` of rust_reversi.

    Raises:
        GameError: The other program is not known, not installed, or does not know the game.
    """
    program, _, theirs = other.partition(":")
    native = game.native
    if native is None:
        raise GameError(f"no native code: {game.native_fault}")
    native.engine.library.wait()
    start, chance = game.start().state, Chance(1)
    if program == "openspiel":
        engine, what = native.engine, "random games"
        ours, rival = rates(lambda: engine.playouts(start, 200, chance).games, _openspiel(theirs))
    elif program == "rust":

        def search() -> int:
            tree = native.engine.tree(SIMULATIONS, 1)
            tree.begin(start)
            return int(tree.grow(SIMULATIONS))

        what = "simulations of a tree search"
        ours, rival = rates(search, _rust(theirs))
    else:
        raise GameError(f"{program!r} is nothing to compare with: openspiel:GAME or rust:MODULE")
    return f"{game.id}: {ours:,.0f} {what} a second, {other} {rival:,.0f}: {ours / rival:.1f} times"


def _openspiel(name: str) -> Callable[[], int]:
    """Random games of OpenSpiel, in its own C++: a search of one simulation with many rollouts."""
    spiel = _module("pyspiel", "open_spiel")
    try:
        game = spiel.load_game(name)
    except Exception as error:
        # It raises a class of its own, which is known only where it is installed.
        raise GameError(f"OpenSpiel knows no game {name!r}: {error}") from error
    state, many = game.new_initial_state(), 300

    def work() -> int:
        evaluator = spiel.RandomRolloutEvaluator(many, 1)
        spiel.MCTSBot(game, evaluator, 1.4, 1, 1000, False, 1, False).step(state)
        return many

    return work


def _rust(name: str) -> Callable[[], int]:
    rust = _module(name, name)

    def work() -> int:
        rust.MctsSearch(SIMULATIONS, 1.4, 10).get_move(rust.Board())
        return SIMULATIONS

    return work


def _module(name: str, package: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise GameError(f"{package} is not installed: pip install {package}") from error
