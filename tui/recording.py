"""Records in and out of the program: found, kept among the matches, and told in lines."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from core import catalog
from core.bots.bot import LEVELS
from core.errors import GameError, SaveError, SessionError, UnknownMatch
from core.match.entries import LONGEST_NAME, Entry, Stepped
from core.match.exploring import Exploration
from core.match.records import formats
from core.match.records.record import Milliseconds, Record, RecordError
from core.match.session import Player, Session, replayed
from core.store import explorings, files
from core.store.library import Book, Library
from core.store.store import MatchId
from core.words import counted
from tui.keeping import match_of
from tui.lines import printable
from tui.plain import words
from tui.plain.words import Moment

LONGEST = 1 << 22
"""Bytes of a file that may be a record: far more than any match takes."""


def found(name: str, library: Library, game: str | None = None) -> Record:
    """The record behind a name.

    Args:
        name: The number of a match that is kept, or a file.
        library: Where matches are kept.
        game: The id of its game, where a file does not say.

    Raises:
        GameError: There is none, or it cannot be read.
    """
    if Path(name).suffix == files.SUFFIX and (session := files.read(Path(name), catalog.load)):
        return Record.of(session)
    match = match_of(name)
    if match is not None:
        with suppress(UnknownMatch):
            return of_match(library, match)
    if name != "-" and not Path(name).exists():
        raise GameError(f"there is no match and no file {name[:200]!r}")
    return read(name, game)


def of_match(library: Library, match: MatchId) -> Record:
    """The record of a match that is kept, with the notes that were written beside it.

    Raises:
        SaveError: There is no such match, or it cannot be read or played; says where.
        GameError: Its game is not known.
    """
    session = library.read(match).session
    notes: Mapping[int, str] = {}
    with suppress(SaveError):  # notes that cannot be read keep no match from being told
        notes = _tried(library, match).notes(_tokens(session))
    return Record.of(session, notes)


def _tried(library: Library, match: MatchId) -> Exploration:
    return explorings.read(explorings.beside(library.tried_beside(match)))


def read(file: str, game: str | None = None, *, part: bool = False) -> Record:
    """The record in a file.

    Args:
        file: Its name; "-" is standard input.
        game: The id of its game, where it does not say.
        part: Whether to be content with what can be read of a faulty one.

    Raises:
        GameError: It is no record; the text tells file, line and column, and how much of it is one.
        OSError: The file cannot be read.
    """
    data = sys.stdin.buffer.read(LONGEST + 1) if file == "-" else _bytes(Path(file))
    if len(data) > LONGEST:
        raise GameError(f"{file}: is too large for a record, of more than {LONGEST >> 20} MB")
    try:
        return formats.read(data.decode("utf-8-sig", errors="replace"), game)
    except RecordError as error:
        count = len(error.part.session.steps) if error.part else 0
        if part and error.part is not None:
            return error.part
        place = ":".join(str(number) for number in (error.line, error.column) if number)
        steps = f"; {counted(count, 'step')} before it can be read, and kept with import --part"
        where = f"{file}:{place}" if place else file
        raise GameError(f"{where}: {error.reason}{steps if count else ''}") from error


def _bytes(file: Path) -> bytes:
    with file.open("rb") as stream:
        return stream.read(LONGEST + 1)


def written(record: Record, format: formats.Format, now: Milliseconds) -> str:
    """The record as text of a format.

    Raises:
        RecordError: The format cannot tell this match.
    """
    is_dated = format.name == "abstractplay"  # which must have dates
    return format.write(dated(record, now) if is_dated else record)


def dated(record: Record, now: Milliseconds) -> Record:
    """The record with times, where it has none."""
    ended = now if record.ended is None else record.ended
    return replace(record, began=ended if record.began is None else record.began, ended=ended)


def kept(record: Record, library: Library, now: Milliseconds) -> str:
    """Keep the match of a record among the others, its comments as notes; says as what.

    Raises:
        SaveError: It cannot be written.
    """
    began = now if record.began is None else record.began
    book = Book.create(library, _timed(record, began))
    session = record.session
    if record.comments:
        tree = Exploration().with_notes(_tokens(session), record.comments)
        explorings.write(explorings.beside(book.path), tree)
    turns = counted(len(session.turns), "turn")
    return f"kept as match {book.match}: {session.game.title}, {turns}"


def _timed(record: Record, began: Milliseconds) -> Session:
    """The match with players that can be kept, and its steps at the times that the record tells.

    Where these do not fit its clock, all its steps are made at once.
    """
    session = _seated(record.session, tuple(map(_plain, record.session.seats)))
    log: list[Entry] = []
    number, at, before = 0, began, session.started.at
    for entry in session.log:
        took = entry.at - before
        if isinstance(entry, Stepped):
            number += 1
            took = record.spent.get(number, took)
        at, before = at + took, entry.at
        log.append(replace(entry, at=at))
    try:
        return replayed(session.game, log)
    except SessionError:
        return replayed(session.game, [replace(one, at=one.at + began) for one in session.log])


def _tokens(session: Session) -> tuple[str, ...]:
    return tuple(played.token for played in session.steps)


def among_persons(session: Session) -> Session:
    """The match with persons in the seats, so that nobody plays on while it is looked through."""
    return _seated(session, tuple(Player("person", each.name) for each in session.seats))


def _seated(session: Session, players: tuple[Player, ...]) -> Session:
    return replace(session, started=replace(session.started, seats=players), seats=players)


def _plain(player: Player) -> Player:
    """The player with a name and a level that can be kept."""
    name = " ".join(printable(player.name).split())[:LONGEST_NAME]
    known = any(player.level == each.number for each in LEVELS)
    return replace(player, name=name, level=player.level if known else None)


def told(record: Record) -> Iterator[str]:
    """The record in lines: the match, every step, where it stands."""
    session = record.session
    turns = session.turns
    yield words.game_line(session)
    if record.comments.get(0):
        yield f"# {record.comments[0]}"
    for at in range(1, len(session.steps) + 1):
        yield words.step_line(session, turns, at)
        if record.comments.get(at):
            yield f"# {record.comments[at]}"
    moment = Moment(session, turns, len(session.steps))
    yield from words.board_lines(moment)
    yield words.turn_line(moment)
