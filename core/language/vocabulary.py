"""Every key, name and function of game files: the one table.

The checker reads it, and the JSON Schema and the reference page are made from it, so that
they cannot drift apart. `TOP` is the whole file; `NAMES`, `FUNCTIONS` and `LOOPS` are
what expressions are made of.

A key's value is described by one of the small classes `Text` ... `Anything`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Final

from core.board import ADJACENCIES, LABELS, SHAPES
from core.language import limits
from core.language.definition import Type

FORMAT: Final = 1
"""The version of this vocabulary."""


class Scope(Enum):
    """Where an expression stands, and so which names it may use."""

    BOARD = "before play"
    """`regions:` and `setup:`: only what never changes."""
    POSITION = "a position"
    FROM = "a position and the piece that moves"
    """`to:`: also `from`."""
    PATH = "a position, the piece that moves and its direction"
    """`distance:`: also `from` and `direction`."""
    CANDIDATE = "a step that might be made"
    """`if:`, `minimize:`, `maximize:`, `let:`: also `here from over direction`."""
    AFTER = "a step that has been made"
    """`then:`, `next:`, `end:`: also `captured repeated`."""


class Known(Enum):
    """From when on a name means something."""

    ALWAYS = "anywhere"
    PLAY = "during play"
    CANDIDATE = "for a candidate move"
    AFTER = "after the action"


def visible(name: str, known: Known, scope: Scope) -> bool:
    """Whether a built-in name may be used in a scope."""
    match known:
        case Known.ALWAYS:
            return True
        case Known.PLAY:
            return scope is not Scope.BOARD
        case Known.CANDIDATE:
            return (
                scope in (Scope.CANDIDATE, Scope.AFTER)
                or (name == "from" and scope in (Scope.FROM, Scope.PATH))
                or (name == "direction" and scope is Scope.PATH)
            )
        case Known.AFTER:
            return scope is Scope.AFTER


# What a value may be.


@dataclass(frozen=True, slots=True)
class Text:
    """A text of one line or more."""

    what: str = "text"
    """How messages call it."""


@dataclass(frozen=True, slots=True)
class Integer:
    """A whole number."""

    low: int = -limits.NUMBER
    high: int = limits.NUMBER
    param: bool = False
    """Whether `$name`, the value of a parameter, will do."""


@dataclass(frozen=True, slots=True)
class Flag:
    """`true` or `false`."""


@dataclass(frozen=True, slots=True)
class Word:
    """One of a few words."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """A name given elsewhere in the file, or one of a few words."""

    kind: str
    """What it names: "piece", "player", "stage", "outcome"."""
    words: tuple[str, ...] = ()
    """Words that will do as well."""


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression that gives one of some types."""

    wants: tuple[Type, ...]
    """Empty: any that can be remembered."""
    scope: Scope


@dataclass(frozen=True, slots=True)
class Template:
    """A text with expressions in curly brackets."""

    wants: tuple[Type, ...]
    scope: Scope


@dataclass(frozen=True, slots=True)
class Nothing:
    """No value: only the key."""


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of values of one sort."""

    value: Value


@dataclass(frozen=True, slots=True)
class Names:
    """A mapping whose keys are names the designer chooses."""

    value: Value
    what: str = "name"
    """What the keys are, for messages: "action"."""
    word: bool = False
    """Whether expressions use the name, so that it must be letters, digits and `_`."""
    free: bool = False
    """Whether the keys are no names but any text."""


@dataclass(frozen=True, slots=True)
class Renamed:
    """An older name of a key."""

    old: str
    new: str
    since: int
    """The format from which on it has the new one."""


@dataclass(frozen=True, slots=True)
class Section:
    """A mapping with known keys."""

    keys: tuple[Key, ...]
    verbs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Keys of which exactly one must be given, each with the keys that only go with it."""
    what: str = ""
    """What an entry is, for messages about its verb."""
    renamed: tuple[Renamed, ...] = ()
    """Older names of its keys, which files may still use."""

    def key(self, name: str) -> Key | None:
        """The key of that name."""
        return next((key for key in self.keys if key.name == name), None)

    def value(self, name: str) -> Value:
        """What the key of that name holds; the key must exist."""
        return next(key.value for key in self.keys if key.name == name)


