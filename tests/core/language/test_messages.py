"""Every faulty file in `broken/` gets exactly the messages written down beside it.

A message that turned out bad becomes a case: put the file there and run this module to write
down what is said about it now.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from core.language.load import check_text

BROKEN = Path(__file__).parent / "broken"
FILES = sorted(BROKEN.glob("*.yaml"))


def told(file: Path) -> str:
    text = file.read_bytes().decode()
    problems = check_text(text, f"broken/{file.name}")
    return "".join(f"{problem.render(text)}\n" for problem in problems)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_faulty_file_is_answered_as_written_down(file):
    assert told(file) == file.with_suffix(".txt").read_text("utf-8")


if __name__ == "__main__":
    for one in FILES:
        one.with_suffix(".txt").write_text(told(one), "utf-8")
