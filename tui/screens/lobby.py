"""The lobby: games left unfinished, games that are over, and every game there is."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

from rich.cells import cell_len
from textual import on
from textual.timer import Timer

from core import catalog
from core.errors import GameError
from core.language.definition import Definition
from core.match.session import Session
from core.store.library import Book, Shelf
from core.store.store import Kept, MatchId
from tui.keys import Action
from tui.language import _, ngettext, said
from tui.lines import (
    EMPTY,
    Line,
    Piece,
    clipped,
    fitting,
    flowing,
    line,
    padded,
    shortened,
    spread,
    width,
    wrapped,
)
from tui.picture import Picture
from tui.rules import credits_of
from tui.screens.split import SplitPage
from tui.seating import called, is_you, to_move
from tui.setup import Setup, parted, variant_names
from tui.view import picture_of
from tui.widgets.menu import Item, Menu

PAUSE = 0.01
"""Seconds between reading one game and the next, for keys and the screen."""
LATEST = 3
"""Finished games that are listed."""
HARDEST = 5
"""The complexity of the most complex games."""


class LobbyPage(SplitPage):
    """A list on the left, the marked game on the right."""

    PARTS: ClassVar[tuple[str, ...]] = ("lobby", "menu")

    def __init__(self) -> None:
        """Read nothing yet."""
        super().__init__()
        self._shelf = Shelf((), ())
        self._definitions: dict[str, Definition | str] = {}
        self._setups: dict[str, Setup] = {}
        self._matches: dict[str, Session | GameError] = {}
        self._doomed: MatchId | None = None
        self._reading: Timer | None = None
        self._opening: Timer | None = None

    def header(self, columns: int) -> Line:
        """What this is, and what the terminal shows."""
        house = self.house
        seen = {"256": _("256 colors"), "16": _("16 colors"), "none": _("no colors")}[house.mode]
        if house.is_ascii:
            seen += ", ASCII"
        if self.is_whole and self.menu.marked:
            ids = self.menu.ids
            place = ids.index(self.menu.marked) + 1
            seen = f"{_('{place} of {count}').format(place=place, count=len(ids))}   {seen}"
        told = Piece(f"   {_('abstract board games')}", "dim")
        left = line(" ", Piece("Parlour", "title"), told)
        return fitting([spread(left, line(Piece(f"{seen} ", "dim")), columns), left[:2]], columns)

    def words(self, action: Action) -> str:
        """Behind the lobby there is nothing to go back to."""
        return _("quit") if action.id == "app.leave" else super().words(action)

    def begin(self) -> None:
        """Show the names; the games are read once they are on the screen."""
        with suppress(OSError):
            self.house.world.home.games.mkdir(parents=True, exist_ok=True)
        self._fill()
        if not self._shelf.games:  # what is over is not what to begin with
            self.call_after_refresh(self.menu.mark, f"game {self._names()[0]}")
        if not self.house.world.library.is_open:
            self.call_after_refresh(self._open_library)
        if self.settings.faults:
            told = _("something is wrong with your settings, keys or themes; {key} shows what")
            self.tell(told.format(key=self.key("lobby.settings")))

    def _open_library(self) -> None:
        """Open the store of matches beside what is done meanwhile, and show what is in it then."""
        self.house.world.library.open_soon()
        self._opening = self.set_interval(PAUSE, self._look_for_matches)

    def _look_for_matches(self) -> None:
        if self._opening is None or self.house.world.library.is_opening:
            return
        self._opening.stop()
        self._shelf = self.house.world.library.shelf()
        is_untouched = self.menu.marked == f"game {self._names()[0]}"
        self.draw()
        if is_untouched and self._shelf.games:
            self.menu.mark("saved 0")

    def on_screen_resume(self) -> None:
        """Games may have been played meanwhile; read those that have not been."""
        if self.is_whole:
            self._fill()
        self._read_soon()

    def _read_soon(self) -> None:
        if self._reading is None:
            self._reading = self.set_timer(PAUSE, self._read_next)

    def _read_next(self) -> None:
        """Read one more game, so that neither the first frame nor a key waits for all of them."""
        self._reading = None
        unread = [name for name in self._names() if name not in self._definitions]
        if unread and self.app.screen is self:
            self._definition(unread[0])
            self.draw()
            self._read_soon()

    def _fill(self) -> None:
        """Look at the shelf again and show everything."""
        if self.house.world.library.is_open:
            self._shelf = self.house.world.library.shelf()
        self.draw()

    def items(self, columns: int) -> list[Item]:
        """Unfinished and finished games, then every game, then what is damaged."""
        items: list[Item] = []
        if self._shelf.games:
            hint = _("{key} goes on with the last").format(key=self.key("lobby.resume"))
            items += [Item(line(Piece(_("UNFINISHED"), "dim"), Piece(f"   {hint}", "dim")))]
            items += [
                Item(self._saved_line(saved, columns), f"saved {place}")
                for place, saved in enumerate(self._shelf.games)
            ]
            items.append(Item(EMPTY))
        if finished := self._shelf.finished[:LATEST]:
            items.append(Item(line(Piece(_("FINISHED"), "dim"))))
            items += [
                Item(self._saved_line(saved, columns), f"finished {place}")
                for place, saved in enumerate(finished)
            ]
            items.append(Item(EMPTY))
        if own := self._own():
            items.append(Item(line(Piece(_("YOUR GAMES"), "dim"))))
            items += [Item(self._game_line(name, columns), f"game {name}") for name in own]
            items.append(Item(EMPTY))
        items.append(Item(_columns(columns, *_heads(), "dim", "dim")))
        items += [Item(self._game_line(name, columns), f"game {name}") for name in catalog.names()]
        for damage in self._shelf.damaged:
            items += [
                Item(EMPTY),
                *(Item(row) for row in wrapped(_clipped(damage), columns, "warn")),
            ]
        return items

    def _own(self) -> tuple[str, ...]:
        """The person's own game files."""
        try:
            return catalog.names_in(self.house.world.home.games)
        except OSError:
            return ()

    def _names(self) -> tuple[str, ...]:
        """Every game in the list."""
        return (*self._own(), *catalog.names())

    def _saved_line(self, saved: Kept, columns: int) -> Line:
        name, variants = parted(saved.game)
        title = self._name_of(name)
        chosen = ", ".join([title, *self._variant_names(name, variants)])
        everybody = " : ".join(map(called, saved.note.seats))
        others = _others(saved)
        # Who else plays tells matches of one game apart, where there is no room for everything.
        turns, moves = Piece(_turns(saved), "dim"), to_move(saved.note)
        room = columns - width((turns,)) - 1 - (cell_len(others) + 3 if others else 0)
        cut = shortened(chosen, max(room, cell_len(title)))
        pairs = ((chosen, everybody), (chosen, others), (cut, others), (title, others))
        lefts = [line(told, Piece(f"   {who}" if who else "", "dim")) for told, who in pairs]
        long = line(Piece(f"{moves}   " if moves else "", "dim"), turns)
        rows = [spread(left, (turns,), columns) for left in (*lefts, line(title))]
        return fitting([spread(lefts[0], long, columns), *rows], columns)

    def _name_of(self, name: str) -> str:
        if name not in self._definitions:
            return _file_name(name)
        definition = self._definition(name)
        return _file_name(name) if isinstance(definition, str) else said(definition.name)

    def _variant_names(self, name: str, chosen: list[str]) -> list[str]:
        definition = self._definitions.get(name, "")
        if isinstance(definition, str):
            return chosen
        return variant_names(definition, chosen)

    def _game_line(self, name: str, columns: int) -> Line:
        if name not in self._definitions:
            return line(Piece(_file_name(name), "dim"))
        definition = self._definition(name)
        if isinstance(definition, str):
            row = line(_file_name(name), Piece(f"   {_('cannot be played')}", "warn"))
            return clipped(row, columns)
        info, title = definition.info, said(definition.name)
        minutes, hard = str(info.minutes or "?"), str(info.complexity or "?")
        of = _("{place} of {count}").format(place=hard, count=HARDEST)
        long = (title, str(len(definition.players)), minutes, of)
        return _columns(columns, long, (title, "", minutes, hard), "strong", "")

    def _definition(self, name: str) -> Definition | str:
        """A game's definition, or what is wrong with it."""
        if name not in self._definitions:
            try:
                self._definitions[name] = catalog.definition(name)
            except GameError as error:
                self._definitions[name] = said(error)
        return self._definitions[name]

    # The marked game

    def _marked(self) -> tuple[str, Kept | None]:
        """The game that is marked (with variants), and the match if it is one that is kept."""
        kind, _, what = self.menu.marked.partition(" ")
        kept = {"saved": self._shelf.games, "finished": self._shelf.finished}.get(kind, ())
        if kept and int(what) < len(kept):
            saved = kept[int(what)]
            return saved.game, saved
        return what, None

    def _match(self, saved: Kept) -> Session | GameError:
        """A match that is kept, or why it cannot be opened; read once."""
        key = _key(saved)
        if key not in self._matches:
            try:
                self._matches[key] = self.house.world.library.read(saved.match).session
            except GameError as error:
                self._matches[key] = error
        return self._matches[key]

    @property
    def picture_id(self) -> str:
        """A match looks otherwise whenever it has been gone on with."""
        saved = self._marked()[1]
        return _key(saved) if saved and self.game_id else self.game_id

    def picture(self) -> Picture:
        """The board of the marked game: where it stands, or how it begins."""
        saved = self._marked()[1]
        if saved is None:
            return super().picture()
        found = self._match(saved)
        # Now what may be wrong with it is known too.
        self.call_after_refresh(self.draw)
        if isinstance(found, GameError):
            raise found
        return picture_of(found.game, found.position, colors=self.house.palette)

    @property
    def game_id(self) -> str:
        """The marked game, once it has been read."""
        id = self._marked()[0]
        return id if parted(id)[0] in self._definitions else ""

    def facts(self, columns: int) -> list[Line]:
        """The marked game, or what is wrong with its file."""
        if not self.game_id:
            return []
        id, saved = self._marked()
        definition = self._definition(parted(id)[0])
        if isinstance(definition, str):
            return wrapped(_clipped(definition), columns, "warn")
        if saved is not None:
            return self._saved_facts(saved, columns)
        return fact_lines(definition, columns)

    def _saved_facts(self, saved: Kept, columns: int) -> list[Line]:
        """Which match it is and where it stands, or why it cannot be opened."""
        found = self._matches.get(_key(saved))
        name, variants = parted(saved.game)
        title = ", ".join([self._name_of(name), *self._variant_names(name, variants)])
        seats = " : ".join(called(player) for player in saved.note.seats)
        state = ", ".join(filter(None, (_turns(saved), to_move(saved.note))))
        lines = [*wrapped(title, columns, "title"), *wrapped(seats, columns)]
        if isinstance(found, GameError):
            return [*lines, *wrapped(_clipped(found), columns, "warn")]
        return [*lines, *wrapped(state, columns, "dim")]

    @on(Menu.Marked)
    def show_marked(self) -> None:
        """Another game is marked: it is the next to be read."""
        self._doomed = None
        name = parted(self._marked()[0])[0]
        if name not in self._definitions:
            self._definition(name)
            self.menu.fill(self.items(self._list_width - 4))
        self.draw_edges()
        self.show_game()

    # What can be done

    def choose(self, id: str) -> None:
        """Set up a game, go on with one, or look at one that is over."""
        from tui.screens.setup import SetupPage

        game, saved = self._marked()
        if saved is not None:
            self._resume(saved)
            return
        definition = self._definition(game)
        if isinstance(definition, str):
            self.tell(next(iter(definition.splitlines()), ""))
            return
        setup = self._setups.get(game) or Setup.usual(game, definition)
        self.app.push_screen(SetupPage(definition, setup, self._remember))

    def action_quick(self) -> None:
        """Play at once, as set up last time or as usual."""
        game, saved = self._marked()
        definition = self._definition(parted(game)[0])
        if saved is not None:
            self._resume(saved)
        elif not isinstance(definition, str):
            setup = self._setups.get(game) or Setup.usual(game, definition)
            self._start(setup)

    def action_resume(self) -> None:
        """Go on with the game left last."""
        if self._shelf.games:
            self._resume(self._shelf.games[0])
        else:
            self.tell(_("no game has been left unfinished"))

    def action_find(self) -> None:
        """Find a game by a part of its name, or of what is told of it."""
        from tui.screens.finder import Entry, FinderPage

        entries = []
        for name in self._names():
            definition = self._definition(name)
            if not isinstance(definition, str):
                told, info = said(definition.summary), definition.info
                title = said(definition.name)
                text = " ".join((name, title, info.name, *info.aliases, told))
                shown = line(Piece(padded(title, 18), "strong"))
                entries.append(Entry(name, shown, text.lower(), told))
        self.app.push_screen(FinderPage(_("Find a game"), entries), self._found)

    def _found(self, name: str | None) -> None:
        if name:
            self.menu.mark(f"game {name}")

    def action_rules(self) -> None:
        """The rules of the marked game."""
        from tui.screens.text import rules_page

        game = self._marked()[0]
        try:
            self.app.push_screen(rules_page(catalog.definition(game)))
        except GameError as error:
            self.tell(_first(error))

    def action_settings(self) -> None:
        """The settings."""
        from tui.screens.settings import SettingsPage

        self.app.push_screen(SettingsPage())

    def action_replay(self) -> None:
        """Look through the marked match from its start."""
        from tui.recording import of_match

        saved = self._marked()[1]
        if saved is None:
            self.tell(_("only games that have been played can be looked through"))
            return
        try:
            record = of_match(self.house.world.library, saved.match)
        except GameError as error:
            self.tell(_first(error))
            return
        self.house.replay(record, saved.match)

    def action_ladder(self) -> None:
        """Who is how strong, by rated games."""
        from tui.screens.ladder import LadderPage

        self.app.push_screen(LadderPage())

    def action_remove(self) -> None:
        """Delete the marked match, when asked twice."""
        saved = self._marked()[1]
        if saved is None:
            self.tell(_("only games that have been played can be deleted"))
        elif self._doomed != saved.match:
            self._doomed = saved.match
            told = _("press {key} again to delete this game")
            self.tell(told.format(key=self.key("lobby.remove")))
        else:
            try:
                self.house.world.library.forget(saved.match)
            except GameError as error:
                self.tell(_first(error))
            self._fill()

    def cancel(self) -> None:
        """Nothing is ever half done here, and the program is not left by accident."""
        self._doomed = None
        self.draw()

    def leave(self) -> None:
        """Out of the program."""
        self.run_worker(self.app.action_quit())

    def _remember(self, setup: Setup) -> None:
        self._setups[setup.game] = setup

    def _start(self, setup: Setup) -> None:
        try:
            game = catalog.load(setup.id)
            session = setup.begun(game, self.house.world.chance, self.house.world.now())
        except GameError as error:
            self.tell(_first(error))
            return
        self.house.sit_down(session)

    def _resume(self, saved: Kept) -> None:
        try:
            book, session = Book.resume(self.house.world.library, saved.match)
        except GameError as error:
            self.tell(_first(error))
            return
        self.house.sit_down(session, book)


