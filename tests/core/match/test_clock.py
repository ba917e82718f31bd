"""Clocks count down for whoever is to move, by the times of the log alone."""

from __future__ import annotations

import pytest

from core import catalog
from core.errors import SessionError
from core.match.clock import DAY, MINUTE, SECOND, Clock, Daily, Fischer, pace
from core.match.entries import OPEN, Flagged, Player, Stepped, Terms
from core.match.session import Session

ANN, BOB = Player("person", "ann"), Player("person", "bob")
BLITZ = Fischer(MINUTE, 2 * SECOND)


def begun(terms=None, seats=(ANN, BOB), name="reversi:6x6", now=1000):
    game = catalog.load(name)
    return Session.begin(game, game.start(), seats, terms or Terms(BLITZ), now)


def played(session, *times):
    """Any steps, made at these times."""
    for now in times:
        token = session.position.steps[0].token
        session = session.after(session.step(session.mover, token, now))
    return session


def left(session, now):
    return [session.remaining(seat, now) for seat in range(len(session.seats))]


def test_without_a_clock_there_is_no_time_to_tell():
    assert begun(Terms()).remaining(0, 5) is None


def test_the_clock_runs_from_the_start_for_whoever_is_to_move():
    assert left(begun(), 1000 + 10 * SECOND) == [50 * SECOND, MINUTE]


def test_a_finished_turn_gives_the_bonus_and_starts_the_others_clock():
    session = played(begun(), 11_000)
    assert left(session, 11_000) == [52 * SECOND, MINUTE]
    assert left(session, 14_000) == [52 * SECOND, 57 * SECOND]


def test_a_step_within_a_turn_gives_no_bonus_and_the_clock_runs_on():
    session = begun(name="nibble")
    for seed in range(20):
        start = session.game.start(seed=seed)
        session = played(Session.begin(session.game, start, (ANN, BOB), Terms(BLITZ)), 5000)
        if session.mover == 0:
            break
    assert left(session, 8000) == [52 * SECOND, MINUTE]
    stopped = session.after(session.step(0, "stop", 9000))
    assert left(stopped, 9000) == [53 * SECOND, MINUTE]


def test_days_are_given_anew_with_every_turn():
    session = played(begun(Terms(Daily(3)), now=0), DAY)
    assert left(session, 2 * DAY) == [3 * DAY, 2 * DAY]


def test_a_step_in_the_last_millisecond_counts_and_none_later():
    session = begun()
    token = session.position.steps[0].token
    assert session.after(session.step(0, token, 1000 + MINUTE - 1)).remaining(0, 10**9) == 2001
    with pytest.raises(SessionError, match=r"^time is up$"):
        session.step(0, token, 1000 + MINUTE)
    with pytest.raises(SessionError, match=r"^time is up$"):
        session.after(Stepped(0, token, at=1000 + MINUTE))


def test_the_flag_falls_when_time_is_up_and_not_before():
    session = begun()
    with pytest.raises(SessionError, match=r"^there is time left$"):
        session.flag(1000 + MINUTE - 1)
    over = session.after(session.flag(1000 + MINUTE))
    assert (over.outcome.winner, over.outcome.reason) == (1, "time")
    assert over.mover is None


def test_nobody_is_flagged_by_claiming_it_early():
    session = begun()
    for entry in (Flagged(0, at=5000), Flagged(1, at=1000 + MINUTE)):
        with pytest.raises(SessionError, match="there is time left"):
            session.after(entry)


def test_of_three_players_the_one_whose_time_is_up_leaves_the_win_to_the_others():
    session = begun(seats=(ANN, BOB, Player("person", "cem")), name="rolit")
    over = session.after(session.flag(1000 + MINUTE))
    assert over.outcome.shared == (1, 2)


def test_when_the_match_is_over_all_clocks_stand():
    session = played(begun(), 11_000)
    over = session.after(session.resign(0, 21_000))
    assert left(over, 10**9) == [52 * SECOND, 50 * SECOND]


def test_taking_back_gives_no_time_back():
    session = played(begun(), 11_000)
    back = session.after(session.take_back(0, 21_000))
    assert left(back, 21_000) == [52 * SECOND, 50 * SECOND]
    assert left(back, 31_000) == [42 * SECOND, 50 * SECOND]


def test_the_clock_waits_for_the_last_seat_to_be_taken():
    session = begun(seats=(ANN, OPEN))
    assert left(session, 10 * MINUTE) == [MINUTE, MINUTE]
    with pytest.raises(SessionError, match="begins when every seat is taken"):
        session.step(0, session.position.steps[0].token, 5000)
    session = session.after(session.sit(1, BOB, 10 * MINUTE))
    assert left(session, 10 * MINUTE + SECOND) == [MINUTE - SECOND, MINUTE]


@pytest.mark.parametrize(("waits", "time"), [(False, 20 * SECOND), (True, 50 * SECOND)])
def test_a_lost_line_stops_the_clock_only_where_the_terms_say_so(waits, time):
    session = begun(Terms(BLITZ, waits=waits))
    session = session.after(session.go_away(0, 11_000))
    session = session.after(session.come_back(0, 41_000))
    assert session.remaining(0, 41_000) == time


def test_who_gives_up_a_seat_does_not_stop_its_clock():
    session = begun()
    session = session.after(session.leave(0, 11_000))
    assert session.after(session.flag(1000 + MINUTE)).outcome.winner == 1


def test_a_clock_of_another_computer_that_is_behind_does_not_turn_time_back():
    session = played(begun(), 11_000, 4000)
    assert [entry.at for entry in session.log] == [1000, 11_000, 11_000]
    assert left(session, 11_000) == [52 * SECOND, 62 * SECOND]


def test_nothing_is_refilled_or_spent_twice():
    clock = Clock.at_rest(BLITZ, 2).passed_to(0, 0).passed_to(0, 5000)
    assert clock.remaining(0, 6000) == 54 * SECOND
    assert clock.passed_to(None, 6000).passed_to(None, 9000).left == (54 * SECOND, MINUTE)


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("5+3", Fischer(5 * MINUTE, 3 * SECOND)),
        ("0:30+0", Fischer(30 * SECOND)),
        ("90+0", Fischer(90 * MINUTE)),
        ("3d", Daily(3)),
    ],
)
def test_a_pace_is_written_as_people_say_it(text, time):
    assert pace(text) == time
    assert str(time) == text


@pytest.mark.parametrize(
    "text", ["", "5", "5+", "+3", "0+5", "0:04+1", "0d", "400d", "-1d", "5:60+0"]
)
def test_what_is_no_pace_is_refused(text):
    with pytest.raises(SessionError, match="a clock should be"):
        pace(text)
