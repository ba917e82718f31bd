"""`parlour bench store`: how long lists of matches take, with few kept and with many.

Stores of many finished matches are filled in a temporary folder; the matches are copies of one, of
other days and with other players. Times depend on the machine, so that of the larger store is given
as a ratio to the smaller one: of what a list shows, that must not grow with what is kept.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import insert, select

from core import catalog
from core.match.clock import DAY
from core.match.entries import Player, Terms
from core.match.session import Session
from core.rules.game import Game
from core.store import lines
from core.store.kept import keep
from core.store.library import Library
from core.store.ratings import ladders
from core.store.schema import ENTRIES, MATCHES
from core.store.sql import SqlStore
from core.store.store import Note

PERSONS = 50
DAYS = 365
GOING = 10
"""Matches that are not over, in every store."""
RATIO = 3.0
"""Times that the lobby's list may take in the larger store."""


def report(counts: Sequence[int] = (100, 10_000)) -> Iterator[str]:
    """A line for each number of matches, and how the times of the last compare to the first's."""
    yield f"what the lobby's list may take with most matches: {RATIO:.0f} times as long as with few"
    yield ""
    yield f"{'matches':>8}{'list ms':>10}{'ladder ms':>11}"
    times = []
    for count in counts:
        times.append(_times(count))
        shown, ranked = (1000 * each for each in times[-1])
        yield f"{count:>8}{shown:>10.1f}{ranked:>11.1f}"
    shown, ranked = (after / before for before, after in zip(times[0], times[-1], strict=True))
    verdict = "ok" if shown <= RATIO else "OVER"
    yield f"{'ratio':>8}{shown:>10.1f}{ranked:>11.1f}  {verdict}"


def fill(store: SqlStore, count: int) -> None:
    """Keep so many finished matches, and a few that are not."""
    game, chance = _smallest(), random.Random(1)
    seats = (Player("person", "ann"), Player("person", "bob"))
    session = Session.begin(game, game.start(seed=1), seats, Terms(rated=True))
    for _ in range(GOING):
        keep(store, session)
    while session.outcome is None:
        token = chance.choice(session.position.steps).token
        session = session.after(session.step(session.mover or 0, token))
    first = keep(store, session)
    with store.changing() as connection:
        row: dict[str, Any] = dict(
            connection.execute(select(MATCHES).where(MATCHES.c.id == first)).mappings().one()
        )
        log = [
            dict(one)
            for one in connection.execute(
                select(ENTRIES).where(ENTRIES.c.match == first)
            ).mappings()
        ]
        note = Note.of(session)
        for number in range(1, count):
            one, other = chance.sample(range(PERSONS), 2)
            at = number * DAYS // count * DAY
            played = (Player("person", f"player {one}"), Player("person", f"player {other}"))
            noted = Note(played, note.turns, None, note.won, at)
            match = first + number
            connection.execute(
                insert(MATCHES).values(
                    **{**row, "id": match, "at": at, "note": lines.encode_note(noted)}
                )
            )
            connection.execute(insert(ENTRIES), [{**entry, "match": match} for entry in log])


def _smallest() -> Game:
    """The game for two that is played on fewest cells."""
    known = [catalog.definition(name) for name in catalog.names()]
    for_two = [one for one in known if len(one.players) == 2]
    return catalog.load(min(for_two, key=lambda one: len(one.board.cells)).game)


def _times(count: int) -> tuple[float, float]:
    """Seconds that the lobby's list takes, and the ladder of as many rated matches."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with closing(Library(str(folder / "matches.db"), folder)) as library:
            store = library.store
            assert isinstance(store, SqlStore)
            fill(store, count)
            return _fastest(library.shelf), _fastest(lambda: ladders(library, DAYS * DAY))


def _fastest(work: Callable[[], object]) -> float:
    def once() -> float:
        begin = time.perf_counter()
        work()
        return time.perf_counter() - begin

    return min(once() for _ in range(3))
