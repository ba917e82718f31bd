"""`parlour bench house`: how fast a house answers, and what a session costs.

A house of its own is opened in a temporary folder, and real clients come in over loopback, in
pairs, each at a table of their own with a clock. Each presses an arrow key so many times a second,
out of step with the others; a key is answered when the first byte of a frame is back. Clients and
house share the processors, so with many sessions the clients are measured too. CPU is that of the
house alone: the front and all sessions.
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
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import asyncssh

from core import catalog
from core.match.clock import MINUTE, SECOND, Fischer
from core.match.entries import Player, Terms
from core.match.session import Session
from core.store.kept import keep
from core.store.people import People
from tui.house.visitor import house_store, now

GAME = "hex"
RATE = 4.0
"""Keys a second of each."""
ARROWS = (b"\x1b[C", b"\x1b[D")
"""To and fro: at the edge an arrow may change nothing, and would seem not to be answered."""
ASKED, ANSWER = b"\x1b[c", b"\x1b[?62;22c"
"""What kind of terminal this is (DA1), which every terminal tells at once."""
PATIENCE = 120.0
"""Seconds that a session may take to begin."""
LATE = 5.0
"""Seconds after which a key counts as unanswered."""
AT_ONCE = 2
"""Sessions that begin at the same time."""
REST = 5.0
"""Seconds without a key, to see what idle sessions cost."""
ROOM = "limits: {sessions: 1000, connections: 2000, per_address: 2000, per_person: 10}\n"
MIB = 1 << 20
POOL = min(32, (os.cpu_count() or 1) + 4)
"""Threads that asyncio keeps for whatever would block, once it has needed so many."""
GROWTH = 4 * MIB
"""Bytes by which a process may differ after a soak, and not be said to have grown."""

HEAD = (
    f"{'sessions':>8}{'keys/s':>8}{'p50 ms':>8}{'p99 ms':>8}{'lost':>6}{'CPU ms/key':>12}"
    f"{'front':>7}{'bytes/key':>11}{'idle %':>8}{'frame ms':>10}{'MiB own':>9}"
)
NOTES = (
    "p50, p99: from a key to the first byte of its frame; lost: not answered within 5 s",
    "CPU ms/key: of the front and the session, and of the front alone; idle %: of one processor, "
    "all together",
    "frame ms: from opening a session to the lobby, the median; MiB own: of a session, the median",
)


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
    lost: int
    """Keys not answered."""
    work: float
    """Milliseconds of CPU of the house for a key."""
    front: float
    """Those of the front alone."""
    size: float
    """Bytes for a key."""
    idle: float
    """CPU of the house while nobody presses a key: percent of one processor."""
    first: float
    """Milliseconds from opening a session to its lobby, the median."""
    memory: float
    """MiB that a session shares with nobody, the median."""

    def __str__(self) -> str:
        return (
            f"{self.sessions:8}{self.keys:8.0f}{self.half:8.1f}{self.most:8.1f}{self.lost:6}"
            f"{self.work:12.1f}{self.front:7.1f}{self.size:11.0f}{self.idle:8.1f}{self.first:10.0f}{self.memory:9.1f}"
        )


def report(counts: Sequence[int], seconds: float, soak: float) -> Iterator[str]:
    """A line for each number of sessions; then, for a soak, what was left of it.

    Args:
        counts: Numbers of sessions.
        seconds: How long keys are pressed for each.
        soak: Seconds in which sessions come and go; 0 is not at all.
    """
    if counts:
        yield from (*NOTES, "", HEAD)
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
    def front(self) -> int:
        """The process that has everybody's lines."""
        return self._process.pid

    @property
    def nursery(self) -> int:
        """The process that all sessions come from."""
        return _children(self.front)[0]

    @property
    def sessions(self) -> list[int]:
        """Their processes."""
        return _children(self.nursery)

    def people(self, count: int) -> list[asyncssh.SSHKey]:
        """Keys of so many people who have a name, each two of them with a match."""
        store = house_store(str(self._folder / "house.db"))
        game, keys = catalog.load(GAME), []
        terms = Terms(Fischer(60 * MINUTE, 5 * SECOND))
        for number in range(count):
            key = asyncssh.generate_private_key("ssh-ed25519")
            keys.append(key)
            name = f"bench{number}"
            People(store).welcome(name, key.get_fingerprint(), now())
            if number % 2 == 0:
                seats = (Player("person", name), Player("person", f"bench{number + 1}"))
                keep(store, Session.begin(game, game.start(seed=number), seats, terms, now()))
        store.close()
        return keys

    async def come(self, key: asyncssh.SSHKey) -> _Client:
        """Somebody comes in, and looks at the lobby."""
        line = await asyncssh.connect(
            "127.0.0.1",
            self.port,
            username="bench",
            known_hosts=None,
            client_keys=[key],
            agent_path=None,
            config=[],
        )
        client = _Client(line)
        await client.come()
        return client


