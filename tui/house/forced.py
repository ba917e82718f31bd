"""Behind OpenSSH: sessions as a `ForceCommand`, and what they have in their environment."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping
from pathlib import Path

INHERITED = ("PATH", "TMPDIR", "TZ", "VIRTUAL_ENV", "PYTHONPATH")
"""Of the host's environment, what sessions have."""
LONGEST = 64 * 1024
"""Bytes of OpenSSH's file that are looked at."""


def session_environ(environ: Mapping[str, str]) -> dict[str, str]:
    """What the nursery and all sessions have in their environment."""
    return {
        **{name: environ[name] for name in INHERITED if name in environ},
        "PYTHONUTF8": "1",
        # Else each thread of a session has pages of its own to allocate from (mallopt(3)).
        "MALLOC_ARENA_MAX": "1",
        # An arrow key may come in two parts over a slow line: that is no Escape yet.
        "ESCDELAY": "300",
        "TEXTUAL_ANIMATIONS": "none",
        "TEXTUAL_DISABLE_KITTY_KEY": "1",
        "TEXTUAL_COLOR_SYSTEM": "256",
    }


def guest(environ: Mapping[str, str], key: str | None) -> tuple[str | None, str]:
    """(fingerprint, address) of who has come through OpenSSH.

    Args:
        environ: SSH_CONNECTION tells the address; SSH_USER_AUTH a file with the key, where
            sshd_config has `ExposeAuthInfo yes`.
        key: The fingerprint, where the host's `authorized_keys` gives it; None asks OpenSSH.

    Source: sshd_config(5), ExposeAuthInfo; ssh(1), ENVIRONMENT.
    """
    address = environ.get("SSH_CONNECTION", "?").split()[0]
    return key or _told_key(environ.get("SSH_USER_AUTH", "")), address


def _told_key(file: str) -> str | None:
    """The fingerprint of the key in OpenSSH's file, in OpenSSH's own writing; None without one."""
    try:
        text = Path(file).read_text("ascii", "replace")[:LONGEST] if file else ""
    except OSError:
        return None
    found = re.search(r"^publickey \S+ ([A-Za-z0-9+/=]+)", text, re.MULTILINE)
    if found is None:
        return None
    digest = hashlib.sha256(base64.b64decode(found[1])).digest()
    return "SHA256:" + base64.b64encode(digest).decode().rstrip("=")
