"""A person's matches: kept in books, found on the shelf, carried over from older files."""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import sqlite3
from contextlib import closing

import pytest

from core import catalog
from core.errors import GameError, SaveError, Stale, StoreError, UnknownMatch
from core.match.entries import Player
from core.match.exploring import Exploration
from core.match.session import Session
from core.store import explorings
from core.store.files import CARRIED
from core.store.library import Book, Library
from core.store.lines import encode

SEATS = (Player("person", "zoë"), Player("bot", "easy", 1))


def begun(now=1000) -> Session:
    game = catalog.load("reversi:6x6")
    return Session.begin(game, game.start(), SEATS, now=now)


def further(session, steps=1):
    for _ in range(steps):
        token = session.position.steps[0].token
        session = session.after(session.step(session.mover, token, session.at + 1000))
    return session


@pytest.fixture
def folder(tmp_path):
    """Where older programs kept matches; not made yet."""
    return tmp_path / "matches"


@pytest.fixture
def another(tmp_path, folder):
    """Opens the library as another program would."""
    libraries = []

    def another():
        libraries.append(Library(str(tmp_path / "matches.db"), folder))
        return libraries[-1]

    yield another
    for library in libraries:
        library.close()


@pytest.fixture
def library(another):
    return another()


def test_a_match_is_resumed_where_it_was_left(library, another):
    book = Book.create(library, begun())
    session = further(begun(), 3)
    book.keep(session)
    again, found = Book.resume(another(), book.match)
    assert found == session
    again.keep(further(found))
    assert library.read(book.match).session == further(session)


def test_keeping_what_is_kept_changes_nothing(library):
    book = Book.create(library, begun())
    book.keep(begun())
    (kept,) = library.shelf().games
    assert kept.length == 1


def test_another_match_is_not_kept_in_the_same_book(library):
    book = Book.create(library, further(begun()))
    with pytest.raises(ValueError, match="does not continue"):
        book.keep(begun())


def test_what_others_have_written_is_not_written_over(library, another):
    book = Book.create(library, begun())
    other, session = Book.resume(another(), book.match)
    other.keep(further(session))
    token = session.position.steps[1].token
    mine = session.after(session.step(0, token, 5000))
    with pytest.raises(Stale):
        book.keep(mine)
    assert book.reread() == further(session)
    book.keep(further(session, 2))


async def test_a_book_tells_of_what_others_write_and_not_of_its_own(library, another):
    book = Book.create(library, begun())
    other, session = Book.resume(another(), book.match)
    news = book.news()
    waiting = asyncio.ensure_future(anext(news))
    await asyncio.sleep(0.05)
    book.keep(further(session))
    other.reread()
    other.keep(further(session, 2))
    assert await asyncio.wait_for(waiting, 10) == further(session, 2)
    await news.aclose()


async def test_a_book_tells_that_its_match_was_removed(library, another):
    book = Book.create(library, begun())
    news = book.news()
    waiting = asyncio.ensure_future(anext(news))
    await asyncio.sleep(0.05)
    another().forget(book.match)
    with pytest.raises(UnknownMatch):
        await asyncio.wait_for(waiting, 10)


def test_the_shelf_parts_what_goes_on_from_what_is_over(library):
    going = Book.create(library, begun(1000))
    over = Book.create(library, begun(2000))
    over.keep(begun(2000).after(begun(2000).resign(0, 3000)))
    newest = Book.create(library, begun(4000))
    shelf = library.shelf()
    assert [kept.match for kept in shelf.games] == [newest.match, going.match]
    assert [kept.match for kept in shelf.finished] == [over.match]
    assert shelf.damaged == ()


def test_what_was_tried_beside_a_match_goes_with_it(library, folder):
    book = Book.create(library, begun())
    folder.mkdir()
    beside = explorings.beside(book.path)
    explorings.write(beside, Exploration().play("b3"))
    library.forget(book.match)
    assert not beside.exists()


def test_a_store_that_cannot_be_opened_is_on_the_shelf_as_damage(tmp_path):
    (tmp_path / "file").write_text("in the way")
    library = Library(str(tmp_path / "file" / "matches.db"), tmp_path)
    shelf = library.shelf()
    assert "cannot be opened" in str(shelf.damaged[0])
    with pytest.raises(StoreError):
        Book.create(library, begun())
    # As soon as it can be opened, it is.
    (tmp_path / "file").unlink()
    with closing(library):
        assert Book.create(library, begun()).match == 1


def change(path, sql):
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(sql)


def test_a_note_that_cannot_be_read_is_found_again_from_the_log(library, tmp_path):
    book = Book.create(library, further(begun(), 3))
    before = library.shelf()
    change(tmp_path / "matches.db", "UPDATE matches SET note = 'rubbish'")
    assert library.shelf() == before
    assert book.match == before.games[0].match


def test_a_damaged_match_does_not_hide_the_others(library, tmp_path):
    damaged, other = Book.create(library, begun()), Book.create(library, begun())
    change(tmp_path / "matches.db", f"UPDATE matches SET note = '' WHERE id = {damaged.match}")
    change(tmp_path / "matches.db", f"UPDATE entries SET body = '' WHERE match = {damaged.match}")
    shelf = library.shelf()
    assert [kept.match for kept in shelf.games] == [other.match]
    assert f"entry 0 of match {damaged.match} is no line" in str(shelf.damaged[0])


