"""What stands between the marks of a bracketed paste: text, whatever it looks like.

Source: XTerm Control Sequences, "Bracketed Paste Mode".
"""

from __future__ import annotations

from unicodedata import category

PASTE_BEGINS = "\x1b[200~"
PASTE_ENDS = "\x1b[201~"


class Pasting:
    """One paste, from after the mark at its beginning to the mark at its end.

    Nothing but that mark ends it: other control sequences are text too, without the characters
    that would control something.
    """

    def __init__(self) -> None:
        """Nothing has come yet."""
        self._held = ""
        self.is_over = False
        """Whether the mark at its end has come."""

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
