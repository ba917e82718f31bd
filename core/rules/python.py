"""The Python back end: prints a program as Python source over integers and compiles it.

It is always there and is the reference for every other back end. A state is a flat tuple in the
layout's order; sets are integers, groups are lists of integers, arrays are tuples.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import Any, cast

from core.board import Board
from core.language.definition import Expr
from core.rules.layout import ONGOING
from core.rules.lower import Lowering
from core.rules.program import (
    PASS,
    STOP,
    SWAP,
    Append,
    Become,
    Block,
    Contest,
    Each,
    Emit,
    Enough,
    Enter,
    Forever,
    Give,
    If,
    Let,
    ListSteps,
    Program,
    Reject,
    Settled,
    Statement,
    Turn,
)
from core.rules.rewrite import REWRITES, rewrite
from core.rules.tree import Kind, Node

State = tuple[Any, ...]
"""One position: the fields of `Layout.fields`, in order."""
Code = int
"""One legal step, as `core.rules.program` numbers them."""


class Machine:
    """A game's rules, compiled."""

    def __init__(self, lowering: Lowering, rewrites: Iterable[str] = REWRITES) -> None:
        """Lower, rewrite, print and compile.

        Args:
            lowering: The definition, not lowered yet.
            rewrites: Names of `core.rules.rewrite.REWRITES` to use.
        """
        self.lowering = lowering
        self.layout = lowering.layout
        self.program = rewrite(lowering.program(), rewrites)
        self.source = _Printer(lowering.board, self.program).module()
        names: dict[str, Any] = {"BOARD": lowering.board}
        exec(compile(self.source, f"<rules of {lowering.definition.game}>", "exec"), names)
        self.settle = cast(Callable[[State], tuple[State, tuple[Code, ...]]], names["settle"])
        """A state after a step -> the state at rest, and its legal steps (none once over)."""
        self._count = names["COUNTS"]
        self._draws = names["DRAWS"]
        self._attempts = names["ATTEMPTS"]
        self._scores = names["SCORES"]
        self._closes = names["CLOSES"]
        self._passes = names["PASSES"]
        self._swaps = names["SWAPS"]
        self._choosers: dict[tuple[int, int], Callable[[State], Any]] = {}
        self._evaluators: dict[tuple[Expr, int], Callable[[State], Any]] = {}
        place = self.layout.place
        self._mover = place["mover"]
        self._stage = place["stage"]
        self._step = place["step"]
        self._turn = place["turn"]
        self._winner = place["winner"]
        self._span = lowering.board.full.bit_length()
        self._stops = tuple(stage.stop for stage in lowering.definition.stages)
        turn = lowering.definition.turn
        self._extras = turn.free_pass, turn.swap
        self._key = self._key_of()

    def start(self, **fields: Any) -> State:
        """A state with these fields; all others as at the beginning of a game without pieces."""
        blank: dict[str, Any] = {
            "turn": 1,
            "winner": ONGOING,
            "stage": self.lowering.stages["start"],
        }
        colors = self.layout.colors
        values = []
        for item in self.layout.fields:
            value: Any = 0
            if item.kind is Kind.ARRAY:
                value = frozenset() if item.name == "past" else (0,) * colors
            elif item.kind is Kind.CONDITION:
                value = False
            values.append(fields.get(item.name, blank.get(item.name, value)))
        return tuple(values)

    def play(self, state: State, code: Code) -> State | int:
        """The state after a step, not settled; or the number of the clause that forbids it."""
        mover = state[self._mover]
        if code == STOP:
            return cast(State, self._closes[mover](state))
        if code == PASS:
            return cast(State, self._passes[mover](state))
        if code == SWAP:
            return cast(State, self._swaps[mover](state))
        rest, here = divmod(code, self._span)
        heading, origin = divmod(rest, self._span)
        return cast("State | int", self._attempts[mover, heading](state, 1 << origin, 1 << here))

    def parts(self, code: Code) -> tuple[int, int, int]:
        """(action, origin, here) of a code that touches a cell; the last two in bit numbers."""
        rest, here = divmod(code, self._span)
        heading, origin = divmod(rest, self._span)
        return heading // self.program.headings, origin, here

    def choices(self, state: State, action: int) -> int:
        """Mask of the cells where an action of the mover may begin, by `at` or `from` alone."""
        key = (action, state[self._mover])
        if key not in self._choosers:
            node = self.lowering.choices(state[self._mover], action)
            self._choosers[key] = self.compile(node)
        return cast(int, self._choosers[key](state))

    def attempts(self, state: State, action: int, origin: int, here: int) -> list[State | int]:
        """What becomes of an action at these one-cell sets, in each direction that leads there."""
        mover = state[self._mover]
        found: list[State | int] = []
        for direction, node in self.lowering.landings(mover, action, origin):
            if self.compile(node)(state) & here:
                heading = action * self.program.headings + direction
                found.append(self._attempts[mover, heading](state, origin, here))
        return found

    def occupied(self, state: State) -> int:
        """Mask of the cells that hold a piece."""
        cells = 0
        for name in self.layout.board_fields:
            if name.startswith("own") or name == "neutral":
                cells |= state[self.layout.place[name]]
        return cells

    def scores(self, state: State) -> tuple[tuple[int, ...], ...]:
        """For each side its score, a number for each part; () where the game keeps none."""
        if not self.lowering.definition.score:
            return ()
        return tuple(self._scores[side](state) for side in range(self.layout.sides))

    def evaluate(self, expr: Expr, side: int, state: State) -> Any:
        """What an expression says in a state, from one side."""
        key = (expr, side)
        if key not in self._evaluators:
            lowering = self.lowering
            node = lowering.lower(expr, lowering.start(side))
            self._evaluators[key] = self.compile(node)
        return self._evaluators[key](state)

    def compile(self, node: Node) -> Callable[[State], Any]:
        """A function that computes one node from a state."""
        source = _Printer(self.lowering.board, self.program).function_of(node)
        names: dict[str, Any] = {"BOARD": self.lowering.board}
        exec(compile(source, "<expression>", "exec"), names)
        return cast(Callable[[State], Any], names["value"])

    def merge_key(self, state: State) -> State:
        """What decides how a game goes on: equal for positions reached in different orders.

        Numbers of turns and steps are left out unless the rules ask for them.
        """
        return self._key(state)

    def _key_of(self) -> Callable[[State], State]:
        step, turn = self._step, self._turn
        used = self.layout.used
        keep_step, keep_turn = "step" in used, "turn" in used
        swap = self.layout.has("swapped")

        def key(state: State) -> State:
            rest = list(state)
            if not keep_step:
                rest[step] = state[step] > 0
            if not keep_turn:
                rest[turn] = min(state[turn], 3) if swap else 0
            return tuple(rest)

        return key

    def perft(self, state: State, depth: int) -> int:
        """Leaves at a depth of steps, from a settled state; a finished game is a leaf."""
        state, codes = self.settle(state)
        return self._perft(state, codes, depth, {})

    def _perft(self, state: State, codes: Sequence[Code], depth: int, seen: dict[Any, int]) -> int:
        if depth == 0 or not codes:
            return 1
        if depth == 1:
            return len(codes)
        total = 0
        for code in codes:
            after = cast(State, self.play(state, code))
            key = (depth, self._key(after))
            leaves = seen.get(key)
            if leaves is None:
                if depth == 2:
                    leaves = self._leaves(after)
                else:
                    leaves = self._perft(*self.settle(after), depth - 1, seen)
                seen[key] = leaves
            total += leaves
        return total

    def _leaves(self, state: State) -> int:
        """Leaves one step below a state that is not settled."""
        if state[self._winner] != ONGOING:
            return 1
        stage, step = state[self._stage], state[self._step]
        listed = cast(int, self._count[state[self._mover], stage](state))
        if not listed or (not step and self._offers_more(state)):
            return max(1, len(self.settle(state)[1]))
        return listed + (1 if step and self._stops[stage] else 0)

    def playout(self, state: State, rng: random.Random, most: int) -> tuple[State, bool]:
        """Random steps, each drawn uniformly from the legal ones.

        Args:
            state: Where to begin.
            rng: Decides the steps.
            most: How many steps at the most.

        Returns:
            The last state, settled if the game is over; and whether it is over.
        """
        winner, mover, stage, step = self._winner, self._mover, self._stage, self._step
        for _ in range(most):
            if state[winner] != ONGOING:
                return state, True
            draw = self._draws.get((state[mover], state[stage]))
            if draw is None or (not state[step] and self._offers_more(state)):
                state, codes = self.settle(state)
                if not codes:
                    return state, True
                state = cast(State, self.play(state, codes[int(rng.random() * len(codes))]))
                continue
            after = self._drawn(state, draw(state), rng)
            if after is None:
                state, codes = self.settle(state)
                if not codes:
                    return state, True
                after = cast(State, self.play(state, codes[int(rng.random() * len(codes))]))
            state = after
        return state, state[winner] != ONGOING

    def _offers_more(self, state: State) -> bool:
        """Whether a turn may begin with a pass or a swap."""
        free_pass, swap = self._extras
        return free_pass or (swap and state[self._turn] == 2)

    def _drawn(self, state: State, sets: list[tuple[int, int]], rng: random.Random) -> State | None:
        """The state after a step drawn without listing all: draw a candidate, try, draw again."""
        attempts, mover = self._attempts, state[self._mover]
        left = sum([cells.bit_count() for _, cells in sets])
        stop = state[self._step] and self._stops[state[self._stage]]
        if stop and not left:
            return None
        while left:
            place = int(rng.random() * (left + 1 if stop else left))
            if place == left:
                return cast(State, self._closes[mover](state))
            index = 0
            while place >= (size := sets[index][1].bit_count()):
                place -= size
                index += 1
            heading, cells = sets[index]
            rest = cells
            for _ in range(place):
                rest &= rest - 1
            here = rest & -rest
            after = attempts[mover, heading](state, here, here)
            if type(after) is tuple:
                return after
            sets[index] = heading, cells ^ here
            left -= 1
        return cast(State, self._closes[mover](state)) if stop else None


