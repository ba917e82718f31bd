"""The command `parlour`: arguments in, an exit status out; what goes wrong is told in one line.

`_parser` lists all commands. What each does, and its options, stand in the module for its subject:
`playing`, `games`, `records`, `house`, `bench`, `bots`.

Nothing is imported before it is known to be needed: Textual reads the environment when it is
imported, and the small commands answer at once. So commands import what they need once they run,
`program` and `printing` of this package included.
"""

from __future__ import annotations

import argparse
import errno
import io
import os
import sys
from collections.abc import Callable, Sequence

from core.errors import GameError, UnknownGame
from core.language.problems import DefinitionError
from tui.command import bench, bots, games, house, playing, records
from tui.command.own import find_own
from tui.command.parser import Parser, Version, look_options
from tui.command.status import INTERRUPTED, PIPE_CLOSED, USAGE

EXAMPLES = """\
examples:
  parlour                                the lobby
  parlour play oust                      a game against a bot
  parlour play oust:size-6 --with bot:8  on a smaller board, against the strongest bot
  parlour play nibble --with person      two people at this keyboard
  parlour rules rive | less              read the rules
  parlour check my-game.yaml             what is wrong with a game file
  parlour --plain                        the same games, a line at a time
"""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and exit with its status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # What the locale cannot show is told by its number.
            stream.reconfigure(errors="backslashreplace")
    try:
        sys.exit(_flushed(_status(arguments)))
    except BrokenPipeError:
        _drop_output()
        sys.exit(PIPE_CLOSED)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except OSError as error:
        _drop_output()
        print(f"parlour: {_reason(error)}", file=sys.stderr)
        sys.exit(1)


def _status(arguments: Sequence[str] | None) -> int:
    """The exit status, however the command ends: help and wrong usage exit by themselves."""
    try:
        return run(arguments)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0


def _flushed(status: int) -> int:
    """The exit status once everything has been written.

    Raises:
        OSError: It cannot be written.
    """
    if sys.stdout is not None:
        sys.stdout.flush()
    elif not status:
        raise OSError(errno.EBADF, "standard output is closed")
    return status


def _drop_output() -> None:
    """Forget what could not be written, or Python would try again at its very end."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _reason(error: OSError) -> str:
    told = error.strerror or str(error) or type(error).__name__
    return f"{told}: {error.filename}" if error.filename else told


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit status."""
    parser = _parser()
    chosen, unknown = parser.parse_known_args(arguments)
    if unknown:
        chosen.parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    try:
        find_own(chosen)
        return int(chosen.run(chosen))
    except UnknownGame as error:
        print(f"parlour: {error}", file=sys.stderr)
        return USAGE
    except GameError as error:
        told = error.render() if isinstance(error, DefinitionError) else f"parlour: {error}"
        print(told, file=sys.stderr)
        return 1
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        print(f"parlour: {_reason(error)}", file=sys.stderr)
        return 1


def _parser() -> Parser:
    """All commands, in the order of the help."""
    parser = Parser(
        prog="parlour",
        description="A parlour of abstract board games in the terminal.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=Version, nargs=0, help="show the version and exit")
    look_options(parser)
    parser.set_defaults(run=playing.lobby, parser=parser)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")

    def command(
        name: str,
        help: str,
        run: Callable[[argparse.Namespace], int],
        options: Callable[[Parser], None] = lambda _: None,
    ) -> None:
        made = commands.add_parser(name, help=help, description=help, allow_abbrev=False)
        made.set_defaults(run=run, parser=made)
        options(made)

    command("play", "go straight to a table", playing.play, playing.play_options)
    command("games", "all games and variants, one a line", games.games, games.games_options)
    command("rules", "the rules of a game", games.rules, games.rules_options)
    command("check", "what is wrong with game files", games.check, games.check_options)
    command(
        "upgrade", "write game files in the present words", games.upgrade, games.upgrade_options
    )
    command(
        "export",
        "write a match as a record, a picture or a recording",
        records.export,
        records.export_options,
    )
    command(
        "import",
        "keep the match of a record among the others",
        records.import_,
        records.import_options,
    )
    command("replay", "look through a match or a record", playing.replay, playing.replay_options)
    command("serve", "open a house where people meet over SSH", house.serve, house.serve_options)
    command(
        "visit",
        "a session in a house, for OpenSSH's ForceCommand",
        house.visit,
        house.visit_options,
    )
    command("house", "look after a house that is open", house.house, house.house_options)
    command(
        "ratings",
        "who is how strong, by rated games among persons",
        records.ratings,
        records.ratings_options,
    )
    command("schema", "a JSON Schema of game files, for editors", games.schema)
    command("keys", "the keys as they are now, as a file to change them by", games.keys)
    command("perft", "count the positions after so many steps", games.perft, games.perft_options)
    command("bench", "how fast this machine plays", bench.bench, bench.bench_options)
    command("train", "let a bot learn a game by playing itself", bots.train, bots.train_options)
    command("gtp", "a bot for programs that speak the Go Text Protocol", bots.gtp, bots.gtp_options)
    command(
        "arena",
        "bots against each other: who is stronger, how the game is",
        bots.arena,
        bots.arena_options,
    )
    return parser
