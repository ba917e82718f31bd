"""Small made-up games for three and four, each with a plain second version of its rules.

The plain versions are written over dictionaries of points and know nothing of game files, sets or
bits. They say who may do what (`tokens`), what becomes of it (`play`), and who has won and why.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from core.language.load import load_text
from core.rules.game import Game
from tests.gamedefs.rulebooks import STRAIGHT, Point, beside, hexagon, rectangle

SPREAD = """\
format: 1
game: spread
players: [red, green, blue]
board: {shape: square, size: 4}
pieces: {stone: }
setup:
  - {place: stone, owner: red, at: cells("a1")}
  - {place: stone, owner: green, at: cells("d1")}
  - {place: stone, owner: blue, at: cells("b4")}
moves:
  grow:
    place: stone
    at: empty & adjacent(mine)
    then:
      - convert: adjacent(here) & enemy
turn: {no_moves: pass}
score: [count(mine), count(mine & corners)]
end:
  stuck: {when: all_stuck, win: most}
variants:
  few: {group: goal, end: {stuck: {win: least}}}
  green: {group: goal, end: {stuck: {tie: green}}}
  mover: {group: goal, score: count(mine & corners), end: {stuck: {tie: mover}}}
  four:
    players: [red, green, blue, white]
    setup:
      - {place: stone, owner: red, at: cells("a1")}
      - {place: stone, owner: green, at: cells("d1")}
      - {place: stone, owner: blue, at: cells("b4")}
      - {place: stone, owner: white, at: cells("d3")}
"""

MARCH = """\
format: 1
game: march
players: {red: {forward: NE}, green: {forward: SE}, blue: {forward: W}}
board:
  shape: hexagon
  size: 3
  regions:
    goal: {red: side(NE), green: side(S), blue: side(NW)}
pieces: {pawn: }
setup:
  - {place: pawn, owner: red, at: side(SW)}
  - {place: pawn, owner: green, at: side(N)}
  - {place: pawn, owner: blue, at: side(SE)}
moves:
  step: {move: pawn, dirs: [forward_left, forward, forward_right], to: empty | enemy}
turn: {no_moves: lose}
end:
  arrived: {when: some(mine & goal), win: mover}
  no_red: {when: none(own(red)), lose: red}
  no_green: {when: none(own(green)), lose: green}
  no_blue: {when: none(own(blue)), lose: blue}
"""

CLAIMS = """\
format: 1
game: claims
players: [red, green, blue]
board: {shape: square, size: 3}
pieces: {stone: }
moves:
  claim: {place: stone, at: empty}
turn: {pass: free, no_moves: pass}
score: 2 * count(mine & edge) - count(enemy & corners)
end:
  passed: {when: all_passed, win: most}
  ahead:
    when: all(p in players where p == me or max(score(p)) + 3 < max(score(me)))
    win: mover
"""

GATHER = """\
format: 1
game: gather
players: [red, green, blue]
board: {shape: square, size: 3}
pieces: {block: {owner: none, colors: 3, copies: 3}}
setup:
  - {deal: block, at: board}
moves:
  take: {take: block, at: occupied, into: hand}
turn: {no_moves: draw}
end:
  alone:
    when: >-
      any(c in colors where held(c) >= 2
      and all(p in players where p == me or held(c, p) == 0))
    win: mover
  rival:
    when: >-
      any(c in colors where held(c) >= 2
      and any(p in players where p != me and held(c, p) > 0))
    lose: mover
  bare: {when: none(occupied), draw: true}
