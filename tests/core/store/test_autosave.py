"""Saved matches: found again, resumed once, and never lost to what was acknowledged."""

from __future__ import annotations

import errno
import json
import os

import pytest

from core import catalog
from core.errors import SaveError
from core.match.session import Player, Session
from core.store import autosave
from core.store.autosave import Autosave, forget, matches_in, read

SEATS = (Player("person", "zoë"), Player("bot", "easy", 1))


def begun(name: str = "reversi:6x6") -> Session:
    game = catalog.load(name)
    return Session.begin(game, game.start(), SEATS)


def further(session: Session, steps: int = 1) -> Session:
    for _ in range(steps):
        assert session.mover is not None
        session = session.after(session.step(session.mover, session.position.steps[0].token))
    return session


@pytest.fixture
def saved(tmp_path):
    """A file with a match of three steps in it, and the match."""
    session = begun()
    with Autosave.create(tmp_path / "games", session, 1000) as save:
        for when in (2000, 3000, 4000):
            session = further(session)
            save.keep(session, when)
    return save.path, session


def test_a_match_is_resumed_where_it_was_left(saved):
    path, session = saved
    save, again = Autosave.resume(path, catalog.load)
    with save:
        assert again == session


def test_a_match_of_three_is_resumed_with_everybody_in_their_seat(tmp_path):
    game = catalog.load("rolit")
    seats = (*SEATS, Player("person", "cem"))
    session = further(Session.begin(game, game.start(), seats), 5)
    session = session.after(session.take_back(0))
    with Autosave.create(tmp_path, session, 1000) as save:
        path = save.path
    save, again = Autosave.resume(path, catalog.load)
    with save:
        assert again == session
        save.keep(further(again, 3), 2000)
    (found,) = matches_in(tmp_path).games
    assert (found.seats, found.turns) == (seats, 6)
    assert autosave.read(path, catalog.load) == further(session, 3)


def test_a_match_that_one_of_three_gave_up_is_not_offered_any_more(tmp_path):
    game = catalog.load("rolit")
    session = further(Session.begin(game, game.start(), (*SEATS, Player("person", "cem"))), 2)
    with Autosave.create(tmp_path, session, 1000) as save:
        save.keep(session.after(session.resign(0)), 2000)
    assert matches_in(tmp_path).games == ()


def test_a_resumed_match_goes_on_in_its_file(saved):
    path, session = saved
    save, again = Autosave.resume(path, catalog.load)
    with save:
        save.keep(further(again), 5000)
    assert autosave.read(path, catalog.load) == further(session)


def test_taking_back_is_kept_too(saved):
    path, session = saved
    save, session = Autosave.resume(path, catalog.load)
    with save:
        session = session.after(session.take_back(0))
        save.keep(session, 5000)
    assert autosave.read(path, catalog.load) == session


def test_keeping_what_is_kept_writes_nothing(saved):
    path, session = saved
    before = path.read_bytes()
    save, session = Autosave.resume(path, catalog.load)
    with save:
        save.keep(session, 9000)
    assert path.read_bytes() == before


def test_another_match_is_not_kept_in_the_same_file(saved):
    path, _ = saved
    save, _ = Autosave.resume(path, catalog.load)
    with save, pytest.raises(ValueError, match="does not continue"):
        save.keep(begun(), 9000)


