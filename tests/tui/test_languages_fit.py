"""Every screen has room for every language at 80x24, and columns stand straight."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from core.match.clock import MINUTE
from core.match.records.record import Record
from core.match.session import Player
from tests.tui.house.rooms import begun as in_house
from tests.tui.house.rooms import gone_on, rooms
from tests.tui.house.test_house_screens import crowded, talking
from tests.tui.houses import NOW, Oracle, begun, parlour, played, played_until, table
from tests.tui.snapshots import shoot
from tests.tui.test_ladder import keep_rated
from tui import lines as texts
from tui.app import Showing
from tui.ascii import ascii_text
from tui.language import LANGUAGES, UNICODE_ONLY, _, speak
from tui.lines import clipped, padded, plain, printable, wrapped
from tui.plain.commands import help_lines
from tui.screens.page import Page
from tui.screenshot import rows_of, text_of
from tui.settings import CHOICES, Settings
from tui.widgets import lines as widgets
from tui.widgets.lines import Lines

SIZE = (80, 24)
FOREIGN = [code for code in LANGUAGES if code != "en"]
ONE = (Player("person", "you"), Player("bot", "beginner bot", 1))
TWO = (Player("person", "player 1"), Player("person", "player 2"))
WHOLE = ("header", "footer", "message", "move", "text", "facts")
"""Widgets whose lines must all be seen, apart from texts that are scrolled."""


@pytest.fixture
def cut(monkeypatch):
    """The lines that had no room, as far as they have been drawn."""
    found = []

    def noting(shown, columns):
        if cell_len(plain(shown).rstrip()) > columns > 0:
            found.append(plain(shown))
        return clipped(shown, columns)

    monkeypatch.setattr(widgets, "clipped", noting)
    monkeypatch.setattr(texts, "clipped", noting)
    return found


async def walk(app, *keys, cut):
    """Press keys one by one; after each, everything on the screen must fit.

    Returns:
        What was on the screen before the first key, and after each.
    """
    seen = []
    async with app.run_test(size=SIZE) as pilot:
        for key in (None, *keys):
            if key is not None:
                await pilot.press(key)
            await pilot.app.workers.wait_for_complete()
            await pilot.pause()
            page = pilot.app.screen
            cut.clear()  # between a key and the next layout a line may be cut
            for widget in page.query(Lines):
                widget.refresh()
            seen.append(text_of(rows_of(pilot.app)))  # draws all of it
            assert cut == [], f"{key}: {cut}"
            if isinstance(page, Page):
                scrolled = "text" in page.PARTS
                for widget in page.query(Lines):
                    if widget.id in WHOLE and widget.size.height and not scrolled:
                        shown = [plain(line) for line in widget.lines]
                        assert len(shown) <= widget.size.height, (key, shown)
                asked = getattr(page, "_asked", None)
                if asked and not page._field:
                    answers = plain(page.query_one("#move", Lines).lines[0])
                    for option in asked.options:  # Esc goes without saying
                        assert option.key == "Esc" or option.words in answers, (key, answers)
                said = plain(page.query_one("#footer", Lines).lines[0])
                if not getattr(page, "_typing", False) and page.PARTS and not page._told:
                    shown = usual(page)
                    for action in page.offered():
                        if action.footer and action.id in shown:
                            assert page.words(action) in said, (key, action.id, said)
    return seen


def usual(page):
    """The actions that the last line has room for in English."""
    code = page.settings.language
    speak("en")
    shown = {piece.press.removeprefix("do ") for piece in page.footer(page.size.width)}
    speak(code)
    return shown


@pytest.mark.parametrize("code", LANGUAGES)
async def test_the_lobby_and_what_is_behind_it_fit(tmp_path, code, cut):
    app = parlour(tmp_path, settings=Settings(language=code))
    keys = ["question_mark", "q", "r", "q", "w", "D", "enter", "down", "question_mark", "q", "q"]
    keys += ["colon", *"ru", "escape", "slash", *"reversi", "enter", "enter", "right", "down"]
    seen = await walk(app, *keys, cut=cut)
    assert _("WHO PLAYS") in seen[-1]


@pytest.mark.parametrize("code", LANGUAGES)
async def test_every_value_of_every_setting_fits(tmp_path, code, cut):
    app = parlour(tmp_path, settings=Settings(language=code))
    keys = ["s"]
    for name in (name for name in CHOICES if name != "language"):
        # In ASCII not every language is spoken.
        keys += [] if name == "characters" else ["right", "right", "left", "left"]
        keys.append("down")
    await walk(app, *keys, "question_mark", cut=cut)


@pytest.mark.parametrize("code", LANGUAGES)
async def test_a_replay_and_what_is_saved_of_it_fit(tmp_path, code, cut):
    session = played(begun("reversi:6x6", TWO), 12)
    showing = Showing(Record(session, {0: "after supper", 3: "a note of some length " * 3}))
    app = parlour(tmp_path, settings=Settings(language=code), visit=showing)
    keys = ["]", "P", "P", "equals_sign", "]", "]", "o", "e", "number_sign", "9", "9", "enter"]
    keys += ["escape", "V", "A", "Y", "p", "q", "Y", "g", "q", "G", "E", "x", "tab", "enter", "N"]
    keys += ["a", "enter", "D", "n", "x", "end", "question_mark", "q", "colon"]
    await walk(app, *keys, cut=cut)


@pytest.mark.parametrize("code", LANGUAGES)
async def test_the_ladder_fits(tmp_path, code, cut):
    app = parlour(tmp_path, settings=Settings(language=code))
    seen = await walk(app, "L", cut=cut)
    assert _("Ratings") in seen[-1]
    keep_rated(app.world.library)
    app = parlour(tmp_path, settings=Settings(language=code))
    seen = await walk(app, "L", cut=cut)
    assert "dora" in seen[-1]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("id", ["nibble", "rive", "oust", "reversi"])
async def test_a_match_fits(tmp_path, code, id, cut):
    session = played_until(
        played(begun(id, TWO), 12), lambda later: later.position.step == 0 and not later.outcome
    )
    keys = ["s", "o", "R", "n", "m", "escape", "z", "Z", "H", "x", "left_square_bracket"]
    await walk(table(tmp_path, session, settings=Settings(language=code)), *keys, cut=cut)


@pytest.mark.parametrize("code", LANGUAGES)
async def test_exploring_fits(tmp_path, code, cut):
    session = played_until(
        played(begun("rive", TWO), 12), lambda later: later.position.step == 0 and not later.outcome
    )
    app = table(tmp_path, session, adviser=Oracle(()), settings=Settings(language=code))
    keys = ["x", *["left_square_bracket"] * 2, "tab", "enter", "tab", "enter"]
    keys += ["N", "a", "enter", "E", "G", "G", "H", "H", "G", "D", "escape", "E"]
    seen = await walk(app, *keys, cut=cut)
    assert all(_("EXPLORING") in text for text in seen[keys.index("tab") :])


@pytest.mark.parametrize("code", LANGUAGES)
async def test_what_is_known_of_the_terminal_fits(tmp_path, code, cut):
    app = parlour(tmp_path, settings=Settings(language=code))
    seen = await walk(app, "T", "a", cut=cut)
    assert all(_("Terminal") in text for text in seen[1:])


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("id", ["nibble", "rive:size-3", "oust:size-4", "reversi:6x6"])
async def test_the_end_of_a_match_fits(tmp_path, code, id, cut):
    session = played(begun(id, TWO), 5000)
    assert session.outcome
    await walk(table(tmp_path, session, settings=Settings(language=code)), cut=cut)


@pytest.fixture
def house(tmp_path, monkeypatch):
    """A house on a busy evening."""
    monkeypatch.setattr("tui.house.visitor.time.time_ns", lambda: NOW * 1_000_000)
    with rooms(tmp_path) as found:
        yield found


@pytest.mark.parametrize("code", LANGUAGES)
async def test_a_first_visit_to_a_house_fits(house, code, cut):
    app = house.app(house.visitor(key="new", wished="zoe"), language=code)
    await walk(app, "space", "enter", "backspace", "enter", cut=cut)


@pytest.mark.parametrize("code", LANGUAGES)
async def test_the_lobby_of_a_house_and_what_is_behind_it_fit(house, code, cut):
    app = house.app(crowded(house), language=code)
    keys = ["question_mark", "q", "g", "q", "L", "q", "w", *["down"] * 5, "w", "V", "q", "r", "q"]
    form = ["c", *"reversi", "enter", *["down"] * 14, *["right"] * 3, "up", "right", "q"]
    await walk(app, *keys, *form, cut=cut)


@pytest.mark.parametrize("code", LANGUAGES)
async def test_the_tables_of_a_house_fit(house, code, cut):
    ann = crowded(house)
    talking(ann, 1)
    await walk(house.app(ann, language=code), "enter", "o", "escape", "c", "escape", "C", cut=cut)
    (cat,) = (one for one in house.visitors if one.name == "cat")
    watching = ["down"] * 5
    await walk(house.app(cat, language=code), *watching, "enter", "o", "c", cut=cut)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("minutes", [1, 5])
async def test_waiting_for_somebody_fits(house, code, minutes, cut):
    ann = crowded(house)
    (bob,) = (one for one in house.visitors if one.name == "bob")
    bob.house.go(bob.session)
    since = NOW - minutes * MINUTE
    for match, seat in ((begun_there(ann, "ann", "bob"), 1), (begun_there(ann, "bob", "ann"), 0)):
        gone_on(ann, match, lambda one, seat=seat: one.go_away(seat, since))
    app = house.app(ann, language=code)
    await walk(app, "enter", "o", "escape", "q", "down", "down", "enter", "o", cut=cut)


def begun_there(visitor, *names):
    """A match in which others wait for five minutes."""
    at = NOW - 9 * MINUTE
    return in_house(visitor, *names, at=at, patience=5 * MINUTE, stand_ins=True)


@pytest.mark.parametrize("code", LANGUAGES)
async def test_a_seat_that_was_lent_to_a_bot_fits(house, code, cut):
    ann = house.visitor("ann")
    in_house(ann, "bob", Player("bot", "ann", 2))
    await walk(house.app(ann, language=code), "enter", "o", cut=cut)


@pytest.mark.parametrize("code", LANGUAGES)
def test_help_in_lines_is_whole_and_its_commands_stay_english(code):
    def parts():
        """What is typed, and what is told of it, line by line."""
        lines = [printable(ascii_text(line)) for line in help_lines()]
        return [line.partition(": ") if line[0] == " " else ("", "", line) for line in lines]

    english = parts()
    speak(code, ascii=True)
    told = parts()
    assert [typed for typed, _colon, _text in told] == [typed for typed, _colon, _text in english]
    assert not any("?" in text for _typed, _colon, text in told)
    same = [text for _typed, _colon, text in told if text in [one[2] for one in english]]
    assert len(same) == (len(told) if code in ("en", *UNICODE_ONLY) else 0)


def test_what_is_padded_is_as_wide_in_every_script():
    assert {cell_len(padded(word, 12)) for word in ("", "색", "둘 수 있는 칸"[:5], "Cores")} == {12}
    assert padded("둘 수 있는 칸", 4) == "둘 수 있는 칸 "


@pytest.mark.parametrize("columns", [4, 5, 11, 12, 40])
def test_paragraphs_are_wrapped_by_cells(columns):
    told = "판은 블록으로 가득 차 있고, colors 9색 또는 13색 입니다"
    rows = [plain(row) for row in wrapped(told, columns)]
    assert all(cell_len(row) <= columns for row in rows)
    assert "".join("".join(rows).split()) == "".join(told.split())


@pytest.mark.parametrize("code", FOREIGN)
async def test_columns_stand_straight(tmp_path, code):
    """The bar between the lobby's halves, and the numbers of its list, stand in one column."""
    async with parlour(tmp_path, settings=Settings(language=code)).run_test(size=SIZE) as pilot:
        await pilot.pause(0.5)
        rows = text_of(rows_of(pilot.app)).splitlines()[1:-1]
    bars = {cell_len(row[: row.index("|")]) for row in rows if "|" in row}
    assert len(bars) == 1


