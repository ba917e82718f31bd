"""A disk that is full for real: the program says so and plays on, and nothing kept is lost."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import tempfile
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from core.store.library import Library
from tests.tui.test_plain_program import Script

ROOM = 600 * 1024
"""Bytes of the disk."""
FULL = r"there is no room left on the disk$"
TOLD = {"tmpfs": FULL, "limit": rf"{FULL}|it cannot be read or written$"}
"""What is said; of a limit to the size of files the kernel does not say that the disk is full."""


class Tmpfs:
    """A small file system of its own."""

    def __init__(self, folder):
        self.folder = folder
        subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "tmpfs", folder],
            check=True,
            capture_output=True,
        )
        self.filler = folder / "filler"

    def fill(self, _script):
        with self.filler.open("wb", buffering=0) as file:
            try:
                while file.write(b"x" * 1024):
                    pass
            except OSError:
                return

    def empty(self, _script):
        self.filler.unlink()

    def close(self):
        subprocess.run(["umount", "-l", self.folder], check=True)


class Limit:
    """Files may not grow: the kernel refuses every byte beyond what they have."""

    def __init__(self, folder):
        self.folder = folder

    def fill(self, script):
        largest = max(file.stat().st_size for file in self.folder.iterdir())
        self._set(script, largest)

    def empty(self, script):
        self._set(script, resource.RLIM_INFINITY)

    def _set(self, script, size):
        resource.prlimit(script.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def close(self):
        """Nothing is left."""


def can_mount():
    """Whether a file system can be mounted here; in many containers not even root may."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            Tmpfs(Path(folder)).close()
        except (OSError, subprocess.CalledProcessError):
            return False
    return True


DISKS = {"limit": Limit, **({"tmpfs": Tmpfs} if os.geteuid() == 0 and can_mount() else {})}


@contextmanager
def disk(kind, folder):
    folder.mkdir()
    with closing(DISKS[kind](folder)) as made:
        yield made


def kept(path, folder):
    """The tokens of the steps that another program finds."""
    with closing(Library(str(path), folder)) as library:
        match = library.store.list()[0].match
        return [played.token for played in library.read(match).session.steps]


@pytest.mark.parametrize("kind", DISKS)
def test_a_match_goes_on_when_the_disk_is_full_and_is_kept_when_there_is_room(kind, tmp_path):
    with disk(kind, tmp_path / "disk") as store:
        path = store.folder / "matches.db"
        with Script(tmp_path, PARLOUR_STORE=str(path)) as script:
            script.read()
            script.ask("play reversi with person")
            tokens, lost, trouble = [], [], []
            script.ask("d3")
            tokens.append("d3")
            store.fill(script)
            while len(lost) < 5:
                (step, *_) = script.ask("legal")[0].partition(": ")[2].split()
                told = script.ask(step)
                assert told[0].startswith("MOVE"), told
                assert told[-1].startswith("TURN"), told
                trouble += [line for line in told if line.startswith("NOT SAVED")]
                (lost if trouble else tokens).append(step)
            # It is said once, with the reason; all that was not said to be lost is there.
            (line,) = trouble
            assert re.search(rf"^NOT SAVED {path}: ({TOLD[kind]})", line)
            assert kept(path, tmp_path) == tokens
            assert re.search(r"is lost if you ask to leave again$", script.ask("quit")[0])
            store.empty(script)
            (step, *_) = script.ask("legal")[0].partition(": ")[2].split()
            assert script.ask(step)[0].startswith("MOVE")
            assert kept(path, tmp_path) == [*tokens, *lost, step]
            assert script.ask("quit")[-1] == "BYE"


@pytest.mark.parametrize("kind", DISKS)
def test_a_match_is_begun_on_a_disk_that_is_full_already(kind, tmp_path):
    with disk(kind, tmp_path / "disk") as store:
        path = store.folder / "matches.db"
        with Script(tmp_path, PARLOUR_STORE=str(path)) as script:
            script.read()
            (store.folder / "other").write_bytes(b"")
            store.fill(script)
            script.ask("play reversi with person")
            told = script.ask("d3")
            assert [line.split()[0] for line in told] == ["MOVE", "NOT", "TURN"]
            assert "disk/matches.db" in told[1]
            assert script.ask("c3")[0].startswith("MOVE")
            store.empty(script)
            script.ask("c4")
            assert kept(path, tmp_path) == ["d3", "c3", "c4"]
