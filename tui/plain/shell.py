"""Line mode as a whole: a line in, the lines of one answer out, until there are no more."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import TextIO

from core import catalog
from core.errors import GameError
from core.match.session import Session
from core.rules import notation
from core.store.library import Book
from core.store.store import MatchId
from tui.ascii import encoded_text
from tui.language import _
from tui.lines import printable
from tui.plain import commands
from tui.plain.lobby import Lobby, first_line
from tui.plain.table import Table, Wait, is_step
from tui.plain.typed import Typed
from tui.playing import Match
from tui.rules import rules_text
from tui.world import World

LONGEST = 4096
"""Characters of a line that are looked at."""
PROMPT = "> "


class Shell:
    """What was typed so far has led to: a lobby, and perhaps a match at hand."""

    def __init__(self, world: World, wait: Wait, encoding: str = "ascii") -> None:
        """Begin in the lobby.

        Args:
            world: What is outside.
            wait: Runs what takes long until it is done.
            encoding: What answers can be written in.
        """
        self._world = world
        self._wait = wait
        self._encoding = encoding
        self._lobby = Lobby(world)
        self._table: Table | None = None
        self._warned = ""
        self.ended = False
        """Whether somebody has asked to leave."""
        self.refused = 0
        """How many lines were answered by ERROR."""

    def greet(self, session: Session | None, book: Book | None = None) -> Iterator[str]:
        """What is said first: the match that was asked for, or where one is."""
        if session is None:
            yield _("Parlour, abstract board games. Type help, games, play or resume.")
        else:
            yield from self._guarded(self._sit_down(Match(self._world, session, book)))

    def answer(self, text: str) -> Iterator[str]:
        """The answer to a line: one line or more, none of them empty."""
        yield from self._guarded(self._answer(text))

    def news(self) -> Iterator[str]:
        """What others have done in the match at hand since the last answer."""
        if self._table is not None:
            yield from self._guarded(self._table.caught_up())

    def close(self) -> Iterator[str]:
        """Put away what is at hand; says under which name it is kept."""
        if self._table is not None:
            table, self._table = self._table, None
            yield from map(self._shown, table.left())

    @property
    def _now(self) -> MatchId | None:
        """The number in the store of the match at hand; None if there is none."""
        return self._table.match.keeper.match if self._table else None

    @property
    def unkept(self) -> str:
        """Why the match at hand is not saved; "" if it is, or none is at hand."""
        return self._table.match.keeper.trouble if self._table else ""

    def _guarded(self, lines: Iterator[str]) -> Iterator[str]:
        """The lines as they can be shown; what is refused becomes an ERROR."""
        try:
            for line in lines:
                if shown := self._shown(line):
                    yield shown
        except GameError as error:
            self.refused += 1
            yield self._shown(f"ERROR {first_line(error)}")

    def _shown(self, line: str) -> str:
        """A line as the terminal can show it."""
        return encoded_text(printable(line), self._encoding).rstrip()

    def _answer(self, text: str) -> Iterator[str]:
        if self._table is not None:
            yield from self._table.caught_up()
            yield from self._table.follow_file()
            if self._table.dropped:
                self._table.dropped = 0
                return
        words = text.split()
        if not words:
            yield from self._turn()
            return
        first, rest = words[0].lower(), words[1:]
        if (first, *map(str.lower, rest)) == ("take", "back"):
            rest = []
        command = commands.find(first)
        if command is not None and command.place == "anywhere":
            yield from getattr(self, f"do_{command.name}")(rest)
        elif self._table is None:
            if command is None and not _looks_like_step(first):
                raise commands.unknown(words[0])
            raise GameError(_("no match is at hand; 'play' or 'resume' one"))
        elif command is not None and command.name == "leave":
            yield from self._leave()
        elif command is not None:
            yield from getattr(self._table, f"do_{command.name}")(rest)
        elif is_step(self._table.moment.position, text):
            yield from self._table.do_move(words)
        else:
            raise commands.unknown(words[0])

    def _turn(self) -> Iterator[str]:
        if self._table is not None:
            yield from self._table.do_turn(())
        else:
            yield _("No match is at hand. Type help, games, play or resume.")

    def _sit_down(self, match: Match) -> Iterator[str]:
        """Put away the match at hand, and take this one."""
        yield from self.close()
        self._table = Table(self._world, match, self._wait)
        yield from self._table.begin()

    def _leave(self) -> Iterator[str]:
        self._warn()
        yield from self.close()
        yield _("In the lobby.")

    def _warn(self) -> None:
        """Let nobody leave a match that could not be saved without having been told.

        Raises:
            GameError: It is not saved, and this has not just been said.
        """
        if self._table is not None and self.unkept:
            self._table.match.keep()
        if self.unkept and self.unkept != self._warned:
            self._warned = self.unkept
            text = _("{reason}; the match is lost if you ask to leave again")
            raise GameError(text.format(reason=self.unkept))

    # Commands that work anywhere

    def do_help(self, rest: Sequence[str]) -> Iterator[str]:
        """What can be typed."""
        yield from commands.help_lines(rest[0].lower() if rest else "")

    def do_games(self, rest: Sequence[str]) -> Iterator[str]:
        """The games there are."""
        yield from self._lobby.games(rest)

    def do_play(self, rest: Sequence[str]) -> Iterator[str]:
        """Begin a match."""
        self._warn()
        yield from self._sit_down(self._lobby.play(rest))

    def do_matches(self, _rest: Sequence[str]) -> Iterator[str]:
        """The matches that are kept."""
        yield from self._lobby.matches()

    def do_resume(self, rest: Sequence[str]) -> Iterator[str]:
        """Go on with a match."""
        self._warn()
        yield from self._sit_down(self._lobby.resume(rest))

    def do_next(self, _rest: Sequence[str]) -> Iterator[str]:
        """Go on with the next match."""
        self._warn()
        yield from self._sit_down(self._lobby.next(self._now))

    def do_delete(self, rest: Sequence[str]) -> Iterator[str]:
        """Delete a match."""
        yield f"DELETED {self._lobby.delete(rest, self._now)}"

    def do_rules(self, rest: Sequence[str]) -> Iterator[str]:
        """The rules of a game."""
        if rest:
            definition = catalog.definition(self._lobby.found(rest[0].lower()))
        elif self._table is not None:
            definition = self._table.match.session.game.definition
        else:
            raise GameError(_("the rules of which game?"))
        yield from rules_text(definition)

    def do_quit(self, _rest: Sequence[str]) -> Iterator[str]:
        """Leave the program."""
        self._warn()
        yield from self.close()
        self.ended = True
        yield "BYE"


def _looks_like_step(word: str) -> bool:
    """Whether a word could be a step of some game."""
    return word in ("pass", "swap", "stop") or bool(notation.split(word)[2])


def talk(
    world: World,
    typed: TextIO | None,
    shown: TextIO,
    *,
    is_person: bool,
    encoding: str = "ascii",
    session: Session | None = None,
    book: Book | None = None,
) -> int:
    """Answer every line until there are no more; the exit status.

    Args:
        world: What is outside; its bots are ended on return.
        typed: Where lines come from; None is nowhere.
        shown: Where answers go.
        is_person: Whether somebody types at a terminal: they get a prompt, a program gets an empty
            line after each answer, and status 1 if something was refused.
        encoding: What answers are written in.
        session: A match to begin with; None is the lobby.
        book: What it is kept in.
    """
    with asyncio.Runner() as runner:
        shell = Shell(world, runner.run, encoding)
        try:
            _write(shown, shell.greet(session, book), is_person)
            lines = Typed(typed, LONGEST + 1)

            def idle() -> None:
                if news := list(shell.news()):
                    _write(shown, iter(["", *news] if is_person else news), is_person)

            while not shell.ended and (line := lines.line(idle)):
                _write(shown, _reply(shell, line), is_person)
            lost = shell.unkept if not shell.ended else ""
            if not shell.ended:
                if is_person:
                    print(file=shown)  # what was typed last has no line break
                _write(shown, shell.close(), True, last=True)
        finally:
            list(shell.close())
            runner.run(world.thinker.close())
            runner.run(world.adviser.close())
            world.library.close()
    return 1 if lost or (shell.refused and not is_person) else 0


def _reply(shell: Shell, line: str) -> Iterator[str]:
    if len(line) > LONGEST:
        shell.refused += 1
        return iter([f"ERROR {_('the line is too long')}"])
    return shell.answer(line)


def _write(shown: TextIO, lines: Iterator[str], is_person: bool, *, last: bool = False) -> None:
    """Show an answer line by line as it comes, then what says that it has ended."""
    for line in lines:
        print(line, file=shown, flush=True)
    if not last:
        print(PROMPT if is_person else "\n", end="", file=shown, flush=True)
