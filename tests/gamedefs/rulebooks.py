"""Plain second versions of the shipped games, to compare the game files with.

Written from the rules of each game over a dictionary of points, one class a game (or a family),
knowing nothing of game files, sets or bits. They are slow and meant to be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

Point = tuple[int, int]
"""(column, row), both from 0, row 0 at the bottom; axial on hexagonal cells."""

STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
SLANTING = ((1, 1), (1, -1), (-1, -1), (-1, 1))
EIGHT = STRAIGHT + SLANTING
SIX = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The neighbors of a hexagonal cell: right, up right, up left, and so on."""


class Mark(NamedTuple):
    """A piece on the board."""

    seat: int | None
    kind: str


def rectangle(columns: int, rows: int) -> dict[Point, str]:
    """Points and names of square cells."""
    return {(x, y): f"{chr(ord('a') + x)}{y + 1}" for y in range(rows) for x in range(columns)}


def rhombus(side: int) -> dict[Point, str]:
    """Points and names of a rhombus that leans to the left."""
    return {(x - y, y): name for (x, y), name in rectangle(side, side).items()}


def hexagon(side: int) -> dict[Point, str]:
    """Points and names of a regular hexagon: rows of letters, counted from the left."""
    cells = {}
    for y in range(2 * side - 1):
        length = 2 * side - 1 - abs(y - side + 1)
        for place in range(length):
            cells[place - min(y, side - 1), y] = f"{chr(ord('a') + y)}{place + 1}"
    return cells


def triangle(side: int) -> dict[Point, str]:
    """Points and names of a triangle with its tip at the top."""
    return {(x, y): f"{chr(ord('a') + y)}{x + 1}" for y in range(side) for x in range(side - y)}


def beside(point: Point, step: Point, times: int = 1) -> Point:
    """The point so many steps away."""
    return point[0] + times * step[0], point[1] + times * step[1]


class Rulebook:
    """One game in progress: what is on the board, whose turn it is, how it ended."""

    steps: tuple[Point, ...] = EIGHT
    """To what counts as a neighbor."""

    def __init__(self, board: dict[Point, str]) -> None:
        """An empty board."""
        self.board = board
        self.point = {name: point for point, name in board.items()}
        self.on: dict[Point, Mark] = {}
        self.mover = 0
        self.over = False
        self.winner: int | None = None
        self.shared: tuple[int, ...] = ()
        """Seats that share the win."""

    def tokens(self) -> list[str]:
        """What the mover may do."""
        raise NotImplementedError

    def play(self, token: str) -> None:
        """Make one of these steps."""
        raise NotImplementedError

    def stuck(self) -> None:
        """The mover can do nothing at the beginning of a turn; usually that loses."""
        self.finish(1 - self.mover)

    def finish(self, winner: int | None) -> None:
        """End the game; None is a draw."""
        self.over, self.winner = True, winner

    def hand_over(self) -> None:
        """End the turn."""
        self.mover = 1 - self.mover
        if not self.tokens():
            self.stuck()

    def put(self, token: str, kind: str = "stone") -> Point:
        """Place a piece of the mover."""
        point = self.point[token]
        self.on[point] = Mark(self.mover, kind)
        return point

    def carry(self, token: str) -> tuple[Point, Point]:
        """Move a piece, taking what it lands on; gives origin and goal."""
        origin, goal = (self.point[name] for name in token.lstrip("AW").split("-"))
        self.on[goal] = self.on.pop(origin)
        return origin, goal

    def written(self, origin: Point, goal: Point) -> str:
        """A move as a token."""
        return f"{self.board[origin]}-{self.board[goal]}"

    def empty(self) -> list[Point]:
        """Points without a piece."""
        return [point for point in self.board if point not in self.on]

    def empty_names(self) -> list[str]:
        """Names of the empty cells."""
        return [self.board[point] for point in self.empty()]

    def own(self, seat: int) -> list[Point]:
        """Points with a piece of a seat."""
        return [point for point, mark in self.on.items() if mark.seat == seat]

    def seat_at(self, point: Point) -> int | None:
        """Whose piece is on a point."""
        return self.on[point].seat if point in self.on else None

    def around(self, point: Point, steps: Iterable[Point] | None = None) -> list[Point]:
        """The neighbors of a point."""
        chosen = self.steps if steps is None else steps
        return [near for step in chosen if (near := beside(point, step)) in self.board]

    def ray(self, point: Point, step: Point) -> Iterator[Point]:
        """The points from here to the edge, the nearest first."""
        while (point := beside(point, step)) in self.board:
            yield point

    def reach(self, point: Point, steps: Iterable[Point]) -> list[Point]:
        """The empty points that a straight ride over empty points can end on."""
        found = []
        for step in steps:
            for near in self.ray(point, step):
                if near in self.on:
                    break
                found.append(near)
        return found

    def parts(self, points: Iterable[Point]) -> list[set[Point]]:
        """The connected parts of some points."""
        left, found = set(points), []
        while left:
            part, border = set(), [left.pop()]
            while border:
                part.add(border[-1])
                near = left.intersection(self.around(border.pop()))
                left -= near
                border += near
            found.append(part)
        return found

    def lengths(self, point: Point, axes: Iterable[Point]) -> list[int]:
        """How long the rows of like pieces through a point are, one number an axis."""
        mark = self.on[point]
        found = []
        for step in axes:
            length = 1
            for way in (step, (-step[0], -step[1])):
                for near in self.ray(point, way):
                    if self.on.get(near) != mark:
                        break
                    length += 1
            found.append(length)
        return found


