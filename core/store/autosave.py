"""Matches at this computer, kept so that they survive whatever ends the program.

Every match is a file of its own in one folder, a line an entry (`core.store.lines`), and lines
are only ever added. `Autosave.keep` returns when the disk has what it was given, so what it has
acknowledged survives `kill -9` and, as far as the disk is honest, a power cut.

What a crash can leave behind is a last line without its line break. It was never acknowledged;
it is ignored, and cut off when the match is resumed. A file whose very first line is such a torn
one is no match at all. Any other line that cannot be read is damage, and is reported.

The program that plays a match holds a lock on its file, which the system releases when the
program ends in whatever way, so that no match is continued in two places.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import re
import stat
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from core.errors import GameError, SaveError
from core.match.clock import Milliseconds
from core.match.session import Entry, Player, Session, Started
from core.rules.game import Game
from core.store import explorings
from core.store.lines import MOST, decode, encode
from core.words import Message, Text

Load = Callable[[str], Game]
"""Gives the game of a name, such as `core.catalog.load`."""

SUFFIX = ".jsonl"
"""What the name of every saved match ends with; other files of the folder are left alone."""

_TRIES = 10
"""How often a lock is tried for: listing the folder holds each for a moment."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a file."""

    entry: Entry
    when: Milliseconds
    """When it was written."""
    turns: int
    """How many turns stood after it, an unfinished one included."""
    over: bool = False
    """Whether the match was over after it."""

    def encoded(self) -> bytes:
        """The line as bytes, with its line break."""
        note = {"when": self.when, "turns": self.turns} | ({"over": True} if self.over else {})
        return json.dumps(json.loads(encode(self.entry)) | note).encode("ascii") + b"\n"

    @classmethod
    def decoded(cls, text: bytes) -> Line:
        """The line that these bytes are.

        Raises:
            ValueError: They are none; the text says what is wrong, for people.
        """
        entry = decode(text)
        match json.loads(text):
            case {"turns": int(turns), **rest} if 0 <= turns <= MOST:
                when = rest.get("when", entry.at)
                if isinstance(when, int) and abs(when) <= MOST:
                    return cls(entry, when, turns, rest.get("over") is True)
        raise ValueError("is no line of a saved game")


