"""Keys that are called otherwise than they once were.

The vocabulary remembers an older name of a key beside the section that has it (`Renamed`). A file
that uses it is read as if it had the new name, with a warning; `outdated` finds what could be
written anew, and `rewrite` does it and leaves everything else as it stands.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from core.language.nodes import (
    Entry,
    ListNode,
    MapNode,
    Node,
    Scalar,
    number,
    parse,
    read_source,
    scalar,
)
from core.language.problems import Problems, Span
from core.language.shape import accepts
from core.language.translations import translations
from core.language.vocabulary import (
    FORMAT,
    LANGUAGE,
    TOP,
    Either,
    ListOf,
    Names,
    Renamed,
    Section,
    Value,
)


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of a file, and what should stand there instead."""

    old: Span
    new: str

    def __str__(self) -> str:
        """On one line, beginning with the place as compilers print it."""
        was = self.old.source.text[self.old.start : self.old.end]
        return f"{self.old.source.file}:{self.old.line}:{self.old.column}: {was} -> {self.new}"


def renamed(root: MapNode, top: Section, problems: Problems) -> MapNode:
    """The file with every key by its present name; notes those that had an older one."""
    reader = _Reader()
    current = reader.read(root, top)
    for key, rename in reader.found:
        problems.warn(
            key.span,
            "renamed",
            f"{rename.old!r} is called {rename.new!r} since format {rename.since}",
            "`parlour upgrade` writes the new name into the file",
        )
    for key, new in reader.twice:
        problems.error(
            key.span,
            "yaml-duplicate-key",
            f"{key.text!r} is an older name of {new!r}, which is given too",
            "take one of them out",
        )
    return current if isinstance(current, MapNode) else root


def outdated(path: Path, problems: Problems) -> dict[Path, list[Edit]]:
    """What a game's file and its translations say in an older way, for each file that does."""
    found = {path: _edits(path, TOP, problems)}
    found |= {words: _edits(words, LANGUAGE, problems) for words in translations(path)}
    return {file: edits for file, edits in found.items() if edits}


def rewrite(path: Path, edits: list[Edit]) -> None:
    """Exchange these stretches of a file, all of them or, if that fails, none.

    Raises:
        OSError: The file cannot be written.
    """
    path = path.resolve()
    source = edits[0].old.source
    text = source.text
    for edit in sorted(edits, key=lambda one: one.old.start, reverse=True):
        text = text[: edit.old.start] + edit.new + text[edit.old.end :]
    mark = path.read_bytes()[: -len(source.text.encode())]  # what UTF-8 files may begin with
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(mark + text.encode())
        shutil.copymode(path, beside)
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def _edits(path: Path, section: Section, problems: Problems) -> list[Edit]:
    source = read_source(path, problems)
    root = None if source is None else parse(source, problems)
    if root is None:
        return []
    reader = _Reader()
    reader.read(root, section)
    found = [Edit(key.span, rename.new) for key, rename in reader.found]
    version = scalar(root, "format")
    if version is not None and 0 < (number(version) or 0) < FORMAT:
        found.append(Edit(version.span, str(FORMAT)))
    return sorted(found, key=lambda edit: edit.old.start)


class _Reader:
    """Goes through a file along the vocabulary."""

    def __init__(self) -> None:
        self.found: list[tuple[Scalar, Renamed]] = []
        self.twice: list[tuple[Scalar, str]] = []
        """Older names of keys that are given by the new name too."""

    def read(self, node: Node, value: Value) -> Node:
        """The node with present names."""
        match value:
            case Either(values):
                fitting = (one for one in values if accepts(one, node))
                return self.read(node, next(fitting, Section(())))
            case Section() if isinstance(node, MapNode):
                read = (self._entry(entry, value, node) for entry in node.entries)
                entries = tuple(entry for entry in read if entry is not None)
                return MapNode(entries, node.span, node.flow)
            case Names(inner) if isinstance(node, MapNode):
                entries = tuple(Entry(one.key, self.read(one.value, inner)) for one in node.entries)
                return MapNode(entries, node.span, node.flow)
            case ListOf(inner) if isinstance(node, ListNode):
                items = tuple(self.read(item, inner) for item in node.items)
                return ListNode(items, node.span, node.flow)
        return node

    def _entry(self, entry: Entry, section: Section, node: MapNode) -> Entry | None:
        key = entry.key
        rename = next((one for one in section.renamed if one.old == key.text), None)
        if rename is not None and rename.new in node:
            self.twice.append((key, rename.new))
            return None
        if rename is not None:
            self.found.append((key, rename))
            key = Scalar(rename.new, key.span, key.style)
        known = section.key(key.text)
        return entry if known is None else Entry(key, self.read(entry.value, known.value))
