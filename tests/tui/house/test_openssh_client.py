"""OpenSSH's own client comes into a house."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from tests.tui.house.test_front import KEY, opened


async def test_openssh_comes_in_with_a_key_and_without(tmp_path: Path) -> None:
    KEY.write_private_key(tmp_path / "key")
    (tmp_path / "key").chmod(0o600)
    async with opened() as house:
        for key in (f"IdentityFile={tmp_path / 'key'}", "PubkeyAuthentication=no"):
            process = await asyncio.create_subprocess_exec(
                *("ssh", "-F", "none", "-p", str(house.port), "-o", "StrictHostKeyChecking=no"),
                *("-o", "UserKnownHostsFile=/dev/null", "-o", "IdentityAgent=none", "-o", key),
                *("ann@127.0.0.1", "tell"),
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
            )
            told, _ = await process.communicate()

            fingerprint = KEY.get_fingerprint() if "Identity" in key else None
            assert json.loads(told)["fields"]["key"] == fingerprint
