"""Boards as text: the characters, and below them a letter for the style of each.

The rules of drawing are kept here in a form that can be read in a difference; what a whole screen
looks like is kept as pictures.
"""

from __future__ import annotations

import string
from itertools import product

import pytest
from rich.style import Style

from tests.tui.boards import SHAPES, every_mark, lines, many_colors, two_sides
from tui.lattice import Facing, facings, turned
from tui.picture import Picture
from tui.plan import Plan, Scale, plan_of, scales

SMALL = Scale(2, 1)
DRAWN = ("square", "labels at the top", "holes", "hexagon", "rhombus", "rows")
"""Shapes that differ in how they are drawn."""
SIZES = [
    (shape, scale)
    for shape in DRAWN
    for scale in scales(Picture.of(SHAPES[shape]))
    if scale.width <= 8
]
SIDES = [(shape, facing) for shape in DRAWN for facing in facings(Picture.of(SHAPES[shape]))]
LARGER = [
    *product(["square"], (Scale(4, 2), Scale(3, 1)), (90, 180)),
    *product(["hexagon"], (Scale(4, 2), Scale(4, 1)), (60, 180)),
]
"""Other sides at other sizes."""


def marked(shape: str) -> Picture:
    """A board with pieces, and a mark of each sort as far as there is room."""
    picture = two_sides(SHAPES[shape], "#d75f5f", "#5f87d7")
    cells = picture.cells
    for mark, place in (("last", 1), ("chosen", 3), ("target", 5), ("capture", 7), ("last", 8)):
        picture = picture.marked(mark, cells[place % len(cells)])
    return picture


def grids(plan: Plan, picture: Picture, cursor: str, **look: object) -> str:
    """The characters of a board, the style of each as a letter, and what the letters mean."""
    names: dict[Style, str] = {Style(): "."}
    drawn = lines(plan, picture, cursor, **look)
    letters = iter(string.ascii_letters)
    texts, styles = [], []
    for row in drawn:
        texts.append("".join(segment.text for segment in row).rstrip())
        told = ""
        for segment in row:
            style = segment.style or Style()
            if style not in names:
                names[style] = next(letters)
            told += names[style] * len(segment.text)
        styles.append(told)
    meanings = [f"{letter}: {style}" for style, letter in names.items()]
    return "\n".join([*texts, "", *styles, "", *meanings])


def words(value: object) -> str:
    if isinstance(value, Facing):
        return f"{value.angle}{'-mirrored' if value.mirrored else ''}"
    return str(value)


@pytest.mark.parametrize(("shape", "scale"), SIZES, ids=words)
def test_a_board_at_every_size(shape, scale, snapshot):
    picture = marked(shape)
    assert grids(plan_of(picture, scale), picture, picture.cells[4]) == snapshot


@pytest.mark.parametrize(("shape", "facing"), SIDES, ids=words)
def test_a_board_from_every_side(shape, facing, snapshot):
    usual = marked(shape)
    picture = turned(usual, facing)
    assert grids(plan_of(picture, SMALL), picture, usual.cells[4]) == snapshot


@pytest.mark.parametrize(("shape", "scale", "angle"), LARGER, ids=words)
def test_a_larger_board_from_other_sides(shape, scale, angle, snapshot):
    usual = marked(shape)
    picture = turned(usual, Facing(angle=angle))
    assert grids(plan_of(picture, scale), picture, usual.cells[4]) == snapshot


@pytest.mark.parametrize(
    "look", [{"color_mode": "16"}, {"color_mode": "none"}, {"ascii": True}], ids=str
)
@pytest.mark.parametrize("shape", ["square", "hexagon"])
def test_a_board_in_few_colors_and_characters(shape, look, snapshot):
    picture = every_mark(many_colors(SHAPES[shape]))
    assert grids(plan_of(picture, SMALL), picture, picture.cells[4], **look) == snapshot
