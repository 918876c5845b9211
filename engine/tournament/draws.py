"""A tournament's seeded draws, with all of their inputs. Anyone can repeat a draw and check its seed."""

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from engine.tournament.actions import EntryMoved, EntrySeated, SeatsDrawn, SeatsRedrawn, TableBroken
from engine.tournament.field.entries import SeatAt, Sitting, unused_at
from engine.tournament.rules.seating.seat_rules import open_sittings
from engine.tournament.seating.balance import SeatRing, break_table, cards_by_seed
from engine.tournament.seating.draw import commitment, draw_seats, hash_of, seed_of
from engine.tournament.state import Ordered, Tournament, apply

DrawKind = Literal["seats", "late", "break", "redraw", "again"]

DrawnEvent = SeatsDrawn | EntrySeated | EntryMoved | TableBroken | SeatsRedrawn
"""The events that seat entries. They have a `draw` unless the seats were drawn by cards or set by the director."""


class TableThen(msgspec.Struct, frozen=True, gc=False):
    """A table before a draw, with the seats that were `taken` and its `button` if seats were counted from it. `sitting`
    is the number that identifies it in the draw."""

    sitting: int
    table: int
    seat_count: int
    taken: tuple[int, ...]
    button: int = 0
    unused: tuple[int, ...] = ()


class DrawnSeat(msgspec.Struct, frozen=True, gc=False, order=True):
    """An entry, and the table and seat that it drew."""

    entry: int
    table: int
    seat: int


class DrawMade(msgspec.Struct, frozen=True, gc=False):
    """A draw, with its seed, the seed's `hash` as it was published beforehand, and its inputs. With `nearest` seats,
    the first table was broken, and `entries` sat in its taken seats, in order. In a redraw, the `pinned` entries kept
    their seats, and only those seats were taken."""

    number: int
    kind: DrawKind
    act: int
    undone: bool
    seed: str
    hash: str
    entries: tuple[int, ...]
    tables: tuple[TableThen, ...]
    seats: tuple[DrawnSeat, ...]
    nearest: bool = False
    pinned: tuple[DrawnSeat, ...] = ()


def draws_made(tournament: Tournament) -> Iterator[DrawMade]:
    """All draws in order, including those that were taken back."""
    then = Tournament()
    for act in tournament.acts:
        then = apply(then, Ordered(act.by, len(act.events)))
        for event in act.events:
            if isinstance(event, DrawnEvent) and (draw := event.draw):
                made = _made(then, event)
                seed, published = seed_of(tournament.seeds, draw.number), hash_of(tournament.seeds, draw.number)
                is_undone = bool(act.undone_by)
                yield msgspec.structs.replace(
                    made, number=draw.number, act=act.number, undone=is_undone, seed=seed, hash=published
                )
            then = apply(then, event)


def is_sound(draw: DrawMade) -> bool:
    """Whether the seed is the one that was committed to and gives these seats. For a redraw, it also checks that only
    the pinned entries' seats were taken."""
    taken = sorted((one.table, seat) for one in draw.tables for seat in one.taken)
    keeps = draw.kind != "redraw" or taken == sorted((one.table, one.seat) for one in draw.pinned)
    return commitment(draw.seed) == draw.hash and keeps and drawn_again(draw) == draw.seats


def drawn_again(draw: DrawMade) -> tuple[DrawnSeat, ...]:
    """The seats that the seed gives, by entry."""
    if draw.nearest:
        rings = [SeatRing(one.table, one.seat_count, one.button, one.taken, unused=one.unused) for one in draw.tables]
        broken = rings[0]
        who = dict(zip(broken.taken, draw.entries, strict=True))
        moves = break_table(rings, broken.table, cards_by_seed(draw.seed, rings, broken.table))
        return tuple(sorted(DrawnSeat(who[move.seat], move.to_table, move.to_seat) for move in moves))
    sittings = [Sitting(one.sitting, one.table, one.seat_count, unused=one.unused) for one in draw.tables]
    taken = {SeatAt(one.sitting, seat): 0 for one in draw.tables for seat in one.taken}
    tables = {one.sitting: one.table for one in draw.tables}
    drawn = draw_seats(draw.seed, draw.entries, sittings, taken)
    return tuple(sorted(DrawnSeat(entry, tables[at.sitting], at.seat) for entry, at in drawn.items()))


def _made(then: Tournament, event: DrawnEvent) -> DrawMade:
    seats = (event,) if isinstance(event, EntrySeated | EntryMoved) else event.seats
    tables, entries, nearest = open_sittings(then), [one.entry for one in seats], False
    kind: DrawKind = "seats"
    buttons: dict[int, int] = {}
    match event:
        case SeatsDrawn():
            pass
        case EntrySeated():
            kind = "late"
        case EntryMoved(came_from=left):
            kind, tables = "again", [one for one in tables if one.number != left.sitting]
        case SeatsRedrawn():
            return _redrawn(then, event)
        case TableBroken(sitting=broken):
            kind, nearest = "break", bool(event.buttons)
            buttons = dict(event.buttons or ())
            others = [one for one in tables if one.number != broken]
            tables = [then.sittings[broken], *others] if nearest else others
            entries.sort(key=lambda entry: then.entries[entry].seat or SeatAt(0, 0))
    numbers = {number: one.table for number, one in then.sittings.items()}
    return DrawMade(
        0, kind, 0, False, "", "", tuple(entries), _then(then, tables, buttons),
        tuple(sorted(DrawnSeat(one.entry, numbers[one.seat.sitting], one.seat.seat) for one in seats)), nearest,
    )  # fmt: skip


def _redrawn(then: Tournament, event: SeatsRedrawn) -> DrawMade:
    """The inputs of a redraw. The new tables are numbered from 1 in the draw, and they are empty except for pinned
    entries."""
    numbers = {one.sitting: one.table for one in event.sittings}
    seats = sorted(DrawnSeat(one.entry, numbers[one.seat.sitting], one.seat.seat) for one in event.seats)
    pinned = tuple(one for one in seats if one.entry in event.pinned)
    tables = []
    for place, one in enumerate(event.sittings, 1):
        taken = tuple(sorted(kept.seat for kept in pinned if kept.table == one.table))
        unused = unused_at(then.sittings, one.table, one.seat_count)
        tables.append(TableThen(place, one.table, one.seat_count, taken, unused=unused))
    drawn = tuple(one for one in seats if one.entry not in event.pinned)
    entries = tuple(one.entry for one in drawn)
    return DrawMade(0, "redraw", 0, False, "", "", entries, tuple(tables), drawn, pinned=pinned)


def _then(then: Tournament, sittings: Sequence[Sitting], buttons: dict[int, int]) -> tuple[TableThen, ...]:
    found = []
    for one in sittings:
        seats = range(1, one.seat_count + 1)
        taken = tuple(seat for seat in seats if SeatAt(one.number, seat) in then.occupied)
        found.append(TableThen(one.number, one.table, one.seat_count, taken, buttons.get(one.number, 0), one.unused))
    return tuple(found)
