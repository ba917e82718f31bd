"""`parlour house ...`: what a host does to a house that is open, through its store."""

from __future__ import annotations

import argparse
import sqlite3
import sys
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path

from core.errors import GameError
from core.match.clock import DAY
from core.store.house import House
from core.store.people import Ban, People
from core.store.sql import SqlStore
from core.store.store import Wanted
from tui.house import bots
from tui.house.verbs import kept_words
from tui.house.visitor import house_store, now


def run(what: str, chosen: argparse.Namespace, address: str) -> int:
    """Do it; the exit status.

    Raises:
        GameError: It cannot be done; says why.
    """
    if "://" not in address and not Path(address).is_file():
        hint = "`parlour serve` opens one, and --data says where another is"
        raise GameError(f"there is no house at {address}; {hint}")
    if what == "bots":
        return bots.run(address)
    with closing(house_store(address)) as store:
        return _DO[what](store, chosen)


def _status(store: SqlStore, _chosen: argparse.Namespace) -> int:
    there = House(store).there(now())
    print(f"sessions {len(there)}")
    for one in there:
        since = datetime.fromtimestamp(one.since / 1000, UTC).strftime("%Y-%m-%d %H:%M:%SZ")
        place = f"match {one.match}" if one.match else "lobby"
        print(f"  {one.name or '(unnamed)'} {place} since {since} from {one.address}")
    print(f"bots {'move' if House(store).bots(now()) else 'move while somebody is at their table'}")
    going = store.list(Wanted(over=False))
    print(f"matches {len(going)}")
    for kept in going:
        print(f"  {kept.match} {kept_words(kept)}")
    for ban in People(store).bans(now()):
        print(f"banned {ban.what} {ban.reason}".rstrip())
    return 0


def _kick(store: SqlStore, chosen: argparse.Namespace) -> int:
    there = {one.name for one in House(store).there(now())}
    if chosen.who not in there:
        raise GameError(f"{chosen.who!r} is not there")
    House(store).order("kick", chosen.who, now())
    return 0


def _ban(store: SqlStore, chosen: argparse.Namespace) -> int:
    days = chosen.days
    if days is not None and not 0 < days < 100_000:
        raise GameError("--days should be a number above 0")
    until = now() + int(days * DAY) if days is not None else None
    for what in _meant(store, chosen.who):
        People(store).ban(Ban(what, until, chosen.reason))
        print(f"banned {what}")
    person = People(store).named(chosen.who)
    if person:
        House(store).order("kick", person.name, now())
    return 0


def _unban(store: SqlStore, chosen: argparse.Namespace) -> int:
    done = [what for what in _meant(store, chosen.who) if People(store).unban(what)]
    if not done:
        raise GameError(f"{chosen.who!r} is not banned")
    print(*(f"let in again {what}" for what in done), sep="\n")
    return 0


def _meant(store: SqlStore, who: str) -> list[str]:
    """The keys of a person; else a key or an address."""
    people = People(store)
    person = people.named(who)
    if person is not None:
        return [key.fingerprint for key in people.keys(person)]
    if who.startswith(("SHA256:", "password:")):
        return [who]
    with suppress(ValueError):
        return [str(ip_address(who))]
    raise GameError(f"nobody here is called {who!r}, and it is no key and no address")


def _close(store: SqlStore, _chosen: argparse.Namespace) -> int:
    House(store).order("close", "", now())
    return 0


def _announce(store: SqlStore, chosen: argparse.Namespace) -> int:
    if not chosen.text.strip():
        raise GameError("there is nothing to say")
    House(store).order("announce", chosen.text, now())
    return 0


def _backup(store: SqlStore, chosen: argparse.Namespace) -> int:
    """A copy of the file as it stands between two appends, however busy the house is."""
    copy = Path(chosen.file)
    if not Path(store.place).is_file():
        raise GameError("a database is copied by its own programs, such as pg_dump")
    try:
        copy.touch(0o600, exist_ok=False)  # nobody else reads it, from the first byte on
        with (
            closing(sqlite3.connect(store.place)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
    except sqlite3.Error as error:
        copy.unlink(missing_ok=True)
        raise GameError(f"{copy}: {error}") from None
    print(f"copied to {copy}", file=sys.stderr)
    return 0


_DO: Mapping[str, Callable[[SqlStore, argparse.Namespace], int]] = {
    "status": _status,
    "kick": _kick,
    "ban": _ban,
    "unban": _unban,
    "close": _close,
    "announce": _announce,
    "backup": _backup,
}
