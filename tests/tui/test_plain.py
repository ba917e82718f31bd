"""Line mode: the same matches as on the screen, one answer a line."""

from __future__ import annotations

import asyncio
import random
import re
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core import catalog
from core.match.records import text as records
from core.match.records.record import Record
from core.store.library import Library
from tests.tui.houses import ScriptedThinker, home, kept, parlour, smallest, world
from tui.plain.commands import COMMANDS, WORDS
from tui.plain.shell import Shell
from tui.screens.table import TablePage

CORRIDOR = Path(__file__).parent / "games" / "corridor.yaml"
CHANGES = tuple(word for word, _ in WORDS)


class Talk:
    """Somebody who types, and everything that was answered."""

    def __init__(self, folder, **options):
        self.folder = folder
        self.runner = asyncio.Runner()
        self.shell = Shell(world(folder, **options), self.runner.run)
        self.told: list[str] = []

    def __call__(self, *lines):
        """The answers to some lines."""
        answer = [told for text in lines for told in self.shell.answer(text)]
        self.told += answer
        return answer

    @property
    def session(self):
        return self.shell._table.match.session

    @property
    def saved(self):
        """The match that was kept first, as a fresh program reads it."""
        (session,) = kept(self.folder)
        return session

    def __enter__(self):
        return self

    def __exit__(self, *_):
        list(self.shell.close())
        self.shell._world.library.close()
        self.runner.close()


@pytest.fixture
def talk(tmp_path):
    with Talk(tmp_path) as talk:
        yield talk


def test_hints_say_how_often_each_was_tried_and_come_in_that_order(talk):
    talk("play reversi:6x6")
    hints = talk("hint 3")
    found = [re.match(r"HINT (\S+) \d+%, tried (\d+) times?(;|$)", told) for told in hints]
    assert len(found) > 1
    assert all(found)
    tried = [int(one[2]) for one in found]
    assert tried == sorted(tried, reverse=True)
    assert {one[1] for one in found} <= {step.token for step in talk.session.position.steps}


def test_that_bots_are_slow_is_said_once_to_who_plays_with_one(talk):
    talk.shell._world.slow.append("no compiler")
    assert not any("slow" in told for told in talk("play nim with person", "leave"))
    told = "SLOW bots think a hundred times as slowly here: no compiler"
    assert talk("play nim with bot:1", "leave").count(told) == 1
    assert told not in talk("play nim with bot:1")


def tokens(answer):
    """The steps in the answer to `legal`."""
    (line,) = answer
    number, steps = re.fullmatch(r"LEGAL (\d+): (.*)", line).groups()
    assert len(steps.split()) == int(number)
    return steps.split()


def play_on(talk, seed, most=10_000):
    """Play at random by `legal` and `move` alone, as a script would; the last answer."""
    chance = random.Random(seed)
    answer = []
    for _ in range(most):
        answer = talk(f"move {chance.choice(tokens(talk('legal')))}")
        assert [line.split()[0] for line in answer[:-1]] == ["MOVE"] * (len(answer) - 1)
        if answer[-1].startswith("END"):
            return answer
        assert answer[-1].startswith("TURN")
    return answer


def variants_of(name):
    return catalog.definition(name).variants


def usual_and_last(name):
    """A game as it usually is, and its last variant."""
    return (name, *(f"{name}:{variant.id}" for variant in variants_of(name)[-1:]))


GAMES = [one for name in catalog.names() for one in usual_and_last(name)]
TWO_OF_EACH = [
    (name, place)
    for name in catalog.names()
    for place in range(2 if any(not one.default for one in variants_of(name)) else 1)
]
"""Games with the numbers of the two on the smallest boards, see `smallest`."""


@pytest.mark.parametrize(("name", "place"), TWO_OF_EACH)
def test_a_script_that_knows_legal_and_move_plays_any_game_to_its_end(talk, name, place):
    id = smallest(name, place)
    others = ["person"] * (len(catalog.definition(id).players) - 1)
    talk(f"play {id} with {' '.join(others)} seed 3")
    end = play_on(talk, 5)[-1]
    session = talk.saved
    assert session == talk.session
    told = records.write(Record(session)).splitlines()[-1].removeprefix("result: ")
    assert end.startswith(f"END {told}: ")
    log = [line.rpartition(" ")[2] for line in talk("log")]
    assert log == [turn.text for turn in session.turns]
    made = [line.split()[3] for line in talk.told if line.startswith("MOVE")]
    assert made == [played.text for played in session.steps]


