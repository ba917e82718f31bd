"""The games there are: those shipped in `gamedefs/`, and any file by its path.

A game is named `id[:variant[+variant]]`, such as "oust:size-6+no-pie", or by the path of a
`.yaml` file, with variants after it in the same way. Variants not named are the file's defaults.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from core.errors import UnknownGame
from core.language.definition import Definition
from core.language.load import load_file
from core.language.problems import nearest
from core.rules.game import Game


@cache
def names() -> tuple[str, ...]:
    """Identifiers of the shipped games, in alphabetical order."""
    return tuple(sorted(path.stem for path in _folder().glob("*.yaml")))


@cache
def definition(name: str) -> Definition:
    """The checked definition behind a name, with its variants chosen.

    Raises:
        UnknownGame: No such game, file or variant.
        DefinitionError: The file has faults; all are told.
    """
    game, _, variants = name.partition(":")
    chosen = tuple(one for one in variants.split("+") if one)
    return load_file(path_of(game), chosen)


@cache
def load(name: str) -> Game:
    """The playable game behind a name; compiled once a process.

    Raises:
        UnknownGame: No such game, file or variant.
        DefinitionError: The file has faults; all are told.
    """
    return Game(definition(name))


def path_of(game: str) -> Path:
    """The file of a game, by its identifier or its path.

    Raises:
        UnknownGame: There is none.
    """
    if game in names():
        return _folder() / f"{game}.yaml"
    path = Path(game)
    if path.suffix in (".yaml", ".yml"):
        if path.is_file():
            return path
        raise UnknownGame(f"no file {game!r}")
    near = nearest(game, names())
    hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
    raise UnknownGame(f"no game {game!r}{hint}")


def _folder() -> Path:
    return Path(str(files("gamedefs")))
