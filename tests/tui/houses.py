"""The whole program for tests: chance, clock and bots under control, files in a folder apart."""

from __future__ import annotations

import random
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from core import catalog
from core.bots.bot import LEVELS, Choice, Thought
from core.bots.search import TreeSearch
from core.errors import GameError, StoreError
from core.match.session import Player, Session
from core.store.address import open_store
from core.store.library import Library
from tui.app import Parlour, Visit
from tui.settings import Settings
from tui.terminal import Terminal
from tui.world import Home, World

NOW = 1_767_225_600_000
"""The first of January 2026, in milliseconds."""

TERMS = {"256": "xterm-256color", "16": "linux", "none": "dumb"}
"""Terminals by their colors."""
PERSONS = (Player("person", "player 1"), Player("person", "player 2"))
AGAINST_BOT = (Player("person", "you"), Player("bot", "easy bot", 1))


def bots(id):
    """As many bots as a game is for."""
    count = len(catalog.definition(id).players)
    return tuple(Player("bot", f"easy bot {number}", 1) for number in range(1, count + 1))


def smallest(name, place=0):
    """A game or a variant of it, by its number from the one with the fewest cells up."""
    others = [variant for variant in catalog.definition(name).variants if not variant.default]
    ids = (name, *(f"{name}:{variant.id}" for variant in others))
    return sorted(ids, key=lambda id: len(catalog.definition(id).board.cells))[place]


class QuickThinker:
    """Thinks at once, in a few simulations."""

    async def think(self, position, strength, seed, seconds=None):
        """What a very weak bot would do."""
        quick = replace(LEVELS[0], simulations=4)
        return TreeSearch(quick).choose(position, seed, lambda: False)

    async def close(self):
        """Nothing to end."""


@dataclass
class ScriptedThinker:
    """Makes the steps it was given, then whatever comes first."""

    tokens: list

    async def think(self, position, strength, seed, seconds=None):
        """The next token."""
        token = self.tokens.pop(0) if self.tokens else str(position.steps[0])
        step = next(step for step in position.steps if str(step) == token)
        return Choice(step, 0.5, 1)

    async def close(self):
        """Nothing to end."""


class SlowThinker:
    """Never finds a step, until it is told to stop."""

    def __init__(self):
        self.cancelled = 0

    async def think(self, position, strength, seed, seconds=None):
        """Wait."""
        import asyncio

        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise

    async def close(self):
        """Nothing to end."""


class Oracle:
    """Says what it was told to of every position, and remembers of which it was asked."""

    def __init__(self, thoughts=(("d4", 0.75), ("a1", 0.5)), line=("d4", "f1"), fault=""):
        self.thoughts = thoughts
        self.line = line
        self.fault = fault
        self.asked = []

    async def think(self, position, strength, seed, seconds=None):
        """The best that is legal of what it was told."""
        self.asked.append((position, strength, seconds))
        if self.fault:
            raise GameError(self.fault)
        known = {step.token: step for step in position.steps}
        best, value = next((one for one in self.thoughts if one[0] in known), (None, 0.5))
        told = tuple(Thought(token, worth, 9) for token, worth in self.thoughts if token in known)
        return Choice(known.get(best, position.steps[0]), value, 9, told, self.line)

    async def close(self):
        """Nothing to end."""


def home(folder):
    """Where a program in `folder` keeps things."""
    data = folder / "data"
    settings = folder / "config" / "settings.yaml"
    return Home(settings, data / "matches", data / "games", folder / "exports")


def world(folder, *, mode="256", thinker=None, adviser=None, seed=7):
    """What is outside a program in `folder`, as a test wants it."""
    library = library_in(folder)
    _bring_store(folder / "data")
    with suppress(StoreError):
        _ = library.store  # now, so that nothing waits for it
    return World(
        home(folder),
        thinker or QuickThinker(),
        Terminal({"TERM": TERMS[mode], "LANG": "C.UTF-8"}),
        now=lambda: NOW,
        chance=random.Random(seed),
        adviser=adviser or QuickThinker(),
        library=library,
    )


def parlour(
    folder,
    *,
    mode="256",
    ascii=False,
    thinker=None,
    adviser=None,
    visit=None,
    settings=None,
    seed=7,
    **options,
):
    """The program, as a test wants it."""
    outside = world(folder, mode=mode, thinker=thinker, adviser=adviser, seed=seed)
    return Parlour(outside, settings or Settings(), ascii=ascii, visit=visit, **options)


def library_in(folder):
    """Where a program in `folder` keeps matches."""
    return Library(str(folder / "data" / "matches.db"), home(folder).matches)


def _bring_store(folder):
    """Put an empty store there, where none is: to make each anew would take its time."""
    if not folder.exists():
        folder.mkdir(parents=True)
        (folder / "matches.db").write_bytes(_empty_store())


@cache
def _empty_store():
    """The file of a store without matches."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "matches.db"
        open_store(str(file)).close()
        return file.read_bytes()


def kept(folder):
    """The matches that a program in `folder` keeps, the newest first."""
    return kept_by(library_in(folder))


def kept_by(library):
    """The matches in a library, the newest first; closes it."""
    with closing(library):
        return [library.read(one.match).session for one in library.store.list()]


def begun(id, seats=PERSONS, tokens="", *, deal=None, seed=1):
    """A match of a game, after these steps."""
    game = catalog.load(id)
    session = Session.begin(game, game.start(seed=seed, deal=deal), seats)
    return after(session, tokens)


def after(session, tokens):
    """The match after these steps too, whoever makes them."""
    for token in tokens.replace(",", " ").split():
        session = session.after(session.step(session.mover, token))
    return session


def table(folder, session, **options):
    """The program with this match on the screen."""
    return parlour(folder, visit=Visit(session), **options)


@lru_cache(maxsize=32)  # many tests look at the same few matches
def played(session, steps, seed=3):
    """The match after so many random steps more, or at its end."""
    return played_until(session, lambda later: len(later.steps) >= len(session.steps) + steps, seed)


def played_until(session, enough, seed=3):
    """The match after random steps until it is `enough`, or at its end."""
    return next(one for one in walked(session, seed) if one.mover is None or enough(one))


def walked(session, seed=3):
    """The match as it is, and after each of the random steps to its end.

    Steps are drawn from their sorted tokens, so that the order in which an engine lists them
    changes no picture.
    """
    chance = random.Random(seed)
    yield session
    while session.mover is not None:
        token = chance.choice(sorted(map(str, session.position.steps)))
        session = session.after(session.step(session.mover, token))
        yield session
