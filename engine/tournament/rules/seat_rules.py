"""Tables opened, seats drawn, moves and table breaks: who belongs where. The tables follow by themselves."""

from engine.books.rulebook import RuleBook, most_in_crew, most_seats
from engine.button import first_positions
from engine.refused import Refused
from engine.tournament.actions import (
    BreakTable,
    CloseTable,
    MoveEntry,
    OpenTable,
    PrepareDraw,
    SeatEntry,
)
from engine.tournament.context import Context
from engine.tournament.events import (
    Assigned,
    DrawPrepared,
    EntryMoved,
    EntrySeated,
    SeatsDrawn,
    SeatsRedrawn,
    SittingClosed,
    SittingOpened,
    TableBroken,
)
from engine.tournament.field.entries import MOST_TABLE, Entry, SeatAt, Sitting, free_seats, left, seated_at
from engine.tournament.rules.entry_rules import check_not_barred, entry_in, is_ready
from engine.tournament.seating.balance import Ring, draw_pile
from engine.tournament.seating.balance import break_table as moves_by_cards
from engine.tournament.seating.draw import SHORTEST_SEED, draw_seats, rank
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import TableFacts, Tables, has_sat, in_transit, sitting_of

MOST_SEATS = 10


def open_table(tournament: Tournament, action: OpenTable, context: Context) -> SittingOpened:
    """Raises `Refused` if there is no such table, it is in play already, or has more seats than a round of the
    shoot-out."""
    if not 1 <= action.table <= MOST_TABLE:
        raise Refused("no-such-table", table=action.table)
    if not 2 <= action.seat_count <= MOST_SEATS:
        raise Refused("seat-count", most=MOST_SEATS, seats=action.seat_count)
    book = tournament.book
    if book is not None and action.seat_count > (most := most_at_table(tournament, book)):
        raise Refused("seats-beyond-book", book.table_size.clause, most=most, seats=action.seat_count)
    if (rounds := context.terms.rounds) and action.seat_count > rounds.seats:
        raise Refused("seats-beyond-round", most=rounds.seats, seats=action.seat_count)
    if rounds and rounds.stacks == "fresh" and action.typed:
        raise Refused("fresh-needs-kiosk")
    if any(one.table == action.table and not one.closed for one in tournament.sittings.values()):
        raise Refused("table-in-play", table=action.table)
    return SittingOpened(next_sitting(tournament), action.table, action.seat_count, action.typed)


def most_at_table(tournament: Tournament, book: RuleBook) -> int:
    """How many seats a table may have: a crew's, but where finalists of other tables have come together."""
    return most_seats(book, MOST_SEATS) if tournament.carried else most_in_crew(book, MOST_SEATS)


def next_sitting(tournament: Tournament) -> int:
    """One whose opening was taken back is not used again: a table may have a journal of it."""
    events = [event for act in tournament.acts for event in act.events]
    opened = [event.sitting for event in events if isinstance(event, SittingOpened)]
    redrawn = [one.sitting for event in events if isinstance(event, SeatsRedrawn) for one in event.sittings]
    return 1 + max([*tournament.sittings, *opened, *redrawn], default=0)


def prepare_draw(tournament: Tournament, action: PrepareDraw) -> DrawPrepared:
    """Raises `Refused` once a seed is committed to."""
    if tournament.seed:
        raise Refused("draw-prepared")
    if len(action.seed) < SHORTEST_SEED:
        raise Refused("seed-too-short", least=SHORTEST_SEED)
    return DrawPrepared(action.seed)


