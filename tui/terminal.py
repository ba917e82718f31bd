"""What the terminal can show: told from the environment, then by the terminal itself."""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from tui.answers import Answers, questions
from tui.language import N_

ColorMode = Literal["256", "16", "none"]
"""There is none for true color: all that is drawn is chosen among the 256."""
Characters = Literal["unicode", "narrow", "ascii"]
"""What is written: everything; only what is one column wide in East Asia too; or ASCII."""

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
_FEW_TERMS = ("linux", "vt100", "vt102", "vt220", "putty", "cons25", "ansi", "cygwin")
_NO_TERMS = ("", "dumb", "unknown")


@dataclass(frozen=True, slots=True)
class Terminal:
    """What is known of a terminal."""

    environ: Mapping[str, str] = field(default_factory=dict)
    """NO_COLOR, COLORTERM, TERM and the locale count."""
    answers: Answers = field(default_factory=Answers)

    def question(self, *, colors: bool, characters: bool) -> bytes:
        """What is to be asked, of what is wanted: what the environment does not say.

        Args:
            colors: Whether it matters how many colors there are.
            characters: Whether it matters which characters are shown.
        """
        if self.term in _NO_TERMS:
            return b""
        return questions(
            colors=colors and _by_environ(self.environ) is None,
            characters=characters and is_unicode(self.environ) is not False,
        )

    @property
    def term(self) -> str:
        """Which kind it says it is."""
        return self.environ.get("TERM", "").lower()

    def mode(self, wanted: str) -> ColorMode:
        """How many colors to use.

        Args:
            wanted: What the person chose: "256", "16", "none", or "auto" to look at the terminal.
        """
        match wanted:
            case "256" | "16" | "none":
                return wanted
        return self.colors[0]

    @property
    def colors(self) -> tuple[ColorMode, str]:
        """How many colors it has, and how that is known.

        The environment goes first, then what it answered; else 16, which nearly all have.
        """
        found = _by_environ(self.environ)
        if found is not None:
            return found
        if self.answers.colors:
            return ("256" if self.answers.colors >= 256 else "16"), N_("its answer")
        return "16", N_("nobody")

    @property
    def characters(self) -> tuple[Characters, str]:
        """Which characters it shows, and how that is known.

        The locale goes first; what it answered can say otherwise of a locale that is UTF-8.
        """
        said, widths = is_unicode(self.environ), self.answers.widths
        if said is False:
            return "ascii", N_("the locale")
        if widths and widths[0] != 1:
            return "ascii", N_("its answer")
        if widths:
            return ("unicode" if widths[1] == 1 else "narrow"), N_("its answer")
        return ("unicode", N_("the locale")) if said else ("ascii", N_("nobody"))


def _by_environ(environ: Mapping[str, str]) -> tuple[ColorMode, str] | None:
    """How many colors there are and which variable says so; None where none says.

    Source: no-color.org for NO_COLOR, which counts when it is set and not empty.
    """
    if environ.get("NO_COLOR"):
        return "none", "NO_COLOR"
    term = environ.get("TERM", "").lower()
    if term in _NO_TERMS:
        return "none", "TERM"
    if environ.get("COLORTERM"):
        return "256", "COLORTERM"
    if any(word in term for word in (*_FULL, *_FULL_TERMS)):
        return "256", "TERM"
    if term.endswith(("-mono", "-m")):
        return "none", "TERM"
    if term.partition("-")[0] in _FEW_TERMS:
        return "16", "TERM"
    return None


def is_unicode(environ: Mapping[str, str]) -> bool | None:
    """Whether the locale is UTF-8; None where none is set.

    The first of LC_ALL, LC_CTYPE and LANG that is set decides.

    Source: POSIX, "Environment Variables", for the order; PEP 538 for the LC_CTYPE that Python
    itself puts in when the locale is C, and which says nothing about the terminal.
    """
    is_bare = environ.get("LANG", "") in ("", "C", "POSIX")
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        value = environ.get(name)
        if value and not (name == "LC_CTYPE" and is_bare and value in _COERCED):
            return "utf" in value.lower()
    return None


def encoding_of(environ: Mapping[str, str], stream: str | None, wanted: str = "auto") -> str:
    """In what to write lines.

    Args:
        environ: The environment. Python writes UTF-8 where the locale says nothing, which tells
            nothing about the terminal.
        stream: The encoding of the stream that is written to; None if it has none.
        wanted: What the person chose: "unicode", "ascii", or "auto" to look at the locale.
    """
    if stream is None or wanted == "ascii":
        return "ascii"
    is_utf = codecs.lookup(stream).name == "utf-8"
    return "ascii" if wanted == "auto" and is_utf and not is_unicode(environ) else stream


_COERCED = ("C.UTF-8", "C.utf8", "UTF-8")
