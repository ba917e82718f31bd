"""Lines that are typed, and what can be done while none is."""

from __future__ import annotations

import os
import select
from collections.abc import Callable
from io import UnsupportedOperation
from typing import TextIO

PAUSE = 0.5
"""Seconds between two times that nothing is typed."""


class Typed:
    """Where lines come from: a terminal, a file, another program, or nowhere."""

    def __init__(self, stream: TextIO | None, longest: int) -> None:
        """Read nothing yet.

        Args:
            stream: Where they come from, of which nothing has been read; None is nowhere.
            longest: Characters of a line that are given; of a longer one there is one more.
        """
        self._stream = stream
        self._longest = longest
        self._bytes = bytearray()
        self._ended = stream is None
        self._handle = _handle(stream)

    def line(self, idle: Callable[[], object]) -> str:
        """The next line with its break; "" when there are no more.

        Args:
            idle: Called again and again while there is none yet, where that can be known.
        """
        if self._stream is not None and self._handle is None:
            return self._cut(self._stream.readline())
        while b"\n" not in self._bytes and not self._ended:
            assert self._handle is not None
            if not select.select([self._handle], [], [], PAUSE)[0]:
                idle()
                continue
            part = os.read(self._handle, 1 << 16)
            self._ended = not part
            self._bytes += part
            if b"\n" not in self._bytes:
                # What is too long is not kept; its end tells that it was.
                del self._bytes[8 * self._longest :]
        end = self._bytes.find(b"\n") + 1 or len(self._bytes)
        line, self._bytes = self._bytes[:end], self._bytes[end:]
        encoding = getattr(self._stream, "encoding", None) or "utf-8"
        return self._cut(line.decode(encoding, "replace"))

    def _cut(self, line: str) -> str:
        return line if len(line) <= self._longest + 1 else line[: self._longest + 1]


def _handle(stream: TextIO | None) -> int | None:
    try:
        return None if stream is None else stream.fileno()
    except (UnsupportedOperation, ValueError, AttributeError):
        return None
