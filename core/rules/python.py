"""The Python back end: prints a program as Python source over integers.

It is always there and is the reference for every other back end. A state is a flat tuple in the
layout's order; sets are integers, groups are lists of integers, arrays are tuples.
"""

from __future__ import annotations

from collections.abc import Iterable

from core.board import Board
from core.rules.primitives import Primitives
from core.rules.program import (
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
from core.rules.tree import Kind, Node


class Printer:
    """Prints one program; functions of the board are printed as they are asked for."""

    def __init__(self, board: Board, program: Program) -> None:
        self.primitives = Primitives(board)
        self.program = program
        self.layout = program.layout
        self.lines: list[str] = []
        self.depth = 0
        self.named: dict[Node, str] = {}
        self.mode = ""
        self.better = "<"
        self.span = board.full.bit_length()

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
            if drawable(block)
        ]
        self.line(f"STEPS = {{{', '.join(steps)}}}")
        self.line(f"COUNTS = {{{', '.join(counts)}}}")
        self.line(f"DRAWS = {{{', '.join(draws)}}}")
        self.line(f"ATTEMPTS = {{{', '.join(attempts)}}}")
        self._settle()
        return "\n".join([self.primitives.source(), *self.lines, ""])

    def function_of(self, node: Node) -> str:
        """A module whose function `value(s, origin=0)` computes one node."""
        self.line("def value(s, origin=0):")
        self.depth += 1
        self._unpack((Give((node,)),))
        self.line(f"return {self.show(node)}")
        self.depth -= 1
        return "\n".join([self.primitives.source(), *self.lines, ""])

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
        if not drawable(block):
            return
        self.named = {}
        self.line(f"def draw_{side}_{stage}(s):")
        self.depth += 1
        self._unpack(block)
        pairs = []
        loops = [statement for statement in block if isinstance(statement, Each)]
        needed = nodes_in([loop.cells for loop in loops])
        for statement in block:
            if isinstance(statement, Let) and statement.node in needed:
                self.statement(statement)
            elif isinstance(statement, Each):
                pairs.append(f"({emitted(statement.body)}, {self.show(statement.cells)})")
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
            return str(node.value)
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
            return self.primitives.shifted(args[0], node.value)
        if node.op == "leader":
            sides, most = node.value
            return f"leader({sides}, {most}, {', '.join(args)})"
        return f"{self.primitives.name(node.op, node.value)}({', '.join(args)})"

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


def drawable(block: Block) -> bool:
    """Whether candidates can be drawn: only plain loops over one-cell steps."""
    return all(
        isinstance(statement, Let)
        or (isinstance(statement, Each) and emitted(statement.body) is not None)
        for statement in block
    )


def emitted(block: Block) -> int | None:
    """The heading of the one-cell step that a loop's body lists; None if there is more to it."""
    for statement in block:
        if isinstance(statement, Emit):
            return statement.heading if statement.origin == statement.here else None
        if isinstance(statement, If):
            return emitted(statement.then)
        if not isinstance(statement, Let):
            return None
    return None


def nodes_in(nodes: Iterable[Node]) -> set[Node]:
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
    found = {node.value for node in nodes_in(roots_in(block)) if node.op == "field"}
    for statement in block:
        match statement:
            case ListSteps():
                found |= {"mover", "stage"}
            case Turn():
                found.add("mover")
            case If(_, then, otherwise):
                found |= _fields_in(then) | _fields_in(otherwise)
    return found


def roots_in(block: Block) -> list[Node]:
    """The nodes that stand in the statements of a block."""
    found: list[Node] = []
    for statement in block:
        match statement:
            case Let(_, node) | Enter(node, _):
                found.append(node)
            case If(condition, then, otherwise):
                found += [condition, *roots_in(then), *roots_in(otherwise)]
            case Each(_, cells, body):
                found += [cells, *roots_in(body)]
            case Contest(_, body) | Forever(body):
                found += roots_in(body)
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
