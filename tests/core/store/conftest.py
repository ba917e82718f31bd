"""Stores to try, each the real thing."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import psycopg
import pytest

from core.store.address import MEMORY, open_store
from core.store.store import Store
from tests.core.store.postgres import cluster

NUMBER = itertools.count()


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a PostgreSQL that is there for this process of the tests."""
    with cluster() as address:
        yield address


@pytest.fixture
def database(server) -> str:
    """The address of a database in it, new."""
    name = f"test{next(NUMBER)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return server.replace("/postgres?", f"/{name}?")


@pytest.fixture
def emptied(server) -> str:
    """The address of the database that is always there, emptied; a new one is hundreds of files."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return server


@pytest.fixture(params=["sqlite", "postgres"])
def address(request, tmp_path) -> str:
    """Where a store is that outlives a program."""
    if request.param == "postgres":
        return request.getfixturevalue("emptied")
    return str(tmp_path / "store" / "matches.db")


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def opener(request, tmp_path) -> Iterator[Callable[[], Store]]:
    """Opens the same store each time, as one program after the other would, or several at once."""
    stores: list[Store] = []
    kept = open_store(MEMORY)

    def memory() -> Store:
        return kept

    def kept_elsewhere() -> Store:
        stores.append(open_store(where))
        return stores[-1]

    if request.param == "memory":
        yield memory
        return
    where = (
        request.getfixturevalue("emptied")
        if request.param == "postgres"
        else str(tmp_path / "store" / "matches.db")
    )
    yield kept_elsewhere
    for store in stores:
        store.close()


@pytest.fixture
def store(opener) -> Store:
    """A store, empty."""
    return opener()