SQUARE_AXES = ((1, 0), (0, 1), (1, 1), (1, -1))
HEX_AXES = ((1, 0), (0, 1), (-1, 1))


class Lines(Rulebook):
    """Place a stone a turn; the length of the row it makes decides."""

    def __init__(
        self,
        board: dict[Point, str],
        verdict: Callable[[list[int]], str],
        axes: tuple[Point, ...] = SQUARE_AXES,
        kind: str = "stone",
        falling: bool = False,
    ) -> None:
        """`verdict` says "win", "lose" or "" of the lengths that a stone makes."""
        super().__init__(board)
        self.verdict, self.axes, self.kind, self.falling = verdict, axes, kind, falling

    def tokens(self) -> list[str]:
        """Any empty cell, or the lowest of each column."""
        return [
            self.board[x, y]
            for x, y in self.empty()
            if not self.falling or y == 0 or (x, y - 1) in self.on
        ]

    def play(self, token: str) -> None:
        """Place, and judge."""
        verdict = self.verdict(self.lengths(self.put(token, self.kind), self.axes))
        if verdict:
            self.finish(self.mover if verdict == "win" else 1 - self.mover)
        else:
            self.hand_over()

    def stuck(self) -> None:
        """A full board is a draw."""
        self.finish(None)


class Connect6(Rulebook):
    """One stone, then two a turn."""

    def __init__(self, size: int) -> None:
        """An empty board; one stone to place."""
        super().__init__(rectangle(size, size))
        self.left = 1

    def tokens(self) -> list[str]:
        """Any empty cell."""
        return self.empty_names()

    def play(self, token: str) -> None:
        """Place one stone of the turn."""
        if max(self.lengths(self.put(token), SQUARE_AXES)) >= 6:
            self.finish(self.mover)
            return
        self.left -= 1
        if not self.left:
            self.left = 2
            self.hand_over()
        elif not self.empty():
            self.finish(None)

    def stuck(self) -> None:
        """A full board is a draw."""
        self.finish(None)


class Pente(Rulebook):
    """Five in a row, or captured pairs (threes as well in Keryo)."""

    def __init__(self, size: int, keryo: bool = False, pro: bool = False) -> None:
        """An empty board."""
        super().__init__(rectangle(size, size))
        self.captures = (2, 3) if keryo else (2,)
        self.prize = 15 if keryo else 10
        self.pro = pro
        self.middle = size // 2
        self.took = [0, 0]
        self.turn = 1

    def tokens(self) -> list[str]:
        """The middle first; in the strict opening the third stone far from it."""
        return [self.board[point] for point in self.empty() if self._may(point)]

    def _may(self, point: Point) -> bool:
        away = max(abs(point[0] - self.middle), abs(point[1] - self.middle))
        if self.turn == 1:
            return away == 0
        return away > 2 if self.pro and self.turn == 3 else True

    def play(self, token: str) -> None:
        """Place, and take what is bracketed."""
        point = self.put(token)
        for step in EIGHT:
            for count in self.captures:
                row = [beside(point, step, times) for times in range(1, count + 1)]
                last = beside(point, step, count + 1)
                enemy = all(self.seat_at(one) == 1 - self.mover for one in row)
                if enemy and self.seat_at(last) == self.mover:
                    self.took[self.mover] += count
                    for one in row:
                        del self.on[one]
        self.turn += 1
        long = max(self.lengths(point, SQUARE_AXES)) >= 5
        if long or self.took[self.mover] >= self.prize:
            self.finish(self.mover)
        else:
            self.hand_over()

    def stuck(self) -> None:
        """A full board is a draw."""
        self.finish(None)


class OrderAndChaos(Rulebook):
    """Two sorts of marks that belong to nobody."""

    def __init__(self, six: bool = False) -> None:
        """An empty board; `six` lets six in a row count."""
        super().__init__(rectangle(6, 6))
        self.six = six

    def tokens(self) -> list[str]:
        """Either mark on any empty cell."""
        return [sign + name for sign in "XO" for name in self.empty_names()]

    def play(self, token: str) -> None:
        """Place a mark, and look for five."""
        point = self.point[token[1:]]
        self.on[point] = Mark(None, {"X": "cross", "O": "nought"}[token[0]])
        lengths = self.lengths(point, SQUARE_AXES)
        if 5 in lengths or (self.six and 6 in lengths):
            self.finish(0)
        elif not self.empty():
            self.finish(1)
        else:
            self.mover = 1 - self.mover


