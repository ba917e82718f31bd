"""Games are found by name or by file, with their variants."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from core import catalog
from core.errors import UnknownGame
from core.language.load import load_file
from core.language.problems import DefinitionError

TINY = """\
format: 1
game: tiny
board: {shape: square, size: SIZE}
pieces: {stone: }
moves: {stone: {place: stone, at: empty}}
turn: {no_moves: draw}
"""


def test_a_name_without_variants_means_the_defaults() -> None:
    assert catalog.load("oust").id == "oust:size-7"
    assert catalog.load("oust:no-pie").id == "oust:size-7+no-pie"
    assert catalog.load("oust:no-pie+size-4").id == "oust:size-4+no-pie"


def test_a_game_is_read_and_compiled_once_whatever_it_is_called() -> None:
    for name in catalog.names():
        game = catalog.load(name)
        assert catalog.load(game.id) is game
    assert catalog.load("oust:no-pie+size-4") is catalog.load("oust:size-4+no-pie")


def test_a_name_with_and_without_defaults_means_the_same() -> None:
    for name in catalog.names():
        path, chosen = catalog.split(catalog.load(name).id)
        assert load_file(path, chosen).digest == load_file(path, ()).digest


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ouzt", "no game 'ouzt'; did you mean 'oust'?"),
        ("nothing-like-it", "no game 'nothing-like-it'"),
        ("./nowhere.yaml", "no file './nowhere.yaml'"),
        ("x" * 5000 + ".yaml", f"no file {'x' * 200!r}"),
        ("\0.yaml", "no file '\\x00.yaml'"),
    ],
)
def test_an_unknown_game_is_answered_with_the_nearest(name: str, words: str) -> None:
    with pytest.raises(UnknownGame) as unknown:
        catalog.load(name)
    assert str(unknown.value) == words


@pytest.mark.parametrize(
    "name", ["oust:size-44", "oust:size-4+size-5", "oust:", "oust:+", "oust:size-4+size-4"]
)
def test_variants_that_do_not_exist_or_exclude_each_other_are_refused(name: str) -> None:
    with pytest.raises(UnknownGame):
        catalog.load(name)


def test_a_file_is_read_again_once_it_has_changed(tmp_path: Path) -> None:
    file = tmp_path / "tiny.yaml"
    file.write_text(TINY.replace("SIZE", "3"), "utf-8")
    assert len(catalog.load(str(file)).cells) == 9
    file.write_text(TINY.replace("SIZE", "5"), "utf-8")
    os.utime(file, ns=(1, 1))
    assert len(catalog.load(str(file)).cells) == 25
    file.write_text("format: 1\ngame: [", "utf-8")
    with pytest.raises(DefinitionError):
        catalog.load(str(file))


def test_the_games_of_a_folder_are_its_yaml_files(tmp_path: Path) -> None:
    for name in ("b.yaml", "a.yml", "notes.txt"):
        (tmp_path / name).touch()
    assert catalog.names_in(tmp_path) == (str(tmp_path / "a.yml"), str(tmp_path / "b.yaml"))
    assert catalog.names_in(tmp_path / "nowhere") == ()
