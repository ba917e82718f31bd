"""Sessions share the nursery's memory where Python lets them, and nothing breaks by that."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.tui.house.clients import ROOT
from tests.tui.house.forks import KINDS
from tui.house.sharing import HAS_IMMORTALS


def told(*words):
    """What one of the programs of `forks` tells."""
    command = [sys.executable, "-m", "tests.tui.house.forks", *words]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    return json.loads(subprocess.run(command, env=environ, capture_output=True, check=True).stdout)


@pytest.fixture(scope="module")
def kinds():
    return told("kinds")


@pytest.mark.parametrize("kind", KINDS)
def test_an_object_that_nothing_counts_is_of_use_as_before(kinds, kind):
    gives_the_same, counted = kinds[kind]
    assert gives_the_same
    assert (counted == 0) == HAS_IMMORTALS


def test_what_runs_goes_on_and_ends_and_what_is_new_is_freed():
    assert told("running") == [0, 1, "ended", True, True]


def test_a_child_that_looks_at_everything_copies_nothing_where_nothing_is_counted():
    usual, shared = told("walked"), told("walked", "immortalize")
    assert (shared < usual / 5) == HAS_IMMORTALS


@pytest.mark.parametrize("kind", ["small", "large"])
def test_new_objects_are_not_between_those_from_before(kind):
    assert told("between", kind, "fill_gaps") < told("between", kind) / 20


def test_what_has_been_freed_is_given_back():
    assert told("given_back") > 15_000
