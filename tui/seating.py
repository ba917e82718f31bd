"""Who sits at a new table: what can be chosen for a seat, and what the players are called."""

from __future__ import annotations

from core.bots.bot import LEVELS, level
from core.errors import GameError
from core.match.session import Player, Seat

PERSON = "person"
CHAIRS: tuple[str, ...] = (PERSON, *(f"bot:{each.number}" for each in LEVELS))
"""What can be chosen for a seat: "person", "bot:1", ..."""

FIRST = ("1", "2", "lot")
"""Who moves first: the first chosen player, the second, or whoever a draw gives."""


def chair(text: str) -> str:
    """The choice that a person typed, such as "bot:2", "2", "medium" or "person".

    Raises:
        GameError: There is no such choice.
    """
    word = text.strip().lower()
    if word in ("person", "human", "me"):
        return PERSON
    word = word.removeprefix("bot").lstrip(":") or "1"
    for each in LEVELS:
        if word in (str(each.number), each.name):
            return f"bot:{each.number}"
    raise GameError(f"{text!r} is nobody to play with; choose {', '.join(CHAIRS)}")


def chair_words(choice: str) -> str:
    """How a choice is shown: "person here", "easy bot"."""
    return "person here" if choice == PERSON else f"{_level_name(choice)} bot"


def players(choices: tuple[str, str], first: Seat) -> tuple[Player, Player]:
    """The players of a match, in order of their seats.

    Args:
        choices: For the first and the second player.
        first: Which of them (0 or 1) gets seat 0 and begins.
    """
    persons = choices.count(PERSON)
    names = [chair_words(choice) if choice != PERSON else "you" for choice in choices]
    if persons == 2:
        names = ["player 1", "player 2"]
    elif names[0] == names[1]:
        names = [f"{name} {number}" for number, name in enumerate(names, start=1)]
    both = [
        Player("person", name)
        if choice == PERSON
        else Player("bot", name, int(choice.partition(":")[2]))
        for choice, name in zip(choices, names, strict=True)
    ]
    return (both[first], both[1 - first])


def _level_name(choice: str) -> str:
    return level(int(choice.partition(":")[2])).name
