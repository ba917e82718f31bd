"""The same house behind OpenSSH: each session a process of its own, meeting in one store."""

from __future__ import annotations

import os
import subprocess
import sys

import asyncssh
import pytest

from tui.house.forced import guest

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


def visit(folder, key, command):
    environ = {
        **os.environ,
        "SSH_CONNECTION": "10.1.2.3 5 10.0.0.1 22",
        "SSH_ORIGINAL_COMMAND": command,
    }
    return subprocess.run(
        [sys.executable, "-m", "tui.command", "visit", "--data", str(folder), "--key", key],
        env=environ,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        input="",
    )


def test_processes_meet_in_one_store(tmp_path):
    for key, command, answer in (
        ("SHA256:a", "name ann", "NAME ann"),
        ("SHA256:b", "name bob", "NAME bob"),
        ("SHA256:a", "new oust:size-4+no-pie", "TABLE 1"),
        ("SHA256:b", "join 1", "JOINED 1"),
        ("SHA256:a", "move 1 d4", "MOVE 1 black d4 by ann"),
        ("SHA256:b", "log 1", "LOG 1 black ann: d4"),
    ):
        result = visit(tmp_path, key, command)
        assert answer in result.stdout, result.stderr
        assert result.returncode == 0
    refused = visit(tmp_path, "SHA256:a", "move 1 d5")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith("parlour: it is")


@pytest.mark.parametrize(
    "command", ["sh", "games; id", "../../bin/sh -c id", "$(id)", "-h", "scp -t x"]
)
def test_what_is_no_verb_is_refused(tmp_path, command):
    result = visit(tmp_path, "SHA256:a", command)
    assert result.returncode == 1
    assert "uid=" not in result.stdout + result.stderr


def test_the_local_program_does_not_load_what_only_a_house_needs():
    code = (
        "import sys, tui.command as command; command._parser(); import tui.app; "
        "print('asyncssh' in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"
