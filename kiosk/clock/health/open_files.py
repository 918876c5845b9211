"""How many connections the system lets the clock hold, and what happens when there are more."""

import asyncio
import errno
import logging
import resource
from collections.abc import Callable
from typing import Any

from kiosk.peer_log import RateLimit

MOST_FILES = 65_536
"""The limit in the clock's service file. A clock started by hand gets 1,024 on most systems, which half a room can use
up.
"""
FULL = "the system allows no more connections (%s): see LimitNOFILE in deploy/kiosk-clock.service"
log = logging.getLogger(__name__)


def take_more_files() -> None:
    """Raise the limit as far as this user is allowed to, up to `MOST_FILES`."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def said_once(now_ms: Callable[[], int]) -> Callable[[asyncio.AbstractEventLoop, dict[str, Any]], None]:
    """An error handler for a loop. When no more connections can be accepted, it logs one line a minute instead of a
    traceback for each connection. asyncio itself tries again after a second."""
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