@dataclass(frozen=True, slots=True)
class Either:
    """Any of several values."""

    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Anything:
    """Whatever is there; not looked at."""


Value = (
    Text
    | Integer
    | Flag
    | Word
    | Reference
    | Expression
    | Template
    | Nothing
    | ListOf
    | Names
    | Section
    | Either
    | Anything
)


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a section."""

    name: str
    value: Value
    doc: str
    required: bool = False


_SET = (Type.SET,)
_NUMBER = (Type.NUMBER,)
_CONDITION = (Type.CONDITION,)

SHOWN: Final = (Type.NUMBER, Type.COLOR, Type.PLAYER)
"""What can be written into a text for people."""
REMEMBERED: Final = (Type.SET, Type.NUMBER, Type.CONDITION, Type.COLOR, Type.PLAYER)
"""What a `let:` can hold."""

_TEXT = Text()
_FLAG = Flag()
_TEXTS = Either((_TEXT, ListOf(_TEXT)))
_SIZE = Integer(1, limits.CELLS, param=True)
_PIECE = Reference("piece")
_PIECE_OR_ANY = Reference("piece", ("any",))
_NEW_OWNER = Reference("player", ("mover", "neutral"))

INFO: Final = Section(
    (
        Key("name", _TEXT, "how the game is called"),
        Key("designer", _TEXTS, "who made it: one name or a list"),
        Key("aliases", _TEXTS, "other names"),
        Key("origin", _TEXT, "where it comes from, if nobody in particular made it"),
        Key("year", Integer(-9999, 9999), "when it was made"),
        Key("minutes", Integer(1, 10_000), "how long a match lasts"),
        Key("complexity", Integer(1, 5), "1 (a child learns it in a minute) to 5"),
        Key("summary", _TEXT, "the game in one sentence"),
        Key("rules", _TEXTS, "addresses of the rules this file was written from"),
        Key("tags", _TEXTS, "words to find it by"),
        Key("notes", _TEXT, "remarks for those who read the file"),
    )
)

PLAYER: Final = Section(
    (Key("forward", Text("a direction"), "the compass direction this player moves ahead"),)
)

PARAM: Final = Section(
    (
        Key("default", Integer(), "its value unless a variant gives another", required=True),
        Key("min", Integer(), "the smallest value allowed"),
        Key("max", Integer(), "the largest value allowed"),
        Key("step", Integer(1), "distance between allowed values, counted from `min`"),
        Key("label", _TEXT, "how menus call it"),
    )
)

_CONSTANT_SET = Expression(_SET, Scope.BOARD)

BOARD: Final = Section(
    (
        Key("shape", Word(tuple(SHAPES)), "how the cells lie", required=True),
        Key("size", _SIZE, "cells per side"),
        Key("width", _SIZE, "columns of a rectangle"),
        Key("height", _SIZE, "rows of a rectangle"),
        Key("rows", ListOf(_SIZE), "cells in each row, bottom first"),
        Key(
            "sides",
            ListOf(_SIZE),
            "a hexagon with unequal sides [a, b, c]: rows grow from c to a+c-1 cells over a rows,"
            " then shrink over b rows; `size` is then not used",
        ),
        Key("mask", _TEXT, "a drawing, top row first: `.` is a cell, `#` a hole"),
        Key(
            "adjacency",
            Word(ADJACENCIES),
            "which cells of a square board are neighbors; default orthogonal",
        ),
        Key("labels", Word(LABELS), "where row 1 is; default bottom"),
        Key(
            "regions",
            Names(Either((_CONSTANT_SET, Names(_CONSTANT_SET, "player"))), "region", word=True),
            "named sets of cells, the same for all or one per player",
        ),
    )
)

PIECE: Final = Section(
    (
        Key("owner", Word(("player", "none")), "whether pieces belong to a player (default)"),
        Key("colors", Integer(1, limits.COLORS, param=True), "number of colors"),
        Key("copies", Integer(1, limits.CELLS, param=True), "pieces of each color"),
    )
)

SETUP: Final = Section(
    (
        Key("place", _PIECE, "put a piece of this type on each cell of `at`"),
        Key("deal", _PIECE, "shuffle all pieces of this type onto `at`"),
        Key("owner", Reference("player", ("neutral",)), "whose the pieces are"),
        Key("at", _CONSTANT_SET, "where", required=True),
        Key("apart", _FLAG, "no two adjacent pieces share a color"),
    ),
    verbs=MappingProxyType({"place": ("owner",), "deal": ("apart",)}),
    what="entry",
)


def _effects(scope: Scope) -> tuple[tuple[Key, ...], Mapping[str, tuple[str, ...]]]:
    """The effects that change something: their keys, and their verbs with what goes with each."""
    cells = Expression(_SET, scope)
    keys = (
        Key("remove", cells, "take these pieces off the board; they count as captured"),
        Key("into", Word(("off", "hand")), "where removed pieces go; default off"),
        Key("convert", cells, "change the owner of these pieces; they count as captured"),
        Key("to", _NEW_OWNER, "the new owner; default mover"),
        Key("place", _PIECE, "put a piece of this type on each cell of `at`"),
        Key("at", cells, "where"),
        Key("owner", _NEW_OWNER, "whose the piece is; default mover"),
        Key(
            "set",
            Names(Expression(_NUMBER, scope), "variable"),
            "give variables declared in `vars:` new values",
        ),
    )
    return keys, {
        "remove": ("into",),
        "convert": ("to",),
        "place": ("at", "owner"),
        "set": (),
    }


def _steps_effects() -> Section:
    """What may be listed in `then:`."""
    keys, verbs = _effects(Scope.AFTER)
    require = (
        Key(
            "require",
            Expression(_CONDITION, Scope.AFTER),
            "the step is illegal unless this holds at this point",
        ),
        Key(
            "because",
            _TEXT,
            "what a player is told when it forbids the step; without it the expression is shown",
        ),
    )
    return Section((*require, *keys), {"require": ("because",), **verbs}, "effect")


EFFECT: Final = _steps_effects()
TURN_EFFECT: Final = Section(*_effects(Scope.POSITION), "effect")

BRANCH: Final = Section(
    (
        Key("when", Expression(_CONDITION, Scope.AFTER), "the condition; without it, always"),
        Key(
            "go",
            Reference("stage", ("end",)),
            "the stage that follows, or `end`",
            required=True,
        ),
    )
)

SIGN_TEXT: Final = Text("capital letters")
_DIRECTION = Text("a direction")
_CANDIDATE_NUMBER = Expression(_NUMBER, Scope.CANDIDATE)

ACTION: Final = Section(
    (
        Key("place", _PIECE, "put a piece of this type from the supply on `at`"),
        Key("take", _PIECE_OR_ANY, "remove a piece of this type (or any) at `at`"),
        Key("move", _PIECE_OR_ANY, "move a piece of this type (or any) `from` -> `to`"),
        Key(
            "select",
            _PIECE_OR_ANY,
            "point at a cell occupied by this piece type (or any); only the effects in `then:`"
            " happen",
        ),
        Key("stage", _TEXT, "the stage of the turn this action belongs to; default start"),
        Key(
            "at",
            Expression(_SET, Scope.POSITION),
            "cells where the action may happen; default empty for place, occupied for take and"
            " select",
        ),
        Key(
            "from",
            Expression(_SET, Scope.POSITION),
            "pieces that may move; default mine (neutral for a piece type nobody owns)",
        ),
        Key("to", Expression(_SET, Scope.FROM), "landing cells (may use from); default empty"),
        Key(
            "by",
            Word(("step", "slide", "hop", "leap")),
            "step (default): one cell; slide: any distance; hop: over one piece; leap: straight"
            " to any `to`",
        ),
        Key("dirs", Either((_DIRECTION, ListOf(_DIRECTION))), "directions; default all"),
        Key(
            "over",
            Expression(_SET, Scope.POSITION),
            "what a hop may pass over; default occupied",
        ),
        Key("through", Expression(_SET, Scope.POSITION), "what a slide may pass; default empty"),
        Key(
            "distance",
            Expression(_NUMBER, Scope.PATH),
            "exact length of a slide (may use from, direction)",
        ),
        Key("owner", _NEW_OWNER, "owner of the placed piece; default mover"),
        Key("into", Word(("off", "hand")), "where a taken piece goes; default off"),
        Key(
            "if",
            Expression(_CONDITION, Scope.CANDIDATE),
            "condition tested for each candidate before acting (here, from, over, direction)",
        ),
        Key(
            "because",
            _TEXT,
            "what a player is told when `at`, `from`, `to`, `if`, `minimize` or `maximize` forbids"
            " the step; without it the expression is shown",
        ),
        Key("minimize", _CANDIDATE_NUMBER, "only candidates with the smallest value are legal"),
        Key("maximize", _CANDIDATE_NUMBER, "only candidates with the largest value are legal"),
        Key(
            "sign",
            SIGN_TEXT,
            "prefix in notation, and label of the choice when one click could mean several actions",
        ),
        Key(
            "priority",
            Integer(-1000, 1000),
            "actions of a higher priority exclude lower ones when any is legal",
        ),
        Key(
            "let",
            Names(Expression((), Scope.CANDIDATE), "remembered value", word=True),
            "values remembered for the rest of the turn, computed in order before acting",
        ),
        Key("then", ListOf(EFFECT), "effects and requirements, in order, after acting"),
        Key(
            "next",
            Either((Reference("stage", ("end",)), ListOf(BRANCH))),
            "what follows: end (default), a stage, or a list of when/go",
        ),
    ),
    verbs=MappingProxyType(
        {
            "place": ("at", "owner"),
            "take": ("at", "into"),
            "move": ("from", "to", "by", "dirs", "over", "through", "distance"),
            "select": ("at",),
        }
    ),
    what="action",
)

EXPLAINED: Final = ("at", "from", "to", "if", "minimize", "maximize")
"""Keys of an action that its `because:` is told for."""

WAYS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"step": (), "slide": ("through", "distance"), "hop": ("over",), "leap": ()}
)
"""Keys of a move that only go with one way of moving (`by:`)."""

STAGE: Final = Section((Key("stop", _FLAG, "whether the turn may be ended here; default false"),))

TURN: Final = Section(
    (
        Key(
            "no_moves",
            Word(("pass", "lose", "win", "draw", "end")),
            "when the player to move has no legal action; default draw",
        ),
        Key(
            "pass",
            Word(("never", "free")),
            "whether a player may pass; default never",
        ),
        Key(
            "swap",
            _FLAG,
            "pie rule, of two players: the second may take over the first player's side",
        ),
        Key(
            "repeat",
            Word(("allow", "forbid", "draw")),
            "positions that occurred before; default allow",
        ),
        Key("after", ListOf(TURN_EFFECT), "effects at the end of every turn"),
    )
)

_OUTCOME = ("mover", "opponent")

END: Final = Section(
    (
        Key(
            "when",
            Expression(_CONDITION, Scope.AFTER),
            "condition (from the mover's point of view)",
            required=True,
        ),
        Key(
            "immediate",
            _FLAG,
            "test after every action instead of at the end of the turn",
        ),
        Key(
            "win",
            Reference("outcome", (*_OUTCOME, "most", "least")),
            "who wins: mover, opponent (of two players only), a player, most or least (by score)",
        ),
        Key(
            "lose",
            Reference("outcome", _OUTCOME),
            "who loses: mover, opponent (of two players only) or a player; the game ends, and if"
            " more than two play, the others share the win",
        ),
        Key("draw", _FLAG, "the game is drawn"),
        Key(
            "tie",
            Reference("outcome", ("draw", *_OUTCOME)),
            "who wins when several share the best score: draw (default; if more than two play, they"
            " share the win), mover, opponent (of two players only) or a player, who must be one of"
            " those that share it",
        ),
    )
)

VIEW_NUMBER: Final = Expression(_NUMBER, Scope.POSITION)
"""A number read from one player's side."""
COLOR_TEXT: Final = Text('a color as "#rrggbb"')

