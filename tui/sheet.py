"""The style sheet of the program, which is read once for all programs of one process."""

from __future__ import annotations

from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

Parsed = LRUCache[tuple[object, ...], list[RuleSet]]
"""Text with what it is for -> its rules."""

MANY = 256
"""Texts that are remembered for one set of colors."""

_parsed: dict[tuple[tuple[str, str], ...], Parsed] = {}
"""Colors and other variables -> what has been read with them."""


class Sheet(Stylesheet):
    """A style sheet that reads no text again that another has read with the same colors.

    In a house that is what every session begins with, and its memory is shared.
    """

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        """Begin with these colors."""
        super().__init__()
        self.set_variables(variables or {})

    def set_variables(self, variables: dict[str, str]) -> None:
        """Use these colors from now on."""
        self._parse_cache: Parsed = LRUCache(MANY)
        super().set_variables(variables)
        self._parse_cache = _parsed.setdefault(tuple(variables.items()), self._parse_cache)
