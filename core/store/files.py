"""Matches as older programs kept them: a file each, a line an entry, carried over into a store.

The files end with `SUFFIX`. What a crash can have left behind is a last line without its line
break: it was never acknowledged and is ignored, and a file whose very first line is such a torn
one is no match at all. Any other line that cannot be read is damage, and is reported. Programs
that played a match held a lock on its file.
"""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from core.errors import GameError, SaveError, StoreError
from core.match.entries import Entry, Started
from core.match.session import Session
from core.store import explorings
from core.store.kept import Load, keep
from core.store.lines import decode
from core.store.store import MatchId, Store
from core.words import N_, Message, Text

SUFFIX = ".jsonl"
"""What the name of every file of a match ends with; other files of the folder are left alone."""

CARRIED = "migrated"
"""Folder within theirs that files are moved to once they are in a store."""


def carry_over(
    folder: Path, store: Store, tried_beside: Callable[[MatchId], Path], load: Load
) -> tuple[SaveError, ...]:
    """Put the matches of a folder into a store, and move their files out of the way.

    A file that another program is playing is left for the next time, as is one that cannot be
    read or played now.

    Args:
        folder: Of the files; there need be none.
        store: Where the matches go.
        tried_beside: Gives the place of a match beside which is what was tried in it.
        load: Gives the game of a name.

    Returns:
        What is wrong with each file that stays because of it, in the order of their names.
    """
    damaged: list[SaveError] = []
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix == SUFFIX)
    except FileNotFoundError:
        return ()
    except OSError as error:
        return (_unreadable(folder, error),)
    kept = {(one.game, one.digest, one.at, one.length) for one in store.list()} if paths else set()
    for path in paths:
        try:
            session = read(path, load)
            if session is None or _is_in_use(path):
                continue
            started = session.started
            # A program may have ended between keeping a match and moving its file.
            if (started.game, started.digest, session.at, len(session.log)) not in kept:
                match = keep(store, session)
                _move(explorings.beside(path), explorings.beside(tried_beside(match)))
            _move(path, folder / CARRIED / path.name)
        except StoreError as error:
            return (*damaged, error)
        except SaveError as error:
            damaged.append(error)
        except GameError as error:
            damaged.append(SaveError(_told(error.text, path)))
    return tuple(damaged)


def read(path: Path, load: Load) -> Session | None:
    """The match in a file, which is left as it is; None if it was never begun.

    Raises:
        SaveError: The file cannot be read, or a line of it (named) cannot be understood or
            played; says so when it was played under other rules.
        GameError: The game of the match is not known, or its file cannot be accepted.
    """
    try:
        data = _bytes(path)
    except OSError as error:
        raise _unreadable(path, error) from error
    texts = data.split(b"\n")[:-1]
    entries = [_entry(path, number, text) for number, text in enumerate(texts, start=1)]
    return _folded(path, entries, load) if entries else None


def _folded(path: Path, entries: list[Entry], load: Load) -> Session:
    started = entries[0]
    if not isinstance(started, Started):
        raise SaveError(_told(Message("does not say which game it is of"), path, 1))
    game = load(started.game)
    session: Session | None = None
    for number, entry in enumerate(entries, start=1):
        try:
            if session is None:
                session = Session.opened(game, started)
            else:
                # Clocks of computers may be set back, the time of a log may not.
                session = session.after(replace(entry, at=max(session.at, entry.at)))
        except GameError as error:
            fault: Text = error.text
            if started.digest != game.definition.digest:
                told = N_("{error}; it was played under other rules of {game}")
                fault = Message(told, error=fault, game=game.name)
            raise SaveError(_told(fault, path, number)) from error
    assert session is not None
    return session


def _entry(path: Path, number: int, text: bytes) -> Entry:
    try:
        return decode(text)
    except ValueError as error:
        raise SaveError(_told(Text(error), path, number)) from error


def _bytes(path: Path) -> bytes:
    """All of a regular file; a pipe of that name is not waited for."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with os.fdopen(handle, "rb") as stream:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError("is no ordinary file")
        return stream.read()


def _is_in_use(path: Path) -> bool:
    """Whether an older program is playing the match now."""
    with path.open("rb") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:  # a file system that knows no locks
            return False
    return False


def _move(path: Path, to: Path) -> None:
    """Move a file, if there is one and it can be moved."""
    with suppress(OSError):
        to.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.rename(to)


def _unreadable(path: Path, error: OSError) -> SaveError:
    words = error.strerror or str(error)
    reason = words[:1].lower() + words[1:]
    return SaveError(_told(Message("cannot be opened: {reason}", reason=reason), path))


def _told(fault: Text, path: Path, line: int | None = None) -> Text:
    """What is wrong with a file, and where."""
    place = str(path) if line is None else f"{path}:{line}"
    return Message("{place}: {fault}", place=place, fault=fault)
