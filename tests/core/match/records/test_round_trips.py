"""What a format tells of a match is what it reads back, at any moment of any game it is for."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import catalog
from core.match.clock import SECOND, Daily, Fischer
from core.match.records import endings, formats
from core.match.records.endings import REASONS
from core.match.records.formats import FORMATS
from core.match.records.record import Record, RecordError
from tests.core.match.records.matches import choices, played, tokens

NOW = 1_767_225_600_123
SGF = tuple(choices(lambda records: records.sgf))
GGF = tuple(choices(lambda records: records.ggf))
TRANSCRIPT = tuple(choices(lambda records: records.transcript))
REPORT = tuple(choices(lambda records: records.abstractplay))
EVERY = tuple(choices(lambda records: True))

SEEDS = st.integers(0, 10**6)
LENGTHS = st.integers(0, 80)
COMMENT = st.text(st.characters(codec="utf-8", exclude_characters="\r"), min_size=1, max_size=30)
PACES = st.builds(
    Fischer,
    st.integers(5, 4000).map(lambda seconds: seconds * SECOND),
    st.integers(0, 90).map(lambda seconds: seconds * SECOND),
) | st.builds(Daily, st.integers(1, 99))
FEW = settings(max_examples=25, deadline=None)


def told(format, record):
    return FORMATS[format].read(FORMATS[format].write(record), None)


@dataclass(frozen=True)
class Plan:
    """What a record will be made of; shown when a test fails."""

    id: str
    seed: int
    length: int
    ending: str
    pace: Fischer | Daily | None
    comments: dict
    spent: dict
    headers: dict
    began: int | None

    @property
    def record(self):
        """A match at some moment, with what somebody has written beside it."""
        ending = "" if self.ending == "time" and self.pace is None else self.ending
        session = played(self.id, self.seed, self.length, ending, pace=self.pace)
        count = len(session.steps)
        return Record(
            session,
            {number: text for number, text in self.comments.items() if number <= count},
            {number: time for number, time in self.spent.items() if number <= count},
            self.headers,
            self.began,
        )


def planned(ids):
    """Plans for matches of these games."""
    known = {"event": st.just("Club night"), "round": st.just("2"), "place": st.just("Here")}
    return st.builds(
        Plan,
        id=st.sampled_from(ids),
        seed=SEEDS,
        length=LENGTHS,
        ending=st.sampled_from(["", *REASONS]),
        pace=st.none() | PACES,
        comments=st.dictionaries(st.integers(0, 60), COMMENT, max_size=4),
        spent=st.dictionaries(st.integers(1, 60), st.integers(0, 10**7), max_size=4),
        headers=st.fixed_dictionaries({}, optional=known),
        began=st.none() | st.integers(0, 4 * 10**12),
    )


@FEW
@given(planned(EVERY))
def test_our_own_text_tells_everything_of_any_game(plan):
    record = plan.record
    assert told("text", record) == record


@pytest.mark.parametrize("id", catalog.names())
def test_our_own_text_tells_every_game_in_mid_turn_and_at_its_end(id):
    for seed, most in ((1, 1), (2, 7), (3, 150)):
        record = Record(played(id, seed, most))
        assert told("text", record) == record


@FEW
@given(planned(SGF))
def test_sgf_tells_match_seats_and_comments(plan):
    record = plan.record
    day = None if record.began is None else record.began // 86_400_000 * 86_400_000
    again = told("sgf", record)
    assert again == replace(record, spent=again.spent, began=day, comments=again.comments)
    # Times are told by what they leave on a clock, which is never below nothing.
    assert again.spent.items() <= record.spent.items()
    if isinstance(plan.pace, Fischer) and sum(record.spent.values()) < plan.pace.main:
        assert again.spent == record.spent
    # White space other than line breaks is no text to SGF where it stands alone.
    shown = {number: text for number, text in record.comments.items() if text.strip()}
    assert again.comments == shown


@FEW
@given(planned(GGF))
def test_ggf_tells_match_and_times(plan):
    record = plan.record
    again = told("ggf", record)
    assert again.session.game.id == record.session.game.id
    assert tokens(again.session) == tokens(record.session)
    # Days for a turn are not told, and without a clock nobody's time is up.
    if not (isinstance(plan.pace, Daily) and endings.reason_of(record.session) == "time"):
        assert again.session.outcome == record.session.outcome
    assert not isinstance(plan.pace, Fischer) or again.session.terms.pace == plan.pace
    assert again.session.position == record.session.position
    assert again.spent == record.spent
    assert [player.name for player in again.session.seats] == [
        player.name for player in record.session.seats
    ]


@FEW
@given(planned(TRANSCRIPT))
def test_a_transcript_tells_the_steps(plan):
    record = plan.record
    id = record.session.game.id
    again = FORMATS["transcript"].read(FORMATS["passes"].write(record), id)
    assert tokens(again.session) == tokens(record.session)
    steps = tokens(record.session)
    while steps[-1:] == ["pass"]:  # a pass that nothing follows goes without saying
        steps.pop()
    again = FORMATS["transcript"].read(FORMATS["transcript"].write(record).upper(), id)
    assert tokens(again.session) == steps


@FEW
@given(planned(REPORT))
def test_a_game_report_tells_the_match(plan):
    record = replace(plan.record, began=NOW, ended=NOW + 60_000, comments={}, spent={})
    headers = dict(record.headers)
    if not {"event", "round"} <= headers.keys():  # the schema wants both or none
        headers = {key: value for key, value in headers.items() if key == "place"}
    again = told("abstractplay", record)
    assert again == replace(record, headers=headers)


@FEW
@given(planned(GGF), st.sampled_from(["sgf", "ggf", "passes", "abstractplay", "text"]))
def test_a_format_is_recognized_by_what_it_looks_like(plan, name):
    record = replace(plan.record, began=NOW, ended=NOW)
    text = FORMATS[name].write(record)
    if text.strip():
        assert formats.guessed(text).read is FORMATS[name].read


@pytest.mark.parametrize("name", ["text", "sgf", "ggf", "transcript", "abstractplay"])
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_damage_is_told_with_its_place_or_does_no_harm(name, data):
    """A text with a stretch cut out or put in is refused by line and column, or still a record."""
    session = played("reversi:6x6", 4, 20, ending="resigned")
    text = FORMATS[name].write(Record(session, began=NOW, ended=NOW))
    first = data.draw(st.integers(0, len(text)))
    last = data.draw(st.integers(first, min(len(text), first + 8)))
    put_in = data.draw(st.text('()[]{};:,"\\@*.BWab1 \n-', max_size=6))
    broken = text[:first] + put_in + text[last:]
    try:
        FORMATS[name].read(broken, "reversi:6x6")
    except RecordError as error:
        place = (error.line, error.column)
    else:
        place = (0, 0)
    rows = ["", *broken.split("\n")]
    assert 0 <= place[0] < len(rows)
    assert 0 <= place[1] <= len(rows[place[0]]) + 1


def test_reports_are_what_the_schema_of_abstract_play_asks_for():
    for id in REPORT:
        for seed in range(3):
            record = Record(played(id, seed, 60, ending="resigned"), began=NOW, ended=NOW)
            report = json.loads(FORMATS["abstractplay"].write(record))
            assert report.keys() == {"header", "moves"}
            header = report["header"]
            assert {"game", "site", "date-start", "date-end", "date-generated"} <= header.keys()
            assert header["game"].keys() <= {"name", "variants"}
            assert header["site"].keys() <= {"name", "gameid"}
            for player in header["players"]:
                assert isinstance(player["name"], str)
                assert isinstance(player["result"], int)
            for moves in report["moves"]:
                assert all(move is None or isinstance(move, str) for move in moves)
                assert len(moves) == len(header["players"])
