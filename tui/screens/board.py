"""A board with panels beside it: a match, or a line of play, that can be looked through.

The page is given a `Session` and shows it whole after every change, at whatever moment of it the
person looks at. What can be done to it besides looking is for pages that build on this one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.containers import Container, Horizontal, Vertical
from textual.geometry import Offset
from textual.widget import Widget
from textual.widgets import Input

from core.match.session import Session, Turn
from core.rules.game import Position
from tui import picking
from tui.arrange import Arrangement, arrange, chrome, has_room, sizes
from tui.language import _
from tui.lattice import Facing, facings, turned
from tui.lines import EMPTY, Line, Piece, fitting, flowing, line, spread
from tui.news import sentence
from tui.picture import Picture
from tui.plan import Scale
from tui.screens.page import Page
from tui.screens.text import rules_page
from tui.seating import called
from tui.signs import color_signs, marks_of, side_signs
from tui.view import picture_of
from tui.widgets.board import Board, Direction
from tui.widgets.colors import Tally, legend, tally, tally_lines
from tui.widgets.lines import Lines
from tui.widgets.log import Log, log_of
from tui.widgets.seats import measure_lines, seat_lines

FEW = 32
"""Legal cells that are marked on any board."""
FEWEST = 3
"""Rows of the log below which the panel leaves out how far the seats are."""


class BoardPage(Page):
    """The board, who plays, what was played."""

    def __init__(self, session: Session) -> None:
        """Look at a match as it stands."""
        super().__init__()
        self._take(session)
        self._look: int | None = None
        self._picks: picking.Picks = ()
        self._begun: Position | None = None
        self._said = ""
        self._scale: Scale | None = None
        self._facing = Facing()
        self._focus = False
        self._placed: tuple[Arrangement, Tally | None] | None = None

    def _take(self, session: Session) -> None:
        """Hold a match, and its turns, which take long to find in a long match."""
        self.session = session
        self._turns: Sequence[Turn] = session.turns
        self._seen = len(session.steps)

    def _follow(self, session: Session) -> None:
        """Hold the match as it has gone on; who looks elsewhere is told so, and not called away."""
        seen = self._seen
        self._take(session)
        if not self.is_live:
            self._seen = min(seen, len(session.steps))
        if self._look is not None and self._look >= len(session.steps):
            self._look = None

    @property
    def course(self) -> Session:
        """What is looked through: the match, or a line of play beside it."""
        return self.session

    @property
    def turns(self) -> Sequence[Turn]:
        """The turns of the course."""
        return self._turns

    @property
    def is_live(self) -> bool:
        """Whether the board shows the match as it stands, and goes on with it."""
        return self._look is None

    @property
    def news(self) -> int:
        """Steps of the match that were made since the person looks elsewhere."""
        return 0 if self.is_live else len(self.session.steps) - self._seen

    @property
    def at(self) -> int:
        """How many steps of the line the board shows."""
        return len(self.course.steps) if self._look is None else self._look

    @property
    def shown(self) -> Position:
        """The position on the board."""
        at = self.at
        return self.course.steps[at - 1].position if at else self.course.start

    @property
    def may_play(self) -> bool:
        """Whether the person may make a step from the position on the board."""
        return False

    @property
    def _stale(self) -> bool:
        """Whether what is half picked was begun in another position than the board shows."""
        return bool(self._picks) and self._begun != self.shown

    @property
    def _live(self) -> picking.Picks:
        """What has been picked in the position as it is now."""
        return () if self._stale else self._picks

    @property
    def is_thinking(self) -> bool:
        """Whether a bot is thinking about its move."""
        return False

    def draw(self) -> None:
        """Show the line as it is now."""
        if not self.is_whole:
            return
        super().draw()
        board = self.board
        table, picture = self._tally(), self._picture()
        place = self._arrangement(picture, table)
        self._placed = (place, table)
        board.color_mode = "none" if self.house.letters else self.house.mode
        board.ascii = self.house.is_ascii
        board.scale = place.board.scale
        board.picture = picture
        self._draw_panel(place, table)
        self._draw_talk()

    def _draw_talk(self) -> None:
        """Show what is said, and what can be done."""
        self.draw_edges()

    def _say(self, words: str) -> None:
        """Say something until the next thing happens."""
        self._said = sentence(words)
        self._draw_talk()

    def tell(self, words: str) -> None:
        """Say something."""
        self._say(words)

    def content(self) -> Iterator[Widget]:
        """Board and panels, then the lines that talk."""
        with Horizontal(id="middle"):
            with Container(id="well"):
                yield Board(self._picture(), id="board")
            yield Lines(id="bar")
            with Vertical(id="panel"):
                yield Lines(id="heading")
                yield Lines(id="log")
                yield Lines(id="seats")
        yield Lines(id="strip")
        yield Lines(id="message")
        with Container(id="act"):
            yield Lines(id="move")
            # What was typed before it had the focus would be taken for what is to be replaced.
            field = Input(id="typed", compact=True, select_on_focus=False)
            field.cursor_blink = False
            yield field

    @property
    def is_whole(self) -> bool:
        """See `Page.is_whole`; what stands in a box comes later than the box."""
        return super().is_whole and self.has("#board", "#seats", "#typed")

    @property
    def board(self) -> Board:
        """The board."""
        return self.query_one("#board", Board)

    @property
    def cursor_place(self) -> Offset | None:
        """The cell under the cursor, or where moves are typed."""
        if isinstance(self.focused, Input):
            return self.focused.cursor_screen_offset
        return self.board.cursor_place if self.is_whole else None

    def dress(self) -> None:
        """Follow a change of colors or characters."""
        super().dress()
        if self.is_mounted:
            self.board.refresh()

    def _arrangement(self, picture: Picture, table: Tally | None) -> Arrangement:
        return arrange(
            self.size.width,
            self.size.height,
            picture,
            scale=self._scale,
            focus=self._focus,
            tables=table.rooms if table else (),
        )

    def _tally(self) -> Tally | None:
        game, position = self.session.game, self.shown
        return tally(
            position,
            color_signs(game, self.house.mode, self.house.palette),
            side_signs(game, self.house.mode),
            marks_of(game.definition),
        )

    def _picture(self) -> Picture:
        position = self.shown
        last, captured = self._last()
        picture = picture_of(
            self.session.game,
            position,
            picks=self._live if self.may_play else (),
            targets=self._lit(),
            last=last,
            captured=captured,
            colors=self.house.palette,
        )
        seen = turned(picture, self._facing)
        return seen if self._has_room(seen) or not self._has_room(picture) else picture

    def _has_room(self, picture: Picture) -> bool:
        """Whether the whole board can be seen at some size; a turned one may be higher."""
        return has_room(self.size.width, self.size.height, picture)

    def _lit(self) -> frozenset[str]:
        """The cells to mark as legal.

        While most cells are legal, marks say little, and changing them all costs a slow line dear.
        """
        if not self.may_play:
            return frozenset()
        position = self.shown
        found = picking.targets(position, self._live)
        few = self._live or len(found) <= max(FEW, len(position.game.cells) // 2)
        wanted = self.settings.legal
        return found if wanted == "all" or (wanted == "few" and few) else frozenset()

    def _draw_panel(self, place: Arrangement, table: Tally | None) -> None:
        columns, narrow = self._panel(place)
        self.query_one("#well").display = not narrow
        self.query_one("#bar").display = bool(columns) and not narrow
        panel = self.query_one("#panel")
        panel.display = bool(columns)
        panel.styles.width = columns
        bar = line(Piece(" | ", "dim"))
        self.query_one("#bar", Lines).show([bar] * self.size.height)
        strip = self._tally_lines(table, self.size.width - 2, place.close)
        self._fit("#strip", strip if place.table == "strip" else [])
        if columns:
            self._draw_seats(place, table)
            self._draw_log(columns)

    def _panel(self, place: Arrangement) -> tuple[int, bool]:
        """Columns of the panel, and whether it is there instead of the board."""
        narrow = not place.panel and self._focus and self.size.width < 60
        return (self.size.width - 1 if narrow else place.panel), narrow

    def _draw_seats(self, place: Arrangement, table: Tally | None) -> None:
        columns, narrow = self._panel(place)
        close = place.close if not narrow else columns < (table.rooms[0][0] if table else 0)
        colors = self._tally_lines(table, columns, close)
        if not narrow and place.table != "panel":
            colors = []
        signs = side_signs(self.session.game, self.house.mode)
        seats = seat_lines(self.course, self.shown, columns, signs, self.is_thinking)
        seats += self._remarks(columns)
        measures = measure_lines(self.shown, columns - 1, signs)
        parts = [part for part in (seats, measures, colors) if part]
        rows = self.size.height - chrome(self.size.height) - 1
        rows -= len(self.query_one("#strip", Lines).lines) if place.table == "strip" else 0
        if sum(len(part) + 1 for part in parts) + FEWEST > rows:
            parts = [part for part in parts if part is not measures]
        self._fit("#seats", [row for part in parts for row in (EMPTY, *part)])

    def draw_clocks(self) -> None:
        """Show again what changes as time goes by, while the position stays as it is."""
        if self._placed is not None and self._panel(self._placed[0])[0]:
            self._draw_seats(*self._placed)
        self.draw_header()

    def _remarks(self, columns: int) -> list[Line]:
        """What is told of the position under the seats."""
        return []

    def _tally_lines(self, table: Tally | None, columns: int, close: bool) -> list[Line]:
        if table is None:
            return []
        lines = tally_lines(table, columns, close)
        if self.size.height >= 30:
            told = [line(Piece(words, "dim")) for words in legend(table)]
            lines += flowing(told, columns)
        return lines

    def _log(self, columns: int) -> Log:
        """The turns of the course."""
        signs = side_signs(self.session.game, self.house.mode)
        return log_of(self.course, self.turns, columns, self.at, signs)

    def _draw_log(self, columns: int) -> None:
        lines = self.query_one("#log", Lines)
        log = self._log(columns)
        lines.show(log.lines)
        lines.reveal(log.current)
        self.query_one("#heading", Lines).show([self._heading(columns)])

    def _heading(self, columns: int) -> Line:
        """What stands over the log."""
        left = line(Piece(_("MOVES"), "dim"))
        if self.news:
            told = _("+{count} new").format(count=self.news)
            left = (*left, Piece("  "), Piece(told, "warn", "do table.live"))
        back, on_ = self.key("table.back_step"), self.key("table.on_step")
        keys = line(Piece(back, "key", "do table.back_step"), " ",
                    Piece(on_, "key", "do table.on_step"), " ")  # fmt: skip
        hint = (*keys, Piece(f"{_('look back')} ", "dim"))
        return fitting([spread(left, hint, columns), spread(left, keys, columns), left], columns)

    def _fit(self, id: str, lines: list[Line]) -> None:
        """Show lines in a widget as high as they are many."""
        widget = self.query_one(id, Lines)
        widget.display = bool(lines)
        widget.show(lines)

    def _last(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The cells of the last turn, and those it captured."""
        at = self.at
        steps = self.course.steps[:at]
        if not steps:
            return (), ()
        turn = next(turn for turn in reversed(self.turns) if turn.first < at)
        made = self.course.steps[turn.first : at]
        cells = tuple(played.step.cells[-1] for played in made if played.step.cells)
        captured = tuple(cell for played in made for cell in played.captured)
        return cells, captured

    def _go(self, direction: Direction) -> None:
        self.board.move(direction)

    def action_left(self) -> None:
        """Cursor left."""
        self._go("W")

    def action_right(self) -> None:
        """Cursor right."""
        self._go("E")

    def action_up(self) -> None:
        """Cursor up."""
        self._go("N")

    def action_down(self) -> None:
        """Cursor down."""
        self._go("S")

    def action_up_left(self) -> None:
        """Cursor up and left."""
        self._go("NW")

    def action_up_right(self) -> None:
        """Cursor up and right."""
        self._go("NE")

    def action_down_left(self) -> None:
        """Cursor down and left."""
        self._go("SW")

    def action_down_right(self) -> None:
        """Cursor down and right."""
        self._go("SE")

    def action_back_step(self) -> None:
        """One step back."""
        self._look_at(self.at - 1)

    def action_on_step(self) -> None:
        """One step on."""
        self._look_at(self.at + 1)

    def action_back_turn(self) -> None:
        """To the end of the turn before."""
        ends = [turn.first for turn in self.turns if turn.first < self.at]
        self._look_at(ends[-1] if ends else 0)

    def action_on_turn(self) -> None:
        """To the end of the next turn."""
        ends = [turn.first for turn in self.turns if turn.first > self.at]
        self._look_at(ends[0] if ends else len(self.course.steps))

    def action_first(self) -> None:
        """To the start."""
        self._look_at(0)

    def action_live(self) -> None:
        """To the match as it stands."""
        self._look_at(len(self.course.steps))

    def _look_at(self, steps: int) -> None:
        """Show the position after this many steps."""
        last = len(self.course.steps)
        at = max(0, min(steps, last))
        self._look = at if at < last else None
        if self._look is None:
            self._seen = last
        self.draw()

    def action_log_up(self) -> None:
        """Earlier moves."""
        self.query_one("#log", Lines).scroll(-5)

    def action_log_down(self) -> None:
        """Later moves."""
        self.query_one("#log", Lines).scroll(5)

    def action_zoom(self) -> None:
        """The next size of the cells."""
        self._zoom(1)

    def action_zoom_back(self) -> None:
        """The size before."""
        self._zoom(-1)

    def _zoom(self, by: int) -> None:
        choices = (None, *sizes(self.size.width, self.size.height, self._picture()))
        place = choices.index(self._scale) if self._scale in choices else 0
        self._scale = choices[(place + by) % len(choices)]
        self.draw()
        told = _("cells as large as fits beside the panels")
        if self._scale is not None:
            told = _("cells {size}").format(size=self._scale)
        self._say(told)

    def action_rotate(self) -> None:
        """Rotate the board by as little as its cells allow; once round, go on as in a mirror."""
        usual = picture_of(self.session.game, self.shown)
        ways = facings(usual)
        if self._has_room(usual):
            ways = tuple(way for way in ways if self._has_room(turned(usual, way)))
        self._face(next((way for way in ways if way > self._facing), ways[0]))

    def action_flip(self) -> None:
        """Change left and right of the board."""
        self._face(self._facing.flipped())

    def _face(self, facing: Facing) -> None:
        self._facing = facing
        self.draw()
        if facing == Facing():
            self._say(_("the board as usual"))
        elif facing.mirrored:
            self._say(
                _("the board mirrored and rotated by {angle} degrees").format(angle=facing.angle)
                if facing.angle
                else _("the board mirrored")
            )
        else:
            self._say(_("the board rotated by {angle} degrees").format(angle=facing.angle))

    def action_panels(self) -> None:
        """Hide or show the panels."""
        self._focus = not self._focus
        self._scale = None
        self.draw()

    def action_rules(self) -> None:
        """The rules of this game."""
        self.app.push_screen(rules_page(self.session.game.definition))

    def _row(self, offers: Sequence[tuple[str, str]]) -> Line:
        """Keys and words in a row, to be clicked too."""
        row: Line = EMPTY
        for id, words in offers:
            press = f"do {id}"
            offer = line(Piece(self.key(id), "key", press), Piece(f" {words}", "", press))
            row = (*row, Piece("  "), *offer) if row else offer
        return row

    def _place_words(self) -> str:
        """Which moment of the course is looked at."""
        at = self.at
        turn = next((turn for turn in reversed(self.turns) if turn.first < at), None)
        if turn is None:
            return _("at the start")
        return _("at round {round}, {name}, step {step} of {steps}").format(
            round=turn.number,
            name=called(self.session.seats[turn.seat]),
            step=at - turn.first,
            steps=len(turn.steps),
        )
