"""The command line: output that pipes, exit statuses, one line for whatever is wrong."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from core import catalog
from core.bots import weights
from core.bots.training import Trial
from tui.command import run
from tui.command.games import _text
from tui.pseudo import PseudoTerminal

CHILDREN = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")
GOOD = """\
format: 1
game: dot
info: {name: Dot}
board: {shape: square, size: 3}
players: [a, b]
pieces: {stone: }
moves: {place: {place: stone}}
turn: {no_moves: draw}
end: {full: {when: none(empty), draw: true}}
"""


def status(*arguments):
    try:
        return run(arguments)
    except SystemExit as end:
        return end.code


def test_games_lists_games_and_variants_one_a_line(capsys):
    assert status("games") == 0
    rows = capsys.readouterr().out.splitlines()
    assert [row.split()[0] for row in rows if ":" not in row.split()[0]] == list(catalog.names())
    assert any(row.split()[0] == "oust:size-6" for row in rows)


def test_every_game_that_is_listed_can_be_loaded(capsys):
    status("games", "--format", "json")
    for row in json.loads(capsys.readouterr().out):
        assert catalog.definition(row["id"])


def test_the_keys_are_printed_as_they_are(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert status("keys") == 0
    first = capsys.readouterr().out
    assert 'table.done: ["."]' in first
    (tmp_path / "parlour").mkdir()
    (tmp_path / "parlour" / "keys.yaml").write_text("table.done: ^\ndance: y\n")
    assert status("keys") == 1
    out, told = capsys.readouterr()
    assert 'table.done: ["^"]' in out
    assert told.endswith("keys.yaml:2:1: no action is called 'dance'\n")


def test_the_rules_are_printed(capsys):
    assert status("rules", "rive") == 0
    out = capsys.readouterr().out
    assert out.startswith("Rive\n")
    assert max(map(len, out.splitlines())) <= 80


def test_a_good_file_gives_silence(tmp_path, capsys):
    file = tmp_path / "dot.yaml"
    file.write_text(GOOD)
    assert status("check", str(file)) == 0
    assert capsys.readouterr().out == ""


def test_a_fault_is_told_with_its_place_and_the_status_is_1(tmp_path, capsys):
    file = tmp_path / "dot.yaml"
    file.write_text(GOOD.replace("place: stone}", "plaze: stone}"))
    assert status("check", str(file)) == 1
    assert f"{file}:7:" in capsys.readouterr().out


def test_faults_can_be_read_by_programs(tmp_path, capsys):
    file = tmp_path / "dot.yaml"
    file.write_text(GOOD.replace("size: 3", "size: 99999"))
    status("check", "--format", "json", str(file))
    assert {problem["line"] for problem in json.loads(capsys.readouterr().out)} == {4}


def test_random_games_say_how_they_went(tmp_path, capsys):
    file = tmp_path / "dot.yaml"
    file.write_text(GOOD)
    assert status("check", str(file), "--play", "3") == 0
    out = capsys.readouterr().out
    assert "dot: 3 games; 9 steps" in out
    assert "ended by full 3" in out


def test_a_check_with_games_says_which_back_end_plays(tmp_path, capsys, monkeypatch):
    file = tmp_path / "dot.yaml"
    file.write_text(GOOD)
    monkeypatch.setenv("PARLOUR_NATIVE", "0")
    assert status("check", str(file), "--play", "1") == 0
    assert "bots play in Python: native code is switched off" in capsys.readouterr().out


@pytest.mark.parametrize(
    "command", [("gtp", "nim:classic"), ("arena", "nim:classic", "bot:1", "random", "-n", "1")]
)
def test_bots_say_once_that_they_are_slow_here(command, capfd, monkeypatch):
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"genmove black\nquit\n")))
    monkeypatch.setenv("PARLOUR_NATIVE", "0")
    assert status(*command) == 0
    out, told = capfd.readouterr()
    assert out
    why = "native code is switched off (PARLOUR_NATIVE=0)"
    assert told == f"parlour: bots think a hundred times as slowly here: {why}\n"


def test_a_game_of_ones_own_is_found_by_its_name(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    games = tmp_path / "parlour" / "games"
    games.mkdir(parents=True)
    (games / "dot.yaml").write_text(GOOD)
    (games / "torn.yaml").write_text("format: 1")
    assert status("rules", "dot") == 0
    assert status("games") == 0
    listed = capsys.readouterr().out
    assert "\ndot " in listed
    assert "\ntorn " in listed


def test_a_file_of_words_is_checked_with_its_game(tmp_path, capsys):
    (tmp_path / "dot.yaml").write_text(GOOD)
    words = tmp_path / "text" / "de" / "dot.yaml"
    words.parent.mkdir(parents=True)
    words.write_text("nmae: Punkt")
    status("check", str(words))
    told = capsys.readouterr().out
    assert f"{words}:1:1: error: unknown key 'nmae'" in told
    assert "board" not in told


def test_a_game_that_does_not_end_at_random_is_a_doubt(tmp_path, capsys):
    file = tmp_path / "dot.yaml"
    one = '{place: stone, owner: a, at: cells("a1")}'
    setup = f"setup: [{one}, {one.replace('owner: a', 'owner: b').replace('a1', 'c3')}]"
    endless = GOOD.replace("{place: {place: stone}}", "{go: {move: stone}}\n" + setup)
    file.write_text(endless.replace("end: {full: {when: none(empty), draw: true}}\n", ""))
    assert status("check", str(file), "--play", "1", "--format", "json") == 0
    told = json.loads(capsys.readouterr().out)
    doubts = [(one["rule"], one["severity"]) for one in told["problems"]]
    assert doubts == [("play-endless", "warning")]


def test_the_definition_of_a_variant_is_printed_resolved(tmp_path, capsys):
    assert status("rules", "oust:size-4+no-pie", "--expanded") == 0
    file = tmp_path / "oust.yaml"
    file.write_text(capsys.readouterr().out)
    same = catalog.definition("oust:size-4+no-pie")
    assert catalog.definition(str(file)).digest == same.digest


def test_the_schema_is_the_shipped_one(capsys):
    assert status("schema") == 0
    shipped = catalog.path_of("oust").parent / "schema.json"
    assert capsys.readouterr().out == shipped.read_text("utf-8")


def test_a_file_that_is_not_there_is_told(tmp_path, capsys):
    assert status("check", str(tmp_path / "none.yaml")) == 1
    told = "".join(capsys.readouterr())
    assert "none.yaml" in told
    assert len(told.splitlines()) == 1


def test_perft_counts(capsys):
    assert status("perft", "oust:size-3+no-pie", "3") == 0
    assert capsys.readouterr().out == "4878\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["plau"], "parlour: there is no command 'plau'; did you mean 'play'?"),
        (["play", "ousst"], "parlour: no game 'ousst'; did you mean 'oust'?"),
        (["play", "oust", "--wth"], "parlour play: '--wth' is not understood here; did you mean"),
        (["play", "oust", "--with", "9"], "parlour play: '9' is nobody to play with; choose"),
        (["play", "oust", "--with", "bot:"], "parlour play: 'bot:' is nobody to play with"),
        (["play", "oust", "--first", "3"], "parlour play: there is no --first '3'; choose 1, 2"),
        (["play", "oust", "--seed", "x"], "parlour play: argument --seed: invalid int value: 'x'"),
        (["perft", "oust", "-1"], "parlour perft: the depth cannot be negative"),
        (["rules"], "parlour rules: the following arguments are required: game"),
        (["rules", "oust:size-99"], "parlour: "),
    ],
    ids=" ".join,
)
def test_wrong_usage_is_one_line_and_status_2(capsys, arguments, words):
    assert status(*arguments) == 2
    told = capsys.readouterr().err
    assert told.startswith(words)
    assert len(told.splitlines()) == 1


def test_without_a_terminal_it_talks_in_lines():
    done = shell("< /dev/null")
    assert done.stdout.startswith("Parlour")
    assert (done.stderr, done.returncode) == ("", 0)


def test_a_closed_pipe_is_no_accident():
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m tui.command rules nibble | head -1; exit 0"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout == "nibble\n"


SMALL = """
import sys
from tui.command import run
for words in ("games", "keys", "schema", "perft oust:size-3 1", f"check {sys.argv[1]}"):
    assert run(words.split()) == 0
