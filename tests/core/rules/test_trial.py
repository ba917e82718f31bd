"""Random games tell what is wrong with a definition that has no faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import catalog
from core.language.load import load_text
from core.rules.game import Game
from core.rules.notation import Notation
from core.rules.trial import RULES, longest, try_out, try_out_file

GAME = """\
format: 1
game: small
board: {shape: square, size: 3}
pieces: {stone: }
setup:
  - {place: stone, owner: first, at: row(1)}
  - {place: stone, owner: second, at: row(3)}
moves:
  MOVES
turn: {no_moves: lose}
"""


def game(moves: str) -> Game:
    return Game(load_text(GAME.replace("MOVES", moves), "small.yaml"))


def found(game: Game, games: int = 5) -> dict[str, str]:
    trial = try_out(game, games)
    assert all(one.rule in RULES for one in trial.findings)
    return {one.rule: one.message for one in trial.findings}


@pytest.mark.parametrize("name", ["nibble", "oust:size-4", "rive:size-3", "reversi:6x6"])
def test_a_sound_game_has_no_findings(name: str) -> None:
    trial = try_out(catalog.load(name), 3, seed=1)
    assert trial.findings == ()
    assert trial.game == catalog.load(name).id
    assert trial.games == len(trial.steps) == 3
    assert sum(trial.wins) + trial.draws == 3
    assert sum(trial.reasons.values()) == 3
    assert sum(trial.actions.values()) == sum(trial.steps)
    assert 1 <= trial.mean_choices <= trial.choices


def test_a_trial_is_the_same_every_time() -> None:
    one = catalog.load("oust:size-3")
    assert try_out(one, 4, seed=9) == try_out(one, 4, seed=9)
    assert try_out(one, 4, seed=9) != try_out(one, 4, seed=10)


def test_a_game_that_goes_on_and_on_is_told_with_the_bound() -> None:
    walk = game("walk: {move: stone, by: leap}")
    assert longest(walk) == 1000 + 20 * 9
    trial = try_out(walk, 2)
    assert trial.steps == ()
    assert trial.summary() == "small: 2 games, none ended"
    (one,) = trial.findings
    assert one.rule == "play-endless"
    assert one.severity == "warning"
    assert one.message == "a random game did not end in 1180 steps on 9 cells"
    assert "turn: {repeat: draw}" in one.help


def test_two_steps_written_alike_are_told_with_their_actions() -> None:
    twins = game("put: {place: stone}\n  drop: {place: stone, if: some(here & edge)}")
    found_ones = found(twins)
    assert found_ones["play-token"].endswith("may mean put or drop")


def test_a_game_that_is_over_at_once_is_told() -> None:
    assert found(game("put: {place: stone, at: nowhere}")) == {
        "play-start": "the game is over before the first step"
    }


def test_the_variant_is_named_and_the_place_is_the_file() -> None:
    text = GAME.replace("MOVES", "put: {place: stone, at: nowhere}")
    text += "variants: {plain: {default: true, turn: {no_moves: win}}}\n"
    trial = try_out(Game(load_text(text, "small.yaml")), 1)
    assert [str(one) for one in trial.findings] == [
        "small.yaml:1:1: error: the game is over before the first step (plain) [play-start]"
    ]


def test_a_failure_of_the_program_is_told_and_not_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> str:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(Notation, "write", fail)
    assert found(game("put: {place: stone}")) == {"play-crash": "ZeroDivisionError: by zero"}


def test_a_position_that_reads_as_another_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    put = game("put: {place: stone}")
    start = put.start()
    monkeypatch.setattr(put, "position", lambda text: start)
    assert "reads as another position" in found(put)["play-position"]


def test_a_position_that_cannot_be_read_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    put = game("put: {place: stone}")
    monkeypatch.setattr(put.notation, "read", lambda text: Notation.read(put.notation, "?"))
    assert "cannot be read back" in found(put)["play-position"]


def test_positions_wrongly_taken_for_equal_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    put = game("put: {place: stone}")
    monkeypatch.setattr(put.machine, "merge_key", lambda state: ())
    assert "play-merge" in found(put)


def test_a_start_that_changes_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    put = game("put: {place: stone}")
    starts = iter([put.start(), put.start().play("a2")])
    monkeypatch.setattr(put, "start", lambda seed: next(starts))
    assert found(put, games=1) == {"play-replay": "the same seed gives another start"}


def test_every_variant_of_a_file_is_tried_once(tmp_path: Path) -> None:
    file = tmp_path / "small.yaml"
    text = GAME.replace("MOVES", "put: {place: stone}")
    text += "variants: {usual: {default: true}, other: {turn: {no_moves: win}}}\n"
    file.write_text(text)
    assert [trial.game for trial in try_out_file(file, 1)] == ["small:usual", "small:usual+other"]


def test_a_game_that_cannot_be_compiled_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RecursionError("too deep")

    file = tmp_path / "small.yaml"
    file.write_text(GAME.replace("MOVES", "put: {place: stone}"))
    monkeypatch.setattr("core.rules.trial.Game", fail)
    (trial,) = try_out_file(file, 3)
    assert [one.message for one in trial.findings] == ["RecursionError: too deep"]
    assert trial.summary() == "small: 0 games, none ended"


def test_the_counts_are_told_on_one_line_and_as_data() -> None:
    trial = try_out(game("put: {place: stone}\n  never: {take: any, at: nowhere}"), 4)
    assert trial.summary() == (
        "small: 4 games; 3 steps (3 to 3); 2.0 choices; won 4 to 0; drawn 0;"
        " ended by no_moves 4; never played: never"
    )
    plain = trial.as_json()
    assert plain["steps"] == {"mean": 3.0, "least": 3, "most": 3}
    assert plain["reasons"] == {"no_moves": 4}
    assert plain["actions"] == {"put": 12, "never": 0}
    assert plain["findings"] == []
