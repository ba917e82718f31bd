"""Word of changes of the store, from each session to all others, by way of the front.

Looking at a file ten times a second costs little, but two hundred sessions would do so all day. So
whoever has written something tells the front what, and the front tells the others: a datagram each,
with the match and the number of the change (`core.store.pulse`). Nothing depends on it: what is
lost since a session does not read is found when it looks at the file by itself.
"""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Callable
from contextlib import suppress

from core.store.sql import Tell
from core.store.store import MatchId

LARGEST = 100
"""Bytes of a datagram."""


class Wire:
    """A session's end."""

    def __init__(self, handle: int) -> None:
        """Take over the handle."""
        self._socket = socket.socket(fileno=handle)
        self._socket.setblocking(False)

    def tell(self, match: MatchId | None, number: int) -> None:
        """Tell the others of a change."""
        with suppress(OSError):
            self._socket.send(_written(match, number))

    def listen(self, hear: Tell) -> None:
        """Call `hear`, in the loop that runs now, for each change of which others tell."""
        asyncio.get_running_loop().add_reader(self._socket, _read, self._socket, hear)

    def close(self) -> None:
        """Hear of nothing any more."""
        with suppress(RuntimeError):  # no loop has listened
            asyncio.get_running_loop().remove_reader(self._socket)
        self._socket.close()


class Exchange:
    """The front's end of all wires."""

    def __init__(self) -> None:
        """No wires yet."""
        self.hear: Tell = lambda match, number: None
        """Called for each change of which a session tells."""
        self._ends: set[socket.socket] = set()

    def join(self) -> tuple[int, Callable[[], None]]:
        """A new wire: its other end, to be given to a session, and what takes it out again."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setblocking(False)
        self._ends.add(ours)
        loop = asyncio.get_running_loop()

        def leave() -> None:
            loop.remove_reader(ours)
            self._ends.discard(ours)
            ours.close()

        def heard(match: MatchId | None, number: int) -> None:
            self.hear(match, number)
            self._send(_written(match, number), ours)

        loop.add_reader(ours, _read, ours, heard)
        return theirs.detach(), leave

    def tell(self, match: MatchId | None, number: int) -> None:
        """Tell all sessions of a change."""
        self._send(_written(match, number), None)

    def _send(self, data: bytes, but: socket.socket | None) -> None:
        for end in self._ends:
            if end is not but:
                with suppress(OSError):
                    end.send(data)


def _written(match: MatchId | None, number: int) -> bytes:
    return f"{'' if match is None else match} {number}".encode()


def _read(end: socket.socket, hear: Tell) -> None:
    """Take what has come."""
    data = b""
    with suppress(OSError):
        data = end.recv(LARGEST)
    if not data:
        asyncio.get_running_loop().remove_reader(end)
        return
    match, _, number = data.decode("ascii", "replace").partition(" ")
    if number.isdecimal():
        hear(int(match) if re.fullmatch(r"-?\d+", match) else None, int(number))
