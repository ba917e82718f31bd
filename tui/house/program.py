"""The program on a visitor's screen: the ordinary one, with the lobby and tables of a house."""

from __future__ import annotations

import asyncio
import traceback
from contextlib import aclosing, suppress
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO, TextIO

from core.errors import StoreError
from core.match.records.record import Record
from core.match.session import Session
from core.store.house import BEAT
from core.store.library import Book, Library
from core.store.sql import ORDERS
from core.store.store import MatchId
from tui.app import Parlour
from tui.driver import Start, SturdyDriver
from tui.house import sharing
from tui.house.lobby import HouseLobby
from tui.house.naming import NamePage
from tui.house.replay import HouseReplay
from tui.house.table import HouseTable
from tui.house.visitor import Visitor, now
from tui.house.wire import Wire
from tui.language import _
from tui.screens.page import Page
from tui.screens.table import TablePage
from tui.settings import Settings
from tui.world import Home, World

AGAIN = 2.0
"""Seconds after which a store that could not be read is looked at again."""


class HouseDriver(SturdyDriver):
    """Does nothing on the machine of the host."""

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """No browser is opened: it would be the host's."""

    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        delivery_key: str,
        save_path: Path,
        open_method: str = "download",
        encoding: str | None = None,
        mime_type: str | None = None,
        name: str | None = None,
    ) -> None:
        """No file is written: it would be the host's."""


def home_of(visitor: Visitor) -> Home:
    """Where things of a visitor are kept; elsewhere once they have a name."""
    games = Path(visitor.premises.folder) / "games"
    folder = visitor.folder
    return Home(folder / "settings.yaml", folder / "matches", games, folder / "exports")


def library_of(visitor: Visitor) -> Library:
    """The matches of the house; what is tried beside them is the visitor's."""
    folder = home_of(visitor).matches
    return Library(visitor.premises.store, folder, store=visitor.store)


class HouseApp(Parlour):
    """Parlour, for somebody who is here with others."""

    DRIVER = HouseDriver
    PLAIN = "ssh -t ... plain"

    def __init__(
        self,
        world: World,
        wanted: Settings,
        visitor: Visitor,
        start: Start | None = None,
        wire: Wire | None = None,
    ) -> None:
        """Prepare, without touching the terminal.

        Args:
            world: What is outside; its matches are those of the house.
            wanted: The settings as kept.
            visitor: Who it is.
            start: How the terminal has been left by who asked it; None has not asked.
            wire: On which other sessions tell of what they do; None looks for it.
        """
        super().__init__(world, wanted, start=start)
        self._wire = wire
        self.visitor = visitor
        self.broke = False
        """Whether something broke that should not have."""
        self._tasks: list[asyncio.Task[None]] = []
        self._ended = False
        self._obeyed: int | None = None
        """The number of the host's last order that was done; None before somebody is there."""

    def come_in(self) -> None:
        """Go to the lobby, but ask first who it is."""
        if self._wire is not None:
            self.visitor.store.rely()
            self._wire.listen(self.visitor.store.hear)
        if self.visitor.name:
            self._be_there()
        else:
            self.push_screen(NamePage(self.visitor), self._named)

    def _named(self, result: object) -> None:
        """They have said who they are, or would rather not come in."""
        if self.visitor.name:
            self.world = replace(
                self.world, home=home_of(self.visitor), library=library_of(self.visitor)
            )
            self._be_there()
        else:
            self.exit()

    def _be_there(self) -> None:
        self.visitor.arrive()
        super().come_in()
        self._obeyed = self.visitor.house.last_order()
        self._tasks = [
            asyncio.create_task(self._beat()),
            asyncio.create_task(self._follow_orders()),
        ]

    async def on_unmount(self) -> None:
        """Be gone for the others too, before the store is closed."""
        for task in self._tasks:
            task.cancel()
        self.visitor.leave()

    def sit_down(self, session: Session, book: Book | None = None, look: int | None = None) -> None:
        """Open the table of a match, and remember it for when the line is lost."""
        self.visitor.note_place(book.match if book else None)
        super().sit_down(session, book, look)
        self.tell_place()

    def _stood_up(self, result: object) -> None:
        self.visitor.note_place(self._at)
        self.tell_place()
        super()._stood_up(result)

    async def action_quit(self) -> None:
        """Whoever leaves begins in the lobby next time."""
        self.visitor.note_place(None)
        await super().action_quit()

    @property
    def _at(self) -> MatchId | None:
        """The match at whose table the visitor is; None is the lobby."""
        tables = [page for page in self._pages() if isinstance(page, HouseTable)]
        return tables[-1].match if tables else None

    def lobby(self) -> Page:
        """The lobby of the house."""
        return HouseLobby(self.visitor)

    def table(self, session: Session, book: Book | None, look: int | None) -> TablePage:
        """A table at which others sit too."""
        return HouseTable(self.visitor, session, book, look)

    def replaying(self, record: Record, match: MatchId | None) -> Page:
        """Looking through a match writes nothing here."""
        return HouseReplay(record, match)

    def be_ended(self) -> None:
        """The host wants it so, the house closes, or this has been idle for long."""
        with suppress(StoreError):
            # Word of the host's order may come after the signal that goes with it.
            self._obey()
        self._end(_("The house has ended this session; your games are kept."))

    def _end(self, why: str) -> None:
        """Leave, and say why; the first reason is the one that is told."""
        if not self._ended:
            self._ended = True
            self.exit(message=why)

    def _written_down(self) -> Path | None:
        """For the host, who reads the files of the house; the visitor cannot."""
        self.broke = True
        folder = Path(self.visitor.premises.folder)
        with suppress(OSError), (folder / "broken.log").open("a", encoding="utf-8") as file:
            file.write(traceback.format_exc())
        return None

    # What goes on in the house

    async def _beat(self) -> None:
        """Tell the others from time to time that somebody is still here, and where.

        Memory that is no longer needed, such as for coming in, is given back by the way.
        """
        while True:
            self.tell_place()
            await asyncio.sleep(BEAT / 1000)
            sharing.give_back()

    def tell_place(self) -> None:
        """Tell the others where they are."""
        with suppress(StoreError):
            self.visitor.house.stay(self.visitor.session, self._at, now())

    async def _follow_orders(self) -> None:
        while True:
            try:
                async with aclosing(self.visitor.store.changes(ORDERS)) as changes:
                    async for _change in changes:
                        self._obey()
            except StoreError:
                await asyncio.sleep(AGAIN)

    def _obey(self) -> None:
        """Do what the host has ordered meanwhile."""
        if self._obeyed is None:
            return
        for order in self.visitor.house.orders(self._obeyed):
            self._obeyed = order.id
            match order.kind:
                case "announce":
                    self.bell()
                    self.visitor.announced = _("THE HOST: {text}").format(text=order.text)
                    if isinstance(self.screen, HouseLobby) and self.screen.is_whole:
                        self.screen.draw()
                    self.tell(self.visitor.announced)
                case "close":
                    self._end(_("The house has ended this session; your games are kept."))
                case "kick" if order.text == self.visitor.name:
                    self._end(_("The host has ended this session."))
