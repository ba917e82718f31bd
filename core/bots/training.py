"""Learning what makes a position promising, from nothing but games of a bot against itself.

Round after round the bot plays itself, in native code and with what it has learned so far. From
each position that came up and the result of its game, weights are fitted in each phase of the
game: those that make the results most likely, held near 0 where little is known. A seed gives the
same weights on every machine.

Source: the fit is Fisher's scoring for a generalised linear model with a ridge, P. McCullagh and
J. Nelder, Generalized linear models, 1989; learning an evaluation from results by regression,
M. Buro, Statistical feature combination for the evaluation of game positions, JAIR 3, 1995.
"""

from __future__ import annotations

import math
import multiprocessing
import random
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from statistics import fmean, pstdev
from typing import Any, TypeVar

from core.bots.symmetry import orbits, symmetries
from core.bots.weights import read, write
from core.errors import GameError
from core.rules import interrupts
from core.rules.evaluation import SCALE, Evaluation, Features
from core.rules.game import Game, Position, Step
from core.rules.native.engine import Branch, Native
from core.rules.trial import longest

PHASES = 5
"""In how many a game is divided."""
ROUNDS = 3
"""How often the bot plays with what it has learned in the rounds before."""
SIMULATIONS = 60
"""Random games, or positions judged, that the bot tries for each step."""
RANDOM_STEPS = 0.25
"""How much of a game is at most played at random before the bot begins."""
RANDOM_OPENING = 0.1
"""The same in matches that try out what was learned."""
PARTS = (0.0, 0.5)
"""How much of what a position is worth may be left to random games."""
MATCHES = 40
"""How many tell which of `PARTS` does best."""
CLEARLY = 0.6
"""What share of them random games must win to be worth their time, which is as much again."""
SPREADS = 1.5
"""Weight of the bonus for steps tried little, in standard deviations of how the steps of a position
look: where all look much alike, a search that is to see far must not try them over and over."""
RIDGE = 3.0
"""How strongly a weight (in units of `SCALE`, for a feature of spread 1) is held near 0."""
ITERATIONS = 8
"""Steps of a fit, which ends in fewer where weights hardly change."""
CLOSE = 1e-3
"""How much less a weight changes when a fit has come to its end."""

Result = TypeVar("Result")
Sample = tuple[int, tuple[int, ...], float]
"""(phase, what was counted, what the first side got)."""


@dataclass(frozen=True, slots=True)
class Round:
    """What came of one round."""

    number: int
    """From 1."""
    games: int
    positions: int
    before: float
    """Mean loss before the weights were fitted: -log of the likelihood of a result."""
    after: float
    """The same after."""
    evaluation: Evaluation

    def __str__(self) -> str:
        return (
            f"round {self.number}: {self.games} games, {self.positions} positions,"
            f" loss {self.before:.4f} before, {self.after:.4f} after"
        )


@dataclass(frozen=True, slots=True)
class Trial:
    """How what was learned does in matches."""

    matches: int
    against: float
    """What share of the points it gets against a bot that knows only the rules."""
    evaluation: Evaluation
    """With that part left to random games that does best."""

    def __str__(self) -> str:
        return (
            f"{self.matches} matches against a bot that knows only the rules:"
            f" {100 * self.against:.0f} %, random games decide {100 * self.evaluation.part:.0f} %"
        )


