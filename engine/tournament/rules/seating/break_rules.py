"""Breaking a table: where its players go, as determined by a seed or by the cards that they drew."""

from collections.abc import Mapping

from engine.cards import Card
from engine.refused import Refused
from engine.tournament.field.entries import SeatAt, Sitting, crowds, seated_at
from engine.tournament.order import Context
from engine.tournament.rules.field.entry_rules import check_heard
from engine.tournament.rules.seating.seat_rules import check_settled, open_sitting, open_sittings, ring_of
from engine.tournament.seating.balance import Crowd, SeatRing, draw_pile
from engine.tournament.seating.balance import break_table as moves_by_cards
from engine.tournament.seating.draw import seat_pile
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import Tables


def crowds_now(tournament: Tournament) -> list[Crowd]:
    """The open tables, each with its number of players and of free seats."""
    players = crowds(tournament.occupied)
    return [Crowd(one.table, players[one.number], one.room - players[one.number]) for one in open_sittings(tournament)]


def break_pile(tournament: Tournament, sitting: int, context: Context) -> dict[Card, tuple[int, int]]:
    """The seat that each card in the pile represents when a table is broken: a physical table and a seat number. The
    number 0 means the seat nearest to the player's old one. Raises `Refused`."""
    broken, others = tables_at_break(tournament, sitting, context.tables)
    if draws_tables(tournament):
        rings = [ring_of(tournament, context, one) for one in (broken, *others)]
        return {card: (table, 0) for card, table in draw_pile(rings, broken.table).items()}
    players = len(seated_at(tournament.entries, tournament.occupied, broken))
    return on_tables(tournament, seat_pile(others, tournament.occupied, players))


def on_tables(tournament: Tournament, pile: Mapping[Card, SeatAt]) -> dict[Card, tuple[int, int]]:
    """A draw pile with physical tables in place of sittings."""
    return {card: (tournament.sittings[at.sitting].table, at.seat) for card, at in pile.items()}


def draws_tables(tournament: Tournament) -> bool:
    """Whether players from a broken table draw only a table. They take the free seat there that is nearest to their old
    one as counted from the button (house rules, Consolidating Tables)."""
    return tournament.book is not None and tournament.book.break_seats.value == "nearest-seat"


def nearest_by_cards(rings: list[SeatRing], sittings: list[Sitting], cards: Mapping[int, Card]) -> dict[int, SeatAt]:
    """Where the player in each seat at the first of these tables goes, according to the card drawn for that seat."""
    numbers = {one.table: one.number for one in sittings}
    moves = moves_by_cards(rings, sittings[0].table, cards)
    return {move.seat: SeatAt(numbers[move.to_table], move.to_seat) for move in moves}


def tables_at_break(tournament: Tournament, number: int, tables: Tables) -> tuple[Sitting, list[Sitting]]:
    """The table to break, and the tables that its players go to."""
    broken = open_sitting(tournament, number)
    for entry in seated_at(tournament.entries, tournament.occupied, broken):
        check_settled(entry, tables)
        check_heard(tournament, entry, tables)
    others = [one for one in open_sittings(tournament) if one.number != number]
    if not others:
        raise Refused("last-table")
    return broken, others
