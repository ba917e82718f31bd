"""Shipped games give the numbers and the results that others have published about them."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from math import comb

import pytest

from core.catalog import load
from core.language.load import load_text
from core.rules.game import Game, Position

STEPS = {
    "tic-tac-toe": [9, 72, 504, 3024, 15120],
    "connect-four": [7, 49, 343, 2401, 16807, 117649],
    "ataxx": [16, 256, 6460, 155888],
    "breakthrough": [22, 484, 11132],
    "amazons": [80, 2176, 168420],
    "konane": [4, 12, 28, 164, 800, 5976, 38180],
    "yavalath:no-pie": [61, 3660, 215940],
    "nim": [16, 98, 652, 4118, 24432],
    "go": [82, 6643],
    "atari-go": [81, 6480],
    "nogo": [81, 6480],
}
"""Leaves at a depth of 1, 2, ... steps; several independent programs agree on them."""

ATAXX = {
    # https://github.com/kz04px/libataxx/blob/master/tests/perft.cpp
    "X5O/7/7/7/7/7/O5X red": ("open", [16, 256, 6460, 155888]),
    "7/7/7/7/OOOOOOO/OOOOOOO/XXXXXXX red": ("open", [1, 75, 249, 14270]),
    "7/7/7/7/XXXXXXX/XXXXXXX/OOOOOOO red": ("open", [75, 249, 14270]),
    "A5B/7/2D1D2/7/2D1D2/7/B5A blue": ("four", [14, 196, 4184, 86528]),
    "A5B/7/2D1D2/3D3/2D1D2/7/B5A red": ("five", [14, 196, 4100, 83104]),
    "A5B/7/3D3/2D1D2/3D3/7/B5A blue": ("ring", [16, 256, 5948, 133264]),
}
"""Board and mover -> variant, and leaves at a depth of 1, 2, ... steps."""


@pytest.mark.parametrize("game", STEPS)
def test_steps_are_as_many_as_others_count(game: str) -> None:
    start, counts = load(game).start(), STEPS[game]
    assert [load(game).perft(start, depth + 1) for depth in range(len(counts))] == counts


@pytest.mark.parametrize("text", ATAXX)
def test_ataxx_has_as_many_steps_as_libataxx_counts(text: str) -> None:
    variant, counts = ATAXX[text]
    game = load(f"ataxx:{variant}")
    position = game.position(f"{text} start 0 - - turn=1,jumps=0")
    assert [game.perft(position, depth + 1) for depth in range(len(counts))] == counts


def unfinished(position: Position, depth: int) -> int:
    """Positions at a depth of steps; games that are over before do not count."""
    if depth == 0:
        return 1
    return sum(unfinished(position.play(step), depth - 1) for step in position.steps)


def test_ataxx_has_as_many_unfinished_games_as_libataxx_counts() -> None:
    """Source: the same; here games can be won at once."""
    position = load("ataxx").position("7/7/7/2X1O2/7/7/7 red start 0 - - turn=1,jumps=0")
    assert [unfinished(position, depth) for depth in (1, 2, 3)] == [23, 419, 7887]


def test_tic_tac_toe_has_255168_games() -> None:
    """Source: Henry Bottomley, "How many Tic-Tac-Toe games are possible?" (2001)."""
    assert load("tic-tac-toe").perft(load("tic-tac-toe").start(), 9) == 255_168


def test_connect_four_has_as_many_positions_as_are_known() -> None:
    """Source: OEIS A212693, by John Tromp."""
    border = [load("connect-four").start()]
    found = []
    for _ in range(5):
        after = (position.play(step) for position in border for step in position.steps)
        border = list({stones(position): position for position in after}.values())
        found.append(len(border))
    assert found == [7, 49, 238, 1120, 4263]


@pytest.mark.parametrize(("columns", "rows", "games"), [(2, 1, 2), (3, 2, 90), (4, 3, 356_232)])
def test_connect_four_has_as_many_games_on_small_boards(
    columns: int, rows: int, games: int
) -> None:
    """Source: OEIS A342329."""
    game = small("connect-four", f"params: {{cols: {columns}, rows: {rows}}}")
    assert game.perft(game.start(), columns * rows) == games


def test_the_first_turn_of_amazons_has_2176_forms() -> None:
    """Source: Julien Kloetzer and others, "The Monte-Carlo Approach in Amazons" (2007)."""
    assert load("amazons").perft(load("amazons").start(), 2) == 2176


def test_lines_of_action_begins_with_36_moves() -> None:
    """Source: Mark Winands, "Informed Search in Complex Games" (2004)."""
    assert len(load("lines-of-action").start().steps) == 36


# Who wins


Key = Callable[[Position], Hashable]
"""What decides how a position goes on."""
WORTH = {0: 1, None: 0, 1: -1}
"""Winner -> result: 1 for seat 0, -1 for seat 1, 0 for a draw."""


def small(name: str, changes: str, *variants: str) -> Game:
    """A shipped game with changes, as one more variant of its board would make them."""
    text = (
        f"format: 1\ngame: small\nextends: {name}\n"
        f"variants: {{small: {{group: board, {changes}}}}}\n"
    )
    return Game(load_text(text, "small.yaml", ("small", *variants)))


def exact(position: Position) -> Hashable:
    """All that the rules remember."""
    return position.merge_key


def stones(position: Position) -> Hashable:
    """The board alone, where turns are single steps."""
    return str(position).split(" ", 1)[0]


class Reading:
    """Reads finite games to their ends."""

    def __init__(self, key: Key = exact) -> None:
        """`key` must be equal for positions that go on alike only."""
        self.key = key
        self.known: dict[tuple[int, Hashable], bool] = {}

    def result(self, position: Position) -> int:
        """Who wins with best play."""
        if self.reaches(position, 1):
            return 1
        return 0 if self.reaches(position, 0) else -1

    def reaches(self, position: Position, worth: int) -> bool:
        """Whether seat 0 can get a result of at least so much."""
        if position.outcome is not None:
            return WORTH[position.outcome.winner] >= worth
        name = worth, self.key(position)
        if name not in self.known:
            replies = (self.reaches(position.play(step), worth) for step in position.steps)
            self.known[name] = any(replies) if position.mover == 0 else all(replies)
        return self.known[name]


def result(game: Game, key: Key = exact) -> int:
    """Who wins a finite game with best play."""
    return Reading(key).result(game.start())


def winning_first_steps(game: Game, key: Key = exact) -> set[str]:
    """The first steps after which the first player wins."""
    start, reading = game.start(), Reading(key)
    return {step.token for step in start.steps if reading.reaches(start.play(step), 1)}


@pytest.mark.parametrize("game", ["tic-tac-toe", "tic-tac-toe:misere"])
def test_tic_tac_toe_is_a_draw(game: str) -> None:
    assert result(load(game), stones) == 0


def mirrored(position: Position) -> Hashable:
    """The board alone, or its mirror image."""
    rows = str(position).split(" ", 1)[0]
    return min(rows, "/".join(row[::-1] for row in rows.split("/")))


def test_connect_four_on_four_by_four_is_a_draw() -> None:
    """Source: John Tromp, "John's Connect Four Playground"."""
    game = small("connect-four", "params: {cols: 4, rows: 4}")
    assert result(game, mirrored) == 0


def test_hex_is_won_by_the_first_player() -> None:
    """Source: John Nash's argument, in Martin Gardner, Scientific American, July 1957."""
    game = small("hex", "params: {size: 3}", "no-pie")
    assert result(game, stones) == 1


