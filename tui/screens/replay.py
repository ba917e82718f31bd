"""A match to look through: step by step, by itself, or beside it with lines of one's own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import ClassVar

from textual.timer import Timer
from textual.worker import Worker

from core.errors import SaveError, SessionError
from core.match.exploring import Exploration
from core.match.records.record import Record
from core.match.session import Session, round_after
from core.store import explorings
from core.store.store import MatchId
from tui.asking import Field
from tui.keys import Action
from tui.language import _, ngettext, said
from tui.lines import Line, Piece
from tui.news import header_line, outcome_words, sentence
from tui.screens.study import StudyPage
from tui.screenshot import rows_of, svg_of
from tui.signs import side_signs

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Steps a second at which a match may go on by itself."""
USUAL = SPEEDS.index(1.0)
ELSEWHERE = (
    "table.done",
    "table.offers",
    "table.pass",
    "table.swap",
    "table.type",
    "table.undo",
    "table.faults",
)
"""Actions of the table that have no meaning while nobody plays or explores."""


class ReplayPage(StudyPage):
    """The board at some moment of a match that is not played here."""

    PARTS: ClassVar[tuple[str, ...]] = ("replay", "table")

    def __init__(self, record: Record, match: MatchId | None = None) -> None:
        """Begin at the start.

        Args:
            record: The match, and what is said of it.
            match: Its number in the store, beside which is kept what is tried; None keeps nothing.
        """
        super().__init__(record.session)
        self._record = record
        self._match = match
        self._look = 0 if record.session.steps else None
        self._speed = USUAL
        self._playing: Timer | None = None
        self._filming: Worker[None] | None = None
        self._kept_tree = Exploration()

    def begin(self) -> None:
        """Show the start, with what was tried and noted earlier."""
        trouble = ""
        tree = Exploration()
        try:
            if self._tried:
                tree = self._kept_tree = explorings.read(self._tried)
            tokens = [played.token for played in self.session.steps]
            tree = tree.with_notes(tokens, self._record.comments)
        except (SaveError, SessionError) as error:
            trouble = said(error)
        self.take_tree(tree)
        self.draw()
        if trouble:
            self._say(trouble)

    @property
    def _tried(self) -> Path | None:
        """The file of what is tried beside the match; None if that is not kept."""
        if self._match is None:
            return None
        return explorings.beside(self.house.world.library.tried_beside(self._match))

    def look_at(self, steps: int) -> None:
        """Show the position after so many steps."""
        self._look_at(steps)

    # What is shown

    @property
    def is_playing(self) -> bool:
        """Whether the match goes on by itself."""
        return self._playing is not None

    def header(self, columns: int) -> Line:
        """The match, and which moment of it this is."""
        told = _("EXPLORING")
        if not self.is_exploring:
            count = len(self.session.steps)
            told = _("STEP {step} OF {steps}").format(step=self.at, steps=count)
        signs = side_signs(self.session.game, self.house.mode)
        number = round_after(self.turns, self.at, self.shown)
        state = Piece(
            told, "turn" if self.is_playing else "warn" if self.is_exploring else "strong"
        )
        return header_line(self.course, self.shown, signs, state, columns, number)

    def offered(self) -> list[Action]:
        """What makes most sense while nobody plays, or while exploring."""
        offered = super().offered()
        left_out: tuple[str, ...] = (*ELSEWHERE, "table.pick", "table.zoom")
        if self.is_exploring:
            left_out = ("replay.play", "replay.jump", "replay.copy")
        return [one for one in offered if one.id not in left_out]

    def _situation(self, room: int) -> str:
        """Where this is, and what is said of it."""
        if self.is_exploring or self._field or self._hint is not None:
            return super()._situation(room)
        note = self._explorer.notes(self.course).get(self.at, "")
        place = sentence(f"{self._place_words()}.")
        if self.at == len(self.session.steps) and self.session.outcome:
            place = outcome_words(self.session)
        if self.is_playing:
            place = f"{place} {sentence(self._speed_words())}."
        return f"{place} {note}".strip()

    def _speed_words(self) -> str:
        count = SPEEDS[self._speed]
        told = ngettext("{count} step a second", "{count} steps a second", 1 + (count != 1))
        return told.format(count=f"{count:g}")

    def words(self, action: Action) -> str:
        """While the match goes on by itself, its key stops it."""
        if action.id == "replay.play":
            return _("pause") if self.is_playing else _("run")
        return super().words(action)

    def _offers(self) -> list[tuple[str, str]]:
        if self.is_exploring:
            return super()._offers()
        return [
            ("table.first", _("first")),
            ("table.back_step", _("step back")),
            ("table.on_step", _("step on")),
            ("table.live", _("last")),
        ]

    def _why_not_now(self) -> str:
        if self.is_exploring:
            return super()._why_not_now()
        key = self.key("table.explore")
        return _("nothing is played here; {key} tries lines of play").format(key=key)

    # Going on by itself

    def action_play(self) -> None:
        """Let the match go on by itself, from the start again once it is over; or stop it."""
        if self.is_playing:
            self._stop()
            self.draw()
            return
        if self.is_exploring:
            self.action_explore()
        if self.at == len(self.session.steps):
            self._look_at(0)
        self._start()

    def _start(self) -> None:
        self._stop()
        self._said = ""
        self._playing = self.set_interval(1 / SPEEDS[self._speed], self.go_on)
        self.draw()

    def _stop(self) -> None:
        if self._playing is not None:
            self._playing.stop()
            self._playing = None

    def go_on(self) -> None:
        """A step on; at the end it stops."""
        if self.at < len(self.session.steps) and not self.is_exploring:
            self._look_at(self.at + 1)
        if self.at == len(self.session.steps) or self.is_exploring:
            self._stop()
            self.draw()

    def action_faster(self) -> None:
        """Play faster."""
        self._change_speed(1)

    def action_slower(self) -> None:
        """Play slower."""
        self._change_speed(-1)

    def _change_speed(self, by: int) -> None:
        self._speed = max(0, min(self._speed + by, len(SPEEDS) - 1))
        if self.is_playing:
            self._start()
        else:
            speed = self._speed_words()
            self._say(speed)

    def _jump(self, by: int) -> None:
        """Without lines of play there are no legal cells to go to; + and - change the speed."""
        if self.is_exploring:
            super()._jump(by)
        else:
            self._change_speed(by)

    def action_explore(self) -> None:
        """Try lines of play beside the match, or go back to it."""
        self._stop()
        super().action_explore()

    def action_pick(self) -> None:
        """Pick a cell when exploring; else the match goes on by itself, or stops."""
        if self.is_exploring:
            super().action_pick()
        else:
            self.action_play()

    # Elsewhere in the match

    def action_jump(self) -> None:
        """Ask for the number of a step, and look at it."""
        count = len(self.course.steps)
        words = _("the number of a step, from 0 to {count}").format(count=count)
        self.open_field(Field(f"{_('step')}> ", words, _("look"), self._read_number))

    def _read_number(self, text: str) -> Callable[[], object]:
        number = text.strip()
        count = len(self.course.steps)
        if not (number.isascii() and number.isdigit()) or int(number[:9]) > count:
            told = _("{text} is no number from 0 to {count}")
            raise SessionError(told.format(text=repr(number[:40]), count=count))
        return partial(self._look_at, int(number))

    def action_offers(self) -> None:
        """Nothing can be offered to anybody."""
        self._say(self._why_not_now())

    def action_faults(self) -> None:
        """The file of the game is not followed here."""
        self._say(_("nothing is wrong with the file of this game"))

    # Copies

    @property
    def record(self) -> Record:
        """The match with what has been said of it."""
        return self._record

    def action_picture(self) -> None:
        """Save the screen as a picture."""
        self._save(f"{self._file_stem}-{self.at}.svg", svg_of(rows_of(self.app)))

    def action_recording(self) -> None:
        """Save the match as an animated terminal recording, which takes a while."""
        if self._filming is not None and self._filming.is_running:
            self._say(_("the recording is being drawn"))
            return
        self._say(_("the recording is being drawn"))
        self._filming = self.run_worker(self._film())

    async def _film(self) -> None:
        text = await self.house.film(self._record)
        self._save(f"{self._file_stem}.cast", text)

    @property
    def _file_stem(self) -> str:
        return file_stem(self.session, self._match)

    def _save(self, name: str, text: str) -> None:
        file = self.house.world.home.exports / name
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file = _created(file, text)
        except OSError as error:
            reason = error.strerror or str(error)
            self._say(_("{file} cannot be written: {reason}").format(file=file, reason=reason))
        else:
            self._say(_("saved as {file}").format(file=file))

    def keep_exploring(self) -> None:
        """Put what was tried beside the match on the disk; a failure is told."""
        tree = self._explorer.tree
        if self._tried is None or tree == self._kept_tree or not self._explorer.is_worth_keeping:
            return
        try:
            explorings.write(self._tried, tree)
            self._kept_tree = tree
        except SaveError as error:
            self._said = sentence(said(error))

    def leave(self) -> None:
        """Back to the screen before."""
        self._stop()
        self.keep_exploring()
        self.dismiss("")


def file_stem(session: Session, match: MatchId | None) -> str:
    """What files about a match are called, without an ending: "reversi-6x6-7"."""
    definition = session.game.definition
    parts = (definition.game, *definition.chosen, str(match or ""))
    return "-".join(filter(None, parts))


def _created(file: Path, text: str) -> Path:
    """Write a new file, with a number behind its name where there is one called so; gives it.

    Raises:
        OSError: It cannot be written.
    """
    alike = (file.with_stem(f"{file.stem}_{number}") for number in count(2))
    free = next(each for each in chain([file], alike) if not each.exists())
    with free.open("x", encoding="utf-8") as stream:
        stream.write(text)
    return free
