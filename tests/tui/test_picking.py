"""From picked cells to steps: the list of legal steps decides everything."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import catalog
from core.errors import IllegalStep
from tui.picking import pick, refusal, targets, typed

CORRIDOR = str(Path(__file__).parent / "games" / "corridor.yaml")


@pytest.fixture(scope="module")
def corridor():
    return catalog.load(CORRIDOR).start()


@pytest.fixture(scope="module")
def oust():
    return catalog.load("oust:size-4").start()


def test_a_placement_is_complete_with_its_cell(oust):
    assert [str(step) for step in pick(oust, (), "d4").steps] == ["d4"]


def test_a_move_begins_with_its_origin(corridor):
    assert pick(corridor, (), "a1").picks == ("a1",)


def test_after_the_origin_the_landing_cells_may_be_picked(corridor):
    assert targets(corridor, ("a1",)) == {"a2", "b1"}


def test_origin_and_landing_cell_make_a_step(corridor):
    assert [str(step) for step in pick(corridor, ("a1",), "b1").steps] == ["a1-b1"]


def test_two_actions_on_one_cell_are_both_offered(corridor):
    assert [str(step) for step in pick(corridor, (), "b2").steps] == ["b2", "Rb2"]


def test_another_beginning_replaces_what_was_picked(corridor):
    assert [str(step) for step in pick(corridor, ("a1",), "c2").steps] == ["c2", "Rc2"]


def test_a_refusal_says_why_in_the_words_of_the_game():
    position = catalog.load("rive").start().play("d4")
    assert refusal(position, (), "d5").startswith("d5: a stone goes only where")


def test_a_refusal_does_not_name_the_cell_twice(oust):
    assert refusal(oust.play("d4"), (), "d4") == "d4 is not empty"


def test_a_legal_cell_is_not_refused(oust):
    assert refusal(oust, (), "d4") == ""


def test_typed_steps_are_read_with_commas_and_blanks():
    position = catalog.load("nibble").start(seed=1)
    assert [str(step) for step in typed(position, " -a1, stop ")] == ["-a1", "stop"]


def test_typed_steps_may_have_remarks_and_capitals(oust):
    assert [str(step) for step in typed(oust, "D4*2")] == ["d4"]


def test_one_wrong_step_spoils_all_that_were_typed(oust):
    with pytest.raises(IllegalStep, match="'zz' is no step"):
        typed(oust, "d4,zz")


def test_typing_nothing_gives_an_example(oust):
    with pytest.raises(IllegalStep, match="type a step such as a1"):
        typed(oust, " , ")


def test_typed_cells_are_the_only_step_that_is_there(corridor):
    assert [str(step) for step in typed(corridor, "A1-B1")] == ["a1-b1"]
    taking = catalog.load("nibble").start(seed=1)
    assert [str(step) for step in typed(taking, "a1")] == ["-a1"]


def test_a_typed_step_of_another_seat_is_refused(oust):
    with pytest.raises(IllegalStep, match="b2 comes after the end of your turn"):
        typed(oust, "a1,b2", (0,))
    assert len(typed(oust, "a1,b2", (0, 1))) == 2


def test_stopping_a_turn_that_has_ended_by_itself_is_told_in_these_words(oust):
    with pytest.raises(IllegalStep, match="the turn ends by itself, without stop"):
        typed(oust, "a1,stop", (0,))
    with pytest.raises(IllegalStep, match="the turn ends by itself, without stop"):
        typed(oust, "a1,stop", (0, 1))


def test_a_piece_that_cannot_go_anywhere_is_refused_with_its_own_reason():
    position = catalog.load("breakthrough").start()
    assert refusal(position, (), "a1") == "a1: no piece can go from a1"
    assert refusal(position, ("a2",), "a4") == "a4: no piece can go from a2 to a4"
