"""What a terminal can show, by its environment."""

from __future__ import annotations

import pytest

from tui.answers import Answers
from tui.terminal import Terminal, encoding_of, is_unicode


@pytest.mark.parametrize(
    ("environ", "mode"),
    [
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "tmux-256color"}, "256"),
        ({"TERM": "xterm-kitty"}, "256"),
        ({"TERM": "foot"}, "256"),
        ({"TERM": "xterm-direct"}, "256"),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, "256"),
        ({"TERM": "xterm"}, "16"),
        ({"TERM": "linux"}, "16"),
        ({"TERM": "vt100"}, "16"),
        ({"TERM": "putty"}, "16"),
        ({"TERM": "screen"}, "16"),
        ({"TERM": "screen-256color"}, "256"),
        ({"TERM": "xterm-mono"}, "none"),
        ({"TERM": "dumb"}, "none"),
        ({}, "none"),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, "none"),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, "256"),
    ],
    ids=str,
)
def test_the_environment_tells_how_many_colors_there_are(environ, mode):
    assert Terminal(environ).mode("auto") == mode


@pytest.mark.parametrize("wanted", ["256", "16", "none"])
def test_what_the_person_wants_goes_first(wanted):
    terminal = Terminal({"TERM": "linux", "NO_COLOR": "1"}, Answers(colors=256))
    assert terminal.mode(wanted) == wanted


@pytest.mark.parametrize(
    ("environ", "colors", "mode"),
    [
        ({"TERM": "xterm"}, 256, "256"),
        ({"TERM": "xterm"}, 1 << 24, "256"),
        ({"TERM": "xterm"}, 16, "16"),
        ({"TERM": "xterm"}, 0, "16"),
        ({"TERM": "linux"}, 256, "16"),
        ({"TERM": "xterm", "NO_COLOR": "1"}, 256, "none"),
    ],
    ids=str,
)
def test_where_the_environment_says_nothing_the_terminal_does(environ, colors, mode):
    assert Terminal(environ, Answers(colors=colors)).mode("auto") == mode


@pytest.mark.parametrize(
    ("environ", "asked"),
    [
        ({"TERM": "xterm", "LANG": "C"}, (True, False)),
        ({"TERM": "xterm-256color", "LANG": "en_US.UTF-8"}, (False, True)),
        ({"TERM": "xterm-256color", "LANG": "C"}, (False, False)),
        ({"TERM": "linux"}, (False, True)),
        ({"TERM": "dumb", "LANG": "en_US.UTF-8"}, (False, False)),
        ({}, (False, False)),
    ],
    ids=str,
)
def test_only_what_the_environment_does_not_say_is_asked(environ, asked):
    question = Terminal(environ).question(colors=True, characters=True)
    assert (b"\x1bP" in question, b"\x1b[6n" in question) == asked
    assert bool(question) == any(asked)
    assert Terminal(environ).question(colors=False, characters=False) == b""


@pytest.mark.parametrize(
    ("environ", "widths", "characters"),
    [
        ({"LANG": "en_US.UTF-8"}, (), "unicode"),
        ({"LANG": "en_US.UTF-8"}, (1, 1), "unicode"),
        ({"LANG": "en_US.UTF-8"}, (1, 2), "narrow"),
        ({"LANG": "en_US.UTF-8"}, (3, 2), "ascii"),
        ({"LANG": "C"}, (1, 1), "ascii"),
        ({}, (1, 1), "unicode"),
        ({}, (), "ascii"),
    ],
    ids=str,
)
def test_the_locale_and_the_width_of_characters_tell_which_are_shown(environ, widths, characters):
    assert Terminal(environ, Answers(widths=widths)).characters[0] == characters


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"LANG": "en_US.UTF-8"}, True),
        ({"LANG": "C"}, False),
        ({"LANG": "C", "LC_ALL": "C.utf8"}, True),
        ({"LC_ALL": "C", "LANG": "en_US.UTF-8"}, False),
        ({}, None),
        ({"LC_CTYPE": "C.UTF-8"}, None),
        ({"LC_CTYPE": "C.UTF-8", "LANG": "C"}, False),
        ({"LC_CTYPE": "C.UTF-8", "LANG": "de_DE.UTF-8"}, True),
    ],
    ids=str,
)
def test_the_locale_tells_whether_more_than_ascii_is_shown(environ, expected):
    assert is_unicode(environ) is expected


@pytest.mark.parametrize(
    ("environ", "stream", "wanted", "encoding"),
    [
        ({"LANG": "ko_KR.UTF-8"}, "utf-8", "auto", "utf-8"),
        ({"LANG": "ko_KR.UTF-8"}, "utf-8", "ascii", "ascii"),
        ({"LANG": "C.UTF-8"}, "UTF8", "auto", "UTF8"),
        # Python writes UTF-8 there too.
        ({"LANG": "C"}, "utf-8", "auto", "ascii"),
        ({}, "utf-8", "auto", "ascii"),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, "utf-8", "auto", "ascii"),
        ({}, "utf-8", "unicode", "utf-8"),
        ({"LANG": "ko_KR.eucKR"}, "euc_kr", "auto", "euc_kr"),
        ({"LANG": "ko_KR.UTF-8"}, "ascii", "auto", "ascii"),
        ({"LANG": "ko_KR.UTF-8"}, None, "auto", "ascii"),
    ],
)
def test_lines_are_written_as_the_locale_and_the_stream_say(environ, stream, wanted, encoding):
    assert encoding_of(environ, stream, wanted) == encoding
