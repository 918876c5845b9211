"""A table's link to the clock: one thread that connects, and reconnects when the connection is lost.

It never stops the table: an absent clock is one state, `Away`, and after any exception, even a bug of ours, the link
reports it, waits and reconnects. Knows no Qt and no poker; it posts events to its owner, who alone changes anything.
"""

import asyncio
import logging
import os
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from random import Random

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidURI, WebSocketException

from hardware.reading.retry import next_backoff_s
from kiosk.faults import Fault
from kiosk.peer_log import PeerLog, error_line
from kiosk.protocol.codec import Unreadable
from kiosk.protocol.messages import Answered, ReaderStatus, Request, health_of
from kiosk.protocol.sync import Forked, Log
from kiosk.table.link.events import Away, Identity, LinkEvent
from kiosk.table.link.session import ClockSession, PendingUpdates, RefusedByClock

FIRST_RETRY_S = 0.25
LONGEST_RETRY_S = 10.0


class ClockLink:
    """The connection of one table. Its methods may be called from any thread; `post` is called on the link's own."""

    def __init__(
        self,
        identity: Identity,
        open_log: Callable[[], AbstractContextManager[Log]],
        post: Callable[[LinkEvent], None],
        now_ms: Callable[[], int],
        dice: Random,
    ) -> None:
        """`open_log` opens the journal, on the link's thread; `now_ms` is this machine's monotonic time; `dice` spread
        the retries of a room."""
        self._identity = identity
        self._open_log = open_log
        self._post = post
        self._now_ms = now_ms
        self._dice = dice
        self._news = PendingUpdates()
        self._last: Away | None = None
        self._log = PeerLog(logging.getLogger(__name__), now_ms)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name=f"link of table {identity.table}", daemon=True)
        self._up = threading.Event()

    def start(self) -> None:
        """Start to connect."""
        self._thread.start()
        self._up.wait()

    def stop(self) -> None:
        """Disconnect and join the thread, if it was started."""
        self._stopping = True
        if self._loop:
            self._call(self._trying.cancel)
            self._thread.join()

    def offer(self) -> None:
        """Send the new records of the journal."""
        self._call(self._news.changed.set)

    def report(self, readers: tuple[ReaderStatus, ...]) -> None:
        """Send the status of each reader, for the director."""
        self._news.health = health_of(readers)
        self._call(self._news.changed.set)

    def request(self, request: Request) -> None:
        """Ask the room for something, until it answers."""

        def add() -> None:
            self._news.requests[request.id] = request
            self._news.changed.set()

        self._call(add)

    def withdraw(self, request: str) -> None:
        """Do not ask this any more, by the request's id."""
        self._call(lambda: self._news.requests.pop(request, None))

    def answered(self, answered: Answered) -> None:
        """Say what became of the floor's answer."""

        def add() -> None:
            self._news.answered.append(answered)
            self._news.changed.set()

        self._call(add)

    def _call(self, what: Callable[[], object]) -> None:
        if self._loop:
            with suppress(RuntimeError):  # the link was stopped meanwhile
                self._loop.call_soon_threadsafe(what)

    def _run(self) -> None:
        with suppress(asyncio.CancelledError):
            asyncio.run(self._keep_trying())

    async def _keep_trying(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._trying = asyncio.ensure_future(self._keep_reading())
        self._up.set()
        await self._trying

    async def _keep_reading(self) -> None:
        while True:
            try:
                with self._open_log() as log:
                    await self._keep_connecting(log)
            except Exception as error:
                self._post_away(self._why_away(error))
            await asyncio.sleep(LONGEST_RETRY_S)

    async def _keep_connecting(self, log: Log) -> None:
        retry_s = 0.0
        while True:
            session = ClockSession(self._identity, log, self._news, self._post_event, self._now_ms)
            self._post_away(await self._until_lost(session))
            retry_s = next_backoff_s(0 if session.welcomed else retry_s, FIRST_RETRY_S, LONGEST_RETRY_S)
            await asyncio.sleep(jittered_s(retry_s, self._dice))

    async def _until_lost(self, session: ClockSession) -> Away:
        """Run a session until the connection is lost; returns why."""
        url = self._identity.url
        try:
            # Never through a proxy: the clock is in the same building.
            async with connect(url, compression=None, proxy=None, open_timeout=5, close_timeout=1) as connection:
                await session.run(connection)
        except Exception as error:
            if self._stopping:  # a task that fails while it is cancelled raises only the failure
                raise asyncio.CancelledError from error
            return self._why_away(error)
        raise RuntimeError("a session ends by an exception")

    def _why_away(self, error: Exception) -> Away:
        """The reason in an exception; an unexpected one is logged, too."""
        known = _known(self._identity.url, error)
        if known is None:
            self._log.write(self._identity.url, error)
        return known or Away(Fault("clock-line-failed", error=error_line(error)).message)

    def _post_event(self, item: LinkEvent) -> None:
        """Post an event, but not the same `Away` twice: retries are frequent."""
        if item != self._last:
            self._post(item)
        self._last = item if isinstance(item, Away) else None

    def _post_away(self, away: Away) -> None:
        """Post it; if the owner fails to take it, the next retry posts it again."""
        try:
            self._post_event(away)
        except Exception as error:
            self._log.write(self._identity.url, error)


def jittered_s(retry_s: float, dice: Random) -> float:
    """A wait shortened at random, so that the tables of a room do not all retry at the same moment."""
    return retry_s * dice.uniform(0.5, 1.0)


def _known(url: str, error: Exception) -> Away | None:
    """The reason in an exception; None for an unexpected one."""
    clock = url.partition("://")[2].partition("/")[0]
    match error:
        case Fault():
            return Away(error.message, refused=isinstance(error, RefusedByClock | Forked))
        case InvalidURI():
            return Away(Fault("clock-address", url=url).message)
        case Unreadable():
            return Away(Fault("clock-speaks-otherwise", clock=clock, error=error.message).message)
        case ConnectionClosed() | TimeoutError():
            return Away(Fault("clock-silent", clock=clock).message)
        case OSError() | WebSocketException():
            return Away(Fault("clock-not-there", clock=clock, error=_reason(error)).message)
    return None


def _reason(error: Exception) -> str:
    """The system's error text; asyncio's own only names the call that failed."""
    if isinstance(error, ConnectionError) and error.errno:
        return os.strerror(error.errno).lower()
    return getattr(error, "strerror", None) or str(error)
