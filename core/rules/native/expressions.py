"""Prints the nodes of a program, as LLVM IR."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from core.language import limits
from core.rules.native.arrays import Table
from core.rules.native.bounds import SAFE, largest_number
from core.rules.native.grid import Unsupported
from core.rules.native.hands import COMPARISONS, HandWriter
from core.rules.native.lists import Groups, ListWriter, Numbers
from core.rules.native.past import PastWriter
from core.rules.native.writer import CONDITION, NUMBER, POINTER, Variable
from core.rules.tree import Kind, Node


class ExpressionWriter(ListWriter, PastWriter, HandWriter):
    """Prints what a node gives."""

    listed: Variable
    """How many steps `settle` has listed."""

    def value(self, node: Node) -> Any:
        """What a node gives: the name of a value, or `Groups`, `Numbers` or a `Table`."""
        if node in self.named:
            return self.named[node]
        if node.kind is Kind.NUMBER and largest_number(node, self.layout.colors) > SAFE:
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

    def _loops(self, node: Node) -> Any:
        return self._over_colors(node) or self._loop(node)

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

    # Cells

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

    def _line(self, node: Node) -> str:
        x, through = (self._cells(arg) for arg in node.args)
        bit = self.bits.get(through)
        if bit is None or not self.grid.padded:
            return self._function_of(node)
        name = self.functions.name("line_at", node.value)
        return self.w.call(NUMBER, name, f"{self.set} {x}", f"i64 {bit}")

    def _open_run(self, node: Node) -> str:
        x, blocked = (self._cells(arg) for arg in node.args)
        bit = self.bits.get(x)
        if bit is None:
            return self._function_of(node)
        functions = self.functions
        sides = self.grid.board.adjacency
        return functions.longest_open(self.w, functions.around(self.w, blocked, bit, sides))

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
        if found := self._has_run(node):
            return found
        word = COMPARISONS[node.op]
        if one.kind is Kind.CONDITION and word not in ("eq", "ne"):
            raise Unsupported("conditions are ordered")
        type_ = self.types[one.kind]
        return self.w.compare(word, type_, self.value(one), self.value(other))

    def _some(self, node: Node) -> str:
        return self.functions.some(self.w, self._cells(node.args[0]))

    def _connects(self, node: Node) -> str:
        name = self.functions.name("connects", node.value, len(node.args) - 1)
        given = [f"{self.set} {self._cells(arg)}" for arg in node.args]
        return self.w.call(CONDITION, name, *given)

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


_MAKERS: dict[str, Callable[[ExpressionWriter, Node], Any]] = {
    "const": ExpressionWriter._const,
    "field": ExpressionWriter._field,
    "local": ExpressionWriter._local,
    "or": ExpressionWriter._join,
    "and": ExpressionWriter._meet,
    "minus": ExpressionWriter._minus,
    "shift": ExpressionWriter._shift,
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
            "has_ring",
        ),
        ExpressionWriter._function_of,
    ),
    "line": ExpressionWriter._line,
    "adjacent": ExpressionWriter._adjacent,
    "fill": ExpressionWriter._fill,
    "flanked": ExpressionWriter._flanked,
    "connected": ExpressionWriter._connected,
    "connected_without": ExpressionWriter._connected_without,
    "connects": ExpressionWriter._connects,
    "open_run": ExpressionWriter._open_run,
    **dict.fromkeys(
        ("row_of", "column_of", "row_number", "column_number"), ExpressionWriter._lines_of
    ),
    "least_touched": ExpressionWriter._least_touched,
    "groups": ExpressionWriter._parts,
    "groups_from": ExpressionWriter._parts,
    "touching": ExpressionWriter._touching,
    "given": ExpressionWriter._given,
    "joined": ExpressionWriter._joined,
    "largest": ExpressionWriter._largest,
    "length": ExpressionWriter._length,
    "some_group": ExpressionWriter._some_group,
    **dict.fromkeys(("+", "-", "*", "//", "%"), ExpressionWriter._arithmetic),
    "count": ExpressionWriter._count,
    "max2": ExpressionWriter._greater,
    "min2": ExpressionWriter._greater,
    "list": ExpressionWriter._list_of,
    "range": ExpressionWriter._range,
    "sizes": ExpressionWriter._sizes,
    "greatest": ExpressionWriter._extreme,
    "least": ExpressionWriter._extreme,
    "color_at": ExpressionWriter._color_at,
    "item": ExpressionWriter._item,
    "entry": ExpressionWriter._entry_of,
    "leader": ExpressionWriter._leader,
    "not": ExpressionWriter._not,
    "both": ExpressionWriter._logic,
    "either": ExpressionWriter._logic,
    **dict.fromkeys(COMPARISONS, ExpressionWriter._comparison),
    "some": ExpressionWriter._some,
    "others_can_step": ExpressionWriter._others_can_step,
    "repeats": ExpressionWriter._repeats,
    "iff": ExpressionWriter._iff,
    "clear": ExpressionWriter._clear,
    "carry": ExpressionWriter._carry,
    "gather": ExpressionWriter._gather,
    "loop": ExpressionWriter._loops,
}
