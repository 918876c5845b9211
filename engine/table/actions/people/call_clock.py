"""The clock is called on the player whose turn it is, or the call is withdrawn."""

from msgspec.structs import replace

from engine.event import Event
from engine.hand.betting import actor
from engine.refused import Refused
from engine.table.action import TableActionBase
from engine.table.player_clock import Timed, on_clock
from engine.table.state import Table, TableEvent, book_of, is_playing


class CallClock(TableActionBase, frozen=True, tag="call-clock"):
    """The clock is called on the player whose turn it is, who now has limited time to act. If `on` is false, the call
    is withdrawn."""

    seat: int
    on: bool = True

    def decide(self, table: Table) -> list[Event]:
        clause = book_of(table).player_clock.clause
        hand = table.hand
        if hand is None or not is_playing(table):
            raise Refused("no-hand-in-play", clause)
        turn = actor(hand)
        if turn < 0:
            raise Refused("betting-closed", clause)
        seat = hand.deal.seats[turn]
        if seat != self.seat:
            raise Refused("not-their-turn", clause, seat=self.seat, turn=seat)
        if self.on == bool(on_clock(hand, table.timed)):
            raise Refused("clock-called-already" if self.on else "clock-not-called", clause, seat=seat)
        return [ClockCalled(seat, self.on)]


class ClockCalled(TableEvent, frozen=True, tag="clock-called"):
    """The clock was called on the player whose turn it is (TDA 2024 rule 29), or the call was withdrawn."""

    seat: int
    on: bool = True

    def change(self, table: Table) -> Table:
        hand = table.hand
        timed = Timed(self.seat, hand.deal.hand, hand.acts) if self.on and hand is not None else None
        return replace(table, timed=timed)
