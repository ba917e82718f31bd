"""A board that is looked at closely: explored, noted, judged by a bot, drawn as a graph.

All of this is private to the person who looks: nothing of it reaches the match or its log.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Literal

from core.bots.bot import Choice
from core.match.exploring import Exploration
from core.match.session import Seat, Session, Turn
from core.rules.game import Position
from tui.advice import Adviser, Values, percent
from tui.asking import Ask, Field, Option
from tui.exploring import Explorer
from tui.language import _, ngettext
from tui.lines import EMPTY, Line, Piece, fitting, line, spread, wrapped
from tui.news import outcome_words, sentence
from tui.picture import Picture
from tui.screens.steps import StepsPage
from tui.seating import called
from tui.signs import side_signs
from tui.widgets.graph import graph_lines
from tui.widgets.lines import Lines
from tui.widgets.log import Log, log_of
from tui.widgets.seats import standing

Graph = Literal["", "score", "value"]
"""What is drawn in the place of the log."""
HIGHEST = 12
"""Rows of a graph at most."""
LOWEST = 4
"""Rows of a graph at least."""
LEAST_LEAD = 4
"""The least lead that fills a graph: a small one at the beginning says little."""
TRIED = 12
"""Steps that are told of a line that is not on the screen."""
HINTS = 5
"""Steps that are told of a hint."""


class StudyPage(StepsPage):
    """The board, and what may be found out about it."""

    may_advise = True
    """Whether a bot may be asked for help."""

    def __init__(self, session: Session) -> None:
        """Nothing has been tried or asked yet."""
        super().__init__(session)
        self.is_exploring = False
        self._explorer = Explorer(session)
        self._advised: Adviser | None = None
        self._hinted: Position | None = None
        self._values_shown = False
        self._graph: Graph = ""
        self._counts: dict[Position, tuple[int, ...]] = {}
        self._choices: dict[Position, tuple[Seat, Choice]] = {}

    def keep_exploring(self) -> None:
        """Keep what was tried, where that is wanted."""

    # What is looked through

    @property
    def course(self) -> Session:
        """What is looked through: the match, or a line of play beside it."""
        return self._explorer.course if self.is_exploring else super().course

    @property
    def turns(self) -> Sequence[Turn]:
        """The turns of the course."""
        return self._explorer.turns if self.is_exploring else super().turns

    @property
    def at(self) -> int:
        """How many steps of the course the board shows."""
        return self._explorer.at if self.is_exploring else super().at

    @property
    def is_live(self) -> bool:
        """Whether the board shows the match as it stands, and goes on with it."""
        return not self.is_exploring and super().is_live

    @property
    def seat(self) -> Seat | None:
        """Whoever is to move: who explores plays for all."""
        return self.shown.mover if self.is_exploring else super().seat

    @property
    def seats_here(self) -> tuple[Seat, ...]:
        """The seats that the person may make steps for: when exploring, all."""
        return tuple(range(len(self.session.seats))) if self.is_exploring else super().seats_here

    @property
    def may_play(self) -> bool:
        """Whether a person here may make a step from the position on the board."""
        return self.seat is not None if self.is_exploring else super().may_play

    def _look_at(self, steps: int) -> None:
        if not self.is_exploring:
            super()._look_at(steps)
            return
        self._explorer.look_at(steps)
        self._picks = ()
        self.draw()

    def _follow(self, session: Session) -> None:
        super()._follow(session)
        self._explorer.follow(session)

    def _look_words(self) -> str:
        """What the header says of where the person looks; "" while that is the match."""
        if self.is_live:
            return ""
        told = _("EXPLORING")
        if not self.is_exploring:
            count = len(self.session.steps)
            told = _("LOOKING BACK {step} of {steps}").format(step=self.at, steps=count)
        new = _("+{count} new").format(count=self.news)
        return f"{told} {new}" if self.news else told

    # What is shown

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
        if hint is not None:
            return self._hint_words(hint)
        if not self.is_exploring or self._field:
            return super()._situation(room)
        if self.shown.outcome:
            return outcome_words(self.course) if self.at == len(self.course.steps) else ""
        told = sentence(self._prompt()).rstrip(".")
        place = sentence(_("exploring {place}").format(place=self._place_words()))
        both = f"{place}. {told}."
        return both if len(both) <= room else f"{told}."

    def _why_not_now(self) -> str:
        return _("the game is over here") if self.is_exploring else super()._why_not_now()

    def _offers(self) -> list[tuple[str, str]]:
        if not self.is_exploring:
            return super()._offers()
        offers = [(id, words) for id, words in super()._offers() if id != "table.undo"]
        count, number = self._explorer.siblings
        if count > 1:
            told = _("variation {number} of {count}").format(number=number, count=count)
            offers.append(("table.next_variation", told))
        offers.append(("table.note", _("note")))
        if self._explorer.is_tried:
            offers.append(("table.delete_variation", _("delete")))
        return [*offers, ("table.explore", _("back to the game"))]

    def _log(self, columns: int) -> Log:
        signs = side_signs(self.session.game, self.house.mode)
        others = self._others(columns) if self.is_exploring else {}
        notes = self._explorer.notes(self.course)
        return log_of(self.course, self.turns, columns, self.at, signs, notes, others)

    def _others(self, columns: int) -> Mapping[int, list[Line]]:
        """The lines that leave the course, by how many steps of it come before them."""
        explorer = self._explorer
        tree, played, places = explorer.tree, explorer.played, explorer.places
        found: dict[int, list[Line]] = {}
        for steps, place in enumerate(places):
            following = places[steps + 1] if steps + 1 < len(places) else None
            for other in tree.after.get(place, ()):
                if other == following:
                    continue
                line_ = (other, *tree.onward(other, played))
                words = " ".join(tree.token(one) for one in line_[:TRIED])
                words += " ..." if len(line_) > TRIED else ""
                if other in played:
                    words = _("game: {steps}").format(steps=words)
                elif tree.note_to(other):
                    words += f" ; {tree.note_to(other)}"
                found.setdefault(steps, []).extend(_pressed(words, columns, f"go {other}"))
        return found

    def _draw_log(self, columns: int) -> None:
        if not self._graph:
            super()._draw_log(columns)
            return
        self.query_one("#heading", Lines).show([self._heading(columns)])
        self._draw_graph()

    # Exploring

    def action_explore(self) -> None:
        """Try lines of play beside the match, or go back to it as it stands."""
        self._picks = ()
        self._said = ""
        if self.is_exploring:
            self.is_exploring = False
            self._look = None
            self._take(self.session)
            self.keep_exploring()
        else:
            at = self._look
            self._seen = self._seen if at is not None else len(self.session.steps)
            self._explorer.begin(self.session, at)
            self.is_exploring = True
        self.ask(None)

    def play(self, token: str) -> None:
        """Try a step; nothing of it reaches the match."""
        self._explorer.play(token)
        self._explored()

    def _explored(self) -> None:
        """The tree has changed."""
        self._picks = ()
        self._said = ""
        self.keep_exploring()
        self.ask(None)

    def action_undo(self) -> None:
        """Undo a pick; when exploring, else look one step back."""
        if self._picks:
            self._picks = self._picks[:-1]
            self.draw()
        elif self.is_exploring:
            self._look_at(self.at - 1)

    def action_next_variation(self) -> None:
        """Look at the next step that was tried in the place of this."""
        self._beside(1)

    def action_previous_variation(self) -> None:
        """Look at the step before that was tried in the place of this."""
        self._beside(-1)

    def _beside(self, by: int) -> None:
        if not self.is_exploring:
            self._say_how_to_explore()
        elif self._explorer.beside(by):
            self._picks = ()
            self.draw()
        else:
            self._say(_("nothing else has been tried in the place of this step"))

    def action_delete_variation(self) -> None:
        """Forget the step that was tried here, and all that follows it."""
        if not self.is_exploring:
            self._say_how_to_explore()
            return
        if not self._explorer.is_tried:
            self._say(_("only what was tried can be deleted, not what was played in the game"))
            return
        count = self._explorer.following
        if not count:
            self._delete()
            return
        words = ngettext(
            "Delete this step and the one tried after it?",
            "Delete this step and {count} tried after it?",
            count,
        )
        yes = Option("y", _("yes, delete"), self._delete)
        no = Option("n", _("no, keep"), partial(self.ask, None))
        self.ask(Ask(words.format(count=count), (yes, no)))

    def _delete(self) -> None:
        self._explorer.delete()
        self._explored()

    def _say_how_to_explore(self) -> None:
        key = self.key("table.explore")
        self._say(_("press {key} to explore: to try lines of play").format(key=key))

    def action_note(self) -> None:
        """Write a note to the moment that is looked at."""
        if not self.is_exploring:
            self._explorer.follow(self.session)
        place = self._explorer.place_of(self.course, self.at)

        def read(text: str) -> Callable[[], object]:
            return partial(self._note, text, place)

        words = _("a note to this moment, for yourself; an empty one takes it away")
        value = self._explorer.tree.note_to(place)
        self.open_field(Field(f"{_('note')}> ", words, _("keep"), read, value))

    def _note(self, text: str, place: int) -> None:
        self._explorer.note(text, place)
        self.keep_exploring()

    def press_tree(self, place: int) -> None:
        """Look at a place of the tree."""
        if self.is_exploring and 0 <= place <= len(self._explorer.tree.steps):
            self._explorer.go(place)
            self._picks = ()
            self.draw()

    def take_tree(self, tree: Exploration) -> None:
        """Go on with what was tried earlier."""
        self._explorer = Explorer(self.session, tree)

    # What a bot thinks

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
            self._adviser.want(self._hinted, positions)

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
        self._adviser.trouble = ""
        self._hinted = None if self._hinted is not None else self.shown
        self.draw()

    def _hint_words(self, hint: Choice) -> str:
        words = _("{step} looks best: {percent} for {player}.")
        player = called(self.session.seats[self.shown.mover or 0])
        return sentence(
            words.format(step=hint.step.token, percent=percent(hint.value), player=player)
        )

    def _hint_lines(self, columns: int) -> list[Line]:
        if self._hinted is None:
            return []
        title = line(Piece(_("HINTS"), "dim"))
        hint = self._hint
        if hint is None:
            return [line(*title, Piece(_("  a bot is thinking"), "dim"))]
        best = [(one.token, one.value) for one in hint.thoughts[:HINTS]]
        if not best or best[0][0] != hint.step.token:
            best = [
                (hint.step.token, hint.value),
                *(one for one in best if one[0] != hint.step.token),
            ]
        rows = [
            line(Piece(f"{percent(value):>6} ", "dim"), Piece(token, "strong" if not at else ""))
            for at, (token, value) in enumerate(best[:HINTS])
        ]
        told = " ".join(hint.line)
        if len(hint.line) > 1:
            rows += wrapped(_("expects {steps}").format(steps=told), columns, "dim", "  ")[:2]
        return [title, *rows]

    def action_values(self) -> None:
        """Show or hide how a bot values the position that is looked at."""
        if self._is_refused():
            return
        self._adviser.trouble = ""
        self._values_shown = not self._values_shown
        self.draw()

    def _remarks(self, columns: int) -> list[Line]:
        """What a bot thinks of the position, under the seats."""
        rows = self._hint_lines(columns)
        if not self._values_shown:
            return [EMPTY, *rows] if rows else []
        values = self._adviser.values(self.shown)
        told = self._value_line(values) if values else line(Piece(_("a bot is thinking"), "dim"))
        shown = [line(Piece(_("VALUE"), "dim"), "  ", *told)]
        if self.shown in self._choices:
            seat, choice = self._choices[self.shown]
            words = _("{name} gave itself {percent}").format(
                name=called(self.session.seats[seat]), percent=percent(choice.value)
            )
            if len(choice.line) > 1:
                words += _(", expecting {steps}").format(steps=" ".join(choice.line[1:]))
            shown += wrapped(sentence(words), columns, "dim", "  ")[:2]
        return [EMPTY, *shown, *rows]

    def _value_line(self, values: Values) -> Line:
        signs = side_signs(self.session.game, self.house.mode)
        parts: Line = EMPTY
        for seat, value in enumerate(values):
            if value is not None:
                sign = signs[self.shown.side(seat)]
                parts = (*parts, sign, Piece(f" {percent(value)}   ", "strong"))
        return parts

    # Graphs

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
        columns, rows = log.size.width, min(HIGHEST, log.size.height)
        if not self._graph or not columns or not self.query_one("#panel").display:
            return
        series = self._score_series() if self._graph == "score" else self._value_series()
        each = max(LOWEST, rows // len(series) - (len(series) > 1))
        shown: list[Line] = []
        for name, heights in series:
            shown += [name] if len(series) > 1 else []
            shown += graph_lines(heights, self.at, columns, each, ascii=self._is_plain)
        log.show(shown, top=0)

    @property
    def _is_plain(self) -> bool:
        return self.house.is_ascii

    def _heading(self, columns: int) -> Line:
        if not self._graph:
            return super()._heading(columns)
        names = {"score": _("SCORE"), "value": _("VALUE")}
        left = line(Piece(names[self._graph], "dim"), "  ", *self._graph_now())
        hint = self._row(
            [("table.back_step", ""), ("table.on_step", _("step")), ("table.graph", _("next"))]
        )
        return fitting([spread(left, hint, columns), left], columns)

    def _graph_now(self) -> Line:
        """What the graph shows at the moment that is looked at."""
        if self._graph == "value":
            values = self._adviser.values(self.shown)
            return self._value_line(values) if values else line(Piece("...", "dim"))
        signs = side_signs(self.session.game, self.house.mode)
        parts: Line = EMPTY
        for seat, count in enumerate(self._counts_of(self.shown)):
            parts = (*parts, signs[self.shown.side(seat)], Piece(f" {count}   ", "strong"))
        return parts

    def _counts_of(self, position: Position) -> tuple[int, ...]:
        if position not in self._counts:
            self._counts[position] = standing(position).counts
        return self._counts[position]

    def _score_series(self) -> list[tuple[Line, list[float | None]]]:
        """Of two, by how much the first seat leads; of more, what each has."""
        counts = [self._counts_of(position) for position in self.course.positions]
        if len(self.session.seats) == 2:
            leads = [have[0] - have[1] for have in counts]
            most = max(LEAST_LEAD, *map(abs, leads))
            return [(EMPTY, [0.5 + lead / (2 * most) for lead in leads])]
        most = max(1, *(count for have in counts for count in have))
        return [
            (self._player_name(seat), [have[seat] / most for have in counts])
            for seat in range(len(self.session.seats))
        ]

    def _value_series(self) -> list[tuple[Line, list[float | None]]]:
        """Of two, what the first seat has; of more, what each has where it was to move."""
        values = [self._adviser.values(position) for position in self.course.positions]
        seats = range(1 if len(self.session.seats) == 2 else len(self.session.seats))
        return [
            (self._player_name(seat), [None if one is None else one[seat] for one in values])
            for seat in seats
        ]

    def _player_name(self, seat: Seat) -> Line:
        return line(Piece(called(self.session.seats[seat]), "dim"))


def _pressed(words: str, columns: int, press: str) -> list[Line]:
    """A paragraph, indented, that can be clicked."""
    rows = wrapped(words, columns - 4, "dim", "  ")
    return [
        (Piece("    " if number else "  > ", "dim"), *(Piece(p.text, p.role, press) for p in row))
        for number, row in enumerate(rows)
    ]
