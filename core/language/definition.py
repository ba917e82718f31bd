"""What a game file says, once it has been found free of faults.

A `Definition` is one game with its variants chosen and its parameters filled in. Everything
in it is frozen; expressions are checked trees (`Expr`) in which parameters have become numbers,
definitions (`define:`) have been put in place, and names of cells have become sets.

Sets of cells are integers, one bit a cell, as `core.board.Board` numbers them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal

from core.board import Board
from core.words import Words


class Type(Enum):
    """What an expression gives; the value is how it is called in messages."""

    SET = "a set of cells"
    GROUPS = "a list of groups"
    NUMBER = "a number"
    CONDITION = "a yes/no condition"
    NUMBERS = "a list of numbers"
    COLOR = "a color"
    PLAYER = "a player"
    PIECE = "a piece type"
    DIRECTIONS = "directions"
    COLORS = "the colors"
    PLAYERS = "the players"


@dataclass(frozen=True, slots=True)
class Expr:
    """One node of a checked expression.

    `op` is one of:

    - constants: "number" (value int), "condition" (value bool), "cells" (value: mask),
      "region" (value: one mask a player, in order of play), "player" (value: index),
      "piece" (value: index into `Definition.pieces`),
      "directions" (value: for each player a tuple of direction names: the same for absolute ones),
      "sides" (a list of groups; value: one mask a side of the board, clockwise);
    - names of a position or a candidate, as the vocabulary spells them, without value or args:
      "me empty occupied mine enemy neutral turn step mover all_stuck all_passed here from over
      last captured same_direction direction repeated colors players";
    - "var" and "let" (value: the name), "bound" (value: a number, unique in its expression:
      the variable of the loop around it);
    - operators: "or" "and" "not" "==" "!=" "<" "<=" ">" ">=" "in" (every cell of the first in the
      second), "+" "-" "*" "//" "%" on numbers, "join" "meet" "minus" on sets (| & - in a file);
    - every function of the vocabulary by its name, with the arguments as written
      ("union" is also put in wherever a list of groups is used as a set);
    - "loop": value is its word ("any" "all" "none" "count" "filter" "run" "max" "min" "sum"),
      args are (bound, collection, condition or value).
    """

    op: str
    type: Type
    args: tuple[Expr, ...] = ()
    value: int | str | bool | tuple[int, ...] | tuple[tuple[str, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class Clause:
    """An expression where it stands in the file, so that it can be quoted to a player."""

    expr: Expr
    text: str
    """As written, on one line."""
    line: int
    column: int
    because: str | None = None
    """What a player is told when it forbids a step; None shows `text`."""


Owner = Literal["mover", "neutral"] | int
"""Who gets a piece: the mover, nobody, or the player of that index."""


@dataclass(frozen=True, slots=True)
class Require:
    """The step is illegal unless this holds now."""

    clause: Clause


@dataclass(frozen=True, slots=True)
class Remove:
    """Take these pieces off the board; they count as captured."""

    clause: Clause
    into_hand: bool


@dataclass(frozen=True, slots=True)
class Convert:
    """Change the owner of these pieces; they count as captured."""

    clause: Clause
    to: Owner


@dataclass(frozen=True, slots=True)
class Put:
    """Put a piece on each of these cells."""

    piece: int
    clause: Clause
    owner: Owner


@dataclass(frozen=True, slots=True)
class SetVar:
    """Give a counter of `vars:` a new value."""

    name: str
    clause: Clause


Effect = Require | Remove | Convert | Put | SetVar


@dataclass(frozen=True, slots=True)
class Branch:
    """One line of `next:`."""

    when: Clause | None
    """None holds always."""
    go: str | None
    """The stage that follows; None ends the turn."""


@dataclass(frozen=True, slots=True)
class Action:
    """One entry of `moves:`."""

    name: str
    verb: Literal["place", "take", "move", "select"]
    piece: int | None
    """Index into `Definition.pieces`; None is any."""
    stage: str = "start"
    at: Clause | None = None
    """Cells of a place, take or select; None only for a move."""
    origin: Clause | None = None
    """`from:` of a move; None only for the other verbs (the default, `mine`, is filled in)."""
    to: Clause | None = None
    """Landing cells of a move (default `empty`, filled in)."""
    by: Literal["step", "slide", "hop", "leap"] | None = None
    dirs: Expr | None = None
    over: Clause | None = None
    through: Clause | None = None
    distance: Clause | None = None
    owner: Owner = "mover"
    into_hand: bool = False
    condition: Clause | None = None
    """`if:`"""
    optimum: Literal["minimize", "maximize"] | None = None
    value: Clause | None = None
    """What `minimize:` or `maximize:` compares."""
    sign: str = ""
    priority: int = 0
    lets: tuple[tuple[str, Clause], ...] = ()
    then: tuple[Effect, ...] = ()
    next: tuple[Branch, ...] = ()
    """Empty ends the turn, as does falling off its end."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of a turn; "start" is the first of every turn."""

    name: str
    stop: bool = False
    """Whether the turn may be ended here."""


