"""What the command's exit statuses mean, beside 0 for success and 1 for failure."""

from __future__ import annotations

USAGE = 2
"""The command makes no sense."""
INTERRUPTED = 130
"""Ctrl+C."""
PIPE_CLOSED = 141
"""Whoever read the output has gone, as shells report it."""
