"""A table's link to the clock: one thread that keeps it connected, with methods for the table's own thread. Knows
nothing about Qt or poker. It posts events to its owner; only the owner changes anything."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from functools import cache
from random import Random

from kiosk.clock_trust import Trust
from kiosk.protocol.sync import Log
from kiosk.table.link.addresses import ClockAddresses
from kiosk.table.link.clock_backup_files import ClockBackupFiles
from kiosk.table.link.connector import Connector
from kiosk.table.link.dial import dial
from kiosk.table.link.events import LinkEvent, TableCredentials
from kiosk.table.link.session import PendingUpdates
from kiosk.table.link.updates import LinkUpdates


class ClockLink(LinkUpdates):
    """One table's connection. Its methods may be called from any thread; `post` is called on the link's own thread."""

    def __init__(  # noqa: PLR0913, PLR0917  everything that it knows is passed in
        self,
        identity: TableCredentials,
        open_log: Callable[[], AbstractContextManager[Log]],
        post: Callable[[LinkEvent], None],
        now_ms: Callable[[], int],
        dice: Random,
        kept: ClockBackupFiles | None = None,
        addresses: ClockAddresses | None = None,
    ) -> None:
        """`open_log` opens the journal, on the link's thread; `now_ms` is this machine's monotonic time; `dice`
        staggers the retries of a room's tables; `kept` are the files that the clock may store on this disk.
        `addresses` are those of all clocks, if there are several."""
        trusted = cache(lambda url: Trust(url, identity.fingerprint))
        self._connector = Connector(
            identity, open_log, post, now_ms, dice, lambda url: dial(trusted(url), url), kept, addresses
        )
        self._news = self._connector.news
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._run, name=f"link of table {identity.table}", daemon=True)
        self._up = threading.Event()

    def start(self) -> None:
        self._thread.start()
        self._up.wait()

    def stop(self) -> None:
        self._connector.is_ending = True
        if self._loop:
            self._call(self._connecting.cancel)
            self._thread.join()

    def update(self, change: Callable[[PendingUpdates], object]) -> None:
        if self._loop:
            self._call(lambda: change(self._news))
        else:
            change(self._news)  # it is not running yet

    def _call(self, what: Callable[[], object]) -> None:
        if self._loop:
            with suppress(RuntimeError):  # the link was stopped in the meantime
                self._loop.call_soon_threadsafe(what)

    def _run(self) -> None:
        with suppress(asyncio.CancelledError):
            asyncio.run(self._connect())

    async def _connect(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._connecting = asyncio.ensure_future(self._connector.run())
        self._up.set()
        await self._connecting
