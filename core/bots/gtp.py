"""A bot that other programs play with: a server for the Go Text Protocol, version 2.

A program writes commands, one a line, and reads an answer to each: `= text` or `? what is wrong`,
then an empty line. What steps are called is told in `core.bots.vertices`. Beside the commands of
the protocol there are some for games that it was not made for:

    parlour-legal             the legal steps at the beginning of a turn, on one line
    parlour-legal STEPS       those after these steps of it, such as D4,E6; none if it is over then
    parlour-play TURN         like `play`, for whoever is to move
    parlour-position          the position as text
    parlour-position TEXT     go on from this position

A `komi` is accepted and not used, as what White gets is for the rules of the game to say. Once the
game is over both sides may pass, as programs do that wait for two passes.

Source: G. Farnebäck, Specification of the Go Text Protocol, version 2, draft 2, 2002.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version

from core import catalog
from core.bots.bot import Level, Seconds
from core.bots.search import TreeSearch
from core.bots.vertices import Vertices, is_between_turns, size_of
from core.errors import GameError, IllegalStep
from core.language.definition import Definition
from core.rules.game import Game, Position, Step

TURNS_AHEAD = 30
"""For how many turns a bot saves what is left on its clock."""

_UNPRINTED = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_NUMBER = re.compile(r"\d{1,9}")
_AMOUNT = re.compile(r"-?\d{1,9}(\.\d*)?")


class Server:
    """One conversation."""

    def __init__(
        self, name: str, level: Level, seed: int | None, clock: Callable[[], Seconds]
    ) -> None:
        """Set up a game.

        Args:
            name: Of the game, for `core.catalog.load`.
            level: How strong the bot is.
            seed: Decides the deals and the bot's choices; None for others every time.
            clock: Tells the time, from any beginning.
        """
        self.open = True
        """Whether nobody has quit."""
        self._level = level
        self._clock = clock
        self._chance = random.Random(seed)
        self._limits: dict[int | None, Seconds] = {}
        """Most time for a turn; by side, None for any."""
        self._commands: dict[str, Callable[[Sequence[str]], str]] = {
            "protocol_version": lambda _: "2",
            "name": lambda _: "Parlour",
            "version": lambda _: _version(),
            "known_command": self._known_command,
            "list_commands": lambda _: "\n".join(self._commands),
            "quit": self._quit,
            "boardsize": self._boardsize,
            "clear_board": self._clear_board,
            "komi": self._komi,
            "play": self._play,
            "genmove": self._genmove,
            "undo": self._undo,
            "showboard": self._showboard,
            "final_score": self._final_score,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "parlour-legal": self._legal,
            "parlour-play": self._play_turn,
            "parlour-position": self._text,
        }
        self._open(catalog.load(name))

    def answers(self, lines: Iterable[str]) -> Iterator[str]:
        """What is to be written for each command, until somebody quits."""
        for line in lines:
            answer = self.answer(line)
            if answer:
                yield answer
            if not self.open:
                return

    def answer(self, line: str) -> str:
        """The answer to one line, with the empty line that ends it; "" if it holds no command."""
        words = _UNPRINTED.sub("", line.replace("\t", " ")).partition("#")[0].split()
        number = words.pop(0) if words and words[0].isascii() and words[0].isdigit() else ""
        if not words:
            return ""
        command = self._commands.get(words[0])
        if command is None:
            return f"?{number} unknown command\n\n"
        try:
            return f"={number} {command(words[1:])}".rstrip() + "\n\n"
        except GameError as error:
            return f"?{number} {' '.join(str(error).split())}\n\n"

    @property
    def _position(self) -> Position:
        return self._positions[-1]

    def _open(self, game: Game) -> None:
        # Made ready now, before anybody's clock runs.
        self._game, _ = game, game.native
        self._vertices = Vertices(game)
        self._clear_board(())

    def _clear_board(self, _: Sequence[str]) -> str:
        self._positions = [self._game.start(seed=self._chance.getrandbits(32))]
        return ""

    def _known_command(self, words: Sequence[str]) -> str:
        return "true" if _one(words) in self._commands else "false"

    def _quit(self, _: Sequence[str]) -> str:
        self.open = False
        return ""

    def _boardsize(self, words: Sequence[str]) -> str:
        if not _NUMBER.fullmatch(_one(words)):
            raise GameError("boardsize not an integer")
        size = int(words[0])
        if size_of(self._game.definition) != size:
            self._open(_of_size(self._game.definition, size))
        return self._clear_board(())

    def _komi(self, words: Sequence[str]) -> str:
        _amount(_one(words))
        return ""

    def _play(self, words: Sequence[str]) -> str:
        if len(words) != 2:
            raise GameError("syntax error: expected a color and a move")
        self._check_mover(words[0])
        return self._play_turn(words[1:])

    def _play_turn(self, words: Sequence[str]) -> str:
        turn = _one(words)
        if self._position.outcome and turn.lower() == "pass":
            self._positions.append(self._position)
            return ""
        self._positions.append(self._moved(self._vertices.turn, turn))
        return ""

    def _moved(
        self, read: Callable[[str, Position], tuple[Sequence[Step], Position]], word: str
    ) -> Position:
        """The position after what a word means now.

        Raises:
            GameError: The rules forbid it.
        """
        try:
            return read(word, self._position)[1]
        except IllegalStep as error:
            raise GameError(f"illegal move: {error}") from error

    def _genmove(self, words: Sequence[str]) -> str:
        self._check_mover(_one(words))
        position = self._position
        if position.mover is None:
            self._positions.append(position)
            return "pass"
        end = self._clock() + self._limit(position.side(position.mover))
        steps: list[Step] = []
        while not steps or not is_between_turns(position):
            steps.append(self._choice(position, end))
            position = position.play(steps[-1])
        self._positions.append(position)
        return self._vertices.word(tuple(steps))

    def _choice(self, position: Position, end: Seconds) -> Step:
        end = min(end, self._clock() + self._level.seconds)
        bot, seed = TreeSearch(self._level), self._chance.getrandbits(32)
        return bot.choose(position, seed, lambda: self._clock() >= end).step

    def _limit(self, side: int) -> Seconds:
        """The most that a turn of a side may take by the clock."""
        return self._limits.get(side, self._limits.get(None, math.inf))

    def _check_mover(self, color: str) -> None:
        side, position = self._side(color), self._position
        if position.mover is not None and position.side(position.mover) != side:
            mover = self._vertices.color(position.side(position.mover))
            raise GameError(f"illegal move: {mover} is to move")

    def _side(self, color: str) -> int:
        side = self._vertices.side(color)
        if side is None:
            known = ", ".join(map(self._vertices.color, range(self._game.sides)))
            raise GameError(f"invalid color: expected one of {known}")
        return side

    def _undo(self, _: Sequence[str]) -> str:
        if len(self._positions) == 1:
            raise GameError("cannot undo")
        self._positions.pop()
        return ""

    def _time_settings(self, words: Sequence[str]) -> str:
        if len(words) != 3:
            raise GameError("syntax error: expected main time, byo yomi time and its stones")
        main, extra, stones = map(_amount, words)
        endless = extra > 0 and stones <= 0
        self._limits = {} if endless else {None: _share(main, 0) if main else _share(extra, stones)}
        return ""

    def _time_left(self, words: Sequence[str]) -> str:
        if len(words) != 3:
            raise GameError("syntax error: expected a color, a time and its stones")
        time, stones = map(_amount, words[1:])
        self._limits[self._side(words[0])] = _share(time, stones)
        return ""

    def _showboard(self, _: Sequence[str]) -> str:
        return "\n" + self._drawing()

    def _drawing(self) -> str:
        """The board in plain letters, as the text of the position has them, and who is to move."""
        position, board = self._position, self._game.board
        lines = []
        if board.columns:
            lines.append(f"   {' '.join(map(self._vertices.column, board.columns))}")
        for row, letters in zip(board.rows, str(position).split()[0].split("/"), strict=True):
            pieces = iter(re.sub(r"\d+", lambda number: "." * int(number[0]), letters))
            cells = [" " if cell is None else next(pieces) for cell in row.cells]
            lines.append(f"{row.label:>2} {' ' * row.offset}{' '.join(cells)}".rstrip())
        return "\n".join([*lines, _state(position)])

    def _final_score(self, _: Sequence[str]) -> str:
        position = self._position
        outcome = position.outcome
        if outcome is None:
            raise GameError("cannot score: the game is not over")
        winners = outcome.shared if outcome.winner is None else (outcome.winner,)
        if not winners:
            return "0"
        names = [self._vertices.color(position.side(seat)) for seat in winners]
        if len(names) == 1 and self._game.sides == 2:
            return f"{names[0][0].upper()}+{_margin(position)}"
        return f"{','.join(names)}+"

    def _legal(self, words: Sequence[str]) -> str:
        position = self._position
        if words:
            position = self._moved(self._vertices.begun, _one(words))
            if is_between_turns(position):
                return ""
        return " ".join(map(self._vertices.written, position.steps))

    def _text(self, words: Sequence[str]) -> str:
        if not words:
            return str(self._position)
        self._positions = [self._game.position(" ".join(words))]
        return ""


def _state(position: Position) -> str:
    if position.mover is None:
        return "the game is over"
    return f"{position.game.definition.players[position.side(position.mover)].name} is to move"


def _of_size(definition: Definition, size: int) -> Game:
    """The variant of a game on a board of another size.

    Raises:
        GameError: There is none.
    """
    group = {variant.id: variant.group for variant in definition.variants}
    for variant in definition.variants:
        others = [one for one in definition.chosen if group[one] != variant.group]
        name = f"{definition.file}:{'+'.join([*others, variant.id])}"
        if variant.group and size_of(catalog.definition(name)) == size:
            return catalog.load(name)
    raise GameError("unacceptable size")


def _margin(position: Position) -> str:
    """By how much a game of two was won, where its score tells; else nothing."""
    first, second = position.scores or ((), ())
    return next((str(abs(a - b)) for a, b in zip(first, second, strict=True) if a != b), "")


def _share(time: Seconds, stones: float) -> Seconds:
    """What one turn may take when so much time is left for so many turns; 0 for all others."""
    return max(time, 0) / (stones if stones > 0 else TURNS_AHEAD)


def _one(words: Sequence[str]) -> str:
    if len(words) != 1:
        raise GameError("syntax error: expected one argument")
    return words[0]


def _amount(word: str) -> float:
    if not _AMOUNT.fullmatch(word):
        raise GameError(f"syntax error: {word[:40]!r} is no number")
    return float(word)


def _version() -> str:
    try:
        return version("parlour")
    except PackageNotFoundError:
        return "unknown"
