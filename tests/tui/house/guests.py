"""Sessions that a nursery can bring up, each of which does what its command says."""

from __future__ import annotations

import json
import os
import random
import secrets
import signal
import sys
import time
import uuid
from collections.abc import Mapping
from typing import Any

KEPT = ["made before any session"]


def ready(told: Mapping[str, Any]):
    """All that these sessions need is there."""
    return run


def never(told: Mapping[str, Any]):
    """Nothing is there that sessions need."""
    raise SystemExit(3)


def run(fields: Mapping[str, Any], terminal: bool) -> int:
    """Do what the command says; without one, echo lines until `q`."""
    command, _, rest = (fields["command"] or "echo").partition(" ")
    return getattr(sys.modules[__name__], f"do_{command}")(fields, terminal, rest)


def do_echo(fields, terminal, rest) -> int:
    for line in sys.stdin:
        if line.strip() == "q":
            return 3
        print("got", line.strip(), flush=True)
    return 0


def do_tell(fields, terminal, rest) -> int:
    facts = {
        "fields": dict(fields),
        "environ": dict(os.environ),
        "terminal": terminal,
        "leader": os.getsid(0) == os.getpid() == os.getpgrp(),
        "nice": os.nice(0),
        "chance": [random.random(), secrets.token_hex(8), str(uuid.uuid4())],
        "counted": counted(KEPT),
        "handles": sorted(int(one) for one in os.listdir("/proc/self/fd"))[:-1],
    }
    print(json.dumps(facts), flush=True)
    print("and an error", file=sys.stderr)
    return 0


def counted(one: object) -> int:
    """How many of three new references to something are counted."""
    before = sys.getrefcount(one)
    more = [one] * 3
    return sys.getrefcount(one) - before + len(more) - 3


def do_sizes(fields, terminal, rest) -> int:
    """Tell each new size."""
    sizes: list[bool] = []
    signal.signal(signal.SIGWINCH, lambda *_: sizes.append(True))
    print("size", *os.get_terminal_size(), flush=True)
    while True:
        time.sleep(0.01)
        if sizes:
            sizes.clear()
            print("size", *os.get_terminal_size(), flush=True)


def do_crash(fields, terminal, rest) -> int:
    os.kill(os.getpid(), signal.SIGSEGV)
    return 0


def do_raise(fields, terminal, rest) -> int:
    raise RuntimeError("secret")


def do_flood(fields, terminal, rest) -> int:
    for number in range(int(rest)):
        print(f"{number:063}", flush=True)
    return 0


def do_stay(fields, terminal, rest) -> int:
    """Neither read nor listen to polite signals, with a child that does neither."""
    for number in (signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    if os.fork():
        print("pids", os.getpid(), flush=True)
    time.sleep(600)
    return 0


def do_eat(fields, terminal, rest) -> int:
    try:
        memory = bytearray(int(rest))
    except MemoryError:
        print("no memory", flush=True)
        return 1
    print("ate", len(memory), flush=True)
    return 0


def do_count(fields, terminal, rest) -> int:
    """How much comes in until the end."""
    print("count", len(sys.stdin.buffer.read()), flush=True)
    return 0
