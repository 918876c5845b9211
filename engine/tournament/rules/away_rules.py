"""Cleanup after the clock was unreachable: players seated by name are booked, and entries that are not where they were
booked are assigned the seat they are in, or another one."""

from engine.message import Message, message
from engine.refused import Refused
from engine.tournament.actions import BookUnbooked, SeatAgain
from engine.tournament.context import Context
from engine.tournament.events import EntryMoved, UnbookedBooked
from engine.tournament.field.entries import Alias, Entry, SeatAt, seated_at
from engine.tournament.field.players import of_player
from engine.tournament.rules.draw_rules import draw_of
from engine.tournament.rules.entry_rules import entry_in
from engine.tournament.rules.seat_rules import check_free, open_sittings
from engine.tournament.seating.draw import draw_seats
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import Departure, Tables, Unbooked, in_transit, next_entry, sitting_of


def book_unbooked(tournament: Tournament, action: BookUnbooked, context: Context) -> UnbookedBooked:
    """Make an entry for a player who was seated by name while the clock was unreachable. Raises `Refused` for a player
    who was not seated by name, brought a different stack, or is sitting in a seat that belongs to someone else."""
    if tournament.deal:
        raise Refused("deal-made")
    facts = context.tables.get(action.sitting)
    one = next((one for one in (facts.unbooked if facts else ()) if one.player == action.player), None)
    if one is None:
        raise Refused("nobody-unbooked", name=action.player)
    before = of_player(tournament.entries, tournament.players, one.player)
    if any(entry.is_in for entry in before):
        raise Refused("player-is-in", name=one.name)
    stack = context.structure.starting_stack
    if one.brought != stack and not action.adjust:
        raise Refused("unbooked-chips", name=one.name, chips=one.brought, stack=stack)
    return UnbookedBooked(
        entry=next_entry(tournament.entries, context.tables),
        player=one.player,
        name=one.name,
        nth=len(before) + 1,
        chips=one.brought,
        seat=_seat_of(tournament, action.sitting, one),
        alias=Alias(action.sitting, one.player, one.mark),
    )


def seat_again(tournament: Tournament, action: SeatAgain, context: Context) -> EntryMoved:
    """Assign an entry the seat that it is in, or another one if its table let it go. Raises `Refused` for an entry that
    is where it was booked, or that is on its way there."""
    entry = entry_in(tournament, action.entry)
    if entry.seat is None:
        raise Refused("entry-without-seat", name=entry.name)
    if there := sits_elsewhere(entry, context.tables):
        check_free(tournament, there)
        return EntryMoved(entry.number, entry.seat, there)
    if not was_let_go(entry, context.tables):
        raise Refused("entry-as-booked", name=entry.name)
    if action.to:
        if action.to.sitting == entry.seat.sitting:
            raise Refused("same-table", name=entry.name)
        check_free(tournament, action.to)
        return EntryMoved(entry.number, entry.seat, action.to)
    of, seed = draw_of(tournament, f"again {entry.number} {entry.moves}")
    others = [one for one in open_sittings(tournament) if one.number != entry.seat.sitting]
    drawn = draw_seats(seed, [entry.number], others, tournament.occupied)
    return EntryMoved(entry.number, entry.seat, drawn[entry.number], draw=of)


def sits_elsewhere(entry: Entry, tables: Tables) -> SeatAt | None:
    """The seat where an entry is sitting, if it is neither the seat that it was booked for nor the one that it is
    leaving."""
    found = ((number, table.held[entry.number].seat) for number, table in tables.items() if entry.number in table.held)
    there = next((SeatAt(number, seat) for number, seat in found), None)
    if there is None or there == entry.seat or entry.seat is None:
        return None
    is_to_leave = there.sitting != entry.seat.sitting and _arrivals(entry, tables) < entry.moves
    return None if is_to_leave else there


def was_let_go(entry: Entry, tables: Tables) -> Departure | None:
    """The departure of an entry that left its table although a move had not been booked for it."""
    if not in_transit(tables).get(entry.number) or is_under_way(entry, tables) or entry.seat is None:
        return None
    table = tables.get(entry.seat.sitting)
    gone = [one for one in (table.departures if table else ()) if one.entry == entry.number]
    return max(gone, key=lambda one: one.mark, default=None)


def is_under_way(entry: Entry, tables: Tables) -> bool:
    """Whether an entry is carrying its chips to the seat that it was booked for."""
    return bool(in_transit(tables).get(entry.number)) and _arrivals(entry, tables) < entry.moves


def seat_holder(tournament: Tournament, seat: SeatAt, tables: Tables) -> str:
    """The name of the player in a seat, according to the records; empty if there is none."""
    table = tables.get(seat.sitting)
    if table is None:
        return ""
    for entry, held in table.held.items():
        if held.seat == seat.seat and entry in tournament.entries:
            return tournament.entries[entry].name
    return next((one.name for one in table.unbooked if one.chips and one.seat == seat.seat), "")


def is_kept_out(tournament: Tournament, entry: Entry, tables: Tables) -> str:
    """The name of the player in the seat where an entry is to sit down; empty if there is none."""
    here = tables.get(entry.seat.sitting) if entry.seat else None
    if entry.seat is None or (here and entry.number in here.held):
        return ""
    other = seat_holder(tournament, entry.seat, tables)
    if other and sitting_of(tables, entry.number) is not None:  # asked for all tables, but rarely
        return ""
    return other


def remarks(tournament: Tournament, sitting: int, tables: Tables) -> list[Message]:
    """Messages about entries that cannot sit down at a sitting as booked."""
    found = []
    for entry in seated_at(tournament.entries, tournament.occupied, tournament.sittings[sitting]):
        if entry.seat and (other := is_kept_out(tournament, entry, tables)):
            found.append(message("seat-kept", name=entry.name, seat=entry.seat.seat, other=other))
    return found


def contradictions(tournament: Tournament, sitting: int, tables: Tables) -> list[Message]:
    """Messages about entries that have chips at a sitting according to its records, but cannot according to everything
    else that is known. This happens at a table whose history was chosen over another history that the rest of the room
    had followed."""
    here, found = tables.get(sitting), []
    for number, held in here.held.items() if here else ():
        entry = tournament.entries.get(number)
        if entry is None or not held.chips:
            continue
        others = [other for other, table in tables.items() if other != sitting and number in table.held]
        if others:
            found.append(message("sits-twice", name=entry.name, table=tournament.sittings[others[0]].table))
        elif entry.bust:
            found.append(message("out-with-chips", name=entry.name, seat=held.seat))
    return found


def _arrivals(entry: Entry, tables: Tables) -> int:
    """The number of arrivals from other tables, according to their records."""
    return sum(one.entry == entry.number and not one.back for table in tables.values() for one in table.arrivals)


def _seat_of(tournament: Tournament, sitting: int, one: Unbooked) -> SeatAt | None:
    """The seat to book. A player who is out again does not need a seat, and a player at a table that is being broken is
    moved from there."""
    seat, there = SeatAt(sitting, one.seat), tournament.sittings[sitting]
    if one.bust and (seat in tournament.occupied or there.closed):
        return None
    if there.breaking and not there.closed and seat not in tournament.occupied:
        return seat
    check_free(tournament, seat)
    return seat
