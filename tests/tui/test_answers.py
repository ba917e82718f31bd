"""Asking a terminal: what answers mean, and that none of what is typed is lost or made up."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tui.test_pty import Player
from tui.answers import Sieve, questions, understood

XTERM = (
    b"\x1bP1+r524742=38\x1b\\\x1bP1+r436f=323536\x1b\\\x1bP1+r636f6c6f7273=323536\x1b\\"
    b"\x1bP1$r0;48:5:110m\x1b\\\x1b[5;2R\x1b[5;2R\x1b[?64;1;22c"
)
FEW = b"\x1bP0+r\x1b\\\x1bP1+r436f=38\x1b\\\x1bP1$r0m\x1b\\\x1b[1;2R\x1b[1;3R\x1b[?6c"

ANSWERS = st.sampled_from(
    (
        "\x1bP1+r524742\x1b\\",
        "\x1bP0+r\x1b\\",
        "\x1bP1$r0;48:5:110m\x1b\\",
        "\x1b[12;2R",
    )
)
KEYS = st.sampled_from(("q", "7", ";", "R", "\\", "\r", "\x1b[A", "\x1bOP", "\x1b[1;5C", "é", "c"))
"""Among them what answers are made of."""


@pytest.mark.parametrize(
    ("heard", "colors", "widths"),
    [
        (XTERM, 1 << 24, (1, 1)),
        (FEW, 0, (1, 2)),
        (b"\x1bP1+r436f=323536\x1b\\\x1b[?1c", 256, ()),
        (b"\x1bP1+r436f=3136\x1b\\\x1b[?1c", 16, ()),
        (b"\x1bP1$r48;5;110m\x1b\\\x1b[?1c", 256, ()),
        (b"\x1bP1$r48;5;11m\x1b\\\x1b[?1c", 0, ()),
        (b"\x1bP1+rzz=zz\x1b\\\x1b[?1c", 0, ()),
        (b"\x1b[4;4R\x1b[4;3R\x1b[?1c", 0, (3, 2)),
        (b"\x1b[?1c", 0, ()),
    ],
)
def test_answers_are_understood(heard, colors, widths):
    answers = understood(heard)
    assert (answers.colors, answers.widths) == (colors, widths)
    assert answers.is_complete
    assert answers.typed == b""


@given(st.lists(KEYS | ANSWERS))
def test_what_is_typed_between_answers_is_kept(parts):
    heard = "".join(parts).encode()
    typed = "".join(part for part in parts if not _is_answer(part))
    assert understood(heard).typed == typed.encode()
    assert not understood(heard).is_complete


@given(st.lists(KEYS | ANSWERS), st.lists(st.integers(0, 200)))
def test_answers_that_come_late_in_any_pieces_leave_the_keys(parts, cuts):
    text = "".join(parts)
    places = [0, *sorted(cut for cut in cuts if cut < len(text)), len(text)]
    sieve, passed = Sieve(10.0), ""
    for first, last in pairwise(places):
        passed += sieve.passed(text[first:last], 1.0)
    passed += sieve.overdue(11.0)
    assert passed == "".join(part for part in parts if not _is_answer(part))


def _is_answer(part):
    return re.fullmatch(r"\x1b(P.*\\|\[12;2R)", part) is not None


@given(st.text(alphabet="\x1b[P?01;+$rRc\\x"), st.lists(st.integers(0, 30)))
def test_once_no_answer_is_awaited_everything_is_passed_on(text, cuts):
    sieve = Sieve(10.0)
    places = [0, *sorted(cut for cut in cuts if cut < len(text)), len(text)]
    pairs = pairwise(places)
    assert "".join(sieve.passed(text[first:last], 20.0) for first, last in pairs) == text


def test_escape_waits_a_moment_and_half_an_answer_until_none_is_awaited():
    sieve = Sieve(10.0)
    assert sieve.passed("\x1b", 1.0) == ""
    assert sieve.overdue(1.0) == ""
    assert sieve.overdue(1.2) == "\x1b"
    assert sieve.passed("\x1bP1+r5247", 2.0) == ""
    assert sieve.overdue(9.0) == ""
    assert sieve.overdue(10.5) == ""
    assert sieve.passed("q", 11.0) == "q"


def test_after_the_last_answer_none_is_awaited():
    sieve = Sieve(10.0)
    assert sieve.passed("\x1b[?64;1c", 1.0) == ""
    assert sieve.passed("\x1b", 1.1) == "\x1b"


def test_a_question_ends_with_one_that_all_answer_and_clears_its_line():
    for colors, characters in ((True, False), (False, True), (True, True)):
        question = questions(colors=colors, characters=characters)
        assert question.endswith(b"\x1b[c\r\x1b[K")
    assert questions(colors=False, characters=False) == b""


class Answering(Player):
    """At a terminal that answers, at once or later."""

    def __init__(self, folder, answer, *, wait=0.0, **environ):
        self.answer, self.wait = answer, wait
        super().__init__(folder, **environ)

    def hear(self, data):
        super().hear(data)
        if b"\x1b[c" in self.written and self.answer and not self.wait:
            answer, self.answer = self.answer, b""
            self.terminal.send(answer)


@pytest.mark.parametrize(
    ("answer", "colors", "characters"),
    [
        (XTERM, "256", "unicode"),
        (FEW, "16", "narrow"),
        (XTERM.replace(b"[5;2R\x1b[5;2R", b"[5;4R\x1b[5;4R"), "256", "ascii"),
    ],
)
def test_a_terminal_that_answers_is_believed(tmp_path, answer, colors, characters):
    with Answering(tmp_path, answer, TERM="xterm") as player:
        player.see("GAMES")
        player.type("T")
        player.see(f"{characters}, says its answer")
        player.see(f"{colors}, says ")
        shown = player.written.partition(b"\x1b[?1049h")[2]
        assert (b"48;5;" in shown) == (colors == "256")


def test_keys_typed_while_it_answers_are_not_lost(tmp_path):
    with Answering(tmp_path, b"?" + XTERM[:40] + b"q" + XTERM[40:], TERM="xterm") as player:
        player.answer = b"s" + XTERM
        player.see("Kept in")
        player.type("q")
        player.see("GAMES")


@pytest.mark.parametrize("cut", [0, 3, 9])
def test_answers_that_come_when_the_screen_is_there_are_no_keys(tmp_path, cut):
    with Answering(tmp_path, XTERM, wait=1, TERM="xterm") as player:
        player.see("GAMES")
        player.type("?")
        player.see("In the lobby")
        player.type("j")
        player.see("1 above")
        before = player.text
        player.terminal.send(XTERM[:cut])
        player.terminal.read(0.2)
        player.terminal.send(XTERM[cut:])
        player.terminal.read(0.4)
        assert player.text == before
        player.type("q")
        player.see("GAMES")


def test_a_terminal_that_prints_what_it_does_not_know_is_left_clean(tmp_path):
    with Player(tmp_path, TERM="xterm") as player:
        player.see("GAMES")
        asked = player.written.partition(b"\x1b[?1049h")[0]
        assert asked.startswith(b"\r")
        assert asked.endswith(b"\r\x1b[K")
        assert b"\n" not in asked
