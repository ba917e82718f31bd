"""A listening house lets people in, gives each a session of their own, and nothing else."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import stat
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import asyncssh
import pytest

from tui.house import front, nursery
from tui.house.front import REMARKS, Door, Front, host_key, sized, where
from tui.house.limits import Limits
from tui.house.sharing import HAS_IMMORTALS

ROOT = Path(__file__).parents[3]
KEY = asyncssh.generate_private_key("ssh-ed25519")
OTHER = asyncssh.generate_private_key("ssh-ed25519")
SOON = 15


class Nobody(asyncssh.SSHClient):
    """A client that has nothing to show, and is asked nothing."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, name, instructions, lang, prompts):
        return [] if not prompts else None


@asynccontextmanager
async def opened(limits: Limits | None = None, door: Door | None = None) -> AsyncIterator[House]:
    channel, process = nursery.start(
        "tests.tui.house.guests:ready", {**os.environ, "PYTHONPATH": str(ROOT)}, {}
    )
    front = Front(limits or Limits(), door or Door(), {"PATH": os.environ["PATH"]})
    port = await front.open("127.0.0.1", 0, asyncssh.generate_private_key("ssh-ed25519"))
    tending = asyncio.create_task(front.tend(channel))
    try:
        async with AsyncExitStack() as stack:
            yield (house := House(front, port, stack, process))
    finally:
        await front.close()
        tending.cancel()
        channel.close()
    assert await asyncio.to_thread(process.wait, SOON) == house.nursery_ends
    assert front.connections.taken == front.sessions.taken == 0


class House:
    def __init__(self, front: Front, port: int, stack: AsyncExitStack, nursery) -> None:
        self.front, self.port, self.stack, self.nursery = front, port, stack, nursery
        self.nursery_ends = 0
        """The exit status that its nursery is to have."""

    async def connect(self, key=KEY, **options) -> asyncssh.SSHClientConnection:
        factory = Nobody if key is None else asyncssh.SSHClient
        options = {"username": "ann", "client_factory": factory, "agent_path": None, **options}
        return await self.stack.enter_async_context(
            asyncssh.connect(
                "127.0.0.1",
                self.port,
                known_hosts=None,
                client_keys=[key] if key else [],
                config=[],
                **options,
            )
        )


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(SOON):
        while not true():
            await asyncio.sleep(0.01)


async def test_a_verb_has_streams_of_its_own_and_a_status() -> None:
    async with opened() as house:
        line = await house.connect()

        result = await line.run("echo", input="a\nq\n")
        told = await line.run("tell")

        assert (result.stdout, result.exit_status) == ("got a\n", 3)
        assert (told.stderr, told.exit_status) == ("and an error\n", 0)


async def test_a_session_knows_its_guest_and_of_their_machine_only_the_terminal() -> None:
    async with opened() as house:
        line = await house.connect()
        wanted = {"LANG": "ko_KR.UTF-8", "LC_ALL": "C", "COLORTERM": "truecolor", "LD_PRELOAD": "x"}

        plain = json.loads((await line.run("tell x", env=wanted)).stdout)
        screen = await line.run("tell", term_type="xterm-kitty\n", request_pty="force", env=wanted)
        screen_told = json.loads(screen.stdout.splitlines()[0])

        assert plain["fields"]["key"] == KEY.get_fingerprint()
        assert plain["fields"]["name"] == "ann"
        assert plain["fields"]["command"] == "tell x"
        assert plain["leader"]
        assert screen_told["leader"]
        assert plain["handles"] == screen_told["handles"] == [0, 1, 2, nursery.WIRE]
        usual = {"PATH": os.environ["PATH"], "LC_ALL": "C", "LANG": "ko_KR.UTF-8"}
        assert plain["environ"] == {**usual, "COLORTERM": "truecolor", "TERM": "dumb"}
        assert screen_told["environ"]["TERM"] == "xterm-kitty"
        assert (plain["terminal"], screen_told["terminal"]) == (False, True)


async def test_sessions_of_one_parent_share_it_draw_different_chances_and_stand_back() -> None:
    async with opened() as house:
        line = await house.connect()

        told = [json.loads((await line.run("tell")).stdout) for _ in range(3)]

        assert len({chance for one in told for chance in one["chance"]}) == 9
        assert {one["nice"] for one in told} == {os.nice(0) + nursery.NICE}
        assert {one["counted"] for one in told} == {0 if HAS_IMMORTALS else 3}


async def test_sizes_follow_the_window_and_stay_possible() -> None:
    async with opened() as house:
        line = await house.connect()
        process = await line.create_process("sizes", term_type="xterm", term_size=(0, 0))
        seen = []
        for size in [(100, 30), (65_000, 65_000), (1, 1), (0, 0)]:
            seen.append((await process.stdout.readline()).split())
            process.change_terminal_size(*size)
        seen.append((await process.stdout.readline()).split())

        assert [one[1:] for one in seen] == [
            ["80", "24"],
            ["100", "30"],
            ["500", "200"],
            ["20", "10"],
            ["80", "24"],
        ]


