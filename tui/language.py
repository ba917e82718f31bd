"""The language that the screens speak: messages in English, translated by gettext catalogs.

`_` translates at the moment it is called, so a message that stands in a table or a class is marked
with `N_` where it is written and goes through `_` where it is shown. Values are put in afterwards,
by name, because other languages order them differently: `_("{name} to move").format(name=name)`.
What the engine says, and the words of game files, are texts of `core.words` and go through `said`.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from pathlib import Path

from core.errors import GameError
from core.words import Text

LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "pt": "Português",
    "id": "Bahasa Indonesia",
    "ro": "Română",
    "ko": "한국어",
}
"""Code of each language -> what its speakers call it."""
UNICODE_ONLY = ("ko",)
"""Languages of which nothing can be read where only ASCII is shown."""
CATALOGS = Path(__file__).with_name("languages")
"""Folder of the catalogs, as gettext lays them out."""

_active: gettext.NullTranslations = gettext.NullTranslations()
_code = "en"


def _(message: str) -> str:
    """A message in the language of the screens."""
    return _active.gettext(message)


def ngettext(one: str, many: str, count: int) -> str:
    """The form of a message that fits `count` in the language of the screens."""
    return _active.ngettext(one, many, count)


def N_(message: str) -> str:
    """The message itself: marks a text that is translated where it is shown."""
    return message


def said(text: str | GameError) -> str:
    """What the engine or a game file says, or why something went wrong, in the same language."""
    words = text.text if isinstance(text, GameError) else text
    return words.told(_code, _) if isinstance(words, Text) else words


def speak(code: str, ascii: bool = False) -> None:
    """Go over to a language, one of `LANGUAGES`; English, where it is not to be had in ASCII."""
    global _active, _code
    code = "en" if ascii and code in UNICODE_ONLY else code
    _active = gettext.translation("parlour", CATALOGS, [code], fallback=True)
    _code = code


def speak_in(code: str, encoding: str) -> None:
    """Go over to a language; English, where the encoding has not its letters."""
    try:
        LANGUAGES[code].encode(encoding)
    except UnicodeEncodeError:
        speak(code, ascii=True)
    else:
        speak(code)


def chosen(wanted: str, environ: Mapping[str, str]) -> str:
    """The language to speak.

    Args:
        wanted: What the person chose: one of `LANGUAGES`, or "auto" to look at the locale.
        environ: The environment. LANGUAGE counts first, a list with colons between, but not in the
            locale C; the locale is the first of LC_ALL, LC_MESSAGES and LANG that is set.

    Source: GNU gettext manual, "Locale Environment Variables" and "The LANGUAGE variable".
    """
    if wanted in LANGUAGES:
        return wanted
    locale = next(filter(None, map(environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "C")
    if locale.partition(".")[0] in ("C", "POSIX"):
        return "en"
    for name in (*environ.get("LANGUAGE", "").split(":"), locale):
        code = name.replace("-", "_").partition("_")[0].partition(".")[0].partition("@")[0].lower()
        if code in LANGUAGES:
            return code
    return "en"
