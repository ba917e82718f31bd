"""What a game file has, before any expression is read.

Its players, parameters, board, pieces and stages, and every name that expressions may use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.board import SHAPES, Board
from core.errors import BoardError
from core.language import limits
from core.language.check import GameNames
from core.language.definition import PieceType, Player
from core.language.expressions import WORDS
from core.language.nodes import (
    Entry,
    ListNode,
    MapNode,
    Node,
    Scalar,
    entries,
    items,
    number,
    scalar,
    word,
)
from core.language.problems import Problems, Span, did_you_mean
from core.language.vocabulary import COMPASS, FORMAT, NAMES, RELATIVE

_WORD = re.compile(r"[^\W\d]\w*")
_GAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


class Outline:
    """The parts of one game with its variants chosen."""

    board: Board

    def __init__(self, root: MapNode, problems: Problems) -> None:
        """Read from the merged nodes.

        Args:
            root: All keys, with parents and variants merged and shapes checked.
            problems: Where problems are noted.

        Raises:
            DefinitionError: A parameter is out of its range, or names of the game clash.
        """
        self.root = root
        self.problems = problems
        self.used_params: set[str] = set()
        """Parameters that the board or a piece type takes a number from."""
        self.players = self._players()
        self.pieces: tuple[PieceType, ...] = ()
        self._identity()
        self.params = self._params()
        """Name -> value."""
        problems.stop()
        self.pieces = self._pieces()
        self.stages = self._stages()
        """Names of the stages, `start` first."""
        self._names()
        board = self._board()
        if board is not None:
            self.board = board

    @property
    def player_names(self) -> tuple[str, ...]:
        """In order of play."""
        return tuple(player.name for player in self.players)

    @property
    def piece_names(self) -> tuple[str, ...]:
        """In the file's order."""
        return tuple(piece.name for piece in self.pieces)

    def actions(self) -> Iterator[tuple[str, MapNode]]:
        """Name and keys of each entry of `moves:`."""
        for entry in entries(self.root, "moves"):
            if isinstance(entry.value, MapNode):
                yield entry.key.text, entry.value

    def section(self, name: str) -> MapNode:
        """A key of the file that holds a mapping; an empty one if there is none."""
        node = self.root.get(name)
        return node if isinstance(node, MapNode) else MapNode((), self.root.span)

    # Identity and parameters

    def _identity(self) -> None:
        version, game = self.root.get("format"), self.root.get("game")
        if isinstance(version, Scalar) and not 1 <= (number(version) or 0) <= FORMAT:
            self.problems.error(
                version.span, "format", f"format {version.text} is not known here; this is {FORMAT}"
            )
        if isinstance(game, Scalar) and not _GAME.fullmatch(game.text):
            self.problems.error(
                game.span,
                "name",
                f"{game.text!r} is no identifier of a game",
                "write lower case letters, digits and single hyphens",
            )

    def _params(self) -> dict[str, int]:
        return {entry.key.text: self._param(entry) for entry in entries(self.root, "params")}

    def _param(self, entry: Entry) -> int:
        name, node = entry.key.text, entry.value
        if not isinstance(node, MapNode):
            return number(node) or 0
        value, low, high, step = (
            number(node.get(key)) for key in ("default", "min", "max", "step")
        )
        default = node.get("default")
        if value is None or default is None:
            return 0
        if (low is not None and value < low) or (high is not None and value > high):
            reach = f"from {low} to {high}"
            if low is None or high is None:
                reach = f"at least {low}" if high is None else f"at most {high}"
            self.problems.error(default.span, "param-range", f"{name} must be {reach}, not {value}")
        elif step is not None and (value - (low or 0)) % step:
            self.problems.error(
                default.span,
                "param-range",
                f"{name} must go in steps of {step} from {low or 0}, not {value}",
            )
        return value

    def size(self, node: Node | None) -> int | None:
        """A number, or the value of a parameter."""
        if not isinstance(node, Scalar) or node.empty:
            return None
        if not node.text.startswith("$"):
            return number(node)
        name = node.text[1:]
        if name in self.params:
            self.used_params.add(name)
            return self.params[name]
        self.problems.error(
            node.span,
            "param",
            f"no parameter {name!r}",
            did_you_mean(name, self.params) or "name it in `params:`",
        )
        return None

    def _board(self) -> Board | None:
        node = self.section("board")
        before = len(self.problems.all)
        self._sizes_that_fit(node)
        sizes = {key: self.size(node.get(key)) for key in ("size", "width", "height")}
        lists = {key: self._sizes(node.get(key)) for key in ("rows", "sides")}
        if len(self.problems.all) > before:
            return None
        text = {
            key: value.text
            for key in ("shape", "mask", "adjacency", "labels")
            if isinstance(value := node.get(key), Scalar)
        }
        try:
            board = Board.build(
                text["shape"],
                size=sizes["size"],
                width=sizes["width"],
                height=sizes["height"],
                rows=lists["rows"],
                sides=lists["sides"],
                mask=text.get("mask"),
                adjacency=text.get("adjacency", "orthogonal"),
                labels=text.get("labels", "bottom"),
            )
        except BoardError as error:
            at = node.get(error.key) if error.key else None
            if at is None and error.key:
                self.problems.error(node.span.point(), "missing-key", str(error))
            else:
                place = f"board.{error.key}: " if error.key else ""
                self.problems.error((at or node).span.point(), "board", f"{place}{error}")
            return None
        if len(board.cells) > limits.CELLS:
            self.problems.error(
                node.span.point(),
                "board",
                f"the board has {len(board.cells)} cells; at most {limits.CELLS} are allowed",
            )
            return None
        self._forward(board)
        return board

    def _sizes_that_fit(self, node: MapNode) -> None:
        """Note measures that only a board of another shape has."""
        shape = word(node, "shape") or ""
        measures = {key for keys in SHAPES.values() for key in keys}
        for entry in node.entries:
            if entry.key.text in measures - {*SHAPES[shape]}:
                self.problems.error(
                    entry.key.span,
                    "board",
                    f"{entry.key.text!r} does not go with a {shape} board",
                    f"shape: {shape} takes {' or '.join(SHAPES[shape])}",
                )

    def _sizes(self, node: Node | None) -> list[int] | None:
        if not isinstance(node, ListNode):
            return None
        return [size for item in node.items if (size := self.size(item)) is not None]

    def _players(self) -> tuple[Player, ...]:
        node = self.root.get("players")
        match node:
            case ListNode():
                names = [item for item in node.items if isinstance(item, Scalar)]
                players = [Player(item.text) for item in names]
            case MapNode():
                players = [
                    Player(entry.key.text, word(entry.value, "forward")) for entry in node.entries
                ]
            case _:
                return (Player("first"), Player("second"))
        return tuple(players)

    def _forward(self, board: Board) -> None:
        node = self.root.get("players")
        for entry in node.entries if isinstance(node, MapNode) else ():
            value = entry.value.get("forward") if isinstance(entry.value, MapNode) else None
            if isinstance(value, Scalar) and value.text not in board.directions:
                self.problems.error(
                    value.span,
                    "direction",
                    f"no direction {value.text!r} on this board",
                    f"it has {' '.join(board.directions)}",
                )

    def _pieces(self) -> tuple[PieceType, ...]:
        types = []
        for entry in entries(self.root, "pieces"):
            node = entry.value if isinstance(entry.value, MapNode) else MapNode((), entry.key.span)
            colors, copies = self.size(node.get("colors")), self.size(node.get("copies"))
            for key, size, most in (
                ("colors", colors, limits.COLORS),
                ("copies", copies, limits.CELLS),
            ):
                at = node.get(key)
                if at is not None and size is not None and not 1 <= size <= most:
                    self.problems.error(
                        at.span, "type", f"expected {key} from 1 to {most}, got {size}"
                    )
            owned = word(node, "owner") != "none"
            types.append(PieceType(entry.key.text, owned, colors or 0, copies or 0))
        return tuple(types)

    def _stages(self) -> tuple[str, ...]:
        names = ["start"]
        for _, action in self.actions():
            stage = scalar(action, "stage")
            if stage is not None:
                names.append(stage.text)
                if stage.text == "end":
                    self.problems.error(stage.span, "stage", "'end' ends the turn; it is no stage")
        names += [entry.key.text for entry in entries(self.root, "stages")]
        return tuple(dict.fromkeys(names))

    def _names(self) -> None:
        """Note names that mean two things."""
        players = self.root.get("players")
        where = players.span.point() if players else self.root.span.point()
        if not 2 <= len(self.players) <= limits.PLAYERS:
            self.problems.error(
                where,
                "players",
                f"expected from 2 to {limits.PLAYERS} players, got {len(self.players)}",
            )
        for item in items(players):
            if isinstance(item, Scalar) and not _WORD.fullmatch(item.text):
                self.problems.error(
                    item.span,
                    "name",
                    f"{item.text!r} is no name for a player",
                    "write letters, digits and _, a letter first; `text:` holds names for people",
                )
        taken: dict[str, str] = {}
        for kind, name, span in self._named():
            if name in WORDS:
                meaning = "a word of the language"
            elif name in NAMES:
                meaning = f"built in ({NAMES[name].doc})"
            elif name in RELATIVE or name in COMPASS:
                meaning = "a direction"
            elif name in taken and (taken[name], kind) != ("remembered value",) * 2:
                meaning = f"a {taken[name]}"
            else:
                taken[name] = kind
                continue
            self.problems.error(
                span,
                "name",
                f"{name!r} cannot name a {kind}: it is already {meaning}",
                "choose another name",
            )
        for name in ("mover", "opponent", "neutral", "most", "least", "draw", "none", "nobody"):
            if name in self.player_names:
                self.problems.error(where, "name", f"{name!r} cannot name a player")

    def _named(self) -> Iterator[tuple[str, str, Span]]:
        """Everything that expressions know by a name, in order: kind, name, place."""
        node = self.root.get("players")
        if isinstance(node, ListNode):
            yield from (
                ("player", item.text, item.span) for item in node.items if isinstance(item, Scalar)
            )
        elif isinstance(node, MapNode):
            yield from (("player", entry.key.text, entry.key.span) for entry in node.entries)
        for kind, given in (
            ("parameter", entries(self.root, "params")),
            ("piece", entries(self.root, "pieces")),
            ("variable", entries(self.root, "vars")),
            ("region", entries(self.section("board"), "regions")),
            ("definition", entries(self.root, "define")),
        ):
            yield from ((kind, entry.key.text, entry.key.span) for entry in given)
        for _, action in self.actions():
            for entry in entries(action, "let"):
                yield "remembered value", entry.key.text, entry.key.span

    def game_names(self) -> GameNames:
        """The names that expressions may use."""
        lets: dict[str, list[Scalar]] = {}
        for _, action in self.actions():
            for entry in entries(action, "let"):
                if isinstance(entry.value, Scalar):
                    lets.setdefault(entry.key.text, []).append(entry.value)
        return GameNames(
            players=self.player_names,
            pieces=self.piece_names,
            forward=tuple(player.forward for player in self.players),
            params=self.params,
            vars={entry.key.text: number(entry.value) or 0 for entry in entries(self.root, "vars")},
            defines={entry.key.text: entry for entry in entries(self.root, "define")},
            regions={entry.key.text: entry for entry in entries(self.section("board"), "regions")},
            lets=lets,
            colored=any(piece.colors for piece in self.pieces),
            scored=self.root.get("score") is not None,
        )
