"""Prints the functions of the rules, as LLVM IR: lists of steps, steps, scores, perft, wins."""

from __future__ import annotations

from collections.abc import Callable

from core.rules.layout import ONGOING
from core.rules.native.statements import StatementWriter
from core.rules.native.writer import CONDITION, NUMBER
from core.rules.program import PASS, STOP, SWAP, Block
from core.rules.tree import Kind


class EntryWriter(StatementWriter):
    """Prints what is done with a state, one function for each block of the program."""

    # One side, and one stage or action

    def _list(self, name: str, body: Block, counting: bool) -> None:
        """`list`: write codes to `out`; `count`: only their number.

        With `any` it counts no further than to the first that it finds.
        """

        def write() -> None:
            self.out = self.w.variable(NUMBER, "0")
            self.counting = counting
            self.contest = None
            self._block(body)
            self.w.give(NUMBER, self.w.get(self.out))

        out = "i1 %any" if counting else "ptr noalias %out"
        self._function(f"internal i64 @{name}(ptr noalias readonly %s, {out})", write)

    def _attempt(self, side: int, heading: int, body: Block) -> None:
        def write() -> None:
            for name in ("origin", "here"):
                cell = self._one(f"%{name}")
                self.named[self.program.tree.local(name, Kind.CELLS)] = cell
                self.bits[cell] = f"%{name}"
            self._block(body)
            self.w.give(NUMBER, "-1")

        self._function(
            f"internal i64 @attempt.{side}.{heading}"
            "(ptr noalias readonly %s, i64 %origin, i64 %here, ptr noalias %t)",
            write,
        )

    def _change(self, name: str, body: Block) -> None:
        def write() -> None:
            self._block(body)
            self.w.give(NUMBER, "-1")

        self._function(f"internal i64 @{name}(ptr noalias readonly %s, ptr noalias %t)", write)

    def _score(self, side: int, body: Block) -> None:
        self._function(
            f"internal i64 @score.{side}(ptr noalias readonly %s, ptr noalias %out)",
            lambda: self._block(body),
        )

    # Any side

    def _scores(self) -> None:
        w_ = "noalias readonly"

        def write() -> None:
            w = self.w
            total = "0"
            for side in range(self.sides):
                to = w.item(NUMBER, "%out", total)
                given = w.call(NUMBER, f"score.{side}", "ptr %s", f"ptr {to}")
                total = w.op("add", NUMBER, total, given)
            w.give(NUMBER, total)

        self._function(f"i64 @scores(ptr {w_} %s, ptr noalias %out)", write)

    def _play(self) -> None:
        """Make a step, given by its code."""

        def write() -> None:
            w, span = self.w, str(self.grid.span)
            failed = w.later()
            mover = self._load("mover")
            here = w.op("urem", NUMBER, "%code", span)
            rest = w.op("udiv", NUMBER, "%code", span)
            origin = w.op("urem", NUMBER, rest, span)
            heading = w.op("udiv", NUMBER, rest, span)
            special = w.compare("slt", NUMBER, "%code", "0")

            def touchless() -> None:
                tables = {STOP: "closes", PASS: "passes", SWAP: "swaps"}
                blocks = {"closes", "passes"} | ({"swaps"} if self.program.swaps else set())
                cases = [
                    (code * self.sides - side, self._leaving(f"{name}.{side}"))
                    for code, name in tables.items()
                    if name in blocks
                    for side in range(self.sides)
                ]
                scaled = w.op("mul", NUMBER, "%code", str(self.sides))
                w.switch(w.op("sub", NUMBER, scaled, mover), cases, failed)

            def touching() -> None:
                given = [f"i64 {self._table('bit', bit)}" for bit in (origin, here)]
                cases = [
                    (h * self.sides + side, self._leaving(f"attempt.{side}.{h}", *given))
                    for side, h in self.program.attempts
                ]
                scaled = w.op("mul", NUMBER, heading, str(self.sides))
                w.switch(w.op("add", NUMBER, scaled, mover), cases, failed)

            w.either(special, touchless, touching)
            w.block(failed)
            w.give(NUMBER, "-2")

        self._function("i64 @play(ptr noalias readonly %s, i64 %code, ptr noalias %t)", write)

    def _leaving(self, name: str, *arguments: str) -> Callable[[], None]:
        """Call a function and give what it gives."""

        def write() -> None:
            given = self.w.call(NUMBER, name, "ptr %s", *arguments, "ptr %t")
            self.w.give(NUMBER, given)

        return write

    def _settle(self, counting: bool) -> None:
        """`settle`: write the codes of the legal steps to `out`; `rest`: only their number.

        With `any` it counts no further than to the first that it finds.
        """

        def write() -> None:
            w = self.w
            self.counting = counting
            self.listed = w.variable(NUMBER, "0")
            self.after = w.slot("i8", self.memory.size)
            self._block(self.program.settle)

        if counting:
            self._function("internal i64 @rest(ptr noalias %s, i1 %any)", write)
        else:
            self._function("i64 @settle(ptr noalias %s, ptr noalias %out)", write)

    # Perft

    def _perft(self) -> None:
        """Count leaves by making all steps; work holds a state and codes for each depth."""
        size = self.memory.size + 8 * self.room

        def write() -> None:
            w = self.w
            with w.when(w.compare("slt", NUMBER, "%depth", "1")):
                w.give(NUMBER, "1")
            with w.when(w.compare("eq", NUMBER, "%depth", "1")):
                leaves = w.call(NUMBER, "rest", "ptr %s", "i1 false")
                w.give(NUMBER, self.functions.greater(w, leaves, "1"))
            codes = w.at("%work", self.memory.size)
            below = w.at("%work", size)
            n = w.call(NUMBER, "settle", "ptr %s", f"ptr {codes}")
            with w.when(w.compare("eq", NUMBER, n, "0")):
                w.give(NUMBER, "1")
            total, index = w.variable(NUMBER, "0"), w.variable(NUMBER, "0")
            less = w.op("sub", NUMBER, "%depth", "1")
            with w.loop(lambda: w.compare("slt", NUMBER, w.get(index), n)) as done:
                with w.when(self._stopped()):
                    w.go(done)
                code = w.load(NUMBER, w.item(NUMBER, codes, w.get(index)))
                w.call(NUMBER, "play", "ptr %s", f"i64 {code}", "ptr %work")
                found = w.call(
                    NUMBER, "perft", "ptr %work", f"i64 {less}", f"ptr {below}", "ptr %stop"
                )
                w.set(total, w.op("add", NUMBER, w.get(total), found))
                w.set(index, w.op("add", NUMBER, w.get(index), "1"))
            w.give(NUMBER, w.get(total))

        self._function(
            "i64 @perft(ptr noalias %s, i64 %depth, ptr noalias %work, ptr %stop)", write
        )

    # Wins within a turn

    def _wins(self) -> None:
        """Look for the first step with which a seat wins in at most so many steps of its turn.

        Gives its place from 1 on, or 0. `%looks` holds how many steps may be tried, and is told
        where more steps might have found more; `%work` holds a state and codes for each step.
        """
        size = self.memory.size + 8 * self.room

        def write() -> None:
            w = self.w
            codes, below = w.at("%work", self.memory.size), w.at("%work", size)
            n = w.call(NUMBER, "settle", "ptr %s", f"ptr {codes}")
            index = w.variable(NUMBER, "0")
            with w.when(w.compare("ne", NUMBER, w.call(NUMBER, "seat", "ptr %s"), "%seat")):
                w.give(NUMBER, "0")
            with w.loop(lambda: w.compare("slt", NUMBER, w.get(index), n)) as done:
                looks = w.load(NUMBER, "%looks")
                with w.when(w.compare("slt", NUMBER, looks, "1")):
                    w.go(done)
                w.store(NUMBER, w.op("sub", NUMBER, looks, "1"), "%looks")
                code = w.load(NUMBER, w.item(NUMBER, codes, w.get(index)))
                w.set(index, w.op("add", NUMBER, w.get(index), "1"))
                w.call(NUMBER, "play", "ptr %s", f"i64 {code}", "ptr %work")
                if self.layout.stuck_decides:
                    w.call(NUMBER, "rest", "ptr %work", "i1 true")

                def over() -> None:
                    winner = w.load(NUMBER, w.at("%work", self.memory.places["winner"].offset))
                    alone = w.compare("ult", NUMBER, winner, str(self.sides))
                    seat = winner
                    if self.layout.has("swapped"):
                        swapped = w.at("%work", self.memory.places["swapped"].offset)
                        seat = w.op("xor", NUMBER, winner, w.load(NUMBER, swapped))
                    with w.when(
                        w.op("and", CONDITION, alone, w.compare("eq", NUMBER, seat, "%seat"))
                    ):
                        w.give(NUMBER, w.get(index))

                def open_() -> None:
                    def last() -> None:
                        seat = w.call(NUMBER, "seat", "ptr %work")
                        with w.when(w.compare("eq", NUMBER, seat, "%seat")):
                            w.store(NUMBER, "1", w.at("%looks", 8))

                    def further_on() -> None:
                        less = w.op("sub", NUMBER, "%depth", "1")
                        given = f"i64 {less}", "i64 %seat", f"ptr {below}", "ptr %looks"
                        found = w.call(NUMBER, "wins", "ptr %work", *given)
                        with w.when(w.compare("ne", NUMBER, found, "0")):
                            w.give(NUMBER, w.get(index))

                    w.either(w.compare("slt", NUMBER, "%depth", "2"), last, further_on)

                winner = w.load(NUMBER, w.at("%work", self.memory.places["winner"].offset))
                w.either(w.compare("ne", NUMBER, winner, str(ONGOING)), over, open_)
            w.give(NUMBER, "0")

        self._function(
            "i64 @wins(ptr noalias %s, i64 %depth, i64 %seat, ptr noalias %work, ptr %looks)",
            write,
        )
