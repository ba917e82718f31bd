"""Clocks as they are shown: at the table, in a lobby, or in lines."""

from __future__ import annotations

from core.match.clock import SECOND, Milliseconds
from core.match.session import Session
from tui.lines import Line, Piece, line, spread
from tui.seating import called

PACES = ("", "3+2", "5+3", "10+5", "30+20", "1d", "3d", "7d")
"""Paces to choose from; "" is none."""
LOW = 20 * SECOND
"""What is left when a player is warned."""


def left_words(left: Milliseconds) -> str:
    """A time that is left: "2d 03h", "1:05:09", "4:59"."""
    seconds = left // SECOND
    days, rest = divmod(seconds, 24 * 3600)
    hours, rest = divmod(rest, 3600)
    if days:
        return f"{days}d {hours:02}h"
    minutes, seconds = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def running_words(session: Session, now: Milliseconds) -> str:
    """What the clock that runs shows, with a mark when it is low; "" where none does."""
    clock = session.clock
    if clock is None or clock.running is None or session.outcome:
        return ""
    left = clock.remaining(clock.running, now)
    return left_words(left) + ("!" if left < LOW else "")


def clock_lines(session: Session, now: Milliseconds, columns: int) -> list[Line]:
    """A line for each seat's clock; [] for a match without.

    Args:
        session: The match.
        now: Of which the time that is left is told; an ended match keeps its last.
        columns: The room there is.
    """
    clock = session.clock
    if clock is None:
        return []
    rows = []
    for seat, player in enumerate(session.seats):
        left = clock.remaining(seat, session.at if session.outcome else now)
        runs = clock.running == seat and not session.outcome
        low = left < LOW
        role = "warn" if low and runs else "strong" if runs else "dim"
        name = line(Piece(f"{'>' if runs else ' '} {called(player)}", role))
        rows.append(
            spread(name, line(Piece(left_words(left) + ("! " if low else "  "), role)), columns)
        )
    return rows
