"""The reference page is complete, up to date and true: every example on it is played."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from core.language.examples import FRAMES, FUNCTIONS, KEYS, LOOPS, NAMES, SAMPLE, Example, whole
from core.language.load import check_file, check_text, load_file
from core.language.reference import LISTS, PAGE, filled, keys, sections
from core.language.vocabulary import FUNCTIONS as KNOWN_FUNCTIONS
from core.language.vocabulary import LOOPS as KNOWN_LOOPS
from core.language.vocabulary import NAMES as KNOWN_NAMES
from core.language.vocabulary import TOP, Either, ListOf, Names, Section, Value
from core.rules.game import Game
from core.rules.trial import try_out

README = PAGE.read_text("utf-8")
STEPS = 12


def places() -> list[tuple[str, str, Example]]:
    """Word, frame and example of everything that has one."""
    found = [(path, path.rpartition(".")[0], example) for path, example in KEYS.items()]
    for table in (NAMES, FUNCTIONS, LOOPS):
        found += [(word, one.text.partition(":")[0], one) for word, one in table.items()]
    return found


def ids() -> list[str]:
    return [f"{word}: {example.text}" for word, _, example in places()]


def section_of(value: Value) -> Section | None:
    match value:
        case Section():
            return value
        case Names(inner) | ListOf(inner):
            return section_of(inner)
        case Either(values):
            return next((found for one in values if (found := section_of(one))), None)
    return None


@pytest.mark.parametrize(("word", "frame", "example"), places(), ids=ids())
def test_an_example_loads_without_a_problem_and_plays(
    word: str, frame: str, example: Example, tmp_path: Path
) -> None:
    (tmp_path / "sample.yaml").write_text(SAMPLE, "utf-8")
    file = tmp_path / "example.yaml"
    file.write_text(whole(frame, example), "utf-8")
    assert [str(problem) for problem in check_file(file)] == []
    for variant in [(), *((one.id,) for one in load_file(file).variants)]:
        game = Game(load_file(file, variant))
        chance = random.Random(1)
        position = game.start(seed=1)
        assert position.steps
        for _ in range(STEPS):
            _ = position.prompt, position.scores, position.marks
            _ = [position.progress(seat) for seat in range(game.sides)]
            if position.steps:
                position = position.play(chance.choice(position.steps))


@pytest.mark.parametrize(("word", "frame", "example"), places(), ids=ids())
def test_an_example_shows_its_word_on_one_line(word: str, frame: str, example: Example) -> None:
    name = word.rpartition(".")[2]
    assert re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", example.text)
    assert "\n" not in example.text
    assert len(example.text) <= 98


@pytest.mark.parametrize(("path", "section"), list(sections()), ids=lambda one: str(one)[:20])
def test_every_key_has_an_example(path: str, section: Section) -> None:
    assert {name for name, _ in keys(path, section)} <= KEYS.keys()


def test_every_example_of_a_key_is_one_of_a_key() -> None:
    assert {name for place in sections() for name, _ in keys(*place)} == KEYS.keys()


def test_every_section_of_the_language_is_listed() -> None:
    def inside(section: Section) -> list[Section]:
        nested = [found for key in section.keys if (found := section_of(key.value)) is not None]
        return nested + [found for one in nested for found in inside(one)]

    listed = [tuple(key.name for key in section.keys) for _, section in sections()]
    effects = next(section for path, section in sections() if path == "moves.then")
    for section in inside(TOP):
        names = tuple(key.name for key in section.keys)
        assert names in listed or set(names) < {key.name for key in effects.keys}


def test_every_name_function_and_loop_word_has_an_example() -> None:
    assert NAMES.keys() == KNOWN_NAMES.keys()
    assert FUNCTIONS.keys() == KNOWN_FUNCTIONS.keys()
    assert LOOPS.keys() == KNOWN_LOOPS.keys()


def test_every_frame_is_used() -> None:
    assert FRAMES.keys() <= {example.frame or frame for _, frame, example in places()}


def test_the_page_is_up_to_date() -> None:
    """`python -m core.language.reference` brings it up to date."""
    assert filled(README) == README


def test_the_page_has_every_list_once() -> None:
    assert sorted(re.findall(r"<!-- list: ([\w. ]+) -->", README)) == sorted(LISTS)


def test_the_page_shows_every_word() -> None:
    for word, _, example in places():
        assert re.search(rf"\*\*`{re.escape(word.rpartition('.')[2])}[`(]", README)
        assert example.text in README


def games() -> list[str]:
    return [
        text for text in re.findall(r"```yaml\n(.*?)```", README, re.DOTALL) if "moves:" in text
    ]


@pytest.mark.parametrize("text", games(), ids=["short", "long"])
def test_the_game_of_five_minutes_loads_and_plays(text: str, tmp_path: Path) -> None:
    file = tmp_path / "fences.yaml"
    file.write_text(text, "utf-8")
    assert check_file(file) == []
    for variant in [(), *((one.id,) for one in load_file(file).variants)]:
        trial = try_out(Game(load_file(file, variant)), 3)
        assert trial.findings == ()
        assert len(trial.steps) == 3


def test_the_leap_it_shows_is_that_of_a_knight(tmp_path: Path) -> None:
    (leap,) = re.findall(r"```yaml\n(  leap:.*?)```", README, re.DOTALL)
    file = tmp_path / "knights.yaml"
    file.write_text(
        "format: 1\ngame: knights\nboard: {shape: square, size: 8}\npieces: {knight: }\n"
        "setup: [{place: knight, owner: first, at: cells('b1 d4')}]\n"
        f"turn: {{no_moves: draw}}\nmoves:\n{leap}",
        "utf-8",
    )
    assert check_file(file) == []
    told = {step.token for step in Game(load_file(file)).start().steps}
    from_b1 = {"b1-a3", "b1-c3", "b1-d2"}
    from_d4 = {f"d4-{cell}" for cell in ("b3", "b5", "c2", "c6", "e2", "e6", "f3", "f5")}
    assert told == from_b1 | from_d4


def test_the_message_it_shows_is_the_one_printed() -> None:
    text = games()[0].replace("adjacent(mine)", "adjacent(mien)")
    (problem,) = check_text(text, "fences.yaml")
    shown = [f"    {line}" for line in problem.render(text).split("\n")]
    assert "\n".join(shown) in README


def test_the_position_it_shows_is_the_start_of_a_game() -> None:
    shown = re.search(r"^ {4}(\S+ black start .*)$", README, re.MULTILINE)
    assert shown is not None
    game = Game(load_file(PAGE.parent / "reversi.yaml"))
    assert shown[1] == str(game.start())


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#:]+)\)", README))))
def test_what_it_links_to_is_there(link: str) -> None:
    assert (PAGE.parent / link).exists()


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`([\w-]+\.yaml)`", README))))
def test_files_it_names_are_shipped_or_its_own(name: str) -> None:
    assert name == "fences.yaml" or (PAGE.parent / name).is_file()
