"""Learned weights fit the very rules they were learned with, or are passed over."""

from __future__ import annotations

import json
import random
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from core import catalog
from core.bots import weights
from core.bots.bot import Level
from core.bots.search import TreeSearch
from core.bots.symmetry import symmetries
from core.rules.evaluation import Evaluation, Features
from core.rules.game import Game
from tests.core.rules.native.test_judge import positions, random_evaluation

FILES = sorted((Path(str(catalog.path_of("hex"))).parent / "weights").glob("*.json"))
LEVEL = Level(0, "judging", 60, 60.0, judges=True)


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_shipped_file_fits_its_game(file: Path) -> None:
    game = catalog.load(json.loads(file.read_text("utf-8"))["game"])
    assert weights.file_of(game) == file
    assert weights.fault(game) == ""
    known = weights.evaluation_of(game)
    assert known is not None
    made = json.loads(file.read_text("utf-8"))["made by"]
    assert weights.write(game, known, made) == file.read_text("utf-8")
    assert weights.file_of(catalog.load(made.split()[2])) == file


@pytest.mark.parametrize(
    "name", ["reversi:6x6", "rive:size-3", "oust:size-4", "hex:size-5", "nibble"]
)
def test_a_mirrored_position_has_the_mirrored_value(name: str) -> None:
    game = catalog.load(name)
    random_rows = random_evaluation(game)
    # What is said of every position alike is no part of what is learned where sides play alike.
    known = replace(random_rows, weights=tuple((*row[:-1], 0) for row in random_rows.weights))
    places = game.layout.place
    ways = [way for way in symmetries(game) if way.swaps]
    assert ways
    for position in positions(game, 2, 30):
        way = random.Random(str(position)).choice(ways)
        fields = dict(zip(places, position.state, strict=True))
        image = dict(fields)
        for one, other in (("own0", "own1"), ("hand0", "hand1")):
            if one in fields:
                image[one], image[other] = fields[other], fields[one]
        for field in game.layout.board_fields:
            if field != "colors":
                image[field] = way.cells(image[field])
        image["mover"] = 1 - fields["mover"]
        steps = len(position.codes)
        mirrored = known.worth(tuple(image.values()), steps)
        assert mirrored + known.worth(position.state, steps) == pytest.approx(1)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A copy of a game in a folder of its own."""
    return Path(shutil.copy(catalog.path_of("reversi"), tmp_path / "mine.yaml"))


def placed(own: Path, text: str) -> Game:
    """The game with that text where its weights would be."""
    game = catalog.load(f"{own}:6x6")
    file = weights.file_of(game)
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, "utf-8")
    return game


def good(own: Path) -> str:
    game = catalog.load(f"{own}:6x6")
    return weights.write(game, random_evaluation(game), "by hand")


def changed(text: str, **entries: object) -> str:
    return json.dumps(json.loads(text) | entries)


def test_what_was_learned_is_found_beside_the_game(own: Path) -> None:
    game = placed(own, good(own))
    assert weights.file_of(game) == own.parent / "weights" / "mine.6x6.json"
    assert weights.fault(game) == ""
    known = weights.evaluation_of(game)
    assert known is not None
    assert known.weights == random_evaluation(game).weights


@pytest.mark.parametrize(
    ("spoilt", "reason"),
    [
        (lambda text: text[:50], "not JSON"),
        (lambda text: "[1]", "no weights of format"),
        (lambda text: changed(text, format=99), "no weights of format"),
        (lambda text: changed(text, rules="0" * 64), "the rules are not those"),
        (lambda text: changed(text, orbits=[{"piece": "king", "cells": ["", ""]}]), "wrong kind"),
        (
            lambda text: changed(text, orbits=[{"piece": "disc", "cells": ["z99", ""]}]),
            "wrong kind",
        ),
        (lambda text: changed(text, weights={}), "do not fit"),
        (lambda text: changed(text, weights=[]), "wrong kind"),
        (lambda text: text.replace("[", '["x", ', 40), "wrong kind|do not fit"),
        (lambda text: changed(text, **{"random games": 7}), "do not fit"),
        (lambda text: changed(text, **{"random games": "all"}), "wrong kind"),
        (lambda text: changed(text, exploration=-1), "do not fit"),
        (lambda text: changed(text, exploration=None), "wrong kind"),
    ],
)
def test_a_file_that_does_not_fit_is_passed_over_and_told(own: Path, spoilt, reason: str) -> None:
    game = placed(own, spoilt(good(own)))
    assert weights.evaluation_of(game) is None
    told = weights.fault(game)
    assert "\n" not in told
    assert str(weights.file_of(game)) in told
    assert re.search(reason, told)
    assert weights.faults(own) == [told]


def test_weights_of_a_variant_that_is_gone_are_told(own: Path) -> None:
    placed(own, good(own))
    assert weights.faults(own) == []
    (own.parent / "weights" / "mine.7x7.json").write_text("{}", "utf-8")
    (told,) = weights.faults(own)
    assert "7x7" in told


@pytest.mark.parametrize("grouped", [False, True])
def test_what_is_counted_follows_from_the_file(grouped: bool) -> None:
    game = catalog.load("oust:size-4")
    known = random_evaluation(game)
    rows = tuple(zip(*known.weights, strict=True))
    features = Features(game.machine, known.features.orbits, 3, grouped)
    kept = [rows[known.features.names.index(name)] for name in features.names]
    written = Evaluation(features, tuple(zip(*kept, strict=True)), exploration=0.05)
    found = weights.read(game, weights.write(game, written, "by hand"))
    assert found.features.names == features.names
    assert (found.features.grouped, found.weights) == (grouped, written.weights)
    assert found.exploration == 0.05


def test_a_game_without_weights_has_no_fault(own: Path) -> None:
    game = catalog.load(f"{own}:6x6")
    assert weights.evaluation_of(game) is None
    assert weights.fault(game) == ""


@pytest.mark.parametrize("native", [False, True], ids=["python", "native"])
def test_a_search_goes_by_what_was_learned(own: Path, native: bool) -> None:
    """With weights that want nothing but corners, it takes one where random games hesitate."""
    game = catalog.load("reversi:6x6")
    known = random_evaluation(game)
    corner = {"a1", "f1", "a6", "f6"}
    numbers = [
        place
        for place, orbit in enumerate(known.features.orbits)
        if set(game.board.names(orbit.cells[0])) == corner
    ]
    assert len(numbers) == 1
    width = len(known.features.names)
    row = tuple(9000 if place in numbers else 0 for place in range(width))
    text = weights.write(game, replace(known, weights=(row,) * 3), "by hand")
    own_game = placed(own, changed(text, rules=catalog.load(f"{own}:6x6").definition.digest))
    found = 0
    for seed in range(40):
        for position in positions(own_game, seed):
            tokens = {step.token for step in position.steps}
            if tokens & corner and len(tokens - corner) > 1 and position.turn < 20:
                choice = TreeSearch(LEVEL, native).choose(position, seed, lambda: False)
                found += choice.step.token in corner
                break
        else:
            continue
        if seed > 12:
            break
    assert found >= 8


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize(("name", "expected"), [("reversi:6x6", 7), ("reversi:10x10", 30)])
def test_a_level_thinks_otherwise_where_something_was_learned(name, expected, native) -> None:
    game = catalog.load(name)
    assert (weights.evaluation_of(game) is None) == (expected == 30)
    level = replace(LEVEL, simulations=30, judged=7)
    choice = TreeSearch(level, native).choose(game.start(), 1, lambda: False)
    assert choice.simulations == expected
    for other in (replace(level, judges=False), replace(level, judged=0)):
        assert weights.level_in(game, other) is other