def draw(tournament: Tournament, context: Context) -> SeatsDrawn:
    """By the order of entry: those whom there is no seat for wait as alternates. Raises `Refused` without a seed,
    anybody to seat, or a free seat."""
    if not tournament.seed:
        raise Refused("draw-not-prepared")
    unseated = to_seat(tournament, context)
    if not unseated:
        away = [entry.number for entry in left(tournament.entries) if entry.seat is None]
        for number in away:
            check_not_barred(tournament, number, context)
        raise Refused("nobody-checked-in", entries=len(away)) if away else Refused("nobody-to-seat")
    seats = free_count(tournament) or len(unseated)
    drawn = draw_seats(tournament.seed, unseated[:seats], open_sittings(tournament), tournament.occupied)
    return SeatsDrawn(tuple(Assigned(entry, drawn[entry]) for entry in sorted(drawn)))


def to_seat(tournament: Tournament, context: Context) -> list[int]:
    """The entries that have no seat and may be given one, in the order of entry."""
    waiting = (entry for entry in left(tournament.entries) if entry.seat is None)
    return sorted(entry.number for entry in waiting if is_ready(tournament, entry, context))


def alternates(tournament: Tournament, context: Context) -> list[int]:
    """The entries that wait for a seat after the draw, in order, where there are fewer seats than that."""
    waiting = to_seat(tournament, context) if tournament.drawn else []
    return waiting if len(waiting) > free_count(tournament) else []


def free_count(tournament: Tournament) -> int:
    """How many seats are assigned to nobody."""
    return sum(len(free_seats(one, tournament.occupied)) for one in open_sittings(tournament))


def seat_entry(tournament: Tournament, action: SeatEntry, context: Context) -> EntrySeated:
    """Raises `Refused` for an entry that has a seat, is not checked in or is kept out, a seat that is taken, or a draw
    without a seed."""
    entry = entry_in(tournament, action.entry)
    if entry.seat:
        raise Refused("entry-has-seat", name=entry.name)
    check_not_barred(tournament, entry.number, context)
    if not is_ready(tournament, entry, context):
        raise Refused("not-checked-in", name=entry.name)
    if action.to:
        check_free(tournament, action.to)
        return EntrySeated(entry.number, action.to)
    if not tournament.seed:
        raise Refused("draw-not-prepared")
    drawn = draw_seats(tournament.seed, [entry.number], open_sittings(tournament), tournament.occupied)
    return EntrySeated(entry.number, drawn[entry.number])


def move_entry(tournament: Tournament, action: MoveEntry, context: Context) -> EntryMoved:
    """Raises `Refused` for an entry that is on its way already, or a seat that is not free or, once it
    has sat down, at the same table."""
    entry = entry_in(tournament, action.entry)
    if entry.seat is None:
        raise Refused("entry-without-seat", name=entry.name)
    check_settled(entry, context.tables)
    check_free(tournament, action.to)
    begun = entry.number in has_sat(context.tables)
    if begun and action.to.sitting == entry.seat.sitting:
        raise Refused("same-table", name=entry.name)
    return EntryMoved(entry.number, entry.seat, action.to, begun)


def break_table(tournament: Tournament, action: BreakTable, context: Context) -> TableBroken:
    """Raises `Refused` where its players do not fit at the other tables, or one is still on the way to it."""
    sitting = _sitting(tournament, action.sitting)
    if not tournament.seed:
        raise Refused("draw-not-prepared")
    players = seated_at(tournament.entries, tournament.occupied, sitting)
    for entry in players:
        check_settled(entry, context.tables)
    others = [one for one in open_sittings(tournament) if one.number != sitting.number]
    if not others:
        raise Refused("last-table")
    seed = f"{tournament.seed} break {sitting.number}"
    if tournament.book and tournament.book.break_seats.value == "nearest-seat":
        drawn = _nearest_seats(tournament, action, context, sitting, others)
    elif action.cards:
        raise Refused("drawn-by-seed")
    else:
        drawn = draw_seats(seed, [entry.number for entry in players], others, tournament.occupied)
    sat = has_sat(context.tables)
    return TableBroken(sitting.number, tuple(Assigned(entry, drawn[entry], entry in sat) for entry in sorted(drawn)))


