"""A record is read by people, and replays to the same match."""

from __future__ import annotations

import random

import pytest

from core import catalog
from core.errors import SessionError, UnknownGame
from core.match.records import text as records
from core.match.records.record import Record, RecordError
from core.match.session import Player, Session

SEATS = (Player("person", "Ann Lee"), Player("bot", "medium", 2))


def played(name: str, *tokens: str) -> Session:
    game = catalog.load(name)
    session = Session.begin(game, game.start(), SEATS)
    for token in tokens:
        assert session.mover is not None
        session = session.after(session.step(session.mover, token))
    return session


def played_at_random(name: str, seed: int) -> Session:
    rng = random.Random(seed)
    game = catalog.load(name)
    session = Session.begin(game, game.start(seed=seed), SEATS)
    while session.mover is not None:
        step = rng.choice(session.position.steps)
        session = session.after(session.step(session.mover, step.token))
    return session


def test_a_record_says_game_rules_seats_and_rounds():
    session = played("oust:size-4+no-pie", "d4", "a1", "b2")
    assert records.write(Record(session)).splitlines() == [
        f"game: {session.game.id}",
        f"rules: {session.game.definition.digest}",
        "seat: person Ann Lee",
        "seat: bot 2 medium",
        "1 d4 a1",
        "2 b2",
    ]


def test_a_bot_that_is_given_time_is_told_and_read():
    game = catalog.load("reversi:6x6")
    seats = (Player("person", "Ann"), Player("bot", "bot, 2 s a step", "time:2s+ponder"))
    session = Session.begin(game, game.start(), seats)
    text = records.write(Record(session))
    assert "seat: bot time:2s+ponder bot, 2 s a step" in text.splitlines()
    assert records.read(text, catalog.load).session.seats == seats


def test_a_resignation_is_told_by_the_side_that_won():
    session = played("reversi:6x6", "b3")
    session = session.after(session.resign(0))
    assert records.write(Record(session)).splitlines()[-1] == "result: white wins, black resigned"


@pytest.mark.parametrize(
    ("told", "reason", "winner"),
    [
        ("white resigned", "resigned", 1),
        ("white wins, black resigned", "resigned", 1),
        ("black time", "time", 0),
        ("black wins, white lost on time", "time", 0),
        ("black abandoned", "abandoned", 0),
        ("black wins, white abandoned", "abandoned", 0),
        ("draw agreed", "agreed", None),
        ("draw, agreed", "agreed", None),
    ],
)
def test_a_result_is_read_in_older_words_too_and_told_in_these(told, reason, winner):
    text = f"game: reversi:6x6\nclock: 5+3\n1 b3\nresult: {told}\n"
    record = records.read(text, catalog.load)
    outcome = record.session.outcome
    assert (outcome.winner, outcome.reason) == (winner, reason)
    again = records.write(record).splitlines()[-1]
    assert records.read(f"{text}{again}\n", catalog.load).session == record.session
    assert "," in again


def test_a_position_that_was_set_up_is_told():
    game = catalog.load("reversi:6x6")
    start = game.start().play("b3")
    session = Session.begin(game, start, SEATS)
    token = start.steps[0].token
    session = session.after(session.step(1, token))
    lines = records.write(Record(session)).splitlines()
    assert f"start: {start}" in lines
    assert lines[-1].startswith("1 ... ")


@pytest.mark.parametrize("name", ["nibble", "oust:size-4", "reversi:6x6", "rive:size-3"])
@pytest.mark.parametrize("seed", range(3))
def test_a_record_replays_to_the_same_match(name, seed):
    session = played_at_random(name, seed)
    again = records.read(records.write(Record(session)), catalog.load).session
    assert again == session


def test_whoever_plays_now_is_named_programs_included():
    start = catalog.load("reversi:6x6").start()
    session = Session.begin(start.game, start, (Player("engine", "rhino -l 3"), SEATS[1]))
    session = session.after(session.reseat(1, Player("engine", "edax")))
    assert records.read(records.write(Record(session)), catalog.load).session.seats == session.seats


def test_a_match_without_headers_but_the_game_can_be_read():
    session = records.read("game: reversi:6x6\n\n1 b3*1!fine b2\n", catalog.load).session
    assert [played.token for played in session.steps] == ["b3", "b2"]
    assert [player.name for player in session.seats] == ["black", "white"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "a record should have a line 'game: ...'"),
        ("hello", "line 1: should be 'key: value' or a numbered round"),
        ("game: reversi:6x6\n1 b3 a1", "line 2, column 6: a1: a disc must"),
        (
            "game: reversi:6x6\nseat: cat tom",
            "line 2: a seat should be 'person NAME', 'bot LEVEL NAME' or 'engine NAME'",
        ),
        ("game: reversi:6x6\nresult: green resigned", "line 2: there is no side 'green' in"),
    ],
    ids=["empty", "no record", "illegal step", "seat", "result"],
)
def test_what_is_wrong_with_a_record_is_told(text, words):
    with pytest.raises(SessionError, match=words.replace("(", r"\(")):
        records.read(text, catalog.load)


def test_a_record_of_an_unknown_game_is_refused():
    with pytest.raises(UnknownGame):
        records.read("game: no-such-game\n", catalog.load)


def test_comments_times_and_headers_stand_where_they_belong():
    session = played("reversi:6x6", "b3", "b2", "b1")
    record = Record(
        session,
        comments={0: "before supper", 2: "a {brace}\nand a \\ line"},
        spent={1: 1500, 3: 60_000},
        headers={"event": "Club night"},
        began=1_767_225_600_000,
    )
    assert records.write(record).splitlines()[4:] == [
        "event: Club night",
        "begun: 2026-01-01T00:00:00.000Z",
        "{before supper}",
        r"1 b3*1@1.5 b2*1{a {brace\}\nand a \\ line}",
        "2 b1*1@60",
    ]
    assert records.read(records.write(record), catalog.load) == record


def test_a_faulty_record_tells_what_could_be_read():
    with pytest.raises(RecordError) as error:
        records.read("game: reversi:6x6\n1 b3 b2\n2 a6 b1\n", catalog.load)
    assert (error.value.line, error.value.column) == (3, 3)
    assert error.value.part is not None
    assert [played.token for played in error.value.part.session.steps] == ["b3", "b2"]