def test_a_size_of_nothing_is_that_of_a_common_terminal() -> None:
    assert sized(0, 0) == (80, 24)
    assert sized(-3, 50) == (80, 50)


async def test_an_address_that_cannot_be_had_is_named() -> None:
    async with opened() as house:
        other = Front(Limits(), Door(), {})
        with pytest.raises(
            OSError, match=rf"at 127\.0\.0\.1:{house.port}: address already in use$"
        ):
            await other.open("127.0.0.1", house.port, KEY)


async def test_nothing_but_sessions_is_offered() -> None:
    async with opened() as house:
        line = await house.connect()

        with pytest.raises(asyncssh.ChannelOpenError):
            await line.open_connection("127.0.0.1", house.port)
        with pytest.raises(asyncssh.ChannelOpenError):
            await line.open_unix_connection("/tmp/x")
        with pytest.raises(asyncssh.ChannelListenError):
            await line.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 1)
        with pytest.raises(asyncssh.ChannelListenError):
            await line.start_unix_server(lambda: None, "/tmp/x")
        with pytest.raises(asyncssh.ChannelOpenError):
            await line.start_sftp_client()
        with pytest.raises(asyncssh.ChannelOpenError):
            await line.create_process("tell", x11_forwarding=True, x11_display="localhost:0")
        assert (await line.run("echo", input="q\n")).exit_status == 3


async def no_keys(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """An agent without keys."""
    while await reader.read(64):
        writer.write(b"\0\0\0\5\x0c\0\0\0\0")
    writer.close()
    await writer.wait_closed()


async def test_no_agent_is_forwarded(tmp_path: Path) -> None:
    agent = str(tmp_path / "agent")
    async with await asyncio.start_unix_server(no_keys, agent), opened() as house:
        line = await house.connect(agent_path=agent, agent_forwarding=True)
        await line.create_process("echo")
        (session,) = house.front._running.values()
        assert session._chan.get_agent_path() is None


async def test_keys_can_be_required_and_listed() -> None:
    door = Door(guests=False, allowed=lambda key: key == KEY.get_fingerprint())
    async with opened(door=door) as house:
        await house.connect()
        for key in (OTHER, None):
            with pytest.raises(asyncssh.PermissionDenied):
                await house.connect(key)


async def test_a_guest_without_a_key_is_told_apart() -> None:
    async with opened() as house:
        line = await house.connect(None, username="zoe")

        told = json.loads((await line.run("tell")).stdout)

        assert (told["fields"]["key"], told["fields"]["name"]) == (None, "zoe")


async def test_passwords_go_through_the_hosts_hook() -> None:
    async def knows(*pair: str) -> bool:
        return pair == ("ann", "x")

    door = Door(guests=False, allowed=lambda key: False, password=knows)
    async with opened(door=door) as house:
        line = await house.connect(password="x")
        told = json.loads((await line.run("tell")).stdout)
        assert told["fields"]["key"] == "password:ann"
        with pytest.raises(asyncssh.PermissionDenied):
            await house.connect(password="y")


async def test_connections_of_an_address_are_limited_and_given_back() -> None:
    async with opened(Limits(per_address=2)) as house:
        one, _ = await house.connect(), await house.connect()
        with pytest.raises((asyncssh.Error, OSError)):
            await house.connect()
        one.close()
        await until(lambda: house.front.connections.taken == 1)

        await house.connect()


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("?", "?"),
    ],
)
def test_whoever_has_a_whole_network_counts_as_one_address(address, place) -> None:
    assert where(address) == place


async def test_connections_are_limited_in_all_before_anybody_has_said_who_they_are() -> None:
    async with opened(Limits(connections=3, per_address=2)) as house:
        here = [await asyncio.open_connection("127.0.0.1", house.port) for _ in range(2)]
        there = await asyncio.open_connection("127.0.0.1", house.port, local_addr=("127.0.0.2", 0))
        await until(lambda: house.front.connections.taken == 3)
        with pytest.raises((asyncssh.Error, OSError)):
            await house.connect(local_addr=("127.0.0.3", 0))
        for _reader, writer in (*here, there):
            writer.close()
        await until(lambda: house.front.connections.taken == 0)

        await house.connect(local_addr=("127.0.0.3", 0))


async def send(house: House, data: bytes) -> None:
    """Send what is no SSH, or nothing, and wait until the line is cut."""
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    writer.write(data)
    with suppress(ConnectionResetError):
        async with asyncio.timeout(SOON):
            while await reader.read(4096):
                pass
    writer.close()


