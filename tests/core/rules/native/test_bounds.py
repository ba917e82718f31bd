"""Native code stays within its memory, ends when it is told to, and lets other threads run."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from ctypes import addressof, c_int64, c_uint64, c_void_p, create_string_buffer, memset
from functools import cache
from struct import unpack

import pytest

from core import catalog
from core.language.load import load_text
from core.rules.chance import Chance
from core.rules.game import Game
from core.rules.machine import State
from core.rules.native.agreement import disagreement
from core.rules.native.bounds import most_steps
from core.rules.native.compiler import NativeError
from core.rules.native.engine import Native, Stop
from core.rules.native.game import NativeGame
from core.rules.native.playout import NOTES
from core.rules.native.treesearch import (
    EDGE,
    EDGE_ROOM,
    HEAD,
    HEARSAY_BASE,
    HEARSAY_ROOM,
    NODE_ROOM,
    WORK,
    Arena,
)

NAMES = catalog.names()
MARK = 0x5A
BEYOND = 256
"""Bytes behind a buffer that must stay as they were."""
PROMPT = 0.05
"""Seconds within which a call ends that is told to."""


def marked(size: int) -> object:
    """A buffer full of marks, with more of them behind it."""
    buffer = create_string_buffer(size + BEYOND)
    memset(buffer, MARK, size + BEYOND)
    return buffer


def untouched(buffer: object, size: int) -> bool:
    """Whether all marks behind a buffer are still there."""
    return bytes(buffer)[size:] == bytes([MARK]) * BEYOND


def address(number: object) -> c_void_p:
    return c_void_p(addressof(number))


@pytest.mark.parametrize("name", NAMES)
def test_no_list_of_steps_is_longer_than_its_room(
    name: str, native: Callable[[Game], Native]
) -> None:
    game = catalog.load(name)
    code = native(game)
    room = most_steps(game.machine.program, code.grid)
    rng = random.Random(1)
    state = game.start(seed=1).state
    codes = marked(8 * room)
    for _ in range(40):
        image = code.block.write(state, room=64)
        count = code.library["settle"](image.memory, codes)
        assert count <= room
        assert untouched(codes, 8 * room)
        listed = memoryview(codes).cast("B").cast("q")[:count].tolist()
        if not listed:
            break
        after = code.play(code.block.read(image, state), rng.choice(listed))
        assert isinstance(after, tuple)
        state = after


@pytest.mark.parametrize("name", NAMES)
def test_calls_write_only_what_is_theirs(name: str, native: Callable[[Game], Native]) -> None:
    game = catalog.load(name)
    code = native(game)
    room, size = most_steps(game.machine.program, code.grid), code.block.size
    image = code.block.write(game.start(seed=1).state, room=1_000)
    most = 2 * size + 8 * (room + NOTES)
    work, tally = marked(most), (c_int64 * (1 + code._ends + BEYOND))()
    drawn, flag = c_uint64(Chance(5).state), c_int64(0)
    code.library["playouts"](image.memory, 2, address(drawn), 400, work, address(flag), tally)
    assert untouched(work, most)
    assert not any(tally[1 + code._ends :])
    most = (size + 8 * room) * 3
    work = marked(most)
    code.library["perft"](image.memory, 2, work, address(flag))
    assert untouched(work, most)


@pytest.mark.parametrize("name", NAMES)
def test_a_search_without_room_goes_on_within_what_it_has(
    name: str, native: Callable[[Game], Native], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = Arena.words
    monkeypatch.setattr(Arena, "words", lambda *given: words(*given) + BEYOND)
    game = catalog.load(name)
    code = native(game)
    tree = code.tree(400, 1, hears=True)
    memory, end = tree._words, len(tree._words) - BEYOND
    nodes, edges = 32, most_steps(game.machine.program, code.grid) + 40
    hearsays = 2
    assert edges < tree._edges
    memory[NODE_ROOM], memory[EDGE_ROOM], memory[HEARSAY_ROOM] = nodes, edges, hearsays
    heard = (memory[HEARSAY_BASE] - addressof(memory)) // 8
    scratch = (memory[WORK] - addressof(memory)) // 8
    assert heard + hearsays * tree._arena.hearsay < scratch
    beyond = [
        (HEAD + nodes * tree._arena.node, tree._first_edge),
        (tree._first_edge + edges * EDGE, tree._first_edge + tree._edges * EDGE),
        (heard + hearsays * tree._arena.hearsay, scratch),
        (end, end + BEYOND),
    ]
    for first, last in beyond:
        memory[first:last] = [MARK] * (last - first)
    position = game.start(seed=1)
    tree.begin(position.state)
    assert tree.proven or tree.grow(150) == 150 or tree.proven
    for first, last in beyond:
        assert memory[first:last] == [MARK] * (last - first)
    assert {one.code for one in tree.branches()} == set(position.codes)


HUGE = """\
format: 1
game: made
players: [{players}]
board: {{shape: {board}}}
pieces: {{stone: }}
setup: [{{place: stone, owner: a, at: row(1)}}]
moves:
  {move}
