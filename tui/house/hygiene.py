"""What a client sends, made fit for a program that reads keys.

A stock Textual program believes what it reads: a number of any length, half a character, a paste
that never ends. `Hygiene` passes on valid UTF-8 only, cuts numbers in control sequences and pastes
that are longer than any terminal sends, makes text of what is pasted, and leaves everything else as
it is, byte for byte, wherever the chunks are cut.

It holds nothing back to see what follows: Escape is a key and the beginning of all sequences, and
only the session knows whether the rest came too late to be one.
"""

from __future__ import annotations

from codecs import getincrementaldecoder

from tui.pasting import PASTE_BEGINS, PASTE_ENDS, Pasting

LONGEST_NUMBER = 7
"""Digits of a number in a control sequence; a character's number has seven at most."""


class Hygiene:
    """One client's input."""

    def __init__(self, longest_paste: int) -> None:
        """Nothing has come yet.

        Args:
            longest_paste: Characters of a paste that are passed on; the rest of it is dropped.
        """
        self._decode = getincrementaldecoder("utf-8")(errors="ignore").decode
        self._longest_paste = longest_paste
        self._latest = ""
        self._digits: int | None = None
        """Of the number that goes on; None outside of a control sequence."""
        self._paste: Pasting | None = None
        self._pasted = 0
        self._now = 0.0

    def clean(self, data: bytes, now: float) -> bytes:
        """What of these bytes, and of half a character held back before, may be passed on.

        Args:
            data: What came.
            now: When, in seconds of any clock that only goes on.
        """
        self._now = now
        mark = ""
        if self._paste is not None and self._paste.is_lost(data, now):
            self._paste, mark = None, PASTE_ENDS
        return (mark + "".join(map(self._take, self._decode(data)))).encode()

    def _take(self, character: str) -> str:
        if self._paste is not None:
            return self._take_pasted(self._paste, character)
        self._latest = (self._latest + character)[-len(PASTE_BEGINS) :]
        if self._latest == PASTE_BEGINS:
            self._paste, self._pasted, self._digits = Pasting(self._now), 0, None
        elif self._latest.endswith("\x1b["):
            self._digits = 0
        elif self._digits is not None:
            return self._go_on(self._digits, character)
        return character

    def _go_on(self, digits: int, character: str) -> str:
        """The next character of a control sequence, unless it is a digit too many.

        Source: ECMA-48, section 5.4: parameter, intermediate and final bytes.
        """
        self._digits = digits + 1 if character.isdecimal() else 0
        if not " " <= character <= "?":
            self._digits = None
        return character if (self._digits or 0) <= LONGEST_NUMBER else ""

    def _take_pasted(self, paste: Pasting, character: str) -> str:
        """The text, unless it is the part of a paste that is too much; then the mark."""
        text = paste.take(character)[: max(0, self._longest_paste - self._pasted)]
        self._pasted += len(text)
        if not paste.is_over:
            return text
        self._paste = None
        return PASTE_ENDS