def test_unfinished_matches_are_listed_newest_first(tmp_path):
    for when in (3000, 1000, 2000):
        Autosave.create(tmp_path, further(begun(), when // 1000), when).close()
    games = matches_in(tmp_path).games
    assert [(game.when, game.turns) for game in games] == [(3000, 3), (2000, 2), (1000, 1)]
    assert {game.game for game in games} == {begun().game.id}
    assert {game.seats for game in games} == {SEATS}


def test_a_finished_match_is_not_offered(tmp_path):
    session = begun()
    with Autosave.create(tmp_path, session, 1000) as save:
        save.keep(session.after(session.resign(0)), 2000)
    assert matches_in(tmp_path).games == ()


def test_a_missing_folder_holds_no_matches(tmp_path):
    assert matches_in(tmp_path / "none") == autosave.Shelf((), ())


def test_matches_begun_at_the_same_moment_have_files_of_their_own(tmp_path):
    saves = [Autosave.create(tmp_path, begun(), 1000) for _ in range(3)]
    assert len({save.path for save in saves}) == 3
    for save in saves:
        save.close()


def test_a_match_in_play_is_not_resumed_a_second_time(saved):
    path, _ = saved
    save, _ = Autosave.resume(path, catalog.load)
    with save, pytest.raises(SaveError, match="being played by another program"):
        Autosave.resume(path, catalog.load)


def test_a_new_match_is_locked_from_its_first_moment(tmp_path):
    with (
        Autosave.create(tmp_path, begun(), 1000) as save,
        pytest.raises(SaveError, match="being played"),
    ):
        Autosave.resume(save.path, catalog.load)


def test_the_list_says_which_match_is_in_play(saved):
    path, _ = saved
    save, _ = Autosave.resume(path, catalog.load)
    with save:
        assert [game.in_use for game in matches_in(path.parent).games] == [True]
    assert [game.in_use for game in matches_in(path.parent).games] == [False]


def test_a_forgotten_match_is_gone(saved):
    path, _ = saved
    forget(path)
    assert matches_in(path.parent).games == ()


def test_a_match_in_play_is_not_forgotten(saved):
    path, _ = saved
    save, _ = Autosave.resume(path, catalog.load)
    with save, pytest.raises(SaveError, match="being played"):
        forget(path)
    assert path.exists()


@pytest.mark.parametrize(
    "torn", [b"{", b'{"kind": "stepped", "seat": 0, "tok', b"\0" * 40, b"\xff"]
)
def test_a_torn_last_line_is_ignored_and_cut(saved, torn):
    path, session = saved
    whole = path.read_bytes()
    path.write_bytes(whole + torn)
    assert [game.turns for game in matches_in(path.parent).games] == [3]
    save, again = Autosave.resume(path, catalog.load)
    save.close()
    assert again == session
    assert path.read_bytes() == whole


def test_every_length_of_a_file_is_a_match_or_none(saved):
    """A crash may cut a file anywhere: what is left is a beginning of the match."""
    path, _ = saved
    data = path.read_bytes()
    found = set()
    for length in range(len(data)):
        path.write_bytes(data[:length])
        shelf = matches_in(path.parent)
        assert shelf.damaged == ()
        for _ in shelf.games:
            found.add(len(autosave.read(path, catalog.load).steps))
    assert found == {0, 1, 2}


@pytest.mark.parametrize(
    ("number", "line", "words"),
    [
        (2, b"garbage", "2: is no line of a saved game"),
        (3, b'{"kind": "danced", "at": 1, "turns": 1}', "3: is no entry of a match"),
        (3, b'{"kind": "stepped", "seat": 0, "token": "b3"}', "3: is no line of a saved game"),
        (
            2,
            b'{"kind": "stepped", "seat": 1, "token": "b3", "at": 1, "turns": 1}',
            "2: it is Black's",
        ),
        (2, b"[" * 100_000, "2: is no line of a saved game"),
        (
            1,
            b'{"kind": "stepped", "seat": 0, "token": "b3", "at": 1, "turns": 1}',
            "1: does not say",
        ),
        (1, b'{"kind": "started", "format": 9}', "1: is written in format 9"),
    ],
    ids=["text", "entry", "note", "seat", "deep", "no start", "newer"],
)
def test_damage_is_told_with_file_and_line(saved, number, line, words):
    path, _ = saved
    lines = path.read_bytes().splitlines()
    lines[number - 1] = line
    path.write_bytes(b"\n".join(lines) + b"\n")
    with pytest.raises(SaveError, match=f"^{path}:{words}"):
        Autosave.resume(path, catalog.load)
    # The failed attempt has let go of the file.
    forget(path)


def test_a_damaged_file_does_not_hide_the_others(saved):
    path, _ = saved
    (path.parent / "a.jsonl").write_bytes(b"garbage\n")
    (path.parent / "notes.txt").write_bytes(b"garbage\n")
    shelf = matches_in(path.parent)
    assert [game.path for game in shelf.games] == [path]
    assert [str(error) for error in shelf.damaged] == [
        f"{path.parent / 'a.jsonl'}:1: is no line of a saved game"
    ]


def rewritten(path, **changes):
    """Change values of the first line of a file."""
    first, *rest = path.read_bytes().splitlines(keepends=True)
    first = json.dumps(json.loads(first) | changes).encode() + b"\n"
    path.write_bytes(b"".join([first, *rest]))


def test_a_match_under_other_rules_is_resumed_if_it_replays(saved):
    path, session = saved
    rewritten(path, digest="0" * 64)
    save, again = Autosave.resume(path, catalog.load)
    with save:
        assert again.other_rules
        assert again.steps == session.steps


def test_a_match_that_other_rules_forbid_is_told_so(saved):
    path, session = saved
    rewritten(path, digest="0" * 64)
    path.write_bytes(path.read_bytes().replace(session.steps[1].token.encode(), b"a1"))
    with pytest.raises(SaveError, match=r":3: .*; it was played under other rules of "):
        Autosave.resume(path, catalog.load)


class FullDisk:
    """A disk that takes only some more bytes."""

    def __init__(self, monkeypatch, space: int) -> None:
        self.space = space
        self.write = os.pwrite
        monkeypatch.setattr(os, "pwrite", self.pwrite)

    def pwrite(self, handle, data, offset):
        taken = data[: self.space]
        self.space -= len(taken)
        if not taken:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return self.write(handle, taken, offset)


@pytest.mark.parametrize("space", [0, 1, 30])
def test_a_full_disk_is_told_and_loses_nothing_that_was_kept(saved, monkeypatch, space):
    path, session = saved
    save, session = Autosave.resume(path, catalog.load)
    with save:
        FullDisk(monkeypatch, space)
        with pytest.raises(SaveError, match="cannot be saved: no space left on device"):
            save.keep(further(session), 5000)
    assert autosave.read(path, catalog.load) == session


def test_once_there_is_space_again_all_that_was_missing_is_kept(saved, monkeypatch):
    path, session = saved
    save, session = Autosave.resume(path, catalog.load)
    with save:
        disk = FullDisk(monkeypatch, 10)
        for _ in range(2):
            session = further(session)
            with pytest.raises(SaveError):
                save.keep(session, 5000)
        disk.space = 1_000_000
        session = further(session)
        save.keep(session, 6000)
    assert autosave.read(path, catalog.load) == session


def test_a_match_that_cannot_be_begun_leaves_no_file(tmp_path, monkeypatch):
    FullDisk(monkeypatch, 50)
    with pytest.raises(SaveError, match="no space left"):
        Autosave.create(tmp_path, begun(), 1000)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SaveError, match="cannot be saved: "):
        Autosave.create(tmp_path / "file" / "games", begun(), 1000)


def test_a_read_only_folder_is_told(tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(SaveError, match="cannot be saved: read-only file system"):
        Autosave.create(tmp_path, begun(), 1000)


def test_a_missing_file_is_told(tmp_path):
    with pytest.raises(SaveError, match="cannot be opened: no such file"):
        Autosave.resume(tmp_path / "none.jsonl", catalog.load)


def test_a_match_of_ones_own_game_file_is_resumed(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text(catalog.path_of("reversi").read_text("utf-8"), "utf-8")
    session = further(begun(f"{file}:6x6"))
    with Autosave.create(tmp_path / "games", session, 1000):
        pass
    (game,) = matches_in(tmp_path / "games").games
    assert game.game == f"{file}:6x6"
    assert autosave.read(game.path, catalog.load) == session


def test_nothing_is_kept_after_closing(saved):
    path, _ = saved
    save, session = Autosave.resume(path, catalog.load)
    save.close()
    with pytest.raises(SaveError, match="is closed"):
        save.keep(further(session), 5000)


def test_a_pipe_among_the_saved_matches_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.jsonl")
    shelf = matches_in(tmp_path)
    assert shelf.games == ()
    with pytest.raises(SaveError, match="is no ordinary file"):
        read(tmp_path / "pipe.jsonl", catalog.load)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"turns": 0', '"turns": -5'),
        ('"turns": 0', '"turns": ' + "9" * 400),
        ('"level": 1', '"level": 999'),
    ],
)
def test_a_line_with_absurd_numbers_is_refused(tmp_path, old, new):
    game = catalog.load("reversi:6x6")
    seats = (Player("person", "ann"), Player("bot", "easy", 1))
    with Autosave.create(tmp_path, Session.begin(game, game.start(), seats), 0) as save:
        path = save.path
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(SaveError):
        read(path, catalog.load)
