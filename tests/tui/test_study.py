"""Looking back, exploring, hints, values and graphs: private, and the match goes on meanwhile."""

from __future__ import annotations

import asyncio
from contextlib import closing
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.match.exploring import Exploration
from core.store import explorings
from tests.tui.houses import (
    AGAINST_BOT,
    Oracle,
    ScriptedThinker,
    SlowThinker,
    begun,
    bots,
    home,
    kept,
    library_in,
    parlour,
    played,
    table,
)
from tui.advice import decided, shared_out
from tui.lines import plain, width
from tui.screens.study import StudyPage
from tui.widgets.board import Board
from tui.widgets.graph import graph_lines
from tui.widgets.lines import Lines


def text(app, id):
    return "\n".join(plain(row).rstrip() for row in app.screen.query_one(id, Lines).lines)


def message(app):
    return " ".join(text(app, "#message").split())


def tokens(app):
    return [played.token for played in app.screen.session.steps]


def course(app):
    return [played.token for played in app.screen.course.steps]


async def play(pilot, *cells):
    for cell in cells:
        pilot.app.screen.query_one(Board).cursor = cell
        await pilot.press("enter")


class GatedThinker(ScriptedThinker):
    """Makes the steps it was given, each when it is let."""

    def __init__(self, tokens):
        super().__init__(list(tokens))
        self.gate = asyncio.Semaphore(0)

    async def think(self, position, strength, seed, seconds=None):
        await self.gate.acquire()
        return await super().think(position, strength, seed)


async def until(pilot, holds):
    for _ in range(200):
        if holds():
            return
        await pilot.pause(0.05)
    raise AssertionError("it has not come about")


# Looking back while the game goes on


async def test_who_looks_back_is_told_what_is_new_and_not_pulled_forward(tmp_path):
    seats = bots("oust:size-4")
    thinker = GatedThinker(["f1", "b2", "a1"])
    app = table(tmp_path, begun("oust:size-4", seats, "d4"), thinker=thinker)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("[")
        for number in (1, 2):
            thinker.gate.release()
            await until(pilot, lambda number=number: len(tokens(app)) == 1 + number)
            assert f"LOOKING BACK 0 of {1 + number} +{number} new" in text(app, "#header")
            assert f"+{number} new" in text(app, "#heading")
            assert not app.screen.shown.pieces
        await pilot.press("]", "]")
        assert "LOOKING BACK 2 of 3 +2 new" in text(app, "#header")
        await pilot.press("end")
        assert "new" not in text(app, "#header") + text(app, "#heading")
        thinker.gate.release()
        await until(pilot, lambda: len(tokens(app)) == 4)
        assert len(app.screen.shown.pieces) == 4, "who follows the game goes on with it"


# Exploring


