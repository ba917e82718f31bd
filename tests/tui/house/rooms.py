"""The program of a house without its front: visitors at screens that tests look at."""

from __future__ import annotations

import random
from contextlib import contextmanager

from core import catalog
from core.match.entries import OPEN, Player, Terms
from core.match.session import Session
from core.store.kept import keep, opened
from core.store.store import Note
from tests.tui.houses import NOW, TERMS, QuickThinker
from tui.house.limits import Limits
from tui.house.program import HouseApp, home_of, library_of
from tui.house.rules import Rules
from tui.house.visitor import Premises, Visitor
from tui.settings import Settings
from tui.terminal import Terminal
from tui.world import World


class Rooms:
    """A house in a folder, in which `now` is what the test says."""

    def __init__(self, folder, **rules):
        self.folder = folder
        self.rules = Rules(**{"name": "The Oak", **rules})
        self.visitors = []

    def visitor(self, name="", *, key=None, wished=""):
        """Somebody with a key, who is called so; "" has not said yet."""
        premises = Premises.of(str(self.folder / "house.db"), self.folder, self.rules)
        visitor = Visitor(premises, key or f"key of {name}", wished or name, "::1")
        if name and not visitor.name:
            visitor.take_name(name)
        self.visitors.append(visitor)
        return visitor

    def app(self, visitor, *, mode="256", ascii=False, thinker=None, **settings):
        """The program on their screen."""
        world = World(
            home_of(visitor),
            thinker or QuickThinker(),
            Terminal({"TERM": TERMS[mode], "LANG": "C.UTF-8"}),
            library=library_of(visitor),
            chance=random.Random(7),
            adviser=QuickThinker(),
        )
        app = HouseApp(world, Settings(**settings), visitor)
        app._ascii = ascii
        return app

    def close(self):
        for visitor in self.visitors:
            visitor.leave()


def person(name):
    return Player("person", name)


def begun(visitor, *names, game="oust:size-4+no-pie", at=NOW, **terms):
    """The number of a match of these players; "" is an open chair, a player is themselves."""
    seats = tuple(one if isinstance(one, Player) else person(one) if one else OPEN for one in names)
    found = catalog.load(game)
    return keep(visitor.store, Session.begin(found, found.start(seed=1), seats, Terms(**terms), at))


def gone_on(visitor, match, *requests):
    """The match after what `requests` ask of it, one after another; each gives an entry."""
    session = opened(visitor.store, match).session
    for request in requests:
        entry = request(session)
        after = session.after(entry)
        visitor.store.append(match, entry, len(session.log), Note.of(after))
        session = after
    return session


def after_steps(count):
    """A request for each of so many steps, always the middle one of those there are."""

    def step(session):
        steps = sorted(map(str, session.position.steps))
        return session.step(session.mover, steps[len(steps) // 2], session.at + 9000)

    return [step] * count


@contextmanager
def rooms(folder, **rules):
    """A house whose visitors leave at the end."""
    found = Rooms(folder, **rules)
    try:
        yield found
    finally:
        found.close()


__all__ = ["Limits", "Rooms", "after_steps", "begun", "gone_on", "person", "rooms"]