@dataclass(frozen=True, slots=True)
class TurnRules:
    """The key `turn:`."""

    no_moves: Literal["pass", "lose", "win", "draw", "end"] = "draw"
    free_pass: bool = False
    swap: bool = False
    repeat: Literal["allow", "forbid", "draw"] = "allow"
    after: tuple[Effect, ...] = ()


BUILT_IN_REASONS = ("no_moves", "repetition")
"""Why a game is over that no end rule has ended: nobody can go on, or `repeat: draw`."""


@dataclass(frozen=True, slots=True)
class EndRule:
    """One entry of `end:`."""

    name: str
    when: Clause
    immediate: bool
    result: Literal["win", "lose", "draw"]
    who: Literal["mover", "opponent", "most", "least"] | int = "mover"
    """Who wins or loses (an index is a player); not used for a draw. Of more than two players
    nobody is "opponent", and those whom a loser leaves share the win."""
    tie: Literal["draw", "mover", "opponent"] | int = "draw"
    """Who wins when `most` or `least` is shared, if one of those that share it; else they all."""


@dataclass(frozen=True, slots=True)
class PieceType:
    """One entry of `pieces:`."""

    name: str
    owned: bool = True
    colors: int = 0
    copies: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """An entry of `setup:` that puts pieces down."""

    piece: int
    owner: int | None
    """Index of the player; None is nobody."""
    at: int
    """Mask."""


@dataclass(frozen=True, slots=True)
class Deal:
    """An entry of `setup:` that deals all pieces of a type at random."""

    piece: int
    at: int
    """Mask."""
    apart: bool


@dataclass(frozen=True, slots=True)
class Player:
    """A side of the game, in order of play."""

    name: str
    forward: str | None = None
    """Name of a direction."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One entry of `variants:`."""

    id: str
    name: str
    """As shown in menus."""
    group: str | None
    """At most one variant of a group can be chosen; None goes with any."""
    default: bool


@dataclass(frozen=True, slots=True)
class Info:
    """The key `info:`; nothing here changes the rules."""

    name: str
    designer: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    origin: str = ""
    year: int | None = None
    minutes: int | None = None
    complexity: int | None = None
    """1 (a child learns it in a minute) to 5."""
    summary: str = ""
    rules: tuple[str, ...] = ()
    """Addresses of the rules this file was written from."""
    tags: tuple[str, ...] = ()
    notes: str = ""


@dataclass(frozen=True, slots=True)
class Progress:
    """One entry of `display: progress:`: how far a player is, shown beside the name."""

    name: str
    have: Clause
    """A number, read from each player's side."""
    need: Clause | None
    """What `have` must reach; None where it is only a count."""


