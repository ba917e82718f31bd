"""What goes on in a house beside its matches: who is there, and what its host has ordered.

All programs of a house share one store, and this is how they know of one another: each session
has a row that it keeps fresh, and an order of the host's is a row that all follow. A session that
was killed leaves a row behind, which grows stale and counts no more.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from sqlalchemy import ColumnElement, delete, func, insert, select, update

from core.match.clock import SECOND, Milliseconds
from core.store import sql
from core.store.schema import ORDERS, PRESENCE
from core.store.sql import SqlStore
from core.store.store import MatchId

BEAT: Milliseconds = 20 * SECOND
"""How often a session tells that it is still there."""
STALE: Milliseconds = 3 * BEAT
"""How long it is believed without."""
BOTS = "*"
"""In the place of a name, which nobody can have: a program that moves for the bots of the house."""
KEPT_ORDERS = 100
"""Orders that are kept, the latest."""


@dataclass(frozen=True, slots=True)
class Presence:
    """A session of somebody."""

    id: str
    name: str
    fingerprint: str | None
    """None is a guest without a key."""
    address: str
    match: MatchId | None
    """The match they are at; None is the lobby."""
    since: Milliseconds


OrderKind = Literal["kick", "announce", "close"]


@dataclass(frozen=True, slots=True)
class Order:
    """Something the host wants of all programs of the house."""

    id: int
    kind: OrderKind
    text: str
    """Whom to kick, by name; what to say."""


class House:
    """Sessions and orders of a store."""

    def __init__(self, store: SqlStore) -> None:
        """Look at nothing yet."""
        self._store = store
        self._places: dict[str, MatchId | None] = {}
        """Where sessions were that this program has told of."""

    def come(self, name: str, fingerprint: str | None, address: str, now: Milliseconds) -> str:
        """Somebody is there from now on; the id of their session.

        Raises:
            StoreError: It cannot be kept.
        """
        id = secrets.token_hex(16)
        with self._store.changing() as connection:
            connection.execute(delete(PRESENCE).where(PRESENCE.c.seen < now - 10 * STALE))
            connection.execute(
                insert(PRESENCE).values(
                    id=id, name=name, fingerprint=fingerprint, address=address,
                    match=None, since=now, seen=now,
                )
            )  # fmt: skip
        self._places[id] = None
        return id

    def stay(self, id: str, match: MatchId | None, now: Milliseconds) -> None:
        """They are still there, at this match; where that is known, nobody need hear of it.

        Raises:
            StoreError: It cannot be kept.
        """
        is_known = id in self._places and self._places[id] == match
        write = self._store.quietly if is_known else self._store.changing
        with write() as connection:
            connection.execute(
                update(PRESENCE).where(PRESENCE.c.id == id).values(match=match, seen=now)
            )
        self._places[id] = match

    def go(self, id: str) -> None:
        """They have gone.

        Raises:
            StoreError: It cannot be kept.
        """
        with self._store.changing() as connection:
            connection.execute(delete(PRESENCE).where(PRESENCE.c.id == id))

    def there(self, now: Milliseconds) -> tuple[Presence, ...]:
        """Everybody's sessions, those who came first first.

        Raises:
            StoreError: They cannot be read.
        """
        return self._fresh(PRESENCE.c.name != BOTS, now)

    def bots(self, now: Milliseconds) -> tuple[Presence, ...]:
        """The programs that can move for the bots; the first does, which has been there longest.

        Raises:
            StoreError: They cannot be read.
        """
        return self._fresh(PRESENCE.c.name == BOTS, now)

    def _fresh(self, which: ColumnElement[bool], now: Milliseconds) -> tuple[Presence, ...]:
        wanted = (
            select(PRESENCE)
            .where(PRESENCE.c.seen >= now - STALE, which)
            .order_by(PRESENCE.c.since, PRESENCE.c.id)
        )
        with self._store.reading() as connection:
            rows = connection.execute(wanted).all()
        return tuple(
            Presence(row.id, row.name, row.fingerprint, row.address, row.match, row.since)
            for row in rows
        )

    def order(self, kind: OrderKind, text: str, now: Milliseconds) -> None:
        """Have all programs of the house do something.

        Raises:
            StoreError: It cannot be kept.
        """
        with self._store.changing(sql.ORDERS) as connection:
            made = connection.execute(insert(ORDERS).values(kind=kind, text=text, at=now))
            (id,) = made.inserted_primary_key or (0,)
            connection.execute(delete(ORDERS).where(ORDERS.c.id <= id - KEPT_ORDERS))

    def last_order(self) -> int:
        """The number of the latest order; 0 is none.

        Raises:
            StoreError: It cannot be read.
        """
        with self._store.reading() as connection:
            return int(connection.execute(select(func.max(ORDERS.c.id))).scalar() or 0)

    def orders(self, after: int) -> Sequence[Order]:
        """Orders after that number, oldest first; of kinds that this program does not know, none.

        Raises:
            StoreError: They cannot be read.
        """
        wanted = select(ORDERS).where(ORDERS.c.id > after).order_by(ORDERS.c.id)
        with self._store.reading() as connection:
            rows = connection.execute(wanted).all()
        known = get_args(OrderKind)
        return [Order(row.id, row.kind, row.text) for row in rows if row.kind in known]
