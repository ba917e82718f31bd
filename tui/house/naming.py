"""The first screen of somebody who is not known yet: what they want to be called."""

from __future__ import annotations

import os
import pwd
from collections.abc import Iterator
from contextlib import suppress
from typing import ClassVar

from textual import events
from textual.widget import Widget
from textual.widgets import Input

from core.errors import GameError, PersonError
from core.store.people import checked_name, folded
from tui.house.visitor import Visitor
from tui.keys import shown
from tui.language import _, said
from tui.lines import EMPTY, Line, Piece, line, wrapped
from tui.screens.page import Page, type_into
from tui.widgets.lines import Lines

ACCOUNTS = frozenset({"root", "admin", "administrator", "user", "test", "ssh", "games", "pi"})
"""Accounts of machines, which are no names of people."""


class NamePage(Page):
    """Asks once for a name."""

    PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self, visitor: Visitor) -> None:
        """Ask this visitor."""
        super().__init__()
        self._visitor = visitor

    def content(self) -> Iterator[Widget]:
        """What it is about, and a line to type in."""
        yield Lines(id="text")
        # What was typed before it had the focus would be taken for what is to be replaced.
        field = Input(value=self._wished(), id="filter", compact=True, select_on_focus=False)
        field.cursor_blink = False
        yield field

    def _wished(self) -> str:
        """What they called themselves when they came, if it can be the name of a person.

        It is typed over: as long as nothing else was done, it is selected.
        """
        try:
            name = checked_name(self._visitor.wished, self._visitor.limits.name)
        except PersonError:
            return ""
        return "" if folded(name) in ACCOUNTS | _accounts_here() else name

    def header(self, columns: int) -> Line:
        """Whose house it is."""
        return line(" ", Piece(self._visitor.premises.name, "title"))

    def footer(self, columns: int) -> Line:
        """Letters are typed here, so only these keys do something."""
        keys = ((shown("enter"), _("take this name")), (shown("escape"), _("leave")))
        return line(
            " ", *[piece for key, words in keys for piece in (Piece(key, "key"), f" {words}  ")]
        )

    def begin(self) -> None:
        """Type at once."""
        super().begin()
        field = self.query_one("#filter", Input)
        field.action_select_all()
        self.set_focus(field)

    def draw(self) -> None:
        """Say what is wanted."""
        most = self._visitor.limits.name
        text = _(
            "Welcome. You have not been here before with this key. What shall the others call "
            "you? A name has 2 to {most} letters and digits; '_', '-' and '.' may stand between."
        )
        other = _(
            "If you are known here by another key, leave this empty: on the other machine say "
            "`ssh ... key add`, then on this one `ssh ... key add CODE`."
        )
        columns = min(70, self.size.width - 6)
        self.query_one("#text", Lines).show(
            [
                *wrapped(text.format(most=most), columns),
                EMPTY,
                *wrapped(other, columns, "dim"),
                EMPTY,
                line(Piece(_("Your name:"), "strong")),
            ]
        )
        super().draw()

    async def key_pressed(self, event: events.Key) -> None:
        """Take the name, or leave; what is typed before the field has the focus comes here too."""
        field = self.query_one("#filter", Input)
        if event.key == "escape":
            event.stop()
            self.dismiss("")
        elif event.key == "enter":
            event.stop()
            self._take(field.value)
        else:
            type_into(field, event)

    def _take(self, text: str) -> None:
        try:
            self._visitor.take_name(text)
        except GameError as error:
            self.tell(said(error))
            return
        self.dismiss("")


def _accounts_here() -> set[str]:
    """The account that the house runs under: everybody's behind OpenSSH, so nobody's name."""
    with suppress(KeyError):
        return {folded(pwd.getpwuid(os.getuid()).pw_name)}
    return set()
