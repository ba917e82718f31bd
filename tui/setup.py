"""A game as it is being set up: its variants, who plays, who begins."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.language.definition import Definition, Variant
from core.match.clock import Milliseconds, pace
from core.match.entries import Terms
from core.match.session import Session
from core.rules.game import Game
from tui.clocks import PACES
from tui.language import said
from tui.seating import CHAIRS, LOT, PERSON, firsts, players


@dataclass(frozen=True, slots=True)
class Group:
    """Variants of which at most one can be chosen."""

    name: str
    """"" for variants that go with any."""
    variants: tuple[Variant, ...]

    @property
    def is_switch(self) -> bool:
        """Whether it is one variant, to be had or not."""
        return len(self.variants) == 1


@dataclass(frozen=True, slots=True)
class Setup:
    """What has been chosen for one match."""

    game: str
    """What the catalog calls the game, without variants: an id, or the path of a file."""
    variants: tuple[str, ...]
    """Ids of those chosen, in the order of the file."""
    chosen: tuple[str, ...] = (PERSON,)
    """Who the players are, of `CHAIRS`, as far as it has been said."""
    first: str = "1"
    """Who moves first, of `firsts`."""
    clock: str = ""
    """Of `tui.clocks.PACES`."""

    @classmethod
    def usual(cls, name: str, definition: Definition) -> Setup:
        """A game as its file sets it up, against the weakest bot."""
        return cls(name, tuple(variant.id for variant in definition.variants if variant.default))

    @property
    def id(self) -> str:
        """What the catalog calls the game with these variants."""
        return f"{self.game}:{'+'.join(self.variants)}" if self.variants else self.game

    def toggled(self, definition: Definition, id: str) -> Setup:
        """With a variant chosen in place of the others of its group, or given up if it was.

        The usual variant of a group cannot be given up, only replaced.
        """
        group = next(group for group in groups(definition) if id in _ids(group))
        kept = set(self.variants) - set(_ids(group))
        if id not in self.variants or _has_usual(group):
            kept.add(id)
        order = [variant.id for variant in definition.variants]
        return replace(self, variants=tuple(id for id in order if id in kept))

    def chairs(self, count: int) -> tuple[str, ...]:
        """Who the players are when so many are wanted; the weakest bot where nothing was said."""
        return seated(self.chosen, count)

    def with_chair(self, player: int, count: int, by: int) -> Setup:
        """With the next choice for a player (counted from 0) of so many, or the one before."""
        chairs = list(self.chairs(count))
        chairs[player] = CHAIRS[(CHAIRS.index(chairs[player]) + by) % len(CHAIRS)]
        return replace(self, chosen=tuple(chairs))

    def with_clock(self, by: int) -> Setup:
        """With the next pace, or the one before."""
        place = PACES.index(self.clock) + by
        return replace(self, clock=PACES[place % len(PACES)])

    def with_first(self, count: int, by: int) -> Setup:
        """With the next choice of who moves first among so many, or the one before."""
        known = firsts(count)
        place = known.index(self.first) if self.first in known else 0
        return replace(self, first=known[(place + by) % len(known)])

    def begun(self, game: Game, chance: random.Random, now: Milliseconds) -> Session:
        """A new match of `game`, which is the one that has been chosen; see `begun`."""
        return begun(game, self.chosen, self.first, chance, clock=self.clock, now=now)


def seated(chosen: Sequence[str], count: int) -> tuple[str, ...]:
    """So many of `CHAIRS`: those chosen, then the weakest bot."""
    return (*chosen, *[CHAIRS[1]] * count)[:count]


def parted(id: str) -> tuple[str, list[str]]:
    """What the catalog calls a game, parted into the game and its variants."""
    if ":" not in id or id.endswith((".yaml", ".yml")):
        return id, []
    game, _, variants = id.rpartition(":")
    return game, [variant for variant in variants.split("+") if variant]


def variant_names(definition: Definition, chosen: Sequence[str]) -> list[str]:
    """What menus call variants, by their ids; an id that the game does not know stays as it is."""
    known = {each.id: said(definition.variant_name(each)) for each in definition.variants}
    return [known.get(id, id) for id in chosen]


def groups(definition: Definition) -> tuple[Group, ...]:
    """The variants of a game by their groups, in the order of the file; each free one alone."""
    found: dict[str, list[Variant]] = {}
    for variant in definition.variants:
        found.setdefault(variant.group or f" {variant.id}", []).append(variant)
    return tuple(
        Group("" if name.startswith(" ") else name, tuple(variants))
        for name, variants in found.items()
    )


def begun(
    game: Game,
    chosen: Sequence[str],
    first: str,
    chance: random.Random,
    seed: int | None = None,
    clock: str = "",
    now: Milliseconds = 0,
) -> Session:
    """A new match.

    Args:
        game: With its variants.
        chosen: Who the players are, of `CHAIRS`; the weakest bot where there are fewer.
        first: Who moves first, of `firsts`; the first player where there are fewer.
        chance: Draws the lot, and the deal where no seed is given.
        seed: Of the deal.
        clock: A pace as `core.match.clock.pace` reads it; "" is none. It stands while nobody is at
            the table.
        now: When.

    Raises:
        SessionError: There is no such pace.
    """
    count = len(game.definition.players)
    begins = int(first) - 1 if first != LOT else chance.randrange(count)
    start = game.start(seed=chance.getrandbits(32) if seed is None else seed)
    seats = players(seated(chosen, count), begins % count)
    terms = Terms(pace=pace(clock), waits=True) if clock else Terms()
    return Session.begin(game, start, seats, terms, now)


def _ids(group: Group) -> Sequence[str]:
    return [variant.id for variant in group.variants]


def _has_usual(group: Group) -> bool:
    return any(variant.default for variant in group.variants)
