"""Playing against another program: a client for the Go Text Protocol.

The program runs as a child process in a process group of its own, which is killed when the match
is over, when it fails, and when it is no longer waited for; it is started again when it is next
asked. Whatever it does is told as an `EngineError`: it may hang, end, answer nonsense or make an
illegal move. What it writes on its standard error is dropped.

This reads a clock, for how long a program may take to answer.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import select
import shlex
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from core.bots.bot import Seconds
from core.bots.vertices import Vertices, is_between_turns, size_of
from core.errors import GameError, IllegalStep
from core.rules.game import Position
from core.words import Message

PREFIX = "gtp:"
"""What stands before the command of a program where players are chosen."""
PATIENCE: Seconds = 60.0
"""The longest a program may think about a turn."""
LONGEST = 1 << 20
"""Bytes that an answer may have, with all that came before it."""
LOOK = 50
"""Milliseconds between two looks at whether an answer is still wanted."""
LOG = "PARLOUR_ENGINE_LOG"
"""Variable of the environment: the file to which programs write their errors; else nobody hears."""
_CUT = "..."
_TOLD = 60
"""Letters of an answer or a name that are shown."""
_REASON = 100
"""Letters that are shown of why a move is illegal, which is told in words of the game."""


class EngineError(GameError):
    """A program does not play as it should; the text says how."""


class RefusedError(EngineError):
    """A program has answered that it does not do something."""


class Engine:
    """A program that plays, and the turns that it knows of."""

    def __init__(self, command: str, patience: Seconds = PATIENCE) -> None:
        """Start nothing yet.

        Args:
            command: As for a shell, but without one: words, with quotes where needed.
            patience: The longest it may think about a turn.

        Raises:
            EngineError: There is no such program.
        """
        self.name = name_of(command)
        """What the player is called."""
        self._words = _words(command)
        self._patience = patience
        self._process: subprocess.Popen[bytes] | None = None
        self._busy = threading.Lock()
        self._closing = threading.Event()
        self._asked = 0
        self._numbers = False
        """Whether it has told the number of a command with an answer."""
        self._read = b""
        self._start: Position | None = None
        self._known: list[str] = []
        """Tokens of the steps that it knows of, those included that it has announced itself."""

    def choose(
        self, positions: Sequence[Position], tokens: Sequence[str], stopped: Callable[[], bool]
    ) -> str | None:
        """The token of its next step; None if it resigns.

        Args:
            positions: Of the match, from its start to where it stands now; not over.
            tokens: The steps between them.
            stopped: Asked often; once it says True the answer is no longer waited for.

        Raises:
            EngineError: It does not play as it should, or was stopped. It has been ended.
        """
        if _must_pass(positions[-1]):
            return "pass"
        with self._busy:
            try:
                if not self._is_ahead(positions, tokens) and not self._genmove(
                    positions, tokens, stopped
                ):
                    return None
            except BaseException:
                self._end()
                raise
            return self._known[len(tokens)]

    def close(self) -> None:
        """End the program, and all that it has started."""
        self._closing.set()
        with self._busy:
            self._closing.clear()
            self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        self._read = b""
        if process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(OSError):
            process.stdin.close()
        process.stdout.close()

    def _is_in(self, start: Position) -> bool:
        """Whether it plays a match that began so."""
        return self._process is not None and self._start == start

    def _is_ahead(self, positions: Sequence[Position], tokens: Sequence[str]) -> bool:
        """Whether it has announced the next step already."""
        made = len(tokens)
        return self._is_in(positions[0]) and (
            len(self._known) > made and self._known[:made] == [*tokens]
        )

    def _genmove(
        self, positions: Sequence[Position], tokens: Sequence[str], stopped: Callable[[], bool]
    ) -> bool:
        """Let it make a turn; whether it did, and has not resigned."""
        now = positions[-1]
        if not is_between_turns(now):
            raise EngineError(
                Message("{program} cannot be asked in the middle of a turn", program=self.name)
            )
        if self._process is None:
            self._process = _started(self._words, self.name)
        self._follow(positions, tokens, stopped)
        vertices = Vertices(now.game)
        answer = self._ask(f"genmove {_mover(vertices, now)}", stopped)
        if answer.lower() == "resign":
            return False
        try:
            turn, _ = vertices.turn(answer, now)
        except IllegalStep as error:
            told = _short(str(error), _REASON)
            raise EngineError(
                Message(
                    "{program} wants to make an illegal move: {reason}",
                    program=self.name,
                    reason=told,
                )
            ) from error
        self._known += [step.token for step in turn]
        return True

    def _follow(
        self, positions: Sequence[Position], tokens: Sequence[str], stopped: Callable[[], bool]
    ) -> None:
        """Bring it to where the match stands, which is between two turns."""
        if not self._is_in(positions[0]) or self._known != [*tokens[: len(self._known)]]:
            self._begin(positions[0], stopped)
        vertices = Vertices(positions[0].game)
        first = len(self._known)
        for end in range(first + 1, len(tokens) + 1):
            if not is_between_turns(positions[end]):
                continue
            moves = zip(positions[first:end], tokens[first:end], strict=True)
            word = vertices.word(tuple(position.find(token) for position, token in moves))
            try:
                self._ask(f"play {_mover(vertices, positions[first])} {word}", stopped)
            except RefusedError:
                if not _must_pass(positions[first]):
                    raise
            self._known += tokens[first:end]
            first = end

    def _begin(self, start: Position, stopped: Callable[[], bool]) -> None:
        """Let it set up a match."""
        self._start, self._known = start, []
        if size := size_of(start.game.definition):
            self._ask(f"boardsize {size}", stopped)
        self._ask("clear_board", stopped)
        if start.game.random or start != start.game.start():
            self._ask(f"parlour-position {start}", stopped)

    def _ask(self, command: str, stopped: Callable[[], bool]) -> str:
        """Its answer to a command: the one with its number, or any if it has never told one."""
        self._asked += 1
        self._send(f"{self._asked} {command}\n".encode())
        end = time.monotonic() + self._patience
        number = b"%d" % self._asked if self._numbers else b"(?:%d)?" % self._asked
        found = re.compile(rb"^([=?])" + number + rb"(?!\d)(.*?)\n\n", re.MULTILINE | re.DOTALL)
        while (answer := found.search(self._read)) is None:
            if stopped() or self._closing.is_set():
                raise EngineError(Message("{program} was interrupted", program=self.name))
            if time.monotonic() > end:
                raise EngineError(
                    Message(
                        "{program} has not answered for {seconds} seconds",
                        program=self.name,
                        seconds=f"{self._patience:g}",
                    )
                )
            if len(self._read) > LONGEST:
                raise EngineError(Message("{program} talks without end", program=self.name))
            self._listen()
        self._read = self._read[answer.end() :]
        self._numbers |= answer[0][1:2].isdigit()
        text = answer[2].decode("utf-8", "replace").strip()
        if answer[1] == b"?":
            raise RefusedError(
                Message(
                    "{program} refuses {command}: {reason}",
                    program=self.name,
                    command=repr(_short(command)),
                    reason=_short(text),
                )
            )
        return text

    def _send(self, line: bytes) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line)
        except OSError as error:
            raise EngineError(self._ended()) from error

    def _ended(self) -> Message:
        return Message("{program} has ended", program=self.name)

    def _listen(self) -> None:
        """Take in what it says, if it says something soon."""
        assert self._process is not None
        assert self._process.stdout is not None
        pipe = self._process.stdout.fileno()
        waiting = select.poll()
        waiting.register(pipe, select.POLLIN)
        if waiting.poll(LOOK):
            read = os.read(pipe, LONGEST)
            if not read:
                raise EngineError(self._ended())
            self._read += read.replace(b"\r", b"")


class Engines:
    """The programs that may play, for whoever must not be held up."""

    def __init__(self, commands: Iterable[str] = ()) -> None:
        """Start nothing yet.

        Args:
            commands: As for `Engine`.

        Raises:
            EngineError: There is no such program.
        """
        self._engines = {name_of(command): Engine(command) for command in commands}

    async def choose(
        self, name: str, positions: Sequence[Position], tokens: Sequence[str]
    ) -> str | None:
        """See `Engine.choose`; cancelling the call ends the program.

        Args:
            name: What the player is called.
            positions: See there.
            tokens: See there.

        Raises:
            EngineError: See there; also if no program is called so.
        """
        engine = self._engines.get(name)
        if engine is None:
            raise EngineError(Message("it is not known how to start {program}", program=name))
        enough = threading.Event()
        try:
            return await asyncio.to_thread(engine.choose, positions, tokens, enough.is_set)
        finally:
            enough.set()

    def close(self) -> None:
        """End all programs; they are started again when they are asked."""
        for engine in self._engines.values():
            engine.close()


def name_of(command: str) -> str:
    """What a player is called whom this command starts.

    Raises:
        EngineError: It is no command.
    """
    program, *options = _words(command)
    name = _short(" ".join([Path(program).name, *options]))
    if name.endswith(_CUT):
        # Two commands may differ in what is left out.
        mark = hashlib.sha256(command.encode()).hexdigest()[:4]
        name = f"{name[: -len(mark) - len(_CUT) - 1]}{_CUT} {mark}"
    return name


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise EngineError(f"{_short(command)!r} is no command: {error}") from error
    if not words:
        raise EngineError(f"a command is missing after {PREFIX!r}")
    if shutil.which(words[0]) is None:
        raise EngineError(f"there is no program {_short(words[0])!r}")
    return words


def _started(words: Sequence[str], name: str) -> subprocess.Popen[bytes]:
    log = os.environ.get(LOG) or os.devnull
    try:
        with open(log, "ab") as errors:
            return subprocess.Popen(
                words,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,
            )
    except OSError as error:
        raise EngineError(
            Message("{program} cannot be started: {reason}", program=name, reason=error.strerror)
        ) from error


def _must_pass(position: Position) -> bool:
    """Whether there is nothing but to pass, which some programs know without being told."""
    return [step.verb for step in position.steps] == ["pass"]


def _mover(vertices: Vertices, position: Position) -> str:
    assert position.mover is not None
    return vertices.color(position.side(position.mover))


def _short(text: str, most: int = _TOLD) -> str:
    """A text from outside, as much of it as can be shown on a line."""
    line = " ".join("".join(one if one.isprintable() else " " for one in text).split())
    return line if len(line) <= most else f"{line[: most - len(_CUT)]}{_CUT}"
