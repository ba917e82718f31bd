"""Text becomes functions: at once, better a little later, and from disk at the next start."""

from __future__ import annotations

import ctypes
import gc
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.rules.native import compiler
from core.rules.native.compiler import Library, NativeError, Signature, load, unavailable

ROOT = Path(__file__).parents[3]

TEXT = """
declare i192 @llvm.ctpop.i192(i192)

; How many bits are set; goes through a stack slot, as all variables do.
define i64 @count(ptr %at) {
  %slot = alloca i192, align 8
  %set = load i192, ptr %at, align 8
  store i192 %set, ptr %slot, align 8
  %again = load i192, ptr %slot, align 8
  %bits = call i192 @llvm.ctpop.i192(i192 %again)
  %small = trunc i192 %bits to i64
  ret i64 %small
}

; Counts up to `most` until the flag is raised; gives the count.
define i64 @spin(ptr %flag, i64 %most) {
entry:
  br label %round
round:
  %n = phi i64 [ 0, %entry ], [ %next, %round ]
  %next = add i64 %n, 1
  %raised = load atomic i64, ptr %flag monotonic, align 8
  %end = icmp ne i64 %raised, 0
  %over = icmp sge i64 %next, %most
  %leave = or i1 %end, %over
  br i1 %leave, label %done, label %round
done:
  ret i64 %next
}
"""
SIGNATURES = {
    "count": Signature(ctypes.c_int64, (ctypes.c_void_p,)),
    "spin": Signature(ctypes.c_int64, (ctypes.c_void_p, ctypes.c_int64)),
}
LONG = 20_000_000_000
"""Rounds of `spin` that would take many seconds."""

SCRIPT = """
import sys, time
from pathlib import Path
sys.path.insert(0, {root!r})
from tests.core.rules.native.test_compiler import *
folder = Path({folder!r})
"""


def count(library: Library, number: int) -> int:
    buffer = ctypes.create_string_buffer(number.to_bytes(24, "little"), 24)
    found: int = library["count"](ctypes.addressof(buffer))
    return found


def text() -> str:
    return TEXT


def never() -> str:
    raise AssertionError("the text was asked for")


def start(body: str, folder: Path, **environ: str) -> subprocess.Popen[str]:
    """Another process, doing something with the names of this module."""
    script = SCRIPT.format(root=str(ROOT), folder=str(folder)) + body
    return subprocess.Popen(
        [sys.executable, "-c", script],
        env={**os.environ, **environ},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def end(process: subprocess.Popen[str]) -> str:
    """What it has printed; it must have ended well."""
    with process:
        try:
            said, _ = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 0, said
    return said


@pytest.fixture(autouse=True)
def switched_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARLOUR_NATIVE", raising=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "native"


@pytest.fixture
def held() -> Iterator[threading.Lock]:
    """Nothing is optimised until this lock is released."""
    compiler._background.acquire()
    yield compiler._background
    if compiler._background.locked():
        compiler._background.release()


@pytest.mark.parametrize("number", [0, 1, 1 << 191, (1 << 192) - 1, 0x5A5A << 100])
def test_every_tier_gives_the_same(folder: Path, number: int, held: threading.Lock) -> None:
    library = load("key", text, SIGNATURES, folder=folder)
    assert (library.tier, count(library, number)) == ("quick", number.bit_count())
    held.release()
    assert library.wait(30)
    assert (library.tier, count(library, number)) == ("full", number.bit_count())
    again = load("key", never, SIGNATURES, folder=folder)
    assert again.wait(0)
    assert (again.tier, count(again, number)) == ("cached", number.bit_count())


def test_waiting_can_be_in_vain(folder: Path, held: threading.Lock) -> None:
    assert not load("key", text, SIGNATURES, folder=folder).wait(0.01)


def test_another_key_is_other_code(folder: Path) -> None:
    load("key", text, SIGNATURES, folder=folder).wait()
    with pytest.raises(AssertionError, match="the text was asked for"):
        load("other", never, SIGNATURES, folder=folder)


def test_without_a_folder_it_is_the_users(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "user_folder", lambda: folder)
    load("key", text, SIGNATURES).wait()
    assert load("key", never, SIGNATURES).tier == "cached"


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"cpu": "other"}, id="processor"),
        pytest.param({"features": "-sse4.2"}, id="features"),
        pytest.param({"versions": ("0.1", "2.3")}, id="compiler"),
    ],
)
def test_code_for_another_machine_has_another_name(change: dict[str, object]) -> None:
    assert unavailable() is None
    host = compiler._host()
    other = compiler._Host(**{**vars(host), **change})
    assert other.entry("key") != host.entry("key")


