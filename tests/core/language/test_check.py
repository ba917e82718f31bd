"""What expressions mean: names, scopes, types, and what is worked out before play."""

from __future__ import annotations

import pytest

from core.board import Board
from core.language.definition import Expr, Type
from core.language.load import load_text
from core.language.problems import DefinitionError
from tests.core.language.texts import small

BOARD = Board.build("square", size=5)

FORWARD = "{black: {forward: N}, white: {forward: S}}"
TABLE = "{block: {owner: none, colors: 3, copies: 4}, stone: }"


def value(text: str, **keys: str) -> Expr:
    """The meaning of a number, as the score."""
    return load_text(small(score=f"\n  >-\n  {text}", **keys), "game.yaml").score[0]


def cells(text: str, **keys: str) -> Expr:
    """The meaning of a set, as the cells of the only action."""
    moves = f"\n  place:\n    place: stone\n    at: >-\n      {text}"
    (action,) = load_text(small(moves=moves, **keys), "game.yaml").actions
    assert action.at is not None
    return action.at.expr


def condition(text: str, **keys: str) -> Expr:
    """The meaning of a condition, as an end rule."""
    end = f"\n  over:\n    when: >-\n      {text}\n    win: mover"
    return load_text(small(end=end, **keys), "game.yaml").ends[0].when.expr


def outline(expr: Expr) -> str:
    """An expression in one line: operations with their arguments."""
    inner = ", ".join(map(outline, expr.args))
    shown = "" if expr.value is None or expr.op == "cells" else f":{expr.value}"
    return f"{expr.op}{shown}{f'({inner})' if inner else ''}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mine | enemy", "join(mine, enemy)"),
        ("mine & enemy - neutral", "minus(meet(mine, enemy), neutral)"),
        ("groups(mine) & adjacent(empty)", "meet(union(groups(mine)), adjacent(empty))"),
        ("touching(groups(enemy), mine)", "union(touching(groups(enemy), mine))"),
        ("group(mine) | group(mine, occupied)", "join(group(mine), group(mine, occupied))"),
        ("own(white) & type(stone)", "meet(own(player:1), type(piece:0))"),
        ("own(mover) | own(me)", "join(own(mover), own(me))"),
        ("iff(turn > 1, mine, empty)", "iff(>(turn, number:1), mine, empty)"),
        ("row(mine) & row(turn)", "meet(row(mine), row(turn))"),
        (
            "filter(x in mine where some(adjacent(x)))",
            "loop:filter(bound:1, mine, some(adjacent(bound:1)))",
        ),
        ("last", "last"),
    ],
)
def test_sets_mean_what_they_say(text, expected):
    found = cells(text)
    assert outline(found) == expected
    assert found.type is Type.SET


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("count(mine) - count(groups(mine))", "-(count(mine), count(groups(mine)))"),
        ("max(sizes(groups(mine)))", "max(sizes(groups(mine)))"),
        ("max(turn, step) % 2", "%(max(turn, step), number:2)"),
        (
            "max(count(g) for g in groups(mine))",
            "loop:max(bound:1, groups(mine), count(bound:1))",
        ),
        (
            "count(p in players where p == me)",
            "loop:count(bound:1, players, ==(bound:1, me))",
        ),
        (
            "sum(n * n for n in sizes(groups(mine)))",
            "loop:sum(bound:1, sizes(groups(mine)), *(bound:1, bound:1))",
        ),
        ("line(mine, last, orthogonal)", None),
        ("iff(me == white, 7, 0)", "iff(==(me, player:1), number:7, number:0)"),
        ("open_run(last)", "open_run(last)"),
    ],
)
def test_numbers_mean_what_they_say(text, expected):
    found = value(text)
    assert expected is None or outline(found) == expected
    assert found.type is Type.NUMBER


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("captured > 0 and not some(enemy)", "and(>(captured, number:0), not(some(enemy)))"),
        ("none(groups(enemy)) or repeated", "or(none(groups(enemy)), repeated)"),
        ("here in group(last)", "in(here, group(last))"),
        ("here == from", "==(here, from)"),
        ("mover != black", "!=(mover, player:0)"),
        ("loop(group(here))", "loop(group(here))"),
        ("all_stuck or all_passed", "or(all_stuck, all_passed)"),
        ("connects(mine, last, here, over)", "connects(mine, last, here, over)"),
    ],
)
def test_conditions_mean_what_they_say(text, expected):
    found = condition(text)
    assert outline(found) == expected
    assert found.type is Type.CONDITION


