"""What can be set, and what it means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from textual import on
from textual.widget import Widget

from tui.language import LANGUAGES, N_, _, said
from tui.lines import EMPTY, Line, Piece, fitting, line, padded, wrapped
from tui.screens.choosing import ChoosingPage
from tui.settings import CHOICES
from tui.widgets.lines import Lines
from tui.widgets.menu import Item, Menu

ROOMY = (70, 22)
"""Columns and rows from which on every setting is explained below it, not only the marked one."""
_TOLD: Mapping[str, tuple[str, str]] = {
    "color": (
        N_("Colors"),
        N_("How many colors; auto looks at NO_COLOR and the kind of terminal."),
    ),
    "characters": (
        N_("Characters"),
        N_("Plain ASCII where nothing else can be shown; auto looks at the locale."),
    ),
    "theme": (N_("Theme"), N_("Dark or light, where there are 256 colors.")),
    "legal": (
        N_("Legal cells"),
        N_("Mark cells that may be picked: while they are few, always, or never."),
    ),
    "letters": (
        N_("Letters"),
        N_("Pieces as plain letters without fills; a key changes it anywhere."),
    ),
    "bell": (N_("Bell"), N_("Whether the terminal's bell tells that it is your turn.")),
    "language": (N_("Language"), N_("Of the screens, and of games; auto looks at the locale.")),
}
"""Field of the settings -> its name, and a word about it."""
_TITLES = 12
"""Columns of a name."""
_VALUES: Mapping[str, str] = {
    "auto": N_("auto"),
    "none": N_("none"),
    "dark": N_("dark"),
    "light": N_("light"),
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

    def content(self) -> Iterator[Widget]:
        """The list and a word about it."""
        yield Menu(eager=True, id="list")
        yield Lines(id="text")

    def header(self, columns: int) -> Line:
        """What this is."""
        return line(" ", Piece(_("Settings"), "title"))

    def draw(self) -> None:
        """The values as they are now."""
        super().draw()
        items: list[Item] = []
        for name, told in _TOLD.items():
            items.append(Item(self._line(name), name))
            if self._roomy:
                rows = wrapped(_(told[1]), self.size.width - 10, "dim")
                items += [Item((Piece("    "), *row)) for row in rows]
        self.menu.fill(items)
        self.tell_marked()

    @property
    def _roomy(self) -> bool:
        return self.size.width >= ROOMY[0] and self.size.height >= ROOMY[1]

    @on(Menu.Marked)
    def tell_marked(self) -> None:
        """A word about the marked setting, unless it is there, and what is wrong with the file."""
        columns = min(76, self.size.width - 4)
        lines: list[Line] = []
        if self.menu.marked and not self._roomy:
            lines += [*wrapped(_(_TOLD[self.menu.marked][1]), columns), EMPTY]
        for fault in self.settings.faults:
            lines += wrapped(said(fault), columns, "warn", "  ")
        kept = _("Kept in {file}").format(file=self._file())
        lines += wrapped(kept, columns, "dim", "  ")
        lines += wrapped(_("Keys can be changed there too, such as"), columns, "dim")
        lines += [line(Piece(text, "dim")) for text in ("  keys:", "    table.done: x,full_stop")]
        self.query_one("#text", Lines).show(lines)

    def choose(self, id: str) -> None:
        """The next value."""
        self.turn(id, 1)

    def turn(self, id: str, by: int) -> None:
        """Another value, used and kept at once."""
        self.house.change(self.settings.with_next(id, by))

    def _line(self, name: str) -> Line:
        title = padded(_(_TOLD[name][0]), _TITLES)
        values = line(title)
        now = getattr(self.settings, name)
        for value in CHOICES[name]:
            is_now = value == now
            told = value_words(name, value)
            text = f"[{told}]" if is_now else f" {told} "
            values = (*values, Piece(text, "strong" if is_now else "dim"))
        alone = line(title, Piece(f"[{value_words(name, now)}]", "strong"))
        return fitting([values, alone], self.size.width - 4)

    def _file(self) -> str:
        return str(self.house.world.home.settings)
