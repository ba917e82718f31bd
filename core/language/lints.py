"""What is allowed, but probably not meant.

Warnings never keep a game from being played. Those of `EVERYWHERE` are only worth telling when
they hold with every choice of variants: a parameter that one variant uses is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from core.language.build import Builder
from core.language.definition import BUILT_IN_REASONS, Action, Clause, Definition, Expr
from core.language.merge import variant_nodes
from core.language.nodes import (
    Entry,
    ListNode,
    MapNode,
    Node,
    Scalar,
    child,
    entries,
    items,
    scalar,
    word,
)
from core.language.presentation import flat
from core.language.problems import Problems, Span, did_you_mean
from core.language.vocabulary import EXPLAINED

EVERYWHERE: Final = frozenset({"unused", "text"})
"""Rules that must be broken with every choice of variants."""

_NAMED: Final = 8
"""Missing words that are named; of the others it is told how many there are."""
_BRACES = re.compile(r"\{[^{}]*\w[^{}]*\}")
_TOKEN = re.compile(r"\w+|\S")


def lints(builder: Builder, definition: Definition, problems: Problems) -> None:
    """Note what is doubtful in a game that is otherwise right."""
    lint = _Lint(builder, definition, problems)
    lint.unused()
    lint.stages()
    lint.branches()
    lint.ends()
    lint.no_moves()
    lint.twins()
    lint.variants()
    lint.reasons()
    lint.texts()
    lint.colors()
    lint.looks()


def untranslated(root: MapNode, problems: Problems) -> None:
    """Note languages that leave out words that stand under `text: en:`."""
    english = flat(child(root.get("text"), "en"))
    for language in entries(root, "text"):
        given = flat(language.value)
        missing = [key for key in english if key not in given]
        if missing:
            shown, more = missing[:_NAMED], len(missing) - _NAMED
            problems.warn(
                language.key.span,
                "untranslated",
                f"language {language.key.text!r} has no {', '.join(shown)}"
                + (f" and {more} more" if more > 0 else ""),
                "English is shown instead",
            )


class _Lint:
    def __init__(self, builder: Builder, definition: Definition, problems: Problems) -> None:
        self._root = builder.outline.root
        self._builder = builder
        self._definition = definition
        self._problems = problems

    def unused(self) -> None:
        """Names that nothing uses."""
        used = self._builder.used
        board = self._root.get("board")
        moves = entries(self._root, "moves")
        named = [
            ("params", "parameter", entries(self._root, "params")),
            ("vars", "variable", entries(self._root, "vars")),
            ("define", "definition", entries(self._root, "define")),
            ("regions", "region", entries(board, "regions")),
            *(("let", "remembered value", entries(one.value, "let")) for one in moves),
        ]
        for key, kind, given in named:
            for entry in given:
                if (key, entry.key.text) not in used:
                    self._warn(_first(entry), "unused", f"{kind} {entry.key.text!r} is never used")

    def stages(self) -> None:
        """Stages that no turn comes to, or that have nothing to do."""
        follow: dict[str, set[str]] = {}
        for action in self._definition.actions:
            after = follow.setdefault(action.stage, set())
            after |= {branch.go for branch in action.next if branch.go is not None}
        reached, open_stages = {"start"}, ["start"]
        while open_stages:
            for name in follow.get(open_stages.pop(), set()) - reached:
                reached.add(name)
                open_stages.append(name)
        for stage in self._definition.stages:
            span = self._stage_span(stage.name)
            if stage.name not in follow:
                self._warn(span, "stage", f"stage {stage.name!r} has no action")
            elif stage.name not in reached:
                self._warn(
                    span,
                    "unreachable",
                    f"stage {stage.name!r} is never reached",
                    f"no `next:` on the way from start goes to {stage.name!r}",
                )

    def _stage_span(self, name: str) -> Span:
        for action in entries(self._root, "moves"):
            stage = scalar(action.value, "stage")
            if stage is not None and stage.text == name:
                return stage.span
        for entry in entries(self._root, "stages"):
            if entry.key.text == name:
                return entry.key.span
        return self._key("moves")

    def branches(self) -> None:
        """Lines of `next:` after one that always holds."""
        for action in entries(self._root, "moves"):
            lines = child(action.value, "next")
            for before, item in pairwise(items(lines)):
                if isinstance(before, MapNode) and "when" not in before:
                    self._warn(
                        item.span.point(),
                        "unreachable",
                        "this line of `next:` is never reached",
                        "the one before it has no `when:` and so always holds",
                    )
                    break

    def ends(self) -> None:
        """End rules that another always goes before."""
        numbers: dict[Expr, int] = {}
        rules = [
            (rule, {numbers.setdefault(one, len(numbers)) for one in _conditions(rule.when.expr)})
            for rule in self._definition.ends
        ]
        for place, (rule, conditions) in enumerate(rules):
            for before, (other, weaker) in enumerate(rules):
                if before == place or not weaker <= conditions:
                    continue
                if other.immediate > rule.immediate or (
                    other.immediate == rule.immediate and before < place
                ):
                    self._warn(
                        self._entry_span("end", rule.name),
                        "shadowed",
                        f"end rule {rule.name!r} can never decide",
                        f"{other.name!r} is tested before it and holds whenever it does",
                    )
                    break

    def no_moves(self) -> None:
        """A game that does not say what happens to a player who cannot move."""
        turn = self._root.get("turn")
        if not isinstance(turn, MapNode) or "no_moves" not in turn:
            self._warn(
                self._key("turn" if "turn" in self._root else "moves"),
                "no-moves",
                "nothing says what happens when a player cannot move",
                "turn: {no_moves: draw} is assumed; give pass, lose, win, draw or end",
            )

    def twins(self) -> None:
        """Two actions that mean the same step: all that one may do, the other may do as well."""
        unsigned = [action for action in self._definition.actions if not action.sign]
        for place, action in enumerate(unsigned):
            for other in unsigned[:place]:
                if _includes(action, other) or _includes(other, action):
                    self._warn(
                        self._entry_span("moves", action.name),
                        "same-step",
                        f"actions {other.name!r} and {action.name!r} would be written alike",
                        "give one of them a `sign:`, or cells of its own",
                    )
                    break

    def variants(self) -> None:
        """Variants that add what they probably mean to change."""
        for name, variant in variant_nodes(self._root).items():
            for key in ("moves", "end", "define", "stages", "vars", "pieces"):
                known = [entry.key.text for entry in entries(self._root, key)]
                patch = entries(variant.value, key)
                given = {entry.key.text for entry in patch}
                for entry in patch:
                    word = entry.key.text
                    hint = did_you_mean(word, [one for one in known if one not in given])
                    if word not in known and hint:
                        self._warn(
                            entry.key.span,
                            "variant",
                            f"variant {name!r} adds {word!r} to {key}",
                            hint.replace("mean", "mean to change"),
                        )

    def reasons(self) -> None:
        """Variants that change a rule and leave the words for it."""
        for name, variant in variant_nodes(self._root).items():
            moves = child(variant.value, "moves")
            for entry in entries(variant.value, "moves"):
                told = word(child(self._root.get("moves"), entry.key.text), "because")
                given = {one.key.text: one.key for one in entries(moves, entry.key.text)}
                changed = [key for key in EXPLAINED if key in given]
                if told is not None and changed and "because" not in given:
                    self._warn(
                        given[changed[0]].span,
                        "stale-reason",
                        f"variant {name!r} changes {changed[0]!r} of {entry.key.text!r}"
                        " but not its `because:`",
                        f"players are still told {told!r}",
                    )

    def texts(self) -> None:
        """Words for what is not there."""
        known = {
            "moves": [one.name for one in self._definition.actions],
            "stages": [one.name for one in self._definition.stages],
            "end": [*(one.name for one in self._definition.ends), *BUILT_IN_REASONS],
            "variants": [one.id for one in self._definition.variants],
            "players": [one.name for one in self._definition.players],
            "pieces": [one.name for one in self._definition.pieces],
            "params": list(self._definition.params),
            "progress": [one.name for one in self._definition.display.progress],
            "because": _reasons(self._root),
        }
        for language in entries(self._root, "text"):
            for told in language.value.entries if isinstance(language.value, MapNode) else ():
                if told.key.text != "stages":
                    self._braces(told.value)
            for key, names in known.items():
                for entry in entries(language.value, key):
                    word = entry.key.text
                    if word not in names:
                        self._warn(
                            entry.key.span,
                            "text",
                            f"there is no {word!r} in {_WHERE[key]}",
                            did_you_mean(word, names),
                        )

    def _braces(self, node: Node) -> None:
        """Expressions in a text that is shown as it is written."""
        for text in _scalars(node):
            if found := _BRACES.search(text.text):
                self._warn(
                    text.part(*found.span()),
                    "text",
                    f"{found[0]} is shown as it is written",
                    "expressions stand in texts of `stages:` only",
                )

    def looks(self) -> None:
        """Players whose pieces cannot be told apart."""
        shown = self._definition.display.players
        seen: dict[tuple[str, str], str] = {}
        for player in self._definition.players:
            look = shown.get(player.name, {})
            key = look.get("color", player.name), look.get("glyph", player.name)
            if key in seen:
                self._warn(
                    self._key("display"),
                    "display",
                    f"{seen[key]!r} and {player.name!r} look alike",
                    "give them another color, or another letter",
                )
            seen[key] = player.name

    def colors(self) -> None:
        """Colors without a color or a letter to show them."""
        needed = max((piece.colors for piece in self._definition.pieces), default=0)
        display = self._definition.display
        for key, given in (("colors", len(display.colors)), ("glyphs", len(display.glyphs))):
            at = next((one for one in entries(self._root, "display") if one.key.text == key), None)
            if at is not None and 0 < given < needed:
                self._warn(
                    at.key.span,
                    "display",
                    f"{needed} colors of pieces, but only {given} {key}",
                )

    def _warn(self, span: Span, rule: str, message: str, help_text: str = "") -> None:
        self._problems.warn(span, rule, message, help_text)

    def _key(self, name: str) -> Span:
        entry = self._root.entry(name)
        return self._root.span.point() if entry is None else entry.key.span

    def _entry_span(self, section: str, name: str) -> Span:
        given = entries(self._root, section)
        return next(one.key.span for one in given if one.key.text == name)


def _scalars(node: Node) -> Iterator[Scalar]:
    """All texts in a part of the file."""
    match node:
        case Scalar():
            yield node
        case ListNode():
            for item in node.items:
                yield from _scalars(item)
        case MapNode():
            for entry in node.entries:
                yield from _scalars(entry.value)


def _reasons(root: MapNode) -> list[str]:
    """What the rules tell players who may not do something."""
    actions = [one.value for one in entries(root, "moves")]
    effects = [effect for action in actions for effect in items(child(action, "then"))]
    return [reason for node in (*actions, *effects) if (reason := word(node, "because"))]


_WHERE: Final = {
    "moves": "`moves:`",
    "stages": "`stages:`",
    "end": "`end:`",
    "variants": "`variants:`",
    "players": "`players:`",
    "pieces": "`pieces:`",
    "params": "`params:`",
    "progress": "`display: progress:`",
    "because": "the reasons that the rules give",
}


def _first(entry: Entry) -> Span:
    """The first word of a value; the key where the value is no text."""
    if not isinstance(entry.value, Scalar):
        return entry.key.span
    found = _TOKEN.search(entry.value.text)
    return entry.value.part(*found.span()) if found else entry.key.span


def _conditions(expr: Expr) -> Iterator[Expr]:
    """What must all hold for a condition to hold."""
    if expr.op == "and":
        for part in expr.args:
            yield from _conditions(part)
    else:
        yield expr


def _includes(action: Action, other: Action) -> bool:
    """Whether whatever the other may do is surely what this action may do too."""
    kinds = [(one.stage, one.verb, one.by, one.dirs, one.priority) for one in (action, other)]
    cells = [(one.at, one.origin, one.to) for one in (action, other)]
    return (
        kinds[0] == kinds[1]
        and all(_covers(wide, narrow) for wide, narrow in zip(*cells, strict=True))
        and _holding(action) <= _holding(other)
    )


def _holding(action: Action) -> set[Expr]:
    """What must hold for an action, as far as `if:` says."""
    return set() if action.condition is None else set(_conditions(action.condition.expr))


def _covers(wide: Clause | None, narrow: Clause | None) -> bool:
    """Whether one set of cells surely has all that another has."""
    if wide is None or narrow is None:
        return wide is narrow
    return set(_parts(wide.expr, whole=True)) <= set(_parts(narrow.expr, whole=False))


def _parts(expr: Expr, whole: bool) -> Iterator[Expr]:
    """Sets that a set is the meet of; unless it must be made up of them, also those it is from."""
    if expr.op == "meet":
        for part in expr.args:
            yield from _parts(part, whole)
        return
    yield expr
    if expr.op == "minus" and not whole:
        yield from _parts(expr.args[0], whole)
