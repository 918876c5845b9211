"""Opening tables, drawing seats, moving entries and breaking tables: who is assigned where. The tables follow on their
own."""

from engine.books.rulebook import RuleBook, most_in_crew, most_seats
from engine.button import first_positions
from engine.cards import Card
from engine.refused import Refused
from engine.tournament.actions import CloseTable, DrawSeats, MoveEntry, SeatEntry, UseTable
from engine.tournament.context import Context
from engine.tournament.events import (
    Balanced,
    EntryMoved,
    EntrySeated,
    SeatCard,
    SeatsDrawn,
    SeatsRedrawn,
    SittingClosed,
    SittingOpened,
)
from engine.tournament.field.entries import MOST_TABLE, Entry, SeatAt, Sitting, crowds, free_seats, left, seated_at
from engine.tournament.rules.draw_rules import draw_of
from engine.tournament.rules.entry_rules import check_not_barred, entry_in, is_ready
from engine.tournament.rules.heard_rules import check_may_go
from engine.tournament.rules.rebuy_rules import brings_nothing, waiting_for
from engine.tournament.seating.balance import SeatRing, next_big_blind
from engine.tournament.seating.draw import draw_seats
from engine.tournament.seating.piles import by_cards, seat_pile
from engine.tournament.seating.seats import Assigned
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import TableFacts, Tables, has_sat, in_transit, lost_all, sitting_of

MOST_SEATS = 10


def open_table(tournament: Tournament, action: UseTable, context: Context) -> SittingOpened:
    """Open a physical table for the tournament. Raises `Refused` if there is no such table, if it is already in play,
    or if it has more seats than a table in the shootout's rounds."""
    if not 1 <= action.table <= MOST_TABLE:
        raise Refused("no-such-table", table=action.table)
    if not 2 <= action.seat_count <= MOST_SEATS:
        raise Refused("seat-count", most=MOST_SEATS, seats=action.seat_count)
    book = tournament.book
    if book is not None and action.seat_count > (most := most_at_table(tournament, book)):
        raise Refused("seats-beyond-book", book.table_size.clause, most=most, seats=action.seat_count)
    if (rounds := context.terms.shoot_out) and action.seat_count > rounds.seats:
        raise Refused("seats-beyond-round", most=rounds.seats, seats=action.seat_count)
    if rounds and rounds.stacks == "fresh" and action.typed:
        raise Refused("fresh-needs-kiosk")
    if any(one.table == action.table and not one.closed for one in tournament.sittings.values()):
        raise Refused("table-in-play", table=action.table)
    return SittingOpened(next_sitting(tournament, context.tables), action.table, action.seat_count, action.typed)


def most_at_table(tournament: Tournament, book: RuleBook) -> int:
    """The maximum number of seats that a table may have. This is the size of a crew, except where finalists from other
    tables have come together."""
    return most_seats(book, MOST_SEATS) if tournament.carried else most_in_crew(book, MOST_SEATS)


def next_sitting(tournament: Tournament, tables: Tables) -> int:
    """The next number for a sitting. The number of a sitting whose opening was taken back is not used again, because a
    table may have a journal of it. The same is true of a number that a table knows although the decision that opened it
    was lost."""
    events = [event for act in tournament.acts for event in act.events]
    opened = [event.sitting for event in events if isinstance(event, SittingOpened)]
    redrawn = [one.sitting for event in events if isinstance(event, SeatsRedrawn) for one in event.sittings]
    return 1 + max([*tournament.sittings, *opened, *redrawn, *tables], default=0)


def draw(tournament: Tournament, action: DrawSeats, context: Context) -> SeatsDrawn:
    """Draw seats by a seed or by cards, in order of entry. Entries for which there is no seat wait as alternates.
    Raises `Refused` if there is no seed, no entry to seat, or no free seat, and if the cards are not one card from the
    pile for each entry."""
    unseated = next_drawn(tournament, context)
    if not unseated:
        away = [entry.number for entry in left(tournament.entries) if entry.seat is None]
        for number in away:
            check_not_barred(tournament, number, context)
        raise Refused("nobody-checked-in", entries=len(away)) if away else Refused("nobody-to-seat")
    if action.cards:
        by_card = by_cards(draw_pile(tournament, context), unseated, action.cards)
        cards = tuple(SeatCard(entry, card) for entry, card in zip(unseated, action.cards, strict=True))
        return SeatsDrawn(tuple(Assigned(entry, by_card[entry]) for entry in unseated), cards=cards)
    of, seed = draw_of(tournament, f"seats {tournament.drawn + 1}")
    drawn = draw_seats(seed, unseated, open_sittings(tournament), tournament.occupied)
    return SeatsDrawn(tuple(Assigned(entry, drawn[entry]) for entry in sorted(drawn)), of)


