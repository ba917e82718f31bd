"""Writes one function of LLVM IR as text, block by block.

Nothing here imports a compiler: the text is what one would type. Values are their IR names;
variables live in stack slots, which the optimiser turns into registers.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

NUMBER = "i64"
CONDITION = "i1"
POINTER = "ptr"
REAL = "double"


def real(value: float) -> str:
    """A constant, exactly."""
    return f"0x{struct.unpack('>Q', struct.pack('>d', value))[0]:016X}"


def stored(type_: str) -> str:
    """The type as it lies in memory: a wide integer is so many words, with no gap behind it."""
    bits = int(type_[1:]) if type_.startswith("i") else 0
    return f"[{bits // 64} x i64]" if bits > 64 else type_


@dataclass(frozen=True, slots=True)
class Variable:
    """A stack slot that holds one value."""

    type: str
    slot: str


class Writer:
    """The body of one function."""

    def __init__(self) -> None:
        """Begin in the first block."""
        self._slots: list[str] = []
        self._lines: list[str] = []
        self._made = 0
        self._open = True

    def text(self, head: str) -> str:
        """The whole function; `head` is what stands before its body."""
        body = "\n".join(["entry:", *self._slots, "  br label %begin", "begin:", *self._lines])
        return f"{head} {{\n{body}\n}}\n"

    # Instructions

    def fresh(self) -> str:
        """A name that has not been used."""
        self._made += 1
        return f"%v{self._made}"

    def line(self, text: str) -> None:
        """Write an instruction that gives nothing."""
        if not self._open:
            self.block(self._label())
        self._lines.append(f"  {text}")

    def make(self, text: str) -> str:
        """Write an instruction; what it gives."""
        name = self.fresh()
        self.line(f"{name} = {text}")
        return name

    def op(self, word: str, type_: str, one: str, other: str) -> str:
        """An instruction on two values of one type."""
        return self.make(f"{word} {type_} {one}, {other}")

    def compare(self, word: str, type_: str, one: str, other: str) -> str:
        """Whether `one` is `word` (eq, ne, slt, ...) the other."""
        return self.make(f"icmp {word} {type_} {one}, {other}")

    def choose(self, condition: str, type_: str, one: str, other: str) -> str:
        """The one where the condition holds, else the other; both have been computed."""
        return self.make(f"select i1 {condition}, {type_} {one}, {type_} {other}")

    def call(self, type_: str, name: str, *arguments: str) -> str:
        """Call a function; each argument is written with its type."""
        return self.make(f"call {type_} @{name}({', '.join(arguments)})")

    def run(self, name: str, *arguments: str) -> None:
        """Call a function that gives nothing."""
        self.line(f"call void @{name}({', '.join(arguments)})")

    def cast(self, word: str, from_type: str, value: str, to_type: str) -> str:
        """`zext`, `trunc` or `sext`; nothing where the types are equal."""
        if from_type == to_type:
            return value
        return self.make(f"{word} {from_type} {value} to {to_type}")

    # Memory

    def slot(self, type_: str, count: int = 1) -> str:
        """Room on the stack for so many values of a type, made once a call."""
        name = self.fresh()
        self._slots.append(f"  {name} = alloca {stored(type_)}, i64 {count}, align 8")
        return name

    def variable(self, type_: str, value: str) -> Variable:
        """A variable with its first value."""
        made = Variable(type_, self.slot(type_))
        self.set(made, value)
        return made

    def get(self, variable: Variable) -> str:
        """What a variable holds now."""
        return self.load(variable.type, variable.slot)

    def set(self, variable: Variable, value: str) -> None:
        """Change what a variable holds."""
        self.store(variable.type, value, variable.slot)

    def load(self, type_: str, pointer: str) -> str:
        """Read from memory."""
        return self.make(f"load {type_}, ptr {pointer}, align 8")

    def store(self, type_: str, value: str, pointer: str) -> None:
        """Write to memory."""
        self.line(f"store {type_} {value}, ptr {pointer}, align 8")

    def at(self, pointer: str, offset: int) -> str:
        """The pointer so many bytes on."""
        if not offset:
            return pointer
        return self.make(f"getelementptr i8, ptr {pointer}, i64 {offset}")

    def item(self, type_: str, pointer: str, index: str) -> str:
        """The pointer so many values of a type on, which lie close together."""
        return self.make(f"getelementptr {stored(type_)}, ptr {pointer}, i64 {index}")

    # Blocks

    def _label(self) -> str:
        self._made += 1
        return f"b{self._made}"

    def block(self, label: str) -> None:
        """Go on in a new block, falling through from the present one."""
        if self._open:
            self._lines.append(f"  br label %{label}")
        self._lines.append(f"{label}:")
        self._open = True

    def go(self, label: str) -> None:
        """Leave for another block."""
        self.line(f"br label %{label}")
        self._open = False

    def give(self, type_: str = "", value: str = "") -> None:
        """Leave the function."""
        self.line(f"ret {type_} {value}" if type_ else "ret void")
        self._open = False

    def branch(self, condition: str, then: str, otherwise: str) -> None:
        """Leave for one of two blocks."""
        self.line(f"br i1 {condition}, label %{then}, label %{otherwise}")
        self._open = False

    @contextmanager
    def when(self, condition: str) -> Iterator[None]:
        """What is written inside is done where the condition holds."""
        then, end = self._label(), self._label()
        self.branch(condition, then, end)
        self.block(then)
        yield
        self.block(end)

    def either(
        self, condition: str, then: Callable[[], None], otherwise: Callable[[], None]
    ) -> None:
        """Do the one or the other."""
        yes, no, end = self._label(), self._label(), self._label()
        self.branch(condition, yes, no)
        self.block(yes)
        then()
        if self._open:
            self.go(end)
        self.block(no)
        otherwise()
        self.block(end)

    @contextmanager
    def loop(self, condition: Callable[[], str]) -> Iterator[str]:
        """Do what is written inside while the condition holds; gives the label behind it."""
        head, body, end = self._label(), self._label(), self._label()
        self.block(head)
        self.branch(condition(), body, end)
        self.block(body)
        yield end
        if self._open:
            self.go(head)
        self.block(end)

    @contextmanager
    def forever(self) -> Iterator[str]:
        """Do what is written inside again and again; gives the label of the next round."""
        head = self._label()
        self.block(head)
        yield head
        if self._open:
            self.go(head)

    def switch(
        self, value: str, cases: Sequence[tuple[int, Callable[[], None]]], default: str
    ) -> None:
        """Do what belongs to the number; each case leaves the function or goes to `default`.

        `default` is a label, not begun; go on there with `block`.
        """
        labels = [(number, self._label(), case) for number, case in cases]
        listed = " ".join(f"i64 {number}, label %{label}" for number, label, _ in labels)
        self.line(f"switch i64 {value}, label %{default} [{listed}]")
        self._open = False
        for _, label, case in labels:
            self.block(label)
            case()
            if self._open:
                self.go(default)

    def later(self) -> str:
        """A label to be begun later with `block`."""
        return self._label()
