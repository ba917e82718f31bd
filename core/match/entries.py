"""What a log holds: facts, each with the moment it happened, and the terms of the match.

An entry says what happened and by whom, and no more than is needed to fold it: what a step
captured, whose clock runs or who has won follow from the rules and the terms.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Literal

from core.match.clock import Milliseconds, Pace, Seat

LONGEST_NAME = 100
"""Characters of a player's name."""

LONGEST_LINE = 300
"""Characters of a line that somebody says."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits on a chair."""

    kind: Literal["person", "bot", "engine", "open"]
    """An engine is a program that is no part of this one (`core.bots.engine`); open is a chair
    on which nobody sits, or nobody any more."""
    name: str
    """Of an open chair, who has left it; "" if nobody has."""
    level: int | str | None = None
    """Of a bot: the number of a level, or a time such as "time:2s", see `core.bots.bot.strength`;
    None for all others."""


OPEN = Player("open", "")
"""Nobody; whoever comes may sit down."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What players agree to by sitting down."""

    pace: Pace | None = None
    """None is as much time as anybody wants."""
    takebacks: Literal["free", "asked", "never"] = "free"
    """Free is at once, for players at one keyboard; asked is if all other persons agree. The
    steps of one's own unfinished turn may always be undone."""
    rated: bool = False
    private: bool = False
    """Whether only its players see it."""
    shows: Literal["steps", "turns"] = "steps"
    """Whether others see every step at once, or only finished turns."""
    waits: bool = False
    """Whether the clock stands while the line of whoever is to move is lost."""
    patience: Milliseconds | None = None
    """How long a player may be away before the others may end the match; None is for ever."""
    stand_ins: bool = False
    """Whether the others may have a bot play on instead; who was away may take the seat back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dated:
    """A fact with its moment."""

    at: Milliseconds = 0
    """When it happened, in the time of the log, which never runs backwards."""


@dataclass(frozen=True, slots=True)
class Seated(Dated):
    """What a seat did, or what happened to it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Started(Dated):
    """The first entry of every log."""

    game: str
    """What `core.catalog.load` knows the game by, with all chosen variants."""
    digest: str
    """`Definition.digest` of the rules the match was begun under."""
    start: str
    """Text of the position it began with, deal included."""
    seats: tuple[Player, ...]
    """Indexed by `Seat`."""
    terms: Terms = Terms()


@dataclass(frozen=True, slots=True)
class Stepped(Seated):
    """A seat made one step of its turn."""

    token: str


@dataclass(frozen=True, slots=True)
class TookBack(Seated):
    """The last steps were taken back for a seat, whoever had made them."""

    to: int
    """How many steps stay, counted from the start of the match."""


@dataclass(frozen=True, slots=True)
class Resigned(Seated):
    """A seat gave up, which ends the match; of more than two seats the others share the win."""


@dataclass(frozen=True, slots=True)
class Flagged(Seated):
    """Somebody noticed that the time of a seat was up, which ends the match as giving up does."""


@dataclass(frozen=True, slots=True)
class Abandoned(Seated):
    """The others had waited long enough for a seat, which ends the match as giving up does."""


Kind = Literal["draw", "takeback", "swap", "rematch"]
"""What may be offered: to end in a draw, to take steps back, to swap chairs, to play again."""

KINDS: tuple[Kind, ...] = ("draw", "takeback", "swap", "rematch")

LETTERS: dict[Kind, str] = {"draw": "d", "takeback": "t", "swap": "s", "rematch": "r"}
"""The one key of each, for offering and for answering."""


@dataclass(frozen=True, slots=True)
class Offered(Seated):
    """A seat offered something to all other persons."""

    kind: Kind
    to: int | None = None
    """How many steps stay, of a takeback; None for all others."""


@dataclass(frozen=True, slots=True)
class Answered(Seated):
    """A seat agreed to the open offer, or did not; what all have agreed to happens with it."""

    kind: Kind
    yes: bool


@dataclass(frozen=True, slots=True)
class Withdrew(Seated):
    """A seat took its open offer back."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Said(Dated):
    """Somebody said something."""

    seat: Seat | None
    """None is a watcher."""
    name: str
    text: str
    """One line that can be shown, of at most `LONGEST_LINE` characters."""


@dataclass(frozen=True, slots=True)
class Reseated(Seated):
    """Somebody sat down on an open seat, or plays on for whoever had it."""

    player: Player


@dataclass(frozen=True, slots=True)
class Left(Seated):
    """A seat was given up: it is open from now on."""


@dataclass(frozen=True, slots=True)
class Away(Seated):
    """The line of a seat was lost, or its player left the table; the seat stays theirs."""


@dataclass(frozen=True, slots=True)
class Returned(Seated):
    """Who was away is back."""


@dataclass(frozen=True, slots=True)
class Rematched(Seated):
    """A seat began the other match in which all go on, as they agreed."""

    match: int
    """Its number in the store."""


Entry = (
    Started
    | Stepped
    | TookBack
    | Resigned
    | Flagged
    | Abandoned
    | Offered
    | Answered
    | Withdrew
    | Said
    | Reseated
    | Left
    | Away
    | Returned
    | Rematched
)

Ending = Resigned | Flagged | Abandoned
"""What ends a match against the seat that it names."""


def clean(text: str, longest: int = LONGEST_LINE) -> str:
    """A text as one line that can be shown, without marks that steer a terminal or its writing."""
    spaced = "".join(" " if mark.isspace() else mark for mark in unicodedata.normalize("NFC", text))
    shown = "".join(mark for mark in spaced if mark.isprintable())
    return " ".join(shown.split())[:longest].strip()


def is_clean(text: str, longest: int = LONGEST_LINE) -> bool:
    """Whether a text is one line that can be shown."""
    return text.isprintable() and len(text) <= longest
