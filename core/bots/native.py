"""The search in native code, for games that have it; see `core.rules.native.treesearch`.

It is the search of `core.bots.search`, some hundred times as fast, with two differences: a step is
worth what its position was worth when it was last tried, and wins at once are looked for wherever
a position has been visited often enough.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from core.bots.bot import TOLD, Choice, Level, Thought
from core.bots.forest import Forest
from core.bots.model import Model
from core.bots.tactics import Tactics
from core.rules.game import Position
from core.rules.machine import State
from core.rules.native.engine import Branch, Native

LOOKS = 5_000
"""Steps looked at for one choice; a position reached in several ways counts each time."""
DEEPEST = 16
"""Steps of one turn that are looked at."""


class NativeTactics(Tactics):
    """Looks for wins before anybody else moves."""

    def __init__(
        self, model: Model, stopped: Callable[[], bool], engine: Native, looks: int = LOOKS
    ) -> None:
        """Nothing has been looked at; see `Tactics`."""
        super().__init__(model, stopped, looks)
        self._engine = engine

    def winning_place(self, state: State) -> int | None:
        """See `Tactics.winning_place`: all wins of one step, then of two, and so on."""
        mover = self._model.mover(state)
        assert mover is not None
        found = self._engine.wins(state, mover, 1, sys.maxsize)
        depth = 2
        while found.place is None and found.goes_on and depth <= DEEPEST:
            if self._looks < 1 or self._stopped():
                break
            found = self._engine.wins(state, mover, depth, self._looks)
            self._looks = found.looks
            depth += 1
        return found.place


class NativeSearch:
    """One search, from one position."""

    def __init__(
        self,
        position: Position,
        level: Level,
        seed: int,
        stopped: Callable[[], bool],
        forest: Forest | None = None,
    ) -> None:
        """Nothing is searched yet; the game has native code. See `TreeSearch.choose`."""
        self._position = position
        self._level = level
        self._stopped = stopped
        self._model = Model(position.game)
        self._tactics = NativeTactics(self._model, stopped, position.game.native.engine)
        self._forest = Forest() if forest is None else forest
        self._forest.begin(position, level.simulations, seed, level.judges)
        self._places = {code: place for place, code in enumerate(position.codes)}

    def choice(self) -> Choice:
        """The step to make, after all the thinking there is time for."""
        position = self._position
        if len(position.codes) == 1:
            return Choice(position.steps[0], self._model.draw[self._seat], 0)
        won = None if self._forest.proven else self._tactics.winning_place(position.state)
        if won is not None:
            return Choice(position.steps[won], 1.0, 0)
        if not self._forest.proven and not self._stopped():
            self._forest.grow(self._level.simulations, self._stopped)
        best = self._best()
        return Choice(
            position.steps[self._places[best.code]],
            self._value(best),
            self._forest.made,
            self._thoughts(best),
            self._line(best),
        )

    @property
    def _seat(self) -> int:
        assert self._position.mover is not None
        return self._position.mover

    def _value(self, branch: Branch) -> float:
        known = branch.tries or branch.certain
        return branch.worth if known else self._model.draw[self._seat]

    def _ranked(self) -> list[Branch]:
        """The steps, the best first."""
        fair = self._model.draw[self._seat]

        def rank(branch: Branch) -> tuple[float, int, float]:
            if branch.certain and (branch.worth in (0, 1) or self._forest.proven):
                return branch.worth, branch.tries, branch.worth
            # Where the root is proven, what proved it is among the steps that are certain.
            return -1 if self._forest.proven else fair, branch.tries, branch.worth

        branches = sorted(self._forest.branches(), key=lambda one: self._places[one.code])
        return sorted(branches, key=rank, reverse=True)

    def _best(self) -> Branch:
        """The best step that does not let the other side win at once, if there is such a one."""
        ranked = self._ranked()
        for branch in ranked:
            if self._forest.proven or branch.certain:
                return branch
            if not self._tactics.gives_away(self._position.state, self._places[branch.code]):
                return branch
        return ranked[0]

    def _thoughts(self, best: Branch) -> tuple[Thought, ...]:
        game = self._position.game
        others = [branch for branch in self._ranked() if branch.code != best.code]
        return tuple(
            Thought(game.step(branch.code).token, self._value(branch), branch.tries)
            for branch in [best, *others][:TOLD]
        )

    def _line(self, best: Branch) -> tuple[str, ...]:
        """The steps that are expected, from the best one on, as far as they can be followed."""
        codes = self._forest.line()
        if not codes or codes[0] != best.code:
            codes = [best.code]
        game, machine = self._position.game, self._model.machine
        state, tokens = self._position.state, []
        for code in codes:
            settled, legal = machine.settle(state)
            if code not in legal:
                break
            tokens.append(game.step(code).token)
            state = self._model.after(settled, code)
        return tuple(tokens)