@pytest.mark.parametrize(
    "data",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"x" * 70_000,
        b"SSH-2.0-\xff\r\n",
        b"SSH-2.0-x\r\n\xff\xff" + bytes(100),
        b"SSH-2.0-x\r\n\0\0\0\x0c\x0a\x14" + bytes(60),
    ],
    ids=["web", "letters", "version", "long packet", "short packet"],
)
async def test_garbage_is_told_in_one_line_and_holds_no_place(data, caplog) -> None:
    async with opened() as house:
        await send(house, data)
        await until(lambda: house.front.connections.taken == 0)

        (told,) = caplog.records
        assert told.getMessage().startswith("no SSH address=127.0.0.1 fault=")
        assert "\n" not in told.getMessage()
        assert (await (await house.connect()).run("echo", input="q\n")).exit_status == 3


def test_a_flood_of_strangers_leaves_so_many_lines_a_minute_in_the_log(caplog, monkeypatch) -> None:
    time = [100.0]
    monkeypatch.setattr(front.time, "monotonic", lambda: time[0])
    flooded = Front(Limits(), Door(), {})
    for seconds, told in [(0, REMARKS), (30, REMARKS // 2), (120, REMARKS)]:
        time[0] += seconds
        caplog.clear()
        for number in range(3 * REMARKS):
            flooded.remark("number=%s", number)
        assert len(caplog.records) == told


async def test_who_goes_without_a_word_is_no_line_in_the_log(caplog) -> None:
    async with opened() as house:
        _reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        await until(lambda: house.front.connections.taken == 1)
        writer.close()
        await until(lambda: house.front.connections.taken == 0)
        assert caplog.records == []


async def test_the_silent_of_one_address_take_no_more_places_than_one_who_speaks() -> None:
    async with opened(Limits(per_address=2)) as house:
        silent = [await asyncio.open_connection("127.0.0.1", house.port) for _ in range(2)]
        await until(lambda: house.front.connections.taken == 2)
        await send(house, b"")
        assert house.front.connections.taken == 2
        (await house.connect(local_addr=("127.0.0.2", 0))).close()
        for _reader, writer in silent:
            writer.close()


async def test_sessions_are_limited_in_all_and_given_back() -> None:
    async with opened(Limits(sessions=2)) as house:
        one, other = await house.connect(), await house.connect(OTHER)
        running = [await line.create_process("echo") for line in (one, other)]
        third = await house.connect(None)
        with pytest.raises(asyncssh.ChannelOpenError, match="too many sessions"):
            await third.create_process("echo")
        running[0].stdin.write("q\n")
        await running[0].wait()

        assert (await third.run("echo", input="q\n")).exit_status == 3


async def test_sessions_of_a_key_are_limited_over_all_its_connections() -> None:
    async with opened(Limits(per_person=2)) as house:
        lines = [await house.connect(), await house.connect()]
        running = [await line.create_process("echo") for line in lines]
        for line in lines:
            with pytest.raises(asyncssh.ChannelOpenError, match="too many sessions"):
                await line.create_process("echo")
        assert (await (await house.connect(OTHER)).run("echo", input="q\n")).exit_status == 3
        running[0].stdin.write("q\n")
        await running[0].wait()

        assert (await lines[1].run("echo", input="q\n")).exit_status == 3


async def test_the_banned_are_shut_out_by_key_and_by_address() -> None:
    banned = {KEY.get_fingerprint()}
    door = Door(guests=False, refusal=lambda who: "cheating" if who in banned else None)
    async with opened(door=door) as house:
        with pytest.raises(asyncssh.PermissionDenied):
            await house.connect()
        await house.connect(OTHER)
        banned.add("127.0.0.1")
        with pytest.raises((asyncssh.Error, OSError)):
            await house.connect(OTHER)


async def test_who_shows_a_key_that_is_banned_does_not_come_in_as_a_guest() -> None:
    door = Door(refusal=lambda who: "cheating" if who == KEY.get_fingerprint() else None)
    async with opened(Limits(login=5), door) as house:
        await house.connect(OTHER, client_factory=Nobody)
        with pytest.raises(asyncssh.PermissionDenied):
            await house.connect(KEY, client_factory=Nobody)
        await house.connect(None)


async def test_an_environment_takes_no_more_room_than_the_house_gives() -> None:
    async with opened(Limits(environment=1000)) as house:
        line = await house.connect()
        wanted = {"LANG": "x" * 50, "JUNK": "y" * 2000, "LC_ALL": "C"}

        told = json.loads((await line.run("tell", env=wanted)).stdout)

        assert told["environ"].get("LANG") == "x" * 50
        assert "LC_ALL" not in told["environ"]


async def test_who_does_not_say_who_they_are_is_shut_out() -> None:
    async with opened(Limits(login=1)) as house:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        async with asyncio.timeout(SOON):
            while await reader.read(4096):
                pass
        writer.close()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who does not end by themselves is killed soon."""
    monkeypatch.setattr(front, "GRACE", 0.3)


@pytest.mark.usefixtures("impatient")
async def test_a_session_without_a_key_ends_when_the_host_says_so() -> None:
    async with opened(Limits(idle=0.5)) as house:
        line = await house.connect()

        result = await line.run("stay", check=False)

        assert result.exit_status == 128 + 9


async def test_a_crash_ends_one_session_alone_and_shows_nothing() -> None:
    async with opened() as house:
        line = await house.connect()
        other = await line.create_process("echo")

        crash, broke = await line.run("crash"), await line.run("raise")
        other.stdin.write("a\nq\n")

        assert crash.exit_status == 128 + 11
        assert broke.exit_status == nursery.CRASHED
        assert "secret" not in str(broke.stdout) + str(broke.stderr)
        assert await other.stdout.read() == "got a\n"


async def test_sessions_outlive_their_nursery_and_their_end_is_noticed() -> None:
    async with opened() as house:
        line = await house.connect()
        one, other = [await line.create_process("echo") for _ in range(2)]
        await until(lambda: all(one.pid for one in house.front._running.values()))

        house.nursery.kill()
        house.nursery_ends = -signal.SIGKILL
        await until(lambda: house.front._channel is None)
        assert (await line.run("echo", check=False)).exit_status == 1

        one.stdin.write("a\nq\n")
        assert await one.stdout.read() == "got a\n"
        await one.wait()
        other.stdin.write("b\n")
        assert await other.stdout.readline() == "got b\n"


@pytest.mark.parametrize(("term", "given_back"), [("xterm", True), ("dumb", False), (None, False)])
async def test_a_terminal_is_given_back_for_a_session_that_cannot(term, given_back) -> None:
    async with opened() as house:
        line = await house.connect()
        process = await line.create_process(term_type=term)
        await until(lambda: all(one.pid for one in house.front._running.values()))
        (session,) = house.front._running.values()
        os.kill(session.pid, signal.SIGKILL)
        told = await process.stdout.read()
        for mode in ("1000", "1006", "1049"):
            assert (f"\x1b[?{mode}l" in told) == given_back
        assert ("your games are kept" in told) == given_back


@pytest.mark.usefixtures("impatient")
async def test_a_lost_line_ends_the_session_and_all_that_it_started() -> None:
    async with opened() as house:
        line = await house.connect()
        process = await line.create_process("stay", term_type="xterm")
        pid = int((await process.stdout.readline()).split()[1])

        line.abort()

        await until(lambda: not any(alive_in_group(pid)))


def alive_in_group(group: int) -> Iterator[str]:
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, _, its_group = file.read_text().rpartition(")")[2].split()[:3]
            if int(its_group) == group and state != "Z":
                yield file.parent.name


async def test_a_client_that_does_not_read_holds_its_session_back() -> None:
    async with opened() as house:
        line = await house.connect()
        process = await line.create_process("flood 2000000", window=4096, bufsize=4096)
        await until(lambda: any(one._handle for one in outlets(house)))
        await asyncio.sleep(1)

        channels = [session._chan for session in house.front._running.values()]
        assert channels[0].get_write_buffer_size() < 1 << 20
        assert (await process.stdout.read(64)).startswith("0" * 63)
        assert (await (await house.connect(OTHER)).run("echo", input="q\n")).exit_status == 3


def outlets(house: House) -> list:
    return [one for session in house.front._running.values() for one in session._outlets]


async def test_what_comes_too_fast_waits_and_is_not_lost() -> None:
    async with opened(Limits(input=200_000, burst=10_000)) as house:
        line = await house.connect()

        result = await line.run("count", input="x" * 300_000)

        assert result.stdout == "count 300000\n"


async def test_memory_of_a_session_is_limited() -> None:
    async with opened(Limits(memory=100 << 20)) as house:
        line = await house.connect()

        assert (await line.run(f"eat {50 << 20}")).stdout == f"ate {50 << 20}\n"
        assert (await line.run(f"eat {200 << 20}")).stdout == "no memory\n"


async def test_two_hundred_may_come_at_once() -> None:
    async with opened(Limits(per_address=200, per_person=200, sessions=200)) as house:
        lines = await asyncio.gather(*(house.connect() for _ in range(200)))

        results = await asyncio.gather(*(line.run("echo", input="q\n") for line in lines))

        assert {result.exit_status for result in results} == {3}


def test_the_house_has_one_key_that_only_it_may_read(tmp_path: Path) -> None:
    file = tmp_path / "house" / "key"

    made, kept = host_key(file), host_key(file)

    assert made.get_fingerprint() == kept.get_fingerprint()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
