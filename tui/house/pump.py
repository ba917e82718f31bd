"""Carries bytes between a client's channel and the session's handles, and never more than fit.

Both ways are held back at the source: while the client does not read, the session's output is not
read either, and the session waits; while the session does not read, or the client sends faster than
it may, the client is told to wait.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from tui.house.hygiene import Hygiene
from tui.house.limits import Bucket

CHUNK = 16 * 1024
"""Bytes read at a time."""
WAITING = 64 * 1024
"""Bytes for the session that may wait here before the client has to."""


class Line(Protocol):
    """The client's end, as `asyncssh.SSHServerChannel` is."""

    def write(self, data: bytes) -> None:
        """Send; never blocks."""

    def pause_reading(self) -> None:
        """Let the client wait."""

    def resume_reading(self) -> None:
        """Take more from the client."""


class Outlet:
    """What a session writes, to the client."""

    def __init__(self, handle: int, write: Callable[[bytes], None], ended: Callable[[], None]):
        """Begin to carry.

        Args:
            handle: Read from, and closed at the end.
            write: Takes what was read.
            ended: Called when nothing more will come.
        """
        os.set_blocking(handle, False)
        self._handle = handle
        self._write = write
        self._ended = ended
        self._open = True
        self._loop = asyncio.get_running_loop()
        self.resume()

    @property
    def is_open(self) -> bool:
        """Whether more may come."""
        return self._open

    def pause(self) -> None:
        """Carry nothing until `resume`: the client does not read."""
        self._loop.remove_reader(self._handle)

    def resume(self) -> None:
        """Carry on."""
        if self._open:
            self._loop.add_reader(self._handle, self._read)

    def _read(self) -> None:
        try:
            data = os.read(self._handle, CHUNK)
        except BlockingIOError:
            return
        except OSError:
            # How a terminal says that nobody has its other end any more.
            data = b""
        if data:
            self._write(data)
        else:
            self.close()
            self._ended()

    def drain(self) -> None:
        """Carry what the session has left behind, without waiting for more."""
        while self._open:
            try:
                data = os.read(self._handle, CHUNK)
            except OSError:
                return
            if not data:
                return
            self._write(data)

    def close(self) -> None:
        """Stop, and close the handle."""
        if self._open:
            self._open = False
            self._loop.remove_reader(self._handle)
            os.close(self._handle)


class Inlet:
    """What a client sends, to the session."""

    def __init__(self, handle: int, line: Line, bucket: Bucket, hygiene: Hygiene | None) -> None:
        """Begin to carry.

        Args:
            handle: Written to, and closed at the end.
            line: The client, who is told to wait.
            bucket: How fast bytes may come.
            hygiene: Cleans what is typed; None leaves bytes as they are.
        """
        os.set_blocking(handle, False)
        self._handle = handle
        self._line = line
        self._bucket = bucket
        self._hygiene = hygiene
        self._loop = asyncio.get_running_loop()
        self._waiting = bytearray()
        self._open = True
        self._ending = False
        self._paused = False
        self._timer: asyncio.TimerHandle | None = None

    def feed(self, data: bytes) -> None:
        """Take what the client sent."""
        if not self._open:
            return
        now = self._loop.time()
        wait = self._bucket.take(len(data), now)
        self._waiting += self._hygiene.clean(data, now) if self._hygiene else data
        self._write()
        if wait and self._timer is None:
            self._timer = self._loop.call_later(wait, self._rested)
        self._hold()

    def end(self) -> None:
        """The client will send nothing more."""
        self._ending = True
        self._write()

    def _rested(self) -> None:
        self._timer = None
        self._hold()

    def _hold(self) -> None:
        """Let the client wait, or not any more."""
        wanted = self._timer is not None or len(self._waiting) > WAITING
        if wanted != self._paused and self._open:
            self._paused = wanted
            if wanted:
                self._line.pause_reading()
            else:
                self._line.resume_reading()

    def _write(self) -> None:
        if not self._open:
            return
        self._loop.remove_writer(self._handle)
        try:
            while self._waiting:
                written = os.write(self._handle, self._waiting)
                del self._waiting[:written]
        except BlockingIOError:
            self._loop.add_writer(self._handle, self._write)
        except OSError:
            self.close()
            return
        self._hold()
        if self._ending and not self._waiting:
            self.close()

    def close(self) -> None:
        """Stop, and close the handle."""
        if self._open:
            self._open = False
            with suppress(OSError, ValueError):
                self._loop.remove_writer(self._handle)
            if self._timer is not None:
                self._timer.cancel()
            os.close(self._handle)
