"""How steps and positions are written, in both directions.

A step is one token: `d4` (place, select), `-d4` (take), `a2-a3` (move), with the action's `sign:`
in front, or one of `pass swap stop`.

A position is seven parts separated by spaces:

    rows mover stage step remembered hands counters

`rows` run from the top row down, separated by `/`, each from left to right: a letter a piece, a
number for so many empty cells, holes left out. In a game with one type of piece the letter tells
the owner (X, O, Y, Z, ...; # is nobody) or the color (A, B, ...); otherwise letters count through
all that a piece may be, in the order of types, then owners, then colors. `remembered` are values
of `let:` that still matter, `hands` what each side holds of each color, `counters` the turn, the
variables and whatever else the rules keep; `-` stands for nothing. `over=red+blue:full` among
them says who won a finished game, and by which end rule. Reversi begins as

    8/8/8/3OX3/3XO3/8/8/8 black start 0 - - turn=1
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from core.errors import PositionError
from core.language.definition import BUILT_IN_REASONS, Action, Definition
from core.rules.layout import ONGOING, Layout
from core.rules.tree import Kind

_OWNERS = "XOYZWVUTSRQP"
_NOBODY = "#"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_MORE_LETTERS = 0x3B1
_DRAWN = "nobody"
_DIGITS = 12
"""More than any number of a position has."""
_BOARDS = 2048
"""How many boards are kept with their text; more than a game of Go has."""

_TOKEN = re.compile(
    r"(?P<sign>[^-a-z0-9]*)(?P<take>-?)(?P<first>[a-z]+\d+)(?:-(?P<second>[a-z]+\d+))?"
)


def token(action: Action, cells: Sequence[str]) -> str:
    """How a step of this action at these cells is written."""
    written = f"-{cells[0]}" if action.verb == "take" else "-".join(cells)
    return action.sign + written


def split(text: str) -> tuple[str, str, tuple[str, ...]]:
    """(verb, sign, cells) of a token; no cells if it is none. A select reads as a place."""
    match = _TOKEN.fullmatch(text)
    if match is None:
        return "", "", ()
    cells = tuple(cell for cell in (match["first"], match["second"]) if cell)
    verb = "take" if match["take"] else "move" if len(cells) == 2 else "place"
    return verb, match["sign"], cells


def _run_lengths(row: Iterable[str | None]) -> str:
    """Letters, and numbers for so many empty cells."""
    line, empty = "", 0
    for letter in row:
        if letter is None:
            empty += 1
        else:
            line += f"{empty or ''}{letter}"
            empty = 0
    return f"{line}{empty or ''}"


class _Ink(NamedTuple):
    """All that a piece on the board may be."""

    kind: int
    owner: int | None
    color: int | None


class Notation:
    """Positions of one game as text."""

    def __init__(self, layout: Layout) -> None:
        """Choose a letter for everything that a piece may be."""
        self.layout = layout
        self.definition: Definition = layout.definition
        self.board = layout.definition.board
        self._letters = dict(_letters(layout))
        self._inks = {letter: ink for ink, letter in self._letters.items()}
        self._masks = [
            [self.board.mask((cell,)) for cell in row.cells if cell is not None]
            for row in self.board.rows
        ]
        """The cells as one-cell sets, row by row from the top, holes left out."""
        # Where every board so far is remembered, each is written and read again with each step.
        self._rows = lru_cache(_BOARDS)(self._written)
        self._read_board = lru_cache(_BOARDS)(self._board_of)

    def write(self, state: Sequence[Any]) -> str:
        """The text of a state."""
        value = {item.name: state[index] for index, item in enumerate(self.layout.fields)}
        stage = self.definition.stages[value["stage"]].name
        mover = self.definition.players[value["mover"]].name
        hands = "-"
        if self.layout.hands:
            sides = range(self.layout.sides)
            hands = "/".join(".".join(map(str, value[f"hand{side}"])) for side in sides)
        return " ".join(
            (
                self._rows(tuple(value[name] for name in self.layout.board_fields)),
                mover,
                stage,
                str(value["step"]),
                self._remembered(value),
                hands,
                self._counters(value),
            )
        )

    def read(self, text: str) -> dict[str, Any]:
        """Field -> value, for the fields that the text gives.

        Raises:
            PositionError: The text is no position of this game; says which part is wrong.
        """
        parts = text.split()
        if len(parts) != 7:
            raise PositionError(
                "a position has 7 parts (rows, mover, stage, step, remembered, hands,"
                f" counters), not {len(parts)}"
            )
        rows, mover, stage, step, remembered, hands, counters = parts
        fields: dict[str, Any] = self._read_rows(rows)
        players = [player.name for player in self.definition.players]
        fields["mover"] = _place("mover", mover, players)
        fields["stage"] = _place("stage", stage, [one.name for one in self.definition.stages])
        fields["step"] = _number("step", step)
        fields.update(self._read_remembered(remembered))
        fields.update(self._read_hands(hands))
        fields.update(self._read_counters(counters))
        return fields

    # Rows

    def _written(self, board_fields: tuple[Any, ...]) -> str:
        value = dict(zip(self.layout.board_fields, board_fields, strict=True))
        letters: dict[int, str] = {}
        for ink, letter in self._letters.items():
            cells = self._cells_of(ink, value)
            while cells:
                here = cells & -cells
                letters[here] = letter
                cells ^= here
        return "/".join(_run_lengths([letters.get(here) for here in row]) for row in self._masks)

    def _cells_of(self, ink: _Ink, value: Mapping[str, Any]) -> int:
        """Mask of the cells that hold such a piece."""
        cells: int = value.get("neutral" if ink.owner is None else f"own{ink.owner}", 0)
        if self.layout.kinds:
            cells &= value[f"kind{ink.kind}"]
        if ink.color is not None:
            cells &= value["colors"][ink.color]
        return cells

    def _read_rows(self, text: str) -> dict[str, Any]:
        rows = text.split("/")
        if len(rows) != len(self._masks):
            raise PositionError(f"the board has {len(self._masks)} rows, not {len(rows)}")
        fields: dict[str, Any] = dict.fromkeys(self.layout.board_fields, 0)
        colors = [0] * self.layout.colors
        for number, (written, row) in enumerate(zip(rows, self._masks, strict=True), 1):
            inks = self._read_row(number, written)
            if len(inks) != len(row):
                raise PositionError(
                    f"row {number} from the top has {len(row)} cells, not {len(inks)}"
                )
            for here, ink in zip(row, inks, strict=True):
                if ink is None:
                    continue
                fields["neutral" if ink.owner is None else f"own{ink.owner}"] |= here
                if self.layout.kinds:
                    fields[f"kind{ink.kind}"] |= here
                if ink.color is not None:
                    colors[ink.color] |= here
        if self.layout.colors:
            fields["colors"] = tuple(colors)
        return fields

    def _read_row(self, number: int, text: str) -> list[_Ink | None]:
        inks: list[_Ink | None] = []
        for part in re.findall(r"\d+|.", text):
            if part.isdecimal():
                inks += [None] * min(int(part[:_DIGITS]), len(self.board.cells) + 1)
            elif part in self._inks:
                inks.append(self._inks[part])
            else:
                letters = "".join(self._inks)
                raise PositionError(f"row {number} from the top: {part!r} is none of {letters}")
        return inks

    # Remembered values, hands, counters

    def _remembered(self, value: Mapping[str, Any]) -> str:
        written = []
        for item in self.layout.fields:
            if item.name.startswith("let_") and value[item.name]:
                name = item.name.removeprefix("let_")
                written.append(f"{name}={self._value(item.kind, value[item.name])}")
        return ",".join(written) or "-"

    def _read_remembered(self, text: str) -> Iterator[tuple[str, Any]]:
        kinds = {item.name: item.kind for item in self.layout.fields}
        for name, written in _pairs("remembered", text):
            field = f"let_{name}"
            if field not in kinds:
                raise PositionError(f"remembered: this game remembers no {name!r}")
            yield field, self._read_value(name, kinds[field], written)

    def _value(self, kind: Kind, value: Any) -> str:
        match kind:
            case Kind.CELLS:
                return "+".join(self.board.names(value))
            case Kind.GROUPS:
                return "|".join("+".join(self.board.names(group)) for group in value)
            case Kind.NUMBERS:
                return "|".join(map(str, value))
            case Kind.CONDITION:
                return "yes"
            case _:
                return str(value)

    def _read_value(self, name: str, kind: Kind, text: str) -> Any:
        match kind:
            case Kind.CELLS:
                return self._read_cells(name, text)
            case Kind.GROUPS:
                return [self._read_cells(name, group) for group in text.split("|")]
            case Kind.NUMBERS:
                return [_number(name, one) for one in text.split("|")]
            case Kind.CONDITION:
                return text == "yes"
            case _:
                return _number(name, text)

    def _read_cells(self, name: str, text: str) -> int:
        cells = text.split("+")
        for cell in cells:
            if cell not in self.board.index:
                raise PositionError(f"{name}: no cell {cell!r} on this board")
        return self.board.mask(cells)

    def _read_hands(self, text: str) -> Iterator[tuple[str, Any]]:
        if not self.layout.hands:
            if text != "-":
                raise PositionError("hands: this game has none; write -")
            return
        hands = text.split("/")
        if len(hands) != self.layout.sides:
            raise PositionError(f"hands: {self.layout.sides} sides, not {len(hands)}")
        for side, hand in enumerate(hands):
            counts = tuple(_number("hands", one) for one in hand.split("."))
            if len(counts) != self.layout.colors:
                raise PositionError(f"hands: {self.layout.colors} colors, not {len(counts)}")
            most = len(self.board.cells)
            for count in counts:
                if not 0 <= count <= most:
                    raise PositionError(f"hands: expected 0 to {most} of a color, not {count}")
            yield f"hand{side}", counts

    def _counters(self, value: Mapping[str, Any]) -> str:
        written = [f"turn={value['turn']}"]
        for item in self.layout.fields:
            name, now = item.name, value[item.name]
            if name.startswith("var_"):
                written.append(f"{name.removeprefix('var_')}={now}")
            elif name in ("heading", "taken", "passes", "swapped") and now:
                written.append(f"{name}={now}")
            elif name == "last" and now:
                written.append(f"last={'+'.join(self.board.names(now))}")
            elif name == "past":
                boards = sorted(self._rows(board) for board in now)
                written.append(f"past={'|'.join(boards)}")
        if value["winner"] != ONGOING:
            reason = self._reasons()[value["reason"]]
            written.append(f"over={self._winners(value['winner'])}:{reason}")
        return ",".join(written)

    def _winners(self, winner: int) -> str:
        won = self.layout.winners(winner)
        return "+".join(self.definition.players[side].name for side in won) or _DRAWN

    def _read_winners(self, text: str) -> int:
        players = [player.name for player in self.definition.players]
        won = [_place("over", name, [*players, _DRAWN]) for name in text.split("+")]
        winner = self.layout.share(side for side in won if side < len(players))
        if self._winners(winner) != text:
            raise PositionError(f"over: expected {self._winners(winner)}, not {text!r}")
        return winner

    def _reasons(self) -> list[str]:
        return [*(end.name for end in self.definition.ends), *BUILT_IN_REASONS]

    def _read_counters(self, text: str) -> Iterator[tuple[str, Any]]:
        for name, written in _pairs("counters", text):
            if name in self.definition.vars:
                yield f"var_{name}", _number(name, written)
            elif name == "turn":
                yield name, _number(name, written)
            elif name == "over":
                winner, _, reason = written.partition(":")
                yield "winner", self._read_winners(winner)
                yield "reason", _place("over", reason, self._reasons())
            elif not self.layout.has(name):
                raise PositionError(f"counters: this game keeps no {name!r}")
            elif name == "last":
                yield name, self._read_cells(name, written)
            elif name == "past":
                yield name, frozenset(map(self._read_board, written.split("|")))
            else:
                yield name, _number(name, written)

    def _board_of(self, rows: str) -> tuple[Any, ...]:
        fields = self._read_rows(rows)
        return tuple(fields[name] for name in self.layout.board_fields)


def _letters(layout: Layout) -> Iterator[tuple[_Ink, str]]:
    pieces = layout.definition.pieces
    inks = []
    for kind, piece in enumerate(pieces):
        owners: list[int | None] = list(range(layout.sides)) if piece.owned else []
        if layout.neutral:
            owners.append(None)
        colors = list(range(piece.colors)) if piece.colors else [None]
        inks += [_Ink(kind, owner, color) for owner in owners for color in colors]
    plain = len(pieces) == 1 and not layout.colors and layout.sides <= len(_OWNERS)
    for index, ink in enumerate(inks):
        if plain:
            yield ink, _NOBODY if ink.owner is None else _OWNERS[ink.owner]
        elif index < len(_LETTERS):
            yield ink, _LETTERS[index]
        else:
            yield ink, chr(_MORE_LETTERS + index - len(_LETTERS))


def _pairs(part: str, text: str) -> Iterator[tuple[str, str]]:
    if text == "-":
        return
    for pair in text.split(","):
        name, equals, value = pair.partition("=")
        if not equals:
            raise PositionError(f"{part}: expected name=value, not {pair!r}")
        yield name, value


def _number(part: str, text: str) -> int:
    if not text.removeprefix("-").isdecimal() or len(text) > _DIGITS:
        raise PositionError(f"{part}: expected a number, not {text!r}")
    return int(text)


def _place(part: str, name: str, names: Sequence[str]) -> int:
    if name not in names:
        raise PositionError(f"{part}: expected one of {', '.join(names)}, not {name!r}")
    return list(names).index(name)
