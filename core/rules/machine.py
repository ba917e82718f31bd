"""A game's rules, compiled to Python: makes, lists and draws steps on plain states."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast

from core.language.definition import Expr
from core.rules.chance import Chance
from core.rules.layout import ONGOING
from core.rules.lower import Lowering
from core.rules.program import PASS, STOP, SWAP
from core.rules.python import Printer
from core.rules.rewrite import REWRITES, rewrite
from core.rules.tree import Kind, Node

State = tuple[Any, ...]
"""One position: the fields of `Layout.fields`, in order."""
Code = int
"""One legal step, as `core.rules.program` numbers them."""


class Machine:
    """A game's rules, compiled."""

    def __init__(self, lowering: Lowering, rewrites: Iterable[str] = REWRITES) -> None:
        """Lower, rewrite, print and compile.

        Args:
            lowering: The definition, not lowered yet.
            rewrites: Names of `core.rules.rewrite.REWRITES` to use.
        """
        self.lowering = lowering
        self.layout = lowering.layout
        self.program = rewrite(lowering.program(), rewrites)
        self.source = Printer(lowering.board, self.program).module()
        names: dict[str, Any] = {"BOARD": lowering.board}
        exec(compile(self.source, f"<rules of {lowering.definition.game}>", "exec"), names)
        self.settle = cast(Callable[[State], tuple[State, tuple[Code, ...]]], names["settle"])
        """A state after a step -> the state at rest, and its legal steps (none once over)."""
        self._count = names["COUNTS"]
        self._draws = names["DRAWS"]
        self._attempts = names["ATTEMPTS"]
        self._scores = names["SCORES"]
        self._closes = names["CLOSES"]
        self._passes = names["PASSES"]
        self._swaps = names["SWAPS"]
        self._choosers: dict[tuple[int, int], Callable[..., Any]] = {}
        self._landings: dict[tuple[int, int], list[tuple[int, Callable[..., Any]]]] = {}
        self._evaluators: dict[tuple[Expr, int], Callable[[State], Any]] = {}
        place = self.layout.place
        self._mover = place["mover"]
        self._stage = place["stage"]
        self._step = place["step"]
        self._turn = place["turn"]
        self._winner = place["winner"]
        self._span = lowering.board.full.bit_length()
        self._stops = tuple(stage.stop for stage in lowering.definition.stages)
        turn = lowering.definition.turn
        self._extras = turn.free_pass, turn.swap
        self._key = self._key_of()

    def start(self, **fields: Any) -> State:
        """A state with these fields; all others as at the beginning of a game without pieces."""
        blank: dict[str, Any] = {
            "turn": 1,
            "winner": ONGOING,
            "stage": self.lowering.stages["start"],
        }
        colors = self.layout.colors
        values = []
        for item in self.layout.fields:
            value: Any = 0
            if item.kind is Kind.ARRAY:
                value = frozenset() if item.name == "past" else (0,) * colors
            elif item.kind is Kind.CONDITION:
                value = False
            values.append(fields.get(item.name, blank.get(item.name, value)))
        return tuple(values)

    def play(self, state: State, code: Code) -> State | int:
        """The state after a step, not settled; or the number of the clause that forbids it."""
        mover = state[self._mover]
        if code == STOP:
            return cast(State, self._closes[mover](state))
        if code == PASS:
            return cast(State, self._passes[mover](state))
        if code == SWAP:
            return cast(State, self._swaps[mover](state))
        rest, here = divmod(code, self._span)
        heading, origin = divmod(rest, self._span)
        return cast("State | int", self._attempts[mover, heading](state, 1 << origin, 1 << here))

    def parts(self, code: Code) -> tuple[int, int, int]:
        """(action, origin, here) of a code that touches a cell; the last two in bit numbers."""
        rest, here = divmod(code, self._span)
        heading, origin = divmod(rest, self._span)
        return heading // self.program.headings, origin, here

    def choices(self, state: State, action: int) -> int:
        """Mask of the cells where an action of the mover may begin, by `at` or `from` alone."""
        key = (action, state[self._mover])
        if key not in self._choosers:
            node = self.lowering.choices(state[self._mover], action)
            self._choosers[key] = self.compile(node)
        return cast(int, self._choosers[key](state))

    def attempts(self, state: State, action: int, origin: int, here: int) -> list[State | int]:
        """What becomes of an action at these one-cell sets, in each direction that leads there."""
        mover = state[self._mover]
        key = (action, mover)
        if key not in self._landings:
            nodes = self.lowering.landings(mover, action)
            self._landings[key] = [(order, self.compile(node)) for order, node in nodes]
        found: list[State | int] = []
        for direction, landing in self._landings[key]:
            if landing(state, origin) & here:
                heading = action * self.program.headings + direction
                found.append(self._attempts[mover, heading](state, origin, here))
        return found

    def occupied(self, state: State) -> int:
        """Mask of the cells that hold a piece."""
        cells = 0
        for name in self.layout.board_fields:
            if name.startswith("own") or name == "neutral":
                cells |= state[self.layout.place[name]]
        return cells

    def own(self, state: State) -> int:
        """Mask of the cells that hold a piece of the mover, or of nobody."""
        cells = 0
        for name in (f"own{state[self._mover]}", "neutral"):
            if self.layout.has(name):
                cells |= state[self.layout.place[name]]
        return cells

    def scores(self, state: State) -> tuple[tuple[int, ...], ...]:
        """For each side its score, a number for each part; () where the game keeps none."""
        if not self.lowering.definition.score:
            return ()
        return tuple(self._scores[side](state) for side in range(self.layout.sides))

    def evaluate(self, expr: Expr, side: int, state: State) -> Any:
        """What an expression says in a state, from one side."""
        key = (expr, side)
        if key not in self._evaluators:
            lowering = self.lowering
            node = lowering.lower(expr, lowering.start(side))
            self._evaluators[key] = self.compile(node)
        return self._evaluators[key](state)

    def compile(self, node: Node) -> Callable[..., Any]:
        """A function that computes one node from a state, and from the local `origin` if used."""
        source = Printer(self.lowering.board, self.program).function_of(node)
        names: dict[str, Any] = {"BOARD": self.lowering.board}
        exec(compile(source, "<expression>", "exec"), names)
        return cast(Callable[..., Any], names["value"])

    def merge_key(self, state: State) -> State:
        """What decides how a game goes on: equal for positions reached in different orders.

        Numbers of turns and steps are left out unless the rules ask for them.
        """
        return self._key(state)

    def _key_of(self) -> Callable[[State], State]:
        step, turn = self._step, self._turn
        used = self.layout.used
        keep_step, keep_turn = "step" in used, "turn" in used
        swap = self.layout.has("swapped")

        def key(state: State) -> State:
            rest = list(state)
            if not keep_step:
                rest[step] = state[step] > 0
            if not keep_turn:
                rest[turn] = min(state[turn], 3) if swap else 0
            return tuple(rest)

        return key

    def perft(self, state: State, depth: int) -> int:
        """Leaves at a depth of steps, from a settled state; a finished game is a leaf."""
        state, codes = self.settle(state)
        return self._perft(state, codes, depth, {})

    def _perft(self, state: State, codes: Sequence[Code], depth: int, seen: dict[Any, int]) -> int:
        if depth == 0 or not codes:
            return 1
        if depth == 1:
            return len(codes)
        total = 0
        for code in codes:
            after = cast(State, self.play(state, code))
            key = (depth, self._key(after))
            leaves = seen.get(key)
            if leaves is None:
                if depth == 2:
                    leaves = self._leaves(after)
                else:
                    leaves = self._perft(*self.settle(after), depth - 1, seen)
                seen[key] = leaves
            total += leaves
        return total

    def _leaves(self, state: State) -> int:
        """Leaves one step below a state that is not settled."""
        if state[self._winner] != ONGOING:
            return 1
        stage, step = state[self._stage], state[self._step]
        listed = cast(int, self._count[state[self._mover], stage](state))
        if not listed or (not step and self._offers_more(state)):
            return max(1, len(self.settle(state)[1]))
        return listed + (1 if step and self._stops[stage] else 0)

    def playout(
        self,
        state: State,
        chance: Chance,
        most: int,
        notes: list[tuple[int, Code]] | None = None,
    ) -> tuple[State, bool]:
        """Random steps, each drawn uniformly from the legal ones.

        A turn in whose middle nothing can be done ends, which is no step.

        Args:
            state: Where to begin.
            chance: Decides the steps.
            most: How many steps at the most.
            notes: Takes up the steps, each with the side that made it.

        Returns:
            The last state, settled if the game is over; and whether it is over.
        """
        winner, mover, stage, step = self._winner, self._mover, self._stage, self._step
        made = 0
        while state[winner] == ONGOING and made < most:
            made += 1
            draw = self._draws.get((state[mover], state[stage]))
            if draw is None or (not state[step] and self._offers_more(state)):
                drawn = None
            else:
                drawn = self._drawn(state, draw(state), chance)
                if drawn is None and state[step]:
                    state = cast(State, self._closes[state[mover]](state))
                    made -= 1
                    continue
            if drawn is None:
                state, codes = self.settle(state)
                if not codes:
                    return state, True
                code = codes[chance.below(len(codes))]
                drawn = code, cast(State, self.play(state, code))
            if notes is not None:
                notes.append((state[mover], drawn[0]))
            state = drawn[1]
        return state, state[winner] != ONGOING

    def _offers_more(self, state: State) -> bool:
        """Whether a turn may begin with a pass or a swap."""
        free_pass, swap = self._extras
        return free_pass or (swap and state[self._turn] == 2)

    def _drawn(
        self, state: State, sets: list[tuple[int, int]], chance: Chance
    ) -> tuple[Code, State] | None:
        """A step drawn without listing all, and what follows: draw a candidate, try, draw again."""
        attempts, mover = self._attempts, state[self._mover]
        left = sum([cells.bit_count() for _, cells in sets])
        stop = state[self._step] and self._stops[state[self._stage]]
        if stop and not left:
            return None
        while left:
            place = chance.below(left + 1 if stop else left)
            if place == left:
                return STOP, cast(State, self._closes[mover](state))
            index = 0
            while place >= (size := sets[index][1].bit_count()):
                place -= size
                index += 1
            heading, cells = sets[index]
            rest = cells
            for _ in range(place):
                rest &= rest - 1
            here = rest & -rest
            after = attempts[mover, heading](state, here, here)
            if type(after) is tuple:
                number = here.bit_length() - 1
                return (heading * self._span + number) * self._span + number, after
            sets[index] = heading, cells ^ here
            left -= 1
        return (STOP, cast(State, self._closes[mover](state))) if stop else None
