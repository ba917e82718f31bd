"""Records by the command line: written, taken in, looked through."""

from __future__ import annotations

import re
from contextlib import closing
from io import BytesIO, TextIOWrapper

import pytest

from core.match.clock import Fischer
from core.match.records import formats
from core.match.records.record import Record
from core.match.session import Player
from core.store.library import Library
from tests.core.match.records.matches import played, tokens
from tests.tui.houses import kept_by, parlour
from tests.tui.test_command import status
from tui import recording
from tui.app import Visit


@pytest.fixture
def library(tmp_path, monkeypatch):
    """Opens what the command keeps."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    data = tmp_path / ".local" / "share" / "parlour"
    return lambda: Library(str(data / "matches.db"), data / "matches")


def keep(record, library):
    with closing(library()) as opened:
        recording.kept(record, opened, 0)


@pytest.mark.parametrize("name", ["text", "sgf", "ggf", "passes", "abstractplay"])
def test_a_match_goes_out_and_comes_back(library, tmp_path, capsys, name):
    session = played("reversi:6x6", 5, 12)
    keep(Record(session), library)
    file = tmp_path / "out"
    assert status("export", "1", "--format", name, "-o", str(file)) == 0
    assert status("import", str(file), "--game", "reversi:6x6") == 0
    assert "6x6, 12 turns" in capsys.readouterr().out
    assert [tokens(one) for one in kept_by(library())] == [tokens(session)] * 2


def test_the_name_of_the_file_tells_the_format(library, tmp_path):
    keep(Record(played("reversi:6x6", 5, 12)), library)
    for suffix, name in ((".sgf", "sgf"), (".ggf", "ggf"), (".json", "abstractplay")):
        file = tmp_path / f"game{suffix}"
        assert status("export", "1", "-o", str(file)) == 0
        assert formats.guessed(file.read_text()).name == name


def test_times_and_notes_go_out_and_come_back(library, tmp_path):
    session = played("reversi:6x6", 5, 12, pace=Fischer(300_000, 2000))
    spent = {number: 1000 + number for number in range(1, 13)}
    record = Record(session, {0: "after supper", 3: "good"}, spent, began=1_767_225_600_000)
    keep(record, library)
    for name in ("text", "sgf"):
        file = tmp_path / name
        assert status("export", "1", "--format", name, "-o", str(file)) == 0
        again = formats.read(file.read_text())
        assert (again.comments, again.spent) == (record.comments, record.spent)
        assert again.session.terms.pace == session.terms.pace


def test_times_that_no_clock_allows_keep_no_match_out(library):
    session = played("reversi:6x6", 5, 12, pace=Fischer(5000, 0))
    keep(Record(session, spent={1: 60_000}), library)
    (kept,) = kept_by(library())
    assert tokens(kept) == tokens(session)


def test_a_match_lost_by_time_can_be_kept(library):
    session = played("reversi:6x6", 5, 12, "time", pace=Fischer(300_000, 2000))
    keep(Record(session, spent={1: 60_000, 2: 500}), library)
    (kept,) = kept_by(library())
    assert kept.outcome == session.outcome


def test_a_faulty_record_is_refused_and_its_good_part_kept_when_asked(library, tmp_path, capsys):
    file = tmp_path / "game.txt"
    file.write_text("f5d6c3\nzz")
    assert status("import", str(file)) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"parlour: {file}:2:1: 'zz' is no step; 3 steps before it can be read")
    assert kept_by(library()) == []
    assert status("import", str(file), "--part") == 0
    (session,) = kept_by(library())
    assert tokens(session) == ["f5", "d6", "c3"]


def test_names_that_cannot_be_kept_are_made_so(library):
    seats = (Player("person", "a\x1b[31m" + "n" * 300), Player("bot", "strange", 77))
    keep(Record(played("reversi:6x6", 5, 3, seated=seats)), library)
    (session,) = kept_by(library())
    assert session.seats[1] == Player("bot", "strange")


def test_a_replay_without_a_screen_is_told_in_lines(library, tmp_path, capsys):
    file = tmp_path / "game.txt"
    file.write_text("game: reversi:6x6\n{hello}\n1 b3{good} b2\n")
    assert status("replay", str(file)) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[1:5] == [
        "# hello",
        "MOVE 1 black b3*1 by black; captures c3",
        "# good",
        "MOVE 1 white b2*1 by white; captures c3",
    ]
    assert told[-1].startswith("TURN 2 black black: ")


async def test_a_replay_looks_at_the_start_and_no_bot_plays_on(tmp_path):
    session = recording.among_persons(played("reversi:6x6", 5, 7))
    app = parlour(tmp_path, visit=Visit(session, look=0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app.screen.shown == session.start
        await pilot.press("]")
        assert app.screen.shown == session.positions[1]
        assert app.screen.session.steps == session.steps


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("export", "nosuch"), "there is no match and no file 'nosuch'"),
        (("import", "/nosuch.sgf"), "No such file or directory: /nosuch.sgf"),
        (("export", "1", "--format", "pgn"), "there is no --format 'pgn'"),
        (("export", "1", "-o", "/nosuch/board.png"), "no format is known by .png"),
    ],
)
def test_what_cannot_be_done_is_one_line(library, capsys, arguments, words):
    assert status(*arguments) in (1, 2)
    told = capsys.readouterr().err
    assert words in told
    assert len(told.splitlines()) == 1


@pytest.mark.parametrize("name", ["file", "standard input"])
def test_a_file_that_is_too_large_is_told_to_be(library, tmp_path, capsys, monkeypatch, name):
    text = b"(;GM[2]SZ[8]C[" + b"x" * recording.LONGEST + b"])"
    file = tmp_path / "huge.sgf"
    file.write_bytes(text)
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text)))
    assert status("import", str(file) if name == "file" else "-") == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "is too large for a record" in line


def test_a_file_is_written_over_only_if_that_is_wanted(library, tmp_path, capsys):
    keep(Record(played("reversi:6x6", 5, 12)), library)
    file = tmp_path / "mine.sgf"
    file.write_text("mine")
    assert status("export", "1", "-o", str(file)) == 1
    assert capsys.readouterr().err == f"parlour: {file} exists; --force writes over it\n"
    assert file.read_text() == "mine"
    assert status("export", "1", "-o", str(file), "--force") == 0
    assert formats.guessed(file.read_text()).name == "sgf"
    assert status("export", "1", "-o", "/dev/null") == 0


def test_the_number_that_import_tells_is_the_one_that_export_and_lists_know(
    library, tmp_path, capsys
):
    for count in (4, 8, 12):
        keep(Record(played("reversi:6x6", 5, count)), library)
    with closing(library()) as opened:
        opened.forget(1)
    file = tmp_path / "out.txt"
    file.write_text(formats.FORMATS["text"].write(Record(played("hex:size-5", 5, 3))))
    assert status("import", str(file)) == 0
    (number,) = re.findall(r"kept as match (\d+): Hex", capsys.readouterr().out)

    for name in (number, f"#{number}"):
        assert status("export", name) == 0
        assert capsys.readouterr().out.startswith("game: hex")


@pytest.mark.parametrize(("count", "told"), [(0, "0 turns"), (1, "1 turn"), (2, "2 turns")])
def test_what_is_counted_is_told_as_one_or_more(library, tmp_path, capsys, count, told):
    file = tmp_path / "out"
    file.write_text(formats.FORMATS["text"].write(Record(played("reversi:6x6", 5, count))))
    assert status("import", str(file)) == 0
    assert capsys.readouterr().out.endswith(f", {told}\n")
    file.write_text(file.read_text() + "9 a1 a1 a1")
    assert status("import", str(file)) == 1
    before = told.replace("turn", "step")
    assert (f"; {before} before it can be read" in capsys.readouterr().err) == bool(count)
