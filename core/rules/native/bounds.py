"""How large the lists and numbers of a game can become, so that native code has room for them."""

from __future__ import annotations

from core.language import limits
from core.rules.native.grid import Grid, Unsupported
from core.rules.program import Block, Contest, Each, Emit, Enter, If, Program
from core.rules.tree import Kind, Node

MOST_STEPS = 100_000
"""Codes that a list of steps has room for."""
SAFE = 1 << 62
"""Larger numbers could overflow on the way."""
_LOCAL = 1 << 31
"""Larger numbers are in no field, and no loop goes through them."""


def most_steps(program: Program, grid: Grid) -> int:
    """How many codes a list of steps can have.

    Raises:
        Unsupported: So many that they would take too much memory.
    """
    found = max(_most_in(body, grid) for body in program.steps.values())
    if found > MOST_STEPS:
        raise Unsupported(f"a position may have {found} steps")
    return found + 3


def _most_in(body: Block, grid: Grid) -> int:
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
        return SAFE + 1  # what the loop computes from its local is not known
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
