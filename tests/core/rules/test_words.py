"""Words of the language that no shipped game needs mean what the reference says they do."""

from __future__ import annotations

import pytest

from core.language.load import load_text
from core.rules.game import Game, Outcome, Position
from tests.core.language.texts import small

BOARD = "5/1XO2/1X1O1/#4/XO3"
"""Black is on b4, b3 and a1, white on c4, d3 and b1, nobody's stone on a2."""


def game(**keys: str) -> Game:
    return Game(load_text(small(**keys), "small.yaml"))


def played(position: Position, steps: str) -> Position:
    for step in steps.split():
        position = position.play(step)
    return position


def owners(position: Position) -> dict[str, int | None]:
    return {cell: piece.owner for cell, piece in position.pieces.items()}


def tokens(position: Position) -> set[str]:
    return {step.token for step in position.steps}


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("count(edge)", 16),
        ("count(mine & edge)", 1),
        ("count(neutral)", 1),
        ("count(nowhere)", 0),
        ("count(adjacent(nowhere))", 0),
        ("count(liberties(mine))", 5),  # b5 a4 a3 c3 b2
        ("iff(liberties(cells(`a1`)) == nowhere, 1, 0)", 1),
        ("count(surrounded(mine))", 1),
        ("iff(seen(cells(`b4`), E) == cells(`c4`), 1, 0)", 1),
        ("iff(seen(cells(`c3`), diagonal) == cells(`a1 b4`), 1, 0)", 1),
        ("count(seen(cells(`c3`)) & enemy)", 2),  # c4 d3
        ("count(seen(cells(`e5`), orthogonal))", 0),
        ("min(sizes(groups(mine)))", 1),
        ("min(sizes(groups(nowhere)))", 0),
        ("min(count(mine), 2)", 2),
        ("min(count(g) for g in groups(occupied))", 1),
        ("min(count(g) for g in groups(nowhere))", 0),
        ("sum(count(g) * count(g) for g in groups(occupied))", 19),  # 3, 3 and 1
        ("run(n in sizes(groups(occupied)) where n >= 3)", 2),
        ("count(p in players where count(own(p)) == 3)", 2),
        ("count(p in players where some(own(p) & corners))", 1),
        ("max(score(me))", 3),
        ("sum(n for n in score(black))", 4),
        ("count(line_through(cells(`c3`), diagonal))", 9),
        ("count(ring(cells(`c3`), 2))", 16),
        ("count(ray(cells(`a1`), N))", 4),
        ("count(adjacent(phase(0)) & phase(0))", 0),
        ("step", 1),
    ],
)
def test_an_expression_has_the_value_that_can_be_counted_by_hand(
    expression: str, value: int
) -> None:
    text = expression.replace("`", '\\"')
    rules = game(
        score="[count(mine), count(mine & edge)]",
        display=f'{{progress: {{told: {{have: "{text}"}}}}}}',
        setup="[{place: stone, owner: neutral, at: cells('a2')}]",
    )
    (told,) = rules.position(f"{BOARD} black start 0 - - turn=7").progress(0)
    assert told.have == value


def test_maximize_leaves_the_steps_with_the_largest_value() -> None:
    rules = game(moves="\n  place: {place: stone, maximize: count(adjacent(here) & occupied)}")
    assert len(rules.start().steps) == 25
    assert tokens(rules.start().play("c3")) == {"b3", "d3", "c2", "c4"}
    assert tokens(played(rules.start(), "c3 c4 b3")) == {"b4"}


def test_what_stands_after_a_turn_happens_once_a_turn_and_after_the_end_rules() -> None:
    rules = game(
        vars="{quiet: 0}",
        moves="\n  place: {place: stone, next: [{when: step < 2, go: start}, {go: end}]}",
        turn="{no_moves: draw, after: [{set: {quiet: quiet + 1}}]}",
        end="{late: {when: quiet == 1, lose: opponent}}",
    )
    position = rules.start().play("a1")
    assert str(position).endswith("quiet=0")
    position = position.play("a2")
    assert (position.mover, position.outcome) == (1, None)
    assert str(position).endswith("quiet=1")
    assert played(position, "b1 b2").outcome == Outcome(1, "late")


def test_effects_after_a_turn_are_those_of_who_made_it() -> None:
    after = "{place: stone, at: row(5) & empty}, {convert: enemy & corners, to: neutral}"
    rules = game(turn=f"{{no_moves: draw, after: [{after}]}}")
    position = rules.start().play("a1")
    row = {f"{column}5": 0 for column in "abcde"}
    assert owners(position) == {"a1": 0, **row}
    corners = {"a1": None, "a5": None, "e5": None}
    assert owners(position.play("c3")) == {**row, "c3": 1, **corners}


def test_a_step_has_the_same_number_before_it_is_made_and_after() -> None:
    rules = game(
        moves=(
            "\n  place: {place: stone, at: empty & row(step), next: [{when: step == 1, go: start}]}"
        )
    )
    position = rules.start()
    assert {token[1] for token in tokens(position)} == {"1"}
    position = position.play("a1")
    assert {token[1] for token in tokens(position)} == {"2"}
    assert (position.mover, position.play("a2").mover) == (0, 1)


