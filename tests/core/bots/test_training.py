"""Bots learn from playing themselves: the same from the same seed, and something of use."""

from __future__ import annotations

import pytest

from core import catalog
from core.bots import training, weights
from core.errors import GameError


def test_learning_is_repeatable_whoever_plays_and_lowers_the_loss(monkeypatch) -> None:
    monkeypatch.setattr(training, "MATCHES", 6)
    game = catalog.load("reversi:6x6")

    def texts(seed: int, jobs: int) -> list[str]:
        found = list(training.learned(game, 24, seed, jobs, rounds=2))
        rounds = [one for one in found if isinstance(one, training.Round)]
        assert len(rounds) == 2
        assert all(one.after < one.before for one in rounds)
        return [*map(str, found), weights.write(game, found[-1].evaluation, "")]

    assert texts(3, 1) == texts(3, 2)
    assert texts(3, 1) != texts(4, 1)


def test_a_fit_finds_the_weights_that_made_the_results() -> None:
    """Where the first side wins exactly when it has more of something, that is what weighs."""
    game = catalog.load("reversi:6x6")
    known = next(iter(training.learned(game, 4, 0, rounds=1))).evaluation
    width = len(known.features.names)
    samples = []
    for number in range(200):
        counts = [0] * width
        counts[1] = (number * 7) % 9 - 4
        counts[2] = (number * 5) % 11 - 5
        samples.append((0, tuple(counts), 0.5 if counts[2] == 0 else float(counts[2] > 0)))
    row = training.fitted(known, samples).weights[0]
    assert row[2] > 0
    assert abs(row[1]) < row[2] / 5
    assert all(not row[place] for place in range(width) if place not in (1, 2))


def test_what_is_left_out_of_account_has_no_weight(monkeypatch) -> None:
    monkeypatch.setattr(training, "MATCHES", 2)
    game = catalog.load("oust:size-3")
    *_, trial = training.learned(game, 12, 0, rounds=1, without=["steps", "outgrows to move"])
    known = trial.evaluation
    columns = dict(zip(known.features.names, zip(*known.weights, strict=True), strict=True))
    silent = {name for name, column in columns.items() if not any(column)}
    assert silent >= {"steps start", "outgrows to move"}
    assert not silent & {"outgrows", "outgrown", "groups", "to move start"}
    assert not known.counts_steps
    with pytest.raises(GameError, match=r"nothing called 'step' is counted .* orbit, beside"):
        next(iter(training.learned(game, 1, 0, without=["step"])))


def test_only_games_for_two_are_learned() -> None:
    many = [name for name in catalog.names() if catalog.load(name).sides > 2]
    assert many
    with pytest.raises(GameError, match="only games for two"):
        next(iter(training.learned(catalog.load(many[0]), 1, 0)))
