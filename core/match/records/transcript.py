"""Transcripts: the steps one after the other, such as `f5d6c3d3c4`, and nothing else.

Cells by name, in capitals or not, with spaces, commas, line breaks and numbers of moves between
or not. Passes may be told (`--`, `pa`, `ps`, `pass`) or left out. Which games are told so says the
game file (`records: transcript:`).
"""

from __future__ import annotations

import re
from dataclasses import replace

from core.errors import GameError
from core.language.definition import Definition
from core.match.records import placements, text
from core.match.records.record import Record, RecordError, place_of
from core.match.session import Session, Started, name_of

NAME = "a transcript"
PASS = "--"

_GAP = re.compile(r"(?:[\s,;]|\d+\.)*")
_STEP = re.compile(r"([a-z]\d{1,2})|(--|pass|pa(?!\d)|ps(?!\d))", re.IGNORECASE)
_LONG = 60
"""Characters of a line."""


def write(record: Record, *, passes: bool = False) -> str:
    """The steps in lines; ends with a line break.

    Args:
        record: Of which only the steps are told.
        passes: Whether to tell passes.

    Raises:
        RecordError: A transcript cannot tell this match.
    """
    session = record.session
    game = placements.checked(session.game, NAME)
    if not game.definition.records.transcript:
        raise RecordError(f"{NAME} is not known for {game.name}")
    if session.start != game.start():
        raise RecordError(f"{NAME} cannot tell where this match began")
    words = [
        PASS if cell is None else cell
        for _, cell in placements.steps_of(session, NAME)
        if cell is not None or passes
    ]
    lines, line = [], ""
    for word in words:
        if len(line) + len(word) > _LONG:
            lines.append(line)
            line = ""
        line += word
    return "\n".join([*lines, line]) + "\n"


def read(source: str, wanted: str | None = None) -> Record:
    """The match that a transcript tells.

    Args:
        source: The transcript.
        wanted: The id of its game; None is the first game that is told so.

    Raises:
        RecordError: The text is no transcript, or does not fit its game; names line and column.
        UnknownGame: There is no game of the id.
    """

    def fits(definition: Definition) -> bool:
        return definition.records.transcript

    game = placements.checked(placements.game_for(wanted, fits, "told by transcripts"), NAME)
    started = Started(
        name_of(game), game.definition.digest, str(game.start()), text.strangers(game)
    )
    record = Record(Session.opened(game, started))
    at = 0
    while (at := _end_of_gap(source, at)) < len(source):
        step = _STEP.match(source, at)
        if step is None:
            told = f"{source[at : at + 10].split()[0]!r} is no step"
            raise RecordError(told, *place_of(source, at), record)
        cell = step[1].lower() if step[1] else None
        try:
            session = placements.after(record.session, None, cell)
        except GameError as error:
            raise RecordError(str(error), *place_of(source, at), record) from error
        record = replace(record, session=session)
        at = step.end()
    return record


def _end_of_gap(source: str, at: int) -> int:
    gap = _GAP.match(source, at)
    return gap.end() if gap else at
