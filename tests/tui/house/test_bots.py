"""Bots move in a house whoever is connected, one program at a time, whatever else goes on."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from core.bots.thinker import DirectThinker
from core.errors import GameError, SessionError, StoreError
from core.match.clock import DAY, MINUTE, SECOND, Daily, Fischer, full
from core.match.entries import Flagged, Player
from core.match.session import Session
from core.store.house import BEAT, BOTS, STALE, House
from core.store.kept import opened
from tests.tui.house.clients import ROOT, SOON, house, new_key
from tests.tui.house.rooms import after_steps, begun, gone_on, rooms
from tests.tui.houses import NOW, QuickThinker, SlowThinker
from tui.house.bots import OPEN_FOR, OVERDUE, Bots, keep
from tui.house.visitor import now
from tui.house.wire import Exchange

ANN = new_key()
BOT = Player("bot", "beginner bot", 1)


class Faulty(DirectThinker):
    """Cannot think about a game of so many cells."""

    def __init__(self, cells):
        self.cells = cells

    async def think(self, position, strength, seed, seconds=None):
        if len(position.game.cells) == self.cells:
            raise GameError("out of order")
        return await QuickThinker().think(position, strength, seed)


@pytest.fixture
def place(tmp_path):
    with rooms(tmp_path) as found:
        yield found


@asynccontextmanager
async def tended(visitor, *thinkers, at=NOW):
    """A program that moves for the bots meanwhile."""
    tending = asyncio.create_task(
        Bots(visitor.store, thinkers or [QuickThinker()], lambda: at).tend()
    )
    try:
        yield tending
    finally:
        tending.cancel()
        with suppress(asyncio.CancelledError):
            await tending


async def until(happens):
    async with asyncio.timeout(SOON):
        while not happens():
            await asyncio.sleep(0.01)


def session(visitor, match):
    return opened(visitor.store, match).session


def person_moves(visitor, match):
    gone_on(
        visitor, match, lambda one: one.step(one.mover, one.position.steps[0].token, one.at + 1)
    )


async def test_bots_move_at_all_tables_before_and_after_they_are_looked_at(place):
    ann = place.visitor("ann")
    first = [begun(ann, BOT, "ann", game="reversi:6x6") for _ in range(3)]
    async with tended(ann):
        last = begun(ann, BOT, "ann", "bob", game="rolit")
        await until(lambda: all(session(ann, one).mover == 1 for one in (*first, last)))
        while session(ann, first[0]).outcome is None:
            person_moves(ann, first[0])
            await until(lambda: session(ann, first[0]).mover != 0)
    assert all(session(ann, one).outcome is None for one in first[1:])


async def test_a_match_that_waits_for_people_is_left_alone(place):
    ann = place.visitor("ann")
    open_table = begun(ann, BOT, "", game="reversi:6x6")
    among_people = begun(ann, "ann", "bob")
    async with tended(ann):
        witness = begun(ann, BOT, "ann", game="reversi:6x6")
        await until(lambda: session(ann, witness).mover == 1)
        assert session(ann, open_table).steps == session(ann, among_people).steps == ()
        gone_on(ann, open_table, lambda one: one.sit(1, Player("person", "ann"), NOW))
        await until(lambda: session(ann, open_table).mover == 1)


async def test_one_match_that_cannot_be_played_holds_up_no_other(place):
    ann = place.visitor("ann")
    broken = begun(ann, BOT, "ann", game="reversi:6x6")
    async with tended(ann, Faulty(36)) as tending:
        whole = begun(ann, BOT, "ann", game="reversi")
        await until(lambda: session(ann, whole).mover == 1)
        assert session(ann, broken).steps == ()
        assert not tending.done()


async def test_what_a_person_does_while_a_bot_thinks_stands(place):
    ann = place.visitor("ann")
    slow = SlowThinker()
    match = begun(ann, BOT, "ann", game="reversi:6x6")
    async with tended(ann, slow):
        await until(lambda: House(ann.store).bots(NOW))
        gone_on(ann, match, lambda one: one.resign(1, NOW))
    assert session(ann, match).outcome.reason == "resigned"


@pytest.mark.parametrize(
    ("pace", "late", "flagged"),
    [(Fischer(MINUTE), MINUTE, True), (Daily(1), DAY, True), (Daily(1), DAY - 1, False)],
)
async def test_a_bot_keeps_to_its_clock(place, pace, late, flagged):
    ann = place.visitor("ann")
    match = begun(ann, BOT, "ann", game="reversi:6x6", pace=pace)
    async with tended(ann, at=NOW + late):
        await until(lambda: len(session(ann, match).log) > 1)
    assert isinstance(session(ann, match).log[1], Flagged) == flagged


@pytest.mark.parametrize("pace", [Fischer(5 * MINUTE, 3 * SECOND), Daily(1)])
async def test_a_time_that_is_up_ends_the_match_when_everybody_has_gone(place, pace):
    ann = place.visitor("ann")
    late, latest, moved = (begun(ann, "ann", "bob", pace=pace) for _ in range(3))
    unclocked, open_table = begun(ann, "ann", "bob"), begun(ann, "ann", "", pace=pace)
    gone_on(ann, latest, lambda one: one.say(0, "ann", "a moment", NOW + 1))
    gone_on(ann, moved, lambda one: one.step(0, one.position.steps[0].token, NOW + OVERDUE + 1))
    async with tended(ann, at=NOW + full(pace) + OVERDUE):
        await until(lambda: session(ann, late).outcome)
        await until(lambda: session(ann, latest).outcome)
    assert session(ann, late).outcome.reason == "time"
    assert session(ann, late).outcome.winner == 1
    for one in (moved, unclocked, open_table):
        assert session(ann, one).outcome is None


async def test_players_have_some_seconds_to_call_the_time_themselves(place):
    ann = place.visitor("ann")
    soon = begun(ann, "ann", "bob", pace=Fischer(5 * MINUTE), at=NOW + 1)
    due = begun(ann, "ann", "bob", pace=Fischer(5 * MINUTE))
    async with tended(ann, at=NOW + 5 * MINUTE + OVERDUE):
        await until(lambda: session(ann, due).outcome)
    assert session(ann, soon).outcome is None


async def test_tables_that_nobody_comes_to_for_weeks_are_cleared_away(place):
    ann = place.visitor("ann")
    old, private, recent, full, begun_once = (
        begun(ann, "ann", "", at=NOW),
        begun(ann, "ann", Player("open", "bob"), at=NOW, private=True),
        begun(ann, "ann", "", at=NOW),
        begun(ann, "ann", "bob", at=NOW),
        begun(ann, "ann", "bob", at=NOW),
    )
    gone_on(ann, recent, lambda one: one.say(0, "ann", "anybody?", NOW + 1))
    gone_on(ann, begun_once, *after_steps(2), lambda one: one.leave(1, NOW))
    assert {one.match for one in ann.store.list()} > {old, private}
    async with tended(ann, at=NOW + OPEN_FOR):
        await until(lambda: len(ann.store.list()) <= 3)
    assert {one.match for one in ann.store.list()} == {recent, full, begun_once}


async def test_what_is_wrong_with_a_store_is_logged_once_and_again_when_it_has_been_well(
    place, monkeypatch, caplog
):
    faults = iter(["full"] * 20 + [""] * 10 + ["full"] * 20 + ["gone"] * 20)
    looks = []

    def look(bots):
        looks.append(next(faults, ""))
        if looks[-1]:
            raise StoreError(f"the disk is {looks[-1]}", "unreachable")

    monkeypatch.setattr("tui.house.bots.CALLED", 0.001)
    monkeypatch.setattr(Bots, "_flag_all", look)
    async with tended(place.visitor("ann")):
        await until(lambda: len(looks) > 70)
    told = [record.getMessage() for record in caplog.records]
    assert told == [f"bots: the disk is {state}" for state in ("full", "full", "gone")]


async def test_a_time_that_cannot_be_called_is_not_called_again_and_again(
    place, monkeypatch, caplog
):
    caplog.set_level("INFO")
    ann = place.visitor("ann")
    match = begun(ann, "ann", "bob", pace=Fischer(5 * MINUTE))
    monkeypatch.setattr("tui.house.bots.CALLED", 0.001)
    flags = []

    def flag(session, now):
        flags.append(len(session.log))
        raise SessionError("not yet")

    monkeypatch.setattr(Session, "flag", flag)
    async with tended(ann, at=NOW + 5 * MINUTE + OVERDUE):
        await until(lambda: flags == [1])
        gone_on(ann, match, lambda one: one.say(0, "ann", "hello", NOW + 1))
        await until(lambda: len(flags) > 1)
    assert flags == [1, 2]


async def test_sessions_hear_which_match_a_bot_has_moved_in(place):
    exchange, told = Exchange(), []
    ann = place.visitor("ann")
    ann.store.tell = exchange.tell
    exchange.hear = lambda *one: told.append(one)
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    keeping = asyncio.create_task(keep(ann.premises.store, environ, exchange))
    match = begun(ann, BOT, "ann", game="reversi:6x6", at=now())
    for step in range(2):
        await until(lambda: session(ann, match).mover == 1)
        person_moves(ann, match)
        assert len(session(ann, match).steps) == 2 * step + 2
    await until(lambda: session(ann, match).mover == 1)
    keeping.cancel()
    with suppress(asyncio.CancelledError):
        await keeping
    moves = [one for one, _number in told]
    assert moves.count(match) == 3
    assert None not in moves


async def test_of_two_programs_one_moves_and_the_other_takes_over(place):
    ann = place.visitor("ann")
    match = begun(ann, BOT, "ann", game="reversi:6x6")
    programs = House(ann.store).bots
    async with tended(ann, SlowThinker()):
        await until(lambda: programs(NOW))
        (first,) = programs(NOW)
        async with tended(ann, at=NOW + BEAT):
            await until(lambda: len(programs(NOW + BEAT)) == 2)
            assert programs(NOW + BEAT)[0] == first
    assert session(ann, match).steps == ()
    assert programs(NOW) == ()


@pytest.mark.parametrize(
    ("address", "later"), [("elsewhere 1", STALE + 1), (f"{socket.gethostname()} 99999999", 0)]
)
async def test_nobody_waits_for_a_program_that_was_killed(place, address, later):
    ann = place.visitor("ann")
    match = begun(ann, BOT, "ann", game="reversi:6x6")
    House(ann.store).come(BOTS, None, address, NOW)
    async with tended(ann, at=NOW + later):
        await until(lambda: session(ann, match).mover == 1)


async def test_a_program_elsewhere_is_not_taken_for_a_dead_one(place):
    ann = place.visitor("ann")
    match = begun(ann, BOT, "ann", game="reversi:6x6")
    House(ann.store).come(BOTS, None, "elsewhere 99999999", NOW - 1)
    async with tended(ann):
        await until(lambda: len(House(ann.store).bots(NOW)) == 2)
    assert session(ann, match).steps == ()


async def test_screens_leave_the_bots_to_the_house_and_move_for_them_where_it_does_not(place):
    ann = place.visitor("ann")
    match = begun(ann, BOT, "ann", game="reversi:6x6", at=0)
    ghost = ann.house.come(BOTS, None, "", 1 << 45)
    app = place.app(ann)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await pilot.app.workers.wait_for_complete()
        assert session(ann, match).steps == ()
        assert "is thinking" in str(app.screen._state().text)
        ann.house.go(ghost)
        app.screen._look_around()
        await pilot.app.workers.wait_for_complete()
        assert session(ann, match).mover == 1


async def test_behind_openssh_a_command_of_the_hosts_moves_for_the_bots(place):
    ann = place.visitor("ann")
    match = begun(ann, BOT, "ann", game="reversi:6x6", at=0)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tui.command", "house", "bots", "--data", str(place.folder)),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    await until(lambda: session(ann, match).mover == 1)
    process.terminate()
    assert await process.wait() == 0
    assert House(ann.store).bots(now()) == ()


async def test_a_bot_answers_when_nobody_is_connected_and_again_when_its_program_was_killed(
    tmp_path,
):
    async with house(tmp_path / "house") as served:
        await served.say(ANN, "name ann")
        await served.say(ANN, "new reversi:6x6 3d bot 1")

        async def answered():
            async with asyncio.timeout(SOON):
                while "ann" not in (await served.say(ANN, "turn 1"))[0]:
                    await asyncio.sleep(0.2)

        for _ in range(2):
            await answered()
            steps = (await served.say(ANN, "legal 1"))[0].split(": ")[1].split()
            await served.say(ANN, f"move 1 {steps[0]}")
            await answered()
            for pid in programs(served.process.pid):
                os.kill(pid, signal.SIGKILL)


def programs(parent):
    """The children of a process that move for bots."""
    for file in Path(f"/proc/{parent}/task/{parent}/children").read_text().split():
        if b"tui.house.bots" in Path(f"/proc/{file}/cmdline").read_bytes():
            yield int(file)
