"""Textual's driver, made to survive whatever bytes a terminal, or a cat on its keys, may send."""

from __future__ import annotations

import os
import selectors
from codecs import getincrementaldecoder
from collections.abc import Iterator

from textual import events
from textual._parser import ParseError
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

CHUNK = 4096
"""Bytes read at a time."""
LARGEST = (2000, 1000)
"""Columns and rows beyond which a size that a terminal reports is no size."""


class Reader:
    """Bytes in, events out; what makes no sense is passed over.

    Source: the parser of Textual trusts what it reads: it makes a character of any number, and
    sizes and places of numbers of any length.
    """

    def __init__(self) -> None:
        """Begin to read."""
        self._decode = getincrementaldecoder("utf-8")(errors="replace").decode
        self._parser = XTermParser()

    def feed(self, data: bytes) -> Iterator[Message]:
        """The events that end in these bytes.

        Character by character: a sequence that breaks the parser is lost, what follows it is not.
        """
        for character in self._decode(data):
            try:
                yield from filter(_is_sound, self._parser.feed(character))
            except (ArithmeticError, ValueError, ParseError):
                self._parser = XTermParser()

    def tick(self) -> Iterator[Message]:
        """The events that end because nothing follows: Escape, which may begin a sequence."""
        try:
            yield from self._parser.tick()
        except (ArithmeticError, ValueError, ParseError):
            self._parser = XTermParser()


class SturdyDriver(LinuxDriver):
    """Reads with `Reader`; any other accident while reading ends the program as all do."""

    def _run_input_thread(self) -> None:
        """Read, and hand what breaks to the program, which says so in one line."""
        try:
            self.run_input_thread()
        except BaseException as error:
            self._app.call_later(_fail, error)

    def run_input_thread(self) -> None:
        """Read until the program ends; it ends when its terminal has gone."""
        reader = Reader()
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(0.1):
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
