"""What a client sends reaches a session as valid, bounded keys, however it is cut up."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events

from tui.driver import Reader
from tui.house.hygiene import LONGEST_NUMBER, Hygiene
from tui.pasting import PASTE_BEGINS, PASTE_ENDS, QUIET, SHORT

PASTE = 50

KEYS = [
    *("a", "Z", " ", "\r", "\t", "\x7f", "\x03", "é", "한", "\U0001f600"),
    *("\x1b[A", "\x1bOP", "\x1b[1;5C", "\x1b[15~", "\x1b[Z", "\x1b[3;5~", "\x1bx"),
    *("\x1b[<0;12;7M", "\x1b[<35;120;40m", "\x1b[I", "\x1b[O", "\x1b[?2026;2$y"),
    *("\x1b[97;5u", "\x1b[57358u", "\x1b[127462;2:3;127462u", "\x1b[48;40;120;800;960t"),
    *("\x1bP1$r0m\x1b\\", "\x1bP1+r524742=38\x1b\\", "\x1b]11;rgb:1212/1212/1212\x07"),
    f"{PASTE_BEGINS}d4,e5{PASTE_ENDS}",
]
"""What terminals send."""


def cut(data: bytes, places: list[int]) -> list[bytes]:
    """The bytes in parts."""
    ends = sorted({place % (len(data) + 1) for place in places} | {0, len(data)})
    return [data[a:b] for a, b in pairwise(ends)]


def cleaned(parts: list[bytes]) -> bytes:
    hygiene = Hygiene(PASTE)
    return b"".join(hygiene.clean(part, 0.0) for part in parts)


@given(st.lists(st.sampled_from(KEYS), max_size=20), st.lists(st.integers(0, 500), max_size=10))
def test_what_a_terminal_sends_comes_through_byte_for_byte(keys: list[str], places: list[int]):
    data = "".join(keys).encode()

    assert cleaned(cut(data, places)) == data


HOSTILE = st.lists(
    st.one_of(
        st.binary(max_size=12),
        st.sampled_from([key.encode() for key in KEYS]),
        st.sampled_from(
            [b"\x1b", b"\x1b[", b"\x1b[9", b"9" * 9, b"u", b";", b"\x1bP", b"\x1b]52;"]
        ),
    ),
    max_size=30,
).map(b"".join)


@given(HOSTILE, st.lists(st.integers(0, 500), max_size=10))
def test_how_input_is_cut_changes_nothing(data: bytes, places: list[int]):
    assert cleaned(cut(data, places)) == cleaned([data])


@given(st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), min_size=1, max_size=80))
def test_whatever_key_follows_escape_no_key_is_held_back(keys: str):
    hygiene = Hygiene(PASTE)
    digits = 0
    for key in f"\x1b{keys}":
        digits = digits + 1 if key.isdecimal() else 0
        told = hygiene.clean(key.encode(), 0.0).decode()
        assert told == key or digits > LONGEST_NUMBER


@given(st.lists(HOSTILE, max_size=5))
def test_a_session_gets_valid_text_and_no_number_that_is_none(parts: list[bytes]):
    text = cleaned(parts).decode()

    reader = Reader()
    list(reader.feed(text.encode()))
    list(reader.tick())
    assert not re.search(r"\x1b\[[0-9;:<>=?]*[0-9]{8}", text)


@pytest.mark.parametrize("ends", [b"u", b"t", b";1R", b"M", b""])
def test_a_number_that_never_ends_is_cut_and_keys_after_it_work(ends: bytes):
    text = cleaned([b"\x1b[1;"] + [b"9" * 1000] * 50 + [ends, b"k" * 50])

    assert text == b"\x1b[1;" + b"9" * LONGEST_NUMBER + ends + b"k" * 50
    *_, last = Reader().feed(text)
    assert isinstance(last, events.Key)
    assert last.key == "k"


def test_a_paste_is_cut_and_keys_after_it_work():
    begin, end = PASTE_BEGINS.encode(), PASTE_ENDS.encode()

    assert (
        cleaned([begin, b"x" * 10_000, b"y" * 10_000, end, b"k"])
        == begin + b"x" * PASTE + end + b"k"
    )


@given(HOSTILE, st.lists(st.integers(0, 500), max_size=10))
def test_a_paste_is_text_up_to_its_end_whatever_is_in_it(pasted: bytes, places: list[int]):
    begin, end = PASTE_BEGINS.encode(), PASTE_ENDS.encode()
    text = pasted.replace(end, b"")

    told = cleaned(cut(begin + text + end + b"k", places))

    assert told.startswith(begin)
    assert told.endswith(end + b"k")
    assert b"\x1b" not in told.removeprefix(begin).removesuffix(end + b"k")


def test_a_paste_without_an_end_stays_cut():
    begin = PASTE_BEGINS.encode()

    assert cleaned([begin + b"x" * 1000] + [b"x" * 1000] * 50) == begin + b"x" * PASTE


@pytest.mark.parametrize("lost", [b"", b"\x1b", b"\x1b[20", b"\x1b[20x"])
@pytest.mark.parametrize("key", [b"q", b"\x1b[A", b"\x1b[1;5A", b"\xc3\xa9", b"2"])
def test_after_a_paste_whose_end_was_lost_keys_are_keys_again(
    lost: bytes, key: bytes, monkeypatch: pytest.MonkeyPatch
):
    begin, end = PASTE_BEGINS.encode(), PASTE_ENDS.encode()
    hygiene, reader = Hygiene(PASTE), Reader()
    told = hygiene.clean(begin + b"text" + lost, 5.0)

    told += hygiene.clean(key, 5.0 + QUIET) + hygiene.clean(b"k", 5.1 + QUIET)

    assert told.endswith(end + key + b"k")
    *_, last = reader.feed(told)
    assert isinstance(last, events.Key)
    # The same at one's own terminal, which nothing stands before.
    clock = [5.0]
    monkeypatch.setattr("tui.driver.time.monotonic", lambda: clock[-1])
    reader = Reader()
    list(reader.feed(begin + b"text" + lost))
    clock.append(5.0 + QUIET)
    paste, *keys = [*reader.feed(key), *reader.feed(b"k")]
    assert isinstance(paste, events.Paste)
    assert isinstance(keys[-1], events.Key)


@pytest.mark.parametrize("lost", [b"", b"\x1b", b"\x1b[20"])
def test_escape_alone_ends_a_paste_whose_end_was_lost(lost: bytes):
    hygiene = Hygiene(PASTE)
    hygiene.clean(PASTE_BEGINS.encode() + b"text" + lost, 5.0)

    assert hygiene.clean(b"\x1b", 5.0 + QUIET) == PASTE_ENDS.encode() + b"\x1b"


@pytest.mark.parametrize("sent", [b"\x1b[201~", b"x" * (SHORT + 1), b"\x1b[201~d4"])
def test_a_paste_may_stop_on_its_way(sent: bytes):
    begin, end = PASTE_BEGINS.encode(), PASTE_ENDS.encode()
    hygiene = Hygiene(PASTE)
    told = hygiene.clean(begin + b"te", 1.0) + hygiene.clean(b"xt", 1.1)

    told += hygiene.clean(sent, 9.0) + hygiene.clean(b"" if end in sent else end, 9.1)

    assert told.startswith(begin + b"text" + sent.partition(end)[0])
    assert told.count(end) == 1


@given(st.lists(st.tuples(HOSTILE, st.floats(0, 3)), max_size=12))
def test_whenever_it_comes_a_session_reads_as_many_pastes_as_it_is_told(
    parts: list[tuple[bytes, float]],
):
    hygiene, now, told = Hygiene(PASTE), 0.0, b""
    for part, gap in parts:
        told += hygiene.clean(PASTE_BEGINS.encode() + part, now := now + gap)

    pastes = [one for one in Reader().feed(told) if isinstance(one, events.Paste)]

    assert len(pastes) == told.count(PASTE_ENDS.encode())
