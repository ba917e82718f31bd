"""The file `keys.yaml`: other keys for actions, by their ids.

    table.done: x
    table.pick: [Enter, Space, ";"]

`parlour keys` writes one with all actions, to begin with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from core.words import Message, Text
from tui import keys as table
from tui import small
from tui.keys import ACTIONS, SCREENS, Keys, keys_of, known, settled


def load(file: Path) -> tuple[Keys, tuple[Text, ...]]:
    """The keys in a file that can be had, and what is wrong with the others, a sentence each."""
    try:
        pairs = small.read(file)
    except small.Unreadable as error:
        return {}, (error.fault,)
    wanted: dict[str, tuple[str, ...]] = {}
    places: dict[str, str] = {}
    faults: list[Text] = []
    for name, value in pairs:
        id = small.text(name)
        if id in wanted:
            twice = Message("{action} has keys already, further up", action=small.clipped(id, str))
            faults.append(small.at(small.place(file, name), twice))
            continue
        words = [each for node in _listed(value) for each in _words(node)]
        keys = [known(word) for word in words]
        unknown = [word for word, key in zip(words, keys, strict=True) if key is None]
        if unknown:
            node = next(each for each in _listed(value) if set(_words(each)) & set(unknown))
            told = Message("{key} is no key to be had", key=small.clipped(unknown[0]))
            faults.append(small.at(small.place(file, node), told))
            continue
        wanted[id] = tuple(key for key in keys if key)
        places[id] = small.place(file, value)
    found, refused = settled(wanted)
    for name, _ in pairs:
        id = small.text(name)
        if id in refused:
            place = small.place(file, name) if id not in _IDS else places[id]
            faults.append(small.at(place, refused.pop(id)))
    return found, tuple(faults)


def written(remapped: Keys, file: Path) -> Iterator[str]:
    """The lines of a file with the keys of all actions as they are now.

    Args:
        remapped: The actions with other keys.
        file: Where such a file is looked for.
    """
    yield f"# The keys as they are now. Kept as {file}, this file"
    yield "# changes them: an action may have several, of which one must print a character."
    for part, title in SCREENS.items():
        yield ""
        yield f"# {title}"
        for action in ACTIONS:
            if action.screen == part:
                keys = ", ".join(_quoted(table.written(key)) for key in keys_of(action, remapped))
                yield f"{f'{action.id}: [{keys}]':<38} # {action.help}"


_IDS = frozenset(action.id for action in ACTIONS)


def _listed(value: yaml.Node) -> list[yaml.Node]:
    return list(value.value) if isinstance(value, yaml.SequenceNode) else [value]


def _words(node: yaml.Node) -> list[str]:
    """The keys in a value: one, or several with commas or blanks between."""
    told = small.text(node)
    if known(told):
        return [told]
    return [word for word in re.split(r"[,\s]+", told) if word] or [told]


def _quoted(key: str) -> str:
    """A key as YAML reads it again as text."""
    if re.fullmatch(r"[A-Za-z][\w+]+", key):
        return key
    return "'\"'" if key == '"' else '"\\\\"' if key == "\\" else f'"{key}"'