turn: {{no_moves: end, repeat: {repeat}}}
score: sum(count(one) * count(one) for one in groups(mine))
end:
  long: {{when: turn > 150, win: most}}
"""
PLACE = "place: {place: stone, at: empty, if: some(liberties(group(here) | here))}"
MOVES = {
    "place": PLACE,
    "slide": "slide: {move: stone, by: slide, to: board, through: board}",
    "leap": "leap: {move: stone, by: leap, to: board}",
}


@pytest.mark.parametrize("move", MOVES)
@pytest.mark.parametrize(
    "board",
    [
        "square, size: 32",
        "rectangle, width: 64, height: 16",
        "rectangle, width: 16, height: 64",
        "rectangle, width: 64, height: 1",
        "rectangle, width: 1, height: 64",
        "rectangle, width: 1, height: 1",
        "hexagon, size: 18",
        "triangle, size: 44",
    ],
)
def test_boards_as_large_as_can_be(board: str, move: str, native: Callable[[Game], Native]) -> None:
    text = HUGE.format(players="a, b", board=board, move=MOVES[move], repeat="allow")
    game = Game(load_text(text, "made.yaml"))
    wide, many = board.startswith(("hexagon", "triangle")), move != "place"
    if wide or (many and len(game.cells) > 64):
        why = "the board is too large" if wide else "a position may have"
        with pytest.raises(NativeError, match=why):
            native(game)
        return
    code = native(game)
    assert disagreement(game.machine, code, game.start().state, 1, 3, 0) == ""
    code.playouts(game.start().state, 1, Chance(1), most=20)


@pytest.mark.parametrize("repeat", ["forbid", "draw"])
def test_boards_that_occurred_are_remembered_to_the_end(
    repeat: str, native: Callable[[Game], Native]
) -> None:
    walk = "walk: {move: stone, next: [{when: 'step < 3', go: start}]}"
    text = HUGE.format(
        players="a, b, c", board="rectangle, width: 3, height: 2", move=walk, repeat=repeat
    )
    game = Game(load_text(text, "made.yaml"))
    code = native(game)
    start = game.start().state
    assert disagreement(game.machine, code, start, 2, 60, 4) == ""
    image = code.block.write(start, room=1)
    codes = (c_int64 * code._room)()
    for _ in range(20):  # more turns than there is room for
        count = code.library["settle"](image.memory, codes)
        if not count:
            break
        after = image.copy()
        code.library["play"](image.memory, codes[0], after.memory)
        image = after
    past = code.block.places["past"].offset // 8
    count, room = unpack(f"<{code.block.size // 8}q", image.memory.raw)[past + 1 : past + 3]
    assert count == room == len(start[game.layout.place["past"]]) + 1


def grown(code: Native, state: State, stop: Stop) -> None:
    tree = code.tree(10_000, 1)
    tree.begin(state)
    tree.grow(10**9, stop)


CALLS: dict[str, Callable[[Native, State, Stop], object]] = {
    "playouts": lambda code, state, stop: code.playouts(state, 10**9, Chance(1), stop=stop),
    "perft": lambda code, state, stop: code.perft(state, 30, stop),
    "search": grown,
}
LEAST = "minimize: max(sizes(groups(mine | here))) + count(groups(empty - here))"
WIDE = HUGE.format(
    players="a, b",
    board="square, size: 32",
    move=f"place: {{place: stone, at: empty, {LEAST}}}",
    repeat="allow",
).replace("150", "15000")
"""A game on the largest board, of which a random game takes many seconds."""


@cache
def _wide() -> Game:
    return Game(load_text(WIDE, "made.yaml"))


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("name", ["reversi", "go:size-19", "nibble:hexagon", "amazons", ""])
def test_a_call_ends_when_told_and_lets_others_run(
    name: str, call: str, native: Callable[[Game], Native]
) -> None:
    game = catalog.load(name) if name else _wide()
    code, state = native(game), game.start(seed=1).state
    # A busy machine makes anything late; one quick end of several shows that it can be.
    assert any(_ended_after(CALLS[call], code, state) < PROMPT for _ in range(5))


def _ended_after(call: Callable[..., object], code: Native, state: State) -> float:
    """Seconds between telling a call to end and its end, while this thread runs on."""
    stop, ended = Stop(), list[float]()

    def work() -> None:
        call(code, state, stop)
        ended.append(time.perf_counter())

    thread = threading.Thread(target=work)
    thread.start()
    for _ in range(20):  # a call that lets nobody run ends before the last of these
        time.sleep(0.005)
    early = list(ended)
    told = time.perf_counter()
    stop.set()
    thread.join()
    assert not early, "it ended before it was told to"
    return ended[0] - told


def test_what_is_offered_from_python_can_be_told_to_end(native: Callable[[Game], Native]) -> None:
    game = catalog.load("reversi")
    offered, start, stop = NativeGame(game, native(game)), game.start(), Stop()
    stop.set()
    assert offered.playouts(start, 10**9, seed=1, stop=stop).games == 0
    assert offered.perft(start, 30, stop) == 0
    assert offered.search(start, 10**9, seed=1, stop=stop).simulations == 0
