"""Somebody in the house: who they are, and what the house lets them do."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from core.errors import GameError, PersonError, StoreError
from core.match.clock import Milliseconds
from core.store.address import open_store
from core.store.house import House
from core.store.people import People, Person, checked_name
from core.store.sql import SqlStore
from core.store.store import MatchId, Wanted
from core.words import Message
from tui.house.limits import Limits
from tui.house.rules import Rules

GUEST = "guest-"
"""How the name of a guest begins; nobody else may have such a name."""
GUESTS = 10_000
"""Names for guests are numbers below, as long as there are such left."""


class NotAHouse(GameError):
    """The store cannot be shared, so there is no house in it."""


def now() -> Milliseconds:
    """Milliseconds since the beginning of 1970."""
    return time.time_ns() // 1_000_000


def is_guest(name: str) -> bool:
    """Whether it is the name of a guest, who has it for one session."""
    return name.startswith(GUEST)


def house_store(address: str) -> SqlStore:
    """The store of a house.

    Raises:
        NotAHouse: It is one that only one program can use.
        StoreError: It cannot be opened.
    """
    store = open_store(address)
    if not isinstance(store, SqlStore):
        raise NotAHouse(Message("a house needs a store that programs can share: a file or a URL"))
    return store


@dataclass(frozen=True, slots=True)
class Premises:
    """What every session of a house is told of it."""

    store: str
    """Address of the store."""
    folder: str
    """Where the house keeps what is no match: settings of people, the host's games."""
    name: str
    welcome: str
    limits: Mapping[str, Any]

    @classmethod
    def of(cls, store: str, folder: Path, rules: Rules) -> Premises:
        """Those of a house with these rules."""
        return cls(store, str(folder), rules.name, rules.welcome, asdict(rules.limits))


class Visitor:
    """Who came, with the store of the house."""

    def __init__(
        self,
        premises: Premises,
        key: str | None,
        name: str,
        address: str,
        store: SqlStore | None = None,
    ) -> None:
        """Find out who it is.

        Args:
            premises: Of the house.
            key: What they are known by; None is a guest.
            name: What they called themselves when they came.
            address: Where they came from.
            store: Of the house, closed when they leave or cannot come in; None opens it.

        Raises:
            GameError: The store cannot be used, or they are banned.
        """
        self.premises = premises
        self.limits = Limits(**premises.limits)
        self.key = key
        self.wished = name
        self.address = address
        self.store = store or house_store(premises.store)
        self.people = People(self.store)
        self.house = House(self.store)
        try:
            self._check_not_banned()
            self.person: Person | None = self.people.of_key(key) if key else None
            self.guest = "" if key else self._guest_name()
        except GameError:
            self.store.close()
            raise
        self.announced = ""
        """What the host has said last while they were there."""
        self.session = ""
        """The id of the row that tells others that they are there; "" while none does."""

    @property
    def name(self) -> str:
        """What they are called here; "" before they have said so."""
        return self.person.name if self.person else self.guest

    @property
    def folder(self) -> Path:
        """Where their settings are, and what they try beside a match."""
        folder = Path(self.premises.folder)
        if self.person:
            return folder / "people" / str(self.person.id)
        return folder / "guests" / str(os.getpid())

    def take_name(self, text: str) -> Person:
        """Be called so from now on.

        Raises:
            PersonError: Nobody can be, or somebody else is.
            StoreError: It cannot be kept.
        """
        if not self.key:
            raise PersonError(Message("only who comes with a key can have a name"))
        name = checked_name(text, self.limits.name)
        self.person = self.people.welcome(name, self.key, now())
        return self.person

    @property
    def left_at(self) -> MatchId | None:
        """The match at whose table they were when their line was lost; None if at none."""
        with suppress(OSError, ValueError):
            return int(self._place.read_text("ascii"))
        return None

    def note_place(self, match: MatchId | None) -> None:
        """Remember at which table they are, for when their line is lost; None is at none."""
        if self.person is None:
            return
        with suppress(OSError):
            if match is None:
                self._place.unlink(missing_ok=True)
            else:
                self._place.parent.mkdir(parents=True, exist_ok=True)
                self._place.write_text(str(match), "ascii")

    @property
    def _place(self) -> Path:
        return self.folder / "place"

    def arrive(self) -> None:
        """Tell others that they are there.

        Raises:
            StoreError: It cannot be kept.
        """
        if not self.session:
            key = self.key if self.person else None
            self.session = self.house.come(self.name, key, self.address, now())

    def leave(self) -> None:
        """Be gone; what cannot be told grows stale."""
        with suppress(StoreError):
            if self.session:
                self.house.go(self.session)
        self.store.close()

    def _check_not_banned(self) -> None:
        """Refuse whoever is banned; the front does so too, but other programs let people in."""
        for ban in self.people.bans(now()):
            if ban.what in (self.key, self.address):
                if not ban.reason:
                    raise PersonError(Message("you are banned from this house"))
                raise PersonError(
                    Message("you are banned from this house: {reason}", reason=ban.reason)
                )

    def _guest_name(self) -> str:
        """A name that nobody has who is there, or has left a match that goes on."""
        there = {one.name for one in self.house.there(now())}
        chance, most = random.SystemRandom(), GUESTS
        while True:
            name = f"{GUEST}{chance.randrange(most // 10, most)}"
            left = self.store.list(Wanted(over=False, person=name, most=1))
            if name not in there and not left:
                return name
            most *= 10