@dataclass(frozen=True, slots=True)
class Saved:
    """A match in the folder, as a list shows it."""

    path: Path
    game: str
    """What `core.catalog.load` knows it by."""
    seats: tuple[Player, ...]
    turns: int
    """How many stand, an unfinished one included."""
    when: Milliseconds
    """When its last entry was made."""
    in_use: bool
    """Whether a program is playing it now."""
    over: bool = False
    """Whether the match is over."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """What a folder of matches holds."""

    games: tuple[Saved, ...]
    """Matches that can be gone on with, newest first."""
    damaged: tuple[SaveError, ...]
    """One for each file that cannot be read; in the order of their names."""
    finished: tuple[Saved, ...] = ()
    """Matches that are over, newest first."""


def matches_in(folder: Path) -> Shelf:
    """The matches in `folder`; none where there is no such folder.

    Reads the first and the last line of each only: damage between them shows on resuming.
    """
    games: list[Saved] = []
    damaged: list[SaveError] = []
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix == SUFFIX)
    except FileNotFoundError:
        paths = []
    except OSError as error:
        return Shelf((), (_unreadable(folder, error),))
    for path in paths:
        try:
            saved = _saved(path)
        except SaveError as error:
            damaged.append(error)
        else:
            games.extend(saved)
    games.sort(key=lambda game: (game.when, game.path.name), reverse=True)
    going = tuple(game for game in games if not game.over)
    over = tuple(game for game in games if game.over)
    return Shelf(going, tuple(damaged), over)


def read(path: Path, load: Load) -> Session:
    """The match in a file, which is left as it is and may be in use.

    Raises:
        SaveError: The file cannot be read, or a line of it (named) cannot be understood or
            played; says so when it was played under other rules.
        GameError: The game of the match is not known, or its file cannot be accepted.
    """
    try:
        handle = _open_file(path, os.O_RDONLY)
        try:
            data = _read_all(handle)
        finally:
            os.close(handle)
    except OSError as error:
        raise _unreadable(path, error) from error
    return _folded(path, _lines(path, data), load)


def forget(path: Path) -> None:
    """Remove a match that nobody wants to resume, and what was tried beside it.

    Raises:
        SaveError: It is in use, or cannot be removed.
    """
    with _opened(path) as save:
        try:
            os.unlink(save.path)
        except OSError as error:
            raise SaveError(
                _told(Message("cannot be removed: {reason}", reason=_reason(error)), path)
            ) from error
        explorings.forget(explorings.beside(path))


class Autosave:
    """The open file of one match, locked for as long as it is open."""

    def __init__(self, path: Path, handle: int) -> None:
        """Take over an open file; see `create` and `resume`.

        Args:
            path: Where it is.
            handle: Its descriptor, open for reading and writing, and locked.
        """
        self.path = path
        self._handle: int | None = handle
        self._log: tuple[Entry, ...] = ()
        self._size = 0

    @classmethod
    def create(cls, folder: Path, session: Session, when: Milliseconds) -> Autosave:
        """A new file, and in it the whole match so far.

        Makes the folder if need be.

        Raises:
            SaveError: It cannot be written.
        """
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path, handle = _new_file(folder, _stem(session, when))
        except OSError as error:
            raise _unwritable(folder, error) from error
        save = cls(path, handle)
        try:
            _lock(path, handle)
            save.keep(session, when)
            _sync_folder(folder)
        except (OSError, SaveError) as error:
            save.close()
            with suppress(OSError):
                path.unlink()
            raise (error if isinstance(error, SaveError) else _unwritable(path, error)) from error
        return save

    @classmethod
    def resume(cls, path: Path, load: Load) -> tuple[Autosave, Session]:
        """A file to go on with, and the match in it.

        Raises:
            SaveError: Another program is playing the match, the file cannot be read or written,
                or a line of it (named) cannot be understood or played; says so when it was
                played under other rules.
            GameError: The game of the match is not known, or its file cannot be accepted.
        """
        save = _opened(path)
        try:
            session = save._recover(load)
        except BaseException:
            save.close()
            raise
        return save, session

    def keep(self, session: Session, when: Milliseconds) -> None:
        """Write the entries of `session` that the file lacks; they are on the disk on return.

        After a failure the match may continue: the next call tries again with all that is missing.

        Args:
            session: The match of this file, further on than it was last time, or not.
            when: The time to note beside the new entries.

        Raises:
            SaveError: They cannot be written; nothing written before is lost.
            ValueError: It is another match than this file holds.
        """
        kept = len(self._log)
        if session.log[:kept] != self._log:
            raise ValueError("the log does not continue the one that is kept")
        fresh = session.log[kept:]
        if not fresh:
            return
        if self._handle is None:
            raise SaveError(f"{self.path}: is closed")
        turns = len(session.turns)
        lines = [Line(entry, when, turns) for entry in fresh[:-1]]
        lines.append(Line(fresh[-1], when, turns, session.outcome is not None))
        data = b"".join(line.encoded() for line in lines)
        try:
            # What an earlier failure has left behind is cut off first.
            os.ftruncate(self._handle, self._size)
            _write(self._handle, data, self._size)
            os.fsync(self._handle)
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._handle, self._size)
            raise _unwritable(self.path, error) from error
        self._size += len(data)
        self._log = session.log

    def close(self) -> None:
        """Release the lock; the file stays."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def __enter__(self) -> Self:
        """The save itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()

    def _recover(self, load: Load) -> Session:
        """Read the match and cut off a torn last line."""
        assert self._handle is not None
        try:
            data = _read_all(self._handle)
        except OSError as error:
            raise _unreadable(self.path, error) from error
        session = _folded(self.path, _lines(self.path, data), load)
        self._log = session.log
        self._size = data.rfind(b"\n") + 1
        try:
            os.ftruncate(self._handle, self._size)
        except OSError as error:
            raise _unwritable(self.path, error) from error
        return session


def _saved(path: Path) -> tuple[Saved, ...]:
    """The match in a file; none if it was never begun."""
    try:
        handle = _open_file(path, os.O_RDONLY)
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise _unreadable(path, error) from error
    try:
        data = _read_all(handle)
        in_use = not _may_lock(handle, fcntl.LOCK_SH)
    except OSError as error:
        raise _unreadable(path, error) from error
    finally:
        os.close(handle)
    texts = data.split(b"\n")[:-1]
    if not texts:
        return ()
    first, last = _line(path, 1, texts[0]), _line(path, len(texts), texts[-1])
    if not isinstance(first.entry, Started):
        raise SaveError(_told(_NO_GAME, path, 1))
    game, seats = first.entry.game, first.entry.seats
    return (Saved(path, game, seats, last.turns, last.when, in_use, last.over),)


def _lines(path: Path, data: bytes) -> tuple[Line, ...]:
    """The lines of a file; what follows the last line break is torn."""
    texts = data.split(b"\n")[:-1]
    return tuple(_line(path, number, text) for number, text in enumerate(texts, start=1))


def _line(path: Path, number: int, text: bytes) -> Line:
    try:
        return Line.decoded(text)
    except ValueError as error:
        raise SaveError(_told(Text(error), path, number)) from error


def _folded(path: Path, lines: tuple[Line, ...], load: Load) -> Session:
    if not lines:
        raise SaveError(_told(Message("holds no match"), path))
    started = lines[0].entry
    if not isinstance(started, Started):
        raise SaveError(_told(_NO_GAME, path, 1))
    game = load(started.game)
    changed = started.digest != game.definition.digest
    session: Session | None = None
    for number, line in enumerate(lines, start=1):
        try:
            session = (
                session.after(_in_time(session, line)) if session else Session.opened(game, started)
            )
        except GameError as error:
            told = (
                Message(
                    "{error}; it was played under other rules of {game}",
                    error=error.text,
                    game=game.name,
                )
                if changed
                else error.text
            )
            raise SaveError(_told(told, path, number)) from error
    assert session is not None
    return session


def _in_time(session: Session, line: Line) -> Entry:
    """The entry of a line; clocks of computers may be set back, the time of a log may not."""
    return replace(line.entry, at=max(session.at, line.entry.at))


def _opened(path: Path) -> Autosave:
    """The file, open and locked."""
    try:
        handle = _open_file(path, os.O_RDWR)
    except OSError as error:
        raise _unreadable(path, error) from error
    try:
        _lock(path, handle)
        if os.fstat(handle).st_nlink == 0:
            raise SaveError(_told(Message("has just been removed"), path))
    except BaseException:
        os.close(handle)
        raise
    return Autosave(path, handle)


def _open_file(path: Path, flags: int) -> int:
    """A descriptor of a regular file; a pipe of that name is not waited for.

    Raises:
        OSError: It cannot be opened, or is no regular file.
    """
    handle = os.open(path, flags | os.O_NONBLOCK)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "is no ordinary file")
    return handle


def _lock(path: Path, handle: int) -> None:
    """Lock the file until it is closed.

    Raises:
        SaveError: Another program has it.
    """
    for _ in range(_TRIES):
        if _may_lock(handle, fcntl.LOCK_EX):
            return
        time.sleep(0.01)
    raise SaveError(_told(Message("is being played by another program"), path))


def _may_lock(handle: int, kind: int) -> bool:
    """Lock the file if nobody else has; file systems that know no locks always let you."""
    try:
        fcntl.flock(handle, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        if error.errno not in (errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP):
            raise
    return True


def _stem(session: Session, when: Milliseconds) -> str:
    moment = datetime.fromtimestamp(when / 1000, UTC)
    game = re.sub(r"[^A-Za-z0-9]+", "-", session.game.id).strip("-")
    return f"{moment:%Y%m%d-%H%M%S}-{game[:80]}"


def _new_file(folder: Path, stem: str) -> tuple[Path, int]:
    """A file that nobody else has made, open for reading and writing."""
    number = 1
    while True:
        path = folder / (f"{stem}{SUFFIX}" if number == 1 else f"{stem}-{number}{SUFFIX}")
        try:
            return path, os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            number += 1


def _read_all(handle: int) -> bytes:
    parts: list[bytes] = []
    offset = 0
    while part := os.pread(handle, 1 << 20, offset):
        parts.append(part)
        offset += len(part)
    return b"".join(parts)


def _write(handle: int, data: bytes, offset: int) -> None:
    while data:
        written = os.pwrite(handle, data, offset)
        data = data[written:]
        offset += written


def _sync_folder(folder: Path) -> None:
    """Put the name of a new file on the disk too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _unreadable(path: Path, error: OSError) -> SaveError:
    return SaveError(_told(Message("cannot be opened: {reason}", reason=_reason(error)), path))


def _unwritable(path: Path, error: OSError) -> SaveError:
    return SaveError(_told(Message("cannot be saved: {reason}", reason=_reason(error)), path))


_NO_GAME = Message("does not say which game it is of")


def _told(fault: Text, path: Path, line: int | None = None) -> Text:
    """What is wrong with a file, and where."""
    place = str(path) if line is None else f"{path}:{line}"
    return Message("{place}: {fault}", place=place, fault=fault)


def _reason(error: OSError) -> str:
    words = error.strerror or str(error)
    return words[:1].lower() + words[1:]
