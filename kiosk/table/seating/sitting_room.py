"""The tournament's information about one sitting, as the screen shows it: who is on the way to it, who will come and
leave, and the free seats elsewhere."""

from dataclasses import dataclass
from typing import Literal

from engine.public import PublicSeat, PublicTable
from engine.table.actions.people import BuyChips, LeaveSeat, TakeSeat
from engine.table.state import Table
from engine.tournament.tables.room_info import FreeSeats, Gone, IncomingPlayer
from engine.tournament.targets import TableTarget
from kiosk.table.link.follower import ClockFollower
from kiosk.table.seating.requests import player_of
from kiosk.table.seating.sitting_players import SittingPlayers
from kiosk.table.seating.target import TargetFollower
from kiosk.zone import is_zone, said_in
from ui.dealer.model.surroundings import AskedMove, Booking, Due, NewSeat, NextDealer


@dataclass(frozen=True, eq=False)
class SittingRoom:
    """The room as one sitting sees it. Asks for nothing and changes nothing."""

    number: int
    clock: ClockFollower
    target: TargetFollower
    players: SittingPlayers

    def coming(self, table: Table) -> tuple[IncomingPlayer, ...]:
        """The players on the way here with chips who have not sat down yet."""
        here = self.players.arrived | _seated(table)
        return tuple(one for one in self.clock.coming if one.player not in here)

    def due(self, table: Table, shown: PublicTable) -> tuple[Due, ...]:
        """The players and chips that come or leave when the hand in play ends. Empty until the first step toward the
        target has been looked for, which reads the record."""
        if not self.players.is_read:
            return ()
        return tuple(_as_due(step, shown) for step in self.target.due(table))

    @property
    def free(self) -> tuple[FreeSeats, ...]:
        info = self.clock.room_info
        tables = info.tables if info and self.clock.is_linked else ()
        return tuple(one for one in tables if one.table != self.number)

    def gone(self, table: Table) -> tuple[Gone, ...]:
        """The players who left with chips and are not seated yet, according to the room if it is reachable. The room
        sends nothing more about a closed table, where nobody waits for them either."""
        if self.target.target and self.target.target.closed:
            return ()
        info, here = self.clock.room_info, _seated(table)
        gone = info.gone if info and self.clock.is_linked else self.players.left
        return tuple(one for one in gone if one.player not in here)

    def booking(self, table: Table) -> Booking:
        target, gone = self.target.target, self.gone(table)
        if target is None:
            return Booking(gone=gone, next_dealer=self._next_dealer)
        over: Literal["", "closed", "breaking"] = "closed" if target.closed else "breaking" if target.breaking else ""
        info, out = self.clock.room_info, tuple((one.player, one.name) for one in target.out)
        return Booking(self.clock.is_linked and not over, over, out, self.free if info else None, gone=gone,
                       places=info.out if info else (), unused=target.unused, event=target.name,
                       next_dealer=self._next_dealer, moves=_moves(target),
                       new_seats=_new_seats(target) if over else ())  # fmt: skip

    @property
    def _next_dealer(self) -> NextDealer | None:
        relief = self.clock.room_info.relief if self.clock.room_info else None
        if relief is None:
            return None
        zone = self.clock.zone
        known = relief.due_ms is not None and is_zone(zone)
        return NextDealer(relief.name, said_in(relief.due_ms, zone)[-5:] if known and relief.due_ms else "")


def _moves(target: TableTarget) -> tuple[AskedMove, ...]:
    """Where the players go who leave after this hand. In a redraw, a player may stay at the same table."""
    return tuple(
        AskedMove(player_of(one.entry, target), one.to_table or target.table, one.to_seat)
        for one in target.leaving
        if one.to_seat
    )


def _new_seats(target: TableTarget) -> tuple[NewSeat, ...]:
    """The new seats by name. A player who busts or moves again is no longer in the list."""
    names = {one.entry: one.name for one in target.names}
    found = [
        NewSeat(names[one.entry], one.to_table or target.table, one.to_seat)
        for one in target.leaving
        if one.to_seat and names.get(one.entry)
    ]
    return tuple(sorted(found, key=lambda one: (one.name.casefold(), one.table, one.seat)))


def _seated(table: Table) -> frozenset[str]:
    return frozenset(seat.player for seat in table.seats if seat)


def _as_due(step: LeaveSeat | TakeSeat | BuyChips, table: PublicTable) -> Due:
    """The change that a step makes to its seat, as the screen shows it."""
    there = table.seats[step.seat - 1] if step.seat <= len(table.seats) else PublicSeat(step.seat)
    match step:
        case LeaveSeat():
            return Due("leaves", step.seat, there.player, there.name, table=step.to)
        case TakeSeat():
            return Due("enters", step.seat, step.player, step.name, step.chips)
        case BuyChips():
            return Due("buys", step.seat, there.player, there.name, step.chips)
