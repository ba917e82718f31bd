"""Clocks: how much time a match gives, and what is left of it.

All is arithmetic on the times of the log; nothing here reads a clock. What is decided:

- A clock runs for the seat that is to move, from the moment that nobody's seat is open any more.
- Time is spent by whole turns and by steps alike; finishing a turn *refills* the clock: by the
  bonus (Fischer), or to the full number of days.
- Taking back gives no time back and takes no bonus away: it only changes whose clock runs.
- Chairs that are swapped keep their clocks, so that each player takes over the other's time.
- Time is up in the very millisecond in which nothing is left, and nothing is ever below zero.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from core.errors import SessionError
from core.words import N_, Message

Milliseconds = int
"""Whole milliseconds: a span, or a moment since the beginning of 1970, UTC."""

Seat = int
"""A chair at the table, from 0 in turn order. Which side it plays is `Position.side`."""

SECOND: Milliseconds = 1000
MINUTE: Milliseconds = 60 * SECOND
DAY: Milliseconds = 24 * 60 * MINUTE

SHORTEST: Milliseconds = 5 * SECOND
"""No pace gives less."""

LONGEST: Milliseconds = 365 * DAY
"""No pace gives more at once."""


@dataclass(frozen=True, slots=True)
class Fischer:
    """Time for the whole match, and a bonus for each finished turn."""

    main: Milliseconds
    """Whole seconds, at least `SHORTEST`."""
    bonus: Milliseconds = 0
    """Whole seconds."""

    def __str__(self) -> str:
        minutes, seconds = divmod(self.main // SECOND, 60)
        time = f"{minutes}:{seconds:02}" if seconds else f"{minutes}"
        return f"{time}+{self.bonus // SECOND}"


@dataclass(frozen=True, slots=True)
class Daily:
    """So many days for every turn."""

    days: int

    def __str__(self) -> str:
        return f"{self.days}d"


Pace = Fischer | Daily
"""How much time a match gives; as text "5+3" (minutes and seconds), "0:30+1", "3d"."""


def pace(text: str) -> Pace:
    """The pace that a text tells.

    Raises:
        SessionError: It tells none, or one that is too short or too long.
    """
    days = re.fullmatch(r"([0-9]{1,3})d", text)
    times = re.fullmatch(r"([0-9]{1,6})(?::([0-5][0-9]))?\+([0-9]{1,8})", text)
    found: Pace | None = None
    if days:
        found = Daily(int(days[1]))
    elif times:
        main = int(times[1]) * MINUTE + int(times[2] or 0) * SECOND
        found = Fischer(main, int(times[3]) * SECOND)
    if found is None or not is_sound(found):
        told = N_("a clock should be minutes+seconds such as 5+3, or 3d, not {text}")
        raise SessionError(Message(told, text=repr(text)))
    return found


def is_sound(pace: Pace) -> bool:
    """Whether a pace gives neither less than `SHORTEST` nor more than `LONGEST`."""
    match pace:
        case Fischer(main, bonus):
            whole = main % SECOND == 0 and bonus % SECOND == 0
            return whole and SHORTEST <= main <= LONGEST and 0 <= bonus <= LONGEST
        case Daily(days):
            return 0 < days * DAY <= LONGEST


def full(pace: Pace) -> Milliseconds:
    """What everybody begins with."""
    return pace.main if isinstance(pace, Fischer) else pace.days * DAY


@dataclass(frozen=True, slots=True)
class Clock:
    """One count-down a seat; at most one of them runs."""

    pace: Pace
    left: tuple[Milliseconds, ...]
    """What each seat had left when its clock last stopped; indexed by `Seat`, never below 0."""
    running: Seat | None = None
    """Whose clock runs; None while all stand."""
    since: Milliseconds = 0
    """When it began to."""

    @classmethod
    def at_rest(cls, pace: Pace, seats: int) -> Clock:
        """Full, and not running yet."""
        return cls(pace, (full(pace),) * seats)

    def remaining(self, seat: Seat, now: Milliseconds) -> Milliseconds:
        """What a seat has left, never below 0."""
        spent = max(0, now - self.since) if seat == self.running else 0
        return max(0, self.left[seat] - spent)

    def ends(self) -> Milliseconds | None:
        """When the time of the running clock is up; None while all stand."""
        return None if self.running is None else self.since + self.left[self.running]

    def fallen(self, now: Milliseconds) -> Seat | None:
        """Whose time is up, if anybody's is."""
        ends = self.ends()
        return self.running if ends is not None and now >= ends else None

    def passed_to(self, seat: Seat | None, now: Milliseconds) -> Clock:
        """The same when another seat's clock runs, or nobody's; nothing changes for the same."""
        if seat == self.running:
            return self
        left = tuple(self.remaining(each, now) for each in range(len(self.left)))
        return replace(self, left=left, running=seat, since=now)

    def refilled(self, seat: Seat, now: Milliseconds) -> Clock:
        """The same when a seat has finished a turn: all stand, and it has its time for that."""
        stopped = self.passed_to(None, now)
        match self.pace:
            case Fischer(_, bonus):
                time = stopped.left[seat] + bonus
            case Daily():
                time = full(self.pace)
        left = (*stopped.left[:seat], time, *stopped.left[seat + 1 :])
        return replace(stopped, left=left)
