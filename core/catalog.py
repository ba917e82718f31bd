"""The games there are: those shipped in `gamedefs/`, and any file by its path.

A game is named `id[:variant[+variant]]`, such as "oust:size-6+no-pie", or by the path of a
`.yaml` file, with variants after it in the same way. Variants not named are the file's defaults.
A file that has changed on disk is read again; nothing else is read twice in one process.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from core.errors import UnknownGame
from core.language.definition import Definition
from core.language.load import load_file
from core.language.problems import nearest
from core.language.translations import translations
from core.rules.game import Game
from core.words import Message, either

Written = tuple[int, int]
"""See `stamp`."""

_SUFFIXES = (".yaml", ".yml")


@cache
def names() -> tuple[str, ...]:
    """Identifiers of the shipped games, in alphabetical order."""
    return tuple(sorted(path.stem for path in _folder().glob("*.yaml")))


def names_in(folder: Path) -> tuple[str, ...]:
    """Names (paths) of the game files in a folder, in alphabetical order; none if there is none."""
    found = (path for path in folder.glob("*") if path.suffix in _SUFFIXES and path.is_file())
    return tuple(sorted(map(str, found)))


def found_in(folder: Path, name: str) -> str:
    """A name as somebody types it, where a folder's own games go by their files' names alone.

    A game that is neither shipped nor in the folder keeps its name.
    """
    game, colon, variants = name.partition(":")
    if game and game not in names() and Path(game).name == game:
        file = folder / f"{game}.yaml"
        if file.is_file():
            return f"{file}{colon}{variants}"
    return name


def definition(name: str) -> Definition:
    """The checked definition behind a name, with its variants chosen.

    Raises:
        UnknownGame: No such game, file or variant.
        DefinitionError: The file has faults; all are told.
    """
    path, chosen = split(name)
    return _definition(path, chosen, stamp(path))


def load(name: str) -> Game:
    """The playable game behind a name.

    Raises:
        UnknownGame: No such game, file or variant.
        DefinitionError: The file has faults; all are told.
    """
    path, chosen = split(name)
    written = stamp(path)
    return _game(path, _definition(path, chosen, written).chosen, written)


def split(name: str) -> tuple[Path, tuple[str, ...]]:
    """(file, variants named) of a name.

    Raises:
        UnknownGame: There is no such game or file.
    """
    game, variants = name, ""
    if not name.endswith(_SUFFIXES):
        game, _, variants = name.rpartition(":") if ":" in name else (name, "", "")
    chosen = tuple(variants.split("+")) if game != name else ()
    for place, one in enumerate(chosen):
        if not one or one in chosen[:place]:
            said = Message("a variant's name is missing")
            if one:
                said = Message("{variant} is named twice", variant=repr(one))
            raise UnknownGame(Message("{place}: {fault}", place=name[:200], fault=said))
    return path_of(game), chosen


def path_of(game: str) -> Path:
    """The file of a game, by its identifier or its path.

    Raises:
        UnknownGame: There is none.
    """
    if game in names():
        return _folder() / f"{game}.yaml"
    path = Path(game)
    if path.suffix in _SUFFIXES:
        try:
            found = path.is_file()
        except (OSError, ValueError):  # a name too long, a folder that may not be looked into
            found = False
        if found:
            return path
        raise UnknownGame(Message("no file {file}", file=repr(game[:200])))
    unknown = Message("no game {game}", game=repr(game[:200]))
    if near := nearest(game, names()):
        meant = either(map(repr, near))
        unknown = Message("{fault}; did you mean {meant}?", fault=unknown, meant=meant)
    raise UnknownGame(unknown)


def stamp(path: Path) -> Written:
    """What tells that a game has changed: its files' last time of writing, and their whole size."""
    try:
        found = [one.stat() for one in (path, *translations(path))]
    except (OSError, ValueError):
        return 0, 0
    return max(one.st_mtime_ns for one in found), sum(one.st_size for one in found)


_definitions: dict[tuple[Path, tuple[str, ...], Written], Definition] = {}
"""File, variants named and stamp -> what was read; the same whether those that are chosen anyway
are named or not."""


def _definition(path: Path, chosen: tuple[str, ...], written: Written) -> Definition:
    named = path, chosen, written
    if named not in _definitions:
        found = load_file(path, chosen)
        _definitions[named] = _definitions.setdefault((path, found.chosen, written), found)
    return _definitions[named]


@cache
def _game(path: Path, chosen: tuple[str, ...], written: Written) -> Game:
    return Game(_definition(path, chosen, written), trusted=path.parent == _folder())


@cache
def _folder() -> Path:
    return Path(str(files("gamedefs")))
