"""Which entries can come in a match now; what cannot is refused with a sentence that says why."""

from __future__ import annotations

from core.errors import SessionError
from core.match.clock import Milliseconds, Seat
from core.match.entries import (
    LONGEST_NAME,
    Abandoned,
    Answered,
    Away,
    Entry,
    Flagged,
    Kind,
    Left,
    Offered,
    Rematched,
    Reseated,
    Resigned,
    Returned,
    Said,
    Started,
    Stepped,
    TookBack,
    Withdrew,
    is_clean,
)
from core.match.standing import Standing
from core.match.turns import firsts
from core.words import Message


def check(standing: Standing, entry: Entry) -> None:
    """Refuse an entry that cannot come now.

    Raises:
        SessionError: It cannot; says why.
        IllegalStep: The rules forbid the step.
    """
    if isinstance(entry, Started):
        raise SessionError(Message("the match has already started"))
    if entry.at < standing.at:
        raise SessionError(Message("the entry is older than the one before it"))
    if entry.seat is not None:
        check_seat(standing, entry.seat)
    match entry:
        case Stepped(seat, token):
            check_turn(standing, seat)
            check_time(standing, entry.at)
            if token not in map(str, standing.position.steps):
                standing.position.play(token)
        case TookBack(seat, to):
            check_not_ended(standing)
            check_time(standing, entry.at)
            _check_place(standing, to)
            _check_free(standing, seat, to)
        case Resigned(seat):
            check_going_on(standing)
            check_time(standing, entry.at)
        case Flagged(seat):
            check_going_on(standing)
            if standing.clock is None or standing.clock.fallen(entry.at) != seat:
                raise SessionError(Message("there is time left"))
        case Abandoned(seat):
            check_going_on(standing)
            check_time(standing, entry.at)
            check_patience(standing, seat, entry.at)
        case Offered():
            _check_offer(standing, entry)
        case Answered(seat, kind):
            _check_answer(standing, seat, kind, entry.at)
        case Withdrew(seat, kind):
            if standing.offered is None or (standing.offered.seat, standing.offered.kind) != (
                seat,
                kind,
            ):
                raise SessionError(Message("there is no such offer to withdraw"))
        case Said(_, name, text):
            if not text or not is_clean(text) or not is_clean(name, LONGEST_NAME):
                raise SessionError(Message("there is nothing to say"))
        case Reseated(_, player):
            _check_not_over(standing)
            if player.kind == "open":
                raise SessionError(Message("nobody cannot sit down"))
        case Left(seat):
            _check_not_over(standing)
            if standing.seats[seat].kind == "open":
                raise SessionError(Message("nobody sits there"))
        case Away(seat):
            if standing.seats[seat].kind != "person" or standing.gone[seat] is not None:
                raise SessionError(Message("nobody is there who could go away"))
        case Returned(seat):
            if standing.seats[seat].kind == "open" or standing.gone[seat] is None:
                raise SessionError(Message("nobody was away there"))
        case Rematched(_, match):
            if not standing.wants_rematch or standing.rematch is not None or match < 1:
                raise SessionError(Message("nobody plays again"))


def check_seat(standing: Standing, seat: Seat) -> None:
    """Refuse a seat that the game does not have."""
    if seat not in range(len(standing.seats)):
        raise SessionError(Message("there is no seat {seat}", seat=seat))


def check_turn(standing: Standing, seat: Seat) -> None:
    """Refuse what only the seat that is to move may do."""
    check_going_on(standing)
    mover = standing.position.mover
    if mover is not None and seat != mover:
        raise SessionError(Message("it is {side}'s turn", side=standing.player_name(mover)))
    if standing.seats[seat].kind == "open":
        raise SessionError(Message("nobody sits there"))


def check_not_ended(standing: Standing) -> None:
    """Refuse what may still be done when the rules have ended a match, but not otherwise."""
    if standing.is_ended or standing.wants_rematch:
        raise SessionError(Message("the game is over"))


def check_takebacks_allowed(standing: Standing) -> None:
    """Refuse takebacks where the terms do."""
    if standing.terms.takebacks == "never":
        raise SessionError(Message("takebacks are not allowed at this table"))


def _check_offer(standing: Standing, wanted: Offered) -> None:
    if wanted.kind != "rematch":
        check_time(standing, wanted.at)
    if standing.seats[wanted.seat].kind == "open":
        raise SessionError(Message("nobody sits there"))
    if (wanted.kind == "takeback") == (wanted.to is None):
        raise SessionError(Message("a takeback says how many steps stay, and nothing else does"))
    match wanted.kind:
        case "draw":
            check_going_on(standing)
        case "takeback":
            check_takebacks_allowed(standing)
            check_not_ended(standing)
            _check_place(standing, wanted.to or 0)
        case "swap":
            _check_not_over(standing)
            if len(standing.seats) != 2:
                raise SessionError(Message("only two players can swap seats"))
        case "rematch":
            if standing.outcome is None:
                raise SessionError(Message("the game is not over yet"))
            if standing.wants_rematch:
                raise SessionError(Message("all have agreed to play again"))
    if standing.offered is not None:
        raise SessionError(Message("another offer is open"))
    if not standing.others(wanted.seat):
        raise SessionError(Message("there is nobody to ask"))


def _check_answer(standing: Standing, seat: Seat, kind: Kind, at: Milliseconds) -> None:
    if standing.offered is None or standing.offered.kind != kind:
        raise SessionError(Message("there is no such offer to answer"))
    if seat not in standing.offered.asked:
        raise SessionError(Message("that is for others to answer"))
    if at < standing.offered.opens:
        raise SessionError(Message("that has only just been offered; answer in a moment"))
    if kind != "rematch":
        check_time(standing, at)


def _check_free(standing: Standing, seat: Seat, to: int) -> None:
    """Refuse a takeback that nobody was asked for, unless it need not be asked for."""
    unfinished = (
        standing.steps and not standing.steps[-1].ends_turn and standing.steps[-1].seat == seat
    )
    if unfinished and to >= firsts(standing.steps)[-1]:
        return
    check_takebacks_allowed(standing)
    if standing.terms.takebacks == "asked" and standing.others(seat):
        raise SessionError(Message("the others must be asked for a takeback"))


def _check_place(standing: Standing, to: int) -> None:
    if not 0 <= to < len(standing.steps):
        raise SessionError(Message("there is no step {number} to go back to", number=to))


def check_patience(standing: Standing, seat: Seat, at: Milliseconds) -> None:
    """Refuse what may be done only about a player whom the others have waited for."""
    if seat not in standing.missed(at):
        raise SessionError(Message("nobody has been away for long enough"))


def check_time(standing: Standing, at: Milliseconds) -> None:
    """Refuse what comes too late by the clock."""
    if standing.clock is not None and standing.clock.fallen(at) is not None:
        raise SessionError(Message("time is up"))


def _check_not_over(standing: Standing) -> None:
    if standing.outcome is not None:
        raise SessionError(Message("the game is over"))


def check_going_on(standing: Standing) -> None:
    """Refuse what may be done only while a match that has begun is not over."""
    _check_not_over(standing)
    if not standing.begun:
        raise SessionError(Message("the game begins when every seat is taken"))