def learned(
    game: Game,
    games: int,
    seed: int,
    jobs: int = 1,
    rounds: int = ROUNDS,
    without: Sequence[str] = (),
) -> Generator[Round | Trial]:
    """Learn to judge a game: some rounds, each telling better, then a trial.

    Args:
        game: For two.
        games: How many are played in each round.
        seed: Decides them.
        jobs: How many processes play; the outcome is the same.
        rounds: How many.
        without: What is left out of account: names of what is counted, or words they begin with.

    Raises:
        GameError: It is no game for two, has no native code, or nothing counted has such a name.
    """
    if game.sides != 2:
        raise GameError(f"{game.name} is for {game.sides} players; only games for two are learned")
    if game.native is None:
        raise GameError(f"{game.name} has no native code: {game.native_fault}")
    game.native.engine.library.wait()
    ways = symmetries(game)
    features = Features(game.machine, orbits(game, ways), PHASES, grouped=True)
    idle = _idle(game, any(way.swaps for way in ways)) | _called(features.names, without)
    row = (0,) * len(features.names)
    evaluation = Evaluation(features, (row,) * PHASES)
    pool = _Pool(game, jobs)
    try:
        for number in range(1, rounds + 1):
            text = write(game, evaluation, "")
            tasks = ((text, number > 1, f"{seed} {number} {one}") for one in range(games))
            samples = [one for lesson in pool.map(_lesson, tasks) for one in lesson]
            before = loss(evaluation, samples)
            evaluation = fitted(evaluation, samples, idle)
            yield Round(number, games, len(samples), before, loss(evaluation, samples), evaluation)
        evaluation = replace(evaluation, exploration=_exploration(pool, game, evaluation, seed))
        yield _trial(pool, game, evaluation, seed)
    finally:
        pool.close()


def _exploration(pool: _Pool, game: Game, evaluation: Evaluation, seed: int) -> float:
    """The weight of the bonus for steps tried little that suits what was learned."""
    text = write(game, evaluation, "")
    found = pool.map(_spreads, ((text, f"{seed} spread {number}") for number in range(MATCHES)))
    spreads = [one for some in found for one in some]
    return min(1.0, round(SPREADS * fmean(spreads), 3)) if spreads else evaluation.exploration


def _trial(pool: _Pool, game: Game, evaluation: Evaluation, seed: int) -> Trial:
    def share(one: str, other: str) -> float:
        tasks = ((one, other, seed, number) for number in range(MATCHES))
        return sum(pool.map(_match, tasks)) / MATCHES

    texts = {part: write(game, replace(evaluation, part=part), "") for part in PARTS}
    mixed, plain = PARTS[1], PARTS[0]
    best = mixed if share(texts[mixed], texts[plain]) > CLEARLY else plain
    return Trial(MATCHES, share(texts[best], ""), replace(evaluation, part=best))


def _idle(game: Game, alike: bool) -> frozenset[str]:
    """What is never weighed, as it says the same of every position."""
    idle = {"side"} if alike else set()
    return frozenset(idle if game.definition.score else {*idle, "score"})


def _called(names: Sequence[str], words: Sequence[str]) -> frozenset[str]:
    """The names that these words are, or begin."""
    found = set()
    for word in words:
        called = {name for name in names if f"{name} ".startswith(f"{word} ")}
        if not called:
            known = ", ".join(dict.fromkeys(name.split()[0] for name in names))
            raise GameError(f"nothing called {word!r} is counted in this game, only {known}")
        found |= called
    return frozenset(found)


def loss(evaluation: Evaluation, samples: Sequence[Sample]) -> float:
    """The mean of -log of the likelihood of each result; a draw is half of each."""
    total = 0.0
    for phase, counts, result in samples:
        x = sum(map(int.__mul__, evaluation.weights[phase], counts)) / SCALE
        u = x / math.sqrt(4 + x * x)
        total -= result * math.log((1 + u) / 2) + (1 - result) * math.log((1 - u) / 2)
    return total / max(1, len(samples))


def fitted(
    evaluation: Evaluation, samples: Sequence[Sample], idle: frozenset[str] = frozenset()
) -> Evaluation:
    """The evaluation with weights that make the results of these samples most likely."""
    names = evaluation.features.names
    weights = [
        _row([one[1:] for one in samples if one[0] == phase], names, idle)
        for phase in range(evaluation.features.phases)
    ]
    for phase, row in enumerate(weights):
        if not any(row):  # nothing was seen of it: as in the nearest phase of which something was
            near = sorted(range(len(weights)), key=lambda other: abs(other - phase))
            weights[phase] = next((weights[one] for one in near if any(weights[one])), row)
    return Evaluation(evaluation.features, tuple(weights))


