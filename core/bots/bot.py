"""What a bot is, and how strong it can be asked to play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from core.errors import GameError
from core.rules.game import Position, Step

Seconds = float
"""A span of time."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The step a bot would make, and what it thinks of it."""

    step: Step
    value: float
    """How good the step is for the mover, from 0 (lost) to 1 (won)."""
    simulations: int
    """How many games it tried on the way."""


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, position: Position, seed: int, stopped: Callable[[], bool]) -> Choice:
        """A step for the mover of `position`, which must not be over.

        Args:
            position: Where the match stands, in the middle of a turn or not.
            seed: What chance is drawn from: the same position and seed give the same choice,
                unless `stopped` cuts the thinking short.
            stopped: Asked at least every 50 ms; once it says True the best step found so far
                is given at once.
        """


@dataclass(frozen=True, slots=True)
class Level:
    """How much a bot thinks, counted in work and not in time.

    A level is thereby equally strong on any machine that is not very slow. Random games of some
    games last ten times as long as those of others, so two numbers bound the work: whichever is
    reached first.
    """

    number: int
    """From 1, the weakest."""
    name: str
    simulations: int
    """Random games tried for each step, at the most."""
    work: int
    """Steps made in these games, all together, at the most."""
    seconds: Seconds
    """When a slow machine stops thinking and makes the best step found so far."""


LEVELS = (
    Level(1, "easy", 40, 5_000, 1.0),
    Level(2, "medium", 300, 25_000, 2.0),
    Level(3, "hard", 2_000, 60_000, 3.0),
)


def level(number: int) -> Level:
    """The level of that number.

    Raises:
        GameError: There is none.
    """
    for known in LEVELS:
        if known.number == number:
            return known
    raise GameError(f"bots play at levels 1 to {len(LEVELS)}, not {number}")
