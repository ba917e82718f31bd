"""A session checks what players want, and folds what happened."""

from __future__ import annotations

import pytest

from core import catalog
from core.errors import IllegalStep, SessionError
from core.match.session import (
    Player,
    Resigned,
    Session,
    Started,
    Stepped,
    TookBack,
    replayed,
)

SEATS = (Player("person", "ann"), Player("bot", "easy", 1))


def begun(name: str, seed: int = 7) -> Session:
    game = catalog.load(name)
    return Session.begin(game, game.start(seed=seed), SEATS)


def played(session: Session, *tokens: str) -> Session:
    for token in tokens:
        assert session.mover is not None
        session = session.after(session.step(session.mover, token))
    return session


def first_turn() -> Session:
    """A match of nibble in the middle of its first turn, two steps made and more to come."""
    for seed in range(100):
        session = begun("nibble", seed)
        for step in session.position.steps:
            once = played(session, step.token)
            if len(once.position.steps) > 2:
                twice = played(once, once.position.steps[0].token)
                if twice.position.step == 2:
                    return twice
    raise AssertionError("no first turn of these deals has three steps")


def test_a_step_is_checked_but_changes_nothing_yet():
    session = begun("reversi:6x6")
    token = session.position.steps[0].token
    assert session.step(0, token) == Stepped(0, token)
    assert session.steps == ()


def test_a_step_of_the_other_side_is_refused_by_its_name():
    with pytest.raises(SessionError, match=r"^it is Black's turn$"):
        begun("reversi:6x6").step(1, "c2")


def test_an_illegal_step_is_refused_with_the_reason_of_the_rules():
    with pytest.raises(IllegalStep):
        begun("reversi:6x6").step(0, "a1")


def test_nobody_steps_after_the_end():
    session = begun("reversi:6x6")
    session = session.after(session.resign(0))
    with pytest.raises(SessionError, match=r"^the game is over$"):
        session.step(0, session.position.steps[0].token)


def test_who_resigns_loses_even_on_the_others_turn():
    session = begun("reversi:6x6")
    session = session.after(session.resign(1))
    assert session.outcome is not None
    assert (session.outcome.winner, session.outcome.reason) == (0, "resigned")
    assert session.mover is None


def test_a_match_that_was_given_up_is_not_taken_back():
    session = played(begun("reversi:6x6"), "b3")
    session = session.after(session.resign(1))
    with pytest.raises(SessionError, match="the game is over"):
        session.take_back(0)


def test_nobody_resigns_twice():
    session = begun("reversi:6x6").after(Resigned(0))
    with pytest.raises(SessionError, match="the game is over"):
        session.resign(1)


def test_undo_takes_back_one_step_of_the_turn():
    session = first_turn()
    undone = session.after(session.undo(0))
    assert undone.position == session.positions[1]
    assert undone.log == (*session.log, TookBack(0, 1))


def test_undo_stops_at_the_start_of_the_turn():
    session = first_turn()
    for _ in range(2):
        session = session.after(session.undo(0))
    with pytest.raises(SessionError, match="no step of this turn"):
        session.undo(0)


def test_the_other_side_cannot_undo_my_steps():
    with pytest.raises(SessionError, match=r"it is .*'s turn"):
        first_turn().undo(1)


def test_taking_back_in_the_middle_of_a_turn_goes_to_its_start():
    session = first_turn()
    assert session.take_back(0) == TookBack(0, 0)


def test_taking_back_goes_to_the_askers_last_turn():
    session = begun("reversi:6x6")
    for _ in range(3):
        session = played(session, session.position.steps[0].token)
    assert session.take_back(0) == TookBack(0, 2)
    assert session.take_back(1) == TookBack(1, 1)


def test_taking_back_on_ones_own_turn_goes_to_the_turn_before():
    session = begun("reversi:6x6")
    for _ in range(4):
        session = played(session, session.position.steps[0].token)
    assert session.take_back(0) == TookBack(0, 2)


def test_who_has_not_moved_has_nothing_to_take_back():
    session = begun("reversi:6x6")
    session = played(session, session.position.steps[0].token)
    with pytest.raises(SessionError, match="nothing to take back"):
        session.take_back(1)


def test_after_taking_back_the_log_still_tells_what_was_played():
    session = played(begun("reversi:6x6"), "b3")
    session = session.after(session.take_back(0))
    assert session.position == session.start
    assert session.entries == (Stepped(0, "b3"), TookBack(0, 0))


def test_a_forced_pass_is_a_step_that_taking_back_passes_over():
    """The Othello transcript after which Black must pass."""
    tokens = "e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8"
    session = begun("reversi")
    session = played(session, *(tokens[place : place + 2] for place in range(0, 32, 2)))
    before = session.take_back(0)
    session = played(session, "pass")
    assert session.turns[-1].text == "pass"
    assert session.take_back(0) == before


def test_captured_pieces_are_counted_in_the_notation():
    session = played(begun("reversi:6x6"), "b3")
    assert session.steps[0].captured == ("c3",)
    assert session.turns[0].text == "b3*1"


def test_a_turn_in_the_middle_ends_with_a_comma_and_a_finished_one_without_stop():
    session = first_turn()
    assert session.turns[0].text.endswith(",")
    assert not session.turns[0].ended
    stopped = played(session, "stop")
    assert stopped.turns[0].text == session.turns[0].text.rstrip(",")