class Amazons(Rulebook):
    """Move like a queen, shoot like a queen."""

    def __init__(self, size: int, white: str, black: str) -> None:
        """The amazons on these cells."""
        super().__init__(rectangle(size, size))
        for seat, cells in enumerate((white, black)):
            for name in cells.split():
                self.on[self.point[name]] = Mark(seat, "amazon")
        self.archer: Point | None = None

    def tokens(self) -> list[str]:
        """Walks, or shots of the amazon that has walked."""
        if self.archer is not None:
            return [self.board[goal] for goal in self.reach(self.archer, EIGHT)]
        return [
            self.written(origin, goal)
            for origin in self.own(self.mover)
            for goal in self.reach(origin, EIGHT)
        ]

    def play(self, token: str) -> None:
        """Walk or shoot."""
        if self.archer is None:
            _, self.archer = self.carry(token)
        else:
            self.on[self.point[token]] = Mark(None, "arrow")
            self.archer = None
            self.hand_over()


class Isolation(Rulebook):
    """Step, then punch a hole."""

    def __init__(self, columns: int, rows: int, bases: str) -> None:
        """The pawns on their bases, White's first."""
        super().__init__(rectangle(columns, rows))
        self.bases = [self.point[name] for name in bases.split()]
        for seat, point in enumerate(self.bases):
            self.on[point] = Mark(seat, "pawn")
        self.punching = False

    def tokens(self) -> list[str]:
        """Steps of the pawn, or squares to take away."""
        if self.punching:
            return [self.board[point] for point in self.empty() if point not in self.bases]
        (pawn,) = self.own(self.mover)
        return [self.written(pawn, goal) for goal in self.around(pawn) if goal not in self.on]

    def play(self, token: str) -> None:
        """Step or punch."""
        if self.punching:
            self.on[self.point[token]] = Mark(None, "hole")
        else:
            self.carry(token)
        self.punching = not self.punching
        if not self.punching:
            self.hand_over()
        elif not self.tokens():
            self.punching = False
            self.hand_over()


class Stones(Rulebook):
    """What Go, Atari Go, NoGo and Gonnect share: groups and their liberties."""

    steps = STRAIGHT

    def __init__(self, size: int) -> None:
        """An empty board."""
        super().__init__(rectangle(size, size))
        self.size = size

    def after(self, point: Point) -> tuple[dict[Point, Mark], int, bool]:
        """The board after a stone and its captures, how many it takes, and whether it dies."""
        before, self.on = self.on, {**self.on, point: Mark(self.mover, "stone")}
        taken = self.dead(1 - self.mover)
        for one in taken:
            del self.on[one]
        dies = bool(self.dead(self.mover))
        after, self.on = self.on, before
        return after, len(taken), dies

    def dead(self, seat: int) -> list[Point]:
        """The stones of a seat whose group has no empty neighbor."""
        return [
            point
            for part in self.parts(self.own(seat))
            if not any(near not in self.on for one in part for near in self.around(one))
            for point in part
        ]

    def allowed(self, board: dict[Point, Mark], taken: int, dies: bool) -> bool:
        """Whether a stone may lead there."""
        return not dies

    def tokens(self) -> list[str]:
        """Empty cells on which a stone is allowed."""
        return [self.board[one] for one in self.empty() if self.allowed(*self.after(one))]

    def play(self, token: str) -> None:
        """Place and capture."""
        self.on, taken, _ = self.after(self.point[token])
        self.judge(taken)

    def judge(self, taken: int) -> None:
        """What follows a stone."""
        self.hand_over()


class AtariGo(Stones):
    """The first capture wins."""

    def judge(self, taken: int) -> None:
        """A capture ends the game."""
        if taken:
            self.finish(self.mover)
        else:
            self.hand_over()


class NoGo(Stones):
    """No capture is allowed."""

    def allowed(self, board: dict[Point, Mark], taken: int, dies: bool) -> bool:
        """Neither a capture nor a suicide."""
        return not taken and not dies


class Gonnect(Stones):
    """Connect two opposite sides; no board may come back."""

    def __init__(self, size: int) -> None:
        """An empty board, which has been seen."""
        super().__init__(size)
        self.seen = {frozenset(self.on.items())}

    def allowed(self, board: dict[Point, Mark], taken: int, dies: bool) -> bool:
        """No suicide, and nothing that was there before."""
        return not dies and frozenset(board.items()) not in self.seen

    def judge(self, taken: int) -> None:
        """A group from side to side wins."""
        self.seen.add(frozenset(self.on.items()))
        for part in self.parts(self.own(self.mover)):
            for axis in (0, 1):
                if {0, self.size - 1} <= {point[axis] for point in part}:
                    self.finish(self.mover)
        if not self.over:
            self.hand_over()


