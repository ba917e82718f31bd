"""Matches of bots against each other.

Each opening, some steps made at random, is played once from every seat by every bot. A match is
decided by the seed and its number, not by which process plays it or when: the same seed gives the
same matches, unless a bot is given time instead of work or is another program.

This reads a clock, for bots that are given time.
"""

from __future__ import annotations

import multiprocessing
import random
import threading
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import islice, pairwise
from multiprocessing.synchronize import Event
from os import _exit
from typing import Any, Protocol

from core import catalog
from core.bots.bot import Level, strength
from core.bots.engine import PREFIX, Engine, EngineError
from core.bots.search import TreeSearch
from core.bots.vertices import is_between_turns
from core.errors import GameError
from core.rules import interrupts
from core.rules.game import Game, Position
from core.rules.trial import longest

RANDOM = "random"
"""A bot that makes any step."""
EVEN = 0.05
"""How far a bot's opinion may be from even while nobody is taken to be ahead."""
ATTEMPTS = 20
"""Openings tried that end the game, before it begins without one."""
LOOK = 0.1
"""Seconds between two looks at whether matches played elsewhere were interrupted."""
TOO_LONG, RESIGNED, FORFEITED = "too long", "resigned", "forfeited"
"""How a match may end, beside the rules of its game."""

Stopped = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Contest:
    """What is to be played."""

    game: str
    """For `core.catalog.load`."""
    bots: tuple[str, ...]
    """As many as the game has seats: "bot:2", "random", "gtp:COMMAND"."""
    matches: int
    opening: int = 2
    """Steps made at random before the bots begin; some more if need be to end a turn."""
    seed: int = 0

    def check(self) -> None:
        """See whether it can be played.

        Raises:
            GameError: It cannot; says why.
        """
        game = catalog.load(self.game)
        if len(self.bots) != game.sides:
            raise GameError(f"{game.name} is for {game.sides} players, not {len(self.bots)}")
        for bot in self.bots:
            _player(bot).close()

    def seating(self, number: int) -> tuple[int, ...]:
        """Place among `bots` of whoever sits on each seat, in the match of a number from 0."""
        count = len(self.bots)
        return tuple((seat + number) % count for seat in range(count))


@dataclass(frozen=True, slots=True)
class Match:
    """How one match went."""

    number: int
    """From 0."""
    seating: tuple[int, ...]
    """Place among `Contest.bots` of whoever sat on each seat."""
    points: tuple[float, ...]
    """1 for a win, a part of 1 for a win or a draw that is shared; indexed by seat."""
    reason: str
    """The end rule, or one of `TOO_LONG`, `RESIGNED`, `FORFEITED`."""
    tokens: tuple[str, ...]
    """Its steps, those of the opening included."""
    turns: int
    choices: tuple[int, ...]
    """How many steps were legal, each time one was made."""
    leads: int | None
    """How often somebody else took the lead; None where nobody could tell."""
    fault: str = ""
    """Why it was forfeited."""


class _Player(Protocol):
    def step(
        self, positions: Sequence[Position], tokens: Sequence[str], seed: int, stopped: Stopped
    ) -> tuple[str | None, float | None]:
        """(Token of a step, how good it is); None for resigning, and for no opinion."""

    def close(self) -> None:
        """It is not needed any more."""


class _Random:
    def step(
        self, positions: Sequence[Position], tokens: Sequence[str], seed: int, stopped: Stopped
    ) -> tuple[str, None]:
        return random.Random(seed).choice(positions[-1].steps).token, None

    def close(self) -> None:
        pass


class _Searcher:
    def __init__(self, level: Level) -> None:
        self._level = level
        self._forest: Any = None
        """What a bot that is given time has found out."""

    def step(
        self, positions: Sequence[Position], tokens: Sequence[str], seed: int, stopped: Stopped
    ) -> tuple[str, float]:
        end = time.monotonic() + self._level.seconds
        timed = self._level.timed

        def enough() -> bool:
            return stopped() or (timed and time.monotonic() >= end)

        search, position = TreeSearch(self._level), positions[-1]
        if timed and self._forest is None and position.game.native is not None:
            from core.bots.forest import Forest

            self._forest = Forest()
        choice = search.choose(position, seed, enough, self._forest)
        return choice.step.token, choice.value

    def close(self) -> None:
        pass


class _Program:
    def __init__(self, command: str) -> None:
        self._engine = Engine(command)

    def step(
        self, positions: Sequence[Position], tokens: Sequence[str], seed: int, stopped: Stopped
    ) -> tuple[str | None, None]:
        return self._engine.choose(positions, tokens, stopped), None

    def close(self) -> None:
        self._engine.close()


def _player(bot: str) -> _Player:
    if bot.startswith(PREFIX):
        return _Program(bot.removeprefix(PREFIX))
    if bot == RANDOM:
        return _Random()
    return _Searcher(strength(bot.removeprefix("bot:")))


def played(contest: Contest, jobs: int = 1) -> Generator[Match]:
    """The matches of a contest, in the order in which they end.

    An interrupt (Ctrl+C) ends those that are being played, and is raised.

    Args:
        contest: What is to be played.
        jobs: How many processes play.

    Raises:
        GameError: It cannot be played, or not go on.
    """
    contest.check()
    if jobs == 1:
        for number in range(contest.matches):
            yield _match(contest, number, _never)
        return
    # Compiled here, for all processes that are copies of this one.
    _ = catalog.load(contest.game).native
    stop = multiprocessing.Event()
    pool = ProcessPoolExecutor(jobs, initializer=_begin, initargs=(stop,))
    try:
        numbers = iter(range(contest.matches))
        # Few at a time: whoever interrupts does not wait until all the others are cancelled.
        with interrupts.held():
            waiting = {pool.submit(_task, contest, one) for one in islice(numbers, 2 * jobs)}
        while waiting:
            with interrupts.held():
                done, waiting = wait(waiting, LOOK, return_when=FIRST_COMPLETED)
                waiting |= {pool.submit(_task, contest, one) for one in islice(numbers, len(done))}
            yield from (each.result() for each in done)
    except BrokenProcessPool:
        raise GameError("a process in which matches were played has broken off") from None
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


