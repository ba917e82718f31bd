"""Every screen of a house as a picture, and what can be done on it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace

import pytest
from textual import events
from textual.widgets import Input

from core.match.clock import DAY, MINUTE, SECOND, Daily, Fischer
from core.match.entries import Player
from core.store.kept import opened
from core.store.library import Book
from core.store.store import Wanted
from tests.tui.house.rooms import after_steps, begun, gone_on, rooms
from tests.tui.houses import NOW
from tests.tui.snapshots import shoot
from tests.tui.test_screens import LARGE, SMALL, settled, written
from tests.tui.test_together import until
from tui.house.program import home_of
from tui.language import LANGUAGES, _
from tui.screenshot import rows_of, text_of
from tui.settings import load

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
    begun(
        visitor, "bob", "", game="oust:size-4", pace=Fischer(5 * MINUTE, 3 * SECOND), rated=True,
        at=NOW, takebacks="never",
    )  # fmt: skip
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


@pytest.mark.parametrize(
    ("columns", "told"), [(120, "Oust, hexagon 4, no pie rule  ann"), (50, "Oust, size-4, no-pie")]
)
async def test_the_lobby_tells_variants_in_full_or_short(oak, columns, told):
    begun(oak.visitor("ann"), "ann", "", game="oust:size-4+no-pie", pace=Fischer(5 * MINUTE))
    begun(oak.visitor("ann"), "ann", "", game="oust:size-7")
    app = oak.app(oak.visitor("bob"))
    async with app.run_test(size=(columns, 24)) as pilot:
        await settled(pilot)
        rows = [row for row in text_of(rows_of(app)).splitlines() if "Oust" in row]
    assert "Oust  ann" in rows[0]
    assert told in rows[1]
    assert "casual" in rows[1]


@SIZES
@pytest.mark.parametrize("code", LANGUAGES)
async def test_whether_takebacks_are_allowed_is_told_before_anybody_sits_down(oak, size, code):
    app = oak.app(crowded(oak), language=code)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        (row,) = (row for row in text_of(rows_of(app)).splitlines() if "    3 " in row)
        assert _("no takebacks") in row
        assert "bob" in row


@SIZES
async def test_the_lobby_of_a_house_in_which_nothing_has_been_played(oak, snapshot, size):
    await shot(oak.app(oak.visitor("ann")), snapshot, "house-lobby-empty", size)


@SIZES
async def test_a_first_visit(oak, snapshot, size):
    visitor = oak.visitor(key="new", wished="zoe")
    await shot(oak.app(visitor), snapshot, "house-name", size)


@pytest.mark.parametrize(
    ("wished", "offered"), [("zoe", "zoe"), ("root", ""), ("Admin", ""), ("Oak", ""), ("a", "")]
)
async def test_a_name_is_offered_where_it_may_be_a_persons_and_the_first_key_replaces_it(
    oak, monkeypatch, wished, offered
):
    monkeypatch.setattr("tui.house.naming.pwd.getpwuid", lambda _id: SimpleNamespace(pw_name="oak"))
    visitor = oak.visitor(key="new", wished=wished)
    app = oak.app(visitor)
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        assert app.screen.query_one(Input).value == offered
        await pilot.press(*"mia", "enter")
        await settled(pilot)
    assert visitor.name == "mia"


@pytest.mark.parametrize("focused", [True, False])
async def test_a_name_that_is_typed_fast_is_taken_whole(oak, focused):
    visitor = oak.visitor(key="new", wished="zoe")
    app = oak.app(visitor)
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        if not focused:  # as in the moment between the first frame and the focus
            app.screen.set_focus(None)
        for key in "bob":
            app.screen.post_message(events.Key(key, key))
        await pilot.press("enter")
        await settled(pilot)
        assert visitor.name == "bob"


async def test_what_is_set_and_tried_on_the_first_visit_is_there_on_the_next(oak):
    app = oak.app(oak.visitor(key="new", wished="zoe"))
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        await pilot.press("enter", "s")
        await settled(pilot)
        app.change(replace(app.settings, theme="light"))
        shown = text_of(rows_of(app))
        assert "Theme" in shown
        assert ".yaml" not in shown
        assert app.world.library.folder == app.world.home.matches
    again = oak.visitor(key="new")

    assert load(home_of(again).settings).theme == "light"
    assert app.world.home == home_of(again)


@SIZES
async def test_opening_a_table(oak, snapshot, size):
    keys = ("c", *"reversi", "enter", *["down"] * 8)
    await shot(oak.app(crowded(oak)), snapshot, "house-new-table", size, *keys)


async def test_a_table_may_be_for_somebody_who_is_not_there(oak):
    oak.visitor("bob").leave()
    app = oak.app(oak.visitor("ann"))
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        await pilot.press("c", *"oust", "enter")
        await settled(pilot)
        app.screen.turn("guest", 1)
        await settled(pilot)
        shown = text_of(rows_of(app))
        assert "bob" in shown
        assert "everybody" in shown
        assert " ann" not in shown


async def test_logs_call_bots_by_names_that_every_language_knows(oak):
    """A log is read by others, in their languages; bots of one level have numbers."""
    ann = oak.visitor("ann")
    app = oak.app(ann, language="ko")
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        await pilot.press("c", *"rolit", "enter")
        await settled(pilot)
        for chair in ("chair 1", "chair 2"):
            app.screen.turn(chair, 1)
        app.screen.action_start()
        await settled(pilot)
    (kept,) = ann.store.list(Wanted())
    names = {player.name for player in kept.note.seats}
    assert names == {"ann", "beginner bot 1", "beginner bot 2"}


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


async def test_whole_turns_are_shown_where_the_table_says_so(oak):
    ann, bob = oak.visitor("ann"), oak.visitor("bob")
    match = begun(ann, "ann", "bob", game="amazons", shows="turns")
    here, there = oak.app(ann), oak.app(bob)
    async with here.run_test(size=SMALL) as with_ann, there.run_test(size=SMALL) as with_bob:
        for pilot in (with_ann, with_bob):
            await pilot.press("enter")
        steps = steps_of_a_turn(here.screen.session)
        for number, token in enumerate(steps, start=1):
            await with_ann.press("m", *token, "enter")
            await until(with_bob, lambda number=number: len(there.screen.whole.steps) == number)
            if number == 1:
                await with_bob.press("c", *"hm", "enter")  # what is done meanwhile is kept
                await until(with_ann, lambda: len(here.screen.session.said) == 1)
            seen = len(steps) if number == len(steps) else 0
            assert len(there.screen.session.steps) == len(there.screen.course.steps) == seen
        assert there.screen.seat == 1
        assert opened(ann.store, match).session == there.screen.session == here.screen.session


def steps_of_a_turn(session):
    """The tokens of any whole turn."""
    tokens, position = [], session.position
    while position.mover == session.mover:
        step = position.steps[0]
        tokens.append(step.token)
        position = position.play(step)
    return tokens


async def test_others_hear_at_once_at_which_table_somebody_is(oak):
    ann = oak.visitor("ann")
    match = begun(ann, "ann", "bob")
    async with oak.app(ann).run_test(size=SMALL) as pilot:
        for key, place in (("enter", match), ("q", None), ("enter", match)):
            await settled(pilot)
            await pilot.press(key)
            await settled(pilot)
            assert [one.match for one in ann.house.there(NOW)] == [place]


async def test_a_second_screen_of_the_same_person_shows_and_does_the_same(oak):
    ann, again = oak.visitor("ann"), oak.visitor("ann")
    begun(ann, "ann", "bob", game="reversi")
    one, other = oak.app(ann), oak.app(again)
    async with one.run_test(size=SMALL) as pilot, other.run_test(size=LARGE) as second:
        for each in (pilot, second):
            await each.press("enter")
        await pilot.press("tab", "enter")
        await until(second, lambda: len(other.screen.session.steps) == 1)
        gone_on(ann, 1, *after_steps(1))
        await until(second, lambda: other.screen.seat == 0)
        await second.press("tab", "enter")
        await until(pilot, lambda: len(one.screen.session.steps) == 3)
        assert one.screen.session == other.screen.session


@pytest.mark.parametrize("bell", ["on", "off"])
async def test_the_bell_rings_once_for_each_game_that_begins_to_wait(oak, monkeypatch, bell):
    ann, bob = oak.visitor("ann"), oak.visitor("bob")
    game = begun(bob, "bob", "ann")
    app, rung = oak.app(ann, bell=bell), []
    monkeypatch.setattr(app, "bell", lambda: rung.append(len(app.screen._tables.waiting)))
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        gone_on(bob, game, *after_steps(1))
        await until(pilot, lambda: len(app.screen._tables.waiting) == 1)
        begun(bob, "ann", "bob")
        await until(pilot, lambda: len(app.screen._tables.waiting) == 2)
        gone_on(bob, game, lambda one: one.say(0, "bob", "your move", one.at))
        begun(bob, "bob", "")
        await until(pilot, lambda: app.screen._tables.open)
        await settled(pilot)
    assert rung == ([1, 2] if bell == "on" else [])


async def test_who_comes_back_is_at_the_table_that_was_lost_and_not_at_one_that_was_left(oak):
    ann = oak.visitor("ann")
    first, other = begun(ann, "ann", "bob"), begun(ann, "ann", "bob")

    async def found(*keys, lost=True):
        """The match at which Ann is when she comes; then she presses keys, and goes."""
        app = oak.app(oak.visitor("ann"))
        async with app.run_test(size=SMALL) as pilot:
            await settled(pilot)
            place = app._at
            await pilot.press(*keys)
            await settled(pilot)
            if not lost:
                await app.action_quit()
        return place

    assert await found("enter") is None
    assert await found() == other
    assert await found("g") == other  # to the other game that waits
    assert await found("q") == first
    assert await found("enter") is None
    assert await found(lost=False) == other
    assert await found("enter") is None
    gone_on(ann, other, lambda one: one.resign(0, one.at))
    assert await found() is None


PAGES = ("L", "question_mark", "s", "c", "r", "w", "enter", "v")
"""Keys of the lobby, each of which opens a page."""


@pytest.mark.parametrize("pauses", range(4))
async def test_pages_may_be_left_before_they_are_drawn(oak, pauses):
    app = oak.app(crowded(oak))
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        for key in PAGES * 3:
            for pressed in (key, "escape"):
                app.post_message(events.Key(pressed, None))
                for _ in range(pauses):
                    await asyncio.sleep(0)
        await settled(pilot)
        assert app.is_running


@pytest.mark.parametrize(("other", "is_told"), [(Player("person", "bob"), True), (BOT, False)])
async def test_only_who_plays_people_is_told_what_happens_when_they_are_away(oak, other, is_told):
    ann = oak.visitor("ann")
    match = begun(ann, "ann", other, at=NOW, patience=5 * MINUTE)
    app = oak.app(ann)
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        app.sit_down(*reversed(Book.resume(app.world.library, match)))
        await until(pilot, lambda: "YOUR TURN" in text_of(rows_of(app)))
        assert ("Who is away" in text_of(rows_of(app))) == is_told


async def test_what_the_host_says_stays_in_the_lobby_with_every_word(oak):
    ann = oak.visitor("ann")
    words = " ".join(f"word{number}" for number in range(40))
    app = oak.app(ann)
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        ann.house.order("announce", words, NOW)
        app._obey()
        await pilot.press("c", "escape", "down")
        await settled(pilot)
        told = " ".join(row.partition("|")[0] for row in text_of(rows_of(app)).splitlines())
        assert f"THE HOST: {words}" in " ".join(told.split())
