"""Players who try anything, in any order: only a `GameError` comes of it, and the log tells all."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from core import catalog
from core.errors import GameError
from core.match.records import text as records
from core.match.records.record import Record
from core.match.session import Player, Resigned, Session, Started, Stepped, TookBack, replayed

SEATS = (Player("person", "ann"), Player("bot", "hard", 3), Player("person", "cem"))
GAMES = ("nibble", "oust:size-4", "reversi:6x6", "rive:size-3", "rolit")
SEAT = st.integers(-1, 3)
TOKEN = st.sampled_from(["pass", "swap", "stop", "a1", "-a1", "b3", "d4", "", "a1-a2"]) | st.text()


class Match(RuleBasedStateMachine):
    """One match at a table without manners."""

    game_id = ""

    @initialize(seed=st.integers(0, 3))
    def begin(self, seed):
        game = catalog.load(self.game_id)
        self.session = Session.begin(game, game.start(seed=seed), SEATS[: game.sides])

    def enter(self, entry):
        self.session = self.session.after(entry)

    @rule(place=st.integers(0, 500))
    def make_a_legal_step(self, place):
        steps = self.session.position.steps
        if self.session.mover is not None:
            self.enter(self.session.step(self.session.mover, steps[place % len(steps)].token))

    @rule(seat=SEAT, token=TOKEN)
    def try_a_step(self, seat, token):
        with suppress(GameError):
            self.enter(self.session.step(seat, token))

    @rule(seat=SEAT)
    def try_to_undo(self, seat):
        with suppress(GameError):
            entry = self.session.undo(seat)
            before = self.session
            self.enter(entry)
            assert self.session.position == before.positions[-2]
            assert self.session.mover == seat

    @rule(seat=SEAT)
    def try_to_take_back(self, seat):
        with suppress(GameError):
            self.enter(self.session.take_back(seat))
            assert self.session.mover == seat
            assert self.session.position.step == 0

    @rule(seat=SEAT, sure=st.integers(0, 9))
    def try_to_resign(self, seat, sure):
        with suppress(GameError):
            entry = self.session.resign(seat)
            if sure == 0:
                self.enter(entry)

    @rule(seat=SEAT, name=st.sampled_from(["ann", "zoe"]))
    def try_to_reseat(self, seat, name):
        with suppress(GameError):
            self.enter(self.session.reseat(seat, Player("person", name)))
            assert self.session.seats[seat].name == name

    @rule(
        entry=st.builds(Stepped, SEAT, TOKEN)
        | st.builds(TookBack, SEAT, st.integers(-2, 40))
        | st.builds(Started, st.just("nibble"), TOKEN, TOKEN, st.just(SEATS)),
    )
    def claim_an_entry(self, entry):
        with suppress(GameError):
            self.enter(entry)

    @invariant()
    def the_log_tells_the_whole_session(self):
        assert replayed(self.session.game, self.session.log) == self.session

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

    def teardown(self):
        session = self.session
        again = records.read(records.write(Record(session)), catalog.load).session
        assert again.steps == session.steps
        assert again.outcome == session.outcome
        assert again.started == replace(session.started, seats=session.seats)
        assert records.write(Record(again)) == records.write(Record(session))
        assert Resigned(0) not in session.log[:-1]


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_tried_the_session_stays_whole(name):
    machine = type("Match", (Match,), {"game_id": name})
    machine.TestCase.settings = settings(
        max_examples=15,
        stateful_step_count=30,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.differing_executors],
    )
    machine.TestCase("runTest").runTest()
