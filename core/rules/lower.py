"""From a checked `Definition` to a `Program`.

An action is carried out on symbols: each field stands for an expression over the fields before
the step, each effect replaces some of them, and what is returned at the end is again expressions
over the fields before. So the conditions that must hold in the middle of a step can be tested
while listing steps without making any state, and order is settled here once for all back ends:

1. `let:` values, from the position before the step; 2. the verb's change; 3. `then:` in order;
4. `immediate` end rules; 5. `next:`; 6. if the turn has ended: the other end rules, `turn.after`,
the next side to move. What follows when nothing can be done is `Program.stucks` and the turn
machine, `Program.settle`.

Everything is written once for each side to move, so that `mine`, regions and relative directions
are plain fields and constants.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from core.language import limits
from core.language.definition import (
    Action,
    Clause,
    Convert,
    Definition,
    Effect,
    EndRule,
    Put,
    Remove,
    Require,
    SetVar,
)
from core.rules.layout import ONGOING
from core.rules.perspective import Expressions, Perspective, asks_same_direction
from core.rules.program import (
    PASS,
    STOP,
    SWAP,
    Append,
    Become,
    Block,
    Contest,
    Each,
    Emit,
    Enough,
    Enter,
    Forever,
    Give,
    If,
    ListSteps,
    Program,
    Reject,
    Rejection,
    Settled,
    Statement,
    Turn,
)
from core.rules.tree import Kind, Node

REPEATED = "the board would be as it was before"
"""What a player is told whose step `repeat: forbid` forbids."""


def lower(definition: Definition) -> Program:
    """The program of a game."""
    return Lowering(definition).program()


class Lowering(Expressions):
    """One definition on its way to a program."""

    def __init__(self, definition: Definition) -> None:
        """Lay out the state; nothing is lowered yet."""
        super().__init__(definition)
        self.headings = len(self.board.directions) + 1
        self.stages = {stage.name: index for index, stage in enumerate(definition.stages)}
        self.rejections: list[Rejection] = []
        self._rejected: dict[tuple[str, str | None, int], int] = {}
        self._names = count()

    def program(self) -> Program:
        """Everything of the game."""
        sides = range(self.layout.sides)
        steps = {
            (side, index): self._steps(side, stage)
            for side in sides
            for stage, index in self.stages.items()
        }
        attempts = {}
        for side in sides:
            for index, action in enumerate(self.definition.actions):
                for direction in self._headings_of(action, side):
                    heading = self._heading(index, direction)
                    attempts[side, heading] = self._attempt(side, action, direction)
        return Program(
            layout=self.layout,
            tree=self.tree,
            headings=self.headings,
            steps=steps,
            attempts=attempts,
            closes={side: self._close(side) for side in sides},
            passes={side: self._pass(side) for side in sides},
            swaps={side: self._swap(side) for side in sides} if self.layout.has("swapped") else {},
            stucks={side: self._stuck(side) for side in sides},
            scores={side: (Give(self.score(self.start(side))),) for side in sides},
            settle=self._settle(),
            rejections=tuple(self.rejections),
        )

    # Listing steps

    def _steps(self, side: int, stage: str) -> Block:
        actions = [
            (index, action)
            for index, action in enumerate(self.definition.actions)
            if action.stage == stage
        ]
        block: list[Statement] = []
        for priority in sorted({action.priority for _, action in actions}, reverse=True):
            if block:
                block.append(Enough())
            for index, action in actions:
                if action.priority == priority:
                    block += self._candidates(side, index, action)
        return tuple(block)

    def _candidates(self, side: int, index: int, action: Action) -> Block:
        here = self.tree.local("here", Kind.CELLS)
        if action.verb != "move":
            emit = Emit(self._heading(index, None), "here", "here")
            body = self._tested(self.start(side), action, here, here, None, emit)
            block: Block = (Each("here", self._places(self.start(side), action), body),)
        else:
            block = self._moves(side, index, action)
        if action.optimum:
            return (Contest(action.optimum == "maximize", block),)
        return block

    def _moves(self, side: int, index: int, action: Action) -> Block:
        view = self.start(side)
        origin = self.tree.local("origin", Kind.CELLS)
        here = self.tree.local("here", Kind.CELLS)
        inside: list[Statement] = []
        for direction in self._headings_of(action, side):
            emit = Emit(self._heading(index, direction), "origin", "here")
            body = self._tested(self.start(side), action, origin, here, direction, emit)
            landing = self._landing(self.start(side), action, origin, direction)
            each = Each("here", landing, body)
            guard = self._same_heading(view, action, direction)
            inside.append(each if guard is self.tree.true else If(guard, (each,)))
        return (Each("origin", self._movable(view, action), tuple(inside)),)

    def _tested(
        self,
        view: Perspective,
        action: Action,
        origin: Node,
        here: Node,
        direction: str | None,
        emit: Emit,
    ) -> Block:
        """The step, listed if `if:` and every `require:` hold."""
        self._point(view, action, origin, here, direction)
        conditions = []
        if action.condition:
            conditions.append(self.lower(action.condition.expr, view))
        inside: Statement = emit
        if action.value:
            inside = Enter(self.lower(action.value.expr, view), emit)
        self._remember(view, action)
        self._act(view, action)
        for effect in action.then:
            if isinstance(effect, Require):
                conditions.append(self.lower(effect.clause.expr, view))
            else:
                self._effect(view, effect)
        if self.definition.turn.repeat == "forbid":
            conditions.append(self.tree.negate(self.repeats(view)))
        for condition in reversed(conditions):
            inside = If(condition, (inside,))
        return (inside,)

    def _places(self, view: Perspective, action: Action) -> Node:
        """Cells on which a place, take or select may be tried."""
        assert action.at is not None
        at = self.lower(action.at.expr, view)
        if action.verb == "place":
            return self.tree.meet(at, self.empty(view))
        return self.tree.meet(at, self.of_piece(view, action.piece))

    def _movable(self, view: Perspective, action: Action) -> Node:
        assert action.origin is not None
        origin = self.lower(action.origin.expr, view)
        mine = self.tree.join(self.own(view, view.side), self.neutral(view))
        return self.tree.meet(origin, mine, self.of_piece(view, action.piece))

    def _landing(
        self, view: Perspective, action: Action, origin: Node, direction: str | None
    ) -> Node:
        """Cells on which a move from `origin` in this direction may land."""
        tree = self.tree
        view.origin, view.direction = origin, direction
        assert action.to is not None
        if action.by == "leap":
            return tree.minus(self.lower(action.to.expr, view), origin)
        assert direction is not None
        next_cell = tree.node("shift", Kind.CELLS, origin, value=direction)
        if action.by == "step":
            return tree.meet(next_cell, self.lower(action.to.expr, view))
        if action.by == "hop":
            over = self.lower(action.over.expr, view) if action.over else self.occupied(view)
            view.over = tree.meet(next_cell, over)
            beyond = tree.node("shift", Kind.CELLS, view.over, value=direction)
            return tree.meet(beyond, self.lower(action.to.expr, view))
        through = self.lower(action.through.expr, view) if action.through else self.empty(view)
        if action.distance:
            steps = self.lower(action.distance.expr, view)
            path = tree.node("stride", Kind.CELLS, origin, through, steps, value=direction)
        else:
            path = tree.node("slide", Kind.CELLS, origin, through, value=direction)
        return tree.meet(path, self.lower(action.to.expr, view))

    def _headings_of(self, action: Action, side: int) -> tuple[str | None, ...]:
        """Directions in which an action moves; (None,) for those that have none."""
        if action.verb != "move" or action.by == "leap":
            return (None,)
        dirs: list[str] = []
        for name in (
            self.directions_of(action.dirs, side, None) if action.dirs else self.board.directions
        ):
            if name not in dirs:
                dirs.append(name)
        return tuple(dirs)

    def _heading(self, action: int, direction: str | None) -> int:
        order = 0 if direction is None else 1 + self.board.directions.index(direction)
        return action * self.headings + order

    def _same_heading(self, view: Perspective, action: Action, direction: str | None) -> Node:
        """Whether the previous step went this way, where the action asks for that."""
        if action.dirs is None or direction is None or not asks_same_direction(action.dirs):
            return self.tree.true
        order = self.tree.number(1 + self.board.directions.index(direction))
        return self.tree.compare("==", view.fields["heading"], order)

    def choices(self, side: int, index: int) -> Node:
        """Cells where an action may begin, by `at` or `from` alone."""
        action = self.definition.actions[index]
        view = self.start(side)
        if action.verb == "move":
            return self._movable(view, action)
        return self._places(view, action)

    def landings(self, side: int, index: int) -> list[tuple[int, Node]]:
        """(order of the direction, cells where the action may end) from the local `origin`.

        The order is 0 for no direction, as in a code's heading.
        """
        action = self.definition.actions[index]
        start = self.tree.local("origin", Kind.CELLS)
        if action.verb != "move":
            return [(0, start)]
        found = []
        for direction in self._headings_of(action, side):
            view = self.start(side)
            guard = self._same_heading(view, action, direction)
            landing = self._landing(view, action, start, direction)
            order = self._heading(0, direction)
            found.append((order, self.tree.iff(guard, landing, self.tree.none)))
        return found

    # Making a step

    def _attempt(self, side: int, action: Action, direction: str | None) -> Block:
        """The step at the locals `origin` and `here`, with every condition tested."""
        view = self.start(side)
        here = self.tree.local("here", Kind.CELLS)
        origin = self.tree.local("origin", Kind.CELLS) if action.verb == "move" else here
        self._point(view, action, origin, here, direction)
        block: list[Statement] = []
        if action.condition:
            block.append(self._unless(self.lower(action.condition.expr, view), action.condition))
        self._remember(view, action)
        self._act(view, action)
        for effect in action.then:
            if isinstance(effect, Require):
                block.append(self._unless(self.lower(effect.clause.expr, view), effect.clause))
            else:
                self._effect(view, effect)
        if self.definition.turn.repeat == "forbid":
            block.append(If(self.repeats(view), (self._reject("repeat: forbid", REPEATED, 0),)))
        self._count_step(view, direction)
        block += self._end_rules(view, immediate=True)
        return (*block, *self._next(view, action))

    def _next(self, view: Perspective, action: Action) -> Block:
        """What `next:` says; the lines are tried in order and fall through to the end."""
        block: Block = self._turn_ends(view)
        for branch in reversed(action.next):
            leaf = self._turn_ends(view) if branch.go is None else self._stay(view, branch.go)
            if branch.when is None:
                block = leaf
            else:
                block = (If(self.lower(branch.when.expr, view), leaf, block),)
        return block

    def _stay(self, view: Perspective, stage: str) -> Block:
        view = view.copy()
        live = self.layout.remembered[stage]
        view.fields["stage"] = self.tree.number(self.stages[stage])
        for name in self._let_fields():
            keep = name in live and name in view.lets
            view.fields[f"let_{name}"] = view.lets[name] if keep else self.nothing(name)
        return (self._become(view),)

    def _turn_ends(self, view: Perspective) -> Block:
        """The other end rules, `turn.after` and the next side to move."""
        view = view.copy()
        block: list[Statement] = list(self._end_rules(view, immediate=False))
        if self.layout.has("past"):
            if self.definition.turn.repeat == "draw":
                over = view.copy()
                over.fields["winner"] = self.tree.number(self.layout.sides)
                over.fields["reason"] = self.tree.number(len(self.definition.ends) + 1)
                block.append(If(self.repeats(view), (self._become(over),)))
            view.fields["past"] = self.tree.node(
                "remember", Kind.ARRAY, view.fields["past"], *self.board_fields(view)
            )
        for effect in self.definition.turn.after:
            self._effect(view, effect)
        view.fields["mover"] = self.tree.number((view.side + 1) % self.layout.sides)
        view.fields["stage"] = self.tree.number(self.stages["start"])
        view.fields["step"] = self.tree.number(0)
        view.fields["turn"] = self.tree.compute("+", view.fields["turn"], self.tree.number(1))
        for name in self._let_fields():
            view.fields[f"let_{name}"] = self.nothing(name)
        return (*block, self._become(view))

    def _close(self, side: int) -> Block:
        return self._turn_ends(self._at_rest(side))

    def _pass(self, side: int) -> Block:
        view = self._at_rest(side)
        view.fields["step"] = self.tree.number(1)
        if self.layout.has("last"):
            view.fields["last"] = self.tree.none
        if self.layout.has("passes"):
            view.fields["passes"] = self.tree.compute(
                "+", view.fields["passes"], self.tree.number(1)
            )
        return self._turn_ends(view)

    def _swap(self, side: int) -> Block:
        view = self.start(side)
        view.fields["swapped"] = self.tree.number(1)
        view.fields["turn"] = self.tree.compute("+", view.fields["turn"], self.tree.number(1))
        return (self._become(view),)

    def _stuck(self, side: int) -> Block:
        """A side has no step at the start of its turn and passing does not help."""
        view = self._at_rest(side)
        view.all_stuck = True
        sides, tree = self.layout.sides, self.tree
        how = self.definition.turn.no_moves
        block: list[Statement] = []
        if how in ("pass", "end"):
            block += self._end_rules(view, immediate=False)
            block += self._end_rules(view, immediate=True)
        winner = tree.number(sides)
        if how == "win":
            winner = tree.number(side)
        elif how == "lose":
            winner = self._others(side)
        elif how == "end" and self.definition.score:
            winner = self._leader(view, most=True, tie=tree.number(sides))
        view.fields["winner"] = winner
        view.fields["reason"] = tree.number(len(self.definition.ends))
        return (*block, self._become(view))

    def _settle(self) -> Block:
        """The turn machine, run after every step.

        Where nothing can be done in mid-turn, the turn ends by itself. Where a side has nothing
        to do at the start of its turn, it passes if that helps anybody (a step like any other);
        else it is stuck.
        """
        tree, turn = self.tree, self.definition.turn
        field = self.start(0).fields
        zero = tree.number(0)
        over = tree.compare("!=", field["winner"], tree.number(ONGOING))
        mid_turn = tree.compare(">", field["step"], zero)
        listed = tree.compare(">", tree.local("listed", Kind.NUMBER), zero)
        may_stop = tree.either(
            *(
                tree.compare("==", field["stage"], tree.number(self.stages[stage.name]))
                for stage in self.definition.stages
                if stage.stop
            )
        )
        fresh: list[Statement] = [Append(PASS)] if turn.free_pass else []
        if "swapped" in field:
            second = tree.compare("==", field["turn"], tree.number(2))
            fresh.append(If(second, (Append(SWAP),)))
        body: list[Statement] = [
            If(over, (Settled(),)),
            ListSteps(),
            If(
                listed,
                (If(mid_turn, (If(may_stop, (Append(STOP),)),), tuple(fresh)), Settled()),
            ),
            If(mid_turn, (Turn("closes"),), self._nothing_to_do()),
        ]
        return (Forever(tuple(body)),)

    def _nothing_to_do(self) -> Block:
        """What a side does that has no step at the start of its turn."""
        tree, turn = self.tree, self.definition.turn
        passing: Block = (Append(PASS), Settled())
        if turn.free_pass:
            return passing
        if turn.no_moves == "pass":
            able = tree.node("others_can_step", Kind.CONDITION, self.start(0).fields["mover"])
            return (If(able, passing), Turn("stucks"))
        return (Turn("stucks"),)

    def _at_rest(self, side: int) -> Perspective:
        """Between steps: `here` is the cell of the last step, nothing is being captured."""
        view = self.start(side)
        none = self.tree.none
        view.here = view.fields["last"] if self.layout.has("last") else none
        view.origin = view.over = none
        view.number = view.fields["step"]
        view.captured = view.fields.get("taken", self.tree.number(0))
        return view

    def _end_rules(self, view: Perspective, immediate: bool) -> Block:
        block: list[Statement] = []
        for index, end in enumerate(self.definition.ends):
            if end.immediate is not immediate:
                continue
            over = view.copy()
            over.fields["winner"] = self._winner(view, end)
            over.fields["reason"] = self.tree.number(index)
            condition = self.lower(end.when.expr, view)
            if condition is not self.tree.false:
                block.append(If(condition, (self._become(over),)))
        return tuple(block)

    def _winner(self, view: Perspective, end: EndRule) -> Node:
        sides = self.layout.sides
        nobody = self.tree.number(sides)
        if end.result == "draw":
            return nobody
        named = {"mover": view.side, "opponent": (view.side + 1) % sides}
        if end.who in ("most", "least"):
            tie = nobody
            if end.tie != "draw":
                tie = self.tree.number(named[end.tie] if isinstance(end.tie, str) else end.tie)
            return self._leader(view, most=end.who == "most", tie=tie)
        who = named[end.who] if isinstance(end.who, str) else end.who
        return self.tree.number(who) if end.result == "win" else self._others(who)

    def _others(self, loser: int) -> Node:
        """All sides but one win, together if they are several."""
        return self.tree.number(
            self.layout.share(side for side in range(self.layout.sides) if side != loser)
        )

    def _leader(self, view: Perspective, most: bool, tie: Node) -> Node:
        """The side whose score is best; of several, `tie` if it is one of them, else all."""
        scores: list[Node] = []
        for side in range(self.layout.sides):
            scores += self.score(view.copy(side))
        if self.layout.sides == 2 and len(scores) == 2:
            if not most:
                scores.reverse()
            ahead = self.tree.compare(">", scores[0], scores[1])
            equal = self.tree.compare("==", scores[0], scores[1])
            one, two = self.tree.number(0), self.tree.number(1)
            return self.tree.iff(equal, tie, self.tree.iff(ahead, one, two))
        return self.tree.node("leader", Kind.NUMBER, tie, *scores, value=(self.layout.sides, most))

    def _point(
        self,
        view: Perspective,
        action: Action,
        origin: Node,
        here: Node,
        direction: str | None,
    ) -> None:
        view.here, view.direction = here, direction
        view.origin = origin if action.verb == "move" else self.tree.none
        view.over = self.tree.none
        if action.by == "hop":
            view.over = self.tree.node("shift", Kind.CELLS, origin, value=direction)
        view.captured = self.tree.number(0)

    def _remember(self, view: Perspective, action: Action) -> None:
        new = {name: self.lower(clause.expr, view) for name, clause in action.lets}
        view.lets.update({name: self._bounded(node) for name, node in new.items()})

    def _bounded(self, node: Node) -> Node:
        """A number that is kept stays within what a file may write, however it is computed."""
        if node.kind is not Kind.NUMBER or node.op in ("const", "field", "count", "color_at"):
            return node
        low, high = self.tree.number(-limits.NUMBER), self.tree.number(limits.NUMBER)
        above = self.tree.node("max2", Kind.NUMBER, node, low)
        return self.tree.node("min2", Kind.NUMBER, above, high)

    def _act(self, view: Perspective, action: Action) -> None:
        """The verb's own change."""
        assert view.here is not None
        assert view.origin is not None
        if action.verb == "place":
            assert action.piece is not None
            self._put(view, action.piece, view.here, action.owner)
            view.owned_here = action.owner == "mover" and self.is_owned(action.piece)
        elif action.verb == "take":
            self._capture(view, view.here, action.into_hand)
        elif action.verb == "move":
            self._carry(view, action, view.origin, view.here)

    def _carry(self, view: Perspective, action: Action, origin: Node, here: Node) -> None:
        """Move the piece at `origin`; what stands on `here` is captured."""
        tree, fields = self.tree, view.fields
        was = {name: fields[name] for name in self.layout.board_fields}
        struck = tree.meet(here, self.occupied(view))
        self._add_captured(view, struck)
        for name, node in was.items():
            if name == "colors":
                fields[name] = tree.node("carry", Kind.ARRAY, node, origin, here)
                continue
            left = tree.minus(node, tree.join(origin, here))
            there = tree.iff(tree.some(tree.meet(node, origin)), tree.join(left, here), left)
            if name == f"own{view.side}" and not self.layout.neutral:
                there = tree.join(left, here)
            elif name.startswith("own") and name != f"own{view.side}":
                there = tree.minus(node, here)
            elif name.startswith("kind") and action.piece is not None:
                moved = name == f"kind{action.piece}"
                there = tree.join(left, here) if moved else tree.minus(node, here)
            fields[name] = there
        view.owned_here = not self.layout.neutral

    def _effect(self, view: Perspective, effect: Effect) -> None:
        match effect:
            case Remove(clause, into_hand):
                self._capture(view, self.lower(clause.expr, view), into_hand)
            case Convert(clause, to):
                cells = self.tree.meet(self.lower(clause.expr, view), self.occupied(view))
                self._add_captured(view, cells)
                self._give(view, cells, to)
            case Put(piece, clause, owner):
                cells = self.tree.meet(self.lower(clause.expr, view), self.empty(view))
                self._put(view, piece, cells, owner)
            case SetVar(name, clause):
                view.fields[f"var_{name}"] = self._bounded(self.lower(clause.expr, view))
            case Require():
                raise AssertionError("a requirement changes nothing")

    def _put(self, view: Perspective, piece: int, cells: Node, owner: object) -> None:
        name = "neutral" if owner == "neutral" or not self.is_owned(piece) else None
        if name is None:
            name = f"own{view.side if owner == 'mover' else owner}"
        for field_name in (name, f"kind{piece}" if self.layout.kinds else None):
            if field_name:
                view.fields[field_name] = self.tree.join(view.fields[field_name], cells)

    def _capture(self, view: Perspective, cells: Node, into_hand: bool) -> None:
        tree, fields = self.tree, view.fields
        self._add_captured(view, tree.meet(cells, self.occupied(view)))
        if into_hand and self.layout.hands:
            hand = f"hand{view.side}"
            fields[hand] = tree.node("gather", Kind.ARRAY, fields[hand], fields["colors"], cells)
        for name in self.layout.board_fields:
            if name == "colors":
                fields[name] = tree.node("clear", Kind.ARRAY, fields[name], cells)
            else:
                fields[name] = tree.minus(fields[name], cells)

    def _give(self, view: Perspective, cells: Node, to: object) -> None:
        whose = "neutral" if to == "neutral" else f"own{view.side if to == 'mover' else to}"
        for name in self.layout.board_fields:
            if name == whose:
                view.fields[name] = self.tree.join(view.fields[name], cells)
            elif name.startswith("own") or name == "neutral":
                view.fields[name] = self.tree.minus(view.fields[name], cells)

    def _add_captured(self, view: Perspective, cells: Node) -> None:
        assert view.captured is not None
        view.captured = self.tree.compute("+", view.captured, self.tree.count(cells))

    def _count_step(self, view: Perspective, direction: str | None) -> None:
        fields, tree = view.fields, self.tree
        fields["step"] = tree.compute("+", fields["step"], tree.number(1))
        if self.layout.has("last"):
            assert view.here is not None
            fields["last"] = view.here
        if self.layout.has("heading"):
            order = 0 if direction is None else 1 + self.board.directions.index(direction)
            fields["heading"] = tree.number(order)
        if self.layout.has("taken"):
            assert view.captured is not None
            fields["taken"] = view.captured
        if self.layout.has("passes"):
            fields["passes"] = tree.number(0)

    def _become(self, view: Perspective) -> Become:
        return Become(tuple(view.fields[item.name] for item in self.layout.fields))

    def _unless(self, condition: Node, clause: Clause) -> If:
        reject = self._reject(clause.text, clause.because, clause.line)
        return If(self.tree.negate(condition), (reject,))

    def _reject(self, text: str, because: str | None, line: int) -> Reject:
        key = (text, because, line)
        if key not in self._rejected:
            self._rejected[key] = len(self.rejections)
            self.rejections.append(Rejection(*key))
        return Reject(self._rejected[key])

    def _let_fields(self) -> Iterable[str]:
        for item in self.layout.fields:
            if item.name.startswith("let_"):
                yield item.name.removeprefix("let_")
