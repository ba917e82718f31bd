"""How the house tells of matches: in a lobby, or in lines."""

from __future__ import annotations

from core.match.clock import Milliseconds


def left_words(left: Milliseconds) -> str:
    """A time that is left: "2d 03h", "1:05:09", "4:59"."""
    seconds = left // 1000
    days, rest = divmod(seconds, 24 * 3600)
    hours, rest = divmod(rest, 3600)
    if days:
        return f"{days}d {hours:02}h"
    minutes, seconds = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
