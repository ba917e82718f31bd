"""Entries as lines of JSON, one object a line, all in ASCII.

    {"kind": "started", "format": 1, "game": "oust:size-7", "digest": "3f0c...", "start": "...",
     "seats": [{"kind": "person", "name": "ann"}, {"kind": "bot", "name": "easy", "level": 1}],
     "at": 1767225600000, "turns": 0}
    {"kind": "stepped", "seat": 0, "token": "d4", "at": 1767225604000, "turns": 1}
    {"kind": "took-back", "seat": 0, "to": 0, "at": 1767225606000, "turns": 0}
    {"kind": "resigned", "seat": 0, "at": 1767225609000, "turns": 0, "over": true}
    {"kind": "reseated", "seat": 1, "player": {"kind": "person", "name": "bob"}, "at": ..., ...}

Each line also notes when it was written, how many turns stood then, and whether the match was
over, so that a list of matches can be shown without replaying them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from core.bots.bot import LEVELS
from core.match.session import Entry, Player, Reseated, Resigned, Started, Stepped, TookBack

FORMAT = 1
"""Rises when older programs could no longer read the lines."""

MOST = 10**15
"""No time and no number of turns is beyond this."""

LONGEST_NAME = 100
"""Characters of a player's name."""

_KNOWN_LEVELS = {each.number for each in LEVELS}

Milliseconds = int
"""Whole milliseconds since the beginning of 1970, UTC."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a log."""

    entry: Entry
    at: Milliseconds
    """When it was written."""
    turns: int
    """How many turns stood after it, an unfinished one included."""
    over: bool = False
    """Whether the match was over after it."""


def encode(line: Line) -> bytes:
    """The line as bytes, with its line break."""
    note: dict[str, object] = {"at": line.at, "turns": line.turns}
    if line.over:
        note["over"] = True
    return json.dumps(_entry(line.entry) | note).encode("ascii") + b"\n"


def decode(text: bytes) -> Line:
    """The line that `encode` made these bytes from.

    Raises:
        ValueError: The bytes are no such line; the text says what is wrong, for people.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError("is no line of a saved game") from error
    match value:
        case {"kind": "started", "format": int(number)} if number != FORMAT:
            raise ValueError(f"is written in format {number}; this program reads format {FORMAT}")
        case {"at": int(at), "turns": int(turns)} if 0 <= turns <= MOST and abs(at) <= MOST:
            return Line(_read_entry(value), at, turns, value.get("over") is True)
    raise ValueError("is no line of a saved game")


def _entry(entry: Entry) -> dict[str, object]:
    match entry:
        case Started(game, digest, start, seats):
            return {
                "kind": "started",
                "format": FORMAT,
                "game": game,
                "digest": digest,
                "start": start,
                "seats": [_player(player) for player in seats],
            }
        case Stepped(seat, token):
            return {"kind": "stepped", "seat": seat, "token": token}
        case TookBack(seat, to):
            return {"kind": "took-back", "seat": seat, "to": to}
        case Resigned(seat):
            return {"kind": "resigned", "seat": seat}
        case Reseated(seat, player):
            return {"kind": "reseated", "seat": seat, "player": _player(player)}


def _player(player: Player) -> dict[str, object]:
    level = {} if player.level is None else {"level": player.level}
    return {"kind": player.kind, "name": player.name, **level}


def _read_entry(value: object) -> Entry:
    match value:
        case {
            "kind": "started",
            "format": int(),
            "game": str(game),
            "digest": str(digest),
            "start": str(start),
            "seats": [*seats],
        }:
            return Started(game, digest, start, tuple(_read_player(seat) for seat in seats))
        case {"kind": "stepped", "seat": int(seat), "token": str(token)}:
            return Stepped(seat, token)
        case {"kind": "took-back", "seat": int(seat), "to": int(to)}:
            return TookBack(seat, to)
        case {"kind": "resigned", "seat": int(seat)}:
            return Resigned(seat)
        case {"kind": "reseated", "seat": int(seat), "player": player}:
            return Reseated(seat, _read_player(player))
    raise ValueError("is no entry of a match")


def _read_player(value: object) -> Player:
    match value:
        case {"name": str(name)} if len(name) > LONGEST_NAME or not name.isprintable():
            raise ValueError("has a seat whose name cannot be shown")
        case {"level": level} if level not in _KNOWN_LEVELS:
            raise ValueError("has a seat with a bot of no known level")
        case {"kind": "person", "name": str(name)}:
            return Player("person", name)
        case {"kind": "bot", "name": str(name), "level": int(level)}:
            return Player("bot", name, level)
        case {"kind": "bot", "name": str(name)}:
            return Player("bot", name)
        case {"kind": "engine", "name": str(name)}:
            return Player("engine", name)
    raise ValueError("has a seat that is neither a person nor a program")
