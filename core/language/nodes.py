"""YAML text as nodes that know where they stand.

Every scalar stays text: `no`, `012` and `5:00` are what was written, and the vocabulary decides
what a value must be. Anchors, aliases, tags, a key given twice and a second document are
refused. The text is read as a stream of events with a count of the depth, so that no file
can drive the reader into deep recursion.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from yaml.reader import Reader

from core.language import limits
from core.language.problems import Problems, Source, Span, joined


@dataclass(frozen=True, slots=True, eq=False)
class Scalar:
    """A text."""

    text: str
    span: Span
    style: str = ""
    """The character that opens it (a quote, `|` or `>`); none where it is written plain."""
    _places: list[int] = field(default_factory=list, repr=False)
    """What `_find_places` gives, once it has been asked for."""

    @property
    def empty(self) -> bool:
        """Whether it says "nothing": no value at all, `~` or `null`."""
        return not self.style and self.text in ("", "~", "null", "Null", "NULL")

    def part(self, start: int, end: int) -> Span:
        """Where a stretch of its text stands in the file."""
        source = self.span.source
        if not self.style and self.span.end - self.span.start == len(self.text):
            first = self.span.start
            return Span(source, first + start, first + end)
        if not self._places:
            self._places.extend(_find_places(self))
        places = self._places
        return Span(source, places[start], places[max(start, end - 1)] + (end > start))


@dataclass(frozen=True, slots=True, eq=False)
class ListNode:
    """A list."""

    items: tuple[Node, ...]
    span: Span
    flow: bool = False
    """Written in square brackets."""


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A key and its value."""

    key: Scalar
    value: Node


@dataclass(frozen=True, slots=True, eq=False)
class MapNode:
    """A mapping, in its written order."""

    entries: tuple[Entry, ...]
    span: Span
    flow: bool = False
    """Written in curly brackets."""

    def entry(self, name: str) -> Entry | None:
        """The entry of that key."""
        return next((entry for entry in self.entries if entry.key.text == name), None)

    def get(self, name: str) -> Node | None:
        """The value of that key."""
        entry = self.entry(name)
        return None if entry is None else entry.value

    def __contains__(self, name: str) -> bool:
        """Whether there is such a key."""
        return self.entry(name) is not None


Node = Scalar | ListNode | MapNode

_NUMBER = re.compile(r"[+-]?(?:0|[1-9][0-9]*)")


def child(node: Node | None, key: str) -> Node | None:
    """The value of a key; None where there is no mapping, or no such key in it."""
    return node.get(key) if isinstance(node, MapNode) else None


def entries(node: Node | None, key: str) -> tuple[Entry, ...]:
    """The entries of the mapping that a key holds; none if it holds none."""
    found = child(node, key)
    return found.entries if isinstance(found, MapNode) else ()


def items(node: Node | None) -> tuple[Node, ...]:
    """The items of a list; none if it is no list."""
    return node.items if isinstance(node, ListNode) else ()


def scalar(node: Node | None, key: str) -> Scalar | None:
    """The text that a key holds, with its place; None for `null` and for anything else."""
    found = child(node, key)
    return found if isinstance(found, Scalar) and not found.empty else None


def word(node: Node | None, key: str) -> str | None:
    """The text that a key holds."""
    found = scalar(node, key)
    return None if found is None else found.text


def texts(node: Node | None) -> tuple[str, ...]:
    """A text, or a list of texts, as a tuple."""
    if isinstance(node, Scalar):
        return () if node.empty else (node.text,)
    return tuple(item.text for item in items(node) if isinstance(item, Scalar))


def number(node: Node | None) -> int | None:
    """The whole number that a text says; None if it says none."""
    if not isinstance(node, Scalar) or len(node.text) > 11 or not _NUMBER.fullmatch(node.text):
        return None
    return int(node.text)


def size(node: Node) -> int:
    """How many values there are in a node, keys not counted."""
    match node:
        case ListNode():
            return 1 + sum(map(size, node.items))
        case MapNode():
            return 1 + sum(size(entry.value) for entry in node.entries)
        case Scalar():
            return 1


_UNSHOWABLE = re.compile(
    "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x84\\x86-\\x9f\\u202a-\\u202e\\u2066-\\u2069\\ud800-\\udfff]"
)
"""Characters that a terminal would obey, that turn the direction of writing, or that are half of
one; YAML lets them be written as escapes in a quoted text. (U+0085 is a line break to YAML.)"""


