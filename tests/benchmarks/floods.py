"""A table's acknowledgements while guests without a key send 40,000 frames at once, are disconnected and come back."""

import multiprocessing
import socket
import tempfile
import threading
import time
from contextlib import suppress
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from statistics import median
from typing import Any

from kiosk.storage.chain import START, Mark, chain
from tests.kit.clock import KillableClock
from tests.kit.ports import unused_port
from tests.kit.room import KioskConnection, RoomApi, room_settings

GUESTS = 16
SECONDS = 15
EVERY_S = 0.05
UPGRADE = (
    b"GET /room HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
MASK = b"\0\0\0\0"
FLOODS = {
    "empty fragments": b"\x01\x80" + MASK + (b"\x00\x80" + MASK) * 40_000,
    "fragments of a byte": b"\x01\x80" + MASK + (b"\x00\x81" + MASK + b"x") * 40_000,
    "pings": (b"\x89\x80" + MASK) * 40_000,
}


def measure() -> dict[str, Any]:
    """Milliseconds from a record to its acknowledgement, quiet and under each flood."""
    with tempfile.TemporaryDirectory() as folder:
        port = unused_port()
        clock = KillableClock(Path(folder), port, room_settings(port))
        clock.start()
        try:
            with RoomApi(clock) as room, KioskConnection(clock, 1) as kiosk:
                club = room.create("Club night", structure="demo")
                club.open_tables(1)
                kiosk.hello(f"{club.id}-1")
                found = {"quiet": _acknowledged(kiosk)}
                for name, flood in FLOODS.items():
                    found[name] = _under(kiosk, port, flood)
            return found
        finally:
            clock.kill()


def _under(kiosk: KioskConnection, port: int, flood: bytes) -> dict[str, float]:
    connections = multiprocessing.Value("i", 0)
    guests = multiprocessing.Process(target=_send, args=(port, flood, connections), daemon=True)
    guests.start()
    found = _acknowledged(kiosk)
    guests.kill()
    guests.join()
    return {**found, "connections": connections.value}


def _acknowledged(kiosk: KioskConnection) -> dict[str, float]:
    took: list[float] = []
    end_s = time.monotonic() + SECONDS
    mark: Mark = kiosk.mark or START
    while time.monotonic() < end_s:
        records = chain(mark, 1, 0, [b"x" * 200])
        began_s = time.perf_counter()
        kiosk.send(records)
        took.append((time.perf_counter() - began_s) * 1000)
        mark = kiosk.mark
        time.sleep(EVERY_S)
    took.sort()
    return {"median": round(median(took), 1), "p99": round(took[len(took) * 99 // 100], 1), "most": round(took[-1], 1)}


def _send(port: int, flood: bytes, connections: "Synchronized[int]") -> None:
    def guest() -> None:
        while True:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port)) as one:
                one.sendall(UPGRADE)
                one.recv(4096)
                connections.value += 1
                one.sendall(flood)
                while one.recv(65536):
                    pass

    threads = [threading.Thread(target=guest) for _ in range(GUESTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
