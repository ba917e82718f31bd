"""The file of the rules that a match is played under, followed while somebody works on it."""

from __future__ import annotations

import re
from pathlib import Path

from core import catalog
from core.errors import GameError
from core.language.problems import DefinitionError
from core.match.session import Session
from tui.language import _, said
from tui.lines import Line, line, wrapped


class RulesFile:
    """Reads the file of a match's game again when it changes.

    Steps that no longer fit are left out, but not forgotten before a person plays on: they come
    back when the file is changed so that they fit again.
    """

    def __init__(self, session: Session) -> None:
        """Follow the file of a match's game, unless that is one that is shipped."""
        self.path = _file_of(session)
        self._stamp = catalog.stamp(self.path) if self.path else (0, 0)
        self._whole: Session | None = None
        self.fault: GameError | None = None
        """What is wrong with the file; None while nothing is."""

    def has_changed(self) -> bool:
        """Whether the file is another than when this was asked last."""
        if self.path is None:
            return False
        before, self._stamp = self._stamp, catalog.stamp(self.path)
        return before != self._stamp

    def reread(self, session: Session) -> tuple[Session, int] | None:
        """The match under the rules as they are now, and how many steps no longer fit.

        None when the file is faulty; `fault` says why.
        """
        whole = self._whole or session
        try:
            changed, dropped = whole.under(catalog.load(session.started.game))
        except GameError as error:
            self.fault = error
            return None
        self.fault = None
        self._whole = whole if dropped else None
        return changed, dropped

    def settle(self) -> None:
        """A person has played on: steps that were left out will not come back."""
        self._whole = None

    def fault_words(self, key: str) -> str:
        """The first fault, and how many more there are, which `key` shows; "" for none."""
        error = self.fault
        if error is None:
            return ""
        problems = error.problems if isinstance(error, DefinitionError) else ()
        if not problems:
            return said(error)
        first = problems[0]
        place = f"{Path(first.file).name}:{first.line}:{first.column}"
        more = _("{key} shows more")
        if len(problems) > 1:
            more = _("and {count} more; {key} shows all")
        more = more.format(count=len(problems) - 1, key=key)
        return f"{place}: {first.severity}: {first.message} ({more})"


def fault_lines(error: GameError, columns: int) -> list[Line]:
    """Everything that is wrong with a file."""
    told = error.render(columns) if isinstance(error, DefinitionError) else said(error)
    return [row for text in told.splitlines() for row in _fault_rows(text, columns)]


def _fault_rows(text: str, columns: int) -> list[Line]:
    """A line of what is wrong with a file: quoted lines as they are, others wrapped."""
    if re.match(r" {0,6}\d* *\|", text):
        return [line(text)]
    return wrapped(text, columns)


def _file_of(session: Session) -> Path | None:
    if session.started.game == session.game.id:
        return None
    return Path(session.game.definition.file).absolute()
