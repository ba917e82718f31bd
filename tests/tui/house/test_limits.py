"""Nobody takes more of a house than the limits allow, and what is given back can be taken again."""

from hypothesis import given
from hypothesis import strategies as st

from tui.house.limits import Bucket, Places


@given(
    st.integers(1, 6),
    st.integers(1, 4),
    st.lists(st.tuples(st.booleans(), st.sampled_from("abc")), max_size=60),
)
def test_places_are_counted_for_each_and_for_all(in_all: int, for_each: int, moves):
    places, held = Places(in_all, for_each), []

    for takes, who in moves:
        if takes:
            fits = len(held) < in_all and held.count(who) < for_each
            assert places.take(who) is fits
            if fits:
                held.append(who)
        elif who in held:
            held.remove(who)
            places.give_back(who)
        assert places.taken == len(held)


@given(
    st.integers(1, 100),
    st.integers(1, 100),
    st.lists(st.tuples(st.integers(0, 30), st.floats(0, 5)), max_size=50),
)
def test_whoever_waits_as_told_gets_no_more_than_rate_and_burst(rate: int, burst: int, comes):
    bucket, now, taken = Bucket(rate, burst), 0.0, 0

    for amount, pause in comes:
        now += pause
        last = amount
        taken += amount
        now += bucket.take(amount, now)

        assert taken - last <= burst + rate * now + 1e-6
