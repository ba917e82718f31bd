"""Matches between bots are fair, repeatable and counted rightly."""

from __future__ import annotations

import os
from itertools import pairwise
from statistics import fmean

import pytest

from core import catalog
from core.bots.arena import Contest, Match, played
from core.bots.report import Report, Spread, wilson
from core.errors import GameError
from tests.core.bots.programs import bad, honest

BOTH_RANDOM = Contest("reversi:6x6", ("random", "random"), 40, seed=3)


def matches(contest, jobs=1):
    return sorted(played(contest, jobs), key=lambda match: match.number)


def match(number, points, reason="full", tokens=("a1", "b2"), leads=None, fault=""):
    seating = BOTH_RANDOM.seating(number)
    return Match(number, seating, points, reason, tokens, 2, (4, 3), leads, fault)


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611),
     (1, 29, 0.0061, 0.1718)],
)  # fmt: skip
def test_the_interval_is_the_one_in_the_literature(won, games, low, high):
    """R. Newcombe, Two-sided confidence intervals for the single proportion, 1998, table I."""
    assert wilson(won, games) == pytest.approx((low, high), abs=0.00005)


def test_without_games_anything_may_be_true():
    assert wilson(0, 0) == (0.0, 1.0)


def test_points_are_counted_for_the_bot_and_not_for_its_seat():
    found = [match(0, (1.0, 0.0)), match(1, (1.0, 0.0)), match(2, (0.5, 0.5), "draw")]
    report = Report.of(BOTH_RANDOM, found)
    assert [(bot.won, bot.shared, bot.lost, bot.points) for bot in report.bots] == [
        (1, 1, 1, 1.5),
        (1, 1, 1, 1.5),
    ]
    assert (report.first.won, report.first.points, report.draws) == (2, 2.5, 1)
    assert report.reasons == {"full": 2, "draw": 1}


def test_what_several_win_together_is_not_called_drawn():
    contest = Contest("rolit:three", ("random", "bot:1", "bot:2"), 3)
    assert "shared" in str(Report.of(contest, [])).splitlines()[2]
    assert "drawn" in str(Report.of(BOTH_RANDOM, [])).splitlines()[2]


def test_every_opening_is_played_once_from_each_seat():
    found = matches(Contest("reversi:6x6", ("random", "bot:1"), 6, opening=3))
    for one, other in zip(found[::2], found[1::2], strict=True):
        assert one.tokens[:3] == other.tokens[:3]
        assert one.seating == other.seating[::-1]
    assert len({one.tokens[:3] for one in found}) > 1


def test_three_players_sit_on_every_seat_in_turn():
    contest = Contest("rolit", ("random", "random", "random"), 3)
    assert sorted(one.seating for one in matches(contest)) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


def test_the_same_seed_gives_the_same_matches_however_many_processes_play():
    contest = Contest("oust:size-4", ("bot:1", "random"), 6, seed=5)
    assert matches(contest) == matches(contest, jobs=2)


def test_another_seed_gives_other_matches():
    other = Contest("reversi:6x6", ("random", "random"), 40, seed=4)
    assert matches(BOTH_RANDOM) != matches(other)


def test_random_play_favors_none_of_two_random_bots():
    low, high = wilson(*_points(matches(BOTH_RANDOM)))
    assert low < 0.5 < high


def test_a_bot_that_thinks_is_better_than_one_that_does_not():
    low, _ = wilson(*_points(matches(Contest("tic-tac-toe", ("bot:2", "random"), 30, opening=1))))
    assert low > 0.5


def _points(found):
    points = [one.points[one.seating.index(0)] for one in found]
    return sum(points), len(points)


def test_the_numbers_of_a_match_are_those_of_its_replay():
    one = matches(BOTH_RANDOM)[0]
    position, choices = catalog.load(BOTH_RANDOM.game).start(), []
    for token in one.tokens:
        choices.append(len(position.steps))
        position = position.play(token)
    assert position.outcome.reason == one.reason
    assert list(one.choices) == choices
    assert one.turns == len(one.tokens)


