r"""Properties in brackets, the grammar that SGF and GGF share.

    (;FF[4]GM[2]PB[Ann \[club\]];B[f5];W[d6])

A property is a name and one value or more; a node is `;` and its properties. Of a tree with
variations only the main line is read, the first branch at every fork.

Source: red-bean.com/sgf/sgf4.html, "EBNF Definition" and "Property Value Types".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from core.match.records.record import RecordError, place_of

_NAME = re.compile(r"[A-Za-z]+")
_VALUE = re.compile(r"\[((?:[^\]\\]|\\.)*+)\]", re.DOTALL)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_DEEPEST = 200
"""Variations within each other at most."""


@dataclass(frozen=True, slots=True)
class Value:
    """What stands between two brackets."""

    text: str
    """Without escapes, spaces at its ends kept."""
    line: int
    """Of its first character, counted from 1; so is the column."""
    column: int


@dataclass(frozen=True, slots=True)
class Property:
    """A name and its values."""

    name: str
    """In capitals: small letters do not count."""
    values: tuple[Value, ...]
    node: int
    """Of which node it is, counted from 0."""

    @property
    def first(self) -> Value:
        """Its first value."""
        return self.values[0]


def written(name: str, *values: str) -> str:
    """A property as text."""
    return name + "".join(f"[{_escaped(value)}]" for value in values)


def main_line(text: str) -> tuple[list[Property], Iterator[Property]]:
    """The properties of the first game in a text, along its main line: the first node, the rest.

    The rest is read as it is asked for, so that nobody reads on behind a fault.

    Raises:
        RecordError: The text is no such game; names line and column. So does the rest.
    """
    line = _Scanner(text).game()
    first: list[Property] = []
    for one in line:
        if one.node:
            return first, chain([one], line)
        first.append(one)
    return first, line


def found(properties: Sequence[Property], name: str) -> Value | None:
    """The first value of the first property of that name; None if there is none."""
    return next((one.first for one in properties if one.name == name), None)


def _escaped(value: str) -> str:
    return re.sub(r"[\\\]]", r"\\\g<0>", value)


def _unescaped(escape: re.Match[str]) -> str:
    """What an escape stands for; before a line break it only folds the line."""
    return "" if escape[1] == "\n" else escape[1]


class _Scanner:
    """A place in a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._node = -1
        self._counted = 0
        """Up to where lines have been counted: counting each from the start takes too long."""
        self._line = 1
        self._line_start = 0

    def game(self) -> Iterator[Property]:
        """The properties of the first game."""
        start = re.search(r"\(\s*;", self._text)
        if start is None:
            raise RecordError("there is no game, which begins with '(;'", 1, 1)
        self._at = start.start() + 1
        depth = 1
        while depth:
            match self._peek():
                case ";":
                    self._at += 1
                    self._node += 1
                case "(":
                    self._at += 1
                    depth += 1
                    if depth > _DEEPEST:
                        raise self._error("variations are too deep within each other")
                case ")":
                    # The end of the first branch is the end of the main line.
                    return
                case "":
                    raise self._error("the game does not end, which takes a ')'")
                case _:
                    yield self._property()

    def _property(self) -> Property:
        name = _NAME.match(self._text, self._at)
        if name is None:
            raise self._error("should be a property, such as B[f5], or ';' or ')'")
        self._at = name.end()
        values = []
        while self._peek() == "[":
            values.append(self._value())
        if not values:
            raise self._error(f"{name.group()} should be followed by a value in brackets")
        return Property(name.group().upper(), tuple(values), self._node)

    def _value(self) -> Value:
        found = _VALUE.match(self._text, self._at)
        if found is None:
            raise self._error("a value does not end, which takes a ']'")
        self._at = found.end()
        return Value(_ESCAPE.sub(_unescaped, found[1]), *self._place(found.start(1)))

    def _place(self, index: int) -> tuple[int, int]:
        """Line and column of a character behind the one that was asked for before."""
        if lines := self._text.count("\n", self._counted, index):
            self._line += lines
            self._line_start = self._text.rindex("\n", self._counted, index) + 1
        self._counted = index
        return self._line, index - self._line_start + 1

    def _peek(self) -> str:
        """The next character that is no space; "" at the end."""
        while self._text[self._at : self._at + 1].isspace():
            self._at += 1
        return self._text[self._at : self._at + 1]

    def _error(self, text: str) -> RecordError:
        return RecordError(text, *place_of(self._text, self._at))
