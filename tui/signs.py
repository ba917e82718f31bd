"""The signs of sides and colors in text: the letters that stand on the board, in their colors."""

from __future__ import annotations

from functools import lru_cache

from rich.style import Style

from core.language.definition import Definition
from core.rules.game import Game
from tui import palette
from tui.glyphs import LETTERS
from tui.lines import Piece
from tui.palette import Color, Colors, Palette
from tui.view import color_look, side_look


def side_signs(game: Game, colors: Colors) -> tuple[Piece, ...]:
    """The sign of each side."""
    definition = game.definition
    return tuple(
        _sign(*side_look(definition, side), colors) for side in range(len(definition.players))
    )


def color_signs(game: Game, colors: Colors, table: Palette = palette.DARK) -> tuple[Piece, ...]:
    """The sign of each color; () where the game has none."""
    definition = game.definition
    return tuple(
        _sign(*color_look(definition, color, table), colors)
        for color in range(color_count(definition))
    )


def sample_signs(colors: Colors, table: Palette) -> tuple[Piece, ...]:
    """The signs of a color table with the colors and letters that games have unless they say."""
    return tuple(_sign(*look, colors) for look in zip(LETTERS, table.pieces, strict=True))


def color_count(definition: Definition) -> int:
    """How many colors the pieces of a game have; 0 where they have none."""
    return max((piece.colors for piece in definition.pieces), default=0)


def marks_of(definition: Definition) -> tuple[int, ...]:
    """The numbers of pieces of one color worth marking, rising."""
    values = (clause.expr.value for clause in definition.display.marks)
    return tuple(value for value in values if isinstance(value, int))


@lru_cache(128)
def _sign(glyph: str, fill: Color | None, colors: Colors) -> Piece:
    return Piece(glyph, "", "", _ink(fill, colors))


def _ink(fill: Color | None, colors: Colors) -> Style:
    if fill is None or colors == "none":
        return Style(bold=True)
    if colors == "16":
        return Style(color=palette.hue(fill), bold=True)
    return Style(color=palette.ink(fill), bgcolor=fill, bold=True)
