"""The table of a house: others sit at it too, or watch, each at a screen of their own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from rich.cells import cell_len

from core.errors import GameError, StoreError
from core.match.entries import LETTERS, Away, Kind, Player, Returned, Said
from core.match.session import Seat, Session
from core.store.library import Book
from core.store.store import MatchId
from tui.asking import Ask, Field, Option
from tui.house import absence
from tui.house.absence import awaited, noted, seat_lent, terms_words
from tui.house.tables import Tables, as_seen, say, seats_of
from tui.house.visitor import Visitor, now
from tui.keys import Action
from tui.language import N_, _, said
from tui.lines import EMPTY, Line, Piece, line, spread, wrapped
from tui.news import sentence, state_piece, turn_words
from tui.playing import rematch
from tui.screens.table import PLAYING, TablePage
from tui.seating import called

LOOK = 5.0
"""Seconds between two looks at who is there."""
LINES = 3
"""Lines of chat that are shown."""
OFFERS: dict[Kind, str] = {
    "draw": N_("offer a draw"),
    "takeback": N_("take back a turn"),
    "swap": N_("swap seats"),
    "rematch": N_("offer a rematch"),
}
ASKED: dict[Kind, str] = {
    "draw": N_("{name} offers a draw."),
    "takeback": N_("{name} asks to take a turn back."),
    "swap": N_("{name} offers to swap seats."),
    "rematch": N_("{name} offers a rematch."),
}
OFFERED: dict[Kind, str] = {
    "draw": N_("You have offered a draw."),
    "takeback": N_("You have asked to take a turn back."),
    "swap": N_("You have offered to swap seats."),
    "rematch": N_("You have offered a rematch."),
}
"""What whoever has offered something is told until it is answered."""


class HouseTable(TablePage):
    """Plays for the seats of the visitor, and for no other; whoever has none watches."""

    PARTS: ClassVar[tuple[str, ...]] = ("table", "company")

    def __init__(
        self, visitor: Visitor, session: Session, book: Book | None = None, look: int | None = None
    ) -> None:
        """Sit down, or stand beside.

        Args:
            visitor: Who.
            session: The match.
            book: What it is kept in.
            look: How many of its steps to look at first; None is as it stands.
        """
        self._visitor = visitor
        super().__init__(session, book, look)
        self._book = book
        self._mute = False
        self._unsure: Away | Returned | None = None
        """What was about to be noted of who is there when it was looked at last."""
        self._rematch = session.rematch
        """That they came to know of: whoever comes later is not taken along."""

    def begin(self) -> None:
        """Sit down, and look who is there."""
        super().begin()
        self._look_around()
        self.set_interval(LOOK, self._look_around)

    def _look_around(self) -> None:
        """Note who of the others has vanished, or has come back, once that is sure."""
        if not self.here or self.session.outcome or not self.is_whole:
            return
        moment = now()
        try:
            there = {one.name for one in self._visitor.house.there(moment)}
        except StoreError:
            return
        entry = noted(self.session, there | {self._visitor.name}, moment)
        before, self._unsure = self._unsure, entry
        if isinstance(entry, Returned) or (entry and before and entry.seat == before.seat):
            self.change(entry)
        elif awaited(self.session) is not None:
            self.draw()
        mover = self.session.mover
        if mover is not None and not self.is_thinking and self.thinks_for(self.session, mover):
            self._go_on()  # whoever has moved for the bots does so no more

    def _take(self, session: Session) -> None:
        """Hold a match, and show what the visitor may see of it."""
        self._whole = session
        super()._take(as_seen(session, self._visitor.name))

    @property
    def whole(self) -> Session:
        """The match with the steps that are not shown yet."""
        return self._whole

    @property
    def match(self) -> MatchId | None:
        """The number of the match; None before it is kept."""
        return self._book.match if self._book else None

    @property
    def here(self) -> tuple[Seat, ...]:
        """The seats of the visitor."""
        return seats_of(self.session.seats, self._visitor.name)

    def thinks_for(self, session: Session, mover: Seat) -> bool:
        """A program of the house thinks; else one does where the first person of the table is."""
        if not session.begun or not super().thinks_for(session, mover):
            return False
        persons = [player.name for player in session.seats if player.kind == "person"]
        return persons[:1] == [self._visitor.name] and not self._has_bots()

    def _has_bots(self) -> bool:
        """Whether a program of the house moves for the bots."""
        try:
            return bool(self._visitor.house.bots(now()))
        except StoreError:
            return False

    def _plays_others(self) -> bool:
        """Whether the visitor plays against somebody else, and asks no bot meanwhile."""
        others = any(
            player.kind == "person" and player.name != self._visitor.name
            for player in self.session.seats
        )
        return bool(self.here) and self.session.outcome is None and others

    @property
    def _calls_time(self) -> bool:
        """Whoever only watches does not end a match."""
        return bool(self.here)

    def _set_clocks(self, are_here: bool) -> None:
        """Who sits down or leaves is told by the house."""

    # What is shown

    def _state(self) -> Piece:
        if not self.is_live or self.is_exploring or self.session.outcome:
            return super()._state()
        if not self.session.begun:
            return Piece(_("waiting for somebody"), "dim")
        if self.seat is not None:
            return Piece(f">> {_('YOUR TURN')} <<", "turn")
        mover = self.session.mover or 0
        if self.session.seats[mover].kind != "person":
            return state_piece(self.session, self.shown, True, "")
        name = called(self.session.seats[mover])
        return Piece(_("{name} to move").format(name=name), "dim")

    def offered(self) -> list[Action]:
        """To players no help; to those who watch nothing of what only players do.

        Talking to the others comes before the size of the cells.
        """
        offered = sorted(super().offered(), key=lambda action: action.id == "table.zoom")
        if not self.may_advise:
            offered = [action for action in offered if action.id != "table.hint"]
        if self.is_exploring or self.here:
            return offered
        lent = seat_lent(self.session.seats, self._visitor.name) is not None
        watching = PLAYING if lent else (*PLAYING, "table.offers")
        return [action for action in offered if action.id not in watching]

    def _situation(self, room: int) -> str:
        """What must or may happen now, after what the visitor has offered.

        Before the first step, what has been agreed to as well.
        """
        told = self._turn_words(room)
        if not self.here or not self.is_live or self.is_exploring:
            return told
        terms = "" if self.session.steps or self._is_alone else terms_words(self.session.terms)
        both = " ".join(filter(None, (self._own_offer(), told, terms)))
        return both if cell_len(both) <= room else told

    @property
    def _is_alone(self) -> bool:
        """Whether nobody plays but the visitor and bots, so that nobody waits for anybody."""
        seats = self.session.seats
        return all(one.kind == "bot" for seat, one in enumerate(seats) if seat not in self.here)

    def _own_offer(self) -> str:
        """What the visitor has offered, which nobody has answered; "" where nothing."""
        offer = self.session.offered
        return _(OFFERED[offer.kind]) if offer and offer.seat in self.here else ""

    def _turn_words(self, room: int) -> str:
        session = self.session
        if not self.is_live or self.is_exploring or session.outcome or self.seat is not None:
            return super()._situation(room)
        if not session.begun:
            return _("The game begins when every seat is taken.")
        if seat_lent(session.seats, self._visitor.name) is not None:
            told = _("A bot plays for you; {key} takes the seat back.")
            return told.format(key=self.key("table.offers"))
        if self.here and (away := absence.words(session, now(), self.key("table.offers"))):
            return away
        told = _("{name} is to move.").format(name=called(session.seats[session.mover or 0]))
        before = turn_words(session, self.turns) if session.position.step == 0 else ""
        watching = "" if self.here else _("You are watching.")
        return " ".join(filter(None, (before, sentence(told), watching)))

    def _remarks(self, columns: int) -> list[Line]:
        """What has been said last."""
        rows: list[Line] = []
        chat = [] if self._mute else [one for one in self._heard() if isinstance(one, Said)]
        if chat:
            hint = f"{self.key('company.chat')} {_('say')} "
            rows += [
                EMPTY,
                spread(line(Piece(_("CHAT"), "dim")), line(Piece(hint, "dim")), columns),
            ]
            for one in chat[-LINES:]:
                role = "dim" if one.seat is None else ""
                rows += wrapped(f"{one.name}> {one.text}", columns - 1, role)
        return [*super()._remarks(columns), *rows]

    def _heard(self) -> tuple[Said, ...]:
        """What the visitor hears: players do not hear the watchers while the game runs."""
        playing = bool(self.here) and self.session.outcome is None
        return tuple(one for one in self.session.said if one.seat is not None or not playing)

    def _go_on(self) -> None:
        self.may_advise = not self._plays_others()
        super()._go_on()
        offer = self.session.offered
        mine = [seat for seat in self.here if offer and seat in offer.asked]
        if offer and mine and self.is_live:
            name = called(self.session.seats[offer.seat])
            letter = LETTERS[offer.kind]
            self._standing = self._ask = Ask(
                _(ASKED[offer.kind]).format(name=sentence(name)),
                (
                    Option(letter, _("agree"), partial(self._answer, mine[0], offer.kind, True)),
                    Option("N", _("decline"), partial(self._answer, mine[0], offer.kind, False)),
                ),
                stays=True,
            )
            self.draw()
        if self.session.rematch != self._rematch:
            self._rematch = self.session.rematch
            # Not from here: what brought this about has to be done with the page first.
            self.call_later(self._follow_players)

    def _follow_players(self) -> None:
        """Take a player to the rematch that has begun, unless they do something else just now."""
        if self._rematch and self.here and self.app.screen is self and self._field is None:
            self._go_to(self._rematch)

    def _end(self) -> Ask:
        """A rematch is offered, not begun."""
        ask = super()._end()
        again, *others = ask.options
        words, options = ask.words, tuple(others)
        if self.session.rematch:
            go = partial(self._go_to, self.session.rematch)
            words = f"{words} {_('They play again.')}"
            options = (Option(again.key, _("to the rematch"), go), *options)
        elif own := self._own_offer():
            words = f"{words} {own}"
        elif self.here:
            options = (Option("r", _("offer a rematch"), partial(self._offer, "rematch")), *options)
        return Ask(words, options, stays=True)

    # What is done

    def _do(self, request: Callable[[], object]) -> None:
        """Let something happen in the match, or say why it cannot."""
        try:
            self.change(request())  # type: ignore[arg-type]
        except GameError as error:
            self._say(said(error))

    def _answer(self, seat: Seat, kind: Kind, yes: bool) -> None:
        self._do(lambda: self.session.answer(seat, kind, yes, now()))
        if self.session.wants_rematch and self.session.rematch is None:
            self._begin_rematch(seat)

    def _begin_rematch(self, seat: Seat) -> None:
        """Whoever agreed last opens the table of the rematch; the next player begins."""
        session = self.session
        again = rematch(session, self.house.world)
        try:
            book = Book.create(self.house.world.library, again)
        except GameError as error:
            self._say(said(error))
            return
        self._do(lambda: self.session.play_again(seat, book.match, now()))

    def _go_to(self, match: MatchId) -> None:
        try:
            book, session = Book.resume(self.house.world.library, match)
        except GameError as error:
            self._say(said(error))
            return
        self.leave()
        self.house.sit_down(session, book)

    def _offer(self, kind: Kind) -> None:
        self.ask(None)
        if self.here:
            self._do(lambda: self.session.offer(self.here[0], kind, now()))

    def action_offers(self) -> None:
        """What may be asked of the others now."""
        session = self.session
        lent = seat_lent(session.seats, self._visitor.name)
        if lent is not None and not session.outcome:
            self._ask_back(lent)
            return
        if not self.here:
            self._say(_("you are watching"))
            return
        seat = self.seat if self.seat is not None else self.here[0]
        question, options = _("What do you want to do?"), self._without_who_is_away()
        if options:
            name = sentence(called(session.seats[absence.missed(session, now())]))
            question = _("{name} has been away for long. What do you want to do?").format(name=name)
        if session.offered and session.offered.seat in self.here:
            taken = partial(self._do, lambda: session.withdraw(seat, now()))
            options.append(Option("w", _("withdraw what is offered"), taken))
        for kind, words in OFFERS.items() if not options else ():
            try:
                session.offer(seat, kind, now())
            except GameError:
                continue
            options.append(Option(LETTERS[kind], _(words), partial(self._offer, kind)))
        if not session.outcome and session.begun:
            options.append(Option("R", _("resign"), self._ask_resign))
        elif not session.outcome:
            leave = partial(self._do, lambda: session.leave(seat, now()))
            options.append(Option("L", _("give the seat up"), leave))
        options.append(Option("Esc", _("never mind"), partial(self.ask, None)))
        self.ask(Ask(question, tuple(options)))

    def _without_who_is_away(self) -> list[Option]:
        """What may be done once somebody has been away for long enough."""
        try:
            seat = absence.missed(self.session, now())
        except GameError:
            return []
        end = partial(self._do, lambda: self.session.abandon(now(), seat))
        options = [Option("e", _("end the game"), end)]
        level = self._visitor.limits.bot
        if self.session.terms.stand_ins and level:
            bot = partial(self._do, lambda: self.session.stand_in(seat, level, now()))
            options.append(Option("b", _("let a bot play"), bot))
        return options

    def _ask_back(self, seat: Seat) -> None:
        """Whether the visitor takes the seat back on which a bot plays for them."""
        person = Player("person", self._visitor.name)
        back = partial(self._do, lambda: self.session.reseat(seat, person, now()))
        self.ask(
            Ask(
                _("A bot plays for you. Do you want your seat back?"),
                (
                    Option("y", _("yes"), back),
                    Option("n", _("no"), partial(self.ask, None)),
                ),
            )
        )

    def _ask_resign(self) -> None:
        seat = self.here[0]
        resign = partial(self._do, lambda: self.session.resign(seat, now()))
        self.ask(
            Ask(
                _("Really resign? The game is then lost."),
                (
                    Option("y", _("yes, resign"), resign),
                    Option("n", _("no, play on"), partial(self.ask, None)),
                ),
            )
        )

    def rematch(self) -> None:
        """Is offered here."""
        self._offer("rematch")

    def action_chat(self) -> None:
        """Say something."""
        words = _("what you type is seen at this table; Enter says it, Esc does not")
        if not self.here and not self.session.outcome:
            words = _("what you type is seen by those who watch; Enter says it, Esc does not")
        self.open_field(Field(f"{_('say')}> ", words, _("say"), self._read_line))

    def _read_line(self, text: str) -> Callable[[], object]:
        return partial(self._speak, text) if text.strip() else lambda: None

    def _speak(self, text: str) -> None:
        self._do(lambda: say(self._visitor, self.session, text))

    def action_next(self) -> None:
        """To the next game that waits for the visitor."""
        waiting = Tables.seen_by(self._visitor).waiting
        others = [one.match for one in waiting if one.match != self.match]
        if others:
            self._go_to(others[-1])
        else:
            self._say(_("no other game waits for you"))

    def action_mute(self) -> None:
        """Show what is said, or not."""
        self._mute = not self._mute
        self._say(_("chat is hidden") if self._mute else _("chat is shown"))
        self.draw()
