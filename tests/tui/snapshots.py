"""Pictures of the screen: `screenshots/NAME.txt` for reading, `screenshots/NAME.svg` for looking.

The text is compared first, because its difference can be read.
"""

from __future__ import annotations

from pathlib import Path

from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from syrupy.location import PyTestLocation
from syrupy.types import SnapshotIndex
from textual.pilot import Pilot
from textual.widgets import Input

from tui.screenshot import rows_of, svg_of, text_of

FOLDER = Path(__file__).parents[2] / "screenshots"


class Text(SingleFileSnapshotExtension):
    """The characters of a screen in a file with a name of the test's choice."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"

    @classmethod
    def dirname(cls, *, test_location: PyTestLocation) -> str:
        """Always the same folder."""
        return str(FOLDER)

    @classmethod
    def get_snapshot_name(cls, *, test_location: PyTestLocation, index: SnapshotIndex = 0) -> str:
        """What the test calls it."""
        return str(index)


class Svg(Text):
    """A screen as a picture."""

    file_extension = "svg"


async def shoot(pilot: Pilot[object], snapshot: SnapshotAssertion, name: str) -> None:
    """Compare the screen with its stored text and picture.

    Args:
        pilot: Of the running app.
        snapshot: The fixture of syrupy.
        name: Of the files, without an ending, unique among all tests: "oust-capture-80x24".
    """
    for box in pilot.app.screen.query(Input):
        box.cursor_blink = False
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
    await pilot.pause()
    lines = rows_of(pilot.app)
    assert text_of(lines) == snapshot(extension_class=Text, name=name)
    assert svg_of(lines) == snapshot(extension_class=Svg, name=name)
