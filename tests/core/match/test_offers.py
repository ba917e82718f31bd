"""What players ask of each other happens when all others agree, and only then."""

from __future__ import annotations

import pytest

from core import catalog
from core.errors import SessionError
from core.match.clock import MINUTE, SECOND, Fischer
from core.match.entries import KINDS, LETTERS, OPEN, Player, Said, Terms
from core.match.session import Session

ANN, BOB, CEM = (Player("person", name) for name in ("ann", "bob", "cem"))
BOT = Player("bot", "easy", 1)
ASKED = Terms(takebacks="asked")


def begun(*seats, terms=ASKED, steps=3, name="reversi:6x6"):
    game = catalog.load(name)
    session = Session.begin(game, game.start(), seats or (ANN, BOB), terms)
    for _ in range(steps):
        token = session.position.steps[0].token
        session = session.after(session.step(session.mover, token))
    return session


def in_a_turn(terms):
    """A match one step into a first turn that can go on."""
    game = catalog.load("nibble")
    for seed in range(100):
        session = Session.begin(game, game.start(seed=seed), (ANN, BOB), terms)
        session = session.after(session.step(0, session.position.steps[0].token))
        if session.mover == 0:
            return session
    raise AssertionError("no first turn of these deals has two steps")


def offered(session, kind, seat=0, now=0, to=None):
    return session.after(session.offer(seat, kind, now, to))


def answered(session, seat, kind, yes=True, now=SECOND):
    return session.after(session.answer(seat, kind, yes, now))


def over():
    session = begun()
    return session.after(session.resign(1))


def test_every_kind_has_a_letter_of_its_own():
    assert len(set(LETTERS.values())) == len(KINDS) == len(LETTERS)


def test_an_agreed_draw_ends_the_match():
    session = answered(offered(begun(), "draw"), 1, "draw")
    assert (session.outcome.winner, session.outcome.reason) == (None, "agreed")
    assert session.mover is None


def test_an_agreed_takeback_goes_to_the_step_that_was_named():
    session = answered(offered(begun(), "takeback", to=1), 1, "takeback")
    assert len(session.steps) == 1


def test_a_takeback_without_a_step_goes_to_the_offerers_last_choice():
    session = answered(offered(begun(), "takeback"), 1, "takeback")
    assert len(session.steps) == 2
    assert session.mover == 0


def test_agreed_seats_are_swapped_with_the_clocks_staying_at_the_chairs():
    session = begun(terms=Terms(Fischer(MINUTE)), steps=0)
    session = answered(offered(session, "swap"), 1, "swap")
    assert session.seats == (BOB, ANN)
    assert session.remaining(0, SECOND) == MINUTE - SECOND


def test_agreeing_to_a_rematch_lets_one_begin_once():
    session = answered(offered(over(), "rematch"), 1, "rematch")
    assert session.wants_rematch
    session = session.after(session.play_again(0, 17, SECOND))
    assert session.rematch == 17
    with pytest.raises(SessionError, match="nobody plays again"):
        session.play_again(1, 18, SECOND)


def test_nobody_plays_again_who_has_not_agreed():
    with pytest.raises(SessionError, match="nobody plays again"):
        offered(over(), "rematch").play_again(0, 17, SECOND)


@pytest.mark.parametrize("yes", [True, False])
def test_nobody_answers_within_the_first_second(yes):
    session = offered(begun(), "draw", now=5000)
    with pytest.raises(SessionError, match="only just been offered"):
        session.answer(1, "draw", yes, 5999)
    assert session.answer(1, "draw", yes, 6000)


def test_an_answer_to_one_offer_never_answers_another():
    session = offered(begun(), "draw")
    with pytest.raises(SessionError, match="no such offer"):
        session.answer(1, "takeback", True, MINUTE)


def test_nobody_answers_their_own_offer():
    with pytest.raises(SessionError, match="for others to answer"):
        offered(begun(), "draw").answer(0, "draw", True, MINUTE)


def test_at_most_one_offer_is_open():
    session = offered(begun(), "draw")
    with pytest.raises(SessionError, match="another offer is open"):
        session.offer(1, "takeback", MINUTE)


