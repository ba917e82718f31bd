"""One session of a visitor: a screen, lines, or one verb.

`run` is what the nursery forks (`tui.house.nursery`), once `prepare` has made everything ready. The
same is run by OpenSSH's `ForceCommand`, in a process of its own (`parlour visit`). What goes wrong
is told in one line; what should not have is written down for the host.
"""

from __future__ import annotations

import errno
import os
import shutil
import signal
import sys
import traceback
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from textual import constants

from core.bots.thinker import WorkerThinker
from core.errors import GameError
from core.store.sql import SqlStore
from tui import language
from tui.answers import Asking
from tui.driver import Start
from tui.house.nursery import CRASHED, WIRE, Run
from tui.house.program import HouseApp, home_of, library_of
from tui.house.talk import as_shown, say, talk
from tui.house.verbs import Verbs
from tui.house.visitor import Premises, Visitor
from tui.house.warm import ready_store, warm
from tui.house.wire import Wire
from tui.language import said
from tui.settings import load
from tui.terminal import Terminal
from tui.world import World

HANGUP = 128 + signal.SIGHUP
"""Exit status of whose line was lost."""


GONE = (errno.EPIPE, errno.EIO)
"""Errors of writing to a pipe or a terminal that nobody has any more."""


def prepare(told: Mapping[str, Any]) -> Run:
    """The sessions of a house, warm and with the store open.

    Args:
        told: What the front tells: the fields of `Premises`.
    """
    premises = Premises(**told)
    warm(Path(premises.folder) / "games")
    store = None
    with suppress(GameError):  # then each session tries, and says what is wrong
        store = ready_store(premises.store)

    def session(fields: Mapping[str, Any], terminal: bool) -> int:
        return run(premises, fields, terminal, store, Wire(WIRE))

    return session


def run(
    premises: Premises,
    fields: Mapping[str, Any],
    terminal: bool,
    store: SqlStore | None = None,
    wire: Wire | None = None,
) -> int:
    """Be with a visitor until they go; the exit status.

    Args:
        premises: Of the house.
        fields: What is known of the visitor: `key`, `name`, `address`, `command`.
        terminal: Whether they have one.
        store: Of the house, where it is open already.
        wire: To the other sessions.
    """
    try:
        visitor = Visitor(premises, fields["key"], fields["name"], fields["address"], store)
    except GameError as error:
        return _refused(error)
    try:
        if wire is not None:
            visitor.store.tell = wire.tell
        return _received(visitor, fields["command"], terminal, wire)
    except GameError as error:
        return _refused(error)
    # Whatever it is, it ends this session alone, and the host finds out.
    except Exception as error:
        if isinstance(error, OSError) and error.errno in GONE:
            return HANGUP
        _write_down(premises)
        print("parlour: something broke that should not have", file=sys.stderr)
        return CRASHED
    finally:
        visitor.leave()
        shutil.rmtree(Path(premises.folder) / "guests" / str(os.getpid()), ignore_errors=True)


def _received(visitor: Visitor, command: str | None, terminal: bool, wire: Wire | None) -> int:
    words = (command or "").strip()
    if words in ("", "plain"):
        if words or not terminal or os.environ.get("TERM", "dumb") in ("", "dumb"):
            return _talk(visitor, terminal)
        return _screen(visitor, wire)
    world = _world(visitor)
    language.speak("en", ascii=True)
    return say(Verbs(visitor, world), words)


def _talk(visitor: Visitor, terminal: bool) -> int:
    language.speak("en", ascii=True)
    return talk(Verbs(visitor, _world(visitor), at=0), is_person=terminal)


def _screen(visitor: Visitor, wire: Wire | None) -> int:
    world = _world(visitor)
    settings = load(world.home.settings)
    question = world.terminal.question(
        colors=settings.color == "auto", characters=settings.characters == "auto"
    )
    # Read from the environment when Textual was imported, before anybody was there.
    constants.COLOR_SYSTEM = "256"  # type: ignore[misc]
    asking = Asking(0, 2, question)
    try:
        answers = asking.answers()
        app = HouseApp(
            replace(world, terminal=replace(world.terminal, answers=answers)),
            settings,
            visitor,
            Start(asking, answers.typed, not answers.is_complete),
            wire,
        )
        app.run(mouse=settings.mouse == "on")
    finally:
        asking.end()
    return CRASHED if app.broke else app.return_code or 0


def _world(visitor: Visitor) -> World:
    environ = dict(os.environ)
    os.environ.pop("NO_COLOR", None)  # is known of the terminal; Textual would do more than that
    return World(
        home_of(visitor),
        WorkerThinker(),
        Terminal(environ),
        language=lambda wanted: language.chosen(wanted, environ),
        library=library_of(visitor),
    )


def _refused(error: GameError) -> int:
    print(f"parlour: {as_shown(said(error))}", file=sys.stderr)
    return 1


def _write_down(premises: Premises) -> None:
    file = Path(premises.folder) / "broken.log"
    with suppress(OSError), file.open("a", encoding="utf-8") as stream:
        stream.write(traceback.format_exc())
