"""What the README shows is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core import catalog
from core.language.load import check_file

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", README, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_game_it_shows_loads_and_plays_to_an_end(tmp_path: Path) -> None:
    file = tmp_path / "four-in-a-row.yaml"
    file.write_text(block("yaml"), "utf-8")
    assert check_file(file) == []
    for name in (str(file), f"{file}:hexagon"):
        game = catalog.load(name)
        last, over = game.playout(game.start(), 1)
        assert over
        assert last.outcome is not None


def test_its_lines_of_python_give_what_they_say() -> None:
    names: dict[str, object] = {}
    shown = []
    for line in block("python").splitlines():
        code, _, comment = line.partition("#")
        if re.match(r"[\w.]+ = |from ", code):
            exec(code, names)
        elif code.strip():
            shown.append((eval(code, names), comment.strip()))
    values = [value for value, _ in shown]
    assert values[0] == 0
    assert len(values[1]) == 37
    assert values[2] == 0
    assert catalog.load("oust:size-4+no-pie").position(values[3]) == names["after"]
    assert values[4] == 1332
    assert shown[2][1] == "0"
    assert shown[4][1] == "1332"


@pytest.mark.parametrize("path", re.findall(r"\]\(([^)#]+)\)", README))
def test_what_it_links_to_is_there(path: str) -> None:
    assert (ROOT / path).exists()


def test_the_map_names_every_folder() -> None:
    for folder in ("core", "tui"):
        for path in (ROOT / folder).iterdir():
            if path.is_dir() and not path.name.startswith("__"):
                assert f" {path.name}/" in README
