"""Textual's driver, made to survive whatever bytes a terminal, or a cat on its keys, may send.

Textual reads and writes in two threads, which have to be woken for every key and every frame. Here
both is done in the loop, and neither ever waits.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import termios
import time
import tty
from asyncio import AbstractEventLoop, TimerHandle
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from types import FrameType
from typing import Any, TextIO

from textual import events
from textual._parser import ParseError
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.drivers._writer_thread import WriterThread
from textual.drivers.linux_driver import LinuxDriver
from textual.geometry import Size
from textual.message import Message

from tui.answers import LATE, Asking, Sieve
from tui.pasting import PASTE_BEGINS, Pasting

TICK = 0.05
"""Seconds between two looks whether what has been typed so far is all of it."""
CHUNK = 4096
"""Bytes read at a time."""
WAITING = 64
"""Events that may wait to be worked off before no more are read."""
PAUSE = 0.005
"""Seconds to let some of them be worked off."""
MOST = 1 << 18
"""Bytes that may wait to be written before those in between are dropped."""
PATIENCE = 2.0
"""Seconds without reading after which a terminal is not waited for in the end."""
LARGEST = (500, 200)
"""Columns and rows that are drawn on: more than a person can read, and still drawn in a second."""


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
        if self._paste is not None and self._paste.is_lost(data, time.monotonic()):
            yield from self._let_go()
        for character in self._decode(data):
            if self._paste is not None:
                yield from self._taken(self._paste, character)
            else:
                yield from self._parsed(self._sieve.passed(character, time.monotonic()))

    def _taken(self, paste: Pasting, character: str) -> Iterator[Message]:
        """What is pasted, once all of it has come."""
        self._pasted.append(paste.take(character))
        if paste.is_over:
            yield from self._let_go()

    def _let_go(self) -> Iterator[Message]:
        """The paste, which is over."""
        yield events.Paste("".join(self._pasted))
        self._paste = None
        self._pasted.clear()

    def _parsed(self, text: str) -> Iterator[Message]:
        for character in text:
            self._latest = (self._latest + character)[-len(PASTE_BEGINS) :]
            if self._latest == PASTE_BEGINS:
                self._paste = Pasting(time.monotonic())
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


class Output:
    """Writes to a terminal, and lets the loop go on with what does not fit.

    When a terminal does not read for long, what it has missed by then is dropped, and told of once
    it reads again.
    """

    def __init__(
        self, terminal: TextIO, loop: AbstractEventLoop, missed: Callable[[], None]
    ) -> None:
        """Open the terminal once more, so that nobody else is told not to wait for it.

        Args:
            terminal: The file of it.
            loop: Goes on with what does not fit.
            missed: Called when all that is left has been written, but something was dropped.

        Raises:
            OSError: There is no terminal behind this file, or it cannot be opened.
        """
        flags = os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC
        self._handle = os.open(os.ttyname(terminal.fileno()), flags)
        self._encoding = terminal.encoding
        self._loop = loop
        self._missed = missed
        self._has_missed = False
        self._left: list[bytes] = []

    def write(self, text: str) -> None:
        """Write, at once or later; where the terminal has gone, nothing is."""
        if sum(map(len, self._left)) > MOST:
            # What has been begun is ended, so that no half of a code is written.
            del self._left[1:]
            self._has_missed = True
        self._left.append(text.encode(self._encoding, "backslashreplace"))
        if len(self._left) == 1:
            self._go_on()

    def close(self) -> None:
        """Write what is left, and let go: at once of a terminal that reads nothing any more."""
        waiting = select.poll()
        waiting.register(self._handle, select.POLLOUT)
        self._has_missed = False
        while self._left and waiting.poll(1000 * PATIENCE):
            self._go_on()
        self._loop.remove_writer(self._handle)
        os.close(self._handle)

    def _go_on(self) -> None:
        while self._left:
            data = self._left.pop(0)
            try:
                written = os.write(self._handle, data)
            except BlockingIOError:
                written = 0
            except OSError:
                written = len(data)
            if written < len(data):
                self._left.insert(0, data[written:])
                self._loop.add_writer(self._handle, self._go_on)
                return
        self._loop.remove_writer(self._handle)
        if self._has_missed:
            self._has_missed = False
            self._missed()


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

    It reads no faster than the program works: what is not read waits in the terminal, and in a
    house then in the front, then at the client. A megabyte of keys costs no memory.

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
        super().__init__(app, debug=debug, mouse=mouse, size=size or self._get_terminal_size())
        self._is_on = False
        self._listens = False
        self._output: Output | None = None
        self._reader = Reader()
        self._later: TimerHandle | None = None

    def start_application_mode(self) -> None:
        """Take over the terminal as it was before it was asked, and leave it so in the end."""
        start, self.start = self.start, Start()
        if start.asking is not None:
            start.asking.end()
        if not self._is_in_front():
            return
        self._is_on = True
        assert self._file is not None
        try:
            self._output = Output(self._file, self._loop, self._draw_again)
        except OSError:
            self._writer_thread = WriterThread(self._file)
            self._writer_thread.start()
        signal.signal(signal.SIGWINCH, self._resized)
        self._tell_size()
        self.write("\x1b[?1049h")  # the other screen
        self._make_raw()
        self.write("\x1b[?25l\x1b[?1004h")  # no cursor; tell of the focus
        self._reader = Reader(answers=start.answers)
        self._loop.call_soon(self._hear, self._reader.feed(start.typed))
        self._request_terminal_sync_mode_support()
        self._enable_bracketed_paste()
        self._disable_line_wrap()
        self._enable_mouse_support()
        if self._must_signal_resume:
            self._must_signal_resume = False
            self._loop.call_soon(self._draw_again)

    def _draw_again(self) -> None:
        """Have everything drawn again, as after a stop."""
        self.send_message(self.SignalResume())

    def _is_in_front(self) -> bool:
        """Whether the terminal may be written to; a job in the background stops here otherwise."""
        if not os.isatty(self.fileno):
            return True
        for number in (signal.SIGTTOU, signal.SIGTTIN):
            signal.signal(number, _stop)
        try:
            termios.tcsetattr(self.fileno, termios.TCSANOW, termios.tcgetattr(self.fileno))
        except termios.error:
            return False
        finally:
            for number in (signal.SIGTTOU, signal.SIGTTIN):
                signal.signal(number, signal.SIG_DFL)
        return True

    def _make_raw(self) -> None:
        """Have the terminal send every key as it is pressed."""
        self.attrs_before = None
        with suppress(termios.error):
            self.attrs_before = termios.tcgetattr(self.fileno)
            wanted = termios.tcgetattr(self.fileno)
            wanted[tty.LFLAG] = self._patch_lflag(wanted[tty.LFLAG])
            wanted[tty.IFLAG] = self._patch_iflag(wanted[tty.IFLAG])
            wanted[tty.CC][termios.VMIN] = 1
            termios.tcsetattr(self.fileno, termios.TCSANOW, wanted)

    def _resized(self, number: int, frame: FrameType | None) -> None:
        self._loop.call_soon_threadsafe(self._tell_size)

    def _tell_size(self) -> None:
        size = Size(*self._get_terminal_size())
        self.send_message(events.Resize(size, size))

    @property
    def can_suspend(self) -> bool:
        """Whether a shell is there that lets the program go on again; stopped, it would hang else.

        Source: POSIX.1-2017, section 11.1.4: what a system does not stop, in orphaned groups.
        """
        parent = os.getppid()
        with suppress(OSError):
            return os.getsid(parent) == os.getsid(0) and os.getpgid(parent) != os.getpgrp()
        return False

    def disable_input(self) -> None:
        """Read no more."""
        self._is_on = False
        self._listen(False)
        super().disable_input()

    def close(self) -> None:
        """Write what is left to be written."""
        super().close()
        self._writer_thread = None
        if self._output is not None:
            self._output.close()
            self._output = None

    def write(self, data: str) -> None:
        """Write to the terminal, without waiting for it."""
        if self._output is None:
            super().write(data)
        else:
            self._output.write(data)

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

    @property
    def _is_full(self) -> bool:
        """Whether as many events wait as may."""
        screens = self._app.screen_stack if self._app.is_running else []
        waiting = sum(one.message_queue_size for one in screens[-1:])
        return self._app.message_queue_size + waiting > WAITING

    def _read(self) -> None:
        """Read what there is; when the terminal has gone, the program ends."""
        data = _read(self.fileno)
        if data:
            self._hear(self._reader.feed(data))
        else:
            self._listen(False)
            self._app.call_later(self._app.exit)

    def _listen(self, wanted: bool) -> None:
        """Read what comes from now on, or let it wait."""
        if wanted and not self._listens:
            self._loop.add_reader(self.fileno, self._read)
        elif self._listens and not wanted:
            self._loop.remove_reader(self.fileno)
        self._listens = wanted

    def _hear(self, messages: Iterator[Message]) -> None:
        """Pass messages on; when there is no room for more, nothing is read until there is."""
        if self._later is not None:
            self._later.cancel()
        if not self._is_on:
            return
        try:
            for message in messages:
                self.process_message(message)
                if self._is_full:
                    self._listen(False)
                    self._later = self._loop.call_later(PAUSE, self._hear, messages)
                    return
            if self._reader.waits:
                self._later = self._loop.call_later(TICK, self._hear, self._reader.tick())
            self._listen(True)
        except Exception as error:
            # The loop would only log it; the program ends with it, and says so in one line.
            self._app.call_later(_fail, error)

    def send_message(self, message: Message) -> None:
        """Hand a message to the program."""
        self._app.post_message(message)

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


def _stop(number: int, frame: FrameType | None) -> None:
    """Be stopped, as a job in the background is that wants to write."""
    os.kill(os.getpid(), signal.SIGSTOP)


def _read(handle: int) -> bytes:
    """What has been typed; nothing when the terminal has gone."""
    try:
        return os.read(handle, CHUNK)
    except OSError:
        return b""


def _fail(error: BaseException) -> None:
    """Raise what broke where the program looks for such things."""
    raise error
