"""The front of a house: SSH connections in, sessions of the nursery behind them.

Who connects is known by a public key, or is a guest. A connection may open sessions (a screen, a
line mode, one verb) and nothing else: no forwarding of ports, agents, sockets or displays, no
files, no shell, and no environment of the client's but what tells about its terminal.

Source: RFC 4252 (authentication), RFC 4254 (sessions).
"""

from __future__ import annotations

import asyncio
import logging
import os
import pty
import signal
import socket
import struct
import termios
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fcntl import ioctl
from functools import partial
from ipaddress import IPv6Network, ip_address
from pathlib import Path
from typing import Any

import asyncssh

from tui.house import nursery
from tui.house.hygiene import Hygiene
from tui.house.limits import Bucket, Limits, Places
from tui.house.nursery import Birth, Born, Ended, Ready
from tui.house.pump import Inlet, Outlet
from tui.house.wire import Exchange

log = logging.getLogger("parlour.house")

ENVIRONMENT = ("LANG", "COLORTERM")
"""Of a client's environment, beside LC_*, what a session is told."""
LONGEST_WORD = 64
"""Characters of a value of it, and of TERM."""
LONGEST_COMMAND = 4096
"""Characters of a command."""
SIZES = ((80, 20, 500), (24, 10, 200))
"""Columns and rows: what 0 stands for, the least and the most."""
GARBAGE = (
    asyncssh.ProtocolError,
    asyncssh.ProtocolNotSupported,
    asyncssh.KeyExchangeFailed,
    asyncssh.MACError,
    ValueError,
)
"""How a connection breaks whose client does not speak SSH, or speaks it wrongly."""
REMARKS = 20
"""Lines a minute of the log, and at once, that anybody may bring about who can connect."""
GRACE = 3.0
"""Seconds that a session has to end by itself before it is killed."""
GIVEN_BACK = b"\x1b[?1000l\x1b[?1006l\x1b[?1004l\x1b[?2004l\x1b[<u\x1b[?7h\x1b[?1049l\x1b[?25h"
"""Gives a terminal back for a session that could not: mouse, focus, pastes, keys, wrapping of
lines, the usual screen, the cursor. Source: XTerm Control Sequences; kitty's keyboard protocol."""
BROKEN = b"The session has broken off; your games are kept.\r\n"
UNKNOWN = 1
"""Exit status that a client is told of a session whose own nobody knows."""


class Environment(dict[bytes, bytes]):
    """Of a client's environment what a session is told, and no more than so many bytes.

    AsyncSSH keeps whatever a client sends, as often as it sends, until the session begins.
    """

    def __init__(self, room: int) -> None:
        """Empty.

        Args:
            room: Bytes that names and values may have in all.
        """
        super().__init__()
        self._room = room

    def __setitem__(self, name: bytes, value: bytes) -> None:
        """Keep it, if it is wanted and there is room."""
        text = name.decode("ascii", "replace")
        self._room -= len(name) + len(value)
        if self._room >= 0 and (text in ENVIRONMENT or text.startswith("LC_")):
            super().__setitem__(name, value)


@dataclass(frozen=True, slots=True)
class Guest:
    """Who is at the other end of a connection."""

    key: str | None
    """Fingerprint of the key, SHA256, or "password:NAME"; None for a guest without one."""
    name: str
    """The name that the client gave, unchecked."""
    address: str


@dataclass(slots=True)
class Door:
    """How people are let in."""

    guests: bool = True
    """Whether somebody without a key may come in."""
    allowed: Callable[[str], bool] = lambda key: True
    """Whether a key, by its fingerprint, may come in."""
    refusal: Callable[[str], str | None] = lambda who: None
    """Why a key or an address is not let in any more; None is that it is."""
    password: Callable[[str, str], Awaitable[bool]] | None = None
    """Whether a name and a password may come in; None where passwords are not asked."""


