"""Word from other servers on one PostgreSQL: which fight has a new line."""

from __future__ import annotations

import threading
from collections.abc import Callable

from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError, OperationalError

_LOOK, _AGAIN = 1.0, 1.0


class Waking:
    """Listens in a thread of its own until it is closed; begins again where the connection was lost.

    `woken` is called with a fight's id, and with None whenever it begins to listen: any fight may have gone on before.
    """

    def __init__(self, engine: Engine, channel: str, woken: Callable[[int | None], None]) -> None:
        self._engine, self._channel, self._woken = engine, channel, woken
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="adarga-waking", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._over.set()
        self._thread.join(_LOOK + _AGAIN)

    def _run(self) -> None:
        while not self._over.is_set():
            try:
                self._listen()
            except (DBAPIError, OperationalError, OSError):
                self._over.wait(_AGAIN)

    def _listen(self) -> None:
        import psycopg

        with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text(f"LISTEN {self._channel}"))
            driver = connection.connection.driver_connection
            assert isinstance(driver, psycopg.Connection)
            # What was written while nobody listened woke nobody.
            self._woken(None)
            while not self._over.is_set():
                try:
                    for told in driver.notifies(timeout=_LOOK):
                        self._woken(int(told.payload))
                except psycopg.Error as error:
                    raise OSError(str(error)) from error
