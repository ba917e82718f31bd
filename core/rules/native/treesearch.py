"""Monte Carlo tree search as LLVM IR, the same for every game.

`Arena` says where everything lies, `write` prints the functions

- `root(arena, state) -> node`: make a position the root; -1 where there is no room;
- `search(arena, simulations, stop) -> simulations made`: grow the tree below the root;
- `keep(arena, new)`: copy what lies below the root to an empty arena of the same size, which
  leaves the old one useless. Not for games in which boards are remembered.

What is searched, and how, is told in `core.bots.search`. What is heard of steps
(`core.rules.hearsay`) lies in tables beside the nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from core.rules import evaluation
from core.rules.hearsay import CURIOSITY, DOUBT, LISTEN, TRUSTED
from core.rules.layout import ONGOING, Layout
from core.rules.native.functions import Functions
from core.rules.native.grid import HASH_FACTOR, Block, Grid
from core.rules.native.judge import STEPS, JudgeWriter
from core.rules.native.playout import NOTES
from core.rules.native.writer import CONDITION, NUMBER, POINTER, REAL, Variable, Writer, real
from core.rules.program import Program

EXPLORATION = 0.35
"""Weight of the bonus for steps that have been tried little."""
UNTRIED = 0.1
"""How much worse than its node's value a step is taken to be while it is untried."""
LOOK = 8
"""Visits after which all steps of a node are looked at for wins at once."""
DEEPEST = 200
"""Steps from the root after which a simulation goes on at random."""
KEYS = 1021
"""Steps of a seat that a hearsay tells apart: all where a stone is placed on one of so many cells;
of others some share a place, more or less at random. A prime."""

# Words of the arena's head
NODES, NODE_ROOM, EDGES, EDGE_ROOM, MASK, CHANCE, ROOT = range(7)
NODE_BASE, EDGE_BASE, TABLE, WORK = range(7, 11)
JUDGE, PART, SHARE, EXPLORE = 11, 12, 13, 14
"""Address of the table for `judge`, 0 for none; how much of a leaf's value is a random game's, and
how much of a node's is its best step's; the weight of the bonus for steps tried little."""
HEARSAYS, HEARSAY_ROOM, HEARSAY_BASE = range(15, 18)
HEAD = 20
"""Words of the head, with some to spare."""

# Words of an edge
CODE, CHILD, TRIES, WORTH, CERTAIN = range(5)
EDGE = 5

# Words of a node, before its totals by seat and its state
FIRST, WIDTH, VISITS, PROVEN, OPEN, LOOKED, HASH, BEST, HEARSAY = range(9)
TOTALS = 9

# A hearsay: the games it was gathered in, then how often each step was made in them, and what they
# were worth together to whoever made it
GAMES, HEARD = range(2)


class Arena:
    """Sizes and offsets of a search's memory, in words."""

    def __init__(self, block: Block, room: int) -> None:
        """For states of `block`, with lists of at most `room` codes."""
        layout = block.layout
        self.seats = layout.sides
        self.state = TOTALS + self.seats
        self.node = self.state + block.size // 8
        self.hearsay = HEARD + 2 * KEYS * self.seats
        path = 2 * DEEPEST + DEEPEST + NOTES
        self.scratch = 3 * block.size // 8 + room + path + 2 * self.seats + 8

    def words(self, nodes: int, edges: int, hearsays: int) -> int:
        """Words of an arena with so many nodes, edges and hearsays."""
        tree = HEAD + nodes * self.node + edges * EDGE + table_size(nodes)
        return tree + hearsays * self.hearsay + self.scratch


def table_size(nodes: int) -> int:
    """Places of the hash table: a power of two, twice the nodes or more."""
    return 1 << (2 * nodes - 1).bit_length()


class Host(Protocol):
    """What the search asks of the emitter of a game."""

    functions: Functions
    grid: Grid
    set: str
    memory: Block
    program: Program
    layout: Layout
    w: Writer
    s: str
    room: int

    def _function(self, head: str, body: Callable[[], None]) -> None: ...
    def _load(self, name: str) -> str: ...
    def _stopped(self) -> str: ...
    def _noted(self, code: str, seat: str) -> str: ...


