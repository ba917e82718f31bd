"""Prints the statements of a program, as LLVM IR."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.rules.native.expressions import ExpressionWriter
from core.rules.native.writer import CONDITION, NUMBER, Variable
from core.rules.program import (
    Append,
    Become,
    Block,
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
    Reject,
    Settled,
    Statement,
    Turn,
)
from core.rules.tree import Kind, Node


class StatementWriter(ExpressionWriter):
    """Prints blocks of statements."""

    out: Variable
    """How many steps are listed."""
    counting: bool
    """Whether steps are counted only."""
    contest: tuple[Variable, Variable, bool] | None
    """The best value so far, where the list began, and whether the largest value is wanted."""
    after: str
    """Where `settle` keeps the state that comes next."""
    again: str
    """The label at which `Forever` begins its next round."""

    def _block(self, block: Block) -> None:
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
                if self.counting:
                    listed = self._by_place("count", "ptr %s", "i1 %any")
                else:
                    listed = self._by_place("list", "ptr %s", "ptr %out")
                w.set(self.listed, listed)
            case Append(code):
                n = w.get(self.listed)
                if not self.counting:
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

    def _if(self, condition: Node, then: Block, otherwise: Block) -> None:
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

    def _each(self, name: str, cells: Node, body: Block) -> None:
        w = self.w
        over = self._cells(cells)
        if self.counting and len(body) == 1 and isinstance(body[0], Emit):
            more = self.functions.count(w, over)
            w.set(self.out, w.op("add", NUMBER, w.get(self.out), more))
            self._enough(w.compare("sgt", NUMBER, more, "0"))
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
        if self.counting:
            self._enough("true")

    def _enough(self, some: str) -> None:
        """Leave if some have just been counted and it is only asked whether there are any."""
        w = self.w
        with w.when(w.op("and", CONDITION, "%any", some)):
            w.give(NUMBER, w.get(self.out))

    def _code(self, step: Emit) -> str:
        w, span = self.w, self.grid.span

        def bit(name: str) -> str:
            cell = self._cells(self.program.tree.local(name, Kind.CELLS))
            return self._in_codes(self.bits[cell])

        base = step.heading * span * span
        if step.origin == step.here:
            scaled = w.op("mul", NUMBER, bit(step.here), str(span + 1))
        else:
            origin = w.op("mul", NUMBER, bit(step.origin), str(span))
            scaled = w.op("add", NUMBER, origin, bit(step.here))
        return w.op("add", NUMBER, scaled, str(base))

    def _in_codes(self, bit: str) -> str:
        """What a bit of a set is called in codes."""
        return bit if self.grid.padded else self._table("cell", bit)

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

    def _store(self, name: str, node: Node) -> None:
        w, place = self.w, self.memory.places[name]
        to = w.at("%t", place.offset)
        if name == "past":
            self._store_past(node, to)
        elif name == "colors" and self.memory.shared_colors:
            w.store(NUMBER, w.load(NUMBER, w.at(self.s, place.offset)), to)
        elif name == "colors":
            table = self.value(node)
            index = w.variable(NUMBER, "0")
            with w.loop(lambda: w.compare("slt", NUMBER, w.get(index), str(place.count))):
                now = w.get(index)
                w.store(self.set, self._entry(table, now), w.item(self.set, to, now))
                w.set(index, w.op("add", NUMBER, now, "1"))
        elif place.kind is Kind.ARRAY:
            w.store(self.hand, self._packed(self.value(node)), to)
        elif place.kind is Kind.CONDITION:
            w.store(NUMBER, w.cast("zext", CONDITION, self.value(node), NUMBER), to)
        else:
            w.store(self.types[place.kind], self.value(node), to)
