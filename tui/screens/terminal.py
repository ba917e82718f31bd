"""What the terminal can show, as far as it is known, with samples to see whether that is true."""

from __future__ import annotations

from collections.abc import Iterator

from textual import events, on
from textual.widget import Widget

from tui import glyphs
from tui.answers import SAMPLES
from tui.language import _
from tui.lines import EMPTY, Line, Piece, flowing, line, padded, wrapped
from tui.screens.choosing import ChoosingPage
from tui.screens.settings import choice_line
from tui.signs import sample_signs
from tui.widgets.lines import Lines
from tui.widgets.menu import Item, Menu

SET = ("color", "characters", "theme", "cursor", "mouse")
"""The settings that correct what has been found."""
VARIABLES = ("TERM", "COLORTERM", "NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG")
"""What of the environment counts."""
NAME = 11
"""Columns for what a line is about."""
RULER = 8
"""How many characters of a kind stand side by side to be measured."""


class TerminalPage(ChoosingPage):
    """Settings above, what was found below; a click or a key shows that it arrives."""

    def __init__(self) -> None:
        """Nothing has arrived yet."""
        super().__init__()
        self._clicked = ""
        self._pressed = ""

    def content(self) -> Iterator[Widget]:
        """The settings, and what was found."""
        yield Menu(eager=True, id="list")
        yield Lines(id="text")

    def header(self, columns: int) -> Line:
        """What this is."""
        return line(" ", Piece(_("Terminal"), "title"))

    def draw(self) -> None:
        """Everything as it is now."""
        super().draw()
        columns = self.size.width - 4
        self.menu.fill([Item(choice_line(self.settings, name, columns), name) for name in SET])
        self._show_found()

    def choose(self, id: str) -> None:
        """The next value."""
        self.turn(id, 1)

    def turn(self, id: str, by: int) -> None:
        """Another value, used and kept at once."""
        self.house.change(self.settings.with_next(id, by))

    async def key_pressed(self, event: events.Key) -> None:
        """Show that it came, and do what it means."""
        self._pressed = event.key
        self._show_found()
        await super().key_pressed(event)

    @on(events.Click)
    def show_click(self, event: events.Click) -> None:
        """Show that it came, and where."""
        self._clicked = _("column {column}, line {line}").format(
            column=event.screen_x + 1, line=event.screen_y + 1
        )
        self._show_found()

    def _show_found(self) -> None:
        if self.is_whole:
            columns = self.size.width - 4
            self.query_one("#text", Lines).show([*self._samples(columns), *self._found(columns)])

    def _samples(self, columns: int) -> list[Line]:
        """Colors and characters to look at."""
        house = self.house
        board = glyphs.ASCII if house.is_ascii else glyphs.UNICODE
        signs = [
            line(Piece(f" {sign.text} ", "", "", sign.ink))
            for sign in sample_signs(house.mode, house.palette)
        ]
        marks = [
            line(board.empty),
            line(board.target),
            line(f"A{board.capture}"),
            *(line(f"{left}A{right}") for left, right in (board.cursor, board.chosen, board.last)),
            line(glyphs.NEUTRAL),
        ]
        rows = [*_named(_("pieces"), flowing(signs, columns - NAME, ""))]
        rows += _named(_("board"), flowing(marks, columns - NAME))
        if not house.is_ascii:
            told = line(Piece(_("these bars should be in line"), "dim"))
            bars = [line(f"{sample * RULER}|") for sample in (".", *SAMPLES)]
            rows += _named(_("widths"), [line(*bars[0], " ", *told), *bars[1:]])
        return [*rows, EMPTY]

    def _found(self, columns: int) -> list[Line]:
        """What is known, and how."""
        terminal = self.house.world.terminal
        environ = terminal.environ
        colors, by = terminal.colors
        characters, also_by = terminal.characters
        facts = {
            _("colors"): _("{count}, says {what}").format(count=colors, what=_(by)),
            _("characters"): _("{kind}, says {what}").format(kind=characters, what=_(also_by)),
            _("answers"): self._answers(),
            _("variables"): " ".join(
                f"{name}={environ[name]}" for name in VARIABLES if environ.get(name)
            ),
            _("size"): f"{self.size.width}x{self.size.height}",
            _("last click"): self._clicked,
            _("last key"): self._pressed,
        }
        return [
            row
            for name, told in facts.items()
            for row in _named(name, wrapped(told or "-", columns - NAME))
        ]

    def _answers(self) -> str:
        """What the terminal said of itself."""
        answers = self.house.world.terminal.answers
        told = []
        if answers.colors:
            told.append(_("{count} colors").format(count=answers.colors))
        if answers.widths:
            widths = ", ".join(map(str, answers.widths))
            told.append(_("columns of the samples: {widths}").format(widths=widths))
        return "; ".join(told)


def _named(name: str, rows: list[Line]) -> list[Line]:
    """Rows with their name at the left of the first."""
    names = (name, *("" for _row in rows[1:]))
    return [
        line(Piece(padded(each, NAME), "dim"), *row) for each, row in zip(names, rows, strict=True)
    ]
