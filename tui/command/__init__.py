"""The command `parlour`: arguments in, an exit status out.

Nothing is imported before it is known to be needed: Textual reads the environment when it is
imported, and the small commands answer at once.
"""

from __future__ import annotations

import argparse
import errno
import io
import json
import os
import random
import re
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import NoReturn

from core.errors import GameError, UnknownGame
from core.language.problems import Problem
from tui.house import command as house_commands

USAGE = 2
"""Exit status for a command that makes no sense."""
FORMATS = ("text", "sgf", "ggf", "transcript", "passes", "abstractplay")
"""Formats of records; "passes" is a transcript that tells passes too."""
SCREENS = ("svg", "asciicast")
"""Formats that show the screen: a picture of one moment, a recording of all."""
GAME_OF_FILE = "the game, such as reversi:6x6; default what the file says"
LONGEST = 1 << 20
"""Bytes of a file of which lines are shown."""
INTERRUPTED = 130
"""Exit status after Ctrl+C."""
PIPE_CLOSED = 141
"""Exit status when whoever read the output has gone, as shells report it."""

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
    told = error.strerror or str(error)
    return f"{told}: {error.filename}" if error.filename else told


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit status."""
    parser = _parser()
    chosen, unknown = parser.parse_known_args(arguments)
    if unknown:
        chosen.parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    try:
        _find_own(chosen)
        return int(chosen.run(chosen))
    except UnknownGame as error:
        print(f"parlour: {error}", file=sys.stderr)
        return USAGE
    except GameError as error:
        from core.language.problems import DefinitionError

        told = error.render() if isinstance(error, DefinitionError) else f"parlour: {error}"
        print(told, file=sys.stderr)
        return 1
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        print(f"parlour: {_reason(error)}", file=sys.stderr)
        return 1


def _parser() -> Parser:
    parser = Parser(
        prog="parlour",
        description="A parlour of abstract board games in the terminal.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=Version, nargs=0, help="show the version and exit")
    _look_options(parser)
    parser.set_defaults(run=_lobby, parser=parser)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")

    def command(name: str, help: str, run: Callable[[argparse.Namespace], int]) -> Parser:
        made: Parser = commands.add_parser(name, help=help, description=help, allow_abbrev=False)
        made.set_defaults(run=run, parser=made)
        return made

    play = command("play", "go straight to a table", _play)
    play.add_argument("game", help="such as oust, oust:size-6, nibble:hexagon or a file")
    play.add_argument(
        "--with", dest="others", action="append", metavar="WHO",
        help="person, or bot:1 (the weakest) to bot:8, bot:time:2s for two seconds a step, "
        "bot:time:2s+ponder to think on your time too, or \"gtp:COMMAND\" for a program "
        "that speaks the Go Text Protocol; default bot:1; again for a third player",
    )  # fmt: skip
    play.add_argument(
        "--first", default="1", metavar="N",
        help="who begins: you (1), another (2, ...), or by lot (lot); default 1",
    )  # fmt: skip
    play.add_argument("--seed", type=int, help="a number that decides the deal")
    play.add_argument(
        "--clock", default="", metavar="PACE",
        help="minutes and seconds added a turn, such as 5+3; default none",
    )  # fmt: skip
    _look_options(play)

    games = command("games", "all games and variants, one a line", _games)
    games.add_argument("--format", choices=("text", "json"), default="text")

    rules = command("rules", "the rules of a game", _rules)
    rules.add_argument("game", help="such as oust")
    _language_option(rules)
    rules.add_argument(
        "--expanded", action="store_true",
        help="print the definition instead, as YAML, with its variant merged in",
    )  # fmt: skip

    check = command("check", "what is wrong with game files", _check)
    check.add_argument("files", nargs="+", metavar="FILE", help="a .yaml file")
    check.add_argument("--format", choices=("text", "json"), default="text")
    check.add_argument(
        "--play", type=int, default=0, metavar="N",
        help="play N random games of every variant too, and say how they went",
    )  # fmt: skip
    check.add_argument("--seed", type=int, default=0, help="decides the random games; default 0")

    upgrade = command("upgrade", "write game files in the present words", _upgrade)
    upgrade.add_argument("files", nargs="+", metavar="FILE", help="a .yaml file")
    upgrade.add_argument("--check", action="store_true", help="say what would change, only")

    export = command("export", "write a match as a record, a picture or a recording", _export)
    export.add_argument("match", help="the name of a match that is kept, or a file")
    export.add_argument("--format", choices=(*FORMATS, *SCREENS), help="default by -o, else text")
    export.add_argument(
        "--at", type=int, metavar="N", help="of a picture: after so many steps; default the last"
    )
    export.add_argument("-o", dest="output", metavar="FILE", help="default standard output")
    export.add_argument("--game", help=GAME_OF_FILE)
    _store_option(export)

    take_in = command("import", "keep the match of a record among the others", _import)
    take_in.add_argument("file", metavar="FILE", help="a record in any format; - is standard input")
    take_in.add_argument("--game", help=GAME_OF_FILE)
    take_in.add_argument(
        "--part", action="store_true", help="keep what can be read of a faulty record"
    )
    _store_option(take_in)

    replay = command("replay", "look through a match or a record", _replay)
    replay.add_argument(
        "match", metavar="MATCH",
        help="the name of a match that is kept, or a record in any format; - is standard input",
    )  # fmt: skip
    replay.add_argument("--game", help=GAME_OF_FILE)
    _look_options(replay)

    house_commands.add_to(command)

    ratings = command("ratings", "who is how strong, by rated games among persons", _ratings)
    ratings.add_argument("game", nargs="?", help="such as reversi:6x6; default all")
    _store_option(ratings)

    command("schema", "a JSON Schema of game files, for editors", _schema)

    command("keys", "the keys as they are now, as a file to change them by", _keys)

    perft = command("perft", "count the positions after so many steps", _perft)
    perft.add_argument("game", help="such as oust:size-3+no-pie")
    perft.add_argument("depth", type=int, help="steps")

    bench = command("bench", "how fast this machine plays", _bench)
    bench.add_argument(
        "games",
        nargs="*",
        metavar="GAME",
        help="default: those with the largest boards; or house, or store for lists of matches",
    )
    bench.add_argument(
        "--engine",
        action="store_true",
        help="native code and Python beside each other, compiling, perft and search; no screen",
    )
    bench.add_argument(
        "--against",
        action="append",
        default=[],
        metavar="PROGRAM",
        help="compare the first GAME with openspiel:GAME or rust:MODULE, where installed",
    )

    train = command("train", "let a bot learn a game by playing itself", _train)
    train.add_argument("game", help="such as reversi or oust:size-5")
    train.add_argument(
        "--games", type=int, default=400, metavar="N", help="games in each of 3 rounds; default 400"
    )
    train.add_argument("--seed", type=int, default=0, help="decides the games; default 0")
    train.add_argument(
        "--out", metavar="FILE", help="where to write; default: beside the game, where bots find it"
    )
    train.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")

    bench.add_argument(
        "--sessions", type=int, nargs="+", metavar="N",
        help="with `bench house`: how many people at once; default 1 10 50 100 200",
    )  # fmt: skip
    bench.add_argument(
        "--seconds", type=float, default=10.0, help="with `bench house`: of each measure"
    )
    bench.add_argument(
        "--soak", type=_seconds, default=0.0, metavar="TIME",
        help="with `bench house`: let sessions come and go for so long, such as 90s or 10m, and "
        "see what is left of them; without --sessions, nothing else",
    )  # fmt: skip

    gtp = command("gtp", "a bot for programs that speak the Go Text Protocol", _gtp)
    gtp.add_argument("game", help="such as reversi or hex:size-5")
    gtp.add_argument("--level", default="3", help="1 (the weakest) to 8, or time:2s; default 3")
    gtp.add_argument("--seed", type=int, help="a number that decides what the bot does")

    arena = command("arena", "bots against each other: who is stronger, how the game is", _arena)
    arena.add_argument("game", help="such as oust:size-4")
    arena.add_argument(
        "bots", nargs="*", metavar="BOT",
        help='bot:1 to bot:8, bot:time:2s, random or "gtp:COMMAND"; one for each player; '
        "more games with --levels",
    )  # fmt: skip
    arena.add_argument(
        "--levels", action="store_true", help="play each level of bots against the one below"
    )
    arena.add_argument(
        "--pair", type=int, action="append", metavar="LEVEL",
        help="with --levels: play only this level against the one below; again for more",
    )  # fmt: skip
    arena.add_argument("-n", dest="matches", type=int, default=100, help="matches; default 100")
    arena.add_argument(
        "--openings", type=int, default=2, metavar="STEPS",
        help="steps made at random first, the same for all sides of the bots; default 2",
    )  # fmt: skip
    arena.add_argument("--seed", type=int, default=0, help="decides what happens; default 0")
    arena.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    arena.add_argument("--format", choices=("text", "json", "markdown"), default="text")
    return parser


def _look_options(parser: Parser) -> None:
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
    _store_option(parser)
    _language_option(parser)


def _store_option(parser: Parser) -> None:
    parser.add_argument(
        "--store", metavar="ADDRESS", default=argparse.SUPPRESS,
        help="where matches are kept: a file or postgresql://...; also $PARLOUR_STORE",
    )  # fmt: skip


def _store(chosen: argparse.Namespace) -> str:
    """The address of the store that was asked for; "" is the usual one."""
    return getattr(chosen, "store", "") or os.environ.get("PARLOUR_STORE", "")


def _language_option(parser: Parser) -> None:
    parser.add_argument(
        "--language", choices=("en", "pt", "id", "ro", "ko"), default=argparse.SUPPRESS,
        help="of the screens and of games; default that of the settings, or of the locale",
    )  # fmt: skip


def _lobby(chosen: argparse.Namespace) -> int:
    return _show(chosen, lambda _: None)


def _play(chosen: argparse.Namespace) -> int:
    from core import catalog
    from core.match.clock import pace
    from core.match.session import Session
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

    return _show(chosen, session, commands(others))


def _find_own(chosen: argparse.Namespace) -> None:
    """Put the files of a person's own games in place of their names."""
    if getattr(chosen, "game", None) is not None:
        chosen.game = _found(chosen.game)