def test_colors_are_compared_and_counted():
    text = "count(c in colors where held(c) > 2 and c == color(here)) > 0"
    inner = "and(>(held(bound:1), number:2), ==(bound:1, color(here)))"
    found = condition(text, pieces=TABLE)
    assert outline(found) == f">(loop:count(bound:1, colors, {inner}), number:0)"


def test_loops_in_one_expression_have_numbers_of_their_own():
    found = value("count(x in mine where some(x)) + count(x in enemy where some(x))")
    assert {loop.args[0].value for loop in found.args} == {1, 2}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("board", BOARD.cells),
        ("nowhere", ()),
        ("corners", ("a1", "e1", "a5", "e5")),
        ("center", ("c3",)),
        ('cells("b2 a1")', ("a1", "b2")),
        ("side(N) & side(W)", ("a5",)),
        ("row(2) & column(3)", ("c2",)),
        ("row(center) & column(corners)", ("a3", "e3")),
        ("shift(center, N | E)", ("d3", "c4")),
        ("shift(side(N), N)", ()),
        ("adjacent(center)", ("c2", "b3", "d3", "c4")),
        ("adjacent(center, diagonal)", ("b2", "d2", "b4", "d4")),
        ("ray(center, NE)", ("d4", "e5")),
        ("ring(corners & row(1) & column(1), 2)", ("c1", "c2", "a3", "b3", "c3")),
        ("ring(center, 0)", ("c3",)),
        ("line_through(center, N)", ("c1", "c2", "c3", "c4", "c5")),
        ("union(sides) - edge", ()),
        ("phase(0) & center", ("c3",)),
        ("iff(count(board) == 25, center, corners)", ("c3",)),
        ("board - edge - adjacent(center) - adjacent(center, diagonal)", ("c3",)),
    ],
)
def test_what_never_changes_is_worked_out_before_play(text, names):
    assert cells(text) == Expr("cells", Type.SET, value=BOARD.mask(names))


def test_parameters_are_numbers_and_reckoned_with():
    assert value("n * (n - 1) // 2", params="{n: 5}") == Expr("number", Type.NUMBER, value=10)


def test_directions_are_those_of_each_player():
    moves = "{go_on: {move: stone, dirs: [forward, forward_left]}}"
    (action,) = load_text(small(players=FORWARD, moves=moves), "game.yaml").actions
    assert action.dirs == Expr("directions", Type.DIRECTIONS, value=(("N", "NW"), ("S", "SE")))


def test_a_relative_step_is_left_to_each_player():
    found = cells("shift(row(1), forward)", players=FORWARD)
    assert found.op == "shift"
    assert found.args[1].value == (("N",), ("S",))


def test_hexagonal_boards_turn_by_a_sixth():
    players = "{black: {forward: NE}, white: {forward: SW}}"
    moves = "{go_on: {move: stone, dirs: [back, forward_right]}}"
    board = "{shape: hexagon, size: 3}"
    end = "{wiped: {when: none(enemy), win: mover}}"
    text = small(players=players, moves=moves, board=board, end=end)
    (action,) = load_text(text, "game.yaml").actions
    assert action.dirs is not None
    assert action.dirs.value == (("SW", "E"), ("NE", "W"))


