"""Compiled code is kept for the next start, and only trusted if nobody else can have written it."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs
import pytest
from platformdirs.unix import Unix

from core.rules.native.objects import MARK, Objects, user_folder

CODE = b"\x7fELF" + bytes(range(256))
HEAD = len(MARK)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder not yet made, in one not yet made."""
    return tmp_path / "cache" / "native"


@contextmanager
def written_at_most(size: int) -> Iterator[None]:
    """No file can grow beyond a size, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_what_is_kept_is_found(folder: Path) -> None:
    Objects(folder).keep("one", CODE)
    assert Objects(folder).find("one") == CODE
    assert Objects(folder).find("other") is None


def test_the_folder_and_its_entries_are_the_users_alone(folder: Path) -> None:
    Objects(folder).keep("one", CODE)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / "one").stat().st_mode & 0o777 == 0o600


def test_looking_makes_no_folder(folder: Path) -> None:
    assert Objects(folder).find("one") is None
    assert not folder.exists()


@pytest.mark.parametrize("kept", [b"", MARK, MARK + bytes(32)], ids=["nothing", "mark", "no code"])
def test_a_cut_entry_counts_as_missing_and_is_replaced(folder: Path, kept: bytes) -> None:
    objects = Objects(folder)
    objects.keep("one", CODE)
    (folder / "one").write_bytes(kept)
    assert objects.find("one") is None
    objects.keep("one", CODE)
    assert objects.find("one") == CODE


@pytest.mark.parametrize(
    "at", [0, HEAD - 1, HEAD, HEAD + 31, HEAD + 32, -1], ids=lambda at: f"byte {at}"
)
def test_one_wrong_bit_anywhere_is_noticed(folder: Path, at: int) -> None:
    Objects(folder).keep("one", CODE)
    content = bytearray((folder / "one").read_bytes())
    content[at] ^= 1
    (folder / "one").write_bytes(content)
    assert Objects(folder).find("one") is None


@pytest.mark.parametrize("cut", [1, len(CODE) - 1, len(CODE) + 1])
def test_an_entry_cut_short_is_noticed(folder: Path, cut: int) -> None:
    Objects(folder).keep("one", CODE)
    (folder / "one").write_bytes((folder / "one").read_bytes()[:-cut])
    assert Objects(folder).find("one") is None


def test_an_entry_under_another_name_is_noticed(folder: Path) -> None:
    Objects(folder).keep("one", CODE)
    (folder / "one").rename(folder / "other")
    assert Objects(folder).find("other") is None


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o1777])
def test_a_folder_in_which_others_may_write_is_not_used(folder: Path, mode: int) -> None:
    objects = Objects(folder)
    objects.keep("one", CODE)
    folder.chmod(mode)
    assert objects.find("one") is None
    objects.keep("two", CODE)
    assert not (folder / "two").exists()


def test_a_folder_of_someone_else_is_not_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    objects = Objects(folder)
    objects.keep("one", CODE)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert objects.find("one") is None
    objects.keep("two", CODE)
    assert not (folder / "two").exists()


def test_a_link_to_a_folder_is_not_used(folder: Path, tmp_path: Path) -> None:
    Objects(folder).keep("one", CODE)
    (tmp_path / "link").symlink_to(folder)
    assert Objects(tmp_path / "link").find("one") is None


def test_a_folder_that_depends_on_the_working_directory_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    objects = Objects(Path("native"))
    objects.keep("one", CODE)
    assert objects.find("one") is None


def test_an_entry_that_others_may_write_is_not_used(folder: Path) -> None:
    objects = Objects(folder)
    objects.keep("one", CODE)
    (folder / "one").chmod(0o666)
    assert objects.find("one") is None
    objects.keep("one", CODE)
    assert objects.find("one") == CODE


def test_a_link_in_place_of_an_entry_is_not_followed(folder: Path, tmp_path: Path) -> None:
    objects = Objects(folder)
    objects.keep("one", CODE)
    (folder / "one").rename(tmp_path / "elsewhere")
    (folder / "one").symlink_to(tmp_path / "elsewhere")
    assert objects.find("one") is None
    objects.keep("one", CODE)
    assert objects.find("one") == CODE
    assert not (folder / "one").is_symlink()


def test_a_pipe_in_place_of_an_entry_holds_nobody_up(folder: Path) -> None:
    objects = Objects(folder)
    objects.keep("one", CODE)
    (folder / "one").unlink()
    os.mkfifo(folder / "one", 0o600)
    assert objects.find("one") is None


def test_a_file_in_place_of_the_folder_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "native").write_text("")
    objects = Objects(tmp_path / "native")
    objects.keep("one", CODE)
    assert objects.find("one") is None


def test_a_full_disk_leaves_what_was_there(folder: Path) -> None:
    objects = Objects(folder)
    objects.keep("one", CODE)
    with written_at_most(100):
        objects.keep("one", CODE + CODE)
        objects.keep("two", CODE)
    assert [path.name for path in folder.iterdir()] == ["one"]
    assert objects.find("one") == CODE


def test_what_was_used_longest_ago_goes_first(folder: Path) -> None:
    objects = Objects(folder, room=3 * (len(CODE) + HEAD + 32))
    for age, name in enumerate(["new", "middle", "old"]):
        objects.keep(name, CODE)
        os.utime(folder / name, (1000 - age, 1000 - age))
    assert objects.find("old") == CODE
    objects.keep("newest", CODE)
    assert {path.name for path in folder.iterdir()} == {"new", "old", "newest"}


def test_the_folder_follows_the_users_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it does on Linux; other systems name the folder themselves."""
    monkeypatch.setattr(platformdirs, "PlatformDirs", Unix)
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere/cache")
    assert user_folder() == Path("/somewhere/cache/parlour/native")
