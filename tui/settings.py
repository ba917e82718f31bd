"""What a person has set, kept as a small YAML file that never locks anyone out.

Whatever is wrong with the file is told in `Settings.faults` and replaced by the default; saving
writes the whole file again beside the old one and then takes its place.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import yaml

from core.bots.bot import LEVELS
from core.words import Message, Text, either
from tui import keymap, small, themes
from tui.keys import Keys
from tui.language import LANGUAGES
from tui.themes import Theme

COLORS = ("auto", "256", "16", "none")
SWITCH = ("off", "on")
CHARACTERS = ("auto", "unicode", "ascii")
CURSOR = ("hidden", "visible")
LEGAL = ("few", "all", "none")
LANGUAGE = ("auto", *LANGUAGES)
HINTS = tuple(str(level.number) for level in LEVELS)

KEYS = "keys.yaml"
"""File of other keys; see `tui.keymap`."""
MOST = 5
"""How many faults are told."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set; each field is a key of the file."""

    color: str = "auto"
    """One of `COLORS`."""
    characters: str = "auto"
    """One of `CHARACTERS`: auto uses what the terminal can show."""
    theme: str = "dark"
    """One of `themes.NAMES`, or the name of an own theme."""
    legal: str = "few"
    """One of `LEGAL`: whether legal cells are marked; few only where they are not most of them."""
    bell: str = "off"
    """One of `SWITCH`: whether the terminal's bell tells that it is a person's turn."""
    letters: str = "off"
    """One of `SWITCH`: whether pieces are plain letters, without fills."""
    hints: str = "5"
    """One of `HINTS`: the level of the bot that gives hints."""
    language: str = "auto"
    """One of `LANGUAGE`: auto looks at the locale."""
    cursor: str = "hidden"
    """One of `CURSOR`: whether the terminal's own cursor shows where a person is, as screen readers
    and braille displays need it."""
    mouse: str = "on"
    """One of `SWITCH`: whether clicks come here; off leaves them to the terminal, to copy text."""
    keys: Keys = field(default_factory=dict)
    """The actions with other than the usual keys; kept in a file of their own."""
    own_themes: tuple[Theme, ...] = ()
    """Each from a file of its own; see `tui.themes`."""
    faults: tuple[Text, ...] = ()
    """What was wrong with the files, one sentence each."""

    def choices(self, name: str) -> tuple[str, ...]:
        """What a field may be."""
        own = tuple(theme.name for theme in self.own_themes) if name == "theme" else ()
        return CHOICES[name] + own

    def with_next(self, name: str, by: int = 1) -> Settings:
        """With the next possible value of a field, the first after the last."""
        values = self.choices(name)
        place = values.index(getattr(self, name)) + by
        return _changed(self, name, values[place % len(values)])


CHOICES: Mapping[str, tuple[str, ...]] = {
    "color": COLORS,
    "characters": CHARACTERS,
    "theme": themes.NAMES,
    "legal": LEGAL,
    "bell": SWITCH,
    "letters": SWITCH,
    "hints": HINTS,
    "language": LANGUAGE,
    "cursor": CURSOR,
    "mouse": SWITCH,
}
"""Field -> what it may be, besides own themes."""


def load(file: Path) -> Settings:
    """The settings in a file, and the keys in `keys.yaml` and the themes in `themes` beside it.

    Where they say nothing, or nothing sensible, it is as usual.
    """
    keys, unheard = keymap.load(keys_file(file))
    own, unseen = themes.own_themes(file.parent / "themes")
    settings = Settings(own_themes=own)
    try:
        settings, faults = _read(settings, file)
    except small.Unreadable as error:
        faults = [error.fault]
    faults += [*unheard, *unseen]
    if len(faults) > MOST:
        faults[MOST:] = [Message("and {count} more faults", count=len(faults) - MOST)]
    return replace(settings, keys=keys, faults=tuple(faults))


def keys_file(file: Path) -> Path:
    """Where the keys are that go with a file of settings."""
    return file.with_name(KEYS)


def save(settings: Settings, file: Path) -> Text:
    """Write the settings; what went wrong, or ""."""
    found = {name: getattr(settings, name) for name in CHOICES}
    beside = file.with_name(file.name + ".new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(yaml.safe_dump(found, sort_keys=False), encoding="utf-8")
        os.replace(beside, file)
    except OSError as error:
        reason = error.strerror or ""
        return Message("settings cannot be kept in {file} ({reason})", file=file, reason=reason)
    return Text()


def _read(settings: Settings, file: Path) -> tuple[Settings, list[Text]]:
    """The settings with what a file says, and what is wrong with that."""
    faults: list[Text] = []
    for key, node in small.read(file):
        name, value = small.text(key), small.text(node)
        if name in CHOICES and value in settings.choices(name):
            settings = _changed(settings, name, value)
        elif name in CHOICES:
            *first, last = settings.choices(name)
            known, given = either((", ".join(first), last)), small.clipped(value)
            told = Message("should be {known}, not {value}", known=known, value=given)
            faults.append(small.at(small.place(file, node), small.at(name, told)))
        else:
            told = Message("is no setting")
            if name == "keys":
                told = Message("stand in {file} beside it", file=KEYS)
            named = small.at(small.clipped(name, str), told)
            faults.append(small.at(small.place(file, key), named))
    return settings, faults


def _changed(settings: Settings, name: str, value: str) -> Settings:
    fields: dict[str, Any] = {name: value}
    return replace(settings, **fields)
