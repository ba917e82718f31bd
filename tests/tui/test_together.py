"""Two programs at one match: each shows what is done in the other."""

from __future__ import annotations

import pytest

from core.store.library import Book
from tests.tui.houses import begun, kept, library_in, parlour
from tui.app import Visit
from tui.lines import plain
from tui.widgets.lines import Lines

PLACES = 200
"""Looks at most until something shows."""


async def until(pilot, happens):
    for _ in range(PLACES):
        if happens():
            return
        await pilot.pause(0.05)
    raise AssertionError("it never happened")


@pytest.fixture
def match(tmp_path):
    """The number of a match that has begun."""
    library = library_in(tmp_path)
    book = Book.create(library, begun("oust:size-4+no-pie"))
    library.close()
    return book.match


def sitting(folder, match):
    """A program at the table of that match."""
    app = parlour(folder)
    book, session = Book.resume(app.world.library, match)
    app._visit = Visit(session, book)
    return app


def tokens(app):
    return [played.token for played in app.screen.session.steps]


async def test_what_one_does_is_seen_by_the_other(tmp_path, match):
    ann, bob = sitting(tmp_path, match), sitting(tmp_path, match)
    async with ann.run_test(size=(80, 24)) as with_ann, bob.run_test(size=(80, 24)) as with_bob:
        await with_ann.press("m", *"d4", "enter")
        await until(with_bob, lambda: tokens(bob) == ["d4"])
        await with_bob.press("m", *"a1", "enter")
        await until(with_ann, lambda: tokens(ann) == ["d4", "a1"])
    (session,) = kept(tmp_path)
    assert [played.token for played in session.steps] == ["d4", "a1"]


async def test_who_comes_too_late_is_told_and_shown_what_was_done(tmp_path, match):
    ann, bob = sitting(tmp_path, match), sitting(tmp_path, match)
    async with ann.run_test(size=(80, 24)) as with_ann, bob.run_test(size=(80, 24)) as with_bob:
        bob.screen._stop_listening()  # as if the news were still on their way
        await with_ann.press("m", *"d4", "enter")
        await with_bob.press("m", *"a1", "enter")
        assert tokens(bob) == ["d4"]
        assert bob.screen._said == "the game has gone on elsewhere meanwhile"
        await with_bob.press("m", *"a1", "enter")
        await until(with_ann, lambda: tokens(ann) == ["d4", "a1"])


async def test_who_looks_back_stays_there_while_others_play_on(tmp_path, match):
    ann, bob = sitting(tmp_path, match), sitting(tmp_path, match)
    async with ann.run_test(size=(80, 24)) as with_ann, bob.run_test(size=(80, 24)) as with_bob:
        await with_ann.press("m", *"d4", "enter", "m", *"a1", "enter")
        await until(with_bob, lambda: len(tokens(bob)) == 2)
        await with_bob.press("[")
        await with_ann.press("m", *"b2", "enter")
        await until(with_bob, lambda: len(tokens(bob)) == 3)
        assert bob.screen.at == 1
        header = bob.screen.query_one("#header", Lines)
        assert "+1 new" in "".join(map(plain, header.lines))


async def test_a_match_removed_elsewhere_is_not_lost_where_it_is_played(tmp_path, match):
    ann = sitting(tmp_path, match)
    async with ann.run_test(size=(80, 24)) as with_ann:
        await with_ann.press("m", *"d4", "enter")
        other = library_in(tmp_path)
        other.forget(match)
        other.close()
        await with_ann.press("m", *"a1", "enter")
    (session,) = kept(tmp_path)
    assert [played.token for played in session.steps] == ["d4", "a1"]


async def test_the_lobby_opens_the_store_beside_the_first_screen(tmp_path, match):
    app = parlour(tmp_path)
    app.world.library.close()
    assert not app.world.library.is_open
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.screen._shelf.games)
        assert app.screen.menu.marked == "saved 0"
