"""Tells systemd that the clock serves, and goes on: sd_notify(3). One whose loop stands still is started anew."""

import asyncio
import os
import socket
from contextlib import suppress

BEAT_S = 5.0
"""The service's `WatchdogSec` is several of these."""


async def keep_watch(every_s: float = BEAT_S) -> None:
    """Until it is cancelled; at once where no service manager listens."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as telling:
        telling.setblocking(False)
        telling.connect(f"\0{address[1:]}" if address.startswith("@") else address)
        said = b"READY=1"
        while True:
            with suppress(OSError):  # it is restarting, and listens again
                telling.send(said)
            said = b"WATCHDOG=1"
            await asyncio.sleep(every_s)
