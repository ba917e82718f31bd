"""What the matches of a contest say about its bots and its game."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from core.bots.arena import Contest, Match
from core.bots.engine import PREFIX, name_of

CONFIDENCE = 0.95
"""How often an interval holds the true value."""
_DEVIATIONS = 1.959964
"""Standard deviations to both sides in which that part of a normal distribution lies."""


def wilson(points: float, games: int) -> tuple[float, float]:
    """The interval in which the mean of many more games is, as far as these can tell.

    A draw counts as half a win, which makes the interval wider than it need be.

    Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference,
    Journal of the American Statistical Association 22, 1927.
    """
    if games == 0:
        return 0.0, 1.0
    mean, square = points / games, _DEVIATIONS**2
    middle = mean + square / (2 * games)
    half = _DEVIATIONS * math.sqrt(mean * (1 - mean) / games + square / (4 * games**2))
    whole = 1 + square / games
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


@dataclass(frozen=True, slots=True)
class Score:
    """How somebody did."""

    name: str
    won: int
    shared: int
    """Games drawn, or won with others."""
    lost: int
    points: float

    @classmethod
    def of(cls, name: str, points: Sequence[float]) -> Score:
        """The score of somebody who got so many points in each game."""
        won, lost = points.count(1.0), points.count(0.0)
        return cls(name, won, len(points) - won - lost, lost, sum(points))

    @property
    def games(self) -> int:
        """How many were played."""
        return self.won + self.shared + self.lost

    @property
    def mean(self) -> float:
        """Points a game; 0 if none was played."""
        return self.points / self.games if self.games else 0.0

    def as_json(self) -> dict[str, object]:
        """As plain data."""
        low, high = wilson(self.points, self.games)
        return {
            "name": self.name,
            "won": self.won,
            "drawn": self.shared,
            "lost": self.lost,
            "score": round(self.mean, 4),
            "interval": [round(low, 4), round(high, 4)],
        }

    def line(self, width: int) -> str:
        """As a line of a table."""
        low, high = wilson(self.points, self.games)
        counts = f"{self.won:>6} {self.shared:>6} {self.lost:>6}"
        return f"{self.name:<{width}} {counts}  {self.mean:.3f}  {low:.3f} to {high:.3f}"


@dataclass(frozen=True, slots=True)
class Spread:
    """Some numbers, in short."""

    mean: float
    median: float
    least: int
    most: int

    @classmethod
    def of(cls, numbers: Iterable[int]) -> Spread:
        """Of these; of none it is all 0."""
        known = list(numbers) or [0]
        return cls(fmean(known), median(known), min(known), max(known))

    def as_json(self) -> dict[str, float]:
        """As plain data."""
        return {
            "mean": round(self.mean, 2),
            "median": self.median,
            "least": self.least,
            "most": self.most,
        }

    def __str__(self) -> str:
        return f"{self.mean:.1f} (median {self.median:g}, {self.least} to {self.most})"


@dataclass(frozen=True, slots=True)
class Report:
    """What is known after some matches."""

    contest: Contest
    bots: tuple[Score, ...]
    first: Score
    """Whoever moved first."""
    choices: Spread
    """Legal steps, each time one was made."""
    steps: Spread
    turns: Spread
    draws: int
    """Matches that all shared."""
    reasons: Mapping[str, int]
    """How matches ended -> how many; the most frequent first."""
    leads: Spread | None
    """How often somebody else took the lead; None where nobody could tell."""
    faults: Mapping[str, int]
    """Why matches were forfeited -> how many."""

    @classmethod
    def of(cls, contest: Contest, matches: Sequence[Match]) -> Report:
        """What these matches of a contest say."""
        matches = sorted(matches, key=lambda match: match.number)
        points: list[list[float]] = [[] for _ in contest.bots]
        for match in matches:
            for place, point in zip(match.seating, match.points, strict=True):
                points[place].append(point)
        names = [f"{place + 1} {_name(bot)}" for place, bot in enumerate(contest.bots)]
        leads = [match.leads for match in matches if match.leads is not None]
        return cls(
            contest,
            tuple(map(Score.of, names, points)),
            Score.of("who moves first", [match.points[0] for match in matches]),
            Spread.of(number for match in matches for number in match.choices),
            Spread.of(len(match.tokens) for match in matches),
            Spread.of(match.turns for match in matches),
            sum(len(set(match.points)) == 1 for match in matches),
            dict(Counter(match.reason for match in matches).most_common()),
            Spread.of(leads) if leads else None,
            dict(Counter(match.fault for match in matches if match.fault).most_common()),
        )

    @property
    def matches(self) -> int:
        """How many were played."""
        return self.first.games

    def as_json(self) -> dict[str, object]:
        """As plain data."""
        return {
            "game": self.contest.game,
            "seed": self.contest.seed,
            "opening": self.contest.opening,
            "matches": self.matches,
            "confidence": CONFIDENCE,
            "bots": [score.as_json() for score in self.bots],
            "first": self.first.as_json(),
            "choices": self.choices.as_json(),
            "steps": self.steps.as_json(),
            "turns": self.turns.as_json(),
            "draws": self.draws,
            "reasons": dict(self.reasons),
            "leads": self.leads and self.leads.as_json(),
            "faults": dict(self.faults),
        }

    def __str__(self) -> str:
        contest = self.contest
        scores = (*self.bots, self.first)
        width = max(len(score.name) for score in scores)
        reasons = ", ".join(f"{reason} {count}" for reason, count in self.reasons.items())
        sure = f"{100 * CONFIDENCE:.0f} % sure"
        drawn = 100 * self.draws / self.matches if self.matches else 0.0
        shared = "drawn" if len(self.contest.bots) == 2 else "shared"
        lines = [
            f"{contest.game}: {self.matches} matches, "
            f"{contest.opening} steps at random before each, seed {contest.seed}",
            "",
            f"{'':<{width}} {'won':>6} {shared:>6} {'lost':>6}  score  {sure}",
            *(score.line(width) for score in scores),
            "",
            f"choices       {self.choices}",
            f"steps         {self.steps}",
            f"turns         {self.turns}",
            f"drawn         {self.draws} ({drawn:.0f} %)",
            f"ended by      {reasons or 'nothing'}",
            f"lead changes  {self.leads or 'not known: nobody kept count'}",
            *(f"forfeited     {count}: {fault}" for fault, count in self.faults.items()),
        ]
        return "\n".join(lines)


def _name(bot: str) -> str:
    return name_of(bot.removeprefix(PREFIX)) if bot.startswith(PREFIX) else bot
