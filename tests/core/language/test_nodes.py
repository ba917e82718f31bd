"""YAML as nodes: texts stay texts, places are exact, and what is not wanted is refused."""

from __future__ import annotations

import pytest
import yaml

from core.language import limits
from core.language.nodes import ListNode, MapNode, Scalar, parse, read_source
from core.language.problems import Problems, Source


def nodes(text: str) -> MapNode:
    problems = Problems()
    root = parse(Source("game.yaml", text), problems)
    assert problems.all == ()
    assert isinstance(root, MapNode)
    return root


def messages(text: str) -> list[str]:
    problems = Problems()
    parse(Source("game.yaml", text), problems)
    return [str(problem).removeprefix("game.yaml:") for problem in problems.all]


@pytest.mark.parametrize("text", ["no", "012", "5:00", "1e3", "2024-01-02", "yes", "0x10", "1_000"])
def test_a_value_stays_the_text_that_was_written(text):
    value = nodes(f"key: {text}").get("key")
    assert isinstance(value, Scalar)
    assert value.text == text


def test_a_key_stays_the_text_that_was_written():
    assert [entry.key.text for entry in nodes("on: 1\nno: 2\n1: 3").entries] == ["on", "no", "1"]


@pytest.mark.parametrize("text", ["", "~", "null"])
def test_nothing_is_known_as_nothing(text):
    value = nodes(f"key: {text}").get("key")
    assert isinstance(value, Scalar)
    assert value.empty


def test_a_quoted_null_is_a_text():
    value = nodes("key: 'null'").get("key")
    assert isinstance(value, Scalar)
    assert not value.empty


def test_a_mapping_keeps_its_order():
    assert [entry.key.text for entry in nodes("b: 1\na: 2\nc: 3").entries] == ["b", "a", "c"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("key: some word here", (1, 11)),
        ("key: 'it''s a word'", (1, 15)),
        ('key: "a\\tb \\x41 word"', (1, 17)),
        ("key: >-\n  some\n  word here", (3, 3)),
        ("key: |\n  some\n   word here", (3, 4)),
        ("key: some\n  word here", (2, 3)),
        ("key: 五目 word", (1, 9)),
    ],
    ids=["plain", "single", "double", "folded", "literal", "continued", "wide"],
)
def test_a_part_of_a_text_is_found_in_the_file(text, expected):
    value = nodes(text).get("key")
    assert isinstance(value, Scalar)
    start = value.text.index("word")
    span = value.part(start, start + 4)
    assert (span.line, span.column) == expected
    assert span.source.text[span.start : span.end] == "word"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: &x 1\nb: *x", "2:4: error: YAML aliases (*name) are not allowed"),
        ("a: &x 1", "1:4: error: YAML anchors (&x) are not allowed"),
        ("a: !!int 1", "1:4: error: YAML tags (!!int) are not allowed"),
        ("a: !mine 1", "1:4: error: YAML tags (!mine) are not allowed"),
        ("a: 1\nb: 2\na: 3", "3:1: error: duplicate key 'a'"),
        ("a: 1\n---\nb: 2", "2:1: error: a game file holds one document"),
        ("? [a, b]\n: 1", "1:3: error: a key must be a word, not a list or mapping"),
        ("a: {b: 1", "1:9: error: not valid YAML: expected ',' or '}', but got '<stream end>'"),
        ("a:\n\t- b", "2:1: error: not valid YAML: found character '\\t'"),
        ("a: \x07", "1:4: error: not valid YAML: the character U+0007 is not allowed"),
        ("a: @b", "1:4: error: not valid YAML: found character '@' that cannot start any token"),
    ],
    ids=[
        "alias",
        "anchor",
        "tag",
        "own-tag",
        "twice",
        "documents",
        "complex-key",
        "open",
        "tab",
        "bell",
        "at",
    ],
)
def test_what_is_no_plain_yaml_is_refused_with_its_place(text, message):
    assert [one[: len(message)] for one in messages(text)] == [message]


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? ", "- - ", "[{a: "])
def test_deep_nesting_is_refused_before_it_can_do_harm(opening):
    assert "nested more than" in messages(opening * 20_000)[0]


def test_a_long_text_is_refused():
    assert "longer than" in messages("a: " + "x" * limits.FILE_BYTES)[0]


def test_many_values_are_refused():
    text = "a: [" + "1," * limits.FILE_VALUES + "]"
    assert "values" in messages(text)[0]


@pytest.mark.parametrize("reader", ["CSafeLoader", "SafeLoader"])
def test_both_readers_of_yaml_give_the_same_nodes(monkeypatch, reader):
    """Where PyYAML was built without its library in C, nothing changes."""
    if reader == "SafeLoader":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    text = "a: {b: 🎲, c: [1, 'x', \"y\"]}\r\nd: >-\r\n  e\r\n  f\r\ng: plain\r\n  text\r\n"
    numbers = [("1", "", 14, 15), ("x", "'", 17, 20), ("y", '"', 22, 25)]
    inner = [
        (("b", "", 4, 5), ("🎲", "", 7, 8)),
        (("c", "", 10, 11), (13, True, numbers)),
    ]
    outer = [
        (("a", "", 0, 1), (3, True, inner)),
        (("d", "", 29, 30), ("e f", ">", 32, 46)),
        (("g", "", 46, 47), ("plain text", "", 49, 62)),
    ]
    assert shape(nodes(text)) == (0, False, outer)


def shape(node: object) -> object:
    match node:
        case Scalar():
            return node.text, node.style, node.span.start, node.span.end
        case ListNode():
            return node.span.start, node.flow, [shape(item) for item in node.items]
        case MapNode():
            pairs = [(shape(entry.key), shape(entry.value)) for entry in node.entries]
            return node.span.start, node.flow, pairs


def test_a_file_that_is_no_text_is_refused(tmp_path):
    file = tmp_path / "game.yaml"
    file.write_bytes(b"format: 1\ngame: \xff\xfe")
    problems = Problems()
    assert read_source(file, problems) is None
    assert str(problems.all[0]) == f"{file}:2:7: error: not a text in UTF-8 [yaml-syntax]"


def test_a_file_that_is_not_there_is_a_problem_like_any_other(tmp_path):
    problems = Problems()
    assert read_source(tmp_path / "none.yaml", problems) is None
    assert "cannot read the file: no such file or directory [file]" in str(problems.all[0])


def test_a_folder_is_no_file(tmp_path):
    problems = Problems()
    assert read_source(tmp_path, problems) is None
    assert "cannot read the file: is a directory" in str(problems.all[0])


def test_a_mark_at_the_beginning_of_a_file_does_not_count(tmp_path):
    file = tmp_path / "game.yaml"
    file.write_bytes(b"\xef\xbb\xbfformat: 1")
    source = read_source(file, Problems())
    assert source is not None
    assert source.text == "format: 1"
