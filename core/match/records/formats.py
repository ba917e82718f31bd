"""All formats of records, by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from core import catalog
from core.match.records import abstractplay, ggf, sgf, text, transcript
from core.match.records.record import Record, RecordError


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write a match."""

    name: str
    suffixes: tuple[str, ...]
    """What names of such files end with."""
    write: Callable[[Record], str]
    read: Callable[[str, str | None], Record]
    """The text, and the id of its game if somebody has said it -> the record."""


def _read_text(source: str, wanted: str | None) -> Record:
    return text.read(source, lambda id: catalog.load(wanted or id))


def _with_passes(record: Record) -> str:
    return transcript.write(record, passes=True)


FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        one.name: one
        for one in (
            Format("text", (".txt", ".parlour"), text.write, _read_text),
            Format("sgf", (".sgf",), sgf.write, sgf.read),
            Format("ggf", (".ggf",), ggf.write, ggf.read),
            Format("transcript", (), transcript.write, transcript.read),
            Format("passes", (), _with_passes, transcript.read),
            Format("abstractplay", (".json",), abstractplay.write, abstractplay.read),
        )
    }
)
"""Name -> format; "passes" is a transcript that tells passes too."""


def of_file(name: str) -> Format | None:
    """The format that the name of a file tells; None where it tells none."""
    suffix = Path(name).suffix.lower()
    return next((one for one in FORMATS.values() if suffix in one.suffixes), None)


def guessed(source: str) -> Format:
    """The format that a text looks like.

    Raises:
        RecordError: It looks like none.
    """
    if re.match(r"\s*\{\s*\"", source):
        return FORMATS["abstractplay"]
    if start := re.search(r"\(\s*;", source[:2000]):
        named = re.search(r"GM\s*\[\s*\d+\s*\]", source[start.start() :])
        return FORMATS["sgf"] if named or "GM" not in source else FORMATS["ggf"]
    if re.search(r"(?m)^\s*game\s*:", source):
        return FORMATS["text"]
    if re.match(r"\s*(?:\d+\.\s*)?(?:[a-zA-Z]\d|--)", source):
        return FORMATS["transcript"]
    raise RecordError("is a record in no format that is known here", 1, 1)


def read(source: str, wanted: str | None = None) -> Record:
    """The record that a text tells, in whatever format it is.

    Args:
        source: The text.
        wanted: The id of its game; None is what the text says.

    Raises:
        RecordError: It is no record, or does not fit its game; names line and column.
        UnknownGame: There is no such game.
    """
    return guessed(source).read(source, wanted)
