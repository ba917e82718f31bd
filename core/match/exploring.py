"""Lines of play that a person tried beside a match, with notes: a tree, and a place in it.

An `Exploration` is a value and knows no rules: whether a step may be made is asked of a position.
It is kept as text that people can read, a line a step, each with its number, the number of the
step it was tried after (0 is the start of the match), and the note to it, if any:

    exploring 1
    at 3
    1 0 d4
    2 1 e5 ; better than it looks
    3 1 f6

A note to the start is a line `note`, before the steps.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from core.errors import SessionError
from core.words import Message, Text

FORMAT = 1
"""Rises when older programs could no longer read the text."""
MOST = 10_000
"""Steps of a tree at most."""
LONGEST_NOTE = 300
"""Characters of a note at most."""

Place = int
"""A moment of the tree: 0 is the start of the match, others the moment after a step that was
tried. A step is always tried after a lower place."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A step of the tree."""

    before: Place
    """Where it was tried."""
    token: str
    note: str = ""


@dataclass(frozen=True)
class Exploration:
    """What was tried so far, and the place that is looked at."""

    steps: tuple[Tried, ...] = ()
    """The step that leads to place n is at n - 1. No two with one token begin at one place."""
    at: Place = 0
    start_note: str = ""

    @property
    def tokens(self) -> tuple[str, ...]:
        """The steps from the start to where it stands."""
        return tuple(self.token(place) for place in self.path(self.at)[1:])

    @property
    def note(self) -> str:
        """The note to where it stands; "" for none."""
        return self.note_to(self.at)

    def token(self, place: Place) -> str:
        """The step that leads to a place, which is not the start."""
        return self.steps[place - 1].token

    def note_to(self, place: Place) -> str:
        """The note to a place; "" for none."""
        return self.steps[place - 1].note if place else self.start_note

    def path(self, place: Place) -> tuple[Place, ...]:
        """The places from the start to a place, both included."""
        found = [place]
        while place:
            place = self.steps[place - 1].before
            found.append(place)
        return tuple(reversed(found))

    @cached_property
    def after(self) -> Mapping[Place, tuple[Place, ...]]:
        """The places that follow a place, in the order they were tried; none where it ends."""
        found: dict[Place, list[Place]] = {}
        for place, step in enumerate(self.steps, start=1):
            found.setdefault(step.before, []).append(place)
        return {place: tuple(following) for place, following in found.items()}

    def onward(self, place: Place, liked: Iterable[Place] = ()) -> tuple[Place, ...]:
        """The places that follow one after another, without `place` itself.

        Args:
            place: Where they begin.
            liked: Places that go before others; of the others the first that was tried goes on.
        """
        wanted = frozenset(liked)
        found: list[Place] = []
        while following := self.after.get(place):
            place = next((one for one in following if one in wanted), following[0])
            found.append(place)
        return tuple(found)

    def places(self, tokens: Sequence[str]) -> tuple[Place, ...]:
        """The places of a line from the start, as far as it has been tried; the start included."""
        found = [0]
        for token in tokens:
            known = (one for one in self.after.get(found[-1], ()) if self.token(one) == token)
            place = next(known, None)
            if place is None:
                break
            found.append(place)
        return tuple(found)

    def notes(self, tokens: Sequence[str]) -> Mapping[int, str]:
        """The notes to moments of a line from the start, by how many of its steps come before."""
        found = ((steps, self.note_to(place)) for steps, place in enumerate(self.places(tokens)))
        return {steps: note for steps, note in found if note}

    def with_notes(self, tokens: Sequence[str], notes: Mapping[int, str]) -> Exploration:
        """With a line from the start, and notes to moments of it; see `notes`.

        Raises:
            SessionError: There are too many steps, or one can be no step.
        """
        tree = self.with_line(tokens)
        places = tree.places(tokens)
        for steps, note in notes.items():
            if steps < len(places):
                tree = tree.go(places[steps]).noted(note)
        return tree.go(self.at)

    def play(self, token: str) -> Exploration:
        """After a step from where it stands, which is added if it is new.

        Raises:
            SessionError: There are too many already, or this can be no step.
        """
        for place in self.after.get(self.at, ()):
            if self.token(place) == token:
                return replace(self, at=place)
        grown = self._grown(self.at, (token,))
        return replace(grown, at=len(grown.steps))

    def with_line(self, tokens: Sequence[str]) -> Exploration:
        """With the steps of a line from the start, standing where it stood.

        Raises:
            SessionError: There are too many, or one can be no step.
        """
        places = self.places(tokens)
        return self._grown(places[-1], tokens[len(places) - 1 :])

    def _grown(self, place: Place, tokens: Sequence[str]) -> Exploration:
        """With new steps, one after another from a place on."""
        if not tokens:
            return self
        if len(self.steps) + len(tokens) > MOST:
            raise SessionError(
                Message("no more than {most} steps can be tried; delete some first", most=MOST)
            )
        grown = list(self.steps)
        for token in tokens:
            if not _is_token(token):
                raise SessionError(f"{token!r} can be no step")
            grown.append(Tried(place, token))
            place = len(grown)
        return replace(self, steps=tuple(grown))

    def go(self, place: Place) -> Exploration:
        """Standing at a place of the tree.

        Raises:
            SessionError: There is no such place.
        """
        if not 0 <= place <= len(self.steps):
            raise SessionError(f"there is no step {place}")
        return replace(self, at=place)

    def back(self) -> Exploration:
        """A step back; where it was at the start."""
        return replace(self, at=self.steps[self.at - 1].before) if self.at else self

    def beside(self, by: int) -> Exploration:
        """At another step from the same place, `by` further in the order they were tried."""
        if not self.at:
            return self
        others = self.after[self.steps[self.at - 1].before]
        return replace(self, at=others[(others.index(self.at) + by) % len(others)])

    def delete(self) -> Exploration:
        """Without the step that leads here and all that follows it; stands before it.

        Raises:
            SessionError: This is the start.
        """
        if not self.at:
            raise SessionError(Message("the start cannot be deleted"))
        numbers: dict[Place, Place] = {0: 0}
        left: list[Tried] = []
        for place, step in enumerate(self.steps, start=1):
            if place != self.at and step.before in numbers:
                left.append(replace(step, before=numbers[step.before]))
                numbers[place] = len(left)
        return replace(self, steps=tuple(left), at=numbers[self.steps[self.at - 1].before])

    def noted(self, text: str) -> Exploration:
        """With another note to where it stands; "" takes it away."""
        note = _cleaned(text)
        if not self.at:
            return replace(self, start_note=note)
        changed = replace(self.steps[self.at - 1], note=note)
        return replace(self, steps=(*self.steps[: self.at - 1], changed, *self.steps[self.at :]))

    @property
    def text(self) -> str:
        """The whole as text; see the module."""
        lines = [f"exploring {FORMAT}", f"at {self.at}"]
        if self.start_note:
            lines.append(f"note {self.start_note}")
        for place, step in enumerate(self.steps, start=1):
            note = f" ; {step.note}" if step.note else ""
            lines.append(f"{place} {step.before} {step.token}{note}")
        return "".join(f"{line}\n" for line in lines)


