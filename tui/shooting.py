"""Screens of a replay, taken from a program that nobody sees."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, cast

from textual.app import App
from textual.pilot import Pilot

from core.match.records.record import Record
from tui import asciicast
from tui.asciicast import COLUMNS, ROWS, Frame, lasting
from tui.language import said
from tui.screenshot import Row, rows_of, svg_of


class Replay(Protocol):
    """The screen that looks through a match."""

    def look_at(self, steps: int) -> None:
        """Show the position after so many steps."""


async def shots(
    app: App[Any], moments: Iterable[int], size: tuple[int, int] = (COLUMNS, ROWS)
) -> list[list[Row]]:
    """What a terminal would show at moments of a match, by how many steps have been made.

    Args:
        app: The program, not running, which begins with the replay of the match.
        moments: Which.
        size: Columns and rows of the terminal.
    """
    found: list[list[Row]] = []

    async def look(pilot: Pilot[Any]) -> None:
        await pilot.pause()
        for steps in moments:
            cast("Replay", app.screen).look_at(steps)
            await pilot.pause()
            found.append(rows_of(app))
        app.exit()

    await app.run_async(headless=True, size=size, auto_pilot=look)
    return found


async def svg(app: App[Any], steps: int) -> str:
    """A picture of the replay after so many steps."""
    (rows,) = await shots(app, (steps,))
    return svg_of(rows)


async def filmed(app: App[Any], record: Record) -> str:
    """The match of a record as an asciicast; see `shots` for the program."""
    session = record.session
    screens = await shots(app, range(len(session.steps) + 1))
    frames = [
        Frame(rows, _marked(record, steps), lasting(record, steps))
        for steps, rows in enumerate(screens)
    ]
    players = " - ".join(player.name for player in session.seats)
    title = f"{said(session.game.title)}: {players}"
    return asciicast.written(frames, title, record.began)


def _marked(record: Record, steps: int) -> str:
    """The step that led to a moment, by its number."""
    if not steps:
        return ""
    return f"{steps} {record.session.steps[steps - 1].text}"