async def test_another_language_is_spoken_at_once(tmp_path):
    app = parlour(tmp_path)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("s")
        app.screen.menu.mark("language")
        seen = {}
        for code in (*LANGUAGES, "auto"):
            await pilot.press("right")
            assert app.settings.language == code
            seen[code] = text_of(rows_of(pilot.app)).splitlines()[0].strip()
        assert seen == {
            "en": "Settings",
            "pt": "Ajustes",
            "id": "Setelan",
            "ro": "Setări",
            "ko": "설정",
            "auto": "Settings",
        }


async def test_what_was_asked_for_once_is_not_kept(tmp_path):
    app = parlour(tmp_path, language="ko")
    async with app.run_test(size=SIZE) as pilot:
        assert "추상 보드게임" in text_of(rows_of(pilot.app))
        await pilot.press("t")
        assert app.settings.language == "auto"
        assert "추상 보드게임" in text_of(rows_of(pilot.app))


@pytest.mark.parametrize("code", ["ko"])
async def test_pictures(tmp_path, snapshot, code):
    settings = Settings(language=code)
    async with parlour(tmp_path, settings=settings).run_test(size=SIZE) as pilot:
        await pilot.pause(0.5)
        await shoot(pilot, snapshot, f"lobby-80x24-{code}")
    session = played(begun("rive:size-4", ONE[:1] + TWO[1:]), 30)
    async with table(tmp_path, session, settings=settings).run_test(size=SIZE) as pilot:
        await shoot(pilot, snapshot, f"rive-80x24-{code}")
        await pilot.press("question_mark")
        await shoot(pilot, snapshot, f"help-80x24-{code}")


@pytest.mark.parametrize("code", FOREIGN)
async def test_pictures_of_settings(tmp_path, snapshot, code, monkeypatch):
    monkeypatch.setattr("tui.screens.settings.SettingsPage._file", lambda _: "settings.yaml")
    async with parlour(tmp_path, settings=Settings(language=code)).run_test(size=SIZE) as pilot:
        await pilot.press("s")
        await shoot(pilot, snapshot, f"settings-80x24-{code}")
