"""Prints what is kept for each color, the cells and the hands, as LLVM IR."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from core.rules.native.fields import FieldWriter
from core.rules.native.grid import LANE
from core.rules.native.writer import NUMBER, POINTER
from core.rules.tree import Node


@dataclass(slots=True)
class Table:
    """An array of a state, changed since by some operations."""

    name: str
    changes: tuple[Callable[[str, str], str], ...] = field(default=())
    """Each takes the index and the entry so far, and gives the entry."""
    packed: str = ""
    """All the numbers of a hand together, once they have been computed."""


class ArrayWriter(FieldWriter):
    """Prints nodes that give arrays, or one entry of one."""

    def _entry(self, table: Table, index: str) -> str:
        """An entry of an array, for an index that is within it."""
        w = self.w
        if table.packed:
            lane = w.make(f"extractelement {self.hand} {table.packed}, i64 {index}")
            return w.cast("sext", f"i{LANE}", lane, NUMBER)
        at = w.at(self.s, self.memory.places[table.name].offset)
        if table.name == "colors":
            if self.memory.shared_colors:
                at = w.load(POINTER, at)
            entry = w.load(self.set, w.item(self.set, at, index))
            if self.memory.shared_colors:
                entry = self.functions.both(w, entry, self._occupied())
        else:
            lane = w.load(f"i{LANE}", w.item(f"i{LANE}", at, index))
            entry = w.cast("sext", f"i{LANE}", lane, NUMBER)
        for change in table.changes:
            entry = change(index, entry)
        return entry

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
