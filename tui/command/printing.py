"""Lines in the language and with the characters that a person has.

Imported by the commands that print such lines, once they run.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable

from tui import language
from tui.ascii import encoded_text
from tui.command.own import settings_file
from tui.lines import printable
from tui.settings import load
from tui.terminal import encoding_of


def print_lines(chosen: argparse.Namespace, lines: Iterable[str]) -> None:
    """Print lines; the language is spoken before the first is asked for."""
    encoding = speak(chosen)
    for line in lines:
        print(encoded_text(printable(line), encoding).rstrip())


def speak(chosen: argparse.Namespace) -> str:
    """Speak the language that a person wants, in lines; the encoding to write them in."""
    settings = load(settings_file())
    characters = "ascii" if getattr(chosen, "ascii", False) else settings.characters
    encoding = encoding_of(os.environ, getattr(sys.stdout, "encoding", None), characters)
    wished = getattr(chosen, "language", None) or settings.language
    language.speak_in(language.chosen(wished, os.environ), encoding)
    return encoding