# What older programs kept


def written(path, session, *, at=1000, **changes):
    """A file as an older program wrote it."""
    path.parent.mkdir(exist_ok=True)
    lines = []
    for number, entry in enumerate(session.log):
        told = json.loads(encode(entry)) | {"at": at + number, "turns": number}
        told |= {"format": 1, **changes} if number == 0 else {}
        lines.append(json.dumps(told) + "\n")
    path.write_text("".join(lines))
    return path


def test_older_files_are_carried_over_once_and_moved_away(folder, library, another):
    session = further(begun(), 3)
    path = written(folder / "a.jsonl", session)
    (kept,) = library.shelf().games
    found = library.read(kept.match).session
    assert [played.token for played in found.steps] == [played.token for played in session.steps]
    assert (kept.note.turns, kept.at) == (3, 1003)
    assert not path.exists()
    assert (folder / CARRIED / "a.jsonl").exists()
    assert len(another().shelf().games) == 1


def test_what_was_tried_beside_an_older_file_is_carried_over_with_it(folder, library):
    path = written(folder / "a.jsonl", further(begun()))
    explorings.write(explorings.beside(path), Exploration().play("b3"))
    (kept,) = library.shelf().games
    tried = explorings.read(explorings.beside(library.tried_beside(kept.match)))
    assert tried.tokens == ("b3",)


def test_a_file_that_was_kept_but_not_yet_moved_is_not_kept_twice(folder, library, another):
    session = further(begun(), 2)
    path = written(folder / "a.jsonl", session)
    whole = path.read_bytes()
    assert len(library.shelf().games) == 1
    path.write_bytes(whole)
    assert len(another().shelf().games) == 1
    assert not path.exists()


def test_every_beginning_of_an_older_file_is_a_match_or_none(folder, tmp_path):
    """A crash may have cut a file anywhere: what is left is a beginning of the match."""
    data = written(folder / "a.jsonl", further(begun(), 3)).read_bytes()
    found = set()
    for length in range(0, len(data), 7):
        (folder / "a.jsonl").write_bytes(data[:length])
        with closing(Library("memory:", folder)) as library:
            shelf = library.shelf()
            assert shelf.damaged == ()
            found |= {kept.length for kept in shelf.games}
    assert found == {1, 2, 3}


def test_a_clock_that_was_set_back_does_not_damage_a_file(folder, library):
    path = written(folder / "a.jsonl", further(begun(), 2))
    lines = path.read_text().splitlines()
    lines[2] = json.dumps(json.loads(lines[2]) | {"at": 5})
    path.write_text("\n".join(lines) + "\n")
    (kept,) = library.shelf().games
    assert (kept.length, kept.at) == (3, 1001)


@pytest.mark.parametrize(
    ("number", "line", "words"),
    [
        (2, "garbage", "2: is no line of a saved game"),
        (3, '{"kind": "danced", "at": 1}', "3: is no entry of a match"),
        (3, '{"kind": "stepped", "seat": 0, "token": "b3"}', "3: is no line of a saved game"),
        (2, '{"kind": "stepped", "seat": 1, "token": "b3", "at": 1}', "2: it is Black's"),
        (2, "[" * 100_000, "2: is no line of a saved game"),
        (1, '{"kind": "stepped", "seat": 0, "token": "b3", "at": 1}', "1: does not say"),
        (1, '{"kind": "started", "format": 9}', "1: is written in format 9"),
    ],
    ids=["text", "entry", "note", "seat", "deep", "no start", "newer"],
)
def test_a_damaged_file_stays_and_is_told_with_its_line(folder, library, number, line, words):
    path = written(folder / "a.jsonl", further(begun(), 3))
    written(folder / "b.jsonl", further(begun(), 2))
    lines = path.read_text().splitlines()
    lines[number - 1] = line
    path.write_text("\n".join(lines) + "\n")
    shelf = library.shelf()
    assert [kept.note.turns for kept in shelf.games] == [2]
    (error,) = shelf.damaged
    assert isinstance(error, SaveError)
    assert str(error).startswith(f"{path}:{words}")
    assert path.exists()


def test_a_file_of_a_game_that_is_gone_stays_and_is_told(folder, library):
    path = written(folder / "a.jsonl", further(begun()), game="lost.yaml")
    (error,) = library.shelf().damaged
    assert str(error) == f"{path}: no file 'lost.yaml'"
    assert path.exists()


def test_a_file_under_other_rules_is_carried_over_if_it_replays(folder, library):
    written(folder / "a.jsonl", further(begun(), 3), digest="0" * 64)
    (kept,) = library.shelf().games
    found = library.read(kept.match)
    assert found.old_rules
    assert found.session.other_rules
    assert len(found.session.steps) == 3


def test_a_pipe_among_older_files_is_not_waited_for(folder, library):
    folder.mkdir()
    os.mkfifo(folder / "pipe.jsonl")
    (error,) = library.shelf().damaged
    assert str(error).endswith("is no ordinary file")


def test_a_file_that_an_older_program_plays_is_left_for_later(folder, library, another):
    path = written(folder / "a.jsonl", further(begun()))
    with path.open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        shelf = library.shelf()
    assert (shelf.games, shelf.damaged) == ((), ())
    assert len(another().shelf().games) == 1


def test_an_unknown_match_is_told(library):
    with pytest.raises(GameError, match="there is no match 7"):
        library.read(7)
