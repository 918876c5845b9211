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
    """The host and port of the console, which also answers while this clock waits."""

    @property
    def at_console_port(self) -> ForkedClock:
        """The same clock, with the address of its console, for a page."""
        at = copy(self)
        at.reach_at(self.console, self.site.startswith("https"))
        return at

    def reach_at(self, address: str, tls: bool) -> None:
        """Let clients connect to it at this host and port."""
        self.site, self.socket = (
            (f"https://{address}", f"wss://{address}") if tls else (f"http://{address}", f"ws://{address}")
        )
        self.verify = not tls

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
        tls = text_of(port).startswith("tls = true")
        scheme = "wss" if tls else "ws"
        addresses = f'addresses = ["{scheme}://127.0.0.1:{port}", "{scheme}://{second_host}:{other}"]'
        common = f'{addresses}\nmetrics_token = "{MONITOR}"\n'
        hosts, ports = ("127.0.0.1", second_host), [unused_port() for _ in range(4)]
        public, console = ports[:2], ports[2:] if second_host == hosts[0] else ports[2:3] * 2
        named = [
            f'name = "{name}"\nhost = "{host}"\npublic_port = {shown}\nconsole_port = {at}\n{common}'
            for name, host, shown, at in zip("AB", hosts, public, console, strict=True)
        ]
        with patch.object(clocks, "ON_SERVER", True):
            first = OneOfTwo(folder / "a", port, f"{named[0]}{text_of(port)}", event)
        with patch.object(clocks, "ON_SERVER", False):
            second = OneOfTwo(folder / "b", other, f"{named[1]}{text_of(other)}")
        first.reach_at(f"127.0.0.1:{port}", tls)
        second.reach_at(f"{second_host}:{other}", tls)
        second.place = second.place._replace(server=first.place.server)
        second.configure(second.settings.read_text())
        for one, host, shown, at in zip((first, second), hosts, public, console, strict=True):
            one.public, one.console = f"{host}:{shown}", f"{host}:{at}"
            stop.callback(one.end, signal.SIGKILL)
            one.start()
        first.hear("director")
        second.hear("is running this room's clock")
        second.hear("the console at this clock only shows the room")
        yield first, second, first.place.server
