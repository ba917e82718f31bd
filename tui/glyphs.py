"""Characters of the board: pieces, empty cells and marks.

Whatever is drawn by color is also drawn by a character. Pieces are ASCII letters; decoration beyond
ASCII is of a width that all terminals agree on: nothing "ambiguous" in East Asia, no emoji.
"""

from __future__ import annotations

from dataclasses import dataclass

LETTERS = "ABCDEFGHJKMNP"
"""Letters of colors: no I, L or O, which read as 1, 1 and 0."""
SIDES = ("X", "O")
"""Letters of the two sides where a side has one sort of piece."""
NEUTRAL = "#"
"""A piece of nobody that has no letter of its own."""


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One set of characters for what is not a piece."""

    empty: str
    target: str = "+"
    """An empty cell that may be picked."""
    capture: str = "*"
    """Right of a piece that may be picked."""
    cursor: tuple[str, str] = ("[", "]")
    chosen: tuple[str, str] = ("<", ">")
    hint: tuple[str, str] = ("!", "!")
    """Around where a bot would play."""
    last: tuple[str, str] = ("(", ")")
    """Around what the last turn placed, moved or took."""


UNICODE = Glyphs(empty="\N{BULLET OPERATOR}")
ASCII = Glyphs(empty=".")
