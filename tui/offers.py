"""What players may ask of each other at the table: to take back, to swap, to end, to begin anew."""

from __future__ import annotations

from typing import Protocol

from core.errors import GameError
from core.match.session import Entry, Seat, Session
from tui.asking import Ask, Option
from tui.language import _, said
from tui.news import persons
from tui.playing import back_seat, giving_up
from tui.widgets.seats import side_name


class Table(Protocol):
    """The screen, as offers know it."""

    session: Session

    @property
    def seat(self) -> Seat | None:
        """The person whose turn it is."""

    def key(self, id: str) -> str:
        """The key of an action."""

    def ask(self, question: Ask | None) -> None:
        """Put a question; None goes back to the one that stays, if any."""

    def change(self, entry: Entry) -> None:
        """Let something happen in the match."""

    def tell(self, words: str) -> None:
        """Say something."""

    def rematch(self) -> None:
        """Begin another match."""

    def action_swap(self) -> None:
        """Swap sides."""


class Offers:
    """The questions that come of the key for offers."""

    def __init__(self, table: Table) -> None:
        """At this table."""
        self._table = table

    def menu(self) -> Ask:
        """What may be asked now."""
        table = self._table
        session = table.session
        swap = any(step.verb == "swap" for step in session.position.steps)
        dim = not self._may_take_back()
        options = [Option("t", _("take back a turn"), self.take_back, dim=dim)]
        if swap and table.seat is not None:
            key = table.key("table.swap")
            options.append(Option(key, _("swap sides"), table.action_swap, "s"))
        if not session.outcome and persons(session):
            options.append(Option("R", _("resign"), self._ask_resign))
        options.append(Option("r", _("rematch"), self._ask_rematch))
        options.append(Option("Esc", _("never mind"), self._never_mind))
        return Ask(_("What do you want to do?"), tuple(options))

    def take_back(self) -> None:
        """Back to the last choice of a person: the only one, or whoever moved last."""
        table = self._table
        table.ask(None)
        try:
            table.change(table.session.take_back(back_seat(table.session)))
        except GameError as error:
            table.tell(said(error))

    def _may_take_back(self) -> bool:
        try:
            self._table.session.take_back(back_seat(self._table.session))
        except GameError:
            return False
        return True

    def _ask_resign(self) -> None:
        session = self._table.session
        seat = giving_up(session)
        side = side_name(session, session.position, seat)
        self._table.ask(
            Ask(
                _("Really resign as {side}? The game is then lost.").format(side=side),
                (
                    Option("y", _("yes, resign"), lambda: self._resign(seat)),
                    Option("n", _("no, play on"), self._never_mind),
                ),
            )
        )

    def _resign(self, seat: Seat) -> None:
        try:
            self._table.change(self._table.session.resign(seat))
        except GameError as error:
            self._table.tell(said(error))

    def _ask_rematch(self) -> None:
        session = self._table.session
        if session.outcome or not session.steps:
            self._table.rematch()
            return
        self._table.ask(
            Ask(
                _("Leave this game unfinished and begin another?"),
                (
                    Option("y", _("yes, begin another"), self._table.rematch),
                    Option("n", _("no, play on"), self._never_mind),
                ),
            )
        )

    def _never_mind(self) -> None:
        self._table.ask(None)
