"""Bots play every game to its end on the screen."""

from __future__ import annotations

from collections import deque

import pytest

from core import catalog
from tests.tui.houses import begun, bots, smallest, table, walked
from tui.lines import plain
from tui.widgets.lines import Lines

ALL_VARIANTS = ("nibble", "oust", "reversi", "rive")
"""Games of which every variant is played; of the others, the smallest board is enough."""
LARGEST = 81
"""Cells of a board above which only time would be spent: the screen has nothing new to show."""
LAST = 8
"""Steps before the end of a random game at which bots take over."""


def size(id):
    """Cells of a game's board."""
    return len(catalog.definition(id).board.cells)


def matches():
    """The games to play."""
    for name in catalog.names():
        ids = [name, *(f"{name}:{each.id}" for each in catalog.definition(name).variants)]
        if name in ALL_VARIANTS:
            yield from (id for id in ids[1:] if size(id) <= LARGEST)
        else:
            yield name


def near_the_end(id):
    """A match of bots with few steps to come, if they are made at random."""
    return deque(walked(begun(id, bots(id))), LAST + 1)[0]


class RandomThinker:
    """Makes any step, the same for the same seed."""

    async def think(self, position, strength, seed, seconds=None):
        """A step by the seed."""
        from core.bots.bot import Choice

        return Choice(position.steps[seed % len(position.steps)], 0.5, 0)

    async def close(self):
        """Nothing to end."""


@pytest.mark.parametrize("id", list(matches()))
async def test_bots_reach_the_end_and_it_is_told(tmp_path, id):
    chosen = id if ":" in id else smallest(id)
    app = table(tmp_path, near_the_end(chosen), thinker=RandomThinker())
    async with app.run_test(size=(80, 24)) as pilot:
        while app.screen.session.outcome is None:
            await app.workers.wait_for_complete()
            await pilot.pause()
        message = " ".join(plain(row) for row in app.screen.query_one("#message", Lines).lines)
        assert " wins: " in message or message.startswith("The game is a draw")
        assert "play again" in plain(app.screen.query_one("#move", Lines).lines[0])
