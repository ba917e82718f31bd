"""The lobby in line mode: which games and matches there are, and how a match is begun."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from core import catalog
from core.errors import GameError
from core.language.definition import Definition
from core.language.problems import DefinitionError
from core.store.library import Book
from core.store.store import Kept, MatchId
from tui.ascii import bare_text
from tui.keeping import match_of
from tui.language import _, ngettext, said
from tui.playing import Match
from tui.seating import CHAIRS, PERSON, called, chair, firsts, to_move
from tui.setup import begun, parted
from tui.world import World

_KEYWORDS = ("with", "players", "first", "seed", "clock")


class Lobby:
    """The games and matches of a `World`."""

    def __init__(self, world: World) -> None:
        """Read nothing yet."""
        self._world = world

    def games(self, words: Sequence[str]) -> Iterator[str]:
        """All games, those with a word in them, or the variants of one.

        Raises:
            GameError: No game has the word.
        """
        name = " ".join(words).lower()
        if name in self._names():
            yield from _variant_lines(name, catalog.definition(self.found(name)))
            return
        lines = [line for one in self._names() if (line := self._game_line(one, name))]
        if not lines:
            raise GameError(_("no game is about {word}").format(word=repr(name[:40])))
        yield from lines

    def _names(self) -> tuple[str, ...]:
        """The games that are shipped, then a person's own."""
        try:
            own = [Path(file).stem for file in catalog.names_in(self._world.home.games)]
        except OSError:
            own = []
        shipped = catalog.names()
        return (*shipped, *(name for name in own if name not in shipped))

    def _game_line(self, name: str, word: str) -> str:
        """A game in a line; "" if it has not to do with the word."""
        try:
            definition = catalog.definition(self.found(name))
        except GameError as error:
            return f"{name}: {_('cannot be played')}: {first_line(error)}" if not word else ""
        info = definition.info
        summary = said(definition.summary)
        told = " ".join((name, said(definition.name), *info.aliases, summary)).lower()
        if bare_text(word) not in bare_text(told):
            return ""
        count = len(definition.players)
        players = ngettext("{count} player", "{count} players", count).format(count=count)
        return f"{name}: {said(definition.name)}, {players}. {summary}"

    def found(self, name: str) -> str:
        """What the catalog calls a game that was typed: a shipped one, or a person's own file.

        Raises:
            GameError: There is no such game.
        """
        found = catalog.found_in(self._world.home.games, name)
        game, _colon, _variants = name.partition(":")
        if found == name and Path(game).suffix:  # paths are given on the command line only
            raise GameError(_("a file is played by parlour play FILE --plain"))
        return found

    def play(self, words: Sequence[str]) -> Match:
        """The match that was asked for.

        Args:
            words: A game, its variants, then what the keywords say.

        Raises:
            GameError: It cannot be begun; says why.
        """
        plain, asked = _split(words)
        if not plain:
            raise GameError(_("which game? 'games' lists them"))
        name, *variants = plain
        if variants:
            name = f"{name}{'+' if ':' in name else ':'}{'+'.join(variants)}"
        game = catalog.load(self.found(name))
        count = len(game.definition.players)
        chosen = [_chair(who) for who in asked["players"] or (PERSON, *asked["with"])]
        if len(chosen) > count:
            text = ngettext("{game} is for {count} player", "{game} is for {count} players", count)
            raise GameError(text.format(game=said(game.name), count=count))
        first = (asked["first"] or ["1"])[-1]
        if first not in firsts(count):
            text = _("{first} cannot be first; choose {known}")
            known = ", ".join(firsts(count))
            raise GameError(text.format(first=repr(first[:40]), known=known))
        seed = (asked["seed"] or [""])[-1]
        if seed and not (seed.isascii() and seed.isdigit() and len(seed) < 20):
            raise GameError(_("{text} is no number").format(text=repr(seed[:40])))
        clock = (asked["clock"] or [""])[-1]
        number = int(seed) if seed else None
        now = self._world.now()
        session = begun(game, chosen, first, self._world.chance, number, clock, now)
        return Match(self._world, session)

    def matches(self) -> Iterator[str]:
        """The matches that are kept, with their numbers; then those that are damaged."""
        shelf = self._world.library.shelf()
        listed = (*shelf.games, *shelf.finished)
        if not listed and not shelf.damaged:
            yield _("no match is kept")
        yield from map(self._saved_words, listed)
        for damage in shelf.damaged:
            yield f"{_('damaged')}: {first_line(damage)}"

    def _saved_words(self, saved: Kept) -> str:
        """A match in a line that begins with its number."""
        count = saved.note.turns
        turns = ngettext("{count} turn", "{count} turns", count).format(count=count)
        state = _("over") if saved.note.is_over else to_move(saved.note)
        seats = " : ".join(map(called, saved.note.seats))
        name, variants = parted(saved.game)
        game = ":".join(filter(None, (Path(name).stem, "+".join(variants))))
        return f"{saved.match} {', '.join(filter(None, (game, seats, turns, state)))}"

    def resume(self, words: Sequence[str]) -> Match:
        """A match to go on with: the latest unfinished one, or one of the list.

        Raises:
            GameError: There is none, or it cannot be resumed.
        """
        if words:
            return self._opened(self._numbered(words[0]))
        waiting = self._waiting()
        if not waiting:
            raise GameError(_("no match has been left unfinished"))
        return self._opened(waiting[0])

    def next(self, now: MatchId | None) -> Match:
        """The unfinished match after the one at hand.

        Args:
            now: The number of that in the store; None if there is none.

        Raises:
            GameError: There is none, or it cannot be resumed.
        """
        waiting = self._waiting()
        numbers = [saved.match for saved in waiting]
        place = numbers.index(now) + 1 if now in numbers else 0
        others = [saved for saved in (*waiting[place:], *waiting[:place]) if saved.match != now]
        if not others:
            raise GameError(_("no other match has been left unfinished"))
        return self._opened(others[0])

    def delete(self, words: Sequence[str], now: MatchId | None) -> str:
        """Delete a match of the list; what was deleted.

        Args:
            words: Its number.
            now: The number in the store of the match at hand; None if there is none.

        Raises:
            GameError: There is none of that number, it is at hand, or it cannot be deleted.
        """
        if not words:
            raise GameError(_("which match? 'matches' lists them"))
        saved = self._numbered(words[0])
        if saved.match == now:
            raise GameError(_("this match is being played; leave it first"))
        self._world.library.forget(saved.match)
        return self._saved_words(saved)

    def _waiting(self) -> tuple[Kept, ...]:
        return self._world.library.shelf().games

    def _numbered(self, word: str) -> Kept:
        """A match of the list by its number."""
        shelf = self._world.library.shelf()
        number = match_of(word)
        for saved in (*shelf.games, *shelf.finished):
            if saved.match == number:
                return saved
        text = _("there is no match {word}; 'matches' lists them")
        raise GameError(text.format(word=repr(word[:40])))

    def _opened(self, saved: Kept) -> Match:
        book, session = Book.resume(self._world.library, saved.match)
        return Match(self._world, session, book)


