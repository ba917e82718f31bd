"""Two programs on one store play a whole match; each is killed in mid-turn once, and comes back."""

from __future__ import annotations

import random
import re
import signal
import time
from contextlib import closing

from core.match.records import text as records
from core.match.records.record import Record
from core.store.library import Book, Library
from core.store.store import Note
from tests.tui.houses import begun
from tests.tui.test_plain_program import Script
from tests.tui.test_pty import Player as Terminal
from tui.news import outcome_words
from tui.plain.words import Moment, board_lines
from tui.seating import Player

GAME = "oust:size-4+no-pie"
"""Who captures goes on with the turn."""
SEATS = (Player("person", "ann"), Player("person", "bob"))
PATIENCE = 60.0
"""Seconds after which something is not going to happen."""
BOARD_ROW = re.compile(r"^ *([a-z])  *([-XO.+*()\[\]<>!∙ ]+)")


def cells_of(rows):
    """What is on the cells, row by row, however legal and latest steps are marked."""
    found = [match for row in rows if (match := BOARD_ROW.match(row))]
    return {row[1]: re.sub(r"[^XO.]", "", re.sub(r"[∙+]", ".", row[2])) for row in found}


def cells_in(session):
    """The same of a match."""
    return cells_of(board_lines(Moment(session, session.turns, len(session.steps))))


class OnScreen:
    """Ann, at a terminal."""

    def __init__(self, folder, address):
        self.open = lambda: Terminal(folder / "ann", PARLOUR_STORE=address)
        self.come()

    def come(self):
        self.terminal = self.open()
        self.terminal.see("UNFINISHED", PATIENCE)
        self.terminal.type("g")

    def sees(self, session):
        """Wait until the match is shown as it stands."""
        wanted = cells_in(session)
        self.terminal.until(
            lambda: (
                cells_of(row.partition("|")[0] for row in self.terminal.text.splitlines()) == wanted
            ),
            PATIENCE,
        )

    def play(self, token):
        if token == "pass":
            self.terminal.see("must pass", PATIENCE)
            self.terminal.type("p")
        else:
            self.terminal.type(f"m{token}\r")

    def kill(self):
        self.terminal.terminal.kill()
        assert self.terminal.terminal.wait() == -signal.SIGKILL
        self.close()

    def close(self):
        self.terminal.terminal.close()


class InLines:
    """Bob, in lines."""

    def __init__(self, folder, address):
        self.open = lambda: Script(folder / "bob", PARLOUR_STORE=address)
        self.come()

    def come(self):
        self.script = self.open()
        assert self.script.read()[0].startswith("Parlour")
        assert self.script.ask("resume")[0].startswith("GAME")

    def answer(self, line, begins):
        """The answer to a line, from where it begins: before it stands what others have done."""
        self.script.process.stdin.write(f"{line}\n")
        while True:
            told = self.script.read()
            for place, one in enumerate(told):
                if re.match(begins, one):
                    return told[place:]
                assert re.match("MOVE|TURN|END", one), told

    def sees(self, session):
        """Wait until the match is told as it stands."""
        end = time.monotonic() + PATIENCE
        while cells_of(self.answer("board", r" *[a-z] ")) != cells_in(session):
            assert time.monotonic() < end
            time.sleep(0.05)

    def play(self, token):
        self.answer(token, rf"MOVE \d+ white {token}(\*\d+)? by bob")

    def kill(self):
        self.script.process.kill()
        assert self.script.process.wait() == -signal.SIGKILL
        self.close()

    def close(self):
        for stream in (self.script.process.stdin, self.script.process.stdout):
            stream.close()
        self.script.process.kill()
        self.script.process.wait()


def chosen(position, chance):
    """A step, rather one that captures and lets the turn go on."""
    steps = sorted(map(str, position.steps))
    going_on = [step for step in steps if position.play(step).mover == position.mover]
    return chance.choice(going_on or steps)


def once_longer(library, match, length):
    """The match, as soon as it has so many entries."""
    end = time.monotonic() + PATIENCE
    while len(library.store.read(match)) < length:
        assert time.monotonic() < end
        time.sleep(0.02)
    return library.read(match).session


def test_a_match_is_played_to_its_end_though_both_are_killed_in_mid_turn(address, tmp_path):
    chance = random.Random(0)
    with closing(Library(address, tmp_path / "here")) as library:
        session = begun(GAME, SEATS)
        match = Book.create(library, session).match
        players = (OnScreen(tmp_path, address), InLines(tmp_path, address))
        to_kill = [0, 1]
        while session.outcome is None:
            mover = session.mover
            if session.position.step and mover in to_kill:
                to_kill.remove(mover)
                players[mover].kill()
                assert library.read(match).session == session
                players[mover].come()
            for player in players:
                player.sees(session)
            token = chosen(session.position, chance)
            players[mover].play(token)
            session = once_longer(library, match, len(session.log) + 1)
            assert (session.steps[-1].seat, session.steps[-1].token) == (mover, token)
        assert not to_kill, "nobody was killed in mid-turn"
        ann, bob = players
        for player in players:
            player.sees(session)
        ann.terminal.see(outcome_words(session).split(":")[0], PATIENCE)
        log = bob.answer("record", r"\S+: ")
        assert "\n".join(log).rstrip() == records.write(Record.of(session)).rstrip()
        assert library.read(match).session == session
        (kept,) = library.store.list()
        assert kept.note == Note.of(session)
        for player in players:
            player.close()
