"""One match: who sits where, and the log that everything else follows from.

A `Session` is a value. What a player wants is a *request* (`step`, `undo`, `take_back`,
`resign`): it is checked and gives an *entry*, a fact, and changes nothing. `after(entry)` gives
the session with that fact added. Saving, resuming, stepping back through a game and telling other
screens are all the same fold of entries, so there is one way only by which a session changes.

Every step of a turn is an entry of its own, so that a match can be left and taken up in the
middle of a turn. Taking back adds an entry too: the log forgets nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Literal

from core import catalog
from core.errors import GameError, SessionError
from core.rules.game import Game, Outcome, Piece, Position, Step
from core.words import Message, Text

Seat = int
"""A chair at the table, from 0 in turn order. Which side it plays is `Position.side`."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits on a chair."""

    kind: Literal["person", "bot", "engine"]
    """An engine is a program that is no part of this one (`core.bots.engine`)."""
    name: str
    level: int | None = None
    """Of a bot, as in `core.bots.bot.LEVELS`; None for all others."""


@dataclass(frozen=True, slots=True)
class Started:
    """The first entry of every log."""

    game: str
    """What `core.catalog.load` knows the game by, with all chosen variants."""
    digest: str
    """`Definition.digest` of the rules the match was begun under."""
    start: str
    """Text of the position it began with, deal included."""
    seats: tuple[Player, ...]
    """Indexed by `Seat`."""


@dataclass(frozen=True, slots=True)
class Stepped:
    """A seat made one step of its turn."""

    seat: Seat
    token: str


@dataclass(frozen=True, slots=True)
class TookBack:
    """The last steps were taken back, whoever had made them."""

    seat: Seat
    """Who asked for it."""
    to: int
    """How many steps stay, counted from the start of the match."""


