"""Whether each level of the bots is stronger than the one below it."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass

from core.bots.arena import Contest, played
from core.bots.bot import LEVELS, level
from core.bots.report import Score, wilson

RUNGS = tuple(each.number for each in LEVELS[1:])
"""The levels that have one below."""


@dataclass(frozen=True, slots=True)
class Rung:
    """How one level did against the one below."""

    game: str
    level: int
    score: Score

    @property
    def words(self) -> str:
        """In which part of the games it did better, with the interval that is most likely true."""
        low, high = wilson(self.score.points, self.score.games)
        return f"{100 * self.score.mean:.0f} % ({100 * low:.0f} to {100 * high:.0f})"

    def as_json(self) -> dict[str, object]:
        """As plain data."""
        return {"game": self.game, "level": self.level, **self.score.as_json()}

    def line(self, width: int) -> str:
        """As a line of a table whose games have names of so many letters."""
        names = f"{self.level} {level(self.level).name} against {self.level - 1}"
        return f"{self.game:<{width}}  {names:<20}  {self.words:<20}  {self.score.games} matches"


def climbed(
    games: Sequence[str], rungs: Sequence[int], matches: int, opening: int, seed: int, jobs: int
) -> Generator[Rung]:
    """Play each of these levels against the one below, game after game.

    Args:
        games: For `core.catalog.load`.
        rungs: Numbers of levels, of `RUNGS`.
        matches: How many for each pair.
        opening: Steps made at random before each.
        seed: Decides them all.
        jobs: How many processes play.

    Raises:
        GameError: A game cannot be played by two.
    """
    contests = [
        (rung, Contest(game, (f"bot:{rung}", f"bot:{rung - 1}"), matches, opening, seed))
        for game in games
        for rung in rungs
    ]
    for _, contest in contests:
        contest.check()
    for rung, contest in contests:
        points = []
        with closing(played(contest, min(jobs, matches))) as found:
            for match in found:
                points.append(match.points[match.seating.index(0)])
        yield Rung(contest.game, rung, Score.of(contest.bots[0], points))


def as_markdown(rungs: Iterable[Rung]) -> str:
    """A table with a row for each game and a column for each level."""
    known = list(rungs)
    levels = sorted({one.level for one in known})
    cells = {(one.game, one.level): one.words for one in known}
    lines = [
        f"| | {' | '.join(f'{one} against {one - 1}' for one in levels)} |",
        f"|---|{'---|' * len(levels)}",
    ]
    for game in dict.fromkeys(one.game for one in known):
        row = (cells.get((game, one), "") for one in levels)
        lines.append(f"| {game} | {' | '.join(row)} |")
    return "\n".join(lines)
