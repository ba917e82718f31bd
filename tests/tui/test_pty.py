"""The program in a terminal of its own: what only the bytes show."""

from __future__ import annotations

import os
import re
import signal
import sys
import time

import pyte
import pytest

from tui.driver import LARGEST
from tui.pseudo import PseudoTerminal

PLACE = re.compile(rb"\x1b\[(\d+);(\d+)H")
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

    def until(self, holds, most=30.0):
        """Read on until something holds of the screen."""
        end = time.monotonic() + most
        while not holds() and time.monotonic() < end:
            self.terminal.read(0.05, 0.5)
        assert holds(), self.text

    @property
    def shown(self):
        """Every character with its colors, row by row."""
        lines = range(self.screen.lines)
        return [[self.screen.buffer[y][x] for x in range(self.screen.columns)] for y in lines]

    @property
    def drawn(self):
        """What has been written since the screen was taken over."""
        return self.written.partition(b"\x1b[?1049h")[2]

    @property
    def depth(self):
        """The most colors that have been asked for: "none", "16", "256" or "true"."""
        codes = {code for sgr in SGR.findall(self.drawn) for code in _colors(sgr)}
        return max(codes, key=DEPTHS.index, default="none")

    def becomes(self, shown, most=30.0):
        """Whether the screen comes to show this and nothing else."""
        end = time.monotonic() + most
        while time.monotonic() < end:
            self.terminal.read(0.5, 1.0)
            if self.shown == shown:
                return True
        return False

    def resize(self, columns, rows):
        self.terminal.resize(columns, rows)
        self.screen.resize(rows or 24, columns or 80)
        self.screen.reset()

    def type(self, keys):
        self.terminal.send(keys)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.terminal.close()


SGR = re.compile(rb"\x1b\[([0-9;]*)m")
DEPTHS = ("none", "16", "256", "true")


def _colors(sgr):
    """The depth of each color that an SGR sequence asks for."""
    codes = iter(sgr.decode().split(";"))
    for code in codes:
        if code in ("38", "48"):
            kind = next(codes)
            yield {"5": "256", "2": "true"}[kind]
            for _ in range(1 if kind == "5" else 3):
                next(codes)
        elif code and (30 <= int(code) <= 49 or 90 <= int(code) <= 107):
            yield "16"


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


def test_kill_9_in_the_middle_of_a_turn_leaves_the_turn_there(tmp_path):
    with Player(tmp_path, "play", "amazons", "--with", "person") as player:
        player.see("PLAYER 1 TO MOVE")
        player.type("md1-d2\r")
        player.see("move> d1-d2,_")
        player.terminal.kill(signal.SIGKILL)
        player.terminal.wait()
    with Player(tmp_path) as player:
        player.see("UNFINISHED")
        player.type("g")
        player.see("PLAYER 1 TO MOVE")
        player.see("move> d1-d2,_")


def test_a_flood_pasted_into_the_field_is_no_accident(tmp_path):
    with Player(tmp_path, "play", "reversi", "--with", "person") as player:
        player.see("PLAYER 1 TO MOVE")
        player.type("m")
        player.see("a move such as")
        for part in ("\x1b[200~", *["zz9," * 1000] * 25, "\x1b[201~", "\r"):
            player.type(part)
        player.see("No cell 'zz9'")
        player.type("d3\r")  # replaces what was refused
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


TERMS = {
    "xterm": "16",
    "xterm-256color": "256",
    "xterm-kitty": "256",
    "linux": "16",
    "vt100": "16",
    "vt100-m": "none",
    "tmux-256color": "256",
}
"""Terminals that answer nothing, and how many colors they are sent."""
STORM = ((20, 10), (36, 20), (200, 60), (500, 200), (1, 1), (120, 40), (0, 0), (79, 25))


@pytest.mark.parametrize("term", TERMS)
def test_a_terminal_is_sent_its_colors_and_survives_a_storm_of_sizes(tmp_path, term):
    with Player(tmp_path, "play", "nibble", "--with", "person", TERM=term) as player:
        player.see("PLAYER 1 TO MOVE")
        player.terminal.read(0.5)
        before = player.shown
        for columns, rows in STORM:
            player.resize(columns, rows)
            time.sleep(0.02)
        player.resize(80, 24)
        assert player.becomes(before)
        assert player.depth == TERMS[term]
        assert b"Traceback" not in player.written
        player.type("Q")
        assert player.terminal.wait() == 0


