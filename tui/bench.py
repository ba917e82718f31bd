"""How fast this machine plays: `parlour bench`.

Times depend on the machine, so each is also given as a ratio to a loop of plain Python measured
in the same run, and starting the screen to starting an empty Textual program.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from core import catalog
from core.rules.game import Game
from tui.pseudo import PseudoTerminal

BUDGET = 20.0
"""Milliseconds that making a step and listing the next ones may take on the largest board."""
FRAME = 1.5
"""Times that an empty Textual program takes to its first frame."""
CURSOR = 500
"""Bytes that moving the cursor may write."""
STEP = 2000
"""Bytes that making a step may write."""
SIZES = ((80, 24), (120, 40))
"""Columns and rows at which bytes are counted."""
MOST = 6
"""Games that are measured when none is named."""
STARTS = 5
"""How often a program is started to measure its first frame; the quickest counts."""
SPAN = 1.5
"""Seconds to spend on each measurement."""

BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("Parlour")
Bare().run()
"""
"""The least that a Textual program can be."""


def report(games: Sequence[str]) -> Iterator[str]:
    """The measurements, a line each, as they are made.

    Args:
        games: Names of games; none measures the shipped games with the largest boards.

    Raises:
        GameError: There is no game of that name.
    """
    yield "this takes a minute or two; what misses its budget is marked OVER:"
    yield f"  a step and the listing of the next ones, at its slowest (99 %): {BUDGET:.0f} ms"
    yield f"  first frame: {FRAME} times an empty program"
    yield f"  bytes: {CURSOR} for a cursor move, {STEP} for a step"
    yield ""
    loop = _loop_seconds()
    yield f"reference: a loop of 100,000 additions takes {loop * 1000:.2f} ms"
    yield ""
    yield (
        f"{'game':<24}{'cells':>6}{'step ms':>9}{'worst':>8}{'budget':>8}"
        f"{'playouts/s':>12}{'steps/s':>10}{'loops a playout':>17}"
    )
    chosen = list(games) or _widest()
    for name in chosen:
        yield _game_row(catalog.load(name), loop)
    yield ""
    yield from _screen_rows(chosen)


def _game_row(game: Game, loop: float) -> str:
    times, length = _step_milliseconds(game)
    median, worst = statistics.median(times), times[min(len(times) - 1, len(times) * 99 // 100)]
    each = _playout_seconds(game)
    return (
        f"{game.id:<24}{len(game.cells):>6}{median:>9.2f}{worst:>8.2f}{_verdict(worst, BUDGET):>8}"
        f"{1 / each:>12.1f}{length / each:>10.0f}{each / loop:>17.1f}"
    )


def _step_milliseconds(game: Game) -> tuple[list[float], float]:
    """Times of making a step and listing the next ones, rising, and the steps of a random game."""
    chance = random.Random(1)
    times: list[float] = []
    games = 0
    end = time.perf_counter() + SPAN
    while time.perf_counter() < end:
        position = game.start(seed=1)
        games += 1
        while position.steps:
            step = chance.choice(position.steps)
            begin = time.perf_counter()
            position = position.play(step)
            position.steps  # noqa: B018  # listing them is what is timed
            times.append((time.perf_counter() - begin) * 1000)
    return sorted(times), len(times) / games


def _playout_seconds(game: Game) -> float:
    """Seconds that a random game takes when its steps need not be listed."""
    start = game.start(seed=1)
    count = 0
    begin = time.perf_counter()
    while (seconds := time.perf_counter() - begin) < SPAN or not count:
        game.playout(start, count)
        count += 1
    return seconds / count


def _verdict(measured: float, budget: float) -> str:
    return "ok" if measured <= budget else "OVER"


def _widest() -> list[str]:
    """The games with most cells, each with its largest board."""
    found = sorted(catalog.names(), key=lambda name: -len(catalog.definition(name).board.cells))
    return [_largest(name) for name in found[:MOST]]


def _largest(name: str) -> str:
    """A game with the variant that has most cells."""
    definition = catalog.definition(name)
    ids = [name, *(f"{name}:{variant.id}" for variant in definition.variants if variant.group)]
    return max(ids, key=lambda id: len(catalog.definition(id).board.cells))


def _loop_seconds() -> float:
    """The shortest of several runs of the reference loop."""

    def once() -> float:
        begin = time.perf_counter()
        total = 0
        for number in range(100_000):
            total += number
        return time.perf_counter() - begin

    return min(once() for _ in range(5))


def _screen_rows(games: Sequence[str]) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        unwanted = ("NO_COLOR", "PYTHONDONTWRITEBYTECODE")
        environ = {
            **{name: value for name, value in os.environ.items() if name not in unwanted},
            # Installed programs are compiled already; the first start of several does it here.
            "PYTHONPYCACHEPREFIX": str(Path(folder) / "compiled"),
            "TERM": "xterm-256color",
            "XDG_CONFIG_HOME": folder,
            "XDG_DATA_HOME": folder,
        }
        bare = _fastest(lambda: _start([sys.executable, "-c", BARE], environ))
        ours = _fastest(lambda: _start([sys.executable, "-m", "tui.command"], environ))
        yield (
            f"first frame after {ours * 1000:.0f} ms, {ours / bare:.2f} times an empty program "
            f"(budget {FRAME}: {_verdict(ours / bare, FRAME)})"
        )
        yield ""
        budgets = f"{'a move':>9}{'budget':>8}{'a step':>9}{'budget':>8}"
        yield f"{'bytes written':<24}{'start':>8}{budgets}"
        for name in games:
            for columns, rows in SIZES:
                yield _bytes_row(name, columns, rows, environ)


def _bytes_row(game: str, columns: int, rows: int, environ: dict[str, str]) -> str:
    """What the screen of a game writes: to begin, for a cursor move and for a step, at most."""
    command = [sys.executable, "-m", "tui.command", "play", game, "--seed", "1", "--with", "person"]
    with PseudoTerminal(command, environ, columns, rows) as terminal:
        start = len(terminal.read_until(lambda written: b"move>" in written))
        start += len(terminal.read(1.0))
        move = max(_cost(terminal, key) for key in "hjklhjkl")
        # To the next legal cell, and there a step; where that is the first of two cells, the
        # second one ends it.
        step = max([_cost(terminal, key) for key in "\t\r\t\r\t\r\t\r"][1::2])
    return (
        f"{f'{game} {columns}x{rows}':<24}{start:>8}{move:>9}{_verdict(move, CURSOR):>8}"
        f"{step:>9}{_verdict(step, STEP):>8}"
    )


def _cost(terminal: PseudoTerminal, key: str) -> int:
    terminal.send(key)
    return len(terminal.read(0.3))


def _start(command: Sequence[str], environ: dict[str, str]) -> float:
    """Seconds until the program has written its first words."""
    begin = time.perf_counter()
    with PseudoTerminal(command, environ) as terminal:
        terminal.read_until(lambda written: b"Parlour" in written)
        return time.perf_counter() - begin


def _fastest(measure: Callable[[], float]) -> float:
    return min(measure() for _ in range(STARTS))
