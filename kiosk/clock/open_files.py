"""How many connections the system lets the clock hold, and what becomes of more than that."""

import asyncio
import errno
import logging
import resource
from collections.abc import Callable
from typing import Any

from kiosk.peer_log import RateLimit

MOST_FILES = 65_536
"""As its service has it: a clock that is started by hand gets 1,024 of most systems, which half a room fills."""
FULL = "the system allows no more connections (%s): see LimitNOFILE in deploy/kiosk-clock.service"
log = logging.getLogger(__name__)


def take_more_files() -> None:
    """As many as this user may have, up to `MOST_FILES`."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def said_once(now_ms: Callable[[], int]) -> Callable[[asyncio.AbstractEventLoop, dict[str, Any]], None]:
    """A loop's handler of errors: that no connection can be taken any more is a line a minute, and not a traceback for
    each. asyncio tries again by itself after a second."""
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
