"""A match as it stands: everything that its log has led to, and what follows from that.

`Standing` is what there is to know; nothing here changes it. What an entry does to it is in
`core.match.folding`, which entries can come now in `core.match.checks`, and `core.match.session`
puts them together.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from core.match.clock import Clock, Milliseconds, Seat
from core.match.entries import (
    Abandoned,
    Answered,
    Ending,
    Entry,
    Flagged,
    Player,
    Resigned,
    Said,
    Started,
    Terms,
)
from core.match.offers import Offer
from core.match.turns import Played, Turn, firsts, turns_of
from core.rules.game import Game, Outcome, Position
from core.words import Text


@dataclass(frozen=True, slots=True)
class Standing:
    """What the log of a match tells."""

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
    def over_since(self) -> Milliseconds | None:
        """When the match was over; None while it goes on."""
        if self.outcome is None:
            return None
        if self.ended is not None:
            return self.ended.at
        if self.is_drawn:
            agreed = (each for each in self.entries if isinstance(each, Answered))
            return max(each.at for each in agreed if each.kind == "draw")
        return self.steps[-1].at if self.steps else self.started.at

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

    def missed(self, now: Milliseconds) -> tuple[Seat, ...]:
        """The seats whose players have been away for as long as the terms let others wait."""
        patience = self.terms.patience
        return tuple(
            seat
            for seat, since in enumerate(self.gone)
            if since is not None and patience is not None and now - since >= patience
        )

    def remaining(self, seat: Seat, now: Milliseconds) -> Milliseconds | None:
        """What a seat has left on its clock, never below 0; None without a clock."""
        return None if self.clock is None else self.clock.remaining(seat, now)

    def player_name(self, seat: Seat) -> Text:
        """The side that `seat` plays now, in the game's words, such as "White"."""
        return self.game.definition.player_name(self.position.side(seat))

    @property
    def is_ended(self) -> bool:
        """Whether the match has ended otherwise than by the rules."""
        return self.ended is not None or self.is_drawn

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """All other seats of persons: who is asked for what `seat` offers."""
        return tuple(
            other
            for other, player in enumerate(self.seats)
            if other != seat and player.kind == "person"
        )


def _reason(ended: Ending) -> str:
    match ended:
        case Resigned():
            return "resigned"
        case Flagged():
            return "time"
        case Abandoned():
            return "abandoned"
