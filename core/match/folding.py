"""What each entry does to a match. Whether it can come is not asked here.

An entry says little; the rest follows: an offer lapses, whoever does something is there again,
the clock runs for whoever is to move.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from core.match.clock import Milliseconds, Seat
from core.match.entries import (
    OPEN,
    Abandoned,
    Answered,
    Away,
    Entry,
    Flagged,
    Left,
    Offered,
    Player,
    Rematched,
    Reseated,
    Resigned,
    Returned,
    Said,
    Stepped,
    TookBack,
    Withdrew,
)
from core.match.offers import Offer
from core.match.standing import Standing
from core.match.turns import played

S = TypeVar("S", bound=Standing)
"""A match as it was given: a `Session` stays one."""


def folded(standing: S, entry: Entry) -> S:
    """The match with an entry added.

    Raises:
        IllegalStep: The rules forbid the step.
    """
    changed = _changed(standing, entry)
    changed = replace(changed, entries=(*standing.entries, entry), at=entry.at)
    changed = _with_offer_looked_at(_with_seat_used(changed, entry), entry)
    if isinstance(entry, Stepped) and changed.clock and changed.steps[-1].ends_turn:
        changed = replace(changed, clock=changed.clock.refilled(entry.seat, entry.at))
    return with_clock_running(changed)


def with_clock_running(standing: S) -> S:
    """The match with its clock running for whoever is to move, or at rest."""
    if standing.clock is None:
        return standing
    mover = standing.mover if standing.begun else None
    if mover is not None and standing.terms.waits and standing.gone[mover] is not None:
        mover = None
    return replace(standing, clock=standing.clock.passed_to(mover, standing.at))


def _changed(standing: S, entry: Entry) -> S:
    """What an entry says, without what follows from it."""
    match entry:
        case Stepped(seat, token):
            step = played(standing.position, seat, token, entry.at)
            return replace(standing, steps=(*standing.steps, step))
        case TookBack(_, to):
            return replace(standing, steps=standing.steps[:to])
        case Resigned() | Flagged() | Abandoned():
            return replace(standing, ended=entry)
        case Offered(seat, kind, to):
            offer = Offer(kind, seat, entry.at, standing.others(seat), to)
            return replace(standing, offered=offer)
        case Answered(seat, _, yes) if standing.offered:
            offer = standing.offered.agreed_by(seat)
            if not yes:
                return replace(standing, offered=None)
            return replace(standing, offered=offer) if offer.asked else _agreed_to(standing, offer)
        case Withdrew():
            return replace(standing, offered=None)
        case Reseated(seat, player):
            changed = _with_player(standing, seat, player, None)
            return replace(changed, begun=standing.begun or not _has_open(changed.seats))
        case Left(seat):
            empty = replace(OPEN, name=standing.seats[seat].name)
            return _with_player(standing, seat, empty, entry.at)
        case Away(seat):
            return _with_player(standing, seat, standing.seats[seat], entry.at)
        case Returned(seat):
            return _with_player(standing, seat, standing.seats[seat], None)
        case Rematched(_, match):
            return replace(standing, rematch=match)
    return standing


def _with_player(standing: S, seat: Seat, player: Player, gone: Milliseconds | None) -> S:
    return replace(
        standing,
        seats=(*standing.seats[:seat], player, *standing.seats[seat + 1 :]),
        gone=(*standing.gone[:seat], gone, *standing.gone[seat + 1 :]),
    )


def _agreed_to(standing: S, offer: Offer) -> S:
    """What happens when all have agreed."""
    done = replace(standing, offered=None)
    match offer.kind:
        case "draw":
            return replace(done, is_drawn=True)
        case "takeback":
            return replace(done, steps=standing.steps[: offer.to])
        case "swap":
            return replace(done, seats=standing.seats[::-1], gone=standing.gone[::-1])
        case "rematch":
            return replace(done, wants_rematch=True)


def _with_seat_used(standing: S, entry: Entry) -> S:
    """Who does something is there."""
    match entry:
        case Stepped(seat) | Offered(seat) | Answered(seat) | TookBack(seat):
            here = seat
        case Said(int(seat)):
            here = seat
        case _:
            return standing
    if standing.gone[here] is None or standing.seats[here].kind == "open":
        return standing
    return _with_player(standing, here, standing.seats[here], None)


def _with_offer_looked_at(standing: S, entry: Entry) -> S:
    """An offer lapses when what it was about is no more."""
    if standing.offered is None:
        return standing
    kind = standing.offered.kind
    is_elsewhere = isinstance(entry, Stepped | TookBack) and kind in ("draw", "takeback")
    is_with_others = isinstance(entry, Reseated | Left)
    if kind == "rematch":
        # A match that was taken back goes on: it is not yet time for another.
        lapses = isinstance(entry, Away) or standing.outcome is None
    elif kind == "takeback":
        lapses = standing.is_ended
    else:
        lapses = standing.outcome is not None
    return replace(standing, offered=None) if lapses or is_elsewhere or is_with_others else standing


def _has_open(seats: Iterable[Player]) -> bool:
    return any(player.kind == "open" for player in seats)
