"""Who has vanished from a match, and what those who wait for them may do.

Somebody is away while they have no session in the house at all. Whoever sits at the table and
waits has that noted in the log, so that it counts from there, and from when it became their turn;
terms of the match say for how long (`Terms.patience`). Then the others may end the match, or have a
bot play on where the terms let them: whoever sat down has agreed to that.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from core.errors import SessionError
from core.match.clock import DAY, SECOND, Daily, Milliseconds, Pace, Seat
from core.match.entries import Away, Player, Returned, Terms
from core.match.session import Session
from core.words import Message
from tui.clocks import left_words
from tui.house.limits import Limits
from tui.language import _
from tui.news import sentence
from tui.seating import called


def usual_patience(pace: Pace | None, limits: Limits) -> Milliseconds | None:
    """How long others wait where a table says nothing else; None is for ever.

    A clock of days waits by itself; without any clock there is no hurry.
    """
    if isinstance(pace, Daily):
        return None
    return DAY if pace is None else int(limits.away * SECOND)


def noted(session: Session, there: Collection[str], now: Milliseconds) -> Away | Returned | None:
    """What the log does not know yet of who is there; None when it knows all that matters.

    Who has come back is noted before who has gone.

    Args:
        session: The match.
        there: Names of everybody in the house.
        now: When they are there.
    """
    if session.outcome or not session.begun or session.terms.patience is None:
        return None
    persons = [seat for seat, one in enumerate(session.seats) if one.kind == "person"]
    for seat in persons:
        if session.gone[seat] is not None and session.seats[seat].name in there:
            return session.come_back(seat, now)
    for seat in persons:
        if session.gone[seat] is None and session.seats[seat].name not in there:
            return session.go_away(seat, now)
    return None


def awaited(session: Session) -> Seat | None:
    """The seat of whoever is to move but away; None where nobody is waited for."""
    mover = session.mover
    if mover is None or not session.begun or session.seats[mover].kind != "person":
        return None
    return None if session.gone[mover] is None else mover


def missed(session: Session, now: Milliseconds) -> Seat:
    """The seat of a person for whom the others have waited long enough.

    Raises:
        SessionError: There is none.
    """
    seat = awaited(session)
    if seat is None or _left(session, seat, now) > 0:
        raise SessionError(Message("nobody has been waited for long enough"))
    return seat


def _left(session: Session, seat: Seat, now: Milliseconds) -> float:
    """How long somebody must still be waited for: they were away, and it was their turn."""
    patience, since = session.terms.patience, session.gone[seat]
    if patience is None or since is None:
        return math.inf
    turn = session.steps[-1].at if session.steps else session.started.at
    return max(since, turn) + patience - now


def words(session: Session, now: Milliseconds, key: str) -> str:
    """What a player who waits for somebody away is told; "" while nobody is waited for so.

    Args:
        session: The match.
        now: When.
        key: With which they do what they may.
    """
    seat = awaited(session)
    if seat is None or session.terms.patience is None:
        return ""
    name = sentence(called(session.seats[seat]))
    left = _left(session, seat, now)
    if left > 0:
        told = _("{name} is to move but away; wait for {time} at most.")
        return told.format(name=name, time=left_words(int(left)))
    told = _("{name} is to move but away; {key} tells what you may do.")
    return told.format(name=name, key=key)


def terms_words(terms: Terms) -> str:
    """What whoever sits down agrees to for the case that somebody vanishes; "" where nothing."""
    if terms.patience is None:
        return ""
    time = left_words(terms.patience)
    if terms.stand_ins:
        told = _("Who is away for {time} may lose the game, or a bot plays on for them.")
    else:
        told = _("Who is away for {time} may lose the game.")
    return told.format(time=time)


def is_stood_in_for(player: Player, name: str) -> bool:
    """Whether a bot plays on for somebody called so: under their name, as no other bot does."""
    return bool(name) and player.kind == "bot" and player.name == name


def seat_lent(seats: Sequence[Player], name: str) -> Seat | None:
    """The seat on which a bot plays on for somebody; None where none does."""
    for seat, player in enumerate(seats):
        if is_stood_in_for(player, name):
            return seat
    return None
