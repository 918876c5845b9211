"""A program's log: a ring of small private files beside its journal, and the journal of systemd. It has no secrets. A
failing disk loses log lines but never stops the program."""

import logging
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from copy import copy
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TextIO

FILES, MOST_BYTES = 3, 1_000_000
_IN_ADDRESSES = re.compile(r"(//)[^/@\s]+@|([?&#]\w*(?:key|token|pin|pass|secret|auth)\w*=)[^&\s]+", re.IGNORECASE)
"""Credentials in a URL, and keys in its query or fragment."""


def log_path(journal: Path) -> Path:
    """The log file of the program that writes this journal."""
    return journal.with_name(f"{journal.name}.log")


_LEVELS = {"kiosk": logging.INFO, "websockets": logging.INFO, "zeroconf": logging.CRITICAL}
"""The lowest level that these loggers write. At debug level, websockets writes every message, including tokens. Below
critical, zeroconf writes tracebacks whenever the network fails."""
_MESSAGE = "%(message)s"
PRIORITIES = {logging.DEBUG: 7, logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3, logging.CRITICAL: 2}
"""The priorities of sd-daemon(3)."""


def _as_it_is(value: object) -> object:
    return value


@contextmanager
def log_to(path: Path, secrets: Iterable[str] = (), say: Callable[[object], object] = _as_it_is) -> Iterator[None]:
    """Log to this file inside the block, and also log warnings to standard error. If systemd's journal reads standard
    error, log everything there. `secrets` are redacted. `say` turns a message's arguments and errors into readable text
    (`kiosk.log_words`)."""
    ring = RingFile(path, maxBytes=MOST_BYTES, backupCount=FILES - 1, encoding="utf-8", errors="replace", delay=True)
    ring.setFormatter(Redacted(f"%(asctime)s %(levelname)s %(name)s: {_MESSAGE}", secrets, say))
    shown = logging.StreamHandler()
    if is_journal(shown.stream):
        shown.setFormatter(ForJournal(f"%(name)s: {_MESSAGE}", secrets, say))
    else:
        shown.setFormatter(Redacted(_MESSAGE, secrets, say))
        shown.setLevel(logging.WARNING)
    root = logging.getLogger()
    handlers: tuple[logging.Handler, ...] = (ring, shown)
    levels = {one: one.level for one in map(logging.getLogger, _LEVELS)}
    for one in levels:
        one.setLevel(_LEVELS[one.name])
    for handler in handlers:
        root.addHandler(handler)
    try:
        yield
    finally:
        for one, level in levels.items():
            one.setLevel(level)
        for handler in handlers:
            root.removeHandler(handler)
            handler.close()


def is_journal(stream: TextIO) -> bool:
    """Whether systemd's journal reads this stream: `JOURNAL_STREAM` names its device and inode (systemd.exec(5))."""
    with suppress(OSError, ValueError):  # a stream without a file
        file = os.fstat(stream.fileno())
        return os.environ.get("JOURNAL_STREAM") == f"{file.st_dev}:{file.st_ino}"
    return False


def person(name: str) -> str:
    """A person's name for the log, between ‹ and › marks. `kiosk bundle` removes the text between the marks."""
    return f"‹{_as_shown(name).replace('›', '')}›"


def _as_shown(line: str) -> str:
    """A line, which may quote untrusted text, without control characters or text-direction marks."""
    if line.isprintable():
        return line
    return "".join(sign if sign.isprintable() else " " if sign.isspace() else "" for sign in line)


class RingFile(RotatingFileHandler):
    """Rotating log files that only their owner may read. A line that cannot be written is lost, but the next one is
    tried."""

    def _open(self) -> TextIOWrapper:
        private = os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        return TextIOWrapper(os.fdopen(private, "ab"), encoding=self.encoding, errors=self.errors)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  logging's name
        """Ignore disk errors, because the journal reports them. Close the file, because buffered data would otherwise
        fill up the memory."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handleError(record)
        elif self.stream:
            stream, self.stream = self.stream, None
            with suppress(OSError):
                stream.close()


class Redacted(logging.Formatter):
    """Formats log lines as readable text with secrets redacted: the given ones, and any credentials in URLs."""

    def __init__(self, form: str, secrets: Iterable[str], say: Callable[[object], object]) -> None:
        super().__init__(form)
        self._secrets = sorted(filter(None, secrets), key=len, reverse=True)
        self._say = say

    def format(self, record: logging.LogRecord) -> str:
        text = "\n".join(map(_as_shown, super().format(self._in_words(record)).split("\n")))
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return _IN_ADDRESSES.sub(lambda found: f"{found[1] or found[2]}***{'@' if found[1] else ''}", text)

    def _in_words(self, record: logging.LogRecord) -> logging.LogRecord:
        """A copy of the record as readable text. Other handlers still need the original."""
        said, error = copy(record), record.exc_info[1] if record.exc_info else None
        given = record.args if isinstance(record.args, tuple) else ()
        if given:
            said.args = tuple(map(self._say, given))
        sentence = self._say(error)
        if sentence is not error and error not in given:
            said.msg, said.args = f"{said.getMessage()}: {sentence}", ()
        said.msg, said.args = " ".join(said.getMessage().splitlines()), ()
        return said


class ForJournal(Redacted):
    """Formats log lines for systemd's journal. It adds the time itself, and takes the priority from the beginning of
    each line."""

    def format(self, record: logging.LogRecord) -> str:
        priority = f"<{PRIORITIES.get(record.levelno, 6)}>"
        return priority + super().format(record).replace("\n", f"\n{priority}")