@dataclass(frozen=True, slots=True)
class Resigned:
    """A seat gave up, which ends the match; of more than two seats the others share the win."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Reseated:
    """Somebody else plays on for a seat."""

    seat: Seat
    player: Player


Entry = Started | Stepped | TookBack | Resigned | Reseated


@dataclass(frozen=True, slots=True)
class Played:
    """One step that stands, with what it did."""

    seat: Seat
    step: Step
    captured: tuple[str, ...]
    """Cells, in the board's order, whose piece it removed or gave another owner."""
    position: Position
    """The position after it."""

    @property
    def token(self) -> str:
        """The step as a player types it."""
        return self.step.token

    @property
    def text(self) -> str:
        """The step in notation: its token, and `*n` where it captured n pieces."""
        return f"{self.token}*{len(self.captured)}" if self.captured else self.token


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of one seat, finished or not."""

    number: int
    """The round it belongs to, counted from 1; a round is at most one turn of each seat."""
    seat: Seat
    first: int
    """How many steps of the match came before it."""
    steps: tuple[Played, ...]
    """Never empty; ends with `stop` where the turn was ended so."""
    ended: bool
    """Whether the turn is over: False only for the last turn of a match."""

    @property
    def tokens(self) -> tuple[str, ...]:
        """Its steps in notation; the `stop` that ends a turn goes without saying."""
        return tuple(
            played.text
            for played in self.steps
            if played.step.verb != "stop" or len(self.steps) == 1
        )

    @property
    def text(self) -> str:
        """The turn in notation, such as `d4*2,e6,a1`; a comma at the end when it goes on."""
        return ",".join(self.tokens) + ("" if self.ended else ",")


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
    steps: tuple[Played, ...] = ()
    """The steps that stand, oldest first."""
    resigned: Seat | None = None
    """Who gave up; None while nobody has."""

    @classmethod
    def begin(cls, game: Game, start: Position, seats: tuple[Player, ...]) -> Session:
        """A new match from `start`, which may be any position of `game`.

        Raises:
            SessionError: Not as many players as the game has sides.
        """
        started = Started(name_of(game), game.definition.digest, str(start), seats)
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
        return cls(game, started, (), game.position(started.start), started.seats)

    @property
    def log(self) -> tuple[Entry, ...]:
        """Every entry, oldest first."""
        return (self.started, *self.entries)

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
        return (self.start, *(played.position for played in self.steps))

    @property
    def mover(self) -> Seat | None:
        """Who is to move; None when the match is over."""
        return None if self.outcome else self.position.mover

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why; None while the match goes on. Giving up has the reason "resigned"."""
        if self.resigned is None:
            return self.position.outcome
        left = tuple(seat for seat in range(len(self.seats)) if seat != self.resigned)
        return Outcome(left[0], "resigned") if len(left) == 1 else Outcome(None, "resigned", left)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns that stand, oldest first; the last may be unfinished."""
        turns: list[Turn] = []
        number = 1
        positions = self.positions
        firsts = [place for place in range(len(self.steps)) if self._begins_turn(place)]
        for first, end in pairwise((*firsts, len(self.steps))):
            seat = self.steps[first].seat
            if turns and seat <= turns[-1].seat:
                number += 1
            after = positions[end]
            ended = after.step == 0 or after.outcome is not None
            turns.append(Turn(number, seat, first, self.steps[first:end], ended))
        return tuple(turns)

    def under(self, game: Game) -> tuple[Session, int]:
        """The match as it would stand under changed rules, and how many steps no longer fit.

        The log begins anew: what had been taken back is not in it. From the first step that
        cannot be made all further ones are left out, and so is giving up.

        Args:
            game: The same game, read again. A match that began with the game's own start begins
                with the new one; so does one whose start is no position of `game` any more.

        Raises:
            SessionError: `game` is another game, or for another number of players.
        """
        session = Session.begin(game, self._start_under(game), self.seats)
        if session.started.game != self.started.game:
            raise SessionError(_other_game(self.started.game, name_of(game)))
        for number, played in enumerate(self.steps):
            try:
                session = session.after(Stepped(played.seat, played.token))
            except GameError:
                return session, len(self.steps) - number
        if self.resigned is not None and session.outcome is None:
            session = session.after(Resigned(self.resigned))
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

    def step(self, seat: Seat, token: str) -> Stepped:
        """The entry for a step that `seat` wants to make.

        Raises:
            SessionError: The match is over, or it is another seat's turn.
            IllegalStep: The rules forbid it; the text says why.
        """
        self._check_turn(seat)
        if token not in map(str, self.position.steps):
            self.position.play(token)
        return Stepped(seat, token)

    def undo(self, seat: Seat) -> TookBack:
        """The entry that takes back the last step of the turn `seat` is in.

        Raises:
            SessionError: The match is over, it is another seat's turn, or no step of this turn
                has been made.
        """
        self._check_turn(seat)
        if not self.steps or self.position.step == 0:
            raise SessionError(Message("there is no step of this turn to undo"))
        return TookBack(seat, len(self.steps) - 1)

    def take_back(self, seat: Seat) -> TookBack:
        """The entry that goes back to the last time `seat` was to move and had a choice.

        In the middle of its own turn that is the start of this turn. A match that the rules
        have ended may be taken back too, one that was given up may not.

        Raises:
            SessionError: `seat` has not had a choice yet, or a seat has given up.
        """
        self._check_seat(seat)
        self._check_nobody_resigned()
        for turn in reversed(self.turns):
            if turn.seat == seat and len(self.positions[turn.first].steps) > 1:
                return TookBack(seat, turn.first)
        raise SessionError(Message("there is nothing to take back"))

    def resign(self, seat: Seat) -> Resigned:
        """The entry with which `seat` gives up, whoever is to move.

        Raises:
            SessionError: The match is over.
        """
        self._check_seat(seat)
        self._check_going_on()
        return Resigned(seat)

    def reseat(self, seat: Seat, player: Player) -> Reseated:
        """The entry with which somebody else plays on for `seat`.

        Raises:
            SessionError: The match is over.
        """
        self._check_seat(seat)
        self._check_going_on()
        return Reseated(seat, player)

    def after(self, entry: Entry) -> Session:
        """The session with `entry` added.

        Raises:
            SessionError: The entry cannot come here.
            IllegalStep: The rules forbid the step.
        """
        match entry:
            case Started():
                raise SessionError(Message("the match has already started"))
            case Stepped(seat, token):
                self._check_turn(seat)
                changed = replace(self, steps=(*self.steps, self._played(seat, token)))
            case TookBack(seat, to):
                self._check_seat(seat)
                self._check_nobody_resigned()
                if not 0 <= to < len(self.steps):
                    raise SessionError(
                        Message("there is no step {number} to go back to", number=to)
                    )
                changed = replace(self, steps=self.steps[:to])
            case Resigned(seat):
                self._check_seat(seat)
                self._check_going_on()
                changed = replace(self, resigned=seat)
            case Reseated(seat, player):
                self._check_seat(seat)
                self._check_going_on()
                seats = (*self.seats[:seat], player, *self.seats[seat + 1 :])
                changed = replace(self, seats=seats)
        return replace(changed, entries=(*self.entries, entry))

    def _played(self, seat: Seat, token: str) -> Played:
        before = self.position
        after = before.play(token)
        step = next(step for step in before.steps if step.token == token)
        return Played(seat, step, _captured(step, before, after), after)

    def _begins_turn(self, place: int) -> bool:
        return place == 0 or self.steps[place - 1].position.step == 0

    def _check_seat(self, seat: Seat) -> None:
        if seat not in range(len(self.seats)):
            raise SessionError(Message("there is no seat {seat}", seat=seat))

    def _check_going_on(self) -> None:
        if self.outcome is not None:
            raise SessionError(Message("the game is over"))

    def _check_nobody_resigned(self) -> None:
        if self.resigned is not None:
            raise SessionError(Message("the game is over"))

    def _check_turn(self, seat: Seat) -> None:
        self._check_going_on()
        mover = self.position.mover
        if mover is not None and seat != mover:
            raise SessionError(Message("it is {side}'s turn", side=self.player_name(mover)))


def round_after(turns: Sequence[Turn], steps: int, position: Position) -> int:
    """The number of the round that a moment of a match belongs to, counted from 1.

    Args:
        turns: The turns of the match.
        steps: How many of its steps have been made.
        position: Where it stands after these.
    """
    last = next((turn for turn in reversed(turns) if turn.first < steps), None)
    if last is None:
        return 1
    mover = position.mover
    begins = mover is not None and position.step == 0 and mover <= last.seat
    return last.number + begins


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


def _captured(step: Step, before: Position, after: Position) -> tuple[str, ...]:
    """Cells whose piece a step removed or gave another owner, apart from the piece it acts on."""
    if step.verb in ("pass", "swap"):
        return ()
    acted_on = step.cells[:1] if step.verb in ("take", "move") else ()
    left = after.pieces
    return tuple(
        cell
        for cell, piece in before.pieces.items()
        if cell not in acted_on and not _still_there(piece, left.get(cell))
    )


def _still_there(piece: Piece, now: Piece | None) -> bool:
    return now is not None and now.owner == piece.owner
