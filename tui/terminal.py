"""What the terminal can show, told from the environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

ColorMode = Literal["256", "16", "none"]

_FULL = ("256color", "direct", "truecolor", "24bit")
_FULL_TERMS = (
    "ghostty",
    "kitty",
    "alacritty",
    "foot",
    "wezterm",
    "contour",
    "konsole",
    "mintty",
    "tmux",
    "iterm",
    "vscode",
)


def color_mode(wanted: str, environ: Mapping[str, str]) -> ColorMode:
    """How many colors to use.

    Args:
        wanted: What the person chose: "256", "16", "none", or "auto" to look at the terminal.
        environ: The environment: NO_COLOR, COLORTERM and TERM count, in this order.

    Source: no-color.org for NO_COLOR, which counts when it is set and not empty.
    """
    match wanted:
        case "256" | "16" | "none":
            return wanted
    if environ.get("NO_COLOR"):
        return "none"
    term = environ.get("TERM", "").lower()
    if term in ("", "dumb", "unknown"):
        return "none"
    if environ.get("COLORTERM"):
        return "256"
    if any(word in term for word in _FULL) or any(word in term for word in _FULL_TERMS):
        return "256"
    if term.endswith(("-mono", "-m")):
        return "none"
    return "16"


def is_unicode(environ: Mapping[str, str]) -> bool:
    """Whether the locale is UTF-8; the first of LC_ALL, LC_CTYPE and LANG that is set decides.

    Source: POSIX, "Environment Variables", for the order; PEP 538 for the LC_CTYPE that Python
    itself puts in when the locale is C, and which says nothing about the terminal.
    """
    is_bare = environ.get("LANG", "") in ("", "C", "POSIX")
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        value = environ.get(name)
        if value and not (name == "LC_CTYPE" and is_bare and value in _COERCED):
            return "utf" in value.lower()
    return False


_COERCED = ("C.UTF-8", "C.utf8", "UTF-8")