@dataclass(frozen=True, slots=True)
class Display:
    """The key `display:`; nothing here changes the rules."""

    colors: tuple[str, ...] = ()
    """`#rrggbb` for each color of the color table."""
    glyphs: str = ""
    """A letter for each color of the color table."""
    players: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Player name -> {"color": "#rrggbb", "glyph": one letter}."""
    pieces: Mapping[str, str] = field(default_factory=dict)
    """Piece type -> one letter."""
    board: Mapping[str, str] = field(default_factory=dict)
    """"style" and "color" of the board."""
    click: Mapping[str, str] = field(default_factory=dict)
    """Action -> what counts as a click on it ("column")."""
    progress: tuple[Progress, ...] = ()
    marks: tuple[Clause, ...] = ()
    """Numbers of pieces of one color in hand worth marking in the color table, rising."""


@dataclass(frozen=True, slots=True)
class Sgf:
    """The key `records: sgf:`."""

    game: int
    """The number of the game, `GM`."""
    points: str = "names"
    """How cells are written: "names", or "letters" of column and row from the top left."""


@dataclass(frozen=True, slots=True)
class Ggf:
    """The key `records: ggf:`."""

    game: str
    """The name of the game, `GM`."""
    type: str = ""
    """What follows the size of the board in `TY`."""


@dataclass(frozen=True, slots=True)
class Records:
    """The key `records:`, formats that matches can be written in; nothing changes the rules."""

    sgf: Sgf | None = None
    ggf: Ggf | None = None
    transcript: bool = False
    abstractplay: str = ""
    """The game's name in a game report; "" where it is not known there."""

    @property
    def any(self) -> bool:
        """Whether there is any."""
        return self != Records()


Template = tuple[str | Expr, ...]
"""A text with expressions in it: `remove {count(cluster) - target} more`."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A game with its variants chosen."""

    game: str
    file: str
    chosen: tuple[str, ...]
    """Variants in force, defaults included, in the file's order."""
    digest: str
    """SHA-256 of all that decides the rules, as 64 hexadecimal digits."""
    info: Info
    players: tuple[Player, ...]
    params: Mapping[str, int]
    board: Board
    pieces: tuple[PieceType, ...]
    vars: Mapping[str, int]
    setup: tuple[Place | Deal, ...]
    actions: tuple[Action, ...]
    stages: tuple[Stage, ...]
    turn: TurnRules
    score: tuple[Expr, ...]
    """Compared in order; empty when the game keeps none."""
    ends: tuple[EndRule, ...]
    variants: tuple[Variant, ...]
    display: Display
    records: Records
    text: Mapping[str, Mapping[str, str]]
    """Language -> dotted key ("moves.place", "end.ousted", "rules", "variants.size-7") -> text."""
    prompts: Mapping[str, Mapping[str, Template]]
    """Language -> stage -> what its player may or must do there (`text: en: stages:`)."""
    let_types: Mapping[str, Type]
    """Every name that some `let:` gives, with what it holds."""

    def words(self, key: str, usual: str = "") -> Words:
        """A text of the game, in each language that it has.

        Args:
            key: Dotted: "moves.place", "end.ousted", "rules", "players.black", "colors.3".
            usual: What stands for languages that do not have it, where English has none.
        """
        return Words(
            {language: found[key] for language, found in self.text.items() if key in found}, usual
        )

    @property
    def name(self) -> Words:
        """What people call the game."""
        return self.words("name", self.info.name)

    @property
    def summary(self) -> Words:
        """The game in one sentence."""
        return self.words("summary", self.info.summary)

    def variant_name(self, variant: Variant) -> Words:
        """What menus call one of its variants."""
        return self.words(f"variants.{variant.id}", variant.name)

    def player_name(self, side: int) -> Words:
        """What one of its sides is called, by its index in `players`."""
        name = self.players[side].name
        return self.words(f"players.{name}", name)

    def piece_name(self, kind: str) -> Words:
        """What a piece type is called."""
        return self.words(f"pieces.{kind}", kind)
