"""A program that appends to a match, or follows it, until it is killed; says what it has done.

    python writer.py append ADDRESS MATCH NAME      a line an entry that was kept: its number
    python writer.py follow ADDRESS MATCH LENGTH    the whole log, when it is so long
"""

from __future__ import annotations

import asyncio
import itertools
import sys

from core.errors import Stale, StoreError
from core.match.entries import Said
from core.store.address import open_store
from core.store.lines import encode
from core.store.store import Store


def append(store: Store, match: int, name: str) -> None:
    length = len(store.read(match))
    for number in itertools.count():
        entry = Said(None, name, f"{number}", at=0)
        while True:
            try:
                store.append(match, entry, length)
                break
            except Stale:
                length += len(store.read(match, length))
            except StoreError as error:
                if error.fault != "busy":
                    raise
        print(f"{length} {number}", flush=True)
        length += 1


async def follow(store: Store, match: int, wanted: int) -> None:
    print("ready", flush=True)
    length = 0
    async for entry in store.follow(match):
        print(encode(entry), flush=True)
        length += 1
        if length == wanted:
            return


if __name__ == "__main__":
    _, what, address, match, how = sys.argv
    opened = open_store(address)
    if what == "append":
        append(opened, int(match), how)
    else:
        asyncio.run(follow(opened, int(match), int(how)))
