"""What is told at the table: the header, whose turn it is, how a match ended."""

from __future__ import annotations

from collections.abc import Sequence

from core.match.session import Seat, Session, Turn
from core.rules.game import Position
from tui.lines import Line, Piece, fitting, line, spread
from tui.widgets.seats import score_text, side_name


def persons(session: Session) -> tuple[Seat, ...]:
    """The seats of persons."""
    return tuple(seat for seat, player in enumerate(session.seats) if player.kind == "person")


def sentence(text: str) -> str:
    """A text with a capital at the beginning."""
    return text[:1].upper() + text[1:]


def player_words(session: Session, seat: Seat) -> str:
    """What a player is called in a sentence: "you", or the name of several persons or bots."""
    return session.seats[seat].name


def does(session: Session, seat: Seat, alone: str, other: str) -> str:
    """A player and a verb that agree: "you win", "easy bot wins"."""
    name = player_words(session, seat)
    return f"{name} {alone if name == 'you' else other}"


def header_line(
    session: Session,
    position: Position,
    badges: Sequence[Piece],
    state: Piece,
    columns: int,
) -> Line:
    """Everything critical in one line: the game, the players and scores, the turn, whose it is.

    Args:
        session: The match.
        position: What the board shows.
        badges: The sign of each side, indexed by side.
        state: Whose turn it is, or what else matters most.
        columns: The room there is.
    """
    one, two = (badges[position.side(seat)] for seat in (0, 1))
    first, second = (score_text(position, seat) for seat in (0, 1))
    score = f"  {first} : {second}  " if first and second else " : "
    names = [player.name for player in session.seats]
    long = line(one, f" {names[0]}{score}{names[1]} ", two)
    short = line(one, score, two)
    turn = line(Piece("   turn ", "dim"), str((position.turn + 1) // 2))
    right = line(Piece(state.text, state.role), " ")
    title = Piece(f" {session.game.title}", "title")
    name = Piece(f" {session.game.name}", "title")
    gap = Piece("   ")
    lefts = (
        (title, gap, *long, *turn),
        (title, gap, *long),
        (name, gap, *long, *turn),
        (name, gap, *long),
        (name, gap, *short),
        (Piece(" "), *short),
    )
    bare = line(Piece(state.text.strip("<> "), state.role), " ")
    lines = [spread(left, right, columns) for left in lefts]
    return fitting([*lines, spread(lefts[-1], bare, columns), line(" ", *bare)], columns)


def state_piece(session: Session, position: Position, thinking: bool, look: str) -> Piece:
    """What matters most: looking back, the end, or whose turn it is."""
    if look:
        return Piece(look, "warn")
    if session.outcome:
        return Piece("GAME OVER", "turn")
    mover = position.mover
    if mover is None:
        return Piece("", "dim")
    if session.seats[mover].kind == "bot":
        words = "is thinking" if thinking else "to move"
        return Piece(f"{session.seats[mover].name} {words}", "dim")
    if len(persons(session)) == 1:
        return Piece(">> YOUR TURN <<", "turn")
    return Piece(f">> {session.seats[mover].name.upper()} TO MOVE <<", "turn")


def outcome_words(session: Session) -> str:
    """Who won and why, and the final score; "" while the match goes on."""
    outcome = session.outcome
    if outcome is None:
        return ""
    position = session.position
    scores = [score_text(position, seat) for seat in (0, 1)]
    final = f" Final score {scores[0]}:{scores[1]}." if all(scores) else ""
    if outcome.winner is None:
        return f"The game is a draw{_why_drawn(session)}.{final}"
    who = sentence(does(session, outcome.winner, "win", "wins"))
    side = side_name(session, position, outcome.winner)
    if outcome.reason == "resigned":
        return f"{who}: {side_name(session, position, 1 - outcome.winner)} has given up.{final}"
    if outcome.reason == "no_moves":
        return f"{who}: no move is left.{final}"
    why = session.game.words(f"end.{outcome.reason}", f"by {outcome.reason.replace('_', ' ')}")
    return f"{who}: {side} {why}.{final}"


def _why_drawn(session: Session) -> str:
    reason = session.outcome.reason if session.outcome else ""
    return {
        "no_moves": ": no move is left",
        "repetition": ": the position has occurred before",
    }.get(reason, "")


def turn_words(session: Session, turns: Sequence[Turn]) -> str:
    """What the last finished turn was, such as "Easy bot played d4,e5."; "" at the start."""
    if not turns or not turns[-1].ended:
        return ""
    turn = turns[-1]
    match turn.steps[-1].step.verb:
        case "pass":
            return sentence(does(session, turn.seat, "pass", "passes")) + "."
        case "swap":
            return sentence(does(session, turn.seat, "swap sides", "swaps sides")) + "."
    return sentence(f"{player_words(session, turn.seat)} played {turn.text}.")


def cell_words(position: Position, cell: str) -> str:
    """What is on a cell, such as "d4: white stone" or "f10: green block"."""
    piece = position.pieces.get(cell)
    if piece is None:
        return f"{cell}: empty"
    game = position.game
    kind = game.words(f"pieces.{piece.kind}", piece.kind)
    if piece.color is not None:
        color = game.words(f"colors.{piece.color}", f"color {piece.color + 1}")
        return f"{cell}: {color} {kind}"
    if piece.side is None:
        return f"{cell}: neutral {kind}"
    side = game.definition.players[piece.side].name
    return f"{cell}: {game.words(f'players.{side}', side)} {kind}"
