"""The table: one match, played by persons and bots at this keyboard.

The screen holds a `Session` and shows it whole after every change. What a person wants is asked of
the session; the entry that comes back is kept in the book and folded in. While a question is open
(`Ask`), its keys go before all others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual import events, on
from textual.containers import Container, Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input
from textual.worker import Worker

from core import catalog
from core.errors import GameError, SaveError
from core.language.problems import DefinitionError
from core.match.session import (
    Entry,
    Resigned,
    Seat,
    Session,
    Started,
    Stepped,
    round_after,
)
from core.rules.game import Position, Step
from core.store.autosave import Autosave, forget
from tui import picking
from tui.arrange import SMALL, Arrangement, arrange, chrome, sizes
from tui.keys import Action, shown
from tui.language import _, ngettext
from tui.lines import EMPTY, Line, Piece, fitting, flowing, line, spread, wrapped
from tui.news import (
    cell_words,
    header_line,
    outcome_words,
    persons,
    sentence,
    state_piece,
    turn_words,
)
from tui.picture import Picture
from tui.plan import Scale
from tui.screens.page import Page
from tui.screens.rules import rules_page
from tui.screens.text import TextPage
from tui.seating import CHAIRS, PERSON, called, log_name, player
from tui.signs import color_signs, marks_of, side_signs
from tui.view import picture_of
from tui.widgets.board import Board, Direction
from tui.widgets.colors import Tally, legend, tally, tally_lines
from tui.widgets.lines import Lines
from tui.widgets.log import log_of
from tui.widgets.seats import measure_lines, seat_lines, side_name


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to a question."""

    key: str
    words: str
    do: Callable[[], object]
    also: str = ""
    """Another key for it, which is not shown."""
    dim: bool = False
    """Whether it would lead to nothing now."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question in the message line; its answers are in the line below."""

    words: str
    options: tuple[Option, ...]
    stays: bool = False
    """Whether it stays open when another key is pressed, which then does what it always does."""
    leaves: bool = False
    """Whether it asks about leaving, so that asking to leave again is an answer."""


PLAYING = ("table.pick", "table.undo", "table.type")
"""Actions that the last line leaves out while nothing can be played."""
FEW = 32
"""Legal cells that are marked on any board."""
WATCH = 1.0
"""Seconds between two looks at the file of the game."""
FEWEST = 3
"""Rows of the log below which the panel leaves out how far the seats are."""


