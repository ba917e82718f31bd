"""Search trees that grow side by side and are kept from one step of a match to the next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from threading import Event, Thread

from core.bots.weights import evaluation_of
from core.rules import hearsay
from core.rules.game import Game, Position
from core.rules.native.engine import MEMORY, Branch, Stop, Tree

LOOK = 0.02
"""Seconds between two looks at whether to stop."""
CROWDED = 0.4
"""How full a tree is at the most when it begins to grow from a new root, if that can be helped."""
FULL = 0.97
"""How full a tree is when growing it is of little use."""


class Forest:
    """A tree for each processor, all with the same root.

    What they find out is put together by how often each tried a step. A bot that is given time
    keeps one for its matches: what was found out below the new root is gone on with.

    Source: T. Cazenave and N. Jouandeau, On the parallelization of UCT, 2007 (at the root).
    """

    def __init__(self, trees: int = 1) -> None:
        """Nothing is known of any game."""
        self._count = trees
        self._game: Game | None = None
        self._trees: list[Tree] = []

    def begin(self, position: Position, simulations: int, seed: int, judges: bool) -> None:
        """Make a position the root of all trees.

        Args:
            position: Of a game that has native code; not over.
            simulations: How many there is to be room for.
            seed: What chance is drawn from.
            judges: Whether to use what has been learned about the game.
        """
        game, state = position.game, position.state
        evaluation = evaluation_of(game) if judges else None
        hears = judges and hearsay.tells(game.definition, simulations)
        kept = self._trees if self._game is game else []
        self._game, self._trees = game, []
        for number in range(self._count):
            tree = kept[number] if kept else None
            if tree is None or not tree.begin(state):
                memory = MEMORY // self._count
                tree = game.native.engine.tree(
                    simulations, seed + number, evaluation, memory, hears=hears
                )
                tree.begin(state)
            elif tree.filled > CROWDED:
                tree = tree.pruned(seed + number)
            self._trees.append(tree)
        self._known = self.simulations

    def grow(self, simulations: int, stopped: Callable[[], bool]) -> None:
        """Grow all trees until each has made so many simulations, the root is proven, or stopped.

        Each grows in a thread of its own; native code leaves the others running.
        """
        stop, done = Stop(), Event()

        def one(tree: Tree) -> None:
            tree.grow(simulations, stop)
            if tree.proven:
                stop.set()

        def watch() -> None:
            while not done.wait(LOOK):
                if stopped():
                    stop.set()
                    return

        first, *others = self._trees
        helpers = [Thread(target=one, args=(tree,), daemon=True) for tree in others]
        for thread in (watcher := Thread(target=watch, daemon=True), *helpers):
            thread.start()
        try:
            one(first)
        finally:
            done.set()
            for thread in (watcher, *helpers):
                thread.join()

    @property
    def simulations(self) -> int:
        """Simulations made since the trees were made."""
        return sum(tree.simulations for tree in self._trees)

    @property
    def made(self) -> int:
        """Simulations made from this root."""
        return self.simulations - self._known

    @property
    def proven(self) -> bool:
        """Whether the value of the root is certain."""
        return any(tree.proven for tree in self._trees)

    @property
    def full(self) -> bool:
        """Whether growing on would be of little use."""
        return self.proven or all(tree.filled > FULL for tree in self._trees)

    def branches(self) -> list[Branch]:
        """What is known of the steps at the root, in no special order."""
        proofs = [tree for tree in self._trees if tree.proven]
        known: dict[int, list[Branch]] = defaultdict(list)
        for tree in proofs[:1] or self._trees:
            for branch in tree.branches():
                known[branch.code].append(branch)
        return [_together(some) for some in known.values()]

    def line(self) -> list[int]:
        """The steps that both sides are expected to make, by the tree that is surest."""
        return max(self._trees, key=lambda tree: (tree.proven, tree.simulations)).line()


def _together(branches: list[Branch]) -> Branch:
    """What several trees say of one step; what one is certain of is so."""
    for branch in branches:
        if branch.certain or len(branches) == 1:
            return branch
    tries = sum(branch.tries for branch in branches)
    if not tries:
        return branches[0]
    worth = sum(branch.worth * branch.tries for branch in branches) / tries
    return Branch(branches[0].code, tries, worth, False)
