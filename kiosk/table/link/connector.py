"""Keeps a table connected to the clock: a coroutine that connects, and reconnects when the connection is lost. It never
stops the table: an unreachable clock is an ordinary state, `Away`. After any exception, even one caused by a bug in
this program, it reports the exception, waits and reconnects. Knows nothing about threads, Qt or poker; the function
that connects is passed in."""

import asyncio
import logging
import os
import ssl
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from dataclasses import InitVar, dataclass
from random import Random

from websockets.exceptions import ConnectionClosed, InvalidURI, WebSocketException

from hardware.reading.retry import next_backoff_s
from kiosk.clock_trust import why_not_secure
from kiosk.faults import Fault
from kiosk.peer_log import PeerLog, error_line
from kiosk.protocol.codec import Unreadable
from kiosk.protocol.messages import GoTo, Welcome
from kiosk.protocol.sync import Forked, Log
from kiosk.table.link.addresses import ClockAddresses
from kiosk.table.link.clock_backup_files import ClockBackupFiles
from kiosk.table.link.events import Away, LinkEvent, TableCredentials
from kiosk.table.link.session import ClockSession, Connection, PendingUpdates, RefusedByClock

FIRST_RETRY_S = 0.25
LONGEST_RETRY_S = 10.0
LONGEST_OF_SEVERAL_S = 2.0
"""The longest wait, in seconds, after all addresses were tried if there are several. Another clock takes over within
seconds."""

Dial = Callable[[str], AbstractAsyncContextManager[Connection]]


@dataclass(eq=False)
class Connector:
    """One table's connection; `post` is called on the loop that runs it."""

    identity: TableCredentials
    open_log: Callable[[], AbstractContextManager[Log]]
    """Opens the journal."""
    post: Callable[[LinkEvent], None]
    now_ms: Callable[[], int]
    """This machine's monotonic time."""
    dice: Random
    """The source of randomness that staggers the retries of a room's tables."""
    dial: Dial
    kept: InitVar[ClockBackupFiles | None] = None
    """The files that the clock may store on this disk."""
    addresses: InitVar[ClockAddresses | None] = None
    """The addresses of the room's clocks. If there is only one, it is in `identity`."""

    def __post_init__(self, kept: ClockBackupFiles | None, addresses: ClockAddresses | None) -> None:
        self.news = PendingUpdates(kept)
        self._clocks = addresses or ClockAddresses([self.identity.url])
        self.is_ending = False
        """Whether the task is about to be canceled."""
        self._last: Away | None = None
        self._log = PeerLog(logging.getLogger(__name__), self.now_ms)

    async def run(self) -> None:
        while True:
            try:
                with self.open_log() as log:
                    await self._keep_connecting(log)
            except Exception as error:
                self._post_away(self._why_away(error))
            await asyncio.sleep(LONGEST_RETRY_S)

    async def _keep_connecting(self, log: Log) -> None:
        retry_s, refused = 0.0, False
        while True:
            session = ClockSession(self.identity, log, self.news, self._post_event, self.now_ms)
            away = await self._until_lost(session)
            is_well = session.welcomed and not away.refused  # with a full disk, a clock only welcomes a table
            refused = away.refused or (refused and not session.welcomed)
            if session.welcomed:
                self._clocks.has_answered()
            all_tried = session.welcomed or self._clocks.try_next()
            if session.welcomed or away.refused or (all_tried and not refused):
                self._post_away(away)
            if all_tried:
                longest_s = LONGEST_OF_SEVERAL_S if len(self._clocks.all) > 1 and not refused else LONGEST_RETRY_S
                retry_s, refused = next_backoff_s(0 if is_well else retry_s, FIRST_RETRY_S, longest_s), False
                await asyncio.sleep(jittered_s(retry_s, self.dice))

    async def _until_lost(self, session: ClockSession) -> Away:
        try:
            async with self.dial(self._clocks.now) as connection:
                await session.run(connection)
        except Exception as error:
            if self.is_ending:  # a task that fails while being canceled raises only the failure
                raise asyncio.CancelledError from error
            return self._why_away(error)
        raise RuntimeError("a session ends by an exception")

    def _why_away(self, error: Exception) -> Away:
        """The reason for a lost connection. An unexpected exception is also logged."""
        known = _expected(self._clocks.now, error)
        if known is None:
            self._log.write(self._clocks.now, error)
        return known or Away(Fault("clock-line-failed", error=error_line(error)).message)

    def _post_event(self, item: LinkEvent) -> None:
        """Post an event, but not the same `Away` twice in a row: retries are frequent."""
        if isinstance(item, Welcome | GoTo):
            self._clocks.hear(item.clocks)
        if item != self._last:
            self.post(item)
        self._last = item if isinstance(item, Away) else None

    def _post_away(self, away: Away) -> None:
        """Post the event. If the owner fails to take it, the next retry posts it again."""
        try:
            self._post_event(away)
        except Exception as error:
            self._log.write(self._clocks.now, error)


def jittered_s(retry_s: float, dice: Random) -> float:
    """A wait shortened at random, so that the tables in a room do not all retry at the same moment."""
    return retry_s * dice.uniform(0.5, 1.0)


def _expected(url: str, error: Exception) -> Away | None:
    clock = url.partition("://")[2].partition("/")[0]
    match error:
        case Fault():
            lost = isinstance(error, Forked) or (isinstance(error, RefusedByClock) and error.lost)
            return Away(error.message, refused=isinstance(error, RefusedByClock | Forked), lost=lost)
        case InvalidURI():
            return Away(Fault("clock-address", url=url).message)
        case Unreadable():
            return Away(Fault("clock-speaks-otherwise", clock=clock, error=error.message).message)
        case ConnectionClosed() | TimeoutError():
            return Away(Fault("clock-silent", clock=clock).message)
        case OSError() | WebSocketException():
            return Away(_not_there(clock, error).message)
    return None


def _not_there(clock: str, error: Exception) -> Fault:
    if isinstance(error, ssl.SSLError):
        return why_not_secure(clock, error)
    return Fault("clock-not-there", clock=clock, error=_reason(error))


def _reason(error: Exception) -> str:
    """The system's error text; asyncio's own text only says which call failed."""
    if isinstance(error, ConnectionError) and error.errno:
        return os.strerror(error.errno).lower()
    return getattr(error, "strerror", None) or str(error)
