"""What a bot thinks of positions, found out in the background while a person looks at them.

One thing at a time is asked of the bot: what a person waits for goes first. What was found is
remembered as long as the table is open.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Protocol

from core.bots.bot import Choice, Seconds
from core.bots.thinker import Thinker
from core.errors import GameError
from core.rules.game import Position
from tui.language import said

HINT_SECONDS: Seconds = 5.0
"""What a person waits for a hint at most."""
VALUE_LEVEL = 4
"""How strong the bot is that values positions, of which there are many."""
VALUE_SECONDS: Seconds = 1.0
SEED = 1
"""The same for all, so that the same position is always valued the same."""
FORCED = 50
"""Steps without a choice that are followed to a position worth thinking about."""

Values = tuple[float | None, ...]
"""How a position is valued for each seat, from 0 (lost) to 1 (won); None where nothing is known."""


class Work(Protocol):
    """Something that goes on in the background."""

    def cancel(self) -> None:
        """End it."""


@dataclass(frozen=True, slots=True)
class Job:
    """A question to the bot."""

    position: Position
    is_hint: bool


class Adviser:
    """Asks a bot about the positions that are wanted, and remembers what it said."""

    def __init__(
        self,
        thinker: Thinker,
        run: Callable[[Callable[[], Coroutine[object, object, None]]], Work],
        changed: Callable[[], object],
    ) -> None:
        """Nothing is wanted yet.

        Args:
            thinker: Who is asked.
            run: Lets something go on in the background.
            changed: Called when something has been found out, or cannot be.
        """
        self._thinker = thinker
        self._run = run
        self._changed = changed
        self._level = 0
        self._hints: dict[Position, Choice] = {}
        self._values: dict[Position, Values] = {}
        self._wanted: tuple[Job, ...] = ()
        self._job: Job | None = None
        self._work: Work | None = None
        self.trouble = ""
        """Why the bot cannot be asked; "" while it can."""

    def hint(self, position: Position) -> Choice | None:
        """The best steps, if they have been found out."""
        return self._hints.get(position)

    def values(self, position: Position) -> Values | None:
        """How a position is valued, if that has been found out."""
        return self._values.get(position) or decided(position)

    def want(self, hint: Position | None, positions: Sequence[Position], level: int) -> None:
        """Find these out from now on, and nothing else.

        Args:
            hint: Whose best steps are wanted; None for none.
            positions: What is to be valued, the most urgent first.
            level: How strong the bot is that gives hints; those of another are forgotten.
        """
        if level != self._level:
            self._level = level
            self._hints.clear()
        first = (Job(hint, True),) if hint is not None else ()
        self._wanted = (*first, *(Job(position, False) for position in positions))
        following = self._next()
        if self._job is not None and following != self._job:
            self._stop()
        if self._work is None and following is not None:
            self._work = self._run(self._ask)

    def _stop(self) -> None:
        if self._work is not None:
            self._work.cancel()
            self._work = self._job = None

    def _next(self) -> Job | None:
        """What is to be found out first; nothing once the bot cannot be asked."""
        if self.trouble:
            return None
        return next((job for job in self._wanted if not self._is_known(job)), None)

    def _is_known(self, job: Job) -> bool:
        if job.position.mover is None:
            return True
        return job.position in (self._hints if job.is_hint else self._values)

    async def _ask(self) -> None:
        while (job := self._next()) is not None:
            self._job = job
            try:
                await self._find_out(job)
            except GameError as error:
                self.trouble = said(error)
            if self._job is not job:
                return  # another has taken over
            self._changed()
        self._work = self._job = None

    async def _find_out(self, job: Job) -> None:
        position = job.position
        if job.is_hint:
            hint = await self._thinker.think(position, self._level, SEED, HINT_SECONDS)
            self._hints[position] = hint
            return
        self._values[job.position] = await valued(self._thinker, position)


async def valued(thinker: Thinker, position: Position) -> Values:
    """How a bot values a position, from the first choice that there is on.

    Raises:
        GameError: The bot cannot be asked.
    """
    for _ in range(FORCED):
        if position.mover is None or len(position.codes) > 1:
            break
        position = position.play(position.steps[0])
    known = decided(position)
    if known is not None:
        return known
    choice = await thinker.think(position, VALUE_LEVEL, SEED, VALUE_SECONDS)
    return shared_out(position, choice.value)


def shared_out(position: Position, value: float) -> Values:
    """The values for all seats of what is worth so much to the mover."""
    seats = range(len(position.game.definition.players))
    rest = 1 - value if len(seats) == 2 else None
    return tuple(value if seat == position.mover else rest for seat in seats)


def decided(position: Position) -> Values | None:
    """The values of a game that is over; None while it goes on."""
    outcome = position.outcome
    if outcome is None:
        return None
    seats = range(len(position.game.definition.players))
    if outcome.winner is not None:
        return tuple(float(seat == outcome.winner) for seat in seats)
    won = outcome.shared or tuple(seats)
    return tuple(1 / len(won) if seat in won else 0.0 for seat in seats)


def percent(value: float) -> str:
    """A value as people read it: "61 %"."""
    return f"{round(100 * value)} %"
