"""A long list to find something in by typing a part of it: a command, a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import events, on
from textual.widget import Widget
from textual.widgets import Input

from tui.keys import Action, shown
from tui.language import _
from tui.lines import EMPTY, Line, Piece, line, padded, width, wrapped
from tui.screens.choosing import ChoosingPage
from tui.screens.page import type_into
from tui.widgets.menu import Item, Menu

EDGES = 4
"""Columns left and right of the list, with the mark of a line."""
LEAST = 12
"""Columns at least for what is told of an entry; what has no room is cut."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that can be found."""

    id: str
    line: Line
    """Its name, and what stands before and behind it in columns."""
    text: str
    """What is searched, in small letters."""
    told: str = ""
    """What is told of it, behind the name and in lines below."""


class FinderPage(ChoosingPage):
    """Type a part of a name; Enter takes the marked line. Ends with its id."""

    PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self, title: str, entries: Sequence[Entry]) -> None:
        """Offer these.

        Args:
            title: For the header.
            entries: In the order of the list.
        """
        super().__init__()
        self._title = title
        self._entries = tuple(entries)

    def content(self) -> Iterator[Widget]:
        """A line to type in, and the list."""
        field = Input(placeholder=_("type a part of it"), id="filter", compact=True)
        field.cursor_blink = False
        yield field
        yield Menu(eager=True, id="list")

    def header(self, columns: int) -> Line:
        """What this is."""
        return line(" ", Piece(self._title, "title"))

    def footer(self, columns: int) -> Line:
        """Letters are typed here, so only these keys do something."""
        arrows = f"{shown('up')} {shown('down')}"
        keys = (
            (shown("enter"), _("take it")),
            (arrows, _("choose")),
            (shown("escape"), _("back")),
        )
        pieces = [piece for key, words in keys for piece in (Piece(key, "key"), f" {words}  ")]
        return line(" ", *pieces)

    def begin(self) -> None:
        """Type at once."""
        super().begin()
        self.set_focus(self.query_one(Input))

    def draw(self) -> None:
        """Show what fits, as wide as the window is."""
        super().draw()
        self._fill(self.query_one(Input).value)

    @on(Input.Changed)
    def narrow(self, event: Input.Changed) -> None:
        """Show what fits."""
        self._fill(event.value)

    async def key_pressed(self, event: events.Key) -> None:
        """Move in the list and leave; letters go to the line to type in, however early."""
        match event.key:
            case "escape":
                self.dismiss("")
            case "enter":
                # Word of the last letters may still be on its way.
                self._fill(self.query_one(Input).value)
                self.action_open()
            case "up":
                self.menu.move(-1)
            case "down":
                self.menu.move(1)
            case _:
                type_into(self.query_one(Input), event)
                return
        event.stop()

    def choose(self, id: str) -> None:
        """Take it to the screen below."""
        self.dismiss(id)

    def _fill(self, part: str) -> None:
        wanted = part.strip().lower()
        fits = [each for each in self._entries if wanted in each.text]
        fits.sort(key=lambda each: not each.text.startswith(wanted))
        found = [item for each in fits for item in _items(each, self.size.width - EDGES)]
        self.menu.fill(found or [Item(line(Piece(_("nothing has that in it"), "dim")))])


def _items(entry: Entry, columns: int) -> Iterator[Item]:
    """An entry in the list: as many lines as what is told of it takes."""
    indent = width(entry.line)
    first, *more = wrapped(entry.told, max(LEAST, columns - indent), "dim") or [EMPTY]
    yield Item((*entry.line, *first), entry.id)
    for row in more:
        yield Item(line(" " * indent, *row))


def command_entries(actions: Sequence[Action], keys: Sequence[str]) -> list[Entry]:
    """Actions by name, those of the screen first; moving in lists goes without saying.

    Args:
        actions: Of a screen.
        keys: The key of each as shown, in the same order.
    """
    known = [
        (action, key)
        for action, key in zip(actions, keys, strict=True)
        if action.screen not in ("menu", "text") and action.name not in _PLAIN
    ]
    known.sort(key=lambda pair: pair[0].screen == "app")
    names = max((cell_len(_(action.words)) for action, key in known), default=0) + 1
    return [
        Entry(
            action.id,
            line(
                Piece(padded(key, 10), "key"),
                padded(_(action.words), max(names, 16)),
            ),
            f"{_(action.words)} {_(action.help)}".lower(),
            _(action.help),
        )
        for action, key in known
    ]


_MOVES = ("left", "down", "up", "right", "up_left", "up_right", "down_left", "down_right")
_PLAIN = frozenset(("commands", "cancel", *_MOVES))
"""Names of actions that make no sense in a list of commands."""
