"""The board: any shape, drawn line by line, with a cursor.

One widget draws every geometry. It is given a `Picture` and told what the terminal can show;
where things stand is the business of `tui.plan`. It sends out `Board.Picked` when the person has
chosen a cell; who wants to know where the cursor is may watch `cursor`. It takes no focus: keys
belong to the screen, which calls `move` and `pick`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Literal

from textual.events import Click, Resize
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive, var
from textual.strip import Strip
from textual.widget import Widget

from tui.drawing import Look, draw, tones
from tui.palette import Colors
from tui.picture import Picture
from tui.plan import Plan, Scale, fitting, plan_of, scales

Direction = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
"""Where the cursor goes, as seen on the screen."""

_STEPS: dict[Direction, tuple[int, int]] = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}
"""Direction -> (columns, rows) on the screen."""


class Board(Widget):
    """A board with a cursor; takes as much room as its cells need."""

    DEFAULT_CSS = """
    Board {
        width: auto;
        height: auto;
    }
    Board > .board--label {
        color: $text-muted;
    }
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"board--label"}
    """`board--label` is the letters and numbers around the cells."""

    picture: var[Picture] = var(Picture(()), init=False)
    """What is shown."""
    cursor: var[str] = var("", init=False)
    """Name of the cell under the cursor; "" only while there are no cells."""
    color_mode: reactive[Colors] = reactive("full", init=False)
    """What the terminal can show."""
    ascii: reactive[bool] = reactive(False, init=False)
    """Whether only ASCII is drawn."""
    scale: reactive[Scale | None] = reactive(None, layout=True, init=False)
    """Size of a cell; None takes the largest of good proportions that fits."""

    class Picked(Message):
        """A cell was clicked, or picked under the cursor."""

        def __init__(self, board: Board, cell: str) -> None:
            """Say which."""
            super().__init__()
            self.board = board
            self.cell = cell

        @property
        def control(self) -> Board:
            """The board it is on."""
            return self.board

    def __init__(
        self,
        picture: Picture | None = None,
        *,
        color_mode: Colors = "full",
        ascii: bool = False,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        """Draw a picture; see the attributes of the same names."""
        super().__init__(id=id, classes=classes)
        self._at: dict[str, tuple[int, int]] = {}
        self._cells: dict[tuple[int, int], str] = {}
        self._aim = 0
        self._plan: Plan | None = None
        self._tones = tones(Picture(()))
        self._look: Look | None = None  # None where it has to be found out
        self.set_reactive(Board.color_mode, color_mode)
        self.set_reactive(Board.ascii, ascii)
        if picture is not None:
            self.set_reactive(Board.picture, picture)
            self._take(picture)
            self.set_reactive(Board.cursor, _middle(picture))
            self._aim = self._column(self.cursor)

    def move(self, direction: Direction) -> None:
        """Move the cursor to the next cell in a direction; it stays where there is none.

        Up and down go to the nearest cell of the next row, in a straight line as far as the rows
        allow. Left and right jump over holes. On bricks the four diagonals are the neighbors.
        """
        cell = self._beside(direction)
        if cell is None:
            return
        aim = self._aim
        self.cursor = cell
        if direction in ("N", "S"):
            self._aim = aim

    def pick(self) -> None:
        """Say that the cell under the cursor was picked."""
        if self.cursor:
            self.post_message(self.Picked(self, self.cursor))

    def _beside(self, direction: Direction) -> str | None:
        """The cell that `move` goes to, None for none."""
        if not self.cursor:
            return None
        right, down = _STEPS[direction]
        row, left = self._at[self.cursor]
        if right == 0:
            return self._nearest(row, down)
        if down == 0:
            return self._along(row, left, right)
        reach = 1 if self.picture.bricks else 2
        return self._cells.get((row + down, left + right * reach))

    def _nearest(self, row: int, down: int) -> str | None:
        """The cell nearest to the aim in the next row that has any."""
        rows = len(self.picture.rows)
        row += down
        while 0 <= row < rows:
            found = [(left, cell) for (y, left), cell in self._cells.items() if y == row]
            if found:
                return min(found, key=lambda item: (abs(item[0] - self._aim), item[0]))[1]
            row += down
        return None

    def _along(self, row: int, left: int, right: int) -> str | None:
        """The next cell of a row to the left (-1) or right (1)."""
        ahead = [
            (abs(other - left), cell)
            for (y, other), cell in self._cells.items()
            if y == row and (other - left) * right > 0
        ]
        return min(ahead)[1] if ahead else None

    def validate_cursor(self, cursor: str) -> str:
        """Stay on the board."""
        return cursor if cursor in self._at else self.cursor

    def watch_cursor(self, before: str, now: str) -> None:
        """Draw the two cells again, and only those."""
        if now not in self._at:
            return
        self._aim = self._column(now)
        if self._plan is not None:
            self._refresh_cells(before, now)

    def watch_picture(self, before: Picture, now: Picture) -> None:
        """Draw the cells again that differ; everything when the board has another shape."""
        before_tones = self._tones
        self._take(now)
        if not before.has_shape_of(now):
            self._plan = None
            if self.cursor not in self._at and self._at:
                self.cursor = _middle(now)
            self._aim = self._column(self.cursor)
            self.refresh(layout=True)
        elif before_tones != self._tones:
            self.refresh()
        elif self._plan is not None:
            self._refresh_cells(*before.changed(now))

    def _take(self, picture: Picture) -> None:
        """Note where cells are, and what goes with the colors of the pieces."""
        self._at = {
            cell: (number, row.offset + 2 * place)
            for number, row in enumerate(picture.rows)
            for place, cell in enumerate(row.cells)
            if cell is not None
        }
        self._cells = {place: cell for cell, place in self._at.items()}
        self._tones = tones(picture)

    def _column(self, cell: str) -> int:
        """Half cells from the left of the board to a cell."""
        return self._at[cell][1] if cell in self._at else 0

    def _refresh_cells(self, *cells: str) -> None:
        """Draw these cells again; nothing where there are none."""
        if self._plan is None:
            return
        places = self._plan.places
        regions = [Region(*self._plan.area(cell)) for cell in cells if cell in places]
        if regions:
            self.refresh(*regions)

    @property
    def cursor_place(self) -> Offset | None:
        """Where on the screen the cell under the cursor is; None before it is drawn."""
        if self._plan is None or not self.is_attached or self.cursor not in self._plan.places:
            return None
        return self.content_region.offset + Offset(*self._plan.glyph(self.cursor))

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Columns of the plan that fits the container."""
        return self._choose(container).width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Rows of the plan that fits the container."""
        return self._choose(container).height

    def on_resize(self, event: Resize) -> None:
        """Follow a size that style sheets impose; an automatic one comes from the plan."""
        if not self.styles.is_auto_width:
            self._choose(self.content_size)
            self.refresh()

    def _choose(self, room: Size) -> Plan:
        """The plan for this much room."""
        if self.scale is not None and self.scale in scales(self.picture):
            self._plan = plan_of(self.picture, self.scale)
        else:
            self._plan = fitting(self.picture, *room)
        return self._plan

    def on_click(self, event: Click) -> None:
        """Move the cursor to the cell and pick it."""
        offset = event.get_content_offset(self)
        if offset is None or self._plan is None:
            return
        cell = self._plan.cell_at(*offset)
        if cell is not None:
            event.stop()
            self.cursor = cell
            self.pick()

    def notify_style_update(self) -> None:
        """Forget how to draw: the colors around may be others now."""
        super().notify_style_update()
        self._look = None

    def render_lines(self, crop: Region) -> list[Strip]:
        """Lines of characters, without Textual's care for borders and padding: there are none."""
        plan, look = self._plan, self._dressed()
        width, filters = self.size.width, self.get_line_filters()
        lines = []
        for y in crop.line_range:
            if plan is None or y >= plan.height:
                strip = Strip.blank(width, look.blank)
            else:
                segments = draw(plan, self.picture, y, self.cursor, look)
                strip = Strip(segments, plan.width).adjust_cell_length(width, look.blank)
            for filter in filters:
                strip = strip.apply_filter(filter, self.background_colors[1])
            lines.append(strip.crop(*crop.column_span))
        return lines

    def _dressed(self) -> Look:
        """How to draw, in the colors of the theme."""
        wanted = (self.color_mode, self.ascii, self._tones)
        look = self._look
        if look is None or (look.color_mode, look.ascii, look.tones) != wanted:
            look = Look(*wanted)
            if self.color_mode not in ("16", "none"):
                label = self.get_component_rich_style("board--label")
                backdrop = self.background_colors[1].hex6.lower()
                look = replace(look, backdrop=backdrop, blank=self.rich_style, label=label)
            self._look = look
        return look


def _middle(picture: Picture) -> str:
    """The cell nearest to the middle of the drawing; "" where there is none."""
    places = [
        (row.offset + 2 * place, 2 * number, cell)
        for number, row in enumerate(picture.rows)
        for place, cell in enumerate(row.cells)
        if cell is not None
    ]
    if not places:
        return ""
    right = max(x for x, _, _ in places)
    low = max(y for _, y, _ in places)
    return min(places, key=lambda at: abs(2 * at[0] - right) + abs(2 * at[1] - low))[2]
