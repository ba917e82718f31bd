"""The native back end: prints a program as LLVM IR.

The text defines, for one game:

- `settle(state, codes) -> number`: the turn machine; lists the legal steps of a state in place;
- `play(state, code, after) -> clause`: makes a step; -1, or the clause that forbids it;
- `scores(state, list) -> number`: the scores, side after side;
- `perft(state, depth, work, stop) -> leaves`;
- `playouts(state, games, chance, most, work, stop, tally) -> games played`: random games; the
  last state of the last one is left at the beginning of `work`.

States lie in memory as `core.rules.native.grid.Block` says. Nothing here imports a compiler.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from core.language import limits
from core.rules.chance import INCREMENT, MULTIPLIER
from core.rules.layout import ONGOING
from core.rules.native.functions import Functions
from core.rules.native.grid import HASH_FACTOR, Block, Grid, Unsupported
from core.rules.native.treesearch import TreeWriter
from core.rules.native.writer import CONDITION, NUMBER, POINTER, Variable, Writer
from core.rules.program import (
    PASS,
    STOP,
    SWAP,
    Append,
    Become,
    Contest,
    Each,
    Emit,
    Enough,
    Enter,
    Forever,
    Give,
    If,
    Let,
    ListSteps,
    Program,
    Reject,
    Settled,
    Statement,
    Turn,
)
from core.rules.program import Block as Statements
from core.rules.python import drawable, emitted, nodes_in
from core.rules.tree import Kind, Node

MOST_STEPS = 100_000
"""Codes that a list of steps has room for."""
_SAFE = 1 << 62
"""Larger numbers could overflow on the way."""
_LOCAL = 1 << 31
"""Larger numbers are in no field, and no loop goes through them."""

_COMPARISONS = {"==": "eq", "!=": "ne", "<": "slt", "<=": "sle", ">": "sgt", ">=": "sge"}


@dataclass(slots=True)
class Groups:
    """A list of sets, with what is often asked of it."""

    list: str
    count: str
    largest: str
    joined: str


@dataclass(slots=True)
class Numbers:
    """A list of numbers."""

    list: str
    count: str


@dataclass(slots=True)
class Table:
    """An array of a state, changed since by some operations."""

    name: str
    changes: tuple[Callable[[str, str], str], ...] = field(default=())
    """Each takes the index and the entry so far, and gives the entry."""
    memory: str = ""
    """Where its numbers lie, once they have been computed."""


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
    return _Emitter(program, grid, block, deposits).module()


class _Emitter:
    def __init__(self, program: Program, grid: Grid, block: Block, deposits: bool) -> None:
        self.program, self.grid, self.memory = program, grid, block
        self.layout = program.layout
        self.functions = Functions(grid, deposits)
        self.set = grid.type
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

    def module(self) -> str:
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
        self._settle()
        self._perft()
        self._chance()
        self._playout()
        self._playouts()
        TreeWriter(self).write()
        return "\n".join([self.functions.text(), *self.written])

    # Functions

    def _function(self, head: str, body: Callable[[], None]) -> None:
        self.w, self.named, self.bits, self.connected = Writer(), {}, {}, set()
        body()
        self.written.append(self.w.text(f"define {head} nounwind"))

    def _list(self, name: str, body: Statements, counting: bool) -> None:
        """`list`: write codes to `out`; `count`: only their number."""

        def write() -> None:
            self.out = self.w.variable(NUMBER, "0")
            self.counting = counting
            self.contest: tuple[Variable, Variable, bool] | None = None
            self._block(body)
            self.w.give(NUMBER, self.w.get(self.out))

        out = "" if counting else ", ptr noalias %out"
        self._function(f"internal i64 @{name}(ptr noalias readonly %s{out})", write)

    def _attempt(self, side: int, heading: int, body: Statements) -> None:
        def write() -> None:
            for name in ("origin", "here"):
                cell = self._one(f"%{name}")
                self.named[self.program.tree.local(name, Kind.CELLS)] = cell
                self.bits[cell] = f"%{name}"
            self._block(body)
            self.w.give(NUMBER, "-1")

        self._function(
            f"internal i64 @attempt.{side}.{heading}"
            "(ptr noalias readonly %s, i64 %origin, i64 %here, ptr noalias %t)",
            write,
        )

    def _change(self, name: str, body: Statements) -> None:
        def write() -> None:
            self._block(body)
            self.w.give(NUMBER, "-1")

        self._function(f"internal i64 @{name}(ptr noalias readonly %s, ptr noalias %t)", write)

    def _score(self, side: int, body: Statements) -> None:
        self._function(
            f"internal i64 @score.{side}(ptr noalias readonly %s, ptr noalias %out)",
            lambda: self._block(body),
        )

    def _scores(self) -> None:
        w_ = "noalias readonly"

        def write() -> None:
            w = self.w
            total = "0"
            for side in range(self.sides):
                to = w.item(NUMBER, "%out", total)
                given = w.call(NUMBER, f"score.{side}", "ptr %s", f"ptr {to}")
                total = w.op("add", NUMBER, total, given)
            w.give(NUMBER, total)

        self._function(f"i64 @scores(ptr {w_} %s, ptr noalias %out)", write)

    def _play(self) -> None:
        """Make a step, given by its code."""

        def write() -> None:
            w, span = self.w, str(self.grid.span)
            failed = w.later()
            mover = self._load("mover")
            here = w.op("urem", NUMBER, "%code", span)
            rest = w.op("udiv", NUMBER, "%code", span)
            origin = w.op("urem", NUMBER, rest, span)
            heading = w.op("udiv", NUMBER, rest, span)
            special = w.compare("slt", NUMBER, "%code", "0")

            def touchless() -> None:
                tables = {STOP: "closes", PASS: "passes", SWAP: "swaps"}
                blocks = {"closes", "passes"} | ({"swaps"} if self.program.swaps else set())
                cases = [
                    (code * self.sides - side, self._leaving(f"{name}.{side}"))
                    for code, name in tables.items()
                    if name in blocks
                    for side in range(self.sides)
                ]
                scaled = w.op("mul", NUMBER, "%code", str(self.sides))
                w.switch(w.op("sub", NUMBER, scaled, mover), cases, failed)

            def touching() -> None:
                given = [f"i64 {self._table('bit', bit)}" for bit in (origin, here)]
                cases = [
                    (h * self.sides + side, self._leaving(f"attempt.{side}.{h}", *given))
                    for side, h in self.program.attempts
                ]
                scaled = w.op("mul", NUMBER, heading, str(self.sides))
                w.switch(w.op("add", NUMBER, scaled, mover), cases, failed)

            w.either(special, touchless, touching)
            w.block(failed)
            w.give(NUMBER, "-2")

        self._function("i64 @play(ptr noalias readonly %s, i64 %code, ptr noalias %t)", write)

    def _leaving(self, name: str, *arguments: str) -> Callable[[], None]:
        """Call a function and give what it gives."""

        def write() -> None:
            given = self.w.call(NUMBER, name, "ptr %s", *arguments, "ptr %t")
            self.w.give(NUMBER, given)

        return write

    def _table(self, name: str, index: str) -> str:
        return self.w.load(NUMBER, self.w.item(NUMBER, f"@{name}", index))

    def _one(self, bit: str) -> str:
        """The set of the cell with this bit number."""
        return self.w.load(self.set, self.w.item(self.set, "@one", bit))

    def _by_place(self, name: str, *arguments: str) -> str:
        """What the function of the present side and stage gives."""
        w = self.w
        result, end = w.variable(NUMBER, "0"), w.later()

        def case(side: int, stage: int) -> Callable[[], None]:
            def write() -> None:
                w.set(result, w.call(NUMBER, f"{name}.{side}.{stage}", *arguments))

            return write

        cases = [
            (side * self.stages + stage, case(side, stage)) for side, stage in self.program.steps
        ]
        w.switch(self._place(), cases, end)
        w.block(end)
        return w.get(result)

    def _place(self) -> str:
        """Number of the present side and stage."""
        w = self.w
        scaled = w.op("mul", NUMBER, self._load("mover"), str(self.stages))
        return w.op("add", NUMBER, scaled, self._load("stage"))

    def _settle(self) -> None:
        def write() -> None:
            w = self.w
            self.listed = w.variable(NUMBER, "0")
            self.after = w.slot("i8", self.memory.size)
            self._block(self.program.settle)

        self._function("i64 @settle(ptr noalias %s, ptr noalias %out)", write)

    def _perft(self) -> None:
        """Count leaves by making all steps; work holds a state and codes for each depth."""
        size = self.memory.size + 8 * self.room

        def write() -> None:
            w = self.w
            with w.when(w.compare("slt", NUMBER, "%depth", "1")):
                w.give(NUMBER, "1")
            last = w.compare("eq", NUMBER, "%depth", "1")
            with w.when(last):
                self._leaves()
            codes = w.at("%work", self.memory.size)
            below = w.at("%work", size)
            n = w.call(NUMBER, "settle", "ptr %s", f"ptr {codes}")
            with w.when(w.compare("eq", NUMBER, n, "0")):
                w.give(NUMBER, "1")
            total, index = w.variable(NUMBER, "0"), w.variable(NUMBER, "0")
            less = w.op("sub", NUMBER, "%depth", "1")
            with w.loop(lambda: w.compare("slt", NUMBER, w.get(index), n)) as done:
                with w.when(self._stopped()):
                    w.go(done)
                code = w.load(NUMBER, w.item(NUMBER, codes, w.get(index)))
                w.call(NUMBER, "play", "ptr %s", f"i64 {code}", "ptr %work")
                found = w.call(
                    NUMBER, "perft", "ptr %work", f"i64 {less}", f"ptr {below}", "ptr %stop"
                )
                w.set(total, w.op("add", NUMBER, w.get(total), found))
                w.set(index, w.op("add", NUMBER, w.get(index), "1"))
            w.give(NUMBER, w.get(total))

        self._function(
            "i64 @perft(ptr noalias %s, i64 %depth, ptr noalias %work, ptr %stop)", write
        )

    def _leaves(self) -> None:
        """Leaves one step below a state that need not be settled."""
        w = self.w
        over = w.compare("ne", NUMBER, self._load("winner"), str(ONGOING))
        with w.when(over):
            w.give(NUMBER, "1")
        listed = self._by_place("count", "ptr %s")
        begun = w.compare("sgt", NUMBER, self._load("step"), "0")
        none = w.compare("eq", NUMBER, listed, "0")
        fresh = w.op("xor", CONDITION, begun, "true")
        more = w.op("and", CONDITION, fresh, self._offers_more())
        with w.when(w.op("or", CONDITION, none, more)):
            codes = w.at("%work", self.memory.size)
            n = w.call(NUMBER, "settle", "ptr %s", f"ptr {codes}")
            w.give(NUMBER, self.functions.greater(w, n, "1"))
        stop = w.op("and", CONDITION, begun, self._may_stop())
        w.give(NUMBER, w.op("add", NUMBER, listed, w.cast("zext", CONDITION, stop, NUMBER)))

    def _stopped(self) -> str:
        flag = self.w.make("load volatile i64, ptr %stop, align 8")
        return self.w.compare("ne", NUMBER, flag, "0")

    def _may_stop(self) -> str:
        """Whether the stage of `%s` is one whose turn may be ended."""
        w = self.w
        result = "false"
        for index, stage in enumerate(self.layout.definition.stages):
            if stage.stop:
                same = w.compare("eq", NUMBER, self._load("stage"), str(index))
                result = w.op("or", CONDITION, result, same)
        return result

    def _offers_more(self) -> str:
        """Whether a turn may begin with a pass or a swap."""
        turn = self.layout.definition.turn
        if turn.free_pass:
            return "true"
        if turn.swap:
            return self.w.compare("eq", NUMBER, self._load("turn"), "2")
        return "false"

    # Random games

    def _chance(self) -> None:
        """A number below a limit; see `core.rules.chance`."""

        def write() -> None:
            w = self.w
            state = w.load(NUMBER, "%chance")
            scaled = w.op("mul", NUMBER, state, str(MULTIPLIER))
            after = w.op("add", NUMBER, scaled, str(INCREMENT))
            w.store(NUMBER, after, "%chance")
            high = w.op("lshr", NUMBER, after, "32")
            w.give(NUMBER, w.op("lshr", NUMBER, w.op("mul", NUMBER, high, "%limit"), "32"))

        self._function("internal i64 @below(ptr noalias %chance, i64 %limit)", write)

    def _draw(self, side: int, stage: int, body: Statements) -> None:
        """Make a step at random without listing all: 1, or 0 where none was found."""
        loops = [statement for statement in body if isinstance(statement, Each)]
        needed = nodes_in([loop.cells for loop in loops])

        def write() -> None:
            w, functions = self.w, self.functions
            sets: list[Variable] = []
            headings: list[int] = []
            for statement in body:
                if isinstance(statement, Let) and statement.node in needed:
                    self._statement(statement)
                elif isinstance(statement, Each):
                    sets.append(w.variable(self.set, self._cells(statement.cells)))
                    headings.append(cast(int, emitted(statement.body)))
            total = "0"
            for one in sets:
                total = w.op("add", NUMBER, total, functions.count(w, w.get(one)))
            left = w.variable(NUMBER, total)
            begun = w.compare("sgt", NUMBER, self._load("step"), "0")
            stop = "false"
            if self.layout.definition.stages[stage].stop:
                stop = begun
            none = w.compare("eq", NUMBER, total, "0")
            with w.when(none):
                w.give(NUMBER, "0")
            extra = w.cast("zext", CONDITION, stop, NUMBER)
            with w.loop(lambda: w.compare("sgt", NUMBER, w.get(left), "0")):
                limit = w.op("add", NUMBER, w.get(left), extra)
                place = w.call(NUMBER, "below", "ptr %chance", f"i64 {limit}")
                with w.when(w.compare("eq", NUMBER, place, w.get(left))):
                    w.call(NUMBER, f"closes.{side}", "ptr %s", "ptr %t")
                    w.give(NUMBER, "1")
                index = w.variable(NUMBER, place)
                again = w.later()
                for one, heading in zip(sets, headings, strict=True):
                    cells = w.get(one)
                    size = functions.count(w, cells)
                    with w.when(w.compare("slt", NUMBER, w.get(index), size)):
                        pick = functions.name("pick")
                        bit = w.call(NUMBER, pick, f"{self.set} {cells}", f"i64 {w.get(index)}")
                        given = f"i64 {bit}"
                        after = w.call(
                            NUMBER, f"attempt.{side}.{heading}", "ptr %s", given, given, "ptr %t"
                        )
                        with w.when(w.compare("eq", NUMBER, after, "-1")):
                            w.give(NUMBER, "1")
                        w.set(one, w.op("xor", self.set, cells, self._one(bit)))
                        w.go(again)
                    w.set(index, w.op("sub", NUMBER, w.get(index), size))
                w.block(again)
                w.set(left, w.op("sub", NUMBER, w.get(left), "1"))
            with w.when(stop):
                w.call(NUMBER, f"closes.{side}", "ptr %s", "ptr %t")
                w.give(NUMBER, "1")
            w.give(NUMBER, "0")

        self._function(
            f"internal i64 @draw.{side}.{stage}"
            "(ptr noalias readonly %s, ptr noalias %chance, ptr noalias %t)",
            write,
        )

    def _playout(self) -> None:
        """A random game in place, two states by turns; gives 1 once it is over, 0 if cut short.

        `steps` is raised by the steps made.
        """

        def write() -> None:
            w = self.w
            size = self.memory.size
            codes = w.at("%work", size)
            steps = w.variable(NUMBER, "0")
            now, then = w.variable(POINTER, "%s"), w.variable(POINTER, "%work")

            def leave(over: str) -> None:
                there = w.compare("ne", POINTER, w.get(now), "%s")
                with w.when(there):
                    self._copy("%s", "%work")
                before = w.load(NUMBER, "%steps")
                w.store(NUMBER, w.op("add", NUMBER, before, w.get(steps)), "%steps")
                w.give(NUMBER, over)

            with w.forever() as again:
                state, after = w.get(now), w.get(then)
                self.s = state
                over = w.compare("ne", NUMBER, self._load("winner"), str(ONGOING))
                with w.when(over):
                    leave("1")
                enough = w.compare("sge", NUMBER, w.get(steps), "%most")
                with w.when(w.op("or", CONDITION, enough, self._stopped())):
                    leave("0")
                w.set(steps, w.op("add", NUMBER, w.get(steps), "1"))
                listing = w.later()

                def drawing(side: int, stage: int) -> Callable[[], None]:
                    def write() -> None:
                        begun = w.compare("sgt", NUMBER, self._load("step"), "0")
                        fresh = w.op("xor", CONDITION, begun, "true")
                        more = w.op("and", CONDITION, fresh, self._offers_more())
                        with w.when(more):
                            w.go(listing)
                        made = w.call(
                            NUMBER,
                            f"draw.{side}.{stage}",
                            f"ptr {state}",
                            "ptr %chance",
                            f"ptr {after}",
                        )
                        with w.when(w.compare("ne", NUMBER, made, "0")):
                            w.set(now, after)
                            w.set(then, state)
                            w.go(again)

                    return write

                cases = [
                    (side * self.stages + stage, drawing(side, stage))
                    for (side, stage), body in self.program.steps.items()
                    if drawable(body)
                ]
                w.switch(self._place(), cases, listing)
                w.block(listing)
                n = w.call(NUMBER, "settle", f"ptr {state}", f"ptr {codes}")
                with w.when(w.compare("eq", NUMBER, n, "0")):
                    w.set(steps, w.op("sub", NUMBER, w.get(steps), "1"))
                    leave("1")
                index = w.call(NUMBER, "below", "ptr %chance", f"i64 {n}")
                code = w.load(NUMBER, w.item(NUMBER, codes, index))
                w.call(NUMBER, "play", f"ptr {state}", f"i64 {code}", f"ptr {after}")
                w.set(now, after)
                w.set(then, state)

        self._function(
            "i64 @playout(ptr noalias %s, ptr noalias %chance, i64 %most, ptr noalias %work,"
            " ptr noalias %steps, ptr %stop)",
            write,
        )
        self.s = "%s"

    def _playouts(self) -> None:
        """Random games from one state until there are enough or `stop` is set.

        `tally` holds the steps of all, then how often each value of `winner` came out, from
        ONGOING on.
        """
        size = self.memory.size

        def write() -> None:
            w = self.w
            games = w.variable(NUMBER, "0")
            scratch = w.at("%work", size)
            with w.loop(lambda: w.compare("slt", NUMBER, w.get(games), "%n")) as done:
                with w.when(self._stopped()):
                    w.go(done)
                self._copy("%work", "%s")
                w.call(
                    NUMBER,
                    "playout",
                    "ptr %work",
                    "ptr %chance",
                    "i64 %most",
                    f"ptr {scratch}",
                    "ptr %tally",
                    "ptr %stop",
                )
                winner = w.load(NUMBER, w.at("%work", self.memory.places["winner"].offset))
                place = w.op("add", NUMBER, winner, str(1 - ONGOING))
                counted = w.item(NUMBER, "%tally", place)
                w.store(NUMBER, w.op("add", NUMBER, w.load(NUMBER, counted), "1"), counted)
                w.set(games, w.op("add", NUMBER, w.get(games), "1"))
            w.give(NUMBER, w.get(games))

        self._function(
            "i64 @playouts(ptr noalias readonly %s, i64 %n, ptr noalias %chance, i64 %most,"
            " ptr noalias %work, ptr %stop, ptr noalias %tally)",
            write,
        )

    def _copy(self, to: str, from_: str) -> None:
        self.w.run(
            "llvm.memcpy.p0.p0.i64",
            f"ptr align 8 {to}",
            f"ptr align 8 {from_}",
            f"i64 {self.memory.size}",
            "i1 false",
        )

    # Fields

    s = "%s"
    """The state that fields are read from."""

    def _load(self, name: str) -> str:
        place = self.memory.places[name]
        at = self.w.at(self.s, place.offset)
        if place.kind is Kind.CONDITION:
            return self.w.compare("ne", NUMBER, self.w.load(NUMBER, at), "0")
        return self.w.load(self.types[place.kind], at)

    def _store(self, name: str, node: Node) -> None:
        w, place = self.w, self.memory.places[name]
        to = w.at("%t", place.offset)
        if name == "past":
            self._store_past(node, to)
        elif name == "colors" and self.memory.shared_colors:
            w.store(NUMBER, w.load(NUMBER, w.at(self.s, place.offset)), to)
        elif place.kind is Kind.ARRAY:
            table = self.value(node)
            type_ = self.set if name == "colors" else NUMBER
            index = w.variable(NUMBER, "0")
            with w.loop(lambda: w.compare("slt", NUMBER, w.get(index), str(place.count))):
                now = w.get(index)
                w.store(type_, self._entry(table, now), w.item(type_, to, now))
                w.set(index, w.op("add", NUMBER, now, "1"))
        elif place.kind is Kind.CONDITION:
            w.store(NUMBER, w.cast("zext", CONDITION, self.value(node), NUMBER), to)
        else:
            w.store(self.types[place.kind], self.value(node), to)

    def _entry(self, table: Table, index: str) -> str:
        """An entry of an array, for an index that is within it."""
        w = self.w
        if table.memory:
            return w.load(NUMBER, w.item(NUMBER, table.memory, index))
        at = w.at(self.s, self.memory.places[table.name].offset)
        if table.name == "colors":
            if self.memory.shared_colors:
                at = w.load(POINTER, at)
            entry = w.load(self.set, w.item(self.set, at, index))
            if self.memory.shared_colors:
                entry = self.functions.both(w, entry, self._occupied())
        else:
            entry = w.load(NUMBER, w.item(NUMBER, at, index))
        for change in table.changes:
            entry = change(index, entry)
        return entry

    def _occupied(self) -> str:
        names = [name for name in self.layout.board_fields if name.startswith(("own", "neutral"))]
        return self.functions.join(self.w, *(self._load(name) for name in names))

    # Boards that occurred

    def _board(self, nodes: Sequence[Node]) -> list[str]:
        """The sets of a board, in the order in which it is remembered."""
        sets: list[str] = []
        for node in nodes:
            value = self.value(node)
            if isinstance(value, Table):
                sets += [self._entry(value, str(n)) for n in range(self.layout.colors)]
            else:
                sets.append(value)
        return sets

    def _hash(self, sets: Sequence[str]) -> str:
        w = self.w
        value = "0"
        for one in sets:
            for number in range(self.grid.words):
                part = w.op("lshr", self.set, one, str(64 * number)) if number else one
                word = w.cast("trunc", self.set, part, NUMBER)
                mixed = w.op("xor", NUMBER, value, word)
                value = w.op("mul", NUMBER, mixed, str(HASH_FACTOR))
                value = w.op("xor", NUMBER, value, w.op("lshr", NUMBER, value, "32"))
        return value

    def _past(self) -> tuple[str, str, str]:
        """Address of the remembered boards, their number, and how many there is room for."""
        w, offset = self.w, self.memory.places["past"].offset
        address = w.load(POINTER, w.at(self.s, offset))
        count = w.load(NUMBER, w.at(self.s, offset + 8))
        return address, count, w.load(NUMBER, w.at(self.s, offset + 16))

    def _remembered(self, address: str, room: str, index: str) -> str:
        """Address of one remembered board."""
        w = self.w
        boards = w.item(NUMBER, address, room)
        return w.item("i8", boards, w.op("mul", NUMBER, index, str(self.memory.entry)))

    def _repeats(self, node: Node) -> str:
        w = self.w
        sets = self._board(node.args[1:])
        address, count, room = self._past()
        value = self._hash(sets)
        found, index = w.variable(CONDITION, "false"), w.variable(NUMBER, "0")
        with w.loop(lambda: w.compare("slt", NUMBER, w.get(index), count)) as done:
            kept = w.load(NUMBER, w.item(NUMBER, address, w.get(index)))
            with w.when(w.compare("eq", NUMBER, kept, value)):
                board = self._remembered(address, room, w.get(index))
                same = "true"
                for number, one in enumerate(sets):
                    before = w.load(self.set, w.item(self.set, board, str(number)))
                    equal = w.compare("eq", self.set, before, one)
                    same = w.op("and", CONDITION, same, equal)
                with w.when(same):
                    w.set(found, "true")
                    w.go(done)
            w.set(index, w.op("add", NUMBER, w.get(index), "1"))
        return w.get(found)

    def _store_past(self, node: Node, to: str) -> None:
        w = self.w
        address, count, room = self._past()
        after = w.variable(NUMBER, count)
        if node.op == "remember":
            sets = self._board(node.args[1:])
            with w.when(w.compare("slt", NUMBER, count, room)):
                w.store(NUMBER, self._hash(sets), w.item(NUMBER, address, count))
                board = self._remembered(address, room, count)
                for number, one in enumerate(sets):
                    w.store(self.set, one, w.item(self.set, board, str(number)))
                w.set(after, w.op("add", NUMBER, count, "1"))
        w.store(POINTER, address, to)
        w.store(NUMBER, w.get(after), w.at(to, 8))
        w.store(NUMBER, room, w.at(to, 16))

    # Statements

    def _block(self, block: Statements) -> None:
        outer = dict(self.named)
        for statement in block:
            self._statement(statement)
        self.named = outer

    def _statement(self, statement: Statement) -> None:
        w = self.w
        match statement:
            case Let(name, node):
                self.named[node] = self.value(node)
            case If(condition, then, otherwise):
                self._if(condition, then, otherwise)
            case Each(name, cells, body):
                self._each(name, cells, body)
            case Emit():
                self._emit(statement)
            case Contest(largest, body):
                best, begin = w.variable(NUMBER, "0"), w.variable(NUMBER, w.get(self.out))
                self.contest = best, begin, largest
                self._block(body)
            case Enter(value, step):
                self._enter(value, step)
            case Enough():
                with w.when(w.compare("sgt", NUMBER, w.get(self.out), "0")):
                    w.give(NUMBER, w.get(self.out))
            case Reject(clause):
                w.give(NUMBER, str(clause))
            case Become(values):
                for item, node in zip(self.layout.fields, values, strict=True):
                    self._store(item.name, node)
                    self._note(item.name, node)
                w.give(NUMBER, "-1")
            case Give(values):
                self._give(values)
            case Forever(body):
                with w.forever() as self.again:
                    self._block(body)
            case ListSteps():
                w.set(self.listed, self._by_place("list", "ptr %s", "ptr %out"))
            case Append(code):
                n = w.get(self.listed)
                w.store(NUMBER, str(code), w.item(NUMBER, "%out", n))
                w.set(self.listed, w.op("add", NUMBER, n, "1"))
            case Turn(function):
                self._turn(function)
            case Settled():
                w.give(NUMBER, w.get(self.listed))

    def _note(self, name: str, node: Node) -> None:
        """Note whether a field is known to be connected in the state to come."""
        w, place = self.w, self.memory.notes.get(name)
        if place is None:
            return
        note = "0"
        if node.op == "field" and node.value == name:
            note = w.load(NUMBER, w.at(self.s, place))
        elif node in self.connected or (
            node.op == "fill" and self._cells(node.args[0]) in self.bits
        ):
            note = "1"
        w.store(NUMBER, note, w.at("%t", place))

    def _if(self, condition: Node, then: Statements, otherwise: Statements) -> None:
        w = self.w
        test = self.value(condition)
        if len(then) == 1 and isinstance(then[0], Reject) and condition.op == "not":
            held = condition.args[0]
            parts = held.args if held.op == "both" else (held,)
            self.connected |= {part.args[0] for part in parts if part.op == "connected"}
        if not otherwise:
            with w.when(test):
                self._block(then)
            return
        w.either(test, lambda: self._block(then), lambda: self._block(otherwise))

    def _each(self, name: str, cells: Node, body: Statements) -> None:
        w = self.w
        over = self._cells(cells)
        if self.counting and len(body) == 1 and isinstance(body[0], Emit):
            more = self.functions.count(w, over)
            w.set(self.out, w.op("add", NUMBER, w.get(self.out), more))
            return
        local = self.program.tree.local(name, Kind.CELLS)
        with self.functions.each(w, over) as here:
            outer = dict(self.named)
            self.named[local] = here
            self.bits[here] = self.functions.number(w, here)
            self._block(body)
            self.named = outer

    def _emit(self, step: Emit) -> None:
        w = self.w
        n = w.get(self.out)
        if not self.counting:
            w.store(NUMBER, self._code(step), w.item(NUMBER, "%out", n))
        w.set(self.out, w.op("add", NUMBER, n, "1"))

    def _code(self, step: Emit) -> str:
        w, span = self.w, self.grid.span

        def bit(name: str) -> str:
            cell = self._cells(self.program.tree.local(name, Kind.CELLS))
            number = self.bits[cell]
            return number if self.grid.padded else self._table("cell", number)

        base = step.heading * span * span
        if step.origin == step.here:
            scaled = w.op("mul", NUMBER, bit(step.here), str(span + 1))
        else:
            origin = w.op("mul", NUMBER, bit(step.origin), str(span))
            scaled = w.op("add", NUMBER, origin, bit(step.here))
        return w.op("add", NUMBER, scaled, str(base))

    def _enter(self, value: Node, step: Emit) -> None:
        w = self.w
        assert self.contest is not None
        best, begin, largest = self.contest
        number = self.value(value)
        first = w.compare("eq", NUMBER, w.get(self.out), w.get(begin))
        better = w.compare("sgt" if largest else "slt", NUMBER, number, w.get(best))
        with w.when(w.op("or", CONDITION, first, better)):
            w.set(self.out, w.get(begin))
            w.set(best, number)
        with w.when(w.compare("eq", NUMBER, number, w.get(best))):
            self._emit(step)

    def _give(self, values: Sequence[Node]) -> None:
        w = self.w
        for index, node in enumerate(values):
            w.store(NUMBER, self.value(node), w.item(NUMBER, "%out", str(index)))
        w.give(NUMBER, str(len(values)))

    def _turn(self, function: str) -> None:
        w = self.w
        end = w.later()

        def case(side: int) -> Callable[[], None]:
            def write() -> None:
                w.call(NUMBER, f"{function}.{side}", "ptr %s", f"ptr {self.after}")

            return write

        cases = [(side, case(side)) for side in range(self.sides)]
        w.switch(self._load("mover"), cases, end)
        w.block(end)
        self._copy("%s", self.after)
        w.go(self.again)

    # Expressions

    def _cells(self, node: Node) -> str:
        return cast(str, self.value(node))

    def value(self, node: Node) -> Any:
        """What a node gives: the name of a value, or `Groups`, `Numbers` or a `Table`."""
        if node in self.named:
            return self.named[node]
        if node.kind is Kind.NUMBER and largest_number(node, self.layout.colors) > _SAFE:
            raise Unsupported("a number could become too large")
        maker = _MAKERS.get(node.op)
        if maker is None:
            raise AssertionError(f"nothing prints {node.op!r}")
        return maker(self, node)

    def _const(self, node: Node) -> Any:
        if node.kind is Kind.CELLS:
            return str(self.grid.mask(node.value))
        if node.kind is Kind.CONDITION:
            return "true" if node.value else "false"
        if node.kind is Kind.GROUPS:
            return Groups(self.w.slot(self.set), "0", "0", "0")
        return str(int(node.value))

    def _field(self, node: Node) -> Any:
        if node.kind is Kind.ARRAY:
            return Table(str(node.value))
        return self._load(str(node.value))

    def _local(self, node: Node) -> str:
        return self.w.get(self.listed) if node.value == "listed" else f"%{node.value}"

    def _join(self, node: Node) -> str:
        return self.functions.join(self.w, *(self._cells(arg) for arg in node.args))

    def _meet(self, node: Node) -> str:
        result = self._cells(node.args[0])
        for arg in node.args[1:]:
            result = self.functions.both(self.w, result, self._cells(arg))
        return result

    def _minus(self, node: Node) -> str:
        one, other = node.args
        return self.functions.without(self.w, self._cells(one), self._cells(other))

    def _shift(self, node: Node) -> str:
        return self.functions.shifted(self.w, self._cells(node.args[0]), node.value)

    def _function_of(self, node: Node) -> str:
        """A function of the board, on values."""
        value = () if node.value is None else (node.value,)
        name = self.functions.name(node.op, *value)
        given = [f"{self.types[arg.kind]} {self.value(arg)}" for arg in node.args]
        return self.w.call(self.types[node.kind], name, *given)

    def _adjacent(self, node: Node) -> str:
        bit = self.bits.get(self._cells(node.args[0]))
        if bit is not None:
            return self.functions.near(self.w, bit, node.value)
        return self._function_of(node)

    def _fill(self, node: Node) -> str:
        seed, within = (self._cells(arg) for arg in node.args)
        bit = self.bits.get(seed)
        if bit is not None:
            return self.functions.filled_from(self.w, seed, bit, within, node.value)
        return self.functions.filled(self.w, seed, within, node.value)

    def _flanked(self, node: Node) -> str:
        x, through, anchor = node.args
        whose = {arg.value for arg in (through, anchor) if arg.op == "field"}
        apart = len(whose) == 2 and x.op == "local"
        name = self.functions.name("flanked", node.value, apart)
        given = [f"{self.set} {self._cells(arg)}" for arg in node.args]
        return self.w.call(self.set, name, *given)

    def _connected(self, node: Node) -> str:
        cells = node.args[0]
        if cells.op == "field":
            return self._known_connected(cells, node.value)
        if cells.op == "minus":
            whole, cell = cells.args
            if whole.op == "field" and self._cells(cell) in self.bits:
                known = self._known_connected(whole, node.value)
                return self._without_one(whole, cell, known, node.value)
        name = self.functions.name("connected", node.value)
        return self.w.call(CONDITION, name, f"{self.set} {self._cells(cells)}")

    def _connected_without(self, node: Node) -> str:
        whole, cell, known = node.args
        return self._without_one(whole, cell, self.value(known), node.value)

    def _without_one(self, whole: Node, cell: Node, known: str, dirs: tuple[str, ...]) -> str:
        """Whether `whole - cell` is connected, where `known` tells whether `whole` is."""
        w = self.w
        one = self._cells(cell)
        bit = self.bits.get(one) or self.functions.number(w, one)
        name = self.functions.name("connected_without", dirs)
        return w.call(
            CONDITION,
            name,
            f"{self.set} {self._cells(whole)}",
            f"{self.set} {one}",
            f"i64 {bit}",
            f"i1 {known}",
        )

    def _known_connected(self, whole: Node, dirs: tuple[str, ...]) -> str:
        """Whether a field is connected: noted when the step before had to find out, or found."""
        w = self.w
        place = self.memory.notes.get(str(whole.value))
        if place is None:
            name = self.functions.name("connected", dirs)
            return w.call(CONDITION, name, f"{self.set} {self._cells(whole)}")
        result = w.variable(CONDITION, "true")
        noted = w.load(NUMBER, w.at(self.s, place))
        with w.when(w.compare("eq", NUMBER, noted, "0")):
            name = self.functions.name("connected", dirs)
            w.set(result, w.call(CONDITION, name, f"{self.set} {self._cells(whole)}"))
        return w.get(result)

    def _open_run(self, node: Node) -> str:
        x, blocked = (self._cells(arg) for arg in node.args)
        bit = self.bits.get(x)
        if bit is None:
            return self._function_of(node)
        functions = self.functions
        sides = self.grid.board.adjacency
        return functions.longest_open(self.w, functions.around(self.w, blocked, bit, sides))

    def _connects(self, node: Node) -> str:
        name = self.functions.name("connects", node.value, len(node.args) - 1)
        given = [f"{self.set} {self._cells(arg)}" for arg in node.args]
        return self.w.call(CONDITION, name, *given)

    def _lines_of(self, node: Node) -> str:
        board = self.grid.board
        word = node.op.split("_")[0]
        find = board.row if word == "row" else board.column
        masks = [self.grid.mask(find(number)) for number in range(1, limits.CELLS + 1)]
        while masks and not masks[-1]:
            masks.pop()
        op = "line_number" if node.op.endswith("_number") else "lines_of"
        name = self.functions.name(op, tuple(masks))
        arg = node.args[0]
        return self.w.call(self.set, name, f"{self.types[arg.kind]} {self.value(arg)}")

    def _least_touched(self, node: Node) -> str:
        x, groups = self._cells(node.args[0]), self.value(node.args[1])
        name = self.functions.name("least_touched", node.value)
        return self.w.call(
            self.set,
            name,
            f"{self.set} {x}",
            f"ptr {groups.list}",
            f"i64 {groups.count}",
            f"i64 {groups.largest}",
        )

    # Groups

    def _collect(self, write: Callable[[Callable[[str], None]], None]) -> Groups:
        """A list of the sets that `write` hands over, one after another."""
        w, functions = self.w, self.functions
        kept = w.slot(self.set, self.most_groups)
        count, largest = w.variable(NUMBER, "0"), w.variable(NUMBER, "0")
        joined = w.variable(self.set, "0")

        def add(one: str) -> None:
            n = w.get(count)
            w.store(self.set, one, w.item(self.set, kept, n))
            w.set(count, w.op("add", NUMBER, n, "1"))
            w.set(largest, functions.greater(w, w.get(largest), functions.count(w, one)))
            w.set(joined, functions.join(w, w.get(joined), one))

        write(add)
        return Groups(kept, w.get(count), w.get(largest), w.get(joined))

    def _parts(self, node: Node) -> Groups:
        """The connected parts of a set; with a second set only those that it is in."""
        w, functions = self.w, self.functions
        cells = self._cells(node.args[0])
        seeds = self._cells(node.args[-1])

        def write(add: Callable[[str], None]) -> None:
            left, looking = functions.loop_while_some(w, seeds)
            with looking:
                now = w.get(left)
                cell = functions.lowest(w, now)
                bit = functions.number(w, cell)
                one = functions.filled_from(w, cell, bit, cells, node.value)
                add(one)
                # A seed outside the set is a part of its own, as in Python.
                w.set(left, functions.without(w, now, one))

        return self._collect(write)

    def _touching(self, node: Node) -> Groups:
        groups, near = self.value(node.args[0]), self._cells(node.args[1])

        def write(add: Callable[[str], None]) -> None:
            def look(one: str) -> None:
                met = self.functions.some(self.w, self.functions.both(self.w, one, near))
                with self.w.when(met):
                    add(one)

            self._over_list(self.set, groups.list, groups.count, look)

        return self._collect(write)

    def _given(self, node: Node) -> Groups:
        def write(add: Callable[[str], None]) -> None:
            for mask in node.value:
                add(str(self.grid.mask(mask)))

        return self._collect(write)

    def _over_list(self, type_: str, listed: str, count: str, body: Callable[[str], None]) -> None:
        w = self.w
        index = w.variable(NUMBER, "0")
        with w.loop(lambda: w.compare("slt", NUMBER, w.get(index), count)) as self.leave:
            one = w.load(type_, w.item(type_, listed, w.get(index)))
            w.set(index, w.op("add", NUMBER, w.get(index), "1"))
            body(one)

    def _joined(self, node: Node) -> str:
        return cast(str, self.value(node.args[0]).joined)

    def _largest(self, node: Node) -> str:
        return cast(str, self.value(node.args[0]).largest)

    def _length(self, node: Node) -> str:
        return cast(str, self.value(node.args[0]).count)

    def _some_group(self, node: Node) -> str:
        return self.w.compare("ne", NUMBER, self._length(node), "0")

    # Numbers

    def _arithmetic(self, node: Node) -> str:
        one, other = (self.value(arg) for arg in node.args)
        words = {"+": "add", "-": "sub", "*": "mul"}
        if node.op in words:
            return self.w.op(words[node.op], NUMBER, one, other)
        name = self.functions.name("divide", node.op)
        return self.w.call(NUMBER, name, f"i64 {one}", f"i64 {other}")

    def _count(self, node: Node) -> str:
        return self.functions.count(self.w, self._cells(node.args[0]))

    def _greater(self, node: Node) -> str:
        one, other = (self.value(arg) for arg in node.args)
        choose = self.functions.greater if node.op == "max2" else self.functions.smaller
        return choose(self.w, one, other)

    def _numbers(self, write: Callable[[Callable[[str], None]], None], room: int) -> Numbers:
        w = self.w
        kept = w.slot(NUMBER, max(1, room))
        count = w.variable(NUMBER, "0")

        def add(one: str) -> None:
            n = w.get(count)
            w.store(NUMBER, one, w.item(NUMBER, kept, n))
            w.set(count, w.op("add", NUMBER, n, "1"))

        write(add)
        return Numbers(kept, w.get(count))

    def _list_of(self, node: Node) -> Numbers:
        values = [self.value(arg) for arg in node.args]

        def write(add: Callable[[str], None]) -> None:
            for value in values:
                add(value)

        return self._numbers(write, len(values))

    def _range(self, node: Node) -> Numbers:
        def write(add: Callable[[str], None]) -> None:
            for number in range(node.value):
                add(str(number))

        return self._numbers(write, node.value)

    def _sizes(self, node: Node) -> Numbers:
        w, groups = self.w, self.value(node.args[0])

        def write(add: Callable[[str], None]) -> None:
            self._over_list(
                self.set,
                groups.list,
                groups.count,
                lambda one: add(self.functions.count(w, one)),
            )

        sizes = self._numbers(write, self.most_groups)
        w.call(NUMBER, self.functions.name("sorted"), f"ptr {sizes.list}", f"i64 {sizes.count}")
        return sizes

    def _extreme(self, node: Node) -> str:
        numbers = self.value(node.args[0])
        choose = self.functions.greater if node.op == "greatest" else self.functions.smaller
        return self._best(numbers.list, numbers.count, choose)

    def _best(self, listed: str, count: str, choose: Callable[[Writer, str, str], str]) -> str:
        """The largest, or smallest, of a list of numbers; 0 of none."""
        w = self.w
        best, any_yet = w.variable(NUMBER, "0"), w.variable(CONDITION, "false")

        def look(one: str) -> None:
            chosen = choose(w, w.get(best), one)
            w.set(best, w.choose(w.get(any_yet), NUMBER, chosen, one))
            w.set(any_yet, "true")

        self._over_list(NUMBER, listed, count, look)
        return w.get(best)

    def _color_at(self, node: Node) -> str:
        """The first color that a set has; -1 if none."""
        w = self.w
        table, cells = self.value(node.args[0]), self._cells(node.args[1])
        bit = self.bits.get(cells)
        if bit is not None and self._plain(table):
            return self._color_of(bit)
        found, index = w.variable(NUMBER, "-1"), w.variable(NUMBER, "0")
        colors = str(self.layout.colors)
        with w.loop(lambda: w.compare("slt", NUMBER, w.get(index), colors)) as done:
            now = w.get(index)
            met = self.functions.both(w, self._entry(table, now), cells)
            with w.when(self.functions.some(w, met)):
                w.set(found, now)
                w.go(done)
            w.set(index, w.op("add", NUMBER, now, "1"))
        return w.get(found)

    def _item(self, node: Node) -> str:
        """An entry of an array, or nothing where the index is outside."""
        w = self.w
        table, index = self.value(node.args[0]), self.value(node.args[1])
        known = self.layout.colors
        inside = w.compare("ult", NUMBER, index, str(known))
        safe = w.choose(inside, NUMBER, index, "0")
        return w.choose(inside, self.types[node.kind], self._entry(table, safe), "0")

    def _entry_of(self, node: Node) -> str:
        return self._entry(self.value(node.args[0]), self.value(node.args[1]))

    def _leader(self, node: Node) -> str:
        """The side whose score is best; `tie` if it is one of several, else all of them."""
        w = self.w
        sides, most = node.value
        tie, *scores = (self.value(arg) for arg in node.args)
        parts = len(scores) // sides
        each = [scores[side * parts : (side + 1) * parts] for side in range(sides)]
        best = each[0]
        for one in each[1:]:
            better = self._beats(one, best, most)
            best = [w.choose(better, NUMBER, new, old) for new, old in zip(one, best, strict=True)]
        shared, count, last, tied = "0", "0", "0", "false"
        for side, one in enumerate(each):
            equal = "true"
            for a, b in zip(one, best, strict=True):
                equal = w.op("and", CONDITION, equal, w.compare("eq", NUMBER, a, b))
            shared = w.op("add", NUMBER, shared, w.choose(equal, NUMBER, str(1 << side), "0"))
            count = w.op("add", NUMBER, count, w.cast("zext", CONDITION, equal, NUMBER))
            last = w.choose(equal, NUMBER, str(side), last)
            is_tie = w.compare("eq", NUMBER, tie, str(side))
            tied = w.op("or", CONDITION, tied, w.op("and", CONDITION, equal, is_tie))
        several = w.op("add", NUMBER, shared, str(sides))
        all_ = w.compare("eq", NUMBER, count, str(sides))
        several = w.choose(all_, NUMBER, str(sides), several)
        several = w.choose(tied, NUMBER, tie, several)
        return w.choose(w.compare("eq", NUMBER, count, "1"), NUMBER, last, several)

    def _beats(self, one: Sequence[str], other: Sequence[str], most: bool) -> str:
        """Whether a list of scores is better than another, compared part by part."""
        w = self.w
        better, equal = "false", "true"
        for a, b in zip(one, other, strict=True):
            ahead = w.compare("sgt" if most else "slt", NUMBER, a, b)
            better = w.op("or", CONDITION, better, w.op("and", CONDITION, equal, ahead))
            equal = w.op("and", CONDITION, equal, w.compare("eq", NUMBER, a, b))
        return better

    # Conditions

    def _not(self, node: Node) -> str:
        return self.w.op("xor", CONDITION, self.value(node.args[0]), "true")

    def _logic(self, node: Node) -> str:
        """Later conditions are looked at only as long as the result is open."""
        w = self.w
        goes_on = node.op == "both"
        result = w.variable(CONDITION, "false" if goes_on else "true")
        end = w.later()
        for arg in node.args:
            test = self.value(arg)
            if not goes_on:
                test = w.op("xor", CONDITION, test, "true")
            onward = w.later()
            w.branch(test, onward, end)
            w.block(onward)
        w.set(result, "true" if goes_on else "false")
        w.block(end)
        return w.get(result)

    def _comparison(self, node: Node) -> str:
        one, other = node.args
        if one.kind not in self.types:
            raise Unsupported(f"lists are compared: {node.op}")
        word = _COMPARISONS[node.op]
        if one.kind is Kind.CONDITION and word not in ("eq", "ne"):
            raise Unsupported("conditions are ordered")
        type_ = self.types[one.kind]
        return self.w.compare(word, type_, self.value(one), self.value(other))

    def _some(self, node: Node) -> str:
        return self.functions.some(self.w, self._cells(node.args[0]))

    def _others_can_step(self, node: Node) -> str:
        w = self.w
        mover = self.value(node.args[0])
        found = w.variable(CONDITION, "false")
        for side in range(self.sides):
            other = w.compare("ne", NUMBER, mover, str(side))
            with w.when(other):
                listed = w.call(NUMBER, f"count.{side}.{self.start}", "ptr %s")
                able = w.compare("ne", NUMBER, listed, "0")
                w.set(found, w.op("or", CONDITION, w.get(found), able))
        return w.get(found)

    # Anything

    def _iff(self, node: Node) -> Any:
        w = self.w
        condition, one, other = node.args
        if node.kind not in self.types:
            return self._iff_list(node)
        result = w.variable(
            self.types[node.kind], "0" if node.kind is not Kind.CONDITION else "false"
        )
        w.either(
            self.value(condition),
            lambda: w.set(result, self.value(one)),
            lambda: w.set(result, self.value(other)),
        )
        return w.get(result)

    def _iff_list(self, node: Node) -> Any:
        """The one list or the other; both are made."""
        w = self.w
        condition, one, other = (self.value(arg) for arg in node.args)
        if isinstance(one, Table):
            raise Unsupported("a condition chooses between tables")
        listed = w.choose(condition, POINTER, one.list, other.list)
        count = w.choose(condition, NUMBER, one.count, other.count)
        if isinstance(one, Numbers):
            return Numbers(listed, count)
        largest = w.choose(condition, NUMBER, one.largest, other.largest)
        return Groups(
            listed, count, largest, w.choose(condition, self.set, one.joined, other.joined)
        )

    def _clear(self, node: Node) -> Table:
        table, cells = self.value(node.args[0]), self._cells(node.args[1])
        return Table(
            table.name,
            (*table.changes, lambda _, entry: self.functions.without(self.w, entry, cells)),
        )

    def _carry(self, node: Node) -> Table:
        table = self.value(node.args[0])
        origin, here = (self._cells(arg) for arg in node.args[1:])
        w, functions = self.w, self.functions
        gone = functions.join(w, origin, here)

        def change(_: str, entry: str) -> str:
            left = functions.without(w, entry, gone)
            moves = functions.some(w, functions.both(w, entry, origin))
            return w.choose(moves, self.set, functions.join(w, left, here), left)

        return Table(table.name, (*table.changes, change))

    def _gather(self, node: Node) -> Table:
        """A hand with the pieces of some cells: its numbers are computed once."""
        hand, colors, cells = (self.value(arg) for arg in node.args)
        w, functions = self.w, self.functions
        many = self.layout.colors
        memory = w.slot(NUMBER, many)
        bit = self.bits.get(cells)
        if bit is not None and self._plain(colors):
            for number in range(many):
                held = self._entry(hand, str(number))
                w.store(NUMBER, held, w.item(NUMBER, memory, str(number)))
            color = self._color_of(bit)
            with w.when(w.compare("sge", NUMBER, color, "0")):
                at = w.item(NUMBER, memory, color)
                w.store(NUMBER, w.op("add", NUMBER, w.load(NUMBER, at), "1"), at)
            return Table(hand.name, memory=memory)
        for number in range(many):
            taken = functions.both(w, self._entry(colors, str(number)), cells)
            more = functions.count(w, taken)
            held = w.op("add", NUMBER, self._entry(hand, str(number)), more)
            w.store(NUMBER, held, w.item(NUMBER, memory, str(number)))
        return Table(hand.name, memory=memory)

    def _plain(self, colors: Table) -> bool:
        """Whether a color table is the shared one, as the state before has it."""
        return self.memory.shared_colors and not colors.changes

    def _color_of(self, bit: str) -> str:
        """The color of the piece on a cell, looked up; -1 on an empty cell."""
        w = self.w
        shared = w.load(POINTER, w.at(self.s, self.memory.places["colors"].offset))
        table = w.item(self.set, shared, str(self.layout.colors))
        color = w.load(NUMBER, w.item(NUMBER, table, bit))
        held = self.functions.both(w, self._occupied(), self._one(bit))
        return w.choose(self.functions.some(w, held), NUMBER, color, "-1")

    def _loop(self, node: Node) -> Any:
        """`any`, `all`, `none`, `count`, `sum`, `max`, `min`, `run` or a filter over a list."""
        word, name = node.value
        domain, body = node.args
        w, functions = self.w, self.functions
        local = self.program.tree.local(name, _inside(domain.kind))
        over = self.value(domain)

        def each(what: Callable[[str, Any], None]) -> None:
            def look(one: str) -> None:
                outer, leave = dict(self.named), self.leave
                self.named[local] = one
                value = self.value(body)  # may hold loops of its own
                self.leave = leave
                what(one, value)
                self.named = outer

            if domain.kind is Kind.CELLS:
                walk = functions.each(w, over)
                with walk as one:
                    self.leave = walk.done
                    look(one)
            else:
                type_ = NUMBER if domain.kind is Kind.NUMBERS else self.set
                self._over_list(type_, over.list, over.count, look)

        if word == "filter":
            return self._filtered(node, each)
        if word in ("any", "all", "none"):
            return self._quantified(word, each)
        total, run = w.variable(NUMBER, "0"), w.variable(NUMBER, "0")
        begun = w.variable(CONDITION, "false")

        def step(_: str, value: Any) -> None:
            if word == "sum":
                w.set(total, w.op("add", NUMBER, w.get(total), value))
            elif word == "count":
                one = w.cast("zext", CONDITION, value, NUMBER)
                w.set(total, w.op("add", NUMBER, w.get(total), one))
            elif word == "run":
                longer = w.op("add", NUMBER, w.get(run), "1")
                w.set(run, w.choose(value, NUMBER, longer, "0"))
                w.set(total, functions.greater(w, w.get(total), w.get(run)))
            else:
                choose = functions.greater if word == "max" else functions.smaller
                chosen = choose(w, w.get(total), value)
                w.set(total, w.choose(w.get(begun), NUMBER, chosen, value))
                w.set(begun, "true")

        each(step)
        return w.get(total)

    def _quantified(self, word: str, each: Callable[[Callable[[str, Any], None]], None]) -> str:
        w = self.w
        result = w.variable(CONDITION, "false" if word == "any" else "true")

        def step(_: str, value: str) -> None:
            test = w.op("xor", CONDITION, value, "true") if word == "all" else value
            leave = self.leave
            with w.when(test):
                w.set(result, "true" if word == "any" else "false")
                w.go(leave)

        each(step)
        return w.get(result)

    def _filtered(self, node: Node, each: Callable[[Callable[[str, Any], None]], None]) -> Any:
        w = self.w
        if node.kind is Kind.CELLS:
            found = w.variable(self.set, "0")

            def join(one: str, value: str) -> None:
                more = w.choose(value, self.set, one, "0")
                w.set(found, self.functions.join(w, w.get(found), more))

            each(join)
            return w.get(found)

        def write(add: Callable[[str], None]) -> None:
            def step(one: str, value: str) -> None:
                with w.when(value):
                    add(one)

            each(step)

        if node.kind is Kind.NUMBERS:
            return self._numbers(write, self._longest(node))
        return self._collect(write)

    def _longest(self, numbers: Node) -> int:
        """How many numbers a list can have."""
        match numbers.op:
            case "list":
                return len(numbers.args)
            case "range":
                return cast(int, numbers.value)
            case "iff":
                return max(map(self._longest, numbers.args[1:]))
            case "loop":
                return self._longest(numbers.args[0])
        return self.most_groups


def _inside(kind: Kind) -> Kind:
    """The kind of what a loop over such a list binds."""
    return Kind.NUMBER if kind is Kind.NUMBERS else Kind.CELLS


_MAKERS: dict[str, Callable[[_Emitter, Node], Any]] = {
    "const": _Emitter._const,
    "field": _Emitter._field,
    "local": _Emitter._local,
    "or": _Emitter._join,
    "and": _Emitter._meet,
    "minus": _Emitter._minus,
    "shift": _Emitter._shift,
    **dict.fromkeys(
        (
            "ray",
            "reach",
            "seen",
            "slide",
            "stride",
            "line_through",
            "ring",
            "flankable",
            "openings",
            "line",
            "has_ring",
        ),
        _Emitter._function_of,
    ),
    "adjacent": _Emitter._adjacent,
    "fill": _Emitter._fill,
    "flanked": _Emitter._flanked,
    "connected": _Emitter._connected,
    "connected_without": _Emitter._connected_without,
    "connects": _Emitter._connects,
    "open_run": _Emitter._open_run,
    **dict.fromkeys(("row_of", "column_of", "row_number", "column_number"), _Emitter._lines_of),
    "least_touched": _Emitter._least_touched,
    "groups": _Emitter._parts,
    "groups_from": _Emitter._parts,
    "touching": _Emitter._touching,
    "given": _Emitter._given,
    "joined": _Emitter._joined,
    "largest": _Emitter._largest,
    "length": _Emitter._length,
    "some_group": _Emitter._some_group,
    **dict.fromkeys(("+", "-", "*", "//", "%"), _Emitter._arithmetic),
    "count": _Emitter._count,
    "max2": _Emitter._greater,
    "min2": _Emitter._greater,
    "list": _Emitter._list_of,
    "range": _Emitter._range,
    "sizes": _Emitter._sizes,
    "greatest": _Emitter._extreme,
    "least": _Emitter._extreme,
    "color_at": _Emitter._color_at,
    "item": _Emitter._item,
    "entry": _Emitter._entry_of,
    "leader": _Emitter._leader,
    "not": _Emitter._not,
    "both": _Emitter._logic,
    "either": _Emitter._logic,
    **dict.fromkeys(_COMPARISONS, _Emitter._comparison),
    "some": _Emitter._some,
    "others_can_step": _Emitter._others_can_step,
    "repeats": _Emitter._repeats,
    "iff": _Emitter._iff,
    "clear": _Emitter._clear,
    "carry": _Emitter._carry,
    "gather": _Emitter._gather,
    "loop": _Emitter._loop,
}


def most_steps(program: Program, grid: Grid) -> int:
    """How many codes a list of steps can have.

    Raises:
        Unsupported: So many that they would take too much memory.
    """
    found = max(_most_in(body, grid) for body in program.steps.values())
    if found > MOST_STEPS:
        raise Unsupported(f"a position may have {found} steps")
    return found + 3


def _most_in(body: Statements, grid: Grid) -> int:
    total = 0
    for statement in body:
        match statement:
            case Emit() | Enter():
                total += 1
            case If(_, then, otherwise):
                total += _most_in(then, grid) + _most_in(otherwise, grid)
            case Contest(_, inside):
                total += _most_in(inside, grid)
            case Each(_, over, inside):
                total += _most_of(over, grid) * _most_in(inside, grid)
    return total


def _most_of(over: Node, grid: Grid) -> int:
    """How many cells a set can have."""

    def most(one: Node) -> int:
        return _most_of(one, grid)

    match over.op:
        case "local":
            return 1
        case "and":
            return min(map(most, over.args))
        case "shift" | "minus" | "stride":
            return most(over.args[0])
        case "slide" if most(over.args[0]) == 1:
            return grid.longest(over.value) - 1
    return len(grid.board.cells)


def largest_number(node: Node, colors: int) -> int:
    """A bound of what a number may be, without its sign."""

    def bound(one: Node) -> int:
        return largest_number(one, colors)

    if node.op == "loop" and node.args[0].kind is Kind.NUMBERS and bound(node.args[0]) > _LOCAL:
        return _SAFE + 1  # what the loop computes from its local is not known
    match node.op:
        case "const":
            return abs(int(node.value))
        case "*":
            return bound(node.args[0]) * bound(node.args[1])
        case "+" | "-":
            return bound(node.args[0]) + bound(node.args[1])
        case "//" | "max2" | "min2" | "list" | "greatest" | "least" | "%":
            return max((bound(arg) for arg in node.args), default=0)
        case "iff":
            return max(bound(arg) for arg in node.args[1:])
        case "loop" if node.value[0] in ("sum", "max", "min"):
            return limits.CELLS * bound(node.args[1])
        case "loop" if node.value[0] == "filter":
            return bound(node.args[0])
        case "field" | "local":
            return _LOCAL
    return limits.CELLS * limits.CELLS
