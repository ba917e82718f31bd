"""Texts where less can be shown: as wide, in ASCII, or without what is two columns wide."""

from __future__ import annotations

import unicodedata
from importlib import import_module
from pkgutil import iter_modules

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from core.match.records.record import Record
from tests.tui.houses import NOW, begun, parlour, table
from tui import screens
from tui.answers import Answers
from tui.app import Showing
from tui.ascii import ascii_text, bare_text, encoded_text, narrow_text
from tui.screens.page import Page
from tui.screenshot import rows_of, text_of
from tui.settings import Settings
from tui.terminal import Terminal

WRITTEN = st.text(st.characters(exclude_categories=("C", "M", "Zl", "Zp")))


@given(WRITTEN)
def test_a_text_in_ascii_is_ascii_and_as_wide(text):
    assert ascii_text(text).isascii()
    assert cell_len(ascii_text(text)) == cell_len(text)


@given(WRITTEN, st.sampled_from(["ascii", "latin-1", "euc_kr", "cp437", "utf-8"]))
def test_a_text_for_an_encoding_can_be_written_in_it_and_is_as_wide(text, encoding):
    written = encoded_text(text, encoding)
    assert len(written.encode(encoding).decode(encoding)) == len(written)
    assert cell_len(written) == cell_len(text)
    for each in text:
        if encoded_text(each, encoding) != each:
            with pytest.raises(UnicodeEncodeError):
                each.encode(encoding)


def test_accents_are_dropped_where_a_letter_stays():
    assert bare_text("último à Zoë 한국어 Ω") == "ultimo a Zoe 한국어 Ω"


@given(WRITTEN)
def test_a_narrow_text_has_no_ambiguous_character_and_is_as_wide(text):
    narrow = narrow_text(text)
    assert all(unicodedata.east_asian_width(each) != "A" for each in narrow)
    assert cell_len(narrow) == cell_len(text)


@pytest.mark.parametrize(
    ("text", "plainer"),
    [
        ("Gödel \N{EN DASH} 3\N{MULTIPLICATION SIGN}4", "Godel - 3x4"),
        ("│─┌┐└┘┼═║", "|-+++++-|"),
        ("“d4”…", '"d4"~'),
        ("∙•·", ".*."),
        ("棋", "??"),
    ],
)
def test_what_characters_become(text, plainer):
    assert ascii_text(text) == plainer


SCREENS = {
    "lobby": (),
    "help": ("question_mark",),
    "commands": ("colon",),
    "settings": ("s",),
    "terminal": ("T",),
    "finder": ("slash", "n"),
    "rules": ("r",),
    "ratings": ("L",),
    "setup": ("enter",),
    "table": ("p",),
    "table's help": ("p", "question_mark"),
    "table's rules": ("p", "R"),
    "offers": ("p", "o"),
    "typing": ("p", "m", "d"),
    "said": ("p", "s"),
    "looking back": ("p", "left_square_bracket"),
    "focus": ("p", "f"),
    "exploring": ("p", "x", "enter", "N", "a", "enter"),
    "hints": ("p", "H"),
    "values": ("p", "E"),
    "graph": ("p", "enter", "G"),
    "graph of values": ("p", "enter", "G", "G"),
    "described row": ("p", "S"),
    "unfinished game": ("p", "enter", "q"),
    "resigned": ("p", "o", "R", "y"),
}
"""Every screen and what opens it, from the lobby."""


def test_no_screen_has_been_forgotten():
    """Whoever adds a screen adds a way to it above. Some are not imported before they are shown."""
    for module in iter_modules(screens.__path__, "tui.screens."):
        import_module(module.name)
    shown = {"Lobby", "Ladder", "Finder", "Settings", "Terminal", "Setup", "Table", "Replay"}
    found = {kind.__name__ for kind in _kinds(Page) if not list(_kinds(kind))}
    assert found == {f"{name}Page" for name in shown}


def _kinds(kind):
    """All screens that build on a class, at whatever remove."""
    for under in kind.__subclasses__():
        if under.__module__.startswith("tui.screens."):
            yield under
            yield from _kinds(under)


@pytest.mark.parametrize("keys", SCREENS.values(), ids=list(SCREENS))
async def test_every_screen_can_be_shown_in_ascii(tmp_path, keys):
    async with parlour(tmp_path, ascii=True).run_test() as pilot:
        await pilot.pause(0.3)
        await pilot.press(*keys)
        await pilot.pause(0.3)
        shown = text_of(rows_of(pilot.app))
        assert shown.isascii()
        assert len(shown.strip()) > 100


async def test_a_replay_can_be_shown_in_ascii(tmp_path):
    record = Record(begun("reversi", tokens="d3"), began=NOW, ended=NOW)
    async with parlour(tmp_path, ascii=True, visit=Showing(record)).run_test() as pilot:
        await pilot.press("]", "S")
        assert text_of(rows_of(pilot.app)).isascii()


async def test_where_ambiguous_characters_are_wide_none_is_shown_but_others_are(tmp_path):
    app = table(tmp_path, begun("reversi"))
    environ = {"TERM": "xterm-256color", "LANG": "ja_JP.UTF-8"}
    object.__setattr__(app.world, "terminal", Terminal(environ, Answers(widths=(1, 2))))
    async with app.run_test() as pilot:
        await pilot.press("T")
        await pilot.pause()
        shown = text_of(rows_of(pilot.app))
        assert "xxxxxxxx|" in shown
        assert "∙∙∙∙∙∙∙∙|" in shown
        assert all(unicodedata.east_asian_width(each) != "A" for each in shown)


async def test_ascii_can_be_set_and_unicode_too(tmp_path):
    for characters, is_ascii in (("ascii", True), ("unicode", False)):
        app = parlour(tmp_path, settings=Settings(characters=characters))
        object.__setattr__(app.world, "terminal", Terminal({"TERM": "xterm", "LANG": "C"}))
        assert app.is_ascii is is_ascii