class Front:
    """One listening house."""

    def __init__(
        self,
        limits: Limits,
        door: Door,
        environ: Mapping[str, str],
    ) -> None:
        """Prepare.

        Args:
            limits: What a guest may take.
            door: Who may come in.
            environ: What every session has in its environment.
        """
        self.limits = limits
        self.door = door
        self.connections = Places(limits.connections, limits.per_address)
        self.sessions = Places(limits.sessions, limits.per_person)
        self.exchange = Exchange()
        """By which sessions hear of one another."""
        self.ready = asyncio.Event()
        """Set once sessions have been able to begin."""
        self._channel: socket.socket | None = None
        self._environ = environ
        self._numbers = 0
        self._remarks = Bucket(REMARKS / 60, REMARKS)
        self._running: dict[int, Session] = {}
        self._acceptor: asyncssh.SSHAcceptor | None = None

    async def open(self, host: str, port: int, key: asyncssh.SSHKey) -> int:
        """Listen; the port.

        Raises:
            OSError: The address is taken or forbidden.
        """
        try:
            self._acceptor = await self._listen(host, port, key)
        except OSError as error:
            reason = (error.strerror or str(error)).rpartition(": ")[2]
            raise OSError(f"no house can be opened at {host or '*'}:{port}: {reason}") from None
        return int(self._acceptor.get_port())

    async def _listen(self, host: str, port: int, key: asyncssh.SSHKey) -> asyncssh.SSHAcceptor:
        return await asyncssh.listen(
            host,
            port,
            server_factory=lambda: Connection(self),
            server_host_keys=[key],
            server_version="Parlour",
            encoding=None,
            line_editor=False,
            login_timeout=self.limits.login,
            keepalive_interval=60,
            keepalive_count_max=3,
            x11_forwarding=False,
            agent_forwarding=False,
            allow_scp=False,
            gss_host=None,
            compression_algs=["none"],
            window=64 * 1024,
            backlog=256,
        )

    async def close(self) -> None:
        """Take nobody in any more, let the sessions say good-bye and end, and end."""
        if self._acceptor is not None:
            self._acceptor.close()
        for session in tuple(self._running.values()):
            session.hang_up(signal.SIGTERM)
        end = time.monotonic() + GRACE + 1
        while self._running and time.monotonic() < end:
            await asyncio.sleep(0.02)

    async def tend(self, channel: socket.socket) -> None:
        """Have sessions begin in the nursery at the other end, until it has gone.

        Those that it leaves behind go on by themselves.
        """
        loop, gone = asyncio.get_running_loop(), asyncio.Event()
        self._channel = channel
        loop.add_reader(channel, self._hear, channel, gone)
        try:
            await gone.wait()
        finally:
            loop.remove_reader(channel)
            self._channel = None
            for number, session in tuple(self._running.items()):
                session.be_left(partial(self._over, Ended(number, UNKNOWN)))

    def turn_out(self, keys: Sequence[str | None], address: str | None = None) -> int:
        """End the sessions of these keys, and those from an address; how many there were."""
        found = [
            session
            for session in self._running.values()
            if session.guest.key in keys or session.guest.address == address
        ]
        for session in found:
            session.hang_up(signal.SIGTERM)
        return len(found)

    def remark(self, words: str, *told: object) -> None:
        """Log what somebody does who may not even be let in, unless there was much of that."""
        now = time.monotonic()
        if self._remarks.there(now) >= 1:
            self._remarks.take(1, now)
            log.warning(words, *told)

    def birth(self, session: Session, handles: list[int], environ: dict[str, str]) -> int:
        """Ask for a session; its number.

        Raises:
            OSError: There is no nursery.
        """
        if self._channel is None:
            raise ConnectionError("there is no nursery")
        self._numbers += 1
        wire, session.unplug = self.exchange.join()
        birth = Birth(
            self._numbers,
            {**self._environ, **environ},
            session.told(),
            terminal=len(handles) == 1,
            memory=self.limits.memory,
        )
        try:
            nursery.send_birth(self._channel, birth, [*handles, wire])
        except OSError:
            session.unplug()
            raise
        finally:
            os.close(wire)
        self._running[birth.number] = session
        return birth.number

    def _hear(self, channel: socket.socket, gone: asyncio.Event) -> None:
        """What a nursery tells."""
        data = b""
        with suppress(OSError):
            data = channel.recv(nursery.LARGEST)
        if not data:
            gone.set()
            return
        match nursery.read_news(data):
            case Ready():
                self.ready.set()
            case Born(number, pid):
                if number in self._running:
                    self._running[number].pid = pid
            case Ended() as end:
                self._over(end)

    def _over(self, end: Ended) -> None:
        session = self._running.pop(end.number, None)
        if session is not None:
            session.ended(end.status)