def _row(
    samples: Sequence[tuple[tuple[int, ...], float]], names: Sequence[str], idle: frozenset[str]
) -> tuple[int, ...]:
    """The weights of one phase."""
    if not samples:
        return (0,) * len(names)
    spread = [
        math.sqrt(sum(counts[n] ** 2 for counts, _ in samples) / len(samples))
        for n in range(len(names))
    ]
    used = [n for n, name in enumerate(names) if spread[n] and name not in idle]
    rows = [([counts[n] / spread[n] for n in used], result) for counts, result in samples]
    found = _scored(rows, len(used))
    weights = [0] * len(names)
    for n, weight in zip(used, found, strict=True):
        weights[n] = round(SCALE * weight / spread[n])
    return tuple(weights)


def _scored(rows: Sequence[tuple[list[float], float]], width: int) -> list[float]:
    """The weights that make the results most likely, by Fisher's scoring."""
    weights = [0.0] * width
    for _ in range(ITERATIONS):
        slope = [-RIDGE * weight for weight in weights]
        curve = [[RIDGE if a == b else 0.0 for b in range(a + 1)] for a in range(width)]
        for values, result in rows:
            x = sum(map(float.__mul__, weights, values))
            square = 4 + x * x
            root = math.sqrt(square)
            pull = (result - 0.5 - 0.5 * x / root) * 2 / root
            heavy = 4 / (square * square)
            some = [(n, value) for n, value in enumerate(values) if value]
            for place, (a, value) in enumerate(some):
                slope[a] += pull * value
                line, scaled = curve[a], heavy * value
                for b, other in some[: place + 1]:
                    line[b] += scaled * other
        change = _solved(curve, slope)
        weights = [one + more for one, more in zip(weights, change, strict=True)]
        if max(map(abs, change), default=0.0) < CLOSE:
            break
    return weights


def _solved(curve: list[list[float]], slope: Sequence[float]) -> list[float]:
    """The x of curve * x = slope, for a symmetric positive matrix given by its lower half."""
    width = len(slope)
    for a in range(width):  # Cholesky's decomposition, in place
        for b in range(a + 1):
            rest = curve[a][b] - sum(curve[a][c] * curve[b][c] for c in range(b))
            curve[a][b] = math.sqrt(rest) if a == b else rest / curve[b][b]
    y: list[float] = []
    for a in range(width):
        y.append((slope[a] - sum(curve[a][b] * y[b] for b in range(a))) / curve[a][a])
    x = [0.0] * width
    for a in reversed(range(width)):
        x[a] = (y[a] - sum(curve[b][a] * x[b] for b in range(a + 1, width))) / curve[a][a]
    return x