def first_line(error: GameError) -> str:
    """What is wrong, in one line."""
    if isinstance(error, DefinitionError) and error.problems:
        return str(error.problems[0])
    return next(iter(said(error).splitlines()), _("this cannot be done"))


def _split(words: Sequence[str]) -> tuple[list[str], dict[str, list[str]]]:
    """The words before the first keyword, and those after each."""
    plain: list[str] = []
    said: dict[str, list[str]] = {word: [] for word in _KEYWORDS}
    goes_to = plain
    for word in words:
        if word.lower() in said:
            goes_to = said[word.lower()]
        else:
            goes_to.append(word)
    return plain, said


def _chair(word: str) -> str:
    """Who was typed; programs are not started from here.

    Raises:
        GameError: There is no such player.
    """
    if word.startswith("gtp:"):
        raise GameError(_("programs sit down with parlour play GAME --with"))
    choice = chair(word)
    assert choice in CHAIRS
    return choice


def _variant_lines(name: str, definition: Definition) -> Iterator[str]:
    yield f"{name}: {said(definition.name)}. {said(definition.summary)}"
    for variant in definition.variants:
        told = said(definition.variant_name(variant))
        told = _("{variant} (usual)").format(variant=told) if variant.default else told
        yield f"{name}:{variant.id}: {told}"
