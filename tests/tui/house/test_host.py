"""What a host asks of a house is done, or refused in one line."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from core.store.people import People
from tests.tui.house.rooms import rooms
from tests.tui.test_command import status
from tui.house.visitor import house_store, now


@pytest.fixture
def host(tmp_path, capsys):
    """Asks for something: the exit status, what was printed, and what was refused."""
    folder = tmp_path / "house"
    with rooms(folder) as found:
        found.visitor("ann")

    def ask(*words):
        return status("house", *map(str, words), "--data", str(folder)), *capsys.readouterr()

    return ask


def banned(tmp_path):
    with closing(house_store(str(tmp_path / "house" / "house.db"))) as store:
        return {ban.what for ban in People(store).bans(now())}


@pytest.mark.parametrize("who", ["bob", "10.0.0.300", "1.2.3", "::g", "ann:bob", "a.b"])
def test_whoever_is_nobody_is_not_banned(tmp_path, host, who):
    told, _, refused = host("ban", who)
    assert (told, refused.count("\n")) == (1, 1)
    assert f"nobody here is called '{who}'" in refused
    assert not banned(tmp_path)


@pytest.mark.parametrize(
    ("who", "what"),
    [("2001:DB8::0:1", "2001:db8::1"), ("10.0.0.30", "10.0.0.30"), ("Ann", "key of ann")],
)
def test_who_is_banned_is_so_however_they_are_written(tmp_path, host, who, what):
    assert host("ban", who)[0] == 0
    assert banned(tmp_path) == {what}
    assert host("unban", what if what in who.lower() else who)[0] == 0
    assert not banned(tmp_path)


def test_a_copy_is_whole_and_nobody_elses_or_not_there(tmp_path, host, monkeypatch):
    copy = tmp_path / "copy.db"
    assert host("backup", copy)[0] == 0
    assert copy.stat().st_mode & 0o777 == 0o600
    with closing(house_store(str(copy))) as found:
        assert People(found).named("ann")
    before = copy.read_bytes()
    for file in (copy, tmp_path, tmp_path / "nowhere" / "copy.db"):
        told, _, refused = host("backup", file)
        assert (told, refused.count("\n")) == (1, 1)
        assert str(file) in refused
    assert copy.read_bytes() == before

    class Full(sqlite3.Connection):
        def backup(self, *_, **__):
            raise sqlite3.OperationalError("database or disk is full")

    other, connect = tmp_path / "other.db", sqlite3.connect
    monkeypatch.setattr("tui.house.host.sqlite3.connect", lambda file: connect(file, factory=Full))
    assert host("backup", other)[2] == f"parlour: {other}: database or disk is full\n"
    assert not other.exists()


def test_the_host_says_something_or_nothing(host):
    assert host("announce", " ") == (1, "", "parlour: there is nothing to say\n")
    assert host("announce", "tea at five") == (0, "", "")
