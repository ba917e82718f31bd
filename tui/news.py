"""What is told at the table: the header, whose turn it is, how a match ended."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.match.entries import Abandoned, Ending, Flagged, Resigned
from core.match.session import Seat, Session, Turn
from core.rules.game import Position
from tui.language import N_, _, said
from tui.lines import Line, Piece, fitting, line, spread
from tui.seating import called, is_you
from tui.widgets.seats import side_name, standing

OVER = N_("GAME OVER: {result}")
"""What the header says when a match has ended."""
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
    return called(session.seats[seat])


def does(session: Session, seat: Seat, alone: str, other: str, **values: object) -> str:
    """A player and a verb that agree: "you win", "easy bot wins".

    Args:
        session: The match.
        seat: Of the player.
        alone: What is said of "you".
        other: What is said of anybody else, with a place for `{name}`.
        values: What else there are places for.
    """
    player = session.seats[seat]
    return (alone if is_you(player) else other).format(name=called(player), **values)


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
    long, short, bare_score = _standings(session, position, badges)
    turn = line(Piece("  " + _("round") + " ", "dim"), str(number))
    whole = line(Piece(state.text, state.role), " ")
    warning = line(Piece(alarm, "warn"), "  ") if alarm else ()
    right = (*warning, *whole)
    title = Piece(f" {said(session.game.title)}", "title")
    name = Piece(f" {said(session.game.name)}", "title")
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
    over = _(OVER).partition("{")[0]
    bare = line(Piece(state.text.removeprefix(over).strip("<> "), state.role), " ")
    lines = [spread(left, right, columns) for left in lefts]
    if columns >= ROOMY:
        lines += [spread(name_only, right, columns), line(" ", *right), line(" ", *whole)]
    lines += [
        spread(left, (*warning, *bare), columns) for left in (lefts[-1], line(" ", *bare_score))
    ]
    return fitting([*lines, line(" ", *warning, *bare), line(" ", *bare)], columns)


def _standings(
    session: Session, position: Position, badges: Sequence[Piece]
) -> tuple[Line, Line, Line]:
    """Players and scores; without names; and without what it is that is counted."""
    seats = range(len(session.seats))
    signs = [badges[position.side(seat)] for seat in seats]
    names = [called(player) for player in session.seats]
    told = standing(position)
    scores = [str(count) for count in told.counts] or [""] * len(names)
    label = f"{told.label} " if told.label and not told.is_score else ""
    if len(seats) == 2:
        score = f"  {label}{' : '.join(scores)}  " if told.counts else " : "
        long = line(signs[0], f" {names[0]}{score}{names[1]} ", signs[1])
        bare = line(signs[0], f" {':'.join(scores)} ", signs[1])
        return long, line(signs[0], score, signs[1]), bare
    longs = [line(signs[seat], f" {names[seat]} {scores[seat]}".rstrip()) for seat in seats]
    shorts = [line(signs[seat], f" {scores[seat]}".rstrip()) for seat in seats]
    lead = line(label) if label else ()
    return (*lead, *_joined(longs)), (*lead, *_joined(shorts)), _joined(shorts)


def _joined(parts: Sequence[Line]) -> Line:
    return tuple(
        piece for number, part in enumerate(parts) for piece in line("  " if number else "", *part)
    )


def state_piece(session: Session, position: Position, thinking: bool, look: str) -> Piece:
    """What matters most: looking back, the end, or whose turn it is."""
    if look:
        return Piece(look, "warn")
    if session.outcome:
        return Piece(_(OVER).format(result=winner_words(session).upper()), "turn")
    mover = position.mover
    if mover is None:
        return Piece("", "dim")
    if session.seats[mover].kind != "person":
        words = _("{name} is thinking") if thinking else _("{name} to move")
        return Piece(words.format(name=player_words(session, mover)), "dim")
    if len(persons(session)) == 1:
        return Piece(f">> {_('YOUR TURN')} <<", "turn")
    words = _("{NAME} TO MOVE").format(NAME=player_words(session, mover).upper())
    return Piece(f">> {words} <<", "turn")


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
        return _("draw")
    if len(won) == 1:
        return does(session, won[0], _("you win"), _("{name} wins"))
    names = _(" and ").join(player_words(session, seat) for seat in won)
    return _("{names} win").format(names=names)


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
    what = _("score") if told.is_score else told.label
    counts = _deciding(position) if told.is_score else [told.counts]
    numbers = _(", then ").join(":".join(map(str, one)) for one in counts)
    final = " " + sentence(_("Final {what} {numbers}.").format(what=what, numbers=numbers))
    if not told.counts:
        final = ""
    if session.is_drawn:
        return _("The game is a draw: both have agreed to it.")
    won = winners(session)
    if not won:
        return f"{_(_DRAWN.get(outcome.reason, _DRAW))}{final}"
    who = sentence(winner_words(session))
    if session.ended is not None:
        return f"{who}: {_lost(session, session.ended)}."
    if len(won) > 1:
        return f"{who}.{final}"
    side = side_name(session, position, won[0])
    if outcome.reason == "no_moves" and not session.game.words("end.no_moves"):
        return f"{who}: {_('no move is left')}.{final}"
    usual = _("by {reason}").format(reason=outcome.reason.replace("_", " "))
    why = said(session.game.words(f"end.{outcome.reason}", usual))
    return _("{who}: {side} {why}.").format(who=who, side=side, why=why) + final


def _lost(session: Session, ended: Ending) -> str:
    """What ended the match against a seat."""
    side = side_name(session, session.position, ended.seat)
    match ended:
        case Resigned():
            told = _("you have given up"), _("{side} has given up")
        case Flagged():
            told = _("your time is up"), _("the time of {side} is up")
        case Abandoned():
            told = _("you have left the game"), _("{side} has left the game")
    alone, other = told
    return alone if is_you(session.seats[ended.seat]) else other.format(side=side)


_DRAW = N_("The game is a draw.")
_DRAWN = {
    "no_moves": N_("The game is a draw: no move is left."),
    "repetition": N_("The game is a draw: the position has occurred before."),
}
"""What ended a drawn game -> how it is told, where there is more to tell than `_DRAW`."""


def turn_words(session: Session, turns: Sequence[Turn]) -> str:
    """What the last finished turn was, such as "Easy bot played d4,e5."; "" at the start."""
    if not turns or not turns[-1].ended:
        return ""
    turn = turns[-1]
    match turn.steps[-1].step.verb:
        case "pass":
            return sentence(does(session, turn.seat, _("you pass."), _("{name} passes.")))
        case "swap":
            told = does(session, turn.seat, _("you swap sides."), _("{name} swaps sides."))
            return sentence(told)
    alone, other = _("you played {turn}."), _("{name} played {turn}.")
    return sentence(does(session, turn.seat, alone, other, turn=turn.text))


def cell_words(position: Position, cell: str) -> str:
    """What is on a cell, such as "d4: white stone" or "f10: green block"."""
    piece = position.pieces.get(cell)
    if piece is None:
        return _("{cell}: empty").format(cell=cell)
    game = position.game
    definition = game.definition
    kind = said(definition.piece_name(piece.kind))
    if piece.color is not None:
        number = _("color {number}").format(number=piece.color + 1)
        color = said(game.words(f"colors.{piece.color}", number))
        return _("{cell}: {color} {piece}").format(cell=cell, color=color, piece=kind)
    if piece.side is None:
        return _("{cell}: neutral {piece}").format(cell=cell, piece=kind)
    side = said(definition.player_name(piece.side))
    return _("{cell}: {side} {piece}").format(cell=cell, side=side, piece=kind)
