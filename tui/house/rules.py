"""The file of a house: what its host has decided, as a small YAML file.

    name: The Oak
    welcome: |
      Games on Fridays.
    guests: no
    keys: /etc/parlour/keys          # only these may come in, as in OpenSSH's authorized_keys
    limits:
      sessions: 50
      idle: 1800

Every fault is told with its place, and a house with faults does not open: a limit that was
misspelt would be no limit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import yaml

from core.bots.bot import LEVELS
from core.errors import GameError
from core.language.problems import nearest
from tui.house.limits import Limits

LONGEST_WELCOME = 2000
"""Characters of what the house says to everybody."""
_YES = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
_LEAST = {"memory": 0, "open_tables": 0, "bot": 0, "name": 2}
_MOST = {"bot": len(LEVELS)}
_NAMES = ("name", "welcome", "guests", "keys", "password", "limits")


class RulesError(GameError):
    """The file of a house has faults."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What a host has decided."""

    name: str = "Parlour"
    """What the house calls itself."""
    welcome: str = ""
    """What it says to everybody in the lobby: lines of plain text."""
    guests: bool = True
    """Whether somebody without a key may come in, watch and play."""
    keys: Path | None = None
    """A file with the public keys of those who may come in; None is anybody."""
    password: str = ""
    """A program that is run with the name, reads the password, and ends with 0 if it is right."""
    limits: Limits = field(default_factory=Limits)


def read(file: Path) -> Rules:
    """The rules in a file.

    Raises:
        RulesError: The file cannot be read, or has faults; all are told, a line each.
    """
    try:
        root = yaml.compose(file.read_text("utf-8"), Loader=yaml.BaseLoader)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8"
        raise RulesError(f"{file}: cannot be read ({reason})") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f":{mark.line + 1}:{mark.column + 1}" if mark else ""
        raise RulesError(f"{file}{place}: is not valid YAML") from None
    reader = _Reader(file)
    rules = reader.rules(root) if root is not None else Rules()
    if reader.faults:
        raise RulesError("\n".join(reader.faults))
    return rules


class _Reader:
    """Reads nodes and notes what is wrong with them."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.faults: list[str] = []

    def rules(self, root: yaml.Node) -> Rules:
        rules = Rules()
        for name, node in self._pairs(root, _NAMES):
            match name:
                case "name":
                    rules = replace(rules, name=self._words(node, 40))
                case "welcome":
                    rules = replace(rules, welcome=self._words(node, LONGEST_WELCOME, lines=True))
                case "guests":
                    rules = replace(rules, guests=self._yes(node))
                case "keys":
                    rules = replace(rules, keys=self._path(node))
                case "password":
                    rules = replace(rules, password=str(self._path(node)))
                case "limits":
                    rules = replace(rules, limits=self._limits(node))
        return rules

    def _limits(self, node: yaml.Node) -> Limits:
        known = {one.name: one for one in fields(Limits)}
        found: dict[str, Any] = {}
        usual = Limits()
        for name, value in self._pairs(node, tuple(known)):
            whole = isinstance(getattr(usual, name), int)
            number = _number(value, whole)
            least, most = _LEAST.get(name, 1), _MOST.get(name, math.inf)
            if number is None or not least <= number <= most:
                kind = "a whole number" if whole else "a number"
                span = f"from {least} to {most}" if name in _MOST else f"from {least}"
                self._fault(value, f"{name} should be {kind} {span}, not {_shown(value)}")
            else:
                found[name] = number
        return Limits(**found)

    def _pairs(self, node: yaml.Node, known: tuple[str, ...]) -> Iterator[tuple[str, yaml.Node]]:
        if not isinstance(node, yaml.MappingNode):
            self._fault(node, "should be `name: value` lines")
            return
        seen: set[str] = set()
        for key, value in node.value:
            name = key.value if isinstance(key, yaml.ScalarNode) else ""
            if name in seen:
                self._fault(key, f"{name!r} stands twice")
            elif name in known:
                seen.add(name)
                yield name, value
            else:
                near = nearest(name, known)
                hint = f"; did you mean {near[0]!r}?" if near else f"; known are {', '.join(known)}"
                self._fault(key, f"{_shown(key)} is unknown{hint}")

    def _words(self, node: yaml.Node, longest: int, *, lines: bool = False) -> str:
        text = node.value.strip() if isinstance(node, yaml.ScalarNode) else ""
        sound = all(mark.isprintable() or (lines and mark == "\n") for mark in text)
        if not text or not sound or len(text) > longest:
            self._fault(node, f"should be text of 1 to {longest} characters that can be shown")
        return text

    def _yes(self, node: yaml.Node) -> bool:
        text = node.value.lower() if isinstance(node, yaml.ScalarNode) else ""
        if text not in _YES:
            self._fault(node, f"should be yes or no, not {_shown(node)}")
        return _YES.get(text, False)

    def _path(self, node: yaml.Node) -> Path:
        path = Path(node.value if isinstance(node, yaml.ScalarNode) else "")
        path = self._file.parent / path.expanduser()
        if not path.is_file():
            self._fault(node, f"there is no file {_shown(node)}")
        return path

    def _fault(self, node: yaml.Node, words: str) -> None:
        mark = node.start_mark
        self.faults.append(f"{self._file}:{mark.line + 1}:{mark.column + 1}: {words}")


def _number(node: yaml.Node, whole: bool) -> float | int | None:
    text = node.value if isinstance(node, yaml.ScalarNode) else ""
    try:
        number: float = int(text) if whole else float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) and number < 1 << 50 else None


def _shown(node: yaml.Node) -> str:
    text = node.value if isinstance(node, yaml.ScalarNode) else "..."
    return repr(text[:60])
