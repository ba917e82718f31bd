"""The program that moves for the bots of a house, whoever is connected, and when nobody is.

It looks at the store whenever something has changed there, lets each bot that is to move think in a
process apart, and appends its step, as a session does for a person. It also ends matches in which
somebody's time is up when nobody at the table has done so, and clears away tables that nobody has
come to for weeks. A house may have several of them, one on each computer: the one that came first
works, and the next takes over when it has gone.
Where there is none, the screen of a person at the table moves for its bots (`tui.house.table`).

`parlour serve` starts one and ends it; behind OpenSSH it is `parlour house bots`.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
import signal
import socket
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import aclosing, closing, suppress

from core.bots.thinker import Thinker, WorkerThinker
from core.errors import GameError, Stale, StoreError
from core.match.clock import DAY, SECOND, Milliseconds, Seat
from core.match.entries import Flagged, Stepped
from core.match.session import Session
from core.store.house import BEAT, BOTS, House, Presence
from core.store.kept import opened
from core.store.sql import SqlStore
from core.store.store import Kept, MatchId, Note, Wanted
from tui.house.pauses import Pauses
from tui.house.tables import is_open
from tui.house.visitor import house_store, now
from tui.house.wire import Exchange, Wire

log = logging.getLogger("parlour.house")

OFTEN = 0.05
"""Seconds at least between two looks at the store."""
AGAIN = 2.0
"""Seconds after which a store that could not be read is tried again."""
GRACE = 3.0
"""Seconds that the program has to end by itself."""
OVERDUE: Milliseconds = 5 * SECOND
"""How long the players themselves have to notice that a time is up."""
CALLED = 2.0
"""Seconds between two looks at the clocks."""
CLEARED = 600.0
"""Seconds between two looks for tables that nobody comes to."""
OPEN_FOR: Milliseconds = 14 * DAY
"""How long a table may be open, from when something was last done or said there."""
NICE = 5
"""How far it stands back behind the front."""


def hands() -> int:
    """How many bots think at the same time: a half of the machine is for people."""
    return max(1, (os.cpu_count() or 1) // 2)


class Bots:
    """All the bots of a house."""

    def __init__(
        self,
        store: SqlStore,
        thinkers: Sequence[Thinker],
        clock: Callable[[], Milliseconds] = now,
    ) -> None:
        """Look at nothing yet.

        Args:
            store: Of the house.
            thinkers: As many bots think at the same time.
            clock: Tells the time.
        """
        self._store = store
        self._house = House(store)
        self._thinkers = thinkers
        self._now = clock
        self._chance = random.SystemRandom()
        self._id = ""
        self._queue: asyncio.Queue[Kept] = asyncio.Queue()
        self._queued: set[MatchId] = set()
        self._stuck: dict[MatchId, int] = {}
        """Matches that cannot be gone on with, and how long they were when that was seen."""
        self._ends: dict[MatchId, tuple[int, Milliseconds | None]] = {}
        """Of matches with clocks: how long they were when looked at, and when a time is up then."""

    async def tend(self) -> None:
        """Move for the bots, without end."""
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._beat())
                tasks.create_task(self._follow())
                tasks.create_task(self._every(CALLED, self._flag_all))
                tasks.create_task(self._every(CLEARED, self._clear_away))
                for thinker in self._thinkers:
                    tasks.create_task(self._move_all(thinker))
        finally:
            for thinker in self._thinkers:
                await thinker.close()
            with suppress(StoreError):
                self._house.go(self._id)

    async def _beat(self) -> None:
        """Tell that somebody moves for the bots, and look from time to time whether it is us.

        So the host hears of a full disk too, in a house in which just now nobody else writes.
        """
        wrong = ""
        while True:
            try:
                self._house.stay(self._id, None, self._now())
                others = self._house.bots(self._now())
                if self._id not in (one.id for one in others):
                    self._see_off(others)
                    here = f"{socket.gethostname()} {os.getpid()}"
                    self._id = self._house.come(BOTS, None, here, self._now())
                self._look()
                wrong = ""
            except StoreError as error:
                wrong = _told(error, wrong)
            await asyncio.sleep(BEAT / 1000)

    def _see_off(self, others: Sequence[Presence]) -> None:
        """Wait for none of the others that was killed on this computer."""
        for one in others:
            place, _, pid = one.address.rpartition(" ")
            if place == socket.gethostname() and pid.isdigit() and not _runs(int(pid)):
                self._house.go(one.id)

    async def _follow(self) -> None:
        wrong = ""
        while True:
            try:
                async with aclosing(self._store.changes()) as changes:
                    async for _ in changes:
                        self._look()
                        wrong = ""
                        await asyncio.sleep(OFTEN)
            except StoreError as error:
                wrong = _told(error, wrong)
                await asyncio.sleep(AGAIN)

    def _look(self) -> None:
        """Find the matches in which a bot is to move."""
        if not self._is_first():
            return
        for kept in reversed(self._store.list(Wanted(over=False))):
            if kept.match not in self._queued and self._may_move(kept):
                self._queued.add(kept.match)
                self._queue.put_nowait(kept)

    def _is_first(self) -> bool:
        """Whether it is this program that works."""
        programs = self._house.bots(self._now())
        return bool(programs) and programs[0].id == self._id

    async def _every(self, pause: float, do: Callable[[], None]) -> None:
        """Do something every so many seconds while it is this program that works."""
        wrong = ""
        while True:
            try:
                if self._is_first():
                    do()
                wrong = ""
            except StoreError as error:
                wrong = _told(error, wrong)
            await asyncio.sleep(pause)

    def _clear_away(self) -> None:
        """Forget the tables at which a seat has been open for weeks, before any turn."""
        latest = self._now() - OPEN_FOR
        for kept in self._store.list(Wanted(over=False)):
            if is_open(kept) and kept.note.turns == 0 and kept.at <= latest:
                self._store.remove(kept.match)
                log.info("bots: match=%s was open for too long", kept.match)

    def _flag_all(self) -> None:
        """End the matches in which a time has been up for some seconds."""
        latest = self._now() - OVERDUE
        ends: dict[MatchId, tuple[int, Milliseconds | None]] = {}
        for kept in self._store.list(Wanted(over=False)):
            if kept.terms.pace is None or kept.at > latest:
                continue
            known = self._ends.get(kept.match)
            if known is None or known[0] != kept.length:
                known = kept.length, self._end(kept.match)
            if known[1] is not None and known[1] <= latest and not self._flag(kept.match):
                known = kept.length, None
            ends[kept.match] = known
        self._ends = ends

    def _end(self, match: MatchId) -> Milliseconds | None:
        """When a time is up if nobody moves; None is never, and where the match cannot be read."""
        try:
            clock = opened(self._store, match).session.clock
        except StoreError:
            raise
        except GameError:
            return None
        return clock.ends() if clock else None

    def _flag(self, match: MatchId) -> bool:
        """End a match in which a time is up; whether it could be."""
        try:
            session = opened(self._store, match).session
            entry = session.flag(self._now())
            self._store.append(match, entry, len(session.log), Note.of(session.after(entry)))
        except StoreError:
            raise
        except GameError as error:
            log.info("bots: match=%s time is not up: %s", match, error)
            return False
        return True

    def _may_move(self, kept: Kept) -> bool:
        mover = kept.note.mover
        is_stuck = self._stuck.get(kept.match) == kept.length
        return mover is not None and kept.note.seats[mover].kind == "bot" and not is_stuck

    async def _move_all(self, thinker: Thinker) -> None:
        """Move in one match after another."""
        wrong = ""
        while True:
            kept = await self._queue.get()
            try:
                await self._move(thinker, kept.match)
                wrong = ""
            except Stale:
                pass  # whoever was faster is looked at now
            except StoreError as error:
                wrong = _told(error, wrong)
                await asyncio.sleep(AGAIN)
            except GameError as error:
                # It has not begun, or its game cannot be played here.
                log.info("bots: match=%s stands: %s", kept.match, error)
                self._stuck[kept.match] = kept.length
            self._queued.discard(kept.match)
            with suppress(StoreError):
                self._look()  # what has happened meanwhile in this match was passed over

    async def _move(self, thinker: Thinker, match: MatchId) -> None:
        """Make the turn of the bot that is to move.

        Raises:
            Stale: Somebody else has done something meanwhile.
            StoreError: The match cannot be read, or the turn not kept.
            GameError: No bot can move there.
        """
        session = opened(self._store, match).session
        mover = session.mover
        while mover is not None and session.mover == mover and session.seats[mover].kind == "bot":
            entry = await self._entry(thinker, session, mover)
            after = session.after(entry)
            self._store.append(match, entry, len(session.log), Note.of(after))
            session = after

    async def _entry(self, thinker: Thinker, session: Session, mover: Seat) -> Stepped | Flagged:
        """The step that the bot to move makes, or that its time is up.

        Raises:
            GameError: It cannot move.
        """
        if session.clock is not None and session.clock.fallen(self._now()) is not None:
            return session.flag(self._now())
        session.step(mover, session.position.steps[0].token, self._now())  # may it move at all
        level = session.seats[mover].level or 1
        choice = await thinker.think(session.position, level, self._chance.getrandbits(32))
        if session.clock is not None and session.clock.fallen(self._now()) is not None:
            return session.flag(self._now())
        return session.step(mover, choice.step.token, self._now())


def _told(error: StoreError, before: str) -> str:
    """Log what is wrong with the store, unless that was told before; what has been told then."""
    if str(error) != before:
        log.error("bots: %s", error)
    return str(error)


def _runs(pid: int) -> bool:
    """Whether there is such a process on this computer."""
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True


def run(address: str, wire: Wire | None = None) -> int:
    """Move for the bots of a house until SIGTERM or Ctrl+C; the exit status.

    Args:
        address: Of the store.
        wire: To the sessions; None has them and this look for one another's changes.

    Raises:
        GameError: The store cannot be used.
    """
    with suppress(OSError):
        os.nice(NICE)
    with closing(house_store(address)) as store, suppress(asyncio.CancelledError):
        asyncio.run(_tend(store, wire))
    return 0


async def _tend(store: SqlStore, wire: Wire | None) -> None:
    task = asyncio.current_task()
    assert task is not None
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    if wire is not None:
        store.tell = wire.tell
        store.rely()
        wire.listen(store.hear)
    await Bots(store, [WorkerThinker() for _ in range(hands())]).tend()


# As a child of `parlour serve`


async def keep(address: str, environ: Mapping[str, str], exchange: Exchange) -> None:
    """Have the program run meanwhile; begin another when it breaks. Cancelling ends it.

    Args:
        address: Of the store.
        environ: Its whole environment.
        exchange: By which it and the sessions hear of one another.
    """
    loop, pauses = asyncio.get_running_loop(), Pauses()
    while True:
        began = loop.time()
        wire, leave = exchange.join()
        try:
            status = await _run_once(address, environ, wire)
        finally:
            leave()
        wait = pauses.after(loop.time() - began)
        log.error("bots: broke status=%s; begin again in %.0f s", status, wait)
        await asyncio.sleep(wait)


async def _run_once(address: str, environ: Mapping[str, str], wire: int) -> int:
    """Have the program run until it breaks; its exit status.

    It has the handle of the wire then.
    """
    try:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", __name__, str(wire)),
            stdin=asyncio.subprocess.PIPE,
            env=dict(environ),
            pass_fds=[wire],
            start_new_session=True,
        )
    finally:
        os.close(wire)
    assert process.stdin is not None
    process.stdin.write(f"{address}\n".encode())
    try:
        return await process.wait()
    except asyncio.CancelledError:
        await _ended(process)
        raise


async def _ended(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        process.terminate()
        try:
            async with asyncio.timeout(GRACE):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()


def main(handle: str) -> int:
    """Be that child: the address of the store comes in, and the end when the parent has gone.

    Args:
        handle: Of the wire.
    """
    logging.basicConfig(
        stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s"
    )
    logging.getLogger("alembic").setLevel(logging.ERROR)
    address = sys.stdin.readline().strip()

    def outlive_nobody() -> None:
        sys.stdin.read()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=outlive_nobody, daemon=True).start()
    try:
        return run(address, Wire(int(handle))) if address else 0
    except GameError as error:
        log.error("bots: %s", error)
        return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
