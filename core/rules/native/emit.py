"""The native back end: prints a program as LLVM IR.

The text defines, for one game:

- `settle(state, codes) -> number`: the turn machine; lists the legal steps of a state in place;
- `rest(state, any) -> number`: the same, but only counts them, or only whether there are any;
- `play(state, code, after) -> clause`: makes a step; -1, or the clause that forbids it;
- `scores(state, list) -> number`: the scores, side after side;
- `perft(state, depth, work, stop) -> leaves`;
- `wins(state, depth, seat, work, looks) -> place`: from 1 on, of a step with which a seat wins
  within its turn; 0 if none is found;
- `playouts(state, games, chance, most, work, stop, tally) -> games played`: random games; the
  last state of the last one is left at the beginning of `work`.

States lie in memory as `core.rules.native.grid.Block` says. Nothing here imports a compiler.

Each module prints one layer, and its writer inherits those below: `fields` (reading a state),
`arrays` (colors), `hands`, `past` (boards that occurred), `lists` (groups, numbers, loops),
`expressions`, `statements`, `entries` (the functions above), `playout` (random games). Beside
them stand `functions` (what only the board decides), `treesearch`, and `writer` (the text itself).
"""

from __future__ import annotations

from core.rules.native.grid import Block, Grid
from core.rules.native.playout import PlayoutWriter
from core.rules.native.treesearch import TreeWriter
from core.rules.program import Program
from core.rules.python import drawable


def emit(program: Program, grid: Grid, block: Block, deposits: bool = False) -> str:
    """The text of one game's module.

    Args:
        program: The rules.
        grid: Its board.
        block: Its states.
        deposits: Whether the processor deposits bits fast (x86-64 with BMI2).

    Raises:
        Unsupported: The rules do something that native code cannot.
    """
    return Emitter(program, grid, block, deposits).module()


class Emitter(PlayoutWriter):
    """Prints all functions of one game."""

    def module(self) -> str:
        """Declarations, tables and functions."""
        program = self.program
        for (side, stage), body in program.steps.items():
            self._list(f"list.{side}.{stage}", body, counting=False)
            self._list(f"count.{side}.{stage}", body, counting=True)
            if drawable(body):
                self._draw(side, stage, body)
        for (side, heading), body in program.attempts.items():
            self._attempt(side, heading, body)
        for name, blocks in (
            ("closes", program.closes),
            ("passes", program.passes),
            ("swaps", program.swaps),
            ("stucks", program.stucks),
        ):
            for side, body in blocks.items():
                self._change(f"{name}.{side}", body)
        for side, body in program.scores.items():
            self._score(side, body)
        self._scores()
        self._play()
        self._settle(counting=False)
        self._settle(counting=True)
        self._perft()
        self._wins()
        self._chance()
        self._playout()
        self._playouts()
        TreeWriter(self).write()
        return "\n".join([self.functions.text(), *self.written])
