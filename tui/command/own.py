"""What a person has of their own: games, settings, and a store of matches."""

from __future__ import annotations

import argparse
import os
from pathlib import Path


def find_own(chosen: argparse.Namespace) -> None:
    """Put the file of a person's own game in place of its name."""
    if getattr(chosen, "game", None) is not None:
        chosen.game = found(chosen.game)


def found(name: str) -> str:
    """A game as the catalog knows it; a person's own game by its path."""
    from core import catalog

    return catalog.found_in(own_games(), name)


def own_games() -> Path:
    """The folder of a person's own games."""
    import platformdirs

    return Path(platformdirs.user_data_dir("parlour")) / "games"


def settings_file() -> Path:
    """The file of a person's settings."""
    import platformdirs

    return Path(platformdirs.user_config_dir("parlour")) / "settings.yaml"


def store_address(chosen: argparse.Namespace) -> str:
    """The address of the store that was asked for; "" is the usual one."""
    return getattr(chosen, "store", None) or os.environ.get("PARLOUR_STORE", "")
