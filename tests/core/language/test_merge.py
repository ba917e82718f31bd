"""Files that build on others, and variants."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import UnknownGame
from core.language import limits, merge
from core.language.definition import Definition
from core.language.load import check_file, load_file, load_text
from core.language.problems import DefinitionError
from tests.core.language.texts import small

VARIANTS = """
  small: {group: board, default: true, params: {size: 5}}
  large: {group: board, params: {size: 9}}
  misere: {group: goal, end: {line: {win: opponent}}}
  quick: {end: {full: {when: count(mine) > 3, win: mover}}}"""


def game(*variants: str) -> Definition:
    text = small(
        params="{size: {default: 7, min: 3, max: 9, step: 2}}",
        board="{shape: square, size: $size}",
        variants=VARIANTS,
    )
    return load_text(text, "game.yaml", variants)


def test_the_default_of_a_group_is_chosen():
    assert game().chosen == ("small",)
    assert len(game().board.cells) == 25


def test_a_variant_takes_the_place_of_the_default_of_its_group():
    assert game("large").chosen == ("large",)
    assert len(game("large").board.cells) == 81


def test_variants_of_different_groups_go_together_in_the_order_of_the_file():
    assert game("quick", "misere", "large").chosen == ("large", "misere", "quick")
    assert game("quick", "misere", "large") == game("large", "misere", "quick")


def test_a_variant_changes_one_key_of_a_rule_and_leaves_the_others():
    (rule,) = game("misere").ends
    assert (rule.who, rule.when.text) == ("opponent", "line(mine, here) >= 4")


def test_a_variant_adds_a_rule_after_the_others():
    assert [rule.name for rule in game("quick").ends] == ["line", "full"]


@pytest.mark.parametrize(
    ("variants", "message"),
    [
        (("lagre",), "small has no variant 'lagre'; did you mean 'large'?"),
        (("nothing",), "small has no variant 'nothing'; there are small, large, misere, quick"),
        (("small", "large"), "'small' and 'large' do not go together"),
    ],
)
def test_a_choice_of_variants_that_cannot_be_is_refused(variants, message):
    with pytest.raises(UnknownGame, match=message.replace("?", r"\?")):
        game(*variants)


def test_a_variant_may_delete_a_rule():
    text = small(variants="{free: {end: {line: null, full: {when: none(empty), draw: true}}}}")
    definition = load_text(text, "game.yaml", ("free",))
    assert [rule.name for rule in definition.ends] == ["full"]


def test_a_variant_may_add_a_piece_type_without_settings():
    text = small(variants="{royal: {pieces: {king: }}}")
    definition = load_text(text, "game.yaml", ("royal",))
    assert [piece.name for piece in definition.pieces] == ["stone", "king"]


def test_a_parameter_keeps_its_range_in_a_variant():
    text = small(
        params="{size: {default: 7, max: 9}}",
        board="{shape: square, size: $size}",
        variants="{huge: {params: {size: 11}}}",
    )
    with pytest.raises(DefinitionError, match="size must be at most 9, not 11"):
        load_text(text, "game.yaml", ("huge",))


def test_a_parameter_goes_in_steps():
    text = small(
        params="{size: {default: 6, min: 3, step: 2}}", board="{shape: square, size: $size}"
    )
    with pytest.raises(DefinitionError, match="size must go in steps of 2 from 3, not 6"):
        load_text(text, "game.yaml")


def write(folder: Path, **files: str) -> Path:
    """Files of a folder; the path of the last."""
    path = folder
    for name, text in files.items():
        path = folder / f"{name}.yaml"
        path.write_text(text, "utf-8")
    return path


def child(parent: str, rest: str = "") -> str:
    return f"format: 1\ngame: child\nextends: {parent}\n{rest}"


def test_a_file_inherits_what_it_does_not_say(tmp_path):
    definition = load_file(write(tmp_path, parent=small(), child=child("parent")))
    assert definition.game == "child"
    assert definition.actions == load_text(small(), "parent.yaml").actions


def test_a_file_changes_what_it_inherits_key_by_key(tmp_path):
    rest = "board: {size: 6}\nend:\n  line: null\n  full: {when: none(empty), draw: true}\n"
    definition = load_file(write(tmp_path, parent=small(), child=child("parent", rest)))
    assert len(definition.board.cells) == 36
    assert [rule.name for rule in definition.ends] == ["full"]


def test_a_list_is_replaced_as_a_whole(tmp_path):
    path = write(tmp_path, parent=small(), child=child("parent", "players: [red, blue]\n"))
    assert [player.name for player in load_file(path).players] == ["red", "blue"]


def test_a_grandparent_counts_too(tmp_path):
    middle = child("old", "board: {size: 4}\n").replace("game: child", "game: middle")
    path = write(tmp_path, old=small(), middle=middle, young=child("middle"))
    assert len(load_file(path).board.cells) == 16


def test_shipped_games_can_be_extended_from_anywhere(tmp_path, monkeypatch):
    shipped, own = tmp_path / "shipped", tmp_path / "own"
    shipped.mkdir()
    own.mkdir()
    monkeypatch.setattr(merge, "SHIPPED", shipped)
    write(shipped, parent=small())
    assert load_file(write(own, child=child("parent"))).game == "child"


def test_a_problem_is_told_in_the_file_it_stands_in(tmp_path):
    path = write(tmp_path, parent=small(score="count(mien)"), child=child("parent"))
    with pytest.raises(DefinitionError) as caught:
        load_file(path)
    (problem,) = caught.value.problems
    assert problem.file == str(tmp_path / "parent.yaml")
    assert "count(mien)" in caught.value.render()


def test_a_slip_of_the_child_is_told_in_the_child(tmp_path):
    path = write(tmp_path, parent=small(), child=child("parent", "score: count(mien)\n"))
    with pytest.raises(DefinitionError) as caught:
        load_file(path)
    assert caught.value.problems[0].file == str(path)


def test_warnings_of_a_parent_are_not_those_of_the_child(tmp_path):
    path = write(tmp_path, parent=small(define="{spare: mine}"), child=child("parent"))
    assert check_file(path) == []
    assert len(check_file(tmp_path / "parent.yaml")) == 1


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("prent", "no game 'prent' beside this file or among the shipped ones"),
        ("../secret", "expected the name of a game beside this one, got '../secret'"),
        ("/etc/passwd", "expected the name of a game beside this one"),
        ("child", "'child' extends itself in a circle"),
    ],
)
def test_what_cannot_be_extended_is_told(tmp_path, name, message):
    with pytest.raises(DefinitionError, match=message):
        load_file(write(tmp_path, parent=small(), child=child(name)))


def test_a_misspelt_parent_gets_the_nearest_name(tmp_path):
    with pytest.raises(DefinitionError) as caught:
        load_file(write(tmp_path, parent=small(), child=child("prent")))
    assert caught.value.problems[0].help == "did you mean 'parent'?"


def test_two_files_that_extend_each_other_are_refused(tmp_path):
    path = write(tmp_path, one=child("two"), two=child("one"))
    with pytest.raises(DefinitionError, match="in a circle"):
        load_file(path)


def test_a_long_line_of_ancestors_is_refused(tmp_path):
    files = {f"g{place}": child(f"g{place + 1}") for place in range(limits.ANCESTORS + 2, -1, -1)}
    with pytest.raises(DefinitionError, match="files extend each other"):
        load_file(write(tmp_path, **files))


def test_a_name_that_no_file_can_have_is_told_where_it_stands(tmp_path):
    with pytest.raises(DefinitionError, match=r"no game 'x.*beside this file") as caught:
        load_file(write(tmp_path, one=child("x" * 3000)))
    assert caught.value.problems[0].line == 3
