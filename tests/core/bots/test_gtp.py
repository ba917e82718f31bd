"""The protocol as its specification has it, for any game."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import catalog
from core.bots.bot import Level
from core.bots.gtp import Server
from core.bots.vertices import Vertices

QUICK = Level(1, "quick", 4, 60.0)


def server(name="reversi", clock=lambda: 0.0):
    return Server(name, QUICK, 1, clock)


def said(conversation, *lines):
    """The answers to some lines, without what ends them."""
    return [answer.strip() for answer in map(conversation.answer, lines) if answer]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("protocol_version", "= 2\n\n"),
        ("  12\tname  # who", "=12 Parlour\n\n"),
        ("7 clear_board", "=7\n\n"),
        ("cl\x01ear_board\r", "=\n\n"),
        ("7 no_such", "?7 unknown command\n\n"),
        ("known_command genmove", "= true\n\n"),
        ("known_command no_such", "= false\n\n"),
        ("boardsize x", "? boardsize not an integer\n\n"),
        ("boardsize 7", "? unacceptable size\n\n"),
        ("komi 6.5", "=\n\n"),
        ("komi much", "? syntax error: 'much' is no number\n\n"),
        ("play black", "? syntax error: expected a color and a move\n\n"),
        ("play mauve d3", "? invalid color: expected one of black, white\n\n"),
        ("play white d3", "? illegal move: black is to move\n\n"),
        ("undo", "? cannot undo\n\n"),
        ("final_score", "? cannot score: the game is not over\n\n"),
        ("parlour-legal", "= D3 C4 F5 E6\n\n"),
        ("parlour-position", "= 8/8/8/3OX3/3XO3/8/8/8 black start 0 - - turn=1\n\n"),
        ("   # nothing", ""),
        ("", ""),
    ],
)
def test_each_line_has_its_answer(line, answer):
    assert server().answer(line) == answer


def test_a_refusal_says_which_clause_forbids_the_move():
    assert (
        server()
        .answer("play b a1")
        .startswith("? illegal move: a1: a disc must bracket at least one enemy disc")
    )


def test_quitting_ends_the_conversation():
    assert list(server().answers(["1 quit", "2 name"])) == ["=1\n\n"]


def test_moves_are_made_and_taken_back_turn_by_turn():
    answers = said(server(), "play B D3", "play w c3", "undo", "parlour-position", "undo", "undo")
    assert answers[3] == "= 8/8/3X4/3XX3/3XO3/8/8/8 white start 0 - - turn=2"
    assert answers[4:] == ["=", "? cannot undo"]


def test_the_letter_i_is_left_out_on_square_boards_alone():
    square, hexagons = server("gomoku"), server("hex")
    told = said(square, "showboard", "play b i5", "play b j5", "parlour-position")
    assert told[0].split("\n")[1].split() == [*"abcdefghjklmnop"]
    assert told[1:3] == ["? illegal move: i5: there is no column i here", "="]
    assert "/8X6/" in told[3]
    assert said(hexagons, "play red i5") == ["="]


@pytest.mark.parametrize("name", catalog.names())
def test_every_step_is_read_as_it_is_written(name):
    vertices, position = Vertices(catalog.load(name)), catalog.load(name).start()
    words = [vertices.written(step) for step in position.steps]
    assert len(set(words)) == len(words)
    for step, word in zip(position.steps, words, strict=True):
        assert vertices._token(word) == step.token


@pytest.mark.parametrize("name", ["oust:size-4", "nibble", "amazons", "fanorona", "rolit"])
def test_a_game_of_whole_turns_can_be_replayed_by_another_server(name):
    """Turns of several steps, moves, signs and more than two players survive the words."""
    one, other = server(name), server(name)
    other.answer(f"parlour-position {one.answer('parlour-position')[2:]}")
    for _ in range(12):
        mover = one.answer("showboard").split("\n")[-3].split()[0]
        if mover == "the":
            break
        turn = one.answer(f"genmove {mover}")[2:].strip()
        assert other.answer(f"play {mover} {turn}") == "=\n\n"
    assert one.answer("parlour-position") == other.answer("parlour-position")


def test_a_turn_must_be_whole():
    game = server("oust:size-4")
    text = "O1O1/5/4X1/X2X3/1X2O1/5/O2X white start 0 - - turn=10"
    game.answer(f"parlour-position {text}")
    assert said(game, "play w b1", "play w b1,b4,c1,d5,a2", "parlour-position") == [
        "? illegal move: the turn goes on after these steps",
        "? illegal move: the turn is over before a2",
        f"= {text}",
    ]
    assert said(game, "play w b1,b4,c1,d5", "final_score") == ["=", "= W+"]


@pytest.mark.parametrize("name", ["oust:size-4", "nibble", "amazons", "fanorona", "rolit", "rive"])
def test_a_turn_can_be_made_of_what_is_told_to_be_legal(name):
    """A program that knows no rules plays on, step by step, until nothing more is legal."""
    game, chance = server(name), random.Random(3)
    longest = 0
    assert game.answer("parlour-legal zz99").startswith("? illegal move: ")
    for _ in range(20):
        turn: list[str] = []
        while legal := game.answer(f"parlour-legal {','.join(turn)}")[2:].split():
            turn.append(chance.choice(legal))
        if not turn:
            break
        longest = max(longest, len(turn))
        assert game.answer(f"parlour-play {','.join(turn)}") == "=\n\n"
    assert longest > 1 or name == "rolit"


def test_another_size_is_another_variant_with_the_other_choices_kept():
    game = server("oust:size-4+no-pie")
    told = said(game, "boardsize 5", "parlour-legal", "play black a1", "parlour-legal")
    assert told[0] == "="
    assert len(told[1].split()) == 1 + 61
    assert "swap" not in told[3]


def test_both_sides_may_pass_once_the_game_is_over():
    game = server("reversi:6x6")
    while "over" not in game.answer("showboard"):
        game.answer("genmove black")
        game.answer("genmove white")
    assert said(game, "genmove white", "genmove black", "play white pass") == ["= pass"] * 2 + ["="]
    assert game.answer("final_score")[2:4] in ("B+", "W+", "0\n")


@pytest.mark.parametrize(
    ("settings", "asked"),
    [
        ("time_settings 0 10 5", 2.0),
        ("time_settings 300 10 5", 10.0),
        ("time_left black 3 1", 3.0),
        ("time_settings 0 1 0", 60.0),
    ],
)
def test_a_bot_keeps_to_its_clock(settings, asked, monkeypatch):
    """The bot is stopped when the time for its turn is over, and not before."""
    now, seen = [0.0], []

    class Watch:
        def __init__(self, level):
            pass

        def choose(self, position, seed, stopped):
            for now[0] in (asked - 0.1, asked + 0.1):
                seen.append(stopped())
            return type("", (), {"step": position.steps[0]})

    monkeypatch.setattr("core.bots.gtp.TreeSearch", Watch)
    assert said(server(clock=lambda: now[0]), settings, "genmove b") == ["=", "= D3"]
    assert seen == [False, True]


@settings(max_examples=200, deadline=None)
@given(st.text() | st.tuples(st.sampled_from(["play", "genmove", "boardsize", "time_left", "5"]),
                             st.text(), st.text()).map(" ".join))  # fmt: skip
def test_no_line_gives_anything_but_one_answer(line):
    answer = server().answer(line)
    assert answer == "" or (answer[0] in "=?" and answer.endswith("\n\n"))
    assert "\n\n" not in answer[:-2]
