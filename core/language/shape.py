"""Whether a file has the keys it should have, with values of the right sort.

Everything is read off `core.language.vocabulary`; what names and expressions mean is looked at
later. A patch (a variant, or a file that extends another) need not be complete, and deletes
with `null`.
"""

from __future__ import annotations

import re

from core.language.nodes import Entry, ListNode, MapNode, Node, Scalar, number
from core.language.problems import Problems, did_you_mean, nearest
from core.language.vocabulary import (
    COLOR_TEXT,
    SIGN_TEXT,
    TOP,
    VARIANT,
    WAYS,
    Anything,
    Either,
    Expression,
    Flag,
    Integer,
    ListOf,
    Names,
    Nothing,
    Reference,
    Section,
    Template,
    Text,
    Value,
    Word,
)

_WORD = re.compile(r"[^\W\d]\w*")
_NAME = re.compile(r"\w[\w-]*")
_PATTERNS = {
    COLOR_TEXT.what: re.compile(r"#[0-9a-fA-F]{6}"),
    SIGN_TEXT.what: re.compile(r"[A-Z]+"),
}


def check_shape(root: Node, problems: Problems, patch: bool = False) -> None:
    """Note every key and value of a file that the vocabulary does not know.

    Args:
        root: The whole file.
        problems: Where they are noted.
        patch: Whether keys may be missing and `null` deletes.
    """
    _Shape(problems).check(root, TOP, "", patch)


