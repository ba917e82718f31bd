"""Other programs play, and whatever they do costs nothing but a message."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from core import catalog
from core.bots.engine import Engine, EngineError, Engines, name_of
from tests.core.bots.programs import DIALOGUE, bad, command, honest, recorded

RECORDED = """\
d3 c5 e6 f5 c6 c3 g5 e3 b2 d6 e2 f3 c4 f4 e7 f6 g7 c2 f2 b3 b4 h8 c1 d7 g6 f1 c8 a1 g8 f8 a3 b1
d1 d8 d2 b8 e8 h7 g4 h6 a8 h5 h4 e1 c7 g1 g2 a5 b5 h1 g3 h3 h2 a6 b6 f7 pass a2 pass a4 pass b7
a7
"""
"""The match of `DIALOGUE`."""


RESIGNS = """
import sys
for line in sys.stdin:
    number, command = line.split()[:2]
    print(f"={number} {'%s' if command == 'genmove' else ''}\\n", flush=True)
"""
"""Always the same answer."""


def go_on():
    return False


def match(name, *tokens):
    """(Positions, tokens) of a match after these steps."""
    positions = [catalog.load(name).start()]
    for token in tokens:
        positions.append(positions[-1].play(token))
    return positions, list(tokens)


@pytest.fixture
def engine():
    """Makes engines, and ends them."""
    made = []

    def make(command, patience=20.0):
        made.append(Engine(command, patience))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_a_program_that_knows_passes_by_itself_plays_a_whole_game(engine):
    """As gtp-rhino does: it numbers rows from the top, and refuses to be told of a pass."""
    rhino = engine(recorded())
    assert DIALOGUE.read_text().count("play black pass\n? syntax error") == 3
    for made, token in enumerate(RECORDED.split()):
        positions, tokens = match("reversi", *RECORDED.split()[:made])
        if positions[-1].mover == 1:
            assert rhino.choose(positions, tokens, go_on) == token


@pytest.mark.parametrize("name", ["oust:size-4", "go", "rolit", "fanorona"])
def test_our_own_bots_can_be_played_with_as_other_programs(engine, name):
    own = engine(honest(name))
    positions, tokens = match(name)
    while positions[-1].mover is not None and len(tokens) < 24:
        tokens.append(own.choose(positions, tokens, go_on))
        positions.append(positions[-1].play(tokens[-1]))
    assert len(tokens) == 24 or positions[-1].outcome


def test_a_match_that_was_taken_back_or_dealt_is_followed(engine):
    own = engine(honest("nibble"))
    start = catalog.load("nibble").start(seed=5)
    first = own.choose([start], [], go_on)
    other = next(step.token for step in start.steps if step.token != first)
    positions = [start, start.play(other)]
    while positions[-1].step:
        positions.append(positions[-1].play("stop" if positions[-1].may_stop else first))
    tokens = [other, *["stop"] * (len(positions) - 2)]
    assert own.choose(positions, tokens, go_on) in map(str, positions[-1].steps)


@pytest.mark.parametrize(
    ("genmove", "words"),
    [
        ("sys.exit(3)", "has ended"),
        ("time.sleep(60)", "has not answered for 0.5 seconds"),
        (
            "print('=' + number + ' A1\\n', flush=True)",
            "illegal move: a1: a disc .* straight line$",
        ),
        ("print('=' + number + ' I9\\n', flush=True)", "an illegal move: i9: there is no column"),
        ("print('=' + number + ' ' + 'x' * 999 + '\\n', flush=True)", "illegal move: 'xxxx"),
        ("print('?' + number + ' no \\x1b[31mway\\n', flush=True)", "refuses .*: no .31mway$"),
        ("sys.stdout.write('x' * 3_000_000); sys.stdout.flush()", "talks without end"),
        ("print('=999 D3\\n', flush=True); time.sleep(60)", "has not answered"),
        ("os.write(1, b'=' + number.encode() + b' \\xff\\xfe\\n\\n')", "illegal move: "),
    ],
)
def test_what_a_program_does_wrong_is_told_on_one_line(engine, genmove, words):
    patience = 0.5 if "sleep" in genmove else 60
    with pytest.raises(EngineError, match=words) as told:
        engine(bad(genmove), patience).choose(*match("reversi"), go_on)
    assert str(told.value).isprintable()
    assert len(str(told.value)) < 200


def test_words_before_an_answer_and_windows_line_ends_do_no_harm(engine):
    answer = "print('hello\\n\\n=\\n\\n=' + number + ' d3\\r\\n\\r\\n', end='', flush=True)"
    assert engine(bad(answer)).choose(*match("reversi"), go_on) == "d3"


def test_a_program_may_resign(engine):
    resigns = engine(bad("print('=' + number + ' Resign\\n', flush=True)"))
    assert resigns.choose(*match("reversi"), go_on) is None


def test_a_program_that_failed_is_started_again(engine, tmp_path):
    once = bad(f"""
    if not os.path.exists({str(tmp_path / "seen")!r}):
        open({str(tmp_path / "seen")!r}, "w").close()
        sys.exit()
    print('=' + number + ' d3\\n', flush=True)""")
    again = engine(once)
    with pytest.raises(EngineError, match="has ended"):
        again.choose(*match("reversi"), go_on)
    assert again.choose(*match("reversi"), go_on) == "d3"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("no-such-program -x", "there is no program 'no-such-program'"),
        ('"open', "is no command: No closing quotation"),
        ("", "a command is missing"),
    ],
)
def test_a_command_that_starts_nothing_is_told(words, told):
    with pytest.raises(EngineError, match=told):
        Engine(words)


def test_nothing_is_asked_in_the_middle_of_a_turn_that_another_has_begun(engine):
    positions = [catalog.load("oust:size-4").position(
        "O1O1/5/4X1/X2X3/1X2O1/5/O2X white start 0 - - turn=10")]  # fmt: skip
    positions.append(positions[0].play("b1"))
    with pytest.raises(EngineError, match="in the middle of a turn"):
        engine(honest("oust:size-4")).choose(positions, ["b1"], go_on)


LEAVES_CHILDREN = """
    child = subprocess.Popen(["sleep", "60"])
    print('=' + number + ' d3\\n', flush=True)
    print("complains", child.pid, file=sys.stderr, flush=True)
    open({!r}, "w").write(str(child.pid))
    time.sleep(60)"""


def lives(pid):
    """Whether a process is there, and no mere remainder."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_program_is_ended_with_all_it_has_started_and_never_heard(engine, tmp_path, capfd):
    file = tmp_path / "pid"
    parent = engine(bad(LEAVES_CHILDREN.format(str(file))))
    assert parent.choose(*match("reversi"), go_on) == "d3"
    while not (file.exists() and file.read_text()):
        time.sleep(0.01)
    child = int(file.read_text())
    assert lives(child)
    parent.close()
    end = time.monotonic() + 30
    while lives(child) and time.monotonic() < end:
        time.sleep(0.01)
    assert not lives(child)
    assert "".join(capfd.readouterr()) == ""


