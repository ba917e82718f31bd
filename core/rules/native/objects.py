"""Compiled code on disk, so that a game is compiled once on a machine and not once a start.

The processor runs what is kept here without asking again. So it is read only from a folder that
belongs to the user and in which nobody else may write, and never from beside a game file. An entry
is a mark, a checksum over its name and its code, and the code; whatever is not whole, or stands
under another name, counts as missing and is written anew.

Nothing here is needed: where the folder cannot be used or the disk is full, nothing is found and
nothing is kept.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import platformdirs

MARK = b"parlour object 1\n"
"""What every entry begins with; the number changes with the form of an entry."""

ROOM = 64 << 20
"""Bytes that all entries together may take."""

_SEAL = hashlib.sha256().digest_size


def user_folder() -> Path:
    """Where the compiled code of the user is kept."""
    return platformdirs.user_cache_path("parlour") / "native"


class Objects:
    """The compiled code in one folder."""

    def __init__(self, folder: Path, room: int = ROOM) -> None:
        """Name the folder; it is made when there is something to keep."""
        self._path = folder
        self._room = room

    def find(self, name: str) -> bytes | None:
        """The code kept under a name; None if there is none that can be trusted."""
        with suppress(OSError), self._folder() as folder:
            content = _read(folder, name, self._room)
            head, code = content[: len(MARK) + _SEAL], content[len(MARK) + _SEAL :]
            if code and head == MARK + _seal(name, code):
                return code
        return None

    def keep(self, name: str, code: bytes) -> None:
        """Keep code under a name, in place of what is there, and drop what has grown too much."""
        with suppress(OSError):
            self._path.mkdir(mode=0o700, parents=True, exist_ok=True)
            with self._folder() as folder:
                _write(folder, name, MARK + _seal(name, code) + code)
                _tidy(folder, self._room)

    @contextmanager
    def _folder(self) -> Iterator[int]:
        """A descriptor of the folder, by which nobody can put another in its place.

        Raises:
            OSError: There is none, or it is not the user's alone.
        """
        if not self._path.is_absolute():
            raise PermissionError(f"{self._path}: depends on where the program was started")
        folder = os.open(self._path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            if not _is_own(os.fstat(folder)):
                raise PermissionError(f"{self._path}: others may write here")
            yield folder
        finally:
            os.close(folder)


def _is_own(state: os.stat_result) -> bool:
    """Whether this user owns it and nobody else may write it."""
    return state.st_uid == os.geteuid() and not state.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _seal(name: str, code: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\n" + code).digest()


def _read(folder: int, name: str, most: int) -> bytes:
    """The content of an entry, which then counts as used; nothing if it is not the user's."""
    # Opening a pipe would wait for its other end.
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
    with open(os.open(name, flags, dir_fd=folder), "rb") as file:
        state = os.fstat(file.fileno())
        if not stat.S_ISREG(state.st_mode) or not _is_own(state) or state.st_size > most:
            return b""
        with suppress(OSError):
            os.utime(file.fileno())
        return file.read()


def _write(folder: int, name: str, content: bytes) -> None:
    """Put an entry in its place whole or not at all."""
    draft = f"{name}.{secrets.token_hex(8)}"
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        with open(os.open(draft, flags, 0o600, dir_fd=folder), "wb") as file:
            file.write(content)
        os.replace(draft, name, src_dir_fd=folder, dst_dir_fd=folder)
    except OSError:
        with suppress(OSError):
            os.unlink(draft, dir_fd=folder)
        raise


def _tidy(folder: int, room: int) -> None:
    """Drop what has not been used for longest, until the rest has room."""
    with os.scandir(folder) as entries:
        files = [
            (entry.stat(follow_symlinks=False), entry.name)
            for entry in entries
            if entry.is_file(follow_symlinks=False)
        ]
    for state, name in sorted(files, key=lambda file: file[0].st_mtime_ns, reverse=True):
        room -= state.st_size
        if room < 0:
            os.unlink(name, dir_fd=folder)
