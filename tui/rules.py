"""The rules of a game, from its definition."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len

from core.language.definition import Definition
from tui.language import _, said
from tui.lines import EMPTY, Line, Piece, line, padded, plain, prose, wrapped

COLUMNS = 76
"""Width of rules as plain text, where there is so much room."""


def rules_lines(definition: Definition, columns: int, *, ids: bool = False) -> list[Line]:
    """What a player must know, then who made the game.

    Args:
        definition: Of the game.
        columns: The room there is.
        ids: Whether to give what is typed for each variant too.
    """
    info = definition.info
    text = said(definition.words("rules", definition.summary))
    lines = prose(text, columns)
    sources = (_("Rules: {address}").format(address=address) for address in info.rules)
    for note in (*credits_of(definition), *sources):
        if not lines or lines[-1] != EMPTY:
            lines.append(EMPTY)
        lines += wrapped(note, columns, "dim", "  ")
    variants = [
        (variant, said(definition.variant_name(variant))) for variant in definition.variants
    ]
    if variants:
        lines += [EMPTY, line(Piece(_("Variants"), "title"))]
        room = max(cell_len(variant.id) for variant, name in variants) + 2
        for variant, name in variants:
            told = _("{variant} (usual)").format(variant=name) if variant.default else name
            first = padded(variant.id, room) if ids else "- "
            head, *more = wrapped(told, columns - cell_len(first)) or [EMPTY]
            lines.append((Piece(first), *head))
            lines += [(Piece(" " * cell_len(first)), *row) for row in more]
    return lines


def rules_text(definition: Definition, columns: int = COLUMNS) -> Iterator[str]:
    """The same in plain text, after the name of the game, with what is typed for each variant."""
    yield said(definition.name)
    yield ""
    yield from map(plain, rules_lines(definition, columns, ids=True))


def credits_of(definition: Definition) -> list[str]:
    """Who made the game and when, as one sentence; none where the file does not say."""
    info = definition.info
    made = _(" and ").join(filter(None, (", ".join(info.designer[:-1]), *info.designer[-1:])))
    year = str(info.year) if info.year else ""
    return [", ".join(filter(None, (made, year)))] if made or year else []
