"""A rematch that is agreed to is where its players are next; others are told how to get there."""

from __future__ import annotations

from contextlib import asynccontextmanager

import pytest

from core.errors import StoreError
from core.match.clock import MINUTE, SECOND
from core.store.kept import opened
from core.store.library import Book
from core.store.sql import SqlStore
from tests.tui.house.rooms import after_steps, begun, gone_on, rooms
from tests.tui.houses import NOW
from tests.tui.test_together import until
from tui.house.table import OFFERED, HouseTable
from tui.screenshot import rows_of, text_of


@pytest.fixture
def oak(tmp_path, monkeypatch):
    with rooms(tmp_path) as found:
        found.clock = [NOW]
        monkeypatch.setattr("tui.house.visitor.time.time_ns", lambda: found.clock[0] * 1_000_000)
        yield found


@pytest.fixture
def over(oak):
    """The number of a match that bob has lost against ann, who is offered a rematch."""
    ann = oak.visitor("ann")
    match = begun(ann, "ann", "bob", at=NOW - MINUTE)
    gone_on(
        ann,
        match,
        *after_steps(2),
        lambda one: one.resign(1, NOW),
        lambda one: one.offer(1, "rematch", NOW),
    )
    oak.clock[0] += 5 * SECOND  # for a moment no offer can be answered
    return match


@asynccontextmanager
async def at(oak, name, match):
    """Somebody's program at a table, with the keys that they press."""
    app = oak.app(oak.visitor(name))
    async with app.run_test(size=(80, 24)) as pilot:
        book, session = Book.resume(app.world.library, match)
        app.sit_down(session, book)
        await until(pilot, lambda: place(app) == match and app.screen.is_whole)
        yield app, pilot


def place(app):
    """At which table they are; None is none."""
    return getattr(app.screen, "match", None)


def shown(app):
    return text_of(rows_of(app))


async def test_both_players_are_at_the_rematch_once_it_is_agreed_to(oak, over):
    async with at(oak, "ann", over) as (ann, with_ann), at(oak, "bob", over) as (bob, with_bob):
        await with_ann.press("r")
        await until(with_ann, lambda: place(ann) == over + 1)
        await until(with_bob, lambda: place(bob) == over + 1)
        assert [one.name for one in bob.screen.session.seats] == ["bob", "ann"]
        await until(with_bob, lambda: "YOUR TURN" in shown(bob))
        await with_bob.press("q")
        await until(with_bob, lambda: place(bob) is None)


async def test_who_watches_is_told_and_may_come_along(oak, over):
    async with at(oak, "ann", over) as (_ann, with_ann), at(oak, "cat", over) as (cat, with_cat):
        await with_ann.press("r")
        await until(with_cat, lambda: "They play again." in shown(cat))
        assert place(cat) == over
        assert "to the rematch" in shown(cat)
        await with_cat.press("a")
        await until(with_cat, lambda: place(cat) == over + 1)
        await until(with_cat, lambda: "You are watching." in shown(cat))


@pytest.mark.parametrize(("busy", "done"), [("c", "escape"), ("?", "escape")])
async def test_who_types_or_reads_meanwhile_is_not_torn_away(oak, over, busy, done):
    async with at(oak, "ann", over) as (_ann, with_ann), at(oak, "bob", over) as (bob, with_bob):
        await with_bob.press(busy, "l")
        await with_ann.press("r")
        (table,) = (page for page in bob.screen_stack if isinstance(page, HouseTable))
        await until(with_bob, lambda: table.session.rematch)
        await with_bob.pause()
        assert table in bob.screen_stack
        await with_bob.press(done)
        await until(with_bob, lambda: "to the rematch" in shown(bob))
        await with_bob.press("a")
        await until(with_bob, lambda: place(bob) == over + 1)


async def test_a_table_is_looked_at_again_after_its_rematch_has_begun(oak, over):
    ann = oak.visitor("ann")
    again = begun(ann, "bob", "ann")
    gone_on(
        ann,
        over,
        lambda one: one.answer(0, "rematch", True, oak.clock[0]),
        lambda one: one.play_again(0, again, oak.clock[0]),
    )
    assert opened(ann.store, over).session.rematch == again
    async with at(oak, "bob", over) as (bob, with_bob):
        await with_bob.press("[")
        await until(with_bob, lambda: "LOOKING BACK" in shown(bob))
        assert place(bob) == over


async def test_what_could_not_be_kept_is_there_for_the_others_once_it_can(oak, monkeypatch):
    monkeypatch.setattr("tui.screens.table.AGAIN", 0.05)
    ann = oak.visitor("ann")
    match = begun(ann, "ann", "bob", at=NOW)
    async with (
        at(oak, "ann", match) as (ann_app, with_ann),
        at(oak, "bob", match) as (bob, with_bob),
    ):
        with monkeypatch.context() as full:
            full.setattr(SqlStore, "append", out_of_room)
            await with_ann.press("enter")
            await until(with_ann, lambda: "NOT SAVED" in shown(ann_app))
            await with_ann.pause(0.2)
            assert "NOT SAVED" in shown(ann_app)
        await until(with_ann, lambda: "NOT SAVED" not in shown(ann_app))
        await until(with_bob, lambda: "YOUR TURN" in shown(bob))


def out_of_room(*_):
    raise StoreError("there is no room left on the disk", "full")


@pytest.mark.parametrize("kind", OFFERED)
async def test_who_has_offered_something_reads_it_until_it_is_answered(oak, kind):
    ann = oak.visitor("ann")
    match = begun(ann, "ann", "bob", at=NOW - MINUTE)
    gone_on(ann, match, *after_steps(2))
    if kind == "rematch":
        gone_on(ann, match, lambda one: one.resign(1, NOW))
    async with (
        at(oak, "ann", match) as (ann_app, with_ann),
        at(oak, "bob", match) as (bob, with_bob),
    ):
        ann_app.screen._offer(kind)
        await until(with_ann, lambda: OFFERED[kind] in shown(ann_app))
        await until(with_bob, lambda: bob.screen.session.offered)
        assert OFFERED[kind] not in shown(bob)
        oak.clock[0] += 5 * SECOND
        bob.screen._answer(1, kind, False)
        await until(with_ann, lambda: OFFERED[kind] not in shown(ann_app))
