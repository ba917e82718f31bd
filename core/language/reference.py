"""The reference page of game files, `gamedefs/README.md`.

The page's prose is written by hand, in the page itself. What it lists (keys, names, functions,
loop words, limits) stands there between marks and is made from `core.language.vocabulary`, with
an example each from `core.language.examples`, so that page, checker and schema say the same.

`python -m core.language.reference` brings the lists of the page up to date.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final

from core.language import limits
from core.language.definition import Type
from core.language.examples import FUNCTIONS as FUNCTION_EXAMPLES
from core.language.examples import KEYS as KEY_EXAMPLES
from core.language.examples import LOOPS as LOOP_EXAMPLES
from core.language.examples import NAMES as NAME_EXAMPLES
from core.language.examples import Example
from core.language.vocabulary import (
    ACTION,
    BOARD,
    BRANCH,
    DISPLAY,
    EFFECT,
    END,
    FUNCTIONS,
    INFO,
    LANGUAGE,
    LOOPS,
    NAMES,
    PARAM,
    PIECE,
    PLAYER,
    RECORDS,
    SETUP,
    STAGE,
    TOP,
    TURN,
    VARIANT,
    Anything,
    Either,
    Expression,
    Flag,
    Integer,
    Key,
    Known,
    ListOf,
    Names,
    Nothing,
    Reference,
    Section,
    Signature,
    Template,
    Text,
    Value,
    Word,
)

PAGE: Final = Path(__file__).resolve().parents[2] / "gamedefs" / "README.md"
"""Where the page is kept."""
WIDTH: Final = 100
"""Columns of a line of the page; examples may be longer."""

_LIST = re.compile(r"(<!-- list: ([\w. ]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def filled(page: str) -> str:
    """The page with all its lists as the vocabulary has them now.

    Raises:
        KeyError: The page asks for a list that there is none of.
    """
    return _LIST.sub(lambda found: f"{found[1]}\n{LISTS[found[2]]()}\n\n{found[3]}", page)


def sections() -> Iterator[tuple[str, Section]]:
    """Every section that the page lists, by the path of its keys in `core.language.examples`."""
    yield from _SECTIONS.items()
    display = DISPLAY.value
    for name in ("players", "board", "progress"):
        value = display(name)
        section = value.value if isinstance(value, Names) else value
        assert isinstance(section, Section)
        yield f"display.{name}", section
    for name in ("sgf", "ggf"):
        section = RECORDS.value(name)
        assert isinstance(section, Section)
        yield f"records.{name}", section


def keys(path: str, section: Section) -> Iterator[tuple[str, Key]]:
    """The keys of a section that are told of in it, each by the path of its example.

    A variant takes the keys of the whole file as well, which are told of there.
    """
    told = ("group", "name", "default") if section is VARIANT else None
    for key in section.keys:
        if told is None or key.name in told:
            yield f"{path}.{key.name}" if path else key.name, key


def _key_list(path: str, section: Section) -> str:
    return "\n".join(_key_item(name, key) for name, key in keys(path, section))


def _key_item(name: str, key: Key) -> str:
    kind = _kind(key.value)
    required = ", required" if key.required else ""
    return _item(f"**`{key.name}`** ({kind}{required}): {key.doc}.", KEY_EXAMPLES[name])


def _name_list(known: Known) -> str:
    return "\n".join(
        _item(f"**`{name.name}`**, {name.type.value}: {name.doc}.", NAME_EXAMPLES[name.name])
        for name in NAMES.values()
        if name.known is known
    )


def _function_list(*types: Type) -> str:
    items = []
    for function in FUNCTIONS.values():
        if function.signatures[0].result not in types:
            continue
        forms = ", ".join(f"**`{_form(function.name, one)}`**" for one in function.signatures)
        results = dict.fromkeys(one.result.value for one in function.signatures)
        during = "" if function.known is Known.ALWAYS else ", during play"
        said = f"{forms}, {' or '.join(results)}{during}: {function.doc}."
        items.append(_item(said, FUNCTION_EXAMPLES[function.name]))
    return "\n".join(items)


def _form(name: str, signature: Signature) -> str:
    return f"{name}({', '.join(argument.name for argument in signature.arguments)})"


def _loop_list() -> str:
    items = []
    for word in LOOPS.values():
        form = "x in collection where condition"
        if word.form == "for":
            form = "number for x in collection"
        result = "a collection of the same sort" if word.result is None else word.result.value
        said = f"**`{word.name}({form})`**, {result}: {word.doc}."
        items.append(_item(said, LOOP_EXAMPLES[word.name]))
    return "\n".join(items)


def _item(said: str, example: Example) -> str:
    """An entry of a list, with its example on a line of its own."""
    lines = textwrap.wrap(
        f"- {said}", WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )
    return "\n".join([*lines, f"  {_code(example.text)}"])


def _limit_list() -> str:
    rows = (
        (f"{limits.FILE_BYTES // 1024} KiB", "a file"),
        (f"{limits.FILE_VALUES:,}", "keys, entries and values in a file"),
        (limits.FILE_DEPTH, "lists and mappings inside each other"),
        (limits.ANCESTORS, "files that `extends:` may lead through"),
        (limits.PLAYERS, "players; at least two"),
        (f"{limits.CELLS:,}", "cells of a board"),
        (limits.COLORS, "colors of a piece type"),
        (f"{limits.NUMBER:,}", "the largest number that can be written"),
        (f"{limits.EXPRESSION:,}", "characters of an expression"),
        (limits.NESTING, "parentheses inside each other"),
        (f"{limits.TREE_NODES:,}", "parts of an expression, its definitions put in"),
        (limits.RUNS, "combinations of variants that a check goes through"),
        (limits.PROBLEMS, "problems told about a file"),
    )
    return "\n".join(["| at most | of |", "|---|---|", *(f"| {a} | {b} |" for a, b in rows)])


def _kind(value: Value) -> str:
    """What a value is, in a few words."""
    match value:
        case Text(what):
            return what
        case Template():
            return "text with `{expressions}`"
        case Integer(low, high, param):
            plain = (low, high) == (-limits.NUMBER, limits.NUMBER)
            number = "whole number" if plain else f"whole number, {low} to {high}"
            if low >= 0 and high >= limits.CELLS:
                number = f"whole number, at least {low}" if low else "whole number"
            return f"{number}, or `$parameter`" if param else number
        case Flag():
            return "`true` or `false`"
        case Word(words):
            return ", ".join(f"`{word}`" for word in words)
        case Reference(kind, words):
            named = "a player" if kind == "outcome" else f"a {kind}"
            return ", ".join([named, *(f"`{word}`" for word in words)])
        case Expression(wants, _):
            return (
                f"expression: {' or '.join(one.value for one in wants)}" if wants else "expression"
            )
        case Nothing():
            return "nothing"
        case ListOf(inner):
            return f"list of {_kind(inner)}"
        case Names(inner, what):
            return f"{what} -> {_kind(inner)}"
        case Section():
            return "mapping"
        case Either(values):
            return " or ".join(dict.fromkeys(_kind(one) for one in values))
        case Anything():
            return "anything"


def _code(text: str) -> str:
    """As code, within as many marks as it needs."""
    return f"`` {text} ``" if "`" in text else f"`{text}`"


_SECTIONS: Final[Mapping[str, Section]] = MappingProxyType(
    {
        "": TOP,
        "info": INFO,
        "players": PLAYER,
        "params": PARAM,
        "board": BOARD,
        "pieces": PIECE,
        "setup": SETUP,
        "moves": ACTION,
        "moves.then": EFFECT,
        "moves.next": BRANCH,
        "stages": STAGE,
        "turn": TURN,
        "end": END,
        "display": DISPLAY,
        "records": RECORDS,
        "text": LANGUAGE,
        "variants": VARIANT,
    }
)

_NUMBERS: Final = (Type.NUMBER, Type.NUMBERS, Type.COLOR)
_ANSWERS: Final = (Type.CONDITION,)
_CELLS: Final = (Type.SET, Type.GROUPS)

LISTS: Final[Mapping[str, Callable[[], str]]] = MappingProxyType(
    {
        **{path or "file": partial(_key_list, path, section) for path, section in sections()},
        "names anywhere": partial(_name_list, Known.ALWAYS),
        "names during play": partial(_name_list, Known.PLAY),
        "names of a step": partial(_name_list, Known.CANDIDATE),
        "names after a step": partial(_name_list, Known.AFTER),
        "functions of cells": partial(_function_list, *_CELLS),
        "functions of numbers": partial(_function_list, *_NUMBERS),
        "functions of conditions": partial(_function_list, *_ANSWERS),
        "loops": _loop_list,
        "limits": _limit_list,
    }
)
"""Every list of the page, by the name that stands in its mark."""


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text("utf-8")), encoding="utf-8")