def _heads() -> tuple[Sequence[str], Sequence[str]]:
    """What stands above the list of games: long, and in fewer words; as in `_columns`."""
    games, minutes = _("GAMES"), _("min")
    return (
        (games, _("players"), minutes, _("complexity")),
        (games, "", minutes, _("of {most}").format(most=HARDEST)),
    )


def _columns(
    columns: int, long: Sequence[str], short: Sequence[str], first: str, others: str
) -> Line:
    """A row of the list of games, as much of it as fits.

    Args:
        columns: The room there is.
        long: Name, players, minutes, complexity.
        short: The same in fewer words.
        first: Role of the name.
        others: Role of the rest.
    """
    heads, short_heads = _heads()
    rooms = [max(7, cell_len(heads[1])), *(cell_len(head) + 1 for head in heads[2:])]
    wide = columns >= sum(rooms) + 13
    name, players, minutes, hard = long if wide else short
    if not wide:
        rooms = [0, *(cell_len(head) + 1 for head in short_heads[2:])]
    texts = zip((players, minutes, hard), rooms, strict=True)
    told = "".join(" " * (room - cell_len(text)) + text for text, room in texts)
    # A long name may use the room to the left of the numbers, which keep their columns.
    right = line(Piece(told.lstrip(), others))
    left = clipped(line(Piece(name, first)), columns - width(right) - 1)
    return clipped(spread(left, right, columns), columns)


