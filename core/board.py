"""The cells of a board: what they are called, how they touch, where they are drawn.

A set of cells is an integer, one bit a cell: cell (x, y) is bit `y * stride + x`, where y counts
rows in the order of their labels and x counts along a row. `stride` leaves one column of padding,
so a step in any direction is one shift and one mask and never wraps around the edge:

    north = board.shifts["N"]
    moved = (cells << north if north > 0 else cells >> -north) & board.full

Rows of hexagonal cells are drawn like bricks, each half a cell beside the next. There x is an
axial coordinate: it slants with one of the two diagonals, whichever makes the board narrower.

Directions and sides are named as they are seen on the screen: N is up, whatever the labels say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from core.errors import BoardError

LARGEST = 64
"""The most rows, or cells in a row or along a side, that a board may have."""

SHAPES: Mapping[str, tuple[str, ...]] = {
    "square": ("size",),
    "rectangle": ("width", "height"),
    "hexagon": ("size", "sides"),
    "rhombus": ("size",),
    "triangle": ("size",),
    "rows": ("rows",),
    "mask": ("mask",),
}
"""Shape -> the keys that give its extent (a hexagon has one of the two)."""

ADJACENCIES = ("orthogonal", "all")
LABELS = ("bottom", "top")

_SQUARE_STEPS = {
    "N": (0, 1),
    "NE": (2, 1),
    "E": (2, 0),
    "SE": (2, -1),
    "S": (0, -1),
    "SW": (-2, -1),
    "W": (-2, 0),
    "NW": (-2, 1),
}
"""Direction -> (half cells to the right, rows up), clockwise."""
_BRICK_STEPS = {
    "NE": (1, 1),
    "E": (2, 0),
    "SE": (1, -1),
    "SW": (-1, -1),
    "W": (-2, 0),
    "NW": (-1, 1),
}
_ORTHOGONAL = ("N", "E", "S", "W")
_DIAGONAL = ("NE", "SE", "SW", "NW")


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a board as it is drawn."""

    label: str
    """Its number or letter."""
    offset: int
    """How far its first cell stands from the left, in half cells."""
    cells: tuple[str | None, ...]
    """Names from left to right; None is a hole."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board of any shape. Equal boards have the same cells, neighbors and drawing."""

    shape: str
    cells: tuple[str, ...]
    """Names, row by row in the order of labels (row 1 or row a first), each from the left."""
    bits: tuple[int, ...]
    """Bit number of each cell, rising; indexed like `cells`."""
    stride: int
    """Bits a row: its columns and one of padding."""
    adjacency: tuple[str, ...]
    """The directions that make neighbors, clockwise."""
    rows: tuple[Row, ...]
    """As drawn, the top row first."""
    columns: tuple[str, ...]
    """Letters of the columns from the left; () where rows are bricks and columns slant."""
    bricks: bool
    """Whether cells are hexagonal, with rows shifted by half cells."""
    full: int = field(compare=False)
    """All cells."""
    index: Mapping[str, int] = field(compare=False)
    """Name -> place in `cells`."""
    shifts: Mapping[str, int] = field(compare=False)
    """Direction -> how far a step shifts a set: to the left (`<<`) where positive, else right."""
    directions: tuple[str, ...] = field(compare=False)
    """All directions, clockwise: 8 from N on square cells, 6 from NE on hexagonal ones."""
    orthogonal: tuple[str, ...] = field(compare=False)
    """Directions across a side of a cell: all six on hexagonal cells."""
    diagonal: tuple[str, ...] = field(compare=False)
    """Directions across a corner of a cell: none on hexagonal cells."""
    neighbors: tuple[tuple[int, ...], ...] = field(compare=False)
    """Places in `cells` of each cell's neighbors, clockwise; indexed like `cells`."""
    sides: Mapping[str, int] = field(compare=False)
    """Side -> its cells with both its corners, clockwise.

    N E S W on square cells, on a rhombus and on rows; N NE SE S SW NW on a hexagon; S W E on a
    triangle. On a mask they are the outermost rows and columns that have cells.
    """
    corners: int = field(compare=False)
    """Cells whose missing neighbors make a corner: 2 sides in a row (3 of hexagonal cells)."""
    edge: int = field(compare=False)
    """Cells that lack a neighbor in a direction of `adjacency`."""
    center: int = field(compare=False)
    """The cells nearest to the middle of the board: one, two, three or four where it is regular."""
    _names: Mapping[int, str] = field(compare=False, repr=False)
    _rows: tuple[int, ...] = field(compare=False, repr=False)
    _columns: tuple[int, ...] = field(compare=False, repr=False)
    _phases: tuple[int, ...] = field(compare=False, repr=False)

    @classmethod
    def build(
        cls,
        shape: str,
        *,
        size: int | None = None,
        width: int | None = None,
        height: int | None = None,
        rows: Sequence[int] | None = None,
        sides: Sequence[int] | None = None,
        mask: str | None = None,
        adjacency: str = "orthogonal",
        labels: str = "bottom",
    ) -> Board:
        """The board that the keys of `board:` describe.

        Args:
            shape: One of `SHAPES`.
            size: Cells along a side of a square, hexagon, rhombus or triangle.
            width: Columns of a rectangle.
            height: Rows of a rectangle.
            rows: Cells in each row, the bottom row first; rows are centered.
            sides: A hexagon's [a, b, c]: rows grow from c to a + c - 1 cells over a rows, then
                shrink over b rows. Goes before `size`.
            mask: A drawing, top row first: `.` is a cell, `#` a hole; blanks do not count.
            adjacency: "orthogonal" or "all" (diagonals too) on square cells; hexagonal cells
                always have six neighbors.
            labels: Where row 1 (or row a) is, "bottom" or "top".

        Raises:
            BoardError: The keys do not make a board; its `key` is the one at fault.
        """
        given = {
            "size": size,
            "width": width,
            "height": height,
            "rows": rows,
            "sides": sides,
            "mask": mask,
        }
        _check_keys(shape, given)
        _check_word("adjacency", adjacency, ADJACENCIES)
        _check_word("labels", labels, LABELS)
        bricks = shape in ("hexagon", "rhombus", "triangle", "rows")
        match shape:
            case "square":
                drawing = _rectangle(_number("size", size), _number("size", size))
            case "rectangle":
                drawing = _rectangle(_number("width", width), _number("height", height))
            case "hexagon" if sides is not None:
                drawing = _hexagon(_numbers("sides", sides, 3))
            case "hexagon":
                drawing = _hexagon((_number("size", size),) * 3)
            case "rhombus":
                drawing = _rhombus(_number("size", size))
            case "triangle":
                drawing = _centered(tuple(range(_number("size", size), 0, -1)))
            case "rows":
                drawing = _centered(_numbers("rows", rows or ()))
            case _:
                drawing = _masked(mask or "")
        spots = _spots(drawing, shape, bricks, labels == "top")
        return _board(shape, bricks, adjacency, drawing, spots, labels == "top")

    def mask(self, names: Iterable[str]) -> int:
        """The set of these cells.

        Raises:
            BoardError: One of them is no cell of this board.
        """
        found = 0
        for name in names:
            found |= 1 << self.bits[self._place(name)]
        return found

    def names(self, mask: int) -> tuple[str, ...]:
        """The names of a set's cells, in the order of `cells`."""
        found = []
        while mask:
            lowest = mask & -mask
            found.append(self._names[lowest.bit_length() - 1])
            mask ^= lowest
        return tuple(found)

    def cell(self, bit: int) -> str:
        """The name of the cell at a bit number; KeyError where there is none."""
        return self._names[bit]

    def neighbors_of(self, name: str) -> tuple[str, ...]:
        """The names of a cell's neighbors, clockwise.

        Raises:
            BoardError: It is no cell of this board.
        """
        return tuple(self.cells[place] for place in self.neighbors[self._place(name)])

    def row(self, number: int) -> int:
        """The cells of a row, counted from 1 in the order of labels; none if there is no such."""
        return _at(self._rows, number - 1)

    def column(self, number: int) -> int:
        """The cells of a column, counted from 1 at the left; none if there is no such.

        On a hexagon, a triangle and rows it is the cells with that number in their names.
        """
        return _at(self._columns, number - 1)

    def row_of(self, mask: int) -> int:
        """The whole rows of a set's cells."""
        return _whole(self._rows, mask)

    def column_of(self, mask: int) -> int:
        """The whole columns of a set's cells."""
        return _whole(self._columns, mask)

    def phase(self, number: int) -> int:
        """The cells of one color of the checkerboard, 0 holding the bottom left of the screen.

        Square cells have phases 0 and 1, hexagonal ones 0, 1 and 2; orthogonal neighbors never
        share one. Any other number gives no cells.
        """
        return _at(self._phases, number)

    def _place(self, name: str) -> int:
        place = self.index.get(name)
        if place is None:
            raise BoardError("", f"no cell {name!r} on this board")
        return place


