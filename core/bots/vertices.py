"""How the Go Text Protocol writes the steps, turns and sides of a game.

On a square board the columns have the letters A to Z without I. Rows keep the numbers of the game:
from the bottom, as the protocol wants it, or from the top where the game counts so, as other
programs for such games do too. On all other boards a step is written as everywhere in Parlour.

A turn of several steps is one word, its steps joined by commas: `D4,E6`. A `stop` at its end is
left out.

Source: G. Farnebäck, Specification of the Go Text Protocol, version 2, draft 2, section 2.11.
"""

from __future__ import annotations

import re

from core.errors import IllegalStep
from core.language.definition import Definition
from core.rules.game import Game, Position, Step

Turn = tuple[Step, ...]
"""All steps of one turn."""

LETTERS = "abcdefghjklmnopqrstuvwxyz"
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
_READ = dict(zip(LETTERS, _ALPHABET, strict=False))
_WRITTEN = dict(zip(_ALPHABET, LETTERS, strict=False))
_COLUMN = re.compile(r"[a-z](?=\d)")
_COLORS = ("black", "white")
"""What the first and the second side may be called where they have other names."""
_SHORT = {"b": "black", "w": "white"}


class Vertices:
    """The words for one game."""

    def __init__(self, game: Game) -> None:
        """Choose them."""
        square = game.board.shape == "square"
        self.size = len(game.board.rows) if square else 0
        """Columns and rows of a square board; 0 for any other."""
        self._lettered = 0 < self.size <= len(LETTERS)
        self._signs = any(action.sign for action in game.definition.actions)
        self._names = [player.name.lower() for player in game.definition.players]

    def color(self, side: int) -> str:
        """What a side is called: "black" or "white" where two play."""
        if len(self._names) > 2 or set(self._names) == set(_COLORS):
            return self._names[side]
        return _COLORS[side]

    def side(self, color: str) -> int | None:
        """The side that is called so in the game or by the protocol; None if there is none."""
        word = color.lower()
        word = _SHORT.get(word, word) if word not in self._names else word
        known = self._names if word in self._names else _COLORS[: len(self._names)]
        return known.index(word) if word in known else None

    def word(self, turn: Turn) -> str:
        """A turn as one word."""
        told = [step for step in turn if step.verb != "stop"] or turn
        return ",".join(self.written(step) for step in told)

    def written(self, step: Step) -> str:
        """A step as a word."""
        if not self._lettered or not step.cells:
            return step.token
        word = _COLUMN.sub(lambda found: _WRITTEN[found[0]], step.token)
        return word if self._signs else word.upper()

    def column(self, letter: str) -> str:
        """The letter of a column of the board."""
        return _WRITTEN[letter] if self._lettered else letter

    def turn(self, word: str, position: Position) -> tuple[Turn, Position]:
        """The turn that a word means, and the position after it.

        Raises:
            IllegalStep: The rules forbid it, or it is not one whole turn.
        """
        steps, position = self.begun(word, position)
        if position.may_stop and not is_between_turns(position):
            steps.append(position.find("stop"))
            position = position.play(steps[-1])
        if not is_between_turns(position):
            raise IllegalStep("the turn goes on after these steps")
        return tuple(steps), position

    def begun(self, word: str, position: Position) -> tuple[list[Step], Position]:
        """The steps that a word means, with which a turn begins, and the position after them.

        Raises:
            IllegalStep: The rules forbid one, or they are more than one turn.
        """
        steps: list[Step] = []
        for part in word.split(","):
            if steps and is_between_turns(position):
                raise IllegalStep(f"the turn is over before {part}")
            steps.append(position.find(self._token(part)))
            position = position.play(steps[-1])
        return steps, position

    def _token(self, word: str) -> str:
        if not self._signs or word.isalpha():
            word = word.lower()
        if not self._lettered:
            return word
        if unknown := [found[0] for found in _COLUMN.finditer(word) if found[0] not in _READ]:
            raise IllegalStep(f"{word}: there is no column {unknown[0]} here")
        return _COLUMN.sub(lambda found: _READ[found[0]], word)


def is_between_turns(position: Position) -> bool:
    """Whether no turn is unfinished: one is about to begin, or the game is over."""
    return position.step == 0 or position.outcome is not None


def size_of(definition: Definition) -> int:
    """What `boardsize` calls the board of a game; 0 for a board that has no size."""
    board = definition.board
    return len(board.rows) if board.shape == "square" else definition.params.get("size", 0)
