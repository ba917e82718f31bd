"""Entries as lines of JSON, one object a line, all in ASCII.

    {"kind": "started", "format": 2, "game": "oust:size-7", "digest": "3f0c...", "start": "...",
     "seats": [{"kind": "person", "name": "ann"}, {"kind": "bot", "name": "easy", "level": 1}],
     "terms": {"pace": "5+3", "takebacks": "asked"}, "at": 1767225600000}
    {"kind": "stepped", "seat": 0, "token": "d4", "at": 1767225604000}
    {"kind": "took-back", "seat": 0, "to": 0, "at": 1767225606000}
    {"kind": "offered", "seat": 0, "offer": "draw", "at": 1767225607000}
    {"kind": "reseated", "seat": 1, "player": {"kind": "person", "name": "bob"}, "at": ...}

Of the terms, those that are as usual are left out. Other keys of a line are ignored: what older
programs noted beside their entries.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Final, get_args

from core.bots.bot import strength
from core.errors import GameError, SessionError
from core.match.clock import pace
from core.match.entries import KINDS, LONGEST_NAME, Entry, Player, Started, Terms, is_clean
from core.store.store import Note

FORMAT = 2
"""Rises when older programs could no longer read the lines; all from 1 on are read."""

MOST = 10**15
"""No time and no other number is beyond this."""

_CLASSES: Final[dict[str, type[Any]]] = {
    re.sub(r"(?<=[a-z])(?=[A-Z])", "-", each.__name__).lower(): each for each in get_args(Entry)
}
"""What a line calls an entry: the name of its class, such as "took-back"."""
_NAMES: Final = {each: name for name, each in _CLASSES.items()}
_USUAL: Final = Terms()


def encode(entry: Entry) -> str:
    """The entry as one line, without its line break."""
    first = {"format": FORMAT} if isinstance(entry, Started) else {}
    told = {
        _key(name): _plain(value)
        for name in _names(type(entry))
        if (value := getattr(entry, name)) not in (None, _USUAL)
    }
    return json.dumps({"kind": _NAMES[type(entry)], **first, **told, "at": entry.at})


def decode(text: str | bytes) -> Entry:
    """The entry that `encode` made this line from.

    Raises:
        ValueError: It is no such line; the text says what is wrong, for people.
    """
    value = _loaded(text)
    match value:
        case {"kind": "started", "format": int(number)} if not 0 < number <= FORMAT:
            raise ValueError(f"is written in format {number}; this program reads format {FORMAT}")
        case {"kind": str(name), "at": at}:
            return _entry(name, value, _whole(at))
    raise ValueError("is no line of a saved game")


def encode_terms(terms: Terms) -> str:
    """Terms as one line."""
    return json.dumps(_plain(terms))


def decode_terms(line: str) -> Terms:
    """The terms that `encode_terms` made this line from.

    Raises:
        ValueError: It is no such line.
    """
    return _terms(_loaded(line))


def encode_note(note: Note) -> str:
    """What lists show of a match as one line."""
    told = {"seats": _plain(note.seats), "turns": note.turns, "mover": note.mover}
    end = {"won": note.won, "over": note.over_since} if note.is_over else {}
    bots = {"stood_in": True} if note.stood_in else {}
    return json.dumps({**told, **end, **bots})


def seated(name: str) -> str:
    """What stands in the note of every match in which a person of this name sits."""
    return json.dumps(_plain(Player("person", name)))


def decode_note(line: str) -> Note:
    """The note that `encode_note` made this line from.

    Raises:
        ValueError: It is no such line.
    """
    match _loaded(line):
        case {"seats": seats, "turns": turns, "mover": None, **end}:
            won = tuple(map(_whole, _list(end.get("won", []))))
            since = end.get("over")
            since = None if since is None else _whole(since)
            stood_in = end.get("stood_in", False) is True
            return Note(_players(seats), _whole(turns), None, won, since, stood_in)
        case {"seats": seats, "turns": turns, "mover": mover}:
            return Note(_players(seats), _whole(turns), _whole(mover))
    raise ValueError("has a note that cannot be read")


def _loaded(line: str | bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError("is no line of a saved game") from error


def _entry(name: str, told: Mapping[str, object], at: int) -> Entry:
    if name not in _CLASSES:
        raise ValueError("is no entry of a match")
    kind = _CLASSES[name]
    if kind is Started and "format" not in told:
        raise ValueError("is no entry of a match")
    values: dict[str, Any] = {
        name: _READERS[name](told[_key(name)]) for name in _names(kind) if _key(name) in told
    }
    try:
        entry: Entry = kind(**{**_absent(kind), **values}, at=at)
    except TypeError as error:
        raise ValueError("is no entry of a match") from error
    return entry


def _names(kind: type[Any]) -> list[str]:
    """What an entry says, apart from when it happened."""
    return [each.name for each in fields(kind) if each.name != "at"]


def _absent(kind: type[Any]) -> dict[str, None]:
    """What may be nobody or nothing, and is then left out."""
    return {each.name: None for each in fields(kind) if "None" in str(each.type)}


def _key(name: str) -> str:
    """What a line calls a part of an entry: `kind` is the kind of entry."""
    return "offer" if name == "kind" else name


def _plain(value: object) -> object:
    match value:
        case Player(kind, name, level):
            return {"kind": kind, "name": name, **({} if level is None else {"level": level})}
        case Terms():
            told = {each.name: getattr(value, each.name) for each in fields(value)}
            if value.pace is not None:
                told["pace"] = str(value.pace)
            return {name: one for name, one in told.items() if one != getattr(_USUAL, name)}
        case tuple():
            return [_plain(each) for each in value]
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("is no entry of a match")
    return value


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > MOST:
        raise ValueError("is no entry of a match")
    return value


def _yes(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("is no entry of a match")
    return value


def _one_of(*known: str) -> Callable[[object], str]:
    def read(value: object) -> str:
        if value not in known:
            raise ValueError("is no entry of a match")
        return str(value)

    return read


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError("is no entry of a match")
    return value


def _players(value: object) -> tuple[Player, ...]:
    return tuple(map(_player, _list(value)))


def _is_level(value: object) -> bool:
    """Whether it is a level as `core.bots.bot.Level.word` tells it."""
    try:
        return isinstance(value, int | str) and strength(value).word == value
    except GameError:
        return False


def _player(value: object) -> Player:
    match value:
        case {"name": str(name)} if not is_clean(name, LONGEST_NAME):
            raise ValueError("has a seat whose name cannot be shown")
        case {"level": level} if not _is_level(level):
            raise ValueError("has a seat with a bot of no known level")
        case {"kind": "person" | "engine" | "open" as kind, "name": str(name)}:
            return Player(kind, name)
        case {"kind": "bot", "name": str(name), "level": int() | str() as level}:
            return Player("bot", name, level)
        case {"kind": "bot", "name": str(name)}:
            return Player("bot", name)
    raise ValueError("has a seat that is neither a person nor a program")


def _terms(value: object) -> Terms:
    if not isinstance(value, dict) or not value.keys() <= _TERMS.keys():
        raise ValueError("has terms that this program does not know")
    try:
        return Terms(**{name: _TERMS[name](one) for name, one in value.items()})
    except SessionError as error:
        raise ValueError(f"has terms that cannot be: {error}") from error


_TERMS: Final[dict[str, Callable[[object], Any]]] = {
    "pace": lambda value: pace(_text(value)),
    "takebacks": _one_of("free", "asked", "never"),
    "rated": _yes,
    "private": _yes,
    "shows": _one_of("steps", "turns"),
    "waits": _yes,
    "patience": _whole,
    "stand_ins": _yes,
}
_READERS: Final[dict[str, Callable[[object], Any]]] = {
    "game": _text,
    "digest": _text,
    "start": _text,
    "seats": _players,
    "terms": _terms,
    "seat": _whole,
    "token": _text,
    "to": _whole,
    "kind": _one_of(*KINDS),
    "yes": _yes,
    "name": _text,
    "text": _text,
    "player": _player,
    "match": _whole,
}
