"""Ratings: the published example, what must hold of any results, and what of a log counts."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.match.clock import DAY, MINUTE
from core.match.entries import Terms
from core.match.session import Player, Session
from core.store.library import LATEST, Book, Library
from core.store.lines import decode_note, encode_note
from core.store.memory import MemoryStore
from core.store.ratings import (
    NEW,
    Rating,
    Result,
    idle,
    ladder,
    ladders,
    rated,
    result_of,
    updated,
)
from core.store.store import Note
from tests.tui.houses import begun, played

GAME = "reversi"
NOON = DAY // 2
ANN, BOB = Player("person", "ann"), Player("person", "bob")


def won(winner, loser, at=NOON):
    return Result(GAME, (winner, loser), frozenset({winner}), at)


def drawn(one, other, at=NOON):
    return Result(GAME, (one, other), frozenset(), at)


def test_the_example_that_glickman_published():
    """Source: Mark Glickman, "Example of the Glicko-2 system" (2013), pages 4 and 5."""
    met = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    found = updated(Rating(1500, 200), met)
    # The paper goes on with rounded numbers, so that its last places differ.
    assert found.rating == pytest.approx(1464.06, abs=0.011)
    assert found.deviation == pytest.approx(151.52, abs=0.005)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


NAMES = st.sampled_from("abcde")
RESULTS = st.lists(
    st.builds(
        lambda names, winner, at: Result(
            GAME, tuple(names), frozenset({names[winner]} if winner is not None else ()), at
        ),
        st.lists(NAMES, min_size=2, max_size=2, unique=True),
        st.none() | st.integers(0, 1),
        st.integers(0, 30 * DAY),
    ),
    max_size=20,
)


@settings(deadline=None)
@given(RESULTS)
def test_whoever_played_has_a_rating_no_less_sure_than_a_new_one(results):
    found = rated(sorted(results, key=lambda result: result.at))
    assert found.keys() == {name for result in results for name in result.names}
    for name, rating in found.items():
        assert 0 < rating.deviation <= NEW.deviation
        assert rating.matches == sum(name in result.names for result in results)


@settings(deadline=None)
@given(RESULTS, st.randoms(use_true_random=False))
def test_the_order_in_which_matches_are_read_does_not_matter(results, chance):
    shuffled = list(results)
    chance.shuffle(shuffled)
    one, other = ladder(GAME, results, 40 * DAY), ladder(GAME, shuffled, 40 * DAY)
    for (name, rating), (again, same) in zip(sorted(one.places), sorted(other.places), strict=True):
        assert name == again
        assert rating.rating == pytest.approx(same.rating)
        assert rating.deviation == pytest.approx(same.deviation)


def test_who_wins_rises_and_who_loses_falls_by_as_much_where_both_are_new():
    found = rated([won("ann", "bob")])
    assert found["ann"].rating > NEW.rating
    assert found["ann"].rating + found["bob"].rating == pytest.approx(2 * NEW.rating)
    assert found["ann"].deviation < NEW.deviation


def test_a_draw_of_equals_changes_no_rating_but_makes_it_surer():
    found = rated([drawn("ann", "bob")])
    assert found["ann"].rating == pytest.approx(NEW.rating)
    assert found["ann"].deviation < NEW.deviation


def test_many_days_without_a_match_come_to_as_much_as_one_after_another():
    rating = Rating(1600, 60)
    one_by_one = rating
    for _ in range(9):
        one_by_one = idle(one_by_one, 1)
    assert idle(rating, 9).deviation == pytest.approx(one_by_one.deviation)
    assert idle(rating, 10_000) == replace(rating, deviation=NEW.deviation)


def test_of_three_the_losers_are_not_told_apart():
    found = rated([Result(GAME, ("ann", "bob", "cid"), frozenset({"ann"}), NOON)])
    assert found["bob"].rating == pytest.approx(found["cid"].rating)
    assert found["ann"].rating > found["bob"].rating


RATED = Terms(rated=True)


def rated_match(seats=(ANN, BOB), terms=RATED, at=NOON):
    opening = begun("reversi:6x6")
    return Session.begin(opening.game, opening.start, seats, terms, at)


def finished(seats=(ANN, BOB), terms=RATED, at=NOON):
    session = rated_match(seats, terms, at)
    return session.after(session.resign(1, at + 1000))


def counted(session):
    return result_of(session.started.game, session.terms, Note.of(session))


def test_a_rated_match_among_persons_counts_when_it_is_over():
    assert counted(finished()) == Result(
        "reversi:6x6", ("ann", "bob"), frozenset({"ann"}), NOON + 1000
    )
    assert counted(rated_match()) is None


@pytest.mark.parametrize(
    "session",
    [
        finished(terms=Terms()),
        finished((ANN, Player("bot", "bot", 1))),
        finished((ANN, ANN)),
    ],
    ids=["not rated", "against a bot", "against oneself"],
)
def test_other_matches_do_not_count(session):
    assert counted(session) is None


def test_a_match_in_which_a_bot_stood_in_does_not_count():
    session = rated_match()
    token = session.position.steps[0].token
    session = session.after(session.reseat(0, Player("bot", "ann", 2), NOON))
    session = session.after(session.step(0, token, NOON))
    session = session.after(session.reseat(0, ANN, NOON))
    ended = session.after(session.resign(1, NOON))
    assert counted(ended) is None
    assert decode_note(encode_note(Note.of(ended))) == Note.of(ended)


def test_the_ladder_follows_from_the_logs_alone(tmp_path):
    with closing(Library("memory:", tmp_path)) as library:
        for number, seats in enumerate([(ANN, BOB), (ANN, BOB), (BOB, ANN)]):
            Book.create(library, finished(seats, at=NOON + number * DAY))
        Book.create(library, finished(terms=Terms()))
        (found,) = ladders(library, 10 * DAY)
        results = [counted(library.read(one.match).session) for one in library.store.list()]
        assert found == ladder("reversi:6x6", [one for one in results if one], 10 * DAY)
        assert {(name, one.matches) for name, one in found.places} == {("ann", 3), ("bob", 3)}


def test_what_is_said_after_the_end_moves_no_result_to_another_day():
    session = finished(at=NOON)
    later = session.after(session.say(0, "ann", "well played", NOON + 3 * DAY))
    assert counted(later) == counted(session)


@pytest.mark.parametrize("wins", [True, False], ids=["won", "drawn"])
def test_a_result_is_of_the_moment_in_which_the_match_was_over(wins):
    session = played(rated_match(), 8)
    at = session.at + DAY
    if wins:
        over = session.after(session.resign(0, at))
    else:
        asked = session.after(session.offer(0, "draw", at - MINUTE))
        over = asked.after(asked.answer(1, "draw", True, at))
    later = over.after(over.offer(0, "rematch", at + DAY))
    later = later.after(later.answer(1, "rematch", True, at + 2 * DAY))
    assert counted(over) == counted(later)
    assert counted(over) == Result(
        "reversi:6x6", ("ann", "bob"), frozenset({"bob"} if wins else ()), at
    )


def test_the_rules_end_a_match_with_its_last_step():
    session = played(rated_match(), 1000)
    assert session.over_since == session.steps[-1].at
    winner = session.outcome.winner
    won = frozenset() if winner is None else frozenset({("ann", "bob")[winner]})
    assert counted(session).winners == won


class Unread(MemoryStore):
    """A store whose logs nobody may read."""

    def read(self, match, after=0):
        raise AssertionError("a log was read")


def test_lists_and_ladders_read_no_log(tmp_path):
    with closing(Library("memory:", tmp_path, store=Unread())) as library:
        for number in range(20):
            Book.create(library, finished(at=NOON + number * DAY))
        Book.create(library, rated_match())
        shelf = library.shelf()
        assert (len(shelf.games), len(shelf.finished)) == (1, LATEST)
        (found,) = ladders(library, 30 * DAY)
        assert {(name, one.matches) for name, one in found.places} == {("ann", 20), ("bob", 20)}


def test_what_an_older_program_noted_is_found_once_in_the_logs(tmp_path, monkeypatch):
    with closing(Library(str(tmp_path / "matches.db"), tmp_path)) as library:
        for number, seats in enumerate([(ANN, BOB), (ANN, BOB), (BOB, ANN)]):
            Book.create(library, finished(seats, at=NOON + number * DAY))
        before, listed = ladders(library, 10 * DAY), library.store.list()
        with library.store.changing() as connection:
            connection.exec_driver_sql(
                "UPDATE matches SET note = json_remove(note, '$.won', '$.over')"
            )
        assert library.store.list() != listed
        assert ladders(library, 10 * DAY) == before
        assert library.store.list() == listed
        monkeypatch.setattr(library.store, "read", Unread().read)
        assert ladders(library, 10 * DAY) == before
