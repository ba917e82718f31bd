"""Makes the nursery warm: goes once through what every session does, before any is there.

What is read, parsed and compiled meanwhile is kept by the process that forks, so sessions begin
sooner, and share it. It happens in a folder of its own that is gone afterwards.
"""

from __future__ import annotations

import asyncio
import os
import pkgutil
import tempfile
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from textual.pilot import Pilot

from core import catalog
from core.bots.thinker import DirectThinker
from core.errors import GameError
from core.match.entries import OPEN, Player, Terms
from core.match.session import Session
from core.store.house import House
from core.store.kept import keep
from core.store.library import Book, Library
from core.store.people import People
from core.store.sql import SqlStore
from core.store.store import Wanted
from tui import screens
from tui.house.program import HouseApp
from tui.house.rules import Rules
from tui.house.visitor import Premises, Visitor, house_store, now
from tui.settings import Settings
from tui.terminal import Terminal
from tui.world import Home, World

SIZE = (80, 24)
KEY = "warm"


def warm(games: Path) -> None:
    """Make games and screens ready, come into a house, look at its lobby and a table, and go.

    Args:
        games: Folder of the host's own games.
    """
    for found in pkgutil.iter_modules(screens.__path__, f"{screens.__name__}."):
        import_module(found.name)
    for name in (*catalog.names(), *catalog.names_in(games)):
        with suppress(GameError):
            _ = catalog.load(name).start(seed=1).steps
    environ = dict(os.environ)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        premises = Premises.of(str(folder / "house.db"), folder, Rules())
        visitor = Visitor(premises, KEY, KEY, "")
        visitor.take_name(KEY)
        keep(visitor.store, _begun())
        app = HouseApp(_world(folder, visitor), Settings(), visitor)
        app.run(headless=True, size=SIZE, auto_pilot=_look_around)
    os.environ.clear()
    os.environ.update(environ)


def ready_store(address: str) -> SqlStore:
    """The store of a house, with what sessions ask of it compiled, and nothing held open.

    Raises:
        GameError: It cannot be used.
    """
    store = house_store(address)
    people, house = People(store), House(store)
    here = house.come("", None, "", now())  # without a name, which nobody sees
    house.stay(here, None, now())
    house.there(now())
    house.go(here)
    house.orders(house.last_order())
    people.bans(now())
    people.of_key("")
    store.list(Wanted(most=1))
    store.close()
    return store


async def _look_around(pilot: Pilot[object]) -> None:
    app = pilot.app
    assert isinstance(app, HouseApp)
    await pilot.pause()
    book, session = Book.resume(app.world.library, 1)
    app.sit_down(session, book)
    await pilot.pause()
    await pilot.press("right", "o", "escape", "q")
    await pilot.pause()
    app.exit()
    await asyncio.sleep(0)


def _begun() -> Session:
    """A match of any game."""
    game = catalog.load(catalog.names()[0])
    seats = (Player("person", KEY), *[OPEN] * (len(game.definition.players) - 1))
    return Session.begin(game, game.start(seed=1), seats, Terms(), now())


def _world(folder: Path, visitor: Visitor) -> World:
    home = Home(folder / "settings.yaml", folder / "matches", folder / "games", folder)
    library = Library(visitor.premises.store, folder / "matches", store=visitor.store)
    environ = {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
    nobody = DirectThinker()
    return World(home, nobody, Terminal(environ), library=library, adviser=nobody)
