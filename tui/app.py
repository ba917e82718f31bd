"""The program on the screen: what all its screens share, and how they follow one another.

A screen other than the first is imported when it is opened, so that the first is there sooner.
"""

from __future__ import annotations

import asyncio
import signal
import time
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import ClassVar, cast

from rich.console import RenderableType
from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.screen import Screen
from textual.theme import BUILTIN_THEMES
from textual.theme import Theme as TextualTheme

from core.match.records.record import Record
from core.match.session import Session
from core.store.library import Book
from core.store.store import MatchId
from tui import settings, themes
from tui.ascii import ascii_text, narrow_text
from tui.driver import Start, SturdyDriver
from tui.filters import Plain, Rewritten, Sixteen
from tui.language import _, said, speak
from tui.palette import Palette
from tui.repaint import Frame
from tui.screens.lobby import LobbyPage
from tui.screens.page import Page
from tui.settings import Settings
from tui.sheet import Sheet
from tui.terminal import Characters, ColorMode
from tui.themes import DARK, SHIPPED, Theme
from tui.world import World

AGAIN = 2.0
"""Seconds in which Ctrl+C must be pressed twice to leave."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A table to go to at once, past the lobby; the program ends with it."""

    session: Session
    book: Book | None = None
    """What it is kept in; None makes one."""
    look: int | None = None
    """How many steps of it to look at first; None is as it stands."""


@dataclass(frozen=True, slots=True)
class Showing:
    """A match to look through at once, past the lobby; the program ends with it."""

    record: Record
    match: MatchId | None = None
    """Its number in the store; None if it is not there."""