class TreeWriter:
    """Prints the search for one game."""

    def __init__(self, host: Host) -> None:
        """Nothing is written yet."""
        self.host = host
        self.arena = Arena(host.memory, host.room)
        self.seats = host.layout.sides
        self.swaps = host.layout.has("swapped")
        self.past = host.layout.has("past")
        actions = host.layout.definition.actions
        self.closes = any(branch.go is not None for one in actions for branch in one.next)
        """Whether turns of several steps may end by themselves."""
        self.judged = self.seats == 2

    @property
    def w(self) -> Writer:
        """Where the present function is written."""
        return self.host.w

    def write(self) -> None:
        """All the functions."""
        host = self.host
        host.functions.tables.append(self._results())
        host._function("internal i64 @seat(ptr readonly %s)", self._seat)
        host._function("internal i64 @values(ptr readonly %s, ptr noalias %out)", self._values)
        if not self.past:
            host._function("internal i64 @key(ptr readonly %s)", self._key)
            host._function("internal i1 @alike(ptr readonly %s, ptr readonly %o)", self._alike)
        host._function("internal i64 @node(ptr %arena, ptr %s)", self._node)
        host._function("internal void @settled(ptr %arena, ptr %node)", self._settled)
        host._function("internal void @prove(ptr %node, ptr %values)", self._prove)
        host._function("internal void @look(ptr %arena, ptr %node)", self._look)
        if self.judged:
            JudgeWriter(host).write()
            host._function("internal double @judged(ptr %arena, ptr %s, i64 %n)", self._judged)
            host._function("internal void @weigh(ptr %arena, ptr %node)", self._weigh)
        host._function("internal ptr @listen(ptr %arena, ptr %node, i64 %depth)", self._listen)
        host._function(
            "internal void @hear(ptr %hearsay, ptr %notes, i64 %n, ptr %values)", self._hear
        )
        host._function("internal i64 @choose(ptr %arena, ptr %node, ptr %hearsay)", self._choose)
        host._function("internal void @simulate(ptr %arena, ptr %stop)", self._simulate)
        host._function("internal i64 @taken(ptr %arena, ptr %new, i64 %index)", self._taken)
        if not self.past:
            host._function("internal i64 @met(ptr %arena, ptr readonly %s)", self._met)
        host._function("i64 @root(ptr %arena, ptr %s)", self._root)
        host._function("i64 @keep(ptr %arena, ptr %new)", self._keep)
        host._function("i64 @search(ptr %arena, i64 %n, ptr %stop)", self._search)

    # Memory

    def _at_node_of(self, arena: str, index: str) -> str:
        w = self.w
        base = self._word(arena, NODE_BASE, POINTER)
        return w.item("i8", base, w.op("mul", NUMBER, index, str(8 * self.arena.node)))

    def _at_edge_of(self, arena: str, index: str) -> str:
        w = self.w
        base = self._word(arena, EDGE_BASE, POINTER)
        return w.item("i8", base, w.op("mul", NUMBER, index, str(8 * EDGE)))

    def _word(self, pointer: str, word: int, type_: str = NUMBER) -> str:
        return self.w.load(type_, self.w.at(pointer, 8 * word))

    def _put(self, pointer: str, word: int, value: str, type_: str = NUMBER) -> None:
        self.w.store(type_, value, self.w.at(pointer, 8 * word))

    def _more(self, pointer: str, word: int, by: str = "1") -> str:
        value = self.w.op("add", NUMBER, self._word(pointer, word), by)
        self._put(pointer, word, value)
        return value

    def _at_node(self, index: str) -> str:
        return self._at_node_of("%arena", index)

    def _at_edge(self, index: str) -> str:
        return self._at_edge_of("%arena", index)

    @contextmanager
    def _each_edge(self, node: str) -> Iterator[tuple[str, str]]:
        """A loop over where the edges of a node lie, and the label behind it."""
        w = self.w
        first, width = self._word(node, FIRST), self._word(node, WIDTH)
        index = w.variable(NUMBER, "0")
        with w.loop(lambda: w.compare("slt", NUMBER, w.get(index), width)) as done:
            edge = self._at_edge(w.op("add", NUMBER, first, w.get(index)))
            w.set(index, w.op("add", NUMBER, w.get(index), "1"))
            yield edge, done

    def _state(self, node: str) -> str:
        return self.w.at(node, 8 * self.arena.state)

    def _total(self, node: str, seat: str) -> str:
        return self.w.item(REAL, self.w.at(node, 8 * TOTALS), seat)

    def _copy(self, to: str, from_: str, size: int | None = None) -> None:
        """Copy so many bytes; those of a state by default."""
        self.w.run(
            "llvm.memcpy.p0.p0.i64",
            f"ptr align 8 {to}",
            f"ptr align 8 {from_}",
            f"i64 {size or self.host.memory.size}",
            "i1 false",
        )

    def _scratch(self) -> tuple[str, str, str]:
        """Room for a state, for a random game, and for the path of a simulation.

        On the path lie nodes and edges by turns, and behind it the notes of its steps.
        """
        w, size = self.w, self.host.memory.size
        state = self._word("%arena", WORK, POINTER)
        game = w.at(state, size)
        path = w.at(game, 2 * size + 8 * self.host.room)
        return state, game, path

    # Values

    def _results(self) -> str:
        """What each value of `winner` is worth to each side."""
        layout = self.host.layout
        values: list[str] = []
        for winner in range(self.seats + (1 << self.seats)):
            won = layout.winners(winner)
            for side in range(self.seats):
                part = 1 / (len(won) or self.seats)
                values.append(real(part if side in won or not won else 0.0))
        listed = ", ".join(f"double {value}" for value in values)
        return f"@results = private constant [{len(values)} x double] [{listed}], align 8"

    def _seat(self) -> None:
        w, host = self.w, self.host
        mover = host._load("mover")
        if self.swaps:
            mover = w.op("xor", NUMBER, mover, host._load("swapped"))
        w.give(NUMBER, mover)

    def _values(self) -> None:
        """What a finished game is worth to each seat; one that goes on, to all alike."""
        w, host = self.w, self.host
        winner = host._load("winner")
        open_ = w.compare("eq", NUMBER, winner, str(ONGOING))
        code = w.choose(open_, NUMBER, str(self.seats), winner)
        row = w.item(REAL, "@results", w.op("mul", NUMBER, code, str(self.seats)))
        for seat in range(self.seats):
            side = str(seat)
            if self.swaps:
                side = w.op("xor", NUMBER, host._load("swapped"), side)
            w.store(REAL, w.load(REAL, w.item(REAL, row, side)), w.at("%out", 8 * seat))
        w.give(NUMBER, "0")

    # Merging

    def _merged_words(self, state: str) -> list[str]:
        """The words that decide how a game goes on; see `Machine.merge_key`."""
        w, host = self.w, self.host
        used, places = host.layout.used, host.memory.places
        words = []
        for word in range(host.memory.size // 8 - len(host.memory.notes)):
            value = self._word(state, word)
            if word == places["step"].offset // 8 and "step" not in used:
                begun = w.compare("sgt", NUMBER, value, "0")
                value = w.cast("zext", CONDITION, begun, NUMBER)
            elif word == places["turn"].offset // 8 and "turn" not in used:
                if not self.swaps:
                    continue
                value = host.functions.smaller(w, value, "3")
            words.append(value)
        return words

    def _key(self) -> None:
        w = self.w
        value = "0"
        for word in self._merged_words("%s"):
            mixed = w.op("mul", NUMBER, w.op("xor", NUMBER, value, word), str(HASH_FACTOR))
            value = w.op("xor", NUMBER, mixed, w.op("lshr", NUMBER, mixed, "32"))
        w.give(NUMBER, value)

    def _alike(self) -> None:
        w = self.w
        pairs = zip(self._merged_words("%s"), self._merged_words("%o"), strict=True)
        different = "0"
        for one, other in pairs:
            different = w.op("or", NUMBER, different, w.op("xor", NUMBER, one, other))
        w.give(CONDITION, w.compare("eq", NUMBER, different, "0"))

    # Nodes

    def _node(self) -> None:
        """The node of a state, made if there is none yet; -1 where there is no room."""
        w = self.w
        place = w.variable(POINTER, "null")
        key = "0"
        if not self.past:
            key = w.call(NUMBER, "key", "ptr %s")
            mask = self._word("%arena", MASK)
            table = self._word("%arena", TABLE, POINTER)
            slot = w.variable(NUMBER, w.op("and", NUMBER, key, mask))
            with w.forever() as again:
                del again
                here = w.item(NUMBER, table, w.get(slot))
                w.set(place, here)
                kept = w.load(NUMBER, here)
                empty, taken, onward = w.later(), w.later(), w.later()
                w.branch(w.compare("eq", NUMBER, kept, "0"), empty, taken)
                w.block(taken)
                index = w.op("sub", NUMBER, kept, "1")
                node = self._at_node(index)
                same_key = w.compare("eq", NUMBER, self._word(node, HASH), key)
                with w.when(same_key):
                    alike = w.call(CONDITION, "alike", f"ptr {self._state(node)}", "ptr %s")
                    with w.when(alike):
                        w.give(NUMBER, index)
                w.go(onward)
                w.block(empty)
                self._new_node(w.get(place), key)
                w.block(onward)
                moved = w.op("add", NUMBER, w.get(slot), "1")
                w.set(slot, w.op("and", NUMBER, moved, mask))
        else:
            self._new_node("", key)

    def _new_node(self, place: str, key: str) -> None:
        """Leave with a new node, or with -1."""
        w = self.w
        used = self._word("%arena", NODES)
        full = w.compare("sge", NUMBER, used, self._word("%arena", NODE_ROOM))
        with w.when(full):
            w.give(NUMBER, "-1")
        after = w.op("add", NUMBER, used, "1")
        self._put("%arena", NODES, after)
        if place:
            w.store(NUMBER, after, place)
        node = self._at_node(used)
        self._put(node, FIRST, "-1")
        for word in (WIDTH, VISITS, PROVEN, OPEN, LOOKED, HEARSAY):
            self._put(node, word, "0")
        self._put(node, HASH, key)
        for seat in range(self.seats):
            self._put(node, TOTALS + seat, real(0.0), REAL)
        self._copy(self._state(node), "%s")
        over = w.compare("ne", NUMBER, self.host._load("winner"), str(ONGOING))
        with w.when(over):
            w.call(NUMBER, "values", "ptr %s", f"ptr {w.at(node, 8 * TOTALS)}")
            self._put(node, PROVEN, "1")
        w.give(NUMBER, used)

    def _settled(self) -> None:
        """Bring a node to rest and give it its edges, in random order."""
        w = self.w
        state, (_, game, _) = self._state("%node"), self._scratch()
        count = w.call(NUMBER, "settle", f"ptr {state}", f"ptr {game}")
        with w.when(w.compare("eq", NUMBER, count, "0")):
            w.call(NUMBER, "values", f"ptr {state}", f"ptr {w.at('%node', 8 * TOTALS)}")
            self._put("%node", PROVEN, "1")
            w.give()
        first = self._word("%arena", EDGES)
        after = w.op("add", NUMBER, first, count)
        full = w.compare("sgt", NUMBER, after, self._word("%arena", EDGE_ROOM))
        with w.when(full):
            w.give()
        self._put("%arena", EDGES, after)
        self._put("%node", FIRST, first)
        self._put("%node", WIDTH, count)
        self._put("%node", OPEN, count)
        left = w.variable(NUMBER, count)
        chance = w.at("%arena", 8 * CHANCE)
        with w.loop(lambda: w.compare("sgt", NUMBER, w.get(left), "0")):
            now = w.get(left)
            less = w.op("sub", NUMBER, now, "1")
            pick = w.call(NUMBER, "below", f"ptr {chance}", f"i64 {now}")
            picked, last = w.item(NUMBER, game, pick), w.item(NUMBER, game, less)
            code = w.load(NUMBER, picked)
            w.store(NUMBER, w.load(NUMBER, last), picked)
            edge = self._at_edge(w.op("add", NUMBER, first, less))
            self._put(edge, CODE, code)
            self._put(edge, CHILD, "-1")
            self._put(edge, TRIES, "0")
            self._put(edge, WORTH, real(0.0), REAL)
            self._put(edge, CERTAIN, "0")
            w.set(left, less)
        w.give()

    def _prove(self) -> None:
        """Note that a node is certainly worth these values."""
        w = self.w
        self._put("%node", PROVEN, "1")
        for seat in range(self.seats):
            self._put("%node", TOTALS + seat, self._word("%values", seat, REAL), REAL)
        w.give()

    def _worth(self, node: str, seat: str) -> str:
        """How good a node is for a seat, from 0 to 1."""
        w = self.w
        total = w.load(REAL, self._total(node, seat))
        visits = w.make(f"sitofp i64 {self._word(node, VISITS)} to double")
        mean = w.op("fdiv", REAL, total, visits)
        some = w.make(f"fcmp ogt double {visits}, {real(0.0)}")
        known = w.choose(some, REAL, mean, real(1 / self.seats))
        proven = w.compare("ne", NUMBER, self._word(node, PROVEN), "0")
        return w.choose(proven, REAL, total, known)

    def _look(self) -> None:
        """Look at all steps of a node that have not been tried for what ends the game at once."""
        w = self.w
        self._put("%node", LOOKED, "1")
        state, _, _ = self._scratch()
        seat = w.call(NUMBER, "seat", f"ptr {self._state('%node')}")
        with self._each_edge("%node") as (edge, done):
            fresh = w.compare("slt", NUMBER, self._word(edge, CHILD), "0")
            with w.when(fresh):
                code = self._word(edge, CODE)
                given = f"ptr {self._state('%node')}", f"i64 {code}", f"ptr {state}"
                w.call(NUMBER, "play", *given)
                winner = w.load(NUMBER, w.at(state, self.host.memory.places["winner"].offset))
                over = w.compare("ne", NUMBER, winner, str(ONGOING))
                with w.when(over):
                    child = w.call(NUMBER, "node", "ptr %arena", f"ptr {state}")
                    with w.when(w.compare("slt", NUMBER, child, "0")):
                        w.go(done)
                    self._put(edge, CHILD, child)
                    self._certain("%node", edge, self._at_node(child), seat)
                    with w.when(w.compare("ne", NUMBER, self._word("%node", PROVEN), "0")):
                        w.go(done)
        w.give()

    def _judged(self) -> None:
        """How good a settled state with so many steps looks for seat 0."""
        w = self.w
        table = self._word("%arena", JUDGE, POINTER)
        worth = w.call(REAL, "judge", f"ptr {table}", "ptr %s", "i64 %n")
        if self.swaps:
            swapped = w.compare("ne", NUMBER, self.host._load("swapped"), "0")
            worth = w.choose(swapped, REAL, w.op("fsub", REAL, real(1.0), worth), worth)
        w.give(REAL, worth)

    def _weigh(self) -> None:
        """Look at all steps of a node: which end the game at once, how the others look."""
        w = self.w
        self._put("%node", LOOKED, "1")
        state, _, _ = self._scratch()
        seat = w.call(NUMBER, "seat", f"ptr {self._state('%node')}")
        any_ = self._any()
        with self._each_edge("%node") as (edge, done):
            given = f"ptr {self._state('%node')}", f"i64 {self._word(edge, CODE)}", f"ptr {state}"
            w.call(NUMBER, "play", *given)
            steps = w.call(NUMBER, "rest", f"ptr {state}", f"i1 {any_}")

            def over(edge: str = edge) -> None:
                child = w.call(NUMBER, "node", "ptr %arena", f"ptr {state}")
                with w.when(w.compare("slt", NUMBER, child, "0")):
                    w.go(done)
                self._put(edge, CHILD, child)
                self._certain("%node", edge, self._at_node(child), seat)
                with w.when(w.compare("ne", NUMBER, self._word("%node", PROVEN), "0")):
                    w.go(done)

            def open_(edge: str = edge, steps: str = steps) -> None:
                worth = w.call(REAL, "judged", "ptr %arena", f"ptr {state}", f"i64 {steps}")
                self._put(edge, WORTH, self._for_seat(worth, seat), REAL)

            w.either(w.compare("eq", NUMBER, steps, "0"), over, open_)
        w.give()

    def _any(self) -> str:
        """Whether it does not matter how many steps there are, if there are any."""
        table = self._word("%arena", JUDGE, POINTER)
        return self.w.compare("eq", NUMBER, self._word(table, STEPS), "0")

    def _is_judged(self) -> str:
        return self.w.compare("ne", NUMBER, self._word("%arena", JUDGE), "0")

    def _certain(self, node: str, edge: str, child: str, seat: str) -> None:
        """Note that an edge leads to a proven child, and what that proves about its node."""
        w = self.w
        fresh = w.compare("eq", NUMBER, self._word(edge, CERTAIN), "0")
        with w.when(fresh):
            self._put(edge, CERTAIN, "1")
            worth = w.load(REAL, self._total(child, seat))
            self._put(edge, WORTH, worth, REAL)
            left = self._more(node, OPEN, "-1")
            open_ = w.compare("eq", NUMBER, self._word(node, PROVEN), "0")
            with w.when(open_):
                won = w.make(f"fcmp oge double {worth}, {real(1.0)}")
                with w.when(won):
                    values = w.at(child, 8 * TOTALS)
                    w.run("prove", f"ptr {node}", f"ptr {values}")
                settled = w.compare("eq", NUMBER, left, "0")
                with w.when(w.op("and", CONDITION, settled, w.op("xor", CONDITION, won, "true"))):
                    best = self._best_certain(node)
                    w.run("prove", f"ptr {node}", f"ptr {best}")

    def _best_certain(self, node: str) -> str:
        """Where the values of the best steps of a node lie, all of whose edges are certain.

        Of several steps that are equally good for the mover nobody knows which will be made, so
        it is the mean of them.
        """
        w = self.w
        values = w.slot(REAL, self.seats)
        for seat in range(self.seats):
            w.store(REAL, real(0.0), w.at(values, 8 * seat))
        best, many = w.variable(REAL, real(-1.0)), w.variable(REAL, real(0.0))
        with self._each_edge(node) as (edge, _):
            worth = self._word(edge, WORTH, REAL)
            better = w.make(f"fcmp ogt double {worth}, {w.get(best)}")
            with w.when(better):
                w.set(best, worth)
                w.set(many, real(0.0))
                for seat in range(self.seats):
                    w.store(REAL, real(0.0), w.at(values, 8 * seat))
            alike = w.make(f"fcmp oeq double {worth}, {w.get(best)}")
            with w.when(alike):
                child = self._at_node(self._word(edge, CHILD))
                w.set(many, w.op("fadd", REAL, w.get(many), real(1.0)))
                for seat in range(self.seats):
                    at = w.at(values, 8 * seat)
                    more = self._word(child, TOTALS + seat, REAL)
                    w.store(REAL, w.op("fadd", REAL, w.load(REAL, at), more), at)
        for seat in range(self.seats):
            at = w.at(values, 8 * seat)
            w.store(REAL, w.op("fdiv", REAL, w.load(REAL, at), w.get(many)), at)
        return values

    # Hearsay

    def _listen(self) -> None:
        """The hearsay of a node; null where it has none and is not to have one yet."""
        w = self.w
        size = str(8 * self.arena.hearsay)
        index = w.variable(NUMBER, self._word("%node", HEARSAY))
        with w.when(w.compare("eq", NUMBER, w.get(index), "0")):
            used = self._word("%arena", HEARSAYS)
            full = w.compare("sge", NUMBER, used, self._word("%arena", HEARSAY_ROOM))
            below = w.compare("sgt", NUMBER, "%depth", "0")
            seldom = w.compare("slt", NUMBER, self._word("%node", VISITS), str(LISTEN))
            early = w.op("and", CONDITION, below, seldom)
            with w.when(w.op("or", CONDITION, full, early)):
                w.give(POINTER, "null")
            w.set(index, self._more("%arena", HEARSAYS))
            self._put("%node", HEARSAY, w.get(index))
        place = w.op("mul", NUMBER, w.op("sub", NUMBER, w.get(index), "1"), size)
        w.give(POINTER, w.item("i8", self._word("%arena", HEARSAY_BASE, POINTER), place))

    def _heard(self, hearsay: str, note: str) -> str:
        """Where it is told of a step how often it was made, and behind that what came of it."""
        w = self.w
        place = w.op("urem", NUMBER, note, str(KEYS * self.seats))
        steps = w.at(hearsay, 8 * HEARD)
        return w.item(NUMBER, steps, w.op("shl", NUMBER, place, "1"))

    def _hear(self) -> None:
        """Take in a game, of which so many steps have been noted."""
        w = self.w
        self._more("%hearsay", GAMES)
        index = w.variable(NUMBER, "0")
        with w.loop(lambda: w.compare("slt", NUMBER, w.get(index), "%n")):
            note = w.load(NUMBER, w.item(NUMBER, "%notes", w.get(index)))
            w.set(index, w.op("add", NUMBER, w.get(index), "1"))
            heard = self._heard("%hearsay", note)
            seat = w.op("urem", NUMBER, note, str(self.seats))
            value = w.load(REAL, w.item(REAL, "%values", seat))
            for word, more in enumerate((real(1.0), value)):
                before = self._word(heard, word, REAL)
                self._put(heard, word, w.op("fadd", REAL, before, more), REAL)
        w.give()

    def _hoped(
        self, code: str, seat: str, tries: str, worth: str, bonus: str, otherwise: str
    ) -> str:
        """How promising an edge is by what is heard of its step; `otherwise` where that is nothing.

        Args:
            code: Of the step.
            seat: Who would make it.
            tries: How often it was tried, as a real number.
            worth: How good it was then, if it was.
            bonus: For having been tried so little.
            otherwise: How promising it is without.
        """
        w = self.w
        hope = w.variable(REAL, otherwise)
        with w.when(w.compare("ne", POINTER, "%hearsay", "null")):
            note = self.host._noted(code, seat)
            heard = self._heard("%hearsay", note)
            times, total = self._word(heard, 0, REAL), self._word(heard, 1, REAL)
            with w.when(w.make(f"fcmp ogt double {times}, {real(0.0)}")):
                mean = w.op("fdiv", REAL, total, times)
                both = w.op("fadd", REAL, times, tries)
                doubt = w.op("fmul", REAL, real(DOUBT), w.op("fmul", REAL, times, tries))
                trust = w.op("fdiv", REAL, times, w.op("fadd", REAL, both, doubt))
                known = w.make(f"fcmp ogt double {tries}, {real(0.0)}")
                found = w.choose(known, REAL, worth, mean)
                change = w.op("fmul", REAL, trust, w.op("fsub", REAL, mean, found))
                some = w.op("fmul", REAL, real(CURIOSITY), bonus)
                w.set(hope, w.op("fadd", REAL, w.op("fadd", REAL, found, change), some))
        return w.get(hope)

    # Simulations

    def _choose(self) -> None:
        """The place of the edge to try next: good so far, or tried little; -1 if none is open."""
        w = self.w
        seat = w.call(NUMBER, "seat", f"ptr {self._state('%node')}")
        log = self._logarithm(w.op("add", NUMBER, self._word("%node", VISITS), "1"))
        judged = self._is_judged() if self.judged else "false"
        explore = self._word("%arena", EXPLORE, REAL)
        squares = [w.op("fmul", REAL, explore, explore), real(EXPLORATION * EXPLORATION)]
        bonus = w.op("fmul", REAL, log, w.choose(judged, REAL, *squares))
        once = self._root_of(bonus)
        fresh = w.op("fsub", REAL, self._worth("%node", seat), real(UNTRIED))
        fresh = w.op("fadd", REAL, fresh, once)
        below = w.op("fmul", REAL, explore, real(evaluation.UNTRIED))
        looks = w.op("fsub", REAL, once, below)
        first, width = self._word("%node", FIRST), self._word("%node", WIDTH)
        index, chosen = w.variable(NUMBER, "0"), w.variable(NUMBER, "-1")
        best = w.variable(REAL, real(-1e9))
        with w.loop(lambda: w.compare("slt", NUMBER, w.get(index), width)):
            edge = self._at_edge(w.op("add", NUMBER, first, w.get(index)))
            open_ = w.compare("eq", NUMBER, self._word(edge, CERTAIN), "0")
            with w.when(open_):
                tries = self._word(edge, TRIES)
                known = w.compare("sgt", NUMBER, tries, "0")
                many = w.make(f"sitofp i64 {tries} to double")
                spread = self._root_of(w.op("fdiv", REAL, bonus, many))
                worth = self._word(edge, WORTH, REAL)
                untried = w.choose(judged, REAL, w.op("fadd", REAL, worth, looks), fresh)
                hope = w.choose(known, REAL, w.op("fadd", REAL, worth, spread), untried)
                little = w.choose(known, REAL, spread, once)
                hope = self._hoped(self._word(edge, CODE), seat, many, worth, little, hope)
                better = w.make(f"fcmp ogt double {hope}, {w.get(best)}")
                w.set(best, w.choose(better, REAL, hope, w.get(best)))
                w.set(chosen, w.choose(better, NUMBER, w.get(index), w.get(chosen)))
            w.set(index, w.op("add", NUMBER, w.get(index), "1"))
        w.give(NUMBER, w.get(chosen))

    def _root_of(self, value: str) -> str:
        return self.w.make(f"call double @llvm.sqrt.f64(double {value})")

    def _logarithm(self, number: str) -> str:
        """The logarithm of a number from 1 on, straight between powers of two.

        Exact enough for a bonus, and the same on every machine.
        """
        w = self.w
        zeros = w.call(NUMBER, "llvm.ctlz.i64", f"i64 {number}", "i1 true")
        power = w.op("sub", NUMBER, "63", zeros)
        whole = w.make(f"sitofp i64 {power} to double")
        value = w.make(f"sitofp i64 {number} to double")
        base = w.make(f"sitofp i64 {w.op('shl', NUMBER, '1', power)} to double")
        part = w.op("fsub", REAL, w.op("fdiv", REAL, value, base), real(1.0))
        binary = w.op("fadd", REAL, whole, part)
        return w.op("fmul", REAL, binary, real(0.6931471805599453))

    def _simulate(self) -> None:
        """Walk down, add a node, play a random game from there, and count it on the way back."""
        w = self.w
        state, game, path = self._scratch()
        values = w.slot(REAL, self.seats)
        depth = w.variable(NUMBER, "0")
        node = w.variable(POINTER, self._at_node(self._word("%arena", ROOT)))
        leaf = w.variable(POINTER, w.get(node))
        notes, noted = w.at(path, 16 * DEEPEST), w.variable(NUMBER, "0")
        trusted = w.variable(POINTER, "null")
        reached = w.later()
        evaluate = w.later()
        with w.forever() as again:
            now = w.get(node)
            with w.when(w.compare("ne", NUMBER, self._word(now, PROVEN), "0")):
                w.go(reached)
            fresh = w.compare("eq", NUMBER, self._word(now, VISITS), "0")
            below = w.compare("sgt", NUMBER, w.get(depth), "0")
            with w.when(w.op("and", CONDITION, fresh, below)):
                w.go(reached)
            with w.when(w.compare("sge", NUMBER, w.get(depth), str(DEEPEST))):
                w.go(reached)
            with w.when(w.compare("slt", NUMBER, self._word(now, FIRST), "0")):
                w.run("settled", "ptr %arena", f"ptr {now}")
                open_ = w.compare("slt", NUMBER, self._word(now, FIRST), "0")
                with w.when(open_):  # over, or no room for edges
                    w.go(reached)
                if self.judged:
                    with w.when(self._is_judged()):
                        w.run("weigh", "ptr %arena", f"ptr {now}")
                        with w.when(w.compare("ne", NUMBER, self._word(now, PROVEN), "0")):
                            w.go(reached)
            visits = self._word(now, VISITS)
            due = w.compare("sge", NUMBER, visits, str(LOOK))
            unseen = w.compare("eq", NUMBER, self._word(now, LOOKED), "0")
            with w.when(w.op("and", CONDITION, due, unseen)):
                w.run("look", "ptr %arena", f"ptr {now}")
                with w.when(w.compare("ne", NUMBER, self._word(now, PROVEN), "0")):
                    w.go(reached)
            self._listen_here(now, w.get(depth), trusted)
            given = "ptr %arena", f"ptr {now}", f"ptr {w.get(trusted)}"
            place = w.call(NUMBER, "choose", *given)
            with w.when(w.compare("slt", NUMBER, place, "0")):
                w.go(reached)
            edge = self._at_edge(w.op("add", NUMBER, self._word(now, FIRST), place))
            step = w.item("i8", path, w.op("mul", NUMBER, w.get(depth), "16"))
            w.store(POINTER, now, step)
            w.store(POINTER, edge, w.at(step, 8))
            seat = w.call(NUMBER, "seat", f"ptr {self._state(now)}")
            note = self.host._noted(self._word(edge, CODE), seat)
            w.store(NUMBER, note, w.item(NUMBER, notes, w.get(depth)))
            w.set(depth, w.op("add", NUMBER, w.get(depth), "1"))
            child = w.variable(NUMBER, self._word(edge, CHILD))
            unknown = w.compare("slt", NUMBER, w.get(child), "0")
            made = w.later()
            # Boards to remember are written where the step of this path leaves them, or where the
            # turn ends by itself after it.
            must_play = "true" if self.past else unknown
            with w.when(must_play):
                code = self._word(edge, CODE)
                given = f"ptr {self._state(now)}", f"i64 {code}", f"ptr {state}"
                w.call(NUMBER, "play", *given)
            if self.past and self.closes:
                with w.when(w.op("xor", CONDITION, unknown, "true")):
                    w.call(NUMBER, "rest", f"ptr {state}", "i1 true")
            with w.when(unknown):
                w.set(child, w.call(NUMBER, "node", "ptr %arena", f"ptr {state}"))
                with w.when(w.compare("slt", NUMBER, w.get(child), "0")):
                    w.set(leaf, "null")
                    w.go(evaluate)
                self._put(edge, CHILD, w.get(child))
            w.go(made)
            w.block(made)
            w.set(node, self._at_node(w.get(child)))
            w.set(leaf, w.get(node))
            w.go(again)
        w.block(reached)
        w.set(leaf, w.get(node))
        certain = w.later()
        is_proven = w.compare("ne", NUMBER, self._word(w.get(node), PROVEN), "0")
        with w.when(is_proven):
            w.go(certain)
        self._copy(state, self._state(w.get(node)))
        w.go(evaluate)
        w.block(evaluate)
        counting = w.later()
        if self.judged:
            with w.when(self._is_judged()):
                self._judge_leaf(state, game, values, notes, noted, counting)
        self._play_out(state, game, values, w.item(NUMBER, notes, w.get(depth)), noted)
        w.go(counting)
        w.block(certain)
        for number in range(self.seats):
            worth = w.load(REAL, self._total(w.get(node), str(number)))
            w.store(REAL, worth, w.at(values, 8 * number))
        w.go(counting)
        w.block(counting)
        known = w.compare("ne", POINTER, w.get(leaf), "null")
        with w.when(known):
            self._visit(w.get(leaf), values)
        with w.loop(lambda: w.compare("sgt", NUMBER, w.get(depth), "0")):
            w.set(depth, w.op("sub", NUMBER, w.get(depth), "1"))
            w.set(noted, w.op("add", NUMBER, w.get(noted), "1"))
            step = w.item("i8", path, w.op("mul", NUMBER, w.get(depth), "16"))
            parent, edge = w.load(POINTER, step), w.load(POINTER, w.at(step, 8))
            seat = w.call(NUMBER, "seat", f"ptr {self._state(parent)}")
            self._count(parent, edge, seat, values)
            self._visit(parent, values)
            index = self._word(parent, HEARSAY)
            with w.when(w.compare("ne", NUMBER, index, "0")):
                hearsay = w.call(POINTER, "listen", "ptr %arena", f"ptr {parent}", "i64 0")
                since = w.item(NUMBER, notes, w.get(depth))
                given = f"ptr {since}", f"i64 {w.get(noted)}", f"ptr {values}"
                w.run("hear", f"ptr {hearsay}", *given)
        w.give()

    def _listen_here(self, node: str, depth: str, trusted: Variable) -> None:
        """Go by the hearsay of a node from here on, if it was gathered in enough games."""
        w = self.w
        own = w.call(POINTER, "listen", "ptr %arena", f"ptr {node}", f"i64 {depth}")
        with w.when(w.compare("ne", POINTER, own, "null")):
            many = w.compare("sge", NUMBER, self._word(own, GAMES), str(TRUSTED))
            first = w.compare("eq", POINTER, w.get(trusted), "null")
            with w.when(w.op("or", CONDITION, many, first)):
                w.set(trusted, own)

    def _play_out(self, state: str, game: str, values: str, notes: str, steps: Variable) -> None:
        """Play a random game in place; what it was worth to each seat, and notes of its steps."""
        w = self.w
        chance = w.at("%arena", 8 * CHANCE)
        w.call(
            NUMBER,
            "playout",
            f"ptr {state}",
            f"ptr {chance}",
            "i64 10000",
            f"ptr {game}",
            f"ptr {steps.slot}",
            "ptr %stop",
            f"ptr {notes}",
        )
        w.set(steps, self.host.functions.smaller(w, w.get(steps), str(NOTES)))
        w.call(NUMBER, "values", f"ptr {state}", f"ptr {values}")

    def _judge_leaf(
        self, state: str, game: str, values: str, notes: str, steps: Variable, counting: str
    ) -> None:
        """Leave with what a state looks worth, mixed with a random game where that is asked for."""
        w = self.w
        many = w.call(NUMBER, "rest", f"ptr {state}", f"i1 {self._any()}")
        with w.when(w.compare("eq", NUMBER, many, "0")):
            w.call(NUMBER, "values", f"ptr {state}", f"ptr {values}")
            w.go(counting)
        worth = w.variable(
            REAL, w.call(REAL, "judged", "ptr %arena", f"ptr {state}", f"i64 {many}")
        )
        part = self._word("%arena", PART, REAL)
        with w.when(w.make(f"fcmp ogt double {part}, {real(0.0)}")):
            self._play_out(state, game, values, notes, steps)
            played = w.op("fsub", REAL, w.load(REAL, values), w.get(worth))
            w.set(worth, w.op("fadd", REAL, w.get(worth), w.op("fmul", REAL, part, played)))
        w.store(REAL, w.get(worth), values)
        w.store(REAL, w.op("fsub", REAL, real(1.0), w.get(worth)), w.at(values, 8))
        w.go(counting)

    def _visit(self, node: str, values: str) -> None:
        """Count a game that came through a node."""
        w = self.w
        visits = self._more(node, VISITS)
        if self.judged:
            with w.when(w.compare("eq", NUMBER, visits, "1")):
                self._put(node, BEST, w.load(REAL, values), REAL)
        with w.when(w.compare("eq", NUMBER, self._word(node, PROVEN), "0")):
            for seat in range(self.seats):
                total = self._word(node, TOTALS + seat, REAL)
                value = w.load(REAL, w.at(values, 8 * seat))
                self._put(node, TOTALS + seat, w.op("fadd", REAL, total, value), REAL)

    def _count(self, parent: str, edge: str, seat: str, values: str) -> None:
        """Count a game that came through an edge, which is now worth what its child is."""
        w = self.w
        tries = self._more(edge, TRIES)
        child = self._word(edge, CHILD)

        def without_child() -> None:
            worth = self._word(edge, WORTH, REAL)
            value = w.load(REAL, w.item(REAL, values, seat))
            many = w.make(f"sitofp i64 {tries} to double")
            change = w.op("fdiv", REAL, w.op("fsub", REAL, value, worth), many)
            self._put(edge, WORTH, w.op("fadd", REAL, worth, change), REAL)

        def with_child() -> None:
            there = self._at_node(child)
            worth = self._mixed(there, seat) if self.judged else self._worth(there, seat)
            self._put(edge, WORTH, worth, REAL)
            with w.when(w.compare("ne", NUMBER, self._word(there, PROVEN), "0")):
                self._certain(parent, edge, there, seat)

        w.either(w.compare("slt", NUMBER, child, "0"), without_child, with_child)
        if self.judged:
            with w.when(self._is_judged()):
                self._note_best(parent, seat)

    def _mixed(self, node: str, seat: str) -> str:
        """How good a node is for a seat; where nodes are judged, its best step has its share."""
        w = self.w
        mean = self._worth(node, seat)
        best = self._for_seat(self._word(node, BEST, REAL), seat)
        more = w.op("fmul", REAL, self._word("%arena", SHARE, REAL), w.op("fsub", REAL, best, mean))
        open_ = w.compare("eq", NUMBER, self._word(node, PROVEN), "0")
        shared = w.op("and", CONDITION, open_, self._is_judged())
        return w.choose(shared, REAL, w.op("fadd", REAL, mean, more), mean)

    def _note_best(self, node: str, seat: str) -> None:
        """Note how good the best step of a node is, for the first seat."""
        w = self.w
        best = w.variable(REAL, real(0.0))
        with self._each_edge(node) as (edge, _):
            worth = self._word(edge, WORTH, REAL)
            better = w.make(f"fcmp ogt double {worth}, {w.get(best)}")
            w.set(best, w.choose(better, REAL, worth, w.get(best)))
        self._put(node, BEST, self._for_seat(w.get(best), seat), REAL)

    def _for_seat(self, worth: str, seat: str) -> str:
        """What is worth so much to the first of two seats, to a seat; or the other way round."""
        w = self.w
        other = w.op("fsub", REAL, real(1.0), worth)
        return w.choose(w.compare("eq", NUMBER, seat, "0"), REAL, worth, other)

    # From outside

    def _met(self) -> None:
        """The node that has come to rest in this state; -1 if there is none.

        Nodes are found fast by what a step has led to, which a turn that ends by itself changes.
        """
        w = self.w
        index = w.variable(NUMBER, "0")

        def more() -> str:
            return w.compare("slt", NUMBER, w.get(index), self._word("%arena", NODES))

        with w.loop(more):
            state = self._state(self._at_node(w.get(index)))
            with w.when(w.call(CONDITION, "alike", f"ptr {state}", "ptr %s")):
                w.give(NUMBER, w.get(index))
            w.set(index, w.op("add", NUMBER, w.get(index), "1"))
        w.give(NUMBER, "-1")

    def _root(self) -> None:
        w = self.w
        found = w.variable(NUMBER, "-1")
        if not self.past:
            w.set(found, w.call(NUMBER, "met", "ptr %arena", "ptr %s"))
        with w.when(w.compare("slt", NUMBER, w.get(found), "0")):
            w.set(found, w.call(NUMBER, "node", "ptr %arena", "ptr %s"))
        index = w.get(found)
        with w.when(w.compare("sge", NUMBER, index, "0")):
            self._put("%arena", ROOT, index)
            node = self._at_node(index)
            fresh = w.compare("slt", NUMBER, self._word(node, FIRST), "0")
            open_ = w.compare("eq", NUMBER, self._word(node, PROVEN), "0")
            with w.when(w.op("and", CONDITION, fresh, open_)):
                w.run("settled", "ptr %arena", f"ptr {node}")
                if self.judged:
                    open_ = w.compare("sge", NUMBER, self._word(node, FIRST), "0")
                    with w.when(w.op("and", CONDITION, open_, self._is_judged())):
                        w.run("weigh", "ptr %arena", f"ptr {node}")
            unseen = w.compare("eq", NUMBER, self._word(node, LOOKED), "0")
            wide = w.compare("sge", NUMBER, self._word(node, FIRST), "0")
            with w.when(w.op("and", CONDITION, unseen, wide)):
                w.run("look", "ptr %arena", f"ptr {node}")
        w.give(NUMBER, index)

    def _taken(self) -> None:
        """The number that an old node has in a new arena; it is copied there if need be."""
        w = self.w
        old = self._at_node("%index")
        # An old node that has been copied is visited less than never.
        mark = self._word(old, VISITS)
        with w.when(w.compare("slt", NUMBER, mark, "0")):
            w.give(NUMBER, w.op("sub", NUMBER, "-1", mark))
        index = self._word("%new", NODES)
        after = w.op("add", NUMBER, index, "1")
        self._put("%new", NODES, after)
        new = self._at_node_of("%new", index)
        self._copy(new, old, 8 * self.arena.node)
        self._put(new, HEARSAY, "0")  # gathered anew: soon there, and much to copy
        self._put(old, VISITS, w.op("sub", NUMBER, "-1", index))
        mask, table = self._word("%new", MASK), self._word("%new", TABLE, POINTER)
        slot = w.variable(NUMBER, w.op("and", NUMBER, self._word(old, HASH), mask))

        def taken() -> str:
            kept = w.load(NUMBER, w.item(NUMBER, table, w.get(slot)))
            return w.compare("ne", NUMBER, kept, "0")

        with w.loop(taken):
            moved = w.op("add", NUMBER, w.get(slot), "1")
            w.set(slot, w.op("and", NUMBER, moved, mask))
        w.store(NUMBER, after, w.item(NUMBER, table, w.get(slot)))
        w.give(NUMBER, index)

    def _keep(self) -> None:
        w = self.w
        given = "ptr %arena", "ptr %new"
        w.call(NUMBER, "taken", *given, f"i64 {self._word('%arena', ROOT)}")
        self._put("%new", ROOT, "0")
        index = w.variable(NUMBER, "0")

        def more() -> str:
            return w.compare("slt", NUMBER, w.get(index), self._word("%new", NODES))

        with w.loop(more):
            node = self._at_node_of("%new", w.get(index))
            w.set(index, w.op("add", NUMBER, w.get(index), "1"))
            first, width = self._word(node, FIRST), self._word(node, WIDTH)
            with w.when(w.compare("sge", NUMBER, first, "0")):
                begin = self._word("%new", EDGES)
                self._put("%new", EDGES, w.op("add", NUMBER, begin, width))
                self._put(node, FIRST, begin)
                number = w.variable(NUMBER, "0")

                def some(number: Variable = number, width: str = width) -> str:
                    return w.compare("slt", NUMBER, w.get(number), width)

                with w.loop(some):
                    old = self._at_edge(w.op("add", NUMBER, first, w.get(number)))
                    edge = self._at_edge_of("%new", w.op("add", NUMBER, begin, w.get(number)))
                    self._copy(edge, old, 8 * EDGE)
                    child = self._word(old, CHILD)
                    with w.when(w.compare("sge", NUMBER, child, "0")):
                        there = w.call(NUMBER, "taken", *given, f"i64 {child}")
                        self._put(edge, CHILD, there)
                    w.set(number, w.op("add", NUMBER, w.get(number), "1"))
        w.give(NUMBER, "0")

    def _search(self) -> None:
        w = self.w
        made = w.variable(NUMBER, "0")
        root = self._at_node(self._word("%arena", ROOT))
        with w.loop(lambda: w.compare("slt", NUMBER, w.get(made), "%n")) as done:
            with w.when(self.host._stopped()):
                w.go(done)
            with w.when(w.compare("ne", NUMBER, self._word(root, PROVEN), "0")):
                w.go(done)
            w.run("simulate", "ptr %arena", "ptr %stop")
            w.set(made, w.op("add", NUMBER, w.get(made), "1"))
        w.give(NUMBER, w.get(made))
