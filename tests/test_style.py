"""What machines can say about the code: formatting, lint, types."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(
    "arguments",
    [("ruff", "format", "--check", "."), ("ruff", "check", "."), ("mypy",)],
    ids=["format", "lint", "types"],
)
def test_the_tree_is_clean(arguments: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
