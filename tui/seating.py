"""Who sits at a new table: what can be chosen for a seat, and what the players are called."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.bots.bot import LEVELS, Level, strength
from core.bots.engine import PREFIX, name_of
from core.errors import GameError
from core.match.session import Player, Seat
from core.store.store import Note
from tui.language import _

PERSON = "person"
CHAIRS: tuple[str, ...] = (
    PERSON,
    *(f"bot:{each.number}" for each in LEVELS),
    "bot:time:2s",
    "bot:time:10s",
)
"""What can be chosen for a seat: "person", "bot:1", ..."""

LOT = "lot"
"""Who moves first is drawn."""

YOU = "you"
"""What logs call the only person of a match."""


def firsts(count: int) -> tuple[str, ...]:
    """Who may move first among so many players: "1", "2", ... or "lot"."""
    return (*(str(number) for number in range(1, count + 1)), LOT)


def chair(text: str) -> str:
    """The choice that a person typed, such as "bot:2", "2", "medium" or "person".

    "bot:time:2s" is a bot that thinks for two seconds, "gtp:COMMAND" a program that plays.

    Raises:
        GameError: There is no such choice, or no such program.
    """
    if text.startswith(PREFIX):
        name_of(text.removeprefix(PREFIX))
        return text
    word = text.strip().lower()
    if word in ("person", "human", "me"):
        return PERSON
    word = "1" if word == "bot" else word.removeprefix("bot").removeprefix(":")
    try:
        return f"bot:{strength(word).word}"
    except GameError:
        pass
    told = _("{text} is nobody to play with; choose {known}")
    raise GameError(told.format(text=repr(text), known=", ".join(CHAIRS)))


def commands(choices: Sequence[str]) -> list[str]:
    """The commands of the programs among these choices."""
    return [one.removeprefix(PREFIX) for one in choices if one.startswith(PREFIX)]


def chair_words(choice: str) -> str:
    """How a choice is shown: "person here", "easy bot", "gtp-rhino -l 3"."""
    if choice.startswith(PREFIX):
        return name_of(choice.removeprefix(PREFIX))
    if choice == PERSON:
        return _("person here")
    level = _level(choice)
    if level.timed:
        return _("bot, {seconds} s a step").format(seconds=f"{level.seconds:g}")
    return _("{level} bot").format(level=_(level.name))


def is_you(player: Player) -> bool:
    """Whether this is the only person at the table, who is spoken to as "you"."""
    return player.kind == "person" and player.name == YOU


def to_move(note: Note) -> str:
    """Whose move it is in a match that a list shows; "" when it is over."""
    if note.mover is None:
        return ""
    player = note.seats[note.mover]
    return _("your move") if is_you(player) else _("{name} to move").format(name=called(player))


def called(player: Player) -> str:
    """The name of a player as it is shown: names that `players` gives are translated.

    Logs keep them in English, so that a match can be gone on with in another language.
    """
    if is_you(player):
        return _("you")
    if player.kind == "open":
        return f"({player.name or _('open')})"
    number = re.search(r" \d+$", player.name)
    place = number.group().strip() if number else ""
    if player.kind == "person" and player.name == f"player {place}":
        return _("player {number}").format(number=place)
    if player.kind == "bot" and player.level is not None:
        choice = f"bot:{player.level}"
        if player.name in (_bot_name(choice), f"{_bot_name(choice)} {place}"):
            return f"{chair_words(choice)} {place}".rstrip()
        if " " not in player.name:  # a person's: it plays on for them
            return _("{name} (bot)").format(name=player.name)
    return player.name


def players(choices: Sequence[str], first: int) -> tuple[Player, ...]:
    """The players of a match, in order of their seats.

    Args:
        choices: Who they are, of `CHAIRS`.
        first: Which of them, counted from 0, gets seat 0 and begins; the others follow in order.
    """
    alone = choices.count(PERSON) == 1
    names: list[str] = []
    for number, choice in enumerate(choices, start=1):
        if choice == PERSON:
            names.append(YOU if alone else f"player {number}")
        elif choice.startswith(PREFIX):
            names.append(chair_words(choice))
        else:
            names.append(_numbered(choices, number))
    seated = tuple(map(player, choices, names))
    return seated[first:] + seated[:first]


def player(choice: str, name: str) -> Player:
    """The player of a choice, called so."""
    if choice == PERSON:
        return Player("person", name)
    if choice.startswith(PREFIX):
        return Player("engine", name)
    return Player("bot", name, _level(choice).word)


def bots(choices: Sequence[str]) -> list[Player]:
    """The bots of these levels, such as "bot:2", with the names that logs have for them."""
    numbers = range(1, len(choices) + 1)
    return [player(choices[number - 1], _numbered(choices, number)) for number in numbers]


def _numbered(choices: Sequence[str], number: int) -> str:
    """What a log calls the bot that is one of some choices, counted from 1."""
    choice = choices[number - 1]
    same = choices.count(choice) > 1
    name = _bot_name(choice)
    return f"{name} {choices[:number].count(choice)}" if same else name


def log_name(choice: str, seat: Seat) -> str:
    """What a log calls who plays on for a seat."""
    return f"player {seat + 1}" if choice == PERSON else _bot_name(choice)


def _level(choice: str) -> Level:
    return strength(choice.partition(":")[2])


def _bot_name(choice: str) -> str:
    """What a bot is called in a log."""
    level = _level(choice)
    return f"bot, {level.name}" if level.timed else f"{level.name} bot"
