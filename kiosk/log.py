"""What a program's parts said, in a ring of small files beside its journal. For whoever looks for a fault afterwards.

No secret is in it, and nobody else on the machine may read it. A disk that fails costs the log, never the program.
"""

import logging
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

FILES, MOST_BYTES = 3, 1_000_000
_IN_ADDRESSES = re.compile(r"(//)[^/@\s]+@|([?&#]\w*(?:key|token|pin|pass|secret|auth)\w*=)[^&\s]+", re.IGNORECASE)
"""Who signs in with an address, and keys that follow it."""


def log_path(journal: Path) -> Path:
    """Where the log of a journal's program lies."""
    return journal.with_name(f"{journal.name}.log")


@contextmanager
def log_to(path: Path, secrets: Iterable[str] = ()) -> Iterator[None]:
    """Log there while inside, what is a warning on standard error too. `secrets` are left out wherever they appear."""
    ring = RingFile(path, maxBytes=MOST_BYTES, backupCount=FILES - 1, encoding="utf-8", errors="replace", delay=True)
    ring.setFormatter(Redacted(secrets))
    shown = logging.StreamHandler()
    shown.setLevel(logging.WARNING)
    root, ours = logging.getLogger(), logging.getLogger("kiosk")
    handlers: tuple[logging.Handler, ...] = (ring, shown)
    level = ours.level
    ours.setLevel(logging.INFO)
    for handler in handlers:
        root.addHandler(handler)
    try:
        yield
    finally:
        ours.setLevel(level)
        for handler in handlers:
            root.removeHandler(handler)
            handler.close()


class RingFile(RotatingFileHandler):
    """Private files. A line that cannot be written is lost, and the next one is tried again."""

    def _open(self) -> TextIOWrapper:
        private = os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        return TextIOWrapper(os.fdopen(private, "ab"), encoding=self.encoding, errors=self.errors)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  logging's name
        """A disk that fails is no mistake of ours, and the journal on it says so. The next line opens the file anew:
        what could not be written would pile up in memory."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handleError(record)
        elif self.stream:
            stream, self.stream = self.stream, None
            with suppress(OSError):
                stream.close()


class Redacted(logging.Formatter):
    """A line with its time, without secrets: those given, and what addresses sign in with."""

    def __init__(self, secrets: Iterable[str]) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self._secrets = sorted(filter(None, secrets), key=len, reverse=True)

    def format(self, record: logging.LogRecord) -> str:
        """The whole text, with the traceback if there is one."""
        text = super().format(record)
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return _IN_ADDRESSES.sub(lambda found: f"{found[1] or found[2]}***{'@' if found[1] else ''}", text)
