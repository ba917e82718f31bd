"""People of a house: each has a name, and one key or several by which they are known.

A name belongs to whoever took it first, in whatever letters of the same shape others write it
(`folded`), and nobody else may be called what reads the same without accents (`likeness`). Another
key joins a person by a code that is drawn where they are known already and typed where they are not
yet: it works once, and not for long.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from dataclasses import dataclass

from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from core.errors import PersonError, StoreError
from core.match.clock import MINUTE, Milliseconds
from core.store.schema import BANS, CODES, KEYS, PERSONS
from core.store.sql import SqlStore
from core.words import Message

PersonId = int

SHORTEST_NAME = 2
"""Characters of a name at least."""
MOST_KEYS = 20
"""Keys of one person."""
CODE_LASTS: Milliseconds = 10 * MINUTE
"""How long a code can be used."""
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of codes: none that look like one another."""
_CODE = 10
"""Letters of a code: with `_LETTERS`, some 49 bits."""
_ALIKE = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU")
"""Alphabets with letters of the same shape: a name takes its letters from one of them."""
_ACCENTS = re.compile("[\u0300-\u036f]")
"""Combining marks of Latin, Greek and Cyrillic letters."""
_BASE = re.compile(r"LATIN SMALL LETTER (?:DOTLESS )?([A-Z])\b")
"""What a letter of the Latin alphabet is called, whatever goes through it or hangs on it."""
_RESERVED = ("you", "guest", "player", "bot", "house", "host", "parlour", "nobody", "open", "all")
"""What the program calls people itself."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has been here before."""

    id: PersonId
    name: str


@dataclass(frozen=True, slots=True)
class Key:
    """Something a person is known by."""

    fingerprint: str
    created: Milliseconds


@dataclass(frozen=True, slots=True)
class Ban:
    """A key or an address that is not let in."""

    what: str
    until: Milliseconds | None
    """When it ends; None is never."""
    reason: str

    def holds(self, now: Milliseconds) -> bool:
        """Whether it is still in force."""
        return self.until is None or now < self.until


def checked_name(text: str, longest: int) -> str:
    """A name as it is kept and shown.

    Args:
        text: What somebody wants to be called.
        longest: Characters of a name at most.

    Raises:
        PersonError: Nobody can be called so; says why.
    """
    name = unicodedata.normalize("NFKC", text.strip())
    if not SHORTEST_NAME <= len(name) <= longest:
        raise PersonError(
            Message(
                "a name has from {least} to {most} characters", least=SHORTEST_NAME, most=longest
            )
        )
    for mark in name:
        if not _may_stand(mark):
            shown = mark if mark.isprintable() else f"U+{ord(mark):04X}"
            raise PersonError(
                Message(
                    "a name is made of letters, digits, '_', '-' and '.', not {mark}",
                    mark=repr(shown),
                )
            )
    if unicodedata.combining(name[0]) or not any(mark.isalpha() for mark in name):
        raise PersonError(Message("a name begins with a letter or digit, and has a letter"))
    if not name[0].isalnum():
        raise PersonError(Message("a name begins with a letter or digit, and has a letter"))
    scripts = {word for mark in name if (word := _script(mark)) in _ALIKE}
    if len(scripts) > 1:
        raise PersonError(
            Message(
                "the letters of a name come from one alphabet, not from {several}",
                several=", ".join(sorted(scripts)).title(),
            )
        )
    words = folded(name).replace("_", "-").replace(".", "-").split("-")
    if words[0] in _RESERVED:
        raise PersonError(Message("{name} is a word of the house; choose another", name=repr(name)))
    return name


def folded(name: str) -> str:
    """What all ways of writing a name have in common.

    Source: Unicode Standard, section 3.13, D146: compatibility caseless matching.
    """
    once = unicodedata.normalize("NFKC", unicodedata.normalize("NFD", name).casefold())
    return unicodedata.normalize("NFKC", once.casefold())


def likeness(name: str) -> str:
    """What a name looks like where there are no accents to be seen: another must not look so.

    Source: Unicode Standard, section 4.8: what letters with a stroke or the like are called.
    """
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", folded(name)))
    return "".join(
        base[1].lower() if (base := _BASE.match(_full_name(mark))) else mark for mark in bare
    )


def _taken(name: str) -> PersonError:
    return PersonError(
        Message(
            "somebody else is called {name}, or nearly so; choose another name", name=repr(name)
        )
    )


def _may_stand(mark: str) -> bool:
    """Whether a character can be part of a name: it is seen, and stays where it is written."""
    if mark in "_-.":
        return True
    kind = unicodedata.category(mark)
    if kind in ("Mn", "Mc"):  # vowels of many scripts, but not what is stacked or not seen
        return "SELECTOR" not in _full_name(mark) and "GRAPHEME" not in _full_name(mark)
    return (kind.startswith("L") or kind == "Nd") and "FILLER" not in _full_name(mark)


def _full_name(mark: str) -> str:
    return unicodedata.name(mark, "")


def _script(mark: str) -> str:
    return _full_name(mark).partition(" ")[0] if mark.isalpha() else ""


