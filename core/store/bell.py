"""A bell that wakes whoever waits for a match to go on, in whatever thread they wait."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock


class Ear:
    """One who listens: hears a ring even if it comes before waiting for it."""

    def __init__(self) -> None:
        """Listen in the loop that runs now."""
        self._loop = asyncio.get_running_loop()
        self._rung = asyncio.Event()

    def forget(self) -> None:
        """Hear only what rings from now on. To be called before looking at what has changed."""
        self._rung.clear()

    def ring(self) -> None:
        """Be rung for, from any thread."""
        with suppress(RuntimeError):  # whoever listened is gone, with the loop
            self._loop.call_soon_threadsafe(self._rung.set)

    async def hears(self, within: float | None) -> bool:
        """Whether it rings within so many seconds; None is for ever."""
        try:
            async with asyncio.timeout(within):
                await self._rung.wait()
        except TimeoutError:
            return False
        return True


class Bell:
    """Who listens for which match."""

    def __init__(self) -> None:
        """Nobody listens yet."""
        self._ears: dict[Ear, int | None] = {}
        self._lock = Lock()

    def ring(self, match: int | None = None) -> None:
        """Wake all who listen for a match, and all who listen for any; None wakes everybody."""
        with self._lock:
            ears = [
                ear
                for ear, wanted in self._ears.items()
                if match is None or wanted is None or wanted == match
            ]
        for ear in ears:
            ear.ring()

    @contextmanager
    def listening(self, match: int | None) -> Iterator[Ear]:
        """An ear for a match, or for any."""
        ear = Ear()
        with self._lock:
            self._ears[ear] = match
        try:
            yield ear
        finally:
            with self._lock:
                del self._ears[ear]
