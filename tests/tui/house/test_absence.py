"""Who vanishes is waited for as long as the table says; then the others go on without them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import catalog
from core.errors import GameError, SessionError
from core.match.clock import DAY, MINUTE, SECOND, Daily, Fischer
from core.match.entries import Away, Player, Returned, Terms
from core.match.session import Session
from core.store.kept import opened
from tests.tui.house.rooms import begun, gone_on, person, rooms
from tests.tui.houses import NOW
from tests.tui.test_together import until
from tui.house import absence
from tui.house.absence import noted, seat_lent, terms_words, usual_patience, words
from tui.house.limits import Limits
from tui.house.tables import Tables, found, join, noticed
from tui.screenshot import rows_of, text_of
from tui.seating import called

PATIENT = Terms(patience=MINUTE, stand_ins=True)
NAMES = ("ann", "bob", "cat")


def match(terms=PATIENT, names=NAMES[:2], game="reversi:6x6"):
    loaded = catalog.load(game)
    return Session.begin(loaded, loaded.start(), tuple(map(person, names)), terms)


@settings(deadline=None)
@given(st.lists(st.tuples(st.sets(st.sampled_from(NAMES)), st.integers(0, 2 * MINUTE))))
def test_the_log_follows_who_is_there_and_says_nothing_twice(looks):
    session, now, since = match(names=NAMES, game="rolit"), 0, {}
    for there, pause in looks:
        now += pause
        while (entry := noted(session, there, now)) is not None:
            session = session.after(entry)
        since = {name: since.get(name, now) for name in NAMES if name not in there}
        assert dict(zip(NAMES, session.gone, strict=True)) == {
            name: since.get(name) for name in NAMES
        }
        missed = {NAMES[seat] for seat in session.missed(now)}
        assert missed == {name for name, at in since.items() if now - at >= MINUTE}


def test_nothing_is_noted_where_it_does_not_matter():
    assert noted(match(Terms()), {"ann"}, 0) is None
    over = match()
    assert noted(over.after(over.resign(0)), {"ann"}, 0) is None
    assert noted(match(), {"ann", "bob"}, 0) is None
    assert noted(match(), {"ann"}, 5) == Away(1, at=5)


def test_how_long_others_wait_goes_by_the_clock():
    limits = Limits(away=120)
    assert usual_patience(Fischer(5 * MINUTE), limits) == 120 * SECOND
    assert usual_patience(None, limits) == DAY
    assert usual_patience(Daily(3), limits) is None


def test_who_waits_is_told_for_how_long_and_then_what_may_be_done():
    session = match()
    assert words(session, 0, "o") == ""
    session = session.after(session.go_away(0, 0))
    told = "Ann is to move but away; wait for 0:45 at most."
    assert words(session, 15 * SECOND, "o") == told
    assert words(session, MINUTE, "o") == "Ann is to move but away; o tells what you may do."
    assert words(session.after(session.abandon(MINUTE)), MINUTE, "o") == ""


def test_nobody_is_waited_for_before_it_is_their_turn():
    session = match()
    session = session.after(session.go_away(1, 0))
    with pytest.raises(SessionError, match="waited for long enough"):
        absence.missed(session, 9 * MINUTE)
    assert words(session, 9 * MINUTE, "o") == ""
    token = session.position.steps[0].token
    session = session.after(session.step(0, token, 9 * MINUTE))
    with pytest.raises(SessionError, match="waited for long enough"):
        absence.missed(session, 10 * MINUTE - 1)
    assert absence.missed(session, 10 * MINUTE) == 1


def test_who_sits_down_is_told_what_they_agree_to():
    assert terms_words(Terms()) == ""
    assert terms_words(Terms(patience=MINUTE)) == "Who is away for 1:00 may lose the game."
    assert "a bot plays on" in terms_words(PATIENT)


def test_a_bot_that_stands_in_is_told_apart_from_who_it_stands_in_for():
    assert called(Player("bot", "bob", 2)) == "bob (bot)"
    assert called(Player("bot", "easy bot", 2)) == "easy bot"
    assert seat_lent((person("ann"), Player("bot", "bob", 2)), "bob") == 1
    assert seat_lent((person("ann"), Player("bot", "bob", 2)), "ann") is None
    assert seat_lent((person("ann"), Player("bot", "", 2)), "") is None


@pytest.fixture
def house(tmp_path, monkeypatch):
    """A house, and its time in milliseconds, which stands still."""
    clock = [NOW]
    monkeypatch.setattr("tui.house.visitor.time.time_ns", lambda: clock[0] * 1_000_000)
    monkeypatch.setattr("tui.house.table.LOOK", 3600)  # who is there is looked at when a test says
    with rooms(tmp_path) as found:
        found.clock = clock
        yield found


def test_who_takes_the_seat_back_plays_on_from_where_the_bot_is(house):
    ann, bob = house.visitor("ann"), house.visitor("bob")
    number = begun(ann, "ann", "bob", patience=MINUTE, stand_ins=True)
    session = noticed(ann, number, found(ann, number))
    assert session.gone == (None, NOW)
    house.clock[0] += MINUTE
    gone_on(ann, number, lambda one: one.stand_in(1, 2, house.clock[0]))
    tables = Tables.of("bob", bob.store.list())
    assert [kept.match for kept in tables.others] == [number]
    assert join(bob, number).seats == (person("ann"), person("bob"))
    with pytest.raises(SessionError, match="you sit at match"):
        join(bob, number)


def test_nobody_takes_the_seat_of_somebody_else(house):
    ann, cat = house.visitor("ann"), house.visitor("cat")
    number = begun(ann, "ann", Player("bot", "bob", 2))
    with pytest.raises(SessionError, match="no seat is open"):
        join(cat, number)


def shown(app):
    """What is on the screen, in one line."""
    return " ".join(text_of(rows_of(app)).split())


async def look(app, times=2):
    """What the table does every few seconds."""
    for _ in range(times):
        app.screen._look_around()


@pytest.mark.parametrize(("key", "told"), [("e", "Ann wins"), ("b", "bob (bot)")])
async def test_who_waited_ends_the_game_or_goes_on_with_a_bot(house, key, told):
    ann, bob = house.visitor("ann"), house.visitor("bob")
    number = begun(ann, "bob", "ann", patience=MINUTE, stand_ins=True)
    bob.arrive()
    app = house.app(ann)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        assert "Who is away for 1:00 may lose the game" in shown(app)
        await look(app)
        assert app.screen.session.gone == (None, None)
        bob.house.go(bob.session)
        await look(app, 1)
        assert app.screen.session.gone == (None, None)  # a line may be lost for a moment
        await look(app, 1)
        assert app.screen.session.gone == (NOW, None)
        await pilot.press("o")
        assert "end the game" not in shown(app)
        await pilot.press("escape")
        house.clock[0] += MINUTE
        await pilot.press("o")
        assert "Bob has been away for long." in shown(app)
        await pilot.press(key)
        await until(pilot, lambda: told in shown(app))
    session = opened(ann.store, number).session
    assert (session.outcome is None) == (key == "b")


async def test_who_comes_back_is_noted_and_takes_the_seat_again(house):
    ann, bob = house.visitor("ann"), house.visitor("bob")
    number = begun(ann, "ann", "bob", patience=MINUTE, stand_ins=True)
    gone_on(ann, number, lambda one: one.go_away(1, NOW))
    app = house.app(bob)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: app.screen.session.gone[1] is None)
        assert isinstance(app.screen.session.log[-1], Returned)
        bot = Player("bot", "bob", 1)
        gone_on(ann, number, lambda one: one.reseat(1, bot, house.clock[0]))
        await until(pilot, lambda: "takes the seat back" in shown(app))
        await pilot.press("o", "y")
        await until(pilot, lambda: app.screen.session.seats[1] == person("bob"))


def test_players_try_anything_while_people_come_and_go(house):
    """Whatever is tried, nobody loses a game or a seat before the time that was agreed."""
    chance, times = random.Random(4), 0
    visitors = [house.visitor(name) for name in NAMES[:2]]
    number = begun(visitors[0], *NAMES[:2], game="reversi", patience=MINUTE, stand_ins=True)
    last = dict.fromkeys(NAMES, NOW)
    for _ in range(200):
        house.clock[0] += chance.randrange(30 * SECOND)
        one = chance.choice(visitors)
        if one.session and chance.random() < 0.5:
            one.house.go(one.session)
            one.session = ""
        else:
            one.arrive()
        for each in visitors:
            if each.session:
                each.house.stay(each.session, number, house.clock[0])
                last[each.name] = house.clock[0]
        waiting = [each for each in visitors if each.session]
        if not waiting:
            continue
        session = noticed(waiting[0], number, found(waiting[0], number))
        if session.mover is None:
            break
        if visitors[session.mover].session:
            token = chance.choice(session.position.steps).token
            gone_on(
                waiting[0], number, lambda one, it=token: one.step(one.mover, it, house.clock[0])
            )
            continue
        try:
            seat = absence.missed(session, house.clock[0])
        except GameError:
            continue
        times += 1
        turn = session.steps[-1].at if session.steps else NOW
        assert house.clock[0] - max(last[NAMES[seat]], turn) >= MINUTE
        gone_on(waiting[0], number, lambda one, seat=seat: one.stand_in(seat, 1, house.clock[0]))
        join(visitors[seat], number)
    assert times
