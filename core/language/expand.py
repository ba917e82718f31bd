"""One variant of a game, whole and by itself, as YAML.

Files that are extended and variants are merged in, what they delete is gone, and parameters stand
at their values. Defaults stay unsaid and texts stay as written, so that the result is a game file
like any other, with the same fingerprint.
"""

from __future__ import annotations

import io
import textwrap
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final

import yaml
from yaml.emitter import Emitter, ScalarAnalysis

from core.language.load import load_file, read_root
from core.language.merge import with_variants
from core.language.nodes import Entry, ListNode, MapNode, Node, Scalar, read_source
from core.language.problems import Problems
from core.language.vocabulary import TOP

WIDTH: Final = 100
"""Columns that a list or mapping may fill on one line."""

_ORDER: Final = [key.name for key in TOP.keys]
_LAYERS: Final = frozenset({"extends", "variants"})
"""Keys that say nothing more once everything is merged."""
_TEXTS: Final = 4096
"""How many texts are kept with how they are written: keys and words come again and again."""


def expand(path: Path, variants: tuple[str, ...] = ()) -> str:
    """The game of a file with these variants, and the defaults of other groups, as one text.

    Raises:
        DefinitionError: The file, or one that it extends, is faulty; has all the problems.
        UnknownGame: There is no such variant, or two are of one group.
    """
    definition = load_file(path, variants)
    problems = Problems()
    source = read_source(path, problems)
    assert source is not None
    root = with_variants(read_root(source, problems), definition.chosen, problems)
    problems.stop()
    chosen = f" with {', '.join(definition.chosen)}" if definition.chosen else ""
    name = " ".join(definition.info.name.split())
    return f"# {name}{chosen}, from {path.name}.\n{written(_alone(root))}"


def written(root: MapNode) -> str:
    """The nodes of a file as YAML, keys of the whole file in the order of the language."""
    entries = sorted(root.entries, key=lambda entry: _ORDER.index(entry.key.text))
    return "\n".join([*_block(MapNode(tuple(entries), root.span)), ""])


def _alone(root: MapNode) -> MapNode:
    """The file without what is about other variants."""
    entries = [
        Entry(entry.key, _one_variant(entry.value)) if entry.key.text == "text" else entry
        for entry in root.entries
        if entry.key.text not in _LAYERS
    ]
    return MapNode(tuple(entries), root.span)


def _one_variant(text: Node) -> Node:
    """The key `text:` without names of variants, of which there are none any more."""
    if not isinstance(text, MapNode):
        return text
    languages = [
        Entry(language.key, _without(language.value, "variants")) for language in text.entries
    ]
    return MapNode(tuple(languages), text.span, text.flow)


def _without(node: Node, name: str) -> Node:
    if not isinstance(node, MapNode):
        return node
    entries = (entry for entry in node.entries if entry.key.text != name)
    return MapNode(tuple(entries), node.span, node.flow)


# YAML, in the style of the file: what it wrote in brackets stays in brackets if it fits on a line.


def _block(node: MapNode | ListNode) -> list[str]:
    """The lines of a list or mapping."""
    lines: list[str] = []
    if isinstance(node, MapNode):
        for entry in node.entries:
            lines += _value(entry.value, f"{_key(entry.key)}:")
    else:
        for item in node.items:
            lines += _item(item)
    return lines


def _value(node: Node, key: str) -> list[str]:
    """The lines of a key and its value."""
    if isinstance(node, Scalar):
        return _scalar(node, key)
    inside = node.items if isinstance(node, ListNode) else node.entries
    line = f"{key} {_flow(node)}"
    if not inside or (node.flow and "\n" not in line and len(line) <= WIDTH):
        return [line]
    return [key, *_indented(_block(node))]


def _item(node: Node) -> list[str]:
    """The lines of an entry of a list."""
    if isinstance(node, Scalar):
        return _scalar(node, "-")
    inside = node.items if isinstance(node, ListNode) else node.entries
    line = f"- {_flow(node)}"
    if not inside or (node.flow and "\n" not in line and len(line) <= WIDTH):
        return [line]
    first, *rest = _block(node)
    return [f"- {first}", *_indented(rest)]


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"  {line}" if line else "" for line in lines]


def _scalar(node: Scalar, key: str) -> list[str]:
    """The lines of a text, which may be a long one, and its key."""
    text = node.text
    if node.empty:
        return [key if key != "-" else "- null"]
    if "\n" in text and _is_literal(text):
        tail = "" if text.endswith("\n") and not text.endswith("\n\n") else "-"
        tail = "+" if text.endswith("\n\n") else tail
        return [f"{key} |{tail}", *_indented(text.removesuffix("\n").split("\n"))]
    line = f"{key} {_quoted(node, flow=False)}"
    if len(line) > WIDTH and text == " ".join(text.split()):
        folded = textwrap.wrap(text, WIDTH - 8, break_long_words=False, break_on_hyphens=False)
        return [f"{key} >-", *_indented(folded)]
    return [line]


def _is_literal(text: str) -> bool:
    """Whether a text of several lines can stand as it is after `|`."""
    other_breaks = any(mark in text for mark in "\r\x85\u2028\u2029")
    return _analysis(text).allow_block and not other_breaks and not text.startswith((" ", "\n"))


@lru_cache(_TEXTS)
def _analysis(text: str) -> ScalarAnalysis:
    """In which styles a text can be written."""
    return Emitter(io.StringIO(), allow_unicode=True).analyze_scalar(text)


def _flow(node: Node) -> str:
    """A value in brackets, on one line unless a text has several."""
    match node:
        case Scalar():
            return "null" if node.empty else _quoted(node, flow=True)
        case ListNode():
            return f"[{', '.join(_flow(item) for item in node.items)}]"
        case MapNode():
            pairs = [
                f"{_key(entry.key)}: "
                + (
                    ""
                    if isinstance(entry.value, Scalar) and entry.value.empty
                    else _flow(entry.value)
                )
                for entry in node.entries
            ]
            return f"{{{', '.join(pairs)}}}"


def _key(key: Scalar) -> str:
    return _quoted(key, flow=True)


def _quoted(node: Scalar, flow: bool) -> str:
    """A text on one line, in quotes if it needs them."""
    text = node.text
    analysis = _analysis(text)
    plain = analysis.allow_flow_plain if flow else analysis.allow_block_plain
    if plain and not analysis.multiline and not Scalar(text, node.span).empty:
        return text
    return _in_quotes(text)


@lru_cache(_TEXTS)
def _in_quotes(text: str) -> str:
    quoted: str = yaml.dump(text, default_style='"', allow_unicode=True, width=float("inf"))
    return quoted.rstrip("\n")
