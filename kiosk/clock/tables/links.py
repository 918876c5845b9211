"""The connections to a tournament's tables: which are linked, and what was last heard from each."""

from collections.abc import Iterator

from msgspec.structs import replace

from engine.message import Message, message
from kiosk.clock.tables.view import LinkState
from kiosk.clock.times import Times
from kiosk.protocol.messages import TableHealth


class TableLinks:
    """The state of each connection, by the table's key."""

    def __init__(self, times: Times) -> None:
        self._times = times
        self._links: dict[int, LinkState] = {}
        self._heads: dict[int, int] = {}
        """Where the journal of each connected table ended when it connected. Later records were played while linked."""

    def of(self, key: int) -> LinkState:
        return self._links.get(key, LinkState())

    def linked(self, key: int, linked: bool, head: int) -> None:
        """A table with `head` records in its journal has connected, or the table has disconnected."""
        self._heads.pop(key, None)
        if linked:
            self._heads[key] = head
        self._links[key] = replace(self.of(key), linked=linked, since_ms=self._times.mono_ms())

    def reported(self, key: int, health: TableHealth) -> None:
        before = self.of(key)
        since_ms = self._times.mono_ms() if before.unread_ms is None else before.unread_ms
        self._links[key] = replace(before, health=health, unread_ms=None if health.reader_ok else since_ms)
        self.note_message(key)

    def note_message(self, key: int) -> None:
        self._links[key] = replace(self.of(key), heard_ms=self._times.mono_ms())

    def is_live(self, key: int, record: int) -> bool:
        """Whether a table played this record while it was connected."""
        return record > self._heads.get(key, record)

    def remarks(self, key: int) -> Iterator[Message]:
        """Remarks for the director on the health that a connected table last reported."""
        link = self.of(key)
        if not link.linked or not link.health:
            return
        if link.health.battery is not None:
            yield message("battery-low", percent=link.health.battery)
        match link.health.disk:
            case "low":
                yield message("its-disk-is-low")
            case "full":
                yield message("its-disk-is-full")
            case "failed":
                yield message("its-disk-has-failed")