def _turns(saved: Kept) -> str:
    """How long a match is."""
    return ngettext("{count} turn", "{count} turns", saved.note.turns).format(
        count=saved.note.turns
    )


def _others(saved: Kept) -> str:
    """Who plays against "you"; "" where nobody is called so."""
    seats = saved.note.seats
    others = [called(player) for player in seats if not is_you(player)]
    return " : ".join(others) if len(others) < len(seats) else ""


def _key(saved: Kept) -> str:
    """What tells a match, as it stands, from every other."""
    return f"{saved.match} {saved.length}"


def _clipped(told: object) -> str:
    """What is wrong, in a few lines at most."""
    text = str(told)
    return text if len(text) <= 400 else f"{text[:397]}..."


def _first(error: GameError) -> str:
    """What is wrong, in one line."""
    return next(iter(said(error).splitlines()), _("this cannot be played"))


def _file_name(name: str) -> str:
    """A game by its id, or by the last part of its path."""
    return Path(name).name


def fact_lines(definition: Definition, columns: int) -> list[Line]:
    """A game in a few lines: its name, who made it, what it is about."""
    info = definition.info
    lines = [clipped(line(Piece(said(definition.name), "title")), columns)]
    for made in credits_of(definition):
        lines += wrapped(made, columns, "dim")
    count = len(definition.players)
    facts = [ngettext("{count} player", "{count} players", count).format(count=count)]
    if info.minutes:
        told = ngettext("{count} minute", "{count} minutes", info.minutes)
        facts.append(told.format(count=info.minutes))
    if info.complexity:
        told = _("complexity {place} of {count}")
        facts.append(told.format(place=info.complexity, count=HARDEST))
    lines += flowing([line(Piece(fact, "dim")) for fact in facts], columns, ", ")
    return [*lines, *wrapped(said(definition.summary), columns)]