class _Shape:
    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self._torn: set[int] = set()
        """Values cut in two by a comma, by `id`."""

    def check(
        self, node: Node, value: Value, path: str, patch: bool, key: Scalar | None = None
    ) -> None:
        """Note what is wrong with a value, which `key` holds, and everything in it."""
        if patch and _is_nothing(node):
            return  # deletes
        match value:
            case Either():
                fitting = [one for one in value.values if accepts(one, node)]
                if not fitting:
                    self._expected(node, value, path, key)
                else:
                    self.check(node, fitting[0], path, patch, key)
            case _ if not accepts(value, node):
                self._expected(node, value, path, key)
            case Section():
                self._section(node, value, path, patch)
            case Names():
                self._names(node, value, path, patch)
            case ListOf():
                self._list(node, value, path, patch)
            case _:
                self._scalar(node, value, path)

    def _expected(self, node: Node, value: Value, path: str, key: Scalar | None) -> None:
        span = node.span if isinstance(node, Scalar) else node.span.point()
        if _is_nothing(node) and key is not None:
            span = key.span
        self._problems.error(
            span, "type", f"{path or 'a game file'}: expected {describe(value)}, got {_found(node)}"
        )

    def _section(self, node: Node, section: Section, path: str, patch: bool) -> None:
        if not isinstance(node, MapNode):
            return
        self._commas(node)
        for before, entry in zip((None, *node.entries), node.entries, strict=False):
            key = section.key(entry.key.text)
            inner = f"{path}.{entry.key.text}" if path else entry.key.text
            if id(entry.key) in self._torn:
                continue
            if key is None:
                if not self._rest_of_text(before, entry):
                    self._unknown(entry, section, path)
            elif id(entry.value) not in self._torn:
                self.check(entry.value, key.value, inner, patch, entry.key)
        if not patch:
            self._missing(node, section, path)

    def _unknown(self, entry: Entry, section: Section, path: str) -> None:
        name = entry.key.text
        known = [key.name for key in section.keys]
        where = f"in {path}" if path else "at the top of the file"
        self._problems.error(
            entry.key.span,
            "unknown-key",
            f"unknown key {name!r} {where}",
            did_you_mean(name, known) or _choices(known),
        )

    def _missing(self, node: MapNode, section: Section, path: str) -> None:
        required = [key for key in section.keys if key.required and key.name not in node]
        if not required:
            return
        known = [key.name for key in section.keys]
        unknown = [one.key.text for one in node.entries if one.key.text not in known]
        misspelt = {name for word in unknown for name in nearest(word, known)}
        for key in required:
            if key.name not in misspelt:
                self._problems.error(
                    node.span.point(),
                    "missing-key",
                    f"{path or 'a game file'} needs {key.name!r}",
                    key.doc,
                )

    def _names(self, node: Node, value: Names, path: str, patch: bool) -> None:
        if not isinstance(node, MapNode):
            return
        self._commas(node)
        for entry in node.entries:
            if id(entry.key) in self._torn:
                continue
            name = entry.key.text
            pattern = _WORD if value.word else _NAME
            if not value.free and not pattern.fullmatch(name):
                self._problems.error(
                    entry.key.span,
                    "name",
                    f"{name!r} is no name for a {value.what}",
                    "write letters, digits and _, a letter first"
                    if value.word
                    else "write letters, digits, - and _",
                )
            if id(entry.value) in self._torn:
                continue
            inner = patch or value.value is VARIANT
            self.check(entry.value, value.value, f"{path}.{name}", inner, entry.key)

    def _list(self, node: Node, value: ListOf, path: str, patch: bool) -> None:
        if not isinstance(node, ListNode):
            return
        if node.flow:
            self._torn_list(node)
        for place, item in enumerate(node.items, 1):
            if id(item) not in self._torn:
                # Entries of lists are never merged, so each must be complete.
                self.check(item, value.value, f"entry {place} of {path}", False)

    def _scalar(self, node: Node, value: Value, path: str) -> None:
        if not isinstance(node, Scalar):
            return
        match value:
            case Integer():
                self._integer(node, value, path)
            case Flag() if node.text not in ("true", "false"):
                meant = {"yes": "true", "on": "true", "no": "false", "off": "false"}
                word = meant.get(node.text.lower()) or meant.get(node.text, "")
                help_text = f"did you mean {word!r}?" if word else ""
                if not help_text:
                    help_text = did_you_mean(node.text, ("true", "false"))
                self._problems.error(
                    node.span,
                    "type",
                    f"{path}: expected true or false, got {node.text!r}",
                    help_text,
                )
            case Word() if node.text not in value.words:
                self._problems.error(
                    node.span,
                    "type",
                    f"{path}: expected {describe(value)}, got {node.text!r}",
                    did_you_mean(node.text, value.words),
                )
            case Text(what) if what in _PATTERNS and not _PATTERNS[what].fullmatch(node.text):
                self._problems.error(
                    node.span, "type", f"{path}: expected {value.what}, got {node.text!r}"
                )

    def _integer(self, node: Scalar, value: Integer, path: str) -> None:
        if value.param and node.text.startswith("$"):
            return
        value_given = number(node)
        if value_given is None:
            plain = node.text.lstrip("0")
            help_text = f"write {plain}" if node.text != plain and plain.isdecimal() else ""
            self._problems.error(
                node.span,
                "type",
                f"{path}: expected {describe(value)}, got {node.text!r}",
                help_text,
            )
        elif not value.low <= value_given <= value.high:
            self._problems.error(
                node.span,
                "type",
                f"{path}: expected a whole number from {value.low} to {value.high},"
                f" got {node.text}",
            )

    # Commas inside { } and [ ]

    def _commas(self, node: MapNode) -> None:
        """Note an expression in `{ }` that a comma has cut in two."""
        if not node.flow:
            return
        whole: Scalar | None = None
        depth = 0
        for entry in node.entries:
            value = entry.value
            if depth > 0 and whole is not None and isinstance(value, Scalar) and value.empty:
                if id(whole) not in self._torn:
                    self._quote_me(entry.key)
                self._torn |= {id(whole), id(entry.key)}
                depth += _opened(entry.key.text)
                continue
            whole, depth = None, 0
            if isinstance(value, Scalar) and not value.style:
                whole, depth = value, _opened(value.text)

    def _rest_of_text(self, before: Entry | None, entry: Entry) -> bool:
        """Whether a key is what a comma has cut off a text in `{ }`; notes it if so."""
        value = entry.value
        if before is None or not isinstance(before.value, Scalar) or before.value.style:
            return False
        if not isinstance(value, Scalar) or not value.empty or value.text:
            return False
        self._problems.error(
            entry.key.span,
            "quote-me",
            f"{entry.key.text!r} looks like the rest of the text before it",
            "inside { } a comma ends the value: put the text in quotes",
        )
        return True

    def _torn_list(self, node: ListNode) -> None:
        depth = 0
        told = False
        for before, item in zip(node.items, node.items[1:], strict=False):
            depth += _opened(before.text) if isinstance(before, Scalar) else 0
            if depth > 0 and isinstance(item, Scalar) and not item.style:
                if not told:
                    self._quote_me(item)
                told = True
                self._torn |= {id(before), id(item)}
            else:
                depth, told = 0, False

    def _quote_me(self, part: Scalar) -> None:
        self._problems.error(
            part.span,
            "quote-me",
            f"{part.text!r} looks like part of an expression",
            "inside { } a comma ends the value: put the expression in quotes, or write the entry"
            " on separate lines",
        )