class People:
    """The people of a store."""

    def __init__(self, store: SqlStore) -> None:
        """Look at nobody yet."""
        self._store = store

    def of_key(self, fingerprint: str) -> Person | None:
        """Whose key it is; None is nobody's yet.

        Raises:
            StoreError: It cannot be read.
        """
        wanted = (
            select(PERSONS.c.id, PERSONS.c.name)
            .join(KEYS, KEYS.c.person == PERSONS.c.id)
            .where(KEYS.c.fingerprint == fingerprint)
        )
        with self._store.reading() as connection:
            row = connection.execute(wanted).first()
        return Person(row.id, row.name) if row else None

    def named(self, name: str) -> Person | None:
        """Who is called so; None is nobody.

        Raises:
            StoreError: It cannot be read.
        """
        wanted = select(PERSONS.c.id, PERSONS.c.name).where(PERSONS.c.folded == folded(name))
        with self._store.reading() as connection:
            row = connection.execute(wanted).first()
        return Person(row.id, row.name) if row else None

    def names(self) -> tuple[str, ...]:
        """What everybody is called who has ever been here.

        Raises:
            StoreError: It cannot be read.
        """
        with self._store.reading() as connection:
            return tuple(connection.scalars(select(PERSONS.c.name)))

    def welcome(self, name: str, fingerprint: str, now: Milliseconds) -> Person:
        """A new person.

        Args:
            name: As `checked_name` gives it.
            fingerprint: Of the key they have come with.
            now: When.

        Raises:
            PersonError: Somebody else is called so, or has that key.
            StoreError: It cannot be kept.
        """
        like = likeness(name)
        try:
            with self._store.changing() as connection:
                names = connection.scalars(select(PERSONS.c.name))
                if any(likeness(known) == like for known in names):
                    raise _taken(name)
                made = connection.execute(
                    insert(PERSONS).values(name=name, folded=folded(name), created=now)
                )
                (id,) = made.inserted_primary_key or (0,)
                connection.execute(
                    insert(KEYS).values(fingerprint=fingerprint, person=id, created=now)
                )
        except StoreError as error:
            if not isinstance(error.__cause__, IntegrityError):
                raise
            if self.of_key(fingerprint) is not None:
                raise PersonError(Message("this key has a name already")) from error
            raise _taken(name) from error
        return Person(id, name)

    def keys(self, person: Person) -> tuple[Key, ...]:
        """The keys of a person, oldest first.

        Raises:
            StoreError: They cannot be read.
        """
        wanted = (
            select(KEYS.c.fingerprint, KEYS.c.created)
            .where(KEYS.c.person == person.id)
            .order_by(KEYS.c.created, KEYS.c.fingerprint)
        )
        with self._store.reading() as connection:
            return tuple(Key(row.fingerprint, row.created) for row in connection.execute(wanted))

    def invite(self, person: Person, now: Milliseconds) -> str:
        """A new code with which another key joins a person; earlier ones are void.

        Raises:
            StoreError: It cannot be kept.
        """
        code = "".join(secrets.choice(_LETTERS) for _ in range(_CODE))
        with self._store.changing() as connection:
            connection.execute(delete(CODES).where(CODES.c.person == person.id))
            connection.execute(
                insert(CODES).values(id=_digest(code), person=person.id, until=now + CODE_LASTS)
            )
        return code

    def join(self, code: str, fingerprint: str, now: Milliseconds) -> Person:
        """The person of a code, who is known by this key too from now on.

        Raises:
            PersonError: There is no such code, or no more, or the key is somebody's already.
            StoreError: It cannot be kept.
        """
        if self.of_key(fingerprint) is not None:
            raise PersonError(Message("this key has a name already"))
        with self._store.changing() as connection:
            used = connection.execute(
                delete(CODES)
                .where(CODES.c.id == _digest(code.strip().lower()), CODES.c.until > now)
                .returning(CODES.c.person)
            ).first()
            if used is None:
                raise PersonError(Message("there is no such code, or it is too old"))
            count = connection.execute(
                select(func.count()).select_from(KEYS).where(KEYS.c.person == used.person)
            ).scalar_one()
            if count >= MOST_KEYS:
                raise PersonError(Message("nobody has more than {most} keys", most=MOST_KEYS))
            connection.execute(
                insert(KEYS).values(fingerprint=fingerprint, person=used.person, created=now)
            )
            name = connection.execute(
                select(PERSONS.c.name).where(PERSONS.c.id == used.person)
            ).scalar_one()
        return Person(used.person, name)

    def drop_key(self, person: Person, fingerprint: str) -> None:
        """Know a person by this key no longer.

        Raises:
            PersonError: It is not theirs, or the only one.
            StoreError: It cannot be kept.
        """
        known = [key.fingerprint for key in self.keys(person)]
        if fingerprint not in known:
            raise PersonError(Message("{key} is no key of yours", key=repr(fingerprint[:60])))
        if len(known) == 1:
            raise PersonError(Message("this is your only key; add another one first"))
        with self._store.changing() as connection:
            connection.execute(
                delete(KEYS).where(KEYS.c.fingerprint == fingerprint, KEYS.c.person == person.id)
            )

    def ban(self, ban: Ban) -> None:
        """Let a key or an address in no more, in place of what was said of it before.

        Raises:
            StoreError: It cannot be kept.
        """
        with self._store.changing() as connection:
            connection.execute(delete(BANS).where(BANS.c.what == ban.what))
            connection.execute(
                insert(BANS).values(what=ban.what, until=ban.until, reason=ban.reason)
            )

    def unban(self, what: str) -> bool:
        """Let a key or an address in again; whether it was banned.

        Raises:
            StoreError: It cannot be kept.
        """
        with self._store.changing() as connection:
            return connection.execute(delete(BANS).where(BANS.c.what == what)).rowcount > 0

    def bans(self, now: Milliseconds) -> tuple[Ban, ...]:
        """All bans in force.

        Raises:
            StoreError: They cannot be read.
        """
        with self._store.reading() as connection:
            rows = connection.execute(select(BANS).order_by(BANS.c.what)).all()
        found = [Ban(row.what, row.until, row.reason) for row in rows]
        return tuple(ban for ban in found if ban.holds(now))


def _digest(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
