"""Lines of a log keep every entry exactly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.match.session import Player, Resigned, Started, Stepped, TookBack
from core.store.lines import Line, decode, encode

TEXT = st.text(st.characters())
PLAYERS = st.builds(Player, st.just("person"), TEXT) | st.builds(
    Player, st.just("bot"), TEXT, st.none() | st.integers(1, 8)
)
SEATS = st.lists(PLAYERS, min_size=2, max_size=8).map(tuple)
SEAT = st.integers(0, 7)
ENTRIES = (
    st.builds(Started, TEXT, TEXT, TEXT, SEATS)
    | st.builds(Stepped, SEAT, TEXT)
    | st.builds(TookBack, SEAT, st.integers(0))
    | st.builds(Resigned, SEAT)
)


@given(st.builds(Line, ENTRIES, st.integers(0), st.integers(0), st.booleans()))
def test_a_line_gives_back_its_entry(line):
    data = encode(line)
    assert data.count(b"\n") == 1
    assert decode(data.rstrip(b"\n")) == line


@given(st.binary())
def test_any_other_bytes_are_refused_in_words(data):
    with pytest.raises(ValueError, match=r"^(is|has) "):
        decode(data)
