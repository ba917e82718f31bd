"""What can be asked of a house without a screen: `ssh HOST games`, `board 7`, `move 7 d4`.

Each verb gives lines of plain text, the same ones that line mode gives at a table. Line mode in
a house is these verbs one after another (`tui.house.talk`), with a match at hand that need not be
named each time. Verbs and fixed words are English, so that scripts can rely on them.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, field, replace

from core import catalog
from core.errors import GameError
from core.language.problems import nearest
from core.match.clock import pace
from core.match.entries import KINDS, OPEN, Entry, Player
from core.match.records.formats import FORMATS
from core.match.records.record import Record
from core.match.session import Session
from core.store.store import Kept, MatchId
from tui import seating
from tui.clocks import left_words
from tui.house import absence
from tui.house.tables import (
    Tables,
    append,
    as_seen,
    check_named,
    create,
    found,
    join,
    noticed,
    say,
    seats_of,
)
from tui.house.terms import VALUES, Wanted
from tui.house.visitor import Visitor, now
from tui.language import _
from tui.plain import words
from tui.plain.words import Moment
from tui.ratings import rating_lines
from tui.recording import written
from tui.rules import rules_text
from tui.seating import called
from tui.setup import parted
from tui.world import World


@dataclass(frozen=True, slots=True)
class Verb:
    """Something that can be asked."""

    usage: str
    help: str
    match: bool = False
    """Whether it is about a match, whose number comes first."""


OFFERS = tuple(kind for kind in KINDS if kind != "rematch")
"""What can be offered by a verb; another match is opened by one of its own."""
TERMS = ("takebacks", "shows", "away", "first", "private", "bot")
"""Words after which something is said of a new table."""
FREE = "OPEN a seat is still free"
"""What is said of a match that has not begun."""

VERBS: Mapping[str, Verb] = {
    "help": Verb("[VERB]", "what can be asked, or what a verb does"),
    "games": Verb("", "your matches, open tables, and what is being played"),
    "rules": Verb("GAME", "the rules of a game"),
    "ratings": Verb("[GAME]", "who is how strong, by rated matches"),
    "who": Verb("", "who is there"),
    "name": Verb("[NAME]", "what you are called; the first time, be called so"),
    "key": Verb("[list | add [CODE] | remove KEY]", "the keys by which you are known"),
    "new": Verb(
        "GAME [CLOCK] [rated] [takebacks never] [shows turns] [first N] [away WORD]"
        " [private NAME] [bot LEVEL]...",
        "open a table; CLOCK is 5+3, 3d or none; N is the chair that begins, yours is 1, or lot;"
        " away tells how long others wait for who is: hour, day, week or never",
    ),
    "join": Verb("MATCH", "sit down, also again where a bot plays for you", match=True),
    "board": Verb("MATCH", "the board in letters", match=True),
    "log": Verb("MATCH [N]", "its turns, or the last N", match=True),
    "score": Verb("MATCH", "how everybody stands", match=True),
    "seats": Verb("MATCH", "who plays", match=True),
    "clock": Verb("MATCH", "the time that is left", match=True),
    "legal": Verb("MATCH", "the legal steps", match=True),
    "row": Verb("MATCH [ROW]", "a row in words, or all of them", match=True),
    "cell": Verb("MATCH CELL", "what is on a cell", match=True),
    "where": Verb(
        "MATCH WHAT", "the cells with a letter, side, color or kind of piece", match=True
    ),
    "last": Verb("MATCH", "the last turn", match=True),
    "turn": Verb("MATCH", "whose turn it is", match=True),
    "move": Verb("MATCH STEP[,STEP]...", "make steps, such as d4 or e5,-d4", match=True),
    "undo": Verb("MATCH", "undo the last step of your turn", match=True),
    "resign": Verb("MATCH", "give up", match=True),
    "leave": Verb("MATCH", "give your seat up before the game begins", match=True),
    "offer": Verb(
        f"MATCH {'|'.join(OFFERS)}|off",
        "what players ask of each other; off withdraws it",
        match=True,
    ),
    "accept": Verb("MATCH", "agree to what has been offered", match=True),
    "decline": Verb("MATCH", "do not agree to what has been offered", match=True),
    "claim": Verb("MATCH", "end the match if a time is up or somebody away too long", match=True),
    "standin": Verb("MATCH", "let a bot play on for who has been away for too long", match=True),
    "chat": Verb("MATCH TEXT", "say something at the table", match=True),
    "watch": Verb("MATCH", "follow a match, a line for each step", match=True),
    "export": Verb("MATCH [FORMAT]", "the record of the match", match=True),
}


@dataclass
class Verbs:
    """What a visitor asks."""

    visitor: Visitor
    world: World
    at: MatchId | None = None
    """The match at hand in line mode, 0 before there is one; None where each verb is alone."""
    wait: Callable[..., object] = field(default=asyncio.run)
    """Runs what takes long until it is done."""

    def answer(self, text: str) -> Iterator[str]:
        """The lines of an answer.

        Raises:
            GameError: It cannot be done; says why.
        """
        first, _space, rest = text.strip().partition(" ")
        name = first.lower()
        verb = _verb(name)
        if not verb.match:
            yield from getattr(self, f"do_{name}")(rest.split())
            return
        match, left = self._match(rest)
        do = getattr(self, f"do_{name}", None)
        if do is not None:
            yield from do(match, left)
        else:
            yield from _QUESTIONS[name](self._moment(match), left.split())

    def _match(self, rest: str) -> tuple[MatchId, str]:
        number, _space, left = rest.strip().partition(" ")
        if number.isascii() and number.isdigit() and len(number) < 10:
            self.at = int(number) if self.at is not None else None
            return int(number), left.strip()
        if self.at:
            return self.at, rest.strip()
        raise GameError("which match? 'games' lists them")

    def _session(self, match: MatchId) -> Session:
        return found(self.visitor, match)

    def _moment(self, match: MatchId) -> Moment:
        session = self._session(match)
        at = min(len(session.steps), self._seen(session))
        return Moment(session, session.turns, at)

    def _seen(self, session: Session) -> int:
        """How many steps the visitor may see."""
        mine = seats_of(session.seats, self.visitor.name)
        return session.seen_by(mine[0] if mine else None)

    # About the house

    def do_help(self, rest: Sequence[str]) -> Iterator[str]:
        """What can be asked, or what a verb does."""
        named = {rest[0].lower(): _verb(rest[0])} if rest else VERBS
        for name, verb in named.items():
            yield f"{f'{name} {verb.usage}'.strip()}: {verb.help}"

    def do_games(self, _rest: Sequence[str]) -> Iterator[str]:
        """The matches that the visitor sees: which sort, its number, and what it is."""
        tables = Tables.seen_by(self.visitor)
        sorts = (
            ("MOVE", tables.waiting),
            ("WAIT", tables.others),
            ("OPEN", tables.open),
            ("LIVE", tables.live),
        )
        for sort, listed in sorts:
            for kept in listed:
                yield f"{sort} {kept.match} {kept_words(kept)}"
        if not any(listed for _sort, listed in sorts):
            yield "NONE nobody plays just now"

    def do_rules(self, rest: Sequence[str]) -> Iterator[str]:
        """The rules of a game."""
        if not rest:
            raise GameError("the rules of which game?")
        yield from rules_text(catalog.definition(self._game(rest[0])))

    def do_ratings(self, rest: Sequence[str]) -> Iterator[str]:
        """Who is how strong at a game, or at each."""
        game = self._game(rest[0]) if rest else None
        yield from rating_lines(self.world.library, game, now())

    def _game(self, name: str) -> str:
        """What the catalog calls a game of the house: a shipped one, or the host's own."""
        found = catalog.found_in(self.world.home.games, name)
        if found == name and parted(name)[0] not in catalog.names():
            near = nearest(name, catalog.names())
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise GameError(f"no game {name[:40]!r}{hint}")
        return found

    def do_who(self, _rest: Sequence[str]) -> Iterator[str]:
        """Who is there, and at which match."""
        for one in self.visitor.house.there(now()):
            if one.name:
                place = f"at {one.match}" if one.match else "in the lobby"
                yield f"WHO {one.name} {place}"

    def do_name(self, rest: Sequence[str]) -> Iterator[str]:
        """What the visitor is called."""
        if rest and self.visitor.name:
            raise GameError(f"you are called {self.visitor.name} already; names cannot be changed")
        if rest:
            self.visitor.take_name(" ".join(rest))
        yield f"NAME {self.visitor.name or '(none yet)'}"

    def do_key(self, rest: Sequence[str]) -> Iterator[str]:
        """The keys of the visitor."""
        visitor = self.visitor
        if not visitor.key:
            raise GameError("you have come without a key")
        match list(rest):
            case ["add", code]:
                visitor.person = visitor.people.join(code, visitor.key, now())
                yield f"KEY added; you are {visitor.name}"
                return
        check_named(visitor)
        assert visitor.person is not None
        match list(rest):
            case [] | ["list"]:
                for key in visitor.people.keys(visitor.person):
                    yield f"KEY {key.fingerprint}{' (this one)' * (key.fingerprint == visitor.key)}"
            case ["add"]:
                yield f"CODE {visitor.people.invite(visitor.person, now())}"
                yield "come with the other key within 10 minutes and say: key add CODE"
            case ["remove", fingerprint]:
                visitor.people.drop_key(visitor.person, fingerprint)
                yield f"KEY removed {fingerprint}"
            case _:
                raise GameError(f"what is to be done? key {VERBS['key'].usage}")

    def do_new(self, rest: Sequence[str]) -> Iterator[str]:
        """Open a table."""
        if not rest:
            raise GameError("which game? see: help new")
        self._check_stays()
        name, *others = rest
        game = catalog.load(self._game(name))
        count = len(game.definition.players)
        wanted, first = Wanted(), "1"
        bots: list[str] = []
        while others:
            word = others.pop(0)
            if word == "rated":
                wanted = replace(wanted, rated="yes")
            elif word not in TERMS:
                wanted = replace(wanted, clock=_clock(word))
            elif not others:
                raise GameError(f"{word} what? see: help new")
            elif word == "private":
                wanted = replace(wanted, guest=self._invited(others.pop(0)))
            elif word == "bot":
                bots.append(self._bot(others.pop(0)))
            elif word == "first":
                first = _one_of(word, others.pop(0), seating.firsts(count))
            else:
                chosen: dict[str, str] = {word: _one_of(word, others.pop(0), VALUES[word])}
                wanted = replace(wanted, **chosen)
        chairs = [Player("person", self.visitor.name), *seating.bots(bots)]
        free = count - len(chairs)
        if free < 0:
            raise GameError(f"there are no more than {count} seats")
        if wanted.guest and not free:
            raise GameError(f"there are {count} seats, and none is left for {wanted.guest}")
        chairs += [Player("open", wanted.guest) if wanted.guest else OPEN] * free
        begins = self.world.chance.randrange(count) if first == seating.LOT else int(first) - 1
        seats = chairs[begins:] + chairs[:begins]
        terms = wanted.terms(self.visitor.limits)
        match = create(self.visitor, game, seats, terms)
        self.at = match if self.at is not None else None
        yield f"TABLE {match} {game.id}"

    def _invited(self, name: str) -> str:
        """Somebody else of the house, as they are called here."""
        known = self.visitor.people.named(name)
        here = [one.name for one in self.visitor.house.there(now())]
        found = known.name if known else next((one for one in here if one == name), "")
        if not found:
            raise GameError(f"nobody here is called {name[:40]!r}")
        if found == self.visitor.name:
            raise GameError("you sit there yourself; whom do you want to play?")
        return found

    def _bot(self, level: str) -> str:
        """A bot that the house lets sit down, as a choice for a chair."""
        most = self.visitor.limits.bot
        if not most:
            raise GameError("no bots sit down in this house")
        choice = ""
        with suppress(GameError):
            choice = seating.chair(f"bot:{level}")
        if choice not in (f"bot:{number}" for number in range(1, most + 1)):
            raise GameError(f"bots up to level {most} sit down here: say bot 1 to bot {most}")
        return choice

    def _check_stays(self) -> None:
        """Refuse a guest who is gone after this one verb, for nobody would sit on their chair.

        Raises:
            GameError: It is such a guest.
        """
        if self.visitor.guest and self.at is None:
            raise GameError("a guest goes with the session; sit down in one, or come with a key")

    # About a match

    def do_join(self, match: MatchId, _rest: str) -> Iterator[str]:
        """Sit down."""
        self._check_stays()
        session = join(self.visitor, match)
        yield f"JOINED {match}"
        yield words.turn_line(_live(session))

    def do_turn(self, match: MatchId, _rest: str) -> Iterator[str]:
        """Whose turn it is."""
        session = self._session(match)
        yield words.turn_line(_live(session)) if session.begun else FREE
        if session.offered is not None:
            yield f"OFFERED {session.offered.kind} {called(session.seats[session.offered.seat])}"

    def do_legal(self, match: MatchId, _rest: str) -> Iterator[str]:
        """The legal steps."""
        moment = self._moment(match)
        if not moment.session.begun:
            yield FREE
            return
        tokens = [step.token for step in moment.position.steps]
        yield f"LEGAL {len(tokens)}: {' '.join(tokens) or _('none')}"

    def do_clock(self, match: MatchId, _rest: str) -> Iterator[str]:
        """The time that is left."""
        session = self._session(match)
        if session.clock is None:
            yield "CLOCK none"
            return
        for seat, player in enumerate(session.seats):
            left = session.remaining(seat, now()) or 0
            runs = " running" if session.clock.running == seat else ""
            yield f"CLOCK {called(player)} {left_words(left)}{runs}"

    def do_move(self, match: MatchId, rest: str) -> Iterator[str]:
        """Make steps, all or none."""
        tokens = [token for token in re.split(r"[\s,]+", rest) if token]
        if not tokens:
            raise GameError("which step? such as: move 7 d4")
        before = session = self._session(match)
        seat = self._seat(session)
        entries = []
        for token in tokens:
            entries.append(session.step(seat, token, now()))
            session = session.after(entries[-1])
        after = before
        for entry in entries:
            after = append(self.visitor, match, after, entry)
            yield words.step_line(after, after.turns, len(after.steps))
        yield words.turn_line(_live(after))

    def do_undo(self, match: MatchId, _rest: str) -> Iterator[str]:
        """Undo a step."""
        session = self._session(match)
        entry = session.undo(self._seat(session), now())
        yield f"UNDONE {len(append(self.visitor, match, session, entry).steps)} steps stay"

    def do_resign(self, match: MatchId, _rest: str) -> Iterator[str]:
        """Give up."""
        session = self._session(match)
        mine = self._mine(session)
        yield words.end_line(append(self.visitor, match, session, session.resign(mine[0], now())))

    def do_leave(self, match: MatchId, _rest: str) -> Iterator[str]:
        """Give a seat up."""
        session = self._session(match)
        mine = self._mine(session)
        if session.begun:
            raise GameError(f"the game has begun: resign {match} gives it up")
        append(self.visitor, match, session, session.leave(mine[0], now()))
        yield f"LEFT {match}"

    def do_offer(self, match: MatchId, rest: str) -> Iterator[str]:
        """Ask something of the others."""
        session = self._session(match)
        seat = self._seat(session)
        if rest == "off":
            append(self.visitor, match, session, session.withdraw(seat, now()))
            yield "WITHDRAWN"
            return
        for kind in OFFERS:
            if rest == kind:
                append(self.visitor, match, session, session.offer(seat, kind, now()))
                yield f"OFFERED {kind}"
                return
        raise GameError(f"what is offered? {', '.join(OFFERS)}, or off to withdraw it")

    def do_accept(self, match: MatchId, _rest: str) -> Iterator[str]:
        """Agree to what has been offered."""
        return self._answered(match, True)

    def do_decline(self, match: MatchId, _rest: str) -> Iterator[str]:
        """Do not agree to what has been offered."""
        return self._answered(match, False)

    def _answered(self, match: MatchId, yes: bool) -> Iterator[str]:
        session = self._session(match)
        if session.offered is None:
            raise GameError("nothing is offered")
        kind, mine = session.offered.kind, self._mine(session)
        seat = next((seat for seat in session.offered.asked if seat in mine), mine[0])
        after = append(self.visitor, match, session, session.answer(seat, kind, yes, now()))
        yield f"{'ACCEPTED' if yes else 'DECLINED'} {kind}"
        yield words.turn_line(_live(after))

    def do_claim(self, match: MatchId, _rest: str) -> Iterator[str]:
        """End a match in which a player has no time left, or has vanished."""
        session = self._waiting(match)
        moment = now()
        if session.clock is not None and session.clock.fallen(moment) is not None:
            entry: Entry = session.flag(moment)
        else:
            entry = session.abandon(moment, absence.missed(session, moment))
        yield words.end_line(append(self.visitor, match, session, entry))

    def do_standin(self, match: MatchId, _rest: str) -> Iterator[str]:
        """Let a bot play on for a player who has vanished."""
        session = self._waiting(match)
        level = self.visitor.limits.bot
        if not level:
            raise GameError("no bots sit down in this house")
        entry = session.stand_in(absence.missed(session, now()), level, now())
        session = append(self.visitor, match, session, entry)
        yield f"STANDIN {called(session.seats[entry.seat])}"

    def _waiting(self, match: MatchId) -> Session:
        """A match at which the visitor sits, with what is to be noted of the others."""
        session = self._session(match)
        self._mine(session)
        return noticed(self.visitor, match, session)

    def do_chat(self, match: MatchId, rest: str) -> Iterator[str]:
        """Say something."""
        session = self._session(match)
        said = say(self.visitor, session, rest)
        append(self.visitor, match, session, said)
        yield f"CHAT {said.name}: {said.text}"

    def do_export(self, match: MatchId, rest: str) -> Iterator[str]:
        """The record."""
        name = rest.lower() or "text"
        if name not in FORMATS:
            raise GameError(f"there is no format {name[:40]!r}; choose {', '.join(FORMATS)}")
        session = as_seen(self._session(match), self.visitor.name)
        if not session.begun:
            raise GameError("the game has not begun: a seat is still free")
        yield from written(Record.of(session), FORMATS[name], now()).splitlines()

    def do_watch(self, match: MatchId, _rest: str) -> Iterator[str]:
        """Follow a match until it ends."""
        session = self._session(match)
        yield words.game_line(session)
        if session.outcome:
            yield words.end_line(session)
            return
        following = self._watched(match, session)

        async def next_line() -> str | None:
            return await anext(following, None)

        with asyncio.Runner() as runner:
            while (told := runner.run(next_line())) is not None:
                yield told

    async def _watched(self, match: MatchId, session: Session) -> AsyncIterator[str]:
        """A line for each step that is made from now on."""
        told = self._seen(session)
        async with aclosing(self.visitor.store.follow(match, len(session.log))) as entries:
            async for entry in entries:
                session = session.after(entry)
                told = min(told, len(session.steps))
                for number in range(told, self._seen(session)):
                    yield words.step_line(session, session.turns, number + 1)
                told = self._seen(session)
                if session.outcome:
                    yield words.end_line(session)
                    return

    def _mine(self, session: Session) -> Sequence[int]:
        mine = seats_of(session.seats, self.visitor.name)
        if not self.visitor.name or not mine:
            raise GameError("you do not sit at this match")
        return mine

    def _seat(self, session: Session) -> int:
        """The seat for which the visitor moves: the one whose turn it is, if it is theirs."""
        mine = self._mine(session)
        mover = session.mover
        return mover if mover is not None and mover in mine else mine[0]