class Go(Gonnect):
    """Area scoring; two passes end the game."""

    def __init__(self, size: int, komi: int) -> None:
        """An empty board."""
        super().__init__(size)
        self.komi = komi
        self.passes = 0

    def tokens(self) -> list[str]:
        """Placements, or a pass."""
        return [*super().tokens(), "pass"]

    def play(self, token: str) -> None:
        """Place or pass."""
        self.passes = self.passes + 1 if token == "pass" else 0
        if token != "pass":
            super().play(token)
        elif self.passes == 2:
            black, white = self.area(0), self.area(1) + self.komi
            self.finish(0 if black > white else 1)
        else:
            self.hand_over()

    def judge(self, taken: int) -> None:
        """Remember the board."""
        self.seen.add(frozenset(self.on.items()))
        self.hand_over()

    def area(self, seat: int) -> int:
        """Stones, and empty cells of areas that touch stones of this seat only."""
        total = len(self.own(seat))
        for part in self.parts(self.empty()):
            owners = {self.seat_at(near) for one in part for near in self.around(one)} - {None}
            total += len(part) if owners == {seat} else 0
        return total


class Ataxx(Rulebook):
    """Grow or jump, and convert."""

    def __init__(self, gaps: str = "") -> None:
        """Two blobs each in opposite corners."""
        super().__init__(rectangle(7, 7))
        for seat, cells in enumerate(("a1 g7", "a7 g1")):
            for name in cells.split():
                self.on[self.point[name]] = Mark(seat, "blob")
        for name in gaps.split():
            self.on[self.point[name]] = Mark(None, "gap")
        self.jumps = 0

    def choices(self) -> list[str]:
        """Growing and jumping."""
        found = set()
        for origin in self.own(self.mover):
            for goal in self.empty():
                away = max(abs(origin[0] - goal[0]), abs(origin[1] - goal[1]))
                if away == 1:
                    found.add(self.board[goal])
                elif away == 2:
                    found.add(self.written(origin, goal))
        return list(found)

    def tokens(self) -> list[str]:
        """Choices, or a forced pass."""
        return self.choices() or ["pass"]

    def play(self, token: str) -> None:
        """Grow, jump or pass."""
        if token != "pass":
            self.jumps = self.jumps + 1 if "-" in token else 0
            goal = self.carry(token)[1] if "-" in token else self.put(token, "blob")
            for near in self.around(goal):
                if self.seat_at(near) == 1 - self.mover:
                    self.on[near] = Mark(self.mover, "blob")
        counts = [len(self.own(seat)) for seat in (0, 1)]
        mover, self.mover = self.mover, 1 - self.mover
        if not counts[self.mover]:
            self.finish(mover)
        elif not self.empty():
            self.finish(counts.index(max(counts)))
        elif self.jumps == 100:
            self.finish(None)


class Pawns(Rulebook):
    """Breakthrough and hexapawn: pawns that only go ahead."""

    def __init__(self, columns: int, rows: int, deep: int, slanting_to_empty: bool) -> None:
        """`deep` rows of pawns each."""
        super().__init__(rectangle(columns, rows))
        self.rows = rows
        self.slanting_to_empty = slanting_to_empty
        for x, y in self.board:
            if y < deep or y >= rows - deep:
                self.on[x, y] = Mark(0 if y < deep else 1, "pawn")

    def tokens(self) -> list[str]:
        """Straight to empty cells, slanting to enemy pawns (or empty cells)."""
        found = []
        ahead = 1 if self.mover == 0 else -1
        for x, y in self.own(self.mover):
            for side in (-1, 0, 1):
                goal = (x + side, y + ahead)
                if goal in self.board:
                    owner = self.seat_at(goal)
                    free = goal not in self.on and (side == 0 or self.slanting_to_empty)
                    if free or (side and owner == 1 - self.mover):
                        found.append(self.written((x, y), goal))
        return found

    def play(self, token: str) -> None:
        """Move; the far row wins."""
        _, goal = self.carry(token)
        if goal[1] == (self.rows - 1 if self.mover == 0 else 0):
            self.finish(self.mover)
        else:
            self.hand_over()


class Connection(Rulebook):
    """Hex, Y and Havannah without the pie: what the stone's chain touches decides."""

    steps = SIX

    def __init__(self, board: dict[Point, str], done: Callable[[set[Point], int], bool]) -> None:
        """`done` says whether a chain of a seat wins."""
        super().__init__(board)
        self.done = done

    def tokens(self) -> list[str]:
        """Any empty cell."""
        return self.empty_names()

    def play(self, token: str) -> None:
        """Place, and look at the chain."""
        point = self.put(token)
        chain = next(part for part in self.parts(self.own(self.mover)) if point in part)
        if self.done(chain, self.mover):
            self.finish(self.mover)
        else:
            self.hand_over()

    def stuck(self) -> None:
        """A full board is a draw (in Havannah)."""
        self.finish(None)


