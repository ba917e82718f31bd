"""A page with a list on the left and, on the right, the game that is marked in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.containers import Horizontal, Vertical
from textual.timer import Timer
from textual.widget import Widget

from core import catalog
from core.errors import GameError
from tui.lines import Line, Piece, line
from tui.palette import Palette
from tui.picture import Picture
from tui.screens.choosing import ChoosingPage
from tui.view import picture_of
from tui.widgets.lines import Lines
from tui.widgets.menu import Item, Menu
from tui.widgets.still import Still

WIDE = 70
"""Columns from which on the two sides stand side by side; else one above the other."""
WIDEST = 58
"""Columns of the list at most."""
BAR = 3
"""Columns between the two."""
REST = 0.15
"""Seconds that a choice must have lasted before its board is drawn."""


class SplitPage(ChoosingPage):
    """Keeps list and game together; which they are is for the kinds of it to say."""

    EAGER: ClassVar[bool] = False
    """Whether the first click on a line chooses it."""

    def __init__(self) -> None:
        """No board has been drawn yet."""
        super().__init__()
        self._pictures: dict[str, Picture | None] = {}
        self._palette: Palette | None = None
        self._rest: Timer | None = None
        self._awaited = ""

    def items(self, columns: int) -> list[Item]:
        """The list, for so many columns."""
        return []

    def facts(self, columns: int) -> list[Line]:
        """What is told of the marked game, for so many columns."""
        return []

    @property
    def game_id(self) -> str:
        """The game whose board is shown, as the catalog calls it; "" is none."""
        return ""

    @property
    def picture_id(self) -> str:
        """What the picture is kept under; another when the board looks otherwise."""
        return self.game_id

    def picture(self) -> Picture:
        """The board of the marked game.

        Raises:
            GameError: There is none.
        """
        game = catalog.load(self.game_id)
        return picture_of(game, game.start(seed=1), colors=self.house.palette)

    def content(self) -> Iterator[Widget]:
        """The list, a bar, the game."""
        with Horizontal(id="middle"):
            yield Menu(eager=self.EAGER, id="list")
            yield Lines(id="bar")
            with Vertical(id="detail"):
                yield Lines(id="facts")
                yield Still(id="still")

    @property
    def is_whole(self) -> bool:
        """See `Page.is_whole`; what stands in a box comes later than the box."""
        return super().is_whole and self.has("#list", "#still")

    @property
    def is_wide(self) -> bool:
        """Whether the two sides stand side by side."""
        return self.size.width >= WIDE

    @property
    def _list_width(self) -> int:
        """Columns of the list, its margin and the mark of a line included."""
        columns = self.size.width
        return min(WIDEST, columns // 2 + 1) if self.is_wide else columns

    def draw(self) -> None:
        """Both sides."""
        super().draw()
        if self._palette != self.house.palette:
            self._palette = self.house.palette
            self._pictures.clear()
        self.set_class(not self.is_wide, "-narrow")
        self.query_one("#bar", Lines).show([line(Piece(" | ", "dim"))] * self.size.height)
        self.query_one("#list").styles.width = self._list_width
        self.menu.fill(self.items(self._list_width - 4))
        self.show_game()

    def show_game(self) -> None:
        """The game; its board at once if it is known, else when the choice has come to rest."""
        columns = self.size.width - (self._list_width + BAR if self.is_wide else 5)
        self.query_one("#facts", Lines).show(self.facts(columns))
        id = self.picture_id
        if id and id == self._awaited:
            return
        if self._rest is not None:
            self._rest.stop()
        self._awaited = "" if id in self._pictures else id
        if self._awaited:
            self._rest = self.set_timer(REST, self._show_picture)
        else:
            self._show_picture()

    def _show_picture(self) -> None:
        self._awaited = ""
        id = self.picture_id
        if id and id not in self._pictures:
            try:
                self._pictures[id] = self.picture()
            except GameError:
                self._pictures[id] = None
        colors = "none" if self.house.letters else self.house.mode
        self.query_one(Still).show(self._pictures.get(id), colors, self.house.is_ascii)
