"""Where there is no native code, or none to be trusted, everything is played in Python."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from core import catalog
from core.language.load import load_text
from core.rules.game import Game
from core.rules.native import agreement, compiler
from core.rules.native.agreement import disagreement
from core.rules.native.engine import Native

ROOT = Path(__file__).parents[4]
TEXT = """\
format: 1
game: made
board: {shape: square, size: 3}
pieces: {stone: }
moves: {place: {place: stone, at: empty}}
end: {line: {when: "line(mine, here) >= 3", win: mover}}
"""


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is read from the user's cache, nothing kept there, nothing done in the background."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv(compiler.SWITCH, "quick")


@pytest.fixture
def game() -> Game:
    """A game that nobody has vouched for."""
    return Game(load_text(TEXT, "made.yaml"))


def plays_on(game: Game, why: str) -> None:
    """There is no native code, for this reason, and the game is played all the same."""
    assert game.native is None
    assert game.native_fault == why
    last, over = game.playout(game.start(), seed=1)
    assert over
    assert last.outcome is not None


def pretend(monkeypatch: pytest.MonkeyPatch, folder: Path, script: str) -> None:
    """Let the trial be something else."""
    program = folder / "trial"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o700)
    monkeypatch.setattr(agreement.sys, "executable", str(program))


def test_a_file_that_agrees_has_native_code(game: Game) -> None:
    assert game.native_fault == ""
    assert game.native.perft(game.start(), 3) == 9 * 8 * 7
    assert game.native.steps(game.start()) == game.start().steps
    assert game.native.playouts(game.start(), 50, seed=1).games == 50


def test_a_shipped_game_needs_no_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agreement, "tried", None)
    shipped = Game(catalog.definition("tic-tac-toe"), trusted=True)
    assert shipped.native_fault == ""


def test_switched_off(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(compiler.SWITCH, "0")
    plays_on(game, "native code is switched off (PARLOUR_NATIVE=0)")


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("kill -SEGV $$", "the trial ended with -11"),
        ("echo noise; echo random game 3 differs; exit 1", "random game 3 differs"),
        ("exec sleep 20", "it could not be tried: TimeoutExpired"),
    ],
    ids=["crash", "disagreement", "hang"],
)
def test_a_trial_that_fails(
    script: str, why: str, game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agreement, "PATIENCE", 1.0)
    pretend(monkeypatch, tmp_path, script)
    plays_on(game, f"native code does not agree with these rules: {why}")


def test_a_trial_that_cannot_begin(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agreement.sys, "executable", str(tmp_path / "gone"))
    plays_on(
        game,
        "native code does not agree with these rules: it could not be tried: FileNotFoundError",
    )


def test_what_native_code_cannot_do_is_said() -> None:
    text = TEXT.replace("end:", "score: turn * turn * turn * turn\nend:")
    game = Game(load_text(text, "made.yaml"), trusted=True)
    plays_on(game, "a number could become too large")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("tic-tac-toe", "tic-tac-toe:misere"),
        ("hex:size-5", "hex:size-5+misere"),
        ("reversi:6x6", "reversi:6x6+anti"),
    ],
)
def test_code_for_other_rules_is_found_out(
    one: str, other: str, native: Callable[[Game], Native]
) -> None:
    game, code = catalog.load(one), native(catalog.load(other))
    assert disagreement(game.machine, code, game.start().state)


WITHOUT = """
import sys
sys.modules["llvmlite"] = None
from core import catalog
game = catalog.load("tic-tac-toe")
print(game.native, game.native_fault, sep=": ")
print(game.playout(game.start(), 1)[1], game.perft(game.start(), 3))
"""


def test_without_the_compiler_everything_is_played_in_python() -> None:
    said = subprocess.run(
        [sys.executable, "-c", WITHOUT], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert said.stdout.splitlines() == ["None: llvmlite is not installed", "True 504"]