class Connection(asyncssh.SSHServer):
    """One client, before and after it has said who it is."""

    def __init__(self, front: Front) -> None:
        """Nobody yet."""
        self._front = front
        self._guest = Guest(None, "", "")
        self._banned = False
        self._place: str | None = None
        self._line: asyncssh.SSHServerConnection | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Somebody has connected; send them away where there are too many."""
        self._line = conn
        address = str((conn.get_extra_info("peername") or ("?",))[0])
        self._guest = Guest(None, "", address)
        if self._front.door.refusal(address) is not None:
            self._front.remark("banned address=%s", address)
            conn.abort()
        elif self._front.connections.take(where(address)):
            self._place = where(address)
        else:
            self._front.remark("too many connections address=%s", address)
            conn.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """They have gone."""
        if isinstance(exc, GARBAGE):
            address = self._guest.address
            self._front.remark("no SSH address=%s fault=%s", address, type(exc).__name__)
        if self._place is not None:
            self._front.connections.give_back(self._place)
            self._place = None

    def begin_auth(self, username: str) -> bool:
        """Everybody says who they are, guests by saying nothing."""
        self._guest = Guest(None, username, self._guest.address)
        return True

    def public_key_auth_supported(self) -> bool:
        """Keys are how people are known."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Whether somebody with this key may come in."""
        fingerprint = key.get_fingerprint()
        if (reason := self._front.door.refusal(fingerprint)) is not None:
            self._banned = True
            self._say(f"You are banned from this house: {reason}" if reason else "You are banned.")
            return False
        if not self._front.door.allowed(fingerprint):
            return False
        self._guest = Guest(fingerprint, username, self._guest.address)
        return True

    def password_auth_supported(self) -> bool:
        """Only where the host asks for them."""
        return self._front.door.password is not None

    async def validate_password(self, username: str, password: str) -> bool:
        """Whether the host knows the password; whoever has one is known by their name."""
        check = self._front.door.password
        key = f"password:{username}"
        if check is None or self._front.door.refusal(key) is not None:
            return False
        if not await check(username, password):
            return False
        self._guest = Guest(key, username, self._guest.address)
        return True

    def kbdint_auth_supported(self) -> bool:
        """The way in for guests: a client that has no key is asked nothing.

        Who has shown a key that is banned is no guest.
        """
        return self._front.door.guests and not self._banned

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[tuple[str, bool]]]:
        """No questions."""
        self._guest = Guest(None, username, self._guest.address)
        return "", "", "", []

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        """No answers are needed."""
        return True

    def _say(self, words: str) -> None:
        """Say something before they are in."""
        if self._line is not None:
            self._line.send_auth_banner(f"{words}\n")

    def session_requested(self) -> tuple[asyncssh.SSHServerChannel[bytes], Session]:
        """A session, if there is a place for it.

        Raises:
            ChannelOpenError: There is none.
        """
        who = self._guest.key or where(self._guest.address)
        if not self._front.sessions.take(who):
            self._front.remark("too many sessions who=%s", who)
            raise asyncssh.ChannelOpenError(
                asyncssh.OPEN_RESOURCE_SHORTAGE, "too many sessions; close one and come back"
            )
        assert self._line is not None
        channel = self._line.create_server_channel(encoding=None)
        channel._env = Environment(self._front.limits.environment)
        return channel, Session(
            self._front, self._guest, lambda: self._front.sessions.give_back(who)
        )


