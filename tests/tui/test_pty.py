"""The program in a terminal of its own: what only the bytes show."""

from __future__ import annotations

import os
import re
import signal
import sys
import time

import pyte
import pytest

from tui.pseudo import PseudoTerminal

COLOR = re.compile(rb"\x1b\[[0-9;]*(?<![0-9])(3[0-8]|4[0-8]|9[0-7]|10[0-7])(?![0-9])[0-9;]*m")
"""A change of color."""
UNKNOWN = re.compile(rb"\x1b\[[<>=?][0-9;]*[u$][a-z]?|\x1b\][^\x07\x1b]*(\x07|\x1b\\)")
"""What pyte would print instead of passing over it."""


PROGRAM = ("-m", "tui.command")


class Player:
    """Somebody at a terminal, who sees the screen and types."""

    def __init__(self, folder, *arguments, columns=80, rows=24, program=PROGRAM, **environ):
        self.screen = pyte.Screen(columns or 80, rows or 24)
        self.stream = pyte.ByteStream(self.screen)
        self.written = b""
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
            **environ,
        }
        command = [sys.executable, *program, *arguments]
        self.terminal = PseudoTerminal(command, environment, columns, rows)
        self.terminal.hear(self.hear)

    def hear(self, data):
        self.written += data
        self.stream.feed(UNKNOWN.sub(b"", data))

    @property
    def text(self):
        return "\n".join(row.rstrip() for row in self.screen.display)

    def see(self, words, most=30.0):
        end = time.monotonic() + most
        while words not in self.text and time.monotonic() < end:
            self.terminal.read(0.05, 0.5)
        assert words in self.text, self.text
        self.terminal.read(0.05, 0.3)

    def type(self, keys):
        self.terminal.send(keys)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.terminal.close()


def test_a_whole_game_is_played_by_typing(tmp_path):
    with Player(tmp_path, "play", "tic-tac-toe", "--with", "person") as player:
        player.see("PLAYER 1 TO MOVE")
        for number, move in enumerate(("a1", "b1", "a2", "b2"), start=1):
            player.type("m")
            player.see("a move such as")
            player.type(f"{move}\r")
            player.see("PLAYER 2 TO MOVE" if number % 2 else "PLAYER 1 TO MOVE")
        player.type("ma3\r")
        player.see("GAME OVER")
        player.see("Player 1 wins:")
        player.type("q")
        assert player.terminal.wait() == 0
        assert b"\x1b[?1049l" in player.written


def test_a_table_opened_by_the_shell_leads_back_to_it_and_the_game_is_kept(tmp_path):
    with Player(tmp_path, "play", "oust:size-4", "--with", "person") as player:
        player.see("PLAYER 1 TO MOVE")
        player.type("\r")
        player.see("PLAYER 2 TO MOVE")
        player.type("q")
        assert player.terminal.wait() == 0
    with Player(tmp_path) as player:
        player.see("UNFINISHED")


def test_a_bot_in_its_own_process_answers(tmp_path):
    with Player(tmp_path, "play", "tic-tac-toe") as player:
        player.see("YOUR TURN")
        player.type("\r")
        player.see("Beginner bot played")
        player.type("Q")
        assert player.terminal.wait() == 0


def test_a_game_survives_kill_9_and_is_resumed(tmp_path):
    with Player(tmp_path, "play", "oust:size-4", "--with", "person") as player:
        player.see("PLAYER 1 TO MOVE")
        player.type("\r")
        player.see("PLAYER 2 TO MOVE")
        player.terminal.kill(signal.SIGKILL)
        assert player.terminal.wait() == -signal.SIGKILL
    with Player(tmp_path) as player:
        player.see("UNFINISHED")
        player.type("g")
        player.see("1 X d4")
        player.see("PLAYER 2 TO MOVE")


@pytest.mark.parametrize(
    ("environ", "arguments"),
    [({"NO_COLOR": "1"}, ()), ({"TERM": "vt100-m"}, ()), ({}, ("--color", "none"))],
    ids=["NO_COLOR", "TERM", "--color"],
)
def test_without_colors_no_byte_changes_a_color(tmp_path, environ, arguments):
    with Player(tmp_path, "play", "reversi", "--with", "person", *arguments, **environ) as player:
        player.see("PLAYER 1 TO MOVE")
        player.type("hjkl\r")
        player.terminal.read(0.3)
        assert COLOR.findall(player.written) == []


def test_a_terminal_of_sixteen_colors_is_sent_no_more(tmp_path):
    with Player(tmp_path, "play", "nibble", "--with", "person", TERM="linux") as player:
        player.see("PLAYER 1 TO MOVE")
        assert COLOR.search(player.written)
        assert b"38;5;" not in player.written
        assert b"38;2;" not in player.written


def test_a_terminal_of_256_colors_is_sent_no_true_color(tmp_path):
    with Player(tmp_path, "play", "nibble", "--with", "person", COLORTERM="truecolor") as player:
        player.see("PLAYER 1 TO MOVE")
        assert b"38;5;" in player.written
        assert b"38;2;" not in player.written


@pytest.mark.parametrize(
    ("environ", "arguments"), [({}, ("--ascii",)), ({"LANG": "C"}, ())], ids=["--ascii", "LANG"]
)
def test_in_ascii_every_byte_is_ascii(tmp_path, environ, arguments):
    with Player(tmp_path, "play", "go", "--with", "person", *arguments, **environ) as player:
        player.see("PLAYER 1 TO MOVE")
        player.type("R")
        player.see("Go: the rules")
        assert player.written.isascii()


def test_the_window_may_be_resized_again_and_again(tmp_path):
    with Player(tmp_path, "play", "reversi", "--with", "person") as player:
        player.see("PLAYER 1 TO MOVE")
        for columns, rows in ((120, 40), (60, 24)):
            player.terminal.resize(columns, rows)
            player.screen.resize(rows, columns)
            player.screen.reset()
            time.sleep(0.3)
            player.see("TO MOVE")
            assert len(player.screen.display[0].rstrip()) in (columns, columns - 1)


def test_a_terminal_without_a_size_is_taken_for_80x24(tmp_path):
    with Player(tmp_path, "play", "reversi", "--with", "person", columns=0, rows=0) as player:
        player.see("PLAYER 1 TO MOVE")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def test_a_polite_end_leaves_the_terminal_as_it_was(tmp_path, number):
    with Player(tmp_path) as player:
        player.see("GAMES")
        player.terminal.kill(number)
        assert player.terminal.wait() == 0
        assert b"\x1b[?1049l" in player.written


def test_control_c_twice_leaves(tmp_path):
    with Player(tmp_path) as player:
        player.see("GAMES")
        player.type("\x03")
        player.see("press Ctrl+C again")
        player.type("\x03")
        assert player.terminal.wait() == 0


def test_a_broken_settings_file_locks_nobody_out(tmp_path):
    folder = tmp_path / ".config" / "parlour"
    folder.mkdir(parents=True)
    (folder / "settings.yaml").write_bytes(b"\x00{]: \xff")
    with Player(tmp_path) as player:
        player.see("GAMES")
        player.type("s")
        player.see("cannot be read")


def test_a_cursor_move_writes_less_than_a_kilobyte(tmp_path):
    with Player(tmp_path, "play", "nibble:thirteen", "--with", "person") as player:
        player.see("PLAYER 1 TO MOVE")
        for key in "hjkl":
            before = len(player.written)
            player.type(key)
            player.terminal.read(0.3)
            assert len(player.written) - before < 1000
