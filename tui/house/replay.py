"""Looking through a match in a house: nothing is saved, for the files would be the host's."""

from __future__ import annotations

from tui.keys import Action
from tui.language import _
from tui.screens.replay import ReplayPage

SAVING = ("replay.picture", "replay.recording")
"""Actions that write files."""


class HouseReplay(ReplayPage):
    """As at home, without what writes files."""

    def actions(self) -> list[Action]:
        """All that can be done here."""
        return [action for action in super().actions() if action.id not in SAVING]

    def action_picture(self) -> None:
        """Is not to be had."""
        self._say(_("nothing is saved here: the files would be the host's"))

    def action_recording(self) -> None:
        """Is not to be had."""
        self._say(_("nothing is saved here: the files would be the host's"))
