"""Generic Game Format: `(;GM[Othello]PB[ann]PW[bob]RE[+2.000]TY[8]BO[8 ... *]B[D3//1.20]W[C3];)`.

Which game a name means says the game file (`records: ggf:`). The first player is black (`*`). A
move may be followed by `/`, what it is worth, `/` and the seconds it took; passes are `PA`. A clock
is `TI[minutes:seconds/what a turn adds]`.

Source: skatgame.net/mburo/ggsa/ggf. Results are in view of black; what follows a colon says that
somebody resigned (`r`), that time was up (`t`), that somebody left (`l`) or that both agreed (`s`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from core.errors import GameError
from core.language.definition import Definition, Ggf
from core.match.clock import MINUTE, SECOND, Fischer, is_sound
from core.match.entries import Terms
from core.match.records import endings, placements, text
from core.match.records.properties import Property, Value, found, main_line, written
from core.match.records.record import Milliseconds, Record, RecordError, unknown_to
from core.match.session import Session, Started, name_of
from core.rules.game import Game, Position
from core.words import Message

NAME = "GGF"
_COLORS = "BW"
_PIECES = "*O"
_PASSES = ("", "pa", "pass", "--")
_ENDINGS = {"resigned": "r", "time": "t", "abandoned": "l", "agreed": "s"}


def write(record: Record) -> str:
    """The record as a game; ends with a line break.

    Raises:
        RecordError: The format cannot tell this match.
    """
    session = record.session
    game = placements.checked(session.game, NAME)
    ggf = game.definition.records.ggf
    if ggf is None:
        raise unknown_to(NAME, game.name)
    moves = []
    for number, (side, cell) in enumerate(placements.steps_of(session, NAME), start=1):
        spent = record.spent.get(number)
        time = "" if spent is None else f"//{spent / 1000:.3f}"
        moves.append(written(_COLORS[side], ("PA" if cell is None else cell.upper()) + time))
    return f"(;{''.join(_headers(record, ggf))}{''.join(moves)};)\n"


def read(source: str, wanted: str | None = None) -> Record:
    """The record that a game tells.

    Args:
        source: The text of a file; further games in it are not read.
        wanted: The id of its game; None is looked for.

    Raises:
        RecordError: The text is no game, or does not fit its rules; names line and column.
        UnknownGame: There is no game of the id.
    """
    # A game ends with ";)", an empty node.
    first, rest = main_line(source)
    properties = [*first, *rest]
    game = _game(properties, wanted)
    reading = _Reading(Record(_opened(properties, game)))
    for one in properties:
        if one.name in _COLORS:
            reading.move(one)
    reading.finish(properties)
    return reading.record


def _headers(record: Record, ggf: Ggf) -> Iterator[str]:
    session = record.session
    board = session.game.board
    if len(board.columns) != len(board.rows):
        raise RecordError(Message("{format} cannot tell matches on this board", format=NAME))
    yield written("GM", ggf.game)
    yield written("PC", " ".join(record.headers.get("place", "Parlour").split()))
    if record.began is not None:
        yield written("DT", text.moment(record.began)[:19].replace("T", " ") + " GMT")
    for color, name in zip(_COLORS, placements.names(session), strict=True):
        yield written(f"P{color}", name)
    yield written("RE", _result(session))
    yield written("TI", _clock(session))
    yield written("TY", f"{len(board.rows)}{ggf.type}")
    black, white, mover = placements.told_start(session, NAME)
    marks = {
        cell: mark for mark, cells in zip(_PIECES, (black, white), strict=True) for cell in cells
    }
    rows = ("".join(marks.get(str(cell), "-") for cell in row.cells) for row in board.rows)
    yield written("BO", f"{len(board.rows)} {' '.join(rows)} {_PIECES[mover]}")


def _result(session: Session) -> str:
    if session.outcome is None:
        return "?"
    winner = placements.winner(session)
    margin = placements.margin(session) or 0
    letter = _ENDINGS.get(endings.reason_of(session))
    if letter and winner is not None:
        # What is not decided by counting is told as a win by the whole board.
        whole = len(session.game.cells)
        return f"{whole if winner == 0 else -whole:+d}.000:{letter}"
    return f"{0:+d}.000:{letter}" if letter else f"{margin:+d}.000"


def _clock(session: Session) -> str:
    pace = session.terms.pace
    if not isinstance(pace, Fischer):
        return "0"
    main, bonus = (
        f"{time // MINUTE:02}:{time % MINUTE // SECOND:02}" for time in (pace.main, pace.bonus)
    )
    return f"{main}/{bonus}" if pace.bonus else main


def _pace(properties: list[Property]) -> Fischer | None:
    """The clock, where it is of a kind that is known here."""
    time = r"(?:(\d{1,5}):)?(\d{1,5}):([0-5]\d)"
    value = found(properties, "TI")
    told = re.fullmatch(rf"\s*{time}(?:/(?:{time})?(?:/.*)?)?\s*", value.text) if value else None
    if told is None:
        return None
    main, bonus = (
        (int(hours or 0) * 60 + int(minutes or 0)) * MINUTE + int(seconds or 0) * SECOND
        for hours, minutes, seconds in (told.groups()[:3], told.groups()[3:])
    )
    pace = Fischer(main, bonus)
    return pace if is_sound(pace) else None


def _game(properties: list[Property], wanted: str | None) -> Game:
    name, type_, board = (found(properties, key) for key in ("GM", "TY", "BO"))
    if name is None:
        raise RecordError("GM, the name of the game, is missing", 1, 1)
    told = re.match(r"\s*(\d{1,3})\s*([a-z]*)", type_.text) if type_ else None
    rows = re.match(r"\s*(\d{1,3})", board.text) if board else None
    size = int(told[1]) if told else int(rows[1]) if rows else None
    kind = told[2].replace("r", "").replace("k", "").replace("s", "") if told else ""

    def fits(definition: Definition) -> bool:
        ggf, shape = definition.records.ggf, definition.board
        return (
            ggf is not None
            and ggf.game.lower() == name.text.strip().lower()
            and bool(shape.columns)
            and size in (None, len(shape.rows))
            and (ggf.type == kind or wanted is not None)
        )

    what = f"that of GM[{name.text[:20]}]{f' TY[{type_.text[:10]}]' if type_ else ''}"
    try:
        return placements.checked(placements.game_for(wanted, fits, what), NAME)
    except RecordError as error:
        raise RecordError(error.reason, name.line, name.column) from error


def _opened(properties: list[Property], game: Game) -> Session:
    board = found(properties, "BO")
    start = game.start() if board is None else _start(game, board)
    names = [found(properties, f"P{color}") for color in _COLORS]
    seats = text.persons(game, (name.text if name else "" for name in names))
    result = found(properties, "RE")
    is_abandoned = result is not None and result.text.strip().endswith("l")
    terms = Terms(_pace(properties), patience=0 if is_abandoned else None)
    digest = game.definition.digest
    return Session.opened(game, Started(name_of(game), digest, str(start), seats, terms))


def _start(game: Game, board: Value) -> Position:
    cells = [cell for row in game.board.rows for cell in row.cells]
    marks = "".join(board.text.split()[1:])
    if not re.fullmatch(r"[-*O]*[*O]", marks) or len(marks) != len(cells) + 1:
        told = f"should be the size, {len(cells)} of - * O, and whose turn it is, * or O"
        raise RecordError(told, board.line, board.column)
    sides = [
        [str(cell) for cell, mark in zip(cells, marks, strict=False) if mark == piece]
        for piece in _PIECES
    ]
    try:
        return placements.start_from(game, sides, _PIECES.index(marks[-1]))
    except GameError as error:
        raise RecordError(str(error), board.line, board.column) from error


@dataclass(slots=True)
class _Reading:
    """A game as far as it has been read."""

    record: Record
    spent: dict[int, Milliseconds] = field(default_factory=dict)

    def move(self, one: Property) -> None:
        """Make the move of a property."""
        value = one.first
        word, _, rest = value.text.partition("/")
        name = word.strip().lower()
        cell = None if name in _PASSES else name
        try:
            session = placements.after(self.record.session, _COLORS.index(one.name), cell)
        except GameError as error:
            raise RecordError(str(error), value.line, value.column, self.record) from error
        time = rest.partition("/")[2].strip()
        if re.fullmatch(r"\d{1,9}(\.\d{1,9})?", time):
            self.spent[len(session.steps)] = round(float(time) * 1000)
        self.record = replace(self.record, session=session, spent=self.spent)

    def finish(self, properties: list[Property]) -> None:
        """Take in what is told of the whole."""
        place, date = found(properties, "PC"), found(properties, "DT")
        day = (
            re.match(r"(\d{4})[-.](\d\d)[-.](\d\d)[ _](\d\d:\d\d:\d\d)", date.text)
            if date
            else None
        )
        began = None
        if day:
            began = text.read_moment(f"{day[1]}-{day[2]}-{day[3]}T{day[4]}Z")
        headers = {}
        if place and place.text.strip() not in ("", "Parlour"):
            headers["place"] = place.text.strip()
        self.record = replace(self.record, headers=headers, began=began)
        if result := found(properties, "RE"):
            self._end(result)

    def _end(self, result: Value) -> None:
        session = self.record.session
        told = re.fullmatch(r"([-+]?\d+(?:\.\d+)?)(?::?([rtls]))?", result.text.strip())
        if told and told[2] and session.outcome is None:
            try:
                ended = _ended(session, told[2], float(told[1]))
                self.record = replace(self.record, session=ended)
            except RecordError:  # such as a result by time where no clock is told
                comments = {len(session.steps): f"result: {result.text.strip()}"}
                self.record = replace(self.record, comments=comments)
        elif told and not told[2] and session.outcome is not None:
            self._check(float(told[1]), result)

    def _check(self, margin: float, result: Value) -> None:
        if margin != placements.margin(self.record.session):
            told = f"the game does not end as {result.text[:20]!r}"
            raise RecordError(told, result.line, result.column, self.record)


def _ended(session: Session, letter: str, margin: float) -> Session:
    """The match as its players ended it.

    Raises:
        RecordError: It cannot have ended so.
    """
    if letter == "s":
        return session if margin else endings.drawn(session)
    reason = next(reason for reason, one in _ENDINGS.items() if one == letter)
    return endings.lost(session, session.position.side(1 if margin > 0 else 0), reason)