@pytest.mark.parametrize(
    ("columns", "rows", "words"),
    [
        (20, 10, "have 20x10"),
        (36, 20, "TO MOVE"),
        (200, 60, "PLAYER 1 TO MOVE"),
        (500, 200, "PLAYER 1 TO MOVE"),
        (0, 0, "PLAYER 1 TO MOVE"),
    ],
)
def test_a_window_may_have_any_size_and_another_next(tmp_path, columns, rows, words):
    arguments = ("play", "reversi", "--with", "person")
    with Player(tmp_path, *arguments, columns=columns, rows=rows) as player:
        player.see(words)
        player.terminal.read(3)  # a large window takes a while on a busy machine
        fresh = player.shown
        for size in ((60, 24), (columns, rows)):
            player.resize(*size)
            player.terminal.read(1)
        assert player.becomes(fresh)


def test_of_a_window_larger_than_any_no_more_is_drawn_than_of_a_large_one(tmp_path):
    columns, rows = LARGEST
    with Player(
        tmp_path, "play", "reversi", "--with", "person", columns=4 * columns, rows=5 * rows
    ) as player:
        player.see("PLAYER 1 TO MOVE")
        places = [tuple(map(int, place)) for place in PLACE.findall(player.written)]
    assert rows // 2 < max(row for row, _ in places) <= rows
    assert max(column for _, column in places) <= columns


def test_a_window_that_is_resized_and_back_at_once_is_drawn_again(tmp_path):
    with Player(tmp_path, "play", "reversi", "--with", "person") as player:
        player.see("PLAYER 1 TO MOVE")
        player.terminal.read(1)
        fresh = player.shown
        for size in ((60, 24), (80, 24)):
            player.resize(*size)
        assert player.becomes(fresh)


def test_a_terminal_of_true_colors_is_sent_256(tmp_path):
    with Player(tmp_path, "play", "nibble", "--with", "person", COLORTERM="truecolor") as player:
        player.see("PLAYER 1 TO MOVE")
        assert player.depth == "256"


def test_colors_may_be_changed_while_it_runs(tmp_path):
    with Player(tmp_path, "play", "nibble", "--with", "person", TERM="linux") as player:
        player.see("PLAYER 1 TO MOVE")
        assert player.depth == "16"
        player.type("Tl")
        player.see("[256]")
        player.type("q")
        player.see("PLAYER 1 TO MOVE")
        assert player.depth == "256"
        before = len(player.written)
        player.type("T")
        player.see("[256]")
        player.type("llq")
        player.see("PLAYER 1 TO MOVE")
        player.type("*")
        player.terminal.read(0.5)
        last = player.written[before:].rpartition(b"PLAYER 1 TO MOVE")[2]
        assert COLOR.findall(last) == []


def test_of_the_mouse_only_clicks_are_asked_for(tmp_path):
    with Player(tmp_path) as player:
        player.see("GAMES")
        modes = set(re.findall(rb"\x1b\[\?(1[0-9]{3})h", player.written))
        assert modes == {b"1049", b"1000", b"1006", b"1004"}
        before = len(player.written)
        player.type("M")
        player.see("the mouse is left to the terminal")
        assert b"\x1b[?1000l\x1b[?1006l" in player.written[before:]
        assert b"\x1b[?1000h" not in player.written[before:]
        player.type("M")
        player.see("the mouse works here again")
        assert b"\x1b[?1000h\x1b[?1006h" in player.written[before:]
        player.type("M")
        player.see("the mouse is left to the terminal")
        player.type("Q")
        assert player.terminal.wait() == 0
    with Player(tmp_path) as player:
        player.see("GAMES")
        assert b"\x1b[?1000h" not in player.written


def test_a_click_and_the_wheel_still_do_what_they_did(tmp_path):
    with Player(tmp_path) as player:
        player.see("GAMES")
        player.type("T")
        player.see("last click")
        player.type("\x1b[<0;7;3M\x1b[<0;7;3m")
        player.see("column 7, line 3")
        player.see("[256]")


