"""What is sent is little, and leaves the terminal as a full repaint would."""

from __future__ import annotations

import re

import pyte
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rich.console import Console, RenderableType
from rich.segment import Segment
from rich.style import Style
from textual._compositor import CompositorUpdate, LayoutUpdate
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip

from core.board import Board as Cells
from tests.tui.boards import BoardApp, every_mark, many_colors
from tui.repaint import Frame
from tui.widgets.board import Board

MOVES = ("E", "E", "N", "W", "SW", "S", "NE", "NW", "SE", "N")


class Recorded(BoardApp):
    """An app that keeps what it would send to the terminal."""

    sent: tuple[str, ...] = ()

    def on_load(self) -> None:
        self.frame = Frame()

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        if isinstance(renderable, CompositorUpdate):
            update = self.frame.difference(renderable)
            assert isinstance(update, CompositorUpdate)
            self.sent += (update.render_segments(self.console),)
        super()._display(screen, renderable)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
@pytest.mark.parametrize(
    "cells",
    [Cells.build("square", size=13), Cells.build("hexagon", size=8)],
    ids=["square", "hexagon"],
)
async def test_a_move_of_the_cursor_sends_under_500_bytes_and_the_right_ones(cells, size):
    app = Recorded(every_mark(many_colors(cells)))
    async with app.run_test(size=size) as pilot:
        board = app.query_one(Board)
        await pilot.pause()
        start = len(app.sent)
        for direction in MOVES:
            board.move(direction)
            await pilot.pause()
        moves = app.sent[start:]
        everything = app.sent
        whole = app.screen._compositor.render_update(full=True).render_segments(app.console)
    assert len(moves) == len(MOVES)
    assert max(map(len, moves)) < 500
    assert on_a_terminal(everything, size) == on_a_terminal((whole,), size)


def test_other_repaints_are_left_alone():
    assert Frame().difference("text") == "text"
    assert Frame().difference(None) is None


async def test_the_same_screen_is_not_sent_twice():
    app = Recorded(every_mark(many_colors(Cells.build("square", size=5))))
    async with app.run_test() as pilot:
        await pilot.pause()
        whole = app.screen._compositor.render_update(full=True)
        update = app.frame.difference(whole)
        assert update.render_segments(app.console) == ""
        app.frame.forget()
        assert len(update.render_segments(app.console)) > 1000


def test_a_wide_character_is_sent_whole():
    frame, console = Frame(), Console(color_system=None)
    one, other = "\N{CJK UNIFIED IDEOGRAPH-4E2D}", "\N{CJK UNIFIED IDEOGRAPH-56FD}"
    frame.written(line_of(f"a{one}b"), console)
    assert frame.written(line_of(f"a{other}b"), console).endswith(other)


COLORS = st.sampled_from((None, "default", "red", "#d7af5f", "color(236)"))
STYLES = st.builds(
    Style,
    color=COLORS,
    bgcolor=COLORS,
    bold=st.booleans(),
    underline=st.booleans(),
    reverse=st.booleans(),
)
SEGMENTS = st.builds(
    Segment, st.text("ab \N{CJK UNIFIED IDEOGRAPH-4E2D}", min_size=1), STYLES, st.none()
)


@settings(deadline=None)
@given(st.lists(st.lists(SEGMENTS, max_size=6), min_size=1, max_size=4))
@example([[Segment("a", Style(bold=True, color="red")), Segment("b", Style(color="red"))]])
def test_any_lines_one_over_another_look_like_the_last(lines):
    frame, console = Frame(), Console(color_system="256")
    strips = [Strip(line).adjust_cell_length(24) for line in lines]
    sent = [
        frame.written(LayoutUpdate([[strip]], Region(0, 0, 24, 1)), console) for strip in strips
    ]
    assert on_a_terminal(tuple(sent), (24, 1)) == on_a_terminal(
        (strips[-1].render(console),), (24, 1)
    )


def line_of(text):
    return LayoutUpdate([[Strip([Segment(text)])]], Region(0, 0, 4, 1))


def on_a_terminal(sent: tuple[str, ...], size: tuple[int, int]) -> list[list[pyte.screens.Char]]:
    """What a terminal shows after it was sent this; a blank shows its background only."""
    screen = pyte.Screen(*size)
    stream = pyte.Stream(screen)
    for part in sent:
        stream.feed(part)
    cells = [[screen.buffer[y][x] for x in range(size[0])] for y in range(size[1])]
    return [
        [
            cell._replace(fg="default", bold=False)
            if cell.data == " " and not (cell.reverse or cell.underscore)
            else cell
            for cell in row
        ]
        for row in cells
    ]


STEERING = "d4\x1b[31m\x9b2J\x07\x1b]0;title\x07\u202e!"


def test_whatever_a_text_holds_nothing_of_it_steers_the_terminal():
    frame = Frame()
    strip = Strip([Segment(STEERING)])
    update = LayoutUpdate([[strip]], Region(0, 0, 80, 1))
    sent = frame.written(update, Console(force_terminal=True, color_system="256", _environ={}))
    assert re.sub(r"\x1b\[[0-9;]*[A-Zm]", "", sent).isprintable()
    assert "\x1b[31m" not in sent
    assert "d4" in sent