async def test_what_is_explored_never_reaches_the_match(tmp_path):
    app = table(tmp_path, begun("oust:size-4", tokens="d4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("x")
        assert "EXPLORING" in text(app, "#header")
        await play(pilot, "f1", "b2", "a1")
        assert course(app) == ["d4", "f1", "b2", "a1"]
        assert tokens(app) == ["d4"]
        await pilot.press("x")
        assert "EXPLORING" not in text(app, "#header")
        assert set(app.screen.shown.pieces) == {"d4"}
        await play(pilot, "c1")
        assert tokens(app) == ["d4", "c1"]
        (found,) = kept(tmp_path)
        assert found == app.screen.session


async def test_a_line_is_walked_through_and_another_chosen(tmp_path):
    app = table(tmp_path, begun("oust:size-4", tokens="d4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("x")
        await play(pilot, "f1", "b2")
        await pilot.press("backspace", "[")
        assert set(app.screen.shown.pieces) == {"d4"}
        await play(pilot, "a1")
        assert course(app) == ["d4", "a1"]
        assert "variation 2 of 2" in text(app, "#move")
        assert "> f1 b2" in text(app, "#log")
        await pilot.press("J")
        assert course(app) == ["d4", "f1", "b2"]
        assert app.screen.at == 2
        await pilot.press("]", "[", "K")
        assert course(app) == ["d4", "a1"]


async def test_a_branch_is_deleted_and_the_game_itself_cannot_be(tmp_path):
    app = table(tmp_path, begun("oust:size-4", tokens="d4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("x")
        await play(pilot, "f1", "b2")
        await pilot.press("[", "D")
        assert "Delete this step and the one tried after it?" in message(app)
        await pilot.press("y")
        assert course(app) == ["d4"]
        await pilot.press("D")
        assert message(app).startswith("Only what was tried can be deleted")
        assert course(app) == ["d4"]


async def test_the_game_goes_on_while_one_explores(tmp_path):
    thinker = GatedThinker(["f1"])
    app = table(tmp_path, begun("oust:size-4", AGAINST_BOT), thinker=thinker)
    async with app.run_test(size=(80, 24)) as pilot:
        await play(pilot, "d4")
        await pilot.press("x")
        await play(pilot, "a1", "b2")
        thinker.gate.release()
        await until(pilot, lambda: len(tokens(app)) == 2)
        assert "EXPLORING +1 new" in text(app, "#header")
        assert course(app) == ["d4", "a1", "b2"]
        await pilot.press("[", "[")
        assert "game: f1" in text(app, "#log")
        await pilot.press("x")
        assert set(app.screen.shown.pieces) == {"d4", "f1"}
        assert "YOUR TURN" in text(app, "#header")


async def test_exploring_goes_on_where_it_was_left_until_the_game_has_gone_on(tmp_path):
    app = table(tmp_path, begun("oust:size-4", tokens="d4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("x")
        await play(pilot, "f1", "b2")
        await pilot.press("x", "x")
        assert (app.screen.at, course(app)) == (3, ["d4", "f1", "b2"])
        await pilot.press("x")
        await play(pilot, "c1")
        await pilot.press("x")
        assert (app.screen.at, course(app)) == (2, ["d4", "c1"])
        await pilot.press("x", "[", "x")
        assert app.screen.at == 1, "from where one looks back"


async def test_who_explored_while_looking_back_is_back_where_the_line_left_the_match(tmp_path):
    app = table(tmp_path, begun("oust:size-4", tokens="d4 f1 b2"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("[", "[", "x")
        await play(pilot, "a1", "c1")
        await pilot.press("x")
        assert app.screen.at == 1
        assert set(app.screen.shown.pieces) == {"d4"}
        assert tokens(app) == ["d4", "f1", "b2"]


async def test_escape_cancels_a_step_and_never_the_exploring(tmp_path):
    app = table(tmp_path, begun("oust:size-4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("x", "escape")
        assert app.screen.is_exploring


async def test_exploring_after_the_end_begins_before_it(tmp_path):
    app = table(tmp_path, played(begun("reversi:6x6"), 500))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("x")
        await play(pilot, "a1")
        assert message(app) == "The game is over here"
        await pilot.press("[", "[", "tab", "enter")
        assert app.screen.session.outcome is not None
        await pilot.press("x")
        assert "GAME OVER" in text(app, "#header")


async def test_what_was_tried_and_noted_survives_the_end_of_the_program(tmp_path):
    first = table(tmp_path, begun("oust:size-4"))
    async with first.run_test(size=(80, 24)) as pilot:
        await play(pilot, "d4")
        await pilot.press("N", *"good", "enter", "x")
        await play(pilot, "f1")
        await pilot.press("N", *"bad", "enter", "q")
    second = parlour(tmp_path)
    async with second.run_test(size=(80, 24)) as pilot:
        await pilot.press("g")
        await pilot.pause()
        assert "; good" in text(second, "#log")
        assert "bad" not in text(second, "#log")
        await pilot.press("x")
        assert course(second) == ["d4", "f1"]
        assert "; bad" in text(second, "#log")
        assert tokens(second) == ["d4"]


async def test_a_broken_tree_is_told_and_the_match_is_played_on(tmp_path):
    first = table(tmp_path, begun("oust:size-4"))
    async with first.run_test(size=(80, 24)) as pilot:
        await play(pilot, "d4")
        await pilot.press("q")
    with closing(library_in(tmp_path)) as library:
        (match,) = library.shelf().games
        tree = explorings.beside(library.tried_beside(match.match))
    tree.parent.mkdir()
    tree.write_text("nonsense")
    second = parlour(tmp_path)
    async with second.run_test(size=(80, 24)) as pilot:
        await pilot.press("g")
        await pilot.pause()
        assert "set aside as" in message(second)
        await play(pilot, "f1")
        assert tokens(second) == ["d4", "f1"]


async def test_a_tree_that_no_longer_fits_the_rules_is_followed_as_far_as_it_does(tmp_path):
    app = table(tmp_path, begun("oust:size-4", tokens="d4"))
    async with app.run_test(size=(80, 24)) as pilot:
        tree = Exploration().with_line(["d4", "f1", "zz9"])
        app.screen.take_tree(tree.go(3))
        await pilot.press("x")
        assert course(app) == ["d4", "f1"]


async def test_a_game_nothing_was_tried_in_leaves_no_tree_behind(tmp_path):
    app = table(tmp_path, begun("oust:size-4"))
    async with app.run_test(size=(80, 24)) as pilot:
        await play(pilot, "d4")
        await pilot.press("x", "[", "]", "x", "q")
    assert len(kept(tmp_path)) == 1
    assert not home(tmp_path).matches.exists()


# Hints and values


async def test_a_hint_tells_the_best_steps_and_marks_the_best(tmp_path):
    app = table(tmp_path, begun("oust:size-4"), adviser=Oracle())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("H")
        await until(pilot, lambda: "looks best" in message(app))
        assert message(app) == "d4 looks best: 75 % for player 1."
        shown = text(app, "#seats")
        assert "HINTS  most tried first" in shown
        assert "75 % d4" in shown
        assert "50 % a1" in shown
        assert "expects d4 f1" in shown
        assert "hint" in app.screen.query_one(Board).picture.spot("d4").marks
        await pilot.press("H")
        assert "HINTS" not in text(app, "#seats")
        assert tokens(app) == []


async def test_a_hint_is_of_the_position_looked_at_and_goes_with_it(tmp_path):
    oracle = Oracle()
    app = table(tmp_path, begun("oust:size-4", tokens="d4 f1"), adviser=oracle)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("[", "H")
        await until(pilot, lambda: "looks best" in message(app))
        assert oracle.asked[-1][0] == app.screen.session.positions[1]
        await pilot.press("]")
        assert "HINTS" not in text(app, "#seats")


async def test_hints_are_of_the_strength_that_is_set(tmp_path):
    oracle = Oracle()
    app = table(tmp_path, begun("oust:size-4"), adviser=oracle)
    async with app.run_test(size=(80, 24)) as pilot:
        for level in ("5", "8"):
            app.change(replace(app.settings, hints=level))
            await pilot.press("H")
            await app.workers.wait_for_complete()
            await pilot.press("H")
    assert [strength for _, strength, _ in oracle.asked] == [5, 8]


@pytest.mark.parametrize("key", ["H", "[", "x"])
async def test_a_hint_that_is_waited_for_is_given_up(tmp_path, key):
    slow = SlowThinker()
    app = table(tmp_path, begun("oust:size-4", tokens="d4"), adviser=slow)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("H")
        await until(pilot, lambda: "a bot is thinking" in text(app, "#seats"))
        await pilot.press(key)
        if key == "x":
            await play(pilot, "a1")
        await until(pilot, lambda: slow.cancelled == 1)
        assert "a bot is thinking" not in text(app, "#seats")


async def test_hints_do_not_keep_the_bots_waiting(tmp_path):
    app = table(
        tmp_path,
        begun("oust:size-4", AGAINST_BOT),
        thinker=ScriptedThinker(["f1"]),
        adviser=SlowThinker(),
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("H")
        await play(pilot, "d4")
        await until(pilot, lambda: tokens(app) == ["d4", "f1"])


async def test_no_bot_is_asked_where_there_is_no_choice(tmp_path):
    oracle = Oracle()
    passing = "e6 f6 c4 c5 c6 d6 g7 f4 g4 g6 e7 h8 h6 g5 g8 f8"
    app = table(tmp_path, begun("reversi", tokens=passing), adviser=oracle)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("H")
        assert message(app) == "Pass is the only step there is"
        assert oracle.asked == []


async def test_who_cannot_give_hints_says_why(tmp_path):
    app = table(tmp_path, begun("oust:size-4"), adviser=Oracle(fault="the bot has gone home"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("H")
        await until(pilot, lambda: message(app) == "The bot has gone home")
        assert "HINTS" not in text(app, "#seats")


async def test_a_table_may_forbid_help(tmp_path, monkeypatch):
    monkeypatch.setattr(StudyPage, "may_advise", False)
    oracle = Oracle()
    app = table(tmp_path, begun("reversi"), adviser=oracle)
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ("H", "E"):
            await pilot.press(key)
            assert message(app) == "No help may be asked for at this table"
        await pilot.press("G", "G", "G", "G")
        assert oracle.asked == []


async def test_values_are_of_what_the_board_shows_and_remembered(tmp_path):
    oracle = Oracle()
    app = table(tmp_path, begun("oust:size-4", tokens="d4"), adviser=oracle)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("E")
        await until(pilot, lambda: "VALUE  X 50 %   O 50 %" in text(app, "#seats"))
        await pilot.press("[")
        await until(pilot, lambda: "VALUE  X 75 %   O 25 %" in text(app, "#seats"))
        count = len(oracle.asked)
        await pilot.press("]", "[")
        await pilot.pause(0.2)
        assert len(oracle.asked) == count == 2


async def test_after_its_move_a_bot_tells_what_it_thought_where_that_is_wanted(tmp_path):
    bot = Oracle((("f1", 0.25),), ("f1", "b2"))
    app = table(tmp_path, begun("oust:size-4", AGAINST_BOT), thinker=bot, adviser=Oracle())
    async with app.run_test(size=(80, 24)) as pilot:
        await play(pilot, "d4")
        await until(pilot, lambda: tokens(app) == ["d4", "f1"])
        assert "gave itself" not in text(app, "#seats")
        await pilot.press("E")
        told = " ".join(text(app, "#seats").split())
        assert "Easy bot gave itself 25 %, expecting b2" in told


async def test_a_bot_that_had_no_choice_tells_no_thought(tmp_path):
    bot = Oracle((), ())
    app = table(tmp_path, begun("oust:size-4", AGAINST_BOT), thinker=bot, adviser=Oracle())
    async with app.run_test(size=(80, 24)) as pilot:
        await play(pilot, "d4")
        await until(pilot, lambda: len(tokens(app)) == 2)
        await pilot.press("E")
        await until(pilot, lambda: "VALUE" in text(app, "#seats"))
        assert "gave itself" not in text(app, "#seats")


def test_the_value_of_a_game_that_is_over_is_its_result():
    session = played(begun("reversi:6x6"), 500)
    values = decided(session.position)
    winner = session.outcome.winner
    assert values == ((0.5, 0.5) if winner is None else tuple(float(s == winner) for s in (0, 1)))
    assert decided(session.start) is None


def test_of_two_what_one_has_the_other_lacks_and_of_three_nothing_more_is_known():
    assert shared_out(begun("oust:size-4", tokens="d4").position, 0.75) == (0.25, 0.75)
    three = begun("rolit", bots("rolit")).position
    assert [value for value in shared_out(three, 0.5) if value is not None] == [0.5]


# Graphs


async def test_the_graph_of_the_score_is_there_at_once_and_moves_with_the_moment(tmp_path):
    app = table(tmp_path, played(begun("reversi"), 20))

    def marked() -> int:
        """The column below which the mark stands."""
        (row,) = (row for row in text(app, "#log").splitlines() if "^" in row)
        return row.index("^")

    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("G")
        await pilot.pause()
        assert "SCORE" in text(app, "#heading")
        assert marked() == 20
        await pilot.press("[", "[")
        await pilot.pause()
        assert marked() == 18
        counts = [str(score[0]) for score in app.screen.shown.scores]
        assert all(count in text(app, "#heading").split() for count in counts)


async def test_the_graph_of_the_value_fills_in_the_background(tmp_path):
    oracle = Oracle()
    app = table(tmp_path, begun("oust:size-4", tokens="d4 f1 b2"), adviser=oracle)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("G")
        if "VALUE" not in text(app, "#heading"):
            await pilot.press("G")
        await until(pilot, lambda: len(oracle.asked) == 4)
        await pilot.pause()
        assert "?" not in text(app, "#log")
        await pilot.press("G")
        assert "MOVES" in text(app, "#heading")
        assert "d4" in text(app, "#log")


HEIGHTS = st.lists(st.none() | st.floats(0, 1), min_size=1, max_size=90)


@settings(deadline=None)
@given(HEIGHTS, st.data(), st.integers(1, 60), st.integers(2, 14), st.booleans())
def test_a_graph_fits_shows_the_moment_and_is_higher_where_there_is_more(
    heights, data, columns, rows, ascii
):
    at = data.draw(st.integers(0, len(heights) - 1))
    lines = graph_lines(heights, at, columns, rows, ascii=ascii)
    assert len(lines) == rows
    assert all(width(row) <= columns for row in lines)
    place = plain(lines[-1]).index("^")
    assert {row[place].press for row in lines[:-1]} == {f"look {at}"}
    assert not ascii or all(plain(row).isascii() for row in lines)
    levels = " .:#" if ascii else " ▁▂▃▄▅▆▇█"

    def filled(column):
        return sum(max(0, levels.find(row[column].text)) for row in lines[:-1])

    first = int(lines[0][0].press.split()[1])
    known = [
        (heights[first + column], filled(column))
        for column in range(len(lines[0]))
        if heights[first + column] is not None
    ]
    known.sort()
    assert [fill for _, fill in known] == sorted(fill for _, fill in known)