def check_verbs(node: MapNode, section: Section, name: str, problems: Problems) -> str | None:
    """The one verb of an action, effect or entry; None, and a problem, if there is none.

    Also notes keys that do not go with it.
    """
    verbs = [entry.key for entry in node.entries if entry.key.text in section.verbs]
    if not verbs:
        words = list(section.verbs)
        problems.error(
            node.span.point(),
            "verb",
            f"{section.what}{name} says nothing to do",
            f"give one of {', '.join(words)}",
        )
        return None
    if len(verbs) > 1:
        problems.error(
            verbs[1].span,
            "verb",
            f"{section.what}{name} has two verbs, {verbs[0].text!r} and {verbs[1].text!r}",
            "make two of it",
        )
        return None
    verb = verbs[0].text
    special = {key for keys in section.verbs.values() for key in keys}
    allowed = section.verbs[verb]
    for entry in node.entries:
        key = entry.key
        if key.text in special and key.text not in allowed:
            takes = f"{verb}: takes {', '.join(allowed)}" if allowed else f"{verb}: stands alone"
            problems.error(
                key.span,
                "verb-key",
                f"{key.text!r} does not go with {verb}: in {section.what}{name}",
                takes,
            )
    return verb


def check_way(node: MapNode, way: str, name: str, problems: Problems) -> None:
    """Note keys that do not go with the way an action moves (`by:`)."""
    for other, keys in WAYS.items():
        for key in keys:
            entry = node.entry(key)
            if entry is not None and key not in WAYS[way]:
                problems.error(
                    entry.key.span,
                    "verb-key",
                    f"{key!r} does not go with by: {way} in action {name!r}",
                    f"only by: {other} takes it",
                )


def describe(value: Value) -> str:
    """What a value should be, for messages."""
    match value:
        case Text(what):
            return what
        case Template():
            return "text"
        case Integer(param=param):
            return "a whole number or $parameter" if param else "a whole number"
        case Flag():
            return "true or false"
        case Word(words):
            return f"one of {', '.join(words)}" if len(words) > 1 else repr(words[0])
        case Reference(kind, words):
            return f"the name of a {kind}" + (f", {' or '.join(words)}" if words else "")
        case Expression():
            return "an expression"
        case Nothing():
            return "nothing"
        case ListOf(inner):
            return f"a list ({_plain(inner)} each)"
        case Names(_, what):
            return f"a mapping of {what}s" if what != "name" else "a mapping of names"
        case Section():
            return "a mapping"
        case Either(values):
            return " or ".join(dict.fromkeys(describe(one) for one in values))
        case Anything():
            return "anything"


def _plain(value: Value) -> str:
    return describe(value).removeprefix("a list of ")


def _is_nothing(node: Node) -> bool:
    return isinstance(node, Scalar) and node.empty


def accepts(value: Value, node: Node) -> bool:
    """Whether a node is of the sort of a value: a mapping, a list, a text or nothing."""
    match value:
        case Section() | Names():
            return isinstance(node, MapNode)
        case ListOf():
            return isinstance(node, ListNode)
        case Nothing():
            return _is_nothing(node)
        case Either(values):
            return any(accepts(one, node) for one in values)
        case Anything():
            return True
        case _:
            return isinstance(node, Scalar) and not node.empty


def _found(node: Node) -> str:
    match node:
        case Scalar() if node.empty:
            return "nothing"
        case Scalar():
            return repr(node.text if len(node.text) < 40 else node.text[:36] + " ...")
        case ListNode():
            return "a list"
        case MapNode():
            return "a mapping"


def _opened(text: str) -> int:
    return text.count("(") - text.count(")")


def _choices(words: list[str]) -> str:
    return f"it takes {', '.join(words)}" if len(words) <= 12 else ""