class _Printer:
    """Prints one program; functions of the board are printed as they are asked for."""

    def __init__(self, board: Board, program: Program) -> None:
        self.board = board
        self.program = program
        self.layout = program.layout
        self.lines: list[str] = []
        self.depth = 0
        self.named: dict[Node, str] = {}
        self.mode = ""
        self.better = "<"
        self.functions: dict[tuple[str, Any], str] = {}
        self.library: list[str] = []
        self.span = board.full.bit_length()
        self._numbers = count()

    # Modules and functions

    def module(self) -> str:
        """Everything a `Machine` needs."""
        program = self.program
        for (side, stage), block in program.steps.items():
            self.function(f"steps_{side}_{stage}", "s", block, mode="list")
            self.function(f"count_{side}_{stage}", "s", block, mode="count")
            self._draw(side, stage, block)
        for (side, heading), block in program.attempts.items():
            self.function(f"attempt_{side}_{heading}", "s, origin, here", block)
        tables = {
            "CLOSES": program.closes,
            "PASSES": program.passes,
            "SWAPS": program.swaps,
            "STUCKS": program.stucks,
            "SCORES": program.scores,
        }
        for name, blocks in tables.items():
            for side, block in blocks.items():
                self.function(f"{name.lower()}_{side}", "s", block)
        for name, blocks in tables.items():
            self.line(f"{name} = {{{', '.join(f'{k}: {name.lower()}_{k}' for k in blocks)}}}")
        steps = [f"({side}, {stage}): steps_{side}_{stage}" for side, stage in program.steps]
        counts = [f"({side}, {stage}): count_{side}_{stage}" for side, stage in program.steps]
        attempts = [f"({side}, {h}): attempt_{side}_{h}" for side, h in program.attempts]
        draws = [
            f"({side}, {stage}): draw_{side}_{stage}"
            for (side, stage), block in program.steps.items()
            if _drawable(block)
        ]
        self.line(f"STEPS = {{{', '.join(steps)}}}")
        self.line(f"COUNTS = {{{', '.join(counts)}}}")
        self.line(f"DRAWS = {{{', '.join(draws)}}}")
        self.line(f"ATTEMPTS = {{{', '.join(attempts)}}}")
        self._settle()
        head = f"FULL = {self.board.full}\n{_LIBRARY}"
        return "\n".join([head, *self.library, *self.lines, ""])

    def function_of(self, node: Node) -> str:
        """A module whose function `value(s)` computes one node."""
        self.line("def value(s):")
        self.depth += 1
        self._unpack((Give((node,)),))
        self.line(f"return {self.show(node)}")
        self.depth -= 1
        head = f"FULL = {self.board.full}\n{_LIBRARY}"
        return "\n".join([head, *self.library, *self.lines, ""])

    def function(self, name: str, arguments: str, block: Block, mode: str = "") -> None:
        """Print a function; `mode` says whether steps are listed or only counted."""
        self.mode = mode
        self.named = {}
        self.line(f"def {name}({arguments}):")
        self.depth += 1
        self._unpack(block)
        if mode == "list":
            self.line("out = []")
        elif mode == "count":
            self.line("out = 0")
        self.block(block)
        if mode:
            self.line("return out")
        self.depth -= 1

    def _draw(self, side: int, stage: int, block: Block) -> None:
        """Print a function that gives (heading, candidates) pairs, where that is possible."""
        if not _drawable(block):
            return
        self.named = {}
        self.line(f"def draw_{side}_{stage}(s):")
        self.depth += 1
        self._unpack(block)
        pairs = []
        loops = [statement for statement in block if isinstance(statement, Each)]
        needed = _nodes_in([loop.cells for loop in loops])
        for statement in block:
            if isinstance(statement, Let) and statement.node in needed:
                self.statement(statement)
            elif isinstance(statement, Each):
                pairs.append(f"({_emitted(statement.body)}, {self.show(statement.cells)})")
        self.line(f"return [{', '.join(pairs)}]")
        self.depth -= 1

    def _settle(self) -> None:
        self.mode = "settle"
        self.named = {}
        self.line("def others_can_step(s, mover):")
        start = [stage.name for stage in self.layout.definition.stages].index("start")
        sides = self.layout.sides
        self.line(
            f"    return any(STEPS[side, {start}](s) for side in range({sides}) if side != mover)"
        )
        self.line("def settle(s):")
        self.depth += 1
        self.block(self.program.settle)
        self.depth -= 1

    def _unpack(self, block: Block) -> None:
        for name in sorted(_fields_in(block)):
            self.line(f"{name} = s[{self.layout.place[name]}]")

    def line(self, text: str) -> None:
        """Print one line at the present depth."""
        self.lines.append("    " * self.depth + text)

    # Statements

    def block(self, block: Block) -> None:
        """Print the statements of a block; names made in it end with it."""
        outer = dict(self.named)
        for statement in block:
            self.statement(statement)
        if not block:
            self.line("pass")
        self.named = outer

    def indented(self, block: Block) -> None:
        """Print a block one level deeper."""
        self.depth += 1
        self.block(block)
        self.depth -= 1

    def statement(self, statement: Statement) -> None:
        """Print one statement."""
        match statement:
            case Let(name, node):
                self.line(f"{name} = {self.show(node)}")
                self.named[node] = name
            case If(condition, then, otherwise):
                self._if(condition, then, otherwise)
            case Each(name, cells, body):
                self._each(name, cells, body)
            case Emit():
                listed = f"out.append({self.code(statement)})"
                self.line("out += 1" if self.mode == "count" else listed)
            case Contest(largest, body):
                self._contest(largest, body)
            case Enter(value, step):
                self._enter(value, step)
            case Enough():
                self.line("if out: return out")
            case Reject(clause):
                self.line(f"return {clause}")
            case Become(values):
                shown = ", ".join(self.show(value) for value in values)
                self.line(f"return ({shown},)")
            case Give(values):
                shown = ", ".join(self.show(value) for value in values)
                self.line(f"return ({shown}{',' if values else ''})")
            case Forever(body):
                self.line("while True:")
                self.depth += 1
                self.line("codes = []")
                self._unpack(body)
                self.block(body)
                self.depth -= 1
            case ListSteps():
                self.line("codes = STEPS[mover, stage](s)")
                self.line("listed = len(codes)")
            case Append(code):
                self.line(f"codes.append({code})")
            case Turn(function):
                self.line(f"s = {function.upper()}[mover](s)")
                self.line("continue")
            case Settled():
                self.line("return s, tuple(codes)")

    def _if(self, condition: Node, then: Block, otherwise: Block) -> None:
        if condition is self.program.tree.true:
            self.block(then)
            return
        if condition is self.program.tree.false:
            self.block(otherwise)
            return
        self.line(f"if {self.show(condition)}:")
        self.indented(then)
        if otherwise:
            self.line("else:")
            self.indented(otherwise)

    def _each(self, name: str, cells: Node, body: Block) -> None:
        if self.mode == "count" and len(body) == 1 and isinstance(body[0], Emit):
            self.line(f"out += ({self.show(cells)}).bit_count()")
            return
        rest = f"rest_{name}"
        self.line(f"{rest} = {self.show(cells)}")
        self.line(f"while {rest}:")
        self.depth += 1
        self.line(f"{name} = {rest} & -{rest}")
        self.line(f"{rest} ^= {name}")
        self.block(body)
        self.depth -= 1

    def _contest(self, largest: bool, body: Block) -> None:
        self.line("best = None")
        self.line("kept = []")
        self.better = ">" if largest else "<"
        self.block(body)
        self.line("out += len(kept)" if self.mode == "count" else "out += kept")

    def _enter(self, value: Node, step: Emit) -> None:
        self.line(f"value = {self.show(value)}")
        self.line(f"if best is None or value {self.better} best:")
        self.line("    best = value")
        self.line(f"    kept = [{self.code(step)}]")
        self.line("elif value == best:")
        self.line(f"    kept.append({self.code(step)})")

    def code(self, step: Emit) -> str:
        """An expression for the code of a step."""
        span = self.span
        base = step.heading * span * span - span - 1
        if step.origin == step.here:
            return f"{base} + {step.here}.bit_length() * {span + 1}"
        return f"{base} + {step.origin}.bit_length() * {span} + {step.here}.bit_length()"

    # Expressions

    def show(self, node: Node) -> str:
        """A Python expression, safe to stand inside any other."""
        if node in self.named:
            return self.named[node]
        if node.op in ("field", "local"):
            return cast(str, node.value)
        if node.op in ("const", "given"):
            return repr(node.value)
        if node.op == "range":
            return f"range({node.value})"
        if node.op == "loop":
            return self._loop(node)
        args = [self.show(arg) for arg in node.args]
        if node.op in _INFIX:
            return f"({f' {_INFIX[node.op]} '.join(args)})"
        if node.op in _PLAIN:
            return _PLAIN[node.op].format(*args, rest=", ".join(args[1:]), all=", ".join(args))
        if node.op == "shift":
            return self._shifted(args[0], node.value)
        if node.op == "leader":
            sides, most = node.value
            return f"leader({sides}, {most}, {', '.join(args)})"
        return f"{self._board_function(node.op, node.value)}({', '.join(args)})"

    def _shifted(self, cells: str, direction: str) -> str:
        amount = self.board.shifts[direction]
        shift = f"{cells} << {amount}" if amount > 0 else f"{cells} >> {-amount}"
        return f"({shift} & FULL)"

    def _loop(self, node: Node) -> str:
        word, name = node.value
        domain, body = node.args
        over = self.show(domain)
        if domain.kind is Kind.CELLS:
            over = f"cells({over})"
        value = self.show(body)
        each = f"for {name} in {over}"
        match word:
            case "any" | "all":
                return f"{word}({value} {each})"
            case "none":
                return f"(not any({value} {each}))"
            case "count":
                return f"sum(1 {each} if {value})"
            case "sum":
                return f"sum({value} {each})"
            case "max" | "min":
                return f"{word}(({value} {each}), default=0)"
            case "run":
                return f"longest_run({value} {each})"
        chosen = f"[{name} {each} if {value}]"
        return f"joined({chosen})" if node.kind is Kind.CELLS else chosen

    # Functions of the board

    def _board_function(self, op: str, value: Any) -> str:
        """The name of a printed function for these directions (or this number)."""
        key = (op, value)
        if key not in self.functions:
            name = f"{op}_{next(self._numbers)}"
            source = getattr(self, f"_print_{op}")(name, value)
            self.functions[key] = name
            self.library.append(source)
        return self.functions[key]

    def _moved(self, cells: str, direction: str, back: bool = False) -> str:
        """The set one step on, not yet cut to the board."""
        amount = self.board.shifts[direction] * (-1 if back else 1)
        return f"{cells} << {amount}" if amount > 0 else f"{cells} >> {-amount}"

    def _spread(self, cells: str, directions: Sequence[str]) -> str:
        """The set one step on in each direction, not yet cut to the board."""
        if not directions:
            return "0"
        return f"({' | '.join(self._moved(cells, one) for one in directions)})"

    def _print_adjacent(self, name: str, dirs: tuple[str, ...]) -> str:
        return f"def {name}(x): return {self._spread('x', dirs)} & FULL & ~x"

    def _print_ring(self, name: str, dirs: tuple[str, ...]) -> str:
        return f"""
def {name}(x, n):
    inside = 0
    for _ in range(n):
        inside = x
        x |= {self._spread("x", dirs)} & FULL
    return x & ~inside"""

    def _print_ray(self, name: str, dirs: tuple[str, ...]) -> str:
        return self._walks(name, "x", dirs, "", "FULL", "out |= y")

    def _print_reach(self, name: str, dirs: tuple[str, ...]) -> str:
        return self._walks(name, "x, empty", dirs, "", "empty", "out |= y")

    def _print_line_through(self, name: str, dirs: tuple[str, ...]) -> str:
        both = tuple(dict.fromkeys((*dirs, *(self._opposite(one) for one in dirs))))
        return self._walks(name, "x", both, "", "FULL", "out |= y", start="x & FULL")

    def _walks(
        self,
        name: str,
        arguments: str,
        dirs: Sequence[str],
        before: str,
        allowed: str,
        each: str,
        start: str = "0",
    ) -> str:
        lines = [f"def {name}({arguments}):", f"    out = {start}"]
        for one in dirs:
            lines += [
                f"    y = ({self._moved('x', one)}) & {allowed}{before}",
                "    while y:",
                f"        {each}",
                f"        y = ({self._moved('y', one)}) & {allowed}",
            ]
        return "\n".join([*lines, "    return out"])

    def _opposite(self, direction: str) -> str:
        back = -self.board.shifts[direction]
        return next(name for name, amount in self.board.shifts.items() if amount == back)

    def _print_seen(self, name: str, dirs: tuple[str, ...]) -> str:
        lines = [f"def {name}(x, blocked):", "    out = 0"]
        for one in dirs:
            lines += [
                f"    y = ({self._moved('x', one)}) & FULL",
                "    while y:",
                "        out |= y & blocked",
                "        y &= ~blocked",
                f"        y = ({self._moved('y', one)}) & FULL",
            ]
        return "\n".join([*lines, "    return out"])

    def _print_slide(self, name: str, direction: str) -> str:
        return f"""
def {name}(x, through):
    out = 0
    x = ({self._moved("x", direction)}) & FULL
    while x:
        out |= x
        x &= through
        x = ({self._moved("x", direction)}) & FULL
    return out"""

    def _print_stride(self, name: str, direction: str) -> str:
        return f"""
def {name}(x, through, steps):
    if steps < 1: return 0
    for _ in range(steps - 1):
        x = ({self._moved("x", direction)}) & through
    return ({self._moved("x", direction)}) & FULL"""

    def _print_fill(self, name: str, dirs: tuple[str, ...]) -> str:
        return f"""
def {name}(x, within):
    while True:
        grown = x | {self._spread("x", dirs)} & within
        if grown == x: return x
        x = grown"""

    def _print_groups(self, name: str, dirs: tuple[str, ...]) -> str:
        fill = self._board_function("fill", dirs)
        return f"""
def {name}(x):
    out = []
    while x:
        one = {fill}(x & -x, x)
        out.append(one)
        x ^= one
    return out"""

    def _print_groups_from(self, name: str, dirs: tuple[str, ...]) -> str:
        fill = self._board_function("fill", dirs)
        return f"""
def {name}(x, seeds):
    out = []
    while seeds:
        one = {fill}(seeds & -seeds, x)
        out.append(one)
        seeds &= ~one
    return out"""

    def _print_least_touched(self, name: str, dirs: tuple[str, ...]) -> str:
        return f"""
def {name}(x, groups):
    near = {{}}
    for one in groups:
        size = one.bit_count()
        near[size] = near.get(size, 0) | one | {self._spread("one", dirs)}
    for size in sorted(near, reverse=True):
        rest = x & ~near[size]
        if not rest: break
        x = rest
    return x"""

    def _print_connected(self, name: str, dirs: tuple[str, ...]) -> str:
        fill = self._board_function("fill", dirs)
        return f"def {name}(x): return {fill}(x & -x, x) == x"

    def _print_connected_without(self, name: str, dirs: tuple[str, ...]) -> str:
        connected = self._board_function("connected", dirs)
        return f"""
def {name}(x, cell, whole):
    rest = x & ~cell
    if not whole: return {connected}(rest)
    near = {self._spread("cell", dirs)} & rest
    x = near & -near
    while near & ~x:
        grown = x | {self._spread("x", dirs)} & rest
        if grown == x: return False
        x = grown
    return True"""

    def _print_connects(self, name: str, dirs: tuple[str, ...]) -> str:
        fill = self._board_function("fill", dirs)
        return f"""
def {name}(x, first, *others):
    seeds = x & first
    while seeds:
        one = {fill}(seeds & -seeds, x)
        if all(one & other for other in others): return True
        seeds &= ~one
    return False"""

    def _print_has_ring(self, name: str, _: None) -> str:
        """A ring has a cell inside: an own one with all around it own, or one cut off."""
        board = self.board
        around = board.directions
        diagonal = set(board.adjacency) == set(board.directions)
        through = board.orthogonal if diagonal and not board.bricks else board.directions
        walls = around if not diagonal or board.bricks else board.orthogonal
        full = " & ".join(f"({self._moved('x', one)})" for one in walls)
        outside = sum(1 << bit for bit in _border(board))
        fill = self._board_function("fill", through)
        return f"""
def {name}(x):
    if x & {full}: return True
    free = FULL & ~x
    return {fill}(free & {outside}, free) != free"""

    def _print_flanked(self, name: str, dirs: tuple[str, ...]) -> str:
        lines = [f"def {name}(x, through, anchor):", "    out = 0"]
        for one in dirs:
            lines += [
                f"    y = ({self._moved('x', one)}) & through",
                "    if y:",
                "        row = 0",
                "        while y:",
                "            row |= y",
                f"            y = {self._moved('y', one)}",
                "            if y & anchor: out |= row",
                "            y &= through",
            ]
        return "\n".join([*lines, "    return out"])

    def _print_flankable(self, name: str, dirs: tuple[str, ...]) -> str:
        lines = [f"def {name}(through, anchor):", "    out = 0"]
        for one in dirs:
            lines += [
                f"    y = ({self._moved('anchor', one, back=True)}) & through",
                "    while y:",
                f"        y = {self._moved('y', one, back=True)}",
                "        out |= y",
                "        y &= through",
            ]
        return "\n".join([*lines, "    return out & FULL"])

    def _print_openings(self, name: str, least: int) -> str:
        """Cells with at least so many consecutive open sides."""
        ring = self.board.adjacency
        if least <= 0:
            return f"def {name}(blocked): return FULL"
        if least > len(ring):
            return f"def {name}(blocked): return 0"
        lines = [f"def {name}(blocked):"]
        for index, one in enumerate(ring):
            lines.append(f"    d{index} = ~({self._moved('blocked', one, back=True)})")
        runs = [
            " & ".join(f"d{(index + step) % len(ring)}" for step in range(least))
            for index in range(len(ring))
        ]
        return "\n".join([*lines, f"    return ({' | '.join(runs)}) & FULL"])

    def _print_open_run(self, name: str, _: None) -> str:
        ring = self.board.adjacency
        sides = ", ".join(f"not {self._moved_in('x', one)} & blocked" for one in ring)
        return f"""
def {name}(x, blocked):
    sides = ({sides},)
    return min({len(ring)}, longest_run(sides + sides))"""

    def _moved_in(self, cells: str, direction: str) -> str:
        return f"({self._moved(cells, direction)})"

    def _print_line(self, name: str, dirs: tuple[str, ...]) -> str:
        axes = {abs(self.board.shifts[one]): one for one in dirs}
        lines = [
            f"def {name}(x, through):",
            "    best = 0",
            "    for one in cells(through & x):",
        ]
        for direction in axes.values():
            lines.append("        n = 1")
            for back in (False, True):
                lines += [
                    f"        y = ({self._moved('one', direction, back)}) & x",
                    "        while y:",
                    "            n += 1",
                    f"            y = ({self._moved('y', direction, back)}) & x",
                ]
            lines.append("        if n > best: best = n")
        return "\n".join([*lines, "    return best"])


