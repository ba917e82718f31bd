"""A board to look at, without a cursor."""

from __future__ import annotations

from textual.strip import Strip
from textual.widget import Widget

from tui.drawing import draw, look_at
from tui.palette import Colors
from tui.picture import Picture
from tui.plan import Plan, fitting


class Still(Widget):
    """A picture in the middle of its room, as large as fits."""

    def __init__(self, id: str | None = None) -> None:
        """Nothing to show yet."""
        super().__init__(id=id)
        self.picture: Picture | None = None
        self._colors: Colors = "256"
        self._ascii = False

    def show(self, picture: Picture | None, colors: Colors, ascii: bool) -> None:
        """Show a picture, or nothing."""
        if (picture, colors, ascii) != (self.picture, self._colors, self._ascii):
            self.picture, self._colors, self._ascii = picture, colors, ascii
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """One row."""
        columns, rows = self.size
        plan = self._plan()
        if plan is None or self.picture is None:
            return Strip.blank(columns, self.rich_style)
        top = min(1, (rows - plan.height) // 2)
        if not 0 <= y - top < plan.height:
            return Strip.blank(columns, self.rich_style)
        look = look_at(self.picture, self._colors, self._ascii)
        row = Strip(draw(plan, self.picture, y - top, "", look))
        left = Strip.blank((columns - plan.width) // 2, self.rich_style)
        return Strip.join([left, row]).adjust_cell_length(columns, self.rich_style)

    def _plan(self) -> Plan | None:
        """The plan, None where even the smallest does not fit."""
        columns, rows = self.size
        if self.picture is None or not self.picture.rows:
            return None
        plan = fitting(self.picture, columns, rows)
        return plan if plan.width <= columns and plan.height <= rows else None
