"""Lines of a log keep every entry exactly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.match.session import Player, Reseated, Resigned, Started, Stepped, TookBack
from core.store.lines import LONGEST_NAME, MOST, Line, decode, encode

TEXT = st.text(st.characters())
NAMES = st.text(st.characters().filter(str.isprintable), max_size=LONGEST_NAME)
PLAYERS = st.builds(Player, st.sampled_from(["person", "engine"]), NAMES) | st.builds(
    Player, st.just("bot"), NAMES, st.none() | st.integers(1, 3)
)
WHOLE = st.integers(0, MOST)
SEATS = st.lists(PLAYERS, min_size=2, max_size=8).map(tuple)
SEAT = st.integers(0, 7)
ENTRIES = (
    st.builds(Started, TEXT, TEXT, TEXT, SEATS)
    | st.builds(Stepped, SEAT, TEXT)
    | st.builds(TookBack, SEAT, st.integers(0))
    | st.builds(Resigned, SEAT)
    | st.builds(Reseated, SEAT, PLAYERS)
)


@given(st.builds(Line, ENTRIES, WHOLE, WHOLE, st.booleans()))
def test_a_line_gives_back_its_entry(line):
    data = encode(line)
    assert data.count(b"\n") == 1
    assert decode(data.rstrip(b"\n")) == line


@given(st.binary())
def test_any_other_bytes_are_refused_in_words(data):
    with pytest.raises(ValueError, match=r"^(is|has) "):
        decode(data)