def hex_done(size: int) -> Callable[[set[Point], int], bool]:
    """Red connects the first and the last row, Blue the columns."""
    return lambda chain, seat: {0, size - 1} <= {y if seat == 0 else x + y for x, y in chain}


def y_done(size: int) -> Callable[[set[Point], int], bool]:
    """All three coordinates reach zero; x + y + z is the same everywhere."""
    return lambda chain, seat: (
        min(x for x, _ in chain) == 0
        and min(y for _, y in chain) == 0
        and max(x + y for x, y in chain) == size - 1
    )


def havannah_done(size: int) -> Callable[[set[Point], int], bool]:
    """A bridge, a fork or a ring."""

    def sides(point: Point) -> list[int]:
        x, y = point
        z = x + y
        far = size - 1
        reached = (y == 0, x == far, z == 2 * far, y == 2 * far, x == -far, z == 0)
        return [side for side, on_it in enumerate(reached) if on_it]

    def done(chain: set[Point], seat: int) -> bool:
        touched = [sides(point) for point in chain]
        corners = sum(len(one) == 2 for one in touched)
        edges = {one[0] for one in touched if len(one) == 1}
        return corners >= 2 or len(edges) >= 3 or has_ring(chain)

    return done


def has_ring(chain: set[Point]) -> bool:
    """Whether a connected chain of hexagons goes around a cell.

    A hole is seen from Euler's formula: cells - touching pairs + touching triples = 1 - holes.
    Without a hole there may be a ring around cells of the chain itself.
    """
    pairs = sum(beside(cell, step) in chain for cell in chain for step in SIX) // 2
    triples = sum(
        beside(cell, SIX[one]) in chain and beside(cell, SIX[(one + 1) % 6]) in chain
        for cell in chain
        for one in range(6)
    )
    filled = any(all(beside(cell, step) in chain for step in SIX) for cell in chain)
    return filled or len(chain) - pairs + triples // 3 < 1


