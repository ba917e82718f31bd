"""The tables of a house: which a visitor sees, and how they sit down.

A person is known at a table by their name. An open chair may be kept for somebody: its name is
theirs then. What is private is seen only by those whose names stand at its chairs.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from core.errors import SessionError
from core.match.clock import MINUTE, Seat
from core.match.entries import Entry, Player, Said, Terms
from core.match.session import Session
from core.rules.game import Game
from core.store.house import Presence
from core.store.kept import keep, opened
from core.store.people import folded
from core.store.store import Kept, MatchId, Note, Wanted
from core.words import Message
from tui.house import absence
from tui.house.absence import seat_lent
from tui.house.visitor import Visitor, is_guest, now

FINISHED = 3
"""Matches that are over and that somebody still sees, of their own and of others."""
LOOKED_AT = 20
"""Matches that ended last, among which those of others are looked for."""


@dataclass(frozen=True, slots=True)
class Tables:
    """The matches that a visitor sees, each sort with the latest first."""

    waiting: tuple[Kept, ...]
    """Those in which they are to move."""
    others: tuple[Kept, ...]
    """Their other matches that go on."""
    open: tuple[Kept, ...]
    """Those at which they may sit down."""
    live: tuple[Kept, ...]
    """Other people's, which they may watch."""
    finished: tuple[Kept, ...]
    """The latest of their own that are over."""
    past: tuple[Kept, ...]
    """The latest of other people's that are over."""
    there: tuple[Presence, ...] = field(default=(), compare=False)
    """Who is in the house."""

    @classmethod
    def seen_by(cls, visitor: Visitor) -> Tables:
        """The tables that a visitor sees now.

        Raises:
            StoreError: The store cannot be read.
        """
        store, name = visitor.store, visitor.name
        mine = store.list(Wanted(over=True, person=name, most=FINISHED)) if name else ()
        latest = store.list(Wanted(over=True, most=LOOKED_AT))
        over = {one.match: one for one in (*mine, *latest)}
        there = visitor.house.there(now())
        return cls.of(name, (*store.list(Wanted(over=False)), *over.values()), there)

    @classmethod
    def of(cls, name: str, kept: Sequence[Kept], there: tuple[Presence, ...] = ()) -> Tables:
        """The tables that somebody called so sees; "" is nobody yet.

        Args:
            name: Theirs.
            kept: All that are kept.
            there: Who is in the house; a guest who is not will not come back.
        """
        names = {one.name for one in there}
        seen = [one for one in kept if may_see(one, name)]
        going = [one for one in seen if not one.note.is_over]
        mine = [one for one in going if belongs_to(one.note.seats, name)]
        rest = [one for one in going if one not in mine]
        over = [one for one in seen if one.note.is_over]
        return cls(
            waiting=tuple(one for one in mine if is_waiting(one, name)),
            others=tuple(one for one in mine if not is_waiting(one, name)),
            open=tuple(one for one in rest if is_open(one) and _is_held(one, names)),
            live=tuple(one for one in rest if not is_open(one)),
            finished=tuple(one for one in over if belongs_to(one.note.seats, name))[:FINISHED],
            past=tuple(one for one in over if not belongs_to(one.note.seats, name))[:FINISHED],
            there=there,
        )


def seats_of(seats: Sequence[Player], name: str) -> tuple[Seat, ...]:
    """The seats of somebody."""
    return tuple(
        seat for seat, player in enumerate(seats) if player.kind == "person" and player.name == name
    )


def belongs_to(seats: Sequence[Player], name: str) -> bool:
    """Whether somebody plays there, or a bot does for them."""
    return bool(seats_of(seats, name)) or seat_lent(seats, name) is not None


def is_open(kept: Kept) -> bool:
    """Whether somebody can still sit down."""
    return any(player.kind == "open" for player in kept.note.seats)


def _is_held(kept: Kept, there: Collection[str]) -> bool:
    """Whether somebody sits there with whom others would play."""
    people = [player.name for player in kept.note.seats if player.kind == "person"]
    return any(name in there or not is_guest(name) for name in people)


def is_waiting(kept: Kept, name: str) -> bool:
    """Whether a match waits for somebody to move."""
    mover = kept.note.mover
    return mover is not None and not is_open(kept) and mover in seats_of(kept.note.seats, name)


def may_see(kept: Kept, name: str) -> bool:
    """Whether somebody may look at a match."""
    if not kept.terms.private:
        return True
    names = {folded(player.name) for player in kept.note.seats if player.name}
    return folded(name) in names


def found(visitor: Visitor, match: MatchId) -> Session:
    """A match that a visitor may look at.

    Raises:
        SessionError: There is no such match for them.
        SaveError: It cannot be read.
        GameError: Its game is not known.
    """
    session = opened(visitor.store, match).session
    names = {folded(player.name) for player in session.seats if player.name}
    if session.terms.private and folded(visitor.name) not in names:
        raise SessionError(Message("there is no match {match}", match=match))
    return session


