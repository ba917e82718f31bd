"""Who is how strong, in lines of plain text."""

from __future__ import annotations

from collections.abc import Iterator

from core import catalog
from core.match.clock import Milliseconds
from core.match.session import name_of
from core.store.library import Library
from core.store.ratings import Ladder, ladders
from tui.lines import printable


def rating_lines(library: Library, wanted: str | None, now: Milliseconds) -> Iterator[str]:
    """The ladders of a library, each after the name of its game.

    Args:
        library: With the matches.
        wanted: The game, as the catalog knows it; None is all of them.
        now: When they are looked at.

    Raises:
        UnknownGame: No such game, file or variant.
        DefinitionError: The file of the game has faults.
        StoreError: The matches cannot be read.
    """
    game = name_of(catalog.load(wanted)) if wanted else None
    found = [one for one in ladders(library, now) if game in (None, one.game)]
    if not found:
        of = f" of {game}" if game else ""
        yield f"no rated match{of} has been finished"
    for ladder in found:
        yield ladder.game
        yield from _places(ladder)


def _places(ladder: Ladder) -> Iterator[str]:
    width = max(len(printable(name)) for name, _ in ladder.places)
    for place, (name, one) in enumerate(ladder.places, start=1):
        number = f"{one.rating:.0f}{'' if one.is_sure else '?'}"
        told = f"{place:>3} {printable(name):<{width}}  {number:<5} +-{2 * one.deviation:.0f}"
        yield f"{told}  {one.matches} {'match' if one.matches == 1 else 'matches'}"
