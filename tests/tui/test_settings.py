"""Settings: kept in a file that may be wrong in any way without locking anybody out."""

from __future__ import annotations

import os
import re
import time
from types import SimpleNamespace

import pytest

from tests.tui.houses import parlour
from tui.screens import settings as page
from tui.screens.settings import SettingsPage
from tui.screenshot import rows_of, text_of
from tui.settings import CHOICES, Settings, load, save


def written(folder, text):
    file = folder / "settings.yaml"
    file.write_text(text)
    return load(file)


def test_without_a_file_everything_is_as_usual(tmp_path):
    assert load(tmp_path / "settings.yaml") == Settings()


def test_what_is_saved_is_read_again(tmp_path):
    file = tmp_path / "new" / "settings.yaml"
    wanted = Settings(color="16", theme="light", bell="on")
    assert save(wanted, file) == ""
    assert load(file) == wanted


def test_words_that_yaml_likes_to_change_stay_words(tmp_path):
    assert written(tmp_path, "bell: on\ncolor: 256\n") == Settings(bell="on", color="256")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("color: pink", "1:8: color: should be auto, 256, 16 or none, not 'pink'"),
        ("bell: off\ncolour: auto", "2:1: colour: is no setting"),
        ("keys: {table.done: x}", "1:1: keys: stand in keys.yaml beside it"),
        ("color: [16]", "1:8: color: should be auto, 256, 16 or none, not '[...]'"),
        ("{", "1:2: is not valid YAML; using the defaults"),
        ("- a", "1:1: should be a list of `name: value` lines"),
    ],
)
def test_what_is_wrong_is_told_and_left_at_its_default(tmp_path, text, fault):
    settings = written(tmp_path, text)
    assert settings == Settings(faults=(f"{tmp_path / 'settings.yaml'}:{fault}",))


def test_one_slip_does_not_spoil_the_rest(tmp_path):
    settings = written(tmp_path, "color: pink\ntheme: light\n")
    assert (settings.theme, len(settings.faults)) == ("light", 1)


def test_a_file_of_bytes_is_told(tmp_path):
    file = tmp_path / "settings.yaml"
    file.write_bytes(b"\xff\xfe\x00")
    assert load(file).faults == (f"{file}: cannot be read (not UTF-8)",)


def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "taken").write_text("")
    assert "cannot be kept" in save(Settings(), tmp_path / "taken" / "settings.yaml")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a: &a [x]\nb: [*a, *a]\n", "2:5: is not valid YAML; using the defaults"),
        ("#" * (10 << 20), " is larger than 64 KiB; not read"),
        ("[" * 60_000, "1:10: is not valid YAML; using the defaults"),
        (
            f"color: {'x' * 60_000}",
            f"1:8: color: should be auto, 256, 16 or none, not '{'x' * 56}...",
        ),
    ],
    ids=["aliases", "large", "deep", "long"],
)
def test_a_file_made_to_do_harm_is_told_at_once(tmp_path, text, fault):
    begin = time.process_time()
    settings = written(tmp_path, text)
    assert time.process_time() - begin < 1
    assert settings.faults == (f"{tmp_path / 'settings.yaml'}:{fault}",)


def test_thousands_of_faults_are_told_in_a_few_lines(tmp_path):
    text = "".join(f"s{number}: x\n" for number in range(3000))
    settings = written(tmp_path, text)
    assert len(settings.faults) == 6
    assert settings.faults[-1].endswith("and 2995 more faults")


def test_a_pipe_is_not_waited_for(tmp_path):
    file = tmp_path / "settings.yaml"
    os.mkfifo(file)
    assert load(file).faults == (f"{file}: cannot be read (is no ordinary file)",)


@pytest.mark.parametrize("size", [(80, 24), (36, 20)], ids=str)
@pytest.mark.parametrize("faults", [(), ("a fault of the file that is long " * 3,) * 6], ids=len)
async def test_many_settings_are_all_reached_and_explained(tmp_path, monkeypatch, size, faults):
    names = [f"setting{number}" for number in range(15)]
    now = SimpleNamespace(
        **dict.fromkeys(names, "off"), keys={}, faults=faults, choices=lambda name: ("off", "on")
    )
    monkeypatch.setattr(page, "_TOLD", {name: (name, f"About {name}.") for name in names})
    monkeypatch.setattr(SettingsPage, "settings", now)
    app = parlour(tmp_path)
    async with app.run_test(size=size) as pilot:
        await pilot.press("s")
        for name in names:
            await pilot.pause()
            shown = "\n".join(row.rstrip() for row in text_of(rows_of(pilot.app)).splitlines())
            assert f"> {name} " in shown
            assert f"About {name}." in shown
            await pilot.press("down")


async def test_a_setting_with_too_many_values_for_the_window_shows_the_one_it_has(
    tmp_path, monkeypatch
):
    values = [f"value-{number}" for number in range(9)]
    monkeypatch.setitem(CHOICES, "theme", ("dark", *values))
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("s")
        await pilot.pause()
        shown = text_of(rows_of(pilot.app))
        assert re.search(r"Theme +\[dark\] 1/10\n", shown)
