"""Prints how a state's fields are read, as LLVM IR; the base of all that prints a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, cast

from core.rules.native.bounds import most_steps
from core.rules.native.functions import Functions
from core.rules.native.grid import LANE, Block, Grid
from core.rules.native.writer import CONDITION, NUMBER, Writer
from core.rules.program import Program
from core.rules.tree import Kind, Node


class FieldWriter(ABC):
    """The function being printed, and the state that it reads."""

    s = "%s"
    """The state that fields are read from."""

    def __init__(self, program: Program, grid: Grid, block: Block, deposits: bool) -> None:
        """Nothing is written yet; see `core.rules.native.emit.emit`.

        Raises:
            Unsupported: A list of steps would be too long.
        """
        self.program, self.grid, self.memory = program, grid, block
        self.layout = program.layout
        self.functions = Functions(grid, deposits)
        self.set = grid.type
        self.hand = f"<{block.lanes} x i{LANE}>"
        """The type of what a side holds of each color."""
        self.types = {Kind.CELLS: self.set, Kind.NUMBER: NUMBER, Kind.CONDITION: CONDITION}
        self.written: list[str] = []
        self.sides = self.layout.sides
        self.stages = len(self.layout.definition.stages)
        self.start = [stage.name for stage in self.layout.definition.stages].index("start")
        self.w = Writer()
        self.named: dict[Node, Any] = {}
        self.bits: dict[str, str] = {}
        """Bit numbers of the sets that are known to be one cell."""
        self.connected: set[Node] = set()
        """Sets that are connected, or the step would have been refused before."""
        self.room = most_steps(program, grid)
        self.most_groups = max(len(grid.board.cells), len(grid.board.sides))

    def _function(self, head: str, body: Callable[[], None]) -> None:
        """Print a function; `head` is what stands before its body, without `define`."""
        self.w, self.named, self.bits, self.connected = Writer(), {}, {}, set()
        body()
        self.written.append(self.w.text(f"define {head} nounwind"))

    @abstractmethod
    def value(self, node: Node) -> Any:
        """What a node gives: the name of a value, or `Groups`, `Numbers` or a `Table`."""

    # Fields

    def _cells(self, node: Node) -> str:
        return cast(str, self.value(node))

    def _load(self, name: str) -> str:
        place = self.memory.places[name]
        at = self.w.at(self.s, place.offset)
        if place.kind is Kind.CONDITION:
            return self.w.compare("ne", NUMBER, self.w.load(NUMBER, at), "0")
        return self.w.load(self.types[place.kind], at)

    def _occupied(self) -> str:
        names = [name for name in self.layout.board_fields if name.startswith(("own", "neutral"))]
        return self.functions.join(self.w, *(self._load(name) for name in names))

    def _one(self, bit: str) -> str:
        """The set of the cell with this bit number."""
        return self.w.load(self.set, self.w.item(self.set, "@one", bit))

    def _table(self, name: str, index: str) -> str:
        return self.w.load(NUMBER, self.w.item(NUMBER, f"@{name}", index))

    def _place(self) -> str:
        """Number of the present side and stage."""
        w = self.w
        scaled = w.op("mul", NUMBER, self._load("mover"), str(self.stages))
        return w.op("add", NUMBER, scaled, self._load("stage"))

    def _stopped(self) -> str:
        flag = self.w.make("load volatile i64, ptr %stop, align 8")
        return self.w.compare("ne", NUMBER, flag, "0")

    def _copy(self, to: str, from_: str) -> None:
        self.w.run(
            "llvm.memcpy.p0.p0.i64",
            f"ptr align 8 {to}",
            f"ptr align 8 {from_}",
            f"i64 {self.memory.size}",
            "i1 false",
        )
