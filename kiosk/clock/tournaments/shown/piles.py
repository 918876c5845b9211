"""The pile of cards for a draw, as the director's programs see it: which card means which seat, and who draws."""

from engine.refused import Refused
from engine.tournament.field.entries import seated_at
from engine.tournament.rules.seating.break_rules import break_pile, on_tables
from engine.tournament.rules.seating.seat_rules import check_seats, draw_pile, next_drawn, open_sittings
from kiosk.clock.tournaments.desk.desk import Desk
from kiosk.protocol.tournaments import CardPile, Drawer, PileCard


def pile_of(desk: Desk, table: int) -> CardPile:
    """The card pile for everyone without a seat, or for breaking the physical `table`. Raises `Refused`."""
    tournament, context = desk.state, desk.context()
    if not table:
        check_seats(tournament, context)
        cards = on_tables(tournament, draw_pile(tournament, context))
        drawers = [Drawer(number, tournament.entries[number].name) for number in next_drawn(tournament, context)]
    else:
        sitting = next((one for one in open_sittings(tournament) if one.table == table), None)
        if sitting is None:
            raise Refused("no-such-table", table=table)
        cards = break_pile(tournament, sitting.number, context)
        players = seated_at(tournament.entries, tournament.occupied, sitting)
        drawers = [Drawer(one.number, one.name, one.seat.seat) for one in players if one.seat]
    return CardPile(tuple(PileCard(card, *at) for card, at in cards.items()), tuple(drawers))
