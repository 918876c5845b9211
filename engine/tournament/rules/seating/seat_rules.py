"""Tables and seats: which are open, free, pinned or short of players, and who is to be seated."""

from collections.abc import Collection

from engine.books.rulebook import RuleBook, most_in_crew, most_seats
from engine.button import first_positions
from engine.cards import Card
from engine.refused import Refused
from engine.tournament.field.entries import Entry, SeatAt, Sitting, crowds, free_seats, left
from engine.tournament.order import Context
from engine.tournament.rules.field.entry_rules import is_ready
from engine.tournament.seating.balance import SeatRing
from engine.tournament.seating.draw import seat_pile
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import Tables, facts_of, in_transit, sitting_of

MOST_SEATS = 10
SHORT = 3
"""A table this many players short of the fullest table waits for more (TDA 2024 rule 11-D), unless the director waives
this."""


def most_at_table(tournament: Tournament, book: RuleBook) -> int:
    """The maximum number of seats at a table. This is the size of a crew, except in a final that players reach through
    flights."""
    return most_seats(book, MOST_SEATS) if tournament.carried else most_in_crew(book, MOST_SEATS)


def draw_pile(tournament: Tournament, context: Context) -> dict[Card, SeatAt]:
    """The seat that each card represents if players draw cards for seats. Raises `Refused`."""
    return seat_pile(open_sittings(tournament), tournament.occupied, len(next_drawn(tournament, context)))


def next_drawn(tournament: Tournament, context: Context) -> list[int]:
    """The entries to which the next draw gives seats, in order of entry: at most as many as there are free seats."""
    unseated = to_seat(tournament, context)
    return unseated[: free_count(tournament) or len(unseated)]


def check_seats(tournament: Tournament, context: Context) -> None:
    """Raises `Refused` before the start if there are too few seats for a draw."""
    if not tournament.started and (needed := seats_needed(tournament, context)):
        raise Refused("too-few-seats", count=needed)


def to_seat(tournament: Tournament, context: Context) -> list[int]:
    """The entries that do not have a seat and may be given one, in order of entry."""
    waiting = (entry for entry in left(tournament.entries) if entry.seat is None)
    return sorted(entry.number for entry in waiting if is_ready(tournament, entry, context))


def alternates(tournament: Tournament, context: Context) -> list[int]:
    """The entries that are waiting for a seat after the draw or the start, in order, if there are too few seats."""
    waits = (tournament.drawn or tournament.started) and seats_needed(tournament, context)
    return to_seat(tournament, context) if waits else []


def seats_needed(tournament: Tournament, context: Context) -> int:
    """The number of seats that have to be opened so that every entry that may have a seat gets one."""
    return max(0, len(to_seat(tournament, context)) - free_count(tournament))


def free_count(tournament: Tournament) -> int:
    """The number of seats that are not assigned."""
    return sum(len(free_seats(one, tournament.occupied)) for one in open_sittings(tournament))


def ring_of(tournament: Tournament, context: Context, sitting: Sitting) -> SeatRing:
    """A sitting's seats, the seats that are assigned, its button and its blinds. At a table whose counts are typed, the
    two seats to the left of the button are assumed to have had the blinds."""
    facts = facts_of(context.tables, sitting.number)
    seats = range(1, sitting.seat_count + 1)
    taken = tuple(seat for seat in seats if SeatAt(sitting.number, seat) in tournament.occupied)
    at = facts.at
    if sitting.typed and facts.button and facts.hands and len(taken) > 1:
        at = first_positions(taken, facts.button)
    form = tournament.book.button.value if tournament.book else "dead"
    return SeatRing(sitting.table, sitting.seat_count, facts.button, taken, at, form, sitting.unused)


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
    """Raises `Refused` for an entry that is not in its assigned seat."""
    belongs = entry.seat.sitting if entry.seat else None
    if entry.number in in_transit(tables) or sitting_of(tables, entry.number) not in (None, belongs):
        raise Refused("entry-on-the-way", name=entry.name)


def next_sitting(tournament: Tournament, tables: Tables) -> int:
    """The next number for a sitting. The number of a sitting whose opening was undone or lost is not reused, because a
    table may have a journal for it."""
    parts = (part.key for act in tournament.acts for part in act.sets if part.kind == "sitting")
    opened = [key for key in parts if isinstance(key, int)]
    return 1 + max([*tournament.sittings, *opened, *tables], default=0)


def short_tables(tournament: Tournament, but: Collection[int] = ()) -> dict[int, int]:
    """The open sittings that are short of players, and by how many. The sittings in `but` do not count, because it is
    not known how many players are still there."""
    players = crowds(tournament.occupied)
    sittings = [one.number for one in open_sittings(tournament) if one.number not in but]
    most = max((players[number] for number in sittings), default=0)
    return {number: most - players[number] for number in sittings if most - players[number] >= SHORT}


def to_play_on(tournament: Tournament) -> list[int]:
    """The open sittings that are no longer short of players but are still waiting."""
    if not tournament.halted:
        return []
    short = short_tables(tournament)
    still = (one.number for one in open_sittings(tournament) if one.number in tournament.halted)
    return [number for number in still if number not in short]


def pinned_entries(tournament: Tournament) -> list[Entry]:
    """The pinned entries, by number. They keep their seats, for example because of a wheelchair or a camera."""
    return [one for one in left(tournament.entries) if one.pinned and one.is_pinned]
