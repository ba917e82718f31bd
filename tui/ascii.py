"""Texts for where less can be shown: ASCII, an encoding, or what is narrow everywhere."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from rich.cells import cell_len

_PLAINER = {
    "\N{EN DASH}": "-",
    "\N{EM DASH}": "-",
    "\N{LEFT SINGLE QUOTATION MARK}": "'",
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{LEFT DOUBLE QUOTATION MARK}": '"',
    "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
    "\N{MULTIPLICATION SIGN}": "x",
    "\N{BULLET OPERATOR}": ".",
    "\N{MIDDLE DOT}": ".",
    "\N{BULLET}": "*",
    "\N{HORIZONTAL ELLIPSIS}": "~",
    "\N{LEFTWARDS ARROW}": "<",
    "\N{RIGHTWARDS ARROW}": ">",
    "\N{UPWARDS ARROW}": "^",
    "\N{DOWNWARDS ARROW}": "v",
    "\N{LATIN SMALL LETTER SHARP S}": "s",
    "\N{LATIN SMALL LETTER AE}": "a",
    "\N{LATIN SMALL LETTER O WITH STROKE}": "o",
    "\N{LATIN CAPITAL LETTER O WITH STROKE}": "O",
}
"""What is written for characters that do not come apart into a letter and its accents."""


def ascii_text(text: str) -> str:
    """A text in ASCII that is as wide: accents are dropped, other characters become "?"."""
    return _written(text, str.isascii)


def narrow_text(text: str) -> str:
    """A text as wide without the characters that are two columns wide on some terminals.

    Source: Unicode Standard Annex 11: those are the "ambiguous" ones.
    """
    return _written(text, lambda each: unicodedata.east_asian_width(each) != "A")


def encoded_text(text: str, encoding: str) -> str:
    """A text as wide of which all can be written in an encoding: the rest as in `ascii_text`."""

    def fits(each: str) -> bool:
        try:
            each.encode(encoding)
        except UnicodeEncodeError:
            return False
        return True

    return _written(text, fits)


def bare_text(text: str) -> str:
    """A text without accents, as people type who have none; letters of other scripts stay."""
    return _written(text, lambda each: each.isascii() or _plainer(each).startswith("?"))


def _written(text: str, fits: Callable[[str], bool]) -> str:
    return "".join(each if fits(each) else _plainer(each) for each in text)


def _plainer(character: str) -> str:
    """One character in ASCII: lines of boxes become "-", "|" and "+"."""
    plainer = _PLAINER.get(character)
    if plainer is None and "\u2500" <= character <= "\u257f":
        name = unicodedata.name(character)
        straight = "|" if "VERTICAL" in name else "-" if "HORIZONTAL" in name else "+"
        plainer = "+" if " AND " in name and straight != "-" else straight
    plainer = plainer or unicodedata.normalize("NFKD", character)[0]
    return (plainer if plainer.isascii() else "?") * cell_len(character)
