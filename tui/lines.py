"""Lines of text as values: what every panel of a screen is given to show.

A line is a tuple of pieces; a piece is text with a role ("key", "dim", ...) that the style
sheet gives a look, and perhaps something that a click on it means. Building panels out of
values keeps them free of widgets: a test compares lines, and `tui.widgets.lines.Lines` redraws
only those that differ.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from rich.cells import cell_len, set_cell_size
from rich.style import Style

DOTS = "..."
"""Stand for what there was no room for."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of a line."""

    text: str
    role: str = ""
    """One of `ROLES`; "" is plain text."""
    press: str = ""
    """What a click here means to whoever shows the line; "" nothing."""
    ink: Style | None = None
    """Colors of its own, such as a stone's, over those of the role."""

    def __post_init__(self) -> None:
        """Whatever it came from, nothing that steers a terminal gets to the screen."""
        if not self.text.isprintable():
            object.__setattr__(self, "text", printable(self.text))


Line = tuple[Piece, ...]

ROLES = ("dim", "key", "strong", "accent", "turn", "warn", "title", "cursor")
"""What a piece can be; each is a component class `lines--...` of every page."""

EMPTY: Line = ()


def line(*parts: str | Piece) -> Line:
    """A line of pieces and plain texts."""
    return tuple(Piece(part) if isinstance(part, str) else part for part in parts)


def printable(text: str) -> str:
    """A text without what steers terminals: breaks become spaces, other controls "?".

    Marks that only tell how to join or to order characters have no width, and are left out.
    """
    return text if text.isprintable() else "".join(map(_printable, text))


def plain(shown: Line) -> str:
    """The text of a line."""
    return "".join(piece.text for piece in shown)


def width(shown: Line) -> int:
    """Columns a line takes."""
    return sum(cell_len(piece.text) for piece in shown)


def padded(text: str, columns: int) -> str:
    """A text with spaces behind it up to so many columns, never cut, and one space at least."""
    return text + " " * max(1, columns - cell_len(text))


def spread(left: Line, right: Line, columns: int) -> Line:
    """`left` at the left edge and `right` at the right edge, at least one space between."""
    gap = max(1, columns - width(left) - width(right))
    return (*left, Piece(" " * gap), *right)


def beside(lines: Sequence[Line], columns: int, gap: int) -> list[Line]:
    """A long text in two columns, parted before the heading or entry nearest to its middle.

    Args:
        lines: The text, no line of it wider than a column. What begins something begins with a
            piece that has a role.
        columns: Of each column.
        gap: Between the two.
    """
    begins = [place for place, row in enumerate(lines) if row and row[0].role]
    part = min(begins, key=lambda place: abs(2 * place - len(lines)), default=len(lines))
    pairs = zip_longest(lines[:part], lines[part:], fillvalue=EMPTY)
    return [
        spread(left, right, columns + gap + width(right)) if right else left
        for left, right in pairs
    ]


def clipped(shown: Line, columns: int) -> Line:
    """The beginning of a line, at most `columns` wide."""
    pieces: list[Piece] = []
    left = max(0, columns)
    for piece in shown:
        size = cell_len(piece.text)
        if size > left:
            pieces.append(
                Piece(set_cell_size(piece.text, left), piece.role, piece.press, piece.ink)
            )
            break
        pieces.append(piece)
        left -= size
    return tuple(pieces)


def shortened(text: str, columns: int) -> str:
    """A text, or its beginning and three dots, at most `columns` wide."""
    if cell_len(text) <= columns:
        return text
    return set_cell_size(text, max(0, columns - len(DOTS))).rstrip() + DOTS


def fitting(candidates: Iterable[Line], columns: int) -> Line:
    """The first candidate that fits; else the last one, cut off.

    Args:
        candidates: The same news, each shorter than the one before.
        columns: The room there is.
    """
    shown: Line = EMPTY
    for shown in candidates:
        if width(shown) <= columns:
            return shown
    return clipped(shown, columns)


