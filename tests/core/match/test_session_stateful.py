"""Players who try anything, in any order: only a `GameError` comes of it, and the log tells all."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import accumulate

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from core import catalog
from core.errors import GameError
from core.match.clock import DAY, MINUTE, SECOND, Daily, Fischer
from core.match.entries import (
    KINDS,
    OPEN,
    Abandoned,
    Answered,
    Away,
    Flagged,
    Left,
    Offered,
    Player,
    Rematched,
    Reseated,
    Resigned,
    Returned,
    Said,
    Started,
    Stepped,
    Terms,
    TookBack,
    Withdrew,
)
from core.match.records import text as records
from core.match.records.record import Record
from core.match.session import Session, replayed
from core.store.lines import decode, encode

SEATS = (Player("person", "ann"), Player("bot", "hard", 3), Player("person", "cem"))
GAMES = ("nibble", "oust:size-4", "reversi:6x6", "rive:size-3", "rolit")
SEAT = st.integers(-1, 3)
PLAYER = st.sampled_from([*SEATS, OPEN, Player("person", "zoe")])
TOKEN = st.sampled_from(["pass", "swap", "stop", "a1", "-a1", "b3", "d4", "", "a1-a2"]) | st.text()
KIND = st.sampled_from(KINDS)
TO = st.none() | st.integers(-2, 40)
WHEN = st.integers(-SECOND, 20 * MINUTE)
PACES = st.none() | st.sampled_from(
    [Fischer(5 * SECOND), Fischer(2 * MINUTE, 5 * SECOND), Daily(1)]
)
TERMS = st.builds(
    Terms,
    PACES,
    st.sampled_from(["free", "asked", "never"]),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["steps", "turns"]),
    st.booleans(),
    st.sampled_from([None, 0, MINUTE]),
    st.booleans(),
)
ENTRIES = (
    st.builds(Stepped, SEAT, TOKEN, at=WHEN)
    | st.builds(TookBack, SEAT, st.integers(-2, 40), at=WHEN)
    | st.builds(Started, st.just("nibble"), TOKEN, TOKEN, st.just(SEATS), at=WHEN)
    | st.builds(Resigned, SEAT, at=WHEN)
    | st.builds(Flagged, SEAT, at=WHEN)
    | st.builds(Abandoned, SEAT, at=WHEN)
    | st.builds(Offered, SEAT, KIND, TO, at=WHEN)
    | st.builds(Answered, SEAT, KIND, st.booleans(), at=WHEN)
    | st.builds(Withdrew, SEAT, KIND, at=WHEN)
    | st.builds(Said, st.none() | SEAT, TOKEN, TOKEN, at=WHEN)
    | st.builds(Reseated, SEAT, PLAYER, at=WHEN)
    | st.builds(Left, SEAT, at=WHEN)
    | st.builds(Away, SEAT, at=WHEN)
    | st.builds(Returned, SEAT, at=WHEN)
    | st.builds(Rematched, SEAT, st.integers(-1, 3), at=WHEN)
)


class Match(RuleBasedStateMachine):
    """One match at a table without manners."""

    game_id = ""

    @initialize(seed=st.integers(0, 3), terms=TERMS, seats=st.permutations((*SEATS, OPEN)))
    def begin(self, seed, terms, seats):
        game = catalog.load(self.game_id)
        self.now = 0
        start = game.start(seed=seed)
        self.session = Session.begin(game, start, tuple(seats[: game.sides]), terms)
        self.been = [self.session]

    def enter(self, entry):
        """Fold an entry in, and look at what it may not have done."""
        before = self.session
        self.session = after = before.after(entry)
        self.been.append(after)
        assert decode(encode(entry)) == entry
        if isinstance(entry, Stepped):
            assert before.mover == entry.seat
            assert before.clock is None or before.clock.remaining(entry.seat, entry.at) > 0
        if isinstance(entry, Answered):
            assert before.offered is not None
            assert before.offered.kind == entry.kind
            assert entry.seat in before.offered.asked
            assert entry.at >= before.offered.at + SECOND
        if after.clock and before.clock:
            for seat in range(len(after.seats)):
                had, has = (one.remaining(seat, entry.at) for one in (before.clock, after.clock))
                assert had == has or (isinstance(entry, Stepped) and seat == entry.seat)
        if len(after.steps) < len(before.steps):
            assert isinstance(entry, TookBack | Answered)

    @rule(time=st.integers(0, 3 * SECOND) | st.integers(0, 2 * DAY))
    def wait(self, time):
        self.now += time

    @rule(place=st.integers(0, 500))
    def make_a_legal_step(self, place):
        steps = self.session.position.steps
        if self.session.mover is not None:
            token = steps[place % len(steps)].token
            with suppress(GameError):
                self.enter(self.session.step(self.session.mover, token, self.now))

    @rule(seat=SEAT, token=TOKEN)
    def try_a_step(self, seat, token):
        with suppress(GameError):
            self.enter(self.session.step(seat, token, self.now))

    @rule(seat=SEAT)
    def try_to_undo(self, seat):
        with suppress(GameError):
            entry = self.session.undo(seat, self.now)
            before = self.session
            self.enter(entry)
            assert self.session.position == before.positions[-2]
            assert self.session.mover == seat

    @rule(seat=SEAT)
    def try_to_take_back(self, seat):
        with suppress(GameError):
            before = self.session
            self.enter(before.take_back(seat, self.now))
            assert self.session.mover == seat
            assert self.session.position.step == 0
            if before.terms.takebacks == "never":
                assert not before.turns[-1].ended, "only what is not done yet"
                assert len(self.session.steps) == before.turns[-1].first

    @rule(seat=SEAT, sure=st.integers(0, 9))
    def try_to_resign(self, seat, sure):
        with suppress(GameError):
            entry = self.session.resign(seat, self.now)
            if sure == 0:
                self.enter(entry)

    @rule(seat=SEAT, kind=KIND)
    def try_to_offer(self, seat, kind):
        with suppress(GameError):
            self.enter(self.session.offer(seat, kind, self.now))
            assert self.session.offered is not None
            assert self.session.offered.kind == kind

    @rule(kind=KIND, yes=st.booleans(), quick=st.booleans())
    def let_all_answer(self, kind, yes, quick):
        for seat in self.session.offered.asked if self.session.offered else ():
            self.now += 0 if quick else SECOND
            with suppress(GameError):
                self.enter(self.session.answer(seat, kind, yes, self.now))

    @rule(seat=SEAT)
    def try_to_withdraw(self, seat):
        with suppress(GameError):
            self.enter(self.session.withdraw(seat, self.now))
            assert self.session.offered is None

    @rule(seat=SEAT, name=st.sampled_from(["ann", "zoe"]))
    def try_to_reseat(self, seat, name):
        with suppress(GameError):
            self.enter(self.session.reseat(seat, Player("person", name), self.now))
            assert self.session.seats[seat].name == name

    @rule(seat=SEAT)
    def try_to_sit(self, seat):
        with suppress(GameError):
            entry = self.session.sit(seat, Player("person", "zoe"), self.now)
            assert self.session.seats[seat].kind == "open"
            self.enter(entry)

    @rule(seat=SEAT, what=st.sampled_from(["leave", "go_away", "come_back"]))
    def come_and_go(self, seat, what):
        with suppress(GameError):
            self.enter(getattr(self.session, what)(seat, self.now))

    @rule(text=st.text())
    def say_something(self, text):
        with suppress(GameError):
            self.enter(self.session.say(None, "watcher", text, self.now))
            assert self.session.said[-1].text.isprintable()

    @rule(what=st.sampled_from(["flag", "abandon"]))
    def notice(self, what):
        with suppress(GameError):
            self.enter(getattr(self.session, what)(self.now))
            assert self.session.mover is None

    @rule(seat=SEAT, level=st.integers(1, 4))
    def let_a_bot_stand_in(self, seat, level):
        before = self.session
        with suppress(GameError):
            self.enter(before.stand_in(seat, level, self.now))
            assert before.terms.stand_ins
            assert seat in before.missed(self.session.at)
            assert before.seats[seat].kind == "person"
            assert self.session.seats[seat] == Player("bot", before.seats[seat].name, level)
            assert self.session.gone[seat] is None

    @rule(entry=ENTRIES)
    def claim_an_entry(self, entry):
        with suppress(GameError):
            self.enter(entry)

    @rule(entry=ENTRIES)
    def claim_an_entry_now(self, entry):
        with suppress(GameError):
            self.enter(replace(entry, at=max(self.now, self.session.at)))

    @invariant()
    def times_never_run_backwards(self):
        times = [entry.at for entry in self.session.log]
        assert times == sorted(times)
        assert times[-1] == self.session.at

    @invariant()
    def the_clock_runs_for_the_mover_and_never_below_nothing(self):
        session, clock = self.session, self.session.clock
        if clock is not None:
            assert min(clock.left) >= 0
            assert clock.running in (session.mover, None)
            stands = session.mover is None or not session.begun or session.terms.waits
            assert stands or clock.running == session.mover

    @invariant()
    def whoever_is_missed_has_been_away_for_long_enough(self):
        session, at = self.session, max(self.now, self.session.at)
        patience = session.terms.patience
        for seat in session.missed(at):
            assert session.gone[seat] is not None
            assert at - session.gone[seat] >= patience

    @invariant()
    def an_offer_waits_for_somebody_else(self):
        offer = self.session.offered
        if offer is not None:
            assert offer.asked
            assert offer.seat not in offer.asked
            assert all(self.session.seats[seat].kind == "person" for seat in offer.asked)
            assert (self.session.outcome is None) or offer.kind in ("rematch", "takeback")

    @invariant()
    def the_turns_hold_every_step_once(self):
        turns = self.session.turns
        assert sum((turn.steps for turn in turns), ()) == self.session.steps
        assert [turn.first for turn in turns] == [
            sum(len(turn.steps) for turn in turns[:place]) for place in range(len(turns))
        ]
        assert all(turn.ended for turn in turns[:-1])
        assert all(step.seat == turn.seat for turn in turns for step in turn.steps)

    @invariant()
    def somebody_is_to_move_or_the_match_is_over(self):
        assert (self.session.mover is None) == (self.session.outcome is not None)

    @invariant()
    def others_see_no_more_than_there_is_and_the_mover_sees_all(self):
        session = self.session
        assert session.seen_by(session.position.mover) == len(session.steps)
        assert 0 <= session.seen_by(None) <= len(session.steps)

    def teardown(self):
        self.the_log_tells_the_whole_session()
        self.a_record_tells_the_match()

    def the_log_tells_the_whole_session(self):
        """And so does every beginning of it, at the time: folded once, not anew at every step."""
        session, log = self.session, self.session.log
        again = list(accumulate(log[1:], Session.after, initial=replayed(session.game, log[:1])))
        assert again == self.been

    def a_record_tells_the_match(self):
        session = self.session
        text = records.write(Record(session))
        again = records.read(text, catalog.load).session
        assert [each.token for each in again.steps] == [each.token for each in session.steps]
        assert again.outcome == session.outcome
        assert records.write(Record(again)) == text


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_tried_the_session_stays_whole(name):
    machine = type("Match", (Match,), {"game_id": name})
    machine.TestCase.settings = settings(
        max_examples=25,
        stateful_step_count=40,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.differing_executors],
    )
    machine.TestCase("runTest").runTest()
