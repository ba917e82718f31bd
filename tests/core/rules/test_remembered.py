"""What the rules keep between steps: counters, remembered values, the last direction."""

from __future__ import annotations

from core.language.load import load_text
from core.rules.game import Game

HEAD = """\
format: 1
game: made-up
board: {shape: square, size: 4}
pieces: {stone: }
turn: {no_moves: draw}
"""


def game_of(text: str) -> Game:
    return Game(load_text(HEAD + text, "made-up.yaml"))


def counters(game: Game) -> str:
    return str(game.start()).split()[-1]


def test_counters_begin_at_the_value_they_are_given() -> None:
    game = game_of(
        "vars: {budget: 3}\n"
        "moves:\n"
        "  stone: {place: stone, if: budget > 0, then: [{set: {budget: budget - 1}}]}\n"
    )
    assert counters(game) == "turn=1,budget=3"
    assert game.position(str(game.start())) == game.start()
    position = game.start()
    for _ in range(3):
        position = position.play(position.steps[0])
    assert position.steps == ()


def test_a_counter_that_multiplies_stays_a_number_that_can_be_written() -> None:
    game = game_of(
        "vars: {n: 9}\nmoves: {stone: {place: stone, at: empty, then: [{set: {n: n * n + 9}}]}}\n"
    )
    position = game.start()
    while position.steps:
        position = position.play(position.steps[0])
        assert game.position(str(position)) == position
    assert "n=1000000" in str(position)


SLIDERS = HEAD.replace("size: 4", "size: 5") + (
    'setup: [{place: stone, owner: first, at: cells("a1")}, '
    '{place: stone, owner: second, at: cells("e5")}]\n'
    "moves:\n"
    "  go: {move: stone, dirs: orthogonal, let: {runner: here}, next: more}\n"
    "  more:\n"
    "    stage: more\n"
    "    move: stone\n"
    "    from: runner\n"
    "    to: EXPRESSION\n"
    "    dirs: orthogonal\n"
    "    next: end\n"
    "stages: {more: {stop: true}}\n"
)


def targets(expression: str, first: str) -> set[str]:
    game = Game(load_text(SLIDERS.replace("EXPRESSION", expression), "made-up.yaml"))
    position = game.start().play(first)
    return {step.token for step in position.steps if step.verb == "move"}


def test_the_direction_of_the_step_before_may_stand_in_any_function() -> None:
    ahead = "ray(from, same_direction)"
    assert targets(ahead, "a1-a2") == {"a2-a3"}
    assert targets(ahead, "a1-b1") == {"b1-c1"}
    in_a_line = '"filter(c in empty where line(from | c, c, same_direction) == 2)"'
    assert targets(in_a_line, "a1-a2") == {"a2-a3", "a2-a1"}
    assert targets(in_a_line, "a1-b1") == {"b1-c1", "b1-a1"}
