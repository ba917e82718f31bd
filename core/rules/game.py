"""A playable game, and its positions.

Positions are values. Everything about what may be done comes from one source, `Position.steps`:
highlights, typed steps, bots and tests all use it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from core.board import Board
from core.deal import deal as dealt
from core.errors import DealError, IllegalStep
from core.language.definition import BUILT_IN_REASONS, Deal, Definition, Expr, Place, Template, Type
from core.rules import notation, refusal
from core.rules.chance import Chance
from core.rules.layout import ONGOING
from core.rules.lower import Lowering
from core.rules.machine import Code, Machine, State
from core.rules.program import PASS, STOP, SWAP
from core.rules.rewrite import REWRITES
from core.words import Message, Text, Words, either

Verb = Literal["place", "take", "move", "select", "pass", "swap", "stop"]


@dataclass(frozen=True, slots=True)
class Step:
    """Something the mover may do now: one verb at one place."""

    token: str
    """As written in records: "d4", "-e5", "a2-a3", "pass", "swap", "stop"."""
    verb: Verb
    action: str
    """Its name under `moves:`; the verb itself for pass, swap and stop."""
    cells: tuple[str, ...]
    """Cells to point at, in order: one, two (from, to) or none."""
    code: Code
    """How the back ends number it."""

    def __str__(self) -> str:
        return self.token


@dataclass(frozen=True, slots=True)
class Piece:
    """What lies on a cell."""

    owner: int | None
    """Seat; None is nobody's."""
    kind: str
    """Name of the piece type."""
    color: int | None
    """Place in the color table; None for pieces without a color."""
    side: int | None
    """Index into `Definition.players`; differs from `owner` after a pie swap."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    winner: int | None
    """Seat; None where nobody has won alone."""
    reason: str
    """Name of the end rule; "no_moves" or "repetition" where none of them ended it."""
    shared: tuple[int, ...] = ()
    """Seats that share the win, rising, where more than two play: those that a loser leaves, or
    that tie for the best score. () where one seat has won alone, and for a draw of all."""


@dataclass(frozen=True, slots=True)
class Measure:
    """How far a seat is, as its game counts it."""

    name: str
    """Under `display: progress:`."""
    label: Text
    have: int
    need: int | None
    """What `have` must reach; None where it is only a count."""


class Game:
    """A definition made playable; compiled once."""

    def __init__(
        self,
        definition: Definition,
        rewrites: Iterable[str] = REWRITES,
        *,
        trusted: bool = False,
    ) -> None:
        """Compile the rules.

        Args:
            definition: A checked definition.
            rewrites: Names of `core.rules.rewrite.REWRITES` to use; all by default.
            trusted: Whether native code is known to play this game as Python does, as it is for
                the games that are shipped; otherwise that is tried first.
        """
        self._trusted = trusted
        self.definition = definition
        self.board: Board = definition.board
        self.machine = Machine(Lowering(definition), rewrites)
        self.layout = self.machine.layout
        self.notation = notation.Notation(self.layout)
        self.sides = len(definition.players)
        self._steps: dict[Code, Step] = {}

    def __repr__(self) -> str:
        return f"<Game {self.id}>"

    @cached_property
    def native(self) -> Any:
        """The game in native code, a `core.rules.native.game.NativeGame`.

        None where there is none, see `native_fault`. To be asked for off the screen's thread: it
        is compiled now, and first tried if need be.
        """
        return self._native[0]

    @property
    def native_fault(self) -> str:
        """Why there is no native code for this game; "" if there is."""
        return self._native[1]

    @cached_property
    def _native(self) -> tuple[Any, str]:
        # Here, so that who needs no native code does not wait for its modules.
        from core.rules.native.game import native_of

        return native_of(self, self._trusted)

    @cached_property
    def id(self) -> str:
        """Identifier and chosen variants: "oust:size-7+no-pie"."""
        chosen = "+".join(self.definition.chosen)
        return f"{self.definition.game}:{chosen}" if chosen else self.definition.game

    @cached_property
    def name(self) -> Text:
        """What people call it, without its variant."""
        return self.definition.name

    @cached_property
    def title(self) -> Text:
        """Name and variants, for people: "Oust, 7 cells a side"."""
        title = self.name
        for variant in self.definition.variants:
            if variant.id in self.definition.chosen:
                name = self.definition.variant_name(variant)
                title = Message("{game}, {variant}", game=title, variant=name)
        return title

    @property
    def cells(self) -> tuple[str, ...]:
        """Names of the cells, in the board's fixed order."""
        return self.board.cells

    def neighbors(self, cell: str) -> tuple[str, ...]:
        """Names of the cells next to one, clockwise.

        Raises:
            KeyError: There is no such cell.
        """
        return self.board.neighbors_of(cell)

    def words(self, key: str, usual: str = "") -> Words:
        """See `Definition.words`."""
        return self.definition.words(key, usual)

    def action_words(self, name: str) -> Text:
        """What an action of `moves:` is called: what somebody does, such as "place a stone"."""
        return self.words(f"moves.{name}", name.replace("_", " "))

    @cached_property
    def random(self) -> bool:
        """Whether the start is dealt at random."""
        return any(isinstance(entry, Deal) for entry in self.definition.setup)

    def start(self, seed: int = 0, deal: Mapping[str, int] | None = None) -> Position:
        """The first position.

        Args:
            seed: Decides the deal, the same on every machine; unused without a deal.
            deal: Cell -> place in the color table, instead of dealing by `seed`.

        Raises:
            DealError: The deal does not fit the board and its pieces.
        """
        fields: dict[str, int | tuple[int, ...]] = {}
        colors = [0] * self.layout.colors
        for entry in self.definition.setup:
            cells = entry.at
            if isinstance(entry, Deal):
                layout = deal if deal is not None else self._deal(entry, seed)
                self._check_deal(entry, layout)
                cells = self.board.mask(layout)
                for cell, color in layout.items():
                    colors[color] |= self.board.mask((cell,))
            name = self._owner_field(entry)
            names = [name, f"kind{entry.piece}"] if self.layout.kinds else [name]
            for one in names:
                before = fields.get(one, 0)
                assert isinstance(before, int)
                fields[one] = before | cells
        if self.layout.colors:
            fields["colors"] = tuple(colors)
        if deal is not None and not self.random:
            raise DealError(f"{self.name} starts from a fixed position; nothing is dealt")
        for name, value in self.definition.vars.items():
            fields[f"var_{name}"] = value
        return self._position(self._begun(self.machine.start(**fields)))

    def _begun(self, state: State) -> State:
        """The state with the first board remembered, where repetition matters."""
        if not self.layout.has("past"):
            return state
        board = tuple(state[self.layout.place[name]] for name in self.layout.board_fields)
        place = self.layout.place["past"]
        return (*state[:place], frozenset({board}), *state[place + 1 :])

    def _owner_field(self, entry: Place | Deal) -> str:
        if isinstance(entry, Place) and entry.owner is not None:
            return f"own{entry.owner}"
        return "neutral"

    def _deal(self, entry: Deal, seed: int) -> dict[str, int]:
        piece = self.definition.pieces[entry.piece]
        cells = [self.board.index[name] for name in self.board.names(entry.at)]
        return dealt(self.board, cells, piece.colors, piece.copies, entry.apart, seed)

    def _check_deal(self, entry: Deal, layout: Mapping[str, int]) -> None:
        piece = self.definition.pieces[entry.piece]
        for cell, color in layout.items():
            if cell not in self.board.index:
                raise DealError(f"no cell {cell!r} on this board")
            if not 0 <= color < piece.colors:
                raise DealError(f"{cell}: colors run from 0 to {piece.colors - 1}, not {color}")
        outside = self.board.names(self.board.mask(layout) & ~entry.at)
        if outside:
            raise DealError(f"nothing is dealt onto {outside[0]}")
        for color in range(piece.colors):
            dealt_out = sum(1 for one in layout.values() if one == color)
            if dealt_out != piece.copies:
                raise DealError(f"color {color} has {piece.copies} pieces, not {dealt_out}")

    def position(self, text: str) -> Position:
        """The position that `str(position)` wrote.

        Raises:
            PositionError: The text is no position of this game; says which part is wrong.
        """
        return self._position(self.machine.start(**self.notation.read(text)))

    def perft(self, position: Position, depth: int) -> int:
        """Leaves at a depth of steps; a finished game is a leaf and counts 1.

        Cost: about one step made for every position two plies above the leaves; positions that
        several orders of steps reach are counted once and kept in memory.
        """
        return self.machine.perft(position.state, depth)

    def playout(self, position: Position, seed: int, most: int = 10_000) -> tuple[Position, bool]:
        """Random play from a position, each step drawn uniformly from the legal ones.

        Args:
            position: Where to begin.
            seed: Decides the steps, the same on every machine.
            most: How many steps at the most.

        Returns:
            The last position, and whether the game was over there. Cheaper than stepping through
            `Position.steps`, since most steps are drawn without listing all.
        """
        state, over = self.machine.playout(position.state, Chance(seed), most)
        return self._position(state), over

    def step(self, code: Code) -> Step:
        """The step behind a code."""
        step = self._steps.get(code)
        if step is None:
            step = self._steps[code] = self._step(code)
        return step

    def _step(self, code: Code) -> Step:
        if code in _TOUCHLESS:
            verb = _TOUCHLESS[code]
            return Step(verb, verb, verb, (), code)
        index, origin, here = self.machine.parts(code)
        action = self.definition.actions[index]
        cells: tuple[str, ...] = (self.board.cell(here),)
        if action.verb == "move":
            cells = (self.board.cell(origin), *cells)
        return Step(notation.token(action, cells), action.verb, action.name, cells, code)

    def _position(self, state: State) -> Position:
        settled, codes = self.machine.settle(state)
        return Position(self, settled, codes)


