"""Asking a terminal what it can show, before the screen is taken over.

The questions are written at once, the last of them one that nearly every terminal answers (DA1), so
its answer says that nothing more will come. Whatever else arrives meanwhile has been typed, and is
kept for the program. A terminal that answers late, or never, costs `LIMIT` at most; what it says
after that is taken out of the keys by `Sieve`.

Source: XTerm Control Sequences, for XTGETTCAP, DECRQSS, DA1 and the cursor position report (CPR).
"""

from __future__ import annotations

import os
import re
import select
import termios
import time
from contextlib import suppress
from dataclasses import dataclass

from tui import glyphs

Seconds = float

LIMIT: Seconds = 0.2
"""How long to wait for the answers."""
LATE: Seconds = 3.0
"""How long after that an answer may still come."""
PATIENCE: Seconds = 0.05
"""How long a key such as Escape waits for what may make it an answer, while one may come."""

SAMPLES = (glyphs.UNICODE.empty, "\N{MULTIPLICATION SIGN}")
"""A character of the board, one column wide wherever UTF-8 is understood; and one that terminals in
East Asia may make two columns wide.

Source: Unicode Standard Annex 11, "ambiguous".
"""

_CAPABILITIES = ("RGB", "Co", "colors")
_SHADE = 110
"""A color of the 256, to be set and read back."""

_ANSWER = re.compile(
    r"\x1bP(?P<is_known>[01])(?P<kind>[+$])r(?P<told>[^\x1b]*)\x1b\\"
    r"|\x1b\[\d{1,4};(?P<column>\d{1,4})R"
    r"|(?P<end>\x1b\[\?[0-9;]*c)"
)
_BEGUN = re.compile(
    r"\x1b(?:"
    r"P(?:[01](?:[+$](?:r[^\x1b]{0,200}\x1b?)?)?)?"
    r"|\[(?:\?[0-9;]{0,40}|\d{1,4}(?:;\d{0,4})?)?"
    r")?\Z"
)
"""What may be the beginning of an answer, at the end of what has come."""
_NO_KEY = re.compile(r"\x1b(?:P[01]|\[\?)")
"""How an answer begins that no key begins with."""


@dataclass(frozen=True, slots=True)
class Answers:
    """What a terminal has said."""

    colors: int = 0
    """How many it has, of 16, 256 and 1 << 24; 0 says nothing."""
    widths: tuple[int, ...] = ()
    """Columns that each of `SAMPLES` takes; () says nothing."""
    is_complete: bool = True
    """Whether no answer is awaited any more."""
    typed: bytes = b""
    """What somebody typed meanwhile."""


class Asking:
    """A terminal that has been asked, and shows nothing that is typed until `end`.

    From the questions until the screen is taken over, so that neither late answers nor keys are
    printed between. Keys like Ctrl+C still do what they do.
    """

    def __init__(self, handle: int, out: int, question: bytes) -> None:
        """Ask.

        Args:
            handle: Where the terminal is read.
            out: Where it is written.
            question: See `questions`.

        Raises:
            OSError: It is no terminal.
        """
        self._handle = handle
        self._question = question
        self._is_read = False
        try:
            self._before = termios.tcgetattr(handle)
            hushed = termios.tcgetattr(handle)
            hushed[0] &= ~termios.ICRNL
            hushed[3] &= ~(termios.ECHO | termios.ICANON)
            hushed[6][termios.VMIN], hushed[6][termios.VTIME] = 1, 0
            termios.tcsetattr(handle, termios.TCSANOW, hushed)
        except termios.error as error:
            raise OSError(*error.args) from error
        self._until = time.monotonic() + LIMIT
        os.write(out, question)

    def answers(self) -> Answers:
        """What it has said, once it has said all, or has had its time."""
        self._is_read, heard = True, b""
        with suppress(OSError):
            while self._question and not _is_complete(heard):
                left = max(0.0, self._until - time.monotonic())
                if not select.select([self._handle], [], [], left)[0]:
                    break
                part = os.read(self._handle, 4096)
                if not part:
                    break
                heard += part
        return understood(heard) if self._question else Answers()

    def end(self) -> None:
        """Let the terminal be as it was before; more than once does no harm."""
        if not self._is_read:
            self.answers()
        with suppress(termios.error):
            termios.tcsetattr(self._handle, termios.TCSANOW, self._before)


