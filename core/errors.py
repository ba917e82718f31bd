"""What can go wrong, as one small tree.

GameError
├── DefinitionError    a game file cannot be accepted (core.language.problems)
├── UnknownGame        no game or variant of that name
├── BoardError         a board that cannot be built
├── DealError          a deal that cannot be made, or does not fit the board
├── IllegalStep        the token is no legal step in this position
├── PositionError      the text is no position of this game
├── EngineError        another program does not play as it should (core.bots.engine)
├── SessionError       the step may be fine, but not from this seat or not now
├── PersonError        somebody cannot be called so, or known by that key (core.store.people)
└── SaveError          a match cannot be kept, or not be read again
    ├── Stale          another entry reached the store first
    ├── UnknownMatch   the store has no such match
    └── StoreError     the store itself cannot be used

A screen catches `GameError` and shows its words; anything else is a bug.
"""

from __future__ import annotations

from typing import Literal

from core.words import Text


class GameError(Exception):
    """Something a person did cannot be done; the text says why, for that person."""

    @property
    def text(self) -> Text:
        """Why, to be told in the language of the person."""
        told = self.args[0] if self.args else ""
        return told if isinstance(told, Text) else Text(told)


class UnknownGame(GameError):
    """No game, variant or combination of variants of that name."""


class BoardError(GameError):
    """The board cannot be built."""

    def __init__(self, key: str, text: str) -> None:
        """Keep which key of `board:` is at fault.

        Args:
            key: The key of the definition's `board:`, such as "sides"; "" for the whole.
            text: What is wrong with it.
        """
        super().__init__(text)
        self.key = key


class DealError(GameError):
    """A deal cannot be made, or does not fit the board and its pieces."""


class IllegalStep(GameError):
    """The token is no legal step in this position; the text names the clause that forbids it."""


class PositionError(GameError):
    """The text is no position of this game."""


class SessionError(GameError):
    """The step may be legal, but not from this seat or not now."""


class PersonError(GameError):
    """Somebody cannot be called so, or cannot be known by that key."""


class SaveError(GameError):
    """A match cannot be kept, or not be read again."""


class Stale(SaveError):
    """Another entry reached the store first; whoever wanted this one looks again."""


class UnknownMatch(SaveError):
    """The store has no such match, or no more."""


Fault = Literal["full", "read-only", "busy", "damaged", "newer", "unreachable"]
"""What is wrong with a store: no room, it must not be written, others keep it locked too long, it
cannot be understood, it is of a newer program, or it cannot be opened or reached."""


class StoreError(SaveError):
    """The store itself cannot be used; what it has acknowledged before is still in it."""

    def __init__(self, text: str, fault: Fault) -> None:
        """Say what is wrong, in one line, and of which sort it is."""
        super().__init__(text)
        self.fault: Fault = fault
