"""The addresses of the room's clocks. One clock serves, and the others accept no connections until they take over. A
table therefore tries one address after the other. It remembers the addresses that its clock told it."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from engine.decoders import NOT_JSON, json_decoded
from kiosk.faults import Fault
from kiosk.protocol.link.addresses import is_clock_address, table_url
from kiosk.storage.files import write_atomic
from kiosk.table.settings import TableSettings

PATIENCE_S = 2.0
"""How many seconds an address has to accept a connection before the next one is asked."""
PORTS = {"ws": 80, "wss": 443}
MOST = 8
"""The maximum number of addresses that a table remembers."""
log = logging.getLogger(__name__)


def addresses_path(journal: Path) -> Path:
    return journal.with_name(f"{journal.name}.clocks")


class ClockAddresses:
    """The URLs of all clocks' endpoints for tables, and the one that is tried now. Belongs to the link's thread."""

    def __init__(self, urls: Sequence[str], path: Path | None = None) -> None:
        """`urls` come from the settings. The addresses that a clock tells are remembered in the file `path`."""
        self._given = tuple(urls)
        self._path = path
        self._remembered = _read(path) if path else ()
        self._urls = self._all_urls()
        self._at = self._tried = 0

    @property
    def all(self) -> tuple[str, ...]:
        return self._urls

    @property
    def now(self) -> str:
        return self._urls[self._at]

    def try_next(self) -> bool:
        """Go on to the next address. Returns whether every address has been tried since one last answered."""
        self._at = (self._at + 1) % len(self._urls)
        self._tried += 1
        return self._tried % len(self._urls) == 0

    def has_answered(self) -> None:
        """A clock has accepted the table at the current address."""
        self._tried = 0

    def hear(self, urls: Sequence[str]) -> None:
        """The clock said at which addresses the room's clocks are. They are remembered in place of the earlier ones."""
        if not urls or tuple(urls) == self._remembered:
            return
        now, self._remembered = self.now, tuple(urls)
        self._urls = self._all_urls()
        self._at = self._urls.index(now) if now in self._urls else 0
        if self._path:
            try:
                write_atomic(self._path, msgspec.json.encode(self._remembered))
            except (OSError, Fault) as error:
                log.info("the clocks' addresses were not stored: %s", error)

    def _all_urls(self) -> tuple[str, ...]:
        """The addresses from the settings, then those that are at least as secure and that the clock told."""
        needs_tls = self._given[0].startswith("wss:")
        urls = (one for one in self._remembered if is_clock_address(one) and (one.startswith("wss:") or not needs_tls))
        return tuple(dict.fromkeys([*self._given, *map(table_url, urls)]))[: len(self._given) + MOST]


def addresses_of(settings: TableSettings) -> ClockAddresses:
    """The addresses in a table's settings, and those that the table remembers."""
    return ClockAddresses(settings.clock_urls, addresses_path(Path(settings.journal)))


async def answering(urls: Sequence[str]) -> str:
    """The first of these URLs that accepts a connection, or the first one if none does."""
    if len(urls) > 1:
        for url in urls:
            there = urlsplit(url)
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(PATIENCE_S):
                    port = there.port or PORTS[there.scheme]
                    _, writer = await asyncio.open_connection(there.hostname, port)
                writer.transport.abort()
                return url
    return urls[0]


def _read(path: Path) -> tuple[str, ...]:
    """The remembered addresses. There are none if the file is missing or damaged: the clock tells them again."""
    with suppress(OSError, *NOT_JSON):
        return json_decoded(path.read_bytes(), tuple[str, ...])
    return ()
