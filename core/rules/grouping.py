"""How large groups are, and what they would outgrow: a part of `core.rules.evaluation`.

A group is a set of connected pieces of one side. An empty cell beside pieces of a side is one where
it outgrows if a piece of its there would make a group larger than every group of the other side
that touches it, and there is such a group.
"""

from __future__ import annotations

from collections.abc import Callable

from core.rules.program import Program
from core.rules.python import nodes_in, roots_in

Near = Callable[[int], int]
"""The cells beside a set of cells, maybe its own among them."""

OF_GROUPS = ("groups", "largest group", "squares of groups")
"""Of the groups of a side: how many, pieces of the largest, and the sum of squares of sizes."""
OF_GROWTH = ("outgrows", "outgrown")
"""At how many cells a side outgrows, and how many pieces it touches so at one cell at the most."""
NAMES = (*OF_GROUPS, *(f"{name}{whose}" for name in OF_GROWTH for whose in ("", " to move")))
"""What `compared` gives."""


def asks_sizes(program: Program) -> bool:
    """Whether the rules ask how large groups are."""
    return any(
        node.op in ("largest", "sizes")
        for blocks in (program.steps, program.attempts)
        for block in blocks.values()
        for node in nodes_in(roots_in(block))
    )


def compared(one: int, other: int, empty: int, mover: int, near: Near) -> list[int]:
    """What is counted for the first side less the second; then what the mover's side has alone.

    Args:
        one: Pieces of the first side.
        other: Those of the second.
        empty: Cells without a piece.
        mover: 0 or 1.
        near: Tells what lies beside a set.
    """
    mine, theirs = groups(one, near), groups(other, near)
    found = [a - b for a, b in zip(_sizes(mine), _sizes(theirs), strict=True)]
    growth = _growth(mine, theirs, empty, near), _growth(theirs, mine, empty, near)
    for a, b in zip(*growth, strict=True):
        found += [a - b, -b if mover else a]
    return found


def groups(cells: int, near: Near) -> list[int]:
    """The connected parts of a set."""
    found = []
    while cells:
        group, grown = 0, cells & -cells
        while grown != group:
            group = grown
            grown = (group | near(group)) & cells
        found.append(group)
        cells ^= group
    return found


def _sizes(mine: list[int]) -> tuple[int, int, int]:
    sizes = [group.bit_count() for group in mine]
    return len(sizes), max(sizes, default=0), sum(size * size for size in sizes)


def _growth(mine: list[int], theirs: list[int], empty: int, near: Near) -> tuple[int, int]:
    edges = [near(group) for group in mine]
    left = empty & near(sum(mine))
    ways = most = 0
    while left:
        here = left & -left
        left ^= here
        size, edge = 1, near(here)
        around = edge
        for group, beside in zip(mine, edges, strict=True):
            if group & around:
                size += group.bit_count()
                edge |= beside
        met = [group.bit_count() for group in theirs if group & edge]
        if met and max(met) < size:
            ways, most = ways + 1, max(most, sum(met))
    return ways, most
