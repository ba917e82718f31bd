"""The table of actions: everything has a key that every terminal sends, and only one meaning."""

from __future__ import annotations

from collections import Counter

import pytest

from tui.app import Parlour
from tui.keys import ACTIONS, SCREENS, bound, faults, prints, shown
from tui.lines import plain
from tui.screens.help import key_lines
from tui.screens.lobby import LobbyPage
from tui.screens.setup import SetupPage
from tui.screens.table import TablePage
from tui.screens.text import TextPage

OWNERS = {
    "app": Parlour,
    "menu": LobbyPage,
    "lobby": LobbyPage,
    "setup": SetupPage,
    "table": TablePage,
    "text": TextPage,
}


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.id)
def test_every_action_has_a_key_that_prints(action):
    assert any(prints(key) for key in action.keys)


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.id)
def test_every_action_has_something_to_do(action):
    assert callable(getattr(OWNERS[action.screen], f"action_{action.name}"))


@pytest.mark.parametrize(
    "parts",
    [("app", "menu", "lobby"), ("app", "menu", "setup"), ("app", "table"), ("app", "text")],
    ids=lambda parts: parts[-1],
)
def test_no_key_means_two_things_on_one_screen(parts):
    used = Counter(key for action in ACTIONS if action.screen in parts for key in action.keys)
    assert [key for key, count in used.items() if count > 1] == []


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


def test_help_shows_keys_as_they_are_now():
    actions = [action for action in ACTIONS if action.id == "table.done"]
    rows = [plain(row) for row in key_lines(actions, {"table.done": "x,f9"}, 76)]
    assert rows[1].split() == ["x", "F9", "end", "the", "turn", "where", "that", "is", "allowed"]


def test_a_key_for_an_unknown_action_is_told():
    assert faults({"table.dance": "x"}) == ["no action is called 'table.dance'"]


def test_an_action_may_not_lose_its_last_printing_key():
    assert faults({"table.done": "f9"}) == ["table.done has no key that prints a character"]


def test_every_part_of_the_table_has_a_heading():
    assert {action.screen for action in ACTIONS} == set(SCREENS)


def test_keys_can_be_given_to_other_actions():
    usual, other = bound(("table",), {}), bound(("table",), {"table.done": "x"})
    assert (usual["full_stop"], other["x"]) == ("table.done", "table.done")
    assert "full_stop" not in other


def test_the_keys_of_a_screen_go_before_those_of_the_program():
    assert bound(("lobby", "app"), {"app.theme": "s"})["s"] == "lobby.settings"


def test_help_at_the_table_explains_the_marks_on_the_board():
    actions = [action for action in ACTIONS if action.screen == "table"]
    text = "\n".join(plain(row) for row in key_lines(actions, {}, 76))
    assert "Marks on the board" in text
    for mark in ("[ ]", "( )", "< >", "+  ", "*  ", "* ! #"):
        assert f"\n  {mark}" in text


def test_help_elsewhere_says_nothing_of_marks():
    actions = [action for action in ACTIONS if action.screen == "lobby"]
    assert "Marks" not in "\n".join(plain(row) for row in key_lines(actions, {}, 76))
