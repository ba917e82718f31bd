"""What the terminal cannot show is taken out of whatever widgets draw, Textual's own among them."""

from __future__ import annotations

from collections.abc import Callable

from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter


class Plain(LineFilter):
    """Takes every color out and leaves bold, underline and reverse."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments without colors."""
        return [Segment(text, _without_color(style), control) for text, style, control in segments]


class Sixteen(LineFilter):
    """Leaves only the sixteen colors that terminals have names for."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments, other colors replaced by the nearest."""
        return [Segment(text, _named(style), control) for text, style, control in segments]


class Rewritten(LineFilter):
    """Writes every text in other characters."""

    def __init__(self, write: Callable[[str], str]) -> None:
        """Begin.

        Args:
            write: A text -> one of the same width.
        """
        super().__init__()
        self._write = write

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments, with the same widths."""
        return [
            segment if segment.text.isascii() else segment._replace(text=self._write(segment.text))
            for segment in segments
        ]


def _without_color(style: Style | None) -> Style | None:
    return style.without_color if style else style


def _named(style: Style | None) -> Style | None:
    if not style or not (style.color or style.bgcolor):
        return style
    return style + Style(color=_nearest(style.color), bgcolor=_nearest(style.bgcolor))


def _nearest(color: RichColor | None) -> RichColor | None:
    return color.downgrade(ColorSystem.STANDARD) if color else None
