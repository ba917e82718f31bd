"""The program in which people play, as commands start it: on the screen, or in lines.

Imported by the commands that play or open the store, once they run. Textual waits longer still:
it reads the environment when it is imported.
"""

from __future__ import annotations

import argparse
import errno
import io
import os
import random
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace

from core.bots.engine import Engines
from core.bots.thinker import WorkerThinker
from core.match.records.record import Record
from core.match.session import Session
from core.store.library import Library
from tui import language
from tui.answers import Asking
from tui.command.own import own_games, store_address
from tui.command.printing import speak
from tui.settings import load
from tui.terminal import Terminal
from tui.world import Home, World, library_of

Beginning = Callable[[random.Random], Session | Record | None]
"""What to begin with: a match, a record to look through, or None for the lobby."""


def home() -> Home:
    """Where the program keeps what is a person's own."""
    return Home.usual(own_games())


def library(chosen: argparse.Namespace) -> closing[Library]:
    """The matches of the store that was asked for, for as long as a command needs them.

    Raises:
        StoreError: The store cannot be opened.
    """
    return closing(library_of(home(), store_address(chosen)))


def is_plain(chosen: argparse.Namespace) -> bool:
    """Whether to talk in lines: asked for, or there is no screen to draw on."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    screen = all(stream is not None and stream.isatty() for stream in streams)
    return getattr(chosen, "plain", False) or not screen or os.environ.get("TERM") == "dumb"


def show(chosen: argparse.Namespace, beginning: Beginning, engines: Sequence[str] = ()) -> int:
    """Run the program until its person leaves; the exit status.

    Args:
        chosen: How it is to look.
        beginning: What to begin with.
        engines: Commands of programs that play.
    """
    run = _talk if is_plain(chosen) else _draw
    return run(chosen, beginning, engines)


def _draw(chosen: argparse.Namespace, beginning: Beginning, engines: Sequence[str]) -> int:
    """Take over the terminal."""
    own = home()
    settings = load(own.settings)
    color, ascii = getattr(chosen, "color", None), getattr(chosen, "ascii", False)
    environ = dict(os.environ)
    terminal = Terminal(environ)
    question = terminal.question(
        colors=(color or settings.color) == "auto",
        characters=not ascii and settings.characters == "auto",
    )
    matches = library_of(own, store_address(chosen))
    prepare_textual()
    asking = Asking(sys.stdin.fileno(), sys.stderr.fileno(), question)
    try:
        # The terminal has the time of these imports to answer.
        from tui.app import Parlour, Showing, Visit
        from tui.driver import Start

        world = World(
            own,
            WorkerThinker(),
            language=lambda wanted: language.chosen(wanted, environ),
            engines=Engines(engines),
            library=matches,
            slow=_slow(),
        )
        wanted = beginning(world.chance)
        visit: Visit | Showing | None = None
        if isinstance(wanted, Record):
            visit = Showing(wanted)
        elif isinstance(wanted, Session):
            visit = Visit(wanted)
        answers = asking.answers()
        app = Parlour(
            replace(world, terminal=replace(terminal, answers=answers)),
            settings,
            color=color,
            ascii=ascii,
            language=getattr(chosen, "language", None),
            visit=visit,
            start=Start(asking, answers.typed, not answers.is_complete),
        )
        app.run(mouse=settings.mouse == "on")
        return app.return_code or 0
    finally:
        asking.end()


def prepare_textual() -> None:
    """Set what Textual reads from the environment when it is imported."""
    os.environ["TEXTUAL_COLOR_SYSTEM"] = "256"
    os.environ["TEXTUAL_ANIMATIONS"] = "none"
    os.environ["TEXTUAL_DISABLE_KITTY_KEY"] = "1"
    os.environ.pop("NO_COLOR", None)


def _talk(chosen: argparse.Namespace, beginning: Beginning, engines: Sequence[str]) -> int:
    """Line mode."""
    from tui.plain.shell import talk

    if sys.stdout is None:
        raise OSError(errno.EBADF, "standard output is closed")
    typed = sys.stdin
    if isinstance(typed, io.TextIOWrapper):
        typed.reconfigure(errors="replace")
    is_person = typed is not None and typed.isatty() and sys.stdout.isatty()
    own, encoding = home(), speak(chosen)
    matches = library_of(own, store_address(chosen))
    world = World(own, WorkerThinker(), engines=Engines(engines), library=matches, slow=_slow())
    wanted = beginning(world.chance)
    begun = wanted if isinstance(wanted, Session) else None
    return talk(world, typed, sys.stdout, is_person=is_person, encoding=encoding, session=begun)


def _slow() -> list[str]:
    """Why bots take long here, as far as that is known without a compiler."""
    from core.rules.native.compiler import missing

    reason = missing()
    return [reason] if reason else []
