"""Keeps the catalogs of translations: `python -m tui.catalogs` after any change of a message.

Needs Babel, which the program itself does not: it takes the messages out of the code, puts them
into each `.po` file (new ones without a translation, those that are gone left out) and compiles
the `.mo` files. What is still to be translated is printed.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from tui.language import CATALOGS, LANGUAGES

ROOT = Path(__file__).parents[1]
MARKS = {"_": 1, "N_": 1, "Message": 1, "ngettext": 2}
"""Functions whose first arguments are a message -> how many of them."""
FOREIGN = tuple(code for code in LANGUAGES if code != "en")
"""The languages that have a catalog."""
_MOMENT = datetime(2026, 1, 1, tzinfo=UTC)
_IDLE = ("Project-Id-Version", "Report-Msgid-Bugs-To", "POT-Creation-Date", "PO-Revision-Date",
         "Last-Translator", "Language-Team", "Generated-By")  # fmt: skip
"""Headers that nobody reads, and which change from run to run."""


def po_of(code: str) -> Path:
    """The catalog of a language, as people read it."""
    return CATALOGS / code / "LC_MESSAGES" / "parlour.po"


def template() -> Catalog:
    """All messages in the code, in the order of files and lines."""
    found = Catalog()
    for message, file in _marked():
        found.add(message, locations=[(file, 0)])
    return found


@cache
def _marked() -> tuple[tuple[str | tuple[str, ...], str], ...]:
    """Every message, and the file it is in."""
    return tuple(
        (message, path.relative_to(ROOT).as_posix())
        for folder in ("core", "tui")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for message in messages(ast.parse(path.read_text("utf-8")))
    )


def messages(tree: ast.AST) -> Iterator[str | tuple[str, ...]]:
    """The messages that are marked in a piece of code; with its plural where it has one.

    Babel's own reader does not see into f-strings in every version of Python.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            count = MARKS.get(node.func.id, 0)
            texts = tuple(
                argument.value
                for argument in node.args[:count]
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
            )
            if texts and len(texts) == count:
                yield texts if count > 1 else texts[0]


def catalog(code: str) -> Catalog:
    """The catalog of a language, as its `.po` file holds it."""
    with po_of(code).open("rb") as stream:
        found = read_po(stream, locale=code)
    found.creation_date = found.revision_date = _MOMENT
    return found


def updated(code: str) -> Catalog:
    """The catalog of a language with the messages that the code has now."""
    found = catalog(code)
    found.update(template(), no_fuzzy_matching=True, update_header_comment=False)
    found.obsolete.clear()
    found.creation_date = found.revision_date = _MOMENT
    return found


def po(found: Catalog) -> bytes:
    """What stands in a `.po` file."""
    stream = io.BytesIO()
    write_po(stream, found, width=96, sort_by_file=True, include_lineno=False)
    kept = [line for line in stream.getvalue().splitlines(True) if not _is_idle(line)]
    return b"".join(kept).rstrip() + b"\n"


def mo(found: Catalog) -> bytes:
    """What stands in a `.mo` file."""
    stream = io.BytesIO()
    write_mo(stream, found)
    return stream.getvalue()


def _is_idle(line: bytes) -> bool:
    return any(line.startswith(f'"{name}:'.encode()) for name in _IDLE)


def main() -> None:
    """Bring all catalogs up to date, and say what they lack."""
    lacking = 0
    for code in FOREIGN:
        path = po_of(code)
        path.write_bytes(po(updated(code)))
        path.with_suffix(".mo").write_bytes(mo(catalog(code)))
        for message in catalog(code):
            strings = message.string if isinstance(message.string, tuple) else (message.string,)
            if message.id and not all(strings):
                lacking += 1
                print(f"{path}: not translated: {message.id!r}")
    sys.exit(1 if lacking else 0)


if __name__ == "__main__":
    main()
