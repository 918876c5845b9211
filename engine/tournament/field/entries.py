"""Entries of a tournament: who bought in, where they are assigned, and how they went out. Knows no chips on a table."""

from collections import Counter
from collections.abc import Mapping
from typing import Literal

import msgspec

MOST_TABLE = 9999
"""The highest number of a physical table."""
Found = Literal["count", "arrival", "move"]
"""How a difference was found: by a count of a stack, as it arrived at another table, or because it never did."""


class SeatAt(msgspec.Struct, frozen=True, gc=False, order=True):
    """A seat of a sitting."""

    sitting: int
    seat: int


class Sitting(msgspec.Struct, frozen=True, gc=False):
    """One physical table in one tournament, from when it is opened to when it is closed. Its journal is its own."""

    number: int
    table: int
    """The physical table's number."""
    seat_count: int
    breaking: bool = False
    """Its players have been given seats elsewhere."""
    closed: bool = False
    typed: bool = False
    """It has no kiosk: the director types what it has."""
    button: int = 0
    """The seat that drew the first button; 0 where it was not drawn."""
    unused: tuple[int, ...] = ()
    """The seats that the director took out of use: nobody is seated there."""

    @property
    def room(self) -> int:
        """How many may sit there."""
        return self.seat_count - len(self.unused)


class BustAt(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """How an entry went out: in which hand, by which record of the sitting's journal, who took its last chips, and
    from which seat; 0 in older records."""

    sitting: int
    hand: int
    mark: int
    by: tuple[int, ...] = ()
    seat: int = 0


class Bought(msgspec.Struct, frozen=True, gc=False):
    """Chips that an entry bought, which sitting `sitting` hands out: purchase `number` of the tournament."""

    number: int
    chips: int
    sitting: int
    least: int = 0
    """The smallest chip in play then."""
    cost: int | None = None
    """Of an add-on; None of a rebuy, which costs what the terms say."""


class LeftTyped(msgspec.Struct, frozen=True, gc=False):
    """An entry was booked away from a typed sitting, with the `chips` of its typing number `typing`."""

    sitting: int
    typing: int
    chips: int


class Alias(msgspec.Struct, frozen=True, gc=False):
    """Who was seated by name in record `mark` of a sitting, and booked afterwards: the table knows them as `player`."""

    sitting: int
    player: str
    mark: int


class Person(msgspec.Struct, frozen=True, gc=False):
    """Somebody on a team's roster: first and last name, and whether their ID was seen."""

    name: str
    id_seen: bool = False


class Forfeited(msgspec.Struct, frozen=True, gc=False):
    """The entry was not there at the start; what it owed, and what was cleared since."""

    fee: int
    paid: bool = False
    lifted: bool = False


class Signed(msgspec.Struct, frozen=True, gc=False):
    """A difference that was accepted `by` somebody, empty where older records do not say: `chips` fewer than the record
    says, below 0 more, after hand `since` and by hand `until` of the table."""

    chips: int
    found: Found
    at: SeatAt
    since: int
    until: int
    by: str


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One buy-in. `nth` is 1 for a player's first entry, 2 for the first re-entry; `chips` is what it was issued."""

    number: int
    player: str
    name: str
    chips: int
    nth: int = 1
    seat: SeatAt | None = None
    """Where it belongs; None until it is assigned a seat."""
    moved_from: SeatAt | None = None
    """Where it left with its chips for `seat`; None while it has yet to be given any."""
    bust: BustAt | None = None
    voided: bool = False
    bought: tuple[Bought, ...] = ()
    back: bool = False
    """It had lost all, and bought chips: it sits down with these wherever it is, never with those it was issued."""
    left_typed: tuple[LeftTyped, ...] = ()
    alias: Alias | None = None
    moves: int = 0
    """How often it was booked to take its chips to another seat."""

    least: int = 0
    """The smallest chip in play when its chips were issued."""
    captain: str = ""
    roster: tuple[Person, ...] = ()
    """Of a team; empty for a single player."""
    team: str = ""
    """Whose one it is, with a seat and a stack of its own; empty for who enters singly, and where of a team one sits at
    a time."""
    checked_in: bool = False
    """It is there, its ID seen."""
    waits: bool = False
    """On the waiting list."""
    waited: bool = False
    """It was there before."""
    forfeit: Forfeited | None = None
    carried: bool = False
    """It came from a flight, where it was paid."""
    accepted: int = 0
    """What it lost between tables, by the director's word; below 0, what it brought too many."""
    signed: tuple[Signed, ...] = ()
    """The differences that were accepted."""
    bag: int | None = None
    """What was counted of its bag once its flight was over."""
    cut: bool = False
    """Out with chips: its flight ended, and others went on."""
    pinned: SeatAt | None = None
    """The seat that it was pinned to; a move ends that."""

    @property
    def counts(self) -> bool:
        """Whether it is part of the field, in or out."""
        return not (self.voided or self.waits or self.forfeit)

    @property
    def is_pinned(self) -> bool:
        """Whether it keeps the seat that it has."""
        return self.pinned is not None and self.pinned == self.seat

    @property
    def is_in(self) -> bool:
        """Whether it may still win."""
        return self.counts and self.bust is None and not self.cut


Entries = Mapping[int, Entry]
Occupied = Mapping[SeatAt, int]
"""The entry that each seat is assigned to."""
Sittings = Mapping[int, Sitting]


def counted(entries: Entries) -> list[Entry]:
    """The entries of the field: all but those that were voided, forfeited or wait."""
    # As `Entry.counts` has it, without a call for each: a large room asks a hundred times a second.
    return [one for one in entries.values() if not (one.voided or one.waits or one.forfeit)]


def left(entries: Entries) -> list[Entry]:
    """The entries that may still win."""
    return [entry for entry in counted(entries) if entry.bust is None and not entry.cut]


def free_seats(sitting: Sitting, occupied: Occupied) -> list[SeatAt]:
    """The seats of a sitting that are in use and assigned to nobody, in order."""
    numbers = (seat for seat in range(1, sitting.seat_count + 1) if seat not in sitting.unused)
    seats = (SeatAt(sitting.number, seat) for seat in numbers)
    return [seat for seat in seats if seat not in occupied]


def newest_at(sittings: Sittings, table: int) -> Sitting | None:
    """The last sitting of a physical table."""
    return max((one for one in sittings.values() if one.table == table), key=lambda one: one.number, default=None)


def unused_at(sittings: Sittings, table: int, seat_count: int) -> tuple[int, ...]:
    """The seats that are out of use when a physical table is opened again: a broken chair stays broken."""
    before = newest_at(sittings, table)
    return tuple(seat for seat in before.unused if seat <= seat_count) if before else ()


def crowds(occupied: Occupied) -> Counter[int]:
    """How many belong to each sitting."""
    return Counter(seat.sitting for seat in occupied)


def seated_at(entries: Entries, occupied: Occupied, sitting: Sitting) -> list[Entry]:
    """The entries assigned to a sitting, by seat."""
    seats = (SeatAt(sitting.number, seat) for seat in range(1, sitting.seat_count + 1))
    return [entries[occupied[seat]] for seat in seats if seat in occupied]
