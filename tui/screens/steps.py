"""A board on which steps are made: picked, typed, or chosen in answer to a question.

What a step leads to is for the pages that build on this one. While a question is open (`Ask`), its
keys go before all others.
"""

from __future__ import annotations

from functools import partial

from rich.cells import cell_len
from textual import events, on
from textual.widgets import Input

from core.errors import GameError
from core.match.session import Seat, Session
from core.rules.game import Step
from tui import picking
from tui.arrange import SMALL
from tui.asking import Ask, Field, Option
from tui.keys import shown
from tui.language import _, said
from tui.lines import EMPTY, Line, Piece, fitting, line, spread, wrapped
from tui.news import cell_words
from tui.plain.words import Moment, run_words
from tui.screens.board import BoardPage
from tui.widgets.board import Board
from tui.widgets.lines import Lines
from tui.widgets.seats import side_name

SLACK = 20
"""Columns of a text of two lines that may be lost where the first of them ends."""


class StepsPage(BoardPage):
    """The board, what was played, and what can be done now."""

    def __init__(self, session: Session) -> None:
        """Ask nothing yet."""
        super().__init__(session)
        self._ask: Ask | None = None
        self._standing: Ask | None = None
        self._field: Field | None = None

    @property
    def seat(self) -> Seat | None:
        """The person here whose turn it is; None when there is none."""
        return None

    @property
    def may_play(self) -> bool:
        """Whether a person here may make a step from the position on the board."""
        return self._look is None and self.seat is not None

    @property
    def seats_here(self) -> tuple[Seat, ...]:
        """The seats that the person may make steps for."""
        return ()

    def play(self, token: str) -> None:
        """Make a step for whoever is to move; only where one may be made."""

    def _why_not_now(self) -> str:
        """Why no step can be made now."""
        return ""

    def _situation(self, room: int) -> str:
        """What must or may happen now."""
        return self._prompt()

    # What is shown

    @property
    def _asked(self) -> Ask | None:
        """The question to show: one that stays waits while a person looks elsewhere."""
        return None if self._ask and self._ask.stays and not self.is_live else self._ask

    def footer(self, columns: int) -> Line:
        """The keys that make sense now."""
        if self._field is None:
            return super().footer(columns)
        keys = ((shown("enter"), self._field.done), (shown("escape"), _("close")))
        parts = [line(Piece(key, "key"), f" {words}") for key, words in keys]
        return line(" ", *parts[0], "  ", *parts[1])

    def _draw_talk(self) -> None:
        self.query_one("#footer").display = self.size.height >= SMALL
        super()._draw_talk()
        columns = self.size.width - 2
        ask = self._asked
        words = self._said if self._said else ask.words if ask else self._situation(columns * 2)
        if self._field and not self._field.steps:
            words = self._said or self._field.words  # a question waits until it is typed
        alarm = "" if self._said or ask else self._alarm()
        role = "warn" if self._said or alarm else ""
        self.query_one("#message", Lines).show(wrapped(alarm or words, columns, role), top=0)
        self.query_one("#move", Lines).show([self._move_line(columns)])

    def _alarm(self) -> str:
        """What is wrong as long as it is; "" while nothing is."""
        return ""

    def _prompt(self) -> str:
        """What is to be done with the position on the board."""
        position = self.shown
        if self._stale:
            began = "-".join(self._picks) or self.query_one("#typed", Input).value
            told = _("the position has changed since {move} was begun; {key} drops it")
            return told.format(move=began, key=self.key("app.cancel"))
        if self._field:
            return self._field.words
        if self._picks:
            told = _("from {cell}: pick where to; {key} puts it back")
            return told.format(cell=self._picks[-1], key=self.key("app.cancel"))
        told = said(position.prompt)
        if any(step.verb == "swap" for step in position.steps):
            other = side_name(self.session, position, 1 - (position.mover or 0))
            swap = _("{prompt}, or {key} to swap sides and take over {side}")
            told = swap.format(prompt=told, key=self.key("table.swap"), side=other)
        return told

    def _move_line(self, columns: int) -> Line:
        """The move being made, and what can be done with it; or the answers to a question."""
        if self._field:
            return line(Piece(self._field.label, "dim"))
        if self._asked:
            return self._asked.row(columns)
        left = line(Piece(f"{_('move')}> ", "dim"), Piece(f"{self._made()}_", "strong"))
        if not self.may_play:
            left = EMPTY
        offers = self._offers()
        short = self._row([(id, words.split()[0]) for id, words in offers])
        right = self._row(offers)
        lines = [spread(left, right, columns), spread(left, short, columns), right, short]
        return fitting(lines, columns)

    def _made(self) -> str:
        """The turn as far as it has been made, and what has been picked for its next step."""
        made = ""
        turn = next((turn for turn in reversed(self.turns) if turn.first < self.at), None)
        if turn and self.shown.step:
            tokens = (played.text for played in self.course.steps[turn.first : self.at])
            made = "".join(f"{token}," for token in tokens)
        made += "".join(f"{cell}-" for cell in self._picks)
        return f"{made} ({_('of an earlier position')}) " if self._stale else made

    @property
    def _stale(self) -> bool:
        typed = self._field is not None and self._field.steps and self._begun != self.shown
        return typed or super()._stale

    def _drop_stale(self) -> None:
        """Begin anew in the position that the board shows."""
        if self._stale:
            self._picks = ()
        self._begun = self.shown

    def _offers(self) -> list[tuple[str, str]]:
        """What can be done besides picking cells: ids of actions, with words for them."""
        if not self.may_play:
            return []
        position = self.shown
        verbs = {step.verb for step in position.steps}
        words = self.session.game.words
        offers = {
            "table.done": said(words("stop", _("end the turn"))) if position.may_stop else "",
            "table.swap": said(words("swap", _("swap sides"))) if "swap" in verbs else "",
            "table.pass": _("pass") if "pass" in verbs else "",
            "table.undo": _("undo step") if position.step or self._picks else "",
        }
        return [(id, told) for id, told in offers.items() if told]

    # Questions

    def ask(self, question: Ask | None) -> None:
        """Put a question; None goes back to the one that stays, if any."""
        self._ask = question or self._standing
        self.draw()

    def cancel(self) -> None:
        """Put back what was picked for a step; nothing is left by this."""
        self._picks = ()
        self.ask(None)

    async def key_pressed(self, event: events.Key) -> None:
        """Answers to an open question go before everything else."""
        if self._field:
            self._type(event, self._field)
            return
        self._said, said = "", self._said
        if self._asked and self._asked.answer(event.key, event.character):
            event.stop()
            return
        if self._ask and not self._ask.stays:
            self._ask = self._standing
            self._draw_talk()
        elif said:
            self._draw_talk()
        await super().key_pressed(event)

    @on(Lines.Pressed)
    def press(self, event: Lines.Pressed) -> None:
        """Answer by a click, or look at a moment."""
        kind, _, what = event.press.partition(" ")
        if kind == "answer" and self._ask:
            self._ask.answer(what, what)
        elif kind == "look":
            self._look_at(int(what))

    # Steps

    @on(Board.Picked)
    def pick(self, event: Board.Picked) -> None:
        """Make the step that a picked cell means, or as much of it as is clear."""
        self._said = ""
        if not self.may_play:
            self._say(self._why_not_now())
            return
        if self._ask and not self._ask.stays:
            self._ask = self._standing
        self._drop_stale()
        if self._picks and event.cell == self._picks[-1]:
            self._picks = ()
            self.draw()
            return
        picked = picking.pick(self.shown, self._picks, event.cell)
        if picked.refusal:
            self._say(picked.refusal)
        elif len(picked.steps) == 1:
            self._try(picked.steps[0].token)
        elif picked.steps:
            self.ask(self._which(picked.steps))
        else:
            self._picks = picked.picks
            self.draw()

    def _try(self, token: str) -> None:
        """Make a step, or say why it cannot be made."""
        if not self.may_play:
            self._say(self._why_not_now())
            return
        try:
            self.play(token)
        except GameError as error:
            self._say(said(error))

    def _which(self, steps: tuple[Step, ...]) -> Ask:
        """Several steps act on the same cells: let the person say which is meant."""
        words = self.session.game.action_words
        return Ask(
            _("What is to be done at {cell}?").format(cell=steps[0].cells[-1]),
            tuple(
                Option(
                    str(number),
                    f"{said(words(step.action))} ({step.token})",
                    partial(self._try, step.token),
                )
                for number, step in enumerate(steps[:9], start=1)
            ),
        )

    def action_pick(self) -> None:
        """Pick the cell under the cursor."""
        self.board.pick()

    def action_next_target(self) -> None:
        """Cursor to the next legal cell, as read."""
        self._jump(1)

    def action_previous_target(self) -> None:
        """Cursor to the legal cell before, as read."""
        self._jump(-1)

    def _jump(self, by: int) -> None:
        if not self.may_play:
            self._say(self._why_not_now())
            return
        cells = self.board.picture.cells
        ahead = [cells.index(cell) for cell in picking.targets(self.shown, self._live)]
        if not ahead:
            self._say(_("there is no legal cell"))
            return
        now = cells.index(self.board.cursor)
        ahead.sort(key=lambda place: (place - now) * by % len(cells) or len(cells))
        self.board.cursor = cells[ahead[0]]

    def action_done(self) -> None:
        """End the turn."""
        position = self.shown
        if self.may_play and not position.may_stop:
            told = (
                _("the turn cannot end yet: {prompt}")
                if position.step
                else _("the turn has just begun: {prompt}")
            )
            self._say(told.format(prompt=said(position.prompt)))
            return
        self._try("stop")

    def action_pass(self) -> None:
        """Pass."""
        self._try("pass")

    def action_swap(self) -> None:
        """Swap sides."""
        self._try("swap")

    def action_say(self) -> None:
        """Describe the cell under the cursor, and why it cannot be picked."""
        cell = self.board.cursor
        told = cell_words(self.shown, cell)
        if self.may_play:
            reason = picking.refusal(self.shown, self._live, cell)
            reason = reason.removeprefix(f"{cell}: ")  # the cell has been named
            told += f"; {reason or _('you may pick it')}"
        self._say(told)

    def action_say_row(self) -> None:
        """Describe the row of the cell under the cursor as it is seen, from left to right."""
        picture = self.board.picture
        row = next(row for row in picture.rows if self.board.cursor in row.cells)
        cells = [cell for cell in row.cells if cell]
        told = run_words(Moment(self.course, self.turns, self.at), cells)
        if cell_len(told) > 2 * (self.size.width - 2) - SLACK:
            letters = " ".join(picture.spot(cell).glyph or "." for cell in cells)
            told = _("{first} to {last}: {what}").format(
                first=cells[0], last=cells[-1], what=letters
            )
        self._say(told)

    # Typed texts

    def action_type(self) -> None:
        """Type moves."""
        if not self.may_play:
            self._say(self._why_not_now())
            return
        self._drop_stale()
        self.open_field(
            Field(
                f"{_('move')}> ",
                _("type one step or several with commas between; Enter plays them, Esc does not"),
                _("play"),
                self._read_moves,
                placeholder=_("a move such as {step}").format(step=self.shown.steps[0]),
                steps=True,
            )
        )

    def open_field(self, field: Field) -> None:
        """Let the person type a text."""
        self._field = field
        typed = self.query_one("#typed", Input)
        typed.value = field.value
        typed.placeholder = field.placeholder
        typed.action_select_all()
        self.add_class("-typing")
        self.query_one("#move").styles.width = cell_len(field.label)
        self.set_focus(typed)
        self._draw_talk()

    def _type(self, event: events.Key, field: Field) -> None:
        """Take a key that the field has not, or not yet since it came too fast."""
        typed = self.query_one("#typed", Input)
        if event.key == "escape":
            self.close_field()
        elif event.key == "enter":
            self._enter(field, typed)
        elif event.is_printable and event.character:
            typed.replace(event.character, *typed.selection)
        else:
            return
        event.stop()

    def _enter(self, field: Field, typed: Input) -> None:
        if field.steps and self._stale:
            self._begun = self.shown
            self._say(_("the position has changed; look again, and Enter plays it"))
            return
        try:
            do = field.read(typed.value)
        except GameError as error:
            self._say(said(error))
            # The next character typed replaces what was refused.
            typed.action_select_all()
            return
        self.close_field()
        do()
        self.draw()

    def close_field(self) -> None:
        """End the typing, whatever stands there."""
        if self._field is None:
            return
        self._field = None
        self._said = ""
        self.remove_class("-typing")
        self.query_one("#move").styles.width = None
        self.set_focus(None)
        self._draw_talk()

    def _read_moves(self, text: str) -> partial[None]:
        """What the typed steps do, all or none."""
        steps = picking.typed(self.shown, text, self.seats_here) if text.strip() else []
        return partial(self._make, [step.token for step in steps])

    def _make(self, tokens: list[str]) -> None:
        for token in tokens:
            if self.may_play:
                self._try(token)
