"""The languages of the screens: which is spoken, and that nothing is left untranslated."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.errors import GameError
from core.words import Message, Words
from tui import catalogs, language
from tui.language import LANGUAGES, chosen, said, speak, speak_in
from tui.plain.commands import WORDS

ROOT = Path(__file__).parents[2]
ENGLISH = ("bench", "catalogs", "keymap", "language", "pseudo", "ratings", "recording",
           "screenshot", "shelves", "speed")  # fmt: skip
"""Modules of the command, of the files it reads and writes (a picture is written in SVG's own
words), of what its ratings tell scripts, and of tools, which speak English."""
HOUSE = ("bench", "command", "forced", "front", "host", "rules", "serve", "talk", "verbs", "visit")
"""Modules of the house that its host reads or measures with, and verbs, on which scripts rely in
every language."""
SCREENS = sorted(
    path
    for path in (ROOT / "tui").rglob("*.py")
    if path.parent.name != "command"
    and path.stem not in (HOUSE if path.parent.name == "house" else ENGLISH)
)
NAMES = re.compile(r"Parlour|do [a-z]+\.\w+")
"""Texts that are no language's: a name, and what a click means."""
ANSWERS = re.compile(f"({'|'.join([word for word, _text in WORDS])}|LAST none:) ?")
"""What answers of line mode begin with; scripts rely on it in every language."""
FORMS = {"Command": 1}
"""Who is told how a command is typed, the same in every language -> which argument it is."""
SHOWN = {"Piece": 0, "Option": 1, "Ask": 0, "TextPage": 0, "FinderPage": 0, "tell": 0, "_say": 0}
"""Who shows a text -> which argument it is."""


@pytest.mark.parametrize(
    ("environ", "code"),
    [
        ({}, "en"),
        ({"LANG": "pt_BR.UTF-8"}, "pt"),
        ({"LANG": "ro_RO.UTF-8", "LC_MESSAGES": "ko_KR.UTF-8"}, "ko"),
        ({"LC_MESSAGES": "ko_KR.UTF-8", "LC_ALL": "id_ID"}, "id"),
        ({"LC_ALL": "", "LANG": "ro@latin"}, "ro"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "fr:pt_PT:ko"}, "pt"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C", "LANGUAGE": "ko"}, "en"),
        ({"LANGUAGE": "ko"}, "en"),
        ({"LANG": "C.UTF-8", "LC_ALL": "POSIX", "LANGUAGE": "ko"}, "en"),
        ({"LANG": "ko_KR.UTF-8", "LANGUAGE": "en"}, "en"),
    ],
)
def test_the_locale_chooses_as_gettext_does(environ, code):
    assert chosen("auto", environ) == code


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_person_chooses_before_the_locale(code):
    assert chosen(code, {"LANG": "ko_KR.UTF-8", "LANGUAGE": "pt"}) == code


def test_a_language_whose_letters_cannot_be_written_is_not_spoken():
    for encoding, word in (("utf-8", "무승부"), ("euc_kr", "무승부"), ("latin-1", "draw")):
        speak_in("ko", encoding)
        assert language._("draw") == word
    speak_in("pt", "ascii")
    assert language._("draw") == "empate"


def test_where_only_ascii_is_shown_no_language_is_spoken_that_has_none():
    speak("ko", ascii=True)
    assert language._("draw") == "draw"
    speak("pt", ascii=True)
    assert language._("draw") == "empate"


def test_a_text_is_told_with_all_that_stands_in_it():
    color = Words({"en": "green", "pt": "verde"}, "0")
    told = Message("not now; {prompt}", prompt=color)
    assert (told, said(told)) == ("not now; green", "not now; green")
    speak("pt")
    assert (told, said(told)) == ("not now; green", "agora não; verde")
    assert said(GameError(told)) == said(told)
    assert said(GameError("of no catalog")) == "of no catalog"


@pytest.mark.parametrize("code", catalogs.FOREIGN)
def test_every_message_is_translated(code):
    kept = {message.id: message for message in catalogs.catalog(code) if message.id}
    assert set(kept) == {message.id for message in catalogs.template() if message.id}
    for message in kept.values():
        strings = message.string if message.pluralizable else (message.string,)
        assert strings
        assert all(strings), message.id
        assert not message.fuzzy, message.id
        ids = message.id if message.pluralizable else (message.id,)
        for number, text in enumerate(strings):
            # A form for one thing alone may do without its number, where the English one does.
            alone = ids[:1] if number < len(strings) - 1 else ()
            assert places(text) in [places(one) for one in (*alone, ids[-1])], message.id
            assert text[:1].isspace() == ids[-1][:1].isspace() or code == "ko", message.id


