"""Monte Carlo tree search over steps.

A node of the tree is a position, an edge one step of a turn. The side to move stays the same
through a turn of several steps, so values are kept by seat and read from the mover's side. Each
seat is taken to play for itself, against nobody in particular; between two that is the same, and
the value of seat 0 tells that of the other. Positions are merged: whatever the order of steps that
led there, it is one node ("tree" is the habitual word, it is a graph). Each simulation walks down
from the root along promising edges, adds one node, plays a random game from it and adds the result
to every node it came through.

What is certain is not sampled: a finished game is a proven node, and a node is proven once one of
its steps is a proven win of its mover or all its steps are proven; it is worth its mover's best
step. Of several that are equally good for the mover but not for others nobody knows which will be
made, so the node is worth the mean of them. When a node has been visited `EXPAND` times all its
steps are looked at, so that a win at once does not go unseen for long.

Where something has been learned about the game (`core.rules.evaluation`), a position is worth what
it looks worth, wholly or in part, instead of the result of a random game, and the steps that look
best are tried first. In what a node is worth its best step then has a share (`evaluation.BEST`),
beside the mean of all that was found below.

Where nothing has been learned, a bot that judges goes by hearsay instead where that tells it
something (`core.rules.hearsay`): how games went in which a step was made at any later time.

Source: L. Kocsis and C. Szepesvari, Bandit based Monte-Carlo planning, ECML 2006 (UCT);
C. Luckhardt and K. Irani, An algorithmic solution of N-person games, AAAI 1986 (max^n);
M. Winands, Y. Bjornsson and J. Saito, Monte-Carlo tree search solver, CG 2008 (proven nodes);
A. Saffidine, T. Cazenave and J. Mehat, UCD: Upper Confidence bound for rooted Directed acyclic
graphs, 2012 (merged positions: values of nodes, counts of edges);
M. Lanctot, M. Winands, T. Pepels and N. Sturtevant, Monte Carlo tree search with heuristic
evaluations using implicit minimax backups, CIG 2014 (the share of the best step).
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from operator import add
from typing import Any

from core.bots.bot import TOLD, Choice, Level, Thought
from core.bots.model import Model, Values
from core.bots.tactics import Tactics
from core.bots.weights import evaluation_of, level_in
from core.rules import evaluation, hearsay
from core.rules.chance import Chance
from core.rules.evaluation import Evaluation
from core.rules.game import Position
from core.rules.hearsay import Hearsay, Note
from core.rules.machine import Code, State

EXPLORATION = 0.3
"""Weight of the bonus for steps that have been tried little."""

UNTRIED = 0.1
"""How much worse than its node's value a step is taken to be while it is untried."""

EXPAND = 8
"""Visits after which every step of a node is looked at for what it leads to at once."""


@dataclass(frozen=True, slots=True)
class TreeSearch:
    """A bot that plays games of chance in its head and keeps to what went well.

    It knows nothing of any game but its rules and what may have been learned from them. A step that
    wins is always played, and one after which the other side can win at once is not, unless every
    step is such.
    """

    level: Level
    native: bool = True
    """Whether to search in native code where there is some."""

    def choose(
        self,
        position: Position,
        seed: int,
        stopped: Callable[[], bool],
        forest: Any = None,
    ) -> Choice:
        """See `core.bots.bot.Bot.choose`.

        With a `core.bots.forest.Forest`, which only a bot that is given time should be given, it
        goes on with what that knows.
        """
        level = level_in(position.game, self.level)
        if self.native and position.game.native is not None:
            from core.bots.native import NativeSearch

            return NativeSearch(position, level, seed, stopped, forest).choice()
        search = _Search(position, level, random.Random(seed), stopped)
        place = search.best_place()
        return Choice(
            position.steps[place],
            search.value_of(place),
            search.simulations,
            search.thoughts(place),
            search.line(place),
        )


