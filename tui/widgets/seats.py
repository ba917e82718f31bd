"""The seats: who plays which side, how they stand, whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from core.match.session import Seat, Session
from core.rules.game import Measure, Position
from tui.language import _, said
from tui.lines import Line, Piece, fitting, line, spread, width, wrapped
from tui.seating import called, is_you


def seat_lines(
    session: Session, position: Position, columns: int, badges: Sequence[Piece], thinking: bool
) -> list[Line]:
    """For each seat a line with its name, its side and its score.

    Args:
        session: The match.
        position: What the board shows, perhaps an earlier position of the match.
        columns: The room there is.
        badges: The sign of each side, indexed by side.
        thinking: Whether a bot is thinking about its move.
    """
    lines: list[Line] = []
    told = standing(position)
    over = session.outcome if position == session.position else None
    mover = None if over else position.mover
    won = () if over is None else over.shared if over.winner is None else (over.winner,)
    for seat, player in enumerate(session.seats):
        turn = seat == mover
        badge = badges[position.side(seat)]
        name = called(player)
        side = side_name(session, position, seat)
        left = line(
            Piece("> " if turn else "* " if seat in won else "  ", "key"),
            badge,
            Piece(f" {name}", "strong" if turn or seat in won else ""),
        )
        rest = Piece(f" {_('is thinking')}" if turn and thinking else f", {side}", "dim")
        lefts: tuple[Line, ...] = ((*left, rest), left) if rest.text != f", {name}" else (left,)
        if seat in won:
            mark = Piece(f" {_('have won') if is_you(player) else _('has won')}", "strong")
            lefts = ((*left, mark, rest), (*left, mark), left)
        count = _count(told, seat)
        lines.append(fitting([spread(each, count, columns) for each in lefts], columns))
    return lines


def measure_lines(position: Position, columns: int, badges: Sequence[Piece]) -> list[Line]:
    """How far each seat is, a line for each measure that is not told beside the names.

    Args:
        position: What the board shows.
        columns: The room there is.
        badges: The sign of each side, indexed by side.
    """
    seats = range(len(badges))
    beside = standing(position).measure
    rows = [
        measures
        for measures in zip(*map(position.progress, seats), strict=True)
        if measures[0].name != beside
    ]
    if not rows:
        return []
    needs = [_needed(measures) for measures in rows]
    needed = f"  {_('need')}" if any(needs) else ""
    needed = needed.rjust(max(map(len, needs)) + 2) if needed else ""
    room = columns - len(seats) * _NUMBER - cell_len(needed)
    head = line(" " * room)
    for seat in seats:
        head = (*head, Piece(" " * (_NUMBER - 1)), badges[position.side(seat)])
    lines: list[Line] = [(*head, Piece(needed, "dim"))]
    for measures, need in zip(rows, needs, strict=True):
        *above, label = wrapped(said(measures[0].label), room, "dim")
        gap = Piece(" " * (room - width(label)))
        numbers = Piece("".join(f"{measure.have:>{_NUMBER}}" for measure in measures))
        lines += [*above, (*label, gap, numbers, Piece(need.rjust(cell_len(needed)), "dim"))]
    return lines


def _needed(measures: Sequence[Measure]) -> str:
    """What each seat needs: once where all need the same, else in the order of the seats."""
    needs = ["" if measure.need is None else str(measure.need) for measure in measures]
    return needs[0] if len(set(needs)) == 1 else "/".join(need or "-" for need in needs)


_NUMBER = 4
"""Columns of a seat's number."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The one number of each seat that is told beside its name."""

    counts: tuple[int, ...] = ()
    """Indexed by seat; () where a game has no such number."""
    label: str = ""
    """What it counts, in the game's words."""
    measure: str = ""
    """The measure of `display: progress:` that it is, if any."""
    is_score: bool = False


def standing(position: Position) -> Standing:
    """How the seats stand: their scores, else the first plain count that the game shows.

    Of a score that has several parts it is the first. A plain count is a measure without a need;
    one that counts what the score does gives the score its label.
    """
    definition = position.game.definition
    seats = range(len(definition.players))
    scores = position.scores
    plain = [
        (place, entry.name)
        for place, entry in enumerate(definition.display.progress)
        if entry.need is None and (not scores or entry.have.expr == definition.score[0])
    ]
    if not plain:
        return Standing(tuple(score[0] for score in scores or ()), is_score=bool(scores))
    place, name = plain[0]
    measures = [position.progress(seat)[place] for seat in seats]
    label = said(measures[0].label)
    return Standing(tuple(measure.have for measure in measures), label, name, bool(scores))


def _count(told: Standing, seat: Seat) -> Line:
    """A seat's number, with what it counts where the game says so: "stones 12"."""
    if not told.counts:
        return ()
    number = str(told.counts[seat])
    if not told.label:
        return line(Piece(f"{number} ", "strong"))
    return line(Piece(f"{told.label} ", "dim"), Piece(f"{number:>3} ", "strong"))


def side_name(session: Session, position: Position, seat: Seat) -> str:
    """The side that a seat plays, in the game's words."""
    return said(session.game.definition.player_name(position.side(seat)))
