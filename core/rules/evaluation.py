"""How promising a position of a game for two looks, without looking ahead.

What is counted follows from the definition alone: where pieces stand (cells that the rules do not
tell apart count alike, see `Orbit`), how they touch each other and empty cells, how large groups
are where the rules ask that (`core.rules.grouping`), what is held in hand, the score, and how many
steps the mover has. Each is counted for one side less the other, and
weighed by whole numbers that depend on how full the board is. The weights are learned; see
`core.bots.training`.

Everything is whole numbers up to the last two operations, which every machine rounds alike, so
that native code (`core.rules.native.judge`) finds the very same values.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from core.board import Board
from core.rules import grouping
from core.rules.machine import Machine, State

SCALE = 1000
"""A sum of weights of this size makes the odds e : 1, or nearly; see `squashed`."""

EXPLORATION = 0.2
"""Weight of the bonus for steps that have been tried little, where a search has an evaluation that
says nothing else."""
UNTRIED = 0.5
"""How much worse than it looks such a search takes a step to be while it is untried, as a part of
that weight."""
BEST = 0.5
"""How much of what such a search takes a position to be worth its best step decides; the mean of
all that was found below decides the rest."""


@dataclass(frozen=True, slots=True)
class Orbit:
    """Cells that are worth the same to pieces of one type."""

    kind: int
    """Index of the piece type."""
    cells: tuple[int, int]
    """The cells as each side sees them, as sets: where the sides play alike, the second is the
    mirror image of the first; else one of them may be empty."""


def squashed(total: int) -> float:
    """From 0 to 1, rising with the sum of weights: 1/2 at 0, where it rises like the logistic."""
    x = total / SCALE
    return 0.5 + 0.5 * x / math.sqrt(4.0 + x * x)


class Features:
    """What is counted in the states of one game."""

    def __init__(
        self, machine: Machine, orbits: Sequence[Orbit], phases: int, grouped: bool = False
    ) -> None:
        """For a game of two sides that own pieces, or hold some.

        Args:
            machine: The rules.
            orbits: By type of piece, rising.
            phases: In how many the game is divided, by how full the board is.
            grouped: Whether groups are counted; of no account where `groupable` denies it.
        """
        self.machine = machine
        self.orbits = tuple(orbits)
        self.phases = phases
        layout, board = machine.layout, machine.lowering.board
        definition = layout.definition
        self._place = layout.place
        self._owned, self._kinds = layout.owned, layout.kinds
        self._full, self._cells = board.full, len(board.cells)
        self.reaches = reaches(board) if layout.owned else ()
        """Sets of directions in which pieces touch."""
        self._shifts = [[board.shifts[one] for one in reach] for reach in self.reaches]
        self.grouped = grouped and groupable(machine)
        """Whether groups are counted."""
        self.copies = max((one.copies for one in definition.pieces), default=0)
        """How many of one color there are; to hold more, as a position may claim, counts alike."""
        self.scored = bool(definition.score)
        self.stages = tuple(stage.name for stage in definition.stages)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What is counted, in the order of `counts`; orbits are called by their number."""
        return (
            *(f"orbit {number}" for number in range(1, len(self.orbits) + 1)),
            *(
                f"{word} {'-'.join(reach)}"
                for reach in self.reaches
                for word in ("beside empty", "empty beside", "beside own", "beside other")
            ),
            *(grouping.NAMES if self.grouped else ()),
            *(f"holds {number}" for number in range(1, self.copies + 1)),
            "score",
            *(f"{word} {stage}" for stage in self.stages for word in ("to move", "steps")),
            "side",
        )

    def phase(self, state: State) -> int:
        """From 0, the emptiest board, on."""
        taken = self._occupied(state).bit_count()
        return min(taken * self.phases // self._cells, self.phases - 1)

    def counts(self, state: State, steps: int) -> list[int]:
        """What is counted, for the first side less the second.

        Args:
            state: Settled; the game goes on.
            steps: How many are legal.
        """
        found: list[int] = []
        place = self._place
        if self._owned:
            one, other = state[place["own0"]], state[place["own1"]]
            for orbit in self.orbits:
                kind = state[place[f"kind{orbit.kind}"]] if self._kinds else -1
                mine, theirs = one & kind & orbit.cells[0], other & kind & orbit.cells[1]
                found.append(mine.bit_count() - theirs.bit_count())
            empty = self._full & ~self._occupied(state)
            for shifts in self._shifts:
                free = self._near(empty, shifts)
                ours, theirs = self._near(one, shifts), self._near(other, shifts)
                found += [
                    (one & free).bit_count() - (other & free).bit_count(),
                    (empty & ours).bit_count() - (empty & theirs).bit_count(),
                    (one & ours).bit_count() - (other & theirs).bit_count(),
                    (one & theirs).bit_count() - (other & ours).bit_count(),
                ]
            if self.grouped:

                def near(cells: int) -> int:
                    return self._near(cells, self._shifts[0])

                found += grouping.compared(one, other, empty, state[place["mover"]], near)
        if self.copies:
            held = [0] * (self.copies + 1)
            for side, sign in ((0, 1), (1, -1)):
                for number in state[place[f"hand{side}"]]:
                    held[min(number, self.copies)] += sign
            found += held[1:]
        found.append(self._score(state))
        sign = 1 - 2 * state[place["mover"]]
        for stage in range(len(self.stages)):
            here = sign if state[place["stage"]] == stage else 0
            found += [here, here * steps]
        found.append(1)
        return found

    def _occupied(self, state: State) -> int:
        names = ["own0", "own1"] if self._owned else []
        cells = 0
        for name in [*names, "neutral"]:
            if name in self._place:
                cells |= state[self._place[name]]
        return cells

    def _near(self, cells: int, shifts: Sequence[int]) -> int:
        near = 0
        for shift in shifts:
            near |= cells << shift if shift > 0 else cells >> -shift
        return near & self._full

    def _score(self, state: State) -> int:
        if not self.scored:
            return 0
        scores = self.machine.scores(state)
        return scores[0][0] - scores[1][0] if scores[0] and scores[1] else 0


def groupable(machine: Machine) -> bool:
    """Whether groups may be counted: pieces are owned, and the rules ask how large groups are."""
    return machine.layout.owned and grouping.asks_sizes(machine.program)


def reaches(board: Board) -> tuple[tuple[str, ...], ...]:
    """Sets of directions in which pieces touch: those that make neighbors, and all if more."""
    return tuple(dict.fromkeys((board.adjacency, board.directions)))


@dataclass(frozen=True, eq=False)
class Evaluation:
    """What has been learned about one game."""

    features: Features
    weights: tuple[tuple[int, ...], ...]
    """Indexed by phase, then like `Features.counts`."""
    part: float = 0.0
    """How much of what a search takes a position to be worth a random game decides, from 0 to 1;
    the rest is how promising it looks."""
    exploration: float = EXPLORATION
    """Weight of the bonus for steps that have been tried little."""

    @cached_property
    def counts_steps(self) -> bool:
        """Whether it matters how many steps the mover has."""
        names = {f"steps {stage}" for stage in self.features.stages}
        columns = [n for n, name in enumerate(self.features.names) if name in names]
        return any(row[n] for row in self.weights for n in columns)

    def worth(self, state: State, steps: int) -> float:
        """How good a state looks for the first side, from 0 (lost) to 1 (won).

        Args:
            state: Settled; the game goes on.
            steps: How many are legal.
        """
        row = self.weights[self.features.phase(state)]
        counts = self.features.counts(state, steps)
        return squashed(sum(map(int.__mul__, row, counts)))
