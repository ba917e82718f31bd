"""The same house behind OpenSSH: each session a process of its own, meeting in one store."""

from __future__ import annotations

import errno
import os
import subprocess
import sys

import asyncssh
import pytest

from tui.house.forced import guest
from tui.house.nursery import CRASHED
from tui.house.rules import Rules
from tui.house.visit import HANGUP, run
from tui.house.visitor import Premises

KEY = asyncssh.generate_private_key("ssh-ed25519")


def told(folder, key=KEY):
    """The file in which OpenSSH tells how somebody has come in."""
    file = folder / "auth"
    public = key.export_public_key().decode().split()
    file.write_text(f"publickey {public[0]} {public[1]}\n")
    return file


def test_openssh_tells_key_and_address(tmp_path):
    environ = {"SSH_CONNECTION": "10.1.2.3 5 10.0.0.1 22", "SSH_USER_AUTH": str(told(tmp_path))}
    assert guest(environ, None) == (KEY.get_fingerprint(), "10.1.2.3")
    assert guest(environ, "SHA256:x") == ("SHA256:x", "10.1.2.3")
    assert guest({"SSH_USER_AUTH": str(tmp_path / "nowhere")}, None) == (None, "?")
    (tmp_path / "auth").write_text("password\n")
    assert guest(environ, None) == (None, "10.1.2.3")


def visit(folder, key, typed, command=None):
    """A session: lines that are typed, or one verb."""
    environ = {**os.environ, "SSH_CONNECTION": "10.1.2.3 5 10.0.0.1 22"}
    if command is not None:
        environ["SSH_ORIGINAL_COMMAND"] = command
    return subprocess.run(
        [sys.executable, "-m", "tui.command", "visit", "--data", str(folder), "--key", key],
        env=environ,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
        input=typed,
    )


def test_processes_meet_in_one_store(tmp_path):
    ann = visit(tmp_path, "SHA256:a", "name ann\nnew oust:size-4+no-pie\n")
    assert "TABLE 1 oust:size-4" in ann.stdout
    bob = visit(tmp_path, "SHA256:b", "name bob\njoin 1\nmove 1 d4\n")
    assert "JOINED 1" in bob.stdout
    assert "ERROR it is black's turn" in bob.stdout.replace("Black", "black")
    told = visit(tmp_path, "SHA256:a", "", "move 1 d4")
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.splitlines()[0] == "MOVE 1 black d4 by ann"


@pytest.mark.parametrize(
    ("number", "status"),
    [(errno.EPIPE, HANGUP), (errno.EIO, HANGUP), (errno.ENOSPC, CRASHED)],
)
def test_whose_terminal_has_gone_is_no_accident(tmp_path, monkeypatch, number, status):
    def received(*_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("tui.house.visit._received", received)
    premises = Premises.of(str(tmp_path / "house.db"), tmp_path, Rules())
    fields = {"key": "SHA256:a", "name": "ann", "address": "::1", "command": None}
    assert run(premises, fields, terminal=True) == status
    assert (tmp_path / "broken.log").exists() == (status == CRASHED)


def test_the_local_program_does_not_load_what_only_a_house_needs():
    code = (
        "import sys, tui.command as command; command._parser(); import tui.app; "
        "print('asyncssh' in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"
