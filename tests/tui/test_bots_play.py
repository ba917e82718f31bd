"""Two bots play every variant of every game to its end on the screen."""

from __future__ import annotations

import pytest

from core import catalog
from tests.tui.houses import BOTS, begun, table
from tui.lines import plain
from tui.widgets.lines import Lines


def variants():
    """Every game with each of its variants, but for boards so large that only time would be spent.

    The engine's own tests play those; the screen has nothing new to show on them.
    """
    for name in catalog.names():
        yield name
        for variant in catalog.definition(name).variants:
            if len(catalog.definition(f"{name}:{variant.id}").board.cells) <= 81:
                yield f"{name}:{variant.id}"


class RandomThinker:
    """Makes any step, the same for the same seed."""

    async def think(self, position, strength, seed, seconds=None):
        """A step by the seed."""
        from core.bots.bot import Choice

        return Choice(position.steps[seed % len(position.steps)], 0.5, 0)

    async def close(self):
        """Nothing to end."""


@pytest.mark.parametrize("id", list(variants()))
async def test_two_bots_reach_the_end_and_it_is_told(tmp_path, id):
    app = table(tmp_path, begun(id, BOTS), thinker=RandomThinker())
    async with app.run_test(size=(80, 24)) as pilot:
        while app.screen.session.outcome is None:
            await app.workers.wait_for_complete()
            await pilot.pause()
        message = " ".join(plain(row) for row in app.screen.query_one("#message", Lines).lines)
        assert " wins: " in message or message.startswith("The game is a draw")
        assert "rematch" in plain(app.screen.query_one("#move", Lines).lines[0])
