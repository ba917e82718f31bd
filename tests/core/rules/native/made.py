"""Small random games: everything that the vocabulary has, put together as types allow.

Hardly one is worth playing, but all are legal files, so that back ends must agree on them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from core.board import Board
from core.language.definition import Type
from core.language.vocabulary import ELEMENTS, FUNCTIONS, LOOPS, NAMES, RELATIVE, Scope, visible

BOARDS: Sequence[dict[str, Any]] = (
    {"shape": "square", "size": 3},
    {"shape": "square", "size": 4, "adjacency": "all"},
    {"shape": "square", "size": 8},
    {"shape": "square", "size": 9},
    {"shape": "rectangle", "width": 1, "height": 1},
    {"shape": "rectangle", "width": 1, "height": 9},
    {"shape": "rectangle", "width": 12, "height": 2},
    {"shape": "rectangle", "width": 64, "height": 1},
    {"shape": "rectangle", "width": 3, "height": 5, "adjacency": "all"},
    {"shape": "hexagon", "size": 2},
    {"shape": "hexagon", "size": 3},
    {"shape": "hexagon", "sides": [2, 3, 4]},
    {"shape": "rhombus", "size": 4},
    {"shape": "triangle", "size": 5},
    {"shape": "rows", "rows": [1, 3, 2, 4]},
    {"shape": "mask", "mask": "..#. .... #..# ...."},
)
"""Within a word and beyond, with padding and without, with holes, of one cell and of one row."""

INFIX: dict[Type, Sequence[tuple[str, Type]]] = {
    Type.SET: [("|", Type.SET), ("&", Type.SET), ("-", Type.SET)],
    Type.NUMBER: [(word, Type.NUMBER) for word in ("+", "-", "*", "//", "%")],
    Type.CONDITION: [
        *((word, Type.CONDITION) for word in ("and", "or")),
        *((word, Type.NUMBER) for word in ("==", "!=", "<", "<=", ">", ">=")),
        *((word, Type.SET) for word in ("==", "!=", "in")),
        ("==", Type.COLOR),
        ("!=", Type.PLAYER),
    ],
}
"""Type -> operators that give it, with the type of both sides."""
IDIOMS = {
    Type.CONDITION: [
        "connected(mine - here)",
        "connected(occupied - here)",
        "connected(mine | here)",
        "open_run(here) >= 2",
        "some(flanked(here))",
        "none(adjacent(here) & mine)",
        "some(liberties(group(here)))",
    ],
    Type.NUMBER: [
        "max(sizes(touching(groups(mine), here)))",
        "count(touching(groups(enemy), here))",
        "open_run(here)",
        "line(mine, here)",
    ],
    Type.SET: ["group(here)", "flanked(here)", "surrounded(enemy & adjacent(here))"],
}
"""What rules often ask, and what back ends therefore have short cuts for."""
NUMBERED = {"row", "column", "phase"}
"""Functions that take the number of something the board has."""


class Choose(Protocol):
    """Where chance comes from."""

    def one(self, items: Sequence[Any]) -> Any:
        """One of them."""

    def number(self, low: int, high: int) -> int:
        """A number from `low` to `high`."""


@dataclass(frozen=True)
class Around:
    """What an expression may speak of."""

    scope: Scope
    names: tuple[tuple[str, Type], ...] = ()
    """Names of the file and of loops."""
    without: frozenset[str] = frozenset()
    """Built-in names and functions that mean nothing here."""


@dataclass
class Maker:
    """One game on its way."""

    choose: Choose
    sides: int = 2
    board: Board = field(init=False)
    lines: list[str] = field(default_factory=list)

    # Expressions

    def expression(self, type_: Type, around: Around, depth: int = 3) -> str:
        """An expression of a type; past the depth, a leaf if there is any."""
        leaves = self._leaves(type_, around)
        if leaves and (depth <= 0 or self.some_times(5)):
            return str(self.choose.one(leaves))
        if around.scope in (Scope.CANDIDATE, Scope.AFTER) and self.some_times(4):
            leaves = IDIOMS.get(type_, leaves)
            if leaves:
                return str(self.choose.one(leaves))
        ways = self._ways(type_, around, depth) if depth > -3 else []
        if not ways:
            return str(self.choose.one(leaves))
        return str(self.choose.one(ways)())

    def _leaves(self, type_: Type, around: Around) -> list[str]:
        found = [
            name.name
            for name in NAMES.values()
            if name.type is type_
            and name.name not in around.without
            and visible(name.name, name.known, around.scope)
        ]
        found += [name for name, of in around.names if of is type_]
        begun = around.scope is not Scope.BOARD
        match type_:
            case Type.CONDITION:
                found += ["some(mine)", "turn > 5"] if begun else ["some(corners)"]
            case Type.GROUPS:
                found.append("groups(occupied)" if begun else "groups(edge)")
            case Type.NUMBERS:
                found.append("sizes(groups(empty))" if begun else "sizes(sides)")
            case Type.COLOR:
                found.append("color(occupied)")
            case Type.NUMBER:
                found += [str(self.choose.number(0, 9)), "100"]
            case Type.DIRECTIONS:
                found += [*self.board.directions, " | ".join(self.board.directions[:3])]
            case Type.SET:
                found.append(f"side({self.choose.one([*self.board.sides])})")
                some = {self.choose.one(self.board.cells) for _ in range(3)}
                found.append(f'cells("{" ".join(sorted(some))}")')
        return found

    def _ways(self, type_: Type, around: Around, depth: int) -> list[Callable[[], str]]:
        def call(name: str, arguments: Sequence[Type]) -> Callable[[], str]:
            def way() -> str:
                given = [self.expression(one, around, depth - 1) for one in arguments]
                if name in NUMBERED and arguments == [Type.NUMBER]:
                    given = [f"{given[0]} + turn"]  # plain numbers must be on the board
                return f"{name}({', '.join(given)})"

            return way

        def infix(word: str, of: Type) -> Callable[[], str]:
            def way() -> str:
                one, other = (self.expression(of, around, depth - 1) for _ in range(2))
                return f"({one} {word} {other})"

            return way

        found: list[Callable[[], str]] = []
        for function in FUNCTIONS.values():
            if function.name in around.without:
                continue
            if not visible(function.name, function.known, around.scope):
                continue
            for form in function.signatures:
                types = [one.type for one in form.arguments]
                if form.result is type_ and None not in types:
                    found.append(call(function.name, [one for one in types if one]))
        for word, of in INFIX.get(type_, ()):
            kept_out = {Type.COLOR: "colors", Type.PLAYER: "players"}.get(of)
            if kept_out not in around.without:
                found.append(infix(word, of))
        if type_ is Type.CONDITION:
            found.append(lambda: f"not ({self.expression(type_, around, depth - 1)})")
        for word in LOOPS.values():
            if word.result is type_:
                found += [self._loop(word.name, of, around, depth) for of in self._domains(around)]
            elif word.result is None and type_ in self._domains(around):
                found.append(self._loop(word.name, type_, around, depth))
        return found

    def _domains(self, around: Around) -> list[Type]:
        return [
            one
            for one in ELEMENTS
            if not (one is Type.COLORS and "colors" in around.without)
            and not (one is Type.PLAYERS and "players" in around.without)
        ]

    def _loop(self, word: str, over: Type, around: Around, depth: int) -> Callable[[], str]:
        def way() -> str:
            name = f"x{len(around.names)}"
            collection = self.expression(over, around, depth - 1)
            inside = replace(around, names=(*around.names, (name, ELEMENTS[over])))
            if LOOPS[word].form == "where":
                body = self.expression(Type.CONDITION, inside, depth - 1)
                return f"{word}({name} in {collection} where {body})"
            body = self.expression(Type.NUMBER, inside, depth - 1)
            return f"{word}({body} for {name} in {collection})"

        return way

    # Games

    def line(self, depth: int, text: str) -> None:
        self.lines.append("  " * depth + text)

    def some_times(self, many: int = 2) -> bool:
        """One time in so many."""
        return bool(self.choose.number(1, many) == 1)

    def quoted(self, type_: Type, around: Around, depth: int = 3) -> str:
        text = self.expression(type_, around, depth).replace("'", "''")
        return f"'{text}'"

    def game(self) -> str:
        """The text of a whole file."""
        choose = self.choose
        given = choose.one(BOARDS)
        self.board = Board.build(**given)
        self.sides = choose.number(2, 3)
        self.players = ["red", "green", "blue"][: self.sides]
        self.colors = choose.one([0, 0, 3])
        self.forward = self.some_times(3)
        self.owned = not self.colors or self.some_times()
        self.kinds = ["stone", *(["king"] if self.some_times(3) else [])]
        self.swap = self.sides == 2 and self.some_times(4)
        self.passing = self.some_times(4)
        self.scored = self.some_times()
        self.stages = ["start", *(["more"] if self.some_times() else [])]
        without = {"all_stuck", "repeated", "over", "from", "direction", "captured", "all_passed"}
        if not self.colors:
            without |= {"colors", "of", "color", "held"}
        names = tuple((one, Type.PLAYER) for one in self.players)
        pieces = [*self.kinds, *(["gem"] if self.colors else [])]
        names += tuple((one, Type.PIECE) for one in pieces)
        names += (("counter", Type.NUMBER), ("home", Type.SET))
        if self.forward:
            names += tuple(
                (one, Type.DIRECTIONS)
                for one in RELATIVE
                if not (self.board.bricks and one in ("left", "right"))
            )
        if not self.scored:
            without.add("score")
        self.around = Around(Scope.POSITION, names, frozenset(without))
        self._head(given)
        self._setup()
        self._moves()
        self._turn()
        self._ends()
        return "\n".join([*self.lines, ""])

    def _head(self, given: dict[str, Any]) -> None:
        self.line(0, "format: 1\ngame: made")
        self.line(0, "players:")
        for player in self.players:
            ahead = f"{{forward: {self.choose.one(self.board.orthogonal)}}}" if self.forward else ""
            self.line(1, f"{player}: {ahead}")
        self.line(0, "board:")
        for key, value in given.items():
            self.line(1, f'{key}: "{value}"' if key == "mask" else f"{key}: {value}")
        still = replace(self.around, scope=Scope.BOARD, names=())
        self.line(1, f"regions: {{home: {self.quoted(Type.SET, still, 0)}}}")
        self.line(0, "pieces:")
        owner = "player" if self.owned else "none"
        for kind in self.kinds:
            self.line(1, f"{kind}: {{owner: {owner}}}")
        if self.colors:
            self.dealt = [cell for cell in self.board.cells if self.some_times()]
            copies = max(1, len(self.dealt) // self.colors)
            self.line(1, f"gem: {{owner: none, colors: {self.colors}, copies: {copies}}}")
        self.line(0, f"vars: {{counter: {self.choose.number(-2, 2)}}}")

    def _setup(self) -> None:
        """Pieces of all sorts on a part of the board, each cell at most one."""
        self.line(0, "setup:")
        whose = [*self.players, "neutral"] if self.owned else ["neutral"]
        sorts = [(kind, owner) for kind in self.kinds for owner in whose]
        free = list(self.board.cells)
        dealt = self.dealt if self.colors and len(self.dealt) >= self.colors else []
        if dealt:
            self.line(1, f"""- {{deal: gem, at: 'cells("{" ".join(dealt)}")'}}""")
        filled = self.choose.number(0, 8)
        on: dict[tuple[str, str], list[str]] = {}
        for cell in free:
            if cell not in dealt and self.choose.number(1, 9) <= filled:
                on.setdefault(self.choose.one(sorts), []).append(cell)
        for (kind, owner), cells in on.items():
            whose_is = f", owner: {owner}" if self.owned else ""
            self.line(1, f"""- {{place: {kind}{whose_is}, at: 'cells("{" ".join(cells)}")'}}""")
        if self.lines[-1] == "setup:":
            self.lines[-1] = "setup: []"

    def _moves(self) -> None:
        self.line(0, "moves:")
        for stage in self.stages:
            for number in range(self.choose.number(1, 2)):
                self._action(f"{stage}{number}", stage, "ABCD"[number])

    def _action(self, name: str, stage: str, sign: str) -> None:
        choose, line = self.choose, self.line
        position = self.around
        verb = choose.one(["place", "place", "take", "move", "move", "select"])
        kind = choose.one(self.kinds)
        line(1, f"{name}:")
        line(2, f"sign: {sign}")
        if stage != "start":
            line(2, f"stage: {stage}")
        piece = kind if verb == "place" else choose.one([*self.kinds, "any"])
        line(2, f"{verb}: {piece}")
        known: set[str] = {"captured"}
        if verb == "move":
            known |= self._way()
        elif self.some_times():
            at = self.expression(Type.SET, position)
            line(2, f"at: '{self.choose.one(['', 'board - ', 'empty | ', 'occupied & '])}({at})'")
        if verb == "place" and self.owned and self.some_times(3):
            line(2, f"owner: {choose.one([*self.players, 'mover', 'neutral'])}")
        if verb == "take" and self.colors and self.some_times():
            line(2, "into: hand")
        lets: tuple[tuple[str, Type], ...] = ()
        before = replace(
            position, scope=Scope.CANDIDATE, without=position.without - known | {"captured"}
        )
        if self.some_times(3):
            line(2, f"if: {self.quoted(Type.CONDITION, before)}")
        if self.some_times(5):
            line(2, f"{choose.one(['minimize', 'maximize'])}: {self.quoted(Type.NUMBER, before)}")
        if self.some_times(5):
            line(2, f"priority: {choose.number(0, 1)}")
        if self.some_times(3):
            of = choose.one([Type.SET, Type.NUMBER, Type.CONDITION, Type.PLAYER])
            called = f"kept_{of.name.lower()}"
            line(2, f"let: {{{called}: {self.quoted(of, before, 2)}}}")
            lets = ((called, of),)
        after = replace(
            position,
            scope=Scope.AFTER,
            names=position.names + lets,
            without=position.without - known,
        )
        effects = [self._effect(after) for _ in range(choose.number(0, 2))]
        if self.some_times(4):
            effects.append(f"require: {self.quoted(Type.CONDITION, after)}")
        if effects:
            line(2, "then:")
            for one in effects:
                line(3, f"- {{{one}}}")
        if len(self.stages) > 1 and self.some_times():
            line(2, "next:")
            line(3, f"- {{when: {self.quoted(Type.CONDITION, after, 2)}, go: more}}")
            if stage == "start" and self.some_times():
                line(3, "- {go: more}")

    def _way(self) -> set[str]:
        """How a move goes; gives the names that this makes known."""
        choose, line = self.choose, self.line
        by = choose.one(["step", "slide", "hop", "leap"])
        line(2, f"by: {by}")
        moving = replace(self.around, scope=Scope.FROM, without=self.around.without - {"from"})
        if self.some_times(3):
            line(2, f"from: {self.quoted(Type.SET, self.around, 2)}")
        if self.some_times():
            line(2, f"to: {self.quoted(Type.SET, moving, 2)}")
        if by != "leap" and self.some_times(3):
            line(2, f"dirs: {choose.one([*self.board.directions, 'orthogonal', 'all'])}")
        if by == "hop" and self.some_times():
            line(2, f"over: {self.quoted(Type.SET, self.around, 2)}")
        if by == "slide" and self.some_times():
            line(2, f"through: {self.quoted(Type.SET, self.around, 2)}")
        if by == "slide" and self.some_times(3):
            path = replace(moving, scope=Scope.PATH)
            line(2, f"distance: {self.quoted(Type.NUMBER, path, 2)}")
        known = {"from"} | ({"direction"} if by != "leap" else set())
        return known | ({"over"} if by == "hop" else set())

    def _effect(self, around: Around) -> str:
        cells = self.quoted(Type.SET, around)
        new = self.choose.one([*self.players, "mover", "neutral"])
        ways = [f"remove: {cells}", f"set: {{counter: {self.quoted(Type.NUMBER, around)}}}"]
        if self.owned:
            ways += [f"convert: {cells}, to: {new}", f"place: stone, at: {cells}, owner: {new}"]
        if self.colors:
            ways.append(f"remove: {cells}, into: hand")
        return str(self.choose.one(ways))

    def _turn(self) -> None:
        choose, line = self.choose, self.line
        if len(self.stages) > 1:
            line(0, f"stages: {{more: {{stop: {choose.one(['true', 'false'])}}}}}")
        line(0, "turn:")
        line(1, f"no_moves: {choose.one(['pass', 'lose', 'win', 'draw', 'end'])}")
        if self.passing:
            line(1, "pass: free")
        if self.swap:
            line(1, "swap: true")
        if self.some_times(5):
            line(1, f"repeat: {choose.one(['forbid', 'draw'])}")
        if self.some_times(3):
            line(1, f"after: [{{{self._effect(self.around)}}}]")

    def _ends(self) -> None:
        choose, line = self.choose, self.line
        if self.scored:
            around = replace(self.around, without=self.around.without | {"score"})
            parts = [self.quoted(Type.NUMBER, around) for _ in range(choose.number(1, 2))]
            line(0, f"score: [{', '.join(parts)}]")
        line(0, "end:")
        late = {"all_stuck", "captured", *(["all_passed"] if self.passing else [])}
        around = replace(self.around, scope=Scope.AFTER, without=self.around.without - late)
        for number in range(choose.number(0, 2)):
            often = "" if self.some_times() else "(turn > 20) and "
            when = self.expression(Type.CONDITION, around)
            line(1, f"rule{number}:")
            line(2, f"when: '{often}({when})'")
            if self.some_times():
                line(2, "immediate: true")
            whose = [*self.players, "mover"]
            ways = [f"win: {choose.one(whose)}", f"lose: {choose.one(whose)}", "draw: true"]
            if self.scored:
                ways.append(f"win: {choose.one(['most', 'least'])}")
            line(2, choose.one(ways))
        line(1, "long: {when: turn > 200, draw: true}")
