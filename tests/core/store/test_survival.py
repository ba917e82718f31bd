"""What was acknowledged survives `kill -9` of whoever wrote it, and is what all others see."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TIMES = 100


def test_nothing_acknowledged_is_lost_to_kill_9_and_followers_see_one_log(address):
    done = subprocess.run(
        [sys.executable, "-m", "tests.core.store.killing", address, str(TIMES), "1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    killed, ann, bob, length = map(int, done.stdout.split())
    # Some were killed before they had done anything, but not all, and nobody stood still.
    assert min(killed, ann, bob) > TIMES / 2
    # An entry may be kept whose author did not live to hear of it.
    assert killed + ann + bob + 2 <= length <= killed + ann + bob + 2 + TIMES
