"""People of a house: who they are, by which keys they are known, and who is there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables, in place of one that was never used."""
    op.drop_table("players")
    op.create_table(
        "persons",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("folded", sa.String(400), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_persons"),
        sa.UniqueConstraint("folded", name="uq_persons_folded"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "keys",
        sa.Column("fingerprint", sa.String(100), nullable=False),
        sa.Column("person", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("fingerprint", name="pk_keys"),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name="fk_keys_person"),
    )
    op.create_index("ix_keys_person", "keys", ["person"])
    op.create_table(
        "codes",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("person", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_codes"),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name="fk_codes_person"),
    )
    op.create_table(
        "bans",
        sa.Column("what", sa.String(100), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=True),
        sa.Column("reason", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("what", name="pk_bans"),
    )
    op.create_table(
        "presence",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("fingerprint", sa.String(100), nullable=True),
        sa.Column("address", sa.String(100), nullable=False),
        sa.Column("match", sa.Integer, nullable=True),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_presence"),
    )
    op.create_table(
        "orders",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_orders"),
        sqlite_autoincrement=True,
    )
