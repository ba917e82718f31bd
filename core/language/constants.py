"""Working out, once and for all, what does not change during play.

`folded` replaces an operation on constants by its value, so that `side(N) | shift(side(N), S)`
becomes one set and `size - 1` one number. What it leaves alone is either not constant or worth
nothing before play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from core.board import Board
from core.language.definition import Expr, Type

CONSTANT: Final = frozenset(
    {"number", "condition", "cells", "region", "player", "piece", "directions", "sides"}
)
"""Operations that stand for their value."""

_NUMBERS: Final[dict[str, Callable[[int, int], int]]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "//": lambda left, right: left // right,
    "%": lambda left, right: left % right,
    "max": max,
    "min": min,
}
_COMPARISONS: Final[dict[str, Callable[[int, int], bool]]] = {
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
    "in": lambda left, right: not left & ~right,
}
_SETS: Final[dict[str, Callable[[int, int], int]]] = {
    "join": lambda left, right: left | right,
    "meet": lambda left, right: left & right,
    "minus": lambda left, right: left & ~right,
}


def folded(expr: Expr, board: Board) -> Expr:
    """The same, with a value in place of an operation on constants."""
    if expr.op == "iff" and expr.args[0].op == "condition":
        return expr.args[1 if expr.args[0].value else 2]
    if not expr.args or any(arg.op not in CONSTANT for arg in expr.args):
        return expr
    if expr.op == "join" and expr.type is Type.DIRECTIONS:
        return _joined(expr)
    values = [_value(arg) for arg in expr.args]
    result = None if None in values else _worked_out(expr, values, board)
    if result is None:
        return expr
    if expr.type is Type.CONDITION:
        return Expr("condition", Type.CONDITION, value=bool(result))
    return Expr("number" if expr.type is Type.NUMBER else "cells", expr.type, value=result)


Constant = int | tuple[int, ...] | tuple[str, ...]


def _value(expr: Expr) -> Constant | None:
    """A constant as a plain value; None if it is not the same for every player."""
    match expr.value:
        case bool() | int():
            return int(expr.value)
        case (tuple() as first, *others) if all(first == other for other in others):
            return first
        case tuple() if expr.op == "sides":
            return tuple(mask for mask in expr.value if isinstance(mask, int))
    return None


def _worked_out(expr: Expr, values: list[Constant | None], board: Board) -> int | None:
    match (expr.op, *values):
        case ("not", int(value)):
            return not value
        case ("and", int(left), int(right)):
            return left & right
        case ("or", int(left), int(right)):
            return left | right
        case ("//" | "%", int(), 0):
            return None
        case (op, int(left), int(right)) if op in _SETS:
            return _SETS[op](left, right)
        case (op, int(left), int(right)) if op in _NUMBERS:
            return _NUMBERS[op](left, right)
        case (op, int(left), int(right)) if op in _COMPARISONS:
            return _COMPARISONS[op](left, right)
        case ("ring", int(cells), int(distance)):
            return _ring(board, cells, distance)
        case ("adjacent", int(cells)):
            return _around(board, cells, board.adjacency) & ~cells
        case ("adjacent", int(cells), tuple(directions)):
            return _around(board, cells, _words(directions)) & ~cells
        case ("shift", int(cells), tuple(directions)):
            return _around(board, cells, _words(directions))
        case ("ray", int(cells), tuple(directions)):
            return _rays(board, cells, _words(directions))
        case ("line_through", int(cells), tuple(directions)):
            back = [_opposite(board, word) for word in _words(directions)]
            return cells | _rays(board, cells, (*_words(directions), *back))
        case ("phase", int(number)):
            return board.phase(number)
        case ("row", int(value)):
            number = expr.args[0].type is Type.NUMBER
            return board.row(value) if number else board.row_of(value)
        case ("column", int(value)):
            number = expr.args[0].type is Type.NUMBER
            return board.column(value) if number else board.column_of(value)
        case ("count", int(cells)):
            return cells.bit_count()
        case ("some", int(cells)):
            return cells != 0
        case ("none", int(cells)):
            return cells == 0
        case ("count" | "some" | "none" | "union", tuple(groups)):
            return _of_groups(expr.op, [mask for mask in groups if isinstance(mask, int)])
    return None


def _of_groups(op: str, groups: list[int]) -> int:
    if op != "union":
        return (len(groups) == 0) if op == "none" else len(groups) if op == "count" else 1
    joined = 0
    for group in groups:
        joined |= group
    return joined


def _words(directions: Iterable[object]) -> tuple[str, ...]:
    return tuple(word for word in directions if isinstance(word, str))


def _joined(expr: Expr) -> Expr:
    """Directions of both sides, player by player."""
    sides = [arg.value for arg in expr.args if isinstance(arg.value, tuple)]
    players = zip(*sides, strict=True)
    value = tuple(
        tuple(dict.fromkeys(word for part in parts if isinstance(part, tuple) for word in part))
        for parts in players
    )
    return Expr("directions", Type.DIRECTIONS, value=value)


def _step(board: Board, cells: int, direction: str) -> int:
    shift = board.shifts[direction]
    return (cells << shift if shift > 0 else cells >> -shift) & board.full


def _around(board: Board, cells: int, directions: Iterable[str]) -> int:
    found = 0
    for direction in directions:
        found |= _step(board, cells, direction)
    return found


def _rays(board: Board, cells: int, directions: Iterable[str]) -> int:
    found = 0
    for direction in directions:
        front = cells
        while front := _step(board, front, direction):
            found |= front
    return found


def _opposite(board: Board, direction: str) -> str:
    every = board.directions
    return every[(every.index(direction) + len(every) // 2) % len(every)]


def _ring(board: Board, cells: int, distance: int) -> int:
    """Cells that so many steps in any direction reach, and no fewer."""
    if distance < 0:
        return 0
    inside, front = cells, cells
    for _ in range(distance):
        front = _around(board, front, board.directions) & ~inside
        inside |= front
        if not front:
            break
    return front
