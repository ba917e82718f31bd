"""The table in line mode: one match, and a method for every command that works there."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from typing import Any

from core.bots.bot import Choice, strength
from core.errors import GameError
from core.match.entries import KINDS, Said
from core.match.exploring import Exploration
from core.match.records.formats import FORMATS
from core.match.records.record import Record
from core.match.session import Entry, Seat, Stepped
from core.rules import notation
from core.rules.game import Position
from core.store import explorings
from tui import picking
from tui.advice import valued
from tui.language import _, ngettext, said
from tui.news import persons
from tui.plain import words
from tui.plain.facts import clock_lines, entry_lines, seat_line
from tui.plain.lobby import first_line
from tui.plain.words import Moment
from tui.playing import Match, back_seat, giving_up, slowness
from tui.recording import written
from tui.rulesfile import RulesFile
from tui.seating import CHAIRS, called, chair, log_name, player
from tui.world import World

Wait = Callable[[Coroutine[Any, Any, Any]], Any]
"""Waits for a bot."""

HINT = "5"
"""The level that gives hints where none is named."""
HINT_SECONDS = 2.0
"""The most that a hint may take."""
_OFFERS = (*KINDS, "off")
_TOUCHLESS = ("pass", "swap", "stop")


class Table:
    """A match at hand. Every command gives the lines of its answer, one at least."""

    def __init__(self, world: World, match: Match, wait: Wait) -> None:
        """Sit down.

        Args:
            world: Who thinks for hints.
            match: What is played.
            wait: Runs what takes long until it is done.
        """
        self.match = match
        self._world = world
        self._wait = wait
        self._look: int | None = None
        self._rules = RulesFile(match.session)
        self.dropped = 0
        """How many steps of the match do not fit its rules since these have changed."""

    @property
    def moment(self) -> Moment:
        """What is looked at: the match as it stands, or as it stood."""
        session = self.match.session
        at = len(session.steps) if self._look is None else self._look
        return Moment(session, self.match.turns, at)

    def begin(self) -> Iterator[str]:
        """Which match it is, and whose turn; bots that are to move do so."""
        yield words.game_line(self.match.session)
        if told := slowness(self._world, self.match.session):
            yield f"SLOW {told}"
        yield from self.go_on()

    def go_on(self) -> Iterator[str]:
        """Let bots move until a person is to, then say whose turn it is."""
        while self.match.waits_for_bot:
            entry = self._wait(self.match.bot_entry())
            # Of several programs at a match each lets its bots think; the quickest is heard.
            elsewhere = list(self._others_did())
            yield from elsewhere or self._kept(entry)
        yield words.turn_line(self._live)

    @property
    def _live(self) -> Moment:
        session = self.match.session
        return Moment(session, self.match.turns, len(session.steps))

    def _changed(self, entry: Entry) -> Iterator[str]:
        """Fold in what is done here, and tell what it did."""
        self._look = None
        if isinstance(entry, Stepped) and entry.seat in persons(self.match.session):
            self._rules.settle()
        yield from self._kept(entry)

    def _kept(self, entry: Entry) -> Iterator[str]:
        """Fold an entry in and keep it; tells what it did, or what others had done meanwhile."""
        before = self.match.session
        trouble = self.match.change(entry)
        for one in self.match.session.entries[len(before.entries) :]:
            after = before.after(one)
            yield from entry_lines(before, one, after)
            before = after
        if trouble:
            yield f"NOT SAVED {trouble}"

    def _others_did(self) -> Iterator[str]:
        """What others have done in the match; nothing if nobody has."""
        for before, after in self.match.caught_up():
            yield from entry_lines(before, after.entries[-1], after)

    def caught_up(self) -> Iterator[str]:
        """What others have done in the match, then whose turn it is; nothing if nobody has.

        Bots that are to move then do so, and time that is up is called.
        """
        length = len(self.match.session.log)
        yield from self._others_did()
        now, session = self._world.now(), self.match.session
        if not session.outcome and session.clock and session.clock.fallen(now) is not None:
            yield from self._kept(session.flag(now))
        news = self.match.session.log[length:]
        if any(not isinstance(entry, Said) for entry in news):
            yield from self.go_on()

    def follow_file(self) -> Iterator[str]:
        """Play on under new rules when the file of the game has changed, and say so.

        When steps no longer fit, what was typed is not for the position that there is now.
        """
        if not self._rules.has_changed():
            return
        changed = self._rules.reread(self.match.session)
        if changed is None:
            assert self._rules.fault is not None
            fault = first_line(self._rules.fault)
            yield f"RULES {_('the file is faulty: {fault}').format(fault=fault)}"
            return
        session, self.dropped = changed
        self._look = None
        trouble = self.match.change_rules(session, self.dropped)
        told = _("reloaded")
        if self.dropped:
            lost = ngettext(
                "{count} step no longer fits", "{count} steps no longer fit", self.dropped
            )
            told += f"; {lost.format(count=self.dropped)}"
        yield f"RULES {told}"
        if trouble:
            yield f"NOT SAVED {trouble}"
        if self.dropped:
            yield words.turn_line(self._live)

    # What is asked

    def do_turn(self, _rest: Sequence[str]) -> Iterator[str]:
        """Whose turn it is; what is looked at, while it is not the match as it stands."""
        if self._look is not None:
            yield words.look_line(self.moment)
        else:
            yield from self.go_on()

    def do_board(self, _rest: Sequence[str]) -> Iterator[str]:
        """The board in letters."""
        yield from words.board_lines(self.moment)

    def do_row(self, rest: Sequence[str]) -> Iterator[str]:
        """A row in words, or all."""
        yield from words.row_lines(self.moment, rest[0].lower() if rest else "")

    def do_column(self, rest: Sequence[str]) -> Iterator[str]:
        """A column in words."""
        yield words.column_line(self.moment, _needed(rest, _("which column?")).lower())

    def do_cell(self, rest: Sequence[str]) -> Iterator[str]:
        """What is on a cell."""
        yield words.cell_line(self.moment, _needed(rest, _("which cell?")))

    def do_where(self, rest: Sequence[str]) -> Iterator[str]:
        """The cells of a letter or a name."""
        _needed(rest, _("where is what?"))
        yield words.where_line(self.moment, " ".join(rest))

    def do_legal(self, rest: Sequence[str]) -> Iterator[str]:
        """The legal steps, or those at a cell."""
        position = self._position()
        if not rest:
            tokens = [step.token for step in position.steps]
            yield f"LEGAL {len(tokens)}: {' '.join(tokens) or _('no step')}"
            return
        cell = words.known_cell(position, rest[0])
        tokens = [step.token for step in position.steps if cell in step.cells]
        told = " ".join(tokens) or picking.refusal(position, (), cell)
        yield f"LEGAL {cell} {len(tokens)}: {told}"

    def do_why(self, rest: Sequence[str]) -> Iterator[str]:
        """Why something is not legal."""
        position = self._position()
        text = _needed(rest, _("why is what not legal?"))
        if text.lower() in position.game.board.index:
            text = text.lower()
            reason = picking.refusal(position, (), text)
        else:
            reason = said(position.why_not(_dashed(position, text)))
        yield f"WHY {text}: {reason.removeprefix(f'{text}: ') or _('it is legal')}"

    def do_last(self, _rest: Sequence[str]) -> Iterator[str]:
        """The last turn."""
        yield words.last_line(self.moment)

    def do_log(self, rest: Sequence[str]) -> Iterator[str]:
        """The last turns, or all."""
        yield from words.log_lines(self.moment, _number(rest[0]) if rest else None)

    def do_score(self, _rest: Sequence[str]) -> Iterator[str]:
        """How everybody stands."""
        yield from words.score_lines(self.moment)

    def do_seats(self, _rest: Sequence[str]) -> Iterator[str]:
        """Who plays."""
        yield from words.seat_lines(self.moment)

    def do_clock(self, _rest: Sequence[str]) -> Iterator[str]:
        """The time that is left."""
        yield from clock_lines(self.match.session, self._world.now())

    def do_hint(self, rest: Sequence[str]) -> Iterator[str]:
        """The best steps, as a bot sees them."""
        position = self._position()
        if position.outcome:
            raise GameError(_("the game is over"))
        level = strength(rest[0] if rest else HINT)
        if not level.number:
            raise GameError(_("a hint is asked of a level from 1 to 8"))
        seed = self._world.chance.getrandbits(32)
        choice = self._wait(self._world.adviser.think(position, level.number, seed, HINT_SECONDS))
        yield from _hint_lines(choice)

    def do_record(self, rest: Sequence[str]) -> Iterator[str]:
        """The record of the match, in some format."""
        name = rest[0].lower() if rest else "text"
        if name not in FORMATS:
            told = _("there is no format {name}; choose {known}")
            known = ", ".join(FORMATS)
            raise GameError(told.format(name=repr(name[:40]), known=known))
        record = Record.of(self.match.session, self._notes())
        yield from written(record, FORMATS[name], self._world.now()).splitlines()

    # What is done

    def do_move(self, rest: Sequence[str]) -> Iterator[str]:
        """Make steps, all or none."""
        session, position = self.match.session, self._playable()
        text = " ".join(_dashed(position, token) for token in re.split(r"[\s,]+", " ".join(rest)))
        for step in picking.typed(position, text, persons(session)):
            seat = self.match.seat
            if seat is not None:
                yield from self._changed(
                    self.match.session.step(seat, step.token, self._world.now())
                )
        yield from self.go_on()

    def do_undo(self, _rest: Sequence[str]) -> Iterator[str]:
        """Undo the last step of this turn."""
        self._playable()
        assert self.match.seat is not None
        try:
            entry = self.match.session.undo(self.match.seat, self._world.now())
        except GameError as error:
            hint = _("'takeback' takes back a whole turn")
            raise GameError(f"{said(error)}; {hint}") from error
        yield from self._done(entry)

    def do_takeback(self, _rest: Sequence[str]) -> Iterator[str]:
        """Back to the last choice of a person."""
        session = self.match.session
        yield from self._done(session.take_back(back_seat(session), self._world.now()))

    def do_resign(self, _rest: Sequence[str]) -> Iterator[str]:
        """Give up."""
        session = self.match.session
        yield from self._done(session.resign(giving_up(session), self._world.now()))

    def _done(self, entry: Entry) -> Iterator[str]:
        """Let something happen, then whatever follows."""
        yield from self._changed(entry)
        yield from self.go_on()

    def do_offer(self, rest: Sequence[str]) -> Iterator[str]:
        """What players ask of each other; what needs nobody's consent is done at once."""
        session, now = self.match.session, self._world.now()
        seat = self._speaker
        is_free = session.terms.takebacks == "free"
        match "".join(rest).lower():  # "take back" is written in one word too
            case "off":
                yield from self._changed(session.withdraw(seat, now))
            case "takeback" if is_free:
                yield from self.do_takeback(())
            case "swap" if any(step.verb == "swap" for step in session.position.steps):
                yield from self.do_move(("swap",))
            case "rematch" if is_free:
                yield from self.do_rematch(())
            case "draw" | "takeback" | "swap" | "rematch" as kind:
                if kind == "takeback":
                    seat = back_seat(session)
                yield from self._changed(session.offer(seat, kind, now))
            case what:
                text = _("{what} cannot be offered here; choose {known}")
                known = ", ".join(_OFFERS)
                raise GameError(text.format(what=repr(what[:40]), known=known))

    @property
    def _speaker(self) -> Seat:
        """Who it is that offers or says something: who has offered, or is to move, or the first.

        Raises:
            GameError: No person plays.
        """
        session = self.match.session
        here = persons(session)
        if session.offered is not None and session.offered.seat in here:
            return session.offered.seat
        return giving_up(session)

    def do_accept(self, _rest: Sequence[str]) -> Iterator[str]:
        """Agree to what has been offered."""
        yield from self._answer(True)

    def do_decline(self, _rest: Sequence[str]) -> Iterator[str]:
        """Do not agree to what has been offered."""
        yield from self._answer(False)

    def _answer(self, yes: bool) -> Iterator[str]:
        session = self.match.session
        offer = session.offered
        if offer is None:
            raise GameError(_("nothing is offered"))
        entry = session.answer(offer.asked[0], offer.kind, yes, self._world.now())
        yield from self._done(entry)

    def do_chat(self, rest: Sequence[str]) -> Iterator[str]:
        """Say something."""
        session = self.match.session
        _needed(rest, _("say what?"))
        seat = self._speaker
        name = called(session.seats[seat])
        yield from self._changed(session.say(seat, name, " ".join(rest), self._world.now()))

    def do_value(self, _rest: Sequence[str]) -> Iterator[str]:
        """How a bot values what is looked at."""
        moment = self.moment
        values = self._wait(valued(self._world.adviser, moment.position))
        for seat, value in enumerate(values):
            if value is not None:
                yield f"{seat_line('VALUE', moment.session, seat)}: {value:.0%}"

    def do_note(self, rest: Sequence[str]) -> Iterator[str]:
        """The note to the moment that is looked at."""
        at, text = self.moment.at, " ".join(rest)
        if rest:
            self._write_note(at, "" if text == "-" else text)
        note = self._notes().get(at, "")
        yield f"NOTE {at}: {note}" if note else f"NOTE {at}: {_('none')}"

    def _write_note(self, at: int, text: str) -> None:
        """Keep a note beside the match, as the screen does.

        Raises:
            SaveError: It cannot be kept.
        """
        if self.match.keeper.path is None and (trouble := self.match.keep()):
            raise GameError(trouble)
        tree = self._tried().with_notes(self._tokens(), {at: text})
        if path := self.match.keeper.path:
            explorings.write(explorings.beside(path), tree)

    def _notes(self) -> Mapping[int, str]:
        return self._tried().notes(self._tokens())

    def _tried(self) -> Exploration:
        path = self.match.keeper.path
        return explorings.read(explorings.beside(path)) if path else Exploration()

    def _tokens(self) -> list[str]:
        return [played.token for played in self.match.session.steps]

    def do_rematch(self, _rest: Sequence[str]) -> Iterator[str]:
        """Begin again with the same players."""
        yield from self.left()
        self.match = self.match.rematch()
        self._rules = RulesFile(self.match.session)
        self._look = None
        yield from self.begin()

    def do_seat(self, rest: Sequence[str]) -> Iterator[str]:
        """Let somebody else play on for a seat."""
        _needed(rest[1:], _("which seat, and who? such as: seat 2 bot:1"))
        seat, who = _number(rest[0]) - 1, chair(rest[1])
        if who not in CHAIRS:
            raise GameError(_("programs sit down with parlour play GAME --with"))
        entry = self.match.session.reseat(seat, player(who, log_name(who, seat)))
        yield from self._changed(entry)
        yield from self.go_on()

    def left(self) -> Iterator[str]:
        """Put the match away; says what it is kept as."""
        self.match.close()
        if self.match.keeper.match is not None:
            yield f"KEPT {self.match.keeper.match}"

    # Looking back

    def do_back(self, rest: Sequence[str]) -> Iterator[str]:
        """Some steps back."""
        yield self._look_at(self.moment.at - (_number(rest[0]) if rest else 1))

    def do_on(self, rest: Sequence[str]) -> Iterator[str]:
        """Some steps on."""
        yield self._look_at(self.moment.at + (_number(rest[0]) if rest else 1))

    def do_look(self, rest: Sequence[str]) -> Iterator[str]:
        """The position after so many steps."""
        yield self._look_at(_number(_needed(rest, _("after how many steps?"))))

    def do_first(self, _rest: Sequence[str]) -> Iterator[str]:
        """The start."""
        yield self._look_at(0)

    def do_live(self, _rest: Sequence[str]) -> Iterator[str]:
        """The match as it stands."""
        yield self._look_at(len(self.match.session.steps))

    def _look_at(self, at: int) -> str:
        last = len(self.match.session.steps)
        at = max(0, min(at, last))
        self._look = at if at < last else None
        return words.look_line(self.moment)

    # What is needed for it

    def _position(self) -> Position:
        return self.moment.position

    def _playable(self) -> Position:
        """The position in which a person is to move.

        Raises:
            GameError: There is none now.
        """
        session = self.match.session
        if self._look is not None:
            raise GameError(_("you are looking back; 'live' returns to the match"))
        if session.outcome:
            raise GameError(_("the game is over"))
        if self.match.seat is None:
            name = called(session.seats[session.mover or 0])
            text = _("{name} is to move; an empty line lets it try again")
            raise GameError(text.format(name=name))
        return session.position