class _Client:
    """One at a terminal."""

    def __init__(self, line: asyncssh.SSHClientConnection) -> None:
        self._line = line
        self.first = 0.0
        self.size = 0
        self.times: list[float] = []
        self.lost = 0
        self._came = asyncio.Event()
        self._text = b""

    async def come(self) -> None:
        """Open a session, and wait for the lobby, or the table at which the line was lost."""
        began = time.perf_counter()
        self._process = await self._line.create_process(
            term_type="xterm-256color", term_size=(80, 24), env={"LANG": "C.UTF-8"}, encoding=None
        )
        self._reading = asyncio.create_task(self._read())
        await self._wait_for(b"leave", b"MOVES")
        self.first = time.perf_counter() - began

    async def sit_down(self) -> None:
        """Go to the table that is marked, if they are not at one."""
        if b"MOVES" in self._text:
            return
        self._text = b""
        self._process.stdin.write(b"\r")
        await self._wait_for(b"MOVES")

    async def _wait_for(self, *any_of: bytes) -> None:
        async with _patience("a session to show its first page"):
            while not any(what in self._text for what in any_of):
                self._came.clear()
                await self._came.wait()

    async def _read(self) -> None:
        while data := await self._process.stdout.read(65536):
            if ASKED in data:
                self._process.stdin.write(ANSWER)
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

    async def leave(self) -> None:
        """Leave the table, if they are at one, and the lobby."""
        self._process.stdin.write(b"qq")
        async with _patience("a session to end"):
            await self._process.wait_closed()
        await self.go()

    async def go(self) -> None:
        """Hang up."""
        self._reading.cancel()
        self._line.abort()
        await self._line.wait_closed()


@asynccontextmanager
async def _patience(what: str) -> AsyncIterator[None]:
    """Wait so long, and no longer, for `what`.

    Raises:
        TimeoutError: It has not happened; says what.
    """
    try:
        async with asyncio.timeout(PATIENCE):
            yield
    except TimeoutError:
        raise TimeoutError(f"waited {PATIENCE:.0f} s in vain for {what}") from None


