"""A store that cannot be used says why in one line, and keeps what it has acknowledged."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, contextmanager

import psycopg
import pytest
from sqlalchemy import event

from core import catalog
from core.errors import SaveError, StoreError
from core.match.entries import Player, Said
from core.match.session import Session
from core.store import sql
from core.store.address import open_store
from core.store.kept import keep, opened

LINE = Said(None, "watcher", "x" * 300, at=0)
NOBODY = 65534


def begun() -> Session:
    game = catalog.load("reversi:6x6")
    return Session.begin(game, game.start(), (Player("person", "ann"), Player("person", "bob")))


@contextmanager
def using(address):
    store = open_store(str(address))
    try:
        yield store
    finally:
        store.close()


@pytest.fixture
def file(tmp_path):
    """The file of a store with a match of a few entries in it; the match has number 1."""
    path = tmp_path / "store" / "matches.db"
    with using(path) as store:
        match = keep(store, begun())
        for number in range(1, 20):
            store.append(match, LINE, number)
    assert match == 1
    return path


def fill_up(store):
    """Append until it fails."""
    for number in range(20, 1000):
        store.append(1, LINE, number)


def test_a_full_disk_is_told_and_nothing_that_was_kept_is_lost(file):
    with using(file) as store:

        @event.listens_for(store._engine, "begin")
        def fill(connection):
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
            connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

        with pytest.raises(StoreError, match=r"there is no room left on the disk$") as caught:
            fill_up(store)
        assert caught.value.fault == "full"
        number = len(store.read(1))
        assert number >= 20
        # As soon as there is room again it goes on where it was.
        event.remove(store._engine, "begin", fill)
        with store._engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count=1000000")
        store.append(1, LINE, number)
        assert len(store.read(1)) == number + 1


def test_a_locked_file_is_told_after_a_while(file, monkeypatch):
    monkeypatch.setattr(sql, "PATIENCE", 0.05)
    with using(file) as store, closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"another program keeps it locked$") as caught:
            store.append(1, LINE, 20)
        assert caught.value.fault == "busy"
        assert len(store.read(1)) == 20
        other.execute("ROLLBACK")
        store.append(1, LINE, 20)


@pytest.fixture
def nobody():
    """Be a user for whom permissions count."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    yield
    os.seteuid(0)


@pytest.fixture
def read_only(file, nobody):
    """The file in a folder that must not be written."""
    if os.geteuid() == NOBODY:
        os.seteuid(0)
        for folder in file.parents[:4]:
            folder.chmod(0o755)
        file.chmod(0o644)
        os.seteuid(NOBODY)
    else:
        file.chmod(0o444)
        file.parent.chmod(0o555)
    yield file
    if os.geteuid() != NOBODY:
        file.parent.chmod(0o755)


def test_a_file_that_must_not_be_written_is_told(read_only):
    with pytest.raises(StoreError, match=rf"^{read_only}: cannot be opened: permission") as caught:
        open_store(str(read_only))
    assert caught.value.fault == "read-only"


def test_a_folder_that_must_not_be_written_is_told(read_only):
    with pytest.raises(StoreError, match=r"cannot be opened: permission denied$") as caught:
        open_store(str(read_only.parent / "new" / "matches.db"))
    assert caught.value.fault == "read-only"


def test_a_file_in_the_way_is_told(tmp_path):
    (tmp_path / "store").write_text("in the way")
    with pytest.raises(StoreError, match=r"cannot be opened: file exists$"):
        open_store(str(tmp_path / "store" / "matches.db"))


def test_a_file_that_is_no_store_is_told_and_left_as_it_is(tmp_path):
    path = tmp_path / "matches.db"
    path.write_bytes(b"my diary\n" * 100)
    with pytest.raises(StoreError, match=f"^{path}: the file is damaged$") as caught:
        open_store(str(path))
    assert caught.value.fault == "damaged"
    assert path.read_bytes() == b"my diary\n" * 100


def test_damage_within_a_file_is_told(file):
    with using(file) as store:
        store._engine.dispose()
        data = bytearray(file.read_bytes())
        data[4096:] = b"\xff" * (len(data) - 4096)
        file.write_bytes(data)
        for use in (lambda: store.read(1), store.list, lambda: store.append(1, LINE, 20)):
            with pytest.raises(StoreError, match=r"the file is damaged$"):
                use()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE entries SET body = 'garbage' WHERE n = 2", "entry 2 of match 1 is no line of a"),
        ("DELETE FROM entries WHERE n = 2", "entry 2 of match 1 is missing"),
    ],
    ids=["entry", "gap"],
)
def test_a_row_that_makes_no_sense_is_told(file, change, words):
    with closing(sqlite3.connect(file)) as other, other:
        other.execute(change)
    with using(file) as store, pytest.raises(SaveError, match=words):
        store.read(1)


def test_an_entry_that_cannot_be_played_is_told_by_its_number(file):
    line = '{"kind": "stepped", "seat": 1, "token": "b3", "at": 0}'
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("UPDATE entries SET body = ? WHERE n = 2", [line])
    with using(file) as store, pytest.raises(SaveError, match=r"match 1: entry 2: it is Black's"):
        opened(store, 1)


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("mysql://host/games", "a store should be a file, sqlite:///PATH or postgresql://"),
        ("sqlite://", "a store should be a file"),
        ("://", "is no address of a store"),
        ("postgresql://ann@/games?host=/nowhere", "cannot be opened: "),
    ],
)
def test_an_address_where_no_store_can_be_is_told_in_one_line(address, words):
    with pytest.raises(StoreError, match=words) as caught:
        open_store(address)
    assert "\n" not in str(caught.value)
    assert caught.value.fault == "unreachable"


def test_a_password_is_never_told():
    with pytest.raises(StoreError) as caught:
        open_store("postgresql://ann:secret@localhost:1/games")
    assert "secret" not in str(caught.value)


def test_a_database_that_is_lost_is_told_and_used_again_once_it_is_there(server, database):
    with using(database) as store:
        match = keep(store, begun())
        with psycopg.connect(server, autocommit=True) as other:
            name = database.split("/")[3].partition("?")[0]
            other.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name]
            )
            with pytest.raises(StoreError, match="cannot be opened: ") as caught:
                store.append(match, LINE, 1)
            assert caught.value.fault == "unreachable"
            other.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        store.append(match, LINE, 1)
        assert len(store.read(match)) == 2


def test_a_database_that_must_not_be_written_is_told(database):
    with using(database) as store:
        match = keep(store, begun())
        with psycopg.connect(database, autocommit=True) as other:
            name = database.split("/")[3].partition("?")[0]
            other.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        store._engine.dispose()
        with pytest.raises(StoreError, match=r"the database must not be written$"):
            store.append(match, LINE, 1)