def _border(board: Board) -> list[int]:
    """Bit numbers of the cells at the rim: those with a missing neighbor in any direction."""
    rim = []
    for bit in board.bits:
        for amount in board.shifts.values():
            moved = (1 << bit << amount) if amount > 0 else (1 << bit >> -amount)
            if not moved & board.full:
                rim.append(bit)
                break
    return rim


def _drawable(block: Block) -> bool:
    """Whether candidates can be drawn: only plain loops over one-cell steps."""
    return all(
        isinstance(statement, Let)
        or (isinstance(statement, Each) and _emitted(statement.body) is not None)
        for statement in block
    )


def _emitted(block: Block) -> int | None:
    """The heading of the one-cell step that a loop's body lists; None if there is more to it."""
    for statement in block:
        if isinstance(statement, Emit):
            return statement.heading if statement.origin == statement.here else None
        if isinstance(statement, If):
            return _emitted(statement.then)
        if not isinstance(statement, Let):
            return None
    return None


def _nodes_in(nodes: Iterable[Node]) -> set[Node]:
    """The nodes and all that they are computed from."""
    found: set[Node] = set()
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting += node.args
    return found


def _fields_in(block: Block) -> set[str]:
    """Names of the fields that a block reads."""
    found = {node.value for node in _nodes_in(_roots_in(block)) if node.op == "field"}
    for statement in block:
        match statement:
            case ListSteps():
                found |= {"mover", "stage"}
            case Turn():
                found.add("mover")
            case If(_, then, otherwise):
                found |= _fields_in(then) | _fields_in(otherwise)
    return found