def draw_pile(tournament: Tournament, context: Context) -> dict[Card, SeatAt]:
    """The seat that each card stands for if seats are drawn by cards. Raises `Refused`."""
    return seat_pile(open_sittings(tournament), tournament.occupied, len(next_drawn(tournament, context)))


def next_drawn(tournament: Tournament, context: Context) -> list[int]:
    """The entries to which the next draw gives seats, in order of entry. There are at most as many as there are free
    seats."""
    unseated = to_seat(tournament, context)
    return unseated[: free_count(tournament) or len(unseated)]


def to_seat(tournament: Tournament, context: Context) -> list[int]:
    """The entries that do not have a seat and may be given one, in order of entry."""
    waiting = (entry for entry in left(tournament.entries) if entry.seat is None)
    return sorted(entry.number for entry in waiting if is_ready(tournament, entry, context))


def alternates(tournament: Tournament, context: Context) -> list[int]:
    """The entries that are waiting for a seat after the draw, in order, if there are too few seats."""
    waiting = to_seat(tournament, context) if tournament.drawn else []
    return waiting if len(waiting) > free_count(tournament) else []


def free_count(tournament: Tournament) -> int:
    """The number of seats that are not assigned."""
    return sum(len(free_seats(one, tournament.occupied)) for one in open_sittings(tournament))


def seat_entry(tournament: Tournament, action: SeatEntry, context: Context) -> EntrySeated:
    """Assign a seat to an entry. Raises `Refused` for an entry that has a seat, has not checked in or is barred; for a
    seat that is taken; and for a draw if there is no seed."""
    entry = entry_in(tournament, action.entry)
    if entry.seat:
        raise Refused("entry-has-seat", name=entry.name)
    check_not_barred(tournament, entry.number, context)
    if not is_ready(tournament, entry, context):
        raise Refused("not-checked-in", name=entry.name)
    if action.to:
        check_free(tournament, action.to)
        return EntrySeated(entry.number, action.to)
    of, seed = draw_of(tournament, f"entry {entry.number}")
    drawn = draw_seats(seed, [entry.number], open_sittings(tournament), tournament.occupied)
    return EntrySeated(entry.number, drawn[entry.number], of)


def move_entry(tournament: Tournament, action: MoveEntry, context: Context) -> EntryMoved:
    """Move an entry to a free seat. Raises `Refused` for an entry that is already in transit or is pinned to a seat of
    a table in play. It also raises it for a move to another table before a new player's table has confirmed that the
    player is seated. The seat must be free and, once the entry has sat down, it must be at another table."""
    entry = entry_in(tournament, action.entry)
    if entry.seat is None:
        raise Refused("entry-without-seat", name=entry.name)
    check_settled(entry, context.tables)
    here = tournament.sittings[entry.seat.sitting]
    if entry.is_pinned and not here.breaking:
        raise Refused("entry-pinned", name=entry.name, table=here.table, seat=entry.seat.seat)
    check_free(tournament, action.to)
    begun = entry.number in has_sat(context.tables)
    if begun and brings_nothing(tournament, entry, action.to.sitting, context.tables):
        begun = False
    if begun and action.to.sitting == entry.seat.sitting:
        raise Refused("same-table", name=entry.name)
    if action.to.sitting != entry.seat.sitting:
        check_may_go(tournament, entry, context.tables)
    return EntryMoved(entry.number, entry.seat, action.to, begun, balanced=_balanced(tournament, action, context))


