"""`parlour bench house`: how fast a house answers, and what a session costs.

A house of its own is opened in a temporary folder, and real clients come in over loopback, in
pairs: one sits at a table, the other watches it. Each presses an arrow key so many times a second,
out of step with the others; a key is answered when the first byte of a frame is back.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import asyncssh

GAME = "hex"
RATE = 4.0
"""Keys a second of each."""
ARROWS = (b"\x1b[C", b"\x1b[B", b"\x1b[D", b"\x1b[A")
PATIENCE = 60.0
"""Seconds that a session may take to begin."""
LATE = 5.0
"""Seconds after which a key counts as unanswered."""
ROOM = "limits: {sessions: 1000, connections: 2000, per_address: 2000, per_person: 10}\n"


@dataclass(frozen=True, slots=True)
class Measured:
    """What so many sessions got."""

    sessions: int
    keys: float
    """Answered a second, of all."""
    half: float
    """Milliseconds in which half of them were answered."""
    most: float
    """Milliseconds in which 99 of 100 were answered."""
    first: float
    """Milliseconds from opening a session to its first frame, the median."""
    size: float
    """Bytes for a key."""
    memory: float
    """MiB of a session: its share of what it has (PSS), the median."""
    lost: int
    """Keys not answered."""

    def __str__(self) -> str:
        return (
            f"{self.sessions:4} sessions  {self.keys:6.0f} keys/s  p50 {self.half:5.1f} ms  "
            f"p99 {self.most:6.1f} ms  first frame {self.first:5.0f} ms  "
            f"{self.size:5.0f} bytes/key  {self.memory:5.1f} MiB/session"
            + (f"  {self.lost} unanswered" if self.lost else "")
        )


def report(counts: Sequence[int], seconds: float, soak: float) -> Iterator[str]:
    """A line for each number of sessions; then, for a soak, what was left of it.

    Args:
        counts: Numbers of sessions.
        seconds: How long keys are pressed for each.
        soak: Seconds in which sessions come and go; 0 is not at all.
    """
    for count in counts:
        yield str(asyncio.run(_measure(count, seconds)))
    if soak:
        yield from asyncio.run(_soak(soak))


class _House:
    """A house in a temporary folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.port = 0

    async def __aenter__(self) -> _House:
        (self._folder / "house.yaml").write_text(ROOM, "utf-8")
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tui.command", "serve", "--host", "127.0.0.1", "--port", "0"),
            *("--data", str(self._folder)),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={key: value for key, value in os.environ.items() if key != "PARLOUR_STORE"},
        )
        assert self._process.stdout is not None
        while True:
            line = (await self._process.stdout.readline()).decode()
            if found := re.search(r"ssh(?: -p (\d+))? ", line):
                self.port = int(found[1] or 22)
                return self
            if not line:
                raise OSError("the house did not open")

    async def __aexit__(self, *_: object) -> None:
        self._process.terminate()
        await self._process.wait()

    @property
    def nursery(self) -> int:
        """The process that all sessions come from."""
        return _children(self._process.pid)[0]

    async def connect(self) -> asyncssh.SSHClientConnection:
        """Somebody new."""
        return await asyncssh.connect(
            "127.0.0.1",
            self.port,
            username="bench",
            known_hosts=None,
            client_keys=[asyncssh.generate_private_key("ssh-ed25519")],
            agent_path=None,
            config=[],
        )


