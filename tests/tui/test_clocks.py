"""Clocks at a table: what they show, and what happens when one has run down."""

from __future__ import annotations

import random
from dataclasses import replace

from core import catalog
from core.match.clock import SECOND
from core.store.library import Book
from tests.tui.houses import NOW, parlour
from tui.app import Visit
from tui.clocks import left_words
from tui.lines import plain
from tui.seating import PERSON
from tui.setup import begun
from tui.widgets.lines import Lines

MINUTE = 60 * SECOND


class Time:
    """What time it is."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> int:
        return self.now


def sitting(folder, time, session=None, book=None):
    """A program at a table with three minutes for each, and two seconds a turn."""
    app = parlour(folder)
    app.world = replace(app.world, now=time)
    if session is None:
        game = catalog.load("reversi")
        session = begun(game, (PERSON, PERSON), "1", random.Random(1), clock="3+2", now=time.now)
    app._visit = Visit(session, book)
    return app


async def clocks(pilot):
    """What the table shows of the clocks."""
    pilot.app.screen._tick()
    await pilot.pause()
    rows = [plain(row).split() for row in pilot.app.screen.query_one("#seats", Lines).lines]
    return [row[-1] for row in rows if row and ":" in row[-1]]


async def test_the_clock_of_whoever_is_to_move_runs_and_is_given_its_bonus(tmp_path):
    time = Time()
    async with sitting(tmp_path, time).run_test(size=(80, 24)) as pilot:
        assert await clocks(pilot) == ["3:00", "3:00"]
        time.now += 10 * SECOND
        assert await clocks(pilot) == ["2:50", "3:00"]
        await pilot.press("m", *"d3", "enter")
        assert await clocks(pilot) == ["2:52", "3:00"]
        time.now += 165 * SECOND
        assert await clocks(pilot) == ["2:52", "0:15!"]


async def test_the_log_tells_how_long_a_turn_took(tmp_path):
    time = Time()
    async with sitting(tmp_path, time).run_test(size=(80, 24)) as pilot:
        time.now += 75 * SECOND
        await pilot.press("m", *"d3", "enter")
        await pilot.pause()
        rows = [plain(row).split() for row in pilot.app.screen.query_one("#log", Lines).lines]

        assert rows == [["1", "X", "d3*1", "1:15"]]


async def test_whose_time_is_up_has_lost_and_moves_no_more(tmp_path):
    time = Time()
    async with sitting(tmp_path, time).run_test(size=(80, 24)) as pilot:
        table = pilot.app.screen
        time.now += 4 * MINUTE
        await pilot.press("m", *"d3", "enter")
        await pilot.pause()

        assert table.session.outcome.winner == 1
        assert not table.session.steps
        assert await clocks(pilot) == ["0:00!", "3:00"]


async def test_time_is_called_without_a_key(tmp_path):
    time = Time()
    async with sitting(tmp_path, time).run_test(size=(80, 24)) as pilot:
        time.now += 4 * MINUTE
        await clocks(pilot)

        assert pilot.app.screen.session.outcome.winner == 1


async def test_clocks_stand_while_nobody_is_at_the_table(tmp_path):
    time = Time()
    app = sitting(tmp_path, time)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m", *"d3", "enter")
        time.now += MINUTE
        await pilot.press("q")
        await pilot.pause()
    time.now += 1000 * MINUTE
    app = parlour(tmp_path)
    saved = app.world.library.store.list()[0]
    book, session = Book.resume(app.world.library, saved.match)
    async with sitting(tmp_path, time, session, book).run_test(size=(80, 24)) as pilot:
        assert await clocks(pilot) == ["3:02", "2:00"]


def test_long_times_are_told_in_days_and_hours():
    assert [left_words(seconds * SECOND) for seconds in (0, 59, 3600, 3661, 90000)] == [
        "0:00",
        "0:59",
        "1:00:00",
        "1:01:01",
        "1d 01h",
    ]
