"""The program bots think in: `python -m core.bots.worker`.

It reads requests from its standard input, one JSON object a line, and answers each with a line on
its standard output, in the order they came:

    {"id": 3, "file": "/games/oust.yaml", "variants": ["size-7"], "position": "...", "level": 2,
     "seed": 17, "seconds": 2.5}                                            (on one line)
    {"id": 3, "step": "d4", "value": 0.61, "simulations": 400,
     "thoughts": [["d4", 0.61, 310], ["e5", 0.58, 90]], "line": ["d4", "c3"]}
    {"id": 4, "error": "..."}

`{"cancel": 3}` ends the thinking about request 3 and of all before it; they are answered with the
best step found so far. The program ends when its input does, so it outlives nobody who started
it, even by `kill -9`. It reads a clock, which little of `core` does: for `seconds`, the most that
it may think. Making a game ready, which is done once, is not thinking: a level plays the same on a
machine that takes long for it.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Mapping
from queue import SimpleQueue
from typing import Any

from core import catalog
from core.bots.bot import strength
from core.bots.search import TreeSearch
from core.errors import GameError
from core.rules.game import Game, Position

NICENESS = 5
"""How much the program stands back behind the screen it thinks for."""

SLICE = 10_000
"""Simulations between two looks at whether there is room for more."""
PONDERED = "time:1s"
"""The level whose thinking is gone on with while others are to move; all with a time are alike."""

Request = Mapping[str, object]


class Worker:
    """Requests as they come in, answers as they are found."""

    def __init__(self) -> None:
        """Nothing asked yet."""
        self._waiting: SimpleQueue[Request] = SimpleQueue()
        self._cancelled = -1
        self._forest: Any = None
        """What bots that are given time have found out, in games with native code."""
        self._pondered: Position | None = None
        """Where a bot waits for others and goes on thinking."""

    def run(self) -> None:
        """Answer requests until the input ends, which ends the whole program."""
        threading.Thread(target=self._listen, daemon=True).start()
        while True:
            self._ponder()
            request = self._waiting.get()
            try:
                answer = self._answer(request)
            except GameError as error:
                answer = {"error": str(error)}
            print(json.dumps({"id": request["id"]} | answer), flush=True)

    def _forest_for(self, position: Position) -> Any:
        """Where what is found out is kept; None for a game without native code."""
        if position.game.native is None:
            return None
        if self._forest is None:
            from core.bots.forest import Forest

            self._forest = Forest(os.cpu_count() or 1)
        return self._forest

    def _ponder(self) -> None:
        """Go on thinking where a bot waits for others, until somebody asks."""
        position, self._pondered = self._pondered, None
        if position is not None and position.mover is not None:
            most = strength(PONDERED)
            self._forest.begin(position, most.simulations, 0, most.judges)
            while self._waiting.empty() and not self._forest.full:
                self._forest.grow(SLICE, lambda: not self._waiting.empty())

    def _listen(self) -> None:
        try:
            for line in sys.stdin.buffer:
                request = json.loads(line)
                if "cancel" in request:
                    self._cancelled = max(self._cancelled, request["cancel"])
                else:
                    self._waiting.put(request)
        finally:
            # At once, whatever the other thread is thinking about.
            os._exit(0)

    def _answer(self, request: Request) -> dict[str, object]:
        match request:
            case {
                "id": int(number),
                "file": str(file),
                "variants": [*variants],
                "position": str(text),
                "level": int() | str() as level,
                "seed": int(seed),
                "seconds": int() | float() as seconds,
            }:
                pass
            case _:
                raise GameError("a bot was asked something it does not understand")
        game = _game(file, tuple(map(str, variants)))
        position, _ = game.position(text), game.native
        if position.mover is None:
            raise GameError("the game is over")
        end = time.monotonic() + seconds

        def stopped() -> bool:
            return number <= self._cancelled or time.monotonic() >= end

        asked = strength(level)
        forest = self._forest_for(position) if asked.timed else None
        choice = TreeSearch(asked).choose(position, seed, stopped, forest)
        if asked.ponders and forest is not None:
            self._pondered = position.play(choice.step)
        return {
            "step": choice.step.token,
            "value": choice.value,
            "simulations": choice.simulations,
            "thoughts": [(one.token, one.value, one.simulations) for one in choice.thoughts],
            "line": choice.line,
        }


def _game(file: str, variants: tuple[str, ...]) -> Game:
    return catalog.load(":".join(filter(None, (file, "+".join(variants)))))


def main() -> None:
    """Serve standard input."""
    os.nice(NICENESS)
    try:
        Worker().run()
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    main()
