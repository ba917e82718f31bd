"""Who has vanished from a match, and what those who wait for them may do.

Somebody is away while they have no session in the house at all. Whoever sits at the table and
waits has that noted in the log, so that it counts from there; terms of the match say for how long
(`Terms.patience`). Then the others may end the match, or have a bot play on where the terms let
them: whoever sat down has agreed to that.
"""

from __future__ import annotations

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


def awaited(session: Session) -> tuple[Seat, ...]:
    """The seats of persons who are away, the one who went first first."""
    away = [
        (since, seat)
        for seat, since in enumerate(session.gone)
        if since is not None and session.seats[seat].kind == "person"
    ]
    return tuple(seat for _since, seat in sorted(away))


def missed(session: Session, now: Milliseconds) -> Seat:
    """The seat of a person for whom the others have waited long enough.

    Raises:
        SessionError: There is none.
    """
    long_away = session.missed(now)
    for seat in awaited(session):
        if seat in long_away:
            return seat
    raise SessionError(Message("nobody has been away for long enough"))


def words(session: Session, now: Milliseconds, key: str) -> str:
    """What a player who waits is told of it; "" while nobody is away.

    Args:
        session: The match.
        now: When.
        key: With which they do what they may.
    """
    away, patience = awaited(session), session.terms.patience
    if not away or patience is None or session.outcome:
        return ""
    since = session.gone[away[0]] or 0
    name = sentence(called(session.seats[away[0]]))
    left = patience - (now - since)
    if left > 0:
        told = _("{name} is away; you need not wait for more than {time}.")
        return told.format(name=name, time=left_words(left))
    return _("{name} is away; {key} tells what you may do.").format(name=name, key=key)


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
