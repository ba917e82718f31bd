"""The ladder: who is how strong at a game, by the rated matches that were finished."""

from __future__ import annotations

import asyncio
from pathlib import Path

from rich.cells import cell_len

from core import catalog
from core.errors import GameError
from core.store.ratings import Ladder, Rating, ladders
from tui.language import _, ngettext, said
from tui.lines import EMPTY, Line, Piece, clipped, line, padded, spread, wrapped
from tui.screens.text import TextPage
from tui.setup import parted


class LadderPage(TextPage):
    """A ladder for every game that has been played for a rating, one below the other."""

    def __init__(self) -> None:
        """Count nothing yet."""
        super().__init__(_("Ratings"), self._lines)
        self._ladders: tuple[Ladder, ...] | None = None
        self._trouble = ""

    def begin(self) -> None:
        """Count beside what the screen does."""
        super().begin()
        self.run_worker(self._count())

    async def _count(self) -> None:
        world = self.house.world
        try:
            self._ladders = await asyncio.to_thread(ladders, world.library, world.now())
        except GameError as error:
            self._trouble = said(error)
        self.draw()

    def _lines(self, columns: int) -> list[Line]:
        if self._trouble:
            return wrapped(self._trouble, columns, "warn")
        if self._ladders is None:
            return wrapped(_("the matches are being counted"), columns, "dim")
        if not self._ladders:
            told = _(
                "No rated game has been finished yet. Two persons who agree on a rated game "
                "play for their places here."
            )
            return wrapped(told, columns)
        rows: list[Line] = []
        for ladder in self._ladders:
            rows += [*([EMPTY] if rows else []), *ladder_lines(ladder, columns)]
        told = _(
            "A rating is probably right within the number behind +-. With ? it rests on too few "
            "games, or on old ones."
        )
        return [*rows, EMPTY, *wrapped(told, columns, "dim")]


def ladder_lines(ladder: Ladder, columns: int) -> list[Line]:
    """A ladder under the name of its game."""
    rows = [line(Piece(_title(ladder.game), "title"))]
    room = max((cell_len(name) for name, _rating in ladder.places), default=0)
    room = min(room, columns - 36)
    for place, (name, rating) in enumerate(ladder.places, start=1):
        left = (
            Piece(f"{place:>3} ", "dim"),
            *clipped(line(Piece(padded(name, room), "strong")), room),
            Piece("  "),
            *_numbers(rating),
        )
        count = ngettext("{count} game", "{count} games", rating.matches)
        right = line(Piece(count.format(count=rating.matches), "dim"))
        rows.append(spread(left, right, min(columns, room + 36)))
    return rows


def _title(id: str) -> str:
    """A game as people call it; as its file is called where that cannot be read."""
    try:
        return said(catalog.load(id).title)
    except GameError:
        name, variants = parted(id)
        return ", ".join((Path(name).stem, *variants))


def _numbers(rating: Rating) -> Line:
    unsure = " " if rating.is_sure else "?"
    return line(
        Piece(f"{rating.rating:>5.0f}{unsure}", "" if rating.is_sure else "dim"),
        Piece(f"  +-{2 * rating.deviation:.0f}", "dim"),
    )
