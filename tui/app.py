"""The program on the screen: what all its screens share, and how they follow one another."""

from __future__ import annotations

import asyncio
import signal
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, cast

from rich.console import RenderableType
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.filter import LineFilter
from textual.screen import Screen
from textual.theme import BUILTIN_THEMES, Theme

from core.match.session import Session
from core.store.autosave import Autosave
from tui import settings
from tui.driver import SturdyDriver
from tui.language import _, said, speak
from tui.lines import ascii_text
from tui.repaint import Frame
from tui.screens.finder import FinderPage, command_entries
from tui.screens.help import help_page
from tui.screens.lobby import LobbyPage
from tui.screens.page import Page
from tui.screens.table import TablePage
from tui.settings import Settings
from tui.terminal import ColorMode
from tui.world import World

AGAIN = 2.0
"""Seconds in which Ctrl+C must be pressed twice to leave."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A table to go to at once, past the lobby."""

    session: Session
    book: Autosave | None = None
    """The file it is kept in; None makes one."""
    alone: bool = False
    """Whether the program ends with it, instead of going on to the lobby."""


class Parlour(App[None], inherit_bindings=False):
    """Lobby, tables, and what is around them."""

    CSS_PATH = "parlour.tcss"
    TITLE = "Parlour"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
    ]

    def __init__(
        self,
        world: World,
        wanted: Settings,
        *,
        color: str | None = None,
        ascii: bool = False,
        language: str | None = None,
        visit: Visit | None = None,
    ) -> None:
        """Prepare, without touching the terminal.

        Args:
            world: What is outside.
            wanted: The settings as kept.
            color: A color mode for this once, instead of that of the settings.
            ascii: Whether to use only ASCII this once.
            language: Of `tui.language.LANGUAGES`, instead of that of the settings.
            visit: Where to go first; None is the lobby.
        """
        self.world = world
        self.settings = wanted
        self._color = color
        self._ascii = ascii
        self._language = language
        self._visit = visit
        self._interrupted = -AGAIN
        super().__init__(driver_class=SturdyDriver)
        self._plain = Plain()
        self._narrow = Narrow()
        self._frame = Frame()
        for theme in THEMES:
            self.register_theme(theme)
        self.animation_level = "none"
        self._dress()

    @property
    def letters(self) -> bool:
        """Whether pieces are drawn as plain letters."""
        return self.settings.letters == "on"

    @property
    def mode(self) -> ColorMode:
        """How many colors are used."""
        return self.world.mode(self._color or self.settings.color)

    @property
    def is_ascii(self) -> bool:
        """Whether only ASCII is shown."""
        return self._ascii or self.settings.characters == "ascii" or not self.world.unicode

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Without colors or in ASCII, take what is too much out of whatever widgets draw."""
        filters = list(super().get_line_filters())
        if self.mode == "none":
            filters.append(self._plain)
        if self.is_ascii:
            filters.append(self._narrow)
        return filters

    def on_mount(self) -> None:
        """Open the lobby, and the table that was asked for."""
        if not self.is_headless:
            # So that a closed window or a polite kill leaves the terminal as it was.
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGHUP):
                loop.add_signal_handler(number, self.exit)
            self.app_resume_signal.subscribe(self, lambda resumed: self.action_redraw())
        if self._visit is None or not self._visit.alone:
            self.push_screen(LobbyPage())
        if self._visit is not None:
            self.sit_down(self._visit.session, self._visit.book)

    def on_resize(self) -> None:
        """A terminal may show anything after its size has changed."""
        self._frame.forget()

    def sit_down(self, session: Session, book: Autosave | None = None) -> None:
        """Open the table of a match.

        Args:
            session: The match.
            book: The file it is kept in; None makes one.
        """
        self.push_screen(TablePage(session, book), self._stood_up)

    def _stood_up(self, result: object) -> None:
        """A table was left: to the lobby, or out of the program where there is none."""
        if self._visit is not None and self._visit.alone:
            self.exit()

    def change(self, wanted: Settings) -> None:
        """Use these settings from now on, and keep them."""
        if wanted.language != self.settings.language:
            self._language = None
        self.settings = wanted
        problem = settings.save(wanted, self.world.home.settings)
        self._dress()
        if problem:
            self.tell(said(problem))

    def tell(self, words: str) -> None:
        """Say something on the screen in front."""
        if isinstance(self.screen, Page):
            self.screen.tell(words)

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        """Send only what has changed; see `tui.repaint`."""
        super()._display(screen, self._frame.difference(renderable))

    def _fatal_error(self) -> None:
        """Write down what broke and say one line, instead of a screen full of local variables.

        Textual calls this for an exception that nobody has caught, while it is being handled.
        """
        file = self.world.home.matches.parent / "broken.log"
        told = _("something broke that should not have; what has been played is kept")
        words = f"parlour: {told}"
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(traceback.format_exc(), encoding="utf-8")
        except OSError:
            self.panic(words)
        else:
            self.panic(f"{words}\n{_('details are in {file}').format(file=file)}")

    def _dress(self) -> None:
        """Put on the language and the theme and, in every screen, the class of the color mode."""
        speak(self.world.language(self._language or self.settings.language), self.is_ascii)
        plain = self.mode != "256"
        self.theme = "parlour-plain" if plain else f"parlour-{self.settings.theme}"
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
        if isinstance(self.screen, Page):
            games = self.world.home.games
            self.push_screen(help_page(self.screen.actions(), self.settings.keys, games))

    def action_commands(self) -> None:
        """All actions of the screen in front, by name."""
        page = self.screen
        if isinstance(page, Page):
            actions = page.actions()
            entries = command_entries(actions, [page.key(action.id) for action in actions])
            self.push_screen(FinderPage(_("Commands"), entries), page.do_chosen)

    def action_theme(self) -> None:
        """Dark, light, and back."""
        self.change(self.settings.with_next("theme"))
        if self.mode != "256":
            self.tell(_("themes need 256 colors; see the settings"))

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
        """End what thinks for the bots, however the program ends."""
        self.world.engines.close()
        await self.world.thinker.close()
        await self.world.adviser.close()

    async def action_interrupt(self) -> None:
        """Leave when asked twice."""
        now = time.monotonic()
        if now - self._interrupted < AGAIN:
            self._interrupted = -AGAIN
            await self.action_quit()
        else:
            self._interrupted = now
            self.tell(_("press Ctrl+C again to leave"))


class Plain(LineFilter):
    """Takes every color out and leaves bold, underline and reverse."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments without colors."""
        return [Segment(text, _without_color(style), control) for text, style, control in segments]


