"""From a file to a definition: every key, its defaults, and the fingerprint of the rules."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.language.definition import (
    Convert,
    Deal,
    Definition,
    Expr,
    Place,
    Player,
    Put,
    Remove,
    Require,
    SetVar,
    Stage,
    Type,
)
from core.language.load import check_file, check_text, load_file, load_text
from core.language.problems import DefinitionError
from tests.core.language.texts import SMALL, small

SHIPPED = sorted((Path(__file__).parents[3] / "gamedefs").glob("*.yaml"))


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_a_shipped_game_is_checked_without_a_word(file):
    assert [problem.render(file.read_text("utf-8")) for problem in check_file(file)] == []


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_a_shipped_file_is_named_after_its_game(file):
    assert load_file(file).game == file.stem


RICH = """\
format: 1
game: rich
info:
  name: Rich
  designer: [Ann, Bob]
  aliases: Wealthy
  year: 1999
  rules: https://example.org
players:
  red: {forward: NE}
  blue: {forward: SW}
params: {n: {default: 3, min: 2, max: 5, label: Size}}
board: {shape: hexagon, size: $n}
pieces:
  stone:
  wall: {owner: none}
  gem: {owner: none, colors: $n, copies: 2}
vars: {spent: 0}
setup:
  - {place: stone, owner: red, at: side(S)}
  - {place: stone, owner: neutral, at: side(N)}
  - {place: wall, at: center}
  - {deal: gem, at: board - side(S) - side(N) - center, apart: true}
moves:
  build:
    place: wall
    because: walls are dear
    minimize: count(adjacent(here))
    sign: W
    priority: 2
    next: more
  drop:
    stage: more
    place: stone
    owner: blue
    then:
      - {require: some(adjacent(here) & mine), because: it stands alone}
      - {remove: adjacent(here) & neutral, into: hand}
      - {convert: adjacent(here) & enemy}
      - {convert: last, to: neutral}
      - {place: wall, at: "adjacent(here, NE)"}
      - {set: {spent: spent + 1}}
    next:
      - {when: captured > 0, go: start}
      - {go: end}
  grab: {take: gem, into: hand}
  look: {select: any}
  walk: {move: stone}
  shove: {move: wall, by: slide, distance: "count(ray(from, direction))"}
  jump: {move: stone, by: hop, dirs: all, to: empty - edge}
  fly: {move: any, by: leap}
stages: {more: {stop: true}}
turn:
  no_moves: lose
  pass: free
  swap: true
  repeat: forbid
  after: [{set: {spent: 0}}]
score: [count(mine), spent]
end:
  most: {when: none(empty), win: most, tie: blue}
  dead: {when: none(mine), lose: mover, immediate: true}
  calm: {when: turn > 99, draw: true}
  loud: {when: turn > 98, win: red}
display:
  colors: ["#000000", "#ffffff", "#888888"]
  glyphs: abc
  players: {red: {color: "#ff0000", glyph: R}}
  pieces: {wall: "#"}
  board: {style: lines}
  click: {build: column}
  progress: {walls: {have: count(mine), need: n}, plain: {have: turn}}
  marks: [n, n + 1]
text:
  en:
    rules: |
      Two paragraphs.

      - and a list
    colors: [ruby, opal, jade]
    moves: {build: build a wall}
    stages:
      more: "{me} has {count(mine) - 1} more {{really}}"
  no: {name: Rik}
