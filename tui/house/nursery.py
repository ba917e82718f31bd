"""Where sessions are born: a warm process with one thread, from which each session is forked.

The front (`tui.house.front`) has threads and a loop, so it must not fork. It starts a nursery
once, which has everything imported and opened that a session needs; a session then costs
milliseconds and shares most of its memory with the others. Front and nursery talk over a socket, a
datagram each: the first tells what all sessions are told, a birth carries the handles that become
the session's standard streams and its wire to the others (`tui.house.wire`), an end tells its
status.

Each session is the leader of a session and process group of its own, with its pty as controlling
terminal, so that it hears of sizes and of a lost line; its memory is limited.
"""

from __future__ import annotations

import fcntl
import gc
import json
import os
import resource
import select
import signal
import socket
import subprocess
import sys
import termios
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib import import_module
from typing import Any, NoReturn

from tui.house import sharing

LARGEST = 64 * 1024
"""Bytes of a message."""
NICE = 5
"""How far sessions stand back behind the front, which has everybody's keys to carry."""
WIRE = 3
"""Handle of a session's wire."""
CRASHED = 70
"""Exit status of a session that broke, as BSD's sysexits.h has it for software."""


@dataclass(frozen=True, slots=True)
class Birth:
    """A session that is wanted."""

    number: int
    """Tells it from the others of this front."""
    environ: Mapping[str, str]
    """Its whole environment."""
    fields: Mapping[str, Any]
    """What this session is told; JSON."""
    terminal: bool
    """Whether it has a terminal as its one stream; else there are input, output and errors."""
    memory: int = 0
    """Bytes of address space it may take beyond what the nursery has; 0 is no limit."""


@dataclass(frozen=True, slots=True)
class Ready:
    """From now on sessions begin at once."""


@dataclass(frozen=True, slots=True)
class Born:
    """A session runs."""

    number: int
    pid: int


@dataclass(frozen=True, slots=True)
class Ended:
    """A session is over."""

    number: int
    status: int
    """As `os.waitstatus_to_exitcode` has it: negative for a signal."""


Run = Callable[[Mapping[str, Any], bool], int]
"""A session: what it is told and whether it has a terminal, to its exit status."""
Prepare = Callable[[Mapping[str, Any]], Run]
"""Gets everything ready that sessions need, from what all of them are told."""


def send_birth(channel: socket.socket, birth: Birth, handles: Sequence[int]) -> None:
    """Ask the nursery for a session.

    Args:
        channel: A blocking datagram socket to the nursery.
        birth: What is wanted.
        handles: Of its streams, one or three, and of its wire; they stay open here.

    Raises:
        OSError: The nursery has gone, or the message is too long.
    """
    data = json.dumps(asdict(birth)).encode()
    socket.send_fds(channel, [data], list(handles))


def read_news(data: bytes) -> Ready | Born | Ended:
    """What the nursery told."""
    found = json.loads(data)
    if not found:
        return Ready()
    return Born(**found) if "pid" in found else Ended(**found)


def start(
    prepare: str, environ: Mapping[str, str], told: Mapping[str, Any]
) -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """Start a nursery in a process of its own; the channel to it, and the process.

    Args:
        prepare: A `Prepare`, as "module:name", called once before any session is there.
        environ: Of the nursery, which matters to what is read when a module is imported.
        told: What all sessions are told; JSON.
    """
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        command = [sys.executable, "-m", __spec__.name, str(theirs.fileno()), prepare]
        process = subprocess.Popen(
            command, env=dict(environ), pass_fds=[theirs.fileno()], start_new_session=True
        )
    ours.send(json.dumps(told).encode())
    return ours, process


class Nursery:
    """The process that forks."""

    def __init__(self, channel: socket.socket, run: Run) -> None:
        """Nothing is born yet."""
        self._channel = channel
        self._run = run
        self._numbers: dict[int, int] = {}

    def tend(self) -> None:
        """Bring up sessions until the front has gone, then end them all.

        Must be called in a process with one thread, once everything is imported.
        """
        wake_read, wake_write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
        gc.collect()
        sharing.immortalize()
        sharing.fill_gaps()
        gc.freeze()
        self._wake = (wake_read, wake_write)
        self._tell(Ready())
        while True:
            ready, _, _ = select.select([self._channel.fileno(), wake_read], [], [])
            if wake_read in ready:
                with suppress(BlockingIOError):
                    os.read(wake_read, 4096)
                self._reap()
            if self._channel.fileno() in ready and not self._receive():
                break
        for pid in self._numbers:
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGHUP)

    def _receive(self) -> bool:
        """Bring up the session that is asked for; whether the front is still there."""
        data, handles, _, _ = socket.recv_fds(self._channel, LARGEST, WIRE + 1)
        if not data:
            return False
        try:
            birth = Birth(**json.loads(data))
            pid = os.fork()
            if pid == 0:
                self._live(birth, handles)
        finally:
            for handle in handles:
                os.close(handle)
        self._numbers[pid] = birth.number
        self._tell(Born(birth.number, pid))
        return True

    def _reap(self) -> None:
        while self._numbers:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            with suppress(ProcessLookupError):
                # Whatever a session has started goes with it.
                os.killpg(pid, signal.SIGKILL)
            number = self._numbers.pop(pid, None)
            if number is not None:
                self._tell(Ended(number, os.waitstatus_to_exitcode(status)))

    def _tell(self, news: Ready | Born | Ended) -> None:
        with suppress(OSError):
            self._channel.send(json.dumps(asdict(news)).encode())

    def _live(self, birth: Birth, handles: Sequence[int]) -> NoReturn:
        """Be the session, from its first moment to its last."""
        status = CRASHED
        try:
            self._settle_in(birth, handles)
            status = self._run(birth.fields, birth.terminal)
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
        finally:
            for stream in (sys.stdout, sys.stderr):
                with suppress(OSError, ValueError):
                    stream.flush()
            os._exit(status)

    def _settle_in(self, birth: Birth, handles: Sequence[int]) -> None:
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        self._channel.close()
        for handle in self._wake:
            os.close(handle)
        os.setsid()
        # Out of the way of those that they become.
        *streams, wire = (fcntl.fcntl(one, fcntl.F_DUPFD_CLOEXEC, 2 * WIRE) for one in handles)
        if birth.terminal:
            fcntl.ioctl(streams[0], termios.TIOCSCTTY, 0)
            streams *= 3
        for place, handle in enumerate((*streams, wire)):
            os.dup2(handle, place, inheritable=place != WIRE)
        for handle in {*handles, *streams, wire}:
            if handle > WIRE:
                os.close(handle)
        os.environ.clear()
        os.environ.update(birth.environ)
        os.nice(NICE)
        if birth.memory:
            most = address_space() + birth.memory
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def address_space() -> int:
    """Bytes of address space that this process has."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[0]) * resource.getpagesize()


def main(handle: str, prepare: str) -> None:
    """Be a nursery."""
    name, _, function = prepare.partition(":")
    channel = socket.socket(fileno=int(handle))
    channel.set_inheritable(False)
    ready: Prepare = getattr(import_module(name), function)
    Nursery(channel, ready(json.loads(channel.recv(LARGEST)))).tend()


if __name__ == "__main__":
    main(*sys.argv[1:])
