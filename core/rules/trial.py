"""Random games that show whether a definition plays.

A file without faults can still define a game that never ends, or one whose steps cannot be told
apart in a record. `try_out` plays some games of one variant at random and looks at every position
on the way. It tells what a designer should mend, and counts what a designer wants to know: how
long a game is, how much choice there is, who wins.

Random players are no judges of a game. That one side wins most of their games means little, but
that no game ever ends means something.
"""

from __future__ import annotations

import multiprocessing
import os
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Final

from core.errors import GameError
from core.language.definition import Definition
from core.language.load import load_file
from core.language.problems import Problem, Severity, joined
from core.rules import interrupts
from core.rules.game import Game, Outcome, Position
from core.words import counted

LONGEST: Final = 1000
"""Steps that a game on the smallest board may have."""
LONGEST_PER_CELL: Final = 20
"""Steps more for each cell of the board."""

RULES: Final[Mapping[str, str]] = {
    "play-start": "the game is over before the first step",
    "play-endless": "a game goes on and on",
    "play-token": "two legal steps are written alike",
    "play-replay": "the steps of a game, as written, do not lead to the same position",
    "play-position": "a position, as written, does not read as the same position",
    "play-merge": "positions taken for equal go on differently",
    "play-crash": "the program fails",
}
"""What can be found, by the name of the check."""
_ADVICE: Final = {
    "play-start": "look at what the actions of the stage start need: `at:`, `from:`, `to:`, `by:`,"
    " `if:`",
    "play-endless": "`turn: {repeat: draw}` or a counter in an end rule would end it",
    "play-token": "give one of the actions a `sign:`",
}
"""What a designer can do; all else is a fault of the program."""
_FAULT: Final = "this is a fault of the program, not of the file"

_REMEMBERED: Final = 20_000
"""Positions kept to compare later ones with."""
_LETTERS: Final = 40
"""A position written in so many letters costs one step at which no other is written."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What random games of one variant showed."""

    game: str
    """Identifier and chosen variants."""
    games: int
    """Games begun, those included that did not end."""
    findings: tuple[Problem, ...]
    """Each kind once, in the order found."""
    steps: tuple[int, ...]
    """Steps of each game that ended, passes, stops and swaps included."""
    choices: int
    """Legal steps of all positions together."""
    positions: int
    """Positions with at least one legal step."""
    wins: tuple[int, ...]
    """Games won; indexed by side (`Definition.players`), not by seat."""
    shared: int
    """Games that several sides won together."""
    draws: int
    reasons: Mapping[str, int]
    """End rule -> games that it decided, "no_moves" and "repetition" included."""
    actions: Mapping[str, int]
    """Action, "pass", "stop" or "swap" -> how often it was played; 0 for those never possible."""

    @property
    def mean_steps(self) -> float:
        """Steps of a game that ended; 0 if none did."""
        return sum(self.steps) / len(self.steps) if self.steps else 0.0

    @property
    def mean_choices(self) -> float:
        """Legal steps of a position; 0 if there was none."""
        return self.choices / self.positions if self.positions else 0.0

    def summary(self) -> str:
        """The counts, on one line."""
        if not self.steps:
            return f"{self.game}: {counted(self.games, 'game')}, none ended"
        won = [f"{name} {count}" for name, count in self.reasons.items() if count]
        never = [name for name, count in self.actions.items() if not count]
        parts = [
            f"{self.game}: {counted(self.games, 'game')}",
            f"{self.mean_steps:.0f} steps ({min(self.steps)} to {max(self.steps)})",
            f"{self.mean_choices:.1f} choices",
            f"won {' to '.join(map(str, self.wins))}",
            *([f"shared {self.shared}"] if self.shared else []),
            f"drawn {self.draws}",
            f"ended by {', '.join(won)}",
        ]
        if never:
            parts.append(f"never played: {', '.join(never)}")
        return "; ".join(parts)

    def as_json(self) -> dict[str, object]:
        """As plain data, for `--format json`."""
        return {
            "game": self.game,
            "games": self.games,
            "ended": len(self.steps),
            "steps": {
                "mean": round(self.mean_steps, 1),
                "least": min(self.steps, default=0),
                "most": max(self.steps, default=0),
            },
            "choices": round(self.mean_choices, 1),
            "wins": list(self.wins),
            "shared": self.shared,
            "draws": self.draws,
            "reasons": dict(self.reasons),
            "actions": dict(self.actions),
            "findings": [finding.as_json() for finding in self.findings],
        }


