"""In which ways a game may be turned, mirrored, and played from the other side, unchanged.

The board alone says which ways there could be. Whether the rules agree is tried out: some random
games are played side by side with their images, and must offer the same steps, mirrored, all along
and end alike. That can overlook a rule that few games come to; nothing but the quality of an
evaluation hangs on it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import cast

from core.board import Board
from core.rules.evaluation import Orbit
from core.rules.game import Game
from core.rules.layout import ONGOING
from core.rules.machine import Code, State

GAMES = 4
"""Random games that are played beside each image."""
LONGEST = 200
"""Steps of one of them at the most."""


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A way to see a game of two sides."""

    image: Mapping[int, int]
    """Bit number of each cell -> that of its image."""
    swaps: bool
    """Whether the sides change places."""

    def cells(self, cells: int) -> int:
        """The image of a set of cells."""
        found = 0
        while cells:
            lowest = cells & -cells
            found |= 1 << self.image[lowest.bit_length() - 1]
            cells ^= lowest
        return found


def images(board: Board) -> Iterator[Mapping[int, int]]:
    """The ways to turn and mirror a board onto itself: bit number -> bit number; first as it is.

    Source: they are the affine maps of its coordinates that keep the set of directions.
    """
    stride = board.stride
    spots = [divmod(bit, stride) for bit in board.bits]
    known, count = set(spots), len(spots)

    def vectors(names: tuple[str, ...]) -> set[tuple[int, int]]:
        found = set()
        for name in names:
            shift = board.shifts[name]
            rows = (shift + stride // 2) // stride
            found.add((rows, shift - rows * stride))
        return found

    kept = [vectors(board.orthogonal), vectors(board.directions)]
    matrices = [(1, 0, 0, 1), *product((1, 0, -1), repeat=4)]
    for a, b, c, d in dict.fromkeys(matrices):
        if any({(a * y + b * x, c * y + d * x) for y, x in some} != some for some in kept):
            continue
        moved = [(a * y + b * x, c * y + d * x) for y, x in spots]
        down = sum(y for y, _ in spots) - sum(y for y, _ in moved)
        right = sum(x for _, x in spots) - sum(x for _, x in moved)
        if down % count or right % count:
            continue
        moved = [(y + down // count, x + right // count) for y, x in moved]
        if set(moved) == known:
            yield {bit: y * stride + x for bit, (y, x) in zip(board.bits, moved, strict=True)}


def symmetries(game: Game, seed: int = 0) -> tuple[Symmetry, ...]:
    """Those of a game for two; that everything stays as it is is the first."""
    found = (Symmetry(image, swaps) for swaps in (False, True) for image in images(game.board))
    return tuple(one for one in found if _holds(game, one, seed))


def orbits(game: Game, ways: tuple[Symmetry, ...]) -> tuple[Orbit, ...]:
    """The cells that a game does not tell apart, for each type of piece that somebody owns."""
    found = []
    for kind, piece in enumerate(game.definition.pieces):
        if not (piece.owned and game.layout.owned):
            continue
        left = [set(game.board.bits), set(game.board.bits)]
        for side in range(2):
            while left[side]:
                cell = min(left[side])
                sets = [0, 0]
                for way in ways:
                    sets[side ^ way.swaps] |= 1 << way.image[cell]
                for one in range(2):
                    left[one] -= {bit for bit in game.board.bits if sets[one] >> bit & 1}
                found.append(Orbit(kind, (sets[0], sets[1])))
    return tuple(found)


def _holds(game: Game, way: Symmetry, seed: int) -> bool:
    rng = random.Random(seed)
    return all(_is_alike(game, way, game.start(seed=n).state, rng) for n in range(GAMES))


def _is_alike(game: Game, way: Symmetry, state: State, rng: random.Random) -> bool:
    """Play a random game and its image."""
    machine, place = game.machine, game.layout.place
    image = _image(game, way, state)
    for _ in range(LONGEST):
        state, codes = machine.settle(state)
        image, found = machine.settle(image)
        if not codes or not found:
            winner = state[place["winner"]]
            if way.swaps and winner in (0, 1):
                winner = 1 - winner
            return not codes and not found and winner == image[place["winner"]]
        known = {_parts(game, code): code for code in found}
        steps = {_parts(game, code, way): code for code in codes}
        if known.keys() != steps.keys():
            return False
        chosen = rng.choice(sorted(steps))
        state = cast(State, machine.play(state, steps[chosen]))
        image = cast(State, machine.play(image, known[chosen]))
    return bool(state[place["winner"]] == image[place["winner"]] == ONGOING)


def _image(game: Game, way: Symmetry, state: State) -> State:
    """The image of a first position."""
    fields = dict(zip(game.layout.place, state, strict=True))
    seen = dict(fields)
    for name, value in fields.items():
        if name in ("own0", "own1"):
            name = f"own{int(name[-1]) ^ way.swaps}"
        if name.startswith(("own", "kind")) or name == "neutral":
            seen[name] = way.cells(value)
        elif name == "colors":
            seen[name] = tuple(map(way.cells, value))
        elif name == "mover" and way.swaps:
            seen[name] = 1 - value
    if "past" in seen:
        board = tuple(seen[name] for name in game.layout.board_fields)
        seen["past"] = frozenset({board})
    return tuple(seen.values())


def _parts(game: Game, code: Code, way: Symmetry | None = None) -> tuple[int, int, int]:
    """(action, origin, here) of the image of a step."""
    if code < 0:
        return code, 0, 0
    action, origin, here = game.machine.parts(code)
    verb = game.definition.actions[action].verb
    origin = origin if verb == "move" else here
    return (action, origin, here) if way is None else (action, way.image[origin], way.image[here])
