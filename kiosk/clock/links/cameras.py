"""Passes the frames of a phone to the table that it is the camera of. Keeps no frame: a table asks for one, its phone
takes it, and it is passed on at once. Knows nothing about sockets or pictures. Belongs to the event loop's thread."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from kiosk.clock.clients.latest import Latest, LatestFrame
from kiosk.faults import Fault
from kiosk.protocol.link.wire import encode
from kiosk.protocol.phone_camera import (
    LARGEST_FRAME,
    MOST_PIXELS,
    NextFrame,
    PhoneBattery,
    PhoneStatus,
    jpeg_pixels,
)

End = Callable[[Fault], object]
"""Ends a client's session, and tells the client the reason."""


class _Phone(NamedTuple):
    client: Latest
    end: End


class _Watcher(NamedTuple):
    client: LatestFrame
    end: End


def check_frame(frame: bytes) -> None:
    """Raises `Fault` for anything but a JPEG picture of a usual size."""
    if len(frame) > LARGEST_FRAME:
        raise Fault("camera-frame-large", size=str(len(frame) // 1024), most=str(LARGEST_FRAME // 1024))
    pixels = jpeg_pixels(frame)
    if not pixels:
        raise Fault("camera-frame-damaged")
    if pixels > MOST_PIXELS:
        raise Fault("camera-frame-pixels", pixels=str(pixels), most=str(MOST_PIXELS))


class CameraRelay:
    """The connected phones, and the tables that watch them: at most one of each for a table. A newer one replaces the
    one before it, because it may be the same device after a lost connection."""

    def __init__(self) -> None:
        self._phones: dict[int, _Phone] = {}
        self._watchers: dict[int, _Watcher] = {}
        self._batteries: dict[int, PhoneBattery] = {}
        self._wanted: set[int] = set()
        """The tables that are waiting for a frame."""

    @property
    def tables(self) -> frozenset[int]:
        """The tables whose phone is connected."""
        return frozenset(self._phones)

    @contextmanager
    def phone(self, table: int, client: Latest, end: End) -> Iterator[None]:
        """Serve a table's phone until the context ends."""
        if before := self._phones.get(table):
            before.end(Fault("camera-elsewhere", table=table))
        mine = self._phones[table] = _Phone(client, end)
        self._batteries.pop(table, None)
        self._tell(table)
        if table in self._wanted:
            client.put("next-frame", encode(NextFrame()))
        try:
            yield
        finally:
            if self._phones.get(table) is mine:
                del self._phones[table]
                self._tell(table)

    @contextmanager
    def watcher(self, table: int, client: LatestFrame, end: End) -> Iterator[None]:
        """Serve a table that watches its phone until the context ends."""
        if before := self._watchers.get(table):
            before.end(Fault("camera-watched-elsewhere", table=table))
        mine = self._watchers[table] = _Watcher(client, end)
        self._tell(table)
        try:
            yield
        finally:
            if self._watchers.get(table) is mine:
                del self._watchers[table]
                self._wanted.discard(table)

    def ask(self, table: int) -> None:
        """The table wants a frame."""
        self._wanted.add(table)
        if phone := self._phones.get(table):
            phone.client.put("next-frame", encode(NextFrame()))

    def take(self, table: int, frame: bytes) -> None:
        """A frame of the table's phone. It is passed on if the table has asked for one, and dropped otherwise. Raises
        `Fault` if it is not a frame."""
        check_frame(frame)
        watcher = self._watchers.get(table)
        if watcher and table in self._wanted:
            self._wanted.discard(table)
            watcher.client.put_frame(frame)

    def battery(self, table: int, battery: PhoneBattery) -> None:
        self._batteries[table] = battery
        self._tell(table)

    def _tell(self, table: int) -> None:
        if watcher := self._watchers.get(table):
            battery = self._batteries.get(table, PhoneBattery())
            is_there = table in self._phones
            watcher.client.put("phone", encode(PhoneStatus(is_there, battery.percent, battery.charging)))
