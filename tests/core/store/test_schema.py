"""Tables are made, carried over and never spoilt."""

from __future__ import annotations

import shutil
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from core.errors import StoreError
from core.match.entries import Terms
from core.match.session import Session
from core.store import schema
from core.store.address import open_store
from core.store.kept import keep
from core.store.store import Wanted
from tests.tui.houses import begun

LATER = """
import sqlalchemy as sa
from alembic import op

revision = "9998"
down_revision = "{before}"


def upgrade():
    op.add_column("matches", sa.Column("title", sa.Text))
    {more}
"""


def test_the_migrations_end_with_the_version_of_the_tables():
    assert ScriptDirectory(schema.MIGRATIONS).get_heads() == [schema.VERSION]


@pytest.mark.parametrize("make", [schema.make, schema.bring_up])
def test_a_new_store_has_the_tables_that_the_program_uses_and_migrations_make_them(address, make):
    store = open_store(address)
    with store._writing() as connection:
        schema.METADATA.drop_all(connection)
        connection.exec_driver_sql("DROP TABLE alembic_version")
        assert schema.version(connection) is None
        make(connection)
    with store._engine.connect() as connection:
        assert schema.version(connection) == schema.VERSION
        compared = {"compare_type": True, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=compared)
        assert compare_metadata(context, schema.METADATA) == []
    store.close()


def test_a_new_file_is_for_its_owner_alone(tmp_path):
    open_store(str(tmp_path / "store" / "matches.db")).close()
    for path in (tmp_path / "store", tmp_path / "store" / "matches.db"):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0


def test_programs_that_open_a_new_store_at_once_all_get_it(address):
    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(open_store, [address] * 4))
    for store in stores:
        assert store.list() == ()
        store.close()


def test_a_store_of_a_newer_program_is_left_alone(address):
    store = open_store(address)
    with store._writing() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    store.close()
    with pytest.raises(
        StoreError, match=r"is of a newer Parlour .*; update Parlour to use it$"
    ) as caught:
        open_store(address)
    assert caught.value.fault == "newer"


@pytest.fixture
def later(tmp_path, monkeypatch):
    """Lets the program be a later one, whose tables have another column."""

    def be(more=""):
        folder = tmp_path / "migrations"
        shutil.copytree(schema.MIGRATIONS, folder)
        (folder / "versions" / "9998_title.py").write_text(
            LATER.format(before=schema.VERSION, more=more)
        )
        monkeypatch.setattr(schema, "MIGRATIONS", folder)
        monkeypatch.setattr(schema, "VERSION", "9998")

    return be


def columns(path):
    with closing(sqlite3.connect(path)) as file:
        return {row[1] for row in file.execute("PRAGMA table_info(matches)")}


def test_an_older_file_is_carried_over_after_a_copy_was_made(tmp_path, later):
    path = tmp_path / "matches.db"
    open_store(str(path)).close()
    before = schema.VERSION
    later()
    open_store(str(path)).close()
    assert "title" in columns(path)
    assert "title" not in columns(tmp_path / f"matches.db.{before}.bak")


def test_an_older_store_is_carried_over_wherever_it_is(address, later):
    open_store(address).close()
    later()
    store = open_store(address)
    with store._engine.connect() as connection:
        assert schema.version(connection) == "9998"
    store.close()


def test_what_cannot_be_carried_over_stays_as_it_was(tmp_path, later):
    path = tmp_path / "matches.db"
    open_store(str(path)).close()
    before = columns(path)
    later('op.execute("SELECT * FROM nowhere")')
    with pytest.raises(StoreError):
        open_store(str(path))
    assert columns(path) == before


def test_the_matches_of_an_older_store_are_listed_as_before(address):
    store = open_store(address)
    for rated in (True, False, True):
        opening = begun("reversi:6x6")
        session = Session.begin(opening.game, opening.start, opening.seats, Terms(rated=rated))
        keep(store, session.after(session.resign(0)))
    before, chosen = store.list(), store.list(Wanted(over=True, rated=True))
    with store._writing() as connection:
        connection.exec_driver_sql("DROP INDEX ix_matches_over_at")
        connection.exec_driver_sql("ALTER TABLE matches DROP COLUMN rated")
        connection.exec_driver_sql("CREATE INDEX ix_matches_at ON matches (at)")
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0002'")
    store.close()
    store = open_store(address)
    assert store.list() == before
    assert store.list(Wanted(over=True, rated=True)) == chosen
    assert len(chosen) == 2
    store.close()
