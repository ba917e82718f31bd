"""From a position to a picture: which letter and color each piece has, and which cells are marked.

What a game file says under `display:` goes first; what it leaves open is filled in so that every
side and every color has a letter of its own and can be told without color. Letters that are not
ASCII count as left open: some terminal could not show them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from core.language.definition import Definition
from core.rules.game import Game, Piece, Position, Step
from tui import glyphs, palette
from tui.palette import Color, Palette
from tui.picture import Mark, Picture, Spot

_COLOR = re.compile("#[0-9a-fA-F]{6}")
_NEUTRAL = palette.xterm(245)


def picture_of(
    game: Game,
    position: Position,
    *,
    picks: Collection[str] = (),
    targets: Collection[str] = (),
    last: Collection[str] = (),
    captured: Collection[str] = (),
    colors: Palette = palette.DARK,
) -> Picture:
    """What a position looks like.

    Args:
        game: Whose board it is.
        position: What stands on it.
        picks: Cells picked so far for a step.
        targets: Cells that may be picked next.
        last: Cells of the last move.
        captured: Cells where something has just been taken, marked as those of the last move;
            those that are occupied (again) show no mark.
        colors: Of pieces and board, where the game says nothing about them.
    """
    definition = game.definition
    spots = {cell: look_of(definition, piece, colors) for cell, piece in position.pieces.items()}
    fills = fills_of(definition, colors)
    ground = _color(definition.display.board.get("color")) or colors.ground(fills)
    lined = definition.display.board.get("style") == "lines"
    picture = Picture.of(game.board, spots, ground, fills, lined)
    marks: tuple[tuple[Mark, Collection[str]], ...] = (
        ("last", [*last, *(cell for cell in captured if cell not in spots)]),
        ("chosen", picks),
        ("target", [cell for cell in targets if cell not in spots]),
        ("capture", [cell for cell in targets if cell in spots]),
    )
    for mark, cells in marks:
        if cells:
            picture = picture.marked(mark, *cells)
    return picture


def cells_of(steps: Iterable[Step]) -> frozenset[str]:
    """The cells that some steps went to or took from: what "last" marks after them."""
    return frozenset(step.cells[-1] for step in steps if step.cells)


def taken(before: Position, after: Position, steps: Iterable[Step] = ()) -> frozenset[str]:
    """The cells that have become empty, except those from which the steps moved a piece."""
    left = {step.cells[0] for step in steps if step.verb == "move"}
    return frozenset(before.pieces.keys() - after.pieces.keys() - left)


def look_of(definition: Definition, piece: Piece, colors: Palette = palette.DARK) -> Spot:
    """How a piece looks."""
    if piece.color is not None:
        return Spot(*color_look(definition, piece.color, colors), side=piece.side)
    if piece.side is not None:
        fill = side_look(definition, piece.side)[1]
        return Spot(_owned_glyph(definition, piece.kind, piece.side), fill, piece.side)
    glyph = _glyph(definition.display.pieces.get(piece.kind), glyphs.NEUTRAL)
    return Spot(glyph, _NEUTRAL)


def fills_of(definition: Definition, colors: Palette = palette.DARK) -> frozenset[Color]:
    """All colors that pieces of a game can have."""
    fills = set()
    for sort in definition.pieces:
        if sort.colors:
            fills |= {color_look(definition, color, colors)[1] for color in range(sort.colors)}
        elif sort.owned:
            fills |= {side_look(definition, side)[1] for side in range(len(definition.players))}
        else:
            fills.add(_NEUTRAL)
    return frozenset(fills)


def color_look(
    definition: Definition, color: int, colors: Palette = palette.DARK
) -> tuple[str, Color]:
    """Letter and fill of an entry of the color table, counted from 0."""
    display = definition.display
    letter = display.glyphs[color : color + 1]
    usual = glyphs.LETTERS[color % len(glyphs.LETTERS)]
    fill = display.colors[color] if color < len(display.colors) else None
    return _glyph(letter, usual), _color(fill) or colors.pieces[color % len(colors.pieces)]


def side_look(definition: Definition, side: int) -> tuple[str, Color]:
    """Letter and fill of a side of the game."""
    name = definition.players[side].name
    display = definition.display.players.get(name, {})
    usual = palette.NAMED.get(name.lower(), palette.SIDES[side % 2])
    sides = glyphs.SIDES if len(definition.players) == 2 else _initials(definition)
    letter = _glyph(display.get("glyph"), sides[side])
    return letter, _color(display.get("color")) or usual


def _initials(definition: Definition) -> tuple[str, ...]:
    """A letter for each side where there are more or fewer than two: of its name, if it is free."""
    found: list[str] = []
    for player in definition.players:
        letters = [*player.name.upper(), *glyphs.LETTERS]
        found.append(next(letter for letter in letters if letter not in found))
    return tuple(found)


def _owned_glyph(definition: Definition, kind: str, side: int) -> str:
    """The letter of a side; where sides have several sorts of pieces, of the sort.

    Then capitals belong to the first side and small letters to the second.
    """
    sorts = [sort.name for sort in definition.pieces if sort.owned]
    if len(sorts) < 2:
        return side_look(definition, side)[0]
    letter = _glyph(definition.display.pieces.get(kind), kind[:1])
    return letter.upper() if side == 0 else letter.lower()


def _glyph(wanted: str | None, usual: str) -> str:
    return wanted if wanted and re.fullmatch("[!-~]", wanted) else usual


def _color(wanted: str | None) -> Color | None:
    return wanted.lower() if wanted and _COLOR.fullmatch(wanted) else None