def test_reverse_hex_on_an_odd_board_is_won_by_the_second_player() -> None:
    """Source: Jeffrey Lagarias and Daniel Sleator, "Who wins misere Hex?" (1999)."""
    game = small("hex", "params: {size: 3}", "misere", "no-pie")
    assert result(game, stones) == -1


@pytest.mark.parametrize("size", [2, 3, 4])
def test_y_is_won_by_the_first_player(size: int) -> None:
    """Source: Craige Schensted and Charles Titus, "Mudcrack Y and Poly-Y" (1975)."""
    game = small("y", f"params: {{size: {size}}}", "no-pie")
    assert result(game, stones) == 1


def rows_left(position: Position) -> Hashable:
    """What decides a game of Nim: the sizes of rows, and where the turn is."""
    names = sorted(cell[0] for cell in position.pieces)
    row = position.steps[0].cells[0][0] if position.step else ""
    return "".join(names), row, position.mover


@pytest.mark.parametrize("rows", [[1, 3, 5, 7], [3, 4, 5], [1, 2, 3], [2, 2], [1, 1, 1], [4]])
@pytest.mark.parametrize("misere", [False, True])
def test_nim_is_won_as_the_nim_sum_says(rows: list[int], misere: bool) -> None:
    """Source: Charles Bouton, Annals of Mathematics 3 (1901)."""
    total = 0
    for row in rows:
        total ^= row
    first = (total == 0) if misere and max(rows) == 1 else (total != 0)
    game = small("nim", f"board: {{rows: {rows}}}", *["misere"] * misere)
    assert result(game, rows_left) == (1 if first else -1)


