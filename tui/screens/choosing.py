"""A page with a list to choose from: keys that every such list has."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.geometry import Offset
from textual.widgets import Input

from tui.screens.page import Page
from tui.widgets.menu import Menu


class ChoosingPage(Page):
    """A page whose list (`Menu` with the id "list") is worked by the keys of menus."""

    PARTS: ClassVar[tuple[str, ...]] = ("menu",)

    @property
    def menu(self) -> Menu:
        """The list."""
        return self.query_one("#list", Menu)

    @property
    def cursor_place(self) -> Offset | None:
        """The marked line, or where letters are typed."""
        if isinstance(self.focused, Input):
            return self.focused.cursor_screen_offset
        return self.menu.cursor_place if self.is_whole else None

    def choose(self, id: str) -> None:
        """Something was chosen."""

    def turn(self, id: str, by: int) -> None:
        """The value of a line is to be changed: the next (1) or the one before (-1)."""

    @on(Menu.Chosen)
    def choose_clicked(self, event: Menu.Chosen) -> None:
        """A click chose it."""
        self.choose(event.id)

    def action_open(self) -> None:
        """Choose what is marked."""
        if self.menu.marked:
            self.choose(self.menu.marked)

    def action_up(self) -> None:
        """Mark the line above."""
        self.menu.move(-1)

    def action_down(self) -> None:
        """Mark the line below."""
        self.menu.move(1)

    def action_less(self) -> None:
        """The value before."""
        self.turn(self.menu.marked, -1)

    def action_more(self) -> None:
        """The next value."""
        self.turn(self.menu.marked, 1)

    def action_page_up(self) -> None:
        """A page up."""
        self.menu.move(-max(1, self.menu.size.height - 1))

    def action_page_down(self) -> None:
        """A page down."""
        self.menu.move(max(1, self.menu.size.height - 1))

    def action_first(self) -> None:
        """To the top."""
        self.menu.move(-len(self.menu.ids))

    def action_last(self) -> None:
        """To the end."""
        self.menu.move(len(self.menu.ids))
