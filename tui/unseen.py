"""The program without a terminal: pictures and recordings for the command line.

Textual reads the environment when this is imported.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

from core.bots.thinker import WorkerThinker
from core.match.records.record import Record
from tui.app import Parlour, Showing
from tui.settings import load
from tui.shooting import filmed, svg
from tui.terminal import Terminal
from tui.world import Home, World

TERMINAL = Terminal({"TERM": "xterm-256color", "LANG": "C.UTF-8"})
"""What pictures are drawn for."""


def picture(record: Record, at: int, home: Home) -> str:
    """The screen after so many steps, as SVG."""
    return asyncio.run(svg(_program(record, home), at))


def recording(record: Record, home: Home) -> str:
    """The whole match, as an asciicast."""
    return asyncio.run(filmed(_program(record, home), record))


def _program(record: Record, home: Home) -> Parlour:
    settings = replace(load(home.settings), color="auto", characters="auto")
    world = World(home, WorkerThinker(), TERMINAL)
    return Parlour(world, settings, visit=Showing(record))
