"""A board as characters and styles, one line at a time. Only Rich is used, no screen is needed.

A cell's letter may have a bracket on each side: `[M]` is the cursor, `<M>` chosen, `!M!` a hint,
`(M)` the last move. In cells two characters wide a bracket stands in the gap to the neighbor; where
two brackets want one gap, the cursor goes first, then chosen, hint and last. A star right of a
letter, which says that the piece may be picked, gives way to any bracket.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style

from tui import palette
from tui.glyphs import ASCII, UNICODE
from tui.palette import BLACK, WHITE, Color, Colors
from tui.picture import EMPTY, Picture, Spot
from tui.plan import Plan

_PLAIN = Style.null()


@dataclass(frozen=True, slots=True)
class Tones:
    """The colors of a board that do not come from its pieces."""

    ground: Color
    """Empty cells."""
    lit: Color
    """Empty cells that may be picked."""
    faint: Color
    """The dot of an empty cell."""
    line: Color
    """Lines between cells."""
    bright: Color
    """Letters and marks on the ground."""
    accent: Color
    """The cursor."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a board is drawn."""

    color_mode: Colors
    ascii: bool
    """Whether only ASCII is drawn."""
    tones: Tones
    backdrop: Color = BLACK
    """What is behind the board."""
    blank: Style = _PLAIN
    """Beside the cells."""
    label: Style = _PLAIN
    """Letters and numbers beside the cells."""


def look_at(picture: Picture, color_mode: Colors = "full", ascii: bool = False) -> Look:
    """The look that suits the colors of a picture's pieces."""
    return Look(color_mode, ascii, tones(picture))


def tones(picture: Picture) -> Tones:
    """The colors of a board on which the pieces of a picture stand out."""
    drawn = frozenset(spot.fill for spot in picture.spots.values() if spot.fill is not None)
    return _tones(picture.ground, picture.fills or drawn)


def draw(plan: Plan, picture: Picture, y: int, cursor: str, look: Look) -> list[Segment]:
    """One line of a board, as wide as its plan.

    Args:
        plan: Where things stand.
        picture: What they are.
        y: The line, counted from 0 at the top.
        cursor: Name of the cell under the cursor; "" is none.
        look: How to draw them.
    """
    line = _Line(plan.width, look)
    for label in plan.labels:
        if label.y == y:
            line.label(label.x, label.text)
    brackets = []
    for cell in plan.lines[y]:
        spot = picture.spot(cell)
        x, _ = plan.places[cell]
        glyph_x, glyph_y = plan.glyph(cell)
        line.brick(x, plan.scale.width, spot, cell == cursor)
        if picture.lined and not spot.glyph and cell != cursor:
            line.strokes(plan.strokes(cell, y))
        if glyph_y == y:
            line.spot(glyph_x, spot, cell == cursor)
            rank = _rank(spot, cell == cursor)
            if rank:
                brackets.append((rank, glyph_x, spot))
    for rank, x, spot in sorted(brackets, key=lambda bracket: bracket[:2]):
        line.brackets(x, rank, spot)
    return list(line.segments())


def text_of(plan: Plan, picture: Picture, cursor: str = "", ascii: bool = True) -> str:
    """The whole board in plain characters, without trailing blanks."""
    look = look_at(picture, "none", ascii)
    lines = (draw(plan, picture, y, cursor, look) for y in range(plan.height))
    return "\n".join("".join(part.text for part in line).rstrip() for line in lines) + "\n"


class _Pen(NamedTuple):
    """How one character is drawn; None leaves a color to the terminal."""

    color: Color | None = None
    ground: Color | None = None
    bold: bool = False
    reverse: bool = False
    label: bool = False
    """Whether it draws what stands beside the cells, as the look says."""


_BLANK = _Pen()
_LABEL = _Pen(label=True)

_NOTHING, _LAST, _HINT, _CHOSEN, _CURSOR = range(5)
"""Which brackets a cell has, the stronger the higher."""


def _rank(spot: Spot, cursor: bool) -> int:
    if cursor:
        return _CURSOR
    if "chosen" in spot.marks:
        return _CHOSEN
    if "hint" in spot.marks:
        return _HINT
    return _LAST if "last" in spot.marks else _NOTHING


