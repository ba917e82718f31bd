"""Each level is set against the one below, and the table says how it went."""

from __future__ import annotations

from core.bots.ladder import RUNGS, as_markdown, climbed
from core.bots.report import wilson


def test_each_pair_of_levels_is_played_from_both_sides() -> None:
    rungs = list(climbed(["hex:size-5", "tic-tac-toe"], (2, 3), 6, 2, 1, 1))
    assert [(one.game, one.level) for one in rungs] == [
        ("hex:size-5", 2),
        ("hex:size-5", 3),
        ("tic-tac-toe", 2),
        ("tic-tac-toe", 3),
    ]
    for rung in rungs:
        assert rung.score.games == 6
        low, high = wilson(rung.score.points, 6)
        assert f"({100 * low:.0f} to {100 * high:.0f})" in rung.line(12)
    table = as_markdown(rungs).splitlines()
    assert len(table) == 4
    assert all(line.count("|") == 4 for line in table)
    assert rungs[3].words in table[3]


def test_every_level_but_the_first_is_tried() -> None:
    assert RUNGS == (2, 3, 4, 5, 6, 7, 8)