@dataclass(eq=False)
class Session(asyncssh.SSHServerSession[bytes]):
    """One channel, and the process behind it."""

    front: Front
    guest: Guest
    leave: Callable[[], None]
    """Gives its place back."""
    unplug: Callable[[], None] = lambda: None
    """Takes its wire out."""
    pid: int | None = None
    """Of the process; None before it runs and once it has ended."""
    _number: int | None = None
    _term: str | None = None
    _size: tuple[int, int] = (80, 24)
    _command: str | None = None
    _screen: int | None = None
    _inlet: Inlet | None = None
    _outlets: list[Outlet] = field(default_factory=list)
    _over: bool = False
    _hung_up: bool = False
    _lost: bool = False
    _left: Callable[[], None] | None = None
    """Says that the process has ended, where nobody else does."""
    _idle: asyncio.TimerHandle | None = None

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """The channel is open."""
        self._chan = chan

    def pty_requested(self, term_type: str, term_size: Any, term_modes: Any) -> bool:
        """The client has a terminal."""
        self._term = _word(term_type)
        self._size = sized(term_size[0], term_size[1])
        return True

    def shell_requested(self) -> bool:
        """The screen, or the line mode."""
        return True

    def exec_requested(self, command: str) -> bool:
        """One verb."""
        self._command = command[: LONGEST_COMMAND + 1]
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """No files."""
        return False

    def session_started(self) -> None:
        """Bring the process up, but for no command that is too long."""
        if len(self._command or "") > LONGEST_COMMAND:
            told = f"parlour: a command has at most {LONGEST_COMMAND} characters\r\n"
            self._chan.write_stderr(told.encode())
            self._chan.exit(1)
            return
        try:
            self._start()
        except OSError as error:
            log.error("a session could not begin: %s", error)
            self._chan.write_stderr(b"the house cannot take you in just now\r\n")
            self._chan.exit(1)

    def told(self) -> dict[str, Any]:
        """What the process is told about its guest."""
        return {
            "key": self.guest.key,
            "name": self.guest.name,
            "address": self.guest.address,
            "command": self._command,
        }

    def _start(self) -> None:
        environ = self._environment()
        bucket = Bucket(self.front.limits.input, self.front.limits.burst)
        if self._term is not None:
            master, slave = pty.openpty()
            _resize(master, *self._size)
            theirs, ours = [slave], [os.dup(master), master]
            hygiene = Hygiene(self.front.limits.paste)
            writes: list[Callable[[bytes], None]] = [self._chan.write]
        else:
            read_in, write_in = os.pipe()
            read_out, write_out = os.pipe()
            read_err, write_err = os.pipe()
            theirs, ours = [read_in, write_out, write_err], [write_in, read_out, read_err]
            hygiene = None
            writes = [self._chan.write, self._chan.write_stderr]
        try:
            self._number = self.front.birth(self, theirs, environ)
        except OSError:
            for handle in ours:
                os.close(handle)
            raise
        finally:
            for handle in theirs:
                os.close(handle)
        self._inlet = Inlet(ours[0], self._chan, bucket, hygiene)
        self._outlets = [
            Outlet(handle, write, self._say_if_over)
            for handle, write in zip(ours[1:], writes, strict=True)
        ]
        self._screen = ours[0] if self._term is not None else None
        self._touch()
        log.info(
            "session=%s begins key=%s address=%s screen=%s",
            self._number,
            self.guest.key,
            self.guest.address,
            self._is_full_screen,
        )

    @property
    def _is_full_screen(self) -> bool:
        """Whether the session draws on the whole terminal, and takes its keys and mouse."""
        return self._term not in (None, "", "dumb") and not self._command

    def _environment(self) -> dict[str, str]:
        told = self._chan.get_environment()
        environ = {_word(name): _word(value) for name, value in told.items()}
        environ["TERM"] = self._term or "dumb"
        return environ

    def data_received(self, data: bytes, datatype: object) -> None:
        """Keys, or lines."""
        if self._inlet is not None:
            self._inlet.feed(data)
            self._touch()

    def eof_received(self) -> bool:
        """Nothing more comes; the process may still have something to say."""
        if self._inlet is not None and self._screen is None:
            self._inlet.end()
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Their window has another size."""
        if self._screen is not None:
            _resize(self._screen, *sized(width, height))

    def pause_writing(self) -> None:
        """The client does not read: the session has to wait."""
        for outlet in self._outlets:
            outlet.pause()

    def resume_writing(self) -> None:
        """The client reads again."""
        for outlet in self._outlets:
            outlet.resume()

    def signal_received(self, signal: str) -> None:
        """Signals are keys here, and nothing else."""

    def connection_lost(self, exc: Exception | None) -> None:
        """The line has gone: the session ends."""
        self._lost = True
        self.hang_up()
        self._close_streams()
        if self._number is None:
            self._gone()
        # Once it has been killed, if it had to be.
        asyncio.get_running_loop().call_later(GRACE, self._say_if_over)

    def hang_up(self, politely: signal.Signals = signal.SIGHUP) -> None:
        """End the process.

        Args:
            politely: The signal that it gets first: SIGHUP when nobody is there any more, SIGTERM
                when there is somebody who wants to know.
        """
        if not self._hung_up and not self._over:
            self._hung_up = True
            self._signal(politely)
            asyncio.get_running_loop().call_later(GRACE, self._signal, signal.SIGKILL)

    def ended(self, status: int) -> None:
        """The process has ended; so does the channel."""
        self.pid = None
        self.unplug()
        for outlet in self._outlets:
            outlet.drain()
        self._close_streams()
        log.info("session=%s ended status=%s", self._number, status)
        if (status < 0 and not self._hung_up) or status == nursery.CRASHED:
            log.error("session=%s broke status=%s", self._number, status)
        self._gone()
        if not self._lost:
            if status < 0 and self._is_full_screen:
                self._chan.write(GIVEN_BACK + BROKEN)
            self._chan.exit(status if status >= 0 else 128 - status)

    def be_left(self, over: Callable[[], None]) -> None:
        """Find out by oneself when the process has ended, since the nursery has gone.

        Args:
            over: Called then.
        """
        self._left = over
        self._say_if_over()

    def _say_if_over(self) -> None:
        """Whoever has nothing to say any more has ended."""
        if self._left is not None and not any(outlet.is_open for outlet in self._outlets):
            self._left()

    def _signal(self, number: int) -> None:
        if self.pid is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.pid, number)
        elif self._number is not None and not self._over:
            # It is being born.
            asyncio.get_running_loop().call_later(0.05, self._signal, number)

    def _gone(self) -> None:
        if self._over:
            return
        self._over = True
        if self._idle is not None:
            self._idle.cancel()
        self.leave()

    def _close_streams(self) -> None:
        self._screen = None
        if self._inlet is not None:
            self._inlet.close()
        for outlet in self._outlets:
            outlet.close()

    def _touch(self) -> None:
        """Somebody is there."""
        if self._idle is not None:
            self._idle.cancel()
        loop = asyncio.get_running_loop()
        self._idle = loop.call_later(self.front.limits.idle, self.hang_up, signal.SIGTERM)


def where(address: str) -> str:
    """What counts as one address: of IPv6 the network of 64 bits, all of which one may have.

    Source: RFC 6177 (what sites are given), RFC 4291, section 2.5.5.2 (IPv4 in IPv6).
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if found.version == 4:
        return str(found)
    return str(found.ipv4_mapped or IPv6Network((int(found) >> 64 << 64, 64)))


def sized(columns: int, rows: int) -> tuple[int, int]:
    """A size that a screen can have, from what a client says."""
    one, two = (
        usual if wanted <= 0 else max(least, min(wanted, most))
        for wanted, (usual, least, most) in zip((columns, rows), SIZES, strict=True)
    )
    return one, two


def host_key(file: Path) -> asyncssh.SSHKey:
    """The key of the house, made the first time.

    Raises:
        OSError: The file cannot be read or made.
        asyncssh.KeyImportError: It holds no key.
    """
    try:
        return asyncssh.read_private_key(file)
    except FileNotFoundError:
        key = asyncssh.generate_private_key("ssh-ed25519", comment="parlour")
        file.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as stream:
            stream.write(key.export_private_key())
        return key


def _word(text: str) -> str:
    """A value of the environment: one short word that is printable ASCII."""
    return "".join(letter for letter in text[:LONGEST_WORD] if "!" <= letter <= "~")


def _resize(handle: int, columns: int, rows: int) -> None:
    ioctl(handle, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
