"""Games in native code for the tests: quickly compiled, and nothing in the background."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from core.rules.game import Game
from core.rules.native.compiler import SWITCH
from core.rules.native.engine import Native


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where this process keeps the code it has compiled."""
    return tmp_path_factory.mktemp("native")


@pytest.fixture(scope="session")
def made() -> dict[Game, Native]:
    """What this process has compiled."""
    return {}


@pytest.fixture
def native(
    kept: Path, made: dict[Game, Native], monkeypatch: pytest.MonkeyPatch
) -> Callable[[Game], Native]:
    """Gives a game's native code."""
    monkeypatch.setenv(SWITCH, "quick")

    def native_of(game: Game) -> Native:
        if game not in made:
            made[game] = Native(game.machine, kept)
        return made[game]

    return native_of
