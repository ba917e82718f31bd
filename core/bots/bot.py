"""What a bot is, and how strong it can be asked to play."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from core.errors import GameError
from core.rules.game import Position, Step
from core.words import N_, Message

Seconds = float
"""A span of time."""

TOLD = 5
"""How many of the steps that were considered are told."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A step that was considered."""

    token: str
    value: float
    """How good the step is for the mover, from 0 (lost) to 1 (won)."""
    simulations: int
    """How many games were tried that way."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The step a bot would make, and what it thinks of it."""

    step: Step
    value: float
    """How good the step is for the mover, from 0 (lost) to 1 (won)."""
    simulations: int
    """How many games it tried on the way."""
    thoughts: tuple[Thought, ...] = ()
    """The best steps: `step`, then those tried most; () where it did not have to think.

    The value of what was tried seldom says little, so the order need not be that of the values.
    """
    line: tuple[str, ...] = ()
    """Tokens of the steps it expects from here on, its own first."""


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
    """How much a bot thinks, counted in random games and not in time.

    A level is thereby equally strong on any machine that is not very slow.
    """

    number: int
    """From 1, the weakest; 0 for a bot that is given time instead."""
    name: str
    simulations: int
    """Random games tried for each step, at the most."""
    seconds: Seconds
    """When a slow machine stops thinking and makes the best step found so far."""
    judges: bool = False
    """Whether it uses what has been learned about the game; see `core.bots.weights`."""
    judged: int = 0
    """Positions it looks at instead, where something has been learned about the game: each tells
    more than a random game does. 0 is as many."""
    ponders: bool = False
    """Whether it goes on thinking while others are to move."""

    @property
    def timed(self) -> bool:
        """Whether it is given time instead of work.

        Only such a bot may keep what it finds out from one step of a match to the next, and think
        on several processors: a level plays the same everywhere and every time.
        """
        return self.number == 0

    @property
    def word(self) -> int | str:
        """What `strength` reads as this level, in logs and questions: 3, or "time:2s"."""
        if not self.timed:
            return self.number
        return f"time:{self.seconds:g}s{PONDER if self.ponders else ''}"


LEVELS = (
    Level(1, N_("beginner"), 5, 5.0),
    Level(2, N_("novice"), 30, 5.0),
    Level(3, N_("easy"), 150, 5.0, judges=True, judged=50),
    Level(4, N_("medium"), 500, 5.0, judges=True),
    Level(5, N_("strong"), 2_000, 5.0, judges=True),
    Level(6, N_("hard"), 8_000, 5.0, judges=True),
    Level(7, N_("expert"), 32_000, 20.0, judges=True),
    Level(8, N_("master"), 120_000, 30.0, judges=True),
)
"""Each thinks three to ten times as much as the one before; the first two know nothing of any game
but its rules."""

MOST_SECONDS = 3600
"""The longest a bot may be given for one step."""
PONDER = "+ponder"
_UNBOUNDED = 10_000_000


def level(number: int) -> Level:
    """The level of that number.

    Raises:
        GameError: There is none.
    """
    for known in LEVELS:
        if known.number == number:
            return known
    raise GameError(f"bots play at levels 1 to {len(LEVELS)}, not {number}")


def strength(text: int | str) -> Level:
    """The level that a person wrote: "3", "easy", or "time:2s" for two seconds a step.

    "time:2s+ponder" thinks while others are to move, too.

    Raises:
        GameError: It is none of these.
    """
    word = str(text).strip().lower()
    for known in LEVELS:
        if word in (str(known.number), known.name):
            return known
    if match := re.fullmatch(r"(?:time:)?(\d{1,4}(?:\.\d{1,3})?)s(\+ponder)?", word):
        seconds, ponders = float(match[1]), bool(match[2])
        if 0 < seconds <= MOST_SECONDS:
            name = f"{seconds:g} s a step"
            return Level(0, name, _UNBOUNDED, seconds, judges=True, ponders=ponders)
    names = ", ".join(known.name for known in LEVELS)
    raise GameError(
        Message(
            "{text} is no level: 1 to {most} ({names}), or a time such as time:2s",
            text=repr(str(text)[:40]),
            most=len(LEVELS),
            names=names,
        )
    )