def as_seen(session: Session, name: str) -> Session:
    """A match as somebody sees it: where whole turns are shown, without steps of an unfinished one.

    Only its steps are fewer; its log stays whole.
    """
    seats = seats_of(session.seats, name) or (None,)
    seen = max(session.seen_by(seat) for seat in seats)
    if seen == len(session.steps) or session.seats[session.steps[-1].seat].kind != "person":
        return session
    return replace(session, steps=session.steps[:seen])


def append(visitor: Visitor, match: MatchId, session: Session, entry: Entry) -> Session:
    """A match with an entry that is kept for good.

    Raises:
        Stale: Somebody else was faster.
        StoreError: It cannot be kept.
    """
    after = session.after(entry)
    visitor.store.append(match, entry, len(session.log), Note.of(after))
    return after


def create(visitor: Visitor, game: Game, seats: Sequence[Player], terms: Terms) -> MatchId:
    """A new table.

    Raises:
        SessionError: They have too many open tables or games, or may not have such a table.
        StoreError: It cannot be kept.
    """
    check_named(visitor)
    limits = visitor.limits
    mine = _going(visitor)
    opens = any(player.kind == "open" for player in seats)
    if opens and sum(map(is_open, mine)) >= limits.open_tables:
        raise SessionError(
            Message("nobody has more than {most} open tables", most=limits.open_tables)
        )
    if visitor.guest and terms.rated:
        raise SessionError(Message("rated games are for people with a name"))
    if not all(_may_sit(player, limits.bot) for player in seats):
        raise SessionError(Message("bots up to level {most} sit down here", most=limits.bot))
    start = game.start(seed=_seed())
    session = Session.begin(game, start, tuple(seats), terms, now())
    return keep(visitor.store, session)


def _going(visitor: Visitor) -> tuple[Kept, ...]:
    """The games of a visitor that are not over.

    Raises:
        SessionError: There are so many that there may not be another.
        StoreError: They cannot be read.
    """
    mine, most = visitor.store.list(Wanted(over=False, person=visitor.name)), visitor.limits.games
    if len(mine) >= most:
        raise SessionError(Message("nobody plays more than {most} games at a time", most=most))
    return mine


def join(visitor: Visitor, match: MatchId) -> Session:
    """Sit down at an open table, or again where a bot plays on for them.

    Raises:
        SessionError: There is none, no seat is open for them, they sit there already, or have too
            many games.
        Stale: Somebody else was faster.
        StoreError: It cannot be kept.
    """
    check_named(visitor)
    session = found(visitor, match)
    if seats_of(session.seats, visitor.name):
        raise SessionError(Message("you sit at match {match} already", match=match))
    if visitor.guest and session.terms.rated:
        raise SessionError(Message("rated games are for people with a name"))
    lent = seat_lent(session.seats, visitor.name)
    if lent is not None:
        back = session.reseat(lent, Player("person", visitor.name), now())
        return append(visitor, match, session, back)
    _going(visitor)
    for seat, player in enumerate(session.seats):
        if player.kind == "open" and folded(player.name) in ("", folded(visitor.name)):
            sat = session.sit(seat, Player("person", visitor.name), now())
            return append(visitor, match, session, sat)
    raise SessionError(Message("no seat is open at match {match}", match=match))


def noticed(visitor: Visitor, match: MatchId, session: Session) -> Session:
    """A match with all that is to be noted of who is there now.

    Raises:
        Stale: Somebody else was faster.
        StoreError: It cannot be kept.
    """
    there = {one.name for one in visitor.house.there(now())} | {visitor.name}
    while (entry := absence.noted(session, there, now())) is not None:
        session = append(visitor, match, session, entry)
    return session


def say(visitor: Visitor, session: Session, text: str) -> Said:
    """The entry with which a visitor says something at a table, from their seat or beside it.

    Raises:
        SessionError: They have no name yet, say nothing, or have said much in the last minute.
    """
    check_named(visitor)
    moment = now()
    latest = [one for one in session.said if one.name == visitor.name and one.at > moment - MINUTE]
    if len(latest) >= visitor.limits.chat_rate:
        raise SessionError(Message("that is a lot of talk; wait a little"))
    mine = seats_of(session.seats, visitor.name)
    return session.say(mine[0] if mine else None, visitor.name, text[: visitor.limits.chat], moment)


def check_named(visitor: Visitor) -> None:
    """Refuse whoever has not said who they are.

    Raises:
        SessionError: They have not.
    """
    if not visitor.name:
        raise SessionError(
            Message("you have no name here yet; come with a terminal once, or say: name NAME")
        )


def _may_sit(player: Player, strongest: int) -> bool:
    """Whether this house lets somebody sit down: a program runs on the host's machine."""
    if player.kind == "bot":
        return isinstance(player.level, int) and player.level <= strongest
    return player.kind in ("person", "open")


def _seed() -> int:
    return random.SystemRandom().getrandbits(32)
