"""Pieces can be told apart and read, with any kind of sight."""

from __future__ import annotations

from itertools import combinations

import pytest

from core import catalog
from tui import palette
from tui.palette import Color, Light
from tui.themes import SHIPPED
from tui.view import picture_of

ALL = tuple(map(palette.xterm, range(16, 256)))

SIGHT = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What light is seen as: linear red, green and blue.

Source: Machado, Oliveira, Fernandes, "A Physiologically-based Model for Simulation of Color Vision
Deficiency", 2009, severity 1.0.
"""

DARK = (*palette.ON_DARK, palette.DARK_GROUND)
LIGHT = (*palette.ON_LIGHT, palette.LIGHT_GROUND)
BOTH = (*palette.ON_BOTH, palette.DARK_GROUND, palette.LIGHT_GROUND)


def seen(color: Color, sight: str) -> Light:
    light = palette.linear(color)
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True))))
        for row in SIGHT[sight]
    )
    return red, green, blue


def nearest(colors: tuple[Color, ...], sight: str) -> float:
    """The smallest difference between two of the colors."""
    lights = [seen(color, sight) for color in colors]
    return min(palette.difference_of_light(one, other) for one, other in combinations(lights, 2))


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize(
    ("colors", "measured"),
    [
        (DARK, {"normal": 23.5, "protan": 12.3, "deutan": 11.9, "tritan": 15.2}),
        (LIGHT, {"normal": 23.0, "protan": 11.9, "deutan": 12.2, "tritan": 14.8}),
        (BOTH, {"normal": 23.1, "protan": 11.5, "deutan": 11.7, "tritan": 14.4}),
    ],
    ids=["dark", "light", "both"],
)
def test_thirteen_colors_and_the_board_differ_for_every_kind_of_sight(colors, measured, sight):
    assert nearest(colors, sight) == pytest.approx(measured[sight], abs=0.06)


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize(
    ("theme", "least"),
    [
        ("dark", {"normal": 23.5, "protan": 12.3, "deutan": 11.9, "tritan": 15.2}),
        ("light", {"normal": 23.0, "protan": 11.9, "deutan": 12.2, "tritan": 14.8}),
        ("contrast", {"normal": 23.5, "protan": 12.3, "deutan": 11.9, "tritan": 15.2}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
@pytest.mark.parametrize("id", ["nibble:thirteen", "nibble:hexagon"])
def test_the_boards_of_the_themes_are_in_the_measured_colors(id, theme, least, sight):
    """What is drawn, not what stands in a table: pieces, and the board that was chosen for them."""
    game = catalog.load(id)
    picture = picture_of(game, game.start(seed=1), colors=SHIPPED[theme].palette)
    drawn = {spot.fill for spot in picture.spots.values()}
    assert len(drawn) == 13
    assert nearest((*drawn, picture.ground), sight) == pytest.approx(least[sight], abs=0.06)


@pytest.mark.parametrize(
    "colors", [palette.ON_DARK, palette.ON_LIGHT, palette.ON_BOTH], ids=["dark", "light", "both"]
)
def test_there_are_thirteen_different_colors(colors):
    assert len(set(colors)) == 13


def test_every_color_of_the_terminal_can_carry_a_letter():
    assert min(palette.contrast(color, palette.ink(color)) for color in ALL) >= 4.5


@pytest.mark.parametrize(
    ("color", "letter"),
    [("#ffff00", "#000000"), ("#5f0000", "#ffffff"), ("#8700ff", "#ffffff")],
    ids=["yellow", "dark red", "violet"],
)
def test_letters_are_black_on_light_colors_and_white_on_dark_ones(color, letter):
    assert palette.ink(color) == letter


LAB_PAIRS = [
    ("#5f8787", "#5f8787", 0.0),
    ("#000000", "#ffffff", 100.0),
    ("#ff0000", "#00ff00", 86.61),
    ("#0000ff", "#ffff00", 103.43),
]


@pytest.mark.parametrize(("one", "other", "expected"), LAB_PAIRS)
def test_the_difference_is_that_of_the_formula(one, other, expected):
    assert palette.difference(one, other) == pytest.approx(expected, abs=0.05)
    assert palette.difference(other, one) == pytest.approx(expected, abs=0.05)


@pytest.mark.parametrize(
    ("index", "color"), [(16, "#000000"), (34, "#00af00"), (231, "#ffffff"), (247, "#9e9e9e")]
)
def test_the_table_of_256_colors_is_that_of_xterm(index, color):
    assert palette.xterm(index) == color


@pytest.mark.parametrize(
    ("color", "hue"),
    [
        ("#cc2222", "red"),
        ("#d7af00", "yellow"),
        ("#00af00", "green"),
        ("#00d7d7", "cyan"),
        ("#1f3fa8", "blue"),
        ("#d75faf", "magenta"),
        ("#111111", None),
        ("#f5f5f5", None),
    ],
)
def test_sixteen_colors_keep_the_hue(color, hue):
    assert palette.hue(color) == hue


@pytest.mark.parametrize(
    "pieces",
    [("#111111", "#eeeeee"), palette.SIDES, ("#cc2222", "#1f3fa8"), ()],
    ids=["black and white", "sides", "red and blue", "none"],
)
@pytest.mark.parametrize("colors", [palette.DARK, palette.LIGHT], ids=["dark", "light"])
def test_the_board_is_unlike_every_piece(pieces, colors):
    board = colors.ground(pieces)
    assert all(palette.difference(board, piece) >= 15 for piece in pieces)


def test_thirteen_colors_lie_on_the_board_they_were_measured_on():
    assert palette.DARK.ground(palette.ON_DARK) == palette.DARK_GROUND
    assert palette.LIGHT.ground(palette.ON_LIGHT) == palette.LIGHT_GROUND


def test_a_black_piece_shows_on_a_black_screen_but_a_colored_one_keeps_its_color():
    assert palette.set_off("#5f0000", "#121212") == "#5f0000"
    assert palette.difference(palette.set_off("#111111", "#121212"), "#121212") >= 10


def test_a_white_piece_stays_white_on_a_light_screen():
    for white in (palette.NAMED["white"], palette.WHITE):
        shown = palette.set_off(white, palette.LIGHT_GROUND)
        assert palette.luminance(shown) >= palette.luminance(white)


def test_a_mixture_lies_between():
    assert palette.mix("#000000", "#ffffff", 0.5) == "#808080"
    assert palette.mix("#123456", "#ffffff", 0) == "#123456"
