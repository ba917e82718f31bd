"""Plain second versions of four games, to compare the real ones with.

Written from the rules of each game, with sets of cell names and flood fills, knowing nothing of
game files, boards or bits. They are slow and meant to be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

Around = dict[str, tuple[str | None, ...]]
"""Cell -> what lies on each of its sides, clockwise; None is off the board."""


def square(size: int, steps: Sequence[tuple[int, int]]) -> Around:
    """A square board with `steps` (to the right, to the next number) as the sides of a cell."""
    cells = {(x, y): f"{chr(ord('a') + x)}{y + 1}" for y in range(size) for x in range(size)}
    return {
        name: tuple(cells.get((x + right, y + up)) for right, up in steps)
        for (x, y), name in cells.items()
    }


FOUR = ((0, 1), (1, 0), (0, -1), (-1, 0))
EIGHT = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


def hexagon(*lengths: int) -> Around:
    """A board of hexagonal cells in centered rows of these lengths, the bottom row first."""
    widest = max(lengths)
    cells = {
        (widest - length + 2 * place, y): f"{chr(ord('a') + y)}{place + 1}"
        for y, length in enumerate(lengths)
        for place in range(length)
    }
    steps = ((1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1))
    return {
        name: tuple(cells.get((x + right, y + up)) for right, up in steps)
        for (x, y), name in cells.items()
    }


def regular(side: int) -> Around:
    """A regular hexagon of `side` cells a side."""
    rows = range(2 * side - 1)
    return hexagon(*(side + min(row, 2 * side - 2 - row) for row in rows))


def groups(around: Around, cells: Iterable[str]) -> list[frozenset[str]]:
    """The connected parts of a set of cells."""
    left = set(cells)
    parts = []
    while left:
        part = {left.pop()}
        border = list(part)
        while border:
            for other in around[border.pop()]:
                if other in left:
                    left.remove(other)
                    part.add(other)
                    border.append(other)
        parts.append(frozenset(part))
    return parts


def touched(
    around: Around, parts: Iterable[frozenset[str]], cells: Iterable[str]
) -> list[frozenset[str]]:
    """Those of the parts that lie beside one of the cells."""
    beside = {other for cell in cells for other in around[cell]}
    return [part for part in parts if part & beside]


class Oust:
    """Oust: black is seat 0 until a swap."""

    def __init__(self, around: Around, pie: bool = False) -> None:
        """An empty board."""
        self.around = around
        self.pie = pie
        self.stones: dict[str, int] = {}
        self.mover: int | None = 0
        self.winner: int | None = None
        self.turn = 1
        self.step = 0

    def tokens(self) -> list[str]:
        """What the mover may do, sorted."""
        if self.mover is None:
            return []
        placeable = self._placeable()
        if self.step == 0 and not placeable:
            placeable = ["pass"]
        if self.pie and self.turn == 2 and self.step == 0:
            placeable.append("swap")
        return sorted(placeable)

    def play(self, token: str) -> None:
        """Make one step."""
        assert self.mover is not None
        if token == "swap":
            self.stones = {cell: 1 - seat for cell, seat in self.stones.items()}
            self._end_turn()
        elif token == "pass":
            self._end_turn()
        else:
            self._place(token)

    def _place(self, cell: str) -> None:
        assert self.mover is not None
        new, victims = self._capture(cell, *self._parts())
        self.stones[cell] = self.mover
        self.step += 1
        if new == {cell}:
            self._end_turn()
            return
        for victim in victims:
            for stone in victim:
                del self.stones[stone]
        if set(self.stones.values()) == {self.mover}:
            self.winner, self.mover = self.mover, None
        elif not self._placeable():
            self._end_turn()

    def _placeable(self) -> list[str]:
        found = []
        parts = self._parts()
        for cell in self.around.keys() - self.stones.keys():
            new, victims = self._capture(cell, *parts)
            if new == {cell} or (victims and all(len(victim) < len(new) for victim in victims)):
                found.append(cell)
        return found

    def _parts(self) -> tuple[list[frozenset[str]], list[frozenset[str]]]:
        """The mover's groups, and the other's."""
        mine = (cell for cell, seat in self.stones.items() if seat == self.mover)
        enemy = (cell for cell, seat in self.stones.items() if seat != self.mover)
        return groups(self.around, mine), groups(self.around, enemy)

    def _capture(
        self, cell: str, mine: list[frozenset[str]], enemy: list[frozenset[str]]
    ) -> tuple[frozenset[str], list[frozenset[str]]]:
        """The group a stone on this cell makes, and the enemy groups that group touches."""
        new = frozenset({cell}).union(*touched(self.around, mine, {cell}))
        return new, touched(self.around, enemy, new)

    def _end_turn(self) -> None:
        assert self.mover is not None
        self.mover = 1 - self.mover
        self.turn += 1
        self.step = 0


class Rive:
    """Rive, without a pie."""

    def __init__(self, around: Around) -> None:
        """An empty board."""
        self.around = around
        self.stones: dict[str, int] = {}
        self.mover: int | None = 0
        self.winner: int | None = None
        self.pivot: str | None = None
        """The stone that merged groups, while the new group is shrunk."""
        self.target = 0

    def tokens(self) -> list[str]:
        """What the mover may do, sorted."""
        if self.mover is None:
            return []
        if self.pivot is not None:
            cluster = self.cluster()
            return sorted(
                f"-{stone}" for stone in cluster if len(groups(self.around, cluster - {stone})) == 1
            )
        parts = groups(self.around, self.stones)
        sizes = {
            cell: max(map(len, touched(self.around, parts, {cell})), default=0)
            for cell in self.around.keys() - self.stones.keys()
        }
        return sorted(cell for cell, size in sizes.items() if size == min(sizes.values()))

    def play(self, token: str) -> None:
        """Make one step."""
        assert self.mover is not None
        if token.startswith("-"):
            del self.stones[token[1:]]
            if len(self.cluster()) == self.target:
                self.pivot = None
            return
        beside = touched(self.around, groups(self.around, self.stones), {token})
        self.stones[token] = self.mover
        if len(beside) > 1:
            self.pivot, self.target = token, max(map(len, beside)) + 1
        elif len(self.stones) == len(self.around):
            black = sum(seat == 0 for seat in self.stones.values())
            self.winner = 0 if 2 * black > len(self.around) else 1
            self.mover = None
        else:
            self.mover = 1 - self.mover

    def cluster(self) -> frozenset[str]:
        """The group of the stone that merged."""
        parts = groups(self.around, self.stones)
        return next(part for part in parts if self.pivot in part)


class Nibble:
    """Nibble, played to the bare board."""

    def __init__(self, around: Around, deal: dict[str, int], corner: int, big: int) -> None:
        """The dealt blocks, with `corner` open sides to take one and `big` of three colors to win.

        A majority is more than half, of a color's blocks as of the colors.
        """
        self.around = around
        self.blocks = dict(deal)
        self.colors = max(deal.values()) + 1
        self.corner = corner
        self.big = big
        self.held = [[0] * self.colors, [0] * self.colors]
        self.mover: int | None = 0
        self.winner: int | None = None
        self.reason = ""
        self.tint: int | None = None
        """The color of this turn, once a block is taken."""

    def tokens(self) -> list[str]:
        """What the mover may do, sorted."""
        if self.mover is None:
            return []
        return sorted([*self._takes(), *(["stop"] if self.tint is not None else [])])

    def play(self, token: str) -> None:
        """Make one step."""
        assert self.mover is not None
        if token == "stop":
            self._end_turn()
            return
        color = self.blocks.pop(token[1:])
        hand = self.held[self.mover]
        hand[color] += 1
        self.tint = color
        big = [count >= self.big for count in hand]
        if hand[color] == self.colors:
            self._win(self.mover, "all_of_one")
        elif any(big[first : first + 3] == [True] * 3 for first in range(self.colors)):
            self._win(self.mover, "three_in_row")
        elif not self.blocks:
            ahead = self.majorities(0) > self.majorities(1)
            self._win(0 if ahead else 1, "bare")
        elif not self._takes():
            self._end_turn()

    def majorities(self, seat: int) -> int:
        """In how many colors a seat holds more than half the blocks."""
        return sum(2 * count > self.colors for count in self.held[seat])

    def open_run(self, cell: str) -> int:
        """The longest run of sides with no block behind them, around a cell."""
        opened = [other not in self.blocks for other in self.around[cell]]
        run = longest = 0
        for free in opened * 2:
            run = run + 1 if free else 0
            longest = max(longest, run)
        return min(longest, len(opened))

    def _takes(self) -> list[str]:
        return [
            f"-{cell}"
            for cell, color in self.blocks.items()
            if self.tint in (None, color)
            and self.open_run(cell) >= self.corner
            and len(groups(self.around, self.blocks.keys() - {cell})) <= 1
        ]

    def _win(self, seat: int, reason: str) -> None:
        self.winner, self.mover, self.reason = seat, None, reason

    def _end_turn(self) -> None:
        assert self.mover is not None
        self.mover = 1 - self.mover
        self.tint = None


class Reversi:
    """Reversi on a board of any even size."""

    def __init__(self, size: int, anti: bool = False) -> None:
        """The four discs in the middle; `anti` makes fewer discs win."""
        self.around = square(size, EIGHT)
        self.anti = anti
        low, high = size // 2, size // 2 + 1
        left, right = chr(ord("a") + low - 1), chr(ord("a") + high - 1)
        self.stones = {f"{left}{low}": 1, f"{right}{high}": 1}
        self.stones |= {f"{right}{low}": 0, f"{left}{high}": 0}
        self.mover: int | None = 0
        self.winner: int | None = None

    def tokens(self) -> list[str]:
        """What the mover may do, sorted."""
        if self.mover is None:
            return []
        return sorted(self._moves(self.mover)) or ["pass"]

    def play(self, token: str) -> None:
        """Make one step."""
        assert self.mover is not None
        if token != "pass":
            for cell in {token, *self.flipped(token, self.mover)}:
                self.stones[cell] = self.mover
        if self._moves(0) or self._moves(1):
            self.mover = 1 - self.mover
        else:
            white = sum(self.stones.values())
            lead = len(self.stones) - 2 * white
            if lead:
                self.winner = int((lead < 0) != self.anti)
            self.mover = None

    def flipped(self, cell: str, seat: int) -> set[str]:
        """The enemy discs between a cell and the seat's own discs."""
        found: set[str] = set()
        for direction in range(8):
            row = []
            for other in self._ray(cell, direction):
                if self.stones.get(other) != 1 - seat:
                    if self.stones.get(other) == seat:
                        found.update(row)
                    break
                row.append(other)
        return found

    def _ray(self, cell: str, direction: int) -> Iterator[str]:
        following = self.around[cell][direction]
        while following is not None:
            yield following
            following = self.around[following][direction]

    def _moves(self, seat: int) -> list[str]:
        return [
            cell for cell in self.around if cell not in self.stones and self.flipped(cell, seat)
        ]


Model = Oust | Rive | Nibble | Reversi


def model(game: str, deal: dict[str, int] | None = None) -> Model:
    """The plain version of a game, by its id with all variants."""
    layout = deal or {}
    match game.replace(":", " ").replace("+", " ").split():
        case ["oust", "square-11", *opening]:
            return Oust(square(11, FOUR), pie="no-pie" not in opening)
        case ["oust", size, *opening]:
            return Oust(regular(int(size.removeprefix("size-"))), pie="no-pie" not in opening)
        case ["rive", "medium"]:
            return Rive(hexagon(5, 6, 7, 6, 5))
        case ["rive", size]:
            return Rive(regular(int(size.removeprefix("size-"))))
        case ["nibble", "nine"]:
            return Nibble(square(9, FOUR), layout, corner=2, big=7)
        case ["nibble", "thirteen"]:
            return Nibble(square(13, FOUR), layout, corner=2, big=10)
        case ["nibble", "hexagon"]:
            return Nibble(regular(8), layout, corner=3, big=10)
        case ["reversi", size, *goal]:
            return Reversi(int(size.partition("x")[0]), anti="anti" in goal)
    raise ValueError(f"no plain version of {game!r}")
