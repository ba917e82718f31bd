"""Bots that may be waited for: asking one never holds up a screen."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import Protocol

from core.bots import bot
from core.bots.bot import Choice, Seconds, Thought
from core.bots.search import TreeSearch
from core.errors import GameError
from core.rules.game import Position
from core.words import Message

PATIENCE = 1.0
"""Seconds a worker may take to give up what was cancelled, before it is killed."""

ATTEMPTS = 3
"""How many workers may die over one question."""


class Thinker(Protocol):
    """Somebody who finds steps for bots."""

    async def think(
        self, position: Position, strength: int | str, seed: int, seconds: Seconds | None = None
    ) -> Choice:
        """The step that a bot makes; the answer of `TreeSearch.choose`.

        Cancelling the call ends the thinking.

        Args:
            position: Where the match stands; not over.
            strength: A level, as `core.bots.bot.strength` reads it.
            seed: What chance is drawn from.
            seconds: The most it may think, once the game is ready; None is what the level allows.

        Raises:
            GameError: The level is not known, no worker can be kept alive, or this is closed.
        """

    async def close(self) -> None:
        """End all thinking."""


class DirectThinker:
    """Thinks in a thread of this very process."""

    async def think(
        self, position: Position, strength: int | str, seed: int, seconds: Seconds | None = None
    ) -> Choice:
        """See `Thinker.think`."""
        chosen = bot.strength(strength)
        enough = Event()
        most = chosen.seconds if seconds is None else seconds
        await asyncio.to_thread(lambda: position.game.native)
        timer = asyncio.get_running_loop().call_later(most, enough.set)
        search = TreeSearch(chosen)
        try:
            return await asyncio.to_thread(search.choose, position, seed, enough.is_set)
        finally:
            enough.set()
            timer.cancel()

    async def close(self) -> None:
        """See `Thinker.close`."""


class WorkerThinker:
    """Thinks in a process of its own (`core.bots.worker`), started when first needed.

    A worker that dies is replaced and asked again. Belongs to one event loop.
    """

    def __init__(self) -> None:
        """No worker yet."""
        self._worker: _Worker | None = None
        self._closed = False
        self._starting = asyncio.Lock()

    @property
    def pid(self) -> int | None:
        """The process in which the thinking is done; None while there is none."""
        return None if self._worker is None else self._worker.process.pid

    async def think(
        self, position: Position, strength: int | str, seed: int, seconds: Seconds | None = None
    ) -> Choice:
        """See `Thinker.think`."""
        chosen = bot.strength(strength)
        definition = position.game.definition
        question: dict[str, object] = {
            "file": str(Path(definition.file).absolute()),
            "variants": definition.chosen,
            "position": str(position),
            "level": chosen.word,
            "seed": seed,
            "seconds": chosen.seconds if seconds is None else seconds,
        }
        for _ in range(ATTEMPTS):
            try:
                answer = await (await self._living()).ask(question)
            except _WorkerDied:
                continue
            return _choice(position, answer)
        raise GameError(Message("the program that thinks for the bots keeps breaking off"))

    async def close(self) -> None:
        """See `Thinker.close`."""
        self._closed = True
        async with self._starting:
            await self._end()

    async def _living(self) -> _Worker:
        async with self._starting:
            if self._closed:
                raise GameError(Message("no bot is thinking any more"))
            if self._worker is not None and self._worker.died:
                await self._end()
            if self._worker is None:
                self._worker = await _Worker.start()
            return self._worker

    async def _end(self) -> None:
        if self._worker is not None:
            await self._worker.end()
            self._worker = None


class _WorkerDied(Exception):
    """The process ended before it answered."""


class _Worker:
    """A running process and the questions put to it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.died = False
        self._asked = 0
        self._open: dict[int, asyncio.Future[dict[str, object]]] = {}
        self._listener = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls) -> _Worker:
        root = str(Path(__file__).resolve().parents[2])
        path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "core.bots.worker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": path},
                # Ctrl-C in the terminal is for the screen.
                start_new_session=True,
            )
        except OSError as error:
            raise GameError(
                Message("no program can be started for the bots: {reason}", reason=error)
            ) from error
        return cls(process)

    async def ask(self, question: dict[str, object]) -> dict[str, object]:
        number = self._asked = self._asked + 1
        answer: asyncio.Future[dict[str, object]] = asyncio.get_running_loop().create_future()
        self._open[number] = answer
        self._send({"id": number, **question})
        if self.died:
            self._give_up()
        try:
            return await answer
        except asyncio.CancelledError:
            self._send({"cancel": number})
            asyncio.get_running_loop().call_later(PATIENCE, self._kill_if_open, number)
            raise

    async def end(self) -> None:
        self._kill()
        await self.process.wait()
        await self._listener
        assert self.process.stdin is not None
        self.process.stdin.close()
        with suppress(OSError):
            await self.process.stdin.wait_closed()

    async def _listen(self) -> None:
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            if not line.endswith(b"\n"):
                break
            answer = json.loads(line)
            waiting = self._open.pop(answer["id"], None)
            if waiting is not None and not waiting.done():
                waiting.set_result(answer)
        self.died = True
        self._give_up()

    def _give_up(self) -> None:
        for waiting in self._open.values():
            if not waiting.done():
                waiting.set_exception(_WorkerDied())
        self._open.clear()

    def _send(self, message: dict[str, object]) -> None:
        assert self.process.stdin is not None
        if not self.died:
            self.process.stdin.write(json.dumps(message).encode() + b"\n")

    def _kill_if_open(self, number: int) -> None:
        if number in self._open:
            self._kill()

    def _kill(self) -> None:
        with suppress(ProcessLookupError):
            self.process.kill()


def _choice(position: Position, answer: dict[str, object]) -> Choice:
    match answer:
        case {
            "step": str(token),
            "value": int() | float() as value,
            "simulations": int(count),
            "thoughts": list() as thoughts,
            "line": list() as line,
        }:
            step = next((step for step in position.steps if step.token == token), None)
            if step is None:
                raise GameError(
                    Message("the rules of this game have changed since the match began")
                )
            told = tuple(Thought(*one) for one in thoughts)
            return Choice(step, float(value), count, told, tuple(line))
        case {"error": str(text)}:
            raise GameError(text)
    raise GameError(Message("a bot gave an answer that makes no sense"))
