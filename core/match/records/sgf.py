"""Smart Game Format: `(;FF[4]GM[2]SZ[8]AB[e4][d5]AW[d4][e5]PL[B];B[f5];W[d6])`.

Which game a number means, and how its cells are written, says the game file (`records: sgf:`). The
first player is black. A private property PARLOUR holds what the format cannot tell, as header lines
of our own records: the variant, the rules, who is a bot. Comments (C) are those of a record.

Where a match has a clock, TM is its seconds, OT[n fischer] what a turn adds, and BL and WL what was
left after a step, from which follows how long it took. Results by time are B+T, by leaving B+F, by
agreement Draw.

Source: red-bean.com/sgf, FF[4]; programs for the game of GM[2] write cells by name, and passes as
an empty value or `pa`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain

from core.board import Board
from core.errors import GameError
from core.language.definition import Definition, Sgf
from core.match.clock import SECOND, Fischer, is_sound
from core.match.records import endings, placements, text
from core.match.records.placements import Side
from core.match.records.properties import Property, Value, found, main_line, written
from core.match.records.record import Milliseconds, Record, RecordError, unknown_to
from core.match.session import Session
from core.rules.game import Game

NAME = "SGF"
_COLORS = "BW"
_HEADERS = {"event": "EV", "round": "RO", "place": "PC"}
_PASSES = ("", "pa", "ps", "pass")
"""What is no cell but a pass; on large boards `pa` and `ps` are cells."""
_ENDINGS = {"resigned": "R", "time": "T", "abandoned": "F"}
_REASONS = {
    **{letter.lower(): reason for reason, letter in _ENDINGS.items()},
    "resign": "resigned",
    "forfeit": "abandoned",
}
"""What stands after B+ or W+ -> why, where it is no number."""


def write(record: Record) -> str:
    """The record as a game of one branch; ends with a line break.

    Raises:
        RecordError: The format cannot tell this match.
    """
    session = record.session
    game = placements.checked(session.game, NAME)
    sgf = game.definition.records.sgf
    if sgf is None:
        raise unknown_to(NAME, game.name)
    points = _Points(game.board, sgf)
    lines = [f"(;{''.join(_root(record, sgf, points))}"]
    hands = _Hands.of(session)
    for number, (side, cell) in enumerate(placements.steps_of(session, NAME), start=1):
        comment = record.comments.get(number)
        told = written(_COLORS[side], "" if cell is None else points.written(cell))
        told += hands.written(side, record.spent.get(number))
        lines.append(f";{told}{written('C', comment) if comment else ''}")
    return "\n".join(lines) + ")\n"


def read(source: str, wanted: str | None = None) -> Record:
    """The record that a game tells, along its main line.

    Args:
        source: The text of a file; further games in it are not read.
        wanted: The id of its game; None is looked for.

    Raises:
        RecordError: The text is no game, or does not fit its rules; names line and column.
        UnknownGame: There is no game of the id.
    """
    root, rest = main_line(source)
    game = _game(root, wanted)
    reading = _Reading(_Points(game.board, _of(game)), Record(_opened(root, game)))
    try:
        for one in chain(root, rest):
            reading.take(one)
    except RecordError as error:
        raise RecordError(error.reason, error.line, error.column, reading.record) from error
    reading.finish(root)
    return reading.record


def _root(record: Record, sgf: Sgf, points: _Points) -> Iterator[str]:
    session = record.session
    yield f"FF[4]CA[UTF-8]AP[Parlour]GM[{sgf.game}]SZ[{_size(session.game.board)}]\n"
    yield written("PARLOUR", *(f"{key}: {value}" for key, value in text.headers_of(session)))
    for color, player in zip(_COLORS, placements.names(session), strict=True):
        yield written(f"P{color}", player)
    for key, name in _HEADERS.items():
        if value := " ".join(record.headers.get(key, "").split()):
            yield written(name, value)
    if record.began is not None:
        yield written("DT", text.moment(record.began)[:10])
    if result := _result(session):
        yield written("RE", result)
    if isinstance(pace := session.terms.pace, Fischer):
        yield written("TM", str(pace.main // SECOND))
        yield written("OT", f"{pace.bonus // SECOND} fischer")
    black, white, mover = placements.told_start(session, NAME)
    for name, cells in (("AB", black), ("AW", white)):
        if cells:
            yield written(name, *map(points.written, cells))
    if black or white:
        yield written("PL", _COLORS[mover])
    if comment := record.comments.get(0):
        yield written("C", comment)


def _size(board: Board) -> str:
    columns, rows = len(board.columns), len(board.rows)
    return str(columns) if columns == rows else f"{columns}:{rows}"


def _result(session: Session) -> str:
    if session.outcome is None:
        return ""
    winner = placements.winner(session)
    reason = endings.reason_of(session)
    if winner is None:
        return "Draw" if reason else "0"
    if reason:
        return f"{_COLORS[winner]}+{_ENDINGS[reason]}"
    margin = placements.margin(session) or 0
    ahead = margin if winner == 0 else -margin
    return f"{_COLORS[winner]}+{ahead if ahead > 0 else ''}"


@dataclass(slots=True)
class _Hands:
    """What each side has left on its clock as far as is known, after the steps so far."""

    pace: Fischer | None
    """None where that is not told."""
    left: list[Milliseconds]

    @classmethod
    def of(cls, session: Session) -> _Hands:
        """Before the first step."""
        pace = session.terms.pace
        known = pace if isinstance(pace, Fischer) else None
        return cls(known, [known.main if known else 0] * len(_COLORS))

    def written(self, side: Side, spent: Milliseconds | None) -> str:
        """What to write beside a step that took so long."""
        if self.pace is None:
            return ""
        self.left[side] += self.pace.bonus - (spent or 0)
        if spent is None or self.left[side] < 0:
            return ""
        return written(
            f"{_COLORS[side]}L", f"{self.left[side] / SECOND:.3f}".rstrip("0").rstrip(".")
        )

    def stepped(self, side: Side) -> None:
        """A step has been read."""
        if self.pace is not None:
            self.left[side] += self.pace.bonus

    def spent(self, side: Side, left: Milliseconds) -> Milliseconds | None:
        """How long the step took after which a side has so much left."""
        if self.pace is None:
            return None
        took, self.left[side] = self.left[side] - left, left
        return took if took >= 0 else None


@dataclass(frozen=True, slots=True)
class _Points:
    """How the cells of a board are written."""

    board: Board
    sgf: Sgf

    def written(self, cell: str) -> str:
        """A cell as SGF writes it."""
        if self.sgf.points == "names":
            return cell
        for y, row in enumerate(self.board.rows):
            if cell in row.cells:
                return f"{_letter(row.cells.index(cell))}{_letter(y)}"
        raise KeyError(cell)

    def read(self, value: Value) -> str | None:
        """The cell that is written so; None is a pass.

        Raises:
            RecordError: There is no such cell.
        """
        word = value.text.strip()
        cell = word.lower()
        if self.sgf.points != "names":
            x, y = (map(_place, word)) if len(word) == 2 else (-1, -1)
            rows = self.board.rows
            inside = 0 <= y < len(rows) and 0 <= x < len(rows[y].cells)
            cell = (rows[y].cells[x] or "") if inside else ""
        if cell in self.board.index:
            return cell
        if word.lower() in _PASSES or (word == "tt" and self._is_small_and_lettered):
            return None
        raise RecordError(f"there is no cell {word[:20]!r}", value.line, value.column)

    @property
    def _is_small_and_lettered(self) -> bool:
        """Whether `tt` is a pass, as older files have it, and not a cell."""
        return self.sgf.points == "letters" and len(self.board.rows) <= 19

    def compressed(self, values: tuple[Value, ...]) -> Iterator[str]:
        """The cells of a list of points, rectangles such as `aa:bc` included."""
        for value in values:
            corners = value.text.split(":")
            ends = [self.read(replace(value, text=corner)) for corner in corners[:2]]
            if None in ends:
                raise RecordError("should be a cell", value.line, value.column)
            yield from self._between(str(ends[0]), str(ends[-1]))

    def _between(self, first: str, last: str) -> Iterator[str]:
        rows = self.board.rows
        spots = [
            (x, y)
            for end in (first, last)
            for y, row in enumerate(rows)
            for x, cell in enumerate(row.cells)
            if cell == end
        ]
        (left, right), (top, bottom) = sorted(x for x, _ in spots), sorted(y for _, y in spots)
        for row in rows[top : bottom + 1]:
            yield from (cell for cell in row.cells[left : right + 1] if cell)


def _letter(place: int) -> str:
    return chr(ord("a") + place) if place < 26 else chr(ord("A") + place - 26)


def _place(letter: str) -> int:
    if "a" <= letter <= "z":
        return ord(letter) - ord("a")
    return ord(letter) - ord("A") + 26 if "A" <= letter <= "Z" else -1


def _of(game: Game) -> Sgf:
    sgf = game.definition.records.sgf
    assert sgf is not None
    return sgf


def _game(root: list[Property], wanted: str | None) -> Game:
    """The game of a file."""
    headers = _private(root)
    if wanted is None and "game" in headers:
        wanted = headers["game"]
    number = found(root, "GM")
    size = found(root, "SZ")
    kind = int(number.text) if number and re.fullmatch(r"\s*[0-9]{1,4}\s*", number.text) else 1

    def fits(definition: Definition) -> bool:
        sgf, board = definition.records.sgf, definition.board
        same = size is None or size.text.replace(" ", "") in (
            _size(board),
            f"{len(board.columns)}:{len(board.rows)}",
        )
        return sgf is not None and sgf.game == kind and bool(board.columns) and same

    at = size or number
    what = f"that of GM[{kind}]{f' SZ[{size.text[:10]}]' if size else ''}"
    try:
        return placements.checked(placements.game_for(wanted, fits, what), NAME)
    except RecordError as error:
        place = (at.line, at.column) if at else (1, 1)
        raise RecordError(error.reason, *place) from error


def _private(root: list[Property]) -> dict[str, str]:
    return dict(_header_lines(root))


def _header_lines(root: list[Property]) -> list[tuple[str, str]]:
    """What the private property holds."""
    for one in root:
        if one.name == "PARLOUR":
            lines = (value.text.partition(":") for value in one.values)
            return [(key.strip(), value.strip()) for key, _, value in lines]
    return []


def _opened(root: list[Property], game: Game) -> Session:
    """The match before its first step."""
    headers = [(key, value) for key, value in _header_lines(root) if key != "game"]
    if "clock" not in dict(headers):
        headers += _clock(root)
    if (result := found(root, "RE")) and _reason(result) == "abandoned":
        headers.append(("result", "somebody abandoned"))
    seats = [value for key, value in headers if key == "seat"]
    points = _Points(game.board, _of(game))
    setup: dict[str, list[str]] = {"AB": [], "AW": [], "AE": []}
    for one in root:
        if one.name in setup:
            setup[one.name] += points.compressed(one.values)
    start = game.start()
    player = found(root, "PL")
    mover: Side = 1 if player and player.text.strip().upper()[:1] == "W" else 0
    at = next((one.first for one in root if one.name in ("AB", "AW")), None)
    try:
        if setup["AB"] or setup["AW"]:
            start = placements.start_from(game, (setup["AB"], setup["AW"]), mover)
        told = [("game", game.id), ("start", str(start)), *headers]
        session = text.opened(told, lambda _: game)
    except GameError as error:
        place = (at.line, at.column) if at else (1, 1)
        raise RecordError(str(error), *place) from error
    if seats:
        return session
    names = [found(root, f"P{color}") for color in _COLORS]
    named = text.persons(game, (name.text if name else "" for name in names))
    started = replace(session.started, seats=named)
    return Session.opened(game, started)


def _clock(root: list[Property]) -> list[tuple[str, str]]:
    """The header line of the clock of another program; none where it has another kind of clock."""
    main, overtime = found(root, "TM"), found(root, "OT")
    seconds = re.fullmatch(r"\s*(\d{1,8})(?:\.0*)?\s*", main.text) if main else None
    extra = overtime.text.strip().lower() if overtime else ""
    bonus = re.fullmatch(r"(\d{1,6})\s*(?:s|seconds?)?\s*fischer", extra)
    if seconds is None or (extra and not bonus):
        return []
    pace = Fischer(int(seconds[1]) * SECOND, int(bonus[1]) * SECOND if bonus else 0)
    return [("clock", str(pace))] if is_sound(pace) else []


def _reason(result: Value) -> str:
    """Why a match ended, where the result says that it was not by the rules; else ""."""
    told = re.fullmatch(r"[BW]\+(.*)", result.text.strip(), re.IGNORECASE)
    return _REASONS.get(told[1].strip().lower(), "") if told else ""


@dataclass(slots=True)
class _Reading:
    """A game as far as it has been read."""

    points: _Points
    record: Record
    comments: dict[int, str] = field(default_factory=dict)
    said: dict[int, list[str]] = field(default_factory=dict)
    spent: dict[int, Milliseconds] = field(default_factory=dict)
    hands: _Hands = field(init=False)

    def __post_init__(self) -> None:
        self.hands = _Hands.of(self.record.session)

    def take(self, one: Property) -> None:
        """Make the move, or keep the comment, of a property.

        Raises:
            RecordError: It does not fit; what could be read before it is not told with it.
        """
        if one.name in ("B", "W"):
            self._move(one)
        elif one.name == "C" and one.first.text.strip():
            number = len(self.record.session.steps)
            self.said.setdefault(number, []).append(one.first.text)
        elif one.name in ("BL", "WL") and one.node:
            self._left(_COLORS.index(one.name[0]), one.first)
        elif one.node and one.name in ("AB", "AW", "AE"):
            place = one.first
            raise RecordError("pieces are set up in mid-game", place.line, place.column)

    def _move(self, one: Property) -> None:
        value = one.first
        cell = self.points.read(value)
        try:
            session = placements.after(self.record.session, _COLORS.index(one.name), cell)
        except GameError as error:
            raise RecordError(str(error), value.line, value.column) from error
        self.record = replace(self.record, session=session)
        self.hands.stepped(_COLORS.index(one.name))

    def _left(self, side: Side, value: Value) -> None:
        """Take in what a side has left after the last step."""
        steps = self.record.session.steps
        if not steps or not re.fullmatch(r"\s*\d{1,9}(\.\d{1,9})?\s*", value.text):
            return
        spent = self.hands.spent(side, round(float(value.text) * SECOND))
        if spent is not None:
            self.spent[len(steps)] = spent

    def finish(self, root: list[Property]) -> None:
        """Take in what is told of the whole."""
        headers = {key: found(root, name) for key, name in _HEADERS.items()}
        comments = {number: "\n".join(texts) for number, texts in self.said.items()}
        date = found(root, "DT")
        day = re.match(r"\d{4}-\d\d-\d\d", date.text.strip()) if date else None
        self.record = replace(
            self.record,
            comments=comments,
            spent=self.spent,
            headers={key: value.text for key, value in headers.items() if value},
            began=text.read_moment(day.group()) if day else None,
        )
        if result := found(root, "RE"):
            self._end(result)

    def _end(self, result: Value) -> None:
        """Let the match end as the file says, and check that it does."""
        session = self.record.session
        told = re.fullmatch(r"([BW])\+(.*)", result.text.strip(), re.IGNORECASE)
        winner = _COLORS.index(told[1].upper()) if told else None
        if session.outcome is not None:
            is_result = told is not None or result.text.strip().lower() in ("0", "draw")
            if is_result and placements.winner(session) != winner:
                said = f"the game does not end as {result.text[:20]!r}"
                raise RecordError(said, result.line, result.column, self.record)
        elif told and (ended := self._lost(1 - (winner or 0), _reason(result))):
            self.record = replace(self.record, session=ended)
        elif told:
            number = len(session.steps)
            last = [*filter(None, [self.record.comments.get(number)]), f"result: {result.text}"]
            comments = {**self.record.comments, number: "\n".join(last)}
            self.record = replace(self.record, comments=comments)
        elif result.text.strip().lower() in ("0", "draw"):
            with suppress(RecordError):  # of programs, which agree to nothing
                self.record = replace(self.record, session=endings.drawn(session))

    def _lost(self, side: Side, reason: str) -> Session | None:
        """The match as it ended against a side; None where that is not told, or cannot be."""
        session = self.record.session
        try:
            return endings.lost(session, session.position.side(side), reason) if reason else None
        except RecordError:
            return None
