"""A game as a search sees it: states and codes of steps, without names or words.

Values are those of seat 0: 1 when it wins, 0 when it loses, 0.5 for a draw.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import cast

from core.rules.game import Game
from core.rules.layout import ONGOING
from core.rules.machine import Code, State

Value = float
"""From 0 (seat 0 loses) to 1 (it wins)."""

CUT = 120
"""Steps after which a random game stops where a score tells who is ahead."""

ENDLESS = 10_000
"""Steps after which any random game stops; as good as a draw."""

STRETCH = 16
"""Steps between two looks at whether to stop thinking: well under 50 ms of the slowest game."""

LEAD = 0.3
"""How far from a draw a game is valued that was cut short, for whoever is ahead."""


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
        self._draw = game.sides
        self._scored = bool(game.definition.score)
        self._least_wins = _least_wins(game)
        self._stuck_decides = (
            game.definition.turn.no_moves in ("win", "lose", "end")
            or "all_stuck" in game.layout.used
        )
        self.work = 0
        """Steps of random games so far, in whole stretches."""

    def mover(self, state: State) -> int | None:
        """The seat to move; None once the game is over."""
        if self.is_over(state):
            return None
        return self._seat(state, state[self._mover])

    def is_over(self, state: State) -> bool:
        """Whether the game has ended."""
        return bool(state[self._winner] != ONGOING)

    def winner(self, state: State) -> int | None:
        """The seat that has won; None if nobody has."""
        side = state[self._winner]
        return None if side in (ONGOING, self._draw) else self._seat(state, side)

    def after(self, state: State, code: Code) -> State:
        """The raw state after a legal step."""
        return cast(State, self.machine.play(state, code))

    def is_decided(self, raw: State) -> bool:
        """Whether a raw state has ended the game or, which costs settling it, will turn out to."""
        if self.is_over(raw):
            return True
        return self._stuck_decides and self.is_over(self.machine.settle(raw)[0])

    def result(self, state: State) -> Value:
        """The value of a finished game."""
        winner = self.winner(state)
        return 0.5 if winner is None else 1.0 - winner

    def sampled(
        self, state: State, rng: random.Random, stopped: Callable[[], bool]
    ) -> Value | None:
        """The value of a random game from here, or what its score promises after `CUT` steps.

        None when it was stopped before its end.
        """
        over = False
        for _ in range(0, CUT if self._scored else ENDLESS, STRETCH):
            state, over = self.machine.playout(state, rng, STRETCH)
            self.work += STRETCH
            if over:
                return self.result(state)
            if stopped():
                return None
        return self._promise(state)

    def _promise(self, state: State) -> Value:
        scores = self.machine.scores(state)
        if not scores or scores[0] == scores[1]:
            return 0.5
        leader = self._seat(state, 0 if scores[0] > scores[1] else 1)
        return 0.5 + (LEAD if (leader == 0) != self._least_wins else -LEAD)

    def _seat(self, state: State, side: int) -> int:
        return 1 - side if self._swapped is not None and state[self._swapped] else side


def _least_wins(game: Game) -> bool:
    """Whether the smaller score is the better one."""
    for rule in game.definition.ends:
        if rule.who in ("most", "least"):
            return (rule.who == "least") == (rule.result == "win")
    return False
