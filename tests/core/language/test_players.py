"""How many players a game has, and what is said of each of them when there are more than two."""

from __future__ import annotations

import pytest

from core.language import limits
from core.language.definition import EndRule, Expr, Type
from core.language.load import check_text, load_text
from core.language.problems import DefinitionError
from core.language.vocabulary import END, TOP, TURN
from tests.core.language.texts import small

THREE = "[red, green, blue]"
NAMES = ["ann", "bob", "cem", "dan", "eve", "fay", "gus", "hal", "ida"]


def rule(text: str) -> EndRule:
    score = {"score": "count(mine)"} if "most" in text or "least" in text else {}
    end = f"\n  line: {{when: none(empty), {text}}}"
    return load_text(small(players=THREE, end=end, **score), "game.yaml").ends[0]


def messages(**keys: str) -> list[str]:
    return [problem.message for problem in check_text(small(**keys), "game.yaml")]


@pytest.mark.parametrize("number", range(2, limits.PLAYERS + 1))
def test_a_game_is_for_two_to_eight(number):
    players = f"[{', '.join(NAMES[:number])}]"
    assert len(load_text(small(players=players), "game.yaml").players) == number


def test_nine_are_too_many():
    assert messages(players=f"[{', '.join(NAMES)}]") == ["expected from 2 to 8 players, got 9"]


def test_a_variant_may_be_for_more_players():
    text = small(variants=f"\n  three: {{players: {THREE}}}")
    assert len(load_text(text, "game.yaml").players) == 2
    assert len(load_text(text, "game.yaml", ("three",)).players) == 3


def test_a_fault_that_only_a_variant_for_more_players_has_is_told_once():
    text = small(turn="{no_moves: draw, swap: true}", variants=f"\n  three: {{players: {THREE}}}")
    told = [problem.message for problem in check_text(text, "game.yaml")]
    assert told == ["the pie rule is for two players; this game has 3"]


@pytest.mark.parametrize("number", [3, 8])
def test_the_pie_rule_is_for_two(number):
    players = f"[{', '.join(NAMES[:number])}]"
    with pytest.raises(DefinitionError, match=f"for two players; this game has {number}"):
        load_text(small(players=players, turn="{no_moves: draw, swap: true}"), "game.yaml")


def test_saying_that_there_is_no_pie_rule_is_right_for_three():
    assert messages(players=THREE, turn="{no_moves: draw, swap: false}") == []


@pytest.mark.parametrize("text", ["win: opponent", "lose: opponent", "win: most, tie: opponent"])
def test_who_the_opponent_is_of_three_is_not_guessed(text):
    with pytest.raises(DefinitionError, match="'opponent' is unclear: the mover has 2 of them"):
        rule(text)


@pytest.mark.parametrize(
    ("text", "result", "who", "tie"),
    [
        ("win: mover", "win", "mover", "draw"),
        ("win: blue", "win", 2, "draw"),
        ("lose: mover", "lose", "mover", "draw"),
        ("lose: green", "lose", 1, "draw"),
        ("draw: true", "draw", "mover", "draw"),
        ("win: least", "win", "least", "draw"),
        ("win: most, tie: mover", "win", "most", "mover"),
        ("win: most, tie: blue", "win", "most", 2),
    ],
)
def test_an_end_rule_for_three_names_players(text, result, who, tie):
    found = rule(text)
    assert (found.result, found.who, found.tie) == (result, who, tie)


def test_a_region_is_given_for_each_of_three():
    board = "{shape: square, size: 3, regions: {home: {red: row(1), green: row(2), blue: row(3)}}}"
    moves = "\n  place: {place: stone, at: home & empty}"
    definition = load_text(small(players=THREE, board=board, moves=moves), "game.yaml")
    at = definition.actions[0].at
    assert at is not None
    rows = tuple(definition.board.row(number) for number in (1, 2, 3))
    assert at.expr.args[0] == Expr("region", Type.SET, value=rows)


def test_a_region_that_leaves_the_third_out_is_refused():
    board = "{shape: square, size: 3, regions: {home: {red: row(1), green: row(2)}}}"
    moves = "\n  place: {place: stone, at: home & empty}"
    assert messages(players=THREE, board=board, moves=moves) == [
        "region 'home' has no cells for 'blue'"
    ]


def test_a_relative_direction_is_each_of_threes_own():
    players = "{red: {forward: NE}, green: {forward: SE}, blue: {forward: W}}"
    board = "{shape: hexagon, size: 3}"
    moves = "\n  step: {move: stone, dirs: forward_left}"
    definition = load_text(small(players=players, board=board, moves=moves), "game.yaml")
    dirs = definition.actions[0].dirs
    assert dirs is not None
    assert dirs.value == (("NW",), ("E",), ("SW",))


def test_a_relative_direction_needs_one_of_the_third_too():
    players = "{red: {forward: NE}, green: {forward: SE}, blue: }"
    moves = "\n  step: {move: stone, dirs: forward}"
    board = "{shape: hexagon, size: 3}"
    told = messages(players=players, board=board, moves=moves)
    assert told == ["'forward' needs `forward:` for every player"]


def test_what_is_different_for_more_than_two_is_explained():
    docs = [key.doc for section in (TOP, TURN, END) for key in section.keys]
    assert sum("of two players" in doc for doc in docs) == 4
    assert sum("share the win" in doc for doc in docs) == 2
    assert any("from 2 to 8" in doc for doc in docs)
