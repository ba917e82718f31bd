"""Where a board's cells and a state's fields lie in memory.

A set of cells is an integer of whole 64-bit words. Boards keep a column of padding so that a shift
never wraps around an edge (`core.board`); here it is dropped where that saves a word, and cells
that would wrap are masked off before the shift instead.

A state is a block of 8-byte words, the fields of `core.rules.layout` one after another: sets as
their words, low word first, numbers and conditions as one word each, and what a side holds of each
color in `LANE` bits each, so that all colors can be looked at together.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from ctypes import Array, addressof, c_uint64, create_string_buffer, memmove
from dataclasses import dataclass
from typing import Any

from core.board import Board
from core.language.definition import Put
from core.rules.layout import Layout
from core.rules.native.writer import Writer
from core.rules.program import Program
from core.rules.python import nodes_in, roots_in
from core.rules.tree import Kind

WIDEST = 1024
"""Bits of the largest set of cells; wider ones would take seconds to compile."""
LANE = 16
"""Bits in which is kept how many pieces of a color a side holds: at most two for every cell."""
_NARROWEST = 4
"""Columns that a board must have for its shifts to say how many rows and columns they are."""


class Unsupported(Exception):
    """A game that native code does not play; says why."""


class Grid:
    """The cells of one board as bits."""

    def __init__(self, board: Board) -> None:
        """Drop the padding if that saves a word.

        Raises:
            Unsupported: The board is too large.
        """
        self.board = board
        self.span = board.full.bit_length()
        """Bits of the board with its padding, as codes of steps count them."""
        columns = board.stride - 1
        rows = -(-self.span // board.stride)
        compact = rows * columns
        self.padded = columns < _NARROWEST or -(-compact // 64) == -(-self.span // 64)
        self._from, self._rows = board.stride, rows
        self._to = board.stride if self.padded else columns
        bits = self.span if self.padded else compact
        if bits > WIDEST:
            raise Unsupported(f"the board is too large: {len(board.cells)} cells")
        self.words = -(-bits // 64)
        self.bits = bits
        self.type = f"i{64 * self.words}"
        self.full = self.mask(board.full)

    def bit(self, bit: int) -> int:
        """A bit number of the board, here."""
        row, column = divmod(bit, self._from)
        return row * self._to + column

    def mask(self, cells: int) -> int:
        """A set of the board, here."""
        return self._moved(cells, self._from, self._to)

    def unmask(self, cells: int) -> int:
        """A set from here, on the board."""
        return self._moved(cells, self._to, self._from)

    def _moved(self, cells: int, before: int, after: int) -> int:
        if before == after or not cells:
            return cells
        row = (1 << min(before, after)) - 1
        return sum(((cells >> (y * before)) & row) << (y * after) for y in range(self._rows))

    def amount(self, direction: str) -> int:
        """How far one step shifts a set to the left."""
        shift = self.board.shifts[direction]
        if self.padded:
            return shift
        rows = round(shift / self._from)
        return rows * self._to + shift - rows * self._from

    def leaving(self, direction: str) -> int:
        """The cells from which a step in this direction stays on the board."""
        shift = self.board.shifts[direction]
        full = self.board.full
        arrived = (full << shift if shift > 0 else full >> -shift) & full
        return self.mask(arrived >> shift if shift > 0 else arrived << -shift)

    def entering(self, direction: str) -> int:
        """The cells at which a step in this direction can arrive."""
        shift = self.board.shifts[direction]
        full = self.board.full
        return self.mask((full << shift if shift > 0 else full >> -shift) & full)

    def longest(self, direction: str) -> int:
        """Cells of the longest straight line in this direction."""
        shift = self.board.shifts[direction]
        cells, length = self.board.full, 0
        while cells:
            length += 1
            cells = (cells << shift if shift > 0 else cells >> -shift) & self.board.full
        return length

    def moved(self, w: Writer, cells: str, direction: str, back: bool = False) -> str:
        """The set one step on; in a padded board not yet cut to the board."""
        amount = self.amount(direction) * (-1 if back else 1)
        if abs(amount) >= 64 * self.words:
            return "0"  # a board of one row: what is shifted by a whole word is undefined
        if not self.padded:
            stays = self.entering(direction) if back else self.leaving(direction)
            if stays != self.full:
                cells = w.op("and", self.type, cells, str(stays))
        return self.shift(w, cells, amount)

    def shift(self, w: Writer, cells: str, amount: int) -> str:
        """The set with all bit numbers raised by so many, or lowered."""
        word = "shl" if amount > 0 else "lshr"
        return w.op(word, self.type, cells, str(abs(amount)))

    def cut(self, w: Writer, cells: str) -> str:
        """The set cut to the board, after `moved`."""
        return w.op("and", self.type, cells, str(self.full)) if self.padded else cells


@dataclass(frozen=True, slots=True)
class Place:
    """Where a field lies."""

    offset: int
    """Bytes from the beginning of the state."""
    kind: Kind
    count: int
    """Entries of an array; 1 otherwise."""


class Block:
    """The fields of one game's states in memory."""

    def __init__(self, program: Program, grid: Grid) -> None:
        """Lay the fields out.

        Raises:
            Unsupported: A field is of a kind that has no fixed size.
        """
        self.layout: Layout = program.layout
        self.grid = grid
        self.shared_colors = _colors_stay(self.layout)
        """Whether pieces keep their cells while they live, so that one color table serves all
        states of a game: the field holds its address, and only occupied cells count."""
        self.places: dict[str, Place] = {}
        self.lanes = max(64 // LANE, 1 << (self.layout.colors - 1).bit_length())
        """Colors that a hand has room for: a power of two, in whole words."""
        size, words = 0, grid.words
        for item in self.layout.fields:
            count, wide = 1, 1
            if item.name == "past":
                wide = 3  # address, boards remembered, room
            elif item.name == "colors":
                count = self.layout.colors
                wide = 1 if self.shared_colors else words * count
            elif item.kind is Kind.ARRAY:
                count, wide = self.layout.colors, self.lanes * LANE // 64
            elif item.kind is Kind.CELLS:
                wide = words
            elif item.kind in (Kind.GROUPS, Kind.NUMBERS):
                raise Unsupported(f"a list is remembered from step to step: {item.name[4:]}")
            self.places[item.name] = Place(size, item.kind, count)
            size += 8 * wide
        self.notes: dict[str, int] = {}
        """Field -> where is noted that it is connected, once a step has found it so."""
        for name in sorted(_asked_connected(program)):
            self.notes[name] = size
            size += 8
        self.size = size
        """Bytes of a state."""
        self.sets = sum(  # that make up a board, as `past` remembers them
            self.layout.colors if name == "colors" else 1 for name in self.layout.board_fields
        )
        self.entry = 8 * words * self.sets
        """Bytes of a remembered board."""

    def write(self, state: Sequence[Any], room: int = 0) -> Image:
        """A state in memory.

        Args:
            state: As `core.rules.machine` has it.
            room: Turns that may follow from it, each with a board to remember.
        """
        words: list[int] = []
        kept: dict[str, Any] = {}
        for item, value in zip(self.layout.fields, state, strict=True):
            if item.name == "past":
                memory = self._remembered(value, room)
                kept[item.name] = memory
                words += [addressof(memory), len(value), len(value) + room]
            elif item.name == "colors":
                table = [word for cells in value for word in self._words(cells)]
                if self.shared_colors:
                    table += self._color_of_each(value)
                    memory = (c_uint64 * len(table))(*table)
                    kept[item.name] = memory
                    words.append(addressof(memory))
                else:
                    words += table
            elif item.kind is Kind.ARRAY:
                words += self._hand(value)
            elif item.kind is Kind.CELLS:
                words += self._words(value)
            else:
                words.append(int(value))
        words += [0] * len(self.notes)
        data = struct.pack(f"<{len(words)}Q", *(word & _WORD for word in words))
        return Image(create_string_buffer(data, len(data)), kept)

    def read(self, image: Image, like: Sequence[Any]) -> tuple[Any, ...]:
        """The state in memory, that was reached from the state `like`."""
        words = struct.unpack(f"<{self.size // 8}q", image.memory.raw)
        value: dict[str, Any] = {}
        before = dict(zip(self.layout.place, like, strict=True))
        for name, place in self.places.items():
            at = place.offset // 8
            if name == "past":
                value[name] = self._read_remembered(image, words[at + 1])
            elif name == "colors" and self.shared_colors:
                continue
            elif name == "colors":
                step = self.grid.words
                value[name] = tuple(
                    self._cells(words[at + step * n : at + step * (n + 1)])
                    for n in range(place.count)
                )
            elif place.kind is Kind.ARRAY:
                lanes = struct.unpack_from(f"<{place.count}h", image.memory.raw, place.offset)
                value[name] = lanes
            elif place.kind is Kind.CELLS:
                value[name] = self._cells(words[at : at + self.grid.words])
            elif place.kind is Kind.CONDITION:
                value[name] = bool(words[at])
            else:
                value[name] = words[at]
        if self.shared_colors and "colors" in self.places:
            occupied = 0
            for name in self.layout.board_fields:
                if name.startswith("own") or name == "neutral":
                    occupied |= value[name]
            value["colors"] = tuple(cells & occupied for cells in before["colors"])
        return tuple(value[item.name] for item in self.layout.fields)

    def _hand(self, held: Sequence[int]) -> tuple[int, ...]:
        """The words of a hand."""
        data = struct.pack(f"<{self.lanes}h", *held, *[0] * (self.lanes - len(held)))
        return struct.unpack(f"<{len(data) // 8}Q", data)

    def _color_of_each(self, colors: Sequence[int]) -> list[int]:
        """The color of the piece on each cell, by bit number; -1 for none."""
        found = [_WORD] * self.grid.bits
        for bit in self.grid.board.bits:
            for color, cells in enumerate(colors):
                if cells >> bit & 1:
                    found[self.grid.bit(bit)] = color
        return found

    def _words(self, cells: int) -> list[int]:
        cells = self.grid.mask(cells)
        return [cells >> (64 * n) & _WORD for n in range(self.grid.words)]

    def _cells(self, words: Sequence[int]) -> int:
        cells = sum((word & _WORD) << (64 * n) for n, word in enumerate(words))
        return self.grid.unmask(cells)

    def _board(self, board: Sequence[Any]) -> list[int]:
        """The words of a board as `past` remembers it."""
        words: list[int] = []
        for value in board:
            for cells in value if isinstance(value, tuple) else (value,):
                words += self._words(cells)
        return words

    def _remembered(self, past: frozenset[tuple[Any, ...]], room: int) -> Array[c_uint64]:
        """Hashes of the boards, then the boards."""
        boards = [self._board(board) for board in past]
        total = len(boards) + room
        memory = (c_uint64 * (total + total * self.entry // 8))()
        for number, words in enumerate(boards):
            memory[number] = hash_of(words)
            start = total + number * self.entry // 8
            for at, word in enumerate(words, start):
                memory[at] = word
        return memory

    def _read_remembered(self, image: Image, count: int) -> frozenset[tuple[Any, ...]]:
        memory = image.kept["past"]
        each = self.entry // 8
        total = len(memory) // (1 + each)
        found = []
        for number in range(count):
            start = total + number * each
            words = memory[start : start + each]
            sets = [
                self._cells(words[at : at + self.grid.words])
                for at in range(0, each, self.grid.words)
            ]
            board: list[Any] = []
            for name in self.layout.board_fields:
                if name == "colors":
                    board.append(tuple(sets[: self.layout.colors]))
                    del sets[: self.layout.colors]
                else:
                    board.append(sets.pop(0))
            found.append(tuple(board))
        return frozenset(found)


@dataclass(frozen=True, slots=True)
class Image:
    """A state in memory, with what it points to."""

    memory: Any
    kept: dict[str, Any]

    def copy(self) -> Image:
        """Another that points to the same."""
        size = len(self.memory)
        memory = create_string_buffer(size)
        memmove(memory, self.memory, size)
        return Image(memory, self.kept)


_WORD = (1 << 64) - 1
HASH_FACTOR = 0x9E3779B97F4A7C15
"""Odd, with bits spread: 2 to the 64th divided by the golden ratio."""


def hash_of(words: Sequence[int]) -> int:
    """A number that tells most boards apart, as native code computes it."""
    value = 0
    for word in words:
        value = (value ^ word) * HASH_FACTOR & _WORD
        value ^= value >> 32
    return value


def _asked_connected(program: Program) -> set[str]:
    """Fields of which a rule asks whether they are connected, alone or without one cell."""
    found = set()
    for blocks in (program.steps, program.attempts):
        for node in nodes_in(node for block in blocks.values() for node in roots_in(block)):
            if node.op in ("connected", "connected_without"):
                cells = node.args[0]
                whole = cells.args[0] if cells.op == "minus" else cells
                if whole.op == "field":
                    found.add(str(whole.value))
    return found


def _colors_stay(layout: Layout) -> bool:
    definition = layout.definition
    effects = [*definition.turn.after, *(e for action in definition.actions for e in action.then)]
    return all(action.verb in ("take", "select") for action in definition.actions) and not any(
        isinstance(effect, Put) for effect in effects
    )
