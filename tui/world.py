"""What screens may ask of the program they are part of, and the program of its surroundings."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Protocol

import platformdirs

from core.bots.engine import Engines
from core.bots.thinker import Thinker, WorkerThinker
from core.errors import StoreError
from core.match.records.record import Record
from core.match.session import Session
from core.store.library import Book, Library
from core.store.store import MatchId
from tui.palette import Palette
from tui.settings import Settings
from tui.terminal import ColorMode, Terminal


@dataclass(frozen=True, slots=True)
class Home:
    """Where the program keeps what it must remember."""

    settings: Path
    """File of the settings."""
    matches: Path
    """Folder of what is kept beside the matches, and of those of older programs."""
    games: Path
    """Folder of a person's own game files."""
    exports: Path = field(default_factory=Path.cwd)
    """Folder for what a person saves to keep: pictures and recordings."""

    @classmethod
    def usual(cls, games: Path) -> Home:
        """Where this system keeps such things, with this folder of games."""
        config = Path(platformdirs.user_config_dir("parlour"))
        data = Path(platformdirs.user_data_dir("parlour"))
        return cls(config / "settings.yaml", data / "matches", games)


@dataclass(frozen=True, slots=True)
class World:
    """What is outside the program, so that tests can bring their own."""

    home: Home
    thinker: Thinker
    terminal: Terminal = field(default_factory=Terminal)
    """Where the program is shown."""
    language: Callable[[str], str] = lambda wanted: "en" if wanted == "auto" else wanted
    """What the person wants ("auto", ...) -> the language to speak."""
    now: Callable[[], int] = lambda: time.time_ns() // 1_000_000
    """Milliseconds since the beginning of 1970."""
    chance: random.Random = field(default_factory=random.SystemRandom)
    """Deals, lots, and what bots draw."""
    adviser: Thinker = field(default_factory=WorkerThinker)
    """Thinks for persons who ask for help, apart from the bots, so as not to keep them waiting."""
    engines: Engines = field(default_factory=Engines)
    """Other programs that play."""
    library: Library = field(default_factory=lambda: Library("memory:", Path("memory")))
    """The matches; by default they are forgotten with the program."""
    slow: list[str] = field(default_factory=list)
    """Why bots take long here, if they do, for whoever plays with one; taken out when told."""


def library_of(home: Home, address: str = "") -> Library:
    """A person's matches.

    Args:
        home: Where the program keeps things.
        address: Of the store; "" is the file beside the folder of matches, which is opened when
            it is first needed.

    Raises:
        StoreError: The store that was asked for cannot be reached, or is of a newer program. With
            any other fault play goes on in memory, and screens and lines say so.
    """
    library = Library(address or str(home.matches.parent / "matches.db"), home.matches)
    if address:
        try:
            _ = library.store
        except StoreError as error:
            if error.fault in ("unreachable", "newer"):
                raise
    return library


class House(Protocol):
    """The program, as its screens know it."""

    PLAIN: ClassVar[str]
    """What is typed in a shell to play line by line."""

    world: World
    settings: Settings

    @property
    def letters(self) -> bool:
        """Whether pieces are drawn as plain letters."""

    @property
    def mode(self) -> ColorMode:
        """How many colors are used."""

    @property
    def palette(self) -> Palette:
        """Colors of pieces and boards."""

    @property
    def is_ascii(self) -> bool:
        """Whether only ASCII is shown."""

    @property
    def has_lobby(self) -> bool:
        """Whether tables are left for the lobby, not for good."""

    def sit_down(self, session: Session, book: Book | None = None) -> None:
        """Open the table of a match, kept in `book`; None makes a new file."""

    def replay(self, record: Record, match: MatchId | None = None) -> None:
        """Look through the match of a record; `match` is its number in the store, if it has one."""

    async def film(self, record: Record) -> str:
        """The match of a record as an animated terminal recording."""

    def change(self, wanted: Settings) -> None:
        """Use these settings from now on, and keep them."""