class _Pool:
    """Processes that share a game, or this one alone."""

    def __init__(self, game: Game, jobs: int) -> None:
        self._game = game
        self._pool: ProcessPoolExecutor | None = None
        if jobs > 1:
            fork = multiprocessing.get_context("fork")
            self._pool = ProcessPoolExecutor(jobs, fork, _begin, (game,))

    def map(self, play: Callable[..., Result], tasks: Iterable[tuple[Any, ...]]) -> list[Result]:
        """What comes of each task, in their order."""
        if self._pool is None:
            return [play(self._game, *task) for task in tasks]
        with interrupts.held():
            waiting = [self._pool.submit(_task, play, task) for task in tasks]
        return [one.result() for one in waiting]

    def close(self) -> None:
        """No task is to come."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)


_shared: Game
"""What a process of a pool plays."""


def _begin(game: Game) -> None:
    global _shared
    _shared = game
    interrupts.ignore()


def _task(play: Callable[..., Result], task: tuple[Any, ...]) -> Result:
    return play(_shared, *task)


class _Learner:
    """A bot that plays fast, by what it is told about the game."""

    def __init__(self, game: Game, evaluation: Evaluation | None) -> None:
        self._engine: Native = game.native.engine
        self._evaluation = evaluation

    def step(self, position: Position, seed: int) -> Step:
        """The step it makes."""
        if len(position.codes) == 1:
            return position.steps[0]
        # By the mean it sees more of a game: what was learned with a share for the best step made
        # 32 % of the points against this in breakthrough.
        tree = self._engine.tree(SIMULATIONS, seed, self._evaluation, best=0.0)
        tree.begin(position.state)
        tree.grow(SIMULATIONS)

        def rank(branch: Branch) -> tuple[float, int, float, int]:
            told = branch.certain and (branch.worth in (0, 1) or tree.proven)
            unknown = -1.0 if tree.proven else 0.5
            return branch.worth if told else unknown, branch.tries, branch.worth, branch.code

        return position.game.step(max(tree.branches(), key=rank).code)


def _opened(game: Game, rng: random.Random, part: float) -> Position:
    """A position after some random steps, at most that part of the number of cells."""
    position = game.start(seed=rng.getrandbits(32))
    for _ in range(int(rng.random() * part * len(game.board.cells))):
        if position.mover is not None:
            position = position.play(rng.choice(position.steps))
    return position


def _result(game: Game, position: Position) -> float:
    """What the first side gets in the end; half where nobody has won."""
    won = game.layout.winners(position.state[game.layout.place["winner"]])
    return 1.0 - won[0] if len(won) == 1 else 0.5


def _lesson(game: Game, text: str, known: bool, seed: str) -> list[Sample]:
    """The positions of a game, each with what came of it; none if it did not come to an end."""
    rng, evaluation = random.Random(seed), read(game, text)
    features = evaluation.features
    learner = _Learner(game, evaluation if known else None)
    position, bound = _opened(game, rng, RANDOM_STEPS), longest(game)
    found: list[tuple[int, tuple[int, ...]]] = []
    while position.mover is not None:
        if len(found) == bound:
            return []
        counts = features.counts(position.state, len(position.codes))
        found.append((features.phase(position.state), tuple(counts)))
        position = position.play(learner.step(position, rng.getrandbits(32)))
    return [(*one, _result(game, position)) for one in found]


def _spreads(game: Game, text: str, seed: str) -> list[float]:
    """How far apart the steps look in each position of a game of those that look best."""
    rng, evaluation = random.Random(seed), read(game, text)
    position = _opened(game, rng, RANDOM_STEPS)
    found: list[float] = []
    for _ in range(longest(game)):
        if position.mover is None:
            break
        tree = game.native.engine.tree(1, rng.getrandbits(32), evaluation)
        tree.begin(position.state)
        branches = tree.branches()
        if not tree.proven:
            found.append(pstdev(branch.worth for branch in branches))
        best = max(branches, key=lambda branch: (branch.worth, branch.code))
        position = position.play(game.step(best.code))
    return found


def _match(game: Game, one: str, other: str, seed: int, number: int) -> float:
    """What the one gets in a match against the other; "" knows nothing of the game."""
    position = _opened(game, random.Random(f"{seed} opening {number // 2}"), RANDOM_OPENING)
    rng, bound = random.Random(f"{seed} match {number}"), longest(game)
    learners = [_Learner(game, read(game, text) if text else None) for text in (one, other)]
    made, seat = 0, number % 2
    while position.mover is not None and made < bound:
        made += 1
        player = learners[position.mover ^ seat]
        position = position.play(player.step(position, rng.getrandbits(32)))
    if position.outcome is None or position.outcome.winner is None:
        return 0.5
    return 1.0 - (position.outcome.winner ^ seat)