def test_what_is_declined_or_withdrawn_is_gone_and_can_be_offered_anew():
    session = answered(offered(begun(), "draw"), 1, "draw", yes=False)
    assert (session.offered, session.outcome) == (None, None)
    session = offered(session, "draw")
    session = session.after(session.withdraw(0, MINUTE))
    assert session.offered is None
    with pytest.raises(SessionError, match="no such offer"):
        session.answer(1, "draw", True, MINUTE)


def test_only_the_offerer_withdraws():
    with pytest.raises(SessionError, match="no such offer to withdraw"):
        offered(begun(), "draw").withdraw(1, MINUTE)
    with pytest.raises(SessionError, match="no offer to withdraw"):
        begun().withdraw(1, MINUTE)


@pytest.mark.parametrize(("kind", "stays"), [("draw", False), ("takeback", False), ("swap", True)])
def test_a_step_lets_what_is_about_the_position_lapse(kind, stays):
    session = offered(begun(), kind)
    token = session.position.steps[0].token
    session = session.after(session.step(session.mover, token, 1))
    assert (session.offered is not None) == stays


def test_a_rematch_lapses_when_somebody_goes():
    session = offered(over(), "rematch")
    assert session.after(session.go_away(0, 1)).offered is None


def test_a_lost_line_does_not_let_a_draw_lapse_but_a_left_seat_does():
    session = offered(begun(), "draw")
    assert session.after(session.go_away(1, 1)).offered is not None
    assert session.after(session.leave(1, 1)).offered is None


def test_the_end_lets_all_lapse_but_what_can_still_be():
    session = offered(begun(), "swap")
    assert session.after(session.resign(1, 1)).offered is None


def test_all_other_persons_must_agree_and_bots_are_not_asked():
    session = begun(ANN, BOT, CEM, name="rolit")
    assert offered(session, "draw").offered.asked == (2,)
    session = offered(begun(ANN, BOB, CEM, name="rolit"), "draw")
    session = answered(session, 2, "draw")
    assert session.outcome is None
    assert answered(session, 1, "draw").outcome.reason == "agreed"


def test_one_no_of_two_is_enough():
    session = offered(begun(ANN, BOB, CEM, name="rolit"), "draw")
    session = answered(answered(session, 2, "draw"), 1, "draw", yes=False)
    assert (session.offered, session.outcome) == (None, None)


def test_a_bot_is_not_asked_and_its_opponent_takes_back_at_once():
    session = begun(ANN, BOT)
    with pytest.raises(SessionError, match="nobody to ask"):
        session.offer(0, "draw", 0)
    assert len(session.after(session.take_back(0)).steps) == 2


def test_persons_apart_are_asked_but_each_may_undo_steps_of_an_unfinished_turn():
    with pytest.raises(SessionError, match="the others must be asked"):
        begun().take_back(0)
    session = in_a_turn(ASKED)
    assert session.after(session.undo(0)).steps == ()


def test_where_takebacks_are_not_allowed_asking_says_so():
    session = begun(terms=Terms(takebacks="never"))
    for ask in (lambda: session.offer(0, "takeback", 0), lambda: session.take_back(0)):
        with pytest.raises(SessionError, match=r"^takebacks are not allowed at this table$"):
            ask()


@pytest.mark.parametrize(
    ("session", "kind", "words"),
    [
        (begun(), "rematch", "not over yet"),
        (over(), "draw", "the game is over"),
        (over(), "takeback", "the game is over"),
        (over(), "swap", "the game is over"),
        (begun(steps=0), "takeback", "nothing to take back"),
        (begun(ANN, BOB, CEM, name="rolit"), "swap", "only two"),
        (begun(ANN, OPEN, steps=0), "draw", "every seat is taken"),
    ],
    ids=["early rematch", "late draw", "late takeback", "late swap", "no step", "three", "open"],
)
def test_what_makes_no_sense_is_not_offered(session, kind, words):
    with pytest.raises(SessionError, match=words):
        session.offer(0, kind, MINUTE)


def test_nobody_agrees_to_a_draw_after_time_is_up():
    session = offered(begun(terms=Terms(Fischer(MINUTE)), steps=0), "draw")
    with pytest.raises(SessionError, match="time is up"):
        session.answer(1, "draw", True, MINUTE)


def test_an_open_seat_is_taken_once():
    session = begun(ANN, OPEN, steps=0)
    session = session.after(session.sit(1, BOB, 5))
    assert session.seats == (ANN, BOB)
    with pytest.raises(SessionError, match="the seat is taken"):
        session.sit(1, CEM, 6)


