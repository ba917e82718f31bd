"""The keys of a screen, as they are now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tui.keys import SCREENS, Action, keys_of, shown
from tui.lines import EMPTY, Line, Piece, line, wrapped
from tui.screens.text import TextPage

KEYS = 20
"""Columns for the keys."""


def help_page(actions: Sequence[Action], remapped: Mapping[str, str]) -> TextPage:
    """Help on these actions.

    Args:
        actions: In the order of the table.
        remapped: Action id -> other keys, from the settings.
    """
    return TextPage("Keys", lambda columns: key_lines(actions, remapped, columns))


def key_lines(actions: Sequence[Action], remapped: Mapping[str, str], columns: int) -> list[Line]:
    """A heading for each screen and a line for each action."""
    lines: list[Line] = []
    for part in SCREENS:
        here = [action for action in actions if action.screen == part]
        if here:
            lines += [line(Piece(SCREENS[part], "title")), *_rows(here, remapped, columns), EMPTY]
    lines += wrapped(
        "A click does what its key does: on a cell, a line of a list, a key in the last line.",
        columns,
        "dim",
    )
    return lines


def _rows(actions: Sequence[Action], remapped: Mapping[str, str], columns: int) -> list[Line]:
    rows: list[Line] = []
    for action in actions:
        keys = " ".join(shown(key) for key in keys_of(action, remapped))
        first, *more = wrapped(action.help, columns - KEYS)
        rows.append((Piece(f"  {keys:<{KEYS - 2}}", "key"), *first))
        rows += [line(" " * KEYS, *other) for other in more]
    return rows