class Narrow(LineFilter):
    """Writes everything in ASCII, as far as it can be."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments, with the same widths."""
        return [
            segment if segment.text.isascii() else segment._replace(text=ascii_text(segment.text))
            for segment in segments
        ]


def _without_color(style: Style | None) -> Style | None:
    return style.without_color if style else style


def _theme(name: str, dark: bool, ink: Sequence[str]) -> Theme:
    background, bar, foreground, dim, strong, accent, warning = ink
    return Theme(
        name=name,
        dark=dark,
        primary=accent,
        accent=accent,
        warning=warning,
        error=warning,
        foreground=foreground,
        background=background,
        surface=background,
        panel=bar,
        variables={"bar": bar, "dim": dim, "strong": strong},
    )


THEMES = (
    # All from the 256-color table, so that nothing is rounded on the way to the terminal.
    _theme(
        "parlour-dark",
        True,
        ("#121212", "#262626", "#d0d0d0", "#8a8a8a", "#ffffff", "#d7af5f", "#ff875f"),
    ),
    _theme(
        "parlour-light",
        False,
        ("#eeeeee", "#dadada", "#303030", "#626262", "#000000", "#875f00", "#af0000"),
    ),
    replace(
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
    ),
)
"""Dark, light, and one for terminals with few colors or none."""
