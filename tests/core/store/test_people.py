"""People have names that nobody else can write, and keys that others cannot take."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import PersonError
from core.match.clock import DAY
from core.match.entries import clean
from core.store.address import open_store
from core.store.house import BEAT, STALE, House
from core.store.people import (
    CODE_LASTS,
    MOST_KEYS,
    Ban,
    People,
    Person,
    checked_name,
    folded,
    likeness,
)

NOW = 1_767_225_600_000
LONGEST = 20


@pytest.fixture
def store(address):
    kept = open_store(address)
    yield kept
    kept.close()


@pytest.fixture
def people(store):
    return People(store)


@pytest.mark.parametrize("name", ["ann", "Ann-2", "李雷", "Zoë", "नेहा", "x_1.y", "ab"])
def test_a_name_is_letters_and_digits_of_any_script(name):
    assert checked_name(name, LONGEST) == unicodedata.normalize("NFKC", name)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("a", "from 2 to 20 characters"),
        ("a" * 21, "from 2 to 20 characters"),
        ("a b", "not ' '"),
        ("[red]x", r"not '\['"),
        ("a\x1b[2J", r"not 'U\+001B'"),
        ("a\u202eb", r"not 'U\+202E'"),
        ("a\u3164b", "is made of letters"),
        ("12", "has a letter"),
        ("-ann", "begins with a letter"),
        ("p\u0430ul", "from one alphabet"),
        ("guest-1234", "word of the house"),
        ("You", "word of the house"),
        ("player_1", "word of the house"),
    ],
)
def test_what_is_no_name_is_told(name, fault):
    with pytest.raises(PersonError, match=fault):
        checked_name(name, LONGEST)


def test_of_all_characters_none_that_steers_a_terminal_or_is_unseen_is_in_a_name():
    taken = []
    for mark in map(chr, range(sys.maxunicode + 1)):
        if unicodedata.category(mark) in ("Cn", "Co") and ord(mark) % 101:
            continue  # of the many without a meaning, some stand for all
        try:
            taken.append(checked_name(f"a{mark}", LONGEST))
        except PersonError:
            continue
    marks = {mark for name in taken for mark in name}
    assert all(mark.isprintable() and not mark.isspace() for mark in marks)
    assert not {unicodedata.category(mark)[0] for mark in marks} & {"C", "Z", "S"}
    assert not marks & set("[]{}<>&\\/'\"`$;|\u115f\u1160\u3164\uffa0\u200d\u200f\ufe0f")


@given(st.text(max_size=400))
def test_nothing_that_is_said_steers_a_terminal(text):
    said = clean(text)
    assert said.isprintable()
    assert not any(
        unicodedata.category(mark) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") for mark in said
    )


@given(st.text(min_size=2, max_size=LONGEST))
def test_a_name_is_its_own_name(text):
    try:
        name = checked_name(text, LONGEST)
    except PersonError:
        return
    assert checked_name(name, LONGEST) == name
    assert folded(folded(name)) == folded(name)


def test_a_name_is_taken_in_all_its_writings(people):
    people.welcome("Straße", "key 1", NOW)
    for other in ("STRASSE", "strasse", "Straße"):
        with pytest.raises(PersonError, match="somebody else is called"):
            people.welcome(other, "key 2", NOW)
    assert people.named("STRASSE").name == "Straße"
    assert people.of_key("key 2") is None


@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("Ann", ["Ánn", "änn", "ANN̄"]),
        ("Bøb", ["bob", "Bób"]),
        ("Łukasz", ["lukasz"]),
        ("Özdil", ["Ozd\u0131l", "ozdil"]),
    ],
)
def test_nobody_is_called_what_looks_the_same_without_accents(people, name, others):
    people.welcome(name, "key 1", NOW)
    for other in others:
        with pytest.raises(PersonError, match="somebody else is called"):
            people.welcome(checked_name(other, LONGEST), "key 2", NOW)
    for different in ("Anna", "Bobo", "민수", "민서", "Анна", "Ая", "आशा", "आशी"):
        people.welcome(different, f"key of {different}", NOW)


@given(st.text(st.characters(max_codepoint=0x24F, categories=["L"]), min_size=2, max_size=8))
def test_two_names_that_are_written_alike_in_ascii_look_alike(text):
    try:
        name = checked_name(text, LONGEST)
    except PersonError:
        return
    plain = unicodedata.normalize("NFD", name).encode("ascii", "ignore").decode()
    if len(plain) == len(name):
        assert likeness(name) == likeness(plain)
    assert likeness(likeness(name)) == likeness(name)


def test_a_key_has_one_name(people):
    ann = people.welcome("ann", "key 1", NOW)
    with pytest.raises(PersonError, match="this key has a name already"):
        people.welcome("bob", "key 1", NOW)
    assert people.of_key("key 1") == ann
    assert people.named("bob") is None


def test_another_key_joins_by_a_code_once(people):
    ann = people.welcome("ann", "key 1", NOW)
    code = people.invite(ann, NOW)
    assert people.join(f" {code.upper()} ", "key 2", NOW + 1) == ann
    assert [key.fingerprint for key in people.keys(ann)] == ["key 1", "key 2"]
    with pytest.raises(PersonError, match="no such code"):
        people.join(code, "key 3", NOW + 2)


def test_nobody_has_more_keys_than_some(people):
    ann = people.welcome("ann", "key 1", NOW)
    for number in range(2, MOST_KEYS + 1):
        people.join(people.invite(ann, NOW), f"key {number}", NOW)
    code = people.invite(ann, NOW)
    with pytest.raises(PersonError, match=f"more than {MOST_KEYS} keys"):
        people.join(code, "one more", NOW)
    assert people.of_key("one more") is None
    people.drop_key(ann, "key 2")
    assert people.join(code, "one more", NOW) == ann


def test_a_code_grows_old_and_is_replaced_by_the_next(people):
    ann = people.welcome("ann", "key 1", NOW)
    old, new = people.invite(ann, NOW), people.invite(ann, NOW)
    for code, moment in ((old, NOW), (new, NOW + CODE_LASTS)):
        with pytest.raises(PersonError, match="no such code"):
            people.join(code, "key 2", moment)


def test_a_key_that_has_a_name_takes_no_other(people):
    ann, bob = people.welcome("ann", "key 1", NOW), people.welcome("bob", "key 2", NOW)
    code = people.invite(ann, NOW)
    with pytest.raises(PersonError, match="this key has a name already"):
        people.join(code, "key 2", NOW)
    assert people.of_key("key 2") == bob


def test_the_last_key_stays(people):
    ann = people.welcome("ann", "key 1", NOW)
    with pytest.raises(PersonError, match="only key"):
        people.drop_key(ann, "key 1")
    people.join(people.invite(ann, NOW), "key 2", NOW)
    people.drop_key(ann, "key 1")
    assert people.of_key("key 1") is None
    with pytest.raises(PersonError, match="no key of yours"):
        people.drop_key(Person(ann.id, "ann"), "key 9")


def test_bans_hold_until_they_end(people):
    people.ban(Ban("key 1", None, "cheating"))
    people.ban(Ban("10.0.0.1", NOW + DAY, ""))
    assert [ban.what for ban in people.bans(NOW)] == ["10.0.0.1", "key 1"]
    assert [ban.what for ban in people.bans(NOW + DAY)] == ["key 1"]
    assert people.unban("key 1")
    assert not people.unban("key 1")


def test_who_is_there_is_seen_until_they_go_or_are_long_unheard_of(store):
    house = House(store)
    one, two = house.come("ann", "key", "::1", NOW), house.come("bob", None, "::1", NOW + 1)
    house.stay(two, 7, NOW + BEAT)
    assert [(here.name, here.match) for here in house.there(NOW + BEAT)] == [
        ("ann", None),
        ("bob", 7),
    ]
    assert [here.name for here in house.there(NOW + STALE + 1)] == ["bob"]
    house.go(one)
    assert [here.name for here in house.there(NOW + BEAT)] == ["bob"]


def test_orders_are_followed_once(store):
    house = House(store)
    house.order("announce", "hello", NOW)
    last = house.last_order()
    house.order("kick", "bob", NOW)
    assert [(order.kind, order.text) for order in house.orders(last)] == [("kick", "bob")]


async def test_changes_beside_the_matches_are_heard_of(address):
    import asyncio

    ours, theirs = open_store(address), open_store(address)
    changes = ours.changes()
    hearing = asyncio.create_task(anext(changes))
    await asyncio.sleep(0.2)
    await asyncio.to_thread(House(theirs).order, "announce", "hello", NOW)
    async with asyncio.timeout(5):
        await hearing
    await changes.aclose()
    ours.close()
    theirs.close()
