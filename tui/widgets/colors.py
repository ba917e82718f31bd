"""The color table: how many pieces of each color everybody has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from core.rules.game import Position
from tui.language import _
from tui.lines import Line, Piece, line

MARKS = "*!#"
"""Behind a number that has reached the first, second or third threshold."""


@dataclass(frozen=True, slots=True)
class Tally:
    """A color table, before it is fitted to a width."""

    letters: tuple[Piece, ...]
    """The sign of each color, in the order of the color table."""
    names: tuple[Piece, ...]
    """What each row is called: the seats, then what is left on the board."""
    counts: tuple[tuple[int, ...], ...]
    """Row by row, color by color."""
    marks: tuple[int, ...]
    """Thresholds worth marking, rising; only for rows of seats."""

    @property
    def rooms(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Columns and rows it takes at ease, and drawn closer."""
        colors, rows = len(self.letters), len(self.counts)
        return (2 + 3 * colors, 1 + rows), (2 + 2 * colors, rows)


def tally(
    position: Position, letters: Sequence[Piece], badges: Sequence[Piece], marks: Sequence[int]
) -> Tally | None:
    """The color table of a position; None where the game has no colors.

    Args:
        position: Of the match.
        letters: The sign of each color.
        badges: The sign of each side, indexed by side.
        marks: Thresholds, rising.
    """
    if not letters:
        return None
    seats = range(len(badges))
    left = [0] * len(letters)
    for piece in position.pieces.values():
        if piece.color is not None:
            left[piece.color] += 1
    names = (*(badges[position.side(seat)] for seat in seats), Piece(".", "dim"))
    counts = (*(position.held(seat) for seat in seats), tuple(left))
    return Tally(tuple(letters), names, counts, tuple(marks))


def tally_lines(table: Tally, columns: int, close: bool) -> list[Line]:
    """The table at most `columns` wide: a row of colors, one for each seat, one for the board.

    Args:
        table: The table.
        columns: The room there is.
        close: Whether to draw it closer, leaving out the board.
    """
    cell = 2 if close else 3
    head: Line = line("  ")
    for letter in table.letters:
        gap = " " * (cell - 2)
        head = (*head, Piece(gap), Piece(letter.text, letter.role, "", letter.ink), Piece(" "))
    lines = [head]
    whole = f"  {_('all')}"
    wide = cell_len(whole)
    total = columns >= 2 + cell * len(table.letters) + wide
    for number, (name, counts) in enumerate(zip(table.names, table.counts, strict=True)):
        is_seat = number < len(table.counts) - 1
        if cell == 2 and not is_seat:
            break
        marks = table.marks if is_seat else ()
        row: Line = (name, Piece(" "))
        for count in counts:
            row = (*row, *_count(count, cell, marks, "" if is_seat else "dim"))
        if total:
            row = (*row, Piece(f"{sum(counts):>{wide}}", "strong" if is_seat else "dim"))
        lines.append(row)
    if total:
        lines[0] = (*lines[0], Piece(whole, "dim"))
    return lines


def legend(table: Tally) -> list[str]:
    """What the marks mean, and the row without a name."""
    told = [
        f"{mark} {_('{number} or more').format(number=least)}"
        for mark, least in zip(MARKS, table.marks, strict=False)
    ]
    return [*told, f". {_('still on the board')}"]


def _count(count: int, cell: int, marks: tuple[int, ...], role: str) -> Line:
    """A number and its mark, in `cell` columns."""
    reached = sum(count >= least for least in marks)
    mark = MARKS[min(reached, len(MARKS)) - 1] if reached else " "
    text = str(count) if count else "."
    if cell == 2 and count > 9:
        text = "9+"
    look = "strong" if reached else role if count else "dim"
    if cell == 3:
        return (Piece(f"{text:>2}", look), Piece(mark, "key"))
    return (Piece(text + mark if len(text) == 1 else text, look),)
