"""An event that predates sittings: a settings file says who sits where."""

from collections.abc import Mapping
from itertools import chain

from engine.message import Message, message
from engine.tournament.seating.seats import Seating
from engine.tournament.tables.facts import TableFacts
from engine.tournament.tables.transfers import Transfer, pair
from engine.tournament.targets import TableTarget
from kiosk.clock.desk.figures import Figures
from kiosk.clock.tables.audit import ChipBalance, brought, chips, players_left
from kiosk.clock.tables.audited_tables import AuditedTables
from kiosk.protocol.messages import IncomingPlayer, RoomInfo
from kiosk.protocol.numbered import Names

Pairs = tuple[tuple[Transfer, ...], tuple[Transfer, ...]]


class SeatingAccounts:
    """The `Accounts` of an event that predates sittings."""

    def __init__(self, audited: AuditedTables) -> None:
        self._audited = audited
        self._paired: tuple[object, Pairs] = (None, ((), ()))

    def figures(self) -> Figures:
        """All chips, including those in transit."""
        tables, (in_transit, _) = self._audited.tables.values(), self._moves()
        carried = sum(one.chips for one in in_transit)
        moved = sum(map(brought, tables))  # no table issued it, so an arrival that no table has sent is a surplus
        return Figures(
            entries=sum(len(audited.seating.seats) for audited in tables),
            players_left=sum(map(players_left, tables)) + len(in_transit),
            tables=len(tables),
            chips=sum(map(chips, tables), ChipBalance(found=carried, issued=-moved)),
        )

    def facts(self) -> Mapping[int, TableFacts]:
        """Returns no facts, because the players of such an event have no entries."""
        return {}

    def coming(self, key: int) -> tuple[IncomingPlayer, ...]:
        """Players on the way to a table."""
        mine = (one for one in self._moves()[0] if one.to == key)
        return tuple(IncomingPlayer(one.player, one.name, one.chips, one.came_from) for one in mine)

    def remarks(self, key: int) -> tuple[Message, ...]:
        """Remarks on players who arrived without having been sent."""
        unsent = (one for one in self._moves()[1] if one.to == key)
        return tuple(message("came-unsent", name=one.name, table=one.came_from, chips=one.chips) for one in unsent)

    def seating(self, key: int) -> Seating | None:
        """The seating from the settings."""
        return self._audited.tables[key].seating

    def target(self, key: int) -> TableTarget | None:
        """Returns no target, because the seating takes its place."""
        return None

    def names(self, key: int) -> Names:
        """Returns no names, because the tables' records have them."""
        return {}

    def room_info(self) -> Mapping[int, RoomInfo]:
        """Returns nothing, because dealers' requests are not booked here."""
        return {}

    def update_inputs(self) -> object:
        """The players in transit."""
        return self._moves()

    def _moves(self) -> Pairs:
        """Players in transit, and arrivals that no table has sent. They are paired again when a table has recorded
        one."""
        halves = [(audited.departures, audited.arrivals) for audited in self._audited.tables.values()]
        if self._paired[0] != halves:
            departures, arrivals = (
                (chain.from_iterable(half) for half in zip(*halves, strict=True)) if halves else ((), ())
            )
            self._paired = (halves, pair(departures, arrivals))
        return self._paired[1]


def seat_tables(audited: AuditedTables, seatings: tuple[Seating, ...]) -> None:
    """Seat the players at the tables as the settings file says. Raises `Fault` for a rule book that does not ship with
    the program."""
    for seating in seatings:
        audited.assign(seating.table, seating)
