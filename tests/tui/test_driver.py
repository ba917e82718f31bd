"""What a terminal may send: bytes that mean nothing are passed over, keys among them are not."""

from __future__ import annotations

import pytest
from textual import events

from tests.tui.test_pty import Player
from tui.driver import Reader

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
    return ()
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
