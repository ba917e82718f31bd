"""A board beside which lines of play are tried and notes are written.

All of this is private to the person who looks: nothing of it reaches the match or its log.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from textual import on

from core.match.exploring import Exploration, Place
from core.match.session import Seat, Session, Turn
from tui.asking import Ask, Field, Option
from tui.exploring import Explorer
from tui.language import _, ngettext
from tui.lines import Line, Piece, wrapped
from tui.news import outcome_words, sentence
from tui.screens.steps import StepsPage
from tui.signs import side_signs
from tui.widgets.lines import Lines
from tui.widgets.log import Log, log_of

TRIED = 12
"""Steps that are told of a line that is not on the screen."""


class ExploringPage(StepsPage):
    """The board, and what was tried beside the match."""

    def __init__(self, session: Session) -> None:
        """Nothing has been tried yet."""
        super().__init__(session)
        self.is_exploring = False
        self._explorer = Explorer(session)

    def keep_exploring(self) -> None:
        """Keep what was tried, where that is wanted."""

    @property
    def course(self) -> Session:
        """What is looked through: the match, or a line of play beside it."""
        return self._explorer.course if self.is_exploring else super().course

    @property
    def turns(self) -> Sequence[Turn]:
        """The turns of the course."""
        return self._explorer.turns if self.is_exploring else super().turns

    @property
    def at(self) -> int:
        """How many steps of the course the board shows."""
        return self._explorer.at if self.is_exploring else super().at

    @property
    def is_live(self) -> bool:
        """Whether the board shows the match as it stands, and goes on with it."""
        return not self.is_exploring and super().is_live

    @property
    def seat(self) -> Seat | None:
        """Whoever is to move: who explores plays for all."""
        return self.shown.mover if self.is_exploring else super().seat

    @property
    def seats_here(self) -> tuple[Seat, ...]:
        """The seats that the person may make steps for: when exploring, all."""
        return tuple(range(len(self.session.seats))) if self.is_exploring else super().seats_here

    @property
    def may_play(self) -> bool:
        """Whether a person here may make a step from the position on the board."""
        return self.seat is not None if self.is_exploring else super().may_play

    def _look_at(self, steps: int) -> None:
        if not self.is_exploring:
            super()._look_at(steps)
            return
        self._explorer.look_at(steps)
        self._picks = ()
        self.draw()

    def _follow(self, session: Session) -> None:
        super()._follow(session)
        self._explorer.follow(session)

    def _look_words(self) -> str:
        """What the header says of where the person looks; "" while that is the match."""
        if self.is_live:
            return ""
        told = _("EXPLORING")
        if not self.is_exploring:
            count = len(self.session.steps)
            told = _("LOOKING BACK {step} of {steps}").format(step=self.at, steps=count)
        new = _("+{count} new").format(count=self.news)
        return f"{told} {new}" if self.news else told

    def _situation(self, room: int) -> str:
        if not self.is_exploring or self._field:
            return super()._situation(room)
        if self.shown.outcome:
            return outcome_words(self.course) if self.at == len(self.course.steps) else ""
        told = sentence(self._prompt()).rstrip(".")
        place = sentence(_("exploring {place}").format(place=self._place_words()))
        both = f"{place}. {told}."
        return both if len(both) <= room else f"{told}."

    def _why_not_now(self) -> str:
        return _("the game is over here") if self.is_exploring else super()._why_not_now()

    def _offers(self) -> list[tuple[str, str]]:
        if not self.is_exploring:
            return super()._offers()
        offers = [(id, words) for id, words in super()._offers() if id != "table.undo"]
        count, number = self._explorer.siblings
        if count > 1:
            told = _("variation {number} of {count}").format(number=number, count=count)
            offers.append(("table.next_variation", told))
        offers.append(("table.note", _("note")))
        if self._explorer.is_tried:
            offers.append(("table.delete_variation", _("delete")))
        return [*offers, ("table.explore", _("back to the game"))]

    def _log(self, columns: int) -> Log:
        signs = side_signs(self.session.game, self.house.mode)
        others = self._others(columns) if self.is_exploring else {}
        notes = self._explorer.notes(self.course)
        return log_of(self.course, self.turns, columns, self.at, signs, notes, others)

    def _others(self, columns: int) -> Mapping[int, list[Line]]:
        """The lines that leave the course, by how many steps of it come before them."""
        explorer = self._explorer
        tree, played, places = explorer.tree, explorer.played, explorer.places
        found: dict[int, list[Line]] = {}
        for steps, place in enumerate(places):
            following = places[steps + 1] if steps + 1 < len(places) else None
            for other in tree.after.get(place, ()):
                if other == following:
                    continue
                line_ = (other, *tree.onward(other, played))
                words = " ".join(map(self._tried_words, line_[:TRIED])).removesuffix(" ;")
                words += " ..." if len(line_) > TRIED else ""
                if other in played:
                    words = _("game: {steps}").format(steps=words)
                found.setdefault(steps, []).extend(_pressed(words, columns, f"go {other}"))
        return found

    def _tried_words(self, place: Place) -> str:
        """A step of the tree with its note."""
        note = self._explorer.tree.note_to(place)
        token = self._explorer.tree.token(place)
        return f"{token} ; {note} ;" if note else token

    def action_explore(self) -> None:
        """Try lines of play beside the match, or go back to it.

        Who looked back goes back to where the line left the match, all others to where it stands.
        """
        self._picks = ()
        self._said = ""
        if self.is_exploring:
            self.is_exploring = False
            self._look_at(len(self.session.steps) if self._look is None else self._explorer.left_at)
            self.keep_exploring()
        else:
            at = self._look
            self._seen = self._seen if at is not None else len(self.session.steps)
            self._explorer.begin(self.session, at)
            self.is_exploring = True
        self.ask(None)

    def play(self, token: str) -> None:
        """Try a step; nothing of it reaches the match."""
        self._explorer.play(token)
        self._explored()

    def _explored(self) -> None:
        """The tree has changed."""
        self._picks = ()
        self._said = ""
        self.keep_exploring()
        self.ask(None)

    def action_undo(self) -> None:
        """Undo a pick; when exploring, else look one step back."""
        if self._picks:
            self._picks = self._live[:-1]
            self.draw()
        elif self.is_exploring:
            self._look_at(self.at - 1)

    def action_next_variation(self) -> None:
        """Look at the next step that was tried in the place of this."""
        self._beside(1)

    def action_previous_variation(self) -> None:
        """Look at the step before that was tried in the place of this."""
        self._beside(-1)

    def _beside(self, by: int) -> None:
        if not self.is_exploring:
            self._say_how_to_explore()
        elif self._explorer.beside(by):
            self._picks = ()
            self.draw()
        else:
            self._say(_("nothing else has been tried in the place of this step"))

    def action_delete_variation(self) -> None:
        """Forget the step that was tried here, and all that follows it."""
        if not self.is_exploring:
            self._say_how_to_explore()
            return
        if not self._explorer.is_tried:
            self._say(_("only what was tried can be deleted, not what was played in the game"))
            return
        count = self._explorer.following
        if not count:
            self._delete()
            return
        words = ngettext(
            "Delete this step and the one tried after it?",
            "Delete this step and {count} tried after it?",
            count,
        )
        yes = Option("y", _("yes, delete"), self._delete)
        no = Option("n", _("no, keep"), partial(self.ask, None))
        self.ask(Ask(words.format(count=count), (yes, no)))

    def _delete(self) -> None:
        self._explorer.delete()
        self._explored()

    def _say_how_to_explore(self) -> None:
        key = self.key("table.explore")
        self._say(_("press {key} to explore: to try lines of play").format(key=key))

    def action_note(self) -> None:
        """Write a note to the moment that is looked at."""
        place = self._explorer.place_of(self.course, self.at)

        def read(text: str) -> Callable[[], object]:
            return partial(self._note, text, place)

        words = _("a note to this moment, for yourself; an empty one takes it away")
        value = self._explorer.tree.note_to(place)
        self.open_field(Field(f"{_('note')}> ", words, _("keep"), read, value))

    def _note(self, text: str, place: int) -> None:
        self._explorer.note(text, place)
        self.keep_exploring()

    @on(Lines.Pressed)
    def press(self, event: Lines.Pressed) -> None:
        """Answer by a click, or look at a moment of the match or of what was tried."""
        super().press(event)
        kind, _, what = event.press.partition(" ")
        if kind == "go":
            self.press_tree(int(what))

    def press_tree(self, place: int) -> None:
        """Look at a place of the tree."""
        if self.is_exploring and 0 <= place <= len(self._explorer.tree.steps):
            self._explorer.go(place)
            self._picks = ()
            self.draw()

    def take_tree(self, tree: Exploration) -> None:
        """Go on with what was tried earlier."""
        self._explorer = Explorer(self.session, tree)


def _pressed(words: str, columns: int, press: str) -> list[Line]:
    """A paragraph, indented, that can be clicked."""
    rows = wrapped(words, columns - 4, "dim", "  ")
    return [
        (Piece("    " if number else "  > ", "dim"), *(Piece(p.text, p.role, press) for p in row))
        for number, row in enumerate(rows)
    ]
