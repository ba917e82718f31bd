"""The stores that `parlour bench store` measures are what programs would have kept."""

from __future__ import annotations

from contextlib import closing

from core.store.library import LATEST, Library
from core.store.ratings import ladders
from core.store.store import Note, Wanted
from tui.shelves import DAYS, GOING, fill, report


def test_a_store_is_filled_with_matches_that_can_be_opened(tmp_path):
    with closing(Library(str(tmp_path / "matches.db"), tmp_path)) as library:
        fill(library.store, 25)
        shelf = library.shelf()
        assert (len(shelf.games), len(shelf.finished)) == (GOING, LATEST)
        for one in shelf.games:
            assert one.note == Note.of(library.read(one.match).session)
        for one in library.store.list(Wanted(over=True)):
            note = Note.of(library.read(one.match).session)
            assert (one.note.turns, one.note.won) == (note.turns, note.won)
        (ladder,) = ladders(library, DAYS)
        # The first match of all has players of its own.
        assert sum(rating.matches for _, rating in ladder.places) == 2 * 25


def test_times_are_given_for_each_number_of_matches_and_as_a_ratio():
    rows = [row.split() for row in report((3, 6))][-3:]
    assert [row[0] for row in rows] == ["3", "6", "ratio"]
    few, many, ratio = ([float(number) for number in row[1:3]] for row in rows)
    assert all(number > 0 for number in few + many + ratio)
