"""A match at the table and the file it is kept in."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from core.errors import SaveError
from core.match.session import Session
from core.store.autosave import Autosave, forget
from tui.language import said
from tui.world import World


class Keeper:
    """Puts a match on the disk; what cannot be kept is told once, and tried again each time."""

    def __init__(self, book: Autosave | None = None) -> None:
        """Keep a match.

        Args:
            book: The file it is in already; None makes one when something is to be kept.
        """
        self._book = book
        self._outdated: list[Path] = []
        self.trouble = ""
        """Why the match is not on the disk; "" while it is."""

    @property
    def path(self) -> Path | None:
        """The file; None while there is none."""
        return self._book.path if self._book else None

    def keep(self, session: Session, world: World) -> str:
        """Put the match on the disk; gives trouble that has not been told yet, or ""."""
        before = self.trouble
        try:
            if self._book is None:
                self._book = Autosave.create(world.home.matches, session, world.now())
            self._book.keep(session, world.now())
            self.trouble = ""
        except SaveError as error:
            self.trouble = said(error)
        return self.trouble if self.trouble != before else ""

    def change_rules(self, session: Session, dropped: int, world: World) -> str:
        """Keep the match under other rules, in a file of its own.

        The files it was in so far are removed when everything in them fits the new rules.

        Args:
            session: The match under the other rules.
            dropped: How many of its steps no longer fit.
            world: Where matches are kept.
        """
        if self._book is not None:
            self._outdated.append(self._book.path)
        self.close()
        self._book = None
        told = self.keep(session, world) if session.entries else ""
        if not dropped and not self.trouble:
            for path in self._outdated:
                with suppress(SaveError):
                    forget(path)
            self._outdated.clear()
        return told

    def settle(self) -> None:
        """A person has played on: older files of the match stay as they are."""
        self._outdated.clear()

    def close(self) -> None:
        """Release the file."""
        if self._book is not None:
            self._book.close()