async def test_a_screen_stops_waiting_at_once():
    engines = Engines([bad("time.sleep(60)")])
    name = next(iter(engines._engines))
    waiting = asyncio.create_task(engines.choose(name, *match("reversi")))
    await asyncio.sleep(0.3)
    waiting.cancel()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert waiting.cancelled()
    engines.close()


async def test_closing_ends_what_nobody_has_cancelled():
    engines = Engines([bad("time.sleep(60)")])
    name = next(iter(engines._engines))
    waiting = asyncio.create_task(engines.choose(name, *match("reversi")))
    await asyncio.sleep(0.3)
    engines.close()
    with pytest.raises(EngineError, match="was interrupted"):
        await waiting


def test_answers_may_leave_out_the_number_and_errors_go_where_that_is_wanted(
    engine, tmp_path, monkeypatch
):
    log = tmp_path / "errors"
    monkeypatch.setenv("PARLOUR_ENGINE_LOG", str(log))
    silent = RESIGNS.replace("={number} ", "= ") % "d3"
    player = engine(command(f"import sys; print('hello', file=sys.stderr)\n{silent}"))
    assert player.choose(*match("reversi"), go_on) == "d3"
    refusing = engine(command(silent.replace('"= ', '"? ').replace("''", "'no'")))
    with pytest.raises(EngineError, match="refuses 'boardsize 8': no"):
        refusing.choose(*match("reversi"), go_on)
    assert log.read_text() == "hello\n"


async def test_of_two_long_commands_each_starts_its_own_program():
    commands = [command(f"{'#' * 80}\n{RESIGNS % answer}") for answer in ("resign", "d3")]
    names = list(map(name_of, commands))
    assert len(set(names)) == 2
    assert all(len(name) <= 60 for name in names)
    engines = Engines(commands)
    try:
        answers = [await engines.choose(name, *match("reversi")) for name in names]
    finally:
        engines.close()
    assert answers == [None, "d3"]


async def test_a_program_that_is_not_known_is_told():
    with pytest.raises(EngineError, match="it is not known how to start rhino"):
        await Engines().choose("rhino", *match("reversi"))