def test_every_first_stone_of_nogo_on_three_by_three_wins() -> None:
    """Source: Martin Müller, https://webdocs.cs.ualberta.ca/~mmueller/nogo/solving.html."""
    game = small("nogo", "params: {size: 3}")
    assert winning_first_steps(game, stones) == set(game.cells)


@pytest.mark.parametrize(("game", "winner"), [("hexapawn", -1), ("hexapawn:4x4", 1)])
def test_hexapawn_is_won_by_black_and_octopawn_by_white(game: str, winner: int) -> None:
    """Source: Martin Gardner, Scientific American, March 1962; for 4x4 Wikipedia, "Hexapawn"."""
    assert result(load(game)) == winner


@pytest.mark.parametrize("pairs", [1, 2, 3, 4, 5, 6])
def test_clobber_in_a_row_is_won_by_the_first_player_but_for_three_pairs(pairs: int) -> None:
    """Source: conjectured by Albert and others (2005); proved by Xinyue Chen and others (2023)."""
    game = small("clobber", f"params: {{cols: {2 * pairs}, rows: 1}}")
    assert result(game) == (-1 if pairs == 3 else 1)


DOMINEERING = [(2, 2, 1), (3, 3, 1), (4, 4, 1), (2, 1, -1), (1, 2, 1), (4, 2, -1), (2, 4, 1)]


@pytest.mark.parametrize(("columns", "rows", "winner"), DOMINEERING)
def test_domineering_is_won_as_the_outcome_classes_say(
    columns: int, rows: int, winner: int
) -> None:
    """Source: Michael Lachmann and others, "Who Wins Domineering on Rectangular Boards?" (2000).

    The first player places upright.
    """
    game = small("domineering", f"params: {{cols: {columns}, rows: {rows}}}")
    assert result(game) == winner


@pytest.mark.parametrize("columns", [2, 3, 4, 5, 6])
def test_the_only_winning_bite_of_two_rows_is_the_corner(columns: int) -> None:
    """Source: Winning Ways, chapter 18."""
    game = small("chomp", f"params: {{cols: {columns}, rows: 2}}")
    assert winning_first_steps(game) == {game.cells[-1]}


@pytest.mark.parametrize("side", [2, 3, 4, 5])
def test_the_only_winning_bite_of_a_square_leaves_two_arms(side: int) -> None:
    """Source: David Gale, American Mathematical Monthly 81 (1974)."""
    game = small("chomp", f"params: {{cols: {side}, rows: {side}}}")
    assert winning_first_steps(game) == {"b2"}


def test_a_bar_of_chocolate_can_be_left_in_as_many_ways_as_there_are_staircases() -> None:
    """Source: staircases from corner to corner of 7x4 squares are counted by a binomial."""
    border = {load("chomp").start()}
    shapes: set[frozenset[str]] = set()
    while border:
        shapes |= {frozenset(position.pieces) for position in border}
        after = {position.play(step) for position in border for step in position.steps}
        border = {one for one in after if frozenset(one.pieces) not in shapes}
    assert len(shapes) == comb(11, 4)


def alike(position: Position) -> Hashable:
    """Boards of Notakto up to their order, turns and reflections; dead boards left out."""
    boards = []
    for first in range(0, len(position.game.board.columns), 4):
        letters = [chr(ord("a") + first + column) for column in range(3)]
        cells = [[f"{letter}{row}" in position.pieces for letter in letters] for row in (1, 2, 3)]
        forms = []
        for _ in range(4):
            cells = [list(row) for row in zip(*cells[::-1], strict=True)]
            forms += [cells, [row[::-1] for row in cells]]
        lines = [*cells, *zip(*cells, strict=True)]
        lines += [[cells[i][i] for i in range(3)], [cells[i][2 - i] for i in range(3)]]
        if not any(all(line) for line in lines):
            boards.append(min(forms))
    return str(sorted(boards)), position.mover


@pytest.mark.parametrize(("game", "winner"), [("notakto:one", 1), ("notakto:two", -1)])
def test_notakto_is_won_by_the_first_player_on_an_odd_number_of_boards(
    game: str, winner: int
) -> None:
    """Source: Thane Plambeck and Greg Whitehead, "The Secrets of Notakto" (2013)."""
    assert result(load(game), alike) == winner


