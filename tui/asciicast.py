"""A match as an animated recording of a terminal: asciicast, version 2.

A line of JSON each: what the recording is, then what the terminal is sent and when. The first
screen is sent whole, of each further one the rows that differ. A marker stands at every step, to
jump to in players.

Source: docs.asciinema.org/manual/asciicast/v2.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.color import ColorSystem
from rich.segment import Segment

from core.match.clock import Milliseconds
from core.match.records.record import Record
from tui.screenshot import Row

COLUMNS, ROWS = 80, 24
"""The size of recordings: every terminal shows it whole."""
PAUSE = 1.0
"""Seconds for which a position is shown where it is not known how long it was thought about."""
SHORTEST, LONGEST = 0.4, 3.0
"""Seconds for which a position is shown at least and at most."""
_BEGIN = "\x1b[?25l\x1b[H\x1b[2J"
"""Hides the cursor and empties the screen."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A screen of the recording."""

    rows: Sequence[Row]
    words: str
    """Of its marker, such as the step that led to it; "" for none."""
    lasts: float = PAUSE
    """Seconds for which it is shown."""


def written(frames: Iterable[Frame], title: str, began: Milliseconds | None) -> str:
    """The recording as text.

    Args:
        frames: Of `COLUMNS` and `ROWS`.
        title: What it shows.
        began: When the match was begun; None where it is not known.
    """
    header: dict[str, object] = {"version": 2, "width": COLUMNS, "height": ROWS, "title": title}
    if began is not None:
        header["timestamp"] = began // 1000
    header["env"] = {"TERM": "xterm-256color"}
    return "".join(f"{json.dumps(one)}\n" for one in (header, *_events(frames)))


def lasting(record: Record, steps: int) -> float:
    """Seconds for which the position after so many steps is shown."""
    thought = record.spent.get(steps + 1)
    return PAUSE if thought is None else max(SHORTEST, min(thought / 1000, LONGEST))


def _events(frames: Iterable[Frame]) -> Iterator[tuple[float, str, str]]:
    """When, of which kind, and what."""
    before: list[str] = []
    time = 0.0
    for frame in frames:
        rows = list(map(_sent, frame.rows))
        if frame.words:
            yield time, "m", frame.words
        changed = [
            f"\x1b[{number}H{row}"
            for number, row in enumerate(rows, start=1)
            if before[number - 1 : number] != [row]
        ]
        yield time, "o", ("" if before else _BEGIN) + "".join(changed)
        before = rows
        time = round(time + frame.lasts, 3)
    yield time, "o", ""  # so that the last screen stays for a while


def _sent(row: Row) -> str:
    """What a terminal is sent for a row, which fills its width."""
    return "".join(map(_painted, row))


def _painted(segment: Segment) -> str:
    if segment.style is None:
        return segment.text
    return segment.style.render(segment.text, color_system=ColorSystem.EIGHT_BIT)
