"""A match as a record tells it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.errors import SessionError
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
    """When its last step was made; None where it is not known."""


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
