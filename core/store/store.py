"""Where the logs of matches are kept, as everything else sees it.

A store keeps entries in order and gives them back; it does not fold them and knows no rules. An
append names how many entries its author has seen: of two made at once exactly one is kept, and
the other is told so. Players and watchers alike learn of an entry by following the match. What
lists show of a match (`Note`) is noted beside it by whoever appends, and could be found again by
folding the log.

`MemoryStore` forgets with the program; `SqlStore` keeps in a file, or in a database that several
computers share. `core.store.kept` opens a match as a session.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Protocol

from core.errors import Stale, UnknownMatch
from core.match.clock import Milliseconds, Seat
from core.match.entries import Entry, Player, Reseated, Terms
from core.match.session import Session
from core.words import N_, Message

MatchId = int
"""The number of a match in its store, from 1; none is ever used again."""


@dataclass(frozen=True, slots=True)
class Note:
    """What a list shows of a match without folding its log."""

    seats: tuple[Player, ...]
    """Who sits where now, indexed by `Seat`."""
    turns: int
    """How many stand, an unfinished one included."""
    mover: Seat | None
    """Who is to move; None when the match is over."""
    won: tuple[Seat, ...] = ()
    """Who has won, alone or together; none of a draw, and while the match goes on."""
    over_since: Milliseconds | None = None
    """When it was over; None while it goes on, and where an older program has noted it."""
    stood_in: bool = False
    """Whether a bot has sat down in the course of a match that is over."""

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.mover is None

    @property
    def is_whole(self) -> bool:
        """Whether it says all that `of` would; if not, the log can be folded again."""
        return not self.is_over or self.over_since is not None

    def has(self, person: str) -> bool:
        """Whether a person of this name sits there."""
        return any(each.kind == "person" and each.name == person for each in self.seats)

    @classmethod
    def of(cls, session: Session) -> Note:
        """The note of a match as it stands."""
        outcome = session.outcome
        won: tuple[Seat, ...] = ()
        if outcome is not None:
            won = outcome.shared if outcome.winner is None else (outcome.winner,)
        stood_in = outcome is not None and any(
            isinstance(entry, Reseated) and entry.player.kind == "bot" for entry in session.entries
        )
        turns = len(session.turns)
        return cls(session.seats, turns, session.mover, won, session.over_since, stood_in)


UNREADABLE = Note((), 0, None)
"""Stands for a note that cannot be read; it can be found again by folding the log."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A match in a store, as a list shows it."""

    match: MatchId
    game: str
    """What `core.catalog.load` knows it by."""
    digest: str
    """`Definition.digest` of the rules it was begun under."""
    terms: Terms
    note: Note
    length: int
    """How many entries its log has."""
    at: Milliseconds
    """When the last of them was made."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which matches to list; where it says nothing, all."""

    over: bool | None = None
    """Those that are over, or those that are not."""
    rated: bool | None = None
    """Those that are rated, or those that are not."""
    person: str | None = None
    """Those in which a person of this name sits."""
    most: int | None = None
    """How many at most."""

    def takes(self, kept: Kept) -> bool:
        """Whether a match is one of them, however many there are."""
        return (
            self.over in (None, kept.note.is_over)
            and self.rated in (None, kept.terms.rated)
            and (self.person is None or kept.note.has(self.person))
        )


EVERY = Wanted()
"""All matches."""


class Store(Protocol):
    """Where logs are kept. May be used from several threads."""

    def create(self, session: Session, definition: str) -> MatchId:
        """Keep a new match with its whole log so far.

        Args:
            session: The match.
            definition: The text of its game, with which it can be opened when the game's file has
                changed (`core.store.kept.definition_text`).

        Raises:
            StoreError: It cannot be kept.
        """

    def append(self, match: MatchId, entry: Entry, after: int, note: Note | None = None) -> None:
        """Add an entry as number `after`, counted from 0; on return it is kept for good.

        Args:
            match: Of which match.
            entry: What happened.
            after: How many entries whoever made it has seen.
            note: What lists show from now on; None is the same as before.

        Raises:
            Stale: The log no longer has exactly `after` entries.
            UnknownMatch: There is no such match.
            StoreError: It cannot be kept.
        """

    def read(self, match: MatchId, after: int = 0) -> tuple[Entry, ...]:
        """The entries of a match from number `after` on, oldest first.

        Raises:
            UnknownMatch: There is no such match.
            StoreError: They cannot be read.
        """

    def definition(self, match: MatchId) -> str:
        """The text of the game that the match was begun under.

        Raises:
            UnknownMatch: There is no such match.
            StoreError: It cannot be read.
        """

    def note(self, match: MatchId, note: Note, length: int) -> None:
        """Note again what lists show of a match, found by folding its log.

        Nothing happens if the log no longer has exactly `length` entries.

        Raises:
            StoreError: It cannot be kept.
        """

    def list(self, wanted: Wanted = EVERY) -> tuple[Kept, ...]:
        """Matches, the one with the latest entry first. No log is read for it.

        Raises:
            StoreError: They cannot be read.
        """

    def remove(self, match: MatchId) -> None:
        """Forget a match; who follows it gets `UnknownMatch`.

        Raises:
            UnknownMatch: There is no such match.
            StoreError: It cannot be removed.
        """

    def follow(self, match: MatchId, after: int = 0) -> AsyncGenerator[Entry, None]:
        """The entries of a match from number `after` on, and then each as soon as it is kept.

        Never ends by itself.

        Raises:
            UnknownMatch: There is no such match, or no more.
            StoreError: They cannot be read.
        """

    def changes(self) -> AsyncGenerator[None, None]:
        """Something each time that any match may have been begun, gone on or been removed."""

    def close(self) -> None:
        """Let go of files and connections."""


def stale(match: MatchId, length: int, after: int) -> Stale:
    """The error of an append to a log that has `length` entries, and not `after`."""
    told = N_("match {match} has {length} entries, not {after}")
    return Stale(Message(told, match=match, length=length, after=after))


def unknown(match: MatchId) -> UnknownMatch:
    """The error of a match that is not in the store."""
    return UnknownMatch(Message("there is no match {match}", match=match))
