"""How a match stands, in words."""

from __future__ import annotations

import pytest

from core import catalog
from core.language.load import load_text
from core.match.clock import MINUTE, Fischer
from core.match.entries import Terms
from core.match.session import Session
from core.rules.game import Game
from tests.tui.houses import PERSONS
from tui.news import outcome_words

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
    game = catalog.load("oust:size-4")
    terms = Terms(Fischer(MINUTE), patience=0)
    session = Session.begin(game, game.start(), PERSONS, terms)
    session = session.after(session.go_away(0, 0))
    assert outcome_words(session.after(end(session))) == told


def test_an_agreed_draw_is_told():
    game = catalog.load("oust:size-4")
    session = Session.begin(game, game.start(), PERSONS)
    session = session.after(session.offer(0, "draw", 0))
    session = session.after(session.answer(1, "draw", True, 1000))
    assert outcome_words(session) == "The game is a draw: both have agreed to it."
