"""The table answers keys while the strongest bot thinks, in a process of its own."""

from __future__ import annotations

import asyncio
import time

import pytest
from textual import events

from core.bots.thinker import WorkerThinker
from core.match.session import Player
from tests.tui.houses import begun, table
from tui.widgets.board import Board

TICK = 0.005
"""Seconds between two looks of a task at whether the event loop lets it run."""
KEYS = 30
STRONGEST = "time:60s"
"""As strong as any, and it thinks for as long as the keys take, however fast the machine is."""
SEATS = (Player("person", "you"), Player("bot", "master bot", STRONGEST))


@pytest.mark.parametrize("id", ["reversi", "oust"])
async def test_keys_are_answered_while_the_strongest_bot_thinks(tmp_path, id, record_property):
    thinker = WorkerThinker()
    session = begun(id, SEATS)
    # So that the process runs and the game is compiled, and the bot only thinks.
    await thinker.think(session.position, 1, 1)
    app = table(tmp_path, session, thinker=thinker)
    ticks: list[float] = []

    async def tick():
        while True:
            await asyncio.sleep(TICK)
            ticks.append(time.perf_counter())

    async with app.run_test(size=(80, 24)) as pilot:
        board = app.screen.query_one(Board)
        await pilot.press("tab", "enter")
        ticking = asyncio.create_task(tick())
        took = []
        for number in range(KEYS):
            before, count, begin = board.cursor, len(ticks), time.perf_counter()
            key = "right" if number % 2 else "left"
            app.post_message(events.Key(key, None))
            while board.cursor == before:
                await asyncio.sleep(0)
            took.append(time.perf_counter() - begin)
            while len(ticks) == count:
                await asyncio.sleep(0)
        assert app.screen.is_thinking, "all of this was while the bot was thinking"
        assert len(app.screen.session.steps) == 1
        assert len(ticks) >= KEYS
        ticking.cancel()
        record_property("slowest key, ms", round(1000 * max(took), 1))
        record_property("median key, ms", round(1000 * sorted(took)[KEYS // 2], 1))
