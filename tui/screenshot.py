"""A screen as characters, and as a picture.

The picture is an SVG written here and not by Rich, whose own has a font from the network and ids
that change with the content: this one is the same, byte for byte, on every machine, and a change
of one line changes one line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import groupby
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.color import blend_rgb
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from textual.app import App

Row = list[Segment]
"""A line of a screen."""

THEME = TerminalTheme(
    (18, 18, 18),
    (224, 224, 224),
    [
        (40, 40, 40),
        (205, 72, 72),
        (95, 175, 95),
        (205, 175, 80),
        (85, 135, 215),
        (190, 110, 190),
        (80, 175, 175),
        (208, 208, 208),
    ],
    [
        (118, 118, 118),
        (255, 110, 110),
        (135, 225, 135),
        (250, 225, 120),
        (125, 170, 255),
        (235, 145, 235),
        (120, 225, 225),
        (255, 255, 255),
    ],
)
"""What the pictures show for the colors that a terminal chooses itself."""

CELL_WIDTH = 10
CELL_HEIGHT = 20
FONT_SIZE = 16.6
"""At which a character of DejaVu Sans Mono is CELL_WIDTH wide."""
BASELINE = 15.5
MARGIN = 10


def rows_of(app: App[Any]) -> list[Row]:
    """What the terminal would show: the lines of the screen, and of those seen through it."""
    size = app.size
    update = app.screen._compositor.render_update(
        full=True, screen_stack=app._background_screens, simplify=True
    )
    assert update is not None
    console = Console(
        width=size.width,
        height=size.height,
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
        _environ={},
    )
    characters = Segment.filter_control(console.render(update))
    return list(Segment.split_lines(characters))


def text_of(lines: Sequence[Row]) -> str:
    """The characters, without blanks at the ends of lines."""
    texts = ("".join(segment.text for segment in line) for line in lines)
    return "\n".join(text.rstrip() for text in texts).rstrip("\n") + "\n"


def svg_of(lines: Sequence[Row]) -> str:
    """The picture: one rectangle a run of background, one `<text>` a line.

    Every run of characters of one style says where it starts, so that another font moves nothing.
    """
    columns = max(sum(segment.cell_length for segment in line) for line in lines)
    width = columns * CELL_WIDTH + 2 * MARGIN
    height = len(lines) * CELL_HEIGHT + 2 * MARGIN
    drawn = [_line(line, number) for number, line in enumerate(lines)]
    back, front = THEME.background_color.hex, THEME.foreground_color.hex
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}">',
        "<style>",
        f"text {{ font: {FONT_SIZE}px 'DejaVu Sans Mono', 'Liberation Mono', Menlo, Consolas,"
        f" monospace; fill: {front}; white-space: pre; }}",
        ".b { font-weight: bold; }",
        ".i { font-style: italic; }",
        ".u { text-decoration: underline; }",
        ".s { text-decoration: line-through; }",
        "</style>",
        f'<rect width="{width}" height="{height}" rx="6" fill="{back}"/>',
        '<g shape-rendering="crispEdges">',
        *(rects for rects, _ in drawn if rects),
        "</g>",
        *(text for _, text in drawn if text),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


class Cell(NamedTuple):
    """One character of the picture."""

    character: str
    x: int
    """Column, counted from 0."""
    front: str
    ground: str
    classes: str
    """Of the style sheet, separated by blanks."""


def _line(line: Row, number: int) -> tuple[str, str]:
    """The backgrounds and the characters of one line."""
    top = MARGIN + number * CELL_HEIGHT
    cells = list(_cells(line))
    rects = [
        f'<rect x="{_left(run[0].x)}" y="{top}" width="{len(run) * CELL_WIDTH}"'
        f' height="{CELL_HEIGHT}" fill="{run[0].ground}"/>'
        for run in _runs(cells, lambda cell: cell.ground)
        if run[0].ground != THEME.background_color.hex
    ]
    spans = [_span(run) for run in _runs(cells, lambda cell: (cell.front, cell.classes))]
    text = "".join(spans)
    if text:
        text = f'<text xml:space="preserve" y="{top + BASELINE:g}">{text}</text>'
    return "".join(rects), text


def _cells(line: Row) -> Iterator[Cell]:
    """One cell a column; the second column of a wide character is a cell without a character."""
    x = 0
    for segment in line:
        front, ground, classes = _colors(segment.style or Style.null())
        for character in segment.text:
            for part in (character, "", "")[: cell_len(character)]:
                yield Cell(part, x, front, ground, classes)
                x += 1


def _runs(cells: list[Cell], key: Callable[[Cell], object]) -> list[list[Cell]]:
    return [list(run) for _, run in groupby(cells, key)]


def _span(run: list[Cell]) -> str:
    """The words of a run; where blanks lie between, the next says again where it starts.

    So does each wide character: few fonts make it twice as wide as the others.
    """
    text = "".join(cell.character or "\0" for cell in run)
    first = run[0]
    attributes = "" if first.front == THEME.foreground_color.hex else f' fill="{first.front}"'
    if first.classes:
        attributes += f' class="{first.classes}"'
    return "".join(
        f'<tspan x="{_left(first.x + word.start())}"{attributes}>'
        f"{escape(word.group().replace(chr(0), ''), quote=False)}</tspan>"
        for word in re.finditer(rf"[^\s\0]\0|{_NARROW}+(?: {_NARROW}+)*", text)
    )


_NARROW = r"(?:[^\s\0](?!\0))"
"""A character of one column: none behind it stands for a second one."""


def _left(x: int) -> int:
    return MARGIN + x * CELL_WIDTH


def _colors(style: Style) -> tuple[str, str, str]:
    """Letter, background and classes of a style."""
    front, back = THEME.foreground_color, THEME.background_color
    if style.color is not None and not style.color.is_default:
        front = style.color.get_truecolor(THEME)
    if style.bgcolor is not None and not style.bgcolor.is_default:
        back = style.bgcolor.get_truecolor(THEME)
    if style.reverse:
        front, back = back, front
    if style.dim:
        front = blend_rgb(front, back, 0.4)
    flags = {"b": style.bold, "i": style.italic, "u": style.underline, "s": style.strike}
    return front.hex, back.hex, " ".join(name for name, on in flags.items() if on)
