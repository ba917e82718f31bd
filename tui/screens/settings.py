"""What can be set, and what it means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.cells import cell_len
from textual import on
from textual.widget import Widget

from tui.language import LANGUAGES, N_, _, said
from tui.lines import EMPTY, Line, Piece, fitting, line, padded, wrapped
from tui.screens.choosing import ChoosingPage
from tui.settings import KEYS, Settings
from tui.widgets.lines import Lines
from tui.widgets.menu import Item, Menu

EDGES = 6
"""Rows of header and footer, and the empty ones around list and words."""
TOLD = 3
"""Rows for what is told of the marked setting, and an empty one."""
FEWEST = 4
"""Settings that are always in sight, whatever is wrong with the files."""
_TOLD: Mapping[str, tuple[str, str]] = {
    "color": (
        N_("Colors"),
        N_("How many colors; auto looks at NO_COLOR and the kind of terminal."),
    ),
    "characters": (
        N_("Characters"),
        N_("Plain ASCII where nothing else can be shown; auto looks at locale and terminal."),
    ),
    "theme": (
        N_("Theme"),
        N_("Where there are 256 colors: dark, light, high contrast, or the terminal's own colors."),
    ),
    "legal": (
        N_("Legal cells"),
        N_("Mark cells that may be picked: while they are few, always, or never."),
    ),
    "letters": (
        N_("Letters"),
        N_("Pieces as plain letters without fills; a key changes it anywhere."),
    ),
    "hints": (N_("Hints"), N_("How strong the bot is that gives hints, from 1 to 8.")),
    "bell": (N_("Bell"), N_("Whether the terminal's bell tells that it is your turn.")),
    "cursor": (
        N_("Cursor"),
        N_("Whether the terminal's cursor shows where you are, for screen readers and braille."),
    ),
    "mouse": (
        N_("Mouse"),
        N_("Whether clicks come here; off leaves them to the terminal, to copy text."),
    ),
    "language": (N_("Language"), N_("Of the screens, and of games; auto looks at the locale.")),
}
"""Field of the settings -> its name, and a word about it."""
_VALUES: Mapping[str, str] = {
    "auto": N_("auto"),
    "none": N_("none"),
    "dark": N_("dark"),
    "light": N_("light"),
    "contrast": N_("contrast"),
    "terminal": N_("terminal"),
    "hidden": N_("hidden"),
    "visible": N_("visible"),
    "few": N_("few"),
    "all": N_("always"),
    "off": N_("off"),
    "on": N_("on"),
}
"""Value of a setting -> what it is called, where that is not the value itself."""


def value_words(name: str, value: str) -> str:
    """What a value of a setting is called."""
    if name == "language" and value in LANGUAGES:
        return LANGUAGES[value]
    if (name, value) == ("legal", "none"):
        return _("never")
    return _(_VALUES[value]) if value in _VALUES else value


class SettingsPage(ChoosingPage):
    """One line for each setting; Enter, left and right change it, and it is kept at once."""

    _all_told = False
    """Whether every setting is explained below it, not only the marked one."""

    def content(self) -> Iterator[Widget]:
        """The list and a word about it."""
        yield Menu(eager=True, id="list")
        yield Lines(id="text")

    def header(self, columns: int) -> Line:
        """What this is."""
        return line(" ", Piece(_("Settings"), "title"))

    def draw(self) -> None:
        """The values as they are now, each setting explained where there is room."""
        super().draw()
        items: list[Item] = []
        explained: list[Item] = []
        for name, (__, told) in _TOLD.items():
            item = Item(choice_line(self.settings, name, self.size.width - 4), name)
            rows = wrapped(_(told), self.size.width - 10, "dim")
            items.append(item)
            explained += [item, *(Item((Piece("    "), *row)) for row in rows)]
        about = self._about()
        room = self.size.height - EDGES
        self._all_told = len(explained) + len(about) < room
        shown = explained if self._all_told else items
        # The last lines are always in sight; a long list is scrolled above them.
        if not self._all_told:
            room -= TOLD
        self.menu.styles.height = 1 + min(len(shown), max(FEWEST, room - len(about)))
        self.menu.fill(shown)
        self.tell_marked()

    @on(Menu.Marked)
    def tell_marked(self) -> None:
        """A word about the marked setting, unless it is there, and what is wrong with the files."""
        lines: list[Line] = []
        if self.menu.marked and not self._all_told:
            lines = wrapped(_(_TOLD[self.menu.marked][1]), self._columns)
            lines += [EMPTY] * (TOLD - len(lines))
        self.query_one("#text", Lines).show([*lines, *self._about()])

    def _about(self) -> list[Line]:
        """What is wrong with the files, and where they are."""
        columns = self._columns
        lines = [
            row for fault in self.settings.faults for row in wrapped(said(fault), columns, "warn")
        ]
        return [*lines, *(row for told in self.kept for row in wrapped(told, columns, "dim"))]

    @property
    def kept(self) -> Sequence[str]:
        """Where settings are, and what else can be set there; paragraphs."""
        where = _("Kept in {file}. Keys can be changed in {keys} beside it.")
        return (
            where.format(file=self._file(), keys=KEYS),
            _("The command parlour keys writes such a file."),
        )

    @property
    def _columns(self) -> int:
        return min(76, self.size.width - 4)

    def choose(self, id: str) -> None:
        """The next value."""
        self.turn(id, 1)

    def turn(self, id: str, by: int) -> None:
        """Another value, used and kept at once."""
        self.house.change(self.settings.with_next(id, by))

    def _file(self) -> str:
        return str(self.house.world.home.settings)


def choice_line(settings: Settings, name: str, columns: int) -> Line:
    """A setting with all its values; where that is too long, with the one it has."""
    titles = [_(title) for title, __ in _TOLD.values()]
    title = line(padded(_(_TOLD[name][0]), max(map(cell_len, titles)) + 2))
    now, values = getattr(settings, name), settings.choices(name)
    row = title
    for value in values:
        told = value_words(name, value)
        text = f"[{told}]" if value == now else f" {told} "
        row = (*row, Piece(text, "strong" if value == now else "dim"))
    alone = Piece(f"[{value_words(name, now)}]", "strong")
    place = Piece(f" {values.index(now) + 1}/{len(values)}", "dim")
    return fitting([row, (*title, alone, place), (*title, alone)], columns)
