"""How a match stands, in words."""

from __future__ import annotations

from core.language.load import load_text
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
