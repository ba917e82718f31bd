"""A widget that shows lines of text and redraws only those that changed."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tui.lines import EMPTY, Line, Piece, clipped


class Lines(Widget):
    """Lines from the top; what does not fit is scrolled to, without a scroll bar."""

    class Pressed(Message):
        """A piece with a meaning was clicked."""

        def __init__(self, lines: Lines, press: str) -> None:
            """Keep what it means.

            Args:
                lines: The widget.
                press: `Piece.press` of what was clicked.
            """
            super().__init__()
            self.lines = lines
            self.press = press

        @property
        def control(self) -> Lines:
            """The widget that was clicked."""
            return self.lines

    def __init__(self, *shown: Line, id: str | None = None, classes: str | None = None) -> None:
        """Begin with these lines."""
        super().__init__(id=id, classes=classes)
        self._lines: tuple[Line, ...] = shown
        self._top = 0
        self._wanted: int | None = None
        self._base = Style()

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines, also those scrolled out of sight."""
        return self._lines

    @property
    def top(self) -> int:
        """Number of the first line in sight."""
        return self._top

    @property
    def last_top(self) -> int:
        """The value of `top` at which the last line is in sight."""
        return max(0, len(self._lines) - max(1, self.size.height))

    def show(self, shown: Sequence[Line], top: int | None = None) -> None:
        """Replace all lines.

        Args:
            shown: The new ones.
            top: Which is to be first in sight; None stays where it is.
        """
        old, was = self._lines, self._top
        self._lines = tuple(shown)
        self._top = max(0, min(self._top if top is None else top, self.last_top))
        if len(old) != len(self._lines) and self.styles.is_auto_height:
            self.refresh(layout=True)
        for y in range(self.size.height):
            if _at(old, was + y) != _at(self._lines, self._top + y):
                self.refresh(Region(0, y, self.size.width, 1))

    def scroll(self, lines: int) -> None:
        """Scroll down by `lines` (up if negative), not beyond either end."""
        self._wanted = None
        self.show(self._lines, self._top + lines)

    def reveal(self, number: int) -> None:
        """Scroll as little as brings line `number` into sight, now and after changes of size."""
        height = max(1, self.size.height)
        self.show(self._lines, min(max(self._top, number - height + 1), number))
        self._wanted = number

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A row for each line."""
        return len(self._lines)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Rows; the look they have in common is found once for them."""
        self._base = self.rich_style
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """One row, as wide as the widget."""
        columns = self.size.width
        base = self.row_style(self._top + y)
        segments = [
            Segment(piece.text, self._style(base, piece))
            for piece in clipped(_at(self._lines, self._top + y), columns)
        ]
        return Strip(segments).adjust_cell_length(columns, base)

    def row_style(self, number: int) -> Style:
        """The look of a whole line, under that of its pieces."""
        return self._base

    def role_style(self, role: str) -> Style:
        """The look of a role, to be laid over another; the page has it, once for all its lines."""
        return self.screen.get_component_rich_style(f"lines--{role}", partial=True)

    def _style(self, base: Style, piece: Piece) -> Style:
        style = base
        if piece.role:
            style += self.role_style(piece.role)
        return style + piece.ink if piece.ink else style

    def on_resize(self) -> None:
        """Keep in sight what was revealed, and leave no empty rows below lines that are above."""
        if self._wanted is not None:
            self.reveal(self._wanted)
        self._top = max(0, min(self._top, self.last_top))
        # What was drawn for the new size before this event came may be of other lines.
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        """Say what was clicked."""
        place = event.get_content_offset(self)
        if place is None:
            return
        x = 0
        for piece in _at(self._lines, self._top + place.y):
            x += cell_len(piece.text)
            if place.x < x:
                if piece.press:
                    self.post_message(self.Pressed(self, piece.press))
                return

    def on_mouse_scroll_down(self) -> None:
        """Scroll by the wheel."""
        self.scroll(3)

    def on_mouse_scroll_up(self) -> None:
        """Scroll by the wheel."""
        self.scroll(-3)


def _at(shown: tuple[Line, ...], number: int) -> Line:
    return shown[number] if 0 <= number < len(shown) else EMPTY
