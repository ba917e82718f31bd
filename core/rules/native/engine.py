"""One game in native code: random games, perft, lists of steps and tree search, outside Python.

Everything but the search gives exactly what `core.rules.machine` gives; before a file of a user
is played natively that is tried in a process of its own (`core.rules.native.agreement`). Calls
leave Python's other threads running; none holds anything that another thread could change.
"""

from __future__ import annotations

import hashlib
from ctypes import addressof, c_int64, c_uint64, c_void_p, create_string_buffer
from dataclasses import dataclass
from functools import cache
from mmap import mmap
from pathlib import Path
from struct import pack, unpack

from core.rules.chance import Chance
from core.rules.evaluation import BEST, Evaluation
from core.rules.hearsay import LISTEN
from core.rules.layout import ONGOING
from core.rules.machine import Code, Machine, State
from core.rules.native.bounds import most_steps
from core.rules.native.compiler import Library, NativeError, Signature, load, processor, unavailable
from core.rules.native.emit import emit
from core.rules.native.grid import Block, Grid, Image, Unsupported
from core.rules.native.judge import table as table_of
from core.rules.native.playout import NOTES
from core.rules.native.treesearch import (
    CERTAIN,
    CHANCE,
    CHILD,
    CODE,
    EDGE,
    EDGE_BASE,
    EDGE_ROOM,
    EDGES,
    EXPLORE,
    FIRST,
    HEAD,
    HEARSAY_BASE,
    HEARSAY_ROOM,
    JUDGE,
    MASK,
    NODE_BASE,
    NODE_ROOM,
    NODES,
    PART,
    PROVEN,
    ROOT,
    SHARE,
    TABLE,
    TRIES,
    WIDTH,
    WORK,
    WORTH,
    Arena,
    table_size,
)

ENDLESS = 10_000
"""Steps after which a random game stops, if nothing else is asked for."""

MEMORY = 256 << 20
"""Bytes that a search tree takes at the most."""
HEARING = 4
"""What part of them hearsay takes at the most: one in so many."""

SIGNATURES = {
    name: Signature(c_int64, arguments)
    for name, arguments in {
        "settle": (c_void_p, c_void_p),
        "play": (c_void_p, c_int64, c_void_p),
        "scores": (c_void_p, c_void_p),
        "perft": (c_void_p, c_int64, c_void_p, c_void_p),
        "wins": (c_void_p, c_int64, c_int64, c_void_p, c_void_p),
        "playouts": (c_void_p, c_int64, c_void_p, c_int64, c_void_p, c_void_p, c_void_p),
        "root": (c_void_p, c_void_p),
        "keep": (c_void_p, c_void_p),
        "search": (c_void_p, c_int64, c_void_p),
    }.items()
}
_LONG_SHIFTS = 2
"""Words up to which one instruction for a shift across two words pays on AMD processors, where it
is slow: with more of them, other instructions take its place."""
_SLOW_DEPOSITS = {"znver1", "znver2"}
"""Processors that deposit bits in microcode, slower than by other means."""


class Stop:
    """Ends a native call from another thread."""

    def __init__(self) -> None:
        """Not set."""
        self.flag = c_int64(0)

    def set(self) -> None:
        """Whatever watches this ends soon."""
        self.flag.value = 1


@dataclass(frozen=True, slots=True)
class Tally:
    """What random games came to."""

    games: int
    """Games played; fewer than asked for where they were stopped."""
    steps: int
    """Steps of all of them together."""
    ends: tuple[int, ...]
    """How many ended with each value of the field `winner`, from ONGOING (cut short) on."""
    last: State
    """Where the last game ended; settled if it is over."""

    def count(self, winner: int) -> int:
        """How many ended with a value of the field `winner`."""
        return self.ends[winner - ONGOING]


@dataclass(frozen=True, slots=True)
class Win:
    """What a look for wins within a turn has found."""

    place: int | None
    """Of a step that wins; None if none was found."""
    looks: int
    """How many more steps might have been tried."""
    goes_on: bool
    """Whether the turn may be longer than what was looked at."""


