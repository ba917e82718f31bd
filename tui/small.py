"""Small YAML files that people write: read with the place of every value, and never trusted.

Whatever is wrong with such a file is one sentence, so that a program can begin all the same.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

import yaml

from core.words import Message, Text

LARGEST = 64 * 1024
"""Bytes of a file at most."""
DEEPEST = 8
"""Lists and maps within each other at most."""


class Unreadable(Exception):
    """A file cannot be read."""

    def __init__(self, fault: Text) -> None:
        """Keep the words, which say which file and why."""
        super().__init__(fault)
        self.fault = fault


def read(file: Path) -> list[tuple[yaml.Node, yaml.Node]]:
    """The names and values of a file, in its order; none where there is no file.

    Raises:
        Unreadable: It is no small YAML file of `name: value` lines.
    """
    try:
        data = _data(file)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise Unreadable(at(file, _cannot(error.strerror or ""))) from None
    if len(data) > LARGEST:
        size = LARGEST // 1024
        raise Unreadable(at(file, Message("is larger than {size} KiB; not read", size=size)))
    try:
        root = yaml.compose(data.decode(), Loader=_PlainLoader)
    except UnicodeDecodeError:
        raise Unreadable(at(file, _cannot(Message("not UTF-8")))) from None
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        fault = Message("is not valid YAML; using the defaults")
        raise Unreadable(at(_marked(file, mark), fault)) from None
    if root is None or (isinstance(root, yaml.ScalarNode) and not root.value):
        return []
    if not isinstance(root, yaml.MappingNode):
        fault = Message("should be a list of `name: value` lines")
        raise Unreadable(at(place(file, root), fault))
    return list(root.value)


def place(file: Path, node: yaml.Node) -> str:
    """Where a value stands: file:line:column, counted from 1."""
    return _marked(file, node.start_mark)


def at(place: Path | str, fault: Text) -> Text:
    """A fault with the place that it is at."""
    return Message("{place}: {fault}", place=place, fault=fault)


def text(node: yaml.Node) -> str:
    """A value as it is written, on one line."""
    if isinstance(node, yaml.ScalarNode):
        return str(node.value)
    return "[...]" if isinstance(node, yaml.SequenceNode) else "{...}"


def clipped(value: str, written: Callable[[str], str] = repr) -> str:
    """A value for a message, the beginning of it if it is long."""
    told = written(value)
    return told if len(told) <= 60 else f"{told[:57]}..."


def _cannot(reason: str) -> Text:
    return Message("cannot be read ({reason})", reason=reason)


def _marked(file: Path, mark: yaml.Mark | None) -> str:
    return f"{file}:{mark.line + 1}:{mark.column + 1}" if mark else str(file)


class _PlainLoader(yaml.BaseLoader):
    """Refuses what no settings need and what costs much: aliases and deep nesting."""

    _depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """The next value."""
        event = self.peek_event()  # type: ignore[no-untyped-call]  # its stub says nothing
        if self.check_event(yaml.AliasEvent) or self._depth > DEEPEST:
            raise yaml.MarkedYAMLError(
                problem="aliases and deep nesting are not understood",
                problem_mark=event.start_mark,
            )
        self._depth += 1
        node = super().compose_node(parent, index)
        self._depth -= 1
        return node


def _data(file: Path) -> bytes:
    """What is in a regular file, at most a byte more than `LARGEST`; a pipe is not waited for."""
    handle = os.open(file, os.O_RDONLY | os.O_NONBLOCK)
    with os.fdopen(handle, "rb") as stream:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "is no ordinary file")
        return stream.read(LARGEST + 1)
