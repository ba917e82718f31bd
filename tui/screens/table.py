"""The table: one match, played by persons and bots at this keyboard.

The screen holds a `Session` and shows it whole after every change. What a person wants is asked of
the session; the entry that comes back is kept for good and folded in.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import ClassVar

from rich.cells import cell_len
from textual.worker import Worker

from core.bots.bot import Choice
from core.errors import GameError, SaveError
from core.match.exploring import Exploration
from core.match.session import Entry, Seat, Session, Started, round_after
from core.store import explorings
from core.store.library import Book
from tui.asking import Ask, Option
from tui.clocks import clock_lines, running_words
from tui.keeping import Keeper
from tui.keys import Action
from tui.language import _, ngettext, said
from tui.lines import EMPTY, Line, Piece
from tui.news import header_line, outcome_words, persons, sentence, state_piece, turn_words
from tui.offers import Offers
from tui.playing import bot_choice, entry_of, rematch, slowness
from tui.rulesfile import RulesFile, fault_lines
from tui.screens.study import StudyPage
from tui.screens.text import TextPage
from tui.seating import CHAIRS, PERSON, called, log_name, player
from tui.signs import side_signs
from tui.widgets.seats import side_name

PLAYING = ("table.pick", "table.undo", "table.type")
"""Actions that the last line leaves out while nothing can be played."""
TICK = 1.0
"""Seconds between two looks at the clocks."""
AGAIN = 5.0
"""Seconds after which it is tried again to keep a match that could not be kept."""
WATCH = 1.0
"""Seconds between two looks at the file of the game."""


class TablePage(StudyPage):
    """The board, who plays, what was played, and what can be done now."""

    PARTS: ClassVar[tuple[str, ...]] = ("table",)

    def __init__(self, session: Session, book: Book | None = None, look: int | None = None) -> None:
        """Sit down.

        Args:
            session: The match, begun or resumed.
            book: What it is kept in; None makes one with the first step.
            look: How many of its steps to look at first; None is as it stands.
        """
        super().__init__(session)
        self._look = look if look is not None and look < len(session.steps) else None
        self._keeper = Keeper(book)
        self._rules = RulesFile(session)
        self._thinking: Worker[None] | None = None
        self._kept_tree: Exploration | None = None
        self._hearing: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Let the match go on, and follow what others do in it, and the file of its game."""
        self.call_after_refresh(self.house.world.library.open_soon)
        trouble = self._take_kept_tree()
        self._go_on()
        self._listen()
        if self._keeper.old_rules and not trouble:
            trouble = _("the rules of this game have changed; this match goes on under its own")
        if trouble := trouble or slowness(self.house.world, self.session):
            self._say(trouble)
        if self._rules.path:
            self.set_interval(WATCH, self.follow_file)
        self._set_clocks(True)
        self.set_interval(TICK, self._tick)
        self.set_interval(AGAIN, self._keep_again)

    def _tick(self) -> None:
        """Show what the clocks show now; end the match if somebody's time is up."""
        clock = self.session.clock
        if clock is None or clock.running is None or self.session.outcome:
            return
        now = self.house.world.now()
        if clock.fallen(now) is not None and self._calls_time:
            self.change(self.session.flag(now))
        elif self.is_whole:
            self.draw_clocks()

    @property
    def _calls_time(self) -> bool:
        """Whether it is here that time is called."""
        return True

    def _set_clocks(self, are_here: bool) -> None:
        """Let the clock of a match stand while nobody is at its table, and run again."""
        session = self.session
        if session.clock is None or not session.terms.waits or session.outcome:
            return
        for seat in self.here:
            with suppress(GameError):
                ask = session.come_back if are_here else session.go_away
                self.change(ask(seat, self.house.world.now()))

    # What is shown

    @property
    def seat(self) -> Seat | None:
        """The person whose turn it is; None when it is a bot's, or the match is over."""
        if self.is_exploring:
            return super().seat
        mover = self.session.mover
        return mover if mover in self.here and self.session.begun else None

    @property
    def here(self) -> tuple[Seat, ...]:
        """The seats of those at this keyboard."""
        return persons(self.session)

    @property
    def seats_here(self) -> tuple[Seat, ...]:
        """The seats that are played at this keyboard."""
        return super().seats_here if self.is_exploring else self.here

    def thinks_for(self, session: Session, mover: Seat) -> bool:
        """Whether it is here that a program finds what `mover` does."""
        return session.seats[mover].kind in ("bot", "engine")

    @property
    def is_thinking(self) -> bool:
        """Whether a bot is thinking about its move."""
        return self._thinking is not None and not self.is_exploring

    def header(self, columns: int) -> Line:
        """Everything critical."""
        state = self._state()
        signs = side_signs(self.session.game, self.house.mode)
        alarm = _("FAULTY RULES") if self._rules.fault else ""
        alarm = _("NOT SAVED") if self._keeper.trouble else alarm
        number = round_after(self.turns, self.at, self.shown)
        return header_line(self.course, self.shown, signs, state, columns, number, alarm)

    def _state(self) -> Piece:
        """What matters most, at the right of the header."""
        state = state_piece(self.session, self.shown, self.is_thinking, self._look_words())
        left = running_words(self.session, self.house.world.now())
        return replace(state, text=f"{state.text} {left}") if left else state

    def _remarks(self, columns: int) -> list[Line]:
        """The clocks, and what a bot thinks."""
        clocks = clock_lines(self.session, self.house.world.now(), columns)
        return [*([EMPTY, *clocks] if clocks else []), *super()._remarks(columns)]

    def offered(self) -> list[Action]:
        """While nothing can be played, only what can be done all the same."""
        offered = super().offered()
        if self.is_exploring or (not self.session.outcome and self.is_live):
            return offered
        return [action for action in offered if action.id not in PLAYING]

    def _alarm(self) -> str:
        return self._rules.fault_words(self.key("table.faults"))

    def _situation(self, room: int) -> str:
        """What must or may happen now."""
        session = self.session
        if self.is_exploring or self._hint is not None:
            return super()._situation(room)
        if not self.is_live:
            told = _("Looking back {place}; {key} returns to the game.")
            return told.format(place=self._place_words(), key=self.key("table.live"))
        if session.outcome:
            return outcome_words(session)
        mover = session.mover
        before = turn_words(session, self.turns) if session.position.step == 0 else ""
        if mover is not None and session.seats[mover].kind != "person":
            told = _("{name} is thinking.").format(name=called(session.seats[mover]))
            return f"{before} {sentence(told)}".strip()
        told = sentence(self._prompt()).rstrip(".") + "."
        before = "" if self._field else before
        both = f"{before} {told}".strip()
        return both if cell_len(both) <= room else told

    def _offers(self) -> list[tuple[str, str]]:
        """What can be done besides picking cells: ids of actions, with words for them."""
        offers = super()._offers()
        return (
            offers if self.is_live or self.is_exploring else [("table.live", _("back to the game"))]
        )

    # How the match goes on

    @property
    def whole(self) -> Session:
        """The match with everything that has been done in it, also what is not shown here yet."""
        return self.session

    def change(self, entry: Entry) -> None:
        """Fold an entry in, keep it, show it; nothing is in time once somebody's time is up."""
        self._stop_thinking()
        now = self.house.world.now()
        if self.session.clock and self.session.clock.fallen(now) is not None:
            entry = self.session.flag(now)
        mine = not isinstance(entry, Started) and entry.seat in self.here
        if mine:
            self._rules.settle()
            self._keeper.settle()
            self._look = None
        self._follow(self.whole.after(self.whole.dated(entry, self.house.world.now())))
        if mine or self.is_live:
            self._ask = self._standing
            self._said = ""
        self._keep()
        self._go_on()

    def _keep(self) -> None:
        """Keep the match for good; what cannot be kept is said once and played on."""
        self._said = self._keeper.keep(self.whole, self.house.world) or self._said
        if self._keeper.newer is not None:
            self._follow(self._keeper.newer)
        self._listen()

    def _keep_again(self) -> None:
        """Try again what could not be kept; others may be waiting for it."""
        if not self._keeper.trouble or not self.is_whole:
            return
        self._keep()
        if not self._keeper.trouble:
            self._stop_thinking()
            self._said = ""
            self._go_on()

    def _listen(self) -> None:
        """Hear from now on what others do in the match, if it is in a book."""
        if self._hearing is not None and not self._hearing.done():
            return
        news = self._keeper.news()
        if news is not None:
            self._hearing = asyncio.create_task(self._hear(news))

    async def _hear(self, news: AsyncGenerator[Session, None]) -> None:
        """Show what others have done, as if it had been done here."""
        try:
            async for session in news:
                before = self.session.mover
                self._stop_thinking()
                self._follow(session)
                self._said = ""
                self._go_on()
                if before not in self.here:
                    self._ring()
        except GameError as error:
            self._say(said(error))

    def _stop_listening(self) -> None:
        if self._hearing is not None:
            self._hearing.cancel()
            self._hearing = None

    def on_unmount(self) -> None:
        """Nobody looks any more."""
        self._stop_listening()

    def keep_exploring(self) -> None:
        """Put what was tried beside the match on the disk; a failure is told and played on."""
        explorer = self._explorer
        if self._kept_tree == explorer.tree or not (explorer.is_worth_keeping or self._kept_tree):
            return
        if self._keeper.path is None:
            self._keep()
        if self._keeper.path is None:
            return
        try:
            explorings.write(explorings.beside(self._keeper.path), explorer.tree)
            self._kept_tree = explorer.tree
        except SaveError as error:
            self._said = sentence(said(error))

    def _take_kept_tree(self) -> str:
        """Go on with what was tried earlier; what is wrong with its file, or ""."""
        if self._keeper.path is None:
            return ""
        try:
            self._kept_tree = explorings.read(explorings.beside(self._keeper.path))
        except SaveError as error:
            return said(error)
        self.take_tree(self._kept_tree)
        return ""

    def _go_on(self) -> None:
        """Show the match, and ask or think where that is what comes next."""
        session = self.session
        mover = session.mover
        # Who looks elsewhere goes on with what was asked there.
        asked = self._ask if self._ask is not self._standing and not self.is_live else None
        self._standing = None
        if session.outcome:
            self.house.world.engines.close()
            self._standing = self._end()
        elif mover is not None and self.thinks_for(session, mover):
            self._thinking = self.run_worker(self._think(session, mover))
        elif mover is not None and self._must_pass(session, mover):
            side = side_name(session, session.position, mover)
            usual = _("there is no legal move; you must pass")
            why = said(session.game.words("pass", usual))
            self._standing = Ask(
                f"{turn_words(session, self._turns)} {side}: {why}.".strip(),
                (Option("Enter", _("pass"), lambda: self._try("pass")),),
                stays=True,
            )
        self._ask = asked or self._standing
        steps_typed = self._field is not None and self._field.steps
        if steps_typed and self.is_live and (self._ask or self.seat is None):
            self.close_field()
        self.draw()

    def _must_pass(self, session: Session, mover: Seat) -> bool:
        """Whether there is nothing but to pass, for somebody here."""
        return mover in self.here and [step.verb for step in session.position.steps] == ["pass"]

    def _end(self) -> Ask:
        way_out = _("back to the lobby") if self.house.has_lobby else _("quit")
        return Ask(
            outcome_words(self.session),
            (
                Option("a", _("play again"), self.rematch),
                Option(self.key("app.leave"), way_out, self.leave),
                Option(self.key("table.back_step"), _("look back"), self.action_back_step),
            ),
            stays=True,
        )

    def play(self, token: str) -> None:
        """Make a step for the person whose turn it is."""
        if self.is_exploring:
            super().play(token)
        elif self.seat is not None:
            entry = self.session.step(self.seat, token)
            self._picks = ()
            self.change(entry)

    def action_undo(self) -> None:
        """Undo a pick, or the last step of the turn."""
        if (self._picks and self.is_live) or self.is_exploring:
            super().action_undo()
            return
        if self.seat is None or not self.may_play:
            self._say(self._why_not_now())
            return
        try:
            self.change(self.session.undo(self.seat))
        except GameError as error:
            told = _("{error}; {keys} takes back a whole turn")
            self._say(told.format(error=said(error), keys=f"{self.key('table.offers')} t"))

    def action_offers(self) -> None:
        """What players may ask of each other."""
        self.ask(Offers(self).menu())

    def _why_not_now(self) -> str:
        if self.is_exploring:
            return super()._why_not_now()
        if not self.is_live:
            return self._situation(200)
        if self.session.outcome:
            return outcome_words(self.session)
        mover = self.session.mover or 0
        return _("{name} is to move").format(name=called(self.session.seats[mover]))

    def rematch(self) -> None:
        """A new match; the other one begins."""
        self._stop_listening()
        self._keeper = Keeper()
        self._look = None
        self.is_exploring = False
        self._picks = ()
        self._said = ""
        self._take(rematch(self.session, self.house.world))
        self._kept_tree = None
        self.take_tree(Exploration())
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
        self.is_exploring = False
        self._look = None
        if session.log != self.session.log:
            self._stop_listening()
            self._said = self._keeper.change_rules(session, dropped, self.house.world)
        self._take(session)
        self.take_tree(self._explorer.tree)
        self._listen()
        told = _("rules reloaded")
        if dropped:
            lost = ngettext("{count} step no longer fits", "{count} steps no longer fit", dropped)
            told += f"; {lost.format(count=dropped)}"
            mover = session.mover
            if mover is not None and self.thinks_for(session, mover):
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
            choice = await bot_choice(self.house.world, session)
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
        if isinstance(choice, Choice):
            after = session.position.play(choice.step)
            self._choices[after] = (mover, choice)
        self.change(entry_of(session, choice))
        self._ring()

    def _ring(self) -> None:
        """Tell by the bell that it is the turn of somebody here, where that is wanted."""
        if self.session.mover in self.here and self.settings.bell == "on":
            self.app.bell()

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
        self._set_clocks(False)
        self._stop_thinking()
        self.house.world.engines.close()
        self.keep_exploring()
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
            (
                Option("y", _("yes, leave"), leave),
                Option("n", _("no, stay"), partial(self.ask, None)),
            ),
            leaves=True,
        )
        self.draw()
        return True
