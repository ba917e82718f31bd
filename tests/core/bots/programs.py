"""Commands of programs that speak the Go Text Protocol, well or badly."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

DIALOGUE = Path(__file__).parent / "data" / "grhino.txt"
"""What gtp-rhino 0.16.1 answered in a game of Reversi as White, command by command."""

ANSWERS_GENMOVE = """
import os, subprocess, sys, time
for line in sys.stdin:
    number, command = line.split()[:2]
    if command != "genmove":
        print(f"={number}\\n", flush=True)
        continue
    %s
"""
"""Does as it is told until it is to make a move."""

REPEATS = """
import sys
recorded = open(sys.argv[1]).read().split("\\n\\n")
for line, known in zip(sys.stdin, recorded):
    number, _, command = line.strip().partition(" ")
    asked, _, answer = known.strip().partition("\\n")
    if command != asked:
        print(f"?{number} expected {asked}\\n", flush=True)
    else:
        print(f"{answer[0]}{number}{answer[1:]}\\n", flush=True)
"""
"""Answers what it has once answered, and refuses all else."""


def command(code: str, *arguments: str) -> str:
    """What starts these lines of Python."""
    return shlex.join([sys.executable, "-c", code, *arguments])


def bad(genmove: str) -> str:
    """What starts a program that does so when it is to make a move."""
    return command(ANSWERS_GENMOVE % genmove)


def recorded() -> str:
    """What starts a program that speaks as gtp-rhino does."""
    return command(REPEATS, str(DIALOGUE))


def honest(game: str) -> str:
    """What starts a bot of our own."""
    return shlex.join([sys.executable, "-m", "tui.command", "gtp", game, "--level", "1"])