def test_the_only_winning_cross_of_notakto_on_one_board_is_the_middle() -> None:
    """Source: the same."""
    assert winning_first_steps(load("notakto:one")) == {"b2"}


SLIMETRAIL = {
    # http://gamecabinet.com/rules/Slimetrail.html, "Chess king slime trail": who wins from each
    # start, the first player going to the upper left corner, the second to the lower right.
    "3x3": ["* W L", "W W W", "L W *"],
    "4x3": ["* W W L", "W W W W", "L W W *"],
    "4x4": ["* W L W", "W W W L", "L W W W", "W L W *"],
    "5x3": ["* W W W L", "W W W W W", "L W W W *"],
}


def slimetrail(columns: int, rows: int, *variants: str) -> dict[str, int]:
    """Who wins Slimetrail on a small board from each start, where a stuck slug is a draw."""
    game = small(
        "slimetrail",
        f"board: {{shape: rectangle, size: null, width: {columns}, height: {rows},"
        f' regions: {{begin: cells("b1")}}}}, turn: {{no_moves: draw}}',
        *variants,
    )
    reading = Reading()
    return {cell: reading.result(slug_at(game, cell)) for cell in game.cells[1:-1]}


def slug_at(game: Game, begin: str) -> Position:
    """A start with the slug on another cell."""
    start = game.start()
    letters = dict.fromkeys(game.cells, ".")
    letters |= {game.cells[0]: "A", game.cells[-1]: "B", begin: "D"}
    lines = ("".join(letters[cell] for cell in row.cells if cell) for row in game.board.rows)
    rows = "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), line) for line in lines)
    return game.position(" ".join([rows, *str(start).split()[1:]]))


@pytest.mark.parametrize("board", SLIMETRAIL)
def test_slimetrail_is_won_from_each_start_as_found_by_search(board: str) -> None:
    """Source: Dave Boll (1993); his rows are ours upside down."""
    table = [row.split() for row in SLIMETRAIL[board]]
    said = {
        f"{chr(ord('a') + x)}{y + 1}": {"W": 1, "T": 0, "L": -1}[word]
        for y, row in enumerate(table)
        for x, word in enumerate(row)
        if word != "*"
    }
    assert slimetrail(len(table[0]), len(table)) == said


@pytest.mark.parametrize(("columns", "rows"), [(3, 3), (4, 3), (4, 4), (5, 3)])
def test_straight_slimetrail_is_lost_by_the_first_player_on_odd_boards_only(
    columns: int, rows: int
) -> None:
    """Source: Dave Boll (1993): on odd boards won and lost starts alternate, else all are won."""
    for cell, winner in slimetrail(columns, rows, "straight").items():
        x, y = ord(cell[0]) - ord("a"), int(cell[1:]) - 1
        lost = columns * rows % 2 == 1 and (x + y) % 2 == 0
        assert winner == (-1 if lost else 1)


def test_dots_and_boxes_on_two_by_two_is_won_by_the_first_player() -> None:
    """Source: Winning Ways, chapter 16."""
    assert result(load("dots-and-boxes:2x2")) == 1


def solved(start: Position) -> int:
    """Who wins a game in which positions may come back; 0 if neither can force it."""
    seen = {start.merge_key: start}
    after: dict[Hashable, list[Hashable]] = {}
    border = [start]
    while border:
        position = border.pop()
        following = [position.play(step) for step in position.steps]
        after[position.merge_key] = [one.merge_key for one in following]
        for one in following:
            if one.merge_key not in seen:
                seen[one.merge_key] = one
                border.append(one)
    value = {
        key: WORTH[position.outcome.winner] if position.outcome else 0
        for key, position in seen.items()
    }
    changed = True
    while changed:
        changed = False
        for key, position in seen.items():
            if position.outcome is None and not value[key]:
                sign = WORTH[position.mover]
                values = [sign * value[one] for one in after[key]]
                new = 1 if 1 in values else -1 if set(values) == {-1} else 0
                changed |= new != 0
                value[key] = sign * new
    return value[start.merge_key]


def test_dodgem_on_three_by_three_is_won_by_the_first_player() -> None:
    """Source: Winning Ways, chapter 22."""
    assert solved(small("dodgem", "turn: {repeat: allow}").start()) == 1
