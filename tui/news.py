"""What is told at the table: the header, whose turn it is, how a match ended."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.match.session import Seat, Session, Turn
from core.rules.game import Position
from tui.lines import Line, Piece, fitting, line, spread
from tui.widgets.seats import side_name, standing

OVER = "GAME OVER"
"""What the header says first when a match has ended."""
ROOMY = 60
"""Columns from which on the header shows whose turn it is with the arrows around it."""


def persons(session: Session) -> tuple[Seat, ...]:
    """The seats of persons."""
    return tuple(seat for seat, player in enumerate(session.seats) if player.kind == "person")


def sentence(text: str) -> str:
    """A text with a capital at the beginning, unless that is the name of a cell or a file's."""
    begins_with_name = re.match(r"\W*[a-z]{1,2}\d+\b|[^\s:]+:\d|/", text)
    return text if begins_with_name else text[:1].upper() + text[1:]


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
    number: int,
    alarm: str = "",
) -> Line:
    """Everything critical in one line: the game, the players and scores, the round, who moves.

    Where there is little room, whose turn it is goes before all the rest.

    Args:
        session: The match.
        position: What the board shows.
        badges: The sign of each side, indexed by side.
        state: Whose turn it is, or what else matters most.
        columns: The room there is.
        number: The round, as the log numbers it.
        alarm: What is wrong as long as it is, such as "NOT SAVED".
    """
    long, short = _standings(session, position, badges)
    turn = line(Piece("  round ", "dim"), str(number))
    whole = line(Piece(state.text, state.role), " ")
    warning = line(Piece(alarm, "warn"), "  ") if alarm else ()
    right = (*warning, *whole)
    title = Piece(f" {session.game.title}", "title")
    name = Piece(f" {session.game.name}", "title")
    gap = Piece("   ")
    name_only = line(name)
    lefts = (
        (title, gap, *long, *turn),
        (title, gap, *long),
        (name, gap, *long, *turn),
        (name, gap, *long),
        (name, gap, *short),
        (Piece(" "), *short),
    )
    bare = line(Piece(state.text.removeprefix(f"{OVER}: ").strip("<> "), state.role), " ")
    lines = [spread(left, right, columns) for left in lefts]
    if columns >= ROOMY:
        lines += [spread(name_only, right, columns), line(" ", *right), line(" ", *whole)]
    lines += [spread(lefts[-1], (*warning, *bare), columns), line(" ", *warning, *bare)]
    return fitting([*lines, line(" ", *bare)], columns)


def _standings(session: Session, position: Position, badges: Sequence[Piece]) -> tuple[Line, Line]:
    """Players and scores, with names and without."""
    seats = range(len(session.seats))
    signs = [badges[position.side(seat)] for seat in seats]
    names = [player.name for player in session.seats]
    told = standing(position)
    scores = [str(count) for count in told.counts] or [""] * len(names)
    label = f"{told.label} " if told.label and not told.is_score else ""
    if len(seats) == 2:
        score = f"  {label}{' : '.join(scores)}  " if told.counts else " : "
        long = line(signs[0], f" {names[0]}{score}{names[1]} ", signs[1])
        return long, line(signs[0], score, signs[1])
    longs = [line(signs[seat], f" {names[seat]} {scores[seat]}".rstrip()) for seat in seats]
    shorts = [line(signs[seat], f" {scores[seat]}".rstrip()) for seat in seats]
    lead = line(label) if label else ()
    return (*lead, *_joined(longs)), (*lead, *_joined(shorts))


def _joined(parts: Sequence[Line]) -> Line:
    return tuple(
        piece for number, part in enumerate(parts) for piece in line("  " if number else "", *part)
    )


def state_piece(session: Session, position: Position, thinking: bool, look: str) -> Piece:
    """What matters most: looking back, the end, or whose turn it is."""
    if look:
        return Piece(look, "warn")
    if session.outcome:
        return Piece(f"{OVER}: {winner_words(session).upper()}", "turn")
    mover = position.mover
    if mover is None:
        return Piece("", "dim")
    if session.seats[mover].kind != "person":
        words = "is thinking" if thinking else "to move"
        return Piece(f"{session.seats[mover].name} {words}", "dim")
    if len(persons(session)) == 1:
        return Piece(">> YOUR TURN <<", "turn")
    return Piece(f">> {session.seats[mover].name.upper()} TO MOVE <<", "turn")


def winners(session: Session) -> tuple[Seat, ...]:
    """The seats that have won, alone or together; () for a draw and while the match goes on."""
    outcome = session.outcome
    if outcome is None:
        return ()
    return outcome.shared if outcome.winner is None else (outcome.winner,)


def winner_words(session: Session) -> str:
    """Who has won, as short as can be: "you win", "player 1 wins", "draw"."""
    won = winners(session)
    if not won:
        return "draw"
    if len(won) == 1:
        return does(session, won[0], "win", "wins")
    return " and ".join(player_words(session, seat) for seat in won) + " win"


def _deciding(position: Position) -> list[tuple[int, ...]]:
    """The parts of the score, each for all seats, up to the one that differs."""
    found: list[tuple[int, ...]] = []
    for part in zip(*(position.scores or ()), strict=True):
        found.append(part)
        if len(set(part)) > 1:
            return found
    return found[:1]


def outcome_words(session: Session) -> str:
    """Who won and why, and the final score; "" while the match goes on."""
    outcome = session.outcome
    if outcome is None:
        return ""
    position = session.position
    told = standing(position)
    what = "score" if told.is_score else told.label
    counts = _deciding(position) if told.is_score else [told.counts]
    final = f" Final {what} {', then '.join(':'.join(map(str, one)) for one in counts)}."
    if not told.counts:
        final = ""
    if outcome.winner is None:
        return f"The game is a draw{_why_drawn(session)}.{final}"
    who = sentence(does(session, outcome.winner, "win", "wins"))
    side = side_name(session, position, outcome.winner)
    if outcome.reason == "resigned" and session.resigned is not None:
        return f"{who}: {_gave_up(session, session.resigned)}."
    if outcome.reason == "no_moves" and not session.game.words("end.no_moves"):
        return f"{who}: no move is left.{final}"
    why = session.game.words(f"end.{outcome.reason}", f"by {outcome.reason.replace('_', ' ')}")
    return f"{who}: {side} {why}.{final}"


def _gave_up(session: Session, seat: Seat) -> str:
    if player_words(session, seat) == "you":
        return "you have given up"
    return f"{side_name(session, session.position, seat)} has given up"


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
