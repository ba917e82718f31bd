"""Bots hear of the steps that were made, and what they hear makes them stronger."""

from __future__ import annotations

import random
from ctypes import addressof, c_int64, c_uint64, c_void_p, create_string_buffer
from dataclasses import replace

import pytest

from core import catalog
from core.bots.bot import level
from core.bots.model import Model
from core.bots.search import TreeSearch
from core.rules.chance import Chance
from core.rules.game import Game, Position
from core.rules.hearsay import Note
from core.rules.machine import State
from core.rules.native.playout import NOTES
from core.rules.native.treesearch import GAMES, HEARD, HEARSAY_BASE, KEYS
from core.rules.program import STOP, SWAP

NAMES = catalog.names()
HEARD_OF = "hex:size-7+no-pie"


def never() -> bool:
    return False


def noted(game: Game, state: State, seed: int) -> list[Note]:
    """The steps of a random game."""
    notes: list[Note] = []
    Model(game).sampled(state, Chance(seed), never, notes)
    return notes


def replayed(game: Game, state: State, notes: list[Note]) -> None:
    """Make the steps anew: each is legal, and its seat's."""
    model = Model(game)
    for seat, code in notes:
        state, codes = model.machine.settle(state)
        if code == STOP and code not in codes:
            continue  # drawn where nothing was left to do, which ends the turn as well
        assert code in codes
        assert seat == model.mover(state)
        state = model.after(state, code)


@pytest.mark.parametrize("name", NAMES)
def test_the_notes_of_a_random_game_are_its_steps(name: str) -> None:
    game = catalog.load(name)
    start = game.start(seed=1).state
    notes = noted(game, start, 3)
    assert notes
    replayed(game, start, notes)


def test_who_takes_the_other_side_makes_its_steps() -> None:
    game = catalog.load("hex:size-5")
    start = game.start().state
    swapped = [notes for seed in range(200) if (1, SWAP) in (notes := noted(game, start, seed))]
    assert swapped
    for notes in swapped:
        replayed(game, start, notes)


@pytest.mark.parametrize("name", ["hex:size-5", "oust:size-4", "rolit:three", "go:size-9"])
def test_native_code_notes_the_same(name: str) -> None:
    game = catalog.load(name)
    engine, start = game.native.engine, game.start(seed=1).state
    size = engine.block.size
    for seed in range(20):
        work = create_string_buffer(2 * size + 8 * (engine._room + NOTES))
        tally, stop = (c_int64 * (1 + engine._ends))(), c_int64(0)
        drawn = c_uint64(Chance(seed).state)
        image = engine.block.write(start, room=3_000)
        given = [c_void_p(addressof(one)) for one in (drawn, stop)]
        engine.library["playouts"](image.memory, 1, given[0], 2_000, work, given[1], tally)
        steps = memoryview(work).cast("B")[2 * size + 8 * engine._room :].cast("q")
        told = [divmod(one, game.sides) for one in steps[: min(tally[0], NOTES - 1)]]
        here = noted(game, start, seed)
        assert [(seat, code + SWAP) for code, seat in told[: len(here)]] == here


def test_a_native_search_hears_of_every_game() -> None:
    """What the root has heard of a step is all games in which it was tried, and some more."""
    game = catalog.load(HEARD_OF)
    tree = game.native.engine.tree(400, 1, hears=True)
    tree.begin(game.start().state)
    tree.grow(400)
    heard = tree._words[HEARSAY_BASE] - addressof(tree._words)
    root = memoryview(tree._words).cast("B")[heard : heard + 8 * tree._arena.hearsay]
    assert root[8 * GAMES : 8 * GAMES + 8].cast("q")[0] == 400
    numbers = root[8 * HEARD :].cast("d")
    for branch in tree.branches():
        place = (branch.code - SWAP) * game.sides % (KEYS * game.sides)
        times, total = numbers[2 * place : 2 * place + 2]
        assert branch.tries <= times <= 400
        assert 0 <= total <= times
    cells = len(game.board.cells)
    assert 400 * cells / 2 < sum(numbers[0::2]) <= 400 * cells


@pytest.mark.parametrize("native", [True, False], ids=["native", "python"])
def test_a_bot_that_listens_wins(native: bool) -> None:
    game = catalog.load("hex:size-5+no-pie")
    listens = replace(level(4), simulations=150)
    bots = [TreeSearch(replace(listens, judges=judges), native) for judges in (True, False)]
    won = 0
    for number in range(12):
        chance = random.Random(number // 2)
        position: Position = game.start()
        while position.mover is not None:
            bot = bots[(position.mover + number) % 2]
            if position.turn <= 2:
                position = position.play(chance.choice(position.steps))
            else:
                position = position.play(bot.choose(position, chance.getrandbits(32), never).step)
        assert position.outcome is not None
        won += position.outcome.winner == number % 2
    assert won >= 9
