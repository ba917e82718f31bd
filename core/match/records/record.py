"""A match as a record tells it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.errors import SessionError
from core.match.entries import Answered, Entry, Reseated, Started, Stepped, TookBack
from core.match.session import Session
from core.words import Message

Milliseconds = int
"""Whole milliseconds: a span, or a moment since the beginning of 1970, UTC."""

HEADERS = ("event", "round", "place")
"""What a record may say of a match beside who played."""


@dataclass(frozen=True, slots=True)
class Record:
    """A match, and what people have written beside it."""

    session: Session
    comments: Mapping[int, str] = field(default_factory=dict)
    """How many steps had been made -> what is said of that moment."""
    spent: Mapping[int, Milliseconds] = field(default_factory=dict)
    """Number of a step, counted from 1 -> how long it took."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Of `HEADERS`, those that are known."""
    began: Milliseconds | None = None
    """When the match was begun; None where it is not known."""
    ended: Milliseconds | None = None
    """When it was over; None where it is not, or not known."""

    @classmethod
    def of(cls, session: Session, comments: Mapping[int, str] | None = None) -> Record:
        """The record of a match, with the times that its log tells.

        Args:
            session: The match. A log without times has 0 in their place.
            comments: As in the record.
        """
        began, ended = session.started.at or None, session.over_since or None
        return cls(session, comments or {}, spent(session), began=began, ended=ended)


def spent(session: Session) -> dict[int, Milliseconds]:
    """How long each step that stands took, from when its position had come up; see `Record`.

    Empty where all steps were made at once, as in a match that was taken in from elsewhere.
    """
    spent: dict[int, Milliseconds] = {}
    log = list(session.log)
    for number in range(len(session.steps), 0, -1):
        step = session.steps[number - 1]
        made = Stepped(step.seat, step.token, at=step.at)
        # Steps that were taken back are in the log too.
        while log and log.pop() != made:
            pass
        since = next((entry.at for entry in reversed(log) if _brings_up(entry)), 0)
        if since:
            spent[number] = step.at - since
    return dict(sorted(spent.items())) if any(spent.values()) else {}


def _brings_up(entry: Entry) -> bool:
    """Whether somebody may begin to think with it."""
    if isinstance(entry, Answered):
        return entry.yes
    return isinstance(entry, Started | Stepped | TookBack | Reseated)


class RecordError(SessionError):
    """A text is no record, or does not fit its game."""

    def __init__(
        self, text: str, line: int = 0, column: int = 0, part: Record | None = None
    ) -> None:
        """Say what is wrong and where.

        Args:
            text: What is wrong, without the place.
            line: Counted from 1; 0 where it is about the whole.
            column: Counted from 1; 0 where it is about the whole line.
            part: What could be read before it; None if not even the game is known.
        """
        place = ", ".join(
            f"{word} {number}" for word, number in (("line", line), ("column", column)) if number
        )
        super().__init__(f"{place}: {text}" if place else text)
        self.reason = text
        self.line = line
        self.column = column
        self.part = part


def unknown_to(format: str, game: str) -> RecordError:
    """Why a match of a game cannot be written in a format that has no name for it."""
    return RecordError(Message("{format} does not know {game}", format=format, game=game))


def place_of(text: str, index: int) -> tuple[int, int]:
    """Line and column of a character, both counted from 1."""
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)
