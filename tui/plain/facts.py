"""What happens in a match besides steps, in lines that begin with a fixed word."""

from __future__ import annotations

from collections.abc import Iterator

from core.match.clock import Milliseconds
from core.match.entries import (
    Answered,
    Away,
    Entry,
    Left,
    Offered,
    Rematched,
    Reseated,
    Resigned,
    Returned,
    Said,
    Stepped,
    TookBack,
    Withdrew,
)
from core.match.session import Seat, Session
from tui.clocks import left_words
from tui.language import _, ngettext
from tui.plain import words
from tui.seating import called


def entry_lines(before: Session, entry: Entry, after: Session) -> Iterator[str]:
    """The line of an entry; none for one of which whose turn it is says enough.

    Args:
        before: The match as it was.
        entry: What happened.
        after: The match as it is with it.
    """
    match entry:
        case Stepped():
            yield words.step_line(after, after.turns, len(after.steps))
        case TookBack(seat):
            yield _taken_back(before, after, seat)
        case Resigned(seat):
            yield seat_line("RESIGNED", before, seat)
        case Reseated(seat):
            yield seat_line("RESEATED", after, seat)
        case Left(seat):
            yield seat_line("LEFT", before, seat)
        case Away(seat):
            yield seat_line("AWAY", before, seat)
        case Returned(seat):
            yield seat_line("BACK", before, seat)
        case Said(_, name, text):
            yield f"CHAT {name}: {text}"
        case Offered(seat, kind):
            yield f"OFFERED {kind} {_by(before, seat)}: {_('accept or decline')}"
        case Answered(seat, kind, yes):
            yield f"{'ACCEPTED' if yes else 'DECLINED'} {kind} {_by(before, seat)}"
            if len(after.steps) < len(before.steps):
                yield _taken_back(before, after, seat)
        case Withdrew(seat, kind):
            yield f"WITHDRAWN {kind} {_by(before, seat)}"
        case Rematched(_, match):
            yield f"REMATCH {match}"


def seat_line(word: str, session: Session, seat: Seat) -> str:
    """A word, the side of a seat and who sits there."""
    side = words.side_id(session, session.position, seat)
    return f"{word} {side} {called(session.seats[seat])}"


def clock_lines(session: Session, now: Milliseconds) -> Iterator[str]:
    """What is left on the clock of each seat, the one that runs marked."""
    clock = session.clock
    if clock is None:
        yield f"CLOCK {_('none: this match is played without a clock')}"
        return
    for seat, player in enumerate(session.seats):
        side = words.side_id(session, session.position, seat)
        left = left_words(clock.remaining(seat, session.at if session.outcome else now))
        runs = f", {_('running')}" if clock.running == seat and not session.outcome else ""
        yield f"CLOCK {side} {left} {called(player)}{runs}"


def _by(session: Session, seat: Seat) -> str:
    return _("by {name}").format(name=called(session.seats[seat]))


def _taken_back(before: Session, after: Session, seat: Seat) -> str:
    count = len(before.steps) - len(after.steps)
    told = ngettext("{count} step by {name}", "{count} steps by {name}", count)
    return f"TOOK BACK {told.format(count=count, name=called(before.seats[seat]))}"
