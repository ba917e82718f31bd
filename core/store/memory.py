"""A store that lasts as long as the program: for tests, and where nothing can be kept."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from threading import RLock

from core.match.entries import Entry
from core.match.session import Session
from core.store.bell import Bell
from core.store.store import EVERY, Kept, MatchId, Note, Wanted, stale, unknown


@dataclass
class _Match:
    log: tuple[Entry, ...]
    note: Note
    session: Session
    """As it was when the match was first kept."""
    definition: str


class MemoryStore:
    """Logs in memory."""

    def __init__(self) -> None:
        """Empty."""
        self._matches: dict[MatchId, _Match] = {}
        self._last = 0
        self._lock = RLock()
        self._bell = Bell()

    def create(self, session: Session, definition: str) -> MatchId:
        """Keep a new match; see `Store`."""
        with self._lock:
            self._last += 1
            self._matches[self._last] = _Match(session.log, Note.of(session), session, definition)
            match = self._last
        self._bell.ring(match)
        return match

    def append(self, match: MatchId, entry: Entry, after: int, note: Note | None = None) -> None:
        """Add an entry; see `Store`."""
        with self._lock:
            found = self._found(match)
            if len(found.log) != after:
                raise stale(match, len(found.log), after)
            found.log = (*found.log, entry)
            found.note = note or found.note
        self._bell.ring(match)

    def read(self, match: MatchId, after: int = 0) -> tuple[Entry, ...]:
        """The entries of a match; see `Store`."""
        return self._found(match).log[after:]

    def definition(self, match: MatchId) -> str:
        """The text of its game; see `Store`."""
        return self._found(match).definition

    def note(self, match: MatchId, note: Note, length: int) -> None:
        """Note again what lists show; see `Store`."""
        with self._lock:
            found = self._matches.get(match)
            if found is not None and len(found.log) == length:
                found.note = note

    def list(self, wanted: Wanted = EVERY) -> tuple[Kept, ...]:
        """The matches; see `Store`."""
        with self._lock:
            kept = [
                Kept(
                    match,
                    one.session.started.game,
                    one.session.started.digest,
                    one.session.terms,
                    one.note,
                    len(one.log),
                    one.log[-1].at,
                )
                for match, one in self._matches.items()
            ]
        chosen = filter(wanted.takes, kept)
        ordered = sorted(chosen, key=lambda one: (one.at, one.match), reverse=True)
        return tuple(ordered[: wanted.most])

    def remove(self, match: MatchId) -> None:
        """Forget a match; see `Store`."""
        with self._lock:
            self._found(match)
            del self._matches[match]
        self._bell.ring(match)

    async def follow(self, match: MatchId, after: int = 0) -> AsyncGenerator[Entry, None]:
        """The entries of a match, old and new; see `Store`."""
        with self._bell.listening(match) as ear:
            while True:
                ear.forget()
                for entry in self.read(match, after):
                    yield entry
                    after += 1
                await ear.hears(None)

    async def changes(self) -> AsyncGenerator[None, None]:
        """Something whenever anything has changed; see `Store`."""
        with self._bell.listening(None) as ear:
            while True:
                await ear.hears(None)
                ear.forget()
                yield

    def close(self) -> None:
        """Nothing is open."""

    def _found(self, match: MatchId) -> _Match:
        found = self._matches.get(match)
        if found is None:
            raise unknown(match)
        return found
