"""What every store promises, tried on each for real."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from core import catalog
from core.errors import Stale, UnknownMatch
from core.match.clock import MINUTE, Fischer
from core.match.entries import Player, Said, Terms
from core.match.session import Session
from core.store.kept import definition_text, keep, opened
from core.store.store import Note, Wanted

SEATS = (Player("person", "zoë"), Player("bot", "easy", 1))
TERMS = Terms(Fischer(5 * MINUTE), "asked", rated=True, patience=MINUTE)


def begun(now: int = 1000) -> Session:
    game = catalog.load("reversi:6x6")
    return Session.begin(game, game.start(), SEATS, TERMS, now)


def further(store, match, session, steps=1):
    for _ in range(steps):
        token = session.position.steps[0].token
        entry = session.step(session.mover, token, session.at + 1000)
        after = session.after(entry)
        store.append(match, entry, len(session.log), Note.of(after))
        session = after
    return session


def said(number: int) -> Said:
    return Said(None, "watcher", f"line {number}", at=2000)


class TestEveryStore:
    def test_what_was_kept_is_read_in_order(self, store):
        session = begun()
        match = keep(store, session)
        session = further(store, match, session, 3)
        assert store.read(match) == session.log
        assert store.read(match, 2) == session.log[2:]
        assert store.read(match, 4) == ()

    def test_another_program_reads_the_same(self, opener):
        store = opener()
        match = keep(store, begun())
        session = further(store, match, begun(), 3)
        assert opened(opener(), match).session == session

    def test_a_match_that_has_gone_on_is_kept_whole(self, store):
        session = begun()
        for _ in range(3):
            token = session.position.steps[0].token
            session = session.after(session.step(session.mover, token))
        assert store.read(keep(store, session)) == session.log

    def test_an_entry_for_a_log_that_has_changed_is_refused(self, store):
        match = keep(store, begun())
        store.append(match, said(1), 1)
        for after in (0, 1, 3):
            with pytest.raises(Stale, match=f"match {match} has 2 entries, not {after}"):
                store.append(match, said(2), after)
        assert store.read(match, 1) == (said(1),)

    def test_of_several_who_append_at_once_exactly_one_is_kept(self, opener):
        store = opener()
        match = keep(store, begun())
        stores = [opener() for _ in range(4)]

        def append(number: int) -> bool:
            try:
                stores[number].append(match, said(number), 1 + place)
            except Stale:
                return False
            return True

        with ThreadPoolExecutor(len(stores)) as pool:
            for place in range(10):
                won = list(pool.map(append, range(len(stores))))
                assert won.count(True) == 1
                assert store.read(match)[-1] == said(won.index(True))
                assert len(store.read(match)) == place + 2

    def test_a_list_shows_the_latest_first_and_whose_move_it_is(self, store):
        first, second = keep(store, begun(1000)), keep(store, begun(2000))
        session = further(store, first, begun(1000), 2)
        newest, older = store.list()
        assert (newest.match, older.match) == (first, second)
        assert newest.at == session.at
        assert newest.length == 3
        assert newest.game == session.started.game
        assert newest.digest == session.game.definition.digest
        assert newest.terms == TERMS
        assert newest.note == Note(SEATS, 2, 0)
        assert not newest.note.is_over

    def test_a_list_tells_who_plays_now_and_that_a_match_is_over(self, store):
        session = begun()
        match = keep(store, session)
        entry = session.reseat(0, Player("person", "ann"), 2000)
        session = session.after(entry)
        store.append(match, entry, 1, Note.of(session))
        entry = session.resign(0, 3000)
        store.append(match, entry, 2, Note.of(session.after(entry)))
        (kept,) = store.list()
        assert kept.note.seats[0].name == "ann"
        assert kept.note.is_over

    def test_a_list_gives_what_is_asked_for_the_latest_first(self, store):
        """Against a choice made here of all that there is."""
        chance = random.Random(1)
        names = ("ann", 'b"o%_b', "zoë")
        for number in range(30):
            seats = tuple(Player("person", chance.choice(names)) for _ in range(2))
            if number % 3 == 0:
                seats = (seats[0], Player("bot", "ann", 1))
            terms = Terms(rated=chance.random() < 0.5)
            game = catalog.load("reversi:6x6")
            session = Session.begin(game, game.start(), seats, terms, chance.randrange(1000))
            match = keep(store, session)
            if chance.random() < 0.5:
                entry = session.resign(0, 2000)
                store.append(match, entry, 1, Note.of(session.after(entry)))
        every = store.list()
        assert len(every) == 30
        for over, rated, person, most in itertools.product(
            (None, True, False), (None, True, False), (None, *names, "bob"), (None, 3)
        ):
            wanted = [
                one
                for one in every
                if over in (None, one.note.is_over)
                and rated in (None, one.terms.rated)
                and (person is None or Player("person", person) in one.note.seats)
            ]
            found = store.list(Wanted(over, rated, person, most))
            assert found == tuple(wanted[:most])

    def test_what_is_noted_follows_from_the_log_alone(self, store):
        session = begun()
        match = keep(store, session)
        while session.outcome is None:
            session = further(store, match, session)
            (kept,) = store.list()
            assert kept.note == Note.of(opened(store, match).session)
        assert kept.note.is_over
        assert kept.note.is_whole

    def test_a_note_is_put_right_unless_the_match_has_gone_on(self, store):
        session = begun()
        match = keep(store, session)
        other = Note((Player("person", "ann"),), 0, None, (0,), 5000)
        store.note(match, other, 2)
        assert store.list()[0].note == Note.of(session)
        store.note(match, other, 1)
        (kept,) = store.list()
        assert kept.note == other
        assert store.list(Wanted(over=True)) == (kept,)
        store.note(match + 1, other, 1)

    def test_a_removed_match_is_gone_and_its_number_is_not_used_again(self, store):
        match, other = keep(store, begun()), keep(store, begun())
        store.remove(other)
        assert [kept.match for kept in store.list()] == [match]
        for use in (store.read, store.remove, store.definition):
            with pytest.raises(UnknownMatch, match=f"there is no match {other}"):
                use(other)
        with pytest.raises(UnknownMatch):
            store.append(other, said(1), 1)
        assert keep(store, begun()) > other

    def test_the_text_of_the_game_is_kept(self, store):
        session = begun()
        match = keep(store, session)
        assert keep(store, session) != match
        assert store.definition(match) == definition_text(session.game)

    async def test_a_follower_gets_what_was_and_what_comes(self, opener):
        store = opener()
        match = keep(store, begun())
        store.append(match, said(1), 1)
        got = await gathered(opener(), match, 4, lambda n: opener().append(match, said(n), n))
        assert got == list(store.read(match))
        assert len(got) == 4

    async def test_a_follower_can_begin_later_in_the_log(self, store):
        match = keep(store, begun())
        store.append(match, said(1), 1)
        entries = store.follow(match, 1)
        assert await anext(entries) == said(1)
        await entries.aclose()

    async def test_news_arrive_within_300_milliseconds_most_of_the_time(self, opener):
        """A busy machine may be late now and then; what polls slowly always is."""
        writer, match = opener(), keep(opener(), begun())
        entries = opener().follow(match, 1)
        waits = []
        for number in range(1, 8):
            waiting = asyncio.ensure_future(anext(entries))
            await asyncio.sleep(0.05)
            begin = time.monotonic()
            await asyncio.to_thread(writer.append, match, said(number), number)
            assert await asyncio.wait_for(waiting, 10) == said(number)
            waits.append(time.monotonic() - begin)
        await entries.aclose()
        assert sorted(waits)[3] < 0.3

    async def test_who_follows_a_match_that_is_removed_is_told(self, opener):
        match = keep(opener(), begun())
        entries = opener().follow(match, 1)
        waiting = asyncio.ensure_future(anext(entries))
        await asyncio.sleep(0.05)
        opener().remove(match)
        with pytest.raises(UnknownMatch):
            await asyncio.wait_for(waiting, 10)

    async def test_a_change_of_any_match_is_heard(self, opener):
        store = opener()
        changes = store.changes()
        for _ in range(2):
            waiting = asyncio.ensure_future(anext(changes))
            await asyncio.sleep(0.05)
            keep(opener(), begun())
            await asyncio.wait_for(waiting, 10)
        await changes.aclose()

    async def test_several_follow_one_match_and_all_get_everything(self, opener):
        match = keep(opener(), begun())
        store = opener()
        tasks = [
            asyncio.ensure_future(gathered(opener(), match, 21, lambda n: None)) for _ in range(3)
        ]
        for number in range(1, 21):
            await asyncio.to_thread(store.append, match, said(number), number)
        assert await asyncio.wait_for(asyncio.gather(*tasks), 20) == [list(store.read(match))] * 3


async def gathered(store, match, count, append):
    """The first entries of a match, after each of which something is appended."""
    got = []
    entries = store.follow(match)
    while len(got) < count:
        got.append(await asyncio.wait_for(anext(entries), 10))
        if 2 <= len(got) < count:
            await asyncio.to_thread(append, len(got))
    await entries.aclose()
    return got


def own_game(folder, height=4):
    file = folder / "mine.yaml"
    file.write_text(
        f"""