@dataclass(slots=True, eq=False)
class _Node:
    state: State
    codes: tuple[Code, ...]
    """The legal steps; none once the game is over. Their index is called their place."""
    mover: int | None
    """Seat; None once the game is over."""
    proven: Values | None
    """What the game is worth with best play, once that is certain."""
    untried: list[int]
    """Places that have not been tried; the last is tried first."""
    looks: dict[int, float] | None = None
    """How good each step looks for the mover, by place; None if that has not been asked for."""
    children: dict[int, _Node] = field(default_factory=dict)
    """By place."""
    tries: dict[int, int] = field(default_factory=dict)
    """How often each step was chosen; by place."""
    visits: int = 0
    total: float = 0.0
    """Sum of the results of all visits, for seat 0."""
    best: float | None = None
    """What its best step is worth to seat 0; None where nothing has been learned of the game."""
    expanded: bool = False
    hearsay: Hearsay | None = None

    def worth(self, seat: int) -> float:
        """How good it is for `seat`, from 0 to 1."""
        if self.proven is not None:
            return self.proven[seat]
        worth = self.total / self.visits if self.visits else 0.5
        if self.best is not None:
            worth += evaluation.BEST * (self.best - worth)
        return worth if seat == 0 else 1 - worth

    def visit(self, result: Values) -> None:
        """Count a game that came through here."""
        self.visits += 1
        self.total += result[0]


@dataclass(slots=True, eq=False)
class _ManySeatsNode(_Node):
    """A node of a game for more than two."""

    totals: list[float] = field(default_factory=list)
    """Sum of the results of all visits; indexed by seat."""

    def worth(self, seat: int) -> float:
        """See `_Node.worth`."""
        if self.proven is not None:
            return self.proven[seat]
        return self.totals[seat] / self.visits if self.visits else 1 / len(self.totals)

    def visit(self, result: Values) -> None:
        """See `_Node.visit`."""
        self.visits += 1
        self.totals = [*map(add, self.totals, result)]


