"""A graph over the moments of a game, in characters: one column a moment."""

from __future__ import annotations

from collections.abc import Sequence

from tui.lines import Line, Piece

_EIGHTHS = " \N{LOWER ONE EIGHTH BLOCK}\N{LOWER ONE QUARTER BLOCK}\N{LOWER THREE EIGHTHS BLOCK}" \
    "\N{LOWER HALF BLOCK}\N{LOWER FIVE EIGHTHS BLOCK}\N{LOWER THREE QUARTERS BLOCK}" \
    "\N{LOWER SEVEN EIGHTHS BLOCK}\N{FULL BLOCK}"  # fmt: skip
_ASCII = " .:#"
_MIDDLE = "-"
_UNKNOWN = "?"


LEAST_LEAD = 4
"""The least lead that fills a graph: a small one at the beginning says little."""


def graph_lines(
    heights: Sequence[float | None], at: int, columns: int, rows: int, *, ascii: bool
) -> list[Line]:
    """Columns that are filled from below, and a mark under the one looked at.

    Where there are more moments than room, the part around the one looked at is shown. The middle
    is marked where nothing is filled. A click on a column presses "look" and its moment.

    Args:
        heights: How high each column is filled, from 0 to 1; None is not known.
        at: The moment looked at, an index of `heights`.
        columns: The room there is.
        rows: Lines of the graph, the mark included; at least 2.
        ascii: Whether to use only ASCII.
    """
    first = max(0, min(at - columns // 2, len(heights) - columns))
    moments = range(first, min(len(heights), first + columns))
    levels = _ASCII if ascii else _EIGHTHS
    height = rows - 1
    columns_ = [_column(heights[moment], height, levels) for moment in moments]
    lines: list[Line] = [
        tuple(
            Piece(column[row], "accent" if moment == at else "", f"look {moment}")
            for moment, column in zip(moments, columns_, strict=True)
        )
        for row in range(height)
    ]
    lines.append((Piece(" " * (at - first)), Piece("^", "key")))
    return lines


def lead_heights(counts: Sequence[Sequence[int]]) -> list[float | None]:
    """By how much the first of two seats leads: half is level, 1 is the largest lead of either.

    Args:
        counts: What each seat has, at each moment.
    """
    leads = [have[0] - have[1] for have in counts]
    most = max(LEAST_LEAD, *map(abs, leads))
    return [0.5 + lead / (2 * most) for lead in leads]


def share_heights(counts: Sequence[Sequence[int]]) -> list[list[float | None]]:
    """What each seat has, as a part of the most that any has at any time; a list for each seat."""
    most = max(1, *(max(have) for have in counts))
    return [[have[seat] / most for have in counts] for seat in range(len(counts[0]))]


def _column(filled: float | None, rows: int, levels: str) -> list[str]:
    """The characters of a column, from above."""
    middle = (rows - 1) // 2
    if filled is None:
        return [
            _UNKNOWN if row == rows - 1 else _MIDDLE if row == middle else " "
            for row in range(rows)
        ]
    full = len(levels) - 1
    parts = round(max(0.0, min(1.0, filled)) * rows * full)
    found = []
    for row in range(rows):
        part = max(0, min(full, parts - (rows - 1 - row) * full))
        found.append(_MIDDLE if part == 0 and row == middle else levels[part])
    return found
