"""What a game does, as small statements over the fields of its state, for back ends to print.

A `Program` holds, for each side to move, a function that lists the legal steps of each stage, one
that makes a step of each action, one that ends the turn, and one that gives the scores; and the
turn machine's `settle`, which decides what follows when nothing can be done.

A legal step is one number, its *code*: `(heading * span + origin) * span + here` with
`heading = action * headings + direction`, in bit numbers of the board; `STOP`, `PASS` and `SWAP`
are the codes of the steps that touch no cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.rules.layout import Layout
from core.rules.tree import Node, Tree

STOP, PASS, SWAP = -1, -2, -3


@dataclass(frozen=True, slots=True)
class Let:
    """Compute a node now and call it by this name from here on."""

    name: str
    node: Node


@dataclass(frozen=True, slots=True)
class If:
    """Do the one or the other."""

    condition: Node
    then: Block
    otherwise: Block = ()


@dataclass(frozen=True, slots=True)
class Each:
    """For every cell of a set, lowest bit first, as a set of one cell."""

    name: str
    cells: Node
    body: Block


@dataclass(frozen=True, slots=True)
class Emit:
    """List a legal step."""

    heading: int
    origin: str
    """Name of the local that holds the origin; the same as `here` for one-cell steps."""
    here: str


@dataclass(frozen=True, slots=True)
class Contest:
    """Of the steps that the body enters, list those with the smallest (or largest) value."""

    largest: bool
    body: Block


@dataclass(frozen=True, slots=True)
class Enter:
    """Enter a step into the contest around it."""

    value: Node
    step: Emit


@dataclass(frozen=True, slots=True)
class Enough:
    """Leave when some step has been listed: actions of lower priority do not count."""


@dataclass(frozen=True, slots=True)
class Reject:
    """The step is illegal; the number says which clause forbids it."""

    clause: int


@dataclass(frozen=True, slots=True)
class Become:
    """Leave with this state, one node a field in the layout's order."""

    values: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Give:
    """Leave with these values."""

    values: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Forever:
    """Do this again and again, until something leaves."""

    body: Block


@dataclass(frozen=True, slots=True)
class ListSteps:
    """List the steps of the stage for the side to move; the local `listed` is their number."""


@dataclass(frozen=True, slots=True)
class Append:
    """List the step of this code too."""

    code: int


@dataclass(frozen=True, slots=True)
class Turn:
    """Go on from the state that the mover's `closes` or `stucks` gives."""

    function: Literal["closes", "stucks"]


@dataclass(frozen=True, slots=True)
class Settled:
    """Leave: the state is at rest and its steps are listed."""


Statement = (
    Let
    | If
    | Each
    | Emit
    | Contest
    | Enter
    | Enough
    | Reject
    | Become
    | Give
    | Forever
    | ListSteps
    | Append
    | Turn
    | Settled
)
Block = tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Program:
    """One game, lowered."""

    layout: Layout
    tree: Tree
    headings: int
    """Number of directions and one: `heading % headings` is 0 for no direction."""
    steps: dict[tuple[int, int], Block]
    """(side, stage) -> lists the legal steps."""
    attempts: dict[tuple[int, int], Block]
    """(side, heading) -> makes a step at locals `origin` and `here`: `Become`, or `Reject`."""
    closes: dict[int, Block]
    """side -> ends the turn after `stop`, or because nothing more can be done."""
    passes: dict[int, Block]
    """side -> ends the turn by passing."""
    swaps: dict[int, Block]
    """side -> the pie swap."""
    stucks: dict[int, Block]
    """side -> what follows when this side has no step at the start of its turn."""
    scores: dict[int, Block]
    """side -> its score, a number for each part."""
    settle: Block
    """The turn machine: lists the steps of a state after every step, or finds what follows."""
    rejections: tuple[Rejection, ...]


@dataclass(frozen=True, slots=True)
class Rejection:
    """A clause that can forbid a step."""

    text: str
    because: str | None
    line: int
