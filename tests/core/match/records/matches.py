"""Matches for the tests of records."""

from __future__ import annotations

import random
from dataclasses import replace

from core import catalog
from core.match.entries import Terms
from core.match.records import endings
from core.match.session import Player, Session

PERSON = Player("person", "")
SEATS = (Player("person", "Ann [Lee] \\ O'Hara"), Player("bot", "medium", 4))


def choices(declares):
    """Every shipped game that a format is declared for, and each of its variants."""
    for name in catalog.names():
        definition = catalog.definition(name)
        if declares(definition.records):
            yield name
            yield from (f"{name}:{variant.id}" for variant in definition.variants)


def seats(id):
    """A person and programs, as many as a game is for."""
    count = len(catalog.definition(id).players)
    return (SEATS[0], *(Player("bot", f"medium {number}", 4) for number in range(1, count)))


def played(id, seed, most=400, ending="", seated=None, pace=None):
    """A match at random, at most so many steps long, that ends so if the rules do not end it."""
    chance = random.Random(seed)
    game = catalog.load(id)
    terms = Terms(pace)
    players = tuple(replace(PERSON, name=one.name) for one in seats(id))
    among_persons = ending in ("agreed", "abandoned")
    seated = seated or (players if among_persons else seats(id))
    session = Session.begin(game, game.start(seed=seed), seated, terms)
    while session.mover is not None and len(session.steps) < most:
        # Sides swapped, as few formats can tell, are for the tests of those that can.
        steps = [step for step in session.position.steps if step.verb != "swap"]
        session = session.after(session.step(session.mover, chance.choice(steps).token))
    if not ending or session.outcome is not None:
        return session
    if ending == "agreed":
        return endings.drawn(session)
    if ending == "abandoned":
        impatient = replace(session.started, terms=replace(terms, patience=0))
        session = replace(session, started=impatient)
    # Only the time of whoever is to move can be up.
    seat = session.mover if ending == "time" else chance.randrange(2)
    return endings.lost(session, seat, ending)


def tokens(session):
    """The steps that stand."""
    return [step.token for step in session.steps]
