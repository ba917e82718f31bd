"""What is heard of a step: how games went in which it was made, at once or at any later time.

A step that was tried a few times has been made far more often later on in games through the same
position. What came of those is less to the point than what came of trying it, but there is much
of it, so it tells a search where to look first. It is gathered at a position and used there and
below, until a position below has gathered enough of its own.

A note is a step and who made it: its seat and its code.

Source: S. Gelly and D. Silver, Combining online and offline knowledge in UCT, ICML 2007 (rapid
action values); T. Cazenave, Generalized rapid action value estimation, IJCAI 2015 (those of a
position above).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.language.definition import Definition

Note = tuple[int, int]
"""A seat, and the code of the step it made."""

MANY = 120_000
"""The most simulations that go by hearsay. Against as many without it won, with 2,000 on each side,
98 % of 40 matches of Hex, all of Gomoku, 80 % of Y; with 32,000, 85 % of 20 of Gomoku, 60 % of
Havannah, 45 % of Y; with this many, 60 % of 10 of Y and of Gomoku; nothing is known of more."""
LISTEN = 20
"""Visits after which a position below the root gathers hearsay."""
TRUSTED = 50
"""Games in which hearsay was gathered when it takes the place of that of a position above."""
DOUBT = 1e-3
"""How fast hearsay counts less as a step is tried more: its part is 1 / (1 + tries / times + DOUBT
* tries), where it was made so many times."""
CURIOSITY = 0.5
"""What is left of the bonus for steps that were tried little, where hearsay tells them apart."""


def tells(definition: Definition, simulations: int) -> bool:
    """Whether so many simulations of a game should go by hearsay.

    Where all that is done is to place pieces: a step of a piece that moves, or one that takes what
    lies there, means something else as soon as others have been made.
    """
    return simulations <= MANY and all(action.verb == "place" for action in definition.actions)


class Hearsay:
    """What is heard of the steps at and below a position."""

    def __init__(self) -> None:
        """Nothing has been heard yet."""
        self.games = 0
        """Games it was gathered in."""
        self._heard: dict[Note, tuple[float, float]] = {}
        """How often a step was made, and what that was worth together to whoever made it."""

    def hear(self, notes: Iterable[Note], values: Sequence[float]) -> None:
        """Take in the steps of a game from here on, and what it was worth to each seat."""
        self.games += 1
        heard = self._heard
        for note in notes:
            times, total = heard.get(note, (0.0, 0.0))
            heard[note] = times + 1, total + values[note[0]]

    def mixed(self, note: Note, tries: int, worth: float) -> float | None:
        """How good a step is by what was found out and by what is heard; None if that is nothing.

        Args:
            note: The step.
            tries: How often it was tried.
            worth: How good it was then; of no account if it never was.
        """
        times, total = self._heard.get(note, (0.0, 0.0))
        if not times:
            return None
        mean = total / times
        if not tries:
            return mean
        trust = times / (times + tries + DOUBT * times * tries)
        return worth + trust * (mean - worth)
