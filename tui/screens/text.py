"""A long text to read: the rules of a game, the keys of a screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from textual.geometry import Offset
from textual.widget import Widget

from core.language.definition import Definition
from tui.language import _, said
from tui.lines import Line, Piece, fitting, line, spread
from tui.rules import rules_lines
from tui.screens.page import Page
from tui.widgets.lines import Lines

WIDEST = 76
"""Columns of text: longer lines are tiring to read."""


class TextPage(Page):
    """Lines that are read from top to bottom."""

    PARTS: ClassVar[tuple[str, ...]] = ("text",)

    def __init__(
        self, title: str, text: Callable[[int], Sequence[Line]], widest: int = WIDEST
    ) -> None:
        """Show `text` under `title`.

        Args:
            title: For the header.
            text: Columns -> lines of the text.
            widest: Columns that it is given at most.
        """
        super().__init__()
        self._widest = widest
        self._title = title
        self._text = text

    def content(self) -> Iterator[Widget]:
        """The text."""
        yield Lines(id="text")

    def header(self, columns: int) -> Line:
        """The title, and how much of the text is above and below."""
        text = self.query_one("#text", Lines)
        below = max(0, text.last_top - text.top) if text.size.height else 0
        more = " ".join(
            part
            for part in (
                _("{lines} above").format(lines=text.top) if text.top else "",
                _("{lines} below").format(lines=below) if below else "",
            )
            if part
        )
        title = line(" ", Piece(self._title, "title"))
        return fitting(
            [spread(title, line(Piece(f"{more} ", "dim")), columns), title] if more else [title],
            columns,
        )

    @property
    def cursor_place(self) -> Offset | None:
        """Where the text begins."""
        return self.query_one("#text").content_region.offset if self.is_whole else None

    def draw(self) -> None:
        """Wrap the text to the width."""
        text = self.query_one("#text", Lines)
        text.show(self._text(min(self._widest, self.size.width - 4)))
        super().draw()
        self.call_after_refresh(self.draw_edges)

    def action_down(self) -> None:
        """A line down."""
        self._scroll(1)

    def action_up(self) -> None:
        """A line up."""
        self._scroll(-1)

    def action_page_down(self) -> None:
        """A page down, with a line of the page before."""
        self._scroll(max(1, self.query_one("#text").size.height - 1))

    def action_page_up(self) -> None:
        """A page up, with a line of the page before."""
        self._scroll(-max(1, self.query_one("#text").size.height - 1))

    def action_first(self) -> None:
        """To the top."""
        self._scroll(-len(self.query_one("#text", Lines).lines))

    def action_last(self) -> None:
        """To the end."""
        self._scroll(len(self.query_one("#text", Lines).lines))

    def on_mouse_scroll_down(self) -> None:
        """The header tells where the text stands."""
        self.draw_edges()

    def on_mouse_scroll_up(self) -> None:
        """The header tells where the text stands."""
        self.draw_edges()

    def _scroll(self, lines: int) -> None:
        self.query_one("#text", Lines).scroll(lines)
        self.draw_edges()


def rules_page(definition: Definition) -> TextPage:
    """The rules of a game to read."""
    title = _("{game}: the rules").format(game=said(definition.name))
    return TextPage(title, lambda columns: rules_lines(definition, columns))
