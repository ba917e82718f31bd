"""LLVM IR made callable: at once in plain code, a little later in optimised code.

Compiling with all optimisations takes some tenths of a second, which nobody should wait for.
`load` therefore compiles quickly first and gives a `Library` that works; a thread optimises the
same text, puts the better code in its place and keeps it on disk, from where the next start has
it within milliseconds.

The compiler, llvmlite, is optional: `unavailable` says whether and why native code cannot be had.
Its calls leave Python's other threads running, and so do the functions it makes.
"""

from __future__ import annotations

import atexit
import ctypes
import functools
import hashlib
import importlib.util
import itertools
import json
import os
import platform
import sys
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple

from core.rules.native.objects import Objects, user_folder

SWITCH = "PARLOUR_NATIVE"
"""The environment variable that turns native code off if it is 0, and optimising if `quick`."""

OLDEST = (0, 45)
"""The first version of llvmlite that will do."""

PROCESSORS = {"x86_64", "amd64", "aarch64", "arm64"}

PIPELINE = "1"
"""Changes with what is done to a text, so that code made otherwise is no longer found."""

Tier = Literal["quick", "full", "cached"]
"""How code came about: compiled quickly, optimised, or optimised at an earlier start."""

Functions = Mapping[str, Callable[..., Any]]


class NativeError(Exception):
    """Native code cannot be had; whatever it was for can still be done in Python."""


class Signature(NamedTuple):
    """What a function takes and gives."""

    result: Any
    """A type of `ctypes`; None if it gives nothing."""
    arguments: tuple[Any, ...] = ()
    """Types of `ctypes`."""


class Library:
    """The functions of one text, in the best code there is by now."""

    def __init__(self, tier: Tier, functions: Functions) -> None:
        """Begin with the code there is."""
        self._code = tier, functions
        self._settled = threading.Event()
        self._fault: NativeError | None = None
        if tier != "quick" or os.environ.get(SWITCH) == "quick":
            self._settled.set()

    def __getitem__(self, name: str) -> Callable[..., Any]:
        """A function as it is now; who keeps it keeps its code, even when there is better."""
        return self._code[1][name]

    @property
    def tier(self) -> Tier:
        """How the present code came about."""
        return self._code[0]

    def wait(self, timeout: float | None = None) -> bool:
        """Whether the code is as good as it gets, after at most so many seconds.

        Raises:
            NativeError: It could not be made; the quick code stays.
        """
        settled = self._settled.wait(timeout)
        if self._fault:
            raise self._fault
        return settled

    def _improve(self, make: Callable[[], Functions]) -> None:
        """Put optimised code in place of the quick; a call under way ends in the old."""
        try:
            self._code = "full", make()
        except NativeError as error:
            self._fault = error
        finally:
            self._settled.set()


def load(
    key: str,
    text: Callable[[], str],
    signatures: Mapping[str, Signature],
    *,
    tuning: str = "",
    folder: Path | None = None,
) -> Library:
    """The functions of a text of LLVM IR.

    Args:
        key: Tells this text from all others, also from those that later versions of this
            program would make for the same game.
        text: Makes the text; not called if its optimised code is found on disk.
        signatures: The functions wanted.
        tuning: What is to be taken to be true of the processor, such as "+slow-shld"; changes how
            fast the code is and nothing else.
        folder: Where optimised code is kept; the user's cache if None.

    Raises:
        NativeError: There is no native code here, or the text cannot be compiled.
    """
    if trouble := unavailable():
        raise NativeError(trouble)
    host = _host()
    objects, name = Objects(folder or user_folder()), host.entry(key + tuning)
    if code := objects.find(name):
        with suppress(NativeError), _foreground:
            return Library("cached", host.link(code, signatures))
    source = text()
    with _foreground:
        library = Library("quick", host.link(host.compile(source, "quick", tuning), signatures))
    if library.wait(0):
        return library

    def optimised() -> Functions:
        code = host.compile(source, "full", tuning)
        functions = host.link(code, signatures)
        objects.keep(name, code)
        return functions

    with _reported():
        threading.Thread(target=_work, args=(library, optimised), daemon=True).start()
    return library


def unavailable() -> str | None:
    """Why there is no native code here; None if there is."""
    if absent := missing():
        return absent
    with _foreground:
        return _trouble()


def missing() -> str | None:
    """What `unavailable` says where it needs no compiler to know; None where it does."""
    if os.environ.get(SWITCH) == "0":
        return f"native code is switched off ({SWITCH}=0)"
    if importlib.util.find_spec("llvmlite") is None:
        return "llvmlite is not installed"
    return None


def processor() -> tuple[str, frozenset[str]]:
    """Name and features of the processor in LLVM's words, such as "znver3" and "bmi2".

    To be asked where native code is available; the name of kept code takes both in already.
    """
    host = _host()
    given = (word[1:] for word in host.features.split(",") if word.startswith("+"))
    return host.cpu, frozenset(given)


