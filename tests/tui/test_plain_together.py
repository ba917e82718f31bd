"""Line mode among several: clocks, offers, talk, notes, and a match that others go on with."""

from __future__ import annotations

import io
import os
import threading
from dataclasses import replace
from itertools import count

import pytest

from core.bots.bot import Choice
from core.match.clock import MINUTE, SECOND, Fischer
from core.match.entries import Terms
from core.match.session import Player, Session
from core.store import explorings
from core.store.library import Book
from tests.tui.houses import (
    AGAINST_BOT,
    NOW,
    Oracle,
    begun,
    library_in,
    world,
)
from tests.tui.test_plain import Talk
from tui.plain.shell import Shell
from tui.plain.typed import Typed

SEATS = (Player("person", "ann"), Player("person", "bob"))


class Later(Talk):
    """Two seconds pass before every look at the clock."""

    def __init__(self, folder, match=None, passing=None, **options):
        super().__init__(folder, **options)
        passing = passing or count(NOW, 2 * SECOND)
        self.shell = Shell(
            replace(world(folder, **options), now=lambda: next(passing)), self.runner.run
        )
        if match is not None:
            self(f"resume #{match}")

    def news(self):
        return list(self.shell.news())


@pytest.fixture
def match(tmp_path):
    """The number of a match at a table where players ask each other, with clocks."""
    opening = begun("reversi:6x6")
    terms = Terms(Fischer(5 * MINUTE, 3 * SECOND), takebacks="asked")
    session = Session.begin(opening.game, opening.start, SEATS, terms, NOW)
    library = library_in(tmp_path)
    book = Book.create(library, session)
    library.close()
    return book.match


@pytest.fixture
def pair(tmp_path, match):
    """Two programs at the match."""
    passing = count(NOW, 2 * SECOND)
    with Later(tmp_path, match, passing) as ann, Later(tmp_path, match, passing) as bob:
        yield ann, bob


def test_what_one_program_does_the_other_tells_unasked(pair):
    ann, bob = pair
    assert bob.news() == []
    ann("b3")
    assert bob.news() == [
        "MOVE 1 black b3*1 by ann; captures c3",
        "TURN 1 white bob: place a disc that turns over enemy discs",
    ]
    assert bob.news() == []
    ann("chat well met\tbob")
    assert bob.news() == ["CHAT bob: well met bob"]


def test_what_was_missed_comes_before_an_answer(pair):
    ann, bob = pair
    ann("b3")
    told = bob("b2")
    assert [line.split()[0] for line in told] == ["MOVE", "TURN", "MOVE", "TURN"]


@pytest.fixture
def against_bot(tmp_path):
    """The number of a match of a person and a bot, and its book in another program."""
    library = library_in(tmp_path)
    book = Book.create(library, begun("reversi:6x6", AGAINST_BOT, "b3 b2"))
    yield book
    library.close()


def test_a_bot_moves_by_itself_after_what_another_program_did(tmp_path, against_bot):
    with Later(tmp_path, against_bot.match) as talk:
        talk("first")
        session = against_bot.reread()
        against_bot.keep(session.after(session.step(0, "b1")))
        assert [line.split()[0] for line in talk.news()] == ["MOVE", "MOVE", "TURN"]
        assert [played.seat for played in talk.session.steps] == [0, 1, 0, 1]
        assert against_bot.reread() == talk.session
        # Who looks back is not called away by it.
        assert talk("") == ["LOOK 0 of 4: the start"]


class Overtaken:
    """A bot for which another program's moves while it thinks."""

    def __init__(self, book):
        self.book = book

    async def think(self, position, strength, seed, seconds=None):
        session = self.book.reread()
        self.book.keep(session.after(session.step(1, str(position.steps[-1]))))
        return Choice(position.steps[0], 0.5, 1)

    async def close(self):
        """Nothing to end."""


def test_of_the_bots_of_two_programs_the_quicker_one_is_heard(tmp_path, against_bot):
    with Later(tmp_path, against_bot.match, thinker=Overtaken(against_bot)) as talk:
        told = talk("b1")
        assert [line.split()[0] for line in told] == ["MOVE", "MOVE", "TURN"]
        assert against_bot.reread() == talk.session
        assert [played.seat for played in talk.session.steps] == [0, 1, 0, 1]