DISPLAY: Final = Section(
    (
        Key("colors", ListOf(COLOR_TEXT), "one color for each color of the color table"),
        Key("glyphs", _TEXT, "one letter for each color of the color table"),
        Key(
            "players",
            Names(
                Section(
                    (
                        Key("color", COLOR_TEXT, "color of the player's pieces"),
                        Key("glyph", _TEXT, "letter of the player's pieces"),
                    )
                ),
                "player",
            ),
            "how each player's pieces look",
        ),
        Key("pieces", Names(_TEXT, "piece"), "one letter for each piece type"),
        Key(
            "board",
            Section(
                (
                    Key(
                        "style",
                        Word(("squares", "lines", "bricks")),
                        "`lines` draws square cells as points where lines cross, where there is"
                        " room; else cells are squares, or bricks where they touch six others",
                    ),
                    Key("color", COLOR_TEXT, "color of the board"),
                )
            ),
            "how the board looks",
        ),
        Key(
            "click",
            Names(Word(("column",)), "action"),
            "action -> what counts as a click on its target",
        ),
        Key(
            "progress",
            Names(
                Section(
                    (
                        Key("have", VIEW_NUMBER, "how far a player is", required=True),
                        Key("need", VIEW_NUMBER, "what must be reached"),
                    )
                ),
                "measure",
            ),
            "how far each player is, read from that player's side",
        ),
        Key(
            "marks",
            ListOf(VIEW_NUMBER),
            "numbers of pieces of one color in hand worth marking, rising",
        ),
    )
)

