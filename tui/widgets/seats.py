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
    mover = None if session.outcome and position == session.position else position.mover
    for seat, player in enumerate(session.seats):
        turn = seat == mover
        badge = badges[position.side(seat)]
        name = f" {player.name}"
        side = side_name(session, position, seat)
        left = line(
            Piece("> " if turn else "  ", "key"), badge, Piece(name, "strong" if turn else "")
        )
        rest = Piece(" is thinking" if turn and thinking else f", {side}", "dim")
        lefts = ((*left, rest), left) if rest.text != f", {player.name}" else (left,)
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
    first, second = position.progress(0), position.progress(1)
    pairs = [
        (one, other)
        for one, other in zip(first, second, strict=True)
        if one.need is not None or str(one.have) != score_text(position, 0)
    ]
    if not pairs:
        return []
    needs = any(one.need is not None for one, _ in pairs)
    room = columns - 2 * _NUMBER - (_NEED if needs else 0)
    head = line(
        " " * room,
        *(Piece(" " * (_NUMBER - 1)), badges[position.side(0)]),
        *(Piece(" " * (_NUMBER - 1)), badges[position.side(1)]),
        Piece("need".rjust(_NEED) if needs else "", "dim"),
    )
    lines = [head]
    for one, other in pairs:
        *above, label = wrapped(one.label, room, "dim")
        need = "" if one.need is None else str(one.need)
        numbers = line(f"{one.have:>{_NUMBER}}{other.have:>{_NUMBER}}")
        gap = Piece(" " * (room - width(label)))
        lines += [*above, (*label, gap, *numbers, Piece(need.rjust(_NEED) if needs else "", "dim"))]
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
