"""Without color every cell can still be told: by its letter and the marks around it."""

from __future__ import annotations

import pytest

from tests.tui.houses import begun, played
from tui import palette, picking
from tui.drawing import draw, look_at
from tui.palette import DARK, LIGHT
from tui.plan import plan_of, scales
from tui.view import picture_of

GAMES = ("nibble:thirteen", "nibble:hexagon", "reversi", "oust", "rive", "amazons", "hex")
RANKS = ("cursor", "chosen", "last", "capture", "target")
"""Marks that a cell may have, the one that is shown where there are several first."""


def in_the_middle(id, colors=DARK):
    """A picture of a game in the middle, with a mark of every kind somewhere."""
    session = played(begun(id), 40)
    game, position = session.game, session.position
    cells = [cell for cell in game.cells if cell in position.pieces]
    return picture_of(
        game,
        position,
        picks=cells[:1],
        targets=picking.targets(position, ()) | set(cells[4:7]),
        last=cells[2:4],
        captured=game.cells[:2],
        colors=colors,
    )


def is_shown(spot, is_cursor):
    """What a person must be able to tell of a cell: its letter and its first mark."""
    marks = spot.marks | ({"cursor"} if is_cursor else set())
    return spot.glyph, next((mark for mark in RANKS if mark in marks), "")


def drawn(plan, lines, cell):
    """The three characters of a cell: its letter and what is on each side."""
    x, y = plan.glyph(cell)
    row = "".join(segment.text for segment in lines[y]) + " "
    return (row[x - 1] if x else " ") + row[x : x + 2]


def board(picture, scale, mode):
    """Its plan, the cell under the cursor, and its lines."""
    plan = plan_of(picture, scale)
    cursor = picture.cells[len(picture.cells) // 2]
    look = look_at(picture, mode)
    return plan, cursor, [draw(plan, picture, y, cursor, look) for y in range(plan.height)]


@pytest.mark.parametrize("mode", ["256", "16", "none"])
@pytest.mark.parametrize("id", GAMES)
def test_letters_and_marks_tell_every_cell_from_every_other(id, mode):
    picture = in_the_middle(id)
    for scale in scales(picture):
        if scale.width == 2:  # marks of neighbors share a gap
            continue
        plan, cursor, lines = board(picture, scale, mode)
        meaning = {}
        for cell in picture.cells:
            seen = drawn(plan, lines, cell)
            told = is_shown(picture.spot(cell), cell == cursor)
            assert meaning.setdefault(seen, told) == told
        assert {mark for _, mark in meaning.values()} > {"cursor", "chosen", "last"}


@pytest.mark.parametrize("id", GAMES)
def test_in_narrow_cells_every_letter_remains_and_the_cursor_has_its_brackets(id):
    picture = in_the_middle(id)
    plan, cursor, lines = board(picture, scales(picture)[-1], "none")
    for cell in picture.cells:
        glyph = picture.spot(cell).glyph
        assert drawn(plan, lines, cell)[1] == glyph or not glyph
    assert drawn(plan, lines, cursor)[::2] == "[]"


DOTS = frozenset("\N{BULLET OPERATOR} ")


@pytest.mark.parametrize("colors", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("id", GAMES)
def test_every_letter_can_be_read_in_grey(id, colors):
    """Contrast is of lightness alone, so it is the same without hues."""
    picture = in_the_middle(id, colors)
    for scale in scales(picture):
        _, _, lines = board(picture, scale, "256")
        for text, style, _ in (segment for line in lines for segment in line):
            if style and style.color and style.bgcolor and not DOTS.issuperset(text):
                letter, ground = (
                    color.get_truecolor().hex for color in (style.color, style.bgcolor)
                )
                assert palette.contrast(letter, ground) >= 4.5
