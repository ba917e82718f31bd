"""Ctrl+C where the work is done by copies of this process.

The terminal tells the program and all its copies at once. The program decides when the copies end;
they ignore it. While they are made or talked to it waits: what is torn in two may hold a lock for
ever.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def held() -> Iterator[None]:
    """Let an interrupt wait until what is inside is done; it is raised then.

    Does nothing in any but the main thread, which alone is interrupted.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)
    if came:
        signal.raise_signal(signal.SIGINT)


def ignore() -> None:
    """In a copy: go on until the program says otherwise."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