def _found(name: str) -> str:
    """A game as the catalog knows it; a person's own game by its path."""
    from core import catalog

    game, colon, variants = name.partition(":")
    if game and game not in catalog.names() and Path(game).name == game:
        file = _own_games() / f"{game}.yaml"
        if file.is_file():
            return f"{file}{colon}{variants}"
    return name


def _own_games() -> Path:
    """The folder of a person's own games."""
    import platformdirs

    return Path(platformdirs.user_data_dir("parlour")) / "games"


def _settings_file() -> Path:
    import platformdirs

    return Path(platformdirs.user_config_dir("parlour")) / "settings.yaml"


def _games(chosen: argparse.Namespace) -> int:
    from core import catalog
    from core.language.problems import DefinitionError

    rows = []
    own = [Path(file).stem for file in catalog.names_in(_own_games())]
    for name in (*catalog.names(), *(name for name in own if name not in catalog.names())):
        try:
            definition = catalog.definition(_found(name))
        except DefinitionError as error:
            rows.append((name, name, f"has faults: {error.problems[0].message}", True))
            continue
        info = definition.info
        texts = definition.text.get("en", {})
        rows.append((name, info.name, texts.get("summary") or info.summary, True))
        for variant in definition.variants:
            words = texts.get(f"variants.{variant.id}") or variant.name
            rows.append((f"{name}:{variant.id}", info.name, words, variant.default))
    if chosen.format == "json":
        keys = ("id", "name", "text", "default")
        print(json.dumps([dict(zip(keys, row, strict=True)) for row in rows], indent=2))
        return 0
    width = max((len(row[0]) for row in rows), default=0)
    for id, _, words, usual in rows:
        print(f"{id:<{width}}  {words}{' (usual)' if usual and ':' in id else ''}")
    return 0


