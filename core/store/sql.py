"""A store in a database: a file of SQLite, or PostgreSQL for houses of several computers.

An entry is on the disk when `append` returns: SQLite keeps a write-ahead log that is synced with
every append, PostgreSQL does the same. An append raises the match's `length` from the number its
author has seen, which the database lets one of several do; the key of `entries` forbids the rest.

Followers are woken by a bell. It rings at once for what this process appends. For what others
append it rings when SQLite's `data_version` has changed, which is asked `POLL` apart, and the file
counts a change that this process has not heard of (`core.store.pulse`); or when PostgreSQL notifies
(`core.store.listening`): should that fail, followers look every `SLOW`. Programs that can tell one
another of their changes (`told`, `hear`) need to look only now and then.
"""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    bindparam,
    create_engine,
    delete,
    event,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from core.errors import SaveError, StoreError
from core.match.entries import Entry, Terms
from core.match.session import Session
from core.store import faults, lines, schema
from core.store.bell import Bell, Ear
from core.store.pulse import Pulse
from core.store.schema import DEFINITIONS, ENTRIES, MATCHES
from core.store.store import EVERY, UNREADABLE, Kept, MatchId, Note, Wanted, stale, unknown
from core.words import N_, Message, Text

POLL = 0.1
"""Seconds between two looks at whether another program has changed a file."""
SELDOM = 10.0
"""Seconds between two looks of a program that is told of what others do."""
SLOW = 2.0
"""Seconds after which followers of a database look by themselves."""
PATIENCE = 3.0
"""Seconds to wait for other programs that are writing."""
CHANNEL = "parlour"
"""On which a database tells of changes: the number of the match."""
COUNT = "PRAGMA user_version"
"""Where a file counts its changes: a number that SQLite keeps for whatever a program likes."""
NO_MATCH: MatchId = 0
"""Stands for what changes beside the matches, such as who is there."""
ORDERS: MatchId = -1
"""Stands for the orders of a host, which all sessions follow."""

# What each step asks, put together once.
_LENGTH = select(MATCHES.c.length).where(MATCHES.c.id == bindparam("match"))
_FROM = (
    select(ENTRIES.c.n, ENTRIES.c.body)
    .where(ENTRIES.c.match == bindparam("match"), ENTRIES.c.n >= bindparam("after"))
    .order_by(ENTRIES.c.n)
)
_RAISE = update(MATCHES).where(
    MATCHES.c.id == bindparam("match"), MATCHES.c.length == bindparam("seen")
)
_ADD = insert(ENTRIES)

Tell = Callable[[MatchId | None, int], None]
"""Takes what has changed, None for anything, and the number of the change."""


