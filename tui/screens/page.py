"""What every screen has: a header line, a footer of keys, and words for a window too small."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic
from typing import ClassVar, cast

from textual import events, on
from textual.app import ComposeResult
from textual.css.query import NoMatches
from textual.geometry import Offset, Size
from textual.screen import UPDATE_PERIOD, Screen
from textual.widget import Widget
from textual.widgets import Input

from tui.keys import ACTIONS, Action, bound, keys_of, named, shown
from tui.language import _
from tui.lines import EMPTY, ROLES, Line, Piece, fitting, line, width, wrapped
from tui.repaint import Sparing
from tui.settings import Settings
from tui.widgets.lines import Lines
from tui.world import House

SMALLEST = (36, 20)
"""Columns and rows that every screen fits."""
UNSEEN = ("app.quit", "app.redraw")
"""What can be done in a smaller window, where nothing is seen of what is done."""


class Page(Screen[str]):
    """A screen of Parlour; it may end with a word for the screen below."""

    PARTS: ClassVar[tuple[str, ...]] = ()
    """Parts of the table of actions that work here, besides "app"."""
    AUTO_FOCUS: ClassVar[str | None] = ""
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"lines--{role}" for role in ROLES}

    _drawn: Size | None = None
    """The size it was drawn for last."""
    _told: str = ""
    """What the last line says instead of keys."""
    _painted = 0.0
    """When something was painted at once."""

    def __init__(self) -> None:
        """Draw sparingly."""
        super().__init__()
        self._compositor = Sparing()

    def compose(self) -> ComposeResult:
        """Header, content, footer."""
        yield Lines(id="header")
        yield from self.content()
        yield Lines(id="footer")
        yield Lines(id="small")

    def content(self) -> Iterator[Widget]:
        """What stands between header and footer."""
        yield from ()

    def header(self, columns: int) -> Line:
        """The first line."""
        return ()

    def actions(self) -> list[Action]:
        """All that can be done here, in the order of the table."""
        return [action for action in ACTIONS if action.screen in (*self.PARTS, "app")]

    def offered(self) -> list[Action]:
        """What the last line may offer of what can be done here."""
        return self.actions()

    def footer(self, columns: int) -> Line:
        """The keys worth showing, as many as there is room for."""
        wanted = [action for action in self.offered() if action.footer]
        wanted.sort(key=lambda action: action.screen == "app")
        hints = [self.hint(action) for action in wanted]
        while hints and sum(map(width, hints)) + 2 * len(hints) - 1 > columns:
            hints.pop(max(0, len(hints) - 3))
        shown_line: Line = line(" ")
        for place, hint in enumerate(hints):
            shown_line = (*shown_line, Piece("  " if place else ""), *hint)
        return shown_line

    def words(self, action: Action) -> str:
        """What an action is called in the footer of this screen."""
        return _(action.words)

    def hint(self, action: Action) -> Line:
        """A key and what it does, to be clicked too."""
        press = f"do {action.id}"
        return (
            Piece(self.key(action.id), "key", press),
            Piece(f" {self.words(action)}", "", press),
        )

    def key(self, id: str) -> str:
        """The key of an action as shown to people."""
        return shown(keys_of(named(id), self.settings.keys)[0])

    @property
    def settings(self) -> Settings:
        """The settings of the program."""
        return self.house.settings

    @property
    def house(self) -> House:
        """The program."""
        return cast("House", self.app)

    @property
    def cursor_place(self) -> Offset | None:
        """Where the terminal's own cursor belongs; None leaves it to where it is."""
        return None

    @property
    def is_whole(self) -> bool:
        """Whether its widgets are there: not yet before the first drawing, nor while it closes."""
        return self.has("#header", "#footer", "#small")

    def has(self, *names: str) -> bool:
        """Whether widgets are there; asked for every frame, so Textual's memory of them is used."""
        try:
            for name in names:
                self.query_one(name)
        except NoMatches:
            return False
        return True

    def draw(self) -> None:
        """Show everything as it is now."""
        self._drawn = self.size
        self.draw_edges()

    def draw_edges(self) -> None:
        """Fill header and footer again, if the screen has not been closed meanwhile."""
        if not self.is_whole:
            return
        self.draw_header()
        columns = self.size.width
        told = line(" ", Piece(self._told, "warn"))
        self.query_one("#footer", Lines).show([told if self._told else self.footer(columns)])

    def draw_header(self) -> None:
        """Fill the header again."""
        self.query_one("#header", Lines).show([self.header(self.size.width)])

    def tell(self, words: str) -> None:
        """Say something in the last line, until the next key or click."""
        self._told = words
        self.draw_edges()

    def dress(self) -> None:
        """Follow a change of colors or characters."""
        if self.is_mounted:
            self.draw()
            for lines in self.query(Lines):
                lines.refresh()

    def asks_to_leave(self, leave: Callable[[], object]) -> bool:
        """Ask first where something would be lost by leaving; whether it does."""
        return False

    def leave(self) -> None:
        """Go back to the screen before."""
        self.dismiss("")

    def cancel(self) -> None:
        """Cancel what is half done; where nothing can be, go back."""
        self.leave()

    async def do_chosen(self, id: str | None) -> None:
        """Do what was chosen in a list of commands; nothing when it was left."""
        if id:
            await self.do(id)

    async def _on_idle(self, event: events.Idle) -> None:
        """Paint what has changed, unless something has been painted a moment ago.

        Textual waits for the next beat of a clock, which is 8 ms later on an average, and leaves
        the work to a timer. It still does where one change follows the other.
        """
        time = monotonic()
        if self._dirty_widgets and time - self._painted >= UPDATE_PERIOD:
            self._painted = time
            event.prevent_default()
            self._on_timer_update()

    def on_mount(self) -> None:
        """Begin; see `begin`."""
        self.begin()

    def begin(self) -> None:
        """Draw for the first time, and whatever else is to be done once."""
        self.draw()

    def on_resize(self, event: events.Resize) -> None:
        """Fit the new size, or say that it is too small."""
        small = event.size.width < SMALLEST[0] or event.size.height < SMALLEST[1]
        self.set_class(small, "-small")
        have = f"{event.size.width}x{event.size.height}"
        needed = f"{SMALLEST[0]}x{SMALLEST[1]}"
        words = _("needs {needed}, you have {have}").format(needed=needed, have=have)
        short = _("have {have}").format(have=have)
        hint = _("In a smaller window, {command} plays line by line.")
        self.query_one("#small", Lines).show(
            [
                fitting([line(words), line(short)], event.size.width),
                EMPTY,
                *wrapped(hint.format(command=self.house.PLAIN), event.size.width),
                EMPTY,
                self.hint(named(UNSEEN[0])),
            ]
        )
        if not small and event.size != self._drawn:
            self.draw()

    @on(Lines.Pressed)
    async def do_pressed(self, event: Lines.Pressed) -> None:
        """Do what was clicked, where it is an action of the table."""
        kind, _, id = event.press.partition(" ")
        if kind == "do":
            await self.do(id)

    async def do(self, id: str) -> None:
        """Do an action of the table by its id."""
        screen, _, name = id.partition(".")
        await self.run_action(f"app.{name}" if screen == "app" else name)

    async def on_key(self, event: events.Key) -> None:
        """Take a key; see `key_pressed`.

        What is typed faster than screens come and go is for the one that is in front by now.
        """
        if self.app.screen is not self:
            event.stop()
            self.app.screen.post_message(events.Key(event.key, event.character))
            return
        if self.has_class("-small"):
            event.stop()
            id = bound(("app",), self.settings.keys).get(event.key)
            if id in UNSEEN:
                await self.do(id)
            return
        self._hush()
        await self.key_pressed(event)

    def on_click(self) -> None:
        """What has been said has been read."""
        self._hush()

    def _hush(self) -> None:
        if self._told:
            self._told = ""
            self.draw_edges()

    async def key_pressed(self, event: events.Key) -> None:
        """Do what a key means.

        Not left to the bindings of Textual, which are looked up only after later keys have been
        handed out: who types fast would have the second key taken for another screen's, or for
        one pressed before the question it answers.
        """
        if not isinstance(self.focused, Input):
            id = bound((*self.PARTS, "app"), self.settings.keys).get(event.key)
            if id:
                event.stop()
                await self.do(id)


def type_into(field: Input, event: events.Key) -> None:
    """Put a letter where it belongs that came before the field had the focus.

    On its way through the program it would be overtaken by what its page takes at once.
    """
    if event.is_printable and event.character:
        event.stop()
        field.replace(event.character, *field.selection)
