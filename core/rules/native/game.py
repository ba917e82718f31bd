"""A game's positions in native code."""

from __future__ import annotations

from dataclasses import dataclass

from core.rules.chance import Chance
from core.rules.game import Game, Position, Step
from core.rules.layout import ONGOING
from core.rules.native import agreement, compiler
from core.rules.native.engine import Native, Stop, Tree


def native_of(game: Game, trusted: bool) -> tuple[NativeGame | None, str]:
    """The game in native code; or None, and why there is none.

    Args:
        game: Its rules are compiled, or found compiled.
        trusted: Whether native code is known to play it as Python does; otherwise that is tried.
    """
    try:
        if trouble := compiler.unavailable():
            return None, trouble
        if not trusted and (found := agreement.tried(game.definition)):
            return None, f"native code does not agree with these rules: {found}"
        return NativeGame(game, Native(game.machine)), ""
    except compiler.NativeError as error:
        return None, str(error)


class NativeGame:
    """A game's positions in native code; gives what `Game` and `Position` give, faster.

    Calls leave other threads running, and end early when another thread sets their `Stop`.
    """

    def __init__(self, game: Game, native: Native) -> None:
        """Made by `Game.native`."""
        self.game = game
        self.engine = native

    def playouts(
        self,
        position: Position,
        games: int,
        seed: int,
        most: int = 10_000,
        stop: Stop | None = None,
    ) -> Playouts:
        """Random games from a position; the first is that of `Game.playout` with this seed.

        Args:
            position: Where each begins.
            games: How many.
            seed: Decides the steps, the same on every machine.
            most: Steps of one game at the most; longer ones are cut short there.
            stop: Ends the call; the game under way counts as cut short.
        """
        tally = self.engine.playouts(position.state, games, Chance(seed), most, stop)
        won = [0] * self.game.sides
        shared = 0
        for winner in range(len(tally.ends) + ONGOING):
            sides = self.game.layout.winners(winner)
            if len(sides) == 1:
                won[position.side(sides[0])] += tally.count(winner)
            elif winner != self.game.sides:
                shared += tally.count(winner)
        return Playouts(
            games=tally.games,
            steps=tally.steps,
            wins=tuple(won),
            shared=shared,
            draws=tally.count(self.game.sides),
            unfinished=tally.count(ONGOING),
        )

    def perft(self, position: Position, depth: int, stop: Stop | None = None) -> int:
        """Leaves at a depth of steps; a finished game is a leaf and counts 1.

        When stopped, the number means nothing.
        """
        return self.engine.perft(position.state, depth, stop)

    def steps(self, position: Position) -> tuple[Step, ...]:
        """The legal steps, in the order of `Position.steps`."""
        _, codes = self.engine.settle(position.state)
        return tuple(map(self.game.step, codes))

    def search(
        self, position: Position, simulations: int, seed: int, stop: Stop | None = None
    ) -> Tree:
        """A tree search from a position; see `core.rules.native.engine.Tree`."""
        tree = self.engine.tree(simulations, seed)
        tree.begin(position.state)
        tree.grow(simulations, stop)
        return tree


@dataclass(frozen=True, slots=True)
class Playouts:
    """How random games from one position ended."""

    games: int
    steps: int
    """Steps of all games together."""
    wins: tuple[int, ...]
    """Games won alone; indexed by seat, as seats and sides are at the beginning."""
    shared: int
    """Games that several have won together."""
    draws: int
    unfinished: int
    """Games that were cut short."""
