"""Textual's driver, made to survive whatever bytes a terminal, or a cat on its keys, may send."""

from __future__ import annotations

import os
import selectors
import shutil
import time
from codecs import getincrementaldecoder
from collections.abc import Iterator
from dataclasses import dataclass
from threading import Event
from typing import Any

from textual import events
from textual._parser import ParseError
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from tui.answers import LATE, Asking, Sieve
from tui.pasting import PASTE_BEGINS, Pasting

TICK = 0.05
"""Seconds between two looks whether what has been typed so far is all of it."""
CHUNK = 4096
"""Bytes read at a time."""
LARGEST = (2000, 1000)
"""Columns and rows beyond which a size that a terminal reports is no size."""


class Reader:
    """Bytes in, events out; what makes no sense is passed over.

    Source: the parser of Textual trusts what it reads: it makes a character of any number, and
    sizes and places of numbers of any length; and for it any Escape ends a paste, so that the rest
    would be keys.
    """

    def __init__(self, *, answers: bool = False) -> None:
        """Begin to read.

        Args:
            answers: Whether the terminal may still answer what it was asked.
        """
        self._decode = getincrementaldecoder("utf-8")(errors="replace").decode
        self._parser = XTermParser()
        self._sieve = Sieve(time.monotonic() + LATE if answers else 0.0)
        self._latest = ""
        self._paste: Pasting | None = None
        self._pasted: list[str] = []

    def feed(self, data: bytes) -> Iterator[Message]:
        """The events that end in these bytes.

        Character by character: a sequence that breaks the parser is lost, what follows it is not.
        """
        for character in self._decode(data):
            if self._paste is not None:
                yield from self._taken(self._paste, character)
            else:
                yield from self._parsed(self._sieve.passed(character, time.monotonic()))

    def _taken(self, paste: Pasting, character: str) -> Iterator[Message]:
        """What is pasted, once all of it has come."""
        self._pasted.append(paste.take(character))
        if paste.is_over:
            yield events.Paste("".join(self._pasted))
            self._paste = None
            self._pasted.clear()

    def _parsed(self, text: str) -> Iterator[Message]:
        for character in text:
            self._latest = (self._latest + character)[-len(PASTE_BEGINS) :]
            if self._latest == PASTE_BEGINS:
                self._paste = Pasting()
                self._parser = XTermParser()  # which must not wait for the last character
                continue
            try:
                yield from filter(_is_sound, self._parser.feed(character))
            except (ArithmeticError, ValueError, ParseError):
                self._parser = XTermParser()

    @property
    def waits(self) -> bool:
        """Whether something has begun that `tick` may end."""
        return self._sieve.holds or self._parser._timeout_time is not None

    def tick(self) -> Iterator[Message]:
        """The events that end because nothing follows: Escape, which may begin a sequence."""
        yield from self._parsed(self._sieve.overdue(time.monotonic()))
        try:
            yield from self._parser.tick()
        except (ArithmeticError, ValueError, ParseError):
            self._parser = XTermParser()


class Stop(Event):
    """An event that a selector can wait for."""

    def __init__(self) -> None:
        """Not yet."""
        super().__init__()
        self._reading, self._writing = os.pipe()

    def fileno(self) -> int:
        """What can be read from once it is set."""
        return self._reading

    def set(self) -> None:
        """Have it happen."""
        if not self.is_set():
            super().set()
            os.write(self._writing, b"x")

    def clear(self) -> None:
        """Not any more."""
        if self.is_set():
            super().clear()
            os.read(self._reading, 1)

    def close(self) -> None:
        """Let go of the handles."""
        os.close(self._reading)
        os.close(self._writing)


@dataclass(frozen=True, slots=True)
class Start:
    """How a driver finds its terminal."""

    asking: Asking | None = None
    """To be ended when the driver takes over."""
    typed: bytes = b""
    """What has been typed already."""
    answers: bool = False
    """Whether the terminal may still answer what it was asked."""


