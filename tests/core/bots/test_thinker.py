"""Bots are waited for without holding anything up, and no process is left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from core import catalog
from core.bots.bot import level
from core.bots.thinker import DirectThinker, WorkerThinker
from core.errors import GameError

ROOT = Path(__file__).resolve().parents[3]
HARD = 8


@pytest.fixture
async def worker():
    thinker = WorkerThinker()
    yield thinker
    await thinker.close()


def start():
    return catalog.load("reversi:6x6").start()


async def a_moment():
    """Let the tasks that are ready run, and wait for nothing else."""
    for _ in range(10):
        await asyncio.sleep(0)


async def is_gone(pid: int) -> bool:
    """Whether a process ends within a few seconds; one that nobody has waited for counts."""
    for _ in range(100):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return True
        if state == "Z":
            return True
        await asyncio.sleep(0.05)
    return False


async def test_a_worker_gives_the_answer_that_thinking_here_gives(worker):
    here = await DirectThinker().think(start(), 1, seed=5)
    assert await worker.think(start(), 1, seed=5) == here


async def test_several_questions_may_wait_at_once(worker):
    seeds = range(3)
    answers = await asyncio.gather(*(worker.think(start(), 1, seed) for seed in seeds))
    assert answers == [await DirectThinker().think(start(), 1, seed) for seed in seeds]


@pytest.mark.parametrize("kind", [DirectThinker, WorkerThinker])
async def test_thinking_takes_no_longer_than_allowed(kind):
    thinker = kind()
    await thinker.think(start(), 1, seed=1, seconds=0)
    choice = await thinker.think(start(), HARD, seed=1, seconds=0.05)
    assert choice.step in start().steps
    assert choice.simulations < level(HARD).simulations
    await thinker.close()


async def test_a_cancelled_question_is_dropped_and_the_next_one_answered(worker):
    await worker.think(start(), 1, seed=1, seconds=0)
    pid = worker.pid
    thinking = asyncio.create_task(worker.think(start(), HARD, seed=1))
    await asyncio.sleep(0.1)
    thinking.cancel()
    await a_moment()
    assert thinking.cancelled()
    choice = await worker.think(start(), 1, seed=5)
    assert choice == await DirectThinker().think(start(), 1, seed=5)
    assert worker.pid == pid


async def test_a_worker_that_is_killed_is_replaced(worker):
    thinking = asyncio.create_task(worker.think(start(), 2, seed=3))
    while worker.pid is None:
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.2)
    os.kill(worker.pid, signal.SIGKILL)
    assert await thinking == await DirectThinker().think(start(), 2, seed=3)


async def test_a_worker_that_cannot_stay_alive_is_told(worker, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(GameError, match="keeps breaking off"):
        await worker.think(start(), 1, seed=3)


async def test_a_level_that_does_not_exist_is_told(worker):
    with pytest.raises(GameError, match="'9' is no level"):
        await worker.think(start(), 9, seed=3)


async def test_what_a_worker_cannot_do_is_told(worker):
    over = start()
    while over.mover is not None:
        over = over.play(over.steps[0])
    with pytest.raises(GameError, match="the game is over"):
        await worker.think(over, 1, seed=3)


async def test_closing_ends_the_process(worker):
    await worker.think(start(), 1, seed=3)
    pid = worker.pid
    await worker.close()
    assert await is_gone(pid)


async def test_nobody_thinks_after_closing(worker):
    thinking = asyncio.create_task(worker.think(start(), HARD, seed=3))
    await asyncio.sleep(0.1)
    await worker.close()
    with pytest.raises(GameError, match="no bot is thinking"):
        await thinking
    assert worker.pid is None


async def test_a_game_of_ones_own_file_can_be_thought_about(worker, tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text(catalog.path_of("reversi").read_text("utf-8"), "utf-8")
    position = catalog.load(f"{file}:6x6").start()
    choice = await worker.think(position, 1, seed=5, seconds=0.5)  # making it ready takes longer
    assert choice.step == (await DirectThinker().think(start(), 1, seed=5)).step


PARENT = """
import asyncio
from core import catalog
from core.bots.thinker import WorkerThinker

async def main():
    worker = WorkerThinker()
    position = catalog.load("reversi:6x6").start()
    await worker.think(position, 1, seed=1)
    print(worker.pid, flush=True)
    while True:
        await worker.think(position, 3, seed=1)

asyncio.run(main())
"""


async def test_no_worker_outlives_the_program_that_started_it():
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT], stdout=subprocess.PIPE, cwd=ROOT, text=True
    )
    assert parent.stdout is not None
    with parent.stdout:
        pid = int(parent.stdout.readline())
        parent.kill()
        parent.wait()
    assert await is_gone(pid)