RECORDS: Final = Section(
    (
        Key(
            "sgf",
            Section(
                (
                    Key("game", Integer(1, 1000), "the number of the game, `GM`", required=True),
                    Key(
                        "points",
                        Word(("names", "letters")),
                        "how cells are written: names as everywhere here (default), or letters"
                        " of column and row, counted from the top left",
                    ),
                )
            ),
            "Smart Game Format",
        ),
        Key(
            "ggf",
            Section(
                (
                    Key("game", _TEXT, "the name of the game, `GM`", required=True),
                    Key("type", _TEXT, "what follows the size of the board in `TY`"),
                )
            ),
            "Generic Game Format",
        ),
        Key("transcript", _FLAG, "the steps one after the other, such as `f5d6c3`"),
        Key("abstractplay", _TEXT, "the game's name in a game report of Abstract Play"),
    )
)

_WORDS = Names(_TEXT)

LANGUAGE: Final = Section(
    (
        Key("name", _TEXT, "the game's name"),
        Key("summary", _TEXT, "the game in one sentence"),
        Key("rules", _TEXT, "the rules, for players: paragraphs and lists in Markdown"),
        Key("notes", _TEXT, "`info: notes:`"),
        Key("moves", _WORDS, "action -> what it is called"),
        Key(
            "stages",
            Names(Template(SHOWN, Scope.POSITION)),
            "stage -> what its player may or must do; holds {expressions}",
        ),
        Key("end", _WORDS, "end rule -> how it is told"),
        Key("variants", _WORDS, "variant -> its name"),
        Key("players", _WORDS, "player -> its name"),
        Key("pieces", _WORDS, "piece type -> its name"),
        Key("params", _WORDS, "parameter -> its label"),
        Key("progress", _WORDS, "entry of `display: progress:` -> its label"),
        Key("colors", ListOf(_TEXT), "names of the colors of the color table, in order"),
        Key(
            "because",
            Names(_TEXT, free=True),
            "a reason as the rules give it -> the same in this language",
        ),
        Key("stop", _TEXT, "ending a turn"),
        Key("pass", _TEXT, "passing"),
        Key("swap", _TEXT, "taking over the other side"),
    )
)

