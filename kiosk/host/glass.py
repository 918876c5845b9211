"""The glass of one table: the one device that shows the table's screen at a time. Passes on pictures, touches and
sounds, and says twice a second that the link works."""

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from websockets.asyncio.connection import Connection
from websockets.exceptions import ConnectionClosed

from engine.decoders import NOT_JSON
from kiosk.host.rfb_filter import BadRfb, RfbFilter
from kiosk.protocol.glass import (
    FROM_GLASS,
    IN_USE,
    NOT_ALLOWED,
    SCREEN_GONE,
    TAKEN_OVER,
    GlassBeat,
    GlassHeard,
    GlassHello,
    GlassLate,
    GlassPress,
    GlassScale,
    GlassTone,
    GlassWelcome,
)
from kiosk.protocol.link.wire import encode

BEAT_S = 0.5
FRESH_S = 1.5
"""A press counts if the page had received a beat that was sent at most this long ago."""
SILENT_S = 15.0
"""A glass that has confirmed no beat for this long is disconnected. Its place is free for another one."""
PART_BYTES = 64 * 1024
log = logging.getLogger(__name__)


class ScreenSocket(Protocol):
    """A virtual screen that is running."""

    @property
    def socket(self) -> Path: ...


class RunningTable(Protocol):
    """The part of a table that a glass needs."""

    @property
    def screen(self) -> ScreenSocket | None:
        """The table's screen; None while it is starting."""

    def scale(self, px_per_mm: float) -> None:
        """Draw at this many pixels in a millimeter from now on."""

    def resized(self, wide: int, high: int) -> None:
        """The glass has asked for this size of the screen."""


class Showing(NamedTuple):
    """The glass that shows the table now."""

    socket: Connection
    device: str


class Glass:
    """The place of the one glass of a table."""

    def __init__(self, table: int) -> None:
        self._table = table
        self._showing: Showing | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        """The loop itself does not keep its tasks from being collected."""

    def say_tone(self, tone: GlassTone) -> None:
        """Send a sound to the glass without waiting. A glass whose link is blocked misses it."""
        if self._showing:
            self._soon(_sent(self._showing.socket, encode(tone)))

    async def serve(self, socket: Connection, hello: GlassHello, run: RunningTable) -> None:
        """Show the table on this glass until either side ends."""
        if (screen := run.screen) is None:
            await socket.close(SCREEN_GONE)
            return
        if self._showing and self._showing.device != hello.device and not hello.take:
            await socket.close(IN_USE)
            return
        with self._place(socket, hello.device):
            await _Link(socket, run, screen).keep(hello, self._table)

    @contextmanager
    def _place(self, socket: Connection, device: str) -> Iterator[None]:
        before, mine = self._showing, Showing(socket, device)
        self._showing = mine
        if before:
            self._soon(before.socket.close(TAKEN_OVER))
        try:
            yield
        finally:
            if self._showing is mine:
                self._showing = None

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class _Link:
    """One connection of a glass to the table's screen."""

    def __init__(self, socket: Connection, run: RunningTable, screen: ScreenSocket) -> None:
        self._socket = socket
        self._run = run
        self._screen = screen
        self._filter = RfbFilter(self._say_late)
        self._now_s = asyncio.get_running_loop().time
        self._beat = 0
        self._sent_s: dict[int, float] = {}
        """When each beat was sent that is still fresh."""
        self._press_until_s = 0.0
        """Until when the press that the page has announced counts."""
        self._heard_s = self._now_s()
        self._late: asyncio.Task[None] | None = None

    async def keep(self, hello: GlassHello, table: int) -> None:
        try:
            reader, writer = await asyncio.open_unix_connection(str(self._screen.socket))
        except OSError:
            await self._socket.close(SCREEN_GONE)
            return
        self._run.scale(hello.px_per_mm)
        with suppress(ConnectionClosed):
            await self._socket.send(encode(GlassWelcome(table)))
        ways = (self._send_pictures(reader), self._take(writer), self._send_beats())
        tasks = [asyncio.create_task(one) for one in ways]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            bad = any(one.done() and isinstance(one.exception(), BadRfb) for one in tasks)
        finally:
            for one in tasks:
                one.cancel()
            writer.close()
        if bad:
            log.warning("a glass sent what no glass may send, and was disconnected")
        for end in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(end, Exception) and not isinstance(end, BadRfb | ConnectionClosed | OSError):
                raise end
        await self._socket.close(NOT_ALLOWED if bad else SCREEN_GONE)

    async def _send_pictures(self, reader: asyncio.StreamReader) -> None:
        while part := await reader.read(PART_BYTES):
            await self._socket.send(part)

    async def _send_beats(self) -> None:
        while self._now_s() - self._heard_s < SILENT_S:
            self._beat += 1
            now_s = self._now_s()
            self._sent_s = {beat: at for beat, at in self._sent_s.items() if now_s - at <= FRESH_S}
            self._sent_s[self._beat] = now_s
            await self._socket.send(encode(GlassBeat(self._beat)))
            await asyncio.sleep(BEAT_S)

    async def _take(self, writer: asyncio.StreamWriter) -> None:
        """Take what the page sends: touches and requests for pictures for the screen, and messages."""
        async for said in self._socket:
            if isinstance(said, bytes):
                before = self._filter.size
                if self._now_s() > self._press_until_s:
                    self._filter.forbid_press()
                writer.write(self._filter.receive(said))
                if (size := self._filter.size) and size != before:
                    self._run.resized(*size)
                await writer.drain()
            else:
                self._hear(said)

    def _hear(self, said: str) -> None:
        try:
            message = FROM_GLASS.decode(said)
        except NOT_JSON as error:
            raise BadRfb("message") from error
        match message:
            case GlassPress(beat):
                self._press_until_s = self._sent_s.get(beat, -FRESH_S) + FRESH_S
                self._filter.allow_press()
            case GlassHeard():
                self._heard_s = self._now_s()
            case GlassScale(px_per_mm):
                self._run.scale(px_per_mm)

    def _say_late(self) -> None:
        """Say that a touch came too late. One message is enough for all touches until it is sent, so a page that reads
        nothing fills no memory."""
        if self._late is None or self._late.done():
            self._late = asyncio.get_running_loop().create_task(_sent(self._socket, encode(GlassLate())))


async def _sent(socket: Connection, said: str) -> None:
    with suppress(ConnectionClosed):
        await socket.send(said)
