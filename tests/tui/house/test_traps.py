"""What a house must not do on its host's machine, nor leave behind in a client's terminal.

Each test is of something that a program in a terminal does at home without a second thought.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tui.house.clients import ROOT, children, in_the_house, new_key, people
from tests.tui.house.rooms import after_steps, begun, gone_on, rooms
from tests.tui.test_pty import DEPTHS, SGR, Player, _colors
from tests.tui.test_together import until
from tui.house.forced import session_environ
from tui.house.nursery import CRASHED
from tui.house.visitor import Premises, Rules, Visitor

MODE = re.compile(rb"\x1b\[\?([0-9;]+)([hl])")
KEYBOARD = re.compile(rb"\x1b\[[>=][0-9;]*u")
"""Asks for another way of sending keys (kitty's); its end on the other screen does no harm."""
MOVEMENTS = {b"1002", b"1003"}
IN_BAND_SIZES = b"2048"


def processes(served, program):
    """The processes that the house has started for this."""
    for pid in children(served.process.pid):
        if program in Path(f"/proc/{pid}/cmdline").read_bytes():
            yield pid


@in_the_house
async def test_what_forks_has_one_thread(served):
    (nursery,) = processes(served, b"tui.house.nursery")
    await served.say(new_key(), "who")
    assert len(os.listdir(f"/proc/{nursery}/task")) == 1


@in_the_house
async def test_sessions_speak_utf8_and_wait_for_the_rest_of_a_key_that_comes_slowly(served):
    told = (
        "import sys; from textual import constants as c; print(c.ESCAPE_DELAY, sys.flags.utf8_mode)"
    )
    environ = session_environ({**os.environ, "LANG": "en_US.ISO-8859-1"})
    command = [sys.executable, "-c", told]
    said = subprocess.run(command, env=environ, capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["0.3", "1"]
    (nursery,) = processes(served, b"tui.house.nursery")
    has = Path(f"/proc/{nursery}/environ").read_text().split("\0")
    assert {f"{name}={value}" for name, value in environ.items()} <= set(has)


@in_the_house
async def test_a_client_gets_its_terminal_back_and_is_asked_for_nothing_that_stays(served):
    key = new_key()
    await served.say(key, "name mia")
    async with people(served) as come:
        mia = await come(key, "mia")
        await mia.sees("Open a table")
        mia.type("q")
        assert await mia.gone() == 0
        sent = b"".join(mia.frames)
    on = {}
    for numbers, switch in MODE.findall(sent):
        for number in numbers.split(b";"):
            on.setdefault(number, []).append(switch)
    assert on[b"1049"][-1] == on[b"1000"][-1] == b"l"
    assert not MOVEMENTS & on.keys()
    assert IN_BAND_SIZES not in on
    shown = {b"25", b"7"}  # the cursor, and lines that go on in the next
    left = {number for number, switches in on.items() if switches[-1] == b"h"} - shown
    assert left == set()
    assert KEYBOARD.findall(sent) == []


@pytest.mark.parametrize(
    ("term", "environ", "depth"),
    [
        ("xterm-256color", {}, "256"),
        ("xterm", {"COLORTERM": "truecolor"}, "256"),
        ("linux", {}, "16"),
        ("linux", {"COLORTERM": "yes"}, "256"),
        ("xterm", {}, "16"),
    ],
    ids=str,
)
@in_the_house
async def test_colors_go_by_what_the_client_says(served, term, environ, depth):
    key = new_key()
    name = f"{term}.{len(environ)}.{'c' if environ else 'n'}"
    await served.say(key, f"name {name}")
    async with people(served) as come:
        person = await come(key, name, term=term, **environ)
        await person.sees("Open a table")
        drawn = b"".join(person.frames).partition(b"\x1b[?1049h")[2]
    codes = {code for sgr in SGR.findall(drawn) for code in _colors(sgr)}
    assert max(codes, key=DEPTHS.index, default="none") == depth


@in_the_house
async def test_lines_that_break_off_leave_no_trace_in_the_log(served):
    key = new_key()
    for pause in (0, 0.01, 0.1, 0.5):
        line = await served.connect(key)
        await line.create_process(term_type="xterm", encoding=None)
        await asyncio.sleep(pause)
        line.abort()
    assert await served.say(key, "who") is not None
    assert "Traceback" not in (served.folder.parent / f"{served.folder.name}.log").read_text()


VISIT = """
import io, sys, webbrowser
from pathlib import Path
from tui.command import main
from tui.house.lobby import HouseLobby
folder = Path(sys.argv[1])
webbrowser.open = lambda *_: (folder / "opened").write_text("x")
{change}
sys.exit(main(["visit", "--data", str(folder), "--key", "SHA256:a"]))
"""
DELIVERS = """
def act(self):
    self.app.open_url("http://localhost/")
    self.app.deliver_text(io.StringIO("text"), save_directory=folder, save_filename="text")
    self.app.deliver_binary(io.BytesIO(b"x"), save_directory=folder, save_filename="bytes")
    self.tell("it is done")
HouseLobby.action_settings = act
"""
BREAKS = """
def act(self):
    secret = "a secret"
    raise RuntimeError("out of order")
HouseLobby.action_settings = act
"""


@pytest.fixture
def visit(tmp_path):
    """A session of a process of its own, in which the settings do something else."""
    folder = tmp_path / "house"
    folder.mkdir()
    premises = Premises.of(str(folder / "house.db"), folder, Rules())
    visitor = Visitor(premises, "SHA256:a", "ann", "")
    visitor.take_name("ann")
    visitor.leave()

    def come(change):
        script = VISIT.format(change=change)
        environ = {"SSH_CONNECTION": "::1 1 ::1 22", "PYTHONPATH": str(ROOT)}
        return Player(tmp_path, str(folder), program=("-c", script), **environ)

    return folder, come


def test_no_browser_is_opened_and_no_file_is_written_on_the_hosts_machine(visit):
    folder, come = visit
    with come(DELIVERS) as player:
        player.see("Open a table")
        before = files(folder)
        player.type("s")
        player.see("it is done")
        player.terminal.read(0.3, 1.0)
        assert files(folder) == before
        player.type("q")
        assert player.terminal.wait() == 0


def files(folder):
    return sorted(str(file) for file in folder.rglob("*") if file.is_file())


def test_what_breaks_is_told_in_a_line_and_written_down_for_the_host(visit):
    folder, come = visit
    with come(BREAKS) as player:
        player.see("Open a table")
        player.type("s")
        assert player.terminal.wait() == CRASHED
        told = player.written.rpartition(b"\x1b[?1049l")[2]
    assert b"something broke that should not have" in told
    assert b"secret" not in player.written
    assert b"Traceback" not in player.written
    assert "out of order" in (folder / "broken.log").read_text()


async def test_looking_through_a_match_saves_no_picture_and_no_recording(tmp_path):
    with rooms(tmp_path) as house:
        ann = house.visitor("ann")
        match = begun(ann, "ann", "bob")
        gone_on(ann, match, *after_steps(2), lambda one: one.resign(1, one.at))
        app = house.app(ann)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("w")
            await until(pilot, lambda: hasattr(app.screen, "look_at"))
            before = files(tmp_path)
            for key in "VA":
                await pilot.press(key)
                assert "the files would be the host's" in app.screen._said
            assert {action.id for action in app.screen.actions()}.isdisjoint(
                {"replay.picture", "replay.recording"}
            )
            assert files(tmp_path) == before