def places(text: str) -> set[str]:
    """The names of the values that go into a message."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("code", catalogs.FOREIGN)
def test_what_is_read_is_what_was_translated(code):
    path = catalogs.po_of(code)
    assert path.with_suffix(".mo").read_bytes() == catalogs.mo(catalogs.catalog(code))
    assert path.read_bytes() == catalogs.po(catalogs.updated(code))


@pytest.mark.parametrize("folder", ["core", "tui"])
def test_a_message_with_a_name_is_marked_where_it_is_written(folder):
    for path in sorted((ROOT / folder).rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        assert list(named(tree)) == [], path


def test_a_message_with_a_name_is_found():
    assert list(named(ast.parse('told = "no {game}"; Message(told, game=game)'))) == ["no {game}"]
    assert list(named(ast.parse('told = N_("no {game}"); Message(told, game=game)'))) == []


def named(tree: ast.Module) -> Iterator[str]:
    """Texts that are not marked, and which a variable hands on to what translates them."""
    handed = {
        node.args[0].id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args
        if node.func.id in catalogs.MARKS and isinstance(node.args[0], ast.Name)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str(text))):
                if name in handed:
                    yield text


def test_messages_are_found_wherever_they_are_marked():
    code = """f"  {_('one')} {N_('two') + _(name)}"; ngettext("x", "xs", n); Message("m", a=1)"""
    assert set(catalogs.messages(ast.parse(code))) == {"one", "two", ("x", "xs"), "m"}


@pytest.mark.parametrize(
    "code",
    [
        'table.tell("no game")',
        'Piece("rules", "dim")',
        'Piece(f" {key} rules", "dim")',
        'x = "cells as large as fits"',
        'x = f"{lines} above or {below}"',
        'Option("y", "yes", do)',
        'Command("games", "[GAME or WORD]", "the games that are known")',
        'x = f"TOOK BACK {count} steps by {name}"',
        'raise GameError("there is none")',
    ],
)
def test_a_text_that_is_not_marked_is_found(code):
    assert list(unmarked(ast.parse(code)))


def test_what_scripts_rely_on_is_no_text_of_a_language():
    fixed = (
        """x = f"TOOK BACK {n}", "NOT SAVED", Command("games", "[GAME or WORD]", N_("the games"))"""
    )
    assert list(unmarked(ast.parse(fixed), ANSWERS)) == []
    assert len(list(unmarked(ast.parse(fixed)))) == 2


@pytest.mark.parametrize("path", SCREENS, ids=lambda path: path.stem)
def test_every_text_of_a_screen_is_marked(path):
    fixed = ANSWERS if path.parent.name == "plain" else NAMES
    assert list(unmarked(ast.parse(path.read_text("utf-8")), fixed)) == []


def unmarked(tree: ast.Module, fixed: re.Pattern[str] = NAMES) -> Iterator[str]:
    """Texts that look like ones for people, and do not go through the catalogs.

    Those are texts with words in a row, and whatever is given to those that show it; names of
    roles, keys and files are single words elsewhere.
    """
    skipped: set[int] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant()):
                skipped.add(id(node.value))
            case ast.Call(func=ast.Name(id=name)) if name in catalogs.MARKS:
                skipped |= {id(inner) for inner in ast.walk(node)}
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re" | "log"))):
                skipped |= {id(inner) for inner in ast.walk(node)}
            case ast.Assign(targets=[ast.Name(id="DEFAULT_CSS")]):
                skipped.add(id(node.value))
            case ast.Call(func=ast.Name(id=name)) if name in FORMS:
                skipped |= {id(form) for form in node.args[FORMS[name] :][:1]}
            case ast.Raise(exc=ast.Call(func=ast.Name(id="GameError"))):
                pass
            case ast.Raise():
                skipped |= {id(inner) for inner in ast.walk(node)}
    shown: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            place = SHOWN.get(name, len(node.args))
            for argument in node.args[place : place + 1]:
                match argument:
                    case ast.JoinedStr(values=parts):
                        shown |= {id(part) for part in parts}
                    case _:
                        shown.add(id(argument))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            words = "[A-Za-z]{2,}" if id(node) in shown else r"[A-Za-z]{2,}[,;:]? +[A-Za-z]{2,}"
            told = id(node) not in skipped and not fixed.fullmatch(node.value)
            if told and not NAMES.fullmatch(node.value) and re.search(words, node.value):
                yield f"{node.lineno}: {node.value!r}"
