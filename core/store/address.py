"""Where a store is: a path or a URL, as somebody typed it.

This module loads a database's, which takes as long as a screen: import it when a store is needed.
"""

from __future__ import annotations

import errno
import os
from importlib.util import find_spec
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from core.errors import Fault, StoreError
from core.store.memory import MemoryStore
from core.store.sql import SqlStore
from core.store.store import Store
from core.words import Message, Text

MEMORY = "memory:"
"""The address of a store that keeps nothing."""

_OF_THE_SYSTEM: dict[int, Fault] = {errno.ENOSPC: "full", errno.EROFS: "read-only"}


def open_store(address: str) -> Store:
    """The store at an address; its file, with the folder around it, is made if need be.

    Args:
        address: The path of a file, "sqlite:///PATH", "postgresql://..." or `MEMORY`.

    Raises:
        StoreError: It cannot be opened or made, is of a newer program, or no such address can be.
    """
    if address == MEMORY:
        return MemoryStore()
    if "://" not in address:
        path = Path(address).expanduser().absolute()
        return SqlStore(_file(path), str(path))
    try:
        url = make_url(address)
    except ArgumentError as error:
        raise StoreError(
            _told(address, Message("is no address of a store")), "unreachable"
        ) from error
    match url.get_backend_name():
        case "sqlite" if url.database:
            path = Path(url.database).expanduser().absolute()
            return SqlStore(_file(path), str(path))
        case "postgresql" | "postgres":
            return SqlStore(_postgres(url), url.render_as_string())
    should = Message("a store should be a file, sqlite:///PATH or postgresql://...")
    raise StoreError(_told(url.render_as_string(), should), "unreachable")


def _file(path: Path) -> URL:
    """The URL of a file; made if need be, to be read by its owner alone."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        words = error.strerror or str(error)
        fault: Fault = "read-only" if isinstance(error, PermissionError) else "unreachable"
        fault = _OF_THE_SYSTEM.get(error.errno or 0, fault)
        reason = f"{words[:1].lower()}{words[1:]}"
        told = _told(path, Message("cannot be opened: {reason}", reason=reason))
        raise StoreError(told, fault) from error
    return URL.create("sqlite", database=str(path))


def _postgres(url: URL) -> URL:
    if find_spec("psycopg") is None:
        needs = Message("needs what 'pip install parlour[postgres]' brings")
        raise StoreError(_told(url.render_as_string(), needs), "unreachable")
    return url.set(drivername="postgresql+psycopg")


def _told(place: object, fault: Text) -> Text:
    return Message("{place}: {fault}", place=place, fault=fault)
