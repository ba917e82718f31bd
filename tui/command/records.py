"""The commands about matches that are kept: `parlour export`, `import`, `ratings`."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from tui.command.parser import Parser, record_game_option, store_option

FORMATS = ("text", "sgf", "ggf", "transcript", "passes", "abstractplay")
"""Formats of records; "passes" is a transcript that tells passes too."""
SCREENS = ("svg", "asciicast")
"""Formats that show the screen: a picture of one moment, a recording of all."""


def export_options(parser: Parser) -> None:
    """The options of `parlour export`."""
    parser.add_argument("match", help="the name of a match that is kept, or a file")
    parser.add_argument("--format", choices=(*FORMATS, *SCREENS), help="default by -o, else text")
    parser.add_argument(
        "--at", type=int, metavar="N", help="of a picture: after so many steps; default the last"
    )
    parser.add_argument("-o", dest="output", metavar="FILE", help="default standard output")
    parser.add_argument("--force", action="store_true", help="write over a file that exists")
    record_game_option(parser)
    store_option(parser)


def export(chosen: argparse.Namespace) -> int:
    """Write a match as a record, a picture or a recording."""
    from core.errors import GameError
    from core.match.records.formats import FORMATS as known
    from core.match.records.formats import of_file
    from tui import recording
    from tui.command.program import home, library, prepare_textual

    suffix = Path(chosen.output or "").suffix.lower()
    shown = {".svg": "svg", ".cast": "asciicast"}.get(suffix, "")
    wanted = chosen.format or shown
    if chosen.at is not None and wanted != "svg":
        chosen.parser.error("--at is for pictures: --format svg")
    if chosen.output and Path(chosen.output).is_file() and not chosen.force:
        raise GameError(f"{chosen.output} exists; --force writes over it")
    named = of_file(chosen.output) if chosen.output else None
    if chosen.output and not (wanted or named) and suffix not in ("", ".txt"):
        raise GameError(f"no format is known by {suffix}: name one, as in --format text")
    with library(chosen) as matches:
        record = recording.found(chosen.match, matches, chosen.game)
    if wanted in SCREENS:
        count = len(record.session.steps)
        at = count if chosen.at is None else chosen.at
        if not 0 <= at <= count:
            chosen.parser.error(f"there is no step {at}; choose 0 to {count}")
        prepare_textual()
        from tui import unseen

        picture = wanted == "svg"
        text = unseen.picture(record, at, home()) if picture else unseen.recording(record, home())
    else:
        format = known[wanted] if wanted else named or known["text"]
        text = recording.written(record, format, time.time_ns() // 1_000_000)
    if chosen.output:
        Path(chosen.output).write_text(text, encoding="utf-8")
    else:
        print(text, end="")
    return 0


def import_options(parser: Parser) -> None:
    """The options of `parlour import`."""
    parser.add_argument("file", metavar="FILE", help="a record in any format; - is standard input")
    record_game_option(parser)
    parser.add_argument(
        "--part", action="store_true", help="keep what can be read of a faulty record"
    )
    store_option(parser)


def import_(chosen: argparse.Namespace) -> int:
    """Keep the match of a record among the others."""
    from tui import recording
    from tui.command.program import library

    record = recording.read(chosen.file, chosen.game, part=chosen.part)
    with library(chosen) as matches:
        print(recording.kept(record, matches, time.time_ns() // 1_000_000))
    return 0


def ratings_options(parser: Parser) -> None:
    """The options of `parlour ratings`."""
    parser.add_argument("game", nargs="?", help="such as reversi:6x6; default all")
    store_option(parser)


def ratings(chosen: argparse.Namespace) -> int:
    """Tell who is how strong, by rated games among persons."""
    from tui.command.program import library
    from tui.ratings import rating_lines

    with library(chosen) as matches:
        for line in rating_lines(matches, chosen.game, time.time_ns() // 1_000_000):
            print(line)
    return 0
