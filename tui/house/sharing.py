"""Keeps sessions from copying the memory of the nursery that they are forked from.

A forked process shares each page of memory with its parent until one of them writes to it, and
Python writes all the time: each use of an object counts a reference in it, and a new object goes
where another was, between those that stay. Both are undone once, before any session is there:
the objects of the nursery are made immortal, so that nothing is counted in them, and the gaps
between them are filled, so that new ones go to pages of their own.

Both are about how CPython keeps objects, and how glibc keeps what is larger. Where they are kept
otherwise, nothing is done, and sessions need more memory.

Source: PEP 683 (immortal objects); CPython 3.12 and 3.13, Include/object.h (where the count is),
Objects/obmalloc.c (blocks and pools, and what is told of them); mallinfo(3), malloc_trim(3).
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
from contextlib import suppress

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
LARGE = (*(1 << power for power in range(16, 11, -1)), *range(2032, 512, -16))
"""Sizes in bytes of what fills the gaps between objects that are not small, the largest first."""

_fillings: list[object] = []
"""What fills gaps, for as long as this process lasts."""
_c = ctypes.CDLL(None)


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
    """Take the memory that is free between what is used.

    What is allocated from now on is on pages on which nothing was before. Does nothing for small
    objects where Python has another allocator than its own, and for larger ones without glibc.
    """
    _fill_large()
    for size, blocks in _free_blocks().items():
        _fillings.extend(block(size) for _ in range(blocks))


def give_back() -> None:
    """Return to the system the pages on which nothing is any more, as far as glibc does that."""
    with suppress(AttributeError):
        _c.malloc_trim(ctypes.c_size_t(0))


def block(size: int) -> object:
    """Something new that takes a block of so many bytes: a multiple of 16, up to 512.

    None of it is of a kind of which Python keeps some that were freed.
    """
    if size == object.__basicsize__:
        return object()
    if size == complex.__basicsize__:
        return complex(size)
    return bytes(size - sys.getsizeof(b""))


class _Told(ctypes.Structure):
    """What glibc tells of its allocator, in bytes and numbers of chunks."""

    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks"),
            *("fordblks", "keepcost"),
        )
    )


def _fill_large() -> None:
    try:
        tell, take, free = _c.mallinfo2, _c.malloc, _c.free
    except AttributeError:
        return
    tell.restype, take.restype = _Told, ctypes.c_void_p
    for size in LARGE:
        while True:
            above = tell().keepcost
            taken = take(ctypes.c_size_t(size))
            if tell().keepcost != above:
                # There is no gap of this size: it was cut from what is free above everything.
                free(ctypes.c_void_p(taken))
                break


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
