"""Hearing from PostgreSQL that a match has gone on."""

from __future__ import annotations

from threading import Event, Thread

import psycopg
from sqlalchemy import URL

from core.store.bell import Bell

AGAIN = 1.0
"""Seconds until a lost connection is tried again; also how long closing may take."""


class Listener:
    """A thread with a connection of its own, that rings a bell for each notice."""

    def __init__(self, url: URL, channel: str, bell: Bell) -> None:
        """Begin to listen.

        Args:
            url: Of the database.
            channel: On which it tells of changes: the number of the match.
            bell: To ring.
        """
        self._url = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._channel = channel
        self._bell = bell
        self._closed = Event()
        self._thread = Thread(target=self._run, name="parlour-listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Listen no more."""
        self._closed.set()
        self._thread.join(2 * AGAIN)

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                self._listen()
            except psycopg.Error:
                self._closed.wait(AGAIN)

    def _listen(self) -> None:
        with psycopg.connect(self._url, autocommit=True) as connection:
            connection.execute(f'LISTEN "{self._channel}"')
            self._bell.ring()  # for what nobody heard before
            while not self._closed.is_set():
                for notice in connection.notifies(timeout=AGAIN / 4):
                    self._bell.ring(int(notice.payload) if notice.payload.isdecimal() else None)