def is_step(position: Position, text: str) -> bool:
    """Whether a line that begins with no command may be steps."""
    first = re.split(r"[\s,]+", text.strip(), maxsplit=1)[0].partition("*")[0]
    if first in _TOUCHLESS or any(step.token == first for step in position.steps):
        return True
    return bool(notation.split(_dashed(position, first).lower())[2])


def _dashed(position: Position, token: str) -> str:
    """A move that was typed in the manner of chess, such as `d4xe5`, as it is written here."""
    if "-" in token or any(step.token == token for step in position.steps):
        return token
    return re.sub(r"^([^x:\d]*?[a-zA-Z]{1,2}\d+)[x:]([a-zA-Z]{1,2}\d+)", r"\1-\2", token)


def _hint_lines(choice: Choice) -> Iterator[str]:
    if not choice.thoughts:
        yield f"HINT {choice.step.token} {choice.value:.0%}"
    for place, thought in enumerate(choice.thoughts[:5]):
        count = thought.simulations
        tried = ngettext("tried {count} time", "tried {count} times", count).format(count=count)
        expected = ""
        if place == 0 and choice.line[1:]:
            then = _("then {steps}").format(steps=" ".join(choice.line[1:]))
            expected = f"; {then}"
        yield f"HINT {thought.token} {thought.value:.0%}, {tried}{expected}"


def _needed(rest: Sequence[str], question: str) -> str:
    """The first word that follows a command.

    Raises:
        GameError: There is none; asks for it.
    """
    if not rest:
        raise GameError(question)
    return rest[0]


def _number(text: str) -> int:
    """A whole number that was typed.

    Raises:
        GameError: It is none, or larger than any that makes sense.
    """
    if not re.fullmatch("[0-9]{1,9}", text):
        raise GameError(_("{text} is no number").format(text=repr(text[:40])))
    return int(text)
