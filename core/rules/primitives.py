"""The functions of one board, printed as Python as a program asks for them.

Each is named after the operation of `core.rules.tree` that it computes, with directions unrolled
into shifts: a function for six directions is six shifts in one expression.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

from core.board import Board


class Primitives:
    """The functions printed so far."""

    def __init__(self, board: Board) -> None:
        """None yet."""
        self.board = board
        self._names: dict[tuple[str, Any], str] = {}
        self._printed: list[str] = []
        self._numbers = count()

    def source(self) -> str:
        """A module with all of them."""
        return "\n".join([f"FULL = {self.board.full}", LIBRARY, *self._printed])

    def name(self, op: str, value: Any) -> str:
        """The name of the function for an operation, with its directions or its number."""
        key = (op, value)
        if key not in self._names:
            name = f"{op}_{next(self._numbers)}"
            source = getattr(self, f"_print_{op}")(name, value)
            self._names[key] = name
            self._printed.append(source)
        return self._names[key]

    def shifted(self, cells: str, direction: str) -> str:
        """An expression for a set moved one step and cut to the board."""
        return f"({self._moved(cells, direction)} & FULL)"

    def _moved(self, cells: str, direction: str, back: bool = False) -> str:
        """The set one step on, not yet cut to the board."""
        amount = self.board.shifts[direction] * (-1 if back else 1)
        return f"{cells} << {amount}" if amount > 0 else f"{cells} >> {-amount}"

    def _spread(self, cells: str, directions: Sequence[str]) -> str:
        """The set one step on in each direction, not yet cut to the board."""
        if not directions:
            return "0"
        return f"({' | '.join(self._moved(cells, one) for one in directions)})"

    def _print_adjacent(self, name: str, dirs: tuple[str, ...]) -> str:
        return f"def {name}(x): return {self._spread('x', dirs)} & FULL & ~x"

    def _print_ring(self, name: str, dirs: tuple[str, ...]) -> str:
        return f"""
def {name}(x, n):
    if n < 0: return 0
    inside = 0
    for _ in range(n):
        inside = x
        x |= {self._spread("x", dirs)} & FULL
    return x & ~inside"""

    def _print_ray(self, name: str, dirs: tuple[str, ...]) -> str:
        return self._walks(name, "x", dirs, "", "FULL", "out |= y")

    def _print_reach(self, name: str, dirs: tuple[str, ...]) -> str:
        return self._walks(name, "x, empty", dirs, "", "empty", "out |= y")

    def _print_line_through(self, name: str, dirs: tuple[str, ...]) -> str:
        both = tuple(dict.fromkeys((*dirs, *(self._opposite(one) for one in dirs))))
        return self._walks(name, "x", both, "", "FULL", "out |= y", start="x & FULL")

    def _walks(
        self,
        name: str,
        arguments: str,
        dirs: Sequence[str],
        before: str,
        allowed: str,
        each: str,
        start: str = "0",
    ) -> str:
        lines = [f"def {name}({arguments}):", f"    out = {start}"]
        for one in dirs:
            lines += [
                f"    y = ({self._moved('x', one)}) & {allowed}{before}",
                "    while y:",
                f"        {each}",
                f"        y = ({self._moved('y', one)}) & {allowed}",
            ]
        return "\n".join([*lines, "    return out"])

    def _opposite(self, direction: str) -> str:
        back = -self.board.shifts[direction]
        return next(name for name, amount in self.board.shifts.items() if amount == back)

    def _print_seen(self, name: str, dirs: tuple[str, ...]) -> str:
        lines = [f"def {name}(x, blocked):", "    out = 0"]
        for one in dirs:
            lines += [
                f"    y = ({self._moved('x', one)}) & FULL",
                "    while y:",
                "        out |= y & blocked",
                "        y &= ~blocked",
                f"        y = ({self._moved('y', one)}) & FULL",
            ]
        return "\n".join([*lines, "    return out"])

    def _print_slide(self, name: str, direction: str) -> str:
        return f"""
