"""The room's tournaments, which may run at the same time, and the tournament that each physical table is in."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from engine.tournament.state import is_over
from kiosk.clock.store.streams import read_sitting_id, sitting_id
from kiosk.clock.store.writer import Writer
from kiosk.clock.tables.audit import AuditedTable
from kiosk.clock.times import Times
from kiosk.clock.tournaments.desk.desk import Desk
from kiosk.clock.tournaments.desk.order_facts import RoomTournament
from kiosk.clock.tournaments.publishing.publisher import Publisher
from kiosk.faults import Fault
from kiosk.storage.chain import Record


class Place(NamedTuple):
    """A table in a tournament, identified by its key in that tournament."""

    publisher: Publisher
    key: int

    @property
    def desk(self) -> Desk:
        return self.publisher.desk

    @property
    def name(self) -> str:
        """The table's name in messages to and from kiosks: the id of a sitting."""
        return sitting_id(self.desk.state.id, self.key)

    @property
    def stream(self) -> str:
        return self.desk.stream(self.key)


class Tournaments:
    """The room's tournaments, in the order in which they were created."""

    def __init__(self) -> None:
        self._publishers: dict[str, Publisher] = {}
        self._by_stream: dict[str, Place] = {}

    def __iter__(self) -> Iterator[Publisher]:
        return iter(self._publishers.values())

    def add(self, publisher: Publisher) -> None:
        self._publishers[publisher.desk.state.id] = publisher

    def states(self) -> list[RoomTournament]:
        return [(publisher.desk.state, publisher.desk.mark) for publisher in self]

    def gather(self) -> None:
        """Update the directors' pages, because something that they show about the room has changed."""
        for publisher in self:
            publisher.gather()

    def send_totals(self) -> None:
        """Send the directors everything that they see about the room except the tables."""
        for publisher in self:
            publisher.send_totals()

    def ordered(self, tournament: str) -> None:
        """An order was carried out in this tournament. Other tournaments may now bar different entries."""
        for publisher in self:
            if publisher.desk.has_new_bars() and publisher.desk.state.id != tournament:
                publisher.gather()

    def audit(self, stream: str, records: Sequence[Record]) -> AuditedTable | None:
        """Audit a table's records that are on disk. Returns the table, or None if no table has the stream."""
        place = self.at(stream)
        if place is None:
            return None
        place.desk.audited.taken(place.key, records)
        return place.desk.audited.tables[place.key]

    def named(self, tournament: str) -> Publisher | None:
        """The tournament with this id. An empty id means the newest one that is not over or, if all are, the newest."""
        if tournament:
            return self._publishers.get(tournament)
        newest = reversed(self._publishers.values())
        on = (publisher for publisher in newest if not is_over(publisher.desk.state))
        return next(on, None) or next(reversed(self._publishers.values()), None)

    def place(self, name: str) -> Place | None:
        """The table with this name in messages to and from kiosks."""
        its_id, key = read_sitting_id(name) or ("", 0)
        publisher = self._publishers.get(its_id)
        return Place(publisher, key) if publisher and key in publisher.desk.audited.keys else None

    def at(self, stream: str) -> Place | None:
        if stream not in self._by_stream:
            self._by_stream |= {place.stream: place for place in self._places()}
        return self._by_stream.get(stream)

    def now(self) -> dict[int, Place]:
        """Where each physical table is now: its open sitting in the newest tournament that is not over."""
        found: dict[int, Place] = {}
        for publisher in reversed(self._publishers.values()):
            desk = publisher.desk
            if is_over(desk.state):
                continue
            for key in desk.audited.keys:  # the sitting that a redraw is ending comes first until it is empty
                if not desk.state.sittings[key].closed:
                    found.setdefault(desk.table_of(key), Place(publisher, key))
        return found

    def _places(self) -> Iterator[Place]:
        for publisher in self:
            for key in publisher.desk.audited.keys:
                yield Place(publisher, key)


class RoomServices(NamedTuple):
    """The objects that change something in the room. `failing` is called with a disk `Fault`."""

    writer: Writer
    tournaments: Tournaments
    times: Times
    failing: Callable[[Fault], None]

    @contextmanager
    def reported(self) -> Iterator[None]:
        try:
            yield
        except Fault as fault:
            self.failing(fault)
            raise
