"""Who gets how much room at the table: the board first, then the color table, then the panels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tui.picture import Picture
from tui.plan import Plan, Scale, fitting, plan_of, scales

CHROME = 5
"""Rows for the header, two of message, the line of the move being made, and the footer."""
SMALL = 24
"""Rows below which a window does without the footer."""
MARGIN = 1
"""Columns left of the board."""
GAP = 3
"""Columns between the board and the panel: a space, a bar, a space."""
NARROWEST = 20
"""Columns without which a panel is not worth its room."""
_WIDE = 60
"""Columns of a window from which on it has a panel beside the board."""
_WIDEST = 56
"""Columns that a panel needs at most; the rest goes to the board's margins."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Where everything of the table goes."""

    board: Plan
    panel: int
    """Columns of the panel; 0 for none."""
    table: Literal["panel", "strip", "none"]
    """Whether the color table is in the panel, under the board, or has no room."""
    close: bool
    """Whether the color table is drawn closer."""


def arrange(
    columns: int,
    rows: int,
    picture: Picture,
    *,
    scale: Scale | None = None,
    focus: bool = False,
    tables: Sequence[tuple[int, int]] = (),
) -> Arrangement:
    """The best arrangement of a window.

    Args:
        columns: Of the whole window.
        rows: Of the whole window.
        picture: Of the board.
        scale: Of the cells, where a person chose it.
        focus: Whether the person wants no panel.
        tables: Columns and rows of the color table, at ease and closer; none where the game has
            no colors.
    """
    height = rows - chrome(rows)
    wants_panel = columns >= _WIDE and not focus
    if scale in scales(picture):
        board = plan_of(picture, scale)
    else:
        least = _least(columns) + GAP + MARGIN if wants_panel else MARGIN
        board = fitting(picture, columns - least, height)
    left = columns - board.width - MARGIN - GAP
    panel = min(left, max(_WIDEST, columns - 2 * board.width)) if wants_panel else 0
    if panel < NARROWEST:
        panel = 0
    return Arrangement(board, panel, *_table(columns, height - board.height, panel, tables))


def _table(
    columns: int, rows: int, panel: int, tables: Sequence[tuple[int, int]]
) -> tuple[Literal["panel", "strip", "none"], bool]:
    """Where the color table goes and whether closer, `rows` being left under the board."""
    for place, (table_columns, table_rows) in enumerate(tables):
        if panel >= table_columns:
            return "panel", place > 0
        if columns >= table_columns and rows >= table_rows:
            return "strip", place > 0
    return "none", True


def has_room(columns: int, rows: int, picture: Picture) -> bool:
    """Whether a window has room for the whole board without panels, at the smallest scale."""
    least = plan_of(picture, scales(picture)[-1])
    return least.width < columns and least.height <= rows - chrome(rows)


def sizes(columns: int, rows: int, picture: Picture) -> tuple[Scale, ...]:
    """The scales that a window has room for without panels, the largest first."""
    plans = [plan_of(picture, scale) for scale in scales(picture)]
    return tuple(
        plan.scale for plan in plans if plan.width < columns and plan.height <= rows - chrome(rows)
    )


def chrome(rows: int) -> int:
    """Rows of a window that belong to neither the board nor the panel."""
    return CHROME if rows >= SMALL else CHROME - 1


def _least(columns: int) -> int:
    """Columns that the panel gets before the board takes a larger scale."""
    return 24 if columns < 80 else 34 if columns < 100 else 40
