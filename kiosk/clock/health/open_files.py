"""The clock's process: how many connections the system lets it hold, and the watchdog that it reports to."""

import asyncio
import errno
import logging
import os
import resource
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from kiosk.peer_log import RateLimit

MOST_FILES = 65_536
"""The limit in the clock's service file. If the clock is started by hand, most systems allow only 1,024, which half a
room can use up."""
FULL = "the system allows no more connections (%s): see LimitNOFILE in deploy/kiosk-clock.service"
log = logging.getLogger(__name__)
BEAT_S = 5.0
"""The number of seconds between notifications to the watchdog. The service's `WatchdogSec` is several times as long."""


def take_more_files() -> None:
    """Raise the limit as far as this user is allowed to, up to `MOST_FILES`."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def said_once(now_ms: Callable[[], int]) -> Callable[[asyncio.AbstractEventLoop, dict[str, Any]], None]:
    """An error handler for an event loop. When the process cannot accept further connections, it logs at most one line
    a minute instead of a traceback each time. asyncio itself tries again after a second."""
    seldom = RateLimit(now_ms)

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
            line = logging.makeLogRecord({"msg": FULL})
            if seldom.filter(line):
                log.warning(FULL, error.strerror)
        else:
            loop.default_exception_handler(context)

    return handle


async def keep_watch(every_s: float = BEAT_S) -> None:
    """Tell systemd that the clock is serving and making progress, until canceled: sd_notify(3). If its loop hangs,
    systemd restarts it. Returns immediately if no service manager is listening."""
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
