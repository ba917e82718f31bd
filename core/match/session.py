"""One match: who sits where, and the log that everything else follows from.

A `Session` is a value. What a player wants is a *request* (`step`, `take_back`, `offer`, `resign`,
...): it is checked and gives an *entry*, a fact, and changes nothing. `after(entry)` gives the
session with that fact added, and checks in the same way, so that no log can tell what no request
would have given. Saving, resuming, watching, stepping back through a game and playing over a
network are all the same fold of entries: there is one way only by which a session changes.

Every step of a turn is an entry of its own, so that a match can be left and taken up in the
middle of a turn. Taking back adds an entry too: the log forgets nothing.

Times are arguments. A request at a time before the last entry counts as made at the moment of
that entry: clocks of two machines differ, the time of a log never runs backwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from core import catalog
from core.errors import GameError, SessionError
from core.match.clock import Clock, Milliseconds, Seat
from core.match.entries import (
    LONGEST_NAME,
    OPEN,
    Abandoned,
    Answered,
    Away,
    Ending,
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
    is_clean,
)
from core.match.offers import Offer
from core.match.turns import Played, Turn, firsts, played, round_after, turns_of
from core.rules.game import Game, Outcome, Position
from core.words import Message, Text

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
class Session:
    """A match as its log tells it."""

    game: Game = field(compare=False)
    """The game that `started` names."""
    started: Started
    entries: tuple[Entry, ...]
    """All that came after `started`, oldest first."""
    start: Position
    seats: tuple[Player, ...]
    """Who sits where now, indexed by `Seat`."""
    gone: tuple[Milliseconds | None, ...]
    """Since when nobody is at a seat; None where somebody is. Indexed by `Seat`."""
    begun: bool
    """Whether every seat has been taken once: nobody moves before."""
    at: Milliseconds
    """When the last entry was made."""
    clock: Clock | None = None
    """None where the terms know no clock."""
    steps: tuple[Played, ...] = ()
    """The steps that stand, oldest first."""
    offered: Offer | None = None
    """The open offer; None while there is none."""
    ended: Ending | None = None
    """What ended the match against a seat; None while nothing has."""
    is_drawn: bool = False
    """Whether all have agreed to a draw."""
    wants_rematch: bool = False
    """Whether all have agreed to play again."""
    rematch: int | None = None
    """The match in which they do; None before it has begun."""

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
        return session._with_clock_running()

    # What the log tells

    @property
    def log(self) -> tuple[Entry, ...]:
        """Every entry, oldest first."""
        return (self.started, *self.entries)

    @property
    def terms(self) -> Terms:
        """What the players agreed to by sitting down."""
        return self.started.terms

    @property
    def other_rules(self) -> bool:
        """Whether the rules have changed since the match began."""
        return self.started.digest != self.game.definition.digest

    @property
    def position(self) -> Position:
        """Where the match stands; a resignation leaves it as it was."""
        return self.steps[-1].position if self.steps else self.start

    @property
    def positions(self) -> tuple[Position, ...]:
        """The start, and the position after each step that stands."""
        return (self.start, *(each.position for each in self.steps))

    @property
    def mover(self) -> Seat | None:
        """Who is to move; None when the match is over."""
        return None if self.outcome else self.position.mover

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why; None while the match goes on.

        Reasons that are not the rules' are "resigned", "time", "abandoned" and "agreed".
        """
        if self.is_drawn:
            return Outcome(None, "agreed")
        if self.ended is None:
            return self.position.outcome
        reason = _reason(self.ended)
        left = tuple(seat for seat in range(len(self.seats)) if seat != self.ended.seat)
        return Outcome(left[0], reason) if len(left) == 1 else Outcome(None, reason, left)

    @property
    def resigned(self) -> Seat | None:
        """Who gave up; None while nobody has."""
        return self.ended.seat if isinstance(self.ended, Resigned) else None

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns that stand, oldest first; the last may be unfinished."""
        return turns_of(self.steps)

    @property
    def said(self) -> tuple[Said, ...]:
        """What has been said, oldest first."""
        return tuple(entry for entry in self.entries if isinstance(entry, Said))

    def seen_by(self, seat: Seat | None) -> int:
        """How many steps somebody may see, counted from the start; None is a watcher.

        Where the terms show whole turns only, others do not see the one that is being made.
        """
        if self.terms.shows == "steps" or not self.steps or self.steps[-1].ends_turn:
            return len(self.steps)
        own = self.steps[-1].seat == seat or self.outcome is not None
        return len(self.steps) if own else firsts(self.steps)[-1]

    def remaining(self, seat: Seat, now: Milliseconds) -> Milliseconds | None:
        """What a seat has left on its clock, never below 0; None without a clock."""
        return None if self.clock is None else self.clock.remaining(seat, now)

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

    def player_name(self, seat: Seat) -> Text:
        """The side that `seat` plays now, in the game's words, such as "White"."""
        return self.game.definition.player_name(self.position.side(seat))

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
        self._check_turn(seat)
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
        self._check_seat(seat)
        self._check_not_ended()
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

    def abandon(self, now: Milliseconds) -> Abandoned:
        """The entry that ends a match whose players have waited long enough for one of them.

        Raises:
            SessionError: Nobody has been away for as long as the terms say.
        """
        moment = self._moment(now)
        away = [(since, seat) for seat, since in enumerate(self.gone) if since is not None]
        if not away:
            raise SessionError(Message("nobody is away"))
        return self._checked(Abandoned(min(away)[1], at=moment))

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
            self._check_takebacks_allowed()
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
        self._check_seat(seat)
        if self.seats[seat].kind != "open":
            raise SessionError(Message("the seat is taken"))
        return self.reseat(seat, player, now)

    def reseat(self, seat: Seat, player: Player, now: Milliseconds = 0) -> Reseated:
        """The entry with which somebody else plays on for `seat`.

        Raises:
            SessionError: The match is over.
        """
        return self._checked(Reseated(seat, player, at=self._moment(now)))

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
        self._check(entry)
        changed = replace(self._with(entry), entries=(*self.entries, entry), at=entry.at)
        changed = changed._with_seat_used(entry)._with_offer_looked_at(entry)
        if isinstance(entry, Stepped) and changed.clock and changed.steps[-1].ends_turn:
            changed = replace(changed, clock=changed.clock.refilled(entry.seat, entry.at))
        return changed._with_clock_running()

    def _with(self, entry: Entry) -> Session:
        """What an entry says, without what follows from it."""
        match entry:
            case Stepped(seat, token):
                step = played(self.position, seat, token, entry.at)
                return replace(self, steps=(*self.steps, step))
            case TookBack(_, to):
                return replace(self, steps=self.steps[:to])
            case Resigned() | Flagged() | Abandoned():
                return replace(self, ended=entry)
            case Offered(seat, kind, to):
                offer = Offer(kind, seat, entry.at, self._others(seat), to)
                return replace(self, offered=offer)
            case Answered(seat, _, yes) if self.offered:
                offer = self.offered.agreed_by(seat)
                if not yes:
                    return replace(self, offered=None)
                return replace(self, offered=offer) if offer.asked else self._agreed_to(offer)
            case Withdrew():
                return replace(self, offered=None)
            case Reseated(seat, player):
                changed = self._with_player(seat, player, None)
                return replace(changed, begun=self.begun or not _has_open(changed.seats))
            case Left(seat):
                empty = replace(OPEN, name=self.seats[seat].name)
                return self._with_player(seat, empty, entry.at)
            case Away(seat):
                return self._with_player(seat, self.seats[seat], entry.at)
            case Returned(seat):
                return self._with_player(seat, self.seats[seat], None)
            case Rematched(_, match):
                return replace(self, rematch=match)
        return self

    def _with_player(self, seat: Seat, player: Player, gone: Milliseconds | None) -> Session:
        return replace(
            self,
            seats=(*self.seats[:seat], player, *self.seats[seat + 1 :]),
            gone=(*self.gone[:seat], gone, *self.gone[seat + 1 :]),
        )

    def _agreed_to(self, offer: Offer) -> Session:
        """What happens when all have agreed."""
        done = replace(self, offered=None)
        match offer.kind:
            case "draw":
                return replace(done, is_drawn=True)
            case "takeback":
                return replace(done, steps=self.steps[: offer.to])
            case "swap":
                return replace(done, seats=self.seats[::-1], gone=self.gone[::-1])
            case "rematch":
                return replace(done, wants_rematch=True)

    def _with_seat_used(self, entry: Entry) -> Session:
        """Who does something is there."""
        match entry:
            case Stepped(seat) | Offered(seat) | Answered(seat) | TookBack(seat):
                here = seat
            case Said(int(seat)):
                here = seat
            case _:
                return self
        if self.gone[here] is None or self.seats[here].kind == "open":
            return self
        return self._with_player(here, self.seats[here], None)

    def _with_offer_looked_at(self, entry: Entry) -> Session:
        """An offer lapses when what it was about is no more."""
        if self.offered is None:
            return self
        kind = self.offered.kind
        is_elsewhere = isinstance(entry, Stepped | TookBack) and kind in ("draw", "takeback")
        is_with_others = isinstance(entry, Reseated | Left)
        if kind == "rematch":
            # A match that was taken back goes on: it is not yet time for another.
            lapses = isinstance(entry, Away) or self.outcome is None
        elif kind == "takeback":
            lapses = self._is_ended
        else:
            lapses = self.outcome is not None
        return replace(self, offered=None) if lapses or is_elsewhere or is_with_others else self

    def _with_clock_running(self) -> Session:
        """With the clock running for whoever is to move, or standing."""
        if self.clock is None:
            return self
        mover = self.mover if self.begun else None
        if mover is not None and self.terms.waits and self.gone[mover] is not None:
            mover = None
        return replace(self, clock=self.clock.passed_to(mover, self.at))

    # Checks

    def _checked(self, entry: Fact) -> Fact:
        self._check(entry)
        return entry

    def _moment(self, now: Milliseconds) -> Milliseconds:
        return max(now, self.at)

    def _check(self, entry: Entry) -> None:
        """Refuse what cannot come now."""
        if isinstance(entry, Started):
            raise SessionError(Message("the match has already started"))
        if entry.at < self.at:
            raise SessionError(Message("the entry is older than the one before it"))
        if entry.seat is not None:
            self._check_seat(entry.seat)
        match entry:
            case Stepped(seat, token):
                self._check_turn(seat)
                self._check_time(entry.at)
                if token not in map(str, self.position.steps):
                    self.position.play(token)
            case TookBack(seat, to):
                self._check_not_ended()
                self._check_time(entry.at)
                self._check_place(to)
                self._check_free(seat, to)
            case Resigned(seat):
                self._check_going_on()
                self._check_time(entry.at)
            case Flagged(seat):
                self._check_going_on()
                if self.clock is None or self.clock.fallen(entry.at) != seat:
                    raise SessionError(Message("there is time left"))
            case Abandoned(seat):
                self._check_going_on()
                self._check_time(entry.at)
                self._check_patience(seat, entry.at)
            case Offered():
                self._check_offer(entry)
            case Answered(seat, kind):
                self._check_answer(seat, kind, entry.at)
            case Withdrew(seat, kind):
                if self.offered is None or (self.offered.seat, self.offered.kind) != (seat, kind):
                    raise SessionError(Message("there is no such offer to withdraw"))
            case Said(_, name, text):
                if not text or not is_clean(text) or not is_clean(name, LONGEST_NAME):
                    raise SessionError(Message("there is nothing to say"))
            case Reseated(_, player):
                self._check_not_over()
                if player.kind == "open":
                    raise SessionError(Message("nobody cannot sit down"))
            case Left(seat):
                self._check_not_over()
                if self.seats[seat].kind == "open":
                    raise SessionError(Message("nobody sits there"))
            case Away(seat):
                if self.seats[seat].kind != "person" or self.gone[seat] is not None:
                    raise SessionError(Message("nobody is there who could go away"))
            case Returned(seat):
                if self.seats[seat].kind == "open" or self.gone[seat] is None:
                    raise SessionError(Message("nobody was away there"))
            case Rematched(_, match):
                if not self.wants_rematch or self.rematch is not None or match < 1:
                    raise SessionError(Message("nobody plays again"))

    def _check_offer(self, wanted: Offered) -> None:
        if wanted.kind != "rematch":
            self._check_time(wanted.at)
        if self.seats[wanted.seat].kind == "open":
            raise SessionError(Message("nobody sits there"))
        if (wanted.kind == "takeback") == (wanted.to is None):
            raise SessionError(
                Message("a takeback says how many steps stay, and nothing else does")
            )
        match wanted.kind:
            case "draw":
                self._check_going_on()
            case "takeback":
                self._check_takebacks_allowed()
                self._check_not_ended()
                self._check_place(wanted.to or 0)
            case "swap":
                self._check_not_over()
                if len(self.seats) != 2:
                    raise SessionError(Message("only two players can swap seats"))
            case "rematch":
                if self.outcome is None:
                    raise SessionError(Message("the game is not over yet"))
                if self.wants_rematch:
                    raise SessionError(Message("all have agreed to play again"))
        if self.offered is not None:
            raise SessionError(Message("another offer is open"))
        if not self._others(wanted.seat):
            raise SessionError(Message("there is nobody to ask"))

    def _check_answer(self, seat: Seat, kind: Kind, at: Milliseconds) -> None:
        if self.offered is None or self.offered.kind != kind:
            raise SessionError(Message("there is no such offer to answer"))
        if seat not in self.offered.asked:
            raise SessionError(Message("that is for others to answer"))
        if at < self.offered.opens:
            raise SessionError(Message("that has only just been offered; answer in a moment"))
        if kind != "rematch":
            self._check_time(at)

    def _check_free(self, seat: Seat, to: int) -> None:
        """Refuse a takeback that nobody was asked for, unless it need not be asked for."""
        unfinished = self.steps and not self.steps[-1].ends_turn and self.steps[-1].seat == seat
        if unfinished and to >= firsts(self.steps)[-1]:
            return
        self._check_takebacks_allowed()
        if self.terms.takebacks == "asked" and self._others(seat):
            raise SessionError(Message("the others must be asked for a takeback"))

    def _check_takebacks_allowed(self) -> None:
        if self.terms.takebacks == "never":
            raise SessionError(Message("takebacks are not allowed at this table"))

    def _check_place(self, to: int) -> None:
        if not 0 <= to < len(self.steps):
            raise SessionError(Message("there is no step {number} to go back to", number=to))

    def _check_patience(self, seat: Seat, at: Milliseconds) -> None:
        since, patience = self.gone[seat], self.terms.patience
        if since is None or patience is None or at - since < patience:
            raise SessionError(Message("nobody has been away for long enough"))

    def _check_seat(self, seat: Seat) -> None:
        if seat not in range(len(self.seats)):
            raise SessionError(Message("there is no seat {seat}", seat=seat))

    def _check_time(self, at: Milliseconds) -> None:
        if self.clock is not None and self.clock.fallen(at) is not None:
            raise SessionError(Message("time is up"))

    def _check_not_over(self) -> None:
        if self.outcome is not None:
            raise SessionError(Message("the game is over"))

    def _check_going_on(self) -> None:
        self._check_not_over()
        if not self.begun:
            raise SessionError(Message("the game begins when every seat is taken"))

    @property
    def _is_ended(self) -> bool:
        return self.ended is not None or self.is_drawn

    def _check_not_ended(self) -> None:
        """Refuse what may still be done when the rules have ended a match, but not otherwise."""
        if self._is_ended or self.wants_rematch:
            raise SessionError(Message("the game is over"))

    def _check_turn(self, seat: Seat) -> None:
        self._check_going_on()
        mover = self.position.mover
        if mover is not None and seat != mover:
            raise SessionError(Message("it is {side}'s turn", side=self.player_name(mover)))
        if self.seats[seat].kind == "open":
            raise SessionError(Message("nobody sits there"))

    def _others(self, seat: Seat) -> tuple[Seat, ...]:
        """All other seats of persons."""
        return tuple(
            other
            for other, player in enumerate(self.seats)
            if other != seat and player.kind == "person"
        )


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


def _has_open(seats: Iterable[Player]) -> bool:
    return any(player.kind == "open" for player in seats)


def _reason(ended: Ending) -> str:
    match ended:
        case Resigned():
            return "resigned"
        case Flagged():
            return "time"
        case Abandoned():
            return "abandoned"
