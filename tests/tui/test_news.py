"""How a match stands, in words."""

from __future__ import annotations

import pytest

from core import catalog
from core.language.load import load_text
from core.match.clock import MINUTE, Fischer
from core.match.entries import Player, Terms
from core.match.session import Session
from core.rules.game import Game
from tests.tui.houses import PERSONS
from tui.news import outcome_words, winner_words, winners

PAIR = """\
format: 1
game: pair
info: {name: Pair}
players: [a, b]
board: {shape: rectangle, width: 3, height: 1}
pieces: {stone: }
moves: {put: {place: stone, at: empty}}
score: SCORE
end: {full: {when: none(empty), win: most}}
"""


def three_seats():
    """The games for three."""
    names = (name for name in catalog.names() if len(catalog.definition(name).players) == 3)
    return sorted(names)


def with_one_away(seats):
    """A match with a clock, whose first player has left the table."""
    game = catalog.load("oust:size-4")
    terms = Terms(Fischer(MINUTE), patience=0)
    session = Session.begin(game, game.start(), seats, terms)
    return session.after(session.go_away(0, 0))


def ended(score: str) -> str:
    game = Game(load_text(PAIR.replace("SCORE", score), "pair.yaml"))
    session = Session.begin(game, game.start(), PERSONS)
    for token in ("a1", "b1", "c1"):
        session = session.after(session.step(session.mover, token))
    return outcome_words(session)


def test_the_final_score_shows_what_decided_it():
    assert ended("count(mine)").endswith("Final score 2:1.")
    assert ended("[7, count(mine), 5]").endswith("Final score 7:7, then 2:1.")
    assert ended("[count(mine), 5]").endswith("Final score 2:1.")
    assert ended("[7, 5]").endswith("Final score 7:7.")


@pytest.mark.parametrize(
    ("end", "told"),
    [
        (lambda match: match.resign(0, 1), "Player 2 wins: Black has given up."),
        (lambda match: match.flag(10**9), "Player 2 wins: the time of Black is up."),
        (lambda match: match.abandon(1), "Player 2 wins: Black has left the game."),
    ],
    ids=["resigned", "time", "abandoned"],
)
def test_what_ended_a_match_otherwise_than_by_the_rules_is_told(end, told):
    session = with_one_away(PERSONS)
    assert outcome_words(session.after(end(session))) == told


def test_an_agreed_draw_is_told():
    game = catalog.load("oust:size-4")
    session = Session.begin(game, game.start(), PERSONS)
    session = session.after(session.offer(0, "draw", 0))
    session = session.after(session.answer(1, "draw", True, 1000))
    assert outcome_words(session) == "The game is a draw: both have agreed to it."


YOU_AND_BOT = (Player("person", "you"), Player("bot", "easy bot", 3))


@pytest.mark.parametrize(
    ("end", "told"),
    [
        (lambda match: match.resign(0, 1), "Easy bot wins: you have given up."),
        (lambda match: match.flag(10**9), "Easy bot wins: your time is up."),
        (lambda match: match.abandon(1), "Easy bot wins: you have left the game."),
        (lambda match: match.resign(1, 1), "You win: White has given up."),
    ],
    ids=["resigned", "time", "abandoned", "other"],
)
def test_whoever_is_called_you_is_called_so_in_the_end_too(end, told):
    session = with_one_away(YOU_AND_BOT)
    assert outcome_words(session.after(end(session))) == told


@pytest.mark.parametrize("game", three_seats())
@pytest.mark.parametrize("loser", range(3))
def test_of_three_the_header_and_the_words_name_the_same_winners(game, loser):
    loaded = catalog.load(game)
    seats = tuple(Player("person", f"player {seat + 1}") for seat in range(3))
    session = Session.begin(loaded, loaded.start(seed=1), seats)
    session = session.after(session.resign(loser, 1))

    assert len(winners(session)) == 2
    assert outcome_words(session).lower().startswith(f"{winner_words(session)}: ")


def test_of_three_two_may_win_together_by_the_rules():
    text = PAIR.replace("SCORE", "count(mine)").replace("[a, b]", "[a, b, c]")
    game = Game(load_text(text.replace("width: 3", "width: 2"), "pair.yaml"))
    seats = tuple(Player("person", f"player {seat + 1}") for seat in range(3))
    session = Session.begin(game, game.start(), seats)
    for token in ("a1", "b1"):
        session = session.after(session.step(session.mover, token))

    assert winners(session) == (0, 1)
    assert outcome_words(session) == "Player 1 and player 2 win. Final score 1:1:0."
