"""What a session has written, the others hear of at once; who does not listen holds up nobody."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys

import pytest

from tui.house.limits import Limits
from tui.house.wire import LARGEST, Exchange, Wire


async def heard(told: list[tuple[int | None, int]], count: int) -> None:
    async with asyncio.timeout(10):
        while len(told) < count:
            await asyncio.sleep(0.005)


async def test_each_hears_of_the_others_and_not_of_itself():
    exchange = Exchange()
    front: list[tuple[int | None, int]] = []
    exchange.hear = lambda *told: front.append(told)
    wires, leave = zip(*(exchange.join() for _ in range(3)), strict=True)
    ends = [Wire(handle) for handle in wires]
    told: list[list[tuple[int | None, int]]] = [[], [], []]
    for end, list_ in zip(ends, told, strict=True):
        end.listen(lambda *one, list_=list_: list_.append(one))
    ends[0].tell(7, 12)
    await heard(told[2], 1)
    ends[1].tell(-1, 13)
    await heard(told[2], 2)
    exchange.tell(None, 14)
    await asyncio.gather(heard(told[0], 2), heard(told[1], 2), heard(told[2], 3))
    assert told == [[(-1, 13), (None, 14)], [(7, 12), (None, 14)], [(7, 12), (-1, 13), (None, 14)]]
    assert front == [(7, 12), (-1, 13)]
    for one in leave:
        one()
    for end in ends:
        end.close()


async def test_a_wire_that_nobody_reads_or_that_brings_nonsense_holds_up_nobody():
    exchange = Exchange()
    handles, leave = zip(*(exchange.join() for _ in range(3)), strict=True)
    _deaf, mad = (socket.socket(fileno=handle) for handle in handles[:2])
    good, told = Wire(handles[2]), []
    good.listen(lambda *one: told.append(one))
    for words in (b"x", b"7", b"7 x", b"\xff\xff 3", b"9" * LARGEST * 2):
        mad.send(words)
    for number in range(5000):
        exchange.tell(None, number)
        await asyncio.sleep(0) if number % 50 == 0 else None
    await asyncio.sleep(0.1)
    mad.send(b"8 5001")
    async with asyncio.timeout(10):
        while (8, 5001) not in told:
            await asyncio.sleep(0.01)
    for one in leave:
        one()
    good.close()
    _deaf.close()
    mad.close()


ROOM = """
import resource, sys
from tui.house.serve import make_room
soft, hard, wanted = map(int, sys.argv[1:])
resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
make_room(wanted)
print(*resource.getrlimit(resource.RLIMIT_NOFILE))
"""


@pytest.mark.parametrize(
    ("soft", "hard", "wanted", "found"),
    [(256, 4096, 1500, "1500 4096"), (1024, 1024, 1500, "1024 1024"), (900, 4096, 800, "900 4096")],
)
def test_the_front_opens_as_many_files_as_a_full_house_needs(soft, hard, wanted, found):
    command = [sys.executable, "-c", ROOM, *map(str, (soft, hard, wanted))]
    told = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ)
    assert told.stdout.strip() == found


def test_a_usual_house_needs_fewer_files_than_systems_allow():
    assert 1024 < Limits().handles < 4096