_RULES = (
    Key("info", INFO, "about the game"),
    Key(
        "players",
        Either((ListOf(_TEXT), Names(Either((Nothing(), PLAYER)), "player", word=True))),
        f"the sides, from 2 to {limits.PLAYERS}, in order of play; default first and second",
    ),
    Key(
        "params",
        Names(Either((Integer(), PARAM)), "parameter", word=True),
        "numbers a player may choose",
    ),
    Key("board", BOARD, "board geometry", required=True),
    Key(
        "pieces",
        Names(Either((Nothing(), PIECE)), "piece", word=True),
        "piece types",
        required=True,
    ),
    Key("vars", Names(Integer(), "variable", word=True), "counters kept through the game"),
    Key(
        "define",
        Names(Expression((), Scope.AFTER), "definition", word=True),
        "named expressions",
    ),
    Key("setup", ListOf(SETUP), "starting position"),
    Key("moves", Names(ACTION, "action"), "what a player may do", required=True),
    Key("stages", Names(Either((Nothing(), STAGE)), "stage"), "stages of a turn"),
    Key("turn", TURN, "turn rules"),
    Key(
        "score",
        Either((VIEW_NUMBER, ListOf(VIEW_NUMBER))),
        "computed from each player's point of view; a list is compared in order",
    ),
    Key("end", Names(END, "end rule"), "tested in order"),
    Key("display", DISPLAY, "colors, glyphs, style"),
    Key("records", RECORDS, "formats of other programs that matches can be written in"),
    Key("text", Names(LANGUAGE, "language"), "words for players, by language code"),
)

