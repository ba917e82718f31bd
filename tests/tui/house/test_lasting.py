"""What has been played is there again: after a lost line, a killed house, in another house."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import asyncssh
import psycopg
import pytest

from tests.core.store.postgres import cluster
from tests.tui.house.clients import (
    ROOT,
    SOON,
    children,
    house,
    in_the_house,
    new_key,
    people,
    start,
)
from tests.tui.test_command import status as exit_status
from tui.house import serve
from tui.house.rules import Rules
from tui.house.visitor import Premises

ANN, BOB = new_key(), new_key()


class Told(NamedTuple):
    """What a command of the host's has said, and its exit status."""

    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def database():
    """The address of a PostgreSQL of our own."""
    with cluster() as server:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute("CREATE DATABASE house")
        yield server.replace("/postgres?", "/house?")


async def begun(served) -> None:
    """Ann and Bob at match 1, Ann to move."""
    await served.say(ANN, "name ann")
    await served.say(BOB, "name bob")
    await served.say(ANN, "new reversi")
    await served.say(BOB, "join 1")


@in_the_house
async def test_who_comes_back_after_a_line_cut_in_mid_turn_is_where_they_were(served) -> None:
    ola, pia = await served.newcomers("ola", "pia")
    match = await served.table(ola, "amazons", pia)
    steps = await served.steps(match, ola)
    async with people(served) as come:
        first = await come(ola, "ola")
        await first.sees("YOUR MOVE")
        first.type("g")
        await first.sees("YOUR TURN")
        await first.play(steps[0])
        assert (await served.say(pia, f"turn {match}"))[0].find("step 2") > 0
        first.line.abort()
        again = await come(ola, "ola", (120, 40))
        await again.sees("YOUR TURN")
        await again.sees(steps[0])
        again.type("Q")
        await again.gone()
        later = await come(ola, "ola")
        await later.sees("YOUR MOVE")


async def test_a_killed_house_has_lost_nothing(tmp_path) -> None:
    served = await start(tmp_path / "house")
    async with people(served) as come:
        await begun(served)
        ann = await come(ANN, "ann")
        await ann.sees("YOUR MOVE")
        steps = (await served.say(ANN, "legal 1"))[0].split(": ")[1].split()
        await served.say(ANN, f"move 1 {steps[0]}")
        log = await served.say(BOB, "log 1")
        started = descendants(served.process.pid)
        assert len(started) >= 3  # the nursery, a session of it, and what moves for the bots
        os.kill(served.process.pid, signal.SIGKILL)
        await served.close()
        await ann.gone()
        await until(lambda: any_runs(started), False)
    async with house(tmp_path / "house") as again:
        assert await again.say(BOB, "log 1") == log
        steps = (await again.say(BOB, "legal 1"))[0].split(": ")[1].split()
        await again.say(BOB, f"move 1 {steps[0]}")
        assert (await again.say(BOB, "name")) == ["NAME bob"]
        key = (tmp_path / "house" / "host_key").read_bytes()
    assert key == (tmp_path / "house" / "host_key").read_bytes()


async def test_a_house_goes_on_without_what_was_killed(tmp_path) -> None:
    async with house(tmp_path / "house") as served, people(served) as come:
        await begun(served)
        ann = await come(ANN, "ann")
        await ann.sees("YOUR MOVE")
        killed = children(served.process.pid)
        for pid in killed:
            os.kill(pid, signal.SIGKILL)
        assert not await lets_in(served, BOB)
        ann.type("g")
        await ann.sees("YOUR TURN")
        await until(lambda: lets_in(served, BOB), True)
        await until(lambda: count(served), len(killed))
        assert served.process.returncode is None
        ann.type("qq")
        await ann.gone()


def test_a_house_in_which_no_session_can_begin_does_not_open(tmp_path, capfd, monkeypatch) -> None:
    monkeypatch.setattr(serve, "VISIT", "tests.tui.house.guests:never")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    premises = Premises.of(str(tmp_path / "house.db"), tmp_path, Rules())
    with pytest.raises(serve.NurseryError, match="no session can begin here; status 3"):
        serve.serve(premises, Rules(), "127.0.0.1", 0)
    assert "is open" not in capfd.readouterr().out


async def test_a_house_that_closes_says_so_and_ends_well(tmp_path) -> None:
    async with house(tmp_path / "house") as served, people(served) as come:
        await begun(served)
        ann = await come(ANN, "ann")
        await ann.sees("YOUR MOVE")
        assert await served.close() == 0
        await ann.gone()
        assert "your games are kept" in ann.text


async def test_two_houses_on_one_database_are_one(tmp_path, database) -> None:
    async with (
        house(tmp_path / "one", store=database) as one,
        house(tmp_path / "two", store=database) as two,
        people(one) as come_here,
        people(two) as come_there,
    ):
        await one.say(ANN, "name ann")
        await two.say(BOB, "name bob")
        ann = await come_here(ANN, "ann")
        await ann.sees("Open a table")
        await two.say(BOB, "new oust:size-4+no-pie")
        await ann.sees("OPEN TABLES")
        ann.type("\r")
        await ann.sees("to move")
        bob = await come_there(BOB, "bob")
        await bob.sees("YOUR MOVE")
        bob.type("g")
        await bob.sees("YOUR TURN")
        await bob.play("d4")
        await ann.sees("YOUR TURN")
        await ann.play("a1")
        await bob.sees("a1")
        assert [line.split()[-1] for line in await one.say(ANN, "log 1")] == ["d4", "a1"]


def descendants(pid: int) -> list[int]:
    return [one for child in children(pid) for one in (child, *descendants(child))]


async def any_runs(pids) -> bool:
    """Whether one of these processes runs; one that nobody has looked after does not."""
    for pid in pids:
        with suppress(OSError):
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z":
                return True
    return False


async def count(served) -> int:
    """How many programs the house has begun that run."""
    return len(children(served.process.pid))


async def lets_in(served, key) -> bool:
    try:
        return (await served.verb(key, "games")).exit_status == 0
    except asyncssh.PermissionDenied:
        return False


async def until(happens, wanted) -> None:
    """Wait for an answer; what the host orders is done in a moment."""
    async with asyncio.timeout(SOON):
        while await happens() != wanted:
            await asyncio.sleep(0.05)


async def test_the_host_looks_after_an_open_house(tmp_path, capsys) -> None:
    folder = tmp_path / "house"

    def host(*words: str) -> Told:
        status = exit_status("house", *words, "--data", str(folder))
        return Told(status, *capsys.readouterr())

    assert "there is no house" in host("status").stderr
    async with house(folder) as served, people(served) as come:
        await begun(served)
        ann, bob = await come(ANN, "ann"), await come(BOB, "bob")
        await ann.sees("YOUR MOVE")
        await bob.sees("WAITING FOR OTHERS")
        status = host("status").stdout
        assert "sessions 2" in status
        assert "ann:bob turns 0" in status
        assert host("announce", "tea at five").returncode == 0
        await ann.sees("THE HOST: tea at five")
        assert host("kick", "bob").returncode == 0
        await bob.gone()
        assert "The host has ended this session" in bob.text
        assert host("ban", "bob", "--reason", "no manners").stdout.startswith("banned SHA256:")
        await until(lambda: lets_in(served, BOB), False)
        assert host("unban", "bob").returncode == 0
        await until(lambda: lets_in(served, BOB), True)
        assert host("backup", str(tmp_path / "copy.db")).returncode == 0
        assert (tmp_path / "copy.db").stat().st_size > 0
        assert host("close").returncode == 0
        await ann.gone()
        assert await served.process.wait() == 0
