"""What a program of the host's says of a password counts, and nothing that goes wrong with it."""

from __future__ import annotations

from contextlib import closing

import pytest

from tui.house import serve
from tui.house.rules import Rules
from tui.house.serve import Keeper
from tui.house.visitor import house_store

HOOK = """#!/bin/sh
read -r word
echo "$1 said $word" >> "$0.log"
[ "$word" = hang ] && sleep 600
[ "$1" = zoe ] && [ "$word" = sesame ]
"""


@pytest.fixture
def hook(tmp_path):
    """A program that knows who zoe is, and hangs when it is told to."""
    file = tmp_path / "hook"
    file.write_text(HOOK)
    file.chmod(0o755)
    return file


@pytest.fixture
def knows(hook, tmp_path, monkeypatch):
    """Whether a name and a password are let in."""
    monkeypatch.setattr(serve, "PASSWORD_TIME", 1.0)
    with closing(house_store(str(tmp_path / "house.db"))) as store:
        yield Keeper(store, Rules(password=str(hook)), None).door.password


async def test_the_hosts_program_gets_name_and_password_and_its_status_decides(knows, hook):
    assert await knows("zoe", "sesame")
    assert not await knows("zoe", "please")
    assert not await knows("eve", "sesame")
    told = hook.with_name("hook.log").read_text().splitlines()
    assert told == ["zoe said sesame", "zoe said please", "eve said sesame"]


async def test_a_program_that_hangs_or_cannot_be_run_lets_nobody_in(knows, hook, caplog):
    assert not await knows("zoe", "hang")
    hook.chmod(0o644)
    assert not await knows("zoe", "sesame")
    hook.unlink()
    assert not await knows("zoe", "sesame")
    assert [one.getMessage().partition(": ")[0] for one in caplog.records] == ["password"] * 2


@pytest.mark.parametrize("name", ["-h", "--config=x", "zoe\0", "zoe\n", "\x1b[m", ""])
async def test_a_name_that_would_be_something_else_to_a_program_is_never_passed_on(
    knows, hook, name
):
    assert not await knows(name, "sesame")
    assert not hook.with_name("hook.log").exists()
