"""What a person tried beside a match, in a file beside that of the match.

The file is written whole, beside the old one, and then takes its place, so that a crash leaves
the one or the other. It never keeps a match from being played: a file that cannot be understood
is set aside under another name.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from core.errors import SaveError, SessionError
from core.match.exploring import Exploration
from core.match.exploring import read as parsed
from core.words import Message, Text

SUFFIX = ".exploring"
"""What the name of the file ends with, after the stem of the match's."""
LARGEST = 16 * 1024 * 1024
"""Bytes of a file that is read."""


def beside(match: Path) -> Path:
    """The file for what was tried beside the match in a file."""
    return match.with_suffix(SUFFIX)


def read(path: Path) -> Exploration:
    """What was tried; nothing where there is no file.

    A file that cannot be understood is set aside, so that the next `write` does not destroy it.

    Raises:
        SaveError: It cannot be read, or not be understood; says where it has been put.
    """
    try:
        if not path.is_file():
            return Exploration()
        if path.stat().st_size > LARGEST:
            raise SessionError("is too large")
        return parsed(path.read_bytes().decode())
    except OSError as error:
        raise SaveError(
            Message("{place}: cannot be read: {reason}", place=path, reason=_reason(error))
        ) from error
    except (UnicodeDecodeError, SessionError) as error:
        broken = isinstance(error, UnicodeDecodeError)
        why = Message("is not UTF-8") if broken else Text(error)
        aside = _set_aside(path)
        raise SaveError(
            Message("{place}: {fault}; {aside}", place=path, fault=why, aside=aside)
        ) from error


def write(path: Path, tried: Exploration) -> None:
    """Put it on the disk, in place of what was there.

    Raises:
        SaveError: That cannot be done; what was there stays.
    """
    fresh = path.with_name(f"{path.name}.new")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with fresh.open("w", encoding="utf-8", newline="\n") as stream:
            stream.write(tried.text)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(fresh, path)
    except OSError as error:
        with suppress(OSError):
            fresh.unlink()
        raise SaveError(
            Message("{place}: cannot be saved: {reason}", place=path, reason=_reason(error))
        ) from error


def forget(path: Path) -> None:
    """Remove the file, if there is one and it can be removed."""
    with suppress(OSError):
        path.unlink()


def _set_aside(path: Path) -> Text:
    """Rename a file that is broken; what has become of it, in words."""
    number = 1
    while (aside := path.with_name(f"{path.name}.broken-{number}")).exists():
        number += 1
    try:
        path.rename(aside)
    except OSError as error:
        return Message("it cannot be set aside: {reason}", reason=_reason(error))
    return Message("set aside as {file}", file=aside.name)


def _reason(error: OSError) -> str:
    words = error.strerror or str(error)
    return words[:1].lower() + words[1:]
