"""Runs one tournament's desk and publishes it. Knows nothing about sockets: a client is a `Latest` to be filled."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from msgspec.structs import replace

from engine.tournament.rules.prizes.prize_list import prize_of
from engine.tournament.tables.room_info import OutPlace, Relief
from kiosk.clock.clients.latest import Latest
from kiosk.clock.clients.throttle import Throttle
from kiosk.clock.settings import Shown
from kiosk.clock.tournaments.desk.desk import Desk, DeskServices
from kiosk.clock.tournaments.publishing.director_pages import DirectorPages, DirectorView, RoomWide
from kiosk.clock.tournaments.publishing.state_feed import PublisherSettings, StateFeed
from kiosk.clock.tournaments.records.records import TournamentRecords
from kiosk.clock.tournaments.shown.shown_names import TableUpdate, as_shown
from kiosk.protocol.link.clock_state import ClockState
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import AtTable, RoomInfo
from ui.words import Words

GATHER_S = 0.05
"""The time, in seconds, for which changes at tables are gathered before they are sent to clients."""
PAGES_S = 0.25
"""The minimum time between two updates of a page, in seconds. Only an order updates pages sooner."""


class DealerReliefs(Protocol):
    """The room's dealers, as far as tables show them."""

    @property
    def mark(self) -> int:
        """Changes with every decision about dealers."""
        ...

    def reliefs(self) -> Mapping[int, Relief]:
        """The dealer who comes next, by table number."""
        ...


class KioskUpdates:
    """The connected kiosks of one tournament, by their tables' keys, and the data last sent to each."""

    def __init__(self, desk: Desk, names: Shown, dealers: DealerReliefs) -> None:
        self._desk = desk
        self._names = names
        self._dealers = dealers
        self._kiosks: dict[int, Latest] = {}
        self._last: dict[int, TableUpdate] = {}
        self._inputs: object = None

    def at(self, key: int) -> Latest | None:
        return self._kiosks.get(key)

    def add(self, key: int, client: Latest) -> TableUpdate:
        """Send this kiosk updates from now on. Returns the first one."""
        self._kiosks[key] = client
        update = self._last[key] = self._update_for(key, self._room_info())
        return update

    def remove(self, key: int) -> None:
        del self._kiosks[key]

    @property
    def are_outdated(self) -> bool:
        """Whether the data sent to tables may have changed since the last broadcast."""
        return self._inputs != self._now()

    def send(self, moment: str = "") -> None:
        """Send `moment`, unless empty, to all kiosks, and new data to each kiosk whose table's data has changed."""
        self._inputs = self._now()
        room_info = self._room_info() if self._kiosks else {}
        for key, client in self._kiosks.items():
            now = self._update_for(key, room_info)
            is_news = _news(now) != _news(self._last[key])
            if moment:
                client.put("room", moment)
            if is_news:
                self._last[key] = now
                client.put("at-table", encode(AtTable(*now)))

    def _now(self) -> object:
        return self._desk.accounts.update_inputs(), self._dealers.mark

    def _room_info(self) -> Mapping[int, RoomInfo]:
        """The room's information for each table, with the prizes and the dealer who comes next."""
        reliefs, sittings = self._dealers.reliefs(), self._desk.state.sittings
        infos = self._with_prizes(self._desk.accounts.room_info())
        if not reliefs:
            return infos
        return {key: replace(info, relief=reliefs.get(sittings[key].table)) for key, info in infos.items()}

    def _with_prizes(self, infos: Mapping[int, RoomInfo]) -> Mapping[int, RoomInfo]:
        """The same with the prize of each place that only one of the last players to go out has."""
        state, found = self._desk.state, Counter(one.place for info in infos.values() for one in info.out)
        alone = {place for place, count in found.items() if count == 1}
        if not alone or not state.terms:
            return infos
        context = self._desk.context()

        def with_prize(one: OutPlace) -> OutPlace:
            if one.place not in alone or not one.player.isdecimal():
                return one
            return replace(one, prize=prize_of(state, context, one.place, (int(one.player),)))

        return {key: replace(info, out=tuple(map(with_prize, info.out))) for key, info in infos.items()}

    def _update_for(self, key: int, room_info: Mapping[int, RoomInfo]) -> TableUpdate:
        accounts = self._desk.accounts
        update = TableUpdate(accounts.coming(key), accounts.target(key), room_info.get(key))
        return as_shown(update, self._desk.state.entries, self._names)


