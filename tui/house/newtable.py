"""Opening a table: which variant, who may sit there, and on what terms."""

from __future__ import annotations

from dataclasses import replace

from rich.cells import cell_len

from core import catalog
from core.errors import GameError
from core.language.definition import Definition
from core.match.clock import Milliseconds
from core.match.entries import OPEN, Player
from core.store.people import folded
from tui.clocks import left_words
from tui.house.tables import create
from tui.house.terms import VALUES, Wanted
from tui.house.visitor import Visitor
from tui.language import N_, _, said
from tui.lines import EMPTY, Line, Piece, line, padded
from tui.screens.finder import Entry, FinderPage
from tui.screens.setup import START, SetupPage
from tui.seating import LOT, bots, chair_words
from tui.setup import Setup
from tui.widgets.menu import Item

CLOCK = "10+5"
"""The clock that is offered first."""
NAMES = {
    "clock": N_("Clock"),
    "takebacks": N_("Takebacks"),
    "shows": N_("Others see"),
    "rated": N_("Rated"),
    "away": N_("When away"),
    "stand_ins": N_("Bot plays on"),
    "guest": N_("For"),
}
WORDS = {
    "asked": N_("by agreement"),
    "never": N_("never"),
    "steps": N_("every step"),
    "turns": N_("whole turns"),
    "no": N_("no"),
    "yes": N_("yes"),
}


class NewTablePage(SetupPage):
    """As setting up a game for oneself, with chairs for others. Ends with the match's number."""

    def __init__(self, visitor: Visitor, definition: Definition, setup: Setup) -> None:
        """Begin with what is usual."""
        super().__init__(definition, replace(setup, first=LOT), lambda setup: None)
        self._visitor = visitor
        self._wanted = Wanted(clock=CLOCK)
        self._levels: tuple[int, ...] = ()

    def header(self, columns: int) -> Line:
        """The game."""
        name = Piece(said(self._definition.name), "title")
        return line(" ", name, Piece(f"   {_('opening a table')}", "dim"))

    def items(self, columns: int) -> list[Item]:
        """Start, the variants, the chairs and the terms."""
        usual = super().items(columns)
        place = next(number for number, item in enumerate(usual) if item.id.startswith("player "))
        variants = [Item(line(Piece(_("Open the table"), "strong")), START), *usual[1 : place - 1]]
        items = [*variants, Item(line(Piece(_("WHO PLAYS"), "dim")))]
        first_chair = padded(_("Player {number}").format(number=1), self._labels)
        items.append(Item(line(f"{first_chair}  {self._visitor.name}")))
        for chair, bot in enumerate(self._bots, start=1):
            name = _("Player {number}").format(number=chair + 1)
            who = chair_words(f"bot:{bot}") if bot else self._wanted.guest or _("whoever comes")
            items.append(Item(self._value_line(name, who), f"chair {chair}"))
        items.append(self._first_item())
        items += [Item(EMPTY), Item(line(Piece(_("TERMS"), "dim")))]
        for name in VALUES:
            if name != "stand_ins" or self._patience is not None:
                items.append(Item(self._value_line(_(NAMES[name]), self._shown(name)), name))
        guest = self._wanted.guest or _("everybody")
        items.append(Item(self._value_line(_(NAMES["guest"]), guest), "guest"))
        return items

    def _shown(self, name: str) -> str:
        """The value of one of the terms."""
        value: str = getattr(self._wanted, name)
        if name == "clock":
            return value or _("none")
        if name == "away":
            if self._patience is None:
                return _("wait for ever")
            return _("wait {time}").format(time=left_words(self._patience))
        return _(WORDS[value])

    @property
    def _labels(self) -> int:
        """Columns of the names of values, those of the terms among them."""
        return max(super()._labels, *(cell_len(_(name)) + 1 for name in NAMES.values()))

    @property
    def _patience(self) -> Milliseconds | None:
        """How long others wait for who is away; None is for ever."""
        return self._wanted.patience(self._visitor.limits)

    @property
    def _bots(self) -> tuple[int, ...]:
        """The level of the bot at each chair but the first; 0 is an open chair."""
        count = self._count - 1
        return (*self._levels, *[0] * count)[:count]

    def turn(self, id: str, by: int) -> None:
        """Change the value of a line."""
        wanted = self._wanted
        if id.startswith("chair "):
            place = int(id.split()[1]) - 1
            levels = list(self._bots)
            levels[place] = (levels[place] + by) % (self._visitor.limits.bot + 1)
            self._levels = tuple(levels)
        elif id in VALUES:
            values = VALUES[id]
            at = (values.index(getattr(wanted, id)) + by) % len(values)
            chosen: dict[str, str] = {id: values[at]}
            self._wanted = replace(wanted, **chosen)
        elif id == "guest":
            self._choose_guest()
            return
        else:
            super().turn(id, by)
            return
        self.draw()

    def _choose_guest(self) -> None:
        names = {one.name for one in self._visitor.house.there(0) if one.name}
        names.update(self._visitor.people.names())
        names.discard(self._visitor.name)
        entries = [Entry("*", line(_("everybody")), "everybody")]
        entries += [Entry(name, line(name), folded(name)) for name in sorted(names)]
        self.app.push_screen(FinderPage(_("Whom is the table for?"), entries), self._invite)

    def _invite(self, name: str | None) -> None:
        if name:
            self._wanted = replace(self._wanted, guest="" if name == "*" else name)
            self.draw()

    def action_start(self) -> None:
        """Open the table."""
        wanted = self._wanted
        chairs = [Player("person", self._visitor.name)]
        seated = iter(bots([f"bot:{bot}" for bot in self._bots if bot]))
        open_chair = Player("open", wanted.guest) if wanted.guest else OPEN
        chairs += [next(seated) if bot else open_chair for bot in self._bots]
        first = self.house.world.chance.randrange(len(chairs))
        if self.setup.first != LOT:
            first = (int(self.setup.first) - 1) % len(chairs)
        try:
            game = catalog.load(self.setup.id)
            seats = chairs[first:] + chairs[:first]
            match = create(self._visitor, game, seats, wanted.terms(self._visitor.limits))
        except GameError as error:
            self.tell(said(error).splitlines()[0])
            return
        self.dismiss(str(match))
