"""The tables of a store, and how one of an older program is brought up to date.

The schema has a version, which the database itself names (`alembic_version`). `make` makes the
tables of a new store at once; `bring_up` carries an older one over, one migration of the folder
`migrations` after the other, all in one transaction; a store of a newer program is left alone.

What follows from the log is in `matches` too (`length`, `at`, `rated`, `over`, `note`): a cache of
the fold, so that a list need not read every log.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
    insert,
    inspect,
    text,
)

from core.errors import StoreError
from core.words import N_, Message

VERSION = "0003"
"""Of the tables below; the last of the migrations."""

MIGRATIONS = Path(__file__).parent / "migrations"

METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
    }
)

PERSONS = Table(
    "persons",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(100), nullable=False),
    # The name as all ways of writing it have it in common (`core.store.people.folded`).
    Column("folded", String(400), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    sqlite_autoincrement=True,
)

KEYS = Table(
    "keys",
    METADATA,
    Column("fingerprint", String(100), primary_key=True),
    Column("person", ForeignKey("persons.id"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Index(None, "person"),
)

CODES = Table(
    "codes",
    METADATA,
    # SHA-256 of a code that joins another key to a person, once.
    Column("id", String(64), primary_key=True),
    Column("person", ForeignKey("persons.id"), nullable=False),
    Column("until", BigInteger, nullable=False),
)

BANS = Table(
    "bans",
    METADATA,
    # Fingerprint of a key, or an address.
    Column("what", String(100), primary_key=True),
    Column("until", BigInteger, nullable=True),
    Column("reason", Text, nullable=False),
)

PRESENCE = Table(
    "presence",
    METADATA,
    # One row a session, drawn at random.
    Column("id", String(32), primary_key=True),
    Column("name", String(100), nullable=False),
    Column("fingerprint", String(100), nullable=True),
    Column("address", String(100), nullable=False),
    # The match its person is at; NULL is the lobby.
    Column("match", Integer, nullable=True),
    Column("since", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)

ORDERS = Table(
    "orders",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    sqlite_autoincrement=True,
)

DEFINITIONS = Table(
    "definitions",
    METADATA,
    # SHA-256 of the text: matches of one game share it.
    Column("id", String(64), primary_key=True),
    Column("text", Text, nullable=False),
)

MATCHES = Table(
    "matches",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("game", Text, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("definition", ForeignKey("definitions.id"), nullable=False),
    Column("terms", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("length", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("over", Boolean, nullable=False),
    Column("note", Text, nullable=False),
    Index(None, "over", "at"),
    sqlite_autoincrement=True,
)

ENTRIES = Table(
    "entries",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
)

_VERSIONS = Table(
    "alembic_version",
    MetaData(naming_convention={"pk": "%(table_name)s_pkc"}),
    Column("version_num", String(32), primary_key=True),
)
"""What Alembic keeps, and would make by itself."""


def version(connection: Connection) -> str | None:
    """The version of the tables; None where there are none."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def check(found: str, place: str) -> None:
    """Refuse a version that this program does not know.

    Args:
        found: The version of a store.
        place: Where that is, for people.

    Raises:
        StoreError: It is of a newer program.
    """
    if found > VERSION:
        told = N_(
            "{place}: is of a newer Parlour (tables {found}, this one knows {known}); "
            "update Parlour to use it"
        )
        raise StoreError(Message(told, place=place, found=found, known=VERSION), "newer")


def make(connection: Connection) -> None:
    """Make the tables where there are none; in the caller's transaction."""
    METADATA.create_all(connection, checkfirst=False)
    _VERSIONS.create(connection)
    connection.execute(insert(_VERSIONS).values(version_num=VERSION))


def bring_up(connection: Connection) -> None:
    """Carry the tables of an older version over; in the caller's transaction."""
    # Here, because they are needed only then and take long to load.
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    script = ScriptDirectory.from_config(config)

    def upgrade(revision: object, context: object) -> object:
        return script._upgrade_revs(VERSION, revision)  # type: ignore[arg-type]  # a revision

    with EnvironmentContext(config, script, fn=upgrade) as environment:
        environment.configure(
            connection=connection, target_metadata=METADATA, transactional_ddl=True
        )
        environment.run_migrations()
