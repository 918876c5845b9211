"""Tells systemd that the clock is serving and making progress: sd_notify(3). If its loop hangs, systemd restarts it."""

import asyncio
import os
import socket
from contextlib import suppress

BEAT_S = 5.0
"""The number of seconds between notifications. The service's `WatchdogSec` is several times as long."""


async def keep_watch(every_s: float = BEAT_S) -> None:
    """Run until canceled. Returns immediately if no service manager is listening."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as telling:
        telling.setblocking(False)
        telling.connect(f"\0{address[1:]}" if address.startswith("@") else address)
        said = b"READY=1"
        while True:
            with suppress(OSError):  # the service manager is restarting and will listen again later
                telling.send(said)
            said = b"WATCHDOG=1"
            await asyncio.sleep(every_s)