def test_a_bot_answers_at_once_and_the_answer_says_so(tmp_path):
    with Talk(tmp_path, thinker=ScriptedThinker(["c3"])) as talk:
        talk("play reversi with bot:1")
        assert talk("d3") == [
            "MOVE 1 black d3*1 by you; captures d4",
            "MOVE 1 white c3*1 by beginner bot; captures d4",
            "TURN 2 black you: place a disc that turns over enemy discs",
        ]


def test_programs_alone_play_a_match_to_its_end(talk):
    answer = talk("play tic-tac-toe players bot:1 bot:1")
    assert answer[0].startswith("GAME")
    assert answer[-1].startswith("END")


@pytest.mark.parametrize("written", ["move c2-c3", "c2-c3", "c2xc3", "C2:C3", "move c2xc3"])
def test_a_move_may_be_written_in_the_manner_of_chess(talk, written):
    talk("play breakthrough with person")
    assert talk(written)[0].split()[:4] == ["MOVE", "1", "white", "c2-c3"]


def test_several_steps_are_made_or_none(talk):
    talk("play oust:size-4+no-pie with person")
    assert talk("move d4,zz")[0].startswith("ERROR")
    assert talk.session.steps == ()
    talk("d4 a1 b2")
    assert [played.token for played in talk.session.steps] == ["d4", "a1", "b2"]


def test_undo_take_back_and_resign_are_those_of_the_session(talk):
    talk("play rive:size-3 with person")
    while not talk.session.position.step:  # until somebody is in the middle of a turn
        talk(f"move {tokens(talk('legal'))[0]}")
    before = len(talk.session.steps)
    assert talk("undo")[0].startswith("TOOK BACK 1 step by")
    assert len(talk.session.steps) == before - 1
    assert talk("undo")[0].startswith("ERROR there is no step of this turn to undo")
    assert talk("take back")[0].startswith("TOOK BACK")
    assert talk("resign")[0].startswith("RESIGNED")
    assert talk("takeback") == ["ERROR the game is over"]
    assert talk.saved.outcome.reason == "resigned"


def test_looking_back_shows_what_was_and_plays_nothing(talk):
    talk("play reversi:6x6 with person", "b3")
    now = talk("board")
    talk("b2")
    assert talk("back")[0].startswith("LOOK 1 of 2: 1 black player 1: b3*1")
    assert talk("board") == now
    assert talk("legal")[0].startswith("LEGAL")
    assert talk("c2") == ["ERROR you are looking back; 'live' returns to the match"]
    assert talk("on") == ["LIVE 2"]
    assert talk("first")[0].startswith("LOOK 0 of 2: the start")
    assert talk("live") == ["LIVE 2"]


def test_the_board_is_told_in_letters_and_in_words(talk):
    talk("play reversi with person", "d3")
    assert talk("board") == [
        "1  . . . . . . . .",
        "2  . . . . . . . .",
        "3  . . .*X . . . .",
        "4  . . . X X . . .",
        "5  . . . X O . . .",
        "6  . . . . . . . .",
        "7  . . . . . . . .",
        "8  . . . . . . . .",
        "   a b c d e f g h",
        "O White disc, X Black disc, . empty, * last turn",
    ]
    assert talk("row 4") == [
        "ROW 4: a4 to c4 empty; d4 Black disc, just captured; e4 Black disc; f4 to h4 empty"
    ]
    assert talk("column e") == [
        "COLUMN e: e1 to e3 empty; e4 Black disc; e5 White disc; e6 to e8 empty"
    ]
    assert talk("cell d3") == ["CELL d3: Black disc, just placed"]
    assert talk("where O") == ["WHERE O 1: e5"]
    assert talk("where Black") == ["WHERE Black 4: d3 d4 e4 d5"]
    assert len(talk("where empty")[0].split()) == 3 + 59


