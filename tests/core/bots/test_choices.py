"""What bots choose between two seats stays as it is, step, value and work.

Only a change that means to make bots play otherwise writes down new choices.
"""

from __future__ import annotations

import pytest

from core import catalog
from core.bots.bot import Level
from core.bots.search import TreeSearch

LEVEL = Level(1, "pinned", 60, 60.0)

CHOICES = [
    (
        "nibble",
        "9/3FIA3/1ECIBCI2/BHFACDEG1/AFDIHBICE/GIFHGEA2/2BCED3/3HGA3/4E4 first start 0 -"
        " 1.2.1.2.3.1.5.4.0/3.3.3.4.0.4.0.1.3 turn=29",
        1,
        ("-f8", 0.7272727272727273, 60),
        ("-h6", 0.5416666666666666, 60),
    ),
    (
        "oust:size-4",
        "4/5/6/7/6/4X/4 white start 0 - - turn=2",
        0,
        ("e6", 0.75, 60),
        ("b1", 0.625, 60),
    ),
    (
        "oust:size-4",
        "1X2/3X1/2X1O1/1O1X3/6/3X1/2X1 black start 2 - - turn=10,swapped=1",
        3,
        ("d3", 1.0, 0),
        ("d3", 1.0, 0),
    ),
    (
        "reversi:6x6",
        "1XXX2/OO1X1X/OOXXX1/OOOXO1/X1XOX1/6 white start 0 - - turn=18",
        1,
        ("a6", 0.725, 60),
        ("a6", 0.7777777777777778, 60),
    ),
    (
        "reversi",
        "OOOOOOOX/OXOOXOOX/OXOXOXOX/OXXOXOOX/XXXOXOOX/1XOOXXOX/XO1OO1XX/1XXXXXXX black start"
        " 0 - - turn=57",
        0,
        ("c7", 0.0, 30),
        ("c7", 0.0, 36),
    ),
    (
        "rive:size-3+pie",
        "OXO/OX2/O2XX/1OXX/1OO black start 0 - - turn=18,swapped=1",
        3,
        ("d3", 0.9487179487179487, 60),
        ("d3", 0.9565217391304348, 60),
    ),
    ("chomp", "A6/A6/A6/BAA4 second start 0 - - turn=8", 3, ("a4", 1.0, 43), ("a4", 1.0, 49)),
    (
        "hex:size-5",
        "XOX1O/O1OOX/XXXOO/X1OXO/2OXX red start 0 - - turn=21",
        2,
        ("b4", 0.0, 39),
        ("b4", 0.0, 41),
    ),
    (
        "ataxx",
        "OO1OXXX/OOOOOOX/OOOOOOX/XXOOOXO/XXXXXXO/XXXXXXO/OOOOO1X red start 0 - - turn=179,jumps=6",
        1,
        ("d3-f1", 0.5434782608695652, 60),
        ("f3-f1", 0.6382978723404256, 60),
    ),
    (
        "dots-and-boxes:2x2",
        "AA/BDB2/AA/4B/A1 second start 0 - - turn=8",
        2,
        ("e4", 0.5, 26),
        ("e4", 0.5, 31),
    ),
    (
        "clobber:5x6",
        "X1X1O/1O1X1/2O2/X1OXX/1O1O1/O2XX black start 0 - - turn=16",
        1,
        ("d2-d3", 1.0, 3),
        ("d2-d3", 1.0, 9),
    ),
]


@pytest.mark.parametrize("native", [False, True], ids=["python", "native"])
@pytest.mark.parametrize("row", CHOICES, ids=[f"{row[0]}-{row[2]}" for row in CHOICES])
def test_the_choice_between_two_seats_is_the_one_written_down(row, native):
    name, text, seed, *chosen = row
    position = catalog.load(name).position(text)
    choice = TreeSearch(LEVEL, native).choose(position, seed, lambda: False)
    assert (choice.step.token, choice.value, choice.simulations) == chosen[native]
