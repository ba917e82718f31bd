"""The log of moves: however narrow it is, every turn is in it, whole and in order."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tui.houses import begun, bots, played
from tui.lines import Piece, plain, width
from tui.widgets.log import log_of

MATCHES = {
    name: played(begun(name, bots(name)), 60)
    for name in ("oust:size-5", "nibble", "amazons", "rolit")
}


def logged(name, columns):
    session = MATCHES[name]
    badges = [Piece(letter) for letter in "XOZ"[: len(session.seats)]]
    return log_of(session, session.turns, columns, len(session.steps), badges).lines


@given(st.sampled_from(sorted(MATCHES)), st.integers(20, 120))
@settings(deadline=None)
def test_every_turn_is_there_whole_and_in_order(name, columns):
    rows = logged(name, columns)
    assert max(map(width, rows)) <= columns
    shown = "".join("".join(plain(row).split()) for row in rows)
    place = 0
    for turn in MATCHES[name].turns:
        place = shown.index("".join(turn.text.split()), place) + len(turn.text)


@pytest.mark.parametrize("name", MATCHES)
def test_below_24_columns_no_two_turns_share_a_line(name):
    rows = [plain(row) for row in logged(name, 23)]
    starts = [len(re.findall(r"\b[XOZ] \S", row)) for row in rows]
    assert max(starts) == 1
    assert sum(starts) == len(MATCHES[name].turns)