def test_a_seat_that_was_left_can_be_taken_by_another():
    session = begun()
    session = session.after(session.leave(1, 5))
    assert session.seats[1] == Player("open", "bob")
    assert session.after(session.sit(1, CEM, 6)).seats == (ANN, CEM)


def test_nobody_moves_from_an_open_seat_and_the_other_goes_on():
    session = begun(steps=2)
    session = session.after(session.leave(1, 5))
    token = session.position.steps[0].token
    session = session.after(session.step(0, token, 6))
    with pytest.raises(SessionError, match="nobody sits there"):
        session.step(1, session.position.steps[0].token, 7)


@pytest.mark.parametrize("how", ["leave", "go_away"])
def test_a_match_is_abandoned_after_the_agreed_patience(how):
    session = begun(terms=Terms(patience=MINUTE))
    session = session.after(getattr(session, how)(1, SECOND))
    with pytest.raises(SessionError, match="long enough"):
        session.abandon(MINUTE)
    session = session.after(session.abandon(MINUTE + SECOND))
    assert (session.outcome.winner, session.outcome.reason) == (0, "abandoned")


def test_who_has_come_back_is_not_abandoned():
    session = begun(terms=Terms(patience=MINUTE))
    session = session.after(session.go_away(1, 0))
    session = session.after(session.say(1, "bob", "here again", 5))
    with pytest.raises(SessionError, match="nobody is away"):
        session.abandon(10 * MINUTE)


def test_patience_is_without_end_unless_the_terms_say_so():
    session = begun()
    session = session.after(session.go_away(1, 0))
    with pytest.raises(SessionError, match="long enough"):
        session.abandon(10**12)


def missing(**terms):
    """Bob is away since the beginning, where the others wait for a minute."""
    session = begun(terms=Terms(patience=MINUTE, **terms))
    return session.after(session.go_away(1, 0))


def test_a_bot_stands_in_under_the_name_of_who_was_away_too_long():
    session = missing(stand_ins=True)
    with pytest.raises(SessionError, match="long enough"):
        session.stand_in(1, 2, MINUTE - 1)
    session = session.after(session.stand_in(1, 2, MINUTE))
    assert session.seats == (ANN, Player("bot", "bob", 2))
    assert session.missed(2 * MINUTE) == ()
    with pytest.raises(SessionError, match="no person sits there"):
        session.stand_in(1, 2, 2 * MINUTE)
    session = session.after(session.reseat(1, BOB, 2 * MINUTE))
    assert session.seats == (ANN, BOB)


def test_no_bot_stands_in_where_the_terms_do_not_let_it():
    with pytest.raises(SessionError, match="no bot plays on"):
        missing().stand_in(1, 2, MINUTE)


def test_no_bot_stands_in_for_who_has_moved_again_or_in_a_match_that_is_over():
    session = missing(stand_ins=True)
    with pytest.raises(SessionError, match="the game is over"):
        session.after(session.resign(0, 1)).stand_in(1, 2, MINUTE)
    token = session.position.steps[0].token
    session = session.after(session.step(1, token, 5))
    with pytest.raises(SessionError, match="long enough"):
        session.stand_in(1, 2, 10 * MINUTE)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("hello", "hello"),
        (" a\tb\n c ", "a b c"),
        ("\x1b[31mred", "[31mred"),
        ("abc\u202edef", "abcdef"),
        ("x" * 400, "x" * 300),
    ],
)
def test_what_is_said_can_be_shown_on_one_line(text, shown):
    session = begun()
    session = session.after(session.say(None, "watcher", text, 0))
    assert session.said == (Said(None, "watcher", shown),)


@pytest.mark.parametrize("text", ["", "  ", "\x1b\x07"])
def test_nothing_is_not_said(text):
    with pytest.raises(SessionError, match="nothing to say"):
        begun().say(0, "ann", text, 0)


def test_others_see_whole_turns_where_the_terms_say_so():
    session = in_a_turn(Terms(shows="turns"))
    assert [session.seen_by(who) for who in (0, 1, None)] == [1, 0, 0]
    session = session.after(session.step(0, "stop"))
    assert [session.seen_by(who) for who in (0, 1, None)] == [2, 2, 2]
