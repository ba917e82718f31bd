"""Line mode as a program: through a pipe, and at a terminal that can only print lines."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys

import pytest
from rich.cells import cell_len

from core.store.library import Library
from tests.tui.houses import bots, kept_by
from tui.language import LANGUAGES
from tui.pseudo import PseudoTerminal

COMMAND = [sys.executable, "-m", "tui.command"]


def environment(folder, **more):
    return {**os.environ, "HOME": str(folder), "LANG": "C.UTF-8", **more}


def matches(folder):
    """Those that a program kept there."""
    data = folder / ".local" / "share" / "parlour"
    return kept_by(Library(str(data / "matches.db"), data / "matches"))


def run(folder, typed, *arguments, **more):
    """What came out of a program that was given all lines at once, and its status."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=typed.encode(),
        capture_output=True,
        env=environment(folder, **more),
        check=False,
        timeout=120,
    )
    assert done.stderr == b""
    return done.stdout.decode(), done.returncode


class Script:
    """A program that talks to ours through pipes."""

    def __init__(self, folder, *arguments, **more):
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
            env=environment(folder, **more),
        )

    def read(self):
        """The lines of an answer, up to the empty one after it."""
        lines = []
        while line := self.process.stdout.readline().rstrip("\n"):
            lines.append(line)
        return lines

    def ask(self, line):
        self.process.stdin.write(f"{line}\n")
        return self.read()

    def __enter__(self):
        self.process.__enter__()
        return self

    def __exit__(self, *error):
        self.process.stdin.close()
        self.process.wait(60)
        self.process.__exit__(*error)


@pytest.mark.parametrize(
    "id", ["nibble", "rive:size-3", "oust:size-4", "reversi:6x6", "breakthrough:6x6"]
)
def test_a_script_plays_a_whole_game_through_a_pipe(tmp_path, id):
    chance = random.Random(id)
    with Script(tmp_path) as script:
        assert script.read()[0].startswith("Parlour")
        answer = script.ask(f"play {id} with bot:1")
        while answer[-1].startswith("TURN"):
            tokens = script.ask("legal")[0].partition(": ")[2].split()
            answer = script.ask(chance.choice(tokens))
        assert answer[-1].startswith("END")
        log = [line.rpartition(" ")[2] for line in script.ask("log")]
        assert script.ask("quit")[-1] == "BYE"
    assert script.process.returncode == 0
    (session,) = matches(tmp_path)
    assert session.outcome
    assert log == [turn.text for turn in session.turns]


class TestLanguages:
    """What is told is in the language of the locale; what scripts rely on is the same in all."""

    @pytest.mark.parametrize("code", LANGUAGES)
    def test_a_whole_game_is_played_in_every_language(self, tmp_path, code):
        chance = random.Random(1)
        environ = {"LANG": f"{code}_XX.UTF-8", "LANGUAGE": ""}
        words, letters = set(), set()
        with Script(tmp_path, **environ) as script:
            script.read()
            answer = script.ask("play reversi:6x6 with bot:1")
            assert answer[0].split(";")[0].startswith("GAME reversi:6x6: ")
            while answer[-1].startswith("TURN"):
                words.update(line.split()[0] for line in answer)
                letters.update("".join(answer))
                board = script.ask("board")
                assert {cell_len(row) for row in board[:7]} == {14}
                tokens = script.ask("legal")[0].partition(": ")[2].split()
                answer = script.ask(chance.choice(tokens))
            assert re.match(r"END ((black|white) wins|draw), \w+: ", answer[-1])
            assert script.ask("quit") == ["KEPT 1", "BYE"]
        assert words == {"GAME", "TURN", "MOVE"}
        own = {letter for letter in LANGUAGES[code] if not letter.isascii()}
        assert not own or any(not letter.isascii() for letter in letters)
        (session,) = matches(tmp_path)
        assert session.outcome

    def test_what_is_said_is_read_in_the_language_too(self, tmp_path):
        typed = "play reversi:6x6 with person\nwhere 흑\nwhere 빈칸\nwhere empty\n"
        shown, status = run(tmp_path, typed, LANG="ko_KR.UTF-8")
        told = dict(re.findall("(?m)^WHERE (\\S+) (.*)", shown))
        assert told["흑"] == "2: d3 c4"
        assert told["빈칸"] == told["empty"]
        assert status == 0

    @pytest.mark.parametrize(
        ("code", "environ", "arguments"),
        [("ko", {"LANG": "C"}, ()), ("pt", {"LANG": "pt_BR.UTF-8"}, ("--ascii",))],
    )
    def test_ascii_is_written_where_that_is_wanted(self, tmp_path, code, environ, arguments):
        typed = "play reversi:6x6 with person\nboard\nb3\nscore\n"
        shown, _ = run(tmp_path, typed, "--language", code, *arguments, **environ)
        assert shown.isascii()
        assert ("voce" in shown or "jogador" in shown) == (code == "pt")


