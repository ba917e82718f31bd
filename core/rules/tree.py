"""Expressions over the fields of a state: interned, typed, simplified, without side effects.

What a checked expression (`core.language.definition.Expr`) says from one player's side, a `Node`
says in terms of the state's fields: `mine` has become the field of that player's pieces, a
relative direction has become a compass direction, and what a step changes has become an
expression over the fields before it. Equal nodes are one object, so a back end sees at once what
needs computing only once.

A node's `op` is one of:

======================  ==============================================================
leaves                  const, field (value: name), local (value: name)
cells                   or and minus; shift adjacent ray reach seen slide fill flanked
                        line_through ring stride row_of column_of joined flankable openings
                        least_touched
groups                  groups groups_from touching
numbers                 + - * // % count length largest line open_run color_at leader
                        max2 min2 greatest least item
lists of numbers        sizes
conditions              not both either == != < <= > >= some some_group connected
                        connects has_ring
arrays                  clear carry gather; item, entry (of one color: cells or a number)
any                     iff; loop (value: word and variable), with the collection and the body
======================  ==============================================================

Directions are values, never nodes: `value` holds one name or a tuple of names.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any


class Kind(Enum):
    """What a node gives."""

    CELLS = "cells"
    GROUPS = "groups"
    NUMBER = "number"
    NUMBERS = "numbers"
    CONDITION = "condition"
    ARRAY = "array"


class Node:
    """One node; made by `Tree.node` only, so that equal nodes are the same object."""

    __slots__ = ("args", "free", "kind", "op", "value")

    op: str
    kind: Kind
    args: tuple[Node, ...]
    value: Any
    free: frozenset[str]
    """Names of the locals it depends on, loop variables bound inside it left out."""

    def __init__(self, op: str, kind: Kind, args: tuple[Node, ...], value: Any) -> None:
        self.op = op
        self.kind = kind
        self.args = args
        self.value = value
        free: frozenset[str] = frozenset().union(*(arg.free for arg in args))
        if op == "local":
            free = frozenset((value,))
        elif op == "loop":
            free = args[0].free | (args[1].free - {value[1]})
        self.free = free

    def __repr__(self) -> str:
        inside = [repr(arg) for arg in self.args]
        if self.op in ("const", "field", "local"):
            return str(self.value)
        if self.value is not None:
            inside.append(repr(self.value))
        return f"{self.op}({', '.join(inside)})"


_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b if b else 0,
    "%": lambda a, b: a % b if b else 0,
}


class Tree:
    """All the nodes of one program."""

    def __init__(self, full: int) -> None:
        """Start empty.

        Args:
            full: Mask of all cells of the board.
        """
        self.full = full
        self._nodes: dict[tuple[Any, ...], Node] = {}
        self.none = self.const(0, Kind.CELLS)
        self.board = self.const(full, Kind.CELLS)
        self.true = self.const(True, Kind.CONDITION)
        self.false = self.const(False, Kind.CONDITION)

    def node(self, op: str, kind: Kind, *args: Node, value: Any = None) -> Node:
        """The node with these parts; the same object whenever the parts are the same."""
        key = (op, kind, value, *map(id, args))
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = Node(op, kind, args, value)
        return found

    def const(self, value: int | bool, kind: Kind) -> Node:
        """A constant: a mask, a number or a condition."""
        return self.node("const", kind, value=value)

    def number(self, value: int) -> Node:
        """A constant number."""
        return self.const(value, Kind.NUMBER)

    def field(self, name: str, kind: Kind) -> Node:
        """What a field of the state holds when the function begins."""
        return self.node("field", kind, value=name)

    def local(self, name: str, kind: Kind) -> Node:
        """A name bound by a statement or a loop."""
        return self.node("local", kind, value=name)

    def join(self, *sets: Node) -> Node:
        """Cells of any of the sets."""
        known, rest = 0, []
        for one in sets:
            for part in one.args if one.op == "or" else (one,):
                if part.op == "const":
                    known |= part.value
                elif part not in rest:
                    rest.append(part)
        if known == self.full:
            return self.board
        if known or not rest:
            rest.append(self.const(known, Kind.CELLS))
        return rest[0] if len(rest) == 1 else self.node("or", Kind.CELLS, *rest)

    def meet(self, *sets: Node) -> Node:
        """Cells of all the sets."""
        known, rest = self.full, []
        for one in sets:
            for part in one.args if one.op == "and" else (one,):
                if part.op == "const":
                    known &= part.value
                elif part not in rest:
                    rest.append(part)
        if not known:
            return self.none
        rest = self._gather_minus(rest)
        if known != self.full or not rest:
            rest.append(self.const(known, Kind.CELLS))
        return rest[0] if len(rest) == 1 else self.node("and", Kind.CELLS, *rest)

    def _gather_minus(self, sets: list[Node]) -> list[Node]:
        """The sets with (a - b) & (a - c) written as a - (b | c)."""
        less: dict[Node, list[Node]] = {}
        rest: list[Node] = []
        for one in sets:
            if one.op == "minus":
                less.setdefault(one.args[0], []).append(one.args[1])
            else:
                rest.append(one)
        return rest + [self.minus(whole, self.join(*parts)) for whole, parts in less.items()]

    def minus(self, one: Node, other: Node) -> Node:
        """Cells of the first set that are not in the second."""
        if one.op == "const" and other.op == "const":
            return self.const(one.value & ~other.value, Kind.CELLS)
        if one is other or one is self.none or other is self.board:
            return self.none
        if other is self.none:
            return one
        if one.op == "minus":  # (a - b) - c = a - (b | c)
            return self.minus(one.args[0], self.join(one.args[1], other))
        return self.node("minus", Kind.CELLS, one, other)

    def negate(self, one: Node) -> Node:
        """The opposite condition."""
        if one.op == "const":
            return self.const(not one.value, Kind.CONDITION)
        if one.op == "not":
            return one.args[0]
        return self.node("not", Kind.CONDITION, one)

    def both(self, *conditions: Node) -> Node:
        """Whether all hold; later ones are not looked at once one fails."""
        return self._logic("both", conditions, neutral=True)

    def either(self, *conditions: Node) -> Node:
        """Whether any holds; later ones are not looked at once one does."""
        return self._logic("either", conditions, neutral=False)

    def _logic(self, op: str, conditions: tuple[Node, ...], neutral: bool) -> Node:
        rest: list[Node] = []
        for one in conditions:
            for part in one.args if one.op == op else (one,):
                if part.op == "const":
                    if part.value is not neutral:
                        return self.const(not neutral, Kind.CONDITION)
                elif part not in rest:
                    rest.append(part)
        if not rest:
            return self.const(neutral, Kind.CONDITION)
        return rest[0] if len(rest) == 1 else self.node(op, Kind.CONDITION, *rest)

    def compare(self, op: str, one: Node, other: Node) -> Node:
        """One of == != < <= > >= on numbers, or == != on sets."""
        if one.op == "const" and other.op == "const":
            return self.const(_COMPARE[op](one.value, other.value), Kind.CONDITION)
        if (
            one.op == "count"
            and other.op == "const"
            and (op, other.value)
            in (
                (">", 0),
                (">=", 1),
                ("!=", 0),
            )
        ):
            return self.some(one.args[0])
        if (
            one.op == "count"
            and other.op == "const"
            and (op, other.value)
            in (
                ("==", 0),
                ("<", 1),
                ("<=", 0),
            )
        ):
            return self.negate(self.some(one.args[0]))
        return self.node(op, Kind.CONDITION, one, other)

    def compute(self, op: str, one: Node, other: Node) -> Node:
        """One of + - * // % on numbers; a division by zero gives 0."""
        if one.op == "const" and other.op == "const":
            return self.number(_ARITHMETIC[op](one.value, other.value))
        if op in "+-" and other.op == "const" and other.value == 0:
            return one
        if op == "+" and one.op == "const" and one.value == 0:
            return other
        return self.node(op, Kind.NUMBER, one, other)

    def some(self, one: Node) -> Node:
        """Whether the set has a cell."""
        if one.op == "const":
            return self.const(one.value != 0, Kind.CONDITION)
        if one.op == "joined":
            return self.node("some_group", Kind.CONDITION, one.args[0])
        return self.node("some", Kind.CONDITION, one)

    def count(self, one: Node) -> Node:
        """The number of cells."""
        if one.op == "const":
            return self.number(one.value.bit_count())
        return self.node("count", Kind.NUMBER, one)

    def iff(self, condition: Node, one: Node, other: Node) -> Node:
        """The first when the condition holds, else the second."""
        if condition.op == "const":
            return one if condition.value else other
        if one is other:
            return one
        return self.node("iff", one.kind, condition, one, other)
