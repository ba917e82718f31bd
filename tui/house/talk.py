"""Line mode in a house: verbs, one after another, for who has no screen."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

from core.errors import GameError, StoreError
from core.store.house import BEAT
from tui.ascii import encoded_text
from tui.house.verbs import Verbs
from tui.house.visitor import now
from tui.language import said
from tui.lines import printable
from tui.terminal import encoding_of

LONGEST = 4096
"""Characters of a line that are looked at."""
PROMPT = "> "


def say(verbs: Verbs, text: str) -> int:
    """Answer one verb; the exit status: 1 when it was refused.

    Raises:
        GameError: It was refused; says why.
    """
    for line in verbs.answer(text):
        print(as_shown(line), flush=True)
    return 0


def talk(verbs: Verbs, *, is_person: bool) -> int:
    """Answer every line until there are no more; the exit status.

    Args:
        verbs: Of the visitor, whose `at` is the match at hand.
        is_person: Whether somebody types: they get a prompt, a program gets an empty line after
            each answer, and status 1 if something was refused.
    """
    visitor = verbs.visitor
    print(f"{visitor.premises.name}. You are {visitor.name or 'not known yet: name NAME'}.")
    print("Say help for what can be asked; quit to leave.")
    with _there(verbs):
        return _answer_all(verbs, is_person)


@contextmanager
def _there(verbs: Verbs) -> Iterator[None]:
    """Tell others meanwhile that the visitor is there, once they have a name, and where."""
    visitor, gone = verbs.visitor, Event()

    def beat() -> None:
        with suppress(StoreError):
            if visitor.name:
                visitor.arrive()
                visitor.house.stay(visitor.session, verbs.at or None, now())

    def go_on() -> None:
        while not gone.wait(BEAT / 1000):
            beat()

    beat()
    beating = Thread(target=go_on, daemon=True)
    beating.start()
    try:
        yield
    finally:
        gone.set()
        beating.join()


def _answer_all(verbs: Verbs, is_person: bool) -> int:
    refused = 0
    while True:
        print(PROMPT if is_person else "\n", end="", flush=True)
        line = sys.stdin.readline(LONGEST + 1)
        if not line or line.strip().lower() in ("quit", "exit", "bye"):
            return 1 if refused and not is_person else 0
        if not line.strip():
            continue
        try:
            for told in verbs.answer(line[:LONGEST]):
                print(as_shown(told), flush=True)
        except GameError as error:
            refused += 1
            print(f"ERROR {as_shown(said(error).splitlines()[0])}", flush=True)


def as_shown(line: str) -> str:
    """A line as the visitor's terminal can show it."""
    encoding = encoding_of(os.environ, sys.stdout.encoding)
    return encoded_text(printable(line), encoding).rstrip()