"""


@pytest.fixture(scope="module")
def rich() -> Definition:
    return load_text(RICH, "rich.yaml")


def test_the_rich_game_is_right_but_for_its_norwegian():
    (problem,) = check_text(RICH, "rich.yaml")
    assert problem.rule == "untranslated"


def test_one_name_will_do_where_a_list_may_stand(rich):
    assert rich.info.designer == ("Ann", "Bob")
    assert rich.info.aliases == ("Wealthy",)
    assert rich.info.rules == ("https://example.org",)


def test_players_have_their_order_and_direction(rich):
    assert rich.players == (Player("red", "NE"), Player("blue", "SW"))


def test_pieces_take_numbers_from_parameters(rich):
    assert [(piece.name, piece.owned, piece.colors) for piece in rich.pieces] == [
        ("stone", True, 0),
        ("wall", False, 0),
        ("gem", False, 3),
    ]


def test_the_setup_is_worked_out(rich):
    board = rich.board
    rest = board.full & ~board.sides["S"] & ~board.sides["N"] & ~board.center
    assert rich.setup == (
        Place(0, 0, board.sides["S"]),
        Place(0, None, board.sides["N"]),
        Place(1, None, board.center),
        Deal(2, rest, True),
    )


def test_every_action_has_what_its_verb_needs(rich):
    rows = {
        action.name: tuple(
            clause and clause.text
            for clause in (action.at, action.origin, action.to, action.over, action.through)
        )
        for action in rich.actions
    }
    assert rows == {
        "build": ("empty", None, None, None, None),
        "drop": ("empty", None, None, None, None),
        "grab": ("occupied", None, None, None, None),
        "look": ("occupied", None, None, None, None),
        "walk": (None, "mine", "empty", None, None),
        "shove": (None, "neutral", "empty", None, "empty"),
        "jump": (None, "mine", "empty - edge", "occupied", None),
        "fly": (None, "mine", "empty", None, None),
    }


def test_a_move_goes_by_steps_in_all_directions_unless_it_says_more(rich):
    walk = next(action for action in rich.actions if action.name == "walk")
    every = rich.board.directions
    assert walk.by == "step"
    assert walk.dirs == Expr("directions", Type.DIRECTIONS, value=(every, every))


def test_a_leap_has_no_direction(rich):
    assert next(action for action in rich.actions if action.name == "fly").dirs is None


def test_a_piece_that_nobody_owns_is_placed_for_nobody(rich):
    owners = {action.name: action.owner for action in rich.actions}
    assert (owners["build"], owners["drop"], owners["walk"]) == ("neutral", 1, "mover")


def test_effects_come_in_their_order(rich):
    effects = next(action for action in rich.actions if action.name == "drop").then
    assert [type(effect) for effect in effects] == [Require, Remove, Convert, Convert, Put, SetVar]
    require, remove, convert, calm, put, count = effects
    assert require.clause.because == "it stands alone"
    assert remove.into_hand
    assert (convert.to, calm.to) == ("mover", "neutral")
    assert (put.piece, put.owner) == (1, "neutral")
    assert count.name == "spent"


def test_a_clause_knows_what_and_where_it_was_written(rich):
    build = rich.actions[0]
    assert build.value is not None
    assert (build.value.text, build.value.because) == ("count(adjacent(here))", "walls are dear")
    assert RICH.splitlines()[build.value.line - 1][build.value.column - 1 :] == build.value.text


def test_branches_keep_their_order_and_end_means_no_stage(rich):
    branches = next(action for action in rich.actions if action.name == "drop").next
    assert [(branch.when and branch.when.text, branch.go) for branch in branches] == [
        ("captured > 0", "start"),
        (None, None),
    ]


def test_stages_are_those_of_actions_too(rich):
    assert rich.stages == (Stage("start"), Stage("more", stop=True))


def test_turn_rules_are_read(rich):
    turn = rich.turn
    assert (turn.no_moves, turn.free_pass, turn.swap, turn.repeat) == ("lose", True, True, "forbid")
    assert len(turn.after) == 1


def test_end_rules_say_who_wins(rich):
    assert [(rule.name, rule.immediate, rule.result, rule.who, rule.tie) for rule in rich.ends] == [
        ("most", False, "win", "most", 1),
        ("dead", True, "lose", "mover", "draw"),
        ("calm", False, "draw", "mover", "draw"),
        ("loud", False, "win", 0, "draw"),
    ]


def test_a_score_may_be_a_list(rich):
    assert [expr.op for expr in rich.score] == ["count", "var"]


def test_texts_are_under_dotted_keys(rich):
    assert rich.text["en"]["moves.build"] == "build a wall"
    assert rich.text["en"]["colors.1"] == "opal"
    assert rich.text["en"]["rules"] == "Two paragraphs.\n\n- and a list\n"


def test_the_language_no_is_a_language(rich):
    assert rich.text["no"] == {"name": "Rik"}


def test_a_prompt_is_text_with_expressions_in_it(rich):
    me, has, count, rest = rich.prompts["en"]["more"]
    assert isinstance(me, Expr)
    assert isinstance(count, Expr)
    assert (me.op, has, count.op, rest) == ("me", " has ", "-", " more {really}")


def test_display_keeps_what_screens_need(rich):
    display = rich.display
    assert display.players == {"red": {"color": "#ff0000", "glyph": "R"}}
    assert (display.pieces, display.click) == ({"wall": "#"}, {"build": "column"})
    walls, plain = display.progress
    assert (walls.name, walls.have.text, walls.need and walls.need.expr.value) == (
        "walls",
        "count(mine)",
        3,
    )
    assert plain.need is None
    assert [mark.expr.value for mark in display.marks] == [3, 4]


def test_players_need_not_be_named():
    text = SMALL.replace("players: [black, white]\n", "")
    assert [player.name for player in load_text(text, "game.yaml").players] == ["first", "second"]


def test_a_game_without_a_name_is_called_by_its_identifier():
    assert load_text(SMALL, "game.yaml").info.name == "small"


@pytest.mark.parametrize(
    "key",
    [
        {"info": "{name: Other}"},
        {"display": '{players: {black: {color: "#123456"}}}'},
        {"text": "{en: {name: Other}}"},
        {"variants": "{other: {turn: {swap: true}}}"},
        {"turn": "   {no_moves:    draw}   # a remark"},
        {"moves": "{place: {place: stone, at:   empty}}"},
        {"params": "{}"},
    ],
    ids=lambda key: next(iter(key)),
)
def test_what_is_only_shown_leaves_the_fingerprint_alone(key):
    assert load_text(small(**key), "game.yaml").digest == load_text(SMALL, "game.yaml").digest


@pytest.mark.parametrize(
    "key",
    [
        {"turn": "{no_moves: lose}"},
        {"board": "{shape: square, size: 6}"},
        {"end": "{line: {when: none(empty), win: mover}}"},
        {"params": "{n: 3}"},
    ],
    ids=lambda key: next(iter(key)),
)
def test_what_changes_the_rules_changes_the_fingerprint(key):
    assert load_text(small(**key), "game.yaml").digest != load_text(SMALL, "game.yaml").digest


def test_a_reason_for_players_is_no_rule():
    plain = small(moves="{place: {place: stone, at: empty, if: turn < 9}}")
    told = small(moves="{place: {place: stone, at: empty, if: turn < 9, because: it is late}}")
    assert load_text(plain, "a.yaml").digest == load_text(told, "a.yaml").digest


def test_the_fingerprint_is_that_of_the_chosen_variants():
    text = small(variants="{pie: {turn: {swap: true}}}")
    with_pie = small(turn="{no_moves: draw, swap: true}")
    chosen = load_text(text, "a.yaml", ("pie",))
    assert chosen.digest == load_text(with_pie, "a.yaml").digest
    assert chosen.digest != load_text(text, "a.yaml").digest


def test_a_definition_can_be_compared():
    assert load_text(RICH, "rich.yaml") == load_text(RICH, "rich.yaml")


def test_all_problems_of_a_stage_are_told_at_once():
    text = small(turn="{no_moves: pas, swpa: true}", score="count(mien)")
    with pytest.raises(DefinitionError) as caught:
        load_text(text, "game.yaml")
    assert [problem.rule for problem in caught.value.problems] == ["type", "unknown-key"]


def test_a_warning_does_not_keep_a_game_from_being_loaded():
    text = small(define="{spare: mine}")
    assert load_text(text, "game.yaml").game == "small"
    assert [problem.severity for problem in check_text(text, "game.yaml")] == ["warning"]


def test_a_name_that_only_one_variant_uses_is_used():
    text = small(params="{n: 4}", variants='{long: {end: {line: {when: "line(mine, here) > n"}}}}')
    assert check_text(text, "game.yaml") == []


@pytest.mark.parametrize("text", ["", "# nothing", "- 1", "word", "~", "\ufeff", "[]", "{}"])
def test_what_is_no_game_file_is_told_so(text):
    assert check_text(text, "game.yaml")[0].severity == "error"


PIECES = [*SMALL.split(), *RICH.split(), "{", "}", "[", "]", ":", "- ", "\n", "  ", '"', "|", "#"]


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_no_mangled_file_gets_more_than_problems(data):
    lines = data.draw(st.sampled_from([SMALL, RICH])).splitlines(keepends=True)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(lines) - 1))
        line = lines[place]
        start = data.draw(st.integers(0, len(line)))
        end = data.draw(st.integers(start, len(line)))
        lines[place] = line[:start] + data.draw(st.sampled_from(PIECES)) + line[end:]
    text = "".join(lines)
    for problem in check_text(text, "game.yaml"):
        assert problem.render(text)


@settings(max_examples=100, deadline=None)
@given(text=st.text(max_size=60))
def test_no_text_gets_more_than_problems(text):
    assert check_text(text, "game.yaml")
    for problem in check_text(small(score=f'"{text}"'), "game.yaml"):
        assert problem.line >= 1


@pytest.mark.parametrize("escape", ["\\e[31m", "\\0", "\\u202e", "\\ud83c"])
def test_a_text_with_characters_that_a_terminal_obeys_is_refused(escape: str) -> None:
    text = f'format: 1\ngame: a\ninfo: {{name: "x{escape}"}}\nboard: {{shape: square, size: 3}}\n'
    problems = check_text(text, "a.yaml")
    assert [(one.line, one.rule) for one in problems] == [(3, "yaml-syntax")]


def test_names_stand_on_one_line() -> None:
    text = """\
format: 1
game: a
info: {name: "Four\\nin a row"}
board: {shape: square, size: 3}
pieces: {stone: }
moves: {stone: {place: stone, at: empty}}
turn: {no_moves: draw}
text: {en: {rules: "one\\ntwo", moves: {stone: "put\\na stone"}}}
"""
    definition = load_text(text, "a.yaml")
    assert definition.info.name == "Four in a row"
    assert definition.text["en"] == {"rules": "one\ntwo", "moves.stone": "put a stone"}


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.yaml")
    assert [one.message for one in check_file(tmp_path / "a.yaml")] == [
        "cannot read the file: not a file"
    ]
