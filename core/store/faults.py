"""What a database says is wrong, in one line for people."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from core.errors import Fault, StoreError
from core.words import N_, Message, Text

_SQLITE: tuple[tuple[frozenset[int], Fault, str], ...] = (
    (frozenset({sqlite3.SQLITE_FULL}), "full", N_("there is no room left on the disk")),
    (
        frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH}),
        "read-only",
        N_("it must not be written"),
    ),
    (
        frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}),
        "busy",
        N_("another program keeps it locked"),
    ),
    (
        frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}),
        "damaged",
        N_("the file is damaged"),
    ),
    (
        frozenset({sqlite3.SQLITE_IOERR}),
        "unreachable",
        N_("it cannot be read or written"),
    ),
)
_POSTGRES: tuple[tuple[str, Fault, str], ...] = (
    ("53100", "full", N_("there is no room left on the disk of the database")),
    ("53", "busy", N_("the database has too much to do")),
    ("25006", "read-only", N_("the database must not be written")),
    ("42501", "read-only", N_("the database must not be written by this user")),
    ("55", "busy", N_("other programs keep it locked")),
    ("57014", "busy", N_("the database took too long")),
    ("XX", "damaged", N_("the database is damaged")),
)


def told(place: str, error: SQLAlchemyError) -> StoreError:
    """The error of a database as one of this program.

    Args:
        place: Where the store is, for people.
        error: What happened there.
    """
    fault, words = _fault(error)
    return StoreError(Message("{place}: {fault}", place=place, fault=words), fault)


def _fault(error: SQLAlchemyError) -> tuple[Fault, Text]:
    origin = error.orig if isinstance(error, DBAPIError) else None
    if isinstance(origin, sqlite3.Error):
        code = getattr(origin, "sqlite_errorcode", 0) & 0xFF
        for codes, fault, words in _SQLITE:
            if code in codes:
                return fault, Message(words)
    state = str(getattr(origin, "sqlstate", None) or "")
    for begins, fault, words in _POSTGRES:
        if state.startswith(begins):
            return fault, Message(words)
    first = next(iter(str(origin or error).strip().splitlines()), "")
    return "unreachable", Message("cannot be opened: {reason}", reason=first[:200])
