"""The commands of line mode, and the fixed words that its answers begin with, in two tables.

Commands and fixed words are English in every language, so that scripts can rely on them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.errors import GameError
from core.language.problems import nearest
from core.words import either
from tui.language import N_, _, said

Place = Literal["anywhere", "table"]


@dataclass(frozen=True, slots=True)
class Command:
    """Something that can be typed."""

    name: str
    """Its first word; the method that does it is `do_` and this."""
    usage: str
    """What follows: capitals stand for something, brackets for what may be left out."""
    help: str
    """A phrase, to be translated where it is shown."""
    place: Place = "table"
    """Where it works: with a match at hand, or anywhere."""
    also: tuple[str, ...] = ()
    """Other words for it."""

    @property
    def form(self) -> str:
        """The command as it is typed."""
        return f"{self.name} {self.usage}".strip()


COMMANDS: tuple[Command, ...] = (
    Command("help", "[COMMAND]", N_("what can be typed, and what answers begin with"), "anywhere"),
    Command("games", "[GAME or WORD]", N_("the games; the variants of one"), "anywhere"),
    Command(
        "play",
        "GAME [VARIANT]... [with WHO...] [players WHO...] [first N] [seed N] [clock 5+3]",
        N_("begin a match; WHO is person or bot:1 to bot:8, first may be lot"),
        "anywhere",
    ),
    Command("matches", "", N_("the matches that are kept"), "anywhere"),
    Command("resume", "[N]", N_("go on with a match, the latest or number N"), "anywhere"),
    Command("next", "", N_("go on with the next unfinished match"), "anywhere"),
    Command("delete", "N", N_("delete match N, at once"), "anywhere"),
    Command("rules", "[GAME]", N_("the rules of a game, or of this one"), "anywhere"),
    Command("quit", "", N_("leave the program; matches are kept"), "anywhere", ("exit", "bye")),
    Command("turn", "", N_("whose turn it is; an empty line asks too")),
    Command(
        "move",
        "STEP[,STEP]...",
        N_("make steps, such as d4 or e5,-d4; the word move may be left out"),
    ),
    Command("legal", "[CELL]", N_("the legal steps, or those at a cell")),
    Command("why", "STEP or CELL", N_("why that is not legal")),
    Command("board", "", N_("the board in letters, row by row")),
    Command("row", "[ROW]", N_("a row in words, or all of them")),
    Command("column", "COLUMN", N_("a column in words")),
    Command("cell", "CELL", N_("what is on a cell")),
    Command("where", "WHAT", N_("the cells with a letter, side, color or kind of piece, or empty")),
    Command("last", "", N_("the last turn")),
    Command("log", "[N]", N_("the last N turns, or all")),
    Command("score", "", N_("how everybody stands")),
    Command("seats", "", N_("who plays")),
    Command("clock", "", N_("the time that is left")),
    Command("hint", "[LEVEL]", N_("the best steps, as a bot sees them")),
    Command("value", "", N_("how a bot values the position that is looked at")),
    Command("note", "[WORDS]", N_("the note to this moment, or another one; - takes it away")),
    Command("undo", "", N_("undo the last step of this turn")),
    Command("takeback", "", N_("take back a turn"), "table", ("take",)),
    Command("resign", "", N_("give up, at once")),
    Command(
        "offer",
        "draw|takeback|swap|rematch",
        N_("what players ask of each other; off withdraws it"),
    ),
    Command("accept", "", N_("agree to what has been offered")),
    Command("decline", "", N_("do not agree to what has been offered")),
    Command("chat", "WORDS", N_("say something to who plays or watches")),
    Command("rematch", "", N_("begin again; the other player begins")),
    Command("seat", "N WHO", N_("let a person or a bot play on for seat N")),
    Command("back", "[N]", N_("look back a step, or N")),
    Command("on", "[N]", N_("look on a step, or N")),
    Command("look", "N", N_("look at the position after N steps")),
    Command("first", "", N_("look at the start")),
    Command("live", "", N_("look at the match as it stands")),
    Command("record", "[FORMAT]", N_("the record of the match: text, sgf, ggf and others")),
    Command("leave", "", N_("put the match away; it is kept")),
)

WORDS: tuple[tuple[str, str], ...] = (
    ("GAME", N_("a match is at hand: its game, then who plays")),
    ("TURN", N_("round, side, who is to move, and what can be done")),
    ("MOVE", N_("a step was made: round, side, step, who made it")),
    ("TOOK BACK", N_("how many steps were taken back, and by whom")),
    ("RESIGNED", N_("side and name of who gave up")),
    ("RESEATED", N_("side and name of who plays on")),
    ("LEFT", N_("side and name of who has given a seat up")),
    ("AWAY", N_("side and name of who has left the table, not the match")),
    ("BACK", N_("side and name of who is there again")),
    ("CHAT", N_("who says something, and what")),
    ("OFFERED", N_("what is offered, and by whom")),
    ("ACCEPTED", N_("what was offered is agreed to, and by whom")),
    ("DECLINED", N_("what was offered is not agreed to, and by whom")),
    ("WITHDRAWN", N_("what is no longer offered, and by whom")),
    ("REMATCH", N_("the number of the match in which all play again")),
    ("END", N_("the match is over: the side that won or draw, why, and in words")),
    ("RULES", N_("the file of the game has changed, and what became of the match")),
    ("LOOK", N_("the position looked at: steps made, of how many")),
    ("LIVE", N_("the match is looked at as it stands")),
    ("KEPT", N_("the number of a match that was left")),
    ("NOT SAVED", N_("the match could not be saved, and why; play goes on")),
    ("SLOW", N_("why bots take long here")),
    ("DELETED", N_("the match that was deleted")),
    ("BYE", N_("the program ends")),
    ("ERROR", N_("what was typed cannot be done, and why; nothing has changed")),
)
"""What a line that tells of a change begins with."""

_BY_WORD = {word: command for command in COMMANDS for word in (command.name, *command.also)}


def find(word: str) -> Command | None:
    """The command of a word; None if there is none."""
    return _BY_WORD.get(word)


def unknown(word: str) -> GameError:
    """What to say of a word that is no command."""
    near = nearest(word, _BY_WORD)
    shown = repr(word if len(word) <= 40 else f"{word[:37]}...")
    if near:
        text = _("there is no command {word}; did you mean {near}?")
        return GameError(text.format(word=shown, near=said(either(map(repr, near)))))
    return GameError(_("there is no command {word}; 'help' lists all").format(word=shown))


def help_lines(name: str = "") -> list[str]:
    """What can be typed, one command a line, then the fixed words; or one command.

    Raises:
        GameError: There is no such command.
    """
    if name:
        command = find(name)
        if command is None:
            raise unknown(name)
        return [f"{command.form}: {_(command.help)}"]
    told = [
        _("In the lobby and at the table:"),
        *(_row(command) for command in COMMANDS if command.place == "anywhere"),
        _("At the table:"),
        *(_row(command) for command in COMMANDS if command.place == "table"),
        _("A line that tells of a change begins with one of these words:"),
    ]
    told += [f"  {word}: {_(text)}" for word, text in WORDS]
    told.append(
        _(
            "When commands come from a file or a program, an empty line follows each answer, and "
            "the exit status is 1 if one of them was answered by ERROR."
        )
    )
    told.append(
        _("What others do in the match is told by such lines too, while nothing is being answered.")
    )
    return told


def _row(command: Command) -> str:
    return f"  {command.form}: {_(command.help)}"