def _news(update: TableUpdate) -> object:
    """The part that a table acts on, without the revision, which every action increments."""
    return update.coming, update.target and replace(update.target, rev=0), update.room_info


class PublisherServices(NamedTuple):
    """The parts that all publishers share. `shows` says how tables and displays show a tournament. `ordered` is called
    with the tournament's id after each order. `dealers` says who deals next at each table."""

    desk: DeskServices
    shows: PublisherSettings
    room_wide: RoomWide
    ordered: Callable[[str], None]
    dealers: DealerReliefs


class Publisher:
    """One running tournament. Belongs to the event loop's thread."""

    def __init__(self, records: TournamentRecords, services: PublisherServices) -> None:
        self.shows = services.shows
        self._times = services.desk.times
        self._after_order = services.ordered
        self.desk = Desk(records, services.desk, self._ordered, self.table_changed)
        self.director_view = DirectorView(self.desk, services.room_wide)
        self._feed = StateFeed(self.desk, self.shows, self._times)
        self._displays: set[Latest] = set()
        self._pages = DirectorPages(self.desk, self.director_view)
        self._kiosks = KioskUpdates(self.desk, self.shows.names, services.dealers)
        self._figures = Throttle(self._publish_figures, GATHER_S, GATHER_S, share=0.05)
        self._whole = Throttle(self._pages.send_tournament, GATHER_S, PAGES_S, share=0.05)
        self._tables = Throttle(self._send_tables, GATHER_S, PAGES_S, share=0.2)

    def close(self) -> None:
        for throttle in (self._figures, self._whole, self._tables):
            throttle.close()
        self.desk.close()

    @property
    def state(self) -> ClockState:
        return self._feed.state

    def state_now(self) -> ClockState:
        return self._feed.now()

    # Clients

    def add_display(self, client: Latest, moments: bool) -> None:
        """Send this display the state from now on. With `moments`, the structure is sent only now and when it
        changes."""
        self._displays.add(client)
        self._feed.add(client, moments)

    def add_director(self, client: Latest, moments: bool, words: Words) -> None:
        self._feed.add(client, moments)
        self._pages.add(client, words)

    def is_director(self, client: Latest) -> bool:
        return client in self._pages

    def remove(self, client: Latest) -> None:
        self._pages.remove(client)
        self._displays.discard(client)
        self._feed.remove(client)

    def add_kiosk(self, key: int, client: Latest) -> TableUpdate:
        """Send this kiosk the state from now on. Returns the first data about its table, including the structure."""
        if before := self._kiosks.at(key):
            self._feed.remove(before)
        self._feed.hold(client)
        return self._kiosks.add(key, client)

    def remove_kiosk(self, key: int, client: Latest) -> bool:
        """Stop sending to a kiosk. Returns False if another kiosk has taken its place."""
        if self._kiosks.at(key) is not client:
            return False
        self._kiosks.remove(key)
        self._feed.remove(client)
        return True

    # Changes

    def gather(self) -> None:
        """Schedule an update of pages, displays and kiosks, because something that the director sees has changed."""
        self._figures.ask()
        self._whole.ask()  # before the tables, because what a page shows about a table depends on its tournament
        self._tables.ask()

    def table_changed(self, key: int) -> None:
        self._pages.changed((key,))
        self.gather()

    def send_totals(self) -> None:
        self._pages.send_totals()

    def _ordered(self, at_ms: int) -> None:
        self._publish_state(at_ms)
        self.send_totals()
        self._whole.ask_now()
        # A typed table has no record of its own, so its players are as the order left them.
        self._pages.changed(key for key, one in self.desk.state.sittings.items() if one.typed and not one.closed)
        self._tables.ask()
        self._after_order(self.desk.state.id)

    def _send_tables(self) -> None:
        if self._pages.send_tables():
            self._tables.ask()

    def _publish_figures(self) -> None:
        figures, state = self.desk.accounts.figures(), self.state
        play = self.desk.audited.play_range(self.desk.structure, self.desk.state.clock)
        if (figures.players_left, figures.average, play) != (state.players_left, state.average_stack, state.play):
            self._publish_state(self._times.mono_ms())
        elif self._kiosks.are_outdated:
            self._kiosks.send()

    def _publish_state(self, at_ms: int) -> None:
        self._feed.publish(at_ms, (*self._displays, *self._pages))
        self._kiosks.send(self._feed.moment)
