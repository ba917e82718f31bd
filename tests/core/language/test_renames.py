"""A key that has got another name may be called by its old one, and `upgrade` writes the new."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.language import load, renames
from core.language.load import check_text, load_text
from core.language.problems import Problems
from core.language.renames import outdated, rewrite
from core.language.vocabulary import ACTION, EFFECT, LANGUAGE, TOP, Key, Names, Renamed, Section
from tests.core.language.texts import SMALL, small
from tui.command import run

OLD = """\
# A game in the words of yesterday.
format: 1
game: small
players: [black, white]
board: {shape: square, size: 5}
pieces: {stone: }
moves:
  place: {put: stone,   at: empty, "then": [{check: here in edge}]}   # put, of course
finish: {}
turn: {no_moves: draw}
end:
  line: {when: "line(mine, here) >= 4", win: mover}
variants:
  wide: {moves: {place: {put: stone}}}
"""


def changed(section: Section, renamed: Renamed, **values: object) -> Section:
    """A section with an older name of a key, and with other values of some keys."""
    keys = tuple(replace(key, value=values.get(key.name, key.value)) for key in section.keys)
    return replace(section, keys=keys, renamed=(renamed,))


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> None:
    """A vocabulary of format 3, in which `put`, `check`, `finish` and `titel` are older names."""
    action = changed(
        ACTION,
        Renamed("put", "place", 2),
        then=replace(
            next(key.value for key in ACTION.keys if key.name == "then"),
            value=changed(EFFECT, Renamed("check", "require", 3)),
        ),
    )
    variants = next(key for key in TOP.keys if key.name == "variants")
    assert isinstance(variants.value, Names)
    assert isinstance(variants.value.value, Section)
    moves = Names(action, "action")
    variant = changed(variants.value.value, Renamed("finish", "stages", 2), moves=moves)
    top = changed(
        TOP, Renamed("finish", "stages", 2), moves=moves, variants=Names(variant, "variant")
    )
    monkeypatch.setattr(load, "TOP", top)
    monkeypatch.setattr(renames, "TOP", top)
    monkeypatch.setattr(
        renames, "LANGUAGE", replace(LANGUAGE, renamed=(Renamed("titel", "name", 2),))
    )
    monkeypatch.setattr(renames, "FORMAT", 3)


def test_no_key_of_today_has_the_older_name_of_another() -> None:
    def names(section: Section) -> set[str]:
        return {key.name for key in section.keys}

    for section in (TOP, ACTION, EFFECT, LANGUAGE):
        assert not names(section) & {one.old for one in section.renamed}
        assert names(section) >= {one.new for one in section.renamed}
        assert all(isinstance(key, Key) for key in section.keys)


@pytest.mark.usefixtures("table")
def test_an_older_name_is_a_warning_that_tells_the_new_one() -> None:
    told = [
        f"{one.line}:{one.column} {one.message} {one.rule}" for one in check_text(OLD, "a.yaml")
    ]
    assert told == [
        "8:11 'put' is called 'place' since format 2 renamed",
        "8:46 'check' is called 'require' since format 3 renamed",
        "9:1 'finish' is called 'stages' since format 2 renamed",
        "14:26 'put' is called 'place' since format 2 renamed",
    ]


@pytest.mark.usefixtures("table")
def test_a_file_with_older_names_is_the_same_game() -> None:
    new = OLD.replace("put:", "place:").replace("check:", "require:").replace("finish:", "stages:")
    assert load_text(OLD, "a.yaml").digest == load_text(new, "a.yaml").digest


@pytest.mark.usefixtures("table")
def test_both_names_of_a_key_are_one_too_many() -> None:
    text = OLD.replace("{put: stone,   at", "{put: stone, place: stone, at")
    (error,) = [one for one in check_text(text, "a.yaml") if one.severity == "error"]
    assert error.message == "'put' is an older name of 'place', which is given too"


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_upgrading_changes_the_names_and_not_a_character_besides(
    tmp_path: Path, mark: str, line_end: str
) -> None:
    file = tmp_path / "small.yaml"
    file.write_bytes((mark + OLD.replace("\n", line_end)).encode())
    file.chmod(0o640)
    assert run(["upgrade", str(file)]) == 0
    new = OLD.replace("{put:", "{place:").replace("check:", "require:")
    new = new.replace("finish:", "stages:").replace("format: 1", "format: 3")
    assert file.read_bytes() == (mark + new.replace("\n", line_end)).encode()
    assert file.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.usefixtures("table")
def test_a_check_says_what_upgrading_would_change(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "small.yaml"
    file.write_text(OLD)
    assert run(["upgrade", "--check", str(file)]) == 1
    assert f"{file}:8:11: put -> place\n" in capsys.readouterr().out
    assert file.read_text() == OLD


@pytest.mark.usefixtures("table")
def test_translations_are_upgraded_with_their_game(tmp_path: Path) -> None:
    words = tmp_path / "text" / "pt" / "small.yaml"
    words.parent.mkdir(parents=True)
    words.write_text("titel: Pequeno\n")
    (tmp_path / "small.yaml").write_text(SMALL.replace("format: 1", "format: 3"))
    assert run(["upgrade", str(tmp_path / "small.yaml")]) == 0
    assert words.read_text() == "name: Pequeno\n"


def test_a_file_that_cannot_be_written_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(renames, "FORMAT", 2)
    file = tmp_path / "small.yaml"
    file.write_text(SMALL)
    ((path, edits),) = outdated(file, Problems()).items()

    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="full"):
        rewrite(path, edits)
    assert file.read_text() == SMALL
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_in_present_words_has_nothing_to_upgrade(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "small.yaml"
    file.write_text(small())
    assert run(["upgrade", "--check", str(file)]) == 0
    assert capsys.readouterr().out == ""


def test_what_is_no_yaml_cannot_be_upgraded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "small.yaml"
    file.write_text("moves: {")
    assert run(["upgrade", str(file)]) == 1
    assert "[yaml-syntax]" in capsys.readouterr().out