def longest(game: Game) -> int:
    """Steps after which a random game is taken for endless."""
    return LONGEST + LONGEST_PER_CELL * len(game.cells)


def try_out(game: Game, games: int, seed: int = 0) -> Trial:
    """Play random games and look at every position.

    Args:
        game: One variant of a game.
        games: How many to play; one in which something is wrong is broken off.
        seed: Decides the deals and the steps; game number k is dealt with `seed + k`.
    """
    trial = _Trial(game)
    for number in range(games):
        trial.play(seed + number)
    return trial.result()


def try_out_file(path: Path, games: int, seed: int = 0) -> Iterator[Trial]:
    """Trials of a file, one after another: its default variants, then each variant by itself.

    Raises:
        DefinitionError: The file is faulty; has all the problems.
    """
    default = load_file(path)
    seen = set()
    for names in [(), *((variant.id,) for variant in default.variants)]:
        definition = load_file(path, names)
        if definition.chosen in seen:
            continue
        seen.add(definition.chosen)
        try:
            game = Game(definition)
        except Exception as error:
            # A fault of the program is told like one of the file, which still has other variants.
            yield _unplayable(definition, error)
        else:
            yield try_out(game, games, seed)


def try_out_files(paths: Sequence[Path], games: int, seed: int = 0) -> Iterator[Trial]:
    """Trials of files without faults, in order; on all processors where there are several files."""
    one = partial(_trials_of, games=games, seed=seed)
    workers = min(len(paths), os.cpu_count() or 1)
    if workers < 2:
        yield from chain.from_iterable(map(one, paths))
        return
    others = multiprocessing.active_children()
    with ProcessPoolExecutor(workers, initializer=interrupts.ignore) as pool:
        try:
            with interrupts.held():
                found = pool.map(one, paths)
            yield from chain.from_iterable(found)
        except BaseException:
            # Nobody waits for the rest, which may take long.
            for process in set(multiprocessing.active_children()).difference(others):
                process.terminate()
            raise


def _trials_of(path: Path, games: int, seed: int) -> list[Trial]:
    return list(try_out_file(path, games, seed))


