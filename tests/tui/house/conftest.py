"""A house for all tests of a module that need no house of their own."""

from __future__ import annotations

import pytest_asyncio

from tests.tui.house.clients import house


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def served(tmp_path_factory):
    """An open house; everybody in it has a name that no other test uses."""
    async with house(tmp_path_factory.mktemp("served") / "house") as found:
        yield found
