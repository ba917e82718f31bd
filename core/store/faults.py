"""What a database says is wrong, in one line for people."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from core.errors import Fault, StoreError

_SQLITE: tuple[tuple[frozenset[int], Fault, str], ...] = (
    (frozenset({sqlite3.SQLITE_FULL}), "full", "there is no room left on the disk"),
    (
        frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH}),
        "read-only",
        "it must not be written",
    ),
    (
        frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}),
        "busy",
        "another program keeps it locked",
    ),
    (
        frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}),
        "damaged",
        "the file is damaged",
    ),
    (
        frozenset({sqlite3.SQLITE_IOERR}),
        "unreachable",
        "it cannot be read or written",
    ),
)
_POSTGRES: tuple[tuple[str, Fault, str], ...] = (
    ("53100", "full", "there is no room left on the disk of the database"),
    ("53", "busy", "the database has too much to do"),
    ("25006", "read-only", "the database must not be written"),
    ("42501", "read-only", "the database must not be written by this user"),
    ("55", "busy", "other programs keep it locked"),
    ("57014", "busy", "the database took too long"),
    ("XX", "damaged", "the database is damaged"),
)


def told(place: str, error: SQLAlchemyError) -> StoreError:
    """The error of a database as one of this program.

    Args:
        place: Where the store is, for people.
        error: What happened there.
    """
    fault, words = _fault(error)
    return StoreError(f"{place}: {words}", fault)


def _fault(error: SQLAlchemyError) -> tuple[Fault, str]:
    origin = error.orig if isinstance(error, DBAPIError) else None
    if isinstance(origin, sqlite3.Error):
        code = getattr(origin, "sqlite_errorcode", 0) & 0xFF
        for codes, fault, words in _SQLITE:
            if code in codes:
                return fault, words
    state = str(getattr(origin, "sqlstate", None) or "")
    for begins, fault, words in _POSTGRES:
        if state.startswith(begins):
            return fault, words
    first = next(iter(str(origin or error).strip().splitlines()), "")
    return "unreachable", f"it cannot be opened: {first[:200]}" if first else "it cannot be opened"
