"""Counts of the trees of steps and of turns, against numbers found by other programs."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from core.catalog import load
from core.rules.game import Position

DATA = Path(__file__).parents[1] / "core" / "data"

STEPS = {
    "reversi:8x8": [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284],
    "reversi:6x6": [4, 12, 56, 244, 1364, 7604, 47740],
    "oust:size-3+no-pie": [19, 342, 4878, 63996, 756144, 8264328],
    "oust:size-4+no-pie": [37, 1332, 41496, 1252800],
    "oust:size-7+no-pie": [127, 16002, 1919706],
    "rive:size-3": [19, 258, 2340, 12768, 38880, 210240, 1249488, 4145328, 15353280],
    "rive:medium": [29, 676, 12306, 168624],
    "rive:size-4": [37, 1152, 29646, 617064],
}
"""Leaves at a depth of 1, 2, ... steps; a finished game is a leaf, a forced pass a step."""

ROWS = [
    (game, depth, leaves)
    for game, counts in STEPS.items()
    for depth, leaves in enumerate(counts, start=1)
]

LAYOUTS: list[dict[str, Any]] = json.loads((DATA / "nibble_perft.json").read_text())
TURNS = [
    (number, depth, leaves)
    for number, layout in enumerate(LAYOUTS)
    for depth, leaves in enumerate(layout["turns"], start=1)
    if leaves <= 200_000
]

MANY = 1_000_000
"""Leaves up to which they are counted in Python; native code counts all, see `test_equality`."""
ENOUGH = 70_000
"""Leaves up to which they are counted through the legal steps of positions as well."""


def leaves_of_steps(start: Position, depth: int) -> int:
    """Leaves at a depth of steps, equal positions of one depth being followed only once."""
    ways = Counter({start: 1})
    finished = 0
    for _ in range(depth - 1):
        following: Counter[Position] = Counter()
        for position, count in ways.items():
            for step in position.steps:
                following[position.play(step)] += count
        finished += sum(count for position, count in following.items() if not position.steps)
        ways = Counter({position: n for position, n in following.items() if position.steps})
    return finished + sum(count * len(position.steps) for position, count in ways.items())


def takes(start: Position) -> set[Position]:
    """Every position that takes of one turn lead to; each stands for one set of takes."""
    found: set[Position] = set()
    border = [start]
    while border:
        position = border.pop()
        for step in position.steps:
            if step.verb == "take" and (after := position.play(step)) not in found:
                found.add(after)
                if after.step:
                    border.append(after)
    return found


def leaves_of_turns(start: Position, depth: int) -> int:
    """Leaves at a depth of whole turns."""
    ways = Counter({start: 1})
    for _ in range(depth - 1):
        following: Counter[Position] = Counter()
        for position, count in ways.items():
            for after in takes(position):
                following[after.play("stop") if after.may_stop else after] += count
        ways = following
    return sum(count * len(takes(position)) for position, count in ways.items())


@pytest.mark.parametrize(("game", "depth", "leaves"), [row for row in ROWS if row[2] <= MANY])
def test_steps_are_as_many_as_others_count(game: str, depth: int, leaves: int) -> None:
    """Those of Reversi on 8x8 are the Othello counts that many engines print."""
    assert load(game).perft(load(game).start(), depth) == leaves


@pytest.mark.parametrize(("game", "depth", "leaves"), [row for row in ROWS if row[2] <= ENOUGH])
def test_positions_one_after_another_count_the_same(game: str, depth: int, leaves: int) -> None:
    assert leaves_of_steps(load(game).start(), depth) == leaves


@pytest.mark.parametrize(("number", "depth", "leaves"), TURNS)
def test_whole_turns_are_as_many_as_others_count(number: int, depth: int, leaves: int) -> None:
    layout = LAYOUTS[number]
    start = load(layout["game"]).start(deal=layout["deal"])
    assert leaves_of_turns(start, depth) == leaves