def questions(*, colors: bool, characters: bool) -> bytes:
    """What to write; it leaves no trace on the cursor's line, even where it is not understood.

    Args:
        colors: Whether to ask how many colors there are.
        characters: Whether to ask how wide characters are.
    """
    asked = ""
    if colors:
        names = (name.encode().hex() for name in _CAPABILITIES)
        asked += "".join(f"\x1bP+q{name}\x1b\\" for name in names)
        asked += f"\x1b[48;5;{_SHADE}m\x1bP$qm\x1b\\\x1b[0m"
    if characters:
        asked += "".join(f"\r{sample}\x1b[6n" for sample in SAMPLES)
    return f"\r{asked}\x1b[c\r\x1b[K".encode() if asked else b""


def understood(heard: bytes) -> Answers:
    """What answers mean; what is between them has been typed."""
    text = heard.decode("latin-1")
    colors, columns = 0, []
    for answer in _ANSWER.finditer(text):
        if answer["column"]:
            columns.append(int(answer["column"]) - 1)
        elif answer["is_known"] == "1":
            count = _capability if answer["kind"] == "+" else _read_back
            colors = max(colors, count(answer["told"]))
    widths = tuple(columns) if len(columns) == len(SAMPLES) else ()
    typed = _ANSWER.sub("", text).encode("latin-1")
    return Answers(colors, widths, _is_complete(heard), typed)


def _is_complete(heard: bytes) -> bool:
    return any(answer["end"] for answer in _ANSWER.finditer(heard.decode("latin-1")))


def _capability(told: str) -> int:
    """How many colors an answer to XTGETTCAP speaks of: `524742`, or `436F=323536`, in hex."""
    try:
        name, value = (bytes.fromhex(part) for part in told.partition("=")[::2])
    except ValueError:
        return 0
    if name == b"RGB":
        return 1 << 24
    count = int(value) if value.isdigit() and len(value) < 10 else 0
    return next((known for known in (1 << 24, 256, 16) if count >= known), 0)


def _read_back(told: str) -> int:
    """How many colors an answer to DECRQSS speaks of: those that it was told to set, or nothing."""
    return 256 if re.search(rf"48[:;]5[:;]{_SHADE}(?:m|;)", told) else 0


class Sieve:
    """Takes answers that come late out of what is typed."""

    def __init__(self, until: Seconds) -> None:
        """Begin.

        Args:
            until: On the clock that `passed` is told: when no answer is awaited any more.
        """
        self._until = until
        self._held = ""
        self._since: Seconds = 0.0

    @property
    def holds(self) -> bool:
        """Whether something waits for the rest."""
        return bool(self._held)

    def passed(self, text: str, now: Seconds) -> str:
        """What of this has been typed; what may begin an answer waits for the rest."""
        if not self._held and now >= self._until:
            return text
        text = self._held + text
        if any(answer["end"] for answer in _ANSWER.finditer(text)):
            self._until = now
        text = _ANSWER.sub("", text)
        begun = _BEGUN.search(text) if now < self._until else None
        self._held, self._since = (begun.group() if begun else ""), now
        return text[: len(text) - len(self._held)]

    def overdue(self, now: Seconds) -> str:
        """What has waited too long and is keys after all; half an answer is dropped in the end."""
        is_answer = _NO_KEY.match(self._held) is not None
        if now < (self._until if is_answer else self._since + PATIENCE):
            return ""
        held, self._held = self._held, ""
        return "" if is_answer else held
