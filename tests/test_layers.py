"""Imports point one way, and the engine knows no screen."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from core import catalog

ROOT = Path(__file__).parent.parent
ORDER = [
    "core.words",
    "core.errors",
    "core.board",
    "core.deal",
    "core.language",
    "core.rules",
    "core.catalog",
    "core.bots",
    "core.match",
    "core.store",
    "tui",
]
"""From what everything may import to what nothing may."""
SIBLINGS = {"core.bots": {"core.match", "core.store"}, "core.match": {"core.bots"}}
WORDS = {"go", "y", "hex"}
"""Names of games that are ordinary words or letters too."""
SCREENS = {"textual", "rich", "asyncssh"}
MODULES = sorted(path for folder in ("core", "tui") for path in (ROOT / folder).rglob("*.py"))


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def layer_of(module: str) -> str | None:
    return next((one for one in ORDER if module == one or module.startswith(f"{one}.")), None)


@cache
def imports(path: Path) -> tuple[str, ...]:
    return tuple(_imports(ast.parse(path.read_text("utf-8"))))


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            yield from (f"{module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_imports_only_from_layers_below(path: Path) -> None:
    own = layer_of(name_of(path))
    for imported in imports(path):
        layer = layer_of(imported)
        if layer is None or own is None or layer == own:
            continue
        assert ORDER.index(layer) < ORDER.index(own), f"{name_of(path)} imports {imported}"
        assert layer not in SIBLINGS.get(own, set()), f"{name_of(path)} imports {imported}"


@pytest.mark.parametrize("path", [one for one in MODULES if "core" in one.parts], ids=name_of)
def test_the_engine_imports_no_screen(path: Path) -> None:
    assert not {one.split(".")[0] for one in imports(path)} & (SCREENS | {"tui"})


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_module_hides_an_import_to_break_a_cycle(path: Path) -> None:
    assert "TYPE_CHECKING" not in path.read_text("utf-8")


@pytest.mark.parametrize(
    "path", [one for one in MODULES if one != ROOT / "tui" / "command" / "__init__.py"], ids=name_of
)
def test_no_game_is_named_in_code(path: Path) -> None:
    """They may stand in docstrings, in comments and, as examples, in the help of the command."""
    games = re.compile(rf"\b({'|'.join(set(catalog.names()) - WORDS)})\b", re.IGNORECASE)
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    documentation = {
        id(node.body[0].value)
        for node in nodes
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            documentation.add(id(node.value))  # the docstring under a field
        if isinstance(node, ast.keyword) and node.arg == "help":
            documentation.add(id(node.value))
    for node in nodes:
        if isinstance(node, ast.Name | ast.arg | ast.FunctionDef | ast.ClassDef):
            word = getattr(node, "id", getattr(node, "arg", getattr(node, "name", "")))
            assert not games.search(word.replace("_", " ")), f"line {node.lineno}: {word}"
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in documentation
        ):
            assert not games.search(node.value), f"line {node.lineno}: {node.value!r}"
