"""What makes a thousand programs start faster than one after another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from textual.css.stylesheet import Stylesheet


@pytest.fixture(scope="session", autouse=True)
def style_sheets_read_once() -> Iterator[None]:
    """Each program has a style sheet; the same text with the same colors is read only once."""
    read = Stylesheet._parse_rules
    known: dict[object, Any] = {}

    def reads(sheet: Stylesheet, css: str, *place: Any, **options: Any) -> Any:
        key = (css, place, *options.items(), *sheet._variables.items())
        if key not in known:
            known[key] = read(sheet, css, *place, **options)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", reads)
        yield
