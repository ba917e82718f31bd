"""The keys of a screen, as they are now."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tui import glyphs
from tui.keys import SCREENS, Action, Keys, keys_of, shown
from tui.language import N_, _
from tui.lines import EMPTY, Line, Piece, beside, line, padded, wrapped
from tui.screens.text import WIDEST, TextPage
from tui.widgets.colors import MARKS

LEGENDS: Sequence[tuple[str, Sequence[tuple[str, str]]]] = (
    (
        N_("Marks on the board"),
        (
            (" ".join(glyphs.UNICODE.cursor), N_("around a cell: the cursor")),
            (
                " ".join(glyphs.UNICODE.last),
                N_("around a cell: the last turn placed or moved a piece here, or took it away"),
            ),
            (" ".join(glyphs.UNICODE.chosen), N_("around a cell: picked for the step being made")),
            (glyphs.UNICODE.target, N_("an empty cell that may be picked")),
            (glyphs.UNICODE.capture, N_("right of a piece: it may be picked")),
            (f"{glyphs.UNICODE.empty} {glyphs.ASCII.empty}", N_("an empty cell")),
            (glyphs.NEUTRAL, N_("a piece of nobody, where the game gives it no letter")),
        ),
    ),
    (
        N_("Marks in the table of colors"),
        (
            (
                " ".join(MARKS),
                N_(
                    "behind a number: it has reached the first, second or third number that "
                    "matters in this game, such as a majority of its color"
                ),
            ),
            (".", N_("for a number: none; at the left: what is still on the board")),
        ),
    ),
    (
        N_("Marks beside the players"),
        ((">", N_("whose turn it is")), ("*", N_("who has won"))),
    ),
)
"""Headings, and under each what signs mean."""
KEYS = 16
"""Columns for the keys."""
COLUMN = 52
"""Columns of text that two of them must have to stand side by side."""
GAP = 4
"""Columns between the two."""


def help_page(actions: Sequence[Action], remapped: Keys, games: Path) -> TextPage:
    """Help on these actions.

    Args:
        actions: In the order of the table.
        remapped: The actions with other keys.
        games: Folder of a person's own game files, told where games are chosen.
    """
    in_lobby = any(action.screen == "lobby" for action in actions)
    told = _("Game files (.yaml) in {folder} are in the lobby too, under {heading}.").format(
        folder=_short(games), heading=_("YOUR GAMES")
    )

    def lines(columns: int) -> list[Line]:
        half = (columns - GAP) // 2
        if half >= COLUMN:
            return beside(lines(half), half, GAP)
        own = wrapped(told, columns, "dim") if in_lobby else []
        return [*key_lines(actions, remapped, columns), *own]

    return TextPage(_("Keys"), lines, 2 * WIDEST + GAP)


def key_lines(actions: Sequence[Action], remapped: Keys, columns: int) -> list[Line]:
    """A heading for each screen and a line for each action, with the marks on a board."""
    lines: list[Line] = []
    for part in SCREENS:
        here = [action for action in actions if action.screen == part]
        if here:
            title = Piece(_(SCREENS[part]), "title")
            lines += [line(title), *_rows(here, remapped, columns), EMPTY]
        if here and part == "table":
            for heading, marks in LEGENDS:
                told = [(sign, _(words)) for sign, words in marks]
                lines += [line(Piece(_(heading), "title")), *_explained(told, columns), EMPTY]
    lines += wrapped(
        _("A click does what its key does: on a cell, a line of a list, a key in the last line."),
        columns,
        "dim",
    )
    return lines


def _short(folder: Path) -> str:
    """A folder, with ~ for the person's home."""
    home = Path.home()
    return f"~/{folder.relative_to(home)}" if folder.is_relative_to(home) else str(folder)


def _rows(actions: Sequence[Action], remapped: Keys, columns: int) -> list[Line]:
    keys = [" ".join(map(shown, keys_of(action, remapped))) for action in actions]
    told = (_(action.help) for action in actions)
    return _explained(list(zip(keys, told, strict=True)), columns)


def _explained(entries: Sequence[tuple[str, str]], columns: int) -> list[Line]:
    """Signs or keys at the left, what they mean beside them."""
    rows: list[Line] = []
    for sign, words in entries:
        first, *more = wrapped(words, columns - KEYS)
        rows.append((Piece(padded(f"  {sign}", KEYS), "key"), *first))
        rows += [line(" " * KEYS, *other) for other in more]
    return rows
