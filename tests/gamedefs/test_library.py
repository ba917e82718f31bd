"""Every shipped game keeps its promises, and agrees with a plain second version of its rules."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import combinations

import pytest

from core import catalog
from core.catalog import load
from core.language.load import check_file
from core.rules.game import Position
from core.rules.trial import try_out_file
from tests.gamedefs import rulebooks as plain
from tests.gamedefs.rulebooks import Rulebook, hexagon, rectangle, rhombus, triangle

NAMES = catalog.names()
BOUND = 3_000
"""Steps by which any game played at random is over; the longest seen has about 1,000."""

TRIED = 4
"""Random games of every variant; they are the same each time, so that more would tell little."""


def single(name: str) -> list[str]:
    """A game with its default variants, and with each other one."""
    variants = catalog.definition(name).variants
    return [name, *(f"{name}:{variant.id}" for variant in variants if not variant.default)]


def paired(name: str) -> Iterator[str]:
    """A game with each two variants that are not its defaults and go together."""
    others = [variant for variant in catalog.definition(name).variants if not variant.default]
    for one, other in combinations(others, 2):
        if one.group is None or one.group != other.group:
            yield f"{name}:{one.id}+{other.id}"


SINGLE = [game for name in NAMES for game in single(name)]
PAIRED = [game for name in NAMES for game in paired(name)]


def tokens(position: Position) -> list[str]:
    """The legal steps as text, sorted."""
    return sorted(step.token for step in position.steps)


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_file_has_no_faults_and_no_doubts(name: str) -> None:
    assert check_file(catalog.path_of(name)) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_game_is_called_like_its_file_and_described(name: str) -> None:
    definition = catalog.definition(name)
    info, text = definition.info, definition.text["en"]
    assert definition.game == name
    assert info.name
    assert info.summary.endswith(".")
    assert info.minutes
    assert info.complexity
    assert info.tags
    assert info.designer or info.origin
    assert len(text["rules"]) > 300


@pytest.mark.parametrize("name", NAMES)
def test_a_player_can_read_everything_that_has_a_name(name: str) -> None:
    definition = catalog.definition(name)
    text = definition.text["en"]
    named = [
        *(f"moves.{action.name}" for action in definition.actions),
        *(f"end.{end.name}" for end in definition.ends),
        *(f"players.{player.name}" for player in definition.players),
        *(f"progress.{entry.name}" for entry in definition.display.progress),
    ]
    assert [key for key in named if not text.get(key)] == []
    assert all(variant.name for variant in definition.variants)
    assert all(stage.name in definition.prompts["en"] for stage in definition.stages[1:])
    assert not any(stage.stop for stage in definition.stages) or text.get("stop")


@pytest.mark.parametrize("name", NAMES)
def test_whatever_forbids_a_step_says_why(name: str) -> None:
    """A condition is told to players in words, not as it is written in the file."""
    program = load(name).machine.program
    silent = [one.text for one in program.rejections if not one.because]
    assert [text for text in silent if text != "repetition"] == []
    values = [action.value for action in catalog.definition(name).actions if action.value]
    assert all(value.because for value in values)


@pytest.mark.parametrize("name", NAMES)
def test_colors_of_players_are_given_and_stand_out(name: str) -> None:
    display = catalog.definition(name).display
    owned = any(piece.owned for piece in catalog.definition(name).pieces)
    chosen = {display.players[player].get("color") for player in display.players}
    assert len(chosen) == (load(name).sides if owned else 0)
    assert display.board.get("color") not in chosen


@pytest.mark.parametrize("game", [*SINGLE, *PAIRED])
def test_random_play_ends(game: str) -> None:
    end, over = load(game).playout(load(game).start(), 1, BOUND)
    assert over
    assert end.outcome is not None
    assert end.outcome.winner in (None, *range(load(game).sides))


@pytest.mark.parametrize("name", NAMES)
def test_random_games_of_every_variant_have_nothing_to_complain_of(name: str) -> None:
    """They end; tokens are unique and replay the game; positions survive being written down."""
    for trial in try_out_file(catalog.path_of(name), TRIED):
        assert trial.findings == ()
        assert len(trial.steps) == trial.games == TRIED


@pytest.mark.parametrize("name", NAMES)
def test_what_is_not_listed_is_refused_with_a_reason(name: str) -> None:
    cells = load(name).cells
    rng = random.Random(4)
    position = load(name).start()
    for _ in range(25):
        one, other = rng.sample(cells, 2)
        for token in (one, f"-{one}", f"{one}-{other}", "pass", "stop", "swap", "nonsense"):
            assert bool(position.why_not(token)) == (token not in tokens(position))
        if not position.steps:
            break
        position = position.play(rng.choice(position.steps))


WITH_PIE = [name for name in NAMES if catalog.definition(name).turn.swap]


@pytest.mark.parametrize("name", WITH_PIE)
def test_the_pie_rule_gives_the_second_player_the_first_stone(name: str) -> None:
    start = load(name).start()
    assert "swap" not in tokens(start)
    second = start.play(start.steps[0])
    swapped = second.play("swap")
    assert swapped.mover == 0
    assert {piece.owner for piece in second.pieces.values()} == {0}
    assert {piece.owner for piece in swapped.pieces.values()} == {1}
    assert "swap" not in tokens(swapped)
    assert "swap" not in tokens(swapped.play(swapped.steps[0]))


# A plain second version


def at_least(length: int) -> Callable[[list[int]], str]:
    """Rows of so many or more win."""
    return lambda lengths: "win" if max(lengths) >= length else ""


def exactly(length: int) -> Callable[[list[int]], str]:
    """Rows of just so many win."""
    return lambda lengths: "win" if length in lengths else ""


def not_quite(length: int) -> Callable[[list[int]], str]:
    """Rows of so many win, and of one less lose."""
    return lambda lengths: (
        "win" if max(lengths) >= length else "lose" if max(lengths) == length - 1 else ""
    )


def misere(length: int) -> Callable[[list[int]], str]:
    """Rows of so many lose."""
    return lambda lengths: "lose" if max(lengths) >= length else ""


AMAZONS_8 = ("a3 c1 f1 h3", "a6 c8 f8 h6")
AMAZONS_10 = ("a4 d1 g1 j4", "a7 d10 g10 j7")

RULEBOOKS: dict[str, Callable[[], Rulebook]] = {
    "amazons:8x8": lambda: plain.Amazons(8, *AMAZONS_8),
    "amazons:10x10": lambda: plain.Amazons(10, *AMAZONS_10),
    "atari-go:size-7": lambda: plain.AtariGo(7),
    "atari-go:size-9": lambda: plain.AtariGo(9),
    "ataxx:open": plain.Ataxx,
    "ataxx:five": lambda: plain.Ataxx("c3 e3 d4 c5 e5"),
    "ataxx:ring": lambda: plain.Ataxx("d3 c4 e4 d5"),
    "breakthrough:6x6": lambda: plain.Pawns(6, 6, 2, True),
    "breakthrough:8x8": lambda: plain.Pawns(8, 8, 2, True),
    "chomp:7x4": lambda: plain.Chomp(7, 4),
    "chomp:10x6": lambda: plain.Chomp(10, 6),
    "clobber:5x6": lambda: plain.Clobber(5, 6),
    "clobber:8x8": lambda: plain.Clobber(8, 8),
    "connect6:size-13": lambda: plain.Connect6(13),
    "connect-four:7x6": lambda: plain.Lines(
        rectangle(7, 6), at_least(4), kind="disc", falling=True
    ),
    "connect-four:9x7": lambda: plain.Lines(
        rectangle(9, 7), at_least(4), kind="disc", falling=True
    ),
    "dodgem:3x3": lambda: plain.Dodgem(3),
    "dodgem:4x4": lambda: plain.Dodgem(4),
    "dodgem:5x5": lambda: plain.Dodgem(5),
    "domineering:6x6": lambda: plain.Domineering(6, 6),
    "domineering:8x8": lambda: plain.Domineering(8, 8),
    "dots-and-boxes:2x2": lambda: plain.DotsAndBoxes(2),
    "dots-and-boxes:3x3": lambda: plain.DotsAndBoxes(3),
    "dots-and-boxes:5x5": lambda: plain.DotsAndBoxes(5),
    "fanorona:5x5": lambda: plain.Fanorona(5),
    "fanorona:9x5": lambda: plain.Fanorona(9),
    "fox-and-hounds": plain.FoxAndHounds,
    "go:size-9": lambda: plain.Go(9, 7),
    "go:size-9+even": lambda: plain.Go(9, 0),
    "gomoku:size-15": lambda: plain.Lines(rectangle(15, 15), at_least(5)),
    "gomoku:size-15+exact": lambda: plain.Lines(rectangle(15, 15), exactly(5)),
    "gonnect:size-9+no-pie": lambda: plain.Gonnect(9),
    "havannah:size-4+no-pie": lambda: plain.Connection(hexagon(4), plain.havannah_done(4)),
    "havannah:size-6+no-pie": lambda: plain.Connection(hexagon(6), plain.havannah_done(6)),
    "hex:size-5+no-pie": lambda: plain.Connection(rhombus(5), plain.hex_done(5)),
    "hex:size-9+no-pie": lambda: plain.Connection(rhombus(9), plain.hex_done(9)),
    "hexapawn:3x3": lambda: plain.Pawns(3, 3, 1, False),
    "hexapawn:5x5": lambda: plain.Pawns(5, 5, 1, False),
    "isolation:6x8": lambda: plain.Isolation(6, 8, "c1 d8"),
    "isolation:7x7": lambda: plain.Isolation(7, 7, "d1 d7"),
    "konane:6x6": lambda: plain.Konane(6),
    "konane:8x8": lambda: plain.Konane(8),
    "lines-of-action": plain.LinesOfAction,
    "lines-of-action:draw": lambda: plain.LinesOfAction(both_is_draw=True),
    "nim:marienbad": lambda: plain.Nim([1, 3, 5, 7]),
    "nim:classic+misere": lambda: plain.Nim([3, 4, 5], misere=True),
    "nogo:size-5": lambda: plain.NoGo(5),
    "nogo:size-9": lambda: plain.NoGo(9),
    "notakto:one": lambda: plain.Notakto(1),
    "notakto:three": lambda: plain.Notakto(3),
    "order-and-chaos": plain.OrderAndChaos,
    "order-and-chaos:six": lambda: plain.OrderAndChaos(six=True),
    "pente:size-13": lambda: plain.Pente(13),
    "pente:size-13+pro": lambda: plain.Pente(13, pro=True),
    "pente:size-13+keryo": lambda: plain.Pente(13, keryo=True),
    "rolit:three": lambda: plain.Rolit(3),
    "rolit:four": lambda: plain.Rolit(4),
    "slimetrail": plain.Slimetrail,
    "slimetrail:straight": lambda: plain.Slimetrail(straight=True),
    "squava:no-pie": lambda: plain.Lines(rectangle(5, 5), not_quite(4)),
    "tic-tac-toe": lambda: plain.Lines(rectangle(3, 3), at_least(3), kind="mark"),
    "tic-tac-toe:misere": lambda: plain.Lines(rectangle(3, 3), misere(3), kind="mark"),
    "trike:size-7+no-pie": lambda: plain.Trike(7),
    "trike:size-11+no-pie": lambda: plain.Trike(11),
    "y:size-7+no-pie": lambda: plain.Connection(triangle(7), plain.y_done(7)),
    "yavalath:size-5+no-pie": lambda: plain.Lines(hexagon(5), not_quite(4), plain.HEX_AXES),
    "yavalath:size-6+five+no-pie": lambda: plain.Lines(hexagon(6), not_quite(5), plain.HEX_AXES),
}
TOLD_ELSEWHERE = {"nibble", "oust", "reversi", "rive"}
"""Games with a plain version in `reference.py`."""

SLOW = ("go:", "gonnect:", "atari-go:size-9", "nogo:size-9")
"""Plain versions that take a second a game."""
CHANCES = [(game, seed) for game in RULEBOOKS for seed in range(1 if game.startswith(SLOW) else 3)]


def marks(position: Position) -> dict[str, tuple[int | None, str]]:
    """What is on the board, by cell."""
    return {cell: (piece.owner, piece.kind) for cell, piece in position.pieces.items()}


def test_every_game_has_a_plain_version() -> None:
    assert {game.partition(":")[0] for game in RULEBOOKS} | TOLD_ELSEWHERE == set(NAMES)


@pytest.mark.parametrize(("game", "seed"), CHANCES)
def test_a_plain_version_of_the_rules_agrees_at_every_step(game: str, seed: int) -> None:
    book = RULEBOOKS[game]()
    position = load(game).start()
    rng = random.Random(seed)
    while position.steps:
        assert not book.over
        assert position.mover == book.mover
        assert tokens(position) == sorted(book.tokens())
        token = rng.choice(tokens(position))
        position = position.play(token)
        book.play(token)
        assert marks(position) == {book.board[point]: mark for point, mark in book.on.items()}
    assert book.over
    assert position.outcome is not None
    assert position.outcome.winner == book.winner
    assert position.outcome.shared == book.shared
