"""Every screen as a picture, at the sizes and in the colors that people have."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from core import catalog
from core.match.records.record import Record
from core.match.session import Player
from tests.tui.houses import AGAINST_BOT, Oracle, begun, parlour, played, played_until, table
from tests.tui.snapshots import shoot
from tests.tui.test_ladder import keep_rated
from tui.app import Showing
from tui.screens.split import SplitPage
from tui.settings import Settings

SMALL, LARGE = (80, 24), (120, 40)
SHOWN = ("nibble", "oust", "reversi", "rive")
"""Games in the pictures of the lobby: a new game shall not change them."""


def in_the_middle_of_a_capture(session):
    last = session.steps[-1].captured if session.steps else ()
    return len(session.steps) > 40 and session.position.step == 1 and len(last) > 1


def in_the_middle_of_a_shrink(session):
    return len(session.steps) > 20 and "remove 2" in session.position.prompt


def in_the_middle_of_a_turn(session):
    return len(session.steps) > 60 and session.position.may_stop


MATCHES = {
    "nibble": lambda: played_until(begun("nibble", AGAINST_BOT), in_the_middle_of_a_turn, 4),
    "nibble-thirteen": lambda: played(begun("nibble:thirteen"), 90),
    "nibble-hexagon": lambda: played(begun("nibble:hexagon"), 100),
    "oust": lambda: played(begun("oust"), 60),
    "oust-capture": lambda: played_until(begun("oust:size-5"), in_the_middle_of_a_capture),
    "oust-square": lambda: played(begun("oust:square-11"), 60),
    "reversi": lambda: played(begun("reversi"), 24),
    "rive": lambda: played(begun("rive"), 25),
    "rive-shrink": lambda: played_until(begun("rive:size-5"), in_the_middle_of_a_shrink),
    "nibble-end": lambda: played(begun("nibble"), 1000),
    "oust-end": lambda: played(begun("oust:size-4"), 1000),
    "reversi-end": lambda: played(begun("reversi"), 1000),
    "rive-end": lambda: played(begun("rive"), 1000),
    "oust-pie": lambda: begun("oust", tokens="g7"),
    "amazons": lambda: played(begun("amazons"), 21),
    "hex": lambda: played(begun("hex"), 40),
    "go": lambda: played(begun("go"), 30),
}
"""Name of a picture -> the match in it."""


def written(size):
    return f"{size[0]}x{size[1]}"


@pytest.fixture(autouse=True)
def only_the_first_games(monkeypatch):
    few = SimpleNamespace(**vars(catalog))
    few.names = lambda: SHOWN
    monkeypatch.setattr("tui.screens.lobby.catalog", few)


async def settled(pilot):
    """Wait until nothing is thought about, read or to be drawn after a rest."""
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
    page = pilot.app.screen
    while isinstance(page, SplitPage) and (page._awaited or getattr(page, "_reading", None)):
        await pilot.pause(0.02)
    await pilot.pause()


async def shot(app, snapshot, name, size, *keys):
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await pilot.press(*keys)
        await settled(pilot)
        await shoot(pilot, snapshot, name)


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=written)
@pytest.mark.parametrize("name", MATCHES)
async def test_a_match(tmp_path, snapshot, name, size):
    await shot(table(tmp_path, MATCHES[name]()), snapshot, f"{name}-{written(size)}", size)


@pytest.mark.parametrize("mode", ["16", "none"])
@pytest.mark.parametrize("name", ["nibble", "nibble-hexagon", "oust-capture", "reversi"])
async def test_a_match_in_few_colors(tmp_path, snapshot, name, mode):
    app = table(tmp_path, MATCHES[name](), mode=mode)
    await shot(app, snapshot, f"{name}-80x24-{mode}", SMALL)


@pytest.mark.parametrize("name", ["nibble", "nibble-hexagon", "reversi", "rive-shrink"])
async def test_a_match_in_ascii(tmp_path, snapshot, name):
    app = table(tmp_path, MATCHES[name](), ascii=True)
    await shot(app, snapshot, f"{name}-80x24-ascii", SMALL)


@pytest.mark.parametrize("size", [(60, 24), (36, 20)], ids=written)
@pytest.mark.parametrize("name", ["nibble-thirteen", "nibble-hexagon", "oust"])
async def test_a_match_in_a_small_window(tmp_path, snapshot, name, size):
    await shot(table(tmp_path, MATCHES[name]()), snapshot, f"{name}-{written(size)}", size)


@pytest.mark.parametrize("size", [(200, 60), (500, 200)], ids=written)
async def test_a_match_in_a_large_window(tmp_path, snapshot, size):
    app = table(tmp_path, played(begun("oust:size-4"), 20))
    await shot(app, snapshot, f"oust-small-{written(size)}", size)


@pytest.mark.parametrize("size", [(36, 20), (60, 24), SMALL, LARGE], ids=written)
@pytest.mark.parametrize(
    ("name", "keys"), [("oust-square", "r"), ("hex", "r"), ("nibble-hexagon", "rrF")]
)
async def test_a_match_from_another_side(tmp_path, snapshot, name, keys, size):
    app = table(tmp_path, MATCHES[name]())
    await shot(app, snapshot, f"{name}-rotated-{written(size)}", size, *keys)


@pytest.mark.parametrize("name", ["nibble-thirteen", "hex"])
async def test_the_board_alone(tmp_path, snapshot, name):
    await shot(table(tmp_path, MATCHES[name]()), snapshot, f"{name}-focus-80x24", SMALL, "f")


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=written)
@pytest.mark.parametrize("theme", ["light", "contrast", "terminal"])
@pytest.mark.parametrize("name", ["nibble-hexagon", "reversi"])
async def test_a_match_in_a_theme(tmp_path, snapshot, name, theme, size):
    app = table(tmp_path, MATCHES[name](), settings=Settings(theme=theme))
    await shot(app, snapshot, f"{name}-{written(size)}-{theme}", size)


async def test_looking_back(tmp_path, snapshot):
    app = table(tmp_path, MATCHES["oust-capture"]())
    await shot(app, snapshot, "looking-back-80x24", SMALL, *"[[[[[[")


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=written)
async def test_exploring(tmp_path, snapshot, size):
    app = table(tmp_path, MATCHES["reversi"]())
    one, other = ("tab", "enter", "tab", "enter"), ("[", "[", "tab", "tab", "enter", "tab", "enter")
    note = ("N", *"takes the corner", "enter")
    keys = ("[", "[", "x", *one, *note, *other, "[")
    await shot(app, snapshot, f"exploring-{written(size)}", size, *keys)


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=written)
async def test_hints(tmp_path, snapshot, size):
    session = MATCHES["reversi"]()
    tokens = [step.token for step in session.position.steps][:6]
    thoughts = [(token, 0.62 - 0.07 * place) for place, token in enumerate(tokens)]
    oracle = Oracle(thoughts, (tokens[0], "a1", "h8", "b7"))
    app = table(tmp_path, session, adviser=oracle)
    await shot(app, snapshot, f"hints-{written(size)}", size, "E", "H")


@pytest.mark.parametrize(
    ("size", "mode", "ascii"),
    [(SMALL, "256", False), (LARGE, "256", False), (SMALL, "none", True)],
    ids=["80x24", "120x40", "80x24-ascii"],
)
async def test_a_graph_of_the_score(tmp_path, snapshot, size, mode, ascii):
    app = table(tmp_path, played(begun("reversi"), 50), mode=mode, ascii=ascii)
    name = f"graph-{written(size)}{'-ascii' if ascii else ''}"
    await shot(app, snapshot, name, size, "G", "[", "[")


async def test_a_graph_of_the_score_of_three(tmp_path, snapshot):
    seats = tuple(Player("person", f"player {number}") for number in (1, 2, 3))
    app = table(tmp_path, played(begun("rolit", seats), 30))
    await shot(app, snapshot, "graph-three-80x24", SMALL, "G")


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=written)
async def test_a_replay(tmp_path, snapshot, size):
    session = played(begun("reversi"), 24)
    comments = {0: "the final of the club", 9: "from here on white is ahead"}
    app = parlour(tmp_path, visit=Showing(Record(session, comments)))
    await shot(app, snapshot, f"replay-{written(size)}", size, *"]]]]]]]]]")


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=written)
async def test_the_ladder(tmp_path, snapshot, size):
    app = parlour(tmp_path)
    keep_rated(app.world.library)
    await shot(app, snapshot, f"ladder-{written(size)}", size, "L")


async def test_offers(tmp_path, snapshot):
    await shot(table(tmp_path, MATCHES["reversi"]()), snapshot, "offers-80x24", SMALL, "o")


async def test_a_refused_cell(tmp_path, snapshot):
    app = table(tmp_path, begun("rive", tokens="d4"))
    await shot(app, snapshot, "refused-80x24", SMALL, "l", "enter")


async def test_typing(tmp_path, snapshot):
    app = table(tmp_path, MATCHES["rive"]())
    await shot(app, snapshot, "typing-80x24", SMALL, "m", *"e5,-d4")


async def test_a_window_that_is_too_small(tmp_path, snapshot):
    await shot(table(tmp_path, MATCHES["oust"]()), snapshot, "too-small-30x10", (30, 10))


@pytest.mark.parametrize("size", [SMALL, LARGE, (60, 24), (36, 20)], ids=written)
async def test_the_lobby(tmp_path, snapshot, size):
    await shot(parlour(tmp_path), snapshot, f"lobby-{written(size)}", size, "down")


@pytest.mark.parametrize("mode", ["16", "none"])
async def test_the_lobby_in_few_colors(tmp_path, snapshot, mode):
    await shot(parlour(tmp_path, mode=mode), snapshot, f"lobby-80x24-{mode}", SMALL)


async def test_the_lobby_with_unfinished_games(tmp_path, snapshot):
    for name in ("oust-pie", "nibble-hexagon"):
        app = table(tmp_path, MATCHES[name]())
        async with app.run_test(size=SMALL) as pilot:
            app.screen._keep()
            await pilot.press("q")
    await shot(parlour(tmp_path), snapshot, "lobby-unfinished-80x24", SMALL)


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=written)
@pytest.mark.parametrize("place", range(len(SHOWN)), ids=SHOWN)
async def test_setting_up_a_game(tmp_path, snapshot, place, size):
    keys = ["down"] * place + ["enter"]
    await shot(parlour(tmp_path), snapshot, f"setup-{SHOWN[place]}-{written(size)}", size, *keys)


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=written)
async def test_help(tmp_path, snapshot, size):
    app = table(tmp_path, MATCHES["oust"]())
    await shot(app, snapshot, f"help-{written(size)}", size, "question_mark")


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=written)
async def test_rules(tmp_path, snapshot, size):
    app = table(tmp_path, MATCHES["rive"]())
    await shot(app, snapshot, f"rules-{written(size)}", size, "R")


async def test_settings(tmp_path, snapshot, monkeypatch):
    app = parlour(tmp_path)
    monkeypatch.setattr("tui.screens.settings.SettingsPage._file", lambda _: "settings.yaml")
    await shot(app, snapshot, "settings-80x24", SMALL, "s")


@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_the_terminal(tmp_path, snapshot, theme):
    app = parlour(tmp_path, settings=Settings(theme=theme))
    await shot(app, snapshot, f"terminal-80x24-{theme}", SMALL, "T")


@pytest.mark.parametrize("mode", ["16", "none"])
async def test_the_terminal_with_few_colors(tmp_path, snapshot, mode):
    app = parlour(tmp_path, mode=mode, ascii=True)
    await shot(app, snapshot, f"terminal-36x20-{mode}-ascii", (36, 20), "T")


async def test_commands(tmp_path, snapshot):
    app = table(tmp_path, MATCHES["oust"]())
    await shot(app, snapshot, "commands-80x24", SMALL, "colon", *"turn")
