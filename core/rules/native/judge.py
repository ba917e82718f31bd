"""How promising a position looks, as LLVM IR; the very numbers of `core.rules.evaluation`.

The weights are no part of the code: a search is handed a table of them, in words:

- in how many phases the game is divided, weights of one phase, where the weights begin, and whether
  groups and whether steps are counted;
- how many orbits there are, a number for each type of piece;
- the orbits, for each the set of the first side and that of the second;
- the weights, phase after phase.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from core.rules.evaluation import SCALE, Evaluation, reaches
from core.rules.grouping import NAMES, asks_sizes
from core.rules.layout import Layout
from core.rules.native.functions import Functions
from core.rules.native.grid import LANE, Block, Grid
from core.rules.native.grouping import GroupingWriter
from core.rules.native.writer import CONDITION, NUMBER, POINTER, REAL, Variable, Writer, real
from core.rules.program import Program

PHASES, WIDTH, WEIGHTS, GROUPED, STEPS, ORBITS = range(6)
"""Words at the head of a table; the last is the first of several."""
_WORD = (1 << 64) - 1


def kinds_of(layout: Layout) -> int:
    """How many types of pieces a table tells apart."""
    return max(1, layout.kinds)


def table(evaluation: Evaluation, grid: Grid) -> list[int]:
    """The table of an evaluation, for `judge`."""
    features = evaluation.features
    kinds = kinds_of(features.machine.layout)
    sets = [
        grid.mask(cells) >> (64 * word) & _WORD
        for orbit in features.orbits
        for cells in orbit.cells
        for word in range(grid.words)
    ]
    many = [sum(orbit.kind == kind for orbit in features.orbits) for kind in range(kinds)]
    begin = ORBITS + kinds + len(sets)
    counted = int(features.grouped), int(evaluation.counts_steps)
    head = [features.phases, len(features.names), begin, *counted]
    return [*head, *many, *sets, *(weight for row in evaluation.weights for weight in row)]


class Host(Protocol):
    """What this asks of the emitter of a game."""

    functions: Functions
    grid: Grid
    memory: Block
    program: Program
    layout: Layout
    set: str
    w: Writer

    def _function(self, head: str, body: Callable[[], None]) -> None: ...
    def _load(self, name: str) -> str: ...


class JudgeWriter:
    """Prints `judge(table, state, steps) -> worth for the first side`."""

    def __init__(self, host: Host) -> None:
        """Nothing is written yet."""
        self.host = host
        self.groupable = host.layout.owned and asks_sizes(host.program)

    @property
    def w(self) -> Writer:
        """Where the present function is written."""
        return self.host.w

    def write(self) -> None:
        """The function, and what it calls."""
        if self.groupable:
            GroupingWriter(self.host).write()
        head = "internal double @judge(ptr readonly %table, ptr readonly %s, i64 %steps)"
        self.host._function(head, self._judge)

    def _judge(self) -> None:
        w, layout = self.w, self.host.layout
        occupied = self._occupied()
        first = w.op("mul", NUMBER, self._phase(occupied), self._head(WIDTH))
        first = w.op("add", NUMBER, first, self._head(WEIGHTS))
        self._weight = w.variable(POINTER, w.item(NUMBER, "%table", first))
        self._total = w.variable(NUMBER, "0")
        if layout.owned:
            own = [self.host._load(f"own{side}") for side in range(2)]
            self._orbits(own)
            self._touching(own, occupied)
            if self.groupable:
                with w.when(w.compare("ne", NUMBER, self._head(GROUPED), "0")):
                    self._groups(own, occupied)
        self._held()
        self._add(self._score())
        self._tempo()
        self._add("1")
        total = w.make(f"sitofp i64 {w.get(self._total)} to double")
        x = w.op("fdiv", REAL, total, real(SCALE))
        square = w.op("fadd", REAL, real(4), w.op("fmul", REAL, x, x))
        root = w.make(f"call double @llvm.sqrt.f64(double {square})")
        half = w.op("fdiv", REAL, w.op("fmul", REAL, real(0.5), x), root)
        w.give(REAL, w.op("fadd", REAL, real(0.5), half))

    def _head(self, word: int) -> str:
        return self.w.load(NUMBER, self.w.at("%table", 8 * word))

    def _add(self, count: str) -> None:
        """Weigh what was counted, and go on to the next weight."""
        w = self.w
        at = w.get(self._weight)
        more = w.op("mul", NUMBER, w.load(NUMBER, at), count)
        w.set(self._total, w.op("add", NUMBER, w.get(self._total), more))
        w.set(self._weight, w.at(at, 8))

    def _less(self, one: str, other: str) -> str:
        """Cells of one set less those of the other."""
        w, functions = self.w, self.host.functions
        return w.op("sub", NUMBER, functions.count(w, one), functions.count(w, other))

    def _occupied(self) -> str:
        host = self.host
        names = [name for name in ("own0", "own1", "neutral") if host.layout.has(name)]
        return host.functions.join(self.w, *(host._load(name) for name in names))

    def _phase(self, occupied: str) -> str:
        w, host = self.w, self.host
        phases = self._head(PHASES)
        taken = w.op("mul", NUMBER, host.functions.count(w, occupied), phases)
        phase = w.op("udiv", NUMBER, taken, str(len(host.grid.board.cells)))
        return host.functions.smaller(w, phase, w.op("sub", NUMBER, phases, "1"))

    def _orbits(self, own: Sequence[str]) -> None:
        w, host = self.w, self.host
        kinds = kinds_of(host.layout)
        orbit = w.variable(POINTER, w.at("%table", 8 * (ORBITS + kinds)))
        for kind in range(kinds):
            sets = list(own)
            if host.layout.kinds:
                cells = host._load(f"kind{kind}")
                sets = [host.functions.both(w, one, cells) for one in own]
            left = w.variable(NUMBER, w.load(NUMBER, w.at("%table", 8 * (ORBITS + kind))))

            def more(left: Variable = left) -> str:
                return w.compare("sgt", NUMBER, w.get(left), "0")

            with w.loop(more):
                at = w.get(orbit)
                pair = []
                for side in range(2):
                    cells = w.load(host.set, w.item(host.set, at, str(side)))
                    pair.append(host.functions.both(w, sets[side], cells))
                self._add(self._less(pair[0], pair[1]))
                w.set(orbit, w.item(host.set, at, "2"))
                w.set(left, w.op("sub", NUMBER, w.get(left), "1"))

    def _touching(self, own: Sequence[str], occupied: str) -> None:
        w, host = self.w, self.host
        functions, grid = host.functions, host.grid
        empty = functions.without(w, str(grid.full), occupied)
        for reach in reaches(grid.board):

            def near(cells: str, reach: Sequence[str] = reach) -> str:
                return grid.cut(w, functions.spread(w, cells, reach))

            def less(*pairs: tuple[str, str]) -> None:
                one, other = (functions.both(w, *pair) for pair in pairs)
                self._add(self._less(one, other))

            free, ours, theirs = near(empty), near(own[0]), near(own[1])
            less((own[0], free), (own[1], free))
            less((empty, ours), (empty, theirs))
            less((own[0], ours), (own[1], theirs))
            less((own[0], theirs), (own[1], ours))

    def _groups(self, own: Sequence[str], occupied: str) -> None:
        w, host = self.w, self.host
        empty = host.functions.without(w, str(host.grid.full), occupied)
        sets = (f"{host.set} {cells}" for cells in (*own, empty))
        out = w.slot(NUMBER, len(NAMES))
        w.run("compared", *sets, f"i64 {host._load('mover')}", f"ptr {out}")
        for place in range(len(NAMES)):
            self._add(w.load(NUMBER, w.at(out, 8 * place)))

    def _held(self) -> None:
        w, host = self.w, self.host
        copies = max((one.copies for one in host.layout.definition.pieces), default=0)
        if not copies:
            return
        before = w.at(w.get(self._weight), -8)
        for side, word in ((0, "add"), (1, "sub")):
            hand = w.at("%s", host.memory.places[f"hand{side}"].offset)
            index = w.variable(NUMBER, "0")
            limit = str(host.layout.colors)

            def more(index: Variable = index, limit: str = limit) -> str:
                return w.compare("slt", NUMBER, w.get(index), limit)

            with w.loop(more):
                lane = w.item(f"i{LANE}", hand, w.get(index))
                held = w.make(f"load i{LANE}, ptr {lane}, align {LANE // 8}")
                number = w.cast("zext", f"i{LANE}", held, NUMBER)
                number = host.functions.smaller(w, number, str(copies))
                some = w.compare("sgt", NUMBER, number, "0")
                with w.when(some):
                    weight = w.load(NUMBER, w.item(NUMBER, before, number))
                    w.set(self._total, w.op(word, NUMBER, w.get(self._total), weight))
                w.set(index, w.op("add", NUMBER, w.get(index), "1"))
        w.set(self._weight, w.at(w.get(self._weight), 8 * copies))

    def _score(self) -> str:
        w, host = self.w, self.host
        definition = host.layout.definition
        if not definition.score:
            return "0"
        room = max(len(definition.score), len(definition.board.cells))
        scores = []
        found = "true"
        for side in range(2):
            out = w.slot(NUMBER, room)
            many = w.call(NUMBER, f"score.{side}", "ptr %s", f"ptr {out}")
            found = w.op("and", CONDITION, found, w.compare("sgt", NUMBER, many, "0"))
            scores.append(w.load(NUMBER, out))
        return w.choose(found, NUMBER, w.op("sub", NUMBER, *scores), "0")

    def _tempo(self) -> None:
        w, host = self.w, self.host
        sign = w.op("sub", NUMBER, "1", w.op("mul", NUMBER, host._load("mover"), "2"))
        steps = w.op("mul", NUMBER, sign, "%steps")
        for stage in range(len(host.layout.definition.stages)):
            here = w.compare("eq", NUMBER, host._load("stage"), str(stage))
            self._add(w.choose(here, NUMBER, sign, "0"))
            self._add(w.choose(here, NUMBER, steps, "0"))
