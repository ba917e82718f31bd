"""Houses as their hosts start them, and people at terminals before them."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import asyncssh
import pyte
import pytest

in_the_house = pytest.mark.asyncio(loop_scope="session")
"""Marks tests that share a house (such as `conftest.served`), and its event loop."""
ROOT = Path(__file__).parents[3]
SOON = 60
"""Seconds that anything may take on a busy machine."""
UNKNOWN = re.compile(
    rb"\x1b\[[<>=?][0-9;]*[a-zA-Z]?u|\x1b\[\?[0-9;]*\$p|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"
)
"""Sequences that pyte does not know."""


def installed(program: str) -> str | None:
    """Where a program of OpenSSH is; None where it is not installed."""
    return shutil.which(program, path=os.pathsep.join([os.environ["PATH"], "/usr/sbin"]))


def new_key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [
        int(one)
        for task in Path(f"/proc/{pid}/task").iterdir()
        for one in (task / "children").read_text().split()
    ]


class Served:
    """A running `parlour serve`."""

    def __init__(self, process: asyncio.subprocess.Process, port: int, folder: Path) -> None:
        self.process, self.port, self.folder = process, port, folder
        self.log = ""

    async def connect(self, key: asyncssh.SSHKey | None, name: str = "somebody", **options):
        return await asyncssh.connect(
            "127.0.0.1",
            self.port,
            username=name,
            client_factory=Guest if key is None else asyncssh.SSHClient,
            known_hosts=None,
            client_keys=[key] if key else [],
            agent_path=None,
            config=[],
            **options,
        )

    async def verb(self, key: asyncssh.SSHKey | None, command: str, **options):
        async with await self.connect(key) as line:
            return await line.run(command, **options)

    async def say(self, key: asyncssh.SSHKey | None, command: str) -> list[str]:
        """The lines that a verb answers."""
        result = await self.verb(key, command)
        assert result.exit_status == 0, result.stderr
        return str(result.stdout).splitlines()

    async def newcomers(self, *names: str) -> list[asyncssh.SSHKey]:
        """The keys of people who have taken these names."""
        keys = [new_key() for _ in names]
        for key, name in zip(keys, names, strict=True):
            await self.say(key, f"name {name}")
        return keys

    async def table(self, host: asyncssh.SSHKey, game: str, *others: asyncssh.SSHKey) -> int:
        """The number of a new table at which these sit."""
        match = int((await self.say(host, f"new {game}"))[0].split()[1])
        for other in others:
            await self.say(other, f"join {match}")
        return match

    async def steps(self, match: int, key: asyncssh.SSHKey) -> list[str]:
        """The legal steps of a match, as somebody is told them."""
        told = (await self.say(key, f"legal {match}"))[0]
        return told.split(": ")[1].split()

    async def close(self) -> int:
        if self.process.returncode is None:
            self.process.terminate()
        async with asyncio.timeout(SOON):
            return await self.process.wait()


class Guest(asyncssh.SSHClient):
    """A client without a key, who is asked nothing."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, name, instructions, lang, prompts):
        return [] if not prompts else None


async def start(folder: Path, *options: str, store: str = "") -> Served:
    """A house in a folder."""
    address = ("--store", store) if store else ()
    with log_of(folder).open("ab") as log:
        process = await _started(folder, (*address, *options), log)
    async with asyncio.timeout(SOON):
        while True:
            line = (await process.stdout.readline()).decode()
            assert line, log_of(folder).read_text()
            if found := re.search(r"ssh(?: -p (\d+))? ", line):
                return Served(process, int(found[1] or 22), folder)


def log_of(folder: Path) -> Path:
    """Where a house in a folder writes its log."""
    return folder.parent / f"{folder.name}.log"


async def _started(folder, options, log):
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tui.command", "serve", "--host", "127.0.0.1", "--port", "0"),
        *("--data", str(folder), *options),
        stdout=asyncio.subprocess.PIPE,
        stderr=log,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd="/",
    )


@asynccontextmanager
async def house(folder: Path, *options: str, store: str = "") -> AsyncIterator[Served]:
    """A house that is open meanwhile, and closes well."""
    served = await start(folder, *options, store=store)
    try:
        yield served
    finally:
        status = await served.close()
    assert status in (0, -signal.SIGKILL)


class Person:
    """Somebody at a terminal."""

    def __init__(self, line, process, size: tuple[int, int]) -> None:
        self.line, self.process = line, process
        self.screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        self.bytes = 0
        self.frames: list[bytes] = []
        self._drawn = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        with suppress(asyncssh.Error, OSError):
            while data := await self.process.stdout.read(65536):
                self.bytes += len(data)
                self.frames.append(data)
                self._stream.feed(UNKNOWN.sub(b"", data))
                self._drawn.set()

    @property
    def text(self) -> str:
        """What is on the screen."""
        return "\n".join(self.screen.display)

    async def sees(self, what: str | Callable[[str], bool]) -> None:
        """Wait until something is on the screen."""
        is_there = what if callable(what) else lambda text: what in text
        try:
            async with asyncio.timeout(SOON):
                while not is_there(self.text):
                    await self._drawn.wait()
                    self._drawn.clear()
        except TimeoutError:
            raise AssertionError(f"{what} is not on the screen:\n{self.text}") from None

    def type(self, text: str) -> None:
        self.process.stdin.write(text.encode())

    async def play(self, tokens: str) -> None:
        """Type steps at a table, and wait until the field has closed again."""
        self.type("m")
        await self.sees("move> ")
        await self.sees("Enter play")
        self.type(f"{tokens}\r")
        await self.sees(lambda text: "Enter play" not in text)

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        self.screen.reset()
        self.process.change_terminal_size(columns, rows)

    async def gone(self) -> int:
        """Wait for the end of the session; its exit status."""
        async with asyncio.timeout(SOON):
            await self.process.wait_closed()
            await self._reading
        return self.process.exit_status

    async def leave(self) -> None:
        self.line.abort()
        with suppress(Exception):
            await self._reading


@asynccontextmanager
async def people(served: Served) -> AsyncIterator[Callable]:
    """Lets people come in: `await come(key, "ann", (80, 24))`."""
    async with AsyncExitStack() as stack:

        async def come(key, name, size=(80, 24), *, term="xterm-256color", command=None, **env):
            line = await served.connect(key, name)
            process = await line.create_process(
                command,
                term_type=term,
                term_size=size,
                env={"LANG": "C.UTF-8", **env},
                encoding=None,
            )
            person = Person(line, process, size)
            stack.push_async_callback(person.leave)
            return person

        yield come
