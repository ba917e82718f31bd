"""An interrupt finds a program and its copies whole."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator

import pytest

from core.rules import interrupts


@pytest.fixture(autouse=True)
def interruptible() -> Iterator[None]:
    """An interrupt is raised, even where a shell has begun the tests in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_waits_until_what_must_be_done_is_done() -> None:
    before, done = signal.getsignal(signal.SIGINT), []

    def interrupted() -> None:
        with interrupts.held():
            signal.raise_signal(signal.SIGINT)
            done.append("whole")

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert done
    assert signal.getsignal(signal.SIGINT) is before


def test_a_program_in_the_background_goes_on() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with interrupts.held():
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN


def test_nothing_is_raised_where_nobody_interrupts() -> None:
    before = signal.getsignal(signal.SIGINT)
    with interrupts.held():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def test_other_threads_are_left_alone() -> None:
    done = []

    def work() -> None:
        with interrupts.held():
            done.append("whole")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done
