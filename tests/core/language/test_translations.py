"""Words for players may stand in files of their own, one for each language and game."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from core import catalog
from core.language.expand import expand
from core.language.load import check_file, load_file
from core.language.problems import DefinitionError
from tests.core.language.texts import SMALL, small


def game(folder: Path, text: str = SMALL, **words: str) -> Path:
    """The file of a game, with a file of words for each language."""
    file = folder / "small.yaml"
    file.write_text(text, "utf-8")
    for language, said in words.items():
        place = folder / "text" / language / "small.yaml"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(said, "utf-8")
    return file


def test_a_file_of_words_is_read_like_the_key_text(tmp_path: Path) -> None:
    file = game(tmp_path, pt="moves: {place: colocar}\nstages: {start: 'faltam {count(empty)}'}")
    inside = small(text='{pt: {moves: {place: colocar}, stages: {start: "faltam {count(empty)}"}}}')
    whole = tmp_path / "whole.yaml"
    whole.write_text(inside, "utf-8")
    assert load_file(file).text == load_file(whole).text
    assert load_file(file).prompts == load_file(whole).prompts


def test_words_of_both_places_are_joined_and_those_of_the_file_of_words_win(tmp_path: Path) -> None:
    text = small(text="{pt: {name: Curto, pass: passar}}")
    assert load_file(game(tmp_path, text, pt="name: Pequeno")).text == {
        "pt": {"name": "Pequeno", "pass": "passar"}
    }


def test_the_folder_no_is_norwegian(tmp_path: Path) -> None:
    assert load_file(game(tmp_path, no="name: Liten")).text["no"] == {"name": "Liten"}


def test_words_do_not_change_which_game_it_is(tmp_path: Path) -> None:
    plain = load_file(game(tmp_path)).digest
    assert load_file(game(tmp_path, pt="name: Pequeno")).digest == plain


def test_a_game_that_extends_another_has_its_words(tmp_path: Path) -> None:
    game(tmp_path, pt="name: Pequeno")
    child = tmp_path / "child.yaml"
    child.write_text("format: 1\ngame: child\nextends: small\n")
    assert load_file(child).text == {"pt": {"name": "Pequeno"}}


def test_an_expanded_game_has_its_words(tmp_path: Path) -> None:
    assert "Pequeno" in expand(game(tmp_path, pt="name: Pequeno"))


@pytest.mark.parametrize(
    ("language", "words", "told"),
    [
        ("pt", "moves: {plaec: colocar}", "1:9: warning: there is no 'plaec' in `moves:` [text]"),
        ("pt", "mvoes: {place: x}", "1:1: error: unknown key 'mvoes' in text.pt [unknown-key]"),
        ("english", "name: Small", "1:1: error: 'english' is no language code [name]"),
        ("pt", "- name", "1:1: error: a file of words is a mapping of keys [type]"),
        ("pt", "name: [", "1:8: error: not valid YAML: expected the node content, but found"),
        ("pt", "stages: {start: '{cuont(empty)}'}", "1:19: error: unknown function 'cuont' [expr]"),
    ],
)
def test_faults_of_a_file_of_words_are_told_where_they_stand(
    tmp_path: Path, language: str, words: str, told: str
) -> None:
    file = game(tmp_path, **{language: words})
    problem = str(check_file(file)[0])
    assert problem.startswith(f"{tmp_path / 'text' / language / 'small.yaml'}:{told}")


def test_a_language_that_lacks_words_is_told_once_with_all_it_lacks(tmp_path: Path) -> None:
    english = "{en: {name: Small, moves: {place: place a stone}, end: {line: has four}}}"
    (problem,) = check_file(game(tmp_path, small(text=english), pt="name: Pequeno"))
    assert problem.message == "language 'pt' has no moves.place, end.line"
    assert (problem.severity, problem.line) == ("warning", 1)
    assert problem.file.endswith("pt/small.yaml")


def test_a_language_that_lacks_nothing_is_not_mentioned(tmp_path: Path) -> None:
    english = small(text="{en: {name: Small, moves: {place: place a stone}}}")
    assert check_file(game(tmp_path, english, pt="{name: Pequeno, moves: {place: pôr}}")) == []


def test_a_game_with_faulty_words_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DefinitionError, match="mvoes"):
        load_file(game(tmp_path, pt="mvoes: {}"))


def test_a_change_of_words_is_a_change_of_the_game(tmp_path: Path) -> None:
    file = game(tmp_path, pt="name: Pequeno")
    before = catalog.stamp(file)
    assert catalog.definition(str(file)).text["pt"]["name"] == "Pequeno"
    game(tmp_path, pt="name: Miúdo")
    os.utime(tmp_path / "text" / "pt" / "small.yaml", ns=(before[0] + 1, before[0] + 1))
    assert catalog.stamp(file) != before
    assert catalog.definition(str(file)).text["pt"]["name"] == "Miúdo"


def test_every_shipped_file_of_words_is_of_a_shipped_game() -> None:
    files = list((catalog.path_of("oust").parent / "text").glob("*/*"))
    assert {file.stem for file in files} <= set(catalog.names())
    assert files
