"""Texts for players that can be told in other languages than English.

A `Text` is its English text, wherever one is wanted: it prints, compares and is joined as that.
It also knows how to be told otherwise: `Message` is a sentence of the program, which catalogs
translate; `Words` are words of a game file, which brings its own translations. Either may stand
in a message as a value. Joined to other strings a text is plain English, so who shows texts tells
them first and joins afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Self

Translate = Callable[[str], str]
"""A sentence of the program in English -> the same in another language."""


def N_(template: str) -> str:
    """The template itself: marks one that becomes a `Message` elsewhere."""
    return template


class Text(str):
    """A text in English that may be told in other languages."""

    __slots__ = ()

    def told(self, language: str, translate: Translate) -> str:
        """The text in a language.

        Args:
            language: Its code, as game files name it: "pt".
            translate: Into the same language.
        """
        return str(self)


class Message(Text):
    """A sentence of the program, with values put in by name."""

    __slots__ = ("template", "values")
    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, /, **values: object) -> Self:
        """Put the values in.

        Args:
            template: In English, with `{name}` where a value goes.
            values: By name; those that are texts are told in the language of the message.
        """
        self = super().__new__(cls, template.format(**values))
        self.template = template
        self.values = values
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _message, (self.template, self.values)

    def told(self, language: str, translate: Translate) -> str:
        """The sentence in a language."""
        values = {name: tell(value, language, translate) for name, value in self.values.items()}
        return translate(self.template).format(**values)


class Words(Text):
    """Words of a game file, in each language that it has them in."""

    __slots__ = ("languages", "usual")
    languages: Mapping[str, str]
    usual: str

    def __new__(cls, languages: Mapping[str, str], usual: str = "") -> Self:
        """Keep them.

        Args:
            languages: Code of a language -> the words in it.
            usual: What stands for languages that do not have the words, where English has none.
        """
        self = super().__new__(cls, languages.get("en", usual))
        self.languages = languages
        self.usual = usual
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return Words, (self.languages, self.usual)

    def told(self, language: str, translate: Translate) -> str:
        """The words in a language, else in English, else the usual ones."""
        for code in (language, "en"):
            if code in self.languages:
                return self.languages[code]
        return str(tell(self.usual, language, translate))


def _message(template: str, values: Mapping[str, object]) -> Message:
    return Message(template, **values)


def tell(value: object, language: str, translate: Translate) -> object:
    """A value as it goes into a sentence of a language: texts are told, all else stays."""
    return value.told(language, translate) if isinstance(value, Text) else value


def counted(number: int, what: str) -> str:
    """So many of something, in English alone: "1 step", "2 steps"."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def either(texts: Iterable[str]) -> str:
    """Several texts of which one holds: "place a stone or pass"; "" of none."""
    found = list(texts)
    return reduce(_or, found) if found else ""


def _or(one: str, other: str) -> Text:
    return Message("{one} or {other}", one=one, other=other)
