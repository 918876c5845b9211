"""The stores that the tests of `ClockStore` run on."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from kiosk.clock.store.port import ClockStore
from kiosk.clock.store.postgres.store import PostgresStore
from kiosk.clock.store.sqlite.store import SqliteStore
from tests.kit.postgres import postgres
from tests.lab.faults.servers import URL, SimulatedServers

__all__ = ["postgres", "stores"]


class Stores:
    """Opens one database, again and again. It is closed when the test ends."""

    def __init__(self, opener: Callable[[], ClockStore], closed: ExitStack) -> None:
        self._opener = opener
        self._closed = closed

    def open(self) -> ClockStore:
        return self._closed.enter_context(closing(self._opener()))

    def reopened(self, store: ClockStore) -> ClockStore:
        self._closed.close()
        return self.open()

    def now_and_later(self, store: ClockStore) -> Iterator[ClockStore]:
        """The open store, and then the reopened one."""
        yield store
        yield self.reopened(store)


@pytest.fixture(params=["sqlite", "postgres", "model"])
def stores(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stores]:
    """An empty database of each kind. The last one is the fault simulation's model of a server."""
    path = tmp_path / "clock.db"
    with ExitStack() as closed_at_last, ExitStack() as closed:
        if request.param == "sqlite":
            yield Stores(lambda: SqliteStore(path), closed)
        elif request.param == "model":
            closed_at_last.enter_context(SimulatedServers(partial(next, count())).between())
            yield Stores(lambda: PostgresStore(URL, path, "clock-a"), closed)
        else:
            url = request.getfixturevalue("postgres").database()
            yield Stores(lambda: PostgresStore(url, path, "clock-a"), closed)