def _balanced(tournament: Tournament, action: MoveEntry, context: Context) -> Balanced | None:
    """Whether a move makes the two tables more equal, as balancing does."""
    seat, players = tournament.entries[action.entry].seat, crowds(tournament.occupied)
    if seat is None or players[seat.sitting] - players[action.to.sitting] < 2:
        return None
    ring = ring_of(tournament, context, tournament.sittings[seat.sitting])
    return Balanced(players[seat.sitting], players[action.to.sitting], next_big_blind(ring) == seat.seat)


def ring_of(tournament: Tournament, context: Context, sitting: Sitting) -> SeatRing:
    """A sitting's seats, the seats that are assigned, its button and its blinds. At a typed table, the two seats to the
    left of the button are taken to have had the blinds."""
    facts = context.tables.get(sitting.number, TableFacts(sitting.number))
    seats = range(1, sitting.seat_count + 1)
    taken = tuple(seat for seat in seats if SeatAt(sitting.number, seat) in tournament.occupied)
    at = facts.at
    if sitting.typed and facts.button and facts.hands and len(taken) > 1:
        at = first_positions(taken, facts.button)
    form = tournament.book.button.value if tournament.book else "dead"
    return SeatRing(sitting.table, sitting.seat_count, facts.button, taken, at, form, sitting.unused)


def close_table(tournament: Tournament, action: CloseTable, context: Context) -> SittingClosed:
    """Close a table that everyone has left. Raises `Refused` while an entry is assigned to it or is still there."""
    sitting = tournament.sittings.get(action.sitting)
    if sitting is None or sitting.closed:
        raise Refused("no-such-sitting", sitting=action.sitting)
    if not tournament.flight and seated_at(tournament.entries, tournament.occupied, sitting):
        raise Refused("table-not-empty", table=sitting.table)
    facts = context.tables.get(sitting.number)
    bagged = tournament.flight is not None and sitting.typed  # the last typed counts are in the bags
    unbooked = facts is not None and any(one.chips for one in facts.unbooked)  # book them first, or the chips are lost
    if facts and (facts.held or facts.playing or unbooked) and not bagged:
        raise Refused("table-not-empty", table=sitting.table)
    if name := _comes_back(tournament, sitting, context.tables):
        raise Refused("table-to-hand-out", table=sitting.table, name=name)
    return SittingClosed(sitting.number, facts.mark if facts else 0)


def _comes_back(tournament: Tournament, sitting: Sitting, tables: Tables) -> str:
    """The names of entries that lost all their chips there and bought chips that the table has yet to hand out; empty
    if there are none."""
    for entry in left(tournament.entries) if not sitting.typed else ():
        here = [one for one in entry.bought if one.sitting == sitting.number]
        if here and lost_all(tables, entry.number) and set(here) & set(waiting_for(entry, tables)):
            return entry.name
    return ""


def open_sittings(tournament: Tournament) -> list[Sitting]:
    """The sittings where players may be seated, in order."""
    return [one for one in tournament.sittings.values() if not one.closed and not one.breaking]


def open_sitting(tournament: Tournament, number: int) -> Sitting:
    """A sitting where players may be seated. Raises `Refused` if they may not."""
    sitting = tournament.sittings.get(number)
    if sitting is None or sitting.closed or sitting.breaking:
        raise Refused("no-such-sitting", sitting=number)
    return sitting


def check_free(tournament: Tournament, seat: SeatAt) -> None:
    """Raises `Refused` for a seat that is assigned or does not exist."""
    sitting = open_sitting(tournament, seat.sitting)
    if not 1 <= seat.seat <= sitting.seat_count:
        raise Refused("no-such-seat", seat=seat.seat)
    if seat in tournament.occupied:
        raise Refused("seat-assigned", seat=seat.seat, table=sitting.table)
    if seat.seat in sitting.unused:
        raise Refused("seat-out-of-use", seat=seat.seat, table=sitting.table)


def check_settled(entry: Entry, tables: Tables) -> None:
    """Raises `Refused` for an entry that is not in its assigned seat. An entry without a seat is not sitting anywhere
    yet."""
    belongs = entry.seat.sitting if entry.seat else None
    if entry.number in in_transit(tables) or sitting_of(tables, entry.number) not in (None, belongs):
        raise Refused("entry-on-the-way", name=entry.name)
