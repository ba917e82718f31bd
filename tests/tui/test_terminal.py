"""What a terminal can show, by its environment."""

from __future__ import annotations

import pytest

from tui.terminal import color_mode, is_unicode


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
        ({"TERM": "dumb"}, "none"),
        ({}, "none"),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, "none"),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, "256"),
    ],
    ids=str,
)
def test_the_environment_tells_how_many_colors_there_are(environ, mode):
    assert color_mode("auto", environ) == mode


@pytest.mark.parametrize("wanted", ["256", "16", "none"])
def test_what_the_person_wants_goes_first(wanted):
    assert color_mode(wanted, {"TERM": "linux", "NO_COLOR": "1"}) == wanted


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"LANG": "en_US.UTF-8"}, True),
        ({"LANG": "C"}, False),
        ({"LANG": "C", "LC_ALL": "C.utf8"}, True),
        ({"LC_ALL": "C", "LANG": "en_US.UTF-8"}, False),
        ({}, False),
        ({"LC_CTYPE": "C.UTF-8"}, False),
        ({"LC_CTYPE": "C.UTF-8", "LANG": "C"}, False),
        ({"LC_CTYPE": "C.UTF-8", "LANG": "de_DE.UTF-8"}, True),
    ],
    ids=str,
)
def test_the_locale_tells_whether_more_than_ascii_is_shown(environ, expected):
    assert is_unicode(environ) is expected