class SqlStore:
    """Logs in a database."""

    def __init__(self, url: URL, place: str) -> None:
        """Open it, and make or bring up its tables where needed; see `core.store.address`.

        Args:
            url: Of the database, as SQLAlchemy writes it.
            place: Where it is, for people.

        Raises:
            StoreError: It cannot be opened or made, or is of a newer program.
        """
        self.place = place
        self._is_file = url.get_backend_name() == "sqlite"
        self._bell = Bell()
        self._lock = Lock()
        self._watch: sqlite3.Connection | None = None
        self._seen = 0
        self._pulse = Pulse()
        self._poll = POLL
        self.tell: Tell = lambda match, number: None
        """Called for each change that this process makes in a file, from whatever thread."""
        self.pass_on: Tell = lambda match, number: None
        """Called for each change of another's that was found by looking."""
        self._listener: Any = None
        self._engine = _engine(url)
        self._insert = sqlite.insert if self._is_file else postgresql.insert
        try:
            with self._told():
                self._bring_up(url)
        except StoreError:
            self._engine.dispose()
            raise

    # What a store does

    def create(self, session: Session, definition: str) -> MatchId:
        """Keep a new match; see `Store`."""
        key = hashlib.sha256(definition.encode()).hexdigest()
        started = session.started
        with self._writing() as connection:
            connection.execute(
                self._insert(DEFINITIONS).values(id=key, text=definition).on_conflict_do_nothing()
            )
            made = connection.execute(
                insert(MATCHES).values(
                    game=started.game,
                    digest=started.digest,
                    definition=key,
                    terms=lines.encode_terms(started.terms),
                    created=started.at,
                    length=len(session.log),
                    at=session.at,
                    rated=started.terms.rated,
                    over=session.outcome is not None,
                    note=lines.encode_note(Note.of(session)),
                )
            )
            (match,) = made.inserted_primary_key or (0,)
            connection.execute(
                _ADD,
                [_row(match, number, entry) for number, entry in enumerate(session.log)],
            )
            number = self._notify(connection, match)
        self._ring(match, number)
        return match

    def append(self, match: MatchId, entry: Entry, after: int, note: Note | None = None) -> None:
        """Add an entry; see `Store`."""
        noted = {} if note is None else _noted(note)
        with self._writing() as connection:
            changed = {"length": after + 1, "at": entry.at, **noted}
            raised = connection.execute(_RAISE, {"match": match, "seen": after, **changed})
            if raised.rowcount != 1:
                length = _length(connection, match)
                raise stale(match, length, after)
            connection.execute(_ADD, _row(match, after, entry))
            number = self._notify(connection, match)
        self._ring(match, number)

    def read(self, match: MatchId, after: int = 0) -> tuple[Entry, ...]:
        """The entries of a match; see `Store`."""
        with self._reading() as connection:
            rows = connection.execute(_FROM, {"match": match, "after": after}).all()
            if not rows:
                _length(connection, match)
        return tuple(self._entry(match, after + number, row) for number, row in enumerate(rows))

    def definition(self, match: MatchId) -> str:
        """The text of its game; see `Store`."""
        wanted = (
            select(DEFINITIONS.c.text)
            .join(MATCHES, MATCHES.c.definition == DEFINITIONS.c.id)
            .where(MATCHES.c.id == match)
        )
        with self._reading() as connection:
            found = connection.execute(wanted).scalar()
        if found is None:
            raise unknown(match)
        return str(found)

    def note(self, match: MatchId, note: Note, length: int) -> None:
        """Note again what lists show; see `Store`."""
        with self._writing() as connection:
            connection.execute(
                update(MATCHES)
                .where(MATCHES.c.id == match, MATCHES.c.length == length)
                .values(**_noted(note))
            )

    def list(self, wanted: Wanted = EVERY) -> tuple[Kept, ...]:
        """The matches; see `Store`."""
        chosen = select(MATCHES).order_by(MATCHES.c.at.desc(), MATCHES.c.id.desc())
        if wanted.over is not None:
            chosen = chosen.where(MATCHES.c.over == wanted.over)
        if wanted.rated is not None:
            chosen = chosen.where(MATCHES.c.rated == wanted.rated)
        if wanted.person is not None:
            seated = lines.seated(wanted.person)
            chosen = chosen.where(MATCHES.c.note.contains(seated, autoescape=True))
        with self._reading() as connection:
            rows = connection.execute(chosen.limit(wanted.most)).all()
        return tuple(map(_kept, rows))

    def remove(self, match: MatchId) -> None:
        """Forget a match; see `Store`."""
        with self._writing() as connection:
            _length(connection, match)
            connection.execute(delete(ENTRIES).where(ENTRIES.c.match == match))
            connection.execute(delete(MATCHES).where(MATCHES.c.id == match))
            number = self._notify(connection, match)
        self._ring(match, number)

    async def follow(self, match: MatchId, after: int = 0) -> AsyncGenerator[Entry, None]:
        """The entries of a match, old and new; see `Store`."""
        with self._bell.listening(match) as ear:
            while True:
                self._look()
                ear.forget()
                for entry in await self._read_soon(match, after):
                    yield entry
                    after += 1
                await self._heard(ear)

    async def changes(self, match: MatchId | None = None) -> AsyncGenerator[None, None]:
        """Something whenever a match, or for None anything, may have changed; see `Store`."""
        with self._bell.listening(match) as ear:
            while True:
                await self._heard(ear)
                ear.forget()
                yield

    # What is kept beside the matches (`core.store.people`, `core.store.house`)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """The database, to be read.

        Raises:
            StoreError: It cannot be.
        """
        with self._reading() as connection:
            yield connection

    @contextmanager
    def changing(self, what: MatchId = NO_MATCH) -> Iterator[Connection]:
        """A transaction; when it stands, whoever waits for `changes` hears of it.

        Args:
            what: Is being changed: `NO_MATCH` or `ORDERS`.

        Raises:
            StoreError: It cannot be kept.
        """
        with self._writing() as connection:
            yield connection
            number = self._notify(connection, what)
        self._ring(what, number)

    @contextmanager
    def quietly(self) -> Iterator[Connection]:
        """A transaction that nobody wants to hear of.

        Raises:
            StoreError: It cannot be kept.
        """
        with self._writing() as connection:
            yield connection

    def hear(self, match: MatchId | None, number: int) -> None:
        """Be told of a change that another program has made in the file; from any thread.

        Args:
            match: What has changed; None may be anything, by any change up to this.
            number: Of the change, as `tell` had it there.
        """
        with self._lock:
            if match is None:
                self._pulse.reach(number)
            else:
                self._pulse.hear(number)
        self._bell.ring(match)

    def rely(self) -> None:
        """Trust in being told of what others do from now on, and look only now and then."""
        self._look()
        self._poll = SELDOM

    def close(self) -> None:
        """Let go of the file or the connections."""
        if self._listener is not None:
            self._listener.close()
            self._listener = None
        with self._lock:
            if self._watch is not None:
                self._watch.close()
                self._watch = None
        self._engine.dispose()

    # Waiting for others

    async def _read_soon(self, match: MatchId, after: int) -> tuple[Entry, ...]:
        """The entries of a match; the loop does not wait for a database elsewhere."""
        if self._is_file:
            return self.read(match, after)
        return await asyncio.to_thread(self.read, match, after)

    async def _heard(self, ear: Ear) -> None:
        """Wait until something may have changed."""
        if not self._is_file:
            self._listen()
            await ear.hears(SLOW)
            return
        while not await ear.hears(self._poll):
            self._look()

    def _look(self) -> None:
        """Ring if another program has changed the file, and has not told of it."""
        if not self._is_file:
            return
        with self._lock, suppress(sqlite3.Error):
            if self._watch is None:
                name = self._engine.url.database or ""
                self._watch = sqlite3.connect(name, check_same_thread=False, timeout=0)
            (found,) = self._watch.execute("PRAGMA data_version").fetchone()
            changed, self._seen = found != self._seen, found
            if not changed:
                return
            (count,) = self._watch.execute(COUNT).fetchone()
            if self._pulse.misses(count):
                self._bell.ring()
                self.pass_on(None, count)

    def _listen(self) -> None:
        """Let the database ring from now on."""
        with self._lock:
            if self._listener is None:
                from core.store.listening import Listener

                self._listener = Listener(self._engine.url, CHANNEL, self._bell)

    def _notify(self, connection: Connection, match: MatchId) -> int:
        """Tell other programs, when what is being written stands; the number of a file's change."""
        if not self._is_file:
            connection.execute(select(func.pg_notify(CHANNEL, str(match))))
            return 0
        number = int(connection.exec_driver_sql(COUNT).scalar() or 0) + 1
        connection.exec_driver_sql(f"{COUNT} = {number}")
        return number

    def _ring(self, match: MatchId, number: int) -> None:
        """Wake whoever waits for what this process has written."""
        if self._is_file:
            with self._lock:
                self._pulse.hear(number)
            self.tell(match, number)
        self._bell.ring(match)

    # Opening

    def _bring_up(self, url: URL) -> None:
        """Make the tables of a new store, and carry those of an older one over."""
        with self._engine.connect() as connection:
            found = schema.version(connection)
        if found == schema.VERSION:
            return
        if found is not None:
            schema.check(found, self.place)
            self._back_up(url, found)
        with self._writing() as connection:
            if not self._is_file:
                # Of several programs that start at once, one does it.
                connection.execute(text("SELECT pg_advisory_xact_lock(7071772)"))
            found = schema.version(connection)
            if found is None:
                schema.make(connection)
            elif found != schema.VERSION:
                schema.bring_up(connection)

    def _back_up(self, url: URL, found: str) -> None:
        """Copy the file of an older store, before it is carried over."""
        if not self._is_file or not url.database:
            return
        copy = Path(f"{url.database}.{found}.bak")
        with sqlite3.connect(url.database) as old, sqlite3.connect(copy) as new:
            old.backup(new)
        old.close()
        new.close()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Errors of the database as errors of the store."""
        try:
            yield
        except SQLAlchemyError as error:
            raise faults.told(self.place, error) from error
        except sqlite3.Error as error:
            told = Message("{place}: cannot be copied: {reason}", place=self.place, reason=error)
            raise StoreError(told, "unreachable") from error

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._told(), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A transaction that is kept for good when the block is left without an error."""
        with self._told(), self._engine.connect() as connection:
            connection = connection.execution_options(parlour_writes=True)
            with connection.begin():
                yield connection

    def _entry(self, match: MatchId, number: int, row: Any) -> Entry:
        if row.n != number:
            raise self._damage(match, number, Message("is missing"))
        try:
            return lines.decode(row.body)
        except ValueError as error:
            raise self._damage(match, number, Text(error)) from error

    def _damage(self, match: MatchId, number: int, fault: Text) -> SaveError:
        told = N_("{place}: entry {number} of match {match} {fault}")
        values = {"number": number, "match": match, "fault": fault}
        return SaveError(Message(told, place=self.place, **values))


def _engine(url: URL) -> Engine:
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True)
    engine = create_engine(url, connect_args={"timeout": PATIENCE})

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _: object) -> None:
        connection.isolation_level = None  # transactions begin as `begin` says
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("parlour_writes")
        # Who will write says so at once: two that read first could not both go on.
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _length(connection: Connection, match: MatchId) -> int:
    """How many entries a match has.

    Raises:
        UnknownMatch: There is no such match.
    """
    found = connection.execute(_LENGTH, {"match": match}).scalar()
    if found is None:
        raise unknown(match)
    return int(found)


def _kept(row: Any) -> Kept:
    try:
        terms, note = lines.decode_terms(row.terms), lines.decode_note(row.note)
    except ValueError:
        terms, note = Terms(), UNREADABLE
    return Kept(row.id, row.game, row.digest, terms, note, row.length, row.at)


def _noted(note: Note) -> dict[str, object]:
    return {"over": note.is_over, "note": lines.encode_note(note)}


def _row(match: MatchId, number: int, entry: Entry) -> dict[str, object]:
    return {"match": match, "n": number, "at": entry.at, "body": lines.encode(entry)}
