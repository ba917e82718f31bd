"""The terms of a table in the words by which they are chosen, on a screen or by a verb."""

from __future__ import annotations

from dataclasses import dataclass

from core.match.clock import DAY, MINUTE, Milliseconds, Pace, pace
from core.match.entries import Terms
from tui.clocks import PACES
from tui.house.absence import usual_patience
from tui.house.limits import Limits

VALUES: dict[str, tuple[str, ...]] = {
    "clock": PACES,
    "takebacks": ("asked", "never"),
    "shows": ("steps", "turns"),
    "rated": ("no", "yes"),
    "away": ("usual", "hour", "day", "week", "never"),
    "stand_ins": ("yes", "no"),
}
"""What may be chosen, the usual first; a clock may be any other."""
AWAY: dict[str, Milliseconds | None] = {
    "hour": 60 * MINUTE,
    "day": DAY,
    "week": 7 * DAY,
    "never": None,
}
"""How long others wait for who is away, apart from what is usual."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The terms as chosen so far."""

    clock: str = ""
    takebacks: str = "asked"
    shows: str = "steps"
    rated: str = "no"
    away: str = "usual"
    stand_ins: str = "yes"
    guest: str = ""
    """Whom the table is for, and seen by; "" is everybody."""

    @property
    def pace(self) -> Pace | None:
        """The clock.

        Raises:
            GameError: It is none.
        """
        return pace(self.clock) if self.clock else None

    def patience(self, limits: Limits) -> Milliseconds | None:
        """How long others wait for who is away; None is for ever."""
        return AWAY[self.away] if self.away in AWAY else usual_patience(self.pace, limits)

    def terms(self, limits: Limits) -> Terms:
        """What players agree to by sitting down."""
        patience = self.patience(limits)
        return Terms(
            pace=self.pace,
            takebacks="never" if self.takebacks == "never" else "asked",
            shows="turns" if self.shows == "turns" else "steps",
            rated=self.rated == "yes",
            private=bool(self.guest),
            patience=patience,
            stand_ins=self.stand_ins == "yes" and patience is not None,
        )
