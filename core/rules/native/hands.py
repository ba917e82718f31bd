"""Prints what a side holds of each color, all colors at once, as LLVM IR."""

from __future__ import annotations

from core.rules.native.arrays import ArrayWriter, Table
from core.rules.native.grid import LANE
from core.rules.native.writer import NUMBER
from core.rules.tree import Kind, Node

_TYPE = f"i{LANE}"
_LARGEST = (1 << LANE - 1) - 1
COMPARISONS = {"==": "eq", "!=": "ne", "<": "slt", "<=": "sle", ">": "sgt", ">=": "sge"}
_MIRRORED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


class HandWriter(ArrayWriter):
    """Prints hands, and loops over the colors of one."""

    def _gather(self, node: Node) -> Table:
        """A hand with the pieces of some cells."""
        hand, colors, cells = (self.value(arg) for arg in node.args)
        w, functions = self.w, self.functions
        held = self._packed(hand)
        bit = self.bits.get(cells)
        if bit is not None and self._plain(colors):
            color = w.cast("trunc", NUMBER, self._color_of(bit), _TYPE)
            first = w.make(f"insertelement {self.hand} zeroinitializer, {_TYPE} {color}, i64 0")
            every = w.make(
                f"shufflevector {self.hand} {first}, {self.hand} zeroinitializer,"
                f" <{self.memory.lanes} x i32> zeroinitializer"
            )
            same = w.compare("eq", self.hand, every, self._lanes(range(self.memory.lanes)))
            more = w.make(f"zext <{self.memory.lanes} x i1> {same} to {self.hand}")
            return Table(hand.name, packed=w.op("add", self.hand, held, more))
        for number in range(self.layout.colors):
            taken = functions.both(w, self._entry(colors, str(number)), cells)
            more = w.cast("trunc", NUMBER, functions.count(w, taken), _TYPE)
            lane = w.make(f"extractelement {self.hand} {held}, i64 {number}")
            lane = w.op("add", _TYPE, lane, more)
            held = w.make(f"insertelement {self.hand} {held}, {_TYPE} {lane}, i64 {number}")
        return Table(hand.name, packed=held)

    def _packed(self, hand: Table) -> str:
        """All the numbers of a hand."""
        if hand.packed:
            return hand.packed
        return self.w.load(self.hand, self.w.at(self.s, self.memory.places[hand.name].offset))

    def _lanes(self, numbers: range | list[int]) -> str:
        """A constant for each color."""
        return f"<{', '.join(f'{_TYPE} {number}' for number in numbers)}>"

    # Loops over the colors

    def _over_colors(self, node: Node) -> str | None:
        """A loop over the colors whose conditions are found together; None if it is no such."""
        w, functions = self.w, self.functions
        mask = self._colors_of(node)
        if mask is None:
            return None
        match node.value[0]:
            case "any":
                return w.compare("ne", NUMBER, mask, "0")
            case "none":
                return w.compare("eq", NUMBER, mask, "0")
            case "all":
                return w.compare("eq", NUMBER, mask, str(self._every))
            case "count":
                return functions.count_word(w, mask)
        left, length = w.variable(NUMBER, mask), w.variable(NUMBER, "0")
        with w.loop(lambda: w.compare("ne", NUMBER, w.get(left), "0")):
            now = w.get(left)
            w.set(left, w.op("and", NUMBER, now, w.op("lshr", NUMBER, now, "1")))
            w.set(length, w.op("add", NUMBER, w.get(length), "1"))
        return w.get(length)

    def _has_run(self, node: Node) -> str | None:
        """Whether the longest run of colors is so long; None if that is not what is asked."""
        one, other = node.args
        if node.op != ">=" or one.op != "loop" or one.value[0] != "run" or other.op != "const":
            return None
        mask = self._colors_of(one)
        if mask is None or not 1 <= other.value <= self.layout.colors:
            return None
        w, long = self.w, 1
        while long < other.value:  # each color now stands for a run of `long` from it
            more = min(long, other.value - long)
            mask = w.op("and", NUMBER, mask, w.op("lshr", NUMBER, mask, str(more)))
            long += more
        return w.compare("ne", NUMBER, mask, "0")

    def _colors_of(self, loop: Node) -> str | None:
        """The colors, as bits, for which the condition of a loop over them holds."""
        word, name = loop.value
        domain, body = loop.args
        if word not in ("any", "none", "all", "count", "run") or domain.op != "range":
            return None
        if domain.value != self.layout.colors or not _is_plain(body, name):
            return None
        return self._colors_where(body, name)

    @property
    def _every(self) -> int:
        """All colors, as bits."""
        return (1 << self.layout.colors) - 1

    def _colors_where(self, node: Node, name: str) -> str:
        w, every = self.w, str(self._every)
        if node.op == "not":
            return w.op("xor", NUMBER, self._colors_where(node.args[0], name), every)
        if node.op in ("both", "either"):
            result = self._colors_where(node.args[0], name)
            for arg in node.args[1:]:
                word = "and" if node.op == "both" else "or"
                result = w.op(word, NUMBER, result, self._colors_where(arg, name))
            return result
        op, one, other = node.op, *node.args
        if one.op == "const":
            op, one, other = _MIRRORED[op], other, one
        limit = max(-_LARGEST, min(other.value, _LARGEST))  # beyond what is ever held
        lanes = self.memory.lanes
        held = self._packed(self.value(one.args[0]))
        given = self._lanes([limit] * lanes)
        met = w.compare(COMPARISONS[op], self.hand, held, given)
        bits = w.make(f"bitcast <{lanes} x i1> {met} to i{lanes}")
        return w.op("and", NUMBER, w.cast("zext", f"i{lanes}", bits, NUMBER), every)


def _is_plain(node: Node, name: str) -> bool:
    """Whether a condition on a color compares only what is held of it with constants."""
    if node.op in ("not", "both", "either"):
        return all(_is_plain(arg, name) for arg in node.args)
    if node.op not in COMPARISONS:
        return False
    one, other = node.args
    if one.op == "const":
        one, other = other, one
    return (
        other.op == "const"
        and one.op == "entry"
        and one.kind is Kind.NUMBER
        and one.args[1].op == "local"
        and one.args[1].value == name
        and name not in one.args[0].free
    )
