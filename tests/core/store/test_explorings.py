"""What was tried beside a match is kept, and never in the way of the match."""

from __future__ import annotations

import os

import pytest

from core.errors import SaveError
from core.match.exploring import Exploration
from core.store import explorings

TREE = Exploration().with_line(["d4", "e5"]).with_line(["d4", "f6"]).noted("a fine start")


def test_it_is_beside_the_match_and_read_back(tmp_path):
    path = explorings.beside(tmp_path / "20260101-oust.jsonl")
    assert path.parent == tmp_path
    explorings.write(path, TREE)
    assert explorings.read(path) == TREE
    explorings.write(path, TREE.delete() if TREE.at else TREE.play("a1"))
    assert explorings.read(path) != TREE
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_nothing_was_tried_where_there_is_no_file(tmp_path):
    assert explorings.read(tmp_path / "none.exploring") == Exploration()


@pytest.mark.parametrize("data", [b"nonsense\n", b"\xff\xfe", b"exploring 1\n1 0", b""])
def test_a_broken_file_is_told_and_set_aside_unchanged(tmp_path, data):
    path = tmp_path / "match.exploring"
    for number in (1, 2):
        path.write_bytes(data)
        with pytest.raises(SaveError, match=rf"set aside as match\.exploring\.broken-{number}"):
            explorings.read(path)
        assert (tmp_path / f"match.exploring.broken-{number}").read_bytes() == data
        assert explorings.read(path) == Exploration()


def test_a_failure_leaves_what_was_there(tmp_path, monkeypatch):
    path = tmp_path / "match.exploring"
    explorings.write(path, TREE)

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SaveError, match="cannot be saved: no space left on device"):
        explorings.write(path, Exploration())
    assert explorings.read(path) == TREE
    assert [each.name for each in tmp_path.iterdir()] == [path.name]
