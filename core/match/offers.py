"""The one open offer of a match.

Each kind has one letter, with which it is offered and answered, and an answer names the kind: so
a key pressed for one offer never answers another. For a moment after it was made nobody can
answer, so that a key already on its way does not either.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.match.clock import SECOND, Milliseconds, Seat
from core.match.entries import Kind

MOMENT: Milliseconds = SECOND
"""How long an offer cannot be answered."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that a seat has offered and that has not been answered by all."""

    kind: Kind
    seat: Seat
    """Who offers it."""
    at: Milliseconds
    """When it was made."""
    asked: tuple[Seat, ...]
    """Who has still to answer, rising."""
    to: int | None = None
    """How many steps stay, of a takeback; None for all others."""

    @property
    def opens(self) -> Milliseconds:
        """When it can first be answered."""
        return self.at + MOMENT

    def agreed_by(self, seat: Seat) -> Offer:
        """The same without one who had to answer."""
        return replace(self, asked=tuple(each for each in self.asked if each != seat))
