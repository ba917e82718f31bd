"""The JSON Schema takes what the checker takes, as far as a schema can tell."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from core.language.expand import expand
from core.language.nodes import ListNode, MapNode, Node, Scalar, parse, read_source
from core.language.problems import Problems, Source
from core.language.schema import WRITTEN, schema, text
from core.language.vocabulary import TOP, Either, Key, ListOf, Names, Section, Value

ROOT = Path(__file__).parents[3]
SHIPPED = sorted((ROOT / "gamedefs").glob("*.yaml"))
BROKEN = sorted((Path(__file__).parent / "broken").glob("*.yaml"))
VALIDATOR = jsonschema.Draft7Validator(schema())

SEEN = {"unknown-key", "type", "verb", "verb-key"}
"""Rules that a schema can tell to be broken."""
UNSEEN = {
    "56_leading_zero.yaml": "editors take 05 for the number 5",
    "76_because_of_nothing.yaml": "what `because` explains may be any of several keys",
}
"""Files that break one of `SEEN` in a way that a schema does not look for."""


def data(node: Node) -> Any:
    """Nodes as an editor's YAML reader gives them: the core schema of YAML 1.2."""
    match node:
        case MapNode():
            return {entry.key.text: data(entry.value) for entry in node.entries}
        case ListNode():
            return [data(item) for item in node.items]
        case Scalar() if node.style:
            return node.text
        case Scalar() if node.empty:
            return None
        case Scalar() if node.text.lower() in ("true", "false"):
            return node.text.lower() == "true"
        case Scalar() if re.fullmatch(r"[-+]?[0-9]+", node.text):
            return int(node.text)
        case Scalar() if re.fullmatch(r"[-+]?([0-9]*\.[0-9]+|[0-9]+\.?)", node.text):
            return float(node.text)
        case Scalar():
            return node.text


def read(path: Path) -> Any:
    problems = Problems()
    source = read_source(path, problems)
    assert source is not None
    node = parse(source, problems)
    assert node is not None
    return data(node)


def of_text(written: str) -> Any:
    node = parse(Source("game.yaml", written), Problems())
    assert node is not None
    return data(node)


def faults(value: Any) -> list[str]:
    return [error.message for error in VALIDATOR.iter_errors(value)]


def test_it_is_a_schema_of_draft_7() -> None:
    jsonschema.Draft7Validator.check_schema(schema())


def test_the_written_schema_is_up_to_date() -> None:
    """`python -m core.language.schema` writes it."""
    assert WRITTEN.read_text("utf-8") == text()


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_shipped_game_is_valid(path: Path) -> None:
    assert faults(read(path)) == []


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_shipped_game_is_valid_once_expanded(path: Path) -> None:
    assert faults(of_text(expand(path))) == []


def told(path: Path) -> list[tuple[str, str]]:
    """Severity and rule of each problem of a broken file, as `test_messages` has them told."""
    messages = path.with_suffix(".txt").read_text("utf-8")
    return re.findall(r"^\S+: (error|warning): .* \[([a-z-]+)\]$", messages, re.MULTILINE)


def broken() -> Iterator[Any]:
    for path in BROKEN:
        rules = {rule for _, rule in told(path)}
        if rules & SEEN and path.name not in UNSEEN:
            yield pytest.param(path, id=path.stem)


@pytest.mark.parametrize("path", list(broken()))
def test_a_fault_of_shape_is_rejected(path: Path) -> None:
    assert faults(read(path)) != []


def sound() -> Iterator[Any]:
    for path in BROKEN:
        if all(severity == "warning" for severity, _ in told(path)):
            yield pytest.param(path, id=path.stem)


@pytest.mark.parametrize("path", list(sound()))
def test_what_is_only_doubtful_is_valid(path: Path) -> None:
    assert faults(read(path)) == []


SMALL = """
format: 1
game: small
board: {{shape: square, size: 3}}
pieces: {{stone: }}
moves:
  place: {{place: stone, at: empty}}
turn: {{no_moves: draw}}
{}
"""


@pytest.mark.parametrize(
    "line",
    [
        "info: {name: 2048}",
        "info: {designer: [Ann, Bob]}",
        "end: {full: {when: none(empty), draw: true}}",
        "score: [count(mine), 7]",
        "players: {black: , white: {forward: N}}",
        "params: {n: 3, größe: {default: 4}}",
        "variants: {small: {board: {size: 2}}, plain: {turn: {swap: null}, moves: {place: null}}}",
        "variants: {small: null}",
        'text: {pt-BR: {because: {"a reason, of any kind": uma razão}}}',
    ],
)
def test_what_the_language_allows_is_valid(line: str) -> None:
    assert faults(of_text(SMALL.format(line))) == []


@pytest.mark.parametrize(
    "line",
    [
        "stage: {start: {stop: true}}",
        "info: {complexity: 6}",
        "info: {year: long ago}",
        "end: {full: {draw: true}}",
        "end: {full: {when: [none(empty)], draw: true}}",
        "players: [[black], white]",
        "params: {board-size: 3}",
        "params: {n: {min: 3}}",
        "setup: [{place: stone, deal: stone, at: board}]",
        "setup: [{at: board}]",
        "variants: {small: {boards: {size: 2}}}",
        "variants: {small: {extends: other}}",
        "display: {players: {black: {color: red}}}",
        "text: {en: {move: {place: put}}}",
    ],
)
def test_what_the_language_does_not_know_is_rejected(line: str) -> None:
    assert faults(of_text(SMALL.format(line))) != []


@pytest.mark.parametrize(
    "action",
    [
        "{place: stone, from: mine}",
        "{take: any, place: stone}",
        "{move: stone, over: enemy}",
        "{move: stone, by: slide, over: enemy}",
        "{move: stone, by: leap, dirs: N}",
        "{at: empty}",
        "{select: any, into: hand}",
    ],
)
def test_a_key_that_does_not_go_with_the_verb_is_rejected(action: str) -> None:
    written = SMALL.format("").replace("{place: stone, at: empty}", action)
    assert faults(of_text(written)) != []


def test_a_file_that_extends_another_need_not_be_complete() -> None:
    assert faults(of_text("extends: small\nmoves: {place: {at: empty - edge}}\nend: null")) == []
    assert faults(of_text("moves: {place: {at: empty - edge}}")) != []


def keys(value: Value, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Key]]:
    match value:
        case Section():
            for key in value.keys:
                yield (*path, key.name), key
                if path[:1] != ("variants",):
                    yield from keys(key.value, (*path, key.name))
        case Names(inner) | ListOf(inner):
            yield from keys(inner, path)
        case Either(values):
            for one in values:
                yield from keys(one, path)
        case _:
            return


@pytest.mark.parametrize(
    ("path", "key"), [pytest.param(path, key, id=".".join(path)) for path, key in keys(TOP)]
)
def test_every_key_is_described(path: tuple[str, ...], key: Key) -> None:
    assert len(path) >= 1
    assert json.dumps(key.doc, ensure_ascii=False) in WRITTEN.read_text("utf-8")
