"""What a terminal may send: bytes that mean nothing are passed over, keys among them are not."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import tty
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events

from tests.tui.test_pty import Player
from tui.driver import MOST, Output, Reader
from tui.pasting import PASTE_BEGINS, PASTE_ENDS

NOISE = (
    b"\xe9",
    b"\xff\xfe\xc3",
    b"\x1b[M \xff!",
    b"\x1b[99999999999u",
    b"\x1b[1114112;5u",
    b"\x1b[55296u",
    b"\x1b[48;0;0;0;0t",
    b"\x1b[48;65000;65000;65000;65000t",
    b"\x1b[<0;" + b"9" * 400 + b";1M",
    b"\x1b[" + b"9" * 5000 + b"u",
)


@pytest.mark.parametrize("noise", NOISE, ids=lambda noise: repr(noise[:20]))
def test_a_key_after_noise_is_read(noise):
    reader = Reader()
    list(reader.feed(noise))
    read = [event for event in reader.feed(b"q") if isinstance(event, events.Key)]
    assert [event.key for event in read][-1:] == ["q"]


def test_a_character_may_come_in_parts():
    reader = Reader()
    assert list(reader.feed(b"\xc3")) == []
    assert [event.character for event in reader.feed(b"\xa9")] == ["é"]


ODD = [
    "abc\x1bq",
    "\x1b[A",
    "\x1b",
    "\x1b[20",
    "1~",
    "\x9b",
    "\x03",
    "\x1b[?1;2c",
    "\x1bP1+r",
    "\x1b\\",
]
PASTED = st.lists(
    st.one_of(
        st.binary(max_size=12),
        st.sampled_from(NOISE),
        st.sampled_from([*ODD, PASTE_BEGINS, "한"]).map(str.encode),
    ),
    max_size=20,
).map(b"".join)
MARKS = PASTE_BEGINS.encode(), PASTE_ENDS.encode()


@given(PASTED, st.lists(st.integers(0, 400), max_size=12), st.booleans())
def test_what_is_pasted_is_text_and_no_key(pasted, places, answers):
    pasted = pasted.replace(MARKS[1], b"")
    data = MARKS[0] + pasted + MARKS[1] + b"k"
    ends = sorted({min(place, len(data)) for place in places} | {0, len(data)})
    reader = Reader(answers=answers)

    read = []
    for begin, end in pairwise(ends):
        read += [*reader.feed(data[begin:end]), *reader.tick()]

    paste, key = read
    assert isinstance(paste, events.Paste)
    assert isinstance(key, events.Key)
    assert key.key == "k"
    assert not re.search(r"[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]", paste.text)
    if pasted.isalnum():  # of bytes: letters and digits of ASCII
        assert paste.text == pasted.decode()


@pytest.mark.parametrize("pasted", [b"abc\x1bq", b"abc\x1b[Aq"])
def test_an_escape_in_a_paste_does_not_leave_the_program(tmp_path, pasted):
    with Player(tmp_path) as player:
        player.see("GAMES")
        player.terminal.send(MARKS[0] + pasted + MARKS[1])
        player.terminal.read(0.3)
        player.type("?")
        player.see("In the lobby")
        player.type("qQ")
        assert player.terminal.wait() == 0


def test_noise_does_not_end_the_program(tmp_path):
    with Player(tmp_path) as player:
        player.see("GAMES")
        for noise in NOISE:
            player.terminal.send(noise)
        player.terminal.read(0.3)
        player.type("?")
        player.see("In the lobby")
        player.type("qQ")
        assert player.terminal.wait() == 0


BREAK = """
import tui.driver, sys
def broken(self, data):
    if data:
        raise RuntimeError("out of order")
    yield from ()
tui.driver.Reader.feed = broken
from tui.command import main
main([])
"""


def test_an_accident_while_reading_is_told_in_words_and_leaves_the_terminal_as_it_was(tmp_path):
    with Player(tmp_path, program=("-c", BREAK)) as player:
        player.see("GAMES")
        player.type("j")
        assert player.terminal.wait() == 1
        assert b"\x1b[?1049l" in player.written
        told = player.written.rpartition(b"\x1b[?1049l")[2]
        assert b"something broke that should not have" in told
        assert b"Traceback" not in told
    log = tmp_path / ".local" / "share" / "parlour" / "broken.log"
    assert "out of order" in log.read_text()


@pytest.fixture
def terminal():
    """Both ends of a terminal: who shows it, and the program's as a file."""
    shows, handle = pty.openpty()
    tty.setraw(handle)
    with open(handle, "w", encoding="utf-8") as program:
        yield shows, program
    os.close(shows)


async def read(handle, much):
    """So many bytes, while the loop goes on."""
    data = b""
    os.set_blocking(handle, False)
    while len(data) < much:
        await asyncio.sleep(0)
        try:
            data += os.read(handle, 1 << 16)
        except BlockingIOError:
            await asyncio.sleep(0.001)
    return data


def output(program, missed=lambda: None):
    return Output(program, asyncio.get_running_loop(), missed)


async def test_a_terminal_that_does_not_read_gets_all_of_it_later_and_in_order(terminal):
    shows, program = terminal
    out = output(program, missed=lambda: pytest.fail("nothing was dropped"))
    parts = [f"{number:06}€" * 100 for number in range(MOST // 1000)]
    for part in parts:
        out.write(part)
    whole = "".join(parts).encode()
    assert await read(shows, len(whole)) == whole
    out.write("more")
    assert await read(shows, 4) == b"more"
    out.close()


async def test_what_a_terminal_has_missed_is_dropped_whole_and_told_of_once(terminal):
    shows, program = terminal
    missed = []
    out = output(program, missed=lambda: missed.append(True))
    for number in range(10 * MOST // 1000):
        out.write(f"<{number:06}>" * 125)
        assert sum(map(len, out._left)) < 2 * MOST
    out.write("END")
    assert not missed
    data = b""
    while not data.endswith(b"END"):
        data += await read(shows, 1)
    assert len(data) < 2 * MOST
    assert re.fullmatch(rb"(<\d{6}>)*END", data)
    assert missed == [True]
    out.write("more")
    assert await read(shows, 4) == b"more"
    assert missed == [True]
    out.close()


async def test_what_is_left_is_written_before_a_terminal_is_let_go(terminal):
    shows, program = terminal
    out = output(program)
    whole = b"x" * (MOST - 1)
    out.write(whole.decode())
    with ThreadPoolExecutor() as threads:
        shown = threads.submit(lambda: asyncio.run(read(shows, len(whole))))
        out.close()
        assert shown.result() == whole


async def test_a_terminal_that_is_stopped_is_let_go(terminal, monkeypatch):
    _shows, program = terminal
    monkeypatch.setattr("tui.driver.PATIENCE", 0.1)
    out = output(program)
    out.write("x" * (MOST - 1))
    out.close()
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(out._handle)


async def test_a_terminal_that_has_gone_is_written_to_in_vain(terminal):
    shows, program = terminal
    out = output(program)
    out.write("x" * (MOST - 1))
    os.dup2(os.open(os.devnull, os.O_RDWR), shows)
    out.write("more")
    out.close()