_TOUCHLESS: dict[int, Literal["stop", "pass", "swap"]] = {
    STOP: "stop",
    PASS: "pass",
    SWAP: "swap",
}


class Position:
    """One moment of a game, between steps: a value that never changes.

    Two positions are equal when the board, the hands, the mover, the stage and all that the rules
    remember are, numbers of turn and step included.
    """

    __slots__ = ("__dict__", "_codes", "game", "state")

    def __init__(self, game: Game, state: State, codes: tuple[Code, ...]) -> None:
        """Made by `Game` and `play`; the state is settled and the codes are its legal steps."""
        self.game = game
        self.state = state
        self._codes = codes

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.state == other.state and self.game.id == other.game.id

    def __hash__(self) -> int:
        return hash(self.state)

    def __str__(self) -> str:
        return self.game.notation.write(self.state)

    def __repr__(self) -> str:
        return f"<Position of {self.game.id}: {self}>"

    def _field(self, name: str) -> int:
        value: int = self.state[self.game.layout.place[name]]
        return value

    @property
    def codes(self) -> tuple[Code, ...]:
        """The legal steps as the back ends number them; in the order of `steps`."""
        return self._codes

    @property
    def swapped(self) -> bool:
        """Whether the second player has taken over the first player's side."""
        return self.game.layout.has("swapped") and bool(self._field("swapped"))

    def side(self, seat: int) -> int:
        """The side a seat plays (or the seat of a side): index into `Definition.players`."""
        return 1 - seat if self.swapped else seat

    @property
    def mover(self) -> int | None:
        """Seat to move; None once the game is over."""
        return None if self.outcome else self.side(self._field("mover"))

    @property
    def stage(self) -> str:
        """Stage of the turn; "start" at its beginning."""
        return self.game.definition.stages[self._field("stage")].name

    @property
    def turn(self) -> int:
        """Number of the turn, counted from 1."""
        return self._field("turn")

    @property
    def step(self) -> int:
        """Steps made so far in this turn."""
        return self._field("step")

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The legal steps, always in the same order; none once the game is over."""
        return tuple(self.game.step(code) for code in self._codes)

    @cached_property
    def _by_token(self) -> dict[str, Step]:
        return {step.token: step for step in reversed(self.steps)}

    def find(self, token: str) -> Step:
        """The legal step of this token.

        Raises:
            IllegalStep: It is not legal; says why, naming the clause that forbids it.
        """
        found = self._by_token.get(token)
        if found is None:
            raise IllegalStep(self.why_not(token))
        return found

    def play(self, step: str | Step) -> Position:
        """The position after a step.

        Raises:
            IllegalStep: The step is not legal; says why, naming the clause that forbids it.
        """
        if isinstance(step, str):
            step = self.find(step)
        elif step.code not in self._codes:
            raise IllegalStep(self.why_not(step.token))
        state = self.game.machine.play(self.state, step.code)
        assert isinstance(state, tuple)
        return self.game._position(state)

    def why_not(self, token: str) -> Text:
        """Why a token is no legal step now, in a player's words that name it; "" if it is one."""
        reason = self.refusal(token)
        cells = notation.split(token)[2]
        if (
            not reason
            or self.outcome
            or not cells
            or not set(cells) <= self.game.board.index.keys()
        ):
            return reason
        return Message("{step}: {reason}", step=token, reason=reason)

    def refusal(self, token: str) -> Text:
        """Why a token is no legal step now, as `why_not` without the token; "" if it is one."""
        if token in self._by_token:
            return Text()
        if self.outcome:
            return Message("the game is over")
        verb, _, cells = notation.split(token)
        meant = [step.token for step in self.steps if step.cells and step.cells == cells]
        if meant and verb != "take":  # what stands before the cells was left out
            return Message("that step is written {step}", step=either(meant))
        steps = tuple((step.action, step.token) for step in self.steps if step.cells)
        moment = refusal.Moment(
            self.game.machine, self.state, steps, self.prompt, self.game.action_words
        )
        return refusal.reason(moment, token)

    @property
    def may_stop(self) -> bool:
        """Whether the turn, already begun, may be ended now."""
        return STOP in self._codes

    @property
    def must_go_on(self) -> bool:
        """Whether the turn, already begun, needs another step."""
        return self.step > 0 and bool(self._codes) and not self.may_stop

    @cached_property
    def pieces(self) -> dict[str, Piece]:
        """Cell -> what lies there; cells in the board's order, empty ones left out."""
        game, layout = self.game, self.game.layout
        owners: list[tuple[int, int | None]] = []
        if layout.owned:
            owners += [(self._field(f"own{side}"), side) for side in range(game.sides)]
        if layout.neutral:
            owners.append((self._field("neutral"), None))
        kinds = [(self._field(f"kind{index}"), index) for index in range(layout.kinds)]
        colors = self.state[layout.place["colors"]] if layout.colors else ()
        found: dict[str, Piece] = {}
        made: dict[tuple[int | None, int, int | None], Piece] = {}  # many are alike
        for cell, bit in zip(game.cells, game.board.bits, strict=True):
            here = 1 << bit
            for cells, side in owners:
                if cells & here:
                    kind = next((index for mask, index in kinds if mask & here), 0)
                    color = next((c for c, mask in enumerate(colors) if mask & here), None)
                    if (side, kind, color) not in made:
                        name = game.definition.pieces[kind].name
                        seat = None if side is None else self.side(side)
                        made[side, kind, color] = Piece(seat, name, color, side)
                    found[cell] = made[side, kind, color]
        return found

    def held(self, seat: int) -> tuple[int, ...]:
        """How many pieces of each color a seat holds; () in games without colors."""
        if not self.game.layout.hands:
            return ()
        held: tuple[int, ...] = self.state[self.game.layout.place[f"hand{self.side(seat)}"]]
        return held

    @cached_property
    def scores(self) -> tuple[tuple[int, ...], ...] | None:
        """For each seat its score, compared part by part; None where the game keeps none."""
        by_side = self.game.machine.scores(self.state)
        if not by_side:
            return None
        return tuple(by_side[self.side(seat)] for seat in range(self.game.sides))

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        winner, reason = self._field("winner"), self._field("reason")
        if winner == ONGOING:
            return None
        names = [end.name for end in self.game.definition.ends]
        names += BUILT_IN_REASONS
        won = self.game.layout.winners(winner)
        if len(won) > 1:
            return Outcome(None, names[reason], won)
        return Outcome(self.side(won[0]) if won else None, names[reason])

    @property
    def merge_key(self) -> State:
        """Equal for positions that go on alike, whatever the order of steps that led there."""
        return self.game.machine.merge_key(self.state)

    @cached_property
    def prompt(self) -> Text:
        """What the mover may or must do now, for people; "" once the game is over."""
        if self.outcome:
            return Text()
        if {step.verb for step in self.steps} == {"pass"}:
            return self.game.words("pass", Message("nothing can be done: pass"))
        names = dict.fromkeys(step.action for step in self.steps)
        prompts = self.game.definition.prompts
        return Words(
            {
                language: self._filled(templates[self.stage], language)
                for language, templates in prompts.items()
                if self.stage in templates
            },
            either(map(self.game.action_words, names)),
        )

    def _filled(self, template: Template, language: str) -> str:
        side = self._field("mover")
        parts = []
        for part in template:
            if isinstance(part, str):
                parts.append(part)
                continue
            value = self.game.machine.evaluate(part, side, self.state)
            parts.append(self._said(part, value).told(language, str))
        return "".join(parts)

    def _said(self, expr: Expr, value: int) -> Text:
        if expr.type is Type.COLOR:
            return self.game.words(f"colors.{value}", str(value))
        if expr.type is Type.PLAYER:
            return self.game.definition.player_name(value)
        return Text(value)

    def progress(self, seat: int) -> tuple[Measure, ...]:
        """How far a seat is, as `display: progress:` says; () where the game says nothing."""
        measures = []
        for entry in self.game.definition.display.progress:
            side = self.side(seat)
            evaluate = self.game.machine.evaluate
            have = evaluate(entry.have.expr, side, self.state)
            need = evaluate(entry.need.expr, side, self.state) if entry.need else None
            label = self.game.words(f"progress.{entry.name}", entry.name.replace("_", " "))
            measures.append(Measure(entry.name, label, have, need))
        return tuple(measures)

    @cached_property
    def marks(self) -> tuple[int, ...]:
        """Numbers of pieces of one color in hand that are worth marking, rising."""
        evaluate = self.game.machine.evaluate
        marks = self.game.definition.display.marks
        return tuple(evaluate(clause.expr, 0, self.state) for clause in marks)
