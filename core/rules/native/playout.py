"""Prints random games, as LLVM IR."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from core.rules.chance import INCREMENT, MULTIPLIER
from core.rules.layout import ONGOING
from core.rules.native.entries import EntryWriter
from core.rules.native.writer import CONDITION, NUMBER, POINTER, Variable
from core.rules.program import STOP, SWAP, Block, Each, Let
from core.rules.python import drawable, emitted, nodes_in

NOTES = 1024
"""Steps of a random game that are noted; the last place is for all that follow."""


class PlayoutWriter(EntryWriter):
    """Prints the functions that play at random."""

    def _chance(self) -> None:
        """A number below a limit; see `core.rules.chance`."""

        def write() -> None:
            w = self.w
            state = w.load(NUMBER, "%chance")
            scaled = w.op("mul", NUMBER, state, str(MULTIPLIER))
            after = w.op("add", NUMBER, scaled, str(INCREMENT))
            w.store(NUMBER, after, "%chance")
            high = w.op("lshr", NUMBER, after, "32")
            w.give(NUMBER, w.op("lshr", NUMBER, w.op("mul", NUMBER, high, "%limit"), "32"))

        self._function("internal i64 @below(ptr noalias %chance, i64 %limit)", write)

    def _noted(self, code: str, seat: str) -> str:
        """A step and who makes it, in one number from 0 on: the code, with the seat behind it."""
        w = self.w
        step = w.op("mul", NUMBER, w.op("sub", NUMBER, code, str(SWAP)), str(self.sides))
        return w.op("add", NUMBER, step, seat)

    def _draw(self, side: int, stage: int, body: Block) -> None:
        """Make a step at random without listing all, and note it.

        Gives 1; or, where there is none, 2 if that has ended the turn, and 0 if it is to begin.
        """
        loops = [statement for statement in body if isinstance(statement, Each)]
        needed = nodes_in([loop.cells for loop in loops])

        def write() -> None:
            w, functions = self.w, self.functions
            sets: list[Variable] = []
            headings: list[int] = []
            for statement in body:
                if isinstance(statement, Let) and statement.node in needed:
                    self._statement(statement)
                elif isinstance(statement, Each):
                    sets.append(w.variable(self.set, self._cells(statement.cells)))
                    headings.append(cast(int, emitted(statement.body)))
            total = "0"
            for one in sets:
                total = w.op("add", NUMBER, total, functions.count(w, w.get(one)))
            left = w.variable(NUMBER, total)
            begun = w.compare("sgt", NUMBER, self._load("step"), "0")
            stop = "false"
            if self.layout.definition.stages[stage].stop:
                stop = begun
            none = w.compare("eq", NUMBER, total, "0")
            nothing = w.later()
            onward = w.later()
            w.branch(none, nothing, onward)
            w.block(onward)
            extra = w.cast("zext", CONDITION, stop, NUMBER)
            span = self.grid.span
            seat = str(side)
            if self.layout.has("swapped"):
                seat = w.op("xor", NUMBER, seat, self._load("swapped"))

            def close() -> None:
                w.store(NUMBER, self._noted(str(STOP), seat), "%note")
                w.call(NUMBER, f"closes.{side}", "ptr %s", "ptr %t")
                w.give(NUMBER, "1")

            with w.loop(lambda: w.compare("sgt", NUMBER, w.get(left), "0")):
                limit = w.op("add", NUMBER, w.get(left), extra)
                place = w.call(NUMBER, "below", "ptr %chance", f"i64 {limit}")
                with w.when(w.compare("eq", NUMBER, place, w.get(left))):
                    close()
                index = w.variable(NUMBER, place)
                again = w.later()
                for one, heading in zip(sets, headings, strict=True):
                    cells = w.get(one)
                    size = functions.count(w, cells)
                    with w.when(w.compare("slt", NUMBER, w.get(index), size)):
                        pick = functions.name("pick")
                        bit = w.call(NUMBER, pick, f"{self.set} {cells}", f"i64 {w.get(index)}")
                        given = f"i64 {bit}"
                        after = w.call(
                            NUMBER, f"attempt.{side}.{heading}", "ptr %s", given, given, "ptr %t"
                        )
                        with w.when(w.compare("eq", NUMBER, after, "-1")):
                            code = w.op("mul", NUMBER, self._in_codes(bit), str(span + 1))
                            code = w.op("add", NUMBER, code, str(heading * span * span))
                            w.store(NUMBER, self._noted(code, seat), "%note")
                            w.give(NUMBER, "1")
                        w.set(one, w.op("xor", self.set, cells, self._one(bit)))
                        w.go(again)
                    w.set(index, w.op("sub", NUMBER, w.get(index), size))
                w.block(again)
                w.set(left, w.op("sub", NUMBER, w.get(left), "1"))
            with w.when(stop):
                close()
            w.block(nothing)
            with w.when(begun):
                w.call(NUMBER, f"closes.{side}", "ptr %s", "ptr %t")
                w.give(NUMBER, "2")
            w.give(NUMBER, "0")

        self._function(
            f"internal i64 @draw.{side}.{stage}"
            "(ptr noalias readonly %s, ptr noalias %chance, ptr noalias %t, ptr noalias %note)",
            write,
        )

    def _playout(self) -> None:
        """A random game in place, two states by turns; gives 1 once it is over, 0 if cut short.

        `steps` is raised by the steps made; the first of them are left in `notes`, in order.
        """

        def write() -> None:
            w = self.w
            size = self.memory.size
            codes = w.at("%work", size)
            steps = w.variable(NUMBER, "0")
            now, then = w.variable(POINTER, "%s"), w.variable(POINTER, "%work")

            def leave(over: str) -> None:
                there = w.compare("ne", POINTER, w.get(now), "%s")
                with w.when(there):
                    self._copy("%s", "%work")
                before = w.load(NUMBER, "%steps")
                w.store(NUMBER, w.op("add", NUMBER, before, w.get(steps)), "%steps")
                w.give(NUMBER, over)

            with w.forever() as again:
                state, after = w.get(now), w.get(then)
                self.s = state
                over = w.compare("ne", NUMBER, self._load("winner"), str(ONGOING))
                with w.when(over):
                    leave("1")
                enough = w.compare("sge", NUMBER, w.get(steps), "%most")
                with w.when(w.op("or", CONDITION, enough, self._stopped())):
                    leave("0")
                place = self.functions.smaller(w, w.get(steps), str(NOTES - 1))
                note = w.item(NUMBER, "%notes", place)
                w.set(steps, w.op("add", NUMBER, w.get(steps), "1"))
                listing = w.later()

                def drawing(side: int, stage: int) -> Callable[[], None]:
                    def write() -> None:
                        begun = w.compare("sgt", NUMBER, self._load("step"), "0")
                        fresh = w.op("xor", CONDITION, begun, "true")
                        more = w.op("and", CONDITION, fresh, self._offers_more())
                        with w.when(more):
                            w.go(listing)
                        made = w.call(
                            NUMBER,
                            f"draw.{side}.{stage}",
                            f"ptr {state}",
                            "ptr %chance",
                            f"ptr {after}",
                            f"ptr {note}",
                        )
                        with w.when(w.compare("ne", NUMBER, made, "0")):
                            ended = w.op("lshr", NUMBER, made, "1")
                            w.set(steps, w.op("sub", NUMBER, w.get(steps), ended))
                            w.set(now, after)
                            w.set(then, state)
                            w.go(again)

                    return write

                cases = [
                    (side * self.stages + stage, drawing(side, stage))
                    for (side, stage), body in self.program.steps.items()
                    if drawable(body)
                ]
                w.switch(self._place(), cases, listing)
                w.block(listing)
                n = w.call(NUMBER, "settle", f"ptr {state}", f"ptr {codes}")
                with w.when(w.compare("eq", NUMBER, n, "0")):
                    w.set(steps, w.op("sub", NUMBER, w.get(steps), "1"))
                    leave("1")
                index = w.call(NUMBER, "below", "ptr %chance", f"i64 {n}")
                code = w.load(NUMBER, w.item(NUMBER, codes, index))
                seat = w.call(NUMBER, "seat", f"ptr {state}")
                w.store(NUMBER, self._noted(code, seat), note)
                w.call(NUMBER, "play", f"ptr {state}", f"i64 {code}", f"ptr {after}")
                w.set(now, after)
                w.set(then, state)

        self._function(
            "i64 @playout(ptr noalias %s, ptr noalias %chance, i64 %most, ptr noalias %work,"
            " ptr noalias %steps, ptr %stop, ptr noalias %notes)",
            write,
        )
        self.s = "%s"

    def _offers_more(self) -> str:
        """Whether a turn may begin with a pass or a swap."""
        turn = self.layout.definition.turn
        if turn.free_pass:
            return "true"
        if turn.swap:
            return self.w.compare("eq", NUMBER, self._load("turn"), "2")
        return "false"

    def _playouts(self) -> None:
        """Random games from one state until there are enough or `stop` is set.

        `tally` holds the steps of all, then how often each value of `winner` came out, from
        ONGOING on.
        """
        size = self.memory.size

        def write() -> None:
            w = self.w
            games = w.variable(NUMBER, "0")
            scratch = w.at("%work", size)
            notes = w.at(scratch, size + 8 * self.room)
            with w.loop(lambda: w.compare("slt", NUMBER, w.get(games), "%n")) as done:
                with w.when(self._stopped()):
                    w.go(done)
                self._copy("%work", "%s")
                w.call(
                    NUMBER,
                    "playout",
                    "ptr %work",
                    "ptr %chance",
                    "i64 %most",
                    f"ptr {scratch}",
                    "ptr %tally",
                    "ptr %stop",
                    f"ptr {notes}",
                )
                winner = w.load(NUMBER, w.at("%work", self.memory.places["winner"].offset))
                place = w.op("add", NUMBER, winner, str(1 - ONGOING))
                counted = w.item(NUMBER, "%tally", place)
                w.store(NUMBER, w.op("add", NUMBER, w.load(NUMBER, counted), "1"), counted)
                w.set(games, w.op("add", NUMBER, w.get(games), "1"))
            w.give(NUMBER, w.get(games))

        self._function(
            "i64 @playouts(ptr noalias readonly %s, i64 %n, ptr noalias %chance, i64 %most,"
            " ptr noalias %work, ptr %stop, ptr noalias %tally)",
            write,
        )