class Konane(Rulebook):
    """Remove two stones, then jump."""

    def __init__(self, size: int) -> None:
        """A full board."""
        super().__init__(rectangle(size, size))
        self.size = size
        self.on = {point: Mark(sum(point) % 2, "stone") for point in self.board}
        self.turn = 1
        self.gap: Point | None = None
        self.run: tuple[Point, Point] | None = None
        """The stone that has jumped in this turn, and its direction."""

    def tokens(self) -> list[str]:
        """Removals, first jumps, or further jumps."""
        if self.turn == 1:
            half = self.size // 2
            spots = [(0, 0), (half, half), (half - 1, half - 1), (self.size - 1, self.size - 1)]
            return [f"-{self.board[point]}" for point in spots]
        if self.turn == 2:
            assert self.gap is not None
            return [f"-{self.board[point]}" for point in self.around(self.gap, STRAIGHT)]
        if self.run is None:
            return [
                jump
                for one in self.own(self.mover)
                for step in STRAIGHT
                for jump in self._jump(one, step)
            ]
        return [*self._jump(*self.run), "stop"]

    def _jump(self, origin: Point, step: Point) -> list[str]:
        over, goal = beside(origin, step), beside(origin, step, 2)
        possible = self.seat_at(over) == 1 - self.mover and goal in self.board
        return [self.written(origin, goal)] if possible and goal not in self.on else []

    def play(self, token: str) -> None:
        """Remove, jump or stop."""
        if token.startswith("-"):
            self.gap = self.point[token[1:]]
            del self.on[self.gap]
        elif token != "stop":
            origin, goal = self.carry(token)
            step = ((goal[0] - origin[0]) // 2, (goal[1] - origin[1]) // 2)
            del self.on[beside(origin, step)]
            if self._jump(goal, step):
                self.run = (goal, step)
                return
        self.run = None
        self.turn += 1
        self.hand_over()


class Nim(Rulebook):
    """Rows of counters."""

    def __init__(self, rows: list[int], misere: bool = False) -> None:
        """The bottom row first."""
        names = {
            (x, y): f"{chr(ord('a') + y)}{x + 1}" for y, row in enumerate(rows) for x in range(row)
        }
        super().__init__(names)
        self.on = {point: Mark(None, "counter") for point in names}
        self.misere = misere
        self.row: int | None = None

    def tokens(self) -> list[str]:
        """Counters, of one row after the first."""
        points = [one for one in self.on if self.row in (None, one[1])]
        return [f"-{self.board[one]}" for one in points] + (
            ["stop"] if self.row is not None else []
        )

    def play(self, token: str) -> None:
        """Take one, or stop."""
        if token != "stop":
            point = self.point[token[1:]]
            del self.on[point]
            self.row = point[1]
            if any(one[1] == self.row for one in self.on):
                return
        self.row = None
        self.hand_over()

    def stuck(self) -> None:
        """Who finds no counter has lost, or won in the misere game."""
        self.finish(self.mover if self.misere else 1 - self.mover)


class LinesOfAction(Rulebook):
    """Move as far as there are pieces on the line."""

    def __init__(self, both_is_draw: bool = False) -> None:
        """Twelve pieces each along the sides."""
        super().__init__(rectangle(8, 8))
        self.both_is_draw = both_is_draw
        for x, y in self.board:
            ends = [one in (0, 7) for one in (x, y)]
            if ends in ([False, True], [True, False]):
                self.on[x, y] = Mark(0 if ends[1] else 1, "piece")

    def choices(self) -> list[str]:
        """All moves."""
        found = []
        for origin in self.own(self.mover):
            for step in EIGHT:
                back = (-step[0], -step[1])
                line = [origin, *self.ray(origin, step), *self.ray(origin, back)]
                count = sum(point in self.on for point in line)
                goal = beside(origin, step, count)
                jumped = [beside(origin, step, times) for times in range(1, count)]
                blocked = any(self.seat_at(one) == 1 - self.mover for one in jumped)
                if goal in self.board and self.seat_at(goal) != self.mover and not blocked:
                    found.append(self.written(origin, goal))
        return found

    def tokens(self) -> list[str]:
        """Moves, or a forced pass."""
        return self.choices() or ["pass"]

    def play(self, token: str) -> None:
        """Move, and count the groups."""
        if token != "pass":
            self.carry(token)
        mine, theirs = (len(self.parts(self.own(seat))) for seat in (self.mover, 1 - self.mover))
        if mine == theirs == 1 and self.both_is_draw:
            self.finish(None)
        elif mine == 1:
            self.finish(self.mover)
        elif theirs <= 1:
            self.finish(1 - self.mover)
        else:
            self.hand_over()


class Clobber(Rulebook):
    """Every move captures a neighbor."""

    def __init__(self, columns: int, rows: int) -> None:
        """A full board."""
        super().__init__(rectangle(columns, rows))
        self.on = {point: Mark(sum(point) % 2, "stone") for point in self.board}

    def tokens(self) -> list[str]:
        """Enemy neighbors."""
        return [
            self.written(origin, goal)
            for origin in self.own(self.mover)
            for goal in self.around(origin, STRAIGHT)
            if self.seat_at(goal) == 1 - self.mover
        ]

    def play(self, token: str) -> None:
        """Capture."""
        self.carry(token)
        self.hand_over()


class Dodgem(Rulebook):
    """Cars that leave across the far side; the column and the row behind it are not street."""

    def __init__(self, size: int) -> None:
        """Blue cars at the left, red ones at the bottom."""
        super().__init__(rectangle(size + 1, size + 1))
        del self.board[size, size]
        self.size = size
        for place in range(1, size):
            self.on[0, place] = Mark(0, "car")
            self.on[place, 0] = Mark(1, "car")
        self.seen = {frozenset(self.on.items())}

    def tokens(self) -> list[str]:
        """Ahead or to either side."""
        found = []
        for origin in self.own(self.mover):
            for step in ((1, 0), (0, 1), (0, -1) if self.mover == 0 else (-1, 0)):
                goal = beside(origin, step)
                inside = 0 <= goal[0] < self.size and 0 <= goal[1] < self.size
                leaving = goal[self.mover] == self.size
                if (inside and goal not in self.on) or leaving:
                    found.append(self.written(origin, goal))
        return found

    def play(self, token: str) -> None:
        """Drive, and leave where the street ends."""
        _, goal = self.carry(token)
        if self.size in goal:
            del self.on[goal]
        board = frozenset(self.on.items())
        if not self.own(self.mover):
            self.finish(self.mover)
        elif board in self.seen:
            self.finish(None)
        else:
            self.seen.add(board)
            self.hand_over()

    def stuck(self) -> None:
        """Who is blocked wins."""
        self.finish(self.mover)


class Domineering(Rulebook):
    """Dominoes, upright or sideways."""

    def __init__(self, columns: int, rows: int) -> None:
        """An empty board."""
        super().__init__(rectangle(columns, rows))

    def _other(self, point: Point) -> Point:
        return beside(point, (0, 1) if self.mover == 0 else (1, 0))

    def tokens(self) -> list[str]:
        """Cells whose next one is empty as well."""
        empty = set(self.empty())
        return [self.board[point] for point in empty if self._other(point) in empty]

    def play(self, token: str) -> None:
        """Cover two cells."""
        other = self._other(self.put(token, "half"))
        self.on[other] = Mark(self.mover, "half")
        self.hand_over()


class Chomp(Rulebook):
    """Bites out of a bar."""

    def __init__(self, columns: int, rows: int) -> None:
        """The whole bar."""
        super().__init__(rectangle(columns, rows))
        self.on = {point: Mark(None, "chocolate") for point in self.board}
        self.on[0, 0] = Mark(None, "poison")

    def tokens(self) -> list[str]:
        """Any piece that is left."""
        return [self.board[point] for point in self.on]

    def play(self, token: str) -> None:
        """Bite."""
        left, low = self.point[token]
        self.on = {(x, y): mark for (x, y), mark in self.on.items() if x < left or y < low}
        if self.on:
            self.mover = 1 - self.mover
        else:
            self.finish(1 - self.mover)


class Notakto(Rulebook):
    """Crosses on several boards of three by three."""

    def __init__(self, boards: int) -> None:
        """Boards side by side, a column apart."""
        cells = rectangle(4 * boards - 1, 3)
        super().__init__({point: name for point, name in cells.items() if point[0] % 4 != 3})

    def _dead(self, board: int) -> bool:
        spots = [(x, y) for x in range(3) for y in range(3)]
        lines = [
            [beside(one, step, times) for times in range(3)]
            for one in spots
            for step in SQUARE_AXES
        ]
        whole = [line for line in lines if all(point in spots for point in line)]
        return any(all(beside(p, (4 * board, 0)) in self.on for p in line) for line in whole)

    def tokens(self) -> list[str]:
        """Empty cells of living boards."""
        return [self.board[one] for one in self.empty() if not self._dead(one[0] // 4)]

    def play(self, token: str) -> None:
        """Place a cross."""
        self.on[self.point[token]] = Mark(None, "cross")
        self.hand_over()

    def stuck(self) -> None:
        """The other side has killed the last board."""
        self.finish(self.mover)


class Slimetrail(Rulebook):
    """A slug that both move."""

    def __init__(self, straight: bool = False) -> None:
        """The slug on e5, homes in two corners."""
        super().__init__(rectangle(8, 8))
        self.straight = straight
        self.on = {(0, 0): Mark(0, "home"), (7, 7): Mark(1, "home"), (4, 4): Mark(None, "slug")}

    def tokens(self) -> list[str]:
        """Neighbors without slime."""
        slug = next(point for point, mark in self.on.items() if mark.kind == "slug")
        steps = STRAIGHT if self.straight else EIGHT
        goals = [
            one for one in self.around(slug, steps) if one not in self.on or sum(one) in (0, 14)
        ]
        return [self.written(slug, goal) for goal in goals]

    def play(self, token: str) -> None:
        """Crawl, and leave slime."""
        origin, goal = self.carry(token)
        self.on[origin] = Mark(None, "slime")
        if goal in ((0, 0), (7, 7)):
            self.finish(0 if goal == (0, 0) else 1)
        else:
            self.hand_over()

    def stuck(self) -> None:
        """A blocked player loses; in the straight game it is a draw."""
        self.finish(None if self.straight else 1 - self.mover)


class Trike(Rulebook):
    """A pawn rides over a triangle, stones mark its stops."""

    steps = SIX

    def __init__(self, size: int) -> None:
        """An empty board."""
        super().__init__(triangle(size))
        self.pawn: Point | None = None

    def tokens(self) -> list[str]:
        """Anywhere first, then where the pawn can ride."""
        if self.pawn is None:
            return self.empty_names()
        return [self.board[goal] for goal in self.reach(self.pawn, SIX)]

    def play(self, token: str) -> None:
        """Ride."""
        self.pawn = self.put(token)
        self.hand_over()

    def stuck(self) -> None:
        """Count the stones at the pawn."""
        assert self.pawn is not None
        near = [self.seat_at(point) for point in (self.pawn, *self.around(self.pawn))]
        self.finish(0 if near.count(0) > near.count(1) else 1)


class Fanorona(Rulebook):
    """Captures by approach and by withdrawal."""

    def __init__(self, columns: int) -> None:
        """Two full rows each and an alternating row between them, empty in the middle."""
        super().__init__(rectangle(columns, 5))
        middle = columns // 2
        for x, y in self.board:
            if y != 2:
                self.on[x, y] = Mark(0 if y < 2 else 1, "stone")
            elif x != middle:
                shifted = x if x < middle else x - 1
                self.on[x, y] = Mark(1 - shifted % 2, "stone")
        self.chain: tuple[Point, list[Point], Point] | None = None
        """The stone that has captured, where it has been, and its last direction."""
        self.quiet = 0

    def _steps(self, origin: Point) -> Iterator[tuple[Point, Point]]:
        for step in EIGHT if sum(origin) % 2 == 0 else STRAIGHT:
            goal = beside(origin, step)
            if goal in self.board and goal not in self.on:
                yield step, goal

    def _row(self, start: Point, step: Point) -> list[Point]:
        row = []
        for point in self.ray(start, step):
            if self.seat_at(point) != 1 - self.mover:
                break
            row.append(point)
        return row

    def _captures(self, origin: Point) -> dict[str, list[Point]]:
        found = {}
        for step, goal in self._steps(origin):
            back = (-step[0], -step[1])
            for sign, row in (("A", self._row(goal, step)), ("W", self._row(origin, back))):
                if row:
                    found[sign + self.written(origin, goal)] = row
        return found

    def tokens(self) -> list[str]:
        """Captures if there are any; in a chain only in new directions to new points."""
        if self.chain is not None:
            return [*self._further(), "stop"]
        captures = [token for one in self.own(self.mover) for token in self._captures(one)]
        return captures or [
            self.written(one, goal) for one in self.own(self.mover) for _, goal in self._steps(one)
        ]

    def _further(self) -> list[str]:
        assert self.chain is not None
        runner, trail, step = self.chain
        barred = [*(self.board[point] for point in trail), self.board.get(beside(runner, step))]
        return [token for token in self._captures(runner) if token.split("-")[1] not in barred]

    def play(self, token: str) -> None:
        """Capture, move or stop."""
        if token[0] in "AW":
            origin = self.point[token[1:].split("-")[0]]
            row = self._captures(origin)[token]
            origin, goal = self.carry(token)
            for point in row:
                del self.on[point]
            self.quiet = 0
            if not self.own(1 - self.mover):
                self.finish(self.mover)
                return
            trail = [origin] if self.chain is None else self.chain[1]
            self.chain = (goal, [*trail, goal], (goal[0] - origin[0], goal[1] - origin[1]))
            if self._further():
                return
        elif token != "stop":
            self.carry(token)
            self.quiet += 1
        self.chain = None
        if self.quiet >= 100:
            self.finish(None)
        else:
            self.hand_over()


class DotsAndBoxes(Rulebook):
    """Lines are the points with one odd coordinate, boxes those with two."""

    def __init__(self, size: int) -> None:
        """Nothing drawn yet."""
        cells = rectangle(2 * size + 1, 2 * size + 1)
        super().__init__({one: name for one, name in cells.items() if one[0] % 2 or one[1] % 2})

    def tokens(self) -> list[str]:
        """Lines not drawn."""
        return [self.board[one] for one in self.empty() if sum(one) % 2]

    def play(self, token: str) -> None:
        """Draw a line; closing boxes goes on."""
        line = self.point[token]
        self.on[line] = Mark(None, "dash" if line[0] % 2 else "bar")
        closed = [
            box
            for box in self.around(line, STRAIGHT)
            if all(side in self.on for side in self.around(box, STRAIGHT))
        ]
        for box in closed:
            self.on[box] = Mark(self.mover, "box")
        if not self.empty():
            lead = len(self.own(0)) - len(self.own(1))
            self.finish(None if not lead else int(lead < 0))
        elif not closed:
            self.mover = 1 - self.mover


class FoxAndHounds(Rulebook):
    """A fox against four hounds."""

    def __init__(self) -> None:
        """Fox at the bottom, hounds along the top."""
        super().__init__(rectangle(8, 8))
        self.on = {(x, 7): Mark(1, "hound") for x in (1, 3, 5, 7)}
        self.on[4, 0] = Mark(0, "runner")

    def tokens(self) -> list[str]:
        """Slanting, the hounds down only."""
        steps = SLANTING if self.mover == 0 else ((1, -1), (-1, -1))
        return [
            self.written(origin, goal)
            for origin in self.own(self.mover)
            for goal in self.around(origin, steps)
            if goal not in self.on
        ]

    def play(self, token: str) -> None:
        """Move; the fox wins on the top row."""
        _, goal = self.carry(token)
        if self.mover == 0 and goal[1] == 7:
            self.finish(0)
        else:
            self.hand_over()


class Rolit(Rulebook):
    """Roll over rows of any other colors, or else add a ball beside another."""

    def __init__(self, players: int) -> None:
        """A ball of each color, those of no player being nobody's."""
        super().__init__(rectangle(8, 8))
        self.players = players
        for seat, name in enumerate(("d5", "e5", "e4", "d4")):
            self.on[self.point[name]] = Mark(seat if seat < players else None, "ball")

    def trapped(self, point: Point) -> list[Point]:
        """What a ball of the mover would roll over from here."""
        found: list[Point] = []
        for step in EIGHT:
            row: list[Point] = []
            for there in self.ray(point, step):
                if there not in self.on:
                    break
                if self.seat_at(there) == self.mover:
                    found += row
                    break
                row.append(there)
        return found

    def tokens(self) -> list[str]:
        """Cells that trap something; if there are none, cells beside any ball."""
        traps = [self.board[point] for point in self.empty() if self.trapped(point)]
        beside_any = [
            self.board[point]
            for point in self.empty()
            if any(near in self.on for near in self.around(point))
        ]
        return traps or beside_any

    def play(self, token: str) -> None:
        """Place and roll; the board decides once it is full."""
        rolled = self.trapped(self.point[token])
        self.put(token, "ball")
        for point in rolled:
            self.on[point] = Mark(self.mover, "ball")
        self.mover = (self.mover + 1) % self.players
        if not self.empty():
            balls = [len(self.own(seat)) for seat in range(self.players)]
            best = tuple(seat for seat, count in enumerate(balls) if count == max(balls))
            self.finish(best[0] if len(best) == 1 else None)
            self.shared = best if 1 < len(best) < self.players else ()
