"""Real clients try to pass each limit of a house whose host allows little."""

from __future__ import annotations

import pytest
import pytest_asyncio

from tests.tui.house.clients import house, in_the_house, new_key, people
from tui.house.front import LONGEST_COMMAND

LITTLE = """
limits: {name: 8, chat: 10, chat_rate: 2, open_tables: 1, paste: 20, bot: 1}
"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def narrow(tmp_path_factory):
    """An open house with small limits."""
    folder = tmp_path_factory.mktemp("narrow")
    (folder / "little.yaml").write_text(LITTLE)
    async with house(folder / "house", "--config", str(folder / "little.yaml")) as found:
        yield found


async def refusal(served, key, command):
    """What a verb that is refused says."""
    told = await served.verb(key, command)
    assert (told.exit_status, told.stdout) == (1, "")
    return told.stderr


async def somebody(served, name):
    key = new_key()
    await served.say(key, f"name {name}")
    return key


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("ninechars", "from 2 to 8 characters"),
        ("a", "from 2 to 8 characters"),
        ("a\x1b[31mb", "not 'U+001B'"),
        ("a<b>", "not '<'"),
        ("ab\u202ecd", "not 'U+202E'"),
        ("p\u0430ul", "from one alphabet"),
        ("host", "word of the house"),
    ],
)
@in_the_house
async def test_a_name_is_short_and_plain(narrow, name, why):
    key = new_key()
    assert why in await refusal(narrow, key, f"name {name}")
    assert await narrow.say(key, "name") == ["NAME (none yet)"]


@in_the_house
async def test_a_paste_is_cut_before_it_comes_to_the_field(narrow):
    async with people(narrow) as come:
        person = await come(new_key(), "x")
        await person.sees("Your name:")
        person.type("\x1b[200~" + "x" * 500 + "\x1b[201~y")
        await person.sees("x" * 20 + "y")
        assert "x" * 21 not in person.text


@in_the_house
async def test_what_is_said_is_cut_and_counted_whatever_it_comes_by(narrow):
    dan = await somebody(narrow, "dan")
    match = (await narrow.say(dan, "new oust:size-4"))[0].split()[1]
    assert await narrow.say(dan, f"chat {match} {'x' * 300}") == [f"CHAT dan: {'x' * 10}"]
    await narrow.say(dan, f"chat {match} again")
    assert "a lot of talk" in await refusal(narrow, dan, f"chat {match} more")
    async with people(narrow) as come:
        screen = await come(dan, "dan")
        await screen.sees("WAITING FOR OTHERS")
        screen.type("\r")
        await screen.sees("CHAT")
        screen.type("c")
        await screen.sees("Enter say")
        screen.type("more\r")
        await screen.sees("hat is a lot of talk")


@in_the_house
async def test_nobody_has_more_open_tables_than_the_house_allows(narrow):
    eva = await somebody(narrow, "eva")
    await narrow.say(eva, "new oust:size-4")
    for text in ("new reversi", "new reversi 5+3 private dan"):
        assert "more than 1 open tables" in await refusal(narrow, eva, text)


@in_the_house
async def test_no_bot_is_stronger_than_the_house_allows(narrow):
    fay = await somebody(narrow, "fay")
    assert "bots up to level 1" in await refusal(narrow, fay, "new reversi bot 2")
    await narrow.say(fay, "new reversi bot 1")


@in_the_house
async def test_a_command_is_no_longer_than_a_line(narrow):
    key = new_key()
    longest = await narrow.verb(key, "help" + " " * (LONGEST_COMMAND - 4))
    assert longest.exit_status == 0
    for length in (LONGEST_COMMAND + 1, 30_000):
        told = await refusal(narrow, key, "help".ljust(length))
        assert told.rstrip() == f"parlour: a command has at most {LONGEST_COMMAND} characters"