class _Trial:
    """What has been seen so far."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._bound = longest(game)
        self._games = 0
        self._findings: dict[str, Problem] = {}
        self._steps: list[int] = []
        self._choices = 0
        self._positions = 0
        self._wins = [0] * game.sides
        self._shared = 0
        self._draws = 0
        definition = game.definition
        self._reasons = Counter({end.name: 0 for end in definition.ends})
        self._actions = Counter({action.name: 0 for action in definition.actions})
        self._goes_on: dict[object, tuple[object, ...]] = {}
        self._due = 0
        """Step of the game at which a position is written next."""
        self._broken = False
        """Whether something was wrong in this game."""

    def result(self) -> Trial:
        return Trial(
            game=self._game.id,
            games=self._games,
            findings=tuple(self._findings.values()),
            steps=tuple(self._steps),
            choices=self._choices,
            positions=self._positions,
            wins=tuple(self._wins),
            shared=self._shared,
            draws=self._draws,
            reasons=dict(self._reasons),
            actions=dict(self._actions),
        )

    def play(self, seed: int) -> None:
        """One game."""
        self._games += 1
        line: list[str] = []
        try:
            self._play(seed, random.Random(seed), line)
        except Exception as error:
            # Whatever a file makes the program do wrong is told with the steps that led there.
            self._find("play-crash", seed, line, f"{type(error).__name__}: {error}")

    def _play(self, seed: int, chance: random.Random, line: list[str]) -> None:
        self._due, self._broken = 0, False
        position = start = self._game.start(seed=seed)
        if not start.steps:
            self._find("play-start", seed, line, RULES["play-start"])
        while position.steps:
            self._look(position, seed, line)
            if self._broken:
                return
            if len(line) >= self._bound:
                cells = len(self._game.cells)
                text = f"a random game did not end in {self._bound} steps on {cells} cells"
                self._find("play-endless", seed, line, text, "warning")
                return
            step = chance.choice(position.steps)
            self._actions[step.action] += 1
            if position.find(step.token) != step:
                text = f"{step.token!r} read back is another step than the one written"
                self._find("play-token", seed, line, text)
            line.append(step.token)
            position = position.play(step)
        self._look(position, seed, line)
        if self._broken:
            return
        self._replay(start, position, seed, line)
        self._steps.append(len(line))
        if position.outcome is not None:
            self._count(position, position.outcome)

    def _count(self, position: Position, outcome: Outcome) -> None:
        self._reasons[outcome.reason] += 1
        if outcome.winner is not None:
            self._wins[position.side(outcome.winner)] += 1
        elif outcome.shared:
            self._shared += 1
        else:
            self._draws += 1

    def _replay(self, start: Position, end: Position, seed: int, line: list[str]) -> None:
        again = self._game.start(seed=seed)
        if again != start:
            self._find("play-replay", seed, [], "the same seed gives another start")
            return
        for number, token in enumerate(line):
            try:
                again = again.play(token)
            except GameError as error:
                text = f"step {number + 1} of a game, {token!r}, is not legal in a replay: {error}"
                self._find("play-replay", seed, line[:number], text)
                return
        if again != end:
            self._find("play-replay", seed, line, "a replay ends in another position")

    def _look(self, position: Position, seed: int, line: list[str]) -> None:
        """Everything that a screen, a record or a bot asks of a position."""
        steps = position.steps
        self._choices += len(steps)
        self._positions += bool(steps)
        twice = [token for token, times in Counter(map(str, steps)).items() if times > 1]
        if twice:
            actions = dict.fromkeys(step.action for step in steps if step.token == twice[0])
            text = f"{twice[0]!r} may mean {' or '.join(actions)}"
            if len(actions) == 1:
                text = f"{next(iter(actions))} is listed twice as {twice[0]!r}"
            self._find("play-token", seed, line, text)
        self._compare(position, seed, line)
        if len(line) >= self._due or not steps:
            # Where every board so far is remembered, a text may be long and is slow to read.
            self._due = len(line) + 1 + len(self._written(position, seed, line)) // _LETTERS
            self._ask(position)

    def _compare(self, position: Position, seed: int, line: list[str]) -> None:
        """Whether positions that are taken for equal have the same legal steps."""
        key = position.merge_key
        follows: tuple[object, ...] = (position.codes, position.outcome)
        if len(self._goes_on) < _REMEMBERED:
            follows = self._goes_on.setdefault(key, follows)
        if self._goes_on.get(key, follows) != (position.codes, position.outcome):
            text = "two positions that are taken for equal have different legal steps"
            self._find("play-merge", seed, line, text)

    def _written(self, position: Position, seed: int, line: list[str]) -> str:
        """The text of a position, which must read as the same one."""
        written = str(position)
        try:
            again = self._game.position(written)
        except GameError as error:
            self._find("play-position", seed, line, f"a position cannot be read back: {error}")
            return written
        if again != position or again.codes != position.codes or str(again) != written:
            self._find("play-position", seed, line, f"{written!r} reads as another position")
        return written

    def _ask(self, position: Position) -> None:
        """What is shown of a position; must only not fail."""
        _ = position.prompt, position.pieces, position.scores, position.marks
        _ = position.may_stop, position.must_go_on, position.mover
        for seat in range(self._game.sides):
            _ = position.progress(seat), position.held(seat)
        for token in (*self._game.cells[:: max(1, len(self._game.cells) // 4)], "pass", "stop"):
            position.why_not(token)

    def _find(
        self, rule: str, seed: int, line: list[str], text: str, severity: Severity = "error"
    ) -> None:
        self._broken = True
        shown = ",".join(line) if len(line) <= 12 else f"{','.join(line[:12])},..."
        after = f"after {counted(len(line), 'step')} {shown} " if line else ""
        help_text = joined(f"{after}with seed {seed}", _ADVICE.get(rule, _FAULT))
        finding = _finding(self._game.definition, rule, text, help_text, severity)
        self._findings.setdefault(rule, finding)


def _finding(
    definition: Definition, rule: str, text: str, help_text: str, severity: Severity = "error"
) -> Problem:
    chosen = f" ({' + '.join(definition.chosen)})" if definition.chosen else ""
    return Problem(definition.file, 1, 1, 2, severity, rule, f"{text}{chosen}", help_text)


def _unplayable(definition: Definition, error: Exception) -> Trial:
    """A game that the program cannot even begin."""
    text = f"{type(error).__name__}: {error}"
    chosen = "+".join(definition.chosen)
    return Trial(
        game=f"{definition.game}:{chosen}" if chosen else definition.game,
        games=0,
        findings=(_finding(definition, "play-crash", text, _FAULT),),
        steps=(),
        choices=0,
        positions=0,
        wins=(0,) * len(definition.players),
        shared=0,
        draws=0,
        reasons={},
        actions={},
    )
