"""What a checked expression says, from one side, at one moment of a step.

A `Perspective` says what every name stands for at that moment; `Expressions` turns `Expr` into
`Node` under it. Nothing here knows of actions or turns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from core.language.definition import Definition, Expr, Type
from core.rules.layout import Layout, kind_of
from core.rules.tree import Kind, Node, Tree


@dataclass(slots=True)
class Perspective:
    """A position seen from one side, in mid-step: what every name stands for now."""

    side: int
    fields: dict[str, Node]
    lets: dict[str, Node] = field(default_factory=dict)
    here: Node | None = None
    origin: Node | None = None
    over: Node | None = None
    direction: str | None = None
    captured: Node | None = None
    number: Node | None = None
    """Number of the step in its turn, counted from 1."""
    all_stuck: bool = False
    owned_here: bool = False
    """Whether `here` is known to hold a piece of this side."""
    bound: dict[int, Node] = field(default_factory=dict)

    def copy(self, side: int | None = None) -> Perspective:
        """The same moment, to be changed apart; seen from another side if one is given."""
        return replace(
            self,
            side=self.side if side is None else side,
            fields=dict(self.fields),
            lets=dict(self.lets),
            bound=dict(self.bound),
        )


class Expressions:
    """The expressions of one definition, on their way to nodes of one tree."""

    def __init__(self, definition: Definition) -> None:
        """Lay out the state; nothing is lowered yet."""
        self.definition = definition
        self.board = definition.board
        self.layout = Layout(definition)
        self.tree = Tree(self.board.full)

    def start(self, side: int) -> Perspective:
        """The position as the state's fields say it, from one side, with no step under way."""
        fields = {item.name: self.tree.field(item.name, item.kind) for item in self.layout.fields}
        lets = {
            name.removeprefix("let_"): node
            for name, node in fields.items()
            if name.startswith("let_")
        }
        number = self.tree.compute("+", fields["step"], self.tree.number(1))
        return Perspective(side, fields, lets, number=number)

    # Names of a position

    def is_owned(self, piece: int) -> bool:
        return self.definition.pieces[piece].owned

    def own(self, view: Perspective, side: int) -> Node:
        return view.fields.get(f"own{side}", self.tree.none)

    def neutral(self, view: Perspective) -> Node:
        return view.fields.get("neutral", self.tree.none)

    def enemy(self, view: Perspective) -> Node:
        others = (side for side in range(self.layout.sides) if side != view.side)
        return self.tree.join(*(self.own(view, side) for side in others))

    def occupied(self, view: Perspective) -> Node:
        owns = (self.own(view, side) for side in range(self.layout.sides))
        return self.tree.join(*owns, self.neutral(view))

    def empty(self, view: Perspective) -> Node:
        return self.tree.minus(self.tree.board, self.occupied(view))

    def of_piece(self, view: Perspective, piece: int | None) -> Node:
        if piece is None or not self.layout.kinds:
            return self.occupied(view)
        return view.fields[f"kind{piece}"]

    def score(self, view: Perspective) -> tuple[Node, ...]:
        return tuple(self.lower(expr, view) for expr in self.definition.score)

    def nothing(self, let: str) -> Node:
        kind = kind_of(self.definition.let_types[let])
        return self.tree.const(False if kind is Kind.CONDITION else 0, kind)

    def board_fields(self, view: Perspective) -> list[Node]:
        return [view.fields[name] for name in self.layout.board_fields]

    def repeats(self, view: Perspective) -> Node:
        return self.tree.node(
            "repeats", Kind.CONDITION, view.fields["past"], *self.board_fields(view)
        )

    # Expressions

    def lower(self, expr: Expr, view: Perspective) -> Node:
        """What an expression says, from one side, at this moment of a step."""
        if any(arg.type is Type.DIRECTIONS and asks_same_direction(arg) for arg in expr.args):
            return self._by_heading(expr, view)
        return _LOWER[expr.op](self, expr, view)

    def _constant(self, expr: Expr, view: Perspective) -> Node:
        kind = kind_of(expr.type)
        if expr.op == "region":
            assert isinstance(expr.value, tuple)
            return self.tree.const(expr.value[view.side], kind)  # type: ignore[arg-type]  # masks
        assert isinstance(expr.value, int)
        return self.tree.const(expr.value, kind)

    def _name(self, expr: Expr, view: Perspective) -> Node:
        tree, fields = self.tree, view.fields
        match expr.op:
            case "me":
                return tree.number(view.side)
            case "mover" | "turn":
                return fields[expr.op]
            case "step":
                assert view.number is not None
                return view.number
            case "empty":
                return self.empty(view)
            case "occupied":
                return self.occupied(view)
            case "mine":
                return self.own(view, view.side)
            case "enemy":
                return self.enemy(view)
            case "neutral":
                return self.neutral(view)
            case "here":
                return view.here or tree.none
            case "from":
                return view.origin or tree.none
            case "over":
                return view.over or tree.none
            case "last":
                return fields["last"]
            case "captured":
                return view.captured or tree.number(0)
            case "all_stuck":
                return tree.const(view.all_stuck, Kind.CONDITION)
            case "all_passed":
                return tree.compare(">=", fields["passes"], tree.number(self.layout.sides))
            case "repeated":
                return self.repeats(view)
            case "board":
                return tree.board
            case "nowhere":
                return tree.none
            case "corners" | "edge" | "center":
                return tree.const(getattr(self.board, expr.op), Kind.CELLS)
            case "sides":
                masks = tuple(self.board.sides.values())
                return tree.node("given", Kind.GROUPS, value=masks)
        raise AssertionError(f"nothing lowers the name {expr.op!r}")

    def _kept(self, expr: Expr, view: Perspective) -> Node:
        name = str(expr.value)
        if expr.op == "var":
            return view.fields[f"var_{name}"]
        return view.lets.get(name) or self.nothing(name)

    def _bound(self, expr: Expr, view: Perspective) -> Node:
        assert isinstance(expr.value, int)
        return view.bound[expr.value]

    def _logic(self, expr: Expr, view: Perspective) -> Node:
        args = [self.lower(arg, view) for arg in expr.args]
        if expr.op == "not":
            return self.tree.negate(args[0])
        return self.tree.both(*args) if expr.op == "and" else self.tree.either(*args)

    def _compare(self, expr: Expr, view: Perspective) -> Node:
        one, other = (self.lower(arg, view) for arg in expr.args)
        if expr.op == "in":
            return self.tree.negate(self.tree.some(self.tree.minus(one, other)))
        return self.tree.compare(expr.op, one, other)

    def _sets(self, expr: Expr, view: Perspective) -> Node:
        one, other = (self.lower(arg, view) for arg in expr.args)
        match expr.op:
            case "join":
                return self.tree.join(one, other)
            case "meet":
                return self.tree.meet(one, other)
            case _:
                return self.tree.minus(one, other)

    def _arithmetic(self, expr: Expr, view: Perspective) -> Node:
        one, other = (self.lower(arg, view) for arg in expr.args)
        return self.tree.compute(expr.op, one, other)

    def directions_of(self, expr: Expr, side: int, direction: str | None) -> tuple[str, ...]:
        match expr.op:
            case "directions":
                assert isinstance(expr.value, tuple)
                return expr.value[side]  # type: ignore[return-value]  # one tuple a player
            case "all" | "same_direction":
                return self.board.directions
            case "orthogonal":
                return self.board.orthogonal
            case "diagonal":
                return self.board.diagonal
            case "direction":
                return () if direction is None else (direction,)
            case "join":
                return tuple(
                    name for arg in expr.args for name in self.directions_of(arg, side, direction)
                )
        raise AssertionError(f"nothing lowers the directions {expr.op!r}")

    def _spread(self, expr: Expr, view: Perspective) -> Node:
        """A function of a set and directions."""
        cells = self.lower(expr.args[0], view)
        tree = self.tree
        defaults = self.board.adjacency if expr.op == "adjacent" else self.board.directions
        dirs = defaults
        if len(expr.args) > 1:
            dirs = self.directions_of(expr.args[1], view.side, view.direction)
        match expr.op:
            case "shift":
                shifted = (tree.node("shift", Kind.CELLS, cells, value=one) for one in dirs)
                return tree.join(*shifted)
            case "reach":
                return tree.node("reach", Kind.CELLS, cells, self.empty(view), value=dirs)
            case "seen":
                blocked = self.occupied(view)
                return tree.node("seen", Kind.CELLS, cells, blocked, value=dirs)
            case _:
                return tree.node(expr.op, Kind.CELLS, cells, value=dirs)

    def _by_heading(self, expr: Expr, view: Perspective) -> Node:
        """The function in the direction of the previous step, whichever that was.

        Before any step has had a direction it is that of no direction at all.
        """
        choices = [(0, ())] + [
            (order, (name,)) for order, name in enumerate(self.board.directions, start=1)
        ]
        result: Node | None = None
        for order, names in choices:
            args = tuple(_headed(arg, names, self.layout.sides) for arg in expr.args)
            one = self.lower(replace(expr, args=args), view)
            same = self.tree.compare("==", view.fields["heading"], self.tree.number(order))
            result = one if result is None else self.tree.iff(same, one, result)
        assert result is not None
        return result

    def _ring(self, expr: Expr, view: Perspective) -> Node:
        args = [self.lower(arg, view) for arg in expr.args]
        return self.tree.node("ring", Kind.CELLS, *args, value=self.board.directions)

    def _fill(self, seed: Node, within: Node) -> Node:
        if within is self.tree.none:
            return within
        return self.tree.node(
            "fill", Kind.CELLS, self.tree.meet(seed, within), within, value=self.board.adjacency
        )

    def _group(self, expr: Expr, view: Perspective) -> Node:
        seed = self.lower(expr.args[0], view)
        if len(expr.args) > 1:
            return self._fill(seed, self.lower(expr.args[1], view))
        if view.owned_here and seed is view.here:
            return self.tree.node(
                "fill",
                Kind.CELLS,
                seed,
                self.own(view, view.side),
                value=self.board.adjacency,
            )
        owners = [self.own(view, side) for side in range(self.layout.sides)]
        return self.tree.join(*(self._fill(seed, own) for own in (*owners, self.neutral(view))))

    def _groups(self, expr: Expr, view: Perspective) -> Node:
        dirs = self.board.adjacency
        if len(expr.args) > 1:
            dirs = self._both_ways(self.directions_of(expr.args[1], view.side, view.direction))
        return self.tree.node("groups", Kind.GROUPS, self.lower(expr.args[0], view), value=dirs)

    def _both_ways(self, dirs: tuple[str, ...]) -> tuple[str, ...]:
        """The directions with their opposites: what hangs together does so both ways."""
        shifts = self.board.shifts
        along = {abs(shifts[one]) for one in dirs}
        return tuple(one for one in self.board.directions if abs(shifts[one]) in along)

    def _touching(self, expr: Expr, view: Perspective) -> Node:
        groups, cells = (self.lower(arg, view) for arg in expr.args)
        near = self.tree.node("adjacent", Kind.CELLS, cells, value=self.board.adjacency)
        return self.tree.node("touching", Kind.GROUPS, groups, self.tree.join(cells, near))

    def _liberties(self, expr: Expr, view: Perspective) -> Node:
        cells = self.lower(expr.args[0], view)
        near = self.tree.node("adjacent", Kind.CELLS, cells, value=self.board.adjacency)
        return self.tree.meet(near, self.empty(view))

    def _surrounded(self, expr: Expr, view: Perspective) -> Node:
        cells = self.lower(expr.args[0], view)
        near = self.tree.node("adjacent", Kind.CELLS, self.empty(view), value=self.board.adjacency)
        owners = [self.own(view, side) for side in range(self.layout.sides)]
        if cells in owners:
            owners = [self.tree.board]
        parts = []
        for own in owners:
            part = self.tree.meet(cells, own)
            parts.append(self.tree.minus(part, self._fill(near, part)))
        return self.tree.join(*parts)

    def _flanked(self, expr: Expr, view: Perspective) -> Node:
        args = [self.lower(arg, view) for arg in expr.args[:3]]
        if len(args) == 1:
            args += [self.enemy(view), self.own(view, view.side)]
        dirs = self.board.directions
        if len(expr.args) == 4:
            dirs = self.directions_of(expr.args[3], view.side, view.direction)
        return self.tree.node("flanked", Kind.CELLS, *args, value=dirs)

    def _side(self, expr: Expr, view: Perspective) -> Node:
        cells = 0
        for name in self.directions_of(expr.args[0], view.side, view.direction):
            cells |= self.board.sides.get(name, 0)
        return self.tree.const(cells, Kind.CELLS)

    def _cells_text(self, expr: Expr, view: Perspective) -> Node:
        text = str(expr.value if expr.value is not None else expr.args[0].value)
        return self.tree.const(self.board.mask(text.split()), Kind.CELLS)

    def _phase(self, expr: Expr, view: Perspective) -> Node:
        one = self.lower(expr.args[0], view)
        odd = self.tree.compare("==", one, self.tree.number(1))
        sets = [self.tree.const(self.board.phase(n), Kind.CELLS) for n in (1, 0)]
        return self.tree.iff(odd, sets[0], sets[1])

    def _row(self, expr: Expr, view: Perspective) -> Node:
        """Row or column by number, or all of those that a set meets."""
        one = self.lower(expr.args[0], view)
        if one.kind is Kind.CELLS:
            return self.tree.node(f"{expr.op}_of", Kind.CELLS, one)
        find = self.board.row if expr.op == "row" else self.board.column
        if one.op == "const":
            return self.tree.const(find(one.value), Kind.CELLS)
        return self.tree.node(f"{expr.op}_number", Kind.CELLS, one)

    def _union(self, expr: Expr, view: Perspective) -> Node:
        groups = self.lower(expr.args[0], view)
        if groups.kind is Kind.CELLS:
            return groups
        if groups.op == "groups":
            return groups.args[0]
        return self.tree.node("joined", Kind.CELLS, groups)

    def _of(self, expr: Expr, view: Perspective) -> Node:
        """`of(color)`, `type(piece)`, `own(player)`."""
        one = self.lower(expr.args[0], view)
        if expr.op == "type":
            return self.of_piece(view, one.value)
        if expr.op == "of":
            return self._entry(Kind.CELLS, view.fields["colors"], one)
        return self._of_player(view, one, lambda side: self.own(view, side), self.tree.none)

    def _of_player(
        self, view: Perspective, player: Node, what: Callable[[int], Node], default: Node
    ) -> Node:
        """Something of a player who may be known only while playing."""
        if player.op == "const":
            return what(player.value)
        result = default
        for side in range(self.layout.sides):
            same = self.tree.compare("==", player, self.tree.number(side))
            result = self.tree.iff(same, what(side), result)
        return result

    def _color(self, expr: Expr, view: Perspective) -> Node:
        cells = self.lower(expr.args[0], view)
        return self.tree.node("color_at", Kind.NUMBER, view.fields["colors"], cells)

    def _held(self, expr: Expr, view: Perspective) -> Node:
        color = self.lower(expr.args[0], view)
        player = self.tree.number(view.side)
        if len(expr.args) > 1:
            player = self.lower(expr.args[1], view)
        return self._of_player(
            view,
            player,
            lambda side: self._entry(Kind.NUMBER, view.fields[f"hand{side}"], color),
            self.tree.number(0),
        )

    def _entry(self, kind: Kind, array: Node, color: Node) -> Node:
        """The array's entry for a color; only a loop's color is known to be one of the table."""
        return self.tree.node("entry" if color.op == "local" else "item", kind, array, color)

    def _count(self, expr: Expr, view: Perspective) -> Node:
        one = self.lower(expr.args[0], view)
        if one.kind is Kind.CELLS:
            return self.tree.count(one)
        return self.tree.node("length", Kind.NUMBER, one)

    def _some(self, expr: Expr, view: Perspective) -> Node:
        one = self.lower(expr.args[0], view)
        some = (
            self.tree.some(one)
            if one.kind is Kind.CELLS
            else self.tree.node("some_group", Kind.CONDITION, one)
        )
        return some if expr.op == "some" else self.tree.negate(some)

    def _sizes(self, expr: Expr, view: Perspective) -> Node:
        return self.tree.node("sizes", Kind.NUMBERS, self.lower(expr.args[0], view))

    def _extreme(self, expr: Expr, view: Perspective) -> Node:
        args = [self.lower(arg, view) for arg in expr.args]
        if len(args) == 2:
            return self.tree.node(f"{expr.op}2", Kind.NUMBER, *args)
        if args[0].op == "sizes" and expr.op == "max":
            return self.tree.node("largest", Kind.NUMBER, args[0].args[0])
        return self.tree.node("greatest" if expr.op == "max" else "least", Kind.NUMBER, args[0])

    def _line(self, expr: Expr, view: Perspective) -> Node:
        cells, through = (self.lower(arg, view) for arg in expr.args[:2])
        dirs = self.board.directions
        if len(expr.args) > 2:
            dirs = self.directions_of(expr.args[2], view.side, view.direction)
        return self.tree.node("line", Kind.NUMBER, cells, through, value=dirs)

    def _open_run(self, expr: Expr, view: Perspective) -> Node:
        cells = self.lower(expr.args[0], view)
        return self.tree.node("open_run", Kind.NUMBER, cells, self.occupied(view))

    def _connected(self, expr: Expr, view: Perspective) -> Node:
        cells = self.lower(expr.args[0], view)
        return self.tree.node("connected", Kind.CONDITION, cells, value=self.board.adjacency)

    def _connects(self, expr: Expr, view: Perspective) -> Node:
        args = [self.lower(arg, view) for arg in expr.args]
        if len(args) == 3:
            # All parts that begin at one side may be filled at once: any that ends at the other
            # will do.
            cells, one, other = args
            reached = self._fill(self.tree.meet(cells, one), cells)
            return self.tree.some(self.tree.meet(reached, other))
        return self.tree.node("connects", Kind.CONDITION, *args, value=self.board.adjacency)

    def _has_ring(self, expr: Expr, view: Perspective) -> Node:
        cells = self.lower(expr.args[0], view)
        return self.tree.node("has_ring", Kind.CONDITION, cells)

    def _iff(self, expr: Expr, view: Perspective) -> Node:
        return self.tree.iff(*(self.lower(arg, view) for arg in expr.args))

    def _score_of(self, expr: Expr, view: Perspective) -> Node:
        player = self.lower(expr.args[0], view)

        def numbers(side: int) -> Node:
            return self.tree.node("list", Kind.NUMBERS, *self.score(view.copy(side)))

        return self._of_player(view, player, numbers, numbers(0))

    def _loop(self, expr: Expr, view: Perspective) -> Node:
        if expr.value is None:  # the function: contains a ring
            return self._has_ring(expr, view)
        bound, domain, body = expr.args
        word = str(expr.value)
        assert isinstance(bound.value, int)
        if domain.op == "players" and word not in ("filter", "run"):
            return self._over_players(word, bound.value, body, view)
        tree = self.tree
        if domain.op == "players":
            over, kind = tree.node("range", Kind.NUMBERS, value=self.layout.sides), Kind.NUMBER
        elif domain.op == "colors":
            over, kind = tree.node("range", Kind.NUMBERS, value=self.layout.colors), Kind.NUMBER
        else:
            over = self.lower(domain, view)
            kind = Kind.NUMBER if over.kind is Kind.NUMBERS else Kind.CELLS
        name = f"each{bound.value}"
        inner = view.copy()
        inner.bound[bound.value] = tree.local(name, kind)
        value = self.lower(body, inner)
        results = {
            "any": Kind.CONDITION,
            "all": Kind.CONDITION,
            "none": Kind.CONDITION,
            "filter": over.kind,
        }
        result = results.get(word, Kind.NUMBER)
        return tree.node("loop", result, over, value, value=(word, name))

    def _over_players(self, word: str, bound: int, body: Expr, view: Perspective) -> Node:
        tree = self.tree
        values = []
        for side in range(self.layout.sides):
            inner = view.copy()
            inner.bound[bound] = tree.number(side)
            values.append(self.lower(body, inner))
        if word == "any":
            return tree.either(*values)
        if word == "all":
            return tree.both(*values)
        if word == "none":
            return tree.negate(tree.either(*values))
        if word in ("max", "min"):
            op = "greatest" if word == "max" else "least"
            return tree.node(op, Kind.NUMBER, tree.node("list", Kind.NUMBERS, *values))
        total = tree.number(0)
        for value in values:
            if word == "count":
                value = tree.iff(value, tree.number(1), tree.number(0))
            total = tree.compute("+", total, value)
        return total


