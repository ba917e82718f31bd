"""`parlour serve`: opens a house, and keeps it open until somebody ends it.

Four kinds of processes: this one, which has everybody's lines; the nursery, which it starts; the
sessions, which the nursery forks; and one that moves for the bots. They share nothing but the
store.
"""

from __future__ import annotations

import asyncio
import logging
import os
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import aclosing, closing, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import asyncssh

from core.errors import GameError, StoreError
from core.store.house import House
from core.store.people import Ban, People
from core.store.sql import SqlStore
from core.words import Message
from tui.house import bots, nursery
from tui.house.forced import session_environ
from tui.house.front import GRACE, Door, Front, host_key
from tui.house.pauses import Pauses
from tui.house.rules import Rules, RulesError
from tui.house.visitor import Premises, house_store, now

log = logging.getLogger("parlour.house")

VISIT = "tui.house.visit:prepare"
"""What the nursery brings up."""
AGAIN = 2.0
"""Seconds after which a store that could not be read is looked at again."""
PASSWORD_TIME = 10.0
"""Seconds that the host's program may take to look at a password."""


class NurseryError(GameError):
    """There is nothing that sessions could begin in."""


def serve(premises: Premises, rules: Rules, host: str, port: int) -> int:
    """Keep a house open until SIGTERM, Ctrl+C or an order; the exit status.

    Raises:
        GameError: The store cannot be used, or the list of keys has faults.
        OSError: The address is taken or forbidden, or the host key cannot be made.
    """
    logging.basicConfig(
        stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s"
    )
    for other in ("asyncssh", "alembic"):
        logging.getLogger(other).setLevel(logging.ERROR)
    key = _host_key(Path(premises.folder) / "host_key")
    allowed = _allowed(rules.keys)
    store = house_store(premises.store)
    environ = session_environ(os.environ)
    make_room(rules.limits.handles)
    with closing(store):
        opening = _Opening(premises, rules, host, port, key, allowed)
        return asyncio.run(_keep_open(opening, store, environ))


