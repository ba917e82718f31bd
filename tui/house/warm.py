"""Makes the nursery warm: goes once through what every session does, before any is there.

What is read, parsed and compiled meanwhile is kept by the process that forks, so sessions begin
sooner, and share it. It happens in a folder of its own that is gone afterwards.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from pathlib import Path

from textual.pilot import Pilot

from core import catalog
from core.bots.thinker import DirectThinker
from core.errors import GameError
from core.match.entries import OPEN, Player, Terms
from core.match.session import Session
from core.store.kept import keep
from core.store.library import Book, Library
from tui.house.program import HouseApp
from tui.house.rules import Rules
from tui.house.visitor import Premises, Visitor, now
from tui.settings import Settings
from tui.terminal import Terminal
from tui.world import Home, World

SIZE = (80, 24)
KEY = "warm"


def warm() -> None:
    """Read every game, come into a house, look at its lobby and at a table, and go."""
    for name in catalog.names():
        try:
            catalog.definition(name)
        except GameError:
            continue
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
