"""Rate-limited logging of network errors: at most one line a minute for each peer."""

import logging
from collections.abc import Callable
from pathlib import Path
from traceback import extract_tb

EVERY_MS = 60_000
MOST_PEERS = 1_000
"""The maximum number of peers to remember. There is a limit because clients may connect from many addresses."""


class PeerLog:
    """Logs peers' errors. Use it from one thread only. `now_ms` must never go backward."""

    def __init__(self, log: logging.Logger, now_ms: Callable[[], int]) -> None:
        self._log = log
        self._now_ms = now_ms
        self._since: dict[str, tuple[int, int]] = {}
        """The time of each peer's last line, and the number of errors suppressed since then."""

    def write(self, peer: str, error: Exception) -> None:
        """Log a peer's error, with the number of errors suppressed since its last line."""
        now_ms = self._now_ms()
        since_ms, unsaid = self._since.pop(peer, (now_ms - EVERY_MS, 0))
        if now_ms - since_ms < EVERY_MS:
            self._since[peer] = (since_ms, unsaid + 1)
            return
        if len(self._since) >= MOST_PEERS:
            del self._since[next(iter(self._since))]
        self._since[peer] = (now_ms, 0)
        more = f" (and {unsaid:,} more before it)" if unsaid else ""
        self._log.error("%s: %s%s", peer, error_line(error), more)


class RateLimit(logging.Filter):
    """Passes each kind of message once a minute. It is meant for a web server's own messages, which do not name a
    peer."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        super().__init__()
        self._now_ms = now_ms
        self._since: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        now_ms, kind = self._now_ms(), str(record.msg)
        if now_ms - self._since.get(kind, now_ms - EVERY_MS) < EVERY_MS:
            return False
        self._since[kind] = now_ms
        return True


def error_line(error: Exception) -> str:
    """One line for an exception, including where it was raised."""
    frames = extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    try:
        said = " ".join(str(error).split())[:200]
    except Exception:  # `__str__` may fail too
        said = ""
    return f"{type(error).__name__}{where}: {said}" if said else f"{type(error).__name__}{where}"
