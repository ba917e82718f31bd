"""The lobby of a house: my games, open tables, what is being played, and who is there."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import aclosing, suppress
from pathlib import Path
from typing import ClassVar, cast

from textual.containers import Horizontal
from textual.widget import Widget

from core import catalog
from core.errors import GameError, StoreError
from core.language.definition import Definition
from core.store.house import Presence
from core.store.library import Book
from core.store.people import folded
from core.store.store import Kept, MatchId
from tui.clocks import left_words
from tui.house import tables
from tui.house.newtable import NewTablePage
from tui.house.settings import HouseSettings
from tui.house.tables import Tables
from tui.house.visitor import Visitor, now
from tui.language import _, ngettext, said
from tui.lines import EMPTY, Line, Piece, fitting, line, padded, spread, wrapped
from tui.recording import of_match
from tui.screens.choosing import ChoosingPage
from tui.screens.finder import Entry, FinderPage
from tui.screens.ladder import LadderPage
from tui.screens.page import Page
from tui.screens.text import rules_page
from tui.seating import called
from tui.setup import Setup, parted, variant_names
from tui.widgets.lines import Lines
from tui.widgets.menu import Item, Menu

OFTEN = 0.2
"""Seconds at least between two looks at the store."""
AGAIN = 2.0
"""Seconds after which a store that could not be read is looked at again."""
SIDE = 22
"""Columns of the right side."""
LISTED = 12
"""Matches of one sort that are listed."""


class HouseLobby(ChoosingPage):
    """A list of tables on the left, people on the right; it follows what happens by itself."""

    PARTS: ClassVar[tuple[str, ...]] = ("house", "menu")

    def __init__(self, visitor: Visitor) -> None:
        """Look at nothing yet."""
        super().__init__()
        self._visitor = visitor
        self._tables = Tables.of("", ())
        self._there: tuple[Presence, ...] = ()
        self._ends: dict[MatchId, tuple[int, int | None]] = {}
        self._fault = ""
        self._following: asyncio.Task[None] | None = None

    def content(self) -> Iterator[Widget]:
        """The tables, a bar, the people."""
        with Horizontal(id="middle"):
            yield Menu(id="list")
            yield Lines(id="bar")
            yield Lines(id="people")

    def begin(self) -> None:
        """Show what there is, and follow it."""
        self._look()
        super().begin()
        self._following = asyncio.create_task(self._follow())
        if (match := self._visitor.left_at) is not None:
            self.call_after_refresh(self._go_back, match)

    def on_unmount(self) -> None:
        """Nobody looks any more."""
        if self._following is not None:
            self._following.cancel()

    def on_screen_resume(self) -> None:
        """Something may have happened meanwhile."""
        if self.is_whole:
            self._look()
            self.draw()

    async def _follow(self) -> None:
        """Show what others do, soon after they have done it, and however much it is."""
        while True:
            try:
                async with aclosing(self._visitor.store.changes()) as changes:
                    async for _change in changes:
                        if self.app.screen is self:
                            waited = {one.match for one in self._tables.waiting}
                            self._look()
                            self.draw()
                            self._ring(waited)
                        await asyncio.sleep(OFTEN)
            except StoreError as error:
                self._fault = said(error)
                await asyncio.sleep(AGAIN)

    def _ring(self, before: set[MatchId]) -> None:
        """Tell by the terminal's bell that a game waits that did not, where that is wanted."""
        waiting = {one.match for one in self._tables.waiting}
        if waiting - before and self.settings.bell == "on":
            self.app.bell()

    def _look(self) -> None:
        """Read the store."""
        try:
            self._tables = Tables.seen_by(self._visitor)
            self._there = tuple(one for one in self._tables.there if one.name)
            self._fault = ""
        except StoreError as error:
            self._fault = said(error)

    # What is shown

    def header(self, columns: int) -> Line:
        """Whose house it is, who is looked at, and how many are there."""
        count = len({one.name for one in self._there})
        online = ngettext("{count} online", "{count} online", count).format(count=count)
        left = line(
            " ",
            Piece(self._visitor.premises.name, "title"),
            Piece(f"   {self._visitor.name}"),
            Piece(f"   {online}", "dim"),
        )
        waiting = len(self._tables.waiting)
        told = ngettext("{count} game waits for you", "{count} games wait for you", waiting)
        right = line(Piece(f"{told.format(count=waiting)} ", "strong")) if waiting else EMPTY
        return fitting([spread(left, right, columns), left, left[:2]], columns)

    def words(self, action: object) -> str:
        """Behind the lobby there is nothing to go back to."""
        found = super().words(action)  # type: ignore[arg-type]
        return _("leave") if getattr(action, "id", "") == "app.leave" else found

    def draw(self) -> None:
        """Both sides."""
        super().draw()
        side = SIDE if self.size.width >= 70 else 0
        self.query_one("#bar").display = self.query_one("#people").display = bool(side)
        self.query_one("#people").styles.width = side
        self.query_one("#bar", Lines).show([line(Piece(" | ", "dim"))] * self.size.height)
        columns = self.size.width - (side + 3 if side else 0) - 4
        items = self.items(columns)
        # Who has had nothing to choose from wants the first table that comes.
        is_first = self.menu.ids in ((), ("new",))
        self.menu.fill(items, next(item.id for item in items if item.id) if is_first else "")
        self.query_one("#people", Lines).show(self._people(side - 1))

    def items(self, columns: int) -> list[Item]:
        """The tables, by sorts."""
        welcome = self._visitor.premises.welcome.splitlines()
        items = [Item(row) for told in welcome for row in wrapped(told, columns, "dim")]
        announced = self._visitor.announced
        items += [Item(row) for row in wrapped(announced, columns, "strong") if row]
        items += [Item(row) for row in wrapped(self._fault, columns, "warn") if row]
        if items:
            items.append(Item(EMPTY))
        found = self._tables
        key = self.key("house.next")
        replay = _("{key} = from the start").format(key=self.key("house.replay"))
        sorts = (
            (_("YOUR MOVE"), found.waiting, _("{key} = the next").format(key=key)),
            (_("WAITING FOR OTHERS"), found.others, ""),
            (_("OPEN TABLES"), found.open, _("Enter = join")),
            (_("BEING PLAYED"), found.live, _("Enter = watch")),
            (_("FINISHED"), found.finished, replay),
            (_("FINISHED BY OTHERS"), found.past, replay),
        )
        for title, listed, hint in sorts:
            if not listed:
                continue
            told = Piece(f"{title} ({len(listed)})", "dim")
            items.append(Item(spread(line(told), line(Piece(hint, "dim")), columns)))
            items += [
                Item(self._row(kept, columns), f"match {kept.match}") for kept in listed[:LISTED]
            ]
            items.append(Item(EMPTY))
        items.append(Item(line(Piece(_("Open a table"), "strong")), "new"))
        if not any(listed for _title, listed, _hint in sorts):
            hint = _("Nobody plays yet. Whoever comes can join you, or a bot sits down with you.")
            items += [Item(EMPTY), *(Item(row) for row in wrapped(hint, columns, "dim"))]
        return items

    def _row(self, kept: Kept, columns: int) -> Line:
        games = self._games_named(kept)
        mine = tables.seats_of(kept.note.seats, self._visitor.name)
        # A chair that anybody may take is what the table stands in its list for.
        others = [
            called(player)
            for seat, player in enumerate(kept.note.seats)
            if seat not in mine and not (player.kind == "open" and not player.name)
        ]
        names = (_("against {names}") if mine and others else "{names}").format(
            names=", ".join(others)
        )
        clock = str(kept.terms.pace) if kept.terms.pace else ""
        watching = len({one.name for one in self._there if one.match == kept.match} - set(others))
        turn = _("turn {number}").format(number=kept.note.turns + 1)
        rated = _("rated") if kept.terms.rated else _("casual")
        seen = ngettext("{count} watches", "{count} watch", watching).format(count=watching)
        left = self._left(kept) if mine else ""
        parts = [turn, left or clock, rated, seen if watching and not mine else ""]
        if tables.is_open(kept):
            final = _("no takebacks") if kept.terms.takebacks == "never" else ""
            private = _("private") if kept.terms.private else ""
            parts = [clock or _("no clock"), final, rated, private]
        if kept.note.is_over:
            parts = [ngettext("{count} turn", "{count} turns", kept.note.turns)
                     .format(count=kept.note.turns)]  # fmt: skip
        told = [part for part in parts if part]
        rights = [line(Piece(", ".join(told[:count]), "dim")) for count in range(len(told), 0, -1)]
        titles = [line(f"{kept.match:>3} {game}") for game in games]
        with_names = [line(*title, Piece(f"  {names}", "dim")) for title in titles]
        # What was agreed says more than a long name of a variant.
        rows = [
            spread(left, right, columns)
            for lefts in (with_names, titles)
            for right in rights
            for left in lefts
        ]
        return fitting([*rows, *with_names, *titles], columns)

    def _left(self, kept: Kept) -> str:
        """What the visitor has left on the clock of a match; read once for each of its states."""
        if kept.terms.pace is None or kept.note.is_over:
            return ""
        if self._ends.get(kept.match, (0, None))[0] != kept.length:
            try:
                session = tables.found(self._visitor, kept.match)
            except GameError:
                return ""
            mine = tables.seats_of(session.seats, self._visitor.name)
            runs = session.clock is not None and session.clock.running in mine
            ends = session.clock.ends() if session.clock and runs else None
            self._ends[kept.match] = (kept.length, ends)
        ends = self._ends[kept.match][1]
        return (
            "" if ends is None else _("{time} left").format(time=left_words(max(0, ends - now())))
        )

    def _games_named(self, kept: Kept) -> list[str]:
        """A game with its variants, those that are usual left out: in full, then shorter."""
        name, variants = parted(kept.game)
        try:
            definition = catalog.definition(kept.game)
        except GameError:
            return [", ".join([Path(name).stem, *variants])]
        usual = {variant.id for variant in definition.variants if variant.default}
        chosen = [variant for variant in variants if variant not in usual]
        title = said(definition.name)
        full = ", ".join([title, *variant_names(definition, chosen)])
        return [full, ", ".join([title, *chosen])]

    def _people(self, columns: int) -> list[Line]:
        """Who is there, and where."""
        rows: list[Line] = [line(Piece(_("ONLINE"), "dim"))]
        seen: dict[str, MatchId | None] = {}
        for one in self._there:
            seen[one.name] = seen.get(one.name) or one.match
        for name, match in sorted(seen.items(), key=lambda one: folded(one[0])):
            place = _("at {match}").format(match=match) if match else ""
            role = "strong" if name == self._visitor.name else ""
            rows.append(spread(line(Piece(name, role)), line(Piece(place, "dim")), columns))
        return rows

    # What can be done

    def choose(self, id: str) -> None:
        """Sit down at a table, or stand beside it."""
        if id == "new":
            self.action_new()
        elif id:
            self.go_to(int(id.removeprefix("match ")))

    def go_to(self, match: MatchId) -> None:
        """Sit down at a table, or stand beside it."""
        visitor = self._visitor
        try:
            if any(one.match == match for one in self._tables.open):
                tables.join(visitor, match)
            tables.found(visitor, match)
            book, session = Book.resume(self.house.world.library, match)
        except GameError as error:
            self._look()
            self.draw()
            self.tell(said(error))
            return
        self.house.sit_down(session, book)

    def _go_back(self, match: MatchId) -> None:
        """To the table that was left when the line was lost, if the match still goes on."""
        with suppress(GameError):
            if tables.found(self._visitor, match).outcome is None:
                book, session = Book.resume(self.house.world.library, match)
                self.house.sit_down(session, book)

    def action_next(self) -> None:
        """To the next game that waits."""
        self._look()
        if self._tables.waiting:
            self.go_to(self._tables.waiting[-1].match)
        else:
            self.tell(_("no game waits for you"))

    def action_new(self) -> None:
        """Choose a game, then the terms."""
        definitions = self._games()
        entries = [
            Entry(
                name,
                line(Piece(padded(said(one.name), 18), "strong")),
                f"{name} {said(one.name)} {' '.join(one.info.aliases)}".lower(),
                said(one.summary),
            )
            for name, one in definitions.items()
        ]
        self.app.push_screen(FinderPage(_("Which game?"), entries), self._set_up)

    def _games(self) -> dict[str, Definition]:
        """The games of the house: those shipped, and the host's own."""
        found: dict[str, Definition] = {}
        for name in (*catalog.names_in(self.house.world.home.games), *catalog.names()):
            try:
                found[name] = catalog.definition(name)
            except GameError:
                continue
        return found

    def _set_up(self, name: str | None) -> None:
        if name:
            definition = catalog.definition(name)
            setup = Setup.usual(name, definition)
            self.app.push_screen(NewTablePage(self._visitor, definition, setup), self._opened)

    def _opened(self, result: str | None) -> None:
        if result:
            self.go_to(int(result))

    def _marked(self) -> Kept | None:
        """The match that is marked; None where none is."""
        found = self._tables
        every = (*found.waiting, *found.others, *found.open, *found.live)
        over = (*found.finished, *found.past)
        marked = self.menu.marked
        return next((one for one in (*every, *over) if marked == f"match {one.match}"), None)

    def action_rules(self) -> None:
        """The rules of the marked game."""
        kept = self._marked()
        if kept is None:
            self.tell(_("mark a game first"))
            return
        try:
            self.app.push_screen(rules_page(catalog.definition(kept.game)))
        except GameError as error:
            self.tell(said(error))

    def action_replay(self) -> None:
        """Look through the marked match from its start."""
        kept = self._marked()
        if kept is None or not kept.note.is_over:
            self.tell(_("only finished games can be looked through from their start"))
            return
        try:
            tables.found(self._visitor, kept.match)
            record = of_match(self.house.world.library, kept.match)
        except GameError as error:
            self.tell(said(error))
            return
        self.house.replay(record, kept.match)

    def action_ladder(self) -> None:
        """Who is how strong, by rated games."""
        self.app.push_screen(LadderPage())

    def action_settings(self) -> None:
        """The settings."""
        self.app.push_screen(HouseSettings(self._visitor))

    def cancel(self) -> None:
        """Nothing is ever half done here, and the house is not left by accident."""

    def leave(self) -> None:
        """Out of the house."""
        self.run_worker(self.app.action_quit())


def lobby_of(pages: Sequence[Page]) -> HouseLobby:
    """The lobby behind whatever is in front."""
    return cast("HouseLobby", pages[0])