def test_a_definition_stands_where_it_is_used():
    define = "{whole: half & mine, half: row(2) | edge}"
    found = cells("whole", define=define)
    assert found.op == "meet"
    assert found.args[0] == Expr("cells", Type.SET, value=BOARD.row(2) | BOARD.edge)


def test_a_definition_may_be_of_any_type():
    define = "{parts: groups(mine), way: N | E, first: color(here), who: me}"
    text = "some(parts) and some(shift(mine, way)) and held(first) > 0 and who == black"
    assert condition(text, define=define, pieces=TABLE).op == "and"


def test_a_region_is_one_set_or_one_for_each_player():
    board = "{shape: square, size: 5, regions: {home: {black: row(1), white: row(5)}, mid: center}}"
    found = condition("some(mine & home) and some(mid & mine)", board=board)
    home = Expr("region", Type.SET, value=(BOARD.row(1), BOARD.row(5)))
    middle = Expr("cells", Type.SET, value=BOARD.center)
    assert outline(found) == outline(
        Expr(
            "and",
            Type.CONDITION,
            (
                Expr("some", Type.CONDITION, (Expr("meet", Type.SET, (MINE, home)),)),
                Expr("some", Type.CONDITION, (Expr("meet", Type.SET, (middle, MINE)),)),
            ),
        )
    )


MINE = Expr("mine", Type.SET)


def test_a_region_may_be_made_of_others_and_of_parameters():
    board = "{shape: square, size: $n, regions: {low: row(1) | rim, rim: row(n) - center}}"
    found = cells("low", board=board, params="{n: 5}")
    assert found.value == BOARD.row(1) | BOARD.row(5)


def test_what_a_let_holds_follows_from_its_expression():
    moves = """
  place:
    place: stone
    let: {pivot: here, n: count(mine), who: me, yes: turn > 1}
    next: more
  more: {stage: more, take: any, at: adjacent(pivot), if: n > 1 and yes and who == black}"""
    definition = load_text(small(moves=moves), "game.yaml")
    assert definition.let_types == {
        "pivot": Type.SET,
        "n": Type.NUMBER,
        "who": Type.PLAYER,
        "yes": Type.CONDITION,
    }


def test_a_let_may_build_on_its_own_last_value():
    moves = "{place: {place: stone, at: empty - trail, let: {trail: trail | here}, next: start}}"
    definition = load_text(small(moves=moves), "game.yaml")
    assert definition.let_types == {"trail": Type.SET}


def test_lets_may_follow_from_each_other_in_any_order():
    moves = """
  one: {place: stone, at: empty & third, let: {first: second, third: first | area}, next: two}
  two: {stage: two, place: stone, at: first, let: {second: here}}"""
    definition = load_text(small(moves=moves, define="{area: second & mine}"), "game.yaml")
    assert set(definition.let_types.values()) == {Type.SET}


