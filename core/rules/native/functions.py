"""The functions of one board as LLVM IR, written as a program asks for them.

Each does what the function of the same name in `core.rules.primitives` does, for the same
arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from core.rules.native.grid import Grid
from core.rules.native.writer import CONDITION, NUMBER, POINTER, Variable, Writer
from core.rules.primitives import border

_WORD = (1 << 64) - 1
SHORT = 8
"""Cells of a line up to which a walk along it is written out instead of looping."""


class Functions:
    """The functions written so far."""

    def __init__(self, grid: Grid, deposits: bool) -> None:
        """None yet.

        Args:
            grid: The board.
            deposits: Whether the processor deposits bits fast (x86-64 with BMI2).
        """
        self.grid = grid
        self.deposits = deposits
        self.set = grid.type
        self.tables = [
            self._table("one", self.set, [1 << bit for bit in range(grid.bits)]),
            self._table("cell", NUMBER, self._cells()),
            self._table("bit", NUMBER, [self._bit(bit) for bit in range(grid.span)]),
        ]
        self._near: set[str] = set()
        self._names: dict[tuple[Any, ...], str] = {}
        self._written: list[str] = []

    def text(self) -> str:
        """Declarations, tables and functions."""
        declared = [
            f"declare {self.set} @llvm.ctpop.{self.set}({self.set})",
            f"declare {self.set} @llvm.cttz.{self.set}({self.set}, i1)",
            "declare i64 @llvm.ctlz.i64(i64, i1)",
            "declare double @llvm.sqrt.f64(double)",
            "declare i64 @llvm.smax.i64(i64, i64)",
            "declare i64 @llvm.smin.i64(i64, i64)",
            "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
        ]
        if self.deposits:
            declared.append("declare i64 @llvm.x86.bmi.pdep.64(i64, i64)")
        if self.set != NUMBER:
            declared += [
                "declare i64 @llvm.ctpop.i64(i64)",
                "declare i64 @llvm.cttz.i64(i64, i1)",
            ]
        return "\n".join([*declared, *self.tables, *self._written, ""])

    def _table(self, name: str, type_: str, values: Sequence[int]) -> str:
        words = self.grid.words if type_ == self.set else 1
        parts = [value >> (64 * n) & _WORD for value in values for n in range(words)]
        listed = ", ".join(f"i64 {part}" for part in parts)
        return f"@{name} = private constant [{len(parts)} x i64] [{listed}], align 8"

    def _cells(self) -> list[int]:
        """Bit number on the board of each bit here."""
        cells = [0] * self.grid.bits
        for bit in range(self.grid.span):
            here = self.grid.bit(bit)
            if self.grid.board.full >> bit & 1:
                cells[here] = bit
        return cells

    def _bit(self, bit: int) -> int:
        return self.grid.bit(bit) if self.grid.board.full >> bit & 1 else 0

    def near(self, w: Writer, bit: str, dirs: tuple[str, ...]) -> str:
        """The neighbors of the cell with this bit number, looked up."""
        table = "near." + ".".join(dirs)
        if table not in self._near:
            self._near.add(table)
            self.tables.append(self._table(table, self.set, self._neighbors(dirs)))
        return w.load(self.set, w.item(self.set, f"@{table}", bit))

    def _neighbors(self, dirs: Sequence[str]) -> list[int]:
        board = self.grid.board
        near = [0] * self.grid.bits
        for bit in board.bits:
            cells = 0
            for one in dirs:
                amount = board.shifts[one]
                cells |= (1 << bit << amount if amount > 0 else 1 << bit >> -amount) & board.full
            near[self.grid.bit(bit)] = self.grid.mask(cells)
        return near

    def name(self, op: str, *value: Any) -> str:
        """The name of the function for an operation, with its directions or its number."""
        key = (op, *value)
        if key not in self._names:
            name = self._names[key] = f"{op}.{len(self._names)}"
            self._written.append(getattr(self, f"_{op}")(name, *value))
        return self._names[key]

    def _function(
        self,
        name: str,
        result: str,
        arguments: Sequence[tuple[str, str]],
        body: Callable[[Writer], str],
        attributes: str = "nounwind",
    ) -> str:
        w = Writer()
        given = body(w)
        w.give(result, given)
        listed = ", ".join(f"{type_} %{one}" for type_, one in arguments)
        return w.text(f"define internal {result} @{name}({listed}) {attributes}")

    # Small things, written in place

    def some(self, w: Writer, cells: str) -> str:
        """Whether a set has a cell."""
        return w.compare("ne", self.set, cells, "0")

    def both(self, w: Writer, one: str, other: str) -> str:
        """Cells of both sets."""
        return w.op("and", self.set, one, other)

    def join(self, w: Writer, *sets: str) -> str:
        """Cells of any of the sets."""
        result = sets[0] if sets else "0"
        for one in sets[1:]:
            result = w.op("or", self.set, result, one)
        return result

    def without(self, w: Writer, one: str, other: str) -> str:
        """Cells of the first set that are not in the second."""
        return w.op("and", self.set, one, w.op("xor", self.set, other, "-1"))

    def lowest(self, w: Writer, cells: str) -> str:
        """The first cell of a set, as a set; none of none."""
        return w.op("and", self.set, cells, w.op("sub", self.set, "0", cells))

    def count(self, w: Writer, cells: str) -> str:
        """The number of cells."""
        wide = w.call(self.set, f"llvm.ctpop.{self.set}", f"{self.set} {cells}")
        return w.cast("trunc", self.set, wide, NUMBER)

    def count_word(self, w: Writer, word: str) -> str:
        """The number of bits of one word."""
        return w.call(NUMBER, "llvm.ctpop.i64", f"i64 {word}")

    def first_of_word(self, w: Writer, word: str) -> str:
        """The number of the first bit of one word that has some."""
        return w.call(NUMBER, "llvm.cttz.i64", f"i64 {word}", "i1 true")

    def number(self, w: Writer, cell: str) -> str:
        """The bit number of a set of one cell."""
        wide = w.call(self.set, f"llvm.cttz.{self.set}", f"{self.set} {cell}", "i1 true")
        return w.cast("trunc", self.set, wide, NUMBER)

    def spread(self, w: Writer, cells: str, dirs: Sequence[str]) -> str:
        """The set one step on in each direction; in a padded board not yet cut to the board.

        There two directions that lead to cells side by side need one shift: that of the set
        together with the cells beside it.
        """
        grid = self.grid
        amounts = sorted({grid.amount(one) for one in dirs})
        if not grid.padded or any(abs(amount) >= 64 * grid.words for amount in amounts):
            return self.join(w, *(grid.moved(w, cells, one) for one in dirs))
        beside = {step: grid.shift(w, cells, step) for step in (1, -1) if step in amounts}
        parts = list(beside.values())
        rest = [amount for amount in amounts if amount not in beside]
        while rest:
            amount = rest.pop(0) if rest[0] > 0 else rest.pop()
            step, wide = (1 if amount > 0 else -1), cells
            if step in beside and amount + step in rest:
                rest.remove(amount + step)
                wide = self.join(w, cells, beside[step])
            parts.append(grid.shift(w, wide, amount))
        return self.join(w, *parts)

    def shifted(self, w: Writer, cells: str, direction: str) -> str:
        """The set one step on, cut to the board."""
        return self.grid.cut(w, self.grid.moved(w, cells, direction))

    def each(self, w: Writer, cells: str) -> EachCell:
        """A loop over the cells of a set, first to last."""
        return EachCell(self, w, cells)

    def loop_while_some(self, w: Writer, cells: str) -> Any:
        """A variable that starts as a set, and a loop that goes on while it has a cell."""
        left = w.variable(self.set, cells)
        return left, w.loop(lambda: self.some(w, w.get(left)))

    # Sets

    def _adjacent(self, name: str, dirs: tuple[str, ...]) -> str:
        def body(w: Writer) -> str:
            near = self.grid.cut(w, self.spread(w, "%x", dirs))
            return self.without(w, near, "%x")

        return self._function(name, self.set, [(self.set, "x")], body)

    def _ring(self, name: str, dirs: tuple[str, ...]) -> str:
        def body(w: Writer) -> str:
            cells, inside = w.variable(self.set, "%x"), w.variable(self.set, "0")
            left = w.variable(NUMBER, "%n")
            with w.loop(
                lambda: w.op(
                    "and",
                    CONDITION,
                    w.compare("sgt", NUMBER, w.get(left), "0"),
                    w.compare("ne", self.set, w.get(cells), w.get(inside)),
                )
            ):
                before = w.get(cells)
                w.set(inside, before)
                grown = self.grid.cut(w, self.spread(w, before, dirs))
                w.set(cells, self.join(w, before, grown))
                w.set(left, w.op("sub", NUMBER, w.get(left), "1"))
            # A ball that no longer grows has no ring beyond it.
            ring = self.without(w, w.get(cells), w.get(inside))
            return w.choose(w.compare("slt", NUMBER, "%n", "0"), self.set, "0", ring)

        return self._function(name, self.set, [(self.set, "x"), (NUMBER, "n")], body)

    def _ray(self, name: str, dirs: tuple[str, ...]) -> str:
        return self._walks(name, dirs, str(self.grid.full), [(self.set, "x")])

    def _reach(self, name: str, dirs: tuple[str, ...]) -> str:
        return self._walks(name, dirs, "%empty", [(self.set, "x"), (self.set, "empty")])

    def _line_through(self, name: str, dirs: tuple[str, ...]) -> str:
        both = dict.fromkeys((*dirs, *(self._opposite(one) for one in dirs)))
        return self._walks(name, tuple(both), str(self.grid.full), [(self.set, "x")], "%x")

    def _opposite(self, direction: str) -> str:
        shifts = self.grid.board.shifts
        return next(name for name, amount in shifts.items() if amount == -shifts[direction])

    def _walks(
        self,
        name: str,
        dirs: Sequence[str],
        allowed: str,
        arguments: Sequence[tuple[str, str]],
        start: str = "0",
    ) -> str:
        def body(w: Writer) -> str:
            first = self.both(w, start, str(self.grid.full)) if start != "0" else start
            out = w.variable(self.set, first)
            for one in dirs:
                y, walking = self.loop_while_some(
                    w, self.both(w, self.grid.moved(w, "%x", one), allowed)
                )
                with walking:
                    now = w.get(y)
                    w.set(out, self.join(w, w.get(out), now))
                    w.set(y, self.both(w, self.grid.moved(w, now, one), allowed))
            return w.get(out)

        return self._function(name, self.set, arguments, body)

    def _seen(self, name: str, dirs: tuple[str, ...]) -> str:
        def body(w: Writer) -> str:
            out = w.variable(self.set, "0")
            for one in dirs:
                y, walking = self.loop_while_some(w, self.shifted(w, "%x", one))
                with walking:
                    now = w.get(y)
                    w.set(out, self.join(w, w.get(out), self.both(w, now, "%blocked")))
                    w.set(y, self.shifted(w, self.without(w, now, "%blocked"), one))
            return w.get(out)

        return self._function(name, self.set, [(self.set, "x"), (self.set, "blocked")], body)

    def _slide(self, name: str, direction: str) -> str:
        def body(w: Writer) -> str:
            out = w.variable(self.set, "0")
            x, sliding = self.loop_while_some(w, self.shifted(w, "%x", direction))
            with sliding:
                now = w.get(x)
                w.set(out, self.join(w, w.get(out), now))
                w.set(x, self.shifted(w, self.both(w, now, "%through"), direction))
            return w.get(out)

        return self._function(name, self.set, [(self.set, "x"), (self.set, "through")], body)

    def _stride(self, name: str, direction: str) -> str:
        def body(w: Writer) -> str:
            x, left = w.variable(self.set, "%x"), w.variable(NUMBER, "%n")
            with w.loop(
                lambda: w.op(
                    "and",
                    CONDITION,
                    w.compare("sgt", NUMBER, w.get(left), "1"),
                    self.some(w, w.get(x)),
                )
            ):
                onward = self.grid.moved(w, w.get(x), direction)
                w.set(x, self.both(w, onward, "%through"))
                w.set(left, w.op("sub", NUMBER, w.get(left), "1"))
            landed = self.shifted(w, w.get(x), direction)
            any_way = w.compare("sge", NUMBER, "%n", "1")
            return w.choose(any_way, self.set, landed, "0")

        arguments = [(self.set, "x"), (self.set, "through"), (NUMBER, "n")]
        return self._function(name, self.set, arguments, body)

    def _fill(self, name: str, dirs: tuple[str, ...]) -> str:
        def body(w: Writer) -> str:
            x = w.variable(self.set, "%x")
            with w.forever():
                now = w.get(x)
                near = self.both(w, self.spread(w, now, dirs), "%within")
                grown = self.join(w, now, near)
                with w.when(w.compare("eq", self.set, grown, now)):
                    w.give(self.set, now)
                w.set(x, grown)
            return "0"

        return self._function(name, self.set, [(self.set, "x"), (self.set, "within")], body)

    # What lies around one cell, as a number of one bit a direction

    def around(self, w: Writer, cells: str, bit: str, dirs: tuple[str, ...]) -> str:
        """Which neighbors of a cell are in a set: one bit a direction, in their order."""
        name = self.name("around", dirs)
        return w.call(NUMBER, name, f"{self.set} {cells}", f"i64 {bit}")

    def _around(self, name: str, dirs: tuple[str, ...]) -> str:
        table = "on." + name
        board = self.grid.board
        on_board = [0] * self.grid.bits
        for cell, bit in enumerate(board.bits):
            del cell
            for index, one in enumerate(dirs):
                amount = board.shifts[one]
                there = 1 << bit << amount if amount > 0 else 1 << bit >> -amount
                on_board[self.grid.bit(bit)] |= bool(there & board.full) << index
        self.tables.append(self._table(table, NUMBER, on_board))

        def body(w: Writer) -> str:
            kept = w.slot(self.set)
            w.store(self.set, "%x", kept)
            pattern = "0"
            for index, one in enumerate(dirs):
                there = w.op("add", NUMBER, "%bit", str(self.grid.amount(one)))
                # One beyond the first or the last word is not on the board either.
                number = w.op("urem", NUMBER, w.op("lshr", NUMBER, there, "6"), self._words)
                word = w.load(NUMBER, w.item(NUMBER, kept, number))
                inside = w.op("lshr", NUMBER, word, w.op("and", NUMBER, there, "63"))
                held = w.op("and", NUMBER, inside, "1")
                pattern = w.op("or", NUMBER, pattern, w.op("shl", NUMBER, held, str(index)))
            valid = w.load(NUMBER, w.item(NUMBER, f"@{table}", "%bit"))
            return w.op("and", NUMBER, pattern, valid)

        return self._function(name, NUMBER, [(self.set, "x"), (NUMBER, "bit")], body)

    @property
    def _words(self) -> str:
        return str(self.grid.words)

    def hang_together(self, w: Writer, pattern: str) -> str:
        """Whether the neighbors in a pattern of all directions touch each other around the cell."""
        words = self._tied()
        if "tied" not in self._near:
            self._near.add("tied")
            self.tables.append(self._table("tied", NUMBER, words))
        word = w.load(NUMBER, w.item(NUMBER, "@tied", w.op("lshr", NUMBER, pattern, "6")))
        held = w.op("lshr", NUMBER, word, w.op("and", NUMBER, pattern, "63"))
        return w.cast("trunc", NUMBER, held, CONDITION)

    def _tied(self) -> list[int]:
        """A bit for each pattern: whether its neighbors are some, and joined through it."""
        board = self.grid.board
        dirs = board.directions
        touch = {
            (i, j)
            for i, one in enumerate(dirs)
            for j, other in enumerate(dirs)
            if any(
                board.shifts[one] + board.shifts[step] == board.shifts[other]
                for step in board.adjacency
            )
        }
        near = {index for index, one in enumerate(dirs) if one in board.adjacency}
        words = [0] * -(-(1 << len(dirs)) // 64)
        for pattern in range(1 << len(dirs)):
            held = {index for index in range(len(dirs)) if pattern >> index & 1}
            wanted = held & near
            if wanted:
                joined = {min(wanted)}
                while more := {j for i, j in touch if i in joined and j in held} - joined:
                    joined |= more
                words[pattern >> 6] |= (wanted <= joined) << (pattern & 63)
        return words

    def longest_open(self, w: Writer, pattern: str) -> str:
        """The longest run of open sides, by the pattern of blocked ones in `adjacency`."""
        sides = len(self.grid.board.adjacency)
        if "open" not in self._near:
            self._near.add("open")
            values = []
            for blocked in range(1 << sides):
                best = run = 0
                for side in range(2 * sides):
                    run = 0 if blocked >> side % sides & 1 else run + 1
                    best = max(best, min(run, sides))
                values.append(best)
            self.tables.append(self._table("open", NUMBER, values))
        return w.load(NUMBER, w.item(NUMBER, "@open", pattern))

    def _fill_from(self, name: str, dirs: tuple[str, ...]) -> str:
        """`fill` from one cell, given by its bit number too: most parts are one cell."""

        def body(w: Writer) -> str:
            near = self.both(w, self.near(w, "%bit", dirs), "%within")
            with w.when(w.compare("eq", self.set, near, "0")):
                w.give(self.set, "%x")
            return self.filled(w, self.join(w, "%x", near), "%within", dirs)

        arguments = [(self.set, "x"), (NUMBER, "bit"), (self.set, "within")]
        return self._function(name, self.set, arguments, body)

    def filled_from(
        self, w: Writer, cell: str, bit: str, within: str, dirs: tuple[str, ...]
    ) -> str:
        """The connected part of a set that a cell belongs to."""
        name = self.name("fill_from", dirs)
        return w.call(self.set, name, f"{self.set} {cell}", f"i64 {bit}", f"{self.set} {within}")

    def filled(self, w: Writer, seed: str, within: str, dirs: tuple[str, ...]) -> str:
        """The connected parts of a set that a part of it belongs to."""
        name = self.name("fill", dirs)
        return w.call(self.set, name, f"{self.set} {seed}", f"{self.set} {within}")

    def _connected_without(self, name: str, dirs: tuple[str, ...]) -> str:
        """Whether a set without one of its cells is in one part.

        Around a cell of a connected set: where its neighbors touch each other, the rest is; else
        they must meet farther off.
        """
        ring = self.grid.board.directions

        def body(w: Writer) -> str:
            rest = self.without(w, "%x", "%cell")
            with w.when(w.op("xor", CONDITION, "%whole", "true")):
                w.give(CONDITION, self.is_connected(w, rest, dirs))
            pattern = self.around(w, "%x", "%bit", ring)
            with w.when(self.hang_together(w, pattern)):
                w.give(CONDITION, "true")
            near = self.both(w, self.near(w, "%bit", dirs), rest)
            x = w.variable(self.set, self.lowest(w, near))
            with w.loop(lambda: self.some(w, self.without(w, near, w.get(x)))):
                now = w.get(x)
                grown = self.join(w, now, self.both(w, self.spread(w, now, dirs), rest))
                with w.when(w.compare("eq", self.set, grown, now)):
                    w.give(CONDITION, "false")
                w.set(x, grown)
            return "true"

        arguments = [(self.set, "x"), (self.set, "cell"), (NUMBER, "bit"), (CONDITION, "whole")]
        return self._function(name, CONDITION, arguments, body)

    def is_connected(self, w: Writer, cells: str, dirs: tuple[str, ...]) -> str:
        """Whether a set is in one part; the empty set is."""
        grown = self.filled(w, self.lowest(w, cells), cells, dirs)
        return w.compare("eq", self.set, grown, cells)

    def _connected(self, name: str, dirs: tuple[str, ...]) -> str:
        return self._function(
            name, CONDITION, [(self.set, "x")], lambda w: self.is_connected(w, "%x", dirs)
        )

    def _connects(self, name: str, dirs: tuple[str, ...], sides: int) -> str:
        others = [f"other{number}" for number in range(sides - 1)]

        def body(w: Writer) -> str:
            seeds, looking = self.loop_while_some(w, self.both(w, "%x", "%first"))
            with looking:
                now = w.get(seeds)
                cell = self.lowest(w, now)
                one = self.filled_from(w, cell, self.number(w, cell), "%x", dirs)
                all_met = "true"
                for other in others:
                    met = self.some(w, self.both(w, one, f"%{other}"))
                    all_met = w.op("and", CONDITION, all_met, met)
                with w.when(all_met):
                    w.give(CONDITION, "true")
                w.set(seeds, self.without(w, now, one))
            return "false"

        sets = ["x", "first", *others]
        return self._function(name, CONDITION, [(self.set, one) for one in sets], body)

    def _has_ring(self, name: str) -> str:
        board = self.grid.board
        diagonal = set(board.adjacency) == set(board.directions)
        through = board.orthogonal if diagonal and not board.bricks else board.directions
        walls = board.directions if not diagonal or board.bricks else board.orthogonal
        outside = self.grid.mask(sum(1 << bit for bit in border(board)))

        def body(w: Writer) -> str:
            inner = "%x"
            for one in walls:
                inner = self.both(w, inner, self.grid.moved(w, "%x", one))
            with w.when(self.some(w, inner)):
                w.give(CONDITION, "true")
            free = self.without(w, str(self.grid.full), "%x")
            seeds = self.both(w, free, str(outside))
            around = self.filled(w, seeds, free, through)
            return w.compare("ne", self.set, around, free)

        return self._function(name, CONDITION, [(self.set, "x")], body)

    def _flanked(self, name: str, dirs: tuple[str, ...], apart: bool) -> str:
        """`apart`: `through` and `anchor` have no cell in common, and x is one cell."""

        def short(w: Writer, one: str) -> str:
            row = self.both(w, self.grid.moved(w, "%x", one), "%through")
            for _ in range(self.grid.longest(one) - 3):
                onward = self.both(w, self.grid.moved(w, row, one), "%through")
                row = self.join(w, row, onward)
            met = self.both(w, self.grid.moved(w, row, one), "%anchor")
            return w.choose(self.some(w, met), self.set, row, "0")

        def long(w: Writer, one: str) -> str:
            out, row = w.variable(self.set, "0"), w.variable(self.set, "0")
            y, walking = self.loop_while_some(
                w, self.both(w, self.grid.moved(w, "%x", one), "%through")
            )
            with walking:
                now = w.get(y)
                w.set(row, self.join(w, w.get(row), now))
                onward = self.grid.moved(w, now, one)
                met = self.some(w, self.both(w, onward, "%anchor"))
                rows = w.choose(met, self.set, w.get(row), "0")
                w.set(out, self.join(w, w.get(out), rows))
                w.set(y, self.both(w, onward, "%through"))
            return w.get(out)

        def body(w: Writer) -> str:
            parts = []
            for one in dirs:
                if apart and self.grid.longest(one) <= SHORT:
                    if self.grid.longest(one) > 2:
                        parts.append(short(w, one))
                else:
                    parts.append(long(w, one))
            return self.join(w, *parts)

        arguments = [(self.set, "x"), (self.set, "through"), (self.set, "anchor")]
        return self._function(name, self.set, arguments, body)

    def _flankable(self, name: str, dirs: tuple[str, ...]) -> str:
        def short(w: Writer, one: str) -> str:
            row = self.both(w, self.grid.moved(w, "%anchor", one, back=True), "%through")
            for _ in range(self.grid.longest(one) - 3):
                onward = self.both(w, self.grid.moved(w, row, one, back=True), "%through")
                row = self.join(w, row, onward)
            return self.grid.moved(w, row, one, back=True)

        def long(w: Writer, one: str) -> str:
            out = w.variable(self.set, "0")
            y, walking = self.loop_while_some(
                w, self.both(w, self.grid.moved(w, "%anchor", one, back=True), "%through")
            )
            with walking:
                onward = self.grid.moved(w, w.get(y), one, back=True)
                w.set(out, self.join(w, w.get(out), onward))
                w.set(y, self.both(w, onward, "%through"))
            return w.get(out)

        def body(w: Writer) -> str:
            parts = []
            for one in dirs:
                if self.grid.longest(one) > SHORT:
                    parts.append(long(w, one))
                elif self.grid.longest(one) > 2:
                    parts.append(short(w, one))
            return self.grid.cut(w, self.join(w, *parts))

        return self._function(name, self.set, [(self.set, "through"), (self.set, "anchor")], body)

    def _openings(self, name: str, least: int) -> str:
        ring = self.grid.board.adjacency
        full = str(self.grid.full)

        def body(w: Writer) -> str:
            if least <= 0:
                return full
            if least > len(ring):
                return "0"
            open_sides = []
            for one in ring:
                blocked = self.grid.moved(w, "%blocked", one, back=True)
                open_sides.append(w.op("xor", self.set, blocked, "-1"))
            runs = []
            for index in range(len(ring)):
                run = open_sides[index]
                for step in range(1, least):
                    run = self.both(w, run, open_sides[(index + step) % len(ring)])
                runs.append(run)
            return self.both(w, self.join(w, *runs), full)

        return self._function(name, self.set, [(self.set, "blocked")], body)

    def _open_run(self, name: str) -> str:
        ring = self.grid.board.adjacency

        def body(w: Writer) -> str:
            sides = []
            for one in ring:
                met = self.both(w, self.grid.moved(w, "%x", one), "%blocked")
                sides.append(w.compare("eq", self.set, met, "0"))
            best, run = "0", "0"
            for side in (*sides, *sides):
                longer = w.op("add", NUMBER, run, "1")
                run = w.choose(side, NUMBER, longer, "0")
                best = self.greater(w, best, run)
            return self.smaller(w, best, str(len(ring)))

        return self._function(name, NUMBER, [(self.set, "x"), (self.set, "blocked")], body)

    def greater(self, w: Writer, one: str, other: str) -> str:
        """The larger number."""
        return w.call(NUMBER, "llvm.smax.i64", f"i64 {one}", f"i64 {other}")

    def smaller(self, w: Writer, one: str, other: str) -> str:
        """The smaller number."""
        return w.call(NUMBER, "llvm.smin.i64", f"i64 {one}", f"i64 {other}")

    def _line(self, name: str, dirs: tuple[str, ...]) -> str:
        shifts = self.grid.board.shifts
        axes = {abs(shifts[one]): one for one in dirs}

        def body(w: Writer) -> str:
            best = w.variable(NUMBER, "0")
            if not axes:
                return "0"
            with self.each(w, self.both(w, "%through", "%x")) as one:
                for direction in axes.values():
                    n = w.variable(NUMBER, "1")
                    for back in (False, True):
                        y, walking = self.loop_while_some(
                            w, self.both(w, self.grid.moved(w, one, direction, back), "%x")
                        )
                        with walking:
                            w.set(n, w.op("add", NUMBER, w.get(n), "1"))
                            onward = self.grid.moved(w, w.get(y), direction, back)
                            w.set(y, self.both(w, onward, "%x"))
                    w.set(best, self.greater(w, w.get(best), w.get(n)))
            return w.get(best)

        return self._function(name, NUMBER, [(self.set, "x"), (self.set, "through")], body)

    def _line_at(self, name: str, dirs: tuple[str, ...]) -> str:
        """`line` through one cell: a walk to both sides, bit by bit; for padded boards only.

        A walk ends at the padding, which no set has, or in a word of zeros around the set.
        """
        axes = {abs(self.grid.amount(one)): one for one in dirs}
        beyond = -(-max(axes, default=0) // 64)

        def body(w: Writer) -> str:
            kept = w.slot(NUMBER, self.grid.words + 2 * beyond)
            for number in range(beyond):
                w.store(NUMBER, "0", w.at(kept, 8 * number))
                w.store(NUMBER, "0", w.at(kept, 8 * (beyond + self.grid.words + number)))
            w.store(self.set, "%x", w.at(kept, 8 * beyond))

            def held(place: str) -> str:
                word = w.load(NUMBER, w.item(NUMBER, kept, w.op("lshr", NUMBER, place, "6")))
                at = w.op("lshr", NUMBER, word, w.op("and", NUMBER, place, "63"))
                return w.cast("trunc", NUMBER, at, CONDITION)

            def walk(length: Variable, step: str) -> None:
                place = w.variable(NUMBER, w.op("add", NUMBER, start, step))
                with w.loop(lambda: held(w.get(place))):
                    w.set(length, w.op("add", NUMBER, w.get(length), "1"))
                    w.set(place, w.op("add", NUMBER, w.get(place), step))

            start = w.op("add", NUMBER, "%bit", str(64 * beyond))
            with w.when(w.op("xor", CONDITION, held(start), "true")):
                w.give(NUMBER, "0")
            best = "0"
            for amount in axes:
                length = w.variable(NUMBER, "1")
                walk(length, str(amount))
                walk(length, str(-amount))
                best = self.greater(w, best, w.get(length))
            return best

        return self._function(name, NUMBER, [(self.set, "x"), (NUMBER, "bit")], body)

    def _least_touched(self, name: str, dirs: tuple[str, ...]) -> str:
        """Cells beside the largest groups dropped, size by size, until none would be left."""

        def body(w: Writer) -> str:
            x = w.variable(self.set, "%x")
            size = w.variable(NUMBER, "%largest")
            with w.loop(lambda: w.compare("sgt", NUMBER, w.get(size), "0")) as done:
                near, below = w.variable(self.set, "0"), w.variable(NUMBER, "0")
                index = w.variable(NUMBER, "0")
                with w.loop(lambda: w.compare("slt", NUMBER, w.get(index), "%count")):
                    one = w.load(self.set, w.item(self.set, "%groups", w.get(index)))
                    cells = self.count(w, one)
                    same = w.compare("eq", NUMBER, cells, w.get(size))
                    with w.when(same):
                        around = self.join(w, one, self.spread(w, one, dirs))
                        w.set(near, self.join(w, w.get(near), around))
                    less = w.compare("slt", NUMBER, cells, w.get(size))
                    counted = w.choose(less, NUMBER, cells, "0")
                    w.set(below, self.greater(w, w.get(below), counted))
                    w.set(index, w.op("add", NUMBER, w.get(index), "1"))
                rest = self.without(w, w.get(x), w.get(near))
                with w.when(w.compare("eq", self.set, rest, "0")):
                    w.go(done)
                w.set(x, rest)
                w.set(size, w.get(below))
            return w.get(x)

        arguments = [
            (self.set, "x"),
            (POINTER, "groups"),
            (NUMBER, "count"),
            (NUMBER, "largest"),
        ]
        return self._function(name, self.set, arguments, body)

    def _lines_of(self, name: str, masks: tuple[int, ...]) -> str:
        """All rows, or columns, that a set meets."""

        def body(w: Writer) -> str:
            out = "0"
            for mask in masks:
                met = self.some(w, self.both(w, "%x", str(mask)))
                out = self.join(w, out, w.choose(met, self.set, str(mask), "0"))
            return out

        return self._function(name, self.set, [(self.set, "x")], body)

    def _line_number(self, name: str, masks: tuple[int, ...]) -> str:
        """Row, or column, by number, counted from 1; none where there is no such."""

        def body(w: Writer) -> str:
            out = "0"
            for number, mask in enumerate(masks, 1):
                same = w.compare("eq", NUMBER, "%n", str(number))
                out = w.choose(same, self.set, str(mask), out)
            return out

        return self._function(name, self.set, [(NUMBER, "n")], body)

    def _divide(self, name: str, word: str) -> str:
        """Division, or its remainder, rounded down; by zero 0."""

        def body(w: Writer) -> str:
            with w.when(w.compare("eq", NUMBER, "%b", "0")):
                w.give(NUMBER, "0")
            whole = w.op("sdiv", NUMBER, "%a", "%b")
            rest = w.op("srem", NUMBER, "%a", "%b")
            signs = w.compare("slt", NUMBER, w.op("xor", NUMBER, rest, "%b"), "0")
            uneven = w.compare("ne", NUMBER, rest, "0")
            off = w.op("and", CONDITION, signs, uneven)
            if word == "//":
                return w.choose(off, NUMBER, w.op("sub", NUMBER, whole, "1"), whole)
            return w.choose(off, NUMBER, w.op("add", NUMBER, rest, "%b"), rest)

        return self._function(name, NUMBER, [(NUMBER, "a"), (NUMBER, "b")], body)

    def _pick(self, name: str) -> str:
        """The bit number of the cell with so many cells of the set before it."""

        def body(w: Writer) -> str:
            words = [self._word(w, "%x", number) for number in range(self.grid.words)]
            chosen, before, left = words[0], "0", "%n"
            passed = "0"
            for number, word in enumerate(words[:-1], 1):
                held = w.call(NUMBER, "llvm.ctpop.i64", f"i64 {word}")
                passed = w.op("add", NUMBER, passed, held)
                beyond = w.compare("sge", NUMBER, "%n", passed)
                chosen = w.choose(beyond, NUMBER, words[number], chosen)
                before = w.choose(beyond, NUMBER, str(64 * number), before)
                rest = w.op("sub", NUMBER, "%n", passed)
                left = w.choose(beyond, NUMBER, rest, left)
            return w.op("add", NUMBER, self._nth(w, chosen, left), before)

        return self._function(name, NUMBER, [(self.set, "x"), (NUMBER, "n")], body)

    def _word(self, w: Writer, cells: str, number: int) -> str:
        """One of the 64-bit words of a set."""
        part = w.op("lshr", self.set, cells, str(64 * number)) if number else cells
        return w.cast("trunc", self.set, part, NUMBER)

    def _nth(self, w: Writer, word: str, n: str) -> str:
        """The bit number of the n-th set bit of a word, counted from 0."""
        if self.deposits:
            one = w.op("shl", NUMBER, "1", n)
            bit = w.call(NUMBER, "llvm.x86.bmi.pdep.64", f"i64 {one}", f"i64 {word}")
            return w.call(NUMBER, "llvm.cttz.i64", f"i64 {bit}", "i1 true")
        place = "0"
        for width in (32, 16, 8, 4, 2, 1):
            shifted = w.op("lshr", NUMBER, word, place)
            low = w.op("and", NUMBER, shifted, str((1 << width) - 1))
            held = w.call(NUMBER, "llvm.ctpop.i64", f"i64 {low}")
            beyond = w.compare("sge", NUMBER, n, held)
            n = w.choose(beyond, NUMBER, w.op("sub", NUMBER, n, held), n)
            place = w.choose(beyond, NUMBER, w.op("add", NUMBER, place, str(width)), place)
        return place

    def _sorted(self, name: str) -> str:
        """Sort numbers in place, largest first: insertion sort, for short lists."""

        def body(w: Writer) -> str:
            index = w.variable(NUMBER, "1")
            with w.loop(lambda: w.compare("slt", NUMBER, w.get(index), "%count")):
                value = w.load(NUMBER, w.item(NUMBER, "%list", w.get(index)))
                to = w.variable(NUMBER, w.get(index))
                with w.loop(lambda: w.compare("sgt", NUMBER, w.get(to), "0")) as done:
                    before = w.op("sub", NUMBER, w.get(to), "1")
                    other = w.load(NUMBER, w.item(NUMBER, "%list", before))
                    with w.when(w.compare("sge", NUMBER, other, value)):
                        w.go(done)
                    w.store(NUMBER, other, w.item(NUMBER, "%list", w.get(to)))
                    w.set(to, before)
                w.store(NUMBER, value, w.item(NUMBER, "%list", w.get(to)))
                w.set(index, w.op("add", NUMBER, w.get(index), "1"))
            return "0"

        return self._function(name, NUMBER, [(POINTER, "list"), (NUMBER, "count")], body)


class EachCell:
    """A loop over the cells of a set, as a context that gives each as a set."""

    def __init__(self, functions: Functions, w: Writer, cells: str) -> None:
        """Nothing is written yet."""
        self.functions, self.w, self.cells = functions, w, cells
        self.done = ""
        """The label behind the loop, once it has begun."""

    def __enter__(self) -> str:
        w, functions = self.w, self.functions
        rest, self._loop = functions.loop_while_some(w, self.cells)
        self.done = self._loop.__enter__()
        now = w.get(rest)
        here = functions.lowest(w, now)
        w.set(rest, w.op("xor", functions.set, now, here))
        return here

    def __exit__(self, *error: object) -> None:
        self._loop.__exit__(None, None, None)
