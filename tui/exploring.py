"""A person explores: lines of play that are tried beside a match and never sent to it.

The tree (`core.match.exploring`) is what is kept. What is on the screen is a line of it, the
*course*: a `Session` of its own, through the place that is looked at and on to where the line
ends, so that walking back and on stays in one line. The steps of the match are in the tree too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.errors import GameError, SessionError
from core.match.exploring import Exploration, Place
from core.match.session import Session, Stepped, Turn
from core.words import Message


class Explorer:
    """The tree, and the course on the screen."""

    def __init__(self, match: Session, tree: Exploration | None = None) -> None:
        """At the start of a match, nothing on the screen.

        Args:
            match: As it stands.
            tree: What was tried before; None is nothing.
        """
        self.tree = tree or Exploration()
        self._match = match
        self._set_course((0,))

    @property
    def course(self) -> Session:
        """The line that is on the screen, as a match of its own; both sides are the person's."""
        return self._course

    @property
    def turns(self) -> Sequence[Turn]:
        """The turns of the course."""
        return self._turns

    @property
    def at(self) -> int:
        """How many steps of the course have been made where it is looked at."""
        return self._places.index(self.tree.at)

    @property
    def places(self) -> tuple[Place, ...]:
        """The places of the course, from the start to its end."""
        return self._places

    @property
    def played(self) -> frozenset[Place]:
        """The places of the match itself."""
        return frozenset(self.tree.places(_tokens(self._match)))

    @property
    def is_tried(self) -> bool:
        """Whether the step that led here is none of the match."""
        return self.tree.at not in self.played

    @property
    def left_at(self) -> int:
        """How many steps of the match lead to where the line that is looked at leaves it."""
        return len(self.played.intersection(self.tree.path(self.tree.at))) - 1

    @property
    def siblings(self) -> tuple[int, int]:
        """How many steps there are from where this one was made, and which this is, from 1."""
        tree = self.tree
        if not tree.at:
            return 1, 1
        others = tree.after[tree.path(tree.at)[-2]]
        return len(others), others.index(tree.at) + 1

    @property
    def following(self) -> int:
        """How many steps were tried after this one."""
        tree, count = self.tree, 0
        open_ = [tree.at]
        while open_:
            following = tree.after.get(open_.pop(), ())
            count += len(following)
            open_ += following
        return count

    def notes(self, course: Session) -> Mapping[int, str]:
        """The notes to moments of a course, by how many of its steps come before."""
        return self.tree.notes(_tokens(course))

    def place_of(self, course: Session, steps: int) -> Place:
        """The place after so many steps of a course, which the tree holds from now on."""
        tokens = _tokens(course)[:steps]
        self.tree = self.tree.with_line(tokens)
        return self.tree.places(tokens)[-1]

    @property
    def is_worth_keeping(self) -> bool:
        """Whether there is more in the tree than the match."""
        tree = self.tree
        noted = tree.start_note or any(step.note for step in tree.steps)
        return bool(noted) or len(tree.steps) >= len(self.played)

    def begin(self, match: Session, at: int | None) -> None:
        """Put a course on the screen.

        Args:
            match: As it stands.
            at: How many steps of it have been made where to begin; None goes on where the person
                left off, if that is ahead of the match, else begins where the match stands.
        """
        self.follow(match)
        tokens = _tokens(match)
        self.tree = self.tree.with_line(tokens)
        if at is None and self.tree.tokens[: len(tokens)] == tokens:
            place = self.tree.at
        else:
            place = self.tree.places(tokens)[len(tokens) if at is None else at]
        self.go(place, self.tree)

    def follow(self, match: Session) -> None:
        """Take in how the match has gone on."""
        self._match = match
        if self.tree.steps:
            self.tree = self.tree.with_line(_tokens(match))

    def play(self, token: str) -> None:
        """Try a step for whoever is to move.

        Raises:
            GameError: The rules forbid it, or there are too many steps already.
        """
        at, course = self.at, self._course
        mover = course.positions[at].mover
        if mover is None:
            raise SessionError(Message("the game is over here"))
        course.positions[at].play(token)
        tree = self.tree.play(token)
        self.go(tree.at, tree)

    def go(self, place: Place, tree: Exploration | None = None) -> None:
        """Look at a place; the course goes through it, and stays the same if it does already.

        Args:
            place: Of the tree.
            tree: Another tree, which takes the place of that which was.
        """
        self.tree = (tree or self.tree).go(place)
        if tree is not None or place not in self._places:
            path = self.tree.path(place)
            self._set_course(path + self.tree.onward(place, self.played))

    def look_at(self, steps: int) -> None:
        """Look at another moment of the course."""
        self.go(self._places[max(0, min(steps, len(self._places) - 1))])

    def beside(self, by: int) -> bool:
        """Go to another step tried from the same place; whether there is one."""
        before = self.tree.at
        self.go(self.tree.beside(by).at)
        return self.tree.at != before

    def delete(self) -> None:
        """Forget the step that led here and all that follows.

        Raises:
            SessionError: It was played in the match.
        """
        if self.tree.at in self.played:
            raise SessionError(
                Message("this was played in the game; only what was tried can be deleted")
            )
        tree = self.tree.delete()
        self.go(tree.at, tree)

    def note(self, text: str, place: Place) -> None:
        """Write a note to a place."""
        self.tree = self.tree.go(place).noted(text).go(self.tree.at)

    def _set_course(self, places: tuple[Place, ...]) -> None:
        """Put a line on the screen, as far as its steps still fit the rules."""
        tokens = [self.tree.token(place) for place in places[1:]]
        near = (self._match, getattr(self, "_course", self._match))
        best = max(near, key=lambda session: _common(session, tokens))
        course = _until(best, _common(best, tokens))
        for token in tokens[len(course.steps) :]:
            try:
                course = course.after(Stepped(course.position.mover or 0, token))
            except GameError:
                break
        self._course = course
        self._turns = course.turns
        self._places = places[: len(course.steps) + 1]
        if self.tree.at not in self._places:
            self.tree = self.tree.go(self._places[-1])


def _tokens(match: Session) -> tuple[str, ...]:
    return tuple(played.token for played in match.steps)


def _common(session: Session, tokens: Sequence[str]) -> int:
    """How many of these steps the session begins with."""
    count = 0
    for played, token in zip(session.steps, tokens, strict=False):
        if played.token != token:
            break
        count += 1
    return count


def _until(session: Session, steps: int) -> Session:
    """The match after so many of its steps, nobody having given up."""
    begun = Session.begin(session.game, session.start, session.seats)
    return replace(begun, steps=session.steps[:steps])
