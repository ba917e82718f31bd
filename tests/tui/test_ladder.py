"""The ladder on the screen, and from the command line."""

from __future__ import annotations

from contextlib import closing

import pytest

from core.match.clock import DAY
from core.match.entries import Terms
from core.match.session import Player, Session
from core.store.library import Book
from tests.tui.houses import NOW, begun, library_in, parlour
from tests.tui.test_command import status
from tui.lines import plain
from tui.screens.ladder import LadderPage
from tui.widgets.lines import Lines

RATED = Terms(rated=True)
STRENGTH = ("ann", "bob", "cid", "dora")
"""From the strongest on."""


def keep_rated(library, days=30, game="reversi:6x6"):
    """A season in which the stronger player wins, but on every fifth day."""
    opening = begun(game)
    for day in range(days):
        one, other = day % len(STRENGTH), (day + 1 + day // 7) % len(STRENGTH)
        if one == other:
            continue
        seats = tuple(Player("person", STRENGTH[place]) for place in (one, other))
        at = NOW - (days - day) * DAY
        session = Session.begin(opening.game, opening.start, seats, RATED, at)
        loser = 0 if (one > other) != (day % 5 == 0) else 1
        Book.create(library, session.after(session.resign(loser, at + 1000)))


def shown(app):
    return "\n".join(plain(row) for row in app.screen.query_one("#text", Lines).lines)


async def test_the_ladder_is_reached_from_the_lobby(tmp_path):
    app = parlour(tmp_path)
    keep_rated(app.world.library)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("L")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(app.screen, LadderPage)
        told = shown(app)
        assert told.splitlines()[0] == "Reversi, 6x6"
        assert all(name in told for name in STRENGTH)
        assert told.index("ann") < told.index("dora")


async def test_without_rated_games_it_says_so(tmp_path):
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("L")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "No rated game has been finished yet." in shown(app)


def test_the_command_prints_the_ladder_of_a_game(tmp_path, capsys):
    with closing(library_in(tmp_path)) as library:
        keep_rated(library)
    store = str(tmp_path / "data" / "matches.db")
    assert status("ratings", "--store", store) == 0
    title, *rows = capsys.readouterr().out.splitlines()
    assert title == "reversi:6x6"
    assert [int(row.split()[0]) for row in rows] == [1, 2, 3, 4]
    assert {row.split()[1] for row in rows} == set(STRENGTH)
    assert all(row.endswith(" matches") for row in rows)
    assert status("ratings", "nim", "--store", store) == 0
    assert capsys.readouterr().out == "no rated match of nim:marienbad has been finished\n"


@pytest.mark.parametrize(
    "name", ["oust", "oust:size-7", "oust:no-pie+size-6", "oust:size-6+no-pie"]
)
def test_a_game_means_the_same_however_it_is_written(tmp_path, capsys, name):
    with closing(library_in(tmp_path)) as library:
        keep_rated(library, days=3, game=name)
    store = str(tmp_path / "data" / "matches.db")
    alike = {"oust": "oust:size-7", "oust:no-pie+size-6": "oust:size-6+no-pie"}
    other = {**alike, **{one: two for two, one in alike.items()}}[name]
    told = []
    for each in (name, other):
        assert status("ratings", each, "--store", store) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert told[0].startswith("oust:size-")
    assert any(row.endswith(" 1 match") for row in told[0].splitlines())


def test_the_ladder_of_no_game_is_an_error_of_one_line(tmp_path, capsys):
    with closing(library_in(tmp_path)):
        pass
    assert status("ratings", "reversy", "--store", str(tmp_path / "data" / "matches.db")) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
    assert "'reversi'" in captured.err
