"""Whatever a client does, its session costs little, and the others play on."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path

from tests.tui.house.clients import Person, children, house, in_the_house, new_key, people

ANN, BOB = new_key(), new_key()
GARBAGE = (*range(0x80, 0x100), 0x1B, *b"[]0123456789;jk")
"""Bytes that, however they come, ask for nothing."""


def sessions(served) -> list[int]:
    """Processes of sessions: the children of the nursery."""
    nursery = children(served.process.pid)
    return [pid for parent in nursery for pid in children(parent)]


def memory(pid: int) -> int:
    """Bytes that a process has of its own."""
    told = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return 1024 * int(re.search(r"Private_Dirty:\s+(\d+)", told)[1])


async def seated(served, come):
    """Ann at a table of her own."""
    await served.say(ANN, "name ann")
    await served.say(ANN, "new oust:size-4")
    ann = await come(ANN, "ann")
    await ann.sees("WAITING FOR OTHERS")
    ann.type("\r")
    await ann.sees("waiting for somebody")
    return ann


async def test_storms_cost_one_session_and_little(tmp_path) -> None:
    async with house(tmp_path / "house") as served, people(served) as come:
        ann = await seated(served, come)
        (pid,) = sessions(served)
        before = memory(pid)
        chance = random.Random(1)
        for _ in range(40):
            ann.process.stdin.write(bytes(chance.choices(GARBAGE, k=512)))
            ann.process.stdin.write(b"\x1b[99999999999u\x1b[200~" + b"x" * 2000)
            ann.resize(chance.randrange(0, 400), chance.randrange(0, 120))
            await asyncio.sleep(0.02)
        ann.process.stdin.write(b"\x1b[201~" + b"jk" * 100_000)
        await served.say(BOB, "who")
        await asyncio.sleep(2)
        assert sessions(served) == [pid]
        assert memory(pid) < before + (40 << 20)


@in_the_house
async def test_a_window_of_no_size_is_one_of_80_columns(served) -> None:
    (kai,) = await served.newcomers("kai")
    async with people(served) as come:
        kais = await come(kai, "kai", (80, 24))
        kais.process.change_terminal_size(0, 0)
        await kais.sees("Open a table")
        for size in ((60, 24), (120, 40), (80, 24)):
            kais.resize(*size)
            await kais.sees(lambda text, rows=size[1]: "q leave" in text.splitlines()[rows - 1])
        kais.resize(30, 10)
        await kais.sees("needs 36x20, you have 30x10")
        await kais.sees(lambda text: "ssh -t ... plain" in " ".join(text.split()))


@in_the_house
async def test_who_does_not_read_stops_only_themselves_and_sees_all_of_it_later(served) -> None:
    leo, may = await served.newcomers("leo", "may")
    await served.table(leo, "oust:size-4")
    async with people(served) as come:
        line = await served.connect(leo)
        deaf = await line.create_process(
            term_type="xterm-256color", term_size=(200, 60), window=2048, encoding=None
        )
        deaf.stdin.write(b"\x0c" * 200)
        mays = await come(may, "may")
        await mays.sees("OPEN TABLES")
        mays.type("\r")
        await mays.sees("is to move")
        await asyncio.sleep(2)
        leos = Person(line, deaf, (200, 60))
        await leos.sees(lambda text: "q leave" in text.splitlines()[-1])
        leos.type("?")
        await leos.sees("In the lobby")
        await leos.leave()


@in_the_house
async def test_without_a_terminal_there_are_lines(served) -> None:
    key = new_key()
    script = "name ned\nnew oust:size-4 5+3\nclock\nboard\nmove d4\nnonsense\nquit\n"
    told = await served.verb(key, "", input=script)
    assert told.exit_status == 1
    lines = told.stdout.splitlines()
    assert "NAME ned" in lines
    assert "CLOCK ned 5:00" in lines
    assert "ERROR the game begins when every seat is taken" in lines
    assert any(line.startswith("ERROR there is no verb 'nonsense'") for line in lines)
    dumb = await served.verb(key, "", input="games\nquit\n", term_type="dumb")
    assert "oust:size-4 ned:(open)" in dumb.stdout
    assert "\x1b" not in told.stdout + dumb.stdout
