"""Receives the frames of a table's phone from the clock, on a thread of its own, and reconnects whenever the connection
is lost. Asks for the next frame when one has come, so only one is ever on its way. Knows nothing about pictures."""

import asyncio
import logging
import threading
from contextlib import suppress
from random import Random

from websockets.exceptions import WebSocketException

from hardware.reading.reading import Problem
from hardware.reading.retry import next_backoff_s
from kiosk.clock_trust import Trust
from kiosk.faults import Fault
from kiosk.peer_log import PeerLog
from kiosk.protocol.codec import Unreadable
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import Ping, Refusal
from kiosk.protocol.phone_camera import NextFrame, PhoneStatus, WatchCamera, decode_to_watcher
from kiosk.table.link.connector import FIRST_RETRY_S, jittered_s
from kiosk.table.link.dial import dial
from kiosk.table.link.session import Connection, RefusedByClock
from kiosk.table.settings import TableSettings
from kiosk.times import since_boot_ms

LONGEST_RETRY_S = 4.0
IDLE_S = 5.0
"""After this many seconds without a message, the table pings the clock. After as many more, it reconnects."""
EXPECTED = (Fault, Unreadable, OSError, WebSocketException, TimeoutError)
log = logging.getLogger(__name__)


class CameraLink:
    """The frames of the phone that is this table's camera."""

    def __init__(self, settings: TableSettings) -> None:
        self._url = f"{settings.clock.rstrip('/')}/table/camera" if settings.clock else ""
        self._hello = WatchCamera(settings.token, settings.table)
        self._trust = Trust(self._url, settings.clock_fingerprint)
        self._phone: PhoneStatus | None = None
        self._frame: bytes | None = None
        self._changed = threading.Condition()
        self._stopping = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._up = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"phone of table {settings.table}", daemon=True)
        self._peers = PeerLog(log, since_boot_ms)

    @property
    def problem(self) -> Problem:
        """Why there are no frames, as far as it is known. Thread-safe."""
        phone = self._phone
        if phone is None:
            return "no-clock"
        return "" if phone.is_there else "no-phone"

    @property
    def battery(self) -> int | None:
        """The charge of the phone's battery, in percent. None if it is unknown. Thread-safe."""
        return self._phone.percent if self._phone else None

    def start(self) -> None:
        """Start receiving, if the table has a clock."""
        if self._url:
            self._thread.start()
            self._up.wait()

    def stop(self) -> None:
        self._stopping.set()
        if self._loop:
            with suppress(RuntimeError):  # it has ended in the meantime
                self._loop.call_soon_threadsafe(self._receiving.cancel)
            self._thread.join()

    def take(self, patience_s: float) -> bytes | None:
        """The newest frame, as JPEG. None if no frame arrives in this time. No frame is returned twice."""
        with self._changed:
            if self._frame is None:
                self._changed.wait(patience_s)
            frame, self._frame = self._frame, None
            return frame

    def _run(self) -> None:
        with suppress(asyncio.CancelledError):
            asyncio.run(self._start())

    async def _start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._receiving = asyncio.ensure_future(self._keep_receiving())
        self._up.set()
        await self._receiving

    async def _keep_receiving(self) -> None:
        retry_s, dice = 0.0, Random()
        while not self._stopping.is_set():
            try:
                async with dial(self._trust, self._url) as clock:
                    await clock.send(encode(self._hello))
                    await self._receive(clock)
            except EXPECTED as error:
                log.info("no frames from %s: %s", self._url, error)
            except Exception as error:
                self._peers.write(self._url, error)
            retry_s = next_backoff_s(0.0 if self._phone else retry_s, FIRST_RETRY_S, LONGEST_RETRY_S)
            self._phone = None
            await asyncio.sleep(jittered_s(retry_s, dice))

    async def _receive(self, clock: Connection) -> None:
        """Take frames until the connection is lost, which raises one of the errors in `EXPECTED`."""
        await clock.send(encode(NextFrame()))
        is_pinged = False
        while True:
            try:
                async with asyncio.timeout(IDLE_S):
                    said = await clock.recv()
            except TimeoutError:
                if is_pinged:
                    raise
                is_pinged = True
                await clock.send(encode(Ping(0)))
                continue
            is_pinged = False
            if isinstance(said, bytes):
                self._put(said)
                await clock.send(encode(NextFrame()))
                continue
            match decode_to_watcher(said):
                case PhoneStatus() as phone:
                    self._phone = phone
                case Refusal() as refusal:
                    raise RefusedByClock("clock-refused", why=refusal.why, fix=refusal.fix)

    def _put(self, frame: bytes) -> None:
        with self._changed:
            self._frame = frame
            self._changed.notify_all()
