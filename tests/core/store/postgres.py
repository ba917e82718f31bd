"""A PostgreSQL of our own: a cluster in a temporary folder, reached by a Unix socket only."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MISSING = (
    "PostgreSQL is not installed; these tests need its programs "
    "(Debian: apt-get install postgresql)"
)
USER = "parlour"


def programs() -> Path:
    """The folder of the newest PostgreSQL's programs."""
    debian = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"),
        key=lambda path: float(path.parts[-3]),
    )
    found = debian[-1] if debian else shutil.which("initdb")
    assert found, MISSING
    return Path(found).parent


@contextmanager
def cluster() -> Iterator[str]:
    """A running server; gives the address of a database in it, to which names can be added."""
    bin = programs()
    # Not pytest's folder: the path of a socket has at most some hundred characters.
    folder = Path(tempfile.mkdtemp(prefix="pl-"))
    as_user = _ordinary_user(folder)
    data = folder / "data"
    try:
        run(
            *as_user, bin / "initdb", "-D", data, "-U", USER, "-A", "trust", "--no-sync",
            "-E", "UTF8", "--locale=C.UTF-8",
        )  # fmt: skip
        settings = (
            f"-k {folder} -c listen_addresses='' -c max_connections=40 -c shared_buffers=16MB"
        )
        server = [*as_user, bin / "pg_ctl", "-D", data, "-w", "-l", folder / "log"]
        run(*server, "-o", settings, "start")
        try:
            yield f"postgresql://{USER}@/postgres?host={folder}"
        finally:
            run(*server, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)


def _ordinary_user(folder: Path) -> list[str]:
    """What to put before a command: a server does not run as root."""
    if os.geteuid() != 0:
        return []
    try:
        user = pwd.getpwnam("postgres")
    except KeyError:
        user = pwd.getpwnam("nobody")
    os.chown(folder, user.pw_uid, user.pw_gid)
    folder.chmod(0o755)
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]


def run(*command: object) -> None:
    done = subprocess.run([str(part) for part in command], capture_output=True, cwd="/", text=True)
    assert done.returncode == 0, f"{command[0]}: {done.stdout}{done.stderr}"
