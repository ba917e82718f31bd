"""What all tests share. Loaded before any test imports Textual, which reads the environment then.

Screens must look the same on every machine, so nothing that a terminal or its user has set
may reach them.
"""

from __future__ import annotations

import gc
import os
import sys

import pytest

for name in list(os.environ):
    if name.startswith("TEXTUAL") or name in {
        "NO_COLOR",
        "FORCE_COLOR",
        "COLORTERM",
        "COLUMNS",
        "LINES",
    }:
        del os.environ[name]
os.environ["TERM"] = "xterm-256color"
os.environ["TEXTUAL_ANIMATIONS"] = "none"
# Optimising a game takes longer than a test plays it, and would be kept among the user's own files.
os.environ["PARLOUR_NATIVE"] = "quick"
# Every program that a test starts would compile the whole tree for itself.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# By default a search for garbage follows 700 new objects; a screen that is drawn makes more.
gc.set_threshold(10_000, 20, 20)


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: who tests a screen or another program often waits."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest: begun last, it would be waited for."""
    items.sort(key=lambda item: item.path.name != "test_style.py")


def pytest_collection_finish() -> None:
    """Leave thousands of tests, which stay to the end, out of every search for garbage."""
    gc.freeze()


def pytest_configure(config: pytest.Config) -> None:
    """Let pictures have names of their own (syrupy expects a name to hold that of the test)."""
    config.addinivalue_line("filterwarnings", r"ignore:\s*Can not relate snapshot (name|location)")
