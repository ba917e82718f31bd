"""The commands that open the program: `parlour` itself, `parlour play`, `parlour replay`."""

from __future__ import annotations

import argparse
import random
import time

from core.errors import GameError
from tui.command.parser import Parser, look_options, record_game_option


def lobby(chosen: argparse.Namespace) -> int:
    """Open the lobby."""
    from tui.command.program import show

    return show(chosen, lambda _: None)


def play_options(parser: Parser) -> None:
    """The options of `parlour play`."""
    parser.add_argument("game", help="such as oust, oust:size-6, nibble:hexagon or a file")
    parser.add_argument(
        "--with", dest="others", action="append", metavar="WHO",
        help="person, or bot:1 (the weakest) to bot:8, bot:time:2s for two seconds a step, "
        "bot:time:2s+ponder to think on your time too, or \"gtp:COMMAND\" for a program "
        "that speaks the Go Text Protocol; default bot:1; again for a third player",
    )  # fmt: skip
    parser.add_argument(
        "--first", default="1", metavar="N",
        help="who begins: you (1), another (2, ...), or by lot (lot); default 1",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, help="a number that decides the deal")
    parser.add_argument(
        "--clock", default="", metavar="PACE",
        help="minutes and seconds added a turn, such as 5+3; default none",
    )  # fmt: skip
    look_options(parser)


def play(chosen: argparse.Namespace) -> int:
    """Go straight to a table."""
    from core import catalog
    from core.match.clock import pace
    from core.match.session import Session
    from tui.command.program import show
    from tui.seating import PERSON, chair, commands, firsts
    from tui.setup import begun

    try:
        others = [chair(other) for other in chosen.others or ()]
        if chosen.clock:
            pace(chosen.clock)
    except GameError as error:
        chosen.parser.error(str(error))
    game = catalog.load(chosen.game)
    known = firsts(len(game.definition.players))
    if len(others) >= len(game.definition.players):
        chosen.parser.error(f"{game.name} is for {len(game.definition.players)} players")
    if chosen.first not in known:
        chosen.parser.error(f"there is no --first {chosen.first!r}; choose {', '.join(known)}")

    def session(chance: random.Random) -> Session:
        now = time.time_ns() // 1_000_000
        chairs = (PERSON, *others)
        return begun(game, chairs, chosen.first, chance, chosen.seed, chosen.clock, now)

    return show(chosen, session, commands(others))


def replay_options(parser: Parser) -> None:
    """The options of `parlour replay`."""
    parser.add_argument(
        "match", metavar="MATCH",
        help="the name of a match that is kept, or a record in any format; - is standard input",
    )  # fmt: skip
    record_game_option(parser)
    look_options(parser)


def replay(chosen: argparse.Namespace) -> int:
    """Look through a match or a record."""
    from tui import recording
    from tui.command.printing import print_lines
    from tui.command.program import is_plain, library, show

    with library(chosen) as matches:
        record = recording.found(chosen.match, matches, chosen.game)
    if is_plain(chosen):
        print_lines(chosen, recording.told(record))
        return 0
    return show(chosen, lambda _: record)
