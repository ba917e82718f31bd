"""What a bot thinks, as lines: the best steps, how a position is valued."""

from __future__ import annotations

from collections.abc import Sequence

from core.bots.bot import Choice
from tui.advice import Values, percent
from tui.language import _
from tui.lines import EMPTY, Line, Piece, line, wrapped
from tui.news import sentence

HINTS = 5
"""Steps that are told of a hint."""
MORE = 2
"""Rows at most for the steps that a bot expects."""


def hint_lines(hint: Choice, columns: int) -> list[Line]:
    """The best steps with their values, in the order of `Choice`, and what the bot expects."""
    others = [(one.token, one.value) for one in hint.thoughts if one.token != hint.step.token]
    best = [(hint.step.token, hint.value), *others][:HINTS]
    rows = [
        line(Piece(f"{percent(value):>6} ", "dim"), Piece(token, "" if place else "strong"))
        for place, (token, value) in enumerate(best)
    ]
    if len(hint.line) > 1:
        told = _("expects {steps}").format(steps=" ".join(hint.line))
        rows += wrapped(told, columns, "dim", "  ")[:MORE]
    return rows


def thought_lines(name: str, choice: Choice, columns: int) -> list[Line]:
    """What a bot thought when it chose the step that has just been made."""
    words = _("{name} gave itself {percent}").format(name=name, percent=percent(choice.value))
    if len(choice.line) > 1:
        words += _(", expecting {steps}").format(steps=" ".join(choice.line[1:]))
    return wrapped(sentence(words), columns, "dim", "  ")[:MORE]


def value_line(values: Values, signs: Sequence[Piece]) -> Line:
    """How a position is valued.

    Args:
        values: Indexed by seat.
        signs: The sign of each seat.
    """
    parts: Line = EMPTY
    for sign, value in zip(signs, values, strict=True):
        if value is not None:
            parts = (*parts, sign, Piece(f" {percent(value)}   ", "strong"))
    return parts
