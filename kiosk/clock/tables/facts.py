"""What one sitting's records say to its tournament. A pure fold, beside the audit: this one asks nothing.

At a table an entry is the player whose id is the entry's number.
"""

import msgspec
from msgspec.structs import replace

from engine.events import ChipsBought, Event, SeatLeft, SeatTaken, TakenBack
from engine.game.game import Game
from engine.table.next_deal import play_so_far
from engine.table.state import Table, is_playing
from engine.tournament.table_facts import Arrival, Bust, Departure, Held, TableFacts


class SittingRecord(msgspec.Struct, frozen=True):
    """Who went out, left, arrived and was handed what they bought, up to the last record read."""

    busts: tuple[Bust, ...] = ()
    departures: tuple[Departure, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    bought: tuple[ChipsBought, ...] = ()


def read_event(record: SittingRecord, before: Game, event: Event, seq: int, at_ms: int) -> SittingRecord:
    """With one more event, number `seq` of the journal, which `before` is the game of."""
    match event:
        case SeatLeft(player=player, chips=0) if player.isdecimal():
            bust = Bust(int(player), before.table.hands, _had(before.table, event.seat), seq, at_ms)
            return replace(record, busts=(*record.busts, bust))
        case SeatLeft(player=player, chips=chips) if player.isdecimal():
            return replace(record, departures=(*record.departures, Departure(int(player), chips, seq)))
        case SeatTaken(player=player, came_from=came_from) if player.isdecimal() and came_from:
            return replace(record, arrivals=(*record.arrivals, Arrival(int(player), event.chips, seq)))
        case ChipsBought():  # survives what is taken back
            return replace(record, bought=(*record.bought, event))
        case TakenBack(to=to):  # a pot taken back brings back who went out over it
            return replace(record, busts=tuple(bust for bust in record.busts if bust.mark <= to))
    return record


def table_facts(sitting: int, record: SittingRecord, game: Game) -> TableFacts:
    """What the tournament reads: chips as of the last hand that is over."""
    table = game.table
    held = {
        int(seat.player): Held(number, seat.chips)
        for number, seat in enumerate(table.seats, 1)
        if seat and seat.player.isdecimal()
    }
    return TableFacts(
        sitting=sitting,
        mark=game.mark,
        hands=table.hands,
        orbits=play_so_far(table)[1],
        playing=is_playing(table),
        button=table.at.button or table.button,
        held=held,
        busts=record.busts,
        departures=record.departures,
        arrivals=record.arrivals,
        adjusted=table.adjusted,
        removed=table.removed,
        purchases=table.purchases,
    )


def _had(table: Table, seat: int) -> int:
    """What the seat began the last hand with; 0 where that was not recorded."""
    deal = table.hand.deal if table.hand else None
    return deal.stacks[deal.seats.index(seat)] if deal and seat in deal.seats else 0
