"""Improvements of a program that change its speed and nothing else.

Each has a name in `REWRITES` and can be switched off; none looks at which game it is.

- `lift`: a condition on each cell of a loop becomes one set operation over all cells: "no piece of
  mine is adjacent" is one subtraction, "some row is flanked" one pass for the whole board.
- `argmin`: where the smallest of "the largest group that touches the cell" is wanted, cells beside
  the largest groups are dropped first, until none would be left.
- `noncut`: `connected(X - here)` for many `here` asks whether the neighbors of `here` still hang
  together, which ends as soon as they do; whether X is connected is found once.
- `seed`: the groups that touch something are filled from there, instead of finding all groups.

`share` is no choice: it puts a `Let` wherever a node is needed more than once, or does not change
in a loop.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

from core.rules.program import (
    Become,
    Block,
    Contest,
    Each,
    Enter,
    Give,
    If,
    Let,
    Program,
    Statement,
)
from core.rules.tree import Kind, Node, Tree

REWRITES = frozenset({"argmin", "lift", "noncut", "seed"})


def rewrite(program: Program, names: Iterable[str] = REWRITES) -> Program:
    """The program with these rewrites, and with shared nodes computed once."""
    chosen = frozenset(names)
    tree = program.tree
    steps = program.steps
    if "lift" in chosen:
        steps = {key: lift(tree, block) for key, block in steps.items()}
    if "argmin" in chosen:
        steps = {key: _smallest(tree, block) for key, block in steps.items()}
    if "noncut" in chosen:
        steps = {key: _without(tree, block) for key, block in steps.items()}
    attempts = program.attempts
    if "seed" in chosen:
        attempts = {key: seed(tree, block) for key, block in attempts.items()}
    return replace(
        program,
        steps={key: share(block) for key, block in steps.items()},
        attempts={key: share(block, {"origin", "here"}) for key, block in attempts.items()},
        closes={key: share(block) for key, block in program.closes.items()},
        passes={key: share(block) for key, block in program.passes.items()},
        swaps={key: share(block) for key, block in program.swaps.items()},
        stucks={key: share(block) for key, block in program.stucks.items()},
        scores={key: share(block) for key, block in program.scores.items()},
    )


# Conditions on every cell of a loop


def lift(tree: Tree, block: Block) -> Block:
    """Loops whose conditions have moved, as far as possible, into the set they run over."""
    return tuple(_lifted(tree, statement) for statement in block)


def _lifted(tree: Tree, statement: Statement) -> Statement:
    match statement:
        case If(condition, then, otherwise):
            return If(condition, lift(tree, then), lift(tree, otherwise))
        case Contest(largest, body):
            return Contest(largest, lift(tree, body))
        case Each(name, cells, body):
            while len(body) == 1 and isinstance(body[0], If) and not body[0].otherwise:
                test = body[0]
                parts = test.condition.args if test.condition.op == "both" else (test.condition,)
                if any(name not in part.free for part in parts):
                    break
                sets = [_where(tree, part, name) for part in parts]
                cells = tree.meet(cells, *(one for one in sets if one is not None))
                left = [part for part, one in zip(parts, sets, strict=True) if one is None]
                if left:
                    body = (If(tree.both(*left), test.then),)
                    break
                body = test.then
            return Each(name, cells, lift(tree, body))
        case _:
            return statement


def _where(tree: Tree, condition: Node, name: str) -> Node | None:
    """The cells for which a condition on the one-cell set `name` holds; None if unknown."""
    match condition.op:
        case "not":
            inner = _where(tree, condition.args[0], name)
            return None if inner is None else tree.minus(tree.board, inner)
        case "both" | "either":
            sets = [_where(tree, part, name) for part in condition.args]
            known = [one for one in sets if one is not None]
            if len(known) < len(sets):
                return None
            return tree.meet(*known) if condition.op == "both" else tree.join(*known)
        case "some":
            return _where_some(tree, condition.args[0], name)
        case ">=" | ">":
            run, need = condition.args
            if run.op == "open_run" and need.op == "const" and _is_local(run.args[0], name):
                blocked = run.args[1]
                if name not in blocked.free:
                    least = need.value + (condition.op == ">")
                    return tree.node("openings", Kind.CELLS, blocked, value=least)
    return None


def _where_some(tree: Tree, cells: Node, name: str) -> Node | None:
    """The cells `name` for which a set that depends on it is not empty."""
    if _is_local(cells, name):
        return tree.board
    if cells.op == "flanked" and _is_local(cells.args[0], name):
        _, through, anchor = cells.args
        if name not in through.free | anchor.free:
            return tree.node("flankable", Kind.CELLS, through, anchor, value=cells.value)
    if cells.op == "and":
        fixed = [part for part in cells.args if name not in part.free]
        moving = [part for part in cells.args if name in part.free]
        if len(moving) == 1 and fixed:
            rest = tree.meet(*fixed)
            if _is_local(moving[0], name):
                return rest
            if moving[0].op == "adjacent" and _is_local(moving[0].args[0], name):
                back = (tree.node("shift", Kind.CELLS, rest, value=d) for d in moving[0].value)
                return tree.join(*back)
    return None


def _is_local(node: Node, name: str) -> bool:
    return node.op == "local" and node.value == name


def _smallest(tree: Tree, block: Block) -> Block:
    """Contests for the smallest largest touching group, as loops over the cells that win."""
    return tuple(_without_contest(tree, statement) for statement in block)


def _without_contest(tree: Tree, statement: Statement) -> Statement:
    match statement:
        case Contest(False, (Each(name, cells, (Enter(value, step),)),)):
            match value:
                case Node(op="largest", args=(Node(op="touching", args=(groups, near)),)):
                    directions = _neighborhood(near, name)
                    if directions is not None and name not in groups.free:
                        least = tree.node(
                            "least_touched", Kind.CELLS, cells, groups, value=directions
                        )
                        return Each(name, least, (step,))
    return statement


def _neighborhood(cells: Node, name: str) -> tuple[str, ...] | None:
    """The directions around `name`, if the set is that cell and its neighbors."""
    if (
        cells.op != "or"
        or len(cells.args) != 2
        or not any(_is_local(part, name) for part in cells.args)
    ):
        return None
    for part in cells.args:
        if part.op == "adjacent" and _is_local(part.args[0], name):
            directions: tuple[str, ...] = part.value
            return directions
    return None


# Rewrites of nodes


def seed(tree: Tree, block: Block) -> Block:
    """`touching(groups(S), X)` fills from the cells of S next to X only."""

    def change(node: Node) -> Node:
        if node.op == "touching" and node.args[0].op == "groups":
            cells, near = node.args[0].args[0], node.args[1]
            return tree.node(
                "groups_from",
                Kind.GROUPS,
                cells,
                tree.meet(cells, near),
                value=node.args[0].value,
            )
        return node

    return _map(tree, block, change)


def _without(tree: Tree, block: Block) -> Block:
    def change(node: Node) -> Node:
        if node.op == "connected" and node.args[0].op == "minus":
            whole, cell = node.args[0].args
            if _is_local(cell, "here") and not whole.free:
                once = tree.node("connected", Kind.CONDITION, whole, value=node.value)
                return tree.node(
                    "connected_without", Kind.CONDITION, whole, cell, once, value=node.value
                )
        return node

    return _map(tree, block, change)


def _map(tree: Tree, block: Block, change: Callable[[Node], Node]) -> Block:
    """The block with every node changed, from the leaves up."""
    done: dict[Node, Node] = {}

    def node(old: Node) -> Node:
        if old not in done:
            args = tuple(node(arg) for arg in old.args)
            same = all(a is b for a, b in zip(args, old.args, strict=True))
            new = old if same else tree.node(old.op, old.kind, *args, value=old.value)
            done[old] = change(new)
        return done[old]

    def statement(one: Statement) -> Statement:
        match one:
            case Let(name, value):
                return Let(name, node(value))
            case If(condition, then, otherwise):
                return If(node(condition), statements(then), statements(otherwise))
            case Each(name, cells, body):
                return Each(name, node(cells), statements(body))
            case Contest(largest, body):
                return Contest(largest, statements(body))
            case Enter(value, step):
                return Enter(node(value), step)
            case Become(values):
                return Become(tuple(node(value) for value in values))
            case Give(values):
                return Give(tuple(node(value) for value in values))
            case _:
                return one

    def statements(many: Block) -> Block:
        return tuple(statement(one) for one in many)

    return statements(block)


# Computing once what is needed more than once


def share(block: Block, arguments: Iterable[str] = ()) -> Block:
    """The block with a `Let` for every node that it needs twice, or in every round of a loop.

    Args:
        block: The body of a function.
        arguments: Locals that the function is called with.
    """
    return _Sharing().block(block, frozenset(arguments))


class _Sharing:
    def __init__(self) -> None:
        self.named: dict[Node, str] = {}
        self.made = 0

    def block(self, block: Block, known: frozenset[str]) -> Block:
        """One block; `known` are the locals bound around it."""
        outer = dict(self.named)
        result: list[Statement] = []
        for index, statement in enumerate(block):
            for node in self._wanted(block[index:], known):
                self.made += 1
                name = f"t{self.made}"
                result.append(Let(name, node))
                self.named[node] = name
            result.append(self._inside(statement, known))
        self.named = outer
        return tuple(result)

    def _inside(self, statement: Statement, known: frozenset[str]) -> Statement:
        match statement:
            case If(condition, then, otherwise):
                return If(condition, self.block(then, known), self.block(otherwise, known))
            case Each(name, cells, body):
                return Each(name, cells, self.block(body, known | {name}))
            case Contest(largest, body):
                return Contest(largest, self.block(body, known))
            case _:
                return statement

    def _wanted(self, rest: Block, known: frozenset[str]) -> list[Node]:
        """Nodes to compute before the first statement of `rest`, arguments before users."""
        now: set[Node] = set()
        for node in _own_nodes(rest[0]):
            self._reach(node, now)
        for node, bound in _inner_nodes(rest[0]):
            if bound:  # a loop needs it in every round; a branch may not need it at all
                self._reach(node, now)
        uses: Counter[Node] = Counter()
        order: list[Node] = []
        for statement in rest:
            for node in _own_nodes(statement):
                self._count(node, frozenset(), uses, order)
            for node, bound in _inner_nodes(statement):
                self._count(node, bound, uses, order)
        return [node for node in order if node in now and uses[node] > 1 and node.free <= known]

    def _reach(self, node: Node, found: set[Node]) -> None:
        """Add the node and all that it is computed from."""
        if node not in found and not self._at_hand(node):
            found.add(node)
            for arg in node.args:
                self._reach(arg, found)

    def _count(
        self, node: Node, bound: frozenset[str], uses: Counter[Node], order: list[Node]
    ) -> None:
        """Count a use; one inside a loop that does not depend on it counts as many."""
        if self._at_hand(node):
            return
        fresh = node not in uses
        uses[node] += 2 if bound and not node.free & bound else 1
        if not fresh:
            return
        for position, arg in enumerate(node.args):
            inside = node.op == "loop" and position == 1
            self._count(arg, bound | {node.value[1]} if inside else bound, uses, order)
        order.append(node)

    def _at_hand(self, node: Node) -> bool:
        return node in self.named or node.op in _FREE


_FREE = frozenset({"const", "field", "local", "range", "given"})


def _own_nodes(statement: Statement) -> tuple[Node, ...]:
    match statement:
        case Let(_, node) | If(node, _, _) | Each(_, node, _) | Enter(node, _):
            return (node,)
        case Become(values) | Give(values):
            return values
        case _:
            return ()


def _inner_nodes(
    statement: Statement, bound: frozenset[str] = frozenset()
) -> list[tuple[Node, frozenset[str]]]:
    """Nodes of the blocks inside a statement, with the loop variables around them."""
    found: list[tuple[Node, frozenset[str]]] = []
    inside: list[tuple[Block, frozenset[str]]] = []
    match statement:
        case If(_, then, otherwise):
            inside = [(then, bound), (otherwise, bound)]
        case Each(name, _, body):
            inside = [(body, bound | {name})]
        case Contest(_, body):
            inside = [(body, bound)]
    for block, around in inside:
        for one in block:
            found += [(node, around) for node in _own_nodes(one)]
            found += _inner_nodes(one, around)
    return found