def _never() -> bool:
    return False


_stopped: Stopped = _never
"""Whether this process should stop playing."""


def _begin(stop: Event) -> None:
    """Prepare a process for playing."""
    global _stopped
    _stopped = stop.is_set
    interrupts.ignore()
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    _exit(1)


def _task(contest: Contest, number: int) -> Match:
    try:
        return _match(contest, number, _stopped)
    except GameError:
        raise
    except Exception as error:
        # A fault of the program in one process is told in words, not as a traceback of a pool.
        told = f"{type(error).__name__}: {error}"
        raise GameError(f"the program fails in match {number + 1}: {told}") from error


def _match(contest: Contest, number: int, stopped: Stopped) -> Match:
    """Play the match of a number, counted from 0.

    Raises:
        GameError: It was stopped.
    """
    players = [_player(bot) for bot in contest.bots]
    try:
        table = _Table(catalog.load(contest.game), contest, number)
        table.play(players, stopped)
        return table.match()
    finally:
        for player in players:
            player.close()


class _Table:
    """A match that is being played."""

    def __init__(self, game: Game, contest: Contest, number: int) -> None:
        self._game = game
        self._number = number
        self._seating = contest.seating(number)
        opening = random.Random(f"{contest.seed} opening {number // game.sides}")
        self._positions, self._tokens = _opening(game, contest.opening, opening)
        self._chance = random.Random(f"{contest.seed} match {number}")
        self._leaders: list[int] = []
        self._judge: int | None = None
        """The seat whose opinions tell who is ahead."""
        self._points: tuple[float, ...] = ()
        self._reason = ""
        self._fault = ""

    def play(self, players: Sequence[_Player], stopped: Stopped) -> None:
        """Go on to the end."""
        judges = [one for one, player in enumerate(players) if isinstance(player, _Searcher)]
        if judges and self._game.sides == 2 and not self._game.definition.score:
            self._judge = self._seating.index(judges[0])
        bound = longest(self._game)
        while (mover := self._positions[-1].mover) is not None:
            if stopped():
                raise GameError("the match was stopped")
            if len(self._tokens) >= bound:
                self._end(TOO_LONG, range(self._game.sides))
                return
            seed = self._chance.getrandbits(32)
            player = players[self._seating[mover]]
            try:
                token, value = player.step(self._positions, self._tokens, seed, stopped)
            except EngineError as error:
                if stopped():
                    raise
                self._fault = str(error)
                token, value = None, None
            if token is None:
                others = [seat for seat in range(self._game.sides) if seat != mover]
                self._end(FORFEITED if self._fault else RESIGNED, others)
                return
            self._make(mover, token, value)
        outcome = self._positions[-1].outcome
        assert outcome is not None
        won = outcome.shared if outcome.winner is None else (outcome.winner,)
        self._end(outcome.reason, won or range(self._game.sides))

    def match(self) -> Match:
        """How it went."""
        before = self._positions[:-1] if self._tokens else []
        told = bool(self._game.definition.score) or self._judge is not None
        changes = sum(one != other for one, other in pairwise(self._leaders))
        return Match(
            self._number,
            self._seating,
            self._points,
            self._reason,
            tuple(self._tokens),
            sum(map(is_between_turns, self._positions[1:])),
            tuple(len(position.steps) for position in before),
            changes if told else None,
            self._fault,
        )

    def _make(self, mover: int, token: str, value: float | None) -> None:
        position = self._positions[-1].play(token)
        self._tokens.append(token)
        self._positions.append(position)
        leader = None
        if position.scores is not None:
            if is_between_turns(position):
                leader = _leader(position.scores)
        elif mover == self._judge and value is not None and abs(value - 0.5) > EVEN:
            leader = mover if value > 0.5 else 1 - mover
        if leader is not None:
            self._leaders.append(leader)

    def _end(self, reason: str, winners: Sequence[int]) -> None:
        self._reason = reason
        part = 1 / len(winners)
        seats = range(self._game.sides)
        self._points = tuple(part if seat in winners else 0.0 for seat in seats)


def _opening(game: Game, steps: int, chance: random.Random) -> tuple[list[Position], list[str]]:
    """(Positions, tokens) of a beginning after which the game goes on, between two turns."""
    for attempt in range(ATTEMPTS + 1):
        positions, tokens = [game.start(seed=chance.getrandbits(32))], list[str]()
        if attempt == ATTEMPTS:
            break
        while positions[-1].mover is not None:
            if len(tokens) >= steps and is_between_turns(positions[-1]):
                return positions, tokens
            step = chance.choice(positions[-1].steps)
            tokens.append(step.token)
            positions.append(positions[-1].play(step))
    return positions, tokens


def _leader(scores: Sequence[tuple[int, ...]]) -> int | None:
    """The seat that alone has most; where least wins it is as good a sign of changes."""
    best = max(scores)
    ahead = [seat for seat, score in enumerate(scores) if score == best]
    return ahead[0] if len(ahead) == 1 else None
