"""A match at the table and the book it is kept in."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import suppress
from pathlib import Path

from core.errors import GameError, SaveError, Stale, UnknownMatch
from core.match.session import Session
from core.store.library import Book
from core.store.store import MatchId
from tui.language import _, said
from tui.world import World


class Keeper:
    """Keeps a match for good; what cannot be kept is told once, and tried again each time."""

    def __init__(self, book: Book | None = None) -> None:
        """Keep a match.

        Args:
            book: The one it is in already; None makes one when something is to be kept.
        """
        self._book = book
        self._outdated: list[Book] = []
        self.trouble = ""
        """Why the match is not kept; "" while it is."""
        self.newer: Session | None = None
        """The match as others had gone on with it when it was to be kept last; None if nobody had.
        What was to be kept is then no part of it."""

    @property
    def match(self) -> MatchId | None:
        """Its number in the store; None while it is in no book."""
        return self._book.match if self._book else None

    @property
    def path(self) -> Path | None:
        """The file that stands for the match, where others lie beside it; None without a book."""
        return self._book.path if self._book else None

    @property
    def old_rules(self) -> bool:
        """Whether the match goes on under rules that its game no longer has."""
        return self._book is not None and self._book.old_rules

    def keep(self, session: Session, world: World) -> str:
        """Keep the match for good; gives trouble that has not been told yet, or ""."""
        before = self.trouble
        self.newer = None
        try:
            if self._book is None:
                self._book = Book.create(world.library, session)
            else:
                self._book.keep(session)
            self.trouble = ""
        except Stale:
            return self._overtaken()
        except UnknownMatch:  # removed in another program, but still played here
            self._book = None
            return self.keep(session, world)
        except SaveError as error:
            self.trouble = said(error)
        return self.trouble if self.trouble != before else ""

    def _overtaken(self) -> str:
        """Take the match as others have gone on with it."""
        assert self._book is not None
        try:
            self.newer = self._book.reread()
        except GameError as error:
            self.trouble = said(error)
            return self.trouble
        self.trouble = ""
        return _("the game has gone on elsewhere meanwhile")

    def change_rules(self, session: Session, dropped: int, world: World) -> str:
        """Keep the match under other rules, in a book of its own.

        The books it was in so far are removed when everything in them fits the new rules.

        Args:
            session: The match under the other rules.
            dropped: How many of its steps no longer fit.
            world: Where matches are kept.
        """
        if self._book is not None:
            self._outdated.append(self._book)
        self._book = None
        told = self.keep(session, world) if session.entries else ""
        if not dropped and not self.trouble:
            for book in self._outdated:
                with suppress(SaveError):
                    book.library.forget(book.match)
            self._outdated.clear()
        return told

    def settle(self) -> None:
        """A person has played on: older books of the match stay as they are."""
        self._outdated.clear()

    def caught_up(self, session: Session) -> tuple[Session, ...]:
        """The match after each thing that others have done in it meanwhile.

        Nothing while it is in no book, or is not kept as it stands.
        """
        if self._book is None or self.trouble:
            return ()
        try:
            found = self._book.caught_up()
        except GameError:  # the next thing to be kept tells what is wrong
            return ()
        return tuple(one for one in found if len(one.log) > len(session.log))

    def news(self) -> AsyncGenerator[Session, None] | None:
        """The match after each thing that others do in it; None while it is in no book.

        Raises:
            UnknownMatch: Somebody has removed it.
            GameError: Somebody has written what cannot be played.
        """
        return self._book.news() if self._book else None


def match_of(name: str) -> MatchId | None:
    """The match whose number was typed, as "7" or "#7"; None if that is no number."""
    number = name.removeprefix("#")
    is_number = number.isdecimal() and number.isascii() and len(number) < 10
    return int(number) if is_number else None