def {name}(x, through):
    out = 0
    x = ({self._moved("x", direction)}) & FULL
    while x:
        out |= x
        x &= through
        x = ({self._moved("x", direction)}) & FULL
    return out"""

    def _print_stride(self, name: str, direction: str) -> str:
        return f"""
def {name}(x, through, steps):
    if steps < 1: return 0
    for _ in range(steps - 1):
        x = ({self._moved("x", direction)}) & through
    return ({self._moved("x", direction)}) & FULL"""

    def _print_fill(self, name: str, dirs: tuple[str, ...]) -> str:
        return f"""
def {name}(x, within):
    while True:
        grown = x | {self._spread("x", dirs)} & within
        if grown == x: return x
        x = grown"""

    def _print_groups(self, name: str, dirs: tuple[str, ...]) -> str:
        fill = self.name("fill", dirs)
        return f"""
def {name}(x):
    out = []
    while x:
        one = {fill}(x & -x, x)
        out.append(one)
        x ^= one
    return out"""

    def _print_groups_from(self, name: str, dirs: tuple[str, ...]) -> str:
        fill = self.name("fill", dirs)
        return f"""
def {name}(x, seeds):
    out = []
    while seeds:
        one = {fill}(seeds & -seeds, x)
        out.append(one)
        seeds &= ~one
    return out"""

    def _print_least_touched(self, name: str, dirs: tuple[str, ...]) -> str:
        return f"""
def {name}(x, groups):
    near = {{}}
    for one in groups:
        size = one.bit_count()
        near[size] = near.get(size, 0) | one | {self._spread("one", dirs)}
    for size in sorted(near, reverse=True):
        rest = x & ~near[size]
        if not rest: break
        x = rest
    return x"""

    def _print_connected(self, name: str, dirs: tuple[str, ...]) -> str:
        fill = self.name("fill", dirs)
        return f"def {name}(x): return {fill}(x & -x, x) == x"

    def _print_connected_without(self, name: str, dirs: tuple[str, ...]) -> str:
        connected = self.name("connected", dirs)
        return f"""
def {name}(x, cell, whole):
    rest = x & ~cell
    if not whole: return {connected}(rest)
    near = {self._spread("cell", dirs)} & rest
    x = near & -near
    while near & ~x:
        grown = x | {self._spread("x", dirs)} & rest
        if grown == x: return False
        x = grown
    return True"""

    def _print_connects(self, name: str, dirs: tuple[str, ...]) -> str:
        fill = self.name("fill", dirs)
        return f"""
def {name}(x, first, *others):
    seeds = x & first
    while seeds:
        one = {fill}(seeds & -seeds, x)
        if all(one & other for other in others): return True
        seeds &= ~one
    return False"""

    def _print_has_ring(self, name: str, _: None) -> str:
        """A ring has a cell inside: an own one with all around it own, or one cut off."""
        board = self.board
        around = board.directions
        diagonal = set(board.adjacency) == set(board.directions)
        through = board.orthogonal if diagonal and not board.bricks else board.directions
        walls = around if not diagonal or board.bricks else board.orthogonal
        full = " & ".join(f"({self._moved('x', one)})" for one in walls)
        outside = sum(1 << bit for bit in border(board))
        fill = self.name("fill", through)
        return f"""
