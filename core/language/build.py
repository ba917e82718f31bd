"""From merged nodes to a `Definition`.

The stages follow one another, and each tells all its problems before the next begins:
parameters, names and references, the board; then the grammar of every expression; then what
expressions mean.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeVar, cast

from core.language.check import Checker
from core.language.definition import (
    Action,
    Branch,
    Clause,
    Convert,
    Deal,
    Definition,
    Effect,
    EndRule,
    Expr,
    Owner,
    Place,
    Put,
    Remove,
    Require,
    SetVar,
    Stage,
    TurnRules,
    Type,
)
from core.language.digest import digest
from core.language.nodes import (
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
from core.language.outline import Outline
from core.language.presentation import (
    check_prompts,
    read_display,
    read_info,
    read_prompts,
    read_records,
    read_texts,
    read_variants,
)
from core.language.problems import Problems
from core.language.references import check_references
from core.language.vocabulary import (
    ACTION,
    BRANCH,
    EFFECT,
    END,
    TOP,
    TURN_EFFECT,
    VIEW_NUMBER,
    Either,
    Expression,
    ListOf,
    Names,
    Scope,
    Section,
    Value,
)

Choice = TypeVar("Choice")


class Builder:
    """Reads one game with its variants chosen."""

    def __init__(
        self, root: MapNode, chosen: tuple[str, ...], file: str, problems: Problems
    ) -> None:
        """Read from the merged nodes.

        Args:
            root: All keys, with parents and variants merged and shapes checked.
            chosen: The variants in force.
            file: As the person named it.
            problems: Where problems are noted.

        Raises:
            DefinitionError: Something is wrong with a parameter, or refers to nothing.
        """
        self._root = root
        self._problems = problems
        self._chosen = chosen
        self._file = file
        self.outline = Outline(root, problems)
        check_references(self.outline, problems)
        problems.stop()
        self.checker = Checker(self.outline.game_names(), self.outline.board, problems)

    def build(self) -> Definition:
        """The definition.

        Raises:
            DefinitionError: An expression is wrong; all problems of the first stage with any.
        """
        self._syntax()
        self._problems.stop()
        definition = self._meaning()
        self._problems.stop()
        return definition

    @property
    def used(self) -> set[tuple[str, str]]:
        """Names that something uses, each with the key it is given under."""
        return self.checker.used | {("params", name) for name in self.outline.used_params}

    def _syntax(self) -> None:
        """Note faults in the grammar of every expression."""
        for text in _expressions(self._root, TOP):
            self.checker.parsed(text)
        check_prompts(self._root, self.checker, self._problems)

    def _meaning(self) -> Definition:
        root, outline, checker = self._root, self.outline, self.checker
        checker.infer_lets()
        for name in checker.names.regions:
            checker.region(name)
        setup = self._setup()
        actions = tuple(self._action(name, node) for name, node in outline.actions())
        turn = self._turn()
        score = self._score()
        ends = tuple(self._ends())
        display = read_display(root, checker)
        prompts = read_prompts(root, checker, self._problems)
        for name in checker.names.defines:
            checker.definition(name)
        checker.finish()
        return Definition(
            game=word(root, "game") or "",
            file=self._file,
            chosen=self._chosen,
            digest=digest(root, outline.params),
            info=read_info(root),
            players=outline.players,
            params=outline.params,
            board=outline.board,
            pieces=outline.pieces,
            vars=checker.names.vars,
            setup=setup,
            actions=actions,
            stages=self._stages(),
            turn=turn,
            score=score,
            ends=ends,
            variants=read_variants(root),
            display=display,
            records=read_records(root),
            text=read_texts(root),
            prompts=prompts,
            let_types=checker.let_types,
        )

    def _clause(
        self, node: MapNode, key: str, section: Section, because: str | None = None
    ) -> Clause | None:
        """The expression of a key; None if there is none, or if it is wrong."""
        text, known = scalar(node, key), section.key(key)
        if text is None or known is None or not isinstance(known.value, Expression):
            return None
        return self.checker.clause(text, known.value, because)

    def _default(self, name: str, node: MapNode) -> Clause:
        span = node.span
        return Clause(Expr(name, Type.SET), name, span.line, span.column)

    def _piece(self, name: str | None) -> int | None:
        """Place of a piece type in the definition; None for "any"."""
        names = self.outline.piece_names
        return names.index(name) if name in names else None

    def _owner(self, name: str | None, piece: int | None = None) -> Owner:
        names = self.outline.player_names
        if name in names:
            return names.index(name)
        owned = piece is None or self.outline.pieces[piece].owned
        return "neutral" if name == "neutral" or (name is None and not owned) else "mover"

    def _setup(self) -> tuple[Place | Deal, ...]:
        placed: list[Place | Deal] = []
        filled = 0
        for item in items(self._root.get("setup")):
            at, verb = scalar(item, "at"), "deal" if word(item, "deal") else "place"
            mask = None if at is None else self.checker.constant(at)
            piece = self._piece(word(item, verb))
            if at is None or mask is None or piece is None:
                continue
            twice = self.outline.board.names(mask & filled)
            if twice:
                self._problems.error(
                    at.part(0, 1), "setup", f"there is already a piece on {' '.join(twice[:6])}"
                )
            filled |= mask
            if verb == "place":
                owner = self._owner(word(item, "owner") or "neutral")
                placed.append(Place(piece, owner if isinstance(owner, int) else None, mask))
                continue
            kind = self.outline.pieces[piece]
            if kind.colors * kind.copies > mask.bit_count():
                self._problems.error(
                    at.part(0, 1),
                    "setup",
                    f"{kind.colors * kind.copies} pieces do not fit on {mask.bit_count()} cells",
                )
            placed.append(Deal(piece, mask, word(item, "apart") == "true"))
        return tuple(placed)

    def _action(self, name: str, node: MapNode) -> Action:
        verb = next(one for one in ACTION.verbs if one in node)
        piece = self._piece(word(node, verb))
        because = word(node, "because")

        def clause(key: str, told: bool = False) -> Clause | None:
            return self._clause(node, key, ACTION, because if told else None)

        condition = clause("if", told=True)
        at = origin = to = None
        by: Literal["step", "slide", "hop", "leap"] | None = None
        if verb == "move":
            by = _chosen(word(node, "by"), ("step", "slide", "hop", "leap"), "step")
            unowned = piece is not None and not self.outline.pieces[piece].owned
            origin = clause("from", told=True) or self._default(
                "neutral" if unowned else "mine", node
            )
            to = clause("to", told=True) or self._default("empty", node)
        else:
            default = "empty" if verb == "place" else "occupied"
            at = clause("at", told=True) or self._default(default, node)
        over, through = clause("over"), clause("through")
        if by == "hop" and over is None:
            over = self._default("occupied", node)
        if by == "slide" and through is None:
            through = self._default("empty", node)
        optimum: Literal["minimize", "maximize"] | None = (
            "minimize" if "minimize" in node else "maximize" if "maximize" in node else None
        )
        value = clause(optimum, told=True) if optimum else None
        lets = tuple(
            (one.key.text, found)
            for one in entries(node, "let")
            if isinstance(one.value, Scalar)
            and (found := self.checker.remembered(one.value, one.key.text)) is not None
        )
        return Action(
            name=name,
            verb=cast(Literal["place", "take", "move", "select"], verb),
            piece=piece,
            stage=word(node, "stage") or "start",
            at=at,
            origin=origin,
            to=to,
            by=by,
            dirs=None if by in (None, "leap") else self._dirs(node),
            over=over,
            through=through,
            distance=clause("distance"),
            owner=self._owner(word(node, "owner"), piece),
            into_hand=word(node, "into") == "hand",
            condition=condition,
            optimum=optimum,
            value=value,
            sign=word(node, "sign") or "",
            priority=number(node.get("priority")) or 0,
            lets=lets,
            then=self._effects(node.get("then"), EFFECT),
            next=self._branches(node.get("next")),
        )

    def _dirs(self, node: MapNode) -> Expr | None:
        """The directions of a move; all of them if none are named."""
        given = node.get("dirs")
        listed = given.items if isinstance(given, ListNode) else (given,)
        scalars = [item for item in listed if isinstance(item, Scalar)]
        found = [self.checker.expr(one, (Type.DIRECTIONS,), Scope.POSITION) for one in scalars]
        exprs = [expr for expr in found if expr is not None]
        if not scalars:
            value = (self.checker.board.directions,) * len(self.outline.players)
            return Expr("directions", Type.DIRECTIONS, value=value)
        if len(exprs) < len(found):
            return None
        for expr, text in zip(exprs, scalars, strict=True):
            if len(exprs) > 1 and expr.op != "directions":
                self._problems.error(
                    text.span,
                    "direction",
                    f"{text.text!r} cannot be listed with other directions",
                    "make two actions of it",
                )
                return None
        result = exprs[0]
        for expr in exprs[1:]:
            result = self.checker.joined_directions(result, expr)
        return result

    def _effects(self, node: Node | None, section: Section) -> tuple[Effect, ...]:
        effects: list[Effect] = []
        for item in items(node):
            if isinstance(item, MapNode):
                effects += self._effect(item, section)
        return tuple(effects)

    def _effect(self, node: MapNode, section: Section) -> Iterator[Effect]:
        because = word(node, "because")
        if clause := self._clause(node, "require", section, because):
            yield Require(clause)
        if clause := self._clause(node, "remove", section):
            yield Remove(clause, word(node, "into") == "hand")
        if clause := self._clause(node, "convert", section):
            yield Convert(clause, self._owner(word(node, "to")))
        if clause := self._clause(node, "at", section):
            piece = self._piece(word(node, "place"))
            if piece is not None:
                yield Put(piece, clause, self._owner(word(node, "owner"), piece))
        values = section.value("set")
        for entry in entries(node, "set"):
            if isinstance(entry.value, Scalar) and isinstance(values, Names):
                assert isinstance(values.value, Expression)
                if clause := self.checker.clause(entry.value, values.value):
                    yield SetVar(entry.key.text, clause)

    def _branches(self, node: Node | None) -> tuple[Branch, ...]:
        if isinstance(node, Scalar):
            return (Branch(None, _stage(node)),)
        branches = []
        for item in items(node):
            if not isinstance(item, MapNode):
                continue
            when = self._clause(item, "when", BRANCH)
            branches.append(Branch(when, _stage(item.get("go"))))
        return tuple(branches)

    def _stages(self) -> tuple[Stage, ...]:
        stages = self.outline.section("stages")
        return tuple(
            Stage(name, word(stages.get(name), "stop") == "true") for name in self.outline.stages
        )

    def _turn(self) -> TurnRules:
        node = self.outline.section("turn")
        return TurnRules(
            no_moves=_chosen(
                word(node, "no_moves"), ("pass", "lose", "win", "draw", "end"), "draw"
            ),
            free_pass=word(node, "pass") == "free",
            swap=word(node, "swap") == "true",
            repeat=_chosen(word(node, "repeat"), ("allow", "forbid", "draw"), "allow"),
            after=self._effects(node.get("after"), TURN_EFFECT),
        )

    def _score(self) -> tuple[Expr, ...]:
        node = self._root.get("score")
        listed = (node,) if isinstance(node, Scalar) else items(node)
        found = [
            self.checker.expr(one, VIEW_NUMBER.wants, VIEW_NUMBER.scope)
            for one in listed
            if isinstance(one, Scalar)
        ]
        for one, expr in zip(listed, found, strict=True):
            if isinstance(one, Scalar) and expr is not None and _mentions(expr, "score"):
                self._problems.error(
                    one.part(0, 1), "expr", "the score cannot be computed from score(...)"
                )
        return tuple(expr for expr in found if expr is not None)

    def _ends(self) -> Iterator[EndRule]:
        for entry in entries(self._root, "end"):
            if isinstance(entry.value, MapNode):
                rule = self._end(entry.key.text, entry.value)
                if rule is not None:
                    yield rule

    def _end(self, name: str, node: MapNode) -> EndRule | None:
        when = self._clause(node, "when", END)
        if when is None:
            return None
        result: Literal["win", "lose", "draw"] = (
            "win" if "win" in node else "lose" if "lose" in node else "draw"
        )
        who = self._who(word(node, result)) if result != "draw" else "mover"
        tie = self._who(word(node, "tie") or "draw")
        return EndRule(
            name=name,
            when=when,
            immediate=word(node, "immediate") == "true",
            result=result,
            who=cast(Literal["mover", "opponent", "most", "least"] | int, who),
            tie=cast(Literal["draw", "mover", "opponent"] | int, tie),
        )

    def _who(self, name: str | None) -> str | int:
        names = self.outline.player_names
        return names.index(name) if name in names else name or "mover"


def _mentions(expr: Expr, op: str) -> bool:
    return expr.op == op or any(_mentions(arg, op) for arg in expr.args)


def _expressions(node: Node | None, value: Value) -> Iterator[Scalar]:
    """Every expression in a value, by what the vocabulary says of it."""
    match value:
        case Expression() if isinstance(node, Scalar) and not node.empty:
            yield node
        case Section() if isinstance(node, MapNode):
            for key in value.keys:
                if key.name not in ("variants", "text"):
                    yield from _expressions(node.get(key.name), key.value)
        case Names(inner) if isinstance(node, MapNode):
            for entry in node.entries:
                yield from _expressions(entry.value, inner)
        case ListOf(inner) if isinstance(node, ListNode):
            for item in node.items:
                yield from _expressions(item, inner)
        case Either(values):
            for one in values:
                yield from _expressions(node, one)


def _stage(node: Node | None) -> str | None:
    return node.text if isinstance(node, Scalar) and node.text != "end" else None


def _chosen(word: str | None, words: tuple[Choice, ...], default: Choice) -> Choice:
    return next((one for one in words if one == word), default)
