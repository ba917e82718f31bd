"""What is measured comes to an end, or says what did not."""

from __future__ import annotations

import asyncio

import pytest

from tui.house import bench


async def test_what_is_waited_for_in_vain_is_named(monkeypatch) -> None:
    monkeypatch.setattr(bench, "PATIENCE", 0.01)
    client = bench._Client(None)
    with pytest.raises(TimeoutError, match="in vain for a session to show its first page"):
        await client._wait_for(b"leave")
    assert not asyncio.current_task().cancelling()
