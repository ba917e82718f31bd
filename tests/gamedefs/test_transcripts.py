"""Othello games as newspapers print them: no passes written, a1 at the top left."""

from __future__ import annotations

import pytest

from core import catalog
from core.rules.game import Position

LONGEST = (
    "D3C5F6F5F4C3C4D2E2B4D1F3B5E3F2F1A4D6E6E7F7B6E8C6B3A5D7A3E1A6G1A2C2C7B8D8C8G8G6H6G5H5G4H4"
    "H3G7H8F8H7A8A7B7A1B2G3G2H2H1C1B1"
)
MUST_PASS = "e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8"

GAMES = {
    "wiped out": ("e6f4e3f6g5d6e7f5c5", (13, 0), 0, 0),
    "blocked": ("f5f4c3e6f7g6g4e8g8g5h5", (14, 1), 0, 0),
    "drawn": (LONGEST, (32, 32), None, 1),
}
"""Transcript, discs of black and white at the end, winner, passes left out."""


def played(transcript: str) -> tuple[Position, int]:
    """The position after a transcript, and how many forced passes were put in."""
    position = catalog.load("reversi:8x8").start()
    passes = 0
    for place in range(0, len(transcript), 2):
        if [str(step) for step in position.steps] == ["pass"]:
            position = position.play("pass")
            passes += 1
        position = position.play(transcript[place : place + 2].lower())
    return position, passes


@pytest.mark.parametrize("game", GAMES)
def test_a_game_ends_where_its_transcript_ends(game: str) -> None:
    transcript, discs, winner, passes = GAMES[game]
    position, put_in = played(transcript)
    assert put_in == passes
    assert position.steps == ()
    assert position.outcome is not None
    assert (position.outcome.winner, position.outcome.reason) == (winner, "blocked")
    owners = [piece.owner for piece in position.pieces.values()]
    assert (owners.count(0), owners.count(1)) == discs
    assert position.scores == ((discs[0],), (discs[1],))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_until_neither_can_move(game: str) -> None:
    transcript, *_ = GAMES[game]
    position, _ = played(transcript[:-2])
    assert position.outcome is None
    assert transcript[-2:].lower() in {str(step) for step in position.steps}


def test_black_must_pass_when_nothing_can_be_turned() -> None:
    position, passes = played(MUST_PASS)
    assert passes == 0
    assert position.mover == 0
    assert [str(step) for step in position.steps] == ["pass"]
    assert position.play("pass").mover == 1


def test_black_moves_first_to_one_of_four_cells() -> None:
    position = catalog.load("reversi:8x8").start()
    owners = {cell: piece.owner for cell, piece in position.pieces.items()}
    assert owners == {"d4": 1, "e5": 1, "e4": 0, "d5": 0}
    assert position.mover == 0
    assert {str(step) for step in position.steps} == {"d3", "c4", "f5", "e6"}
