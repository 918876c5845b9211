"""What went wrong with those at the other end of a line, at most one line of the log a minute for each of them."""

import logging
from collections.abc import Callable
from pathlib import Path
from traceback import extract_tb

EVERY_MS = 60_000
MOST_PEERS = 1_000
"""Remembered at a time: whoever can reach a clock may come from many addresses."""


class PeerLog:
    """Belongs to one thread. `now_ms` is a time that never goes back."""

    def __init__(self, log: logging.Logger, now_ms: Callable[[], int]) -> None:
        self._log = log
        self._now_ms = now_ms
        self._since: dict[str, tuple[int, int]] = {}
        """When each peer's last line was written, and how much was left unsaid since."""

    def write(self, peer: str, error: Exception) -> None:
        """What an exception says of a peer, and how many were not told since the line before."""
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
    """Lets a kind of message through once a minute: a web server's own are of peers that it does not name."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        super().__init__()
        self._now_ms = now_ms
        self._since: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether it is written."""
        now_ms, kind = self._now_ms(), str(record.msg)
        if now_ms - self._since.get(kind, now_ms - EVERY_MS) < EVERY_MS:
            return False
        self._since[kind] = now_ms
        return True


def error_line(error: Exception) -> str:
    """An exception in one line, with where it was raised."""
    frames = extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    try:
        said = " ".join(str(error).split())[:200]
    except Exception:  # its words may fail, too
        said = ""
    return f"{type(error).__name__}{where}: {said}" if said else f"{type(error).__name__}{where}"