format: 1
game: mine
info: {{name: Mine, minutes: 1, complexity: 1, summary: For tests.}}
players: [red, blue]
board: {{shape: rectangle, width: 3, height: {height}}}
pieces: {{stone: }}
moves:
  put: {{place: stone, at: empty}}
turn: {{no_moves: lose}}
variants:
  tall: {{name: Tall, board: {{shape: rectangle, width: 3, height: {height + 4}}}}}
"""
    )
    return file


@pytest.mark.parametrize("variant", ["", ":tall"])
@pytest.mark.parametrize("change", ["other", "gone", "broken"])
def test_a_match_is_opened_under_the_rules_it_was_begun_with(tmp_path, store, variant, change):
    file = own_game(tmp_path)
    game = catalog.load(f"{file}{variant}")
    session = Session.begin(game, game.start(), SEATS)
    session = session.after(session.step(0, "c4"))
    match = keep(store, session)
    assert opened(store, match) == replace(opened(store, match), session=session, old_rules=False)
    if change == "other":
        own_game(tmp_path, height=3)
    elif change == "broken":
        file.write_text("game: [")
    else:
        file.unlink()
    found = opened(store, match)
    assert found.old_rules
    assert found.session.log == session.log
    assert found.session.game.definition.digest == session.started.digest
    further = found.session.after(found.session.step(1, "c3"))
    assert [each.token for each in further.steps] == ["c4", "c3"]
