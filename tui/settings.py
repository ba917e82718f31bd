"""What a person has set, kept as a small YAML file that never locks anyone out.

Whatever is wrong with the file is told in `Settings.faults` and replaced by the default; saving
writes the whole file again beside the old one and then takes its place.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import yaml

from core.words import Message, Text, either
from tui import keys
from tui.language import LANGUAGES

COLORS = ("auto", "256", "16", "none")
THEMES = ("dark", "light")
SWITCH = ("off", "on")
CHARACTERS = ("auto", "ascii")
LEGAL = ("few", "all", "none")
LANGUAGE = ("auto", *LANGUAGES)


LARGEST = 64 * 1024
"""Bytes of a file of settings at most."""
DEEPEST = 8
"""Lists and maps within each other at most."""
MOST = 5
"""How many faults are told."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set; each field is a key of the file."""

    color: str = "auto"
    """One of `COLORS`."""
    characters: str = "auto"
    """One of `CHARACTERS`: auto uses what the locale can show."""
    theme: str = "dark"
    """One of `THEMES`."""
    legal: str = "few"
    """One of `LEGAL`: whether legal cells are marked; few only where they are not most of them."""
    bell: str = "off"
    """One of `SWITCH`: whether the terminal's bell tells that it is a person's turn."""
    letters: str = "off"
    """One of `SWITCH`: whether pieces are plain letters, without fills."""
    language: str = "auto"
    """One of `LANGUAGE`: auto looks at the locale."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Action id -> keys with commas between, as in `tui.keys.ACTIONS`."""
    faults: tuple[Text, ...] = ()
    """What was wrong with the file, one sentence each."""

    def with_next(self, name: str, by: int = 1) -> Settings:
        """With the next possible value of a field, the first after the last."""
        values = CHOICES[name]
        place = values.index(getattr(self, name)) + by
        return _changed(self, name, values[place % len(values)])


CHOICES: Mapping[str, tuple[str, ...]] = {
    "color": COLORS,
    "characters": CHARACTERS,
    "theme": THEMES,
    "legal": LEGAL,
    "bell": SWITCH,
    "letters": SWITCH,
    "language": LANGUAGE,
}
"""Field -> what it may be."""


def load(file: Path) -> Settings:
    """The settings in a file; the defaults where it says nothing or nothing sensible."""
    try:
        data = _data(file)
        if len(data) > LARGEST:
            size = LARGEST // 1024
            return _faulty(file, Message("is larger than {size} KiB; not read", size=size))
        text = data.decode()
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError) as error:
        return _faulty(file, Message("cannot be read ({reason})", reason=_reason(error)))
    try:
        found = yaml.load(text, Loader=_PlainLoader)
    except (yaml.YAMLError, RecursionError):
        return _faulty(file, Message("is not valid YAML; using the defaults"))
    if not found:
        return Settings()
    if not isinstance(found, dict):
        return _faulty(file, Message("should be a list of `name: value` lines"))
    faults, settings = _read(found)
    return replace(settings, faults=tuple(_at(file, fault) for fault in faults))


def _faulty(file: Path, fault: Text) -> Settings:
    """The defaults, in place of a file of which nothing can be used."""
    return Settings(faults=(_at(file, fault),))


def _at(place: Path | str, fault: Text) -> Text:
    return Message("{place}: {fault}", place=place, fault=fault)


class _PlainLoader(yaml.BaseLoader):
    """Refuses what no settings need and what costs much: aliases and deep nesting."""

    _depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """The next value."""
        if self.check_event(yaml.AliasEvent) or self._depth > DEEPEST:
            raise yaml.YAMLError("aliases and deep nesting are not understood")
        self._depth += 1
        node = super().compose_node(parent, index)
        self._depth -= 1
        return node


def _data(file: Path) -> bytes:
    """What is in a regular file, at most a byte more than `LARGEST`; a pipe is not waited for."""
    handle = os.open(file, os.O_RDONLY | os.O_NONBLOCK)
    with os.fdopen(handle, "rb") as stream:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "is no ordinary file")
        return stream.read(LARGEST + 1)


def save(settings: Settings, file: Path) -> Text:
    """Write the settings; what went wrong, or ""."""
    found: dict[str, object] = {name: getattr(settings, name) for name in CHOICES}
    if settings.keys:
        found["keys"] = dict(settings.keys)
    beside = file.with_name(file.name + ".new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(yaml.safe_dump(found, sort_keys=False), encoding="utf-8")
        os.replace(beside, file)
    except OSError as error:
        reason = _reason(error)
        return Message("settings cannot be kept in {file} ({reason})", file=file, reason=reason)
    return Text()


def _read(found: Mapping[Any, Any]) -> tuple[list[Text], Settings]:
    settings = Settings()
    faults: list[Text] = []
    for name, value in found.items():
        if name in CHOICES and value in CHOICES[name]:
            settings = _changed(settings, name, value)
        elif name in CHOICES:
            *first, last = CHOICES[name]
            known = either((", ".join(first), last))
            told = Message("should be {known}, not {value}", known=known, value=_clipped(value))
            faults.append(_at(name, told))
        elif name == "keys" and isinstance(value, dict):
            remapped = {str(id): str(wanted) for id, wanted in value.items()}
            wrong = keys.faults(remapped)
            faults += [_at(name, fault) for fault in wrong]
            if not wrong:
                settings = replace(settings, keys=remapped)
        else:
            faults.append(_at(_clipped(name, str), Message("is no setting")))
    if len(faults) > MOST:
        faults[MOST:] = [Message("and {count} more faults", count=len(faults) - MOST)]
    return faults, settings


def _clipped(value: object, written: Callable[[object], str] = repr) -> str:
    """A value as it is written, the beginning of it if that is long."""
    text = written(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


_WITH: Mapping[str, Callable[[Settings, str], Settings]] = {
    "color": lambda settings, value: replace(settings, color=value),
    "characters": lambda settings, value: replace(settings, characters=value),
    "theme": lambda settings, value: replace(settings, theme=value),
    "legal": lambda settings, value: replace(settings, legal=value),
    "bell": lambda settings, value: replace(settings, bell=value),
    "letters": lambda settings, value: replace(settings, letters=value),
    "language": lambda settings, value: replace(settings, language=value),
}


def _changed(settings: Settings, name: str, value: str) -> Settings:
    return _WITH[name](settings, value)


def _reason(error: Exception) -> str:
    return error.strerror or "" if isinstance(error, OSError) else Message("not UTF-8")
