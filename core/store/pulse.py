"""Which of the changes of a file a program has heard of already.

The file counts its changes. Whoever makes one knows its number, and so does who was told of it;
when the count is looked at later, only a change that nobody has told of is news.
"""

from __future__ import annotations


class Pulse:
    """The count of a file, as far as it is known here."""

    def __init__(self) -> None:
        """Nothing has been heard of."""
        self._count = 0
        self._ahead: set[int] = set()
        """Numbers above `_count` that were heard of before those between."""

    def hear(self, number: int) -> None:
        """Know of a change, by its number."""
        self._ahead.add(number)
        self._advance()

    def reach(self, count: int) -> None:
        """Know of all changes up to this one."""
        self._count = max(self._count, count)
        self._advance()

    def misses(self, count: int) -> bool:
        """Whether there is news in a file whose count is this; it is known from now on."""
        missed = count != self._count
        self._count = count
        self._advance()
        return missed

    def _advance(self) -> None:
        while self._count + 1 in self._ahead:
            self._count += 1
        self._ahead = {number for number in self._ahead if number > self._count}
