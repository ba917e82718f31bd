"""The same house behind OpenSSH's own server, where each session is a process of its own."""

from __future__ import annotations

import asyncio
import getpass
import os
import re
import socket
import sys
from pathlib import Path

import asyncssh
import pytest
import pytest_asyncio

from tests.tui.house.clients import (
    ROOT,
    SOON,
    Served,
    house,
    in_the_house,
    installed,
    new_key,
    people,
)

ANN, BOB, CAT, DEE = (new_key() for _ in range(4))
README = ROOT / "tui" / "house" / "README.md"
SEPARATED = Path("/run/sshd")
"""Where sshd wants to have nothing when root starts it; Debian's service makes it."""
CONFIG = """
Port {port}
ListenAddress 127.0.0.1
HostKey {folder}/host_key
PidFile none
UsePAM no
StrictModes no
PermitRootLogin yes
AuthorizedKeysFile {folder}/authorized_keys
PrintMotd no
PrintLastLog no
"""


def config(folder, port):
    """What the README tells to write, for keys, a folder and a port of the test's own."""
    recipe = re.search(r"```\nMatch User play\n(.*?)```", README.read_text("utf-8"), re.DOTALL)[1]
    program = f"PYTHONPATH={ROOT} {sys.executable} -m tui.command"
    lines = [
        line.strip()
        .replace("/opt/parlour/bin/parlour", program)
        .replace("/var/lib/parlour", f"{folder}/house")
        for line in recipe.splitlines()
        if "AuthorizedKeysCommand" not in line
    ]
    return CONFIG.format(port=port, folder=folder) + "\n".join(lines) + "\n"


class Behind(Served):
    """A running sshd; everybody comes as the same user, with keys of their own."""

    async def connect(self, key, name="", **options):
        return await super().connect(key, getpass.getuser(), **options)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def sshd(tmp_path_factory):
    """OpenSSH as the README tells to set it up, but on a port of its own."""
    program = installed("sshd")
    assert program
    folder = tmp_path_factory.mktemp("sshd")
    (folder / "host_key").write_bytes(new_key().export_private_key())
    (folder / "host_key").chmod(0o600)
    keys = (key.export_public_key().decode() for key in (ANN, BOB, CAT, DEE))
    (folder / "authorized_keys").write_text("".join(keys))
    if os.getuid() == 0:
        SEPARATED.mkdir(mode=0o755, exist_ok=True)
    port = free_port()
    (folder / "config").write_text(config(folder, port))
    with (folder / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *(program, "-D", "-e", "-f", str(folder / "config")), stderr=log, stdin=log
        )
    await listening(port, folder / "log")
    yield Behind(process, port, folder / "house")
    process.terminate()
    await process.wait()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


async def listening(port, log):
    try:
        async with asyncio.timeout(SOON):
            while True:
                try:
                    _reader, writer = await asyncio.open_connection("127.0.0.1", port)
                except OSError:
                    await asyncio.sleep(0.05)
                else:
                    writer.close()
                    return
    except TimeoutError:
        raise AssertionError(log.read_text()) from None


@in_the_house
async def test_two_processes_meet_in_one_store(sshd):
    await sshd.say(ANN, "name ann")
    async with people(sshd) as come:
        bob = await come(BOB, "", (100, 30))
        await bob.sees("Your name:")
        bob.type("\x01\x0bbob\r")
        await bob.sees("Open a table")
        assert await sshd.say(ANN, "new oust:size-4+no-pie") == ["TABLE 1 oust:size-4+no-pie"]
        await bob.sees("OPEN TABLES")
        bob.type("\r")
        await bob.sees("is to move")
        ann = await come(ANN, "")
        await ann.sees("YOUR MOVE")
        ann.type("g")
        await ann.sees("YOUR TURN")
        await ann.play("d4")
        await bob.sees("YOUR TURN")
        assert await sshd.say(BOB, "log 1") == ["LOG 1 black ann: d4"]
        ann.type("q")
        await ann.sees("2 online")
        bob.line.abort()
        await ann.sees("1 online")


@in_the_house
async def test_a_house_that_is_served_and_one_behind_openssh_are_one(sshd):
    async with house(sshd.folder) as served:
        await sshd.say(DEE, "name dee")
        assert await served.say(DEE, "name") == await sshd.say(DEE, "name")


@in_the_house
async def test_a_refusal_has_a_status_and_no_shell_is_to_be_had(sshd):
    for command in ("bash -c id", "scp -t /tmp"):
        told = await sshd.verb(ANN, command)
        assert told.exit_status == 1
        assert "there is no verb" in told.stderr
        assert told.stdout == ""


@in_the_house
async def test_nothing_but_sessions_is_offered(sshd):
    async with await sshd.connect(ANN) as line:
        with pytest.raises(asyncssh.ChannelOpenError):
            await line.open_connection("127.0.0.1", sshd.port)
        with pytest.raises(asyncssh.ChannelListenError):
            await line.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 1)
        with pytest.raises(asyncssh.ChannelOpenError):
            await line.start_sftp_client()


@in_the_house
async def test_a_window_that_changes_is_followed(sshd):
    await sshd.say(CAT, "name cat")
    async with people(sshd) as come:
        cat = await come(CAT, "", (80, 24))
        await cat.sees("q leave")
        cat.resize(120, 40)
        await cat.sees(lambda text: "q leave" in text.splitlines()[39])
