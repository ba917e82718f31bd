"""The seats: who plays which side, how they stand, whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence

from core.match.session import Seat, Session
from core.rules.game import Position
from tui.lines import Line, Piece, fitting, line, spread, width, wrapped


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
    over = session.outcome if position == session.position else None
    mover = None if over else position.mover
    won = () if over is None else over.shared if over.winner is None else (over.winner,)
    for seat, player in enumerate(session.seats):
        turn = seat == mover
        badge = badges[position.side(seat)]
        name = f" {player.name}"
        side = side_name(session, position, seat)
        left = line(
            Piece("> " if turn else "* " if seat in won else "  ", "key"),
            badge,
            Piece(name, "strong" if turn or seat in won else ""),
        )
        rest = Piece(" is thinking" if turn and thinking else f", {side}", "dim")
        lefts: tuple[Line, ...] = (
            ((*left, rest), left) if rest.text != f", {player.name}" else (left,)
        )
        if seat in won:
            mark = Piece(" has won" if player.name != "you" else " have won", "strong")
            lefts = ((*left, mark, rest), (*left, mark), left)
        tally = _tally(position, seat)
        lines.append(fitting([spread(each, tally, columns) for each in lefts], columns))
    return lines


def measure_lines(position: Position, columns: int, badges: Sequence[Piece]) -> list[Line]:
    """How far each seat is, a line for each measure; none where the game has no measures.

    Args:
        position: What the board shows.
        columns: The room there is.
        badges: The sign of each side, indexed by side.
    """
    seats = range(len(badges))
    rows = [
        measures
        for measures in zip(*map(position.progress, seats), strict=True)
        if measures[0].need is not None or str(measures[0].have) != score_text(position, 0)
    ]
    if not rows:
        return []
    needs = any(measures[0].need is not None for measures in rows)
    room = columns - len(seats) * _NUMBER - (_NEED if needs else 0)
    head = line(" " * room)
    for seat in seats:
        head = (*head, Piece(" " * (_NUMBER - 1)), badges[position.side(seat)])
    lines: list[Line] = [(*head, Piece("need".rjust(_NEED) if needs else "", "dim"))]
    for measures in rows:
        *above, label = wrapped(measures[0].label, room, "dim")
        need = "" if measures[0].need is None else str(measures[0].need)
        gap = Piece(" " * (room - width(label)))
        numbers = Piece("".join(f"{measure.have:>{_NUMBER}}" for measure in measures))
        lines += [*above, (*label, gap, numbers, Piece(need.rjust(_NEED) if needs else "", "dim"))]
    return lines


_NUMBER = 4
"""Columns of a seat's number."""
_NEED = 6
"""Columns of what is needed."""


def _tally(position: Position, seat: Seat) -> Line:
    """A seat's score, with what it counts where a measure says so: "stones 12"."""
    score = score_text(position, seat)
    for measure in position.progress(seat):
        if measure.need is None and str(measure.have) == score:
            return line(Piece(f"{measure.label} ", "dim"), Piece(f"{score:>3} ", "strong"))
    return line(Piece(f"{score} ", "strong"))


def side_name(session: Session, position: Position, seat: Seat) -> str:
    """The side that a seat plays, in the game's words."""
    side = session.game.definition.players[position.side(seat)].name
    return session.game.words(f"players.{side}", side)


def score_text(position: Position, seat: Seat) -> str:
    """The score of a seat, the first number where there are several; "" where none is kept.

    Where a game keeps no score, its first plain count stands in, such as the stones of a side.
    """
    scores = position.scores
    if scores:
        return str(scores[seat][0])
    counts = (measure.have for measure in position.progress(seat) if measure.need is None)
    return next(map(str, counts), "")
