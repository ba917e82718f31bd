"""Chance, and the one place for it: dealing colored pieces onto a board.

The generator and the shuffle are fixed by name, so that a seed gives the same deal in any engine
in any language; a record nevertheless keeps the deal itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from core.board import Board
from core.errors import DealError

Item = TypeVar("Item")

_WORD = 1 << 64
_SWAPS = 4000
"""Swaps that are tried before a deal is given up. 13 colors on 169 cells need about 30, two colors
on a checkerboard of 64 cells up to about 800."""


class SplitMix64:
    """A stream of 64-bit numbers from a seed.

    Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
    OOPSLA 2014; the variant of Vigna's splitmix64.c.
    """

    def __init__(self, seed: int) -> None:
        """Begin the stream of `seed`, taken modulo 2 to the 64th."""
        self._state = seed % _WORD

    def next(self) -> int:
        """The next number, from 0 to 2 to the 64th - 1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) % _WORD
        mixed = self._state
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 % _WORD
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB % _WORD
        return mixed ^ (mixed >> 31)

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1, all equally likely.

        Numbers of the stream from the largest multiple of `limit` on are passed over.

        Raises:
            ValueError: `limit` is below 1 or above 2 to the 64th.
        """
        if not 1 <= limit <= _WORD:
            raise ValueError(f"expected a limit from 1 to 2 to the 64th, got {limit}")
        fair = _WORD - _WORD % limit
        while (number := self.next()) >= fair:
            pass
        return number % limit


def shuffled(items: Sequence[Item], rng: SplitMix64) -> list[Item]:
    """The items in random order, every order equally likely.

    Source: Fisher and Yates' shuffle, from the last place down to the second.
    """
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = rng.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def deal(
    board: Board, cells: Sequence[int], colors: int, copies: int, apart: bool, seed: int
) -> dict[str, int]:
    """Colored pieces at random on these cells, as cell name -> color from 0.

    All pieces are dealt; where there are more cells than pieces, some stay empty. The order of
    the answer is that of `cells`.

    Pieces are shuffled onto the cells. To keep equal colors apart, a piece that touches its own
    color is drawn and changes places with another, drawn too, for which fewer such pairs remain;
    when there is none it changes places with any, so that the search goes on. The work has a
    bound, whatever the board.

    Args:
        board: Gives the names and the neighbors.
        cells: Places in `board.cells`, each at most once.
        colors: How many colors.
        copies: Pieces of each color.
        apart: Whether no two neighbors may share a color.
        seed: The same seed gives the same deal.

    Raises:
        DealError: There are more pieces than cells, colors cannot be kept apart, or no way to do
            so was found.
    """
    pieces = colors * copies
    if pieces > len(cells):
        raise DealError(
            f"{colors} colors of {copies} pieces are {pieces} pieces, but there are only"
            f" {len(cells)} cells for them"
        )
    rng = SplitMix64(seed)
    supply: list[int | None] = [color for color in range(colors) for _ in range(copies)]
    supply += [None] * (len(cells) - pieces)
    filling = dict(zip(cells, shuffled(supply, rng), strict=True))
    if apart:
        _keep_apart(board, filling, copies, rng)
    return {board.cells[cell]: color for cell, color in filling.items() if color is not None}


def _keep_apart(board: Board, filling: dict[int, int | None], copies: int, rng: SplitMix64) -> None:
    """Swap pieces until no neighbors share a color."""
    cells = list(filling)
    room = len(cells) - _pairs(board, cells)
    if copies > room:
        raise DealError(
            f"{copies} pieces of a color cannot be kept apart on {len(cells)} cells;"
            f" there is room for at most {room}"
        )
    for _ in range(_SWAPS):
        clashing = [cell for cell in cells if _clashes(board, filling, cell)]
        if not clashing:
            return
        cell = clashing[rng.below(len(clashing))]
        others = shuffled(cells, rng)
        other = next(
            (other for other in others if _gain(board, filling, cell, other) > 0), others[0]
        )
        filling[cell], filling[other] = filling[other], filling[cell]
    raise DealError(
        f"no way was found to deal {copies} pieces of each color onto {len(cells)} cells"
        " with no two of a color side by side"
    )


def _pairs(board: Board, cells: Sequence[int]) -> int:
    """A number of pairs of neighbors with no cell in two of them.

    A color can hold one cell of each pair at most.
    """
    free = set(cells)
    pairs = 0
    for cell in cells:
        partner = next((other for other in board.neighbors[cell] if other in free), None)
        if cell in free and partner is not None:
            free -= {cell, partner}
            pairs += 1
    return pairs


def _clashes(board: Board, filling: dict[int, int | None], cell: int) -> int:
    """How many neighbors of a cell have its color."""
    color = filling[cell]
    if color is None:
        return 0
    return sum(filling.get(neighbor) == color for neighbor in board.neighbors[cell])


def _gain(board: Board, filling: dict[int, int | None], cell: int, other: int) -> int:
    """How many pairs of equal neighbors fewer there are once two cells have swapped pieces."""
    if filling[cell] == filling[other]:
        return 0
    before = _clashes(board, filling, cell) + _clashes(board, filling, other)
    filling[cell], filling[other] = filling[other], filling[cell]
    after = _clashes(board, filling, cell) + _clashes(board, filling, other)
    filling[cell], filling[other] = filling[other], filling[cell]
    return before - after
