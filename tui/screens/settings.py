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

ROOMY = (70, 22)
"""Columns and rows from which on every setting is explained below it, not only the marked one."""
_TOLD: Mapping[str, tuple[str, str]] = {
    "color": (
        "Colors",
        "How many colors; auto looks at NO_COLOR and the kind of terminal.",
    ),
    "characters": (
        "Characters",
        "Plain ASCII where nothing else can be shown; auto looks at the locale.",
    ),
    "theme": ("Theme", "Dark or light, where there are 256 colors."),
    "legal": (
        "Legal cells",
        "Mark cells that may be picked: while they are few, always, or never.",
    ),
    "letters": (
        "Letters",
        "Pieces as plain letters without fills; a key changes it anywhere.",
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
        items: list[Item] = []
        for name, (_, told) in _TOLD.items():
            items.append(Item(self._line(name), name))
            if self._roomy:
                rows = wrapped(told, self.size.width - 10, "dim")
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
