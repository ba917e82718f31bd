"""Other programs sit at the table, and what they do wrong is told there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.bots.engine import Engines, name_of
from core.match.session import Player
from tests.core.bots.programs import bad, honest
from tests.tui.houses import begun, kept, table
from tui.lines import plain
from tui.widgets.lines import Lines

RESIGNS = bad("print('=' + number + ' resign\\n', flush=True)")
CRASHES = bad("print('oh no', file=sys.stderr); sys.exit(1)")
HANGS = bad("time.sleep(60)")


def sitting(folder, program, game="reversi:6x6", tokens=""):
    """A person against a program."""
    seats = (Player("person", "you"), Player("engine", name_of(program)))
    app = table(folder, begun(game, seats, tokens))
    app.world = replace(app.world, engines=Engines([program]))
    return app


def message(app):
    rows = app.screen.query_one("#message", Lines).lines
    return " ".join(" ".join(plain(row) for row in rows).split())


async def until(pilot, happened):
    """Wait until it has happened."""
    for _ in range(400):
        if happened():
            return
        await pilot.pause(0.02)
    raise AssertionError(message(pilot.app))


def runs(app):
    """Whether a program is running."""
    return any(one._process is not None for one in app.world.engines._engines.values())


async def test_a_program_answers_a_step_and_is_ended_when_one_leaves(tmp_path):
    app = sitting(tmp_path, honest("reversi:6x6"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        await pilot.press("m", *"b3", "enter")
        await until(pilot, lambda: len(screen.session.steps) == 2)
        assert runs(app)
        await pilot.press("q")
        await pilot.pause()
        assert not runs(app)


async def test_a_program_that_resigns_ends_the_match(tmp_path):
    app = sitting(tmp_path, RESIGNS, tokens="b3")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.screen.session.outcome is not None)
        assert app.screen.session.outcome.reason == "resigned"
        assert app.screen.session.outcome.winner == 0
        assert not runs(app)


@pytest.mark.parametrize(("key", "kind"), [("p", "person"), ("b", "bot")])
async def test_a_seat_whose_program_fails_is_given_to_somebody_else(tmp_path, key, kind):
    app = sitting(tmp_path, CRASHES, tokens="b3")
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "has ended" in message(app))
        await pilot.press(key)
        assert app.screen.session.seats[1].kind == kind
        await until(pilot, lambda: kind == "person" or len(app.screen.session.steps) == 2)
    (session,) = kept(tmp_path)
    assert session.seats[1].kind == kind


async def test_a_program_that_hangs_does_not_hold_up_the_end(tmp_path):
    app = sitting(tmp_path, HANGS, tokens="b3")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: runs(app))
        await pilot.press("q")
        await pilot.pause()
        assert not runs(app)


async def test_a_program_that_nobody_has_named_this_time_is_not_replaced_unasked(tmp_path):
    """A kept match tells what a program was called, never how to start it."""
    app = sitting(tmp_path, CRASHES, tokens="b3")
    app.world = replace(app.world, engines=Engines())
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "not known how to start" in message(app))
        assert len(app.screen.session.steps) == 1
