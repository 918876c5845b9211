"""Sends each table's kiosk the data about its table: arrivals, the table as it should be, and the other tables."""

from collections.abc import Mapping

from msgspec.structs import replace

from kiosk.clock.clients.latest import Latest
from kiosk.clock.settings import Shown
from kiosk.clock.tournaments.desk.desk import Desk
from kiosk.clock.tournaments.shown.shown_names import TableUpdate, as_shown
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import AtTable, RoomInfo


class KioskUpdates:
    """The connected kiosks of one tournament, by their tables' keys, and the data last sent to each."""

    def __init__(self, desk: Desk, names: Shown) -> None:
        self._desk = desk
        self._names = names
        self._kiosks: dict[int, Latest] = {}
        self._last: dict[int, TableUpdate] = {}
        self._inputs: object = None

    def at(self, key: int) -> Latest | None:
        return self._kiosks.get(key)

    def add(self, key: int, client: Latest) -> TableUpdate:
        """Send this kiosk updates from now on. Returns the first one."""
        self._kiosks[key] = client
        update = self._last[key] = self._update_for(key, self._desk.accounts.room_info())
        return update

    def remove(self, key: int) -> None:
        del self._kiosks[key]

    @property
    def are_outdated(self) -> bool:
        """Whether the data sent to tables may have changed since the last broadcast."""
        return self._inputs != self._desk.accounts.update_inputs()

    def send(self, moment: str = "") -> None:
        """Send `moment`, unless empty, to all kiosks, and new data to each whose table's data has changed."""
        self._inputs = self._desk.accounts.update_inputs()
        room_info = self._desk.accounts.room_info() if self._kiosks else {}
        for key, client in self._kiosks.items():
            now = self._update_for(key, room_info)
            is_news = _news(now) != _news(self._last[key])
            if moment:
                client.put("room", moment)
            if is_news:
                self._last[key] = now
                client.put("at-table", encode(AtTable(*now)))

    def _update_for(self, key: int, room_info: Mapping[int, RoomInfo]) -> TableUpdate:
        accounts = self._desk.accounts
        update = TableUpdate(accounts.coming(key), accounts.target(key), room_info.get(key))
        return as_shown(update, self._desk.state.entries, self._names)


def _news(update: TableUpdate) -> object:
    """The part that a table acts on, without the revision, which every action increments."""
    return update.coming, update.target and replace(update.target, rev=0), update.room_info