_QUESTIONS: Mapping[str, Callable[[Moment, Sequence[str]], Iterator[str]]] = {
    "board": lambda moment, rest: iter(words.board_lines(moment)),
    "log": lambda moment, rest: iter(words.log_lines(moment, _count(rest))),
    "score": lambda moment, rest: iter(words.score_lines(moment)),
    "seats": lambda moment, rest: iter(words.seat_lines(moment)),
    "row": lambda moment, rest: iter(words.row_lines(moment, rest[0] if rest else "")),
    "cell": lambda moment, rest: iter([words.cell_line(moment, _cell(rest))]),
    "where": lambda moment, rest: iter([words.where_line(moment, " ".join(rest) or "empty")]),
    "last": lambda moment, rest: iter([words.last_line(moment)]),
}
"""What is asked of a match without changing it."""


def _clock(word: str) -> str:
    """A clock that was typed; "" is none."""
    if word == "none":
        return ""
    if word.isalpha():
        near = nearest(word, ("rated", "none", *TERMS))
        hint = f"did you mean {near[0]!r}?" if near else "see: help new"
        raise GameError(f"{word[:40]!r} says nothing about a table; {hint}")
    pace(word)
    return word


def _one_of(name: str, word: str, known: Sequence[str]) -> str:
    if word not in known:
        raise GameError(f"{name} {word[:40]!r} is not known; choose {', '.join(known)}")
    return word