def _export(chosen: argparse.Namespace) -> int:
    from core.match.records.formats import FORMATS as known
    from core.match.records.formats import of_file
    from tui import recording
    from tui.world import Home, library_of

    suffix = Path(chosen.output or "").suffix.lower()
    shown = {".svg": "svg", ".cast": "asciicast"}.get(suffix, "")
    wanted = chosen.format or shown
    if chosen.at is not None and wanted != "svg":
        chosen.parser.error("--at is for pictures: --format svg")
    named = of_file(chosen.output) if chosen.output else None
    with closing(library_of(Home.usual(_own_games()), _store(chosen))) as library:
        record = recording.found(chosen.match, library, chosen.game)
    if wanted in SCREENS:
        count = len(record.session.steps)
        at = count if chosen.at is None else chosen.at
        if not 0 <= at <= count:
            chosen.parser.error(f"there is no step {at}; choose 0 to {count}")
        _prepare_textual()
        from tui import unseen

        home = Home.usual(_own_games())
        text = (
            unseen.picture(record, at, home) if wanted == "svg" else unseen.recording(record, home)
        )
    else:
        format = known[wanted] if wanted else named or known["text"]
        if format.name == "abstractplay":  # which must have dates
            record = recording.dated(record, time.time_ns() // 1_000_000)
        text = format.write(record)
    if chosen.output:
        Path(chosen.output).write_text(text, encoding="utf-8")
    else:
        print(text, end="")
    return 0


def _import(chosen: argparse.Namespace) -> int:
    from tui import recording
    from tui.world import Home, library_of

    record = recording.read(chosen.file, chosen.game, part=chosen.part)
    with closing(library_of(Home.usual(_own_games()), _store(chosen))) as library:
        print(recording.kept(record, library, time.time_ns() // 1_000_000))
    return 0


def _replay(chosen: argparse.Namespace) -> int:
    from tui import recording
    from tui.world import Home, library_of

    with closing(library_of(Home.usual(_own_games()), _store(chosen))) as library:
        record = recording.found(chosen.match, library, chosen.game)
    if _is_plain(chosen):
        _print_lines(chosen, recording.told(record))
        return 0
    return _show(chosen, lambda _: record)


def _ratings(chosen: argparse.Namespace) -> int:
    from core.store.ratings import ladders
    from tui.lines import printable
    from tui.world import Home, library_of

    with closing(library_of(Home.usual(_own_games()), _store(chosen))) as library:
        found = ladders(library, time.time_ns() // 1_000_000)
    wanted = [one for one in found if chosen.game in (None, one.game)]
    for ladder in wanted:
        print(ladder.game)
        width = max(len(printable(name)) for name, _ in ladder.places)
        for place, (name, one) in enumerate(ladder.places, start=1):
            unsure = "" if one.is_sure else "?"
            number = f"{one.rating:.0f}{unsure}"
            told = f"{place:>3} {printable(name):<{width}}  {number:<5} +-{2 * one.deviation:.0f}"
            print(f"{told}  {one.matches} matches")
    if not wanted:
        print("no rated match has been finished" + (f" of {chosen.game}" if chosen.game else ""))
    return 0


def _rules(chosen: argparse.Namespace) -> int:
    from core import catalog
    from core.language.expand import expand
    from tui.language import said
    from tui.lines import plain
    from tui.rules import rules_lines

    definition = catalog.definition(chosen.game)
    if chosen.expanded:
        print(expand(*catalog.split(chosen.game)), end="")
        return 0
    columns = min(shutil.get_terminal_size((76, 24)).columns, 76)

    def lines() -> Iterator[str]:
        yield said(definition.name)
        yield ""
        yield from map(plain, rules_lines(definition, columns, ids=True))

    _print_lines(chosen, lines())
    return 0


def _print_lines(chosen: argparse.Namespace, lines: Iterable[str]) -> None:
    """Print lines in the language and with the characters that a person has."""
    from tui.ascii import encoded_text
    from tui.lines import printable

    encoding = _speak(chosen)
    for line in lines:
        print(encoded_text(printable(line), encoding).rstrip())


def _speak(chosen: argparse.Namespace) -> str:
    """Speak the language that a person wants, in lines; the encoding to write them in."""
    from tui import language
    from tui.settings import load
    from tui.terminal import encoding_of

    settings = load(_settings_file())
    characters = "ascii" if getattr(chosen, "ascii", False) else settings.characters
    encoding = encoding_of(os.environ, getattr(sys.stdout, "encoding", None), characters)
    wished = getattr(chosen, "language", None) or settings.language
    language.speak_in(language.chosen(wished, os.environ), encoding)
    return encoding


def _check(chosen: argparse.Namespace) -> int:
    from core.bots.weights import faults
    from core.language.load import check_file
    from core.rules.trial import Trial, try_out_files

    if chosen.play < 0:
        chosen.parser.error("the number of games cannot be negative")
    problems: list[Problem] = []
    trials: list[Trial] = []
    playable: list[Path] = []
    for file in map(Path, chosen.files):
        found = check_file(file)
        problems += found
        if not any(problem.severity == "error" for problem in found):
            playable.append(file)
    if chosen.play:
        trials += try_out_files(playable, chosen.play, chosen.seed)
        problems += [finding for trial in trials for finding in trial.findings]
    if chosen.format == "json":
        told: object = [problem.as_json() for problem in problems]
        if chosen.play:
            told = {"problems": told, "trials": [trial.as_json() for trial in trials]}
        print(json.dumps(told, indent=2))
    else:
        _tell(problems)
        for file in playable:
            for told in faults(file):
                print(told)
        for trial in trials:
            print(trial.summary())
        if chosen.play:
            for file in playable:
                print(_back_end(file))
    return 1 if any(problem.severity == "error" for problem in problems) else 0


def _back_end(file: Path) -> str:
    """Which back end plays a game, and why."""
    from core import catalog

    game = catalog.load(str(file))
    if game.native is None:
        return f"{game.name}: bots play in Python: {game.native_fault}"
    return f"{game.name}: bots play in native code"


def _upgrade(chosen: argparse.Namespace) -> int:
    from core.language.problems import Problems
    from core.language.renames import outdated, rewrite

    problems, changed = Problems(), False
    for path in map(Path, chosen.files):
        for file, edits in outdated(path, problems).items():
            changed = True
            if not chosen.check:
                rewrite(file, edits)
            print(*edits, sep="\n")
    _tell(problems.all)
    return 1 if problems.failed or (chosen.check and changed) else 0


def _tell(problems: Sequence[Problem]) -> None:
    """Print problems with the lines that they are about."""
    sources: dict[str, str] = {}
    for problem in problems:
        if problem.file not in sources:
            sources[problem.file] = _text(Path(problem.file))
        source = sources[problem.file]
        print(problem.render(source) if source else problem)


def _schema(_: argparse.Namespace) -> int:
    from core.language.schema import text

    print(text(), end="")
    return 0


def _keys(_: argparse.Namespace) -> int:
    from tui import keymap
    from tui.settings import keys_file

    file = keys_file(_settings_file())
    remapped, faults = keymap.load(file)
    for fault in faults:
        print(fault, file=sys.stderr)
    print(*keymap.written(remapped, file), sep="\n")
    return 1 if faults else 0


def _text(file: Path) -> str:
    """The text of an ordinary file, as much of it as a game file could be; "" of any other."""
    try:
        handle = os.open(file, os.O_RDONLY | os.O_NONBLOCK)
        with os.fdopen(handle, "rb") as stream:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                return ""
            return stream.read(LONGEST).decode("utf-8", errors="replace")
    except (OSError, ValueError):
        return ""


def _perft(chosen: argparse.Namespace) -> int:
    from core import catalog

    if chosen.depth < 0:
        chosen.parser.error("the depth cannot be negative")
    game = catalog.load(chosen.game)
    print(game.perft(game.start(), chosen.depth))
    return 0


def _seconds(text: str) -> float:
    """A time that somebody typed: 90, 90s or 10m."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([sm]?)", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"should be a time such as 90s or 10m, not {text!r}")
    return float(found[1]) * (60 if found[2] == "m" else 1)


def _bench(chosen: argparse.Namespace) -> int:
    from core import catalog
    from tui import bench, speed

    if chosen.games == ["house"]:
        from tui.house import bench as house_bench

        counts = chosen.sessions or ([] if chosen.soak else [1, 10, 50, 100, 200])
        if min(counts, default=1) < 1 or chosen.seconds <= 0:
            chosen.parser.error("sessions and seconds begin at 1")
        for row in house_bench.report(counts, chosen.seconds, chosen.soak):
            print(row, flush=True)
        return 0
    if chosen.games == ["store"]:
        from tui import shelves

        for row in shelves.report():
            print(row, flush=True)
        return 0
    if (chosen.engine or chosen.against) and not chosen.games:
        chosen.parser.error("name the games to be measured")
    for name in chosen.games:
        catalog.load(name)
    engine = chosen.engine or chosen.against
    rows = speed.report(chosen.games, chosen.against) if engine else bench.report(chosen.games)
    for row in rows:
        print(row, flush=True)
    return 0


def _train(chosen: argparse.Namespace) -> int:
    from core import catalog
    from core.bots import training, weights

    if chosen.games < 1 or chosen.jobs < 1:
        chosen.parser.error("numbers of games and jobs begin at 1")
    game = catalog.load(chosen.game)
    file = Path(chosen.out) if chosen.out else weights.file_of(game)
    command = f"parlour train {chosen.game} --games {chosen.games} --seed {chosen.seed}"
    with closing(training.learned(game, chosen.games, chosen.seed, chosen.jobs)) as found:
        for one in found:
            print(one, flush=True)
            evaluation = one.evaluation
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(weights.write(game, evaluation, command), "utf-8")
    print(f"written to {file}")
    return 0


def _gtp(chosen: argparse.Namespace) -> int:
    from core.bots.bot import strength
    from core.bots.gtp import Server

    server = Server(chosen.game, strength(chosen.level), chosen.seed, time.monotonic)
    for answer in server.answers(io.TextIOWrapper(sys.stdin.buffer, "utf-8", "replace")):
        print(answer, end="", flush=True)
    return 0


def _arena(chosen: argparse.Namespace) -> int:
    from core.bots.arena import Contest, played
    from core.bots.report import Report

    if chosen.matches < 1 or chosen.jobs < 1 or chosen.openings < 0:
        chosen.parser.error("numbers of matches and jobs begin at 1, of opening steps at 0")
    if chosen.levels:
        return _levels(chosen)
    if not chosen.bots or chosen.pair or chosen.format == "markdown":
        chosen.parser.error(
            "--pair and --format markdown need --levels"
            if chosen.bots
            else "name the bots, or --levels"
        )
    bots, matches, status = tuple(chosen.bots), [], 0
    contest = Contest(chosen.game, bots, chosen.matches, chosen.openings, chosen.seed)
    try:
        with closing(played(contest, min(chosen.jobs, chosen.matches))) as found:
            for match in found:
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
    """Play each level of bots against the one below."""
    from core.bots.ladder import RUNGS, Rung, as_markdown, climbed

    games = [chosen.game, *map(_found, chosen.bots)]
    pairs = chosen.pair or RUNGS
    if wrong := [one for one in pairs if one not in RUNGS]:
        chosen.parser.error(f"no level {wrong[0]} has one below; choose 2 to {RUNGS[-1]}")
    numbers = chosen.matches, chosen.openings, chosen.seed, chosen.jobs
    rungs: list[Rung] = []
    status, width = 0, max(map(len, games))
    with closing(climbed(games, pairs, *numbers)) as found:
        try:
            for rung in found:
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


def _progress(words: str) -> None:
    """Show how far a long command has come, in place of what was shown before."""
    if sys.stderr is not None and sys.stderr.isatty():
        print(f"\r\x1b[K{words}", end="", file=sys.stderr, flush=True)


def _show(
    chosen: argparse.Namespace,
    session: Callable[[random.Random], object],
    engines: Sequence[str] = (),
) -> int:
    """Take over the terminal.

    Args:
        chosen: How it is to look.
        session: What to begin with: a match, a record to look through, or None for the lobby.
        engines: Commands of programs that play.
    """
    if _is_plain(chosen):
        return _talk(chosen, session, engines)
    from tui import language
    from tui.answers import Asking
    from tui.settings import load
    from tui.terminal import Terminal
    from tui.world import Home, World, library_of

    home = Home.usual(_own_games())
    settings = load(home.settings)
    color, ascii = getattr(chosen, "color", None), getattr(chosen, "ascii", False)
    environ = dict(os.environ)
    terminal = Terminal(environ)
    question = terminal.question(
        colors=(color or settings.color) == "auto",
        characters=not ascii and settings.characters == "auto",
    )
    library = library_of(home, _store(chosen))
    _prepare_textual()
    asking = Asking(sys.stdin.fileno(), sys.stderr.fileno(), question)
    try:
        # The terminal has the time of these imports to answer.
        from core.bots.engine import Engines
        from core.bots.thinker import WorkerThinker
        from core.match.records.record import Record
        from core.match.session import Session
        from tui.app import Parlour, Showing, Visit
        from tui.driver import Start

        world = World(
            home,
            WorkerThinker(),
            language=lambda wanted: language.chosen(wanted, environ),
            engines=Engines(engines),
            library=library,
        )
        wanted = session(world.chance)
        visit: Visit | Showing | None = None
        if isinstance(wanted, Record):
            visit = Showing(wanted)
        elif isinstance(wanted, Session):
            visit = Visit(wanted)
        answers = asking.answers()
        app = Parlour(
            replace(world, terminal=replace(terminal, answers=answers)),
            settings,
            color=color,
            ascii=ascii,
            language=getattr(chosen, "language", None),
            visit=visit,
            start=Start(asking, answers.typed, not answers.is_complete),
        )
        app.run(mouse=settings.mouse == "on")
        return app.return_code or 0
    finally:
        asking.end()


def _prepare_textual() -> None:
    """Set what Textual reads from the environment when it is imported."""
    os.environ["TEXTUAL_COLOR_SYSTEM"] = "256"
    os.environ["TEXTUAL_ANIMATIONS"] = "none"
    os.environ["TEXTUAL_DISABLE_KITTY_KEY"] = "1"
    os.environ.pop("NO_COLOR", None)


def _is_plain(chosen: argparse.Namespace) -> bool:
    """Whether to talk in lines: asked for, or there is no screen to draw on."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    screen = all(stream is not None and stream.isatty() for stream in streams)
    return getattr(chosen, "plain", False) or not screen or os.environ.get("TERM") == "dumb"


def _talk(
    chosen: argparse.Namespace,
    session: Callable[[random.Random], object],
    engines: Sequence[str],
) -> int:
    """Line mode; `engines` are the commands of programs that play."""
    from core.bots.engine import Engines
    from core.bots.thinker import WorkerThinker
    from core.match.session import Session
    from tui.plain.shell import talk
    from tui.world import Home, World, library_of

    if sys.stdout is None:
        raise OSError(errno.EBADF, "standard output is closed")
    typed = sys.stdin
    if isinstance(typed, io.TextIOWrapper):
        typed.reconfigure(errors="replace")
    is_person = typed is not None and typed.isatty() and sys.stdout.isatty()
    home, encoding = Home.usual(_own_games()), _speak(chosen)
    world = World(
        home, WorkerThinker(), engines=Engines(engines), library=library_of(home, _store(chosen))
    )
    wanted = session(world.chance)
    begun = wanted if isinstance(wanted, Session) else None
    return talk(world, typed, sys.stdout, is_person=is_person, encoding=encoding, session=begun)