def _nearest_seats(
    tournament: Tournament, action: BreakTable, context: Context, broken: Sitting, others: list[Sitting]
) -> dict[int, SeatAt]:
    """Everybody draws a card for a table, and takes the free seat there that is nearest to the old one as counted from
    the button (house rules, Consolidating Tables)."""
    rings = [ring_of(tournament, context, one) for one in (broken, *others)]
    pile, taken = draw_pile(rings, broken.table), rings[0].taken
    cards = {one.seat: one.card for one in action.cards}
    if not cards:
        seed = f"{tournament.seed} break {broken.number}"
        if len(pile) < len(taken):
            raise Refused("too-few-seats", missing=len(taken) - len(pile))
        shuffled = sorted(pile, key=lambda card: rank(seed, f"card {card}"))
        cards = dict(zip(sorted(taken, key=lambda seat: rank(seed, f"seat {seat}")), shuffled, strict=False))
    sittings = {one.table: one.number for one in others}
    return {
        tournament.occupied[SeatAt(broken.number, move.seat)]: SeatAt(sittings[move.to_table], move.to_seat)
        for move in moves_by_cards(rings, broken.table, cards)
    }


def ring_of(tournament: Tournament, context: Context, sitting: Sitting) -> Ring:
    """A sitting's seats, those that are assigned, its button and its blinds: at a typed table the two left of the
    button had them."""
    facts = context.tables.get(sitting.number, TableFacts(sitting.number))
    free = {seat.seat for seat in free_seats(sitting, tournament.occupied)}
    taken = tuple(seat for seat in range(1, sitting.seat_count + 1) if seat not in free)
    at = facts.at
    if sitting.typed and facts.button and facts.hands and len(taken) > 1:
        at = first_positions(taken, facts.button)
    form = tournament.book.button.value if tournament.book else "dead"
    return Ring(sitting.table, sitting.seat_count, facts.button, taken, at, form)


def close_table(tournament: Tournament, action: CloseTable, context: Context) -> SittingClosed:
    """Raises `Refused` while somebody belongs there or is still there."""
    sitting = tournament.sittings.get(action.sitting)
    if sitting is None or sitting.closed:
        raise Refused("no-such-sitting", sitting=action.sitting)
    if not tournament.flight and seated_at(tournament.entries, tournament.occupied, sitting):
        raise Refused("table-not-empty", table=sitting.table)
    facts = context.tables.get(sitting.number)
    bagged = tournament.flight is not None and sitting.typed  # what was typed last is in the bags
    unbooked = facts is not None and any(one.chips for one in facts.unbooked)  # booked first, or the chips are lost
    if facts and (facts.held or facts.playing or unbooked) and not bagged:
        raise Refused("table-not-empty", table=sitting.table)
    return SittingClosed(sitting.number, facts.mark if facts else 0)


def open_sittings(tournament: Tournament) -> list[Sitting]:
    """Where players may be seated, in order."""
    return [one for one in tournament.sittings.values() if not one.closed and not one.breaking]


def _sitting(tournament: Tournament, number: int) -> Sitting:
    sitting = tournament.sittings.get(number)
    if sitting is None or sitting.closed or sitting.breaking:
        raise Refused("no-such-sitting", sitting=number)
    return sitting


def check_free(tournament: Tournament, seat: SeatAt) -> None:
    """Raises `Refused` for a seat that is assigned, or that there is not."""
    sitting = _sitting(tournament, seat.sitting)
    if not 1 <= seat.seat <= sitting.seat_count:
        raise Refused("no-such-seat", seat=seat.seat)
    if seat in tournament.occupied:
        raise Refused("seat-assigned", seat=seat.seat, table=sitting.table)


def check_settled(entry: Entry, tables: Tables) -> None:
    """Whether an entry is where it belongs, or has yet to sit down for the first time."""
    there = sitting_of(tables, entry.number)
    if entry.number in in_transit(tables) or (there is not None and entry.seat and there != entry.seat.sitting):
        raise Refused("entry-on-the-way", name=entry.name)