def test_taking_a_piece_is_not_also_capturing_it():
    assert all(played.captured == () for played in first_turn().steps)


def test_a_swap_is_a_turn_and_captures_nothing():
    session = played(begun("oust:size-4"), "d4", "swap")
    assert [(turn.number, turn.seat, turn.text) for turn in session.turns] == [
        (1, 0, "d4"),
        (1, 1, "swap"),
    ]
    assert session.mover == 0


def test_after_a_swap_seats_are_called_by_the_side_they_play():
    session = played(begun("oust:size-4"), "d4", "swap")
    with pytest.raises(SessionError, match=r"^it is White's turn$"):
        session.step(1, "a1")


def test_a_capture_and_the_steps_after_it_are_one_turn():
    session = played(begun("oust:size-4+no-pie"), "d4", "d5", "a1", "g4", "d3")
    assert session.turns[-1].number == 3


def test_a_log_must_say_which_game_it_is_of():
    with pytest.raises(SessionError, match="which game"):
        replayed(catalog.load("reversi:6x6"), [Stepped(0, "b3")])


def test_a_log_of_another_game_is_refused():
    session = begun("reversi:6x6")
    with pytest.raises(SessionError, match="is of reversi:6x6, not of reversi:8x8"):
        Session.opened(catalog.load("reversi:8x8"), session.started)


def test_a_match_needs_a_player_on_each_seat():
    game = catalog.load("reversi:6x6")
    with pytest.raises(SessionError, match="for 2 players, not 1"):
        Session.begin(game, game.start(), SEATS[:1])


def test_other_rules_are_noticed():
    session = begun("reversi:6x6")
    older = Started(session.game.id, "0" * 64, session.started.start, SEATS)
    assert not session.other_rules
    assert Session.opened(session.game, older).other_rules


@pytest.mark.parametrize(
    "entry",
    [
        Started("reversi:6x6", "", "", SEATS),
        Stepped(7, "b3"),
        Stepped(0, "?"),
        TookBack(0, 0),
        TookBack(0, -1),
        TookBack(9, 0),
        Resigned(2),
    ],
    ids=str,
)
def test_an_entry_that_cannot_come_now_is_refused(entry):
    with pytest.raises((SessionError, IllegalStep)):
        begun("reversi:6x6").after(entry)


CHANGING = """
format: 1
game: changing
info: {name: Changing, minutes: 1, complexity: 1, summary: For tests.}
players: [red, blue]
board: {shape: rectangle, width: WIDTH, height: 2}
pieces: {stone: }
moves:
  put: {place: stone, at: empty & row(ROW)}
turn: {no_moves: lose}
"""


def changing(folder, width=4, row="1"):
    path = folder / "changing.yaml"
    path.write_text(CHANGING.replace("WIDTH", str(width)).replace("ROW", row))
    return catalog.load(str(path))


def begun_in(game, *tokens):
    return played(Session.begin(game, game.start(), SEATS), *tokens)


def test_a_match_goes_on_under_changed_rules(tmp_path):
    session = begun_in(changing(tmp_path), "a1", "b1")
    later, dropped = session.under(changing(tmp_path, width=6))
    assert dropped == 0
    assert [played.token for played in later.steps] == ["a1", "b1"]
    assert "f1" in later.game.cells
    assert not later.other_rules


def test_steps_that_changed_rules_forbid_are_dropped_with_all_after_them(tmp_path):
    session = begun_in(changing(tmp_path), "a1", "d1", "b1")
    later, dropped = session.under(changing(tmp_path, width=3))
    assert dropped == 2
    assert [played.token for played in later.steps] == ["a1"]


def test_giving_up_stays_under_changed_rules_only_with_all_steps(tmp_path):
    session = begun_in(changing(tmp_path), "a1", "d1").after(Resigned(1))
    assert session.under(changing(tmp_path, width=6))[0].resigned == 1
    assert session.under(changing(tmp_path, width=3))[0].resigned is None


def test_a_start_that_no_longer_fits_is_begun_afresh(tmp_path):
    game = changing(tmp_path)
    session = Session.begin(game, game.start().play("d1"), SEATS)
    later, dropped = session.under(changing(tmp_path, width=3))
    assert (later.start, dropped) == (later.game.start(), 0)


def test_a_start_that_still_fits_is_kept(tmp_path):
    game = changing(tmp_path)
    session = Session.begin(game, game.start().play("b1"), SEATS)
    later, _ = session.under(changing(tmp_path, row="2"))
    assert set(later.start.pieces) == {"b1"}


def test_a_match_does_not_go_on_under_another_game():
    with pytest.raises(SessionError, match="is of reversi:6x6, not of reversi:8x8"):
        begun("reversi:6x6").under(catalog.load("reversi:8x8"))


def test_somebody_else_can_play_on_and_the_match_stays_what_it_is():
    session = begun("reversi:6x6", "b3")
    ann = Player("person", "ann")
    later = session.after(session.reseat(1, ann))
    assert later.seats == (session.seats[0], ann)
    assert (later.steps, later.started) == (session.steps, session.started)
    assert replayed(session.game, later.log) == later


def test_nobody_takes_over_a_match_that_is_over():
    session = begun("reversi:6x6").after(Resigned(0))
    with pytest.raises(SessionError, match="the game is over"):
        session.reseat(0, Player("person", "ann"))