def _verb(name: str) -> Verb:
    verb = VERBS.get(name.lower())
    if verb is None:
        near = nearest(name.lower(), VERBS)
        hint = f"did you mean {near[0]!r}?" if near else "'help' lists all"
        raise GameError(f"there is no verb {name[:40]!r}; {hint}")
    return verb


def kept_words(kept: Kept) -> str:
    """A match in a line: its game, who plays, how far it is, and what was agreed."""
    name, variants = parted(kept.game)
    game = ":".join(filter(None, (name.rpartition("/")[2], "+".join(variants))))
    seats = ":".join(map(called, kept.note.seats))
    clock = str(kept.terms.pace) if kept.terms.pace else "no clock"
    rated = "rated" if kept.terms.rated else "casual"
    return f"{game} {seats} turns {kept.note.turns} {clock} {rated}"


def _live(session: Session) -> Moment:
    return Moment(session, session.turns, len(session.steps))


def _cell(rest: Sequence[str]) -> str:
    if not rest:
        raise GameError("which cell? such as: cell 7 d4")
    return rest[0]


def _count(rest: Sequence[str]) -> int | None:
    if not rest:
        return None
    if not (rest[0].isascii() and rest[0].isdigit() and len(rest[0]) < 7):
        raise GameError(f"{rest[0][:40]!r} is no number")
    return int(rest[0])
