"""Every rule that a file can break has a page, and what the page shows is so."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.language import load
from core.language.load import check_file, check_text, load_text
from core.language.pages import FOLDER, PAGES, page, written
from core.rules.game import Game
from core.rules.trial import RULES, try_out

SHOWN = [rule for rule, told in PAGES.items() if told.mend and rule not in RULES]
PLAYED = [rule for rule, told in PAGES.items() if told.mend and rule in RULES]
TELLING = {"error", "warn", "_warn", "_refuse"}
"""Methods of `core/language` that note a problem; its rule is the second argument."""


def told_in_code() -> Iterator[str]:
    for path in Path(load.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in TELLING
                and len(node.args) > 2
                and isinstance(node.args[1], ast.Constant)
            ):
                yield str(node.args[1].value)


def test_every_rule_has_a_page() -> None:
    assert set(told_in_code()) | RULES.keys() <= PAGES.keys()
    assert len(set(told_in_code())) > 30


def test_every_page_is_of_a_rule() -> None:
    source = "".join(
        path.read_text("utf-8")
        for path in Path(load.__file__).parent.glob("*.py")
        if path.name != "pages.py"
    )
    assert all(f'"{rule}"' in source or rule in RULES for rule in PAGES)


@pytest.mark.parametrize("rule", SHOWN)
def test_the_faulty_file_breaks_the_rule(rule: str) -> None:
    assert rule in {problem.rule for problem in check_text(PAGES[rule].faulty(), "game.yaml")}


@pytest.mark.parametrize("rule", [*SHOWN, *PLAYED])
def test_the_mended_file_is_accepted(rule: str) -> None:
    assert [str(problem) for problem in check_text(PAGES[rule].mended(), "game.yaml")] == []


@pytest.mark.parametrize("rule", PLAYED)
def test_a_trial_prints_what_the_page_shows(rule: str) -> None:
    text = PAGES[rule].faulty()
    (finding,) = try_out(Game(load_text(text, "game.yaml")), 1).findings
    assert finding.rule == rule
    assert finding.render(text) == PAGES[rule].printed


@pytest.mark.parametrize("rule", PLAYED)
def test_a_trial_of_the_mended_file_finds_nothing(rule: str) -> None:
    assert try_out(Game(load_text(PAGES[rule].mended(), "game.yaml")), 5).findings == ()


def test_a_file_that_is_not_there_is_told_as_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert [str(one) for one in check_file(Path("game.yaml"))] == [PAGES["file"].printed]


@pytest.mark.parametrize("rule", SHOWN)
def test_the_page_shows_the_mended_lines_and_the_message(rule: str) -> None:
    told, text = PAGES[rule], page(rule)
    mended = re.findall(r"```yaml\n(.*?)\n```", text, re.DOTALL)[-1]
    assert mended in told.mended()
    assert f"[{rule}]" in text


def test_the_pages_are_up_to_date() -> None:
    """`python -m core.language.pages` writes them."""
    found = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.md")}
    assert found == written()
