"""An interrupt finds a program and its copies whole."""

from __future__ import annotations

import signal
import threading

import pytest

from core.rules import interrupts


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
