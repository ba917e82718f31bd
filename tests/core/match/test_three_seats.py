"""A match of three and more: rounds have a column a seat, and nobody is forgotten."""

from __future__ import annotations

import random

import pytest

from core.errors import SessionError
from core.match.records import text as records
from core.match.records.record import Record
from core.match.session import Player, Session, TookBack
from core.rules.game import Game, Outcome
from tests.core.rules.trios import CLAIMS, GATHER, MARCH, SPREAD, game

SEATS = tuple(Player("person", name) for name in ("ann", "bob", "cem", "dan"))
GAMES = {
    "spread": game(SPREAD),
    "four": game(SPREAD, "four"),
    "march": game(MARCH),
    "claims": game(CLAIMS),
    "gather": game(GATHER),
}


def begun(rules: Game, seed: int = 0) -> Session:
    return Session.begin(rules, rules.start(seed=seed), SEATS[: rules.sides])


def played(session: Session, *tokens: str) -> Session:
    for token in tokens:
        assert session.mover is not None
        session = session.after(session.step(session.mover, token))
    return session


def played_at_random(name: str, seed: int) -> Session:
    rng = random.Random(seed)
    session = begun(GAMES[name], seed)
    while session.mover is not None:
        session = played(session, rng.choice(session.position.steps).token)
    return session


def rounds(session: Session) -> list[str]:
    """The lines of a record that tell the turns."""
    return [line for line in records.write(Record(session)).splitlines() if line[0].isdigit()]


def test_a_match_of_three_needs_three_players():
    rules = GAMES["claims"]
    with pytest.raises(SessionError, match="claims is for 3 players, not 2"):
        Session.begin(rules, rules.start(), SEATS[:2])


def test_a_round_is_one_turn_of_each_seat():
    session = played(begun(GAMES["claims"]), "a1", "b1", "pass", "pass", "c1")
    turns = [(turn.number, turn.seat, turn.text) for turn in session.turns]
    assert turns == [
        (1, 0, "a1"),
        (1, 1, "b1"),
        (1, 2, "pass"),
        (2, 0, "pass"),
        (2, 1, "c1"),
    ]
    assert rounds(session) == ["1 a1 b1 pass", "2 pass c1"]


def test_it_is_the_turn_of_one_of_three():
    session = played(begun(GAMES["claims"]), "a1", "b1")
    for seat in (0, 1):
        with pytest.raises(SessionError, match="it is blue's turn"):
            session.step(seat, "c1")


def test_a_round_may_begin_with_any_seat():
    rules = GAMES["claims"]
    third = rules.start().play("a1").play("b1")
    session = played(Session.begin(rules, third, SEATS[:3]), "c1", "a2")
    assert rounds(session) == ["1 ... ... c1", "2 a2"]


def wiped_out() -> Session:
    """A match in which somebody has just had to pass, and others play on."""
    for seed in range(100):
        session = begun(GAMES["spread"])
        rng = random.Random(seed)
        while session.mover is not None:
            steps = session.position.steps
            session = played(session, rng.choice(steps).token)
            if session.steps[-1].token == "pass" and session.mover is not None:
                return session
    raise AssertionError("nobody passes in these games")


def test_a_forced_pass_is_a_turn_in_its_column():
    session = wiped_out()
    passed = session.turns[-1]
    assert passed.text == "pass"
    columns = rounds(session)[-1].split()
    assert columns[1 + passed.seat] == "pass"
    assert len(columns) == 2 + passed.seat


def test_taking_back_goes_to_the_askers_last_turn_with_a_choice():
    session = played(begun(GAMES["claims"]), "a1", "b1", "c1", "a2", "b2")
    assert [session.take_back(seat) for seat in range(3)] == [
        TookBack(0, 3),
        TookBack(1, 4),
        TookBack(2, 2),
    ]
    session = session.after(session.take_back(2))
    assert session.mover == 2
    assert rounds(session) == ["1 a1 b1"]


def test_taking_back_passes_over_ones_own_forced_pass():
    session = wiped_out()
    seat = session.turns[-1].seat
    back = session.take_back(seat)
    assert back.to < len(session.steps) - 1
    assert len(session.positions[back.to].steps) > 1


@pytest.mark.parametrize("seat", range(3))
def test_who_gives_up_leaves_the_win_to_the_others_together(seat):
    session = played(begun(GAMES["claims"]), "a1")
    session = session.after(session.resign(seat))
    others = tuple(other for other in range(3) if other != seat)
    assert session.outcome == Outcome(None, "resigned", others)
    assert session.mover is None
    names = "+".join(("red", "green", "blue")[other] for other in others)
    assert records.write(Record(session)).splitlines()[-1] == (
        f"result: {names} win, {('red', 'green', 'blue')[seat]} resigned"
    )
    assert (
        records.read(records.write(Record(session)), lambda _: GAMES["claims"]).session == session
    )


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_record_replays_to_the_same_match(name, seed):
    session = played_at_random(name, seed)
    text = records.write(Record(session))
    assert records.read(text, lambda _: GAMES[name]).session == session
    assert all(len(line.split()) <= 1 + len(session.seats) for line in rounds(session))


def test_a_shared_win_is_told_by_all_who_share_it():
    results = {
        records.write(Record(played_at_random("march", seed))).split("result: ")[1]
        for seed in range(80)
    }
    assert "red+blue win, no_green\n" in results
