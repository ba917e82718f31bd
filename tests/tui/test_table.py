"""The table: what a person sees and does in a match."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual import events
from textual.geometry import Offset
from textual.widgets import Input

from core import catalog
from core.errors import GameError
from core.match.session import Player
from tests.tui.houses import (
    AGAINST_BOT,
    PERSONS,
    ScriptedThinker,
    SlowThinker,
    begun,
    kept,
    parlour,
    played,
    table,
)
from tui.keys import ACTIONS
from tui.lines import Piece, plain, width
from tui.news import header_line, sentence
from tui.screens.page import UNSEEN
from tui.screens.table import TablePage
from tui.screenshot import rows_of, text_of
from tui.settings import Settings
from tui.widgets.board import Board
from tui.widgets.lines import Lines

CORRIDOR = str(Path(__file__).parent / "games" / "corridor.yaml")
NAMES = ("somebody with a very long name indeed", "another with a name that is as long")
TO_A_PASS = "e6 f6 c4 c5 c6 d6 g7 f4 g4 g6 e7 h8 h6 g5 g8 f8"
"""Reversi: then Black must pass."""


def text(app, id):
    return "\n".join(plain(row).rstrip() for row in app.screen.query_one(id, Lines).lines)


def message(app):
    return " ".join(text(app, "#message").split())


def header(app):
    return text(app, "#header")


def tokens(app):
    return [played.token for played in app.screen.session.steps]


def board(app):
    return app.screen.query_one(Board)


async def go_to(pilot, cell):
    board(pilot.app).cursor = cell
    await pilot.pause()


async def click_cell(pilot, cell):
    widget = board(pilot.app)
    x, y = widget._plan.glyph(cell)
    await pilot.click(widget, offset=(x, y))
    await pilot.pause()


async def click_words(pilot, id, words):
    lines = pilot.app.screen.query_one(id, Lines)
    for y, row in enumerate(lines.lines[lines.top :]):
        if words in plain(row):
            region = lines.content_region.offset
            x = plain(row).index(words)
            await pilot.click(offset=region + Offset(x, y))
            await pilot.pause()
            return
    raise AssertionError(f"{words!r} is not in {id}")


async def test_enter_places_a_stone_under_the_cursor(tmp_path):
    app = table(tmp_path, begun("oust:size-4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        assert tokens(app) == ["d4"]
        assert "PLAYER 2 TO MOVE" in header(app)


@pytest.mark.parametrize(
    ("keys", "cell"),
    [
        (("left",), "d3"),
        (("l",), "d5"),
        (("y",), "e3"),
        (("u",), "e4"),
        (("b",), "c3"),
        (("n",), "c4"),
        (("h", "h", "right"), "d3"),
    ],
)
async def test_keys_move_the_cursor(tmp_path, keys, cell):
    app = table(tmp_path, begun("oust:size-4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys)
        assert board(app).cursor == cell


async def test_a_click_places_a_stone(tmp_path):
    app = table(tmp_path, begun("oust:size-4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await click_cell(pilot, "b2")
        assert tokens(app) == ["b2"]


async def test_a_refused_cell_says_why_and_changes_nothing(tmp_path):
    app = table(tmp_path, begun("rive", tokens="d4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await go_to(pilot, "d5")
        await pilot.press("enter")
        assert message(app).startswith("d5: a stone goes only where the largest group")
        assert tokens(app) == ["d4"]


async def test_that_bots_are_slow_is_said_once_to_who_plays_with_one(tmp_path):
    app = table(tmp_path, begun("nim", AGAINST_BOT))
    app.world.slow.append("no compiler")
    async with app.run_test() as pilot:
        await pilot.pause()
        assert message(app) == "Bots think a hundred times as slowly here: no compiler"
        await pilot.press("right")
        assert "slow" not in message(app)
        assert not app.world.slow


async def test_the_next_key_brings_the_prompt_back(tmp_path):
    app = table(tmp_path, begun("rive", tokens="d4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await go_to(pilot, "d5")
        await pilot.press("enter", "left")
        assert message(app) == "Player 1 played d4. Place a stone."


async def test_say_describes_the_cell_and_why_it_is_refused(tmp_path):
    app = table(tmp_path, begun("oust:size-4", tokens="d4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("s")
        assert message(app) == "d4: Black stone; d4 is not empty"


async def test_say_tells_when_a_cell_may_be_picked(tmp_path):
    app = table(tmp_path, begun("nibble"))
    async with app.run_test(size=(80, 24)) as pilot:
        await go_to(pilot, "a1")
        await pilot.press("s")
        assert message(app) == "a1: G block; you may pick it"


async def test_a_row_is_described_as_it_is_seen(tmp_path):
    app = table(tmp_path, begun("oust:size-4", tokens="d4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("S")
        assert message(app) == "d1 to d3 empty; d4 Black stone, just placed; d5 to d7 empty"
        await pilot.press("r", "r", "r", "S")
        assert message(app) == "d7 to d5 empty; d4 Black stone, just placed; d3 to d1 empty"


async def test_a_row_that_is_long_in_words_is_told_in_letters(tmp_path):
    app = table(tmp_path, begun("nibble:thirteen"))
    async with app.run_test(size=(60, 24)) as pilot:
        await go_to(pilot, "g13")
        await pilot.press("S")
        row = text(app, "#message")
        assert re.fullmatch(r"a13 to m13:( [A-HJKMNP]){13}", " ".join(row.split()))


async def test_typed_steps_are_played_together(tmp_path):
    app = table(tmp_path, begun("oust:size-4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m", "d", "4", "comma", "f", "1", "enter")
        assert tokens(app) == ["d4", "f1"]


async def test_what_is_typed_faster_than_the_line_opens_is_played_whole(tmp_path):
    app = table(tmp_path, begun("oust:size-4"))
    async with app.run_test(size=(80, 24)) as pilot:
        # Two keys are there before the line has heard that it has the focus.
        for key in "mf":
            app.screen.post_message(events.Key(key, key))
        await pilot.press("1", "enter")
        assert tokens(app) == ["f1"]


async def test_a_typed_slip_plays_nothing_and_can_be_mended(tmp_path):
    app = table(tmp_path, begun("oust:size-4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m", "d", "4", "comma", "z", "enter")
        assert tokens(app) == []
        assert message(app).startswith("'z' is no step")
        await pilot.press("end", "backspace", "backspace", "enter")
        assert tokens(app) == ["d4"]


async def test_what_was_refused_is_replaced_by_what_is_typed_next(tmp_path):
    app = table(tmp_path, begun("oust:size-4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m", "z", "9", "enter", "d", "4", "enter")
        assert tokens(app) == ["d4"]


@pytest.mark.parametrize("mode", ["16", "none"])
async def test_where_one_types_is_seen_without_color_and_without_reverse(tmp_path, mode):
    app = table(tmp_path, begun("reversi"), mode=mode)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m", "d", "3", "left")
        await pilot.pause()
        row = next(row for row in rows_of(app) if "move> d3" in text_of([row]))
        marked = "".join(one.text for one in row if one.style and one.style.underline)
        assert marked == "3"


async def test_while_typing_the_last_line_says_how_to_close(tmp_path):
    app = table(tmp_path, begun("oust:size-4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m")
        assert text(app, "#footer").strip() == "Enter play  Esc close"
        await pilot.press("escape")
        assert "q back" in text(app, "#footer")


async def test_a_typed_cell_is_enough_where_only_one_step_is_there(tmp_path):
    app = table(tmp_path, begun("nibble"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m", "a", "1", "enter")
        assert tokens(app) == ["-a1"]


async def test_steps_typed_past_the_own_turn_are_refused_whole(tmp_path):
    app = table(tmp_path, begun("oust:size-4", AGAINST_BOT), thinker=SlowThinker())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m", *"a1,b2", "enter")
        assert tokens(app) == []
        assert message(app) == "b2 comes after the end of your turn; nothing was played"


async def test_escape_leaves_the_typing_and_nothing_else(tmp_path):
    app = table(tmp_path, begun("oust:size-4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m", "d", "escape", "l", "enter")
        assert tokens(app) == ["d5"]


async def test_a_turn_may_be_ended_where_the_game_allows_it(tmp_path):
    app = table(tmp_path, begun("nibble"))
    async with app.run_test(size=(80, 24)) as pilot:
        await go_to(pilot, "a1")
        await pilot.press("enter")
        assert "finish" in text(app, "#move")
        await pilot.press("full_stop")
        assert tokens(app) == ["-a1", "stop"]


async def test_the_end_of_a_turn_can_be_clicked(tmp_path):
    app = table(tmp_path, begun("nibble", tokens="-a1"))
    async with app.run_test(size=(80, 24)) as pilot:
        await click_words(pilot, "#move", "finish")
        assert tokens(app) == ["-a1", "stop"]


async def test_a_turn_cannot_be_ended_too_early(tmp_path):
    app = table(tmp_path, begun("nibble"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("full_stop")
        assert message(app).startswith("The turn has just begun: take a corner block")


async def test_a_step_of_this_turn_is_undone(tmp_path):
    app = table(tmp_path, begun("nibble", tokens="-a1"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("backspace")
        assert tokens(app) == []


async def test_with_nothing_to_undo_the_way_back_is_named(tmp_path):
    app = table(tmp_path, begun("oust:size-4", tokens="d4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("backspace")
        assert message(app).endswith("o t takes back a whole turn")


async def test_the_message_counts_what_is_still_to_be_done(tmp_path):
    app = table(tmp_path, begun("rive:size-3", tokens="d1 e2 b4 a1 d4 c3 c2"))
    async with app.run_test(size=(80, 24)) as pilot:
        assert message(app) == "Remove 1 more from the merged group."
        await pilot.press("tab", "enter")
        assert message(app) == "Place a stone."


async def test_a_move_shows_its_origin_and_can_be_put_back(tmp_path):
    app = table(tmp_path, begun(CORRIDOR))
    async with app.run_test(size=(80, 24)) as pilot:
        await go_to(pilot, "a1")
        await pilot.press("enter")
        assert message(app).startswith("From a1: pick where to")
        assert "a1-" in text(app, "#move")
        await pilot.press("escape")
        assert message(app).startswith("Walk")


async def test_a_move_is_made_by_picking_both_cells(tmp_path):
    app = table(tmp_path, begun(CORRIDOR))
    async with app.run_test(size=(80, 24)) as pilot:
        await click_cell(pilot, "a1")
        await click_cell(pilot, "b1")
        assert tokens(app) == ["a1-b1"]


async def test_where_one_cell_means_two_things_a_menu_asks(tmp_path):
    app = table(tmp_path, begun(CORRIDOR))
    async with app.run_test(size=(80, 24)) as pilot:
        await click_cell(pilot, "b2")
        assert text(app, "#move").split("   ") == ["1 build a wall (b2)", "2 roll a rock (Rb2)"]
        await pilot.press("2")
        assert tokens(app) == ["Rb2"]


async def test_the_menu_can_be_left(tmp_path):
    app = table(tmp_path, begun(CORRIDOR))
    async with app.run_test(size=(80, 24)) as pilot:
        await click_cell(pilot, "b2")
        await pilot.press("escape")
        assert tokens(app) == []
        assert "move>" in text(app, "#move")


async def test_a_free_pass_has_a_key(tmp_path):
    app = table(tmp_path, begun(CORRIDOR))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("p")
        assert tokens(app) == ["pass"]


async def test_the_pie_rule_is_offered_in_words_and_swaps_sides(tmp_path):
    app = table(tmp_path, begun("oust:size-4", tokens="d4"))
    async with app.run_test(size=(80, 24)) as pilot:
        assert message(app).endswith("or w to swap sides and take over Black.")
        await pilot.press("w")
        assert tokens(app) == ["d4", "swap"]
        assert "player 2, Black" in text(app, "#seats")


async def test_a_forced_pass_is_told_and_confirmed(tmp_path):
    app = table(tmp_path, begun("reversi", tokens=TO_A_PASS))
    async with app.run_test(size=(80, 24)) as pilot:
        assert "nothing can be turned over; you must pass" in message(app)
        await pilot.press("enter")
        assert tokens(app)[-1] == "pass"


async def test_a_turn_is_taken_back_at_one_keyboard(tmp_path):
    app = table(tmp_path, begun("oust:size-4", tokens="d4 f1"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("o", "t")
        assert tokens(app) == ["d4"]


async def test_with_nothing_to_take_back_this_is_said(tmp_path):
    app = table(tmp_path, begun("oust:size-4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("o", "t")
        assert message(app) == "There is nothing to take back"


async def test_resigning_is_confirmed(tmp_path):
    app = table(tmp_path, begun("oust:size-4", tokens="d4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("o", "R")
        assert message(app) == "Really resign as White? The game is then lost."
        await pilot.press("y")
        assert message(app).startswith("Player 1 wins: White has given up.")


async def test_resigning_can_be_thought_better_of(tmp_path):
    app = table(tmp_path, begun("oust:size-4", tokens="d4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("o", "R", "n")
        assert app.screen.session.outcome is None


async def test_an_offer_is_left_by_any_other_key(tmp_path):
    app = table(tmp_path, begun("oust:size-4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("o", "l", "enter")
        assert tokens(app) == ["d5"]


async def test_the_end_says_who_won_and_why(tmp_path):
    app = table(tmp_path, played(begun("reversi:6x6"), 500))
    async with app.run_test(size=(80, 24)):
        assert "GAME OVER" in header(app)
        assert " wins: " in message(app)
        assert "nobody can move. Final score " in message(app)


async def test_the_result_comes_back_after_anything_else(tmp_path):
    app = table(tmp_path, played(begun("reversi:6x6"), 500))
    async with app.run_test(size=(80, 24)) as pilot:
        result, hint = message(app), text(app, "#move")
        assert "a play again" in hint
        for keys in (["z", "h"], ["o", "h"], ["o", "escape"], ["[", "}"], ["s", "h"]):
            await pilot.press(*keys)
            assert (message(app), text(app, "#move")) == (result, hint)


async def test_the_header_and_the_seats_say_who_has_won(tmp_path):
    app = table(tmp_path, begun("oust:size-4", tokens="d4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("o", "R", "y")
        assert "GAME OVER: PLAYER 1 WINS" in header(app)
        assert "* X player 1 has won" in text(app, "#seats")
        await pilot.press("[")
        assert "has won" not in text(app, "#seats")


async def test_at_the_end_the_last_line_offers_nothing_to_play(tmp_path):
    app = table(tmp_path, played(begun("reversi:6x6"), 500))
    async with app.run_test(size=(80, 24)):
        shown = text(app, "#footer")
        assert "q back" in shown
        assert "pick" not in shown


async def test_a_person_alone_who_resigns_is_told_as_you(tmp_path):
    app = table(tmp_path, begun("oust:size-4", AGAINST_BOT))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("o", "R", "y")
        assert message(app) == "Easy bot wins: you have given up."


async def test_no_score_is_told_when_somebody_resigns(tmp_path):
    app = table(tmp_path, begun("nibble"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("o", "R", "y")
        assert "score" not in message(app)


async def test_taking_back_is_dim_while_there_is_nothing_to_take_back(tmp_path):
    def look(app):
        (row,) = app.screen.query_one("#move", Lines).lines
        return next(piece.role for piece in row if piece.text.strip() == "take back a turn")

    app = table(tmp_path, begun("oust:size-4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("o")
        assert look(app) == "dim"
        await pilot.press("escape", "enter", "o")
        assert look(app) == ""


@pytest.mark.parametrize("key", ["w", "s"])
async def test_the_menu_swaps_with_the_key_of_the_prompt_and_with_its_own(tmp_path, key):
    app = table(tmp_path, begun("oust:size-4", tokens="d4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("o")
        assert "w swap sides" in text(app, "#move")
        await pilot.press(key)
        assert tokens(app) == ["d4", "swap"]


async def test_no_move_can_be_entered_while_a_bot_thinks_or_one_looks_back(tmp_path):
    app = table(tmp_path, begun("oust:size-4", AGAINST_BOT), thinker=SlowThinker())
    async with app.run_test(size=(80, 24)) as pilot:
        assert "move>" in text(app, "#move")
        await pilot.press("enter")
        assert "move>" not in text(app, "#move")
    app = table(tmp_path, begun("oust:size-4", tokens="d4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("[")
        assert "move>" not in text(app, "#move")


async def test_the_log_marks_the_step_looked_at(tmp_path):
    app = table(tmp_path, played(begun("nibble", tokens="-a1"), 1))
    assert app._visit.session.position.step == 2
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("[")
        rows = app.screen.query_one("#log", Lines).lines
        assert [piece.text for row in rows for piece in row if piece.role == "turn"] == [" -a1,"]
        assert message(app).startswith("Looking back at round 1, player 1, step 1 of 2;")


async def test_a_rematch_is_begun_by_the_other_one(tmp_path):
    app = table(tmp_path, played(begun("reversi:6x6"), 500))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        assert tokens(app) == []
        assert [player.name for player in app.screen.session.seats] == ["player 2", "player 1"]


async def test_a_running_game_is_not_left_for_another_unasked(tmp_path):
    app = table(tmp_path, begun("oust:size-4", tokens="d4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("o", "r")
        assert tokens(app) == ["d4"]
        await pilot.press("y")
        assert tokens(app) == []


async def test_brackets_look_back_and_on(tmp_path):
    app = table(tmp_path, begun("oust:size-4", tokens="d4 f1 b2"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("[", "[")
        assert "LOOKING BACK 1 of 3" in header(app)
        assert set(app.screen.shown.pieces) == {"d4"}
        await pilot.press("]")
        assert set(app.screen.shown.pieces) == {"d4", "f1"}
        await pilot.press("}")
        assert "LOOKING BACK" not in header(app)


def test_the_header_shows_whose_turn_it_is_before_all_else():
    session = begun("nibble:hexagon", tuple(Player("person", name) for name in NAMES))
    signs = tuple(Piece(sign) for sign in "XO")
    state = Piece(">> PLAYER 1 TO MOVE <<", "turn")
    for columns in (60, 80, 120):
        for alarm in ("", "NOT SAVED"):
            row = header_line(session, session.position, signs, state, columns, 1, alarm)
            assert ">> PLAYER 1 TO MOVE <<" in plain(row)
            assert alarm in plain(row)
            assert width(row) <= columns
    row = header_line(session, session.position, signs, state, 24, 1, "NOT SAVED")
    assert "PLAYER 1 TO MOVE" in plain(row)


async def test_only_a_score_is_called_a_score(tmp_path):
    app = table(tmp_path, played(begun("oust:size-4"), 1000))
    async with app.run_test(size=(120, 40)):
        assert "Final stones " in message(app)
        assert "score" not in message(app)
        assert " player 1  stones " in header(app)


async def test_a_game_that_counts_nothing_shows_no_numbers(tmp_path):
    app = table(tmp_path, begun(CORRIDOR, tokens="a1-b1"))
    async with app.run_test(size=(80, 24)):
        assert " player 1 : player 2 " in header(app)


async def test_a_measure_is_shown_from_the_start(tmp_path):
    design = Designed(tmp_path)
    measures = "{walls: {have: count(type(wall))}, rocks: {have: count(type(rock))}}"
    design.write(f"{design.text}display: {{progress: {measures}}}\n")
    app = table(tmp_path, begun(str(design.path)))
    async with app.run_test(size=(80, 24)):
        assert text(app, "#seats").splitlines()[1].endswith("walls   0")
        assert text(app, "#seats").splitlines()[-1].split() == ["rocks", "0", "0"]


async def test_what_each_side_needs_is_told_of_each_where_they_differ(tmp_path):
    design = Designed(tmp_path)
    names = [player.name for player in catalog.definition(CORRIDOR).players]
    measures = (
        f"{{walls: {{have: 1, need: 'iff(me == {names[0]}, 3, 12)'}},"
        " rocks: {have: 0, need: 5}, steps: {have: 2}}"
    )
    design.write(f"{design.text}display: {{progress: {measures}}}\n")
    app = table(tmp_path, begun(str(design.path)))
    async with app.run_test(size=(80, 24)):
        *_, walls, rocks = (row.split() for row in text(app, "#seats").splitlines())
        assert walls == ["walls", "1", "1", "3/12"]
        assert rocks == ["rocks", "0", "0", "5"]


@pytest.mark.parametrize(
    ("played", "number"),
    [("", 1), ("a1-b1", 1), ("a1-b1 b2", 2), ("a1-b1 b2 b1-c1", 2)],
)
async def test_the_header_counts_rounds_as_the_log_does(tmp_path, played, number):
    app = table(tmp_path, begun(CORRIDOR, tokens=played))
    async with app.run_test(size=(120, 40)) as pilot:
        assert f"  round {number} " in header(app)
        await pilot.press("home")
        assert "  round 1 " in header(app)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("place a stone", "Place a stone"),
        ("b1: not empty", "b1: not empty"),
        ("-b12 cannot be taken", "-b12 cannot be taken"),
        ("game.yaml:7:12: error: no board", "game.yaml:7:12: error: no board"),
    ],
)
def test_a_sentence_begins_with_a_capital_but_not_a_name(said, shown):
    assert sentence(said) == shown


async def test_a_click_on_the_log_shows_that_turn(tmp_path):
    app = table(tmp_path, begun("oust:size-4", tokens="d4 f1 b2"))
    async with app.run_test(size=(80, 24)) as pilot:
        await click_words(pilot, "#log", "d4")
        assert set(app.screen.shown.pieces) == {"d4"}


async def test_while_looking_back_nothing_can_be_played(tmp_path):
    app = table(tmp_path, begun("oust:size-4", tokens="d4 f1"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("[", "l", "enter")
        assert tokens(app) == ["d4", "f1"]
        assert message(app) == (
            "Looking back at round 1, player 1, step 1 of 1; } returns to the game."
        )


async def test_the_bot_moves_when_it_is_its_turn(tmp_path):
    app = table(tmp_path, begun("oust:size-4", AGAINST_BOT), thinker=ScriptedThinker(["f1"]))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert tokens(app) == ["d4", "f1"]
        assert message(app) == "Easy bot played f1. Place a stone."


async def test_while_the_bot_thinks_the_screen_lives(tmp_path):
    app = table(tmp_path, begun("oust:size-4", AGAINST_BOT), thinker=SlowThinker())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", "l")
        assert "easy bot is thinking" in header(app)
        assert board(app).cursor == "d5"
        await pilot.press("enter")
        assert message(app) == "Easy bot is to move"


async def test_a_turn_is_taken_back_while_the_bot_thinks(tmp_path):
    thinker = SlowThinker()
    app = table(tmp_path, begun("oust:size-4", AGAINST_BOT), thinker=thinker)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", "o", "t")
        await pilot.pause()
        assert tokens(app) == []
        assert thinker.cancelled == 1


async def test_leaving_the_table_stops_the_bot(tmp_path):
    thinker = SlowThinker()
    app = table(tmp_path, begun("oust:size-4", AGAINST_BOT), thinker=thinker)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", "q")
        await pilot.pause()
        assert thinker.cancelled == 1


async def test_who_looks_back_is_not_called_away_by_the_bot(tmp_path):
    class Waiting(SlowThinker):
        async def think(self, position, strength, seed, seconds=None):
            await self.gate.wait()
            return await ScriptedThinker(["f1"]).think(position, strength, seed)

    import asyncio

    thinker = Waiting()
    thinker.gate = asyncio.Event()
    app = table(tmp_path, begun("oust:size-4", AGAINST_BOT), thinker=thinker)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", "[")
        thinker.gate.set()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert tokens(app) == ["d4", "f1"]
        assert "LOOKING BACK 0 of 2" in header(app)


async def test_the_bell_tells_that_it_is_my_turn_where_that_is_set(tmp_path, monkeypatch):
    rung = []
    app = table(
        tmp_path,
        begun("oust:size-4", AGAINST_BOT),
        thinker=ScriptedThinker(["f1"]),
        settings=Settings(bell="on"),
    )
    monkeypatch.setattr(app, "bell", lambda: rung.append(1))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert rung == [1]


async def test_a_resize_storm_keeps_the_move_that_is_being_made(tmp_path):
    app = table(tmp_path, begun(CORRIDOR))
    async with app.run_test(size=(80, 24)) as pilot:
        await go_to(pilot, "a1")
        await pilot.press("enter")
        for size in ((120, 40), (20, 5), (36, 20), (60, 24), (1, 1), (200, 60), (80, 24)):
            await pilot.resize_terminal(*size)
        await pilot.pause()
        await go_to(pilot, "b1")
        await pilot.press("enter")
        assert tokens(app) == ["a1-b1"]


async def test_a_window_too_small_says_what_it_needs(tmp_path):
    app = table(tmp_path, begun("oust:size-4"))
    async with app.run_test(size=(35, 20)) as pilot:
        assert text(app, "#small").startswith("needs 36x20, you have 35x20\n")
        assert "parlour --plain" in " ".join(text(app, "#small").split())
        await pilot.resize_terminal(36, 20)
        await pilot.pause()
        assert not app.screen.query_one("#small").display


async def test_nothing_is_done_unseen_in_a_window_too_small(tmp_path):
    app = table(tmp_path, begun("oust:size-4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("o", "R")  # asks whether to resign
        before, page = state(app), app.screen
        await pilot.resize_terminal(40, 12)
        await pilot.press("y", "enter", "tab", "enter", "m", *"d4", "enter")
        keys = {key for action in ACTIONS for key in action.keys if action.id not in UNSEEN}
        await pilot.press(*sorted(keys))
        assert app.screen is page
        assert state(app) == before
        await pilot.press("Q")
        await pilot.pause()
        assert not app.is_running


def state(app):
    """What keys might change."""
    return app.screen.session.log, app.screen.session.outcome, app.settings


@pytest.mark.parametrize("size", [(36, 20), (60, 24), (80, 24), (120, 40)], ids=str)
@pytest.mark.parametrize(
    "id", ["nibble:thirteen", "nibble:hexagon", "oust:size-8", "reversi:10x10", "rive:size-6"]
)
async def test_every_board_fits_every_window_with_its_labels(tmp_path, id, size):
    app = table(tmp_path, begun(id))
    async with app.run_test(size=size):
        inner, outer = board(app).region, app.screen.query_one("#well").region
        assert outer.contains_region(inner)


async def test_the_panels_can_be_hidden_for_a_larger_board(tmp_path):
    app = table(tmp_path, begun("reversi"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f")
        assert not app.screen.query_one("#panel").display
        await pilot.press("f")
        assert app.screen.query_one("#panel").display


async def test_the_board_takes_the_room_of_hidden_panels(tmp_path):
    app = table(tmp_path, begun("nibble:thirteen"))
    async with app.run_test(size=(60, 24)) as pilot:
        before = board(app).region.width
        await pilot.press("f")
        assert board(app).region.width > before


async def test_in_a_narrow_window_the_panels_take_the_place_of_the_board(tmp_path):
    app = table(tmp_path, begun("reversi"))
    async with app.run_test(size=(36, 20)) as pilot:
        await pilot.press("f")
        assert app.screen.query_one("#panel").display
        assert not app.screen.query_one("#well").display


async def test_cells_can_be_made_larger_and_smaller(tmp_path):
    app = table(tmp_path, begun("nibble:hexagon"))
    async with app.run_test(size=(80, 24)) as pilot:
        widths = {board(app).region.width}
        await pilot.press("z")
        widths.add(board(app).region.width)
        await pilot.press("z")
        widths.add(board(app).region.width)
        assert len(widths) == 2


async def test_the_log_never_cuts_a_move(tmp_path):
    session = played(begun("rive:size-4"), 150)
    app = table(tmp_path, session)
    async with app.run_test(size=(60, 24)):
        shown = text(app, "#log").replace("\n", "").replace(" ", "")
        assert [turn.text for turn in session.turns if turn.text.strip(",") not in shown] == []


async def test_the_color_table_marks_a_majority(tmp_path):
    app = table(tmp_path, played(begun("nibble"), 90))
    async with app.run_test(size=(80, 24)):
        rows = text(app, "#seats").splitlines()
        assert any(row.startswith(("X", "O")) and "*" in row for row in rows)


async def test_every_step_is_on_the_disk_when_it_is_on_the_screen(tmp_path):
    app = table(tmp_path, begun("oust:size-4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        (session,) = kept(tmp_path)
        assert [played.token for played in session.steps] == ["d4"]


async def test_a_game_that_cannot_be_kept_is_played_on(tmp_path):
    (tmp_path / "data").write_text("in the way")
    app = table(tmp_path, begun("oust:size-4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        assert "cannot be opened" in message(app)
        await go_to(pilot, "f1")
        await pilot.press("enter")
        assert tokens(app) == ["d4", "f1"]


async def test_what_is_not_saved_is_marked_until_it_is(tmp_path):
    (tmp_path / "data").write_text("in the way")
    app = table(tmp_path, begun("oust:size-4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", "l")
        assert "NOT SAVED" in header(app)
        assert ">> PLAYER 2 TO MOVE <<" in header(app)
        (tmp_path / "data").unlink()
        await go_to(pilot, "f1")
        await pilot.press("enter")
        assert "NOT SAVED" not in header(app)


@pytest.mark.parametrize("keys", [("q",), ("Q",), ("ctrl+c", "ctrl+c"), ("r", "Q")])
async def test_a_game_that_is_not_saved_is_left_only_when_asked(tmp_path, keys):
    (tmp_path / "data").write_text("in the way")
    app = table(tmp_path, begun("oust:size-4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", *keys)
        await pilot.pause()
        assert "Leave all the same?" in message(app)
        await pilot.press("n")
        assert isinstance(app.screen, TablePage)
        page = app.screen
        await pilot.press(*keys)
        await pilot.press("y")
        assert app.return_code == 0 or not page.is_current


async def test_ctrl_c_leaves_a_game_that_is_not_saved_when_pressed_twice_more(tmp_path):
    (tmp_path / "data").write_text("in the way")
    app = table(tmp_path, begun("oust:size-4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", "ctrl+c", "ctrl+c", "ctrl+c")
        assert app.is_running
        assert "again" in message(app)
        await pilot.press("ctrl+c")
    assert app.return_code == 0
    assert not app.is_running


class Designed:
    """A game file that somebody works on."""

    def __init__(self, folder):
        self.path = folder / "corridor.yaml"
        self.write(Path(CORRIDOR).read_text())

    def write(self, text):
        self.text = text
        self.path.write_text(text)

    def change(self, old, new):
        assert old in self.text
        self.write(self.text.replace(old, new))


async def test_a_changed_game_file_is_followed_at_the_table(tmp_path):
    design = Designed(tmp_path)
    app = table(tmp_path, begun(str(design.path), tokens="a1-b1 d3-c3"))
    async with app.run_test(size=(80, 24)) as pilot:
        design.change("width: 4", "width: 5")
        await pilot.pause(1.3)
        assert message(app) == "Rules reloaded"
        assert tokens(app) == ["a1-b1", "d3-c3"]
        assert "e1" in app.screen.session.game.cells


async def test_steps_that_no_longer_fit_are_dropped_and_counted(tmp_path):
    design = Designed(tmp_path)
    app = table(tmp_path, begun(str(design.path), tokens="b2 Ra2 c2"))
    async with app.run_test(size=(80, 24)):
        design.change("    sign: R\n", "    sign: S\n")
        app.screen.follow_file()
        assert tokens(app) == ["b2"]
        assert message(app) == "Rules reloaded; 2 steps no longer fit"


@pytest.mark.parametrize("seats", [PERSONS, AGAINST_BOT], ids=["persons", "a bot"])
async def test_steps_that_no_longer_fit_come_back_when_the_file_is_mended(tmp_path, seats):
    design = Designed(tmp_path)
    good = design.text
    app = table(tmp_path, begun(str(design.path), seats, tokens="b2 Ra2 c2"))
    async with app.run_test(size=(80, 24)) as pilot:
        app.screen._keep()
        design.change("    sign: R\n", "    sign: S\n")
        app.screen.follow_file()
        await pilot.pause()
        assert "Ra2" not in tokens(app)
        design.write(good)
        app.screen.follow_file()
        assert tokens(app)[:3] == ["b2", "Ra2", "c2"]
        assert len(kept(tmp_path)) == 1, "its older logs are gone"


async def test_a_bot_waits_for_a_person_where_steps_no_longer_fit(tmp_path):
    design = Designed(tmp_path)
    good = design.text
    app = table(tmp_path, begun(str(design.path), AGAINST_BOT, tokens="b2 Ra2 c2"))
    async with app.run_test(size=(80, 24)) as pilot:
        design.change("    sign: R\n", "    sign: S\n")
        app.screen.follow_file()
        await pilot.pause(0.3)
        assert tokens(app) == ["b2"]
        assert "steps no longer fit" in message(app)
        design.write(good)
        app.screen.follow_file()
        assert tokens(app)[:3] == ["b2", "Ra2", "c2"]
        design.change("    sign: R\n", "    sign: S\n")
        app.screen.follow_file()
        await pilot.press("enter")
        await pilot.pause(0.5)
        assert len(tokens(app)) > 1, "the bot has played on"


async def test_steps_that_no_longer_fit_are_gone_once_a_person_plays_on(tmp_path):
    design = Designed(tmp_path)
    good = design.text
    app = table(tmp_path, begun(str(design.path), tokens="b2 Ra2 c2"))
    async with app.run_test(size=(80, 24)) as pilot:
        design.change("    sign: R\n", "    sign: S\n")
        app.screen.follow_file()
        await pilot.press("m", *"d2", "enter")
        design.write(good)
        app.screen.follow_file()
        assert tokens(app) == ["b2", "d2"]


async def test_a_changed_file_does_not_hide_how_the_match_ended(tmp_path):
    design = Designed(tmp_path)
    app = table(tmp_path, begun(str(design.path), tokens="a1-b1 b2 b1-c1 c2"))
    async with app.run_test(size=(80, 24)):
        design.change("column(4)", "column(3)")
        app.screen.follow_file()
        assert message(app).startswith("Rules reloaded; 1 step no longer fits. Player 1 wins: Red")


async def test_what_is_half_typed_is_kept_when_the_rules_change_and_not_played_unseen(tmp_path):
    design = Designed(tmp_path)
    app = table(tmp_path, begun(str(design.path)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m", *"b2")
        design.change("width: 4", "width: 5")
        app.screen.follow_file()
        await pilot.press("enter")
        assert tokens(app) == []
        assert message(app).startswith("The position has changed; look again")
        assert app.screen.query_one(Input).value == "b2"
        await pilot.press("enter")
        assert tokens(app) == ["b2"]


async def test_what_is_half_picked_is_kept_when_the_position_changes_and_never_played(tmp_path):
    app = table(tmp_path, begun("amazons", tokens="d1-d7 d6"))
    async with app.run_test(size=(80, 24)) as pilot:
        await click_cell(pilot, "a7")
        assert text(app, "#move").startswith("move> a7-_")
        await pilot.press("o", "t")
        assert tokens(app) == []
        assert text(app, "#move").startswith("move> a7- (of an earlier position)")
        assert message(app) == "The position has changed since a7 was begun; Esc drops it."
        assert not any("chosen" in spot.marks for spot in board(app).picture.spots.values())
        await click_cell(pilot, "a6")
        assert tokens(app) == []
        assert "earlier" not in text(app, "#move")


async def test_what_is_half_picked_outlasts_a_look_back(tmp_path):
    app = table(tmp_path, begun("amazons", tokens="d1-d7 d6"))
    async with app.run_test(size=(80, 24)) as pilot:
        await click_cell(pilot, "a7")
        await pilot.press("[", "]", "]")
        await click_cell(pilot, "a6")
        assert tokens(app)[-1] == "a7-a6"


async def test_the_board_is_rotated_on_the_screen_and_nowhere_else(tmp_path):
    session = begun("hex:size-5", tokens="b2 d4")
    app = table(tmp_path, session)
    async with app.run_test(size=(80, 24)) as pilot:
        usual = board(app).picture
        seen = set()
        for _ in range(12):
            await pilot.press("r")
            await pilot.pause()
            seen.add(board(app).picture.cells)
            assert board(app).picture.spots == usual.spots
        assert len(seen) == 12
        assert board(app).picture == usual
        await pilot.press("F")
        assert message(app) == "The board mirrored"
        await pilot.press("r")
        assert message(app) == "The board mirrored and rotated by 60 degrees"
        await pilot.press("enter")
        assert tokens(app) == ["b2", "d4", "c3"]
        await pilot.press("q")
    (found,) = kept(tmp_path)
    assert [one.token for one in found.steps] == ["b2", "d4", "c3"]


async def test_faults_of_a_changed_file_are_told_and_the_last_good_rules_stay(tmp_path):
    design = Designed(tmp_path)
    good = design.text
    app = table(tmp_path, begun(str(design.path), tokens="b2"))
    async with app.run_test(size=(80, 24)) as pilot:
        design.change("move: walker", "move: wanderer")
        app.screen.follow_file()
        assert message(app).startswith("corridor.yaml:20:11: error: ")
        assert "(e shows more)" in message(app)
        assert "FAULTY RULES" in header(app)
        await pilot.press("m", *"c2", "enter")
        assert tokens(app) == ["b2", "c2"]
        assert message(app).startswith("corridor.yaml:20:11: error: ")
        await pilot.press("e")
        assert "wanderer" in text(app, "#text")
        await pilot.press("q")
        design.write(good)
        app.screen.follow_file()
        assert message(app) == "Rules reloaded"
        assert "FAULTY" not in header(app)
        assert tokens(app) == ["b2", "c2"]
        design.change("move: walker", "move: wanderer")
        app.screen.follow_file()
        assert message(app).startswith("corridor.yaml:20:11: error: "), "older words stay in front"


async def test_a_thinking_bot_is_stopped_when_the_rules_change(tmp_path):
    design = Designed(tmp_path)
    thinker = SlowThinker()
    app = table(tmp_path, begun(str(design.path), AGAINST_BOT), thinker=thinker)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m", *"b2", "enter")
        design.change("width: 4", "width: 5")
        app.screen.follow_file()
        await pilot.pause()
        assert thinker.cancelled == 1
        assert "is thinking" in header(app)


async def test_a_match_under_changed_rules_is_kept_once(tmp_path):
    design = Designed(tmp_path)
    app = table(tmp_path, begun(str(design.path)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m", *"b2", "enter")
        design.change("width: 4", "width: 5")
        app.screen.follow_file()
        await pilot.press("m", *"c2", "enter", "q")
        await pilot.pause()
    (session,) = kept(tmp_path)
    assert [played.token for played in session.steps] == ["b2", "c2"]
    assert not session.other_rules


async def test_a_match_whose_steps_were_dropped_keeps_its_old_file(tmp_path):
    design = Designed(tmp_path)
    app = table(tmp_path, begun(str(design.path)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m", *"b2,Ra2", "enter")
        design.change("    sign: R\n", "    sign: S\n")
        app.screen.follow_file()
        assert len(kept(tmp_path)) == 2


async def test_a_game_left_unfinished_is_resumed_where_it_was(tmp_path):
    first = table(tmp_path, begun("nibble", PERSONS))
    async with first.run_test(size=(80, 24)) as pilot:
        await go_to(pilot, "a1")
        await pilot.press("enter", "q")
    second = parlour(tmp_path)
    async with second.run_test(size=(80, 24)) as pilot:
        await pilot.press("g")
        await pilot.pause()
        assert tokens(second) == ["-a1"]
        assert "finish" in text(second, "#move")


async def test_a_finished_game_is_not_offered_again(tmp_path):
    app = table(tmp_path, begun("oust:size-4", tokens="d4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("o", "R", "y", "q")
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("g")
        assert text(app, "#footer").strip() == "no game has been left unfinished"


async def test_the_rules_can_be_read_at_the_table(tmp_path):
    app = table(tmp_path, begun("oust:size-4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("R")
        assert "Oust: the rules" in header(app)
        await pilot.press("q")
        assert "TO MOVE" in header(app)


async def test_a_bot_that_fails_may_try_again(tmp_path):
    class Failing(ScriptedThinker):
        async def think(self, position, strength, seed, seconds=None):
            if self.tokens[0] == "fail":
                self.tokens.pop(0)
                raise GameError("the bot has fallen asleep")
            return await super().think(position, strength, seed)

    thinker = Failing(["fail", "f1"])
    app = table(tmp_path, begun("oust:size-4", AGAINST_BOT), thinker=thinker)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert message(app) == "The bot has fallen asleep."
        await pilot.press("enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert tokens(app) == ["d4", "f1"]


async def test_keys_that_come_at_once_are_taken_in_order(tmp_path):
    app = table(tmp_path, begun("oust:size-4", tokens="d4 f1"))
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ("o", "t"):
            app.post_message(events.Key(key, key))
        await pilot.pause(0.2)
        assert tokens(app) == ["d4"]
        for key, character in (("m", "m"), ("f", "f"), ("1", "1"), ("enter", "\r")):
            app.post_message(events.Key(key, character))
        await pilot.pause(0.2)
        assert tokens(app) == ["d4", "f1"]
        assert app.theme == "parlour-dark"


async def test_keys_typed_ahead_reach_the_next_screen(tmp_path):
    app = parlour(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.2)
        app.screen.menu.mark("game rive")
        for key in ("enter", "enter"):
            app.post_message(events.Key(key, "\r"))
        await pilot.pause(1.0)
        assert isinstance(app.screen, TablePage)


async def test_legal_cells_are_marked_while_they_are_few(tmp_path):
    app = table(tmp_path, begun("oust"))
    async with app.run_test(size=(80, 24)):
        assert not any(spot.marks for spot in board(app).picture.spots.values())
    app = table(tmp_path, begun("oust:size-3"))
    async with app.run_test(size=(80, 24)):
        assert all("target" in board(app).picture.spot(cell).marks for cell in ("a1", "c3"))


async def test_legal_cells_are_always_marked_where_that_is_wanted(tmp_path):
    app = table(tmp_path, begun("oust"), settings=Settings(legal="all"))
    async with app.run_test(size=(80, 24)):
        assert "target" in board(app).picture.spot("a1").marks


async def test_three_players_are_all_on_the_screen(tmp_path):
    seats = tuple(Player("person", f"player {number}") for number in (1, 2, 3))
    app = table(tmp_path, played(begun("rolit", seats), 6))
    async with app.run_test(size=(80, 24)) as pilot:
        shown = text(app, "#seats")
        assert all(player.name in shown for player in seats)
        await pilot.press("o", "r", "y")
        names = [player.name for player in app.screen.session.seats]
        assert names == ["player 2", "player 3", "player 1"]
