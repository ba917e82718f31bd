"""What can be set, and what it means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from textual import on
from textual.widget import Widget

from tui.lines import EMPTY, Line, Piece, line, wrapped
from tui.screens.choosing import ChoosingPage
from tui.settings import CHOICES
from tui.widgets.lines import Lines
from tui.widgets.menu import Item, Menu

_TOLD: Mapping[str, tuple[str, str]] = {
    "color": (
        "Colors",
        "How many colors to use; auto looks at NO_COLOR and at the kind of terminal.",
    ),
    "characters": (
        "Characters",
        "Plain ASCII for terminals and fonts that show nothing else; auto looks at the locale.",
    ),
    "theme": ("Theme", "Dark or light, where there are 256 colors."),
    "legal": (
        "Legal cells",
        "Mark the cells that may be picked: always, never, or while they are few.",
    ),
    "letters": (
        "Letters",
        "Pieces as plain letters without fills, whatever the colors; a key changes it anywhere.",
    ),
    "bell": ("Bell", "Whether the terminal's bell tells that it is your turn."),
}
"""Field of the settings -> its name, and a word about it."""


class SettingsPage(ChoosingPage):
    """One line for each setting; Enter, left and right change it, and it is kept at once."""

    def content(self) -> Iterator[Widget]:
        """The list and a word about it."""
        yield Menu(eager=True, id="list")
        yield Lines(id="text")

    def header(self, columns: int) -> Line:
        """What this is."""
        return line(" ", Piece("Settings", "title"))

    def draw(self) -> None:
        """The values as they are now."""
        super().draw()
        self.menu.fill([Item(self._line(name), name) for name in _TOLD])
        self.tell_marked()

    @on(Menu.Marked)
    def tell_marked(self) -> None:
        """A word about the marked setting, and what is wrong with the file."""
        columns = min(76, self.size.width - 4)
        lines: list[Line] = []
        if self.menu.marked:
            lines += [*wrapped(_TOLD[self.menu.marked][1], columns), EMPTY]
        for fault in self.settings.faults:
            lines += wrapped(fault, columns, "warn", "  ")
        lines += wrapped(f"Kept in {self._file()}", columns, "dim", "  ")
        lines += wrapped("Keys can be changed there too, such as", columns, "dim")
        lines += [line(Piece(text, "dim")) for text in ("  keys:", "    table.done: x,full_stop")]
        self.query_one("#text", Lines).show(lines)

    def choose(self, id: str) -> None:
        """The next value."""
        self.turn(id, 1)

    def turn(self, id: str, by: int) -> None:
        """Another value, used and kept at once."""
        self.house.change(self.settings.with_next(id, by))

    def _line(self, name: str) -> Line:
        title, _ = _TOLD[name]
        values: Line = line(f"{title:<12}")
        now = getattr(self.settings, name)
        for value in CHOICES[name]:
            is_now = value == now
            text = f"[{value}]" if is_now else f" {value} "
            values = (*values, Piece(text, "strong" if is_now else "dim"))
        return values

    def _file(self) -> str:
        return str(self.house.world.home.settings)
