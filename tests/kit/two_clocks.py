"""Two clocks, each in its own process, with one PostgreSQL database: the first runs the room, and the second waits."""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from copy import copy
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO
from unittest.mock import patch

from tests.kit import clock as clocks
from tests.kit.clock import ForkedClock, settings_text
from tests.kit.full_tables import FullTables
from tests.kit.patience import PATIENCE_S
from tests.kit.ports import unused_port

MONITOR = "what-the-monitor-sends"
"""The token for a clock's metrics."""


class OneOfTwo(ForkedClock):
    """A clock whose printed lines can be waited for."""

    public = ""
    """The host and port for displays and phones."""
    console = ""
    """The host and port of the console that also answers while this clock waits."""

    @property
    def looking(self) -> ForkedClock:
        """The same clock at that port, for a page."""
        at = copy(self)
        at.site, at.socket = f"http://{self.console}", f"ws://{self.console}"
        return at

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
    folder: Path,
    port: int,
    event: FullTables | None,
    text_of: Callable[[int], str] = settings_text,
    second_host: str = "127.0.0.1",
) -> Iterator[tuple[OneOfTwo, OneOfTwo, str]]:
    """Both, running, and the address of their database. `text_of` is called with a port for a clock's settings. With
    another `second_host`, such as 127.0.0.2, the port of their consoles is the same, as on two machines."""
    with ExitStack() as stop:
        (folder / "a").mkdir()
        (folder / "b").mkdir()
        other = unused_port()
        common = f'addresses = ["ws://127.0.0.1:{port}", "ws://{second_host}:{other}"]\nmetrics_token = "{MONITOR}"\n'
        hosts, ports = ("127.0.0.1", second_host), [unused_port() for _ in range(4)]
        public, console = ports[:2], ports[2:] if second_host == hosts[0] else ports[2:3] * 2
        named = [
            f'name = "{name}"\nhost = "{host}"\npublic_port = {shown}\nconsole_port = {looking}\n{common}'
            for name, host, shown, looking in zip("AB", hosts, public, console, strict=True)
        ]
        with patch.object(clocks, "ON_SERVER", True):
            first = OneOfTwo(folder / "a", port, f"{named[0]}{text_of(port)}", event)
        with patch.object(clocks, "ON_SERVER", False):
            second = OneOfTwo(folder / "b", other, f"{named[1]}{text_of(other)}")
        second.site, second.socket = f"http://{second_host}:{other}", f"ws://{second_host}:{other}"
        second.place = second.place._replace(server=first.place.server)
        second.configure(second.settings.read_text())
        for one, host, shown, looking in zip((first, second), hosts, public, console, strict=True):
            one.public, one.console = f"{host}:{shown}", f"{host}:{looking}"
            stop.callback(one.end, signal.SIGKILL)
            one.start()
        first.hear("director")
        second.hear("is running this room's clock")
        second.hear("the console at this clock only shows the room")
        yield first, second, first.place.server
