"""How large groups are, and what they would outgrow, as LLVM IR; see `core.rules.grouping`.

The groups of a side stand in a block of memory: which group each occupied cell is of, by bit
number; for each group its size, and that of the largest group of the other side that it touches;
then the groups, and all that each touches of the other side's, as sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from core.rules.grouping import NAMES
from core.rules.native.functions import Functions
from core.rules.native.grid import Grid
from core.rules.native.writer import CONDITION, NUMBER, Variable, Writer


class Host(Protocol):
    """What this asks of the emitter of a game."""

    functions: Functions
    grid: Grid
    set: str
    w: Writer

    def _function(self, head: str, body: Callable[[], None]) -> None: ...


class GroupingWriter:
    """Prints `compared(own0, own1, empty, mover, out)`, which writes what `NAMES` tells."""

    def __init__(self, host: Host) -> None:
        """Nothing is written yet."""
        self.host = host
        self.dirs = host.grid.board.adjacency
        most = len(host.grid.board.cells)
        self._size = 64 * host.grid.words
        self._met = self._size + most
        self._group = self._met + most
        self._touched = self._group + most * host.grid.words
        self._words = self._touched + most * host.grid.words

    @property
    def w(self) -> Writer:
        """Where the present function is written."""
        return self.host.w

    def write(self) -> None:
        """All the functions."""
        host, cells = self.host, self.host.set
        host._function(f"internal void @parted({cells} %x, ptr %side, ptr %out)", self._parted)
        sets = f"{cells} %x, {cells} %y"
        host._function(f"internal {cells} @meet({sets}, i64 %n, ptr %side, ptr %them)", self._meet)
        head = f"internal void @growth({sets}, {cells} %at, ptr %side, ptr %them, ptr %out)"
        host._function(head, self._growth)
        head = f"internal void @compared({sets}, {cells} %empty, i64 %mover, ptr noalias %out)"
        host._function(head, self._compared)

    def _at(self, side: str, word: int, index: str, type_: str = NUMBER) -> str:
        """Where an entry of a side's block lies."""
        return self.w.item(type_, self.w.at(side, 8 * word), index)

    def _number(self, side: str, word: int, index: str) -> str:
        return self.w.load(NUMBER, self._at(side, word, index))

    def _cells(self, side: str, word: int, index: str) -> str:
        return self.w.load(self.host.set, self._at(side, word, index, self.host.set))

    def _raise(self, variable: Variable, to: str) -> None:
        w = self.w
        w.set(variable, self.host.functions.greater(w, w.get(variable), to))

    def _more(self, variable: Variable, by: str) -> None:
        self.w.set(variable, self.w.op("add", NUMBER, self.w.get(variable), by))

    def _all(self, cells: str) -> tuple[Variable, AbstractContextManager[str]]:
        left, loop = self.host.functions.loop_while_some(self.w, cells)
        return left, loop

    @contextmanager
    def _each(self, cells: str) -> Iterator[str]:
        """A loop over the bit numbers of a set, word by word, as wide numbers are slow."""
        w, functions = self.w, self.host.functions
        kept = w.slot(self.host.set)
        w.store(self.host.set, cells, kept)
        place = w.variable(NUMBER, "0")
        words = str(self.host.grid.words)
        with w.loop(lambda: w.compare("slt", NUMBER, w.get(place), words)):
            word = w.variable(NUMBER, w.load(NUMBER, w.item(NUMBER, kept, w.get(place))))
            with w.loop(lambda: w.compare("ne", NUMBER, w.get(word), "0")):
                now = w.get(word)
                w.set(word, w.op("and", NUMBER, now, w.op("sub", NUMBER, now, "1")))
                bit = functions.first_of_word(w, now)
                yield w.op("add", NUMBER, bit, w.op("mul", NUMBER, w.get(place), "64"))
            self._more(place, "1")

    def _parted(self) -> None:
        """Fill the first parts of a side's block; `out` gets what `OF_GROUPS` tells."""
        w, functions = self.w, self.host.functions
        many, largest, squares = (w.variable(NUMBER, "0") for _ in range(3))
        left, loop = self._all("%x")
        with loop:
            now = w.get(left)
            cell = functions.lowest(w, now)
            bit = functions.number(w, cell)
            group = functions.filled_from(w, cell, bit, now, self.dirs)
            w.set(left, w.op("xor", self.host.set, now, group))
            size, index = functions.count(w, group), w.get(many)
            w.store(self.host.set, group, self._at("%side", self._group, index, self.host.set))
            w.store(NUMBER, size, self._at("%side", self._size, index))
            with self._each(group) as one:
                w.store(NUMBER, index, self._at("%side", 0, one))
            self._raise(largest, size)
            self._more(squares, w.op("mul", NUMBER, size, size))
            self._more(many, "1")
        for place, variable in enumerate((many, largest, squares)):
            w.store(NUMBER, w.get(variable), w.at("%out", 8 * place))
        w.give()

    def _meet(self) -> None:
        """Fill the last parts of a side's block: what each of its groups, those of x, touches.

        Gives all cells of those that touch something.
        """
        w, functions, cells = self.w, self.host.functions, self.host.set
        index, close = w.variable(NUMBER, "0"), w.variable(cells, "0")
        with w.loop(lambda: w.compare("slt", NUMBER, w.get(index), "%n")):
            group = self._cells("%side", self._group, w.get(index))
            near = functions.spread(w, group, self.dirs)
            touched, most = w.variable(cells, "0"), w.variable(NUMBER, "0")
            left, loop = self._all(functions.both(w, near, "%y"))
            with loop:
                self._meet_one(left, touched, most)
            w.store(cells, w.get(touched), self._at("%side", self._touched, w.get(index), cells))
            w.store(NUMBER, w.get(most), self._at("%side", self._met, w.get(index)))
            some = w.compare("ne", cells, w.get(touched), "0")
            with w.when(some):
                w.set(close, functions.join(w, w.get(close), group))
            self._more(index, "1")
        w.give(cells, w.get(close))

    def _meet_one(self, left: Variable, touched: Variable, most: Variable) -> None:
        """Take the first group of the other side out of what is left of the cells that touch."""
        w, functions = self.w, self.host.functions
        one = self._owner("%them", left)
        group = self._cells("%them", self._group, one)
        w.set(left, functions.without(w, w.get(left), group))
        w.set(touched, functions.join(w, w.get(touched), group))
        self._raise(most, self._number("%them", self._size, one))

    def _owner(self, side: str, left: Variable) -> str:
        """The number of the group that the first of some cells is of."""
        w, functions = self.w, self.host.functions
        return self._number(side, 0, functions.number(w, w.get(left)))

    def _growth(self) -> None:
        """What `OF_GROWTH` tells of the side with the pieces x, for its pieces at some cells."""
        w, functions, cells = self.w, self.host.functions, self.host.set
        ways, best = w.variable(NUMBER, "0"), w.variable(NUMBER, "0")
        with self._each("%at") as here:
            near = functions.near(w, here, self.dirs)
            size, most = w.variable(NUMBER, "1"), w.variable(NUMBER, "0")
            touched = w.variable(cells, "0")
            left, loop = self._all(functions.both(w, near, "%x"))
            with loop:
                one = self._owner("%side", left)
                group = self._cells("%side", self._group, one)
                w.set(left, functions.without(w, w.get(left), group))
                self._more(size, self._number("%side", self._size, one))
                self._raise(most, self._number("%side", self._met, one))
                more = self._cells("%side", self._touched, one)
                w.set(touched, functions.join(w, w.get(touched), more))
            direct = functions.without(w, functions.both(w, near, "%y"), w.get(touched))
            left, loop = self._all(direct)
            with loop:
                self._meet_one(left, touched, most)
            some = w.compare("sgt", NUMBER, w.get(most), "0")
            larger = w.compare("slt", NUMBER, w.get(most), w.get(size))
            with w.when(w.op("and", CONDITION, some, larger)):
                self._more(ways, "1")
                self._raise(best, functions.count(w, w.get(touched)))
        w.store(NUMBER, w.get(ways), "%out")
        w.store(NUMBER, w.get(best), w.at("%out", 8))
        w.give()

    def _compared(self) -> None:
        w, functions, cells = self.w, self.host.functions, self.host.set
        sides = [w.slot(NUMBER, self._words) for _ in range(2)]
        sizes = [w.slot(NUMBER, 3) for _ in range(2)]
        growth = [w.slot(NUMBER, 2) for _ in range(2)]
        own = ["%x", "%y"]
        for side in range(2):
            block, out = f"ptr {sides[side]}", f"ptr {sizes[side]}"
            w.run("parted", f"{cells} {own[side]}", block, out)
        for side in range(2):
            given = f"{cells} {own[side]}", f"{cells} {own[1 - side]}"
            blocks = f"ptr {sides[side]}", f"ptr {sides[1 - side]}"
            many = w.load(NUMBER, sizes[side])
            close = w.call(cells, "meet", *given, f"i64 {many}", *blocks)
            # Elsewhere beside its pieces a piece of its would make a group that touches nothing.
            touching = functions.spread(w, functions.join(w, own[1 - side], close), self.dirs)
            beside = functions.both(w, functions.spread(w, own[side], self.dirs), touching)
            at = functions.both(w, beside, "%empty")
            w.run("growth", *given, f"{cells} {at}", *blocks, f"ptr {growth[side]}")
        second = w.compare("ne", NUMBER, "%mover", "0")
        found = []
        for place in range(3):
            pair = [w.load(NUMBER, w.at(one, 8 * place)) for one in sizes]
            found.append(w.op("sub", NUMBER, *pair))
        for place in range(2):
            pair = [w.load(NUMBER, w.at(one, 8 * place)) for one in growth]
            minus = w.op("sub", NUMBER, "0", pair[1])
            found += [w.op("sub", NUMBER, *pair), w.choose(second, NUMBER, minus, pair[0])]
        assert len(found) == len(NAMES)
        for place, value in enumerate(found):
            w.store(NUMBER, value, w.at("%out", 8 * place))
        w.give()
