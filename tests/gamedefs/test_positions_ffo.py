"""The FFO endgame positions: the legal moves of 79 hard Othello positions.

Source: the FFO endgame test suite, positions 1 to 79; every legal move stands in the file.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from core import catalog
from core.rules.game import Game, Position

FILE = Path(__file__).parents[1] / "core" / "data" / "ffo.obf"


def lines() -> list[Any]:
    """64 letters from a1 to h8, X or O to move, and the legal moves, for each position."""
    written = [line for line in FILE.read_text().splitlines() if line.strip()]
    found = []
    for number, line in enumerate(written, start=1):
        board, *moves = line.rstrip("; ").split(";")
        cells, mover = board.split()
        legal = sorted(move.split(":")[0].strip().lower() for move in moves)
        found.append(pytest.param(cells, mover, legal, id=str(number)))
    return found


def place(game: Game, cells: str, mover: str) -> Position:
    """The position with these discs, made from the text of the starting position."""
    rows = [cells[first : first + 8] for first in range(0, 64, 8)]
    written = re.sub("-+", lambda run: str(len(run[0])), "/".join(rows))
    _, _, *rest = str(game.start()).split()
    return game.position(" ".join([written, {"X": "black", "O": "white"}[mover], *rest]))


def test_there_are_79_positions() -> None:
    assert len(lines()) == 79


@pytest.mark.parametrize(("cells", "mover", "legal"), lines())
def test_the_legal_moves_are_those_of_the_file(cells: str, mover: str, legal: list[str]) -> None:
    position = place(catalog.load("reversi:8x8"), cells, mover)
    assert position.mover == "XO".index(mover)
    assert (
        "".join(
            "-" if piece is None else "XO"[piece]
            for piece in (
                position.pieces[cell].owner if cell in position.pieces else None
                for cell in position.game.cells
            )
        )
        == cells
    )
    assert sorted(str(step) for step in position.steps) == legal