class _Line:
    """Characters and pens of one line while it is drawn."""

    def __init__(self, width: int, look: Look) -> None:
        self._look = look
        self._full = look.color_mode in ("full", "256")
        self._glyphs = UNICODE if self._full and not look.ascii else ASCII
        self._styles = _styles(look.blank, look.label)
        self._characters = [" "] * width
        self._pens = [_BLANK] * width

    def label(self, x: int, text: str) -> None:
        for place, letter in enumerate(text, start=x):
            self._put(place, letter, _LABEL)

    def brick(self, x: int, width: int, spot: Spot, cursor: bool) -> None:
        """The background of a cell."""
        if not self._full:
            return
        ground = self._ground(spot)
        if cursor and width > 2:
            ground = self._look.tones.accent
        self._pens[x : x + width] = [_Pen(ground=ground)] * width

    def strokes(self, strokes: Iterable[tuple[int, str]]) -> None:
        """Lines through a cell."""
        if not self._full:
            return
        for place, character in strokes:
            pen = self._pens[place]._replace(color=self._look.tones.line)
            self._put(place, character, pen)

    def spot(self, x: int, spot: Spot, cursor: bool) -> None:
        """The letter of a cell, and the star right of it."""
        pen = self._pen(spot, cursor)
        self._put(x, self._letter(spot), pen)
        star = self._star(spot)
        if star:
            self._put(x + 1, star, pen)

    def brackets(self, x: int, rank: int, spot: Spot) -> None:
        """A bracket on each side of a letter."""
        glyphs = self._glyphs
        pair = (glyphs.last, glyphs.hint, glyphs.chosen, glyphs.cursor)[rank - 1]
        for place, bracket in zip((x - 1, x + 1), pair, strict=True):
            if place < len(self._pens):
                self._put(place, bracket, self._bracket_pen(place, rank))

    def segments(self) -> Iterator[Segment]:
        begin = 0
        for pen, run in groupby(self._pens):
            end = begin + len(list(run))
            style = self._styles.get(pen)
            if style is None:
                style = self._styles[pen] = self._look.blank + _style(pen)
            yield Segment("".join(self._characters[begin:end]), style)
            begin = end

    def _put(self, place: int, character: str, pen: _Pen) -> None:
        self._characters[place] = character
        self._pens[place] = pen

    def _letter(self, spot: Spot) -> str:
        if spot.glyph:
            return spot.glyph
        return self._glyphs.target if "target" in spot.marks else self._glyphs.empty

    def _star(self, spot: Spot) -> str:
        return self._glyphs.capture if spot.glyph and "capture" in spot.marks else ""

    def _ground(self, spot: Spot) -> Color:
        tones = self._look.tones
        if spot.fill is not None:
            return palette.set_off(spot.fill, self._look.backdrop)
        return tones.lit if "target" in spot.marks else tones.ground

    def _pen(self, spot: Spot, cursor: bool) -> _Pen:
        strong = cursor or "capture" in spot.marks
        if not self._full:
            color = palette.hue(spot.fill) if spot.fill and self._look.color_mode == "16" else None
            return _Pen(_terminal_color(color), bold=strong, reverse=cursor)
        tones = self._look.tones
        ground = self._ground(spot)
        if spot.fill is not None:
            return _Pen(palette.ink(ground), ground, bold=True)
        plain = spot == EMPTY and not cursor
        return _Pen(tones.faint if plain else tones.bright, ground, bold=not plain)

    def _bracket_pen(self, place: int, rank: int) -> _Pen:
        if not self._full:
            return _Pen(bold=True, reverse=rank == _CURSOR)
        tones = self._look.tones
        if rank == _CURSOR:
            return _Pen(palette.ink(tones.accent), tones.accent, bold=True)
        ground = self._pens[place].ground
        behind = ground or self._look.backdrop
        if rank in (_HINT, _CHOSEN):
            ground = behind = palette.mix(tones.accent, behind, 0.25)
        return _Pen(palette.ink(behind), ground, bold=True)


def _terminal_color(hue: str | None) -> str | None:
    """The name of a hue on 16 colors; plain blue can hardly be read on black."""
    return "bright_blue" if hue == "blue" else hue


@lru_cache(64)
def _styles(blank: Style, label: Style) -> dict[_Pen, Style]:
    """What pens draw with on one board; the others are added as they are needed."""
    return {_BLANK: blank, _LABEL: label}


def _style(pen: _Pen) -> Style:
    return Style(
        color=pen.color, bgcolor=pen.ground, bold=pen.bold or None, reverse=pen.reverse or None
    )


_ACCENTS = tuple(map(palette.xterm, (231, 214, 51, 22)))
"""Colors of the cursor, the best liked first: white, amber, cyan, dark green."""
_APART = 19.0
"""The difference from every piece that a cursor should have."""


@lru_cache(64)
def _tones(ground: Color | None, fills: frozenset[Color]) -> Tones:
    board = ground or palette.DARK.ground(fills)
    letters = palette.ink(board)

    def nearest(accent: Color) -> float:
        return min(palette.difference(accent, color) for color in (*fills, board))

    far = (accent for accent in _ACCENTS if nearest(accent) >= _APART)
    return Tones(
        ground=board,
        lit=palette.mix(board, WHITE if palette.contrast(board, WHITE) > 1.5 else BLACK, 0.14),
        faint=palette.mix(board, letters, 0.45),
        line=palette.mix(board, letters, 0.3),
        bright=letters,
        accent=next(far, None) or max(_ACCENTS, key=nearest),
    )