class SturdyDriver(LinuxDriver):
    """Reads with `Reader`; any other accident while reading ends the program as all do.

    It asks for less than Textual's own: of the mouse only clicks and the wheel, since each report
    of a movement would cross a slow line; no sizes in the band of keys and no other way of
    sending keys, since both stay behind in a terminal whose line breaks.
    """

    start = Start()

    @classmethod
    def started(cls, start: Start) -> type[SturdyDriver]:
        """A driver that begins so."""
        return type("StartedDriver", (cls,), {"start": start})

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        """As Textual makes it."""
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self.exit_event: Stop = Stop()
        self._is_on = False

    def start_application_mode(self) -> None:
        """Take over the terminal as it was before it was asked, and leave it so in the end."""
        if self.start.asking is not None:
            self.start.asking.end()
        self._is_on = True
        super().start_application_mode()  # type: ignore[no-untyped-call]  # Textual does not say

    def stop_application_mode(self) -> None:
        """Leave the terminal as it was."""
        self._is_on = False
        super().stop_application_mode()

    def close(self) -> None:
        """Let go of what the driver holds; it is not used again."""
        super().close()
        self.exit_event.close()

    def use_mouse(self, wanted: bool) -> None:
        """Take clicks, or leave them to the terminal, which selects text with them."""
        if wanted == self._mouse:
            return
        if self._is_on and not wanted:
            self._disable_mouse_support()
        self._mouse = wanted
        if self._is_on and wanted:
            self._enable_mouse_support()

    def show_cursor(self, wanted: bool) -> None:
        """Show the terminal's own cursor, or hide it."""
        if self._is_on:
            self.write("\x1b[?25h" if wanted else "\x1b[?25l")
            self.flush()

    def _enable_mouse_support(self) -> None:
        self._set_mouse("h")

    def _disable_mouse_support(self) -> None:
        self._set_mouse("l")

    def _set_mouse(self, switch: str) -> None:
        if self._mouse:
            self.write(f"\x1b[?1000{switch}\x1b[?1006{switch}")
            self.flush()

    def _query_in_band_window_resize(self) -> None:
        """Sizes come by a signal."""

    def _get_terminal_size(self) -> tuple[int, int]:
        """Columns and rows; 80x24 where the terminal does not know, and never more than some."""
        found = shutil.get_terminal_size((80, 24))
        return min(found.columns, LARGEST[0]), min(found.lines, LARGEST[1])

    def _run_input_thread(self) -> None:
        """Read, and hand what breaks to the program, which says so in one line."""
        try:
            self.run_input_thread()
        except BaseException as error:
            self._app.call_later(_fail, error)

    def run_input_thread(self) -> None:
        """Read until the program ends; it ends when its terminal has gone."""
        start, self.start = self.start, Start()
        reader = Reader(answers=start.answers)
        for message in reader.feed(start.typed):
            self.process_message(message)
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            selector.register(self.exit_event, selectors.EVENT_READ)
            while True:
                ready = selector.select(TICK if reader.waits else None)
                if self.exit_event.is_set():
                    return
                if ready:
                    data = _read(self.fileno)
                    if not data:
                        self._app.call_later(self._app.exit)
                        return
                    for message in reader.feed(data):
                        self.process_message(message)
                for message in reader.tick():
                    self.process_message(message)

    def process_message(self, message: Message) -> None:
        """Pass a message on, unless it reports a size that no terminal has."""
        if isinstance(message, events.Resize) and not (
            0 < message.size.width <= LARGEST[0] and 0 < message.size.height <= LARGEST[1]
        ):
            return
        super().process_message(message)


def _is_sound(message: Message) -> bool:
    """Whether a key is a character that can be written; half of one cannot."""
    key = message.key if isinstance(message, events.Key) else ""
    return not any("\ud800" <= character <= "\udfff" for character in key)


def _read(handle: int) -> bytes:
    """What has been typed; nothing when the terminal has gone."""
    try:
        return os.read(handle, CHUNK)
    except OSError:
        return b""


def _fail(error: BaseException) -> None:
    """Raise what broke in the other thread where the program looks for such things."""
    raise error
