"""How long a house waits before it begins a program again that has ended by itself."""

from __future__ import annotations

from tui.house.limits import Seconds

LEAST: Seconds = 2.0
"""After a program that has run for long."""
MOST: Seconds = 300.0
LONG: Seconds = 60.0
"""A program that has run for so long has begun well."""


class Pauses:
    """Doubles with each time in a row that the program ends soon."""

    def __init__(self) -> None:
        """It has not ended yet."""
        self._latest = 0.0

    def after(self, ran: Seconds) -> Seconds:
        """How long to wait now.

        Args:
            ran: For how long it has run.
        """
        soon = ran < LONG and self._latest > 0
        self._latest = min(MOST, 2 * self._latest) if soon else LEAST
        return self._latest
