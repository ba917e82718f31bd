"""Who listens to a file is woken for what concerns them, and for nothing twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.store.address import open_store
from core.store.house import House
from core.store.pulse import Pulse
from core.store.sql import NO_MATCH, ORDERS, POLL, SqlStore

NOW = 1_000_000


@given(st.permutations(range(1, 8)), st.integers(0, 7))
def test_what_was_heard_of_in_any_order_is_no_news(numbers, heard):
    pulse = Pulse()
    for number in numbers[:heard]:
        pulse.hear(number)
    assert pulse.misses(7) == (heard < 7)
    assert not pulse.misses(7)
    assert pulse.misses(8)


@given(st.sets(st.integers(1, 20)), st.integers(0, 20))
def test_who_is_told_of_all_up_to_a_number_misses_what_came_later(heard, reached):
    pulse = Pulse()
    for number in heard:
        pulse.hear(number)
    pulse.reach(reached)
    assert pulse.misses(20) == any(n not in heard for n in range(reached + 1, 21))


@pytest.fixture
def opener(tmp_path):
    """Opens one file, as several programs do."""
    opened: list[SqlStore] = []

    def open_it() -> SqlStore:
        opened.append(open_store(str(tmp_path / "house.db")))
        return opened[-1]

    yield open_it
    for store in opened:
        store.close()


@asynccontextmanager
async def heard(store: SqlStore, what: int | None) -> AsyncIterator[Callable[[], int]]:
    """How often a store has been woken since, for what it listens to."""
    count = 0

    async def listen() -> None:
        nonlocal count
        async with aclosing(store.changes(what)) as changes:
            async for _ in changes:
                count += 1

    listening = asyncio.create_task(listen())
    await asyncio.sleep(5 * POLL)  # until it has looked for the first time
    count = 0
    yield lambda: count
    listening.cancel()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not true():
            await asyncio.sleep(POLL / 4)


async def test_a_heartbeat_from_the_same_place_wakes_nobody(opener):
    house = House(opener())
    here = house.come("ann", None, "::1", NOW)
    async with heard(opener(), None) as woken:
        for _ in range(5):
            house.stay(here, None, NOW)
            await asyncio.sleep(2 * POLL)
        assert woken() == 0
        house.stay(here, 7, NOW)
        await until(lambda: woken() == 1)


async def test_who_follows_orders_is_not_woken_by_comings_and_goings(opener):
    ours, theirs = opener(), opener()
    async with heard(ours, ORDERS) as woken:
        House(ours).come("ann", None, "::1", NOW)
        await asyncio.sleep(5 * POLL)
        assert woken() == 0
        House(theirs).order("announce", "hello", NOW)
        await until(lambda: woken() == 1)


async def test_a_change_that_was_told_is_not_found_again(opener):
    ours, theirs = opener(), opener()
    async with heard(ours, None) as woken:
        theirs.tell = ours.hear
        House(theirs).come("bob", None, "::1", NOW)
        await asyncio.sleep(5 * POLL)
        assert woken() == 1


async def test_who_is_told_of_changes_looks_seldom_and_passes_on_what_it_finds(opener):
    told, finder, writer = opener(), opener(), opener()
    told.rely()
    finder.pass_on = told.hear
    async with heard(told, NO_MATCH) as woken, heard(finder, NO_MATCH) as found:
        House(writer).come("bob", None, "::1", NOW)
        await until(lambda: woken() == found() == 1)
