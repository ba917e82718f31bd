"""What is heard of a step is told in full and counts for what it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import catalog
from core.rules.hearsay import MANY, Hearsay, tells

SHARES = st.floats(0, 1)


@given(tries=st.integers(0, 10_000), worth=SHARES, games=st.lists(SHARES, min_size=1, max_size=30))
def test_a_step_is_worth_something_between_what_was_found_and_what_is_heard(tries, worth, games):
    hearsay = Hearsay()
    for value in games:
        hearsay.hear([(0, 7), (1, 7)], (value, 1 - value))
    mean = sum(games) / len(games)
    mixed = hearsay.mixed((0, 7), tries, worth)
    assert min(mean, worth) - 1e-9 <= mixed <= max(mean, worth) + 1e-9
    assert tries or mixed == pytest.approx(mean)
    assert hearsay.mixed((1, 7), 0, 0) == pytest.approx(1 - mean)
    assert hearsay.mixed((0, 8), tries, worth) is None


@pytest.mark.parametrize(
    ("name", "simulations", "does"),
    [
        ("hex", MANY, True),
        ("hex", MANY + 1, False),
        ("amazons", MANY, False),
        ("konane", MANY, False),
        ("chomp", MANY, False),
    ],
)
def test_searches_of_games_that_place_pieces_go_by_hearsay(name, simulations, does):
    assert tells(catalog.definition(name), simulations) is does


@given(worth=SHARES, games=st.integers(1, 1_000))
def test_what_is_heard_counts_less_the_more_a_step_is_tried(worth, games):
    hearsay = Hearsay()
    for _ in range(games):
        hearsay.hear([(0, 7)], (1.0, 0.0))
    known = [hearsay.mixed((0, 7), tries, worth) for tries in (0, 1, 10, 100, 1_000, 10_000)]
    assert known == sorted(known, reverse=True)