def column_letters(place: int) -> str:
    """The letters of a column or row, counted from 0: a to z, then aa, ab and so on."""
    letters = ""
    place += 1
    while place:
        place, last = divmod(place - 1, 26)
        letters = chr(ord("a") + last) + letters
    return letters


class _Drawn(NamedTuple):
    """One row of a drawing: its offset in half cells, and where it has cells."""

    offset: int
    present: tuple[bool, ...]


_Drawing = tuple[_Drawn, ...]
"""Top row first."""


class _Spot(NamedTuple):
    """One cell while a board is built."""

    name: str
    place: int
    """Place in its row, from 0; holes count."""
    left: int
    """Half cells from the left of the screen."""
    up: int
    """Rows from the bottom of the screen."""
    x: int
    y: int


def _check_keys(shape: str, given: Mapping[str, object]) -> None:
    _check_word("shape", shape, tuple(SHAPES))
    wanted = SHAPES[shape]
    for key, value in given.items():
        if value is not None and key not in wanted:
            raise BoardError(key, f"{key!r} does not go with a {shape} board")
    if shape == "hexagon":
        if given["size"] is None and given["sides"] is None:
            raise BoardError("size", "a hexagon board needs 'size'")
        return
    for key in wanted:
        if given[key] is None:
            raise BoardError(key, f"a {shape} board needs {key!r}")


