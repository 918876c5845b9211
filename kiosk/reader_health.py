"""How all readers of one table are, in the words that the director is told. Knows no reader and no link."""

from dataclasses import dataclass, field

from hardware.camera_settings import SCHEME as CAMERA
from hardware.reading import Health
from kiosk.table_settings import ReaderSettings
from kiosk.wire import LONGEST_TEXT, MOST_READERS, ReaderWord


@dataclass
class ReaderHealth:
    """What each reader of the settings said last; nothing yet, and it is waited for."""

    readers: tuple[ReaderSettings, ...] = ()
    _last: dict[str, Health] = field(default_factory=dict, init=False)

    def hear(self, health: Health) -> None:
        """A reader says how it is."""
        for reader in self.readers:
            if reader.has_told(health):
                self._last[reader.url] = health

    @property
    def words(self) -> tuple[ReaderWord, ...]:
        """One for each reader, in the order of the settings."""
        return tuple(_word(reader, self._last.get(reader.url)) for reader in self.readers[:MOST_READERS])


def _word(reader: ReaderSettings, health: Health | None) -> ReaderWord:
    kind = "camera" if reader.url.startswith(CAMERA) else "reader"
    if health is None:
        return ReaderWord(reader.place, kind, "waits", f"the {kind} is not connected yet")
    if health.connected:
        return ReaderWord(reader.place, kind)
    # An address tells only a technician something, and may hold a password: it stays at the table.
    says = health.says.replace(reader.url, f"the {kind}")
    return ReaderWord(reader.place, kind, health.problem or "lost", says[:LONGEST_TEXT])
