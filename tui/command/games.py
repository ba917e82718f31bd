"""The commands about games and the files that people write.

`parlour games`, `rules` and `perft` ask what a game is; `check`, `upgrade` and `schema` are for
those who write one; `keys` prints the file of keys as it could be written.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import stat
import sys
from collections.abc import Sequence
from pathlib import Path

from core.language.problems import DefinitionError, Problem, Problems
from tui.command.own import found, own_games, settings_file
from tui.command.parser import Parser, language_option

LONGEST = 1 << 20
"""Bytes of a file of which lines are shown."""


def games_options(parser: Parser) -> None:
    """The options of `parlour games`."""
    parser.add_argument("--format", choices=("text", "json"), default="text")


def games(chosen: argparse.Namespace) -> int:
    """List all games and variants, one a line."""
    from core import catalog

    rows = []
    own = [Path(file).stem for file in catalog.names_in(own_games())]
    for name in (*catalog.names(), *(name for name in own if name not in catalog.names())):
        try:
            definition = catalog.definition(found(name))
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


def rules_options(parser: Parser) -> None:
    """The options of `parlour rules`."""
    parser.add_argument("game", help="such as oust")
    language_option(parser)
    parser.add_argument(
        "--expanded", action="store_true",
        help="print the definition instead, as YAML, with its variant merged in",
    )  # fmt: skip


def rules(chosen: argparse.Namespace) -> int:
    """Print the rules of a game."""
    from core import catalog
    from core.language.expand import expand
    from tui.command.printing import print_lines
    from tui.rules import COLUMNS, rules_text

    definition = catalog.definition(chosen.game)
    if chosen.expanded:
        print(expand(*catalog.split(chosen.game)), end="")
        return 0
    columns = min(shutil.get_terminal_size((COLUMNS, 24)).columns, COLUMNS)
    print_lines(chosen, rules_text(definition, columns))
    return 0


def check_options(parser: Parser) -> None:
    """The options of `parlour check`."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a .yaml file")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument(
        "--play", type=int, default=0, metavar="N",
        help="play N random games of every variant too, and say how they went",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=0, help="decides the random games; default 0")


def check(chosen: argparse.Namespace) -> int:
    """Tell what is wrong with game files; the exit status is 1 if anything is."""
    from core.bots.weights import faults
    from core.language.load import check_file
    from core.rules.trial import Trial, try_out_files

    if chosen.play < 0:
        chosen.parser.error("the number of games cannot be negative")
    problems: list[Problem] = []
    trials: list[Trial] = []
    playable: list[Path] = []
    for file in map(Path, chosen.files):
        of_file = check_file(file)
        problems += of_file
        if not any(problem.severity == "error" for problem in of_file):
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


def upgrade_options(parser: Parser) -> None:
    """The options of `parlour upgrade`."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a .yaml file")
    parser.add_argument("--check", action="store_true", help="say what would change, only")


def upgrade(chosen: argparse.Namespace) -> int:
    """Write game files in the present words."""
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


def schema(_: argparse.Namespace) -> int:
    """Print a JSON Schema of game files, for editors."""
    from core.language.schema import text

    print(text(), end="")
    return 0


def keys(_: argparse.Namespace) -> int:
    """Print the keys as they are now, as a file to change them by."""
    from tui import keymap
    from tui.settings import keys_file

    file = keys_file(settings_file())
    remapped, faults = keymap.load(file)
    for fault in faults:
        print(fault, file=sys.stderr)
    print(*keymap.written(remapped, file), sep="\n")
    return 1 if faults else 0


def perft_options(parser: Parser) -> None:
    """The options of `parlour perft`."""
    parser.add_argument("game", help="such as oust:size-3+no-pie")
    parser.add_argument("depth", type=int, help="steps")


def perft(chosen: argparse.Namespace) -> int:
    """Count the positions after so many steps."""
    from core import catalog

    if chosen.depth < 0:
        chosen.parser.error("the depth cannot be negative")
    game = catalog.load(chosen.game)
    print(game.perft(game.start(), chosen.depth))
    return 0
