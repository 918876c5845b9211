"""Tournament entries: who bought in, their seats, and how they went out. This module knows nothing about chips on a
table."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from engine.message import Message, message
from engine.names import name_key

MOST_TABLE = 9999
Found = Literal["count", "arrival", "move"]
"""How a difference was found: by a count of a stack, on arrival at another table, or because the entry never
arrived."""


class SeatAt(msgspec.Struct, frozen=True, gc=False, order=True):
    """A seat at a sitting."""

    sitting: int
    seat: int


class Sitting(msgspec.Struct, frozen=True, gc=False):
    """One physical table in one tournament, from its opening to its closing. Each sitting has its own journal."""

    number: int
    table: int
    seat_count: int
    breaking: bool = False
    """Whether the table's players have been assigned seats elsewhere."""
    closed: bool = False
    typed: bool = False
    """Whether the table has no kiosk. The director then types its counts."""
    button: int = 0
    """The seat that drew the first button; 0 if it was not drawn."""
    unused: tuple[int, ...] = ()
    """The seats that the director took out of use. Nobody is seated in them."""

    @property
    def room(self) -> int:
        """The number of players that the table has seats for."""
        return self.seat_count - len(self.unused)


class BustAt(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """How an entry went out. The fields give the hand, the record in the sitting's journal, the entries that took its
    last chips, and the seat it went out from. The seat is 0 if it went out without one."""

    sitting: int
    hand: int
    mark: int
    by: tuple[int, ...] = ()
    seat: int = 0


class EntryPurchase(msgspec.Struct, frozen=True, gc=False):
    """Chips that an entry bought, to be handed out at sitting `sitting`. They are purchase `number` in the
    tournament."""

    number: int
    chips: int
    sitting: int
    least: int = 0
    """The smallest chip in play at the time."""
    cost: int | None = None
    """The cost of an add-on; None for a rebuy, which costs what the terms say."""


class LeftTyped(msgspec.Struct, frozen=True, gc=False):
    """An entry was moved away from a sitting whose counts are typed. Its `chips` are the count in typing number
    `typing` at that sitting."""

    sitting: int
    typing: int
    chips: int


class Alias(msgspec.Struct, frozen=True, gc=False):
    """A player who was seated by name in record `mark` of a sitting and was given an entry afterward. The table knows
    them as `player`."""

    sitting: int
    player: str
    mark: int


class Person(msgspec.Struct, frozen=True, gc=False):
    """A person on a team's roster, with first and last name, and whether their ID was checked."""

    name: str
    id_seen: bool = False


class Forfeited(msgspec.Struct, frozen=True, gc=False):
    """The forfeit of an entry that was not there at the start. It gives the fee owed and what has been cleared
    since."""

    fee: int
    paid: bool = False
    lifted: bool = False


class Signed(msgspec.Struct, frozen=True, gc=False):
    """A difference that was accepted `by` this person. The entry had
    `chips` fewer than the record says, or more if the number is negative. The difference arose after hand `since` and
    by hand `until` at the table."""

    chips: int
    found: Found
    at: SeatAt
    since: int
    until: int
    by: str


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One buy-in. `nth` is 1 for a player's first entry and 2 for the first re-entry. `chips` is the number of chips
    issued to the entry."""

    number: int
    player: str
    name: str
    chips: int
    nth: int = 1
    seat: SeatAt | None = None
    """The entry's assigned seat; None until one is assigned."""
    moved_from: SeatAt | None = None
    """The seat that the entry left with its chips to go to `seat`; None if the entry brings no chips from another
    seat."""
    bust: BustAt | None = None
    voided: bool = False
    bought: tuple[EntryPurchase, ...] = ()
    back: bool = False
    """Whether the entry busted and bought chips. It sits down with these chips, never with those that it was first
    issued."""
    left_typed: tuple[LeftTyped, ...] = ()
    alias: Alias | None = None
    moves: int = 0
    """The number of times that the entry was sent to another table with its chips."""

    least: int = 0
    """The smallest chip in play when the entry's chips were issued."""
    captain: str = ""
    roster: tuple[Person, ...] = ()
    team: str = ""
    """The entry's team, if every member is seated, each with their own seat and stack. Empty if only one member plays
    at a time."""
    checked_in: bool = False
    """Whether the entry has checked in and its player's ID was checked."""
    waits: bool = False
    waited: bool = False
    forfeit: Forfeited | None = None
    carried: bool = False
    """Whether the entry came from a flight, where it paid its buy-in."""
    accepted: int = 0
    """Chips lost between tables whose loss the director accepted; negative if the entry arrived with too many."""
    signed: tuple[Signed, ...] = ()
    bag: int | None = None
    """The chips counted in the entry's bag after its flight ended."""
    cut: bool = False
    """Whether the entry went out with chips because its flight ended and others advanced."""
    pinned: SeatAt | None = None
    """The seat that the entry is pinned to; a move ends the pin."""

    @property
    def counts(self) -> bool:
        """Whether the entry is part of the field, either still in play or out."""
        return not (self.voided or self.waits or self.forfeit)

    @property
    def is_pinned(self) -> bool:
        """Whether the entry is pinned to the seat that it has."""
        return self.pinned is not None and self.pinned == self.seat

    @property
    def is_in(self) -> bool:
        """Whether the entry may still win."""
        return self.counts and self.bust is None and not self.cut


Entries = Mapping[int, Entry]
Occupied = Mapping[SeatAt, int]
"""The entry that each seat is assigned to."""
Sittings = Mapping[int, Sitting]


def counted(entries: Entries) -> list[Entry]:
    """The entries of the field: all except those that were voided, were forfeited or are on the waiting list."""
    # This is the same rule as `Entry.counts`, but without a call for each entry, because a large room asks a hundred
    # times a second.
    return [one for one in entries.values() if not (one.voided or one.waits or one.forfeit)]


def left(entries: Entries) -> list[Entry]:
    """The entries that may still win."""
    return [entry for entry in counted(entries) if entry.bust is None and not entry.cut]


def named(entries: Entries, numbers: Iterable[int]) -> tuple[Message, ...]:
    """The names of these entries, for a message that lists them."""
    return tuple(message("named", name=entries[number].name) for number in numbers)


def free_seats(sitting: Sitting, occupied: Occupied) -> list[SeatAt]:
    """The seats of a sitting that are in use and not assigned, in order."""
    numbers = (seat for seat in range(1, sitting.seat_count + 1) if seat not in sitting.unused)
    seats = (SeatAt(sitting.number, seat) for seat in numbers)
    return [seat for seat in seats if seat not in occupied]


def newest_at(sittings: Sittings, table: int) -> Sitting | None:
    """The most recent sitting of a physical table."""
    return max((one for one in sittings.values() if one.table == table), key=lambda one: one.number, default=None)


def unused_at(sittings: Sittings, table: int, seat_count: int) -> tuple[int, ...]:
    """The seats that stay out of use when a physical table is opened again, such as one with a broken chair."""
    before = newest_at(sittings, table)
    return tuple(seat for seat in before.unused if seat <= seat_count) if before else ()


def crowds(occupied: Occupied) -> Counter[int]:
    """The number of entries assigned to each sitting."""
    return Counter(seat.sitting for seat in occupied)


def seated_at(entries: Entries, occupied: Occupied, sitting: Sitting) -> list[Entry]:
    """The entries assigned to a sitting, by seat."""
    seats = (SeatAt(sitting.number, seat) for seat in range(1, sitting.seat_count + 1))
    return [entries[occupied[seat]] for seat in seats if seat in occupied]


Players = Mapping[str, tuple[int, ...]]
"""The numbers of each player's entries, in order. With this index, hundreds can enter at once in a field of
thousands."""


def all_of(entries: Entries, players: Players, player: str) -> list[Entry]:
    """All entries of a player, in order."""
    return [entries[number] for number in players.get(player, ())]


def of_player(entries: Entries, players: Players, player: str) -> list[Entry]:
    """A player's entries that count, in order."""
    return [entry for entry in all_of(entries, players, player) if entry.counts]


def with_changes(players: Players, entries: Entries, changes: Mapping[int, Entry | None]) -> Players:
    """The players after these `entries` have changed; None removes an entry."""
    after: dict[str, tuple[int, ...]] | None = None
    for number, new in changes.items():
        old = entries.get(number)
        if (old and old.player) == (new and new.player):
            continue
        after = dict(players) if after is None else after
        if old:
            _put(after, old.player, (one for one in after[old.player] if one != number))
        if new:
            _put(after, new.player, (*after.get(new.player, ()), number))
    return players if after is None else after


def _put(players: dict[str, tuple[int, ...]], player: str, numbers: Iterable[int]) -> None:
    if held := tuple(sorted(numbers)):
        players[player] = held
    else:
        del players[player]


def team_of(entries: Entries, entry: Entry) -> list[Entry]:
    """The entry and its teammates' entries that were not canceled, by number."""
    if not entry.team:
        return [entry]
    return sorted(of_team(entries, entry.team), key=lambda one: one.number)


def of_team(entries: Entries, team: str) -> list[Entry]:
    """The entries of a team that were not canceled."""
    key = name_key(team)
    return [one for one in entries.values() if one.team and not one.voided and name_key(one.team) == key]


def unit(entry: Entry) -> str:
    """A key that all entries of a team share with each other and with nobody else."""
    return name_key(entry.team) if entry.team else f"#{entry.number}"


def units(entries: Iterable[Entry]) -> int:
    """The number of these entries, with each team counted once."""
    return len({unit(one) if one.team else one.number for one in entries})
