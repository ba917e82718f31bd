"""Kills a program that appends to a match, again and again, and looks at what is left.

    python -m tests.core.store.killing ADDRESS TIMES SEED

Meanwhile two others append and two follow, each in a process of its own with a store of its own.
All are forked from here, so that a hundred programs start as quickly as one. Ends with an error
if an acknowledged entry is missing or out of place, or a follower has seen another log; else says
how many entries were acknowledged, to those that were killed and to each other, and how many
there are.
"""

from __future__ import annotations

import asyncio
import gc
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from core import catalog
from core.errors import Stale
from core.match.entries import Entry, Player, Said
from core.match.session import Session
from core.store.address import open_store
from core.store.kept import keep
from core.store.lines import decode, encode
from core.store.store import Store

END = "the end"
PAUSE = 0.03
"""Seconds between two entries of one program, for the others to come in."""
MOST = 3
"""Before it is killed a program may have been told of so many entries, or none."""
KILLED_WITHIN = 0.02
"""Seconds in which it is killed then."""


def main(address: str, times: int, seed: int) -> None:
    rng = random.Random(seed)
    store = open_store(address)
    game = catalog.load("reversi:6x6")
    seats = (Player("person", "ann"), Player("person", "bob"))
    match = keep(store, Session.begin(game, game.start(), seats))
    store.close()
    gc.freeze()  # a search for garbage would make each fork copy all that it shares
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stop = folder / "stop"
        steady = [
            started(lambda name=name: append(address, match, name, folder, stop.exists))
            for name in ("ann", "bob")
        ]
        followers = [
            started(lambda number=number: follow(address, match, folder / f"seen{number}"))
            for number in range(2)
        ]
        for number in range(times):
            name = f"killed{number}"
            victim = started(lambda name=name: append(address, match, name, folder, never))
            await_told(folder / name, rng.randint(0, MOST))
            time.sleep(rng.uniform(0, KILLED_WITHIN))
            os.kill(victim, signal.SIGKILL)
            os.waitpid(victim, 0)
        stop.touch()
        for process in steady:
            assert os.waitpid(process, 0)[1] == 0, "a program that was not killed failed"
        store = open_store(address)
        end = Said(None, "", END, at=0)
        store.append(match, end, len(store.read(match)))
        for process in followers:
            assert os.waitpid(process, 0)[1] == 0, "a follower failed"
        log = store.read(match)
        store.close()
        seen = [(folder / f"seen{number}").read_bytes().splitlines() for number in range(2)]
        assert all(tuple(map(decode, lines)) == log for lines in seen), "a follower saw another log"
        kept = {name: acknowledged(folder / name, log) for name in names(folder)}
    killed = sum(count for name, count in kept.items() if name.startswith("killed"))
    print(killed, kept["ann"], kept["bob"], len(log))


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if not path.name.startswith(("stop", "seen"))]


def acknowledged(file: Path, log: tuple[Entry, ...]) -> int:
    """How many entries a program was told are kept; all of them are, and where it was told."""
    whole = [
        line.split() for line in file.read_text().splitlines(keepends=True) if line[-1] == "\n"
    ]
    for place, text in whole:
        entry = log[int(place)]
        assert isinstance(entry, Said)
        assert (entry.name, entry.text) == (file.name, text), f"{file.name}: lost {place}"
    places = [int(place) for place, _ in whole]
    assert places == sorted(places)
    return len(whole)


def await_told(file: Path, count: int) -> None:
    """Wait until a program has been told of so many entries; not at all for none."""
    while count and not (file.exists() and file.read_bytes().count(b"\n") >= count):
        time.sleep(0.001)


def started(work: Callable[[], None]) -> int:
    process = os.fork()
    if process:
        return process
    try:
        work()
    except BaseException as error:
        print(repr(error), file=sys.stderr, flush=True)
        os._exit(1)
    os._exit(0)


def never() -> bool:
    return False


def append(
    address: str, match: int, name: str, folder: Path, is_enough: Callable[[], bool]
) -> None:
    """Append until it is enough, and note each place that is acknowledged."""
    store = open_store(address)
    told = os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    length, number = len(store.read(match)), 0
    while not is_enough():
        number += 1
        length = added(store, match, Said(None, name, str(number), at=0), length)
        os.write(told, f"{length - 1} {number}\n".encode())
        time.sleep(PAUSE)


def added(store: Store, match: int, entry: Entry, length: int) -> int:
    while True:
        try:
            store.append(match, entry, length)
        except Stale:
            length += len(store.read(match, length))
        else:
            return length + 1


def follow(address: str, match: int, file: Path) -> None:
    async def write() -> None:
        store = open_store(address)
        with file.open("w") as seen:
            async for entry in store.follow(match):
                seen.write(encode(entry) + "\n")
                if isinstance(entry, Said) and entry.text == END:
                    break
        store.close()

    asyncio.run(write())


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