class Native:
    """The rules of one game, in native code."""

    def __init__(self, machine: Machine, folder: Path | None = None) -> None:
        """Compile, or find what was compiled before.

        Args:
            machine: The rules.
            folder: Where compiled code is kept; None is the user's cache.

        Raises:
            NativeError: There is no native code on this computer, or not for this game.
        """
        if trouble := unavailable():
            raise NativeError(trouble)
        self.machine = machine
        self._past = machine.layout.has("past")
        cpu, features = processor()
        deposits = "bmi2" in features and cpu not in _SLOW_DEPOSITS
        program = machine.program
        try:
            self.grid = Grid(machine.lowering.board)
            self.block = Block(program, self.grid)
            self._room = most_steps(program, self.grid)

            def text() -> str:
                return emit(program, self.grid, self.block, deposits)

            slow = cpu.startswith("znver") and self.grid.words > _LONG_SHIFTS
            tuning = "+slow-shld" if slow else ""
            self.library: Library = load(
                self._key(), text, SIGNATURES, tuning=tuning, folder=folder
            )
        except Unsupported as error:
            raise NativeError(str(error)) from error
        sides = machine.layout.sides
        self._ends = sides + (1 << sides) - ONGOING

    def _key(self) -> str:
        """Tells this program from all others, and from what other emitters make of it."""
        definition = self.machine.lowering.definition
        parts = (_emitter(), definition.digest, repr(definition.board), self.machine.source)
        return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()

    def settle(self, state: State) -> tuple[State, tuple[Code, ...]]:
        """A state after a step -> the state at rest, and its legal steps (none once over)."""
        image = self.block.write(state, room=self._turns(self.machine.layout.sides + 1))
        codes = (c_int64 * self._room)()
        count = self.library["settle"](image.memory, codes)
        return self.block.read(image, state), tuple(codes[:count])

    def play(self, state: State, code: Code) -> State | int:
        """The state after a step, not settled; or the number of the clause that forbids it."""
        image = self.block.write(state, room=self._turns(1))
        after = image.copy()
        refused: int = self.library["play"](image.memory, code, after.memory)
        return self.block.read(after, state) if refused == -1 else refused

    def scores(self, state: State) -> tuple[tuple[int, ...], ...]:
        """For each side its score, a number for each part; () where the game keeps none."""
        layout = self.machine.layout
        if not self.machine.lowering.definition.score:
            return ()
        image = self.block.write(state)
        many = layout.sides * max(len(layout.definition.score), len(layout.definition.board.cells))
        numbers = (c_int64 * many)()
        count = self.library["scores"](image.memory, numbers)
        parts = count // layout.sides
        return tuple(tuple(numbers[n * parts : (n + 1) * parts]) for n in range(layout.sides))

    def perft(self, state: State, depth: int, stop: Stop | None = None) -> int:
        """Leaves at a depth of steps, from a settled state; a finished game is a leaf.

        Positions are not merged: the cost is a step for every position one ply above the leaves.
        When stopped, the number means nothing.
        """
        image = self.block.write(state, room=self._turns((depth + 1) * 3))
        work = create_string_buffer((self.block.size + 8 * self._room) * (max(0, depth) + 1))
        flag = (stop or Stop()).flag
        leaves: int = self.library["perft"](image.memory, depth, work, _address(flag))
        return leaves

    def wins(self, state: State, seat: int, depth: int, looks: int) -> Win:
        """Look for a step with which a seat wins within its turn.

        Args:
            state: A settled state of a game that goes on.
            seat: Whose turn it is.
            depth: Steps of the turn at the most; the first step of the shortest win is not looked
                for first.
            looks: Steps that may be tried.
        """
        image = self.block.write(state, room=self._turns((depth + 2) * 3))
        work = create_string_buffer((self.block.size + 8 * self._room) * (depth + 1))
        told = (c_int64 * 2)(looks, 0)
        found: int = self.library["wins"](image.memory, depth, seat, work, told)
        return Win(found - 1 if found else None, told[0], bool(told[1]))

    def playouts(
        self,
        state: State,
        games: int,
        chance: Chance,
        most: int = ENDLESS,
        stop: Stop | None = None,
    ) -> Tally:
        """Random games, the same ones as `Machine.playout` plays with the same chance.

        Args:
            state: Where each begins.
            games: How many.
            chance: Decides the steps; moved on by those that are made.
            most: Steps of one game at the most.
            stop: Ends the call; the game under way is cut short.
        """
        image = self.block.write(state, room=self._turns(2 * most + 2))
        work = create_string_buffer(2 * self.block.size + 8 * (self._room + NOTES))
        drawn, flag = c_uint64(chance.state), (stop or Stop()).flag
        tally = (c_int64 * (1 + self._ends))()
        played: int = self.library["playouts"](
            image.memory, games, _address(drawn), most, work, _address(flag), tally
        )
        chance.state = drawn.value
        last = Image(create_string_buffer(work.raw[: self.block.size], self.block.size), image.kept)
        end = self.block.read(last, state) if played else state
        return Tally(played, tally[0], tuple(tally[1:]), end)

    def tree(
        self,
        simulations: int,
        seed: int,
        evaluation: Evaluation | None = None,
        memory: int = MEMORY,
        best: float = BEST,
        hears: bool = False,
    ) -> Tree:
        """An empty search tree with room for so many simulations.

        Args:
            simulations: How many.
            seed: Decides its random games.
            evaluation: Tells how promising positions look; None leaves that to random games.
            memory: Bytes that it takes at the most.
            best: What share its best step has in what a position is worth; 0 leaves that to the
                mean. Of no account without an evaluation.
            hears: Whether to go by what is heard of steps (`core.rules.hearsay`) where there is no
                evaluation.
        """
        return Tree(self, simulations, seed, evaluation, memory, best, hears)

    def _turns(self, turns: int) -> int:
        """Boards that may come to be remembered in so many turns."""
        return turns if self._past else 0


