"""Colors: which there are, how they are told apart, and what can be read on them.

A color is written `#rrggbb`. Thirteen colors for pieces were chosen among the indices 16 to 255 of
xterm (users' themes change 0 to 15) so that the smallest CIEDE2000 difference, over normal,
protan, deutan and tritan vision and with the board included, is as large as could be found.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import Literal

Color = str
"""`#rrggbb`."""

Colors = Literal["full", "256", "16", "none"]
"""What a terminal can show. "none" sends no color at all, as NO_COLOR asks."""

BLACK: Color = "#000000"
WHITE: Color = "#ffffff"


def xterm(index: int) -> Color:
    """The color of an index of the 256-color table.

    Args:
        index: From 16 to 255: the cube of 6 x 6 x 6, then 24 greys.
    """
    if index >= 232:
        grey = 8 + 10 * (index - 232)
        return f"#{grey:02x}{grey:02x}{grey:02x}"
    levels = (0, 95, 135, 175, 215, 255)
    red, green, blue = (index - 16) // 36, (index - 16) // 6 % 6, (index - 16) % 6
    return f"#{levels[red]:02x}{levels[green]:02x}{levels[blue]:02x}"


def _colors(*indices: int) -> tuple[Color, ...]:
    return tuple(map(xterm, indices))


DARK_GROUND = xterm(234)
LIGHT_GROUND = xterm(255)

ON_DARK = _colors(34, 52, 53, 58, 69, 93, 95, 158, 169, 216, 225, 226, 247)
"""Thirteen colors for a dark board, in the order of the color table."""
ON_LIGHT = _colors(19, 23, 27, 49, 52, 106, 111, 125, 137, 160, 205, 220, 236)
"""Thirteen colors for a light board."""
ON_BOTH = _colors(19, 23, 27, 35, 52, 58, 81, 102, 125, 140, 154, 202, 217)
"""Thirteen colors for either."""

NAMED = {
    "black": xterm(233),
    "white": xterm(255),
    "red": xterm(160),
    "blue": xterm(26),
    "green": xterm(34),
    "yellow": xterm(220),
    "orange": xterm(208),
    "purple": xterm(97),
    "gray": xterm(245),
    "grey": xterm(245),
}
"""Colors of sides that are called by a color."""
SIDES = (xterm(167), xterm(68))
"""Colors of the two sides where nothing is said about them."""

_APART = 16.0
"""A difference that is plain wherever the two colors are on the board."""
_SET_OFF = 10.0
"""A difference that shows where a piece at the edge of the board ends."""


@dataclass(frozen=True, slots=True)
class Palette:
    """Colors of pieces, and the boards that go with them."""

    pieces: tuple[Color, ...] = ON_DARK
    """Thirteen, in the order of the color table of a game."""
    boards: tuple[Color, ...] = (DARK_GROUND, xterm(66), xterm(137), xterm(240))
    """To choose from, the best liked first: here dark, slate, wood, grey."""

    def ground(self, fills: Iterable[Color]) -> Color:
        """The color of a board on which these pieces stand out."""
        pieces = tuple(fills)

        def nearest(board: Color) -> float:
            return min((difference(board, fill) for fill in pieces), default=100.0)

        for board in self.boards:
            if nearest(board) >= _APART:
                return board
        return max(self.boards, key=nearest)


DARK = Palette()
LIGHT = Palette(ON_LIGHT, (LIGHT_GROUND, *DARK.boards[1:]))


@lru_cache(256)
def set_off(fill: Color, backdrop: Color) -> Color:
    """The color, or where it can hardly be told from what is behind the board, one near it.

    What is nearly white becomes white: a white piece that looks grey is worse than a faint edge.
    """
    away = WHITE if contrast(fill, WHITE) < 1.2 else ink(backdrop)
    for part in range(10):
        shown = mix(fill, away, part / 20)
        if difference(shown, backdrop) >= _SET_OFF:
            return shown
    return away


def ink(fill: Color) -> Color:
    """Black or white, whichever is read better on this color; always 4.5:1 or more."""
    return max((BLACK, WHITE), key=lambda letter: contrast(letter, fill))


def mix(one: Color, other: Color, part: float) -> Color:
    """A color between two: `part` (0 to 1) of the other."""
    pairs = zip(_rgb(one), _rgb(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def contrast(one: Color, other: Color) -> float:
    """How well one is read on the other, from 1 to 21.

    Source: Web Content Accessibility Guidelines 2.1, "contrast ratio".
    """
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(color: Color) -> float:
    """Relative luminance, from 0 (black) to 1 (white).

    Source: Web Content Accessibility Guidelines 2.1, "relative luminance".
    """
    red, green, blue = linear(color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(color: Color) -> tuple[float, float, float]:
    """Red, green and blue as amounts of light, from 0 to 1.

    Source: IEC 61966-2-1 (sRGB).
    """
    red, green, blue = (
        part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4
        for part in _rgb(color)
    )
    return red, green, blue


_HUES = ("red", "yellow", "green", "cyan", "blue", "magenta")


def hue(color: Color) -> str | None:
    """The nearest of the six hues of a 16-color terminal; None for greys, near greys and black."""
    red, green, blue = _rgb(color)
    high, low = max(red, green, blue), min(red, green, blue)
    if high - low < 48:
        return None
    spread = high - low
    if high == red:
        angle = (green - blue) / spread
    elif high == green:
        angle = 2 + (blue - red) / spread
    else:
        angle = 4 + (red - green) / spread
    return _HUES[round(angle) % 6]


@lru_cache(4096)
def difference(one: Color, other: Color) -> float:
    """How different two colors look: 1 is just visible side by side, 100 black from white.

    Source: Sharma, Wu, Dalal, "The CIEDE2000 color-difference formula", 2005.
    """
    return difference_of_light(linear(one), linear(other))


Light = tuple[float, float, float]
"""Linear red, green and blue."""


def difference_of_light(one: Light, other: Light) -> float:
    """CIEDE2000 of two colors given as light."""
    l1, a1, b1 = _lab(one)
    l2, a2, b2 = _lab(other)
    mean_chroma = (hypot(a1, b1) + hypot(a2, b2)) / 2
    stretch = 1 + 0.5 * (1 - sqrt(mean_chroma**7 / (mean_chroma**7 + 25**7)))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360

    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    lightness, chroma = l2 - l1, c2 - c1
    tint = 2 * sqrt(c1 * c2) * sin(radians(turn) / 2)

    l_mean, c_mean = (l1 + l2) / 2, (c1 + c2) / 2
    h_mean = h1 + h2 if c1 * c2 == 0 else (h1 + h2) / 2
    if c1 * c2 and abs(h1 - h2) > 180:
        h_mean += 180 if h1 + h2 < 360 else -180
    weight = (
        1
        - 0.17 * cos(radians(h_mean - 30))
        + 0.24 * cos(radians(2 * h_mean))
        + 0.32 * cos(radians(3 * h_mean + 6))
        - 0.20 * cos(radians(4 * h_mean - 63))
    )
    l_scale = 1 + 0.015 * (l_mean - 50) ** 2 / sqrt(20 + (l_mean - 50) ** 2)
    c_scale = 1 + 0.045 * c_mean
    h_scale = 1 + 0.015 * c_mean * weight
    rotation = (
        -2
        * sqrt(c_mean**7 / (c_mean**7 + 25**7))
        * sin(radians(60 * exp(-(((h_mean - 275) / 25) ** 2))))
    )
    dl, dc, dh = lightness / l_scale, chroma / c_scale, tint / h_scale
    return sqrt(dl * dl + dc * dc + dh * dh + rotation * dc * dh)


def _lab(light: Light) -> tuple[float, float, float]:
    """CIE L*a*b* under D65."""
    red, green, blue = light
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883

    def bend(value: float) -> float:
        return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116

    fx, fy, fz = bend(x), bend(y), bend(z)
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _rgb(color: Color) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)
