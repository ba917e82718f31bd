"""A program that ends by itself is begun again, less and less often if that does not help."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tui.house.pauses import LEAST, LONG, MOST, Pauses

RAN = st.floats(0, 2 * LONG)


@given(st.lists(RAN))
def test_pauses_double_as_long_as_the_program_ends_soon(rans) -> None:
    pauses = Pauses()
    waits = [pauses.after(ran) for ran in rans]
    assert waits[:1] in ([], [LEAST])
    for ran, before, wait in zip(rans[1:], waits, waits[1:], strict=False):
        assert wait == (LEAST if ran >= LONG else min(2 * before, MOST))
