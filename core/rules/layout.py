"""Which fields a game's state has, and in which order.

A state is one flat tuple. A field that the rules can never change or ask for is left out, so that
equal positions have equal states and states stay small.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from core.language.definition import (
    Action,
    Clause,
    Convert,
    Definition,
    Effect,
    Expr,
    Place,
    Put,
    Remove,
    Require,
    SetVar,
    Type,
)
from core.rules.tree import Kind

ONGOING = -1
"""What the field `winner` holds until the game is over; then see `Layout.winners`."""

_KINDS = {
    Type.SET: Kind.CELLS,
    Type.GROUPS: Kind.GROUPS,
    Type.NUMBER: Kind.NUMBER,
    Type.CONDITION: Kind.CONDITION,
    Type.NUMBERS: Kind.NUMBERS,
    Type.COLOR: Kind.NUMBER,
    Type.PLAYER: Kind.NUMBER,
    Type.PIECE: Kind.NUMBER,
}


def kind_of(type_: Type) -> Kind:
    """How values of a checked type are held in a tree."""
    return _KINDS[type_]


@dataclass(frozen=True, slots=True)
class Field:
    """One field of the state."""

    name: str
    kind: Kind


class Layout:
    """The fields of one game's state.

    `own0`, `own1`, ... and `neutral` are the pieces of each side and of nobody; `kind0`, ... the
    pieces of each type where there are several; `colors` the cells of each color and `hand0`, ...
    how many of each color a side holds. `var_x` is a counter, `let_x` a remembered value. Then
    come `mover` (side), `stage` (index), `step` and `turn`, `last` (the cell of the previous
    step), `heading` (index of its direction), `taken` (pieces it captured), `passes` (passes in a
    row), `swapped` (whether seats and sides differ), `past` (boards that occurred), and at the end
    `winner` (see `winners`) and `reason` (index of the end rule; their number when nobody could
    move).
    """

    def __init__(self, definition: Definition) -> None:
        """Find out what the rules can change or ask for."""
        self.definition = definition
        self.sides = len(definition.players)
        self.used = used = {node.op for node in _every_expr(definition)}
        self.owned = any(piece.owned for piece in definition.pieces)
        self.neutral = _has_neutral(definition)
        self.kinds = len(definition.pieces) if len(definition.pieces) > 1 else 0
        self.colors = max((piece.colors for piece in definition.pieces), default=0)
        self.hands = self.colors > 0
        fields: list[tuple[str, Kind]] = []
        if self.owned:
            fields += [(f"own{side}", Kind.CELLS) for side in range(self.sides)]
        if self.neutral:
            fields.append(("neutral", Kind.CELLS))
        fields += [(f"kind{index}", Kind.CELLS) for index in range(self.kinds)]
        if self.colors:
            fields.append(("colors", Kind.ARRAY))
            fields += [(f"hand{side}", Kind.ARRAY) for side in range(self.sides)]
        fields += [(f"var_{name}", Kind.NUMBER) for name in definition.vars]
        self.remembered = _remembered(definition)
        lets = sorted(set().union(*self.remembered.values()))
        fields += [(f"let_{name}", kind_of(definition.let_types[name])) for name in lets]
        fields += [(name, Kind.NUMBER) for name in ("mover", "stage", "step", "turn")]
        if self._asks_for_last():
            fields.append(("last", Kind.CELLS))
        if "same_direction" in used:
            fields.append(("heading", Kind.NUMBER))
        if any("captured" in _ops(end.when) for end in definition.ends if not end.immediate):
            fields.append(("taken", Kind.NUMBER))
        if "all_passed" in used:
            fields.append(("passes", Kind.NUMBER))
        if definition.turn.swap:
            fields.append(("swapped", Kind.NUMBER))
        if definition.turn.repeat != "allow" or "repeated" in used:
            fields.append(("past", Kind.ARRAY))
        fields += [("winner", Kind.NUMBER), ("reason", Kind.NUMBER)]
        self.fields = tuple(Field(name, kind) for name, kind in fields)
        self.place = {field.name: index for index, field in enumerate(self.fields)}

    def _asks_for_last(self) -> bool:
        """Whether anything asks for the previous step's cell.

        An end rule tested after a turn that no step of its own has ended (it was stopped, cut
        short, passed, or could not begin) reads `here` as the cell of the last step made.
        """
        turn = self.definition.turn
        late = (end for end in self.definition.ends if not end.immediate)
        ends_by_step = (
            all(branch.go is None for one in self.definition.actions for branch in one.next)
            and not turn.free_pass
            and turn.no_moves not in ("pass", "end")
        )
        return "last" in self.used or (
            not ends_by_step and any("here" in _ops(end.when) for end in late)
        )

    def share(self, sides: Iterable[int]) -> int:
        """What `winner` holds when these sides win, together if they are several.

        No side, and all of them, are a draw.
        """
        won = sorted(set(sides))
        if len(won) == 1:
            return won[0]
        if len(won) == self.sides:
            return self.sides
        return self.sides + sum(1 << side for side in won)

    def winners(self, winner: int) -> tuple[int, ...]:
        """The sides that win, several where they share it, by what `winner` holds; () is a draw."""
        if winner < self.sides:
            return (winner,)
        return tuple(side for side in range(self.sides) if (winner - self.sides) >> side & 1)

    def has(self, name: str) -> bool:
        """Whether the state has a field of this name."""
        return name in self.place

    @property
    def stuck_decides(self) -> bool:
        """Whether who has no legal step may thereby end the game: only settling a state tells."""
        no_moves = self.definition.turn.no_moves
        return no_moves in ("win", "lose", "end") or "all_stuck" in self.used

    @property
    def board_fields(self) -> tuple[str, ...]:
        """Names of the fields that say what lies on the board."""
        return tuple(
            field.name
            for field in self.fields
            if field.name.startswith(("own", "kind")) or field.name in ("neutral", "colors")
        )


def _clauses(action: Action) -> Iterator[Clause]:
    for clause in (
        action.at,
        action.origin,
        action.to,
        action.over,
        action.through,
        action.distance,
        action.condition,
        action.value,
    ):
        if clause is not None:
            yield clause
    for _, clause in action.lets:
        yield clause
    for effect in action.then:
        yield effect.clause
    for branch in action.next:
        if branch.when is not None:
            yield branch.when


def _walk(expr: Expr) -> Iterator[Expr]:
    yield expr
    for arg in expr.args:
        yield from _walk(arg)


def _ops(clause: Clause) -> set[str]:
    return {node.op for node in _walk(clause.expr)}


def _every_expr(definition: Definition) -> Iterator[Expr]:
    for action in definition.actions:
        for clause in _clauses(action):
            yield from _walk(clause.expr)
        if action.dirs is not None:
            yield from _walk(action.dirs)
    for effect in definition.turn.after:
        yield from _walk(effect.clause.expr)
    for end in definition.ends:
        yield from _walk(end.when.expr)
    for expr in definition.score:
        yield from _walk(expr)


def _has_neutral(definition: Definition) -> bool:
    """Whether any piece can belong to nobody."""
    return (
        any(not piece.owned for piece in definition.pieces)
        or any(isinstance(entry, Place) and entry.owner is None for entry in definition.setup)
        or any("neutral" in _owners(action.owner, action.then) for action in definition.actions)
        or "neutral" in _owners("mover", definition.turn.after)
    )


def _owners(owner: object, then: tuple[Effect, ...]) -> set[object]:
    found = {owner}
    for effect in then:
        match effect:
            case Convert(to=to):
                found.add(to)
            case Put(owner=whose):
                found.add(whose)
            case Require() | Remove() | SetVar():
                pass
    return found


def _lets_in(exprs: Iterator[Expr]) -> set[str]:
    return {str(node.value) for node in exprs if node.op == "let"}


def _remembered(definition: Definition) -> dict[str, frozenset[str]]:
    """For each stage the `let:` names that some step from there on may still ask for.

    An action's own `let:` replaces the older value only after its `at`, `from`, `if` and the like
    have been looked at, so those ask for the older one.
    """
    before: dict[str, set[str]] = {}
    given: dict[str, set[str]] = {}
    late: dict[str, set[str]] = {}
    ends = set().union(*(_lets_in(_walk(end.when.expr)) for end in definition.ends), set())
    for action in definition.actions:
        given[action.name] = {name for name, _ in action.lets}
        early: set[str] = set()
        after: set[str] = set()
        for clause in _clauses(action):
            names = _lets_in(_walk(clause.expr))
            acting = any(clause is effect.clause for effect in action.then) or any(
                clause is branch.when for branch in action.next
            )
            (after if acting else early).update(names)
        if action.dirs is not None:
            early |= _lets_in(_walk(action.dirs))
        late[action.name] = after | ends
        before[action.name] = early
    prompts = (item for texts in definition.prompts.values() for item in texts.items())
    for stage, template in prompts:
        asked = set().union(
            *(_lets_in(_walk(part)) for part in template if isinstance(part, Expr)), set()
        )
        for action in definition.actions:
            if action.stage == stage:
                before[action.name] = before[action.name] | asked
    stages = [stage.name for stage in definition.stages]
    live = {name: set(ends) for name in stages}  # any stage may be the last of a turn
    changed = True
    while changed:
        changed = False
        for action in definition.actions:
            follow = set().union(
                *(live[branch.go] for branch in action.next if branch.go is not None), set()
            )
            need = before[action.name] | ((late[action.name] | follow) - given[action.name])
            if not need <= live[action.stage]:
                live[action.stage] |= need
                changed = True
    return {name: frozenset(live[name]) for name in stages}
