"""Matches of a store as sessions, under the rules they were begun with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from core import catalog
from core.errors import GameError, SaveError, UnknownGame
from core.language.definition import Variant
from core.language.expand import expand
from core.language.load import load_text
from core.match.entries import Entry, Started
from core.match.session import Session
from core.rules.game import Game
from core.store.store import MatchId, Store
from core.words import N_, Message, Text

Load = Callable[[str], Game]
"""Gives the game of a name, such as `core.catalog.load`."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A match that was kept."""

    session: Session
    old_rules: bool
    """Whether the game's file has other rules now, so that it is played by the stored ones."""


def opened(store: Store, match: MatchId, load: Load = catalog.load) -> Opened:
    """A match as its log tells it.

    It is played by the rules it was begun under: if the game has changed since, or is gone, by
    those that were kept with it.

    Raises:
        SaveError: There is no such match, or its log cannot be read or played; says where.
        GameError: The game is not known, and was not kept.
    """
    log = store.read(match)
    started = log[0]
    if not isinstance(started, Started):
        told = Message("match {match}: does not say which game it is of", match=match)
        raise SaveError(told)
    game, old = _game(store, match, started, load)
    return Opened(_folded(match, game, started, log[1:]), old)


def keep(store: Store, session: Session) -> MatchId:
    """A new match in a store, with the text of its game if that has the rules it was begun with.

    Raises:
        StoreError: It cannot be kept.
    """
    return store.create(session, "" if session.other_rules else definition_text(session.game))


def definition_text(game: Game) -> str:
    """The whole text of a game with its variants, by which it can be played again as it is.

    "" where the file has changed since the game was read.
    """
    definition = game.definition
    return _text(Path(definition.file), definition.chosen, definition.digest)


@cache
def _text(path: Path, chosen: tuple[str, ...], digest: str) -> str:
    try:
        text = expand(path, chosen)
        return text if load_text(text, str(path)).digest == digest else ""
    except GameError:
        return ""


def _game(store: Store, match: MatchId, started: Started, load: Load) -> tuple[Game, bool]:
    """The game a match was begun under, and whether that is another one now."""
    missing: GameError | None = None
    game: Game | None = None
    try:
        game = load(started.game)
    except GameError as error:
        missing = error
    if game is not None and game.definition.digest == started.digest:
        return game, False
    text = store.definition(match)
    if text:
        return _stored_game(text, started.game), True
    if game is None:
        raise missing or UnknownGame(Message("no game {name}", name=repr(started.game)))
    return game, True


@cache
def _stored_game(text: str, name: str) -> Game:
    """The game of a stored text, which calls itself as it did when it was a file with variants."""
    file, chosen = _parted(name)
    definition = load_text(text, "kept.yaml")  # whole by itself: no file is looked for
    variants = tuple(Variant(one, one, None, default=False) for one in chosen)
    return Game(replace(definition, file=file, chosen=chosen, variants=variants))


def _parted(name: str) -> tuple[str, tuple[str, ...]]:
    """(file, variants) of what the catalog called a game, though it may know it no more."""
    try:
        path, chosen = catalog.split(name)
    except UnknownGame:
        whole = name.endswith((".yaml", ".yml")) or ":" not in name
        file, _, variants = (name, "", "") if whole else name.rpartition(":")
        return file, tuple(filter(None, variants.split("+")))
    return str(path), chosen


def _folded(match: MatchId, game: Game, started: Started, entries: tuple[Entry, ...]) -> Session:
    session: Session | None = None
    for number, entry in enumerate((started, *entries)):
        try:
            session = session.after(entry) if session else Session.opened(game, started)
        except GameError as error:
            fault: Text = error.text
            if started.digest != game.definition.digest:
                told = N_("{error}; it was played under other rules of {game}")
                fault = Message(told, error=fault, game=game.name)
            told = N_("match {match}: entry {number}: {fault}")
            raise SaveError(Message(told, match=match, number=number, fault=fault)) from error
    assert session is not None
    return session