def wrapped(text: str, columns: int, role: str = "", indent: str = "") -> list[Line]:
    """A paragraph as lines of at most `columns`; later lines begin with `indent`."""
    room = max(4, columns)
    rows: list[str] = []
    row = gap = ""
    for part in re.findall(r" +|[^ ]+", re.sub(r"\s", " ", text.expandtabs(4))):
        if part.isspace():
            gap = part
            continue
        if rows and not row:
            gap = indent
        while cell_len(row + gap + part) > room:
            left = room - cell_len(row + gap)
            if row and (left < cell_len(part[0]) or cell_len(indent + part) <= room):
                rows.append(row)
            else:  # too long for any row
                head, part = _cut(part, left)
                rows.append(row + gap + head)
            row, gap = "", indent
        row, gap = row + gap + part, ""
    if row:
        rows.append(row)
    return [line(Piece(row, role)) for row in rows]


def _cut(text: str, columns: int) -> tuple[str, str]:
    """The characters that fit, one at least, and the rest."""
    size = 0
    for place, character in enumerate(text):
        size += cell_len(character)
        if place and size > columns:
            return text[:place], text[place:]
    return text, ""


def flowing(items: Sequence[Line], columns: int, gap: str = "  ") -> list[Line]:
    """Items one after another with `gap` between, a new line whenever the next does not fit."""
    rows: list[Line] = []
    row: Line = EMPTY
    for item in items:
        if row and width(row) + len(gap) + width(item) > columns:
            rows.append(row)
            row = EMPTY
        row = (*row, Piece(gap), *item) if row else item
    if row:
        rows.append(row)
    return rows


def prose(text: str, columns: int) -> list[Line]:
    """A text in simple Markdown: paragraphs, `#` headings, `- ` lists, **strong**, `code`.

    Args:
        text: As game files hold it: lines of a paragraph may be broken anywhere.
        columns: The room there is.
    """
    shown: list[Line] = []
    for block in re.split(r"\n[ \t]*\n", text.strip("\n")):
        if shown:
            shown.append(EMPTY)
        for paragraph in _paragraphs(block):
            shown.extend(_paragraph(paragraph, columns))
    return shown


def _printable(character: str) -> str:
    if character.isprintable():
        return character
    match unicodedata.category(character):
        case "Cf":
            return ""
        case "Cc" if not character.isspace():
            return "?"
        case "Cs":
            return "?"
        case "Cc" | "Zl" | "Zp":
            return " "
    return character


def _paragraphs(block: str) -> list[str]:
    """A block cut before every list item and heading, each part on one line."""
    parts: list[str] = []
    for row in block.splitlines():
        bullet = re.match(r"\s*([-*]|\d+\.)\s", row)
        if bullet or row.startswith("#") or not parts or parts[-1].startswith("#"):
            parts.append(row.strip() if not bullet else row.rstrip())
        else:
            parts[-1] += " " + row.strip()
    return parts


def _paragraph(text: str, columns: int) -> list[Line]:
    if text.startswith("#"):
        return wrapped(text.lstrip("# "), columns, "title")
    bullet = re.match(r"\s*([-*]|\d+\.)\s+", text)
    indent = " " * (len(bullet.group()) if bullet else 0)
    rows: list[Line] = []
    row: Line = (Piece(bullet.group()),) if bullet else EMPTY
    fresh = True
    for word in _words(text[bullet.end() :] if bullet else text):
        if not fresh and width(row) + 1 + width(word) > columns:
            rows.append(row)
            row = (Piece(indent),) if indent else EMPTY
            fresh = True
        row = (*row, *word) if fresh else (*row, Piece(" ", word[0].role), *word)
        fresh = False
    return [*rows, row]


def _words(text: str) -> list[Line]:
    """The words of a paragraph, strong or not, without the marks that say so."""
    words: list[Line] = []
    strong = False
    for word in text.split():
        pieces: list[Piece] = []
        for number, part in enumerate(re.split(r"\*\*|`|(?<!\w)\*|\*(?!\w)", word)):
            strong = strong if number == 0 else not strong
            if part:
                pieces.append(Piece(part, "strong" if strong else ""))
        if pieces:
            words.append(tuple(pieces))
    return words