@pytest.mark.parametrize(
    ("tie", "winner"),
    [("mover", 1), ("opponent", 0), ("black", 0), ("white", 1), ("draw", None)],
)
def test_a_tied_score_is_decided_as_tie_says(tie: str, winner: int | None) -> None:
    rules = game(
        board="{shape: square, size: 2}",
        score="count(mine)",
        end=f"{{full: {{when: none(empty), win: most, tie: {tie}}}}}",
    )
    assert played(rules.start(), "a1 a2 b1 b2").outcome == Outcome(winner, "full")


def test_a_list_of_scores_is_compared_in_its_order() -> None:
    rules = game(
        score="[count(mine & corners), count(mine)]",
        end="{bare: {when: turn == 6, win: most}}",
    )
    more_stones = rules.position("5/5/5/5/XO3 black start 0 - - turn=5").play("c3").play("d3")
    assert more_stones.scores == ((1, 2), (0, 2))
    assert more_stones.outcome == Outcome(0, "bare")
    equal = rules.position("5/5/5/OO3/X3O black start 0 - - turn=5").play("c3").play("d3")
    assert equal.scores == ((1, 2), (1, 4))
    assert equal.outcome == Outcome(1, "bare")


def test_a_stone_may_be_placed_for_nobody_or_for_another() -> None:
    rules = game(
        moves=(
            "\n  wall: {place: stone, at: edge & empty, owner: neutral,"
            " then: [{place: stone, at: center & empty, owner: white}]}"
        )
    )
    assert owners(rules.start().play("a1")) == {"a1": None, "c3": 1}


def test_a_conversion_may_give_stones_to_nobody_or_to_a_player() -> None:
    rules = game(
        moves=(
            "\n  place:\n    place: stone\n    then:\n"
            "      - {convert: adjacent(here) & neutral, to: black}\n"
            "      - {convert: adjacent(here) & enemy, to: neutral}"
        )
    )
    position = played(rules.start(), "a1 a2")
    assert owners(position) == {"a1": None, "a2": 1}
    assert owners(position.play("b1")) == {"a1": 0, "a2": 1, "b1": 0}


def test_what_an_effect_removes_may_go_to_the_hand() -> None:
    rules = game(
        pieces="{stone: , block: {owner: none, colors: 1, copies: 5}}",
        setup="[{deal: block, at: row(1)}]",
        moves=(
            "\n  place: {place: stone, at: row(2) & empty,"
            " then: [{remove: adjacent(here) & neutral, into: hand}]}"
        ),
    )
    position = rules.start().play("a2")
    assert "a1" not in position.pieces
    assert (position.held(0), position.held(1)) == ((1,), (0,))


def test_any_of_ones_pieces_may_be_moved_and_keeps_its_type() -> None:
    rules = game(
        pieces="{king: , pawn: }",
        setup=(
            "[{place: king, owner: black, at: cells('a1')},"
            " {place: pawn, owner: black, at: cells('e5')},"
            " {place: pawn, owner: white, at: cells('c3')}]"
        ),
        moves="\n  walk: {move: any, dirs: orthogonal, next: end}",
    )
    assert tokens(rules.start()) == {"a1-a2", "a1-b1", "e5-d5", "e5-e4"}
    assert rules.start().play("a1-a2").pieces["a2"].kind == "king"
    assert rules.start().play("e5-e4").pieces["e4"].kind == "pawn"


SHUFFLE = {
    "setup": (
        "[{place: stone, owner: black, at: cells('a1')},"
        " {place: stone, owner: white, at: cells('e5')}]"
    ),
    "moves": "\n  walk: {move: stone, dirs: orthogonal}",
}


def test_a_position_that_was_there_before_is_a_draw_at_its_first_return() -> None:
    rules = game(**SHUFFLE, turn="{no_moves: draw, repeat: draw}")
    position = played(rules.start(), "a1-a2 e5-e4 a2-a1")
    assert position.outcome is None
    assert position.play("e4-e5").outcome == Outcome(None, "repetition")


def test_a_step_back_to_a_position_may_be_forbidden() -> None:
    rules = game(**SHUFFLE, turn="{no_moves: draw, repeat: forbid}")
    assert tokens(played(rules.start(), "a1-a2 e5-e4 a2-a1")) == {"e4-e3", "e4-d4"}


def test_a_pass_too_leaves_a_position_that_was_there_before() -> None:
    rules = game(turn="{pass: free, no_moves: pass, repeat: draw}")
    assert rules.start().play("a1").play("pass").outcome == Outcome(None, "repetition")


@pytest.mark.parametrize(
    ("condition", "first", "second"),
    [
        ("here == cells('a1')", True, False),
        ("captured == 1", True, True),
        ("some(from | over | last)", False, False),
    ],
)
def test_after_a_pass_an_end_rule_reads_the_last_step(
    condition: str, first: bool, second: bool
) -> None:
    def passed(turn: int, steps: str) -> bool:
        quoted = condition.replace("'", '\\"')
        rules = game(
            turn="{pass: free, no_moves: pass}",
            moves="\n  place: {place: stone, then: [{remove: adjacent(here) & enemy}]}",
            end=f'{{it: {{when: "turn == {turn} and {quoted}", win: mover}}}}',
        )
        return played(rules.start(), steps).outcome is not None

    assert passed(4, "c3 a2 a1 pass") == first
    assert passed(5, "c3 a2 a1 pass pass") == second
