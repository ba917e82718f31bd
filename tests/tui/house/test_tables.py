"""Who may sit down where, see what, and say how much."""

from __future__ import annotations

from contextlib import closing

import pytest

from core import catalog
from core.errors import PersonError, SessionError, Stale
from core.match.entries import OPEN, Player, Terms
from core.store.people import Ban
from tui.house import visitor
from tui.house.limits import Limits
from tui.house.rules import Rules
from tui.house.tables import Tables, append, create, found, join, say
from tui.house.visitor import NotAHouse, Premises, Visitor, house_store

GAME = "oust:size-4"


@pytest.fixture
def come(tmp_path):
    """Lets somebody in: `come("ann")`, or a guest without a name."""
    people = []

    def come(name="", **limits):
        rules = Rules(limits=Limits(**limits))
        premises = Premises.of(str(tmp_path / "house.db"), tmp_path, rules)
        person = Visitor(premises, f"key of {name}" if name else None, name, "::1")
        if name and not person.name:
            person.take_name(name)
        people.append(person)
        return person

    yield come
    for person in people:
        person.leave()


def table(person, *others, **terms):
    game = catalog.load(GAME)
    return create(
        person, game, (Player("person", person.name), *(others or [OPEN])), Terms(**terms)
    )


def seen(person):
    return Tables.seen_by(person)


def test_an_open_table_is_joined_by_one(come):
    ann, bob, cat = come("ann"), come("bob"), come("cat")
    match = table(ann)
    assert [kept.match for kept in seen(bob).open] == [match]
    session = found(cat, match)
    join(bob, match)
    with pytest.raises(SessionError, match="no seat is open"):
        join(cat, match)
    with pytest.raises(Stale):
        append(cat, match, session, session.sit(1, Player("person", "cat"), 0))
    with pytest.raises(SessionError, match="you sit at match 1 already"):
        join(bob, match)
    assert [kept.match for kept in seen(ann).waiting] == [match]
    assert [kept.match for kept in seen(bob).others] == [match]
    assert [kept.match for kept in seen(cat).live] == [match]


def test_a_private_table_is_seen_by_those_it_is_for(come):
    ann, bob, cat = come("ann"), come("Bob"), come("cat")
    match = table(ann, Player("open", "bob"), private=True)
    assert seen(cat) == Tables.of("", ())
    for look in (found, join):
        with pytest.raises(SessionError, match="there is no match 1"):
            look(cat, match)
    assert [kept.match for kept in seen(bob).open] == [match]
    assert join(bob, match).seats[1] == Player("person", "Bob")


def test_a_chair_that_is_kept_for_somebody_is_not_for_others(come):
    match = table(come("ann"), Player("open", "bob"))
    with pytest.raises(SessionError, match="no seat is open"):
        join(come("cat"), match)


def test_a_table_at_which_nobody_sits_any_more_is_not_offered(come):
    ann, bob, guest = come("ann"), come("bob"), come()
    guest.arrive()
    for person in (ann, guest):
        table(person)
    assert len(seen(bob).open) == 2
    guest.house.go(guest.session)
    (only,) = seen(bob).open
    session = found(ann, only.match)
    append(ann, only.match, session, session.leave(0, 0))
    assert not seen(bob).open


def test_a_guest_has_the_name_of_nobody_who_has_left_a_match(come, monkeypatch):
    monkeypatch.setattr(visitor, "GUESTS", 10)
    guests = [come() for _ in range(30)]
    for guest in guests:
        if not seen(guest).others:
            table(guest)
    names = {come().name for _ in range(30)}
    assert not names & {guest.name for guest in guests}


def test_open_tables_of_one_person_are_limited(come):
    ann = come("ann", open_tables=2)
    first = table(ann)
    table(ann)
    with pytest.raises(SessionError, match="nobody has more than 2 open tables"):
        table(ann)
    join(come("bob"), first)
    table(ann)


def test_games_of_one_person_are_limited_whoever_else_plays(come):
    ann, bob = come("ann", games=2), come("bob")
    match = table(ann, Player("bot", "beginner bot", 1))
    offered, more = table(bob), table(bob)
    join(ann, offered)
    for sit_down in (lambda: table(ann), lambda: join(ann, more)):
        with pytest.raises(SessionError, match="nobody plays more than 2 games at a time"):
            sit_down()
    session = found(ann, match)
    append(ann, match, session, session.resign(0, 0))
    join(ann, more)


def test_guests_play_casual_games_only(come):
    guest, ann = come(), come("ann")
    assert guest.name.startswith("guest-")
    with pytest.raises(SessionError, match="people with a name"):
        table(guest, rated=True)
    with pytest.raises(SessionError, match="people with a name"):
        join(guest, table(ann, rated=True))
    join(guest, table(ann))


def test_bots_sit_down_up_to_a_level(come):
    ann = come("ann", bot=2)
    table(ann, Player("bot", "easy bot", 2))
    for other in (Player("bot", "bot", 3), Player("bot", "bot", "time:9s"), Player("engine", "sh")):
        with pytest.raises(SessionError, match="bots up to level 2"):
            table(ann, other)


def test_what_is_said_is_limited_in_length_and_number_over_all_sessions(come):
    ann, again = come("ann", chat=10, chat_rate=3), come("ann", chat=10, chat_rate=3)
    match = table(ann)
    for person in (ann, again, ann):
        session = found(person, match)
        append(person, match, session, say(person, session, "\x1b[31m" + "x" * 400))
    assert {one.text for one in found(ann, match).said} == {"[31mxxxxx"}
    with pytest.raises(SessionError, match="a lot of talk"):
        say(again, found(again, match), "more")


def test_the_banned_do_not_come_in_whoever_opens_the_door(come):
    ann = come("ann")
    ann.people.ban(Ban(ann.key, None, "no manners"))
    with pytest.raises(PersonError, match="banned from this house: no manners"):
        come("ann")


def test_a_house_needs_a_store_that_is_shared(tmp_path):
    with pytest.raises(NotAHouse):
        house_store("memory:")
    with closing(house_store(str(tmp_path / "x.db"))) as store:
        assert store.list() == ()
