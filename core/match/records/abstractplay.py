"""Game reports of Abstract Play: a header and rounds of moves, as JSON.

Moves are the turns in our own notation: steps with commas between. What the name of the game is
says the game file (`records: abstractplay:`). Beside what the schema asks for, the header has what
it takes to read the match back exactly, which the schema allows: `rules`, `clock`, for each player
who is a program which one, and where the rules have not ended the match the seat that `resigned`,
whose `time` was up or who `abandoned` it, or `agreed: true`. A match that goes on has
`unfinished: true` and equal results.

Source: AbstractPlay/recranks, src/schemas/gamerecord.json ("AP Game Record").
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

import yaml

from core.errors import GameError
from core.language.definition import Definition
from core.match.records import endings, placements, text
from core.match.records.record import Milliseconds, Record, RecordError, unknown_to
from core.match.session import Session, Turn
from core.rules.game import Game

SITE = "Parlour"
"""Where matches of our own were played."""
_LONGEST = 1 << 22
"""Characters of a report at most."""


def write(record: Record) -> str:
    """The record as a report; ends with a line break.

    Raises:
        RecordError: The game is not known there, or it is not known when it was played.
    """
    session = record.session
    definition = session.game.definition
    if not definition.records.abstractplay:
        raise unknown_to("Abstract Play", session.game.name)
    if record.began is None or record.ended is None:
        raise RecordError("a game report must say when the match began and ended")
    rounds = [list(_round(turns, len(session.seats))) for turns in _rounds(session)]
    report = {"header": _header(record, record.began, record.ended), "moves": rounds}
    return json.dumps(report, indent=2, ensure_ascii=False) + "\n"


def _header(record: Record, began: Milliseconds, ended: Milliseconds) -> dict[str, Any]:
    session = record.session
    definition = session.game.definition
    game = {"name": definition.records.abstractplay, "variants": list(definition.chosen)}
    header: dict[str, Any] = {"game": game}
    if "event" in record.headers and "round" in record.headers:
        header |= {"event": record.headers["event"], "round": record.headers["round"]}
    header |= {
        "site": {"name": record.headers.get("place", SITE)},
        "date-start": text.moment(began),
        "date-end": text.moment(ended),
        "date-generated": text.moment(ended),
        "unrated": True,
        "players": [_player(session, seat) for seat in range(len(session.seats))],
    }
    told = dict(text.headers_of(session))
    if "start" in told:
        header["startingPosition"] = told["start"]
    header["rules"] = told["rules"]
    if session.outcome is None:
        header["unfinished"] = True
    if "clock" in told:
        header["clock"] = told["clock"]
    if session.ended is not None:
        header[endings.reason_of(session)] = session.ended.seat
    elif session.is_drawn:
        header["agreed"] = True
    return header


def _player(session: Session, seat: int) -> dict[str, Any]:
    seated, outcome = session.seats[seat], session.outcome
    winners = () if outcome is None else outcome.shared
    won = outcome is not None and (seat in winners or seat == outcome.winner)
    player: dict[str, Any] = {"name": seated.name, "result": int(won)}
    if session.position.scores is not None and outcome is not None:
        player["score"] = session.position.scores[seat][0]
    if seated.kind not in ("person", "open"):
        player |= {"is_ai": True, "kind": seated.kind}
        if seated.level is not None:
            player["level"] = seated.level
    # The schema wants no two players alike.
    player["seat"] = seat + 1
    return player


def _rounds(session: Session) -> Iterator[list[Turn]]:
    for _, turns in groupby(session.turns, key=lambda turn: turn.number):
        yield list(turns)


def _round(turns: list[Turn], seats: int) -> Iterator[str | None]:
    by_seat = {turn.seat: turn for turn in turns}
    for seat in range(seats):
        yield _move(by_seat[seat]) if seat in by_seat else None


def _move(turn: Turn) -> str:
    tokens = [played.token for played in turn.steps]
    if tokens[-1] == "stop" and len(tokens) > 1:
        tokens.pop()
    return ",".join(tokens) + ("" if turn.ended else ",")


def read(source: str, wanted: str | None = None) -> Record:
    """The record that a report tells.

    Args:
        source: The text of a file.
        wanted: The id of its game; None is what it says.

    Raises:
        RecordError: The text is no report, or does not fit its game; names line and column.
        UnknownGame: There is no game of the id.
    """
    report = _parsed(source)
    try:
        header, rounds = report["header"], report["moves"]
        game = _game(header, wanted)
        record = Record(_opened(header, game))
        if not isinstance(rounds, list):
            raise TypeError
    except GameError as error:
        reason = error.reason if isinstance(error, RecordError) else str(error)
        raise RecordError(reason, *_place(source, "header")) from error
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise RecordError("is no game report", *_place(source)) from error
    for number, moves in enumerate(rounds):
        if not isinstance(moves, list):
            raise RecordError("should be a list", *_place(source, "moves", number), record)
        for seat, move in enumerate(moves):
            told = move.get("move") if isinstance(move, dict) else move
            if told is None:
                continue
            try:
                record = replace(record, session=_after(record.session, seat, str(told)))
            except GameError as error:
                place = _place(source, "moves", number, seat)
                raise RecordError(str(error), *place, record) from error
    try:
        return _finished(record, header)
    except GameError as error:
        raise RecordError(str(error), *_place(source, "header"), record) from error


def _parsed(source: str) -> dict[str, Any]:
    try:
        report = json.loads(source[:_LONGEST])
    except json.JSONDecodeError as error:
        raise RecordError(f"is no JSON: {error.msg}", error.lineno, error.colno) from error
    except (ValueError, RecursionError) as error:
        raise RecordError("is no JSON", 1, 1) from error
    if not isinstance(report, dict):
        raise RecordError("is no game report", 1, 1)
    return report


def _game(header: Any, wanted: str | None) -> Game:
    name = str(header["game"]["name"])
    variants = tuple(map(str, header["game"].get("variants", ())))

    def fits(definition: Definition) -> bool:
        return definition.records.abstractplay.lower() == name.lower() and (
            wanted is not None or not variants or definition.chosen == variants
        )

    what = f"the {name[:40]} of this report"
    if variants:
        what += f" with {', '.join(variants)[:80]}"
    return placements.game_for(wanted, fits, what)


def _opened(header: Any, game: Game) -> Session:
    headers = [("game", game.id)]
    if "rules" in header:
        headers.append(("rules", str(header["rules"])))
    if "startingPosition" in header:
        headers.append(("start", str(header["startingPosition"])))
    if "clock" in header:
        headers.append(("clock", str(header["clock"])))
    if "abandoned" in header:
        headers.append(("result", "somebody abandoned"))
    for player in header["players"]:
        kind = str(player.get("kind", "engine" if player.get("is_ai") else "person"))
        level = f" {player['level']}" if "level" in player else ""
        headers.append(("seat", f"{kind}{level} {player['name']}"))
    return text.opened(headers, lambda _: game)


def _after(session: Session, seat: int, move: str) -> Session:
    for token in move.rstrip(",").split(","):
        session = session.after(session.step(seat, token.strip()))
    if not move.endswith(",") and session.position.may_stop:
        session = session.after(session.step(seat, "stop"))
    return session


def _finished(record: Record, header: dict[str, Any]) -> Record:
    session = record.session
    for reason in endings.REASONS:
        if reason in header and session.outcome is None:
            seat = header[reason]
            is_draw = reason == "agreed"
            session = endings.drawn(session) if is_draw else _lost(session, seat, reason)
    site = header.get("site")
    headers: dict[str, str] = {}
    for key in ("event", "round"):
        if key in header:
            headers[key] = str(header[key])
    if isinstance(site, dict) and site.get("name") not in (None, SITE):
        headers["place"] = str(site["name"])
    moments = [str(header.get(key, "")) for key in ("date-start", "date-end")]
    began, ended = (text.read_moment(moment) if moment else None for moment in moments)
    return replace(record, session=session, headers=headers, began=began, ended=ended)


def _lost(session: Session, seat: Any, reason: str) -> Session:
    if not isinstance(seat, int):
        raise RecordError(f"{reason!r} should be the number of a seat, from 0")
    return endings.lost(session, seat, reason)


def _place(source: str, *path: str | int) -> tuple[int, int]:
    """Line and column of a value, by the keys and numbers that lead to it.

    JSON is YAML too, whose reader knows where everything stands.
    """
    try:
        node: Any = yaml.compose(source, Loader=yaml.SafeLoader)
        for key in path:
            if isinstance(key, int):
                node = node.value[key]
            else:
                node = next(value for name, value in node.value if name.value == key)
        return node.start_mark.line + 1, node.start_mark.column + 1
    except (yaml.YAMLError, RecursionError, StopIteration, AttributeError, IndexError, TypeError):
        return 1, 1
