"""The table of the language: everything in it can be written, and is explained."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from core.language.definition import Type
from core.language.load import load_text
from core.language.vocabulary import (
    CELLS_TEXT,
    FUNCTIONS,
    LOOPS,
    NAMES,
    SIDE,
    TOP,
    Argument,
    Either,
    Key,
    ListOf,
    Names,
    Section,
    Value,
)
from tests.core.language.texts import small

SAMPLES = {
    Type.SET: "mine",
    Type.GROUPS: "groups(mine)",
    Type.NUMBER: "turn",
    Type.NUMBERS: "sizes(groups(mine))",
    Type.CONDITION: "some(mine)",
    Type.COLOR: "color(here)",
    Type.PLAYER: "me",
    Type.PIECE: "stone",
    Type.DIRECTIONS: "orthogonal",
}
"""An expression of each type."""

ASKED = {
    Type.SET: "some({})",
    Type.GROUPS: "some({})",
    Type.NUMBER: "{} > 0",
    Type.NUMBERS: "max({}) > 0",
    Type.CONDITION: "{}",
    Type.COLOR: "held({}) > 0",
    Type.PLAYER: "{} == black",
    Type.DIRECTIONS: "some(shift(mine, {}))",
    Type.COLORS: "any(x in {} where held(x) > 0)",
    Type.PLAYERS: "any(x in {} where x == me)",
}
"""A condition about something of each type."""


def is_condition(text: str) -> bool:
    end = f"\n  over:\n    when: >-\n      {text}\n    win: mover"
    pieces = "{stone: , gem: {owner: none, colors: 3, copies: 2}}"
    score = "count(mine)"
    definition = load_text(small(end=end, pieces=pieces, score=score), "game.yaml")
    return definition.ends[0].when.expr.type is Type.CONDITION


def sample(argument: Argument) -> str:
    words = {SIDE.name: "N", CELLS_TEXT.name: '"a1 b2"'}
    return SAMPLES[argument.type] if argument.type is not None else words[argument.name]


@pytest.mark.parametrize("name", NAMES)
def test_every_name_can_be_used_in_an_end_rule(name):
    assert is_condition(ASKED[NAMES[name].type].format(name))


def calls() -> Iterator[Any]:
    for function in FUNCTIONS.values():
        for signature in function.signatures:
            text = f"{function.name}({', '.join(map(sample, signature.arguments))})"
            yield pytest.param(text, signature.result, id=text)


@pytest.mark.parametrize(("text", "result"), list(calls()))
def test_every_form_of_every_function_can_be_called(text, result):
    assert is_condition(ASKED[result].format(text))


@pytest.mark.parametrize("name", LOOPS)
@pytest.mark.parametrize(
    ("collection", "condition"),
    [
        ("mine", "some(x)"),
        ("groups(mine)", "some(x)"),
        ("colors", "held(x) > 0"),
        ("players", "x == me"),
        ("sizes(groups(mine))", "x > 0"),
    ],
)
def test_every_loop_goes_through_every_collection(name, collection, condition):
    if LOOPS[name].form == "for":
        text = f"{name}(iff({condition}, 1, 0) for x in {collection}) > 0"
    elif LOOPS[name].result is Type.CONDITION:
        text = f"{name}(x in {collection} where {condition})"
    elif LOOPS[name].result is Type.NUMBER:
        text = f"{name}(x in {collection} where {condition}) > 0"
    else:
        text = f"any(y in {name}(x in {collection} where {condition}) where turn > 1)"
    assert is_condition(text)


def keys(value: Value, path: str = "") -> Iterator[tuple[str, Key]]:
    match value:
        case Section():
            for key in value.keys:
                yield f"{path}.{key.name}", key
                if key.name != "variants":
                    yield from keys(key.value, f"{path}.{key.name}")
        case Names(inner) | ListOf(inner):
            yield from keys(inner, path)
        case Either(values):
            for one in values:
                yield from keys(one, path)


@pytest.mark.parametrize(
    ("path", "key"), [pytest.param(path, key, id=path) for path, key in keys(TOP)]
)
def test_every_key_is_explained(path, key):
    assert key.doc


def test_every_name_function_and_loop_is_explained():
    assert all(one.doc for table in (NAMES, FUNCTIONS, LOOPS) for one in table.values())


def test_keys_that_go_with_a_verb_are_keys_of_the_section():
    sections = [key.value for _, key in keys(TOP)]
    for section in sections:
        if isinstance(section, Section):
            known = {key.name for key in section.keys}
            assert all({verb, *others} <= known for verb, others in section.verbs.items())
