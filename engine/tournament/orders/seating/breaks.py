"""Break tables, in the order that the director chooses."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from engine.cards import Card
from engine.refused import Refused
from engine.tournament.changes import seated
from engine.tournament.field.entries import SeatAt
from engine.tournament.order import Context, TournamentActionBase
from engine.tournament.orders.seating.seats import SeatCard
from engine.tournament.rules.field.rebuy_rules import brings_nothing, received
from engine.tournament.rules.seating.break_rules import draws_tables, nearest_by_cards, tables_at_break
from engine.tournament.rules.seating.draw_rules import draw_of
from engine.tournament.rules.seating.seat_rules import open_sittings, ring_of
from engine.tournament.seating.balance import cards_by_seed
from engine.tournament.seating.draw import Assigned, Draw, by_cards, draw_seats, seat_pile
from engine.tournament.state import Event, StateChange, Tournament
from engine.tournament.tables.facts import has_sat


class DrawnCard(msgspec.Struct, frozen=True, gc=False):
    """The card that a seat drew."""

    seat: int
    card: Card


class BreakTable(TournamentActionBase, frozen=True, tag="break-table"):
    """Draw seats at the other tables for everyone at this one, or use the `cards` that its players drew, in the order
    given."""

    right = "floor"
    sitting: int
    cards: tuple[DrawnCard, ...] = ()

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` if the table's players do not fit at the others, if a player is still on the way to it, or
        if its record does not show a new player yet. If `cards` are given, there must be one from the pile for each
        player."""
        broken, others = tables_at_break(tournament, self.sitting, context.tables)
        cards = {one.seat: one.card for one in self.cards}
        seats = [seat for seat in range(1, broken.seat_count + 1) if SeatAt(broken.number, seat) in tournament.occupied]
        if cards and sorted(one.seat for one in self.cards) != seats:
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
        assigned: list[Assigned] = []
        kept: list[int] = []
        for number, at in sorted(to.items()):
            entry, begun = tournament.entries[number], number in sat
            if brings_nothing(tournament, entry, at.sitting, context.tables):
                begun = False
                kept += received(entry, context.tables)
            assigned.append(Assigned(number, at, begun))
        drawn = tuple(SeatCard(seat, card) for seat, card in cards.items())
        buttons = tuple((one.number, ring.button) for one, ring in zip((broken, *others), rings, strict=False))
        return [TableBroken(broken.number, tuple(assigned), draw, drawn, buttons, tuple(kept))]


class SetBreakOrder(TournamentActionBase, frozen=True, tag="set-break-order"):
    """Break these physical tables first, in this order. If none are given, use the rule book's order."""

    right = "floor"
    tables: tuple[int, ...] = ()

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Set the order in which tables break. Raises `Refused` for a table that is not in play or is listed twice."""
        tables = {one.table for one in open_sittings(tournament)}
        for table in self.tables:
            if table not in tables:
                raise Refused("no-such-table", table=table)
            if self.tables.count(table) > 1:
                raise Refused("table-twice", table=table)
        return [BreakOrderSet(self.tables)]


class TableBroken(Event, frozen=True, tag="table-broken", omit_defaults=True):
    """The sitting's players drew seats elsewhere, either by a seed or by a card for each seat, in this order. If
    nearest seats were used, they were counted from the buttons, which are given as pairs of a sitting and a seat.
    `kept` lists purchases that players without chips have already lost; these stay where they were handed out."""

    sitting: int
    seats: tuple[Assigned, ...]
    draw: Draw | None = None
    cards: tuple[SeatCard, ...] = ()
    buttons: tuple[tuple[int, int], ...] = ()
    kept: tuple[int, ...] = ()

    def change(self, tournament: Tournament) -> StateChange:
        broken = replace(tournament.sittings[self.sitting], breaking=True)
        return replace(seated(tournament, self.seats, self.draw, self.kept), sittings={self.sitting: broken})


class BreakOrderSet(Event, frozen=True, tag="break-order-set"):
    """The director specified that these physical tables are to be broken first, in this order."""

    tables: tuple[int, ...]

    def change(self, tournament: Tournament) -> StateChange:
        return StateChange(fields={"break_order": self.tables})
