"""A match as text that people read and other programs replay.

    game: oust:size-7+pie
    rules: 3f0c...
    seat: person ann
    seat: bot 2 medium
    1 d4 swap
    2 e5 f6*1,g6*2,a1
    result: black ousted

Header lines, then a line a round: its number, then the turns of the seats that moved in it,
`...` standing for a seat that did not. A `start:` line gives the position where the match did not
begin as every match of its game does (a deal, a position set up). `stop` is left out, `*n` counts
the pieces a step captured, and a comma at the end says that the turn is unfinished. The result is
the side that won, or those that share the win (`red+blue`), or `draw`, and the reason; it is
missing while the match goes on.

What was taken back is not told: a record is of the steps that stand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from core.errors import IllegalStep, SessionError
from core.match.session import Player, Resigned, Seat, Session, Started, name_of
from core.rules.game import Game

SKIPPED = "..."
"""Stands for the turn of a seat that did not move in a round."""


def write(session: Session) -> str:
    """The record of a match, finished or not; ends with a line break."""
    return "".join(f"{line}\n" for line in _lines(session))


def read(text: str, load: Callable[[str], Game]) -> Session:
    """The match that a record tells.

    Args:
        text: The record; empty lines and remarks after a token (`*3`, `!ousted`) are ignored.
        load: Gives the game of an id, such as `core.catalog.load`.

    Raises:
        SessionError: The text is no record, or does not fit its game; names the line.
        UnknownGame: There is no such game.
    """
    headers: list[tuple[str, str]] = []
    rounds: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        key, colon, value = line.partition(":")
        if re.match(r"\s*\d", line):
            rounds.append((number, line))
        elif colon:
            headers.append((key.strip(), value.strip()))
        elif line.strip():
            raise SessionError(f"line {number}: should be 'key: value' or a numbered round")
    session = _opened(headers, load)
    for number, line in rounds:
        session = _with_round(session, number, line)
    return _with_result(session, dict(headers).get("result", ""))


def _lines(session: Session) -> Iterator[str]:
    started = session.started
    yield f"game: {session.game.id}"
    yield f"rules: {started.digest}"
    if session.start != session.game.start():
        yield f"start: {started.start}"
    for player in session.seats:
        yield f"seat: {_player(player)}"
    for number, turns in groupby(session.turns, key=lambda turn: turn.number):
        texts = {turn.seat: turn.text for turn in turns}
        yield " ".join((str(number), *(texts.get(seat, SKIPPED) for seat in range(max(texts) + 1))))
    if session.outcome is not None:
        yield f"result: {_result(session)}"


def _player(player: Player) -> str:
    level = [] if player.level is None else [str(player.level)]
    return " ".join((player.kind, *level, *player.name.split()))


def _result(session: Session) -> str:
    outcome = session.outcome
    if outcome is None:
        return ""
    winners = outcome.shared if outcome.winner is None else (outcome.winner,)
    return f"{_sides(session, winners) or 'draw'} {outcome.reason}"


def _sides(session: Session, seats: Iterable[Seat]) -> str:
    players = session.game.definition.players
    return "+".join(players[session.position.side(seat)].name for seat in seats)


def _opened(headers: list[tuple[str, str]], load: Callable[[str], Game]) -> Session:
    known = dict(headers)
    if "game" not in known:
        raise SessionError("a record should have a line 'game: ...'")
    game = load(known["game"])
    seats = tuple(_read_player(value) for key, value in headers if key == "seat")
    start = known.get("start") or str(game.start())
    digest = known.get("rules", game.definition.digest)
    return Session.opened(game, Started(name_of(game), digest, start, seats or _strangers(game)))


def _strangers(game: Game) -> tuple[Player, ...]:
    return tuple(Player("person", side.name) for side in game.definition.players)


def _read_player(text: str) -> Player:
    other = re.fullmatch(r"(person|engine)(?:\s+(.*))?", text)
    if other:
        return Player("person" if other[1] == "person" else "engine", other[2] or "")
    bot = re.fullmatch(r"bot(?:\s+(\d+))?(?:\s+(.*))?", text)
    if bot:
        return Player("bot", bot[2] or "", int(bot[1]) if bot[1] else None)
    raise SessionError(
        f"a seat should be 'person NAME', 'bot LEVEL NAME' or 'engine NAME', not {text!r}"
    )


def _with_round(session: Session, number: int, line: str) -> Session:
    _, *turns = line.split()
    for turn in turns:
        if turn == SKIPPED:
            continue
        try:
            session = _with_turn(session, turn)
        except (SessionError, IllegalStep) as error:
            raise SessionError(f"line {number}: {turn}: {error}") from error
    return session


def _with_turn(session: Session, turn: str) -> Session:
    mover = session.mover
    if mover is None:
        raise SessionError("the game is over")
    for text in turn.rstrip(",").split(","):
        token = re.sub(r"[*!].*", "", text)
        session = session.after(session.step(mover, token))
    if not turn.endswith(",") and session.position.may_stop:
        session = session.after(session.step(mover, "stop"))
    return session


def _with_result(session: Session, result: str) -> Session:
    winner, _, reason = result.partition(" ")
    if reason != "resigned" or session.outcome is not None:
        return session
    seats = range(len(session.seats))
    for seat in seats:
        if _sides(session, (other for other in seats if other != seat)) == winner:
            return session.after(Resigned(seat))
    raise SessionError(f"there is no side {winner!r} in {session.game.name}")
