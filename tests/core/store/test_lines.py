"""Lines of a log keep every entry exactly."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.match import entries
from core.match.clock import DAY, SECOND, Daily, Fischer, pace
from core.match.entries import KINDS, LONGEST_NAME, Player, Terms
from core.store.lines import MOST, decode, encode

TEXT = st.text(st.characters())
NAMES = st.text(st.characters().filter(str.isprintable), max_size=LONGEST_NAME)
PLAYERS = st.builds(Player, st.sampled_from(["person", "engine", "open"]), NAMES) | st.builds(
    Player,
    st.just("bot"),
    NAMES,
    st.none() | st.integers(1, 3) | st.sampled_from(["time:2s", "time:0.5s+ponder"]),
)
WHOLE = st.integers(0, MOST)
SEATS = st.lists(PLAYERS, min_size=2, max_size=8).map(tuple)
SEAT = st.integers(0, 7)
PACES = st.builds(Daily, st.integers(1, 365)) | st.builds(
    Fischer,
    st.integers(5, 364 * DAY // SECOND).map(lambda seconds: seconds * SECOND),
    st.integers(0, 364 * DAY // SECOND).map(lambda seconds: seconds * SECOND),
)
TERMS = st.builds(
    Terms,
    st.none() | PACES,
    st.sampled_from(["free", "asked", "never"]),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["steps", "turns"]),
    st.booleans(),
    st.none() | WHOLE,
)
KIND = st.sampled_from(KINDS)
ENTRIES = st.one_of(
    st.builds(entries.Started, TEXT, TEXT, TEXT, SEATS, TERMS, at=WHOLE),
    st.builds(entries.Stepped, SEAT, TEXT, at=WHOLE),
    st.builds(entries.TookBack, SEAT, WHOLE, at=WHOLE),
    st.builds(entries.Offered, SEAT, KIND, st.none() | WHOLE, at=WHOLE),
    st.builds(entries.Answered, SEAT, KIND, st.booleans(), at=WHOLE),
    st.builds(entries.Withdrew, SEAT, KIND, at=WHOLE),
    st.builds(entries.Said, st.none() | SEAT, TEXT, TEXT, at=WHOLE),
    st.builds(entries.Reseated, SEAT, PLAYERS, at=WHOLE),
    st.builds(entries.Rematched, SEAT, WHOLE, at=WHOLE),
    *(
        st.builds(kind, SEAT, at=WHOLE)
        for kind in (
            entries.Resigned,
            entries.Flagged,
            entries.Abandoned,
            entries.Left,
            entries.Away,
            entries.Returned,
        )
    ),
)


@given(ENTRIES)
def test_a_line_gives_back_its_entry(entry):
    line = encode(entry)
    assert line.isascii()
    assert "\n" not in line
    assert decode(line) == entry


@given(PACES)
def test_a_pace_can_be_written_and_read(time):
    assert pace(str(time)) == time


@given(st.binary())
def test_any_other_bytes_are_refused_in_words(data):
    with pytest.raises(ValueError, match=r"^(is|has) "):
        decode(data)


def values_like(value):
    """Values that somebody might write in place of a good one."""
    return st.sampled_from([None, True, -(10**16), 1.5, "", "x", [], {}, [value], {"a": value}])


@given(ENTRIES, st.data())
def test_a_line_with_one_wrong_value_is_read_as_another_entry_or_refused(entry, data):
    told = json.loads(encode(entry))
    key = data.draw(st.sampled_from(sorted(told)))
    told[key] = data.draw(values_like(told[key]))
    with suppress(ValueError):
        again = decode(json.dumps(told))
        assert decode(encode(again)) == again


def test_what_older_programs_wrote_is_read():
    old = '{"kind": "stepped", "seat": 0, "token": "d4", "at": 4, "turns": 1, "over": true}'
    assert decode(old) == entries.Stepped(0, "d4", at=4)
