"""What lists choose matches by, so that they read no more than they show."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Tell which matches are rated, as their terms do; find the latest that are over at once."""
    op.add_column(
        "matches", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false())
    )
    matches = sa.table("matches", *map(sa.column, ("id", "terms", "rated")))
    connection = op.get_bind()
    rated = [
        match
        for match, terms in connection.execute(sa.select(matches.c.id, matches.c.terms))
        if _is_rated(terms)
    ]
    for match in rated:
        connection.execute(sa.update(matches).where(matches.c.id == match).values(rated=sa.true()))
    op.drop_index("ix_matches_at", "matches")
    op.create_index("ix_matches_over_at", "matches", ["over", "at"])


def _is_rated(terms: str) -> bool:
    try:
        return json.loads(terms).get("rated") is True
    except (ValueError, AttributeError):  # a damaged line is told when it is read
        return False
