"""The matches of a person: their store, opened when it is first needed.

A `Book` is one match in it. What is played at a table is put into its book entry by entry; should
that fail, the match goes on in memory and the next `keep` tries again with all that is missing.
Others may write in the same book: `news` tells of what they do.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock, Thread

from core import catalog
from core.errors import GameError, SaveError, StoreError, UnknownMatch
from core.match.session import Session
from core.store import explorings
from core.store.files import carry_over
from core.store.kept import Load, Opened, keep, opened
from core.store.store import UNREADABLE, Kept, MatchId, Note, Store, Wanted

LATEST = 10
"""Matches that are over and that lists still show."""
AGAIN = 2.0
"""Seconds after which a store that could not be read is looked at again."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """What there is in a library."""

    games: tuple[Kept, ...]
    """Matches that can be gone on with, newest first."""
    damaged: tuple[SaveError, ...]
    """What cannot be read: the store itself, or files of older programs."""
    finished: tuple[Kept, ...] = ()
    """The latest matches that are over, newest first; at most `LATEST`."""


class Library:
    """Where a person's matches are."""

    def __init__(
        self,
        address: str,
        folder: Path,
        load: Load = catalog.load,
        store: Store | None = None,
    ) -> None:
        """Open nothing yet.

        Args:
            address: Of the store, as `core.store.address` knows it.
            folder: Where older programs kept matches, each in a file, and where now is what a
                person tries beside a match.
            load: Gives the game of a name.
            store: The store, where it is open already; nothing is carried over to it.
        """
        self.address = address
        self.folder = folder
        self._load = load
        self._store = store
        self._lock = Lock()
        self._opening: Thread | None = None
        self._damaged: tuple[SaveError, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether the store can be used without waiting for it to be opened."""
        return self._store is not None

    @property
    def store(self) -> Store:
        """The store; opened if need be, and then what older programs kept is carried over.

        Raises:
            StoreError: It cannot be opened.
        """
        with self._lock:
            if self._store is None:
                # Here, because loading a database takes as long as the first screen.
                from core.store.address import open_store

                store = open_store(self.address)
                self._damaged = carry_over(self.folder, store, self.tried_beside, self._load)
                self._store = store
            return self._store

    @property
    def is_opening(self) -> bool:
        """Whether `open_soon` has begun and not ended."""
        return self._opening is not None and self._opening.is_alive()

    def open_soon(self) -> None:
        """Open the store beside what the program does meanwhile."""

        def open_it() -> None:
            with suppress(StoreError):
                _ = self.store

        if not self.is_open and not self.is_opening:
            self._opening = Thread(target=open_it, name="parlour-library", daemon=True)
            self._opening.start()

    def shelf(self) -> Shelf:
        """The matches that lists show; what cannot be read is told in it."""
        try:
            kept = (
                *self.store.list(Wanted(over=False)),
                *self.store.list(Wanted(over=True, most=LATEST)),
            )
        except StoreError as error:
            return Shelf((), (error,))
        damaged = list(self._damaged)
        readable: list[Kept] = []
        for one in kept:
            try:
                readable.append(self.noted(one) if one.note == UNREADABLE else one)
            except GameError as error:
                damaged.append(SaveError(error.text))
        going = tuple(one for one in readable if not one.note.is_over)
        over = tuple(one for one in readable if one.note.is_over)
        return Shelf(going, tuple(damaged), over)

    def noted(self, kept: Kept) -> Kept:
        """With a whole note; where the store has none, that is found by folding the log, and kept.

        Raises:
            SaveError: There is no such match, or it cannot be read or played; says where.
            GameError: Its game is not known.
        """
        if kept.note.is_whole:
            return kept
        session = self.read(kept.match).session
        note = Note.of(session)
        with suppress(StoreError):  # next time it is found again
            self.store.note(kept.match, note, len(session.log))
        return replace(kept, note=note)

    def read(self, match: MatchId) -> Opened:
        """A match as it stands.

        Raises:
            SaveError: There is no such match, or it cannot be read or played; says where.
            GameError: Its game is not known.
        """
        return opened(self.store, match, self._load)

    def forget(self, match: MatchId) -> None:
        """Remove a match, and what was tried beside it.

        Raises:
            SaveError: There is no such match, or it cannot be removed.
        """
        self.store.remove(match)
        explorings.forget(explorings.beside(self.tried_beside(match)))

    def tried_beside(self, match: MatchId) -> Path:
        """The file that stands for a match, where files beside it are needed; is not there."""
        place = hashlib.sha256(self.address.encode()).hexdigest()[:8]
        return self.folder / f"{place}-{match}.match"

    def close(self) -> None:
        """Let go of the store."""
        with self._lock:
            if self._store is not None:
                self._store.close()
                self._store = None


class Book:
    """One match in a library, as far as it is known here."""

    def __init__(self, library: Library, match: MatchId, kept: Opened) -> None:
        """Take over a match; see `create` and `resume`.

        Args:
            library: Where it is.
            match: Its number.
            kept: The match as it is there.
        """
        self.library = library
        self.match = match
        self.old_rules = kept.old_rules
        """Whether its game has other rules now than those it is played by."""
        self._kept = kept.session

    @classmethod
    def create(cls, library: Library, session: Session) -> Book:
        """A new match, kept with its whole log so far.

        Raises:
            StoreError: It cannot be kept.
        """
        return cls(library, keep(library.store, session), Opened(session, old_rules=False))

    @classmethod
    def resume(cls, library: Library, match: MatchId) -> tuple[Book, Session]:
        """A match to go on with.

        Raises:
            SaveError: There is no such match, or it cannot be read or played; says where.
            GameError: Its game is not known.
        """
        found = library.read(match)
        return cls(library, match, found), found.session

    @property
    def path(self) -> Path:
        """The file that stands for the match, where files beside it are needed; is not there."""
        return self.library.tried_beside(self.match)

    def keep(self, session: Session) -> None:
        """Put in what the book lacks of a match; it is kept for good on return.

        Args:
            session: The match of this book, further on than it was last time, or not.

        Raises:
            Stale: Somebody else has written something; see `reread`.
            UnknownMatch: Somebody has removed the match.
            StoreError: It cannot be kept; nothing kept before is lost.
            ValueError: It is another match than the book holds.
        """
        length = len(self._kept.log)
        if session.log[:length] != self._kept.log:
            raise ValueError("the log does not continue the one that is kept")
        kept = self._kept
        for number, entry in enumerate(session.log[length:], start=length):
            after = session if number + 1 == len(session.log) else kept.after(entry)
            self.library.store.append(self.match, entry, number, Note.of(after))
            self._kept = kept = after

    def caught_up(self) -> tuple[Session, ...]:
        """The match after each entry that others have written since it was looked at last.

        Raises:
            UnknownMatch: Somebody has removed it.
            SaveError: It cannot be read.
            GameError: Somebody has written what cannot be played.
        """
        found: list[Session] = []
        for entry in self.library.store.read(self.match, len(self._kept.log)):
            self._kept = self._kept.after(entry)
            found.append(self._kept)
        return tuple(found)

    def reread(self) -> Session:
        """The match as it is kept, whoever has written it.

        Raises:
            SaveError: It cannot be read.
            GameError: Its game is not known.
        """
        self._kept = self.library.read(self.match).session
        return self._kept

    async def news(self) -> AsyncGenerator[Session, None]:
        """The match after each entry that others write, without end.

        Raises:
            UnknownMatch: Somebody has removed it.
            SaveError: Somebody has written what cannot be played.
        """
        while True:
            try:
                async with aclosing(self._foreign()) as found:
                    async for session in found:
                        yield session
            except UnknownMatch:
                raise
            except StoreError:
                await asyncio.sleep(AGAIN)

    async def _foreign(self) -> AsyncGenerator[Session, None]:
        number = len(self._kept.log)
        async with aclosing(self.library.store.follow(self.match, number)) as entries:
            async for entry in entries:
                if number >= len(self._kept.log):
                    self._kept = self._kept.after(entry)
                    yield self._kept
                number += 1
