"""OpenSpiel's search for Othello as a program of the Go Text Protocol, to measure bots against.

    parlour arena reversi bot:time:2s "gtp:python tests/rivals/openspiel.py 2" -n 100

It is OpenSpiel's MCTS in C++ with random rollouts and with proofs, which is told how many
simulations to make; how many fit into the time is learned from the step before. Time is that of
the processor, so that whatever else runs on the machine does not weaken it. It comes with the
package `open_spiel`, which nothing else needs.
"""

from __future__ import annotations

import sys
import time

import pyspiel

COLUMNS = "ABCDEFGH"
EXPLORATION = 2.0
MEGABYTES = 2_000
FIRST = 1_000
"""Simulations of the first search, by which the time of one is known."""
FEWEST = 50
FASTER = 1.2
"""By how much the speed may seem to grow from one step to the next."""
PASS = 64


class Player:
    """One match after another."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._game = pyspiel.load_game("othello")
        self._evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        self._seed = 0
        self.clear()
        self._rate = self._measured(self._game.new_initial_state(), FIRST)[1]

    def clear(self) -> None:
        self._state = self._game.new_initial_state()

    def play(self, vertex: str) -> None:
        action = PASS if vertex.lower() == "pass" else _action(vertex)
        if action not in self._state.legal_actions():
            raise ValueError(f"illegal move: {vertex}")
        self._state.apply_action(action)

    def choose(self) -> str:
        simulations = max(FEWEST, int(self._rate * self._seconds))
        action, rate = self._measured(self._state, simulations)
        # A search that ends with a proof tells nothing of how long a simulation takes.
        self._rate = min(rate, FASTER * self._rate)
        self._state.apply_action(action)
        return "pass" if action == PASS else _vertex(action)

    def _measured(self, state: pyspiel.State, simulations: int) -> tuple[int, float]:
        """The step that a search chooses, and how many simulations it makes in a second."""
        self._seed += 1
        bot = pyspiel.MCTSBot(
            self._game,
            self._evaluator,
            EXPLORATION,
            simulations,
            MEGABYTES,
            True,  # it proves what it can
            self._seed,
            False,
        )
        begun = time.process_time()
        action = bot.step(state)
        return action, simulations / max(1e-3, time.process_time() - begun)


def _action(vertex: str) -> int:
    # OpenSpiel counts rows from the top, as the game does.
    return 8 * (int(vertex[1:]) - 1) + COLUMNS.index(vertex[0].upper())


def _vertex(action: int) -> str:
    return f"{COLUMNS[action % 8]}{action // 8 + 1}"


def answer(player: Player, words: list[str]) -> str:
    """What is said to a command.

    Raises:
        ValueError: It is not understood, or cannot be done.
    """
    match words:
        case ["protocol_version"]:
            return "2"
        case ["name"]:
            return "OpenSpiel"
        case ["version"]:
            return "1"
        case ["boardsize", "8"]:
            return ""
        case ["clear_board"]:
            player.clear()
            return ""
        case ["play", _, vertex]:
            player.play(vertex)
            return ""
        case ["genmove", _]:
            return player.choose()
        case _:
            raise ValueError("unknown command")


def main() -> None:
    """Answer the commands on standard input."""
    player = Player(float(sys.argv[1]))
    for line in sys.stdin:
        number, *words = line.split()
        if words == ["quit"]:
            print(f"={number}\n", flush=True)
            return
        try:
            print(f"={number} {answer(player, words)}\n", flush=True)
        except (ValueError, IndexError) as error:
            print(f"?{number} {error}\n", flush=True)


if __name__ == "__main__":
    main()