class TablePage(Page):
    """The board, who plays, what was played, and what can be done now."""

    PARTS: ClassVar[tuple[str, ...]] = ("table",)

    def __init__(self, session: Session, book: Autosave | None = None) -> None:
        """Sit down.

        Args:
            session: The match, begun or resumed.
            book: The file it is kept in; None makes one with the first step.
        """
        super().__init__()
        self._take(session)
        self._book = book
        self._unkept = ""
        self._whole: Session | None = None
        self._outdated: list[Path] = []
        self._file = _file_of(session)
        self._stamp = catalog.stamp(self._file) if self._file else (0, 0)
        self._faults: GameError | None = None
        self._look: int | None = None
        self._picks: picking.Picks = ()
        self._ask: Ask | None = None
        self._standing: Ask | None = None
        self._said = ""
        self._scale: Scale | None = None
        self._focus = False
        self._typing = False
        self._thinking: Worker[None] | None = None

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
            field = Input(id="typed", compact=True)
            field.cursor_blink = False
            yield field

    def begin(self) -> None:
        """Let the match go on, and follow the file of its game."""
        self._go_on()
        if self._file:
            self.set_interval(WATCH, self.follow_file)

    def _take(self, session: Session) -> None:
        """Hold a match, and its turns, which take long to find in a long match."""
        self.session = session
        self._turns = session.turns

    # What is shown

    @property
    def shown(self) -> Position:
        """The position on the board: that of the match, or an earlier one."""
        if self._look is None:
            return self.session.position
        return self.session.positions[self._look]

    @property
    def _asked(self) -> Ask | None:
        """The question to show: one that stays waits while a person looks back."""
        return None if self._ask and self._ask.stays and self._look is not None else self._ask

    @property
    def board(self) -> Board:
        """The board."""
        return self.query_one("#board", Board)

    @property
    def seat(self) -> Seat | None:
        """The person whose turn it is; None when it is a bot's, or the match is over."""
        mover = self.session.mover
        return mover if mover in persons(self.session) else None

    def header(self, columns: int) -> Line:
        """Everything critical."""
        look = ""
        if self._look is not None:
            look = _("LOOKING BACK {step} of {steps}").format(
                step=self._look, steps=len(self.session.steps)
            )
        state = state_piece(self.session, self.shown, self._is_thinking, look)
        signs = side_signs(self.session.game, self.house.mode)
        alarm = _("NOT SAVED") if self._unkept else _("FAULTY RULES") if self._faults else ""
        at = len(self.session.steps) if self._look is None else self._look
        number = round_after(self._turns, at, self.shown)
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

    def draw(self) -> None:
        """Show the match as it is now."""
        if not self.is_whole:
            return
        super().draw()
        board = self.board
        table = self._tally()
        place = self._arrangement(table)
        board.color_mode = "none" if self.house.letters else self.house.mode
        board.ascii = self.house.is_ascii
        board.scale = place.board.scale
        board.picture = self._picture()
        self._draw_panel(place, table)
        self._draw_talk()

    def dress(self) -> None:
        """Follow a change of colors or characters."""
        super().dress()
        if self.is_mounted:
            self.board.refresh()

    def _arrangement(self, table: Tally | None) -> Arrangement:
        return arrange(
            self.size.width,
            self.size.height,
            self._picture(),
            scale=self._scale,
            focus=self._focus,
            tables=table.rooms if table else (),
        )

    def _tally(self) -> Tally | None:
        game, position = self.session.game, self.shown
        return tally(
            position,
            color_signs(game, self.house.mode),
            side_signs(game, self.house.mode),
            marks_of(game.definition),
        )

    def _picture(self) -> Picture:
        position = self.shown
        last, captured = self._last()
        lit = self._lit() if self._look is None and self.seat is not None else frozenset()
        return picture_of(
            self.session.game,
            position,
            picks=self._picks,
            targets=lit,
            last=last,
            captured=captured,
        )

    def _lit(self) -> frozenset[str]:
        """The cells to mark as legal.

        While most cells are legal, marks say little, and changing them all costs a slow line dear.
        """
        position = self.session.position
        found = picking.targets(position, self._picks)
        few = self._picks or len(found) <= max(FEW, len(position.game.cells) // 2)
        wanted = self.settings.legal
        return found if wanted == "all" or (wanted == "few" and few) else frozenset()

    def _draw_panel(self, place: Arrangement, table: Tally | None) -> None:
        columns = place.panel
        narrow = not columns and self._focus and self.size.width < 60
        if narrow:
            columns = self.size.width - 1
        self.query_one("#well").display = not narrow
        self.query_one("#bar").display = bool(columns) and not narrow
        panel = self.query_one("#panel")
        panel.display = bool(columns)
        panel.styles.width = columns
        bar = line(Piece(" | ", "dim"))
        self.query_one("#bar", Lines).show([bar] * self.size.height)
        strip = self._tally_lines(table, self.size.width - 2, place.close)
        self._fit("#strip", strip if place.table == "strip" else [])
        if not columns:
            return
        close = place.close if not narrow else columns < (table.rooms[0][0] if table else 0)
        colors = self._tally_lines(table, columns, close)
        if not narrow and place.table != "panel":
            colors = []
        signs = side_signs(self.session.game, self.house.mode)
        seats = seat_lines(self.session, self.shown, columns, signs, self._is_thinking)
        measures = measure_lines(self.shown, columns - 1, signs)
        parts = [part for part in (seats, measures, colors) if part]
        rows = self.size.height - chrome(self.size.height) - 1
        rows -= len(strip) if place.table == "strip" else 0
        if sum(len(part) + 1 for part in parts) + FEWEST > rows:
            parts = [part for part in parts if part is not measures]
        self._fit("#seats", [row for part in parts for row in (EMPTY, *part)])
        self._draw_log(columns)

    def _tally_lines(self, table: Tally | None, columns: int, close: bool) -> list[Line]:
        if table is None:
            return []
        lines = tally_lines(table, columns, close)
        if self.size.height >= 30:
            told = [line(Piece(words, "dim")) for words in legend(table)]
            lines += flowing(told, columns)
        return lines

    def _draw_log(self, columns: int) -> None:
        at = len(self.session.steps) if self._look is None else self._look
        signs = side_signs(self.session.game, self.house.mode)
        log = log_of(self.session, self._turns, columns, at, signs)
        lines = self.query_one("#log", Lines)
        lines.show(log.lines)
        lines.reveal(log.current)
        back, on_ = self.key("table.back_step"), self.key("table.on_step")
        hint = line(
            Piece(back, "key", "do table.back_step"), " ",
            Piece(on_, "key", "do table.on_step"), Piece(f" {_('look back')} ", "dim"),
        )  # fmt: skip
        title = line(Piece(_("MOVES"), "dim"))
        self.query_one("#heading", Lines).show([spread(title, hint, columns)])

    def _fit(self, id: str, lines: list[Line]) -> None:
        """Show lines in a widget as high as they are many."""
        widget = self.query_one(id, Lines)
        widget.display = bool(lines)
        widget.show(lines)

    def _draw_talk(self) -> None:
        self.query_one("#footer").display = self.size.height >= SMALL
        self.draw_edges()
        columns = self.size.width - 2
        ask = self._asked
        words = self._said if self._said else ask.words if ask else self._situation(columns * 2)
        if self._faults and not self._said and not self._asked:
            words = self._fault_words(self._faults)
        role = "warn" if self._said or (self._faults and not self._asked) else ""
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
        if self._typing:
            return _("type one step or several with commas between; Enter plays them, Esc does not")
        if self._picks:
            told = _("from {cell}: pick where to; {key} puts it back")
            return told.format(cell=self._picks[-1], key=self.key("app.cancel"))
        told = position.prompt
        if any(step.verb == "swap" for step in position.steps):
            other = side_name(self.session, position, 1 - (position.mover or 0))
            swap = _("{prompt}, or {key} to swap sides and take over {side}")
            told = swap.format(prompt=told, key=self.key("table.swap"), side=other)
        return told

    def _move_line(self, columns: int) -> Line:
        """The move being made, and what can be done with it; or the answers to a question."""
        if self._asked:
            answers = [
                line(
                    Piece(option.key, "dim" if option.dim else "key", f"answer {option.key}"),
                    Piece(f" {option.words}", "dim" if option.dim else "", f"answer {option.key}"),
                )
                for option in self._asked.options
            ]
            rows = flowing(answers, columns, "   ")
            return rows[0] if rows else EMPTY
        made = ""
        if self._turns and not self._turns[-1].ended:
            made = self._turns[-1].text
        if self._picks:
            made += "-".join(self._picks) + "-"
        if self._typing:
            return line(Piece(f"{_('move')}> ", "dim"))
        left = line(Piece(f"{_('move')}> ", "dim"), Piece(f"{made}_", "strong"))
        if self.seat is None or self._look is not None:
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
            "table.done": words("stop", _("end the turn")) if position.may_stop else "",
            "table.swap": words("swap", _("swap sides")) if "swap" in verbs else "",
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

    def _last(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The cells of the last turn, and those it captured."""
        at = len(self.session.steps) if self._look is None else self._look
        steps = self.session.steps[:at]
        if not steps:
            return (), ()
        turn = next(turn for turn in reversed(self._turns) if turn.first < at)
        made = self.session.steps[turn.first : at]
        cells = tuple(played.step.cells[-1] for played in made if played.step.cells)
        captured = tuple(cell for played in made for cell in played.captured)
        return cells, captured

    # How the match goes on

    def _change(self, entry: Entry) -> None:
        """Fold an entry in, keep it, show it."""
        self._stop_thinking()
        if not isinstance(entry, Started) and entry.seat in persons(self.session):
            self._whole = None
            self._outdated.clear()
        self._take(self.session.after(entry))
        self._look = None
        self._picks = ()
        self._ask = None
        self._said = ""
        self._keep()
        self._go_on()

    def _keep(self) -> None:
        """Put the match on the disk; what cannot be kept is said once and played on."""
        world = self.house.world
        try:
            if self._book is None:
                self._book = Autosave.create(world.home.matches, self.session, world.now())
            self._book.keep(self.session, world.now())
            self._unkept = ""
        except SaveError as error:
            if str(error) != self._unkept:
                self._unkept = self._said = str(error)

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
            why = session.game.words("pass", _("there is no legal move; you must pass"))
            self._ask = Ask(
                f"{turn_words(session, self._turns)} {side}: {why}.".strip(),
                (Option("Enter", _("pass"), lambda: self._play("pass")),),
                stays=True,
            )
        self._standing = self._ask
        self.draw()

    def _end(self) -> Ask:
        return Ask(
            outcome_words(self.session),
            (
                Option("r", _("rematch"), self._rematch),
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
            self._change(self.session.step(seat, token))
        except GameError as error:
            self._say(str(error))

    def _why_not_now(self) -> str:
        if self.session.outcome:
            return outcome_words(self.session)
        mover = self.session.mover or 0
        return _("{name} is to move").format(name=called(self.session.seats[mover]))

    def _say(self, words: str) -> None:
        """Say something until the next thing happens."""
        self._said = sentence(words)
        self._draw_talk()

    def tell(self, words: str) -> None:
        """Say something."""
        self._say(words)

    # The file of the game

    def follow_file(self) -> None:
        """Play on under new rules when the file of the game has changed.

        Steps that no longer fit are left out, but not forgotten before a person plays on: they
        come back when the file is changed so that they fit again.
        """
        if self._file is None or (stamp := catalog.stamp(self._file)) == self._stamp:
            return
        self._stamp = stamp
        try:
            game = catalog.load(self.session.started.game)
            whole = self._whole or self.session
            session, dropped = whole.under(game)
        except GameError as error:
            self._faults = error
            self._said = ""  # whatever it was, the faults are newer
            self._draw_talk()
            return
        self._faults = None
        self._stop_thinking()
        if self._typing:
            self._stop_typing()
        self._look = None
        self._picks = ()
        self._whole = whole if dropped else None
        self._change_rules(session, dropped)
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

    def _change_rules(self, session: Session, dropped: int) -> None:
        """Take the match under other rules, and keep it in a file of its own.

        The files it was in so far are removed when everything in them fits the new rules.
        """
        if session.log == self.session.log:
            self._take(session)
            return
        if self._book is not None:
            self._outdated.append(self._book.path)
        self._close()
        self._book = None
        self._take(session)
        if session.entries:
            self._keep()
        if not dropped and not self._unkept:
            for path in self._outdated:
                with suppress(SaveError):
                    forget(path)
            self._outdated.clear()

    def _fault_words(self, error: GameError) -> str:
        """The first fault of the file, and how many more there are."""
        problems = error.problems if isinstance(error, DefinitionError) else ()
        if not problems:
            return str(error)
        first = problems[0]
        place = f"{Path(first.file).name}:{first.line}:{first.column}"
        more = _("{key} shows more")
        if len(problems) > 1:
            more = _("and {count} more; {key} shows all")
        more = more.format(count=len(problems) - 1, key=self.key("table.faults"))
        return f"{place}: {first.severity}: {first.message} ({more})"

    def action_faults(self) -> None:
        """Everything that is wrong with the file of the game."""
        error = self._faults
        if error is None:
            self._say(_("nothing is wrong with the file of this game"))
            return
        told = error.render() if isinstance(error, DefinitionError) else str(error)

        def rows(columns: int) -> list[Line]:
            return [row for text in told.splitlines() for row in fault_rows(text, columns)]

        self.app.push_screen(TextPage(_("What is wrong with the game's file"), rows))

    def _rematch(self) -> None:
        """A new match; the other one begins."""
        game = self.session.game
        start = game.start(seed=self.house.world.chance.getrandbits(32))
        self._close()
        self._book = None
        self._look = None
        self._picks = ()
        self._said = ""
        self._take(Session.begin(game, start, (*self.session.seats[1:], self.session.seats[0])))
        self._go_on()

    # Bots

    @property
    def _is_thinking(self) -> bool:
        return self._thinking is not None

    async def _think(self, session: Session, mover: Seat) -> None:
        """Let the bot whose turn it is find a step, and make it."""
        try:
            token = await self._found(session, mover)
        except GameError as error:
            self._thinking = None
            self._ask = self._standing = Ask(
                sentence(f"{error}."),
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
        self._change(Resigned(mover) if token is None else Stepped(mover, token))
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
        self._change(self.session.reseat(seat, player(choice, log_name(choice, seat))))

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
        self._close()
        self.dismiss("")

    def asks_to_leave(self, leave: Callable[[], object]) -> bool:
        """Ask whether to leave a match that cannot be saved, unless that has just been asked."""
        if not self._unkept or (self._ask and self._ask.leaves):
            return False
        self._keep()
        if not self._unkept:
            return False
        self._said = ""
        self._ask = Ask(
            _("{fault}. Leave all the same? The game is then lost.").format(
                fault=sentence(self._unkept)
            ),
            (Option("y", _("yes, leave"), leave), Option("n", _("no, stay"), self._never_mind)),
            leaves=True,
        )
        self.draw()
        return True

    def _close(self) -> None:
        if self._book is not None:
            self._book.close()

    # Keys and clicks

    async def key_pressed(self, event: events.Key) -> None:
        """Answers to an open question go before everything else."""
        if self._typing:
            self._type(event)
            return
        self._said, said = "", self._said
        if self._asked and self._answer(event.key, event.character):
            event.stop()
            return
        if self._ask and not self._ask.stays:
            self._ask = self._standing
            self._draw_talk()
        elif said:
            self._draw_talk()
        await super().key_pressed(event)

    def _answer(self, key: str, character: str | None) -> bool:
        """Do what a key answers; whether it does."""
        assert self._ask is not None
        for option in self._ask.options:
            named = {option.key, option.also or option.key}
            if {character, key} & named or (option.key == "Enter" and key == "enter"):
                option.do()
                return True
        return False

    @on(Lines.Pressed)
    def press(self, event: Lines.Pressed) -> None:
        """Answer by a click, or look at a turn of the log."""
        kind, _, what = event.press.partition(" ")
        if kind == "answer" and self._ask:
            self._answer(what, what)
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
                    f"{words(step.action)} ({step.token})",
                    partial(self._play, step.token),
                )
                for number, step in enumerate(steps[:9], start=1)
            ),
        )

    def action_pick(self) -> None:
        """Pick the cell under the cursor."""
        self.board.pick()

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

    def action_next_target(self) -> None:
        """Cursor to the next legal cell, as read."""
        self._jump(1)

    def action_previous_target(self) -> None:
        """Cursor to the legal cell before, as read."""
        self._jump(-1)

    def _jump(self, by: int) -> None:
        legal = picking.targets(self.session.position, self._picks) if self.seat is not None else ()
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
            self._say(told.format(prompt=position.prompt))
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
        if self._picks:
            self._picks = self._picks[:-1]
            self.draw()
            return
        seat = self.seat
        if seat is None:
            self._say(self._why_not_now())
            return
        try:
            self._change(self.session.undo(seat))
        except GameError as error:
            told = _("{error}; {keys} takes back a whole turn")
            self._say(told.format(error=error, keys=f"{self.key('table.offers')} t"))

    def cancel(self) -> None:
        """Put back what was picked for a step; a match is never left by this."""
        self._picks = ()
        self._ask = self._standing
        self.draw()

    def action_offers(self) -> None:
        """What players may ask of each other."""
        swap = any(step.verb == "swap" for step in self.session.position.steps)
        dim = not self._may_take_back()
        options = [Option("t", _("take back a turn"), self._take_back, dim=dim)]
        if swap and self.seat is not None:
            key = self.key("table.swap")
            options.append(Option(key, _("swap sides"), self.action_swap, also="s"))
        if not self.session.outcome and persons(self.session):
            options.append(Option("R", _("resign"), self._ask_resign))
        options.append(Option("r", _("rematch"), self._ask_rematch))
        options.append(Option("Esc", _("never mind"), self._never_mind))
        self._ask = Ask(_("What do you want to do?"), tuple(options))
        self._draw_talk()

    def _take_back(self) -> None:
        """Back to the last choice of a person: the only one, or whoever moved last."""
        self._ask = self._standing
        try:
            self._change(self.session.take_back(self._back_seat))
        except GameError as error:
            self.draw()
            self._say(str(error))

    def _may_take_back(self) -> bool:
        try:
            self.session.take_back(self._back_seat)
        except GameError:
            return False
        return True

    @property
    def _back_seat(self) -> Seat:
        """Whose choice a turn is taken back to."""
        here = persons(self.session)
        steps = self.session.steps
        return here[0] if len(here) == 1 else steps[-1].seat if steps else 0

    def _ask_resign(self) -> None:
        here = persons(self.session)
        mover = self.session.mover or 0
        seat = here[0] if len(here) == 1 else mover
        side = side_name(self.session, self.session.position, seat)
        self._ask = Ask(
            _("Really resign as {side}? The game is then lost.").format(side=side),
            (
                Option("y", _("yes, resign"), lambda: self._resign(seat)),
                Option("n", _("no, play on"), self._never_mind),
            ),
        )
        self._draw_talk()

    def _resign(self, seat: Seat) -> None:
        try:
            self._change(self.session.resign(seat))
        except GameError as error:
            self._say(str(error))

    def _ask_rematch(self) -> None:
        if self.session.outcome or not self.session.steps:
            self._rematch()
            return
        self._ask = Ask(
            _("Leave this game unfinished and begin another?"),
            (
                Option("y", _("yes, begin another"), self._rematch),
                Option("n", _("no, play on"), self._never_mind),
            ),
        )
        self._draw_talk()

    def _never_mind(self) -> None:
        self._ask = self._standing
        self.draw()

    def action_say(self) -> None:
        """Describe the cell under the cursor, and why it cannot be picked."""
        cell = self.board.cursor
        told = cell_words(self.shown, cell)
        if self._look is None and self.seat is not None:
            reason = picking.refusal(self.session.position, self._picks, cell)
            # The cell has been named: what is said of it need not begin with it.
            reason = re.sub(f"^{re.escape(cell)}(: | (?=is ))", "", reason)
            reason = f"it {reason}" if reason.startswith("is ") else reason
            told += f"; {reason or _('you may pick it')}"
        self._say(told)

    # Typed moves

    def action_type(self) -> None:
        """Type moves."""
        if self.seat is None or self._look is not None:
            self._say(self._why_not_now() if self.seat is None else self._situation(200))
            return
        self._typing = True
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
        self._said = ""
        self.remove_class("-typing")
        self.set_focus(None)
        self._draw_talk()

    def _play_typed(self, text: str) -> None:
        """Make the typed steps, all or none."""
        steps: list[Step] = []
        if text.strip():
            try:
                steps = picking.typed(self.session.position, text, persons(self.session))
            except GameError as error:
                self._say(str(error))
                # The next character typed replaces what was refused.
                self.query_one("#typed", Input).action_select_all()
                return
        self._stop_typing()
        for step in steps:
            if self.seat is not None:
                self._play(step.token)
        self.draw()

    # Looking back

    def action_back_step(self) -> None:
        """One step back."""
        at = len(self.session.steps) if self._look is None else self._look
        self._look_at(at - 1)

    def action_on_step(self) -> None:
        """One step on."""
        if self._look is not None:
            self._look_at(self._look + 1)

    def action_back_turn(self) -> None:
        """To the end of the turn before."""
        at = len(self.session.steps) if self._look is None else self._look
        ends = [turn.first for turn in self._turns if turn.first < at]
        self._look_at(ends[-1] if ends else 0)

    def action_on_turn(self) -> None:
        """To the end of the next turn."""
        if self._look is not None:
            at = self._look
            ends = [turn.first for turn in self._turns if turn.first > at]
            self._look_at(ends[0] if ends else len(self.session.steps))

    def action_first(self) -> None:
        """To the start."""
        self._look_at(0)

    def action_live(self) -> None:
        """To the match as it stands."""
        self._look_at(len(self.session.steps))

    def _look_at(self, steps: int) -> None:
        """Show the position after this many steps."""
        last = len(self.session.steps)
        at = max(0, min(steps, last))
        self._look = at if at < last else None
        self._picks = ()
        self.draw()

    def action_log_up(self) -> None:
        """Earlier moves."""
        self.query_one("#log", Lines).scroll(-5)

    def action_log_down(self) -> None:
        """Later moves."""
        self.query_one("#log", Lines).scroll(5)

    # The look of the table

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

    def action_panels(self) -> None:
        """Hide or show the panels."""
        self._focus = not self._focus
        self._scale = None
        self.draw()

    def action_rules(self) -> None:
        """The rules of this game."""
        self.app.push_screen(rules_page(self.session.game.definition))


def fault_rows(text: str, columns: int) -> list[Line]:
    """A line of what is wrong with a file: quoted lines as they are, others wrapped."""
    if re.match(r" {0,6}\d* *\|", text):
        return [line(text)]
    return wrapped(text, columns)


def _file_of(session: Session) -> Path | None:
    """The file of a match's game, where it is not one that is shipped."""
    if session.started.game == session.game.id:
        return None
    return Path(session.game.definition.file).absolute()