def test_a_change_of_the_lead_is_counted_where_the_game_keeps_a_score():
    one = matches(BOTH_RANDOM)[0]
    position, leaders = catalog.load(BOTH_RANDOM.game).start(), []
    for made, token in enumerate(one.tokens):
        position = position.play(token)
        black, white = position.scores
        if black != white and made >= BOTH_RANDOM.opening:
            leaders.append(black > white)
    assert one.leads == sum(a != b for a, b in pairwise(leaders))


def test_without_a_score_and_an_opinion_nobody_knows_who_led():
    one, other = (Contest("oust:size-3", bots, 1) for bots in (["random"] * 2, ["bot:1"] * 2))
    assert matches(one)[0].leads is None
    assert matches(other)[0].leads is not None


def test_a_program_that_fails_loses_the_match_and_it_is_told_why():
    fails = "gtp:" + bad("print('=' + number + ' a1\\n', flush=True)")
    found = matches(Contest("reversi:6x6", ("random", fails), 2))
    report = Report.of(Contest("reversi:6x6", ("random", fails), 2), found)
    assert report.reasons == {"forfeited": 2}
    assert (report.bots[0].won, report.bots[1].lost) == (2, 2)
    assert "wants to make an illegal move: a1" in str(report)


def test_a_program_that_resigns_loses():
    resigns = "gtp:" + bad("print('=' + number + ' resign\\n', flush=True)")
    found = matches(Contest("reversi:6x6", ("random", resigns), 2))
    assert [(one.reason, one.points) for one in found] == [
        ("resigned", (1.0, 0.0)),
        ("resigned", (0.0, 1.0)),
    ]


def test_our_own_bots_play_as_programs():
    game = "oust:size-3"
    found = matches(Contest(game, (f"gtp:{honest(game)}", "random"), 2))
    assert {one.reason for one in found} <= {"ousted"}


@pytest.mark.parametrize(
    ("bots", "words"),
    [
        (("random",), "for 2 players, not 1"),
        (("random", "cat"), "'cat' is no level"),
        (("random", "gtp:no-such-program"), "there is no program 'no-such-program'"),
    ],
)
def test_what_cannot_be_played_is_told_before_anything_is(bots, words):
    with pytest.raises(GameError, match=words):
        next(played(Contest("reversi", bots, 2)))


def test_a_process_that_breaks_off_is_told(monkeypatch):
    monkeypatch.setattr("core.bots.arena._match", lambda *_: os._exit(3))
    with pytest.raises(GameError, match="has broken off"):
        list(played(BOTH_RANDOM, jobs=2))


def test_a_fault_of_the_program_is_told_in_a_line(monkeypatch):
    monkeypatch.setattr("core.bots.arena._Table", None)
    with pytest.raises(GameError, match=r"the program fails in match \d: TypeError: "):
        list(played(BOTH_RANDOM, jobs=2))


def test_numbers_in_short():
    spread = Spread.of([3, 9, 4])
    assert str(spread) == "5.3 (median 4, 3 to 9)"
    assert spread.mean == fmean([3, 9, 4])


def test_the_report_on_one_page():
    found = [match(0, (1.0, 0.0), leads=2), match(1, (0.5, 0.5), "draw", ("a1",), 1)]
    assert str(Report.of(BOTH_RANDOM, found)).splitlines() == [
        "reversi:6x6: 2 matches, 2 steps at random before each, seed 3",
        "",
        "                   won  drawn   lost  score  95 % sure",
        "1 random             1      1      0  0.750  0.198 to 0.973",
        "2 random             0      1      1  0.250  0.027 to 0.802",
        "who moves first      1      1      0  0.750  0.198 to 0.973",
        "",
        "choices       3.5 (median 3.5, 3 to 4)",
        "steps         1.5 (median 1.5, 1 to 2)",
        "turns         2.0 (median 2, 2 to 2)",
        "drawn         1 (50 %)",
        "ended by      full 1, draw 1",
        "lead changes  1.5 (median 1.5, 1 to 2)",
    ]