def _check_word(key: str, word: str, words: tuple[str, ...]) -> None:
    if word not in words:
        raise BoardError(key, f"expected one of {', '.join(words)}, got {word!r}")


def _number(key: str, value: int | None) -> int:
    if value is None or not 1 <= value <= LARGEST:
        raise BoardError(key, f"expected a whole number from 1 to {LARGEST}, got {value}")
    return value


def _numbers(key: str, values: Sequence[int], count: int | None = None) -> tuple[int, ...]:
    if count is not None and len(values) != count:
        raise BoardError(key, f"expected {count} whole numbers, got {len(values)}")
    if not 1 <= len(values) <= LARGEST:
        raise BoardError(key, f"expected from 1 to {LARGEST} whole numbers, got {len(values)}")
    return tuple(_number(key, value) for value in values)


def _rectangle(width: int, height: int) -> _Drawing:
    return (_Drawn(0, (True,) * width),) * height


def _hexagon(sides: tuple[int, ...]) -> _Drawing:
    grow, shrink, first = sides
    widest = grow + first - 1
    if widest < shrink:
        raise BoardError(
            "sides",
            f"rows shrink from {widest} cells over {shrink} rows, which leaves none in the last",
        )
    rising = range(first, widest + 1)
    falling = range(widest - 1, widest - shrink, -1)
    return _centered((*rising, *falling))


def _rhombus(size: int) -> _Drawing:
    return tuple(_Drawn(row, (True,) * size) for row in range(size))


def _centered(lengths: tuple[int, ...]) -> _Drawing:
    """Rows of these lengths, the bottom row first, centered as far as bricks can be.

    Neighboring rows of bricks lie half a cell apart. Where lengths would put a row straight
    above another it moves half a cell to the right.
    """
    middle = [max(lengths) - length for length in lengths]
    parities = [(left + row) % 2 for row, left in enumerate(middle)]
    usual = 1 if 2 * sum(parities) > len(lengths) else 0
    offsets = [left + (parity != usual) for left, parity in zip(middle, parities, strict=True)]
    start = min(offsets)
    rows = [
        _Drawn(offset - start, (True,) * length)
        for offset, length in zip(offsets, lengths, strict=True)
    ]
    return tuple(reversed(rows))


