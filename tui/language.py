"""The language that the screens speak: messages in English, translated by gettext catalogs.

`_` translates at the moment it is called, so a message that stands in a table or a class is marked
with `N_` where it is written and goes through `_` where it is shown. Values are put in afterwards,
by name, because other languages order them differently: `_("{name} to move").format(name=name)`.
"""

import gettext

_active: gettext.NullTranslations = gettext.NullTranslations()


def _(message: str) -> str:
    """A message in the language of the screens."""
    return _active.gettext(message)


def ngettext(one: str, many: str, count: int) -> str:
    """The form of a message that fits `count` in the language of the screens."""
    return _active.ngettext(one, many, count)


def N_(message: str) -> str:
    """The message itself: marks a text that is translated where it is shown."""
    return message
