"""Every screen of a house as a picture, and what can be done on it."""

from __future__ import annotations

import pytest

from core.match.clock import DAY, MINUTE, SECOND, Daily, Fischer
from core.match.entries import Player
from tests.tui.house.rooms import after_steps, begun, gone_on, rooms
from tests.tui.houses import NOW
from tests.tui.snapshots import shoot
from tests.tui.test_screens import LARGE, SMALL, settled, written

WELCOME = "Games on Fridays from eight; on Sundays we play Hex.\nBe kind, and say good-bye."
SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=written)
BOT = Player("bot", "novice bot", 2)


@pytest.fixture
def oak(tmp_path, monkeypatch):
    """A house on a busy evening, in which time stands still."""
    monkeypatch.setattr("tui.house.visitor.time.time_ns", lambda: NOW * 1_000_000)
    with rooms(tmp_path, welcome=WELCOME) as house:
        yield house


def evening(visitor):
    """The matches of the evening."""
    of_bob_and_ann = begun(
        visitor, "bob", "ann", game="reversi", pace=Fischer(10 * MINUTE, 5 * SECOND), rated=True,
        at=NOW - 3 * MINUTE, takebacks="asked", patience=5 * MINUTE, stand_ins=True,
    )  # fmt: skip
    gone_on(visitor, of_bob_and_ann, *after_steps(9))
    slow = begun(visitor, "ann", "dora", game="amazons", pace=Daily(3), at=NOW - 2 * DAY)
    gone_on(visitor, slow, *after_steps(2))
    begun(visitor, "bob", "", game="oust", pace=Fischer(5 * MINUTE, 3 * SECOND), rated=True, at=NOW)
    begun(visitor, "edgar", Player("open", "ann"), game="hex", private=True, at=NOW)
    live = begun(visitor, "cat", "edgar", game="rive", at=NOW - 8 * MINUTE)
    gone_on(visitor, live, *after_steps(6))
    won = begun(visitor, "ann", "cat", game="reversi:6x6", at=NOW - DAY, rated=True)
    gone_on(visitor, won, *after_steps(5), lambda one: one.resign(1, one.at))
    other = begun(visitor, "dora", "bob", game="rive:size-4", at=NOW - DAY, rated=True)
    gone_on(visitor, other, *after_steps(11), lambda one: one.resign(0, one.at))
    return of_bob_and_ann, live


def crowded(oak):
    """Ann, when others are there and play."""
    ann, *others = map(oak.visitor, ("ann", "bob", "cat", "dora", "edgar", "frieda"))
    first, live = evening(ann)
    for visitor, match in zip(others, (first, live, None, live, live), strict=True):
        visitor.arrive()
        visitor.house.stay(visitor.session, match, NOW)
    return ann


def talking(visitor, match):
    """What has been said at a table."""
    gone_on(
        visitor,
        match,
        lambda one: one.say(0, "bob", "good luck", one.at),
        lambda one: one.say(None, "cat", "black should take the corner", one.at),
        lambda one: one.say(1, "ann", "thanks, you too; I have not played this for years", one.at),
        lambda one: one.say(None, "frieda", "I would rather wait", one.at),
    )


async def shot(app, snapshot, name, size, *keys):
    async with app.run_test(size=size) as pilot:
        for key in (None, *keys):
            if key is not None:
                await pilot.press(key)
            await settled(pilot)
        await shoot(pilot, snapshot, f"{name}-{written(size)}")


@SIZES
async def test_the_lobby(oak, snapshot, size):
    await shot(oak.app(crowded(oak)), snapshot, "house-lobby", size)


@SIZES
async def test_the_lobby_of_a_house_in_which_nothing_has_been_played(oak, snapshot, size):
    await shot(oak.app(oak.visitor("ann")), snapshot, "house-lobby-empty", size)


@SIZES
async def test_a_first_visit(oak, snapshot, size):
    visitor = oak.visitor(key="new", wished="zoe")
    await shot(oak.app(visitor), snapshot, "house-name", size)


@SIZES
async def test_opening_a_table(oak, snapshot, size):
    keys = ("c", *"reversi", "enter", *["down"] * 8)
    await shot(oak.app(crowded(oak)), snapshot, "house-new-table", size, *keys)


@SIZES
async def test_a_table_of_players_who_talk(oak, snapshot, size):
    ann = crowded(oak)
    talking(ann, 1)
    await shot(oak.app(ann), snapshot, "house-table", size, "enter")


@SIZES
async def test_a_table_with_the_watchers_room(oak, snapshot, size):
    crowded(oak)
    cat = oak.visitor("cat")
    talking(cat, 1)
    app = oak.app(cat)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        app.screen.go_to(1)
        await settled(pilot)
        await shoot(pilot, snapshot, f"house-watching-{written(size)}")


@SIZES
async def test_a_table_at_which_somebody_is_awaited(oak, snapshot, size):
    ann = crowded(oak)
    (bob,) = (one for one in oak.visitors if one.name == "bob")
    bob.house.go(bob.session)
    gone_on(ann, 1, *after_steps(1), lambda one: one.go_away(0, one.at))
    app = oak.app(ann)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        app.screen.go_to(1)
        await settled(pilot)
        await shoot(pilot, snapshot, f"house-awaited-{written(size)}")


@SIZES
async def test_the_ladder(oak, snapshot, size):
    await shot(oak.app(crowded(oak)), snapshot, "house-ladder", size, "L")


@SIZES
async def test_a_finished_match_from_its_start(oak, snapshot, size):
    keys = [*["down"] * 6, "w", *["right_square_bracket"] * 4]
    await shot(oak.app(crowded(oak)), snapshot, "house-replay", size, *keys)
