"""How strong persons are, by the rated matches that they have finished against each other.

A rating is Glicko-2: a number, how sure it is, and how steady. Ratings follow from the results
alone, oldest first, and are never kept: whoever reads the same logs finds the same numbers. Each
choice of a game with its variants has ratings of its own.

Results of one day, counted from the beginning of 1970 UTC, are taken together, as the method asks
for; the day that goes on counts as far as it has come. A day without a match makes a rating less
sure. Of more than two players, each pair counts as a match if one of the two has won and the other
has not, and as a draw if both have, or nobody.

Source: Mark Glickman, "Example of the Glicko-2 system" (2013), with a system constant of 0.5.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby

from glicko2.math.algorithm import update_rating
from glicko2.math.conversions import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi

from core.errors import GameError
from core.match.clock import DAY, Milliseconds
from core.match.entries import Terms
from core.store.library import Library
from core.store.store import Note, Wanted

STEADINESS = 0.5
"""The system constant: how little the volatility of a rating changes."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong somebody is."""

    rating: float = 1500.0
    """Twice as many points ahead of another is not twice as strong: 200 ahead wins three of
    four."""
    deviation: float = 350.0
    """How far off the rating may be: by at most twice this in 95 of 100 cases. At most 350."""
    volatility: float = 0.06
    """How much the rating is expected to change."""
    matches: int = 0
    """How many have been counted."""

    @property
    def is_sure(self) -> bool:
        """Whether enough is known to be placed among others."""
        return self.deviation <= UNSURE


NEW = Rating()
"""Of whoever has not played yet."""
UNSURE = 110.0
"""Deviation above which a rating is shown as unsure."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a rated match among persons ended."""

    game: str
    """What `core.catalog.load` knows it by."""
    names: tuple[str, ...]
    """Who played, by seat; no two alike."""
    winners: frozenset[str]
    """Who has won, alone or together; none of a draw."""
    at: Milliseconds
    """When it was over."""


def result_of(game: str, terms: Terms, note: Note) -> Result | None:
    """The result of a match; None if it does not count."""
    names = tuple(player.name for player in note.seats)
    is_among_persons = all(player.kind in ("person", "open") for player in note.seats)
    if note.over_since is None or not terms.rated or note.stood_in or not is_among_persons:
        return None
    if len(set(names)) < len(names) or "" in names:
        return None
    return Result(game, names, frozenset(names[seat] for seat in note.won), note.over_since)


def rated(results: Iterable[Result]) -> dict[str, Rating]:
    """The rating of everybody in these results, which are of one game and in order of time."""
    ratings: dict[str, Rating] = {}
    before: int | None = None
    for day, of_day in groupby(results, lambda result: result.at // DAY):
        if before is not None:
            # The day of a match itself is counted with its results.
            ratings = {name: idle(one, day - before - 1) for name, one in ratings.items()}
        ratings = _after_day(ratings, list(of_day))
        before = day
    return ratings


def idle(rating: Rating, days: int) -> Rating:
    """The same after so many days without a match; never less sure than a new one."""
    if days <= 0:
        return rating
    grown = math.hypot(
        rd_to_phi(rating.deviation),
        rating.volatility * math.sqrt(days),
    )
    return replace(rating, deviation=min(phi_to_rd(grown), NEW.deviation))


def updated(rating: Rating, met: Sequence[tuple[Rating, float]]) -> Rating:
    """The rating after a day; `matches` stays.

    Args:
        rating: Before it.
        met: Each opponent as rated before the day, and the score against them: 1, 0.5 or 0.
    """
    opponents = [
        (rating_to_mu(other.rating), rd_to_phi(other.deviation), score) for other, score in met
    ]
    mu, phi = rating_to_mu(rating.rating), rd_to_phi(rating.deviation)
    now = update_rating(mu, phi, rating.volatility, opponents, STEADINESS)
    deviation = min(phi_to_rd(now.phi), NEW.deviation)
    return replace(rating, rating=mu_to_rating(now.mu), deviation=deviation, volatility=now.sigma)


def _after_day(ratings: Mapping[str, Rating], results: Sequence[Result]) -> dict[str, Rating]:
    """The ratings after a day in which all of these results came about."""
    counts = Counter(name for result in results for name in result.names)
    met: dict[str, list[tuple[Rating, float]]] = {name: [] for name in (*ratings, *counts)}
    for result in results:
        for one, other, score in _pairs(result):
            met[one].append((ratings.get(other, NEW), score))
            met[other].append((ratings.get(one, NEW), 1.0 - score))
    before = {name: ratings.get(name, NEW) for name in met}
    return {
        name: replace(updated(one, met[name]), matches=one.matches + counts[name])
        for name, one in before.items()
    }


def _pairs(result: Result) -> Iterator[tuple[str, str, float]]:
    """Two players and the score of the first, for every pair that tells something."""
    for one, other in combinations(result.names, 2):
        won = (one in result.winners, other in result.winners)
        if not result.winners or any(won):
            yield one, other, 0.5 if won[0] == won[1] else float(won[0])


@dataclass(frozen=True, slots=True)
class Ladder:
    """Everybody who has played a game for a rating."""

    game: str
    """What `core.catalog.load` knows it by."""
    places: tuple[tuple[str, Rating], ...]
    """Names and ratings as they are now: who is rated for sure first, highest first."""


def ladders(library: Library, now: Milliseconds) -> tuple[Ladder, ...]:
    """The ladder of every game that has been played for a rating, the most played first.

    Reads what the store has noted of each rated match, which follows from its log. One that cannot
    be read does not count.

    Raises:
        StoreError: The matches cannot be read.
    """
    results: dict[str, list[Result]] = {}
    for kept in library.store.list(Wanted(over=True, rated=True)):
        try:
            result = result_of(kept.game, kept.terms, library.noted(kept).note)
        except GameError:
            continue
        if result is not None:
            results.setdefault(kept.game, []).append(result)
    played = sorted(results.items(), key=lambda one: (-len(one[1]), one[0]))
    return tuple(ladder(game, found, now) for game, found in played)


def ladder(game: str, results: Iterable[Result], now: Milliseconds) -> Ladder:
    """The ladder that results of a game lead to.

    Args:
        game: Which.
        results: In any order; of those at one moment the names decide.
        now: When it is looked at.
    """
    ordered = sorted(results, key=lambda result: (result.at, result.names))
    last = ordered[-1].at if ordered else now
    days = now // DAY - last // DAY
    places = [(name, idle(rating, days)) for name, rating in rated(ordered).items()]
    places.sort(key=lambda one: (not one[1].is_sure, -one[1].rating, one[0]))
    return Ladder(game, tuple(places))