def _roots_in(block: Block) -> list[Node]:
    """The nodes that stand in the statements of a block."""
    found: list[Node] = []
    for statement in block:
        match statement:
            case Let(_, node) | Enter(node, _):
                found.append(node)
            case If(condition, then, otherwise):
                found += [condition, *_roots_in(then), *_roots_in(otherwise)]
            case Each(_, cells, body):
                found += [cells, *_roots_in(body)]
            case Contest(_, body) | Forever(body):
                found += _roots_in(body)
            case Become(values) | Give(values):
                found += values
    return found


_INFIX = {
    "or": "|",
    "and": "&",
    "both": "and",
    "either": "or",
    **{op: op for op in ("+", "-", "*", "==", "!=", "<", "<=", ">", ">=")},
}
_PLAIN = {
    "minus": "({0} & ~{1})",
    "not": "(not {0})",
    "count": "{0}.bit_count()",
    "length": "len({0})",
    "largest": "max(map(int.bit_count, {0}), default=0)",
    "some": "({0} != 0)",
    "some_group": "({0} != [])",
    "max2": "max({0}, {1})",
    "min2": "min({0}, {1})",
    "greatest": "max({0}, default=0)",
    "least": "min({0}, default=0)",
    "iff": "({1} if {0} else {2})",
    "sizes": "sorted(map(int.bit_count, {0}), reverse=True)",
    "touching": "touching({0}, {1})",
    "joined": "joined({0})",
    "item": "item({0}, {1})",
    "entry": "{0}[{1}]",
    "color_at": "color_at({0}, {1})",
    "clear": "clear({0}, {1})",
    "carry": "carry({0}, {1}, {2})",
    "gather": "gather({0}, {1}, {2})",
    "repeats": "(({rest},) in {0})",
    "remember": "({0} | {{({rest},)}})",
    "list": "[{all}]",
    "//": "divide({0}, {1})",
    "%": "modulo({0}, {1})",
    "others_can_step": "others_can_step(s, {0})",
    "row_of": "BOARD.row_of({0})",
    "column_of": "BOARD.column_of({0})",
    "row_number": "BOARD.row({0})",
    "column_number": "BOARD.column({0})",
}

_LIBRARY = """
def cells(x):
    out = []
    while x:
        low = x & -x
        out.append(low)
        x ^= low
    return out

def joined(groups):
    x = 0
    for one in groups: x |= one
    return x

def touching(groups, near):
    return [group for group in groups if group & near]

def longest_run(conditions):
    best = run = 0
    for one in conditions:
        run = run + 1 if one else 0
        if run > best: best = run
    return best

def item(array, index):
    return array[index] if 0 <= index < len(array) else 0

def color_at(colors, x):
    for color, one in enumerate(colors):
        if one & x: return color
    return -1

def clear(colors, x):
    return tuple([one & ~x for one in colors])

def carry(colors, origin, here):
    gone = ~(origin | here)
    return tuple([one & gone | here if one & origin else one & gone for one in colors])

def gather(hand, colors, x):
    return tuple([n + (one & x).bit_count() for n, one in zip(hand, colors)])

def divide(a, b): return a // b if b else 0
def modulo(a, b): return a % b if b else 0

def leader(sides, most, tie, *scores):
    parts = len(scores) // sides
    each = [scores[side * parts:(side + 1) * parts] for side in range(sides)]
    best = max(each) if most else min(each)
    return each.index(best) if each.count(best) == 1 else tie
"""
