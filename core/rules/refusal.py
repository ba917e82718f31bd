"""Why a step is not legal: the first clause of the game file that forbids it, in words.

Legality is data, so it can be asked clause by clause: is the cell among `at`, does `if` hold, each
`require`, and last `minimize` or `maximize`. Where several actions could be meant, the one that
got furthest answers, since it is the one that the player most likely meant.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.language.definition import Action
from core.rules import notation
from core.rules.machine import Machine, State

_ALL_HELD = 1_000_000
"""More hurdles than any step has: nothing about the step itself forbids it."""
_TOUCHLESS = {
    "pass": "you may not pass now",
    "swap": "sides cannot be swapped now",
    "stop": "the turn cannot be ended now",
}


def reason(machine: Machine, state: State, token: str, prompt: str) -> str:
    """Why `token` is not legal, for a token that is not among the legal steps.

    Args:
        machine: The rules.
        state: A settled state of a game that goes on.
        token: What somebody wants to do.
        prompt: What may be done instead, in words.
    """
    if token in _TOUCHLESS:
        return _TOUCHLESS[token]
    verb, sign, cells = notation.split(token)
    definition = machine.layout.definition
    board = definition.board
    if not cells:
        return f"{token!r} is no step; {prompt}"
    for cell in cells:
        if cell not in board.index:
            run = f"cells run from {board.cells[0]} to {board.cells[-1]}"
            return f"no cell {cell!r} on this board; {run}"
    stage = definition.stages[state[machine.layout.place["stage"]]].name
    found = [
        _refused(machine, state, index, cells, prompt)
        for index, action in enumerate(definition.actions)
        if action.stage == stage and action.sign == sign and _written(action) == verb
    ]
    if not found:
        return f"{token}: not now; {prompt}"
    return f"{token}: {max(found)[1]}"


def _written(action: Action) -> str:
    return "place" if action.verb == "select" else action.verb


def _refused(
    machine: Machine, state: State, index: int, cells: Sequence[str], prompt: str
) -> tuple[int, str]:
    """How many hurdles the step took, and what stopped it."""
    definition = machine.layout.definition
    action = definition.actions[index]
    masks = [definition.board.mask((cell,)) for cell in cells]
    if not machine.choices(state, index) & masks[0]:
        return 0, _not_among(machine, state, action, cells[0], prompt)
    attempts = machine.attempts(state, index, masks[0], masks[-1])
    if not attempts:
        return 1, f"no piece can go from {cells[0]} to {cells[-1]}"
    refused = [one for one in attempts if isinstance(one, int)]
    if len(refused) == len(attempts):
        rejection = machine.program.rejections[max(refused)]
        return 2 + max(refused), rejection.because or f"this must hold: {rejection.text}"
    if action.value is None:
        return _ALL_HELD, "another kind of step goes first"
    which = "smallest" if action.optimum == "minimize" else "largest"
    otherwise = f"only where this is {which}: {action.value.text}"
    return _ALL_HELD, action.value.because or otherwise


def _not_among(machine: Machine, state: State, action: Action, cell: str, prompt: str) -> str:
    """Why an action cannot begin at a cell."""
    here = machine.layout.definition.board.mask((cell,))
    occupied = bool(machine.occupied(state) & here)
    if action.verb == "place" and occupied:
        return f"{cell} is not empty"
    if action.verb != "place" and not occupied:
        return f"{cell} is empty"
    if action.verb == "move" and not machine.own(state) & here:
        return f"{cell} holds no piece of yours"
    clause = action.origin if action.verb == "move" else action.at
    assert clause is not None
    return clause.because or f"{cell} is not among: {clause.text}; {prompt}"
