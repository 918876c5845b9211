"""Breaking a table: where its players go, as determined by a seed or by the cards that they drew."""

from collections.abc import Mapping

from engine.cards import Card
from engine.refused import Refused
from engine.tournament.actions import BreakTable, SetBreakOrder
from engine.tournament.context import Context
from engine.tournament.events import BreakOrderSet, SeatCard, TableBroken
from engine.tournament.field.entries import SeatAt, Sitting, crowds, seated_at
from engine.tournament.rules.draw_rules import draw_of
from engine.tournament.rules.heard_rules import check_heard
from engine.tournament.rules.rebuy_rules import brings_nothing
from engine.tournament.rules.seat_rules import check_settled, open_sitting, open_sittings, ring_of
from engine.tournament.seating.balance import Crowd, SeatRing, cards_by_seed, draw_pile
from engine.tournament.seating.balance import break_table as moves_by_cards
from engine.tournament.seating.draw import draw_seats
from engine.tournament.seating.piles import by_cards, seat_pile
from engine.tournament.seating.seats import Assigned
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import Tables, has_sat


def break_table(tournament: Tournament, action: BreakTable, context: Context) -> TableBroken:
    """Break a table, so that its players get seats at the other tables. Raises `Refused` if its players do not fit at
    the other tables, if a player is still on the way to it, or if its record does not show a new player as seated yet.
    It also raises it if the cards are not one card from the pile for each player."""
    broken, others = _tables(tournament, action.sitting, context.tables)
    cards = {one.seat: one.card for one in action.cards}
    seats = [seat for seat in range(1, broken.seat_count + 1) if SeatAt(broken.number, seat) in tournament.occupied]
    if cards and sorted(one.seat for one in action.cards) != seats:
        raise Refused("draw-one-card", table=broken.table)
    draw, seed = (None, "") if cards else draw_of(tournament, f"break {broken.number}")
    rings = [ring_of(tournament, context, one) for one in (broken, *others)] if draws_tables(tournament) else []
    if rings:
        there = nearest_by_cards(rings, [broken, *others], cards or cards_by_seed(seed, rings, broken.table))
        to = {tournament.occupied[SeatAt(broken.number, seat)]: at for seat, at in there.items()}
    else:
        entries = [tournament.occupied[SeatAt(broken.number, seat)] for seat in cards or seats]
        if cards:
            to = by_cards(seat_pile(others, tournament.occupied, len(cards)), entries, list(cards.values()))
        else:
            to = draw_seats(seed, entries, others, tournament.occupied)
    sat = has_sat(context.tables)
    anew = {
        entry
        for entry, at in to.items()
        if brings_nothing(tournament, tournament.entries[entry], at.sitting, context.tables)
    }
    return TableBroken(
        broken.number,
        tuple(Assigned(entry, to[entry], entry in sat and entry not in anew) for entry in sorted(to)),
        draw,
        tuple(SeatCard(seat, card) for seat, card in cards.items()),
        tuple((one.number, ring.button) for one, ring in zip((broken, *others), rings, strict=False)),
    )


def set_break_order(tournament: Tournament, action: SetBreakOrder) -> BreakOrderSet:
    """Set the order in which tables break. Raises `Refused` for a table that is not in play or is listed twice."""
    tables = {one.table for one in open_sittings(tournament)}
    for table in action.tables:
        if table not in tables:
            raise Refused("no-such-table", table=table)
        if action.tables.count(table) > 1:
            raise Refused("table-twice", table=table)
    return BreakOrderSet(action.tables)


def crowds_now(tournament: Tournament) -> list[Crowd]:
    """The open tables, with the numbers of their players and free seats."""
    players = crowds(tournament.occupied)
    return [Crowd(one.table, players[one.number], one.room - players[one.number]) for one in open_sittings(tournament)]


def break_pile(tournament: Tournament, sitting: int, context: Context) -> dict[Card, tuple[int, int]]:
    """The seat that each card in the pile stands for when a table is broken. It is a physical table and a seat, where 0
    stands for the seat nearest to the old one. Raises `Refused`."""
    broken, others = _tables(tournament, sitting, context.tables)
    if draws_tables(tournament):
        rings = [ring_of(tournament, context, one) for one in (broken, *others)]
        return {card: (table, 0) for card, table in draw_pile(rings, broken.table).items()}
    players = len(seated_at(tournament.entries, tournament.occupied, broken))
    return on_tables(tournament, seat_pile(others, tournament.occupied, players))


def on_tables(tournament: Tournament, pile: Mapping[Card, SeatAt]) -> dict[Card, tuple[int, int]]:
    """A draw pile, in terms of physical tables."""
    return {card: (tournament.sittings[at.sitting].table, at.seat) for card, at in pile.items()}


def draws_tables(tournament: Tournament) -> bool:
    """Whether players from a broken table draw only a table, and take the free seat there that is nearest to their old
    one as counted from the button (house rules, Consolidating Tables)."""
    return tournament.book is not None and tournament.book.break_seats.value == "nearest-seat"


def nearest_by_cards(rings: list[SeatRing], sittings: list[Sitting], cards: Mapping[int, Card]) -> dict[int, SeatAt]:
    """Where the player in each seat of the first of these tables goes, by the card that the seat drew."""
    numbers = {one.table: one.number for one in sittings}
    moves = moves_by_cards(rings, sittings[0].table, cards)
    return {move.seat: SeatAt(numbers[move.to_table], move.to_seat) for move in moves}


def _tables(tournament: Tournament, number: int, tables: Tables) -> tuple[Sitting, list[Sitting]]:
    """The table to break, and the tables that its players go to."""
    broken = open_sitting(tournament, number)
    for entry in seated_at(tournament.entries, tournament.occupied, broken):
        check_settled(entry, tables)
        check_heard(tournament, entry, tables)
    others = [one for one in open_sittings(tournament) if one.number != number]
    if not others:
        raise Refused("last-table")
    return broken, others