def asks_same_direction(dirs: Expr) -> bool:
    """Whether directions depend on that of the previous step."""
    return dirs.op == "same_direction" or any(asks_same_direction(arg) for arg in dirs.args)


def _headed(dirs: Expr, names: tuple[str, ...], sides: int) -> Expr:
    """The expression with these directions, the same for every side, for `same_direction`."""
    if dirs.op == "same_direction":
        return Expr("directions", Type.DIRECTIONS, (), (names,) * sides)
    if dirs.type is not Type.DIRECTIONS:
        return dirs
    return replace(dirs, args=tuple(_headed(arg, names, sides) for arg in dirs.args))


_LOWER: dict[str, Callable[[Expressions, Expr, Perspective], Node]] = {
    **dict.fromkeys(
        ("number", "condition", "cells", "region", "player", "piece"), Expressions._constant
    ),
    **dict.fromkeys(
        [
            "me",
            "empty",
            "occupied",
            "mine",
            "enemy",
            "neutral",
            "turn",
            "step",
            "mover",
            "all_stuck",
            "all_passed",
            "here",
            "from",
            "over",
            "last",
            "captured",
            "repeated",
            "board",
            "nowhere",
            "corners",
            "edge",
            "center",
            "sides",
        ],
        Expressions._name,
    ),
    **dict.fromkeys(("var", "let"), Expressions._kept),
    "bound": Expressions._bound,
    **dict.fromkeys(("and", "or", "not"), Expressions._logic),
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">=", "in"), Expressions._compare),
    **dict.fromkeys(("join", "meet", "minus"), Expressions._sets),
    **dict.fromkeys(("+", "-", "*", "//", "%"), Expressions._arithmetic),
    **dict.fromkeys(
        ("adjacent", "shift", "ray", "reach", "seen", "line_through"), Expressions._spread
    ),
    "ring": Expressions._ring,
    "group": Expressions._group,
    "groups": Expressions._groups,
    "touching": Expressions._touching,
    "liberties": Expressions._liberties,
    "surrounded": Expressions._surrounded,
    "flanked": Expressions._flanked,
    "side": Expressions._side,
    "phase": Expressions._phase,
    **dict.fromkeys(("row", "column"), Expressions._row),
    "union": Expressions._union,
    **dict.fromkeys(("of", "type", "own"), Expressions._of),
    "color": Expressions._color,
    "held": Expressions._held,
    "count": Expressions._count,
    **dict.fromkeys(("some", "none"), Expressions._some),
    "sizes": Expressions._sizes,
    **dict.fromkeys(("max", "min"), Expressions._extreme),
    "line": Expressions._line,
    "open_run": Expressions._open_run,
    "connected": Expressions._connected,
    "connects": Expressions._connects,
    "iff": Expressions._iff,
    "score": Expressions._score_of,
    "loop": Expressions._loop,
}
