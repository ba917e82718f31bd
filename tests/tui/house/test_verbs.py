"""Verbs: what a house answers without a screen, and what it refuses."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import count
from random import Random

import pytest

from core import catalog
from core.bots.thinker import DirectThinker
from core.errors import GameError
from core.match.clock import MINUTE, SECOND
from core.match.entries import Player, Terms
from core.match.records.formats import FORMATS
from core.store.library import Library
from core.store.store import Wanted
from tests.tui.houses import NOW
from tests.tui.test_command import status
from tests.tui.test_ladder import keep_rated
from tui.ascii import encoded_text
from tui.house import tables
from tui.house.rules import Rules
from tui.house.verbs import VERBS, Verbs
from tui.house.visitor import Premises, Visitor
from tui.recording import of_match, written
from tui.world import Home, World


@pytest.fixture
def come(tmp_path):
    """Lets somebody ask: `come("ann")`; with a key only, who has no name yet; `come.guest()`."""
    visitors = []

    def asking(name, key):
        premises = Premises.of(str(tmp_path / "house.db"), tmp_path, Rules())
        visitor = Visitor(premises, key, name, "::1")
        visitors.append(visitor)
        if key and name and not visitor.name:
            visitor.take_name(name)
        library = Library(premises.store, tmp_path, store=visitor.store)
        home = Home(tmp_path / "settings.yaml", tmp_path, tmp_path)
        nobody = DirectThinker()
        return Verbs(visitor, World(home, nobody, adviser=nobody, library=library))

    def come(name="", key=None):
        return asking(name, key or f"key of {name}")

    come.guest = lambda: asking("", None)
    yield come
    for visitor in visitors:
        visitor.leave()


def says(verbs, text):
    return list(verbs.answer(text))


@pytest.mark.parametrize(
    "text",
    ["sh", "games; id", "../../bin/sh -c id", "$(id)", "-h", "scp -t x", "", "\x00", "é" * 999],
)
def test_what_is_no_verb_is_refused(come, text):
    with pytest.raises(GameError, match="there is no verb"):
        says(come("ann"), text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("board", "which match"),
        ("board 9", "there is no match 9"),
        ("board -1", "which match"),
        ("board 99999999999999", "which match"),
        ("new ../../etc/passwd", "no game"),
        ("new /tmp/x.yaml", "no game"),
        ("new oust:nothing", "nothing"),
        ("new oust 5", "a clock should be"),
        ("rules", "the rules of which game"),
        ("rules ../../etc/passwd", "no game"),
        ("rules reversy", "no game 'reversy'; did you mean 'reversi'"),
        ("rules oust:nothing", "nothing"),
        ("ratings /tmp/x.yaml", "no game"),
        ("key remove SHA256:x", "no key of yours"),
        ("key dance", "what is to be done"),
        ("name bob", "you are called ann already; names cannot be changed"),
        ("new oust private nobody-here", "nobody here is called 'nobody-here'"),
        ("new oust private ann", "you sit there yourself"),
    ],
)
def test_what_cannot_be_done_is_told(come, text, fault):
    with pytest.raises(GameError, match=fault):
        says(come("ann"), text)


def test_every_verb_is_there_and_told():
    for name, verb in VERBS.items():
        assert verb.help
        assert verb.usage.startswith("MATCH") == verb.match, name


def test_help_tells_all_verbs_or_one(come):
    ann = come("ann")
    told = says(ann, "help")
    assert len(told) == len(VERBS)
    for name, line in zip(VERBS, told, strict=True):
        assert says(ann, f"help {name.upper()}") == [line]
    with pytest.raises(GameError, match="there is no verb 'mvoe'; did you mean 'move'"):
        says(ann, "help mvoe")


def test_the_rules_are_those_that_the_command_prints(come, capsys):
    told = says(come("ann"), "rules oust:size-6")
    assert status("rules", "oust:size-6", "--language", "en") == 0
    printed, told = (
        [encoded_text(line, "ascii").rstrip() for line in lines]
        for lines in (capsys.readouterr().out.splitlines(), told)
    )
    assert told == printed
    assert len(told) > 10


def test_the_ratings_are_those_that_the_command_prints(come, tmp_path, capsys):
    ann = come("ann")
    keep_rated(ann.world.library)
    for words in ("ratings", "ratings reversi:6x6", "ratings nim"):
        assert status(*words.split(), "--store", str(tmp_path / "house.db")) == 0
        assert says(ann, words) == capsys.readouterr().out.splitlines()
    assert len(says(ann, "ratings reversi:6x6")) == 5


def test_the_hosts_own_games_are_called_as_their_files(come, tmp_path):
    ann = come("ann")
    folder = ann.world.home.games
    folder.mkdir(exist_ok=True)
    (folder / "my-nim.yaml").write_bytes(catalog.path_of("nim").read_bytes())
    assert says(ann, "rules my-nim") == says(ann, "rules nim")
    assert says(ann, "new my-nim")[0].startswith("TABLE 1 ")
    assert str(tmp_path) not in " ".join(says(ann, "games"))


def test_two_play_by_verbs(come):
    ann, bob = come("ann"), come("bob")
    assert says(ann, "new oust:size-4+no-pie 5+3") == ["TABLE 1 oust:size-4+no-pie"]
    assert says(bob, "games") == ["OPEN 1 oust:size-4+no-pie ann:(open) turns 0 5+3 casual"]
    assert says(bob, "join 1")[0] == "JOINED 1"
    assert says(ann, "move 1 d4")[0] == "MOVE 1 black d4 by ann"
    with pytest.raises(GameError, match="turn"):
        says(ann, "move 1 a1")
    assert says(bob, "games")[0].startswith("MOVE 1 ")
    assert says(ann, "log 1") == ["LOG 1 black ann: d4"]
    assert says(bob, "chat 1 good luck") == ["CHAT bob: good luck"]
    assert says(bob, "resign 1")[0].startswith("END black wins, white resigned")
    assert says(ann, "watch 1")[-1].startswith("END black wins, white resigned")
    assert any("d4" in line for line in says(ann, "export 1"))


def test_a_bot_sits_down_up_to_the_level_that_the_house_lets_in(come):
    ann = come("ann")
    says(ann, "new oust:size-4 3d bot 2")
    assert says(ann, "games") == ["MOVE 1 oust:size-4 ann:novice bot turns 0 3d casual"]
    for level in ("5", "8", "9", "time:2s", "x"):
        with pytest.raises(GameError, match="bots up to level 4 sit down here: say bot 1 to bot 4"):
            says(ann, f"new oust:size-4 bot {level}")


def test_a_table_is_opened_on_the_terms_that_are_told(come):
    ann = come("ann")
    come("bob")
    says(ann, "new oust:size-4 5+3 rated takebacks never shows turns first 2 away hour private bob")
    (kept,) = ann.visitor.store.list(Wanted())
    terms = kept.terms
    assert (str(terms.pace), terms.takebacks, terms.shows) == ("5+3", "never", "turns")
    assert terms.rated
    assert terms.private
    assert terms.patience == 60 * MINUTE
    assert [player.name for player in kept.note.seats] == ["bob", "ann"]


def test_what_begins_by_lot_is_sometimes_one_and_sometimes_the_other(come):
    ann = come("ann")
    ann.world = replace(ann.world, chance=Random(1))
    firsts = set()
    for _ in range(20):
        number = says(ann, "new nim first lot bot 1")[0].split()[1]
        firsts.add(says(ann, f"seats {number}")[0])
        says(ann, f"resign {number}")
    assert len(firsts) == 2


def test_bots_of_one_level_at_a_table_are_told_apart(come):
    ann = come("ann")
    says(ann, "new rolit:three bot 1 bot 1")
    assert "ann:beginner bot 1:beginner bot 2" in says(ann, "games")[0]
    with pytest.raises(GameError, match="no more than 3 seats"):
        says(ann, "new rolit:three bot 1 bot 1 bot 1")


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("ratd", "'ratd' says nothing about a table; did you mean 'rated'"),
        ("takebacks", "takebacks what"),
        ("takebacks free", "takebacks 'free' is not known; choose asked, never"),
        ("first 3", "first '3' is not known; choose 1, 2, lot"),
        ("away soon", "choose usual, hour, day, week, never"),
        ("bot 1 bot 1", "no more than 2 seats"),
    ],
)
def test_terms_that_make_no_sense_are_refused(come, words, fault):
    with pytest.raises(GameError, match=fault):
        says(come("ann"), f"new oust {words}")


def test_steps_are_made_all_or_none(come):
    ann, bob = come("ann"), come("bob")
    says(ann, "new amazons")
    says(bob, "join 1")
    first = says(ann, "legal 1")[0].split(": ")[1].split()[0]
    with pytest.raises(GameError):
        says(ann, f"move 1 {first},nowhere")
    assert says(ann, "log 1") == ["LOG 0: nothing has been played yet"]


@pytest.fixture
def clock(monkeypatch):
    """The time of the house in milliseconds, which stands still."""
    moment = [NOW]
    monkeypatch.setattr("tui.house.visitor.time.time_ns", lambda: moment[0] * 1_000_000)
    return moment


@pytest.mark.parametrize(("verb", "told"), [("claim", "END black"), ("standin", "STANDIN bob (")])
def test_who_waits_goes_on_without_who_has_vanished(come, clock, verb, told):
    ann, bob = come("ann"), come("bob")
    says(ann, "new reversi 30+20")
    says(bob, "join 1")
    says(ann, f"move 1 {says(ann, 'legal 1')[0].split()[2]}")
    with pytest.raises(GameError, match="nobody has been waited for long enough"):
        says(ann, f"{verb} 1")
    clock[0] += 5 * MINUTE
    assert told in says(ann, f"{verb} 1")[0]


def test_who_waits_ends_a_match_in_which_a_time_is_up(come, clock):
    ann = come("ann")
    says(ann, "new reversi 5+3")
    says(come("bob"), "join 1")
    clock[0] += 5 * MINUTE
    assert says(ann, "claim 1")[0].split(":")[0].endswith(" lost on time")


def test_who_does_not_sit_at_a_match_does_nothing_in_it(come):
    ann, cat = come("ann"), come("cat")
    says(ann, "new oust:size-4")
    says(come("bob"), "join 1")
    for text in ("move 1 d4", "resign 1", "undo 1", "claim 1", "standin 1"):
        with pytest.raises(GameError, match="you do not sit at this match"):
            says(cat, text)


def test_who_has_no_name_yet_takes_one_and_joins_by_a_code(come):
    with pytest.raises(GameError, match="you have no name here yet"):
        says(come(key="other"), "new oust")
    ann = come("ann")
    code = says(ann, "key add")[0].removeprefix("CODE ")
    assert says(come(key="other"), f"key add {code}") == ["KEY added; you are ann"]
    assert says(come(key="other"), "name") == ["NAME ann"]
    assert says(ann, "key list") == ["KEY key of ann (this one)", "KEY other"]
    assert says(ann, "key remove other") == ["KEY removed other"]


def test_a_record_tells_no_step_that_others_may_not_see_yet(come):
    ann, bob = come("ann"), come("bob")
    number = tables.create(
        ann.visitor,
        catalog.load("amazons"),
        (Player("person", "ann"), Player("person", "bob")),
        Terms(shows="turns"),
    )
    step = says(ann, f"legal {number}")[0].split(": ")[1].split()[0]
    says(ann, f"move {number} {step}")
    for verb in ("export", "log", "board", "legal"):
        whole, seen = (" ".join(says(one, f"{verb} {number}")) for one in (ann, bob))
        assert whole != seen, verb
        assert step not in seen or verb == "legal"


def test_the_record_of_a_house_is_that_of_its_store(come, tmp_path):
    ann, bob = come("ann"), come("bob")
    says(ann, "new oust:size-4+no-pie 5+3")
    says(bob, "join 1")
    assert not any(line.startswith("ended:") for line in says(ann, "export 1"))
    time.sleep(0.002)  # a step that takes no millisecond has no time to tell
    says(ann, "move 1 d4")
    says(bob, "resign 1")
    library = ann.world.library
    told = list(written(of_match(library, 1), FORMATS["text"], NOW).splitlines())
    assert says(ann, "export 1") == told
    assert any("d4@" in line for line in told)
    says(ann, "chat 1 good game")
    assert says(ann, "export 1") == told


@pytest.mark.parametrize("format", FORMATS)
def test_a_match_in_progress_is_told_in_every_format(come, format):
    ann, bob = come("ann"), come("bob")
    says(ann, "new reversi")
    says(bob, "join 1")
    says(ann, "move 1 d3")
    assert "d3" in " ".join(says(bob, f"export 1 {format}")).lower()


def test_a_guest_sits_down_only_where_they_stay(come):
    (table,) = says(come("ann"), "new oust:size-4")
    once, stays = come.guest(), come.guest()
    stays.at = 0
    for text in ("new oust:size-4", f"join {table.split()[1]}"):
        with pytest.raises(GameError, match="a guest goes with the session"):
            says(once, text)
        assert says(stays, text)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("cell {}", "which cell"), ("move {}", "which step"), ("cell", "which match")],
)
def test_what_was_left_out_is_asked_for(come, text, wanted):
    ann = come("ann")
    (table,) = says(ann, "new oust:size-4")
    with pytest.raises(GameError, match=wanted):
        says(ann, text.format(table.split()[1]))


def test_a_table_is_for_somebody_who_is_known_and_not_for_a_bot_too(come):
    ann, bob = come("ann"), come("Bob")
    with pytest.raises(GameError, match="none is left for Bob"):
        says(ann, "new oust private bob bot 1")
    assert says(ann, "new oust private bob")[0].startswith("TABLE 1 ")
    assert says(bob, "join 1")[0] == "JOINED 1"


def test_a_table_that_nobody_came_to_is_left(come):
    ann, bob = come("ann"), come("bob")
    says(ann, "new reversi")
    for verb in ("turn", "legal"):
        assert says(ann, f"{verb} 1") == ["OPEN a seat is still free"]
    assert not any("to move" in line for line in says(ann, "seats 1"))
    with pytest.raises(GameError, match="has not begun"):
        says(ann, "export 1")
    assert says(ann, "leave 1") == ["LEFT 1"]
    assert says(ann, "games") == ["NONE nobody plays just now"]

    says(ann, "new reversi")
    says(bob, "join 2")
    with pytest.raises(GameError, match="has begun: resign 2"):
        says(ann, "leave 2")


def test_offers_are_made_and_answered(come, monkeypatch):
    moments = count(time.time_ns() // 1_000_000, 10 * SECOND)  # an offer opens after a moment
    monkeypatch.setattr("tui.house.verbs.now", lambda: next(moments))
    ann, bob = come("ann"), come("bob")
    says(ann, "new reversi")
    says(bob, "join 1")
    says(ann, "move 1 d3")
    assert says(ann, "offer 1 takeback") == ["OFFERED takeback"]
    assert says(bob, "turn 1")[1] == "OFFERED takeback ann"
    assert says(ann, "offer 1 off") == ["WITHDRAWN"]
    with pytest.raises(GameError, match="nothing is offered"):
        says(bob, "accept 1")
    says(ann, "offer 1 takeback")
    assert says(bob, "accept 1")[0] == "ACCEPTED takeback"
    assert says(ann, "turn 1")[0].startswith("TURN 1 black ann")
    says(ann, "offer 1 draw")
    assert says(bob, "decline 1")[0] == "DECLINED draw"
    says(bob, "offer 1 draw")
    assert says(ann, "accept 1")[1].startswith("END draw")
    with pytest.raises(GameError, match="what is offered"):
        says(ann, "offer 1 tea")
