"""Native code, and rules without rewrites, play games that nobody has thought of just so."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from core.language.load import load_text
from core.language.problems import DefinitionError
from core.rules.game import Game
from core.rules.machine import Machine, State
from core.rules.native.agreement import disagreement
from core.rules.native.compiler import NativeError
from core.rules.native.engine import Native
from tests.core.rules.native.made import Maker

GAMES = 40


class Drawn:
    """Choices that hypothesis makes."""

    def __init__(self, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
        self._draw = draw

    def one(self, items: Sequence[Any]) -> Any:
        return items[self.number(0, len(items) - 1)]

    def number(self, low: int, high: int) -> int:
        return int(self._draw(st.integers(low, high)))


@st.composite
def games(draw: Callable[[st.SearchStrategy[Any]], Any]) -> str:
    return Maker(Drawn(draw)).game()


def parting(one: Machine, other: Machine, state: State) -> str:
    """Where two programs for the same rules part along a random game; "" if nowhere."""
    rng = random.Random(1)
    for number in range(40):
        settled, codes = one.settle(state)
        if other.settle(state) != (settled, codes):
            return f"the legal steps differ after {number} steps"
        if not codes:
            break
        code = rng.choice(codes)
        after = one.play(settled, code)
        if other.play(settled, code) != after:
            return f"step {code} leads elsewhere after {number} steps"
        assert isinstance(after, tuple)
        state = after
    return ""


class Counts:
    """How many games were compared or refused by the checker, and why some have no native code."""

    def __init__(self) -> None:
        self.compared = self.refused = 0
        self.unsupported = set[str]()


def test_made_games(native: Callable[[Game], Native]) -> None:
    counts = Counts()

    @settings(
        max_examples=GAMES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(games())
    def compare(text: str) -> None:
        try:
            game = Game(load_text(text, "made.yaml"))
        except DefinitionError:
            counts.refused += 1
            return
        plain = Game(game.definition, rewrites=())
        found = parting(game.machine, plain.machine, game.start(seed=1).state)
        assert found == "", f"rewritten: {found}\n{text}"
        try:
            code = native(game)
        except NativeError as error:
            counts.unsupported.add(str(error))
            return
        found = disagreement(game.machine, code, game.start(seed=1).state, 1, 80, 2)
        assert found == "", f"{found}\n{text}"
        counts.compared += 1

    compare()
    assert counts.compared >= GAMES * 3 // 4
    assert counts.unsupported <= {"a number could become too large"}
