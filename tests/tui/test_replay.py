"""Looking through a match: by steps, by itself, beside it; what is copied and saved of it."""

from __future__ import annotations

import asyncio
import base64
import json
import re
from dataclasses import replace
from xml.etree import ElementTree

import pyte
import pytest

from core import catalog
from core.match.exploring import Exploration
from core.match.records import text
from core.match.records.record import Record
from core.store import explorings
from core.store.library import Book
from tests.tui.houses import begun, home, parlour, played
from tui import unseen
from tui.app import Showing
from tui.asciicast import COLUMNS, LONGEST, PAUSE, ROWS, SHORTEST, Frame, lasting, written
from tui.lines import plain
from tui.screens.lobby import LobbyPage
from tui.screens.replay import SPEEDS, ReplayPage
from tui.screenshot import rows_of, text_of
from tui.shooting import shots
from tui.widgets.lines import Lines

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def record():
    session = played(begun("reversi:6x6"), 9)
    return Record(session, {0: "after supper", 3: "well played"})


def replaying(folder, record):
    return parlour(folder, visit=Showing(record))


def message(app):
    return " ".join(map(plain, app.screen.query_one("#message", Lines).lines))


def header(app):
    return "".join(map(plain, app.screen.query_one("#header", Lines).lines))


async def test_it_begins_at_the_start_and_tells_what_is_said_of_it(tmp_path, record):
    app = replaying(tmp_path, record)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app.screen.shown == record.session.start
        assert "STEP 0 OF 9" in header(app)
        assert "after supper" in message(app)
        await pilot.press("]", "]", "]")
        assert app.screen.at == 3
        assert "well played" in message(app)
        await pilot.press("end")
        assert app.screen.shown == record.session.position
        await pilot.press("home")
        assert app.screen.at == 0


async def test_it_goes_on_by_itself_until_it_is_stopped(tmp_path, record):
    app = replaying(tmp_path, record)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("P")
        page = app.screen
        assert page.is_playing
        at = page.at
        page.go_on()
        assert page.at == at + 1
        await pilot.press("space")
        assert not page.is_playing
        await pilot.press("space")
        for _ in record.session.steps:
            page.go_on()
        assert page.at == len(record.session.steps)
        assert not page.is_playing
        await pilot.press("P")
        assert (page.at, page.is_playing) == (0, True)


@pytest.mark.parametrize(("faster", "slower"), [("equals_sign", "underscore"), ("plus", "minus")])
async def test_the_speed_changes_between_its_ends(tmp_path, record, faster, slower):
    app = replaying(tmp_path, record)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*[faster] * 9)
        assert message(app).startswith(f"{SPEEDS[-1]:g} steps a second")
        await pilot.press(*[slower] * 9)
        assert message(app).startswith(f"{SPEEDS[0]:g} steps a second")


async def test_a_step_is_gone_to_by_its_number(tmp_path, record):
    app = replaying(tmp_path, record)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("#", "7", "enter")
        assert app.screen.at == 7
        await pilot.press("#", "1", "0", "enter")
        assert "no number from 0 to 9" in message(app)
        assert app.screen.at == 7


async def test_lines_of_play_begin_where_it_was_and_lead_back_there(tmp_path, record):
    app = replaying(tmp_path, record)
    steps = record.session.steps
    async with app.run_test(size=(80, 24)) as pilot:
        for at in (4, len(steps)):
            await pilot.press("#", str(at), "enter", "x")
            page = app.screen
            made = {one.token for one in steps[at : at + 1]}
            page.play(next(one.token for one in page.shown.steps if one.token not in made))
            page.play(page.shown.steps[0].token)
            assert page.is_exploring
            assert len(page._explorer.tree.tokens) == at + 2
            await pilot.press("x")
            assert not page.is_exploring
            assert page.at == at
            assert page.session.steps == steps


async def test_who_walks_on_along_the_match_and_stops_exploring_stays_there(tmp_path, record):
    app = replaying(tmp_path, record)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("#", "4", "enter", "x", "]", "]", "x")
        assert app.screen.at == 6


async def test_nothing_is_played_while_looking(tmp_path, record):
    app = replaying(tmp_path, record)
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ("m", "o", "p", "w", ".", "backspace"):
            await pilot.press(key)
            assert app.screen.session == record.session
            assert app.screen.at == 0
            await pilot.press("escape")


