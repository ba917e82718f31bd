"""What bots choose between two seats stays as it is, step, value and work.

Only a change that means to make bots play otherwise writes down new choices.
"""

from __future__ import annotations

import pytest

from core import catalog
from core.bots.bot import Level
from core.bots.search import TreeSearch

LEVEL = Level(1, "pinned", 60, 6_000, 60.0)

CHOICES = [
    (
        "nibble",
        "9/3FIA3/1ECIBCI2/BHFACDEG1/AFDIHBICE/GIFHGEA2/2BCED3/3HGA3/4E4 first start 0 -"
        " 1.2.1.2.3.1.5.4.0/3.3.3.4.0.4.0.1.3 turn=29",
        1,
        ("-b7", 0.7272727272727273, 60),
    ),
    (
        "oust:size-4",
        "4/5/6/7/6/4X/4 white start 0 - - turn=2",
        0,
        ("f3", 0.7272727272727273, 60),
    ),
    (
        "oust:size-4",
        "1X2/3X1/2X1O1/1O1X3/6/3X1/2X1 black start 2 - - turn=10,swapped=1",
        3,
        ("d3", 1.0, 0),
    ),
    (
        "reversi:6x6",
        "1XXX2/OO1X1X/OOXXX1/OOOXO1/X1XOX1/6 white start 0 - - turn=18",
        1,
        ("f6", 0.5, 60),
    ),
    (
        "reversi",
        "OOOOOOOX/OXOOXOOX/OXOXOXOX/OXXOXOOX/XXXOXOOX/1XOOXXOX/XO1OO1XX/1XXXXXXX black start 0"
        " - - turn=57",
        0,
        ("c7", 0.0, 34),
    ),
    (
        "rive:size-3+pie",
        "OXO/OX2/O2XX/1OXX/1OO black start 0 - - turn=18,swapped=1",
        3,
        ("d3", 0.88, 60),
    ),
    (
        "chomp",
        "A6/A6/A6/BAA4 second start 0 - - turn=8",
        3,
        ("a4", 1.0, 49),
    ),
    (
        "hex:size-5",
        "XOX1O/O1OOX/XXXOO/X1OXO/2OXX red start 0 - - turn=21",
        2,
        ("b4", 0.0, 36),
    ),
    (
        "ataxx",
        "OO1OXXX/OOOOOOX/OOOOOOX/XXOOOXO/XXXXXXO/XXXXXXO/OOOOO1X red start 0 - - turn=179,jumps=6",
        1,
        ("f3-f1", 0.5588235294117647, 60),
    ),
    (
        "dots-and-boxes:2x2",
        "AA/BDB2/AA/4B/A1 second start 0 - - turn=8",
        2,
        ("e4", 0.5, 23),
    ),
    (
        "clobber:5x6",
        "X1X1O/1O1X1/2O2/X1OXX/1O1O1/O2XX black start 0 - - turn=16",
        1,
        ("d2-d3", 1.0, 3),
    ),
]


@pytest.mark.parametrize(
    ("name", "text", "seed", "chosen"), CHOICES, ids=[f"{row[0]}-{row[2]}" for row in CHOICES]
)
def test_the_choice_between_two_seats_is_the_one_written_down(name, text, seed, chosen):
    position = catalog.load(name).position(text)
    choice = TreeSearch(LEVEL).choose(position, seed, lambda: False)
    assert (choice.step.token, choice.value, choice.simulations) == chosen
