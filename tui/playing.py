"""A match that is being played here: its session, the file it is kept in, who plays for its bots.

Knows no screen: whoever shows the match asks the session, hands the entry to `Match.change`, and
shows what has become of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.errors import SaveError, SessionError
from core.match.session import Entry, Resigned, Seat, Session, Stepped, Turn
from core.store.autosave import Autosave
from tui.news import persons
from tui.world import World


class Match:
    """A session that goes on, and is on the disk after every change."""

    def __init__(self, world: World, session: Session, book: Autosave | None = None) -> None:
        """Take it over.

        Args:
            world: Clock, chance, bots, and where matches are kept.
            session: The match, begun or resumed.
            book: The file it is kept in; None makes one with the first entry.
        """
        self._world = world
        self.session = session
        self.turns: Sequence[Turn] = session.turns
        """Those of the session, which take long to find in a long match."""
        self.book = book
        self.unkept = ""
        """Why the match could not be saved; "" if it is."""

    @property
    def seat(self) -> Seat | None:
        """The person whose turn it is; None when it is a bot's, or the match is over."""
        mover = self.session.mover
        return mover if mover in persons(self.session) else None

    @property
    def waits_for_bot(self) -> bool:
        """Whether a program is to move."""
        return self.session.mover is not None and self.seat is None

    @property
    def back_seat(self) -> Seat:
        """Whose choice a turn is taken back to: the only person's, or whoever's moved last."""
        here = persons(self.session)
        steps = self.session.steps
        return here[0] if len(here) == 1 else steps[-1].seat if steps else 0

    @property
    def giving_up(self) -> Seat:
        """Who it is that resigns: the only person, or whoever is to move.

        Raises:
            SessionError: No person plays.
        """
        here = persons(self.session)
        if not here:
            raise SessionError("no person plays in this match")
        mover = self.session.mover
        return mover if mover in here and mover is not None else here[0]

    def change(self, entry: Entry) -> None:
        """Fold an entry in, and keep it; where that fails `unkept` says so and play goes on.

        Raises:
            SessionError: The entry cannot come here.
            IllegalStep: The rules forbid the step.
        """
        self.session = self.session.after(entry)
        self.turns = self.session.turns
        self.keep()
        if self.session.outcome:
            self._world.engines.close()

    def keep(self) -> None:
        """Put the match on the disk."""
        world = self._world
        try:
            if self.book is None:
                self.book = Autosave.create(world.home.matches, self.session, world.now())
            self.book.keep(self.session, world.now())
            self.unkept = ""
        except SaveError as error:
            self.unkept = str(error)

    async def found(self) -> Entry:
        """What the bot or engine whose turn it is does; cancelling the call ends its thinking.

        Raises:
            GameError: It cannot play.
        """
        session, world = self.session, self._world
        mover = session.mover
        assert mover is not None
        seated = session.seats[mover]
        if seated.kind == "engine":
            tokens = [played.token for played in session.steps]
            token = await world.engines.choose(seated.name, session.positions, tokens)
            return Resigned(mover) if token is None else Stepped(mover, token)
        seed = world.chance.getrandbits(32)
        choice = await world.thinker.think(session.position, seated.level or 1, seed)
        return Stepped(mover, choice.step.token)

    def rematch(self) -> Match:
        """Another match of the same players, in which the next of them begins."""
        session = self.session
        start = session.game.start(seed=self._world.chance.getrandbits(32))
        seats = (*session.seats[1:], session.seats[0])
        self.close()
        return Match(self._world, Session.begin(session.game, start, seats))

    def close(self) -> None:
        """Let go of the file; programs that played are ended."""
        self._world.engines.close()
        if self.book is not None:
            self.book.close()
