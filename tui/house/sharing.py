"""Keeps sessions from copying the memory of the nursery that they are forked from.

A forked process shares each page of memory with its parent until one of them writes to it, and
Python writes all the time: each use of an object counts a reference in it, and a new object goes
where another was, between those that stay. Both are undone once, before any session is there:
the objects of the nursery are made immortal, so that nothing is counted in them, and the gaps
between them are filled, so that new ones go to pages of their own.

Both are about how CPython keeps objects. Where it keeps them otherwise, nothing is done, and
sessions need more memory.

Source: PEP 683 (immortal objects); CPython 3.12 and 3.13, Include/object.h (where the count is),
Objects/obmalloc.c (blocks and pools, and what is told of them).
"""

from __future__ import annotations

import ctypes
import gc
import os
import re
import sys
import sysconfig
import tempfile
import types

HAS_IMMORTALS = (
    sys.implementation.name == "cpython"
    and (3, 12) <= sys.version_info < (3, 14)
    and sys.maxsize > 1 << 32
    and sys.byteorder == "little"
    and not sysconfig.get_config_var("Py_GIL_DISABLED")
)
"""Whether objects of this Python can be made immortal: the count of their references is in the 32
bits that they begin with, and is left alone where the highest of them is set."""
RUNNING = (types.FrameType, types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType)
"""What goes on, and then ends; Python keeps it in ways of its own."""
HOLDERS = (dict, list, tuple, set, frozenset, type, types.FunctionType)
"""What is asked for what it holds. Not everything can be: the module `_asyncio` of 3.12 tells of
objects that it has freed."""
STDERR = 2
"""The handle that C writes errors to."""

_fillings: list[object] = []
"""What fills gaps, for as long as this process lasts."""


def immortalize() -> None:
    """Make all objects of this process immortal, as `None` is: no references to them are counted.

    They are never freed, in this process and in those forked from it. Does nothing where
    `HAS_IMMORTALS` is false.
    """
    if not HAS_IMMORTALS:
        return
    count = ctypes.c_uint32
    forever = count.from_address(id(None)).value
    for address in _addresses():
        count.from_address(address).value = forever


def fill_gaps() -> None:
    """Take the blocks of memory for small objects that are free between others.

    What is allocated from now on is on pages on which nothing was before. Does nothing where
    Python has another allocator than its own.
    """
    for size, blocks in _free_blocks().items():
        _fillings.extend(block(size) for _ in range(blocks))


def block(size: int) -> object:
    """Something new that takes a block of so many bytes: a multiple of 16, up to 512.

    None of it is of a kind of which Python keeps some that were freed.
    """
    if size == object.__basicsize__:
        return object()
    if size == complex.__basicsize__:
        return complex(size)
    return bytes(size - sys.getsizeof(b""))


def _addresses() -> set[int]:
    """Where all objects are that stay."""
    found: set[int] = set()
    waiting: list[object] = gc.get_objects()
    own = {id(found), id(waiting)}
    while waiting:
        one = waiting.pop()
        kind = type(one)  # not isinstance: a proxy says that it is what it stands for
        if id(one) in found or id(one) in own or kind in RUNNING:
            continue
        found.add(id(one))
        if issubclass(kind, HOLDERS):
            waiting += gc.get_referents(one)
        elif isinstance(one, types.CodeType):
            # Tells the collector of nothing.
            waiting += (one.co_consts, one.co_names, one.co_name, one.co_qualname, one.co_filename)
    return found


def _free_blocks() -> dict[int, int]:
    """How many blocks are free in pools that are in use, by their size in bytes."""
    rows = re.findall(r"^ *\d+ +(\d+) +\d+ +\d+ +(\d+)$", _told_of_memory(), re.MULTILINE)
    return {int(size): int(free) for size, free in rows}


def _told_of_memory() -> str:
    """What Python tells of its allocator, on the standard error of C; "" where it tells nothing."""
    tell = getattr(sys, "_debugmallocstats", None)
    if tell is None:
        return ""
    with tempfile.TemporaryFile() as file:
        errors = os.dup(STDERR)
        try:
            os.dup2(file.fileno(), STDERR)
            tell()
        finally:
            os.dup2(errors, STDERR)
            os.close(errors)
        file.seek(0)
        return file.read().decode("ascii", "replace")