class _Search:
    """One search, from one position."""

    def __init__(
        self,
        position: Position,
        level: Level,
        rng: random.Random,
        stopped: Callable[[], bool],
    ) -> None:
        self.game = position.game
        self.model = Model(position.game)
        self.rng = rng
        self.chance = Chance(rng.getrandbits(64))
        self.stopped = stopped
        self.nodes: dict[State, _Node] = {}
        self.root = self._node(position.state, position.codes)
        self.simulations = 0
        self.level = level
        self.tactics = Tactics(self.model, stopped)
        self.evaluation = evaluation_of(position.game) if level.judges else None
        self.hears = (
            level.judges
            and self.evaluation is None
            and hearsay.tells(position.game.definition, level.simulations)
        )

    def best_place(self) -> int:
        """The place of the step to make, after all the thinking there is time for."""
        root = self.root
        if len(root.codes) > 1:
            self._expand(root)
            if root.proven is None:
                self._look_through_turn()
            while root.proven is None and self._goes_on():
                self._simulate()
            self._avoid_losing_at_once()
        return self._leading()

    def value_of(self, place: int) -> float:
        """How good the step at a place is for the mover, as far as is known."""
        child = self.root.children.get(place)
        return self.model.draw[self._seat] if child is None else child.worth(self._seat)

    def thoughts(self, best: int) -> tuple[Thought, ...]:
        """What is thought of the best steps, the one at `best` first."""
        root = self.root
        if not root.tries:
            return ()
        known = [place for place in root.children if place != best]
        known.sort(key=lambda place: (root.tries.get(place, 0), self.value_of(place)), reverse=True)
        return tuple(
            Thought(self._token(root, place), self.value_of(place), root.tries.get(place, 0))
            for place in [best, *known][:TOLD]
        )

    def line(self, place: int) -> tuple[str, ...]:
        """The steps that are expected, from the one at `place` on, each the most tried."""
        tokens = [self._token(self.root, place)]
        passed = [self.root]
        node = self.root.children.get(place)
        while node is not None and node not in passed and node.tries:
            passed.append(node)
            place = max(node.tries, key=node.tries.__getitem__)
            tokens.append(self._token(node, place))
            node = node.children.get(place)
        return tuple(tokens)

    def _token(self, node: _Node, place: int) -> str:
        return self.game.step(node.codes[place]).token

    def _goes_on(self) -> bool:
        return self.simulations < self.level.simulations and not self.stopped()

    @property
    def _seat(self) -> int:
        assert self.root.mover is not None
        return self.root.mover

    def _node(self, state: State, codes: tuple[Code, ...]) -> _Node:
        key = self.model.machine.merge_key(state)
        node = self.nodes.get(key)
        if node is None:
            proven = self.model.result(state) if self.model.is_over(state) else None
            untried = list(range(len(codes)))
            self.rng.shuffle(untried)
            mover, seats = self.model.mover(state), self.model.seats
            if seats == 2:
                node = _Node(state, codes, mover, proven, untried)
            else:
                totals = [0.0] * seats
                node = _ManySeatsNode(state, codes, mover, proven, untried, totals=totals)
            self.nodes[key] = node
        return node

    def _child(self, node: _Node, place: int) -> _Node:
        child = node.children.get(place)
        if child is None:
            raw = self.model.after(node.state, node.codes[place])
            child = self._node(*self.model.machine.settle(raw))
            node.children[place] = child
        return child

    def _expand(self, node: _Node) -> None:
        """Add the children in which the game is over."""
        node.expanded = True
        for place, code in enumerate(node.codes):
            if place not in node.children:
                raw = self.model.after(node.state, code)
                if self.model.is_decided(raw):
                    self._child(node, place)
        self._prove(node)

    def _prove(self, node: _Node) -> None:
        """Note what is certain about a node from what is certain about its steps."""
        if node.proven is not None or node.mover is None:
            return
        won = self.model.won(node.mover)
        proven = [child.proven for child in node.children.values() if child.proven is not None]
        if won in proven:
            node.proven = won
        elif len(proven) == len(node.codes):
            node.proven = _best(proven, node.mover)

    def _simulate(self) -> None:
        node = self.root
        path = [node]
        edges: list[int] = []
        notes: list[Note] = []
        trusted: Hearsay | None = None
        while node.proven is None and (node.visits or node is self.root):
            if self.evaluation is not None and node.looks is None:
                self._weigh(node, self.evaluation)
            elif node.visits >= EXPAND and not node.expanded:
                self._expand(node)
            if node.proven is not None:
                break
            if self.hears:
                trusted = self._trusted(node, trusted)
            place = self._promising(node) if trusted is None else self._heard_of(node, trusted)
            if place is None:
                # Its steps have been proven on other paths than this node's.
                self._prove(node)
                break
            edges.append(place)
            assert node.mover is not None
            notes.append((node.mover, node.codes[place]))
            node = self._child(node, place)
            if node in path:
                # A game that goes in circles: judge it from here.
                break
            path.append(node)
        result = node.proven
        if result is None:
            result = self._estimate(node, notes)
            if result is None:
                return
        self.simulations += 1
        for depth, (parent, place) in enumerate(zip(path, edges, strict=False)):
            parent.tries[place] = parent.tries.get(place, 0) + 1
            if parent.hearsay is not None:
                parent.hearsay.hear(islice(notes, depth, None), result)
        for visited in reversed(path):
            visited.visit(result)
            self._prove(visited)
            if visited.looks is not None:
                visited.best = _best_look(visited)

    def _weigh(self, node: _Node, known: Evaluation) -> None:
        """Add the children in which the game is over, and see how promising the others look."""
        node.expanded = True
        node.looks = looks = {}
        for place, code in enumerate(node.codes):
            state, codes = self.model.machine.settle(self.model.after(node.state, code))
            if codes:
                worth = self.model.judged(known, state, len(codes))
                looks[place] = worth if node.mover == 0 else 1 - worth
            else:
                self._child(node, place)
        node.untried.sort(key=lambda place: looks.get(place, 0.0))
        self._prove(node)

    def _trusted(self, node: _Node, above: Hearsay | None) -> Hearsay | None:
        """The hearsay to go by at a node, given the one that was gone by above it."""
        if node.hearsay is None and (node is self.root or node.visits >= hearsay.LISTEN):
            node.hearsay = Hearsay()
        own = node.hearsay
        return own if own and (above is None or own.games >= hearsay.TRUSTED) else above

    def _estimate(self, node: _Node, notes: list[Note]) -> Values | None:
        """What a node that has just been added is taken to be worth; None when it was stopped.

        The steps of a random game are added to `notes`.
        """
        known = self.evaluation
        if known is None:
            return self.model.sampled(
                node.state, self.chance, self.stopped, notes if self.hears else None
            )
        worth = self.model.judged(known, node.state, len(node.codes))
        if known.part:
            played = self.model.sampled(node.state, self.chance, self.stopped)
            if played is None:
                return None
            worth += known.part * (played[0] - worth)
        return worth, 1 - worth

    def _promising(self, node: _Node) -> int | None:
        """The place of the step to try next: good so far, or tried little.

        None: the node can be proven, by a step that wins or because no step is open.
        """
        assert node.mover is not None
        seat = node.mover
        known = self.evaluation
        weight = EXPLORATION if known is None or node.looks is None else known.exploration
        bonus = weight * math.sqrt(math.log(node.visits + 1))
        best: int | None = None
        best_hope = -math.inf
        for place, tries in node.tries.items():
            tried = node.children[place]
            worth = tried.worth(seat)
            if tried.proven is None:
                hope = worth + bonus / math.sqrt(tries)
                if hope > best_hope:
                    best, best_hope = place, hope
            elif worth == 1:
                return None
        while node.untried:
            place = node.untried[-1]
            child = node.children.get(place)
            if child is None or child.proven is None:
                if node.looks is None:
                    fresh = node.worth(seat) - UNTRIED
                else:
                    fresh = node.looks[place] - evaluation.UNTRIED * weight
                if fresh + bonus <= best_hope:
                    break
                return node.untried.pop()
            node.untried.pop()
        return best

    def _heard_of(self, node: _Node, heard: Hearsay) -> int | None:
        """What `_promising` gives, where there is hearsay to go by."""
        assert node.mover is not None
        seat = node.mover
        bonus = EXPLORATION * math.sqrt(math.log(node.visits + 1))
        best: int | None = None
        best_hope = -math.inf
        for place in (*node.tries, *reversed(node.untried)):
            child, tries = node.children.get(place), node.tries.get(place, 0)
            worth = child.worth(seat) if child and tries else node.worth(seat) - UNTRIED
            if child and child.proven is not None:
                if tries and worth == 1:
                    return None
                continue
            some = bonus / math.sqrt(max(1, tries))
            mixed = heard.mixed((seat, node.codes[place]), tries, worth)
            hope = worth + some if mixed is None else mixed + hearsay.CURIOSITY * some
            if hope > best_hope:
                best, best_hope = place, hope
        if best is not None and best not in node.tries:
            node.untried.remove(best)
        return best

    def _leading(self) -> int:
        """The place of the best step of the root so far."""

        def rank(place: int) -> tuple[float, int, float]:
            child = self.root.children.get(place)
            tries = self.root.tries.get(place, 0)
            if child is None:
                return (-1 if self.root.proven else 1, tries, 0.5)
            worth = child.worth(self._seat)
            if self.root.proven:
                # What proved the root is among the steps that are certain themselves.
                return (worth if child.proven else -1, tries, worth)
            certain = child.proven is not None and worth in (0, 1)
            return (2 * worth if certain else 1, tries, worth)

        return max(range(len(self.root.codes)), key=rank)

    def _look_through_turn(self) -> None:
        """Look for a win in several steps of this very turn."""
        place = self.tactics.winning_place(self.root.state)
        if place is not None:
            self._child(self.root, place).proven = self.model.won(self._seat)
            self._prove(self.root)

    def _avoid_losing_at_once(self) -> None:
        """Pass over steps that let the other side win in the turn that follows."""
        root = self.root
        while root.proven is None:
            place = self._leading()
            child = self._child(root, place)
            if child.proven is not None or not self.tactics.gives_away(root.state, place):
                return
            assert child.mover is not None
            child.proven = self.model.won(child.mover)
            self._prove(root)


def _best_look(node: _Node) -> float:
    """What the best step of a node is worth to seat 0: as was found out, or as it looks."""
    assert node.mover is not None
    assert node.looks is not None
    tried = [(place, one) for place, one in node.children.items() if one.visits or one.proven]
    found = {place: one.worth(node.mover) for place, one in tried}
    best = max({**node.looks, **found}.values())
    return best if node.mover == 0 else 1 - best


def _best(values: Sequence[Values], seat: int) -> Values:
    """What is best for a seat; the mean of those that are equally good for it."""
    most = max(one[seat] for one in values)
    alike = [one for one in values if one[seat] == most]
    return tuple(sum(parts) / len(alike) for parts in zip(*alike, strict=True))