async def _measure(count: int, seconds: float) -> Measured:
    with tempfile.TemporaryDirectory() as folder:
        async with _House(Path(folder)) as house, AsyncExitStack() as stack:
            clients: list[_Client] = []
            keys = house.people(count)

            async def arrive() -> None:
                while keys:
                    client = await house.come(keys.pop())
                    stack.push_async_callback(client.go)
                    await client.sit_down()
                    clients.append(client)

            await asyncio.gather(*(arrive() for _ in range(AT_ONCE)))
            await asyncio.sleep(1)
            processes = [house.front, *house.sessions]
            began, before = time.perf_counter(), _cpu(processes)
            await asyncio.sleep(REST)
            idle = (_cpu(processes) - before) / (time.perf_counter() - began)
            until, chance = time.perf_counter() + seconds, random.Random(1)
            before, front = _cpu(processes), _cpu([house.front])
            await asyncio.gather(*(client.press(until, chance) for client in clients))
            work, front = _cpu(processes) - before, _cpu([house.front]) - front
            times = sorted(one for client in clients for one in client.times)
            return Measured(
                sessions=count,
                keys=len(times) / seconds,
                half=1000 * times[len(times) // 2],
                most=1000 * times[min(len(times) - 1, len(times) * 99 // 100)],
                lost=sum(client.lost for client in clients),
                work=1000 * work / len(times),
                front=1000 * front / len(times),
                size=sum(client.size for client in clients) / len(times),
                idle=100 * idle,
                first=1000 * statistics.median(client.first for client in clients),
                memory=statistics.median(map(_own, house.sessions)) / MIB,
            )


@dataclass(frozen=True, slots=True)
class _State:
    """What a house holds while nobody is there."""

    memory: tuple[int, int]
    """Bytes that the front and the nursery have, with what they share."""
    handles: tuple[int, int]
    threads: tuple[int, int]
    sessions: int

    @classmethod
    def of(cls, house: _House) -> _State:
        """As it is now."""
        both = (house.front, house.nursery)
        return cls(
            (_resident(both[0]), _resident(both[1])),
            (_entries(both[0], "fd"), _entries(both[1], "fd")),
            (_entries(both[0], "task"), _entries(both[1], "task")),
            len(house.sessions),
        )

    def __str__(self) -> str:
        told = (
            f"{name} {memory / MIB:.1f} MiB, {handles} handles, {threads} threads"
            for name, memory, handles, threads in zip(
                ("front", "nursery"), self.memory, self.handles, self.threads, strict=True
            )
        )
        return f"{'; '.join(told)}; {self.sessions} sessions"

    def grown(self, since: _State) -> str:
        """In what it has grown; "" where it has not."""
        now_and_then = zip(self.memory, since.memory, strict=True)
        found = {
            "memory": any(now > then + GROWTH for now, then in now_and_then),
            "handles": sum(self.handles) > sum(since.handles),
            "threads": sum(self.threads) > max(sum(since.threads), 2 + POOL),
            "sessions": self.sessions > 0,
        }
        return ", ".join(name for name, more in found.items() if more)


async def _soak(seconds: float) -> Sequence[str]:
    """Let sessions come and go, a few at a time, and compare the house before and after."""
    with tempfile.TemporaryDirectory() as folder:
        async with _House(Path(folder)) as house:
            keys = house.people(8)
            first = min(60.0, seconds / 4)
            came = await _come_and_go(house, keys, first)
            before = _State.of(house)
            came += await _come_and_go(house, keys, seconds - first)
            after = _State.of(house)
    grown = after.grown(before)
    return [
        f"soak: {came} sessions came and went in {seconds:.0f} s",
        f"  after {first:.0f} s: {before}",
        f"  at the end: {after}",
        f"  OVER: grown in {grown}" if grown else "  ok: nothing has grown",
    ]


async def _come_and_go(house: _House, keys: Sequence[asyncssh.SSHKey], seconds: float) -> int:
    """How many came; all of them have gone again."""
    until, came = time.perf_counter() + seconds, 0
    chance = random.Random(1)

    async def guests(key: asyncssh.SSHKey) -> None:
        nonlocal came
        while time.perf_counter() < until:
            client = await house.come(key)
            came += 1
            if chance.random() < 0.3:
                await client.leave()
                continue
            await client.sit_down()
            await client.press(time.perf_counter() + chance.random(), chance)
            await client.go()

    await asyncio.gather(*map(guests, keys))
    end = time.perf_counter() + PATIENCE
    while house.sessions and time.perf_counter() < end:
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)
    return came


def _children(pid: int) -> list[int]:
    told = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii")
    return [int(one) for one in told.split()]


def _cpu(processes: Iterable[int]) -> float:
    """Seconds that processes have worked, or had the system work for them."""
    ticks = 0
    for pid in processes:
        told = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        ticks += int(told[11]) + int(told[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _own(pid: int) -> int:
    """Bytes that a process shares with no other."""
    told = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii")
    return 1024 * sum(map(int, re.findall(r"^Private_\w+:\s+(\d+) kB", told, re.MULTILINE)))


def _resident(pid: int) -> int:
    told = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii")
    return 1024 * sum(map(int, re.findall(r"^Rss:\s+(\d+) kB", told, re.MULTILINE)))


def _entries(pid: int, folder: str) -> int:
    return len(os.listdir(f"/proc/{pid}/{folder}"))
