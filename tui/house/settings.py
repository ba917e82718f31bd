"""What a visitor can set; the files of it are the host's, so they are not told of."""

from __future__ import annotations

from collections.abc import Sequence

from tui.house.visitor import Visitor
from tui.language import _
from tui.screens.settings import SettingsPage


class HouseSettings(SettingsPage):
    """As at home, but for where it is kept."""

    def __init__(self, visitor: Visitor) -> None:
        """What this visitor has set."""
        super().__init__()
        self._visitor = visitor

    @property
    def kept(self) -> Sequence[str]:
        """For how long."""
        if self._visitor.person is None:
            return (_("Kept until you leave, as you have come without a key."),)
        return (_("Kept in this house for when you come again."),)
