"""A list of lines of which one is marked and can be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.style import Style
from textual import events
from textual.geometry import Offset
from textual.message import Message

from tui.lines import Line, Piece
from tui.widgets.lines import Lines


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a menu."""

    line: Line
    id: str = ""
    """What is chosen with it; "" for headings and gaps, which cannot be marked."""


class Menu(Lines):
    """Items from the top, the marked one with `>` before it and scrolled into sight."""

    class Marked(Message):
        """Another item is marked."""

        def __init__(self, menu: Menu, id: str) -> None:
            """Keep which.

            Args:
                menu: The menu.
                id: Of the item.
            """
            super().__init__()
            self.menu = menu
            self.id = id

        @property
        def control(self) -> Menu:
            """The menu."""
            return self.menu

    class Chosen(Marked):
        """The marked item was clicked."""

    def __init__(self, *, eager: bool = False, id: str | None = None) -> None:
        """An empty menu.

        Args:
            eager: Whether the first click on an item chooses it; else the click on a marked one.
            id: Of the widget.
        """
        super().__init__(id=id)
        self._eager = eager
        self._items: tuple[Item, ...] = ()
        self._marked = ""

    @property
    def marked(self) -> str:
        """Id of the marked item; "" when there is none."""
        return self._marked

    @property
    def ids(self) -> tuple[str, ...]:
        """Ids of the items that can be marked, from the top."""
        return tuple(item.id for item in self._items if item.id)

    @property
    def cursor_place(self) -> Offset | None:
        """Where on the screen the mark of the marked item is; None when there is none."""
        if not self._marked:
            return None
        return self.content_region.offset + Offset(0, self._place(self._marked) - self.top)

    def fill(self, items: Sequence[Item], marked: str = "") -> None:
        """Replace the items.

        Args:
            items: The new ones.
            marked: Which one to mark; "" the one marked before, or the first.
        """
        self._items = tuple(items)
        ids = self.ids
        wanted = marked or self._marked
        self._mark(wanted if wanted in ids else ids[0] if ids else "", tell=wanted not in ids)

    def move(self, by: int) -> None:
        """Mark another item, `by` below (above if negative), at most to the ends."""
        ids = self.ids
        if ids:
            place = ids.index(self._marked) + by
            self.mark(ids[max(0, min(place, len(ids) - 1))])

    def mark(self, id: str) -> None:
        """Mark this item."""
        if id != self._marked and id in self.ids:
            self._mark(id, tell=True)

    def _mark(self, id: str, tell: bool) -> None:
        self._marked = id
        self.show(
            [
                (Piece("> " if item.id and item.id == id else "  ", "key"), *item.line)
                for item in self._items
            ]
        )
        if id:
            place = self._place(id)
            self.reveal(place if self.ids[0] != id else 0)
            if tell:
                self.post_message(self.Marked(self, id))

    def _place(self, id: str) -> int:
        return next(place for place, item in enumerate(self._items) if item.id == id)

    def row_style(self, number: int) -> Style:
        """The marked item has the look of the cursor, to the right edge."""
        base = super().row_style(number)
        if 0 <= number < len(self._items) and self._items[number].id == self._marked != "":
            return base + self.role_style("cursor")
        return base

    def on_click(self, event: events.Click) -> None:
        """Mark what was clicked, or choose it."""
        place = event.get_content_offset(self)
        number = len(self._items) if place is None else self.top + place.y
        if number >= len(self._items) or not (id := self._items[number].id):
            return
        was = self._marked
        self.mark(id)
        if self._eager or was == id:
            self.post_message(self.Chosen(self, id))
