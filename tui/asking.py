"""Questions to a person, each with its answers: one key each, which can be clicked too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tui.lines import EMPTY, Line, Piece, flowing, line


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to a question."""

    key: str
    words: str
    do: Callable[[], object]
    also: str = ""
    """Another key for it, which is not shown."""
    dim: bool = False
    """Whether it would lead to nothing now."""

    def is_meant(self, key: str, character: str | None) -> bool:
        """Whether a key that was pressed gives this answer."""
        named = {self.key, self.also or self.key}
        return bool({character, key} & named) or (self.key == "Enter" and key == "enter")


@dataclass(frozen=True, slots=True)
class Ask:
    """A question in the message line; its answers are in the line below."""

    words: str
    options: tuple[Option, ...]
    stays: bool = False
    """Whether it stays open when another key is pressed, which then does what it always does."""
    leaves: bool = False
    """Whether it asks about leaving, so that asking to leave again is an answer."""

    def answer(self, key: str, character: str | None) -> bool:
        """Do what a key answers; whether it answers at all."""
        for option in self.options:
            if option.is_meant(key, character):
                option.do()
                return True
        return False

    def row(self, columns: int) -> Line:
        """The answers in a line; a click on one presses "answer" and its key."""
        answers = [
            line(
                Piece(option.key, "dim" if option.dim else "key", f"answer {option.key}"),
                Piece(f" {option.words}", "dim" if option.dim else "", f"answer {option.key}"),
            )
            for option in self.options
        ]
        rows: list[Line] = []
        for gap in ("   ", "  "):
            rows = flowing(answers, columns, gap)
            if len(rows) == 1:
                break
        return rows[0] if rows else EMPTY


@dataclass(frozen=True, slots=True)
class Field:
    """A text that a person is to type."""

    label: str
    """What stands before it, with a space at the end."""
    words: str
    """What it is for, in the message line."""
    done: str
    """What Enter does, one word."""
    read: Callable[[str], Callable[[], object]]
    """Gives what a text does; raises GameError for one that cannot be understood."""
    value: str = ""
    """What stands there already."""
    placeholder: str = ""
    steps: bool = False
    """Whether it is of steps, which are not made unseen when the position has changed."""
