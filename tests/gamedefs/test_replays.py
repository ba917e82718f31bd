"""Recorded games, step by step: who moves, every legal step, and who has won."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from core.catalog import load
from core.rules.game import Position

DATA = Path(__file__).parents[1] / "core" / "data"

Record = dict[str, Any]


def records(*kinds: str) -> list[Any]:
    """All recorded games of these kinds, each named by its file and line."""
    return [
        pytest.param(json.loads(line), id=f"{path.stem}:{number}")
        for kind in kinds
        for path in sorted(DATA.glob(f"{kind}-*.jsonl"))
        for number, line in enumerate(path.read_text().splitlines(), start=1)
    ]


def tokens(position: Position) -> list[str]:
    """The legal steps as text, sorted."""
    return sorted(str(step) for step in position.steps)


def replayed(record: Record) -> Iterator[tuple[Position, int, str, list[str] | None]]:
    """Each position of a record of steps with the seat, the token and the legal tokens."""
    position = load(record["game"]).start()
    for seat, token, legal in record["steps"]:
        yield position, seat, token, legal
        position = position.play(token)


def last(record: Record) -> Position:
    """The position a record of steps ends with."""
    position = load(record["game"]).start()
    for _, token, _ in record["steps"]:
        position = position.play(token)
    return position


@pytest.mark.parametrize("record", records("oust", "rive", "reversi"))
def test_every_step_of_a_recorded_game_is_legal_and_so_are_the_others(record: Record) -> None:
    for position, seat, token, legal in replayed(record):
        assert position.mover == seat
        assert token in tokens(position)
        assert legal is None or tokens(position) == legal


@pytest.mark.parametrize("record", records("oust", "rive", "reversi"))
def test_a_recorded_game_ends_with_its_winner(record: Record) -> None:
    position = last(record)
    assert position.mover is None
    assert position.steps == ()
    assert position.outcome is not None
    assert position.outcome.winner == record["winner"]


@pytest.mark.parametrize("record", records("oust-stuck"))
def test_a_turn_ends_when_nothing_is_placeable_after_a_capture(record: Record) -> None:
    """A capturing stone does not end a turn, unless it wins or nothing can follow it."""
    positions = [position for position, *_ in replayed(record)]
    cut_short = [
        after
        for before, after in pairwise(positions)
        if before.mover != after.mover and len(after.pieces) <= len(before.pieces)
    ]
    assert len(cut_short) == record["stuck"] > 0


@pytest.mark.parametrize(
    "line",
    [
        "a2 d2 d4 b2 b4 a1 c1 a2 c3 c5 a3 c2 e3 e2 c5",
        "d1 b4 b1 e1 b3 a3 c2 e2 d3 b2 a2 c2 d4 c4 e1 a1 b4 e1 d4 c5 c1 d4 e3 a3 d4",
    ],
)
def test_whoever_has_nothing_placeable_at_the_start_of_a_turn_must_pass(line: str) -> None:
    position = load("oust:size-3+no-pie").start()
    for token in line.split():
        assert "pass" not in tokens(position)
        position = position.play(token)
    assert tokens(position) == ["pass"]
    after = position.play("pass")
    assert after.mover == 1 - position.mover
    assert after.pieces == position.pieces


def taken(record: Record) -> Iterator[tuple[Position, int, list[str], list[str]]]:
    """Each turn of a nibble record: the position before it, seat, takes, legal takes.

    The last one has no takes: it is the position where the record stops.
    """
    position = load(record["game"]).start(deal=record["deal"])
    for seat, takes, legal in record["turns"]:
        yield position, seat, takes, legal
        for token in takes:
            position = position.play(token)
        if position.may_stop:
            position = position.play("stop")
    yield position, -1, [], []


@pytest.mark.parametrize("record", records("nibble"))
def test_every_take_of_a_recorded_game_is_legal_and_so_are_the_others(record: Record) -> None:
    for position, seat, takes, legal in taken(record):
        if takes:
            assert position.mover == seat
            assert position.step == 0
            assert tokens(position) == legal


@pytest.mark.parametrize("record", records("nibble"))
def test_a_win_at_once_is_one_in_the_record_too(record: Record) -> None:
    reasons = {"all pieces of one color": "all_of_one", "three in a row": "three_in_row"}
    *_, (position, *_) = taken(record)
    expected = reasons.get(record["reason"], "bare")
    if position.outcome is not None:
        assert (position.outcome.winner, position.outcome.reason) == (record["winner"], expected)
    else:
        assert expected == "bare"


@pytest.mark.parametrize("record", records("nibble"))
def test_a_game_that_is_certain_is_won_by_the_same_seat_when_played_on(record: Record) -> None:
    *_, (position, *_) = taken(record)
    rng = random.Random(str(record["deal"]))
    while position.steps:
        position = position.play(rng.choice(position.steps))
    assert position.outcome is not None
    assert position.outcome.winner == record["winner"]


@pytest.mark.parametrize("record", records("nibble"))
def test_the_takes_of_a_turn_may_come_in_any_order(record: Record) -> None:
    for position, _, takes, _ in taken(record):
        forth = position
        back = position
        for token in takes:
            forth = forth.play(token)
        for token in reversed(takes):
            back = back.play(token)
        assert forth == back
