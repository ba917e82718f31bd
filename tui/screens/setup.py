"""Setting up a game: which variant, who plays, who begins."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.cells import cell_len

from core import catalog
from core.errors import GameError
from core.language.definition import Deal, Definition, Variant
from tui.language import N_, _, ngettext, said
from tui.lines import EMPTY, Line, Piece, line, padded, width, wrapped
from tui.screens.split import SplitPage
from tui.screens.text import rules_page
from tui.seating import LOT, chair_words, firsts
from tui.setup import Group, Setup, groups
from tui.widgets.menu import Item

START = "start"
FIRST = "first"
CLOCK = "clock"
GROUPS = (N_("board"), N_("goal"), N_("opening"), N_("players"), N_("rule"))
"""What groups of variants are usually called; other names are shown as the file has them."""


class SetupPage(SplitPage):
    """Start is marked at first, so that Enter plays the game as it usually is."""

    PARTS: ClassVar[tuple[str, ...]] = ("setup", "menu")
    EAGER: ClassVar[bool] = True

    def __init__(
        self, definition: Definition, setup: Setup, remember: Callable[[Setup], None]
    ) -> None:
        """Begin with what was chosen last time.

        Args:
            definition: Of the game.
            setup: What to begin with.
            remember: Told every choice.
        """
        super().__init__()
        self.setup = setup
        self._definition = definition
        self._remember = remember

    def header(self, columns: int) -> Line:
        """The game."""
        return line(
            " ",
            Piece(said(self._definition.name), "title"),
            Piece(f"   {_('setting up a game')}", "dim"),
        )

    def items(self, columns: int) -> list[Item]:
        """Start, then every choice."""
        items = [Item(line(Piece(_("Start the game"), "strong")), START), Item(EMPTY)]
        switches = [group for group in groups(self._definition) if group.is_switch]
        for group in groups(self._definition):
            if group.is_switch:
                continue
            items += [Item(line(Piece(self._group_name(group).upper(), "dim")))]
            for each in group.variants:
                items += self._variant_items(each, "( )", "(x)", columns)
            items.append(Item(EMPTY))
        if switches:
            items.append(Item(line(Piece(_("OPTIONS"), "dim"))))
            for group in switches:
                items += self._variant_items(group.variants[0], "[ ]", "[x]", columns)
            items.append(Item(EMPTY))
        items.append(Item(line(Piece(_("WHO PLAYS"), "dim"))))
        for player, chair in enumerate(self.setup.chairs(self._count)):
            name = _("Player {number}").format(number=player + 1)
            row = self._value_line(name, chair_words(chair))
            items.append(Item(row, f"player {player}"))
        items.append(self._first_item())
        items.append(Item(self._value_line(_("Clock"), self.setup.clock or _("none")), CLOCK))
        return items

    def _first_item(self) -> Item:
        known = self.setup.first in firsts(self._count)
        number = self.setup.first if known else 1
        drawn = self.setup.first == LOT
        first = _("by lot") if drawn else _("player {number}").format(number=number)
        return Item(self._value_line(_("Moves first"), first), FIRST)

    @property
    def _labels(self) -> int:
        """Columns of the names of values."""
        last = _("Player {number}").format(number=self._count)
        return max(13, *(cell_len(name) + 1 for name in (last, _("Moves first"))))

    @property
    def _count(self) -> int:
        """How many players the game as set up is for."""
        try:
            return len(catalog.definition(self.setup.id).players)
        except GameError:
            return len(self._definition.players)

    @property
    def game_id(self) -> str:
        """The game as it is set up now."""
        return self.setup.id

    def facts(self, columns: int) -> list[Line]:
        """The game as it is set up now."""
        try:
            definition = catalog.definition(self.setup.id)
        except GameError as error:
            return wrapped(said(error), columns, "warn")
        chosen = [variant for variant in definition.variants if variant.id in definition.chosen]
        names = [said(definition.variant_name(each)) for each in chosen]
        title = ", ".join([said(definition.name), *names])
        count = len(definition.board.cells)
        cells = ngettext("{count} cell", "{count} cells", count).format(count=count)
        if any(isinstance(entry, Deal) for entry in definition.setup):
            cells += _(", dealt for example")
        return [*wrapped(title, columns, "title"), line(Piece(cells, "dim"))]

    def _group_name(self, group: Group) -> str:
        return _(group.name)

    def _variant_items(self, variant: Variant, off: str, on: str, columns: int) -> list[Item]:
        name = said(self._definition.variant_name(variant))
        chosen = variant.id in self.setup.variants
        box = line(Piece(on if chosen else off, "key" if chosen else "dim"), " ")
        indent = width(box)
        first, *more = wrapped(name, columns - indent, "strong" if chosen else "")
        return [
            Item((*box, *first), variant.id),
            *(Item(line(" " * indent, *row)) for row in more),
        ]

    def _value_line(self, name: str, value: str) -> Line:
        shown = Piece(value, "strong")
        return line(padded(name, self._labels), Piece("< ", "dim"), shown, Piece(" >", "dim"))

    def choose(self, id: str) -> None:
        """Start, or choose this."""
        if id == START:
            self.action_start()
        else:
            self.turn(id, 1)

    def turn(self, id: str, by: int) -> None:
        """Change the value of a line."""
        if id.startswith("player "):
            self.setup = self.setup.with_chair(int(id.split()[1]), self._count, by)
        elif id == FIRST:
            self.setup = self.setup.with_first(self._count, by)
        elif id == CLOCK:
            self.setup = self.setup.with_clock(by)
        elif id != START:
            self.setup = self.setup.toggled(self._definition, id)
        self._remember(self.setup)
        self.draw()

    def action_start(self) -> None:
        """Play."""
        try:
            game = catalog.load(self.setup.id)
            world = self.house.world
            session = self.setup.begun(game, world.chance, world.now())
        except GameError as error:
            self.tell(said(error).splitlines()[0])
            return
        house = self.house
        self.dismiss("")
        house.sit_down(session)

    def action_rules(self) -> None:
        """The rules of the game as set up."""
        try:
            self.app.push_screen(rules_page(catalog.definition(self.setup.id)))
        except GameError as error:
            self.tell(said(error).splitlines()[0])