class Parlour(App[None], inherit_bindings=False):
    """Lobby, tables, and what is around them."""

    CSS_PATH = str(Path(__file__).with_name("parlour.tcss"))
    TITLE = "Parlour"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    DRIVER: ClassVar[type[SturdyDriver]] = SturdyDriver
    PLAIN: ClassVar[str] = "parlour --plain"
    """What is typed in a shell to play line by line."""
    """What writes to the terminal and reads from it."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]

    def __init__(
        self,
        world: World,
        wanted: Settings,
        *,
        color: str | None = None,
        ascii: bool = False,
        language: str | None = None,
        visit: Visit | Showing | None = None,
        start: Start | None = None,
    ) -> None:
        """Prepare, without touching the terminal.

        Args:
            world: What is outside.
            wanted: The settings as kept.
            color: A color mode for this once, instead of that of the settings.
            ascii: Whether to use only ASCII this once.
            language: Of `tui.language.LANGUAGES`, instead of that of the settings.
            visit: Where to go first; None is the lobby.
            start: How the terminal has been left by who asked it; None has not asked.
        """
        self.world = world
        self.settings = wanted
        self._color = color
        self._ascii = ascii
        self._language = language
        self._visit = visit
        self._interrupted = -AGAIN
        super().__init__(driver_class=self.DRIVER.started(start or Start()))
        self._plain = Plain()
        self._sixteen = Sixteen()
        self._rewritten: Mapping[Characters, LineFilter] = {
            "ascii": Rewritten(ascii_text),
            "narrow": Rewritten(narrow_text),
        }
        self._frame = Frame()
        self._themes = {**SHIPPED, **{theme.name: theme for theme in wanted.own_themes}}
        for theme in self._themes.values():
            self.register_theme(_dress_of(theme))
        self.register_theme(_PLAIN)
        self.animation_level = "none"
        self._dress()
        self._worn = self.get_css_variables()
        self.stylesheet = Sheet(variables=self._worn)

    @property
    def letters(self) -> bool:
        """Whether pieces are drawn as plain letters."""
        return self.settings.letters == "on"

    @property
    def mode(self) -> ColorMode:
        """How many colors are used."""
        mode = self.world.terminal.mode(self._color or self.settings.color)
        return "16" if mode == "256" and self.settings.theme == themes.PLAIN else mode

    @property
    def palette(self) -> Palette:
        """Colors of pieces and boards."""
        return self._themes.get(self.settings.theme, DARK).palette

    @property
    def characters(self) -> Characters:
        """Which characters are shown."""
        if self._ascii or self.settings.characters == "ascii":
            return "ascii"
        if self.settings.characters == "unicode":
            return "unicode"
        return self.world.terminal.characters[0]

    @property
    def is_ascii(self) -> bool:
        """Whether only ASCII is shown."""
        return self.characters == "ascii"

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Take what the terminal cannot show out of whatever widgets draw."""
        filters = list(super().get_line_filters())
        if self.mode != "256":
            filters.append(self._plain if self.mode == "none" else self._sixteen)
        if self.characters in self._rewritten:
            filters.append(self._rewritten[self.characters])
        return filters

    def refresh_css(self, animate: bool = True) -> None:
        """Follow a change of colors; Textual asks for it at the start too, when nothing changed."""
        wanted = self.get_css_variables()
        if wanted != self._worn:
            self._worn = wanted
            super().refresh_css(animate)

    def on_mount(self) -> None:
        """Take over the terminal, and begin."""
        if not self.is_headless:
            # So that a closed window or a polite kill leaves the terminal as it was.
            loop = asyncio.get_running_loop()
            loop.add_signal_handler(signal.SIGHUP, self.exit)
            loop.add_signal_handler(signal.SIGTERM, self.be_ended)
            self.app_resume_signal.subscribe(self, lambda resumed: self._resume())
            self._steer()
        self.come_in()

    def come_in(self) -> None:
        """Open the lobby, and what was asked for."""
        match self._visit:
            case Showing(record, number):
                self.replay(record, number)
            case Visit(session, book, look):
                self.sit_down(session, book, look)
            case None:
                self.push_screen(self.lobby())

    def lobby(self) -> Page:
        """The first screen."""
        return LobbyPage()

    def table(self, session: Session, book: Book | None, look: int | None) -> Page:
        """The screen of a match; see `sit_down`."""
        from tui.screens.table import TablePage

        return TablePage(session, book, look)

    def replaying(self, record: Record, match: MatchId | None) -> Page:
        """The screen that looks through a match; see `replay`."""
        from tui.screens.replay import ReplayPage

        return ReplayPage(record, match)

    def be_ended(self) -> None:
        """Somebody wants the program to end."""
        self.exit()

    async def on_event(self, event: events.Event) -> None:
        """Pass an event on, but nothing that is typed or clicked once all screens have gone."""
        if self.screen_stack or not isinstance(event, events.InputEvent):
            await super().on_event(event)

    def on_resize(self, event: events.Resize) -> None:
        """A terminal may show anything after its size has changed, even back to what it was."""
        self._frame.forget()
        if any(page.size == event.size for page in self._pages()[-1:]):
            self.action_redraw()

    def sit_down(self, session: Session, book: Book | None = None, look: int | None = None) -> None:
        """Open the table of a match.

        Args:
            session: The match.
            book: What it is kept in; None makes one.
            look: How many of its steps to look at first; None is as it stands.
        """
        self.push_screen(self.table(session, book, look), self._stood_up)

    @property
    def has_lobby(self) -> bool:
        """Whether tables are left for the lobby, not for good."""
        return self._visit is None

    def _stood_up(self, result: object) -> None:
        """A table was left: to the lobby, or out of the program where there is none."""
        if not self.has_lobby:
            self.exit()

    def replay(self, record: Record, match: MatchId | None = None) -> None:
        """Look through the match of a record, beginning with its start.

        Args:
            record: The match.
            match: Its number in the store; None if it is not there.
        """
        self.push_screen(self.replaying(record, match), self._stood_up)

    async def film(self, record: Record) -> str:
        """The match of a record as an animated terminal recording, drawn as this program is now.

        A program of its own draws it in a thread of its own, so that this one goes on.
        """
        from tui.shooting import filmed

        world = World(self.world.home, self.world.thinker, self.world.terminal)
        program = partial(
            Parlour,
            replace(world, language=lambda _: self._spoken),
            self.settings,
            color=self._color,
            ascii=self._ascii,
            visit=Showing(record),
        )
        return await asyncio.to_thread(lambda: asyncio.run(filmed(program(), record)))

    @property
    def _spoken(self) -> str:
        return self.world.language(self._language or self.settings.language)

    def change(self, wanted: Settings) -> None:
        """Use these settings from now on, and keep them."""
        if wanted.language != self.settings.language:
            self._language = None
        self.settings = wanted
        problem = settings.save(wanted, self.world.home.settings)
        self._dress()
        self._steer()
        if problem:
            self.tell(said(problem))

    def _steer(self) -> None:
        """Have the terminal show its cursor, and send clicks, as they are set."""
        if isinstance(self._driver, SturdyDriver):
            self._driver.use_mouse(self.settings.mouse == "on")
            self._driver.show_cursor(self.settings.cursor == "visible")

    def _resume(self) -> None:
        """Back from where Ctrl+Z led."""
        self._steer()
        self.action_redraw()

    def tell(self, words: str) -> None:
        """Say something on the screen in front."""
        if isinstance(self.screen, Page):
            self.screen.tell(words)

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        """Send only what has changed, see `tui.repaint`, and put the terminal's cursor in place."""
        if isinstance(screen, Page) and (place := screen.cursor_place) is not None:
            self.cursor_position = place
        super()._display(screen, self._frame.difference(renderable))

    def _fatal_error(self) -> None:
        """Write down what broke and say one line, instead of a screen full of local variables.

        Textual calls this for an exception that nobody has caught, while it is being handled.
        """
        told = _("something broke that should not have; what has been played is kept")
        words = f"parlour: {told}"
        file = self._written_down()
        if file is None:
            self.panic(words)
        else:
            self.panic(f"{words}\n{_('details are in {file}').format(file=file)}")

    def _written_down(self) -> Path | None:
        """What broke, in a file; None where it cannot be written, or nobody could read it."""
        file = self.world.home.matches.parent / "broken.log"
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(traceback.format_exc(), encoding="utf-8")
        except OSError:
            return None
        return file

    def _dress(self) -> None:
        """Put on the language and the theme and, in every screen, the class of the color mode."""
        speak(self._spoken, self.is_ascii)
        plain = self.mode != "256"
        theme = self._themes.get(self.settings.theme, DARK)
        self.theme = _PLAIN.name if plain else _dress_of(theme).name
        self.set_class(plain, "-plain")
        for screen in self._pages():
            screen.dress()

    def _pages(self) -> list[Page]:
        if not self._running:
            return []
        screens = cast("Sequence[Screen[object]]", self.screen_stack)
        return [screen for screen in screens if isinstance(screen, Page)]

    def action_help(self) -> None:
        """The keys of the screen in front."""
        from tui.screens.help import help_page

        if isinstance(self.screen, Page):
            games = self.world.home.games
            self.push_screen(help_page(self.screen.actions(), self.settings.keys, games))

    def action_commands(self) -> None:
        """All actions of the screen in front, by name."""
        from tui.screens.finder import FinderPage, command_entries

        page = self.screen
        if isinstance(page, Page):
            actions = page.actions()
            entries = command_entries(actions, [page.key(action.id) for action in actions])
            self.push_screen(FinderPage(_("Commands"), entries), page.do_chosen)

    def action_theme(self) -> None:
        """The next theme, the first after the last."""
        from tui.screens.settings import value_words

        self.change(self.settings.with_next("theme"))
        if self.world.terminal.mode(self._color or self.settings.color) == "256":
            self.tell(_("theme: {name}").format(name=value_words("theme", self.settings.theme)))
        else:
            self.tell(_("themes need 256 colors; see the settings"))

    def action_mouse(self) -> None:
        """Clicks come here, or are left to the terminal, and back."""
        self.change(self.settings.with_next("mouse"))
        if self.settings.mouse == "on":
            self.tell(_("the mouse works here again"))
        else:
            self.tell(_("the mouse is left to the terminal, to select and copy text"))

    def action_terminal(self) -> None:
        """What is known of the terminal, to look at and to correct."""
        from tui.screens.terminal import TerminalPage

        if isinstance(self.screen, Page) and not isinstance(self.screen, TerminalPage):
            self.push_screen(TerminalPage())

    def action_glyphs(self) -> None:
        """Pieces with fills, as plain letters, and back."""
        self.change(self.settings.with_next("letters"))

    def action_redraw(self) -> None:
        """Draw everything again."""
        self._frame.forget()
        self.refresh(repaint=True, layout=True)

    def action_leave(self) -> None:
        """To the screen before, or out of the program."""
        if isinstance(self.screen, Page):
            self.screen.leave()

    def action_cancel(self) -> None:
        """Cancel what is half done on the screen in front."""
        if isinstance(self.screen, Page):
            self.screen.cancel()

    async def action_quit(self) -> None:
        """Leave the program; matches have been kept all along, or leaving is confirmed."""
        for page in self._pages():
            if page.asks_to_leave(self.exit):
                while self.screen is not page:
                    self.pop_screen()
                return
        self.exit()

    async def on_unmount(self) -> None:
        """End what thinks for the bots, and let go of the matches, however the program ends."""
        self.world.engines.close()
        await self.world.thinker.close()
        await self.world.adviser.close()
        self.world.library.close()

    async def action_interrupt(self) -> None:
        """Leave when asked twice."""
        now = time.monotonic()
        if now - self._interrupted < AGAIN:
            self._interrupted = -AGAIN
            await self.action_quit()
        else:
            self._interrupted = now
            self.tell(_("press Ctrl+C again to leave"))


def _dress_of(theme: Theme) -> TextualTheme:
    """A theme as the style sheet knows it."""
    return TextualTheme(
        name=f"parlour-{theme.name}",
        dark=theme.is_dark,
        primary=theme.accent,
        accent=theme.accent,
        warning=theme.warning,
        error=theme.warning,
        foreground=theme.text,
        background=theme.background,
        surface=theme.background,
        panel=theme.bar,
        variables={"bar": theme.bar, "dim": theme.dim, "strong": theme.strong},
    )


_PLAIN = replace(
    BUILTIN_THEMES["ansi-dark"],
    name="parlour-plain",
    accent="ansi_yellow",
    warning="ansi_red",
    variables={
        **BUILTIN_THEMES["ansi-dark"].variables,
        "bar": "ansi_default",
        "dim": "ansi_default",
        "strong": "ansi_default",
    },
)
"""For terminals with few colors or none, and for who likes those of the terminal."""
