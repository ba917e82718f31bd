"""The file of keys: what is in it is used, and what is wrong with it is told with its place."""

from __future__ import annotations

import pytest

from tests.tui.houses import begun, parlour, table
from tui.keymap import load, written
from tui.keys import ACTIONS, keys_of
from tui.lines import plain
from tui.settings import load as load_settings
from tui.widgets.lines import Lines


def read(folder, text):
    file = folder / "keys.yaml"
    file.write_text(text)
    keys, faults = load(file)
    return keys, [fault.removeprefix(f"{file}:") for fault in faults]


def test_without_a_file_keys_are_as_usual(tmp_path):
    assert load(tmp_path / "keys.yaml") == ({}, ())


@pytest.mark.parametrize(
    ("value", "keys"),
    [
        ("^", ("circumflex_accent",)),
        ("^, F9", ("circumflex_accent", "f9")),
        ("[^, ';']", ("circumflex_accent", "semicolon")),
        ("','", ("comma",)),
        ('[Bksp, "\'"]', ("backspace", "apostrophe")),
        ("full_stop", ("full_stop",)),
    ],
)
def test_keys_are_written_in_several_ways(tmp_path, value, keys):
    # The marks that this action and others have by default are taken from those first.
    text = f"app.cancel: $\ntable.undo: '~'\ntable.done: {value}\n"
    found, faults = read(tmp_path, text)
    assert faults == []
    assert found["table.done"] == keys


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "app.theme: $\ntable.redone: ^\n",
            "2:1: no action is called 'table.redone'; did you mean table.done?",
        ),
        ("table.done: F9\n", "1:13: one of its keys must print a character"),
        ("table.done: []\n", "1:13: one of its keys must print a character"),
        ("table.done: [^, Hyper]\n", "1:17: 'Hyper' is no key to be had"),
        ("table.done: r\n", "1:13: r is a key of table.rotate already"),
        (
            "table.done: ^\ntable.say: ^\n",
            "2:12: ^ is a key of table.done already",
        ),
        ("app.quit: t\n", "1:11: t is a key of app.theme already"),
        ("table.done: ^\ntable.done: ^\n", "2:1: table.done has keys already, further up"),
        ("table.done: {a: b}\n", "1:13: '{...}' is no key to be had"),
        ("table.done: [^\n", "2:1: is not valid YAML; using the defaults"),
        ("- x\n", "1:1: should be a list of `name: value` lines"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path, text, fault):
    assert read(tmp_path, text)[1] == [fault]


def test_one_slip_does_not_spoil_the_rest(tmp_path):
    found, faults = read(tmp_path, "table.done: ^\ntable.say: Hyper\n")
    assert found == {"table.done": ("circumflex_accent",)}
    assert len(faults) == 1


@pytest.mark.parametrize("remapped", [{}, {"table.done": ("backslash", "quotation_mark")}], ids=str)
def test_what_is_written_is_read_again(tmp_path, remapped):
    file = tmp_path / "keys.yaml"
    found, faults = read(tmp_path, "\n".join(written(remapped, file)))
    assert faults == []
    assert found == {action.id: keys_of(action, remapped) for action in ACTIONS}


async def test_a_key_of_the_file_works_and_help_shows_it(tmp_path):
    (tmp_path / "keys.yaml").write_text("table.done: ^\napp.help: $\ntable.pick: ['~', Space]\n")
    settings = load_settings(tmp_path / "settings.yaml")
    app = table(tmp_path, begun("oust:size-4"), settings=settings)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("tilde")
        assert [played.token for played in app.screen.session.steps] == ["d4"]
        await pilot.press("dollar_sign")
        rows = [plain(row) for row in app.screen.query_one("#text", Lines).lines]
        assert any(row.split()[:2] == ["^", "end"] for row in rows)


async def test_a_broken_file_is_told_and_locks_nobody_out(tmp_path):
    (tmp_path / "keys.yaml").write_text("app.help: F9\napp.quit: F8\napp.leave: [\n")
    settings = load_settings(tmp_path / "settings.yaml")
    app = parlour(tmp_path, settings=settings)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("s")
        await pilot.pause()
        shown = "".join(plain(row) for row in app.screen.query_one("#text", Lines).lines)
        assert "keys.yaml:4:1:" in shown
        await pilot.press("question_mark", "q", "Q")
    assert app.return_code == 0