def _masked(text: str) -> _Drawing:
    lines = ["".join(line.split()) for line in text.strip().splitlines()]
    if "." not in text:
        raise BoardError("mask", "the drawing has no cell; a cell is '.', a hole '#'")
    width = len(lines[0])
    for number, line in enumerate(lines, start=1):
        for letter in line:
            if letter not in ".#":
                raise BoardError("mask", f"expected '.' or '#', got {letter!r} in line {number}")
        if len(line) != width:
            raise BoardError(
                "mask", f"line {number} has {len(line)} places, but the first has {width}"
            )
    if max(width, len(lines)) > LARGEST:
        raise BoardError("mask", f"expected at most {LARGEST} lines of {LARGEST} places")
    return tuple(_Drawn(0, tuple(letter == "." for letter in line)) for line in lines)


def _spots(drawing: _Drawing, shape: str, bricks: bool, top: bool) -> tuple[_Spot, ...]:
    """The cells in the order of their bits."""
    skew = _skew(drawing, top) if bricks else 0
    lettered = _lettered(shape)
    spots = []
    for y, drawn in enumerate(drawing if top else reversed(drawing)):
        up = len(drawing) - 1 - y if top else y
        for place, present in enumerate(drawn.present):
            if present:
                left = drawn.offset + 2 * place
                name = (
                    f"{column_letters(place)}{y + 1}"
                    if lettered
                    else f"{column_letters(y)}{place + 1}"
                )
                spots.append(_Spot(name, place, left, up, (left + skew * y) // 2, y))
    start = min(spot.x for spot in spots) if bricks else 0
    return tuple(spot._replace(x=spot.x - start) for spot in spots)


def _lettered(shape: str) -> bool:
    """Whether columns have the letters and rows the numbers, rather than rows the letters."""
    return shape in ("square", "rectangle", "rhombus", "mask")


def _skew(drawing: _Drawing, top: bool) -> int:
    """Which diagonal keeps x: -1 that rising to the right with y, +1 that rising to the left."""

    def width(skew: int) -> int:
        rows = list(enumerate(drawing if top else reversed(drawing)))
        first = min(drawn.offset + skew * y for y, drawn in rows)
        last = max(drawn.offset + 2 * len(drawn.present) + skew * y for y, drawn in rows)
        return last - first

    return min((-1, 1), key=width)


def _board(
    shape: str,
    bricks: bool,
    adjacency: str,
    drawing: _Drawing,
    spots: tuple[_Spot, ...],
    top: bool,
) -> Board:
    stride = max(spot.x for spot in spots) + 2
    if not bricks:
        stride = len(drawing[0].present) + 1
    bits = tuple(spot.y * stride + spot.x for spot in spots)
    steps = _BRICK_STEPS if bricks else _SQUARE_STEPS
    directions = tuple(steps)
    orthogonal = directions if bricks else _ORTHOGONAL
    touching = directions if adjacency == "all" else orthogonal
    at = {(spot.left, spot.up): place for place, spot in enumerate(spots)}

    def beside(spot: _Spot, direction: str) -> int | None:
        right, up = steps[direction]
        return at.get((spot.left + right, spot.up + up))

    neighbors = tuple(
        tuple(place for direction in touching if (place := beside(spot, direction)) is not None)
        for spot in spots
    )
    open_sides = [[beside(spot, direction) is None for direction in orthogonal] for spot in spots]

    def select(chosen: Iterable[bool]) -> int:
        return sum(1 << bit for bit, wanted in zip(bits, chosen, strict=True) if wanted)

    names = tuple(spot.name for spot in spots)
    return Board(
        shape=shape,
        cells=names,
        bits=bits,
        stride=stride,
        adjacency=touching,
        rows=_rows(drawing, spots, _lettered(shape), top),
        columns=() if bricks else tuple(map(column_letters, range(len(drawing[0].present)))),
        bricks=bricks,
        full=sum(1 << bit for bit in bits),
        index={name: place for place, name in enumerate(names)},
        shifts=_shifts(steps, drawing, stride, bricks, top),
        directions=directions,
        orthogonal=orthogonal,
        diagonal=() if bricks else _DIAGONAL,
        neighbors=neighbors,
        sides={side: select(chosen) for side, chosen in _sides(shape, spots).items()},
        corners=select(_run(opened) >= (3 if bricks else 2) for opened in open_sides),
        edge=select(len(places) < len(touching) for places in neighbors),
        center=select(_central(spots, bricks)),
        _names=dict(zip(bits, names, strict=True)),
        _rows=tuple(select(s.y == y for s in spots) for y in range(len(drawing))),
        _columns=tuple(
            select(s.place == place for s in spots)
            for place in range(max(s.place for s in spots) + 1)
        ),
        _phases=_phases(spots, bricks, select),
    )


def _shifts(
    steps: Mapping[str, tuple[int, int]], drawing: _Drawing, stride: int, bricks: bool, top: bool
) -> Mapping[str, int]:
    skew = _skew(drawing, top) if bricks else 0
    shifts = {}
    for direction, (right, up) in steps.items():
        y = -up if top else up
        shifts[direction] = y * stride + (right + skew * y) // 2
    return shifts


def _rows(
    drawing: _Drawing, spots: tuple[_Spot, ...], lettered: bool, top: bool
) -> tuple[Row, ...]:
    named = {(spot.up, spot.place): spot.name for spot in spots}
    rows = []
    for down, drawn in enumerate(drawing):
        up = len(drawing) - 1 - down
        names = tuple(named.get((up, place)) for place in range(len(drawn.present)))
        y = down if top else up
        rows.append(Row(str(y + 1) if lettered else column_letters(y), drawn.offset, names))
    return tuple(rows)


def _sides(shape: str, spots: tuple[_Spot, ...]) -> Mapping[str, list[bool]]:
    """Side -> which of the spots lie on it."""
    heights = [spot.up for spot in spots]
    top, bottom = max(heights), min(heights)
    north = [up == top for up in heights]
    south = [up == bottom for up in heights]
    if shape == "mask":
        places = [spot.place for spot in spots]
        east = [place == max(places) for place in places]
        west = [place == min(places) for place in places]
        return {"N": north, "E": east, "S": south, "W": west}
    ends: dict[int, tuple[int, int]] = {}
    for spot in spots:
        first, last = ends.get(spot.up, (spot.left, spot.left))
        ends[spot.up] = (min(first, spot.left), max(last, spot.left))
    west = [spot.left == ends[spot.up][0] for spot in spots]
    east = [spot.left == ends[spot.up][1] for spot in spots]
    if shape == "triangle":
        return {"S": south, "W": west, "E": east}
    if shape != "hexagon":
        return {"N": north, "E": east, "S": south, "W": west}
    widest = max(ends, key=lambda up: ends[up][1] - ends[up][0])
    upper = [up >= widest for up in heights]
    lower = [up <= widest for up in heights]
    return {
        "N": north,
        "NE": _both(east, upper),
        "SE": _both(east, lower),
        "S": south,
        "SW": _both(west, lower),
        "NW": _both(west, upper),
    }


def _both(one: list[bool], other: list[bool]) -> list[bool]:
    return [a and b for a, b in zip(one, other, strict=True)]


def _run(flags: list[bool]) -> int:
    """The longest run of true flags around a circle."""
    longest = run = 0
    for flag in flags + flags:
        run = run + 1 if flag else 0
        longest = max(longest, run)
    return min(longest, len(flags))


def _central(spots: tuple[_Spot, ...], bricks: bool) -> list[bool]:
    """Which cells are nearest to the mean of all, measured exactly, in whole numbers.

    A row of bricks is sqrt(3)/2 cells high, so with lengths in half cells a row counts 3 where
    square cells, 2 half cells high, count 4.
    """
    count = len(spots)
    left = sum(spot.left for spot in spots)
    up = sum(spot.up for spot in spots)
    weight = 3 if bricks else 4
    distances = [
        (count * spot.left - left) ** 2 + weight * (count * spot.up - up) ** 2 for spot in spots
    ]
    nearest = min(distances)
    return [distance == nearest for distance in distances]


def _phases(
    spots: tuple[_Spot, ...], bricks: bool, select: Callable[[Iterable[bool]], int]
) -> tuple[int, ...]:
    start = min((spot.up, spot.left) for spot in spots)[1] if bricks else 0
    count = 3 if bricks else 2
    slope = 3 if bricks else 2
    colors = [(spot.left - start + slope * spot.up) // 2 % count for spot in spots]
    return tuple(select(color == phase for color in colors) for phase in range(count))


def _at(masks: tuple[int, ...], place: int) -> int:
    return masks[place] if 0 <= place < len(masks) else 0


def _whole(lines: tuple[int, ...], mask: int) -> int:
    whole = 0
    for line in lines:
        if line & mask:
            whole |= line
    return whole
