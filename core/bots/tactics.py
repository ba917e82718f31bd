"""What a search of random games may overlook: wins that take several steps of one turn."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from core.bots.model import Model
from core.rules.machine import State

LOOKS = 2_000
"""Steps looked at for one choice."""


class Tactics:
    """Looks for wins before anybody else moves."""

    def __init__(self, model: Model, stopped: Callable[[], bool], looks: int = LOOKS) -> None:
        """Nothing has been looked at.

        Args:
            model: The game.
            stopped: Asked now and then; once it says True only wins in one step are looked for.
            looks: Steps that may be looked at beyond the first of a turn.
        """
        self._model = model
        self._stopped = stopped
        self._looks = looks

    def winning_place(self, state: State) -> int | None:
        """The place of a step with which the mover can win within this turn; None if none is seen.

        Wins in one step are always seen, longer ones as far as `looks` allows.

        Args:
            state: A settled state of a game that goes on.
        """
        model, settle = self._model, self._model.machine.settle
        mover = model.mover(state)
        seen: set[State] = set()
        waiting: deque[tuple[State, int | None]] = deque([(state, None)])
        while waiting:
            raw, begun = waiting.popleft()
            state, codes = settle(raw)
            if model.mover(state) != mover:
                # Nothing was left to do in this turn.
                continue
            for place, code in enumerate(codes):
                if begun is not None:
                    self._looks -= 1
                    if self._looks < 0 or self._stopped():
                        return None
                first = place if begun is None else begun
                after = model.after(state, code)
                if model.is_decided(after):
                    if model.winner(settle(after)[0]) == mover:
                        return first
                elif model.mover(after) == mover:
                    key = model.machine.merge_key(after)
                    if key not in seen:
                        seen.add(key)
                        waiting.append((after, first))
        return None

    def gives_away(self, state: State, place: int) -> bool:
        """Whether the step at a place lets another side win in the turn that follows."""
        settle = self._model.machine.settle
        if self._stopped():
            self._looks = 0
        settled, codes = settle(state)
        after, _ = settle(self._model.after(settled, codes[place]))
        mover = self._model.mover(after)
        if mover is None or mover == self._model.mover(settled):
            return False
        return self.winning_place(after) is not None
