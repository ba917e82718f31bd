"""Whether native code plays a game as Python does: asked before it is used for a file of a user.

A fault in native code could end the process, so the question is put to one of its own:
`python -m core.rules.native.agreement` reads a pickled definition from its input, plays random
games on both back ends, and says on its output where they part.
"""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from pathlib import Path

from core.language.definition import Definition
from core.rules.chance import Chance
from core.rules.machine import Machine, State
from core.rules.native.compiler import NativeError
from core.rules.native.engine import Native

STEPS = 200
"""Steps of random games that are compared."""
GAMES = 8
"""Whole random games that are compared."""
PATIENCE = 30.0
"""Seconds that the comparison may take."""
_ROOT = Path(__file__).parents[3]


def disagreement(
    machine: Machine,
    native: Native,
    start: State,
    seed: int = 0,
    steps: int = STEPS,
    games: int = GAMES,
) -> str:
    """Where the two back ends part along random games from a state; "" if nowhere.

    Compared are, at every step, the state at rest, the legal steps in order, the scores and what
    a random step leads to; then the leaves two steps below the start, and whole random games
    that are drawn from the same chance.
    """
    chance = random.Random(seed)
    state = start
    for number in range(steps):
        settled, codes = machine.settle(state)
        if native.settle(state) != (settled, codes):
            return f"the legal steps differ after {number} steps"
        if native.scores(settled) != machine.scores(settled):
            return f"the scores differ after {number} steps"
        if not codes:
            state = start
            continue
        code = chance.choice(codes)
        after = machine.play(settled, code)
        if native.play(settled, code) != after:
            return f"step {code} leads elsewhere after {number} steps"
        assert isinstance(after, tuple)
        state = after
    if native.perft(start, 2) != machine.perft(start, 2):
        return "the leaves two steps below the start differ"
    for number in range(games):
        one, other = Chance(seed + number), Chance(seed + number)
        most = 2_000
        end, _ = machine.playout(start, one, most)
        tally = native.playouts(start, 1, other, most)
        if (tally.last, other.state) != (end, one.state):
            return f"random game {number} differs"
    return ""


def tried(definition: Definition) -> str:
    """What a process of its own found wrong with native code for a game; "" if nothing."""
    path = os.pathsep.join(filter(None, (str(_ROOT), os.environ.get("PYTHONPATH"))))
    try:
        done = subprocess.run(
            [sys.executable, "-m", "core.rules.native.agreement"],
            input=pickle.dumps(definition),
            capture_output=True,
            timeout=PATIENCE,
            env={**os.environ, "PYTHONPATH": path},
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"it could not be tried: {type(error).__name__}"
    if done.returncode == 0:
        return ""
    found = done.stdout.decode("utf-8", "replace").strip().splitlines()
    return found[-1] if found else f"the trial ended with {done.returncode}"


def main() -> int:
    """Compare the back ends for the definition on standard input, both qualities of code."""
    from core.rules.game import Game

    game = Game(pickle.load(sys.stdin.buffer))
    try:
        native = Native(game.machine)
    except NativeError as error:
        print(error)
        return 1
    for seed in range(2):
        native.library.wait()
        if found := disagreement(game.machine, native, game.start(seed=seed).state, seed):
            print(found)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