def test_lines_from_a_file_are_answered_and_the_status_says_whether_all_could_be_done(tmp_path):
    shown, status = run(tmp_path, "play reversi with person\nd3\nc3\n")
    assert re.findall("(?m)^MOVE .*", shown) == [
        "MOVE 1 black d3*1 by player 1; captures d4",
        "MOVE 1 white c3*1 by player 2; captures d4",
    ]
    assert shown.splitlines()[-1] == "KEPT 1"
    assert status == 0
    shown, status = run(tmp_path, "resume\na1\n")
    assert "\nERROR a1: " in shown
    assert status == 1


@pytest.mark.parametrize("named", [True, False])
def test_play_goes_on_beside_a_store_that_is_damaged(tmp_path, named):
    store = tmp_path / ".local" / "share" / "parlour" / "matches.db"
    store.parent.mkdir(parents=True)
    store.write_bytes(b"SQLite format 3\0" + b"no such thing " * 500)
    before = store.read_bytes()
    chosen = ("--store", str(store)) if named else ()
    shown, _status = run(tmp_path, "play reversi with person\nd3\nc3\n", "--plain", *chosen)
    assert len(re.findall("(?m)^MOVE .*", shown)) == 2
    assert "NOT SAVED" in shown
    assert "KEPT" not in shown
    assert store.read_bytes() == before


def test_play_goes_to_a_table_and_no_input_ends_at_once(tmp_path):
    shown, status = run(tmp_path, "", "play", "oust:size-4", "--plain", "--with", "person")
    assert (
        shown.splitlines()[0] == "GAME oust:size-4: Oust, hexagon 4; black player 1, white player 2"
    )
    assert status == 0


def test_bytes_that_are_no_text_and_endless_lines_are_refused(tmp_path):
    done = subprocess.run(
        COMMAND,
        input=b"\xff\xfe\x00\n" + b"x" * 20_000 + b"\nhelp quit",
        capture_output=True,
        env=environment(tmp_path),
        check=False,
        timeout=60,
    )
    answers = done.stdout.decode().split("\n\n")
    assert [answer.split()[0] for answer in answers[1:4]] == ["ERROR", "ERROR", "quit:"]
    assert done.stderr == b""


def test_a_dumb_terminal_gets_a_prompt_and_nothing_that_moves_a_cursor(tmp_path):
    environ = environment(tmp_path, TERM="dumb")
    with PseudoTerminal([*COMMAND, "play", "reversi:6x6"], environ) as terminal:
        written = terminal.read_until(lambda text: text.endswith(b"> "))
        chance = random.Random(3)
        while b"\nEND" not in written:
            terminal.send("legal\r")
            legal = terminal.read_until(lambda text: text.endswith(b"> ")).decode()
            tokens = re.search(r"LEGAL \d+: (.*)", legal)[1].split()
            terminal.send(f"{chance.choice(tokens)}\r")
            answer = terminal.read_until(lambda text: text.endswith(b"> "))
            assert re.search(rb"\r\n(TURN|END)", answer), answer
            written += answer
        terminal.send("\x04")
        assert terminal.wait() == 0
    assert b"\x1b" not in written
    assert written.isascii()
    assert matches(tmp_path)[0].outcome


def test_control_c_ends_it_and_the_match_is_kept(tmp_path):
    environ = environment(tmp_path, TERM="dumb")
    command = [*COMMAND, "play", "oust:size-4", "--with", "bot:8"]
    with PseudoTerminal(command, environ) as terminal:
        terminal.read_until(lambda text: text.endswith(b"> "))
        terminal.send("d4\r")
        terminal.read_until(lambda text: b"MOVE" in text)
        terminal.send("\x03")  # while the bot is thinking
        assert terminal.wait() == 130
        assert b"Traceback" not in terminal.read()
    (session,) = matches(tmp_path)
    assert len(session.steps) == 1
    with Script(tmp_path) as script:
        script.read()
        assert script.ask("resume")[0].startswith("GAME oust:size-4")


def test_a_match_survives_kill_9_and_is_resumed_in_lines(tmp_path):
    with Script(tmp_path, "play", "reversi", "--with", "person") as script:
        script.read()
        assert script.ask("d3")[0].startswith("MOVE")
        script.process.send_signal(signal.SIGKILL)
        script.process.wait()
    shown, _ = run(tmp_path, "resume\nlog\n")
    assert "LOG 1 black player 1: d3*1" in shown


def test_as_many_bots_as_a_game_is_for_sit_down(tmp_path):
    count = len(bots("rolit:four"))
    shown, _ = run(tmp_path, f"play rolit four with {' '.join(['bot:1'] * (count - 1))}\nseats\n")
    assert [line.split()[:2] for line in shown.splitlines() if line.startswith("SEAT")] == [
        ["SEAT", str(number + 1)] for number in range(count)
    ]


def test_lines_need_no_screen():
    code = "import sys, tui.plain.shell; sys.exit('textual' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
