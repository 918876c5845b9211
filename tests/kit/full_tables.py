"""A tournament whose tables are full from the first moment, written into a clock's database before the clock starts."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from engine.books.rulebook import load_book
from engine.tournament.actions import AddEntry, Create, EntryAdded, SeatEntry, TournamentAction, UseTable
from engine.tournament.event_terms import EventTerms
from engine.tournament.field.entries import SeatAt
from engine.tournament.levels.structure import Structure, load_structure
from engine.tournament.prizes.payouts import load_payouts
from engine.tournament.state import Event, Tournament
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.clock.store.streams import sitting_id, sitting_stream, tournament_stream
from kiosk.clock.tournaments.records.named import NamedForm
from kiosk.clock.tournaments.records.rules import TimedOrder, TournamentKeeper, decided, tournament_rules

EVENT = "0123456789abcdef"
"""The tournament's id."""
NAMES = ("Ana", "Bo", "Cyd", "Dee", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo")


def sitting_of(table: int) -> str:
    """The id of a table's sitting."""
    return sitting_id(EVENT, table)


def stream_of(table: int) -> str:
    """The stream with the clock's copy of a table."""
    return sitting_stream(EVENT, table)


class FullTables(NamedTuple):
    """The tournament. At table 2, the player in seat 1 is `Ana 2`. Sitting 1 is at table 1, and so on."""

    tables: int = 2
    seats: int = 6
    chips: int = 5000
    structure: str | Structure = "demo"
    name: str = "Test Open"
    players: Sequence[Mapping[str, int]] = ()
    """The players' chips by name at each table, in the order of the seats, in place of `tables`, `seats` and
    `chips`."""

    def write(self, database: Path) -> None:
        """Write it into a database that no clock has open."""
        seated = self.players or [
            {f"{name} {table}": self.chips for name in NAMES[: self.seats]} for table in range(1, self.tables + 1)
        ]
        stream, at_ms = tournament_stream(EVENT), time.time_ns() // 10**6
        with closing(SqliteStore(database)) as store:
            rules = replace(
                tournament_rules(NamedForm(store.names, EVENT)),
                decide=lambda state, asked: _with_stacks(seated, decided(state, asked)),
            )
            keeper = TournamentKeeper.resume(store, stream, rules, Tournament())
            for action in self._actions(seated):
                keeper.do_now(store, TimedOrder(action, 0, "director", {}), at_ms)

    def _actions(self, seated: Sequence[Mapping[str, int]]) -> Iterator[TournamentAction]:
        structure = load_structure(self.structure) if isinstance(self.structure, str) else self.structure
        structure = structure if self.players else replace(structure, starting_stack=self.chips)
        terms = EventTerms(load_payouts("club"))
        yield Create(EVENT, self.name, load_book("tda"), structure, terms, "a seed that nobody can guess")
        entry = 0
        for table, names in enumerate(seated, 1):
            yield UseTable(table, len(names))
            for seat, name in enumerate(names, 1):
                entry += 1
                yield AddEntry(name, name)
                yield SeatEntry(entry, SeatAt(table, seat))


def _with_stacks(seated: Sequence[Mapping[str, int]], events: list[Event]) -> list[Event]:
    """The events, with each player's own chips."""
    chips = {name: chips for names in seated for name, chips in names.items()}
    return [replace(one, chips=chips[one.name]) if isinstance(one, EntryAdded) else one for one in events]