"""


@cache
def game(text: str, *variants: str) -> Game:
    """One of these games, or any other of which the text is given."""
    return Game(load_text(text, "trio.yaml", variants))


class Trio:
    """One game in progress."""

    seats = 3

    def __init__(self, board: dict[Point, str]) -> None:
        """An empty board."""
        self.board = board
        self.point = {name: point for point, name in board.items()}
        self.on: dict[Point, int] = {}
        self.mover = 0
        self.won: tuple[int, ...] | None = None
        """Who has won, several if they share it; () is a draw, None that the game goes on."""
        self.reason = ""

    @property
    def others(self) -> tuple[int, ...]:
        """Everybody but the mover."""
        return tuple(seat for seat in range(self.seats) if seat != self.mover)

    def tokens(self) -> list[str]:
        """What the mover may do."""
        raise NotImplementedError

    def play(self, token: str) -> None:
        """Make one of these steps."""
        raise NotImplementedError

    def scores(self) -> list[tuple[int, ...]] | None:
        """What each seat has, where the game counts."""
        return None

    def finish(self, won: tuple[int, ...], reason: str) -> None:
        """End the game; a win that all share is a draw."""
        self.won, self.reason = () if len(won) == self.seats else won, reason

    def leaders(self, largest: bool = True) -> tuple[int, ...]:
        """Who has the best score."""
        scores = self.scores()
        assert scores is not None
        best = max(scores) if largest else min(scores)
        return tuple(seat for seat in range(self.seats) if scores[seat] == best)

    def place(self, *owned: str) -> None:
        """Put pieces on these cells, a text a seat."""
        for seat, names in enumerate(owned):
            self.on |= {self.point[name]: seat for name in names.split()}

    def next(self) -> None:
        """The next one is to move."""
        self.mover = (self.mover + 1) % self.seats

    def near(self, point: Point, steps: tuple[Point, ...] = STRAIGHT) -> list[Point]:
        """The neighbors of a point."""
        return [other for step in steps if (other := beside(point, step)) in self.board]

    def own(self, seat: int) -> list[Point]:
        """Points with a piece of a seat."""
        return [point for point, owner in self.on.items() if owner == seat]


class Spread(Trio):
    """Grow beside what is yours, and take over what the new stone touches."""

    def __init__(self, goal: str = "", seats: int = 3) -> None:
        """`goal` is the variant chosen."""
        super().__init__(rectangle(4, 4))
        self.goal, self.seats = goal, seats
        self.place(*("a1", "d1", "b4", "d3")[:seats])

    def growing(self, seat: int) -> list[str]:
        """Empty cells beside what a seat owns."""
        beside_own = {near for point in self.own(seat) for near in self.near(point)}
        return [self.board[point] for point in beside_own - set(self.on)]

    def tokens(self) -> list[str]:
        """Who cannot grow passes, if anybody else can."""
        return self.growing(self.mover) or ["pass"]

    def scores(self) -> list[tuple[int, ...]]:
        """Stones, then corners; or corners alone."""
        corners = {(0, 0), (3, 0), (0, 3), (3, 3)}
        held = [set(self.own(seat)) for seat in range(self.seats)]
        if self.goal == "mover":
            return [(len(own & corners),) for own in held]
        return [(len(own), len(own & corners)) for own in held]

    def play(self, token: str) -> None:
        """Grow or pass."""
        if token != "pass":
            here = self.point[token]
            self.on[here] = self.mover
            self.on |= {near: self.mover for near in self.near(here) if near in self.on}
        self.next()
        if not any(self.growing(seat) for seat in range(self.seats)):
            ahead = self.leaders(largest=self.goal != "few")
            first = {"green": 1, "mover": self.mover}.get(self.goal)
            self.finish((first,) if first in ahead else ahead, "stuck")


class March(Trio):
    """Walk to the far side; three ways ahead, and what is there is captured."""

    ahead = (((-1, 1), (0, 1), (1, 0)), ((1, 0), (1, -1), (0, -1)), ((0, -1), (-1, 0), (-1, 1)))
    """For each seat to the left, straight on, and to the right."""
    goals = ("c5 d4 e3", "a1 a2 a3", "c1 d1 e1")

    def __init__(self) -> None:
        """Three pawns each."""
        super().__init__(hexagon(3))
        self.place("a1 b1 c1", "e1 e2 e3", "a3 b4 c5")

    def tokens(self) -> list[str]:
        """Steps ahead to where no own pawn is."""
        return [
            f"{self.board[point]}-{self.board[goal]}"
            for point in self.own(self.mover)
            for goal in self.near(point, self.ahead[self.mover])
            if self.on.get(goal) != self.mover
        ]

    def play(self, token: str) -> None:
        """Step, and see who is left."""
        origin, goal = (self.point[name] for name in token.split("-"))
        self.on[goal] = self.on.pop(origin)
        if self.board[goal] in self.goals[self.mover].split():
            self.finish((self.mover,), "arrived")
            return
        for seat, name in enumerate(("red", "green", "blue")):
            if not self.own(seat):
                self.finish(tuple(one for one in range(3) if one != seat), f"no_{name}")
                return
        self.next()
        if not self.tokens():
            self.finish(self.others, "no_moves")


class Claims(Trio):
    """Claim cells of a small board, and stop when all have passed in a row."""

    def __init__(self) -> None:
        """Nothing is claimed."""
        super().__init__(rectangle(3, 3))
        self.passes = 0

    def tokens(self) -> list[str]:
        """Any empty cell, or a pass."""
        return [self.board[point] for point in self.board if point not in self.on] + ["pass"]

    def scores(self) -> list[tuple[int, ...]]:
        """Two for each own cell at the edge, less one for each corner of others."""
        edge = {point: seat for point, seat in self.on.items() if point != (1, 1)}
        corners = [seat for point, seat in edge.items() if 1 not in point]
        return [
            (2 * list(edge.values()).count(seat) - len(corners) + corners.count(seat),)
            for seat in range(3)
        ]

    def play(self, token: str) -> None:
        """Claim or pass."""
        self.passes = self.passes + 1 if token == "pass" else 0
        if token != "pass":
            self.on[self.point[token]] = self.mover
        scores = self.scores()
        if self.passes >= 3:
            self.finish(self.leaders(), "passed")
        elif all(scores[seat][0] + 3 < scores[self.mover][0] for seat in self.others):
            self.finish((self.mover,), "ahead")
        self.next()


class Gather(Trio):
    """Take blocks; two of a color win if nobody else has any of it, and lose otherwise."""

    def __init__(self, deal: Mapping[str, int]) -> None:
        """`deal` says which color lies where."""
        super().__init__(rectangle(3, 3))
        self.left = dict(deal)
        self.held = [[0, 0, 0] for _ in range(3)]

    def tokens(self) -> list[str]:
        """Any block."""
        return [f"-{name}" for name in self.left]

    def play(self, token: str) -> None:
        """Take it, and compare hands."""
        self.held[self.mover][self.left.pop(token[1:])] += 1
        mine = self.held[self.mover]
        alone = [all(not self.held[other][color] for other in self.others) for color in range(3)]
        if any(mine[color] >= 2 and alone[color] for color in range(3)):
            self.finish((self.mover,), "alone")
        elif max(mine) >= 2:
            self.finish(self.others, "rival")
        elif not self.left:
            self.finish((), "bare")
        self.next()
