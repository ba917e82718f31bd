"""A house for all tests that need no house of their own.

Tests of OpenSSH itself are there where it is installed, as it is for CI.
"""

from __future__ import annotations

import pytest_asyncio

from tests.tui.house.clients import house, installed

NEEDS = {"test_openssh.py": "sshd", "test_openssh_client.py": "ssh"}
collect_ignore = [file for file, program in NEEDS.items() if not installed(program)]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def served(tmp_path_factory):
    """An open house; each test has people in it whom no other has."""
    async with house(tmp_path_factory.mktemp("served") / "house") as found:
        yield found
