"""What is painted when something changes, and when: no more than has to be, and at once."""

from __future__ import annotations

import asyncio

import pytest
from textual import events
from textual.widget import Widget

from core.match.clock import SECOND
from tests.tui.test_clocks import Time, sitting
from tui.screens.page import Page
from tui.widgets.board import Board

WIDGETS = (Widget, Board)


@pytest.fixture
def drawn(monkeypatch):
    """The widgets that were asked for rows, by name, with the numbers of the rows on the screen."""
    asked: dict[str, set[int]] = {}

    def spied(kind):
        render = kind.render_lines

        def render_lines(widget, crop):
            rows = range(widget.region.y + crop.y, widget.region.y + crop.bottom)
            asked.setdefault(widget.id or type(widget).__name__, set()).update(rows)
            return render(widget, crop)

        return render_lines

    for kind in WIDGETS:
        monkeypatch.setattr(kind, "render_lines", spied(kind))
    return asked


async def test_a_move_of_the_cursor_draws_nothing_but_the_rows_of_two_cells(tmp_path, drawn):
    async with sitting(tmp_path, Time()).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = pilot.app.screen.board
        for key in ("right", "down", "left", "up"):
            cells = [board.cursor]
            drawn.clear()
            await pilot.press(key)
            cells.append(board.cursor)
            areas = [board._plan.area(cell) for cell in cells]
            first = min(y for _, y, _, _ in areas)
            last = max(y + height for _, y, _, height in areas)
            assert drawn == {"board": set(range(board.region.y + first, board.region.y + last))}


async def test_a_clock_draws_nothing_but_the_rows_where_it_is_shown(tmp_path, drawn):
    time = Time()
    async with sitting(tmp_path, time).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        drawn.clear()
        time.now += 10 * SECOND
        pilot.app.screen._tick()
        await pilot.pause()
        assert drawn.keys() == {"header", "seats"}
        assert {name: len(rows) for name, rows in drawn.items()} == {"header": 1, "seats": 1}


async def test_a_key_is_seen_before_any_beat_of_a_clock_and_the_next_ones_together(
    tmp_path, monkeypatch
):
    async with sitting(tmp_path, Time()).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app, page = pilot.app, pilot.app.screen
        assert isinstance(page, Page)
        painted = []
        display = type(app)._display
        monkeypatch.setattr(
            type(app), "_display", lambda *of: (painted.append(of[1]), display(*of))[1]
        )
        beats = []
        monkeypatch.setattr(page._update_timer, "resume", lambda: beats.append(True))
        page._painted = 0.0
        await pressed(app, "right")
        assert (len(painted), len(beats)) == (1, 0)
        page._painted = float("inf")  # a moment ago
        await pressed(app, "right")
        await pressed(app, "right")
        assert len(painted) == 1
        assert beats


async def pressed(app, key):
    """Press a key, and let everything happen that does not wait for time to pass."""
    app.post_message(events.Key(key, None))
    for _ in range(50):
        await asyncio.sleep(0)
