"""How arguments are read, and the options that several commands share."""

from __future__ import annotations

import argparse
import sys
from difflib import get_close_matches
from typing import NoReturn

from tui.command.status import USAGE


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, with the nearest right word."""

    def error(self, message: str) -> NoReturn:
        """One line on standard error, then exit."""
        words = message
        if "invalid choice: " in message and "(choose from " in message:
            head, _, rest = message.partition(" (choose from ")
            wrong = head.rpartition("invalid choice: ")[2].strip("'")
            known = [word.strip(" '") for word in rest.rstrip(")").split(",")]
            near = get_close_matches(wrong, known, 1)
            kind = "command" if "COMMAND" in head else head.partition(":")[0].split()[-1]
            words = f"there is no {kind} {wrong!r}; " + (
                f"did you mean {near[0]!r}?" if near else f"choose {', '.join(known)}"
            )
        if "unrecognized arguments: " in message:
            wrong = message.partition(": ")[2].split()[0]
            near = get_close_matches(wrong, list(self._option_string_actions), 1)
            hint = f"did you mean {near[0]!r}?" if near else f"see {self.prog} --help"
            words = f"{wrong!r} is not understood here; {hint}"
        print(f"{self.prog}: {words}", file=sys.stderr)
        sys.exit(USAGE)


class Version(argparse.Action):
    """Says which version this is."""

    def __call__(self, *_: object) -> NoReturn:
        """Say it and exit."""
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"parlour {version('parlour')}")
        except PackageNotFoundError:
            print("parlour (not installed)")
        sys.exit(0)


def look_options(parser: Parser) -> None:
    """How the program looks and speaks, and where it keeps matches."""
    parser.add_argument(
        "--color", choices=("auto", "256", "16", "none"), default=argparse.SUPPRESS,
        help="how many colors to use; default auto",
    )  # fmt: skip
    parser.add_argument(
        "--ascii", action="store_true", default=argparse.SUPPRESS, help="plain ASCII only"
    )
    parser.add_argument(
        "--plain", action="store_true", default=argparse.SUPPRESS,
        help="line mode: a command and an answer at a time, for screen readers and scripts",
    )  # fmt: skip
    store_option(parser)
    language_option(parser)


def store_option(parser: Parser) -> None:
    """Where matches are kept; `own.store_address` tells what was asked for."""
    parser.add_argument(
        "--store", metavar="ADDRESS", default=argparse.SUPPRESS,
        help="where matches are kept: a file or postgresql://...; also $PARLOUR_STORE",
    )  # fmt: skip


def language_option(parser: Parser) -> None:
    """What language to speak."""
    parser.add_argument(
        "--language", choices=("en", "pt", "id", "ro", "ko"), default=argparse.SUPPRESS,
        help="of the screens and of games; default that of the settings, or of the locale",
    )  # fmt: skip


def record_game_option(parser: Parser) -> None:
    """What game a record is of."""
    parser.add_argument("--game", help="the game, such as reversi:6x6; default what the file says")
