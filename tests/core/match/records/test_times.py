"""What the times of a log become in a record of it."""

from __future__ import annotations

from core import catalog
from core.match.clock import MINUTE, SECOND, Fischer
from core.match.entries import Terms
from core.match.offers import MOMENT
from core.match.records.formats import FORMATS
from core.match.records.record import Record
from core.match.session import Player, Session

BEGAN = 1_767_225_600_000
SEATS = (Player("person", "ann"), Player("person", "bob"))


def begun(takebacks="free"):
    game = catalog.load("reversi:6x6")
    terms = Terms(Fischer(5 * MINUTE, 3 * SECOND), takebacks)
    return Session.begin(game, game.start(), SEATS, terms, BEGAN)


def steps(session, *after):
    """The match with a step more, so many milliseconds after whatever happened last, for each."""
    for time in after:
        token = session.position.steps[0].token
        session = session.after(session.step(session.mover, token, session.at + time))
    return session


def test_a_step_takes_from_the_one_before_it_to_itself():
    session = steps(begun(), 2000, 3500, 10)
    record = Record.of(session)
    assert record.spent == {1: 2000, 2: 3500, 3: 10}
    assert (record.began, record.ended) == (BEGAN, None)
    ended = session.after(session.resign(0, session.at + 7000))
    assert Record.of(ended).ended == BEGAN + 2000 + 3500 + 10 + 7000


def test_talk_takes_no_time_off_a_step():
    session = steps(begun(), 2000)
    session = session.after(session.say(0, "ann", "hello", session.at + 1000))
    session = session.after(session.offer(0, "draw", session.at + 1000))
    session = session.after(session.answer(1, "draw", False, session.at + MOMENT))
    assert Record.of(steps(session, 500)).spent == {1: 2000, 2: 2000 + MOMENT + 500}


def test_what_was_taken_back_counts_for_no_step_that_stands():
    session = steps(begun("asked"), 2000, 3000)
    session = session.after(session.offer(1, "takeback", session.at + 1000))
    session = session.after(session.answer(0, "takeback", True, session.at + MOMENT))
    assert len(session.steps) == 1
    assert Record.of(steps(session, 400, 600)).spent == {1: 2000, 2: 400, 3: 600}


def test_a_log_without_times_tells_none():
    game = catalog.load("reversi:6x6")
    session = steps(Session.begin(game, game.start(), SEATS), 0, 0)
    assert Record.of(session) == Record(session)


def test_what_is_left_on_the_clocks_is_in_sgf():
    session = steps(begun(), 2000, 3500, 10)
    text = FORMATS["sgf"].write(Record.of(session))
    assert "TM[300]OT[3 fischer]" in text
    for number, seat in enumerate((0, 1, 0)):
        left = Session.remaining(steps(begun(), *(2000, 3500, 10)[: number + 1]), seat, 0)
        assert f"{'BW'[seat]}L[{left / 1000:g}]" in text


def test_clocks_of_other_programs_are_read():
    sgf = "(;GM[2]SZ[8]TM[600]OT[5 fischer]RE[W+T];B[f5]BL[598.5];W[d6]WL[601.25])"
    record = FORMATS["sgf"].read(sgf, None)
    assert record.session.terms.pace == Fischer(10 * MINUTE, 5 * SECOND)
    assert record.spent == {1: 6500, 2: 3750}
    assert record.session.outcome.reason == "time"
    assert record.session.outcome.winner == 1
    ggf = "(;GM[Othello]TY[8]TI[15:00/0:10/2:00]RE[-64.00:t]B[f5//2.5]W[d6//1];)"
    record = FORMATS["ggf"].read(ggf, None)
    assert record.session.terms.pace == Fischer(15 * MINUTE, 10 * SECOND)
    assert record.session.outcome.winner == 1


def test_a_result_that_no_clock_can_show_is_kept_as_a_comment():
    record = FORMATS["sgf"].read("(;GM[2]SZ[8]RE[W+T];B[f5];W[d6])", None)
    assert record.session.outcome is None
    assert record.comments[2] == "result: W+T"


def test_a_match_has_ended_when_it_was_over_whatever_is_said_later():
    session = steps(begun(), 2000)
    assert Record.of(session).ended is None
    offered = session.after(session.offer(0, "draw", session.at + 1000))
    over = offered.after(offered.answer(1, "draw", True, offered.at + MOMENT))
    later = over.after(over.say(0, "ann", "well played", over.at + 5000))
    later = later.after(later.offer(0, "rematch", later.at + 5000))
    later = later.after(later.answer(1, "rematch", True, later.at + 5000))
    assert Record.of(later).ended == Record.of(over).ended == over.at
