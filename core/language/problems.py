"""What a designer is told about a game file.

A `Source` is a file's text, a `Span` a stretch of it, a `Problem` a sentence about a span.
`Problems` gathers them while a file is read; `DefinitionError` carries them out.

A person wrote the file, so every sentence says what was expected, what is there, and where the
right word is probably meant, names it.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Literal

from core.errors import GameError
from core.language import limits

Severity = Literal["error", "warning"]

_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """The text of one file, and where its lines begin."""

    file: str
    """As the person named it."""
    text: str
    starts: tuple[int, ...] = field(init=False, repr=False)
    """Index in `text` of the first character of each line."""

    def __post_init__(self) -> None:
        """Find the lines."""
        starts = (0, *(found.end() for found in _BREAK.finditer(self.text)))
        object.__setattr__(self, "starts", starts)

    def place(self, index: int) -> tuple[int, int]:
        """Line and column of a character, both counted from 1, as editors do."""
        line = bisect_right(self.starts, index)
        return line, index - self.starts[line - 1] + 1


@dataclass(frozen=True, slots=True)
class Span:
    """The characters from `start` up to, not including, `end` of a file."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """Line of its first character, counted from 1."""
        return self.source.place(self.start)[0]

    @property
    def column(self) -> int:
        """Column of its first character, counted from 1."""
        return self.source.place(self.start)[1]

    def point(self) -> Span:
        """Its first character alone."""
        return Span(self.source, self.start, self.start + 1)


_QUOTED = 200
"""Characters of a line that are quoted at the most, ..."""
_QUOTED_BEFORE = 60
"""... of which so many stand before the place at fault."""
_MARGIN = 9
"""Columns before what is quoted."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong, or worth a second look, in a game file."""

    file: str
    line: int
    """Counted from 1, as is the column."""
    column: int
    end_column: int
    """One past the last column at fault, on the same line."""
    severity: Severity
    rule: str
    """Name of the check that found it, in square brackets in messages."""
    message: str
    help: str = ""
    """What to do about it; "" where the message says it all."""

    def __str__(self) -> str:
        """On one line, as compilers print it, so that editors can jump to it."""
        return (
            f"{self.file}:{self.line}:{self.column}: {self.severity}: {self.message} [{self.rule}]"
        )

    def render(self, source: str, columns: int = _MARGIN + _QUOTED) -> str:
        """With the line of the file, the place marked under it, and the help.

        Args:
            source: The text of `file`.
            columns: Where there is room for so many only, the place at fault is among those of
                its line that are quoted.
        """
        most = max(1, min(_QUOTED, columns - _MARGIN))
        lines = _BREAK.split(source)
        quoted = lines[self.line - 1] if self.line <= len(lines) else ""
        ahead = min(_QUOTED_BEFORE, most // 2)
        first = max(0, self.column - 1 - ahead) if _width(quoted) > most else 0
        quoted = _shown(quoted[first : first + most])
        start, end = self.column - 1 - first, self.end_column - 1 - first
        before, marked = quoted[:start], quoted[start:end]
        waves = "~" * (max(1, _width(marked)) - 1)
        told = [
            str(self),
            f"{self.line:6} | {quoted}",
            f"       | {_blank(before)}^{waves}",
        ]
        if self.help:
            told.append(f"       = {self.help}")
        return "\n".join(told)

    def as_json(self) -> dict[str, str | int]:
        """As plain data, for `--format json` and for editors."""
        return {
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "end_column": self.end_column,
            "severity": self.severity,
            "rule": self.rule,
            "message": self.message,
            "help": self.help,
        }


_LONG_WORD = re.compile(r"\S{160,}")
"""What no message repeats whole: far longer than any word of a game."""


def _shortened(word: re.Match[str]) -> str:
    """The beginning and the end of a word."""
    return f"{word[0][:40]}...{word[0][-20:]}"


def _shown(text: str) -> str:
    """The text without characters that a terminal would obey; as long as before."""
    return "".join(
        one if one.isprintable() or one == "\t" else "\N{REPLACEMENT CHARACTER}" for one in text
    )


class DefinitionError(GameError):
    """A game file cannot be accepted; the text is one line a problem."""

    def __init__(
        self, problems: Iterable[Problem], sources: Mapping[str, str] | None = None
    ) -> None:
        """Keep the problems.

        Args:
            problems: At least one, in the order they are to be told.
            sources: Text of every file named in them, for `render`.
        """
        self.problems = tuple(problems)
        self.sources: Mapping[str, str] = dict(sources or {})
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def render(self, columns: int = _MARGIN + _QUOTED) -> str:
        """All problems with the lines they are about, of which so many columns are quoted."""
        return "\n".join(
            problem.render(self.sources.get(problem.file, ""), columns) for problem in self.problems
        )


class Problems:
    """The problems found so far; the same one is kept once."""

    def __init__(self) -> None:
        """Begin with none."""
        self._found: dict[Problem, None] = {}
        self._sources: dict[str, str] = {}

    def add(
        self, severity: Severity, span: Span, rule: str, message: str, help_text: str = ""
    ) -> None:
        """Note a problem; what goes on over several lines is marked on its first.

        Raises:
            DefinitionError: There are as many as are told of one file.
        """
        line, column = span.source.place(span.start)
        last, end = span.source.place(max(span.end, span.start + 1))
        if last != line:
            end = column + 1
        self._sources[span.source.file] = span.source.text
        told = (_LONG_WORD.sub(_shortened, text) for text in (message, help_text))
        problem = Problem(span.source.file, line, column, end, severity, rule, *told)
        self._found.setdefault(problem, None)
        if len(self._found) >= limits.PROBLEMS:
            raise DefinitionError(self.all, self._sources)

    def error(self, span: Span, rule: str, message: str, help_text: str = "") -> None:
        """Note what keeps the file from being accepted."""
        self.add("error", span, rule, message, help_text)

    def warn(self, span: Span, rule: str, message: str, help_text: str = "") -> None:
        """Note what is probably not meant."""
        self.add("warning", span, rule, message, help_text)

    def extend(self, problems: Iterable[Problem], sources: Mapping[str, str]) -> None:
        """Take over problems found elsewhere."""
        self._found.update(dict.fromkeys(problems))
        self._sources.update(sources)

    @property
    def all(self) -> tuple[Problem, ...]:
        """In the order of the file."""
        return tuple(sorted(self._found, key=lambda one: (one.file, one.line, one.column)))

    @property
    def sources(self) -> Mapping[str, str]:
        """Text of every file that a problem was found in."""
        return self._sources

    @property
    def failed(self) -> bool:
        """Whether there is any error."""
        return any(problem.severity == "error" for problem in self._found)

    def stop(self) -> None:
        """End here if anything was wrong.

        Raises:
            DefinitionError: There is at least one error.
        """
        if self.failed:
            errors = (problem for problem in self.all if problem.severity == "error")
            raise DefinitionError(errors, self._sources)


def nearest(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """The known words that `word` is probably a slip of, the likeliest first; at most three.

    Only those at the smallest distance are given, and none that is far off: who misses more than
    a third of a word has at least begun it rightly. Of very many known words only the first are
    looked at.
    """
    allowed = 1 if len(word) <= 3 else 2 if len(word) <= 7 else 3
    word = word[:60]
    ranked = [
        (distance, sorted(word.lower()) != sorted(other.lower()), place, other)
        for place, other in enumerate(islice(dict.fromkeys(known), limits.SUGGESTIONS))
        if abs(len(other) - len(word)) <= allowed
        and (distance := _distance(word.lower(), other.lower())) <= min(allowed, len(other) - 1)
        and (3 * distance <= len(word) or word[:1].lower() == other[:1].lower())
    ]
    best = min((one[0] for one in ranked), default=0)
    return tuple(one[-1] for one in sorted(ranked)[:3] if one[0] == best)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The help for a misspelt word; "" if nothing is near."""
    near = nearest(word, known)
    return f"did you mean {' or '.join(repr(one) for one in near)}?" if near else ""


def joined(*helps: str) -> str:
    """Several helps as one."""
    return "; ".join(one for one in helps if one)


def _distance(first: str, second: str) -> int:
    """Insertions, deletions, substitutions and swaps of neighbors that lead to the other.

    Source: the optimal string alignment distance (Damerau, 1964).
    """
    before: list[int] = []
    above = list(range(len(second) + 1))
    for row, left in enumerate(first, 1):
        here = [row]
        for column, right in enumerate(second, 1):
            cost = min(
                above[column] + 1,
                here[column - 1] + 1,
                above[column - 1] + (left != right),
            )
            if row > 1 and column > 1 and left == second[column - 2] and first[row - 2] == right:
                cost = min(cost, before[column - 2] + 1)
            here.append(cost)
        before, above = above, here
    return above[-1]


def _width(text: str) -> int:
    """Columns that a terminal gives the text."""
    return sum(
        0
        if unicodedata.combining(letter)
        else 2
        if unicodedata.east_asian_width(letter) in "WF"
        else 1
        for letter in text
    )


def _blank(text: str) -> str:
    """As wide as the text, with its tabs."""
    return "".join("\t" if letter == "\t" else " " * _width(letter) for letter in text)
