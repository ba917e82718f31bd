"""What a file says beside the rules: `info:`, `display:`, `records:`, `text:` and variants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from core.language import limits
from core.language.check import Checker
from core.language.definition import (
    Display,
    Expr,
    Ggf,
    Info,
    Progress,
    Records,
    Sgf,
    Template,
    Variant,
)
from core.language.merge import group_of, is_default, variant_nodes
from core.language.nodes import (
    ListNode,
    MapNode,
    Node,
    Scalar,
    child,
    entries,
    items,
    number,
    scalar,
    texts,
    word,
)
from core.language.problems import Problems
from core.language.vocabulary import SHOWN, VIEW_NUMBER, Scope


def read_info(root: MapNode) -> Info:
    """The key `info:`; a game without a name is called by its identifier."""
    node = root.get("info")
    return Info(
        name=_line(word(node, "name") or word(root, "game") or ""),
        designer=texts(child(node, "designer")),
        aliases=texts(child(node, "aliases")),
        origin=word(node, "origin") or "",
        year=number(child(node, "year")),
        minutes=number(child(node, "minutes")),
        complexity=number(child(node, "complexity")),
        summary=_line(word(node, "summary") or ""),
        rules=texts(child(node, "rules")),
        tags=texts(child(node, "tags")),
        notes=word(node, "notes") or "",
    )


def read_variants(root: MapNode) -> tuple[Variant, ...]:
    """The key `variants:`, in its order."""
    return tuple(
        Variant(name, _line(word(node, "name") or name), group_of(node), is_default(node))
        for name, entry in variant_nodes(root).items()
        if isinstance(node := entry.value, MapNode)
    )


def _line(text: str) -> str:
    """The text on one line."""
    return " ".join(text.split())


def read_display(root: MapNode, checker: Checker) -> Display:
    """The key `display:`."""
    node = root.get("display")
    marks = [
        checker.clause(item, VIEW_NUMBER)
        for item in items(child(node, "marks"))
        if isinstance(item, Scalar)
    ]
    return Display(
        colors=texts(child(node, "colors")),
        glyphs=word(node, "glyphs") or "",
        players={entry.key.text: flat(entry.value) for entry in entries(node, "players")},
        pieces=flat(child(node, "pieces")),
        board=flat(child(node, "board")),
        click=flat(child(node, "click")),
        progress=tuple(_progress(node, checker)),
        marks=tuple(clause for clause in marks if clause is not None),
    )


def _progress(display: Node | None, checker: Checker) -> Iterator[Progress]:
    for entry in entries(display, "progress"):
        have, need = (scalar(entry.value, key) for key in ("have", "need"))
        reached = None if have is None else checker.clause(have, VIEW_NUMBER)
        wanted = None if need is None else checker.clause(need, VIEW_NUMBER)
        if reached is not None:
            yield Progress(entry.key.text, reached, wanted)


def read_records(root: MapNode) -> Records:
    """The key `records:`."""
    node = root.get("records")
    sgf, ggf = child(node, "sgf"), child(node, "ggf")
    number_of_game, name_of_game = number(child(sgf, "game")), word(ggf, "game")
    return Records(
        sgf=Sgf(number_of_game, word(sgf, "points") or "names") if number_of_game else None,
        ggf=Ggf(_line(name_of_game), word(ggf, "type") or "") if name_of_game else None,
        transcript=word(node, "transcript") == "true",
        abstractplay=_line(word(node, "abstractplay") or ""),
    )


def read_texts(root: MapNode) -> Mapping[str, Mapping[str, str]]:
    """Language -> dotted key -> text."""
    return {entry.key.text: flat(entry.value) for entry in entries(root, "text")}


def flat(node: Node | None) -> dict[str, str]:
    """All texts in a mapping under dotted keys; entries of lists are numbered from 0."""
    return dict(_flat(node, ()))


def _flat(node: Node | None, path: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    match node:
        case Scalar() if not node.empty:
            long = path[:1] in (("rules",), ("notes",))
            yield ".".join(path), node.text if long else _line(node.text)
        case ListNode():
            for place, item in enumerate(node.items):
                yield from _flat(item, (*path, str(place)))
        case MapNode():
            for entry in node.entries:
                yield from _flat(entry.value, (*path, entry.key.text))


def check_prompts(root: MapNode, checker: Checker, problems: Problems) -> None:
    """Note faults in the grammar of the expressions in texts of stages."""
    for _, _, text in _stage_texts(root):
        for part in _pieces(text, problems):
            if isinstance(part, Scalar):
                checker.parsed(part)


def read_prompts(
    root: MapNode, checker: Checker, problems: Problems
) -> Mapping[str, Mapping[str, Template]]:
    """Language -> stage -> what its player may or must do there."""
    prompts: dict[str, dict[str, Template]] = {}
    for language, stage, text in _stage_texts(root):
        parts: list[str | Expr | None] = [
            checker.expr(part, SHOWN, Scope.POSITION) if isinstance(part, Scalar) else part
            for part in _pieces(text, problems)
        ]
        prompts.setdefault(language, {})[stage] = tuple(part for part in parts if part is not None)
    return prompts


def _stage_texts(root: MapNode) -> Iterator[tuple[str, str, Scalar]]:
    for language in entries(root, "text"):
        for stage in entries(language.value, "stages"):
            if isinstance(stage.value, Scalar):
                yield language.key.text, stage.key.text, stage.value


def _pieces(text: Scalar, problems: Problems) -> Iterator[str | Scalar]:
    """Plain stretches of a text, and the expressions in it; `{{` and `}}` are plain brackets."""
    plain, index, whole = "", 0, text.text
    if len(whole) > limits.EXPRESSION:
        message = f"the text is longer than {limits.EXPRESSION} characters"
        problems.error(text.part(0, 1), "expr", message)
        return
    while index < len(whole):
        if whole.startswith(("{{", "}}"), index):
            plain += whole[index]
            index += 2
        elif whole[index] == "{":
            end = whole.find("}", index)
            if end < 0:
                problems.error(
                    text.part(index, index + 1),
                    "expr",
                    "expected '}' but found the end",
                    "write {{ for a plain bracket",
                )
                return
            if plain:
                yield plain
            plain = ""
            yield Scalar(whole[index + 1 : end], text.part(index + 1, end))
            index = end + 1
        else:
            plain += whole[index]
            index += 1
    if plain:
        yield plain