def test_variables_are_numbers():
    moves = "{place: {place: stone, at: empty, then: [{set: {streak: streak + 1}}]}}"
    definition = load_text(small(moves=moves, vars="{streak: 3}"), "game.yaml")
    assert definition.vars == {"streak": 3}
    (effect,) = definition.actions[0].then
    assert outline(effect.clause.expr) == "+(var:streak, number:1)"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("count(mine) + mine", "expected a number here, but this is a set of cells"),
        ("count(3)", "expected a set of cells or a list of groups here, but this is a number"),
        ("max(groups(mine))", "expected a list of numbers here, but this is a list of groups"),
        ("sizes(groups(mine))", "expected a number here, but this is a list of numbers"),
        ("count(black)", "expected a set of cells or a list of groups here, but this is a player"),
        ("count(mine & 3)", "expected a set of cells here, but this is a number"),
        ("count(N | mine)", "expected directions here, but this is a set of cells"),
        ("count(mine == 3)", "expected a number here, but this is a set of cells"),
        ("iff(mine, 1, 2)", "expected a yes/no condition here, but this is a set of cells"),
        ("iff(turn > 1, 1, mine)", "expected a number here, but this is a set of cells"),
        ("sum(mine for x in mine)", "expected a number here, but this is a set of cells"),
        ("count(x in 3 where some(mine))", "expected a set or list here, but this is a number"),
        ("count(type(mine))", "no piece type 'mine'"),
        ("count(shift(mine))", "shift(...) takes 2 values, not 1"),
        ("count(x in mine)", "count(...) goes through a collection and needs 'where'"),
        ("sum(x in mine where turn)", "sum(...) is written otherwise"),
        ("count(mine in mine where some(mine))", "'mine' already means something else"),
        ("count(foo(mine))", "unknown function 'foo'"),
        ("mine(empty)", "'mine' is not a function"),
        ('count("a1")', "a text means nothing here"),
        ("count(cells(mine))", "expected names of cells in quotes"),
        ("count(side(mine))", "no side 'mine' on this board"),
        ("count(row(0))", "no row 0 on this board; rows run from 1 to 5"),
        ("count(phase(2))", "no phase 2 on this board; phases are 0 to 1"),
        ("captured", "'captured' is only known after the action"),
        ("count(here)", "'here' is only known for a candidate move"),
        ("held(1)", "expected a color here, but this is a number"),
        ("count(p in players where p)", "expected a yes/no condition here, but this is a player"),
        ("max(score(me))", "the score cannot be computed from score(...)"),
        ("1000000 * 1000000", "the number is too large"),
    ],
)
def test_a_slip_of_type_or_scope_is_told(text, message):
    with pytest.raises(DefinitionError) as caught:
        value(text)
    assert message in str(caught.value)
    assert len(caught.value.problems) == 1


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("to", "empty & adjacent(from)"),
        ("distance", "count(ray(from, direction) & occupied)"),
        ("if", "some(over) or here in mine"),
        ("minimize", "count(adjacent(here))"),
        ("let", "{x: adjacent(here)}"),
        ("next", "[{when: captured > 0 and some(here), go: start}]"),
    ],
)
def test_a_key_of_a_move_knows_the_names_of_its_moment(key, text):
    moves = f"\n  go_on:\n    move: stone\n    by: slide\n    {key}: {text}"
    assert load_text(small(moves=moves), "game.yaml").actions


@pytest.mark.parametrize(
    ("key", "text", "name"),
    [
        ("to", "empty & adjacent(here)", "here"),
        ("distance", "count(over)", "over"),
        ("from", "mine - from", "from"),
        ("if", "captured > 0", "captured"),
        ("let", "{x: captured}", "captured"),
    ],
)
def test_a_key_of_a_move_knows_no_name_of_another_moment(key, text, name):
    moves = f"\n  go_on:\n    move: stone\n    by: slide\n    {key}: {text}"
    with pytest.raises(DefinitionError, match=f"'{name}' is only known"):
        load_text(small(moves=moves), "game.yaml")


def test_one_slip_in_a_definition_is_told_once_with_its_first_use():
    moves = "{place: {place: stone, at: area, if: some(area)}, take: {take: any, at: area}}"
    with pytest.raises(DefinitionError) as caught:
        load_text(small(moves=moves, define="{area: row(1) & mien}"), "game.yaml")
    (problem,) = caught.value.problems
    assert problem.help.endswith("definition 'area' is used here: game.yaml:6")


def test_definitions_cannot_grow_without_end():
    define = "".join(f"\n  d{n}: d{n + 1} & d{n + 1}" for n in range(40)) + "\n  d40: mine"
    with pytest.raises(DefinitionError, match="too large once its definitions are put in"):
        cells("d0", define=define)


def test_definitions_cannot_lead_into_each_other_without_end():
    define = "".join(f"\n  d{n}: d{n + 1} & mine" for n in range(2000)) + "\n  d2000: mine"
    with pytest.raises(DefinitionError, match="nested more than"):
        cells("d0", define=define)
