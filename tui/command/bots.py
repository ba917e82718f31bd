"""The commands for bots without people: `parlour train`, `gtp`, `arena`."""

from __future__ import annotations

import argparse
import io
import json
import os
import shlex
import sys
import time
from contextlib import closing
from pathlib import Path

from core.errors import GameError
from tui.command.own import found
from tui.command.parser import Parser
from tui.command.status import INTERRUPTED

EVEN = 0.5
"""Points a match of which none is stronger."""


def train_options(parser: Parser) -> None:
    """The options of `parlour train`."""
    parser.add_argument("game", help="such as reversi or oust:size-5")
    parser.add_argument(
        "--games", type=int, default=400, metavar="N", help="games in each round; default 400"
    )
    parser.add_argument(
        "--rounds", type=int, default=3, metavar="N",
        help="how often it plays with what it has learned before; default 3",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=0, help="decides the games; default 0")
    parser.add_argument(
        "--without", action="append", default=[], metavar="WORD",
        help="leave out of account what is called so in the file of weights, such as steps:"
        " counting them may take most of a bot's time, and may tell nothing new",
    )  # fmt: skip
    parser.add_argument(
        "--out", metavar="FILE", help="where to write; default: beside the game, where bots find it"
    )
    _jobs_option(parser)


def _jobs_option(parser: Parser) -> None:
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")


def train(chosen: argparse.Namespace) -> int:
    """Let a bot learn a game by playing itself."""
    from core import catalog
    from core.bots import training, weights

    if chosen.games < 1 or chosen.rounds < 1 or chosen.jobs < 1:
        chosen.parser.error("numbers of games, rounds and jobs begin at 1")
    game = catalog.load(chosen.game)
    file = Path(chosen.out) if chosen.out else weights.file_of(game)
    numbers = f"--games {chosen.games}"
    if chosen.rounds != training.ROUNDS:
        numbers += f" --rounds {chosen.rounds}"
    for word in chosen.without:
        numbers += f" --without {shlex.quote(word)}"
    command = f"parlour train {chosen.game} {numbers} --seed {chosen.seed}"
    learning = training.learned(
        game, chosen.games, chosen.seed, chosen.jobs, chosen.rounds, chosen.without
    )
    with closing(learning) as rounds:
        for one in rounds:
            print(one, flush=True)
            evaluation = one.evaluation
    if isinstance(one, training.Trial) and one.against < EVEN and not chosen.out:
        print("not written, as bots play worse with it: try more --games, or name a file by --out")
        return 1
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(weights.write(game, evaluation, command), "utf-8")
    print(f"written to {file}")
    return 0


def gtp_options(parser: Parser) -> None:
    """The options of `parlour gtp`."""
    parser.add_argument("game", help="such as reversi or hex:size-5")
    parser.add_argument("--level", default="3", help="1 (the weakest) to 8, or time:2s; default 3")
    parser.add_argument("--seed", type=int, help="a number that decides what the bot does")


def gtp(chosen: argparse.Namespace) -> int:
    """Be a bot for programs that speak the Go Text Protocol."""
    from core.bots.bot import strength
    from core.bots.gtp import Server

    _tell_slowness()
    server = Server(chosen.game, strength(chosen.level), chosen.seed, time.monotonic)
    for answer in server.answers(io.TextIOWrapper(sys.stdin.buffer, "utf-8", "replace")):
        print(answer, end="", flush=True)
    return 0


def arena_options(parser: Parser) -> None:
    """The options of `parlour arena`."""
    parser.add_argument("game", help="such as oust:size-4")
    parser.add_argument(
        "bots", nargs="*", metavar="BOT",
        help='bot:1 to bot:8, bot:time:2s, random or "gtp:COMMAND"; one for each player; '
        "more games with --levels",
    )  # fmt: skip
    parser.add_argument(
        "--levels", action="store_true", help="play each level of bots against the one below"
    )
    parser.add_argument(
        "--pair", type=int, action="append", metavar="LEVEL",
        help="with --levels: play only this level against the one below; again for more",
    )  # fmt: skip
    parser.add_argument("-n", dest="matches", type=int, default=100, help="matches; default 100")
    parser.add_argument(
        "--openings", type=int, default=2, metavar="STEPS",
        help="steps made at random first, the same for all sides of the bots; default 2",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=0, help="decides what happens; default 0")
    _jobs_option(parser)
    parser.add_argument("--format", choices=("text", "json", "markdown"), default="text")


def arena(chosen: argparse.Namespace) -> int:
    """Set bots against each other: who is stronger, how the game is."""
    if chosen.matches < 1 or chosen.jobs < 1 or chosen.openings < 0:
        chosen.parser.error("numbers of matches and jobs begin at 1, of opening steps at 0")
    _tell_slowness()
    if chosen.levels:
        return _levels(chosen)
    if not chosen.bots or chosen.pair or chosen.format == "markdown":
        chosen.parser.error(
            "--pair and --format markdown need --levels"
            if chosen.bots
            else "name the bots, or --levels"
        )
    return _contest(chosen)


def _contest(chosen: argparse.Namespace) -> int:
    """Play one game with the bots that were named."""
    from core.bots.arena import Contest, played
    from core.bots.report import Report

    bots, matches, status = tuple(chosen.bots), [], 0
    contest = Contest(chosen.game, bots, chosen.matches, chosen.openings, chosen.seed)
    try:
        with closing(played(contest, min(chosen.jobs, chosen.matches))) as going:
            for match in going:
                matches.append(match)
                _progress(f"{len(matches)} of {chosen.matches} matches")
    except KeyboardInterrupt:
        status = INTERRUPTED
    except GameError as error:
        if not matches:
            raise
        status = 1
        print(f"parlour: {error}", file=sys.stderr)
    _progress("")
    report = Report.of(contest, matches)
    print(json.dumps(report.as_json(), indent=2) if chosen.format == "json" else str(report))
    return status


def _levels(chosen: argparse.Namespace) -> int:
    """Play each level of bots against the one below, in each game that was named."""
    from core.bots.ladder import RUNGS, Rung, as_markdown, climbed

    games = [chosen.game, *map(found, chosen.bots)]
    pairs = chosen.pair or RUNGS
    if wrong := [one for one in pairs if one not in RUNGS]:
        chosen.parser.error(f"no level {wrong[0]} has one below; choose 2 to {RUNGS[-1]}")
    numbers = chosen.matches, chosen.openings, chosen.seed, chosen.jobs
    rungs: list[Rung] = []
    status, width = 0, max(map(len, games))
    with closing(climbed(games, pairs, *numbers)) as climbing:
        try:
            for rung in climbing:
                rungs.append(rung)
                _progress("" if chosen.format == "text" else f"{len(rungs)} pairs")
                if chosen.format == "text":
                    print(rung.line(width), flush=True)
        except KeyboardInterrupt:
            status = INTERRUPTED
    _progress("")
    if chosen.format == "markdown":
        print(as_markdown(rungs))
    elif chosen.format == "json":
        print(json.dumps([rung.as_json() for rung in rungs], indent=2))
    return status


def _tell_slowness() -> None:
    """Say it where bots take long to think."""
    from core.rules.native.compiler import unavailable

    if reason := unavailable():
        told = f"parlour: bots think a hundred times as slowly here: {reason}"
        print(told, file=sys.stderr)


def _progress(words: str) -> None:
    """Show how far a long command has come, in place of what was shown before."""
    if sys.stderr is not None and sys.stderr.isatty():
        print(f"\r\x1b[K{words}", end="", file=sys.stderr, flush=True)
