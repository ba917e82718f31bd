"""An expanded game is the same game, by itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core import catalog
from core.errors import UnknownGame
from core.language.definition import Definition
from core.language.expand import expand
from core.language.load import check_text, load_file, load_text
from core.language.problems import DefinitionError
from core.rules.game import Game

ROOT = Path(__file__).parents[3]
SHIPPED = sorted((ROOT / "gamedefs").glob("*.yaml"))

SMALL = """\
format: 1
game: small
info: {name: Small}
params: {n: {default: 3, min: 2, max: 5}}
board: {shape: square, size: $n}
pieces: {stone: }
moves:
  place: {place: stone, at: empty}
turn: {no_moves: draw}
end: {line: {when: "line(mine, here) >= n", win: mover}}
variants:
  four: {group: size, params: {n: 4}}
  misere: {end: {line: {win: null, lose: mover}}}
text: {en: {variants: {four: on a larger board}, moves: {place: put}}}
"""


def every_choice() -> Iterator[Any]:
    for path in SHIPPED:
        variants = catalog.definition(path.stem).variants
        choices = [(), *((one.id,) for one in variants)]
        choices += [
            (first.id, second.id)
            for first, second in combinations(variants, 2)
            if None in (first.group, second.group) or first.group != second.group
        ]
        for names in choices:
            yield pytest.param(path, names, id="+".join([path.stem, *names]))


def without_variants(definition: Definition) -> dict[str, dict[str, str]]:
    return {
        language: {key: text for key, text in texts.items() if not key.startswith("variants.")}
        for language, texts in definition.text.items()
    }


@pytest.mark.parametrize(("path", "names"), list(every_choice()))
def test_it_is_the_same_game(path: Path, names: tuple[str, ...]) -> None:
    before = load_file(path, names)
    after = load_text(expand(path, names), "expanded.yaml")
    assert after.digest == before.digest
    assert after.variants == ()
    assert after.text == without_variants(before)
    plain = {field.name for field in fields(Definition)}
    told_with_places = {"actions", "ends", "turn", "display", "prompts"}
    for name in plain - told_with_places - {"file", "chosen", "variants", "text", "digest"}:
        if name != "board":
            assert getattr(after, name) == getattr(before, name), name
    assert after.board.cells == before.board.cells
    assert [action.name for action in after.actions] == [action.name for action in before.actions]
    assert after.display.colors == before.display.colors
    assert after.display.players == before.display.players


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_it_plays_the_same(path: Path) -> None:
    before, after = Game(load_file(path)), Game(load_text(expand(path), "expanded.yaml"))
    one, other = before.start(seed=5), after.start(seed=5)
    for _ in range(12):
        tokens = [step.token for step in one.steps]
        assert [step.token for step in other.steps] == tokens
        if not tokens:
            break
        one, other = one.play(tokens[-1]), other.play(tokens[-1])
        assert str(one) == str(other)


def test_it_is_expanded_already(tmp_path: Path) -> None:
    file = tmp_path / "small.yaml"
    file.write_text(SMALL)
    once = expand(file, ("four", "misere"))
    file.write_text(once)
    assert expand(file).split("\n", 1)[1] == once.split("\n", 1)[1]


def test_it_says_what_it_is_and_keeps_the_style_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "small.yaml"
    file.write_text(SMALL)
    assert expand(file, ("four", "misere")) == (
        "# Small with four, misere, from small.yaml.\n"
        "format: 1\n"
        "game: small\n"
        "info: {name: Small}\n"
        "params: {n: {default: 4, min: 2, max: 5}}\n"
        "board: {shape: square, size: $n}\n"
        "pieces: {stone: }\n"
        "moves:\n"
        "  place: {place: stone, at: empty}\n"
        "turn: {no_moves: draw}\n"
        'end: {line: {when: "line(mine, here) >= n", lose: mover}}\n'
        "text: {en: {moves: {place: put}}}\n"
    )


def test_what_a_file_extends_is_merged_in(tmp_path: Path) -> None:
    (tmp_path / "small.yaml").write_text(SMALL)
    file = tmp_path / "smaller.yaml"
    file.write_text("extends: small\ngame: smaller\nvariants: {misere: null}\nparams: {n: 2}\n")
    text = expand(file)
    assert "extends" not in text
    assert "params: {n: {default: 2, min: 2, max: 5}}" in text
    assert load_text(text, "expanded.yaml").digest == load_file(file).digest


def test_faults_are_told_as_ever(tmp_path: Path) -> None:
    file = tmp_path / "small.yaml"
    file.write_text(SMALL.replace("empty", "emty"))
    with pytest.raises(DefinitionError, match="unknown name 'emty'"):
        expand(file)
    file.write_text(SMALL)
    with pytest.raises(UnknownGame, match="no variant 'for'"):
        expand(file, ("for",))


awkward = st.text(
    st.sampled_from([*"ab :#-?!&*%@`|>'\"{}[],~\\", "\n", "\t", "\x85", "\u2028", "é", "두", "🂡"]),
    min_size=1,
    max_size=12,
)


def in_quotes(text: str) -> str:
    """As YAML writes it: JSON's texts are YAML's, but for line breaks that JSON has not."""
    written = json.dumps(text, ensure_ascii=False)
    return written.replace("\x85", "\\N").replace("\u2028", "\\L")


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(name=awkward, key=awkward, long=awkward)
def test_any_text_survives(tmp_path: Path, name: str, key: str, long: str) -> None:
    file = tmp_path / "small.yaml"
    quoted = [in_quotes(text) for text in (name, key, long * 20)]
    info = f"info:\n  name: {quoted[0]}\n  summary: {quoted[2]}\n  tags: [{quoted[0]}]"
    because = "because: {" + quoted[1] + ": " + quoted[0] + "}"
    written = SMALL.replace("info: {name: Small}", info)
    written = written.replace("at: empty}", f"at: empty, because: {quoted[1]}}}")
    file.write_text(written.replace("moves: {place: put}}", f"moves: {{place: put}}, {because}}}"))
    before, after = load_file(file), load_text(expand(file), "expanded.yaml")
    assert after.info == before.info
    assert after.text == without_variants(before)
    assert check_text(expand(file), "expanded.yaml") == []
