"""Problems: their places, their layout, and the words they suggest."""

from __future__ import annotations

import pytest

from core.errors import GameError
from core.language import limits
from core.language.load import load_text
from core.language.problems import (
    DefinitionError,
    Problem,
    Problems,
    Source,
    Span,
    did_you_mean,
    joined,
    nearest,
)
from tests.core.language.texts import small

SOURCE = Source("game.yaml", "format: 1\ngame: tset\n")


def test_a_span_tells_line_and_column_from_one():
    span = Span(SOURCE, 16, 20)
    assert (span.line, span.column) == (2, 7)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\x85", "\u2028"])
def test_every_line_end_of_yaml_begins_a_line(end):
    source = Source("game.yaml", f"format: 1{end}game: tset")
    assert source.place(source.text.index("tset")) == (2, 7)


@pytest.mark.parametrize("columns", [20, 36, 76, 120])
@pytest.mark.parametrize("column", [1, 30, 70, 140])
def test_the_place_at_fault_is_seen_however_few_columns_there_are(columns, column):
    text = "".join(chr(97 + place % 26) for place in range(140))
    problem = Problem("game.yaml", 1, column, column + 1, "error", "name", "no such game")
    quoted, mark = problem.render(text, columns).splitlines()[1:3]
    assert len(quoted) <= columns
    assert quoted[mark.index("^")] == text[column - 1]


def test_a_problem_is_one_line_that_editors_can_jump_to():
    problem = Problem("game.yaml", 2, 7, 11, "error", "name", "no such game")
    assert str(problem) == "game.yaml:2:7: error: no such game [name]"


def test_a_rendered_problem_quotes_the_line_and_marks_the_place():
    problem = Problem("game.yaml", 2, 7, 11, "error", "name", "no such game", "use another")
    assert problem.render(SOURCE.text).splitlines()[1:] == [
        "     2 | game: tset",
        "       |       ^~~~",
        "       = use another",
    ]


def test_the_mark_stands_right_after_a_tab():
    problem = Problem("game.yaml", 1, 3, 4, "error", "name", "no")
    assert problem.render("\ta: b").splitlines()[2] == "       | \t ^"


def test_a_problem_is_plain_data_for_editors():
    problem = Problem("game.yaml", 2, 7, 11, "warning", "unused", "never used", "remove it")
    assert problem.as_json() == {
        "file": "game.yaml",
        "line": 2,
        "column": 7,
        "end_column": 11,
        "severity": "warning",
        "rule": "unused",
        "message": "never used",
        "help": "remove it",
    }


def test_problems_are_told_in_the_order_of_the_file_and_each_once():
    problems = Problems()
    for start in (16, 0, 16):
        problems.error(Span(SOURCE, start, start + 4), "name", "no")
    assert [(one.line, one.column) for one in problems.all] == [(1, 1), (2, 7)]


def test_an_error_carries_all_problems_and_the_texts_they_are_about():
    problems = Problems()
    problems.error(Span(SOURCE, 16, 20), "name", "no such game")
    with pytest.raises(DefinitionError) as caught:
        problems.stop()
    assert isinstance(caught.value, GameError)
    assert str(caught.value) == "game.yaml:2:7: error: no such game [name]"
    assert "     2 | game: tset" in caught.value.render()


def test_warnings_stop_nothing():
    problems = Problems()
    problems.warn(Span(SOURCE, 0, 6), "unused", "never used")
    problems.stop()
    assert not problems.failed


def test_a_flood_of_problems_is_cut_short():
    source = Source("game.yaml", "x" * 1000)
    problems = Problems()
    for start in range(limits.PROBLEMS - 1):
        problems.error(Span(source, start, start + 1), "name", "no")
    with pytest.raises(DefinitionError) as caught:
        problems.error(Span(source, 999, 1000), "name", "no")
    assert len(caught.value.problems) == limits.PROBLEMS


@pytest.mark.parametrize(
    ("word", "known", "expected"),
    [
        ("mien", ["min", "mine", "me"], ("mine", "min")),
        ("than", ["then", "at", "take"], ("then",)),
        ("moar", ["start", "more", "end"], ("more",)),
        ("Mine", ["mine", "line"], ("mine",)),
        ("x", ["y", "z"], ()),
        ("elephant", ["mine"], ()),
        ("calm", ["all", "column"], ()),
        ("emtpy", ["empty"], ("empty",)),
        ("bcoard", ["board"], ("board",)),
        ("lbaord", ["board"], ("board",)),
    ],
    ids=[
        *("swap", "letter", "two-letters", "case", "too-short", "far-off"),
        *("half-of-it", "swap-within", "letter-too-many", "two-slips-in-six"),
    ],
)
def test_the_nearest_words_come_first_and_none_that_is_far_off(word, known, expected):
    assert nearest(word, known) == expected


def test_helps_are_joined_and_empty_ones_left_out():
    assert joined(did_you_mean("mien", ["mine"]), "", "or not") == "did you mean 'mine'?; or not"


def test_a_long_line_is_quoted_around_the_place_at_fault() -> None:
    source = "x" * 5000 + "!" + "y" * 5000
    told = Problem("a.yaml", 1, 5001, 5002, "error", "expr", "no").render(source)
    quoted, mark = told.splitlines()[1:]
    assert len(quoted) < 250
    assert quoted[mark.index("^")] == "!"


def test_what_a_terminal_would_obey_is_not_quoted() -> None:
    told = Problem("a.yaml", 1, 3, 4, "error", "expr", "no").render("a \x1b[31m")
    assert "\x1b" not in told


@pytest.mark.parametrize("key", ["x" * 20_000, "é" * 20_000])
def test_no_message_repeats_a_long_word_whole(key: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        load_text(small() + f"\n? {key}\n: 1\n", "game.yaml")
    assert "unknown key" in str(caught.value)
    assert all(len(line) < 300 for line in str(caught.value).splitlines())
