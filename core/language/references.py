"""Whether everything that a game file refers to exists.

Verbs and the keys that go with them; stages, pieces, players, outcomes and variables.
"""

from __future__ import annotations

import re

from core.language.definition import BUILT_IN_REASONS
from core.language.nodes import Entry, MapNode, Node, Scalar, child, entries, items, scalar, word
from core.language.outline import Outline
from core.language.problems import Problems, did_you_mean
from core.language.shape import check_verbs, check_way
from core.language.vocabulary import (
    ACTION,
    EFFECT,
    END,
    EXPLAINED,
    SETUP,
    TURN_EFFECT,
    Reference,
    Section,
)

_CODE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]+)*")
_INSTEAD = {
    "win": "name a player, or write lose: mover, by which the others share the win",
    "lose": "name a player, or write win: mover",
    "tie": "name a player, or leave `tie:` out: those with the best score share the win",
}
"""What to write for `opponent` where there are several."""


def check_references(outline: Outline, problems: Problems) -> None:
    """Note every name that refers to nothing."""
    _References(outline, problems).check()


class _References:
    def __init__(self, outline: Outline, problems: Problems) -> None:
        self._outline = outline
        self._problems = problems

    def check(self) -> None:
        """Look at the whole file."""
        root = self._outline.root
        for name, action in self._outline.actions():
            self._action(name, action)
        for entry in entries(root, "end"):
            if isinstance(entry.value, MapNode):
                self._end(entry.key, entry.value)
        for place, item in enumerate(items(root.get("setup")), 1):
            self._setup(item, f" {place} of setup")
        self._turn(self._outline.section("turn"))
        for entry in entries(self._outline.section("board"), "regions"):
            self._region(entry)
        self._display()
        self._languages()

    def _turn(self, node: MapNode) -> None:
        swap, players = scalar(node, "swap"), len(self._outline.players)
        if swap is not None and swap.text == "true" and players > 2:
            self._problems.error(
                swap.span,
                "players",
                f"the pie rule is for two players; this game has {players}",
                "leave `swap:` out",
            )
        for effect in items(node.get("after")):
            self._effect(effect, TURN_EFFECT, " of turn.after")

    def _action(self, name: str, node: MapNode) -> None:
        verb = check_verbs(node, ACTION, f" {name!r}", self._problems)
        if verb is not None:
            self._piece(node.get(verb), any_piece=verb != "place", placed=verb == "place")
        if verb == "move":
            check_way(node, word(node, "by") or "step", name, self._problems)
            if word(node, "by") == "leap" and "dirs" in node:
                entry = node.entry("dirs")
                assert entry is not None
                self._problems.error(
                    entry.key.span,
                    "verb-key",
                    f"'dirs' does not go with by: leap in action {name!r}",
                    "a leap goes straight to any cell of `to`",
                )
        self._owner(node.get("owner"))
        self._because(node, EXPLAINED, f"action {name!r}")
        both = node.entry("maximize")
        if both is not None and "minimize" in node:
            self._problems.error(
                both.key.span, "verb-key", f"action {name!r} has both minimize and maximize"
            )
        for effect in items(node.get("then")):
            self._effect(effect, EFFECT, f" of action {name!r}")
        self._following(node.get("next"))

    def _following(self, following: Node | None) -> None:
        """Stages that `next:` names."""
        stages = self._outline.stages
        targets: list[Node | None] = [following] if isinstance(following, Scalar) else []
        targets += [child(item, "go") for item in items(following)]
        for target in targets:
            if isinstance(target, Scalar) and target.text not in (*stages, "end"):
                self._problems.error(
                    target.span,
                    "stage",
                    f"no stage {target.text!r}",
                    did_you_mean(target.text, (*stages, "end"))
                    or f"there are {', '.join(stages)} and end",
                )

    def _because(self, node: MapNode, keys: tuple[str, ...], name: str) -> None:
        entry = node.entry("because")
        if entry is not None and not any(key in node for key in keys):
            self._problems.error(
                entry.key.span,
                "verb-key",
                f"'because' in {name} has nothing to explain",
                f"it goes with {', '.join(keys)}",
            )

    def _effect(self, effect: Node, section: Section, name: str) -> None:
        if not isinstance(effect, MapNode):
            return
        verb = check_verbs(effect, section, name, self._problems)
        if verb == "place":
            self._piece(effect.get("place"), placed=True)
            if "at" not in effect:
                self._problems.error(
                    effect.span.point(), "missing-key", f"effect{name} needs 'at'", "where to place"
                )
        self._owner(effect.get("owner"))
        self._owner(effect.get("to"))
        for entry in entries(effect, "set") if verb == "set" else ():
            known = [one.key.text for one in entries(self._outline.root, "vars")]
            if entry.key.text not in known:
                self._problems.error(
                    entry.key.span,
                    "var",
                    f"no variable {entry.key.text!r}",
                    did_you_mean(entry.key.text, known) or "name it in `vars:`",
                )

    def _piece(self, node: Node | None, any_piece: bool = False, placed: bool = False) -> None:
        if not isinstance(node, Scalar) or (any_piece and node.text == "any"):
            return
        if placed and any(one.name == node.text and one.colors for one in self._outline.pieces):
            self._problems.error(
                node.span,
                "piece",
                f"{node.text!r} has colors, and which one to place cannot be said",
                "pieces with colors come from `deal:` in `setup:`",
            )
        if node.text not in self._outline.piece_names:
            known = (*self._outline.piece_names, "any") if any_piece else self._outline.piece_names
            self._problems.error(
                node.span,
                "piece",
                f"no piece type {node.text!r}",
                did_you_mean(node.text, known) or f"there are {', '.join(known)}",
            )

    def _owner(self, node: Node | None, words: tuple[str, ...] = ("mover", "neutral")) -> None:
        names = self._outline.player_names
        if isinstance(node, Scalar) and node.text not in (*words, *names):
            known = (*names, *words)
            self._problems.error(
                node.span,
                "player",
                f"no player {node.text!r}",
                did_you_mean(node.text, known) or f"write one of {', '.join(known)}",
            )

    def _setup(self, item: Node, name: str) -> None:
        if not isinstance(item, MapNode):
            return
        verb = check_verbs(item, SETUP, name, self._problems)
        if verb is None:
            return
        self._piece(item.get(verb), placed=verb == "place")
        self._owner(item.get("owner"), ("neutral",))
        piece = next((one for one in self._outline.pieces if one.name == word(item, verb)), None)
        if verb == "place" and piece is not None and piece.owned and "owner" not in item:
            self._problems.error(
                item.span.point(),
                "missing-key",
                f"entry{name} needs 'owner'",
                f"whose the pieces are: {', '.join(self._outline.player_names)} or neutral",
            )
        if verb == "deal" and piece is not None and not (piece.colors and piece.copies):
            self._problems.error(
                item.span.point(),
                "missing-key",
                f"{piece.name!r} cannot be dealt: it lacks colors or copies",
                "give the piece type `colors:` and `copies:`",
            )

    def _end(self, key: Scalar, node: MapNode) -> None:
        names = self._outline.player_names
        if key.text in BUILT_IN_REASONS:
            self._problems.error(
                key.span, "outcome", f"{key.text!r} is what games end by without an end rule"
            )
        given = [
            key for key in ("win", "lose", "draw") if key in node and word(node, key) != "false"
        ]
        if len(given) != 1:
            problem = "says no outcome" if not given else f"has both {' and '.join(given)}"
            self._problems.error(
                key.span,
                "outcome",
                f"end rule {key.text!r} {problem}",
                "give one of win, lose, draw",
            )
        for outcome in ("win", "lose", "tie"):
            value, allowed = scalar(node, outcome), END.value(outcome)
            if value is None or not isinstance(allowed, Reference):
                continue
            known = (*allowed.words, *names)
            if value.text not in known:
                self._problems.error(
                    value.span,
                    "outcome",
                    f"{value.text!r} is not an outcome",
                    did_you_mean(value.text, known) or f"{outcome}: takes {', '.join(known)}",
                )
            elif value.text == "opponent" and len(names) > 2:
                self._problems.error(
                    value.span,
                    "outcome",
                    f"'opponent' is unclear: the mover has {len(names) - 1} of them",
                    _INSTEAD[outcome],
                )
        win = node.get("win")
        by_score = isinstance(win, Scalar) and win.text in ("most", "least")
        if isinstance(win, Scalar) and by_score and self._outline.root.get("score") is None:
            self._problems.error(
                win.span, "outcome", f"'{win.text}' needs `score:`", "say what each player counts"
            )
        tie = node.entry("tie")
        if tie is not None and not by_score:
            self._problems.error(
                tie.key.span,
                "outcome",
                f"'tie' in end rule {key.text!r} only goes with win: most or least",
            )

    def _region(self, entry: Entry) -> None:
        if not isinstance(entry.value, MapNode):
            return
        names = self._outline.player_names
        for one in entry.value.entries:
            if one.key.text not in names:
                self._problems.error(
                    one.key.span,
                    "player",
                    f"no player {one.key.text!r}",
                    did_you_mean(one.key.text, names) or f"there are {', '.join(names)}",
                )
        for name in names:
            if name not in entry.value and len(entry.value.entries) < len(names):
                self._problems.error(
                    entry.value.span.point(),
                    "missing-key",
                    f"region {entry.key.text!r} has no cells for {name!r}",
                    "name every player, or give one set for all",
                )

    def _display(self) -> None:
        display = self._outline.section("display")
        actions = tuple(name for name, _ in self._outline.actions())
        for key, known, kind in (
            ("players", self._outline.player_names, "player"),
            ("pieces", self._outline.piece_names, "piece type"),
            ("click", actions, "action"),
        ):
            for entry in entries(display, key):
                if entry.key.text not in known:
                    rule = {"piece type": "piece"}.get(kind, kind)
                    self._problems.error(
                        entry.key.span,
                        rule,
                        f"no {kind} {entry.key.text!r}",
                        did_you_mean(entry.key.text, known) or f"there are {', '.join(known)}",
                    )

    def _languages(self) -> None:
        for entry in entries(self._outline.root, "text"):
            if not _CODE.fullmatch(entry.key.text):
                self._problems.error(
                    entry.key.span,
                    "name",
                    f"{entry.key.text!r} is no language code",
                    "write codes such as en, pt or zh-Hant",
                )