@pytest.mark.parametrize("kind", ["draw", "takeback", "swap"])
@pytest.mark.parametrize("answer", ["accept", "decline"])
def test_an_offer_is_made_here_and_answered_there(pair, kind, answer):
    ann, bob = pair
    ann("b3")
    # Back goes whoever moved last; all else is offered by whoever is to move.
    one, other = ("ann", "bob") if kind == "takeback" else ("bob", "ann")
    assert ann(f"offer {kind}") == [f"OFFERED {kind} by {one}: accept or decline"]
    assert bob.news()[-2] == f"OFFERED {kind} by {one}: accept or decline"
    told = bob(answer)
    assert told[0] == f"{answer.upper()}{'ED' if answer == 'accept' else 'D'} {kind} by {other}"
    session = bob.session
    assert session.is_drawn == (kind == "draw" and answer == "accept")
    assert (session.seats != SEATS) == (kind == "swap" and answer == "accept")
    assert len(session.steps) == (0 if (kind, answer) == ("takeback", "accept") else 1)
    assert ann.news()[0] == told[0]
    assert ann.session == session


def test_an_offer_is_withdrawn_by_who_made_it(pair):
    ann, bob = pair
    ann("b3", "offer draw")
    assert ann("offer off") == ["WITHDRAWN draw by bob"]
    bob.news()
    assert bob("accept") == ["ERROR nothing is offered"]


def test_clocks_are_told_and_the_one_that_runs_is_marked(pair):
    told = pair[0]("clock")
    assert [line.split()[:2] for line in told] == [["CLOCK", "black"], ["CLOCK", "white"]]
    assert told[0].endswith("ann, running")
    assert told[1] == "CLOCK white 5:00 bob"


def test_time_that_is_up_is_called(tmp_path):
    opening = begun("reversi:6x6")
    terms = Terms(Fischer(5 * SECOND))
    session = Session.begin(opening.game, opening.start, SEATS, terms, NOW)
    with Later(tmp_path) as talk:
        list(talk.shell.greet(session))
        told = [line for _ in range(5) for line in talk.news()]
        assert told == ["END white wins, black lost on time: Bob wins: the time of Black is up."]
        assert talk.session.outcome.winner == 1


def test_a_match_may_be_begun_with_a_clock(tmp_path):
    with Later(tmp_path) as talk:
        talk("play reversi:6x6 with person clock 5+3")
        assert talk.session.terms.pace == Fischer(5 * MINUTE, 3 * SECOND)
        assert talk("play reversi:6x6 clock soon")[0].startswith("ERROR a clock should be")


def test_notes_are_those_of_the_screen_and_go_into_records(pair):
    ann, _bob = pair
    ann("b3", "b2")
    assert ann("note") == ["NOTE 2: none"]
    ann("back")
    assert ann("note a good  start") == ["NOTE 1: a good start"]
    path = explorings.beside(ann.shell._table.match.keeper.path)
    assert explorings.read(path).notes(["b3", "b2"]) == {1: "a good start"}
    ann("live")
    assert any("b3*1@" in line and "{a good start}" in line for line in ann("record"))
    ann("first", "on")
    assert ann("note -") == ["NOTE 1: none"]


def test_a_position_is_valued_for_each_side(tmp_path):
    with Talk(tmp_path, adviser=Oracle((("b3", 0.75),))) as talk:
        talk("play reversi:6x6 with person")
        assert talk("value") == ["VALUE black player 1: 75%", "VALUE white player 2: 25%"]


def test_lines_from_a_pipe_come_whole_while_others_are_waited_for():
    reading, writing = os.pipe()
    idle = threading.Event()

    def write():
        os.write(writing, b"one\ntw")
        idle.wait(10)
        os.write(writing, b"o\nthree")
        os.close(writing)

    thread = threading.Thread(target=write)
    thread.start()
    with os.fdopen(reading) as stream:
        typed = Typed(stream, 100)
        assert [typed.line(idle.set) for _ in range(4)] == ["one\n", "two\n", "three", ""]
    assert idle.is_set()
    thread.join()


def test_too_long_a_line_is_one_line():
    reading, writing = os.pipe()
    os.write(writing, b"x" * 5000 + b"\nshort\n")
    os.close(writing)
    with os.fdopen(reading) as stream:
        typed = Typed(stream, 100)
        assert len(typed.line(lambda: None)) == 101
        assert typed.line(lambda: None) == "short\n"
    assert len(Typed(io.StringIO("x" * 5000 + "\n"), 100).line(lambda: None)) == 101
