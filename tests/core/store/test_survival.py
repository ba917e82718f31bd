"""What was acknowledged survives `kill -9` of the program that wrote it."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from core import catalog
from core.store import autosave
from core.store.autosave import Autosave, matches_in

ROOT = Path(__file__).resolve().parents[3]

WRITER = """
import sys
from pathlib import Path
from core import catalog
from core.match.session import Player, Session
from core.store.autosave import Autosave, matches_in

folder = Path(sys.argv[1])
saved = matches_in(folder).games
if saved:
    save, session = Autosave.resume(saved[0].path, catalog.load)
else:
    game = catalog.load("reversi:6x6")
    seats = (Player("person", "ann"), Player("person", "bob"))
    session = Session.begin(game, game.start(), seats)
    save = Autosave.create(folder, session, 0)
while True:
    if session.mover is None or len(session.steps) > 20:
        session = session.after(session.take_back(0))
    else:
        session = session.after(session.step(session.mover, session.position.steps[0].token))
    save.keep(session, 0)
    print(len(session.log), flush=True)
"""


@contextmanager
def writer(folder: Path) -> Iterator[tuple[subprocess.Popen[str], IO[str]]]:
    """A program that plays and saves, and what it says: the length of the log after each entry."""
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(folder)], stdout=subprocess.PIPE, cwd=ROOT, text=True
    )
    assert process.stdout is not None
    try:
        with process.stdout:
            yield process, process.stdout
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("seed", range(3))
def test_nothing_acknowledged_is_lost_to_kill_9(tmp_path, seed):
    rng = random.Random(seed)
    acknowledged = 0
    for _ in range(3):
        with writer(tmp_path) as (process, said):
            assert int(said.readline()) > acknowledged
            time.sleep(rng.uniform(0, 0.1))
            process.kill()
            # What it had still managed to say was acknowledged too.
            whole = [line for line in said.readlines() if line.endswith("\n")]
        acknowledged = max([acknowledged, *map(int, whole)])
        (game,) = matches_in(tmp_path).games
        assert not game.in_use
        assert len(autosave.read(game.path, catalog.load).log) >= acknowledged


def test_the_lock_of_a_killed_program_is_released(tmp_path):
    with writer(tmp_path) as (process, said):
        said.readline()
        (game,) = matches_in(tmp_path).games
        assert game.in_use
        process.kill()
    save, _ = Autosave.resume(game.path, catalog.load)
    save.close()
