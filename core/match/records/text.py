r"""A match as text that people read and other programs replay.

    game: oust:size-7+pie
    rules: 3f0c...
    clock: 5+3
    seat: person ann
    seat: bot 2 medium
    event: club evening
    begun: 2026-01-01T18:30:00Z
    {played after supper}
    1 d4@3.2 swap
    2 e5@12 f6*1,g6*2{both at once},a1
    result: black wins, ousted

Header lines, then a line a round: its number, then the turns of the seats that moved in it,
`...` standing for a seat that did not. A `start:` line gives the position where the match did not
begin as every match of its game does (a deal, a position set up). `stop` is left out, `*n` counts
the pieces a step captured, `@` tells the seconds it took, braces hold what is said of it (`\}` is
a brace and `\n` a line break in it), and a comma at the end says that the turn is unfinished. The
result is the side that won, or those that share the win (`red+blue win`), or `draw`, and the
reason; it is missing while the match goes on. Reasons that are not the rules' name the side that
lost by them: `white wins, black resigned`, `black lost on time`, `black abandoned`; and there is
`draw, agreed`. Older records have only the winner and the last word: `white resigned`.

What was taken back is not told: a record is of the steps that stand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import groupby

from core.errors import GameError, PositionError, SessionError
from core.match.clock import Seat, pace
from core.match.entries import Player, Started, Terms
from core.match.records import endings
from core.match.records.record import HEADERS, Milliseconds, Record, RecordError
from core.match.session import Session, Turn, name_of
from core.rules.game import Game

SKIPPED = "..."
"""Stands for the turn of a seat that did not move in a round."""

_LOST_BY = {"time": "lost on time"}
"""Reason for which a side has lost -> how that is told, where it is not the word itself. The last
word is the reason."""

Load = Callable[[str], Game]
"""Gives the game of an id, such as `core.catalog.load`."""

_STEP = re.compile(
    r"(?P<token>[^\s,{}*!@]+)"
    r"(?P<remark>[*!][^\s,{}@]*)?"
    r"(?:@(?P<seconds>\d{1,9}(?:\.\d{1,3})?))?"
    r"(?:\{(?P<comment>(?:[^\\}]|\\.)*)\})?"
    r"(?P<comma>,?)"
)
_COMMENT = re.compile(r"\s*\{((?:[^\\}]|\\.)*)\}\s*")
_PLAIN = {"\\": "\\\\", "}": "\\}", "\n": "\\n", "\r": "\\r"}
_ESCAPED = {escaped[1]: plain for plain, escaped in _PLAIN.items()}


def write(record: Record) -> str:
    """The record as text; ends with a line break."""
    return "".join(f"{line}\n" for line in _lines(record))


def read(text: str, load: Load) -> Record:
    """The record that a text tells.

    Args:
        text: The record; empty lines and remarks after a token (`*3`, `!ousted`) are ignored.
        load: Gives the game of an id.

    Raises:
        RecordError: The text is no record, or does not fit its game; names line and column.
        UnknownGame: There is no such game.
    """
    headers: list[tuple[int, str, str]] = []
    rounds: list[tuple[int, str]] = []
    first_comment = ""
    for number, line in enumerate(text.split("\n"), start=1):
        key, colon, value = line.partition(":")
        if re.match(r"\s*\d", line):
            rounds.append((number, line))
        elif comment := _COMMENT.fullmatch(line):
            first_comment = _unescaped(comment[1])
        elif colon:
            headers.append((number, key.strip(), value.strip()))
        elif line.strip():
            raise RecordError("should be 'key: value' or a numbered round", number)
    reading = _Reading(Record(_begun(headers, load)))
    reading.note(first_comment)
    for number, line in rounds:
        reading.round(number, line)
    reading.finish(headers)
    return reading.record


def _begun(headers: list[tuple[int, str, str]], load: Load) -> Session:
    """The match before its first step; what is wrong is told with the line of the header."""
    at = {key: number for number, key, _ in headers}
    for number, key, value in headers:
        if key == "seat":
            try:
                _read_player(value)
            except RecordError as error:
                raise RecordError(error.reason, number) from error
    try:
        return opened([(key, value) for _, key, value in headers], load)
    except PositionError as error:
        raise RecordError(str(error), at.get("start", 0)) from error
    except RecordError:
        raise
    except SessionError as error:
        raise RecordError(str(error), at.get("seat", 0)) from error


def _lines(record: Record) -> Iterator[str]:
    session = record.session
    yield from (f"{key}: {value}" for key, value in headers_of(session))
    for key in HEADERS:
        if value := " ".join(record.headers.get(key, "").split()):
            yield f"{key}: {value}"
    for key, when in (("begun", record.began), ("ended", record.ended)):
        if when is not None:
            yield f"{key}: {moment(when)}"
    if first := record.comments.get(0):
        yield f"{{{_escaped(first)}}}"
    for number, turns in groupby(session.turns, key=lambda turn: turn.number):
        texts = {turn.seat: _turn(record, turn) for turn in turns}
        yield " ".join((str(number), *(texts.get(seat, SKIPPED) for seat in range(max(texts) + 1))))
    if session.outcome is not None:
        yield f"result: {result_of(session)}"


def _turn(record: Record, turn: Turn) -> str:
    steps = []
    for number, played in enumerate(turn.steps, start=turn.first + 1):
        said = ""
        if number in record.spent:
            said += f"@{record.spent[number] / 1000:.3f}".rstrip("0").rstrip(".")
        if comment := record.comments.get(number):
            said += f"{{{_escaped(comment)}}}"
        if said or played.step.verb != "stop" or len(turn.steps) == 1:
            steps.append(played.text + said)
    return ",".join(steps) + ("" if turn.ended else ",")


def headers_of(session: Session) -> Iterator[tuple[str, str]]:
    """What must be known to begin the match: its game, rules, start and seats."""
    started = session.started
    yield "game", session.game.id
    yield "rules", started.digest
    if session.start != session.game.start():
        yield "start", started.start
    if session.terms.pace is not None:
        yield "clock", str(session.terms.pace)
    for player in session.seats:
        yield "seat", _player(player)


def opened(headers: Iterable[tuple[str, str]], load: Load) -> Session:
    """The match that `headers_of` tells of, before its first step; other keys do not matter.

    Raises:
        RecordError: The game is missing, or a seat is none.
        SessionError: There are too many or too few seats.
        PositionError: The start is no position of the game.
        UnknownGame: There is no such game.
    """
    headers = list(headers)
    known = dict(headers)
    if "game" not in known:
        raise RecordError("a record should have a line 'game: ...'")
    game = load(known["game"])
    seats = tuple(_read_player(value) for key, value in headers if key == "seat")
    start = known.get("start") or str(game.start())
    digest = known.get("rules", game.definition.digest)
    is_abandoned = known.get("result", "").endswith(" abandoned")
    time = known.get("clock")
    terms = Terms(pace(time) if time else None, patience=0 if is_abandoned else None)
    started = Started(name_of(game), digest, start, seats or strangers(game), terms)
    return Session.opened(game, started)


def strangers(game: Game) -> tuple[Player, ...]:
    """Persons called as their sides are."""
    return tuple(Player("person", side.name) for side in game.definition.players)


def persons(game: Game, names: Iterable[str]) -> tuple[Player, ...]:
    """Persons of these names, by side; who has none is called as their side is."""
    return tuple(
        Player("person", name.strip()) if name.strip() else stranger
        for name, stranger in zip(names, strangers(game), strict=True)
    )


def moment(when: Milliseconds) -> str:
    """A moment as ISO 8601 has it, to the millisecond."""
    return datetime.fromtimestamp(when / 1000, UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


def read_moment(text: str) -> Milliseconds:
    """The moment that a text in the manner of ISO 8601 means; UTC where no zone is given.

    Raises:
        RecordError: It is none.
    """
    try:
        found = datetime.fromisoformat(text)
        found = found if found.tzinfo else found.replace(tzinfo=UTC)
        return round(found.timestamp() * 1000)
    except (ValueError, OverflowError) as error:
        raise RecordError(f"{text[:40]!r} is no date and time") from error


def result_of(session: Session) -> str:
    """Who won and why, in the words of the game file; "" while the match goes on."""
    outcome = session.outcome
    if outcome is None:
        return ""
    won = outcome.shared if outcome.winner is None else (outcome.winner,)
    wins = f"{_sides(session, won)} {'wins' if len(won) == 1 else 'win'}" if won else "draw"
    if session.ended is None:
        return f"{wins}, {outcome.reason}"
    reason = _LOST_BY.get(outcome.reason, outcome.reason)
    return f"{wins}, {_sides(session, [session.ended.seat])} {reason}"


def _player(player: Player) -> str:
    if player.kind == "open":
        return f"person {player.name or 'nobody'}"
    level = [] if player.level is None else [str(player.level)]
    return " ".join((player.kind, *level, *player.name.split()))


def _sides(session: Session, seats: Iterable[Seat]) -> str:
    players = session.game.definition.players
    return "+".join(players[session.position.side(seat)].name for seat in seats)


def _read_player(text: str) -> Player:
    other = re.fullmatch(r"(person|engine)(?:\s+(.*))?", text)
    if other:
        return Player("person" if other[1] == "person" else "engine", other[2] or "")
    bot = re.fullmatch(r"bot(?:\s+(\d+|time:\S+))?(?:\s+(.*))?", text)
    if bot:
        level = int(bot[1]) if bot[1] and bot[1].isdigit() else bot[1]
        return Player("bot", bot[2] or "", level)
    raise RecordError(
        f"a seat should be 'person NAME', 'bot LEVEL NAME' or 'engine NAME', not {text!r}"
    )


@dataclass(slots=True)
class _Reading:
    """A record as far as it has been read."""

    record: Record
    comments: dict[int, str] = field(default_factory=dict)
    spent: dict[int, Milliseconds] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._hold(self.record.session)

    def note(self, comment: str) -> None:
        """Keep what is said of the moment reached."""
        if comment:
            self.comments[len(self.record.session.steps)] = comment

    def round(self, number: int, line: str) -> None:
        """Make the turns of a round."""
        place = re.match(r"\s*\d+\.?", line)
        assert place is not None
        at = place.end()
        while at < len(line):
            if line[at].isspace():
                at += 1
            elif line.startswith(SKIPPED, at):
                at += len(SKIPPED)
            else:
                at = self._turn(number, line, at)

    def _turn(self, number: int, line: str, at: int) -> int:
        """Make the turn that begins at a character of a line; where it ends."""
        mover = self.record.session.mover
        while step := _STEP.match(line, at):
            try:
                if mover is None:
                    raise SessionError("the game is over")
                session = self.record.session
                self._hold(session.after(session.step(mover, step["token"])))
            except GameError as error:
                raise RecordError(str(error), number, at + 1, self.record) from error
            if step["seconds"]:
                self.spent[len(self.record.session.steps)] = round(float(step["seconds"]) * 1000)
            self.note(_unescaped(step["comment"] or ""))
            at = step.end()
            if not step["comma"] or not line[at : at + 1].strip():
                break
        else:
            raise RecordError(f"{line[at : at + 20]!r} is no step", number, at + 1, self.record)
        if not step["comma"] and self.record.session.position.may_stop:
            assert mover is not None
            self._hold(self.record.session.after(self.record.session.step(mover, "stop")))
        if line[at : at + 1].strip():
            raise RecordError(f"{line[at : at + 20]!r} is no step", number, at + 1, self.record)
        return at

    def finish(self, headers: list[tuple[int, str, str]]) -> None:
        """Take in what is told of the whole."""
        known = {key: (line, value) for line, key, value in headers}
        try:
            line, result = known.get("result", (0, ""))
            self._hold(_with_result(self.record.session, result))
            line, text = known.get("begun", (0, ""))
            began = read_moment(text) if text else None
            line, text = known.get("ended", (0, ""))
            ended = read_moment(text) if text else None
        except RecordError as error:
            raise RecordError(error.reason, line, 0, self.record) from error
        kept: Mapping[str, str] = {key: known[key][1] for key in HEADERS if key in known}
        session = self.record.session
        self.record = Record(session, self.comments, self.spent, kept, began, ended)

    def _hold(self, session: Session) -> None:
        self.record = Record(session, self.comments, self.spent)


def _with_result(session: Session, result: str) -> Session:
    words = result.split() or [""]
    winner, reason = words[0].rstrip(","), words[-1]
    if reason not in endings.REASONS or session.outcome is not None:
        return session
    if reason == "agreed":
        return endings.drawn(session)
    seats = range(len(session.seats))
    for seat in seats:
        if _sides(session, (other for other in seats if other != seat)) == winner:
            return endings.lost(session, seat, reason)
    raise RecordError(f"there is no side {winner!r} in {session.game.name}")


def _escaped(text: str) -> str:
    return "".join(_PLAIN.get(character, character) for character in text)


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: _ESCAPED.get(found[1], found[1]), text)