def {name}(x):
    if x & {full}: return True
    free = FULL & ~x
    return {fill}(free & {outside}, free) != free"""

    def _print_flanked(self, name: str, dirs: tuple[str, ...]) -> str:
        lines = [f"def {name}(x, through, anchor):", "    out = 0"]
        for one in dirs:
            lines += [
                f"    y = ({self._moved('x', one)}) & through",
                "    if y:",
                "        row = 0",
                "        while y:",
                "            row |= y",
                f"            y = {self._moved('y', one)}",
                "            if y & anchor: out |= row",
                "            y &= through",
            ]
        return "\n".join([*lines, "    return out"])

    def _print_flankable(self, name: str, dirs: tuple[str, ...]) -> str:
        lines = [f"def {name}(through, anchor):", "    out = 0"]
        for one in dirs:
            lines += [
                f"    y = ({self._moved('anchor', one, back=True)}) & through",
                "    while y:",
                f"        y = {self._moved('y', one, back=True)}",
                "        out |= y",
                "        y &= through",
            ]
        return "\n".join([*lines, "    return out & FULL"])

    def _print_openings(self, name: str, least: int) -> str:
        """Cells with at least so many consecutive open sides."""
        ring = self.board.adjacency
        if least <= 0:
            return f"def {name}(blocked): return FULL"
        if least > len(ring):
            return f"def {name}(blocked): return 0"
        lines = [f"def {name}(blocked):"]
        for index, one in enumerate(ring):
            lines.append(f"    d{index} = ~({self._moved('blocked', one, back=True)})")
        runs = [
            " & ".join(f"d{(index + step) % len(ring)}" for step in range(least))
            for index in range(len(ring))
        ]
        return "\n".join([*lines, f"    return ({' | '.join(runs)}) & FULL"])

    def _print_open_run(self, name: str, _: None) -> str:
        ring = self.board.adjacency
        sides = ", ".join(f"not ({self._moved('x', one)}) & blocked" for one in ring)
        return f"""
def {name}(x, blocked):
    sides = ({sides},)
    return min({len(ring)}, longest_run(sides + sides))"""

    def _print_line(self, name: str, dirs: tuple[str, ...]) -> str:
        axes = {abs(self.board.shifts[one]): one for one in dirs}
        if not axes:
            return f"def {name}(x, through): return 0"
        lines = [
            f"def {name}(x, through):",
            "    best = 0",
            "    for one in cells(through & x):",
        ]
        for direction in axes.values():
            lines.append("        n = 1")
            for back in (False, True):
                lines += [
                    f"        y = ({self._moved('one', direction, back)}) & x",
                    "        while y:",
                    "            n += 1",
                    f"            y = ({self._moved('y', direction, back)}) & x",
                ]
            lines.append("        if n > best: best = n")
        return "\n".join([*lines, "    return best"])


def border(board: Board) -> list[int]:
    """Bit numbers of the cells at the rim: those with a missing neighbor in any direction."""
    rim = []
    for bit in board.bits:
        for amount in board.shifts.values():
            moved = (1 << bit << amount) if amount > 0 else (1 << bit >> -amount)
            if not moved & board.full:
                rim.append(bit)
                break
    return rim


LIBRARY = """
def cells(x):
    out = []
    while x:
        low = x & -x
        out.append(low)
        x ^= low
    return out

def joined(groups):
    x = 0
    for one in groups: x |= one
    return x

def touching(groups, near):
    return [group for group in groups if group & near]

def longest_run(conditions):
    best = run = 0
    for one in conditions:
        run = run + 1 if one else 0
        if run > best: best = run
    return best

def item(array, index):
    return array[index] if 0 <= index < len(array) else 0

def color_at(colors, x):
    for color, one in enumerate(colors):
        if one & x: return color
    return -1

def clear(colors, x):
    return tuple([one & ~x for one in colors])

def carry(colors, origin, here):
    gone = ~(origin | here)
    return tuple([one & gone | here if one & origin else one & gone for one in colors])

def gather(hand, colors, x):
    return tuple([n + (one & x).bit_count() for n, one in zip(hand, colors)])

def divide(a, b): return a // b if b else 0
def modulo(a, b): return a % b if b else 0

def leader(sides, most, tie, *scores):
    parts = len(scores) // sides
    each = [scores[side * parts:(side + 1) * parts] for side in range(sides)]
    best = max(each) if most else min(each)
    ahead = [side for side, one in enumerate(each) if one == best]
    if len(ahead) == 1: return ahead[0]
    if tie in ahead: return tie
    return sides if len(ahead) == sides else sides + sum([1 << side for side in ahead])
"""