slow = {"textual", "rich", "sqlalchemy", "asyncssh", "llvmlite"}
print(*slow & set(sys.modules), file=sys.stderr)
"""


def test_small_commands_load_neither_screens_nor_stores_nor_compilers():
    command = [sys.executable, "-c", SMALL, str(catalog.path_of("oust"))]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr == "\n"


def test_help_has_examples(capsys):
    assert status("--help") == 0
    assert "parlour play oust" in capsys.readouterr().out


def test_a_faulty_game_file_is_told_when_it_is_played(tmp_path, capsys):
    file = tmp_path / "dot.yaml"
    file.write_text("format: 1\n")
    assert status("play", str(file)) == 1
    assert f"{file}:1:1" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("games >&-", "parlour: standard output is closed"),
        ("games >/dev/full", "parlour: No space left on device"),
        ("--version >/dev/full", "parlour: No space left on device"),
    ],
)
def test_output_that_cannot_be_written_is_told_in_one_line(command, words):
    done = shell(command)
    assert (done.stderr.splitlines(), done.returncode) == ([words], 1)


def test_what_a_locale_cannot_show_is_no_accident():
    done = shell("rules go; true", PYTHONIOENCODING="ascii")
    assert done.stderr == ""
    assert shell("play ö", PYTHONIOENCODING="ascii").stderr.startswith(r"parlour: no game '\xf6'")


def test_the_rules_tell_what_to_type_for_a_variant(capsys):
    status("rules", "oust")
    assert "size-6     hexagon 6\n" in capsys.readouterr().out


@pytest.mark.parametrize("time", ["soon", "10h", "-5", "m", ""])
def test_a_soak_lasts_for_a_time(capsys, time):
    assert status("bench", "house", f"--soak={time}") == 2
    assert "should be a time such as 90s or 10m" in capsys.readouterr().err


def test_a_game_that_does_not_exist_is_not_measured(capsys):
    assert status("bench", "nosuch") == 2
    assert capsys.readouterr().out == ""


def test_what_is_no_ordinary_file_is_not_quoted(tmp_path):
    os.mkfifo(tmp_path / "pipe.yaml")
    assert _text(tmp_path / "pipe.yaml") == ""


def shell(command, **environ):
    """`parlour` in a shell."""
    return subprocess.run(
        ["bash", "-c", f"{sys.executable} -m tui.command {command}"],
        env=os.environ | environ,
        capture_output=True,
        text=True,
        check=False,
    )


def test_bots_play_each_other_and_programs_read_how_it_went(capfd):
    arena = ("arena", "tic-tac-toe", "bot:1", "random", "-n", "4", "--jobs", "2", "--seed", "8")
    assert status(*arena, "--format", "json") == 0
    told = json.loads(capfd.readouterr().out)
    assert told["matches"] == 4
    assert sum(bot["won"] for bot in told["bots"]) + told["draws"] == 4
    assert status(*arena) == 0
    out, err = capfd.readouterr()
    assert out.startswith("tic-tac-toe: 4 matches, 2 steps at random before each, seed 8\n")
    assert err == ""


def test_matches_that_were_interrupted_are_told_as_far_as_they_went():
    command = [sys.executable, "-m", "tui.command", "arena", "oust:size-3", "bot:1", "bot:1"]
    told = bytearray()
    with PseudoTerminal([*command, "-n", "100000", "--jobs", "2"], os.environ) as arena:
        arena.hear(told.extend)
        arena.read_until(lambda seen: b" of 100000 matches" in seen, most=100)
        arena.send("\x03")
        assert arena.wait(60) == 130
    assert b" of 100000 matches" in told
    assert told.rpartition(b"\x1b[K")[2].startswith(b"oust:size-3: ")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("arena", "reversi", "bot:1", "-n", "2"), 1, "is for 2 players, not 1"),
        (("arena", "reversi", "bot:1", "cat"), 1, "'cat' is no level"),
        (("arena", "reversi", "bot:1", "bot:1", "-n", "0"), 2, "begin at 1"),
        (("arena", "reversi"), 2, "name the bots, or --levels"),
        (("arena", "reversi", "--levels", "--pair", "1"), 2, "no level 1 has one below"),
        (("arena", "reversi", "bot:1", "bot:1", "--pair", "3"), 2, "need --levels"),
        (("train", "reversi", "--games", "0"), 2, "begin at 1"),
        (("gtp", "reversi", "--level", "99"), 1, "'99' is no level"),
        (("gtp", "nosuch"), 2, "no game 'nosuch'"),
        (("play", "reversi", "--with", "gtp:nosuch"), 2, "there is no program 'nosuch'"),
    ],
)
def test_bots_that_cannot_play_are_told_in_one_line(capsys, arguments, code, words):
    assert status(*arguments) == code
    told = capsys.readouterr().err
    assert words in told
    assert len(told.splitlines()) == 1


def test_a_program_can_play_through_standard_input():
    done = shell(r"gtp reversi:6x6 --level 1 < <(printf '1 name\n\n2 \xff\n3 genmove b\n')")
    assert re.fullmatch(r"=1 Parlour\n\n\?2 unknown command\n\n=3 [A-F][1-6]\n\n", done.stdout)
    assert (done.stderr, done.returncode) == ("", 0)


def test_levels_are_set_against_each_other_in_a_table(capsys):
    pairs = ("--pair", "2", "--pair", "3", "-n", "4", "--jobs", "1")
    assert status("arena", "tic-tac-toe", "hex:size-5", "--levels", *pairs) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:3] for line in lines] == [
        ["tic-tac-toe", "2", "novice"],
        ["tic-tac-toe", "3", "easy"],
        ["hex:size-5", "2", "novice"],
        ["hex:size-5", "3", "easy"],
    ]
    assert status("arena", "tic-tac-toe", "--levels", *pairs, "--format", "json") == 0
    assert [one["level"] for one in json.loads(capsys.readouterr().out)] == [2, 3]


def test_a_shipped_file_is_what_its_command_writes(tmp_path):
    """That of the game that is learned fastest; the others take too long to be learned here."""
    file = weights.file_of(catalog.load("reversi:6x6"))
    made = json.loads(file.read_text("utf-8"))["made by"]
    again = tmp_path / "again.json"
    name, *arguments = made.split()
    assert name == "parlour"
    assert status(*arguments, "--jobs", "1", "--out", str(again)) == 0
    assert again.read_text("utf-8") == file.read_text("utf-8")


def tried(against):
    """A trial in which what was learned gets such a share of the points."""
    return lambda _pool, _game, evaluation, _seed: Trial(40, against, evaluation)


def test_weights_that_lose_are_not_written_where_bots_find_them(capsys, tmp_path, monkeypatch):
    file = Path(shutil.copy(catalog.path_of("tic-tac-toe"), tmp_path / "mine.yaml"))
    kept = tmp_path / "weights" / "mine.json"
    monkeypatch.setattr("core.bots.training._trial", tried(0.45))
    assert status("train", str(file), "--games", "6", "--jobs", "1") == 1
    assert "not written" in capsys.readouterr().out
    assert not kept.exists()
    assert status("train", str(file), "--games", "6", "--jobs", "1", "--out", str(kept)) == 0
    assert kept.exists()


def test_training_writes_what_bots_then_use(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("core.bots.training._trial", tried(0.55))
    file = Path(shutil.copy(catalog.path_of("tic-tac-toe"), tmp_path / "mine.yaml"))
    assert status("train", str(file), "--games", "6", "--jobs", "1") == 0
    told = capsys.readouterr().out
    assert "loss" in told
    kept = tmp_path / "weights" / "mine.json"
    assert str(kept) in told
    assert status("check", str(file)) == 0
    assert "weights" not in capsys.readouterr().out
    kept.write_text("{}", "utf-8")
    file.touch()
    assert status("check", str(file)) == 0
    assert "these are no weights" in capsys.readouterr().out


@pytest.mark.skipif(not CHILDREN.exists(), reason="nobody tells which copies there are")
@pytest.mark.parametrize(
    "command",
    [
        ("arena", "reversi", "bot:6", "bot:6", "--jobs", "2"),
        ("train", "oust:size-4", "--jobs", "2", "--out", "{folder}/weights.json"),
        ("check", "--play", "1000000", "{folder}/dot.yaml", "{folder}/dot2.yaml"),
    ],
    ids=["arena", "train", "check"],
)
def test_an_interrupt_ends_a_program_and_its_copies(tmp_path, command):
    """It comes while the copies are being made."""
    for name in ("dot", "dot2"):
        (tmp_path / f"{name}.yaml").write_text(GOOD.replace("game: dot", f"game: {name}"))
    words = [word.format(folder=tmp_path) for word in command]
    whole = [sys.executable, "-m", "tui.command", *words]
    pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    with subprocess.Popen(whole, **pipes, start_new_session=True) as program:
        try:
            while not Path(f"/proc/{program.pid}/task/{program.pid}/children").read_text():
                assert program.poll() is None
                time.sleep(0.001)
            os.killpg(program.pid, signal.SIGINT)
            _, told = program.communicate(timeout=60)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(program.pid, signal.SIGKILL)
    assert (program.returncode, told) == (130, b"")
