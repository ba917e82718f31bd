"""Who sits at a new table."""

from __future__ import annotations

import random

import pytest

from core import catalog
from core.errors import GameError
from core.match.session import Player
from tui.seating import called, chair, chair_words, players
from tui.setup import Setup, begun, parted


def names(choices, first=0):
    return [player.name for player in players(choices, first)]


def test_a_person_against_a_bot_is_you():
    assert names(("person", "bot:2")) == ["you", "novice bot"]


def test_several_persons_are_numbered():
    assert names(("person", "person")) == ["player 1", "player 2"]


def test_bots_of_one_level_are_numbered():
    assert names(("bot:1", "person", "bot:1")) == ["beginner bot 1", "you", "beginner bot 2"]


def test_whoever_begins_gets_the_first_seat_and_the_others_follow():
    assert names(("person", "person", "person"), 1) == ["player 2", "player 3", "player 1"]


@pytest.mark.parametrize("typed", ["bot:6", "6", "hard", "BOT6"])
def test_a_bot_can_be_named_in_many_ways(typed):
    assert chair(typed) == "bot:6"


@pytest.mark.parametrize(
    ("typed", "choice", "name"),
    [
        ("bot:time:2s", "bot:time:2s", "bot, 2 s a step"),
        ("bot:0.5s", "bot:time:0.5s", "bot, 0.5 s a step"),
        ("time:60s+ponder", "bot:time:60s+ponder", "bot, 60 s a step"),
    ],
)
def test_a_bot_can_be_given_time(typed, choice, name):
    assert chair(typed) == choice
    assert chair_words(choice) == name
    seated = players(("person", choice), 0)[1]
    assert seated == Player("bot", name, choice.removeprefix("bot:"))
    assert called(seated) == name


def test_an_unknown_player_is_told_with_the_choices():
    with pytest.raises(GameError, match="'9' is nobody to play with; choose person, bot:1"):
        chair("9")


def test_a_bot_fills_every_seat_nobody_was_chosen_for():
    session = begun(catalog.load("rolit"), ("person",), "1", random.Random(1))
    assert [player.kind for player in session.seats] == ["person", "bot", "bot"]


def test_the_lot_may_fall_on_anybody():
    game = catalog.load("oust:size-4")
    first = {
        begun(game, ("person",), "lot", random.Random(seed)).seats[0].name for seed in range(20)
    }
    assert first == {"you", "beginner bot"}


def test_a_choice_that_more_players_made_possible_is_harmless_with_fewer():
    session = begun(catalog.load("oust:size-4"), ("person",), "3", random.Random(1))
    assert session.seats[0].name == "you"


def test_one_variant_a_group_and_options_beside_it():
    definition = catalog.definition("oust")
    setup = Setup.usual("oust", definition)
    assert setup.toggled(definition, "size-4").toggled(definition, "no-pie").id == (
        "oust:size-4+no-pie"
    )


@pytest.mark.parametrize(
    ("id", "parts"),
    [
        ("oust", ("oust", [])),
        ("reversi:6x6+anti", ("reversi", ["6x6", "anti"])),
        ("/a/b.yaml", ("/a/b.yaml", [])),
        ("/a:b/c.yaml:small", ("/a:b/c.yaml", ["small"])),
    ],
)
def test_names_of_games_are_parted_into_game_and_variants(id, parts):
    assert parted(id) == parts


def test_another_program_is_named_by_its_command_without_its_folder():
    choice = chair("gtp:/bin/sh -c 'x  y'")
    assert players((choice, "person"), 0)[0] == Player("engine", "sh -c x y")


def test_a_program_that_is_not_there_cannot_sit_down():
    with pytest.raises(GameError, match="there is no program 'no-such-program'"):
        chair("gtp:no-such-program")
