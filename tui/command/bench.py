"""`parlour bench`: how fast this machine plays."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

from tui.command.parser import Parser


def bench_options(parser: Parser) -> None:
    """The options of `parlour bench`."""
    parser.add_argument(
        "games", nargs="*", metavar="GAME",
        help="default: those with the largest boards; or house, or store for lists of matches",
    )  # fmt: skip
    parser.add_argument(
        "--engine", action="store_true",
        help="native code and Python beside each other, compiling, perft and search; no screen",
    )  # fmt: skip
    parser.add_argument(
        "--against", action="append", default=[], metavar="[GAME=]PROGRAM",
        help="compare GAME, or the first, with openspiel:GAME or rust:MODULE, where installed",
    )  # fmt: skip
    parser.add_argument(
        "--sessions", type=int, nargs="+", metavar="N",
        help="with `bench house`: how many people at once; default 1 10 50 100 200",
    )  # fmt: skip
    parser.add_argument(
        "--seconds", type=float, default=10.0, help="with `bench house`: of each measure"
    )
    parser.add_argument(
        "--soak", type=_seconds, default=0.0, metavar="TIME",
        help="with `bench house`: let sessions come and go for so long, such as 90s or 10m, and "
        "see what is left of them; without --sessions, nothing else",
    )  # fmt: skip


def _seconds(text: str) -> float:
    """A time that somebody typed: 90, 90s or 10m."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([sm]?)", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"should be a time such as 90s or 10m, not {text!r}")
    return float(found[1]) * (60 if found[2] == "m" else 1)


def bench(chosen: argparse.Namespace) -> int:
    """Print each measure as soon as it is taken."""
    for row in _rows(chosen):
        print(row, flush=True)
    return 0


def _rows(chosen: argparse.Namespace) -> Iterator[str]:
    """The report that was asked for."""
    if chosen.games == ["house"]:
        return _house(chosen)
    if chosen.games == ["store"]:
        from tui import shelves

        return shelves.report()
    return _games(chosen)


def _house(chosen: argparse.Namespace) -> Iterator[str]:
    from tui.house.bench import report

    counts = chosen.sessions or ([] if chosen.soak else [1, 10, 50, 100, 200])
    if min(counts, default=1) < 1 or chosen.seconds <= 0:
        chosen.parser.error("sessions and seconds begin at 1")
    return report(counts, chosen.seconds, chosen.soak)


def _games(chosen: argparse.Namespace) -> Iterator[str]:
    from core import catalog
    from tui import bench, speed

    engine = chosen.engine or chosen.against
    if engine and not chosen.games:
        chosen.parser.error("name the games to be measured")
    for name in chosen.games:
        catalog.load(name)
    return speed.report(chosen.games, chosen.against) if engine else bench.report(chosen.games)
