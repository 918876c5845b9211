"""The facts that the tournament reads from a sitting's own journal, each with its record. Also covers typed counts."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

import msgspec

from engine.button import Positions
from engine.chips import Discs, LastCount
from engine.tournament.field.entries import SeatAt


class SeatedEntry(msgspec.Struct, frozen=True, gc=False):
    """An entry that is sitting at the table with chips, or without chips while its last hand is in play."""

    seat: int
    chips: int
    last_count: LastCount = LastCount()


class Bust(msgspec.Struct, frozen=True, gc=False):
    """An entry's bust. It lost its last chips in a hand that it began with `had` chips. `at_ms` is the wall-clock time.
    The chips went to the entries in `by`, if the record names them."""

    entry: int
    hand: int
    had: int
    mark: int
    at_ms: int
    by: tuple[int, ...] = ()


class Departure(msgspec.Struct, frozen=True, gc=False):
    """An entry's departure. It left the table with its chips, for table `to` if that is not 0. `at_ms` is the
    wall-clock time."""

    entry: int
    chips: int
    mark: int
    to: int = 0
    at_ms: int = 0


class Arrival(msgspec.Struct, frozen=True, gc=False):
    """An entry's arrival from another table with the chips that the dealer counted, or its return to the table that let
    it go if `back` is set."""

    entry: int
    chips: int
    mark: int
    back: bool = False


class Unbooked(msgspec.Struct, frozen=True, gc=False):
    """A player whom the dealer seated by name in record `mark`, because the clock could not be reached to create an
    entry. The fields give the chips that the player `brought` and has now, and how the player left, if they did. The
    `entry` of `bust` and `left` is 0."""

    seat: int
    player: str
    """The player's id at the table, which is not a number."""
    name: str
    chips: int
    brought: int
    mark: int
    bust: Bust | None = None
    left: Departure | None = None


class Raced(msgspec.Struct, frozen=True, gc=False):
    """A color-up that was completed in record `mark`. The dealer counted `lying` chips of the denomination `odd`, and
    the chips in `brought` replaced them. If the dealer did not count, these are 0 and empty."""

    odd: int
    chip: int
    lying: int
    brought: Discs
    mark: int


class TableFacts(msgspec.Struct, frozen=True, gc=False):
    """The facts of a sitting at record `mark` of its journal. `adjusted` and `removed` have the same meaning as in
    `engine.table.state.Table`."""

    sitting: int
    mark: int = 0
    hands: int = 0
    playing: bool = False
    button: int = 0
    held: Mapping[int, SeatedEntry] = {}
    """The stacks at the table, by entry."""
    busts: tuple[Bust, ...] = ()
    departures: tuple[Departure, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    adjusted: int = 0
    raced: int = 0
    """The part of `adjusted` that comes from rounding in chip races."""
    removed: int = 0
    orbits: int = 0
    """The number of orbits of the button, if levels are counted in orbits."""
    purchases: tuple[int, ...] = ()
    """The numbers of the purchases that were handed out at the sitting."""
    unbooked: tuple[Unbooked, ...] = ()
    races: tuple[Raced, ...] = ()
    count_next: tuple[int, ...] = ()
    """The seats to count at the next break."""
    at: Positions = Positions()
    """The button and blinds of the last hand; all are 0 before the first hand and at a table with typed counts."""


Tables = Mapping[int, TableFacts]
"""The facts of each sitting that has sent any, by its number, even if the decision that opened it was lost."""


def facts_of(tables: Tables, sitting: int) -> TableFacts:
    """The facts of a sitting; empty facts if it has not sent any."""
    return tables.get(sitting) or TableFacts(sitting)


class Carried(NamedTuple):
    """The chips that an entry took from tables, less those it arrived with, and how many more times it left than
    arrived."""

    chips: int = 0
    ways: int = 0


def in_transit(tables: Tables) -> dict[int, int]:
    """The chips of each entry that has left a table and has not arrived at the next."""
    return {entry: one.chips for entry, one in _carried(tables).items() if one.ways and one.chips}


def lost_on_the_way(tables: Tables) -> dict[int, int]:
    """For each entry that has arrived, the chips that it left with minus those that it arrived with."""
    return {entry: one.chips for entry, one in _carried(tables).items() if not one.ways and one.chips}


def _carried(tables: Tables) -> dict[int, Carried]:
    carried: dict[int, Carried] = {}
    for table in tables.values():
        for departure in table.departures:
            before = carried.get(departure.entry, Carried())
            carried[departure.entry] = Carried(before.chips + departure.chips, before.ways + 1)
        for arrival in table.arrivals:
            before = carried.get(arrival.entry, Carried())
            carried[arrival.entry] = Carried(before.chips - arrival.chips, before.ways - 1)
    return carried


def has_sat(tables: Tables) -> frozenset[int]:
    """The entries whose chips have ever been on a table."""
    found: set[int] = set()
    for table in tables.values():
        found.update(table.held)
        found.update([bust.entry for bust in table.busts])
        found.update([departure.entry for departure in table.departures])
    return frozenset(found)


def next_entry(entries: Collection[int], tables: Tables) -> int:
    """The number for a new entry. It skips numbers that a table knows even if the clock has lost them."""
    return max((*entries, *has_sat(tables)), default=0) + 1


def handed_out(tables: Tables) -> frozenset[int]:
    """The numbers of the purchases that have been handed out."""
    return frozenset(number for table in tables.values() for number in table.purchases)


def sitting_of(tables: Tables, entry: int) -> int | None:
    """The sitting where the records place the entry; None while it is in transit and before it has sat down."""
    return next((number for number, table in tables.items() if entry in table.held), None)


def lost_all(tables: Tables, entry: int) -> bool:
    """Whether an entry has lost all its chips according to the records and has yet to be handed more."""
    if all(one.entry != entry for table in tables.values() for one in table.busts):
        return False
    return sitting_of(tables, entry) is None and entry not in in_transit(tables)


def seats_held(tables: Tables) -> dict[int, SeatAt]:
    """Where each entry is sitting: the first seat, if damaged records give it two."""
    seats: dict[int, SeatAt] = {}
    for number, table in tables.items():
        for entry, held in table.held.items():
            seats.setdefault(entry, SeatAt(number, held.seat))
    return seats


def stacks_held(tables: Tables) -> dict[int, int]:
    """The chips of each entry that is sitting at a table."""
    return {entry: held.chips for table in tables.values() for entry, held in table.held.items()}


def played_at(table: TableFacts) -> frozenset[int]:
    """The entries that are sitting at a table or went out there."""
    return frozenset((*table.held, *(bust.entry for bust in table.busts)))


def has_begun(tables: Tables) -> bool:
    """Whether any hand has been played."""
    return any(table.hands for table in tables.values())


class TypedCount(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An entry and its chips. An entry with no chips left lost its last ones to the entries in `by`, if that is
    known."""

    entry: int
    chips: int
    by: tuple[int, ...] = ()


class Typing(msgspec.Struct, frozen=True, gc=False):
    """Everyone's chips after this many `hands`, at the wall-clock time `at_ms`. `out` lists the entries that have no
    chips, with their previous chips, and `came` lists those that brought chips from another table. `purchases` were
    handed out since the previous typing. `adjusted` is the difference between the counts and the previous total."""

    counts: tuple[TypedCount, ...]
    hands: int
    button: int
    at_ms: int
    out: tuple[TypedCount, ...] = ()
    came: tuple[TypedCount, ...] = ()
    purchases: tuple[int, ...] = ()
    adjusted: int = 0


Typings = Mapping[int, tuple[Typing, ...]]
