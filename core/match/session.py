"""One match: who sits where, and the log that everything else follows from.

A `Session` is a value. What a player wants is a *request* (`step`, `take_back`, `offer`, `resign`,
...): it is checked and gives an *entry*, a fact, and changes nothing. `after(entry)` gives the
session with that fact added, and checks in the same way, so that no log can tell what no request
would have given. Saving, resuming, watching, stepping back through a game and playing over a
network are all the same fold of entries: there is one way only by which a session changes. What
can be asked of a match is in `core.match.standing`, what may come in `core.match.checks`, what it
does in `core.match.folding`.

Every step of a turn is an entry of its own, so that a match can be left and taken up in the
middle of a turn. Taking back adds an entry too: the log forgets nothing.

Times are arguments. A request at a time before the last entry counts as made at the moment of
that entry: clocks of two machines differ, the time of a log never runs backwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from core import catalog
from core.errors import GameError, SessionError
from core.match import checks, folding
from core.match.clock import Clock, Milliseconds, Seat
from core.match.entries import (
    LONGEST_NAME,
    Abandoned,
    Answered,
    Away,
    Entry,
    Flagged,
    Kind,
    Left,
    Offered,
    Player,
    Rematched,
    Reseated,
    Resigned,
    Returned,
    Said,
    Started,
    Stepped,
    Terms,
    TookBack,
    Withdrew,
    clean,
)
from core.match.standing import Standing
from core.match.turns import Played, Turn, round_after
from core.rules.game import Game, Position
from core.words import Message

__all__ = [
    "Entry",
    "Played",
    "Player",
    "Reseated",
    "Resigned",
    "Seat",
    "Session",
    "Started",
    "Stepped",
    "TookBack",
    "Turn",
    "name_of",
    "replayed",
    "round_after",
]

Fact = TypeVar("Fact", bound=Entry)


@dataclass(frozen=True, slots=True)
class Session(Standing):
    """A match as its log tells it, what can be asked of it, and how it goes on."""

    @classmethod
    def begin(
        cls,
        game: Game,
        start: Position,
        seats: tuple[Player, ...],
        terms: Terms | None = None,
        now: Milliseconds = 0,
    ) -> Session:
        """A new match from `start`, which may be any position of `game`.

        Raises:
            SessionError: Not as many players as the game has sides.
        """
        digest = game.definition.digest
        started = Started(name_of(game), digest, str(start), seats, terms or Terms(), at=now)
        return cls.opened(game, started)

    @classmethod
    def opened(cls, game: Game, started: Started) -> Session:
        """The match that a first entry opens.

        Rules with another digest are accepted; see `other_rules`.

        Raises:
            SessionError: The entry is of another game, or not for as many players.
            PositionError: The text is no position of the game.
        """
        if started.game != name_of(game):
            raise SessionError(_other_game(started.game, name_of(game)))
        wanted = len(game.definition.players)
        if len(started.seats) != wanted:
            raise SessionError(
                Message(
                    "{game} is for {wanted} players, not {count}",
                    game=game.name,
                    wanted=wanted,
                    count=len(started.seats),
                )
            )
        gone = tuple(started.at if each.kind == "open" else None for each in started.seats)
        pace = started.terms.pace
        session = cls(
            game=game,
            started=started,
            entries=(),
            start=game.position(started.start),
            seats=started.seats,
            gone=gone,
            begun=not any(since is not None for since in gone),
            at=started.at,
            clock=Clock.at_rest(pace, wanted) if pace else None,
        )
        return folding.with_clock_running(session)

    def under(self, game: Game) -> tuple[Session, int]:
        """The match as it would stand under changed rules, and how many steps no longer fit.

        The log begins anew: what had been taken back or said is not in it, and it goes on without
        a clock. From the first step that cannot be made all further ones are left out, and so is
        giving up.

        Args:
            game: The same game, read again. A match that began with the game's own start begins
                with the new one; so does one whose start is no position of `game` any more.

        Raises:
            SessionError: `game` is another game, or for another number of players.
        """
        terms = replace(self.terms, pace=None)
        start = self._start_under(game)
        session = Session.begin(game, start, self.seats, terms, self.started.at)
        if session.started.game != self.started.game:
            raise SessionError(_other_game(self.started.game, name_of(game)))
        for number, each in enumerate(self.steps):
            try:
                session = session.after(Stepped(each.seat, each.token, at=each.at))
            except GameError:
                return session, len(self.steps) - number
        if isinstance(self.ended, Resigned) and session.outcome is None:
            session = session.after(self.ended)
        return session, 0

    def _start_under(self, game: Game) -> Position:
        if not self.game.random and self.start == self.game.start():
            return game.start()
        try:
            return game.position(self.started.start)
        except GameError:
            return game.start()

    # Requests: each gives the entry for what somebody wants

    def step(self, seat: Seat, token: str, now: Milliseconds = 0) -> Stepped:
        """The entry for a step that `seat` wants to make.

        Raises:
            SessionError: The match is over or has not begun, it is another seat's turn, or its
                time is up.
            IllegalStep: The rules forbid it; the text says why.
        """
        return self._checked(Stepped(seat, token, at=self._moment(now)))

    def undo(self, seat: Seat, now: Milliseconds = 0) -> TookBack:
        """The entry that takes back the last step of the turn `seat` is in.

        Raises:
            SessionError: The match is over, it is another seat's turn, its time is up, or no step
                of this turn has been made.
        """
        checks.check_turn(self, seat)
        if not self.steps or self.position.step == 0:
            raise SessionError(Message("there is no step of this turn to undo"))
        return self._checked(TookBack(seat, len(self.steps) - 1, at=self._moment(now)))

    def take_back(self, seat: Seat, now: Milliseconds = 0) -> TookBack:
        """The entry that goes back to the last time `seat` was to move and had a choice.

        In the middle of its own turn that is the start of this turn. A match that the rules
        have ended may be taken back too, one that was given up may not.

        Raises:
            SessionError: `seat` has not had a choice yet, the match was ended otherwise than by
                the rules, or the terms do not allow it or not without asking.
        """
        return self._checked(TookBack(seat, self.last_choice(seat), at=self._moment(now)))

    def last_choice(self, seat: Seat) -> int:
        """How many steps had been made when `seat` last was to move and had a choice.

        Raises:
            SessionError: It has not had a choice yet, or the match was ended otherwise than by
                the rules.
        """
        checks.check_seat(self, seat)
        checks.check_not_ended(self)
        for turn in reversed(self.turns):
            if turn.seat == seat and len(self.positions[turn.first].steps) > 1:
                return turn.first
        raise SessionError(Message("there is nothing to take back"))

    def resign(self, seat: Seat, now: Milliseconds = 0) -> Resigned:
        """The entry with which `seat` gives up, whoever is to move.

        Raises:
            SessionError: The match is over or has not begun, or somebody's time is up.
        """
        return self._checked(Resigned(seat, at=self._moment(now)))

    def flag(self, now: Milliseconds) -> Flagged:
        """The entry with which whoever notices ends a match in which somebody's time is up.

        Raises:
            SessionError: Nobody's time is up at `now`.
        """
        moment = self._moment(now)
        fallen = self.clock.fallen(moment) if self.clock else None
        if fallen is None:
            raise SessionError(Message("there is time left"))
        return self._checked(Flagged(fallen, at=moment))

    def abandon(self, now: Milliseconds, seat: Seat | None = None) -> Abandoned:
        """The entry that ends a match whose players have waited long enough for one of them.

        Args:
            now: When.
            seat: For whom; None is for whoever went first.

        Raises:
            SessionError: Nobody has been away for as long as the terms say.
        """
        away = [(since, one) for one, since in enumerate(self.gone) if since is not None]
        if not away:
            raise SessionError(Message("nobody is away"))
        meant = min(away)[1] if seat is None else seat
        return self._checked(Abandoned(meant, at=self._moment(now)))

    def offer(self, seat: Seat, kind: Kind, now: Milliseconds, to: int | None = None) -> Offered:
        """The entry with which `seat` offers something to all other persons.

        Args:
            seat: Who offers.
            kind: What.
            now: When.
            to: Of a takeback, how many steps stay; None is `last_choice`.

        Raises:
            SessionError: Another offer is open, there is nobody to ask, or it makes no sense now.
        """
        if kind == "takeback" and to is None:
            checks.check_takebacks_allowed(self)
            to = self.last_choice(seat)
        return self._checked(Offered(seat, kind, to, at=self._moment(now)))

    def answer(self, seat: Seat, kind: Kind, yes: bool, now: Milliseconds) -> Answered:
        """The entry with which `seat` agrees to the open offer, or does not.

        Raises:
            SessionError: No such offer is open, it is not for `seat` to answer, or it was made
                only a moment ago.
        """
        return self._checked(Answered(seat, kind, yes, at=self._moment(now)))

    def withdraw(self, seat: Seat, now: Milliseconds) -> Withdrew:
        """The entry with which `seat` takes its offer back.

        Raises:
            SessionError: It has none open.
        """
        if self.offered is None:
            raise SessionError(Message("there is no offer to withdraw"))
        return self._checked(Withdrew(seat, self.offered.kind, at=self._moment(now)))

    def say(self, seat: Seat | None, name: str, text: str, now: Milliseconds) -> Said:
        """The entry with which somebody says something; what cannot be shown is taken out.

        Raises:
            SessionError: Nothing is left of it.
        """
        line = Said(seat, clean(name, LONGEST_NAME), clean(text), at=self._moment(now))
        return self._checked(line)

    def sit(self, seat: Seat, player: Player, now: Milliseconds) -> Reseated:
        """The entry with which somebody sits down on an open seat.

        Raises:
            SessionError: It is taken, or the match is over.
        """
        checks.check_seat(self, seat)
        if self.seats[seat].kind != "open":
            raise SessionError(Message("the seat is taken"))
        return self.reseat(seat, player, now)

    def reseat(self, seat: Seat, player: Player, now: Milliseconds = 0) -> Reseated:
        """The entry with which somebody else plays on for `seat`.

        Raises:
            SessionError: The match is over.
        """
        return self._checked(Reseated(seat, player, at=self._moment(now)))

    def stand_in(self, seat: Seat, level: int | str, now: Milliseconds) -> Reseated:
        """The entry with which a bot plays on for a person whom the others have waited for.

        It plays under their name, so that they find their match again.

        Args:
            seat: Of the person.
            level: Of the bot.
            now: When.

        Raises:
            SessionError: The match is over, the terms do not allow it, no person has the seat, or
                they have not been away for as long as the terms say.
        """
        checks.check_seat(self, seat)
        checks.check_going_on(self)
        if not self.terms.stand_ins:
            raise SessionError(Message("no bot plays on for anybody at this table"))
        absent = self.seats[seat]
        if absent.kind != "person":
            raise SessionError(Message("no person sits there"))
        checks.check_time(self, self._moment(now))
        checks.check_patience(self, seat, self._moment(now))
        return self.reseat(seat, Player("bot", absent.name, level), now)

    def leave(self, seat: Seat, now: Milliseconds) -> Left:
        """The entry with which a player gives a seat up, so that others may sit down there.

        Raises:
            SessionError: It is open already, or the match is over.
        """
        return self._checked(Left(seat, at=self._moment(now)))

    def go_away(self, seat: Seat, now: Milliseconds) -> Away:
        """The entry for a lost line, or for a player who has left the table but not the match.

        Raises:
            SessionError: No person is there.
        """
        return self._checked(Away(seat, at=self._moment(now)))

    def come_back(self, seat: Seat, now: Milliseconds) -> Returned:
        """The entry for a player who is there again.

        Raises:
            SessionError: Nobody was away.
        """
        return self._checked(Returned(seat, at=self._moment(now)))

    def play_again(self, seat: Seat, match: int, now: Milliseconds) -> Rematched:
        """The entry that says in which match all play again.

        Raises:
            SessionError: Not all have agreed to, or they do already.
        """
        return self._checked(Rematched(seat, match, at=self._moment(now)))

    # Facts

    def dated(self, entry: Fact, now: Milliseconds) -> Fact:
        """The same entry as made at `now`, or at the moment of the last one if that is later."""
        return replace(entry, at=self._moment(now))

    def after(self, entry: Entry) -> Session:
        """The session with `entry` added.

        Raises:
            SessionError: The entry cannot come here.
            IllegalStep: The rules forbid the step.
        """
        checks.check(self, entry)
        return folding.folded(self, entry)

    def _checked(self, entry: Fact) -> Fact:
        checks.check(self, entry)
        return entry

    def _moment(self, now: Milliseconds) -> Milliseconds:
        return max(now, self.at)


def replayed(game: Game, log: Iterable[Entry]) -> Session:
    """The session that a whole log tells.

    Raises:
        SessionError: The log does not begin with `Started`, or an entry cannot come where it is.
        IllegalStep: The rules of `game` forbid a step of it.
        PositionError: The start is no position of `game`.
    """
    entries = iter(log)
    first = next(entries, None)
    if not isinstance(first, Started):
        raise SessionError(Message("the log does not say which game it is of"))
    session = Session.opened(game, first)
    for entry in entries:
        session = session.after(entry)
    return session


def _other_game(began: str, given: str) -> Message:
    return Message("the match is of {game}, not of {other}", game=began, other=given)


def name_of(game: Game) -> str:
    """What `core.catalog.load` knows a game by: its id, or its file if it is not shipped."""
    definition = game.definition
    file = Path(definition.file).absolute()
    shipped = definition.game in catalog.names() and file == catalog.path_of(definition.game)
    if shipped or file.suffix not in (".yaml", ".yml"):
        return game.id
    return ":".join(filter(None, (str(file), "+".join(definition.chosen))))