@functools.cache
def _trouble() -> str | None:
    """Why this computer cannot have native code, found by having some."""
    machine = platform.machine()
    if sys.maxsize <= 1 << 32 or sys.byteorder != "little" or machine.lower() not in PROCESSORS:
        return f"no native code for this processor ({machine or 'unknown'})"
    try:
        import llvmlite

        if tuple(int(part) for part in llvmlite.__version__.split(".")[:2]) < OLDEST:
            return f"llvmlite {llvmlite.__version__} is too old"
        host = _host()
        code = host.compile("define i64 @one() {\n ret i64 1\n}\n", "quick")
        if host.link(code, {"one": Signature(ctypes.c_int64)})["one"]() != 1:
            return "native code does not work here"
    except Exception as error:
        # Whatever the compiler or the system refuses, games can still be played in Python.
        return f"llvmlite does not work here: {error}"
    return None


@dataclass(frozen=True)
class _Host:
    """This computer, as the compiler sees it."""

    llvm: Any
    """The module `llvmlite.binding`."""
    target: Any
    cpu: str
    features: str
    versions: tuple[str, ...]
    linker: Any
    """Holds all code of this process, and therefore lives as long."""
    numbers: Iterator[int] = field(default_factory=itertools.count)
    """For names; the linker wants a new one each time."""

    def entry(self, key: str) -> str:
        """The name under which the code of a text is kept for this computer and compiler."""
        whole = [key, PIPELINE, *self.versions, self.target.triple, self.cpu, self.features]
        return hashlib.sha256(json.dumps(whole).encode()).hexdigest()

    def compile(self, text: str, tier: Literal["quick", "full"], tuning: str = "") -> bytes:
        """Object code of a text.

        Raises:
            NativeError: The text is not valid, or beyond this processor.
        """
        llvm = self.llvm
        with _reported():
            machine = self.machine(0 if tier == "quick" else 2, tuning)
            module = llvm.parse_assembly(text, llvm.create_context())
            module.triple = self.target.triple
            module.data_layout = str(machine.target_data)
            module.verify()
            # Neither of the vectorisers has made a game faster, and they take their time.
            options = llvm.create_pipeline_tuning_options(speed_level=2)
            options.loop_vectorization = options.slp_vectorization = False
            builder = llvm.create_pass_builder(machine, options)
            if tier == "quick":
                passes = llvm.create_new_module_pass_manager()
                passes.add_sroa_pass()
            else:
                passes = builder.getModulePassManager()
            passes.run(module, builder)
            code: bytes = machine.emit_object(module)
            return code

    def machine(self, level: int, tuning: str = "") -> Any:
        """Generates code of a level from 0, quickly made, to 3."""
        features = ",".join(filter(None, (self.features, tuning)))
        return self.target.create_target_machine(self.cpu, features, level, jit=True)

    def link(self, code: bytes, signatures: Mapping[str, Signature]) -> Functions:
        """The functions in object code; the code is in memory as long as one of them is.

        Raises:
            NativeError: It is not whole, or a function is missing.
        """
        _dropped.clear()
        with _reported():
            builder = self.llvm.JITLibraryBuilder().add_object_img(code).add_current_process()
            for name in signatures:
                builder.export_symbol(name)
            loaded = builder.link(self.linker, f"library{next(self.numbers)}")
        kept = _Kept()
        weakref.finalize(kept, _dropped.append, loaded).atexit = False
        functions: dict[str, Any] = {}
        for name, (result, arguments) in signatures.items():
            functions[name] = ctypes.CFUNCTYPE(result, *arguments)(loaded[name])
            functions[name].kept = kept
        return functions


@functools.cache
def _host() -> _Host:
    """This computer; first asked for by `_trouble`, which is asked by one thread at a time."""
    import llvmlite
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    cpu, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    # What goes wrong is raised; without `suppress_errors` it would be printed as well.
    linker = llvm.create_lljit_compiler(
        target.create_target_machine(cpu, features, jit=True), suppress_errors=True
    )
    atexit.register(_leave)
    os.register_at_fork(before=_pause, after_in_parent=_resume, after_in_child=_resume)
    versions = llvmlite.__version__, ".".join(map(str, llvm.llvm_version_info))
    return _Host(llvm, target, cpu, features, versions, linker)


class _Kept:
    """Held by all functions of a piece of code; when it goes, so may the code."""


_dropped: deque[Any] = deque()
"""Code that no function needs any more.

The compiler lets one thread in at a time. Code is dropped by whichever thread happens to let the
last function go, perhaps that of the screen, which must not wait; it is unloaded on occasion.
"""

_foreground = threading.Lock()
"""Held while something is compiled that someone waits for."""

_background = threading.Lock()
"""Held while something is optimised: one text at a time."""

_leaving = threading.Event()


def _work(library: Library, make: Callable[[], Functions]) -> None:
    """Optimise a library, unless the program is about to end."""
    with _background:
        if not _leaving.is_set():
            library._improve(make)


def _leave() -> None:
    """Let what is being compiled end before the process takes the compiler apart."""
    _leaving.set()
    _pause()


def _pause() -> None:
    """Let nothing be compiled: a copy of the process would wait for a thread it has not."""
    _foreground.acquire()
    _background.acquire()


def _resume() -> None:
    _background.release()
    _foreground.release()


@contextmanager
def _reported() -> Iterator[None]:
    """Whatever the compiler raises, as `NativeError`."""
    try:
        yield
    except Exception as error:
        # llvmlite raises RuntimeError, OSError and others; none of them ends the program.
        raise NativeError(str(error).strip()) from error