def read(text: str) -> Exploration:
    """What `Exploration.text` gave.

    Raises:
        SessionError: It is no such text; names the line.
    """
    lines = text.split("\n")
    head = re.fullmatch(r"exploring (\d{1,9})", lines[0])
    if head is None:
        raise SessionError(_at_line(1, Message("should be 'exploring' and a number")))
    if int(head[1]) != FORMAT:
        raise SessionError(
            Message(
                "is written in format {number}; this program reads format {known}",
                number=head[1],
                known=FORMAT,
            )
        )
    if lines[-1] != "":
        raise SessionError(_at_line(len(lines), Message("is torn off")))
    steps: list[Tried] = []
    known: set[tuple[Place, str]] = set()
    at, start_note = 0, ""
    for number, line in enumerate(lines[1:-1], start=2):
        try:
            if found := re.fullmatch(r"at (\d{1,9})", line):
                at = int(found[1])
            elif line.startswith("note ") and not steps:
                start_note = _cleaned(line.removeprefix("note "))
            else:
                step = _step(line, len(steps) + 1)
                if (step.before, step.token) in known or len(steps) == MOST:
                    raise SessionError(Message("is one step too many"))
                known.add((step.before, step.token))
                steps.append(step)
        except SessionError as error:
            raise SessionError(_at_line(number, error.text)) from error
    return Exploration(tuple(steps), 0, start_note).go(at)


def _step(line: str, place: Place) -> Tried:
    """The step that a line tells, which leads to a place."""
    found = re.fullmatch(r"(\d{1,9}) (\d{1,9}) (\S+)(?: ; (.*))?", line)
    if found is None or not _is_token(found[3]):
        raise SessionError(Message("should be a number, the number it comes after, and a step"))
    if int(found[1]) != place or int(found[2]) >= place:
        raise SessionError(Message("should be step {number}, after a lower one", number=place))
    return Tried(int(found[2]), found[3], _cleaned(found[4] or ""))


def _cleaned(note: str) -> str:
    """A note as it is kept: one line that can be shown."""
    return "".join(filter(str.isprintable, " ".join(note.split())))[:LONGEST_NOTE].strip()


def _is_token(text: str) -> bool:
    return bool(_TOKEN.fullmatch(text)) and text.isprintable()


def _at_line(number: int, fault: Text) -> Message:
    return Message("line {number}: {fault}", number=number, fault=fault)


_TOKEN = re.compile(r"[^\s;]{1,100}")