class _Client:
    """One at a terminal."""

    def __init__(self, line: asyncssh.SSHClientConnection, name: str) -> None:
        self._line = line
        self.name = name
        self.first = 0.0
        self.size = 0
        self.times: list[float] = []
        self.lost = 0
        self._came = asyncio.Event()
        self._text = b""

    async def come(self) -> None:
        """Open a session, and wait for the lobby."""
        began = time.perf_counter()
        self._process = await self._line.create_process(
            term_type="xterm-256color", term_size=(80, 24), env={"LANG": "C.UTF-8"}, encoding=None
        )
        self._reading = asyncio.create_task(self._read())
        await self._wait_for(b"settings")
        self.first = time.perf_counter() - began

    async def sit_down(self) -> None:
        """Go to the table that is marked."""
        self._text = b""
        self._process.stdin.write(b"\r")
        await self._wait_for(b"MOVES")

    async def _wait_for(self, what: bytes) -> None:
        async with asyncio.timeout(PATIENCE):
            while what not in self._text:
                self._came.clear()
                await self._came.wait()

    async def _read(self) -> None:
        while data := await self._process.stdout.read(65536):
            self.size += len(data)
            self._text = (self._text + data)[-20_000:]
            self._came.set()

    async def press(self, until: float, chance: random.Random) -> None:
        """Press keys at times of one's own."""
        await asyncio.sleep(chance.random() / RATE)
        self.size, number = 0, 0
        while (began := time.perf_counter()) < until:
            self._came.clear()
            self._process.stdin.write(ARROWS[number % len(ARROWS)])
            number += 1
            try:
                async with asyncio.timeout(LATE):
                    await self._came.wait()
                self.times.append(time.perf_counter() - began)
            except TimeoutError:
                self.lost += 1
            await asyncio.sleep(max(0.0, began + 1 / RATE - time.perf_counter()))

    async def go(self) -> None:
        """Hang up."""
        self._reading.cancel()
        self._line.abort()
        await self._line.wait_closed()


async def _arrive(house: _House, count: int, stack: AsyncExitStack) -> list[_Client]:
    """So many clients at tables, in pairs."""
    clients = []
    for number in range(count):
        line = await house.connect()
        name = f"bench{number}"
        await line.run(f"name {name}", check=True)
        if number % 2 == 0:
            await line.run(f"new {GAME} 10+5", check=True)
        client = _Client(line, name)
        stack.push_async_callback(client.go)
        await client.come()
        await client.sit_down()
        clients.append(client)
    return clients


async def _measure(count: int, seconds: float) -> Measured:
    with tempfile.TemporaryDirectory() as folder:
        async with _House(Path(folder)) as house, AsyncExitStack() as stack:
            clients = await _arrive(house, count, stack)
            await asyncio.sleep(1)
            until, chance = time.perf_counter() + seconds, random.Random(1)
            await asyncio.gather(*(client.press(until, chance) for client in clients))
            times = sorted(one for client in clients for one in client.times)
            shares = [_share(pid) for pid in _children(house.nursery)]
            return Measured(
                sessions=count,
                keys=len(times) / seconds,
                half=1000 * times[len(times) // 2],
                most=1000 * times[min(len(times) - 1, len(times) * 99 // 100)],
                first=1000 * statistics.median(client.first for client in clients),
                size=sum(client.size for client in clients) / len(times),
                memory=statistics.median(shares) / (1 << 20),
                lost=sum(client.lost for client in clients),
            )


async def _soak(seconds: float) -> Sequence[str]:
    """Let sessions come and go, a few at a time, and compare the house before and after."""
    with tempfile.TemporaryDirectory() as folder:
        async with _House(Path(folder)) as house:
            first = min(60.0, seconds / 10)
            came = await _come_and_go(house, first)
            before = _state(house)
            came += await _come_and_go(house, seconds - first)
            after = _state(house)
    return [
        f"soak: {came} sessions in {seconds:.0f} s",
        f"  after {first:.0f} s: {before}",
        f"  at the end: {after}",
    ]


async def _come_and_go(house: _House, seconds: float) -> int:
    until, came = time.perf_counter() + seconds, 0
    while time.perf_counter() < until:
        async with AsyncExitStack() as stack:
            lines = [await house.connect() for _ in range(4)]
            for number, line in enumerate(lines):
                await line.run(f"name soak{came + number}", check=True)
                client = _Client(line, "soak")
                stack.push_async_callback(client.go)
                await client.come()
            came += len(lines)
    await asyncio.sleep(4)
    return came


def _state(house: _House) -> str:
    """Memory of the front and the nursery, and how many handles and processes there are."""
    front = house._process.pid
    shares = ", ".join(
        f"{name} {_share(pid) / (1 << 20):.1f} MiB {len(os.listdir(f'/proc/{pid}/fd'))} handles"
        for name, pid in (("front", front), ("nursery", house.nursery))
    )
    return f"{shares}, {len(_children(house.nursery))} sessions"


def _children(pid: int) -> list[int]:
    told = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii")
    return [int(one) for one in told.split()]


def _share(pid: int) -> int:
    """Bytes of a process, what it shares divided among all who do (PSS)."""
    told = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii")
    found = re.search(r"^Pss:\s+(\d+) kB", told, re.MULTILINE)
    return 1024 * int(found[1]) if found else 0
