"""Prints how boards that occurred are remembered and found again, as LLVM IR."""

from __future__ import annotations

from collections.abc import Sequence

from core.rules.native.arrays import ArrayWriter, Table
from core.rules.native.grid import HASH_FACTOR
from core.rules.native.writer import CONDITION, NUMBER, POINTER
from core.rules.tree import Node


class PastWriter(ArrayWriter):
    """Reads and writes the boards that a state remembers."""

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
