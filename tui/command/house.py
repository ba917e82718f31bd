"""The commands of a house: `parlour serve`, `parlour visit`, `parlour house ...`."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from tui.command.own import store_address
from tui.command.parser import Parser

PORT = 2222


def serve_options(parser: Parser) -> None:
    """The options of `parlour serve`."""
    parser.add_argument("--host", default="", help="address to listen at; default all")
    parser.add_argument("--port", type=int, default=PORT, help=f"default {PORT}; 0 is any")
    _shared_options(parser)


def serve(chosen: argparse.Namespace) -> int:
    """Open a house where people meet over SSH."""
    from tui.house.serve import serve

    if not 0 <= chosen.port < 1 << 16:
        chosen.parser.error("a port is a number from 0 to 65535")
    premises, rules = _premises(chosen)
    return serve(premises, rules, chosen.host, chosen.port)


def visit_options(parser: Parser) -> None:
    """The options of `parlour visit`."""
    parser.add_argument("--key", help="fingerprint of the key; default as OpenSSH tells it")
    _shared_options(parser)


def visit(chosen: argparse.Namespace) -> int:
    """Be a session in a house, for OpenSSH's ForceCommand."""
    from tui.house.forced import guest, session_environ

    premises, rules = _premises(chosen)
    key, address = guest(os.environ, chosen.key)
    if key is None and not rules.guests:
        print("parlour: this house knows people by their keys only", file=sys.stderr)
        return 1
    fields = {
        "key": key,
        "name": os.environ.get("USER", ""),
        "address": address,
        "command": os.environ.get("SSH_ORIGINAL_COMMAND"),
    }
    os.environ.update(session_environ({}))
    from tui.house.visit import run

    return run(premises, fields, sys.stdin.isatty() and sys.stdout.isatty())


def house_options(parser: Parser) -> None:
    """What can be done to a house, and its options."""
    todo = parser.add_subparsers(title="what to do", metavar="WHAT", dest="what", required=True)

    def add(name: str, help: str) -> Parser:
        made = todo.add_parser(name, help=help, description=help)
        made.set_defaults(parser=made)
        _shared_options(made)
        return made

    add("status", "who is there, and what is being played")
    add("kick", "end somebody's sessions").add_argument("who", metavar="NAME")
    ban = add("ban", "let somebody in no more")
    ban.add_argument("who", metavar="WHO", help="a name, a key's fingerprint, or an address")
    ban.add_argument("--days", type=float, help="for how long; default for ever")
    ban.add_argument("--reason", default="", help="what they are told")
    add("unban", "let somebody in again").add_argument("who", metavar="WHO")
    add("close", "close the house; all programs on its store end their sessions")
    add("bots", "move for the bots of a house behind OpenSSH; `parlour serve` does so by itself")
    add("announce", "say something to everybody").add_argument("text")
    add("backup", "copy the store of the house").add_argument("file", metavar="FILE")


def house(chosen: argparse.Namespace) -> int:
    """Look after a house that is open."""
    from tui.house import host

    return host.run(chosen.what, chosen, _store(chosen))


def _shared_options(parser: Parser) -> None:
    parser.add_argument("--data", metavar="FOLDER", help="where the house keeps its things")
    parser.add_argument(
        "--store", metavar="ADDRESS",
        help="where matches are kept: a file or postgresql://...; default in the folder",
    )  # fmt: skip
    parser.add_argument("--config", metavar="FILE", help="the file of the house; see the README")


def _folder(chosen: argparse.Namespace) -> Path:
    """Where the house keeps its things."""
    if chosen.data:
        return Path(chosen.data).expanduser().absolute()
    import platformdirs

    return Path(platformdirs.user_data_dir("parlour")) / "house"


def _store(chosen: argparse.Namespace) -> str:
    """The address of the store of the house."""
    return store_address(chosen) or str(_folder(chosen) / "house.db")


def _premises(chosen: argparse.Namespace) -> tuple[Any, Any]:
    """What sessions are told of the house, and its rules."""
    from tui.house.rules import Rules, read
    from tui.house.visitor import Premises

    folder = _folder(chosen)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = Path(chosen.config) if chosen.config else folder / "house.yaml"
    rules = read(file) if chosen.config or file.exists() else Rules()
    return Premises.of(_store(chosen), folder, rules), rules
