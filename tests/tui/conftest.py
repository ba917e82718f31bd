"""What tests of screens and commands share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tui.language import speak


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    """Whatever a test has spoken."""
    yield
    speak("en")
