"""Programs that keep things, and tell as JSON what became of them.

Each is run in a process of its own, since what it does to that cannot be undone:
`python -m tests.tui.house.forks NAME [STEP]...`, the steps being functions of `sharing`.
"""

from __future__ import annotations

import decimal
import functools
import gc
import json
import os
import re
import sys
import types
import weakref
from collections import deque
from enum import Enum
from itertools import chain
from pathlib import Path

from tui.house import sharing

PAGE = os.sysconf("SC_PAGE_SIZE")
MANY = 200_000


class Color(Enum):
    RED = 1


class Person:
    def __init__(self, name: str) -> None:
        self.name = name

    def called(self, name: str) -> None:
        self.name, self.age = name, 5

    def __repr__(self) -> str:
        return self.greeting()

    def greeting(self, words: str = "hello") -> str:
        return f"{words} {self.name}"


class Proxy:
    """Says that it is a string."""

    __class__ = str  # type: ignore[assignment]


def changed(change, undo):
    """A use of what can be changed: what it is then, before it is as it was."""

    def use(one):
        change(one)
        told = repr(one)
        undo(one)
        return told

    return use


KINDS = {
    "list": ([1, "two"], changed(lambda one: one.append(3), list.pop)),
    "dict": ({"a": 1}, changed(lambda one: one.update(b=2), dict.popitem)),
    "set": ({1, 2}, changed(lambda one: one.add(3), lambda one: one.remove(3))),
    "deque": (deque("ab"), changed(lambda one: one.append(3), deque.pop)),
    "tuple": (tuple(map(str, range(3))), "/".join),
    "str": ("/".join(map(str, range(30))), lambda one: f"{one}x"),
    "bytes": (bytes(range(48, 58)), lambda one: (one + b"x").decode()),
    "int": (10**30, lambda one: one + 1),
    "float": (float("1.25"), lambda one: one * 2),
    "decimal": (decimal.Decimal("1.5"), lambda one: str(one + 1)),
    "function": (lambda one=[1]: one[0] + 1, lambda one: one()),
    "method": (Person("ann").greeting, lambda one: one("good evening")),
    "instance": (
        Person("bob"),
        changed(lambda one: one.called("cyd"), lambda one: one.called("bob")),
    ),
    "class": (type("Made", (Person,), {}), lambda one: one("cyd").greeting()),
    "member": (Color.RED, lambda one: Color(one.value).name),
    "pattern": (re.compile("[a-c]+"), lambda one: one.sub("x", "abcd")),
    "exception": (ValueError("so"), str),
    "module": (types.ModuleType("made"), lambda one: one.__name__),
    "code": (compile("len([6])", "made", "eval"), eval),
    "partial": (functools.partial(int, base=2), lambda one: one("101")),
    "proxy": (Proxy(), lambda one: isinstance(one, str)),
}
"""Something of each kind, and a use of it that gives the same each time."""


def kinds():
    """Of each kind: whether a use gives what it gave, and how many of five new references count."""
    before = {kind: use(one) for kind, (one, use) in KINDS.items()}
    sharing.immortalize()
    told = {}
    for kind, (one, use) in KINDS.items():
        count = sys.getrefcount(one)
        more = [one] * 5
        told[kind] = (before[kind] == use(one), sys.getrefcount(one) - count)
        del more
    gc.collect()
    return told


def running():
    """What a generator that has begun before does afterwards, and how it ends."""
    done = []

    def counting():
        try:
            yield from range(10)
        finally:
            done.append("ended")

    numbers = counting()
    done.append(next(numbers))
    person = Person("ann")
    watched = weakref.ref(person)
    sharing.immortalize()
    done.append(next(numbers))
    del numbers
    new = Person("new")
    gone = weakref.ref(new)
    del new
    return [*done, watched() is person, gone() is None]


def walked(*steps):
    """KiB of its own that a child has after a walk over what its parent keeps."""
    kept = [str(number) for number in range(MANY)]
    for step in steps:
        getattr(sharing, step)()
    gc.freeze()
    return in_child(lambda: sum(map(len, kept)))


def between(kind, *steps):
    """On how many pages with old objects there are new ones too."""
    if kind == "small":
        make, sizes = sharing.block, range(16, 513, 16)
    else:
        make, sizes = bytes, range(600, 5000, 150)
    kept = [[make(size) for size in sizes] for _ in range(400)]
    for row in kept[::2]:
        row.clear()
    for step in steps:
        getattr(sharing, step)()
    new = [make(size) for size in sizes for _ in range(200)]
    return len(pages(chain(*kept)) & pages(new))


def given_back():
    """KiB that this process has less after giving back what it has freed, below what it kept."""
    gone = [bytes(2000) for _ in range(10_000)]
    _last = bytes(2000)
    gone.clear()
    before = private()
    sharing.give_back()
    return before - private()


def pages(objects):
    return {id(one) // PAGE for one in objects}


def in_child(work) -> int:
    """KiB that a forked process has for itself after it has done something."""
    read, write = os.pipe()
    if not (pid := os.fork()):
        work()
        os.write(write, str(private()).encode())
        os._exit(0)
    os.waitpid(pid, 0)
    return int(os.read(read, 100))


def private() -> int:
    """KiB that this process has for itself."""
    told = Path("/proc/self/smaps_rollup").read_text()
    return int(re.search(r"Private_Dirty: +(\d+)", told)[1])


if __name__ == "__main__":
    name, *words = sys.argv[1:]
    print(json.dumps(globals()[name](*words)))
