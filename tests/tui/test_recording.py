"""Records by the command line: written, taken in, looked through."""

from __future__ import annotations

import pytest
from core.store.autosave import matches_in

from core import catalog
from core.match.records import formats
from core.match.records.record import Record
from core.match.session import Player
from core.store import autosave
from tests.core.match.records.matches import played, tokens
from tests.tui.houses import parlour
from tests.tui.test_command import status
from tui import recording
from tui.app import Visit


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Where matches are kept."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    return tmp_path / ".local" / "share" / "parlour" / "matches"


@pytest.mark.parametrize("name", ["text", "sgf", "ggf", "passes", "abstractplay"])
def test_a_match_goes_out_and_comes_back(folder, tmp_path, capsys, name):
    session = played("reversi:6x6", 5, 12)
    recording.kept(Record(session), folder, 0)
    file = tmp_path / "out"
    assert status("export", "1", "--format", name, "-o", str(file)) == 0
    assert status("import", str(file), "--game", "reversi:6x6") == 0
    assert "6x6, 12 turns" in capsys.readouterr().out
    saved = [autosave.read(one.path, catalog.load) for one in matches_in(folder).games]
    assert [tokens(one) for one in saved] == [tokens(session)] * 2


def test_the_name_of_the_file_tells_the_format(folder, tmp_path):
    recording.kept(Record(played("reversi:6x6", 5, 12)), folder, 0)
    for suffix, name in ((".sgf", "sgf"), (".ggf", "ggf"), (".json", "abstractplay")):
        file = tmp_path / f"game{suffix}"
        assert status("export", "1", "-o", str(file)) == 0
        assert formats.guessed(file.read_text()).name == name


def test_a_faulty_record_is_refused_and_its_good_part_kept_when_asked(folder, tmp_path, capsys):
    file = tmp_path / "game.txt"
    file.write_text("f5d6c3\nzz")
    assert status("import", str(file)) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"parlour: {file}:2:1: 'zz' is no step; 3 steps before it can be read")
    assert not folder.exists()
    assert status("import", str(file), "--part") == 0
    (saved,) = matches_in(folder).games
    assert tokens(autosave.read(saved.path, catalog.load)) == ["f5", "d6", "c3"]


def test_names_that_cannot_be_kept_are_made_so(folder):
    seats = (Player("person", "a\x1b[31m" + "n" * 300), Player("bot", "strange", 77))
    recording.kept(Record(played("reversi:6x6", 5, 3, seated=seats)), folder, 0)
    shelf = matches_in(folder)
    assert shelf.damaged == ()
    assert shelf.games[0].seats[1] == Player("bot", "strange")


def test_a_replay_without_a_screen_is_told_in_lines(folder, tmp_path, capsys):
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
    app = parlour(tmp_path, visit=Visit(session, alone=True, look=0))
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
    ],
)
def test_what_cannot_be_done_is_one_line(folder, capsys, arguments, words):
    assert status(*arguments) in (1, 2)
    told = capsys.readouterr().err
    assert words in told
    assert len(told.splitlines()) == 1
