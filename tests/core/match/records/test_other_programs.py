"""Files as other programs write them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.match.records import formats, properties, sgf
from core.match.records.formats import FORMATS
from core.match.records.record import Record, RecordError, place_of
from tests.core.match.records.matches import played, tokens

OPENING = ["f5", "d6", "c3", "d3", "c4"]

SGF = """\
(;FF[4]GM[2]AP[edax:4.5]
PC[Edax]DT[2026-10-07]
PB[ann]PW[?]
SZ[8]AB[e4][d5]AW[d4][e5]PL[B]
RE[Void]
B[f5];W[d6];
B[c3];W[d3];
B[c4];)
"""
GGF = """\
(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[ann]PW[bob]RB[2197.01]RW[2199.72]
TI[05:00//02:00]TY[8]RE[?]
BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]
B[f5]W[d6//0.01]B[c3/1.20/1.5]W[d3//]B[C4];)
"""
ONE_LINE = (
    "(;GM[Othello]PC[NBoard]PB[]PW[]RE[?]TI[0]TY[8]BO[8 ---------------------------O*------*O"
    "--------------------------- *]B[F5]W[D6]B[C3]W[D3]B[C4];)"
)


@pytest.mark.parametrize(
    "source",
    [SGF, GGF, ONE_LINE, "F5D6C3D3C4", "f5 d6, c3\n d3 c4", "1. f5 d6 2. c3 d3 3. c4"],
    ids=["sgf", "ggf", "ggf in a line", "transcript", "spaced", "numbered"],
)
def test_the_same_game_is_read_from_any_of_them(source):
    record = formats.read(source)
    assert record.session.game.id == "reversi:8x8"
    assert tokens(record.session) == OPENING


def test_names_place_and_times_are_kept():
    record = formats.read(GGF)
    assert [player.name for player in record.session.seats] == ["ann", "bob"]
    assert record.headers == {"place": "GGS/os"}
    assert record.spent == {2: 10, 3: 1500}
    assert record.began == 1_071_494_643_000


def test_a_position_that_was_set_up_is_read_and_who_moves_first():
    record = formats.read("(;GM[2]FF[4]SZ[8]AB[e4][d5][d3]AW[e5]PL[W];W[c5])")
    position = record.session.start
    assert position.side(position.mover) == 1
    assert sorted(position.pieces) == ["d3", "d5", "e4", "e5"]


def test_points_of_go_are_letters_from_the_top_left_and_rectangles_of_them():
    record = formats.read("(;FF[4]GM[1]SZ[9]AB[aa:ba]PL[W];W[ci];B[];W[tt])")
    assert sorted(record.session.start.pieces) == ["a9", "b9"]
    assert tokens(record.session) == ["c1", "pass", "pass"]


def test_what_elsewhere_means_a_pass_is_a_cell_where_there_is_one():
    large = FORMATS["sgf"].read("(;GM[1]FF[4]SZ[19];B[ps];W[pa];B[ss];W[tt])", None)
    assert tokens(large.session) == ["p1", "p19", "s1", "pass"]


def test_of_variations_the_first_is_read():
    record = formats.read("(;GM[2]SZ[8];B[f5](;W[d6];B[c3](;W[d3])(;W[c4]))(;W[f4]))")
    assert tokens(record.session) == OPENING[:4]


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("sgf", "(;GM[2]SZ[8]RE[W+R];B[f5])"),
        ("ggf", "(;GM[Othello]TY[8]RE[-64.00:r]B[f5];)"),
    ],
)
def test_a_resignation_is_told_by_the_result(name, source):
    outcome = FORMATS[name].read(source, None).session.outcome
    assert (outcome.winner, outcome.reason) == (1, "resigned")


def test_fewest_discs_win_is_another_type():
    record = FORMATS["ggf"].read("(;GM[Othello]TY[10a]B[f5];)".replace("B[f5]", ""), None)
    assert record.session.game.id == "reversi:10x10+anti"


@pytest.mark.parametrize(
    ("name", "source", "place", "words"),
    [
        ("sgf", "(;GM[2]SZ[8]\n;B[f5]\n;W[a1])", (3, 4), "a1: a disc must bracket"),
        ("sgf", "(;GM[2]SZ[8]\n;B[f5]\n;B[d6])", (3, 4), "it is not the turn of black"),
        ("sgf", "(;GM[2]SZ[8];B[z9])", (1, 16), "there is no cell 'z9'"),
        ("sgf", "(;GM[2]SZ[8];B[f5]", (1, 19), "the game does not end"),
        ("sgf", "(;GM[2]SZ[7];B[f5])", (1, 11), "no game here is that of GM[2] SZ[7]"),
        ("sgf", "(;GM[2]SZ[8];B[f5", (1, 15), "a value does not end"),
        ("sgf", "hello", (1, 1), "there is no game"),
        ("ggf", "(;GM[Othello]TY[8]BO[8 *]B[f5];)", (1, 22), "should be the size, 64 of"),
        ("ggf", "(;GM[Chess]TY[8];)", (1, 6), "no game here is that of GM[Chess] TY[8]"),
        ("transcript", "f5d6\nc3xx", (2, 3), "'xx' is no step"),
        ("transcript", "f5d6a1", (1, 5), "a1: a disc must bracket"),
        ("abstractplay", "{", (1, 2), "is no JSON"),
        ("abstractplay", '{"header": 1, "moves": []}', (1, 1), "is no game report"),
    ],
)
def test_a_faulty_file_is_refused_by_line_and_column(name, source, place, words):
    with pytest.raises(RecordError) as error:
        FORMATS[name].read(source, None)
    assert (error.value.line, error.value.column) == place
    assert error.value.reason.startswith(words)


def test_a_result_that_the_game_does_not_have_is_refused():
    whole = played("reversi:6x6", 3)
    source = FORMATS["sgf"].write(Record(whole))
    black = whole.outcome.winner == 0
    wrong = source.replace("RE[B+", "RE[W+") if black else source.replace("RE[W+", "RE[B+")
    with pytest.raises(RecordError, match="the game does not end as"):
        FORMATS["sgf"].read(wrong, None)


def test_an_illegal_move_of_a_report_is_found_where_it_stands():
    record = Record(played("oust:size-4+no-pie", 1, 6), began=0, ended=0)
    report = json.loads(FORMATS["abstractplay"].write(record))
    report["moves"][1][0] = "z9"
    source = json.dumps(report, indent=2)
    with pytest.raises(RecordError, match="no cell 'z9'") as error:
        FORMATS["abstractplay"].read(source, None)
    assert source.split("\n")[error.value.line - 1][error.value.column - 1 :].startswith('"z9"')
    assert len(error.value.part.session.steps) >= 2


@pytest.mark.parametrize("name", ["sgf", "ggf", "transcript", "passes"])
def test_what_a_format_does_not_know_is_not_written(name):
    with pytest.raises(RecordError):
        FORMATS[name].write(Record(played("oust:size-4+no-pie", 1, 3)))


def test_a_swap_is_more_than_sgf_can_tell():
    session = played("gomoku:pie", 1, 1)
    session = session.after(session.step(1, "swap"))
    with pytest.raises(RecordError, match="SGF cannot tell step 2, swap"):
        FORMATS["sgf"].write(Record(session))


def test_nothing_is_read_behind_the_first_step_that_cannot_be():
    """What follows is no SGF at all, and of it nothing is told."""
    text = "(;GM[2]SZ[8];B[d3];B[a1];W[d6] ]]]] 7"
    with pytest.raises(RecordError) as caught:
        sgf.read(text)
    assert (caught.value.line, caught.value.column) == (1, text.index("a1") + 1)
    assert len(caught.value.part.session.steps) == 1


def test_what_can_be_read_before_a_fault_of_the_brackets_is_kept():
    with pytest.raises(RecordError, match="a value does not end") as caught:
        sgf.read("(;GM[2]SZ[8];B[d3];W[c3")
    assert len(caught.value.part.session.steps) == 1


@given(st.text(alphabet="ab\\]\n[;", max_size=12), st.text(alphabet=" \n", max_size=3))
def test_a_value_comes_back_with_its_place(value, gap):
    text = f"(;A[1]{gap}{properties.written('C', value)}{gap}D[2])"
    found = {one.name: one.first for one in properties.main_line(text)[0]}
    assert found["C"].text == value
    for name, start in (("C", text.index("C[") + 2), ("D", text.rindex("D[") + 2)):
        assert (found[name].line, found[name].column) == place_of(text, start)
