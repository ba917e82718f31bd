"""A program in a terminal that does not exist, to be measured and tested as a person sees it."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Self

Seconds = float


class PseudoTerminal:
    """A running program, its keys and what it has written."""

    def __init__(
        self,
        command: Sequence[str],
        environ: Mapping[str, str],
        columns: int = 80,
        rows: int = 24,
    ) -> None:
        """Start the program.

        Args:
            command: Program and arguments.
            environ: Its whole environment.
            columns: Of the terminal.
            rows: Of the terminal.
        """
        self.pid, self._handle = pty.fork()
        if self.pid == 0:
            try:
                _resize(0, columns, rows)
                # As in a terminal, even where this runs in the background of a shell.
                signal.signal(signal.SIGINT, signal.SIG_DFL)
                os.execvpe(command[0], list(command), dict(environ))
            finally:
                os._exit(127)
        self._hear: list[Callable[[bytes], None]] = []

    def hear(self, listener: Callable[[bytes], None]) -> None:
        """Tell `listener` everything that is written from now on."""
        self._hear.append(listener)

    def send(self, keys: str | bytes) -> None:
        """Type, or send bytes that no keys make."""
        os.write(self._handle, keys.encode() if isinstance(keys, str) else keys)

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the terminal, as dragging its window does."""
        _resize(self._handle, columns, rows)

    def read(self, quiet: Seconds = 0.2, most: Seconds = 10.0) -> bytes:
        """What is written until nothing more comes for `quiet`, or for `most` in all."""
        return self.read_until(lambda _: False, quiet, most)

    def read_until(
        self, enough: Callable[[bytes], bool], quiet: Seconds | None = None, most: Seconds = 20.0
    ) -> bytes:
        """What is written until it is `enough`.

        Args:
            enough: Asked about all that has come.
            quiet: Stop when nothing comes for so long; None waits on.
            most: Stop after so long in any case.
        """
        written = b""
        end = time.monotonic() + most
        while not enough(written) and (left := end - time.monotonic()) > 0:
            wait = left if quiet is None else min(quiet, left)
            if not select.select([self._handle], [], [], wait)[0]:
                break
            try:
                part = os.read(self._handle, 1 << 16)
            except OSError:
                break
            if not part:
                break
            written += part
            for listener in self._hear:
                listener(part)
        return written

    def kill(self, number: int = signal.SIGKILL) -> None:
        """Send the program a signal."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def wait(self, most: Seconds = 60.0) -> int | None:
        """The program's exit status (negative: the signal that ended it); None while it runs."""
        end = time.monotonic() + most
        while time.monotonic() < end:
            self.read(0.02, 0.05)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.pid = 0
                return os.waitstatus_to_exitcode(status)
        return None

    def close(self) -> None:
        """End the program if it still runs."""
        if self.pid:
            self.kill()
            os.waitpid(self.pid, 0)
            self.pid = 0
        os.close(self._handle)

    def __enter__(self) -> Self:
        """The terminal itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()


def _resize(handle: int, columns: int, rows: int) -> None:
    fcntl.ioctl(handle, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
