"""The table: one match, played by persons and bots at this keyboard.

The screen holds a `Session` and shows it whole after every change. What a person wants is asked of
the session; the entry that comes back is kept on the disk and folded in. While a question is open
(`Ask`), its keys go before all others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from textual import events, on
from textual.widgets import Input
from textual.worker import Worker

from core.errors import GameError
from core.match.session import Entry, Resigned, Seat, Session, Started, Stepped, round_after
from core.rules.game import Step
from core.store.autosave import Autosave
from tui import picking
from tui.arrange import SMALL
from tui.asking import Ask, Option
from tui.keeping import Keeper
from tui.keys import Action, shown
from tui.language import _, ngettext, said
from tui.lines import EMPTY, Line, Piece, fitting, line, spread, wrapped
from tui.news import (
    cell_words,
    header_line,
    outcome_words,
    persons,
    sentence,
    state_piece,
    turn_words,
)
from tui.offers import Offers
from tui.rulesfile import RulesFile, fault_lines
from tui.screens.board import BoardPage
from tui.screens.text import TextPage
from tui.seating import CHAIRS, PERSON, called, log_name, player
from tui.signs import side_signs
from tui.widgets.board import Board
from tui.widgets.lines import Lines
from tui.widgets.seats import side_name

PLAYING = ("table.pick", "table.undo", "table.type")
"""Actions that the last line leaves out while nothing can be played."""
WATCH = 1.0
"""Seconds between two looks at the file of the game."""


class TablePage(BoardPage):
    """The board, who plays, what was played, and what can be done now."""

    PARTS: ClassVar[tuple[str, ...]] = ("table",)

    def __init__(self, session: Session, book: Autosave | None = None) -> None:
        """Sit down.

        Args:
            session: The match, begun or resumed.
            book: The file it is kept in; None makes one with the first step.
        """
        super().__init__(session)
        self._keeper = Keeper(book)
        self._rules = RulesFile(session)
        self._ask: Ask | None = None
        self._standing: Ask | None = None
        self._typing = False
        self._thinking: Worker[None] | None = None

    def begin(self) -> None:
        """Let the match go on, and follow the file of its game."""
        self._go_on()
        if self._rules.path:
            self.set_interval(WATCH, self.follow_file)

    # What is shown

    @property
    def _asked(self) -> Ask | None:
        """The question to show: one that stays waits while a person looks back."""
        return None if self._ask and self._ask.stays and self._look is not None else self._ask

    @property
    def seat(self) -> Seat | None:
        """The person whose turn it is; None when it is a bot's, or the match is over."""
        mover = self.session.mover
        return mover if mover in persons(self.session) else None

    @property
    def may_play(self) -> bool:
        """Whether a person here may make a step from the position on the board."""
        return self._look is None and self.seat is not None

    @property
    def is_thinking(self) -> bool:
        """Whether a bot is thinking about its move."""
        return self._thinking is not None

    def header(self, columns: int) -> Line:
        """Everything critical."""
        look = ""
        if self._look is not None:
            look = _("LOOKING BACK {step} of {steps}").format(
                step=self._look, steps=len(self.session.steps)
            )
        state = state_piece(self.session, self.shown, self.is_thinking, look)
        signs = side_signs(self.session.game, self.house.mode)
        alarm = _("FAULTY RULES") if self._rules.fault else ""
        alarm = _("NOT SAVED") if self._keeper.trouble else alarm
        number = round_after(self._turns, self.at, self.shown)
        return header_line(self.session, self.shown, signs, state, columns, number, alarm)

    def footer(self, columns: int) -> Line:
        """The keys that make sense now."""
        if self._typing:
            keys = ((shown("enter"), _("play")), (shown("escape"), _("close")))
            parts = [line(Piece(key, "key"), f" {words}") for key, words in keys]
            return line(" ", *parts[0], "  ", *parts[1])
        return super().footer(columns)

    def offered(self) -> list[Action]:
        """While nothing can be played, only what can be done all the same."""
        offered = super().offered()
        if self.session.outcome or self._look is not None:
            return [action for action in offered if action.id not in PLAYING]
        return offered

    def _draw_talk(self) -> None:
        self.query_one("#footer").display = self.size.height >= SMALL
        self.draw_edges()
        columns = self.size.width - 2
        ask = self._asked
        words = self._said if self._said else ask.words if ask else self._situation(columns * 2)
        faulty = self._rules.fault is not None and not ask
        if faulty and not self._said:
            words = self._rules.fault_words(self.key("table.faults"))
        role = "warn" if self._said or faulty else ""
        self.query_one("#message", Lines).show(wrapped(words, columns, role), top=0)
        self.query_one("#move", Lines).show([self._move_line(columns)])

    def _situation(self, room: int) -> str:
        """What must or may happen now."""
        session = self.session
        if self._look is not None:
            told = _("Looking back {place}; {key} returns to the game.")
            return told.format(place=self._place_words(self._look), key=self.key("table.live"))
        if session.outcome:
            return outcome_words(session)
        mover = session.mover
        before = turn_words(session, self._turns) if session.position.step == 0 else ""
        if mover is not None and mover not in persons(session):
            told = _("{name} is thinking.").format(name=called(session.seats[mover]))
            return f"{before} {sentence(told)}".strip()
        told = sentence(self._prompt()).rstrip(".") + "."
        before = "" if self._typing else before
        both = f"{before} {told}".strip()
        return both if len(both) <= room else told

    def _place_words(self, at: int) -> str:
        """Which moment of the match the position after `at` steps is."""
        turn = next((turn for turn in reversed(self._turns) if turn.first < at), None)
        if turn is None:
            return _("at the start")
        return _("at round {round}, {name}, step {step} of {steps}").format(
            round=turn.number,
            name=called(self.session.seats[turn.seat]),
            step=at - turn.first,
            steps=len(turn.steps),
        )

    def _prompt(self) -> str:
        position = self.session.position
        if self._stale:
            began = "-".join(self._picks) or self.query_one("#typed", Input).value
            told = _("the position has changed since {move} was begun; {key} drops it")
            return told.format(move=began, key=self.key("app.cancel"))
        if self._typing:
            return _("type one step or several with commas between; Enter plays them, Esc does not")
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
        if self._asked:
            return self._asked.row(columns)
        made = ""
        if self._turns and not self._turns[-1].ended:
            made = self._turns[-1].text
        if self._picks:
            made += "-".join(self._picks) + "-"
        if self._stale and not self._typing:
            made += f" ({_('of an earlier position')}) "
        if self._typing:
            return line(Piece(f"{_('move')}> ", "dim"))
        left = line(Piece(f"{_('move')}> ", "dim"), Piece(f"{made}_", "strong"))
        if not self.may_play:
            left = EMPTY
        offers = self._offers()
        short = self._row([(id, words.split()[0]) for id, words in offers])
        right = self._row(offers)
        lines = [spread(left, right, columns), spread(left, short, columns), right, short]
        return fitting(lines, columns)

    def _offers(self) -> list[tuple[str, str]]:
        """What can be done besides picking cells: ids of actions, with words for them."""
        if self._look is not None:
            return [("table.live", _("back to the game"))]
        if self.seat is None:
            return []
        position = self.session.position
        verbs = {step.verb for step in position.steps}
        words = self.session.game.words
        offers = {
            "table.done": said(words("stop", _("end the turn"))) if position.may_stop else "",
            "table.swap": said(words("swap", _("swap sides"))) if "swap" in verbs else "",
            "table.pass": _("pass") if "pass" in verbs else "",
            "table.undo": _("undo step") if position.step or self._picks else "",
        }
        return [(id, told) for id, told in offers.items() if told]

    def _row(self, offers: list[tuple[str, str]]) -> Line:
        """Keys and words in a row, to be clicked too."""
        row: Line = EMPTY
        for id, words in offers:
            press = f"do {id}"
            offer = line(Piece(self.key(id), "key", press), Piece(f" {words}", "", press))
            row = (*row, Piece("  "), *offer) if row else offer
        return row

    # How the match goes on

    def change(self, entry: Entry) -> None:
        """Fold an entry in, keep it, show it."""
        self._stop_thinking()
        if not isinstance(entry, Started) and entry.seat in persons(self.session):
            self._rules.settle()
            self._keeper.settle()
        self._take(self.session.after(entry))
        self._look = None
        self._age()
        self._ask = None
        self._said = ""
        self._keep()
        self._go_on()

    def _age(self) -> None:
        """Keep what is half picked or typed as of an earlier position: it is never played."""
        self._stale = bool(self._picks) or self._typing

    def _drop_stale(self) -> None:
        if self._stale:
            self._picks = ()
            self._stale = False

    def _keep(self) -> None:
        """Put the match on the disk; what cannot be kept is said once and played on."""
        self._said = self._keeper.keep(self.session, self.house.world) or self._said

    def _go_on(self) -> None:
        """Show the match, and ask or think where that is what comes next."""
        session = self.session
        mover = session.mover
        self._ask = None
        self._standing = None
        if session.outcome:
            self.house.world.engines.close()
            self._ask = self._end()
        elif mover is not None and mover not in persons(session):
            self._thinking = self.run_worker(self._think(session, mover))
        elif mover is not None and [step.verb for step in session.position.steps] == ["pass"]:
            side = side_name(session, session.position, mover)
            usual = _("there is no legal move; you must pass")
            why = said(session.game.words("pass", usual))
            self._ask = Ask(
                f"{turn_words(session, self._turns)} {side}: {why}.".strip(),
                (Option("Enter", _("pass"), lambda: self._play("pass")),),
                stays=True,
            )
        self._standing = self._ask
        if self._typing and (self._ask or self.seat is None):
            self._stop_typing()
        self.draw()

    def _end(self) -> Ask:
        return Ask(
            outcome_words(self.session),
            (
                Option("a", _("play again"), self.rematch),
                Option(self.key("app.leave"), _("back to the lobby"), self.leave),
                Option(self.key("table.back_step"), _("look back"), self.action_back_step),
            ),
            stays=True,
        )

    def _play(self, token: str) -> None:
        """Make a step for the person whose turn it is."""
        seat = self.seat
        if seat is None:
            self._say(self._why_not_now())
            return
        try:
            entry = self.session.step(seat, token)
        except GameError as error:
            self._say(said(error))
            return
        self._picks = ()
        self.change(entry)

    def _why_not_now(self) -> str:
        if self.session.outcome:
            return outcome_words(self.session)
        mover = self.session.mover or 0
        return _("{name} is to move").format(name=called(self.session.seats[mover]))

    def ask(self, question: Ask | None) -> None:
        """Put a question; None goes back to the one that stays, if any."""
        self._ask = question or self._standing
        self.draw()

    def rematch(self) -> None:
        """A new match; the other one begins."""
        game = self.session.game
        start = game.start(seed=self.house.world.chance.getrandbits(32))
        self._keeper.close()
        self._keeper = Keeper()
        self._look = None
        self._picks = ()
        self._stale = False
        self._said = ""
        self._take(Session.begin(game, start, (*self.session.seats[1:], self.session.seats[0])))
        self._go_on()

    # The file of the game

    def follow_file(self) -> None:
        """Play on under new rules when the file of the game has changed."""
        if not self._rules.has_changed():
            return
        changed = self._rules.reread(self.session)
        if changed is None:
            self._said = ""  # whatever it was, the faults are newer
            self._draw_talk()
            return
        session, dropped = changed
        self._stop_thinking()
        self._look = None
        self._age()
        if session.log != self.session.log:
            self._said = self._keeper.change_rules(session, dropped, self.house.world)
        self._take(session)
        told = _("rules reloaded")
        if dropped:
            lost = ngettext("{count} step no longer fits", "{count} steps no longer fit", dropped)
            told += f"; {lost.format(count=dropped)}"
            mover = session.mover
            if mover is not None and mover not in persons(session):
                self._hold(told)
                return
        self._go_on()
        self._say(f"{told}. {self._ask.words}" if self._ask else told)

    def _hold(self, told: str) -> None:
        """Let no bot play on before a person wants it: the file may be mended yet."""
        on = Option("Enter", _("let the bot play on"), self._go_on)
        self._ask = self._standing = Ask(sentence(f"{told}."), (on,), stays=True)
        self.draw()

    def action_faults(self) -> None:
        """Everything that is wrong with the file of the game."""
        fault = self._rules.fault
        if fault is None:
            self._say(_("nothing is wrong with the file of this game"))
            return
        rows = partial(fault_lines, fault)
        self.app.push_screen(TextPage(_("What is wrong with the game's file"), rows))

    # Bots

    async def _think(self, session: Session, mover: Seat) -> None:
        """Let the bot whose turn it is find a step, and make it."""
        try:
            token = await self._found(session, mover)
        except GameError as error:
            self._thinking = None
            self._ask = self._standing = Ask(
                sentence(f"{said(error)}."),
                (
                    Option("Enter", _("let it try again"), self._go_on),
                    Option("p", _("play for it"), lambda: self._reseat(mover, PERSON)),
                    Option("b", _("let a bot play"), lambda: self._reseat(mover, CHAIRS[1])),
                ),
                stays=True,
            )
            self.draw()
            return
        if self.session is not session:
            return
        self._thinking = None
        look = self._look
        self.change(Resigned(mover) if token is None else Stepped(mover, token))
        if look is not None:
            self._look = look
            self.draw()
        if self.seat is not None and self.settings.bell == "on":
            self.app.bell()

    async def _found(self, session: Session, mover: Seat) -> str | None:
        """The token of a step that a bot or an engine makes; None if it resigns."""
        world, seated = self.house.world, session.seats[mover]
        if seated.kind == "engine":
            tokens = [played.token for played in session.steps]
            return await world.engines.choose(seated.name, session.positions, tokens)
        seed = world.chance.getrandbits(32)
        choice = await world.thinker.think(session.position, seated.level or 1, seed)
        return choice.step.token

    def _reseat(self, seat: Seat, choice: str) -> None:
        """Let a person or a bot play on for a seat."""
        self.change(self.session.reseat(seat, player(choice, log_name(choice, seat))))

    def _stop_thinking(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    # Leaving

    def leave(self) -> None:
        """Back to the lobby; the match is kept, or leaving is confirmed."""
        if not self.asks_to_leave(self._leave):
            self._leave()

    def _leave(self) -> None:
        self._stop_thinking()
        self.house.world.engines.close()
        self._keeper.close()
        self.dismiss("")

    def asks_to_leave(self, leave: Callable[[], object]) -> bool:
        """Ask whether to leave a match that cannot be saved, unless that has just been asked."""
        if not self._keeper.trouble or (self._ask and self._ask.leaves):
            return False
        self._keep()
        if not self._keeper.trouble:
            return False
        self._said = ""
        self._ask = Ask(
            _("{fault}. Leave all the same? The game is then lost.").format(
                fault=sentence(self._keeper.trouble)
            ),
            (Option("y", _("yes, leave"), leave), Option("n", _("no, stay"), self._never_mind)),
            leaves=True,
        )
        self.draw()
        return True

    # Keys and clicks

    async def key_pressed(self, event: events.Key) -> None:
        """Answers to an open question go before everything else."""
        if self._typing:
            self._type(event)
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
        """Answer by a click, or look at a turn of the log."""
        kind, _, what = event.press.partition(" ")
        if kind == "answer" and self._ask:
            self._ask.answer(what, what)
        elif kind == "look":
            self._look_at(int(what))

    @on(Board.Picked)
    def pick(self, event: Board.Picked) -> None:
        """Make the step that a picked cell means, or as much of it as is clear."""
        self._said = ""
        if self._look is not None:
            self._say(self._situation(200))
            return
        if self.seat is None:
            self._say(self._why_not_now())
            return
        if self._ask and not self._ask.stays:
            self._ask = self._standing
        position = self.session.position
        self._drop_stale()
        if self._picks and event.cell == self._picks[-1]:
            self._picks = ()
            self.draw()
            return
        picked = picking.pick(position, self._picks, event.cell)
        if picked.refusal:
            self._say(picked.refusal)
        elif len(picked.steps) == 1:
            self._play(picked.steps[0].token)
        elif picked.steps:
            self._ask = self._which(picked.steps)
            self.draw()
        else:
            self._picks = picked.picks
            self.draw()

    def _which(self, steps: tuple[Step, ...]) -> Ask:
        """Several steps act on the same cells: let the person say which is meant."""
        words = self.session.game.action_words
        return Ask(
            _("What is to be done at {cell}?").format(cell=steps[0].cells[-1]),
            tuple(
                Option(
                    str(number),
                    f"{said(words(step.action))} ({step.token})",
                    partial(self._play, step.token),
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
        legal = picking.targets(self.session.position, self._live) if self.seat is not None else ()
        cells = self.board.picture.cells
        ahead = [cells.index(cell) for cell in legal]
        if not ahead:
            self._say(self._why_not_now() if self.seat is None else _("there is no legal cell"))
            return
        now = cells.index(self.board.cursor)
        ahead.sort(key=lambda place: (place - now) * by % len(cells) or len(cells))
        self.board.cursor = cells[ahead[0]]

    def action_done(self) -> None:
        """End the turn."""
        position = self.session.position
        if self.seat is not None and not position.may_stop:
            told = (
                _("the turn cannot end yet: {prompt}")
                if position.step
                else _("the turn has just begun: {prompt}")
            )
            self._say(told.format(prompt=said(position.prompt)))
            return
        self._play("stop")

    def action_pass(self) -> None:
        """Pass."""
        self._play("pass")

    def action_swap(self) -> None:
        """Swap sides."""
        self._play("swap")

    def action_undo(self) -> None:
        """Undo a pick, or the last step of the turn."""
        if self._picks and self._look is None:
            self._picks = self._live[:-1]
            self._stale = False
            self.draw()
            return
        seat = self.seat
        if seat is None:
            self._say(self._why_not_now())
            return
        try:
            self.change(self.session.undo(seat))
        except GameError as error:
            told = _("{error}; {keys} takes back a whole turn")
            self._say(told.format(error=said(error), keys=f"{self.key('table.offers')} t"))

    def cancel(self) -> None:
        """Put back what was picked for a step; a match is never left by this."""
        self._picks = ()
        self._stale = False
        self._ask = self._standing
        self.draw()

    def action_offers(self) -> None:
        """What players may ask of each other."""
        self.ask(Offers(self).menu())

    def _never_mind(self) -> None:
        self.ask(None)

    def action_say(self) -> None:
        """Describe the cell under the cursor, and why it cannot be picked."""
        cell = self.board.cursor
        told = cell_words(self.shown, cell)
        if self._look is None and self.seat is not None:
            reason = picking.refusal(self.session.position, self._live, cell)
            reason = reason.removeprefix(f"{cell}: ")  # the cell has been named
            told += f"; {reason or _('you may pick it')}"
        self._say(told)

    # Typed moves

    def action_type(self) -> None:
        """Type moves."""
        if self.seat is None or self._look is not None:
            self._say(self._why_not_now() if self.seat is None else self._situation(200))
            return
        self._typing = True
        self._drop_stale()
        field = self.query_one("#typed", Input)
        field.value = ""
        example = self.session.position.steps[0]
        field.placeholder = _("a move such as {step}").format(step=example)
        self.add_class("-typing")
        self.set_focus(field)
        self._draw_talk()

    def _type(self, event: events.Key) -> None:
        """Take a key that the field has not, or not yet since it came too fast."""
        field = self.query_one("#typed", Input)
        if event.key == "escape":
            self._stop_typing()
        elif event.key == "enter":
            self._play_typed(field.value)
        elif event.is_printable and event.character:
            field.insert_text_at_cursor(event.character)
        else:
            return
        event.stop()

    def _stop_typing(self) -> None:
        self._typing = False
        self._stale = False
        self._said = ""
        self.remove_class("-typing")
        self.set_focus(None)
        self._draw_talk()

    def _play_typed(self, text: str) -> None:
        """Make the typed steps, all or none."""
        steps: list[Step] = []
        if self._stale:
            self._stale = False
            self._say(_("the position has changed; look again, and Enter plays it"))
            return
        if text.strip():
            try:
                steps = picking.typed(self.session.position, text, persons(self.session))
            except GameError as error:
                self._say(said(error))
                # The next character typed replaces what was refused.
                self.query_one("#typed", Input).action_select_all()
                return
        self._stop_typing()
        for step in steps:
            if self.seat is not None:
                self._play(step.token)
        self.draw()
