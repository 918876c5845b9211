"""Two clocks, each in its own process, with one PostgreSQL database: the first runs the room, and the second waits."""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO
from unittest.mock import patch

from tests.kit import clock as clocks
from tests.kit.clock import KillableClock, settings_text
from tests.kit.full_tables import FullTables
from tests.kit.patience import PATIENCE_S
from tests.kit.ports import unused_port

MONITOR = "what-the-monitor-sends"
"""The token for a clock's metrics."""


class OneOfTwo(KillableClock):
    """A clock whose printed lines can be waited for."""

    public = ""
    """The host and port for displays and phones."""

    def start(self) -> str:
        line = self.begin()
        assert self._process
        self.lines = SimpleQueue[str]()
        self.lines.put(line)
        threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True).start()
        return line

    def _read(self, out: IO[str]) -> None:
        for line in out:
            self.lines.put(line)

    def hear(self, word: str) -> str:
        """Wait for a line with this word."""
        deadline = time.monotonic() + PATIENCE_S
        line = ""
        while word not in line:
            try:
                line = self.lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except Empty:
                log = self.database.with_suffix(".log")
                said = log.read_text()[-2000:] if log.exists() else ""
                raise AssertionError(f"it has not printed {word}: {self.end(signal.SIGKILL)}\n{said}") from None
        return line

    def send(self, how: signal.Signals) -> None:
        assert self._process
        self._process.send_signal(how)


@contextmanager
def two_clocks(
    folder: Path, port: int, event: FullTables | None, text_of: Callable[[int], str] = settings_text
) -> Iterator[tuple[OneOfTwo, OneOfTwo, str]]:
    """Both, running, and the address of their database. `text_of` is called with a port for a clock's settings."""
    with ExitStack() as stop:
        (folder / "a").mkdir()
        (folder / "b").mkdir()
        other = unused_port()
        common = f'addresses = ["ws://127.0.0.1:{port}", "ws://127.0.0.1:{other}"]\nmetrics_token = "{MONITOR}"\n'
        open_to_all = [unused_port(), unused_port()]
        named = [f'name = "{name}"\npublic_port = {at}\n{common}' for name, at in zip("AB", open_to_all, strict=True)]
        with patch.object(clocks, "ON_SERVER", True):
            first = OneOfTwo(folder / "a", port, f"{named[0]}{text_of(port)}", event)
        with patch.object(clocks, "ON_SERVER", False):
            second = OneOfTwo(folder / "b", other, f"{named[1]}{text_of(other)}")
        second.place = second.place._replace(server=first.place.server)
        second.configure(second.settings.read_text())
        for one, public in zip((first, second), open_to_all, strict=True):
            one.public = f"127.0.0.1:{public}"
            stop.callback(one.end, signal.SIGKILL)
            one.start()
        first.hear("director")
        second.hear("is running this room's clock")
        second.hear("serves displays and phones")
        yield first, second, first.place.server
