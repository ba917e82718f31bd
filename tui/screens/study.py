"""A board that is looked at closely: explored, judged by a bot, drawn as a graph."""

from __future__ import annotations

from functools import partial
from typing import Literal

from core.bots.bot import Choice
from core.match.records import text
from core.match.records.record import Record
from core.match.session import Seat, Session
from core.rules.game import Position
from tui.advice import Adviser, percent
from tui.asking import Ask, Option
from tui.language import _
from tui.lines import EMPTY, Line, Piece, fitting, line, spread, wrapped
from tui.news import sentence
from tui.picture import Picture
from tui.screens.exploring import ExploringPage
from tui.screens.text import TextPage
from tui.seating import called
from tui.signs import side_signs
from tui.widgets.advice import hint_lines, thought_lines, value_line
from tui.widgets.graph import graph_lines, lead_heights, share_heights
from tui.widgets.lines import Lines
from tui.widgets.seats import standing

Graph = Literal["", "score", "value"]
"""What is drawn in the place of the log."""
HIGHEST = 12
"""Rows of a graph at most."""
LOWEST = 4
"""Rows of a graph at least."""


class StudyPage(ExploringPage):
    """The board, and what may be found out about it."""

    may_advise = True
    """Whether a bot may be asked for help."""

    def __init__(self, session: Session) -> None:
        """Nothing has been asked yet."""
        super().__init__(session)
        self._advised: Adviser | None = None
        self._hinted: Position | None = None
        self._values_shown = False
        self._graph: Graph = ""
        self._counts: dict[Position, tuple[int, ...]] = {}
        self._choices: dict[Position, tuple[Seat, Choice]] = {}

    def draw(self) -> None:
        """Show everything as it is now, and ask the bot about what is wanted of it."""
        if self._hinted is not None and self._hinted != self.shown:
            self._hinted = None
        super().draw()
        if self._graph and self.is_whole:
            # Only then is it known how much room there is.
            self.call_after_refresh(self._draw_graph)
        self._want()

    def _picture(self) -> Picture:
        picture = super()._picture()
        hint = self._hint
        if hint is None or not hint.step.cells:
            return picture
        return picture.marked("hint", hint.step.cells[-1])

    def _situation(self, room: int) -> str:
        hint = self._hint
        return super()._situation(room) if hint is None else self._hint_words(hint)

    def _draw_log(self, columns: int) -> None:
        if not self._graph:
            super()._draw_log(columns)
            return
        self.query_one("#heading", Lines).show([self._heading(columns)])
        self._draw_graph()

    @property
    def _adviser(self) -> Adviser:
        if self._advised is None:
            world = self.house.world
            self._advised = Adviser(world.adviser, self.run_worker, self._advice_came)
        return self._advised

    def _advice_came(self) -> None:
        """The adviser has found something out, or cannot."""
        trouble = self._adviser.trouble
        if trouble:
            self._hinted = None
            self._values_shown = False
            self._graph = "" if self._graph == "value" else self._graph
        self.draw()
        if trouble:
            self._say(trouble)

    def _want(self) -> None:
        """Tell the adviser what is wanted now."""
        positions: list[Position] = []
        if self._values_shown:
            positions.append(self.shown)
        if self._graph == "value":
            every = enumerate(self.course.positions)
            near = sorted(every, key=lambda one: abs(one[0] - self.at))
            positions += [position for _at, position in near]
        if positions or self._hinted is not None or self._advised is not None:
            self._adviser.want(self._hinted, positions, int(self.settings.hints))

    def _is_refused(self) -> bool:
        """Whether a bot may not be asked; says so."""
        if not self.may_advise:
            self._say(_("no help may be asked for at this table"))
        return not self.may_advise

    @property
    def _hint(self) -> Choice | None:
        """The hint that is on the screen."""
        return self._adviser.hint(self._hinted) if self._hinted is not None else None

    def action_hint(self) -> None:
        """Ask a bot for the best steps; asked again, it stops."""
        if self._is_refused():
            return
        if self.shown.mover is None:
            self._say(_("the game is over here"))
            return
        self._said = ""
        if len(self.shown.codes) == 1:
            step = self.shown.steps[0].token
            self._say(_("{step} is the only step there is").format(step=step))
            return
        self._adviser.trouble = ""
        self._hinted = None if self._hinted is not None else self.shown
        self.draw()

    def _hint_words(self, hint: Choice) -> str:
        words = _("{step} looks best: {percent} for {player}.")
        player = called(self.session.seats[self.shown.mover or 0])
        return sentence(
            words.format(step=hint.step.token, percent=percent(hint.value), player=player)
        )

    def action_values(self) -> None:
        """Show or hide how a bot values the position that is looked at."""
        if self._is_refused():
            return
        self._adviser.trouble = ""
        self._values_shown = not self._values_shown
        self.draw()

    def _remarks(self, columns: int) -> list[Line]:
        """What a bot thinks of the position, under the seats."""
        rows: list[Line] = []
        if self._values_shown:
            values = self._adviser.values(self.shown)
            told = value_line(values, self._signs_here) if values else _thinking()
            rows.append(line(Piece(_("VALUE"), "dim"), "  ", *told))
            if self.shown in self._choices:
                seat, choice = self._choices[self.shown]
                has_thought = choice.thoughts or choice.value in (0, 1)
                name = called(self.session.seats[seat])
                rows += thought_lines(name, choice, columns) if has_thought else ()
        if self._hinted is not None:
            rows += self._hint_rows(columns)
        return [EMPTY, *rows] if rows else []

    def _hint_rows(self, columns: int) -> list[Line]:
        hint, title = self._hint, line(Piece(_("HINTS"), "dim"))
        if hint is None:
            return [line(*title, "  ", *_thinking())]
        if len(hint.thoughts) > 1:
            order = Piece(f"  {_('most tried first')}", "dim")
            title = fitting([line(*title, order), title], columns)
        return [title, *hint_lines(hint, columns)]

    def action_graph(self) -> None:
        """A graph of the score in the place of the log, then of the value, then the log again."""
        choices: list[Graph] = [""]
        if standing(self.shown).counts:
            choices.append("score")
        if self.may_advise:
            choices.append("value")
        at = choices.index(self._graph) if self._graph in choices else 0
        self._graph = choices[(at + 1) % len(choices)]
        if self._advised is not None:
            self._advised.trouble = ""
        if not self._graph:
            self.query_one("#log", Lines).show((), top=0)
        self.draw()
        if not self.query_one("#panel").display:
            self._say(_("the graph is in the panel, for which there is no room"))

    def _draw_graph(self) -> None:
        log = self.query_one("#log", Lines)
        columns = log.size.width
        if not self._graph or not columns or not self.query_one("#panel").display:
            return
        legend = self._graph_legend(columns)
        rows = min(HIGHEST, log.size.height - len(legend))
        series = self._score_series() if self._graph == "score" else self._value_series()
        each = max(LOWEST, rows // len(series) - (len(series) > 1))
        shown: list[Line] = []
        for seat, heights in enumerate(series):
            if len(series) > 1:
                shown.append(line(Piece(called(self.session.seats[seat]), "dim")))
            shown += graph_lines(heights, self.at, columns, each, ascii=self.house.is_ascii)
        log.show([*shown, *legend], top=0)

    def _graph_legend(self, columns: int) -> list[Line]:
        """Whom a high column favors, where one graph stands for two players."""
        if len(self.session.seats) != 2:
            return []
        told = _("above the line {one} is ahead, below it {other}")
        one, other = map(called, self.session.seats)
        return wrapped(sentence(told.format(one=one, other=other)), columns, "dim")

    def _heading(self, columns: int) -> Line:
        if not self._graph:
            return super()._heading(columns)
        names = {"score": _("SCORE"), "value": _("VALUE")}
        left = line(Piece(names[self._graph], "dim"), "  ", *self._graph_now())
        hint = line(*self._row([("table.graph", _("next"))]), " ")
        return fitting([spread(left, hint, columns), left], columns)

    def _graph_now(self) -> Line:
        """What the graph shows at the moment that is looked at."""
        signs = self._signs_here
        if self._graph == "value":
            values = self._adviser.values(self.shown)
            return value_line(values, signs) if values else line(Piece("...", "dim"))
        parts: Line = EMPTY
        for sign, count in zip(signs, self._counts_of(self.shown), strict=True):
            parts = (*parts, sign, Piece(f" {count}   ", "strong"))
        return parts

    @property
    def _signs_here(self) -> tuple[Piece, ...]:
        """The sign of each seat where the board shows it."""
        signs = side_signs(self.session.game, self.house.mode)
        return tuple(signs[self.shown.side(seat)] for seat in range(len(self.session.seats)))

    def _counts_of(self, position: Position) -> tuple[int, ...]:
        if position not in self._counts:
            self._counts[position] = standing(position).counts
        return self._counts[position]

    def _score_series(self) -> list[list[float | None]]:
        """Of two, by how much the first seat leads; of more, what each has."""
        counts = [self._counts_of(position) for position in self.course.positions]
        if len(self.session.seats) == 2:
            return [lead_heights(counts)]
        return share_heights(counts)

    def _value_series(self) -> list[list[float | None]]:
        """Of two, what the first seat has; of more, what each has where it was to move."""
        values = [self._adviser.values(position) for position in self.course.positions]
        seats = range(1 if len(self.session.seats) == 2 else len(self.session.seats))
        return [[None if one is None else one[seat] for one in values] for seat in seats]

    # Copies

    @property
    def record(self) -> Record:
        """The match with the notes that were written to it."""
        return Record.of(self.session, self._explorer.notes(self.session))

    def action_copy(self) -> None:
        """Ask what is to be copied."""
        position = partial(self._copy, _("The position as text"), str(self.shown))
        game = partial(self._copy, _("The game as text"), text.write(self.record))
        never = Option("Esc", _("never mind"), partial(self.ask, None))
        answers = (Option("p", _("the position"), position), Option("g", _("the game"), game))
        self.ask(Ask(_("What is to be copied?"), (*answers, never)))

    def _copy(self, title: str, told: str) -> None:
        """Send a text to the clipboard of the terminal, and show it to be copied by hand."""
        self.ask(None)
        self.app.copy_to_clipboard(told)
        hint = _("Sent to the clipboard, where the terminal allows it. {key} lets you select it.")
        words = hint.format(key=self.key("app.mouse"))

        def lines(columns: int) -> list[Line]:
            rows = [row for each in told.splitlines() for row in wrapped(each, columns)]
            return [*wrapped(words, columns, "dim"), EMPTY, *rows]

        self.app.push_screen(TextPage(title, lines))


def _thinking() -> Line:
    return line(Piece(_("a bot is thinking"), "dim"))
