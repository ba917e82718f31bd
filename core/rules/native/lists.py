"""Prints lists of groups and of numbers, and loops over them or over cells, as LLVM IR."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from core.rules.native.fields import FieldWriter
from core.rules.native.writer import CONDITION, NUMBER, Writer
from core.rules.tree import Kind, Node


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


class ListWriter(FieldWriter):
    """Prints nodes that give lists, and what is asked of them."""

    leave: str
    """The label behind the loop being printed."""

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

    # Loops

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


def _inside(kind: Kind) -> Kind:
    """The kind of what a loop over such a list binds."""
    return Kind.NUMBER if kind is Kind.NUMBERS else Kind.CELLS
