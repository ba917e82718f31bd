"""From cells that a person picks to steps of the game.

A step names the cells to pick for it in order: one for a placement, two for a move. Whatever has
been picked narrows the steps down; nothing here knows what a game is about.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from core.errors import IllegalStep
from core.rules.game import Game, Position, Step
from tui.language import _, said

Picks = tuple[str, ...]
"""Cells picked so far for one step, in order."""


@dataclass(frozen=True, slots=True)
class Picked:
    """What a further pick has led to; just one of the three is not empty."""

    picks: Picks = ()
    """The step goes on: what has been picked now."""
    steps: tuple[Step, ...] = ()
    """These steps are complete; several when the cells alone do not tell which is meant."""
    refusal: str = ""
    """Why the cell cannot be picked."""


def following(position: Position, picks: Picks) -> tuple[Step, ...]:
    """The legal steps that begin with these picks and want more."""
    count = len(picks)
    return tuple(
        step for step in position.steps if len(step.cells) > count and step.cells[:count] == picks
    )


def targets(position: Position, picks: Picks = ()) -> frozenset[str]:
    """The cells that may be picked next."""
    return frozenset(step.cells[len(picks)] for step in following(position, picks))


def pick(position: Position, picks: Picks, cell: str) -> Picked:
    """What becomes of `picks` when `cell` is picked too.

    A cell that does not go on from the picks begins anew where it can.
    """
    for begun in (picks, ()) if picks else ((),):
        steps = [
            step
            for step in following(position, begun)
            if _clicks_on(position.game, step, len(begun), cell)
        ]
        if steps:
            return _result(steps, len(begun) + 1)
    return Picked(refusal=refusal(position, picks, cell))


def refusal(position: Position, picks: Picks, cell: str) -> str:
    """Why a cell cannot be picked now, in a player's words that name it; "" when it can."""
    if cell in targets(position, picks):
        return ""
    token = "-".join((*picks[:1], cell))
    reason = said(position.refusal(token)) or _("nothing can be done here")
    return reason if reason.startswith(f"{cell} ") else f"{cell}: {reason}"


def typed(position: Position, text: str, seats: Collection[int] | None = None) -> list[Step]:
    """The steps that a person typed, with commas between.

    Cells alone will do where just one legal step is at exactly these cells.

    Args:
        position: Where they begin.
        text: What was typed.
        seats: The seats that may be played for; None is all.

    Raises:
        IllegalStep: One of them is no legal step where it comes, or is another's to make;
            nothing has been played.
    """
    steps: list[Step] = []
    tokens = [word for word in text.replace(",", " ").split() if word]
    if not tokens:
        told = _("nothing was typed; type a step such as {step}")
        raise IllegalStep(told.format(step=_example(position)))
    for token in tokens:
        token = token.partition("*")[0]
        if steps and token == "stop" and not position.step:
            raise IllegalStep(_("the turn ends by itself, without stop; nothing was played"))
        known = {step.token: step for step in position.steps}
        if steps and seats is not None and position.mover not in (None, *seats):
            told = _("{step} comes after the end of your turn; nothing was played")
            raise IllegalStep(told.format(step=token))
        if token not in known:
            token = _meant(position, token)
        after = position.play(token)
        steps.append(known[token])
        position = after
    return steps


def _meant(position: Position, token: str) -> str:
    """The token of the step that a typed word means, where that is clear; else the word."""
    word = token.lower()
    if any(step.token == word for step in position.steps):
        return word
    cells = tuple(word.split("-"))
    meant = [step.token for step in position.steps if step.cells == cells]
    return meant[0] if len(meant) == 1 else token


def _result(steps: list[Step], count: int) -> Picked:
    """Complete where all these steps want no more cells.

    Where some do and some do not, those that are complete are offered: the others can be typed.
    """
    complete = tuple(step for step in steps if len(step.cells) == count)
    if complete:
        return Picked(steps=complete)
    return Picked(picks=steps[0].cells[:count])


def _clicks_on(game: Game, step: Step, place: int, cell: str) -> bool:
    """Whether picking `cell` can mean the cell of a step, which some games let be a column."""
    wanted = step.cells[place]
    if wanted == cell:
        return True
    if game.definition.display.click.get(step.action) != "column":
        return False
    board = game.board
    return bool(board.column_of(board.mask([wanted])) & board.mask([cell]))


def _example(position: Position) -> str:
    return str(position.steps[0]) if position.steps else "d4"
