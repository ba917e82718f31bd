"""Positions of the shipped games become pictures in which everything can be told apart."""

from __future__ import annotations

import random

import pytest

from core import catalog
from core.language.load import load_text
from core.rules.game import Game, Position
from tests.tui.boards import BoardApp
from tests.tui.snapshots import shoot
from tui import palette, view
from tui.drawing import text_of, tones
from tui.plan import Scale, plan_of
from tui.view import cells_of, picture_of, taken

SMALL = Scale(2, 1)


def after(game: Game, tokens: str) -> Position:
    position = game.start()
    for token in tokens.split():
        position = position.play(token)
    return position


def drawn(game: Game, position: Position, **marks: object) -> str:
    picture = picture_of(game, position, **marks)
    return "\n" + text_of(plan_of(picture, SMALL), picture)


def test_reversi_starts_with_x_and_o_in_the_middle_and_a1_at_the_top_left():
    game = catalog.load("reversi:6x6")
    position = game.start()
    targets = {step.cells[0] for step in position.steps}
    assert drawn(game, position, targets=targets) == (
        """
  a b c d e f
1 . . . . . .
2 . . + . . .
3 . + O X . .
4 . . X O + .
5 . . . + . .
6 . . . . . .
"""
    )


def test_the_last_move_and_what_it_took_are_marked():
    game = catalog.load("oust:size-4+no-pie")
    before = after(game, "d4 d5 a1 a4")
    step = next(step for step in before.steps if step.token == "e4")
    position = before.play(step)
    picture = picture_of(
        game, position, last=cells_of([step]), captured=taken(before, position, [step])
    )
    marks = {cell: set(spot.marks) for cell, spot in picture.spots.items() if spot.marks}
    assert marks == {"e4": {"last"}, "d5": {"last"}}


def test_what_may_be_picked_is_a_target_where_empty_and_a_capture_where_not():
    game = catalog.load("nibble:nine")
    position = game.start(seed=7)
    targets = {step.cells[0] for step in position.steps}
    picture = picture_of(game, position, targets=targets)
    marked = {cell for cell, spot in picture.spots.items() if "capture" in spot.marks}
    assert marked == targets
    assert not any("target" in spot.marks for spot in picture.spots.values())


def test_blocks_have_the_letters_and_colors_of_the_game_file():
    game = catalog.load("nibble:thirteen")
    picture = picture_of(game, game.start(seed=1))
    looks = {(spot.glyph, spot.fill) for spot in picture.spots.values()}
    assert looks == set(zip("ABCDEFGHJKMNP", palette.ON_DARK, strict=True))


def test_a_piece_keeps_its_look_when_the_sides_are_swapped():
    game = catalog.load("oust:size-4")
    before = after(game, "d4")
    look = picture_of(game, before).spot("d4")
    assert picture_of(game, before.play("swap")).spot("d4") == look
    assert look.side == 0


@pytest.mark.parametrize("name", catalog.names())
def test_the_colors_of_the_board_stay_the_same_during_a_game(name):
    game = catalog.load(name)
    positions = playout(game, steps=30)
    assert len({tones(picture_of(game, position)) for position in positions}) == 1


@pytest.mark.parametrize("name", catalog.names())
def test_pieces_can_be_told_apart_by_their_letters_and_seen_on_the_board(name):
    game = catalog.load(name)
    definition = game.definition
    picture = picture_of(game, playout(game, steps=30)[-1])
    looks = {(spot.glyph, spot.fill) for spot in picture.spots.values() if spot.glyph}
    assert len({glyph for glyph, _ in looks}) == len(looks)
    assert all(glyph.isascii() for glyph, _ in looks)
    ground = tones(picture).ground
    assert all(palette.difference(fill, ground) > 10 for fill in view.fills_of(definition))


def playout(game: Game, steps: int) -> list[Position]:
    """The positions of a random game."""
    rng = random.Random(5)
    positions = [game.start(seed=5)]
    while positions[-1].steps and len(positions) <= steps:
        positions.append(positions[-1].play(rng.choice(positions[-1].steps)))
    return positions


AMAZONS = """
format: 1
game: small-amazons
info: {name: Small amazons}
players: [white, black]
board: {shape: square, size: 4}
pieces:
  amazon:
  guard:
  arrow: {owner: none}
setup:
  - {place: amazon, owner: white, at: cells("a1")}
  - {place: amazon, owner: black, at: cells("d4")}
  - {place: guard, owner: white, at: cells("b1")}
  - {place: guard, owner: black, at: cells("c4")}
moves:
  walk: {move: amazon, by: slide, let: {archer: here}, next: shoot}
  shoot: {stage: shoot, place: arrow, at: "reach(archer, all)"}
turn: {no_moves: lose}
"""


def test_sorts_of_pieces_are_capitals_for_one_side_and_small_for_the_other():
    game = Game(load_text(AMAZONS, "small-amazons.yaml"))
    position = game.start().play("a1-a3").play("a1")
    assert drawn(game, position) == (
        """
4 . . g a
3 A . . .
2 . . . .
1 # G . .
  a b c d
"""
    )


@pytest.mark.parametrize(
    ("name", "seed", "steps", "size"),
    [
        ("nibble:hexagon", 3, 12, (120, 40)),
        ("nibble:thirteen", 3, 12, (80, 24)),
        ("oust:size-7", 3, 60, (120, 40)),
        ("rive:medium", 3, 18, (80, 24)),
        ("reversi:8x8", 3, 30, (80, 24)),
    ],
)
async def test_games_look_as_they_should(snapshot, name, seed, steps, size):
    game = catalog.load(name)
    position = playout(game, steps)[-1]
    targets = {step.cells[0] for step in position.steps if step.cells}
    picture = picture_of(game, position, targets=targets)
    shot = f"picture-{game.definition.game}-{size[0]}x{size[1]}"
    async with BoardApp(picture).run_test(size=size) as pilot:
        await shoot(pilot, snapshot, shot)