@dataclass(frozen=True, slots=True)
class Branch:
    """What a search knows of a step at its root."""

    code: Code
    tries: int
    """Simulations that went this way."""
    worth: float
    """How good the step is for the mover, from 0 to 1; if it was never tried, how good it looks,
    or 0 where nothing was learned about the game."""
    certain: bool
    """Whether that is proven."""


class Tree:
    """A Monte Carlo tree search; see `core.rules.native.treesearch`.

    For one thread at a time. The same seed, root and numbers of simulations give the same tree on
    any machine.
    """

    def __init__(
        self,
        native: Native,
        simulations: int,
        seed: int,
        evaluation: Evaluation | None,
        memory: int,
        best: float,
        hears: bool,
    ) -> None:
        """Empty; the memory is touched as the tree grows. See `Native.tree`."""
        self._native = native
        self._made = simulations, evaluation, memory, best, hears
        self._arena = arena = Arena(native.block, native._room)
        width = max(8, len(native.machine.lowering.board.cells) // 2)
        hearsays = 0
        if hears and evaluation is None:
            most = memory // (HEARING * 8 * arena.hearsay)
            hearsays = 1 + min(simulations // LISTEN, most)
        memory -= 8 * hearsays * arena.hearsay
        most = memory // (8 * (arena.node + width * EDGE + 4))
        self._nodes = max(64, min(simulations + width, most))
        self._edges = self._nodes * width + native._room
        words = arena.words(self._nodes, self._edges, hearsays)
        self._memory = mmap(-1, 8 * words)
        self._words = (c_int64 * words).from_buffer(self._memory)
        base = addressof(self._words)
        head = self._words
        head[NODE_ROOM], head[EDGE_ROOM] = self._nodes, self._edges
        head[MASK] = table_size(self._nodes) - 1
        head[CHANCE] = c_int64(Chance(seed).state).value
        self._first_edge = HEAD + self._nodes * arena.node
        table = self._first_edge + self._edges * EDGE
        head[NODE_BASE], head[EDGE_BASE] = base + 8 * HEAD, base + 8 * self._first_edge
        hearsay = table + table_size(self._nodes)
        head[TABLE], head[HEARSAY_BASE] = base + 8 * table, base + 8 * hearsay
        head[WORK] = base + 8 * (hearsay + hearsays * arena.hearsay)
        head[HEARSAY_ROOM] = hearsays
        if evaluation is not None:
            numbers = table_of(evaluation, native.grid)
            self._table = (c_int64 * len(numbers))(*(c_int64(one).value for one in numbers))
            head[JUDGE] = addressof(self._table)
            head[PART] = unpack("q", pack("d", evaluation.part))[0]
            head[SHARE] = unpack("q", pack("d", best))[0]
            head[EXPLORE] = unpack("q", pack("d", evaluation.exploration))[0]
        self._root: Image | None = None
        self._table_of: tuple[int, ...] = ()
        """The cells of each color in the table that all states share."""
        self.simulations = 0
        """Simulations made so far."""

    @property
    def filled(self) -> float:
        """How much of its room is used, from 0 to 1."""
        return max(self._words[NODES] / self._nodes, self._words[EDGES] / self._edges)

    def begin(self, state: State) -> bool:
        """Make a state the root; what is known of it already is kept.

        Nothing is, where boards that occurred are remembered.

        Returns:
            Whether anything was known of it. Where nothing was and there is no room any more, the
            root stays what it was.
        """
        room = self._native._turns(2 * ENDLESS)
        root = self._native.block.write(state, room=room)
        self._share_colors(state, root)
        before = self._words[NODES]
        index = self._native.library["root"](self._words, root.memory)
        if index >= 0:
            self._root = root
        return bool(0 <= index < before)

    def pruned(self, seed: int) -> Tree:
        """What lies below the root, in a tree with room again; this one can no longer be used.

        Not for games in which boards that occurred are remembered.
        """
        simulations, evaluation, memory, best, hears = self._made
        tree = Tree(self._native, simulations, seed, evaluation, memory, best, hears)
        tree._root, tree._table_of = self._root, self._table_of
        self._native.library["keep"](self._words, tree._words)
        return tree

    def _share_colors(self, state: State, root: Image) -> None:
        """Where all states share one table of colors, use that of the root before if it fits."""
        block, layout = self._native.block, self._native.machine.layout
        if not block.shared_colors or not layout.colors:
            return
        colors: tuple[int, ...] = state[layout.place["colors"]]
        known = self._table_of
        if self._root is not None and not any(map(int.__and__, colors, (~one for one in known))):
            root.kept["colors"] = self._root.kept["colors"]
            at = block.places["colors"].offset
            root.memory[at : at + 8] = pack("<Q", addressof(root.kept["colors"]))
        else:
            self._table_of = colors

    def grow(self, simulations: int, stop: Stop | None = None) -> int:
        """Make so many simulations more, fewer if stopped or once the root is proven.

        Returns:
            How many were made.
        """
        flag = (stop or Stop()).flag
        made: int = self._native.library["search"](self._words, simulations, _address(flag))
        self.simulations += made
        return made

    @property
    def proven(self) -> bool:
        """Whether the value of the root is certain."""
        return bool(self._words[self._node(self._words[ROOT]) + PROVEN])

    def branches(self) -> list[Branch]:
        """What is known of the steps at the root, in no special order."""
        return self._branches(self._words[ROOT])

    def line(self, most: int = 8) -> list[Code]:
        """The steps that both sides are expected to make: the most tried, again and again."""
        found: list[Code] = []
        node = self._words[ROOT]
        while len(found) < most:
            edges = self._edges_of(node)
            if not edges:
                break
            best = max(edges, key=lambda at: self._rank(at))
            if not self._words[best + TRIES] and not self._words[best + CERTAIN]:
                break
            found.append(self._words[best + CODE])
            node = self._words[best + CHILD]
            if node < 0:
                break
        return found

    def _rank(self, edge: int) -> tuple[float, int]:
        worth = unpack("d", pack("q", self._words[edge + WORTH]))[0]
        return (worth if self._words[edge + CERTAIN] else 0.5, self._words[edge + TRIES])

    def _node(self, index: int) -> int:
        return HEAD + index * self._arena.node

    def _edges_of(self, index: int) -> list[int]:
        """Where the edges of a node begin."""
        node = self._node(index)
        first, width = self._words[node + FIRST], self._words[node + WIDTH]
        return [self._first_edge + (first + number) * EDGE for number in range(width)]

    def _branches(self, index: int) -> list[Branch]:
        found = []
        for at in self._edges_of(index):
            code, _, tries, worth, certain = self._words[at : at + EDGE]
            value = unpack("d", pack("q", worth))[0]
            found.append(Branch(code, tries, value, bool(certain)))
        return found


@cache
def _emitter() -> str:
    """Tells what prints from all that has printed before, so that none need be counted."""
    sources = sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()


def _address(number: c_int64 | c_uint64) -> c_void_p:
    return c_void_p(addressof(number))
