"""What players of other programs asked for or missed, and the tests that promise it here.

A row without a test is a promise that nobody keeps; whoever renames a test names it here anew.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]

PROMISES = {
    "1 cells grow with the window, and by a key": (
        "tui/test_arrange.py::test_a_larger_window_never_has_a_smaller_board",
        "tui/test_arrange.py::test_in_a_large_window_a_board_is_no_stamp",
        "tui/test_table.py::test_cells_can_be_made_larger_and_smaller",
    ),
    "2 a board is never stretched unless that is asked for": (
        "tui/test_board_widget.py::test_the_largest_scale_of_good_proportions_is_taken",
        "tui/test_board_widget.py::test_flat_bricks_are_drawn_only_when_asked_for",
    ),
    "3 colors are found out whatever TERM says, and can be set": (
        "tui/test_terminal.py::test_the_environment_tells_how_many_colors_there_are",
        "tui/test_terminal.py::test_where_the_environment_says_nothing_the_terminal_does",
        "tui/test_answers.py::test_a_terminal_that_answers_is_believed",
        "tui/test_pty.py::test_a_terminal_is_sent_its_colors_and_survives_a_storm_of_sizes",
    ),
    "4 nothing is told by color alone": (
        "tui/test_board_widget.py::test_every_cell_can_be_told_apart_without_color",
        "tui/test_marks.py::test_letters_and_marks_tell_every_cell_from_every_other",
        "tui/test_screens.py::test_the_lobby_in_few_colors",
    ),
    "5 everything is there in ASCII": (
        "tui/test_ascii.py::test_every_screen_can_be_shown_in_ascii",
        "tui/test_pty.py::test_in_ascii_every_byte_is_ascii",
    ),
    "6 no character moves a row, however wide the terminal makes it": (
        "tui/test_ascii.py::test_where_ambiguous_characters_are_wide_none_is_shown_but_others_are",
        "tui/test_terminal.py::test_the_locale_and_the_width_of_characters_tell_which_are_shown",
    ),
    "7 the board goes before the panels": (
        "tui/test_arrange.py::test_everything_is_in_the_window_and_the_board_goes_first",
        "tui/test_table.py::test_in_a_narrow_window_the_panels_take_the_place_of_the_board",
    ),
    "8 the list of moves never loses one": (
        "tui/test_log.py::test_every_turn_is_there_whole_and_in_order",
        "tui/test_log.py::test_below_24_columns_no_two_turns_share_a_line",
        "tui/test_table.py::test_the_log_never_cuts_a_move",
    ),
    "9 a window may have any size": (
        "tui/test_arrange.py::test_a_window_may_have_any_size",
        "tui/test_pty.py::test_a_window_may_have_any_size_and_another_next",
        "tui/test_table.py::test_a_window_too_small_says_what_it_needs",
    ),
    "10 who cannot see plays in lines, or follows the terminal's cursor": (
        "tui/test_plain_program.py::test_a_match_survives_kill_9_and_is_resumed_in_lines",
        "tui/test_pty.py::test_the_terminals_cursor_is_shown_where_the_person_is",
    ),
    "11 the game is stepped through without leaving the board": (
        "tui/test_table.py::test_brackets_look_back_and_on",
        "tui/test_replay.py::test_it_begins_at_the_start_and_tells_what_is_said_of_it",
    ),
    "12 nothing needs the mouse": (
        "tui/test_keys.py::test_every_action_has_a_key_that_prints",
        "tui/test_keys.py::test_every_action_of_a_screen_is_reached_by_its_keys",
    ),
    "13 a turn is taken back, also one further back": (
        "tui/test_table.py::test_a_turn_is_taken_back_while_the_bot_thinks",
        "core/match/test_offers.py::test_an_agreed_takeback_goes_to_the_step_that_was_named",
    ),
    "14 no offer is accepted by mistake for another": (
        "core/match/test_offers.py::test_every_kind_has_a_letter_of_its_own",
        "core/match/test_offers.py::test_at_most_one_offer_is_open",
        "core/match/test_offers.py::test_nobody_answers_within_the_first_second",
    ),
    "15 whether turns are taken back is agreed, and the key says why not": (
        "core/match/test_offers.py::test_where_takebacks_are_not_allowed_asking_says_so",
        "tui/test_table.py::test_taking_back_is_dim_while_there_is_nothing_to_take_back",
        "tui/house/test_house_screens.py::test_the_lobby",
    ),
    "16 what is half made is never played in another position": (
        "tui/test_table.py::test_what_is_half_picked_is_kept_when_the_position_changes_and_never_played",
        "tui/test_table.py::test_what_is_half_typed_is_kept_when_the_rules_change_and_not_played_unseen",
        "tui/test_together.py::test_who_comes_too_late_is_told_and_shown_what_was_done",
    ),
    "17 nobody resigns by mistake": (
        "tui/test_table.py::test_resigning_is_confirmed",
        "tui/test_table.py::test_resigning_can_be_thought_better_of",
    ),
    "18 whose turn it is, and how long turns took": (
        "tui/test_table.py::test_the_header_shows_whose_turn_it_is_before_all_else",
        "tui/test_clocks.py::test_the_log_tells_how_long_a_turn_took",
    ),
    "19 who looks back is told of new moves, not called away": (
        "tui/test_study.py::test_who_looks_back_is_told_what_is_new_and_not_pulled_forward",
        "tui/test_together.py::test_who_looks_back_stays_there_while_others_play_on",
    ),
    "20 a rematch can be had until somebody goes": (
        "core/match/test_offers.py::test_a_rematch_lapses_when_somebody_goes",
        "core/match/test_offers.py::test_agreeing_to_a_rematch_lets_one_begin_once",
    ),
    "21 notices of one's turn come once, and only where they are wanted": (
        "tui/test_table.py::test_the_bell_tells_that_it_is_my_turn_where_that_is_set",
        "tui/house/test_house_screens.py::test_the_bell_rings_once_for_each_game_that_begins_to_wait",
        "tui/house/test_house.py::test_news_are_on_other_screens_hardly_later_than_what_is_pressed_there",
    ),
    "22 any match is resumed and exported": (
        "tui/test_pty.py::test_a_game_survives_kill_9_and_is_resumed",
        "tui/test_table.py::test_every_step_is_on_the_disk_when_it_is_on_the_screen",
        "core/match/records/test_text.py::test_a_record_replays_to_the_same_match",
    ),
    "23 text is copied, over SSH too": (
        "tui/test_replay.py::test_the_position_and_the_game_are_copied_and_shown",
        "tui/test_pty.py::test_of_the_mouse_only_clicks_are_asked_for",
    ),
    "24 no key is one that terminals swallow, and keys can be changed": (
        "tui/test_keys.py::test_no_key_needs_alt_or_control_and_shift",
        "tui/test_keys.py::test_whatever_is_wanted_nobody_is_locked_out",
        "tui/test_study.py::test_escape_cancels_a_step_and_never_the_exploring",
    ),
    "25 little is sent, and nothing that somebody wrote steers a terminal": (
        "tui/test_repaint.py::test_a_move_of_the_cursor_sends_under_500_bytes_and_the_right_ones",
        "tui/test_repaint.py::test_whatever_a_text_holds_nothing_of_it_steers_the_terminal",
        "tui/test_lines.py::test_no_control_character_of_unicode_gets_into_a_line",
    ),
}
"""What was asked for -> tests, by their files in this folder's parent."""


@cache
def functions_of(file: str) -> frozenset[str]:
    tree = ast.parse((TESTS / file).read_text("utf-8"))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, functions))


def test_no_promise_has_been_forgotten():
    assert [int(promise.split()[0]) for promise in PROMISES] == list(range(1, 26))
    assert all(PROMISES.values())


@pytest.mark.parametrize("name", [name for names in PROMISES.values() for name in names])
def test_what_promises_something_is_there(name):
    file, _, test = name.partition("::")
    assert test in functions_of(file)
