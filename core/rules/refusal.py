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
from core.words import N_, Message, Text, either

_ALL_HELD = 1_000_000
"""More hurdles than any step has: nothing about the step itself forbids it."""
_SHOWN = 3
"""Steps that are named where there may be many."""
_TOUCHLESS = {
    "pass": Message("you may not pass now"),
    "swap": Message("sides cannot be swapped now"),
    "stop": Message("the turn cannot be ended now"),
}


_NOT_AT = N_("you may not {action} at {cell}: only at {cells}; {prompt}")
_NOT_FROM = N_("you may not {action} from {cell}: only from {cells}; {prompt}")


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a game that goes on."""

    machine: Machine
    state: State
    """Settled."""
    steps: tuple[tuple[str, str], ...]
    """(action, token) of each legal step that an action of the file makes."""
    prompt: Text
    """What may be done, in words."""
    words: Callable[[str], Text]
    """Name of an action -> what it is called."""

    @property
    def definition(self) -> Definition:
        """The game."""
        return self.machine.layout.definition

    @property
    def stage(self) -> str:
        """Stage of the turn."""
        return self.definition.stages[self.state[self.machine.layout.place["stage"]]].name


def reason(moment: Moment, token: str) -> Text:
    """Why `token` is not legal, for a token that is not among the legal steps.

    Its cells are named only where there are several, or no such ones.

    Args:
        moment: Where somebody wants to do it.
        token: What somebody wants to do. Cells alone mean whatever might be done there.
    """
    if token in _TOUCHLESS:
        return _TOUCHLESS[token]
    verb, sign, cells = notation.split(token)
    board = moment.definition.board
    if not cells:
        return Message("{step} is no step; {prompt}", step=repr(token), prompt=moment.prompt)
    for cell in cells:
        if cell not in board.index:
            return Message(
                "no cell {cell} on this board; cells run from {first} to {last}",
                cell=repr(cell),
                first=board.cells[0],
                last=board.cells[-1],
            )
    found = [
        _refused(moment, index, cells)
        for index, action in enumerate(moment.definition.actions)
        if action.stage == moment.stage and _may_mean(verb, sign, action)
    ]
    return max(found, key=_hurdles)[1] if found else _not_now(moment)


def _not_now(moment: Moment) -> Text:
    return Message("not now; {prompt}", prompt=moment.prompt)


def _may_mean(verb: str, sign: str, action: Action) -> bool:
    """Whether a token of this verb and sign may mean an action; cells alone mean any."""
    return sign in ("", action.sign) and verb in ("place", action.verb)


def _hurdles(refused: tuple[int, Text]) -> int:
    return refused[0]


def _because(moment: Moment, reason: str) -> Text:
    """A reason that the game file gives, in its languages."""
    return moment.definition.words(f"because.{reason}", reason)


def _refused(moment: Moment, index: int, cells: Sequence[str]) -> tuple[int, Text]:
    """How many hurdles the step took, and what stopped it."""
    machine, state, board = moment.machine, moment.state, moment.definition.board
    action = moment.definition.actions[index]
    origin = board.mask(cells[:1])
    if not machine.choices(state, index) & origin:
        if machine.occupied(state) & origin and (wanted := _missing(moment, action, origin)):
            return -1, Message("{cell} holds no {piece}", cell=cells[0], piece=wanted)
        return 0, _not_among(moment, action, cells[0])
    begun = action.verb == "move" and len(cells) == 1
    goals = board.cells if begun else cells[-1:]
    attempts = [
        one for goal in goals for one in machine.attempts(state, index, origin, board.mask((goal,)))
    ]
    if not attempts:
        assert action.to is not None
        if action.to.because:
            return 1, _because(moment, action.to.because)
        if begun:
            return 1, Message("no piece can go from {cell}", cell=cells[0])
        goal = cells[-1]
        return 1, Message("no piece can go from {cell} to {goal}", cell=cells[0], goal=goal)
    refused = [one for one in attempts if isinstance(one, int)]
    if len(refused) == len(attempts):
        rejection = machine.program.rejections[max(refused)]
        told = Message("this must hold: {condition}", condition=rejection.text)
        because = rejection.because
        return 2 + max(refused), _because(moment, because) if because else told
    return _ALL_HELD, _surpassed(moment, action)


def _missing(moment: Moment, action: Action, here: int) -> Text:
    """The type of piece that an action begins with, where another lies; else ""."""
    layout = moment.machine.layout
    if action.verb == "place" or action.piece is None or not layout.kinds:
        return Text()
    if moment.state[layout.place[f"kind{action.piece}"]] & here:
        return Text()
    return moment.definition.piece_name(moment.definition.pieces[action.piece].name)


def _not_among(moment: Moment, action: Action, cell: str) -> Text:
    """Why an action cannot begin at a cell."""
    machine, state = moment.machine, moment.state
    here = moment.definition.board.mask((cell,))
    occupied = bool(machine.occupied(state) & here)
    if action.verb == "place" and occupied:
        return Message("{cell} is not empty", cell=cell)
    if action.verb != "place" and not occupied:
        return Message("{cell} is empty", cell=cell)
    if action.verb == "move" and not machine.own(state) & here:
        return Message("{cell} holds no piece of yours", cell=cell)
    clause, template = action.at, _NOT_AT
    if action.verb == "move":
        clause, template = action.origin, _NOT_FROM
    assert clause is not None
    if clause.because:
        return _because(moment, clause.because)
    what, allowed = moment.words(action.name), clause.text
    return Message(template, action=what, cell=cell, cells=allowed, prompt=moment.prompt)


def _surpassed(moment: Moment, action: Action) -> Text:
    """Which other steps go before those of an action, when nothing else forbids them."""
    priorities = {one.name: one.priority for one in moment.definition.actions}
    first = [step for step in moment.steps if priorities[step[0]] > action.priority]
    if first:
        action_names = either(dict.fromkeys(moment.words(name) for name, _ in first))
        steps = _listed([token for _, token in first])
        return Message("you must {action} first: {steps}", action=action_names, steps=steps)
    if action.value is None:
        return _not_now(moment)
    if action.value.because:
        return _because(moment, action.value.because)
    if action.optimum == "minimize":
        return Message("only where this is smallest: {value}", value=action.value.text)
    return Message("only where this is largest: {value}", value=action.value.text)


def _listed(tokens: Sequence[str]) -> str:
    """The first few of some steps, and how many more there are."""
    shown, more = ", ".join(tokens[:_SHOWN]), len(tokens) - _SHOWN
    return shown if more <= 0 else Message("{steps} and {count} more", steps=shown, count=more)
