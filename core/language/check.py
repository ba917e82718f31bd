"""What an expression means: its names, its scopes and its types.

`Checker.expr` turns a syntax tree into an `Expr` in which parameters are numbers, definitions
are put in place and constants are worked out. A definition is checked once, where it is
written; what it needs to know (`here`, `captured`) is asked of every place that uses it.

When something is wrong, the problem is noted and None is given back; whatever contains it is
then silently None too, so that one slip is told once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from core.board import Board
from core.language import limits
from core.language.constants import folded
from core.language.definition import Clause, Expr, Type
from core.language.expressions import (
    WORDS,
    Binary,
    Call,
    ExpressionError,
    Loop,
    Named,
    Not,
    Number,
    Quoted,
    Tree,
    parse,
)
from core.language.hints import Want, either, hint, loop_usage, usage
from core.language.nodes import Entry, MapNode, Scalar
from core.language.problems import Problems, Span, did_you_mean, joined
from core.language.vocabulary import (
    CELLS_TEXT,
    ELEMENTS,
    FUNCTIONS,
    LOOPS,
    NAMES,
    RELATIVE,
    REMEMBERED,
    SIDE,
    Argument,
    Expression,
    Function,
    Known,
    Scope,
    Signature,
    visible,
)

_ROUNDS = 20
"""How far remembered values may follow from each other."""

_CELLS: Want = (Type.SET, Type.GROUPS)
_VALUE: Want = (
    Type.SET,
    Type.NUMBER,
    Type.COLOR,
    Type.PLAYER,
)
"""What == and != compare."""


@dataclass(slots=True)
class GameNames:
    """The names that one game file gives."""

    players: tuple[str, ...]
    pieces: tuple[str, ...]
    forward: tuple[str | None, ...]
    """Per player, in order of play."""
    params: Mapping[str, int]
    vars: Mapping[str, int]
    defines: Mapping[str, Entry]
    regions: Mapping[str, Entry]
    lets: Mapping[str, Sequence[Scalar]]
    """Name -> the expressions that give it a value."""
    colored: bool = True
    """Whether any piece type has colors."""
    scored: bool = True
    """Whether the game keeps a score."""

    def all(self) -> Iterator[str]:
        """Every name, in the order they are suggested."""
        for names in (
            self.lets,
            self.defines,
            self.regions,
            self.params,
            self.vars,
            self.players,
            self.pieces,
        ):
            yield from names


@dataclass(frozen=True, slots=True)
class _Need:
    """A built-in name inside a definition that not every place knows."""

    name: str
    known: Known
    span: Span
    notes: tuple[str, ...]
    """The uses of definitions on the way to it, the innermost first."""


@dataclass(slots=True)
class _Defined:
    """A definition once it has been checked."""

    expr: Expr | None
    needs: Mapping[tuple[str, int], _Need]


@dataclass(slots=True)
class _Place:
    """Where the checker is."""

    scalar: Scalar
    scope: Scope | None
    """None inside a definition, where everything is allowed and noted as a need."""
    needs: dict[tuple[str, int], _Need] = field(default_factory=dict)
    """By name and place in the file, so that each is kept once."""
    bound: dict[str, Expr] = field(default_factory=dict)
    trail: tuple[str, ...] = ()
    """The uses of definitions that led here, the innermost first."""

    def span(self, tree: Tree, whole: bool = True) -> Span:
        """Where a part of the expression stands; its first character if not `whole`."""
        return self.scalar.part(tree.start, tree.end if whole else tree.start + 1)


class Checker:
    """Checks the expressions of one game with its variants chosen."""

    def __init__(self, names: GameNames, board: Board, problems: Problems) -> None:
        """Check against these names and this board."""
        self.names = names
        self.board = board
        self.used: set[tuple[str, str]] = set()
        """("define", "victims") and the like, for every name that some expression uses."""
        self._problems = problems
        self._trees: dict[Scalar, Tree | None] = {}
        self._defined: dict[str, _Defined] = {}
        self.let_types: dict[str, Type] = {}
        """What every remembered value holds, as far as it can be told."""
        self._regions: dict[str, Expr | None] = {}
        self._open: list[str] = []
        self._open_regions: list[str] = []
        self._loops = 0
        self._sizes: dict[int, tuple[int, int, Expr]] = {}
        self._quiet = False
        """While types are only being found out, nothing is told."""
        self._too_deep = False
        self._depth = 0
        self._unclear: dict[str, tuple[_Place, Span]] = {}

    # What the reader of a file asks for

    def parsed(self, scalar: Scalar) -> Tree | None:
        """The syntax tree of an expression; None, and a problem, if it is none."""
        if scalar not in self._trees:
            self._trees[scalar] = None
            try:
                self._trees[scalar] = parse(scalar.text)
            except ExpressionError as error:
                start = min(error.start, len(scalar.text))
                span = scalar.part(start, error.end)
                self._problems.error(span, "expr", error.message, error.help)
        return self._trees[scalar]

    def clause(
        self, scalar: Scalar, value: Expression, because: str | None = None
    ) -> Clause | None:
        """The expression that a key holds, with its place."""
        expr = self.expr(scalar, value.wants, value.scope)
        return None if expr is None else self._clause(scalar, expr, because)

    def expr(self, scalar: Scalar, want: Want, scope: Scope) -> Expr | None:
        """The meaning of an expression that must give one of these types."""
        tree = self.parsed(scalar)
        if tree is None:
            return None
        place = _Place(scalar, scope)
        found = self._wanted(tree, want, place)
        if found is not None and not self._fits(found, place.span(tree)):
            return None
        return found

    def remembered(self, scalar: Scalar, name: str) -> Clause | None:
        """The expression of a `let:`."""
        expr = self.expr(scalar, (), Scope.CANDIDATE)
        if expr is None:
            return None
        held = self.let_types.get(name)
        if expr.type not in REMEMBERED:
            message = f"a `let:` cannot remember {expr.type.value}"
            help_text = "name it in `define:`, or remember union(...) or count(...)"
            self._problems.error(scalar.part(0, 1), "expr", message, help_text)
            return None
        if held is not None and expr.type is not held:
            message = f"{name!r} holds {held.value} elsewhere, but this is {expr.type.value}"
            self._problems.error(scalar.part(0, 1), "expr", message)
            return None
        return self._clause(scalar, expr)

    def _clause(self, scalar: Scalar, expr: Expr, because: str | None = None) -> Clause:
        span = scalar.part(0, 1)
        text = " ".join(scalar.text.split())
        return Clause(expr, text, span.line, span.column, because)

    def constant(self, scalar: Scalar) -> int | None:
        """The set that an expression of `regions:` or `setup:` gives."""
        found = self.expr(scalar, (Type.SET,), Scope.BOARD)
        return None if found is None else self._settled(found, scalar)

    def finish(self) -> None:
        """Note remembered values of which nobody can tell what they hold."""
        for name, (place, span) in self._unclear.items():
            if not self._problems.failed:
                message = f"what {name!r} holds cannot be told"
                self._error(place, span, message, "the expressions of its `let:` go in a circle")

    def joined_directions(self, first: Expr, second: Expr) -> Expr:
        """Fixed directions of both."""
        return self._node(Expr("join", Type.DIRECTIONS, (first, second)))

    def definition(self, name: str) -> None:
        """Check a definition that nothing uses."""
        self._define(name, _Place(self._body(name), None))

    def region(self, name: str) -> Expr | None:
        """A region: a set of cells, or one for each player."""
        if name not in self._regions:
            self._regions[name] = None
            self._open_regions.append(name)
            self._regions[name] = self._region(name)
            self._open_regions.pop()
        return self._regions[name]

    def infer_lets(self) -> None:
        """Find out what remembered values hold; must come before anything that may use them.

        Each is told by the first of its expressions that depends only on what is known; where
        an expression depends on itself, by the one type with which that is right.
        """
        self._quiet = True
        for _ in range(_ROUNDS):
            self._defined = {}
            found = {
                name: held
                for name, scalars in self.names.lets.items()
                if name not in self.let_types
                and (held := next(filter(None, map(self._held, scalars)), None)) is not None
            }
            self.let_types |= found
            if not found:
                break
        for name, scalars in self.names.lets.items():
            if name in self.let_types:
                continue
            fitting = []
            for held in REMEMBERED:
                self._defined = {}
                self.let_types[name] = held
                if all(self._held(scalar) is held for scalar in scalars):
                    fitting.append(held)
                del self.let_types[name]
            if len(fitting) == 1:
                self.let_types[name] = fitting[0]
        self._quiet = False
        self._defined, self._regions = {}, {}

    def _held(self, scalar: Scalar) -> Type | None:
        """What the expression of a `let:` gives, if it can be told yet."""
        tree = self.parsed(scalar)
        place = _Place(scalar, Scope.CANDIDATE)
        found = None if tree is None else self._meaning(tree, place)
        return found.type if found is not None and found.type in REMEMBERED else None

    # Telling

    def _error(self, place: _Place, span: Span, message: str, *helps: str) -> None:
        if not self._quiet:
            self._problems.error(span, "expr", message, joined(*helps, *place.trail))

    def _settled(self, expr: Expr, scalar: Scalar) -> int | None:
        if expr.op == "cells" and isinstance(expr.value, int):
            return expr.value
        self._problems.error(
            scalar.part(0, len(scalar.text)).point(),
            "expr",
            "this set cannot be worked out before play",
            "use names and places of the board: cells(...), side(...), row(n), | & -",
        )
        return None

    def _fits(self, expr: Expr, span: Span) -> bool:
        nodes, height = self._measure(expr)
        if nodes <= limits.TREE_NODES and height <= limits.TREE_DEPTH:
            return True
        self._problems.error(
            span.point(), "expr", "the expression is too large once its definitions are put in"
        )
        return False

    def _measure(self, expr: Expr) -> tuple[int, int]:
        """Nodes and height, counting what is used twice twice."""
        known = self._sizes.get(id(expr))
        if known is None:
            parts = [self._measure(arg) for arg in expr.args]
            nodes = 1 + sum(part[0] for part in parts)
            height = 1 + max((part[1] for part in parts), default=0)
            # The node is kept with its measure, so that its id is not used again.
            known = self._sizes[id(expr)] = (min(nodes, 10**9), height, expr)
        return known[0], known[1]

    # Trees

    def _wanted(self, tree: Tree, want: Want, place: _Place, junction: bool = False) -> Expr | None:
        """The meaning of a tree that must be of one of these types."""
        found = self._meaning(tree, place)
        return None if found is None else self._converted(tree, found, want, place, junction)

    def _converted(
        self, tree: Tree, found: Expr, want: Want, place: _Place, junction: bool = False
    ) -> Expr | None:
        """A meaning as one of these types; a list of groups will do as a set, being its union."""
        if not want or found.type in want:
            return found
        if found.type is Type.GROUPS and Type.SET in want:
            return self._node(Expr("union", Type.SET, (found,)))
        self._mismatch(tree, want, found.type, place, junction)
        return None

    def _mismatch(
        self, tree: Tree, want: Want, got: Type, place: _Place, junction: bool = False
    ) -> None:
        wanted = either(want)
        self._error(
            place,
            place.span(tree, whole=False),
            f"expected {wanted} here, but this is {got.value}",
            hint(want, got, junction),
        )

    def _meaning(self, tree: Tree, place: _Place) -> Expr | None:
        """The meaning of a tree, whatever its type."""
        if self._depth >= limits.TREE_DEPTH:
            message = f"definitions and operations are nested more than {limits.TREE_DEPTH} deep"
            if not self._too_deep:
                self._error(place, place.span(tree, whole=False), message)
            self._too_deep = self._too_deep or not self._quiet
            return None
        self._depth += 1
        try:
            return self._of(tree, place)
        finally:
            self._depth -= 1

    def _of(self, tree: Tree, place: _Place) -> Expr | None:
        match tree:
            case Number():
                return Expr("number", Type.NUMBER, value=tree.value)
            case Quoted():
                self._error(
                    place,
                    place.span(tree),
                    "a text means nothing here",
                    'name cells with cells("a1 b2"); write names without quotes',
                )
            case Named():
                return self._named(tree, place)
            case Call():
                return self._call(tree, place)
            case Loop():
                return self._loop(tree, place)
            case Not():
                value = self._wanted(tree.value, (Type.CONDITION,), place, junction=True)
                return value and self._node(Expr("not", Type.CONDITION, (value,)))
            case Binary():
                return self._binary(tree, place)
        return None

    def _node(self, expr: Expr) -> Expr:
        return folded(expr, self.board)

    def _binary(self, tree: Binary, place: _Place) -> Expr | None:
        match tree.operator:
            case "and" | "or":
                return self._junction(tree, place)
            case "in":
                return self._both(tree, (Type.SET,), place, "in", Type.CONDITION)
            case "<" | "<=" | ">" | ">=":
                return self._both(tree, (Type.NUMBER,), place, tree.operator, Type.CONDITION)
            case "==" | "!=":
                return self._equal(tree, place)
            case "+" | "*" | "//" | "%":
                return self._number(tree, place)
            case "&" | "|":
                return self._sets(tree, place)
        return self._minus(tree, place)

    def _junction(self, tree: Binary, place: _Place) -> Expr | None:
        """`and` or `or`; sets on both sides are told of once."""
        left, right = (self._meaning(side, place) for side in (tree.left, tree.right))
        fine = left is not None and right is not None
        for side, found in ((tree.left, left), (tree.right, right)):
            if found is None or found.type is Type.CONDITION:
                continue
            if fine or found.type not in _CELLS:
                self._mismatch(side, (Type.CONDITION,), found.type, place, junction=True)
            fine = False
        if not fine or left is None or right is None:
            return None
        return self._node(Expr(tree.operator, Type.CONDITION, (left, right)))

    def _both(
        self,
        tree: Binary,
        want: Want,
        place: _Place,
        op: str,
        result: Type | None = None,
    ) -> Expr | None:
        left = self._wanted(tree.left, want, place)
        right = self._wanted(tree.right, want, place)
        if left is None or right is None:
            return None
        return self._node(Expr(op, result or want[0], (left, right)))

    def _number(self, tree: Binary, place: _Place) -> Expr | None:
        found = self._both(tree, (Type.NUMBER,), place, tree.operator)
        if (
            found is not None
            and found.op in ("//", "%")
            and found.args[1].op == "number"
            and found.args[1].value == 0
        ):
            self._error(place, place.span(tree.right), "division by zero")
            return None
        if found is not None and found.op == "number" and abs(int(found.value or 0)) > 10**9:  # type: ignore[arg-type]  # a number's value is one
            self._error(place, place.span(tree, whole=False), "the number is too large")
            return None
        return found

    def _equal(self, tree: Binary, place: _Place) -> Expr | None:
        left, right = (self._meaning(side, place) for side in (tree.left, tree.right))
        if left is None or right is None:
            return None
        if left.type in _CELLS and right.type is Type.NUMBER:
            self._mismatch(tree.left, (Type.NUMBER,), left.type, place)
            return None
        if left.type is Type.GROUPS:
            left = self._node(Expr("union", Type.SET, (left,)))
        if left.type not in _VALUE:
            self._error(
                place,
                place.span(tree.left, whole=False),
                f"{left.type.value} cannot be compared with {tree.operator}",
                "join conditions with and, or, not" if left.type is Type.CONDITION else "",
            )
            return None
        fitted = self._converted(tree.right, right, (left.type,), place)
        return fitted and self._node(Expr(tree.operator, Type.CONDITION, (left, fitted)))

    def _sets(self, tree: Binary, place: _Place) -> Expr | None:
        op = "join" if tree.operator == "|" else "meet"
        left = self._wanted(tree.left, (Type.SET, Type.DIRECTIONS), place)
        if left is None or left.type is Type.SET:
            right = self._wanted(tree.right, (Type.SET,), place)
            if left is None or right is None:
                return None
            return self._node(Expr(op, Type.SET, (left, right)))
        right = self._wanted(tree.right, (Type.DIRECTIONS,), place)
        if right is None:
            return None
        if op != "join" or {left.op, right.op} != {"directions"}:
            self._error(
                place,
                place.span(tree, whole=False),
                "only fixed directions can be joined, with |",
            )
            return None
        return self._node(Expr(op, Type.DIRECTIONS, (left, right)))

    def _minus(self, tree: Binary, place: _Place) -> Expr | None:
        left = self._wanted(tree.left, (Type.SET, Type.NUMBER), place)
        if left is None:
            self._meaning(tree.right, place)
            return None
        if left.type is Type.NUMBER:
            right = self._wanted(tree.right, (Type.NUMBER,), place)
            return right and self._node(Expr("-", Type.NUMBER, (left, right)))
        right = self._wanted(tree.right, (Type.SET,), place)
        return right and self._node(Expr("minus", Type.SET, (left, right)))

    # Names

    def _named(self, tree: Named, place: _Place) -> Expr | None:
        name, names = tree.name, self.names
        if name in place.bound:
            return place.bound[name]
        if name in NAMES:
            return self._built_in(tree, place)
        if name in names.lets:
            return self._let(tree, place)
        if name in names.defines:
            return self._use(tree, place)
        if name in names.params:
            self.used.add(("params", name))
            return Expr("number", Type.NUMBER, value=names.params[name])
        if name in names.vars:
            self.used.add(("vars", name))
            self._ask(name, Known.PLAY, place.span(tree), place)
            return Expr("var", Type.NUMBER, value=name)
        if name in names.regions:
            return self._use_region(tree, place)
        if name in names.players:
            return Expr("player", Type.PLAYER, value=names.players.index(name))
        if name in names.pieces:
            return Expr("piece", Type.PIECE, value=names.pieces.index(name))
        if name in self.board.directions:
            return self._directions((name,))
        if name in RELATIVE:
            return self._relative(tree, place)
        self._unknown(tree, place)
        return None

    def _unknown(self, tree: Named, place: _Place) -> None:
        name = tree.name
        if self._quiet:
            return
        if name in FUNCTIONS or name in LOOPS:
            self._error(
                place,
                place.span(tree),
                f"{name!r} is a function and needs its arguments",
                f"write {usage(name)}",
            )
            return
        directions = (*self.board.directions, *RELATIVE)
        known = (*place.bound, *self.names.all(), *NAMES, *directions)
        self._error(place, place.span(tree), f"unknown name {name!r}", did_you_mean(name, known))

    def _built_in(self, tree: Named, place: _Place) -> Expr | None:
        name = NAMES[tree.name]
        if not self._ask(name.name, name.known, place.span(tree), place):
            return None
        board = self.board
        match name.name:
            case "board":
                return Expr("cells", Type.SET, value=board.full)
            case "corners" | "edge" | "center":
                return Expr("cells", Type.SET, value=getattr(board, name.name))
            case "nowhere":
                return Expr("cells", Type.SET, value=0)
            case "sides":
                return Expr("sides", Type.GROUPS, value=tuple(board.sides.values()))
            case "all":
                return self._directions(board.directions)
            case "orthogonal" | "diagonal":
                return self._directions(getattr(board, name.name))
            case "colors" if not self.names.colored:
                self._error(place, place.span(tree), "no piece type has `colors:`")
                return None
        return Expr(name.name, name.type)

    def _directions(self, names: Iterable[str]) -> Expr:
        value = (tuple(names),) * len(self.names.players)
        return Expr("directions", Type.DIRECTIONS, value=value)

    def _relative(self, tree: Named, place: _Place) -> Expr | None:
        every = self.board.directions
        words = [word for word in RELATIVE if len(every) == 8 or word not in ("right", "left")]
        if tree.name not in words:
            self._error(
                place,
                place.span(tree),
                f"there is no direction {tree.name!r} on this board",
                f"it has {' '.join(words)}",
            )
            return None
        turn = words.index(tree.name)
        value = []
        for forward in self.names.forward:
            if forward is None:
                self._error(
                    place,
                    place.span(tree),
                    f"{tree.name!r} needs `forward:` for every player",
                    "players: {white: {forward: N}, black: {forward: S}}",
                )
                return None
            if forward in every:
                value.append((every[(every.index(forward) + turn) % len(every)],))
        if len(value) < len(self.names.players):
            return None
        return Expr("directions", Type.DIRECTIONS, value=tuple(value))

    def _ask(self, name: str, known: Known, span: Span, place: _Place) -> bool:
        """Whether a name means something here; inside a definition, note that it must."""
        if known is Known.ALWAYS:
            return True
        if place.scope is None:
            place.needs.setdefault((name, span.start), _Need(name, known, span, ()))
            return True
        if visible(name, known, place.scope):
            return True
        self._out_of_scope(_Need(name, known, span, ()), place)
        return False

    def _out_of_scope(self, need: _Need, place: _Place) -> None:
        words = {
            Known.PLAY: "during play, not in `regions:` or `setup:`",
            Known.CANDIDATE: "for a candidate move (in if:, minimize:, let:, then:, next: or end:)",
            Known.AFTER: "after the action (in then:, next: or end:)",
        }
        self._error(
            place, need.span, f"{need.name!r} is only known {words[need.known]}", *need.notes
        )

    def _let(self, tree: Named, place: _Place) -> Expr | None:
        self.used.add(("let", tree.name))
        if not self._ask(tree.name, Known.PLAY, place.span(tree), place):
            return None
        held = self.let_types.get(tree.name)
        if held is None:
            # Mostly its own expression is at fault, and is told of where it stands.
            if not self._quiet:
                self._unclear.setdefault(tree.name, (place, place.span(tree)))
            return None
        return Expr("let", held, value=tree.name)

    # Definitions and regions

    def _body(self, name: str) -> Scalar:
        value = self.names.defines[name].value
        assert isinstance(value, Scalar)
        return value

    def _use(self, tree: Named, place: _Place) -> Expr | None:
        name, span = tree.name, place.span(tree)
        self.used.add(("define", name))
        if name in self._open:
            cycle = " -> ".join((*self._open[self._open.index(name) :], name))
            self._error(
                _Place(place.scalar, None, trail=place.trail[-1:]),
                span,
                f"definition {name!r} refers to itself ({cycle})",
            )
            return None
        note = f"definition {name!r} is used here: {span.source.file}:{span.line}"
        defined = self._defined.get(name)
        if defined is None:
            inner = _Place(self._body(name), None, trail=(note, *place.trail))
            defined = self._define(name, inner)
        allowed = True
        for key, need in defined.needs.items():
            passed = _Need(need.name, need.known, need.span, (*need.notes, note))
            if place.scope is None:
                place.needs.setdefault(key, passed)
            elif not visible(need.name, need.known, place.scope):
                self._out_of_scope(passed, place)
                allowed = False
        return defined.expr if allowed else None

    def _define(self, name: str, place: _Place) -> _Defined:
        if name in self._defined:
            return self._defined[name]
        self._open.append(name)
        tree = self.parsed(place.scalar)
        expr = None if tree is None else self._meaning(tree, place)
        self._open.pop()
        if expr is not None and tree is not None and not self._fits(expr, place.span(tree)):
            expr = None
        self._defined[name] = _Defined(expr, place.needs)
        return self._defined[name]

    def _use_region(self, tree: Named, place: _Place) -> Expr | None:
        self.used.add(("regions", tree.name))
        if tree.name in self._open_regions:
            cycle = " -> ".join(
                (*self._open_regions[self._open_regions.index(tree.name) :], tree.name)
            )
            self._error(place, place.span(tree), f"region {tree.name!r} refers to itself ({cycle})")
            return None
        return self.region(tree.name)

    def _region(self, name: str) -> Expr | None:
        value = self.names.regions[name].value
        if isinstance(value, Scalar):
            found = self.expr(value, (Type.SET,), Scope.BOARD)
            if found is None or found.op == "region":
                return found
            mask = self._settled(found, value)
            return None if mask is None else Expr("cells", Type.SET, value=mask)
        if not isinstance(value, MapNode):
            return None
        masks = [
            self.constant(part)
            for player in self.names.players
            if isinstance(part := value.get(player), Scalar)
        ]
        found_masks = tuple(mask for mask in masks if mask is not None)
        if len(found_masks) < len(self.names.players):
            return None
        return Expr("region", Type.SET, value=found_masks)

    # Functions

    def _call(self, tree: Call, place: _Place) -> Expr | None:
        function = FUNCTIONS.get(tree.name)
        name_span = place.scalar.part(tree.start, tree.name_end)
        if self._lacks_where(tree, place):
            message = f"{tree.name}(...) goes through a collection and needs 'where'"
            self._error(place, name_span, message, f"write {loop_usage(tree.name)}")
            return None
        if function is None:
            self._no_function(tree, name_span, place)
            return None
        counts = sorted({len(one.arguments) for one in function.signatures})
        if len(tree.arguments) not in counts:
            loop = LOOPS.get(tree.name)
            also = f" or {loop_usage(tree.name)}" if loop else ""
            self._error(
                place,
                name_span,
                f"{tree.name}(...) takes {' or '.join(map(str, counts))} "
                f"value{'' if counts[-1] == 1 else 's'}, not {len(tree.arguments)}",
                f"write {usage(tree.name)}{also}",
            )
            return None
        fitting = [one for one in function.signatures if len(one.arguments) == len(tree.arguments)]
        if not self._ask(f"{tree.name}(...)", function.known, name_span, place):
            return None
        special = fitting[0].arguments[0]
        if special is SIDE:
            return self._side(tree.arguments[0], place)
        if special is CELLS_TEXT:
            return self._cells(tree.arguments[0], place)
        if len(fitting) == 1:
            return self._applied(tree, function, fitting[0], place)
        return self._overloaded(tree, function, fitting, place)

    def _lacks_where(self, tree: Call, place: _Place) -> bool:
        """Whether a call is a loop whose second half is missing."""
        match tree.arguments:
            case (Binary(operator="in", left=Named(name)),) if tree.name in LOOPS:
                return name not in place.bound and self._free(name)
        return False

    def _no_function(self, tree: Call, span: Span, place: _Place) -> None:
        name = tree.name
        if self._quiet:
            return
        if name in LOOPS:
            self._error(
                place, span, f"{name}(...) goes through a collection", f"write {loop_usage(name)}"
            )
        elif name in NAMES or name in place.bound or name in set(self.names.all()):
            self._error(place, span, f"{name!r} is not a function", "write it without ( )")
        else:
            self._error(
                place,
                span,
                f"unknown function {name!r}",
                did_you_mean(name, (*FUNCTIONS, *LOOPS)),
            )
        for argument in tree.arguments:
            if not isinstance(argument, Quoted):
                self._meaning(argument, place)

    def _applied(
        self, tree: Call, function: Function, signature: Signature, place: _Place
    ) -> Expr | None:
        found = [
            self._argument(argument, wanted, place)
            for argument, wanted in zip(tree.arguments, signature.arguments, strict=True)
        ]
        arguments = tuple(one for one in found if one is not None)
        if len(arguments) < len(found):
            return None
        return self._made(tree, function, signature, arguments, place)

    def _argument(self, tree: Tree, wanted: Argument, place: _Place) -> Expr | None:
        assert wanted.type is not None
        if wanted.type is Type.PIECE and isinstance(tree, Named):
            if tree.name not in self.names.pieces:
                self._error(
                    place,
                    place.span(tree),
                    f"no piece type {tree.name!r}",
                    did_you_mean(tree.name, self.names.pieces)
                    or f"there are {', '.join(self.names.pieces)}",
                )
                return None
            return Expr("piece", Type.PIECE, value=self.names.pieces.index(tree.name))
        return self._wanted(tree, (wanted.type,), place)

    def _overloaded(
        self,
        tree: Call,
        function: Function,
        signatures: list[Signature],
        place: _Place,
    ) -> Expr | None:
        found = [self._meaning(argument, place) for argument in tree.arguments]
        arguments = tuple(one for one in found if one is not None)
        if len(arguments) < len(found):
            return None
        for convert in (False, True):
            for signature in signatures:
                fitted = self._fitted(arguments, signature, convert)
                if fitted is not None:
                    return self._made(tree, function, signature, fitted, place)
        # The first argument that tells the forms apart, or that fits none of them.
        wants: list[Want] = [
            tuple(
                dict.fromkeys(
                    one.arguments[index].type or Type.SET
                    for one in signatures
                    if self._fitted(
                        arguments[:index], Signature(one.arguments[:index], one.result), True
                    )
                    is not None
                )
            )
            for index in range(len(arguments))
        ]
        for argument, given, wanted in zip(tree.arguments, arguments, wants, strict=True):
            if wanted and given.type not in wanted:
                self._mismatch(argument, wanted, given.type, place)
                return None
        return None

    def _fitted(
        self, arguments: tuple[Expr, ...], signature: Signature, convert: bool
    ) -> tuple[Expr, ...] | None:
        fitted = []
        for argument, wanted in zip(arguments, signature.arguments, strict=True):
            if argument.type is wanted.type:
                fitted.append(argument)
            elif convert and argument.type is Type.GROUPS and wanted.type is Type.SET:
                fitted.append(self._node(Expr("union", Type.SET, (argument,))))
            else:
                return None
        return tuple(fitted)

    def _made(
        self,
        tree: Call,
        function: Function,
        signature: Signature,
        arguments: tuple[Expr, ...],
        place: _Place,
    ) -> Expr | None:
        message = self._absurd(function.name, arguments)
        if message:
            self._error(place, place.span(tree.arguments[0]), message)
            return None
        if function.name in ("held", "of", "color") and not self.names.colored:
            span = place.scalar.part(tree.start, tree.name_end)
            self._error(place, span, f"{function.name}(...) needs a piece type with `colors:`")
            return None
        if function.name == "score" and not self.names.scored:
            span = place.scalar.part(tree.start, tree.name_end)
            self._error(place, span, "score(...) needs `score:`")
            return None
        return self._node(Expr(function.name, signature.result, arguments))

    def _absurd(self, name: str, arguments: tuple[Expr, ...]) -> str:
        """What is wrong with a number of a row, column or phase; "" if nothing is."""
        first = arguments[0]
        if first.op != "number" or not isinstance(first.value, int):
            return ""
        if name == "phase" and not self.board.phase(first.value):
            last = max(number for number in range(4) if self.board.phase(number))
            return f"no phase {first.value} on this board; phases are 0 to {last}"
        find = {"row": self.board.row, "column": self.board.column}.get(name)
        if find is not None and not find(first.value):
            last = max(number for number in range(1, 65) if find(number))
            return f"no {name} {first.value} on this board; {name}s run from 1 to {last}"
        return ""

    def _side(self, tree: Tree, place: _Place) -> Expr | None:
        sides = self.board.sides
        if isinstance(tree, Named) and tree.name in sides:
            return Expr("cells", Type.SET, value=sides[tree.name])
        what = f"no side {tree.name!r}" if isinstance(tree, Named) else "expected a side"
        self._error(place, place.span(tree), f"{what} on this board", f"it has {' '.join(sides)}")
        return None

    def _cells(self, tree: Tree, place: _Place) -> Expr | None:
        if not isinstance(tree, Quoted):
            self._error(
                place, place.span(tree), "expected names of cells in quotes", 'cells("a1 b2")'
            )
            return None
        board = self.board
        mask = 0
        start = tree.start + 1
        fine = True
        for word in tree.text.split():
            index = tree.text.index(word, start - tree.start - 1) + tree.start + 1
            start = index + len(word)
            if word in board.index:
                mask |= 1 << board.bits[board.index[word]]
                continue
            fine = False
            self._error(
                place,
                place.scalar.part(index, start),
                f"no cell {word!r} on this board",
                f"cells run from {board.cells[0]} to {board.cells[-1]}",
            )
        return Expr("cells", Type.SET, value=mask) if fine else None

    # Loops

    def _loop(self, tree: Loop, place: _Place) -> Expr | None:
        word = LOOPS.get(tree.name)
        name_span = place.scalar.part(tree.start, tree.name_end)
        if word is None:
            self._error(
                place,
                name_span,
                f"{tree.name!r} does not go through a collection",
                did_you_mean(tree.name, LOOPS) or f"use one of {', '.join(LOOPS)}",
            )
            return None
        if word.form != tree.form:
            self._error(
                place,
                name_span,
                f"{tree.name}(...) is written otherwise",
                f"write {loop_usage(tree.name)}",
            )
            return None
        collection = self._meaning(tree.collection, place)
        element = None if collection is None else ELEMENTS.get(collection.type)
        if collection is not None and element is None:
            self._mismatch(tree.collection, tuple(ELEMENTS), collection.type, place)
        variable = tree.variable.name
        if not self._free(variable):
            self._error(
                place,
                place.span(tree.variable),
                f"{variable!r} already means something else",
                "choose another name for what the loop goes through",
            )
            return None
        if element is None or collection is None:
            return None
        self._loops += 1
        bound = Expr("bound", element, value=self._loops)
        inner = _Place(
            place.scalar, place.scope, place.needs, {**place.bound, variable: bound}, place.trail
        )
        wanted = Type.CONDITION if word.form == "where" else Type.NUMBER
        body = self._wanted(tree.body, (wanted,), inner)
        if body is None:
            return None
        return Expr("loop", word.result or collection.type, (bound, collection, body), tree.name)

    def _free(self, name: str) -> bool:
        return not (
            name in NAMES
            or name in WORDS
            or name in self.board.directions
            or name in RELATIVE
            or name in set(self.names.all())
        )
