"""Why a step is not legal: the first clause of the game file that forbids it, in words.

Legality is data, so it can be asked clause by clause: is the cell among `at`, does `if` hold, each
`require`, and last `minimize`, `maximize` and `priority`. Where several actions could be meant, the
one that got furthest answers, since it is the one that the player most likely meant.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.language.definition import Action, Definition
from core.rules import notation
from core.rules.machine import Machine, State

_ALL_HELD = 1_000_000
"""More hurdles than any step has: nothing about the step itself forbids it."""
_SHOWN = 3
"""Steps that are named where there may be many."""
_TOUCHLESS = {
    "pass": "you may not pass now",
    "swap": "sides cannot be swapped now",
    "stop": "the turn cannot be ended now",
}


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a game that goes on."""

    machine: Machine
    state: State
    """Settled."""
    steps: tuple[tuple[str, str], ...]
    """(action, token) of each legal step that an action of the file makes."""
    prompt: str
    """What may be done, in words."""
    words: Callable[[str], str]
    """Name of an action -> what it is called."""

    @property
    def definition(self) -> Definition:
        """The game."""
        return self.machine.layout.definition

    @property
    def stage(self) -> str:
        """Stage of the turn."""
        return self.definition.stages[self.state[self.machine.layout.place["stage"]]].name


def reason(moment: Moment, token: str) -> str:
    """Why `token` is not legal, for a token that is not among the legal steps.

    Args:
        moment: Where somebody wants to do it.
        token: What somebody wants to do. Cells alone mean whatever might be done there.
    """
    if token in _TOUCHLESS:
        return _TOUCHLESS[token]
    verb, sign, cells = notation.split(token)
    board = moment.definition.board
    if not cells:
        return f"{token!r} is no step; {moment.prompt}"
    for cell in cells:
        if cell not in board.index:
            run = f"cells run from {board.cells[0]} to {board.cells[-1]}"
            return f"no cell {cell!r} on this board; {run}"
    found = [
        _refused(moment, index, cells)
        for index, action in enumerate(moment.definition.actions)
        if action.stage == moment.stage and _may_mean(verb, sign, action)
    ]
    if not found:
        return f"{token}: not now; {moment.prompt}"
    return f"{token}: {max(found, key=_hurdles)[1]}"


def _may_mean(verb: str, sign: str, action: Action) -> bool:
    """Whether a token of this verb and sign may mean an action; cells alone mean any."""
    return sign in ("", action.sign) and verb in ("place", action.verb)


def _hurdles(refused: tuple[int, str]) -> int:
    return refused[0]


def _refused(moment: Moment, index: int, cells: Sequence[str]) -> tuple[int, str]:
    """How many hurdles the step took, and what stopped it."""
    machine, state, board = moment.machine, moment.state, moment.definition.board
    action = moment.definition.actions[index]
    origin = board.mask(cells[:1])
    if not machine.choices(state, index) & origin:
        if machine.occupied(state) & origin and (wanted := _missing(moment, action, origin)):
            return -1, f"{cells[0]} holds no {wanted}"
        return 0, _not_among(moment, action, cells[0])
    begun = action.verb == "move" and len(cells) == 1
    goals = board.cells if begun else cells[-1:]
    attempts = [
        one for goal in goals for one in machine.attempts(state, index, origin, board.mask((goal,)))
    ]
    if not attempts:
        assert action.to is not None
        way = f"from {cells[0]}" if begun else f"from {cells[0]} to {cells[-1]}"
        return 1, action.to.because or f"no piece can go {way}"
    refused = [one for one in attempts if isinstance(one, int)]
    if len(refused) == len(attempts):
        rejection = machine.program.rejections[max(refused)]
        return 2 + max(refused), rejection.because or f"this must hold: {rejection.text}"
    return _ALL_HELD, _surpassed(moment, action)


def _missing(moment: Moment, action: Action, here: int) -> str:
    """The type of piece that an action begins with, where another lies; else ""."""
    layout = moment.machine.layout
    if action.verb == "place" or action.piece is None or not layout.kinds:
        return ""
    if moment.state[layout.place[f"kind{action.piece}"]] & here:
        return ""
    name = moment.definition.pieces[action.piece].name
    return moment.definition.text.get("en", {}).get(f"pieces.{name}", name)


def _not_among(moment: Moment, action: Action, cell: str) -> str:
    """Why an action cannot begin at a cell."""
    machine, state = moment.machine, moment.state
    here = moment.definition.board.mask((cell,))
    occupied = bool(machine.occupied(state) & here)
    if action.verb == "place" and occupied:
        return f"{cell} is not empty"
    if action.verb != "place" and not occupied:
        return f"{cell} is empty"
    if action.verb == "move" and not machine.own(state) & here:
        return f"{cell} holds no piece of yours"
    clause, where = (action.origin, "from") if action.verb == "move" else (action.at, "at")
    assert clause is not None
    what = moment.words(action.name)
    only = f"you may not {what} {where} {cell}: only {where} {clause.text}; {moment.prompt}"
    return clause.because or only


def _surpassed(moment: Moment, action: Action) -> str:
    """Which other steps go before those of an action, when nothing else forbids them."""
    priorities = {one.name: one.priority for one in moment.definition.actions}
    first = [step for step in moment.steps if priorities[step[0]] > action.priority]
    if first:
        labels = dict.fromkeys(moment.words(name) for name, _ in first)
        return f"you must {' or '.join(labels)} first: {_listed([token for _, token in first])}"
    if action.value is None:
        return f"not now; {moment.prompt}"
    which = "smallest" if action.optimum == "minimize" else "largest"
    return action.value.because or f"only where this is {which}: {action.value.text}"


def _listed(tokens: Sequence[str]) -> str:
    """The first few of some steps, and how many more there are."""
    shown = ", ".join(tokens[:_SHOWN])
    return f"{shown} and {len(tokens) - _SHOWN} more" if len(tokens) > _SHOWN else shown
