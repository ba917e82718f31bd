"""A game as a search sees it: states and codes of steps, without names or words.

A game has a value for each seat: 1 when it wins, 0 when it loses, its part of 1 when several
share the win. A draw is a win that all share, so the values of all seats always add up to 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import cast

from core.rules.chance import Chance
from core.rules.evaluation import Evaluation
from core.rules.game import Game
from core.rules.hearsay import Note
from core.rules.layout import ONGOING
from core.rules.machine import Code, State
from core.rules.program import SWAP

Values = tuple[float, ...]
"""What a game is worth to each seat, from 0 (it loses) to 1 (it wins); indexed by seat."""

CUT = 120
"""Steps after which a random game stops where a score tells who is ahead."""

ENDLESS = 10_000
"""Steps after which any random game stops; as good as a draw."""

STRETCH = 16
"""Steps between two looks at whether to stop thinking: well under 50 ms of the slowest game."""

LEAD = 0.3
"""How far from a draw a game of two is valued that was cut short, for whoever is ahead."""


class Model:
    """The states of one game.

    A state that a step has just led to is *raw* until it is settled: only then is it known which
    steps are legal there, and what follows if none is. Settling lists these steps, which is most of
    the cost of a step.
    """

    def __init__(self, game: Game) -> None:
        """Look up once what is asked for often."""
        place = game.layout.place
        self.machine = game.machine
        self._mover = place["mover"]
        self._winner = place["winner"]
        self._swapped = place.get("swapped")
        self.seats = game.sides
        codes = range(game.sides + (1 << game.sides))
        self._results = tuple(_shared(game.layout.winners(code), game.sides) for code in codes)
        self.draw = self._results[game.sides]
        """The values of a game in which all are alike."""
        self._scored = bool(game.definition.score)
        self._least_wins = _least_wins(game)
        self._stuck_decides = game.layout.stuck_decides

    def mover(self, state: State) -> int | None:
        """The seat to move; None once the game is over."""
        if self.is_over(state):
            return None
        return self._seat(state, state[self._mover])

    def is_over(self, state: State) -> bool:
        """Whether the game has ended."""
        return bool(state[self._winner] != ONGOING)

    def winner(self, state: State) -> int | None:
        """The seat that has won; None if none has won alone."""
        side = state[self._winner]
        return self._seat(state, side) if 0 <= side < self.seats else None

    def won(self, seat: int) -> Values:
        """The values of a game that a seat has won."""
        return self._results[seat]

    def after(self, state: State, code: Code) -> State:
        """The raw state after a legal step."""
        return cast(State, self.machine.play(state, code))

    def is_decided(self, raw: State) -> bool:
        """Whether a raw state has ended the game or, which costs settling it, will turn out to."""
        if self.is_over(raw):
            return True
        return self._stuck_decides and self.is_over(self.machine.settle(raw)[0])

    def result(self, state: State) -> Values:
        """The values of a finished game."""
        values = self._results[state[self._winner]]
        return values[::-1] if self._swapped is not None and state[self._swapped] else values

    def sampled(
        self,
        state: State,
        chance: Chance,
        stopped: Callable[[], bool],
        notes: list[Note] | None = None,
    ) -> Values | None:
        """The values of a random game from here, or what its score promises after `CUT` steps.

        None when it was stopped before its end. Its steps are added to `notes`.
        """
        for _ in range(0, CUT if self._scored else ENDLESS, STRETCH):
            before = state
            made: list[tuple[int, Code]] | None = None if notes is None else []
            state, over = self.machine.playout(state, chance, STRETCH, made)
            if notes is not None and made is not None:
                notes += self._noted(before, made)
            if over:
                return self.result(state)
            if stopped():
                return None
        return self._promise(state)

    def _noted(self, state: State, steps: Iterable[tuple[int, Code]]) -> Iterator[Note]:
        """Steps from a state on, each with the side that made it, with their seats."""
        swapped = 0 if self._swapped is None else state[self._swapped]
        for side, code in steps:
            yield (1 - side if swapped else side), code
            if code == SWAP:
                swapped = 1 - swapped

    def judged(self, evaluation: Evaluation, state: State, steps: int) -> float:
        """How good a settled state with so many legal steps looks for seat 0."""
        worth = evaluation.worth(state, steps)
        return 1 - worth if self._swapped is not None and state[self._swapped] else worth

    def _promise(self, state: State) -> Values:
        """The values of a draw, moved towards those of a win for whoever is ahead."""
        scores = self.machine.scores(state)
        if not scores:
            return self.draw
        best = min(scores) if self._least_wins else max(scores)
        ahead = (self._seat(state, side) for side, score in enumerate(scores) if score == best)
        fair = 1 / self.seats
        won = _shared(tuple(ahead), self.seats)
        return tuple(fair + 2 * LEAD * (value - fair) for value in won)

    def _seat(self, state: State, side: int) -> int:
        return 1 - side if self._swapped is not None and state[self._swapped] else side


def _shared(winners: tuple[int, ...], seats: int) -> Values:
    """The values of a game that these have won together; of a draw if there are none."""
    part = 1 / (len(winners) or seats)
    return tuple(part if seat in winners or not winners else 0.0 for seat in range(seats))


def _least_wins(game: Game) -> bool:
    """Whether the smaller score is the better one."""
    for rule in game.definition.ends:
        if rule.who in ("most", "least"):
            return (rule.who == "least") == (rule.result == "win")
    return False