VARIANT: Final = Section(
    (
        Key("group", _TEXT, "at most one variant of a group can be chosen"),
        Key("name", _TEXT, "as shown in menus"),
        Key("default", _FLAG, "chosen unless another of its group is"),
        *(Key(key.name, key.value, key.doc) for key in _RULES),
    )
)

TOP: Final = Section(
    (
        Key("format", Integer(0, 1000), "version of this vocabulary", required=True),
        Key("game", _TEXT, "identifier, lower case", required=True),
        Key("extends", _TEXT, "another game to inherit from"),
        *_RULES,
        Key("variants", Names(VARIANT, "variant"), "named sets of overrides"),
    )
)

NOT_RULES: Final = frozenset({"info", "display", "records", "text", "variants", "extends"})
"""Keys of the whole file that do not change how the game is played."""


# Expressions.


@dataclass(frozen=True, slots=True)
class Name:
    """A built-in name."""

    name: str
    type: Type
    known: Known
    doc: str


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a function."""

    name: str
    type: Type | None
    """None is a word that is no value: a side of the board, or a text."""


@dataclass(frozen=True, slots=True)
class Signature:
    """One way of calling a function."""

    arguments: tuple[Argument, ...]
    result: Type


@dataclass(frozen=True, slots=True)
class Function:
    """A built-in function."""

    name: str
    signatures: tuple[Signature, ...]
    """Of several with as many arguments, the first that fits is meant."""
    known: Known
    doc: str


@dataclass(frozen=True, slots=True)
class LoopWord:
    """A function that goes through a collection."""

    name: str
    form: str
    """"where": `any(x in C where cond)`, or "for": `max(value for x in C)`."""
    result: Type | None
    """None is a collection like the one gone through."""
    doc: str


def _names(known: Known, *rows: tuple[str, Type, str]) -> tuple[Name, ...]:
    return tuple(Name(name, kind, known, doc) for name, kind, doc in rows)


NAMES: Final[Mapping[str, Name]] = MappingProxyType(
    {
        name.name: name
        for name in (
            *_names(
                Known.ALWAYS,
                ("board", Type.SET, "all cells"),
                ("corners", Type.SET, "the corner cells"),
                ("edge", Type.SET, "cells with a missing neighbor"),
                ("center", Type.SET, "the middle cell, or the two, three or four middle cells"),
                ("sides", Type.GROUPS, "each side of the board"),
                ("colors", Type.COLORS, "all colors"),
                ("players", Type.PLAYERS, "all players"),
                ("nowhere", Type.SET, "the empty set"),
                ("all", Type.DIRECTIONS, "every direction"),
                (
                    "orthogonal",
                    Type.DIRECTIONS,
                    "straight directions; all of them on hexagonal cells",
                ),
                ("diagonal", Type.DIRECTIONS, "slanting directions; none on hexagonal cells"),
            ),
            *_names(
                Known.PLAY,
                ("me", Type.PLAYER, "the player whose view it is"),
                ("empty", Type.SET, "cells without a piece"),
                ("occupied", Type.SET, "cells with a piece"),
                ("mine", Type.SET, "pieces of the player whose view it is"),
                ("enemy", Type.SET, "pieces of all other players"),
                ("neutral", Type.SET, "pieces of nobody"),
                ("turn", Type.NUMBER, "number of the turn, counted from 1 over all players"),
                ("step", Type.NUMBER, "number of the step in its turn: the first is 1"),
                ("mover", Type.PLAYER, "the player to move"),
                ("all_stuck", Type.CONDITION, "no player can move"),
                ("all_passed", Type.CONDITION, "everybody passed in a row"),
                ("last", Type.SET, "the cell of the previous step, by anyone"),
                ("same_direction", Type.DIRECTIONS, "direction of the previous step"),
            ),
            *_names(
                Known.CANDIDATE,
                ("here", Type.SET, "the cell acted on (landing cell of a move)"),
                ("from", Type.SET, "origin of a move"),
                ("over", Type.SET, "cell hopped over"),
                ("direction", Type.DIRECTIONS, "direction of this move"),
            ),
            *_names(
                Known.AFTER,
                ("captured", Type.NUMBER, "pieces removed or converted by this step"),
                ("repeated", Type.CONDITION, "this position occurred before"),
            ),
        )
    }
)

RELATIVE: Final = (
    "forward",
    "forward_right",
    "right",
    "back_right",
    "back",
    "back_left",
    "left",
    "forward_left",
)
"""Directions seen from a player with `forward:`, clockwise; hexagonal cells lack right and left."""

COMPASS: Final = frozenset({"N", "NE", "E", "SE", "S", "SW", "W", "NW"})
"""Directions and sides that some board has; a board says which are its own."""

_S = Argument("set", Type.SET)
_T = Argument("within", Type.SET)
_G = Argument("groups", Type.GROUPS)
_D = Argument("directions", Type.DIRECTIONS)
_N = Argument("n", Type.NUMBER)
_NS = Argument("numbers", Type.NUMBERS)
_C = Argument("color", Type.COLOR)
_P = Argument("player", Type.PLAYER)

SIDE: Final = Argument("side", None)
"""Name of a side of the board."""
CELLS_TEXT: Final = Argument("text", None)
"""Names of cells in quotes, with blanks between them."""


def _gives(result: Type, *forms: tuple[Argument, ...]) -> tuple[Signature, ...]:
    return tuple(Signature(arguments, result) for arguments in forms)


def _functions(known: Known, *rows: tuple[str, tuple[Signature, ...], str]) -> tuple[Function, ...]:
    return tuple(Function(name, signatures, known, doc) for name, signatures, doc in rows)


def _set(name: str) -> Argument:
    return Argument(name, Type.SET)


FUNCTIONS: Final[Mapping[str, Function]] = MappingProxyType(
    {
        function.name: function
        for function in (
            *_functions(
                Known.ALWAYS,
                (
                    "adjacent",
                    _gives(Type.SET, (_S,), (_S, _D)),
                    "neighbors of a set, outside it",
                ),
                (
                    "shift",
                    _gives(Type.SET, (_S, _D)),
                    "the set moved one step; cells leaving the board vanish",
                ),
                (
                    "ray",
                    _gives(Type.SET, (_S, _D)),
                    "everything in those directions to the edge",
                ),
                (
                    "ring",
                    _gives(Type.SET, (_S, _N)),
                    "cells at exactly that distance (all directions)",
                ),
                (
                    "groups",
                    _gives(Type.GROUPS, (_S,), (_S, _D)),
                    "connected parts of a set",
                ),
                (
                    "touching",
                    _gives(Type.GROUPS, (_G, _S)),
                    "those groups that meet or adjoin the set",
                ),
                ("side", _gives(Type.SET, (SIDE,)), "one side of the board, e.g. side(N)"),
                ("phase", _gives(Type.SET, (_N,)), "cells of checkerboard color 0 or 1"),
                (
                    "row",
                    _gives(Type.SET, (_N,), (_S,)),
                    "row number n, or the whole rows of a set",
                ),
                (
                    "column",
                    _gives(Type.SET, (_N,), (_S,)),
                    "column number n, or the whole columns of a set",
                ),
                ("union", _gives(Type.SET, (_G,)), "join of groups"),
                ("cells", _gives(Type.SET, (CELLS_TEXT,)), 'those cells: cells("a1 b2")'),
                (
                    "line_through",
                    _gives(Type.SET, (_S, _D)),
                    "the whole lines through a cell",
                ),
                (
                    "count",
                    _gives(Type.NUMBER, (_S,), (_G,)),
                    "size of a set, or number of groups",
                ),
                ("sizes", _gives(Type.NUMBERS, (_G,)), "sizes of groups, largest first"),
                (
                    "max",
                    _gives(Type.NUMBER, (_NS,), (_N, _N)),
                    "the largest; 0 for an empty list",
                ),
                (
                    "min",
                    _gives(Type.NUMBER, (_NS,), (_N, _N)),
                    "the smallest; 0 for an empty list",
                ),
                (
                    "line",
                    _gives(
                        Type.NUMBER,
                        (_set("inside"), _set("through")),
                        (_set("inside"), _set("through"), _D),
                    ),
                    "longest straight line through the second set inside the first",
                ),
                ("some", _gives(Type.CONDITION, (_S,), (_G,)), "not empty"),
                ("none", _gives(Type.CONDITION, (_S,), (_G,)), "empty"),
                ("connected", _gives(Type.CONDITION, (_S,)), "at most one group"),
                (
                    "connects",
                    _gives(
                        Type.CONDITION,
                        (_S, _set("first"), _set("second")),
                        (_S, _set("first"), _set("second"), _set("third")),
                    ),
                    "one group of the set meets all the other sets",
                ),
                ("loop", _gives(Type.CONDITION, (_S,)), "contains a ring"),
                (
                    "iff",
                    (
                        Signature((Argument("condition", Type.CONDITION), _N, _N), Type.NUMBER),
                        Signature((Argument("condition", Type.CONDITION), _S, _S), Type.SET),
                    ),
                    "the second if the condition holds, else the third",
                ),
            ),
            *_functions(
                Known.PLAY,
                (
                    "reach",
                    _gives(Type.SET, (_S, _D)),
                    "empty cells reachable in straight lines",
                ),
                (
                    "seen",
                    _gives(Type.SET, (_S,), (_S, _D)),
                    "first pieces met in each direction",
                ),
                (
                    "group",
                    _gives(Type.SET, (_S,), (_S, _T)),
                    "the connected set containing the first set, within its owner's pieces or"
                    " within the second set",
                ),
                ("liberties", _gives(Type.SET, (_S,)), "adjacent empty cells"),
                (
                    "surrounded",
                    _gives(Type.SET, (_S,)),
                    "pieces of the set whose group has no liberty",
                ),
                (
                    "flanked",
                    _gives(
                        Type.SET,
                        (_S,),
                        (_S, _set("rows"), _set("ends"), _D),
                    ),
                    "rows bracketed between the first set and a piece of `ends`; by default rows"
                    " of enemy pieces that end at one of mine, in all directions",
                ),
                ("of", _gives(Type.SET, (_C,)), "pieces of a color"),
                (
                    "type",
                    _gives(Type.SET, (Argument("piece", Type.PIECE),)),
                    "pieces of a type",
                ),
                ("own", _gives(Type.SET, (_P,)), "pieces of a player"),
                ("color", _gives(Type.COLOR, (_S,)), "color of the piece there"),
                (
                    "open_run",
                    _gives(Type.NUMBER, (_S,)),
                    "longest run of consecutive sides that are empty or off the board",
                ),
                (
                    "held",
                    _gives(Type.NUMBER, (_C,), (_C, _P)),
                    "pieces of a color in my hand, or in a player's",
                ),
                ("score", _gives(Type.NUMBERS, (_P,)), "the score of a player"),
            ),
        )
    }
)

LOOPS: Final[Mapping[str, LoopWord]] = MappingProxyType(
    {
        word.name: word
        for word in (
            LoopWord("any", "where", Type.CONDITION, "the condition holds for at least one"),
            LoopWord("all", "where", Type.CONDITION, "the condition holds for each"),
            LoopWord("none", "where", Type.CONDITION, "the condition holds for no one"),
            LoopWord("count", "where", Type.NUMBER, "for how many the condition holds"),
            LoopWord("filter", "where", None, "those for which the condition holds"),
            LoopWord(
                "run",
                "where",
                Type.NUMBER,
                "longest run of consecutive elements for which the condition holds",
            ),
            LoopWord("max", "for", Type.NUMBER, "the largest value; 0 for nothing"),
            LoopWord("min", "for", Type.NUMBER, "the smallest value; 0 for nothing"),
            LoopWord("sum", "for", Type.NUMBER, "all values added up"),
        )
    }
)

ELEMENTS: Final[Mapping[Type, Type]] = MappingProxyType(
    {
        Type.SET: Type.SET,
        Type.GROUPS: Type.SET,
        Type.COLORS: Type.COLOR,
        Type.PLAYERS: Type.PLAYER,
        Type.NUMBERS: Type.NUMBER,
    }
)
"""What a loop over a collection goes through; a set is gone through cell by cell."""
