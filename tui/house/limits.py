"""How much of a house one guest may take, and who is taking how much now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass

Seconds = float


@dataclass(frozen=True, slots=True)
class Limits:
    """Each can be set in the house's file; see `tui.house.rules`."""

    connections: int = 400
    """Connections in all, those that have not said who they are included."""
    per_address: int = 16
    """Connections from one address, or from one network of 64 bits of IPv6."""
    per_person: int = 6
    """Sessions of one key, or of all guests of one address."""
    sessions: int = 200
    """Sessions in all."""
    login: Seconds = 30.0
    """For saying who one is."""
    idle: Seconds = 6 * 3600.0
    """Without a key, after which a session ends."""
    input: int = 4000
    """Bytes a second that a session is given; what comes faster has to wait."""
    burst: int = 16 * 1024
    """Bytes that may come at once."""
    paste: int = 8 * 1024
    """Characters of one paste."""
    memory: int = 512 * 1024 * 1024
    """Bytes of address space of a session beyond what all share."""
    name: int = 20
    """Characters of a name."""
    chat: int = 300
    """Characters of a line of chat."""
    chat_rate: int = 20
    """Lines of chat a minute."""
    open_tables: int = 5
    """Open tables of one person."""
    games: int = 100
    """Games of one person that are not over, with bots and people alike."""
    environment: int = 8 * 1024
    """Bytes of environment variables that a client may send before its session begins."""
    bot: int = 4
    """The highest level of a bot that sits down in the house."""
    away: Seconds = 300.0
    """That somebody may be away from a game with a clock before the others need not wait, where
    the table says nothing else."""

    @property
    def handles(self) -> int:
        """Open files that the front may need: five a session, one a connection, and its own."""
        return 5 * self.sessions + self.connections + 100


class Places:
    """Counts what is taken, under one limit for each and one for all."""

    def __init__(self, in_all: int, for_each: int) -> None:
        """Nothing is taken yet."""
        self._in_all = in_all
        self._for_each = for_each
        self._taken: Counter[Hashable] = Counter()

    def take(self, who: Hashable) -> bool:
        """Take a place, if there is one left."""
        if self.taken >= self._in_all or self._taken[who] >= self._for_each:
            return False
        self._taken[who] += 1
        return True

    def give_back(self, who: Hashable) -> None:
        """Give back a place that was taken."""
        self._taken[who] -= 1
        if self._taken[who] <= 0:
            del self._taken[who]

    @property
    def taken(self) -> int:
        """How many are taken in all."""
        return self._taken.total()


class Bucket:
    """A rate with a burst: the leaky bucket, filled by time.

    Source: ITU-T I.371, Annex A, the generic cell rate algorithm.
    """

    def __init__(self, rate: float, burst: float) -> None:
        """Full.

        Args:
            rate: What comes in a second.
            burst: What is there at most.
        """
        self._rate = rate
        self._burst = burst
        self._there = burst
        self._when = 0.0

    def there(self, now: Seconds) -> float:
        """What may be taken now; below 0 when more was taken than was there."""
        self._there = min(self._burst, self._there + self._rate * max(0.0, now - self._when))
        self._when = max(now, self._when)
        return self._there

    def take(self, amount: float, now: Seconds) -> Seconds:
        """Take what came; how long to wait before more may come."""
        left = self.there(now) - amount
        self._there = left
        return max(0.0, -left / self._rate)
