"""What has been learned about games, kept in small files beside them.

The weights of a game with its variants stand in `weights/ID.json` in the folder of its file, such
as `weights/oust.size-5.json`. A file is used while it fits the very rules it was learned with;
one that does not is passed over, and `fault` says why.
"""

from __future__ import annotations

import glob
import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from core import catalog
from core.bots.bot import Level
from core.errors import GameError
from core.rules import grouping
from core.rules.evaluation import EXPLORATION, Evaluation, Features, Orbit
from core.rules.game import Game

FORMAT = 1
"""What `Features` counts; files of another number are passed over."""
HEAVIEST = 1_000_000
"""No weight is larger, or smaller than its opposite."""


class WeightsError(GameError):
    """A file of weights that cannot be used; says why in one line."""


def file_of(game: Game) -> Path:
    """Where the weights of a game are."""
    definition = game.definition
    file = Path(definition.file)
    return file.parent / "weights" / f"{'.'.join((file.stem, *definition.chosen))}.json"


def evaluation_of(game: Game) -> Evaluation | None:
    """What has been learned about a game; None where that is nothing, or does not fit."""
    try:
        return _kept(game)
    except WeightsError:
        return None


def level_in(game: Game, level: Level) -> Level:
    """A level as it is in one game: it thinks otherwise where something was learned about it."""
    if not (level.judges and level.judged and evaluation_of(game)):
        return level
    return replace(level, simulations=level.judged)


def fault(game: Game) -> str:
    """Why what was learned about a game is not used; "" where it is, and where there is nothing."""
    try:
        _kept(game)
    except WeightsError as error:
        return str(error)
    return ""


def faults(file: Path) -> list[str]:
    """Why weights beside the file of a game are not used, a line for each of its variants."""
    found = []
    for kept in sorted((file.parent / "weights").glob(f"{glob.escape(file.stem)}.*json")):
        variants = kept.stem.removeprefix(file.stem).lstrip(".").replace(".", "+")
        try:
            told = fault(catalog.load(f"{file}:{variants}" if variants else str(file)))
        except GameError as error:
            told = f"{kept}: {error}"
        found += [told] if told else []
    return found


@cache
def _kept(game: Game) -> Evaluation | None:
    file = file_of(game)
    try:
        text = file.read_text("utf-8")
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise WeightsError(f"{file}: cannot be read: {error}") from None
    try:
        return read(game, text)
    except WeightsError as error:
        raise WeightsError(f"{file}: {error}; learn it anew with `parlour train`") from None


def write(game: Game, evaluation: Evaluation, command: str) -> str:
    """The text of a file.

    Args:
        game: What the evaluation is about.
        evaluation: What was learned.
        command: What made it, for those who want to make it again.
    """
    board, features = game.board, evaluation.features
    kinds = [piece.name for piece in game.definition.pieces]
    orbits = [
        {"piece": kinds[orbit.kind], "cells": [" ".join(board.names(one)) for one in orbit.cells]}
        for orbit in features.orbits
    ]
    head = {
        "format": FORMAT,
        "game": game.id,
        "rules": game.definition.digest,
        "made by": command,
        "random games": evaluation.part,
    }
    if evaluation.exploration != EXPLORATION:
        head["exploration"] = evaluation.exploration
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    lines.append(f'  "orbits": {_listed(orbits)}')
    rows = dict(zip(features.names, zip(*evaluation.weights, strict=True), strict=True))
    told = ",\n".join(f"    {json.dumps(name)}: {json.dumps(row)}" for name, row in rows.items())
    lines.append(f'  "weights": {{\n{told}\n  }}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read(game: Game, text: str) -> Evaluation:
    """The evaluation in the text of a file.

    Raises:
        WeightsError: It is none, or none of these rules.
    """
    try:
        data = json.loads(text)
    except ValueError:
        raise WeightsError("this is not JSON") from None
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise WeightsError(f"these are no weights of format {FORMAT}")
    if data.get("rules") != game.definition.digest:
        raise WeightsError("the rules are not those it was learned with")
    try:
        orbits = [_orbit(game, one) for one in data["orbits"]]
        rows = list(zip(*data["weights"].values(), strict=True))
        grouped = grouping.NAMES[0] in data["weights"]
        features = Features(game.machine, orbits, len(rows), grouped)
        fits = tuple(data["weights"]) == features.names
        part = float(data["random games"])
        exploration = float(data.get("exploration", EXPLORATION))
        whole = (
            0 <= part <= 1
            and 0 <= exploration <= 1
            and all(type(one) is int and abs(one) <= HEAVIEST for row in rows for one in row)
        )
    except (KeyError, TypeError, ValueError, AttributeError, GameError):
        raise WeightsError("something is missing or of a wrong kind") from None
    if not (rows and fits and whole):
        raise WeightsError("the weights do not fit what is counted")
    return Evaluation(features, tuple(rows), part, exploration)


def _orbit(game: Game, entry: Any) -> Orbit:
    kinds = [piece.name for piece in game.definition.pieces]
    mine, theirs = (game.board.mask(names.split()) for names in entry["cells"])
    return Orbit(kinds.index(entry["piece"]), (mine, theirs))


def _listed(items: list[dict[str, Any]]) -> str:
    if not items:
        return "[]"
    return "[\n" + ",\n".join(f"    {json.dumps(item)}" for item in items) + "\n  ]"
