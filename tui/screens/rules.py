"""The rules of a game, from its definition."""

from __future__ import annotations

from core.language.definition import Definition
from tui.lines import EMPTY, Line, Piece, line, prose, wrapped
from tui.screens.text import TextPage


def rules_page(definition: Definition) -> TextPage:
    """The rules of a game to read."""
    return TextPage(
        f"{definition.info.name}: the rules", lambda columns: rules_lines(definition, columns)
    )


def rules_lines(definition: Definition, columns: int) -> list[Line]:
    """What a player must know, then who made the game."""
    info = definition.info
    text = words(definition, "rules") or info.summary
    lines = prose(text, columns)
    for note in (*credits_of(definition), *(f"Rules: {address}" for address in info.rules)):
        if not lines or lines[-1] != EMPTY:
            lines.append(EMPTY)
        lines += wrapped(note, columns, "dim", "  ")
    variants = [
        (words(definition, f"variants.{variant.id}") or variant.name, variant.default)
        for variant in definition.variants
    ]
    if variants:
        lines += [EMPTY, line(Piece("Variants", "title"))]
        for name, default in variants:
            lines += wrapped(f"- {name}" + (" (usual)" if default else ""), columns, "", "  ")
    return lines


def credits_of(definition: Definition) -> list[str]:
    """Who made the game and when, as one sentence; none where the file does not say."""
    info = definition.info
    made = " and ".join(filter(None, (", ".join(info.designer[:-1]), *info.designer[-1:])))
    year = str(info.year) if info.year else ""
    return [", ".join(filter(None, (made, year)))] if made or year else []


def words(definition: Definition, key: str, default: str = "") -> str:
    """A text of the definition in English."""
    return definition.text.get("en", {}).get(key, default)