def test_the_terminals_cursor_is_shown_where_the_person_is(tmp_path):
    folder = tmp_path / ".config" / "parlour"
    folder.mkdir(parents=True)
    (folder / "settings.yaml").write_text("cursor: visible\n")
    with Player(tmp_path) as player:
        player.see("GAMES")
        for key in ("", "j", "j", "k"):
            player.type(key)
            player.terminal.read(0.5)
            player.until(lambda: at_cursor(player) == ">")
        assert not player.screen.cursor.hidden
    with Player(tmp_path, "play", "reversi", "--with", "person") as player:
        player.see("PLAYER 1 TO MOVE")
        for key in ("", "h", "k", "y", "n"):
            player.type(key)
            player.terminal.read(0.5)
            player.until(lambda: around_cursor(player) == ("[", "]"))
        player.type("md")
        player.until(lambda: before_cursor(player) == "move> d")
        player.type("\x1b")
        player.terminal.read(0.7)
        player.type("s")
        player.terminal.read(0.5)
        player.type("?")
        player.see("Keys")
        player.until(lambda: (player.screen.cursor.x, player.screen.cursor.y) == (2, 2))
        player.type("q")
        player.see("PLAYER 1 TO MOVE")
        player.terminal.read(0.3)
        player.until(lambda: at_cursor(player) != " ")
        assert not player.screen.cursor.hidden


def test_the_terminals_cursor_is_hidden_unless_it_is_wanted(tmp_path):
    with Player(tmp_path) as player:
        player.see("GAMES")
        assert player.screen.cursor.hidden


def around_cursor(player):
    """The characters on both sides of it."""
    row, x = player.screen.display[player.screen.cursor.y], player.screen.cursor.x
    return row[x - 1], row[x + 1]


def before_cursor(player):
    """What its line has before it."""
    return player.screen.display[player.screen.cursor.y][: player.screen.cursor.x].strip()


def at_cursor(player):
    """The character on which the terminal's cursor stands."""
    return player.screen.display[player.screen.cursor.y][player.screen.cursor.x]


def test_a_broken_theme_locks_nobody_out(tmp_path):
    folder = tmp_path / ".config" / "parlour" / "themes"
    folder.mkdir(parents=True)
    (folder / "mine.yaml").write_text("text: '#000000'\nbackground: '#000000'\nbar: [")
    (folder.parent / "settings.yaml").write_text("theme: mine\n")
    with Player(tmp_path) as player:
        player.see("GAMES")
        player.type("s")
        player.see("mine.yaml:3")


@pytest.mark.parametrize(
    ("environ", "arguments"), [({}, ("--ascii",)), ({"LANG": "C"}, ())], ids=["--ascii", "LANG"]
)
def test_in_ascii_every_byte_is_ascii(tmp_path, environ, arguments):
    with Player(tmp_path, "play", "go", "--with", "person", *arguments, **environ) as player:
        player.see("PLAYER 1 TO MOVE")
        player.type("R")
        player.see("Go: the rules")
        assert player.written.isascii()


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


SHELL = """
import os, signal
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
job = os.fork()
if not job:
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpgrp())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    from tui.command import main
    main([])
while os.WIFSTOPPED(status := os.waitpid(job, os.WUNTRACED)[1]):
    os.tcsetpgrp(0, os.getpgrp())
    input("the shell> ")
    os.tcsetpgrp(0, job)
    os.kill(job, signal.SIGCONT)
raise SystemExit(os.waitstatus_to_exitcode(status))
"""
"""What a shell does for its jobs."""


def test_control_z_leads_to_the_shell_and_back(tmp_path):
    with Player(tmp_path, program=("-c", SHELL)) as player:
        player.see("GAMES")
        for columns in (80, 100):
            player.type("\x1a")
            player.until(lambda: player.written.endswith(b"the shell> "))
            assert b"\x1b[?1049l" in player.written
            player.resize(columns, 30)
            player.type("\r")
            player.see("GAMES")
            player.type("?")
            player.see("In the lobby")
            player.type("q")
            player.until(lambda: "In the lobby" not in player.text)
        player.type("Q")
        assert player.terminal.wait() == 0


def test_control_z_stops_nothing_where_no_shell_would_let_it_go_on(tmp_path):
    with Player(tmp_path) as player:
        player.see("GAMES")
        player.type("\x1a?")
        player.see("In the lobby")


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
        player.terminal.read(0.5)  # on a busy machine the first picture comes in parts
        for key in "hjkl":
            before = len(player.written)
            player.type(key)
            player.terminal.read(0.3)
            assert len(player.written) - before < 1000