def read_source(path: Path, problems: Problems) -> Source | None:
    """The text of a file; None if it is no text, or too long."""
    nowhere = Span(Source(str(path), ""), 0, 0)
    try:
        if path.exists() and not path.is_file():  # a pipe would be waited for, a device is endless
            kind = "is a directory" if path.is_dir() else "not a file"
            problems.error(nowhere, "file", f"cannot read the file: {kind}")
            return None
        with path.open("rb") as stream:
            data = stream.read(limits.FILE_BYTES + 1)
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        problems.error(nowhere, "file", f"cannot read the file: {reason}")
        return None
    if len(data) > limits.FILE_BYTES:
        problems.error(nowhere, "file", _too_long())
        return None
    try:
        return Source(str(path), data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        place = Span(Source(str(path), before), len(before), len(before))
        problems.error(place, "yaml-syntax", "not a text in UTF-8", "save the file as UTF-8")
        return None


def parse(source: Source, problems: Problems) -> Node | None:
    """The one document of a file; None if it is not valid YAML."""
    start = Span(source, 0, 0)
    if len(source.text) > limits.FILE_BYTES:
        problems.error(start, "file", _too_long())
        return None
    strange = Reader.NON_PRINTABLE.search(source.text)
    if strange:
        problems.error(
            Span(source, strange.start(), strange.end()),
            "yaml-syntax",
            f"not valid YAML: the character U+{ord(strange.group()):04X} is not allowed",
        )
        return None
    fast = getattr(yaml, "CSafeLoader", None)
    if fast is not None:
        # The fast reader words its errors otherwise, and knows less about them.
        try:
            return _Composer(source, problems).document(yaml.parse(source.text, Loader=fast))
        except yaml.YAMLError:
            pass
    try:
        return _Composer(source, problems).document(yaml.parse(source.text, Loader=yaml.SafeLoader))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = min(mark.index, len(source.text)) if mark else 0
        told = error.problem or error.context or ""
        context = (error.context or "") if error.problem else ""
        problems.error(
            Span(source, place, place + 1),
            "yaml-syntax",
            f"not valid YAML: {told}",
            joined(context, _remedy(source.text[place : place + 1], told, context)),
        )
    except yaml.YAMLError as error:
        problems.error(start, "yaml-syntax", f"not valid YAML: {error}")
    return None


class _Refused(Exception):
    """The file was refused before its end; the problem has been noted."""


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end has not been read."""

    event: Any
    items: list[Node]
    keys: dict[str, Scalar]


class _Composer:
    """Builds nodes from events."""

    def __init__(self, source: Source, problems: Problems) -> None:
        self._source = source
        self._problems = problems
        self._anchors: dict[str, Span] = {}
        self._count = 0

    def document(self, events: Iterator[Any]) -> Node | None:
        """The nodes of the only document."""
        try:
            return self._document(events)
        except _Refused:
            return None

    def _document(self, events: Iterator[Any]) -> Node | None:
        root: Node | None = None
        documents = 0
        opened: list[_Open] = []
        for event in events:
            node: Node | None = None
            match event:
                case yaml.DocumentStartEvent():
                    documents += 1
                    if documents > 1:
                        self._refuse(
                            event, "yaml-syntax", "a game file holds one document", "remove `---`"
                        )
                case yaml.AliasEvent():
                    self._anchors.pop(str(event.anchor), None)
                    self._problems.error(
                        self._span(event).point(),
                        "yaml-alias",
                        "YAML aliases (*name) are not allowed; use `define:` or `extends:`",
                    )
                    node = Scalar("", self._span(event))
                case yaml.ScalarEvent():
                    self._check(event)
                    style = event.style or ""
                    strange = _UNSHOWABLE.search(event.value)
                    if strange:
                        number = ord(strange.group())
                        self._refuse(
                            event, "yaml-syntax", f"the character U+{number:04X} is not allowed"
                        )
                    node = Scalar(event.value, self._span(event), style)
                case yaml.SequenceStartEvent() | yaml.MappingStartEvent():
                    self._check(event)
                    if len(opened) >= limits.FILE_DEPTH:
                        self._refuse(
                            event,
                            "yaml-syntax",
                            f"lists and mappings are nested more than {limits.FILE_DEPTH} deep",
                        )
                    opened.append(_Open(event, [], {}))
                case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                    node = self._close(opened.pop(), event)
            if node is None:
                continue
            self._count += 1
            if self._count > limits.FILE_VALUES:
                self._refuse(event, "file", f"the file has more than {limits.FILE_VALUES} values")
            if opened:
                self._put(opened[-1], node)
            else:
                root = node
        for name, span in self._anchors.items():
            self._problems.error(
                span.point(),
                "yaml-alias",
                f"YAML anchors (&{name}) are not allowed; use `define:` or `extends:`",
                "put a text that begins with & in quotes",
            )
        return root

    def _check(self, event: Any) -> None:
        if event.anchor is not None:
            self._anchors[event.anchor] = self._span(event)
        if event.tag is not None:
            self._problems.error(
                self._span(event).point(),
                "yaml-tag",
                f"YAML tags ({event.tag.replace('tag:yaml.org,2002:', '!!')}) are not allowed",
                "put a text that begins with ! in quotes",
            )

    def _put(self, parent: _Open, node: Node) -> None:
        is_key = isinstance(parent.event, yaml.MappingStartEvent) and len(parent.items) % 2 == 0
        if is_key:
            if not isinstance(node, Scalar):
                self._problems.error(
                    node.span.point(), "yaml-syntax", "a key must be a word, not a list or mapping"
                )
                raise _Refused
            first = parent.keys.setdefault(node.text, node)
            if first is not node:
                self._problems.error(
                    node.span,
                    "yaml-duplicate-key",
                    f"duplicate key {node.text!r}",
                    f"first given on line {first.span.line}",
                )
        parent.items.append(node)

    def _close(self, parent: _Open, end: Any) -> Node:
        start = parent.event
        span = Span(self._source, start.start_mark.index, end.end_mark.index)
        flow = bool(start.flow_style)
        if isinstance(start, yaml.SequenceStartEvent):
            return ListNode(tuple(parent.items), span, flow)
        pairs = zip(parent.items[::2], parent.items[1::2], strict=True)
        entries = tuple(Entry(key, value) for key, value in pairs if isinstance(key, Scalar))
        return MapNode(entries, span, flow)

    def _span(self, event: Any) -> Span:
        return Span(self._source, event.start_mark.index, event.end_mark.index)

    def _refuse(self, event: Any, rule: str, message: str, help_text: str = "") -> None:
        self._problems.error(self._span(event).point(), rule, message, help_text)
        raise _Refused


def _remedy(letter: str, told: str, context: str) -> str:
    """What to do about a fault of YAML; "" where it says so itself."""
    if "mapping values are not allowed" in told:
        return (
            "put a text that holds ': ' in quotes; several keys of one entry stand on lines of"
            " their own, or inside { }"
        )
    if "scanning an alias" in context or "scanning an anchor" in context:
        return "put a value that begins with * or & in quotes"
    if letter in "%@`" and "cannot start any token" in told:
        return f"put a value that begins with {letter} in quotes"
    return ""


def _too_long() -> str:
    return f"the file is longer than {limits.FILE_BYTES // 1024} KiB"


_UNIT = {
    "'": re.compile(r"''|[^']"),
    '"': re.compile(
        r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|\r\n|.)|[^\\]", re.DOTALL
    ),
}
_ANY = re.compile(r".", re.DOTALL)
_BLANK_ESCAPE = re.compile(r"\\[nrtabefv0NL_P \t\n\r]|\\x(?:0[9adAD]|20|85|[aA]0)")


def _find_places(scalar: Scalar) -> list[int]:
    """Index in the file of each character of a scalar's text, and of the place after it.

    The letters of the text stand in the file in the same order; only white space is folded
    and quotes are doubled or escaped.
    """
    whole = scalar.span.source.text
    start, end = scalar.span.start, scalar.span.end
    if scalar.style in ("'", '"'):
        start, end = start + 1, end - 1
    elif scalar.style:
        line_end = whole.find("\n", start, end)
        start = line_end + 1 if line_end >= 0 else end
    unit = _UNIT.get(scalar.style, _ANY)
    letters = [
        found.start()
        for found in unit.finditer(whole, start, end)
        if not found.group().isspace() and not _BLANK_ESCAPE.fullmatch(found.group())
    ]
    places: list[int] = []
    seen = 0
    for letter in scalar.text:
        if letter.isspace() or seen >= len(letters):
            places.append(places[-1] + 1 if places else start)
        else:
            places.append(letters[seen])
            seen += 1
    places.append(places[-1] + 1 if places else start)
    return places
