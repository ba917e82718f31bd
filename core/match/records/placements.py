"""What SGF, GGF and transcripts share: two players who place a piece or pass, once a turn.

Such a format tells cells and sides only. Passes that are forced may be left out; a start that
differs from that of the game is told by the pieces that lie there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby, islice, product

from core import catalog
from core.board import Board
from core.errors import GameError, SessionError
from core.language.definition import Definition
from core.match.records.record import RecordError
from core.match.session import Session
from core.rules.game import Game, Position
from core.words import Message

Side = int
"""Index into `Definition.players`: 0 moves first, and is black in these formats."""

_MOST = 500
"""Choices of variants of one game that are looked at."""


def steps_of(session: Session, format: str) -> Iterator[tuple[Side, str | None]]:
    """The side and cell of each step, None for a pass.

    Raises:
        RecordError: The format cannot tell a step.
    """
    position = session.start
    for number, played in enumerate(session.steps, start=1):
        side, step = position.side(played.seat), played.step
        position = played.position
        placed = step.verb == "place" and step.token == step.cells[0]
        if not (placed or step.verb == "pass") or (position.step and not position.outcome):
            raise RecordError(
                Message(
                    "{format} cannot tell step {number}, {step}",
                    format=format,
                    number=number,
                    step=step.token,
                )
            )
        yield side, step.cells[0] if placed else None


def checked(game: Game, format: str) -> Game:
    """The game, if matches of it can be told so.

    Raises:
        RecordError: It is not for two players on a board with rows and columns.
    """
    columns = game.board.columns
    if len(game.definition.players) != 2 or not columns or len(columns) > 26:
        raise RecordError(
            Message("{format} cannot tell matches of {game}", format=format, game=game.name)
        )
    return game


def after(session: Session, side: Side | None, cell: str | None) -> Session:
    """The match with a step more, and a forced pass before it where none was told.

    Args:
        session: So far.
        side: Whose step it is; None is whoever is to move.
        cell: Where a piece is placed; None is a pass.

    Raises:
        SessionError: It is the other side's turn, or the match is over.
        IllegalStep: The rules forbid it.
    """
    if cell is not None and _must_pass(session.position):
        session = _passed(session)
    mover = session.mover
    if mover is None:
        raise SessionError("the game is over")
    if side is not None and session.position.side(mover) != side:
        name = session.game.definition.players[side].name
        raise SessionError(f"it is not the turn of {name}")
    return session.after(session.step(mover, "pass" if cell is None else cell))


def _must_pass(position: Position) -> bool:
    return [step.verb for step in position.steps] == ["pass"]


def _passed(session: Session) -> Session:
    assert session.mover is not None
    return session.after(session.step(session.mover, "pass"))


def sides_of(position: Position) -> tuple[list[str], list[str]]:
    """The cells of the pieces of each side, in the board's order."""
    cells: tuple[list[str], list[str]] = ([], [])
    for cell, piece in position.pieces.items():
        if piece.side is not None:
            cells[piece.side].append(cell)
    return cells


def start_from(game: Game, sides: Iterable[Iterable[str]], mover: Side) -> Position:
    """A first position with these pieces.

    Args:
        game: With one type of piece.
        sides: Cells of each side.
        mover: Who moves first.

    Raises:
        PositionError: There is no such position.
    """
    owners = {cell: side for side, cells in enumerate(sides) for cell in cells}
    _, _, *rest = str(game.start()).split(" ")
    name = game.definition.players[mover].name
    return game.position(" ".join((_rows(game.board, owners), name, *rest)))


def _rows(board: Board, owners: Mapping[str, Side]) -> str:
    """The pieces as the text of a position has them: letters, and numbers for empty cells."""
    rows = []
    for row in board.rows:
        letters = ["XO"[owners[cell]] if cell in owners else "" for cell in row.cells if cell]
        parts = []
        for empty, run in groupby(letters, key=lambda letter: letter == ""):
            found = list(run)
            parts.append(str(len(found)) if empty else "".join(found))
        rows.append("".join(parts))
    return "/".join(rows)


def names(session: Session) -> tuple[str, ...]:
    """What the players are called, by side."""
    by_side = {session.position.side(seat): one for seat, one in enumerate(session.seats)}
    return tuple(by_side[side].name for side in sorted(by_side))


def told_start(session: Session, format: str) -> tuple[list[str], list[str], Side]:
    """The pieces of each side at the start, and who moves first.

    Raises:
        RecordError: The pieces do not tell the start.
    """
    start = session.start
    sides = sides_of(start)
    mover = 0 if start.mover is None else start.side(start.mover)
    if not any(sides) and start == session.game.start():
        return *sides, mover
    try:
        same = start_from(session.game, sides, mover) == start
    except GameError:
        same = False
    if not same:
        raise RecordError(Message("{format} cannot tell where this match began", format=format))
    return *sides, mover


def game_for(wanted: str | None, fits: Callable[[Definition], bool], what: str) -> Game:
    """The game that a file is of.

    Args:
        wanted: What the catalog calls it, if somebody has said so.
        fits: Whether it is one of those that the file may be of.
        what: The file's words for it, for the message.

    Raises:
        RecordError: There is none, or the one that is wanted does not fit.
        UnknownGame: The catalog does not know the one that is wanted.
    """
    if wanted is not None:
        if not fits(catalog.definition(wanted)):
            raise RecordError(f"{wanted} is not {what}")
        return catalog.load(wanted)
    for name in catalog.names():
        if catalog.definition(name).records.any:
            for id in islice(_choices(name), _MOST):
                if fits(catalog.definition(id)):
                    return catalog.load(id)
    raise RecordError(f"no game here is {what}")


def _choices(name: str) -> Iterator[str]:
    """A game with every choice of its variants, the usual ones first."""
    definition = catalog.definition(name)
    yield name
    by_group: dict[str, list[str]] = {}
    for variant in definition.variants:
        by_group.setdefault(variant.group or f" {variant.id}", [""]).append(variant.id)
    for chosen in product(*by_group.values()):
        if ids := [id for id in chosen if id]:
            yield f"{name}:{'+'.join(ids)}"


def margin(session: Session) -> int | None:
    """By how much black leads, in the first part of the score; None without a score."""
    scores = session.position.scores
    if scores is None:
        return None
    by_side = {session.position.side(seat): score[0] for seat, score in enumerate(scores)}
    return by_side[0] - by_side[1]


def winner(session: Session) -> Side | None:
    """The side that has won; None for a draw and while the match goes on."""
    outcome = session.outcome
    if outcome is None or outcome.winner is None:
        return None
    return session.position.side(outcome.winner)
