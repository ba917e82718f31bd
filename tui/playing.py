"""What goes on at a table, whether it is a screen or talks in lines.

Knows no screen: whoever shows the match asks the session, hands the entry to `Match.change`, and
shows what has become of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from core.bots.bot import Choice
from core.errors import SessionError
from core.match.session import Entry, Resigned, Seat, Session, Started, Stepped, Turn
from core.store.library import Book
from tui.keeping import Keeper
from tui.language import _
from tui.news import persons
from tui.world import World


async def bot_choice(world: World, session: Session) -> Choice | str | None:
    """What the bot whose turn it is chooses, or the token of an engine's step; None if it resigns.

    Cancelling the call ends the thinking.

    Raises:
        GameError: It cannot play.
    """
    assert session.mover is not None
    seated = session.seats[session.mover]
    if seated.kind == "engine":
        tokens = [played.token for played in session.steps]
        return await world.engines.choose(seated.name, session.positions, tokens)
    seed = world.chance.getrandbits(32)
    return await world.thinker.think(session.position, seated.level or 1, seed)


def entry_of(session: Session, choice: Choice | str | None) -> Entry:
    """The entry for what `bot_choice` has given."""
    mover = session.mover
    assert mover is not None
    token = choice.step.token if isinstance(choice, Choice) else choice
    return Resigned(mover) if token is None else Stepped(mover, token)


def slowness(world: World, session: Session) -> str:
    """That bots take long here, told once to somebody who plays with one; else ""."""
    if not world.slow or all(player.kind != "bot" for player in session.seats):
        return ""
    told = _("bots think a hundred times as slowly here: {reason}")
    return told.format(reason=world.slow.pop())


def back_seat(session: Session) -> Seat:
    """Whose choice a turn is taken back to: the only person's, or whoever's moved last."""
    here = persons(session)
    return here[0] if len(here) == 1 else session.steps[-1].seat if session.steps else 0


def giving_up(session: Session) -> Seat:
    """Who it is that resigns: the only person, or the one who is to move.

    Raises:
        SessionError: No person plays.
    """
    here = persons(session)
    if not here:
        raise SessionError(_("no person plays in this match"))
    mover = session.mover
    return mover if mover is not None and mover in here else here[0]


def rematch(session: Session, world: World) -> Session:
    """A new match of the same players on the same terms, in which the next of them begins."""
    start = session.game.start(seed=world.chance.getrandbits(32))
    seats = (*session.seats[1:], session.seats[0])
    return Session.begin(session.game, start, seats, session.terms, world.now())


class Match:
    """A session that goes on, and is kept for good after every change."""

    def __init__(self, world: World, session: Session, book: Book | None = None) -> None:
        """Take it over.

        Args:
            world: Clock, chance, bots, and where matches are kept.
            session: The match, begun or resumed.
            book: What it is kept in; None makes one with the first entry.
        """
        self._world = world
        self.session = session
        self.turns: Sequence[Turn] = session.turns
        """Those of the session, which take long to find in a long match."""
        self.keeper = Keeper(book)

    @property
    def seat(self) -> Seat | None:
        """The person whose turn it is; None when it is a bot's, or the match is over."""
        mover = self.session.mover
        return mover if mover in persons(self.session) else None

    @property
    def waits_for_bot(self) -> bool:
        """Whether a program is to move."""
        return self.session.mover is not None and self.seat is None

    def change(self, entry: Entry) -> str:
        """Fold an entry in, and keep it; gives trouble with that if it is new, or "".

        Raises:
            SessionError: The entry cannot come here.
            IllegalStep: The rules forbid the step.
        """
        is_person = not isinstance(entry, Started) and entry.seat in persons(self.session)
        self._take(self.session.after(self.session.dated(entry, self._world.now())))
        if is_person:
            self.keeper.settle()
        if self.session.outcome:
            self._world.engines.close()
        return self.keep()

    def change_rules(self, session: Session, dropped: int) -> str:
        """Take the match under other rules; gives trouble as `change` does.

        Args:
            session: The match under the other rules.
            dropped: How many of its steps no longer fit.
        """
        changed = session.log != self.session.log
        self._take(session)
        return self.keeper.change_rules(session, dropped, self._world) if changed else ""

    def _take(self, session: Session) -> None:
        self.session = session
        self.turns = session.turns

    def keep(self) -> str:
        """Keep the match for good; gives trouble that has not been told yet, or ""."""
        told = self.keeper.keep(self.session, self._world)
        if self.keeper.newer is not None:
            self._take(self.keeper.newer)
        return told

    def caught_up(self) -> Sequence[tuple[Session, Session]]:
        """What others have done meanwhile: the match before and after each thing."""
        found = self.keeper.caught_up(self.session)
        changes = tuple(pairwise((self.session, *found)))
        if found:
            self._take(found[-1])
        return changes

    async def bot_entry(self) -> Entry:
        """What the bot or engine whose turn it is does; see `bot_choice`."""
        session = self.session
        return entry_of(session, await bot_choice(self._world, session))

    def rematch(self) -> Match:
        """Put this match away; another one of the same players."""
        self.close()
        return Match(self._world, rematch(self.session, self._world))

    def close(self) -> None:
        """End the programs that played."""
        self._world.engines.close()