@pytest.mark.parametrize("at", [0, 20, -1], ids=["mark", "checksum", "code"])
def test_a_damaged_entry_is_compiled_again(folder: Path, at: int) -> None:
    load("key", text, SIGNATURES, folder=folder).wait()
    (entry,) = folder.iterdir()
    content = bytearray(entry.read_bytes())
    content[at] ^= 1
    entry.write_bytes(content)
    library = load("key", text, SIGNATURES, folder=folder)
    assert library.tier == "quick"
    assert library.wait()
    assert load("key", never, SIGNATURES, folder=folder).tier == "cached"


def test_an_entry_without_the_functions_is_compiled_again(folder: Path) -> None:
    few = {"count": SIGNATURES["count"]}
    load("key", lambda: TEXT.replace("@spin", "@turn"), few, folder=folder).wait()
    assert load("key", text, SIGNATURES, folder=folder).wait()
    assert load("key", never, SIGNATURES, folder=folder).tier == "cached"


def test_a_folder_that_cannot_be_used_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    library = load("key", text, SIGNATURES, folder=tmp_path / "file" / "native")
    assert library.wait()
    assert count(library, 7) == 3


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ("define i64 @count( {", "expected type"),
        ("define i64 @count() { ret i32 0 }", "doesn't match function result type"),
        ("define i64 @other() {\n ret i64 0\n}", "not found.*count"),
        (
            "declare i64 @gone()\ndefine i64 @count() {\n %n = call i64 @gone()\n ret i64 %n\n}",
            "Failed to materialize",
        ),
    ],
    ids=["syntax", "type", "no such function", "calls what is not there"],
)
def test_a_text_that_cannot_be_compiled_is_told(
    folder: Path, bad: str, words: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(NativeError, match=words):
        load("key", lambda: bad, {"count": Signature(ctypes.c_int64)}, folder=folder)
    assert capfd.readouterr() == ("", ""), "a screen is being drawn there"


def test_failing_to_optimise_is_told_and_leaves_the_quick_code(
    folder: Path, held: threading.Lock, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = load("key", text, SIGNATURES, folder=folder)

    def fail(*_: object) -> bytes:
        raise NativeError("out of luck")

    monkeypatch.setattr(compiler._Host, "compile", fail)
    held.release()
    with pytest.raises(NativeError, match="out of luck"):
        library.wait()
    assert (library.tier, count(library, 7)) == ("quick", 3)


def test_the_processor_says_what_it_has_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    assert unavailable() is None
    host = compiler._Host(**{**vars(compiler._host()), "cpu": "any", "features": "+bmi2,-avx,+sse"})
    monkeypatch.setattr(compiler, "_host", lambda: host)
    assert compiler.processor() == ("any", {"bmi2", "sse"})


def test_native_code_can_be_switched_off(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_NATIVE", "0")
    assert unavailable() == "native code is switched off (PARLOUR_NATIVE=0)"
    with pytest.raises(NativeError, match="switched off"):
        load("key", never, SIGNATURES, folder=folder)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("sys.modules['llvmlite'] = None", "llvmlite is not installed"),
        (
            "import llvmlite; llvmlite.__version__ = '0.44.0'",
            "llvmlite 0.44.0 is too old",
        ),
        (
            "import llvmlite.binding as llvm\ndef fail(*_, **__): raise RuntimeError('denied')\n"
            "llvm.create_lljit_compiler = fail",
            "llvmlite does not work here: denied",
        ),
        ("compiler.platform.machine = lambda: 'pdp11'", "no native code for this processor"),
        ("sys.maxsize = (1 << 31) - 1", "no native code for this processor"),
    ],
    ids=["not installed", "too old", "forbidden", "processor", "32 bit"],
)
def test_why_there_is_no_native_code_is_said(folder: Path, given: str, why: str) -> None:
    body = f"\n{given}\nprint(unavailable())\ntry: load('key', never, SIGNATURES, folder=folder)"
    said = end(start(f"{body}\nexcept NativeError as error: print(error)\n", folder))
    assert said.splitlines()[0].startswith(why)
    assert said.splitlines()[1] == said.splitlines()[0]


def test_the_module_itself_needs_no_compiler(folder: Path) -> None:
    assert end(start("print('llvmlite' in sys.modules)", folder)) == "False\n"


def test_two_processes_can_compile_the_same_at_once(folder: Path) -> None:
    body = """
library = load('key', text, SIGNATURES, folder=folder)
print(library.wait(30), count(library, 7))
"""
    both = [start(body, folder) for _ in range(2)]
    assert [end(process) for process in both] == ["True 3\n"] * 2
    assert len(list(folder.iterdir())) == 1
    assert load("key", never, SIGNATURES, folder=folder).tier == "cached"


def test_leaving_waits_for_the_code_being_optimised(folder: Path) -> None:
    """The process would take the compiler apart under the thread that uses it."""
    body = """
optimise = compiler._Host.compile
def slow(self, text, tier, tuning=''):
    if tier == 'full':
        print('begun', flush=True)
        time.sleep(0.3)
    return optimise(self, text, tier, tuning)
compiler._Host.compile = slow
load('key', text, SIGNATURES, folder=folder)
load('other', text, SIGNATURES, folder=folder)
while not compiler._background.locked(): time.sleep(0.001)
"""
    assert end(start(body, folder)) == "begun\n"
    assert load("key", never, SIGNATURES, folder=folder).tier == "cached"
    assert len(list(folder.iterdir())) == 1, "what had not begun should not have been waited for"


def test_a_copied_process_can_compile(folder: Path) -> None:
    """The copy has no thread that would let the compiler go."""
    body = """
import os
load('key', text, SIGNATURES, folder=folder)
if os.fork() == 0:
    library = load('child', text, SIGNATURES, folder=folder)
    print(library.wait(20), count(library, 7), flush=True)
    os._exit(0)
os.wait()
"""
    assert end(start(body, folder)) == "True 3\n"


@pytest.mark.parametrize("tier", ["quick", "full"])
def test_other_threads_run_on_during_a_call_and_can_end_it(
    folder: Path, tier: str, held: threading.Lock, record_property: Callable[[str, object], None]
) -> None:
    library = load("key", text, SIGNATURES, folder=folder)
    if tier == "full":
        held.release()
        assert library.wait()
    flag, rounds = ctypes.c_int64(0), list[int]()
    spin = library["spin"]
    call = threading.Thread(target=lambda: rounds.append(spin(ctypes.addressof(flag), LONG)))
    call.start()
    late = []
    for _ in range(40):
        due = time.perf_counter() + 0.005
        time.sleep(0.005)
        late.append(time.perf_counter() - due)
    flag.value = 1
    call.join()
    record_property("latest tick", max(late))
    assert rounds[0] < LONG, "this thread did not run before the call had ended by itself"


def test_a_call_ends_in_the_code_it_began_in(folder: Path, held: threading.Lock) -> None:
    """Also when better code has come and what nobody needs has been unloaded."""
    library = load("key", text, SIGNATURES, folder=folder)
    flag, rounds, quick = ctypes.c_int64(0), list[int](), [library["spin"]]
    call = threading.Thread(target=lambda: rounds.append(quick.pop()(ctypes.addressof(flag), LONG)))
    call.start()
    held.release()
    assert library.wait()
    gc.collect()
    other = load("key", never, SIGNATURES, folder=folder)
    assert not compiler._dropped
    flag.value = 1
    call.join()
    assert 0 < rounds[0] < LONG
    assert len(compiler._dropped) == 1, "the quick code should have gone with its last call"
    assert count(other, 7) == 3


def test_calls_in_a_loop_never_see_the_change(folder: Path, held: threading.Lock) -> None:
    library = load("key", text, SIGNATURES, folder=folder)
    found = {(library.tier, count(library, 7))}
    held.release()
    while not library.wait(0):
        found.add((library.tier, count(library, 7)))
    found.add((library.tier, count(library, 7)))
    assert found == {("quick", 3), ("full", 3)}


def test_kept_functions_outlive_their_library(folder: Path) -> None:
    library = load("key", text, SIGNATURES, folder=folder)
    assert library.wait()
    kept = library["count"]
    del library
    gc.collect()
    load("key", never, SIGNATURES, folder=folder)
    buffer = ctypes.create_string_buffer(b"\x0f", 24)
    assert kept(ctypes.addressof(buffer)) == 4
