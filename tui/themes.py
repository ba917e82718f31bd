"""Themes: the colors of every screen, those that are there and those that a person adds.

An own theme is a file `themes/NAME.yaml` beside the settings; NAME is of small letters, digits and
hyphens. Each line gives one color as `"#rrggbb"`, drawn as the nearest of the 256:

- `background` of every screen, and `bar`, behind the first, the last and the marked line;
- `text`, `dim` for what matters less, `strong` for what matters more;
- `accent` for keys and for whose turn it is, `warning` for what is wrong;
- `board`, behind empty cells, where a game does not choose it;
- `pieces`, a list of thirteen, where a game with many colors does not choose them.

`base` names the theme (`dark`, `light` or `contrast`) that has all other colors; without it, dark.
A file with a fault is told of among the faults of the settings and left out, so that no theme can
make the program unreadable: a text that cannot be told from what is behind it is a fault too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

import yaml

from core.words import Message, Text
from tui import palette, small
from tui.palette import Color, Palette
from tui.small import Unreadable

PLAIN = "terminal"
"""The theme that sends none but the sixteen colors that a terminal gives names."""
READABLE = 3.0
"""Contrast that texts of an own theme must have; WCAG 2.1 asks this of large texts."""
MOST = 50
"""Own themes that are read."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colors of every screen."""

    name: str
    background: Color
    bar: Color
    """Behind the first and the last line, and the marked line of a list."""
    text: Color
    dim: Color
    strong: Color
    accent: Color
    warning: Color
    palette: Palette = palette.DARK
    """Pieces and boards."""

    @property
    def is_dark(self) -> bool:
        """Whether the background is nearer to black than to white."""
        return palette.ink(self.background) == palette.WHITE


# All from the 256-color table, so that nothing is rounded on the way to the terminal.
DARK = Theme(
    "dark", "#121212", "#262626", "#d0d0d0", "#8a8a8a", "#ffffff", "#d7af5f", "#ff875f"
)  # fmt: skip
LIGHT = Theme(
    "light", "#eeeeee", "#dadada", "#303030", "#626262", "#000000", "#875f00", "#af0000",
    palette.LIGHT,
)  # fmt: skip
CONTRAST = Theme(
    "contrast", "#000000", "#303030", "#ffffff", "#d0d0d0", "#ffffff", "#ffff00", "#ff8787"
)  # fmt: skip

SHIPPED: Mapping[str, Theme] = {theme.name: theme for theme in (DARK, LIGHT, CONTRAST)}
"""By name; `PLAIN` is not among them, since it has no colors of its own."""
NAMES = (*SHIPPED, PLAIN)
"""What can always be chosen."""


def own_themes(folder: Path) -> tuple[tuple[Theme, ...], tuple[Text, ...]]:
    """The themes in a folder by name, and what is wrong with the others, `file:line: words`."""
    themes: list[Theme] = []
    faults: list[Text] = []
    try:
        files = sorted(folder.glob("*.yaml"))[:MOST]
    except OSError:
        return (), ()
    for file in files:
        try:
            found, wrong = _theme(file)
        except Unreadable as error:
            found, wrong = None, [error.fault]
        faults += wrong
        if found is not None and not wrong:
            themes.append(found)
    return tuple(themes), tuple(faults)


def _theme(file: Path) -> tuple[Theme | None, list[Text]]:
    """A theme, and what is wrong with it.

    Raises:
        Unreadable: It is no small YAML file.
    """
    if not re.fullmatch("[a-z0-9-]{1,20}", file.stem) or file.stem in NAMES:
        told = Message("is no name for a theme; use small letters, digits and hyphens")
        return None, [small.at(file, told)]
    lines = small.read(file)
    bases = [small.text(value) for key, value in lines if small.text(key) == "base"]
    base = SHIPPED.get(bases[-1]) if bases else None
    theme, faults = replace(base or DARK, name=file.stem), []
    for key, value in lines:
        name = small.text(key)
        try:
            theme = _reader(name)(theme, value)
        except Unreadable as error:
            fault = small.at(small.clipped(name, str), error.fault)
            wrong = value if name in _READERS else key
            faults.append(small.at(small.place(file, wrong), fault))
    return theme, faults or [small.at(file, fault) for fault in _unreadable(theme)]


Reader = Callable[[Theme, yaml.Node], Theme]
"""A theme with what a line of a file says.

Raises:
    Unreadable: It makes no sense.
"""


def _base(theme: Theme, value: yaml.Node) -> Theme:
    if small.text(value) not in SHIPPED:
        raise Unreadable(Message("should be {known}", known=", ".join(SHIPPED)))
    return theme


def _board(theme: Theme, value: yaml.Node) -> Theme:
    boards = (_color(value), *theme.palette.boards[1:])
    return replace(theme, palette=replace(theme.palette, boards=boards))


def _pieces(theme: Theme, value: yaml.Node) -> Theme:
    count = len(palette.ON_DARK)
    if not isinstance(value, yaml.SequenceNode) or len(value.value) != count:
        raise Unreadable(Message("should be a list of {count} colors", count=count))
    pieces = tuple(map(_color, value.value))
    if len(set(pieces)) < count:
        raise Unreadable(Message("should all differ"))
    return replace(theme, palette=replace(theme.palette, pieces=pieces))


_READERS: Mapping[str, Reader] = {
    "base": _base,
    "background": lambda theme, value: replace(theme, background=_color(value)),
    "bar": lambda theme, value: replace(theme, bar=_color(value)),
    "text": lambda theme, value: replace(theme, text=_color(value)),
    "dim": lambda theme, value: replace(theme, dim=_color(value)),
    "strong": lambda theme, value: replace(theme, strong=_color(value)),
    "accent": lambda theme, value: replace(theme, accent=_color(value)),
    "warning": lambda theme, value: replace(theme, warning=_color(value)),
    "board": _board,
    "pieces": _pieces,
}


def _reader(name: str) -> Reader:
    if name not in _READERS:
        near = get_close_matches(name, _READERS, 1)
        raise Unreadable(
            Message("is no part of a theme; did you mean {name}?", name=near[0])
            if near
            else Message("is no part of a theme; there are {names}", names=", ".join(_READERS))
        )
    return _READERS[name]


def _color(value: yaml.Node) -> Color:
    if isinstance(value, yaml.ScalarNode) and re.fullmatch("#[0-9a-fA-F]{6}", value.value):
        return str(value.value).lower()
    told = small.clipped(small.text(value), str) or Message("nothing")
    raise Unreadable(
        Message('should be a color such as "#1c1c1c", in quotes, not {value}', value=told)
    )


def _unreadable(theme: Theme) -> Iterator[Text]:
    """Which texts could not be read."""
    inks = {name: getattr(theme, name) for name in ("text", "dim", "strong", "accent", "warning")}
    for place, ground in (("background", theme.background), ("bar", theme.bar)):
        for name, ink in inks.items():
            found = palette.contrast(ink, ground)
            if found < READABLE:
                yield Message(
                    "{name} can hardly be read on {place}: a contrast of {found} and not {least}",
                    name=name,
                    place=place,
                    found=f"{found:.1f}",
                    least=READABLE,
                )
