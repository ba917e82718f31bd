"""The lobby, setting up a game, settings, help and commands: the screens around the table."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from textual import events

from core import catalog
from core.match.session import Player
from core.store.library import Book
from tests.tui.houses import begun, home, kept, parlour, table
from tests.tui.test_together import until
from tui.app import Visit
from tui.lines import plain
from tui.screens.lobby import LobbyPage
from tui.screens.setup import SetupPage
from tui.screens.table import TablePage
from tui.settings import Settings, load
from tui.view import picture_of
from tui.widgets.lines import Lines
from tui.widgets.still import Still

CORRIDOR = Path(__file__).parent / "games" / "corridor.yaml"


def text(app, id):
    return "\n".join(plain(row).rstrip() for row in app.screen.query_one(id, Lines).lines)


async def all_read(pilot):
    """Wait until the lobby has read every game."""
    while not text(pilot.app, "#list").count("of 5") >= len(catalog.names()):
        await pilot.pause(0.05)


def row_of(name):
    """A game in the list."""
    definition = catalog.definition(name)
    info, players = definition.info, len(definition.players)
    return f"{info.name} {players} {info.minutes} {info.complexity} of 5"


async def opened(pilot, game):
    """Mark a game in the lobby and open its set-up."""
    pilot.app.screen.menu.mark(f"game {game}")
    await pilot.press("enter")
    await pilot.pause()


async def test_every_game_is_in_the_lobby(tmp_path):
    app = parlour(tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await all_read(pilot)
        rows = [" ".join(row.strip("> ").split()) for row in text(app, "#list").splitlines()]
        assert [name for name in catalog.names() if row_of(name) not in rows] == []


async def test_the_marked_game_is_described(tmp_path):
    app = parlour(tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        app.screen.menu.mark("game rive")
        await pilot.pause(0.5)
        assert "Mark Steere, 2010" in text(app, "#facts")
        assert app.screen.query_one(Still).picture is not None


async def test_enter_twice_plays_the_game_as_usual(tmp_path):
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "oust")
        await pilot.press("enter")
        await pilot.pause()
        session = app.screen.session
        assert session.game.id == "oust:size-7"
        assert [player.name for player in session.seats] == ["you", "beginner bot"]


async def test_a_game_can_be_played_at_once(tmp_path):
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("end", "p")
        await pilot.pause()
        assert isinstance(app.screen, TablePage)


async def test_another_variant_of_a_group_replaces_the_one_before(tmp_path):
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "oust")
        app.screen.menu.mark("size-5")
        await pilot.press("enter")
        assert app.screen.setup.id == "oust:size-5"
        assert "(x) hexagon 5" in text(app, "#list")
        assert "( ) hexagon 7" in text(app, "#list")


async def test_the_usual_variant_cannot_be_given_up(tmp_path):
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "oust")
        app.screen.menu.mark("size-7")
        await pilot.press("enter")
        assert app.screen.setup.id == "oust:size-7"


async def test_an_option_is_switched_on_and_off(tmp_path):
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "oust")
        app.screen.menu.mark("no-pie")
        await pilot.press("enter")
        assert app.screen.setup.id == "oust:size-7+no-pie"
        await pilot.press("enter")
        assert app.screen.setup.id == "oust:size-7"


async def test_variants_of_two_groups_go_together(tmp_path):
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "reversi")
        for id in ("6x6", "anti"):
            app.screen.menu.mark(id)
            await pilot.press("enter")
        await pilot.press("s")
        await pilot.pause()
        assert app.screen.session.game.id == "reversi:6x6+anti"


async def test_seats_are_chosen_with_left_and_right(tmp_path):
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "oust")
        app.screen.menu.mark("player 1")
        await pilot.press("right", "right")
        assert "Player 2     < easy bot >" in text(app, "#list")
        await pilot.press("left", "left", "left")
        assert "Player 2     < person here >" in text(app, "#list")


async def test_the_second_player_may_begin(tmp_path):
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "oust")
        app.screen.menu.mark("first")
        await pilot.press("right", "s")
        await pilot.pause()
        assert [player.name for player in app.screen.session.seats] == ["beginner bot", "you"]


async def test_what_was_chosen_is_remembered_for_the_next_game(tmp_path):
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "oust")
        app.screen.menu.mark("size-4")
        await pilot.press("enter", "q")
        await pilot.pause()
        await pilot.press("p")
        await pilot.pause()
        assert app.screen.session.game.id == "oust:size-4"


async def test_a_click_marks_and_another_opens(tmp_path):
    app = parlour(tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await all_read(pilot)
        rows = text(app, "#list").splitlines()
        (y,) = [y for y, row in enumerate(rows) if "Reversi" in row]
        menu = app.screen.menu
        await pilot.click(menu, offset=(4, y + 1))
        assert menu.marked == "game reversi"
        await pilot.click(menu, offset=(4, y + 1))
        await pilot.pause()
        assert isinstance(app.screen, SetupPage)


async def leave_one_unfinished(folder):
    """A match of Oust with one step."""
    async with table(folder, begun("oust:size-4")).run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", "q")


async def test_an_unfinished_game_is_offered_first(tmp_path):
    await leave_one_unfinished(tmp_path)
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await all_read(pilot)
        assert text(app, "#list").splitlines()[0].strip().startswith("UNFINISHED")
        assert "Oust, hexagon 4" in text(app, "#list").splitlines()[1]


@pytest.mark.parametrize("columns", [80, 100, 140])
async def test_unfinished_matches_of_one_game_are_told_apart_by_who_else_plays(tmp_path, columns):
    app = parlour(tmp_path)
    others = (
        Player("bot", "easy bot", 3),
        Player("person", "Aurelia"),
        Player("bot", "master bot", 8),
    )
    for other in others:
        seats = (Player("person", "you"), other)
        Book.create(app.world.library, begun("oust:size-4", seats, "d4,f1"))
    async with app.run_test(size=(columns, 24)) as pilot:
        await all_read(pilot)
        rows = text(app, "#list").splitlines()[1 : len(others) + 1]
        for row, other in zip(rows, reversed(others), strict=True):
            assert "Oust" in row
            assert other.name in row
            assert "size-4" not in row  # what files call it, in no language
            assert "Oust, hexa" in row


@pytest.mark.parametrize(("has_lobby", "told"), [(True, "q back to the lobby"), (False, "q quit")])
async def test_where_one_goes_after_a_game_is_told(tmp_path, has_lobby, told):
    over = begun("oust:size-4")
    over = over.after(over.resign(0, 0))
    app = parlour(tmp_path) if has_lobby else table(tmp_path, over)
    async with app.run_test(size=(80, 24)) as pilot:
        if has_lobby:
            app.sit_down(over)
        await until(pilot, lambda: app.screen.query("#move"))
        assert told in text(app, "#move")
        await pilot.press("q")
        await until(pilot, lambda: app.is_running == has_lobby)


async def test_a_game_is_found_however_fast_its_name_is_typed(tmp_path):
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await all_read(pilot)
        # As they come over a line: all before the lobby has done what the first one means.
        for key, character in (("slash", "/"), *zip("rev", "rev", strict=True), ("enter", "\r")):
            app.screen.post_message(events.Key(key, character))
        lobby = app.screen
        await until(pilot, lambda: lobby.menu.marked == "game reversi")
        assert app.screen is lobby


async def test_an_unfinished_game_is_deleted_when_asked_twice(tmp_path):
    await leave_one_unfinished(tmp_path)
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        app.screen.menu.mark("saved 0")
        await pilot.pause()
        await pilot.press("D")
        assert len(kept(tmp_path)) == 1
        await pilot.press("D")
        assert kept(tmp_path) == []


async def test_a_damaged_game_is_told_and_locks_nobody_out(tmp_path):
    folder = home(tmp_path).matches
    folder.mkdir(parents=True)
    (folder / "x.jsonl").write_text("rubbish\n")
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        shown = "".join(text(app, "#list").split())
        assert "x.jsonl:1:isnolineofasavedgame" in shown
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert isinstance(app.screen, TablePage)


async def test_settings_are_kept_at_once(tmp_path):
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("s")
        app.screen.menu.mark("theme")
        await pilot.press("right")
        assert app.theme == "parlour-light"
        assert load(home(tmp_path).settings).theme == "light"


async def test_faults_of_the_settings_are_shown_with_them(tmp_path):
    app = parlour(tmp_path, settings=Settings(faults=("settings.yaml: colour: is no setting",)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("s")
        await pilot.pause()
        assert "settings.yaml: colour: is no setting" in text(app, "#text")


@pytest.mark.parametrize("file", ["settings.yaml", "keys.yaml", "themes/own.yaml"])
async def test_the_lobby_says_that_a_file_has_a_fault_until_the_next_key(tmp_path, file):
    broken = home(tmp_path).settings.parent / file
    broken.parent.mkdir(parents=True, exist_ok=True)
    broken.write_text("table.done: [")
    app = parlour(tmp_path, settings=load(home(tmp_path).settings))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        told = text(app, "#footer").strip()
        assert "something is wrong" in told
        assert told.endswith("s shows what")
        await pilot.press("j")
        assert "something is wrong" not in text(app, "#footer")
        await pilot.press("s")
        await pilot.pause()
        assert Path(file).name in "".join(text(app, "#text").split())


async def test_one_key_changes_the_theme_everywhere(tmp_path):
    app = table(tmp_path, begun("oust:size-4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t")
        assert app.theme == "parlour-light"


async def test_without_colors_the_theme_stays_plain(tmp_path):
    app = parlour(tmp_path, mode="none")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t")
        assert app.theme == "parlour-plain"


async def test_help_shows_the_keys_of_the_screen_it_was_asked_on(tmp_path):
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        assert "In the lobby" in text(app, "#text")
        assert "At the table" not in text(app, "#text")


async def test_help_is_left_as_it_was_entered(tmp_path):
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.press("question_mark", "escape")
        await pilot.pause()
        assert isinstance(app.screen, LobbyPage)


async def test_a_command_is_found_by_a_part_of_its_name(tmp_path):
    app = table(tmp_path, begun("oust:size-4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("colon", *"pick", "enter")
        await pilot.pause()
        assert [played.token for played in app.screen.session.steps] == ["d4"]


async def test_an_unknown_command_is_told(tmp_path):
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("colon", *"xyzzy")
        await pilot.pause()
        assert text(app, "#list").strip() == "nothing has that in it"


async def test_a_game_is_found_by_a_part_of_its_name(tmp_path):
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("slash", *"revers", "enter")
        await pilot.pause()
        assert app.screen.menu.marked == "game reversi"


async def test_keys_that_come_all_at_once_find_what_they_spell(tmp_path):
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("slash")
        for letter in "revers":
            app.post_message(events.Key(letter, letter))
        app.post_message(events.Key("enter", "\r"))
        await pilot.pause()
        assert app.screen.menu.marked == "game reversi"


async def test_keys_can_be_remapped(tmp_path):
    app = table(tmp_path, begun("oust:size-4"), settings=Settings(keys={"table.pick": "x"}))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("x")
        assert [played.token for played in app.screen.session.steps] == ["d4"]
        assert text(app, "#footer").strip().startswith("x pick")


async def test_a_key_in_the_footer_can_be_clicked(tmp_path):
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        x = text(app, "#footer").index("settings")
        await pilot.click(app.screen.query_one("#footer"), offset=(x, 0))
        await pilot.pause()
        assert text(app, "#header").strip() == "Settings"


async def test_control_c_leaves_when_pressed_twice(tmp_path):
    app = table(tmp_path, begun("oust:size-4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+c")
        assert app.is_running
        assert "press Ctrl+C again" in text(app, "#message").lower().replace("ctrl+c", "Ctrl+C")
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert not app.is_running


async def test_q_in_the_lobby_leaves(tmp_path):
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("q")
        await pilot.pause()
        assert not app.is_running


@pytest.mark.parametrize("size", [(36, 20), (60, 24), (80, 24), (120, 40)], ids=str)
async def test_footers_show_whole_words_and_always_the_way_to_help(tmp_path, size):
    app = parlour(tmp_path)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert text(app, "#footer").endswith("? keys  q quit")
        assert len(text(app, "#footer")) <= size[0]


async def test_screens_are_made_of_few_widgets(tmp_path):
    app = table(tmp_path, begun("nibble"))
    async with app.run_test(size=(80, 24)):
        assert len(app.screen.query("*")) <= 20


async def test_a_persons_own_game_is_in_the_lobby_and_can_be_resumed(tmp_path):
    folder = home(tmp_path).games
    folder.mkdir(parents=True)
    (folder / "corridor.yaml").write_bytes(CORRIDOR.read_bytes())
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app.screen.menu.marked == f"game {folder / 'corridor.yaml'}"
        await pilot.press("p")
        await pilot.pause()
        app.screen.board.cursor = "b2"
        await pilot.press("enter", "1")
        await app.workers.wait_for_complete()
        await pilot.press("q")
        await pilot.pause()
        assert "Corridor" in text(app, "#list").splitlines()[1]
        await pilot.press("g")
        await pilot.pause()
        assert app.screen.session.steps[0].token == "b2"


async def test_a_faulty_game_of_ones_own_says_what_is_wrong(tmp_path):
    folder = home(tmp_path).games
    folder.mkdir(parents=True)
    (folder / "odd.yaml").write_text("format: 1\n")
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "odd.yaml   cannot be played" in text(app, "#list")
        assert "odd.yaml:1:1:" in "".join(text(app, "#facts").split())


@pytest.mark.parametrize("size", [(1, 1), (3, 20), (8, 24), (14, 24), (20, 3)], ids=str)
async def test_a_window_of_any_size_is_no_accident(tmp_path, size):
    first = table(tmp_path, begun("oust:size-4"))
    async with first.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", "q")
    app = parlour(tmp_path)
    async with app.run_test(size=size) as pilot:
        await pilot.pause(0.3)
        await pilot.press("down", "enter", "q", "s")
        await pilot.pause()
        assert app.is_running


async def test_numbers_stand_in_columns_whatever_the_names(tmp_path):
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await all_read(pilot)
        rows = [row for row in text(app, "#list").splitlines() if row.endswith(" of 5")]
        assert len(rows) >= len(catalog.names())
        assert len({len(row) for row in rows}) == 1


async def test_an_unfinished_game_shows_its_position_its_players_and_its_turns(tmp_path):
    session = begun("oust:size-4", tokens="a1 g1")
    first = table(tmp_path, session)
    async with first.run_test(size=(80, 24)) as pilot:
        first.screen._keep()
        await pilot.press("q")
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.5)
        picture = app.screen.query_one(Still).picture
        assert picture == picture_of(session.game, session.position)
        assert text(app, "#facts").splitlines()[1:] == [
            "player 1 : player 2",
            "2 turns, player 1 to move",
        ]


@pytest.mark.parametrize(
    ("game", "played", "told"),
    [
        ("oust:size-4", "a1", "1 turn"),
        ("nibble", "-a1", "1 turn"),
        ("nibble", "-a1 stop", "1 turn"),
        ("nibble", "-a1 stop -a9", "2 turns"),
    ],
)
async def test_a_game_that_nobody_has_marked_is_listed_with_its_turns(tmp_path, game, played, told):
    other = table(tmp_path, begun(game, tokens=played))
    async with other.run_test(size=(80, 24)) as pilot:
        other.screen._keep()
        await pilot.press("q")
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        app.screen.menu.mark("game oust")
        await pilot.pause()
        assert text(app, "#list").splitlines()[1].endswith(f" {told}")


async def test_a_finished_match_can_be_stepped_through_and_deleted(tmp_path):
    first = table(tmp_path, begun("oust:size-4", tokens="d4 a1"))
    async with first.run_test(size=(80, 24)) as pilot:
        await pilot.press("o", "R", "y", "q")
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        assert text(app, "#list").splitlines()[0].strip() == "FINISHED"
        assert app.screen.menu.marked.startswith("game "), "it is not what one comes for"
        app.screen.menu.mark("finished 0")
        await pilot.press("enter")
        await pilot.pause()
        assert "GAME OVER: PLAYER 2 WINS" in text(app, "#header")
        await pilot.press("[")
        assert "LOOKING BACK 1 of 2" in text(app, "#header")
        await pilot.press("q", "D", "D")
        await pilot.pause()
        assert "FINISHED" not in text(app, "#list")
        assert kept(tmp_path) == []


def change_in_store(folder, old, new):
    """Write something else in a store, in the lines and in the columns; how many have changed."""
    changed = 0
    with closing(sqlite3.connect(folder / "data" / "matches.db")) as file, file:
        file.execute("PRAGMA foreign_keys = OFF")
        for table, column in (("entries", "body"), ("matches", "note"), ("matches", "game")):
            for row, text in file.execute(f"SELECT rowid, {column} FROM {table}").fetchall():
                is_plain = column == "game" and old.endswith('"')
                a, b = (json.loads(old), json.loads(new)) if is_plain else (old, new)
                file.execute(
                    f"UPDATE {table} SET {column} = ? WHERE rowid = ?", [text.replace(a, b), row]
                )
                changed += a in text
    return changed


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"oust:size-4"', '"../../\\u0000\\u001b[2J.yaml"'),
        ('"oust:size-4"', f'"{"x" * 100_000}"'),
        ('"oust:size-4"', '"oust:size-4+size-5"'),
        ('"player 1"', f'"{"y" * 100_000}"'),
        ('"player 1"', '"\\u001b[31mred\\u0007"'),
        ('"d4"', '"d4\\u001b[2J"'),
        ('"d4"', '"z99"'),
        ('"seats": [', '"seats": [{"kind": "bot", "name": "b", "level": 77}, '),
    ],
    ids=lambda text: text[:20],
)
async def test_whatever_is_in_a_kept_game_is_told_in_words(tmp_path, old, new):
    first = table(tmp_path, begun("oust:size-4"))
    async with first.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", "q")
    assert change_in_store(tmp_path, old, new)
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.5)
        await pilot.press("g", "r", "escape", "p")
        await pilot.pause()
        shown = [row for lines in app.screen.query(Lines) for row in map(plain, lines.lines)]
        assert [row for row in shown if not row.isprintable()] == []
        assert app.is_running


async def test_a_table_opened_alone_is_the_whole_program(tmp_path):
    app = parlour(tmp_path, visit=Visit(begun("oust:size-4")))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", "R", "q")
        await pilot.pause()
        assert isinstance(app.screen, TablePage)
        await pilot.press("q")
        await pilot.pause()
        assert not app.is_running
    assert len(kept(tmp_path)) == 1


async def test_letters_are_kept(tmp_path):
    app = table(tmp_path, begun("oust:size-4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("v")
        assert app.screen.board.color_mode == "none"
    assert load(home(tmp_path).settings).letters == "on"


async def test_help_in_the_lobby_tells_where_ones_own_games_go(tmp_path):
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        assert f"{home(tmp_path).games}arein" in "".join(text(app, "#text").split())
        assert home(tmp_path).games.is_dir()


async def test_a_deal_in_the_set_up_is_an_example(tmp_path):
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "nibble")
        assert "81 cells, dealt for example" in text(app, "#facts")