def make_room(handles: int) -> None:
    """Let this process open so many files, as far as the system allows it to."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= handles:
        return
    most = handles if hard == resource.RLIM_INFINITY else min(handles, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    if most < handles:
        log.warning("files: the system allows %s, a full house needs %s", most, handles)


class _Opening:
    """What a house is opened with."""

    def __init__(
        self,
        premises: Premises,
        rules: Rules,
        host: str,
        port: int,
        key: asyncssh.SSHKey,
        allowed: frozenset[str] | None,
    ) -> None:
        self.premises, self.rules = premises, rules
        self.host, self.port, self.key = host, port, key
        self.allowed = allowed


async def _keep_open(opening: _Opening, store: SqlStore, environ: Mapping[str, str]) -> int:
    """Keep it open; the exit status.

    Raises:
        NurseryError: No session can begin.
        OSError: The address is taken or forbidden.
    """
    keeper = Keeper(store, opening.rules, opening.allowed)
    front = Front(opening.rules.limits, keeper.door, environ)
    store.tell = store.pass_on = front.exchange.tell
    front.exchange.hear = store.hear
    port = await front.open(opening.host, opening.port, opening.key)
    end = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, end.set)
    log.info("opening host=%s port=%s", opening.host or "*", port)
    tending = asyncio.create_task(tend(front, environ, asdict(opening.premises)))
    following = asyncio.create_task(keeper.follow(front, end))
    playing = asyncio.create_task(bots.keep(opening.premises.store, environ, front.exchange))
    saying = asyncio.create_task(_say_when_open(opening, port, front))
    ending = asyncio.create_task(end.wait())
    await asyncio.wait([tending, ending], return_when=asyncio.FIRST_COMPLETED)
    for task in (saying, following, playing):
        task.cancel()
    log.info("closing sessions=%s", front.sessions.taken)
    await asyncio.gather(front.close(), playing, return_exceptions=True)
    if tending.done():
        tending.result()
    tending.cancel()
    with suppress(asyncio.CancelledError):
        await tending
    log.info("closed")
    return 0


async def tend(front: Front, environ: Mapping[str, str], told: Mapping[str, Any]) -> None:
    """Have a nursery meanwhile; begin another when it breaks. Cancelling ends it.

    Args:
        front: Whose sessions begin there.
        environ: Its whole environment.
        told: What all sessions are told; JSON.

    Raises:
        NurseryError: The first has gone before any session could begin.
    """
    loop, pauses = asyncio.get_running_loop(), Pauses()
    while True:
        began = loop.time()
        channel, process = nursery.start(VISIT, environ, told)
        try:
            await front.tend(channel)
        finally:
            channel.close()
            status = _ended(process)
        if not front.ready.is_set():
            raise NurseryError(Message("no session can begin here; status {status}", status=status))
        wait = pauses.after(loop.time() - began)
        log.error("nursery: broke status=%s; begins again in %.0f s", status, wait)
        await asyncio.sleep(wait)


def _ended(process: subprocess.Popen[bytes]) -> int:
    """The exit status of a nursery whose channel is closed, which ends it."""
    try:
        return process.wait(GRACE)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


async def _say_when_open(opening: _Opening, port: int, front: Front) -> None:
    """Say that it is open once sessions begin at once; who came sooner has waited."""
    await front.ready.wait()
    _tell_where(opening, port)
    log.info("open host=%s port=%s", opening.host or "*", port)


class Keeper:
    """Does in this program what the host orders, and knows who is banned."""

    def __init__(self, store: SqlStore, rules: Rules, allowed: frozenset[str] | None) -> None:
        """Read the bans.

        Raises:
            StoreError: They cannot be read.
        """
        self._store = store
        self._people = People(store)
        self._house = House(store)
        self._password = rules.password
        self._bans: dict[str, Ban] = {}
        self._done = self._house.last_order()
        self._read_bans()
        self.door = Door(
            guests=rules.guests,
            allowed=lambda key: allowed is None or key in allowed,
            refusal=self._refusal,
            password=self._knows if rules.password else None,
        )

    async def follow(self, front: Front, closing: asyncio.Event) -> None:
        """Follow the host's orders, without end."""
        while True:
            try:
                async with aclosing(self._store.changes()) as changes:
                    self._look(front, closing)
                    async for _ in changes:
                        self._look(front, closing)
                        await asyncio.sleep(0.1)  # so that busy tables cost one look, not many
            except StoreError as error:
                log.error("store: %s", error)
                await asyncio.sleep(AGAIN)

    def _look(self, front: Front, closing: asyncio.Event) -> None:
        self._read_bans()
        for ban in self._bans:
            front.turn_out([ban], ban)
        for order in self._house.orders(self._done):
            self._done = order.id
            log.info("order kind=%s", order.kind)
            if order.kind == "close":
                closing.set()
            elif order.kind == "kick":
                person = self._people.named(order.text)
                keys = [key.fingerprint for key in self._people.keys(person)] if person else []
                front.turn_out(keys)

    def _read_bans(self) -> None:
        self._bans = {ban.what: ban for ban in self._people.bans(now())}

    def _refusal(self, who: str) -> str | None:
        ban = self._bans.get(who)
        return ban.reason if ban and ban.holds(now()) else None

    async def _knows(self, name: str, password: str) -> bool:
        """Whether the host's program accepts a password.

        A name that is no text, or looks like an option, is nobody's.
        """
        if not name or not name.isprintable() or name.startswith("-"):
            return False
        try:
            process = await asyncio.create_subprocess_exec(
                self._password,
                name,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            log.error("password: %s", error)
            return False
        try:
            async with asyncio.timeout(PASSWORD_TIME):
                await process.communicate(f"{password}\n".encode())
        except TimeoutError:
            process.kill()
            await process.wait()
        return process.returncode == 0


def _tell_where(opening: _Opening, port: int) -> None:
    """Say how people come in."""
    host = opening.host if opening.host not in ("", "0.0.0.0", "::") else socket.gethostname()
    told = (
        f"{opening.rules.name} is open.",
        f"  host key: {opening.key.get_fingerprint()}",
        f"  guests type: ssh{'' if port == 22 else f' -p {port}'} {host}",
    )
    print(*told, sep="\n", flush=True)


def _host_key(file: Path) -> asyncssh.SSHKey:
    try:
        return host_key(file)
    except asyncssh.KeyImportError:
        raise RulesError(f"{file}: holds no host key; move it away to have one made") from None


def _allowed(file: Path | None) -> frozenset[str] | None:
    """Fingerprints of the keys in a file; None where there is none, and everybody may come in."""
    if file is None:
        return None
    found: set[str] = set()
    faults: list[str] = []
    for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            found.add(asyncssh.import_public_key(line).get_fingerprint())
        except asyncssh.KeyImportError:
            faults.append(f"{file}:{number}: is no public key")
    if faults:
        raise RulesError("\n".join(faults))
    return frozenset(found)