@pytest.mark.parametrize("id", GAMES)
def test_rows_name_every_cell_once_and_the_letters_are_those_of_the_screen(talk, id):
    others = ["person"] * (len(catalog.definition(id).players) - 1)
    talk(f"play {id} with {' '.join(others)} seed 3")
    play_on(talk, 1, most=5)
    moment = talk.shell._table.moment
    rows = [row for row in moment.picture.rows if any(row.cells)]
    told = [line for line in talk("row") if not line.endswith(": ")]
    letters = talk("board")
    wide = max(len(row.label) for row in moment.picture.rows) + 1
    for row, words, drawn in zip(rows, told, letters, strict=False):
        cells = [cell for cell in row.cells if cell]
        named = []
        for part in words.partition(": ")[2].split("; "):
            first, to, last = part.partition(" to ")
            low = cells.index(first.split()[0])
            named += cells[low : cells.index(last.split()[0]) + 1 if to else low + 1]
        assert named == cells
        glyphs = drawn[wide + row.offset :][1::2].replace(" ", "")  # each behind its mark
        assert glyphs == "".join(moment.picture.spot(cell).glyph or "." for cell in cells)


def test_why_and_legal_say_what_the_rules_say(talk):
    talk("play reversi with person")
    assert talk("why d3") == ["WHY d3: it is legal"]
    assert talk("why d4") == ["WHY d4: d4 is not empty"]
    assert talk("legal d3") == ["LEGAL d3 1: d3"]
    assert talk("legal a1")[0].startswith("LEGAL a1 0: a1: a disc must bracket")
    assert talk("a1")[0].startswith("ERROR a1: a disc must bracket")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("baord", "ERROR there is no command 'baord'; did you mean 'board'?"),
        ("xyzzy", "ERROR there is no command 'xyzzy'; 'help' lists all"),
        ("cell z9", "ERROR there is no cell 'z9'; cells run from a1 to h8"),
        ("row 9", "ERROR there is no row '9'; rows run from 1 to 8"),
        ("look two", "ERROR 'two' is no number"),
        ("where whit", "ERROR nothing here is called 'whit'; did you mean white?"),
        ("play revers", "ERROR no game 'revers'; did you mean 'reversi'?"),
        ("play reversi with bot:9", "ERROR 'bot:9' is nobody to play with"),
        ("play reversi with person person", "ERROR Reversi is for 2 players"),
        ("play reversi first 3", "ERROR '3' cannot be first; choose 1, 2, lot"),
        ("play ../secret.yaml", "ERROR a file is played by parlour play FILE --plain"),
        ("play reversi with gtp:sh", "ERROR programs sit down with parlour play GAME --with"),
        ("resume 7", "ERROR there is no match '7'; 'matches' lists them"),
        (
            "offer peace",
            "ERROR 'peace' cannot be offered here; choose draw, takeback, swap, rematch, off",
        ),
        ("swap", "ERROR sides cannot be swapped now"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(talk, typed, told):
    talk("play reversi with person")
    (answer,) = talk(typed)
    assert answer.startswith(told)
    assert talk.shell.refused == 1


def test_a_match_begun_in_lines_goes_on_on_the_screen_and_back(tmp_path):
    async def on_screen():
        app = parlour(tmp_path)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("g")
            await pilot.pause()
            assert isinstance(app.screen, TablePage)
            assert app.screen.session.log == log
            await pilot.press("m", *"c3", "enter")
            await pilot.pause()
            later = app.screen.session.log
            await pilot.press("q")
            return later

    with Talk(tmp_path) as talk:
        talk("play reversi with person", "d3")
        log = talk.session.log
        talk("leave")
    longer = asyncio.run(on_screen())
    assert len(longer) == len(log) + 1
    with Talk(tmp_path) as talk:
        assert talk("resume")[-1].startswith("TURN 2 black player 1")
        assert talk.session.log == longer


def test_matches_are_listed_resumed_by_number_and_deleted(talk):
    talk("play reversi with person", "d3", "play hex:size-5 with person", "a1")
    listed = talk("matches")
    words = [re.sub(r"^\d ", "", line) for line in listed]
    assert sorted(words) == [
        "hex:size-5, player 1 : player 2, 1 turn, player 2 to move",
        "reversi:8x8, player 1 : player 2, 1 turn, player 2 to move",
    ]
    names = {line.split()[1].split(":")[0]: line.split()[0] for line in listed}
    reversi, hexes = (next(name for key, name in names.items() if game in key)
                      for game in ("reversi", "hex"))  # fmt: skip
    assert talk(f"resume {reversi}")[:2][0] == f"KEPT {hexes}"
    assert talk("next")[1].startswith("GAME hex")
    assert talk(f"delete {hexes}")[0].startswith("ERROR")
    talk("leave")
    (told,) = talk(f"delete {hexes}")
    assert told == f"DELETED {next(line for line in listed if 'hex' in line)}"
    assert len(talk("matches")) == 1


def test_a_match_that_cannot_be_saved_is_played_on_and_left_when_asked_twice(talk):
    outside = talk.shell._world
    outside.library.close()
    object.__setattr__(outside, "library", Library("/dev/null/matches.db", talk.folder))
    talk("play reversi with person")
    told = talk("d3")
    assert [line.split()[0] for line in told] == ["MOVE", "NOT", "TURN"]
    assert [line.split()[0] for line in talk("c3")] == ["MOVE", "TURN"]
    assert "is lost" in talk("quit")[0]
    assert talk("quit") == ["BYE"]


def test_what_a_bot_cannot_do_is_told_and_may_be_tried_again(talk):
    talk("play reversi with bot:1")
    thinker = ScriptedThinker(["c3"])
    object.__setattr__(talk.shell._world, "thinker", Broken(thinker))
    assert talk("d3")[-1] == "ERROR out of order"
    assert talk("c3")[0].startswith("ERROR beginner bot is to move")
    assert talk("")[0].startswith("MOVE 1 white c3*1")


class Broken:
    """Fails once, then thinks as another does."""

    def __init__(self, other):
        self._other = other
        self._asked = count()

    async def think(self, *question):
        """Fail, or think."""
        from core.errors import GameError

        if not next(self._asked):
            raise GameError("out of order")
        return await self._other.think(*question)

    async def close(self):
        """Nothing to end."""


def test_help_names_every_command_and_every_fixed_word(talk):
    told = "\n".join(talk("help"))
    for command in COMMANDS:
        assert f"  {command.form}: " in told
        assert talk(f"help {command.name}")[0].startswith(f"{command.form}: ")
    assert all(f"  {word}: " in told for word in CHANGES)


TYPED = (
    "reversi:6x6 rive with person players bot:1 first seed 1 2 5 all black X d4 b3 c2-c3 swap ' - *"
)
WORD = st.one_of(
    st.sampled_from([word for command in COMMANDS for word in (command.name, *command.also)]),
    st.sampled_from(TYPED.split()),
    st.text(max_size=6),
)
LINE = st.one_of(st.text(max_size=40), st.lists(WORD, max_size=4).map(" ".join))


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(lines=st.lists(LINE, max_size=8), begun=st.booleans())
def test_any_line_gets_one_answer(tmp_path_factory, lines, begun):
    with Talk(tmp_path_factory.mktemp("talk")) as talk:
        if begun:
            talk("play reversi:6x6 with person", "b3")
        for text in lines:
            before = talk.session.log if talk.shell._table else None
            answer = talk(text)
            assert answer
            assert all(line and line.isascii() and line.isprintable() for line in answer)
            if answer[0].startswith("ERROR"):
                assert len(answer) == 1
                assert (talk.session.log if talk.shell._table else None) == before


def test_the_file_of_the_game_is_followed_and_steps_that_no_longer_fit_are_told(tmp_path):
    text = CORRIDOR.read_text()
    file = home(tmp_path).games / "corridor.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    with Talk(tmp_path) as talk:
        talk("play corridor with person")
        talk("Rb2", "b1")
        assert [played.token for played in talk.session.steps] == ["Rb2"]
        file.write_text(text + "nonsense: 1\n")
        assert [line.split()[0] for line in talk("")] == ["RULES", "TURN"]
        file.write_text(text + "# mended\n")
        assert talk("last") == ["RULES reloaded", "LAST 1 red player 1: Rb2"]
        file.write_text(text.replace("row(2)", "row(3)"))
        told, turn = talk("c2")
        assert told == "RULES reloaded; 1 step no longer fits"
        assert turn.startswith("TURN 1 red")
        assert talk.session.steps == ()
        file.write_text(text)
        talk("")
        assert [played.token for played in talk.session.steps] == ["Rb2"]
