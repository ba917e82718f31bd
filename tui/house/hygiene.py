"""What a client sends, made fit for a program that reads keys.

A stock Textual program believes what it reads: a number of any length, half a character, a paste
that never ends. `Hygiene` passes on valid UTF-8 only, cuts control sequences and pastes that are
longer than any terminal sends, makes text of what is pasted, and leaves everything else as it is,
byte for byte, wherever the chunks are cut.
"""

from __future__ import annotations

from codecs import getincrementaldecoder

from tui.pasting import PASTE_BEGINS, PASTE_ENDS, Pasting

LONGEST_SEQUENCE = 64
"""Characters of a control sequence; the longest that terminals send (a kitty key with its text,
the answer to XTGETTCAP) are shorter."""
LONGEST_NUMBER = 7
"""Digits of a number in one; a character's number has seven at most."""
DROPPED = "\0"
"""Takes the place of a sequence that is dropped, so that nothing before and after it makes one."""
_FINAL = frozenset(map(chr, range(0x40, 0x7F)))
_STRINGS = frozenset("P]_^X")
"""What follows ESC where a string begins that ends with ST or BEL: DCS, OSC, APC, PM, SOS."""


class Hygiene:
    """One client's input."""

    def __init__(self, longest_paste: int) -> None:
        """Nothing has come yet.

        Args:
            longest_paste: Characters of a paste that are passed on; the rest of it is dropped.
        """
        self._decode = getincrementaldecoder("utf-8")(errors="ignore").decode
        self._longest_paste = longest_paste
        self._held = ""
        self._escape_told = False
        self._string = False
        self._paste: Pasting | None = None
        self._pasted = 0

    def clean(self, data: bytes) -> bytes:
        """What of these bytes, and of those held back before, may be passed on."""
        told: list[str] = []
        for character in self._decode(data):
            told.append(self._take(character))
        if self._held == "\x1b" and not self._escape_told:
            # Escape by itself is a key; whether it begins a sequence is seen later.
            self._escape_told = True
            told.append("\x1b")
        return "".join(told).encode()

    def _take(self, character: str) -> str:
        if self._paste is not None:
            return self._take_pasted(self._paste, character)
        if self._held:
            return self._go_on(character)
        if character == "\x1b":
            self._held = character
            return ""
        return character

    def _take_pasted(self, paste: Pasting, character: str) -> str:
        """The text, unless it is the part of a paste that is too much; then the mark."""
        text = paste.take(character)[: max(0, self._longest_paste - self._pasted)]
        self._pasted += len(text)
        if not paste.is_over:
            return text
        self._paste = None
        return PASTE_ENDS

    def _go_on(self, character: str) -> str:
        """The next character of a control sequence."""
        if character == "\x1b" and not self._string:
            return self._release() + self._take(character)
        self._held += character
        held = self._held
        if len(held) == 2:
            self._string = character in _STRINGS
            return "" if self._string or character in "[O" else self._release()
        if self._string:
            if character == "\x07" or held.endswith("\x1b\\"):
                return self._release()
        elif character in _FINAL or not " " <= character < "\x7f":
            return self._release()
        if len(held) > LONGEST_SEQUENCE:
            self._held, self._string, self._escape_told = "", False, False
            return DROPPED
        return ""

    def _release(self) -> str:
        """The sequence that is complete, if it is sound."""
        held, told = self._held, self._escape_told
        self._held, self._string, self._escape_told = "", False, False
        rest = held[told:]
        if held == PASTE_BEGINS:
            self._paste, self._pasted = Pasting(), 0
        return rest if _is_sound(held) else DROPPED


def _is_sound(sequence: str) -> bool:
    """Whether no number in it is longer than any that means something."""
    digits = 0
    for character in sequence:
        digits = digits + 1 if character.isdigit() else 0
        if digits > LONGEST_NUMBER:
            return False
    return True
