"""What stands between the marks of a bracketed paste: text, whatever it looks like.

Source: XTerm Control Sequences, "Bracketed Paste Mode".
"""

from __future__ import annotations

from unicodedata import category

PASTE_BEGINS = "\x1b[200~"
PASTE_ENDS = "\x1b[201~"
QUIET = 1.0
"""Seconds in which nothing comes of a paste, after which a key is a key again."""
SHORT = 8
"""Bytes that a key sends, at the most; of a paste more come at once."""


class Pasting:
    """One paste, from after the mark at its beginning to the mark at its end.

    Nothing but that mark ends it: other control sequences are text too, without the characters
    that would control something. Only where the mark was lost, all keys would be text for ever; see
    `is_lost`.
    """

    def __init__(self, now: float) -> None:
        """Nothing has come yet.

        Args:
            now: In seconds, of any clock that only goes on.
        """
        self._held = ""
        self._latest = now
        self.is_over = False
        """Whether the mark at its end has come."""

    def is_lost(self, data: bytes, now: float) -> bool:
        """Whether these bytes, which come next, are a key, as the mark at the end never came."""
        quiet, self._latest = now - self._latest, now
        if quiet < QUIET or len(data) > SHORT:
            return False
        if data == b"\x1b":
            return True
        rest = PASTE_ENDS.removeprefix(self._held).encode()
        return not (rest.startswith(data) or data.startswith(rest))

    def take(self, character: str) -> str:
        """The text that is certain with the next character; "" while it may be of the mark."""
        held = self._held + character
        self.is_over = held == PASTE_ENDS
        if PASTE_ENDS.startswith(held):
            self._held = held
            return ""
        self._held = "\x1b" if character == "\x1b" else ""
        return "".join(filter(_is_text, held))


def _is_text(character: str) -> bool:
    """Whether a character stands for itself, or ends a line."""
    return character in "\r\n\t" or category(character) != "Cc"
