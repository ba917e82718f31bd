"""Endings that do not follow from the steps of a match, as records tell them."""

from __future__ import annotations

from core.errors import SessionError
from core.match.clock import Seat
from core.match.entries import Abandoned, Flagged, Left, Resigned
from core.match.offers import MOMENT
from core.match.records.record import RecordError
from core.match.session import Session

REASONS = ("resigned", "time", "abandoned", "agreed")
"""Of results that do not follow from the steps."""


def reason_of(session: Session) -> str:
    """The one of `REASONS` that ended a match; "" where the rules have, or nothing yet."""
    is_other = session.ended is not None or session.is_drawn
    return session.outcome.reason if is_other and session.outcome else ""


def lost(session: Session, seat: Seat, reason: str) -> Session:
    """The match as it ended against a seat.

    Args:
        session: A match that goes on; for "abandoned" its terms must give no patience.
        seat: Who lost.
        reason: Of `REASONS`, without "agreed".

    Raises:
        RecordError: It cannot have ended so.
    """
    try:
        if reason == "time":
            ends = session.clock.ends() if session.clock else None
            if ends is None:
                raise RecordError("a result by time needs a line 'clock: ...'")
            return session.after(Flagged(seat, at=ends))
        if reason == "abandoned":
            return session.after(Left(seat, at=session.at)).after(Abandoned(seat, at=session.at))
        return session.after(Resigned(seat, at=session.at))
    except RecordError:
        raise
    except SessionError as error:
        raise RecordError(str(error)) from error


def drawn(session: Session) -> Session:
    """The match as its players agreed to a draw.

    Raises:
        RecordError: It cannot have ended so.
    """
    persons = [seat for seat, player in enumerate(session.seats) if player.kind == "person"]
    try:
        session = session.after(session.offer(persons[0] if persons else 0, "draw", session.at))
        for seat in persons[1:]:
            session = session.after(session.answer(seat, "draw", True, session.at + MOMENT))
    except SessionError as error:
        raise RecordError(str(error)) from error
    return session
