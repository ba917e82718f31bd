"""The move log: numbered turns, never cut off, each of which can be looked at."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.match.clock import SECOND, Milliseconds
from core.match.records.record import spent
from core.match.session import Session, Turn
from tui.clocks import left_words
from tui.language import _
from tui.lines import Line, Piece, line, width, wrapped

_NARROW = 24
"""Columns below which every turn has a line of its own."""


@dataclass(frozen=True, slots=True)
class Log:
    """The lines of a log."""

    lines: tuple[Line, ...]
    current: int
    """Number of the line with the turn that is shown."""


def log_of(
    session: Session,
    turns: Sequence[Turn],
    columns: int,
    at: int,
    badges: Sequence[Piece],
    notes: Mapping[int, str] | None = None,
    others: Mapping[int, Sequence[Line]] | None = None,
) -> Log:
    """The turns of a match.

    Two turns share a line where both fit; else each has its own, and what is too long goes on in
    the next line.

    Args:
        session: The match.
        turns: Its turns.
        columns: The room there is.
        at: How many steps the board shows; the turn they end in is marked, and the step too
            where more follow.
        badges: The sign of each side, indexed by side.
        notes: A person's notes, by how many steps were made where they belong.
        others: Other lines of play, by how many steps were made where they leave this one.
    """
    notes, others = notes or {}, others or {}
    lines: list[Line] = _note_lines(notes.get(0, ""), columns, 2)
    current = 0
    if not turns:
        return Log((*lines, line(Piece(_("no moves yet"), "dim")), *others.get(0, ())), 0)
    number = len(str(turns[-1].number)) + 1
    positions, times = session.positions, spent(session)
    for round_ in _rounds(turns):
        shown = [
            # Before a swap seats had other sides.
            _Entry(
                turn,
                badges[positions[turn.first].side(turn.seat)],
                _is_shown(turn, at),
                at - turn.first - 1 if at < len(session.steps) else None,
                sum(times.get(turn.first + place, 0) for place in range(1, len(turn.steps) + 1)),
            )
            for turn in round_
        ]
        after = [_after(entry.turn, notes, others, columns, number) for entry in shown]
        parts = [[entry] for entry in shown] if any(after) else [shown]
        for part, more in zip(parts, after, strict=False):
            if any(entry.shown for entry in part):
                current = len(lines)
            lines += _round_lines(part, number, columns, len(badges))
            lines += more
    return Log(tuple(lines), current)


def _after(
    turn: Turn,
    notes: Mapping[int, str],
    others: Mapping[int, Sequence[Line]],
    columns: int,
    number: int,
) -> list[Line]:
    """What stands under a turn: notes to its steps, and what else was tried in its place."""
    found: list[Line] = []
    for place, played in enumerate(turn.steps, start=turn.first + 1):
        note = notes.get(place, "")
        of = f"{played.token} " if note and len(turn.steps) > 1 else ""
        found += _note_lines(note, columns, number, of, f"look {place}")
        found += others.get(place - 1, ())
    return found


def _note_lines(note: str, columns: int, number: int, of: str = "", press: str = "") -> list[Line]:
    if not note:
        return []
    indent = " " * number
    rows = wrapped(f"{of}; {note}", columns - number, "accent")
    return [(Piece(indent), *(Piece(one.text, one.role, press) for one in row)) for row in rows]


@dataclass(frozen=True, slots=True)
class _Entry:
    turn: Turn
    badge: Piece
    shown: bool
    step: int | None
    """Which step of the turn is looked at, if it is of this turn; None when nobody looks back."""
    spent: Milliseconds
    """How long the turn took; 0 where that is not known."""

    @property
    def time(self) -> str:
        """How long it took; "" for less than a second."""
        return left_words(self.spent) if self.spent >= SECOND else ""

    @property
    def press(self) -> str:
        """A click shows the position after the turn."""
        return f"look {self.turn.first + len(self.turn.steps)}"

    @property
    def role(self) -> str:
        return "strong" if self.shown else ""


def _rounds(turns: Sequence[Turn]) -> list[list[Turn]]:
    rounds: list[list[Turn]] = []
    for turn in turns:
        if rounds and rounds[-1][0].number == turn.number:
            rounds[-1].append(turn)
        else:
            rounds.append([turn])
    return rounds


def _is_shown(turn: Turn, at: int) -> bool:
    return turn.first < at <= turn.first + len(turn.steps)


def _round_lines(entries: Sequence[_Entry], number: int, columns: int, seats: int) -> list[Line]:
    part = (columns - number - 1) // seats
    texts = [entry.turn.text for entry in entries]
    label = Piece(f"{entries[0].turn.number:>{number - 1}} ", "dim")
    if columns >= _NARROW and all(len(text) + 3 <= part for text in texts):
        row: Line = (label,)
        for entry in entries:
            # A seat that did not move in this round leaves its place empty.
            gap = number + entry.turn.seat * part - width(row)
            row = (*row, Piece(" " * gap), *_text(entry, entry.turn.text))
            room = number + (entry.turn.seat + 1) * part - width(row) - 3
            if entry.time and room >= len(entry.time):
                row = (*row, Piece(f"{entry.time:>{room + 1}}", "dim"))
        return [row]
    rows: list[Line] = []
    for place, entry in enumerate(entries):
        lead = label if place == 0 else Piece(" " * number)
        first, *more = _broken(entry.turn, columns - number - 2)
        rows.append((lead, *_text(entry, first)))
        told = first.count(",")
        for text in more:
            rows.append((Piece(" " * (number + 2)), *_steps(entry, told, text)))
            told += text.count(",")
    return rows


def _text(entry: _Entry, text: str) -> Line:
    badge = Piece(entry.badge.text, entry.badge.role, entry.press, entry.badge.ink)
    return (badge, *_steps(entry, 0, f" {text}"))


def _steps(entry: _Entry, told: int, text: str) -> Line:
    """Steps of a turn, the one looked at marked; `told` of them came before."""
    if not entry.shown or entry.step is None:
        return (Piece(text, entry.role, entry.press),)
    # What ends a turn may go unsaid: then its last step stands for it.
    looked = min(entry.step, len(entry.turn.tokens) - 1) - told
    parts = re.findall("[^,]+,?|,", text)
    return tuple(
        Piece(part, "turn" if number == looked else entry.role, entry.press)
        for number, part in enumerate(parts)
    )


def _broken(turn: Turn, columns: int) -> list[str]:
    """The text of a turn in rows, broken after commas only."""
    spaced = turn.text.replace(",", ", ")
    return [
        "".join(piece.text for piece in row).replace(", ", ",") for row in wrapped(spaced, columns)
    ] or [""]
