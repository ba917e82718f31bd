"""The steps of a match that stand, and the turns they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.match.clock import Milliseconds, Seat
from core.rules.game import Piece, Position, Step


@dataclass(frozen=True, slots=True)
class Played:
    """One step that stands, with what it did."""

    seat: Seat
    step: Step
    captured: tuple[str, ...]
    """Cells, in the board's order, whose piece it removed or gave another owner."""
    position: Position
    """The position after it."""
    at: Milliseconds = 0
    """When it was made."""

    @property
    def ends_turn(self) -> bool:
        """Whether the turn is over with it."""
        return self.position.step == 0 or self.position.outcome is not None

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


def played(before: Position, seat: Seat, token: str, at: Milliseconds) -> Played:
    """A step that is made.

    Raises:
        IllegalStep: The rules forbid it.
    """
    after = before.play(token)
    step = next(step for step in before.steps if step.token == token)
    return Played(seat, step, _captured(step, before, after), after, at)


def turns_of(steps: tuple[Played, ...]) -> tuple[Turn, ...]:
    """The turns that the steps of a match make, oldest first; the last may be unfinished."""
    turns: list[Turn] = []
    number = 1
    for first, end in pairwise((*firsts(steps), len(steps))):
        seat = steps[first].seat
        if turns and seat <= turns[-1].seat:
            number += 1
        ended = steps[end - 1].ends_turn
        turns.append(Turn(number, seat, first, steps[first:end], ended))
    return tuple(turns)


def firsts(steps: Sequence[Played]) -> list[int]:
    """How many steps came before each turn."""
    return [place for place in range(len(steps)) if place == 0 or steps[place - 1].ends_turn]


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
