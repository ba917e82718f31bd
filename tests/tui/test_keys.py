"""The table of actions: everything has a key that every terminal sends, and only one meaning."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from textual.keys import _character_to_key

from tui.app import Parlour
from tui.house.lobby import HouseLobby
from tui.house.table import HouseTable
from tui.keys import (
    ACTIONS,
    SCREENS,
    TOGETHER,
    bound,
    doubled,
    keys_of,
    known,
    prints,
    settled,
    shown,
)
from tui.lines import plain
from tui.screens.finder import FinderPage
from tui.screens.help import LEGENDS, key_lines
from tui.screens.lobby import LobbyPage
from tui.screens.replay import ReplayPage
from tui.screens.settings import SettingsPage
from tui.screens.setup import SetupPage
from tui.screens.table import TablePage
from tui.screens.text import TextPage

OWNERS = {
    "app": Parlour,
    "menu": LobbyPage,
    "lobby": LobbyPage,
    "setup": SetupPage,
    "table": TablePage,
    "company": HouseTable,
    "house": HouseLobby,
    "replay": ReplayPage,
    "text": TextPage,
}
PAGES = (LobbyPage, SetupPage, TablePage, ReplayPage, TextPage, SettingsPage, FinderPage)


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.id)
def test_every_action_has_a_key_that_prints(action):
    assert any(prints(key) for key in action.keys)


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.id)
def test_every_action_has_something_to_do(action):
    assert callable(getattr(OWNERS[action.screen], f"action_{action.name}"))


def test_no_key_means_two_things_on_one_screen():
    assert doubled({}) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.__name__)
def test_the_parts_of_every_screen_are_known_to_go_together(page):
    assert any(set(page.PARTS) <= set(parts) for parts in TOGETHER)


@pytest.mark.parametrize("parts", TOGETHER, ids=lambda parts: parts[-1])
def test_every_action_of_a_screen_is_reached_by_its_keys(parts):
    reached = set(bound(parts[::-1], {}).values())
    assert reached == {action.id for action in ACTIONS if action.screen in parts}


def test_no_key_needs_alt_or_control_and_shift():
    every = [key for action in ACTIONS for key in action.keys]
    assert not [key for key in every if "alt+" in key or "ctrl+shift" in key]


def test_keys_are_shown_as_they_are_printed():
    assert [shown(key) for key in ("full_stop", "escape", "f1", "ctrl+l", "Q")] == [
        ".",
        "Esc",
        "F1",
        "Ctrl+L",
        "Q",
    ]


def test_help_names_every_action_of_a_screen():
    actions = [action for action in ACTIONS if action.screen in ("table", "app")]
    text = " ".join(" ".join(plain(row) for row in key_lines(actions, {}, 76)).split())
    assert [action.id for action in actions if action.help not in text] == []


@pytest.mark.parametrize("parts", TOGETHER, ids=lambda parts: parts[-1])
@pytest.mark.parametrize("remapped", [{}, {"app.help": ("f9", "E"), "text.up": ("A",)}], ids=str)
def test_help_shows_just_the_keys_that_work(parts, remapped):
    actions = [action for action in ACTIONS if action.screen in parts]
    rows = [row for row in key_lines(actions, remapped, 120) if row and row[0].role == "key"]
    told = {(row[0].text.strip(), plain(row[1:])) for row in rows}
    live = {(" ".join(map(shown, keys_of(action, remapped))), action.help) for action in actions}
    marks = {words for _, entries in LEGENDS for _, words in entries}
    assert {entry for entry in told if entry[1] not in " ".join(marks)} == live


def test_the_names_of_keys_are_those_of_textual():
    for character in map(chr, range(33, 127)):
        key = _character_to_key(character)
        assert known(character) == known(key) == key
        assert shown(key) == character
        assert prints(key)


@pytest.mark.parametrize(
    ("word", "key"),
    [
        ("Esc", "escape"),
        ("Space", "space"),
        ("Bksp", "backspace"),
        ("Shift+Tab", "shift+tab"),
        ("PgUp", "pageup"),
        ("F9", "f9"),
        ("Ctrl+L", "ctrl+l"),
        ("Q", "Q"),
        ("ctrl+c", None),
        ("alt+x", None),
        ("f13", None),
        ("\N{BULLET}", None),
        ("xx", None),
    ],
)
def test_keys_may_be_written_as_they_are_shown(word, key):
    assert known(word) == key


IDS = [action.id for action in ACTIONS]
SOME_KEYS = st.sampled_from(sorted({key for action in ACTIONS for key in action.keys} | {"f9"}))
MAPS = st.dictionaries(
    st.sampled_from([*IDS, "table.dance"]),
    st.lists(SOME_KEYS, max_size=3, unique=True).map(tuple),
    max_size=12,
)


@settings(deadline=None)
@given(MAPS)
@example({"app.quit": ("f9",), "app.help": ()})
@example({"table.done": ("r",), "table.rotate": ("full_stop",)})
def test_whatever_is_wanted_nobody_is_locked_out(wanted):
    found, refused = settled(wanted)
    assert set(found) | set(refused) == set(wanted)
    assert all(found[id] == wanted[id] for id in found)
    assert doubled(found) == []
    for parts in TOGETHER:
        reached = {id for key, id in bound(parts[::-1], found).items() if prints(key)}
        assert reached == {action.id for action in ACTIONS if action.screen in parts}


def test_two_actions_can_change_their_keys():
    wanted = {"table.done": ("r",), "table.rotate": ("full_stop",)}
    assert settled(wanted) == (wanted, {})


def test_every_part_of_the_table_has_a_heading():
    assert {action.screen for action in ACTIONS} == set(SCREENS)


def test_keys_can_be_given_to_other_actions():
    usual, other = bound(("table",), {}), bound(("table",), {"table.done": ("x",)})
    assert (usual["full_stop"], other["x"]) == ("table.done", "table.done")
    assert "full_stop" not in other


def test_the_keys_of_a_screen_go_before_those_of_the_program():
    assert bound(("lobby", "app"), {"app.theme": ("s",)})["s"] == "lobby.settings"


def test_help_at_the_table_explains_the_marks_on_the_board():
    actions = [action for action in ACTIONS if action.screen == "table"]
    text = "\n".join(plain(row) for row in key_lines(actions, {}, 76))
    assert "Marks on the board" in text
    for mark in ("[ ]", "( )", "< >", "+  ", "*  ", "* ! #"):
        assert f"\n  {mark}" in text


def test_help_elsewhere_says_nothing_of_marks():
    actions = [action for action in ACTIONS if action.screen == "lobby"]
    assert "Marks" not in "\n".join(plain(row) for row in key_lines(actions, {}, 76))