@pytest.mark.parametrize("what", ["p", "g"])
async def test_the_position_and_the_game_are_copied_and_shown(tmp_path, record, monkeypatch, what):
    app = replaying(tmp_path, record)
    sent = []
    async with app.run_test(size=(80, 24)) as pilot:
        monkeypatch.setattr(app._driver, "write", sent.append)
        await pilot.press("]", "Y", what)
        await pilot.pause()
        (coded,) = re.findall("\x1b]52;c;([^\a]*)\a".replace("]", r"\]", 1), "".join(sent))
        copied = base64.b64decode(coded).decode()
        if what == "p":
            assert copied == str(record.session.positions[1])
        else:
            assert text.read(copied, catalog.load).session.steps == record.session.steps
            assert text.read(copied, catalog.load).comments == record.comments
        shown = text_of(rows_of(app)).replace("\n", "").replace(" ", "")
        assert "".join(copied.split())[:300] in shown
        await pilot.press("q")
        assert isinstance(app.screen, ReplayPage)


async def test_a_picture_is_saved_or_it_is_said_why_not(tmp_path, record):
    app = replaying(tmp_path, record)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("]", "V")
        (file,) = home(tmp_path).exports.iterdir()
        assert file.name == "reversi-6x6-1.svg"
        assert str(file.name) in message(app)
        before = file.read_text()
        await pilot.press("]", "[", "V", "V")
        saved = sorted(each.name for each in home(tmp_path).exports.iterdir())
        assert saved == ["reversi-6x6-1.svg", "reversi-6x6-1_2.svg", "reversi-6x6-1_3.svg"]
        assert file.read_text() == before
        assert "reversi-6x6-1_3.svg" in message(app)
        (tmp_path / "shut").write_text("")
        app.world = replace(app.world, home=replace(app.world.home, exports=tmp_path / "shut"))
        await pilot.press("V")
        assert "cannot be written" in message(app)


def characters(svg):
    """The words of a picture."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    return "".join(part.text or "" for part in root.iter(f"{SVG}tspan"))


def test_a_picture_shows_the_position_after_so_many_steps(tmp_path, record):
    told = characters(unseen.picture(record, 3, home(tmp_path)))
    assert "STEP 3 OF 9" in told
    position = record.session.positions[3]
    (rows,) = asyncio.run(shots(replaying(tmp_path, record), [3]))
    shown = text_of(rows)
    assert told.replace(" ", "") == "".join(shown.split())
    for row in position.game.board.rows:
        assert f" {row.label} " in shown


async def test_a_recording_ends_with_what_the_screen_shows(tmp_path, record):
    app = replaying(tmp_path, record)
    async with app.run_test(size=(COLUMNS, ROWS)) as pilot:
        await pilot.press("A")
        await app.workers.wait_for_complete()
        (file,) = home(tmp_path).exports.glob("*.cast")
        await pilot.press("end")
        await pilot.pause()
        wanted = text_of(rows_of(app))
    first, *events = map(json.loads, file.read_text().splitlines())
    assert (first["version"], first["width"], first["height"]) == (2, COLUMNS, ROWS)
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.Stream(screen)
    times = [time for time, _, _ in events]
    assert times == sorted(times)
    for _, kind, data in events:
        if kind == "o":
            stream.feed(data)
    assert "\n".join(row.rstrip() for row in screen.display).rstrip("\n") + "\n" == wanted
    steps = [data for _, kind, data in events if kind == "m"]
    assert steps == [f"{n} {one.text}" for n, one in enumerate(record.session.steps, start=1)]


def test_rows_that_stay_are_not_sent_again(tmp_path, record):
    rows, other = asyncio.run(shots(replaying(tmp_path, record), [0, 1]))
    same = written([Frame(rows, ""), Frame(rows, "")], "", None).splitlines()
    assert [json.loads(one)[2] for one in same[2:]] == ["", ""]
    changed = written([Frame(rows, ""), Frame(other, "")], "", None).splitlines()
    assert 0 < len(changed[2]) < len(changed[1])


def test_a_position_lasts_as_long_as_it_was_thought_about_within_bounds(record):
    timed = replace(record, spent={1: 1500, 2: 10, 3: 10**6})
    assert [lasting(timed, steps) for steps in range(4)] == [1.5, SHORTEST, LONGEST, PAUSE]


async def test_a_match_that_is_over_is_looked_through_from_the_lobby(tmp_path):
    app = parlour(tmp_path)
    session = played(begun("reversi:6x6"), 9)
    session = session.after(session.resign(0))
    book = Book.create(app.world.library, session)
    tree = Exploration().with_notes([one.token for one in session.steps], {0: "a note"})
    explorings.write(explorings.beside(book.path), tree)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.screen.menu.mark("finished 0")
        await pilot.press("w")
        assert isinstance(app.screen, ReplayPage)
        assert "a note" in message(app)
        await pilot.press("N", "!", "enter", "q")
        assert isinstance(app.screen, LobbyPage)
    kept = explorings.read(explorings.beside(book.path))
    assert kept.start_note == "!"


async def test_the_lobby_says_what_cannot_be_looked_through(tmp_path):
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("w")
        footer = "".join(map(plain, app.screen.query_one("#footer", Lines).lines))
        assert "only games that have been played" in footer
